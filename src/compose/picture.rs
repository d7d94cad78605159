//! The board as a small PNG of 16 colours, put together for each letter from the tiles
//! of `assets/board/tiles.png` (its README says what stands where).

use crate::chess::{Piece, Position, Side};
use libdeflater::{CompressionLvl, Compressor};

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

/// How hard libdeflate searches: at 6 a board is as small (4.3 KB) as our own compressor
/// for boards made it, in as little time; 7 costs half as much again for 3 % less.
const SEARCH: i32 = 6;

/// The tiles.
pub struct Board {
    /// The rows of `tiles.png`, two pixels a byte.
    rows: Vec<u8>,
    /// Bytes of such a row.
    row: usize,
    palette: Vec<u8>,
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
        let mut rows = vec![0; reader.output_buffer_size().unwrap_or(0)];
        let row = reader.next_frame(&mut rows)?.line_size;
        let palette = reader
            .info()
            .palette
            .as_deref()
            .unwrap_or_default()
            .to_vec();
        Ok(Board { rows, row, palette })
    }

    /// A piece of a row of `tiles.png`.
    fn strip(&self, y: usize, from: usize, bytes: usize) -> &[u8] {
        let start = y * self.row + from;
        self.rows.get(start..start + bytes).unwrap_or_default()
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
        let other = |why| png::EncodingError::IoError(std::io::Error::other(why));
        let mut compressor = Compressor::new(CompressionLvl::new(SEARCH).unwrap_or_default());
        let mut packed = vec![0; compressor.zlib_compress_bound(rows.len())];
        let bytes = compressor.zlib_compress(&rows, &mut packed);
        packed.truncate(bytes.map_err(|e| other(e.to_string()))?);

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

    /// The picture's rows, each after its filter byte (0: as it is).
    fn pixels(&self, position: &Position, from: Side, marked: &[(u8, u8)]) -> Vec<u8> {
        let seen = |n: u8| match from {
            Side::White => n,
            Side::Black => 7 - n,
        };
        let two = |place: u8| place << 4 | place;
        let mut out = Vec::with_capacity(LINE * EDGE);
        let blank = |out: &mut Vec<u8>, ink: bool, bytes: usize| {
            let place = if ink { AT_INK } else { AT_WHITE };
            out.extend(std::iter::repeat_n(two(place), bytes));
        };
        let edge = |out: &mut Vec<u8>| {
            for _ in 0..FRAME {
                out.push(0);
                blank(out, false, MARGIN_ROW);
                blank(out, true, ROW - MARGIN_ROW);
            }
        };
        edge(&mut out);
        for down in 0..8u8 {
            let rank = seen(7 - down);
            let tiles: [(usize, usize); 8] = std::array::from_fn(|right| {
                let file = seen(u8::try_from(right).unwrap_or(0));
                tile(position, file, rank, marked)
            });
            for y in 0..SQUARE {
                out.push(0);
                let digit = MARGIN_ROW * usize::from(rank);
                out.extend_from_slice(self.strip(DIGITS + y, digit, MARGIN_ROW));
                blank(&mut out, true, FRAME / 2);
                for (ground, piece) in tiles {
                    let strip = self.strip(ground * SQUARE + y, piece * TILE_ROW, TILE_ROW);
                    out.extend_from_slice(strip);
                }
                blank(&mut out, true, FRAME / 2);
            }
        }
        edge(&mut out);
        for y in 0..MARGIN {
            out.push(0);
            blank(&mut out, false, (MARGIN + FRAME) / 2);
            for right in 0..8u8 {
                let letter = TILE_ROW * usize::from(seen(right));
                out.extend_from_slice(self.strip(LETTERS + y, letter, TILE_ROW));
            }
            blank(&mut out, false, FRAME / 2);
        }
        out
    }
}

/// The rows of `tiles.png` from which on the letters and digits of the edge stand.
const LETTERS: usize = 4 * SQUARE;
const DIGITS: usize = LETTERS + MARGIN;

/// Which tile a square shows: its row (light, dark, and both for the last move) and its
/// place in that row (empty, White's pieces, Black's).
fn tile(position: &Position, file: u8, rank: u8, marked: &[(u8, u8)]) -> (usize, usize) {
    let dark = usize::from((file + rank).is_multiple_of(2));
    let ground = dark + 2 * usize::from(marked.contains(&(file, rank)));
    let piece = position.piece_at(file, rank).map_or(0, |(side, piece)| {
        let kind = PIECES.iter().position(|p| *p == piece).unwrap_or(0);
        1 + kind + 6 * usize::from(side == Side::Black)
    });
    (ground, piece)
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
        let board = Board::new().unwrap();
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
