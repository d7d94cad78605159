//! Play on each board of a team event is a tournament of its own (20): who scored how much
//! on which board.

use super::TableInput;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::messages::Phrase;
use crate::report::document::{Cell, Column, Table};
use crate::tournament::scored::Points;
use crate::tournament::standings::place;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Longest name in the table, in columns of text.
const NAME: usize = 32;

/// What a player scored on a board. Who played on several has a row on each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardRow {
    /// The board, from 1.
    pub board: u32,
    /// His place on it, `2-3` where it is shared: points alone tell players apart, the
    /// articles name no tie-breaks between those of a board.
    pub place: String,
    /// Starting number.
    pub start_number: u32,
    /// His number in this home.
    pub player: PlayerId,
    /// His name.
    pub name: String,
    /// The number of his team.
    pub team: u32,
    /// Its name.
    pub team_name: String,
    /// Games decided.
    pub games: u32,
    /// Points of them.
    pub points: Points,
}

/// The rows by boards, on each those with more points before; of this event's games alone:
/// those of a stage before were played on boards of that stage.
pub fn board_rows(input: &TableInput) -> Vec<BoardRow> {
    let mut found: BTreeMap<(u32, u32, PlayerId), BoardRow> = BTreeMap::new();
    for one in input.encounters() {
        for game in one.games.iter().filter(|g| g.counts()) {
            let Some(line) = input.games.get(game.at) else {
                continue;
            };
            let (white, black) = (line.players.white, line.players.black);
            let ids = match game.first_is_white {
                true => [white, black],
                false => [black, white],
            };
            let sides = one.teams.iter().zip(game.players).zip(ids);
            for (((team, start_number), player), (seat, scored)) in
                sides.zip(game.boards.iter().zip(game.points))
            {
                // Whom the line-up knows no more sat opposite to who has a board.
                let Some(board) = seat.or(game.board()) else {
                    continue;
                };
                let row = found
                    .entry((board, start_number, player))
                    .or_insert_with(|| {
                        let had = input.had(start_number, Some(&line.name), input.today);
                        BoardRow {
                            board,
                            place: String::new(),
                            start_number,
                            player,
                            name: had.map_or("", |(name, _)| name).to_owned(),
                            team: *team,
                            team_name: input.team_name(*team).to_owned(),
                            games: 0,
                            points: Points::ZERO,
                        }
                    });
                row.games += u32::from(!game.is_open());
                row.points = row.points + scored;
            }
        }
    }
    let mut rows: Vec<BoardRow> = found.into_values().collect();
    rows.sort_by_key(|r| (r.board, Reverse(r.points), r.start_number));
    for board in rows.chunk_by_mut(|a, b| a.board == b.board) {
        let mut above = 0;
        for level in board.chunk_by_mut(|a, b| a.points == b.points) {
            let shared = place(above, level.len());
            above += level.len();
            for row in level {
                row.place.clone_from(&shared);
            }
        }
    }
    rows
}

/// The rows as a table; none where players play for themselves.
pub fn board_table(input: &TableInput, language: Language) -> Option<Table> {
    let rows = board_rows(input);
    let mut table = Table::new(
        "board-table",
        [
            Column::right(Phrase("table.board").say(language)),
            Column::right(Phrase("table.place").say(language)),
            Column::right(Phrase("common.number").say(language)),
            Column::left(Phrase("table.name").say(language))
                .key()
                .at_most(NAME),
            Column::left(Phrase("table.team").say(language)).at_most(NAME),
            Column::right(Phrase("table.points").say(language)),
            Column::right(Phrase("table.played").say(language)),
        ],
    );
    for row in &rows {
        table.row([
            Cell::new(row.board.to_string()),
            Cell::new(row.place.clone()).value(row.place.replace('-', "–")),
            Cell::new(row.start_number.to_string()),
            Cell::new(row.name.clone()),
            Cell::new(row.team_name.clone()),
            Cell::new(row.points.to_string()),
            Cell::new(row.games.to_string()),
        ]);
    }
    (!rows.is_empty()).then_some(table)
}
