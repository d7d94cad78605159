//! Figures that may be a move though nothing in their letter says so: `5254 Иванов`,
//! `No. 4 5254`. By the letter alone they are as well a telephone, a house or a year; only a
//! game can tell, so whoever knows the games asks about them. Nothing of it is played.

use super::courtesy;
use super::pattern;
use super::{Doubt, TextSpan};
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Most moves that one text is asked about: more are a list of numbers.
const MOST: usize = 3;

/// Longest text that is looked through, in bytes: more is a story.
const LONG: usize = 4_000;

/// Longest number before a move, in digits: a number of moves or of a board.
const OF_A_NUMBER: usize = 2;

/// The moves that may stand in a text in which nothing was found, each as it is asked about:
/// four figures, or two squares joined, that stand by themselves above the regards. None
/// where there are many.
pub fn lone_moves(text: &str) -> Vec<Doubt> {
    let mut found = Vec::new();
    let mut told = BTreeSet::new();
    if text.len() > LONG {
        return found;
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if courtesy::signs_off(line.trim_end()) {
            break;
        }
        for one in RUN
            .find_iter(line)
            .filter_map(|run| alone(line, run.range()))
        {
            let written = line.get(one.clone()).unwrap_or("");
            if told.insert(written.replace(is_joint, "")) {
                found.push(Doubt::MoveInProse {
                    text: written.to_owned(),
                    stated: true,
                    plain: false,
                    offers: false,
                    number: None,
                    span: TextSpan {
                        start: start + one.start,
                        end: start + one.end,
                    },
                });
            }
        }
        start += line.len();
    }
    match found.len() {
        ..=MOST => found,
        _ => Vec::new(),
    }
}

/// Figures and squares that nothing but blanks and the marks inside a number part. What is
/// part of a longer number, a telephone, a price or a date, stands in one run with the rest.
static RUN: LazyLock<Regex> = LazyLock::new(|| {
    let one = r"(?:[a-hA-H][1-8]|[0-9])+";
    pattern(&format!(r"{one}(?:[ \t.,/()+–—-]{{1,3}}{one})*"))
});

/// The move that stands alone in a run of figures of a line: a number may stand before it,
/// nothing behind it, and no letter touches it.
fn alone(line: &str, run: std::ops::Range<usize>) -> Option<std::ops::Range<usize>> {
    let text = line.get(run.clone())?;
    let groups: Vec<_> = GROUP.find_iter(text).collect();
    let (taken, at) = match groups.as_slice() {
        [.., from, to]
            if is_joined(text.get(from.end()..to.start())?)
                && are_squares(from.as_str(), to.as_str()) =>
        {
            (2, from.start())
        }
        [.., whole] if is_whole(whole.as_str()) => (1, whole.start()),
        _ => return None,
    };
    // `25-36-14` is a telephone, `4. 52-54` has its number.
    let number = match groups.get(..groups.len() - taken)? {
        [] => None,
        [number] => Some(number),
        _ => return None,
    };
    let is_number = number.is_none_or(|n| {
        let joint = text.get(n.end()..at).unwrap_or("");
        let short = n.len() <= OF_A_NUMBER && n.as_str().bytes().all(|b| b.is_ascii_digit());
        short && (taken == 1 || joint.contains(char::is_whitespace))
    });
    let (start, end) = (run.start + at, run.end);
    let touches = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '@' || c == '_');
    let before = line.get(..start)?.chars().next_back();
    let mut behind = line.get(end..)?.chars();
    let next = behind.next();
    // `5254,50` is in the run; `5254%` is none, and neither is an address.
    let touched = touches(before) || touches(next) || next == Some('%');
    (is_number && !touched).then_some(start..end)
}

static GROUP: LazyLock<Regex> = LazyLock::new(|| pattern(r"[a-hA-H0-9]+"));

/// Whether a mark joins two squares: a dash without blanks.
fn is_joined(between: &str) -> bool {
    let mut marks = between.chars();
    marks.next().is_some_and(is_joint) && marks.next().is_none()
}

fn is_joint(c: char) -> bool {
    matches!(c, '-' | '–' | '—')
}

fn are_squares(from: &str, to: &str) -> bool {
    let digits = [from, to]
        .iter()
        .all(|s| is_square(s, |c| matches!(c, '1'..='8')));
    let letters = [from, to]
        .iter()
        .all(|s| is_square(s, |c| c.is_ascii_alphabetic()));
    digits || letters
}

fn is_square(text: &str, is_file: fn(char) -> bool) -> bool {
    let mut both = text.chars();
    both.next().is_some_and(is_file)
        && both.next().is_some_and(|c| matches!(c, '1'..='8'))
        && both.next().is_none()
}

/// Whether a group holds two squares by itself, in digits perhaps with what a pawn becomes.
fn is_whole(text: &str) -> bool {
    let squares = || Some((text.get(..2)?, text.get(2..4)?));
    let fifth = text.get(4..).unwrap_or("");
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let becomes = fifth.is_empty() || digits && matches!(fifth, "1" | "2" | "3" | "4");
    becomes && squares().is_some_and(|(from, to)| are_squares(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let all = lone_moves(text).into_iter();
        all.map(|doubt| match doubt {
            Doubt::MoveInProse {
                text: said, span, ..
            } => {
                assert_eq!(
                    text.get(span.start..span.end),
                    Some(said.as_str()),
                    "{text}"
                );
                said
            }
            other => panic!("{other:?}"),
        })
        .collect()
    }

    #[test]
    fn figures_that_stand_by_themselves_may_be_a_move() {
        for (text, expected) in [
            ("5254 Иванов", "5254"),
            ("hello 5254", "5254"),
            ("No. 4 5254", "5254"),
            ("Nr 4: 5254", "5254"),
            ("Board 3: 5254", "5254"),
            ("Ход4. 5254", "5254"),
            ("12-5254", "5254"),
            ("PIN 5254", "5254"),
            ("1234 Bern", "1234"),
            ("54, ulica Dluga 5254", "5254"),
            ("Вітаю (5254)", "5254"),
            ("Servus «5254».", "5254"),
            ("witam e2e4 panie", "e2e4"),
            ("tschüss E2-E4", "E2-E4"),
            ("hello 52-54!", "52-54"),
            ("Board 3: 4. 52–54", "52–54"),
            ("hello 57581", "57581"),
            ("5254 hello 52-54", "5254"),
            (
                "Hi\nso 5254 it\n\nBest regards,\nAnn Archer\nTel. 7163",
                "5254",
            ),
        ] {
            assert_eq!(found(text), [expected], "{text}");
        }
    }

    #[test]
    fn a_part_of_a_longer_number_is_none() {
        for text in [
            "tel. 5254 1234 55",
            "тел. 52-54-12",
            "+7 812 345-67-12",
            "8-921-555-1234",
            "555-1234",
            "25-36-14",
            "5254,50 EUR",
            "5254.50",
            "ISBN 1234-5678",
            "12.05.2026",
            "DE12 1234 5678",
            "ann5254@example.org",
            "RU5254",
            "5254th",
            "5254%",
            "in 2026",
            "1963",
            "52549",
            "e2 e4",
            "d3",
            "Best regards\nAnn, 5254 Bern",
            "1234 one 5254 two 7163 three 2836",
            "",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
