//! The dated copies of the database. The newest is a whole file; of each older one only what
//! differs from a newer one is kept, so that they take room for what changed.

use super::alone::Robot;
use super::lock::{self, Lock};
use super::nightly::make_folder;
use crate::error::Failure;
use crate::store::{OLDER_COPY, REPLACED, Store};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// For so many days a database that a restore has replaced is kept.
pub const REPLACED_DAYS: i64 = 30;

impl Robot {
    /// A consistent copy of the database: to a path, or dated into `backup/`.
    pub fn backup(&self, path: Option<&Path>) -> Result<PathBuf, Failure> {
        let Some(path) = path else {
            let _turn = self.turn_of_backups()?;
            let path = self.dated_backup()?;
            self.shrink_backups()?;
            return Ok(path);
        };
        if path.is_dir() {
            return Err(Failure::failed(format!("{} is a folder", path.display()))
                .hint("name a file in it; without a name it goes into backup/"));
        }
        if path.symlink_metadata().is_ok() {
            if !self.is_backup(path) {
                return Err(
                    Failure::failed(format!("{} is there already", path.display()))
                        .hint("name another file"),
                );
            }
            make_way(path)?;
            std::fs::remove_file(path)
                .map_err(|e| Failure::failed(format!("{}: {e}", path.display())))?;
        }
        self.store.backup_to(path)?;
        Ok(path.to_owned())
    }

