//! The board as a small PNG: 16 colours, pieces drawn once into tiles, a
//! picture put together from them for each letter.

use super::deflate::Deflate;
use super::pieces::{Drawing, Stroke, drawing, glyph, strokes_distance};
use crate::chess::{Piece, Position, Side, Variant};

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

/// Colours of the squares: light, dark, and both for the last move.
const GROUND: [[u8; 3]; 4] = [
    [240, 222, 190],
    [188, 143, 106],
    [246, 232, 132],
    [214, 188, 74],
];
const INK: [u8; 3] = [34, 30, 28];
const WHITE: [u8; 3] = [255, 255, 255];

/// Places in the palette: four grounds, ink, white, two steps from ink to
/// white, and for each ground two steps to ink.
const AT_INK: u8 = 4;
const AT_WHITE: u8 = 5;
const AT_GREY: u8 = 6;
const AT_STEPS: u8 = 8;

/// Half the width of the line around a piece.
const CONTOUR: f32 = 0.75;

type Tile = [[u8; TILE_ROW]; SQUARE];

/// The tiles, drawn once.
pub struct Board {
    /// Of each ground: empty, then White's and Black's pieces.
    tiles: Vec<Tile>,
    /// Picture rows of the margin below, for White's and for Black's view.
    files: [Vec<u8>; 2],
    /// Columns of the left margin, for both views, a row of bytes each.
    ranks: [Vec<u8>; 2],
    palette: Vec<u8>,
    deflate: Deflate,
}

/// Most bytes of a picture.
pub const LARGEST: usize = 6 * 1024;

/// Bytes of a picture row as PNG has it: a filter byte goes before the pixels.
const LINE: usize = ROW + 1;

/// Where a picture repeats itself: the row above, the square two files away, the
/// same file (or one of the same colour) one, two, … ranks away, one run of bytes.
const DISTANCES: [usize; 12] = [
    LINE,
    2 * TILE_ROW,
    4 * TILE_ROW,
    TILE_ROW,
    SQUARE * LINE + TILE_ROW,
    SQUARE * LINE - TILE_ROW,
    2 * SQUARE * LINE,
    2 * SQUARE * LINE + 2 * TILE_ROW,
    2 * SQUARE * LINE - 2 * TILE_ROW,
    4 * SQUARE * LINE,
    SQUARE * LINE,
    1,
];

/// Boards from which the codes of the compressor are made.
const EXAMPLES: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQ - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/5pk1/4p1p1/3pP2p/1r1P1P1P/4K1P1/1R6/8 b - - 0 1",
];

const PIECES: [Piece; 6] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
    Piece::King,
];

impl Board {
    /// Draws the pieces.
    pub fn new() -> Board {
        let drawings: Vec<Drawing> = PIECES.into_iter().map(drawing).collect();
        // Distances are the same for every ground and side: once for each piece.
        let fields: Vec<Vec<(f32, f32)>> = drawings
            .iter()
            .map(|d| {
                pixels()
                    .map(|p| (d.distance(p), d.stroke_distance(p)))
                    .collect()
            })
            .collect();
        let mut tiles = Vec::with_capacity(4 * 13);
        for ground in 0..4u8 {
            tiles.push([[ground << 4 | ground; TILE_ROW]; SQUARE]);
            for side in Side::BOTH {
                for field in &fields {
                    tiles.push(tile(field, side, ground));
                }
            }
        }
        let mut board = Board {
            tiles,
            files: [false, true].map(files_margin),
            ranks: [false, true].map(ranks_margin),
            palette: palette(),
            deflate: Deflate::new(&[], &[]),
        };
        let examples: Vec<Vec<u8>> = EXAMPLES
            .iter()
            .filter_map(|fen| Position::from_fen(fen, Variant::Standard).ok())
            .map(|position| board.pixels(&position, position.turn(), &[(4, 1), (4, 3)]))
            .collect();
        board.deflate = Deflate::new(&DISTANCES, &examples);
        board
    }

    /// The picture of a position, seen from a side, the squares of the last
    /// move marked. Files and ranks are 0 to 7.
    pub fn png(
        &self,
        position: &Position,
        from: Side,
        marked: &[(u8, u8)],
    ) -> Result<Vec<u8>, png::EncodingError> {
        let rows = self.pixels(position, from, marked);
        let out =
            self.file(|writer| writer.write_chunk(png::chunk::IDAT, &self.deflate.zlib(&rows)))?;
        if out.len() <= LARGEST {
            return Ok(out);
        }
        // Boards that repeat nothing are rare: they may cost the time of a general search.
        self.file(|writer| {
            let pixels: Vec<u8> = rows
                .chunks_exact(LINE)
                .flat_map(|line| line.iter().skip(1).copied())
                .collect();
            writer.write_image_data(&pixels)
        })
    }

