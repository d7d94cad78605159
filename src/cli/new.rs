//! `tournament new`: the file of a tournament, asked for question by question or
//! written as a template.

mod cycle;
mod field;

use super::args::{Global, New};
use super::desk::{OpenHome, hour};
use super::dialog::{Dialog, DialogReply};
use super::output::Output;
use super::roster;
use crate::config::Config;
use crate::disk::{disk_words, write_new};
use crate::error::{Failure, FailureKind};
use crate::language::Language;
use crate::messages::Phrase;
use crate::orders;
use crate::report::words::keys;
use crate::robot::file_defaults;
use crate::rules::{self, OneOfWords, Profile, REGULATIONS, RegulationKey, Regulations};
use crate::time::Day;
use crate::tournament::draft::{CYCLE, Draft, folded, suggested_code};
use crate::tournament::file::{Defaults, Official};
use crate::tournament::head::HEAD;
use crate::tournament::play::Play;
use crate::tournament::roster::{NumberingOrder, Roster};
use crate::tournament::system::{self, Field};
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Days before a start that is offered: entries come in, lots are drawn.
const DAYS_AHEAD: i64 = 14;
/// The width of explanations, in characters.
const WIDTH: usize = 76;
/// What is asked first, beside what a system needs: nobody can say it for the arbiter.
const FIRST: [&str; 7] = [
    "name",
    "code",
    "profile",
    "system",
    "draw_seed",
    "start_date",
    "arbiter",
];

/// Runs it.
pub fn run(global: &Global, out: &Output, new: &New) -> Result<(), Failure> {
    // The file may be made before there is a home, and apart from one.
    // `--set` names keys of the new file here, none of the configuration.
    let desk = match OpenHome::open_with(global, &[]) {
        Ok(desk) => Some(desk),
        Err(failure) if failure.kind == FailureKind::Missing => None,
        Err(failure) => return Err(failure),
    };
    let nowhere = "[club]\nrobot = \"moves@club.example\"\n";
    let club = match &desk {
        Some(desk) => desk.config.club.clone(),
        None => Config::read(nowhere, Path::new("."), &[])?.club,
    };
    let mut draft = Draft::new(Profile::Email, &file_defaults(&club));
    if let Some(profile) = &new.profile {
        set(&mut draft, "profile", profile)?;
    }
    for (key, value) in &global.set {
        set(&mut draft, key, value)?;
    }
    if let Some(path) = &new.players {
        let list = roster::read(path)?;
        take(&mut draft, &list, &super::file::name_of(path))?;
        roster::tell(out, &list.remarks);
    }
    if let Some(file) = &new.file {
        refuse_to_overwrite(file)?;
    }
    if new.template {
        let told = new.language.unwrap_or(Language::En);
        return write(out, &draft, new.file.as_deref(), (global, told));
    }
    if !std::io::stdin().is_terminal() && !new.ask {
        return Err(Failure::usage("there is no terminal to ask questions on").hint(
            "`--template` writes the file without questions, `--ask` takes answers from standard input",
        ));
    }
    // Without a home nobody has said in which language its arbiter is asked.
    let of_club = desk
        .as_ref()
        .map_or(Language::En, |desk| desk.config.club.language);
    let language = new.language.unwrap_or(of_club);
    let mut dialog = Dialog::new(language, std::io::stdin().lock(), std::io::stderr().lock());
    let context = EarlierTournaments {
        today: draft.time_zone.day(hour(global)),
        officials: desk.as_ref().map_or(Ok(None), last_officials)?,
        codes: desk.as_ref().map_or(Ok(Vec::new()), codes)?,
    };
    let defaults = file_defaults(&club);
    let agreed = interview(&mut dialog, &mut draft, &context, &global.set, &defaults)?;
    if !agreed {
        return Err(Failure::failed(
            Phrase("dialog.nothing-written").say(language),
        ));
    }
    let path = match &new.file {
        Some(path) => path.clone(),
        None => ask_path(&mut dialog, &draft)?,
    };
    drop(dialog);
    write(out, &draft, Some(&path), (global, language))
}

fn set(draft: &mut Draft, key: &str, value: &str) -> Result<(), Failure> {
    draft.set(key, value).map_err(Failure::failed)
}

