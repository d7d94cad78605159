//! `verify`, `backup` and `restore`.

use super::args::Global;
use super::desk::{OpenHome, home_of, hour};
use super::output::Output;
use super::td::{agrees, giver_name};
use crate::archive::Archive;
use crate::compose::fresh_code;
use crate::config::Config;
use crate::error::{Failure, FailureKind};
use crate::request::confirm::CODE_LENGTH;
use crate::robot::key::{self, FoundKey};
use crate::robot::{Home, REPLACED_DAYS, give_back, lock};
use crate::store::{EndedSignIns, Ending, Place, Restoring, Store, StoreError};
use serde_json::{Value, json};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

/// Replays every game and compares; exit 1 on any difference.
pub fn verify(
    desk: OpenHome,
    out: &Output,
    archive: Option<&Path>,
    head: Option<&str>,
) -> Result<(), Failure> {
    if head.is_some() && archive.is_none() {
        return Err(Failure::usage(
            "--head is a line of an archive: name it with --archive",
        ));
    }
    if let Some(place) = archive.filter(|place| !place.exists()) {
        let why = format!("{}: there is no archive", place.display());
        return Err(Failure::missing(why));
    }
    let robot = desk.robot()?;
    let (games, mut found) = robot.verify()?;
    let erased = robot.entries_erased()?;
    let mut chain = None;
    if let Some(place) = archive {
        let (compared, differences) = robot.verify_archive(place, head)?;
        found.extend(differences);
        chain = Some(compared);
    }
    let chain = chain.map(|c| json!({"lines": c.lines, "begins": c.begins, "head": c.head}));
    if out.is_json() {
        out.json(
            &json!({"games": games, "differences": found, "archive": chain, "erased": erased}),
        )?;
    } else {
        for difference in &found {
            let game = difference.game.as_deref().unwrap_or("database");
            out.line(format_args!("{game}: {}", difference.what));
        }
    }
    match found.len() {
        0 => {
            out.say(format_args!("{games} games replayed: nothing differs"));
            if erased > 0 {
                out.say(format_args!(
                    "{erased} entries erased: who made them is nowhere any more, as was ordered"
                ));
            }
            if let Some(chain) = chain {
                out.say(format_args!(
                    "the archive is whole: {} lines, begun {} times, head {}",
                    chain.get("lines").unwrap_or(&Value::Null),
                    chain.get("begins").unwrap_or(&Value::Null),
                    chain.get("head").and_then(Value::as_str).unwrap_or("")
                ));
            }
            Ok(())
        }
        n => Err(Failure::failed(format!("{n} differences in {games} games"))),
    }
}

/// Writes a consistent copy of the database.
pub fn backup(desk: OpenHome, out: &Output, path: Option<&Path>) -> Result<(), Failure> {
    // No lock: a copy is consistent whoever writes meanwhile.
    let robot = desk.robot()?;
    let written = robot.backup(path)?;
    if out.is_json() {
        return out.json(&json!({"backup": written}));
    }
    out.line(written.display());
    Ok(())
}

/// What to take where a backup is damaged: older ones hang on newer ones, so that it is not
/// always an older one.
fn instead_of(refused: &Path) -> String {
    match Store::backup_instead_of(refused) {
        Some(other) => format!("take {}", other.display()),
        None => "no other backup in its folder can be put back: take a copy of yours from \
                 elsewhere, or what the archive has"
            .to_owned(),
    }
}

/// What is wished beside putting a backup in the database's place.
pub struct RestoreWish<'a> {
    /// The archive that is named.
    pub archive: Option<&'a Path>,
    /// Players are told where their games stand.
    pub announces: bool,
    /// What signs in stays as it was.
    pub keeps_sign_ins: bool,
}

