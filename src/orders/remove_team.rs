//! `td remove-team`: a team leaves the competition. Its unfinished games end without play, and
//! its matches count for nobody (22).

use super::{DeskOrder, OrderPlace, Ordered};
use clap::Args;

/// Remove a team: its unfinished games end, and none of its matches counts (22)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct RemoveTeamOrder {
    /// The tournament's code
    pub code: String,
    /// The number of the team in the tournament file, from 1
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub team: u32,
}

impl Ordered for RemoveTeamOrder {
    fn examples() -> Vec<&'static str> {
        vec!["remove-team CODE 2"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::RemoveTeam(self))
    }
}