fn take(draft: &mut Draft, list: &Roster, name: &str) -> Result<(), Failure> {
    draft.players = list
        .ordered(&NumberingOrder::File, name)
        .map_err(Failure::failed)?;
    Ok(())
}

fn refuse_to_overwrite(path: &Path) -> Result<(), Failure> {
    if path.exists() {
        let words = format!("{} is there already and is not overwritten", path.display());
        return Err(Failure::failed(words));
    }
    Ok(())
}

/// Writes the file and says what comes next; to standard output without a path.
fn write(
    out: &Output,
    draft: &Draft,
    path: Option<&Path>,
    (global, language): (&Global, Language),
) -> Result<(), Failure> {
    let text = draft.text();
    let Some(path) = path else {
        out.text(&text);
        return Ok(());
    };
    let failed = |e: std::io::Error| {
        let words = match e.kind() {
            std::io::ErrorKind::AlreadyExists => {
                "is there already and is not overwritten".to_owned()
            }
            _ => disk_words(&e),
        };
        Failure::failed(format!("{}: {words}", path.display()))
    };
    write_new(path, text.as_bytes()).map_err(failed)?;
    // Standard output is for programs.
    out.line(format_args!("written: {}", path.display()));
    let missing = draft.missing();
    if !missing.is_empty() {
        let missing = missing.join(", ");
        out.say(Phrase("dialog.to-fill-in").fill(language, &[("keys", &missing)]));
    }
    let home = match &global.home {
        Some(home) => format!("--home {} ", home.display()),
        None => String::new(),
    };
    let code = draft.code.as_deref().unwrap_or("CODE");
    let list = match draft.players.is_empty() {
        true => " --players LIST.csv",
        false => "",
    };
    let (file, next) = (path.display(), Phrase("dialog.next").say(language));
    out.say(format_args!(
        "{next}\n  postchess {home}tournament add {file}{list}\n  \
         postchess {home}tournament preview {code}\n  postchess {home}tournament start {code}"
    ));
    Ok(())
}

/// What earlier tournaments of the home suggest.
struct EarlierTournaments {
    today: Day,
    officials: Option<Officials>,
    codes: Vec<String>,
}

#[derive(Clone)]
struct Officials {
    arbiter: Official,
    appeals: Option<Official>,
    adjudicator: Option<Official>,
}

fn last_officials(desk: &OpenHome) -> Result<Option<Officials>, Failure> {
    let rows = desk.store.read().tournament_list()?;
    Ok(rows.last().map(|row| Officials {
        arbiter: row.facts.arbiter.clone(),
        appeals: row.facts.appeals.clone(),
        adjudicator: row.facts.adjudicator.clone(),
    }))
}

fn codes(desk: &OpenHome) -> Result<Vec<String>, Failure> {
    let rows = desk.store.read().tournament_list()?;
    Ok(rows.iter().map(|row| row.facts.code.clone()).collect())
}

/// Asks everything; whether the file is to be written. What every tournament needs comes
/// first, the rest where somebody wants to set it.
fn interview<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &mut Draft,
    context: &EarlierTournaments,
    given: &[(String, String)],
    defaults: &Defaults<'_>,
) -> Result<bool, Failure> {
    dialog.explain(Phrase("dialog.begins"));
    let is_first = |name: &str| FIRST.contains(&name) || Play::OF_SYSTEM.contains(&name);
    let (first, mut rest): (Vec<_>, Vec<_>) = HEAD.iter().partition(|key| is_first(key.name));
    // What the others ask hangs on it.
    rest.sort_by_key(|key| key.name != "variant");
    questions(dialog, draft, context, (&first, given))?;
    let more = dialog.words(Phrase("dialog.more"), &[]);
    if dialog.agrees(&more, false)? {
        questions(dialog, draft, context, (&rest, given))?;
    }
    regulations(dialog, draft)?;
    if draft.players.is_empty() {
        field::players(dialog, draft)?;
    }
    let to_come = match draft.is_cycle {
        true => cycle::stages(dialog, draft)?,
        false => 0,
    };
    field::teams(dialog, draft)?;
    field::pairs(dialog, draft)?;
    summary(dialog, draft);
    // Without players a file is judged when their list is there.
    if !draft.players.is_empty() || to_come > 0 {
        for why in draft.complaints(to_come, defaults) {
            dialog.tell(Phrase("dialog.refused"), &[("why", &why.to_string())]);
        }
    }
    let prompt = dialog.words(Phrase("dialog.write"), &[]);
    dialog.agrees(&prompt, true)
}

