//! The health of a home: what monitoring asks every few minutes. It reads only,
//! needs no lock, and looks at the signs of work left behind, not at processes: a
//! daemon that runs and does nothing is ill, a line in cron that works is well.

use super::paper::{LatePaper, PAPER_DAYS};
use crate::config::{Config, HealthSection};
use crate::error::Failure;
use crate::hour::{BEFORE, SLACK};
use crate::language::Language;
use crate::report::words::matters::told;
use crate::robot::archiving::archive_of;
use crate::robot::fetch::server_of;
use crate::robot::heartbeat::BREATH;
use crate::robot::home::Home;
use crate::robot::hours::held_back;
use crate::robot::key;
use crate::robot::room::{free_megabytes, scarce};
use crate::store::{ServerRole, Store, StoreError, TournamentStatus, View};
use crate::time::{Instant, Zone};
use serde::Serialize;
use std::path::PathBuf;

/// Larger databases are opened, not read through: `nightly` and `check` do that.
const READ_THROUGH: u64 = 64 << 20;

/// A mail server that has not answered for so many seconds is told of.
const SILENT: i64 = 120;

/// Letters given up and messages set aside are told so many days.
const TOLD_DAYS: i64 = 7;

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Health {
    /// Nothing is to be done.
    pub well: bool,
    /// What is to be done, a sentence each; empty where all is well.
    pub findings: Vec<String>,
    /// The mail servers that the configuration names and that were asked.
    pub servers: Vec<ServerHealth>,
    /// When the mailbox was last read completely.
    pub last_poll: Option<Instant>,
    /// The newest sign of life of the server; `None`: it never was there.
    pub last_heartbeat: Option<Instant>,
    /// Letters that wait to leave.
    pub waiting: u64,
    /// When the oldest of them was composed.
    pub oldest_waiting: Option<Instant>,
    /// Letters of the last seven days that were given up.
    pub failed: u64,
    /// Messages of the last seven days that could not be processed.
    pub set_aside: u64,
    /// Messages of the last seven days whose sender is not believed.
    pub unverified: u64,
    /// Messages of the last seven days whose senders nobody knows.
    pub unknown_senders: u64,
    /// Games that a pass over the clocks should have looked at.
    pub overdue: u64,
    /// When the newest backup was made.
    pub last_backup: Option<Instant>,
    /// Changes that do not lie in the archive yet; `None`: there is no archive.
    pub unarchived: Option<u64>,
    /// Letters that left before their entries lay there (`archive.required = false`).
    pub uncovered: u64,
    /// Free space in the home's file system, in megabytes.
    pub free_megabytes: Option<u64>,
    /// Whether the whole database was read; a large one is only opened.
    pub database_read: bool,
}

/// What is known of a mail server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ServerHealth {
    /// `inbox` or `outbox`.
    pub role: &'static str,
    /// Host and port.
    pub name: String,
    /// Since when it was asked and has not answered.
    pub asked: Option<Instant>,
    /// When it last answered.
    pub answered: Option<Instant>,
    /// Why it could not be used.
    pub trouble: String,
}

