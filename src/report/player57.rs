//! Article 57: a player's report on his games in a tournament.

use super::width::{Align, Grid, one_line};
use super::words::{report_title, short_year, words};
use crate::chess::Side;
use crate::record::{GameFile, GamePlayer, Status};
use crate::time::Day;
use std::collections::BTreeSet;

/// The report of a player on `games`, his games of one tournament in the order
/// of their numbers, in the player's language. Games he does not play are left
/// out. Reflection time is the total recorded, penalties included (56.4.1).
pub fn player57(player: &GamePlayer, games: &[&GameFile], today: Day) -> String {
    let language = player.language;
    let w = words(language);
    let codes: BTreeSet<&str> = games.iter().map(|g| g.facts.name.code.as_str()).collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    let name = one_line(&player.name);
    let mut text = report_title(language, &name, &codes.join(", "), today);
    text.push_str("\n\n");

    use Align::{Left, Right};
    let mut grid = Grid::ruled(&[Right, Left, Right, Right, Right, Right, Left, Left, Left]);
    grid.head_over(&[
        ("N", 1),
        (w.partners[0], 1),
        (w.moves_made, 2),
        (w.thinking_time, 2),
        (w.last_received[0], 1),
        (w.last_sent[0], 1),
        (w.remarks, 1),
    ]);
    grid.head(&[
        "",
        w.partners[1],
        w.by_white,
        w.by_black,
        w.of_white,
        w.of_black,
        w.last_received[1],
        w.last_sent[1],
        "",
    ]);
    let own = games
        .iter()
        .filter_map(|game| game.side_of(player.id).map(|side| (*game, side)));
    for ((game, side), number) in own.zip(1u32..) {
        let made = |of: Side| {
            game.moves
                .iter()
                .filter(|m| m.side == of)
                .count()
                .to_string()
        };
        let total = |of: Side| game.tally().sides.get(of).total.to_string();
        let last = game.moves.iter().rfind(|m| m.side == side);
        grid.row(&[
            number.to_string(),
            game.player(side.other()).name.clone(),
            made(Side::White),
            made(Side::Black),
            total(Side::White),
            total(Side::Black),
            last_received(game, side).map_or_else(String::new, short_year),
            last.map_or_else(String::new, |m| short_year(m.sent)),
            remark(game, player, today),
        ]);
    }
    text.push_str(&grid.render());
    text
}

/// When the opponent's last move was received: as it counts now where the player
/// is to move, else as it counted for his last move. White received none before his first.
fn last_received(game: &GameFile, side: Side) -> Option<Day> {
    let opponent_moved = game.moves.iter().any(|m| m.side != side);
    if game.turn() == side && opponent_moved {
        return game.receipt();
    }
    let last = game.moves.iter().rfind(|m| m.side == side)?;
    (last.ply > 1).then_some(last.received)
}

fn remark(game: &GameFile, player: &GamePlayer, today: Day) -> String {
    let w = words(player.language);
    let mut parts = vec![game.facts.name.to_string()];
    match game.result {
        Some(result) => parts.push(result.code.text().to_owned()),
        None => match game.status {
            Status::Waiting => parts.push(w.not_started.to_owned()),
            Status::Paused => parts.push(w.paused.to_owned()),
            Status::Adjudication => parts.push(w.adjudication.to_owned()),
            Status::Active | Status::Finished => {
                let [white, black] = w.to_move;
                let turn = match game.turn() {
                    Side::White => white,
                    Side::Black => black,
                };
                let until = game.tally().running.map(|r| {
                    // The flag falls on the first day over; the day before is the last in time.
                    format!(", {} {}", w.flag, short_year(r.flag.plus(-1)))
                });
                parts.push(format!("{turn}{}", until.unwrap_or_default()));
            }
        },
    }
    let over: Vec<&str> = [(Side::White, w.of_white), (Side::Black, w.of_black)]
        .into_iter()
        .filter(|(side, _)| super::game::overstepped(game, *side, today))
        .map(|(_, name)| name)
        .collect();
    if !over.is_empty() {
        parts.push(format!("{} {}", w.overstep, over.join(", ")));
    }
    for (side, name) in [(Side::White, w.of_white), (Side::Black, w.of_black)] {
        let penalty = game.tally().sides.get(side).penalty;
        if penalty != 0 {
            parts.push(format!("{} {name} {penalty:+}", w.penalty));
        }
    }
    parts.join("; ")
}
