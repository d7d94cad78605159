//! What stands around a move and counts for nothing, or for a draw offer: its
//! number, marks, brackets, remarks (56.3.6).

use super::bare;
use crate::typed;
use crate::vocabulary;
use std::sync::LazyLock;

/// Longer texts are prose; reading them as a move would only cost time.
const MAX_LETTERS: usize = 120;

/// Most letters between the spaces of a written move (`ed Кр`); what has more is a word.
const LONGEST_LETTERS: usize = 3;

/// What offers a draw beside a move: whole phrases.
static DRAW_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut words = vocabulary::players(|w| &w.draws.offers);
    words.push("=");
    words
});

/// Words for check, and for mate, as they stand beside a move.
static CHECK_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| vocabulary::players(|w| &w.chess.check));
static MATE_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| vocabulary::players(|w| &w.chess.mate));

/// Marks for check and mate beside a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CheckMarks {
    pub check: bool,
    /// `++`: mate in the Russian rules (17.12), a double check elsewhere.
    pub double: bool,
    pub mate: bool,
    pub en_passant: bool,
}

/// A text with its surroundings set aside.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveCell {
    /// What is left; words are divided by single spaces.
    pub body: String,
    pub marks: CheckMarks,
    pub draw_offer: bool,
    /// Something unusual was smoothed away.
    pub unusual: bool,
    /// A move in brackets beside the move.
    pub second: Option<String>,
}

/// Sets aside all around the move. `None` for a text too long to be one.
pub(super) fn open(text: &str) -> Option<MoveCell> {
    let mut cell = MoveCell::default();
    let smooth = smooth(text, &mut cell.unusual)?;
    let rest = without_number(lead(&smooth), &mut cell.unusual);
    let rest = cell.without_tail(lead(rest));
    cell.body = cell.joined(rest);
    Some(cell)
}

/// One kind of space, hyphen and dots.
fn smooth(text: &str, unusual: &mut bool) -> Option<String> {
    let plain = typed::plain(text);
    let text = plain.as_ref().map_or(text, |p| p.text.as_str());
    let mut smooth = String::with_capacity(text.len());
    for (count, letter) in text.trim().chars().enumerate() {
        if count >= MAX_LETTERS {
            return None;
        }
        match letter {
            '\u{2010}' | '\u{2011}' => smooth.push('-'),
            '\u{2012}'..='\u{2015}' | '\u{2212}' => {
                *unusual = true;
                smooth.push('-');
            }
            '…' => smooth.push_str("..."),
            '×' => smooth.push('x'),
            other if other.is_whitespace() => smooth.push(' '),
            other => smooth.push(other),
        }
    }
    Some(smooth)
}

/// Without quotation marks and brackets in front.
fn lead(text: &str) -> &str {
    text.trim_start_matches(|c: char| {
        c == ' '
            || matches!(
                c,
                '"' | '\'' | '«' | '„' | '“' | '”' | '(' | '[' | '*' | '_' | '`'
            )
    })
}

/// Without `12.`, `12...`, `12. ...`, `12)`, `...`, or `12` before a move.
pub(super) fn without_number<'a>(text: &'a str, unusual: &mut bool) -> &'a str {
    let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - after_digits.len();
    let rest = after_digits.trim_start();
    if digits > 3 {
        return text;
    }
    if rest.starts_with('.') {
        return rest.trim_start_matches(['.', ' ']);
    }
    if digits == 0 {
        return text;
    }
    if let Some(rest) = rest.strip_prefix(')') {
        return rest.trim_start();
    }
    let next = rest.split(' ').next().unwrap_or("");
    if rest.len() < after_digits.len() && bare::is_shape(next) {
        *unusual = true;
        return rest;
    }
    text
}

impl MoveCell {
    /// Cuts marks, offers and remarks from the end.
    fn without_tail<'a>(&mut self, text: &'a str) -> &'a str {
        let mut rest = text.trim_end();
        loop {
            let before = rest;
            rest = self.cut_once(rest).trim_end();
            if rest.len() == before.len() {
                return rest;
            }
        }
    }

    fn cut_once<'a>(&mut self, text: &'a str) -> &'a str {
        if let Some(rest) = without_en_passant(text) {
            self.marks.en_passant = true;
            return rest;
        }
        if let Some((move_text, words)) = text.split_once(' ') {
            let words = plain(words);
            let is_in = |list: &[&str]| list.contains(&words.as_str());
            let (check, mate) = (is_in(&CHECK_WORDS), is_in(&MATE_WORDS));
            if check || mate {
                self.marks.check |= check;
                self.marks.mate |= mate;
                return move_text;
            }
            if is_in(&DRAW_WORDS) {
                self.draw_offer = true;
                return move_text;
            }
        }
        let Some(last) = text.chars().next_back() else {
            return text;
        };
        let shorter = text.strip_suffix(last).unwrap_or(text);
        match last {
            '=' => {
                self.draw_offer = true;
                shorter
            }
            '+' => {
                self.marks.double = self.marks.check;
                self.marks.check = true;
                shorter
            }
            '#' | '‡' => {
                self.marks.mate = true;
                shorter
            }
            '!' | '?' | '.' | ',' | ';' | ':' | '"' | '\'' | '»' | '“' | '”' | '*' | '_' | '`'
            | ']' | '†' => shorter,
            ')' => self.cut_bracket(text, shorter),
            _ => text,
        }
    }

    fn cut_bracket<'a>(&mut self, text: &'a str, shorter: &'a str) -> &'a str {
        let Some((rest, inner)) = shorter.rsplit_once('(') else {
            return shorter;
        };
        if rest.ends_with(|c: char| c.is_ascii_digit()) && (1..=2).contains(&inner.chars().count())
        {
            if is_draw(inner) {
                self.draw_offer = true;
                return rest;
            }
            // `a8(Q)`
            return text;
        }
        if is_draw(inner) {
            self.draw_offer = true;
        } else if bare::is_shape(inner.trim_end_matches(['+', '#', '!', '?'])) {
            self.second = Some(inner.to_owned());
        } else {
            self.unusual = true;
        }
        rest
    }

    /// Single spaces, and none around a hyphen or a capture mark, but for one between words.
    fn joined(&mut self, text: &str) -> String {
        let mut body = String::with_capacity(text.len());
        let mut glue = true;
        let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
        let told = text.split(' ').any(|word| letters(word) > LONGEST_LETTERS);
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let mark = matches!(word, "-" | ":" | "x" | "х") && !told;
            let divided = !glue && !mark;
            if divided {
                body.push(' ');
            }
            self.unusual |= mark;
            body.push_str(word);
            glue = mark;
        }
        body
    }
}

fn is_draw(words: &str) -> bool {
    DRAW_WORDS.contains(&plain(words).as_str())
}

fn plain(words: &str) -> String {
    words
        .trim_matches(|c: char| matches!(c, ' ' | '?' | '!' | '.' | '(' | ')' | ','))
        .to_lowercase()
}

/// Without `e.p.`, `ep` or the Cyrillic `е.р.` after the rank of a capture.
fn without_en_passant(text: &str) -> Option<&str> {
    let rest = text.trim_end_matches([')', '.', ' ']);
    let rest = rest.strip_suffix(['p', 'р', 'P', 'Р'])?;
    let rest = rest.trim_end_matches(['.', ' ']);
    let rest = rest.strip_suffix(['e', 'е', 'E', 'Е'])?;
    let rest = rest.trim_end_matches(['(', ' ']);
    rest.ends_with(['3', '6']).then_some(rest)
}
