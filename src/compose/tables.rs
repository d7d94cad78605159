//! What has to line up: the table of form 59.1, the diagram in letters, the
//! arithmetic of an overstep, lists of games. Each as text for a fixed-width
//! view, and the tables as HTML rows too.

use super::words::{Words, push_short, san_in, short, width};
use crate::chess::{Piece, Position, Side};
use crate::language::Language;
use crate::record::{GameFile, LeaveSpan};
use crate::report::game_view::{Row, RowKind};
use std::fmt::Write;

/// How a column is set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// At the left edge.
    Left,
    /// At the right edge.
    Right,
}

/// A table: titles and rows of the same length.
pub struct Table {
    /// The titles.
    pub titles: Vec<String>,
    /// How each column is set.
    pub set: Vec<Set>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Lines that line up in a fixed-width view, without blanks at their ends.
    pub fn text(&self) -> String {
        let mut widths: Vec<usize> = self.titles.iter().map(|t| width(t)).collect();
        for row in &self.rows {
            for (w, cell) in widths.iter_mut().zip(row) {
                *w = (*w).max(width(cell));
            }
        }
        let line = widths.iter().sum::<usize>() + 2 * widths.len();
        let mut out = String::with_capacity((line + 8) * (self.rows.len() + 1));
        for row in std::iter::once(&self.titles).chain(&self.rows) {
            for ((cell, w), set) in row.iter().zip(&widths).zip(&self.set) {
                let pad = w.saturating_sub(width(cell));
                if *set == Set::Right {
                    blanks(&mut out, pad);
                }
                out.push_str(cell);
                if *set == Set::Left {
                    blanks(&mut out, pad);
                }
                out.push_str("  ");
            }
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        out
    }

    /// `<tr>` rows, the titles as `<th>`. Everything is escaped.
    pub fn html(&self) -> String {
        let mut out = String::with_capacity(self.rows.len() * 160 + 200);
        for (i, row) in std::iter::once(&self.titles).chain(&self.rows).enumerate() {
            let tag = if i == 0 { "th" } else { "td" };
            out.push_str("<tr>");
            for (cell, set) in row.iter().zip(&self.set) {
                out.push('<');
                out.push_str(tag);
                if *set == Set::Right {
                    out.push_str(" align=right");
                }
                out.push('>');
                escape(&mut out, cell);
            }
            out.push_str("</tr>\n");
        }
        out
    }
}

/// Adds a text with the five characters of HTML escaped.
pub fn escape(out: &mut String, text: &str) {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        out.push_str(text);
        return;
    }
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
}

fn blanks(out: &mut String, n: usize) {
    out.extend(std::iter::repeat_n(' ', n));
}

/// The lines above the table of form 59.1: a label and a value each.
pub fn form_head(game: &GameFile, words: &Words) -> Vec<(String, String)> {
    let form = &words.form;
    let start = game.facts.start;
    let mut head = vec![
        (form.tournament.clone(), game.facts.tournament_name.clone()),
        (
            form.start.clone(),
            format!("{}/{}", short(start), start.year()),
        ),
        (form.white.clone(), game.player(Side::White).name.clone()),
        (form.black.clone(), game.player(Side::Black).name.clone()),
    ];
    for (side, label) in [
        (Side::White, &form.leave_white),
        (Side::Black, &form.leave_black),
    ] {
        let spans = game.leave.get(side);
        if spans.iter().any(|l| l.days.from <= l.days.to) {
            head.push((label.clone(), leave_line(spans)));
        }
    }
    head
}

fn leave_line(spans: &[LeaveSpan]) -> String {
    let mut line = String::new();
    for leave in spans.iter().filter(|l| l.days.from <= l.days.to) {
        if !line.is_empty() {
            line.push_str(", ");
        }
        push_short(&mut line, leave.days.from);
        line.push('-');
        push_short(&mut line, leave.days.to);
    }
    line
}

/// The table of form 59.1: moves in numeric notation, dates dd/mm, and
/// `move/total` times, the total with two digits at least.
pub fn form(game: &GameFile, words: &Words) -> Table {
    let form = &words.form;
    let titles = [
        &form.received,
        &form.answered,
        &form.time,
        &form.number,
        &form.col_white,
        &form.col_black,
        &form.received,
        &form.answered,
        &form.time,
    ];
    let set = vec![Set::Left; titles.len()];
    let mut rows: Vec<Vec<String>> = Vec::with_capacity(game.moves.len() / 2 + 1);
    for (i, mv) in game.moves.iter().enumerate() {
        // The form leaves the receipt of the very first move open.
        let received = match i {
            0 => "---".to_owned(),
            _ => short(mv.received),
        };
        let mut time = String::with_capacity(8);
        let _ = write!(time, "{}/{:02}", mv.days, mv.total);
        let cells = [received, short(mv.sent), time];
        match mv.side {
            Side::White => {
                let mut row: Vec<String> = Vec::with_capacity(9);
                row.extend(cells);
                row.push(number(mv.number));
                row.push(mv.numeric.clone());
                rows.push(row);
            }
            Side::Black => {
                if i == 0 {
                    let mut row = vec![String::new(); 3];
                    row.extend([number(mv.number), "...".to_owned()]);
                    rows.push(row);
                }
                if let Some(row) = rows.last_mut() {
                    row.push(mv.numeric.clone());
                    row.extend(cells);
                }
            }
        }
    }
    Table {
        titles: titles.into_iter().cloned().collect(),
        set,
        rows,
    }
}

