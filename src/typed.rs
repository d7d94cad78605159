//! A line as it is read, whatever hands and keyboards made of it: pictures and invisible
//! signs set aside, figures and letters of other widths made plain. The one home of that;
//! every place in the line is kept.

/// A line made plain, and where each of its bytes stood.
#[derive(Debug, PartialEq, Eq)]
pub struct PlainLine {
    /// The line.
    pub text: String,
    /// For each byte of it, and for its end, the place in the line as written.
    places: Vec<usize>,
}

impl PlainLine {
    /// Where a byte stood.
    pub fn place(&self, at: usize) -> usize {
        self.places
            .get(at)
            .or(self.places.last())
            .copied()
            .unwrap_or(at)
    }
}

/// The line made plain; `None` where it is so already.
pub fn plain(line: &str) -> Option<PlainLine> {
    if line.is_ascii() || !line.chars().any(|c| !is_itself(c) || is_unknown(c)) {
        return None;
    }
    let mut plain = PlainLine {
        text: String::with_capacity(line.len()),
        places: Vec::with_capacity(line.len() + 1),
    };
    let mut before: Option<char> = None;
    let mut letters = line.char_indices().peekable();
    // A sign that stands for a piece, with all up to its square.
    let mut until_square = false;
    while let Some((at, letter)) = letters.next() {
        let is_sign = is_unknown(letter) || meant(letter) == Typed::Picture;
        if until_square && (is_sign || meant(letter) != Typed::Itself || letter == ' ') {
            continue;
        }
        until_square = is_sign && {
            let behind = line.get(at + letter.len_utf8()..).unwrap_or("");
            is_square_behind(behind)
        };
        let put = match meant(letter) {
            _ if until_square => Some(letter),
            Typed::Itself => Some(letter),
            Typed::As(other) => Some(other),
            Typed::Picture => Some(' '),
            Typed::Nothing => None,
            // Between the signs of a move it would show another move than it is.
            Typed::Turning => {
                let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
                let next = letters
                    .clone()
                    .map(|(_, c)| c)
                    .find(|c| meant(*c) != Typed::Turning);
                (inside(before) && inside(next)).then_some('\u{fffd}')
            }
        };
        let Some(put) = put else { continue };
        plain.text.push(put);
        plain.places.resize(plain.text.len(), at);
        before = Some(put);
    }
    plain.places.push(line.len());
    Some(plain)
}

/// Whether a sign is one of the dashes that stand where a hyphen is meant: en and em
/// dashes, minus signs, small and wide ones.
pub fn is_dash(letter: char) -> bool {
    matches!(
        letter,
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}

/// Whether a sign stands for no letter, figure or mark that is known: what it may stand
/// for beside a square, nobody can tell.
pub fn is_unknown(letter: char) -> bool {
    const KNOWN: &str = "–—―‐‑‒−•·…«»“”„‘’‚‛‹›№½±∓⩲⩱×÷†‡°¡¿⇒▪▫●○◦‣⁃■◆◇►▶▸";
    let is_figurine = ('♔'..='♟').contains(&letter);
    let is_accent = ('\u{300}'..='\u{36f}').contains(&letter);
    meant(letter) == Typed::Picture
        || letter > '\u{a0}'
            && !letter.is_alphanumeric()
            && !letter.is_whitespace()
            && !is_figurine
            && !is_accent
            && !KNOWN.contains(letter)
            && meant(letter) == Typed::Itself
}

/// How far behind a sign its square may stand, in characters: other signs and blanks.
const MAX_BEHIND: usize = 12;

/// Whether the first thing behind a sign is a square and no more, perhaps with a mark of
/// capture or a file before it: `c3`, `xc3`, `bd2`.
fn is_square_behind(text: &str) -> bool {
    let mut letters = text.chars().peekable();
    for _ in 0..MAX_BEHIND {
        let passed = |c: &char| *c == ' ' || is_unknown(*c) || !is_itself(*c);
        if letters.next_if(passed).is_none() {
            break;
        }
    }
    let word: Vec<char> = letters
        .take_while(|c| c.is_alphanumeric() || *c == ':')
        .collect();
    let file = |c: &char| matches!(c, 'a'..='h' | 'A'..='H' | 'а' | 'с' | 'е' | 'А' | 'С' | 'Е');
    let rank = |c: &char| matches!(c, '1'..='8');
    match word.as_slice() {
        [a, b] => file(a) && rank(b),
        [from, a, b] => {
            (file(from) || rank(from) || matches!(from, 'x' | 'X' | 'х' | 'Х' | ':'))
                && file(a)
                && rank(b)
        }
        _ => false,
    }
}

fn is_itself(letter: char) -> bool {
    matches!(meant(letter), Typed::Itself)
}

/// What a sign is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Typed {
    Itself,
    As(char),
    Nothing,
    /// It shows something, and is no letter.
    Picture,
    /// It turns the direction in which the text is shown.
    Turning,
}

