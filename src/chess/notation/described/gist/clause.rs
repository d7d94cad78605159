//! The clauses of a sentence, and what is denied in them.

use crate::fold;
use crate::vocabulary;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

/// What is denied in a sentence: from a word that denies to the end of its clause, with
/// what hangs on it (`not the one that stands on f3`).
pub(super) fn denied(text: &str, words: &[fold::Word]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    // As written: `he` and `не` are one word where letters that look alike are.
    let denies = |w: &&fold::Word| {
        let raw = || text.get(w.start..w.end).unwrap_or("").to_lowercase();
        let whole = DENYING.get(&w.text);
        whole.is_some_and(|all| all.contains(&raw()))
            || DENYING_STEMS.iter().any(|stem| raw().starts_with(stem))
    };
    for word in words.iter().filter(denies) {
        let behind = words.iter().filter(|w| w.start > word.start);
        let mut end = text.len();
        let mut before = word;
        for next in behind {
            let parted = text.get(before.end..next.start).is_some_and(|b| {
                b.contains([',', ';', ':', '(', ')', '.', '!', '?', '–', '—']) || b.contains(" - ")
            });
            if parted && !HANGING.contains(&next.text) {
                end = next.start;
                break;
            }
            before = next;
        }
        found.push(word.start..end);
    }
    found
}

/// The clause in which a place of a text stands, by the marks around it.
pub(super) fn clause_of(text: &str, start: usize, end: usize) -> Range<usize> {
    let ends = |c: char| fold::parts_clauses(c) || matches!(c, '!' | '?' | '.' | '\n');
    let before = text.get(..start).unwrap_or("");
    let behind = text.get(end..).unwrap_or("");
    let last = before.rmatch_indices(ends).next();
    let from = last.map_or(0, |(at, mark)| at + mark.len());
    let to = behind.find(ends).unwrap_or(behind.len());
    from..end + to
}

/// Words that deny, folded, and as they are written.
static DENYING: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(|| {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for word in vocabulary::players(|w| &w.moods.denying) {
        let written = all.entry(fold::fold(word)).or_default();
        written.insert(word.to_lowercase());
    }
    all
});

/// What words that deny begin with: `kein*`.
static DENYING_STEMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let all = vocabulary::players(|w| &w.moods.denying);
    let stems = all.into_iter().filter_map(|w| w.strip_suffix('*'));
    stems.map(str::to_lowercase).collect()
});

/// Words with which a clause hangs on the one before it.
static HANGING: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let all = vocabulary::players(|w| &w.play.hanging);
    all.into_iter().map(fold::fold).collect()
});
