//! The daemon: fetch, rule and send for ever, in three loops that wait for nobody but
//! their own: each has a connection to the database and a back-off of its own. A mail
//! server that is away or says nothing stops the one loop that needs it. They share
//! the lock of the home with cron lines and the arbiter's orders, and hold it for
//! transactions only; whatever goes wrong a loop says, waits, and tries again.

mod bell;
mod loops;

use super::alone::Robot;
use super::lock::{self, Lock, LockPlace};
use super::supervisor::Supervisor;
use crate::config::Config;
use crate::error::{Failure, FailureKind};
use crate::post::{Waited, pass_time};
use crate::store::{self, Heard, Place};
use crate::time::Instant;
use bell::Bell;
use loops::{Fetching, RulingLoop, Sending};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// First wait after something went wrong, in seconds; doubled each time.
const FIRST_WAIT: u64 = 5;

/// Longest wait after something went wrong, in seconds.
const LONGEST_WAIT: u64 = 15 * 60;

/// How long what was ruled may take to be sent, and a loop that waits for a server to
/// end, once the daemon is told to. What is left behind is what a kill leaves: nothing
/// is lost by it.
const GRACE: Duration = Duration::from_secs(5);

/// How long a loop that was told that it is late may take to end.
const LATE: Duration = Duration::from_secs(1);

/// What signals ask of the daemon. Those of `wake` are raised after the others.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// End, between two letters.
    pub stop: Arc<AtomicBool>,
    /// Read the configuration anew.
    pub reload: Arc<AtomicBool>,
    /// There is something to do: do not wait any longer. One for each loop.
    pub wake: [Arc<AtomicBool>; 3],
}

impl Signals {
    /// All is to end.
    pub fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.wake_all();
    }

    /// Nobody waits any longer.
    fn wake_all(&self) {
        for wake in &self.wake {
            wake.store(true, Ordering::Relaxed);
        }
    }

    fn is_to_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What the daemon is given by whoever starts it.
pub struct Service {
    /// Reads the configuration.
    pub configure: Box<dyn Fn() -> Result<Config, Failure> + Send + Sync>,
    /// Opens the home with a configuration.
    pub open: Box<dyn Fn(Config) -> Result<Robot, Failure> + Send + Sync>,
    /// The hour.
    pub clock: Box<dyn Fn() -> Instant + Send + Sync>,
    /// What it is asked by signals.
    pub signals: Signals,
    /// Whom it tells that it lives.
    pub supervisor: Supervisor,
}

/// What the three loops share.
struct Common {
    service: Service,
    /// The last configuration that could be used: all three work by it.
    config: Mutex<Config>,
    /// Counts how often the configuration was read anew.
    edition: AtomicU32,
    /// Told to end, ruling has ended: what waits now is all that is to be sent.
    ruled: AtomicBool,
    /// Told to end, sending has had its time.
    late: Arc<AtomicBool>,
    /// Rung by a loop that has done something for another.
    bell: Bell,
    /// It is rung when anybody else has written, too.
    hears: AtomicBool,
}

/// One of the three loops: what it does in a pass, and how it rests after one.
trait Work {
    /// What the log calls it.
    fn name(&self) -> &'static str;

    /// Does what there is to do.
    fn pass(&mut self, robot: &mut Robot) -> Result<(), Failure>;

    /// Waits until there may be something to do. Before the pass the bell had been rung
    /// so often.
    fn rest(&mut self, robot: &mut Robot, common: &Common, wake: &AtomicBool, rung: u64);

    /// Whether another loop goes on with what this one does.
    fn rings(&self) -> bool {
        true
    }

    /// Lets go what is held open between two passes.
    fn let_go(&mut self) {}

    /// What makes it stop between two letters.
    fn stop<'c>(&self, common: &'c Common) -> &'c Arc<AtomicBool> {
        &common.service.signals.stop
    }

    /// Does what is still to be done when all is to end, and nothing was wrong before.
    fn end(&mut self, _robot: &mut Robot, _common: &Common) {}

    /// Whether the supervisor hears from this loop. One does: it waits for no network.
    fn speaks(&self) -> bool {
        false
    }
}

/// Ends the others where one loop fails for good: better a restart than a robot that
/// fetches and does not send.
struct Tied(Signals);

