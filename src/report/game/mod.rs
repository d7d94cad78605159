//! One game: for programs (JSON), for the arbiter (text), as the forms of the
//! rules ask for it (articles 59.1 and 60), as a position (FEN, SVG).

mod cards;
mod form;
mod journal;
mod json;
mod schedule;
mod sheet;
mod svg;
mod text;

pub use form::{RecordForm, algebraic, form, form_document};
pub use journal::journal;
pub use json::{json, json_for_player, json_with};
pub use schedule::{schedule, schedule_document};
pub use sheet::sheet;
pub(super) use svg::{MARGIN, SQUARE, coordinates, outline};
pub use svg::{board, piece_svg, svg};
pub use text::{due_line, position_text, text};

use crate::arbiter::stands;
use crate::chess::Side;
use crate::clock::Moment;
use crate::record::{GameFile, Status};

/// The position on the board, with a line end.
pub fn fen(game: &GameFile) -> String {
    format!("{}\n", game.line.position().fen())
}

/// Whether a side has overstepped by a moment: by its clock, or by the overstep
/// that is being decided or has ended the game.
pub(super) fn overstepped(game: &GameFile, side: Side, when: Moment) -> bool {
    let of_side = game.exceeded.as_ref().filter(|e| e.side == side);
    let decided = of_side.is_some_and(|e| game.status == Status::Finished || stands(game, e));
    decided || game.tally().overstepped(side, when)
}
