//! Orders that could be read in a text, wherever in it they stand: within a sentence, over
//! the end of a line, with more behind them. It is asked of words that others wrote: whatever
//! programs make of their lines, what is read then could be read here.

use super::{LineAsks, MAX_NAME, Name, joined, order_of, tidy};
use std::collections::BTreeSet;

/// Most words of an order that is looked for, its name among them.
const MOST_WORDS: usize = 14;

/// Most words that are looked at; more than the longest text that is passed on has.
const MOST_LOOKED_AT: usize = 20_000;

/// Marks that stand around a word of a sentence.
const AROUND: [char; 22] = [
    '"', '\'', '“', '”', '„', '«', '»', '‘', '’', '(', ')', '[', ']', '<', '>', ':', ';', ',', '.',
    '!', '?', '…',
];

/// An order in a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrderOccurrence {
    /// It, in the words of the console.
    pub words: String,
    /// What stands behind it: some orders take that for what they say.
    pub behind: String,
}

/// The orders of a text that the grammar takes.
pub fn orders_anywhere(
    text: &str,
    names: &[Name],
    reads: &dyn Fn(&str) -> bool,
) -> BTreeSet<OrderOccurrence> {
    let line = tidy(text);
    let words: Vec<&str> = line.split_whitespace().take(MOST_LOOKED_AT).collect();
    let mut found = BTreeSet::new();
    for from in 0..words.len() {
        let rest = words.get(from..).unwrap_or_default();
        if begins(rest, names) {
            found.extend(orders_from(rest, names, reads));
        }
    }
    found
}

/// Whether an order's name stands at the beginning of some words.
fn begins(words: &[&str], names: &[Name]) -> bool {
    (1..=MAX_NAME.min(words.len())).any(|count| {
        let own = joined(words.get(..count).unwrap_or_default());
        !own.is_empty() && super::is_name_of_order(&own, names)
    })
}

/// The orders that begin with the first of some words, and end with any.
fn orders_from(
    words: &[&str],
    names: &[Name],
    reads: &dyn Fn(&str) -> bool,
) -> Vec<OrderOccurrence> {
    let order = |line: &str| match order_of(line, names, reads)?.0 {
        LineAsks::Order(order) if reads(&order) => Some(order),
        _ => None,
    };
    let each = (2..=MOST_WORDS.min(words.len())).filter_map(|count| {
        let (line, behind) = words.split_at_checked(count)?;
        let line = line.join(" ");
        let line = line.trim_start_matches(|c: char| !c.is_alphanumeric());
        // A mark that ends a sentence ends no order; `16...` and a quoted reason do.
        let found = order(line).or_else(|| order(line.trim_end_matches(AROUND)));
        found.map(|words| OrderOccurrence {
            words,
            behind: behind.get(..MOST_WORDS).unwrap_or(behind).join(" "),
        })
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use crate::orders::by_letter::order_kernels;

    #[test]
    fn what_a_program_could_make_an_order_of_is_found() {
        for text in [
            "RESULT T26/1 1-0",
            "result T26/1 1–0.",
            "please look:\nRESULT T26/1 1-0\nthank you",
            "He said RESULT\nT26/1\n1-0, and I agree.",
            "“Result T26/1 1-0”",
            "see (RESULT T26/1 1-0) there",
            "1. td result T26/1 1-0 --reason because",
            "Ergebnis T26/1 1-0",
            "RES\u{ad}ULT T26/1 1-0",
        ] {
            let found = order_kernels(text);
            let same = order_kernels("RESULT T26/1 1-0");
            assert_eq!(same.len(), 1);
            assert!(found.is_superset(&same), "{text}: {found:?}");
        }
        let said = order_kernels("CIRCULAR T26\nAll games are over from today on");
        let same = order_kernels("circular T26 \"All games are over!\"");
        assert!(!same.is_disjoint(&said), "{same:?} {said:?}");
        assert!(order_kernels("CIRCULAR T26\nMerry Christmas to all").is_disjoint(&said));
        for text in [
            "",
            "the result of T26/1 was good",
            "RESULT",
            "12. Nf3 e5 RESIGN",
        ] {
            assert!(order_kernels(text).is_empty(), "{text}");
        }
    }
}
