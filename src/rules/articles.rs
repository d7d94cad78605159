//! The one table of article numbers. Older editions number chapter 9's articles
//! 46 to 52; letters and reports never hold a number of their own.

use super::Profile;

/// The numbers of a row: one for all profiles, or those by server, by post, by e-mail.
macro_rules! number {
    ($profile:ident, $all:literal) => {
        $all
    };
    ($profile:ident, $server:literal, $post:literal, $email:literal) => {
        match $profile {
            Profile::Server => $server,
            Profile::Post => $post,
            Profile::Email => $email,
        }
    };
}

macro_rules! articles {
    ($($(#[$says:meta])* $name:ident: $($number:literal),+;)*) => {
        /// A provision of the rules, by what it says.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Article {
            $($(#[$says])* $name,)*
        }

        impl Article {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Article] = &[$(Article::$name),*];

            /// Its number in the edition in force, for a tournament's profile.
            pub const fn number(self, profile: Profile) -> &'static str {
                match self {
                    $(Article::$name => number!(profile, $($number),+),)*
                }
            }

            const fn name(self) -> &'static str {
                match self {
                    $(Article::$name => stringify!($name),)*
                }
            }
        }
    };
}

articles! {
    /// The arbiter controls the time and takes decisions.
    ArbiterDecides: "53.3";
    /// Days per period, carried over.
    Control: "54.4.2", "55.4.3", "56.4.3";
    /// A move costs receipt to dispatch.
    MoveTime: "54.4.3", "55.4.4", "56.4.4";
    /// Nothing counts before the start.
    BeforeStart: "54.4.4", "55.4.5", "56.4.5";
    /// Actual dispatch counts, a stated one does not.
    ActualDispatch: "54.4.3", "55.2.2", "56.2.3";
    /// Both dates by post are taken from postmarks and receipt slips.
    DatesByMarks: "55.2.2";
    /// The postmark counts, not the date written.
    MarkOverWritten: "55.2.2.1";
    /// Of a registered one the stamp on the receipt slip counts.
    SlipCounts: "55.2.2.2";
    /// Of several postmarks the earliest for the sender, the latest for the recipient.
    SeveralMarks: "55.2.2.3";
    /// Without a legible mark what the recipient records counts.
    StatedWithoutMark: "55.2.2.4";
    /// A date that nothing tells is settled with the answer.
    DateToSettle: "55.2.2.5";
    /// Standard time on the way; more is for the arbiter.
    Transit: "54.4.3", "55.4.3", "56.2.5";
    /// A date that the arbiter sets, as what was on the way tells.
    DateSet: "54.4.3", "55.2.2", "56.2.5";
    /// A query, or a repeat of one's own move, has three free days.
    FreeReply: "54.4.3", "55.4.7", "56.4.8";
    /// A repeat that was due and came late.
    LateRepeat: "54.4.3", "55.4.11", "56.4.9";
    /// Time of a variant.
    VariantTime: "54.3.3", "55.4.8", "56.4.6";
    /// A faulty move costs penalty days.
    FaultPenalty: "54.3.1", "55.4.9", "56.4.7";
    /// A faulty move again.
    FaultPenaltyAgain: "54.3.1", "55.4.10", "56.4.7";
    /// A faulty move is to be corrected; any piece may move.
    Correction: "54.3.1", "55.3.12", "56.3.4";
    /// The opponent's last move must be repeated rightly.
    RepetitionRule: "54.3.1", "55.3.7.5", "56.3.3";
    /// A letter without a move is a faulty one.
    NoMoveInIt: "54.3.1", "55.3.11", "56.3.5";
    /// An accepted variant needs an answer.
    VariantAnswer: "54.3.3", "55.3.11", "56.3.9";
    /// A sent move stands.
    MoveStands: "54.3.2", "55.3.10", "56.3.2";
    /// Marks and second notations do not count.
    MarksDoNotCount: "54.3.1", "55.3.5", "56.3.6";
    /// Near the control, copies to the arbiter.
    ControlNear: "54.4.2", "55.4.12", "56.4.10";
    /// No answer: the move is repeated.
    RepeatMove: "54.4.3", "55.5.1", "56.5.1";
    /// A letter that was not received.
    LetterLost: "54.4.3", "55.5.1", "56.5.2";
    /// No move for long.
    Silence: "54.1.3", "55.5.2", "56.5.3";
    /// What an overstep is, and its claim.
    OverstepClaim: "54.6.1", "55.6.1", "56.6.1";
    /// A claim of time is made at the latest with the answer to the control move.
    ClaimTerm: "54.5.2", "55.6.3", "56.6.1";
    /// A first overstep of two: claimed in time, it sets the clock to zero.
    FirstOverstep: "55.6.3-4";
    /// The claim interrupts the game.
    OverstepPause: "54.5.2", "55.6.8", "56.6.3";
    /// The term of a protest against a claim.
    OverstepProtest: "54.1.4", "55.6.5", "56.6.4";
    /// A confirmed overstep loses.
    OverstepLoses: "54.5.2", "55.6.6", "56.6.6";
    /// The first overstep loses already, where the regulations say so.
    FirstOverstepLoses: "54.5.2", "55.6.11", "56.6.6";
    /// A claim that the record does not bear out, or the arbiter refuses.
    ClaimRefused: "54.1.4", "55.6.1", "56.6.7";
    /// A refused claim that interrupted the game: by post it may be fined.
    PausingClaimRefused: "54.1.4", "55.6.10", "56.6.7";
    /// A refused claim may bar others. Only chapter 56 says so; by post the arbiter decides.
    ClaimsBarred: "54.1.4", "53.3", "56.6.7";
    /// A copy of the claim goes to the opponent.
    ClaimCopy: "54.5.2", "55.6.2.2", "56.6.2";
    /// The claimant's next move goes to the arbiter alone.
    SealedMove: "54.5.2", "55.6.7", "56.6.3";
    /// A first overstep sets the clock to zero.
    OverstepReset: "55.6.4";
    /// Leave in a year.
    LeaveAllowance: "54.6.1", "55.7.1", "56.7.1";
    /// Leave is announced before it begins.
    LeaveAnnounced: "54.6.1", "55.7.6", "56.7.2";
    /// Leave may be ended early. Only chapter 56 says so; by post it is told as leave is.
    LeaveEnded: "54.6.1", "55.7.2", "56.7.3";
    /// Leave does not count as time.
    LeaveTime: "54.6.1", "55.7.4", "56.7.4";
    /// Leave backwards or more of it: the arbiter alone.
    LeaveGranted: "54.6.1", "55.7.7", "56.7.7";
    /// Lost access to mail: 30 days. Only chapter 56 has it; elsewhere the arbiter decides.
    AccessLost: "53.3", "53.3", "56.1.6";
    /// Withdrawal.
    Withdrawal: "54.7.1", "55.8.1", "56.8.1";
    /// Whether the games of one who left a round-robin count.
    WithdrawnCount: "33.1";
    /// Outside round-robins the points of one who left stay, and his partners'.
    PointsStay: "33.2";
    /// Exclusion of one who breaks the rules or does not answer the arbiter.
    Exclusion: "54.1.3", "55.8.3", "56.8.3";
    /// The partners' games are entered once their texts are there.
    WithdrawnRecords: "54.7.1", "55.8.2", "56.8.2";
    /// Adjudication of unfinished games.
    Adjudication: "54.8.1", "55.9.4", "56.9.4";
    /// Opinions within 14 days of the end.
    Opinions: "54.8.2", "55.9.5", "56.9.4";
    /// A move named with an opinion counts as made.
    OpinionMove: "54.8.2", "55.9.5.4", "56.9.4.4";
    /// Equal opinions end the game.
    EqualOpinions: "54.8.3", "55.9.6", "56.9.5";
    /// Adjudicated by what was sent, or by the adjudicator's own judgement.
    AdjudicationGrounds: "54.8.3", "55.9.7", "56.9.6";
    /// Who sent nothing has no right of appeal.
    NoAppealWithout: "54.8.4", "55.9.8", "56.9.7";
    /// The players are told of the result and of their right of appeal.
    AdjudicationTold: "54.8.5", "55.9.9", "56.9.8";
    /// An appeal within 14 days.
    Appeal: "54.8.6", "55.9.10", "56.9.9";
    /// Another adjudicates again, and that is final.
    SecondAdjudication: "54.8.7", "55.9.11", "56.9.10";
    /// What a win, a draw and a loss bring.
    PointsOfResults: "10.1";
    /// The chief arbiter's report within ten days.
    OfficialReport: "30.2.1.6";
    /// The final table for the federation.
    FederationTable: "30.2.1.7";
    /// Records of finished games.
    GameRecords: "54.8", "55.9.1", "56.9.1";
    /// Protest against a ruling.
    RulingProtest: "54.1.4", "55.1.6", "56.1.10";
    /// Change of address.
    AddressChange: "54.1.2", "55.1.2", "56.1.2";
    /// The form of a player's report.
    PlayerReport: "57";
    /// A player owes the arbiter reports. Only chapter 55 says when; elsewhere 56.8.3 and
    /// its like presuppose them.
    ReportsOwed: "54.1.3", "55.1.2", "56.8.3";
    /// The correspondence is kept, and sent on request.
    Correspondence: "54.1.2", "55.1.3", "56.1.5";
    /// The schedule of a correspondence.
    Schedule: "60";
    /// Numeric notation.
    Numeric: "58";
    /// The forms of messages.
    Forms: "59";
    /// Checkmate.
    Checkmate: "5.1.1";
    /// Resignation; a draw where the opponent cannot mate.
    Resignation: "5.1.2";
    /// Stalemate.
    Stalemate: "5.2.1";
    /// Dead position.
    DeadPosition: "5.2.2";
    /// Agreement.
    Agreement: "5.2.3";
    /// Agreement only after a move of each.
    AgreementMoves: "5.2.3";
    /// No draw is offered or agreed before a certain move.
    DrawTooEarly: "9.1.1";
    /// A draw offer stands until declined or answered by a move.
    DrawOffer: "9.1.2.1";
    /// Three-fold repetition.
    Threefold: "9.2";
    /// 50 moves.
    FiftyMoves: "9.3";
    /// A wrong claim.
    WrongClaim: "9.5.3";
    /// Five-fold repetition.
    Fivefold: "9.6.1";
    /// 75 moves.
    SeventyFive: "9.6.2";
    /// Time against a player who cannot mate.
    TimeNoMate: "6.9";
    /// The system of pairing is announced before.
    SystemAnnounced: "31.7";
    /// Who should not meet is told of it before the first round.
    PairingRestricted: "31.9";
    /// All games of a tournament begin at once.
    GamesAtOnce: "53.1";
    /// The overstep that loses.
    OverstepThatLoses: "54.5.2", "55.6.4", "56.6.6";
    /// Series of moves may be proposed.
    VariantProposed: "54.3.3", "55.3.8-9", "56.3.7-8";
    /// On a server moves travel by it alone.
    PlayedOnServer: "54.2.1";
    /// In which notation moves are written.
    Notation: "54.3.1", "55.3.2", "56.2.4";
    /// A captain does not step into a game.
    CaptainStaysOut: "24.5";
    /// Only the captain protests.
    CaptainProtests: "24.6";
    /// The draw of lots is open.
    OpenDraw: "31.1";
    /// Terms and days of entries are the tournament's to set.
    EntryTerms: "27.2";
    /// What an entry must tell.
    EntryData: "27.4";
    /// What an entry may cost.
    EntryFee: "28.2";
    /// The fee is paid by the start.
    EntryFeePaid: "28.3";
    /// Who plays is decided by the admission commission, with a protocol.
    Admission: "29.4";
    /// It may refuse.
    AdmissionRefused: "29.5";
    /// An announced draw stays as it is; changes are minimal and agreed.
    DrawStands: "31.4";
    /// The tables by which a round-robin is paired.
    BergerTables: "31.5";
    /// The double round.
    DoubleRound: "31.6";
    /// Tie-breaks are chosen before the start.
    TieBreaksBefore: "39.1";
    /// The order of tie-breaks in a round-robin.
    TieBreakOrder: "39.3.1";
}

impl Article {
    /// What templates call it: `fault_penalty`.
    pub fn key(self) -> String {
        let mut key = String::new();
        for letter in self.name().chars() {
            if letter.is_ascii_uppercase() && !key.is_empty() {
                key.push('_');
            }
            key.push(letter.to_ascii_lowercase());
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_name_an_article_by_what_it_says() {
        assert_eq!(Article::FaultPenaltyAgain.key(), "fault_penalty_again");
        assert_eq!(Article::NoMoveInIt.key(), "no_move_in_it");
        for article in Article::ALL {
            assert!(!article.number(Profile::Email).is_empty());
        }
    }
}
