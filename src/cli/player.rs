//! `player …`

use super::args::{PlayerCommand, PlayerReport, PlayerStatistics};
use super::desk::OpenHome;
use super::document::deliver;
use super::output::{Output, put};
use super::roster;
use crate::error::Failure;
use crate::report;
use crate::robot::inquiry::{games_in, statistics_of};
use crate::store::PlayerRow;
use serde_json::{Value, json};
use std::path::Path;

/// Runs one of them.
pub fn run(desk: OpenHome, out: &Output, what: &PlayerCommand) -> Result<(), Failure> {
    if let PlayerCommand::Import { file } = what {
        return import(desk, out, file);
    }
    let desk = &desk;
    match what {
        PlayerCommand::Import { .. } => Ok(()),
        PlayerCommand::List => {
            let players = desk.store.read().player_list()?;
            if out.is_json() {
                return out.json(&players);
            }
            for p in &players {
                out.line(format_args!(
                    "{:>4}  {:<32} {}  {}",
                    p.id.0, p.name, p.language, p.reach
                ));
            }
            Ok(())
        }
        PlayerCommand::Show { player } => show(desk, out, &desk.player(player)?),
        PlayerCommand::Report(asked) => report57(desk, out, asked),
        PlayerCommand::Statistics(asked) => statistics(desk, out, asked),
        PlayerCommand::Calendar(asked) => super::today::of_player(desk, out, asked),
    }
}

fn report57(desk: &OpenHome, out: &Output, asked: &PlayerReport) -> Result<(), Failure> {
    let code = &asked.code;
    let row = desk.player(&asked.player)?;
    let view = desk.store.read();
    let tournament = view
        .tournament_load(code)?
        .ok_or_else(|| Failure::missing(format!("there is no tournament {code}")))?;
    let entry = view
        .player_tournaments(row.id)?
        .into_iter()
        .find(|e| e.tournament == tournament.facts.id)
        .ok_or_else(|| Failure::missing(format!("{} does not play in {code}", row.name)))?;
    let games = games_in(view, row.id, tournament.facts.id)?;
    let files: Vec<_> = games.iter().collect();
    let today = tournament.facts.zone.day(desk.now);
    let mut player = row.in_game(entry.start_number);
    player.language = asked.language.unwrap_or(player.language);
    let document = match asked.blank {
        true => report::blank57(&player, &files),
        false => report::document57(&player, &files, today),
    };
    let form = asked.format.form().filter(|_| !out.is_json());
    let output = asked.output.as_deref();
    let Some(form) = form else {
        let value = json!({
            "player": entry.player, "tournament": code, "as_of": today,
            "games": report::lines57(&player, &files, today),
            "text": report::document::text(&document),
        });
        let text = serde_json::to_string_pretty(&value).map_err(Failure::failed)? + "\n";
        return deliver(out, text.as_bytes(), output);
    };
    super::document::show(out, &document, form, desk.now, output)
}

fn statistics(desk: &OpenHome, out: &Output, asked: &PlayerStatistics) -> Result<(), Failure> {
    let row = desk.player(&asked.player)?;
    let zone = desk.config.club.time_zone;
    let input = statistics_of(desk.store.read(), &row, zone, desk.now)?;
    let output = asked.output.as_deref();
    let Some(form) = asked.format.form().filter(|_| !out.is_json()) else {
        let value = report::statistics::json(&input);
        let text = serde_json::to_string_pretty(&value).map_err(Failure::failed)? + "\n";
        return deliver(out, text.as_bytes(), output);
    };
    let language = asked.language.unwrap_or(row.language);
    let document = report::statistics::document(&input, language);
    super::document::show(out, &document, form, desk.now, output)
}

fn import(desk: OpenHome, out: &Output, file: &Path) -> Result<(), Failure> {
    let list = roster::read(file)?;
    let entries: Vec<_> = list.players.into_iter().map(|p| p.entry).collect();
    let mut robot = desk.robot()?;
    let (new, more) = robot.alone(|robot| robot.players_import(&entries))?;
    let known = entries.len() - new;
    let mut remarks = list.remarks;
    remarks.extend(more);
    if out.is_json() {
        return out.json(&json!({"added": new, "known": known, "remarks": remarks}));
    }
    roster::tell(out, &remarks);
    out.line(format_args!("added {new} players, {known} were known"));
    Ok(())
}

fn show(desk: &OpenHome, out: &Output, row: &PlayerRow) -> Result<(), Failure> {
    let view = desk.store.read();
    let entries = view.player_tournaments(row.id)?;
    let mut leave = view.leave_of_player(row.id)?;
    leave.retain(|l| l.from <= l.to);
    let games = view.player_games(row.id, false)?;
    if out.is_json() {
        let mut value = serde_json::to_value(row).map_err(Failure::failed)?;
        let tournaments: Vec<Value> = entries
            .iter()
            .map(|e| {
                json!({"code": e.code, "start_number": e.start_number,
                            "withdrawn": e.withdrawn.is_some(),
                            "replaced": e.replaced.is_some()})
            })
            .collect();
        if !row.postal.is_empty() {
            put(&mut value, "address", json!(row.postal));
        }
        put(&mut value, "tournaments", tournaments);
        let code = |id| entries.iter().find(|e| e.tournament == id).map(|e| &e.code);
        let leave: Vec<Value> = leave
            .iter()
            .map(|l| {
                let tournament = l.tournament.and_then(code);
                json!({"id": l.id, "from": l.from, "to": l.to, "tournament": tournament})
            })
            .collect();
        put(&mut value, "leave", leave);
        let all: Vec<Value> = games
            .iter()
            .map(crate::robot::inquiry::game_brief)
            .collect();
        put(&mut value, "games", all);
        return out.json(&value);
    }
    out.line(format_args!(
        "{}  {} <{}>  {}",
        row.id, row.name, row.reach, row.language
    ));
    for line in &row.postal {
        out.line(format_args!("  {line}"));
    }
    if let Some(since) = row.failing_since {
        let n = row.hard_bounces;
        out.line(format_args!(
            "  letters come back since {since}, {n} in a row"
        ));
    }
    for e in &entries {
        let gone = match e.replaced {
            Some(at) => {
                let day = view.tournament_facts(e.tournament)?.zone.day(at);
                format!(", replaced on {day}")
            }
            None => String::new(),
        };
        out.line(format_args!(
            "  {} as number {}{gone}",
            e.code, e.start_number
        ));
    }
    for l in &leave {
        out.line(format_args!("  leave {}: {} to {}", l.id, l.from, l.to));
    }
    for game in &games {
        out.line(format_args!("  {}", super::game::line(game)));
    }
    Ok(())
}
