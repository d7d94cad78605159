//! Encoded words of header fields (RFC 2047): `=?koi8-r?B?…?=`. Neighbours of one
//! charset are joined before they are decoded, for some programs split them
//! inside a character; their charset is doubted as a part's is.

use super::{charset, transfer};

/// A word as it stands: what it is in, how it is written, its text.
struct EncodedWord<'t> {
    charset: &'t str,
    base64: bool,
    text: &'t str,
}

/// Unstructured text with its encoded words decoded, white space between two of
/// them dropped. What looks like one and is none stays.
pub fn words(text: &str, notes: &mut Vec<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Bytes of the words read last, not yet decoded, and their charset.
    let mut open: Option<(&str, Vec<u8>)> = None;
    while let Some(at) = rest.find("=?") {
        let before = rest.get(..at).unwrap_or("");
        let here = rest.get(at..).unwrap_or("");
        let Some((word, after)) = word(here) else {
            flush(&mut open, &mut out, notes);
            out.push_str(before);
            out.push_str("=?");
            rest = here.get(2..).unwrap_or("");
            continue;
        };
        let bytes = if word.base64 {
            transfer::base64(word.text.as_bytes())
        } else {
            transfer::quoted_words(word.text.as_bytes())
        };
        match &mut open {
            Some((charset, found))
                if before.trim().is_empty() && charset.eq_ignore_ascii_case(word.charset) =>
            {
                found.extend(bytes);
            }
            last => {
                let between = last.is_some() && before.trim().is_empty();
                flush(last, &mut out, notes);
                if !between {
                    out.push_str(before);
                }
                open = Some((word.charset, bytes));
            }
        }
        rest = after;
    }
    flush(&mut open, &mut out, notes);
    out.push_str(rest);
    out
}

fn flush(open: &mut Option<(&str, Vec<u8>)>, out: &mut String, notes: &mut Vec<String>) {
    if let Some((charset, bytes)) = open.take() {
        // A language tag may follow the charset (RFC 2231, 5).
        let charset = charset.split('*').next().unwrap_or(charset);
        out.push_str(&charset::decode(&bytes, charset, "subject", notes));
    }
}

/// The encoded word at the start of a text, and what follows it.
fn word(text: &str) -> Option<(EncodedWord<'_>, &str)> {
    let inner = text.strip_prefix("=?")?;
    let (charset, rest) = inner.split_once('?')?;
    let (encoding, rest) = rest.split_once('?')?;
    let base64 = match encoding {
        "b" | "B" => true,
        "q" | "Q" => false,
        _ => return None,
    };
    let (text, after) = rest.split_once("?=")?;
    let plain = |t: &str| !t.contains(|c: char| c.is_control());
    let named = !charset.is_empty() && charset.len() <= 60 && !charset.contains(' ');
    (named && plain(text)).then_some((
        EncodedWord {
            charset,
            base64,
            text,
        },
        after,
    ))
}
