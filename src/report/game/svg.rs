//! A drawing of a position that needs nothing else: no font, no file, no script.

use crate::chess::{Piece, Position, Side};

/// Edge of a square, in the units of the drawing.
pub(in crate::report) const SQUARE: i32 = 45;
/// Room for the coordinates.
pub(in crate::report) const MARGIN: i32 = 20;

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

/// A board for a page: small in bytes, the squares of the last move framed, a disc
/// beside the side to move. Its colours are attributes; a page may recolour squares.
/// `last` holds file and rank from 0; `id` is unique in the page.
pub fn board(
    position: &Position,
    side: Side,
    last: Option<((u8, u8), (u8, u8))>,
    (id, title): (&str, &str),
) -> String {
    let edge = SQUARE * 8 + MARGIN * 2;
    let inner = SQUARE * 8;
    let place = |file: u8, rank: u8| {
        let (column, row) = match side {
            Side::White => (file, 7 - rank),
            Side::Black => (7 - file, rank),
        };
        let at = |n: u8| MARGIN + i32::from(n) * SQUARE;
        (at(column), at(row))
    };
    let mut dark = String::new();
    let mut pieces = String::new();
    for rank in 0..8u8 {
        for file in 0..8u8 {
            let (x, y) = place(file, rank);
            if (file + rank) % 2 == 0 {
                dark.push_str(&format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z"));
            }
            if let Some((owner, piece)) = position.piece_at(file, rank) {
                let inside = match owner {
                    Side::White => "#fff",
                    Side::Black => "#333",
                };
                pieces.push_str(&format!(
                    "<g transform=\"translate({x} {y})\" fill=\"{inside}\">{}</g>\n",
                    outline(piece)
                ));
            }
        }
    }
    let framed: String = last
        .into_iter()
        .flat_map(|(from, to)| [from, to])
        .map(|(file, rank)| {
            let (x, y) = place(file, rank);
            let edge = SQUARE - 4;
            format!("M{} {}h{edge}v{edge}h-{edge}z", x + 2, y + 2)
        })
        .collect();
    let below = position.turn() == side;
    let disc = match position.turn() {
        Side::White => "#fff",
        Side::Black => "#000",
    };
    let middle = if below {
        edge - MARGIN - SQUARE / 2
    } else {
        MARGIN + SQUARE / 2
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {edge} {edge}\" width=\"260\" height=\"260\" role=\"img\" aria-labelledby=\"{id}\">\n\
         <title id=\"{id}\">{}</title>\n\
         <rect class=\"ground\" width=\"{edge}\" height=\"{edge}\" fill=\"#fff\"/>\n\
         <rect class=\"light-square\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{inner}\" height=\"{inner}\" fill=\"#f0d9b5\"/>\n\
         <path class=\"dark-square\" fill=\"#b58863\" d=\"{dark}\"/>\n\
         <path fill=\"none\" stroke=\"#14532d\" stroke-width=\"4\" d=\"{framed}\"/>\n\
         <g stroke=\"#000\" stroke-width=\"1.5\" stroke-linejoin=\"round\">\n{pieces}</g>\n\
         <circle class=\"soft-edge\" cx=\"{}\" cy=\"{middle}\" r=\"6\" fill=\"{disc}\" stroke=\"#767676\" stroke-width=\"2\"/>\n",
        crate::report::document::escape(title),
        edge - 10,
    );
    coordinates(&mut svg, side, edge);
    svg.push_str("</svg>\n");
    svg
}

/// A piece as a picture of its own.
pub fn piece_svg(side: Side, piece: Piece) -> String {
    let inside = match side {
        Side::White => "#fff",
        Side::Black => "#333",
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SQUARE} {SQUARE}\">\
         <g fill=\"{inside}\" stroke=\"#000\" stroke-width=\"1.5\" stroke-linejoin=\"round\">{}</g></svg>\n",
        outline(piece)
    )
}

/// The letters and figures around the squares, seen from a side.
pub(in crate::report) fn coordinates(svg: &mut String, side: Side, edge: i32) {
    svg.push_str(
        "<g font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\" class=\"ink\" fill=\"#000\">\n",
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
pub(in crate::report) fn outline(piece: Piece) -> &'static str {
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
