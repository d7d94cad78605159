//! What a decision changes: every game that it touches, before and after, and whether
//! its own name says so.

use super::DecisionEffect;
use crate::chess::{BySide, Side};
use crate::error::Failure;
use crate::ids::{GameId, GameName, TournamentId};
use crate::orders::caution::{Caution, FEW_DAYS};
use crate::orders::{AfterOrder, Order, Ordered, Outcome, Watch};
use crate::record::{Event, GameFile, Recorded, Status};
use crate::report::effect::{Effect, GameChange, Situation};
use crate::robot::desk::Desk;
use crate::robot::inquiry::places_of;
use crate::robot::{rounds, stages};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// A game with its players and what holds in it.
pub(super) struct Stands {
    name: GameName,
    names: BySide<String>,
    situation: Situation,
}

/// The games that the decision in hand has touched, by number: those with entries
/// of it, and the unfinished ones of players about whom it has some.
pub(super) fn touched(desk: &Desk<'_>) -> Result<Vec<GameId>, Failure> {
    let Some(deciding) = &desk.deciding else {
        return Ok(Vec::new());
    };
    let mut found = BTreeSet::new();
    // A game that begins by it was nothing before.
    let begun = |entry: &Recorded| entry.event == Event::Started;
    for (game, _) in deciding.done.entries.iter().filter(|(_, e)| !begun(e)) {
        found.extend(desk.tx.game_find(game)?);
    }
    for entry in &deciding.done.player_entries {
        for row in desk.tx.player_games(entry.player, false)? {
            let here = entry.tournament.is_none_or(|t| t == row.tournament);
            if here && row.status != Status::Finished {
                found.insert(row.id);
            }
        }
    }
    Ok(found.into_iter().collect())
}

/// What holds in games now.
pub(super) fn situations(desk: &mut Desk<'_>, games: &[GameId]) -> Result<Vec<Stands>, Failure> {
    let mut tables: BTreeMap<TournamentId, BTreeMap<u32, String>> = BTreeMap::new();
    let mut later: BTreeMap<TournamentId, Vec<stages::CarriesInto>> = BTreeMap::new();
    let now = desk.now;
    let mut all = Vec::new();
    for id in games {
        let tournament = desk.game(*id)?.facts.tournament;
        if let Entry::Vacant(unread) = tables.entry(tournament) {
            let row = desk.tx.tournament_load_id(tournament)?;
            let places = row.map(|row| places_of(**desk.tx, &row, now)).transpose()?;
            unread.insert(places.unwrap_or_default());
            later.insert(
                tournament,
                stages::carries_into(**desk.tx, tournament, now)?,
            );
        }
        let game = desk.game(*id)?;
        let place = |side| {
            let table = tables.get(&tournament);
            let number = game.player(side).start_number;
            table.and_then(|t| t.get(&number)).cloned()
        };
        let places = BySide {
            white: place(Side::White).unwrap_or_default(),
            black: place(Side::Black).unwrap_or_default(),
        };
        all.push(Stands {
            name: game.facts.name.clone(),
            names: BySide {
                white: game.player(Side::White).name.clone(),
                black: game.player(Side::Black).name.clone(),
            },
            situation: Situation {
                carried: carried_places(game, later.get(&tournament)),
                ..Situation::of(game, places, now)
            },
        });
    }
    Ok(all)
}

/// The places of both players of a game in the stages into which its result is carried over.
fn carried_places(
    game: &GameFile,
    later: Option<&Vec<stages::CarriesInto>>,
) -> Vec<(String, BySide<String>)> {
    let both = |stage: &stages::CarriesInto| {
        let place = |side| stage.places.get(&game.player(side).id).cloned();
        let places = BySide {
            white: place(Side::White)?,
            black: place(Side::Black)?,
        };
        Some((stage.code.clone(), places))
    };
    later.into_iter().flatten().filter_map(both).collect()
}

/// The tournaments that the decision in hand has touched: those of these games, and those in
/// which it says something of a player.
pub(super) fn tournaments_touched(
    desk: &mut Desk<'_>,
    games: &[GameId],
) -> Result<BTreeSet<TournamentId>, Failure> {
    let deciding = desk.deciding.iter();
    let players = deciding.flat_map(|d| &d.done.player_entries);
    let mut tournaments: BTreeSet<TournamentId> = players.filter_map(|e| e.tournament).collect();
    for id in games {
        tournaments.insert(desk.game(*id)?.facts.tournament);
    }
    Ok(tournaments)
}

/// What was built upon other results, or players, than now stand in tournaments: rounds of
/// knock-outs, and the fields of stages; by what it is built in.
pub(super) fn astray(
    desk: &Desk<'_>,
    tournaments: &BTreeSet<TournamentId>,
) -> Result<BTreeMap<(String, bool), Caution>, Failure> {
    let mut found = BTreeMap::new();
    for id in tournaments {
        let Some(row) = desk.tx.tournament_load_id(*id)? else {
            continue;
        };
        if let Some(round) = rounds::astray(desk.tx, &row)? {
            let code = row.facts.code.clone();
            let asks = Caution::RoundPaired { code, round };
            found.insert((row.facts.code.clone(), false), asks);
        }
        for (code, begun) in stages::astray_after(desk.tx, &row, desk.now)? {
            let asks = Caution::FieldMade {
                code: code.clone(),
                begun,
            };
            found.insert((code, true), asks);
        }
    }
    Ok(found)
}

