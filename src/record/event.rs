//! What can happen to a game. An entry is never changed or removed; a
//! correction is a new entry that supersedes what it corrects.

use super::opened::Opened;
use crate::address::Reach;
use crate::cards::{Card, CardFault};
use crate::chess::Side;
use crate::ids::{EventId, InboundId, LeaveId, PassId, PlayerId};
use crate::language::Language;
use crate::time::{Day, Instant};
use crate::tournament::TableResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Deref;

/// Three ways a move can be wrong, and two ways a letter can (56.3.3-5, 56.4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It cannot be made in the position.
    Impossible,
    /// No move can be meant for certain.
    Unreadable,
    /// Several moves fit.
    Ambiguous,
    /// The opponent's last move is repeated wrongly.
    WrongRepetition,
    /// A variant was accepted, or a form filled in, without a move of one's own (56.3.5, 56.3.9).
    NoMove,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// 5.1.1.
    Checkmate,
    /// 5.1.2.
    Resignation,
    /// 5.2.3.
    Agreement,
    /// 5.2.1.
    Stalemate,
    /// 5.2.2.
    DeadPosition,
    /// 9.2.
    Threefold,
    /// 9.3.
    FiftyMoves,
    /// 9.6.1.
    Fivefold,
    /// 9.6.2.
    SeventyFiveMoves,
    /// 54.5.2, 55.6.6, 56.6.6.
    Time,
    /// 55.5.2, 56.5.3.
    Silence,
    /// 54.7, 55.8, 56.8.
    Withdrawal,
    /// 54.8, 55.9, 56.9.
    Adjudication,
    /// Not played.
    Default,
    /// By the arbiter's word.
    Ruling,
}

impl Termination {
    /// As JSON and orders have it.
    pub fn name(self) -> &'static str {
        match self {
            Termination::Checkmate => "checkmate",
            Termination::Resignation => "resignation",
            Termination::Agreement => "agreement",
            Termination::Stalemate => "stalemate",
            Termination::DeadPosition => "dead-position",
            Termination::Threefold => "threefold",
            Termination::FiftyMoves => "fifty-moves",
            Termination::Fivefold => "fivefold",
            Termination::SeventyFiveMoves => "seventy-five-moves",
            Termination::Time => "time",
            Termination::Silence => "silence",
            Termination::Withdrawal => "withdrawal",
            Termination::Adjudication => "adjudication",
            Termination::Default => "default",
            Termination::Ruling => "ruling",
        }
    }
}

/// A result, as the table knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResultCode {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// A draw.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// White wins without play.
    #[serde(rename = "+/-")]
    WhiteForfeit,
    /// Black wins without play.
    #[serde(rename = "-/+")]
    BlackForfeit,
    /// Lost for both without play.
    #[serde(rename = "-/-")]
    BothForfeit,
    /// Lost for both.
    #[serde(rename = "0-0")]
    BothLose,
    /// Left out of the table: the game is over without a result (54.7.1, 55.8.1, 56.8.1).
    #[serde(rename = "*")]
    LeftOut,
}

