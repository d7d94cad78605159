//! `td address`: a player has another address. The desk registers it (`robot::orders`).

use super::words::player;
use super::{DeskOrder, OrderPlace, Ordered};
use crate::ids::PlayerRef;
use clap::Args;

/// Register another address for a player
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct AddressOrder {
    /// Number, address, or CODE:START-NUMBER
    #[arg(value_parser = player)]
    pub player: PlayerRef,
    /// The new address
    #[arg(required_unless_present = "postal")]
    pub new: Option<String>,
    /// Instead of it another postal address, an option for each line (55.1.2): the opponents
    /// who need it are told
    #[arg(long, value_name = "LINE", conflicts_with = "new")]
    pub postal: Vec<String>,
}

impl Ordered for AddressOrder {
    fn examples() -> Vec<&'static str> {
        vec!["address CODE:2 new@example.org"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Address(self))
    }
}
