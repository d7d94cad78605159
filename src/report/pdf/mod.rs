//! A document on paper: A4, upright or across as its tables ask, the titles of a
//! table on every page it goes over, the number of each page and of all of them.
//!
//! The fonts are built in, so that a small server needs none, and only the letters
//! used are embedded. The text can be searched and copied, boards and plots are
//! drawn as lines, and the same document made at the same hour is the same bytes.

mod blocks;
mod card;
mod figure;
mod fonts;
mod ink;
mod letter_sheet;
mod sheet;
mod table;
#[cfg(test)]
mod tests;

pub use card::{
    CardSheet, CardsWanted, MoveCard, Place, PostalParty, REPLY_LAYOUT, ReplyLayout, card_suffices,
};
pub use letter_sheet::{PaperPile, WindowLetter, pile};

use super::document::Document;
use super::width::one_line;
use crate::language::Language;
use crate::time::Instant;
use figure::Drawing;
use fonts::Fonts;
use krilla::SerializeSettings;
use krilla::metadata::{DateTime, Metadata};
use sheet::{Pages, SheetSize};

/// Why a document could not be brought to paper.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The fonts that are built in cannot be read.
    #[error("the fonts built into the program cannot be read")]
    Fonts,
    /// A drawing that is not one of ours.
    #[error("the drawing '{caption}' cannot be drawn: {reason}")]
    Figure {
        /// The line under it.
        caption: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A text for which its place on paper has no room, however small it is set.
    #[error("there is no room on the card for: {0}")]
    TooLong(String),
    /// The file could not be put together.
    #[error("the PDF cannot be put together: {0}")]
    Writing(String),
}

/// The document as PDF. `made` is the date that stands in the file.
pub fn pdf(document: &Document, made: Instant) -> Result<Vec<u8>, PdfError> {
    let title = one_line(&document.title);
    written(&title, document.language, made, |fonts, file| {
        sheets(document, fonts)?.draw(file)
    })
}

/// The document on as many sheets as it takes.
fn sheets<'f>(document: &Document, fonts: &'f Fonts) -> Result<Pages<'f>, PdfError> {
    let size = if document.tables().any(|t| table::is_wide(t, fonts)) {
        SheetSize::ACROSS
    } else {
        SheetSize::UPRIGHT
    };
    let mut pages = Pages::new(size, fonts);
    blocks::document(&mut pages, document)?;
    pages.number(&one_line(&document.title));
    Ok(pages)
}

/// The file of what is drawn into it.
fn written(
    title: &str,
    language: Language,
    made: Instant,
    draw: impl FnOnce(&Fonts, &mut krilla::Document) -> Result<(), PdfError>,
) -> Result<Vec<u8>, PdfError> {
    let fonts = Fonts::load().ok_or(PdfError::Fonts)?;
    let settings = SerializeSettings {
        // Untagged: nothing in it says what is a title and what a cell.
        enable_tagging: false,
        ..SerializeSettings::default()
    };
    let mut file = krilla::Document::new_with(settings);
    draw(&fonts, &mut file)?;
    file.set_metadata(
        Metadata::new()
            .title(title.to_owned())
            .language(language.code().to_owned())
            .creator("postchess".to_owned())
            .producer("postchess".to_owned())
            .creation_date(date(made)),
    );
    file.finish()
        .map_err(|e| PdfError::Writing(format!("{e:?}")))
}

/// A drawing of ours, or why it cannot be drawn.
fn drawing(svg: &str, caption: &str) -> Result<Drawing, PdfError> {
    Drawing::read(svg).map_err(|reason| PdfError::Figure {
        caption: caption.to_owned(),
        reason,
    })
}

/// An instant as PDF has it, in UTC.
fn date(at: Instant) -> DateTime {
    let day = crate::time::Zone::utc().day(at);
    let seconds = at.unix().rem_euclid(86_400);
    let part = |n: i64| u8::try_from(n).unwrap_or(0);
    DateTime::new(u16::try_from(day.year()).unwrap_or(0))
        .month(u8::try_from(day.month()).unwrap_or(1))
        .day(u8::try_from(day.day()).unwrap_or(1))
        .hour(part(seconds / 3600))
        .minute(part(seconds / 60 % 60))
        .second(part(seconds % 60))
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}
