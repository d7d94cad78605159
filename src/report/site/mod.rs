//! The public site: pages about tournaments for any web host. Data in, files out:
//! the shell reads the one and writes the other.
//!
//! What the public sees is the moves, their dates and days, and results. Never: an
//! address, a proposed series (it is between two players), an offer of a draw,
//! opinions, protests, reasons of decisions, a move that is held or sealed. Only
//! `Shown` looks at a game, so that nothing else of it can get into a page.

mod cycle;
mod event;
mod game;
mod page;
mod shown;
mod start;

use super::cycle::CycleInput;
use super::document::escape;
use super::table::TableInput;
use crate::language::Language;
use crate::record::GameFile;
use crate::time::Day;
use shown::ShownGame;

/// All that the site is made of.
#[derive(Clone, Debug)]
pub struct Site {
    /// The club's name.
    pub club: String,
    /// The language of the first page.
    pub language: Language,
    /// The day of the site, in the club's zone.
    pub today: Day,
    /// The tournaments, as they are listed.
    pub events: Vec<PublicEvent>,
    /// The cycles that some of them are stages of.
    pub cycles: Vec<CycleInput>,
}

/// A tournament for the public.
#[derive(Clone, Debug)]
pub struct PublicEvent {
    /// The language of its pages.
    pub language: Language,
    /// What its table is made of.
    pub table: TableInput,
    /// Its games, by number.
    pub games: Vec<GameFile>,
    /// So many of the last half-moves of a game being played are held back.
    pub delay: usize,
}

/// A file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFile {
    /// Its path below the site's folder, with `/`.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

/// All files of the site; the first page is `index.html`.
pub fn files(site: &Site) -> Vec<SiteFile> {
    let mut all = vec![SiteFile {
        path: "index.html".to_owned(),
        text: start::page(site),
    }];
    for cycle in &site.cycles {
        all.push(SiteFile {
            path: format!("{}/index.html", cycle.code),
            text: cycle::page(site, cycle),
        });
    }
    for event in &site.events {
        let code = &event.table.code;
        let file = |name: String, text: String| SiteFile {
            path: format!("{code}/{name}"),
            text,
        };
        let shown: Vec<ShownGame<'_>> = event
            .games
            .iter()
            .map(|g| ShownGame::of(g, event.delay))
            .collect();
        all.push(file("index.html".to_owned(), event::page(event, &shown)));
        let games: Vec<String> = shown.iter().map(ShownGame::pgn).collect();
        all.push(file(format!("{code}.pgn"), games.join("\n")));
        for (at, (game, pgn)) in shown.iter().zip(&games).enumerate() {
            let number = game.number();
            let before = at.checked_sub(1).and_then(|i| shown.get(i));
            let around = [before, shown.get(at + 1)].map(|g| g.map(ShownGame::number));
            let page = game::page(event, game, around);
            all.push(file(format!("{number}.html"), page));
            all.push(file(format!("{code}-{number}.pgn"), pgn.clone()));
        }
    }
    all
}

/// A link of a page: where to, and its words.
fn link(to: &str, words: &str) -> String {
    format!(
        "<a href=\"{}\">{}</a>",
        super::document::attribute(to),
        escape(words)
    )
}
