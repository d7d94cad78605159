//! Whole numbers of many words: the weights of a pairing, in which each rule has a field of
//! bits of its own, the more important above the less.

use std::cmp::Ordering;
use std::ops::{Add, Sub};

/// A signed number of `N` words, lowest first, in two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    /// Nothing.
    pub const ZERO: Wide<N> = Wide([0; N]);

    /// Adds a number, shifted up by so many bits.
    pub fn add_at(&mut self, shift: usize, value: i64) {
        let mut part = Wide::<N>::ZERO;
        let (word, bits) = (shift / 64, shift % 64);
        let wide = i128::from(value) << bits;
        let fill = if value < 0 { u64::MAX } else { 0 };
        for (at, slot) in part.0.iter_mut().enumerate() {
            *slot = match at.checked_sub(word) {
                None => 0,
                Some(0) => low(wide),
                Some(1) => low(wide >> 64),
                Some(_) => fill,
            };
        }
        *self = *self + part;
    }

    /// Half of an even number.
    pub fn half(self) -> Wide<N> {
        let mut out = self;
        let mut carry = self.0.last().is_some_and(|top| top >> 63 == 1);
        for word in out.0.iter_mut().rev() {
            let next = *word & 1 == 1;
            *word = *word >> 1 | u64::from(carry) << 63;
            carry = next;
        }
        out
    }

    /// Twice the number.
    pub fn twice(self) -> Wide<N> {
        self + self
    }

    /// Whether it is more than nothing.
    pub fn is_positive(&self) -> bool {
        self.cmp(&Wide::ZERO) == Ordering::Greater
    }
}

/// The lowest 64 bits.
fn low(wide: i128) -> u64 {
    let bytes = wide.to_le_bytes();
    let mut word = [0; 8];
    word.copy_from_slice(bytes.first_chunk::<8>().unwrap_or(&[0; 8]));
    u64::from_le_bytes(word)
}

impl<const N: usize> Add for Wide<N> {
    type Output = Wide<N>;

    fn add(self, other: Wide<N>) -> Wide<N> {
        let mut out = self;
        let mut carry = false;
        for (word, more) in out.0.iter_mut().zip(other.0) {
            let (sum, over) = word.overflowing_add(more);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = over || again;
        }
        out
    }
}

impl<const N: usize> Sub for Wide<N> {
    type Output = Wide<N>;

    fn sub(self, other: Wide<N>) -> Wide<N> {
        let mut out = self;
        let mut borrow = false;
        for (word, less) in out.0.iter_mut().zip(other.0) {
            let (rest, under) = word.overflowing_sub(less);
            let (rest, again) = rest.overflowing_sub(u64::from(borrow));
            *word = rest;
            borrow = under || again;
        }
        out
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Wide<N>) -> Ordering {
        // The top word has the sign.
        let flip = 1 << 63;
        let tops = (self.0.last(), other.0.last());
        if let (Some(a), Some(b)) = tops
            && a != b
        {
            return (a ^ flip).cmp(&(b ^ flip));
        }
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Wide<N>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reckons_like_whole_numbers() {
        let of = |value: i64| {
            let mut wide = Wide::<3>::ZERO;
            wide.add_at(0, value);
            wide
        };
        let values = [-70, -2, -1, 0, 1, 2, 5, 64, i64::MAX / 4, i64::MIN / 4];
        for a in values {
            for b in values {
                assert_eq!(of(a) + of(b), of(a + b), "{a} + {b}");
                assert_eq!(of(a) - of(b), of(a - b), "{a} - {b}");
                assert_eq!(of(a).cmp(&of(b)), a.cmp(&b), "{a} {b}");
            }
            assert_eq!(of(a).twice().half(), of(a), "{a}");
        }
    }

    #[test]
    fn a_field_above_outweighs_all_below() {
        let mut high = Wide::<3>::ZERO;
        high.add_at(130, 1);
        let mut lower = Wide::<3>::ZERO;
        lower.add_at(60, 1 << 40);
        lower.add_at(129, 1);
        assert!(high > lower);
        high.add_at(70, -3);
        assert!(high > lower);
        assert!(high.is_positive());
    }
}