/// Puts a backup in the database's place; the old file is kept beside it.
pub fn restore(
    global: &Global,
    out: &Output,
    path: &Path,
    wish: &RestoreWish<'_>,
) -> Result<(), Failure> {
    if wish.keeps_sign_ins {
        sure_to_keep_sign_ins()?;
    }
    let home = home_of(global);
    if !home.config().is_file() {
        return Err(Failure::missing(format!(
            "there is no home in {}",
            home.root().display()
        )));
    }
    // Where the configuration cannot be read, a file is put back all the same.
    let home = match Config::load(home.root(), &global.set) {
        Ok(config) => home.by(&config)?,
        Err(_) => home,
    };
    let Place::File(file) = home.database() else {
        return Err(Failure::failed(
            "the database is on a server, and a backup takes the place of a file",
        )
        .hint("the server's own tools put it back; docs/SCALING.md tells how"));
    };
    // `backup/…` is read as it stands in the documentation, from wherever it is typed.
    let below = home.root().join(path);
    let path = if path.exists() || Store::older_copy(path).exists() {
        path
    } else if below.exists() || Store::older_copy(&below).exists() {
        &below
    } else {
        return Err(Failure::missing(format!(
            "there is no backup {}",
            path.display()
        )));
    };
    let held = lock::take(&home.lock())?;
    let place = archive_to_read(&home, global, wish.archive)?;
    let now = hour(global);
    let code = || fresh_code(CODE_LENGTH).map_err(|e| e.to_string());
    let ending = Ending {
        at: now,
        code: &code,
    };
    let keeper = format!("{now} by {}", giver_name(global));
    let restoring = Restoring {
        archive: place.as_deref(),
        ending: (!wish.keeps_sign_ins).then_some(&ending),
        kept_by: wish.keeps_sign_ins.then_some(keeper.as_str()),
    };
    let restored = Store::restore(path, &file, restoring).map_err(|e| {
        let hint = match &e {
            StoreError::Archive(_) => "nothing was changed",
            StoreError::AnotherHome(_) => {
                "nothing was changed; if it is meant all the same, move the database away first: its letters are not taken along then"
            }
            StoreError::Moved { .. } => {
                "nothing was changed; postchess migrate --to file brings the club back; where that place is lost, move this file away first"
            }
            StoreError::Disk(_) => {
                "nothing was changed; if it stays so, move the old database away first: its letters are lost then"
            }
            _ => "nothing was changed",
        };
        let hint = match &e {
            StoreError::Damaged(..) | StoreError::Corrupt(_) => {
                format!("{hint}; {}", instead_of(path))
            }
            _ => hint.to_owned(),
        };
        let failure = Failure::from(e);
        match failure.kind {
            FailureKind::Home => Failure {
                hint: Some(hint),
                ..failure
            },
            _ => failure,
        }
    })?;
    if let Some(why) = &restored.unreadable {
        out.say(format_args!(
            "the old database cannot be read, its letters neither: {why}"
        ));
    }
    // What the mailbox still has of the letters that the old database lost.
    let given_back = Config::load(home.root(), &global.set)
        .map_err(Failure::from)
        .and_then(|config| {
            let store = Store::open(home.database())?;
            match key::after_restore(&config.auth, store.read())? {
                FoundKey::Here => {}
                FoundKey::Opened => out.say("the key was taken out of the backup"),
                FoundKey::Lost(why) => out.say(why),
            }
            give_back(&config, &store)
        });
    let given_back = given_back.unwrap_or_else(|failure| {
        out.say(format_args!("the mailbox was not looked at: {failure}"));
        0
    });
    if let Some(back) = &restored.brought_back {
        out.say(format_args!(
            "{} changes were brought back from the archive, with {} entries of the record and {} letters; its head is {}",
            back.changes, back.entries, back.letters, back.head
        ));
        if back.closed > 0 {
            out.say(format_args!(
                "{} letters of strangers and postal addresses among them cannot be read: their keys are not in keys.jsonl beside the archive",
                back.closed
            ));
        }
    }
    if let Some(old) = &restored.old {
        out.say(format_args!(
            "the old database is kept as {}; nightly removes it when it is {REPLACED_DAYS} days old",
            old.display()
        ));
    }
    out.say(format_args!(
        "{} letters that came since the backup will be processed again by the next pass",
        restored.letters + given_back
    ));
    if restored.left > 0 {
        out.say(format_args!(
            "{} letters that wait in the backup had left since: they do not leave again",
            restored.left
        ));
    }
    if restored.doubtful > 0 {
        out.say(format_args!(
            "{} letters wait in the backup, and nobody here can tell whether they left since: \
             the next poll sends them, perhaps a second time (postchess outbox list)",
            restored.doubtful
        ));
    }
    if restored.unknown > 0 {
        out.say(format_args!(
            "{} letters that left since the backup are not in it: what is processed again is \
             answered again",
            restored.unknown
        ));
    }
    for order in &restored.orders {
        out.say(format_args!("to be decided again with td: {order}"));
    }
    for order in &restored.orders_by_letter {
        out.say(format_args!(
            "given by letter, to be decided again with td where the next poll does not carry it out: {order}"
        ));
    }
    let invited = match &restored.sign_ins {
        Some(ended) => tell_sign_ins(global, out, ended, place.is_some()),
        None => Vec::new(),
    };
    if out.is_json() {
        out.json(&json!({
            "old": restored.old,
            "letters": restored.letters + given_back,
            "left": restored.left,
            "doubtful": restored.doubtful,
            "answered_again": restored.unknown,
            "orders": restored.orders,
            "orders_by_letter": restored.orders_by_letter,
            "sign_ins": restored.sign_ins.as_ref().map(|ended| json!({
                "players": ended.players,
                "officials": invited,
                "codes": ended.codes,
            })),
            "archive": restored.brought_back.as_ref().map(|back| json!({
                "changes": back.changes,
                "entries": back.entries,
                "letters": back.letters,
                "closed": back.closed,
                "head": back.head,
            })),
        }))?;
    }
    // The robot takes it for what it writes.
    drop(held);
    if wish.announces {
        let mut robot = OpenHome::open(global)?.robot()?;
        let letters = robot.announce()?;
        out.say(format_args!(
            "{letters} players are told where their games stand"
        ));
    }
    out.say("restored; run postchess verify, then postchess poll");
    Ok(())
}

