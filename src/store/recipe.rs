//! How a letter is written down for the archive: its text as it is, coded parts
//! decoded, bulky ones by number. Exact: whatever does not come back byte for
//! byte is kept as text. No MIME is understood here but base64 lines.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// A decoded part of at least this many bytes that is not text is stored once,
/// by number; a smaller one costs more as a row.
const BULKY: usize = 400;

/// A base64 line is at most this long (RFC 2045, 6.8: 76).
const LONGEST_LINE: usize = 1_000;

/// A piece of a letter.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RecipePiece<'a> {
    /// Bytes as they are.
    Text(&'a [u8]),
    /// Base64 lines, decoded.
    Coded(Coded),
}

/// Base64 lines of one width, each with its line end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Coded {
    /// What they say.
    pub bytes: Vec<u8>,
    /// Characters in a full line.
    pub width: usize,
    /// Lines end in CRLF, else in LF.
    pub crlf: bool,
}

impl Coded {
    /// Whether it is better stored once, by number: text goes into the bundle,
    /// where it is packed together with the letter before.
    pub fn bulky(&self) -> bool {
        self.bytes.len() >= BULKY && std::str::from_utf8(&self.bytes).is_err()
    }

    fn write(bytes: &[u8], width: usize, crlf: bool, out: &mut Vec<u8>) {
        for line in STANDARD.encode(bytes).as_bytes().chunks(width.max(1)) {
            out.extend_from_slice(line);
            out.extend_from_slice(if crlf { b"\r\n" } else { b"\n" });
        }
    }
}

/// Takes a letter apart.
pub(super) fn split(letter: &[u8]) -> Vec<RecipePiece<'_>> {
    let mut pieces = Vec::new();
    let mut text_from = 0;
    let mut at = 0;
    let mut announced = false;
    while at < letter.len() {
        let line = line_at(letter, at);
        let next = at + line.len();
        let bare = trim_end(line);
        if bare.is_empty() && announced {
            announced = false;
            if let Some((coded, end)) = coded_at(letter, next) {
                pieces.push(RecipePiece::Text(
                    letter.get(text_from..next).unwrap_or_default(),
                ));
                pieces.push(RecipePiece::Coded(coded));
                text_from = end;
                at = end;
                continue;
            }
        } else if announces(bare) {
            announced = true;
        }
        at = next;
    }
    if text_from < letter.len() {
        pieces.push(RecipePiece::Text(
            letter.get(text_from..).unwrap_or_default(),
        ));
    }
    pieces
}

fn announces(line: &[u8]) -> bool {
    const NAME: &[u8] = b"content-transfer-encoding:";
    line.get(..NAME.len()).is_some_and(|name| {
        name.eq_ignore_ascii_case(NAME)
            && line
                .get(NAME.len()..)
                .is_some_and(|v| v.trim_ascii().eq_ignore_ascii_case(b"base64"))
    })
}

fn line_at(letter: &[u8], at: usize) -> &[u8] {
    let rest = letter.get(at..).unwrap_or_default();
    match rest.iter().position(|b| *b == b'\n') {
        Some(end) => rest.get(..=end).unwrap_or(rest),
        None => rest,
    }
}

fn trim_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The base64 lines that begin here, where writing them again gives the same bytes.
fn coded_at(letter: &[u8], from: usize) -> Option<(Coded, usize)> {
    let first = line_at(letter, from);
    let crlf = first.ends_with(b"\r\n");
    let width = trim_end(first).len();
    if width == 0 || width > LONGEST_LINE || !width.is_multiple_of(4) {
        return None;
    }
    let mut text = Vec::new();
    let mut end = from;
    loop {
        let line = line_at(letter, end);
        let bare = trim_end(line);
        let whole = line.len() == bare.len() + if crlf { 2 } else { 1 };
        let coded = bare
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='));
        if bare.is_empty() || bare.len() > width || !whole || !coded {
            break;
        }
        text.extend_from_slice(bare);
        end += line.len();
        if bare.len() < width || bare.ends_with(b"=") {
            break;
        }
    }
    let bytes = STANDARD.decode(&text).ok().filter(|b| !b.is_empty())?;
    let mut again = Vec::with_capacity(end - from);
    Coded::write(&bytes, width, crlf, &mut again);
    (letter.get(from..end) == Some(again.as_slice())).then_some((Coded { bytes, width, crlf }, end))
}