impl ResultCode {
    /// As printed: `1-0`, `0-1`, `1/2-1/2`, `+/-`, `-/+`, `-/-`, `0-0`, and `*` where
    /// the game is left out of the table.
    pub fn text(self) -> &'static str {
        match self {
            ResultCode::White => "1-0",
            ResultCode::Black => "0-1",
            ResultCode::Draw => "1/2-1/2",
            ResultCode::WhiteForfeit => "+/-",
            ResultCode::BlackForfeit => "-/+",
            ResultCode::BothForfeit => "-/-",
            ResultCode::BothLose => "0-0",
            ResultCode::LeftOut => "*",
        }
    }

    /// Every spelling that [`ResultCode::parse`] takes, for who wrote another.
    pub const SPELLINGS: &str = "1-0, 1:0, 0-1, 0:1, 1/2-1/2, ½-½, 0.5-0.5, +/-, +:-, +-, -/+, \
                                 -:+, -+, -/-, -:-, --, and 0-0 or 0:0 where both lost";

    /// Reads a result as people write it: what [`ResultCode::text`] prints, with a colon,
    /// with any dash for a hyphen, a half as `½`, `0.5` or `0,5`, with blanks between. Not
    /// `*`, which nobody enters by itself; nor `0.5` or `0.0` alone, which may be one
    /// side's.
    pub fn parse(text: &str) -> Option<ResultCode> {
        let mut plain = String::new();
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            match c {
                '½' => plain.push_str("1/2"),
                ',' => plain.push('.'),
                c if crate::typed::is_dash(c) => plain.push('-'),
                c => plain.push(c),
            }
        }
        match plain.replace("0.5", "1/2").as_str() {
            "1-0" | "1:0" => Some(ResultCode::White),
            "0-1" | "0:1" => Some(ResultCode::Black),
            "1/2-1/2" | "1/2:1/2" => Some(ResultCode::Draw),
            "1/2" if plain == "1/2" => Some(ResultCode::Draw),
            "+/-" | "+:-" | "+-" | "+--" => Some(ResultCode::WhiteForfeit),
            "-/+" | "-:+" | "-+" | "--+" => Some(ResultCode::BlackForfeit),
            "-/-" | "-:-" | "--" | "---" => Some(ResultCode::BothForfeit),
            "0-0" | "0:0" => Some(ResultCode::BothLose),
            _ => None,
        }
    }

    /// As a table counts it.
    pub fn counted(self) -> TableResult {
        match self {
            ResultCode::White => TableResult::WhiteWins,
            ResultCode::Black => TableResult::BlackWins,
            ResultCode::Draw => TableResult::Draw,
            ResultCode::WhiteForfeit => TableResult::WhiteForfeit,
            ResultCode::BlackForfeit => TableResult::BlackForfeit,
            ResultCode::BothForfeit => TableResult::BothForfeit,
            ResultCode::BothLose => TableResult::BothLose,
            ResultCode::LeftOut => TableResult::Annulled,
        }
    }

    /// Whether a game with it was played: not won or lost without a move, nor left out.
    pub fn was_played(self) -> bool {
        !matches!(
            self,
            ResultCode::WhiteForfeit
                | ResultCode::BlackForfeit
                | ResultCode::BothForfeit
                | ResultCode::LeftOut
        )
    }

    /// Whether a game can be adjudicated so (56.9.6).
    pub fn is_adjudged(self) -> bool {
        matches!(
            self,
            ResultCode::White | ResultCode::Black | ResultCode::Draw
        )
    }

    /// A win of that side without play.
    pub fn walkover(side: Side) -> ResultCode {
        match side {
            Side::White => ResultCode::WhiteForfeit,
            Side::Black => ResultCode::BlackForfeit,
        }
    }

    /// A win of that side over the board.
    pub fn win(side: Side) -> ResultCode {
        match side {
            Side::White => ResultCode::White,
            Side::Black => ResultCode::Black,
        }
    }

    /// The token PGN knows: 1-0, 0-1, 1/2-1/2, or `*` where both lost or none is counted.
    pub fn pgn(self) -> &'static str {
        match self {
            ResultCode::White | ResultCode::WhiteForfeit => "1-0",
            ResultCode::Black | ResultCode::BlackForfeit => "0-1",
            ResultCode::Draw => "1/2-1/2",
            ResultCode::BothForfeit | ResultCode::BothLose | ResultCode::LeftOut => "*",
        }
    }
}

/// What a letter that left was about: from its leaving the receipt is reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// The start letter to the side to move.
    Start,
    /// The opponent's move (the half-move of that number).
    Move,
    /// Our request to correct a faulty move.
    Correction,
    /// The notice of an overstep or the arbiter's ruling that lets the game go on.
    Ruling,
    /// The notice of an overstep, to the player it is about: his protest term runs from it.
    Notice,
    /// The result of an adjudication: the term of the reader's appeal runs from it (56.9.9).
    Adjudication,
}

/// Why an appeal against an adjudication was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AppealTrouble {
    /// It was sent after its term (56.9.9).
    Late,
    /// Its author sent no opinion in time (56.9.7).
    NothingSent,
    /// The second adjudication is final (56.9.10).
    Final,
}

/// What was claimed, and what the record says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "claim", rename_all = "kebab-case")]
pub enum Claim {
    /// The opponent's time, without an overstep, or while claims are barred (56.6.7).
    Time {
        /// The opponent's move number.
        at_move: u32,
        /// Days he had used.
        total: i64,
        /// Days he had.
        limit: i64,
        /// The arbiter had barred further claims.
        barred: bool,
    },
    /// A draw by 9.2 or 9.3; it counts as an offer (9.5.3).
    Draw {
        /// How often the position stood.
        times: u32,
        /// Half-moves without a capture or a pawn's move.
        quiet: u32,
    },
}

/// A letter between the players for which the rules leave three days (55.4.7, 56.4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// Telling the opponent that his move is faulty, of whatever kind.
    Query,
    /// Repeating one's own move in answer to a repeat.
    Repeat,
}

