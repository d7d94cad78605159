//! A faulty letter as the record tells it, and how the time went on behind it.

use super::event::FaultKind;
use crate::clock::Moment;
use crate::time::{Day, Instant};

/// A fault before the valid move, with the time it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What was wrong.
    pub kind: FaultKind,
    /// As written.
    pub text: String,
    /// Receipt that counts.
    pub received: Day,
    /// From when the days before it count: the receipt, or the letter before it.
    pub since: Day,
    /// Dispatch.
    pub sent: Day,
    /// Its receipt and dispatch to the second.
    pub(super) seconds: Seconds,
    /// How the time went on behind it.
    pub(super) then: Then,
    /// When the pass ruled it that asked for another move.
    pub(super) ruled: Instant,
    /// What lies between its arrival and our request, in which we had not looked.
    pub(super) unseen: Option<Unseen>,
    /// Days it cost, penalties excluded.
    pub days: i64,
}

/// When what a letter answers was received, and when it was sent, to the second: for the
/// 24-hour unit. The dates beside it may be the arbiter's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seconds {
    /// Receipt; `None` where nobody knows it.
    pub received: Option<Instant>,
    /// Dispatch.
    pub sent: Instant,
}

impl Seconds {
    /// The receipt, on that date.
    pub fn receipt(self, day: Day) -> Moment {
        Moment {
            day,
            at: self.received,
        }
    }

    /// The dispatch, on that date.
    pub fn dispatch(self, day: Day) -> Moment {
        Moment {
            day,
            at: Some(self.sent),
        }
    }
}

/// Time in which a faulty letter lay with us: nobody's, whatever its penalty (RULES.md 2, "A
/// faulty move").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unseen {
    /// When it had arrived.
    pub from: Moment,
    /// When our request counts as having left; `None` while an outage holds it back.
    pub until: Option<Moment>,
}

/// How the time of a half-move goes on behind a faulty letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// It was free: nothing is interrupted.
    RunsOn,
    /// It was charged: the dates up to the receipt of our request are nobody's, as far
    /// as its penalty reaches; all of them, where that receipt is established (`None`).
    Asked {
        /// The penalty.
        most: Option<i64>,
    },
    /// What follows is reckoned by itself: records up to version 0.1, and a half-move
    /// that another player takes over.
    Stopped,
}

impl Then {
    /// What follows upon the penalty days that were charged, where the record tells them.
    pub(super) fn behind(charged: Option<u32>) -> Then {
        match charged {
            None => Then::Stopped,
            Some(0) => Then::RunsOn,
            Some(days) => Then::Asked {
                most: Some(i64::from(days)),
            },
        }
    }
}

/// Takes back so many days of the penalties that were charged with faults of one half-move, the
/// newest first: so many days fewer behind them are nobody's (56.4.7). What is established
/// stays.
pub(super) fn pardon(faults: &mut [Fault], mut days: i64) {
    for fault in faults.iter_mut().rev() {
        if let Then::Asked { most: Some(most) } = &mut fault.then {
            let back = days.min(*most);
            *most -= back;
            days -= back;
        }
    }
}

impl Fault {
    /// Whether what follows answers our request to correct it: its receipt is that
    /// which counts behind it.
    pub fn is_asked_back(&self) -> bool {
        matches!(self.then, Then::Asked { .. })
    }

    /// Whether an outage of ours holds back our request to correct it.
    pub(super) fn is_held_back(&self) -> bool {
        self.unseen.is_some_and(|unseen| unseen.until.is_none())
    }

    /// Receipt of what it answers.
    pub(super) fn receipt(&self) -> Moment {
        self.seconds.receipt(self.received)
    }

    /// Its dispatch.
    pub(super) fn dispatch(&self) -> Moment {
        self.seconds.dispatch(self.sent)
    }

    /// The receipt of our request is established, or that it was not received.
    pub(super) fn establish(&mut self) {
        if let Then::Asked { most } = &mut self.then {
            *most = None;
        }
    }
}
