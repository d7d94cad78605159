//! What is kept of pages: so many bytes at most; what was not asked for the longest goes first.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

struct Kept<T> {
    what: T,
    weight: usize,
    used: u64,
}

/// Things by their names, of so many bytes together at most.
pub struct Shelf<N, T> {
    most: usize,
    weight: usize,
    clock: u64,
    all: HashMap<N, Kept<T>>,
    /// Names by when they were asked for last.
    order: BTreeMap<u64, N>,
}

impl<N: Hash + Eq + Clone, T> Shelf<N, T> {
    /// An empty one, with room for so many bytes.
    pub fn of(most: usize) -> Shelf<N, T> {
        Shelf {
            most,
            weight: 0,
            clock: 0,
            all: HashMap::new(),
            order: BTreeMap::new(),
        }
    }

    /// What is kept under a name.
    pub fn get(&mut self, name: &N) -> Option<&T> {
        let kept = self.all.get_mut(name)?;
        self.clock += 1;
        if let Some(own) = self.order.remove(&kept.used) {
            self.order.insert(self.clock, own);
        }
        kept.used = self.clock;
        Some(&kept.what)
    }

    /// Takes what is kept under a name away.
    pub fn take(&mut self, name: &N) -> Option<T> {
        let gone = self.all.remove(name)?;
        self.order.remove(&gone.used);
        self.weight -= gone.weight;
        Some(gone.what)
    }

    /// Keeps something that takes so many bytes on the heap, with what its name takes there; what
    /// is larger than half of the room is not kept.
    pub fn put(&mut self, name: &N, what: T, weight: usize) {
        self.take(name);
        let weight = weight + size_of::<Kept<T>>() + 2 * size_of::<N>();
        if weight > self.most / 2 {
            return;
        }
        while self.weight + weight > self.most
            && let Some((_, oldest)) = self.order.pop_first()
        {
            if let Some(gone) = self.all.remove(&oldest) {
                self.weight -= gone.weight;
            }
        }
        self.clock += 1;
        self.order.insert(self.clock, name.clone());
        self.weight += weight;
        let kept = Kept {
            what,
            weight,
            used: self.clock,
        };
        self.all.insert(name.clone(), kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_name_has_one_thing() {
        let mut shelf = Shelf::of(4_000);
        for what in [1, 2] {
            shelf.put(&"a", what, 100);
        }
        assert_eq!(shelf.get(&"a"), Some(&2));
        assert_eq!(shelf.all.len(), 1);
        assert_eq!(shelf.take(&"a"), Some(2));
        assert_eq!(shelf.get(&"a"), None);
        assert_eq!(shelf.weight, 0);
    }

    proptest! {
        #[test]
        fn it_never_holds_more_than_its_room(
            puts in prop::collection::vec((0u8..40, 0usize..3_000), 1..300)
        ) {
            let mut shelf = Shelf::of(8_000);
            for (name, weight) in puts {
                                shelf.put(&name, weight, weight);
                let sum: usize = shelf.all.values().map(|kept| kept.weight).sum();
                prop_assert_eq!(sum, shelf.weight);
                prop_assert!(shelf.weight <= shelf.most);
                prop_assert_eq!(shelf.all.len(), shelf.order.len());
                prop_assert_eq!(shelf.get(&name), Some(&weight));
            }
        }
    }

    #[test]
    fn what_was_not_asked_for_the_longest_goes_first() {
        let mut shelf = Shelf::of(3_000);
        for name in ["a", "b"] {
            shelf.put(&name, (), 1_200);
        }
        assert!(shelf.get(&"a").is_some());
        shelf.put(&"c", (), 1_200);
        assert!(shelf.get(&"b").is_none());
        assert!(shelf.get(&"a").is_some() && shelf.get(&"c").is_some());
        shelf.put(&"d", (), 2_000);
        assert!(shelf.get(&"d").is_none(), "too large to be kept");
    }
}
