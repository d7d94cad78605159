//! `tournament change` and `tournament update`: a tournament before its start.

use super::args::{ChangeArgs, ChangeCommand, PersonArgs, UpdateArgs};
use super::desk::OpenHome;
use super::output::Output;
use super::roster;
use crate::error::Failure;
use crate::robot::{Consent, Revised};
use crate::tournament::revision::{Change, Correction, Person};
use serde_json::json;

/// Runs `tournament change`.
pub fn run(desk: OpenHome, out: &Output, asked: &ChangeArgs) -> Result<(), Failure> {
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
    };
    let mut robot = desk.robot()?;
    let revised = robot.alone(|robot| robot.tournament_change(&asked.code, &changes, &consent))?;
    tell(out, &revised, asked.dry_run, "--dry-run is not given")
}

/// Runs `tournament update`.
pub fn update(desk: OpenHome, out: &Output, asked: &UpdateArgs) -> Result<(), Failure> {
    let name = roster::name_of(&asked.file);
    let text = String::from_utf8(roster::bytes(&asked.file)?)
        .map_err(|_| Failure::failed(format!("{name}: not in UTF-8")))?;
    let consent = Consent {
        reason: asked.reason.clone(),
        // Without --yes it is only shown, whatever it does to the draw.
        new_tables: asked.new_tables || !asked.yes,
        dry_run: !asked.yes,
    };
    let mut robot = desk.robot()?;
    let revised = robot.alone(|robot| robot.tournament_update(&text, &name, &consent))?;
    tell(out, &revised, !asked.yes, "--yes is given")
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
        return out.json(&json!({
            "code": revised.code, "changes": revised.what, "draw": revised.draw,
            "disturbed": revised.disturbed, "dry_run": dry_run,
        }));
    }
    let code = &revised.code;
    if revised.what.is_empty() {
        out.line(format_args!("{code}: nothing changes"));
        return Ok(());
    }
    for what in &revised.what {
        out.line(format_args!("{code}: {what}"));
    }
    out.line(format_args!("{code}: {}", revised.draw));
    match dry_run {
        true => out.say(format_args!("nothing is changed until {when}")),
        false => out.say(format_args!("next: postchess tournament preview {code}")),
    }
    Ok(())
}
