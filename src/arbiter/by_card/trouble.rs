//! Why a card does not fit its game.

use crate::chess::Side;
use crate::time::Day;

/// Why a card does not fit its game. Nothing is recorded by one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardTrouble {
    /// The tournament is played by mail or on the server.
    #[error(
        "the tournament is not played by post: what came on paper all the same, td move enters"
    )]
    NotByPost,
    /// That side's moves come by e-mail.
    #[error(
        "{} sends no cards in this game: his moves come by e-mail; what came on paper all the same, \
        td move enters",
        .0.name()
    )]
    ByEmail(Side),
    /// It has not begun.
    #[error("the tournament is not started")]
    NotStarted,
    /// Who enters it plays the game himself; whose it is to enter, as a refused order says it.
    #[error("{0}")]
    OwnGame(String),
    /// Whose card it is, nothing tells.
    #[error("whose card it is must be told: white or black")]
    NoSide,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is with the adjudicator.
    #[error("the game is not being played")]
    NotPlayed,
    /// A claim is being decided.
    #[error("the game is paused: once that is decided, the card is entered with its own dates")]
    Paused,
    /// A claim that pauses the game, with the claimant's move beside it: what is sealed
    /// with the arbiter stands in no record (55.6.7).
    #[error(
        "the claim seals the move beside it (55.6.7): enter the claim without it, and the \
        move, with its own dates, once the claim is decided"
    )]
    SealsItsMove,
    /// The other side is to move.
    #[error("it is not the turn of {}: {due} is due", .side.name())]
    NotItsTurn {
        /// Whose card it is.
        side: Side,
        /// The number of the move that is due.
        due: String,
    },
    /// Sent before what it answers.
    #[error("it was sent on {sent}, but what it answers only on {left}")]
    SentTooEarly {
        /// Its dispatch.
        sent: Day,
        /// The dispatch of what it answers.
        left: Day,
    },
    /// A date to come.
    #[error("{day} is still to come: today is {today}")]
    ToCome {
        /// The date.
        day: Day,
        /// Today.
        today: Day,
    },
    /// It arrived before it was sent.
    #[error("it arrived on {arrived}, before it was sent on {sent}")]
    Backwards {
        /// Its dispatch.
        sent: Day,
        /// Its arrival.
        arrived: Day,
    },
    /// No move stands in its text.
    #[error("no move in '{0}': a card without one is entered with the fault no-move")]
    NoMove(String),
    /// Its text says nothing that the robot knows.
    #[error("'{0}' is not understood")]
    NotUnderstood(String),
    /// What it says cannot be done.
    #[error(
        "{due} is due: {why}{}; a fault on the card itself is told as one \
        (impossible, illegible, no-move, wrong-repetition)",
        offered(.fitting)
    )]
    DoesNotFit {
        /// Why, in English.
        why: String,
        /// Moves that it may mean.
        fitting: Vec<String>,
        /// The number of the move that is due.
        due: String,
    },
    /// What it is sent for cannot be in this game.
    #[error("{0}")]
    NothingThere(String),
    /// No faulty move waits for a query.
    #[error("no faulty move waits for a query")]
    NothingToQuery,
    /// The side has not moved yet.
    #[error("{} has sent no move that could be repeated", .0.name())]
    NothingToRepeat(Side),
}

fn offered(fitting: &[String]) -> String {
    match fitting {
        [] => String::new(),
        moves => format!(" (perhaps {})", moves.join(", ")),
    }
}