const TEXT: u8 = 0;
const CODED_LF: u8 = 1;
const CODED_CRLF: u8 = 2;
const PART_LF: u8 = 3;
const PART_CRLF: u8 = 4;

/// Writes a recipe; `part` stores a bulky part and gives its number.
pub(super) fn write<E>(
    pieces: &[RecipePiece<'_>],
    out: &mut Vec<u8>,
    mut part: impl FnMut(&[u8]) -> Result<i64, E>,
) -> Result<(), E> {
    for piece in pieces {
        match piece {
            RecipePiece::Text(text) => {
                out.push(TEXT);
                number(text.len(), out);
                out.extend_from_slice(text);
            }
            RecipePiece::Coded(coded) if coded.bulky() => {
                let id = part(&coded.bytes)?;
                out.push(if coded.crlf { PART_CRLF } else { PART_LF });
                number(coded.width, out);
                number(usize::try_from(id).unwrap_or(0), out);
            }
            RecipePiece::Coded(coded) => {
                out.push(if coded.crlf { CODED_CRLF } else { CODED_LF });
                number(coded.width, out);
                number(coded.bytes.len(), out);
                out.extend_from_slice(&coded.bytes);
            }
        }
    }
    Ok(())
}

/// Writes the letter of a recipe; `part` gives a part by its number. `None`: the
/// recipe is broken.
pub(super) fn cook<E>(
    mut recipe: &[u8],
    mut part: impl FnMut(i64) -> Result<Vec<u8>, E>,
) -> Result<Option<Vec<u8>>, E> {
    let mut letter = Vec::with_capacity(recipe.len());
    while let Some((kind, rest)) = recipe.split_first() {
        recipe = rest;
        let done = match *kind {
            TEXT => read(&mut recipe)
                .and_then(|n| take(&mut recipe, n))
                .map(|text| letter.extend_from_slice(text)),
            CODED_LF | CODED_CRLF => read(&mut recipe)
                .and_then(|width| Some((width, read(&mut recipe)?)))
                .and_then(|(width, n)| Some((width, take(&mut recipe, n)?)))
                .map(|(width, b)| Coded::write(b, width, *kind == CODED_CRLF, &mut letter)),
            PART_LF | PART_CRLF => {
                match read(&mut recipe).and_then(|w| Some((w, read(&mut recipe)?))) {
                    Some((width, id)) => {
                        let bytes = part(i64::try_from(id).unwrap_or(0))?;
                        Coded::write(&bytes, width, *kind == PART_CRLF, &mut letter);
                        Some(())
                    }
                    None => None,
                }
            }
            _ => None,
        };
        if done.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(letter))
}

/// Numbers of the parts a recipe names.
pub(super) fn parts(recipe: &[u8]) -> Vec<i64> {
    let mut found = Vec::new();
    let seen: Result<_, std::convert::Infallible> = cook(recipe, |id| {
        found.push(id);
        Ok(Vec::new())
    });
    match seen {
        Ok(_) => found,
    }
}

/// Seven bits a byte, lowest first (LEB128).
fn number(mut n: usize, out: &mut Vec<u8>) {
    loop {
        let low = u8::try_from(n & 0x7f).unwrap_or(0);
        n >>= 7;
        if n == 0 {
            out.push(low);
            return;
        }
        out.push(low | 0x80);
    }
}

fn read(recipe: &mut &[u8]) -> Option<usize> {
    let mut n = 0_usize;
    for shift in (0..usize::BITS).step_by(7) {
        let (byte, rest) = recipe.split_first()?;
        *recipe = rest;
        n |= usize::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(n);
        }
    }
    None
}

