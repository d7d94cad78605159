//! Columns of text: how wide a text stands on a screen, and tables that line up
//! whatever the alphabet. Bytes and `char`s are both the wrong measure: й may be
//! two characters and is one column wide.

use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Most columns of what stands in letters and documents alike: those of a letter's
/// line less the four blanks before what is set apart.
pub const IN_LETTERS: usize = 70;

/// Columns a text takes; combining marks take none, wide characters two.
pub fn width(text: &str) -> usize {
    match text.is_ascii() {
        true => text.len(),
        false => text.width(),
    }
}

/// A text that may stand in one cell of one line: control characters become
/// spaces, and marks that turn the direction of writing are dropped, so that a
/// name can neither break a table nor write over its neighbour.
pub fn one_line(text: &str) -> String {
    in_one_line(text).into_owned()
}

/// The same; a text that has nothing of the kind as it stands.
pub fn in_one_line(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| matches!(b, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    text.chars()
        .filter(|c| {
            !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
        })
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c })
        .collect()
}

/// The text in at most so many columns; what is cut off shows as `…`.
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used + wide + 1 > columns {
            break;
        }
        used += wide;
        kept.push(c);
    }
    kept.push('…');
    kept
}

/// The text, filled with spaces behind it to so many columns.
pub fn pad(text: &str, columns: usize) -> String {
    aligned(text, columns, Align::Left)
}

/// The text in lines of at most so many columns, broken between words; a longer
/// word has a line of its own. An empty text is one empty line.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        if !line.is_empty() && width(&line) + 1 + width(word) > columns {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// The text in lines of at most so many columns, longer words torn.
pub fn fill(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in wrap(text, columns) {
        let mut part = String::new();
        for c in line.chars() {
            if width(&part) + c.width().unwrap_or(0) > columns && !part.is_empty() {
                lines.push(std::mem::take(&mut part));
            }
            part.push(c);
        }
        lines.push(part);
    }
    lines
}

/// The text in a cell of so many columns.
pub fn aligned(text: &str, columns: usize, align: Align) -> String {
    let mut out = String::with_capacity(text.len() + columns);
    push_aligned(&mut out, (text, width(text)), columns, align);
    out
}

/// Adds a text, of so many columns itself, in a cell of so many.
fn push_aligned(out: &mut String, (text, own): (&str, usize), columns: usize, align: Align) {
    let missing = columns.saturating_sub(own);
    let before = match align {
        Align::Left => 0,
        Align::Right => missing,
        Align::Center => missing / 2,
    };
    push_blanks(out, before);
    out.push_str(text);
    push_blanks(out, missing - before);
}

fn push_blanks(out: &mut String, mut columns: usize) {
    const BLANKS: &str = "                                ";
    while columns > 0 {
        let some = BLANKS.get(..columns).unwrap_or(BLANKS);
        out.push_str(some);
        columns -= some.len();
    }
}

/// Where a cell stands in its column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// At its left edge.
    #[default]
    Left,
    /// At its right edge: figures.
    Right,
    /// In its middle.
    Center,
}

/// A table in fixed width. Every row has a cell for every column; a title may
/// stand over several columns.
#[derive(Clone, Debug)]
pub struct Grid {
    aligns: Vec<Align>,
    between: &'static str,
    tight: Vec<bool>,
    rule: bool,
    heads: Vec<Vec<(String, usize)>>,
    /// The texts of all cells, one behind the other.
    text: String,
    /// Of each cell, row by row: where its text ends, and its columns.
    cells: Vec<(usize, usize)>,
}

impl Grid {
    /// A table with two spaces between its columns.
    pub fn plain(aligns: &[Align]) -> Grid {
        Grid {
            aligns: aligns.to_vec(),
            between: "  ",
            tight: Vec::new(),
            rule: false,
            heads: Vec::new(),
            text: String::new(),
            cells: Vec::new(),
        }
    }

    /// A table with lines between its columns and under its titles.
    pub fn ruled(aligns: &[Align]) -> Grid {
        Grid {
            between: " | ",
            rule: true,
            ..Grid::plain(aligns)
        }
    }

    /// The table with one space before these columns instead of two: marks that are
    /// read as one row.
    pub fn tight(mut self, columns: &[bool]) -> Grid {
        if !self.rule {
            self.tight = columns.to_vec();
        }
        self
    }

