//! `postchess check`: what is wrong with a home, and how to mend it.

use super::args::Global;
use super::desk::Desk;
use super::output::Output;
use crate::error::Failure;
use serde_json::json;

/// Looks at configuration, templates, database, inbox and outbox.
pub fn run(global: &Global, out: &Output) -> Result<(), Failure> {
    let desk = Desk::open(global)?;
    let mut findings: Vec<String> = Vec::new();
    let mut robot = desk.robot()?;
    out.say("configuration: read");
    if let Err(e) = robot.composer.check() {
        findings.push(format!("templates: {e}"));
    } else {
        out.say("templates: every letter can be written in every language");
    }
    match robot.try_inbox() {
        Err(failure) => findings.push(failure.to_string()),
        Ok(()) => out.say("inbox: can be read"),
    }
    match robot.try_outbox() {
        Err(failure) => findings.push(failure.to_string()),
        Ok(()) => out.say("outbox: can be used"),
    }
    let (games, differences) = robot.verify()?;
    for difference in &differences {
        let game = difference.game.as_deref().unwrap_or("database");
        findings.push(format!("{game}: {}", difference.what));
    }
    out.say(format_args!("database: {games} games replayed"));
    if out.is_json() {
        out.json(&json!({"findings": findings}))?;
    }
    match findings.len() {
        0 => {
            out.say("all is well");
            Ok(())
        }
        _ => Err(Failure::failed(findings.join("\n"))),
    }
}
