//! The board as a small PNG of 16 colours, put together for each letter from the tiles
//! of `assets/board/tiles.png` (its README says what stands where). What repeats in it need
//! not be looked for: which tiles stood before is known, and a tile's own lines are compared
//! once, so that a board is packed in half to a quarter of the time that a general
//! compressor takes.

use super::deflate::{self, Token, Tokens};
use crate::chess::{Piece, Position, Side};
use std::sync::OnceLock;

/// Squares, pieces, letters and digits of the edge, in four bits a pixel.
const TILES: &[u8] = include_bytes!("../../assets/board/tiles.png");

/// Pixels of a square's edge.
const SQUARE: usize = 40;
/// Pixels of the margin that holds the letters and digits, on the left and below.
const MARGIN: usize = 18;
/// Pixels of the frame around the squares; even, as two pixels share a byte.
const FRAME: usize = 2;
/// Pixels of the picture's edge.
pub const EDGE: usize = MARGIN + 2 * FRAME + 8 * SQUARE;
/// Bytes of a row.
const ROW: usize = EDGE / 2;
/// Bytes of a tile's row.
const TILE_ROW: usize = SQUARE / 2;
/// Bytes of a row of the left margin.
const MARGIN_ROW: usize = MARGIN / 2;
/// Bytes of a picture row as PNG has it: a filter byte goes before the pixels.
const LINE: usize = ROW + 1;

/// Places in the palette of `tiles.png`.
const AT_INK: u8 = 4;
const AT_WHITE: u8 = 5;

/// Rows of `tiles.png` with squares, each with one ground.
const GROUNDS: usize = 4;
/// Squares in such a row: empty, and with each piece.
const PIECES_AND_NONE: usize = 13;

/// Numbers of the strips: squares first, row by row.
const DIGIT: usize = GROUNDS * PIECES_AND_NONE;
const LETTER: usize = DIGIT + 8;
const RIGHT: usize = LETTER + 8;
const FOOT_LEFT: usize = RIGHT + 1;
const FOOT_RIGHT: usize = FOOT_LEFT + 1;
const FRAME_LINE: usize = FOOT_RIGHT + 1;

/// The tiles, and what is known of how their rows repeat.
pub struct Board {
    strips: Vec<Strip>,
    palette: Vec<u8>,
}

/// A piece of a picture that stands in several: some bytes wide and some lines high.
struct Strip {
    width: usize,
    bytes: Vec<u8>,
    height: usize,
    /// A bit for each line, from the lowest: whether it is as the one above it.
    as_above: u64,
    sums: Sums,
    /// How it is said where it has not been said before, and the same square on another
    /// ground has, by that ground; at its own, where none has. Found when first asked for.
    plans: [OnceLock<Vec<Vec<Step>>>; GROUNDS],
}

/// Sums over a strip's bytes, by which it counts in an Adler-32 wherever it stands.
#[derive(Clone, Copy, Default)]
struct Sums {
    bytes: u64,
    /// Each byte times its line.
    by_line: u64,
    /// Each byte times its place in its line.
    by_place: u64,
}

/// How some bytes of a strip's line are said.
#[derive(Clone, Copy)]
enum Step {
    /// A byte, or bytes as they stand further up or on the left in the strip itself.
    Own(Token),
    /// As they stand in the same piece on another ground.
    Twin { bytes: usize },
}

/// Strips beside each other, all of the same height.
struct Band {
    height: usize,
    strips: Vec<usize>,
}

/// A strip in a band.
struct Placed<'b> {
    strip: &'b Strip,
    /// How far back it was said whole, where it was.
    back: Option<usize>,
    /// How many strips from it on were said whole so far back, and their bytes.
    with: usize,
    bytes: usize,
    /// The ground by which it is planned where it is not copied: that of its twin, how far
    /// back that was and what it is; its own, where there is none.
    ground: usize,
    twin: Option<(usize, &'b Strip)>,
}

/// Most bytes of a picture.
#[cfg(test)]
const LARGEST: usize = 6 * 1024;

