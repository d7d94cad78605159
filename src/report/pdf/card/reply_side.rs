//! The side of a reply card that the player fills in: which move it answers, the dates,
//! four boxes for the digits of the move, the days, an offer, the signature.

use super::super::PdfError;
use super::super::ink::{INK, QUIET};
use super::super::sheet::{A6, Pages};
use super::fitted::{CardParagraph, Place};
use super::{EDGE, MoveCard, code_field, head, numbered, set_fitting};
use crate::cards::CardCode;
use crate::chess::Side;
use crate::messages::Phrase;
use crate::record::PlayedMove;
use crate::report::words::common::side as side_name;
use krilla::geom::Point;

/// Where a machine finds what on this side, in points from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplyLayout {
    /// The code, without the white around it.
    pub code: Place,
    /// The row of the move: its number, the boxes of its digits and of what a pawn
    /// becomes.
    pub row: Place,
    /// The left edges of those five boxes, and the size of each.
    pub boxes: [f32; 5],
    /// How wide and how high a box is.
    pub size: (f32, f32),
}

/// The layout of every reply card.
pub const REPLY_LAYOUT: ReplyLayout = ReplyLayout {
    code: Place {
        x: A6.0 - EDGE - CODE,
        y: 20.0,
        width: CODE,
        height: CODE,
    },
    row: Place {
        x: NUMBER,
        y: BOXES,
        width: A6.0 - EDGE - NUMBER,
        height: BOX.1,
    },
    boxes: [
        FIRST,
        FIRST + BOX.0 + 3.0,
        FIRST + 2.0 * BOX.0 + 13.0,
        FIRST + 3.0 * BOX.0 + 16.0,
        A6.0 - EDGE - BOX.0,
    ],
    size: BOX,
};
/// The edge of the code: 21 mm, at the right above the boxes, so that few millimetres part
/// it from them.
const CODE: f32 = 60.0;
/// White around the code: four of its dots, as its standard asks.
const QUIET_ZONE: f32 = 10.0;
/// Where the number of the move stands, and the first box.
const NUMBER: f32 = 97.0;
const FIRST: f32 = 163.0;
/// A box for a digit: 12 by 13 mm.
const BOX: (f32, f32) = (34.0, 37.0);
/// What stands above the boxes.
const HEAD: Place = Place {
    x: EDGE,
    y: EDGE,
    width: A6.0 - 2.0 * EDGE - CODE - QUIET_ZONE,
    height: 82.0,
};
/// Where the boxes stand, and the lines below them.
const BOXES: f32 = 106.0;
const LINES: f32 = 168.0;
const STEP: f32 = 22.0;

/// Draws the side.
pub fn draw(pages: &mut Pages<'_>, card: &MoveCard<'_>, told: &PlayedMove) -> Result<(), PdfError> {
    let language = card.language;
    let say = |key| Phrase(key).say(language);
    let mut above = head(card);
    let answers = Phrase("card.answers").fill(language, &[("move", &super::told(told, language))]);
    above.push(CardParagraph::new(10.0, answers).bold().below(3.0));
    above.extend(card.duty(told));
    set_fitting(pages, &above, HEAD, &card.game.facts.name.to_string())?;
    let moves = card.game.moves.get(..card.ply).unwrap_or_default();
    let known = CardCode::of_answer(card.game.facts.id, moves, told.side.other());
    code_field::draw(pages, REPLY_LAYOUT.code, &known.text(card.key))?;
    boxes(pages, card, told)?;
    let half = (A6.0 - 3.0 * EDGE) / 2.0;
    let right = EDGE * 2.0 + half;
    let whole = A6.0 - 2.0 * EDGE;
    blank(pages, EDGE, LINES, half, say("card.got"))?;
    blank(pages, right, LINES, half, say("card.gone"))?;
    let days = |side| format!("{}, {}", say("card.mine"), side_name(language, side));
    blank(pages, EDGE, LINES + STEP, half, &days(Side::White))?;
    blank(pages, right, LINES + STEP, half, &days(Side::Black))?;
    blank(pages, EDGE, LINES + 2.0 * STEP, whole, say("card.accepted"))?;
    let third = whole / 3.0;
    let ticks = [say("card.offer"), say("card.take"), say("card.resign")];
    let mut x = EDGE;
    for tick in ticks {
        square(pages, x, LINES + 2.0 * STEP + 11.0, (9.0, 9.0));
        let place = Place {
            x: x + 13.0,
            y: LINES + 2.0 * STEP + 10.0,
            width: third - 18.0,
            height: 12.0,
        };
        set_fitting(pages, &[CardParagraph::new(8.5, tick)], place, tick)?;
        x += third;
    }
    blank(
        pages,
        right,
        A6.1 - EDGE - 12.0,
        half,
        say("card.signature"),
    )
}

