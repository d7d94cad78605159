//! Reading a letter so that nothing in it can stop a pass, and what was understood of it
//! beside what became of it.

use super::settled::Settled;
use crate::arbiter::Verdict;
use crate::letter::{self, Letter};
use crate::request::{self, Understanding};
use crate::store::Pending;
use crate::time::{Day, Zone};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Reads something of a message; what cannot be read, and what the program fails on,
/// is set aside.
#[expect(
    clippy::result_large_err,
    reason = "what could not be read is settled there and then"
)]
pub(super) fn guarded<T>(
    read: impl FnOnce() -> Result<T, letter::Unreadable>,
) -> Result<T, Settled> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(read)) => Ok(read),
        Ok(Err(why)) => Err(Settled::of(Verdict::Malformed, &why.to_string())),
        Err(_) => {
            let note = "the program failed on it while reading";
            Err(Settled::of(Verdict::Malformed, note))
        }
    }
}

/// What was settled, with what was understood where it does not say so itself.
pub(super) fn with_requests(
    settled: Settled,
    understanding: &Understanding,
    pending: &Pending,
    letter: &Letter,
) -> Settled {
    let near = day_of(pending, letter);
    let requests = match settled.requests.is_empty() {
        true => request::kept_json(understanding, Some(near)),
        false => settled.requests.clone(),
    };
    Settled {
        requests,
        ..settled
    }
}

/// The day by which dates without a year in a letter are read.
pub(super) fn day_of(pending: &Pending, letter: &Letter) -> Day {
    Zone::utc().day(letter.date.unwrap_or(pending.arrived))
}

/// What a letter asks for; or what becomes of one on which the program fails.
#[expect(
    clippy::result_large_err,
    reason = "what could not be read is settled there and then"
)]
pub(super) fn understood(letter: &Letter) -> Result<Understanding, Settled> {
    guarded(|| Ok(request::understand(letter)))
}
