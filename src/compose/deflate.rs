//! A zlib stream (RFC 1950) of one block (RFC 1951) from literals and matches that somebody
//! has found who knows what repeats in the bytes, in codes that somebody has chosen who knows
//! how often each is used: looking for the one and counting the other is what takes a
//! compressor its time.

/// Bytes of the longest match.
pub const LONGEST: usize = 258;
/// Bytes of the shortest match.
pub const SHORTEST: usize = 3;
/// How far back a match may reach.
pub const WINDOW: usize = 32 * 1024;

/// The code of the end of a block; behind it those of lengths.
const END: usize = 256;
/// Codes of bytes, of the end and of lengths.
pub const LITERALS: usize = 286;
/// Codes of distances.
pub const DISTANCES: usize = 30;
/// Most bits of a code for the length of a code.
const DEEPEST_LENGTH: u8 = 7;
/// Most bits of a code.
const DEEPEST: u8 = 15;

/// In which order the lengths of the codes for lengths are sent.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// How often bytes, lengths and distances are used.
#[cfg(test)]
pub struct Counts {
    literals: [u32; LITERALS],
    distances: [u32; DISTANCES],
}

#[cfg(test)]
impl Default for Counts {
    fn default() -> Counts {
        Counts {
            literals: [0; LITERALS],
            distances: [0; DISTANCES],
        }
    }
}

#[cfg(test)]
impl Counts {
    /// Counts a byte.
    pub fn literal(&mut self, byte: u8) {
        count(&mut self.literals, usize::from(byte));
    }

    /// Counts a match, of more than [`LONGEST`] bytes its pieces.
    pub fn copy(&mut self, bytes: usize, back: usize) {
        for piece in pieces(bytes) {
            count(&mut self.literals, length_code(piece).code);
            count(&mut self.distances, distance_code(back).code);
        }
    }

    /// The lengths in bits of the best codes for them: of bytes, the end and lengths; and of
    /// distances. What was never counted has none, but for the end of a block.
    pub fn lengths(&self) -> (Vec<u8>, Vec<u8>) {
        let mut literals = self.literals;
        count(&mut literals, END);
        (
            bounded(&literals, DEEPEST),
            bounded(&self.distances, DEEPEST),
        )
    }
}

/// Bits that say something, the first lowest; at most 32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The bits.
    pub bits: u32,
    /// How many.
    pub count: u8,
}

impl Said {
    /// These bits and those, where 32 are enough.
    pub fn and(self, behind: Said) -> Option<Said> {
        let count = self.count + behind.count;
        let bits = u64::from(self.bits) | u64::from(behind.bits) << self.count;
        let bits = u32::try_from(bits).ok()?;
        (count <= 32).then_some(Said { bits, count })
    }
}

/// The codes of a stream.
pub struct Codes {
    literals: Vec<Said>,
    /// Of matches by their bytes, with what is said behind the code.
    lengths: Vec<Said>,
    distances: Vec<Said>,
    /// How a stream in them begins.
    head: Vec<Said>,
}

impl Codes {
    /// Codes of these lengths in bits: of bytes, the end and lengths of matches; and of
    /// distances. They must be those of a whole tree each.
    pub fn of(literals: &[u8], distances: &[u8]) -> Codes {
        let all = canonical(literals);
        let said = |coded: &Coded, of: &[Said]| {
            let code = of.get(coded.code).copied().unwrap_or_default();
            let (bits, count) = (coded.rest, coded.bits);
            code.and(Said { bits, count }).unwrap_or_default()
        };
        let lengths = (0..=LONGEST).map(|bytes| match bytes {
            0..SHORTEST => Said::default(),
            _ => said(&length_code(bytes), &all),
        });
        let mut head = Vec::new();
        // A window of 32 KiB; how hard was searched; together a multiple of 31. Then the last
        // block, with codes of its own.
        put(&mut head, 0xDA78, 16);
        put(&mut head, 0b101, 3);
        header(&mut head, literals, distances);
        Codes {
            lengths: lengths.collect(),
            distances: canonical(distances),
            literals: all,
            head,
        }
    }

    /// A byte.
    pub fn literal(&self, byte: u8) -> Said {
        let said = self.literals.get(usize::from(byte));
        said.copied().unwrap_or_default()
    }

    /// How many bytes a match has, [`SHORTEST`] to [`LONGEST`].
    pub fn length(&self, bytes: usize) -> Said {
        self.lengths.get(bytes).copied().unwrap_or_default()
    }

    /// How far back a match goes, 1 to [`WINDOW`]: behind its length.
    pub fn back(&self, back: usize) -> Said {
        let coded = distance_code(back);
        let code = self.distances.get(coded.code).copied().unwrap_or_default();
        let (bits, count) = (coded.rest, coded.bits);
        code.and(Said { bits, count }).unwrap_or_default()
    }
}

