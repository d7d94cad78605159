//! A zlib stream (RFC 1950) of one block (RFC 1951) from literals and matches that somebody
//! has found who knows what repeats in the bytes: looking for it is what takes a compressor
//! its time.

/// Bytes of the longest match.
const LONGEST: usize = 258;
/// Bytes of the shortest match.
pub const SHORTEST: usize = 3;
/// How far back a match may reach.
pub const WINDOW: usize = 32 * 1024;

/// The code of the end of a block; behind it those of lengths.
const END: usize = 256;
/// Codes of bytes, of the end and of lengths.
const LITERALS: usize = 286;
/// Codes of distances.
const DISTANCES: usize = 30;
/// Most bits of a code.
const DEEPEST: u8 = 15;
/// Most bits of a code for the length of a code.
const DEEPEST_LENGTH: u8 = 7;

/// In which order the lengths of the codes for lengths are sent.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// What a stream says next, in 32 bits: a byte; or, with the highest bit set, so many bytes
/// (the lower 16 bits) as they stood so far back, less one (15 bits). More than [`LONGEST`]
/// are said in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token(u32);

const MATCH: u32 = 1 << 31;

/// Bytes of the longest match that a token holds.
const LONGEST_HELD: usize = u16::MAX as usize;

impl Token {
    /// This byte.
    pub fn literal(byte: u8) -> Token {
        Token(u32::from(byte))
    }

    /// Bytes that stood so far back, 1 to [`WINDOW`]; at most 65,535.
    pub fn copy(bytes: usize, back: usize) -> Token {
        Token(MATCH | small(back.wrapping_sub(1) & (WINDOW - 1)) << 16 | small(bytes))
    }

    fn is_match(self) -> bool {
        self.0 & MATCH != 0
    }

    /// Of a match.
    fn length(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }

    /// Of a match.
    fn back(self) -> usize {
        (self.0 >> 16 & 0x7FFF) as usize + 1
    }
}

/// What a stream says, in order.
#[derive(Clone, Debug)]
pub struct Tokens {
    all: Vec<Token>,
}

impl Tokens {
    /// None, with room for so many.
    pub fn with_room(tokens: usize) -> Tokens {
        Tokens {
            all: Vec::with_capacity(tokens),
        }
    }

    /// Adds a byte, or bytes that stood before.
    #[inline]
    pub fn push(&mut self, token: Token) {
        match token.is_match() {
            true => self.copy(token.length(), token.back()),
            false => self.all.push(token),
        }
    }

    /// Adds bytes that stood so far back, 1 to [`WINDOW`]: at least [`SHORTEST`], or any
    /// number where the last token goes as far back, which becomes longer then.
    #[inline]
    pub fn copy(&mut self, bytes: usize, from: usize) {
        if let Some(last) = self.all.last_mut().filter(|last| last.is_match())
            && last.back() == from
            && last.length() + bytes <= LONGEST_HELD
        {
            *last = Token(last.0 + small(bytes));
            return;
        }
        self.all.push(Token::copy(bytes, from));
    }

    /// How far back the last token goes, where it is a match.
    #[inline]
    pub fn last_back(&self) -> Option<usize> {
        let last = self.all.last().filter(|last| last.is_match());
        last.map(|last| last.back())
    }

