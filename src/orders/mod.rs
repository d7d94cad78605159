//! The arbiter's orders, a file each: its words, what it does, what is watched after it,
//! and whose it is to give. However one comes, at the console or by letter, it is read
//! into the same [`Order`], which is what it means; nothing is translated after that.
//!
//! Most are about one game and are decided from the game alone ([`GameOrder`]); those about
//! a player or a whole tournament, from what the robot's desk has gathered for them
//! (`robot::orders`). What an order comes to is a [`plan::Plan`], which the desk carries
//! out. A new order is its file and its line in [`Order`].

mod decree;
mod fitted;
mod giver;
pub mod half_move;
mod td;
mod usage;
mod words;

pub mod batch;
pub mod by_letter;
mod captain;
pub mod caution;
pub mod circular;
pub mod committee;
pub mod halt;
pub mod line;
mod line_up;
pub mod outcome;
pub mod plan;
pub mod refusal;
pub mod role;
pub mod why;

mod absent;
mod access_lost;
mod address;
mod adjudicate;
mod carrier;
pub mod compensate;
mod confirm_forfeit;
mod correct;
mod dismiss;
mod enter;
mod enter_move;
pub mod entry;
pub mod form;
mod hand_over;
pub mod leave;
pub mod left;
mod log;
mod opinion;
mod pair;
mod pause;
mod penalty;
mod prolong;
mod promote;
mod reject_claim;
mod remove_team;
mod reopen;
pub mod replace;
mod result;
mod resume;
mod revoke;
pub mod ruling_letters;
mod set_dates;
pub mod void;
mod what_if;
pub mod withdraw;

pub use absent::AbsentOrder;
pub use access_lost::{AccessLostOrder, access_until};
pub use address::AddressOrder;
pub use adjudicate::AdjudicateOrder;
pub use captain::CaptainOrder;
pub use carrier::CarrierOrder;
pub use caution::Caution;
pub use circular::CircularOrder;
pub use compensate::CompensateOrder;
pub use confirm_forfeit::ConfirmForfeitOrder;
pub use correct::CorrectOrder;
pub use decree::Decree;
pub use dismiss::DismissOrder;
pub use enter::{EnterOrder, NamedPerson};
pub use enter_move::MoveOrder;
pub use entry::{EntriesOrder, EntryOrder};
pub use fitted::fitted;
pub use giver::Giver;
pub use hand_over::HandOverOrder;
pub use leave::{LeaveCancelOrder, LeaveGrantOrder, LeaveKeepOrder, LeaveOrder};
pub use line_up::LineUpOrder;
pub use log::LogOrder;
pub use opinion::OpinionOrder;
pub use outcome::Outcome;
pub use pair::PairOrder;
pub use pause::PauseOrder;
pub use penalty::PenaltyOrder;
pub use prolong::{ProlongOrder, goes_on, is_only_asked};
pub use promote::PromoteOrder;
pub use refusal::Refusal;
pub use reject_claim::RejectClaimOrder;
pub use remove_team::RemoveTeamOrder;
pub use reopen::ReopenOrder;
pub use replace::ReplaceOrder;
pub use result::ResultOrder;
pub use resume::ResumeOrder;
pub use revoke::{PassInGame, RevokeOrder, Undoing, revoke, revoke_for_player, revoke_pass};
pub use role::Role;
pub use set_dates::SetDatesOrder;
pub use td::{EXAMPLES, Td, Why};
pub use usage::{example, help, names, usage};
pub use void::VoidOrder;
pub use what_if::WhatIfOrder;
pub use why::OrderError;
pub use withdraw::{FinishedGames, WithdrawOrder};
pub use words::{
    GameOrTournament, day, names_typed, reason, refusal_of, with_hyphens_in_names, with_name,
};

use crate::arbiter::Ruling;
use crate::chess::Side;
use crate::ids::GameName;
use crate::record::{Event, GameFile, Status};
use crate::time::Instant;
use crate::tournament::officials::Office;
use clap::Subcommand;
use outcome::InGame;

/// What the list of orders asks of each.
pub trait Ordered {
    /// Lines that would be taken, as a letter shows them to who wrote it wrongly;
    /// `CODE` stands for a tournament's code.
    fn examples() -> Vec<&'static str> {
        Vec::new()
    }

    /// Where it is carried out.
    fn place(&self) -> OrderPlace<'_>;

    /// The game it is about and what it does there; none where it needs the desk.
    fn in_game(&self) -> Option<(&GameName, &dyn GameOrder)> {
        match self.place() {
            OrderPlace::Game(game, order) => Some((game, order)),
            OrderPlace::Desk(_) | OrderPlace::List => None,
        }
    }
}

