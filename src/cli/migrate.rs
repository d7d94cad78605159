//! `postchess migrate`: the club moves to another engine, whole.

use super::args::Global;
use super::desk::{OpenHome, home_of};
use super::output::Output;
use crate::config::{Config, DatabaseSection};
use crate::error::Failure;
use crate::robot::lock;
use serde_json::json;

/// What `--to` says for the file of the home.
const FILE: &str = "file";

/// Moves the club, and proves that it arrived.
pub fn run(global: &Global, out: &Output, to: &str) -> Result<(), Failure> {
    let home = home_of(global);
    let here = Config::load(home.root(), &[])?;
    let there = match to {
        FILE => Config {
            database: DatabaseSection::default(),
            ..here.clone()
        },
        url => {
            let mut sets = global.set.clone();
            sets.push(("database.url".to_owned(), url.to_owned()));
            Config::load(home.root(), &sets)?
        }
    };
    let mut desk = OpenHome::configured(global, here)?;
    let new = home.by(&there)?;
    if new.database() == *desk.store.place() {
        return Err(Failure::usage(format!(
            "the club is at {} already",
            new.database()
        )));
    }
    let held = lock::take(&desk.home.lock())?;
    let moved = desk.store.move_to(&new.database())?;
    drop(held);
    let (games, found) = OpenHome::configured(global, there)?.robot()?.verify()?;
    if out.is_json() {
        out.json(&json!({
            "to": new.database().to_string(),
            "rows": moved.rows,
            "sha256": moved.hash,
            "games": games,
            "differences": found,
        }))?;
    } else {
        out.say(format_args!(
            "{} rows moved to {}; SHA-256 over them, the same on both sides: {}",
            moved.rows,
            new.database(),
            moved.hash
        ));
        out.line(match to {
            FILE => "now take [database] out of postchess.toml".to_owned(),
            url => format!("now write into postchess.toml:\n[database]\nurl = \"{url}\""),
        });
    }
    match found.len() {
        0 => {
            out.say(format_args!(
                "{games} games replayed there: nothing differs"
            ));
            Ok(())
        }
        n => Err(Failure::failed(format!("{n} differences in {games} games"))
            .hint("postchess verify tells them")),
    }
}
