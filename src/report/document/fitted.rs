//! A table in as many columns of text as a letter has: its titles stand on several
//! lines, names are broken, and sentences stand below their row.

use super::{Align, Column, Row, Table};
use crate::report::width::{aligned, fill, one_line, width, wrap};

/// A title and the columns it stands over.
struct SpanningTitle<'t> {
    title: &'t str,
    columns: Vec<PlacedColumn<'t>>,
}

/// A column beside the others.
struct PlacedColumn<'t> {
    column: &'t Column,
    /// Which cell of a row is its.
    at: usize,
    width: usize,
}

/// Adds the table. Columns of sentences have a line of their own below each row, as
/// their titles have below the others.
pub(super) fn fitted(out: &mut String, table: &Table, most: usize) {
    let (below, beside): (Vec<_>, Vec<_>) =
        table.columns.iter().enumerate().partition(|(_, c)| c.wraps);
    let mut heads = heads(table, beside);
    fit(&mut heads, table, most);
    let first = heads.iter().flat_map(|h| &h.columns).next();
    let indent = " ".repeat(first.map_or(0, |c| c.width));
    let room = most.saturating_sub(width(&indent) + 1);

    titles(out, &heads);
    for (at, column) in &below {
        let group = group_of(table, *at).unwrap_or("");
        let title = named(group, &column.title);
        out.push_str(&format!("{indent}|{title}\n"));
    }
    let dashes = heads.iter().flat_map(|h| &h.columns);
    let dashes: Vec<String> = dashes.map(|c| "-".repeat(c.width)).collect();
    out.push_str(&format!("{}\n", dashes.join("+")));
    for row in &table.rows {
        cells(out, row, &heads);
        for (at, _) in &below {
            for line in fill(&text_of(row, *at), room) {
                out.push_str(format!("{indent}|{line}").trim_end());
                out.push('\n');
            }
        }
    }
}

/// The columns beside each other, under the titles that stand over them.
fn heads<'t>(table: &'t Table, beside: Vec<(usize, &'t Column)>) -> Vec<SpanningTitle<'t>> {
    let mut heads: Vec<SpanningTitle<'t>> = Vec::new();
    let mut group = None;
    for (at, column) in beside {
        let place = PlacedColumn {
            column,
            at,
            width: 0,
        };
        let here = group_at(table, at);
        match heads.last_mut().filter(|_| here.is_some() && here == group) {
            Some(head) => head.columns.push(place),
            None => heads.push(SpanningTitle {
                title: group_of(table, at).unwrap_or(""),
                columns: vec![place],
            }),
        }
        group = here;
    }
    heads
}

/// Which group of the first line stands over a column.
fn group_at(table: &Table, at: usize) -> Option<usize> {
    let mut end = 0;
    let groups = table.groups.first()?;
    groups.iter().position(|(_, span)| {
        end += span;
        end > at
    })
}

fn group_of(table: &Table, at: usize) -> Option<&str> {
    let groups = table.groups.first()?;
    groups.get(group_at(table, at)?).map(|(t, _)| t.as_str())
}

/// A column's title with the one above it, on one line.
fn named(group: &str, own: &str) -> String {
    one_line(format!("{group} {own}").trim())
}

fn text_of(row: &Row, at: usize) -> String {
    row.cells
        .get(at)
        .map_or_else(String::new, |c| one_line(&c.text))
}

fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(width).max().unwrap_or(0)
}

/// Gives each column what its cells and the words of its titles need; the key column
/// gets the room that is left, as far as it needs it.
fn fit(heads: &mut [SpanningTitle<'_>], table: &Table, most: usize) {
    let widest = |at: usize| {
        let cells = table.rows.iter().map(|r| width(&text_of(r, at)));
        cells.max().unwrap_or(0)
    };
    for head in heads.iter_mut() {
        let alone = head.columns.len() == 1;
        for place in &mut head.columns {
            let above = if alone { head.title } else { "" };
            let cell = match place.column.is_key {
                true => 0,
                false => widest(place.at),
            };
            place.width = longest_word(&named(above, &place.column.title)).max(cell);
        }
        let inner: usize = head.columns.iter().map(|c| c.width + 1).sum();
        if let Some(last) = head.columns.last_mut() {
            last.width += (longest_word(head.title) + 1).saturating_sub(inner);
        }
    }
    let all: usize = heads
        .iter()
        .flat_map(|h| &h.columns)
        .map(|c| c.width + 1)
        .sum();
    let left = (most + 1).saturating_sub(all);
    let key = heads.iter_mut().flat_map(|h| &mut h.columns);
    if let Some(key) = key.into_iter().find(|c| c.column.is_key) {
        key.width = widest(key.at).clamp(key.width, key.width + left);
    }
}

/// The lines of titles: those over several columns above those of the columns.
fn titles(out: &mut String, heads: &[SpanningTitle<'_>]) {
    let inner = |head: &SpanningTitle<'_>| {
        let all: usize = head.columns.iter().map(|c| c.width + 1).sum();
        all.saturating_sub(1)
    };
    let wide = heads.iter().filter(|h| h.columns.len() > 1);
    let upper = wide.map(|h| wrap(&one_line(h.title), inner(h)).len()).max();
    let upper = upper.unwrap_or(0);
    // For each head the cells of its lines, joined.
    let mut stacks: Vec<Vec<String>> = Vec::new();
    for head in heads {
        let mut lines = Vec::new();
        if let [only] = head.columns.as_slice() {
            let title = named(head.title, &only.column.title);
            let all = wrap(&title, only.width);
            lines.extend(
                all.iter()
                    .map(|l| aligned(l, only.width, only.column.align)),
            );
        } else {
            let mut above = wrap(&one_line(head.title), inner(head));
            above.resize(upper, String::new());
            lines.extend(above.iter().map(|l| aligned(l, inner(head), Align::Center)));
            let own: Vec<Vec<String>> = head
                .columns
                .iter()
                .map(|c| wrap(&one_line(&c.column.title), c.width))
                .collect();
            lines.extend(beside(&own, &head.columns.iter().collect::<Vec<_>>()));
        }
        stacks.push(lines);
    }
    let high = stacks.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..high {
        let line: Vec<String> = stacks
            .iter()
            .zip(heads)
            .map(|(lines, head)| match lines.get(at) {
                Some(line) => line.clone(),
                None => {
                    let blank = head.columns.iter().map(|c| " ".repeat(c.width));
                    blank.collect::<Vec<_>>().join("|")
                }
            })
            .collect();
        out.push_str(&format!("{}\n", line.join("|").trim_end()));
    }
}

fn cells(out: &mut String, row: &Row, heads: &[SpanningTitle<'_>]) {
    let columns: Vec<&PlacedColumn<'_>> = heads.iter().flat_map(|h| &h.columns).collect();
    let lines: Vec<Vec<String>> = columns
        .iter()
        .map(|c| fill(&text_of(row, c.at), c.width.max(1)))
        .collect();
    for line in beside(&lines, &columns) {
        out.push_str(&format!("{}\n", line.trim_end()));
    }
}

/// The lines of several cells beside each other.
fn beside(cells: &[Vec<String>], columns: &[&PlacedColumn<'_>]) -> Vec<String> {
    let high = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |at: usize| {
        let parts = cells.iter().zip(columns).map(|(lines, c)| {
            let text = lines.get(at).map_or("", String::as_str);
            aligned(text, c.width, c.column.align)
        });
        parts.collect::<Vec<_>>().join("|")
    };
    (0..high).map(line).collect()
}