/// In the order of the tiles.
const PIECES: [Piece; 6] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
    Piece::King,
];

impl Board {
    /// Reads the tiles.
    ///
    /// # Errors
    ///
    /// `tiles.png` is no picture: a test sees to it that it is.
    pub fn new() -> Result<Board, png::DecodingError> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(TILES)).read_info()?;
        let mut tiles = vec![0; reader.output_buffer_size().unwrap_or(0)];
        let row = reader.next_frame(&mut tiles)?.line_size;
        let palette = reader.info().palette.as_deref().unwrap_or_default();
        let palette = palette.to_vec();
        let cut = |line: usize, at: usize, bytes: usize| {
            let start = line * row + at;
            tiles.get(start..start + bytes).unwrap_or_default()
        };
        let (ink, white) = ([AT_INK << 4 | AT_INK], [AT_WHITE << 4 | AT_WHITE]);
        // Before the pixels of a line, PNG has a byte that says how they are meant: as they
        // are.
        let plain = [0u8];
        let mut strips = Vec::with_capacity(FRAME_LINE + 1);
        for ground in 0..GROUNDS {
            for piece in 0..PIECES_AND_NONE {
                let (top, left) = (ground * SQUARE, piece * TILE_ROW);
                strips.push(Strip::of(SQUARE, |y| cut(top + y, left, TILE_ROW).to_vec()));
            }
        }
        for digit in 0..8 {
            let line = |y| cut(DIGITS + y, digit * MARGIN_ROW, MARGIN_ROW);
            let line = |y| [&plain, line(y), &ink.repeat(FRAME / 2)].concat();
            strips.push(Strip::of(SQUARE, line));
        }
        for letter in 0..8 {
            let line = |y| cut(LETTERS + y, letter * TILE_ROW, TILE_ROW).to_vec();
            strips.push(Strip::of(MARGIN, line));
        }
        strips.push(Strip::of(SQUARE, |_| ink.repeat(FRAME / 2)));
        let foot = [&plain[..], &white.repeat((MARGIN + FRAME) / 2)].concat();
        strips.push(Strip::of(MARGIN, |_| foot.clone()));
        strips.push(Strip::of(MARGIN, |_| white.repeat(FRAME / 2)));
        let (margin, line) = (white.repeat(MARGIN_ROW), ink.repeat(ROW - MARGIN_ROW));
        let line = [&plain[..], &margin, &line].concat();
        strips.push(Strip::of(FRAME, |_| line.clone()));
        Ok(Board { strips, palette })
    }

    /// The picture of a position, seen from a side, the squares of the last
    /// move marked. Files and ranks are 0 to 7.
    pub fn png(
        &self,
        position: &Position,
        from: Side,
        marked: &[(u8, u8)],
    ) -> Result<Vec<u8>, png::EncodingError> {
        let bands = bands(position, from, marked);
        let packed = self.said(&bands).zlib(self.adler(&bands));

        let mut out = Vec::with_capacity(packed.len() + 256);
        let edge = u32::try_from(EDGE).unwrap_or(0);
        let mut encoder = png::Encoder::new(&mut out, edge, edge);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_palette(self.palette.as_slice());
        let mut writer = encoder.write_header()?;
        writer.write_chunk(png::chunk::IDAT, &packed)?;
        writer.finish()?;
        Ok(out)
    }

    fn strip(&self, number: usize) -> Option<&Strip> {
        self.strips.get(number)
    }

    /// A line of a band, with the byte before its pixels.
    fn line(&self, band: &Band, y: usize) -> Vec<u8> {
        let mut line = Vec::with_capacity(LINE);
        for strip in band.strips.iter().filter_map(|n| self.strip(*n)) {
            line.extend_from_slice(strip.line(y));
        }
        line
    }

    /// The Adler-32 (RFC 1950) of the picture's lines, put together from what is known of
    /// their strips: in its second half each byte counts once for itself and once for each
    /// byte behind it.
    fn adler(&self, bands: &[Band]) -> u32 {
        const MODULUS: u64 = 65_521;
        let (mut low, mut high) = (1, (LINE * EDGE) as u64);
        let mut top = 0;
        for band in bands {
            let mut at = top;
            for strip in band.strips.iter().filter_map(|n| self.strip(*n)) {
                let sums = strip.sums;
                let behind = (LINE * EDGE - at) as u64;
                low += sums.bytes;
                high += behind * sums.bytes - LINE as u64 * sums.by_line - sums.by_place;
                at += strip.width;
            }
            top += band.height * LINE;
        }
        let [low, high] = [low, high].map(|sum| u32::try_from(sum % MODULUS).unwrap_or(0));
        high << 16 | low
    }

    /// How the lines are said: what stood before is copied, which most of a board did.
    fn said(&self, bands: &[Band]) -> Tokens {
        let mut tokens = Tokens::with_room(4096);
        // Where each strip last began.
        let mut known: Vec<Option<usize>> = vec![None; self.strips.len()];
        let mut top = 0;
        let mut ends = Vec::new();
        for band in bands {
            let placed = self.placed(band, top, &mut known);
            for y in 0..band.height {
                let above = match y {
                    0 => first_above(&placed, &self.line(band, 0), &ends),
                    _ => above(&placed, y),
                };
                say(&mut tokens, &placed, y, above);
            }
            top += band.height * LINE;
            ends = self.line(band, band.height - 1);
        }
        tokens
    }

    /// The strips of a band, each with what is known of it.
    fn placed(&self, band: &Band, top: usize, known: &mut [Option<usize>]) -> Vec<Placed<'_>> {
        let mut all: Vec<Placed<'_>> = Vec::with_capacity(band.strips.len());
        let mut at = top;
        for number in &band.strips {
            let Some(strip) = self.strip(*number) else {
                continue;
            };
            let back = |number: usize| {
                let began = known.get(number).copied().flatten();
                began
                    .map(|began| at - began)
                    .filter(|b| *b <= deflate::WINDOW)
            };
            let (ground, piece) = match number {
                0..DIGIT => (number / PIECES_AND_NONE, number % PIECES_AND_NONE),
                _ => (0, 0),
            };
            let on = |ground: usize| ground * PIECES_AND_NONE + piece;
            let mut others = (0..GROUNDS).filter(|other| *number < DIGIT && *other != ground);
            let twin =
                others.find_map(|other| Some((other, (back(on(other))?, self.strip(on(other))?))));
            all.push(Placed {
                strip,
                back: back(*number),
                with: 0,
                bytes: 0,
                ground: twin.map_or(ground, |(other, _)| other),
                twin: twin.map(|(_, twin)| twin),
            });
            if let Some(place) = known.get_mut(*number) {
                *place = Some(at);
            }
            at += strip.width;
        }
        let mut behind = (None, 0, 0);
        for placed in all.iter_mut().rev() {
            let (with, bytes) = match behind {
                (back, with, bytes) if back == placed.back => (with, bytes),
                _ => (0, 0),
            };
            (placed.with, placed.bytes) = match placed.back {
                Some(_) => (with + 1, bytes + placed.strip.width),
                None => (0, 0),
            };
            behind = (placed.back, placed.with, placed.bytes);
        }
        all
    }
}