    /// The stream, with the Adler-32 of what it says.
    pub fn zlib(&self, adler: u32) -> Vec<u8> {
        let mut literals = [0u32; LITERALS];
        let mut distances = [0u32; DISTANCES];
        for token in &self.all {
            if !token.is_match() {
                count(&mut literals, token.length());
                continue;
            }
            let far = distance_code(token.back()).code;
            for piece in pieces(token.length()) {
                count(&mut literals, length_code(piece).code);
                count(&mut distances, far);
            }
        }
        count(&mut literals, END);
        let literals = Codes::of(&literals, DEEPEST);
        let distances = Codes::of(&distances, DEEPEST);
        let mut out = Bits::with_room(2 * self.all.len());
        // A window of 32 KiB; how hard was searched; together a multiple of 31.
        out.put(0xDA78, 16);
        // The last block, with codes of its own.
        out.put(0b101, 3);
        header(&mut out, &literals, &distances);
        for token in &self.all {
            if !token.is_match() {
                literals.put(&mut out, token.length());
                continue;
            }
            let far = distance_code(token.back());
            for piece in pieces(token.length()) {
                literals.put_with(&mut out, &length_code(piece));
                distances.put_with(&mut out, &far);
            }
        }
        literals.put(&mut out, END);
        let mut bytes = out.bytes();
        bytes.extend(adler.to_be_bytes());
        bytes
    }
}

fn count(counts: &mut [u32], code: usize) {
    if let Some(n) = counts.get_mut(code) {
        *n += 1;
    }
}

/// A length in pieces that can be said, none shorter than a match can be.
fn pieces(length: usize) -> impl Iterator<Item = usize> {
    let mut left = length;
    std::iter::from_fn(move || {
        let piece = match left {
            0 => return None,
            n if n <= LONGEST => n,
            n => LONGEST.min(n - SHORTEST),
        };
        left -= piece;
        Some(piece)
    })
}

/// A code with what is said behind it.
struct Coded {
    code: usize,
    rest: u32,
    bits: u8,
}

/// RFC 1951, 3.2.5.
fn length_code(length: usize) -> Coded {
    if length == LONGEST {
        return Coded {
            code: LITERALS - 1,
            rest: 0,
            bits: 0,
        };
    }
    let mut coded = stepped(length.saturating_sub(SHORTEST), 2);
    coded.code += END + 1;
    coded
}

/// RFC 1951, 3.2.5.
fn distance_code(back: usize) -> Coded {
    stepped(back.saturating_sub(1), 1)
}

/// A number by its step, where steps double every `2^fine` of them, and how far it lies
/// behind the step's beginning.
fn stepped(n: usize, fine: u32) -> Coded {
    let bits = (n | 1).ilog2().saturating_sub(fine);
    let beyond = n & ((1 << bits) - 1);
    Coded {
        code: ((bits as usize) << fine) + (n >> bits),
        rest: small(beyond),
        bits: u8::try_from(bits).unwrap_or(0),
    }
}

fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(0)
}

/// Huffman codes of an alphabet.
struct Codes {
    /// Each with its first bit lowest, and how many bits it has; 0: it is not used.
    codes: Vec<(u32, u8)>,
}

impl Codes {
    /// The best codes for how often each is used, none deeper than it may be.
    fn of(counts: &[u32], deepest: u8) -> Codes {
        let mut counts = counts.to_vec();
        loop {
            let lengths = lengths(&counts);
            if lengths.iter().all(|length| *length <= deepest) {
                return Codes {
                    codes: canonical(&lengths),
                };
            }
            // Seldom ones are taken for less seldom: the tree becomes flatter.
            for count in counts.iter_mut().filter(|count| **count > 0) {
                *count = count.div_ceil(2);
            }
        }
    }

    fn put(&self, out: &mut Bits, code: usize) {
        if let Some((code, bits)) = self.codes.get(code) {
            out.put(*code, *bits);
        }
    }

    fn put_with(&self, out: &mut Bits, coded: &Coded) {
        if let Some((code, bits)) = self.codes.get(coded.code) {
            out.put(code | coded.rest << bits, bits + coded.bits);
        }
    }

    fn length(&self, code: usize) -> u8 {
        self.codes.get(code).map_or(0, |(_, bits)| *bits)
    }

    /// The lengths up to the last that is used, at least so many.
    fn lengths(&self, least: usize) -> Vec<u8> {
        let used = self.codes.iter().rposition(|(_, bits)| *bits > 0);
        let all = self.codes.iter().map(|(_, bits)| *bits);
        all.take(used.map_or(0, |at| at + 1).max(least)).collect()
    }
}

