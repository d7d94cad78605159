//! The list of the pages for search machines (sitemaps.org, version 0.9). A large club has one
//! for each tournament, and a list of these.

use super::look::address;
use crate::report::document::escape;

/// So many pages stand in one list: whoever asks for it waits for no more. The protocol allows
/// five times as many.
pub const MOST_LISTED: u32 = 10_000;

/// The list of pages, by their addresses below the base.
pub fn sitemap(base: &str, pages: impl IntoIterator<Item = String>) -> String {
    listed(base, ("urlset", "url"), pages)
}

/// The list of such lists.
pub fn sitemap_index(base: &str, lists: impl IntoIterator<Item = String>) -> String {
    listed(base, ("sitemapindex", "sitemap"), lists)
}

fn listed(base: &str, (all, one): (&str, &str), paths: impl IntoIterator<Item = String>) -> String {
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <{all} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
    );
    for path in paths {
        let at = escape(&address(base, &path));
        out.push_str(&format!("<{one}><loc>{at}</loc></{one}>\n"));
    }
    out.push_str(&format!("</{all}>\n"));
    out
}
