//! The list of the pages for search machines (sitemaps.org, version 0.9).

use super::SiteFile;
use super::look::address;
use crate::report::document::escape;

/// All pages that stand among the files, by their addresses.
pub(super) fn sitemap(base: &str, files: &[SiteFile]) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for file in files.iter().filter(|f| f.path.ends_with(".html")) {
        let at = escape(&address(base, &file.path));
        out.push_str(&format!("<url><loc>{at}</loc></url>\n"));
    }
    out.push_str("</urlset>\n");
    out
}