/// A stream that is being written.
pub struct Stream<'c> {
    codes: &'c Codes,
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl<'c> Stream<'c> {
    /// Begins one, with room for so many bytes.
    pub fn begin(codes: &'c Codes, room: usize) -> Stream<'c> {
        let mut stream = Stream {
            codes,
            bytes: Vec::with_capacity(room),
            held: 0,
            count: 0,
        };
        codes.head.iter().for_each(|said| stream.put(*said));
        stream
    }

    /// Adds what was said in the stream's codes.
    #[inline]
    pub fn put(&mut self, said: Said) {
        self.held |= u64::from(said.bits) << self.count;
        self.count += u32::from(said.count);
        if self.count >= 32 {
            let [a, b, c, d, ..] = self.held.to_le_bytes();
            self.bytes.extend_from_slice(&[a, b, c, d]);
            self.held >>= 32;
            self.count -= 32;
        }
    }

    /// Adds a match of any number of bytes from [`SHORTEST`], in as many pieces as it needs.
    #[inline]
    pub fn copy(&mut self, bytes: usize, back: Said) {
        for piece in pieces(bytes) {
            self.put(self.codes.length(piece));
            self.put(back);
        }
    }

    /// Ends it, with the Adler-32 of what it says.
    pub fn end(mut self, adler: u32) -> Vec<u8> {
        let end = self.codes.literals.get(END).copied();
        self.put(end.unwrap_or_default());
        let left = self.count.div_ceil(8) as usize;
        self.bytes.extend(self.held.to_le_bytes().iter().take(left));
        self.bytes.extend(adler.to_be_bytes());
        self.bytes
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

/// Lengths of the best codes for how often each is used, none deeper than it may be.
fn bounded(counts: &[u32], deepest: u8) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = lengths(&counts);
        if lengths.iter().all(|length| *length <= deepest) {
            return lengths;
        }
        // Seldom ones are taken for less seldom: the tree becomes flatter.
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = count.div_ceil(2);
        }
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
fn canonical(lengths: &[u8]) -> Vec<Said> {
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
            let bits = next.reverse_bits() >> (u32::BITS - u32::from(*length));
            let count = *length;
            *next += 1;
            Said { bits, count }
        }
        _ => Said::default(),
    };
    lengths.iter().map(code).collect()
}

/// The lengths of codes up to the last that is used, at least so many.
fn used(lengths: &[u8], least: usize) -> &[u8] {
    let last = lengths.iter().rposition(|length| *length > 0);
    let sent = last.map_or(0, |at| at + 1).max(least);
    lengths.get(..sent).unwrap_or(lengths)
}

fn put(out: &mut Vec<Said>, bits: u32, count: u8) {
    out.push(Said { bits, count });
}

/// The codes of a block, told by their lengths (RFC 1951, 3.2.7).
fn header(out: &mut Vec<Said>, literals: &[u8], distances: &[u8]) {
    let (long, far) = (used(literals, END + 1), used(distances, 1));
    let all = [long, far].concat();
    // Lengths, and how often one stands in a row: a code, and what is said behind it.
    let mut said: Vec<(usize, u32, u8)> = Vec::with_capacity(all.len());
    let mut rest = all.as_slice();
    while let Some(first) = rest.first() {
        let run = rest.iter().take_while(|length| *length == first).count();
        let taken = match (first, run) {
            (0, 11..) => {
                said.push((18, small(run.min(138) - 11), 7));
                run.min(138)
            }
            (0, 3..) => {
                said.push((17, small(run - 3), 3));
                run
            }
            (_, 4..) => {
                let more = (run - 1).min(6);
                said.push((usize::from(*first), 0, 0));
                said.push((16, small(more - 3), 2));
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
    let depths = bounded(&counts, DEEPEST_LENGTH);
    let codes = canonical(&depths);
    let depth = |code: &usize| depths.get(*code).copied().unwrap_or(0);
    let last = ORDER.iter().rposition(|code| depth(code) > 0);
    let sent = last.map_or(4, |at| (at + 1).max(4));
    put(out, small(long.len() - END - 1), 5);
    put(out, small(far.len() - 1), 5);
    put(out, small(sent - 4), 4);
    for code in ORDER.iter().take(sent) {
        put(out, u32::from(depth(code)), 3);
    }
    for (code, rest, bits) in said {
        out.extend(codes.get(code));
        put(out, rest, bits);
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

    /// A byte, or so many bytes as they stood so far back.
    enum Part {
        Literal(u8),
        Copy(usize, usize),
    }

    /// Says the parts in the codes that are best for them, and reads what was said.
    fn said_and_read(parts: &[Part]) {
        let mut counts = Counts::default();
        let mut bytes: Vec<u8> = Vec::new();
        for part in parts {
            match *part {
                Part::Literal(byte) => {
                    counts.literal(byte);
                    bytes.push(byte);
                }
                Part::Copy(length, back) => {
                    counts.copy(length, back);
                    for _ in 0..length {
                        bytes.push(bytes[bytes.len() - back]);
                    }
                }
            }
        }
        let (literals, distances) = counts.lengths();
        let codes = Codes::of(&literals, &distances);
        let mut stream = Stream::begin(&codes, 0);
        for part in parts {
            match *part {
                Part::Literal(byte) => stream.put(codes.literal(byte)),
                Part::Copy(length, back) => stream.copy(length, codes.back(back)),
            }
        }
        let stream = stream.end(simd_adler32::adler32(&bytes.as_slice()));
        assert!(read(&stream, bytes.len()) == bytes);
    }

    #[test]
    fn every_length_and_every_distance_is_said_right() {
        let bytes = (0..WINDOW).map(|n| Part::Literal((n * n / 7 % 251) as u8));
        let mut parts: Vec<Part> = bytes.collect();
        for length in (SHORTEST..=600).chain([1000, 5000]) {
            parts.push(Part::Copy(length, 1 + (length * 7919) % WINDOW));
        }
        said_and_read(&parts);
    }

    proptest! {
        #[test]
        fn what_is_said_can_be_read(said in proptest::collection::vec(
            (any::<u8>(), 0usize..700, 0usize..WINDOW), 0..200)) {
            let (mut parts, mut bytes) = (Vec::new(), 0);
            for (byte, length, back) in said {
                let back = back + 1;
                if length < SHORTEST || back > bytes {
                    // Some bytes are much more frequent: deep trees are tried as well.
                    parts.push(Part::Literal(byte.leading_zeros() as u8 * 31));
                    bytes += 1;
                } else {
                    parts.push(Part::Copy(length, back));
                    bytes += length;
                }
            }
            said_and_read(&parts);
        }
    }
}