    fn file(
        &self,
        write: impl FnOnce(&mut png::Writer<&mut Vec<u8>>) -> Result<(), png::EncodingError>,
    ) -> Result<Vec<u8>, png::EncodingError> {
        let mut out = Vec::with_capacity(LARGEST);
        let edge = u32::try_from(EDGE).unwrap_or(0);
        let mut encoder = png::Encoder::new(&mut out, edge, edge);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_palette(self.palette.as_slice());
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        write(&mut writer)?;
        writer.finish()?;
        Ok(out)
    }

    /// The picture's rows, each after its filter byte (0: as it is).
    fn pixels(&self, position: &Position, from: Side, marked: &[(u8, u8)]) -> Vec<u8> {
        let flipped = usize::from(from == Side::Black);
        let ink = AT_INK << 4 | AT_INK;
        let mut out = Vec::with_capacity(LINE * EDGE);
        let margin = self.ranks.get(flipped).map_or(&[][..], Vec::as_slice);
        let mut margin = margin.chunks_exact(MARGIN / 2);
        let line = |out: &mut Vec<u8>| {
            for _ in 0..FRAME {
                out.push(0);
                out.extend(std::iter::repeat_n(AT_WHITE << 4 | AT_WHITE, MARGIN / 2));
                out.extend(std::iter::repeat_n(ink, ROW - MARGIN / 2));
            }
        };
        line(&mut out);
        for down in 0..8u8 {
            let rank = if flipped == 1 { down } else { 7 - down };
            let tiles: [&Tile; 8] = std::array::from_fn(|right| {
                let right = u8::try_from(right).unwrap_or(0);
                let file = if flipped == 1 { 7 - right } else { right };
                self.tile(position, file, rank, marked)
            });
            for y in 0..SQUARE {
                out.push(0);
                out.extend_from_slice(margin.next().unwrap_or_default());
                out.extend(std::iter::repeat_n(ink, FRAME / 2));
                for tile in tiles {
                    out.extend_from_slice(tile.get(y).map_or(&[][..], |row| row));
                }
                out.extend(std::iter::repeat_n(ink, FRAME / 2));
            }
        }
        line(&mut out);
        let files = self.files.get(flipped).map_or(&[][..], Vec::as_slice);
        for row in files.chunks_exact(ROW) {
            out.push(0);
            out.extend_from_slice(row);
        }
        out
    }

    fn tile(&self, position: &Position, file: u8, rank: u8, marked: &[(u8, u8)]) -> &Tile {
        const NONE: &Tile = &[[0; TILE_ROW]; SQUARE];
        let dark = usize::from((file + rank).is_multiple_of(2));
        let ground = dark + 2 * usize::from(marked.contains(&(file, rank)));
        let piece = position.piece_at(file, rank).map_or(0, |(side, piece)| {
            let kind = PIECES.iter().position(|p| *p == piece).unwrap_or(0);
            1 + kind + 6 * usize::from(side == Side::Black)
        });
        self.tiles.get(ground * 13 + piece).unwrap_or(NONE)
    }
}

fn mix(a: [u8; 3], b: [u8; 3], thirds: u16) -> [u8; 3] {
    std::array::from_fn(|i| {
        let (a, b) = (
            u16::from(a.get(i).copied().unwrap_or(0)),
            u16::from(b.get(i).copied().unwrap_or(0)),
        );
        u8::try_from((a * (3 - thirds) + b * thirds) / 3).unwrap_or(255)
    })
}

fn palette() -> Vec<u8> {
    let mut colours = GROUND.to_vec();
    colours.extend([INK, WHITE, mix(INK, WHITE, 1), mix(INK, WHITE, 2)]);
    for ground in GROUND {
        colours.extend([mix(ground, INK, 1), mix(ground, INK, 2)]);
    }
    colours.concat()
}

/// The middles of a tile's pixels, row by row.
fn pixels() -> impl Iterator<Item = (f32, f32)> {
    let middle = |n: usize| f32::from(u8::try_from(n).unwrap_or(0)) + 0.5;
    (0..SQUARE).flat_map(move |y| (0..SQUARE).map(move |x| (middle(x), middle(y))))
}

/// How much of a pixel lies within a distance of the edge.
fn cover(distance: f32) -> f32 {
    (0.5 - distance).clamp(0.0, 1.0)
}

fn thirds(share: f32) -> u8 {
    match share {
        s if s < 1.0 / 6.0 => 0,
        s if s < 0.5 => 1,
        s if s < 5.0 / 6.0 => 2,
        _ => 3,
    }
}