/// Who has left the tournament of a game, by games.
pub(super) fn left_in(
    desk: &mut Desk<'_>,
    games: &[GameId],
) -> Result<BTreeMap<GameName, Vec<String>>, Failure> {
    let mut left: BTreeMap<TournamentId, BTreeSet<u32>> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for id in games {
        let tournament = desk.game(*id)?.facts.tournament;
        if let Entry::Vacant(unread) = left.entry(tournament) {
            let entries = desk.tx.entries_of_tournament(tournament)?.into_iter();
            let gone = entries.filter(|e| e.withdrawn.is_some());
            unread.insert(gone.map(|e| e.start_number).collect());
        }
        let game = desk.game(*id)?;
        let gone = left.get(&tournament);
        let is_gone = |number: u32| gone.is_some_and(|gone| gone.contains(&number));
        let players = Side::BOTH.map(|side| game.player(side));
        let names = players.into_iter().filter(|p| is_gone(p.start_number));
        found.insert(
            game.facts.name.clone(),
            names.map(|p| p.name.clone()).collect(),
        );
    }
    Ok(found)
}

/// That a game goes on of which a player has left (33, 56.8.1): his clock would run. An order
/// to open it says so by its own name.
pub(super) fn without_players(
    order: &Order,
    effect: &Effect,
    left: &BTreeMap<GameName, Vec<String>>,
) -> Vec<Caution> {
    if matches!(order, Order::Reopen(_)) {
        return Vec::new();
    }
    let goes_on = |status| !matches!(status, Status::Finished | Status::Adjudication);
    let again = effect
        .changes
        .iter()
        .filter(|change| change.before.status == Status::Finished && goes_on(change.after.status));
    let names = |change: &GameChange| left.get(&change.game).cloned().unwrap_or_default();
    again
        .flat_map(|change| {
            let game = change.game.clone();
            let of = move |name| Caution::WithoutPlayer {
                game: game.clone(),
                name,
            };
            names(change).into_iter().map(of)
        })
        .collect()
}

/// That an order to pair ends a tournament, or one to prolong it has its games go on whose play
/// was over, as their names do not say.
pub(super) fn of_tournament(done: &[Outcome]) -> Option<Caution> {
    done.iter().find_map(|done| match done {
        Outcome::Prolonged {
            code,
            was,
            come: true,
            ..
        } => Some(Caution::EndCome {
            code: code.clone(),
            end: *was,
        }),
        Outcome::RoundsOver { code, rounds } => Some(Caution::RoundsOver {
            code: code.clone(),
            rounds: *rounds,
        }),
        _ => None,
    })
}

/// What lies between two looks at the same games.
pub(super) fn between(before: Vec<Stands>, after: Vec<Stands>) -> Effect {
    let both = before.into_iter().zip(after);
    let mut changes: Vec<GameChange> = both
        .map(|(before, after)| GameChange {
            game: before.name,
            names: before.names,
            before: before.situation,
            after: after.situation,
        })
        .collect();
    changes.sort_by(|a, b| a.game.cmp(&b.game));
    Effect { changes }
}

/// What a decision makes of the time of a side that its own name does not say: it is
/// over at once, or few days are left by an order that takes days, refuses an overstep
/// or opens a game again.
pub(super) fn cautions(order: &Order, decided: &DecisionEffect) -> Vec<Caution> {
    let mut found = Vec::new();
    for change in &decided.effect.changes {
        for side in Side::BOTH {
            found.extend(caution(order, decided, change, side));
        }
    }
    found
}

fn caution(
    order: &Order,
    decided: &DecisionEffect,
    change: &GameChange,
    side: Side,
) -> Option<Caution> {
    let (before, after) = (&change.before, &change.after);
    let Watch {
        is_watched,
        can_give,
    } = watch(order, decided, change, side);
    // What an order restores was so before; an overstep that pauses the game is decided.
    let played = before.status == Status::Active && after.status == Status::Active;
    if after.status == Status::Finished || !(is_watched || played) {
        return None;
    }
    let clock = after.clocks.get(side);
    let game = || change.game.clone();
    let is_news = || before.over(side).is_none() || after.oversteps_anew(side, before);
    if let Some((total, limit)) = after.over(side).filter(|_| is_watched || is_news()) {
        return Some(Caution::TimeOver {
            game: game(),
            side,
            total,
            limit,
            can_give,
        });
    }
    (is_watched && clock.left < FEW_DAYS).then(|| Caution::FewDays {
        game: game(),
        side,
        left: clock.left,
        can_give,
    })
}

/// Whether an order is one after which a side should have some days.
fn watch(order: &Order, decided: &DecisionEffect, change: &GameChange, side: Side) -> Watch {
    let Some((_, order)) = order.in_game() else {
        return Watch::default();
    };
    let done = decided.done.iter().find_map(|done| match done {
        Outcome::InGame { what, .. } => Some(what),
        _ => None,
    });
    order.watch(&AfterOrder {
        side,
        done,
        runs: change.after.running.is_some_and(|r| r.side == side),
    })
}
