//! Chance that can be thrown again: the same seed gives the same season.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The state is a mixed seed: seeds in a row must not be steps of one stream.
    pub fn of(seed: u64) -> Dice {
        Dice(Dice(seed).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 up to, not including, `n`.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(n.max(1)).unwrap()).unwrap()
    }

    /// From `from` to `to`, both included.
    pub fn between(&mut self, from: i64, to: i64) -> i64 {
        from + i64::try_from(self.below(usize::try_from(to - from + 1).unwrap())).unwrap()
    }

    /// So many times in a hundred.
    pub fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// An index, each as often as its weight.
    pub fn weighted<T: Copy>(&mut self, all: &[(usize, T)]) -> T {
        let sum: usize = all.iter().map(|(w, _)| w).sum();
        let mut at = self.below(sum);
        for (weight, value) in all {
            if at < *weight {
                return *value;
            }
            at -= weight;
        }
        all[0].1
    }
}
