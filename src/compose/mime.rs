//! The wire form of a letter (RFC 5322, 2045-2047): headers, encodings, parts.
//! Written by hand because it is small, and because two letters leave for each
//! one that comes in. Nothing a player can choose reaches a header uncleaned.

/// A body text as it is sent.
pub struct Encoded {
    /// The value of Content-Transfer-Encoding.
    pub encoding: &'static str,
    /// The text, CRLF at every line's end.
    pub body: String,
}

/// Longest line of an encoded text (RFC 2045, 6.7).
const QP_LINE: usize = 76;
/// Most characters of a line that goes as it is; RFC 5322 asks for 78.
const PLAIN_LINE: usize = 78;
/// Bytes of base64 in a line.
const BASE64_LINE: usize = 76;
/// Longest line of a page that goes unencoded; RFC 5322, 2.1.1 allows 998.
const PAGE_LINE: usize = 900;
/// Bytes of UTF-8 in one encoded word: 39 bytes make 52 characters of base64, with
/// `=?utf-8?B??=` 64, for which there is room beside `Subject:`.
const WORD_BYTES: usize = 39;

/// A text without what could break out of a header or turn a line around:
/// control characters, line separators, bidirectional marks.
pub fn clean(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !turns(*c))
        .collect();
    kept.trim().to_owned()
}

/// Marks that turn or hide text: none has business in a name or a line of ours.
pub fn turns(c: char) -> bool {
    matches!(u32::from(c),
        0x061C | 0x200B | 0x200E | 0x200F | 0x2028..=0x202E | 0x2060..=0x2069 | 0xFEFF)
}

/// Adds a header whose value is plain ASCII of ours, folded at its blanks.
pub fn header(out: &mut String, name: &str, value: &str) {
    out.push_str(name);
    out.push(':');
    let mut column = name.len() + 1;
    for word in value.split_ascii_whitespace() {
        if column + 1 + word.len() > PLAIN_LINE && column > name.len() + 1 {
            out.push_str("\r\n");
            column = 0;
        }
        out.push(' ');
        out.push_str(word);
        column += 1 + word.len();
    }
    out.push_str("\r\n");
}

/// Adds a header of free text: ASCII words stay readable, the rest becomes
/// encoded words (RFC 2047). A last word that is ASCII (the tag) stays as it is.
pub fn text_header(out: &mut String, name: &str, value: &str) {
    let value = clean(value);
    if value.is_ascii() && !value.contains("=?") && value.split(' ').all(|w| w.len() < 70) {
        header(out, name, &value);
        return;
    }
    let (rest, tag) = match value.rsplit_once(' ') {
        Some((rest, tag)) if plain_tag(tag) => (rest, tag),
        _ => (value.as_str(), ""),
    };
    out.push_str(name);
    out.push_str(": ");
    out.push_str(&encoded_words(rest));
    if !tag.is_empty() {
        out.push_str("\r\n ");
        out.push_str(tag);
    }
    out.push_str("\r\n");
}

/// A mailbox for From and To: `"Name" <address>`, the name encoded where needed.
pub fn mailbox(name: &str, address: &str) -> String {
    let name = clean(name);
    let address: String = clean(address)
        .chars()
        .filter(|c| !matches!(c, '<' | '>' | ' ' | ',' | ';' | '"'))
        .collect();
    if name.is_empty() {
        return format!("<{address}>");
    }
    if name.is_ascii() && !name.contains("=?") && name.len() < 60 {
        let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
        return format!("\"{quoted}\" <{address}>");
    }
    format!("{}\r\n <{address}>", encoded_words(&name))
}

/// A reader who has no address, for a header: a group of that name without members
/// (RFC 5322, 3.4).
pub fn nobody(name: &str) -> String {
    let name = clean(name);
    if name.is_ascii() && !name.contains("=?") && name.len() < 60 {
        let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
        return format!("\"{quoted}\":;");
    }
    format!("{}:;", encoded_words(&name))
}

