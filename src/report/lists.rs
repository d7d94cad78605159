//! Lists for one reader: his games on a day, the start list, the arithmetic of an
//! overstep.

use super::arithmetic::{ArithmeticRow, RowKind};
use super::document::{Column, Table};
use super::game_view::{self, RunningView};
use super::player57::state;
use super::words::common;
use crate::arbiter::notice::Starter;
use crate::chess::Side;
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::{GameFile, Status};
use crate::time::{Day, Instant, Zone};

/// Most columns of a name in a list.
const NAME: usize = 20;

/// The games of a reader, each with his side in it where he plays: whose move it is,
/// the days left, the last day for his move.
pub fn own_games(games: &[(&GameFile, Option<Side>)], language: Language, now: Instant) -> Table {
    let title = |phrase: Phrase| phrase.say(language);
    let mut table = Table::new(
        "games",
        [
            Column::left(title(Phrase("common.game"))).key(),
            Column::left(title(Phrase("lists.opponent"))).at_most(NAME),
            Column::left(title(Phrase("common.side"))),
            Column::left(title(Phrase("lists.turn"))),
            Column::right(title(Phrase("lists.days-left"))),
            Column::left(title(Phrase("lists.send-by"))),
        ],
    );
    let dash = || "-".to_owned();
    for (game, side) in games {
        let active = game.status == Status::Active;
        let opponent = side.map_or(Side::White, Side::other);
        let stands = || {
            let word = title(state(game, game.moment(now)).1);
            match game.result {
                Some(result) => format!("{word}, {}", result.code.text()),
                None => word.to_owned(),
            }
        };
        let turn = match (active, *side == Some(game.turn())) {
            (false, _) => stands(),
            (true, true) => title(Phrase("lists.yours")).to_owned(),
            (true, false) => title(Phrase("lists.theirs")).to_owned(),
        };
        let left = side.filter(|_| active).map_or_else(dash, |s| {
            game_view::clock(game, s, game.moment(now)).left.to_string()
        });
        let running = game_view::running(game, now);
        let mine = running.filter(|r| active && Some(r.side) == *side);
        table.row([
            game.facts.name.to_string(),
            game.player(opponent).name.clone(),
            side.map_or_else(dash, |s| common::side(language, s).to_owned()),
            turn,
            left,
            mine.map_or_else(dash, |r| send_by(language, r)),
        ]);
    }
    table
}

/// The last day for a move, and that of who accepts a series which gives more.
fn send_by(language: Language, running: RunningView) -> String {
    let day = common::full(running.last_day);
    match running.series {
        Some((through, later)) => {
            let blanks = [
                ("day", &*day),
                ("move", &*through.to_string()),
                ("later", &*common::full(later)),
            ];
            Phrase("lists.send-by-series").fill(language, &blanks)
        }
        None => day,
    }
}

/// The start list with the reader's games.
pub fn start_list(list: &[Starter], language: Language) -> Table {
    let title = |phrase: Phrase| phrase.say(language);
    let mut table = Table::new(
        "start-list",
        [
            Column::right(title(Phrase("common.number"))),
            Column::left(title(Phrase("common.player")))
                .key()
                .at_most(NAME),
            Column::right(title(Phrase("common.rating"))),
            Column::left(title(Phrase("lists.federation"))),
            Column::left(title(Phrase("lists.your-game"))),
        ],
    );
    for starter in list {
        let games: Vec<String> = starter
            .games
            .iter()
            .map(|(name, side)| format!("{name} {}", common::side(language, *side)))
            .collect();
        table.row([
            starter.number.to_string(),
            starter.name.clone(),
            starter.rating.map_or_else(String::new, |r| r.to_string()),
            starter.federation.clone().unwrap_or_default(),
            match starter.reader {
                true => title(Phrase("lists.you")).to_owned(),
                false => games.join(", "),
            },
        ]);
    }
    table
}

/// The arithmetic of an overstep, a line for every move.
pub fn arithmetic(rows: &[ArithmeticRow], zone: Zone, language: Language) -> Table {
    let title = |phrase: Phrase| phrase.say(language);
    let mut table = Table::new(
        "arithmetic",
        [
            Column::left(title(Phrase("lists.move"))).key(),
            Column::left(title(Phrase("lists.received"))),
            Column::left(title(Phrase("lists.sent"))),
            Column::right(title(Phrase("lists.dates"))),
            Column::right(title(Phrase("lists.leave"))),
            Column::right(title(Phrase("lists.count"))),
            Column::right(title(Phrase("lists.penalty"))),
            Column::right(title(Phrase("lists.total"))),
        ],
    );
    let figure = |n: i64| match n {
        0 => "-".to_owned(),
        n => n.to_string(),
    };
    let date = |day: Option<Day>, at: Option<Instant>| {
        let day = day.map_or_else(|| "-".to_owned(), common::full);
        match at {
            Some(at) => format!("{day} {}", zone.time_of_day(at)),
            None => day,
        }
    };
    for row in rows {
        let [from, until] = row.hours;
        let what = match row.kind {
            RowKind::Move => "",
            RowKind::Fault => title(Phrase("lists.faulty")),
            RowKind::Thinking => title(Phrase("lists.no-move")),
            RowKind::Reply => title(Phrase("lists.beyond-free")),
            RowKind::Penalty => title(Phrase("lists.penalty-alone")),
        };
        table.row([
            format!("{:>2}. {what}", row.number).trim_end().to_owned(),
            date(row.received, from),
            date(row.sent, until),
            row.gross.to_string(),
            figure(row.leave),
            row.days.to_string(),
            figure(row.penalty),
            row.total.to_string(),
        ]);
    }
    table
}
