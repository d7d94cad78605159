//! `verify`, `backup` and `restore`.

use super::args::Global;
use super::desk::{Desk, home_of};
use super::output::Output;
use crate::config::Config;
use crate::error::{Failure, Kind};
use crate::robot::key::{self, Found};
use crate::robot::{give_back, lock};
use crate::store::{Store, StoreError};
use serde_json::json;
use std::path::Path;

/// Replays every game and compares; exit 1 on any difference.
pub fn verify(desk: Desk, out: &Output) -> Result<(), Failure> {
    let robot = desk.robot()?;
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
    let robot = desk.robot()?;
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
    let restored = Store::restore(path, &home.database()).map_err(|e| {
        let hint = match e {
            StoreError::Disk(_) => {
                "nothing was changed; if it stays so, move the old database away first: its letters are lost then"
            }
            _ => "nothing was changed; take an older backup",
        };
        let failure = Failure::from(e);
        match failure.kind {
            Kind::Home => Failure {
                hint: Some(hint.to_owned()),
                ..failure
            },
            _ => failure,
        }
    })?;
    if let Some(why) = &restored.unreadable {
        out.say(format_args!(
            "the old database cannot be read, its letters neither: {why}"
        ));
    }
    // What the mailbox still has of the letters that the old database lost.
    let given_back = Config::load(home.root(), &global.set)
        .map_err(Failure::from)
        .and_then(|config| {
            let store = Store::open(&home.database())?;
            match key::after_restore(&config.auth, store.read())? {
                Found::Here => {}
                Found::Opened => out.say("the key was taken out of the backup"),
                Found::Lost(why) => out.say(why),
            }
            give_back(&config, &store)
        });
    let given_back = given_back.unwrap_or_else(|failure| {
        out.say(format_args!("the mailbox was not looked at: {failure}"));
        0
    });
    if let Some(old) = &restored.old {
        out.say(format_args!(
            "the old database is kept as {}",
            old.display()
        ));
    }
    out.say(format_args!(
        "{} letters that came since the backup will be processed again by the next pass",
        restored.letters + given_back
    ));
    for order in &restored.orders {
        out.say(format_args!("to be decided again with td: {order}"));
    }
    if out.is_json() {
        out.json(&json!({
            "old": restored.old,
            "letters": restored.letters + given_back,
            "orders": restored.orders,
        }))?;
    }
    out.say("restored; run postchess verify, then postchess poll");
    Ok(())
}
