//! Postcards A6, each with both its sides: one that tells the opponent's move with all
//! that article 55.3.7 asks, and the reply card, addressed already. Every text is
//! measured before it is set; accepted moves for which there is no room go on to
//! further cards, so that none is left out.

mod address_side;
mod code_field;
mod fitted;
mod index_field;
mod message_side;
mod postal;
mod reply_side;
#[cfg(test)]
mod tests;

pub use postal::PostalParty;
pub use reply_side::{REPLY_LAYOUT, ReplyLayout};

use super::PdfError;
use super::fonts::Fonts;
use super::sheet::{Pages, SheetSize};
use crate::chess::{Side, san_in};
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::{Event, GameFile, PlayedMove, Recorded, Status};
use crate::report::words::common::side as side_name;
use crate::rules::Article;
use crate::token::Key;
pub(super) use fitted::CardParagraph;
pub use fitted::Place;

/// Room at the edge of a card, in points: printers leave some 5 mm white.
const EDGE: f32 = 17.0;

/// How cards lie on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardSheet {
    /// Each side a page of the size of the card.
    Alone,
    /// Four on A4 with cut marks, backs behind fronts when turned along the long edge.
    Four,
}

/// The card that tells a move, the reply card to it, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardsWanted {
    /// The move alone: nothing is to be answered.
    Message,
    /// The reply card alone: a letter tells the move.
    Reply,
    /// Both.
    Both,
}

/// A card that tells a move, with the reply card to it.
#[derive(Clone, Copy, Debug)]
pub struct MoveCard<'g> {
    /// The game.
    pub game: &'g GameFile,
    /// The half-move told, from 1.
    pub ply: usize,
    /// Who gets it.
    pub to: &'g PostalParty,
    /// Who writes, and to whom the answer goes.
    pub from: &'g PostalParty,
    /// The reader's language.
    pub language: Language,
    /// Which of the two cards are wanted.
    pub wanted: CardsWanted,
    /// The home's key, by which it knows its reply cards again.
    pub key: &'g Key,
}

impl<'g> MoveCard<'g> {
    /// The half-moves up to the one told, and that one.
    fn moves(&self) -> Option<(&'g [PlayedMove], &'g PlayedMove)> {
        let (last, before) = self.game.moves.get(..self.ply)?.split_last()?;
        Some((before, last))
    }

    /// The reader's duty to register his answer to the half-move told (55.4.12), where he
    /// has it.
    fn duty(&self, told: &PlayedMove) -> Option<CardParagraph> {
        let game = self.game;
        let due = game.status == Status::Active && self.ply == game.moves.len();
        let number = Article::ControlNear.number(game.facts.profile);
        let words = || Phrase("card.register").fill(self.language, &[("article", number)]);
        let has = due && must_register(game, told.side.other());
        has.then(|| CardParagraph::new(9.0, words()).bold().below(3.0))
    }
}

/// Whether a side's control is so near that it has to send its moves registered (55.4.12).
fn must_register(game: &GameFile, side: Side) -> bool {
    let few = i64::from(game.facts.regulations.control_warning_days);
    few > 0 && game.tally().counting(side).left <= few
}

/// Whether a card can tell everything that happened with a half-move. Where anything is
/// on record with it but moves, cards, letters that left and an offer of a draw, or a
/// leave touches it, a letter tells more than a card; so where the reader's control is
/// near. His duty to register his answer (55.4.12) stands on the reply card with it.
pub fn card_suffices(game: &GameFile, ply: usize) -> bool {
    let Some((told, before)) = game.moves.get(..ply).and_then(<[_]>::split_last) else {
        return false;
    };
    let own = before.iter().rfind(|mv| !mv.variant).map_or(0, |mv| mv.ply);
    let played =
        |entry: &Recorded| matches!(entry.event, Event::MovePlayed { ply, .. } if ply == own);
    let from = game.entries.iter().rposition(played).map_or(0, |at| at + 1);
    let plain = game.entries.iter().skip(from).all(|entry| {
        matches!(
            entry.event,
            Event::Started
                | Event::MovePlayed { .. }
                | Event::LetterLeft { .. }
                | Event::CardShown { .. }
                | Event::DrawOffered { .. }
        )
    });
    let away = |side| {
        game.leave
            .get(side)
            .iter()
            .any(|leave| leave.days.to >= told.received)
    };
    let near = must_register(game, told.side.other());
    plain && !near && !Side::BOTH.into_iter().any(away)
}

