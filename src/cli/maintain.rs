//! `verify`, `backup` and `restore`.

use super::args::Global;
use super::desk::{Desk, home_of};
use super::output::Output;
use crate::error::Failure;
use crate::robot::lock;
use crate::store::Store;
use serde_json::json;
use std::path::Path;

/// Replays every game and compares; exit 1 on any difference.
pub fn verify(desk: Desk, out: &Output) -> Result<(), Failure> {
    let (mut robot, _lock) = desk.robot()?;
    let (games, found) = robot.verify()?;
    if out.is_json() {
        out.json(&json!({"games": games, "differences": found}))?;
    } else {
        for difference in &found {
            let game = difference.game.as_deref().unwrap_or("database");
            out.line(format_args!("{game}: {}", difference.what));
        }
    }
    match found.len() {
        0 => {
            out.say(format_args!("{games} games replayed: nothing differs"));
            Ok(())
        }
        n => Err(Failure::failed(format!("{n} differences in {games} games"))),
    }
}

/// Writes a consistent copy of the database.
pub fn backup(desk: Desk, out: &Output, path: Option<&Path>) -> Result<(), Failure> {
    // No lock: a copy is consistent whoever writes meanwhile.
    let robot =
        crate::robot::Robot::new(desk.home, desk.config, desk.store, desk.now, desk.rehearsed)?;
    let written = robot.backup(path)?;
    if out.is_json() {
        return out.json(&json!({"backup": written}));
    }
    out.line(written.display());
    Ok(())
}

/// Puts a backup in the database's place; the old file is kept beside it.
pub fn restore(global: &Global, out: &Output, path: &Path) -> Result<(), Failure> {
    let home = home_of(global);
    if !home.config().is_file() {
        return Err(Failure::missing(format!(
            "there is no home in {}",
            home.root().display()
        )));
    }
    let _lock = lock::take(&home.lock())?;
    let kept = Store::restore(path, &home.database())?;
    out.say(format_args!(
        "the old database is kept as {}",
        kept.display()
    ));
    out.say("restored; run postchess verify");
    Ok(())
}
