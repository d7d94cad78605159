//! Orders of the arbiter about a game: each is a new entry with its article and
//! reason, mailed as a ruling to both players and to himself.

mod course;
mod enter;
mod opinion;
mod revoke;
mod sense;
mod void;

pub use revoke::{revoke, revoke_pass, told};

use super::adjudication::tell_decision;
use super::context::record;
use super::draws::DEAD_POSITION;
use super::due;
use super::ending::result_notices;
use super::notice::{Body, Decision, Notice, NoticeKind, Recipient};
use super::outcome::InGame;
use super::oversteps::{Noticed, announce, facts_at, recipients, result_by_time, standing_total};
use super::protests::{author, open_matters};
use super::ruling::Ruling;
use crate::chess::Side;
use crate::ids::EventId;
use crate::language::Language;
use crate::messages::fact;
use crate::record::{
    About, Cause, Claim, Entry, Event, Exceeded, GameFile, GameResult, Recorded, ResultCode,
    Status, Termination,
};
use crate::rules::Article;
use crate::time::{Day, Instant};
use serde::Serialize;
use std::fmt;

/// What the refusal of an overstep leaves its player (RULES.md 4, "A rejected
/// overstep"). Nothing said: what he has used is let pass, and no more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    /// The day from which his time on the move in question counts: the receipt of the
    /// move it answers, as `SetDates` would set it.
    pub received: Option<Day>,
    /// Days that he has at least, counted from the receipt of the ruling.
    pub days: Option<u32>,
}

/// What the arbiter orders in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// The overstep stands (56.6.6).
    ConfirmForfeit,
    /// It does not (56.6.7).
    RejectClaim {
        /// Further claims of that opponent are barred in this cycle.
        bar_claims: bool,
        /// Penalty days of who claimed it without ground (55.6.10); 0: none.
        fine: u32,
        /// What it leaves that side.
        leaves: Leaves,
    },
    /// A protest, or a claim of a dead position, is not granted: nothing changes.
    Dismiss {
        /// The entry with which it began; none: the only one that waits.
        of: Option<EventId>,
    },
    /// Days added, or taken back where negative.
    Penalty {
        /// Whose.
        side: Side,
        /// Days.
        days: i64,
    },
    /// Dates of a half-move, or of the one that is due.
    SetDates {
        /// The half-move.
        ply: u32,
        /// Receipt of what it answers.
        received: Option<Day>,
        /// Dispatch.
        sent: Option<Day>,
    },
    /// The result by adjudication; after an appeal the final one (56.9.6, 56.9.10).
    Adjudicate {
        /// 1-0, 0-1 or 1/2-1/2.
        code: ResultCode,
    },
    /// An opinion that came another way than by e-mail (55.9.5, 56.9.4.3).
    Opinion {
        /// Whose.
        side: Side,
        /// 1-0, 0-1 or 1/2-1/2.
        code: ResultCode,
        /// Its dispatch.
        sent: Day,
        /// The analysis.
        text: String,
        /// The move the side to move names with it (56.9.4.4).
        named: Option<String>,
    },
    /// A result.
    Result {
        /// Which.
        code: ResultCode,
        /// By what.
        by: Termination,
    },
    /// A move of the side to move that came another way.
    Move {
        /// As a letter would have it: a repetition, an accepted series, a proposal
        /// may stand around it.
        text: String,
        /// Receipt of what it answers.
        received: Day,
        /// Its dispatch.
        sent: Day,
    },
    /// A half-move and all later ones leave the game.
    Void {
        /// The half-move.
        ply: u32,
        /// The receipt that counts for it now; else that which did before it.
        clock: Option<Day>,
    },
    /// A finished game goes on.
    Reopen {
        /// Of a loss on time: what it leaves the side that had lost.
        leaves: Leaves,
    },
    /// The days from today are nobody's.
    Pause,
    /// The game goes on.
    Resume,
}

