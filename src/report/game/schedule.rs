//! The schedule of moves and times of article 60, in the form that the rules print.

use super::super::document::{self, Block, Column, Document, DocumentSection, Table};
use super::super::words::common::{fault, short_year};
use super::form::pairs;
use crate::chess::Side;
use crate::clock::charge::charge;
use crate::language::Language;
use crate::messages::{Phrase, say};
use crate::record::{Event, GameFile, PlayedMove, Status};

/// Article 60's table as text, in the tournament's language.
pub fn schedule(game: &GameFile) -> String {
    document::text(&schedule_document(game, game.facts.language))
}

/// Article 60's table in a language. Days of a move exclude penalties, which stand
/// among the remarks; totals include them (56.4.1). What is due has its receipt.
pub fn schedule_document(game: &GameFile, language: Language) -> Document {
    let w = |key| say(language, key);
    let name = &game.facts.name;
    let mut document = Document::new(
        language,
        format!("{} N {}", w("forms.tournament"), name.code),
    )
    .with_subtitle(w("forms.schedule"))
    .with_subtitle(format!(
        "{} - {} [{name}]",
        game.player(Side::White).name,
        game.player(Side::Black).name,
    ));
    let label = |side: &str, over: &str, title: &str| format!("{side}, {over}: {title}");
    let white = |over, title| label(w("forms.white"), over, title);
    let black = |over, title| label(w("forms.black"), over, title);
    let mut table = Table::new(
        "article60",
        [
            Column::right("").label(w("forms.row-no")).key(),
            Column::left("").label(w("forms.move-white")),
            Column::left(w("forms.got")).label(white(w("forms.date"), w("forms.got"))),
            Column::left(w("forms.sent")).label(white(w("forms.date"), w("forms.sent"))),
            Column::right(w("forms.per-move")).label(white(w("forms.time"), w("forms.per-move"))),
            Column::right(w("forms.in-all")).label(white(w("forms.time"), w("forms.in-all"))),
            Column::left("").label(w("forms.move-black")),
            Column::left(w("forms.got")).label(black(w("forms.date"), w("forms.got"))),
            Column::left(w("forms.sent")).label(black(w("forms.date"), w("forms.sent"))),
            Column::right(w("forms.per-move")).label(black(w("forms.time"), w("forms.per-move"))),
            Column::right(w("forms.in-all")).label(black(w("forms.time"), w("forms.in-all"))),
            Column::left("").label(w("forms.remark")).wrapping(),
        ],
    )
    .ruled();
    table.group([
        (w("forms.white"), 6),
        (w("forms.black"), 5),
        (w("forms.remark"), 1),
    ]);
    table.group([
        (w("forms.row-no"), 1),
        (w("forms.move-white"), 1),
        (w("forms.date"), 2),
        (w("forms.time"), 2),
        (w("forms.move-black"), 1),
        (w("forms.date"), 2),
        (w("forms.time"), 2),
        ("", 1),
    ]);
    let due = due(game);
    let mut rows = pairs(game);
    if let Some((number, ..)) = due {
        rows.entry(number).or_default();
    }
    let last = rows.keys().next_back().copied();
    for (number, (white, black)) in rows {
        let mut row = vec![number.to_string()];
        row.extend(cells(white));
        row.extend(cells(black));
        let mut remarks: Vec<String> = [(white, w("forms.white")), (black, w("forms.black"))]
            .into_iter()
            .filter_map(|(mv, side)| {
                remark(game, mv?, language).map(|text| format!("{side}: {text}"))
            })
            .collect();
        if let Some((_, side, received)) = due.as_ref().filter(|(n, ..)| *n == number) {
            let column = match side {
                Side::White => 2,
                Side::Black => 7,
            };
            if let Some(cell) = row.get_mut(column) {
                cell.clone_from(received);
            }
        }
        if last == Some(number)
            && let Some(result) = game.result
        {
            remarks
                .push(Phrase("paper.result-is").fill(language, &[("result", result.code.text())]));
        }
        row.push(remarks.join("; "));
        table.row(row);
    }
    let mut section = DocumentSection::untitled();
    // Without a move it is the empty form.
    section.block(Block::Table(table));
    document.push(section);
    document
}

/// The move that is due, once what it answers is received: its number, whose it is, and when.
fn due(game: &GameFile) -> Option<(u32, Side, String)> {
    let open = matches!(game.status, Status::Active | Status::Paused);
    // White received nothing before his first move.
    let receipt = game.receipt_so_far().filter(|_| open && game.ply() > 0)?;
    Some((game.move_number(), game.turn(), short_year(receipt)))
}

fn cells(mv: Option<&PlayedMove>) -> [String; 5] {
    mv.map_or_else(Default::default, |mv| {
        [
            mv.numeric.to_string(),
            short_year(mv.received),
            short_year(mv.sent),
            mv.days.to_string(),
            mv.total.to_string(),
        ]
    })
}

/// What a reader must know to check the figures: faults before the move with their
/// days, days that do not count, penalties, dates set by the arbiter, an overstep;
/// whether the move is of a variant, and a draw offered with it.
fn remark(game: &GameFile, mv: &PlayedMove, language: Language) -> Option<String> {
    let w = |key| say(language, key);
    let mut parts: Vec<String> = mv
        .faults
        .iter()
        .map(|f| {
            format!(
                "{} {} - {} ({})",
                fault(language, f.kind),
                short_year(f.since),
                short_year(f.sent),
                f.days
            )
        })
        .collect();
    if mv.penalty != 0 {
        parts.push(format!("{} {:+}", w("forms.penalty"), mv.penalty));
    }
    if mv.variant {
        parts.push(w("forms.variant").to_owned());
    } else {
        let gross = mv.sent.since(mv.received).max(0);
        let off = gross - charge(mv.received, mv.sent, &game.free_days(mv.side));
        if off > 0 {
            parts.push(Phrase("paper.days-off").fill(language, &[("days", &off.to_string())]));
        }
    }
    let mut set = false;
    let mut offered = false;
    // A move that the arbiter entered came with its dates: nothing was corrected.
    let entered = game.entries.iter().rev().find_map(|e| match e.event {
        Event::MovePlayed { ply, .. } if ply == mv.ply => Some(e.at),
        _ => None,
    });
    // The number of an overstep is counted since that clock began.
    let is_here = |index: usize, at_move: u32| {
        let then = game.before(index).ok();
        then.is_some_and(|then| then.ply_of_overstep(mv.side, at_move) == mv.ply)
    };
    for (index, entry) in game.entries.iter().enumerate() {
        match &entry.event {
            Event::DatesSet { ply, .. } => set |= *ply == mv.ply && entered != Some(entry.at),
            Event::DrawOffered { side, ply } => offered |= *side == mv.side && *ply == mv.ply,
            Event::TimeExceeded {
                side,
                at_move,
                total,
                limit,
                ..
            } if *side == mv.side && is_here(index, *at_move) => {
                let (total, limit) = (total.to_string(), limit.to_string());
                let over = [("total", total.as_str()), ("limit", limit.as_str())];
                parts.push(Phrase("paper.over").fill(language, &over));
            }
            _ => {}
        }
    }
    if set {
        parts.push(Phrase("paper.dates-set").say(language).to_owned());
    }
    if offered {
        parts.push(Phrase("paper.draw-offered").say(language).to_owned());
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}