/// Who plays, as he was named when it was recorded: a game's record can be read
/// without the list of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Number in this home.
    pub player: PlayerId,
    /// Name.
    pub name: String,
}

/// What a card conveys to its recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardAbout {
    /// A move: the card of its half-move.
    Move,
    /// A faulty move, or none where one was due.
    Fault,
    /// The query about a faulty move (55.3.12).
    Query,
    /// A move that was sent before (55.5.1).
    Repeat,
    /// Words that change nothing on the board: an offer, a claim.
    Words,
}

/// How a side's letters and moves travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Carrier {
    /// By e-mail.
    Email,
    /// By post: cards, and our letters on paper.
    Post,
}

impl Carrier {
    /// Both.
    pub const ALL: [Carrier; 2] = [Carrier::Email, Carrier::Post];

    /// `email` or `post`.
    pub fn name(self) -> &'static str {
        match self {
            Carrier::Email => "email",
            Carrier::Post => "post",
        }
    }
}

/// Which dispatch counts of a letter that was confirmed by its code too late to keep its own as
/// a matter of course (CONTRACT.md 4, Who).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedDispatch {
    /// Its own.
    Own,
    /// That of the letter which confirmed it.
    Confirmation,
    /// The arbiter decides: between the two a flag has fallen.
    Undecided,
}

fn is_zero(days: &u32) -> bool {
    *days == 0
}

