//! Notices: who is to be told what. The words are in the templates; here are
//! only facts, so that a notice can be compared and tested.

mod body;
mod kind;
mod remark;

pub use body::{
    AccessChange, AddressTrouble, ArchiveHead, AskedFor, Body, BrowserHour, CodeTerms, CodeTrouble,
    DatesGiven, EnteredOpinion, EntryLetter, EntryNews, EntryPerson, GameFate, HandedOver,
    HoursTold, LeaveEndOutcome, LeaveOutcome, NamedDecision, OfLetter, OpenMatter, OpinionFacts,
    OrderOutcome, OrderResult, OverstepFacts, PartOutcome, ProtestTrouble, Protested,
    ReplacementReader, SaidBefore, Starter, TodayComing, TodayMatter, WaitingLetter,
};
pub use remark::{
    AskedBecause, Candidate, CopiedBecause, CutBecause, Membership, OneWordAct, Question, Quoted,
    Remark, ShownBranch, WordsFate,
};

use crate::chess::Side;
use crate::ids::{EventId, PlayerId, TournamentId};
use crate::record::About;
use serde::{Deserialize, Serialize};

/// The kind of a letter: its `X-Postchess-Kind` and its folder of templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// A round is paired.
    Round,
    /// To the players, by an official.
    Circular,
    /// The player's games.
    Status,
    /// How to write to the robot.
    Help,
    /// A claim was refused or could not be taken.
    Claim,
    /// A protest was lodged.
    Protest,
    /// A letter that is not believed waits for a code.
    Challenge,
    /// A change of address.
    Address,
    /// The game is with the adjudicator.
    Adjudication,
    /// A request to withdraw.
    Withdrawal,
    /// Where an entry stands.
    Entry,
    /// A decision of the arbiter.
    Ruling,
    /// A letter did not arrive, or an address fails.
    DeliveryProblem,
    /// What the arbiter should know.
    Digest,
    /// What became of an arbiter's orders.
    Transcript,
    /// A link to sign in to the server by.
    SignIn,
}

impl NoticeKind {
    /// All of them.
    pub const ALL: [NoticeKind; 29] = [
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
        NoticeKind::Round,
        NoticeKind::Circular,
        NoticeKind::Status,
        NoticeKind::Help,
        NoticeKind::Claim,
        NoticeKind::Protest,
        NoticeKind::Challenge,
        NoticeKind::Address,
        NoticeKind::Adjudication,
        NoticeKind::Withdrawal,
        NoticeKind::Entry,
        NoticeKind::Ruling,
        NoticeKind::DeliveryProblem,
        NoticeKind::Digest,
        NoticeKind::Transcript,
        NoticeKind::SignIn,
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
            NoticeKind::Round => "round",
            NoticeKind::Circular => "circular",
            NoticeKind::Status => "status",
            NoticeKind::Help => "help",
            NoticeKind::Claim => "claim",
            NoticeKind::Protest => "protest",
            NoticeKind::Challenge => "challenge",
            NoticeKind::Address => "address",
            NoticeKind::Adjudication => "adjudication",
            NoticeKind::Withdrawal => "withdrawal",
            NoticeKind::Entry => "entry",
            NoticeKind::Ruling => "ruling",
            NoticeKind::DeliveryProblem => "delivery-problem",
            NoticeKind::Digest => "digest",
            NoticeKind::Transcript => "transcript",
            NoticeKind::SignIn => "sign-in",
        }
    }
}

/// Who gets a letter. Every letter has exactly one recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recipient {
    /// A player, at his registered address.
    Player(PlayerId),
    /// The tournament's arbiter.
    Arbiter,
    /// Who decides protests against the arbiter (54.1.4); the arbiter where the
    /// tournament names nobody.
    Appeals,
    /// Who adjudicates a second time (56.9.10); the arbiter where the tournament
    /// names nobody.
    Adjudicator,
    /// Who speaks for the team of that number (24).
    Captain(u32),
    /// An official himself, whoever has his letters while he is absent: his place among
    /// those who hold an office in the tournament.
    InPerson(u32),
    /// Who made an entry and is no player yet, at the address it came from.
    Applicant(i64),
}

/// A letter to be composed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
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
    /// The number of the decision it tells of, once that has one.
    pub decision: Option<EventId>,
    /// Who gave that, where it was another official than the arbiter.
    #[serde(default)]
    pub by: Option<DecidedBy>,
}

/// An official by whom a decision was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecidedBy {
    /// His name.
    pub name: String,
    /// What he is in the tournament: a word of [`crate::orders::Role::word`].
    pub role: String,
}

impl Notice {
    /// A notice without remarks, from whose leaving nothing is reckoned.
    pub fn new(to: Recipient, body: Body) -> Notice {
        Notice {
            to,
            body,
            remarks: Vec::new(),
            begins: None,
            tournament: None,
            decision: None,
            by: None,
        }
    }

    /// The same, about a tournament.
    pub fn of_tournament(self, tournament: TournamentId) -> Notice {
        Notice {
            tournament: Some(tournament),
            ..self
        }
    }
}
