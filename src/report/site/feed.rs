//! What is new, for programs that read feeds (Atom, RFC 4287): of a tournament, of a player.
//! Only a site that knows its address has them: entries are named by it.

use super::game;
use super::look::address;
use super::shown::ShownGame;
use super::{Site, feed_of};
use crate::chess::Side;
use crate::language::Language;
use crate::record::GameFile;
use crate::report::document::{attribute, escape};
use crate::time::Day;
use std::cmp::Reverse;

/// So many of the newest entries a feed holds.
pub const NEWEST: usize = 50;

/// A feed of a page: where both stand, and what they are about.
pub struct Feed<'a> {
    /// The page that it belongs to.
    pub page: &'a str,
    /// Its title, plain.
    pub title: &'a str,
    /// Its language.
    pub language: Language,
}

/// A half-move, or the result behind the last one.
struct News<'g> {
    day: Day,
    game: &'g ShownGame<'g>,
    ply: usize,
    is_result: bool,
}

impl News<'_> {
    fn title(&self, language: Language) -> String {
        let said = match (self.is_result, self.game.result()) {
            (true, Some(result)) => result.code.text().to_owned(),
            _ => self.game.numbered(self.ply, language),
        };
        let [white, black] = Side::BOTH.map(|side| self.game.player(side));
        format!("{}: {said} ({white} – {black})", self.game.name())
    }

    /// What tells it from all others for ever.
    fn id(&self) -> String {
        match self.is_result {
            true => "result".to_owned(),
            false => game::anchor(self.ply),
        }
    }
}

/// The newest half-moves and results of games, each with how many half-moves of it are held
/// back; the newest first.
pub fn feed(site: &Site, base: &str, of: &Feed<'_>, games: &[(&GameFile, usize)]) -> String {
    let games: Vec<ShownGame<'_>> = games.iter().map(|(g, n)| ShownGame::of(g, *n)).collect();
    let mut all: Vec<News<'_>> = games.iter().flat_map(news_of).collect();
    all.sort_by_key(|n| Reverse((n.day, n.game.number(), n.ply, n.is_result)));
    all.truncate(NEWEST);
    let updated = all.first().map_or(site.today, |newest| newest.day);
    let (own, page) = (address(base, &feed_of(of.page)), address(base, of.page));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n\
         <id>{}</id>\n<title>{}</title>\n<updated>{}</updated>\n\
         <author><name>{}</name></author>\n\
         <link rel=\"self\" href=\"{}\"/>\n<link href=\"{}\"/>\n",
        of.language.code(),
        escape(&page),
        escape(of.title),
        begins(updated),
        escape(&site.club),
        attribute(&own),
        attribute(&page)
    );
    for news in &all {
        let page = address(base, &format!("{}.html", news.game.name()));
        let (id, at) = (news.id(), game::anchor(news.ply));
        out.push_str(&format!(
            "<entry>\n<id>{}</id>\n<title>{}</title>\n<updated>{}</updated>\n<link href=\"{}\"/>\n</entry>\n",
            escape(&format!("{page}#{id}")),
            escape(&news.title(of.language)),
            begins(news.day),
            attribute(&format!("{page}#{at}"))
        ));
    }
    out.push_str("</feed>\n");
    out
}

fn news_of<'g>(game: &'g ShownGame<'g>) -> impl Iterator<Item = News<'g>> {
    let moves = (1..).zip(game.moves()).map(|(ply, played)| News {
        day: played.sent,
        game,
        ply,
        is_result: false,
    });
    let over = game.result().and_then(|_| game.over_on());
    let result = over.map(|day| News {
        day,
        game,
        ply: game.plies(),
        is_result: true,
    });
    moves.chain(result)
}

/// A day as an instant: the public is told days alone.
fn begins(day: Day) -> String {
    format!("{day}T00:00:00Z")
}
