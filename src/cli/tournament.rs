//! `tournament …`

use super::args::{DrawArgs, Global, NumberingArgs, OrderArg, Tournament};
use super::desk::OpenHome;
use super::document::{self, deliver};
use super::output::{Output, number_of, put, text_of};
use super::{change, file, preview, roster};
use crate::error::Failure;
use crate::language::Language;
use crate::report::ceremony::ceremony as page_of;
use crate::report::words::announced::sentences;
use crate::robot::Robot;
use crate::robot::inquiry::{planned_of, tournament_brief, tournament_of, tournament_status};
use crate::rules::OneOfWords;
use crate::store::TournamentRow;
use crate::tournament::announced::announced;
use crate::tournament::file::EnteredPlayer;
use crate::tournament::lot::{self, Lot};
use crate::tournament::roster::NumberingOrder;
use crate::tournament::stage::{self, StageEntry};
use serde_json::{Value, json};
use std::path::Path;

/// Runs one of them.
pub fn run(
    desk: OpenHome,
    out: &Output,
    what: &Tournament,
    global: &Global,
) -> Result<(), Failure> {
    match what {
        // Needs no home: see `new`.
        Tournament::New(_) => Ok(()),
        Tournament::Import(asked) => super::import::run(desk, out, asked, global),
        Tournament::Add {
            file,
            players,
            numbering,
        } => add(desk, out, file, players.as_deref(), numbering),
        Tournament::Draw(asked) => draw(&desk, out, asked),
        Tournament::Change(asked) => change::run(desk, out, asked, global),
        Tournament::Update(asked) => change::update(desk, out, asked, global),
        Tournament::Preview(asked) => preview::run(desk, out, asked),
        Tournament::Start {
            code,
            dry_run: true,
            ..
        } => preview::dry_run(desk, out, code),
        Tournament::Start {
            code,
            close_entries,
            ..
        } => {
            let address = &desk.config.club.robot;
            let planned = planned_of(desk.store.read(), code, address, desk.now)?;
            let mut robot = desk.robot()?;
            let (games, sent) = robot.tournament_start_with(code, *close_entries)?;
            let strikes = planned.to_look_at(Language::En);
            if out.is_json() {
                return out.json(&json!({
                    "code": code, "games": games, "sent": sent, "warnings": strikes,
                }));
            }
            for one in strikes {
                out.say(one);
            }
            out.line(format_args!(
                "started {code}: {games} games, {sent} start letters sent"
            ));
            Ok(())
        }
        Tournament::List => list(&desk, out),
        Tournament::Show { code } => show(&desk, out, code),
        Tournament::Explain { code, language } => {
            let row = tournament_of(desk.store.read(), code)?;
            super::explain::run(out, &row, language.unwrap_or(Language::En))
        }
        Tournament::Report(asked) => super::report::run(&desk, out, asked),
        Tournament::OfficialReport(asked) => {
            let row = tournament_of(desk.store.read(), &asked.code)?;
            super::report::official(&desk, out, &row, asked)
        }
        Tournament::Entries(asked) => super::entries::run(&desk, out, asked),
        Tournament::Protocol(asked) => {
            let row = tournament_of(desk.store.read(), &asked.code)?;
            super::protocol::run(&desk, out, &row, asked)
        }
    }
}

fn add(
    desk: OpenHome,
    out: &Output,
    file: &Path,
    players: Option<&Path>,
    numbering: &NumberingArgs,
) -> Result<(), Failure> {
    let text = text_at(file)?;
    let order = &order_of(numbering, &text, &file::name_of(file))?;
    let listed = match players {
        None => None,
        Some(path) => {
            let list = roster::read(path)?;
            let name = file::name_of(path);
            let entries = list.ordered(order, &name).map_err(Failure::failed)?;
            roster::tell(out, &list.remarks);
            Some(entries)
        }
    };
    let mut robot = desk.robot()?;
    let (added, remarks) = robot.alone(|robot| {
        let name = file::name_of(file);
        robot.tournament_add_with(&text, &name, listed.as_deref(), order)
    })?;
    let code = stage::code_of(&added);
    let mut games = 0;
    let mut stages = Vec::new();
    for file in &added {
        let own = games_of(&robot, &file.code)?;
        games += own;
        let incoming = file.stage.as_ref().map_or(0, StageEntry::incoming);
        stages.push(json!({"code": file.code, "players": file.players.len(),
                           "to_come": incoming, "games": own}));
    }
    let entered: Vec<&EnteredPlayer> = match &listed {
        Some(listed) => listed.iter().collect(),
        None => added.iter().flat_map(|file| &file.players).collect(),
    };
    let count = entered.len();
    let lots: Vec<String> = match order {
        NumberingOrder::Draw(seed) => {
            let lot = |p: &&EnteredPlayer| format!("{:016x}", Lot::of_player(seed, &p.name));
            entered.iter().map(lot).collect()
        }
        _ => Vec::new(),
    };
    if out.is_json() {
        let mut value = json!({"code": code, "players": count, "games": games});
        if added.iter().any(|file| file.stage.is_some()) {
            put(&mut value, "stages", stages);
        }
        if !remarks.is_empty() {
            put(&mut value, "remarks", remarks);
        }
        match order {
            NumberingOrder::Draw(seed) => {
                put(&mut value, "seed", seed.as_str());
                put(&mut value, "lots", lots);
            }
            NumberingOrder::Varma(seed) => put(&mut value, "seed", seed.as_str()),
            _ => {}
        }
        return out.json(&value);
    }
    match order {
        NumberingOrder::Draw(seed) => {
            out.line(format_args!("drawn by lot (31.1), seed '{seed}':"));
            for (number, (player, lot)) in (1..).zip(entered.iter().zip(&lots)) {
                out.line(format_args!("{number:>3}. {lot}  {}", player.name));
            }
        }
        NumberingOrder::Varma(seed) => {
            out.line(format_args!(
                "drawn by the Varma tables (31.10), seed '{seed}':"
            ));
            for (number, player) in (1..).zip(&entered) {
                let federation = player.federation.as_deref().unwrap_or_default();
                out.line(format_args!("{number:>3}. {federation:<4} {}", player.name));
            }
        }
        _ => {}
    }
    out.line(format_args!("added {code}: {count} players, {games} games"));
    if added.len() > 1 {
        for stage in &stages {
            let to_come = match number_of(stage, "to_come") {
                0 => String::new(),
                to_come => format!(", {to_come} come in"),
            };
            out.line(format_args!(
                "  stage {}: {} players{to_come}, {} games",
                text_of(stage, "code"),
                number_of(stage, "players"),
                number_of(stage, "games")
            ));
        }
    }
    roster::tell(out, &remarks);
    out.say(format_args!("next: postchess tournament start {code}"));
    Ok(())
}

