//! The public site: pages about tournaments for any web host. Data in, files out:
//! the shell reads the one and writes the other.
//!
//! What the public sees is the moves, their dates and days, and results. Never: an
//! address, a proposed series (it is between two players), an offer of a draw,
//! opinions, protests, reasons of decisions, a move that is held or sealed. Only
//! `Shown` looks at a game, so that nothing else of it can get into a page.

mod cycle;
mod event;
mod feed;
mod game;
mod lists;
mod look;
mod page;
mod player;
mod public;
mod rounds;
mod shown;
mod sitemap;
mod start;

pub use look::{Look, LookError};
pub use public::{PublicState, public_json, public_pgn};

use super::cycle::CycleInput;
use super::document::{STYLE, escape};
use super::table::TableInput;
use crate::chess::Position;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::GameFile;
use crate::time::Day;
use feed::{Feed, feed};
use player::PublicPlayer;
use shown::ShownGame;
use std::collections::BTreeMap;

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
    /// How it looks, and where it will stand.
    pub look: Look,
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
    pub content: SiteContent,
}

/// What stands in a file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteContent {
    /// A text.
    Text(String),
    /// The picture of a position, PNG: the shell draws it, as it draws those of letters.
    Board(Box<BoardPicture>),
}

/// A position as a picture shows it, seen from White's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPicture {
    /// The position.
    pub position: Position,
    /// The squares of the last move: file and rank, from 0.
    pub marked: Vec<(u8, u8)>,
}

/// All files of the site; the first page is `index.html`.
pub fn files(site: &Site) -> Vec<SiteFile> {
    let shown: Vec<EventShown<'_>> = site.events.iter().map(EventShown::of).collect();
    let mut all = vec![text("index.html".to_owned(), start::page(site, &shown))];
    for cycle in &site.cycles {
        let path = format!("{}/index.html", cycle.code);
        let page = cycle::page(site, cycle, &path);
        all.push(text(path, page));
    }
    for event in &shown {
        event_files(&mut all, site, event);
    }
    for (id, player) in PublicPlayer::all(&shown) {
        let path = player::path(id);
        let page = player::page(site, &player, &path);
        if let Some(base) = &site.look.base_url {
            let of = Feed {
                path: feed_of(&path),
                page: &path,
                title: player.name(),
                language: site.language,
            };
            all.push(text(
                feed_of(&path),
                feed(site, base, &of, player.all_games()),
            ));
        }
        all.push(text(path, page));
    }
    if let Some(base) = &site.look.base_url {
        let map = sitemap::sitemap(base, &all);
        all.push(text("sitemap.xml".to_owned(), map));
    }
    all
}

/// A page that says one thing: that what was asked for is not there, or that nothing is yet.
/// It leads to the first page.
pub fn said_alone(club: &str, language: Language, said: Phrase) -> String {
    let title = escape(said.say(language));
    let home = link("/", Phrase("site.home").say(language));
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}, {}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n<p>{home}</p>\n</main>\n</body>\n</html>\n",
        language.code(),
        escape(club)
    )
}

/// Where the feed of a page stands: `CODE/index.atom`, `players/7.atom`.
fn feed_of(page: &str) -> String {
    format!("{}.atom", page.strip_suffix(".html").unwrap_or(page))
}

fn text(path: String, text: String) -> SiteFile {
    SiteFile {
        path,
        content: SiteContent::Text(text),
    }
}

/// A tournament with what the public sees of its games.
struct EventShown<'a> {
    event: &'a PublicEvent,
    games: Vec<ShownGame<'a>>,
}

impl<'a> EventShown<'a> {
    fn of(event: &'a PublicEvent) -> EventShown<'a> {
        let shown = |g: &'a GameFile| ShownGame::of(g, event.delay);
        EventShown {
            event,
            games: event.games.iter().map(shown).collect(),
        }
    }

    /// Who has or had a page: by starting number those who play now.
    fn players(&self) -> BTreeMap<u32, PlayerId> {
        let entrants = self.event.table.entrants.iter();
        entrants.map(|e| (e.start_number, e.player)).collect()
    }
}

/// The pages of a tournament.
fn event_files(all: &mut Vec<SiteFile>, site: &Site, shown: &EventShown<'_>) {
    let code = &shown.event.table.code;
    let named = |name: &str| format!("{code}/{name}");
    let path = named("index.html");
    let page = event::page(site, shown, &path);
    if let Some(base) = &site.look.base_url {
        let of = Feed {
            path: feed_of(&path),
            page: &path,
            title: &shown.event.table.name,
            language: shown.event.language,
        };
        let text_of = feed(site, base, &of, shown.games.iter());
        all.push(text(feed_of(&path), text_of));
    }
    all.push(text(path, page));
    let path = named("rounds.html");
    let page = rounds::page(site, shown, &path);
    all.push(text(path, page));
    let games: Vec<String> = shown.games.iter().map(ShownGame::pgn).collect();
    all.push(text(named(&format!("{code}.pgn")), games.join("\n")));
    for (at, (game, pgn)) in shown.games.iter().zip(&games).enumerate() {
        let number = game.number();
        let before = at.checked_sub(1).and_then(|i| shown.games.get(i));
        let around = [before, shown.games.get(at + 1)].map(|g| g.map(ShownGame::number));
        let path = named(&format!("{number}.html"));
        let page = game::page(site, shown, game, around, &path);
        all.push(text(path, page));
        all.push(text(named(&format!("{code}-{number}.pgn")), pgn.clone()));
        // A picture is of use only to who can be told where it is.
        if site.look.base_url.is_some()
            && let Some(picture) = game.picture()
        {
            all.push(SiteFile {
                path: named(&game::picture_name(game)),
                content: SiteContent::Board(Box::new(picture)),
            });
        }
    }
}

/// A link of a page: where to, and its words.
fn link(to: &str, words: &str) -> String {
    format!(
        "<a href=\"{}\">{}</a>",
        super::document::attribute(to),
        escape(words)
    )
}
