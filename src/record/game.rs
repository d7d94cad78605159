//! A game as its record tells it: facts that never change, and the fold of its
//! entries. Days, totals and flags are derived, never stored.

mod adjudication;
mod by_card;
mod conveyed;
mod fold;
mod hands;
mod redated;
mod standstill;
mod stops;
mod superseded;
mod taken_back;
pub mod tally;
mod words;

pub use adjudication::{Adjudicated, Adjudication, Opinion};
pub use by_card::{PartOfMove, ShownCard};
pub use hands::{Hand, Tenure, tenures};
pub use words::{Greeting, Said};

use super::event::{CardAbout, Carrier, Entry, Event, Recorded, ResultCode, Termination};
use super::facts::{GameFacts, GamePlayer};
use super::fault::{Fault, Seconds, Then};
use super::thinking::Thinking;
use super::times::{Running, Tally};
use crate::chess::{BySide, Line, Position, PositionError, Side};
use crate::clock::{DaySpan, HourSpan, Moment};
use crate::ids::{EventId, LeaveId, PlayerId};
use crate::rules::DayUnit;
use crate::time::{Day, Instant};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use taken_back::TakenBack;

/// A result of a game, with what brought it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The result.
    pub code: ResultCode,
    /// Why.
    pub termination: Termination,
}

/// The first day that counts after a start card that came late: the third one (55.4.6).
const LATE_START_DAYS: i64 = 3;

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
    pub days: DaySpan,
}

/// A letter between the players for which the rules leave three days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AwaitedReply {
    pub side: Side,
    /// The half-move beside which what is beyond them stands.
    pub ply: u32,
    pub received: Day,
    pub sent: Day,
}

/// A letter about what is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conveyed {
    /// When it left; `None` where it only counts as having left, with the pass that
    /// ruled the letter it answers.
    pub left: Option<Instant>,
    /// When it counts as having left.
    pub counts: Instant,
    /// How moves travelled to its reader when it left.
    pub carrier: Carrier,
    /// It went on paper.
    pub on_paper: bool,
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
    pub uci: SmolStr,
    /// Article 58.
    pub numeric: SmolStr,
    /// SAN in English letters.
    pub san: SmolStr,
    /// Receipt of the move it answers (or of our request to correct).
    pub received: Day,
    /// From when the time behind the last fault before it counts: the receipt, or the
    /// letter with that fault.
    pub since: Day,
    /// Dispatch.
    pub sent: Day,
    /// Its full 24 hours are reckoned with leave and pauses to the second.
    pub(super) to_the_second: bool,
    /// Its receipt and dispatch to the second.
    pub(super) seconds: Seconds,
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

impl PlayedMove {
    /// Receipt of what it answers.
    pub(super) fn receipt(&self) -> Moment {
        self.seconds.receipt(self.received)
    }

    /// Its dispatch.
    pub(super) fn dispatch(&self) -> Moment {
        self.seconds.dispatch(self.sent)
    }

    /// Receipt of what it answers to the second; `None` where nobody knows it.
    pub fn received_at(&self) -> Option<Instant> {
        self.seconds.received
    }

    /// Dispatch to the second; midnight where the arbiter has set the day.
    pub fn sent_at(&self) -> Instant {
        self.seconds.sent
    }
}

/// A proposed series of moves that still binds (56.3.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Who proposed it.
    pub side: Side,
    /// Half-moves played when it was made.
    pub ply: u32,
    /// Its branches, UCI, in each the opponent's expected move first.
    pub branches: Vec<Vec<String>>,
}

