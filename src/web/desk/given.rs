//! Which previews somebody has said yes to already: a button that is pressed twice gives an
//! order once.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// How many are remembered.
const MOST: usize = 1_000;

/// The numbers of previews that were given.
#[derive(Debug, Default)]
pub struct Given(Mutex<VecDeque<String>>);

impl Given {
    /// Takes a number for its one use; whether it was free.
    pub fn take(&self, number: &str) -> bool {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.iter().any(|one| one == number) {
            return false;
        }
        if all.len() >= MOST {
            all.pop_front();
        }
        all.push_back(number.to_owned());
        true
    }

    /// Gives a number back: nothing was done.
    pub fn give_back(&self, number: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|one| one != number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_good_once_unless_nothing_was_done() {
        let given = Given::default();
        assert!(given.take("a") && given.take("b"));
        assert!(!given.take("a"));
        given.give_back("a");
        assert!(given.take("a"));
        for n in 0..MOST {
            assert!(given.take(&n.to_string()));
        }
        assert!(given.take("a"), "the oldest are forgotten");
    }
}