/// The number of the move, four boxes for its digits, one for what a pawn becomes.
fn boxes(pages: &mut Pages<'_>, card: &MoveCard<'_>, told: &PlayedMove) -> Result<(), PdfError> {
    let side = told.side.other();
    let number = told.number + u32::from(side == Side::White);
    let number = format!("{number}{}", side.dots());
    let label = Place {
        x: NUMBER,
        y: BOXES + 8.0,
        width: 62.0,
        height: 28.0,
    };
    set_fitting(
        pages,
        &[CardParagraph::new(18.0, &*number).bold()],
        label,
        &number,
    )?;
    let [.., last_digit, becomes_at] = REPLY_LAYOUT.boxes;
    for x in REPLY_LAYOUT.boxes {
        square(pages, x, BOXES, BOX);
    }
    let becomes = Phrase("card.becomes").say(card.language);
    let after = last_digit + BOX.0 + 6.0;
    let place = Place {
        x: after,
        y: BOXES + 14.0,
        width: becomes_at - after - 2.0,
        height: 12.0,
    };
    set_fitting(
        pages,
        &[CardParagraph::new(8.0, becomes).quiet()],
        place,
        becomes,
    )?;
    let fill = Phrase("card.fill").say(card.language);
    let below = Place {
        x: EDGE,
        y: BOXES + BOX.1 + 2.0,
        width: A6.0 - 2.0 * EDGE,
        height: 12.0,
    };
    set_fitting(
        pages,
        &[CardParagraph::new(7.0, fill).quiet()],
        below,
        &numbered(told),
    )
    .map(|_| ())
}

/// A label and a line to write on, as wide as is left of so many points.
fn blank(
    pages: &mut Pages<'_>,
    x: f32,
    foot: f32,
    width: f32,
    label: &str,
) -> Result<(), PdfError> {
    let text = CardParagraph::new(8.5, label).quiet();
    let place = Place {
        x,
        y: foot - 10.0,
        width: width - 40.0,
        height: 12.0,
    };
    set_fitting(pages, &[text], place, label)?;
    let style = super::super::ink::TextStyle {
        face: super::super::fonts::Face::Regular,
        size: 8.5,
        colour: QUIET,
    };
    let wide = pages
        .fonts
        .width(style.face, style.size, label)
        .min(place.width);
    let (from, to) = (
        Point::from_xy(x + wide + 4.0, foot),
        Point::from_xy(x + width, foot),
    );
    pages.stroke(from, to, 0.5, INK);
    Ok(())
}

fn square(pages: &mut Pages<'_>, x: f32, y: f32, size: (f32, f32)) {
    let at = |right: f32, down: f32| Point::from_xy(x + right * size.0, y + down * size.1);
    for (from, to) in [
        (at(0.0, 0.0), at(1.0, 0.0)),
        (at(1.0, 0.0), at(1.0, 1.0)),
        (at(1.0, 1.0), at(0.0, 1.0)),
        (at(0.0, 1.0), at(0.0, 0.0)),
    ] {
        pages.stroke(from, to, 0.8, INK);
    }
}
