//! The database: the only room that knows SQL.
//!
//! [`Store::read`] gives a [`View`] with every question; [`Store::write`] runs a
//! closure with a [`Tx`] that can also change things, in one `BEGIN IMMEDIATE`
//! transaction: many letters may share it, nothing is committed before it ends.
//! Methods are named thing first (`game_load`, `outbox_next`). Nothing here reads
//! a clock. Work per letter does not grow with games or with the archive: a test
//! looks at the plan of every hot statement.

mod accounts;
mod ahead;
mod amendments;
mod applications;
mod archive;
mod claims;
mod departed;
mod engine;
mod error;
mod events;
mod files;
mod forget;
mod games;
mod given;
mod guard;
mod hearing;
mod heartbeats;
mod inbound;
mod journal;
mod known;
mod lease;
mod leave;
mod letters;
mod looks;
mod migrate;
mod named;
mod occurrences;
mod officials;
mod older;
mod open;
mod outbound;
mod owed;
mod own_notes;
mod paper;
mod passes;
mod person_keys;
mod place;
mod players;
mod public;
mod readers;
mod recipe;
mod restore;
mod seal;
mod server;
mod servers;
mod service;
mod sign_ins;
mod sql;
mod sqlite;
mod tournaments;
mod transfer;
mod upkeep;

pub use accounts::{AccessKeyRow, KeyPurpose, NewAccessKey, NewSession, SessionRow};
pub use ahead::Glimpse;
pub use amendments::Amendment;
pub use applications::{Applicant, Application, NewApplication};
pub use archive::{ArchiveReport, KeptPart, ShrinkReport};
pub use claims::Claimable;
pub use departed::Departed;
pub use engine::{Address, Encryption};
pub use error::StoreError;
pub use events::{OfDecision, SiteStamp};
pub use games::{DueGame, ForeseenGame, GameRow, ManyGames, NewGame, Outlook, Terms};
pub use guard::{
    AskedBack, Challenge, NewChallenge, NewQuestion, ThreadRow, TokenOf, TokenRow, Untold,
};
pub use hearing::{Heard, listen};
pub use inbound::{
    Arrival, Arrived, Described, HeardRow, InboundRow, InboundState, InboundVerdict, Kept,
    NamedMessage, Pending, Twin,
};
pub use journal::{BroughtBack, Compared};
pub use lease::{Lease, Turn};
pub use leave::{LeaveRow, NewLeave};
pub use letters::{Direction, KeptLetter, PackedLetter, Press, Raw};
pub use looks::CompleteLook;
pub use migrate::VERSION;
pub use named::{ElsewhereRow, NamedRow, NewNamed};
pub use officials::{Factors, NewOfficialSession, OfficialAccount, OfficialSession};
pub use older::OLDER_COPY;
pub use open::{Store, Tx, View};
pub use outbound::{Begins, Due, NewOutbound, OutboundRow, OutboundState, PaperTrail};
pub use owed::{NewOwed, Owed};
pub use paper::PaperWanted;
pub use passes::{Hours, KeptBy, PassRow, Stamp, Stamped};
pub use place::Place;
pub use players::{NewPlayer, PlayerEntryRow, PlayerRow};
pub use public::{PageStamp, PublicTournament, Stamps, TournamentStamp};
pub use restore::{KEY_NAME, REPLACED, Restored, Restoring};
pub(crate) use seal::{open as open_sealed, seal as seal_bytes};
pub use servers::{ServerRole, ServerRow};
pub use service::{AsideRow, Unsent};
pub use sign_ins::{EndedSignIns, Ending, TokenBounds};
pub use sql::{Hash, hash};
pub use tournaments::{NewTournament, TournamentFacts, TournamentRow, TournamentStatus};
pub use upkeep::TableSize;

#[cfg(test)]
mod tests;
