//! Characters of a part. A declared charset is believed where its text makes
//! sense; a missing or wrong one is found out: UTF-8 where the bytes are valid,
//! else the one of the region's charsets in which the text looks most like a
//! letter in Russian, Ukrainian or Polish.

use super::alphabet::score;
use super::mime::MimePart;
use super::transfer::base64;
use crate::fold;
use mail_parser::decoders::charsets::map::charset_decoder;

/// How much of a text is looked at when its charset is guessed, in bytes.
const SAMPLE: usize = 20_000;

/// How much of a page is searched for its charset, in bytes.
const SAMPLE_META: usize = 2_000;
/// Whole characters for a broken one in a text that is UTF-8 all the same.
const MOSTLY: usize = 3;
/// Most characters by which a text may be UTF-8 by chance.
const MAX_STRANGE: usize = 6;
/// A score that nonsense does not reach.
const CERTAIN: f64 = 6.0;

/// The charsets in which letters without a declaration come, most usual first.
const CANDIDATES: [&str; 8] = [
    "windows-1251",
    "koi8-r",
    "koi8-u",
    "iso-8859-5",
    "ibm866",
    "windows-1250",
    "iso-8859-2",
    "windows-1252",
];

/// The text of a part, decoded.
pub fn text(part: &MimePart, notes: &mut Vec<String>) -> String {
    text_of(part, &part.bytes(), notes)
}

/// The text of some bytes of a part, decoded as it says.
pub fn text_of(part: &MimePart, bytes: &[u8], notes: &mut Vec<String>) -> String {
    let declared = match part.parameter("charset") {
        Some(declared) => declared.to_owned(),
        None if part.is("text", "html") => meta(bytes).unwrap_or_default(),
        None => String::new(),
    };
    decode(bytes, &declared, "text", notes)
}

/// The charset that a page names in its own head, where the part does not.
fn meta(bytes: &[u8]) -> Option<String> {
    let head = bytes.get(..SAMPLE_META).unwrap_or(bytes);
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let (_, after) = head.split_once("charset=")?;
    let name = after.trim_start_matches(['"', '\'']);
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))?;
    name.get(..end).map(str::to_owned)
}

/// Text in bytes under a charset that was declared, or under none (`""`);
/// `what` names it in the note that is left where the declaration was not followed.
pub fn decode(bytes: &[u8], declared: &str, what: &str, notes: &mut Vec<String>) -> String {
    let declared = declared.trim().to_ascii_lowercase();
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let eight_bit = bytes.iter().any(|b| *b >= 0x80);
    // A byte order mark is surer than any declaration.
    for (mark, name) in [(b"\xFF\xFE", "utf-16le"), (b"\xFE\xFF", "utf-16be")] {
        if let Some(rest) = bytes.strip_prefix(mark)
            && rest.contains(&0)
        {
            return decode_as(name, rest);
        }
    }
    // 7-bit bytes are text in every charset but those that shift (UTF-7,
    // ISO-2022, UTF-16), and these are believed.
    if !eight_bit && !shifts(&declared) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    if matches!(
        declared.as_str(),
        "" | "us-ascii" | "ascii" | "utf-8" | "utf8"
    ) {
        return guess(bytes, what, notes);
    }
    if declared == "utf-7" {
        return utf_7(bytes);
    }
    // Other names; and nobody types the frames that KOI8-R has in place of
    // Ukrainian letters.
    let declared = match declared.as_str() {
        "koi8-r" | "koi8" => "koi8-u",
        "cp1251" | "win-1251" | "windows1251" | "cp-1251" => "windows-1251",
        "cp1250" | "win-1250" => "windows-1250",
        "cp866" | "866" | "dos-866" => "ibm866",
        "iso8859-5" | "iso_8859-5" => "iso-8859-5",
        "iso8859-2" | "iso_8859-2" | "latin2" => "iso-8859-2",
        other => other,
    };
    let Some(decode) = charset_decoder(declared.as_bytes()) else {
        return guess(bytes, what, notes);
    };
    let text = decode(bytes);
    if !is_single_byte(declared) {
        return text;
    }
    if let Ok(utf8) = std::str::from_utf8(bytes)
        && !is_utf8_by_chance(utf8)
    {
        notes.push(format!(
            "charset {declared} is declared, the {what} is UTF-8"
        ));
        return utf8.to_owned();
    }
    // Latin-1 is declared by programs that do not know what they send.
    let latin1 = matches!(
        declared,
        "iso-8859-1" | "iso-8859-15" | "windows-1252" | "latin1" | "iso8859-1" | "cp1252"
    );
    if !latin1 && !CANDIDATES.contains(&declared) {
        return text;
    }
    let (best, best_score) = best(bytes);
    let mark = score(&decoded(decode, bytes));
    // Only a plain lie is corrected: a rare language in its own charset scores
    // low too, but then in every other one as well.
    let margin = if latin1 { 3.0 } else { 4.0 };
    if best_score > mark + margin && best_score > 0.0 {
        notes.push(format!(
            "charset {declared} is declared, the {what} read as {best}"
        ));
        return decode_as(best, bytes);
    }
    text
}