    /// What stands before a column.
    fn gap(&self, column: usize) -> &'static str {
        match (column, self.tight.get(column)) {
            (0, _) => "",
            (_, Some(true)) => " ",
            _ => self.between,
        }
    }

    /// Ends the line that begins there, without the blanks at its end.
    fn end(text: &mut String, from: usize) {
        let kept = text.get(from..).map_or(0, |line| line.trim_end().len());
        text.truncate(from + kept);
        text.push('\n');
    }

    /// A line of titles, one for each column.
    pub fn head<S: AsRef<str>>(&mut self, titles: &[S]) {
        self.heads
            .push(titles.iter().map(|t| (one_line(t.as_ref()), 1)).collect());
    }

    /// A line of titles, each with the number of columns it stands over.
    pub fn head_over(&mut self, titles: &[(&str, usize)]) {
        let titles = titles
            .iter()
            .map(|(t, span)| (one_line(t), (*span).max(1)))
            .collect();
        self.heads.push(titles);
    }

    /// A row. Missing cells are empty, superfluous ones are dropped.
    pub fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let mut cells = cells.into_iter();
        for _ in 0..self.aligns.len() {
            let from = self.text.len();
            if let Some(cell) = cells.next() {
                self.text.push_str(&in_one_line(cell.as_ref()));
            }
            let own = self.text.get(from..).map_or(0, width);
            self.cells.push((self.text.len(), own));
        }
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    fn rows(&self) -> impl Iterator<Item = &[(usize, usize)]> {
        self.cells.chunks(self.aligns.len().max(1))
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths = vec![0; self.aligns.len()];
        let mut widen = |column: usize, to: usize| {
            if let Some(w) = widths.get_mut(column) {
                *w = to.max(*w);
            }
        };
        for row in self.rows() {
            for (column, (_, own)) in row.iter().enumerate() {
                widen(column, *own);
            }
        }
        for head in &self.heads {
            let mut column = 0;
            for (title, span) in head {
                if *span == 1 {
                    widen(column, width(title));
                }
                column += span;
            }
        }
        // Titles over several columns widen the last of them, where they must.
        for head in &self.heads {
            let mut column = 0;
            for (title, span) in head {
                let over = self.over(&widths, column, *span);
                let last = column + span - 1;
                if let Some(w) = widths.get_mut(last) {
                    *w += width(title).saturating_sub(over);
                }
                column += span;
            }
        }
        widths
    }

    fn over(&self, widths: &[usize], column: usize, span: usize) -> usize {
        let inner: usize = widths.iter().skip(column).take(span).sum();
        let gaps = (column + 1..column + span).map(|at| width(self.gap(at)));
        inner + gaps.sum::<usize>()
    }

    /// The lines of the table, none with spaces at its end, each with its line end.
    pub fn render(&self) -> String {
        let widths = self.widths();
        let mut text = String::with_capacity(2 * self.text.len() + 4 * IN_LETTERS);
        for head in &self.heads {
            let (line, mut column) = (text.len(), 0);
            for (title, span) in head {
                let align = match span {
                    1 => self.aligns.get(column).copied().unwrap_or(Align::Left),
                    _ => Align::Center,
                };
                let over = self.over(&widths, column, *span);
                text.push_str(self.gap(column));
                push_aligned(&mut text, (title, width(title)), over, align);
                column += span;
            }
            Grid::end(&mut text, line);
        }
        if self.rule {
            let dashes: Vec<String> = widths.iter().map(|w| "-".repeat(*w)).collect();
            text.push_str(&dashes.join("-+-"));
            text.push('\n');
        }
        let mut from = 0;
        for row in self.rows() {
            let line = text.len();
            let columns = row.iter().zip(&self.aligns).zip(&widths);
            for (column, (((end, own), align), width)) in columns.enumerate() {
                let cell = self.text.get(from..*end).unwrap_or_default();
                from = *end;
                text.push_str(self.gap(column));
                push_aligned(&mut text, (cell, *own), *width, *align);
            }
            Grid::end(&mut text, line);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_not_bytes_or_characters() {
        assert_eq!(width("Иванов"), 6);
        assert_eq!(width("Андрии\u{306}"), 6);
        assert_eq!(width("Żółć"), 4);
        assert_eq!(width("王明"), 4);
        assert_eq!(pad("Їжак", 6), "Їжак  ");
        assert_eq!(cut("Константинопольский", 8), "Констан…");
        assert_eq!(width(&cut("王明王明", 6)), 5);
        assert_eq!(cut("Иван", 4), "Иван");
    }

    #[test]
    fn a_name_cannot_break_a_table() {
        assert_eq!(one_line("A\tB\nC\u{202e}D\u{1b}[0m"), "A B CD [0m");
    }

    #[test]
    fn titles_over_several_columns_and_figures_line_up() {
        let mut grid = Grid::ruled(&[Align::Left, Align::Right, Align::Right]);
        grid.head_over(&[("", 1), ("Время на обдумывание", 2)]);
        grid.head(&["Имя", "белых", "черных"]);
        grid.row(["Иванов", "7", "12"]);
        grid.row(["Ян", "107", ""]);
        assert_eq!(
            grid.render(),
            "       | Время на обдумывание\n\
             Имя    | белых |       черных\n\
             -------+-------+-------------\n\
             Иванов |     7 |           12\n\
             Ян     |   107 |\n"
        );
    }
}