    /// Whether what lies at a path may be replaced: it is a copy of ours, and lies in `backup/`
    /// itself, however the path gets there (`backup/../postchess.key` is the key).
    fn is_backup(&self, path: &Path) -> bool {
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => real(folder),
            _ => real(Path::new(".")),
        };
        let in_place = folder.is_some() && folder == real(&self.home.backup());
        let is_file = path.symlink_metadata().is_ok_and(|there| there.is_file());
        in_place && is_file && Store::is_one(path)
    }

    /// Two runs of one hour write one file: one after the other. No other work waits.
    pub(super) fn turn_of_backups(&self) -> Result<Lock, Failure> {
        let folder = self.home.backup();
        make_folder(&folder)?;
        lock::folder(&folder)
    }

    /// Makes the copy of this hour, page by page.
    pub(super) fn dated_backup(&self) -> Result<PathBuf, Failure> {
        let path = self.copy_of_this_hour();
        make_way(&path)?;
        self.store.backup_pages_to(&path)?;
        Ok(path)
    }

    fn copy_of_this_hour(&self) -> PathBuf {
        let stamp = self.now.to_string().replace([':', '-'], "");
        self.home.backup().join(format!("postchess-{stamp}.db"))
    }

    /// Removes the oldest copies, and what a run that was killed left unfinished.
    pub(super) fn remove_old_backups(&self) -> Result<(), Failure> {
        let keep = usize::try_from(self.config.keep.backups.max(1)).unwrap_or(usize::MAX);
        for path in self.files_of_backups(is_unfinished)? {
            let _ = std::fs::remove_file(path);
        }
        let copies = self.copies()?;
        let surplus = copies.len().saturating_sub(keep);
        for copy in copies.into_iter().take(surplus) {
            unfold_against(&copy)?;
            for path in [Store::older_copy(&copy), copy] {
                match std::fs::remove_file(&path) {
                    Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                        return Err(Failure::failed(format!("{}: {e}", path.display())));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Removes the databases that restores have replaced, once nobody can want them any more:
    /// they hold all that is erased here meanwhile.
    pub(super) fn remove_replaced(&self) -> Result<(), Failure> {
        let database = self.home.database_file();
        // Where it lies on another disk, so do they.
        let database = std::fs::canonicalize(&database).unwrap_or(database);
        let (Some(folder), Some(name)) = (database.parent(), database.file_name()) else {
            return Ok(());
        };
        let begins = format!("{}{REPLACED}", name.to_string_lossy());
        let wrong = |path: &Path, e: std::io::Error| Failure::of_file(path, &e);
        for entry in std::fs::read_dir(folder)
            .map_err(|e| wrong(folder, e))?
            .flatten()
        {
            let is_one = entry.file_name().to_string_lossy().starts_with(&begins);
            let written = entry.metadata().and_then(|m| m.modified()).ok();
            let written = written.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            let age = written.map(|at| self.now.unix() - i64::try_from(at.as_secs()).unwrap_or(0));
            if is_one && age.is_some_and(|age| age > REPLACED_DAYS * 86_400) {
                let path = entry.path();
                std::fs::remove_file(&path).map_err(|e| wrong(&path, e))?;
            }
        }
        Ok(())
    }

    /// Of each copy that lies there whole, and is not the newest, keeps what differs from
    /// the next one; the oldest first, so that the next one is whole still. One that is not
    /// what it was stays as it is, with those that hang on it.
    ///
    /// # Errors
    /// One is not what it was; of the others all is done.
    pub(super) fn shrink_backups(&self) -> Result<(), Failure> {
        let copies = self.copies()?;
        let mut damaged = Ok(());
        for (older, newer) in copies.iter().zip(copies.iter().skip(1)) {
            // One of an hour to come differs from nothing that is named later.
            if older < newer && older.exists() && newer.exists() {
                match Store::backup_is_as_it_was(older) {
                    Ok(()) => Store::backup_shrink(older, newer)?,
                    Err(e) if e.is_damaged() => damaged = Err(of_backups(&e)),
                    Err(e) => return Err(e.into()),
                }
            }
        }
        damaged
    }

    /// Tries whether the older copies could be put back: where the oldest of those that hang
    /// on one another gives back what it stands for, all do.
    ///
    /// # Errors
    /// Which could not.
    pub(super) fn try_older_backups(&self) -> Result<(), Failure> {
        let copies = self.copies()?;
        let (mut lost, mut why) = (Vec::new(), None);
        for copy in copies.iter().filter(|copy| !copy.exists()) {
            let is_last = Store::backups_against(copy)?.is_empty();
            // Where one cannot be, those that it hangs on are tried one by one.
            if !is_last && why.is_none() {
                continue;
            }
            if let Err(e) = Store::try_backup(copy) {
                lost.push(name_of(copy));
                why.get_or_insert(e);
            }
        }
        match why {
            None => Ok(()),
            Some(e) => Err(of_backups(&e).about(format!(
                "{} backups cannot be put back ({})",
                lost.len(),
                lost.join(", ")
            ))),
        }
    }

    /// The copies of the folder, whole or not, by their hours. Those of hours to come were made
    /// by a clock that stood ahead: they are older than what is made by the right one.
    fn copies(&self) -> Result<Vec<PathBuf>, Failure> {
        let whole = |name: &str| {
            let name = name.strip_suffix(OLDER_COPY).unwrap_or(name);
            name.starts_with("postchess-") && name.ends_with(".db")
        };
        let files = self.files_of_backups(whole)?.into_iter();
        // Their names are their hours.
        let copies: BTreeSet<PathBuf> = files.map(|path| Store::copy_meant(&path)).collect();
        let now = self.copy_of_this_hour();
        let mut all: Vec<PathBuf> = copies.into_iter().collect();
        let up_to_now = all.partition_point(|copy| *copy <= now);
        all.rotate_left(up_to_now);
        Ok(all)
    }

    fn files_of_backups(&self, wanted: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>, Failure> {
        let folder = self.home.backup();
        let wrong = |e: std::io::Error| Failure::failed(format!("{}: {e}", folder.display()));
        let mut found = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(wrong)?.flatten() {
            if entry.file_name().to_str().is_some_and(&wanted) {
                found.push(entry.path());
            }
        }
        Ok(found)
    }
}

/// What is wrong with a backup is nothing that a backup would mend.
fn of_backups(error: &crate::store::StoreError) -> Failure {
    Failure::failed(error).hint("copy the newest backup to another disk, and look after this one")
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// What a run that was killed left unfinished: a copy, with its log, or what was made of one.
fn is_unfinished(name: &str) -> bool {
    name.starts_with("postchess-") && name.contains(".db.part")
}

/// Before a copy is written anew: those of which only what differs from it is kept are made
/// whole again.
fn make_way(path: &Path) -> Result<(), Failure> {
    match path.exists() {
        true => unfold_against(path),
        false => Ok(()),
    }
}

fn unfold_against(path: &Path) -> Result<(), Failure> {
    for older in Store::backups_against(path)? {
        Store::backup_unfold(&older)?;
    }
    Ok(())
}
