//! Names of folders on the wire: modified UTF-7 (RFC 3501 section 5.1.3).

use base64::Engine;
use base64::alphabet::IMAP_MUTF7;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD};

const BASE64: GeneralPurpose = GeneralPurpose::new(&IMAP_MUTF7, NO_PAD);

/// A name as the server wants it, between quotation marks.
pub(super) fn quoted(name: &str) -> String {
    let mut out = String::from("\"");
    let mut strange: Vec<u8> = Vec::new();
    let flush = |strange: &mut Vec<u8>, out: &mut String| {
        if !strange.is_empty() {
            out.push('&');
            out.push_str(&BASE64.encode(&strange));
            out.push('-');
            strange.clear();
        }
    };
    for c in name.chars() {
        if matches!(c, ' '..='~') {
            flush(&mut strange, &mut out);
            match c {
                '&' => out.push_str("&-"),
                '"' | '\\' => out.extend(['\\', c]),
                _ => out.push(c),
            }
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                strange.extend_from_slice(&unit.to_be_bytes());
            }
        }
    }
    flush(&mut strange, &mut out);
    out.push('"');
    out
}

/// A name as people read it; what cannot be decoded stays as it is.
pub(super) fn readable(wire: &[u8]) -> String {
    let text = String::from_utf8_lossy(wire);
    let mut out = String::new();
    let mut rest = text.as_ref();
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let (code, behind) = after.split_once('-').unwrap_or((after, ""));
        rest = behind;
        if code.is_empty() {
            out.push('&');
            continue;
        }
        let bytes = BASE64.decode(code).unwrap_or_default();
        let pairs = bytes.chunks_exact(2);
        let units = pairs.map(|p| match p {
            [a, b] => u16::from_be_bytes([*a, *b]),
            _ => 0,
        });
        let decoded = String::from_utf16(&units.collect::<Vec<u16>>());
        match decoded {
            Ok(word) if !word.is_empty() => out.push_str(&word),
            _ => {
                out.push('&');
                out.push_str(code);
                out.push('-');
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_there_and_back() {
        for (name, wire) in [
            ("INBOX", r#""INBOX""#),
            ("Отправленные", r#""&BB4EQgQ,BEAEMAQyBDsENQQ9BD0ESwQ1-""#),
            ("R&D", r#""R&-D""#),
            ("a \"b\" \\", r#""a \"b\" \\""#),
            ("ł ♟😀!", r#""&AUI- &Jl,YPd4A-!""#),
        ] {
            assert_eq!(quoted(name), wire);
            let inside = wire
                .strip_prefix('"')
                .and_then(|w| w.strip_suffix('"'))
                .unwrap();
            let inside = inside.replace("\\\"", "\"").replace("\\\\", "\\");
            assert_eq!(readable(inside.as_bytes()), name);
        }
        // What no server should send does no harm.
        for wire in ["&", "&-", "a&b", "&!!!-", "&2AA-"] {
            assert!(!readable(wire.as_bytes()).is_empty());
        }
    }
}
