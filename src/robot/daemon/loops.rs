//! The three loops: what each does in a pass, and what ends its rest.

use super::super::alone::Robot;
use super::super::intake::PassReport;
use super::super::send::Sent;
use super::super::tick::TickReport;
use super::{Common, GRACE, Work};
use crate::config::InboxKind;
use crate::error::Failure;
use crate::post::{Inbox, Waited, pass_time};
use crate::store::TournamentStatus;
use crate::time::{Instant, Zone};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often it is asked whether anybody wrote into the database, or the clock was
/// put forward, while there is nothing to do.
const LOOK: Duration = Duration::from_millis(250);

/// The same where it is heard when anybody writes.
const SELDOM: Duration = Duration::from_secs(1);

/// Asks the mailbox, and keeps what it brings.
#[derive(Default)]
pub(super) struct Fetching {
    /// Kept open: a server is not asked for a password every minute.
    inbox: Option<Box<dyn Inbox>>,
}

impl Work for Fetching {
    fn name(&self) -> &'static str {
        "fetching"
    }

    fn pass(&mut self, robot: &mut Robot) -> Result<(), Failure> {
        if self.inbox.is_none() && robot.config.inbox.kind != InboxKind::None {
            self.inbox = robot.open_inbox()?;
        }
        let mut report = PassReport::default();
        let inbox = self.inbox.as_mut();
        let fetched = match inbox {
            Some(inbox) => robot.fetch(Some(inbox.as_mut()), &mut report),
            None => robot.fetch(None, &mut report),
        };
        if fetched.is_err() {
            // A new connection then.
            self.inbox = None;
        }
        fetched
    }

    /// Until a letter comes, or the next hour at which something falls due: what does
    /// waits for a look that began after it.
    fn rest(&mut self, robot: &mut Robot, common: &Common, wake: &AtomicBool, _rung: u64) {
        let most = time_left(robot, common, next_due);
        give_back(robot);
        let waited = match &mut self.inbox {
            Some(inbox) => inbox.wait(most, wake),
            None => Ok(pass_time(most, wake)),
        };
        if let Err(failure) = waited {
            // The connection went away: the next pass makes a new one, or says why not.
            tracing::debug!("{failure}");
            self.inbox = None;
        }
    }

    fn let_go(&mut self) {
        if let Some(mut inbox) = self.inbox.take()
            && let Err(failure) = inbox.close()
        {
            tracing::debug!("{failure}");
        }
    }
}

/// Rules what was kept, and what falls due. It waits for no network.
#[derive(Default)]
pub(super) struct RulingLoop {
    seen: Option<i64>,
}

impl Work for RulingLoop {
    fn name(&self) -> &'static str {
        "ruling"
    }

    fn speaks(&self) -> bool {
        true
    }

    fn pass(&mut self, robot: &mut Robot) -> Result<(), Failure> {
        self.seen = robot.store.commits_of_others().ok();
        let mut report = PassReport::default();
        let ruled = robot.rule_into(&mut report);
        tell(&report);
        ruled?;
        let looked = robot.looked_to()?;
        let mut tick = TickReport::default();
        let done = robot.fall_due(looked, &mut tick);
        for event in &tick.events {
            tracing::info!("{event}");
        }
        done
    }

    fn rest(&mut self, robot: &mut Robot, common: &Common, wake: &AtomicBool, rung: u64) {
        let most = time_left(robot, common, next_due);
        let heard = (self.seen, rung);
        if look_around(robot, common, wake, most, heard, true) == Roused::ClockJumped {
            common.service.signals.wake_all();
        }
    }
}

/// Hands over what was written.
#[derive(Default)]
pub(super) struct Sending {
    seen: Option<i64>,
}

