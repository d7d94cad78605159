//! A page of the site around its parts: head, way, foot.

use super::{Site, link};
use crate::language::Language;
use crate::messages::Phrase;
use crate::report::document::{Block, STYLE, Table, attribute, escape, html_blocks};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// What the pages of the site have beside the style of all our pages.
const OWN_STYLE: &str = include_str!("site.css");

/// A page in its parts.
#[derive(Clone, Debug, Default)]
pub(super) struct PageParts<'a> {
    /// Where it stands below the site's folder.
    pub path: &'a str,
    /// Its title, plain.
    pub title: &'a str,
    /// What the title is a part of, for where it stands alone: the event, the club. Plain.
    pub of: &'a str,
    /// What it is about, in a sentence or two, plain: for search machines and previews.
    pub description: String,
    /// The picture of a preview, below the site's folder, and what it shows.
    pub picture: Option<(String, String)>,
    /// Lines under the title, plain.
    pub subtitle: Vec<String>,
    /// Links above the title, HTML.
    pub way: Vec<String>,
    /// What it says, HTML.
    pub body: String,
    /// It has a feed beside it, where the site has feeds.
    pub has_feed: bool,
    /// A line at its end, plain.
    pub foot: String,
    /// A script that makes it better, where it has one.
    pub script: Option<&'a str>,
}

/// The whole page. It fetches nothing; only the script that was put there may run,
/// which its hash tells (so that pages work from a folder too, where no file is
/// of the same origin as another).
pub(super) fn page(site: &Site, language: Language, parts: &PageParts<'_>) -> String {
    let title = escape(parts.title);
    let script = match parts.script {
        Some(script) => {
            let hash = STANDARD.encode(Sha256::digest(script.as_bytes()));
            format!("; script-src 'sha256-{hash}'")
        }
        None => String::new(),
    };
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:{script}\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"data:,\">\n",
        language.code()
    );
    out.push_str(&head(site, parts));
    out.push_str(&format!(
        "<style>\n{STYLE}{OWN_STYLE}{}</style>\n</head>\n<body>\n",
        site.look.style()
    ));
    out.push_str(&club(site, parts.path));
    out.push_str("<main>\n");
    let own = site.look.own_games.as_ref();
    let own = own.map(|to| link(to, Phrase("site.own-games").say(language)));
    let way: Vec<String> = parts.way.iter().cloned().chain(own).collect();
    if !way.is_empty() {
        out.push_str(&format!("<nav>{}</nav>\n", way.join(" ")));
    }
    out.push_str(&format!("<header>\n<h1>{title}</h1>\n"));
    for line in &parts.subtitle {
        out.push_str(&format!("<p class=\"subtitle\">{}</p>\n", escape(line)));
    }
    out.push_str("</header>\n");
    out.push_str(&parts.body);
    if !parts.foot.is_empty() {
        let foot = escape(&parts.foot);
        out.push_str(&format!("<footer><p class=\"note\">{foot}</p></footer>\n"));
    }
    out.push_str("</main>\n");
    if let Some(script) = parts.script {
        out.push_str(&format!("<script>{script}</script>\n"));
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// The title of the window, what the page is about, its address and its picture.
fn head(site: &Site, parts: &PageParts<'_>) -> String {
    let alone = match parts.of {
        "" => parts.title.to_owned(),
        of => format!("{}, {of}", parts.title),
    };
    let mut out = format!("<title>{}</title>\n", escape(&alone));
    let mut meta = |kind: &str, name: &str, value: &str| {
        let value = attribute(value);
        out.push_str(&format!("<meta {kind}=\"{name}\" content=\"{value}\">\n"));
    };
    if !parts.description.is_empty() {
        meta("name", "description", &parts.description);
        meta("property", "og:description", &parts.description);
    }
    meta("property", "og:type", "website");
    meta("property", "og:site_name", &site.club);
    meta("property", "og:title", &alone);
    let Some(own) = site.look.address(parts.path) else {
        return out;
    };
    meta("property", "og:url", &own);
    if let Some((path, shown)) = &parts.picture
        && let Some(picture) = site.look.address(path)
    {
        meta("property", "og:image", &picture);
        meta("property", "og:image:alt", shown);
        meta("name", "twitter:card", "summary");
    }
    out.push_str(&format!(
        "<link rel=\"canonical\" href=\"{}\">\n",
        attribute(&own)
    ));
    if let Some(feed) = site
        .look
        .address(&super::feed_of(parts.path))
        .filter(|_| parts.has_feed)
    {
        out.push_str(&format!(
            "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"{}\">\n",
            attribute(&feed)
        ));
    }
    out
}

/// The strip above every page, where a club has dressed its site: logo and name, which
/// lead to the first page.
fn club(site: &Site, path: &str) -> String {
    if !site.look.is_dressed() {
        return String::new();
    }
    let up = "../".repeat(path.matches('/').count());
    let logo = site.look.logo.as_ref();
    let logo = logo.map(|l| format!("<img src=\"{}\" alt=\"\">", attribute(l)));
    format!(
        "<p class=\"club\"><a href=\"{up}index.html\">{}<span>{}</span></a></p>\n",
        logo.unwrap_or_default(),
        escape(&site.club)
    )
}

/// A part of a page with its title, plain, and what it says, HTML.
pub(super) fn section(title: &str, body: &str) -> String {
    if body.is_empty() {
        return String::new();
    }
    format!("<section>\n<h2>{}</h2>\n{body}</section>\n", escape(title))
}

/// A table as a part of a page, under its title, which is also what those hear who listen to
/// the table; nothing where it has no rows.
pub(super) fn table(title: &str, table: Table) -> String {
    if table.rows.is_empty() {
        return String::new();
    }
    section(title, &html_blocks(&[Block::Table(table.captioned(title))]))
}
