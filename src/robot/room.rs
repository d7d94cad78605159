//! What a home needs of the machine it lives on: room on the disk, and passwords that
//! nobody else reads.

use super::alone::Robot;
use super::home::Home;
use crate::disk::try_in;
use crate::post::{exposed_at, exposed_secret};
use std::io::ErrorKind;

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
        found
    }
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
