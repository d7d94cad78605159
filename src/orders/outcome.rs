//! What an order did: facts, and what they say (`messages/LANG/orders.toml`).

use super::left::Left;
use super::replace::Replaced;
use super::why::OrderError;
use crate::chess::Side;
use crate::ids::{EventId, GameName, LeaveId, PassId};
use crate::language::Language;
use crate::messages::{self, fact, tell};
use crate::record::{EnteredAs, Event, ResultCode};
use crate::time::Day;
use crate::tournament::entries::EntryState;
use serde::Serialize;
use std::collections::BTreeMap;

/// What an order did in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum InGame {
    /// What its entry says.
    Entered(Event),
    /// The game was adjudicated.
    Adjudicated {
        /// How.
        result: ResultCode,
        /// After an appeal, finally (56.9.10).
        is_final: bool,
    },
    /// An overstep stands.
    OverstepConfirmed {
        /// Whose.
        side: Side,
        /// What it makes of the game.
        result: ResultCode,
    },
    /// A protest is not granted.
    ProtestDismissed {
        /// Whose.
        side: Side,
        /// Who protested, where another plays on in his place by now.
        by: Option<String>,
    },
    /// A complaint about the opponent's words is not granted.
    ComplaintDismissed {
        /// Whose.
        side: Side,
    },
    /// What a card had left for the arbiter changes nothing.
    CardMatterDismissed {
        /// Whose card.
        side: Side,
    },
    /// A claim of a dead position is not granted.
    DeadPositionDismissed {
        /// Whose.
        side: Side,
    },
    /// A move that came another way was played.
    MoveEntered {
        /// `12... Nc6`, in English.
        label: String,
        /// Receipt of what it answers.
        received: Day,
        /// Its dispatch.
        sent: Day,
    },
    /// A half-move and all later ones left the game.
    Voided {
        /// The first of them: `12... Nc6`, in English.
        label: String,
        /// How many.
        count: u32,
        /// The clock that runs now.
        running: Option<ClockLeftRunning>,
    },
    /// The game goes on.
    Resumed {
        /// Whose time runs.
        turn: Side,
    },
    /// A finished game is open again.
    Reopened {
        /// Whose time runs; none where it stands still as before its end.
        turn: Option<Side>,
    },
    /// A decision was taken back.
    Revoked {
        /// Its number.
        decision: EventId,
        /// Its day.
        day: Day,
    },
    /// What a pass of the robot had declared was taken back.
    PassRevoked {
        /// Its number.
        pass: PassId,
        /// The day of the pass.
        day: Day,
    },
    /// It was left as it is: something was built on it.
    PassStays {
        /// Its number.
        pass: PassId,
        /// Why.
        why: Box<OrderError>,
    },
}

/// A clock that runs after moves have left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClockLeftRunning {
    /// Whose.
    pub side: Side,
    /// Since when.
    pub since: Day,
    /// Days used up to today.
    pub used: i64,
    /// When the flag falls.
    pub flag: Day,
}

