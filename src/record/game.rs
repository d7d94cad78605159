//! A game as its record tells it: facts that never change, and the fold of its
//! entries. Days, totals and flags are derived, never stored.

use super::event::{About, Entry, Event, FaultKind, ResultCode, Termination};
use super::tally::{self, Tally};
use crate::chess::{BySide, Line, Position, PositionError, Side, Variant};
use crate::clock::Span;
use crate::ids::{GameId, GameName, LeaveId, PlayerId, TournamentId};
use crate::language::Language;
use crate::request::Style;
use crate::time::{Day, Instant, Zone};
use crate::tournament::file::Official;
use crate::tournament::{Profile, Regulations};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A result of a game, with what brought it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The result.
    pub code: ResultCode,
    /// Why.
    pub termination: Termination,
}

/// A player, as far as his games and letters need it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GamePlayer {
    /// Number in this home.
    pub id: PlayerId,
    /// Name, as entered.
    pub name: String,
    /// The registered address.
    pub email: String,
    /// The language his letters are written in.
    pub language: Language,
    /// Rating, where known.
    pub rating: Option<u32>,
    /// Style of his letters.
    pub style: Style,
    /// Starting number in the tournament.
    pub start_number: u32,
}

/// What a game is: nothing here changes by play.
#[derive(Clone, Debug)]
pub struct GameFacts {
    /// Number in this home.
    pub id: GameId,
    /// `CODE/N`.
    pub name: GameName,
    /// The tournament.
    pub tournament: TournamentId,
    /// The tournament's name.
    pub tournament_name: String,
    /// The article it is played by.
    pub profile: Profile,
    /// Its regulations.
    pub regulations: Arc<Regulations>,
    /// The round, from 1.
    pub round: u32,
    /// The board in the round, from 1.
    pub board: u32,
    /// Who plays.
    pub players: BySide<GamePlayer>,
    /// The tournament's arbiter.
    pub arbiter: Official,
    /// The tournament's language.
    pub language: Language,
    /// The rules.
    pub variant: Variant,
    /// The start position, where it is not the usual one.
    pub start_fen: Option<String>,
    /// The official start.
    pub start: Day,
    /// The end, after which unfinished games are adjudicated.
    pub end: Option<Day>,
    /// The zone whose dates count.
    pub zone: Zone,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The tournament is not started.
    Waiting,
    /// Being played.
    Active,
    /// A claim or a notice is being decided.
    Paused,
    /// With the adjudicator.
    Adjudication,
    /// Over.
    Finished,
}

impl Status {
    /// As the database and JSON have it.
    pub fn name(self) -> &'static str {
        match self {
            Status::Waiting => "waiting",
            Status::Active => "active",
            Status::Paused => "paused",
            Status::Adjudication => "adjudication",
            Status::Finished => "finished",
        }
    }
}

/// A leave of one player in this tournament, both ends inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveSpan {
    /// Its number.
    pub id: LeaveId,
    /// The days.
    pub days: Span,
}

/// A fault before the valid move, with the time it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What was wrong.
    pub kind: FaultKind,
    /// As written.
    pub text: String,
    /// Receipt that counts.
    pub received: Day,
    /// Dispatch.
    pub sent: Day,
    /// Receipt and dispatch to the second, for the 24-hour unit.
    pub(super) instants: (Option<Instant>, Instant),
    /// Days it cost, penalties excluded.
    pub days: i64,
}

/// A half-move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Its number among half-moves, from 1.
    pub ply: u32,
    /// The move's number as printed.
    pub number: u32,
    /// Who played it.
    pub side: Side,
    /// UCI.
    pub uci: String,
    /// Article 58.
    pub numeric: String,
    /// SAN in English letters.
    pub san: String,
    /// Receipt of the move it answers (or of our request to correct).
    pub received: Day,
    /// Dispatch.
    pub sent: Day,
    /// Receipt and dispatch to the second, for the 24-hour unit.
    pub(super) instants: (Option<Instant>, Instant),
    /// Accepted from a variant, or played by one: no time.
    pub variant: bool,
    /// Faults before it.
    pub faults: Vec<Fault>,
    /// Days it cost, faults included, penalties excluded.
    pub days: i64,
    /// Penalty days beside it.
    pub penalty: i64,
    /// That side's total after it, penalties included (56.4.1).
    pub total: i64,
}

/// A proposed series of moves that still binds (56.3.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Who proposed it.
    pub side: Side,
    /// Half-moves played when it was made.
    pub ply: u32,
    /// UCI, the opponent's expected move first.
    pub line: Vec<String>,
}

