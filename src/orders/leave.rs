//! `td leave …`: leave is granted, left as it is, or counts no more.

mod cancel;
mod grant;
mod keep;

pub use cancel::LeaveCancelOrder;
pub use grant::LeaveGrantOrder;
pub use keep::LeaveKeepOrder;

use super::{OrderPlace, Ordered, orders};
use clap::Subcommand;

orders! {
/// Leave
pub enum LeaveOrder {
    Cancel(LeaveCancelOrder),
    Keep(LeaveKeepOrder),
    Grant(LeaveGrantOrder),
}
}
