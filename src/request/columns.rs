//! The header of form 59.1's table: which column holds what, in any language.

use super::fold::fold;
use super::shape;
use crate::vocabulary::{self, Pick, PlayerWords};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Which column is which, where tabs or bars keep them apart.
pub struct Columns {
    /// Empty where blanks keep them apart.
    pub kinds: Vec<FormColumn>,
}

/// What a column of the table holds.
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
    pub fn read(line: &str) -> Option<Columns> {
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

/// The cells of a line with tabs or bars.
pub fn cells(line: &str) -> Vec<&str> {
    let line = line.trim_matches(|c: char| c == '|' || c == ' ');
    let separator = if line.contains('|') { '|' } else { '\t' };
    line.split(separator).map(str::trim).collect()
}
