//! Withdrawal and exclusion of a player, and what they would make of the table.

use super::carried;
use super::decided::Prepared;
use super::named::{player_named, tournament_named};
use super::{Grounds, Inspection};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, PlayerId, PlayerRef, TournamentId};
use crate::orders::plan::{Given, Plan};
use crate::orders::withdraw::{FinishedGames, Withdrawal};
use crate::orders::{self, Outcome, Refusal, RemoveTeamOrder, WhatIfOrder, WithdrawOrder};
use crate::record::{PlayerEntry, PlayerEvent, Recorded, Status, Unfinished};
use crate::report::table::TableInput;
use crate::robot::desk::Desk;
use crate::robot::inquiry::table_of;
use crate::store::{PlayerEntryRow, PlayerRow, TournamentStatus};
use std::collections::BTreeSet;

/// A player's place in a tournament, looked up.
pub(super) struct Seat {
    pub player: PlayerRow,
    pub entry: PlayerEntryRow,
}

pub(super) fn withdraw(
    desk: &mut Desk<'_>,
    order: &WithdrawOrder,
    grounds: &Grounds,
) -> Result<Prepared, Failure> {
    let seat = seat(desk, &order.player, &order.code)?;
    let (tournament, name) = (seat.entry.tournament, seat.player.name.as_str());
    let number = seat.entry.start_number;
    let code = order.code.as_str();
    if seat.entry.withdrawn.is_some() {
        return Err(has_left(name, code));
    }
    let table = table_now(desk, tournament)?;
    let done = table.done_by(number);
    let facts = desk.tx.tournament_facts(tournament)?;
    let [_, protest_days] = facts.regulations.protest_days;
    let withdrawal = Withdrawal {
        player: seat.player.id,
        name,
        tournament,
        code,
        profile: facts.profile,
        protest_days,
        way: order.games,
        counts: order
            .finished
            .map_or(done.counts(), |games| games == FinishedGames::Count),
        done,
        excluded: order.excluded,
        reason: &grounds.reason,
        now: desk.now,
    };
    let mut own = Vec::new();
    for (row, side) in desk.tx.games_of_number(tournament, number)? {
        own.push((desk.snapshot(row.id)?, side));
    }
    let plan = withdrawal.plan(&own, &who_left(desk, tournament)?);
    Ok(Prepared {
        plan,
        shown: grounds.dry_run.then(|| without(&table, number)).flatten(),
    })
}

/// He plays on after all: his games that ended because he, or a partner, had left are as who
/// has left now makes them (33.1.1).
pub(super) fn plays_on(
    desk: &mut Desk<'_>,
    player: PlayerId,
    tournament: TournamentId,
    given: Given<'_>,
) -> Result<Vec<Outcome>, Failure> {
    let entries = desk.tx.entries_of_tournament(tournament)?;
    let own = entries.iter().find(|e| e.player == player);
    let left = who_left(desk, tournament)?;
    let number = own.map(|e| e.start_number).filter(|n| !left.contains(n));
    let mut done = Vec::new();
    let Some(number) = number else {
        return Ok(done);
    };
    for (row, side) in desk.tx.games_of_number(tournament, number)? {
        let game = desk.snapshot(row.id)?;
        let name = game.facts.name.clone();
        let partner_left = left.contains(&game.player(side.other()).start_number);
        // What was entered by other words is no matter of who has left.
        let by = orders::withdraw::over_by(&game).and_then(|e| e.decision());
        let by = by.map(|by| desk.tx.events_of_decision(by)).transpose()?;
        let left_by_it = |e: &Recorded<PlayerEntry>| {
            let leaves = matches!(
                e.event,
                PlayerEvent::Withdrawn { .. } | PlayerEvent::Revoked { .. }
            );
            leaves && e.tournament == Some(tournament)
        };
        if !by.is_some_and(|by| by.players.iter().any(left_by_it)) {
            continue;
        }
        let decided = orders::withdraw::plays_on(&game, side, partner_left, given);
        if let Some(decided) = decided.map_err(Refusal::from)? {
            done.extend(carried::carry_out(desk, Plan::in_game(&name, decided))?);
        }
    }
    Ok(done)
}