/// Looks at a home.
///
/// # Errors
/// Where the database cannot be read at all.
pub fn health(
    home: &Home,
    config: &Config,
    store: &Store,
    now: Instant,
) -> Result<Health, Failure> {
    let bounds = &config.health;
    let week = now.plus_seconds(-TOLD_DAYS * 86_400);
    let view = store.read();
    let unsent = view.outbound_unsent(week)?;
    let mut health = Health {
        well: true,
        findings: Vec::new(),
        servers: servers(store, config)?,
        last_poll: view.fetched()?.map(|look| look.began),
        last_heartbeat: view.heartbeat_last()?,
        waiting: unsent.waiting,
        oldest_waiting: unsent.oldest,
        failed: unsent.failed,
        set_aside: view.inbound_set_aside(week)?,
        unverified: view.inbound_unverified(week)?,
        unknown_senders: view.inbound_unplaced(week)?,
        overdue: 0,
        last_backup: newest_backup(home, now),
        unarchived: None,
        uncovered: 0,
        free_megabytes: free_megabytes(home),
        database_read: false,
    };
    let look = Look::at(view, config, now)?;
    let mut findings = look.at_hour(view)?;
    // Who may only look has no key: he is told nothing of it.
    findings.extend(key::is_another(&config.auth, view).unwrap_or_default());
    findings.extend(look.at_server(view, health.last_heartbeat)?);
    let silent = |s: &ServerHealth| silent(s, now, look.zone);
    findings.extend(health.servers.iter().filter_map(silent));
    if bounds.poll_minutes > 0 {
        let minutes = i64::from(bounds.poll_minutes) * 60;
        health.overdue = view.games_overdue(now.plus_seconds(-minutes))?;
    }
    // Where no letter ever left, nobody need wait for hours to be told.
    let patience = match view.outbound_ever_left()? {
        true => i64::from(bounds.letter_hours) * 3_600,
        false => i64::from(bounds.letter_hours).min(1) * SILENT,
    };
    findings.extend(look.at_mail(&health, bounds, patience));
    findings.extend(Look::at_paper(view, look.now)?);
    health.look_at_archive(home, config, store, &mut findings)?;
    findings.extend(broken_backups(home));
    findings.extend(scarce(health.free_megabytes, bounds.disk_megabytes));
    let database = home.database();
    let size = database
        .file()
        .and_then(|file| std::fs::metadata(file).ok())
        .map_or(0, |m| m.len());
    if size <= READ_THROUGH {
        health.database_read = true;
        findings.extend(store.quick_check()?.map(|wrong| {
            format!(
                "the database is damaged: {wrong}; put the newest file of backup/ back: postchess restore backup/…"
            )
        }));
    }
    health.well = findings.is_empty();
    health.findings = findings;
    Ok(health)
}

/// By what a home is looked at: the hour, and since when somebody waits for it.
struct Look {
    now: Instant,
    zone: Zone,
    /// When the first tournament that runs was started: as long as none does, nobody
    /// waits for anything.
    since: Option<Instant>,
}

impl Look {
    fn at(view: View<'_>, config: &Config, now: Instant) -> Result<Look, Failure> {
        let all = view.tournament_list()?.into_iter();
        let running = all.filter(|t| t.status == TournamentStatus::Started);
        Ok(Look {
            now,
            zone: config.club.time_zone,
            since: running.filter_map(|t| t.started).min(),
        })
    }

    /// Whether something is longer ago than a bound, in seconds; 0 is none.
    fn older(&self, at: Option<Instant>, bound: i64) -> bool {
        bound > 0 && at.is_some_and(|at| self.now.unix().saturating_sub(at.unix()) > bound)
    }

    /// The same; never is later than any bound, once there is something to wait for.
    fn late(&self, at: Option<Instant>, bound: i64) -> bool {
        self.since.is_some() && bound > 0 && (at.is_none() || self.older(at, bound))
    }

    fn hour(&self, at: Option<Instant>) -> String {
        at.map_or("never".to_owned(), |at| self.zone.hour(at))
    }

    /// What is wrong with the machine's hour.
    fn at_hour(&self, view: View<'_>) -> Result<Vec<String>, Failure> {
        let mut findings = Vec::new();
        let newest = view.hours()?.newest;
        if let Some(newest) = newest.filter(|newest| self.now < newest.plus_seconds(-BEFORE)) {
            findings.push(format!(
                "the clock says {}, but what is recorded goes up to {}: no pass does anything; \
                 set the clock right, or postchess tick --hour-is-right",
                self.zone.hour(self.now),
                self.zone.hour(newest)
            ));
        }
        if let Some(why) = held_back(view, self.zone)? {
            findings.push(format!(
                "nothing is declared, the hour is in doubt: {} postchess tick --hour-is-right",
                told(Language::En, &why)
            ));
        }
        Ok(findings)
    }

    /// Whether moves are to be made on the server, and it is away.
    fn at_server(
        &self,
        view: View<'_>,
        heartbeat: Option<Instant>,
    ) -> Result<Option<String>, Failure> {
        let running = view.tournament_list()?.into_iter();
        let mut running = running.filter(|t| t.status == TournamentStatus::Started);
        let on_board = running.any(|t| t.facts.regulations.web_moves);
        let away = on_board && heartbeat.is_some() && self.older(heartbeat, BREATH);
        Ok(away.then(|| {
            format!(
                "the server has given no sign of life since {}: in games with moves on its \
                 board nobody's time runs and no flag falls: postchess serve",
                self.hour(heartbeat)
            )
        }))
    }

