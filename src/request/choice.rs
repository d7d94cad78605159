//! Which of several things that a letter of ours numbers a short answer picks (CONTRACT.md
//! 4, "Short answers"): `2`, `(2)`, `второе`, `the second`, `the knight from g1`, or the
//! line itself behind its number.

use super::answer::{Answer, one_answer, reply_or_refusal};
use super::second_thoughts;
use super::sentence::Sentence;
use super::{game_named, without_names};
use crate::chess::notation::{self, described};
use crate::chess::{Move, Position};
use crate::fold;
use crate::language::Language;
use crate::vocabulary;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// What an answer says to a letter that asks which of several things was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This one of them, from 0.
    One(usize),
    /// Yes, and no more.
    Yes,
    /// No: none of them.
    No,
    /// A number that none of them has.
    NoSuch,
}

/// The things that were numbered.
#[derive(Clone, Copy)]
pub struct NumberedLines<'c> {
    /// The lines, as they were printed.
    pub lines: &'c [String],
    /// The position in which some of them are moves.
    pub position: Option<&'c Position>,
    /// How many of them, from the first, were asked about: the last of those is the last.
    pub asked: usize,
}

/// Highest number that picks nothing and still is one: what is more is part of a move.
const MOST_NUMBERS: usize = 9;

/// What a player's own text picks; `None` where it says anything else.
pub fn picked(own_text: &str, from: &NumberedLines<'_>, reader: Language) -> Option<Choice> {
    let found = one_answer(own_text, |line| from.pick(line)).flatten();
    found.or_else(|| match reply_or_refusal(own_text, reader)? {
        Answer::Yes => Some(Choice::Yes),
        Answer::No => Some(Choice::No),
    })
}

impl NumberedLines<'_> {
    /// What one line of an answer picks. A line that denies anything picks nothing, unless
    /// it is one of the things itself: `No to 1` is no choice of the first.
    fn pick(&self, line: &str) -> Option<Choice> {
        let words = fold::words(line);
        if is_denied(line) {
            return self.copied(line).map(Choice::One);
        }
        let mut kept: Vec<&fold::Word> = words
            .iter()
            .filter(|w| !WORDS.beside.contains(&w.text))
            .collect();
        // `The second one`: beside another number it is none.
        if kept.is_empty() {
            kept.extend(
                words
                    .iter()
                    .filter(|w| WORDS.ordinals.contains_key(&w.text)),
            );
        }
        if let [first, rest @ ..] = kept.as_slice()
            && let Some(number) = self.number(&first.text)
            && rest.iter().all(|w| self.number(&w.text) == Some(number))
        {
            return self.numbered(number);
        }
        self.copied(line)
            .or_else(|| self.named(line))
            .or_else(|| self.told(line))
            .or_else(|| {
                let rest: Vec<&str> = kept
                    .iter()
                    .filter_map(|w| line.get(w.start..w.end))
                    .collect();
                self.told(&rest.join(" "))
            })
            .or_else(|| match kept.as_slice() {
                [piece] => self.promoted(&piece.text),
                _ => None,
            })
            .map(Choice::One)
    }

    fn numbered(&self, number: usize) -> Option<Choice> {
        match number.checked_sub(1)? {
            at if at < self.lines.len() => Some(Choice::One(at)),
            at if at < MOST_NUMBERS => Some(Choice::NoSuch),
            _ => None,
        }
    }

    /// The number that a word is, from 1.
    fn number(&self, word: &str) -> Option<usize> {
        if WORDS.last.contains(word) {
            return Some(self.asked.clamp(1, self.lines.len().max(1)));
        }
        if let Some(number) = WORDS.ordinals.get(word) {
            return Some(*number);
        }
        let plain = word.chars().map(|c| match c {
            '０'..='９' => char::from_u32(u32::from(c) - u32::from('０') + u32::from('0')),
            _ => Some(c),
        });
        let plain: String = plain.collect::<Option<String>>()?;
        plain.parse().ok()
    }

    /// A number, and the line that has it behind it, with its own number or without.
    fn copied(&self, line: &str) -> Option<usize> {
        let bare = line.trim_start_matches(|c: char| !c.is_alphanumeric());
        let digits = bare.len() - bare.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = bare.split_at_checked(digits)?;
        let at = number.parse::<usize>().ok()?.checked_sub(1)?;
        let printed = self.lines.get(at)?;
        let unnumbered = printed.trim_start_matches(|c: char| c.is_ascii_digit());
        let without = unnumbered.trim_start_matches(['.', ' ']);
        let without = if unnumbered.starts_with('.') {
            without
        } else {
            printed
        };
        let rest = fold::fold(rest);
        let same = |line: &str| !rest.is_empty() && fold::fold(line) == rest;
        (same(printed) || same(without)).then_some(at)
    }

    /// The game that a line names, and nothing else.
    fn named(&self, line: &str) -> Option<usize> {
        let name = game_named(line)?.to_string();
        let rest = fold::words(&without_names(line));
        let slight = rest.iter().all(|w| WORDS.beside.contains(&w.text));
        let at = self.lines.iter().position(|l| *l == name);
        at.filter(|_| slight)
    }

    /// The lines that are moves.
    fn moves(&self, position: &Position) -> Vec<(usize, Move)> {
        let lines = self.lines.iter().enumerate();
        let read =
            |(at, line): (usize, &String)| Some((at, notation::read(line, position, None).mv?));
        lines.filter_map(read).collect()
    }

    /// The move to the last rank, where they differ by the new piece alone: `Dame`.
    fn promoted(&self, piece: &str) -> Option<usize> {
        let moves = self.moves(self.position?);
        let among: Vec<Move> = moves.iter().map(|(_, mv)| *mv).collect();
        let one = described::promoted(piece, &among)?;
        moves.iter().find(|(_, mv)| *mv == one).map(|(at, _)| *at)
    }

    /// The move that the words tell.
    fn told(&self, words: &str) -> Option<usize> {
        let position = self.position?;
        let moves = self.moves(position);
        let among: Vec<Move> = moves.iter().map(|(_, mv)| *mv).collect();
        let told = described::narrowed(words, position, &among)?;
        moves.iter().find(|(_, mv)| *mv == told).map(|(at, _)| *at)
    }
}

