//! Transfer encodings undone (RFC 2045). Nothing is refused: what is not well
//! encoded is taken as it stands.

use std::io::BufRead;

/// Whether the first line may be base64: some programs declare it and send plain text.
pub fn is_base64(body: &[u8]) -> bool {
    let first = body
        .split(|b| *b == b'\n')
        .map(<[u8]>::trim_ascii)
        .find(|l| !l.is_empty())
        .unwrap_or(b"");
    let letter = |b: &u8| {
        b.is_ascii_alphanumeric()
            || b.is_ascii_control()
            || matches!(b, b'+' | b'/' | b'=' | b'-' | b'_')
    };
    // A stray sign in a dozen letters; prose has a space in six.
    first.iter().filter(|b| !letter(b)).count() * 11 <= first.len()
}

/// Undoes base64 (RFC 2045, 6.8): what is no letter of it is skipped.
pub fn base64(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len() * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for b in body {
        let six = match b {
            b'A'..=b'Z' => b - b'A',
            b'a'..=b'z' => b - b'a' + 26,
            b'0'..=b'9' => b - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            // Padding ends a group; some lists append a plain footer after it.
            b'=' => {
                (bits, count) = (0, 0);
                continue;
            }
            _ => continue,
        };
        bits = bits << 6 | u32::from(six);
        count += 1;
        match count {
            2 => out.push((bits >> 4) as u8),
            3 => out.push((bits >> 2) as u8),
            4 => {
                out.push(bits as u8);
                (bits, count) = (0, 0);
            }
            _ => {}
        }
    }
    out
}

/// Undoes quoted-printable (RFC 2045, 6.7): an `=` that begins no byte stays.
pub fn quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    for line in body.split_inclusive(|b| *b == b'\n') {
        let ends = line.ends_with(b"\n");
        // White space at a line's end was added on the way (RFC 2045, 6.7).
        let line = line.trim_ascii_end();
        let soft = line.ends_with(b"=");
        let line = line.strip_suffix(b"=").unwrap_or(line);
        undo(line, &mut out);
        if ends && !soft {
            out.push(b'\n');
        }
    }
    unix_lines(&out)
}

/// `=4B` is one byte; hexadecimal digits of either case.
fn undo(line: &[u8], out: &mut Vec<u8>) {
    let mut rest = line.iter().copied();
    while let Some(b) = rest.next() {
        if b == b'=' {
            let mut ahead = rest.clone();
            let digits = (ahead.next().and_then(hex), ahead.next().and_then(hex));
            if let (Some(high), Some(low)) = digits {
                out.push(high << 4 | low);
                rest = ahead;
                continue;
            }
        }
        out.push(b);
    }
}

/// Undoes the `Q` form of an encoded word (RFC 2047, 4.2).
pub fn quoted_words(text: &[u8]) -> Vec<u8> {
    let spaced: Vec<u8> = text
        .iter()
        .map(|b| if *b == b'_' { b' ' } else { *b })
        .collect();
    let mut out = Vec::with_capacity(spaced.len());
    undo(&spaced, &mut out);
    out
}

fn hex(b: u8) -> Option<u8> {
    char::from(b).to_digit(16).map(|d| d as u8)
}

/// The same bytes with LF line ends. CR CR LF, which some gateways make of
/// CR LF, is one line end and not an empty line that would end the headers.
pub fn unix_lines(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    // Of bytes in memory nothing fails.
    while rest.read_until(b'\r', &mut out).is_ok_and(|read| read > 0) {
        if let Some(end) = out.pop_if(|last| *last == b'\r') {
            let returns = rest.iter().take_while(|b| **b == end).count();
            let behind = rest.get(returns..).unwrap_or_default();
            rest = behind.strip_prefix(b"\n").unwrap_or(behind);
            out.push(b'\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_line_ends_become_one(bytes in "[a\r\n]{0,24}") {
            let ends = regex::Regex::new("\r+\n?").unwrap();
            let expected = ends.replace_all(&bytes, "\n");
            prop_assert_eq!(unix_lines(bytes.as_bytes()), expected.as_bytes());
        }
    }
}
