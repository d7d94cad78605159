//! The one line for cron: poll, tick, reports, backup, checks, tidying.

use super::alone::Robot;
use super::inquiry::{SiteMaker, report_from, write_site};
use super::intake::PassReport;
use super::lock;
use super::send::Sent;
use super::tick::TickReport;
use crate::disk::{Readers, write_if_new};
use crate::error::{Failure, FailureKind};
use crate::language::Language;
use crate::report::document::{self, Drawings};
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
    pub backup: Option<PathBuf>,
    /// Letters compressed.
    pub archived: u64,
    /// What an operator must know; empty where all is well.
    pub findings: Vec<String>,
    /// How many of them may pass by themselves: a server that is away, another run.
    #[serde(skip)]
    pub passing: usize,
}

impl NightlyReport {
    /// Notes what could not be done, once; the night goes on.
    fn goes_on_after<T: Default>(&mut self, done: Result<T, Failure>) -> T {
        match done {
            Ok(value) => value,
            Err(failure) => {
                let words = failure.to_string();
                if !self.findings.contains(&words) {
                    self.findings.push(words);
                    let passes = matches!(
                        failure.kind,
                        FailureKind::Full | FailureKind::Later | FailureKind::Clock
                    );
                    self.passing += usize::from(passes);
                }
                T::default()
            }
        }
    }
}

impl Robot {
    /// The nightly run. What it finds is in `findings`; it prints nothing itself. What
    /// one part cannot do keeps no other part from being done, least of all the backup;
    /// what waits is sent last, so that no server is waited for before it.
    pub fn nightly(&mut self) -> NightlyReport {
        let mut report = NightlyReport::default();
        // By an hour before the record nothing is done, least of all a backup named by it.
        let weighed = self.weigh();
        if weighed.is_err() {
            report.goes_on_after(weighed.map(|_| ()));
            return report;
        }
        let mut poll = PassReport::default();
        let fetched = self.fetch_once(&mut poll);
        report.goes_on_after(fetched);
        let ruled = self.rule_into(&mut poll);
        report.goes_on_after(ruled);
        report.findings.extend(poll.troubles.iter().cloned());
        if let Some(n) = poll.verdicts.get("malformed") {
            report.findings.push(format!(
                "{n} letters could not be processed: see `postchess inbox list`"
            ));
        }
        let mut tick = TickReport::default();
        let due = self
            .looked_to()
            .and_then(|looked| self.fall_due(looked, &mut tick));
        report.goes_on_after(due);
        // Each night: who reads this has nothing else that says so.
        report.findings.extend(tick.held_back.clone());
        let erased = self.erase_old_entries().map(drop);
        report.goes_on_after(erased);
        let digests = self.digests();
        report.digests = report.goes_on_after(digests);
        let reports = self.write_reports();
        report.reports = report.goes_on_after(reports);
        // A folder that is away or not ours is no reason for a night without a backup.
        if let Err(failure) = self.write_public_site() {
            report.findings.push(format!("the site: {failure}"));
        }
        let archived = self.tidy();
        report.archived = report.goes_on_after(archived);
        match self.store.read().integrity_check() {
            Ok(found) => report.findings.extend(found),
            Err(e) => report.goes_on_after(Err(e.into())),
        }
        self.save_the_night(&mut report);
        let mut sent = Sent::default();
        let done = self.send_into(&mut sent);
        report.goes_on_after(done);
        poll.sent = sent.sent;
        poll.deferred = sent.deferred;
        (report.poll, report.tick) = (poll, tick);
        report
    }

    /// Packs what is old, and forgets counters that mean nothing any more. How many
    /// letters were packed.
    fn tidy(&mut self) -> Result<u64, Failure> {
        let (days, now) = (self.config.keep.compress_after_days, self.now);
        let mut archived = 0;
        if days > 0 {
            archived = self.alone(|robot| Ok(robot.store.archive(now, days)?.letters))?;
            self.alone(|robot| Ok(robot.store.shrink_finished(now)?))?;
            self.tidy_inbox(days)?;
            self.alone(|robot| Ok(robot.store.compact()?))?;
        }
        self.alone(|robot| Ok(robot.store.hashes_fill()?))?;
        // Counted by the day: those of last week mean nothing any more.
        let week_ago = Zone::utc().day(now).plus(-7);
        self.write(|tx| Ok(tx.answers_forget(week_ago)?))?;
        Ok(archived)
    }

    /// The backup: a night without one is no success, whatever the reason is.
    fn save_the_night(&mut self, report: &mut NightlyReport) {
        // What was put back behind the archive is no state to keep, least of all in the place
        // of a backup that can be brought together with it.
        let stands = self.store.stands_where_its_archive_does();
        let turn = stands.map_err(Failure::from);
        let saved = turn
            .and_then(|()| self.turn_of_backups())
            .and_then(|_turn| {
                let path = self.dated_backup()?;
                if let Err(e) = crate::store::Store::try_backup(&path) {
                    let words = format!("the backup cannot be used: {e}");
                    report.findings.push(words);
                }
                report.backup = Some(path);
                let removed = self.remove_old_backups();
                report.goes_on_after(removed);
                report.goes_on_after(self.remove_replaced());
                let shrunk = self.shrink_backups();
                report.goes_on_after(shrunk);
                let tried = self.try_older_backups();
                report.goes_on_after(tried);
                Ok(())
            });
        if let Err(failure) = saved {
            report
                .findings
                .push(format!("no backup was made: {failure}"));
        }
    }

    fn write_reports(&self) -> Result<Vec<PathBuf>, Failure> {
        let folder = self.home.reports();
        make_folder(&folder)?;
        let _turn = lock::folder(&folder)?;
        let mut written = Vec::new();
        for row in self.store.read().tournament_list()? {
            let table = report_from(&self.store, &row, self.now)?;
            let json = serde_json::to_string_pretty(&crate::report::table::json(&table))
                .map_err(Failure::failed)?;
            let plain = crate::report::table::document(&table, Language::En, Drawings::Told);
            let own = row.facts.language;
            let page = crate::report::table::document(&table, own, Drawings::Seen);
            for (ending, text) in [
                ("txt", document::text(&plain)),
                ("json", json),
                ("html", document::html(&page)),
            ] {
                let path = folder.join(format!("{}.{ending}", row.facts.code));
                let new = write_if_new(&path, text.as_bytes(), Readers::Owner);
                if new.map_err(|e| Failure::of_file(&path, &e))? {
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
        let club = self.config.club.clone();
        let maker = SiteMaker::new(club, wish.clone(), self.config.web.own_games())?;
        if !maker.is_empty(self.store.read(), self.now)? {
            make_folder(&self.home.reports())?;
            let _turn = lock::folder(&self.home.reports())?;
            let snapshot =
                |view: crate::store::View<'_>| write_site(&maker, view, folder, self.now);
            self.store.snapshot(snapshot)?;
        }
        Ok(())
    }
}

pub(super) fn make_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|e| Failure::of_file(path, &e))
}
