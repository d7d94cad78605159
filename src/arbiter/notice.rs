//! Notices: who is to be told what. The words are in the templates; here are
//! only facts, so that a notice can be compared and tested.

use crate::chess::Side;
use crate::chess::notation::Reason;
use crate::ids::{GameName, PlayerId, TournamentId};
use crate::record::{About, FaultKind};
use crate::request::Doubt;
use crate::time::Day;
use serde::Serialize;

/// The kind of a letter: its `X-Postchess-Kind` and its folder of templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeKind {
    /// The tournament begins.
    Start,
    /// To who moved.
    Confirmation,
    /// To the opponent.
    Move,
    /// A move is refused.
    Rejection,
    /// Nothing was understood, or it is not clear which game or move is meant.
    NotUnderstood,
    /// A draw was offered without a move, or declined.
    Draw,
    /// A letter is sent again.
    Repeat,
    /// The control is near.
    Reminder,
    /// An overstep.
    TimeForfeit,
    /// No move for long.
    Silence,
    /// Leave.
    Leave,
    /// The game is over.
    Result,
    /// Article 57's report.
    Report,
    /// The player's games.
    Status,
    /// How to write to the robot.
    Help,
    /// A claim was refused or could not be taken.
    Claim,
    /// A protest was lodged.
    Protest,
    /// A decision of the arbiter.
    Ruling,
    /// What the arbiter should know.
    Digest,
}

impl NoticeKind {
    /// All of them.
    pub const ALL: [NoticeKind; 19] = [
        NoticeKind::Start,
        NoticeKind::Confirmation,
        NoticeKind::Move,
        NoticeKind::Rejection,
        NoticeKind::NotUnderstood,
        NoticeKind::Draw,
        NoticeKind::Repeat,
        NoticeKind::Reminder,
        NoticeKind::TimeForfeit,
        NoticeKind::Silence,
        NoticeKind::Leave,
        NoticeKind::Result,
        NoticeKind::Report,
        NoticeKind::Status,
        NoticeKind::Help,
        NoticeKind::Claim,
        NoticeKind::Protest,
        NoticeKind::Ruling,
        NoticeKind::Digest,
    ];

    /// The value of `X-Postchess-Kind`.
    pub fn name(self) -> &'static str {
        match self {
            NoticeKind::Start => "start",
            NoticeKind::Confirmation => "confirmation",
            NoticeKind::Move => "move",
            NoticeKind::Rejection => "rejection",
            NoticeKind::NotUnderstood => "not-understood",
            NoticeKind::Draw => "draw",
            NoticeKind::Repeat => "repeat",
            NoticeKind::Reminder => "reminder",
            NoticeKind::TimeForfeit => "time-forfeit",
            NoticeKind::Silence => "silence",
            NoticeKind::Leave => "leave",
            NoticeKind::Result => "result",
            NoticeKind::Report => "report",
            NoticeKind::Status => "status",
            NoticeKind::Help => "help",
            NoticeKind::Claim => "claim",
            NoticeKind::Protest => "protest",
            NoticeKind::Ruling => "ruling",
            NoticeKind::Digest => "digest",
        }
    }
}

/// Who gets a letter. Every letter has exactly one recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recipient {
    /// A player, at his registered address.
    Player(PlayerId),
    /// The tournament's arbiter.
    Arbiter,
}

