//! `td revoke`: a decision is taken back, and the game is as if it had not been taken.
//! How an entry about a player is undone stands with the order that makes it.

use super::carrier::goes_the_new_way;
use super::caution::Caution;
use super::outcome::InGame;
use super::plan::Given;
use super::words::{entry, pass};
use super::{Decided, Decree, DeskOrder, OrderError, OrderPlace, Ordered, Refusal};
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{Ruling, appealed, is_last_word, record, result_notices};
use crate::chess::Side;
use crate::ids::{EventId, PassId};
use crate::record::{
    Cause, Event, GameFile, PlayerEntry, PlayerEvent, Recorded, Status, Termination,
    revoked_entries,
};
use crate::rules::Article;
use crate::time::{Instant, Zone};
use clap::Args;
use std::collections::BTreeSet;

/// Take back a decision, also a revocation, or all that one pass of the robot
/// declared; td log lists both
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct RevokeOrder {
    /// Its number
    #[arg(required_unless_present = "pass", conflicts_with = "pass", value_parser = entry())]
    pub decision: Option<EventId>,
    /// The number of a pass instead: all that it declared
    #[arg(long, value_name = "ID", value_parser = pass())]
    pub pass: Option<PassId>,
}

impl Ordered for RevokeOrder {
    fn examples() -> Vec<&'static str> {
        vec!["revoke 123"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Revoke(self))
    }
}

/// Takes a decision back in a game in which it has entries.
pub fn revoke(
    game: &GameFile,
    decision: EventId,
    reason: &str,
    now: Instant,
) -> Result<Decided, OrderError> {
    let of_it = |e: &&Recorded| e.decision() == Some(decision);
    let mine: Vec<Recorded> = game.standing_recorded().filter(of_it).cloned().collect();
    let what = TakenBack {
        decision,
        pass: None,
    };
    take_back(game, what, &mine, Decree::new(now, reason))
}

/// One entry about a player that a decision made and that is taken back with it.
#[derive(Clone, Copy, Debug)]
pub struct Undoing<'a> {
    /// The decision.
    pub decision: EventId,
    /// The entry.
    pub entry: &'a Recorded<PlayerEntry>,
    /// Why and when it is taken back.
    pub given: Given<'a>,
}

impl Undoing<'_> {
    /// What letters say of it, by the zone of the days in them: no game goes on by it.
    pub(super) fn said(&self, zone: Zone, what: Option<NamedDecision>) -> NamedDecision {
        NamedDecision::Revoked {
            number: self.decision.0,
            day: zone.day(self.entry.at),
            what: what.map(Box::new),
            is_final: false,
            rests: false,
            turn: Side::White,
        }
    }

    /// The entry that undoes it, on the same article.
    pub(super) fn undone(&self, event: PlayerEvent) -> PlayerEntry {
        PlayerEntry {
            at: self.given.now,
            event,
            note: self.given.reason.to_owned(),
            ..self.entry.entry.clone()
        }
    }
}

/// The entry that revokes what a decision entered about a player; `mine` is that, of his
/// whole record.
///
/// # Errors
///
/// It is taken back already.
pub fn revoke_for_player(
    record: &[Recorded<PlayerEntry>],
    mine: &[&Recorded<PlayerEntry>],
    decision: EventId,
    given: Given<'_>,
) -> Result<Ruling, Refusal> {
    let takes_back = |e: &&Recorded<PlayerEntry>| match &e.event {
        PlayerEvent::Revoked { entries, .. } => mine.iter().any(|m| entries.contains(&m.id)),
        _ => false,
    };
    // A revocation that was itself taken back revokes nothing.
    let dead = revoked_entries(record);
    let standing = record.iter().filter(takes_back);
    let mut standing = standing.filter(|e| !dead.contains(&e.id));
    let (Some(entry), None) = (mine.first(), standing.next()) else {
        return Err(Refusal::RevokedAlready(decision));
    };
    let entries = mine.iter().map(|e| e.id).collect();
    let first = Undoing {
        decision,
        entry,
        given,
    };
    Ok(Ruling {
        player_entries: vec![first.undone(PlayerEvent::Revoked { decision, entries })],
        ..Ruling::default()
    })
}

/// What a pass of the robot recorded in a game.
#[derive(Clone, Debug)]
pub struct PassInGame {
    /// The pass.
    pub pass: PassId,
    /// The entries.
    pub entries: BTreeSet<EventId>,
}

