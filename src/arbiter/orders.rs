//! Orders of the arbiter about a game: each is a new entry with its article and
//! reason, mailed as a ruling to both players and to himself.

use super::adjudication::tell_decision;
use super::articles::Article;
use super::context::record;
use super::ending::result_notices;
use super::notice::{Body, Decision, Notice, NoticeKind, Recipient};
use super::oversteps::{announce, facts_at, recipients, result_by_time, standing_total};
use super::ruling::Ruling;
use crate::chess::Side;
use crate::ids::EventId;
use crate::record::{
    About, Cause, Entry, Event, GameFile, GameResult, ResultCode, Status, Termination,
};
use crate::time::{Day, Instant};
use crate::tournament::Profile;

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
    /// A result.
    Result {
        /// Which.
        code: ResultCode,
        /// By what.
        by: Termination,
    },
}

/// Why an order cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// The tournament is not started.
    #[error("the tournament is not started")]
    Waiting,
    /// Nothing to confirm.
    #[error("no overstep stands in this game: nothing to confirm")]
    NoOverstep,
    /// Nothing to reject.
    #[error("no claim or notice of an overstep is open in this game: nothing to reject")]
    NoClaim,
    /// The half-move does not exist.
    #[error("half-move {0} is neither played nor due")]
    NoPly(u32),
    /// Another result than one of play.
    #[error("a game is adjudicated 1-0, 0-1 or 1/2-1/2")]
    NoAdjudication,
    /// It was adjudicated, and nobody has appealed.
    #[error("the game is adjudicated already, and no appeal was taken")]
    Adjudicated,
    /// It was adjudicated twice (56.9.10).
    #[error("the second adjudication is final")]
    Final,
    /// Nothing is asked.
    #[error("nothing to set: give --received or --sent")]
    Nothing,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Only a claim that paused the game, by post.
    #[error(
        "--fine is for a claim by post that paused the game (55.6.10); td penalty adds days elsewhere"
    )]
    NoFine,
    /// It would be no change.
    #[error("a penalty of 0 days changes nothing")]
    ZeroPenalty,
    /// More days than were used.
    #[error("{side} has used {used} days in all: no more can be taken back")]
    TooMuchBack {
        /// Whose.
        side: &'static str,
        /// Days and penalty days so far.
        used: i64,
    },
    /// Dispatch before receipt.
    #[error("the dispatch {sent} would lie before the receipt {received}")]
    Backwards {
        /// Receipt.
        received: Day,
        /// Dispatch.
        sent: Day,
    },
}

struct Desk<'a> {
    now: Instant,
    reason: &'a str,
}

impl Desk<'_> {
    fn entry(&self, event: Event, article: &str) -> Entry {
        Entry {
            id: EventId(0),
            at: self.now,
            event,
            grounds: Some(article.to_owned()),
            cause: Cause::Order,
            note: self.reason.to_owned(),
        }
    }

    /// The ruling to both players and the arbiter; for the side to move, the
    /// receipt of a ruling that lets the game go on is reckoned from its leaving.
    fn tell(&self, game: &GameFile, ruling: &mut Ruling, decision: &Decision, article: &str) {
        let [_, protest_days] = game.facts.regulations.protest_days;
        let resumes = matches!(
            decision,
            Decision::ClaimRejected { .. } | Decision::ClockReset { .. }
        );
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

/// Carries out an order. The game is left as the ruling's entries make it.
pub fn order(
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
        Order::RejectClaim { bar_claims, fine } => {
            reject(game, &mut ruling, &desk, *bar_claims, *fine)?;
        }
        Order::Penalty { side, days } => penalty(game, &mut ruling, &desk, *side, *days)?,
        Order::SetDates {
            ply,
            received,
            sent,
        } => {
            set_dates(game, &mut ruling, &desk, *ply, (*received, *sent))?;
        }
        Order::Adjudicate { code } => adjudicate(game, &mut ruling, &desk, *code)?,
        Order::Result { code, by } => {
            let article = Article::ArbiterDecides.number(game.facts.profile);
            let event = Event::Ended {
                result: *code,
                termination: *by,
            };
            record(game, &mut ruling, desk.entry(event, article));
            let decision = Decision::Result {
                result: code.text().to_owned(),
            };
            desk.tell(game, &mut ruling, &decision, article);
            ruling.notices.extend(result_notices(game));
            ruling.note = format!("result {}", code.text());
        }
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
    if !matches!(
        code,
        ResultCode::White | ResultCode::Black | ResultCode::Draw
    ) {
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
    ruling.note = match appealed {
        true => format!("adjudicated on appeal, finally: {}", code.text()),
        false => format!("adjudicated: {}", code.text()),
    };
    Ok(())
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
            announce(game, ruling, &facts, when, None);
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
        ruling.note = format!("first overstep of {}: clock at zero", side.name());
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
    ruling.note = format!("overstep of {} confirmed: {}", side.name(), result.text());
    Ok(())
}

fn reject(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Desk<'_>,
    bar_claims: bool,
    fine: u32,
) -> Result<(), OrderError> {
    let exceeded = game.exceeded.clone().ok_or(OrderError::NoClaim)?;
    let finable = game.facts.profile == Profile::Post && exceeded.claimed && exceeded.pauses;
    if fine > 0 && !finable {
        return Err(OrderError::NoFine);
    }
    let ended_otherwise = |r: GameResult| r.termination != Termination::Time;
    if game.result.is_some_and(ended_otherwise) {
        return Err(OrderError::Over);
    }
    let article = Article::ClaimRefused.number(game.facts.profile);
    let day = game.facts.zone.day(desk.now);
    let event = Event::ClaimRejected {
        side: exceeded.side,
        bar_claims,
        day,
        total: Some(standing_total(game, &exceeded, day)),
    };
    record(game, ruling, desk.entry(event, article));
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
    ruling.note = format!("overstep of {} rejected", exceeded.side.name());
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
    let used = game.tally().sides.get(side).total;
    if used + days < 0 {
        let side = side.name();
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
    ruling.note = format!("penalty of {days} days to {}", side.name());
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
    if ply == 0 || ply > game.ply() + 1 || (ply == game.ply() + 1 && received.is_none()) {
        return Err(OrderError::NoPly(ply));
    }
    let index = usize::try_from(ply).unwrap_or(usize::MAX).saturating_sub(1);
    if let Some(mv) = game.moves.get(index) {
        let (from, until) = (received.unwrap_or(mv.received), sent.unwrap_or(mv.sent));
        if until < from && (received.is_some() && sent.is_some()) {
            return Err(OrderError::Backwards {
                received: from,
                sent: until,
            });
        }
    }
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
    ruling.note = format!("dates of half-move {ply} set");
    Ok(())
}
