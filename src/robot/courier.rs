//! The courier: a thread that has the outbox and hands letters over. Who gave them waits and hears
//! what becomes of them, or does other work meanwhile and hears it later.

use crate::post::{Delivery, Outbox, Parcel, PostError};
use crate::store::Due;
use crate::time::Instant;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long his word is waited for before whoever waits looks after his turn.
const WAIT: Duration = Duration::from_secs(30);

/// Letters that go together.
pub(super) struct Load {
    /// What they are.
    pub due: Vec<Due>,
    /// To where each comes back.
    pub from: Vec<String>,
    /// The hour at which they go.
    pub now: Instant,
}

/// What the courier says.
pub(super) enum Word {
    /// What became of some letters, by their places.
    Told(Vec<(usize, Delivery)>),
    /// Nothing more of the load leaves.
    Over(Result<(), PostError>),
}

/// How somebody hears what the courier says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// He waits for the next word, and the courier for his answer to it.
    Waits,
    /// He has other work.
    HasWork,
}

/// What both look at.
#[derive(Default)]
struct Signs {
    /// Nobody waits for a word: none is answered.
    nobody_waits: AtomicBool,
    /// No further letter is to leave.
    stop: AtomicBool,
}

/// What was said, and whether the courier waits for an answer to it.
type Said = (Word, bool);

/// The thread that hands letters over. Dropped, it goes home when what is on its way is over.
pub(super) struct Courier {
    at_once: u32,
    signs: Arc<Signs>,
    loads: Option<SyncSender<Arc<Load>>>,
    said: Option<Receiver<Said>>,
    answers: Option<Sender<()>>,
    /// What was said and not yet heard.
    next: Option<Said>,
    thread: Option<JoinHandle<()>>,
}

impl Courier {
    /// A courier with an outbox of his own.
    pub fn with(mut outbox: Box<dyn Outbox>) -> Courier {
        let at_once = outbox.at_once();
        let signs = Arc::new(Signs::default());
        let (loads, given) = sync_channel::<Arc<Load>>(1);
        let (say, said) = channel();
        let (answers, answered) = channel();
        let seen = Arc::clone(&signs);
        let thread = std::thread::spawn(move || {
            for load in given {
                let mut told = |some| {
                    let waits = !seen.nobody_waits.load(Ordering::Acquire);
                    // Who has gone away wants nothing more to leave.
                    let is_gone = say.send((Word::Told(some), waits)).is_err()
                        || (waits && answered.recv().is_err());
                    match is_gone || seen.stop.load(Ordering::Acquire) {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                };
                let over = outbox.deliver(&load.parcels(), load.now, &mut told);
                if say.send((Word::Over(over), false)).is_err() {
                    return;
                }
            }
        });
        Courier {
            at_once,
            signs,
            loads: Some(loads),
            said: Some(said),
            answers: Some(answers),
            next: None,
            thread: Some(thread),
        }
    }

    /// Letters of a load, at most.
    pub fn at_once(&self) -> u32 {
        self.at_once
    }

    /// Gives a load; the one before it is over.
    pub fn give(&mut self, load: Arc<Load>) {
        self.signs.stop.store(false, Ordering::Release);
        let given = self.loads.as_ref().map(|loads| loads.send(load));
        if let Some(Err(_)) = given {
            self.ends();
        }
    }

    /// How he is heard from now on.
    pub fn is_heard(&self, patience: Patience) {
        let nobody_waits = patience == Patience::HasWork;
        self.signs
            .nobody_waits
            .store(nobody_waits, Ordering::Release);
    }

    /// No further letter of the load is begun.
    pub fn stop(&self) {
        self.signs.stop.store(true, Ordering::Release);
    }

    /// Whether he says nothing any more.
    pub fn is_gone(&self) -> bool {
        self.said.is_none() && self.next.is_none()
    }

    /// The next word; what was said while nobody waited is one. `None`: nothing was said yet, of
    /// who waits for so long. A word to which he waits for an answer is answered by [`Courier::answer`].
    pub fn hear(&mut self, patience: Patience) -> Option<(Word, bool)> {
        let (mut word, waits) = self.next_said(patience)?;
        while let Word::Told(some) = &mut word
            && !waits
        {
            match self.next_said(Patience::HasWork) {
                Some((Word::Told(mut more), false)) => some.append(&mut more),
                other => {
                    self.next = other;
                    break;
                }
            }
        }
        Some((word, waits))
    }

    /// Answers the word that he waits for an answer to.
    pub fn answer(&self) {
        if let Some(answers) = &self.answers {
            let _ = answers.send(());
        }
    }

    fn next_said(&mut self, patience: Patience) -> Option<Said> {
        if let Some(next) = self.next.take() {
            return Some(next);
        }
        let said = self.said.as_ref()?;
        let heard = match patience {
            Patience::Waits => said.recv_timeout(WAIT).map_err(|e| match e {
                RecvTimeoutError::Timeout => TryRecvError::Empty,
                RecvTimeoutError::Disconnected => TryRecvError::Disconnected,
            }),
            Patience::HasWork => said.try_recv(),
        };
        match heard {
            Ok(said) => Some(said),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.ends();
                None
            }
        }
    }