/// Something that happened to a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Event {
    /// The tournament was started; nobody's time runs before its start date.
    Started,
    /// A letter left our outgoing server (RULES.md 2, "Left").
    LetterLeft {
        /// The half-move it conveys, or that is due (0 for the start).
        ply: u32,
        /// What it was about.
        about: About,
        /// Whose letter it was.
        to: Side,
        /// When the server took it; on paper, noon of the day on which it was posted.
        left: Instant,
        /// It went on paper: it counts as received after the time on the way by post.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        on_paper: bool,
    },
    /// A half-move was played.
    MovePlayed {
        /// Its number, from 1.
        ply: u32,
        /// UCI; in Chess960 the king takes the rook.
        uci: String,
        /// The day on which the opponent's move (or the last request) counts as received.
        received: Day,
        /// The day of dispatch.
        sent: Day,
        /// The instant of dispatch.
        sent_at: Instant,
        /// Accepted from the opponent's variant, or played by it: it takes no time.
        variant: bool,
        /// Of full days of 24 hours: leave and pauses are taken off to the second. Older
        /// records do not tell: there they were taken off as whole dates.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        to_the_second: bool,
    },
    /// A faulty move, or a letter without one where one had to be.
    Faulty {
        /// The half-move that was due.
        ply: u32,
        /// What was wrong.
        fault: FaultKind,
        /// The move as written.
        text: String,
        /// The day on which the opponent's move (or the last request) counts as received.
        received: Day,
        /// The day of dispatch.
        sent: Day,
        /// The instant of dispatch.
        sent_at: Instant,
        /// Penalty days charged with it; where none were, it interrupts nothing. Older
        /// records do not tell: there each fault interrupted the time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        charged: Option<u32>,
        /// When it had arrived: what lies between that and our request, in which we had not
        /// looked, is nobody's. `None` in older records, and where nothing arrived: there
        /// no more is nobody's than the penalty.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        arrived: Option<Instant>,
    },
    /// A player wrote to his opponent what the rules make his duty, and leave him three
    /// days for: what it took beyond them is his time (55.4.7, 56.4.8).
    Replied {
        /// Who wrote.
        side: Side,
        /// The half-move of that side beside which the excess stands: its next one.
        ply: u32,
        /// What.
        duty: Duty,
        /// Receipt of the letter that it answers.
        received: Day,
        /// Its dispatch.
        sent: Day,
    },
    /// Days added to a side's time, or taken back where negative.
    Penalty {
        /// Whose time.
        side: Side,
        /// Days.
        days: i64,
        /// The half-move of that side it stands beside: the one that was due.
        ply: u32,
    },
    /// Our request to correct a faulty move has not left with the pass that ruled it,
    /// though nothing of ours held it back: the outgoing server would not take it, or
    /// the robot was down. It counts from its leaving.
    LetterDelayed {
        /// Half-moves played.
        ply: u32,
        /// Whose letter it is.
        to: Side,
    },
    /// Dates of a half-move set by the arbiter.
    DatesSet {
        /// The half-move; the one after the last played sets the receipt that counts now.
        ply: u32,
        /// Receipt of the move it answers.
        received: Option<Day>,
        /// Its dispatch.
        sent: Option<Day>,
    },
    /// A card was entered, behind what it brought: its dates are those of article 55.2.2,
    /// as far as the arbiter has not set others.
    CardShown {
        /// Whose card.
        side: Side,
        /// What it conveys.
        about: CardAbout,
        /// The half-move it conveys, or that is due.
        ply: u32,
        /// What it says, as it was entered.
        text: String,
        /// What was wrong with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        faults: Vec<CardFault>,
        /// The card itself.
        card: Card,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        side: Side,
        /// Half-moves played when it was made.
        ply: u32,
    },
    /// A draw offer was declined in words.
    DrawDeclined {
        /// By whom.
        side: Side,
    },
    /// A series of moves was proposed; it binds until it is answered (56.3.7).
    VariantProposed {
        /// By whom.
        side: Side,
        /// Half-moves played when it was made.
        ply: u32,
        /// The expected moves, UCI, the opponent's first: of the first branch.
        line: Vec<String>,
        /// The same of the other branches, each with a first reply of its own.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        others: Vec<Vec<String>>,
    },
    /// A warning that the control is near was sent.
    Warned {
        /// Who was warned.
        side: Side,
        /// Half-moves played.
        ply: u32,
        /// The second warning, on the last day.
        last_day: bool,
        /// The flag it was about: where that falls later now, the warning is due again.
        /// `None` in older records: it holds until the half-move is made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flag: Option<Day>,
    },
    /// A warning was sent that the player had asked for.
    Reminded {
        /// Who was warned.
        side: Side,
        /// Half-moves played.
        ply: u32,
        /// Days left to him.
        left: i64,
    },
    /// A side has left words for the opponent; they go with the next letter to him.
    Greeted {
        /// Who wrote them.
        side: Side,
        /// Half-moves played.
        ply: u32,
        /// The words, without addresses and links.
        words: String,
    },
    /// Words went to the opponent with a letter.
    GreetingPassed {
        /// Whose.
        side: Side,
        /// Half-moves played when they were written.
        ply: u32,
    },
    /// The last move was sent again, unasked (56.5.1).
    Repeated {
        /// The half-move repeated.
        ply: u32,
    },
    /// Nobody has moved for long; players and arbiter were told (56.5.3).
    SilenceReported {
        /// Half-moves played.
        ply: u32,
    },
    /// A side's time was exceeded and this was declared or claimed: the game is paused.
    TimeExceeded {
        /// Who exceeded it.
        side: Side,
        /// That side's move number (1 for its first move) at which it did.
        at_move: u32,
        /// Total days then.
        total: i64,
        /// Days allowed then.
        limit: i64,
        /// The first day on which it had overstepped.
        flag: Day,
        /// The day from which nobody's time runs.
        from: Day,
        /// The opponent claimed it (else the robot noticed it).
        claimed: bool,
    },
    /// A move sent before the flag fell arrived later: the notice is void.
    NoticeAnnulled {
        /// Whose overstep was wrongly announced.
        side: Side,
    },
    /// A protest was lodged in time (56.6.4).
    Protested {
        /// By whom.
        side: Side,
        /// What he says.
        text: String,
    },
    /// A protest against a decision in force was lodged in time (54.1.4).
    RulingProtested {
        /// By whom.
        side: Side,
        /// The number of the decision: of its first entry.
        decision: EventId,
        /// The appeals arbiter decides; else the arbiter, of what the robot did.
        appeals: bool,
        /// What he says.
        text: String,
        /// Who, where it is one whom another has replaced by that decision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Holder>,
    },
    /// A member of the appeals committee voted about a protest (34.2).
    AppealVoted {
        /// The entry with which the protest began.
        of: EventId,
        /// His name.
        name: String,
        /// His address, in lower case.
        address: String,
        /// The protest is to be granted.
        grants: bool,
    },
    /// A protest, or a claim of a dead position, was not granted.
    Dismissed {
        /// The entry with which it began.
        of: EventId,
    },
    /// The arbiter refused an overstep; the game goes on.
    ClaimRejected {
        /// Whose overstep.
        side: Side,
        /// Further claims of the opponent are barred in this cycle (56.6.7).
        bar_claims: bool,
        /// The day of the decision.
        day: Day,
        /// That side's total then: what is let pass. Where it is not told, the total
        /// that was announced.
        #[serde(default)]
        total: Option<i64>,
        /// Days that the ruling leaves that side beyond it.
        #[serde(default, skip_serializing_if = "is_zero")]
        days: u32,
    },
    /// The arbiter takes no more claims of a side's in this ten-move cycle, after one
    /// that the record alone had refused (56.6.7).
    ClaimsBarred {
        /// Whose claims.
        side: Side,
    },
    /// From the next move on a side gets letters or cards, as both agreed (55.2.3).
    CarrierSet {
        /// Who gets them.
        side: Side,
        /// Which.
        carrier: Carrier,
        /// How both agreed, in the arbiter's words.
        agreed: String,
    },
    /// A claim made in time was refused by the record alone; the game went on.
    ClaimRefused {
        /// Who claimed.
        side: Side,
        /// What.
        #[serde(flatten)]
        claim: Claim,
    },
    /// A letter that waited for a code was confirmed after the day behind the first list that
    /// showed it. What it brought follows.
    ConfirmedLate {
        /// Whose letter.
        side: Side,
        /// Half-moves played.
        ply: u32,
        /// Its own day of dispatch.
        own: Day,
        /// That of the letter which confirmed it.
        confirmed: Day,
        /// The same to the second.
        confirmed_at: Instant,
        /// The letter which confirmed it.
        by: InboundId,
        /// Which of them counts.
        counts: CountedDispatch,
    },
    /// The game was paused: by the arbiter, or for his decision (`ConfirmedLate`).
    Paused {
        /// The first day that is nobody's.
        from: Day,
        /// With all games of its tournament.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        whole: bool,
    },
    /// The game goes on.
    Resumed {
        /// The first day that counts again; not told: that of the receipt of the ruling.
        #[serde(default)]
        day: Option<Day>,
    },
    /// A side's clock begins at zero from its next move (55.6.4).
    ClockReset {
        /// Whose.
        side: Side,
    },
    /// The game is over.
    Ended {
        /// The result.
        result: ResultCode,
        /// Why.
        termination: Termination,
    },
    /// The game is open again: its end was annulled or overturned.
    Reopened {
        /// The first day that is nobody's: those up to the receipt of the ruling are.
        #[serde(default)]
        from: Option<Day>,
    },
    /// The game is with the adjudicator: unfinished at the end of the tournament, or
    /// by the arbiter's word (54.8.1, 55.9.4, 56.9.4).
    AdjudicationOpened {
        /// The first day that is nobody's: the last one of the tournament.
        from: Day,
        /// The last day on which an opinion may be sent.
        until: Day,
    },
    /// A player's opinion on the result (56.9.4.3).
    OpinionGiven {
        /// Whose.
        side: Side,
        /// The result he expects.
        result: ResultCode,
        /// His analysis.
        text: String,
        /// The day of dispatch.
        sent: Day,
        /// It was sent after the term (56.9.7).
        late: bool,
    },
    /// Both opinions are here and differ, or their term is over: the arbiter adjudicates.
    OpinionsClosed,
    /// An appeal against an adjudication (56.9.9).
    AppealLodged {
        /// Whose.
        side: Side,
        /// What he says.
        text: String,
        /// The day of dispatch.
        sent: Day,
        /// Why it was not taken, where it was not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refused: Option<AppealTrouble>,
    },
    /// A half-move and all later ones left the game. The side to move is the one that
    /// made it, and thinks as before it.
    Voided {
        /// The half-move.
        ply: u32,
        /// The receipt that counts now, where it is not the one that did before it.
        received: Option<Day>,
        /// The entries that count no more: of the voided half-moves, and what hangs on them.
        entries: Vec<EventId>,
    },
    /// A decision of the arbiter was taken back: the game is as if it had not been taken.
    Revoked {
        /// Its number.
        decision: EventId,
        /// The first day that is nobody's, where the game took another course by it:
        /// those up to the receipt of the ruling are.
        from: Option<Day>,
        /// Its entries in this game: they count no more.
        entries: Vec<EventId>,
        /// It was no decision of the arbiter's, but what this pass had declared.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pass: Option<PassId>,
    },
    /// A clock was wrong: dates that it made are set right.
    Redated {
        /// What counts instead of entries.
        instead: Vec<Corrected>,
        /// Entries that came too early: they count no more.
        entries: Vec<EventId>,
    },
    /// Something waits for the arbiter.
    MatterOpened(Opened),
    /// Dates given back to a side: they are nobody's. The arbiter makes good an outage.
    TimeGiven {
        /// Whose.
        side: Side,
        /// The dates, in runs of days.
        dates: Vec<crate::clock::DaySpan>,
    },
    /// A stretch given back to a side to the second, where days are full 24 hours: the
    /// server was away (54.4.3).
    HoursGiven {
        /// Whose.
        side: Side,
        /// From its first second to the first behind it.
        hours: crate::clock::HourSpan,
    },
    /// Another person plays on with the game of a side. Where it is that side's move,
    /// the receipt is reckoned anew from the letter that gives him the game; days used
    /// up to then on moves and faults stay.
    Replaced {
        /// Which side.
        side: Side,
        /// Who played it.
        was: Holder,
        /// Who plays it from now on.
        is: Holder,
        /// The day of the decision: his first.
        day: Day,
    },
    /// A letter came back, or was given up: it was not received, and what was
    /// reckoned from its leaving is void (56.5.2). The receipt counts from another
    /// letter about the same that did arrive, if there is one.
    LetterLost {
        /// The half-move it conveyed.
        ply: u32,
        /// To whom.
        to: Side,
        /// What it was about; not told: the half-move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<About>,
        /// When it had left; not told: all letters about it are lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Instant>,
        /// A delivery report by mail says so, which its reader can write as well: what
        /// stops by it has an end. In records up to version 0.2 it has none.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reported: bool,
    },
    /// A player whose clock such reports have stopped has written in the game: the letter
    /// that he lacks counts as leaving then (RULES.md 2, "Left").
    StopEnded {
        /// The half-move that is due.
        ply: u32,
        /// Whose clock it is.
        to: Side,
    },
}

