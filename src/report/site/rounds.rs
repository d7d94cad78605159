//! All games of a tournament, round by round.

use super::listed::ListedGame;
use super::page::{self, PageParts, page as whole};
use super::pages::ListPage;
use super::{Event, Site, link, lists};
use crate::messages::Phrase;
use crate::report::document::{Block, html_blocks};
use crate::report::words::common::date;
use crate::time::Day;

/// What a page of the rounds shows.
#[derive(Clone, Copy, Debug)]
pub struct RoundsPage<'a> {
    /// Its tournament.
    pub event: &'a Event,
    /// The day of the page.
    pub today: Day,
    /// Every round, with the page on which it begins, in their order.
    pub rounds: &'a [(u32, u32)],
    /// The games of this page, by round and number.
    pub games: &'a [ListedGame],
    /// Which page of them.
    pub list: &'a ListPage,
}

/// A page of all games of a tournament.
pub fn rounds_page(site: &Site, of: &RoundsPage<'_>) -> String {
    let event = of.event;
    let language = event.language;
    let title = Phrase("site.round").say(language);
    let anchor = |(round, page): &(u32, u32)| match *page == of.list.page {
        true => link(&format!("#r{round}"), &round.to_string()),
        false => {
            let to = format!("{}#r{round}", of.list.name(*page));
            link(&to, &round.to_string())
        }
    };
    let mut body = String::new();
    if of.rounds.len() > 1 {
        let anchors = of.rounds.iter().map(anchor).collect::<Vec<_>>().join(" ");
        body.push_str(&format!("<p class=\"links\">{title} {anchors}</p>\n"));
    }
    for games in of.games.chunk_by(|a, b| a.round == b.round) {
        let Some(round) = games.first().map(|g| g.round) else {
            continue;
        };
        let table = lists::games("round", games.iter(), language);
        let part = page::table(&format!("{title} {round}"), table);
        // A round that began on the page before has its name there.
        let begins = of.rounds.contains(&(round, of.list.page));
        body.push_str(&match begins {
            true => part.replacen("<section>", &format!("<section id=\"r{round}\">"), 1),
            false => part,
        });
    }
    if event.delay > 0 {
        let n = event.delay.to_string();
        let held = Phrase("site.delayed").fill(language, &[("n", &n)]);
        body.push_str(&html_blocks(&[Block::Paragraph(held)]));
    }
    body.push_str(&lists::turning(of.list, language));
    let name = Phrase("site.rounds").say(language);
    whole(
        site,
        language,
        &PageParts {
            path: &format!("{}/{}", event.code, of.list.name(of.list.page)),
            title: &of.list.titled(name, language),
            of: &event.name,
            description: Phrase("site.about-rounds").fill(language, &[("name", &event.name)]),
            way: vec![
                link("../index.html", Phrase("site.home").say(language)),
                link("index.html", &event.name),
            ],
            body,
            foot: Phrase("site.made").fill(language, &[("day", &date(language, of.today))]),
            ..PageParts::default()
        },
    )
}
