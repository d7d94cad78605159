//! `postchess init`: a home that works at once.

use super::args::Global;
use super::desk::home_of;
use super::output::Output;
use crate::address;
use crate::config::Config;
use crate::error::Failure;
use crate::messages::letters;
use crate::robot::{Home, key, lock};
use crate::store::Store;
use std::fs::{OpenOptions, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// Makes a home; refuses to touch one.
pub fn run(global: &Global, out: &Output, dir: Option<&Path>, robot: &str) -> Result<(), Failure> {
    let home = match dir {
        Some(dir) => Home::at(dir),
        None => home_of(global),
    };
    address::check(robot)
        .map_err(|why| Failure::failed(format!("the robot's address '{robot}': {why}")))?;
    make(&home, &Config::commented(robot, letters::unnamed_club()))?;
    out.say(format_args!("made a home in {}", home.root().display()));
    out.say("next: postchess tournament new asks for a tournament, question by question, and");
    out.say("      writes its file (postchess tournament add FILE takes one that is written);");
    out.say("      then postchess tournament start CODE");
    if out.is_json() {
        out.json(&serde_json::json!({"home": home.root()}))?;
    }
    Ok(())
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
    private_file(&home.config(), config).map_err(|e| wrong(&home.config(), e))
}

/// Makes a folder the owner's alone, whatever the umask says.
fn private_folder(path: &Path) -> std::io::Result<()> {
    match std::fs::create_dir(path) {
        Err(e) if e.kind() != ErrorKind::AlreadyExists => return Err(e),
        Ok(()) | Err(_) => {}
    }
    std::fs::set_permissions(path, Permissions::from_mode(0o700))
}

/// Writes a file that is the owner's alone.
fn private_file(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)?;
    file.set_permissions(Permissions::from_mode(0o600))?;
    file.write_all(text.as_bytes())
}
