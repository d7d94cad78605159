//! The parts of a document, one below the other.

use super::PdfError;
use super::figure::Drawing;
use super::fonts::{Face, composed};
use super::ink::{BAND, INK, LOUD, QUIET, TextStyle};
use super::sheet::Pages;
use super::table::{count, table, together};
use crate::report::document::{
    Block, Document, DocumentSection, Figure, Item, Note, Signature, Tone,
};
use crate::report::width::{Align, one_line};
use krilla::geom::Point;
use std::rc::Rc;

const BODY: TextStyle = TextStyle {
    face: Face::Regular,
    size: 9.5,
    colour: INK,
};
const STRONG: TextStyle = TextStyle {
    face: Face::Bold,
    ..BODY
};
const SMALL: TextStyle = TextStyle {
    face: Face::Regular,
    size: 8.0,
    colour: QUIET,
};
/// Between two blocks.
const APART: f32 = 7.0;
/// A drawing that does not take the whole width is not wider than this.
const FIGURE: f32 = 240.0;
/// Between two drawings.
const GAP: f32 = 16.0;
/// Points of a drawing's unit: a pixel of a page is 1/96 of an inch.
const UNIT: f32 = 0.75;
/// Room above a line that is signed.
const HAND: f32 = 14.0;
/// Lines that stand as they are are set in these sizes, the first that fits.
const FIXED: [f32; 6] = [8.5, 8.0, 7.5, 7.0, 6.5, 6.0];

/// The whole document.
pub fn document(pages: &mut Pages<'_>, document: &Document) -> Result<(), PdfError> {
    let title = one_line(&document.title);
    // A title that is a sentence, as the forms of the rules have it, is set smaller.
    let size = if title.chars().count() > 60 {
        12.0
    } else {
        15.0
    };
    pages.flow(0.0, TextStyle { size, ..STRONG }, &title);
    pages.advance(2.0);
    for line in &document.subtitle {
        let style = TextStyle {
            colour: QUIET,
            ..BODY
        };
        pages.flow(0.0, style, &one_line(line));
    }
    for part in &document.sections {
        section(pages, part)?;
    }
    Ok(())
}

fn section(pages: &mut Pages<'_>, section: &DocumentSection) -> Result<(), PdfError> {
    if section.on_new_sheet && !pages.is_empty() {
        pages.turn();
    }
    pages.skip(14.0);
    if !section.title.is_empty() {
        // A title stays with what it is the title of, a drawing among it.
        pages.need(match section.blocks.first() {
            Some(Block::Figures(_)) => FIGURE + 40.0,
            Some(Block::Table(first)) => (together(pages, first) + 20.0).max(75.0),
            _ => 75.0,
        });
        pages.flow(
            0.0,
            TextStyle {
                size: 11.5,
                ..STRONG
            },
            &one_line(&section.title),
        );
        pages.advance(3.0);
    }
    for (at, part) in section.blocks.iter().enumerate() {
        if at > 0 {
            pages.skip(APART);
        }
        block(pages, part)?;
    }
    Ok(())
}

fn block(pages: &mut Pages<'_>, block: &Block) -> Result<(), PdfError> {
    match block {
        Block::Heading(text) => {
            pages.need(60.0);
            pages.skip(3.0);
            pages.flow(0.0, STRONG, &one_line(text));
        }
        Block::Paragraph(text) => {
            for line in text.lines().filter(|l| !l.trim().is_empty()) {
                pages.flow(0.0, BODY, &one_line(line));
                pages.advance(2.0);
            }
        }
        Block::List(points) => {
            for point in points {
                pointed(pages, BODY, &one_line(point));
                pages.advance(1.5);
            }
        }
        Block::Facts(facts) => self::facts(pages, facts),
        Block::Items(items) => items.iter().for_each(|i| item(pages, i)),
        Block::Table(t) => table(pages, t),
        Block::Figures(gallery) => {
            if !gallery.legend.is_empty() {
                pages.flow(0.0, SMALL, &one_line(&gallery.legend));
                pages.advance(3.0);
            }
            figures(pages, &gallery.figures)?;
        }
        Block::Note(Note { tone, text }) => match tone {
            Tone::Loud => {
                let style = TextStyle {
                    colour: LOUD,
                    ..STRONG
                };
                pages.flow(0.0, style, &one_line(text));
            }
            Tone::Plain | Tone::Quiet => pages.flow(0.0, SMALL, &one_line(text)),
        },
        Block::Preformatted(text) => fixed(pages, 0.0, text),
        Block::Signatures(all) => all.iter().for_each(|one| signature(pages, one)),
    }
    Ok(())
}

/// A point of a list.
fn pointed(pages: &mut Pages<'_>, style: TextStyle, text: &str) {
    pages.need(style.leading());
    pages.text(pages.left() + 2.0, pages.y(), style, "•");
    pages.flow(12.0, style, text);
}

/// Names on the left, what they are beside them.
fn facts(pages: &mut Pages<'_>, facts: &[(String, String)]) {
    let quiet = TextStyle {
        colour: QUIET,
        ..BODY
    };
    let width = |name: &str| pages.fonts.width(BODY.face, BODY.size, &composed(name));
    let widest = facts.iter().map(|(n, _)| width(n)).fold(0.0, f32::max);
    let indent = widest.min(pages.room() / 3.0) + 12.0;
    for (name, value) in facts {
        let name = composed(&one_line(name));
        let names = pages
            .fonts
            .lines(BODY.face, BODY.size, &name, indent - 12.0 + 0.1);
        pages.need(count(names.len()) * BODY.leading());
        let top = pages.y();
        for (line, text) in names.iter().enumerate() {
            pages.text(
                pages.left(),
                top + count(line) * BODY.leading(),
                quiet,
                text,
            );
        }
        pages.flow(indent, BODY, &one_line(value));
        let missing = top + count(names.len()) * BODY.leading() - pages.y();
        // A value may have gone on on another sheet: then its own end counts.
        if names.len() > 1 && pages.y() > top {
            pages.advance(missing.max(0.0));
        }
        pages.advance(1.0);
    }
}