/// Why an order cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderError {
    /// The tournament is not started.
    Waiting,
    /// Nothing to confirm.
    NoOverstep,
    /// Nothing to reject.
    NoClaim,
    /// The record alone has refused the claim.
    Refused(Side),
    /// The half-move does not exist.
    NoPly(u32),
    /// A dispatch of what is only due.
    NotSentYet(u32),
    /// A result that does not come by what is named.
    Disagree {
        /// The result.
        code: ResultCode,
        /// What is to have brought it.
        by: Termination,
    },
    /// The board does not show it.
    NotOnBoard {
        /// What is to have brought the result.
        by: Termination,
    },
    /// Another result than one of play.
    NoAdjudication,
    /// The game is not with the adjudicator.
    NoOpinion,
    /// A move with an opinion, where none can be named.
    NamesNoMove(Side),
    /// It was adjudicated, and nobody has appealed.
    Adjudicated,
    /// It was adjudicated twice (56.9.10).
    Final,
    /// Nothing is asked.
    Nothing,
    /// The game is over.
    Over,
    /// Nothing to dismiss.
    NothingWaits(Option<i64>),
    /// Several, and none is named.
    SeveralWait(String),
    /// Only a claim that paused the game, by post.
    NoFine,
    /// It would be no change.
    ZeroPenalty,
    /// More days than were used.
    TooMuchBack {
        /// Whose.
        side: Side,
        /// Days and penalty days so far.
        used: i64,
    },
    /// It is paused already.
    AlreadyPaused,
    /// It is not paused.
    NotPaused,
    /// It is paused.
    Paused,
    /// It is not being played.
    NotPlayed,
    /// An overstep has to be decided first.
    OverstepOpen,
    /// The game is over, and should go on.
    OverReopen,
    /// The game is not over.
    NotOver,
    /// The position ends the game.
    EndOnBoard(u32),
    /// The half-move was not made.
    NotMade(u32),
    /// The arbiter himself has ended the game.
    EndedByOrder(EventId),
    /// A date for a clock that cannot be.
    ClockOutside {
        /// The date.
        day: Day,
        /// Dispatch of the move before.
        first: Day,
        /// Receipt of the ruling.
        last: Day,
    },
    /// The clock set back would have run out.
    FlagFallen {
        /// Whose.
        side: Side,
        /// When.
        flag: Day,
    },
    /// Nothing of a decision counts in the game.
    NothingOf(EventId),
    /// Days that were nobody's were lived through.
    PauseLived,
    /// A receipt that was set was used.
    DatesUsed(u32),
    /// A later decision builds on it.
    BuiltOn {
        /// Which.
        decision: EventId,
        /// When.
        day: Day,
    },
    /// A later move builds on it.
    PlayedOn {
        /// Which.
        ply: u32,
        /// When.
        day: Day,
    },
    /// Something later builds on it.
    NoFit(String),
    /// No move in the text.
    NoMove(String),
    /// The move cannot be played.
    NotPlayable {
        /// The move, where the text holds one that cannot be read as one.
        text: Option<String>,
        /// The moves it may be.
        fitting: Vec<String>,
        /// What the laws say, in English.
        note: String,
        /// The number of the move that is due: `12...`.
        due: String,
    },
    /// A date to come.
    Future {
        /// The date.
        day: Day,
        /// Today.
        today: Day,
    },
    /// Received before it was sent.
    ReceivedTooEarly {
        /// The receipt.
        received: Day,
        /// The opponent's dispatch.
        left: Day,
    },
    /// Dispatch before receipt.
    Backwards {
        /// Receipt.
        received: Day,
        /// Dispatch.
        sent: Day,
    },
}

impl OrderError {
    /// Why, in a sentence without a full stop.
    pub fn said(&self, language: Language) -> String {
        fact(language, "order-error", self)
    }
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Language::En))
    }
}

impl std::error::Error for OrderError {}

struct Desk<'a> {
    now: Instant,
    reason: &'a str,
}

