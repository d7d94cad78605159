//! The record of a game: its append-only entries, and the game as they tell it.

pub mod event;
pub mod facts;
mod fault;
mod frequent;
pub mod game;
mod opened;
mod tagged;
mod thinking;
pub mod times;
mod tournament;
pub mod wishes;

pub use crate::tournament::file::Official;
pub use event::{
    About, AppealTrouble, CardAbout, Carrier, Cause, Claim, Corrected, CountedDispatch, Duty,
    EnteredAs, Entry, Event, FaultKind, Holder, PlayerEntry, PlayerEvent, Recorded, ResultCode,
    Termination, Unfinished, revoked_entries,
};
pub use facts::{GameFacts, GamePlayer};
pub use fault::Fault;
pub use game::{
    Adjudicated, Adjudication, Exceeded, GameFile, GameResult, Greeting, Hand, LeaveSpan, Opinion,
    PartOfMove, PlayedMove, Proposal, RecordError, Said, SentMarks, ShownCard, Status, Tenure,
    tenures,
};
pub use opened::{Circumstance, LostLetter, Opened, Unheeded, UnheededReport};
pub use times::{Running, SideClock, Tally};
pub use tournament::{
    EstimatedGame, MadeField, PairedGame, PairedRound, StayedUnit, TournamentEntry, TournamentEvent,
};
pub use wishes::{Wish, Wishes};

#[cfg(test)]
pub(crate) mod fixture;
#[cfg(test)]
mod tests;
