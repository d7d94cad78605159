//! The side of a card that tells a move (55.3.7): tournament and game, the move before
//! with the accepted series whole, the move in digits and in letters, dates, the days
//! of both, a board.

use super::super::figure::Drawing;
use super::super::fonts::Fonts;
use super::super::ink::INK;
use super::super::sheet::{A6, Pages};
use super::super::{PdfError, drawing};
use super::fitted::{CardParagraph, Place, scale_of};
use super::{EDGE, MoveCard, head, set_fitting, told};
use crate::chess::Side;
use crate::messages::Phrase;
use crate::record::PlayedMove;
use crate::report::game::svg;
use crate::report::words::common::date;
use krilla::geom::Point;
use std::rc::Rc;

/// The edge of the board, and where it stands.
const BOARD: f32 = 172.0;
const BOARD_X: f32 = A6.0 - EDGE - BOARD;
/// The text beside the board.
const BESIDE: Place = Place {
    x: EDGE,
    y: EDGE,
    width: BOARD_X - 2.0 * EDGE + 8.0,
    height: A6.1 - 2.0 * EDGE,
};
/// The text of a card without a board.
const WHOLE: Place = Place {
    x: EDGE,
    y: EDGE,
    width: A6.0 - 2.0 * EDGE,
    height: A6.1 - 2.0 * EDGE,
};

/// What stands on one card.
pub struct CardMessage {
    text: Vec<CardParagraph>,
    place: Place,
    board: Option<Rc<Drawing>>,
    signature: &'static str,
}

/// What to tell, on as many cards as it takes: accepted moves that the first has no
/// room for stand on the next, in their order.
pub fn messages(
    card: &MoveCard<'_>,
    before: &[PlayedMove],
    last: &PlayedMove,
    fonts: &Fonts,
) -> Result<Vec<CardMessage>, PdfError> {
    let language = card.language;
    let repeated: Vec<String> = repeated(before)
        .iter()
        .map(|mv| told(mv, language))
        .collect();
    let mut cards: Vec<Vec<String>> = Vec::new();
    let mut rest = repeated.as_slice();
    loop {
        let first = cards.is_empty();
        let fits = |count: usize| {
            // The line that numbers the cards is measured with them.
            let some = rest.get(..count).unwrap_or_default();
            let part = (!first || count < rest.len()).then_some((1, 99));
            let text = text(card, some, first.then_some(last), part);
            scale_of(fonts, &text, if first { BESIDE } else { WHOLE }).is_some()
        };
        let count = (0..=rest.len()).rev().find(|count| fits(*count));
        let none = || PdfError::TooLong(card.game.facts.name.to_string());
        let count = count.ok_or_else(none)?;
        if count == 0 && !first && !rest.is_empty() {
            return Err(none());
        }
        let (now, later) = rest.split_at_checked(count).ok_or_else(none)?;
        cards.push(now.to_vec());
        rest = later;
        if rest.is_empty() {
            break;
        }
    }
    let all = cards.len();
    let board = board(card, last)?;
    let of = |(at, moves): (usize, &Vec<String>)| CardMessage {
        text: text(
            card,
            moves,
            (at == 0).then_some(last),
            (all > 1).then_some((at + 1, all)),
        ),
        place: if at == 0 { BESIDE } else { WHOLE },
        board: board.clone().filter(|_| at == 0),
        signature: Phrase("card.signature").say(language),
    };
    Ok(cards.iter().enumerate().map(of).collect())
}