/// A line to be signed: as what on the left, the name on the right, room for a hand above.
fn signature(pages: &mut Pages<'_>, one: &Signature) {
    let lines = |pages: &Pages<'_>, text: &str, width: f32| {
        let text = composed(&one_line(text));
        pages.fonts.lines(BODY.face, BODY.size, &text, width)
    };
    // Half again as much for words as for the line: a long double name stays whole.
    let hand = (pages.room() - 2.0 * GAP) / 4.0;
    let words = 1.5 * hand;
    let (office, name) = (
        lines(pages, &one.office, words),
        lines(pages, &one.name, words),
    );
    let tall = count(office.len().max(name.len()).max(2)) * BODY.leading();
    pages.need(HAND + tall);
    pages.advance(HAND);
    let (top, left) = (pages.y(), pages.left());
    let line = left + words + GAP;
    let beside = line + hand + GAP;
    for (texts, x) in [(&office, left), (&name, beside)] {
        for (at, text) in texts.iter().enumerate() {
            pages.text(x, top + count(at) * BODY.leading(), BODY, text);
        }
    }
    let foot = top + BODY.leading();
    let (from, to) = (
        Point::from_xy(line, foot),
        Point::from_xy(line + hand, foot),
    );
    pages.stroke(from, to, 0.6, QUIET);
    let below = composed(&one_line(&one.below));
    pages.within(line, hand, foot + 1.0, Align::Center, SMALL, &below);
    pages.advance(tall);
}

fn item(pages: &mut Pages<'_>, item: &Item) {
    pages.need(3.0 * BODY.leading());
    pointed(pages, STRONG, &one_line(&item.head));
    for line in &item.lines {
        pages.flow(12.0, BODY, &one_line(line));
    }
    for command in &item.commands {
        fixed(pages, 12.0, &one_line(command));
    }
    pages.advance(4.0);
}

/// Lines of fixed width, as they are; what is too wide for any size is broken.
fn fixed(pages: &mut Pages<'_>, indent: f32, text: &str) {
    let lines: Vec<String> = text.trim_end().lines().map(unbroken).collect();
    let room = pages.room() - indent;
    let widest = |size: f32| {
        let width = |l: &String| pages.fonts.width(Face::Mono, size, l);
        lines.iter().map(width).fold(0.0, f32::max)
    };
    let size = FIXED.into_iter().find(|s| widest(*s) <= room);
    let style = TextStyle {
        face: Face::Mono,
        size: size.unwrap_or(7.0),
        colour: INK,
    };
    for line in &lines {
        // Spaces stand where they are, unless the line must be broken.
        let parts = match size {
            Some(_) => vec![line.clone()],
            None => pages.fonts.lines(style.face, style.size, line, room),
        };
        for part in parts {
            pages.need(style.leading());
            let (x, y) = (pages.left() + indent, pages.y());
            pages.area(x - 2.0, y, room + 4.0, style.leading() + 0.2, BAND);
            pages.text(x, y, style, &part);
            pages.advance(style.leading());
        }
    }
}

/// A line without control characters, its spaces kept.
fn unbroken(line: &str) -> String {
    composed(&one_line(line.trim_end()))
}

/// Drawings side by side, as many as fit.
fn figures(pages: &mut Pages<'_>, figures: &[Figure]) -> Result<(), PdfError> {
    let mut row: Vec<PlacedDrawing> = Vec::new();
    for figure in figures {
        let drawing = super::drawing(&figure.picture.svg(), &figure.caption)?;
        let own = drawing.shown.max(1.0) * UNIT;
        let width = match figure.wide {
            true => pages.room().min(own * 1.6),
            false => own.min(FIGURE).min(pages.room()),
        };
        let taken: f32 = row.iter().map(|s| s.width + GAP).sum();
        if !row.is_empty() && taken + width > pages.room() {
            shown(pages, &row);
            row.clear();
        }
        let caption = composed(&one_line(&figure.caption));
        row.push(PlacedDrawing {
            width,
            // At most a sheet.
            scale: (width / drawing.width.max(1.0))
                .min((pages.whole() - 60.0) / drawing.height.max(1.0)),
            caption: match caption.is_empty() {
                true => Vec::new(),
                false => pages.fonts.lines(SMALL.face, SMALL.size, &caption, width),
            },
            drawing: Rc::new(drawing),
        });
    }
    shown(pages, &row);
    Ok(())
}

/// A drawing with its place.
struct PlacedDrawing {
    width: f32,
    scale: f32,
    caption: Vec<String>,
    drawing: Rc<Drawing>,
}

impl PlacedDrawing {
    fn height(&self) -> f32 {
        self.drawing.height * self.scale + 3.0 + count(self.caption.len()) * SMALL.leading()
    }
}

fn shown(pages: &mut Pages<'_>, row: &[PlacedDrawing]) {
    let height = row.iter().map(PlacedDrawing::height).fold(0.0, f32::max);
    pages.need(height);
    let top = pages.y();
    let mut x = pages.left();
    for one in row {
        pages.drawing(x, top, one.scale, Rc::clone(&one.drawing));
        let mut y = top + one.drawing.height * one.scale + 3.0;
        for line in &one.caption {
            pages.text(x, y, SMALL, line);
            y += SMALL.leading();
        }
        x += one.width + GAP;
    }
    pages.advance(height + 6.0);
}
