//! The page of a cycle: the tables of its stages, each leading to its own page.

use super::page::{PageParts, page as whole, section};
use super::{Site, link};
use crate::messages::Phrase;
use crate::report::cycle::{CycleInput, sections};
use crate::report::document::html_blocks;
use crate::report::words::common::date;
use std::collections::BTreeSet;

/// The page of a cycle; `shown`: the codes of the stages that have pages.
pub fn cycle_page(site: &Site, cycle: &CycleInput, shown: &BTreeSet<String>) -> String {
    let path = &format!("{}/index.html", cycle.code);
    let language = site.language;
    let mut body = String::new();
    for (stage, part) in cycle.stages.iter().zip(sections(cycle, language)) {
        let mut inner = html_blocks(&part.blocks);
        let code = &stage.table.code;
        if shown.contains(code) {
            let to = link(&format!("../{code}/index.html"), code);
            inner.push_str(&format!("<p class=\"links\">{to}</p>\n"));
        }
        body.push_str(&section(&part.title, &inner));
    }
    whole(
        site,
        language,
        &PageParts {
            path,
            title: &cycle.name,
            of: &site.club,
            description: Phrase("site.about-event").fill(language, &[("name", &cycle.name)]),
            picture: None,
            subtitle: vec![cycle.code.clone()],
            way: vec![link("../index.html", Phrase("site.home").say(language))],
            body,
            foot: Phrase("site.made").fill(language, &[("day", &date(language, site.today))]),
            script: None,
            has_feed: false,
        },
    )
}
