//! Constant patterns.

use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};

/// Bytes of the largest pattern. Each process that reads a letter compiles them anew, and the
/// time that takes goes by their size: a letter counted out in all alphabets and both cases
/// (`(?i)\p{L}{3,12}`) is as much work as all the words of a language.
const LARGEST: usize = 640 * 1024;

/// The pattern of a constant text.
#[expect(
    clippy::expect_used,
    reason = "constant patterns: every test compiles them"
)]
pub(crate) fn pattern(text: &str) -> Regex {
    let mut pattern = RegexBuilder::new(text);
    // Where it is tried, and nowhere else: better a slow pattern than none.
    if cfg!(debug_assertions) {
        pattern.size_limit(LARGEST);
    }
    pattern
        .build()
        .expect("a constant pattern, and not too large")
}

/// Constant patterns that are looked for all at once.
#[expect(
    clippy::expect_used,
    reason = "constant patterns: every test compiles them"
)]
pub(crate) fn pattern_set<'p>(patterns: impl Iterator<Item = &'p String>) -> RegexSet {
    let mut set = RegexSetBuilder::new(patterns);
    if cfg!(debug_assertions) {
        set.size_limit(LARGEST * 4);
    }
    set.build()
        .expect("constant patterns, and not too large together")
}