/// Something to be said beside the main thing, in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "remark", rename_all = "kebab-case")]
pub enum Remark {
    /// The move had no number; the one due was taken.
    NumberMissing,
    /// The dots of a Black move were missing.
    DotsMissing,
    /// The number was too high by one.
    NumberTooHigh {
        /// As written.
        written: u32,
        /// As due.
        due: u32,
    },
    /// The move was spelt in an unusual way.
    Spelling {
        /// As written.
        text: String,
        /// Why it is remarked on.
        reason: Reason,
    },
    /// The second notation beside the move says something else (56.3.6).
    NotationsDiffer {
        /// The one that counts.
        taken: String,
        /// The other.
        other: String,
    },
    /// The Date header lay more than a day before arrival and was cut (56.2.5).
    DispatchCut {
        /// What the header said.
        header: Day,
        /// What counts.
        counted: Day,
    },
    /// A date of dispatch in the letter differs from the actual one (56.2.3).
    DispatchDiffers {
        /// As stated.
        stated: Day,
        /// What counts.
        counted: Day,
    },
    /// A stated receipt is later than the standard time on the way allows (56.2.5).
    ReceiptLater {
        /// As stated.
        stated: Day,
        /// What counts.
        counted: Day,
    },
    /// A stated receipt lies before our letter left.
    ReceiptTooEarly {
        /// As stated.
        stated: Day,
        /// What counts.
        counted: Day,
    },
    /// Elsewhere in the record that was sent along something differs (56.3.3).
    RecordDiffers {
        /// The move's number.
        number: u32,
        /// As sent.
        written: String,
        /// As recorded.
        recorded: String,
    },
    /// The opponent's draw offer lapsed with this move.
    OfferLapsed,
    /// The opponent was told of the draw offer.
    OfferPassedOn,
    /// The opponent offers a draw.
    OpponentOffersDraw,
    /// A claim of a draw was not right: it counts as an offer (9.5.3).
    ClaimWasWrong,
    /// So many half-moves of the proposed series were accepted.
    VariantAccepted {
        /// How many.
        plies: u32,
    },
    /// A series of moves was proposed.
    VariantProposed {
        /// The moves, SAN with numbers.
        line: Vec<String>,
    },
    /// The rest of a proposed series was cut off.
    VariantCut {
        /// From here on.
        text: String,
    },
    /// Series of moves may not be proposed in this tournament.
    VariantsOff,
    /// This letter is copied to the arbiter (56.4.10).
    ArbiterCopied,
    /// Penalty days were added for an earlier letter of the same kind already; not again.
    PenaltyOnce,
    /// Something in the letter could not be understood and was not carried out.
    Unclear {
        /// What.
        doubt: Doubt,
    },
    /// The player is on leave, and the leave goes on.
    LeaveGoesOn {
        /// Its last day.
        until: Day,
    },
    /// A move sent before the flag fell arrived: the notice is void.
    NoticeAnnulled,
}

/// A move that was refused or remarked on, with where it stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Quoted {
    /// The line of the player's letter.
    pub line: String,
    /// Characters before the place meant.
    pub offset: usize,
    /// Characters of the place meant.
    pub length: usize,
}

/// A candidate for an ambiguous move, in both notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Article 58.
    pub numeric: String,
    /// UCI; letters print it as SAN in the reader's language.
    pub uci: String,
}

/// Why a letter was answered with a question instead of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum Question {
    /// Doubts about the text.
    Doubts {
        /// Them.
        doubts: Vec<Doubt>,
    },
    /// Signs of several games, or of none.
    WhichGame {
        /// Those named in the letter, or the sender's active ones.
        games: Vec<GameName>,
    },
    /// A number lower than the one due.
    OldNumber {
        /// As written.
        written: u32,
        /// As due.
        due: u32,
        /// The same move is recorded under that number: all is well.
        same: bool,
    },
    /// A number too high by more than one.
    FarNumber {
        /// As written.
        written: u32,
        /// As due.
        due: u32,
    },
    /// It is the opponent's move.
    NotYourTurn,
    /// The game is over.
    GameOver,
    /// The tournament is not started.
    NotStarted,
    /// The game is paused; a move sent now is kept and played if the game goes on.
    Paused,
    /// Two moves, and no way to tell which is meant (or a repetition that is none): no penalty.
    TwoMoves {
        /// As written.
        texts: Vec<String>,
    },
    /// A faulty move where no penalty may be charged.
    UnclearMove {
        /// What is wrong with it.
        fault: FaultKind,
        /// Why.
        reason: Option<Reason>,
        /// As written.
        text: String,
        /// Legal moves that fit.
        candidates: Vec<Candidate>,
    },
    /// Accepting or declining a draw where none is offered.
    NoOffer,
    /// A draw can be agreed only after a move of each (5.2.3).
    TooEarlyForDraw,
    /// A draw offer without a question mark where the opponent's offer stands: accept or offer?
    OfferOrAccept,
    /// A claim, protest or opinion with nothing to refer to.
    NothingToClaim,
    /// Nothing to send again.
    NothingToRepeat,
    /// No leave to end.
    NoLeave,
    /// The command is known but not carried out by this robot; the arbiter was told.
    ForArbiter,
}

