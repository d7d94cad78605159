//! What somebody has said yes to on the web: it is done once, whatever comes between the first
//! press and the second, be it the end of the server, or another one on the same record.

use super::sql::hash;
use super::{StoreError, Tx, View};
use std::fmt::Write as _;

/// Where it is kept.
const GIVEN: &str = "given-on-web";

/// How many are remembered, the oldest being forgotten: more than anybody gives while a form is
/// open.
const MOST: usize = 500;

/// Bytes of a hash that tell one from another.
const SHORT: usize = 8;

impl View<'_> {
    /// Whether it was done.
    pub fn is_given(&self, what: &str) -> Result<bool, StoreError> {
        let all = self.meta_get(GIVEN)?.unwrap_or_default();
        let short = short(what);
        Ok(all.split(' ').any(|one| one == short))
    }
}

impl Tx<'_> {
    /// It is done, with all that this transaction holds.
    pub fn given_add(&self, what: &str) -> Result<(), StoreError> {
        let before = self.meta_get(GIVEN)?.unwrap_or_default();
        let mut all: Vec<&str> = before.split(' ').filter(|one| !one.is_empty()).collect();
        let short = short(what);
        all.push(&short);
        let kept = all.len().saturating_sub(MOST);
        let kept = all.split_off(kept);
        self.meta_set(GIVEN, &kept.join(" "))
    }
}

fn short(what: &str) -> String {
    let mut short = String::new();
    for byte in hash(what.as_bytes()).iter().take(SHORT) {
        // Writing to a String never fails.
        let _ = write!(short, "{byte:02x}");
    }
    short
}