fn number(n: u32) -> String {
    format!("{n:02}.")
}

/// The moves in the letters of a language, `1. e4 e5 2. …`, on one line.
pub fn algebraic(game: &GameFile, language: Language) -> String {
    let mut out = String::with_capacity(game.moves.len() * 9);
    for (i, mv) in game.moves.iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        if mv.side == Side::White {
            let _ = write!(out, "{}.\u{a0}", mv.number);
        } else if i == 0 {
            let _ = write!(out, "{}...\u{a0}", mv.number);
        }
        out.push_str(&san_in(&mv.san, language));
    }
    out
}

/// Columns of one square of the text diagram: a letter or two, and the brackets
/// that tell Black's pieces where capitals and small letters look alike (К, к).
const SQUARE: usize = 4;

/// The position as letters, seen from a side: capital letters for White, small
/// ones in brackets for Black, letters and digits of the files at the edges.
pub fn diagram(position: &Position, from: Side, words: &Words, language: Language) -> String {
    let ranks: Vec<u8> = match from {
        Side::White => (0..8).rev().collect(),
        Side::Black => (0..8).collect(),
    };
    let files: Vec<u8> = ranks.iter().rev().copied().collect();
    let edge = |first: u8| {
        let mut line = " ".repeat(5);
        for file in &files {
            line.push(char::from(first + file));
            line.push_str("   ");
        }
        line.trim_end().to_owned()
    };
    let mut out = String::with_capacity(800);
    out.push_str(&edge(b'a'));
    out.push_str("\n\n");
    for rank in &ranks {
        let digit = char::from(b'1' + rank);
        out.push(digit);
        out.push_str("   ");
        for file in &files {
            let cell = match position.piece_at(*file, *rank) {
                Some((Side::White, piece)) => format!(" {}", words.piece(piece, language)),
                Some((Side::Black, piece)) => {
                    format!("({})", words.piece(piece, language).to_lowercase())
                }
                None => " .".to_owned(),
            };
            let pad = SQUARE.saturating_sub(width(&cell));
            out.push_str(&cell);
            blanks(&mut out, pad);
        }
        out.push_str("  ");
        out.push(digit);
        out.push('\n');
    }
    out.push('\n');
    out.push_str(&edge(b'a'));
    out.push('\n');
    out.push_str(&edge(b'1'));
    out.push('\n');
    out
}

/// The position in words for who cannot see the picture: `Kg1 Qd1 … / Kg8 …`.
pub fn described(position: &Position, words: &Words, language: Language) -> String {
    let order = [
        Piece::King,
        Piece::Queen,
        Piece::Rook,
        Piece::Bishop,
        Piece::Knight,
        Piece::Pawn,
    ];
    let mut pieces: Vec<(Side, usize, u8, u8)> = Vec::with_capacity(32);
    for file in 0..8u8 {
        for rank in 0..8u8 {
            if let Some((side, piece)) = position.piece_at(file, rank) {
                let kind = order.iter().position(|p| *p == piece).unwrap_or(0);
                pieces.push((side, kind, file, rank));
            }
        }
    }
    pieces.sort_unstable();
    let mut out = String::with_capacity(256);
    for side in Side::BOTH {
        if side == Side::Black {
            out.push_str("; ");
        }
        out.push_str(words.side(side));
        out.push(':');
        for (_, kind, file, rank) in pieces.iter().filter(|p| p.0 == side) {
            out.push(' ');
            out.push_str(order.get(*kind).map_or("", |p| p.letter(language)));
            out.push(char::from(b'a' + file));
            out.push(char::from(b'1' + rank));
        }
    }
    out
}

/// The arithmetic of an overstep, a line for every move.
pub fn arithmetic(rows: &[Row], words: &Words) -> Table {
    let w = &words.arithmetic;
    let titles = [
        &w.mv,
        &w.received,
        &w.sent,
        &w.gross,
        &w.leave,
        &w.days,
        &w.penalty,
        &w.total,
    ];
    let figure = |n: i64| {
        if n == 0 {
            "-".to_owned()
        } else {
            n.to_string()
        }
    };
    let rows = rows
        .iter()
        .map(|row| {
            let what = match row.kind {
                RowKind::Move => "",
                RowKind::Fault => &w.fault,
                RowKind::Thinking => &w.thinking,
                RowKind::Reply => &w.reply,
                RowKind::Penalty => &w.penalty_only,
            };
            let day = |day: Option<crate::time::Day>| {
                day.map_or("-".to_owned(), |d| format!("{}/{}", short(d), d.year()))
            };
            vec![
                format!("{:>2}. {what}", row.number).trim_end().to_owned(),
                day(row.received),
                day(row.sent),
                row.gross.to_string(),
                figure(row.leave),
                row.days.to_string(),
                figure(row.penalty),
                row.total.to_string(),
            ]
        })
        .collect();
    let mut set = vec![Set::Right; titles.len()];
    set.splice(0..3, [Set::Left; 3]);
    Table {
        titles: titles.into_iter().cloned().collect(),
        set,
        rows,
    }
}
