//! A paragraph cut into its sentences. Dots of numbers, dates, moves, abbreviations and
//! initials end none.

use crate::fold;
use crate::vocabulary;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Most digits of a number whose dot ends no sentence: `12. Nf3`, `1... e5`, `14. Mai`.
const MAX_DIGITS: usize = 3;

/// Letters of an abbreviation at most: `г.`, `ул.`, `str.`, `тел.`
const MAX_SHORT: usize = 3;

/// Where each sentence of a text begins and ends, in bytes, without the blanks around.
pub fn split(text: &str) -> Vec<(usize, usize)> {
    if !text.contains(is_mark) {
        return dictated(text);
    }
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !matches!(c, '.' | '!' | '?' | '…') {
            continue;
        }
        // All marks together, and quotation marks and brackets behind them.
        let mut end = at + c.len_utf8();
        while let Some((next, mark)) = chars.peek().copied() {
            if !".!?…)»”\"'’*".contains(mark) {
                break;
            }
            end = next + mark.len_utf8();
            chars.next();
        }
        let (before, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        let marks = before.get(at..).unwrap_or("");
        let sentence = before.get(start..at).unwrap_or("");
        let first = start == 0 && capital_is_the_telephones(text);
        if ends(sentence, marks, rest) || ends_without_capitals(sentence, marks, first, rest) {
            found.extend(trimmed(text, start, end));
            start = end;
        }
    }
    found.extend(trimmed(text, start, text.len()));
    found
}

/// Whether a letter is a mark that parts what is said.
fn is_mark(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | ',' | ';' | ':')
}

/// The sentences of a text without any mark of its own, whose writer dictates them: `queen to
/// d two full stop thank you`.
fn dictated(text: &str) -> Vec<(usize, usize)> {
    let words = fold::words(text);
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(word) = words.get(at) {
        let rest = words.get(at..).unwrap_or(&[]);
        match fold::entry(rest.iter().map(|w| w.text.as_str()), &STOPS) {
            Some(length) => {
                found.extend(trimmed(text, start, word.start));
                at += length;
                start = words.get(at - 1).map_or(text.len(), |w| w.end);
            }
            None => at += 1,
        }
    }
    found.extend(trimmed(text, start, text.len()));
    found
}

/// The mark that ends a sentence, in words.
static STOPS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.joining.stops)));

fn trimmed(text: &str, start: usize, end: usize) -> Option<(usize, usize)> {
    let part = text.get(start..end)?;
    let from = start + (part.len() - part.trim_start().len());
    let to = start + part.trim_end().len();
    (from < to).then_some((from, to))
}

/// Whether marks end the sentence before them.
fn ends(before: &str, marks: &str, rest: &str) -> bool {
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return false;
    }
    let next = rest.trim_start();
    let Some(first) = next.chars().next() else {
        return true;
    };
    if marks.contains(['!', '?']) {
        // `12. Nf3!? and wins`, `Кf3! и`: the mark is the move's.
        let last = before.split_whitespace().next_back().unwrap_or("");
        let of_move = last.ends_with(|c: char| c.is_ascii_digit());
        return !(of_move && first.is_lowercase());
    }
    if first.is_lowercase() {
        return false;
    }
    let word = before.split_whitespace().next_back().unwrap_or("");
    let word = word.trim_start_matches(['(', '"', '«', '„', '[', '№']);
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    if digits && word.len() <= MAX_DIGITS {
        return is_a_sentence(next);
    }
    // `1. … e5`, and initials: `П. И. Иванов`.
    let length = word.chars().count();
    if word.is_empty() || length == 1 && word.chars().all(char::is_uppercase) {
        return false;
    }
    // `bis einschl. 28.6.`
    if first.is_ascii_digit() && crate::request::date::is_inclusive(word) {
        return false;
    }
    // `ул. Мира`, `str. 12`: short, small, and what follows is a name or a number.
    let short = length <= MAX_SHORT && word.chars().all(char::is_lowercase);
    !(short && first.is_ascii_digit())
}

