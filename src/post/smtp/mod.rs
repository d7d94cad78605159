//! An outbox on an SMTP server (RFC 5321, submission of RFC 6409).
//!
//! What an answer means: refused for this letter (5xx to its recipient or its
//! text) - never; not now (4xx, a cut, silence) - later; a cut after the final dot -
//! it may have been taken, nobody can know, so it goes later once more under the
//! same Message-ID, by which a second copy is known. What is no letter's fault (no
//! connection, no login, the sender refused, as much sent as may be) is an error that
//! stops the queue before it burns a letter's attempts.
//!
//! Several connections carry a batch at once, each its next letter as soon as it is
//! through with one, and what was answered is told at once: whoever hands letters over
//! records it while others are on their way.

mod blame;
mod line;
mod talk;

use super::{Delivery, Outbox, Parcel, PostError, Told};
use crate::config::{self, Server};
use crate::time::Instant;
use lettre::transport::smtp::extension::ClientId;
use line::{Door, Envelope, Line, Setback};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// Longest wait for a connection and each of its first words.
const OPENING: Duration = Duration::from_secs(20);

/// The same where somebody waits.
const HURRIED: Duration = Duration::from_secs(2);

/// Connections at once. Servers that take letters from anybody allow a customer about
/// ten (Postfix 50); more than a few wait for the same disk and processors.
const CONNECTIONS: usize = 4;

/// For fewer letters each, a further connection costs more than it saves.
const LETTERS_EACH: usize = 8;

/// Letters taken by the server of which that is not yet recorded, beside those told last
/// and those on their way: so many may leave once more where the program is killed.
const UNTOLD: usize = 4;

/// Answers told together at most: they share a transaction.
const TOLD_AT_ONCE: usize = 8;

/// An SMTP server that takes letters.
pub struct SmtpOutbox {
    door: Door,
    /// Kept open from one batch to the next.
    lines: Vec<Line>,
}

impl SmtpOutbox {
    /// The server that the configuration names; nothing is connected yet.
    pub fn new(server: Server, outbox: &config::OutboxSection, robot: &str) -> SmtpOutbox {
        let domain = robot.rsplit('@').next().unwrap_or(robot);
        let name = outbox.hello.as_deref().unwrap_or(domain);
        let hello = match name.parse() {
            Ok(IpAddr::V4(ip)) => ClientId::Ipv4(ip),
            Ok(IpAddr::V6(ip)) => ClientId::Ipv6(ip),
            Err(_) => ClientId::Domain(name.to_owned()),
        };
        SmtpOutbox {
            door: Door {
                server,
                hello,
                opening: OPENING,
                tls: OnceLock::new(),
            },
            lines: Vec::new(),
        }
    }

    /// The same for somebody who waits: a server that does not greet at once is left
    /// to the next pass.
    pub fn hurried(mut self) -> SmtpOutbox {
        self.door.opening = HURRIED;
        self
    }
}

impl Outbox for SmtpOutbox {
    fn at_once(&self) -> u32 {
        // Enough for all connections to be busy; a letter of ours has some 15 KiB.
        200
    }