/// A tournament file, as text.
fn text_at(file: &Path) -> Result<String, Failure> {
    String::from_utf8(file::bytes(file)?)
        .map_err(|_| Failure::failed(format!("{}: not in UTF-8", file.display())))
}

/// How starting numbers come about, with the seed where they are drawn.
fn order_of(asked: &NumberingArgs, text: &str, source: &str) -> Result<NumberingOrder, Failure> {
    if asked.draw.is_none() && !asked.varma {
        return Ok(match asked.order {
            OrderArg::File => NumberingOrder::File,
            OrderArg::Rating => NumberingOrder::Rating,
            OrderArg::Number => NumberingOrder::Number,
        });
    }
    let stated = asked.draw.as_ref().and_then(Option::as_deref);
    let seed = lot::seed(stated, Some((text, source))).map_err(Failure::failed)?;
    Ok(match asked.varma {
        true => NumberingOrder::Varma(seed),
        false => NumberingOrder::Draw(seed),
    })
}

/// The drawing by the Varma tables as a page.
fn draw(desk: &OpenHome, out: &Output, asked: &DrawArgs) -> Result<(), Failure> {
    let list = roster::read(&asked.players)?;
    let name = file::name_of(&asked.players);
    let file = asked.file.as_deref();
    let text = file.map(text_at).transpose()?;
    let source = file.map(file::name_of).unwrap_or_default();
    let of_file = text.as_deref().map(|text| (text, source.as_str()));
    let seed = lot::seed(asked.seed.as_deref(), of_file).map_err(Failure::failed)?;
    let ceremony = list.ceremony(&seed, &name).map_err(Failure::failed)?;
    let drawers = list.drawers();
    let output = asked.output.as_deref();
    let Some(form) = asked.format.form().filter(|_| !out.is_json()) else {
        let names: Vec<&str> = drawers.iter().map(|d| d.name.as_str()).collect();
        let value = json!({
            "seed": seed, "players": names, "envelopes": ceremony.envelopes,
            "groups": ceremony.groups, "numbers": ceremony.by_number(), "late": ceremony.late(),
        });
        let text = serde_json::to_string_pretty(&value).map_err(Failure::failed)? + "\n";
        return deliver(out, text.as_bytes(), output);
    };
    let language = asked.language.unwrap_or(desk.config.club.language);
    let page = page_of(&ceremony, &drawers, &seed, language);
    document::show(out, &page, form, desk.now, output)
}

fn games_of(robot: &Robot, code: &str) -> Result<usize, Failure> {
    let view = robot.store.read();
    Ok(match view.tournament_load(code)? {
        Some(row) => view.games_of_tournament(row.facts.id)?.len(),
        None => 0,
    })
}

fn brief(desk: &OpenHome, row: &TournamentRow) -> Result<Value, Failure> {
    tournament_brief(desk.store.read(), row)
}

fn list(desk: &OpenHome, out: &Output) -> Result<(), Failure> {
    let rows = desk.store.read().tournament_list()?;
    let briefs = rows
        .iter()
        .map(|r| brief(desk, r))
        .collect::<Result<Vec<_>, _>>()?;
    if out.is_json() {
        return out.json(&briefs);
    }
    for b in briefs {
        out.line(brief_line(&b));
    }
    Ok(())
}