/// Whether the only capital of a text is its first letter, which telephones make.
fn capital_is_the_telephones(text: &str) -> bool {
    let mut words = text.split_whitespace().skip(1);
    let of_word = |w: &str| w.chars().all(|c| !c.is_ascii_digit());
    !words.any(|w| of_word(w) && w.chars().any(char::is_uppercase))
}

/// Whether a dot ends a sentence of somebody who writes no capitals: `queen takes. my coach
/// hates this`. `first`: a capital before it is none of his.
fn ends_without_capitals(before: &str, marks: &str, first: bool, rest: &str) -> bool {
    let letter = |text: &str| text.chars().find(|c| c.is_alphabetic());
    let small = |text: &str| letter(text).is_some_and(char::is_lowercase);
    let word = before.split_whitespace().next_back().unwrap_or("");
    let whole = word.chars().count() >= MAX_SHORT
        && word.chars().all(|c| c.is_alphabetic() || "'’-".contains(c));
    // `knight f3. next comes the bishop`
    let square = |w: &str| w.len() >= 2 && w.ends_with(|c: char| ('1'..='8').contains(&c));
    let whole = whole || marks == "." && square(word) && word.starts_with(char::is_alphabetic);
    let next = rest.split_whitespace().next().unwrap_or("");
    let goes_on = next.chars().all(|c| c.is_alphabetic() || ",'’".contains(c));
    let small_before = first || small(before);
    rest.starts_with(char::is_whitespace) && small_before && small(next) && whole && goes_on
}

/// Whether what stands behind `14.` is a sentence and no move or month: a word of
/// letters with a capital, and more words behind it.
fn is_a_sentence(next: &str) -> bool {
    let word = next.split_whitespace().next().unwrap_or("");
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 4
        && word
            .chars()
            .all(|c| c.is_alphabetic() || ",.!?".contains(c))
        && crate::request::date::month_named(word).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(text: &str) -> Vec<&str> {
        let found = split(text).into_iter();
        found.map(|(a, b)| text.get(a..b).unwrap()).collect()
    }

    #[test]
    fn sentences_end_at_their_marks_alone() {
        for (text, parts) in [
            ("Ничья? Нет, рано.", vec!["Ничья?", "Нет, рано."]),
            ("2. Nf3. Thanks!", vec!["2. Nf3.", "Thanks!"]),
            ("1... c5 и всё", vec!["1... c5 и всё"]),
            ("1. ... e5. Dalej gram.", vec!["1. ... e5.", "Dalej gram."]),
            ("Уезжаю 3. 07. до 5. 08.", vec!["Уезжаю 3. 07. до 5. 08."]),
            (
                "Vom 3. bis 17. August. Gruß",
                vec!["Vom 3. bis 17. August.", "Gruß"],
            ),
            (
                "Буду до 14. Спасибо за игру",
                vec!["Буду до 14.", "Спасибо за игру"],
            ),
            ("Иванов П. И. сдаётся", vec!["Иванов П. И. сдаётся"]),
            ("тел. 22 и т.д. дальше", vec!["тел. 22 и т.д. дальше"]),
            ("Nf3! and wins", vec!["Nf3! and wins"]),
            (
                "queen takes. my coach hates it",
                vec!["queen takes.", "my coach hates it"],
            ),
            (
                "Rook takes. then we see",
                vec!["Rook takes.", "then we see"],
            ),
            (
                "Rook takes. then Bob sees",
                vec!["Rook takes. then Bob sees"],
            ),
            (
                "Das ist z.B. ein Zug usw. usf.",
                vec!["Das ist z.B. ein Zug usw. usf."],
            ),
            ("«Ничья?» Нет", vec!["«Ничья?»", "Нет"]),
            (
                "queen to dee two full stop thank you full stop",
                vec!["queen to dee two", "thank you"],
            ),
            (
                "слон жэ семь точка это диктовка",
                vec!["слон жэ семь", "это диктовка"],
            ),
            ("8187 i kropka", vec!["8187"]),
            (
                "Это точка зрения, а не ход",
                vec!["Это точка зрения, а не ход"],
            ),
            (
                "knight f3. next the bishop",
                vec!["knight f3.", "next the bishop"],
            ),
            ("", vec![]),
        ] {
            assert_eq!(sentences(text), parts, "{text}");
        }
    }
}
