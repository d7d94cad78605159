//! The schedule of moves and times of article 60, in the form that the rules print.

use super::super::document::{self, Block, Column, Document, Section, Table};
use super::super::words::paper as say;
use super::super::words::{fault, short_year, words};
use super::form::pairs;
use crate::chess::Side;
use crate::clock::charge::charge;
use crate::language::Language;
use crate::record::{Event, GameFile, PlayedMove, Status};

/// Article 60's table as text, in the tournament's language.
pub fn schedule(game: &GameFile) -> String {
    document::text(&schedule_document(game, game.facts.language))
}

/// Article 60's table in a language. Days of a move exclude penalties, which stand
/// among the remarks; totals include them (56.4.1). What is due has its receipt.
pub fn schedule_document(game: &GameFile, language: Language) -> Document {
    let w = words(language);
    let name = &game.facts.name;
    let mut document = Document::new(language, format!("{} N {}", w.tournament, name.code))
        .with_subtitle(w.schedule)
        .with_subtitle(format!(
            "{} - {} [{name}]",
            game.player(Side::White).name,
            game.player(Side::Black).name,
        ));
    let label = |side: &str, over: &str, title: &str| format!("{side}, {over}: {title}");
    let white = |over, title| label(w.white, over, title);
    let black = |over, title| label(w.black, over, title);
    let mut table = Table::new(
        "article60",
        [
            Column::right("").label(w.row_no).key(),
            Column::left("").label(w.move_white),
            Column::left(w.got).label(white(w.date, w.got)),
            Column::left(w.sent).label(white(w.date, w.sent)),
            Column::right(w.per_move).label(white(w.time, w.per_move)),
            Column::right(w.in_all).label(white(w.time, w.in_all)),
            Column::left("").label(w.move_black),
            Column::left(w.got).label(black(w.date, w.got)),
            Column::left(w.sent).label(black(w.date, w.sent)),
            Column::right(w.per_move).label(black(w.time, w.per_move)),
            Column::right(w.in_all).label(black(w.time, w.in_all)),
            Column::left("").label(w.remark).wrapping(),
        ],
    )
    .ruled();
    table.group([(w.white, 6), (w.black, 5), (w.remark, 1)]);
    table.group([
        (w.row_no, 1),
        (w.move_white, 1),
        (w.date, 2),
        (w.time, 2),
        (w.move_black, 1),
        (w.date, 2),
        (w.time, 2),
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
        let mut remarks: Vec<String> = [(white, w.white), (black, w.black)]
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
            remarks.push(say::RESULT_IS.fill(language, &[("result", result.code.text())]));
        }
        row.push(remarks.join("; "));
        table.row(row);
    }
    let mut section = Section::untitled();
    // Without a move it is the empty form.
    section.block(Block::Table(table));
    document.push(section);
    document
}

/// The move that is due, once what it answers is received: its number, whose it is, and when.
fn due(game: &GameFile) -> Option<(u32, Side, String)> {
    let open = matches!(game.status, Status::Active | Status::Paused);
    // White received nothing before his first move.
    let receipt = game.receipt().filter(|_| open && game.ply() > 0)?;
    Some((game.move_number(), game.turn(), short_year(receipt)))
}

fn cells(mv: Option<&PlayedMove>) -> [String; 5] {
    mv.map_or_else(Default::default, |mv| {
        [
            mv.numeric.clone(),
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
    let w = words(language);
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
        parts.push(format!("{} {:+}", w.penalty, mv.penalty));
    }
    if mv.variant {
        parts.push(w.variant.to_owned());
    } else {
        let gross = mv.sent.since(mv.received).max(0);
        let off = gross - charge(mv.received, mv.sent, &game.free_days(mv.side));
        if off > 0 {
            parts.push(say::DAYS_OFF.fill(language, &[("days", &off.to_string())]));
        }
    }
    let mut set = false;
    let mut offered = false;
    // A move that the arbiter entered came with its dates: nothing was corrected.
    let entered = game.entries.iter().rev().find_map(|e| match e.event {
        Event::MovePlayed { ply, .. } if ply == mv.ply => Some(e.at),
        _ => None,
    });
    let own = game
        .moves
        .iter()
        .filter(|m| m.side == mv.side && m.ply <= mv.ply);
    let own = u32::try_from(own.count()).unwrap_or(0);
    for entry in &game.entries {
        match &entry.event {
            Event::DatesSet { ply, .. } => set |= *ply == mv.ply && entered != Some(entry.at),
            Event::DrawOffered { side, ply } => offered |= *side == mv.side && *ply == mv.ply,
            Event::TimeExceeded {
                side,
                at_move,
                total,
                limit,
                ..
            } if *side == mv.side && *at_move == own => {
                let (total, limit) = (total.to_string(), limit.to_string());
                let over = [("total", total.as_str()), ("limit", limit.as_str())];
                parts.push(say::OVER.fill(language, &over));
            }
            _ => {}
        }
    }
    if set {
        parts.push(say::DATES_SET.say(language).to_owned());
    }
    if offered {
        parts.push(say::DRAW_OFFERED.say(language).to_owned());
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}
