//! The first page: the tournaments with who leads in them, and the latest moves.

use super::listed::OpenGame;
use super::page::{self, PageParts, page as whole};
use super::pages::ListPage;
use super::{Site, lists};
use crate::chess::Side;
use crate::language::Language;
use crate::messages::Phrase;
use crate::report::document::{Block, Cell, Column, Table, html_blocks};
use crate::report::words::common::date;
use crate::time::Day;
use std::cmp::Reverse;

/// So many of the latest moves are listed.
pub const LATEST: usize = 12;

/// A tournament or a cycle in the list of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartLine {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Who stands first.
    pub leaders: Vec<String>,
    /// Games that are over.
    pub finished: usize,
    /// All its games.
    pub games: usize,
    /// When it began.
    pub start: Day,
    /// Its arbiter.
    pub arbiter: String,
}

/// What the first page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Cycles, then tournaments: those of this page.
    pub lines: Vec<StartLine>,
    /// The games with the newest moves; on the first page.
    pub latest: Vec<OpenGame>,
    /// Which page of the list.
    pub list: ListPage,
}

/// The first page, or one behind it.
pub fn start_page(site: &Site, start: &Start) -> String {
    let language = site.language;
    let columns = [
        Column::left(Phrase("site.tournament").say(language)).key(),
        Column::left(Phrase("site.leader").say(language)),
        Column::right(Phrase("site.finished-of").say(language)),
        Column::left(Phrase("site.start").say(language)),
        Column::left(Phrase("common.arbiter").say(language)),
    ];
    let mut table = Table::new("tournaments", columns).in_cards();
    for line in &start.lines {
        let (done, all) = (line.finished.to_string(), line.games.to_string());
        table.row([
            Cell::new(line.name.as_str()).link(format!("{}/index.html", line.code)),
            Cell::new(line.leaders.join(", ")),
            Cell::new(Phrase("site.of").fill(language, &[("done", &done), ("all", &all)])),
            Cell::new(date(language, line.start)),
            Cell::new(line.arbiter.as_str()),
        ]);
    }
    let table = table.captioned(Phrase("site.tournament").say(language));
    let mut body = html_blocks(&[Block::Table(table)]);
    body.push_str(&lists::turning(&start.list, language));
    let moves = latest(&start.latest, language);
    body.push_str(&page::table(Phrase("site.latest").say(language), moves));
    let title = Phrase("site.index").fill(language, &[("club", &site.club)]);
    let path = start.list.name(start.list.page);
    whole(
        site,
        language,
        &PageParts {
            path: &path,
            title: &start.list.titled(&title, language),
            description: Phrase("site.about-home").fill(language, &[("club", &site.club)]),
            body,
            foot: Phrase("site.made").fill(language, &[("day", &date(language, site.today))]),
            ..PageParts::default()
        },
    )
}

/// The newest moves of all tournaments.
fn latest(games: &[OpenGame], language: Language) -> Table {
    let mut columns = lists::game_columns(language).to_vec();
    columns.extend([
        Column::left(Phrase("table.last-move").say(language)),
        Column::left(Phrase("common.date-title").say(language)),
        Column::left(Phrase("common.result").say(language)),
    ]);
    let mut table = Table::new("latest", columns).in_lines();
    let mut games: Vec<(&OpenGame, Day)> = games
        .iter()
        .filter_map(|open| Some((open, open.game.last?.sent)))
        .collect();
    games.sort_by_key(|(open, sent)| (Reverse(*sent), open.game.name.to_string()));
    for (open, sent) in games.into_iter().take(LATEST) {
        let game = &open.game;
        let name = game.name.to_string();
        table.row([
            Cell::new(name.as_str()).link(format!("{name}.html")),
            lists::player_cell(game, Side::White, ""),
            lists::player_cell(game, Side::Black, ""),
            lists::last_move(open),
            Cell::new(date(language, sent)),
            Cell::new(lists::outcome(game, language)),
        ]);
    }
    table
}
