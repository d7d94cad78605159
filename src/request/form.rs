//! The forms of article 59. 59.1 is a table of the whole record; 59.2 has the
//! same heading, the moves in any notation, and dates below. Mail makes of the
//! table what it likes: tabs become spaces, columns vanish, rows break.

use super::date::{self, FoundDate};
use super::fold::fold;
use super::leave_line;
use super::moves::MAX_MOVES;
use super::pattern;
use super::row::{Beside, FormRow, RowPiece, beside, piece, split};
use super::shape;
use super::{FilledForm, FormMove, TextSpan, WrittenDate, WrittenMove, WrittenTime};
use crate::chess::Side;
use crate::language::Language;
use crate::vocabulary::{self, Pick, PlayerWords, either};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A line of the text and its place in it, in bytes.
pub type PlacedLine<'t> = (&'t str, usize);

/// The table of form 59.1 in some lines: the form, and for each line whether it
/// belongs to the form (and so is nothing else). `None` where there is no table.
pub fn table(lines: &[PlacedLine]) -> Option<(FilledForm, Vec<bool>)> {
    let mut taken = vec![false; lines.len()];
    let mut form = FilledForm::default();
    let mut columns: Option<Columns> = None;
    let mut headed = false;
    let mut rows = 0;
    let mut dated_rows = 0;
    for (at, (line, offset)) in lines.iter().enumerate() {
        let mark = |taken: &mut Vec<bool>| {
            if let Some(t) = taken.get_mut(at) {
                *t = true;
            }
        };
        if let Some(leave) = leave_line::read(line) {
            form.leave_lines.push(leave);
            mark(&mut taken);
        } else if let Some(found) = Columns::read(line) {
            columns = Some(found);
            headed = true;
            mark(&mut taken);
        } else if is_heading(line) {
            mark(&mut taken);
        } else if let Some(row) =
            FormRow::read(line, *offset, columns.as_ref()).filter(|r| headed || r.is_dated())
        {
            rows += 1;
            dated_rows += usize::from(row.is_dated());
            row.push_to(&mut form);
            mark(&mut taken);
        } else if rows > 0 && rest_of_row(line, *offset, &mut form) {
            mark(&mut taken);
        }
        if form.moves.len() >= MAX_MOVES {
            break;
        }
    }
    let found = !form.moves.is_empty() && (headed && rows > 0 || dated_rows > 0);
    found.then_some((form, taken))
}

/// The heading of form 59.2: how many of its fields stand in these lines, and which lines.
pub fn heading(lines: &[PlacedLine]) -> (usize, Vec<bool>, FilledForm) {
    let mut form = FilledForm::default();
    let mut count = 0;
    let taken = lines
        .iter()
        .map(|(line, _)| {
            if let Some(leave) = leave_line::read(line) {
                form.leave_lines.push(leave);
                return true;
            }
            let is = is_heading(line) && !line.split_whitespace().any(shape::move_shape);
            form.times.extend(total_in(line).filter(|_| is));
            count += usize::from(is);
            is
        })
        .collect();
    (count, taken, form)
}

/// A total that the heading of form 59.2 names: `Время белых 3/07`.
fn total_in(line: &str) -> Option<(Side, WrittenTime)> {
    let named = TOTAL.captures(line)?;
    let side = leave_line::side_of(named.get(1)?.as_str());
    Some((side, WrittenTime::read(named.get(2)?.as_str())?))
}

/// Dates without words in a form 59.2 stand in its order: sent by the partner,
/// received, sent (supposedly).
pub fn bare_dates(lines: &[PlacedLine]) -> Vec<WrittenDate> {
    lines
        .iter()
        .filter_map(|(line, _)| match date::at_start(line.trim()) {
            Some(FoundDate::Date(date, len)) if len >= line.trim().len() => Some(date),
            _ => None,
        })
        .collect()
}

/// Whether a line is a form's own and never a command: `Перерывы белых …`.
pub fn is_leave_line(line: &str) -> bool {
    leave_line::read(line).is_some()
}

/// Tournament, start, players, reflection times, begin and end of the form.
pub fn is_heading(line: &str) -> bool {
    HEADING.is_match(line)
}

/// Whether a line is that heading, however a mail program sends it back.
pub fn is_answer_heading(line: &str) -> bool {
    let first = line.chars().find(|c| c.is_alphanumeric());
    let may_be = |c: char| {
        let begins = fold(c.encode_utf8(&mut [0; 4]));
        ANSWERS.iter().any(|heading| heading.starts_with(&begins))
    };
    line.len() <= 80 && first.is_some_and(may_be) && ANSWERS.contains(&fold(line))
}

