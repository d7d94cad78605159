//! The command line: one file a subcommand. Data on standard output, words on
//! standard error.

pub mod args;

mod batch;
mod change;
mod check;
mod daemon;
mod deliver;
mod demo;
mod desk;
mod dialog;
mod document;
mod entries;
mod explain;
mod file;
mod game;
mod health;
mod import;
mod init;
mod log;
mod mailbox;
mod maintain;
#[cfg(feature = "manual")]
mod manual;
mod migrate;
mod new;
mod notation;
mod output;
mod owner;
mod passes;
mod player;
mod post;
mod preview;
mod print;
mod protocol;
mod read;
mod report;
mod roster;
pub mod season;
#[cfg(feature = "web")]
mod serve;
mod site;
mod td;
mod today;
mod tournament;
#[cfg(feature = "web")]
mod web_desk;

use crate::config::Config;
use crate::error::Failure;
use crate::orders::{refusal_of, with_name};
use crate::robot::inquiry::exact_names;
use crate::store::Store;
use args::{Cli, CliCommand, Tournament};
use desk::OpenHome;
use output::Output;
use rustix::fs::Mode;
use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

/// Reads a command line, and becomes the owner of the home it opens, where root asks; nobody else
/// opens another's. Where it is wrong, or asks for help, that is printed and the exit code
/// given: 2, but 75 for `deliver`, since a mail server takes every other number for a refusal and sends the message back to whom it names.
pub fn parse(words: Vec<OsString>) -> Result<Cli, ExitCode> {
    let delivers = words.iter().any(|w| w == "deliver");
    let read = Cli::with_names(words.clone());
    let read = read.and_then(|(cli, typed)| {
        let owned = owner::become_owner(&cli, &words).map_err(|failure| match &cli.command {
            CliCommand::Deliver => failure.later_instead(),
            _ => failure,
        });
        match owned.and_then(|()| exact(&cli, typed)) {
            Ok(named) if named.is_empty() => Ok(Ok(cli)),
            Ok(named) => Cli::of(words.iter().map(|word| with_exact(word, &named))).map(Ok),
            Err(failure) => Ok(Err(failure)),
        }
    });
    let read = read.map_err(|error| {
        if let Some(refusal) = refusal_of(&error) {
            let failure = Failure::from(refusal.clone());
            Output::new(false, false).complain(&failure);
            return failure.exit_code();
        }
        let _ = error.print();
        match (error.exit_code(), delivers) {
            (0, _) => ExitCode::SUCCESS,
            (_, true) => Failure::later("").exit_code(),
            (code, false) => ExitCode::from(u8::try_from(code).unwrap_or(2)),
        }
    })?;
    read.map_err(|failure| {
        Output::new(false, false).complain(&failure);
        failure.exit_code()
    })
}

/// The typed names that stand for others in the home that is meant. Where there is none,
/// the command itself says so.
fn exact(cli: &Cli, typed: Vec<String>) -> Result<Vec<(String, String)>, Failure> {
    if typed.is_empty() {
        return Ok(Vec::new());
    }
    let home = desk::home_of(&cli.global);
    let home = match Config::load(home.root(), &cli.global.set) {
        Ok(config) => home.by(&config),
        Err(e) => Err(e.into()),
    };
    match home.and_then(|home| Ok(Store::open(home.database())?)) {
        Ok(store) => exact_names(store.read(), typed),
        Err(_) => Ok(Vec::new()),
    }
}

fn with_exact(word: &OsStr, named: &[(String, String)]) -> OsString {
    let exact = word.to_str().and_then(|word| with_name(word, named));
    exact.map_or_else(|| word.to_owned(), OsString::from)
}

