//! Work that is divided among the processors.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};

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
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = items.len().div_ceil(FEW).min(processors);
    let next = Mutex::new(items.into_iter().enumerate());
    let take = || next.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || -> Vec<(usize, T)> {
        let mut worker = worker();
        let each = std::iter::from_fn(take);
        each.map(|(at, item)| (at, worker(item))).collect()
    };
    let mut all = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            let done = other.join();
            all.extend(done.unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    });
    all.sort_unstable_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, done)| done).collect()
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
    }
}
