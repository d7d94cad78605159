//! The forms of article 59. 59.1 is a table of the whole record; 59.2 has the
//! same heading, the moves in any notation, and dates below. Mail makes of the
//! table what it likes: tabs become spaces, columns vanish, rows break.

use super::columns::Columns;
use super::date::{self, FoundDate};
use super::fold::{self, fold};
use super::leave_line;
use super::moves::MAX_MOVES;
use super::pattern;
use super::row::{Beside, FormRow, RowPiece, beside, piece, split};
use super::shape;
use super::{FilledForm, FormMove, TextSpan, WrittenDate, WrittenMove, WrittenTime};
use crate::chess::Side;
use crate::vocabulary::{self, either};
use regex::Regex;
use std::collections::BTreeSet;
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

/// Whether a line is the heading in our letters below which an example of an answer
/// stands, however a mail program sends it back.
pub fn is_answer_heading(line: &str) -> bool {
    is_one_of(line, &ANSWERS)
}

/// Whether a line is a heading that letters of ours have: such a letter came back.
pub fn is_heading_of_ours(line: &str) -> bool {
    is_one_of(line, &ANSWERS) || is_one_of(line, &RECORDS)
}

fn is_one_of(line: &str, headings: &BTreeSet<String>) -> bool {
    let first = line.chars().find(|c| c.is_alphanumeric());
    let may_be = |c: char| {
        let begins = fold(c.encode_utf8(&mut [0; 4]));
        headings.iter().any(|heading| heading.starts_with(&begins))
    };
    line.len() <= 80 && first.is_some_and(may_be) && headings.contains(&fold(line))
}

/// Longest line of our signature, in bytes.
const MAX_SIGNATURE: usize = 400;

/// Whether a line is of the signature below our letters.
pub fn is_signature_of_ours(line: &str) -> bool {
    line.len() <= MAX_SIGNATURE && {
        let line = fold(line);
        SIGNATURES.iter().any(|signed| line.starts_with(signed))
    }
}

/// How the last sentence of our letters begins, folded.
static SIGNATURES: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.forms.automatic)));

/// The headings in our letters below which an example of an answer stands, folded.
static ANSWERS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.forms.answer)));

/// Those below which the record of the game stands.
static RECORDS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.forms.record)));

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
    use crate::language::Language;

    #[test]
    fn the_heading_is_the_one_of_our_letters() {
        for language in Language::ALL {
            let forms = &vocabulary::players_of(language).forms;
            let path = format!(
                "{}/messages/{language}/letters.toml",
                env!("CARGO_MANIFEST_DIR")
            );
            let words = std::fs::read_to_string(path).unwrap();
            let start = "automatic = \"";
            let said = words.lines().find_map(|l| l.strip_prefix(start)).unwrap();
            assert!(is_signature_of_ours(said), "{said}");
            for (key, headings) in [("answer", &forms.answer), ("record", &forms.record)] {
                let start = format!("{key} = ");
                let said = words.lines().find_map(|l| l.strip_prefix(&start)).unwrap();
                assert!(headings.iter().any(|h| fold(h) == fold(said)), "{said}");
                assert!(
                    headings
                        .iter()
                        .all(|h| is_heading_of_ours(&h.to_uppercase()))
                );
            }
        }
    }
}
