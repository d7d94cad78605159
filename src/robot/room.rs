//! What a home needs of the machine it lives on: room on the disk, and passwords that
//! nobody else reads.

use super::alone::Robot;
use super::home::Home;
use crate::config::Secret;
use crate::disk::try_in;
use crate::post::{exposed_at, exposed_secret};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// How much is written to see that something can be: more than a small file system
/// keeps in hand for a file's first block.
const PROBE: usize = 64 << 10;

/// Whom a home may be open to: its owner; the group of an account that watches over it may read.
const HOME_RIGHTS: u32 = 0o750;

/// Free space in the home's file system, in megabytes.
pub fn free_megabytes(home: &Home) -> Option<u64> {
    let free = rustix::fs::statvfs(home.root()).ok()?;
    Some(free.f_bavail.saturating_mul(free.f_frsize) >> 20)
}

/// Too little room, in words; `None` where there are so many megabytes.
pub fn scarce(free: Option<u64>, least: u32) -> Option<String> {
    let free = free.filter(|free| *free < u64::from(least))?;
    Some(format!("only {free} megabytes are free on the disk"))
}

/// Whether something can be written into a home, by writing; why not, in words. What
/// was written is taken away again.
pub fn cannot_write(home: &Home) -> Option<String> {
    let wrong = try_in(home.root(), &[b'x'; PROBE]).err()?;
    let home = home.root().display();
    Some(match wrong.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            format!("the disk of {home} is full ({wrong}): no letter can be kept; make room")
        }
        _ => format!("nothing can be written in {home}: {wrong}"),
    })
}

impl Robot {
    /// Files of passwords and keys, and the home itself, that others may read, in words.
    pub fn exposed_secrets(&self) -> Vec<String> {
        let of_mail = [&self.config.inbox.server, &self.config.outbox.server];
        let of_mail = of_mail.into_iter().flatten();
        let mut found: Vec<String> = of_mail
            .filter_map(|server| Some(&server.login.as_ref()?.secret))
            .chain(&self.config.database.secret)
            .filter_map(exposed_secret)
            .collect();
        // One account often serves both ways.
        found.dedup();
        let auth = &self.config.auth;
        let own = [Some(&auth.key_file), auth.key_passphrase_file.as_ref()];
        let own = own.into_iter().flatten().map(|key| (key, 0o600));
        // A certificate's is often read by a group (`ssl-cert`).
        let of_web = self.config.web.tls.iter().map(|(_, key)| (key, 0o640));
        let keys = own.chain(of_web);
        found.extend(keys.filter_map(|(key, rights)| exposed_at("the key", key, rights)));
        found.extend(exposed_at("the home", self.home.root(), HOME_RIGHTS));
        // A password may stand in a command.
        found.extend(exposed_at("the configuration", &self.home.config(), 0o640));
        found
    }
}

impl Robot {
    /// What others may write of what decides what is done here: the configuration, which holds
    /// commands; templates; the files of keys and passwords; and the folders that these lie in,
    /// where a file can be put in the place of another. In words.
    pub fn writable_by_others(&self) -> Vec<String> {
        let (config, auth, web) = (&self.config, &self.config.auth, &self.config.web);
        let of_mail = [&config.inbox.server, &config.outbox.server];
        let of_mail = of_mail.into_iter().flatten();
        let passwords = of_mail
            .filter_map(|server| Some(&server.login.as_ref()?.secret))
            .chain(&config.database.secret)
            .filter_map(|secret| match secret {
                Secret::File(path) => Some(path),
                Secret::Command(_) | Secret::Env(_) => None,
            });
        let mut files = vec![(CONFIGURATION, self.home.config())];
        if let Some((certificate, key)) = &web.tls {
            files.push(("the certificate", certificate.clone()));
            files.push(("the key", key.clone()));
        }
        files.push(("the key", auth.key_file.clone()));
        let secrets = auth.key_passphrase_file.iter().chain(passwords);
        files.extend(secrets.map(|path| ("the password file", path.clone())));
        let templates = files_below(&self.home.templates()).into_iter();
        files.extend(templates.map(|path| ("the template", path)));
        let ours = std::fs::metadata(self.home.root()).map(|home| home.uid());
        let ours = ours.unwrap_or_else(|_| rustix::process::geteuid().as_raw());
        let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
        let mut found = Vec::new();
        for (what, path) in files {
            // Where it is a link, what it leads to is what counts.
            let Ok(path) = std::fs::canonicalize(path) else {
                continue;
            };
            found.extend(writable_at(what, &path, ours));
            folders.extend(path.parent().map(Path::to_owned));
        }
        folders.extend(std::fs::canonicalize(self.home.templates()));
        let in_folders = folders.iter();
        found.extend(in_folders.filter_map(|path| writable_at("the folder", path, ours)));
        found.dedup();
        found
    }
}

/// How the configuration is called where others may write it.
const CONFIGURATION: &str = "the configuration, whose commands run as you,";

/// Deepest folder of templates.
const DEEPEST: usize = 4;

/// The files of a folder and of those in it.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![(folder.to_owned(), 0)]);
    while let Some((folder, depth)) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true if depth < DEEPEST => folders.push((path, depth + 1)),
                true => {}
                false => found.push(path),
            }
        }
    }
    found.sort();
    found
}

/// A file or folder that somebody else may write: by its rights, or as its owner. In a folder with
/// the sticky bit (`/tmp`) nobody puts a file in the place of another's.
fn writable_at(what: &str, path: &Path, ours: u32) -> Option<String> {
    const STICKY: u32 = 0o1000;
    let found = std::fs::metadata(path).ok()?;
    let (mode, name) = (found.mode() & 0o7777, path.display());
    let is_open = mode & 0o022 != 0 && (found.is_file() || mode & STICKY == 0);
    if is_open {
        let rights = mode & 0o777;
        return Some(format!(
            "others may write {what} {name} (mode {rights:03o}): chmod go-w {name}"
        ));
    }
    let whose = found.uid();
    (whose != ours && whose != 0).then(|| {
        format!("{what} {name} is another account's (number {whose}), who may write it: chown it")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_room_is_told_of() {
        for (free, least, told) in [
            (Some(0), 200, true),
            (Some(199), 200, true),
            (Some(200), 200, false),
            (Some(0), 0, false),
            (None, 200, false),
        ] {
            assert_eq!(scarce(free, least).is_some(), told, "{free:?} {least}");
        }
    }

    #[test]
    fn what_was_written_to_try_is_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(cannot_write(&Home::at(folder.path())), None);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let nowhere = cannot_write(&Home::at(folder.path().join("no"))).unwrap();
        assert!(
            nowhere.starts_with("nothing can be written in"),
            "{nowhere}"
        );
    }
}
