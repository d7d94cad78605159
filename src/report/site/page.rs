//! A page of the site around its parts: head, way, foot.

use crate::language::Language;
use crate::report::document::{STYLE, escape};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// What the pages of the site have beside the style of all our pages.
const OWN_STYLE: &str = include_str!("site.css");

/// A page in its parts.
#[derive(Clone, Debug, Default)]
pub(super) struct PageParts<'a> {
    /// Its title, plain.
    pub title: &'a str,
    /// Lines under the title, plain.
    pub subtitle: Vec<String>,
    /// Links above the title, HTML.
    pub way: Vec<String>,
    /// What it says, HTML.
    pub body: String,
    /// A line at its end, plain.
    pub foot: String,
    /// A script that makes it better, where it has one.
    pub script: Option<&'a str>,
}

/// The whole page. It fetches nothing; only the script that was put there may run,
/// which its hash tells (so that pages work from a folder too, where no file is
/// of the same origin as another).
pub(super) fn page(language: Language, parts: &PageParts<'_>) -> String {
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
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{OWN_STYLE}</style>\n</head>\n<body>\n<main>\n",
        language.code()
    );
    if !parts.way.is_empty() {
        out.push_str(&format!("<nav>{}</nav>\n", parts.way.join(" ")));
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

/// A part of a page with its title, plain, and what it says, HTML.
pub(super) fn section(title: &str, body: &str) -> String {
    if body.is_empty() {
        return String::new();
    }
    format!("<section>\n<h2>{}</h2>\n{body}</section>\n", escape(title))
}
