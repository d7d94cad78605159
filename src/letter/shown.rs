//! A letter as a mail program shows it: its text, and its page with the pictures
//! inside it. For letters of our own that are looked at before they are sent.

use super::mime::parts;
use super::transfer::unix_lines;
use super::{Unreadable, charset};
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