/// Takes back what a pass declared in a game: of its entries there those that stand.
/// `None` where none of them declares anything any more.
pub fn revoke_pass(
    game: &GameFile,
    of_pass: &PassInGame,
    reason: &str,
    now: Instant,
) -> Result<Option<Decided>, OrderError> {
    let of_it = |e: &&Recorded| of_pass.entries.contains(&e.id) && e.cause == Cause::Tick;
    let mine: Vec<Recorded> = game.standing_recorded().filter(of_it).cloned().collect();
    let declares = mine.iter().any(|e| e.event.is_declaration());
    let Some(first) = mine.first().filter(|_| declares).map(|e| e.id) else {
        return Ok(None);
    };
    let what = TakenBack {
        decision: first,
        pass: Some(of_pass.pass),
    };
    take_back(game, what, &mine, Decree::new(now, reason)).map(Some)
}

/// Takes one entry of a game back that follows from what is taken back elsewhere.
pub(super) fn take_back_entry(
    game: &GameFile,
    entry: &Recorded,
    given: Given<'_>,
) -> Result<Decided, OrderError> {
    let what = TakenBack {
        decision: entry.decision().unwrap_or(entry.id),
        pass: None,
    };
    let mine = [entry.clone()];
    take_back(game, what, &mine, Decree::new(given.now, given.reason))
}

/// What is taken back: a decision, or what a pass declared from that entry on.
#[derive(Clone, Copy)]
struct TakenBack {
    decision: EventId,
    pass: Option<PassId>,
}

/// Takes entries of a game back.
fn take_back(
    game: &GameFile,
    what: TakenBack,
    mine: &[Recorded],
    mut decree: Decree<'_>,
) -> Result<Decided, OrderError> {
    let TakenBack { decision, pass } = what;
    let Some(first) = mine.first() else {
        return Err(OrderError::NothingOf(decision));
    };
    check(game, mine)?;
    let entries: Vec<EventId> = mine.iter().map(|e| e.id).collect();
    if let Some(later) = game.misfit(&entries) {
        return Err(built_on(game, later));
    }
    // What the appeals arbiter has decided is final (34.5): who takes it back says that he
    // means to.
    if mine.iter().any(|e| is_last_word(game, e)) {
        let game = game.facts.name.clone();
        decree.cautions.push(Caution::LastWord { game, decision });
    }
    let is_final = pass.is_none() && appealed(game, decision).is_some();
    let (what, day) = (told(game, mine), game.facts.zone.day(first.at));
    let (status, ply) = (game.status, game.ply());
    let paper = Side::BOTH.map(|side| (side, game.gets_paper(side)));
    let event = |from| Event::Revoked {
        decision,
        from,
        entries: entries.clone(),
        pass,
    };
    let article = Article::ArbiterDecides.number(game.facts.profile);
    // Where the game took another course by it, the days up to now are nobody's.
    let mut after = game.clone();
    let mut tried = Ruling::default();
    if !record(&mut after, &mut tried, decree.entry(event(None), article)) {
        return Err(OrderError::NoFit(tried.note));
    }
    let rests = after.status == Status::Active && (status != Status::Active || after.ply() != ply);
    let from = rests.then_some(day);
    let mut after = Box::new(game.clone());
    let game = after.as_mut();
    decree.record(game, event(from), article);
    let turn = game.turn();
    let said = match pass {
        Some(_) => NamedDecision::PassRevoked { day, rests, turn },
        None => NamedDecision::Revoked {
            number: decision.0,
            day,
            what: what.map(Box::new),
            is_final,
            rests,
            turn,
        },
    };
    decree.tell(game, &said, article);
    // What waits for the way that was taken back goes the other one.
    for (side, _) in paper
        .into_iter()
        .filter(|(s, was)| game.gets_paper(*s) != *was)
    {
        goes_the_new_way(game, &mut decree, side);
    }
    if game.status == Status::Finished && status != Status::Finished {
        decree.ruling.notices.extend(result_notices(game));
    }
    decree.done = Some(match pass {
        Some(pass) => InGame::PassRevoked { pass, day },
        None => InGame::Revoked { decision, day },
    });
    Ok(decree.decided(after))
}