impl Work for Sending {
    fn name(&self) -> &'static str {
        "sending"
    }

    fn pass(&mut self, robot: &mut Robot) -> Result<(), Failure> {
        self.seen = robot.store.commits_of_others().ok();
        let mut sent = Sent::default();
        let done = robot.send_into(&mut sent);
        if sent.sent + sent.deferred > 0 {
            tracing::info!("{} sent, {} deferred", sent.sent, sent.deferred);
        }
        done
    }

    fn rest(&mut self, robot: &mut Robot, common: &Common, wake: &AtomicBool, rung: u64) {
        let most = time_left(robot, common, |robot, now| {
            let next = robot.store.read().outbound_next_try(now)?;
            Ok(next.into_iter().collect())
        });
        look_around(robot, common, wake, most, (self.seen, rung), false);
    }

    fn rings(&self) -> bool {
        false
    }

    /// It goes on while there is time: what was ruled is sent before all ends.
    fn stop<'c>(&self, common: &'c Common) -> &'c Arc<AtomicBool> {
        &common.late
    }

    fn end(&mut self, robot: &mut Robot, common: &Common) {
        pass_time(GRACE, &common.ruled);
        if let Err(failure) = self.pass(robot) {
            tracing::info!("{failure}; the letters wait");
        }
    }
}

/// What ended a rest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Roused {
    /// The time is over, somebody wrote, or a flag was raised.
    AsUsual,
    /// The clock was put forward or back.
    ClockJumped,
}

/// Rests until somebody else wrote into the database, which showed what was seen when the
/// bell had been rung so often.
fn look_around(
    robot: &Robot,
    common: &Common,
    wake: &AtomicBool,
    most: Duration,
    (seen, mut rung): (Option<i64>, u64),
    speaks: bool,
) -> Roused {
    give_back(robot);
    let service = &common.service;
    let (began, stopwatch) = ((service.clock)(), std::time::Instant::now());
    let mut spoke = Duration::ZERO;
    loop {
        let passed = stopwatch.elapsed();
        if let Some(often) = service.supervisor.often().filter(|_| speaks)
            && passed.saturating_sub(spoke) >= often
        {
            service.supervisor.alive();
            spoke = passed;
        }
        if has_jumped(began, (service.clock)(), passed) {
            return Roused::ClockJumped;
        }
        let left = most.saturating_sub(passed);
        if left.is_zero() {
            return Roused::AsUsual;
        }
        // A pause comes first: while others write without end, one look in so much time
        // is enough.
        let pause = match common.hears.load(Ordering::Relaxed) {
            true => SELDOM,
            false => LOOK,
        };
        match common.bell.listen(rung, left.min(pause), wake) {
            Waited::Stopped => return Roused::AsUsual,
            Waited::News => rung = common.bell.rung(),
            Waited::TimeOver => {}
        }
        if robot.store.commits_of_others().ok() != seen || robot.store.is_replaced() {
            return Roused::AsUsual;
        }
    }
}

/// Gives memory back before a rest.
fn give_back(robot: &Robot) {
    if let Err(failure) = robot.store.rest() {
        tracing::debug!("{failure}");
    }
}

/// How long to rest where nothing happens: until the next of the hours, and no longer
/// than the mailbox may go without a look.
fn time_left(
    robot: &Robot,
    common: &Common,
    hours: impl Fn(&Robot, Instant) -> Result<Vec<Instant>, Failure>,
) -> Duration {
    let now = (common.service.clock)();
    let most = Duration::from_secs(u64::from(robot.config.daemon.poll_seconds));
    let next = hours(robot, now).unwrap_or_else(|failure| {
        tracing::error!("{failure}");
        Vec::new()
    });
    let left = next.into_iter().min().map(|next| {
        let seconds = next.unix().saturating_sub(now.unix());
        Duration::from_secs(u64::try_from(seconds).unwrap_or(0).max(1))
    });
    left.map_or(most, |left| left.min(most))
}

/// When something falls due although no letter comes: in a game, or with the day that
/// begins in a zone that is in use.
fn next_due(robot: &Robot, now: Instant) -> Result<Vec<Instant>, Failure> {
    let view = robot.store.read();
    let mut hours = vec![midnight(robot.config.club.time_zone, now)];
    for row in view.tournament_list()? {
        if row.status == TournamentStatus::Started {
            hours.push(midnight(row.facts.zone, now));
        }
    }
    hours.extend(view.games_next_due(now)?);
    hours.extend(super::super::owed::next_due(view, now)?);
    Ok(hours)
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

#[cfg(test)]
mod tests {
    use super::*;

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
