//! Work that is divided among the processors.

use std::panic::resume_unwind;

/// Letters, or what is as little work, for which a thread is not worth its beginning.
const FEW: usize = 16;

/// What a worker makes of each item, in their order: by all processors, where they are many.
/// Each thread has a worker of its own.
pub fn spread<I, T, W>(mut items: Vec<I>, worker: impl Fn() -> W + Sync) -> Vec<T>
where
    I: Send,
    T: Send,
    W: FnMut(I) -> T,
{
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let share = items.len().div_ceil(processors).max(FEW);
    let work = |share: Vec<I>| -> Vec<T> { share.into_iter().map(worker()).collect() };
    let own: Vec<I> = items.drain(..share.min(items.len())).collect();
    std::thread::scope(|scope| {
        let mut others = Vec::new();
        while !items.is_empty() {
            let next: Vec<I> = items.drain(..share.min(items.len())).collect();
            others.push(scope.spawn(|| work(next)));
        }
        let mut all = work(own);
        for other in others {
            let done = other.join();
            all.extend(done.unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    })
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
