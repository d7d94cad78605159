//! A letter for a window envelope DIN lang (DIN 5008, form B): the address where the
//! window is, marks where it is folded, the text as it was written. With it the pile of
//! one printing: cards first, then letters.

use super::card::{self, CardSheet, MoveCard, PostalParty};
use super::fonts::{Face, composed};
use super::ink::{INK, QUIET, TextStyle};
use super::sheet::{Pages, SheetSize};
use super::{PdfError, sheets, written};
use crate::language::Language;
use crate::report::document::Document;
use crate::time::Instant;
use card::{CardParagraph, Place, set_fitting};
use krilla::geom::Point;

/// A millimetre in points.
const MM: f32 = 72.0 / 25.4;
/// The line above the address, for who writes, within the window (form B).
const RETURN: Place = Place {
    x: 25.0 * MM,
    y: 51.0 * MM,
    width: 75.0 * MM,
    height: 11.0 * MM,
};
/// The address within the window.
const ADDRESS: Place = Place {
    x: 25.0 * MM,
    y: 63.0 * MM,
    width: 75.0 * MM,
    height: 27.0 * MM,
};
/// Where the text begins, and where the sheet is folded.
const TEXT: f32 = 103.5 * MM;
const FOLDS: [f32; 2] = [105.0 * MM, 210.0 * MM];
/// The letters of the text; lines of 78 columns fit.
const SIZE: f32 = 9.0;

/// A letter on paper.
#[derive(Clone, Debug)]
pub struct WindowLetter<'p> {
    /// Who gets it.
    pub to: &'p PostalParty,
    /// Who writes.
    pub from: &'p PostalParty,
    /// Its subject.
    pub subject: &'p str,
    /// Its text, in lines.
    pub text: &'p str,
    /// What lies in the envelope beside it, each on sheets of its own.
    pub enclosed: &'p [Document],
}

/// What is printed together.
#[derive(Clone, Debug)]
pub struct PaperPile<'p> {
    /// The cards.
    pub cards: Vec<MoveCard<'p>>,
    /// How they lie on paper.
    pub sheet: CardSheet,
    /// The letters.
    pub letters: Vec<WindowLetter<'p>>,
}

/// A pile as PDF, to be printed on both sides: a letter never begins on the back of
/// another. `made` is the date that stands in the file.
pub fn pile(pile: &PaperPile<'_>, language: Language, made: Instant) -> Result<Vec<u8>, PdfError> {
    let mut names: Vec<String> = Vec::new();
    names.extend(pile.cards.iter().map(|c| c.game.facts.name.to_string()));
    names.extend(pile.letters.iter().map(|l| l.subject.to_owned()));
    names.dedup();
    written(&names.join(", "), language, made, |fonts, file| {
        card::draw(&pile.cards, pile.sheet, fonts, file)?;
        for letter in &pile.letters {
            let mut pages = Pages::new(SheetSize::UPRIGHT, fonts);
            lay_out(&mut pages, letter)?;
            pages.number(letter.subject);
            pages.even();
            pages.draw(file)?;
            for enclosed in letter.enclosed {
                let mut pages = sheets(enclosed, fonts)?;
                pages.even();
                pages.draw(file)?;
            }
        }
        Ok(())
    })
}

/// Sets a letter: address and folds on the first sheet, the text on as many as it takes.
fn lay_out(pages: &mut Pages<'_>, letter: &WindowLetter<'_>) -> Result<(), PdfError> {
    let from = letter.from.written(letter.to).lines.join(" · ");
    let sender = [CardParagraph::new(7.0, from).quiet()];
    set_fitting(pages, &sender, RETURN, &letter.from.name)?;
    let address = letter.to.written(letter.from).lines.into_iter();
    let address: Vec<CardParagraph> = address.map(|l| CardParagraph::new(10.5, l)).collect();
    set_fitting(pages, &address, ADDRESS, &letter.to.name)?;
    for fold in FOLDS {
        let (from, to) = (Point::from_xy(10.0, fold), Point::from_xy(22.0, fold));
        pages.stroke(from, to, 0.4, QUIET);
    }
    let style = |face, size| TextStyle {
        face,
        size,
        colour: INK,
    };
    pages.advance(TEXT - pages.y());
    pages.flow(0.0, style(Face::Bold, 10.5), letter.subject);
    pages.advance(SIZE);
    let plain = style(Face::Mono, SIZE);
    for line in letter.text.lines() {
        let line = composed(line);
        if pages.fonts.width(plain.face, plain.size, &line) > pages.room() {
            pages.flow(0.0, plain, &line);
            continue;
        }
        // Columns stand as they were written: no space is taken out.
        pages.need(plain.leading());
        let (left, y) = (pages.left(), pages.y());
        pages.text(left, y, plain, &line);
        pages.advance(plain.leading());
    }
    Ok(())
}