/// Text of an unknown charset; `what` names it in the note.
pub fn guess(bytes: &[u8], what: &str, notes: &mut Vec<String>) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !is_utf8_by_chance(text) => text.to_owned(),
        Ok(_) => {
            let (best, _) = best(bytes);
            notes.push(format!("the charset of the {what} was guessed: {best}"));
            decode_as(best, bytes)
        }
        Err(_) => {
            // UTF-8 with a few bytes broken, or cut in the middle of a character.
            let lossy = String::from_utf8_lossy(bytes);
            let broken = lossy.matches('\u{FFFD}').count();
            let whole = lossy.chars().filter(|c| !c.is_ascii()).count() - broken;
            if whole >= MOSTLY * broken {
                notes.push(format!("{broken} characters of the {what} are broken"));
                return lossy.into_owned();
            }
            let (best, _) = best(bytes);
            notes.push(format!("the charset of the {what} was guessed: {best}"));
            decode_as(best, bytes)
        }
    }
}

/// `ход` in IBM866 is one Chinese character in UTF-8. A few letters that nobody
/// in this club writes, and a word of the vocabulary in another charset.
fn is_utf8_by_chance(text: &str) -> bool {
    let mut strange = 0;
    for c in text.chars().filter(|c| !c.is_ascii()) {
        // Cyrillic; Latin, Greek; signs and dingbats.
        if fold::is_cyrillic(c)
            || matches!(c, '\u{A0}'..='\u{24F}' | '\u{384}'..='\u{3CE}' | '\u{1E00}'..='\u{2BFF}' | '\u{FE00}'..)
        {
            return false;
        }
        strange += 1;
    }
    (1..=MAX_STRANGE).contains(&strange) && best(text.as_bytes()).1 >= CERTAIN
}

fn best(bytes: &[u8]) -> (&'static str, f64) {
    let mut found = ("windows-1251", f64::MIN);
    for name in CANDIDATES {
        let Some(decode) = charset_decoder(name.as_bytes()) else {
            continue;
        };
        let mark = score(&decoded(decode, bytes));
        // Strictly better: of two that agree on these bytes the more usual one is named.
        if mark > found.1 + 1e-9 {
            found = (name, mark);
        }
    }
    found
}

fn decoded(decode: fn(&[u8]) -> String, bytes: &[u8]) -> String {
    decode(bytes.get(..SAMPLE).unwrap_or(bytes))
}

fn decode_as(name: &str, bytes: &[u8]) -> String {
    match charset_decoder(name.as_bytes()) {
        Some(decode) => decode(bytes),
        None => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// UTF-7 (RFC 2152). The parser's own decoder drops the sign that ends a shift,
/// and with it the question mark of an offer of a draw.
fn utf_7(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some((before, after)) = rest.split_once('+') {
        out.push_str(before);
        let end = after
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/')))
            .unwrap_or(after.len());
        let (shifted, tail) = after.split_at_checked(end).unwrap_or((after, ""));
        if shifted.is_empty() {
            out.push('+');
        }
        let units: Vec<u16> = base64(shifted.as_bytes())
            .chunks_exact(2)
            .map(|pair| pair.iter().fold(0, |sum, b| sum << 8 | u16::from(*b)))
            .collect();
        out.push_str(&String::from_utf16_lossy(&units));
        rest = tail.strip_prefix('-').unwrap_or(tail);
    }
    out.push_str(rest);
    out
}

fn shifts(charset: &str) -> bool {
    ["utf-7", "utf-16", "utf-32", "iso-2022", "hz-gb"]
        .iter()
        .any(|s| charset.starts_with(s))
}

fn is_single_byte(charset: &str) -> bool {
    let c = charset;
    [
        "iso-8859",
        "iso8859",
        "windows-125",
        "cp125",
        "koi8",
        "latin",
        "x-mac",
        "mac",
        "l1",
    ]
    .iter()
    .any(|s| c.starts_with(s))
        || matches!(c, "ibm866" | "cp866" | "866" | "ibm852" | "cp852")
}