/// Decisions that cannot be undone because the time they were about has passed.
fn check(game: &GameFile, mine: &[Recorded]) -> Result<(), OrderError> {
    // A move that the decision itself entered goes with its dates.
    let enters = |ply| {
        let is = |e: &Recorded| matches!(e.event, Event::MovePlayed { ply: p, .. } if p == ply);
        mine.iter().any(is)
    };
    for entry in mine {
        match &entry.event {
            Event::Paused { .. } => return Err(OrderError::PauseLived),
            // It set the receipt of the half-move that was due, and that was made with it.
            Event::DatesSet {
                ply,
                received: Some(_),
                ..
            } if *ply <= game.ply() && !enters(*ply) && was_due(game, entry, *ply) => {
                return Err(OrderError::DatesUsed(*ply));
            }
            _ => {}
        }
    }
    Ok(())
}

fn was_due(game: &GameFile, entry: &Recorded, ply: u32) -> bool {
    let index = game.entries.iter().position(|e| e.id == entry.id);
    let then = index.and_then(|i| game.before(i).ok());
    then.is_some_and(|then| then.ply() < ply)
}

/// Why an entry that came later keeps a decision from being taken back.
fn built_on(game: &GameFile, later: &Recorded) -> OrderError {
    let day = game.facts.zone.day(later.at);
    match (later.decision(), &later.event) {
        (Some(decision), _) => OrderError::BuiltOn { decision, day },
        (None, Event::MovePlayed { ply, .. }) => OrderError::PlayedOn { ply: *ply, day },
        (None, _) if later.cause == Cause::Tick => OrderError::DeclaredOn {
            entry: later.id,
            pass: None,
            day,
        },
        (None, event) => OrderError::NoFit(format!("{} of {day}", event.what())),
    }
}

/// What a decision said, from its entries in this game.
pub fn told(game: &GameFile, entries: &[Recorded]) -> Option<NamedDecision> {
    let beside = |e: &&Recorded| matches!(e.event, Event::Penalty { .. });
    let fine: i64 = entries.iter().filter(beside).filter_map(days_of).sum();
    // What was decided stands last: an overstep is entered before its result. A fine
    // stands beside what it is for.
    let main = entries.iter().rev().filter(|e| !beside(e));
    main.chain(entries.iter().filter(beside)).find_map(|entry| {
        let index = game.entries.iter().position(|e| e.id == entry.id);
        let before = || index.and_then(|i| game.before(i).ok());
        Some(match &entry.event {
            Event::Ended {
                termination: Termination::Time,
                ..
            } => NamedDecision::ForfeitConfirmed {
                side: before()?.exceeded?.side,
            },
            Event::ClaimRejected {
                side, bar_claims, ..
            } => NamedDecision::ClaimRejected {
                side: *side,
                bar_claims: *bar_claims,
                fine: u32::try_from(fine).unwrap_or(0),
            },
            Event::Resumed { .. } => NamedDecision::Resumed {
                turn: before()?.turn(),
            },
            Event::Reopened { .. } => NamedDecision::Reopened {
                turn: before()?.turn(),
                paused: false,
            },
            Event::Voided { ply, received, .. } => {
                let before = before()?;
                let at = usize::try_from(*ply).ok()?.checked_sub(1)?;
                let mv = before.moves.get(at)?;
                NamedDecision::Voided {
                    label: format!("{}{} {}", mv.number, mv.side.dots(), mv.san),
                    count: before.ply() + 1 - ply,
                    side: mv.side,
                    since: *received,
                    reopened: false,
                }
            }
            Event::MovePlayed {
                ply,
                received,
                sent,
                ..
            } => {
                let at = index.and_then(|i| game.before(i + 1).ok())?;
                let mv = at.moves.get(usize::try_from(*ply).ok()?.checked_sub(1)?)?;
                NamedDecision::MoveEntered {
                    label: format!("{}{} {}", mv.number, mv.side.dots(), mv.san),
                    side: mv.side,
                    received: *received,
                    sent: *sent,
                }
            }
            Event::Revoked { pass: Some(_), .. } => NamedDecision::PassRevoked {
                day: game.facts.zone.day(entry.at),
                rests: false,
                turn: game.turn(),
            },
            Event::Revoked { decision, .. } => NamedDecision::Revoked {
                number: decision.0,
                day: game.facts.zone.day(entry.at),
                what: None,
                is_final: false,
                rests: false,
                turn: game.turn(),
            },
            event => return NamedDecision::of(event),
        })
    })
}

fn days_of(entry: &Recorded) -> Option<i64> {
    match entry.event {
        Event::Penalty { days, .. } => Some(days),
        _ => None,
    }
}
