//! What can happen to a tournament as a whole, in no game's and no player's record.

use super::event::Cause;
use crate::ids::{EventId, GameName, TournamentId};
use crate::time::{Day, Instant};
use crate::tournament::Points;
use crate::tournament::entries::EntryState;
use crate::tournament::file::Official;
use crate::tournament::officials::OfficialAbsence;
use crate::tournament::stage::{Promoted, Unfilled};
use crate::tournament::system::Bye;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What happened to a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum TournamentEvent {
    /// A round was paired (26, 31.7).
    RoundPaired(PairedRound),
    /// No further round can be paired.
    RoundUnpaired {
        /// Which.
        round: u32,
    },
    /// A player came into an event that had begun (31.4).
    PlayerEntered {
        /// His starting number.
        number: u32,
        /// His name.
        name: String,
    },
    /// An entry was decided on (29.4, 29.5), or taken back. Who made it is told nowhere here:
    /// it can be erased.
    EntryDecided {
        /// Its number in the tournament.
        entry: u32,
        /// What became of it.
        state: EntryState,
    },
    /// Documents and fee of an entry were ticked (27.3-27.5, 28.3).
    EntryTicked {
        /// Its number.
        entry: u32,
        /// The documents were seen.
        seen: bool,
        /// The fee was paid.
        paid: bool,
    },
    /// Who made an entry was erased.
    EntryErased {
        /// Its number.
        entry: u32,
    },
    /// The list of entries was closed: who plays is final.
    EntriesClosed {
        /// How many do.
        players: usize,
    },
    /// Who plays for a team in a round was stated (24.1).
    LineUpStated {
        /// The round.
        round: u32,
        /// The team's name.
        team: String,
        /// Starting numbers in board order.
        boards: Vec<u32>,
    },
    /// Another speaks for a team (24.9).
    CaptainNamed {
        /// The team's name.
        team: String,
        /// His name.
        captain: String,
        /// His address.
        email: String,
    },
    /// An official is absent for some days: who stands in for him acts for him.
    OfficialAbsent {
        /// His name.
        name: String,
        /// His address, in lower case.
        email: String,
        /// The first day.
        from: Day,
        /// The last.
        to: Day,
        /// All absences known until then.
        was: Vec<OfficialAbsence>,
        /// And from then on.
        is: Vec<OfficialAbsence>,
    },
    /// Another directs it (30.2.1.1).
    HandedOver {
        /// Who did.
        was: Official,
        /// Who does.
        now: Official,
    },
    /// It was played elsewhere until then, and taken over.
    TakenOver {
        /// The files that told of its games.
        files: Vec<String>,
        /// How many games they told of.
        games: usize,
        /// Their half-moves.
        moves: usize,
    },
    /// Its players, or some of them, were written to.
    CircularSent {
        /// By whom.
        from: String,
        /// The letter's subject; perhaps empty.
        subject: String,
        /// What it says, with all its languages.
        text: String,
        /// To which starting numbers.
        numbers: Vec<u32>,
    },
    /// A letter of one of its games was taken.
    RawLetterTaken {
        /// The game.
        game: GameName,
        /// It was received, else sent.
        came: bool,
        /// Its number.
        letter: i64,
        /// Without what signs in or acts for somebody; else as it came or left, and what it held
        /// of that is void since.
        #[serde(default)]
        masked: bool,
    },
    /// It ends later.
    Prolonged {
        /// When it would have ended.
        was: Day,
        /// When it does.
        end: Day,
    },
    /// A decision about the tournament was taken back.
    Revoked {
        /// Its number.
        decision: EventId,
    },
    /// Who plays in a stage is known: those who came through the ones before (26).
    FieldMade(MadeField),
    /// The tables of the stages before do not tell who goes through.
    FieldUnmade {
        /// Why.
        why: Unfilled,
    },
}

/// The field of a stage as it was made. Who ranks the stages before again from the results
/// as they stood then, gets the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeField {
    /// Who came in.
    pub came: Vec<Promoted>,
    /// Who made room: by the arbiter's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stays: Vec<StayedUnit>,
}

/// One who does not go through though his place does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StayedUnit {
    /// The stage that he would come from.
    pub stage: String,
    /// His starting number there, or the team's.
    pub number: u32,
}

/// A round as it was paired. Who pairs it again from the results as they stood then, gets
/// the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedRound {
    /// The round, from 1.
    pub round: u32,
    /// Its official start.
    pub start: Day,
    /// When its unfinished games are adjudicated.
    pub end: Option<Day>,
    /// Its games.
    pub games: Vec<PairedGame>,
    /// Who got points without a game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<Bye>,
    /// Who was not there: had left, or had not come yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<u32>,
    /// The players who had left, where teams play: others took their boards.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub left: BTreeSet<u32>,
    /// Unfinished games, and how they counted for this pairing alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub estimated: Vec<EstimatedGame>,
    /// It was paired elsewhere, and taken over: nobody gets it again from the record.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub elsewhere: bool,
}

/// A game of a round: its number and the starting numbers of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedGame {
    /// The number of the game.
    pub number: u32,
    /// White's starting number.
    pub white: u32,
    /// Black's starting number.
    pub black: u32,
}

/// An unfinished game as a pairing counted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EstimatedGame {
    /// The number of the game.
    pub number: u32,
    /// What White got.
    pub white: Points,
    /// What Black got.
    pub black: Points,
}

/// What is to be recorded about a tournament: it has no number yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TournamentEntry {
    /// When it was recorded.
    pub at: Instant,
    /// Which tournament.
    pub tournament: TournamentId,
    /// What happened.
    pub event: TournamentEvent,
    /// The article that decided, where one did.
    pub grounds: Option<String>,
    /// What brought it about.
    pub cause: Cause,
    /// A remark, or the arbiter's reason.
    pub note: String,
}