/// Asks for keys in turn; those that were given, or that say nothing here, are passed over.
fn questions<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &mut Draft,
    context: &EarlierTournaments,
    (keys, given): (&[&RegulationKey], &[(String, String)]),
) -> Result<(), Failure> {
    let is_passed = |draft: &Draft, key: &RegulationKey| {
        given.iter().any(|(name, _)| name == key.name) || !is_asked(draft, key.name)
    };
    let mut at = 0;
    while let Some(key) = keys.get(at) {
        if is_passed(draft, key) {
            at += 1;
            continue;
        }
        match question(dialog, draft, context, key)? {
            DialogStep::On => at += 1,
            DialogStep::Back => {
                let mut before = keys.iter().take(at);
                let last = before.rposition(|key| !is_passed(draft, key));
                at = last.unwrap_or(at);
            }
        }
    }
    Ok(())
}

/// Whether a key says something in this tournament.
fn is_asked(draft: &Draft, key: &str) -> bool {
    let of_stages = draft.is_cycle && key != "system" && Play::OF_SYSTEM.contains(&key);
    // Who wants entries writes them into the file, which shows how.
    key != "entries"
        && !of_stages
        && (!Play::KEYS.contains(&key) || draft.play.asks(key, draft.variant))
}

enum DialogStep {
    On,
    Back,
}

fn question<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &mut Draft,
    context: &EarlierTournaments,
    key: &RegulationKey,
) -> Result<DialogStep, Failure> {
    let offered = offered(draft, context, key.name);
    let required = ["name", "code", "start_date", "arbiter", "rounds"].contains(&key.name);
    let none = Phrase("dialog.none").say(dialog.language);
    let shown = match (&offered, required) {
        (Some(offered), _) => Some(offered.as_str()),
        (None, true) => None,
        (None, false) => Some(none),
    };
    mean(dialog, key, draft.profile);
    loop {
        let allowed = keys::allowed(dialog.language, key);
        match dialog.ask(keys::label(dialog.language, key), shown)? {
            DialogReply::Back => return Ok(DialogStep::Back),
            DialogReply::Help => {
                let what = match key.name {
                    "system" => dialog.words(Phrase("dialog.or-cycle"), &[("what", &allowed)]),
                    _ => allowed,
                };
                dialog.tell(Phrase("dialog.allowed"), &[("what", &what)]);
            }
            DialogReply::Taken if shown.is_none() => {
                dialog.tell(Phrase("dialog.required"), &[("what", &allowed)]);
            }
            reply => {
                let value = match reply {
                    DialogReply::Typed(typed) if typed == none => String::new(),
                    DialogReply::Typed(typed) => as_the_file_has_it(key, typed),
                    _ => offered.clone().unwrap_or_default(),
                };
                if key.name == "code" && context.codes.contains(&value) {
                    dialog.tell(Phrase("dialog.code-taken"), &[("code", &value)]);
                    continue;
                }
                match draft.set(key.name, &value) {
                    Ok(()) => return Ok(DialogStep::On),
                    Err(why) => dialog.say(format_args!("  {why}")),
                }
            }
        }
    }
}

/// A day in any form that letters take is written as a date.
fn as_the_file_has_it(key: &RegulationKey, typed: String) -> String {
    match key.name.ends_with("_date") {
        true => orders::day(&typed).map_or(typed, |day| day.to_string()),
        false => typed,
    }
}

