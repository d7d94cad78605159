//! Letters in hand: those that this run hands over. Where the database is a file who has the
//! turn of sending has all that wait; on a server several have it, and each takes letters that
//! nobody else has, and puts them down when what became of them is recorded. Who is killed, or
//! loses his connection, has none any more.

use super::lock::Lock;
use crate::error::Failure;
use crate::ids::OutboundId;
use crate::store::{Due, Lease, View};
use crate::time::Instant;

/// What comes next.
pub(super) enum Next {
    /// Letters that are in hand now.
    Letters(Vec<Due>),
    /// Others have all that wait.
    Others,
    /// None waits.
    Nothing,
}

/// The turn of sending, and the letters that are in hand by it.
pub(super) struct InHand {
    /// The turn.
    pub turn: Lock,
    letters: Vec<OutboundId>,
}

impl InHand {
    /// None yet.
    pub fn by(turn: Lock) -> InHand {
        InHand {
            turn,
            letters: Vec::new(),
        }
    }

    /// Puts down what was in hand, and takes the next letters, so many at most.
    pub fn next(&mut self, view: View<'_>, most: u32, now: Instant) -> Result<Next, Failure> {
        let (due, others) = match self.turn.lease() {
            None => (view.outbound_next(most, now)?, false),
            Some(lease) => take(lease, &mut self.letters, view, most, now)?,
        };
        Ok(match (due.is_empty(), others) {
            (false, _) => Next::Letters(due),
            (true, true) => Next::Others,
            (true, false) => Next::Nothing,
        })
    }
}

/// Puts letters down and takes the first that nobody else has, so many at most; and whether
/// somebody has others before them.
fn take(
    lease: &Lease,
    letters: &mut Vec<OutboundId>,
    view: View<'_>,
    most: u32,
    now: Instant,
) -> Result<(Vec<Due>, bool), Failure> {
    let (mut behind, mut others) = (OutboundId(0), false);
    loop {
        lease.puts_down(&std::mem::take(letters))?;
        let waiting = view.outbound_next_ids(behind, most, now)?;
        let Some(last) = waiting.last() else {
            return Ok((Vec::new(), others));
        };
        behind = *last;
        *letters = lease.takes_in_hand(&waiting)?;
        others |= letters.len() < waiting.len();
        // What another had in hand a moment ago has left perhaps.
        let due = view.outbound_due(letters, now)?;
        if !due.is_empty() {
            return Ok((due, others));
        }
    }
}
