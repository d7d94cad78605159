//! `td hand-over`: another arbiter directs a tournament that has begun (30.2.1.1).

use super::{DeskOrder, OrderPlace, Ordered};
use crate::language::Language;
use clap::Args;

/// Hand a tournament that has begun over to another arbiter (30.2.1.1)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct HandOverOrder {
    /// The tournament's code
    pub code: String,
    /// The new arbiter's name
    #[arg(long)]
    pub name: String,
    /// The new arbiter's address
    #[arg(long)]
    pub email: String,
    /// The language of letters to the new arbiter.
    #[arg(
        long,
        help = format!(
            "The language of letters to the new arbiter (else the tournament's): {}",
            Language::listed()
        )
    )]
    pub language: Option<Language>,
}

impl Ordered for HandOverOrder {
    fn examples() -> Vec<&'static str> {
        vec!["hand-over CODE --name \"Petra Pole\" --email petra@club.example"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::HandOver(self))
    }
}
