//! Letters of our own: as a mail program shows them, with the pictures inside the page, and
//! their words in every form in which a program may give them back.

use super::mime::parts;
use super::page::tag::Tag;
use super::transfer::unix_lines;
use super::{Unreadable, charset, headers, line, page, plain, quotation};
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

/// A letter decoded for a person: its header a line a field, and its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadableLetter {
    /// Its fields in their order, names as they are written, values unfolded and with the words
    /// of RFC 2047 decoded; none of those that say how its body was encoded.
    pub fields: Vec<(String, String)>,
    /// What a mail program would show of it, as a text, quotations too; empty where it was cut
    /// to its header.
    pub text: String,
}

impl ReadableLetter {
    /// As a message of one plain text in UTF-8 (RFC 5322, RFC 6532).
    pub fn message(&self) -> String {
        let mut message = String::new();
        for (name, value) in &self.fields {
            message.push_str(&format!("{name}: {value}\r\n"));
        }
        message.push_str("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n");
        message.push_str("Content-Transfer-Encoding: 8bit\r\n\r\n");
        for line in self.text.lines() {
            message.push_str(line);
            message.push_str("\r\n");
        }
        message
    }
}

/// Reads a letter of either direction for a person. Files that came with it, and what a page
/// has beside its text, are no part of it.
///
/// # Errors
/// Bytes of which nothing can be made.
pub fn readable(bytes: &[u8]) -> Result<ReadableLetter, Unreadable> {
    let mut notes = Vec::new();
    let text = super::read(bytes)?.text;
    let bytes = unix_lines(bytes);
    let parts = parts(&bytes)?;
    let mut fields = Vec::new();
    for field in parts.first().map_or(&[][..], |top| &top.fields) {
        let name = field.written_name();
        let encodes = name.to_ascii_lowercase().starts_with("content-");
        if !encodes && !field.is("mime-version") {
            fields.push((name, headers::words(field, &mut notes)));
        }
    }
    Ok(ReadableLetter { fields, text })
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
                .push(line::rendered(&page::lines(&page, &mut notes)));
            asides(&page, &mut words.asides);
        }
    }
    Ok(words)
}

/// The words of others in the text of a letter of ours, lines one below the other as one passage.
///
/// # Errors
/// As for [`super::read`].
pub fn passed_on(bytes: &[u8]) -> Result<Vec<String>, Unreadable> {
    let bytes = unix_lines(bytes);
    let mut all = Vec::new();
    for part in parts(&bytes)? {
        if part.is_body() && part.is("text", "plain") {
            let text = charset::text(&part, &mut Vec::new());
            all.extend(quotation::passages(&plain::clean(&text, &mut Vec::new())));
        }
    }
    Ok(all)
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