/// What Enter stands for.
fn offered(draft: &Draft, context: &EarlierTournaments, key: &str) -> Option<String> {
    let person = |who: Option<&Official>| who.map(|o| format!("{} <{}>", o.name, o.email));
    let known = context.officials.as_ref();
    match key {
        "name" => draft.name.clone(),
        "system" if draft.is_cycle => Some(CYCLE.to_owned()),
        "rounds" if draft.play.rounds == 0 => None,
        "code" => draft.code.clone().or_else(|| {
            let name = draft.name.as_deref()?;
            let year = context.today.plus(DAYS_AHEAD).year();
            let code = suggested_code(name, year);
            let free = |c: &String| !context.codes.contains(c);
            let others = ('B'..='Z').map(|letter| format!("{code}{letter}"));
            std::iter::once(code.clone()).chain(others).find(free)
        }),
        "start_date" => draft
            .start_date
            .or_else(|| first_of_a_month(context.today.plus(DAYS_AHEAD)))
            .map(|d| d.to_string()),
        "arbiter" => person(draft.arbiter.as_ref().or(known.map(|k| &k.arbiter))),
        "appeals" => person(
            draft
                .appeals
                .as_ref()
                .or(known.and_then(|k| k.appeals.as_ref())),
        ),
        "adjudicator" => person(
            draft
                .adjudicator
                .as_ref()
                .or(known.and_then(|k| k.adjudicator.as_ref())),
        ),
        _ => draft.shown(key).map(|v| v.trim_matches('"').to_owned()),
    }
}

/// The first day of a month, that day or later.
fn first_of_a_month(day: Day) -> Option<Day> {
    if day.day() == 1 {
        return Some(day);
    }
    match day.month() {
        12 => Day::new(day.year() + 1, 1, 1),
        month => Day::new(day.year(), month + 1, 1),
    }
}

/// Says in a sentence what a key means, with its article.
fn mean<R: BufRead, W: Write>(dialog: &mut Dialog<R, W>, key: &RegulationKey, profile: Profile) {
    let meaning = keys::meaning(dialog.language, key);
    for line in folded(&format!("{meaning}{}", article(key, profile)), WIDTH) {
        dialog.say(format_args!("  {line}"));
    }
}

/// Its articles in brackets, with a blank before them; empty where it has none.
fn article(key: &RegulationKey, profile: Profile) -> String {
    match key.numbers(profile).as_str() {
        "" => String::new(),
        numbers => format!(" ({numbers})"),
    }
}

/// The same, with what is allowed.
fn explain<R: BufRead, W: Write>(dialog: &mut Dialog<R, W>, key: &RegulationKey, profile: Profile) {
    mean(dialog, key, profile);
    let what = keys::allowed(dialog.language, key);
    dialog.tell(Phrase("dialog.allowed"), &[("what", &what)]);
}

/// Says in a line what the regulations are; those that are asked for can be seen and changed.
fn regulations<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &mut Draft,
) -> Result<(), Failure> {
    let of = &draft.regulations;
    let known = dialog.words(
        Phrase("dialog.regulations"),
        &[
            ("days", &of.days_per_period.to_string()),
            ("moves", &of.moves_per_period.to_string()),
            ("leave", &of.leave_days_per_year.to_string()),
            ("forfeit", of.forfeit.word()),
        ],
    );
    dialog.say(format_args!("\n{}\n", folded(&known, WIDTH).join("\n")));
    for key in draft.regulations.differing(draft.profile) {
        let line = line(dialog.language, draft, key);
        dialog.say(line);
    }
    loop {
        let prompt = dialog.words(Phrase("dialog.change"), &[]);
        let typed = match dialog.ask(&prompt, None)? {
            DialogReply::Taken => return Ok(()),
            DialogReply::Help | DialogReply::Back => {
                list(dialog, draft);
                continue;
            }
            DialogReply::Typed(typed) => typed,
        };
        let by_number = typed
            .parse::<usize>()
            .ok()
            .and_then(|n| REGULATIONS.get(n.checked_sub(1)?));
        // `days_per_period = 40` at once.
        let (name, value) = match typed.split_once('=') {
            Some((name, value)) => (name.trim().to_owned(), Some(value.to_owned())),
            None => (typed, None),
        };
        let Some(key) = by_number.or_else(|| rules::regulation(&name)) else {
            dialog.tell(Phrase("dialog.no-such-key"), &[]);
            continue;
        };
        if let Some(value) = value {
            set_regulation(dialog, draft, key, &value);
            continue;
        }
        explain(dialog, key, draft.profile);
        loop {
            let stands = draft.regulations.shown(key);
            match dialog.ask(key.name, Some(&stands))? {
                DialogReply::Taken | DialogReply::Back => break,
                DialogReply::Help => explain(dialog, key, draft.profile),
                DialogReply::Typed(value) => {
                    if set_regulation(dialog, draft, key, &value) {
                        break;
                    }
                }
            }
        }
    }
}