impl Event {
    /// Penalty days of a side, beside a half-move; taken back where negative.
    pub fn penalty(side: Side, days: i64, ply: u32) -> Event {
        Event::Penalty { side, days, ply }
    }

    /// The name under `what` in the record.
    pub fn what(&self) -> &'static str {
        match self {
            Event::Started => "started",
            Event::LetterLeft { .. } => "letter-left",
            Event::LetterDelayed { .. } => "letter-delayed",
            Event::MovePlayed { .. } => "move-played",
            Event::Faulty { .. } => "faulty",
            Event::Replied { .. } => "replied",
            Event::Penalty { .. } => "penalty",
            Event::DatesSet { .. } => "dates-set",
            Event::CardShown { .. } => "card-shown",
            Event::DrawOffered { .. } => "draw-offered",
            Event::DrawDeclined { .. } => "draw-declined",
            Event::VariantProposed { .. } => "variant-proposed",
            Event::Warned { .. } => "warned",
            Event::Reminded { .. } => "reminded",
            Event::Greeted { .. } => "greeted",
            Event::GreetingPassed { .. } => "greeting-passed",
            Event::Repeated { .. } => "repeated",
            Event::SilenceReported { .. } => "silence-reported",
            Event::TimeExceeded { .. } => "time-exceeded",
            Event::NoticeAnnulled { .. } => "notice-annulled",
            Event::Protested { .. } => "protested",
            Event::RulingProtested { .. } => "ruling-protested",
            Event::AppealVoted { .. } => "appeal-voted",
            Event::Dismissed { .. } => "dismissed",
            Event::ClaimRejected { .. } => "claim-rejected",
            Event::ClaimsBarred { .. } => "claims-barred",
            Event::CarrierSet { .. } => "carrier-set",
            Event::ClaimRefused { .. } => "claim-refused",
            Event::ConfirmedLate { .. } => "confirmed-late",
            Event::Paused { .. } => "paused",
            Event::Resumed { .. } => "resumed",
            Event::ClockReset { .. } => "clock-reset",
            Event::Ended { .. } => "ended",
            Event::Reopened { .. } => "reopened",
            Event::AdjudicationOpened { .. } => "adjudication-opened",
            Event::OpinionGiven { .. } => "opinion-given",
            Event::OpinionsClosed => "opinions-closed",
            Event::AppealLodged { .. } => "appeal-lodged",
            Event::Voided { .. } => "voided",
            Event::Revoked { .. } => "revoked",
            Event::Redated { .. } => "redated",
            Event::MatterOpened(_) => "matter-opened",
            Event::TimeGiven { .. } => "time-given",
            Event::HoursGiven { .. } => "hours-given",
            Event::Replaced { .. } => "replaced",
            Event::LetterLost { .. } => "letter-lost",
            Event::StopEnded { .. } => "stop-ended",
        }
    }
}

