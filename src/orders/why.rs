//! Why an order cannot be carried out.

use crate::chess::Side;
use crate::ids::{EventId, PassId};
use crate::language::Language;
use crate::messages::fact;
use crate::record::{ResultCode, Termination};
use crate::time::Day;
use serde::Serialize;
use std::fmt;

/// Why an order cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderError {
    /// The tournament is not started.
    Waiting,
    /// Nothing to confirm.
    NoOverstep,
    /// Both sides have exceeded their time, and neither is named.
    WhoseOverstep,
    /// Nothing to reject.
    NoClaim,
    /// The record alone has refused the claim.
    Refused(Side),
    /// The half-move does not exist.
    NoPly(u32),
    /// A dispatch of what is only due.
    NotSentYet(u32),
    /// A result that does not come by what is named.
    Disagree {
        /// The result.
        code: ResultCode,
        /// What is to have brought it.
        by: Termination,
    },
    /// The board does not show it.
    NotOnBoard {
        /// What is to have brought the result.
        by: Termination,
    },
    /// Another result than one of play.
    NoAdjudication,
    /// The game is not with the adjudicator.
    NoOpinion,
    /// A move with an opinion, where none can be named.
    NamesNoMove(Side),
    /// It was adjudicated, and nobody has appealed.
    Adjudicated,
    /// It was adjudicated twice (56.9.10).
    Final,
    /// Nothing is asked.
    Nothing,
    /// The game is over.
    Over,
    /// Nothing to dismiss.
    NothingWaits(Option<i64>),
    /// Several, and none is named.
    SeveralWait(String),
    /// Only a claim that paused the game, by post.
    NoFine,
    /// Nothing says how both agreed.
    NotAgreed,
    /// The game is played on the server alone.
    OnServer,
    /// That side gets them so already.
    CarriedSo(Side),
    /// No e-mail address of that side is known.
    NoEmail(Side),
    /// No postal address of that side is known.
    NoPostal(Side),
    /// It would be no change.
    ZeroPenalty,
    /// More days than were used.
    TooMuchBack {
        /// Whose.
        side: Side,
        /// Days and penalty days so far.
        used: i64,
    },
    /// It is paused already.
    AlreadyPaused,
    /// It is not paused.
    NotPaused,
    /// It is paused.
    Paused,
    /// It is not being played.
    NotPlayed,
    /// An overstep has to be decided first.
    OverstepOpen,
    /// The game is over, and should go on.
    OverReopen,
    /// The game is not over.
    NotOver,
    /// The position ends the game.
    EndOnBoard(u32),
    /// The half-move was not made.
    NotMade(u32),
    /// No move of that number was made: `16...Nb1`.
    NoSuchMove(String),
    /// Another move stands there than is named.
    AnotherMove {
        /// As it was named: `16.Nb1`.
        named: String,
        /// What was made: `16. Nc3`.
        made: String,
        /// Its half-move.
        ply: u32,
    },
    /// The arbiter himself has ended the game.
    EndedByOrder(EventId),
    /// A date for a clock that cannot be.
    ClockOutside {
        /// The date.
        day: Day,
        /// Dispatch of the move before.
        first: Day,
        /// Receipt of the ruling.
        last: Day,
    },
    /// The clock set back would have run out.
    FlagFallen {
        /// Whose.
        side: Side,
        /// When.
        flag: Day,
    },
    /// Nothing of a decision counts in the game.
    NothingOf(EventId),
    /// Days that were nobody's were lived through.
    PauseLived,
    /// A receipt that was set was used.
    DatesUsed(u32),
    /// A later decision builds on it.
    BuiltOn {
        /// Which.
        decision: EventId,
        /// When.
        day: Day,
    },
    /// A later move builds on it.
    PlayedOn {
        /// Which.
        ply: u32,
        /// When.
        day: Day,
    },
    /// What a pass declared later builds on it.
    DeclaredOn {
        /// The entry.
        entry: EventId,
        /// The pass, where it is known.
        pass: Option<PassId>,
        /// When.
        day: Day,
    },
    /// Something later builds on it.
    NoFit(String),
    /// No move in the text.
    NoMove(String),
    /// The move was entered already.
    MoveStands {
        /// The move, as the record names it.
        label: String,
        /// The number of the move that is due, with its dots.
        due: String,
    },
    /// The move cannot be played.
    NotPlayable {
        /// The move, where the text holds one that cannot be read as one.
        text: Option<String>,
        /// The moves it may be.
        fitting: Vec<String>,
        /// What the laws say, in English.
        note: String,
        /// The number of the move that is due: `12...`.
        due: String,
    },
    /// A date to come.
    Future {
        /// The date.
        day: Day,
        /// Today.
        today: Day,
    },
    /// Received before it was sent.
    ReceivedTooEarly {
        /// The receipt.
        received: Day,
        /// The opponent's dispatch.
        left: Day,
    },
    /// Dispatch before receipt.
    Backwards {
        /// Receipt.
        received: Day,
        /// Dispatch.
        sent: Day,
    },
}

impl OrderError {
    /// Why, in a sentence without a full stop.
    pub fn said(&self, language: Language) -> String {
        fact(language, "order-error", self)
    }
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Language::En))
    }
}

impl std::error::Error for OrderError {}
