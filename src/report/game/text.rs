//! A game as the arbiter reads it on a screen (`game show`).

use super::super::matters::matters;
use super::super::width::{Align, Grid, one_line};
use super::form::leave;
use super::overstepped;
use crate::arbiter::series;
use crate::chess::{Piece, Position, Side};
use crate::clock::Moment;
use crate::language::Language;
use crate::record::{GameFile, Status};

/// The game in English prose and tables: header, record, clocks, flag, board,
/// open matters, as of a day of the tournament's zone, or a moment.
pub fn text(game: &GameFile, when: impl Into<Moment>) -> String {
    let mut text = header(game);
    text.push('\n');
    text.push_str(&record(game));
    text.push('\n');
    text.push_str(&clocks(game, when.into()));
    text.push('\n');
    text.push_str(&board(game.line.position()));
    text.push_str(&format!("FEN {}\n", game.line.position().fen()));
    let cards = super::cards::text(game);
    if !cards.is_empty() {
        text.push_str(&format!("\n{cards}"));
    }
    let matters = matters(game);
    if !matters.is_empty() {
        text.push_str("\nOpen matters\n");
        for matter in &matters {
            text.push_str(&matter.text());
        }
    }
    text
}

/// The number of the move that is due, and whose: `12... (Black)`.
pub fn due_line(game: &GameFile) -> String {
    let turn = game.turn();
    format!("{}{} ({})", game.move_number(), turn.dots(), turn.name())
}

/// Who plays, the last move and the board: what one looks at with a card in hand.
pub fn position_text(game: &GameFile) -> String {
    let names = Side::BOTH.map(|side| one_line(&game.player(side).name));
    let last = game.moves.last().map_or_else(String::new, |mv| {
        let (label, numeric) = (format!("{}{}", mv.number, mv.side.dots()), &mv.numeric);
        format!("; last {label} {numeric} ({}), sent {}", mv.san, mv.sent)
    });
    let names = names.join(" - ");
    format!(
        "{} {names}{last}\n{}",
        game.facts.name,
        board(game.line.position())
    )
}

fn header(game: &GameFile) -> String {
    let facts = &game.facts;
    let mut text = format!(
        "{}  {}, round {}, board {}, started {}\n",
        facts.name,
        one_line(&facts.tournament_name),
        facts.round,
        facts.board,
        facts.start,
    );
    for (title, side) in [("White", Side::White), ("Black", Side::Black)] {
        let player = game.player(side);
        text.push_str(&format!(
            "{title}  {} (no. {}, player {})",
            one_line(&player.name),
            player.start_number,
            player.id
        ));
        let leave = leave(game, side);
        if !leave.is_empty() {
            text.push_str(&format!("; leave {leave}"));
        }
        text.push('\n');
    }
    text.push_str(&format!("Status {}", game.status.name()));
    match game.result {
        Some(result) => {
            // Termination is printed as JSON and the database have it.
            let cause = serde_json::to_value(result.termination).unwrap_or_default();
            let cause = cause.as_str().unwrap_or_default().to_owned();
            text.push_str(&format!(", result {} ({cause})", result.code.text()));
        }
        None if matches!(game.status, Status::Active | Status::Paused) => {
            let side = game.turn().name();
            text.push_str(&format!(", move {} of {side} is due", game.move_number()));
        }
        None => {}
    }
    text.push('\n');
    if let Some((side, _)) = game.draw_offer {
        text.push_str(&format!("{} offers a draw\n", capital(side)));
    }
    if let Some(proposal) = &game.proposal {
        let by = capital(proposal.side);
        text.push_str(&format!("{by} has proposed a series of moves\n"));
        let position = game.line.position();
        for line in &proposal.branches {
            let branch = series::in_both(position, line, Language::En);
            text.push_str(&format!("  {}\n", branch.unwrap_or_default()));
        }
    }
    text
}

fn record(game: &GameFile) -> String {
    if game.moves.is_empty() && game.pending.is_empty() {
        return "No move yet.\n".to_owned();
    }
    use Align::{Left, Right};
    let mut grid = Grid::plain(&[Right, Left, Left, Left, Left, Right, Right, Right, Left]);
    grid.head(&[
        "N", "Move", "", "Received", "Sent", "Days", "Penalty", "Total", "",
    ]);
    for mv in &game.moves {
        for fault in &mv.faults {
            grid.row(fault_row(fault));
        }
        let dots = mv.side.dots();
        let penalty = match mv.penalty {
            0 => String::new(),
            days => format!("{days:+}"),
        };
        let note = if mv.variant { "variant" } else { "" };
        grid.row([
            format!("{}{dots}", mv.number),
            mv.numeric.to_string(),
            mv.san.to_string(),
            mv.received.to_string(),
            mv.sent.to_string(),
            mv.days.to_string(),
            penalty,
            mv.total.to_string(),
            note.to_owned(),
        ]);
    }
    for fault in &game.pending {
        grid.row(fault_row(fault));
    }
    grid.render()
}

/// A fault stands above the valid move; its days are among those of the move.
fn fault_row(fault: &crate::record::Fault) -> [String; 9] {
    let kind = serde_json::to_value(fault.kind).unwrap_or_default();
    [
        String::new(),
        super::super::width::cut(&one_line(&fault.text), 12),
        String::new(),
        fault.since.to_string(),
        fault.sent.to_string(),
        format!("({})", fault.days),
        String::new(),
        String::new(),
        kind.as_str().unwrap_or_default().to_owned(),
    ]
}

fn clocks(game: &GameFile, when: Moment) -> String {
    use Align::{Left, Right};
    let tally = game.tally();
    let runs = game.running().filter(|_| !game.is_stopped_on(when.day));
    let mut grid = Grid::plain(&[Left, Right, Right, Right, Right, Right, Right, Left]);
    grid.head(&[
        "Clock", "Moves", "Days", "Penalty", "Total", "Limit", "Left", "",
    ]);
    for side in Side::BOTH {
        let clock = tally.clock(game, side, when);
        let mut notes = Vec::new();
        if let Some(running) = runs.filter(|r| r.side == side) {
            notes.push(format!(
                "runs since {}, used {}, flag falls {}",
                running.since,
                tally.used(game, when),
                running.flag
            ));
        }
        if overstepped(game, side, when) {
            notes.push("OVERSTEPPED".to_owned());
        }
        grid.row([
            capital(side).to_owned(),
            clock.moves.to_string(),
            clock.days.to_string(),
            clock.penalty.to_string(),
            clock.total.to_string(),
            clock.limit.to_string(),
            clock.left.to_string(),
            notes.join("; "),
        ]);
    }
    let mut text = grid.render();
    if game.status == Status::Active && runs.is_none() {
        text.push_str(match game.is_untimed() {
            false => "No clock runs: the letter to the side to move has not left yet.\n",
            true => "No clock runs: no flag can fall on the move that is due.\n",
        });
    }
    text
}

fn capital(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// The board, White below: White's pieces in capitals, Black's in small letters.
fn board(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..8u8).rev() {
        text.push_str(&format!("{} ", rank + 1));
        for file in 0..8u8 {
            let letter = match position.piece_at(file, rank) {
                None => ".".to_owned(),
                Some((side, piece)) => {
                    let letter = match piece {
                        Piece::Pawn => "P",
                        other => other.letter(Language::En),
                    };
                    match side {
                        Side::White => letter.to_owned(),
                        Side::Black => letter.to_lowercase(),
                    }
                }
            };
            text.push(' ');
            text.push_str(&letter);
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h\n");
    text
}