impl Event {
    /// The entries that count no more by this one.
    pub fn supersedes(&self) -> &[EventId] {
        match self {
            Event::Voided { entries, .. }
            | Event::Revoked { entries, .. }
            | Event::Redated { entries, .. } => entries,
            _ => &[],
        }
    }

    /// Whether an overstep is declared by it, or a loss by one entered.
    pub fn is_overstep(&self) -> bool {
        matches!(
            self,
            Event::TimeExceeded { .. } | Event::Ended { .. } | Event::ClockReset { .. }
        )
    }

    /// Whether a pass over the clocks declares something by it: reminders and repeats
    /// declare nothing.
    pub fn is_declaration(&self) -> bool {
        self.is_overstep()
            || matches!(
                self,
                Event::SilenceReported { .. }
                    | Event::AdjudicationOpened { .. }
                    | Event::OpinionsClosed
                    | Event::MatterOpened(_)
            )
    }
}

/// What counts instead of an entry whose dates a wrong clock made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corrected {
    /// The entry's number.
    pub entry: EventId,
    /// The same with the right dates.
    pub event: Box<Event>,
}

/// What brought an entry about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A message received.
    Letter(InboundId),
    /// A pass over the clocks.
    Tick,
    /// A letter of ours left, or came back.
    Post,
    /// A card that was entered.
    Card,
    /// A player himself, signed in to the server (54.2.2, 54.3.1).
    Web,
    /// An order of the arbiter, given at the console: the first entry of a decision,
    /// whose number is the decision's.
    Order,
    /// An order of the arbiter, given by letter: likewise a first entry.
    OrderLetter(InboundId),
    /// An order of the arbiter, given at the desk of the server: likewise a first entry.
    OrderWeb,
    /// A further entry of the decision of that number.
    Decision(EventId),
}

