//! A compressor for pictures of boards (RFC 1950, 1951). A general one is
//! either too slow for two letters for each one that comes in, or too large for
//! a letter of a few kilobytes. This one knows where a board repeats itself: in
//! the row above, in the same squares of other ranks and files. Its Huffman
//! codes are made once, from boards of the same tiles.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Longest match of deflate.
const LONGEST: usize = 258;
/// Shortest match worth its bits here: a distance costs about as much as two literals.
const SHORTEST: usize = 4;
/// A match that is taken without looking further.
const ENOUGH: usize = 20;
/// Furthest match of deflate.
const WINDOW: usize = 32_768;
/// The symbol that ends a block.
const END: usize = 256;

/// A literal byte, or a match.
enum Token {
    Byte(u8),
    Match { length: usize, distance: usize },
}

/// A symbol's code, bits reversed as deflate sends them, and its length.
#[derive(Clone, Copy, Default)]
struct Code {
    bits: u64,
    length: u32,
}

/// The compressor: where to look for repetitions, and the codes.
pub struct Deflate {
    distances: Vec<usize>,
    literals: Vec<Code>,
    offsets: Vec<Code>,
    /// The zlib header and that of the only block.
    header: Bits,
}

/// Bits of a stream, lowest first.
#[derive(Clone, Default)]
struct Bits {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl Bits {
    /// Adds up to 32 bits.
    fn push(&mut self, bits: u64, count: u32) {
        self.pending |= bits << self.count;
        self.count += count;
        if self.count >= 32 {
            let low = self.pending & 0xFFFF_FFFF;
            self.bytes
                .extend_from_slice(&u32::try_from(low).unwrap_or(0).to_le_bytes());
            self.pending >>= 32;
            self.count -= 32;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let [a, b, c, d, ..] = self.pending.to_le_bytes();
        let whole = usize::try_from(self.count.div_ceil(8)).unwrap_or(0);
        self.bytes.extend([a, b, c, d].into_iter().take(whole));
        self.bytes
    }
}

impl Deflate {
    /// A compressor for data like the examples, which repeats itself at some
    /// distances (bytes, best first).
    pub fn new(distances: &[usize], examples: &[Vec<u8>]) -> Deflate {
        let distances: Vec<usize> = distances
            .iter()
            .copied()
            .filter(|d| (1..=WINDOW).contains(d))
            .collect();
        // Every symbol gets a code: the next board may need it.
        let mut literals = vec![1u32; 286];
        let mut offsets = vec![1u32; 30];
        let count = |counts: &mut Vec<u32>, symbol: usize| {
            if let Some(n) = counts.get_mut(symbol) {
                *n += 16;
            }
        };
        for example in examples {
            tokens(example, &distances, |token| match token {
                Token::Byte(b) => count(&mut literals, usize::from(b)),
                Token::Match { length, distance } => {
                    count(&mut literals, length_symbol(length).0);
                    count(&mut offsets, distance_symbol(distance).0);
                }
            });
        }
        let (literal_lengths, offset_lengths) = (lengths(&literals, 15), lengths(&offsets, 15));
        Deflate {
            distances,
            header: header(&literal_lengths, &offset_lengths),
            literals: codes(&literal_lengths),
            offsets: codes(&offset_lengths),
        }
    }