/// The result of looking at an overstep, with its whole arithmetic (issue of a notice or refusal).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OverstepFacts {
    /// Whose.
    pub side: Side,
    /// That side's move number.
    pub at_move: u32,
    /// Total days, penalties included.
    pub total: i64,
    /// Days allowed.
    pub limit: i64,
    /// The first day over.
    pub flag: Day,
    /// Whether it happened while thinking (no move came) and not with a move.
    pub thinking: bool,
    /// The receipt from which the running move counts, where thinking.
    pub since: Option<Day>,
    /// The day up to which it is reckoned.
    pub until: Day,
}

/// A leave as it was taken in one tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeaveOutcome {
    /// The tournament.
    pub code: String,
    /// Days taken as leave; `None` where none is left or it was refused.
    pub taken: Option<(Day, Day)>,
    /// Days asked for that are thinking time instead.
    pub over: i64,
    /// Per calendar year touched: year, used with this leave, allowed.
    pub years: Vec<(i32, i64, i64)>,
    /// Announced after it began (56.7.2): it counts from this day, if at all.
    pub late_from: Option<Day>,
}

/// What a letter is about. One variant for each kind, sometimes two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "body", rename_all = "kebab-case")]
pub enum Body {
    /// The game begins; who has White is in the game.
    Start,
    /// Half-moves just recorded from the reader's own letter (the last is his move).
    Confirmation {
        /// Their numbers.
        plies: Vec<u32>,
        /// He offered a draw with it.
        draw_offered: bool,
        /// The opponent's day of receipt is reckoned from this letter's twin; CHECK commits nothing.
        only_checked: bool,
    },
    /// The opponent's half-moves.
    Move {
        /// Their numbers.
        plies: Vec<u32>,
        /// He offers a draw.
        draw_offered: bool,
    },
    /// A move was refused.
    Rejection {
        /// What was wrong.
        fault: FaultKind,
        /// Why, in detail.
        reason: Option<Reason>,
        /// The move as written.
        text: String,
        /// Where it stood.
        quoted: Option<Quoted>,
        /// Legal moves that fit.
        candidates: Vec<Candidate>,
        /// What was expected as a repetition (SAN), where that was wrong.
        expected: Option<String>,
        /// Penalty days charged (0: none).
        penalty: i64,
    },
    /// A question instead of an action.
    NotUnderstood {
        /// Why.
        question: Question,
        /// The player's line it is about.
        quoted: Option<Quoted>,
    },
    /// A draw offer made (`yours`) or received, without a move.
    DrawOffered {
        /// The reader made it.
        yours: bool,
    },
    /// A draw offer declined, by the reader (`yours`) or by his opponent.
    DrawDeclined {
        /// The reader declined it.
        yours: bool,
    },
    /// The last letter again: asked for, or because no answer came.
    Repeat {
        /// The half-move repeated (0: the start letter).
        ply: u32,
        /// The reader asked for it.
        asked: bool,
        /// Days without an answer, where the robot repeats by itself.
        days: i64,
        /// A copy for the arbiter.
        copy: bool,
    },
    /// The control is near.
    Reminder {
        /// Days left.
        left: i64,
        /// The day on which the flag falls.
        flag: Day,
        /// The second warning, on the last day.
        last_day: bool,
    },
    /// An overstep: the game is paused (`notice`) or lost (`immediate`).
    TimeForfeit {
        /// The arithmetic.
        facts: OverstepFacts,
        /// The game is over by it.
        lost: bool,
        /// The opponent claimed it.
        claimed: bool,
        /// Days for a protest from receipt of this letter.
        protest_days: u32,
        /// The opponent could not mate: the arbiter decides between draw and loss (6.9).
        no_mate: bool,
        /// The first of two: the game goes on, and the clock begins at zero (55.6.4).
        resets: bool,
    },
    /// The overstep was confirmed after the protest term: the loss is entered.
    ForfeitEntered {
        /// Whose overstep.
        side: Side,
    },
    /// The notice was void: a move sent in time arrived later.
    ForfeitAnnulled {
        /// Whose overstep had been announced.
        side: Side,
    },
    /// No move for so many days.
    Silence {
        /// Days since the last move.
        days: i64,
        /// Whose move it is.
        side: Side,
    },
    /// To who takes leave: what he has.
    LeaveTaken {
        /// As asked.
        asked: (Day, Day),
        /// One for each tournament.
        outcomes: Vec<LeaveOutcome>,
    },
    /// To who ended a leave.
    LeaveEnded {
        /// The first playing day.
        playing: Day,
        /// The leave never began: it is cancelled.
        cancelled: bool,
        /// Days that came back.
        returned: i64,
    },
    /// To opponents and arbiter: a player's leave.
    LeaveAnnounced {
        /// Who.
        name: String,
        /// From, to.
        days: (Day, Day),
        /// The tournament.
        code: String,
        /// It was ended early: its new last day is `days.1` (before `days.0`: cancelled).
        ended: bool,
        /// It was announced late (an open matter for the arbiter).
        late: bool,
    },
    /// The game is over; result and cause are in the game.
    Result,
    /// The reader's games.
    Status,
    /// Article 57's report.
    Report,
    /// How to write to the robot.
    Help,
    /// A claim of time was refused with its calculation, or lapsed.
    ClaimRefused {
        /// The arithmetic as it stands.
        facts: OverstepFacts,
        /// It was made too late (56.6.1).
        late: bool,
        /// Barred in this cycle by the arbiter (56.6.7).
        barred: bool,
    },
    /// A protest was lodged (to its author, the opponent and the arbiter).
    Protest {
        /// Whose.
        side: Side,
        /// His words.
        text: String,
        /// It came within the term.
        in_time: bool,
    },
    /// A decision of the arbiter.
    Ruling {
        /// What was decided.
        decision: Decision,
        /// His reason.
        reason: String,
        /// The article.
        article: String,
        /// Days for a protest.
        protest_days: u32,
    },
    /// A word from a player to the arbiter.
    ToArbiter {
        /// From whom.
        name: String,
        /// His words.
        text: String,
    },
    /// What the arbiter should know.
    Digest {
        /// One each, in the order of their terms.
        matters: Vec<Matter>,
    },
}