impl Proposal {
    /// Half-moves of its longest branch.
    pub fn longest(&self) -> usize {
        self.branches.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether so much of it can be accepted: the beginning of a branch, which ends with a move
    /// of the proposer (56.3.8). UCI.
    pub fn allows(&self, accepted: &[String]) -> bool {
        let begins = |branch: &Vec<String>| branch.starts_with(accepted);
        accepted.len() >= 2 && accepted.len().is_multiple_of(2) && self.branches.iter().any(begins)
    }
}

/// What stood when a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shelved {
    pub draw_offer: Option<(Side, u32)>,
    pub proposal: Option<Proposal>,
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
    /// The second from which nobody's time runs, where full 24 hours count.
    pub stopped: Instant,
    /// The game is paused by it: a first overstep of two does not (55.6.4).
    pub pauses: bool,
    /// When the notice to the player concerned left.
    pub notice_left: Option<Instant>,
    /// He has protested.
    pub protested: bool,
}

/// Dates that are nobody's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pause {
    pub from: Day,
    /// Its first second, where that is known; else the beginning of the day.
    pub began: Option<Instant>,
    /// First day that counts again; `None` while it lasts.
    pub until: Option<Day>,
    /// The first second that counts again, where it is of that day; else its beginning.
    pub ended: Option<Instant>,
    /// Ends with the receipt of a ruling that has not left yet.
    pub awaits_ruling: bool,
    /// The day on which the ruling was made with whose receipt it ends.
    pub ruled: Option<Day>,
    /// A report says that the ruling came back.
    pub stop: Option<stops::Stop>,
}

impl Pause {
    /// One that lasts: from a day, and a second where that is known.
    fn since(from: Day, began: Option<Instant>) -> Pause {
        Pause {
            from,
            began,
            until: None,
            ended: None,
            awaits_ruling: false,
            ruled: None,
            stop: None,
        }
    }

    /// A move was sent: so the ruling was received by then, and for the answer to it play
    /// goes on from that day (56.4.4), from that of the ruling where the move was held.
    fn answered(&mut self, (sent, sent_at): (Day, Instant)) {
        let Some(ruled) = self.ruled else { return };
        let went_on = sent.max(ruled).max(self.from);
        let is_earlier = match (self.until, self.ended) {
            (Some(until), Some(ended)) if until == went_on => sent_at < ended,
            (Some(until), _) => until > went_on,
            (None, _) => true,
        };
        if is_earlier {
            self.until = Some(went_on);
            self.ended = Some(sent_at);
            self.awaits_ruling = false;
        }
    }
}

/// An overstep the arbiter refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Forgiven {
    pub side: Side,
    pub period: u32,
    /// The period that the next control behind the ruling ends.
    pub until: u32,
    /// The total that was let pass, with the days that the ruling left beyond it.
    pub allowed: i64,
}

/// How far a warning holds that was sent about the half-move that is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Holds {
    /// None was sent.
    #[default]
    Not,
    /// While the flag falls no later than on that day, which it was about.
    UpTo(Day),
    /// Whatever becomes of the flag: an older record does not say which it was about.
    Throughout,
}

impl Holds {
    fn holds(self, flag: Day) -> bool {
        match self {
            Holds::Not => false,
            Holds::UpTo(about) => flag <= about,
            Holds::Throughout => true,
        }
    }
}

/// What was already sent about the half-move that is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SentMarks {
    /// Up to which flag the first warning holds.
    warned: Holds,
    /// The same of the warning on the last day.
    warned_last: Holds,
    /// How often the last move was repeated unasked.
    pub repeated: u32,
    /// The day on which it was repeated last.
    pub repeated_on: Option<Day>,
    /// Silence was reported.
    pub silence: bool,
    /// The day of the last warning, of the tournament's or of the player's own.
    pub warned_on: Option<Day>,
}

impl SentMarks {
    /// A warning went out about a flag; `last_day`: the second one.
    fn warn(&mut self, last_day: bool, flag: Option<Day>, day: Day) {
        let holds = flag.map_or(Holds::Throughout, Holds::UpTo);
        self.warned = holds;
        if last_day {
            self.warned_last = holds;
        }
        self.warned_on = Some(day);
    }

    /// Whether the first warning was sent about a flag that falls on that day, or about
    /// a later one: a flag that has moved on is warned of anew.
    pub fn warned(&self, flag: Day) -> bool {
        self.warned.holds(flag)
    }