impl Cause {
    /// Whether an entry is the arbiter's.
    pub fn is_order(self) -> bool {
        matches!(
            self,
            Cause::Order | Cause::OrderLetter(_) | Cause::OrderWeb | Cause::Decision(_)
        )
    }

    /// The number of the decision that the entry of a number belongs to.
    pub fn decision(self, entry: EventId) -> Option<EventId> {
        match self {
            Cause::Order | Cause::OrderLetter(_) | Cause::OrderWeb => Some(entry),
            Cause::Decision(first) => Some(first),
            Cause::Letter(_) | Cause::Tick | Cause::Post | Cause::Card | Cause::Web => None,
        }
    }
}

/// What is to be recorded in a game: it has no number yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When it was recorded.
    pub at: Instant,
    /// What happened.
    pub event: Event,
    /// The article that decided, where one did (`56.4.7`).
    pub grounds: Option<String>,
    /// What brought it about.
    pub cause: Cause,
    /// A remark, or the arbiter's reason.
    pub note: String,
}

impl Entry {
    /// An entry on no article and without a remark.
    pub fn new(at: Instant, cause: Cause, event: Event) -> Entry {
        Entry {
            at,
            event,
            grounds: None,
            cause,
            note: String::new(),
        }
    }

    /// The same on an article.
    #[must_use]
    pub fn on(self, article: &str) -> Entry {
        Entry {
            grounds: Some(article.to_owned()),
            ..self
        }
    }

    /// The same with a remark.
    #[must_use]
    pub fn noted(self, note: &str) -> Entry {
        Entry {
            note: note.to_owned(),
            ..self
        }
    }
}

/// An entry that stands in the record, of a game or about a player: it has its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recorded<E = Entry> {
    /// Its number in this home.
    pub id: EventId,
    /// What was recorded.
    #[serde(flatten)]
    pub entry: E,
}

impl<E> Deref for Recorded<E> {
    type Target = E;

    fn deref(&self) -> &E {
        &self.entry
    }
}

/// What becomes of the unfinished games of one who leaves (54.7.1, 55.8.1, 56.8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unfinished {
    /// He loses them.
    Lose,
    /// They are adjudicated.
    Adjudicate,
    /// They are left out of the table.
    Annul,
}

impl Unfinished {
    /// The three ways, in the order of the article.
    pub const ALL: [Unfinished; 3] = [Unfinished::Lose, Unfinished::Adjudicate, Unfinished::Annul];

    /// As commands and JSON have it.
    pub fn name(self) -> &'static str {
        match self {
            Unfinished::Lose => "lose",
            Unfinished::Adjudicate => "adjudicate",
            Unfinished::Annul => "annul",
        }
    }
}

impl Recorded {
    /// The number of the decision it belongs to, where it is the arbiter's.
    pub fn decision(&self) -> Option<EventId> {
        self.cause.decision(self.id)
    }
}

