//! Orders of the arbiter about a game: each is a new entry with its article and
//! reason, mailed as a ruling to both players and to himself.

mod course;
mod decree;
mod enter;
mod opinion;
mod order;
mod reject;
mod revoke;
mod sense;
mod void;
pub(super) mod why;

pub use order::{Leaves, Order};
pub use revoke::{revoke, revoke_pass, told};
pub use why::OrderError;

use super::adjudication::tell_decision;
use super::due;
use super::ending::result_notices;
use super::notice::{NamedDecision, Notice, Recipient};
use super::outcome::InGame;
use super::oversteps::{Noticed, announce, facts_at, result_by_time};
use super::protests::{DEAD_POSITION, author, open_matters};
use super::ruling::{Ruling, record};
use crate::chess::Side;
use crate::ids::EventId;
use crate::record::{Cause, Event, GameFile, Recorded, ResultCode, Status, Termination};
use crate::rules::Article;
use crate::time::{Day, Instant};
use decree::Decree;
use reject::reject;

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
    let desk = Decree { now, reason };
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
                Some((side, days)) => NamedDecision::Silence { side, days, result },
                None => NamedDecision::Result { result },
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
    desk: &Decree<'_>,
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

fn confirm(game: &mut GameFile, ruling: &mut Ruling, desk: &Decree<'_>) -> Result<(), OrderError> {
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
        let decision = NamedDecision::ClockReset { side };
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
    desk.tell(
        game,
        ruling,
        &NamedDecision::ForfeitConfirmed { side },
        article,
    );
    ruling.notices.extend(result_notices(game));
    ruling.outcome = Some(InGame::OverstepConfirmed { side, result });
    Ok(())
}

/// A protest or a claim of a dead position that is not granted. What the appeals
/// arbiter decides is final (54.1.4).
fn dismiss(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Decree<'_>,
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
    let decision = NamedDecision::Dismissed {
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
    desk: &Decree<'_>,
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
    desk.tell(
        game,
        ruling,
        &NamedDecision::Penalty { side, days },
        article,
    );
    ruling.outcome = Some(InGame::Penalty { side, days });
    Ok(())
}

fn set_dates(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Decree<'_>,
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
        &NamedDecision::DatesSet {
            ply,
            received,
            sent,
        },
        article,
    );
    ruling.outcome = Some(InGame::DatesSet { ply });
    Ok(())
}