/// An overstep being decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// Whose.
    pub side: Side,
    /// That side's move number at which it happened.
    pub at_move: u32,
    /// Days used then.
    pub total: i64,
    /// Days allowed then.
    pub limit: i64,
    /// The first day over.
    pub flag: Day,
    /// From when nobody's time runs.
    pub from: Day,
    /// Claimed by the opponent.
    pub claimed: bool,
    /// When the notice to the player concerned left.
    pub notice_left: Option<Instant>,
    /// He has protested.
    pub protested: bool,
}

/// Dates that are nobody's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pause {
    pub from: Day,
    /// First day that counts again; `None` while it lasts.
    pub until: Option<Day>,
    /// Ends with the receipt of a ruling that has not left yet.
    pub awaits_ruling: bool,
}

/// An overstep the arbiter refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Forgiven {
    pub side: Side,
    pub period: u32,
    pub excess: i64,
}

/// What was already sent about the half-move that is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The first warning.
    pub warned: bool,
    /// The warning on the last day.
    pub warned_last: bool,
    /// How often the last move was repeated unasked.
    pub repeated: u32,
    /// Silence was reported.
    pub silence: bool,
}

/// An entry that does not fit the record before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The start position cannot be set up.
    #[error("the start position cannot be set up: {0}")]
    Start(#[from] PositionError),
    /// A move that is not legal where it stands.
    #[error("entry {entry}: half-move {ply} '{uci}' does not fit the position")]
    Move {
        /// The entry's number.
        entry: i64,
        /// The half-move.
        ply: u32,
        /// The move.
        uci: String,
    },
    /// An entry that speaks of a half-move not played.
    #[error("entry {entry} speaks of half-move {ply}, which is not there")]
    Ply {
        /// The entry's number.
        entry: i64,
        /// The half-move.
        ply: u32,
    },
}

/// The game file: everything needed to decide about a game.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// What it is.
    pub facts: Arc<GameFacts>,
    /// Leave of both players in this tournament.
    pub leave: BySide<Vec<LeaveSpan>>,
    /// Where it stands.
    pub status: Status,
    /// The result, once there is one.
    pub result: Option<GameResult>,
    /// Positions and moves.
    pub line: Line,
    /// The half-moves with their dates, days and totals.
    pub moves: Vec<PlayedMove>,
    /// Faults on the half-move that is due.
    pub pending: Vec<Fault>,
    /// A draw offer that stands: by whom, and half-moves played when it was made.
    pub draw_offer: Option<(Side, u32)>,
    /// A proposed series that still binds.
    pub proposal: Option<Proposal>,
    /// An overstep being decided.
    pub exceeded: Option<Exceeded>,
    /// What was sent about the half-move that is due.
    pub marks: Marks,
    /// Sides whose further claims are barred, up to and with that period of the opponent's.
    pub barred: BySide<Option<u32>>,
    /// Oversteps so far that were confirmed, for `lose_on_overstep`.
    pub oversteps: BySide<u32>,
    /// The record itself.
    pub entries: Vec<Entry>,
    /// The letter from whose leaving the receipt of what is due is reckoned.
    pub(super) letter: Option<(Instant, About)>,
    /// A receipt the arbiter has set for what is due.
    pub(super) receipt_set: Option<Day>,
    pub(super) penalties: Vec<(Side, u32, i64)>,
    pub(super) pauses: Vec<Pause>,
    pub(super) forgiven: Vec<Forgiven>,
    pub(super) resets: Vec<(Side, u32)>,
    tally: Tally,
}

impl GameFile {
    /// A game of which nothing is recorded yet.
    pub fn new(
        facts: Arc<GameFacts>,
        leave: BySide<Vec<LeaveSpan>>,
    ) -> Result<GameFile, RecordError> {
        let start = match &facts.start_fen {
            Some(fen) => Position::from_fen(fen, facts.variant)?,
            None => Position::start(),
        };
        let mut game = GameFile {
            facts,
            leave,
            status: Status::Waiting,
            result: None,
            line: Line::new(start),
            moves: Vec::new(),
            pending: Vec::new(),
            draw_offer: None,
            proposal: None,
            exceeded: None,
            marks: Marks::default(),
            barred: BySide::default(),
            oversteps: BySide::default(),
            entries: Vec::new(),
            letter: None,
            receipt_set: None,
            penalties: Vec::new(),
            pauses: Vec::new(),
            forgiven: Vec::new(),
            resets: Vec::new(),
            tally: Tally::default(),
        };
        game.retally();
        Ok(game)
    }

