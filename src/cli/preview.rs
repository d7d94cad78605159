//! `tournament preview`, and `tournament start --dry-run`: what a start would bring.

use super::args::{PreviewArgs, PreviewFormat};
use super::desk::OpenHome;
use super::document::{deliver, into_file};
use super::output::{Output, put};
use crate::error::Failure;
use crate::ids::PlayerRef;
use crate::language::Language;
use crate::letter;
use crate::report::document::{Decimals, csv, html, text};
use crate::report::preview::Planned;
use crate::robot::inquiry::planned_of;
use crate::robot::{Robot, StartLetter};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

/// Shows a tournament before its start.
pub fn run(desk: OpenHome, out: &Output, asked: &PreviewArgs) -> Result<(), Failure> {
    if let Some(place) = &asked.letters {
        return letters(desk, out, &asked.code, place);
    }
    let robot = &desk.config.club.robot;
    let planned = planned_of(desk.store.read(), &asked.code, robot, desk.now)?;
    let format = match out.is_json() {
        true => PreviewFormat::Json,
        false => asked.format,
    };
    let language = match format {
        PreviewFormat::Html => asked.language.unwrap_or(planned.language()),
        _ => asked.language.unwrap_or(Language::En),
    };
    let document = match asked.public {
        true => planned.public(language),
        false => planned.document(language),
    };
    let bytes = match format {
        PreviewFormat::Text => text(&document),
        PreviewFormat::Html => html(&document),
        PreviewFormat::Csv => csv(document.tables(), Decimals::of(asked.decimal_comma)),
        PreviewFormat::Json => {
            serde_json::to_string_pretty(&planned.json()).map_err(Failure::failed)? + "\n"
        }
    };
    deliver(out, bytes.as_bytes(), asked.output.as_deref())
}

/// What `tournament start` would do.
pub fn dry_run(desk: OpenHome, out: &Output, code: &str) -> Result<(), Failure> {
    let address = desk.config.club.robot.clone();
    let planned = planned_of(desk.store.read(), code, &address, desk.now)?;
    let mut robot = desk.robot()?;
    let letters = robot.start_letters(code)?;
    let games: usize = planned.beginning().iter().map(|p| p.games.len()).sum();
    if out.is_json() {
        let mut value = json!({"code": code, "dry_run": true, "games": games});
        put(&mut value, "preview", planned.json());
        put(&mut value, "letters", told(&letters));
        return out.json(&value);
    }
    out.text(&text(&planned.document(Language::En)));
    out.line(format_args!(
        "\nwould start {code}: {games} games, {} start letters",
        letters.len()
    ));
    for (who, number) in counted(&planned, &letters) {
        out.line(format_args!("  {number:>3} to {who}"));
    }
    out.say("nothing was recorded, nothing was sent");
    Ok(())
}

fn told(letters: &[StartLetter]) -> Vec<serde_json::Value> {
    letters
        .iter()
        .map(|l| {
            json!({"to": l.to, "game": l.game.as_ref().map(ToString::to_string),
                   "subject": l.letter.subject})
        })
        .collect()
}

/// To whom how many letters go, by starting numbers; who plays in two stages is named once.
fn counted(planned: &Planned, letters: &[StartLetter]) -> Vec<(String, usize)> {
    let mut told = BTreeSet::new();
    let beginning = planned.beginning().into_iter();
    let players = beginning.flat_map(|p| p.players.iter().filter_map(|p| p.player.as_ref()));
    players
        .filter(|player| told.insert(player.id))
        .map(|player| {
            let count = letters.iter().filter(|l| l.player == player.id).count();
            (format!("{} <{}>", player.name, player.reach), count)
        })
        .collect()
}

/// Writes the start letters into a folder, or prints a player's.
fn letters(desk: OpenHome, out: &Output, code: &str, place: &str) -> Result<(), Failure> {
    let reference = PlayerRef::parse(place);
    let player = match reference {
        Some(reference) => desk.store.read().player_find(&reference)?,
        None => None,
    };
    let mut robot = desk.robot()?;
    let letters = robot.start_letters(code)?;
    let Some(player) = player else {
        return write(out, &robot, &letters, Path::new(place));
    };
    let mine: Vec<&StartLetter> = letters.iter().filter(|l| l.player == player.id).collect();
    if mine.is_empty() {
        return Err(Failure::missing(format!(
            "{} gets no start letter of {code}",
            player.name
        )));
    }
    for one in mine {
        let shown = letter::shown(&one.letter.bytes).map_err(Failure::failed)?;
        out.line(format_args!("To: {} <{}>", one.name, one.to));
        out.line(format_args!("Subject: {}\n", one.letter.subject));
        out.line(shown.text.trim_end());
        out.line(format_args!("\n{}\n", "=".repeat(72)));
    }
    Ok(())
}

/// One file a letter as it would leave, one with its text, one with its page.
fn write(
    out: &Output,
    robot: &Robot,
    letters: &[StartLetter],
    folder: &Path,
) -> Result<(), Failure> {
    let failed = |path: &Path, e: std::io::Error| Failure::of_file(path, &e);
    std::fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
    let mut index = Vec::new();
    for one in letters {
        let game = one.game.as_ref().map_or(String::new(), ToString::to_string);
        let number = robot
            .store
            .read()
            .player_tournaments(one.player)?
            .into_iter()
            .find(|e| one.game.as_ref().is_some_and(|g| g.code == e.code))
            .map_or(0, |e| e.start_number);
        // `S27-3-to-1.eml`: the game's number, the reader's starting number.
        let stem = format!("{}-to-{number}", game.replace('/', "-"));
        let shown = letter::shown(&one.letter.bytes).map_err(Failure::failed)?;
        let save = |end: &str, bytes: &[u8]| {
            let path = folder.join(format!("{stem}.{end}"));
            into_file(&path, bytes)
        };
        save("eml", &one.letter.bytes)?;
        save("txt", shown.text.as_bytes())?;
        if let Some(page) = &shown.html {
            save("html", page.as_bytes())?;
        }
        index.push(
            json!({"file": format!("{stem}.eml"), "to": one.to, "game": game,
                          "subject": one.letter.subject}),
        );
    }
    if out.is_json() {
        return out.json(&index);
    }
    let (count, place) = (letters.len(), folder.display());
    out.line(format_args!(
        "{count} start letters in {place}: .eml as they would leave, .txt and .html to read"
    ));
    out.say("nothing was recorded, nothing was sent");
    Ok(())
}