/// Depths of codes in a Huffman tree.
fn lengths(counts: &[u32]) -> Vec<u8> {
    // Seldom ones first. What two of them are together is never less than what the two before
    // were, so that the two most seldom are always found at the fronts of two queues.
    let used = counts.iter().zip(0u32..).filter(|(count, _)| **count > 0);
    let mut leaves: Vec<(u32, u32)> = used.map(|(count, code)| (*count, code)).collect();
    leaves.sort_unstable();
    let mut lengths = vec![0; counts.len()];
    let knots = leaves.len().saturating_sub(1);
    // Of each leaf and each knot the knot above it; of each knot how often it is used.
    let (mut leaf_above, mut knot_above) = (vec![0usize; leaves.len()], vec![0usize; knots]);
    let mut sums: Vec<u32> = Vec::with_capacity(knots);
    let (mut leaf, mut below) = (0, 0);
    for knot in 0..knots {
        let mut sum = 0;
        for _ in 0..2 {
            let (first_leaf, first_knot) = (leaves.get(leaf), sums.get(below));
            let is_leaf = match (first_leaf, first_knot) {
                (Some((count, _)), Some(sum)) => count <= sum,
                (first, _) => first.is_some(),
            };
            let (count, place, at) = match is_leaf {
                true => (first_leaf.map(|l| l.0), &mut leaf_above, &mut leaf),
                false => (first_knot.copied(), &mut knot_above, &mut below),
            };
            sum += count.unwrap_or(0);
            if let Some(above) = place.get_mut(*at) {
                *above = knot;
            }
            *at += 1;
        }
        sums.push(sum);
    }
    // The last knot is the root.
    let mut depths = vec![0u8; knots];
    for knot in (0..knots.saturating_sub(1)).rev() {
        let above = knot_above.get(knot).and_then(|above| depths.get(*above));
        let depth = above.map_or(0, |depth| depth.saturating_add(1));
        if let Some(place) = depths.get_mut(knot) {
            *place = depth;
        }
    }
    for ((_, code), above) in leaves.iter().zip(&leaf_above) {
        // One code alone has a bit as well.
        let depth = depths
            .get(*above)
            .map_or(1, |depth| depth.saturating_add(1));
        if let Some(length) = lengths.get_mut(*code as usize) {
            *length = depth;
        }
    }
    lengths
}

/// RFC 1951, 3.2.2: codes by their lengths, turned round: the first bit is sent first.
fn canonical(lengths: &[u8]) -> Vec<(u32, u8)> {
    let mut next = [0u32; DEEPEST as usize + 2];
    for length in lengths.iter().filter(|length| **length > 0) {
        // Those of the next length begin behind these.
        count(&mut next, usize::from(*length) + 1);
    }
    let mut before = 0;
    for first in &mut next {
        before = (before + *first) << 1;
        *first = before;
    }
    let code = |length: &u8| match next.get_mut(usize::from(*length)) {
        Some(next) if *length > 0 => {
            let code = next.reverse_bits() >> (u32::BITS - u32::from(*length));
            *next += 1;
            (code, *length)
        }
        _ => (0, 0),
    };
    lengths.iter().map(code).collect()
}