    /// What lies on paper for longer than [`PAPER_DAYS`].
    fn at_paper(view: View<'_>, now: Instant) -> Result<Vec<String>, Failure> {
        let mut findings = Vec::new();
        let late = LatePaper::read(view, now)?;
        let n = late.unprinted.len();
        if n > 0 {
            findings.push(format!(
                "{n} letters wait to be printed for more than {PAPER_DAYS} days: postchess print"
            ));
        }
        for (batch, rows) in &late.unposted {
            let n = rows.len();
            findings.push(format!(
                "{n} letters of printing {batch} are not posted for more than {PAPER_DAYS} days: \
                 postchess post sent {batch}"
            ));
        }
        Ok(findings)
    }

    /// What is late: mail not read, clocks not looked at, letters that wait longer than
    /// these seconds or were given up, a backup that is not made.
    fn at_mail(&self, health: &Health, bounds: &HealthSection, patience: i64) -> Vec<String> {
        let mut findings = Vec::new();
        if self.late(health.last_poll, i64::from(bounds.poll_minutes) * 60) {
            findings.push(format!(
                "the mailbox was last read completely: {}; is the daemon or the line in cron at work?",
                self.hour(health.last_poll)
            ));
        }
        if health.overdue > 0 {
            findings.push(format!(
                "{} games wait for a pass over the clocks: postchess tick",
                health.overdue
            ));
        }
        if self.older(health.oldest_waiting, patience) {
            findings.push(format!(
                "{} letters wait to leave, the oldest since {}: postchess outbox list",
                health.waiting,
                self.hour(health.oldest_waiting)
            ));
        }
        if health.failed > 0 {
            findings.push(format!(
                "{} letters were given up in the last {TOLD_DAYS} days: postchess outbox list",
                health.failed
            ));
        }
        if health.set_aside > 0 {
            findings.push(format!(
                "{} messages of the last {TOLD_DAYS} days could not be processed: postchess inbox list",
                health.set_aside
            ));
        }
        if self.late(health.last_backup, i64::from(bounds.backup_hours) * 3_600) {
            findings.push(format!(
                "the newest backup was made: {}; is postchess nightly at work?",
                self.hour(health.last_backup)
            ));
        }
        findings
    }
}

/// The servers of the configuration that were asked; another one named before is no
/// longer anybody's concern.
fn servers(store: &Store, config: &Config) -> Result<Vec<ServerHealth>, Failure> {
    let mut all = Vec::new();
    for role in [ServerRole::Inbox, ServerRole::Outbox] {
        let Some(row) = store.read().server(role)? else {
            continue;
        };
        if server_of(config, role).as_ref() == Some(&row.name) {
            all.push(ServerHealth {
                role: role.name(),
                name: row.name,
                asked: row.asked,
                answered: row.answered,
                trouble: row.trouble,
            });
        }
    }
    Ok(all)
}

/// When the newest file of `backup/` was made; their names are their hours. Those to come are
/// of a clock that stood ahead, and say nothing of tonight.
fn newest_backup(home: &Home, now: Instant) -> Option<Instant> {
    std::fs::read_dir(home.backup())
        .ok()?
        .filter_map(Result::ok)
        .filter_map(|entry| hour_of_backup(entry.file_name().to_str()?))
        .filter(|hour| *hour <= now.plus_seconds(SLACK))
        .max()
}

/// Older backups without the newer ones from which they are made again, in words. What is in
/// their files `nightly` reads.
fn broken_backups(home: &Home) -> Option<String> {
    let copies = Store::backups_in(&home.backup());
    let broken = |copy: &PathBuf| Store::backup_has_its_files(copy).err();
    let all: Vec<StoreError> = copies.iter().filter_map(broken).collect();
    let first = all.first()?;
    Some(format!("{} backups cannot be put back: {first}", all.len()))
}

/// The hour in the name that [`Robot::backup`](crate::robot::Robot::backup) gives.
fn hour_of_backup(name: &str) -> Option<Instant> {
    let stamp = name.strip_prefix("postchess-")?.strip_suffix(".db")?;
    let (day, rest) = stamp.split_once('T')?;
    let time = rest.strip_suffix('Z')?;
    let (year, month, date) = (day.get(..4)?, day.get(4..6)?, day.get(6..)?);
    let (hour, minute, second) = (time.get(..2)?, time.get(2..4)?, time.get(4..)?);
    Instant::parse(&format!("{year}-{month}-{date}T{hour}:{minute}:{second}Z"))
}

