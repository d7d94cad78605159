//! What an order would do that its own name does not say: it is asked back before it
//! is done (CONTRACT.md 6). Facts; the catalogue has the sentences.

use crate::chess::Side;
use crate::ids::{EventId, GameName};
use crate::language::Language;
use crate::messages::fact;
use crate::record::ResultCode;
use crate::time::Day;
use serde::Serialize;
use std::fmt;

/// Days under which an order that takes days, refuses an overstep or opens a game again
/// is asked back: with fewer nobody can be expected to answer in time.
pub const FEW_DAYS: i64 = 4;

/// Why an order is asked back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Caution {
    /// A result stands in the record already.
    ResultStands {
        /// In which game.
        game: GameName,
        /// Which.
        result: ResultCode,
        /// The decision that entered it, where one did.
        decision: Option<EventId>,
    },
    /// `+` and `-` are for games without a move, and here both have moved.
    Played {
        /// In which game.
        game: GameName,
        /// What was to be entered.
        result: ResultCode,
    },
    /// A day that has not come yet.
    ToCome {
        /// The day.
        day: Day,
        /// Today.
        today: Day,
    },
    /// A receipt that lies before the dispatch of what it answers.
    ReceivedTooEarly {
        /// The half-move.
        ply: u32,
        /// The receipt.
        received: Day,
        /// The dispatch of the one before.
        left: Day,
    },
    /// The receipt of our request to correct a faulty move, before that was written.
    RequestTooEarly {
        /// The half-move.
        ply: u32,
        /// The receipt.
        received: Day,
        /// The dispatch of the faulty letter.
        left: Day,
    },
    /// A dispatch that lies before the receipt of what it answers.
    SentTooEarly {
        /// The half-move.
        ply: u32,
        /// The receipt.
        received: Day,
        /// The dispatch.
        sent: Day,
    },
    /// The opponent has answered a move before the day that is to be its dispatch.
    AnsweredBefore {
        /// The half-move.
        ply: u32,
        /// Its dispatch.
        sent: Day,
        /// The day of the answer.
        answered: Day,
    },
    /// The time of a side is over at once.
    TimeOver {
        /// In which game.
        game: GameName,
        /// Whose.
        side: Side,
        /// Days used.
        total: i64,
        /// Days allowed.
        limit: i64,
        /// The order can give it days itself.
        can_give: bool,
    },
    /// An overstep that was announced, which the record does not bear out any more.
    OverstepUndone {
        /// In which game.
        game: GameName,
        /// Whose.
        side: Side,
        /// Days used.
        total: i64,
        /// Days allowed.
        limit: i64,
    },
    /// It takes back what the appeals arbiter has decided (34.5).
    LastWord {
        /// In which game.
        game: GameName,
        /// The decision.
        decision: EventId,
    },
    /// It decides a protest that went to the appeals arbiter: what he answers is entered.
    OfAppeals {
        /// In which game.
        game: GameName,
        /// Whose answer it is; empty where nobody is named.
        who: String,
    },
    /// It decides an appeal against an adjudication: what another decides is entered
    /// (56.9.10).
    OfAdjudicator {
        /// In which game.
        game: GameName,
        /// Whose decision it is; empty where nobody is named.
        who: String,
    },
    /// It decides about who gives it or a game that he plays, and nobody else of the
    /// tournament could.
    OwnMatter {
        /// The game, or his name.
        about: String,
    },
    /// A round of a knock-out was paired upon what it changes.
    RoundPaired {
        /// The tournament.
        code: String,
        /// The round.
        round: u32,
    },
    /// The end of a tournament has come: it goes on, and its games with it.
    EndCome {
        /// The tournament.
        code: String,
        /// Its end.
        end: Day,
    },
    /// No pairing keeps the rules: it ends the tournament before all its rounds are played.
    RoundsOver {
        /// The tournament.
        code: String,
        /// How many were played.
        rounds: u32,
    },
    /// A game goes on again whose player has left.
    WithoutPlayer {
        /// The game.
        game: GameName,
        /// Who has left.
        name: String,
    },
    /// The field of a stage was made upon what it changes.
    FieldMade {
        /// The stage.
        code: String,
        /// It has begun: its field stays.
        begun: bool,
    },
    /// A side has few days left.
    FewDays {
        /// In which game.
        game: GameName,
        /// Whose.
        side: Side,
        /// Days left.
        left: i64,
        /// The order can give it more itself.
        can_give: bool,
    },
}

impl Caution {
    /// The reason, in a sentence without a full stop.
    pub fn said(&self, language: Language) -> String {
        fact(language, "caution", self)
    }
}

impl fmt::Display for Caution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Language::En))
    }
}
