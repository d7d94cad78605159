//! The first page: the tournaments.

use super::page::{PageParts, page as whole};
use super::{PublicEvent, Site};
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::{GameFile, Status};
use crate::report::document::{Block, Cell, Column, Table, html_blocks};
use crate::report::words::common::date;

pub(super) fn page(site: &Site) -> String {
    let language = site.language;
    let columns = [
        Column::left(Phrase("site.tournament").say(language)).key(),
        Column::left(Phrase("site.start").say(language)),
        Column::left(Phrase("common.arbiter").say(language)),
        Column::right(Phrase("site.finished-of").say(language)),
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
            Cell::new(date(language, setting.start)),
            Cell::new(setting.arbiter.as_str()),
            Cell::new(Phrase("site.of").fill(language, &[("done", &done), ("all", &all)])),
        ]);
    }
    for event in &site.events {
        table.row([
            Cell::new(event.table.name.as_str()).link(format!("{}/index.html", event.table.code)),
            Cell::new(date(language, event.table.setting.start)),
            Cell::new(event.table.setting.arbiter.as_str()),
            Cell::new(finished(event, language)),
        ]);
    }
    let title = Phrase("site.index").fill(language, &[("club", &site.club)]);
    whole(
        language,
        &PageParts {
            title: &title,
            body: html_blocks(&[Block::Table(table)]),
            foot: Phrase("site.made").fill(language, &[("day", &date(language, site.today))]),
            ..PageParts::default()
        },
    )
}

/// How many games of how many are finished.
fn finished(event: &PublicEvent, language: Language) -> String {
    let over = |g: &&GameFile| g.status == Status::Finished;
    let done = event.games.iter().filter(over).count().to_string();
    let all = event.games.len().to_string();
    Phrase("site.of").fill(language, &[("done", &done), ("all", &all)])
}