/// Adds an address header. `value` comes from [`mailbox`] and is folded already.
pub fn address_header(out: &mut String, name: &str, value: &str) {
    out.push_str(name);
    out.push_str(": ");
    out.push_str(value);
    out.push_str("\r\n");
}

/// Adds a header of Message-IDs, one to a line.
pub fn id_header(out: &mut String, name: &str, ids: &[String]) {
    out.push_str(name);
    out.push(':');
    for (i, id) in ids.iter().enumerate() {
        if i > 0 {
            out.push_str("\r\n");
        }
        out.push_str(" <");
        out.push_str(id);
        out.push('>');
    }
    out.push_str("\r\n");
}

/// A Message-ID without brackets, as far as it may stand in a header: a letter
/// of a stranger's program can hold anything.
pub fn clean_id(id: &str) -> Option<String> {
    let id = id.trim().trim_start_matches('<').trim_end_matches('>');
    let fits = !id.is_empty() && id.len() <= 250 && id.bytes().all(|b| b.is_ascii_graphic());
    (fits && !id.contains(['<', '>'])).then(|| id.to_owned())
}

/// Encodes a text part: as it is where its lines are short, in eight bits where it is not
/// ASCII (RFC 6152); else quoted-printable, or base64 where that is much shorter (Cyrillic).
/// The text has LF line ends.
pub fn encode(text: &str) -> Encoded {
    let is_short = |line: &str| line.len() <= PLAIN_LINE || line.chars().count() <= PLAIN_LINE;
    if text.lines().all(is_short) {
        return as_it_is(text);
    }
    let wide = text.bytes().filter(|b| !b.is_ascii()).count();
    if 2 * wide > text.len() / 3 {
        let mut body = String::with_capacity(text.len() * 3 / 2);
        base64_lines(&mut body, as_it_is(text).body.as_bytes());
        return Encoded {
            encoding: "base64",
            body,
        };
    }
    Encoded {
        encoding: "quoted-printable",
        body: quoted_printable(text),
    }
}

/// A text with CRLF at every line's end, not encoded.
fn as_it_is(text: &str) -> Encoded {
    let mut body = String::with_capacity(text.len() + text.len() / 20 + 2);
    for line in text.lines() {
        body.push_str(line);
        body.push_str("\r\n");
    }
    let encoding = unencoded(text);
    Encoded { encoding, body }
}

/// The encoding of a text that is not encoded.
pub fn unencoded(text: &str) -> &'static str {
    if text.is_ascii() { "7bit" } else { "8bit" }
}

/// A page encoded for the body of a message. Blanks in it may be ends of lines, so that it
/// need not be encoded.
pub fn encode_page(page: &str) -> Encoded {
    // What keeps a move beside its number has a name, where it is all that is not ASCII.
    let named = (!page.is_ascii()).then(|| page.replace('\u{a0}', "&nbsp;"));
    let page = named.as_deref().filter(|p| p.is_ascii()).unwrap_or(page);
    match folded(page) {
        Some(body) => Encoded {
            encoding: unencoded(page),
            body,
        },
        None => encode(page),
    }
}

/// A page in lines that need no encoding; none where that cannot be.
fn folded(page: &str) -> Option<String> {
    let mut out = String::with_capacity(page.len() + page.len() / 20 + 2);
    // What is shown as it is goes on from a line before.
    let mut goes_on = false;
    for line in page.split_inclusive('\n') {
        let mut rest = line.strip_suffix('\n').unwrap_or(line);
        let (begins, ends) = match line.contains("pre") {
            true => (line.rfind("<pre"), line.rfind("</pre>")),
            false => (None, None),
        };
        if rest.len() > PAGE_LINE && (goes_on || begins.is_some()) {
            return None;
        }
        if begins.is_some() || ends.is_some() {
            goes_on = begins > ends;
        }
        while rest.len() > PAGE_LINE {
            let (first, _) = rest.split_at_checked(rest.floor_char_boundary(PAGE_LINE))?;
            let (line, behind) = rest.split_at_checked(first.rfind(' ')?)?;
            out.push_str(line);
            out.push_str("\r\n");
            rest = behind.get(1..)?;
        }
        out.push_str(rest);
        out.push_str("\r\n");
    }
    Some(out)
}

