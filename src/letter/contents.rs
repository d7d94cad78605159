//! All that whoever has a letter before him can find in it: every header, every part, what is
//! attached, and what stands behind links. Nothing is read of it but secrets of ours.

use super::mime::{self, MimePart};
use super::page::tag::entities;
use super::quotation::MARK;
use super::transfer::unix_lines;
use percent_encoding::percent_decode_str;

/// How deep letters within letters are looked into.
const MAX_DEPTH: usize = 4;
/// Most text that is gathered, in bytes.
const MAX_TEXT: usize = 8 * 1024 * 1024;

/// The text of all of it, of headers and parts in their order, bodies decoded; behind each the
/// same with character references and percent signs replaced, where it has any.
pub fn contents(raw: &[u8]) -> String {
    let mut text = String::new();
    gather(raw, 0, &mut text);
    text
}

fn gather(raw: &[u8], depth: usize, text: &mut String) {
    let lines = unix_lines(raw);
    let Ok(parts) = mime::parts(&lines) else {
        return put(&lines, text);
    };
    for part in parts {
        for field in &part.fields {
            put(field.whole(), text);
        }
        let body = part.bytes();
        match depth < MAX_DEPTH && is_letter(&part, &body) {
            true => gather(&body, depth + 1, text),
            false => put(&body, text),
        }
    }
}

/// Whether a part is a letter, whatever it is called.
fn is_letter(part: &MimePart, body: &[u8]) -> bool {
    let (main, _) = part.media_type();
    let named = |name: &str| {
        let length = name.len();
        let mut lines = body.split(|b| *b == b'\n').take(100);
        lines.any(|line| {
            line.get(..length)
                .is_some_and(|begins| begins.eq_ignore_ascii_case(name.as_bytes()))
        })
    };
    main == "message" || named("message-id:") || named("mime-version:")
}

/// What stands around a line of another's.
fn is_of_quotation(c: char) -> bool {
    c.is_whitespace() || matches!(c, '>' | '|' | MARK)
}

fn put(bytes: &[u8], text: &mut String) {
    let room = MAX_TEXT.saturating_sub(text.len()) / 3;
    let bytes = bytes.get(..room).unwrap_or(bytes);
    let plain = String::from_utf8_lossy(bytes);
    text.push_str(&plain);
    text.push('\n');
    // What a program has broken into lines, and marked each as quoted.
    if plain.contains('@') {
        let lines = plain.lines().map(|line| line.trim_matches(is_of_quotation));
        text.extend(lines);
        text.push('\n');
    }
    if plain.contains(['&', '%']) {
        let shown = entities(&plain);
        text.push_str(&percent_decode_str(&shown).decode_utf8_lossy());
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_letter_is_hidden() {
        let inner =
            "Message-ID: <in@club.example>\r\nReply-To: moves+abc@club.example\r\n\r\nx\r\n";
        // The same in base64.
        let packed = "TWVzc2FnZS1JRDogPGJhc2VAY2x1Yi5leGFtcGxlPg0KDQp4DQo=";
        let raw = format!(
            "X-Forwarded-Message-Id: <top@club.example>\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\
             Content-Type: text/html\r\n\r\n<a href=\"mailto:moves%2Bhref@club.example\">x</a>\
             <a href=\"mailto:moves&#43;ref@club.example\">y</a>\r\n--b\r\n\
             Content-Type: message/rfc822\r\n\r\n{inner}\r\n--b\r\n\
             Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n\
             {packed}\r\n--b\r\nContent-Type: text/plain\r\n\
             Content-Disposition: attachment; filename=a.txt\r\n\r\nmoves+txt@club.example\r\n> Reply to moves+two.\r\n> lines@club.example\r\n> soon\r\nmoves&plus;signs&commat;club.example\r\n--b--\r\n"
        );
        let text = contents(raw.as_bytes());
        for found in [
            "top@",
            "moves+href@",
            "moves+ref@",
            "in@",
            "moves+abc@",
            "base@",
            "moves+txt@",
            "moves+two.lines@",
            "moves+signs@",
        ] {
            assert!(
                text.contains(&format!("{found}club.example")),
                "{found}: {text}"
            );
        }
    }
}
