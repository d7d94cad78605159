//! Withdrawal and exclusion of a player, and what they would make of the table.

use super::{Grounds, Shown};
use crate::arbiter::notice::GameFate;
use crate::arbiter::withdrawal::Withdrawal;
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{PlayerId, TournamentId};
use crate::record::{GameFile, Status, Unfinished};
use crate::report::table::{TableInput, WhatIf};
use crate::robot::desk::Batch;
use crate::robot::tables::table_of;
use crate::store::{PlayerEntryRow, PlayerRef, PlayerRow, TournamentStatus};

/// How a player leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// Who.
    pub player: PlayerRef,
    /// The tournament's code.
    pub tournament: String,
    /// What becomes of his unfinished games.
    pub games: Unfinished,
    /// Whether the finished ones count; not told: as 33.1 has it.
    pub counts: Option<bool>,
    /// The arbiter excludes him (54.1.3, 55.8.3, 56.8.3).
    pub excluded: bool,
}

/// A player's place in a tournament, looked up.
pub(super) struct Seat {
    pub player: PlayerRow,
    pub entry: PlayerEntryRow,
}

impl Batch<'_> {
    pub(super) fn withdraw(
        &mut self,
        leaving: &Leaving,
        grounds: &Grounds,
    ) -> Result<String, Failure> {
        let seat = self.seat(&leaving.player, &leaving.tournament)?;
        let (tournament, name) = (seat.entry.tournament, seat.player.name.as_str());
        let code = leaving.tournament.as_str();
        if seat.entry.withdrawn.is_some() {
            return Err(Failure::failed(format!("{name} has left {code} already"))
                .hint("postchess td log CODE names the decision, td revoke takes it back"));
        }
        let before = self.table_now(tournament)?;
        let done = before.done_by(seat.entry.start_number);
        if grounds.dry_run {
            self.show_what_if(&before, seat.entry.start_number);
        }
        let counts = leaving.counts.unwrap_or(done.counts());
        let facts = self.tx.tournament_facts(tournament)?;
        let [_, protest_days] = facts.regulations.protest_days;
        let withdrawal = Withdrawal {
            player: seat.player.id,
            name,
            tournament,
            code,
            profile: facts.profile,
            protest_days,
            way: leaving.games,
            counts,
            done,
            excluded: leaving.excluded,
            reason: &grounds.reason,
            now: self.now,
        };
        self.record(withdrawal.head(), None, None)?;
        let left = self.who_left(tournament)?;
        let mut fates: Vec<(PlayerId, GameFate)> = Vec::new();
        let mut undecided = Vec::new();
        let own = self
            .tx
            .games_of_number(tournament, seat.entry.start_number)?;
        for (row, side) in own {
            let (partner, _) = row.players.get(side.other());
            let game = self.game(row.id)?;
            if game.status != Status::Finished
                && game.exceeded.as_ref().is_some_and(|e| e.side != side)
            {
                undecided.push(game.facts.name.to_string());
            }
            let partner_left = left.contains(&game.player(side.other()).start_number);
            if let Some(ruling) = withdrawal.in_game(game, side, partner_left) {
                fates.push((*partner, fate_of(game)));
                self.record(ruling, Some(row.id), None)?;
            }
        }
        self.record(withdrawal.letters(&fates), None, None)?;
        let mut note = format!(
            "{name} {} {code}: {} of {} games finished, they {}{}; {}",
            if leaving.excluded {
                "is excluded from"
            } else {
                "leaves"
            },
            done.finished,
            done.scheduled,
            if counts { "count" } else { "count for nobody" },
            match counts == done.counts() {
                true => " (the preset of 33.1)",
                false => ", other than the preset of 33.1",
            },
            told(leaving.games, fates.len()),
        );
        if !undecided.is_empty() {
            note.push_str(&format!(
                "; an overstep of the partner was still being decided in {}",
                undecided.join(", ")
            ));
        }
        Ok(note)
    }

    /// What a withdrawal would make of the table; decides nothing.
    pub(super) fn what_if(&mut self, player: &PlayerRef, code: &str) -> Result<String, Failure> {
        let seat = self.seat(player, code)?;
        let name = &seat.player.name;
        if seat.entry.withdrawn.is_some() {
            return Err(Failure::failed(format!("{name} has left {code} already")));
        }
        let table = self.table_now(seat.entry.tournament)?;
        self.show_what_if(&table, seat.entry.start_number);
        Ok(format!("nothing is decided: {name} plays on in {code}"))
    }

    fn show_what_if(&mut self, table: &TableInput, start_number: u32) {
        let found: Option<WhatIf> = table.what_if(start_number);
        if let Some(what_if) = found {
            self.show(Shown {
                name: "what_if",
                json: what_if.json(),
                document: what_if.document(crate::language::Language::En),
            });
        }
    }

    fn table_now(&self, tournament: TournamentId) -> Result<TableInput, Failure> {
        let row = self.tx.tournament_load_id(tournament)?;
        let row = row.ok_or_else(|| Failure::failed("the tournament vanished"))?;
        table_of(**self.tx, &row, self.now)
    }

    /// The starting numbers that have left a tournament.
    fn who_left(&self, tournament: TournamentId) -> Result<Vec<u32>, Failure> {
        let entries = self.tx.entries_of_tournament(tournament)?;
        let left = entries.into_iter().filter(|e| e.withdrawn.is_some());
        Ok(left.map(|e| e.start_number).collect())
    }

    /// A player's place in a tournament that has begun.
    pub(super) fn seat(&self, player: &PlayerRef, code: &str) -> Result<Seat, Failure> {
        let tournament = self.tournament_named(code)?;
        let player = self.player_named(player)?;
        let entries = self.tx.entries_of_tournament(tournament)?;
        let entry = entries.into_iter().find(|e| e.player == player.id);
        let entry = entry
            .ok_or_else(|| Failure::missing(format!("{} does not play in {code}", player.name)))?;
        let row = self.tx.tournament_load_id(tournament)?;
        if row.is_none_or(|r| r.status == TournamentStatus::Planned) {
            return Err(Failure::failed(format!("{code} has not begun"))
                .hint("before the start it is a late change (31.4): tournament change"));
        }
        Ok(Seat { player, entry })
    }
}

fn fate_of(game: &GameFile) -> GameFate {
    let name = |side| game.player(side).name.clone();
    GameFate {
        game: game.facts.name.to_string(),
        white: name(Side::White),
        black: name(Side::Black),
        result: game.result.map(|r| r.code.text()),
    }
}

fn told(way: Unfinished, games: usize) -> String {
    let games = match games {
        0 => return "no game was unfinished".to_owned(),
        1 => "1 game".to_owned(),
        n => format!("{n} games"),
    };
    match way {
        Unfinished::Lose => format!("{games} lost"),
        Unfinished::Adjudicate => format!("{games} to be adjudicated"),
        Unfinished::Annul => format!("{games} left out of the table"),
    }
}
