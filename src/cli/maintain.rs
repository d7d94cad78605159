//! `verify`, `backup` and `restore`.

use super::args::Global;
use super::desk::{Desk, home_of, hour};
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
    let copy = Store::open(path)?;
    let wrong = copy.integrity_check()?;
    if !wrong.is_empty() {
        return Err(Failure::failed(format!(
            "the backup is damaged: {}",
            wrong.join("; ")
        )));
    }
    let database = home.database();
    let beside = database.with_extension("db.restoring");
    let _ = std::fs::remove_file(&beside);
    copy.backup_to(&beside)?;
    drop(copy);
    let failed = |e: std::io::Error| Failure::failed(format!("{}: {e}", database.display()));
    if database.exists() {
        let stamp = hour(global).to_string().replace([':', '-'], "");
        let old = database.with_extension(format!("db.before-{stamp}"));
        std::fs::rename(&database, &old).map_err(failed)?;
        for suffix in ["-wal", "-shm"] {
            // What the old log holds belongs to the old file.
            let log = std::path::PathBuf::from(format!("{}{suffix}", database.display()));
            if log.exists() {
                let beside_old = format!("{}{suffix}", old.display());
                std::fs::rename(&log, beside_old).map_err(failed)?;
            }
        }
        out.say(format_args!(
            "the old database is kept as {}",
            old.display()
        ));
    }
    std::fs::rename(&beside, &database).map_err(failed)?;
    out.say("restored; run postchess verify");
    Ok(())
}
