//! `print`: what waits for the post becomes a PDF, and that it was printed is recorded.

use super::args::PrintArgs;
use super::desk::OpenHome;
use super::document::{deliver, paper_wants_a_file};
use super::output::Output;
use crate::error::Failure;
use crate::report::pdf::CardSheet;
use crate::robot::inquiry::{PrintSettings, printing};
use crate::robot::key;
use crate::store::PaperWanted;
use serde_json::json;

/// Prints what is asked for, and records it as a batch.
pub fn run(mut desk: OpenHome, out: &Output, asked: &PrintArgs) -> Result<(), Failure> {
    paper_wants_a_file(asked.output.as_deref())?;
    let game = asked.game.as_deref().map(|g| desk.game(g)).transpose()?;
    let player = asked
        .player
        .as_deref()
        .map(|p| desk.player(p))
        .transpose()?;
    let since = asked
        .since
        .map(|day| desk.config.club.time_zone.begins(day));
    let wanted = PaperWanted {
        game,
        player: player.as_ref().map(|row| row.id),
        since,
        again: game.is_some() || asked.player.is_some() || since.is_some(),
    };
    let key = key::of_home(&desk.config.auth, &mut desk.store)?;
    let view = desk.store.read();
    let rows = view.paper_waiting(&wanted)?;
    let only_game = player.is_none() && since.is_none();
    let sheet = match asked.four {
        true => CardSheet::Four,
        false => CardSheet::Alone,
    };
    let settings = PrintSettings {
        club: &desk.config.club,
        sheet,
        key: &key,
        now: desk.now,
    };
    let Some(made) = printing(view, &rows, game.filter(|_| only_game), settings)? else {
        out.say("nothing waits to be printed");
        return told(out, None, 0);
    };
    deliver(out, &made.pdf, asked.output.as_deref())?;
    // Else standard output has the PDF itself.
    let in_a_file = |batch, letters| match asked.output {
        Some(_) => told(out, batch, letters),
        None => Ok(()),
    };
    let ids = made.first;
    if ids.is_empty() {
        return in_a_file(None, 0);
    }
    let batch = desk.robot()?.paper_printed(&ids)?;
    let count = ids.len();
    out.say(format_args!(
        "printing {batch}: {count}; post sent {batch} says when it was posted"
    ));
    in_a_file(Some(batch), count)
}

/// What was recorded, for a program.
fn told(out: &Output, batch: Option<u32>, letters: usize) -> Result<(), Failure> {
    match out.is_json() {
        true => out.json(&json!({ "batch": batch, "letters": letters })),
        false => Ok(()),
    }
}