impl Desk<'_> {
    fn entry(&self, event: Event, article: &str) -> Entry {
        let entry = Entry::new(self.now, Cause::Order, event);
        entry.on(article).noted(self.reason)
    }

    /// The ruling to both players and the arbiter; for the side to move, the
    /// receipt of a ruling that lets the game go on is reckoned from its leaving.
    fn tell(&self, game: &GameFile, ruling: &mut Ruling, decision: &Decision, article: &str) {
        let [_, on_ruling] = game.facts.regulations.protest_days;
        let is_final = matches!(decision, Decision::Dismissed { is_final: true, .. });
        let protest_days = if is_final { 0 } else { on_ruling };
        let resumes = game.awaits_ruling();
        for to in recipients(game) {
            let body = Body::Ruling {
                decision: decision.clone(),
                reason: self.reason.to_owned(),
                article: article.to_owned(),
                protest_days,
            };
            let mut notice = Notice::new(NoticeKind::Ruling, to, body);
            let turn = game.turn();
            if resumes && to == Recipient::Player(game.player(turn).id) {
                notice.begins = Some((game.ply(), About::Ruling, turn));
            }
            ruling.notices.push(notice);
        }
    }
}

/// Carries out an order.
pub fn order(
    game: &GameFile,
    order: &Order,
    reason: &str,
    now: Instant,
) -> Result<Ruling, OrderError> {
    let mut after = Box::new(game.clone());
    let ruling = carry_out(&mut after, order, reason, now)?;
    Ok(Ruling {
        game: Some(after),
        ..ruling
    })
}

fn carry_out(
    game: &mut GameFile,
    order: &Order,
    reason: &str,
    now: Instant,
) -> Result<Ruling, OrderError> {
    if game.status == Status::Waiting {
        return Err(OrderError::Waiting);
    }
    let desk = Desk { now, reason };
    let mut ruling = Ruling::default();
    match order {
        Order::ConfirmForfeit => confirm(game, &mut ruling, &desk)?,
        Order::RejectClaim {
            bar_claims,
            fine,
            leaves,
        } => reject(game, &mut ruling, &desk, (*bar_claims, *fine), *leaves)?,
        Order::Dismiss { of } => dismiss(game, &mut ruling, &desk, *of)?,
        Order::Penalty { side, days } => penalty(game, &mut ruling, &desk, *side, *days)?,
        Order::SetDates {
            ply,
            received,
            sent,
        } => {
            set_dates(game, &mut ruling, &desk, *ply, (*received, *sent))?;
        }
        Order::Adjudicate { code } => adjudicate(game, &mut ruling, &desk, *code)?,
        Order::Opinion {
            side,
            code,
            sent,
            text,
            named,
        } => {
            let paper = opinion::Paper {
                side: *side,
                code: *code,
                sent: *sent,
                text,
                named: named.as_deref(),
            };
            opinion::opinion(game, &mut ruling, &desk, &paper)?;
        }
        Order::Result { code, by } => {
            sense::check_result(game, *code, *by)?;
            ruling.cautions = sense::of_result(game, *code);
            let article = result_article(game, *code, *by);
            let silent = (*by == Termination::Silence).then(|| due::silent(game, now));
            let event = Event::Ended {
                result: *code,
                termination: *by,
            };
            record(game, &mut ruling, desk.entry(event, article));
            let result = code.text().to_owned();
            let decision = match silent {
                Some((side, days)) => Decision::Silence { side, days, result },
                None => Decision::Result { result },
            };
            desk.tell(game, &mut ruling, &decision, article);
            ruling.notices.extend(result_notices(game));
            ruling.outcome = Some(InGame::Result { result: *code });
        }
        Order::Move {
            text,
            received,
            sent,
        } => enter::enter(game, &mut ruling, &desk, text, (*received, *sent))?,
        Order::Void { ply, clock } => void::void(game, &mut ruling, &desk, *ply, *clock)?,
        Order::Reopen { leaves } => course::reopen(game, &mut ruling, &desk, *leaves)?,
        Order::Pause => course::pause(game, &mut ruling, &desk)?,
        Order::Resume => course::resume(game, &mut ruling, &desk)?,
    }
    Ok(ruling)
}

