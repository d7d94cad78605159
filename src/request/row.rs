//! A row of form 59.1's table: dates, number and moves, with what the mail left
//! of its columns.

use super::columns::{Columns, FormColumn, cells};
use super::date::{self, FoundDate};
use super::pattern;
use super::shape;
use super::{FilledForm, FormMove, TextSpan, WrittenDate, WrittenMove, WrittenTime};
use crate::chess::Side;
use regex::Regex;
use std::sync::LazyLock;

/// One row of the table.
#[derive(Debug, Default)]
pub struct FormRow {
    number: Option<u32>,
    white: Option<WrittenMove>,
    black: Option<WrittenMove>,
    beside_white: Beside,
    beside_black: Beside,
    marks: usize,
}

/// What stands beside a move: received, sent and time, of which any may be missing.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Beside {
    pub received: Option<WrittenDate>,
    pub sent: Option<WrittenDate>,
    pub time: Option<WrittenTime>,
}

impl Beside {
    fn is_dated(&self) -> bool {
        self.received.is_some() || self.sent.is_some()
    }
}

/// One cell or word of a row.
#[derive(Debug)]
pub enum RowPiece<'t> {
    Date(WrittenDate),
    Time(WrittenTime),
    Blank,
    Number(u32, bool),
    Dots,
    Move(&'t str, usize),
    Draw,
}

impl FormRow {
    /// Reads a line, by the columns of the header where it has them.
    pub fn read(line: &str, offset: usize, columns: Option<&Columns>) -> Option<FormRow> {
        if let Some(row) = columns.and_then(|c| FormRow::by_columns(line, offset, c)) {
            return Some(row);
        }
        let mut pieces = Vec::new();
        for (text, at) in split(line) {
            pieces.extend(piece(text, offset + at)?);
        }
        FormRow::by_order(pieces)
    }

    /// Cells that the header names, where the row has as many.
    fn by_columns(line: &str, offset: usize, columns: &Columns) -> Option<FormRow> {
        let cells = cells(line);
        if columns.kinds.is_empty() || cells.len() < 3 || cells.len() > columns.kinds.len() {
            return None;
        }
        let mut row = FormRow::default();
        let mut of_black = false;
        let base = line.as_ptr() as usize;
        // Dates stand before White's column or behind it, and behind Black's.
        for (cell, kind) in cells.iter().zip(&columns.kinds) {
            let at = offset + (cell.as_ptr() as usize).saturating_sub(base);
            of_black |= *kind == FormColumn::Black;
            let beside = if of_black {
                &mut row.beside_black
            } else {
                &mut row.beside_white
            };
            match kind {
                FormColumn::Received => beside.received = cell_date(cell),
                FormColumn::Sent => beside.sent = cell_date(cell),
                FormColumn::Number => {
                    let digits = cell.trim_end_matches(['.', '…', ' ', ')']);
                    row.number = Some(digits.parse().ok()?);
                }
                FormColumn::White => row.white = cell_move(cell, at)?,
                FormColumn::Black => row.black = cell_move(cell, at)?,
                FormColumn::Time => {
                    beside.time = WrittenTime::read(cell);
                    row.marks += usize::from(beside.time.is_some());
                }
                FormColumn::Other => {}
            }
        }
        row.number?;
        if row.white.is_none() && row.black.is_none() {
            return None;
        }
        row.finish();
        Some(row)
    }

    /// Dates and time, number, one or two moves, dates and time.
    fn by_order(pieces: Vec<RowPiece>) -> Option<FormRow> {
        let at = pieces
            .iter()
            .position(|p| matches!(p, RowPiece::Number(..)))?;
        let mut row = FormRow::default();
        let mut left = Vec::new();
        let mut right = Vec::new();
        let mut black_next = false;
        let mut moves = 0;
        let mut pieces = pieces.into_iter().enumerate();
        for (index, piece) in pieces.by_ref() {
            match piece {
                RowPiece::Number(number, dots) if index == at => {
                    row.number = Some(number);
                    black_next = dots;
                }
                RowPiece::Number(..) => return None,
                RowPiece::Dots => black_next = true,
                RowPiece::Blank if index > at && moves == 0 => black_next = true,
                RowPiece::Move(text, offset) if index > at => {
                    let mv = WrittenMove {
                        number: row.number,
                        side: None,
                        text: text.to_owned(),
                        second: None,
                        span: TextSpan {
                            start: offset,
                            end: offset + text.len(),
                        },
                    };
                    let slot = if black_next {
                        &mut row.black
                    } else {
                        &mut row.white
                    };
                    if slot.is_some() {
                        return None;
                    }
                    *slot = Some(mv);
                    black_next = true;
                    moves += 1;
                }
                RowPiece::Move(..) => return None,
                RowPiece::Draw => {}
                other if index < at => left.push(other),
                other => right.push(other),
            }
        }
        if moves == 0 {
            return None;
        }
        let marks = left.len() + right.len();
        row.beside_white = beside(left)?;
        row.beside_black = beside(right)?;
        row.finish();
        row.marks = marks;
        Some(row)
    }

    fn finish(&mut self) {
        let number = self.number;
        // Black's move alone in its row: the dates before it are Black's.
        if self.white.is_none() && !self.beside_black.is_dated() {
            self.beside_black = std::mem::take(&mut self.beside_white);
        }
        for (mv, side) in [
            (&mut self.white, Side::White),
            (&mut self.black, Side::Black),
        ] {
            if let Some(mv) = mv {
                mv.number = number;
                mv.side = Some(side);
            }
        }
        let beside = [&self.beside_white, &self.beside_black];
        self.marks += beside.iter().filter(|b| b.is_dated()).count();
    }

