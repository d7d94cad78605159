//! The daemon: poll and tick for ever. It holds the lock only while it works, so
//! that cron lines and the arbiter's orders find their turn; whatever goes wrong
//! it says, waits, and tries again.

use super::desk::Robot;
use super::intake::PassReport;
use super::lock;
use super::supervisor::Supervisor;
use crate::config::InboxKind;
use crate::error::Failure;
use crate::post::{Inbox, Waited, pass_time};
use crate::store::{TournamentStatus, mark_of};
use crate::time::{Instant, Zone};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// First wait after something went wrong, in seconds; doubled each time.
const FIRST_WAIT: u64 = 5;

/// Longest wait after something went wrong, in seconds.
const LONGEST_WAIT: u64 = 15 * 60;

/// Wait where only another run was at work, in seconds.
const OTHERS_TURN: u64 = 2;

/// How long it waits for another run that holds the lock.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often it is asked whether anybody wrote into the database, or the clock was
/// put forward, while the mailbox says nothing.
const LOOK: Duration = Duration::from_millis(500);

/// What signals ask of the daemon. `wake` is raised together with the others.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// End, between two letters.
    pub stop: Arc<AtomicBool>,
    /// Read the configuration anew.
    pub reload: Arc<AtomicBool>,
    /// There is something to do: do not wait any longer.
    pub wake: Arc<AtomicBool>,
}

/// What the daemon is given by whoever starts it.
pub struct Service<'a> {
    /// Opens the home: reads the configuration, opens the database.
    pub open: &'a dyn Fn() -> Result<Robot, Failure>,
    /// The hour.
    pub clock: &'a (dyn Fn() -> Instant + Sync),
    /// What it is asked by signals.
    pub signals: Signals,
    /// Whom it tells that it lives.
    pub supervisor: Supervisor,
}

/// What the daemon holds between two passes.
struct Held {
    robot: Robot,
    /// Kept open: a server is not asked for a password every minute.
    inbox: Option<Box<dyn Inbox>>,
}

/// How a pass ended.
enum Passed {
    /// It did all there was to do.
    Whole,
    /// Another run was at work.
    OthersTurn,
}