/// 56.9.6: the arbiter's decision, also before the term for opinions is over, when
/// nobody loses his right of appeal by it. After an appeal: the decision of another,
/// which is final (56.9.10).
fn adjudicate(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Desk<'_>,
    code: ResultCode,
) -> Result<(), OrderError> {
    if !code.is_adjudged() {
        return Err(OrderError::NoAdjudication);
    }
    let file = game.adjudication.as_ref();
    let appealed = file.is_some_and(|f| f.is_appealed());
    if game.status == Status::Finished {
        return Err(match file {
            Some(file) if file.second.is_some() => OrderError::Final,
            Some(file) if file.first.is_some() => OrderError::Adjudicated,
            Some(_) | None => OrderError::Over,
        });
    }
    let article = match appealed {
        true => Article::SecondAdjudication,
        false => Article::AdjudicationGrounds,
    };
    let event = Event::Ended {
        result: code,
        termination: Termination::Adjudication,
    };
    let number = article.number(game.facts.profile);
    record(game, ruling, desk.entry(event, number));
    tell_decision(game, ruling, desk.reason, desk.now);
    ruling.outcome = Some(InGame::Adjudicated {
        result: code,
        is_final: appealed,
    });
    Ok(())
}

/// The article a result stands on: 6.9 for the draw against one who cannot mate.
fn result_article(game: &GameFile, code: ResultCode, by: Termination) -> &'static str {
    let article = match (by, code) {
        (Termination::Silence, ResultCode::Draw) => Article::TimeNoMate,
        (Termination::Silence, _) => Article::Silence,
        (Termination::DeadPosition, _) => Article::DeadPosition,
        _ => Article::ArbiterDecides,
    };
    article.number(game.facts.profile)
}

fn confirm(game: &mut GameFile, ruling: &mut Ruling, desk: &Desk<'_>) -> Result<(), OrderError> {
    if game.status == Status::Finished {
        return Err(OrderError::Over);
    }
    let profile = game.facts.profile;
    let side = match &game.exceeded {
        Some(exceeded) => exceeded.side,
        None => {
            // The arbiter sees an overstep in any case (53.3) and may act on it unclaimed.
            let facts = Side::BOTH
                .into_iter()
                .find_map(|s| facts_at(game, s, desk.now))
                .ok_or(OrderError::NoOverstep)?;
            let when = (desk.now, Cause::Order);
            let noticed = Noticed {
                from: game.facts.zone.day(desk.now),
                claimed: false,
            };
            announce(game, ruling, &facts, when, noticed);
            ruling.notices.clear();
            facts.side
        }
    };
    if game.first_resets(side) {
        let article = Article::OverstepReset.number(profile);
        record(
            game,
            ruling,
            desk.entry(Event::ClockReset { side }, article),
        );
        let decision = Decision::ClockReset { side };
        desk.tell(game, ruling, &decision, article);
        ruling.outcome = Some(InGame::ClockReset { side });
        return Ok(());
    }
    let (result, article) = result_by_time(game, side);
    let article = article.number(profile);
    let event = Event::Ended {
        result,
        termination: Termination::Time,
    };
    record(game, ruling, desk.entry(event, article));
    desk.tell(game, ruling, &Decision::ForfeitConfirmed { side }, article);
    ruling.notices.extend(result_notices(game));
    ruling.outcome = Some(InGame::OverstepConfirmed { side, result });
    Ok(())
}