/// A mail server that has not answered for minutes, in words.
fn silent(server: &ServerHealth, now: Instant, zone: Zone) -> Option<String> {
    let asked = server.asked?;
    if now.unix().saturating_sub(asked.unix()) < SILENT {
        return None;
    }
    let mut words = match server.answered {
        Some(at) => format!(
            "mail server {} has not answered since {}",
            server.name,
            zone.hour(at)
        ),
        None => format!(
            "mail server {} has never answered; it was first asked {}",
            server.name,
            zone.hour(asked)
        ),
    };
    if !server.trouble.is_empty() {
        words.push_str(&format!(" ({})", server.trouble));
    }
    Some(words)
}

impl Health {
    /// Whether all that was recorded lies in the archive too.
    fn look_at_archive(
        &mut self,
        home: &Home,
        config: &Config,
        store: &Store,
        findings: &mut Vec<String>,
    ) -> Result<(), Failure> {
        let Some(mut archive) = archive_of(home, config) else {
            return Ok(());
        };
        let (last, uncovered) = store.read().archive_state()?.unwrap_or((0, 0));
        self.uncovered = uncovered;
        let then = match config.archive.required {
            true => "letters wait for it",
            false => "letters leave without it",
        };
        match archive.tail() {
            // Who may only look cannot tell.
            Err(e) if e.is_denied() => {}
            Err(e) => findings.push(format!("{e}; {then}")),
            Ok(tail) => {
                let there = tail.map_or(0, |t| t.seq);
                let behind = u64::try_from(last.saturating_sub(there)).unwrap_or(0);
                self.unarchived = Some(behind.max(archive.waiting()));
                if there > last {
                    findings.push(
                        "the archive goes on where this database stands still: postchess restore BACKUP --archive".to_owned(),
                    );
                }
            }
        }
        if let Some(behind) = self.unarchived.filter(|behind| *behind > 0) {
            findings.push(format!(
                "{behind} changes are not in the archive yet; {then}"
            ));
        }
        if uncovered > 0 {
            findings.push(format!(
                "{uncovered} letters left before their entries lay in the archive"
            ));
        }
        Ok(())
    }

    /// For people: what there is to do, then the figures.
    pub fn text(&self, zone: Zone) -> String {
        let hour = |at: Option<Instant>| at.map_or("never".to_owned(), |at| zone.hour(at));
        let mut lines: Vec<String> = Vec::new();
        match self.findings.is_empty() {
            true => lines.push("all is well".to_owned()),
            false => lines.extend(self.findings.iter().map(|f| format!("! {f}"))),
        }
        lines.push(format!("mailbox read      {}", hour(self.last_poll)));
        for server in &self.servers {
            let said = match server.asked {
                None => "answers",
                Some(_) => "does not answer",
            };
            let name = &server.name;
            lines.push(format!("{:<18}{name} {said}", server.role));
        }
        let oldest = match self.oldest_waiting {
            Some(at) => format!(", the oldest since {}", zone.hour(at)),
            None => String::new(),
        };
        lines.push(format!("letters waiting   {}{oldest}", self.waiting));
        lines.push(format!(
            "last {TOLD_DAYS} days       {} letters given up, {} messages set aside, {} unverified, \
             {} of unknown senders",
            self.failed, self.set_aside, self.unverified, self.unknown_senders
        ));
        lines.push(format!("newest backup     {}", hour(self.last_backup)));
        if let Some(behind) = self.unarchived {
            lines.push(format!(
                "archive           {behind} changes behind, {} letters left before it",
                self.uncovered
            ));
        }
        if let Some(free) = self.free_megabytes {
            lines.push(format!("free on the disk  {free} MB"));
        }
        lines.push(format!(
            "database          {}",
            match self.database_read {
                true => "read through",
                false => "opened; it is large, nightly reads it through",
            }
        ));
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_has_its_hour_in_its_name() {
        let hour = hour_of_backup("postchess-20260110T030405Z.db").unwrap();
        assert_eq!(hour.to_string(), "2026-01-10T03:04:05Z");
        for other in [
            "postchess-.db",
            "postchess-2026.db",
            "x.db",
            "postchess-20260110T030405Z.db.part",
        ] {
            assert_eq!(hour_of_backup(other), None, "{other}");
        }
    }
}
