//! Letters of our own: as a mail program shows them, with the pictures inside the page, and
//! their words in every form in which a program may give them back.

use super::mime::parts;
use super::tag::Tag;
use super::transfer::unix_lines;
use super::{Unreadable, charset, html, line, plain};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// What a mail program would show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedHtml {
    /// The first text.
    pub text: String,
    /// The first page, where there is one; pictures that come with the letter stand
    /// in it as `data:` addresses.
    pub html: Option<String>,
}

/// Reads a letter as it would be shown.
///
/// # Errors
/// Bytes of which nothing can be made.
pub fn shown(bytes: &[u8]) -> Result<RenderedHtml, Unreadable> {
    let bytes = unix_lines(bytes);
    let mut notes = Vec::new();
    let mut shown = RenderedHtml::default();
    let mut has_text = false;
    let mut pictures: Vec<(String, String)> = Vec::new();
    for part in parts(&bytes)? {
        let (main, sub) = part.media_type();
        match (main.as_str(), sub.as_str()) {
            ("text", "plain") if !has_text => {
                shown.text = charset::text(&part, &mut notes);
                has_text = true;
            }
            ("text", "html") if shown.html.is_none() => {
                shown.html = Some(charset::text(&part, &mut notes));
            }
            ("image", _) => {
                let id = part.field("content-id").map(|f| f.ascii());
                let id = id.unwrap_or_default();
                let id = id.trim_matches(['<', '>']).to_owned();
                let data = STANDARD.encode(part.bytes());
                pictures.push((id, format!("data:{main}/{sub};base64,{data}")));
            }
            _ => {}
        }
    }
    if let Some(html) = &mut shown.html {
        for (id, data) in &pictures {
            *html = html.replace(&format!("cid:{id}"), data);
        }
    }
    Ok(shown)
}

/// What a letter of ours says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentWords {
    /// Its text, and what its page shows.
    pub texts: Vec<String>,
    /// What stands in the place of its pictures and beside its words: texts of `alt` and
    /// `title`, which programs put into a plain text.
    pub asides: Vec<String>,
}

/// Reads a letter of ours.
///
/// # Errors
/// Bytes of which nothing can be made.
pub fn sent(bytes: &[u8]) -> Result<SentWords, Unreadable> {
    let bytes = unix_lines(bytes);
    let mut notes = Vec::new();
    let mut words = SentWords::default();
    for part in parts(&bytes)? {
        if !part.is_body() {
            continue;
        }
        if part.is("text", "plain") {
            let text = charset::text(&part, &mut notes);
            words.texts.push(plain::clean(&text, &mut notes));
        } else if part.is("text", "html") {
            let page = charset::text(&part, &mut notes);
            words
                .texts
                .push(line::rendered(&html::lines(&page, &mut notes)));
            asides(&page, &mut words.asides);
        }
    }
    Ok(words)
}

/// The texts in the tags of a page, each once.
fn asides(page: &str, found: &mut Vec<String>) {
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = rest.get(at..).unwrap_or_default();
        let Some((tag, after)) = Tag::read(rest) else {
            rest = rest.get(1..).unwrap_or_default();
            continue;
        };
        for text in ["alt", "title"].map(|name| tag.value(name)) {
            if !text.trim().is_empty() && !found.iter().any(|known| known == text) {
                found.push(text.to_owned());
            }
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_what_it_shows_and_what_stands_for_its_pictures() {
        let letter = "From: a@b.example\nMIME-Version: 1.0\nContent-Type: \
            multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\nYour \
            move.\n--x\nContent-Type: text/html\n\n<p title=\"due\">Your \
            move.<img src=\"cid:b\" alt=\"White: Ke1 &amp; a2\"><img alt=\"White: Ke1 &amp; \
            a2\">\n--x--\n";
        let words = sent(letter.as_bytes()).expect("a letter");
        assert_eq!(words.texts, ["Your move.", "Your move."]);
        assert_eq!(words.asides, ["due", "White: Ke1 & a2"]);
    }
}
