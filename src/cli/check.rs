//! `postchess check`: what is wrong with a home, and how to mend it.

use super::args::Global;
use super::desk::{OpenHome, home_of, hour};
use super::init::PLACEHOLDER;
use super::output::Output;
use crate::config::Config;
use crate::error::Failure;
use crate::robot::inquiry::look_of;
use crate::robot::key;
use crate::robot::{Home, Robot, room};
use serde_json::json;

/// Looks at configuration, templates, database, inbox and outbox.
pub fn run(global: &Global, out: &Output) -> Result<(), Failure> {
    let home = home_of(global);
    let config = Config::load(home.root(), &global.set)?;
    let home = home.by(&config)?;
    out.say("configuration: read");
    let zone = config.club.time_zone;
    let now = zone.hour(hour(global));
    out.say(format_args!("hour: {now} ({})", zone.name()));
    let mut findings: Vec<String> = room_on(&home, &config);
    if config.club.robot == PLACEHOLDER {
        findings.push(format!(
            "club.robot: {PLACEHOLDER} stands in the place of the robot's address, which no \
             letter reaches; write the address in {}",
            home.config().display()
        ));
    }
    // Where the disk is full, not even the database can be opened.
    let mut robot = match OpenHome::open(global).and_then(OpenHome::robot) {
        Ok(robot) => robot,
        Err(failure) if findings.is_empty() => return Err(failure),
        Err(failure) => {
            findings.push(failure.to_string());
            return told(out, &findings, &[]);
        }
    };
    findings.extend(robot.writable_by_others());
    let mut warnings = robot.exposed_secrets();
    let on_board = tournaments_on_board(&robot)?;
    warnings.extend(robot.config.web.remarks(on_board));
    warnings.extend(robot.border_remarks()?);
    warnings.extend(server_remarks(&robot)?);
    for words in &warnings {
        out.say(format_args!("warning: {words}"));
    }
    if let Err(e) = robot.composer.check() {
        findings.push(format!("templates: {e}"));
    } else {
        out.say("templates: every letter can be written in every language");
    }
    if let Err(failure) = look_of(&robot.config.site) {
        findings.push(failure.to_string());
    }
    #[cfg(feature = "web")]
    if let Err(failure) = crate::web::certificate_of(&robot.config.web) {
        findings.push(failure.to_string());
    }
    findings.extend(key::is_another(&robot.config.auth, robot.store.read())?);
    match robot.try_inbox() {
        Err(failure) => findings.push(failure.to_string()),
        Ok(()) => out.say("inbox: can be read"),
    }
    match robot.try_archive() {
        Err(failure) => findings.push(failure.to_string()),
        Ok(Some(lines)) => out.say(format_args!("archive: {lines} lines")),
        Ok(None) => {}
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
    told(out, &findings, &warnings)
}

/// What a database server does not keep when its machine loses power.
fn server_remarks(robot: &Robot) -> Result<Vec<String>, Failure> {
    let off = robot.store.unsafe_settings()?.into_iter().map(|name| {
        format!(
            "the database server runs with {name} = off: when its machine loses power, moves that              were confirmed may be lost, or all of it; set {name} = on in its postgresql.conf"
        )
    });
    Ok(off.collect())
}

/// In how many tournaments that are being played moves are made on the board.
fn tournaments_on_board(robot: &Robot) -> Result<usize, Failure> {
    let view = robot.store.read();
    let mut found = 0;
    for id in view.tournaments_playing()? {
        found += usize::from(view.tournament_facts(id)?.regulations.web_moves);
    }
    Ok(found)
}

/// Too little room on the disk, or none at all.
fn room_on(home: &Home, config: &Config) -> Vec<String> {
    match room::cannot_write(home) {
        Some(words) => vec![words],
        None => {
            let free = room::free_megabytes(home);
            room::scarce(free, config.health.disk_megabytes)
                .into_iter()
                .collect()
        }
    }
}

fn told(out: &Output, findings: &[String], warnings: &[String]) -> Result<(), Failure> {
    if out.is_json() {
        out.json(&json!({"findings": findings, "warnings": warnings}))?;
    }
    match findings.len() {
        0 => {
            out.say("all is well");
            Ok(())
        }
        _ => Err(Failure::failed(findings.join("\n"))),
    }
}