/// Runs one command and tells its exit code.
pub fn run(cli: &Cli) -> ExitCode {
    // No umask takes away the owner's own rights: what is made here is used here.
    let umask = rustix::process::umask(Mode::RWXG | Mode::RWXO);
    rustix::process::umask(umask & (Mode::RWXG | Mode::RWXO));
    log::begin(
        &cli.global,
        matches!(cli.command, CliCommand::Daemon(_) | CliCommand::Serve(_)),
    );
    let out = Output::new(cli.global.json, cli.global.quiet);
    match out.ended(command(cli, &out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            out.complain(&failure);
            failure.exit_code()
        }
    }
}

fn command(cli: &Cli, out: &Output) -> Result<(), Failure> {
    let global = &cli.global;
    let desk = || OpenHome::open(global);
    match &cli.command {
        CliCommand::Init { dir, robot } => init::run(global, out, dir.as_deref(), robot.as_deref()),
        CliCommand::Demo { dir, season } => demo::run(out, dir.as_deref(), *season),
        CliCommand::Check => check::run(global, out),
        CliCommand::Site(asked) => site::run(&desk()?, out, asked),
        CliCommand::Today(asked) => today::run(&desk()?, out, asked),
        CliCommand::Tournament(Tournament::New(new)) => new::run(global, out, new),
        CliCommand::Tournament(what) => tournament::run(desk()?, out, what, global),
        CliCommand::Game(what) => game::run(&desk()?, out, what),
        CliCommand::Player(what) => player::run(desk()?, out, what),
        CliCommand::Post(what) => post::run(desk, out, what, &td::giver(global)),
        CliCommand::Print(asked) => print::run(desk()?, out, asked),
        CliCommand::Poll => passes::poll(desk()?, out),
        CliCommand::Daemon(herald) => daemon::run(global, herald),
        #[cfg(feature = "web")]
        CliCommand::Serve(herald) => serve::run(global, out, herald),
        #[cfg(feature = "web")]
        CliCommand::Desk(what) => web_desk::run(desk()?, out, what, global),
        #[cfg(not(feature = "web"))]
        CliCommand::Serve(_) | CliCommand::Desk(_) => {
            Err(Failure::not_built(crate::feature::Feature::Web))
        }
        CliCommand::Deliver => deliver::run(global, out),
        CliCommand::Health => health::run(global, out),
        #[cfg(feature = "manual")]
        CliCommand::Completions { shell } => {
            manual::completions(out, *shell);
            Ok(())
        }
        #[cfg(feature = "manual")]
        CliCommand::Man { folder } => manual::man(out, folder.as_deref()),
        #[cfg(not(feature = "manual"))]
        CliCommand::Completions { .. } | CliCommand::Man { .. } => {
            Err(Failure::not_built(crate::feature::Feature::Manual))
        }
        CliCommand::Tick { hour_is_right } => passes::tick(desk()?, out, *hour_is_right),
        CliCommand::Nightly => passes::nightly(desk().map_err(passes::no_backup)?, out),
        CliCommand::Read { files } => read::run(global, out, files),
        CliCommand::Notation {
            text,
            fen,
            language,
            variant,
        } => notation::run(out, text, fen.as_deref(), *language, *variant),
        CliCommand::Inbox(what) => mailbox::inbox(desk()?, out, what, global),
        CliCommand::Outbox(what) => mailbox::outbox(desk()?, out, what, global),
        CliCommand::Td(td) => td::run(desk, out, td.clone(), global),
        CliCommand::Verify { archive, head } => {
            maintain::verify(desk()?, out, archive.as_deref(), head.as_deref())
        }
        CliCommand::Migrate { to } => migrate::run(&cli.global, out, to),
        CliCommand::Backup { path } => maintain::backup(desk()?, out, path.as_deref()),
        CliCommand::Restore {
            path,
            archive,
            announce,
            keep_sign_ins,
        } => {
            let wish = maintain::RestoreWish {
                archive: archive.as_deref(),
                announces: *announce,
                keeps_sign_ins: *keep_sign_ins,
            };
            maintain::restore(global, out, path, &wish)
        }
    }
}