    /// A game from its record.
    pub fn fold(
        facts: Arc<GameFacts>,
        leave: BySide<Vec<LeaveSpan>>,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<GameFile, RecordError> {
        let mut game = GameFile::new(facts, leave)?;
        for entry in entries {
            game.take(entry)?;
        }
        game.retally();
        Ok(game)
    }

    /// Adds an entry to the record and brings everything derived up to it.
    pub fn apply(&mut self, entry: Entry) -> Result<(), RecordError> {
        self.take(entry)?;
        self.retally();
        Ok(())
    }

    /// Replaces the leave of a side and brings everything derived up to it.
    pub fn set_leave(&mut self, side: Side, leave: Vec<LeaveSpan>) {
        *self.leave.get_mut(side) = leave;
        self.retally();
    }

    /// Gives the newest entries the numbers under which they were stored.
    pub fn number_entries(&mut self, stored: &[Entry]) {
        let first = self.entries.len().saturating_sub(stored.len());
        for (mine, theirs) in self.entries.iter_mut().skip(first).zip(stored) {
            mine.id = theirs.id;
        }
    }

    /// Half-moves played.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// Whose move it is.
    pub fn turn(&self) -> Side {
        self.line.position().turn()
    }

    /// The number of the move that is due.
    pub fn move_number(&self) -> u32 {
        self.line.position().move_number()
    }

    /// The side a player has, if he plays here.
    pub fn side_of(&self, player: PlayerId) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|s| self.facts.players.get(*s).id == player)
    }

    /// The player of a side.
    pub fn player(&self, side: Side) -> &GamePlayer {
        self.facts.players.get(side)
    }

    /// Times, limits, oversteps: derived from the record.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The day on which what is due counts as received, if its letter has left.
    /// Never before the start (56.4.5).
    pub fn receipt(&self) -> Option<Day> {
        if let Some(day) = self.receipt_set {
            return Some(day.max(self.facts.start));
        }
        let (left, _) = self.letter?;
        let transit = i64::from(self.facts.regulations.transit_days);
        Some(
            self.facts
                .zone
                .day(left)
                .plus(transit)
                .max(self.facts.start),
        )
    }

    /// When the letter that what is due was received by has left.
    pub fn letter_left(&self) -> Option<Instant> {
        self.letter.map(|(left, _)| left)
    }

    /// Whether the arbiter has set the receipt of what is due.
    pub fn receipt_is_set(&self) -> bool {
        self.receipt_set.is_some()
    }

    fn retally(&mut self) {
        self.tally = tally::tally(self);
        for (i, time) in self.tally.moves.iter().enumerate() {
            if let Some(mv) = self.moves.get_mut(i) {
                mv.days = time.days;
                mv.penalty = time.penalty;
                mv.total = time.total;
                for (fault, days) in mv.faults.iter_mut().zip(&time.faults) {
                    fault.days = *days;
                }
            }
        }
        for (fault, days) in self.pending.iter_mut().zip(&self.tally.pending) {
            fault.days = *days;
        }
    }

    fn take(&mut self, entry: Entry) -> Result<(), RecordError> {
        let id = entry.id.0;
        match &entry.event {
            Event::Started => self.status = Status::Active,
            Event::LetterLeft {
                ply,
                about,
                to,
                left,
            } => self.letter_left_at(*ply, *about, *to, *left),
            Event::MovePlayed {
                ply,
                uci,
                received,
                sent,
                sent_at,
                variant,
            } => {
                self.play(id, *ply, uci, (*received, *sent, *sent_at), *variant)?;
            }
            Event::Faulty {
                fault,
                text,
                received,
                sent,
                sent_at,
                ..
            } => {
                let instants = (self.received_at(), *sent_at);
                self.pending.push(Fault {
                    kind: *fault,
                    text: text.clone(),
                    received: *received,
                    sent: *sent,
                    instants,
                    days: 0,
                });
                self.letter = None;
                self.receipt_set = None;
            }
            Event::Penalty { side, days, ply } => self.penalties.push((*side, *ply, *days)),
            Event::DatesSet {
                ply,
                received,
                sent,
            } => self.set_dates(id, *ply, *received, *sent)?,
            Event::DrawOffered { side, ply } => self.draw_offer = Some((*side, *ply)),
            Event::DrawDeclined { .. } => self.draw_offer = None,
            Event::VariantProposed { side, ply, line } => {
                self.proposal = Some(Proposal {
                    side: *side,
                    ply: *ply,
                    line: line.clone(),
                });
            }
            Event::Warned { last_day, .. } => {
                self.marks.warned = true;
                self.marks.warned_last |= *last_day;
            }
            Event::Repeated { .. } => self.marks.repeated += 1,
            Event::SilenceReported { .. } => self.marks.silence = true,
            Event::TimeExceeded {
                side,
                at_move,
                total,
                limit,
                flag,
                from,
                claimed,
            } => {
                self.status = Status::Paused;
                self.exceeded = Some(Exceeded {
                    side: *side,
                    at_move: *at_move,
                    total: *total,
                    limit: *limit,
                    flag: *flag,
                    from: *from,
                    claimed: *claimed,
                    notice_left: None,
                    protested: false,
                });
                self.pauses.push(Pause {
                    from: *from,
                    until: None,
                    awaits_ruling: false,
                });
            }
            Event::NoticeAnnulled { .. } => {
                self.exceeded = None;
                self.status = Status::Active;
                self.result = None;
                // The mover's own days ended before the pause began.
                self.pauses.pop();
            }
            Event::Protested { .. } => {
                if let Some(exceeded) = &mut self.exceeded {
                    exceeded.protested = true;
                }
            }
            Event::ClaimRejected {
                side, bar_claims, ..
            } => self.reject_claim(*side, *bar_claims),
            Event::Paused { from } => {
                self.status = Status::Paused;
                self.pauses.push(Pause {
                    from: *from,
                    until: None,
                    awaits_ruling: false,
                });
            }
            Event::Resumed { day } => {
                self.status = Status::Active;
                if let Some(pause) = self.pauses.last_mut().filter(|p| p.until.is_none()) {
                    pause.until = Some(*day);
                }
            }
            Event::ClockReset { side } => self.reset_clock(*side),
            Event::Ended {
                result,
                termination,
            } => {
                self.status = Status::Finished;
                self.result = Some(GameResult {
                    code: *result,
                    termination: *termination,
                });
                self.draw_offer = None;
                self.proposal = None;
            }
            Event::Reopened => {
                self.status = if self.exceeded.is_some() {
                    Status::Paused
                } else {
                    Status::Active
                };
                self.result = None;
            }
            Event::MatterOpened { .. } => {}
            Event::LetterLost { .. } => self.letter = None,
        }
        self.entries.push(entry);
        Ok(())
    }

    fn letter_left_at(&mut self, ply: u32, about: About, to: Side, left: Instant) {
        match about {
            About::Notice => {
                if let Some(exceeded) = self.exceeded.as_mut().filter(|e| e.side == to) {
                    exceeded.notice_left = Some(left);
                }
            }
            About::Ruling => {
                let transit = i64::from(self.facts.regulations.transit_days);
                let until = self.facts.zone.day(left).plus(transit);
                if let Some(pause) = self.pauses.iter_mut().rev().find(|p| p.awaits_ruling) {
                    pause.until = Some(until);
                    pause.awaits_ruling = false;
                }
            }
            About::Start | About::Move | About::Correction => {
                // A letter about an earlier half-move that leaves late begins nothing:
                // its answer is already here.
                if ply == self.ply() && to == self.turn() && self.letter.is_none() {
                    self.letter = Some((left, about));
                }
            }
        }
    }

    fn received_at(&self) -> Option<Instant> {
        let start = self.facts.zone.begins(self.facts.start);
        match (self.receipt_set, self.letter) {
            (Some(day), _) => Some(self.facts.zone.begins(day).max(start)),
            (None, Some((left, _))) => Some(left.max(start)),
            (None, None) => None,
        }
    }

    fn play(
        &mut self,
        entry: i64,
        ply: u32,
        uci: &str,
        (received, sent, sent_at): (Day, Day, Instant),
        variant: bool,
    ) -> Result<(), RecordError> {
        let wrong = || RecordError::Move {
            entry,
            ply,
            uci: uci.to_owned(),
        };
        if ply != self.ply() + 1 {
            return Err(wrong());
        }
        let position = self.line.position();
        let mv = position.move_of_uci(uci).ok_or_else(wrong)?;
        let side = position.turn();
        let played = PlayedMove {
            ply,
            number: position.move_number(),
            side,
            uci: uci.to_owned(),
            numeric: position.numeric(mv),
            san: position.san(mv),
            received,
            sent,
            instants: (self.received_at(), sent_at),
            variant,
            faults: std::mem::take(&mut self.pending),
            days: 0,
            penalty: 0,
            total: 0,
        };
        self.line.push(mv);
        self.moves.push(played);
        // Accepted moves of a variant take no time: the answer is still reckoned
        // from the receipt of the letter that proposed them (56.4.6).
        if !variant {
            self.letter = None;
            self.receipt_set = None;
        }
        self.marks = Marks::default();
        if self.draw_offer.is_some_and(|(by, _)| by != side) {
            self.draw_offer = None;
        }
        // A proposal binds until it is answered: an accepted half-move leaves the rest
        // of the series binding, any other answer ends it (56.3.7).
        self.proposal = match self.proposal.take() {
            Some(mut p) if variant && p.line.first().is_some_and(|next| next == uci) => {
                p.line.remove(0);
                (!p.line.is_empty()).then_some(p)
            }
            _ => None,
        };
        Ok(())
    }

    fn set_dates(
        &mut self,
        entry: i64,
        ply: u32,
        received: Option<Day>,
        sent: Option<Day>,
    ) -> Result<(), RecordError> {
        if ply == self.ply() + 1 {
            if received.is_some() {
                self.receipt_set = received;
            }
            return Ok(());
        }
        let index = usize::try_from(ply).unwrap_or(0).wrapping_sub(1);
        let mv = self
            .moves
            .get_mut(index)
            .ok_or(RecordError::Ply { entry, ply })?;
        if let Some(day) = received {
            mv.received = day;
        }
        if let Some(day) = sent {
            mv.sent = day;
        }
        Ok(())
    }

    /// Moves a side has made since its clock was last set to zero. Not the tally's
    /// figure: while a record is folded, the tally is not up to date yet.
    fn made(&self, side: Side) -> u32 {
        u32::try_from(self.plies_of_period(side).count()).unwrap_or(u32::MAX)
    }

    fn plies_of_period(&self, side: Side) -> impl Iterator<Item = u32> {
        let resets = self.resets.iter().filter(|(s, _)| *s == side);
        let after = resets.map(|(_, ply)| *ply).max().unwrap_or(0);
        let own = self.moves.iter().filter(move |m| m.side == side);
        own.map(|m| m.ply).filter(move |ply| *ply > after)
    }

    /// 55.6.4: the clock begins at zero with the move after the overstepping one,
    /// and the game goes on. Where the side was still thinking, it is the move it
    /// thinks about that begins at zero: what it cost up to the ruling is nobody's.
    fn reset_clock(&mut self, side: Side) {
        *self.oversteps.get_mut(side) += 1;
        let exceeded = self.exceeded.take().filter(|e| e.side == side);
        let overstepping = exceeded.as_ref().and_then(|e| {
            let at = usize::try_from(e.at_move).ok()?.checked_sub(1)?;
            self.plies_of_period(side).nth(at)
        });
        let receipt = self.receipt();
        let thinking = exceeded.is_some() && overstepping.is_none() && self.turn() == side;
        self.resets
            .push((side, overstepping.unwrap_or_else(|| self.ply())));
        if let Some(pause) = self.pauses.last_mut().filter(|p| p.until.is_none()) {
            pause.awaits_ruling = true;
            if let Some(receipt) = receipt.filter(|_| thinking) {
                pause.from = pause.from.min(receipt);
            }
        }
        if self.status == Status::Paused {
            self.status = Status::Active;
        }
    }

    fn reject_claim(&mut self, side: Side, bar_claims: bool) {
        let regulations = &self.facts.regulations;
        let per = regulations.moves_per_period.max(1);
        if let Some(exceeded) = self.exceeded.take() {
            self.forgiven.push(Forgiven {
                side,
                period: exceeded.at_move.div_ceil(per),
                excess: exceeded.total - exceeded.limit,
            });
        }
        if bar_claims {
            let next = self.made(side) + 1;
            *self.barred.get_mut(side.other()) = Some(next.div_ceil(per));
        }
        if let Some(pause) = self.pauses.last_mut().filter(|p| p.until.is_none()) {
            pause.awaits_ruling = true;
        }
        self.status = Status::Active;
        self.result = None;
    }

    /// Days that do not count for a side: its leave, and the pauses.
    pub fn free_days(&self, side: Side) -> Vec<Span> {
        let mut spans: Vec<Span> = self.leave.get(side).iter().map(|l| l.days).collect();
        spans.extend(self.pauses.iter().map(|p| Span {
            from: p.from,
            to: p.until.map_or(p.from.plus(100_000), |u| u.plus(-1)),
        }));
        crate::clock::free_of(&spans)
    }

    /// Days on which nobody is expected to write: leave of either player, and the pauses.
    pub fn quiet_days(&self) -> Vec<Span> {
        let mut spans = self.free_days(Side::White);
        spans.extend(self.free_days(Side::Black));
        crate::clock::free_of(&spans)
    }
}
