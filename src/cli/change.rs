//! `tournament change` and `tournament update`: a tournament before its start.

use super::args::{ChangeArgs, ChangeCommand, Global, PersonArgs, UpdateArgs};
use super::desk::OpenHome;
use super::file;
use super::output::{Output, put};
use super::td::giver;
use crate::error::Failure;
use crate::robot::{Consent, Revised};
use crate::tournament::revision::{Change, Correction, Person};
use serde_json::json;

/// Runs `tournament change`.
pub fn run(
    desk: OpenHome,
    out: &Output,
    asked: &ChangeArgs,
    global: &Global,
) -> Result<(), Failure> {
    let mut new_tables = false;
    let changes = match &asked.change {
        ChangeCommand::Replace { number, person } => {
            vec![Change::Replace(*number, who(person))]
        }
        ChangeCommand::Correct {
            number,
            name,
            address,
            rating,
            federation,
            language,
        } => vec![Change::Correct(
            *number,
            Correction {
                name: name.clone(),
                email: address.clone(),
                language: *language,
                rating: *rating,
                federation: federation.clone(),
            },
        )],
        ChangeCommand::Remove { number, renumber } => {
            new_tables = *renumber;
            vec![Change::Remove {
                number: *number,
                renumber: *renumber,
            }]
        }
        ChangeCommand::Add {
            person,
            number,
            new_tables: agreed,
        } => {
            new_tables = *agreed;
            vec![Change::Add(who(person), *number)]
        }
        ChangeCommand::Set { keys } => keys
            .iter()
            .map(|(key, value)| Change::Set(key.clone(), value.clone()))
            .collect(),
    };
    let consent = Consent {
        reason: asked.reason.clone(),
        new_tables,
        dry_run: asked.dry_run,
        by: giver(global),
    };
    let mut robot = desk.robot()?;
    let revised = robot.alone(|robot| robot.tournament_change(&asked.code, &changes, &consent))?;
    tell(out, &revised, asked.dry_run, "--dry-run is not given")
}

/// Runs `tournament update`.
pub fn update(
    desk: OpenHome,
    out: &Output,
    asked: &UpdateArgs,
    global: &Global,
) -> Result<(), Failure> {
    let name = file::name_of(&asked.file);
    let text = String::from_utf8(file::bytes(&asked.file)?)
        .map_err(|_| Failure::failed(format!("{name}: not in UTF-8")))?;
    let consent = Consent {
        reason: asked.reason.clone(),
        // Without --yes it is only shown, whatever it does to the draw.
        new_tables: asked.new_tables || !asked.yes,
        dry_run: !asked.yes,
        by: giver(global),
    };
    let mut robot = desk.robot()?;
    let revised = robot.alone(|robot| robot.tournament_update(&text, &name, &consent))?;
    match revised.as_slice() {
        [one] if one.cycle.is_none() => tell(out, one, !asked.yes, "--yes is given"),
        stages => tell_cycle(out, stages, !asked.yes),
    }
}

/// What an edited file makes of the stages of a cycle that have not begun.
fn tell_cycle(out: &Output, stages: &[Revised], dry_run: bool) -> Result<(), Failure> {
    if out.is_json() {
        let each: Vec<serde_json::Value> = stages.iter().map(told).collect();
        return out.json(&json!({"stages": each, "dry_run": dry_run}));
    }
    let changed: Vec<&Revised> = stages.iter().filter(|s| !s.what.is_empty()).collect();
    if changed.is_empty() {
        out.line("no stage changes");
        return Ok(());
    }
    for stage in changed {
        lines(out, stage);
    }
    if dry_run {
        out.say("nothing is changed until --yes is given");
    }
    Ok(())
}

fn told(revised: &Revised) -> serde_json::Value {
    json!({
        "code": revised.code, "changes": revised.what, "draw": revised.draw,
        "disturbed": revised.disturbed,
    })
}

fn lines(out: &Output, revised: &Revised) {
    let code = &revised.code;
    for what in &revised.what {
        out.line(format_args!("{code}: {what}"));
    }
    out.line(format_args!("{code}: {}", revised.draw));
}

fn who(person: &PersonArgs) -> Person {
    Person {
        name: person.name.clone(),
        email: person.address.clone(),
        language: person.language,
        rating: person.rating,
        federation: person.federation.clone(),
    }
}

fn tell(out: &Output, revised: &Revised, dry_run: bool, when: &str) -> Result<(), Failure> {
    if out.is_json() {
        let mut value = told(revised);
        put(&mut value, "dry_run", dry_run);
        return out.json(&value);
    }
    let code = &revised.code;
    if revised.what.is_empty() {
        out.line(format_args!("{code}: nothing changes"));
        return Ok(());
    }
    lines(out, revised);
    match dry_run {
        true => out.say(format_args!("nothing is changed until {when}")),
        false => out.say(format_args!("next: postchess tournament preview {code}")),
    }
    Ok(())
}