const HEX: &[u8; 16] = b"0123456789ABCDEF";
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn hex(nibble: u8) -> char {
    char::from(HEX.get(usize::from(nibble)).copied().unwrap_or(b'0'))
}

fn quoted_printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for line in text.lines() {
        let mut column = 0;
        let bytes = line.as_bytes();
        for (i, byte) in bytes.iter().copied().enumerate() {
            let last = i + 1 == bytes.len();
            let blank = byte == b' ' || byte == b'\t';
            let literal = (33..=126).contains(&byte) && byte != b'=' || blank && !last;
            let width = if literal { 1 } else { 3 };
            // One column is kept for the soft line break.
            if column + width >= QP_LINE {
                out.push_str("=\r\n");
                column = 0;
            }
            if literal {
                out.push(char::from(byte));
            } else {
                out.push('=');
                out.push(hex(byte >> 4));
                out.push(hex(byte & 15));
            }
            column += width;
        }
        out.push_str("\r\n");
    }
    out
}

/// The character of the lowest six bits.
fn sextet(bits: u32) -> u8 {
    let [low, ..] = bits.to_le_bytes();
    ALPHABET.get(usize::from(low & 63)).copied().unwrap_or(b'A')
}

fn base64(out: &mut Vec<u8>, bytes: &[u8]) {
    let (whole, rest) = bytes.as_chunks::<3>();
    for [a, b, c] in whole {
        let bits = u32::from(*a) << 16 | u32::from(*b) << 8 | u32::from(*c);
        out.extend_from_slice(&[
            sextet(bits >> 18),
            sextet(bits >> 12),
            sextet(bits >> 6),
            sextet(bits),
        ]);
    }
    match rest {
        [a, b] => {
            let bits = u32::from(*a) << 16 | u32::from(*b) << 8;
            let last = [
                sextet(bits >> 18),
                sextet(bits >> 12),
                sextet(bits >> 6),
                b'=',
            ];
            out.extend_from_slice(&last);
        }
        [a] => {
            let bits = u32::from(*a) << 16;
            out.extend_from_slice(&[sextet(bits >> 18), sextet(bits >> 12), b'=', b'=']);
        }
        _ => {}
    }
}

/// Adds bytes in base64, in lines of 76.
pub fn base64_lines(out: &mut String, bytes: &[u8]) {
    let mut encoded = Vec::with_capacity(bytes.len() / 3 * 4 + bytes.len() / 28 + 8);
    for chunk in bytes.chunks(BASE64_LINE / 4 * 3) {
        base64(&mut encoded, chunk);
        encoded.extend_from_slice(b"\r\n");
    }
    out.push_str(&String::from_utf8(encoded).unwrap_or_default());
}

fn plain_tag(tag: &str) -> bool {
    tag.is_ascii() && tag.starts_with('[') && tag.ends_with(']') && tag.len() < 64
}

