//! `tournament import`: a running tournament comes here from elsewhere.

use super::args::{Global, ImportArgs};
use super::desk::OpenHome;
use super::file;
use super::output::Output;
use super::roster;
use super::td::{as_json, giver};
use crate::error::Failure;
use crate::imported::SourceFile;
use crate::language::Language;
use crate::report::document::text as text_of;
use crate::robot::importing::ImportWish;
use crate::robot::orders::Grounds;
use crate::tournament::roster::NumberingOrder;

/// Takes it over, or tells what it would be.
pub fn run(
    desk: OpenHome,
    out: &Output,
    asked: &ImportArgs,
    global: &Global,
) -> Result<(), Failure> {
    let text = file::text(&asked.file)?;
    let listed = match &asked.players {
        None => None,
        Some(path) => {
            let list = roster::read(path)?;
            roster::tell(out, &list.remarks);
            let name = file::name_of(path);
            let entries = list.ordered(&NumberingOrder::File, &name);
            Some(entries.map_err(Failure::failed)?)
        }
    };
    let sources = asked.games.iter().map(|path| {
        Ok(SourceFile {
            name: file::name_of(path),
            text: file::text(path)?,
        })
    });
    let sources = sources.collect::<Result<Vec<_>, Failure>>()?;
    let grounds = Grounds {
        by: giver(global),
        ..Grounds::console(&asked.reason, asked.dry_run)
    };
    let name = file::name_of(&asked.file);
    let imported = desk.robot()?.tournament_import(ImportWish {
        file: (&text, &name),
        listed: listed.as_deref(),
        sources: &sources,
        since: asked.since,
        grounds: &grounds,
    })?;
    let effect = &imported.effect;
    if out.is_json() {
        let mut value = as_json(effect, asked.dry_run);
        super::output::put(&mut value, "code", imported.code.as_str());
        super::output::put(&mut value, "remarks", imported.remarks);
        return out.json(&value);
    }
    roster::tell(out, &imported.remarks);
    for shown in &effect.shown {
        out.line(text_of(&shown.document(Language::En)));
    }
    let note = effect.note(Language::En);
    match effect.id {
        Some(_) if asked.dry_run => out.line(format_args!("would decide: {note}")),
        Some(id) => out.line(format_args!("decision {id}: {note}")),
        None => out.line(&note),
    }
    for letter in effect.letters.iter().filter(|_| asked.dry_run) {
        let game = letter.game.as_ref().map(ToString::to_string);
        let (name, to) = (&letter.name, &letter.to);
        let game = game.unwrap_or_default();
        out.line(format_args!(
            "  letter: {} about {game} to {name} <{to}>",
            letter.kind.name()
        ));
    }
    match asked.dry_run {
        true => out.say("nothing is changed"),
        false => out.say(format_args!(
            "{} letters tell the players; next: postchess tournament report {}",
            effect.letters.len(),
            imported.code
        )),
    }
    Ok(())
}