fn take<'a>(recipe: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (head, rest) = recipe.split_at_checked(n)?;
    *recipe = rest;
    Some(head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::convert::Infallible;

    fn there_and_back(letter: &[u8]) -> (Vec<u8>, Vec<Vec<u8>>) {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        let mut recipe = Vec::new();
        write(&split(letter), &mut recipe, |bytes| {
            parts.push(bytes.to_vec());
            Ok::<_, Infallible>(i64::try_from(parts.len()).unwrap())
        })
        .unwrap();
        let back = cook(&recipe, |id| {
            Ok::<_, Infallible>(parts[usize::try_from(id).unwrap() - 1].clone())
        })
        .unwrap()
        .unwrap();
        assert_eq!(back, letter);
        (recipe, parts)
    }

    fn letter(crlf: bool, width: usize, bytes: &[u8], tail: &str) -> Vec<u8> {
        let mut l = b"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: image/png\nContent-transfer-encoding: BASE64 \n\n".to_vec();
        Coded::write(bytes, width, false, &mut l);
        l.extend_from_slice(tail.as_bytes());
        if crlf {
            String::from_utf8(l)
                .unwrap()
                .replace('\n', "\r\n")
                .into_bytes()
        } else {
            l
        }
    }

    #[test]
    fn a_drawn_board_becomes_a_part() {
        let board: Vec<u8> = (0..3000_u32)
            .map(|i| ((i * 7919) >> 3) as u8 | 0x80)
            .collect();
        for crlf in [false, true] {
            for width in [76, 72, 64] {
                let (recipe, parts) = there_and_back(&letter(crlf, width, &board, "\n--b--\n"));
                assert_eq!(parts, std::slice::from_ref(&board));
                assert!(recipe.len() < 300, "{}", recipe.len());
            }
        }
    }

    #[test]
    fn coded_text_is_decoded_in_place() {
        let text = "12. 5254 ход белых\n".repeat(60);
        let (recipe, parts) = there_and_back(&letter(true, 76, text.as_bytes(), "--b--\n"));
        assert!(parts.is_empty());
        assert!(recipe.windows(8).any(|w| w == b"12. 5254"));
    }

    #[test]
    fn what_would_not_come_back_is_kept_as_it_is() {
        let board = [0xff_u8; 900];
        for spoil in [
            "QUJ\n",
            "====\n",
            "no base64 at all\n",
            "QQ==QQ==\n",
            "QR==\n",
            "",
        ] {
            there_and_back(&letter(false, 76, &board, spoil));
            there_and_back(&letter(true, 76, &board, spoil));
        }
        // A last line without its line end, lines of uneven width, spaces.
        for odd in [
            "QUJD",
            "QUJD\nQUJDQUJD\n",
            "QUJD \n",
            "QUJ\rD\n",
            "\n\n",
            "AA",
        ] {
            let text = format!("Content-Transfer-Encoding: base64\n\n{odd}");
            there_and_back(text.as_bytes());
        }
        there_and_back(b"");
    }

    #[test]
    fn a_broken_recipe_is_told_from_a_letter() {
        let cook = |r: &[u8]| cook(r, |_| Ok::<_, Infallible>(Vec::new())).unwrap();
        assert!(cook(&[9]).is_none());
        assert!(cook(&[TEXT, 5, b'a']).is_none());
        assert!(cook(&[TEXT, 0xff]).is_none());
        assert!(cook(&[PART_LF, 76]).is_none());
    }

    proptest! {
        #[test]
        fn any_bytes_come_back(letter in proptest::collection::vec(any::<u8>(), 0..400)) {
            there_and_back(&letter);
        }

        #[test]
        fn any_base64_comes_back(
            lines in "(Content-Transfer-Encoding: base64\r?\n)?\r?\n([A-Za-z0-9+/]{1,9}={0,2}\r?\n?){0,8}",
        ) {
            there_and_back(lines.as_bytes());
        }
    }
}