    /// He fell over something: so does who sent him.
    fn ends(&mut self) {
        self.loads = None;
        self.said = None;
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
            resume_unwind(panic);
        }
    }
}

impl Drop for Courier {
    fn drop(&mut self) {
        self.stop();
        (self.loads, self.said, self.answers) = (None, None, None);
        // He takes leave of the server.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Load {
    fn parcels(&self) -> Vec<Parcel<'_>> {
        let each = self.due.iter().zip(&self.from);
        each.map(|(due, from)| Parcel {
            id: due.id,
            to: &due.to,
            from,
            bytes: &due.bytes,
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::OutboundId;
    use crate::post::Told;
    use crate::post::maildir::{MaildirOutbox, make};
    use std::collections::BTreeSet;
    use tempfile::TempDir;

    fn now() -> Instant {
        Instant::parse("2026-01-10T12:00:00Z").unwrap()
    }

    fn load(letters: i64) -> Arc<Load> {
        let due = |n: i64| Due {
            id: OutboundId(n),
            game: None,
            player: None,
            to: "ann@a.example".to_owned(),
            attempts: 0,
            begins: None,
            composed: now(),
            not_before: now(),
            reply_token: None,
            bytes: format!("Subject: {n}\r\n\r\n").into_bytes(),
        };
        Arc::new(Load {
            due: (1..=letters).map(due).collect(),
            from: (1..=letters)
                .map(|_| "robot@club.example".to_owned())
                .collect(),
            now: now(),
        })
    }

    /// A courier with a Maildir.
    fn courier() -> (TempDir, Courier) {
        let dir = tempfile::tempdir().unwrap();
        make(dir.path()).unwrap();
        let outbox = MaildirOutbox::open(dir.path()).unwrap();
        (dir, Courier::with(Box::new(outbox)))
    }

    fn left(dir: &TempDir) -> usize {
        std::fs::read_dir(dir.path().join("new")).unwrap().count()
    }

    #[test]
    fn who_has_work_hears_of_each_once() {
        let (dir, mut courier) = courier();
        courier.is_heard(Patience::HasWork);
        for _ in 0..2 {
            courier.give(load(450));
            let mut heard = Vec::new();
            // Nobody answers, and nothing waits for that.
            while let Some((Word::Told(some), waits)) = courier.hear(Patience::Waits) {
                assert!(!waits);
                heard.extend(some.into_iter().map(|(at, _)| at));
            }
            assert_eq!(heard.len(), 450);
            assert_eq!(BTreeSet::from_iter(heard), (0..450).collect());
        }
        assert_eq!(left(&dir), 900);
        assert!(courier.hear(Patience::HasWork).is_none());
    }

    #[test]
    fn nothing_more_is_begun_for_who_says_so() {
        let (dir, mut courier) = courier();
        courier.give(load(2_000));
        let mut told = 0;
        let over = loop {
            match courier.hear(Patience::Waits) {
                Some((Word::Told(some), waits)) => {
                    told += some.len();
                    assert!(waits);
                    courier.stop();
                    courier.answer();
                }
                Some((Word::Over(over), _)) => break over,
                None => panic!("he says nothing"),
            }
        };
        over.unwrap();
        assert!(told < 2_000, "{told}");
        assert_eq!(left(&dir), told, "what left was told");
    }

    #[test]
    fn who_goes_away_without_an_answer_keeps_nobody_waiting() {
        let (dir, mut courier) = courier();
        courier.give(load(2_000));
        assert!(matches!(
            courier.hear(Patience::Waits),
            Some((Word::Told(_), true))
        ));
        drop(courier);
        assert!(left(&dir) < 2_000);
    }

    /// An outbox that has a fault.
    struct Falls;

    impl Outbox for Falls {
        fn at_once(&self) -> u32 {
            1
        }

        fn deliver(
            &mut self,
            _: &[Parcel<'_>],
            _: Instant,
            _: &mut Told<'_>,
        ) -> Result<(), PostError> {
            panic!("it falls")
        }

        fn try_out(&mut self) -> Result<(), PostError> {
            Ok(())
        }
    }

    #[test]
    #[should_panic(expected = "it falls")]
    fn a_fault_of_his_is_a_fault_of_who_sent_him() {
        let mut courier = Courier::with(Box::new(Falls));
        courier.give(load(1));
        courier.hear(Patience::Waits);
    }
}