impl Drop for Tied {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

/// How often who stands by tries to take over.
const STAND_BY: Duration = Duration::from_secs(2);

impl Service {
    /// Works where nobody else holds the lease of the home, and stands by until then: a
    /// daemon that ends, or is killed, leaves the work to him.
    ///
    /// # Errors
    /// Those of [`Service::run`].
    pub fn run_in_turn(self, lease: &LockPlace) -> Result<(), Failure> {
        let supervisor = self.supervisor.clone();
        let (mut stands_by, mut is_away) = (false, false);
        loop {
            match lock::within(lease, Duration::ZERO) {
                Ok(Some(held)) => return self.run_with(Some(held)),
                Ok(None) => is_away = false,
                // The server of the database is: whoever stands by stands by for that too.
                Err(failure) if stands_by && failure.kind == FailureKind::Later => {
                    if !std::mem::replace(&mut is_away, true) {
                        tracing::warn!("{failure}");
                    }
                }
                Err(failure) => return Err(failure),
            }
            if !stands_by {
                tracing::info!("another run fetches, rules and sends; this one stands by");
                supervisor.ready();
                stands_by = true;
            }
            let wake = self.signals.wake.first();
            let waited = pass_time(
                supervisor.often().unwrap_or(STAND_BY).min(STAND_BY),
                wake.map_or(&self.signals.stop, |w| w),
            );
            supervisor.alive();
            if waited == Waited::Stopped && self.signals.is_to_stop() {
                return Ok(());
            }
        }
    }

    /// Works until it is told to stop, and keeps that turn meanwhile, where it has one.
    ///
    /// # Errors
    /// Those of [`Service::run`].
    pub fn run_with(self, turn: Option<Lock>) -> Result<(), Failure> {
        let supervisor = self.supervisor.clone();
        supervisor.has_turn(turn);
        let done = self.run();
        supervisor.has_turn(None);
        done
    }

    /// Works until it is told to stop.
    ///
    /// # Errors
    /// Where the home cannot be opened at the beginning: later errors are logged and
    /// tried again. And where a loop failed for good.
    pub fn run(self) -> Result<(), Failure> {
        let config = (self.configure)()?;
        let common = Arc::new(Common {
            service: self,
            config: Mutex::new(config),
            edition: AtomicU32::new(0),
            ruled: AtomicBool::new(false),
            late: Arc::default(),
            bell: Bell::default(),
            hears: AtomicBool::new(false),
        });
        let service = &common.service;
        let mut ruling = RulingLoop::default();
        let robot = common.opened(common.config(), &ruling)?;
        service.supervisor.ready();
        tracing::info!("started");
        common.listen(robot.store.place().clone());
        let [fetch, rule, send] = service.signals.wake.clone();
        let others = [
            common.spawn(Fetching::default, fetch),
            common.spawn(Sending::default, send),
        ];
        common.go_round(Some(robot), &mut ruling, &rule);
        service.supervisor.stopping();
        common.ruled.store(true, Ordering::Relaxed);
        wait_for(&others, GRACE);
        common.late.store(true, Ordering::Relaxed);
        wait_for(&others, LATE);
        let mut whole = true;
        for other in others {
            whole &= is_through(other);
        }
        tracing::info!("ended");
        match whole {
            true => Ok(()),
            false => Err(Failure::failed("a part of the daemon failed")),
        }
    }
}

impl Common {
    /// Rings where another machine has written. Nothing waits for the thread: it ends by itself.
    /// Of a file only what this program does is heard, and its loops ring themselves.
    fn listen(self: &Arc<Self>, place: Place) {
        if let Place::File(_) = place {
            return;
        }
        let common = Arc::clone(self);
        std::thread::spawn(move || {
            let is_over = || common.ruled.load(Ordering::Relaxed);
            store::listen(&place, is_over, |heard| {
                common.hears.store(heard == Heard::News, Ordering::Relaxed);
                common.bell.ring();
            });
        });
    }

    fn spawn<W: Work>(
        self: &Arc<Common>,
        work: impl FnOnce() -> W + Send + 'static,
        wake: Arc<AtomicBool>,
    ) -> JoinHandle<()> {
        let common = Arc::clone(self);
        std::thread::spawn(move || {
            let _tied = Tied(common.service.signals.clone());
            common.go_round(None, &mut work(), &wake);
        })
    }

    /// A loop: pass and rest, until it is told to stop.
    fn go_round(&self, mut robot: Option<Robot>, work: &mut dyn Work, wake: &AtomicBool) {
        let mut troubles: u32 = 0;
        let mut edition = self.edition.load(Ordering::Relaxed);
        loop {
            // Put down before the others are looked at: what comes now is heard.
            wake.store(false, Ordering::Relaxed);
            if self.service.signals.is_to_stop() {
                break;
            }
            self.read_anew(&mut robot, &mut edition, work);
            let rung = self.bell.rung();
            let done = self.in_hand(&mut robot, work).and_then(|robot| {
                robot.at((self.service.clock)());
                work.pass(robot)
            });
            match (done, &mut robot) {
                _ if self.service.signals.is_to_stop() => break,
                (Ok(()), Some(robot)) => {
                    if troubles > 0 {
                        tracing::info!("{}: it works again", work.name());
                    }
                    troubles = 0;
                    let before = match work.rings() {
                        true => {
                            self.bell.ring();
                            rung.wrapping_add(1)
                        }
                        false => rung,
                    };
                    work.rest(robot, self, wake, before);
                }
                (Ok(()), None) => {}
                (Err(failure), _) => {
                    let wait = wait_after(troubles);
                    troubles = troubles.saturating_add(1);
                    tracing::error!("{}: {failure}; next try in {wait} s", work.name());
                    self.pause(wait, work, wake);
                }
            }
        }
        if let (0, Some(robot)) = (troubles, &mut robot) {
            robot.at((self.service.clock)());
            work.end(robot, self);
        }
        work.let_go();
    }

