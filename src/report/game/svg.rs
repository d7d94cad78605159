//! A drawing of a position that needs nothing else: no font, no file, no script.

use crate::chess::{Piece, Position, Side};

/// Edge of a square, in the units of the drawing.
const SQUARE: i32 = 45;
/// Room for the coordinates.
const MARGIN: i32 = 20;

/// The board as SVG, the given side below.
pub fn svg(position: &Position, side: Side) -> String {
    let edge = SQUARE * 8 + MARGIN * 2;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {edge} {edge}\" width=\"{edge}\" height=\"{edge}\" role=\"img\">\n\
         <title>{}</title>\n\
         <rect width=\"{edge}\" height=\"{edge}\" fill=\"#fff\"/>\n",
        position.fen()
    );
    for row in 0..8u8 {
        for column in 0..8u8 {
            let (file, rank) = match side {
                Side::White => (column, 7 - row),
                Side::Black => (7 - column, row),
            };
            let x = MARGIN + i32::from(column) * SQUARE;
            let y = MARGIN + i32::from(row) * SQUARE;
            let fill = if (file + rank) % 2 == 0 {
                "#b58863"
            } else {
                "#f0d9b5"
            };
            svg.push_str(&format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{fill}\"/>\n"
            ));
            if let Some((owner, piece)) = position.piece_at(file, rank) {
                let (inside, line) = match owner {
                    Side::White => ("#fff", "#000"),
                    Side::Black => ("#333", "#000"),
                };
                svg.push_str(&format!(
                    "<g class=\"{}-{}\" transform=\"translate({x} {y})\" fill=\"{inside}\" stroke=\"{line}\" stroke-width=\"1.5\" stroke-linejoin=\"round\">{}</g>\n",
                    owner.name(),
                    name(piece),
                    outline(piece)
                ));
            }
        }
    }
    coordinates(&mut svg, side, edge);
    svg.push_str("</svg>\n");
    svg
}

fn coordinates(svg: &mut String, side: Side, edge: i32) {
    svg.push_str(
        "<g font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\" fill=\"#000\">\n",
    );
    for at in 0..8u8 {
        let (file, rank) = match side {
            Side::White => (at, 8 - at),
            Side::Black => (7 - at, at + 1),
        };
        let middle = MARGIN + i32::from(at) * SQUARE + SQUARE / 2;
        let file = char::from(b'a' + file);
        svg.push_str(&format!(
            "<text x=\"{middle}\" y=\"{}\">{file}</text><text x=\"10\" y=\"{}\">{rank}</text>\n",
            edge - 6,
            middle + 4
        ));
    }
    svg.push_str("</g>\n");
}

fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

/// Outlines in a square of 45 units.
fn outline(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => {
            "<path d=\"M12 38h21l-3-6c-4-3-5-7-5-11h-5c0 4-1 8-5 11z\"/><circle cx=\"22.5\" cy=\"15\" r=\"6\"/>"
        }
        Piece::Knight => {
            "<path d=\"M13 38h21c1-12-1-24-13-28l-1-4-3 4c-4 3-7 9-8 16l4 3 5-4c3 0 4-1 5-3 1 6-8 8-10 16z\"/><circle cx=\"17\" cy=\"16\" r=\"1.2\"/>"
        }
        Piece::Bishop => {
            "<path d=\"M10 38h25l-2-4h-6c3-2 5-5 5-9 0-6-5-10-9.5-15-4.5 5-9.5 9-9.5 15 0 4 2 7 5 9h-6z\"/><circle cx=\"22.5\" cy=\"7.5\" r=\"2.5\"/>"
        }
        Piece::Rook => {
            "<path d=\"M10 38h25v-4l-4-3V17l3-3V8h-5v3h-4V8h-5v3h-4V8h-5v6l3 3v14l-4 3z\"/>"
        }
        Piece::Queen => {
            "<path d=\"M11 38h23l-1-6 6-17-8 7-2-12-6.5 11L16 10l-2 12-8-7 6 17z\"/><circle cx=\"22.5\" cy=\"8\" r=\"2.5\"/>"
        }
        Piece::King => {
            "<path d=\"M11 38h23l-1-7c4-3 6-7 5-11-2-5-9-5-15.5 1-6.5-6-13.5-6-15.5-1-1 4 1 8 5 11z\"/><path d=\"M22.5 20V6M18 10h9\" fill=\"none\"/>"
        }
    }
}
