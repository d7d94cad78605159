//! Work that is divided among the processors.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Result as Done;

/// Letters, or what is as little work, for which a thread is not worth its beginning.
const FEW: usize = 16;

/// How many threads may work beside one that has work of its own.
pub fn helpers() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    processors.min(8) - 1
}

/// What a worker makes of each item, in their order: by all processors, where they are many.
/// Each thread has a worker of its own, and takes the next item when it is through with one.
pub fn spread<I, T, W>(items: Vec<I>, worker: impl Fn() -> W + Sync) -> Vec<T>
where
    I: Send,
    T: Send,
    W: FnMut(I) -> T,
{
    spread_beside(items, worker, |each| each.collect())
}

/// The same for who has work of his own with each: he takes them in their order, each as soon as
/// it is made, and makes the next one himself where he would wait.
pub fn spread_beside<I, T, W, R>(
    items: Vec<I>,
    worker: impl Fn() -> W + Sync,
    take: impl FnOnce(&mut dyn Iterator<Item = T>) -> R,
) -> R
where
    I: Send,
    T: Send,
    W: FnMut(I) -> T,
{
    let threads = items.len().div_ceil(FEW).saturating_sub(1).min(helpers());
    let all = items.len();
    let bench = Bench {
        state: Mutex::new(State {
            items: items.into_iter().enumerate(),
            made: BTreeMap::new(),
            is_waited_for: false,
        }),
        changed: Condvar::new(),
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut worker = worker();
                while bench.make(&mut worker) {}
            });
        }
        let mut own = worker();
        let mut each = (0..all).map(|at| bench.made(at, &mut own));
        let taken = catch_unwind(AssertUnwindSafe(|| take(&mut each)));
        // Who wants no more makes nobody work on.
        bench.state().items.by_ref().for_each(drop);
        taken.unwrap_or_else(|panic| resume_unwind(panic))
    })
}

struct State<I, T> {
    items: std::iter::Enumerate<std::vec::IntoIter<I>>,
    made: BTreeMap<usize, Done<T>>,
    /// Somebody waits for the next one.
    is_waited_for: bool,
}

struct Bench<I, T> {
    state: Mutex<State<I, T>>,
    changed: Condvar,
}

impl<I, T> Bench<I, T> {
    fn state(&self) -> MutexGuard<'_, State<I, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on the next item; whether there was one.
    fn make(&self, worker: &mut impl FnMut(I) -> T) -> bool {
        let Some((at, item)) = self.state().items.next() else {
            return false;
        };
        let made = catch_unwind(AssertUnwindSafe(|| worker(item)));
        let mut state = self.state();
        state.made.insert(at, made);
        if state.is_waited_for {
            self.changed.notify_one();
        }
        true
    }

    /// What was made of the item at a place.
    fn made(&self, at: usize, worker: &mut impl FnMut(I) -> T) -> T {
        let mut state = self.state();
        loop {
            match state.made.remove(&at) {
                Some(Ok(made)) => return made,
                Some(Err(panic)) => {
                    drop(state);
                    resume_unwind(panic)
                }
                None => {}
            }
            drop(state);
            let is_made = self.make(worker);
            state = self.state();
            // Another works on it.
            if !is_made && !state.made.contains_key(&at) {
                state.is_waited_for = true;
                let waited = self.changed.wait(state);
                state = waited.unwrap_or_else(PoisonError::into_inner);
                state.is_waited_for = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_is_done_once_and_in_order(items: Vec<u32>) {
            let expected: Vec<u64> = items.iter().map(|n| u64::from(*n) + 1).collect();
            prop_assert_eq!(spread(items, || |n| u64::from(n) + 1), expected);
        }

        #[test]
        fn who_wants_no_more_has_the_first_ones(items: Vec<u8>, wanted in 0usize..80) {
            let expected: Vec<u8> = items.iter().take(wanted).copied().collect();
            let taken = |each: &mut dyn Iterator<Item = u8>| each.take(wanted).collect::<Vec<u8>>();
            prop_assert_eq!(spread_beside(items, || |n| n, taken), expected);
        }
    }

    #[test]
    #[should_panic(expected = "it falls at 77")]
    fn a_fault_of_a_worker_is_one_of_who_has_it_work() {
        let worker = || {
            |n: u32| {
                assert!(n != 77, "it falls at {n}");
                n
            }
        };
        spread((0..100).collect(), worker);
    }

    #[test]
    #[should_panic(expected = "he falls")]
    fn a_fault_of_who_takes_them_keeps_nobody_waiting() {
        spread_beside((0..100).collect(), || |n: u32| n, |_| panic!("he falls"));
    }
}