impl Service<'_> {
    /// Works until it is told to stop.
    ///
    /// # Errors
    /// Only where the home cannot be opened at the beginning: later errors are
    /// logged and tried again.
    pub fn run(&self) -> Result<(), Failure> {
        let mut held = self.opened()?;
        self.supervisor.ready();
        tracing::info!("started");
        let mut troubles: u32 = 0;
        while !self.stopped() {
            self.signals.wake.store(false, Ordering::Relaxed);
            if self.signals.reload.swap(false, Ordering::Relaxed) {
                self.reload(&mut held);
            }
            match self.pass(&mut held) {
                _ if self.stopped() => break,
                Ok(Passed::Whole) => {
                    if troubles > 0 {
                        tracing::info!("it works again");
                    }
                    troubles = 0;
                    self.rest(&mut held);
                }
                Ok(Passed::OthersTurn) => {
                    tracing::info!("another run is at work; waiting for it");
                    self.pause(OTHERS_TURN);
                }
                Err(failure) => {
                    let wait = wait_after(troubles);
                    troubles = troubles.saturating_add(1);
                    tracing::error!("{failure}; next try in {wait} s");
                    self.pause(wait);
                }
            }
        }
        self.supervisor.stopping();
        take_leave(&mut held);
        tracing::info!("ended");
        Ok(())
    }

    fn stopped(&self) -> bool {
        self.signals.stop.load(Ordering::Relaxed)
    }

    fn opened(&self) -> Result<Held, Failure> {
        let mut robot = (self.open)()?;
        let (stop, supervisor) = (self.signals.stop.clone(), self.supervisor.clone());
        robot.between(move || {
            supervisor.alive();
            stop.load(Ordering::Relaxed)
        });
        Ok(Held { robot, inbox: None })
    }

    fn reload(&self, held: &mut Held) {
        self.supervisor.reloading();
        match self.opened() {
            Ok(fresh) => {
                take_leave(held);
                *held = fresh;
                tracing::info!("the configuration was read anew");
            }
            Err(failure) => {
                tracing::error!("the configuration is not used, the old one stays: {failure}");
            }
        }
        self.supervisor.ready();
    }

    /// One pass over the mailbox and the clocks, alone at work. A mailbox that is
    /// away does not keep the clocks from being looked at.
    fn pass(&self, held: &mut Held) -> Result<Passed, Failure> {
        self.supervisor.alive();
        let Some(_lock) = lock::within(&held.robot.home.lock(), PATIENCE)? else {
            return Ok(Passed::OthersTurn);
        };
        if held.robot.store.is_replaced() {
            // A restore put another file there.
            take_leave(held);
            *held = self.opened()?;
            tracing::info!("the database was replaced; it is opened anew");
        }
        held.robot.at((self.clock)());
        let polled = poll(held);
        match &polled {
            Ok(report) => tell(report),
            // What it was is told when the pass is over; a new connection then.
            Err(_) => held.inbox = None,
        }
        if self.stopped() {
            return Ok(Passed::Whole);
        }
        for event in &held.robot.tick()?.events {
            tracing::info!("{event}");
        }
        polled.map(|_| Passed::Whole)
    }

    /// Waits for letters, for the next due time, for a signal.
    fn rest(&self, held: &mut Held) {
        if let Err(failure) = held.robot.store.rest() {
            tracing::debug!("{failure}");
        }
        let now = (self.clock)();
        let robot = &held.robot;
        let mut most = Duration::from_secs(u64::from(robot.config.daemon.poll_seconds));
        match next_hour(robot, now) {
            Ok(next) => {
                let left = u64::try_from(next.unix().saturating_sub(now.unix())).unwrap_or(0);
                most = most.min(Duration::from_secs(left.max(1)));
            }
            Err(failure) => tracing::error!("{failure}"),
        }
        if let Some(often) = self.supervisor.often() {
            most = most.min(often);
        }
        let (database, over) = (robot.home.database(), AtomicBool::new(false));
        let mark = mark_of(&database);
        let (clock, wake) = (self.clock, &*self.signals.wake);
        let waited = std::thread::scope(|scope| {
            // While this thread waits for the mailbox, another looks at the rest.
            scope.spawn(|| {
                let stopwatch = std::time::Instant::now();
                while pass_time(LOOK, &over) == Waited::TimeOver {
                    let jumped = has_jumped(now, clock(), stopwatch.elapsed());
                    if jumped || mark_of(&database) != mark {
                        wake.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            });
            let waited = match &mut held.inbox {
                Some(inbox) => inbox.wait(most, &self.signals.wake),
                None => Ok(pass_time(most, &self.signals.wake)),
            };
            over.store(true, Ordering::Relaxed);
            waited
        });
        if let Err(failure) = waited {
            // The connection went away: the next pass makes a new one, or says why not.
            tracing::debug!("{failure}");
            held.inbox = None;
        }
    }

    /// Lets time pass where there is nothing to wait for.
    fn pause(&self, seconds: u64) {
        let mut left = Duration::from_secs(seconds);
        let step = self.supervisor.often().unwrap_or(left);
        while !left.is_zero() {
            self.supervisor.alive();
            let some = left.min(step);
            if pass_time(some, &self.signals.wake) == Waited::Stopped {
                return;
            }
            left = left.saturating_sub(some);
        }
    }
}

fn poll(held: &mut Held) -> Result<PassReport, Failure> {
    if held.inbox.is_none() && held.robot.config.inbox.kind != InboxKind::None {
        match held.robot.open_inbox() {
            Ok(inbox) => held.inbox = inbox,
            Err(failure) => {
                // What came before goes on all the same.
                held.robot.work_off()?;
                return Err(failure);
            }
        }
    }
    match &mut held.inbox {
        Some(inbox) => held.robot.poll_from(Some(inbox.as_mut())),
        None => held.robot.poll_from(None),
    }
}

/// What a pass did, without addresses: logs are read by more eyes than letters are.
fn tell(report: &PassReport) {
    for letter in &report.letters {
        let games: Vec<String> = letter.games.iter().map(ToString::to_string).collect();
        tracing::info!(
            "letter {}: {} {}",
            letter.id,
            letter.verdict,
            games.join(" ")
        );
    }
    if report.sent + report.deferred > 0 {
        tracing::info!("{} sent, {} deferred", report.sent, report.deferred);
    }
}

fn take_leave(held: &mut Held) {
    if let Some(mut inbox) = held.inbox.take()
        && let Err(failure) = inbox.close()
    {
        tracing::debug!("{failure}");
    }
}

/// When there is something to do although no letter comes: a game is due, a letter
/// may be tried again, a day begins in a zone that is in use.
fn next_hour(robot: &Robot, now: Instant) -> Result<Instant, Failure> {
    let view = robot.store.read();
    let mut hours = vec![midnight(robot.config.club.time_zone, now)];
    for row in view.tournament_list()? {
        if row.status == TournamentStatus::Started {
            hours.push(midnight(row.facts.zone, now));
        }
    }
    hours.extend(view.games_next_due(now)?);
    hours.extend(view.outbound_next_try(now)?);
    hours.extend(super::owed::next_due(view, now)?);
    Ok(hours.into_iter().min().unwrap_or(now))
}

/// When the next day begins in a zone.
fn midnight(zone: Zone, now: Instant) -> Instant {
    zone.begins(zone.day(now).next())
}

/// Whether a clock that showed `began` has been put forward or back since, for
/// example while the machine slept. One that stands still is a rehearsal's.
fn has_jumped(began: Instant, now: Instant, passed: Duration) -> bool {
    let passed = i64::try_from(passed.as_secs()).unwrap_or(i64::MAX);
    let went = now.unix().saturating_sub(began.unix());
    went != 0 && went.abs_diff(passed) > 5
}

/// Seconds to wait after so many failures in a row.
fn wait_after(troubles: u32) -> u64 {
    (FIRST_WAIT << troubles.min(16)).min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_and_have_an_end() {
        assert_eq!(wait_after(0), 5);
        assert_eq!(wait_after(1), 10);
        assert_eq!(wait_after(7), 640);
        assert_eq!(wait_after(8), 900);
        assert_eq!(wait_after(u32::MAX), 900);
    }

    #[test]
    fn a_clock_that_jumps_is_seen() {
        let began = Instant::parse("2026-01-10T12:00:00Z").unwrap();
        let passed = Duration::from_secs(30);
        for (later, jumped) in [(30, false), (27, false), (33, false), (3_630, true)] {
            let now = began.plus_seconds(later);
            assert_eq!(has_jumped(began, now, passed), jumped, "{later}");
        }
        assert!(has_jumped(began, began.plus_seconds(-3_600), passed));
        assert!(!has_jumped(began, began, Duration::from_secs(600)));
    }

    #[test]
    fn midnight_is_the_zones() {
        let at = |text| Instant::parse(text).unwrap();
        let moscow = Zone::parse("Europe/Moscow").unwrap();
        assert_eq!(
            midnight(moscow, at("2026-01-10T20:59:59Z")),
            at("2026-01-10T21:00:00Z")
        );
        assert_eq!(
            midnight(moscow, at("2026-01-10T21:00:00Z")),
            at("2026-01-11T21:00:00Z")
        );
    }
}