/// The codes of a block, told by their lengths (RFC 1951, 3.2.7).
fn header(out: &mut Bits, literals: &Codes, distances: &Codes) {
    let (long, far) = (literals.lengths(END + 1), distances.lengths(1));
    let all = [long.as_slice(), far.as_slice()].concat();
    // Lengths, and how often one stands in a row: a code, and what is said behind it.
    let mut said: Vec<(usize, usize, u8)> = Vec::with_capacity(all.len());
    let mut rest = all.as_slice();
    while let Some(first) = rest.first() {
        let run = rest.iter().take_while(|length| *length == first).count();
        let taken = match (first, run) {
            (0, 11..) => {
                said.push((18, run.min(138) - 11, 7));
                run.min(138)
            }
            (0, 3..) => {
                said.push((17, run - 3, 3));
                run
            }
            (_, 4..) => {
                let more = (run - 1).min(6);
                said.push((usize::from(*first), 0, 0));
                said.push((16, more - 3, 2));
                more + 1
            }
            _ => {
                said.push((usize::from(*first), 0, 0));
                1
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    let mut counts = [0u32; ORDER.len()];
    for (code, _, _) in &said {
        count(&mut counts, *code);
    }
    let codes = Codes::of(&counts, DEEPEST_LENGTH);
    let last = ORDER.iter().rposition(|code| codes.length(*code) > 0);
    let sent = last.map_or(4, |at| (at + 1).max(4));
    out.put(small(long.len() - END - 1), 5);
    out.put(small(far.len() - 1), 5);
    out.put(small(sent - 4), 4);
    for code in ORDER.iter().take(sent) {
        out.put(u32::from(codes.length(*code)), 3);
    }
    for (code, rest, bits) in said {
        codes.put(out, code);
        out.put(small(rest), bits);
    }
}

/// Bits, the first lowest in its byte.
struct Bits {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    fn with_room(bytes: usize) -> Bits {
        Bits {
            bytes: Vec::with_capacity(bytes),
            held: 0,
            count: 0,
        }
    }

    #[inline]
    fn put(&mut self, value: u32, bits: u8) {
        self.held |= u64::from(value) << self.count;
        self.count += u32::from(bits);
        if self.count >= 32 {
            let [a, b, c, d, ..] = self.held.to_le_bytes();
            self.bytes.extend_from_slice(&[a, b, c, d]);
            self.held >>= 32;
            self.count -= 32;
        }
    }

    fn bytes(mut self) -> Vec<u8> {
        let left = self.count.div_ceil(8) as usize;
        self.bytes.extend(self.held.to_le_bytes().iter().take(left));
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What a stream says, read by somebody else.
    fn read(stream: &[u8], bytes: usize) -> Vec<u8> {
        let mut out = vec![0; bytes];
        let mut reader = libdeflater::Decompressor::new();
        let read = reader.zlib_decompress(stream, &mut out).unwrap();
        assert_eq!(read, bytes);
        out
    }

    #[test]
    fn every_length_and_every_distance_is_said_right() {
        let mut bytes: Vec<u8> = (0..WINDOW).map(|n| (n * n / 7 % 251) as u8).collect();
        let mut tokens = Tokens::with_room(0);
        bytes
            .iter()
            .for_each(|byte| tokens.push(Token::literal(*byte)));
        for length in (SHORTEST..=600).chain([1000, 5000]) {
            let back = 1 + (length * 7919) % WINDOW;
            tokens.copy(length, back);
            for _ in 0..length {
                bytes.push(bytes[bytes.len() - back]);
            }
        }
        let stream = tokens.zlib(simd_adler32::adler32(&bytes.as_slice()));
        assert_eq!(read(&stream, bytes.len()), bytes);
    }

    proptest! {
        #[test]
        fn what_is_said_can_be_read(said in proptest::collection::vec(
            (any::<u8>(), 0usize..700, 0usize..WINDOW), 0..200)) {
            let mut bytes: Vec<u8> = Vec::new();
            let mut tokens = Tokens::with_room(said.len());
            for (byte, length, back) in said {
                let back = back + 1;
                if length < SHORTEST || back > bytes.len() {
                    // Some bytes are much more frequent: deep trees are tried as well.
                    let byte = byte.leading_zeros() as u8 * 31;
                    bytes.push(byte);
                    tokens.push(Token::literal(byte));
                } else {
                    tokens.copy(length, back);
                    for _ in 0..length {
                        bytes.push(bytes[bytes.len() - back]);
                    }
                }
            }
            let stream = tokens.zlib(simd_adler32::adler32(&bytes.as_slice()));
            prop_assert_eq!(read(&stream, bytes.len()), bytes);
        }
    }
}
