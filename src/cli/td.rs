//! `td …`: the arbiter's decisions.

use super::desk::Desk;
use super::output::Output;
use crate::error::Failure;
use crate::language::Language;
use crate::report::decisions::words_about_player;
use crate::robot::orders::grammar::{Td, TdCommand};
use crate::robot::orders::{self, Decided, Grounds};
use serde_json::{Value, json};

/// Carries out a decision, or tells what it would do.
pub fn run(desk: Desk, out: &Output, td: &Td) -> Result<(), Failure> {
    if let TdCommand::Log { code } = &td.decision {
        return tell_log(&desk, out, code.as_deref());
    }
    let command = td.decision.command()?;
    let grounds = Grounds::console(&td.why.reason, td.why.dry_run);
    let mut robot = desk.robot()?;
    let decided = robot.decide(&command, &grounds)?;
    match out.is_json() {
        true => out.json(&as_json(&decided, grounds.dry_run)),
        false => {
            let tables = td.why.language.unwrap_or(Language::En);
            tell(out, &decided, grounds.dry_run, tables);
            Ok(())
        }
    }
}

/// The decisions so far, oldest first.
fn tell_log(desk: &Desk, out: &Output, code: Option<&str>) -> Result<(), Failure> {
    let lines = orders::log(desk.store.read(), code)?;
    if out.is_json() {
        return out.json(&lines);
    }
    for line in &lines {
        out.text(&line.text());
    }
    if lines.is_empty() {
        out.say("no decisions yet");
    }
    Ok(())
}

fn as_json(decided: &Decided, dry_run: bool) -> Value {
    let entries: Vec<Value> = decided
        .entries
        .iter()
        .map(|(game, entry)| {
            let mut value = json!(entry);
            super::output::put(&mut value, "game", game.to_string());
            value
        })
        .collect();
    let letters: Vec<Value> = decided
        .letters
        .iter()
        .map(|l| {
            let game = l.game.as_ref().map(ToString::to_string);
            json!({"kind": l.kind.name(), "name": l.name, "to": l.to, "game": game})
        })
        .collect();
    let mut all = json!({
        "dry_run": dry_run, "id": decided.id, "decision": decided.note(Language::En), "entries": entries,
        "player_entries": decided.player_entries, "letters": letters,
        "released": decided.released,
    });
    for shown in &decided.shown {
        super::output::put(&mut all, shown.name(), shown.json());
    }
    all
}

fn tell(out: &Output, decided: &Decided, dry_run: bool, tables: Language) {
    for shown in &decided.shown {
        out.line(crate::report::document::text(&shown.document(tables)));
    }
    let nothing = decided.entries.is_empty() && decided.player_entries.is_empty();
    let note = decided.note(Language::En);
    match decided.id {
        _ if nothing => out.line(&note),
        _ if dry_run => out.line(format_args!("would decide: {note}")),
        Some(id) => out.line(format_args!("decision {id}: {note}")),
        None => out.line(&note),
    }
    for (game, entry) in &decided.entries {
        let article = entry.grounds.as_deref().unwrap_or("-");
        let what = entry.event.what();
        out.line(format_args!("  record: {game} {what} (article {article})"));
    }
    for entry in &decided.player_entries {
        let article = entry.grounds.as_deref().unwrap_or("-");
        let what = words_about_player(&entry.event);
        let player = entry.player;
        out.line(format_args!(
            "  record: player {player} {what} (article {article})"
        ));
    }
    for letter in &decided.letters {
        let about = match &letter.game {
            Some(game) => format!(" about {game}"),
            None => String::new(),
        };
        let (kind, name, to) = (letter.kind.name(), &letter.name, &letter.to);
        out.line(format_args!("  letter: {kind}{about} to {name} <{to}>"));
    }
    match decided.released {
        0 => {}
        1 => out.line("  1 held letter is processed now"),
        n => out.line(format_args!("  {n} held letters are processed now")),
    }
}