/// Which column is which, where tabs or bars keep them apart.
pub struct Columns {
    /// Empty where blanks keep them apart.
    pub kinds: Vec<FormColumn>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormColumn {
    Received,
    Sent,
    Time,
    Number,
    White,
    Black,
    Other,
}

impl Columns {
    /// A line that names at least three columns, both or one of the players' among them.
    fn read(line: &str) -> Option<Columns> {
        let separated = line.contains('\t') || line.contains('|');
        let cells: Vec<&str> = if separated {
            cells(line)
        } else {
            line.split_whitespace().collect()
        };
        // `Белые Иванов` heads no table: nearly every word must name a column. In
        // prose that is known after three words.
        let mut others = 0;
        let mut kinds: Vec<FormColumn> = Vec::with_capacity(cells.len());
        for cell in &cells {
            let kind = column(cell);
            others += usize::from(kind == FormColumn::Other);
            if others > MAX_OTHERS {
                return None;
            }
            kinds.push(kind);
        }
        let known = kinds.iter().filter(|k| **k != FormColumn::Other).count();
        let players = kinds
            .iter()
            .filter(|k| matches!(k, FormColumn::White | FormColumn::Black))
            .count();
        let fits = known >= 3 && players >= 1;
        let rowless = !cells.iter().any(|c| shape::move_shape(c));
        (fits && rowless).then_some(Columns {
            kinds: if separated { kinds } else { Vec::new() },
        })
    }
}

/// Most columns of a table whose names are not known.
const MAX_OTHERS: usize = 2;

/// Longest name of a column, in bytes; what is longer names none.
const MAX_COLUMN: usize = 40;

fn column(raw: &str) -> FormColumn {
    if raw.len() > MAX_COLUMN {
        return FormColumn::Other;
    }
    match NAMES.get(&fold(raw)) {
        Some(FormColumn::White | FormColumn::Black) | None if raw.contains('№') => {
            FormColumn::Number
        }
        Some(kind) => *kind,
        None => FormColumn::Other,
    }
}

/// The names of columns, folded once.
static NAMES: LazyLock<BTreeMap<String, FormColumn>> = LazyLock::new(|| {
    let kinds: [(FormColumn, Pick<PlayerWords>); 6] = [
        (FormColumn::Received, |w| &w.forms.received),
        (FormColumn::Sent, |w| &w.forms.sent),
        (FormColumn::Time, |w| &w.forms.time),
        (FormColumn::Number, |w| &w.forms.number),
        (FormColumn::White, |w| &w.sides.white),
        (FormColumn::Black, |w| &w.sides.black),
    ];
    let mut names = BTreeMap::new();
    for (kind, pick) in kinds {
        for word in vocabulary::players(pick) {
            names.entry(fold(word)).or_insert(kind);
        }
    }
    names
});

/// The headings in our letters below which an example of an answer stands, folded.
static ANSWERS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let all = Language::ALL.into_iter();
    all.map(|l| fold(&vocabulary::players_of(l).forms.answer))
        .collect()
});

/// The cells of a line with tabs or bars.
pub fn cells(line: &str) -> Vec<&str> {
    let line = line.trim_matches(|c: char| c == '|' || c == ' ');
    let separator = if line.contains('|') { '|' } else { '\t' };
    line.split(separator).map(str::trim).collect()
}

/// Takes a line that the mail broke off the row before: dates and times, perhaps
/// Black's move before them. False where it is something else.
fn rest_of_row(line: &str, offset: usize, form: &mut FilledForm) -> bool {
    let mut pieces = Vec::new();
    for (text, at) in split(line) {
        let Some(more) = piece(text, offset + at) else {
            return false;
        };
        pieces.extend(more);
    }
    let mut black = None;
    if let Some(RowPiece::Move(text, at)) = pieces.first() {
        black = Some((*text, *at));
        pieces.remove(0);
    }
    let is_date =
        |p: &RowPiece| matches!(p, RowPiece::Date(_) | RowPiece::Time(_) | RowPiece::Blank);
    if pieces.len() < 2 || !pieces.iter().all(is_date) {
        return false;
    }
    let (
        Some(Beside {
            received,
            sent,
            time,
        }),
        Some(last),
    ) = (beside(pieces), form.moves.last_mut())
    else {
        return false;
    };
    let Some((text, at)) = black else {
        last.received = last.received.take().or(received);
        last.sent = last.sent.take().or(sent);
        last.time = last.time.take().or(time);
        return true;
    };
    if last.mv.side != Some(Side::White) {
        return false;
    }
    let mv = WrittenMove {
        number: last.mv.number,
        side: Some(Side::Black),
        text: text.to_owned(),
        second: None,
        span: TextSpan {
            start: at,
            end: at + text.len(),
        },
    };
    form.moves.push(FormMove {
        mv,
        received,
        sent,
        time,
    });
    true
}

static TOTAL: LazyLock<Regex> = LazyLock::new(|| {
    let times = either(&vocabulary::players(|w| &w.forms.times));
    pattern(&format!(
        r"(?i)^\s*({times})\s*[:–—-]?\s*(\d{{1,3}}/\d{{1,3}})\b"
    ))
});
static HEADING: LazyLock<Regex> = LazyLock::new(|| {
    let titles = either(&vocabulary::players(|w| &w.forms.titles));
    let headings = either(&vocabulary::players(|w| &w.forms.headings));
    let times = either(&vocabulary::players(|w| &w.forms.times));
    pattern(&format!(
        r"(?i)^\s*(?:{titles}|{headings}|{times})(?:\s*[:–—-]|\s+\S|\.?\s*$)"
    ))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heading_is_the_one_of_our_letters() {
        for language in Language::ALL {
            let heading = &vocabulary::players_of(language).forms.answer;
            let path = format!(
                "{}/messages/{language}/letters.toml",
                env!("CARGO_MANIFEST_DIR")
            );
            let words = std::fs::read_to_string(path).unwrap();
            assert!(
                words.contains(&format!("\nanswer = \"{heading}\"")),
                "{language}"
            );
            assert!(is_answer_heading(&heading.to_uppercase()));
        }
    }
}
