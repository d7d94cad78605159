//! Lists that grow with a club, a page at a time. The first page keeps the address of the list;
//! those behind it have their number: `index-2.html`.

use crate::language::Language;
use crate::messages::Phrase;

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListPage {
    /// The file of its first page, without folder and ending.
    pub stem: String,
    /// Which page, from 1.
    pub page: u32,
    /// The last one.
    pub last: u32,
}

impl ListPage {
    /// A page of a list of so many, of which a page has so many; none where there is no such
    /// page. An empty list has one page.
    pub fn of(stem: impl Into<String>, page: u32, (all, most): (u32, u32)) -> Option<ListPage> {
        let last = all.div_ceil(most.max(1)).max(1);
        (1..=last).contains(&page).then(|| ListPage {
            stem: stem.into(),
            page,
            last,
        })
    }

    /// How many stand before it.
    pub fn behind(page: u32, most: u32) -> u32 {
        page.saturating_sub(1).saturating_mul(most)
    }

    /// The file of a page of it.
    pub fn name(&self, page: u32) -> String {
        file_of(&self.stem, page)
    }

    /// It is not the first one.
    pub(super) fn goes_on(&self) -> bool {
        self.page > 1
    }

    /// `Page 2 of 5`.
    pub(super) fn said(&self, language: Language) -> String {
        let (n, all) = (self.page.to_string(), self.last.to_string());
        Phrase("site.page-of").fill(language, &[("n", &n), ("all", &all)])
    }

    /// A title; of a page that is not the first with which one it is.
    pub(super) fn titled(&self, title: &str, language: Language) -> String {
        match self.goes_on() {
            true => format!("{title} – {}", self.said(language)),
            false => title.to_owned(),
        }
    }
}

/// The file of a page of a list.
pub fn file_of(stem: &str, page: u32) -> String {
    match page {
        1 => format!("{stem}.html"),
        page => format!("{stem}-{page}.html"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_as_many_pages_as_it_needs_and_at_least_one() {
        for (all, last) in [(0, 1), (1, 1), (10, 1), (11, 2), (20, 2), (21, 3)] {
            let first = ListPage::of("index", 1, (all, 10)).unwrap();
            assert_eq!(first.last, last, "{all}");
            assert!(ListPage::of("index", last + 1, (all, 10)).is_none());
            assert!(ListPage::of("index", 0, (all, 10)).is_none());
        }
    }

    #[test]
    fn the_first_page_keeps_the_address_of_the_list() {
        assert_eq!(file_of("rounds", 1), "rounds.html");
        assert_eq!(file_of("rounds", 2), "rounds-2.html");
    }
}
