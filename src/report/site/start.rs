//! The first page: the tournaments with who leads in them, and the latest moves.

use super::page::{self, PageParts, page as whole};
use super::shown::ShownGame;
use super::{EventShown, PublicEvent, Site, lists};
use crate::chess::Side;
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::{GameFile, Status};
use crate::report::document::{Block, Cell, Column, Table, html_blocks};
use crate::report::table;
use crate::report::words::common::date;
use std::cmp::Reverse;

/// So many of the latest moves are listed.
const LATEST: usize = 12;

pub(super) fn page(site: &Site, shown: &[EventShown<'_>]) -> String {
    let language = site.language;
    let columns = [
        Column::left(Phrase("site.tournament").say(language)).key(),
        Column::left(Phrase("site.leader").say(language)),
        Column::right(Phrase("site.finished-of").say(language)),
        Column::left(Phrase("site.start").say(language)),
        Column::left(Phrase("common.arbiter").say(language)),
    ];
    let mut table = Table::new("tournaments", columns).in_cards();
    for cycle in &site.cycles {
        let first = cycle.stages.first().map(|s| &s.table.setting);
        let Some(setting) = first else { continue };
        let games = cycle.stages.iter().flat_map(|s| &s.table.games);
        let over = games.clone().filter(|g| g.status == Status::Finished);
        let (done, all) = (over.count().to_string(), games.count().to_string());
        table.row([
            Cell::new(cycle.name.as_str()).link(format!("{}/index.html", cycle.code)),
            Cell::default(),
            Cell::new(Phrase("site.of").fill(language, &[("done", &done), ("all", &all)])),
            Cell::new(date(language, setting.start)),
            Cell::new(setting.arbiter.as_str()),
        ]);
    }
    for event in &site.events {
        let leaders = table::leaders(&event.table, &event.table.standings());
        table.row([
            Cell::new(event.table.name.as_str()).link(format!("{}/index.html", event.table.code)),
            Cell::new(leaders.join(", ")),
            Cell::new(finished(event, language)),
            Cell::new(date(language, event.table.setting.start)),
            Cell::new(event.table.setting.arbiter.as_str()),
        ]);
    }
    let table = table.captioned(Phrase("site.tournament").say(language));
    let mut body = html_blocks(&[Block::Table(table)]);
    let moves = latest(shown, language);
    body.push_str(&page::table(Phrase("site.latest").say(language), moves));
    let title = Phrase("site.index").fill(language, &[("club", &site.club)]);
    whole(
        site,
        language,
        &PageParts {
            path: "index.html",
            title: &title,
            description: Phrase("site.about-home").fill(language, &[("club", &site.club)]),
            body,
            foot: Phrase("site.made").fill(language, &[("day", &date(language, site.today))]),
            ..PageParts::default()
        },
    )
}

/// The newest moves of all tournaments.
fn latest(shown: &[EventShown<'_>], language: Language) -> Table {
    let mut columns = lists::game_columns(language).to_vec();
    columns.extend([
        Column::left(Phrase("table.last-move").say(language)),
        Column::left(Phrase("common.date-title").say(language)),
        Column::left(Phrase("common.result").say(language)),
    ]);
    let mut table = Table::new("latest", columns).in_lines();
    let games = shown.iter().flat_map(|e| &e.games);
    let mut games: Vec<(&ShownGame<'_>, _)> = games
        .filter_map(|g| Some((g, g.moves().last()?.sent)))
        .collect();
    games.sort_by_key(|(game, sent)| (Reverse(*sent), game.name()));
    for (game, sent) in games.into_iter().take(LATEST) {
        let name = game.name();
        table.row([
            Cell::new(name.as_str()).link(format!("{name}.html")),
            lists::player_cell(game, Side::White, ""),
            lists::player_cell(game, Side::Black, ""),
            lists::last_move(game, language),
            Cell::new(date(language, sent)),
            Cell::new(lists::outcome(game, language)),
        ]);
    }
    table
}

/// How many games of how many are finished.
fn finished(event: &PublicEvent, language: Language) -> String {
    let over = |g: &&GameFile| g.status == Status::Finished;
    let done = event.games.iter().filter(over).count().to_string();
    let all = event.games.len().to_string();
    Phrase("site.of").fill(language, &[("done", &done), ("all", &all)])
}