    /// The day of the last warning, where one of the tournament's was sent.
    pub fn warned_before(&self) -> Option<Day> {
        self.warned_on.filter(|_| self.warned != Holds::Not)
    }

    /// The same of the warning on the last day.
    pub fn warned_last(&self, flag: Day) -> bool {
        self.warned_last.holds(flag)
    }
}

/// An entry that does not fit the record before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The start position cannot be set up.
    #[error("the start position cannot be set up: {0}")]
    Start(#[from] PositionError),
    /// A move that is not legal where it stands.
    #[error("{}: half-move {ply} '{uci}' does not fit the position", named(*.entry))]
    Move {
        /// The entry's number; `None` where it is not recorded.
        entry: Option<EventId>,
        /// The half-move.
        ply: u32,
        /// The move.
        uci: String,
    },
    /// An entry that speaks of a half-move not played.
    #[error("{} speaks of half-move {ply}, which is not there", named(*.entry))]
    Ply {
        /// The entry's number; `None` where it is not recorded.
        entry: Option<EventId>,
        /// The half-move.
        ply: u32,
    },
}

/// An entry that is not recorded yet: what stands beside its event, and changes nothing
/// in the game.
#[derive(Debug)]
pub struct Margin<'g> {
    /// What happened.
    pub event: &'g Event,
    /// The article that decided, where one did.
    pub grounds: &'g mut Option<String>,
    /// A remark, or the arbiter's reason.
    pub note: &'g mut String,
}

fn named(entry: Option<EventId>) -> String {
    entry.map_or_else(|| "a new entry".to_owned(), |id| format!("entry {id}"))
}

