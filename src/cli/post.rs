//! `post …`: cards that came by post.

mod enter;
#[cfg(feature = "scan")]
mod scan;
mod sheet;

use super::args::PostCommand;
use super::desk::OpenHome;
use super::output::Output;
use crate::arbiter::CardDone;
use crate::disk::disk_words;
use crate::error::Failure;
use crate::robot::cards::{CardRefused, CardTold};
use crate::robot::orders::GivenBy;
use crate::time::Day;
use serde_json::{Value, json};
use sheet::{CardTable, SheetError};
use std::io::BufReader;
use std::path::Path;

/// Largest table that is read, in bytes: some ten thousand cards.
const MAX_SHEET: u64 = 2_000_000;

/// Runs one of them.
pub fn run(
    desk: impl Fn() -> Result<OpenHome, Failure>,
    out: &Output,
    what: &PostCommand,
    by: &GivenBy,
) -> Result<(), Failure> {
    match what {
        PostCommand::Import { file, anyway } => import(desk()?, out, file, (by, *anyway)),
        PostCommand::Sent {
            batch,
            date,
            registered,
        } => sent(desk()?, out, *batch, *date, registered.as_deref()),
        #[cfg(feature = "scan")]
        PostCommand::Scan {
            images,
            output_dir,
            anyway,
        } => {
            let pictures = (images.as_slice(), output_dir.as_deref());
            scan::run(desk()?, out, pictures, (by, *anyway))
        }
        #[cfg(not(feature = "scan"))]
        PostCommand::Scan { .. } => Err(Failure::not_built(crate::feature::Feature::Scan)),
        PostCommand::Enter { anyway } => {
            let typed = BufReader::new(std::io::stdin());
            enter::run(desk, out, typed, (by, *anyway))
        }
    }
}

/// Records that what was printed is posted.
fn sent(
    desk: OpenHome,
    out: &Output,
    batch: Option<u32>,
    day: Option<Day>,
    registered: Option<&str>,
) -> Result<(), Failure> {
    let rows = desk.robot()?.paper_posted(batch, day, registered)?;
    if out.is_json() {
        let ids: Vec<i64> = rows.iter().map(|row| row.id.0).collect();
        return out.json(&json!({ "posted": ids }));
    }
    for row in &rows {
        let game = row.game.as_deref().unwrap_or("-");
        out.line(format_args!("{:>6} {:<14} {game}", row.id, row.kind));
    }
    out.line(format_args!("{} posted", rows.len()));
    Ok(())
}

/// Enters the cards of a table, all or none.
fn import(
    desk: OpenHome,
    out: &Output,
    file: &Path,
    (by, anyway): (&GivenBy, bool),
) -> Result<(), Failure> {
    let name = file.display().to_string();
    let unread = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => Failure::missing(format!("there is no file {name}")),
        _ => Failure::failed(format!("{name}: {}", disk_words(&error))),
    };
    let size = std::fs::metadata(file).map_err(unread)?.len();
    if size > MAX_SHEET {
        return Err(Failure::failed(format!(
            "{name}: {size} bytes are too many for a table of cards"
        )));
    }
    let bytes = std::fs::read(file).map_err(unread)?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::failed(format!("{name} is not in UTF-8")).hint("save it as CSV UTF-8")
    })?;
    let sheet = CardTable::read(&text);
    let mut robot = desk.robot()?;
    let entered = match sheet.errors.is_empty() {
        true => robot.enter_cards(&sheet.rows, by, anyway)?,
        false => Ok(Vec::new()),
    };
    let mut errors = sheet.errors;
    let told = match entered {
        Ok(told) => told,
        Err(refused) => {
            errors.extend(refused.iter().map(of_card));
            Vec::new()
        }
    };
    if !errors.is_empty() {
        errors.sort_by_key(|e| e.line);
        for error in &errors {
            out.say(format_args!("{name}:{error}"));
        }
        let count = errors.len();
        return Err(Failure::failed(format!(
            "{name}: {count} errors; nothing is entered"
        )));
    }
    if out.is_json() {
        return out.json(&Value::Array(told.iter().map(as_json).collect()));
    }
    for one in &told {
        out.line(format_args!("{}: {}", one.line, line_of(one)));
    }
    let is_known = |t: &&CardTold| matches!(t.done, CardDone::Already | CardDone::Otherwise);
    let known = told.iter().filter(is_known).count();
    out.line(format_args!(
        "{} cards entered, {known} known before",
        told.len() - known
    ));
    Ok(())
}

/// What is wrong with a card, at its place in the table.
fn of_card(refused: &CardRefused) -> SheetError {
    let (column, said) = match &refused.why {
        None => ("game", "there is no such game".to_owned()),
        Some(why) => (sheet::column_of(why), why.to_string()),
    };
    SheetError {
        line: refused.line,
        column: column.to_owned(),
        said,
    }
}

/// What became of a card, in a line.
pub(super) fn line_of(told: &CardTold) -> String {
    let (game, side, sent) = (&told.game, told.side.name(), told.sent);
    match &told.done {
        CardDone::Already => format!("{game} {side}: entered before"),
        CardDone::Otherwise => {
            format!("{game} {side}: the move had come otherwise, sent {sent}: that counts")
        }
        CardDone::Redated => format!("{game} {side}: its dates are corrected, sent {sent}"),
        CardDone::Played(label) => format!("{game} {label}, sent {sent}"),
        CardDone::Voided { penalty } => {
            format!("{game} {side}: the move does not count, {penalty} penalty days, sent {sent}")
        }
        CardDone::Taken => format!("{game} {side}: {} taken, sent {sent}", told.kind.name()),
        CardDone::Ruled(what) => format!("{game} {side}: {what}, sent {sent}"),
    }
}

fn as_json(told: &CardTold) -> Value {
    let done = match &told.done {
        CardDone::Already | CardDone::Otherwise => "already",
        CardDone::Redated => "redated",
        CardDone::Played(_) => "played",
        CardDone::Voided { .. } => "voided",
        CardDone::Taken => "taken",
        CardDone::Ruled(_) => "ruled",
    };
    json!({
        "line": told.line,
        "game": told.game,
        "kind": told.kind.name(),
        "side": told.side,
        "sent": told.sent,
        "done": done,
        "told": line_of(told),
    })
}
