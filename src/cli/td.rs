//! `td …`: the arbiter's decisions.

use super::desk::Desk;
use super::output::Output;
use crate::error::Failure;
use crate::record::PlayerEvent;
use crate::robot::orders::grammar::Td;
use crate::robot::orders::{Decided, Grounds};
use serde_json::{Value, json};

/// Carries out a decision, or tells what it would do.
pub fn run(desk: Desk, out: &Output, td: &Td) -> Result<(), Failure> {
    let command = td.decision.command()?;
    let grounds = Grounds::console(&td.why.reason, td.why.dry_run);
    let (mut robot, _lock) = desk.robot()?;
    let decided = robot.decide(&command, &grounds)?;
    match out.is_json() {
        true => out.json(&as_json(&decided, grounds.dry_run)),
        false => {
            tell(out, &decided, grounds.dry_run);
            Ok(())
        }
    }
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
        "dry_run": dry_run, "id": decided.id, "decision": decided.note, "entries": entries,
        "player_entries": decided.player_entries, "letters": letters,
        "released": decided.released,
    });
    for shown in &decided.shown {
        super::output::put(&mut all, shown.name, shown.json.clone());
    }
    all
}

fn tell(out: &Output, decided: &Decided, dry_run: bool) {
    for shown in &decided.shown {
        out.line(crate::report::document::text(&shown.document));
    }
    let nothing = decided.entries.is_empty() && decided.player_entries.is_empty();
    match decided.id {
        _ if nothing => out.line(&decided.note),
        _ if dry_run => out.line(format_args!("would decide: {}", decided.note)),
        Some(id) => out.line(format_args!("decision {id}: {}", decided.note)),
        None => out.line(&decided.note),
    }
    for (game, entry) in &decided.entries {
        let article = entry.grounds.as_deref().unwrap_or("-");
        let what = entry.event.what();
        out.line(format_args!("  record: {game} {what} (article {article})"));
    }
    for entry in &decided.player_entries {
        let article = entry.grounds.as_deref().unwrap_or("-");
        let what = player_words(&entry.event);
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

fn player_words(event: &PlayerEvent) -> String {
    match event {
        PlayerEvent::LeaveTaken { from, to, .. } => format!("leave {from} to {to}"),
        PlayerEvent::LeaveEnded { leave, to } => format!("leave {leave} ends {to}"),
        PlayerEvent::AddressChanged { new, .. } => format!("address {new}"),
        PlayerEvent::Revoked { decision, .. } => format!("decision {decision} revoked"),
        PlayerEvent::WithdrawalAsked => "asks to withdraw".to_owned(),
        PlayerEvent::Withdrawn {
            games,
            counts,
            finished,
            scheduled,
            excluded,
        } => {
            let left = if *excluded { "excluded" } else { "withdrawn" };
            let count = if *counts { "count" } else { "do not count" };
            let games = games.name();
            format!(
                "{left}, --games {games}; {finished} of {scheduled} games finished, they {count}"
            )
        }
        PlayerEvent::StyleChosen { .. } => "style of letters".to_owned(),
    }
}
