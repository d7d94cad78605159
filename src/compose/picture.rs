//! The board as a small PNG of few colours, put together for each letter from the tiles
//! of `assets/board/tiles.png` (its README says what stands where). What repeats in it need
//! not be looked for: which tiles stood before is known, and how a tile's own lines are said
//! with the fewest bits is found once. All boards are said in the same codes, so that what a
//! line costs is known before it is said, and what was found need only be put together.

use super::deflate::{self, Codes, Said, Stream};
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

/// In how many bits bytes, the end and lengths of matches are said, a hexadecimal digit each:
/// the best for the boards of a hundred games. A test tells where others would be better.
const LITERALS: &[u8; deflate::LITERALS] = b"\
    6000800700000000060080070000000000a0b00b00000000000ab00a0000000088cc37550000\
    00000000645000000000dcef55490000000077ba50a500000000000000000000000000000000\
    0000000000000000000000000000000000000000000000000000000000000000000000000000\
    0000000000000000000000000000f57676667677647776676667766895";
/// The same of distances.
const DISTANCES: &[u8; deflate::DISTANCES] = b"2fffffff7e47561faf6f7eedd4c589";

/// The tiles, and what is known of how their rows repeat.
pub struct Board {
    strips: Vec<Strip>,
    palette: Vec<u8>,
    codes: Codes,
    /// How a line is said to be as the one above it.
    above: (usize, Said),
}

/// A piece of a picture that stands in several: some bytes wide and some lines high.
struct Strip {
    width: usize,
    bytes: Vec<u8>,
    height: usize,
    /// A bit for each line, from the lowest: whether it is as the one above it.
    as_above: u64,
    sums: Sums,
    /// How its lines are said where they are not copied whole: at 0 with nothing but
    /// themselves, else with the same piece on another ground, which stands near
    /// (1 + ground) or far (1 + [`GROUNDS`] + ground). Found when first asked for.
    plans: [OnceLock<Vec<PlannedLine>>; 1 + GROUNDS],
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

/// How a strip's line is said.
#[derive(Default)]
struct PlannedLine {
    /// So many bytes at its beginning and at its end are as above: one match with those of
    /// the strips beside it.
    lead: usize,
    tail: usize,
    /// What is said between them.
    steps: Vec<Step>,
    /// The same, as it was planned.
    #[cfg(test)]
    ways: Vec<Way>,
}

/// A part of what is said.
#[derive(Clone, Copy)]
enum Step {
    /// Bytes, and bytes as they stand further up or on the left in the strip itself.
    Own(Said),
    /// As many bytes as this says, as they stand in the same piece on another ground.
    Twin(Said),
}

/// How some bytes of a line may be said.
#[derive(Clone, Copy)]
enum Way {
    Literal(u8),
    Own { bytes: usize, back: usize },
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
    /// Where in a line it begins.
    at: usize,
    /// How far back it was said whole, and how that is said; 0 where it was not.
    back: (usize, Said),
    /// How many strips from it on were said whole so far back, and their bytes.
    with: usize,
    bytes: usize,
    /// The same piece on another ground, and that ground.
    twin: Option<(usize, &'b Strip)>,
    /// How far back that was, and how it is said.
    far: (usize, Said),
}

/// Most bytes of a picture.
const LARGEST: usize = 5 * 1024;

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
        Board::in_codes(Codes::of(&bits(LITERALS), &bits(DISTANCES)))
    }