impl Strip {
    fn of(height: usize, line: impl Fn(usize) -> Vec<u8>) -> Strip {
        let lines: Vec<Vec<u8>> = (0..height).map(line).collect();
        let mut above = None;
        let as_above = lines.iter().enumerate().map(|(y, line)| {
            let is_as = above.replace(line) == Some(line);
            u64::from(is_as) << y
        });
        let as_above = as_above.sum();
        let mut sums = Sums::default();
        for (y, line) in (0u64..).zip(&lines) {
            for (x, byte) in (0u64..).zip(line) {
                let byte = u64::from(*byte);
                sums.bytes += byte;
                sums.by_line += y * byte;
                sums.by_place += x * byte;
            }
        }
        Strip {
            width: lines.first().map_or(0, Vec::len),
            height,
            as_above,
            sums,
            bytes: lines.concat(),
            plans: Default::default(),
        }
    }

    fn line(&self, y: usize) -> &[u8] {
        let start = y * self.width;
        self.bytes
            .get(start..start + self.width)
            .unwrap_or_default()
    }

    /// How each line is said with the fewest bits, about, where the same piece was said on
    /// another ground; on its own, where it was on none.
    fn planned(&self, ground: usize, twin: Option<&Strip>) -> &[Vec<Step>] {
        let plan = || (0..self.height).map(|y| self.plan(y, twin)).collect();
        let place = self.plans.get(ground);
        place.map_or(&[], |place| place.get_or_init(plan))
    }