    /// Whether more than its moves stands in the row, so that it is a form's
    /// row also without a header line.
    pub fn is_dated(&self) -> bool {
        self.marks >= 2
    }

    /// Adds its moves to the form.
    pub fn push_to(self, form: &mut FilledForm) {
        for (mv, beside) in [
            (self.white, self.beside_white),
            (self.black, self.beside_black),
        ] {
            if let Some(mv) = mv {
                form.moves.push(FormMove {
                    mv,
                    received: beside.received,
                    sent: beside.sent,
                    time: beside.time,
                });
            }
        }
    }
}

/// Words of a row and where they stand.
pub fn split(line: &str) -> impl Iterator<Item = (&str, usize)> {
    let base = line.as_ptr() as usize;
    line.split(|c: char| c.is_whitespace() || c == '|')
        .filter(|t| !t.is_empty())
        .map(move |t| (t, (t.as_ptr() as usize).saturating_sub(base)))
}

/// What a word of a row is; `None` where it belongs to no row. A number glued
/// to its move is two.
pub fn piece(text: &str, offset: usize) -> Option<Vec<RowPiece<'_>>> {
    if text.chars().all(|c| "-–—_".contains(c)) {
        return Some(vec![RowPiece::Blank]);
    }
    if text.chars().all(|c| ".…".contains(c)) {
        return Some(vec![RowPiece::Dots]);
    }
    if matches!(text, "=" | "(=)") {
        return Some(vec![RowPiece::Draw]);
    }
    if let Some(time) = WrittenTime::read(text).filter(|_| !is_day_month(text)) {
        return Some(vec![RowPiece::Time(time)]);
    }
    if let Some(found) = NUMBER.captures(text) {
        let number = found.get(1)?.as_str().parse().ok()?;
        let dots = found.get(2).is_some_and(|d| d.as_str() != ".");
        let end = found.get(0)?.end();
        let rest = text.get(end..)?;
        if rest.is_empty() {
            return Some(vec![RowPiece::Number(number, dots)]);
        }
        if shape::loose_shape(rest) && date::at_start(text).is_none() {
            return Some(vec![
                RowPiece::Number(number, dots),
                RowPiece::Move(rest, offset + end),
            ]);
        }
    }
    if let Some(FoundDate::Date(date, len)) = date::at_start(text)
        && len == text.len()
    {
        return Some(vec![RowPiece::Date(date)]);
    }
    let mv = text.trim_end_matches(['=', ',', ';']);
    if shape::move_shape(mv) || shape::loose_shape(mv) && mv.len() > 3 {
        return Some(vec![RowPiece::Move(mv, offset)]);
    }
    // A number without its dot, in a row whose dots were lost.
    let plain = text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok().map(|n| vec![RowPiece::Number(n, false)]))?
}

/// `12/05` may be a date or a time of 12 days; `0/00`, `4/04` and `12/45` are times.
fn is_day_month(text: &str) -> bool {
    let Some((day, month)) = text.split_once('/') else {
        return true;
    };
    let number = |t: &str| t.parse::<u32>().unwrap_or(0);
    day.len() == 2
        && month.len() == 2
        && (1..=31).contains(&number(day))
        && (1..=12).contains(&number(month))
}

/// Received, sent and time of one side. A third date of the form `10/12` is its time.
pub fn beside(pieces: Vec<RowPiece>) -> Option<Beside> {
    let last_is_time = matches!(pieces.last(), Some(RowPiece::Time(_)));
    let mut found: Vec<Option<WrittenDate>> = Vec::new();
    let mut time = None;
    for piece in pieces {
        match piece {
            RowPiece::Date(date) => found.push(Some(date)),
            RowPiece::Blank => found.push(None),
            RowPiece::Time(written) => time = Some(written),
            _ => return None,
        }
    }
    if let (None, Some(Some(third))) = (&time, found.get(2)) {
        time = WrittenTime::read(&third.text);
    }
    let mut found = found.into_iter();
    let (received, sent) = match (found.next(), found.next()) {
        // One date beside a time: when it was answered (White's first move has no receipt).
        (Some(one), None) if last_is_time => (None, one),
        (one, two) => (one.flatten(), two.flatten()),
    };
    Some(Beside {
        received,
        sent,
        time,
    })
}

fn cell_date(cell: &str) -> Option<WrittenDate> {
    match date::at_start(cell) {
        Some(FoundDate::Date(date, _)) => Some(date),
        _ => None,
    }
}

/// The move of a cell: `Some(None)` where it is empty, `None` where something
/// else stands in it.
fn cell_move(cell: &str, at: usize) -> Option<Option<WrittenMove>> {
    let text = cell.trim_end_matches(['=', ' ', ')', '(']);
    if text.is_empty() || text.chars().all(|c| "-–—_.…".contains(c)) {
        return Some(None);
    }
    // A second notation may stand beside the first one.
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let second = words.next().map(|s| s.trim_matches(['(', ')']).to_owned());
    if !shape::loose_shape(first) {
        return None;
    }
    Some(Some(WrittenMove {
        number: None,
        side: None,
        text: first.to_owned(),
        second: second.filter(|s| shape::move_shape(s)),
        span: TextSpan {
            start: at,
            end: at + first.len(),
        },
    }))
}

static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(\d{1,3})(\.{2,}|…|\.…|\.)"));