/// What happened to a player in a tournament: kept beside the games' entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum PlayerEvent {
    /// Leave was taken or granted.
    LeaveTaken {
        /// Its number.
        leave: LeaveId,
        /// First day.
        from: Day,
        /// Last day.
        to: Day,
        /// The arbiter granted it beyond the rules (56.7.7).
        granted: bool,
    },
    /// Leave was asked for after it had begun: the days that were asked. Those that count
    /// by the rules stand beside it as taken; the others only the arbiter may grant.
    LeaveAsked {
        /// First day.
        from: Day,
        /// Last day.
        to: Day,
    },
    /// The arbiter leaves a leave that was asked for late as the rules have it.
    LeaveKept {
        /// First day that was asked.
        from: Day,
        /// Last day.
        to: Day,
    },
    /// A leave was shortened; where it ends before it begins, it is cancelled.
    LeaveEnded {
        /// Its number.
        leave: LeaveId,
        /// Its new last day.
        to: Day,
    },
    /// An address was changed.
    AddressChanged {
        /// The old one; none where he was reached by post alone.
        old: Reach,
        /// The new one; none where an order that gave him one is taken back.
        new: Reach,
    },
    /// What he is entered as was corrected.
    Corrected {
        /// Until then.
        was: EnteredAs,
        /// From then on.
        is: EnteredAs,
    },
    /// He lives elsewhere (55.1.2). Where, his own row alone says: what stands here stands
    /// for ever.
    PostalChanged,
    /// The player asks to withdraw from the tournament, and has confirmed it.
    WithdrawalAsked,
    /// He reported, in whatever way, that he cannot reach his mail (56.1.5); from the
    /// 31st day on he counts as withdrawn (56.1.6).
    AccessLost {
        /// The day of his report.
        since: Day,
    },
    /// He was asked for the report that he owes (55.1.2).
    ReportAsked {
        /// Since when he owes it.
        due: Day,
        /// The last day on which it is expected, as he was told.
        until: Day,
    },
    /// He reported on his games (55.1.2).
    Reported {
        /// When he sent that.
        sent: Day,
    },
    /// The player has left the tournament (54.7.1, 55.8.1, 56.8.1).
    Withdrawn {
        /// What becomes of the unfinished games.
        games: Unfinished,
        /// The finished games count, for him and against him (33.1).
        counts: bool,
        /// Games finished then.
        finished: u32,
        /// Games he had to play.
        scheduled: u32,
        /// The arbiter excluded him (54.1.3, 55.8.3, 56.8.3).
        excluded: bool,
    },
    /// Another has taken over his starting number and his unfinished games.
    Replaced {
        /// Who.
        by: Holder,
    },
    /// He has taken over the starting number and the unfinished games of another.
    TookOver {
        /// Of whom.
        of: Holder,
    },
    /// A decision of the arbiter about the player was taken back. What undoes it
    /// follows as entries of its own.
    Revoked {
        /// Its number.
        decision: EventId,
        /// Its entries about this player.
        entries: Vec<EventId>,
    },
    /// Another style of letters.
    StyleChosen {
        /// The style.
        style: crate::request::LetterStyle,
    },
    /// Another wish about his letters.
    Wished {
        /// What he wishes.
        #[serde(flatten)]
        wish: super::wishes::Wish,
    },
}

/// What a player is entered as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnteredAs {
    /// His name.
    pub name: String,
    /// The language of his letters.
    pub language: Language,
    /// His rating, where one is known.
    pub rating: Option<u32>,
    /// His federation, likewise.
    pub federation: Option<String>,
}

impl Recorded<PlayerEntry> {
    /// The number of the decision it belongs to, where it is the arbiter's.
    pub fn decision(&self) -> Option<EventId> {
        self.cause.decision(self.id)
    }
}

/// The entries about a player that decisions were revoked with, and that count no
/// more. A revocation that was itself revoked takes nothing back.
pub fn revoked_entries(record: &[Recorded<PlayerEntry>]) -> BTreeSet<EventId> {
    let mut dead = BTreeSet::new();
    // Only earlier entries are named: from the end, an entry's own fate is known first.
    for entry in record.iter().rev() {
        if let PlayerEvent::Revoked { entries, .. } = &entry.event
            && !dead.contains(&entry.id)
        {
            dead.extend(entries.iter().copied());
        }
    }
    dead
}

/// What is to be recorded about a player: it has no number yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerEntry {
    /// When it was recorded.
    pub at: Instant,
    /// Who it is about.
    pub player: PlayerId,
    /// In which tournament, where it is about one.
    pub tournament: Option<crate::ids::TournamentId>,
    /// What happened.
    pub event: PlayerEvent,
    /// The article that decided, where one did.
    pub grounds: Option<String>,
    /// What brought it about.
    pub cause: Cause,
    /// A remark, or the arbiter's reason.
    pub note: String,
}