/// The text of a card with these of the moves before; `told` stands on the first alone.
fn text(
    card: &MoveCard<'_>,
    before: &[String],
    last: Option<&PlayedMove>,
    part: Option<(usize, usize)>,
) -> Vec<CardParagraph> {
    let language = card.language;
    let mut text = head(card);
    if let Some((part, all)) = part {
        let (part, all) = (part.to_string(), all.to_string());
        let numbers = [("part", part.as_str()), ("all", &all)];
        let part = Phrase("card.part").fill(language, &numbers);
        text.push(CardParagraph::new(9.0, part).bold());
    }
    if !before.is_empty() {
        let label = Phrase("card.repeated").say(language);
        text.push(CardParagraph::new(7.5, label).quiet().below(6.0));
        text.push(CardParagraph::new(10.0, before.join("; ")));
    }
    let Some(last) = last else {
        return text;
    };
    text.push(
        CardParagraph::new(17.0, told(last, language))
            .bold()
            .below(6.0),
    );
    text.extend(
        dates(card, last)
            .into_iter()
            .map(|d| CardParagraph::new(9.0, d)),
    );
    let total = |side| total(card, side).to_string();
    let (white, black) = (total(Side::White), total(Side::Black));
    let days = [("white", white.as_str()), ("black", &black)];
    let days = Phrase("card.days").fill(language, &days);
    text.push(CardParagraph::new(9.0, days));
    let offered = card.game.draw_offer;
    if offered.is_some_and(|(by, at)| by == last.side && Ok(card.ply) == usize::try_from(at)) {
        let draw = Phrase("card.draw").say(language);
        text.push(CardParagraph::new(10.0, draw).bold().below(3.0));
    }
    text.extend(card.duty(last));
    text
}

/// Draws the side.
pub fn draw(pages: &mut Pages<'_>, message: &CardMessage) -> Result<(), PdfError> {
    set_fitting(pages, &message.text, message.place, message.signature)?;
    let Some(board) = &message.board else {
        return Ok(());
    };
    let larger = BOARD / board.width.max(1.0);
    pages.drawing(BOARD_X, EDGE, larger, Rc::clone(board));
    let foot = A6.1 - EDGE - 14.0;
    let (from, to) = (BOARD_X + 8.0, A6.0 - EDGE);
    pages.stroke(
        Point::from_xy(from, foot),
        Point::from_xy(to, foot),
        0.5,
        INK,
    );
    let place = Place {
        x: from,
        y: foot + 2.0,
        width: to - from,
        height: 12.0,
    };
    let label = [CardParagraph::new(7.0, message.signature).quiet()];
    set_fitting(pages, &label, place, message.signature).map(|_| ())
}

/// The position after the move, as the reader sees it.
fn board(card: &MoveCard<'_>, last: &PlayedMove) -> Result<Option<Rc<Drawing>>, PdfError> {
    let Some(position) = card.game.line.position_at(card.ply) else {
        return Ok(None);
    };
    let name = card.game.facts.name.to_string();
    drawing(&svg(position, last.side.other()), &name).map(|board| Some(Rc::new(board)))
}

/// What the last move answers, with the accepted series before it (55.3.7.5, 55.3.9).
fn repeated(before: &[PlayedMove]) -> &[PlayedMove] {
    let series = before.iter().rev().take_while(|mv| mv.variant).count();
    let from = before.len().saturating_sub(series + 1);
    before.get(from..).unwrap_or_default()
}

/// What a side has used so far, penalties included (55.4.1).
fn total(card: &MoveCard<'_>, side: Side) -> i64 {
    let moves = &card.game.moves;
    if card.ply == moves.len() {
        return card.game.tally().sides.get(side).total;
    }
    let made = moves.get(..card.ply).unwrap_or_default();
    made.iter()
        .rfind(|mv| mv.side == side)
        .map_or(0, |mv| mv.total)
}

/// When the reader's move was sent, when it was received and answered (55.3.7.2-3); the
/// first move of a game answers nothing.
fn dates(card: &MoveCard<'_>, last: &PlayedMove) -> Vec<String> {
    let language = card.language;
    let told = card.game.moves.get(..card.ply).unwrap_or_default();
    let sent = date(language, last.sent);
    let Some(own) = told.iter().rfind(|mv| mv.side != last.side) else {
        return vec![Phrase("card.sent").fill(language, &[("sent", &sent)])];
    };
    let received = date(language, last.received);
    let asked = date(language, own.sent);
    let both = [("received", received.as_str()), ("sent", &sent)];
    vec![
        Phrase("card.asked").fill(language, &[("sent", &asked)]),
        Phrase("card.dates").fill(language, &both),
    ]
}
