//! `td what-if`: the table with and without a player. It decides nothing.

use super::words::player;
use super::{DeskOrder, OrderPlace, Ordered};
use crate::ids::PlayerRef;
use clap::Args;

/// What a withdrawal would make of the table; decides nothing
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct WhatIfOrder {
    /// Number, address, or CODE:START-NUMBER
    #[arg(value_parser = player)]
    pub player: PlayerRef,
    /// The tournament's code
    pub code: String,
}

impl Ordered for WhatIfOrder {
    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::WhatIf(self))
    }
}
