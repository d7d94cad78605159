//! Sheets of paper that fill from the top, and what stands on them.

use super::PdfError;
use super::figure::Drawing;
use super::fonts::{Face, Fonts, composed};
use super::ink::{Colour, QUIET, RULE, TextStyle, filled, path, rgb, write};
use crate::report::width::Align;
use krilla::geom::{Point, Rect, Transform};
use krilla::page::PageSettings;
use krilla::paint::Stroke;
use krilla::surface::Surface;
use std::rc::Rc;

/// Room around the text, in points; more at the foot, where the number stands.
const MARGIN: f32 = 42.0;
const FOOT: f32 = 48.0;
/// The size of the line at the foot.
const SMALL: f32 = 7.5;
/// A postcard across, in points: four of them are A4.
pub const A6: (f32, f32) = (420.94, 297.64);
/// How long the marks are along which four cards are cut.
const CUT: f32 = 14.0;

/// The size of a sheet, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SheetSize {
    width: f32,
    height: f32,
}

impl SheetSize {
    /// A4, upright.
    pub const UPRIGHT: SheetSize = SheetSize {
        width: 595.28,
        height: 841.89,
    };
    /// A4, across.
    pub const ACROSS: SheetSize = SheetSize {
        width: 841.89,
        height: 595.28,
    };

    /// A postcard: A6, across.
    pub const POSTCARD: SheetSize = SheetSize {
        width: A6.0,
        height: A6.1,
    };

    /// How wide a text may be.
    pub fn room(self) -> f32 {
        self.width - 2.0 * MARGIN
    }

    fn settings(self) -> Result<PageSettings, PdfError> {
        PageSettings::from_wh(self.width, self.height)
            .ok_or_else(|| PdfError::Writing("a sheet without a size".to_owned()))
    }
}

/// Something that stands on a sheet. Distances are from its upper left corner.
enum SheetMark {
    Text {
        x: f32,
        /// The line on which the letters stand.
        y: f32,
        style: TextStyle,
        text: String,
    },
    Area {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        colour: Colour,
    },
    Line {
        from: Point,
        to: Point,
        width: f32,
        colour: Colour,
    },
    Drawing {
        x: f32,
        y: f32,
        scale: f32,
        drawing: Rc<Drawing>,
    },
}

/// Sheets, and how far the last one is filled.
pub struct Pages<'f> {
    /// What the text is set in.
    pub fonts: &'f Fonts,
    size: SheetSize,
    sheets: Vec<Vec<SheetMark>>,
    y: f32,
}

impl<'f> Pages<'f> {
    /// One empty sheet.
    pub fn new(size: SheetSize, fonts: &'f Fonts) -> Pages<'f> {
        Pages {
            fonts,
            size,
            sheets: vec![Vec::new()],
            y: MARGIN,
        }
    }

    /// Where text begins.
    pub fn left(&self) -> f32 {
        MARGIN
    }

    /// How wide it may be.
    pub fn room(&self) -> f32 {
        self.size.room()
    }

    /// How far the sheet is filled.
    pub fn y(&self) -> f32 {
        self.y
    }

    /// Nothing stands on any sheet yet.
    pub fn is_empty(&self) -> bool {
        self.sheets.iter().all(Vec::is_empty)
    }

    /// What is left of the sheet.
    pub fn below(&self) -> f32 {
        self.size.height - FOOT - self.y
    }

    /// What a whole sheet holds.
    pub fn whole(&self) -> f32 {
        self.size.height - FOOT - MARGIN
    }

    /// Leaves room, unless the sheet has just begun.
    pub fn skip(&mut self, height: f32) {
        if self.y > MARGIN {
            self.y += height;
        }
    }

    /// Goes down: what stands above is taken.
    pub fn advance(&mut self, height: f32) {
        self.y += height;
    }

    /// Begins a new sheet where so much does not fit on this one. Says whether it did.
    pub fn need(&mut self, height: f32) -> bool {
        let full = self.below() < height && self.y > MARGIN;
        if full {
            self.turn();
        }
        full
    }

    /// Begins a new sheet.
    pub fn turn(&mut self) {
        self.sheets.push(Vec::new());
        self.y = MARGIN;
    }

    /// An empty sheet more where their number is odd, so that what follows does not begin
    /// on the back of another's letter.
    pub fn even(&mut self) {
        if self.sheets.len() % 2 == 1 {
            self.turn();
        }
    }

    fn mark(&mut self, mark: SheetMark) {
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.push(mark);
        }
    }

