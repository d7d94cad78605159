//! The courier: a thread that has the outbox and hands letters over. Who gave them waits and hears
//! what becomes of them, or does other work meanwhile and hears it later.

use crate::post::{Delivery, Outbox, Parcel, PostError};
use crate::store::Due;
use crate::time::Instant;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread::JoinHandle;

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
    answers: Option<Sender<ControlFlow<()>>>,
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
                    let flow = match say.send((Word::Told(some), waits)) {
                        Ok(()) if waits => answered.recv(),
                        heard => Ok(match heard {
                            Ok(()) => ControlFlow::Continue(()),
                            Err(_) => ControlFlow::Break(()),
                        }),
                    };
                    match seen.stop.load(Ordering::Acquire) {
                        true => ControlFlow::Break(()),
                        false => flow.unwrap_or(ControlFlow::Break(())),
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

    /// The next word; what was said while nobody waited is one. `None`: nothing was said yet. A
    /// word to which he waits for an answer is answered by [`Courier::answer`].
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
    pub fn answer(&self, flow: ControlFlow<()>) {
        if let Some(answers) = &self.answers {
            let _ = answers.send(flow);
        }
    }

    fn next_said(&mut self, patience: Patience) -> Option<Said> {
        if let Some(next) = self.next.take() {
            return Some(next);
        }
        let said = self.said.as_ref()?;
        let heard = match patience {
            Patience::Waits => said.recv().map_err(|_| TryRecvError::Disconnected),
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