/// Games that go on again though a player of them has left: what he chose at his withdrawal
/// becomes of them (56.8.1), as it would have where the other had not left before him.
pub(super) fn as_partners_left(
    desk: &mut Desk<'_>,
    games: BTreeSet<GameId>,
    given: Given<'_>,
) -> Result<Vec<Outcome>, Failure> {
    let mut done = Vec::new();
    for id in games {
        let game = desk.snapshot(id)?;
        let tournament = game.facts.tournament;
        let left = who_left(desk, tournament)?;
        let has_left = |side: &Side| left.contains(&game.player(*side).start_number);
        let gone = Side::BOTH.into_iter().find(has_left);
        let Some(side) = gone.filter(|_| game.status != Status::Finished) else {
            continue;
        };
        let record = desk.tx.events_of_player(game.player(side).id)?;
        let way = record.iter().rev().find_map(|e| match e.event {
            PlayerEvent::Withdrawn { games, .. } if e.tournament == Some(tournament) => Some(games),
            _ => None,
        });
        let Some(way) = way else { continue };
        let partner_left = has_left(&side.other());
        let name = game.facts.name.clone();
        let decided = orders::withdraw::left_before(&game, side, (way, partner_left), given);
        done.extend(carried::carry_out(desk, Plan::in_game(&name, decided))?);
    }
    Ok(done)
}

/// A team leaves: each of its players does, one after the other, and nothing of theirs counts
/// (22).
pub(super) fn remove_team(
    desk: &mut Desk<'_>,
    order: &RemoveTeamOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let (code, team) = (&order.code, order.team);
    let tournament = tournament_named(desk, code)?;
    let row = desk.tx.tournament_load_id(tournament)?;
    let file = row.as_ref().map(|row| row.tournament_file()).transpose()?;
    let at = usize::try_from(team)
        .ok()
        .and_then(|team| team.checked_sub(1));
    let entry = file
        .as_ref()
        .zip(at)
        .and_then(|(file, at)| file.teams.get(at));
    let no_team = || Refusal::NoTeam {
        code: code.clone(),
        team,
    };
    let entry = entry.ok_or_else(no_team)?;
    let left = who_left(desk, tournament)?;
    let here: Vec<u32> = entry.declared().filter(|n| !left.contains(n)).collect();
    if here.is_empty() {
        return Err(has_left(&entry.name, code));
    }
    let mut done = Vec::new();
    for number in here {
        let order = WithdrawOrder {
            player: PlayerRef::Entry(code.clone(), number),
            code: code.clone(),
            games: Unfinished::Lose,
            finished: Some(FinishedGames::Drop),
            excluded: false,
        };
        let prepared = withdraw(desk, &order, grounds)?;
        done.extend(carried::carry_out(desk, prepared.plan)?);
    }
    Ok(done)
}

/// What a withdrawal would make of the table; decides nothing.
pub(super) fn what_if(desk: &mut Desk<'_>, order: &WhatIfOrder) -> Result<Prepared, Failure> {
    let code = order.code.as_str();
    let seat = seat(desk, &order.player, code)?;
    let name = seat.player.name;
    if seat.entry.withdrawn.is_some() {
        return Err(has_left(&name, code));
    }
    let table = table_now(desk, seat.entry.tournament)?;
    let code = code.to_owned();
    Ok(Prepared {
        plan: Plan::nothing(Outcome::PlaysOn { name, code }),
        shown: without(&table, seat.entry.start_number),
    })
}

/// The table with and without a player.
fn without(table: &TableInput, start_number: u32) -> Option<Inspection> {
    let what_if = table.what_if(start_number)?;
    Some(Inspection::WhatIf(Box::new(what_if)))
}

fn table_now(desk: &Desk<'_>, tournament: TournamentId) -> Result<TableInput, Failure> {
    let row = desk.tx.tournament_load_id(tournament)?;
    let row = row.ok_or_else(|| Failure::failed("the tournament vanished"))?;
    table_of(**desk.tx, &row, desk.now)
}

/// The starting numbers that have left a tournament.
fn who_left(desk: &Desk<'_>, tournament: TournamentId) -> Result<BTreeSet<u32>, Failure> {
    let entries = desk.tx.entries_of_tournament(tournament)?;
    let left = entries.into_iter().filter(|e| e.withdrawn.is_some());
    Ok(left.map(|e| e.start_number).collect())
}

/// A player's place in a tournament that has begun.
pub(super) fn seat(desk: &Desk<'_>, player: &PlayerRef, code: &str) -> Result<Seat, Failure> {
    let tournament = tournament_named(desk, code)?;
    let player = player_named(desk, player)?;
    let entries = desk.tx.entries_of_tournament(tournament)?;
    let entry = entries.into_iter().find(|e| e.player == player.id);
    let entry = entry.ok_or_else(|| Refusal::NotInIt {
        name: player.name.clone(),
        code: code.to_owned(),
    })?;
    let row = desk.tx.tournament_load_id(tournament)?;
    if row.is_none_or(|r| r.status == TournamentStatus::Planned) {
        return Err(Refusal::NotBegun(code.to_owned()).into());
    }
    Ok(Seat { player, entry })
}

fn has_left(name: &str, code: &str) -> Failure {
    let (name, code) = (name.to_owned(), code.to_owned());
    Refusal::HasLeft { name, code }.into()
}