    /// From its end to its beginning: the cheapest way from each byte to the end.
    fn plan(&self, y: usize, twin: Option<&Strip>) -> Vec<Step> {
        let line = self.line(y);
        let twin = twin.map_or(&[][..], |twin| twin.line(y));
        // From each byte: what the rest costs, the first step of it, and its bytes.
        let mut best = vec![(0, Step::Own(Token::literal(0)), 0); line.len() + 1];
        let mut runs = [0usize; OWN.len()];
        let mut twins = 0;
        for (x, byte) in line.iter().enumerate().rev() {
            let behind = |bytes: usize| best.get(x + bytes).map_or(0, |(cost, ..)| *cost);
            let mut way = (LITERAL + behind(1), Step::Own(Token::literal(*byte)), 1);
            let mut try_match = |run: usize, price: u32, step: &dyn Fn(usize) -> Step| {
                for bytes in deflate::SHORTEST..=run {
                    let cost = price + behind(bytes);
                    if cost < way.0 {
                        way = (cost, step(bytes), bytes);
                    }
                }
            };
            // Of matches that cost the same, the longest can be all that the others can.
            let mut longest = [(0, 0); PRICES.len()];
            for ((up, right), run) in OWN.into_iter().zip(&mut runs) {
                let above = y.checked_sub(up).map(|above| self.line(above));
                let there = x.checked_add_signed(right);
                let there = above.zip(there).and_then(|(line, x)| line.get(x));
                *run = if there == Some(byte) { *run + 1 } else { 0 };
                let back = (up * LINE).saturating_add_signed(-right);
                let place = match (up, right) {
                    (0, _) => 0,
                    (1, 0) => 1,
                    _ => 2,
                };
                if let Some(most) = longest.get_mut(place).filter(|(most, _)| *run > *most) {
                    *most = (*run, back);
                }
            }
            for (price, (run, back)) in PRICES.into_iter().zip(longest) {
                try_match(run, price, &|bytes| Step::Own(Token::copy(bytes, back)));
            }
            twins = if twin.get(x) == Some(byte) {
                twins + 1
            } else {
                0
            };
            try_match(twins, TWIN, &|bytes| Step::Twin { bytes });
            if let Some(place) = best.get_mut(x) {
                *place = way;
            }
        }
        let mut steps = Vec::new();
        let mut x = 0;
        while let Some((_, step, bytes)) = best.get(x).filter(|(.., bytes)| *bytes > 0) {
            steps.push(*step);
            x += bytes;
        }
        steps
    }
}

/// Where a strip may be as it is further up or on the left: lines up, and bytes to the right.
const OWN: [(usize, isize); 10] = [
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (2, -1),
    (2, 0),
    (2, 1),
    (3, 0),
    (4, 0),
    (6, 0),
];

/// About how many bits a byte takes, and a match with the twin. Tried on the boards of a
/// hundred games: what strips share makes one dearer than it looks, and another cheaper.
const LITERAL: u32 = 4;
const TWIN: u32 = 13;
/// The same of a match with the byte before it, with the line above, and elsewhere.
const PRICES: [u32; 3] = [8, 6, 16];