/// What an order did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// In one game.
    InGame {
        /// Which.
        game: GameName,
        /// What.
        what: InGame,
    },
    /// A decision about a player was taken back.
    RevokedFor {
        /// Its number.
        decision: EventId,
        /// The player's name.
        name: String,
    },
    /// Leave was granted (56.7.7).
    LeaveGranted {
        /// To whom.
        name: String,
        /// First day.
        from: Day,
        /// Last day.
        to: Day,
        /// Games that are lost on time by days which are leave now.
        lost: Vec<GameName>,
    },
    /// Leave that came late stays as it is (56.7.7).
    LeaveKept {
        /// Whose.
        name: String,
    },
    /// A leave does not count.
    LeaveCancelled {
        /// Its number.
        leave: LeaveId,
        /// Whose.
        name: String,
        /// First day.
        from: Day,
        /// Last day.
        to: Day,
    },
    /// A player cannot reach his mail (56.1.6).
    AccessLost {
        /// Who.
        name: String,
        /// The day of his report.
        since: Day,
        /// The last day to come back.
        until: Day,
    },
    /// Another address of a player.
    AddressSet {
        /// Whose.
        name: String,
        /// The address.
        new: String,
    },
    /// A player left a tournament.
    Left(Left),
    /// Another plays on in a player's place (53.3).
    Replaced(Replaced),
    /// Only the table was shown: the player plays on.
    PlaysOn {
        /// Who.
        name: String,
        /// Where.
        code: String,
    },
    /// All games of a tournament stand still.
    AllPaused {
        /// Its code.
        code: String,
        /// How many games.
        games: usize,
        /// From when.
        day: Day,
    },
    /// All games of a tournament go on.
    AllResumed {
        /// Its code.
        code: String,
        /// How many games.
        games: usize,
        /// From when time counts.
        day: Day,
    },
    /// A player came into an event that had begun (31.4).
    PlayerEntered {
        /// The event.
        code: String,
        /// His name.
        name: String,
        /// His starting number.
        number: u32,
    },
    /// An entry was decided on (29.4, 29.5).
    EntryDecided {
        /// The tournament's code.
        code: String,
        /// The number of the entry.
        entry: u32,
        /// Who made it; empty once erased.
        name: String,
        /// What became of it.
        state: EntryState,
        /// His rating is not one of those that are wanted.
        outside: bool,
    },
    /// Documents and fee of an entry are ticked.
    EntryTicked {
        /// The tournament's code.
        code: String,
        /// The number of the entry.
        entry: u32,
        /// Who made it.
        name: String,
        /// The documents were seen.
        seen: bool,
        /// The fee was paid.
        paid: bool,
    },
    /// Who made an entry is erased.
    EntryErased {
        /// The tournament's code.
        code: String,
        /// The number of the entry.
        entry: u32,
    },
    /// The list of entries is closed.
    EntriesClosed {
        /// The tournament's code.
        code: String,
        /// How many play.
        players: usize,
        /// How many games there are.
        games: usize,
    },
    /// Who plays for a team in a round is stated (24.1).
    LineUpStated {
        /// The tournament's code.
        code: String,
        /// The team's name.
        team: String,
        /// The round.
        round: u32,
    },
    /// Another speaks for a team (24.9).
    CaptainNamed {
        /// The tournament's code.
        code: String,
        /// The team's name.
        team: String,
        /// His name.
        captain: String,
    },
    /// What a player is entered as was corrected.
    Corrected {
        /// Until now.
        was: EnteredAs,
        /// From now on.
        is: EnteredAs,
    },
    /// An official is absent.
    OfficialAbsent {
        /// The tournament's code.
        code: String,
        /// His name.
        name: String,
        /// The first day.
        from: Day,
        /// The last.
        to: Day,
        /// Who stands in for him, where somebody does.
        substitute: Option<String>,
    },
    /// Another directs (30.2.1.1).
    HandedOver {
        /// The tournament's code.
        code: String,
        /// Who did.
        was: String,
        /// Who does.
        arbiter: String,
    },
    /// A tournament that was played elsewhere was taken over.
    TakenOver {
        /// Its code.
        code: String,
        /// How many games.
        games: usize,
        /// Those of them that are over.
        finished: usize,
        /// Half-moves of all of them.
        moves: usize,
    },
    /// Players were written to.
    CircularSent {
        /// The tournament's code.
        code: String,
        /// How many.
        readers: usize,
    },
    /// A tournament ends later.
    Prolonged {
        /// Its code.
        code: String,
        /// When it would have ended.
        was: Day,
        /// When it does.
        end: Day,
        /// That end had come: games whose play was over go on.
        come: bool,
    },
    /// A decision about a tournament was taken back.
    RevokedIn {
        /// Its number.
        decision: EventId,
        /// The tournament's code.
        code: String,
    },
    /// Who came through is entered in a stage (26).
    FieldMade {
        /// The stage.
        code: String,
        /// How many came in.
        players: usize,
    },
    /// A round was paired (31.7).
    RoundPaired {
        /// The tournament's code.
        code: String,
        /// The round.
        round: u32,
        /// How many games it has.
        games: usize,
    },
    /// No further round can be paired, and the tournament is over (31.7).
    RoundsOver {
        /// The tournament's code.
        code: String,
        /// How many were played.
        rounds: u32,
    },
    /// Days lost to an outage were given back.
    Compensated {
        /// The tournament's code.
        code: String,
        /// Days in all.
        days: i64,
        /// In how many games.
        games: usize,
        /// The first day of the outage.
        from: Day,
        /// The last.
        to: Day,
        /// The most that a clock gets.
        most: i64,
    },
    /// All that an outage took was given back.
    OutageMadeGood {
        /// The tournament's code.
        code: String,
        /// To how many clocks.
        clocks: usize,
        /// In how many games.
        games: usize,
        /// Its first second, as the zone's clocks show it.
        from: String,
        /// The first second behind it.
        to: String,
    },
}

impl InGame {
    /// What was done, in words without the game.
    pub fn said(&self, language: Language) -> String {
        match self {
            InGame::Entered(event) => messages::entry(language, "done", event, &())
                .unwrap_or_else(|| event.what().replace('-', " ")),
            _ => fact(language, "in-game", self),
        }
    }
}

impl Outcome {
    /// What it did, in a sentence without a full stop.
    pub fn said(&self, language: Language) -> String {
        match self {
            // Its sentence has the game at the end, as scripts know it.
            Outcome::InGame {
                game,
                what: what @ InGame::Revoked { .. },
            } => {
                let said = what.said(language);
                let facts = BTreeMap::from([("said", said), ("game", game.to_string())]);
                tell(language, "outcome.revoked-in-game", &facts)
            }
            Outcome::InGame { game, what } => {
                let (game, said) = (game.to_string(), what.said(language));
                let facts = BTreeMap::from([("said", said), ("game", game)]);
                tell(language, "outcome.in-game", &facts)
            }
            Outcome::Left(left) => left.said(language),
            Outcome::Replaced(replaced) => replaced.said(language),
            _ => fact(language, "outcome", self),
        }
    }
}