    /// A text whose line begins at the given height.
    pub fn text(&mut self, x: f32, top: f32, style: TextStyle, text: &str) {
        if !text.is_empty() {
            let y = top + style.size * 0.98;
            let text = text.to_owned();
            self.mark(SheetMark::Text { x, y, style, text });
        }
    }

    /// A text within so many points.
    pub fn within(
        &mut self,
        x: f32,
        width: f32,
        top: f32,
        align: Align,
        style: TextStyle,
        text: &str,
    ) {
        let own = self.fonts.width(style.face, style.size, text);
        let before = match align {
            Align::Left => 0.0,
            Align::Right => width - own,
            Align::Center => (width - own) / 2.0,
        };
        self.text(x + before.max(0.0), top, style, text);
    }

    /// A coloured ground.
    pub fn area(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Colour) {
        self.mark(SheetMark::Area {
            x,
            y,
            width,
            height,
            colour,
        });
    }

    /// A line of a table.
    pub fn line(&mut self, from: Point, to: Point, width: f32) {
        self.stroke(from, to, width, RULE);
    }

    /// A line of a colour.
    pub fn stroke(&mut self, from: Point, to: Point, width: f32, colour: Colour) {
        self.mark(SheetMark::Line {
            from,
            to,
            width,
            colour,
        });
    }

    /// A drawing, so much larger than it is.
    pub fn drawing(&mut self, x: f32, y: f32, scale: f32, drawing: Rc<Drawing>) {
        self.mark(SheetMark::Drawing {
            x,
            y,
            scale,
            drawing,
        });
    }

    /// Text in lines, over as many sheets as it takes, with so much to its left.
    pub fn flow(&mut self, indent: f32, style: TextStyle, text: &str) {
        let text = composed(text);
        let width = self.room() - indent;
        for line in self.fonts.lines(style.face, style.size, &text, width) {
            self.need(style.leading());
            self.text(self.left() + indent, self.y, style, &line);
            self.y += style.leading();
        }
    }

    /// The foot of every sheet: what it is a part of, and its number: `3 / 7`.
    pub fn number(&mut self, title: &str) {
        let style = TextStyle {
            face: Face::Regular,
            size: SMALL,
            colour: QUIET,
        };
        let all = self.sheets.len();
        let top = self.size.height - FOOT + 16.0;
        let room = self.room();
        let mut title = composed(title);
        if self.fonts.width(style.face, style.size, &title) > room - 60.0 {
            let lines = self
                .fonts
                .lines(style.face, style.size, &title, room - 70.0);
            title = format!("{}…", lines.first().map_or("", String::as_str));
        }
        for (at, sheet) in self.sheets.iter_mut().enumerate() {
            let number = format!("{} / {all}", at + 1);
            let own = self.fonts.width(style.face, style.size, &number);
            let y = top + style.size;
            for (x, text) in [(MARGIN, title.clone()), (MARGIN + room - own, number)] {
                sheet.push(SheetMark::Text { x, y, style, text });
            }
        }
    }

    /// Brings everything into the file.
    pub fn draw(&self, file: &mut krilla::Document) -> Result<(), PdfError> {
        for sheet in &self.sheets {
            let mut page = file.start_page_with(self.size.settings()?);
            let mut surface = page.surface();
            for mark in sheet {
                self.put(&mut surface, mark);
            }
            surface.finish();
            page.finish();
        }
        Ok(())
    }

    /// Brings postcards into the file four on a sheet with cut marks; sheets are fronts and
    /// backs in turn. Turned over along its long edge, each back lies behind its front,
    /// upright where the front is: columns change places, and it is turned the other way.
    pub fn draw_four(&self, file: &mut krilla::Document) -> Result<(), PdfError> {
        let cards: Vec<&[Vec<SheetMark>]> = self.sheets.chunks(2).collect();
        for four in cards.chunks(4) {
            for back in [false, true] {
                let mut page = file.start_page_with(SheetSize::UPRIGHT.settings()?);
                let mut surface = page.surface();
                for (place, card) in four.iter().enumerate() {
                    surface.push_transform(&placed(place, back));
                    for mark in card.get(usize::from(back)).into_iter().flatten() {
                        self.put(&mut surface, mark);
                    }
                    surface.pop();
                }
                for mark in cut_marks() {
                    self.put(&mut surface, &mark);
                }
                surface.finish();
                page.finish();
            }
        }
        Ok(())
    }

