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
mod listed;
mod lists;
mod look;
mod page;
mod pages;
mod player;
mod public;
mod rounds;
mod shown;
mod sitemap;
mod start;

pub use cycle::cycle_page;
pub use event::{EventPage, event_page};
pub use feed::{Feed, NEWEST, feed};
pub use game::game_page;
pub use listed::{ListedGame, ListedMove, ListedPlayer, OpenGame};
pub use look::{Look, LookError};
pub use pages::{ListPage, file_of};
pub use player::{PlayerEvent, PlayerShown, path as player_path, player_page};
pub use public::{PublicState, public_json, public_pgn};
pub use rounds::{RoundsPage, rounds_page};
pub use sitemap::{MOST_LISTED, sitemap, sitemap_index};
pub use start::{LATEST, Start, StartLine, start_page};

use super::document::{STYLE, escape};
use crate::chess::Position;
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::GameFile;
use crate::time::Day;
use shown::ShownGame;

/// What all pages have.
#[derive(Clone, Debug)]
pub struct Site {
    /// The club's name.
    pub club: String,
    /// The language of the first page.
    pub language: Language,
    /// The day of the site, in the club's zone.
    pub today: Day,
    /// How it looks, and where it will stand.
    pub look: Look,
}

/// A tournament as all its pages know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// The language of its pages.
    pub language: Language,
    /// So many of the last half-moves of a game being played are held back.
    pub delay: usize,
}

impl Event {
    /// A game of it as lists show it, by its record.
    pub fn listed(&self, game: &GameFile) -> ListedGame {
        ListedGame::of(&ShownGame::of(game, self.delay))
    }

    /// The same with its last move in the words of a language.
    pub fn open(&self, game: &GameFile, language: Language) -> OpenGame {
        OpenGame::of(&ShownGame::of(game, self.delay), language)
    }

    /// A game of it as PGN.
    pub fn pgn(&self, game: &GameFile) -> String {
        ShownGame::of(game, self.delay).pgn()
    }

    /// The position of a game that is shown last.
    pub fn picture(&self, game: &GameFile) -> Option<BoardPicture> {
        ShownGame::of(game, self.delay).picture()
    }
}

/// A position as a picture shows it, seen from White's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPicture {
    /// The position.
    pub position: Position,
    /// The squares of the last move: file and rank, from 0.
    pub marked: Vec<(u8, u8)>,
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

/// A link of a page: where to, and its words.
fn link(to: &str, words: &str) -> String {
    format!(
        "<a href=\"{}\">{}</a>",
        super::document::attribute(to),
        escape(words)
    )
}