/// A bit for each strip of a band, from the lowest: whether its line is as the one above it.
fn above(band: &[Placed<'_>], y: usize) -> u32 {
    let bits = band.iter().map(|placed| placed.strip.as_above >> y & 1);
    bits.zip(0..)
        .map(|(bit, place)| u32::from(bit == 1) << place)
        .sum()
}

/// The same of a band's first line, above which another band ends.
fn first_above(band: &[Placed<'_>], line: &[u8], upper: &[u8]) -> u32 {
    let mut pairs = line.iter().zip(upper);
    let bits = band.iter().map(|placed| {
        let same = pairs
            .by_ref()
            .take(placed.strip.width)
            .fold(0, |same, (a, b)| same + usize::from(a == b));
        same == placed.strip.width
    });
    bits.zip(0..)
        .map(|(is_as, place)| u32::from(is_as) << place)
        .sum()
}

/// Says one line of a band.
fn say(tokens: &mut Tokens, band: &[Placed<'_>], y: usize, above: u32) {
    let mut place = 0;
    while let Some(first) = band.get(place) {
        // From how far back most bytes can be copied; going on is cheaper than beginning.
        let strips = (above >> place).trailing_ones() as usize;
        let under = band.get(place..place + strips).unwrap_or_default();
        let bytes = under.iter().map(|placed| placed.strip.width).sum();
        let ways = [
            (LINE, strips, bytes),
            (first.back.unwrap_or(0), first.with, first.bytes),
        ];
        let open = tokens.last_back();
        let worth = |(back, strips, bytes): (usize, usize, usize)| match open == Some(back) {
            _ if strips == 0 => 0,
            true => bytes + TILE_ROW,
            false if bytes < deflate::SHORTEST => 0,
            false => bytes,
        };
        let way = if worth(ways[1]) > worth(ways[0]) {
            ways[1]
        } else {
            ways[0]
        };
        if worth(way) > 0 {
            let (back, strips, bytes) = way;
            tokens.copy(bytes, back);
            place += strips;
            continue;
        }
        // Only what is said in this way is planned.
        let (twin, other) = first.twin.unzip();
        let plan = first.strip.planned(first.ground, other);
        for step in plan.get(y).into_iter().flatten() {
            match *step {
                Step::Own(token) => tokens.push(token),
                Step::Twin { bytes } => tokens.copy(bytes, twin.unwrap_or(0)),
            }
        }
        place += 1;
    }
}

/// What stands where in the picture of a position.
fn bands(position: &Position, from: Side, marked: &[(u8, u8)]) -> Vec<Band> {
    let seen = |n: u8| match from {
        Side::White => n,
        Side::Black => 7 - n,
    };
    let frame = || Band {
        height: FRAME,
        strips: vec![FRAME_LINE],
    };
    let ranks = (0..8u8).map(|down| {
        let rank = seen(7 - down);
        let mut strips = vec![DIGIT + usize::from(rank)];
        strips.extend((0..8u8).map(|right| tile(position, seen(right), rank, marked)));
        strips.push(RIGHT);
        Band {
            height: SQUARE,
            strips,
        }
    });
    let mut foot = vec![FOOT_LEFT];
    foot.extend((0..8u8).map(|right| LETTER + usize::from(seen(right))));
    foot.push(FOOT_RIGHT);
    let foot = Band {
        height: MARGIN,
        strips: foot,
    };
    let mut all = vec![frame()];
    all.extend(ranks);
    all.extend([frame(), foot]);
    all
}

/// The rows of `tiles.png` from which on the letters and digits of the edge stand.
const LETTERS: usize = GROUNDS * SQUARE;
const DIGITS: usize = LETTERS + MARGIN;

/// Which tile a square shows: by its ground (light, dark, and both for the last move) and what
/// stands on it (nothing, White's pieces, Black's).
fn tile(position: &Position, file: u8, rank: u8, marked: &[(u8, u8)]) -> usize {
    let dark = usize::from((file + rank).is_multiple_of(2));
    let ground = dark + 2 * usize::from(marked.contains(&(file, rank)));
    let piece = position.piece_at(file, rank).map_or(0, |(side, piece)| {
        let kind = PIECES.iter().position(|p| *p == piece).unwrap_or(0);
        1 + kind + 6 * usize::from(side == Side::Black)
    });
    ground * PIECES_AND_NONE + piece
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Variant;

    /// Positions with many different pieces in many columns.
    const BUSY: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1r2kb1r/p1qn1p1p/b1n1p1p1/1ppp3P/P1PPP1P1/1PN2PB1/2Q1BN2/R3K2R w KQk - 0 1",
        "r1n1k2r/1p1q1pb1/p1bp1np1/2p1p2p/P1B1P1PP/1PNPBN2/2PQ1P2/R3K2R w KQkq - 0 1",
        "n1r1b1k1/1q1p1p1r/p1n1p1p1/1p1b3p/P1B1P1Q1/1P1N1P1P/R1PN2P1/2K1B2R w - - 0 1",
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    ];

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Variant::Standard).unwrap()
    }

    /// The picture's lines, each with the byte before its pixels.
    fn lines(board: &Board, position: &Position, from: Side, marked: &[(u8, u8)]) -> Vec<u8> {
        let mut lines = Vec::new();
        for band in bands(position, from, marked) {
            for y in 0..band.height {
                lines.extend(board.line(&band, y));
            }
        }
        lines
    }

    #[test]
    fn every_picture_is_small() {
        let board = Board::new().unwrap();
        for fen in BUSY {
            for side in Side::BOTH {
                let marks = [(4, 1), (4, 3)];
                let png = board.png(&position(fen), side, &marks).unwrap();
                println!("{} bytes: {fen}", png.len());
                assert!(png.len() <= LARGEST, "{} bytes: {fen}", png.len());
            }
        }
    }

    #[test]
    fn the_picture_is_seen_from_the_readers_side() {
        let board = Board::new().unwrap();
        let start = Position::start();
        let white = lines(&board, &start, Side::White, &[]);
        let black = lines(&board, &start, Side::Black, &[]);
        assert_eq!(white.len(), LINE * EDGE);
        assert_ne!(white, black);
        // The lower left square: dark from both sides, a rook of the reader's on it.
        let middle = LINE * (FRAME + 7 * SQUARE + 20) + 1 + (MARGIN + FRAME) / 2 + 10;
        let at = |p: &[u8]| p.get(middle).copied();
        assert_eq!(at(&white), Some(AT_WHITE << 4 | AT_WHITE));
        assert_eq!(at(&black), Some(AT_INK << 4 | AT_INK));
    }

    #[test]
    fn every_picture_can_be_read_back() {
        // One board draws them all: what it knows of one picture must not pass into another.
        let board = Board::new().unwrap();
        let marks: [&[(u8, u8)]; 3] = [&[], &[(4, 1), (4, 3)], &[(0, 0), (7, 7), (3, 4)]];
        for (fen, side, marked) in with_marks(&BUSY, &marks) {
            let position = position(fen);
            let png = board.png(&position, side, marked).unwrap();
            let mut reader = png::Decoder::new(std::io::Cursor::new(&png))
                .read_info()
                .unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut pixels).unwrap();
            let lines = lines(&board, &position, side, marked);
            let adler = simd_adler32::adler32(&lines.as_slice());
            assert_eq!(board.adler(&bands(&position, side, marked)), adler);
            let expected: Vec<u8> = lines
                .chunks(LINE)
                .flat_map(|line| line[1..].to_vec())
                .collect();
            assert!(pixels == expected, "{fen} for {side:?} with {marked:?}");
        }
    }

    fn with_marks<'t>(
        fens: &'t [&'t str],
        marks: &'t [&'t [(u8, u8)]],
    ) -> impl Iterator<Item = (&'t str, Side, &'t [(u8, u8)])> {
        fens.iter().flat_map(move |fen| {
            let each = marks.iter();
            each.flat_map(move |marked| Side::BOTH.map(|side| (*fen, side, *marked)))
        })
    }
}
