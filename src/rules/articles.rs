//! The one table of article numbers. Older editions number chapter 9's articles
//! 46 to 52; letters and reports never hold a number of their own.

use super::Profile;

/// A provision of the rules, by what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Article {
    /// The arbiter controls the time and takes decisions.
    ArbiterDecides,
    /// Days per period, carried over.
    Control,
    /// A move costs receipt to dispatch.
    MoveTime,
    /// Nothing counts before the start.
    BeforeStart,
    /// Actual dispatch counts, a stated one does not.
    ActualDispatch,
    /// Standard time on the way; more is for the arbiter.
    Transit,
    /// Time of a variant.
    VariantTime,
    /// A faulty move costs penalty days.
    FaultPenalty,
    /// A faulty move again.
    FaultPenaltyAgain,
    /// A faulty move is to be corrected; any piece may move.
    Correction,
    /// The opponent's last move must be repeated rightly.
    RepetitionRule,
    /// A letter without a move is a faulty one.
    NoMoveInIt,
    /// An accepted variant needs an answer.
    VariantAnswer,
    /// A sent move stands.
    MoveStands,
    /// Marks and second notations do not count.
    MarksDoNotCount,
    /// Near the control, copies to the arbiter.
    ControlNear,
    /// No answer: the move is repeated.
    RepeatMove,
    /// A letter that was not received.
    LetterLost,
    /// No move for long.
    Silence,
    /// What an overstep is, and its claim.
    OverstepClaim,
    /// A claim of time is made at the latest with the answer to the control move.
    ClaimTerm,
    /// A first overstep of two: claimed in time, it sets the clock to zero.
    FirstOverstep,
    /// The claim interrupts the game.
    OverstepPause,
    /// The term of a protest against a claim.
    OverstepProtest,
    /// A confirmed overstep loses.
    OverstepLoses,
    /// The first overstep loses already, where the regulations say so.
    FirstOverstepLoses,
    /// A refused claim may bar others.
    ClaimRefused,
    /// A copy of the claim goes to the opponent.
    ClaimCopy,
    /// The claimant's next move goes to the arbiter alone.
    SealedMove,
    /// A first overstep sets the clock to zero.
    OverstepReset,
    /// Leave in a year.
    LeaveAllowance,
    /// Leave is announced before it begins.
    LeaveAnnounced,
    /// Leave may be ended early.
    LeaveEnded,
    /// Leave does not count as time.
    LeaveTime,
    /// Leave backwards or more of it: the arbiter alone.
    LeaveGranted,
    /// Lost access to mail: 30 days. Only chapter 56 has it; elsewhere by analogy.
    AccessLost,
    /// Withdrawal.
    Withdrawal,
    /// Whether the games of one who left count.
    WithdrawnCount,
    /// Exclusion of one who breaks the rules or does not answer the arbiter.
    Exclusion,
    /// The partners' games are entered once their texts are there.
    WithdrawnRecords,
    /// Adjudication of unfinished games.
    Adjudication,
    /// Opinions within 14 days of the end.
    Opinions,
    /// A move named with an opinion counts as made.
    OpinionMove,
    /// Equal opinions end the game.
    EqualOpinions,
    /// Adjudicated by what was sent, or by the adjudicator's own judgement.
    AdjudicationGrounds,
    /// Who sent nothing has no right of appeal.
    NoAppealWithout,
    /// The players are told of the result and of their right of appeal.
    AdjudicationTold,
    /// An appeal within 14 days.
    Appeal,
    /// Another adjudicates again, and that is final.
    SecondAdjudication,
    /// The chief arbiter's report within ten days.
    OfficialReport,
    /// The final table for the federation.
    FederationTable,
    /// Records of finished games.
    GameRecords,
    /// Protest against a ruling.
    RulingProtest,
    /// Change of address.
    AddressChange,
    /// Report of a player.
    PlayerReport,
    /// The correspondence is kept, and sent on request.
    Correspondence,
    /// The schedule of a correspondence.
    Schedule,
    /// Numeric notation.
    Numeric,
    /// The forms of messages.
    Forms,
    /// Checkmate.
    Checkmate,
    /// Resignation; a draw where the opponent cannot mate.
    Resignation,
    /// Stalemate.
    Stalemate,
    /// Dead position.
    DeadPosition,
    /// Agreement.
    Agreement,
    /// Agreement only after a move of each.
    AgreementMoves,
    /// A draw offer stands until declined or answered by a move.
    DrawOffer,
    /// Three-fold repetition.
    Threefold,
    /// 50 moves.
    FiftyMoves,
    /// A wrong claim.
    WrongClaim,
    /// Five-fold repetition.
    Fivefold,
    /// 75 moves.
    SeventyFive,
    /// Time against a player who cannot mate.
    TimeNoMate,
    /// The overstep that loses.
    OverstepThatLoses,
    /// Series of moves may be proposed.
    VariantProposed,
    /// In which notation moves are written.
    Notation,
    /// The draw of lots is open.
    OpenDraw,
    /// An announced draw stays as it is; changes are minimal and agreed.
    DrawStands,
    /// The tables by which a round-robin is paired.
    BergerTables,
    /// The double round.
    DoubleRound,
    /// Tie-breaks are chosen before the start.
    TieBreaksBefore,
    /// The order of tie-breaks in a round-robin.
    TieBreakOrder,
}

