//! `td line-up`: who plays for a team in a round that is not paired yet (24.1). A captain
//! states it for his own team.

use super::words::starting_number;
use super::{DeskOrder, OrderPlace, Ordered};
use clap::Args;

/// State who plays for a team in a round that is not paired yet (24.1)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct LineUpOrder {
    /// The tournament's code
    pub code: String,
    /// The number of the team in the tournament file, from 1
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub team: u32,
    /// Starting numbers in board order: 1,5,3
    #[arg(value_delimiter = ',', required = true, value_parser = starting_number)]
    pub boards: Vec<u32>,
    /// The round (else the next one)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub round: Option<u32>,
}

impl Ordered for LineUpOrder {
    fn examples() -> Vec<&'static str> {
        vec!["line-up CODE 2 4,5,8"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::LineUp(self))
    }
}