    /// The data as a zlib stream.
    pub fn zlib(&self, data: &[u8]) -> Vec<u8> {
        let mut out = self.header.clone();
        out.bytes.reserve(8 * 1024);
        let send = |out: &mut Bits, codes: &[Code], symbol: usize| {
            let code = codes.get(symbol).copied().unwrap_or_default();
            out.push(code.bits, code.length);
        };
        tokens(data, &self.distances, |token| match token {
            Token::Byte(b) => send(&mut out, &self.literals, usize::from(b)),
            Token::Match { length, distance } => {
                let (symbol, extra, bits) = length_symbol(length);
                send(&mut out, &self.literals, symbol);
                out.push(extra, bits);
                let (symbol, extra, bits) = distance_symbol(distance);
                send(&mut out, &self.offsets, symbol);
                out.push(extra, bits);
            }
        });
        send(&mut out, &self.literals, END);
        let mut bytes = out.finish();
        bytes.extend(adler32(data).to_be_bytes());
        bytes
    }
}

/// How many bytes from `at` equal those `distance` before.
fn repeated(data: &[u8], at: usize, distance: usize) -> usize {
    let Some(before) = at.checked_sub(distance) else {
        return 0;
    };
    let limit = LONGEST.min(data.len() - at);
    let (Some(here), Some(there)) = (data.get(at..at + limit), data.get(before..before + limit))
    else {
        return 0;
    };
    let mut length = 0;
    for (a, b) in here.as_chunks().0.iter().zip(there.as_chunks().0) {
        let differ = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if differ != 0 {
            return length + usize::try_from(differ.trailing_zeros() / 8).unwrap_or(0);
        }
        length += 8;
    }
    let rest = here.iter().zip(there).skip(length);
    length + rest.take_while(|(a, b)| a == b).count()
}

/// The bytes from a place on that decide whether a match begins there.
fn start(data: &[u8], at: usize) -> Option<&[u8; SHORTEST]> {
    data.get(at..).and_then(<[u8]>::first_chunk)
}

fn tokens(data: &[u8], distances: &[usize], mut take: impl FnMut(Token)) {
    let mut at = 0;
    while let Some(byte) = data.get(at) {
        let (mut length, mut distance) = (0, 0);
        if let Some(here) = start(data, at) {
            for candidate in distances {
                // Nearly all candidates fail at once: that has to be cheap.
                let before = at.checked_sub(*candidate);
                if before.and_then(|b| start(data, b)) != Some(here) {
                    continue;
                }
                let found = repeated(data, at, *candidate);
                if found > length {
                    (length, distance) = (found, *candidate);
                    if length >= ENOUGH {
                        break;
                    }
                }
            }
        }
        if length >= SHORTEST {
            take(Token::Match { length, distance });
            at += length;
        } else {
            take(Token::Byte(*byte));
            at += 1;
        }
    }
}

/// Symbol, extra bits and their number for a match length (RFC 1951, 3.2.5).
fn length_symbol(length: usize) -> (usize, u64, u32) {
    if length >= LONGEST {
        return (285, 0, 0);
    }
    let n = length.saturating_sub(3);
    if n < 8 {
        return (257 + n, 0, 0);
    }
    let bits = n.ilog2() - 2;
    let top = n >> bits;
    let symbol = 257 + 4 * usize::try_from(bits).unwrap_or(0) + top;
    (symbol, low_bits(n, bits), bits)
}

/// Symbol, extra bits and their number for a match distance.
fn distance_symbol(distance: usize) -> (usize, u64, u32) {
    let n = distance.saturating_sub(1);
    if n < 4 {
        return (n, 0, 0);
    }
    let bits = n.ilog2() - 1;
    let symbol = 2 * usize::try_from(bits).unwrap_or(0) + (n >> bits);
    (symbol, low_bits(n, bits), bits)
}

fn low_bits(n: usize, bits: u32) -> u64 {
    u64::try_from(n & ((1 << bits) - 1)).unwrap_or(0)
}

/// Lengths of Huffman codes for symbols of these frequencies, none above `most`.
fn lengths(counts: &[u32], most: u32) -> Vec<u32> {
    let mut weights: Vec<u64> = counts.iter().map(|n| u64::from(*n)).collect();
    loop {
        let lengths = huffman(&weights);
        if lengths.iter().all(|l| *l <= most) {
            return lengths;
        }
        for weight in weights.iter_mut().filter(|w| **w > 0) {
            *weight = *weight / 2 + 1;
        }
    }
}

fn huffman(weights: &[u64]) -> Vec<u32> {
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> = weights
        .iter()
        .enumerate()
        .filter(|(_, w)| **w > 0)
        .map(|(i, w)| Reverse((*w, i)))
        .collect();
    let mut parents = vec![usize::MAX; weights.len()];
    while heap.len() > 1 {
        let (Some(Reverse((a, i))), Some(Reverse((b, j)))) = (heap.pop(), heap.pop()) else {
            break;
        };
        let parent = parents.len();
        parents.push(usize::MAX);
        for child in [i, j] {
            if let Some(place) = parents.get_mut(child) {
                *place = parent;
            }
        }
        heap.push(Reverse((a + b, parent)));
    }
    (0..weights.len())
        .map(|mut node| {
            let mut depth = 0;
            while let Some(parent) = parents.get(node).copied().filter(|p| *p != usize::MAX) {
                node = parent;
                depth += 1;
            }
            depth
        })
        .collect()
}

/// The canonical codes of some lengths (RFC 1951, 3.2.2).
fn codes(lengths: &[u32]) -> Vec<Code> {
    let mut out = vec![Code::default(); lengths.len()];
    let mut next = 0u64;
    for length in 1..=15 {
        for (code, _) in out.iter_mut().zip(lengths).filter(|(_, l)| **l == length) {
            code.bits = next.reverse_bits() >> (64 - length);
            code.length = length;
            next += 1;
        }
        next <<= 1;
    }
    out
}

/// The zlib header and a dynamic block's (RFC 1951, 3.2.7), code lengths sent plainly.
fn header(literals: &[u32], offsets: &[u32]) -> Bits {
    const ORDER: [usize; 19] = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ];
    let mut counts = vec![0u32; 19];
    for length in literals.iter().chain(offsets) {
        if let Some(n) = counts.get_mut(usize::try_from(*length).unwrap_or(0)) {
            *n += 1;
        }
    }
    let meta = lengths(&counts, 7);
    let meta_codes = codes(&meta);
    let mut out = Bits::default();
    // Deflate with a 32 KiB window, fastest level; last block, dynamic codes.
    out.push(0x78, 8);
    out.push(0x01, 8);
    out.push(0b101, 3);
    let number = |n: usize| u64::try_from(n).unwrap_or(0);
    out.push(number(literals.len()) - 257, 5);
    out.push(number(offsets.len()) - 1, 5);
    out.push(19 - 4, 4);
    for symbol in ORDER {
        out.push(u64::from(meta.get(symbol).copied().unwrap_or(0)), 3);
    }
    for length in literals.iter().chain(offsets) {
        let symbol = usize::try_from(*length).unwrap_or(0);
        let code = meta_codes.get(symbol).copied().unwrap_or_default();
        out.push(code.bits, code.length);
    }
    out
}

fn adler32(data: &[u8]) -> u32 {
    const BLOCK: usize = 32;
    const MOD: u32 = 65_521;
    let weights: [u32; BLOCK] = std::array::from_fn(|i| u32::try_from(BLOCK - i).unwrap_or(0));
    let (mut a, mut b) = (1u32, 0u32);
    let (blocks, rest) = data.as_chunks::<BLOCK>();
    for block in blocks {
        let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
        let weighted: u32 = block
            .iter()
            .zip(&weights)
            .map(|(b, w)| u32::from(*b) * w)
            .sum();
        b = (b + 32 * a + weighted) % MOD;
        a = (a + sum) % MOD;
    }
    for byte in rest {
        a = (a + u32::from(*byte)) % MOD;
        b = (b + a) % MOD;
    }
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_distances_have_the_symbols_of_rfc_1951() {
        let lengths = [
            (3, 257, 0, 0),
            (10, 264, 0, 0),
            (11, 265, 0, 1),
            (12, 265, 1, 1),
            (13, 266, 0, 1),
            (114, 279, 15, 4),
            (115, 280, 0, 4),
            (130, 280, 15, 4),
            (131, 281, 0, 5),
            (257, 284, 30, 5),
            (258, 285, 0, 0),
        ];
        for (length, symbol, extra, bits) in lengths {
            assert_eq!(length_symbol(length), (symbol, extra, bits), "{length}");
        }
        let distances = [
            (1, 0, 0, 0),
            (4, 3, 0, 0),
            (5, 4, 0, 1),
            (6, 4, 1, 1),
            (7, 5, 0, 1),
            (9, 6, 0, 2),
            (193, 15, 0, 6),
            (24_577, 29, 0, 13),
            (32_768, 29, 8191, 13),
        ];
        for (distance, symbol, extra, bits) in distances {
            assert_eq!(
                distance_symbol(distance),
                (symbol, extra, bits),
                "{distance}"
            );
        }
    }

    #[test]
    fn adler_is_that_of_rfc_1950() {
        assert_eq!(adler32(b"Wikipedia"), 0x11E6_0398);
        let long: Vec<u8> = (0..70_000u32)
            .map(|n| u8::try_from(n % 251).unwrap())
            .collect();
        let (mut a, mut b) = (1u32, 0u32);
        for byte in &long {
            a = (a + u32::from(*byte)) % 65_521;
            b = (b + a) % 65_521;
        }
        assert_eq!(adler32(&long), b << 16 | a);
    }
}