    fn config(&self) -> Config {
        let config = self.config.lock();
        config.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn opened(&self, config: Config, work: &dyn Work) -> Result<Robot, Failure> {
        let mut robot = (self.service.open)(config)?;
        let speaks = work.speaks();
        if speaks {
            let open = robot.writable_by_others();
            for words in open.into_iter().chain(robot.exposed_secrets()) {
                tracing::warn!("{words}");
            }
        }
        let stop = Arc::clone(work.stop(self));
        let supervisor = self.service.supervisor.clone();
        robot.between(move || {
            if speaks {
                supervisor.alive();
            }
            stop.load(Ordering::Relaxed)
        });
        Ok(robot)
    }

    /// The robot of a loop, opened where it is not, and where a restore has put
    /// another file in the place of its database.
    fn in_hand<'r>(
        &self,
        robot: &'r mut Option<Robot>,
        work: &mut dyn Work,
    ) -> Result<&'r mut Robot, Failure> {
        if robot.as_ref().is_some_and(|r| r.store.is_replaced()) {
            work.let_go();
            *robot = None;
            tracing::info!("the database was replaced; it is opened anew");
        }
        let open = match robot.take() {
            Some(open) => open,
            None => self.opened(self.config(), work)?,
        };
        Ok(robot.insert(open))
    }

    /// Reads the configuration anew where that was asked: the loop that hears of it
    /// tries it, and the others follow. One that cannot be used is not.
    fn read_anew(&self, robot: &mut Option<Robot>, edition: &mut u32, work: &mut dyn Work) {
        let service = &self.service;
        let first = work.speaks() && service.signals.reload.swap(false, Ordering::Relaxed);
        if first {
            service.supervisor.reloading();
        } else if *edition == self.edition.load(Ordering::Relaxed) {
            return;
        }
        let config = match first {
            true => (service.configure)(),
            false => Ok(self.config()),
        };
        let opened = config.and_then(|config| {
            let opened = self.opened(config.clone(), work)?;
            Ok((config, opened))
        });
        match opened {
            Ok((config, fresh)) => {
                work.let_go();
                *robot = Some(fresh);
                if first {
                    tracing::info!("the configuration was read anew");
                    *self.config.lock().unwrap_or_else(PoisonError::into_inner) = config;
                    self.edition.fetch_add(1, Ordering::Relaxed);
                    service.signals.wake_all();
                }
            }
            Err(failure) if first => {
                tracing::error!("the configuration is not used, the old one stays: {failure}");
            }
            // Opened with the next pass.
            Err(_) => *robot = None,
        }
        *edition = self.edition.load(Ordering::Relaxed);
        if first {
            service.supervisor.ready();
        }
    }

    /// Lets time pass after something went wrong.
    fn pause(&self, seconds: u64, work: &dyn Work, wake: &AtomicBool) {
        let mut left = Duration::from_secs(seconds);
        let often = self.service.supervisor.often().filter(|_| work.speaks());
        let step = often.unwrap_or(left);
        while !left.is_zero() {
            if work.speaks() {
                self.service.supervisor.alive();
            }
            let some = left.min(step);
            if pass_time(some, wake) == Waited::Stopped {
                return;
            }
            left = left.saturating_sub(some);
        }
    }
}

/// Waits for loops to end, so long and no longer.
fn wait_for(others: &[JoinHandle<()>], patience: Duration) {
    let (began, never) = (std::time::Instant::now(), AtomicBool::new(false));
    while others.iter().any(|o| !o.is_finished()) && began.elapsed() < patience {
        pass_time(Duration::from_millis(20), &never);
    }
}

/// Whether a loop did not fail. One that waits for a server still is left to it: the
/// process ends all the same.
fn is_through(other: JoinHandle<()>) -> bool {
    if !other.is_finished() {
        tracing::info!("a mail server is not waited for any longer");
        return true;
    }
    other.join().is_ok()
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
}
