//! `postchess init`: a home that works at once.

use super::args::Global;
use super::desk::home_of;
use super::output::Output;
use crate::address;
use crate::config::Config;
use crate::disk::write_new;
use crate::error::Failure;
use crate::messages::letters;
use crate::robot::{Home, key, lock};
use crate::store::Store;
use std::fs::Permissions;
use std::io::{ErrorKind, IsTerminal, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

/// The robot's address until somebody has said one: no letter reaches it.
pub const PLACEHOLDER: &str = "robot@club.example";

/// Makes a home; refuses to touch one, and any folder in which something is.
pub fn run(
    global: &Global,
    out: &Output,
    dir: Option<&Path>,
    robot: Option<&str>,
) -> Result<(), Failure> {
    let home = match dir {
        Some(dir) => Home::at(dir),
        None => home_of(global),
    };
    let was_there = is_free(home.root())?;
    let asked = match robot {
        Some(robot) => Some(robot.to_owned()),
        None => ask_robot(out)?,
    };
    let robot = asked.as_deref().unwrap_or(PLACEHOLDER);
    address::check(robot)
        .map_err(|why| Failure::failed(format!("the robot's address '{robot}': {why}")))?;
    make(&home, &Config::commented(robot, letters::unnamed_club()))?;
    out.say(format_args!("made a home in {}", home.root().display()));
    if was_there {
        out.say("the folder is open to its owner alone now (mode 0700)");
    }
    if asked.is_none() {
        out.say(format_args!(
            "the robot's address is not known yet: write it in the place of {PLACEHOLDER} in {}",
            home.config().display()
        ));
    }
    out.say("next: postchess tournament new asks for a tournament, question by question, and");
    out.say("      writes its file (postchess tournament add FILE takes one that is written);");
    out.say("      then postchess tournament start CODE");
    if out.is_json() {
        out.json(&serde_json::json!({"home": home.root()}))?;
    }
    Ok(())
}

/// Whether a folder is there in which a home may be made: one of whoever calls, and empty.
fn is_free(root: &Path) -> Result<bool, Failure> {
    let entries = match std::fs::read_dir(root) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(false),
        entries => entries.map_err(|e| Failure::of_file(root, &e))?,
    };
    let refused = |why: &str| {
        let words = format!("{}: {why}; nothing was made", root.display());
        Err(Failure::failed(words).hint("name a new folder: postchess init DIR"))
    };
    // A home says itself that it is one.
    let home = Home::at(root);
    if home.config().exists() || home.database_file().exists() {
        return Ok(true);
    }
    if entries.into_iter().next().is_some() {
        return refused("the folder is not empty");
    }
    let found = std::fs::metadata(root).map_err(|e| Failure::of_file(root, &e))?;
    if found.uid() != rustix::process::geteuid().as_raw() {
        return refused("the folder is another user's");
    }
    Ok(true)
}

/// The address that somebody at a terminal states; `None` where nobody is there, or says
/// nothing.
fn ask_robot(out: &Output) -> Result<Option<String>, Failure> {
    let (stdin, mut stderr) = (std::io::stdin(), std::io::stderr());
    if out.is_json() || !stdin.is_terminal() || !stderr.is_terminal() {
        return Ok(None);
    }
    let failed = |e: std::io::Error| Failure::failed(format!("the terminal: {e}"));
    write!(
        stderr,
        "the address under which the robot reads and writes (empty: later): "
    )
    .map_err(failed)?;
    let mut said = String::new();
    stdin.read_line(&mut said).map_err(failed)?;
    let said = said.trim();
    Ok((!said.is_empty()).then(|| said.to_owned()))
}

/// Makes a home with a configuration.
pub fn make(home: &Home, config: &str) -> Result<(), Failure> {
    let config_read = Config::read(config, home.root(), &[])?;
    let home = home.clone().by(&config_read)?;
    for there in [home.config(), home.database_file()] {
        if there.exists() {
            return Err(Failure::failed(format!(
                "{} is a home already: {} is there",
                home.root().display(),
                there.display()
            ))
            .hint("name another folder; a home is never overwritten"));
        }
    }
    let wrong = |path: &Path, e: std::io::Error| Failure::of_file(path, &e);
    let root = home.root();
    if let Some(above) = root.parent() {
        std::fs::create_dir_all(above).map_err(|e| wrong(above, e))?;
    }
    private_folder(root).map_err(|e| wrong(root, e))?;
    for folder in [
        "mail/in/tmp",
        "mail/in/new",
        "mail/in/cur",
        "mail/out/tmp",
        "mail/out/new",
        "mail/out/cur",
        "templates",
        "reports",
        "backup",
    ] {
        let mut path = home.root().to_owned();
        for part in folder.split('/') {
            path.push(part);
            private_folder(&path).map_err(|e| wrong(&path, e))?;
        }
    }
    Store::create(home.database())?;
    key::made(&config_read.auth)?;
    // Both locks are there from the beginning, and nobody else's to hold.
    for path in [home.lock(), home.sending_lock()] {
        drop(lock::take(&path)?);
    }
    // The configuration comes last: with it, the folder is a home.
    write_new(&home.config(), config.as_bytes()).map_err(|e| wrong(&home.config(), e))
}

/// Makes a folder the owner's alone, whatever the umask says.
fn private_folder(path: &Path) -> std::io::Result<()> {
    match std::fs::create_dir(path) {
        Err(e) if e.kind() != ErrorKind::AlreadyExists => return Err(e),
        Ok(()) | Err(_) => {}
    }
    std::fs::set_permissions(path, Permissions::from_mode(0o700))
}