/// The place in the palette from ink (0) to white (3).
fn grey(white: u8) -> u8 {
    match white {
        0 => AT_INK,
        3 => AT_WHITE,
        n => AT_GREY + n - 1,
    }
}

fn tile(field: &[(f32, f32)], side: Side, ground: u8) -> Tile {
    let colour = |(edge, line): (f32, f32)| -> u8 {
        let body = cover(edge - CONTOUR);
        let inner = cover(edge + CONTOUR);
        let drawn = cover(line);
        let white = match side {
            Side::White => inner * (1.0 - drawn),
            // The line stays inside the piece, away from the contour.
            Side::Black => drawn * cover(edge + 2.0 * CONTOUR),
        };
        if white > 1.0 / 6.0 {
            return grey(thirds(white));
        }
        match thirds(body) {
            0 => ground,
            3 => AT_INK,
            n => AT_STEPS + 2 * ground + n - 1,
        }
    };
    let mut tile = [[0; TILE_ROW]; SQUARE];
    let bytes = field.chunks_exact(2).map(|pair| match pair {
        [a, b] => colour(*a) << 4 | colour(*b),
        _ => 0,
    });
    for (place, byte) in tile.iter_mut().flatten().zip(bytes) {
        *place = byte;
    }
    tile
}

/// Draws letters or digits, ink on white, into a picture of some width.
fn label(width: usize, height: usize, glyphs: &[(char, f32, f32)]) -> Vec<u8> {
    let drawn: Vec<(Vec<Stroke>, f32, f32)> =
        glyphs.iter().map(|(c, x, y)| (glyph(*c), *x, *y)).collect();
    let shade = |x: usize, y: usize| {
        let at = |n: usize| f32::from(u16::try_from(n).unwrap_or(0)) + 0.5;
        let distance = drawn
            .iter()
            .filter(|(_, gx, gy)| (at(x) - gx - 3.5).abs() < 9.0 && (at(y) - gy - 5.0).abs() < 12.0)
            .map(|(s, gx, gy)| strokes_distance(s, (at(x) - gx, at(y) - gy)))
            .fold(f32::MAX, f32::min);
        grey(3 - thirds(cover(distance)))
    };
    let mut out = Vec::with_capacity(width * height / 2);
    for y in 0..height {
        for x in (0..width).step_by(2) {
            out.push(shade(x, y) << 4 | shade(x + 1, y));
        }
    }
    out
}

fn places() -> impl Iterator<Item = (u8, f32)> {
    let square = f32::from(u8::try_from(SQUARE).unwrap_or(0));
    (0..8u8).map(move |i| (i, square * (f32::from(i) + 0.5)))
}

fn files_margin(flipped: bool) -> Vec<u8> {
    let start = f32::from(u8::try_from(MARGIN + FRAME).unwrap_or(0));
    let glyphs: Vec<(char, f32, f32)> = places()
        .map(|(i, x)| {
            let file = if flipped { 7 - i } else { i };
            (char::from(b'a' + file), start + x - 3.5, 2.4)
        })
        .collect();
    label(EDGE, MARGIN, &glyphs)
}

fn ranks_margin(flipped: bool) -> Vec<u8> {
    let glyphs: Vec<(char, f32, f32)> = places()
        .map(|(i, y)| {
            let rank = if flipped { i } else { 7 - i };
            (char::from(b'1' + rank), 5.0, y - 5.0)
        })
        .collect();
    label(MARGIN, 8 * SQUARE, &glyphs)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn every_picture_is_small() {
        let board = Board::new();
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
        let board = Board::new();
        let start = Position::start();
        let white = board.pixels(&start, Side::White, &[]);
        let black = board.pixels(&start, Side::Black, &[]);
        assert_eq!(white.len(), LINE * EDGE);
        assert_ne!(white, black);
        // The lower left square: dark from both sides, a rook of the reader's on it.
        let middle = LINE * (FRAME + 7 * SQUARE + 20) + 1 + (MARGIN + FRAME) / 2 + 10;
        let at = |p: &[u8]| p.get(middle).copied();
        assert_eq!(at(&white), Some(AT_WHITE << 4 | AT_WHITE));
        assert_eq!(at(&black), Some(AT_INK << 4 | AT_INK));
    }

    #[test]
    fn the_picture_can_be_read_back() {
        let board = Board::new();
        let png = board.png(&Position::start(), Side::White, &[]).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&png))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let rows = board.pixels(&Position::start(), Side::White, &[]);
        let expected: Vec<u8> = rows
            .chunks(LINE)
            .flat_map(|row| row[1..].to_vec())
            .collect();
        assert_eq!(pixels, expected);
    }
}