    /// Texts that reach nearer to an edge than so much, or beyond it.
    #[cfg(test)]
    pub fn beyond(&self, edge: f32) -> Vec<String> {
        let marks = self.sheets.iter().flatten();
        let texts = marks.filter_map(|mark| match mark {
            SheetMark::Text { x, y, style, text } => {
                let right = x + self.fonts.width(style.face, style.size, text);
                let low = y + style.size * 0.24;
                let inside = *x >= edge
                    && right <= self.size.width - edge + 0.01
                    && y - style.size * 0.98 >= edge - 0.01
                    && low <= self.size.height - edge + 0.01;
                (!inside).then(|| text.clone())
            }
            _ => None,
        });
        texts.collect()
    }

    /// The texts of each sheet, joined.
    #[cfg(test)]
    pub fn texts(&self) -> Vec<String> {
        let of = |sheet: &Vec<SheetMark>| {
            let texts = sheet.iter().filter_map(|mark| match mark {
                SheetMark::Text { text, .. } => Some(text.as_str()),
                _ => None,
            });
            texts.collect::<Vec<_>>().join(" ")
        };
        self.sheets.iter().map(of).collect()
    }

    fn put(&self, surface: &mut Surface<'_>, mark: &SheetMark) {
        match mark {
            SheetMark::Text { x, y, style, text } => {
                write(surface, self.fonts, Point::from_xy(*x, *y), *style, text)
            }
            SheetMark::Area {
                x,
                y,
                width,
                height,
                colour,
            } => {
                if let Some(rect) = Rect::from_xywh(*x, *y, *width, *height)
                    && let Some(path) = path(|p| p.push_rect(rect))
                {
                    surface.set_stroke(None);
                    surface.set_fill(Some(filled(*colour, 1.0)));
                    surface.draw_path(&path);
                }
            }
            SheetMark::Line {
                from,
                to,
                width,
                colour,
            } => {
                let line = path(|p| {
                    p.move_to(from.x, from.y);
                    p.line_to(to.x, to.y);
                });
                if let Some(line) = line {
                    surface.set_fill(None);
                    surface.set_stroke(Some(Stroke {
                        paint: rgb(*colour).into(),
                        width: *width,
                        ..Stroke::default()
                    }));
                    surface.draw_path(&line);
                }
            }
            SheetMark::Drawing {
                x,
                y,
                scale,
                drawing,
            } => drawing.draw(surface, self.fonts, Point::from_xy(*x, *y), *scale),
        }
    }
}

/// Where the card of a place lies on a sheet of four: row by row, its front read from
/// the right edge of the sheet, its back from the left one.
fn placed(place: usize, back: bool) -> Transform {
    let (wide, high) = (
        SheetSize::UPRIGHT.width / 2.0,
        SheetSize::UPRIGHT.height / 2.0,
    );
    let right = (place % 2 == 1) != back;
    let x = if right { wide } else { 0.0 };
    let y = if place / 2 == 1 { high } else { 0.0 };
    if back {
        Transform::from_row(0.0, -1.0, 1.0, 0.0, x, y + high)
    } else {
        Transform::from_row(0.0, 1.0, -1.0, 0.0, x + wide, y)
    }
}

/// Short lines at the edges of a sheet of four and a cross in its middle.
fn cut_marks() -> [SheetMark; 6] {
    let SheetSize { width, height } = SheetSize::UPRIGHT;
    let (across, down) = (width / 2.0, height / 2.0);
    let mark = |from: (f32, f32), to: (f32, f32)| SheetMark::Line {
        from: Point::from_xy(from.0, from.1),
        to: Point::from_xy(to.0, to.1),
        width: 0.4,
        colour: QUIET,
    };
    let half = CUT / 2.0;
    [
        mark((across, 0.0), (across, CUT)),
        mark((across, height - CUT), (across, height)),
        mark((0.0, down), (CUT, down)),
        mark((width - CUT, down), (width, down)),
        mark((across - half, down), (across + half, down)),
        mark((across, down - half), (across, down + half)),
    ]
}