/// Encoded words, folded one to a line. Characters are never cut in two.
fn encoded_words(text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        if word.is_empty() {
            return;
        }
        if !out.is_empty() {
            out.push_str("\r\n ");
        }
        let mut encoded = Vec::with_capacity(64);
        base64(&mut encoded, word.as_bytes());
        out.push_str("=?utf-8?B?");
        out.push_str(&String::from_utf8(encoded).unwrap_or_default());
        out.push_str("?=");
        word.clear();
    };
    for c in text.chars() {
        if word.len() + c.len_utf8() > WORD_BYTES {
            flush(&mut word, &mut out);
        }
        word.push(c);
    }
    flush(&mut word, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_goes_as_it_is_in_lines_that_may_be_so_long() {
        let words = "word ".repeat(700);
        let page = format!("<p>{}</p>\n<pre>1.\u{a0}e4</pre>\n", words.trim_end());
        let sent = encode_page(&page);
        let page = page.replace('\u{a0}', "&nbsp;");
        assert_eq!(sent.encoding, "7bit");
        assert!(sent.body.lines().all(|line| line.len() <= PAGE_LINE));
        assert_eq!(sent.body.lines().count(), 5);
        // A browser takes an end of line for a blank.
        let seen = sent.body.replace("\r\n", " ");
        assert_eq!(seen.trim_end(), page.replace('\n', " ").trim_end());
        // What may not be torn, and what is not ASCII, is encoded.
        for page in [
            format!("<pre>{words}</pre>\n"),
            format!("<p>{}</p>\n", "word".repeat(700)),
        ] {
            assert_eq!(encode_page(&page).encoding, "quoted-printable");
        }
    }

    #[test]
    fn what_is_not_ascii_goes_in_eight_bits() {
        let words = "слово\u{a0}и ".repeat(300);
        let sent = encode_page(&format!("<p>{}</p>\n", words.trim_end()));
        assert_eq!(sent.encoding, "8bit");
        assert!(sent.body.lines().all(|line| line.len() <= PAGE_LINE));
        assert_eq!(sent.body.matches("слово\u{a0}и").count(), 300);
        let sent = encode("Ход: 12. 5254\n\nслово\n");
        assert_eq!(
            (sent.encoding, &*sent.body),
            ("8bit", "Ход: 12. 5254\r\n\r\nслово\r\n")
        );
        // The limit of a line is told in characters.
        assert_eq!(encode(&"я".repeat(PLAIN_LINE)).encoding, "8bit");
        assert_eq!(encode(&"я".repeat(PLAIN_LINE + 1)).encoding, "base64");
    }

    #[test]
    fn nothing_breaks_out_of_a_header() {
        let mut out = String::new();
        text_header(
            &mut out,
            "Subject",
            "[A/1] x\r\nBcc: evil@example.org\u{202E}",
        );
        assert_eq!(out, "Subject: [A/1] x Bcc: evil@example.org\r\n");
        let to = mailbox("A\r\nBcc: b@c \"q\"", "a@b>\r\nCc: <x@y");
        assert_eq!(to, "\"A  Bcc: b@c \\\"q\\\"\" <a@bCc:x@y>");
        assert_eq!(clean_id("<a b@c>"), None);
        assert_eq!(clean_id("a@b\r\nX: y"), None);
        assert_eq!(clean_id("<a@b>").as_deref(), Some("a@b"));
    }

    #[test]
    fn long_cyrillic_subjects_are_folded_and_come_back() {
        let subject = "Очень длинная тема письма о партии, которой нет конца и края [RU26-01/3]";
        let mut raw = String::new();
        text_header(&mut raw, "Subject", subject);
        assert!(raw.lines().all(|l| l.len() <= 78), "{raw}");
        assert!(raw.ends_with("\r\n [RU26-01/3]\r\n"));
        let message = format!("{raw}From: a@b\r\n\r\nx\r\n");
        let parsed = mail_parser::MessageParser::default().parse(message.as_bytes());
        assert_eq!(parsed.unwrap().subject(), Some(subject));
    }

    #[test]
    fn quoted_printable_lines_are_short_and_come_back() {
        let text = "a = b \nПривет and a rather long line that goes on, żółw and on, and on, and on, and on, and on \n";
        let encoded = quoted_printable(text);
        assert!(encoded.lines().all(|l| l.len() <= 76), "{encoded}");
        let message = format!(
            "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{encoded}"
        );
        let parsed = mail_parser::MessageParser::default()
            .parse(message.as_bytes())
            .unwrap();
        assert_eq!(parsed.body_text(0).unwrap().replace("\r\n", "\n"), text);
    }

    #[test]
    fn base64_of_every_length() {
        for (bytes, expected) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v")] {
            let mut out = Vec::new();
            base64(&mut out, bytes.as_bytes());
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }
}