    fn deliver(
        &mut self,
        batch: &[Parcel<'_>],
        _now: Instant,
        told: &mut Told<'_>,
    ) -> Result<(), PostError> {
        if batch.is_empty() {
            return Ok(());
        }
        // One knocks, the others follow: a password that is refused is tried once.
        if self.lines.is_empty() {
            self.lines.push(self.door.open()?);
        }
        let jobs = Jobs::of(batch);
        let most = batch.len().div_ceil(LETTERS_EACH).min(CONNECTIONS);
        let kept = self.lines.split_off(self.lines.len().saturating_sub(most));
        let mut kept = kept.into_iter();
        let door = &self.door;
        let (say, hear) = sync_channel(UNTOLD);
        let ended: Vec<Result<Option<Line>, PostError>> = std::thread::scope(|scope| {
            let carriers: Vec<_> = (0..most)
                .map(|_| (kept.next(), say.clone()))
                .map(|(line, say)| {
                    scope.spawn(|| {
                        Carrier {
                            door,
                            jobs: &jobs,
                            say,
                        }
                        .work(line)
                    })
                })
                .collect();
            drop(say);
            while let Ok(first) = hear.recv() {
                let mut some = vec![first];
                some.extend(hear.try_iter().take(TOLD_AT_ONCE - 1));
                if told(some).is_break() {
                    jobs.stop();
                }
            }
            let ended = carriers.into_iter().map(|carrier| carrier.join());
            ended
                .map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let mut fault = None;
        for end in ended {
            match end {
                Ok(line) => self.lines.extend(line),
                Err(e) => fault = fault.or(Some(e)),
            }
        }
        match fault {
            Some(fault) if jobs.are_left() => Err(fault),
            // A further connection was not to be had; the others took all.
            Some(fault) => {
                tracing::debug!("{fault}");
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn try_out(&mut self) -> Result<(), PostError> {
        self.door.open()?.farewell();
        Ok(())
    }
}

impl Drop for SmtpOutbox {
    fn drop(&mut self) {
        for mut line in self.lines.drain(..) {
            line.farewell();
        }
    }
}

/// The letters of a batch that nobody has in hand.
struct Jobs<'b> {
    batch: &'b [Parcel<'b>],
    waiting: Mutex<Waiting>,
}

struct Waiting {
    letters: VecDeque<usize>,
    stopped: bool,
}

/// A letter in hand.
struct Job {
    index: usize,
    envelope: Envelope,
}

impl<'b> Jobs<'b> {
    fn of(batch: &'b [Parcel<'b>]) -> Jobs<'b> {
        Jobs {
            batch,
            waiting: Mutex::new(Waiting {
                letters: (0..batch.len()).collect(),
                stopped: false,
            }),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Option<usize> {
        let mut waiting = self.waiting();
        match waiting.stopped {
            true => None,
            false => waiting.letters.pop_front(),
        }
    }

    /// Nothing of the letter has left: it is the next again.
    fn put_back(&self, job: &Job) {
        self.waiting().letters.push_front(job.index);
    }

    /// No further letter is begun.
    fn stop(&self) {
        self.waiting().stopped = true;
    }

    /// Whether letters wait that are to be sent.
    fn are_left(&self) -> bool {
        let waiting = self.waiting();
        !waiting.stopped && !waiting.letters.is_empty()
    }
}

/// Carries letters over one connection after another.
struct Carrier<'c> {
    door: &'c Door,
    jobs: &'c Jobs<'c>,
    say: SyncSender<(usize, Delivery)>,
}

impl Carrier<'_> {
    /// Until there are no more; the connection, where it may be used again.
    ///
    /// # Errors
    /// No letter is to blame, and those in hand were put back.
    fn work(&self, mut line: Option<Line>) -> Result<Option<Line>, PostError> {
        while self.jobs.are_left() {
            // Before a letter is taken: another may have a connection for it.
            let mut open = match line.take() {
                Some(open) => open,
                None => self.door.open()?,
            };
            line = self.carry(&mut open)?.then_some(open);
        }
        Ok(line)
    }

    /// Carries letters over one connection; whether it may be used again.
    fn carry(&self, line: &mut Line) -> Result<bool, PostError> {
        let mut announced = None;
        loop {
            let job = match announced.take() {
                Some(job) => job,
                None if line.is_worn() => {
                    line.farewell();
                    return Ok(false);
                }
                None => {
                    let Some(job) = self.next() else {
                        return Ok(true);
                    };
                    let Err(setback) = line.announce(&job.envelope) else {
                        announced = Some(job);
                        continue;
                    };
                    let is_used = line.is_used();
                    match self.settle(job, setback, is_used, line)? {
                        After::Clear if line.clear() => continue,
                        After::Clear | After::Over => return Ok(false),
                    }
                }
            };
            let is_used = line.is_used();
            let next = line.takes_ahead().then(|| self.next()).flatten();
            let bytes = self.jobs.batch.get(job.index).map_or(&b""[..], |p| p.bytes);
            let (taken, ahead) = line.send(bytes, next.as_ref().map(|job| &job.envelope));
            // Only one of the two can say that no letter is to blame: the one ahead.
            let mut after = match taken {
                Ok(()) => {
                    self.tell(job.index, Delivery::Delivered);
                    None
                }
                Err(setback) => Some(self.settle(job, setback, is_used, line)?),
            };
            match (next, ahead) {
                (Some(next), Some(Ok(()))) => {
                    announced = Some(next);
                    continue;
                }
                (Some(next), Some(Err(setback))) => {
                    after = Some(self.settle(next, setback, true, line)?);
                }
                (Some(next), None) => self.jobs.put_back(&next),
                (None, _) => {}
            }
            match after {
                None => {}
                Some(After::Clear) if line.clear() => {}
                Some(After::Clear | After::Over) => return Ok(false),
            }
        }
    }

    /// The next letter with addresses to send it by; those without never leave.
    fn next(&self) -> Option<Job> {
        loop {
            let index = self.jobs.take()?;
            match Envelope::of(self.jobs.batch.get(index)?) {
                Ok(envelope) => return Some(Job { index, envelope }),
                Err(never) => self.tell(index, never),
            }
        }
    }

    /// What a setback means for a letter and for the connection. A connection that had
    /// been used may have been closed meanwhile: then another is tried.
    fn settle(
        &self,
        job: Job,
        setback: Setback,
        is_used: bool,
        line: &mut Line,
    ) -> Result<After, PostError> {
        let (delivery, after) = match setback {
            Setback::Letter(delivery) => (delivery, After::Clear),
            Setback::Unknown(why) => (Delivery::Later(why), After::Over),
            Setback::Broken(_) | Setback::Stale(_) if is_used => {
                self.jobs.put_back(&job);
                return Ok(After::Over);
            }
            Setback::Broken(fault) => (Delivery::Later(fault.to_string()), After::Over),
            Setback::Stale(fault) => {
                self.jobs.put_back(&job);
                return Err(self.door.fault(fault));
            }
            Setback::Queue(fault) => {
                self.jobs.put_back(&job);
                line.farewell();
                return Err(self.door.fault(fault));
            }
        };
        self.tell(job.index, delivery);
        Ok(after)
    }

    fn tell(&self, index: usize, delivery: Delivery) {
        // Nobody hears it where whoever records failed: it leaves once more then.
        let _ = self.say.send((index, delivery));
    }
}

/// How a connection goes on after a setback.
enum After {
    /// When the server has forgotten the letter.
    Clear,
    /// Not at all.
    Over,
}