impl Order {
    /// The code of the tournament that it names as a whole, or whose game it is about.
    pub fn tournament(&self) -> Option<&str> {
        match self.place() {
            OrderPlace::Game(game, _) => Some(&game.code),
            OrderPlace::Desk(DeskOrder::WhatIf(order)) => Some(&order.code),
            OrderPlace::Desk(order) => order.in_tournament().map(|(code, _)| code),
            OrderPlace::List => None,
        }
    }
}

/// Where an order is carried out.
pub enum OrderPlace<'a> {
    /// In one game, from that game alone.
    Game(&'a GameName, &'a dyn GameOrder),
    /// At the desk, which knows players, tables and all games of a tournament.
    Desk(DeskOrder<'a>),
    /// Nowhere: it asks for a list.
    List,
}

/// An order that needs the desk.
#[derive(Clone, Copy, Debug)]
pub enum DeskOrder<'a> {
    /// All games of the tournament with that code stand still.
    PauseAll(&'a str),
    /// They go on.
    ResumeAll(&'a str),
    /// A decision, or what a pass declared, is taken back.
    Revoke(&'a RevokeOrder),
    /// A player has another address.
    Address(&'a AddressOrder),
    /// A player leaves a tournament.
    Withdraw(&'a WithdrawOrder),
    /// A player comes into an event that has begun.
    Enter(&'a EnterOrder),
    /// Entries are decided on, or closed.
    Entry(entry::EntryDeed<'a>),
    /// Who plays for a team in a round.
    LineUp(&'a LineUpOrder),
    /// Who speaks for a team.
    Captain(&'a CaptainOrder),
    /// A team leaves.
    RemoveTeam(&'a RemoveTeamOrder),
    /// Another plays on in his place.
    Replace(&'a ReplaceOrder),
    /// A player cannot reach his mail.
    AccessLost(&'a AccessLostOrder),
    /// What a player is entered as was wrong.
    Correct(&'a CorrectOrder),
    /// An official is absent.
    Absent(&'a AbsentOrder),
    /// Players are written to.
    Circular(&'a CircularOrder),
    /// Another directs.
    HandOver(&'a HandOverOrder),
    /// It ends later.
    Prolong(&'a ProlongOrder),
    /// Days of an outage are given back.
    Compensate(&'a CompensateOrder),
    /// The next round is paired.
    Pair(&'a PairOrder),
    /// Who came through is entered in the next stage.
    Promote(&'a PromoteOrder),
    /// A table without a player is shown.
    WhatIf(&'a WhatIfOrder),
    /// Leave is granted.
    LeaveGrant(&'a LeaveGrantOrder),
    /// Leave that came late stays as it is.
    LeaveKeep(&'a LeaveKeepOrder),
    /// A leave does not count.
    LeaveCancel(&'a LeaveCancelOrder),
}

impl<'a> DeskOrder<'a> {
    /// The official that it is about, by name or address.
    pub fn official(&self) -> Option<&'a str> {
        match self {
            DeskOrder::Absent(order) => Some(&order.official),
            _ => None,
        }
    }

    /// The tournament whose own record it is entered in, and the team that it is about, where
    /// it is one's: nothing else tells whose it is to give.
    pub fn in_tournament(&self) -> Option<(&'a str, Option<u32>)> {
        match self {
            DeskOrder::Enter(order) => Some((&order.code, None)),
            DeskOrder::Entry(order) => Some((order.code(), None)),
            DeskOrder::Pair(order) => Some((&order.code, None)),
            DeskOrder::Promote(order) => Some((&order.code, None)),
            DeskOrder::RemoveTeam(order) => Some((&order.code, None)),
            DeskOrder::Absent(order) => Some((&order.code, None)),
            DeskOrder::Circular(order) => Some((&order.code, None)),
            DeskOrder::HandOver(order) => Some((&order.code, None)),
            DeskOrder::Prolong(order) => Some((&order.code, None)),
            DeskOrder::LineUp(order) => Some((&order.code, Some(order.team))),
            DeskOrder::Captain(order) => Some((&order.code, Some(order.team))),
            DeskOrder::PauseAll(code) | DeskOrder::ResumeAll(code) => Some((code, None)),
            DeskOrder::Revoke(_)
            | DeskOrder::Address(_)
            | DeskOrder::Withdraw(_)
            | DeskOrder::Replace(_)
            | DeskOrder::Correct(_)
            | DeskOrder::AccessLost(_)
            | DeskOrder::Compensate(_)
            | DeskOrder::WhatIf(_)
            | DeskOrder::LeaveGrant(_)
            | DeskOrder::LeaveKeep(_)
            | DeskOrder::LeaveCancel(_) => None,
        }
    }
}

/// An order about one game: a function of the game as it stands.
pub trait GameOrder {
    /// What is entered in the game by it, and who is told what.
    ///
    /// # Errors
    ///
    /// Why the game does not allow it.
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError>;

    /// Whether a side should have some days after it.
    fn watch(&self, _after: &AfterOrder<'_>) -> Watch {
        Watch::default()
    }

    /// Whether what it decides waits in the game for that official: it is his to give where
    /// his right to such orders is [`role::Right::Own`].
    fn waits_for(&self, _office: Office, _game: &GameFile) -> bool {
        false
    }
}

/// A side of a game after an order in it.
#[derive(Clone, Copy, Debug)]
pub struct AfterOrder<'a> {
    /// Which side.
    pub side: Side,
    /// What the order did.
    pub done: Option<&'a InGame>,
    /// That side's time runs.
    pub runs: bool,
}

impl AfterOrder<'_> {
    /// The order has refused an overstep of that side.
    fn is_let_off(&self) -> bool {
        matches!(
            self.done,
            Some(InGame::Entered(Event::ClaimRejected { side, .. })) if *side == self.side
        )
    }

    /// The order has set the clock of that side to zero.
    fn begins_at_zero(&self) -> bool {
        matches!(
            self.done,
            Some(InGame::Entered(Event::ClockReset { side })) if *side == self.side
        )
    }
}

/// Whether an order is one after which a side should have some days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// It is.
    pub is_watched: bool,
    /// The order can give the days itself.
    pub can_give: bool,
}

/// What an order in a game comes to.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// What is entered, and who is told.
    pub ruling: Ruling,
    /// What it did.
    pub done: Option<InGame>,
    /// What it does that its own name does not say: it is asked back.
    pub cautions: Vec<Caution>,
}

/// Decides an order in a game.
///
/// # Errors
///
/// Why the game does not allow it.
pub fn decide(
    game: &GameFile,
    order: &dyn GameOrder,
    reason: &str,
    now: Instant,
) -> Result<Decided, OrderError> {
    if game.status == Status::Waiting {
        return Err(OrderError::Waiting);
    }
    let mut after = Box::new(game.clone());
    let mut decree = Decree::new(now, reason);
    order.decide(&mut after, &mut decree)?;
    Ok(decree.decided(after))
}

macro_rules! orders {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $($(#[$how:meta])* $order:ident($words:ty),)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
        #[expect(missing_docs, reason = "each order's file says what it is, and its help too")]
        pub enum $name {
            $($(#[$how])* $order($words),)+
        }

        impl Ordered for $name {
            fn examples() -> Vec<&'static str> {
                [$(<$words as Ordered>::examples()),+].concat()
            }

            fn place(&self) -> OrderPlace<'_> {
                match self {
                    $($name::$order(order) => order.place(),)+
                }
            }
        }

        $(
            impl From<$words> for $name {
                fn from(order: $words) -> $name {
                    $name::$order(order)
                }
            }
        )+
    };
}
use orders;

orders! {
/// Every order there is, in the order of the help: what `td` takes at the console and an
/// arbiter's letter in a line.
pub enum Order {
    Log(LogOrder),
    ConfirmForfeit(ConfirmForfeitOrder),
    RejectClaim(RejectClaimOrder),
    Dismiss(DismissOrder),
    Penalty(PenaltyOrder),
    SetDates(SetDatesOrder),
    Move(MoveOrder),
    Void(VoidOrder),
    Reopen(ReopenOrder),
    Pause(PauseOrder),
    Resume(ResumeOrder),
    Pair(PairOrder),
    Promote(PromoteOrder),
    Revoke(RevokeOrder),
    Address(AddressOrder),
    Correct(CorrectOrder),
    Carrier(CarrierOrder),
    Enter(EnterOrder),
    #[command(subcommand)]
    Entry(EntryOrder),
    Entries(EntriesOrder),
    Withdraw(WithdrawOrder),
    LineUp(LineUpOrder),
    Captain(CaptainOrder),
    RemoveTeam(RemoveTeamOrder),
    Replace(ReplaceOrder),
    AccessLost(AccessLostOrder),
    Compensate(CompensateOrder),
    Circular(CircularOrder),
    Absent(AbsentOrder),
    HandOver(HandOverOrder),
    Prolong(ProlongOrder),
    WhatIf(WhatIfOrder),
    #[command(subcommand)]
    Leave(LeaveOrder),
    Adjudicate(AdjudicateOrder),
    Opinion(OpinionOrder),
    Result(ResultOrder),
}
}
