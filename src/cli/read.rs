//! `postchess read`: how letters would be understood. Records nothing.

use super::args::Global;
use super::desk::home_of;
use super::file;
use super::output::Output;
use crate::config::{Config, ConfigError};
use crate::error::Failure;
use crate::letter::{self, Letter};
use crate::orders::by_letter::{orders_in, orders_json};
use crate::request;
use crate::robot::{SenderEvidence, evidence};
use crate::store::Store;
use crate::time::{Instant, Zone};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Serialize)]
struct ReadAnswer<'a> {
    file: String,
    kind: &'a str,
    from: Option<&'a str>,
    subject: &'a str,
    game: Option<String>,
    text: &'a str,
    requests: Vec<Value>,
    doubts: Vec<Value>,
    auth: Value,
}

/// By what authentication is judged: a home's configuration and database where
/// there is one, else what the command line sets.
struct Bench {
    config: Config,
    /// The robot's address is known.
    knows_robot: bool,
    store: Option<Store>,
    now: Option<Instant>,
}

impl Bench {
    fn of(global: &Global) -> Result<Bench, Failure> {
        let home = home_of(global);
        let now = global.now;
        match Config::load(home.root(), &global.set) {
            Ok(config) => Ok(Bench {
                knows_robot: true,
                // Only a database tells tokens; without one there are none.
                store: home
                    .by(&config)
                    .ok()
                    .and_then(|home| Store::look(home.database()).ok()),
                config,
                now,
            }),
            Err(ConfigError::NoHome(_)) => {
                let nobody = "[club]\nrobot = \"robot@localhost.invalid\"\n";
                Ok(Bench {
                    config: Config::read(nobody, home.root(), &global.set)?,
                    knows_robot: global.set.iter().any(|(key, _)| key == "club.robot"),
                    store: None,
                    now,
                })
            }
            Err(wrong) => Err(wrong.into()),
        }
    }

    fn judge(&self, letter: &Letter) -> Result<SenderEvidence, Failure> {
        let arrived = letter.received.or(self.now).or(letter.date);
        let arrived = arrived.unwrap_or_else(|| Instant::from_unix(0));
        let robot = self.config.club.robot.as_str();
        let robot = self.knows_robot.then_some(robot);
        let view = self.store.as_ref().map(Store::read);
        // Who only looks may not be able to read the key: rows tell most tokens.
        let key = crate::robot::key::look(&self.config.auth).ok().flatten();
        let view = view.as_ref().map(|view| (view, key.as_ref()));
        let found = evidence(letter, &self.config.auth, robot, arrived, view);
        Ok(found?)
    }
}

/// Prints one answer a file.
pub fn run(global: &Global, out: &Output, files: &[PathBuf]) -> Result<(), Failure> {
    let bench = Bench::of(global)?;
    for path in files {
        one(&bench, out, path)?;
    }
    Ok(())
}

fn one(bench: &Bench, out: &Output, path: &Path) -> Result<(), Failure> {
    let bytes = file::bytes(path)?;
    let letter = match letter::read(&bytes) {
        Ok(letter) => letter,
        Err(why) => {
            let file = path.display().to_string();
            if out.is_json() {
                return out.json_line(&json!({
                    "file": file, "kind": "malformed", "from": null, "subject": "", "game": null,
                    "text": "", "requests": [], "doubts": [{"doubt": "malformed", "text": why.to_string()}],
                    "auth": {"method": "none", "verified": false, "domain": "nothing"},
                }));
            }
            out.line(format_args!("{file}: cannot be read: {why}"));
            return Ok(());
        }
    };
    let found = bench.judge(&letter)?;
    let answer = answer(path, &letter, found);
    if out.is_json() {
        return out.json_line(&answer);
    }
    out.line(format_args!("file      {}", answer.file));
    out.line(format_args!("kind      {}", answer.kind));
    out.line(format_args!("from      {}", answer.from.unwrap_or("-")));
    out.line(format_args!("subject   {}", answer.subject));
    out.line(format_args!(
        "game      {}",
        answer.game.as_deref().unwrap_or("-")
    ));
    for line in answer.text.lines() {
        out.line(format_args!("  | {line}"));
    }
    for request in &answer.requests {
        out.line(format_args!("request   {request}"));
    }
    for doubt in &answer.doubts {
        out.line(format_args!("doubt     {doubt}"));
    }
    let verified = if found.verified { "" } else { ", not verified" };
    out.line(format_args!("auth      {}{verified}", found.method));
    Ok(())
}

fn answer<'a>(path: &Path, letter: &'a Letter, found: SenderEvidence) -> ReadAnswer<'a> {
    // Only a person's letter is searched for requests.
    let understanding = request::understand(letter);
    let person = letter.kind == letter::MailKind::Person
        || letter.told_by == letter::ToldBy::Looks
            && letter.kind != letter::MailKind::Person
            && understanding.names_a_game()
            && understanding.asks_plainly();
    let named = understanding.sections.iter().find_map(|s| s.game.clone());
    let game = understanding.subject_game().cloned().or(named);
    ReadAnswer {
        file: path.display().to_string(),
        kind: letter.kind.name(),
        from: letter.from.first().map(String::as_str),
        subject: &letter.subject,
        game: game.map(|g| g.to_string()),
        text: &letter.own_text,
        requests: if person {
            let near = letter.date.map(|at| Zone::utc().day(at));
            let mut requests = request::to_json(&understanding, near);
            // Whether an order holds, only a home can tell: who the arbiter is. What
            // a player may ask with the same word (ADDRESS, HELP) is read as his.
            if requests.is_empty() {
                requests.extend(orders_json(&orders_in(&letter.own_text).decisions()));
            }
            requests
        } else {
            Vec::new()
        },
        doubts: if person {
            request::doubts_to_json(&understanding)
        } else {
            Vec::new()
        },
        auth: json!({
            "method": found.method, "verified": found.verified, "domain": found.domain.name(),
        }),
    }
}