    fn in_codes(codes: Codes) -> Result<Board, png::DecodingError> {
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
        Ok(Board {
            strips,
            palette,
            above: (LINE, codes.back(LINE)),
            codes,
        })
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
        let mut stream = Stream::begin(&self.codes, LARGEST);
        self.say(&bands, &mut stream);
        let packed = stream.end(self.adler(&bands));

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

    /// Says all lines: what stood before is copied, which most of a board did.
    fn say(&self, bands: &[Band], out: &mut impl Speaker) {
        // Where each strip last began.
        let mut known: Vec<Option<usize>> = vec![None; self.strips.len()];
        let mut open = Copied::default();
        let (mut top, mut ends) = (0, Vec::new());
        for band in bands {
            let placed = self.placed(band, top, &mut known);
            let all_above = placed
                .iter()
                .fold(u64::MAX, |all, placed| all & placed.strip.as_above);
            for y in 0..band.height {
                if all_above >> y & 1 == 1 {
                    open.copy(out, LINE, LINE, self.above.1);
                    continue;
                }
                let above = match y {
                    0 => first_above(&placed, &self.line(band, 0), &ends),
                    _ => above(&placed, y),
                };
                self.say_line(&placed, y, above, &mut open, out);
            }
            top += band.height * LINE;
            ends = self.line(band, band.height - 1);
        }
        open.end(out);
    }

    /// Says one line of a band: `above` has a bit for each of its strips that is as the one
    /// above it.
    fn say_line(
        &self,
        band: &[Placed<'_>],
        y: usize,
        above: u32,
        open: &mut Copied,
        out: &mut impl Speaker,
    ) {
        let mut place = 0;
        while let Some(first) = band.get(place) {
            // From how far back most bytes can be copied; going on is cheaper than beginning.
            let strips = (above >> place).trailing_ones() as usize;
            let end = band.get(place + strips).map_or(LINE, |placed| placed.at);
            let under = (strips, end - first.at);
            let worth = |(_, bytes): (usize, usize), back: usize| match open.back == back {
                true if bytes > 0 => bytes + TILE_ROW,
                false if bytes >= deflate::SHORTEST => bytes,
                _ => 0,
            };
            let again = (first.with, first.bytes);
            let (worth_under, worth_again) = (worth(under, LINE), worth(again, first.back.0));
            let ((strips, bytes), (back, said)) = match worth_again > worth_under {
                true => (again, first.back),
                false => (under, self.above),
            };
            if worth_under.max(worth_again) > 0 {
                open.copy(out, bytes, back, said);
                place += strips;
                continue;
            }
            // Only what is said in this way is planned.
            if let Some(line) = first.planned(&self.codes).get(y) {
                if line.lead > 0 {
                    open.copy(out, line.lead, LINE, self.above.1);
                }
                if !line.steps.is_empty() {
                    open.end(out);
                    out.line(line, first.far);
                }
                if line.tail > 0 {
                    open.copy(out, line.tail, LINE, self.above.1);
                }
            }
            place += 1;
        }
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
            let said = |back: Option<usize>| back.map(|back| (back, self.codes.back(back)));
            let (ground, piece) = match number {
                0..DIGIT => (number / PIECES_AND_NONE, number % PIECES_AND_NONE),
                _ => (0, 0),
            };
            let on = |ground: usize| ground * PIECES_AND_NONE + piece;
            let others = (0..GROUNDS).filter(|other| *number < DIGIT && *other != ground);
            let twins = others.filter_map(|other| Some((back(on(other))?, other)));
            let (far, twin) = twins.min().unzip();
            all.push(Placed {
                strip,
                at: at - top,
                back: said(back(*number)).unwrap_or_default(),
                with: 0,
                bytes: 0,
                twin: twin.and_then(|other| Some((other, self.strip(on(other))?))),
                far: said(far).unwrap_or_default(),
            });
            if let Some(place) = known.get_mut(*number) {
                *place = Some(at);
            }
            at += strip.width;
        }
        let mut behind = (0, 0, 0);
        for placed in all.iter_mut().rev() {
            let (with, bytes) = match behind {
                (back, with, bytes) if back == placed.back.0 => (with, bytes),
                _ => (0, 0),
            };
            if placed.back.0 > 0 {
                (placed.with, placed.bytes) = (with + 1, bytes + placed.strip.width);
            }
            behind = (placed.back.0, placed.with, placed.bytes);
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

    /// How each of its lines is said. One that is as the one above it is copied, whatever
    /// stands beside it, unless it is too short for a match of its own.
    fn plan(&self, codes: &Codes, twin: Option<&Strip>) -> Vec<PlannedLine> {
        let longest = self.width.min(deflate::LONGEST);
        let lengths = (0..=longest).map(|bytes| price(codes.length(bytes)));
        let lengths: Vec<u32> = lengths.collect();
        let is_copied = |y: usize| self.width >= deflate::SHORTEST && self.as_above >> y & 1 == 1;
        let lines = (0..self.height).map(|y| match is_copied(y) {
            true => PlannedLine::default(),
            false => self.plan_line(codes, &lengths, y, twin),
        });
        lines.collect()
    }

    /// From its end to its beginning: the cheapest way from each byte to the end.
    fn plan_line(
        &self,
        codes: &Codes,
        lengths: &[u32],
        y: usize,
        twin: Option<&Strip>,
    ) -> PlannedLine {
        let line = self.line(y);
        let twin = twin.map_or(&[][..], |twin| twin.line(y));
        let own = OWN.into_iter().filter_map(|(up, right)| {
            let back = (up * LINE).saturating_add_signed(-right);
            let above = self.line(y.checked_sub(up)?);
            Some((above, right, back, price(codes.back(back))))
        });
        let mut own: Vec<(&[u8], isize, usize, u32)> = own.collect();
        own.sort_by_key(|(.., far)| *far);
        let mut runs = [0usize; OWN.len()];
        let mut twins = 0;
        // From each byte: what the rest costs, the first part of it, and its bytes.
        let mut best = vec![(0, Way::Literal(0), 0); line.len() + 1];
        for (x, byte) in line.iter().enumerate().rev() {
            let behind = |bytes: usize| best.get(x + bytes).map_or(0, |(cost, ..)| *cost);
            let mut way = (
                price(codes.literal(*byte)) + behind(1),
                Way::Literal(*byte),
                1,
            );
            // As many bytes were tried from where it costs no more to say how far back they
            // are; and from where it costs no more than to a twin.
            let (mut tried, mut tried_near) = (deflate::SHORTEST - 1, deflate::SHORTEST - 1);
            for ((above, right, back, far), run) in own.iter().zip(&mut runs) {
                let there = x.checked_add_signed(*right).and_then(|x| above.get(x));
                *run = if there == Some(byte) { *run + 1 } else { 0 };
                if *run < deflate::SHORTEST {
                    continue;
                }
                // To an edge it may cost less than that.
                let least = if *back == LINE {
                    deflate::SHORTEST
                } else {
                    tried + 1
                };
                for bytes in least..=*run {
                    let is_edge = *back == LINE && (x == 0 || x + bytes == line.len());
                    let own = lengths.get(bytes).map_or(u32::MAX, |length| length + far);
                    let own = if is_edge { own.min(SHARED) } else { own };
                    let cost = own.saturating_add(behind(bytes));
                    if cost < way.0 {
                        way = (cost, Way::Own { bytes, back: *back }, bytes);
                    }
                }
                tried = tried.max(*run);
                if *far <= FAR {
                    tried_near = tried;
                }
            }
            twins = if twin.get(x) == Some(byte) {
                twins + 1
            } else {
                0
            };
            for bytes in tried_near + 1..=twins {
                let length = lengths.get(bytes).copied().unwrap_or(u32::MAX - FAR);
                let cost = (length + FAR).saturating_add(behind(bytes));
                if cost < way.0 {
                    way = (cost, Way::Twin { bytes }, bytes);
                }
            }
            if let Some(place) = best.get_mut(x) {
                *place = way;
            }
        }
        let mut ways = Vec::new();
        let mut x = 0;
        while let Some((_, way, bytes)) = best.get(x).filter(|(.., bytes)| *bytes > 0) {
            ways.push(*way);
            x += bytes;
        }
        PlannedLine::of(codes, &ways)
    }
}

impl Placed<'_> {
    /// How its lines are said where they are not copied whole.
    fn planned(&self, codes: &Codes) -> &[PlannedLine] {
        let (place, twin) = match self.twin {
            None => (0, None),
            Some((ground, twin)) => (1 + ground, Some(twin)),
        };
        let place = self.strip.plans.get(place);
        place.map_or(&[], |place| {
            place.get_or_init(|| self.strip.plan(codes, twin))
        })
    }
}

impl PlannedLine {
    fn of(codes: &Codes, ways: &[Way]) -> PlannedLine {
        let mut planned = PlannedLine::default();
        let mut ways = ways;
        if let [Way::Own { bytes, back: LINE }, rest @ ..] = ways {
            (planned.lead, ways) = (*bytes, rest);
        }
        if let [rest @ .., Way::Own { bytes, back: LINE }] = ways {
            (planned.tail, ways) = (*bytes, rest);
        }
        for way in ways {
            match *way {
                Way::Literal(byte) => planned.say(codes.literal(byte)),
                Way::Own { bytes, back } => {
                    planned.say(codes.length(bytes));
                    planned.say(codes.back(back));
                }
                Way::Twin { bytes } => {
                    let length = codes.length(bytes);
                    planned.steps.push(Step::Twin(length));
                }
            }
            #[cfg(test)]
            planned.ways.push(*way);
        }
        planned
    }

    fn say(&mut self, said: Said) {
        if let Some(Step::Own(last)) = self.steps.last_mut()
            && let Some(both) = last.and(said)
        {
            *last = both;
            return;
        }
        self.steps.push(Step::Own(said));
    }
}

/// Who says a picture's bytes.
trait Speaker {
    /// Bytes as they stand so far back, which is said so.
    fn copy(&mut self, bytes: usize, back: usize, said: Said);

    /// The middle of a line, and how far back its twin is.
    fn line(&mut self, line: &PlannedLine, twin: (usize, Said));
}

impl Speaker for Stream<'_> {
    fn copy(&mut self, bytes: usize, _: usize, said: Said) {
        Stream::copy(self, bytes, said);
    }

    fn line(&mut self, line: &PlannedLine, (_, twin): (usize, Said)) {
        for step in &line.steps {
            match *step {
                Step::Own(said) => self.put(said),
                Step::Twin(length) => {
                    self.put(length);
                    self.put(twin);
                }
            }
        }
    }
}

/// A match that has begun, and may go on.
#[derive(Default)]
struct Copied {
    bytes: usize,
    back: usize,
    said: Said,
}

impl Copied {
    #[inline]
    fn copy(&mut self, out: &mut impl Speaker, bytes: usize, back: usize, said: Said) {
        if self.back != back {
            self.end(out);
            (self.back, self.said) = (back, said);
        }
        self.bytes += bytes;
    }