fn reject(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Desk<'_>,
    (bar_claims, fine): (bool, u32),
    leaves: Leaves,
) -> Result<(), OrderError> {
    let Some(exceeded) = game.exceeded.clone() else {
        return match refused_claimant(game) {
            Some(side) if bar_claims && fine == 0 => bar(game, ruling, desk, side),
            Some(side) if fine == 0 => Err(OrderError::Refused(side)),
            _ => Err(OrderError::NoClaim),
        };
    };
    let finable = game.facts.profile.way().claims_seal && exceeded.claimed && exceeded.pauses;
    if fine > 0 && !finable {
        return Err(OrderError::NoFine);
    }
    let ended_otherwise = |r: GameResult| r.termination != Termination::Time;
    if game.result.is_some_and(ended_otherwise) {
        return Err(OrderError::Over);
    }
    let article = Article::ClaimRefused.number(game.facts.profile);
    let day = game.facts.zone.day(desk.now);
    let dates = leaves.received.map(|received| {
        let event = Event::DatesSet {
            ply: half_move_of(game, &exceeded),
            received: Some(received),
            sent: None,
        };
        let article = Article::Transit.number(game.facts.profile);
        desk.entry(event, article)
    });
    let mut dated = game.clone();
    if let Some(dates) = &dates {
        record(&mut dated, &mut Ruling::default(), dates.clone());
    }
    let event = Event::ClaimRejected {
        side: exceeded.side,
        bar_claims,
        day,
        total: Some(standing_total(&dated, &exceeded, day)),
        days: leaves.days.unwrap_or(0),
    };
    record(game, ruling, desk.entry(event, article));
    if let Some(dates) = dates {
        record(game, ruling, dates);
    }
    if fine > 0 {
        let side = exceeded.side.other();
        let ply = game.ply() + 1 + u32::from(game.turn() != side);
        let days = i64::from(fine);
        let event = Event::Penalty { side, days, ply };
        record(game, ruling, desk.entry(event, article));
    }
    let decision = Decision::ClaimRejected {
        side: exceeded.side,
        bar_claims,
        fine,
    };
    desk.tell(game, ruling, &decision, article);
    ruling.outcome = Some(InGame::OverstepRejected {
        side: exceeded.side,
    });
    Ok(())
}

/// The half-move an overstep was noticed at: played since, or due.
fn half_move_of(game: &GameFile, exceeded: &Exceeded) -> u32 {
    let at = usize::try_from(exceeded.at_move.saturating_sub(1)).unwrap_or(usize::MAX);
    let played = game.plies_of_period(exceeded.side).nth(at);
    played.unwrap_or_else(|| game.ply() + 1)
}

/// Who claimed the opponent's time in the period that is being played, where the
/// record alone refused it.
fn refused_claimant(game: &GameFile) -> Option<Side> {
    let per = game.facts.regulations.moves_per_period.max(1);
    let newest = game.standing().rev().find_map(|e| match e.event {
        Event::ClaimRefused {
            side,
            claim: Claim::Time { at_move, .. },
        } => Some((side, at_move)),
        _ => None,
    });
    let (side, at_move) = newest?;
    let next = game.tally().sides.get(side.other()).moves + 1;
    (game.status == Status::Active && at_move.div_ceil(per) == next.div_ceil(per)).then_some(side)
}

/// The claimant whom the record has refused may claim no more in this cycle (56.6.7).
fn bar(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Desk<'_>,
    side: Side,
) -> Result<(), OrderError> {
    let article = Article::ClaimRefused.number(game.facts.profile);
    record(
        game,
        ruling,
        desk.entry(Event::ClaimsBarred { side }, article),
    );
    desk.tell(game, ruling, &Decision::ClaimsBarred { side }, article);
    ruling.outcome = Some(InGame::ClaimsBarred { side });
    Ok(())
}