/// Sets one and says how it stands, or why it cannot.
fn set_regulation<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &mut Draft,
    key: &RegulationKey,
    value: &str,
) -> bool {
    match draft.set(key.name, value) {
        Ok(()) => {
            let line = line(dialog.language, draft, key);
            dialog.say(line);
            true
        }
        Err(why) => {
            dialog.say(format_args!("  {why}"));
            false
        }
    }
}

/// A regulation in one line, marked where it is not the profile's.
fn line(language: Language, draft: &Draft, key: &RegulationKey) -> String {
    let value = draft.regulations.shown(key);
    let of = Regulations::of(draft.profile).shown(key);
    let mark = match value == of {
        true => String::new(),
        false => {
            let changed = Phrase("dialog.changed").fill(language, &[("value", &of)]);
            format!("   ({changed})")
        }
    };
    format!("  {} = {value}{mark}", key.name)
}

fn list<R: BufRead, W: Write>(dialog: &mut Dialog<R, W>, draft: &Draft) {
    for (number, key) in (1..).zip(REGULATIONS) {
        let line = line(dialog.language, draft, key);
        let article = article(key, draft.profile);
        dialog.say(format_args!("{number:>3}. {}{article}", line.trim_start()));
        for words in folded(keys::meaning(dialog.language, key), WIDTH) {
            dialog.say(format_args!("       {words}"));
        }
    }
}

fn summary<R: BufRead, W: Write>(dialog: &mut Dialog<R, W>, draft: &Draft) {
    dialog.say("");
    for key in HEAD {
        if let Some(value) = draft.shown(key.name) {
            dialog.say(format_args!("  {} = {value}", key.name));
        }
    }
    for key in draft.regulations.differing(draft.profile) {
        let line = line(dialog.language, draft, key);
        dialog.say(line);
    }
    for stage in &draft.stages {
        let (code, system) = (stage.code.as_str(), stage.play.system.word());
        dialog.tell(
            Phrase("dialog.stage"),
            &[("code", code), ("system", system)],
        );
    }
    let players = u32::try_from(draft.players.len()).unwrap_or(0);
    match players {
        0 => dialog.tell(Phrase("dialog.players-later"), &[]),
        n => dialog.tell(Phrase("dialog.players-count"), &[("n", &n.to_string())]),
    }
    if !draft.teams.is_empty() {
        let teams = draft.teams.len().to_string();
        dialog.tell(Phrase("dialog.teams-count"), &[("n", &teams)]);
    }
    let games = match players == 0 || draft.is_of_teams() || draft.is_cycle {
        true => None,
        false => system::opening(&Field::of(&draft.play, players)).ok(),
    };
    if let Some(rounds) = games {
        let games: usize = rounds.iter().map(|r| r.meetings.len()).sum();
        let phrase = match draft.play.system.is_by_rounds() {
            true => Phrase("dialog.games-of-round"),
            false => Phrase("dialog.games-count"),
        };
        dialog.tell(phrase, &[("n", &games.to_string())]);
    }
    dialog.say("");
}

fn ask_path<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &Draft,
) -> Result<PathBuf, Failure> {
    let code = draft.code.as_deref().unwrap_or("tournament");
    let offered = format!("{}.toml", code.to_lowercase());
    let prompt = dialog.words(Phrase("dialog.path"), &[]);
    loop {
        let path = match dialog.ask(&prompt, Some(&offered))? {
            DialogReply::Typed(path) => PathBuf::from(path),
            _ => PathBuf::from(&offered),
        };
        match refuse_to_overwrite(&path) {
            Ok(()) => return Ok(path),
            Err(failure) => dialog.say(format_args!("  {}", failure.message)),
        }
    }
}