    fn end(&mut self, out: &mut impl Speaker) {
        if self.bytes > 0 {
            out.copy(self.bytes, self.back, self.said);
        }
        (self.bytes, self.back) = (0, 0);
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

/// About how many bits it takes to say how far back a twin is, and that an edge is as above,
/// which is shared with what stands beside it.
const FAR: u32 = 12;
const SHARED: u32 = 4;

/// How many bits it takes.
fn price(said: Said) -> u32 {
    u32::from(said.count)
}

/// Lengths of codes from their digits.
fn bits(digits: &[u8]) -> Vec<u8> {
    let digit = |c: &u8| {
        char::from(*c)
            .to_digit(16)
            .and_then(|n| u8::try_from(n).ok())
    };
    digits.iter().map(|c| digit(c).unwrap_or(0)).collect()
}

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
    use super::super::deflate::Counts;
    use super::*;
    use crate::chess::Variant;
    use std::collections::BTreeSet;

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

    /// Counts what is said instead of saying it.
    #[derive(Default)]
    struct Counting(Counts);

    impl Speaker for Counting {
        fn copy(&mut self, bytes: usize, back: usize, _: Said) {
            self.0.copy(bytes, back);
        }

        fn line(&mut self, line: &PlannedLine, twin: (usize, Said)) {
            for way in &line.ways {
                match *way {
                    Way::Literal(byte) => self.0.literal(byte),
                    Way::Own { bytes, back } => self.0.copy(bytes, back),
                    Way::Twin { bytes } => self.0.copy(bytes, twin.0),
                }
            }
        }
    }

    #[test]
    fn what_may_be_said_has_a_code_and_the_trees_are_whole() {
        let board = Board::new().unwrap();
        for byte in board.strips.iter().flat_map(|strip| &strip.bytes) {
            assert!(board.codes.literal(*byte).count > 0, "{byte:02x}");
        }
        for bytes in deflate::SHORTEST..=deflate::LONGEST {
            assert!(board.codes.length(bytes).count > 0, "{bytes} bytes");
        }
        for back in 1..=deflate::WINDOW {
            assert!(board.codes.back(back).count > 0, "{back} back");
        }
        for lengths in [bits(LITERALS), bits(DISTANCES)] {
            let used = lengths.iter().filter(|length| **length > 0);
            assert_eq!(used.map(|length| 1 << (15 - length)).sum::<u32>(), 1 << 15);
        }
    }

    #[test]
    fn the_codes_fit_the_boards_of_games() {
        let games = include_str!("../../tests/cases/games.jsonl").lines();
        let games = games.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let mut boards = Vec::new();
        for game in games
            .filter(|game| game["variant"] == "standard")
            .step_by(4)
        {
            for ply in game["plies"].as_array().unwrap().iter().skip(1).step_by(9) {
                let squares: Vec<u8> = ply["uci"].as_str().unwrap().bytes().collect();
                let square = |at: usize| (squares[at] - b'a', squares[at + 1] - b'1');
                let position = position(ply["fen"].as_str().unwrap());
                boards.push((position, [square(0), square(2)]));
            }
        }
        let bytes = |board: &Board| -> usize {
            let each = boards.iter();
            each.map(|(position, marks)| board.png(position, Side::Black, marks).unwrap().len())
                .sum()
        };
        // Everything that may be said has some code.
        let board = Board::new().unwrap();
        let mut counting = Counting::default();
        let all: BTreeSet<u8> = board.strips.iter().flat_map(|s| s.bytes.clone()).collect();
        all.into_iter().for_each(|byte| counting.0.literal(byte));
        (deflate::SHORTEST..=deflate::LONGEST).for_each(|bytes| counting.0.copy(bytes, 1));
        (1..=deflate::WINDOW)
            .step_by(64)
            .for_each(|back| counting.0.copy(3, back));
        (1..64).for_each(|back| counting.0.copy(3, back));
        for (position, marks) in &boards {
            for side in Side::BOTH {
                board.say(&bands(position, side, marks), &mut counting);
            }
        }
        let (literals, distances) = counting.0.lengths();
        let best = Board::in_codes(Codes::of(&literals, &distances)).unwrap();
        let digits = |lengths: &[u8]| -> String {
            lengths.iter().map(|length| format!("{length:x}")).collect()
        };
        let (now, could) = (bytes(&board), bytes(&best));
        assert!(
            now * 100 <= could * 101,
            "{now} bytes, with these codes {could}:\n{}\n{}",
            digits(&literals),
            digits(&distances)
        );
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
