//! Where the public pages stand: an address names one page, read and written in one place.

use crate::ids::{PlayerId, is_code};
use crate::report::site::{file_of, player_path};

/// What stands at an address of the site.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Address {
    /// The first page, or one behind it.
    Start(u32),
    /// A tournament, or a page of the games being played behind it; a cycle.
    Folder(String, u32),
    /// All games of a tournament, a page of them.
    Rounds(String, u32),
    /// All games of a tournament as PGN.
    Games(String),
    /// What is new in a tournament.
    Feed(String),
    /// The pages of a tournament, for search machines.
    FolderMap(String),
    /// A game.
    Game(String, u32),
    /// A game as PGN.
    Pgn(String, u32),
    /// The picture of a game's position.
    Picture(String, u32),
    /// A player.
    Player(PlayerId),
    /// What is new of a player.
    PlayerFeed(PlayerId),
    /// The pages of players, for search machines: so many at a time.
    PlayersMap(u32),
    /// All pages for search machines, or the lists of them.
    Map,
    /// The pages of no tournament, for search machines.
    StartMap,
}

/// A number as we write it: no sign, no nought before it.
fn number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number > 0 && number.to_string() == text).then_some(number)
}

/// The page that a file of a list is.
fn page_of(stem: &str, name: &str) -> Option<u32> {
    let rest = name.strip_suffix(".html")?.strip_prefix(stem)?;
    match rest {
        "" => Some(1),
        rest => number(rest.strip_prefix('-')?).filter(|page| *page > 1),
    }
}

impl Address {
    /// What a path below the site's folder names; nothing where no page has such a one.
    pub fn of(path: &str) -> Option<Address> {
        let Some((folder, name)) = path.split_once('/') else {
            return match path {
                "sitemap.xml" => Some(Address::Map),
                "sitemap-start.xml" => Some(Address::StartMap),
                _ => page_of("index", path).map(Address::Start),
            };
        };
        if folder == "players" {
            let player = |text: &str| number(text).map(|n| PlayerId(i64::from(n)));
            return match name.split_once('.')? {
                (stem, "html") => player(stem).map(Address::Player),
                (stem, "atom") => player(stem).map(Address::PlayerFeed),
                (stem, "xml") => number(stem.strip_prefix("sitemap-")?).map(Address::PlayersMap),
                _ => None,
            };
        }
        is_code(folder).then(|| Address::within(folder, name))?
    }

    fn within(folder: &str, name: &str) -> Option<Address> {
        let code = folder.to_owned();
        match name {
            "index.atom" => return Some(Address::Feed(code)),
            "sitemap.xml" => return Some(Address::FolderMap(code)),
            _ => {}
        }
        if let Some(page) = page_of("index", name) {
            return Some(Address::Folder(code, page));
        }
        if let Some(page) = page_of("rounds", name) {
            return Some(Address::Rounds(code, page));
        }
        match name.rsplit_once('.')? {
            (stem, "html") => Some(Address::Game(code, number(stem)?)),
            (stem, "png") => Some(Address::Picture(code, number(stem)?)),
            (stem, "pgn") => match stem.strip_prefix(folder)? {
                "" => Some(Address::Games(code)),
                rest => Some(Address::Pgn(code, number(rest.strip_prefix('-')?)?)),
            },
            _ => None,
        }
    }

    /// Its path below the site's folder, with `/`.
    pub fn path(&self) -> String {
        match self {
            Address::Start(page) => file_of("index", *page),
            Address::Folder(code, page) => format!("{code}/{}", file_of("index", *page)),
            Address::Rounds(code, page) => format!("{code}/{}", file_of("rounds", *page)),
            Address::Games(code) => format!("{code}/{code}.pgn"),
            Address::Feed(code) => format!("{code}/index.atom"),
            Address::FolderMap(code) => format!("{code}/sitemap.xml"),
            Address::Game(code, number) => format!("{code}/{number}.html"),
            Address::Pgn(code, number) => format!("{code}/{code}-{number}.pgn"),
            Address::Picture(code, number) => format!("{code}/{number}.png"),
            Address::Player(id) => player_path(*id),
            Address::PlayerFeed(id) => format!("players/{id}.atom"),
            Address::PlayersMap(part) => format!("players/sitemap-{part}.xml"),
            Address::Map => "sitemap.xml".to_owned(),
            Address::StartMap => "sitemap-start.xml".to_owned(),
        }
    }

    /// Only a site that knows its own address has it.
    pub fn needs_base(&self) -> bool {
        matches!(
            self,
            Address::Feed(_)
                | Address::FolderMap(_)
                | Address::Picture(..)
                | Address::PlayerFeed(_)
                | Address::PlayersMap(_)
                | Address::Map
                | Address::StartMap
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again_and_nothing_else() {
        let code = || "RU-26".to_owned();
        let player = PlayerId(7);
        for address in [
            Address::Start(1),
            Address::Start(3),
            Address::Folder(code(), 1),
            Address::Folder(code(), 2),
            Address::Rounds(code(), 1),
            Address::Rounds(code(), 9),
            Address::Games(code()),
            Address::Feed(code()),
            Address::FolderMap(code()),
            Address::Game(code(), 12),
            Address::Pgn(code(), 12),
            Address::Picture(code(), 12),
            Address::Player(player),
            Address::PlayerFeed(player),
            Address::PlayersMap(1),
            Address::Map,
            Address::StartMap,
        ] {
            assert_eq!(Address::of(&address.path()), Some(address));
        }
        for path in [
            "",
            "x",
            "index-1.html",
            "index-01.html",
            "RU-26",
            "RU-26/",
            "RU-26/01.html",
            "RU-26/0.html",
            "RU-26/index-1.html",
            "RU-26/+1.html",
            "players/0.html",
            "RU-26/XX-1.pgn",
            "a/b/1.html",
            "../1.html",
            "players/7-2.html",
        ] {
            assert_eq!(Address::of(path), None, "{path}");
        }
    }
}
