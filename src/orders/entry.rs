//! `td entry …`: entries are decided on by the admission commission (29), documents and fee
//! are ticked, the list is closed, and who was refused is erased. `td entries`: the list.

use super::{DeskOrder, OrderPlace, Ordered, orders};
use clap::{Args, Subcommand};

/// List the entries of a tournament: who applied, where each stands, documents and fee
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct EntriesOrder {
    /// The tournament's code
    pub code: String,
}

impl Ordered for EntriesOrder {
    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::List
    }
}

/// Admit: who finds no place free is put on the waiting list (29.4)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct EntryAdmitOrder {
    /// The tournament's code
    pub code: String,
    /// Numbers of entries, as `td entries` lists them
    #[arg(required = true)]
    pub entries: Vec<u32>,
    /// Their documents were seen (27.3-27.5)
    #[arg(long)]
    pub seen: bool,
    /// Their fee was paid (28.3)
    #[arg(long)]
    pub paid: bool,
}

/// Refuse (29.5); the reason goes to who applied
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct EntryRefuseOrder {
    /// The tournament's code
    pub code: String,
    /// Numbers of entries, as `td entries` lists them
    #[arg(required = true)]
    pub entries: Vec<u32>,
}

/// Note that documents were seen or the fee was paid; the documents themselves are not kept
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct EntryTickOrder {
    /// The tournament's code
    pub code: String,
    /// Numbers of entries, as `td entries` lists them
    #[arg(required = true)]
    pub entries: Vec<u32>,
    /// The documents were seen (27.3-27.5)
    #[arg(long)]
    pub seen: bool,
    /// The fee was paid (28.3)
    #[arg(long)]
    pub paid: bool,
    /// Take the ticks that are named away again
    #[arg(long)]
    pub off: bool,
}

/// Take an entry back for who made it; the first who waits moves up
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct EntryWithdrawOrder {
    /// The tournament's code
    pub code: String,
    /// Numbers of entries, as `td entries` lists them
    #[arg(required = true)]
    pub entries: Vec<u32>,
}

/// Erase who made an entry that was refused or taken back: its key is destroyed for good
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct EntryEraseOrder {
    /// The tournament's code
    pub code: String,
    /// Numbers of entries, as `td entries` lists them
    #[arg(required = true)]
    pub entries: Vec<u32>,
}

/// Close the list: who plays is final, and the games are made
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct EntryCloseOrder {
    /// The tournament's code
    pub code: String,
}

orders! {
/// Entries: admit, refuse, tick, withdraw, erase, close (27-29)
pub enum EntryOrder {
    Admit(EntryAdmitOrder),
    Refuse(EntryRefuseOrder),
    Tick(EntryTickOrder),
    Withdraw(EntryWithdrawOrder),
    Erase(EntryEraseOrder),
    Close(EntryCloseOrder),
}
}

/// What is ordered about entries.
#[derive(Clone, Copy, Debug)]
pub enum EntryDeed<'a> {
    /// They are admitted.
    Admit(&'a EntryAdmitOrder),
    /// They are refused.
    Refuse(&'a EntryRefuseOrder),
    /// They are ticked.
    Tick(&'a EntryTickOrder),
    /// They are taken back.
    Withdraw(&'a EntryWithdrawOrder),
    /// Who made them is erased.
    Erase(&'a EntryEraseOrder),
    /// The list is closed.
    Close(&'a EntryCloseOrder),
}

macro_rules! deeds {
    ($($deed:ident $order:ident $example:literal,)+) => {
        impl<'a> EntryDeed<'a> {
            /// The code of the tournament that it is about.
            pub fn code(self) -> &'a str {
                match self {
                    $(EntryDeed::$deed(order) => &order.code,)+
                }
            }
        }

        $(impl Ordered for $order {
            fn examples() -> Vec<&'static str> {
                vec![$example]
            }

            fn place(&self) -> OrderPlace<'_> {
                OrderPlace::Desk(DeskOrder::Entry(EntryDeed::$deed(self)))
            }
        })+
    };
}

deeds! {
    Admit EntryAdmitOrder "entry admit CODE 3 4 --seen --paid",
    Refuse EntryRefuseOrder "entry refuse CODE 5",
    Tick EntryTickOrder "entry tick CODE 3 --paid",
    Withdraw EntryWithdrawOrder "entry withdraw CODE 3",
    Erase EntryEraseOrder "entry erase CODE 5",
    Close EntryCloseOrder "entry close CODE",
}