/// Asks whether what was ended since the backup is to sign in again.
fn sure_to_keep_sign_ins() -> Result<(), Failure> {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return Err(Failure::usage(
            "--keep-sign-ins is asked about at a terminal, and is refused elsewhere",
        ));
    }
    let question = "Passwords, sessions, links, secrets and codes of then sign in again, and tokens \
                    speak again, also those that were ended or used up since. Keep them?";
    match agrees(question)? {
        true => Ok(()),
        false => Err(Failure::failed("nothing was changed")),
    }
}

/// Says what signs in no more, with an invitation for each official who could: address and link.
fn tell_sign_ins(
    global: &Global,
    out: &Output,
    ended: &EndedSignIns,
    has_archive: bool,
) -> Vec<Value> {
    out.say(
        "everybody is signed out: sessions, mailed links, invitations, secrets of programs and \
         recovery codes so far are worth nothing",
    );
    if ended.players > 0 {
        out.say(format_args!(
            "{} players set a new password: they sign in by a link that is mailed to them",
            ended.players
        ));
    }
    if ended.codes > 0 {
        out.say(format_args!(
            "{} codes that wait are void: the next pass mails others",
            ended.codes
        ));
    }
    if !has_archive {
        out.say(
            "what was done with the tokens of letters since the backup is not known: who answers \
             one of before needs a verification or a code beside it",
        );
    }
    let mut invited = Vec::new();
    for address in &ended.officials {
        match desk_link(global, address) {
            Ok(link) => {
                out.say(format_args!(
                    "{address} is invited to the desk anew, once: {link}"
                ));
                invited.push(json!({"address": address, "link": link}));
            }
            Err(e) => out.say(format_args!("{address} is not invited to the desk: {e}")),
        }
    }
    invited
}

/// The link by which an official sets up the desk anew.
#[cfg(feature = "web")]
fn desk_link(global: &Global, address: &str) -> Result<String, Failure> {
    let mut desk = OpenHome::open(global)?;
    super::web_desk::desk_link(&mut desk, address).map(|(_, link)| link)
}

/// Without the server there is no desk.
#[cfg(not(feature = "web"))]
fn desk_link(_: &Global, _: &str) -> Result<String, Failure> {
    Err(Failure::failed(crate::feature::Feature::Web.left_out()))
}

/// The archive that a restore reads: the one that is named, else that of the
/// configuration where it is a folder. What a command took has to be fetched first.
fn archive_to_read(
    home: &Home,
    global: &Global,
    named: Option<&Path>,
) -> Result<Option<PathBuf>, Failure> {
    let config = Config::load(home.root(), &global.set)
        .ok()
        .map(|c| c.archive);
    let command = config.as_ref().and_then(|a| a.command.clone());
    match (named, config.and_then(|a| a.path)) {
        (Some(none), _) if none == Path::new("none") => Ok(None),
        (Some(place), _) if !place.is_dir() => Err(Failure::missing(format!(
            "there is no archive in {}",
            place.display()
        ))),
        (Some(place), _) => {
            if let Some(command) = command {
                let archive = Archive::by_command(command, home.archive_out());
                archive.goes_on_after(place).map_err(StoreError::from)?;
            }
            Ok(Some(place.to_owned()))
        }
        (None, Some(place)) if place.is_dir() => Ok(Some(place)),
        (None, Some(place)) => Err(Failure::missing(format!(
            "the archive of this home, {}, is not there",
            place.display()
        ))
        .hint("name where it is with --archive PLACE, or go on without it: --archive none")),
        (None, None) if command.is_some() => Err(Failure::failed(
            "the archive of this home was taken away by a command",
        )
        .hint("fetch its files into a folder and name it with --archive FOLDER, or go on without it: --archive none")),
        (None, None) => Ok(None),
    }
}
