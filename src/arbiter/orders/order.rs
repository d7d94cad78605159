//! What the arbiter can order in a game.

use crate::chess::Side;
use crate::ids::EventId;
use crate::record::{ResultCode, Termination};
use crate::time::Day;

/// What the refusal of an overstep leaves its player (RULES.md 4, "A rejected
/// overstep"). Nothing said: what he has used is let pass, and no more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    /// The day from which his time on the move in question counts: the receipt of the
    /// move it answers, as `SetDates` would set it.
    pub received: Option<Day>,
    /// Days that he has at least, counted from the receipt of the ruling.
    pub days: Option<u32>,
}

/// What the arbiter orders in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// The overstep stands (56.6.6).
    ConfirmForfeit,
    /// It does not (56.6.7).
    RejectClaim {
        /// Further claims of that opponent are barred in this cycle.
        bar_claims: bool,
        /// Penalty days of who claimed it without ground (55.6.10); 0: none.
        fine: u32,
        /// What it leaves that side.
        leaves: Leaves,
    },
    /// A protest, or a claim of a dead position, is not granted: nothing changes.
    Dismiss {
        /// The entry with which it began; none: the only one that waits.
        of: Option<EventId>,
    },
    /// Days added, or taken back where negative.
    Penalty {
        /// Whose.
        side: Side,
        /// Days.
        days: i64,
    },
    /// Dates of a half-move, or of the one that is due.
    SetDates {
        /// The half-move.
        ply: u32,
        /// Receipt of what it answers.
        received: Option<Day>,
        /// Dispatch.
        sent: Option<Day>,
    },
    /// The result by adjudication; after an appeal the final one (56.9.6, 56.9.10).
    Adjudicate {
        /// 1-0, 0-1 or 1/2-1/2.
        code: ResultCode,
    },
    /// An opinion that came another way than by e-mail (55.9.5, 56.9.4.3).
    Opinion {
        /// Whose.
        side: Side,
        /// 1-0, 0-1 or 1/2-1/2.
        code: ResultCode,
        /// Its dispatch.
        sent: Day,
        /// The analysis.
        text: String,
        /// The move the side to move names with it (56.9.4.4).
        named: Option<String>,
    },
    /// A result.
    Result {
        /// Which.
        code: ResultCode,
        /// By what.
        by: Termination,
    },
    /// A move of the side to move that came another way.
    Move {
        /// As a letter would have it: a repetition, an accepted series, a proposal
        /// may stand around it.
        text: String,
        /// Receipt of what it answers.
        received: Day,
        /// Its dispatch.
        sent: Day,
    },
    /// A half-move and all later ones leave the game.
    Void {
        /// The half-move.
        ply: u32,
        /// The receipt that counts for it now; else that which did before it.
        clock: Option<Day>,
    },
    /// A finished game goes on.
    Reopen {
        /// Of a loss on time: what it leaves the side that had lost.
        leaves: Leaves,
    },
    /// The days from today are nobody's.
    Pause,
    /// The game goes on.
    Resume,
}
