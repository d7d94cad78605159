//! A draw that is asked for behind a statement: `Nf3, draw?`, `а7-а6, и может ничью?` The
//! question is a sentence of its own, and what stands before it is stated.

use super::mood::{self, Mood};
use super::words::{Phrases, words};
use crate::language::Language;
use crate::vocabulary;
use std::sync::LazyLock;

/// Longest clause that asks for a draw, in words.
const MOST_WORDS: usize = 10;

/// A sentence as it is, or without the clause behind it that asks for a draw, and that.
pub fn parted(text: &str, (from, to): (usize, usize)) -> Vec<(usize, usize)> {
    let sentence = text.get(from..to).unwrap_or("");
    match question(sentence) {
        Some(at) => {
            let before = sentence.get(..at).unwrap_or("").trim_end().len();
            vec![(from, from + before), (from + at, to)]
        }
        None => vec![(from, to)],
    }
}

/// Where the clause begins that asks for a draw behind a statement.
fn question(sentence: &str) -> Option<usize> {
    if !sentence.ends_with('?') {
        return None;
    }
    let said = words(sentence);
    let lists = LISTS.iter().find(|of| of.draw.first(&said).is_some())?;
    let joined = |at: usize| lists.ands.at(&said, at).is_some();
    let opens = |at: &usize| said.get(*at).is_some_and(|w| w.opens_clause) || joined(*at);
    let opened = (1..said.len()).rev().filter(opens);
    opened.into_iter().find_map(|at| {
        let clause = said.get(at..).filter(|c| c.len() <= MOST_WORDS)?;
        lists.draw.first(clause)?;
        if OTHERWISE.at(clause, 0).is_some() {
            return None;
        }
        let begins = clause.first()?.start;
        let before = sentence.get(..begins)?.trim_end();
        (mood::of(before, &words(before), None) == Mood::States).then_some(begins)
    })
}

/// What is said of a draw in one language.
struct AskedDraw {
    draw: Phrases,
    /// Between a statement and what is asked: `а7-а5 і як ви дивитесь на нічию?`
    ands: Phrases,
}

static LISTS: LazyLock<Vec<AskedDraw>> = LazyLock::new(|| {
    let all = |words: &'static [String]| {
        Phrases::all(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let words = Language::ALL.into_iter().map(vocabulary::players_of);
    let of = words.map(|words| AskedDraw {
        draw: all(&words.meanings.draw),
        ands: all(&words.joining.ands),
    });
    of.collect()
});

/// Before one of two that are asked about: `or a draw?`
static OTHERWISE: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.joining.ors)));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_asked_for_behind_a_statement_is_a_sentence_of_its_own() {
        let cut = |text: &str| parted(text, (0, text.len())).len();
        for text in [
            "Knight b8-c6, would you care for a draw?",
            "Слон на g7 - согласны на ничью?",
            "Gram Hf3, może remis?",
            "Ich ziehe Lc4, vielleicht Remis?",
            "Граю 3. Сc4, як щодо нічиєї?",
            "а7-а5 і як ви дивитесь на нічию?",
        ] {
            assert_eq!(cut(text), 2, "{text}");
        }
        for text in [
            "Should I castle, or is it a draw?",
            "What do you say to Nf3, a draw?",
            "If I castle, draw?",
            "Сыграть ли Кf3, или ничья?",
            "Shall we stop here and call it a draw?",
            "Draw?",
            "I castle, and what then?",
        ] {
            assert_eq!(cut(text), 1, "{text}");
        }
    }
}
