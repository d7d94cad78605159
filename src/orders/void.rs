//! `td void`: a half-move and all later ones leave the game; what counts no more with
//! them, and what stays.

use super::half_move::{HalfMove, half_move};
use super::outcome::{ClockLeftRunning, InGame};
use super::words::{day, game};
use super::{Decree, GameOrder, OrderError, OrderPlace, Ordered};
use crate::arbiter::Ruling;
use crate::arbiter::notice::{NamedDecision, Recipient};
use crate::chess::Side;
use crate::ids::{EventId, GameName};
use crate::record::{About, Event, GameFile, Recorded, Status};
use crate::rules::Article;
use crate::time::Day;
use clap::Args;

/// Take a half-move and all later ones out of the game
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct VoidOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// The half-move: from 1 (game show lists them), or as a move: 16.Nb1, 16...Nb1
    #[arg(value_parser = half_move)]
    pub ply: HalfMove,
    /// The receipt from which the time of the side to move counts now
    #[arg(long, value_parser = day, value_name = "DATE")]
    pub clock: Option<Day>,
}

impl Ordered for VoidOrder {
    fn examples() -> Vec<&'static str> {
        vec!["void CODE/3 14"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

impl GameOrder for VoidOrder {
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let (ply, clock) = (self.ply.in_game(game)?, self.clock);
        let index = usize::try_from(ply).unwrap_or(usize::MAX).wrapping_sub(1);
        let Some(first) = game.moves.get(index).cloned() else {
            return Err(OrderError::NotMade(ply));
        };
        if game.status == Status::Paused && game.exceeded.as_ref().is_some_and(|e| e.pauses) {
            return Err(OrderError::OverstepOpen);
        }
        if let Some(decision) = ended_by_order(game) {
            return Err(OrderError::EndedByOrder(decision));
        }
        let today = game.facts.zone.day(decree.now);
        if let Some(day) = clock {
            check_clock(game, ply, day, today)?;
        }
        if game.status == Status::Adjudication {
            return Err(OrderError::NotPlayed);
        }
        let was_over = game.status == Status::Finished;
        let count = game.ply() + 1 - ply;
        let event = Event::Voided {
            ply,
            received: clock,
            entries: hanging_on(game, ply)?,
        };
        let article = Article::ArbiterDecides.number(game.facts.profile);
        if !decree.record(game, event, article) {
            return Err(OrderError::NoFit(std::mem::take(&mut decree.ruling.note)));
        }
        let side = game.turn();
        let running = game.tally().running;
        let now = game.moment(decree.now);
        if let Some(flag) = running.filter(|r| r.has_fallen(now)).map(|r| r.flag) {
            return Err(OrderError::FlagFallen { side, flag });
        }
        let label = format!("{}{} {}", first.number, side.dots(), first.san);
        let decision = NamedDecision::Voided {
            label: label.clone(),
            count,
            side,
            since: running.map(|r| r.since),
            reopened: was_over,
        };
        decree.tell(game, &decision, article);
        begin_where_nothing_else_does(game, &mut decree.ruling, side);
        let runs = running.map(|r| ClockLeftRunning {
            side: r.side,
            since: r.since,
            used: game.tally().used(game, now),
            flag: r.flag,
        });
        decree.done = Some(InGame::Voided {
            label,
            count,
            running: runs,
        });
        Ok(())
    }
}

/// Where the letter that began the side's time never left, its time begins with
/// the ruling.
fn begin_where_nothing_else_does(game: &GameFile, ruling: &mut Ruling, side: Side) {
    if game.status != Status::Active || game.receipt().is_some() {
        return;
    }
    let me = Recipient::Player(game.player(side).id);
    for notice in ruling.notices.iter_mut().filter(|n| n.to == me) {
        notice.begins = Some((game.ply(), About::Correction, side));
    }
}

/// The decision that entered the result which stands, where one did.
fn ended_by_order(game: &GameFile) -> Option<EventId> {
    game.result?;
    let ended = |e: &&Recorded| matches!(e.event, Event::Ended { .. });
    let entry = game.standing_recorded().rfind(ended)?;
    entry.decision()
}

fn check_clock(game: &GameFile, ply: u32, day: Day, today: Day) -> Result<(), OrderError> {
    let before = usize::try_from(ply).unwrap_or(0).checked_sub(2);
    let answered = before.and_then(|i| game.moves.get(i)).map(|m| m.sent);
    let first = answered.unwrap_or(game.facts.start);
    let last = today.plus(i64::from(game.facts.regulations.transit_days));
    if day < first || day > last {
        return Err(OrderError::ClockOutside { day, first, last });
    }
    Ok(())
}

/// The entries that count no more with a half-move and those after it. What the
/// arbiter added to a clock stays, and so does what stood before the half-move:
/// faults in letters before it, offers, the receipt that counted.
fn hanging_on(game: &GameFile, ply: u32) -> Result<Vec<EventId>, OrderError> {
    let made = |e: &Recorded| matches!(e.event, Event::MovePlayed { ply: p, .. } if p == ply);
    let first = game
        .entries
        .iter()
        .rposition(|e| game.counts(e) && made(e))
        .ok_or(OrderError::NotMade(ply))?;
    let mut found = Vec::new();
    // What came of an overstep goes with it: of one that a voided half-move made.
    let mut overstep_goes = false;
    for (index, entry) in game.entries.iter().enumerate().skip(first) {
        if !game.counts(entry) {
            continue;
        }
        let goes = match &entry.event {
            Event::MovePlayed { .. }
            | Event::Faulty { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::VariantProposed { .. }
            | Event::Warned { .. }
            | Event::Reminded { .. }
            | Event::Repeated { .. }
            | Event::SilenceReported { .. }
            | Event::Ended { .. }
            | Event::AdjudicationOpened { .. }
            | Event::OpinionGiven { .. }
            | Event::OpinionsClosed
            | Event::AppealLodged { .. }
            | Event::Reopened { .. } => true,
            Event::Penalty { .. } | Event::Replied { .. } => entry.decision().is_none(),
            Event::DatesSet { ply: p, .. } | Event::CardShown { ply: p, .. } => *p >= ply,
            Event::LetterLeft { ply: p, about, .. } => match about {
                About::Start | About::Move | About::Correction => *p >= ply,
                About::Ruling | About::Notice => overstep_goes,
                About::Adjudication => true,
            },
            Event::LetterDelayed { ply: p, .. } | Event::StopEnded { ply: p, .. } => *p >= ply,
            Event::LetterLost { ply: p, about, .. } => match about {
                Some(About::Start | About::Move | About::Correction) | None => *p >= ply,
                Some(About::Ruling | About::Notice) => overstep_goes,
                Some(About::Adjudication) => true,
            },
            Event::TimeExceeded { side, at_move, .. } => {
                let then = game.before(index).ok();
                let over = then.map(|then| then.ply_of_overstep(*side, *at_move));
                overstep_goes = over.is_none_or(|over| over >= ply);
                overstep_goes
            }
            Event::NoticeAnnulled { .. }
            | Event::Greeted { .. }
            | Event::GreetingPassed { .. }
            | Event::Protested { .. }
            | Event::ClaimRejected { .. }
            | Event::ClockReset { .. } => overstep_goes,
            Event::Paused { .. } | Event::Resumed { .. } => {
                overstep_goes = false;
                false
            }
            Event::Started
            | Event::MatterOpened(_)
            | Event::ClaimRefused { .. }
            | Event::ConfirmedLate { .. }
            | Event::ClaimsBarred { .. }
            | Event::CarrierSet { .. }
            | Event::TimeGiven { .. }
            | Event::HoursGiven { .. }
            | Event::Replaced { .. }
            | Event::Voided { .. }
            | Event::RulingProtested { .. }
            | Event::AppealVoted { .. }
            | Event::Dismissed { .. }
            | Event::Redated { .. }
            | Event::Revoked { .. } => false,
        };
        if goes {
            found.push(entry.id);
        }
    }
    Ok(found)
}
