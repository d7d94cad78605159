//! Constant patterns.

use regex::Regex;

/// The pattern of a constant text.
#[expect(
    clippy::expect_used,
    reason = "constant patterns: every test compiles them"
)]
pub(crate) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant pattern")
}