/// Whether a line denies something; `No. 1` counts.
fn is_denied(line: &str) -> bool {
    let said = Sentence::of(line);
    let words = said.words();
    let counts = |at: usize| {
        let (Some(word), Some(next)) = (words.get(at), words.get(at + 1)) else {
            return false;
        };
        let between = line.get(word.end..next.start).unwrap_or("");
        between.trim_end() == "." && next.text.starts_with(|c: char| c.is_ascii_digit())
    };
    (0..words.len()).any(|at| {
        let denies = said.denies_first(at) || second_thoughts::is_no(words, at);
        denies && !counts(at)
    })
}

/// Words that pick, in every language, folded.
struct PickingWords {
    ordinals: BTreeMap<String, usize>,
    last: BTreeSet<String>,
    beside: BTreeSet<String>,
}

static WORDS: LazyLock<PickingWords> = LazyLock::new(|| {
    let mut ordinals = BTreeMap::new();
    for language in Language::ALL {
        let all = &vocabulary::players_of(language).choices.ordinals;
        for (number, words) in (1..).zip(all) {
            ordinals.extend(words.iter().map(|word| (fold::fold(word), number)));
        }
    }
    PickingWords {
        ordinals,
        last: fold::set(&vocabulary::players(|w| &w.choices.last)),
        beside: {
            let mut words = vocabulary::players(|w| &w.choices.beside);
            words.extend(vocabulary::players(|w| &w.answers.agreeing));
            fold::set(&words)
        },
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(text: &str, lines: &[&str]) -> Option<Choice> {
        let lines: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
        let position = Position::start();
        picked(
            text,
            &NumberedLines {
                lines: &lines,
                position: Some(&position),
                asked: lines.len(),
            },
            Language::En,
        )
    }

    const LINES: [&str; 3] = ["1. 2133 (Nc3)", "1. Nf3", "STATUS"];

    #[test]
    fn a_number_a_word_or_the_line_behind_its_number() {
        for (at, texts) in [
            (
                0,
                &[
                    "1",
                    "1.",
                    "первое",
                    "the first",
                    "Pierwsze",
                    "das erste",
                    "перший",
                    "first one",
                    "the knight from b1",
                    "конь с b1",
                    "#1",
                    "1) 2133 (Nc3)",
                    "No. 1",
                    "no.1, please",
                ][..],
            ),
            (
                1,
                &[
                    "2",
                    "2.",
                    "(2)",
                    "2)",
                    "второй",
                    "Второе, спасибо!",
                    "the second",
                    "drugie",
                    "das zweite, bitte",
                    "друге",
                    "Hello!\n\n2\n\nBest regards\nAnn",
                    "option 2",
                    "the second one",
                    "number two",
                    "№ 2",
                    "２",
                    "Skoczek z g1",
                    "the knight from g1",
                    "2. 1. Nf3",
                    "2. Nf3",
                    "второй вариант",
                    "пункт 2",
                ],
            ),
            (2, &["3", "the last", "последнее", "3. STATUS"]),
        ] {
            for text in texts {
                assert_eq!(pick(text, &LINES), Some(Choice::One(at)), "{text}");
            }
        }
    }

    #[test]
    fn the_new_piece_of_a_pawn_by_its_name() {
        let position = Position::from_fen(
            "r7/1P5k/8/8/8/8/8/7K w - - 0 1",
            crate::chess::Variant::Standard,
        )
        .unwrap();
        let lines = ["5. 27181", "5. 27182", "5. 27183", "5. 27184"].map(str::to_owned);
        let numbered = NumberedLines {
            lines: &lines,
            position: Some(&position),
            asked: lines.len(),
        };
        for (at, texts) in [
            (
                0,
                &[
                    "ферзь",
                    "Ферзя, конечно",
                    "ферзь, будь ласка",
                    "hetman",
                    "Hetmana proszę",
                    "Dame bitte",
                    "a queen, naturally",
                    "Queen!",
                    "the queen please",
                ][..],
            ),
            (1, &["ладья", "тура", "wieża", "Turm", "rook"]),
            (3, &["конь", "кінь", "skoczek", "Springer", "a knight"]),
        ] {
            for text in texts {
                let picked = picked(text, &numbered, Language::En);
                assert_eq!(picked, Some(Choice::One(at)), "{text}");
            }
        }
        for text in ["the queen side is weak", "not a queen", "queen or rook"] {
            assert_eq!(picked(text, &numbered, Language::En), None, "{text}");
        }
    }

    #[test]
    fn the_last_of_what_was_asked_is_no_line_that_is_only_offered() {
        let lines = ["4. d3", "4. c3", "STATUS"].map(str::to_owned);
        let numbered = NumberedLines {
            lines: &lines,
            position: None,
            asked: 2,
        };
        for text in [
            "Последний, конечно",
            "the last one",
            "останній",
            "ostatni",
            "das letzte",
        ] {
            let picked = picked(text, &numbered, Language::En);
            assert_eq!(picked, Some(Choice::One(1)), "{text}");
        }
    }

    #[test]
    fn a_yes_alone_and_a_number_of_none() {
        for text in ["Да", "yes", "Yes, please.", "tak"] {
            assert_eq!(pick(text, &LINES), Some(Choice::Yes), "{text}");
        }
        for text in ["4", "the eighth", "7."] {
            assert_eq!(pick(text, &LINES), Some(Choice::NoSuch), "{text}");
        }
        for text in [
            "no",
            "Нет, что вы!",
            "No, none of them.",
            "Nein, auf keinen Fall",
        ] {
            assert_eq!(pick(text, &LINES), Some(Choice::No), "{text}");
        }
    }

    #[test]
    fn what_says_more_or_something_else_picks_nothing() {
        for text in [
            "",
            "2 or 3",
            "the second?",
            "not the second",
            "2\n3",
            "5254",
            "12. e4",
            "2. e4",
            "No to 1",
            "no to the first",
            "No to number 1.",
            "No 1",
            "Not 1 please",
            "No for 1",
            "нет на 1",
            "Нет на первое",
            "ні на 1",
            "nein zu 1",
            "nie na 1",
            "no to the knight from b1",
            "не конь с b1",
            "the knight",
            "I shall tell you tomorrow which of the two it is.",
            "2 days ago I wrote to you about the first game, did you get it",
        ] {
            assert_eq!(pick(text, &LINES), None, "{text}");
        }
    }
}
