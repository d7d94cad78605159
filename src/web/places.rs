//! Places that are few: each holds so many, and all together so many. One is given back when it
//! is dropped.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The places of all who have some.
#[derive(Debug)]
pub struct Places<W: Ord + Copy> {
    most: usize,
    taken: Mutex<Taken<W>>,
}

#[derive(Debug)]
struct Taken<W> {
    all: usize,
    of: BTreeMap<W, usize>,
}

/// A place.
#[derive(Debug)]
pub struct Place<W: Ord + Copy> {
    places: Arc<Places<W>>,
    who: W,
}

impl<W: Ord + Copy> Places<W> {
    /// So many in all.
    pub fn of(most: usize) -> Arc<Places<W>> {
        Arc::new(Places {
            most,
            taken: Mutex::new(Taken {
                all: 0,
                of: BTreeMap::new(),
            }),
        })
    }

    fn taken(&self) -> MutexGuard<'_, Taken<W>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for somebody who may hold so many; none where he holds them, or all are taken.
    pub fn take(self: &Arc<Places<W>>, who: W, most: usize) -> Option<Place<W>> {
        let mut taken = self.taken();
        let own = taken.of.get(&who).copied().unwrap_or(0);
        if taken.all >= self.most || own >= most {
            return None;
        }
        taken.all += 1;
        taken.of.insert(who, own + 1);
        Some(Place {
            places: Arc::clone(self),
            who,
        })
    }

    /// How many may be held in all.
    pub fn most(&self) -> usize {
        self.most
    }
}

impl<W: Ord + Copy> Drop for Place<W> {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all = taken.all.saturating_sub(1);
        let own = taken.of.get(&self.who).copied().unwrap_or(0);
        match own.saturating_sub(1) {
            0 => taken.of.remove(&self.who),
            left => taken.of.insert(self.who, left),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_holds_so_many_and_all_together_so_many() {
        let places = Places::of(5);
        let take = |who: char| places.take(who, 3);
        let mut held: Vec<_> = "aaaabbb".chars().map(take).collect();
        let has: Vec<bool> = held.iter().map(Option::is_some).collect();
        assert_eq!(has, [true, true, true, false, true, true, false]);
        drop(held.remove(0));
        assert!(places.take('c', 3).is_some(), "it is given back at once");
        held.push(take('b'));
        assert!(held.last().is_some_and(Option::is_some));
        assert!(take('c').is_none(), "all are taken");
        held.clear();
        let taken = places.taken();
        assert_eq!((taken.all, taken.of.len()), (0, 0));
    }
}
