//! A bell between the loops of a process: who has written rings, and who rests looks at
//! once instead of at its next look. Other processes ring where they are heard of
//! ([`store::listen`](crate::store::listen)); those that share a file write without ringing.

use crate::post::Waited;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a rest goes on without a look at its flag, which a signal raises.
const LOOK: Duration = Duration::from_millis(100);

/// Counts how often it was rung.
#[derive(Debug, Default)]
pub(super) struct Bell {
    rung: Mutex<u64>,
    heard: Condvar,
}

impl Bell {
    /// How often it was rung so far.
    pub fn rung(&self) -> u64 {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Rouses all who listen.
    pub fn ring(&self) {
        let mut rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        *rung = rung.wrapping_add(1);
        self.heard.notify_all();
    }

    /// Waits until it was rung since it was rung so often, the time is over, or the flag
    /// is raised.
    pub fn listen(&self, since: u64, at_most: Duration, stop: &AtomicBool) -> Waited {
        let began = Instant::now();
        let mut rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let left = at_most.saturating_sub(began.elapsed());
            if stop.load(Ordering::Relaxed) {
                return Waited::Stopped;
            }
            if *rung != since {
                return Waited::News;
            }
            if left.is_zero() {
                return Waited::TimeOver;
            }
            let waited = self.heard.wait_timeout(rung, left.min(LOOK));
            rung = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_rung_before_one_listened_is_heard_once() {
        let (bell, stop) = (Bell::default(), AtomicBool::new(false));
        let since = bell.rung();
        assert_eq!(bell.listen(since, Duration::ZERO, &stop), Waited::TimeOver);
        bell.ring();
        assert_eq!(bell.listen(since, Duration::MAX, &stop), Waited::News);
        let since = bell.rung();
        assert_eq!(bell.listen(since, Duration::ZERO, &stop), Waited::TimeOver);
        std::thread::scope(|scope| {
            let listens = scope.spawn(|| bell.listen(since, Duration::MAX, &stop));
            bell.ring();
            assert_eq!(listens.join().unwrap(), Waited::News);
        });
        stop.store(true, Ordering::Relaxed);
        assert_eq!(bell.listen(since, Duration::MAX, &stop), Waited::Stopped);
    }
}