impl Article {
    /// Its number in the edition in force, for a tournament's profile.
    pub fn number(self, profile: Profile) -> &'static str {
        use Article as A;
        let by = |server: &'static str, post: &'static str, email: &'static str| match profile {
            Profile::Server => server,
            Profile::Post => post,
            Profile::Email => email,
        };
        match self {
            A::ArbiterDecides => "53.3",
            A::Control => by("54.4.2", "55.4.3", "56.4.3"),
            A::MoveTime => by("54.4.3", "55.4.4", "56.4.4"),
            A::BeforeStart => by("54.4.4", "55.4.5", "56.4.5"),
            A::ActualDispatch => by("54.4.3", "55.2.2", "56.2.3"),
            A::Transit => by("54.4.3", "55.4.3", "56.2.5"),
            A::VariantTime => by("54.3.3", "55.4.8", "56.4.6"),
            A::FaultPenalty => by("54.3.1", "55.4.9", "56.4.7"),
            A::FaultPenaltyAgain => by("54.3.1", "55.4.10", "56.4.7"),
            A::Correction => by("54.3.1", "55.3.12", "56.3.4"),
            A::RepetitionRule => by("54.3.1", "55.3.7.5", "56.3.3"),
            A::NoMoveInIt => by("54.3.1", "55.3.11", "56.3.5"),
            A::VariantAnswer => by("54.3.3", "55.3.11", "56.3.9"),
            A::MoveStands => by("54.3.2", "55.3.10", "56.3.2"),
            A::MarksDoNotCount => by("54.3.1", "55.3.5", "56.3.6"),
            A::ControlNear => by("54.4.2", "55.4.12", "56.4.10"),
            A::RepeatMove => by("54.4.3", "55.5.1", "56.5.1"),
            A::LetterLost => by("54.4.3", "55.5.1", "56.5.2"),
            A::Silence => by("54.1.3", "55.5.2", "56.5.3"),
            A::OverstepClaim => by("54.6.1", "55.6.1", "56.6.1"),
            A::ClaimTerm => by("54.5.2", "55.6.3", "56.6.1"),
            A::FirstOverstep => "55.6.3-4",
            A::OverstepPause => by("54.5.2", "55.6.8", "56.6.3"),
            A::OverstepProtest => by("54.1.4", "55.6.5", "56.6.4"),
            A::OverstepLoses => by("54.5.2", "55.6.6", "56.6.6"),
            A::FirstOverstepLoses => by("54.5.2", "55.6.11", "56.6.6"),
            A::ClaimRefused => by("54.1.4", "55.6.10", "56.6.7"),
            A::ClaimCopy => by("54.5.2", "55.6.2.2", "56.6.2"),
            A::SealedMove => by("54.5.2", "55.6.7", "56.6.3"),
            A::OverstepReset => "55.6.4",
            A::LeaveAllowance => by("54.6.1", "55.7.1", "56.7.1"),
            A::LeaveAnnounced => by("54.6.1", "55.7.6", "56.7.2"),
            A::LeaveEnded => by("54.6.1", "56.7.3", "56.7.3"),
            A::LeaveTime => by("54.6.1", "55.7.4", "56.7.4"),
            A::AccessLost => "56.1.6",
            A::LeaveGranted => by("54.6.1", "55.7.7", "56.7.7"),
            A::Withdrawal => by("54.7.1", "55.8.1", "56.8.1"),
            A::WithdrawnCount => "33.1",
            A::Exclusion => by("54.1.3", "55.8.3", "56.8.3"),
            A::WithdrawnRecords => by("54.7.1", "55.8.2", "56.8.2"),
            A::Adjudication => by("54.8.1", "55.9.4", "56.9.4"),
            A::Opinions => by("54.8.2", "55.9.5", "56.9.4"),
            A::OpinionMove => by("54.8.2", "55.9.5.4", "56.9.4.4"),
            A::EqualOpinions => by("54.8.3", "55.9.6", "56.9.5"),
            A::AdjudicationGrounds => by("54.8.3", "55.9.7", "56.9.6"),
            A::NoAppealWithout => by("54.8.4", "55.9.8", "56.9.7"),
            A::AdjudicationTold => by("54.8.5", "55.9.9", "56.9.8"),
            A::Appeal => by("54.8.6", "55.9.10", "56.9.9"),
            A::SecondAdjudication => by("54.8.7", "55.9.11", "56.9.10"),
            A::OfficialReport => "30.2.1.6",
            A::FederationTable => "30.2.1.7",
            A::GameRecords => by("54.8", "55.9.1", "56.9.1"),
            A::RulingProtest => by("54.1.4", "55.1.6", "56.1.10"),
            A::AddressChange => by("54.1.2", "55.1.2", "56.1.2"),
            A::PlayerReport => "57",
            A::Correspondence => by("54.1.2", "55.1.3", "56.1.5"),
            A::Schedule => "60",
            A::Numeric => "58",
            A::Forms => "59",
            A::Checkmate => "5.1.1",
            A::Resignation => "5.1.2",
            A::Stalemate => "5.2.1",
            A::DeadPosition => "5.2.2",
            A::Agreement => "5.2.3",
            A::AgreementMoves => "5.2.3",
            A::DrawOffer => "9.1.2.1",
            A::Threefold => "9.2",
            A::FiftyMoves => "9.3",
            A::WrongClaim => "9.5.3",
            A::Fivefold => "9.6.1",
            A::SeventyFive => "9.6.2",
            A::TimeNoMate => "6.9",
            A::OverstepThatLoses => by("54.5.2", "55.6.4", "56.6.6"),
            A::VariantProposed => by("54.3.3", "55.3.8-9", "56.3.7-8"),
            A::Notation => by("54.3.1", "55.3.2", "56.2.4"),
            A::OpenDraw => "31.1",
            A::DrawStands => "31.4",
            A::BergerTables => "31.5",
            A::DoubleRound => "31.6",
            A::TieBreaksBefore => "39.1",
            A::TieBreakOrder => "39.3.1",
        }
    }
}
