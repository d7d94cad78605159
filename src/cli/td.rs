//! `td …`: the arbiter's decisions.

use super::args::{Global, TdArgs, TdCommand};
use super::desk::OpenHome;
use super::dialog::{Dialog, DialogReply};
use super::output::Output;
use crate::error::Failure;
use crate::language::Language;
use crate::orders::{Order, Refusal, Td};
use crate::report::decisions::words_about_player;
use crate::request::answer;
use crate::robot::orders::{self, DecisionEffect, GivenBy, Grounds};
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::path::Path;

/// `td …` at the console: a decision, or a file of them.
pub fn run(
    desk: impl Fn() -> Result<OpenHome, Failure>,
    out: &Output,
    asked: TdArgs,
    global: &Global,
) -> Result<(), Failure> {
    let why = asked.why;
    match asked.command {
        TdCommand::Batch(file) => super::batch::run(desk, out, (&file, &why), global),
        TdCommand::Order(order) => {
            let order = with_text(order)?;
            decision(desk, out, &Td { why, order }, global)
        }
    }
}

/// A letter to players without words: they come by standard input.
fn with_text(order: Order) -> Result<Order, Failure> {
    match order {
        Order::Circular(order) if order.text.is_none() => {
            let text = super::file::text(Path::new("-"))?;
            Ok(order.with_below(&text).into())
        }
        order => Ok(order),
    }
}

/// Carries out a decision, or tells what it would do.
fn decision(
    desk: impl Fn() -> Result<OpenHome, Failure>,
    out: &Output,
    td: &Td,
    global: &Global,
) -> Result<(), Failure> {
    if let Order::Log(asked) = &td.order {
        let language = td.why.language.unwrap_or(Language::En);
        return tell_log(&desk()?, out, asked.code.as_deref(), language);
    }
    if let Order::Entries(asked) = &td.order {
        let language = td.why.language.unwrap_or(Language::En);
        return super::entries::list(&desk()?, out, &asked.code, language);
    }
    let grounds = Grounds {
        article: td.why.article.clone(),
        anyway: td.why.anyway,
        by: giver(global),
        ..Grounds::console(&td.why.reason, td.why.dry_run)
    };
    let decided = match decide(desk()?, &td.order, &grounds) {
        Err(failure) if may_ask(out, &failure) => {
            out.complain(&failure);
            if !agrees("Do it all the same?")? {
                return Err(Failure::failed("nothing is changed"));
            }
            let anyway = true;
            let grounds = Grounds {
                anyway,
                ..grounds.clone()
            };
            decide(desk()?, &td.order, &grounds)?
        }
        decided => decided?,
    };
    match out.is_json() {
        true => out.json(&as_json(&decided, grounds.dry_run)),
        false => {
            let tables = td.why.language.unwrap_or(Language::En);
            tell(out, &decided, &grounds, tables);
            Ok(())
        }
    }
}

/// Who gives an order here: the official named, else whoever is at the machine.
pub(super) fn giver(global: &Global) -> GivenBy {
    let official = global.official.as_deref().map(str::trim);
    if let Some(official) = official.filter(|name| !name.is_empty()) {
        return GivenBy::Named(official.to_owned());
    }
    // Asked of the system: what an environment says anybody may have written.
    GivenBy::Console(match whoami::username() {
        Ok(user) => format!("console (system user {user})"),
        Err(_) => "console".to_owned(),
    })
}

/// Who sits at the console, by what he calls himself or as the system knows him.
pub(super) fn giver_name(global: &Global) -> String {
    match giver(global) {
        GivenBy::Named(by) | GivenBy::Console(by) => by,
        GivenBy::Letter | GivenBy::SignedIn(_) | GivenBy::Known(_) => "console".to_owned(),
    }
}

/// Takes a decision.
fn decide(desk: OpenHome, order: &Order, grounds: &Grounds) -> Result<DecisionEffect, Failure> {
    let mut robot = desk.robot()?;
    robot.decide(order, grounds)
}

/// Whether somebody sits there who can be asked back.
fn may_ask(out: &Output, failure: &Failure) -> bool {
    let asked = matches!(failure.refusal.as_deref(), Some(Refusal::Asked(_)));
    let terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    asked && terminal && !out.is_json()
}

/// Asks on the terminal; only a typed yes is one.
pub(super) fn agrees(question: &str) -> Result<bool, Failure> {
    let mut dialog = Dialog::new(Language::En, std::io::stdin().lock(), std::io::stderr());
    let reply = dialog.ask(question, Some("no"))?;
    let DialogReply::Typed(word) = reply else {
        return Ok(false);
    };
    Ok(answer::typed(&word) == Some(answer::Answer::Yes))
}

/// The decisions so far, oldest first. What programs read is English.
fn tell_log(
    desk: &OpenHome,
    out: &Output,
    code: Option<&str>,
    language: Language,
) -> Result<(), Failure> {
    let language = match out.is_json() {
        true => Language::En,
        false => language,
    };
    let lines = orders::log(desk.store.read(), code, None, language)?;
    if out.is_json() {
        return out.json(&lines);
    }
    for line in &lines {
        out.text(&line.text(language));
    }
    if lines.is_empty() {
        out.say("no decisions yet");
    }
    Ok(())
}

pub(super) fn as_json(decided: &DecisionEffect, dry_run: bool) -> Value {
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
    let asks: Vec<String> = decided.cautions.iter().map(ToString::to_string).collect();
    let mut all = json!({
        "dry_run": dry_run, "id": decided.id, "decision": decided.note(Language::En), "entries": entries,
        "player_entries": decided.player_entries, "letters": letters,
        "released": decided.released, "effect": decided.effect.json(), "asks": asks,
    });
    for shown in &decided.shown {
        super::output::put(&mut all, shown.name(), shown.json());
    }
    all
}

pub(super) fn tell(out: &Output, decided: &DecisionEffect, grounds: &Grounds, tables: Language) {
    for shown in &decided.shown {
        out.line(crate::report::document::text(&shown.document(tables)));
    }
    let note = decided.note(Language::En);
    match decided.id {
        Some(_) if grounds.dry_run => out.line(format_args!("would decide: {note}")),
        Some(id) => out.line(format_args!("decision {id}: {note}")),
        None => out.line(&note),
    }
    for line in decided.effect.lines(Language::En) {
        out.line(format_args!("  {line}"));
    }
    for caution in decided.cautions.iter().filter(|_| !grounds.anyway) {
        out.line(format_args!("  asks for --anyway: {caution}"));
    }
    for (game, entry) in &decided.entries {
        let article = entry.grounds.as_deref().unwrap_or("-");
        let what = entry.event.what();
        out.line(format_args!("  record: {game} {what} (article {article})"));
    }
    for entry in &decided.player_entries {
        let article = entry.grounds.as_deref().unwrap_or("-");
        let what = words_about_player(Language::En, &entry.event);
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