fn meant(letter: char) -> Typed {
    let code = u32::from(letter);
    let shifted = |from: u32, to: char| {
        let there = char::from_u32(u32::from(to) + (code - from));
        there.map_or(Typed::Itself, Typed::As)
    };
    match letter {
        '\u{20}'..='\u{7e}' | '\t' | '\n' | '\r' => Typed::Itself,
        // Pictures of pieces are letters of a move.
        '♔'..='♟' => Typed::Itself,
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Typed::As(' '),
        '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' => Typed::Nothing,
        // Signs of keycaps and of how a picture is shown.
        '\u{20e3}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0020}'..='\u{e007f}' => Typed::Nothing,
        '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Typed::Turning
        }
        '\u{ff01}'..='\u{ff5e}' => shifted(0xff01, '!'),
        '①'..='⑨' => shifted(0x2460, '1'),
        '\u{1d400}'..='\u{1d7ff}' => styled(code),
        '→' | '⟶' | '➔' | '➜' | '➡' => Typed::As('-'),
        '✕' | '✖' | '✗' | '✘' | '⨯' => Typed::As('×'),
        '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' => {
            Typed::Picture
        }
        // Marks of lists in fonts of pictures, and all else of those fonts.
        '\u{f0b7}' | '\u{f0a7}' | '\u{f0d8}' | '\u{f076}' | '\u{f0fc}' => Typed::As(' '),
        '\u{e000}'..='\u{f8ff}' => Typed::Picture,
        _ => Typed::Itself,
    }
}

/// Letters and figures of mathematics, bold, slanted and the like.
fn styled(code: u32) -> Typed {
    let plain = match code {
        0x1d7ce.. => char::from_digit((code - 0x1d7ce) % 10, 10),
        0x1d400..=0x1d6a3 => {
            let at = (code - 0x1d400) % 52;
            let (from, at) = if at < 26 { ('A', at) } else { ('a', at - 26) };
            char::from_u32(u32::from(from) + at)
        }
        _ => None,
    };
    plain.map_or(Typed::Itself, Typed::As)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_made_plain_and_places_are_kept() {
        for (line, expected) in [
            ("♥♥♥ 2. Кf3 ♥♥♥ 🐴", "    2. Кf3      "),
            ("5️⃣2️⃣5️⃣4️⃣", "5254"),
            ("５２５４", "5254"),
            ("１２．５２５４", "12.5254"),
            ("𝟓𝟐𝟓𝟒 𝐞𝟒 𝘕𝘧𝟯", "5254 e4 Nf3"),
            ("2.\u{a0}Nf3", "2. Nf3"),
            ("2. N\u{200b}f3\u{feff}", "2. Nf3"),
            ("e2→e4", "e2-e4"),
            ("\u{200f}2. Nf3\u{200f}", "2. Nf3"),
            ("2. Nf\u{202e}3", "2. Nf\u{fffd}3"),
            ("♘f3 👍🏻", "♘f3   "),
            ("4. 🐴c3", "4. 🐴c3"),
            ("4. 👸🏻 d4!", "4. 👸d4!"),
            ("4. 🏰\u{fe0f}xc3", "4. 🏰xc3"),
            ("4. © c3", "4. ©c3"),
            ("4. \u{fffd}\u{fffd}c3", "4. \u{fffd}c3"),
            ("4. 🐴 Nf3, 🐴 g1f3, 🐴 5254", "4.   Nf3,   g1f3,   5254"),
            ("4.e4\u{f04a}", "4.e4 "),
        ] {
            let made = plain(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(made.text, expected, "{line}");
            for at in 0..=made.text.len() {
                assert!(line.is_char_boundary(made.place(at)), "{line} {at}");
                assert!(made.text.is_char_boundary(at) || made.place(at) <= line.len());
            }
        }
        for line in ["2. Кf3!", "ход «5254» – да…", "½ № 5"] {
            assert_eq!(plain(line), None, "{line}");
        }
    }
}
