//! `td captain`: who speaks for a team (24.1). A captain hands it on himself, beforehand and
//! in writing (24.9).

use super::{DeskOrder, OrderPlace, Ordered};
use clap::Args;

/// Name who speaks for a team from now on (24.1, 24.9)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct CaptainOrder {
    /// The tournament's code
    pub code: String,
    /// The number of the team in the tournament file, from 1
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub team: u32,
    /// The captain's name
    #[arg(long)]
    pub name: String,
    /// The captain's address
    #[arg(long)]
    pub email: String,
}

impl Ordered for CaptainOrder {
    fn examples() -> Vec<&'static str> {
        vec!["captain CODE 2 --name \"Carol King\" --email carol@club.example"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Captain(self))
    }
}
