//! The clerk: one thread with a robot at the record. What is done on the web is done there,
//! one thing after another, each in a transaction of its own or of its work's.

use crate::error::Failure;
use crate::robot::Robot;
use crate::time::Instant;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use tokio::sync::oneshot;

/// Work that waits at once: more is turned away, so that nobody waits for ever.
const MOST_WAITING: usize = 512;

type Work = Box<dyn FnOnce(&mut Robot) + Send>;

/// Opens a robot of the home, where the clerk sits.
pub type OpenRobot = Box<dyn Fn() -> Result<Robot, Failure> + Send>;

/// The hour.
pub type Hour = Box<dyn Fn() -> Instant + Send + Sync>;

/// Whom everything that writes is handed to.
#[derive(Clone)]
pub struct Clerk {
    waiting: SyncSender<Work>,
}

impl Clerk {
    /// Sits down. He goes when nobody can hand him anything any more.
    ///
    /// # Errors
    /// The home cannot be opened, or the machine gives no thread.
    pub fn begin(open: OpenRobot, hour: Hour) -> Result<Clerk, Failure> {
        let (waiting, work) = sync_channel(MOST_WAITING);
        let (opened, is_open) = std::sync::mpsc::channel();
        std::thread::Builder::new()
            .name("clerk".to_owned())
            .spawn(move || {
                match open() {
                    Ok(robot) => {
                        let _ = opened.send(Ok(()));
                        sit(robot, &open, &hour, &work);
                    }
                    Err(failure) => drop(opened.send(Err(failure))),
                };
            })
            .map_err(|e| Failure::failed(format!("no thread for the record: {e}")))?;
        let gone = |_| Failure::failed("the thread of the record ended");
        is_open.recv().map_err(gone)??;
        Ok(Clerk { waiting })
    }

    /// Has something done on the record, and waits for what comes of it.
    ///
    /// # Errors
    /// Too much waits already (75), or what the work returns.
    pub async fn does<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Robot) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let (tell, told) = oneshot::channel();
        let work: Work = Box::new(move |robot| drop(tell.send(work(robot))));
        self.waiting.try_send(work).map_err(|e| match e {
            TrySendError::Full(_) => Failure::later("too much is being done at once"),
            TrySendError::Disconnected(_) => Failure::failed("the thread of the record ended"),
        })?;
        let gone = |_| Failure::failed("it failed while it was being done");
        told.await.map_err(gone)?
    }
}

fn sit(mut robot: Robot, open: &OpenRobot, hour: &Hour, work: &Receiver<Work>) {
    for one in work {
        if robot.store.is_replaced() {
            match open() {
                Ok(anew) => robot = anew,
                Err(failure) => {
                    // Whoever waits is told that it was not done.
                    tracing::error!("the record cannot be opened: {failure}");
                    continue;
                }
            }
        }
        robot.at(hour());
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| one(&mut robot)));
        if done.is_err() {
            tracing::error!("the program failed on something done on the web");
        }
    }
}
