//! `td prolong`: a tournament that has begun ends later (56.9.1).

use super::words::day;
use super::{DeskOrder, OrderPlace, Ordered};
use crate::time::Day;
use clap::Args;

/// Let a tournament that has begun end later: its games go to adjudication on that day
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ProlongOrder {
    /// The tournament's code
    pub code: String,
    /// The new end
    #[arg(value_parser = day)]
    pub end: Day,
}

impl Ordered for ProlongOrder {
    fn examples() -> Vec<&'static str> {
        vec!["prolong CODE 2029-06-30"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Prolong(self))
    }
}
