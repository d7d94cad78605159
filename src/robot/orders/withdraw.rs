//! Withdrawal and exclusion of a player, and what they would make of the table.

use super::player::{player_named, tournament_named};
use super::{Grounds, Inspection};
use crate::arbiter::notice::GameFate;
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{PlayerId, PlayerRef, TournamentId};
use crate::orders::outcome::Outcome;
use crate::orders::withdraw::{FinishedGames, Left, Withdrawal};
use crate::orders::{Refusal, WhatIfOrder, WithdrawOrder};
use crate::record::{GameFile, Status};
use crate::report::table::{TableInput, WhatIf};
use crate::robot::deciding;
use crate::robot::desk::Desk;
use crate::robot::inquiry::table_of;
use crate::store::{PlayerEntryRow, PlayerRow, TournamentStatus};

/// A player's place in a tournament, looked up.
pub(super) struct Seat {
    pub player: PlayerRow,
    pub entry: PlayerEntryRow,
}

pub(super) fn withdraw(
    desk: &mut Desk<'_>,
    order: &WithdrawOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let seat = seat(desk, &order.player, &order.code)?;
    let (tournament, name) = (seat.entry.tournament, seat.player.name.as_str());
    let code = order.code.as_str();
    if seat.entry.withdrawn.is_some() {
        return Err(has_left(name, code));
    }
    let before = table_now(desk, tournament)?;
    let done = before.done_by(seat.entry.start_number);
    if grounds.dry_run {
        show_what_if(desk, &before, seat.entry.start_number);
    }
    let counts = order
        .finished
        .map_or(done.counts(), |games| games == FinishedGames::Count);
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
        counts,
        done,
        excluded: order.excluded,
        reason: &grounds.reason,
        now: desk.now,
    };
    desk.record(withdrawal.head(), None, None)?;
    let left = who_left(desk, tournament)?;
    let mut fates: Vec<(PlayerId, GameFate)> = Vec::new();
    let mut undecided = Vec::new();
    let own = desk
        .tx
        .games_of_number(tournament, seat.entry.start_number)?;
    for (row, side) in own {
        let (partner, _) = row.players.get(side.other());
        let game = desk.game(row.id)?;
        if game.status != Status::Finished && game.exceeded.as_ref().is_some_and(|e| e.side != side)
        {
            undecided.push(game.facts.name.clone());
        }
        let partner_left = left.contains(&game.player(side.other()).start_number);
        if let Some(ruling) = withdrawal.in_game(game, side, partner_left) {
            let after = ruling.game.as_deref().unwrap_or(game);
            fates.push((*partner, fate_of(after)));
            desk.record(ruling, Some(row.id), None)?;
        }
    }
    desk.record(withdrawal.letters(&fates), None, None)?;
    Ok(vec![Outcome::Left(Left {
        name: name.to_owned(),
        code: code.to_owned(),
        excluded: order.excluded,
        finished: done.finished,
        scheduled: done.scheduled,
        counts,
        is_preset: counts == done.counts(),
        way: order.games,
        unfinished: fates.len(),
        undecided,
    })])
}

/// What a withdrawal would make of the table; decides nothing.
pub(super) fn what_if(desk: &mut Desk<'_>, order: &WhatIfOrder) -> Result<Vec<Outcome>, Failure> {
    let code = order.code.as_str();
    let seat = seat(desk, &order.player, code)?;
    let name = &seat.player.name;
    if seat.entry.withdrawn.is_some() {
        return Err(has_left(name, code));
    }
    let table = table_now(desk, seat.entry.tournament)?;
    show_what_if(desk, &table, seat.entry.start_number);
    Ok(vec![Outcome::PlaysOn {
        name: name.clone(),
        code: code.to_owned(),
    }])
}

fn show_what_if(desk: &mut Desk<'_>, table: &TableInput, start_number: u32) {
    let found: Option<WhatIf> = table.what_if(start_number);
    if let Some(what_if) = found {
        deciding::show(desk, Inspection::WhatIf(Box::new(what_if)));
    }
}

fn table_now(desk: &Desk<'_>, tournament: TournamentId) -> Result<TableInput, Failure> {
    let row = desk.tx.tournament_load_id(tournament)?;
    let row = row.ok_or_else(|| Failure::failed("the tournament vanished"))?;
    table_of(**desk.tx, &row, desk.now)
}

/// The starting numbers that have left a tournament.
fn who_left(desk: &Desk<'_>, tournament: TournamentId) -> Result<Vec<u32>, Failure> {
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

fn fate_of(game: &GameFile) -> GameFate {
    let name = |side| game.player(side).name.clone();
    GameFate {
        game: game.facts.name.to_string(),
        white: name(Side::White),
        black: name(Side::Black),
        result: game.result.map(|r| r.code.text().to_owned()),
    }
}

fn has_left(name: &str, code: &str) -> Failure {
    let (name, code) = (name.to_owned(), code.to_owned());
    Refusal::HasLeft { name, code }.into()
}