/// A protest or a claim of a dead position that is not granted. What the appeals
/// arbiter decides is final (54.1.4).
fn dismiss(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Desk<'_>,
    of: Option<EventId>,
) -> Result<(), OrderError> {
    let waiting: Vec<Recorded> = open_matters(game).map(|(e, _)| e.clone()).collect();
    let found: Vec<&Recorded> = waiting
        .iter()
        .filter(|e| of.is_none_or(|id| e.id == id))
        .collect();
    let entry = match found[..] {
        [] => return Err(OrderError::NothingWaits(of.map(|id| id.0))),
        [only] => only,
        _ => {
            let all: Vec<String> = found.iter().map(|e| e.id.to_string()).collect();
            return Err(OrderError::SeveralWait(all.join(", ")));
        }
    };
    let mut former = None;
    let (number, is_final) = match &entry.event {
        Event::RulingProtested {
            decision,
            appeals,
            by,
            ..
        } => {
            former.clone_from(by);
            (Some(decision.0), *appeals)
        }
        _ => (None, false),
    };
    let Some(side) = author(entry) else {
        return Err(OrderError::NothingWaits(of.map(|id| id.0)));
    };
    let protest =
        !matches!(&entry.event, Event::MatterOpened(opened) if opened.matter == DEAD_POSITION);
    let article = match protest {
        true => Article::RulingProtest,
        false => Article::DeadPosition,
    };
    let article = article.number(game.facts.profile);
    let event = Event::Dismissed { of: entry.id };
    record(game, ruling, desk.entry(event, article));
    let decision = Decision::Dismissed {
        side,
        protest,
        number,
        is_final,
        by: former.as_ref().map(|by| by.name.clone()),
    };
    desk.tell(game, ruling, &decision, article);
    if let (Some(by), Some(last)) = (&former, ruling.notices.last().cloned()) {
        let to = Recipient::Player(by.player);
        ruling.notices.push(Notice { to, ..last });
    }
    ruling.outcome = Some(match protest {
        true => InGame::ProtestDismissed {
            side,
            by: former.map(|by| by.name),
        },
        false => InGame::DeadPositionDismissed { side },
    });
    Ok(())
}

fn penalty(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Desk<'_>,
    side: Side,
    days: i64,
) -> Result<(), OrderError> {
    if days == 0 {
        return Err(OrderError::ZeroPenalty);
    }
    // Days of the move that is being thought about can be given back too (55.4.7).
    let tally = game.tally();
    let running = tally.running.filter(|r| r.side == side);
    let thinking = running.map_or(0, |_| tally.used_at(game, desk.now));
    let used = tally.sides.get(side).total + thinking;
    if used + days < 0 {
        return Err(OrderError::TooMuchBack { side, used });
    }
    let article = Article::ArbiterDecides.number(game.facts.profile);
    let ply = game.ply() + 1 + u32::from(game.turn() != side);
    record(
        game,
        ruling,
        desk.entry(Event::Penalty { side, days, ply }, article),
    );
    desk.tell(game, ruling, &Decision::Penalty { side, days }, article);
    ruling.outcome = Some(InGame::Penalty { side, days });
    Ok(())
}

fn set_dates(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Desk<'_>,
    ply: u32,
    (received, sent): (Option<Day>, Option<Day>),
) -> Result<(), OrderError> {
    if received.is_none() && sent.is_none() {
        return Err(OrderError::Nothing);
    }
    let next = game.ply() + 1;
    if ply == 0 || ply > next {
        return Err(OrderError::NoPly(ply));
    }
    if ply == next && sent.is_some() {
        return Err(OrderError::NotSentYet(ply));
    }
    if let (Some(received), Some(sent)) = (received, sent)
        && sent < received
    {
        return Err(OrderError::Backwards { received, sent });
    }
    let today = game.facts.zone.day(desk.now);
    ruling.cautions = sense::of_dates(game, ply, (received, sent), today);
    let article = Article::Transit.number(game.facts.profile);
    let event = Event::DatesSet {
        ply,
        received,
        sent,
    };
    record(game, ruling, desk.entry(event, article));
    desk.tell(
        game,
        ruling,
        &Decision::DatesSet {
            ply,
            received,
            sent,
        },
        article,
    );
    ruling.outcome = Some(InGame::DatesSet { ply });
    Ok(())
}
