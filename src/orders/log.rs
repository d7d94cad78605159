//! `td log`: the decisions so far. It decides nothing.

use super::{OrderPlace, Ordered};
use clap::Args;

/// List the decisions: number, day, what, why, and what took them back
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct LogOrder {
    /// Only those about this tournament
    pub code: Option<String>,
}

impl Ordered for LogOrder {
    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::List
    }
}
