//! Whether a sentence says its move plainly, so that it is played where the position leaves
//! one: as done, with no word that takes it back, of the writer and not of another.

use super::{LISTS, ToldWords, VETO, begins_at, ends_at};
use crate::chess::notation::described::{self, Gist};
use crate::fold;
use crate::request::sentence::{Mood, Sentence};
use crate::request::{TextSpan, shape};
use crate::vocabulary;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Whether a sentence that tells of a move says it plainly: as done, with no word that
/// takes it back, of the writer and not of another. Where the position leaves one move,
/// it is played.
pub fn is_plain(sentence: &Sentence, letter: &[&Sentence]) -> bool {
    let Some(gist) = Gist::of(sentence.text()) else {
        return false;
    };
    let place = gist.place();
    let here = TextSpan {
        start: sentence.span.start + place.start,
        end: sentence.span.start + place.end,
    };
    let in_words = sentence.text().trim().contains(char::is_whitespace);
    if !in_words || !gist.is_anchored() || sentence.mood_of(here) != Mood::States {
        return false;
    }
    let words = fold::words(sentence.text());
    let any = |list: &BTreeSet<String>| words.iter().any(|w| list.contains(&w.text));
    let mine = any(&LISTS.mine);
    // `your bishop goes to b5`, `he takes back`.
    let of_others = gist.speaks_of_theirs() || any(&LISTS.kin) || any(&LISTS.you);
    let begun = words.iter().take_while(|w| w.start < place.start);
    let begun: Vec<&str> = begun.map(|w| w.text.as_str()).collect();
    let is_purpose = LISTS
        .because
        .iter()
        .any(|entry| format!(" {} ", begun.join(" ")).contains(&format!(" {entry} ")));
    let vetoed = || {
        let end = ends_at(sentence.text(), place.end);
        let said = words.iter().take_while(|w| w.start < end);
        let said: Vec<&str> = said
            .filter_map(|w| sentence.text().get(w.start..w.end))
            .collect();
        VETO.is_match(&said.join(" "))
    };
    let theirs = of_others && !mine;
    let vague = || gist.is_vague() && speaks_beyond(sentence.text(), place.start);
    !(theirs || is_purpose || vague() || vetoed() || ToldWords::of(letter).is_undecided())
}

/// Whether a clause says more from a place of it than words of a move do: what `the bishop
/// takes` is told by nothing else, `leave` is no piece, and neither is `night`, however near it
/// comes to one.
fn speaks_beyond(text: &str, from: usize) -> bool {
    let to = ends_of_clause(text, from);
    let words = fold::words(text);
    let mut said = words.iter().filter(|w| (from..to).contains(&w.start));
    said.any(|w| {
        let known = introduces(w) || LISTS.ands.contains(&w.text) || COURTEOUS.contains(&w.text);
        !known && !described::is_spelt_of_moves(text.get(w.start..w.end).unwrap_or(""))
    })
}

/// Whether a word says nothing of its own beside a move: `my move is`, `so`, `for me`.
fn is_slight(w: &fold::Word) -> bool {
    let lists = [
        &LISTS.mine,
        &LISTS.aside,
        &LISTS.settling,
        &LISTS.called,
        &LISTS.replying,
        &LISTS.but,
    ];
    lists.iter().any(|list| list.contains(&w.text))
}

/// Whether a word is a figure, or says nothing but that a move is told, upon what, and again.
fn introduces(w: &fold::Word) -> bool {
    let lists = [&LISTS.upon, &LISTS.reporting, &LISTS.restating];
    w.text.bytes().all(|b| b.is_ascii_digit())
        || is_slight(w)
        || lists.iter().any(|list| list.contains(&w.text))
}

fn ends_of_clause(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or("");
    let ends = |c| fold::parts_clauses(c) || matches!(c, '.' | '!' | '?' | '\n');
    from + rest.find(ends).unwrap_or(rest.len())
}

/// Where the number begins that a place stands right behind: `12.`, `12...`.
fn number_before(text: &str, place: usize) -> Option<usize> {
    let before = text.get(..place)?.trim_end();
    let digits = before.trim_end_matches('.');
    let number = digits.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_number = digits.len() < before.len() && number.len() < digits.len();
    is_number.then_some(number.len())
}

/// Whether a colon before a place ends words of which none speaks of a move or of a writer:
/// `Chelsea - Arsenal: 0-0`.
pub(super) fn is_labelled_otherwise(text: &str, from: usize) -> bool {
    let before = text.get(..from).unwrap_or("").trim_end();
    let words = fold::words(before);
    let known = |w: &fold::Word| {
        // `King aside, rook inward: 0-0`; `TV` is as short as a square.
        let word = before.get(w.start..w.end).unwrap_or("");
        let moves = word.chars().count() > 2 && described::is_of_moves(word);
        moves || introduces(w) || LISTS.kin.contains(&w.text) || LABELS.contains(&w.text)
    };
    before.ends_with(':') && !words.is_empty() && !words.iter().any(known)
}

/// Words that say nothing of their own beside a move: `my`, `move`.
static LABELS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.chess.beside)));

/// Words of politeness that say nothing of a move.
static COURTEOUS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let mut all = vocabulary::players(|w| &w.courtesy.please);
    all.extend(vocabulary::players(|w| &w.answers.beside_yes));
    all.extend(vocabulary::players(|w| &w.answers.agreeing));
    all.extend(vocabulary::players(|w| &w.meanings.hedges));
    let words = all.into_iter().flat_map(fold::words);
    words.map(|w| w.text).collect()
});

/// Whether a move written in a sentence stands alone in its clause, but for words that
/// say nothing of their own: `0-0 for me`, `my next move is 3445`, `1213 and I ask…`.
pub fn stands_alone(sentence: &Sentence, named: TextSpan, letter: &[&Sentence]) -> bool {
    let text = sentence.text();
    let start = named.start.saturating_sub(sentence.span.start);
    let end = (start + (named.end - named.start)).min(text.len());
    let from = begins_at(text, start);
    let behind = text.get(end..).unwrap_or("");
    let to = end + behind.find(fold::parts_clauses).unwrap_or(behind.len());
    let words = fold::words(text);
    // `No thanks, 1... e5`: with its number before it, figures are a move as well.
    let numbered = number_before(text, start);
    let led = words
        .iter()
        .filter(|w| (from..numbered.unwrap_or(start)).contains(&w.start));
    let followed = words.iter().filter(|w| (end..to).contains(&w.start));
    // Behind an `and` something else is said.
    let followed = followed.take_while(|w| !LISTS.ands.contains(&w.text));
    let mut beside = led.chain(followed);
    let mv = text.get(start..end).unwrap_or("");
    // Four digits are a house, a telephone, a year, where they are not called a move.
    let first = words.first().is_some_and(|w| w.start == start);
    let called = || words.iter().any(|w| LISTS.called.contains(&w.text));
    let is_move = !shape::is_numeric(mv) || first || numbered.is_some() || called();
    is_move
        && !is_labelled_otherwise(text, from)
        && beside.all(is_slight)
        && !ToldWords::of(letter).is_undecided()
}
