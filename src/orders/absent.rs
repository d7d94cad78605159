//! `td absent`: days on which an official is away. His substitute has his letters and acts
//! for him meanwhile; of an arbiter without one, the first deputy who is there.

use super::words::day;
use super::{DeskOrder, OrderPlace, Ordered};
use crate::time::Day;
use clap::Args;

/// State on which days an official is absent: who stands in for him has his letters and
/// rights (30.2)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct AbsentOrder {
    /// The tournament's code
    pub code: String,
    /// The official: his name in quotation marks, or his address
    pub official: String,
    /// The first day
    #[arg(value_parser = day)]
    pub from: Day,
    /// The last
    #[arg(value_parser = day)]
    pub to: Day,
}

impl Ordered for AbsentOrder {
    fn examples() -> Vec<&'static str> {
        vec!["absent CODE td@club.example 2026-07-01 2026-07-14"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Absent(self))
    }
}
