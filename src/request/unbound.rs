//! What a letter says of moves to come without proposing them: a move with a number that
//! lies ahead of one's own, and what is done if the opponent takes. No series holds it, so
//! its writer is told.

use super::moves::is_move;
use super::sentence::{Mood, Phrases, Sentence};
use super::supposed::{self, Supposed};
use super::token::{LineToken, PlacedToken, tokens};
use super::{Doubt, Moves, TextSpan, WrittenMove};
use crate::chess::Side;
use crate::chess::notation::described::Gist;
use crate::fold::fold;
use crate::vocabulary;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Most such places of a letter that its writer is told of.
const MOST_TOLD: usize = 3;

/// Longest text that is repeated, in characters.
const MOST_SAID: usize = 80;

/// Where some sentences speak of moves to come that are not among the letter's moves.
pub fn unbound(sentences: &[Sentence], moves: &Moves) -> Vec<Doubt> {
    let told = sentences
        .iter()
        .filter_map(|s| ahead(s, moves).or_else(|| told(s, moves)));
    told.take(MOST_TOLD).collect()
}

/// Whether a letter speaks of the series that the opponent proposed, and does not deny it:
/// `I follow your line`.
pub fn speaks_of_series(text: &str) -> bool {
    let speaks = |paragraph: &str| {
        let sentence = Sentence::of(paragraph);
        let said = sentence.words();
        SERIES
            .first(said)
            .is_some_and(|(at, length)| sentence.mood_at(at, at + length - 1) != Mood::Denies)
    };
    text.split(['\n', '!', '?']).any(speaks)
}

static SERIES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.stating.series)));

/// A numbered move behind one's own, in the order of the game.
fn ahead(sentence: &Sentence, moves: &Moves) -> Option<Doubt> {
    let own = moves.line.last()?;
    let number = own.number?;
    let own = (number, own.side.unwrap_or(Side::White) == Side::Black);
    let all = tokens(sentence.text());
    let mut due: Option<(u32, bool)> = None;
    let mut from = 0;
    for placed in &all {
        match &placed.token {
            LineToken::Number { number, dots } if *dots > 0 => {
                due = Some((*number, *dots > 1));
                from = placed.start;
            }
            LineToken::Dots => due = due.map(|(number, _)| (number, true)),
            token if is_move(token) => {
                let is_later = due
                    .take()
                    .is_some_and(|at| at > own && at.0 <= own.0 + REACH);
                if is_later && !is_among(placed, sentence, moves) {
                    return Some(Doubt::NoSeries {
                        text: said(sentence.text().get(from..).unwrap_or("")),
                        pairs: supposed::pairs(sentence.text()),
                        span: placed.span(sentence.span.start),
                    });
                }
            }
            _ => {}
        }
    }
    None
}

/// So many moves ahead somebody plans; a higher number is of another game.
const REACH: u32 = 20;

/// What a sentence supposes in words where no series of the letter stands, nor its move.
fn told(sentence: &Sentence, moves: &Moves) -> Option<Doubt> {
    let doubt = in_words(sentence)?;
    let Doubt::NoSeries { span, .. } = &doubt else {
        return None;
    };
    let inside = |mv: &WrittenMove| span.start <= mv.span.start && mv.span.end <= span.end;
    let held = moves.supposed().any(|mv| sentence.holds(mv.span)) || moves.line.iter().any(inside);
    (!held).then_some(doubt)
}

fn is_among(placed: &PlacedToken, sentence: &Sentence, moves: &Moves) -> bool {
    let here = placed.span(sentence.span.start);
    let meets = |span: TextSpan| span.start < here.end && here.start < span.end;
    let mut all = moves.line.iter().chain(moves.supposed());
    all.any(|mv| meets(mv.span))
}

/// `If you take, I recapture`: a reply supposed by words alone, and perhaps an answer.
fn in_words(sentence: &Sentence) -> Option<Doubt> {
    if let Some(supposed) = supposed::of(sentence.text()) {
        return Some(no_series(sentence, supposed));
    }
    if sentence.text().len() > LONG || !sentence.supposes_by_if() {
        return None;
    }
    let all = tokens(sentence.text());
    let names_move = all.iter().any(|t| is_move(&t.token));
    let takes = |t: &&PlacedToken| {
        let word = sentence.text().get(t.start..t.end).unwrap_or("");
        TAKING.contains(&fold(word))
    };
    let tells = !names_move && all.iter().any(|t| takes(&t)) || Gist::of(sentence.text()).is_some();
    (tells && sentence.mood() == Mood::Supposes).then(|| Doubt::NoSeries {
        text: said(sentence.text()),
        pairs: Vec::new(),
        span: sentence.span,
    })
}

/// What a sentence supposes in words: the position tells whether it is a series.
pub fn no_series(sentence: &Sentence, supposed: Supposed) -> Doubt {
    Doubt::NoSeries {
        text: said(sentence.text().get(supposed.from..).unwrap_or("")),
        pairs: supposed.pairs,
        span: TextSpan {
            start: sentence.span.start + supposed.from,
            end: sentence.span.end,
        },
    }
}

/// A sentence longer than this, in bytes, is a story.
const LONG: usize = 200;

/// As much of a text as is repeated.
pub fn said(text: &str) -> String {
    let text = text.trim().trim_end_matches([')', ']', '}']);
    match text.char_indices().nth(MOST_SAID) {
        Some((end, _)) => format!("{} …", text.get(..end).unwrap_or("").trim_end()),
        None => text.to_owned(),
    }
}

static TAKING: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let words = vocabulary::players(|w| &w.play.taking);
    words
        .into_iter()
        .map(fold)
        .filter(|word| word.chars().count() > 1)
        .collect()
});
