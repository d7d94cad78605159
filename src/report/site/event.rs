//! The page of a tournament: the table first, then the games being played, those
//! that are over, the players.

use super::page::{PageParts, page as whole, section};
use super::shown::ShownGame;
use super::{PublicEvent, link};
use crate::chess::Side;
use crate::language::Language;
use crate::messages::{Counted, Phrase};
use crate::record::Status;
use crate::report::document::{Block, Cell, Column, Table, Tone, html_blocks};
use crate::report::table;
use crate::report::words::announced;
use crate::report::words::common::{criterion, date, side, termination};
use crate::tournament::standings::Standings;
use std::collections::BTreeMap;

pub(super) fn page(event: &PublicEvent, games: &[ShownGame<'_>]) -> String {
    let language = event.language;
    let input = &event.table;
    let standings = input.standings();
    let cross = linked(
        table::cross_table(input, &standings, language),
        &standings,
        games,
    );
    let over = |g: &&ShownGame<'_>| g.status() == Status::Finished;
    let mut body = html_blocks(&[Block::Facts(conditions(event))]);
    if let Some(bracket) = table::bracket_table(input, language) {
        body.push_str(&titled(Phrase("table.bracket").say(language), bracket));
    }
    if let Some(teams) = table::team_table(input, language) {
        body.push_str(&titled(Phrase("table.teams").say(language), teams));
    }
    if let Some(boards) = table::board_table(input, language) {
        body.push_str(&titled(Phrase("table.by-boards").say(language), boards));
    }
    body.push_str(&titled(Phrase("table.table").say(language), cross));
    let mut open = in_play(games.iter().filter(|g| !over(g)), language);
    if event.delay > 0 {
        open.note(Phrase("site.delayed").fill(language, &[("n", &event.delay.to_string())]));
    }
    body.push_str(&titled(Phrase("site.in-play").say(language), open));
    body.push_str(&titled(
        Phrase("site.finished").say(language),
        finished(games.iter().filter(over), language),
    ));
    body.push_str(&titled(
        Phrase("site.start-list").say(language),
        players(event, language),
    ));
    let all_games = link(
        &format!("{}.pgn", input.code),
        Phrase("site.all-games").say(language),
    );
    body.push_str(&format!("<p class=\"links\">{all_games}</p>\n"));
    whole(
        language,
        &PageParts {
            title: &input.name,
            subtitle: vec![input.code.clone()],
            way: vec![link("../index.html", Phrase("site.home").say(language))],
            body,
            foot: Phrase("site.made").fill(language, &[("day", &date(language, input.today))]),
            script: None,
        },
    )
}

fn titled(title: &str, table: Table) -> String {
    if table.rows.is_empty() {
        return String::new();
    }
    section(title, &html_blocks(&[Block::Table(table)]))
}

fn conditions(event: &PublicEvent) -> Vec<(String, String)> {
    let language = event.language;
    let setting = &event.table.setting;
    let from = date(language, setting.start);
    let period = match setting.end {
        Some(end) => {
            let to = date(language, end);
            Phrase("table.from-to").fill(language, &[("from", &from), ("to", &to)])
        }
        None => Phrase("table.from").fill(language, &[("from", &from)]),
    };
    let (days, moves) = setting.control;
    let days = Counted("counted.day").count(language, days);
    let control = Phrase("table.control-is")
        .fill(language, &[("days", &*days), ("moves", &moves.to_string())]);
    let criteria: Vec<&str> = event
        .table
        .tie_breaks
        .iter()
        .map(|t| criterion(language, *t))
        .collect();
    let apart = announced::sentences(&setting.announced, event.table.profile, language);
    let apart: Vec<String> = apart.into_iter().map(|s| s.text).collect();
    let mut told = [
        (Phrase("table.period"), period),
        (Phrase("table.control"), control),
        (Phrase("table.criteria"), criteria.join(", ")),
        (Phrase("common.arbiter"), setting.arbiter.clone()),
    ]
    .to_vec();
    if !apart.is_empty() {
        told.push((Phrase("apart.title"), apart.join(" ")));
    }
    told.into_iter()
        .map(|(title, value)| (title.say(language).to_owned(), value))
        .collect()
}

/// The cross-table, each result leading to its game; where two games share a cell,
/// to the first.
fn linked(mut table: Table, standings: &Standings, games: &[ShownGame<'_>]) -> Table {
    let mut between: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for game in games {
        let [white, black] = Side::BOTH.map(|s| game.start_number(s));
        for pair in [(white, black), (black, white)] {
            between.entry(pair).or_insert(game.number());
        }
    }
    let opponents: Vec<Option<u32>> = table.columns.iter().map(|c| c.title.parse().ok()).collect();
    for (row, standing) in table.rows.iter_mut().zip(&standings.table) {
        for (cell, opponent) in row.cells.iter_mut().zip(&opponents) {
            let Some(opponent) = opponent else { continue };
            if let Some(number) = between.get(&(standing.start_number, *opponent)) {
                cell.link = Some(format!("{number}.html"));
            }
        }
    }
    table
}

fn game_cells(game: &ShownGame<'_>) -> [Cell; 3] {
    [
        Cell::new(game.number().to_string()).link(format!("{}.html", game.number())),
        Cell::new(game.player(Side::White)),
        Cell::new(game.player(Side::Black)),
    ]
}

fn in_play<'g>(games: impl Iterator<Item = &'g ShownGame<'g>>, language: Language) -> Table {
    let columns = [
        Column::right(Phrase("common.game").say(language)).key(),
        Column::left(Phrase("colour-title.white").say(language)),
        Column::left(Phrase("colour-title.black").say(language)),
        Column::left(Phrase("site.state").say(language)),
        Column::left(Phrase("table.last-move").say(language)),
        Column::left(Phrase("common.date-title").say(language)),
        Column::right(Phrase("colour-title.white").say(language))
            .label(days_of(language, Side::White)),
        Column::right(Phrase("colour-title.black").say(language))
            .label(days_of(language, Side::Black)),
    ];
    let mut table = Table::new("in-play", columns).in_cards();
    table.group([
        ("", 1),
        ("", 1),
        ("", 1),
        ("", 1),
        ("", 1),
        ("", 1),
        (Phrase("site.days-used").say(language), 2),
    ]);
    let mut games: Vec<&ShownGame<'_>> = games.collect();
    // What was played last stands first: that is what a visitor comes for.
    games.sort_by_key(|g| {
        (
            std::cmp::Reverse(g.moves().last().map(|m| m.sent)),
            g.number(),
        )
    });
    for game in games {
        let turn = side(language, game.turn());
        let state = match game.status() {
            Status::Active => Phrase("site.to-move").fill(language, &[("side", turn)]),
            other => table::status(language, other).to_owned(),
        };
        let sent = game.moves().last().map(|m| date(language, m.sent));
        let [number, white, black] = game_cells(game);
        table.row([
            number,
            white,
            black,
            Cell::new(state),
            Cell::new(game.numbered(game.plies(), language)),
            Cell::new(sent.unwrap_or_default()),
            Cell::new(game.total(Side::White).to_string()),
            Cell::new(game.total(Side::Black).to_string()),
        ]);
    }
    table
}

fn days_of(language: Language, of: Side) -> String {
    format!(
        "{}, {}",
        Phrase("site.days-used").say(language),
        side(language, of)
    )
}

fn finished<'g>(games: impl Iterator<Item = &'g ShownGame<'g>>, language: Language) -> Table {
    let columns = [
        Column::right(Phrase("common.game").say(language)).key(),
        Column::left(Phrase("colour-title.white").say(language)),
        Column::left(Phrase("colour-title.black").say(language)),
        Column::center(Phrase("common.result").say(language)),
        Column::left(Phrase("site.how").say(language)),
        Column::right(Phrase("table.moves").say(language)),
        Column::left(Phrase("common.date-title").say(language)),
    ];
    let mut table = Table::new("finished", columns).in_cards();
    for game in games {
        let [number, white, black] = game_cells(game);
        let result = game.result();
        let how = result.map(|r| termination(language, r.termination));
        let last = game.moves().last();
        table.row([
            number,
            white,
            black,
            Cell::new(result.map_or("", |r| r.code.text())),
            Cell::new(how.unwrap_or_default()),
            Cell::new(last.map_or(0, |m| m.number).to_string()),
            Cell::new(last.map_or_else(String::new, |m| date(language, m.sent))),
        ]);
    }
    table
}

/// The players; those who have left are paler.
fn players(event: &PublicEvent, language: Language) -> Table {
    let mut table = table::players(&event.table, language);
    for (row, entrant) in table.rows.iter_mut().zip(&event.table.entrants) {
        if entrant.withdrawn {
            row.tone = Tone::Quiet;
        }
    }
    table
}
