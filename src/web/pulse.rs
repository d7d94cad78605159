//! Signs of life: as long as the server answers, it says so in the record each minute
//! (RULES.md 4).

use super::clerk::Clerk;
use crate::robot::heartbeat::{Beat, Presence};
use rustix::time::{ClockId, clock_gettime};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Time between two signs of life.
const BEAT: Duration = Duration::from_secs(60);

/// The clock that nobody sets, which goes on while the machine sleeps.
#[cfg(any(target_os = "linux", target_os = "android"))]
const UNSET: ClockId = ClockId::Boottime;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const UNSET: ClockId = ClockId::Monotonic;

/// Who gives signs of life.
pub struct SignsOfLife {
    clerk: Clerk,
    presence: Mutex<Presence>,
}

impl SignsOfLife {
    /// The server has come.
    pub fn begin(clerk: Clerk) -> SignsOfLife {
        let presence = Mutex::new(Presence::begins(unset()));
        SignsOfLife { clerk, presence }
    }

    /// Gives them for ever.
    pub async fn go_on(&self) {
        loop {
            self.give().await;
            tokio::time::sleep(BEAT).await;
        }
    }

    /// Gives one.
    pub async fn give(&self) {
        let presence = *self.heard();
        let given = self.clerk.does(move |robot| {
            let at = unset();
            let here = presence.goes_on(at);
            let beat = robot.heartbeat(here, at)?;
            Ok((here.heard(at, beat), beat))
        });
        match given.await {
            Ok((here, beat)) => {
                *self.heard() = here;
                if let Beat::Recorded {
                    away: Some(away), ..
                } = beat
                {
                    let minutes = (away.until.unix() - away.from.unix()) / 60;
                    tracing::warn!("the server was away for {minutes} minutes: nobody's time");
                }
            }
            Err(failure) => tracing::warn!("no sign of life: {failure}"),
        }
    }

    fn heard(&self) -> MutexGuard<'_, Presence> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What that clock shows.
fn unset() -> Duration {
    let shown = clock_gettime(UNSET);
    let seconds = u64::try_from(shown.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(shown.tv_nsec).unwrap_or(0))
}
