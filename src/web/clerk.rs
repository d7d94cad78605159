//! The clerk: one thread with a robot at the record. What is done on the web is done there,
//! one thing after another in order of arrival. Things that wait together share a transaction,
//! each a part of it that is undone alone where it fails; nobody is answered before it is
//! committed.

use crate::error::Failure;
use crate::robot::Robot;
use crate::robot::lock::give_way;
use crate::time::Instant;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant as Stopwatch};
use tokio::sync::{Semaphore, oneshot};

/// Work that waits at once: more is turned away, so that nobody waits for ever.
const MOST_WAITING: usize = 512;

/// Places among them for what people ask who are not signed in: however many they are, those who
/// are signed in find a place.
const MOST_STRANGERS: usize = 64;

/// Most that shares a transaction.
const MOST_TOGETHER: usize = 64;

/// How long a transaction takes more in: whoever came first is not kept waiting, and others
/// who write have their turn.
const TAKES_IN: Duration = Duration::from_millis(100);

/// Does something where there is a robot, or is told why there is none; what it returns tells
/// whoever waits, once it is certain what became of it.
type Work = Box<dyn FnOnce(Result<&mut Robot, Failure>) -> Told + Send>;

/// Is told whether what was done is kept.
type Told = Box<dyn FnOnce(Result<(), Failure>)>;

/// What is handed to the clerk.
enum Handed {
    /// May share a transaction with others.
    Shared(Work),
    /// Has transactions of its own.
    Alone(Work),
}

/// Opens a robot of the home, where the clerk sits.
pub type OpenRobot = Box<dyn Fn() -> Result<Robot, Failure> + Send>;

/// The hour.
pub type Hour = Box<dyn Fn() -> Instant + Send + Sync>;

/// Whom everything that writes is handed to.
#[derive(Clone)]
pub struct Clerk {
    waiting: SyncSender<Handed>,
    strangers: Arc<Semaphore>,
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
                        let desk = ClerksDesk {
                            robot: Some(robot),
                            open,
                            hour,
                        };
                        desk.sit(&work);
                    }
                    Err(failure) => drop(opened.send(Err(failure))),
                };
            })
            .map_err(|e| Failure::failed(format!("no thread for the record: {e}")))?;
        let gone = |_| Failure::failed("the thread of the record ended");
        is_open.recv().map_err(gone)??;
        Ok(Clerk {
            waiting,
            strangers: Arc::new(Semaphore::new(MOST_STRANGERS)),
        })
    }

    /// Has something done on the record, and waits for what comes of it until it is committed.
    /// It may share its transaction with what others have done: it only reads and writes the
    /// record, and sends nothing.
    ///
    /// # Errors
    /// Too much waits already (75), it could not be committed, or what the work returns.
    pub async fn does<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Robot) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.hands(work, Handed::Shared).await
    }

    /// The same of what somebody asks who is not signed in, and in whose browser nobody has been.
    ///
    /// # Errors
    /// Too many of them wait already (75), or as [`Clerk::does`].
    pub async fn does_for_stranger<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Robot) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let _place = self.strangers.try_acquire().map_err(|_| too_much())?;
        self.does(work).await
    }

    /// The same of what has transactions of its own, or takes long: orders of officials.
    ///
    /// # Errors
    /// Too much waits already (75), or what the work returns.
    pub async fn does_alone<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Robot) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.hands(work, Handed::Alone).await
    }

    async fn hands<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Robot) -> Result<T, Failure> + Send + 'static,
        handed: fn(Work) -> Handed,
    ) -> Result<T, Failure> {
        let (tell, told) = oneshot::channel();
        let work: Work = Box::new(move |robot| {
            let done = robot.and_then(work);
            Box::new(move |kept| drop(tell.send(kept.and(done))))
        });
        self.waiting.try_send(handed(work)).map_err(|e| match e {
            TrySendError::Full(_) => too_much(),
            TrySendError::Disconnected(_) => Failure::failed("the thread of the record ended"),
        })?;
        let gone = |_| Failure::failed("it failed while it was being done");
        told.await.map_err(gone)?
    }
}

fn too_much() -> Failure {
    Failure::later("too much is being done at once")
}

/// Where he sits.
struct ClerksDesk {
    /// None: it has to be opened anew.
    robot: Option<Robot>,
    open: OpenRobot,
    hour: Hour,
}

impl ClerksDesk {
    fn sit(mut self, work: &Receiver<Handed>) {
        let mut next = None;
        loop {
            // However much waits, whoever else writes has a turn between two transactions.
            if next.is_none() {
                next = work.try_recv().ok();
            }
            if next.is_some() {
                give_way();
            }
            let Some(handed) = next.take().or_else(|| work.recv().ok()) else {
                return;
            };
            next = match handed {
                Handed::Alone(one) => {
                    self.alone(one);
                    None
                }
                Handed::Shared(first) => self.together(first, work),
            };
        }
    }

    /// The robot, opened anew where a restore has put another database there, or where the
    /// program failed with it.
    fn robot(&mut self) -> Result<&mut Robot, Failure> {
        let robot = match self.robot.take().filter(|robot| !robot.store.is_replaced()) {
            Some(robot) => robot,
            None => (self.open)().inspect_err(|failure| {
                tracing::error!("the record cannot be opened: {failure}");
            })?,
        };
        Ok(self.robot.insert(robot))
    }

    fn alone(&mut self, one: Work) {
        let now = (self.hour)();
        match self.robot() {
            Ok(robot) => {
                robot.at(now);
                match caught(|| one(Ok(robot))) {
                    Some(told) => told(Ok(())),
                    None => self.robot = None,
                }
            }
            Err(failure) => one(Err(failure))(Ok(())),
        }
    }

    /// Does what came first and what waits behind it in one transaction, and tells all when it
    /// is committed. What is not to be shared ends it, and is next.
    fn together(&mut self, first: Work, work: &Receiver<Handed>) -> Option<Handed> {
        if let Err(failure) = self.robot() {
            first(Err(failure))(Ok(()));
            return None;
        }
        let (mut first, mut next, mut all) = (Some(first), None, Vec::new());
        let hour = &self.hour;
        let robot = self.robot.as_mut()?;
        let done = caught(|| {
            robot.together(|robot| {
                let began = Stopwatch::now();
                while let Some(one) = first.take() {
                    robot.at(hour());
                    // What the program fails on is undone alone, and whoever waits for it is
                    // told so by nobody's telling him.
                    all.extend(caught(|| one(Ok(robot))));
                    if all.len() < MOST_TOGETHER && began.elapsed() < TAKES_IN {
                        match work.try_recv() {
                            Ok(Handed::Shared(one)) => first = Some(one),
                            Ok(alone) => next = Some(alone),
                            Err(_) => {}
                        }
                    }
                }
            })
        });
        let kept = done.unwrap_or_else(|| {
            self.robot = None;
            Err(Failure::failed("the program failed on the record"))
        });
        // It did not begin at all.
        if let (Some(first), Err(failure)) = (first, &kept) {
            all.push(first(Err(failure.clone())));
        }
        for told in all {
            told(kept.clone());
        }
        next
    }
}

/// What the work returns; nothing where the program fails on it.
fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    if done.is_err() {
        tracing::error!("the program failed on something done on the web");
    }
    done.ok()
}
