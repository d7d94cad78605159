//! Drawing lots from a seed that was published before (31.10): anybody can draw again what
//! was drawn, with no more than a program for SHA-256.
//!
//! The n-th number of a drawing, from 1, is the first eight bytes, read as one number with
//! the highest first, of the SHA-256 of the text `SEED/PURPOSE/n`. To draw one of k, numbers
//! are taken until one is below the greatest multiple of k that is not above 2^64; its
//! remainder by k, from 0, is drawn. To put k in order, one of those left is drawn by turns,
//! out of the list as it stands.

use sha2::{Digest, Sha256};

/// Lots for one purpose; each purpose has its own.
#[derive(Clone, Debug)]
pub struct Lot {
    text: String,
    drawn: u64,
}

impl Lot {
    /// Lots from a seed for a purpose: `colour`, `position`, `match/3`.
    pub fn new(seed: &str, purpose: &str) -> Lot {
        Lot {
            text: format!("{seed}/{purpose}"),
            drawn: 0,
        }
    }

    fn number(&mut self) -> u64 {
        self.drawn += 1;
        let hash = Sha256::digest(format!("{}/{}", self.text, self.drawn).as_bytes());
        let mut first = [0; 8];
        for (byte, of) in first.iter_mut().zip(hash.iter()) {
            *byte = *of;
        }
        u64::from_be_bytes(first)
    }

    /// One of `count`, from 0; 0 of none.
    pub fn below(&mut self, count: u64) -> u64 {
        if count < 2 {
            return 0;
        }
        let unfair = (u64::MAX % count + 1) % count;
        loop {
            let number = self.number();
            if number <= u64::MAX - unfair {
                return number % count;
            }
        }
    }

    /// A coin: whether the first of two is drawn.
    pub fn coin(mut self) -> bool {
        self.below(2) == 0
    }

    /// All of them in the order in which they are drawn.
    pub fn ordered<T>(mut self, mut all: Vec<T>) -> Vec<T> {
        let mut drawn = Vec::with_capacity(all.len());
        while !all.is_empty() {
            let count = u64::try_from(all.len()).unwrap_or(u64::MAX);
            let at = usize::try_from(self.below(count)).unwrap_or(0);
            drawn.push(all.remove(at));
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By `printf 'club-2027/position/1' | sha256sum`: 6224cefcfe67fe87…
    #[test]
    fn what_is_drawn_can_be_drawn_again_with_sha256sum() {
        let mut lot = Lot::new("club-2027", "position");
        let first = u64::from_str_radix(FIRST, 16).unwrap();
        assert_eq!(lot.number(), first);
        assert_eq!(Lot::new("club-2027", "position").below(960), first % 960);
    }

    const FIRST: &str = "6224cefcfe67fe87";

    #[test]
    fn lots_are_fair_and_purposes_do_not_hang_together() {
        let mut counts = [0; 6];
        for n in 0..6_000 {
            let mut lot = Lot::new("seed", &format!("match/{n}"));
            counts[usize::try_from(lot.below(6)).unwrap()] += 1;
        }
        assert!(
            counts.iter().all(|c| (850..1_150).contains(c)),
            "{counts:?}"
        );
        let order = Lot::new("seed", "numbers").ordered((1..=20).collect::<Vec<u32>>());
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (1..=20).collect::<Vec<u32>>());
        assert_ne!(order, sorted);
        assert_eq!(
            order,
            Lot::new("seed", "numbers").ordered((1..=20).collect::<Vec<u32>>())
        );
        assert_ne!(
            order,
            Lot::new("seed", "other").ordered((1..=20).collect::<Vec<u32>>())
        );
    }
}