/// The game file: everything needed to decide about a game.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// What it is.
    pub facts: Arc<GameFacts>,
    /// Leave in this tournament of those who play and played, each in the days in
    /// which the game was his.
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
    /// Words that the players leave for each other.
    pub said: BySide<Said>,
    /// An overstep being decided.
    pub exceeded: Option<Exceeded>,
    /// What became of it with the adjudicator.
    pub adjudication: Option<Adjudication>,
    /// What was sent about the half-move that is due.
    pub marks: SentMarks,
    /// Sides whose further claims are barred, up to and with that period of the opponent's.
    pub barred: BySide<Option<u32>>,
    /// How sides' letters and moves travel, where that was set for them.
    pub carriers: BySide<Option<Carrier>>,
    /// Oversteps so far that were confirmed, for `lose_on_overstep`.
    pub oversteps: BySide<u32>,
    /// Who took over from whom, oldest first.
    pub hands: Vec<Hand>,
    /// The cards that were entered, oldest first.
    pub cards: Vec<ShownCard>,
    /// The record itself, which a game as it will be shares with the game as it is.
    pub entries: Arc<Vec<Recorded>>,
    /// What a ruling has added and is not recorded yet.
    pub(super) fresh: Vec<Entry>,
    /// Letters about what is due that left and did not come back, oldest first: the
    /// receipt is reckoned from the first one's leaving.
    pub(super) letters: Vec<Conveyed>,
    /// Entries that count no more: of voided half-moves and revoked decisions.
    pub(super) superseded: BTreeSet<EventId>,
    /// What counts instead of entries whose dates a wrong clock made.
    pub(super) corrected: BTreeMap<EventId, Event>,
    /// A receipt the arbiter has set for what is due.
    pub(super) receipt_set: Option<Day>,
    /// The arrival that a card with what is due tells, where its reader has it from us: it
    /// is that at the club.
    pub(super) marked: Option<Day>,
    /// Half-moves whose player was told by a letter of ours what they answer.
    pub(super) told: BTreeSet<u32>,
    /// From when the side to move thinks again about a half-move that was voided.
    pub(super) begun_again: Option<Day>,
    /// Dates that the arbiter has set: no card changes them.
    pub(super) dates_ruled: BTreeSet<(u32, PartOfMove)>,
    pub(super) penalties: Vec<(Side, u32, i64)>,
    taken_back: Vec<TakenBack>,
    /// Of which half-moves the days were that entries took back, as the game stood then.
    pub(super) back_then: BTreeMap<EventId, Vec<(u32, i64)>>,
    pub(super) replies: Vec<AwaitedReply>,
    pub(super) pauses: Vec<Pause>,
    /// Clocks that reports of letters that came back have stopped.
    pub(super) stops: stops::Stops,
    /// Dates given back to each side.
    pub(super) given: BySide<Vec<DaySpan>>,
    /// Stretches given back to each side to the second, disjoint.
    pub(super) away: BySide<Vec<HourSpan>>,
    pub(super) forgiven: Vec<Forgiven>,
    pub(super) resets: Vec<(Side, u32)>,
    /// The offer and the series that stood when the game ended, should it go on.
    pub(super) shelved: Option<Shelved>,
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
            said: BySide::default(),
            exceeded: None,
            adjudication: None,
            marks: SentMarks::default(),
            barred: BySide::default(),
            carriers: BySide::default(),
            oversteps: BySide::default(),
            hands: Vec::new(),
            cards: Vec::new(),
            entries: Arc::default(),
            fresh: Vec::new(),
            letters: Vec::new(),
            superseded: BTreeSet::new(),
            corrected: BTreeMap::new(),
            receipt_set: None,
            marked: None,
            told: BTreeSet::new(),
            begun_again: None,
            dates_ruled: BTreeSet::new(),
            penalties: Vec::new(),
            taken_back: Vec::new(),
            back_then: BTreeMap::new(),
            replies: Vec::new(),
            pauses: Vec::new(),
            stops: stops::Stops::default(),
            given: BySide::default(),
            away: BySide::default(),
            forgiven: Vec::new(),
            resets: Vec::new(),
            shelved: None,
            tally: Tally::default(),
        };
        game.retally();
        Ok(game)
    }

    /// A game from its record.
    pub fn fold(
        facts: Arc<GameFacts>,
        leave: BySide<Vec<LeaveSpan>>,
        entries: impl IntoIterator<Item = Recorded>,
    ) -> Result<GameFile, RecordError> {
        GameFile::fold_with(facts, leave, entries.into_iter().collect(), Vec::new())
    }

    /// A game from its record and what is to be added to it.
    pub(super) fn fold_with(
        facts: Arc<GameFacts>,
        leave: BySide<Vec<LeaveSpan>>,
        entries: Vec<Recorded>,
        fresh: Vec<Entry>,
    ) -> Result<GameFile, RecordError> {
        let back_then = taken_back::back_then((&facts, &leave), &entries, &fresh)?;
        GameFile::fold_knowing(facts, leave, (entries, fresh), back_then)
    }

    /// The same, where it is known of what the days were that entries took back.
    fn fold_knowing(
        facts: Arc<GameFacts>,
        leave: BySide<Vec<LeaveSpan>>,
        (entries, fresh): (Vec<Recorded>, Vec<Entry>),
        back_then: BTreeMap<EventId, Vec<(u32, i64)>>,
    ) -> Result<GameFile, RecordError> {
        let mut game = GameFile::new(facts, leave)?;
        game.back_then = back_then;
        game.superseded = superseded::superseded(&entries, &fresh);
        game.corrected = redated::corrected(&entries, &fresh, &game.superseded);
        let is_move = |entry: &&Recorded| matches!(entry.event, Event::MovePlayed { .. });
        let moves = entries.iter().filter(is_move).count();
        game.moves.reserve_exact(moves);
        game.line.reserve(moves);
        for entry in &entries {
            if !game.superseded.contains(&entry.id) {
                game.effect(Some(entry.id), entry)?;
            }
        }
        game.entries = Arc::new(entries);
        for entry in fresh {
            game.effect(None, &entry)?;
            game.fresh.push(entry);
        }
        game.retally();
        Ok(game)
    }

    /// Adds what is not recorded yet and brings everything derived up to it.
    pub fn apply(&mut self, entry: Entry) -> Result<(), RecordError> {
        self.take(entry)?;
        self.retally();
        Ok(())
    }

    /// The same of an entry that is recorded already, where nothing else is added.
    pub fn extend(&mut self, recorded: Recorded) -> Result<(), RecordError> {
        self.apply(recorded.entry.clone())?;
        self.recorded([recorded]);
        Ok(())
    }

    /// What was added to the game and is not recorded yet.
    pub fn fresh(&self) -> &[Entry] {
        &self.fresh
    }

    /// The same, to set what stands beside the events: the article, a remark.
    pub fn fresh_mut(&mut self) -> impl Iterator<Item = Margin<'_>> {
        self.fresh.iter_mut().map(|entry| Margin {
            event: &entry.event,
            grounds: &mut entry.grounds,
            note: &mut entry.note,
        })
    }

    /// What was added is recorded, as it was stored: with its numbers.
    pub fn recorded(&mut self, stored: impl IntoIterator<Item = Recorded>) {
        self.fresh.clear();
        Arc::make_mut(&mut self.entries).extend(stored);
    }

    /// All that stands in the record, and what is to be added to it.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        let recorded = self.entries.iter().map(|recorded| &recorded.entry);
        recorded.chain(&self.fresh)
    }

    /// Replaces the leave of a side and makes the game anew with it: of which half-moves days
    /// were taken back is told by what was used then (55.4.7), less by the days on leave.
    ///
    /// # Errors
    /// What [`GameFile::fold`] refuses.
    pub fn set_leave(&mut self, side: Side, leave: Vec<LeaveSpan>) -> Result<(), RecordError> {
        if *self.leave.get(side) == leave {
            return Ok(());
        }
        *self.leave.get_mut(side) = leave;
        let (facts, leave) = (self.facts.clone(), self.leave.clone());
        let (entries, fresh) = (self.entries.to_vec(), self.fresh.clone());
        *self = GameFile::fold_with(facts, leave, entries, fresh)?;
        Ok(())
    }

    /// An instant as it counts here: with its day in the tournament's zone.
    pub fn moment(&self, at: Instant) -> Moment {
        Moment {
            day: self.facts.zone.day(at),
            at: Some(at),
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

    /// The side a half-move belongs to, played or not. A game may start with Black.
    pub fn side_of_ply(&self, ply: u32) -> Side {
        let first = self.line.start().turn();
        if ply % 2 == 1 { first } else { first.other() }
    }

    /// The player of a side.
    pub fn player(&self, side: Side) -> &GamePlayer {
        self.facts.players.get(side)
    }

    /// The side whose player is registered at an address.
    pub fn side_at(&self, address: &str) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|side| self.player(*side).reach.is_at(address))
    }

    /// Whether each player is shown the other's opinion on the result (56.9.4).
    pub fn opinions_are_shown(&self) -> bool {
        let of_both = |file: &Adjudication| {
            file.closed || file.opinions.white.is_some() && file.opinions.black.is_some()
        };
        self.status != Status::Adjudication || self.adjudication.as_ref().is_some_and(of_both)
    }

    /// Times, limits, oversteps: derived from the record.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The day on which what is due counts as received, if its letter has left, or has to by
    /// then. Never before the start (56.4.5).
    pub fn receipt(&self) -> Option<Day> {
        match self.receipt_set {
            Some(day) => Some(day.max(self.facts.start)),
            None => self.no_later_than_stop(self.receipt_by_letter()),
        }
    }

    /// The same by the letters that left and did not come back.
    fn receipt_by_letter(&self) -> Option<Day> {
        let left = self.letters.first()?.counts;
        let transit = i64::from(self.facts.regulations.transit_days);
        let day = self.facts.zone.day(left).plus(transit);
        Some(match self.awaits_start() {
            true => self.begins_with_start_card(day),
            false => day.max(self.facts.start),
        })
    }

    /// Whether what is due answers the start card alone.
    fn awaits_start(&self) -> bool {
        self.moves.is_empty() && self.pending.iter().all(|f| f.then == Then::RunsOn)
    }

    /// From when White's time counts where the start card was received on a day: by post
    /// the third day after it, where it came late (55.4.6).
    pub fn begins_with_start_card(&self, received: Day) -> Day {
        let start = self.facts.start;
        let late = self.carrier(self.turn()) == Carrier::Post && received > start;
        match late {
            true => received.plus(LATE_START_DAYS),
            false => received.max(start),
        }
    }

    /// When the letter that what is due was received by has left.
    pub fn letter_left(&self) -> Option<Instant> {
        self.letters.iter().find_map(|letter| letter.left)
    }

    /// When our request to correct a faulty move counts as having left though it has
    /// not yet, as far as is known; `None` where none is on its way.
    pub fn request_waits(&self) -> Option<Instant> {
        let unsent = |letter: &&Conveyed| letter.left.is_none();
        self.letters
            .first()
            .filter(unsent)
            .map(|letter| letter.counts)
    }

    /// Whether a faulty move was charged whose request has not left before a pass:
    /// until then the same fault costs nothing more.
    pub fn is_unasked(&self, pass: Instant) -> bool {
        let ends = |f: &&Fault| f.then != Then::RunsOn;
        let charged = self.pending.iter().rfind(ends);
        let queried = self
            .cards
            .last()
            .is_some_and(|shown| shown.about == CardAbout::Query && shown.ply == self.ply() + 1);
        !queried && charged.is_some_and(|f| self.letters.is_empty() || f.ruled == pass)
    }

    /// The moment from which the clock runs that runs now, where days are full 24 hours.
    pub fn since_at(&self) -> Option<Instant> {
        self.received_at()
    }

    /// The thinking about the half-move that is due.
    pub(super) fn thinking(&self) -> Thinking {
        let receipt = self.receipt().map(|day| Moment {
            day,
            at: self.received_at(),
        });
        Thinking::of(&self.pending, receipt)
    }

    /// From when the side to move thinks again about a half-move that was voided last.
    pub fn begun_again(&self) -> Option<Day> {
        self.begun_again
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
                mv.since = time.since.unwrap_or(mv.received);
                for (fault, time) in mv.faults.iter_mut().zip(&time.faults) {
                    (fault.since, fault.days) = (time.since, time.days);
                }
            }
        }
        for (fault, time) in self.pending.iter_mut().zip(&self.tally.pending) {
            (fault.since, fault.days) = (time.since, time.days);
        }
    }

    /// Days that do not count for a side: its leave, the pauses, dates given back.
    pub fn free_days(&self, side: Side) -> Vec<DaySpan> {
        let mut spans: Vec<DaySpan> = self.leave.get(side).iter().map(|l| l.days).collect();
        spans.extend(self.pauses.iter().map(|p| DaySpan {
            from: p.from,
            to: p.until.map_or(p.from.plus(100_000), |u| u.plus(-1)),
        }));
        spans.extend(self.given.get(side));
        crate::clock::free_of(&spans)
    }

    /// The same to the second, for full 24 hours: leave from the beginning of its first date to
    /// the end of its last, pauses between their instants, what was given back (RULES.md 2).
    pub fn free_hours(&self, side: Side) -> Vec<HourSpan> {
        let zone = self.facts.zone;
        let leave = self.leave.get(side).iter().map(|l| l.days);
        let dates = leave.chain(self.given.get(side).iter().copied());
        let mut spans: Vec<HourSpan> = dates
            .map(|days| HourSpan {
                from: zone.begins(days.from),
                until: zone.begins(days.to.next()),
            })
            .collect();
        spans.extend(self.pauses.iter().map(|pause| self.hours_of_pause(pause)));
        spans.extend(self.away.get(side).iter().copied());
        crate::clock::hours_of(&spans)
    }

    /// A pause to the second.
    fn hours_of_pause(&self, pause: &Pause) -> HourSpan {
        let zone = self.facts.zone;
        let until = pause.until.unwrap_or_else(|| pause.from.plus(100_000));
        let ended = pause.ended.map(|at| self.second_of(until, at));
        HourSpan {
            from: pause.began.unwrap_or_else(|| zone.begins(pause.from)),
            until: ended.unwrap_or_else(|| zone.begins(until)),
        }
    }

    /// The second from which something counts that does from a day on: that at which it was
    /// told, where it is of the day, else the day's beginning.
    fn second_of(&self, day: Day, told: Instant) -> Instant {
        let zone = self.facts.zone;
        match zone.day(told) == day {
            true => told,
            false => zone.begins(day),
        }
    }

    /// Days are full 24 hours.
    pub(crate) fn counts_hours(&self) -> bool {
        self.facts.regulations.day_unit == DayUnit::Hours24
    }

    /// Whether days that are nobody's end with the receipt of a ruling not yet sent.
    pub fn awaits_ruling(&self) -> bool {
        self.pauses.iter().any(|p| p.awaits_ruling)
    }

    /// The clock that runs; none while its days are nobody's up to the receipt of a ruling
    /// that has not left, when nobody knows where its flag falls.
    pub fn running(&self) -> Option<Running> {
        self.tally.running.filter(|_| !self.awaits_ruling())
    }

    /// The game as it will be when the ruling that ends a pause is received, while
    /// that is not yet recorded; `None` where no pause is open.
    pub fn as_if_resumed(&self, received: Day) -> Option<GameFile> {
        if self.pauses.iter().all(|p| p.until.is_some()) {
            return None;
        }
        let mut game = self.clone();
        for pause in game.pauses.iter_mut().filter(|p| p.until.is_none()) {
            pause.until = Some(received);
        }
        game.tally = tally::tally(&game);
        Some(game)
    }

    /// The game as it would stand, had no overstep been announced or claimed: its clock runs.
    pub fn as_if_undeclared(&self) -> GameFile {
        let mut game = self.clone();
        if game.exceeded.take().is_some_and(|e| e.pauses)
            && game.pauses.last().is_some_and(|p| p.until.is_none())
        {
            game.pauses.pop();
        }
        game.status = Status::Active;
        game.retally();
        game
    }

    /// Whether it is neither decided nor with the adjudicator.
    pub fn is_open(&self) -> bool {
        !matches!(self.status, Status::Adjudication | Status::Finished)
    }

    /// Whether the last day of play is past on a day.
    pub fn is_late_on(&self, day: Day) -> bool {
        self.facts.end.is_some_and(|end| day > end)
    }

    /// The last day on which a move may be sent where the flag falls on a day: the one
    /// before it, or the last day of play, where that is earlier.
    pub fn last_day_before(&self, flag: Day) -> Day {
        let last = flag.plus(-1);
        self.facts.end.map_or(last, |end| last.min(end))
    }

    /// The game as it will be when the letter that the side to move waits for leaves, on
    /// paper with its time on the way, while it has not; `None` where it has, or nothing hangs on it.
    pub fn as_if_left(&self, now: Instant) -> Option<GameFile> {
        let begun = self.receipt_set.is_some() || self.receipt_by_letter().is_some();
        if self.status != Status::Active || begun {
            return None;
        }
        let mut game = self.clone();
        let on_paper = self.gets_paper(self.turn());
        let counts = self.counts_as_left(now, on_paper);
        let letter = self.letter_to_turn(Some(now), counts, on_paper);
        game.letters.insert(0, letter);
        game.retally();
        Some(game)
    }

    /// Days on which nobody is expected to write: leave of either player, and the pauses.
    pub fn quiet_days(&self) -> Vec<DaySpan> {
        let mut spans = self.free_days(Side::White);
        spans.extend(self.free_days(Side::Black));
        crate::clock::free_of(&spans)
    }
}
