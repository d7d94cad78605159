//! All games of a tournament, round by round.

use super::page::{self, PageParts, page as whole};
use super::{EventShown, Site, link, lists};
use crate::messages::Phrase;
use crate::report::document::{Block, html_blocks};
use crate::report::words::common::date;
use std::collections::BTreeSet;

pub(super) fn page(site: &Site, shown: &EventShown<'_>, path: &str) -> String {
    let language = shown.event.language;
    let input = &shown.event.table;
    let rounds: BTreeSet<u32> = shown.games.iter().map(|g| g.round()).collect();
    let title = Phrase("site.round").say(language);
    let anchors = rounds
        .iter()
        .map(|n| link(&format!("#r{n}"), &n.to_string()))
        .collect::<Vec<_>>()
        .join(" ");
    let mut body = String::new();
    if rounds.len() > 1 {
        body.push_str(&format!("<p class=\"links\">{title} {anchors}</p>\n"));
    }
    for round in &rounds {
        let games = shown.games.iter().filter(|g| g.round() == *round);
        let table = lists::games("round", games, language);
        let part = page::table(&format!("{title} {round}"), table);
        body.push_str(&part.replacen("<section>", &format!("<section id=\"r{round}\">"), 1));
    }
    if shown.event.delay > 0 {
        let n = shown.event.delay.to_string();
        let held = Phrase("site.delayed").fill(language, &[("n", &n)]);
        body.push_str(&html_blocks(&[Block::Paragraph(held)]));
    }
    whole(
        site,
        language,
        &PageParts {
            path,
            title: Phrase("site.rounds").say(language),
            of: &input.name,
            description: Phrase("site.about-rounds").fill(language, &[("name", &input.name)]),
            way: vec![
                link("../index.html", Phrase("site.home").say(language)),
                link("index.html", &input.name),
            ],
            body,
            foot: Phrase("site.made").fill(language, &[("day", &date(language, input.today))]),
            ..PageParts::default()
        },
    )
}
