//! The arbiter: what is decided about a letter, a clock or an order, and why.
//!
//! Everything enters as a request with its context, a day on which something
//! may be due, or an order; everything leaves as a [`Ruling`].

mod adjudication;
pub mod caution;
pub mod circular;
pub mod compensation;
pub mod halt;
pub mod notice;
pub mod outcome;
pub mod refusal;
pub mod replacement;
pub mod role;
pub mod ruling;

mod access;
mod ahead;
mod context;
mod draws;
mod due;
mod ending;
mod form;
mod gate;
mod leave;
mod likely;
mod lost;
mod moves;
mod orders;
mod oversteps;
mod pgn;
mod protests;
mod redate;
mod rule;
pub mod withdrawal;

pub use access::{access_lost, access_until};
pub use adjudication::TERM as OPINION_TERM;
pub(crate) use adjudication::closing_day as opinions_close;
pub use ahead::{Ahead, Coming, ahead};
pub use caution::Caution;
pub use context::{Context, Dispatch, quote};
pub(crate) use due::protest_day;
pub use due::{due, due_by_letter, next_due};
pub use ending::result_notices;
pub use leave::{
    Announced, CameLate, LeaveAccount, LeaveCase, cancel as cancel_leave, grant as grant_leave,
    keep as keep_leave, late_leaves, told as told_of_leave,
};
pub use likely::{Likely, example, likely};
pub use lost::{Loss, letter_lost, report_unheeded, unheeded};
pub use notice::{Body, Notice, NoticeKind, Recipient, Remark};
pub use orders::{Leaves, Order, OrderError, order, revoke, revoke_pass, told};
pub use outcome::Outcome;
pub(crate) use oversteps::article_of_loss;
pub use oversteps::claim_seals;
pub use oversteps::overstep_facts;
pub(crate) use oversteps::{SEALED, lost_at_once, needs_arbiter, protest_until};
pub use protests::protest_of_former;
pub(crate) use protests::{DEAD_POSITION, settled_by, waits};
pub use redate::{Truth, redate};
pub use refusal::Refusal;
pub use role::Role;
pub use rule::rule;
pub use ruling::{Ruling, Verdict};

#[cfg(test)]
pub(crate) mod tests;
