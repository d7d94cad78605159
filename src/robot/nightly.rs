//! The one line for cron: poll, tick, reports, backup, checks, tidying.

use super::desk::Robot;
use super::intake::PassReport;
use super::site::{site_of, write_site};
use super::tick::TickReport;
use crate::error::{Failure, Kind};
use crate::language::Language;
use crate::report::document;
use crate::time::Zone;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What a nightly run did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NightlyReport {
    /// The pass over the mailbox.
    pub poll: PassReport,
    /// The pass over the clocks.
    pub tick: TickReport,
    /// Digests mailed to arbiters.
    pub digests: u32,
    /// Reports written.
    pub reports: Vec<PathBuf>,
    /// The backup written.
    pub backup: PathBuf,
    /// Letters compressed.
    pub archived: u64,
    /// What an operator must know; empty where all is well.
    pub findings: Vec<String>,
    /// How many of them are servers that may be back the next time.
    #[serde(skip)]
    pub passing: usize,
}

impl NightlyReport {
    /// Notes what a server did not let us do, once; anything else ends the run.
    fn goes_on_after(&mut self, failure: Failure) -> Result<(), Failure> {
        if !failure.is_of_a_server {
            return Err(failure);
        }
        let words = failure.to_string();
        if !self.findings.contains(&words) {
            self.findings.push(words);
            self.passing += usize::from(failure.kind == Kind::Later);
        }
        Ok(())
    }
}

impl Robot {
    /// The nightly run. What it finds is in `findings`; it prints nothing itself.
    pub fn nightly(&mut self) -> Result<NightlyReport, Failure> {
        let mut report = NightlyReport::default();
        // A mail server that is away is told of, and is no reason for a night
        // without reports and a backup.
        match self.poll() {
            Ok(poll) => report.poll = poll,
            Err(failure) => report.goes_on_after(failure)?,
        }
        match self.tick() {
            Ok(tick) => report.tick = tick,
            Err(failure) => report.goes_on_after(failure)?,
        }
        report.findings.extend(report.poll.troubles.iter().cloned());
        if let Some(n) = report.poll.verdicts.get("malformed") {
            report.findings.push(format!(
                "{n} letters could not be processed: see `postchess inbox list`"
            ));
        }
        match self.digests() {
            Ok(digests) => report.digests = digests,
            Err(failure) => report.goes_on_after(failure)?,
        }
        report.reports = self.write_reports()?;
        // A folder that is away or not ours is no reason for a night without a backup.
        if let Err(failure) = self.write_public_site() {
            report.findings.push(format!("the site: {failure}"));
        }
        let days = self.config.keep.compress_after_days;
        if days > 0 {
            report.archived = self.store.archive(self.now, days)?.letters;
            self.store.shrink_finished(self.now)?;
            self.tidy_inbox(days)?;
            self.store.compact()?;
        }
        self.store.hashes_fill()?;
        // Counted by the day: those of last week mean nothing any more.
        let week_ago = Zone::utc().day(self.now).plus(-7);
        self.store.write(|tx| tx.answers_forget(week_ago))?;
        report.findings.extend(self.store.integrity_check()?);
        report.backup = self.backup(None)?;
        if let Err(e) = crate::store::Store::try_backup(&report.backup) {
            report
                .findings
                .push(format!("the backup cannot be used: {e}"));
        }
        self.rotate_backups()?;
        Ok(report)
    }

    fn write_reports(&self) -> Result<Vec<PathBuf>, Failure> {
        let folder = self.home.reports();
        make_folder(&folder)?;
        let mut written = Vec::new();
        for row in self.store.read().tournament_list()? {
            let table = self.table(&row)?;
            let json = serde_json::to_string_pretty(&crate::report::table::json(&table))
                .map_err(Failure::failed)?;
            let plain = crate::report::table::document(&table, Language::En);
            let page = crate::report::table::document(&table, row.facts.language);
            for (ending, text) in [
                ("txt", document::text(&plain)),
                ("json", json),
                ("html", document::html(&page)),
            ] {
                let path = folder.join(format!("{}.{ending}", row.facts.code));
                if write_if_new(&path, text.as_bytes())? {
                    written.push(path);
                }
            }
        }
        Ok(written)
    }

    /// The site that the configuration asks for, where it does and a tournament is started.
    fn write_public_site(&self) -> Result<(), Failure> {
        let wish = &self.config.site;
        let Some(folder) = &wish.path else {
            return Ok(());
        };
        let files = site_of(self.store.read(), &self.config.club, wish, self.now)?;
        if !files.is_empty() {
            write_site(folder, &files)?;
        }
        Ok(())
    }

    /// A consistent copy of the database: to a path, or dated into `backup/`.
    pub fn backup(&self, path: Option<&Path>) -> Result<PathBuf, Failure> {
        let path = match path {
            Some(path) => path.to_owned(),
            None => {
                let folder = self.home.backup();
                make_folder(&folder)?;
                let stamp = self.now.to_string().replace([':', '-'], "");
                folder.join(format!("postchess-{stamp}.db"))
            }
        };
        if path.exists() {
            let same_hour = path.starts_with(self.home.backup());
            if !same_hour {
                return Err(
                    Failure::failed(format!("{} is there already", path.display()))
                        .hint("name another file"),
                );
            }
            std::fs::remove_file(&path)
                .map_err(|e| Failure::failed(format!("{}: {e}", path.display())))?;
        }
        self.store.backup_to(&path)?;
        Ok(path)
    }

    fn rotate_backups(&self) -> Result<(), Failure> {
        let keep = usize::try_from(self.config.keep.backups.max(1)).unwrap_or(usize::MAX);
        let folder = self.home.backup();
        let wrong = |e: std::io::Error| Failure::failed(format!("{}: {e}", folder.display()));
        let mut copies: Vec<PathBuf> = std::fs::read_dir(&folder)
            .map_err(wrong)?
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .filter(|path| {
                let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
                name.starts_with("postchess-") && name.ends_with(".db")
            })
            .collect();
        // What a run that was killed left unfinished.
        for entry in std::fs::read_dir(&folder).map_err(wrong)?.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with("postchess-") && name.ends_with(".db.part") {
                let _ = std::fs::remove_file(entry.path());
            }
        }
        // Their names are their hours.
        copies.sort();
        let surplus = copies.len().saturating_sub(keep);
        for old in copies.into_iter().take(surplus) {
            std::fs::remove_file(&old)
                .map_err(|e| Failure::failed(format!("{}: {e}", old.display())))?;
        }
        Ok(())
    }
}

fn make_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|e| Failure::failed(format!("{}: {e}", path.display())))
}

/// Writes a file where there is none of these bytes; says whether it did. Copies to a
/// web host and backups then see only what changed.
pub(super) fn write_if_new(path: &Path, bytes: &[u8]) -> Result<bool, Failure> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    write_whole(path, bytes)?;
    Ok(true)
}

/// Writes a file so that a reader finds the old one or the new one, never a part.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside = path.with_extension("part");
    let wrong = |e: std::io::Error| Failure::failed(format!("{}: {e}", path.display()));
    std::fs::write(&beside, bytes).map_err(wrong)?;
    std::fs::rename(&beside, path).map_err(wrong)
}