/// An open matter for the arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Matter {
    /// The game, where it is about one.
    pub game: Option<String>,
    /// `overstep`, `protest`, `silence`, `late-leave`, `malformed`, …
    pub what: String,
    /// The article.
    pub article: String,
    /// The last day in time.
    pub until: Option<Day>,
    /// The command that settles it.
    pub command: String,
    /// What happened, in plain English, for reports.
    pub note: String,
}

/// A decision of the arbiter, as the ruling letter names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "decision", rename_all = "kebab-case")]
pub enum Decision {
    /// The overstep is confirmed.
    ForfeitConfirmed {
        /// Whose.
        side: Side,
    },
    /// The overstep is refused.
    ClaimRejected {
        /// Whose overstep it would have been.
        side: Side,
        /// Further claims are barred in this cycle.
        bar_claims: bool,
    },
    /// Days added or taken back.
    Penalty {
        /// Whose.
        side: Side,
        /// Days.
        days: i64,
    },
    /// Dates set.
    DatesSet {
        /// The half-move.
        ply: u32,
        /// Receipt.
        received: Option<Day>,
        /// Dispatch.
        sent: Option<Day>,
    },
    /// Leave granted.
    LeaveGranted {
        /// To whom.
        name: String,
        /// First and last day.
        days: (Day, Day),
        /// The tournament.
        code: String,
    },
    /// A result entered.
    Result {
        /// The result.
        result: String,
    },
    /// The first overstep: the clock begins at zero (55.6.4).
    ClockReset {
        /// Whose.
        side: Side,
    },
}

/// A letter to be composed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Notice {
    /// Its kind.
    pub kind: NoticeKind,
    /// To whom.
    pub to: Recipient,
    /// What it says.
    pub body: Body,
    /// What it says beside that.
    pub remarks: Vec<Remark>,
    /// What is reckoned from its leaving: (half-move, about what, to which side).
    pub begins: Option<(u32, About, Side)>,
    /// The tournament it is about, where it is about no one game.
    pub tournament: Option<TournamentId>,
}

impl Notice {
    /// A notice without remarks, from whose leaving nothing is reckoned.
    pub fn new(kind: NoticeKind, to: Recipient, body: Body) -> Notice {
        Notice {
            kind,
            to,
            body,
            remarks: Vec::new(),
            begins: None,
            tournament: None,
        }
    }
}