fn brief_line(b: &Value) -> String {
    format!(
        "{:<16} {:<9} {:>3} players {:>4} games {:>4} open  {}",
        text_of(b, "code"),
        text_of(b, "status"),
        number_of(b, "players"),
        number_of(b, "games"),
        number_of(b, "open"),
        text_of(b, "name")
    )
}

/// A cycle with its stages: how far each is, and who comes into it.
fn show_cycle(desk: &OpenHome, out: &Output, rows: &[TournamentRow]) -> Result<(), Failure> {
    let mut stages = Vec::new();
    let mut cycle = (String::new(), String::new());
    for row in rows {
        let mut value = brief(desk, row)?;
        if let Some(stage) = row.tournament_file()?.stage {
            put(&mut value, "from", json!(stage.from));
            put(&mut value, "carry", stage.carry);
            put(&mut value, "came", json!(stage.came));
            cycle = (stage.cycle, stage.cycle_name);
        }
        stages.push(value);
    }
    let (code, name) = cycle;
    if out.is_json() {
        return out.json(&json!({"code": code, "name": name, "stages": stages}));
    }
    out.line(format_args!(
        "{code}  {name}  (cycle of {} stages)",
        rows.len()
    ));
    for (row, stage) in rows.iter().zip(&stages) {
        out.line(brief_line(stage));
        let Some(entry) = row.tournament_file()?.stage else {
            continue;
        };
        for from in &entry.from {
            let places: Vec<String> = from.places.iter().map(u32::to_string).collect();
            out.line(format_args!(
                "    places {} of {} come in",
                places.join(", "),
                from.stage
            ));
        }
    }
    Ok(())
}

fn show(desk: &OpenHome, out: &Output, code: &str) -> Result<(), Failure> {
    let stages = desk.store.read().tournaments_of_cycle(code)?;
    if !stages.is_empty() {
        return show_cycle(desk, out, &stages);
    }
    let row = tournament_of(desk.store.read(), code)?;
    let view = desk.store.read();
    let entries = view.entries_of_tournament(row.facts.id)?;
    let games = view.games_of_tournament(row.facts.id)?;
    let mut players = Vec::new();
    for entry in &entries {
        if let Some(p) = view.player_load(entry.player)? {
            players.push((entry.start_number, p));
        }
    }
    if out.is_json() {
        let mut value = brief(desk, &row)?;
        put(&mut value, "regulations", json!(*row.facts.regulations));
        put(&mut value, "preset", json!(row.facts.preset));
        put(
            &mut value,
            "system",
            json!(row.tournament_file()?.play.system),
        );
        if let Some(stage) = row.tournament_file()?.stage {
            put(&mut value, "stage", json!(stage));
        }
        let apart = announced(&row.tournament_file()?);
        if !apart.is_empty() {
            put(&mut value, "announced", json!(apart));
        }
        put(&mut value, "arbiter", json!(row.facts.arbiter));
        put(&mut value, "appeals", json!(row.facts.appeals));
        put(&mut value, "adjudicator", json!(row.facts.adjudicator));
        put(&mut value, "officials", json!(row.facts.officials));
        put(&mut value, "absences", json!(row.facts.absences));
        let entries: Vec<Value> = players
            .iter()
            .map(|(number, p)| {
                json!({"start_number": number, "player": p.id, "name": p.name, "email": p.reach,
                       "language": p.language, "rating": p.rating, "federation": p.federation})
            })
            .collect();
        put(&mut value, "entries", entries);
        let pairings: Vec<Value> = games
            .iter()
            .map(crate::robot::inquiry::game_brief)
            .collect();
        put(&mut value, "pairings", pairings);
        return out.json(&value);
    }
    let facts = &row.facts;
    out.line(format_args!(
        "{}  {}  ({})",
        facts.code,
        facts.name,
        tournament_status(row.status)
    ));
    out.line(format_args!(
        "start {}  zone {}",
        facts.start,
        facts.zone.name()
    ));
    let play = row.tournament_file()?.play;
    let rounds = match play.rounds {
        0 => String::new(),
        rounds => format!("  rounds {rounds}"),
    };
    out.line(format_args!("system {}{rounds}", play.system.word()));
    let apart = announced(&row.tournament_file()?);
    for sentence in sentences(&apart, facts.profile, Language::En) {
        out.line(sentence.text);
    }
    let preset = facts
        .preset
        .map(|preset| format!("  preset {}", preset.word()));
    out.line(format_args!(
        "profile {}{}",
        facts.profile.word(),
        preset.unwrap_or_default()
    ));
    for holder in facts.holders() {
        let away: Vec<String> = facts
            .absences
            .iter()
            .filter(|a| holder.is_at(&a.email))
            .map(|a| format!(", absent {} to {}", a.from, a.to))
            .collect();
        let told = holder.told(&facts.officials);
        out.line(format_args!("{told}{}", away.concat()));
    }
    out.line("");
    for (number, p) in &players {
        out.line(format_args!(
            "{number:>3}. {:<32} {} <{}>",
            p.name, p.language, p.reach
        ));
    }
    out.line("");
    for game in &games {
        out.line(super::game::line(game));
    }
    Ok(())
}