/// Draws the cards into a file that may hold more, a front and a back in turn. A card whose
/// half-move the game does not have is left out.
pub(super) fn draw(
    cards: &[MoveCard<'_>],
    sheet: CardSheet,
    fonts: &Fonts,
    file: &mut krilla::Document,
) -> Result<(), PdfError> {
    let Some(pages) = sides(cards, fonts)? else {
        return Ok(());
    };
    match sheet {
        CardSheet::Alone => pages.draw(file),
        CardSheet::Four => pages.draw_four(file),
    }
}

/// The sides of all cards; none where there is no card.
fn sides<'f>(cards: &[MoveCard<'_>], fonts: &'f Fonts) -> Result<Option<Pages<'f>>, PdfError> {
    let mut pages: Option<Pages<'f>> = None;
    for card in cards {
        let Some((before, told)) = card.moves() else {
            continue;
        };
        let messages = match card.wanted {
            CardsWanted::Reply => Vec::new(),
            _ => message_side::messages(card, before, told, fonts)?,
        };
        for message in messages {
            let pages = next_side(&mut pages, fonts);
            address_side::draw(pages, card.to, card.from, card.language)?;
            pages.turn();
            message_side::draw(pages, &message)?;
        }
        if card.wanted != CardsWanted::Message {
            let pages = next_side(&mut pages, fonts);
            address_side::draw(pages, card.from, card.to, card.language)?;
            pages.turn();
            reply_side::draw(pages, card, told)?;
        }
    }
    Ok(pages)
}

/// An empty side of the next card.
fn next_side<'p, 'f>(pages: &'p mut Option<Pages<'f>>, fonts: &'f Fonts) -> &'p mut Pages<'f> {
    if let Some(pages) = pages.as_mut() {
        pages.turn();
    }
    pages.get_or_insert_with(|| Pages::new(SheetSize::POSTCARD, fonts))
}

/// A move in digits and in letters: `12. 5254 e4`.
fn told(mv: &PlayedMove, language: Language) -> String {
    format!("{} {}", numbered(mv), san_in(&mv.san, language))
}

/// A move in digits: `12. 5254`.
fn numbered(mv: &PlayedMove) -> String {
    format!("{}{} {}", mv.number, mv.side.dots(), mv.numeric)
}

/// Tournament, game and players, as they stand above every message.
fn head(card: &MoveCard<'_>) -> Vec<CardParagraph> {
    let (game, language) = (card.game, card.language);
    let name = game.facts.name.to_string();
    let named = Phrase("card.game").fill(language, &[("game", &name)]);
    let mut head = vec![
        CardParagraph::new(9.0, game.facts.tournament_name.as_str()).bold(),
        CardParagraph::new(9.0, named),
    ];
    for side in Side::BOTH {
        let player = format!("{}: {}", side_name(language, side), game.player(side).name);
        head.push(CardParagraph::new(9.0, player));
    }
    head
}

/// Sets paragraphs as large as they fit, or says for which there is no room.
pub(super) fn set_fitting(
    pages: &mut Pages<'_>,
    text: &[CardParagraph],
    place: Place,
    what: &str,
) -> Result<f32, PdfError> {
    let scale = fitted::scale_of(pages.fonts, text, place)
        .ok_or_else(|| PdfError::TooLong(what.to_owned()))?;
    Ok(fitted::set(pages, text, place, scale))
}
