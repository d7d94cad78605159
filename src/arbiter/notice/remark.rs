//! What is said beside the main thing, and questions instead of an action.

use crate::chess::Side;
use crate::chess::notation::Reason;
use crate::ids::GameName;
use crate::record::{FaultKind, Wish};
use crate::request::{Doubt, GameRequest, GraveAct, LetterStyle, Request, Understanding};
use crate::time::Day;
use serde::{Deserialize, Serialize};

/// Something to be said beside the main thing, in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "remark", rename_all = "kebab-case")]
pub enum Remark {
    /// Letters with a move for the same half-move waited for codes; this one was
    /// confirmed, and they were set aside.
    OthersAside {
        /// How many.
        letters: usize,
    },
    /// The letter was confirmed later than by the end of the day after the first list that
    /// showed it.
    ConfirmedLate {
        /// Its own day of dispatch.
        own: Day,
        /// That of the letter which confirmed it.
        confirmed: Day,
        /// Its own counts all the same.
        kept: bool,
        /// How often more in this game.
        left: usize,
    },
    /// The move had no number; the one due was taken.
    NumberMissing,
    /// The move came another way, and the arbiter entered it.
    EnteredByArbiter {
        /// Receipt of what it answers.
        received: Day,
        /// Its dispatch.
        sent: Day,
    },
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
    /// A draw was offered before the move from which on it may be: the offer is none (9.1.1).
    DrawTooEarly {
        /// From which move on.
        from: u32,
    },
    /// A king's step of Chess960 that may have been meant as castling.
    KingStep {
        /// As written.
        text: String,
        /// How castling is written: `0-0`.
        castling: String,
        /// The same in digits.
        numeric: String,
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
    /// The hour at which it came, as the mailbox has it, lies before what it answers: the
    /// hour counts at which it was fetched.
    HourCannotBe,
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
    /// A receipt that a player records lies long after the posting; it counts (55.2.2.4).
    ReceiptLong {
        /// As recorded.
        stated: Day,
        /// When it was posted.
        posted: Day,
    },
    /// A receipt that a player records lies behind the dispatch of his answer.
    ReceiptAfterAnswer {
        /// As recorded.
        stated: Day,
        /// What counts.
        counted: Day,
    },
    /// A receipt that a player records differs from the one that marks show.
    ReceiptSettled {
        /// As recorded.
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
    /// A total in a form that was sent along is not the recorded one.
    TotalDiffers {
        /// The move's number.
        number: u32,
        /// Whose.
        side: Side,
        /// As sent.
        written: i64,
        /// As recorded.
        recorded: i64,
    },
    /// Leave in a form that was sent along is not the recorded one.
    LeaveDiffers {
        /// Whose.
        side: Side,
        /// As sent.
        written: String,
        /// As recorded: first and last days.
        recorded: Vec<(Day, Day)>,
        /// It is the sender's.
        own: bool,
    },
    /// The opponent's draw offer lapsed with this move.
    OfferLapsed,
    /// The opponent was told of the draw offer.
    OfferPassedOn,
    /// The offer of a draw beside the move is asked back by one word, and not made yet.
    OfferAsked,
    /// The opponent offers a draw.
    OpponentOffersDraw,
    /// A claim of a draw was not right: it counts as an offer (9.5.3).
    ClaimWasWrong {
        /// It was made with an intended move, which is played.
        intended: bool,
        /// After which moves the position stood, with their numbers; it comes to
        /// `times` with the start position and the intended move.
        stood: Vec<String>,
        /// How often, in all.
        times: u32,
        /// It is the position at the start, too.
        at_start: bool,
        /// Half-moves in a row without a pawn move or capture.
        quiet: u32,
    },
    /// So many half-moves of the proposed series were accepted.
    VariantAccepted {
        /// How many.
        plies: u32,
        /// They, where nothing else in the letter shows them: `12... 2836 (Nc6)`.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// A series of moves was proposed, and stands.
    VariantProposed {
        /// By whom.
        #[serde(default)]
        side: Option<Side>,
        /// What binds; none in a letter that an earlier version left waiting.
        #[serde(default)]
        branches: Vec<ShownBranch>,
    },
    /// The opponent of the proposer has gone another way: what is left of the series
    /// binds nobody any more.
    VariantLapsed {
        /// Who proposed it.
        side: Side,
        /// A part of it was accepted.
        took: bool,
        /// What is left.
        branches: Vec<ShownBranch>,
    },
    /// The rest of a branch of a proposed series was cut off.
    VariantCut {
        /// From here on.
        text: String,
        /// Why.
        #[serde(default)]
        because: CutBecause,
        /// Nothing of the series stands.
        #[serde(default)]
        whole: bool,
    },
    /// Series of moves may not be proposed in this tournament.
    VariantsOff,
    /// This letter is copied to the arbiter.
    ArbiterCopied {
        /// Why.
        #[serde(default)]
        because: CopiedBecause,
    },
    /// Penalty days were added for an earlier letter of the same kind already; not again.
    PenaltyOnce,
    /// Something in the letter could not be understood and was not carried out.
    Unclear {
        /// What.
        doubt: Doubt,
    },
    /// A game sent as PGN ends with a result that nothing in it gives grounds for.
    ResultIgnored {
        /// As sent.
        result: String,
    },
    /// The player is on leave, and the leave goes on.
    LeaveGoesOn {
        /// Its last day.
        until: Day,
    },
    /// His letters were passed on to the arbiter, who answers as a person.
    WithArbiter {
        /// The arbiter.
        name: String,
        /// His address.
        email: String,
    },
    /// He may still protest against the overstep that was announced.
    MayProtest {
        /// The last day, where the term has begun.
        until: Option<Day>,
    },
    /// Letters will come in another style from now on.
    StyleChanged {
        /// Which.
        style: LetterStyle,
    },
    /// A wish about his letters holds from now on.
    Wished {
        /// Which.
        #[serde(flatten)]
        wish: Wish,
    },
    /// What becomes of the words for the opponent.
    Words {
        /// What.
        fate: WordsFate,
        /// They were longer than so many characters: the rest is not passed on.
        cut: Option<usize>,
    },
    /// The opponent's words, quoted as his.
    FromOpponent {
        /// His name.
        name: String,
        /// The words.
        words: String,
    },
    /// A move sent before the flag fell arrived: the notice is void.
    NoticeAnnulled,
    /// To the arbiter: a loss on time rests on days that are leave now.
    LossRestsOn {
        /// The game.
        game: String,
        /// The order by which it is open again.
        order: String,
    },
    /// CHECK was asked: nothing of this was recorded.
    OnlyChecked,
    /// The tournament is over, and the game with the adjudicator; this move counts.
    CountsAsMade {
        /// It was named after the end (56.9.4.4); else it was sent before.
        named: bool,
        /// The last day on which an opinion may be sent.
        until: Option<Day>,
    },
}

impl Remark {
    /// Half-moves of a series that the letter itself shows were accepted.
    pub fn accepted(plies: u32) -> Remark {
        let moves = Vec::new();
        Remark::VariantAccepted { plies, moves }
    }
}

/// A branch of a proposed series, its moves with their numbers, in lines that no mail
/// program breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownBranch {
    /// Article 58.
    pub numeric: Vec<String>,
    /// SAN in English letters.
    pub san: Vec<String>,
    /// What the opponent writes to accept it, with a blank for his own move.
    pub copy: Vec<String>,
}

/// Why a letter is copied to the arbiter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CopiedBecause {
    /// Little time is left to the control (56.4.10).
    #[default]
    ControlNear,
    /// It answers a letter that was sent again (56.5.1).
    Repeated,
}

/// Why a part of a proposed series does not bind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CutBecause {
    /// It cannot be played.
    #[default]
    Impossible,
    /// Another branch begins with the same reply.
    SameReply,
    /// It branches behind the first reply.
    Deeper,
    /// There are too many branches.
    TooMany,
    /// They have too many half-moves together.
    TooLong,
    /// The expected move has no answer.
    NoAnswer,
    /// It may begin a branch, or go on with one.
    Unclear,
    /// Two answers stand beside each other.
    TwoAnswers,
}

/// A move that was refused or remarked on, with where it stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quoted {
    /// The line of the player's letter.
    pub line: String,
    /// Characters before the place meant.
    pub offset: usize,
    /// Characters of the place meant.
    pub length: usize,
}

/// A candidate for an ambiguous move, in both notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Article 58.
    pub numeric: String,
    /// UCI; letters print it as SAN in the reader's language.
    pub uci: String,
}

/// What becomes of words for the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordsFate {
    /// They go with the next letter of the game to him.
    Waits,
    /// So they do, in place of earlier ones that had not left.
    Replaced,
    /// One block went at this half-move already.
    Once,
    /// The tournament passes none on.
    Off,
    /// The opponent does not wish any.
    Unwanted,
}

/// What is asked back by one word: what cannot be taken back once it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OneWordAct {
    /// To resign.
    Resign,
    /// To agree to a draw.
    AcceptDraw,
    /// To leave the tournament.
    Withdraw,
    /// To offer a draw.
    OfferDraw,
    /// To claim one.
    ClaimDraw,
    /// To claim the opponent's overstep.
    ClaimTime,
}

impl From<GraveAct> for OneWordAct {
    fn from(act: GraveAct) -> OneWordAct {
        match act {
            GraveAct::Resign => OneWordAct::Resign,
            GraveAct::AcceptDraw => OneWordAct::AcceptDraw,
            GraveAct::Withdraw => OneWordAct::Withdraw,
        }
    }
}

impl OneWordAct {
    /// Whether a letter asks for it and for nothing else, by its command or in words.
    pub fn is_all_of(self, understanding: &Understanding) -> bool {
        let request = match self {
            OneWordAct::Resign | OneWordAct::AcceptDraw | OneWordAct::Withdraw => {
                return understanding.only_act().map(OneWordAct::from) == Some(self);
            }
            OneWordAct::OfferDraw => GameRequest::DrawOffer,
            OneWordAct::ClaimDraw => GameRequest::DrawClaim { intended: None },
            OneWordAct::ClaimTime => GameRequest::TimeClaim,
        };
        let [only] = &understanding.sections[..] else {
            return false;
        };
        only.requests == [Request::Game(request)]
    }
}

/// Why something is asked back by one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskedBecause {
    /// The letter is believed by its token alone.
    #[default]
    Unvouched,
    /// A sentence says it, and no command.
    InWords,
    /// The letter went to others too, and answers none of ours: it may not be meant for us.
    Copied,
}

/// What the writer of words to the arbiter is in the tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Membership {
    /// He plays.
    #[default]
    Plays,
    /// He has withdrawn, or another plays in his place.
    Withdrawn,
    /// All his games in it are over.
    GamesOver,
}

/// Why a letter was answered with a question instead of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
        /// Whom he plays in each of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        opponents: Vec<String>,
    },
    /// A short answer to a letter that numbers several things picks none of them.
    WhichOne {
        /// What was numbered.
        texts: Vec<String>,
        /// They are games.
        games: bool,
        /// The places of what is only offered, from 0.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        beside: Vec<usize>,
    },
    /// A short answer came to numbered things that do not stand any more.
    ChoiceOver,
    /// The answer to a letter that numbers several things was no.
    ChoiceDropped,
    /// A no alone, where nothing was asked and no draw is offered.
    NothingToRefuse {
        /// It answers what we wrote of his leave.
        leave: bool,
    },
    /// An act that a token alone does not carry, or a sentence: one word in answer does.
    OneWord {
        /// What.
        act: OneWordAct,
        /// Why.
        #[serde(default)]
        because: AskedBecause,
        /// It was asked before, and the answer was neither yes nor no.
        #[serde(default)]
        again: bool,
    },
    /// One word came to a question that does not stand any more.
    Overtaken {
        /// What it was about.
        act: OneWordAct,
        /// A move was made meanwhile.
        #[serde(default)]
        moved: bool,
    },
    /// The answer was no.
    Dropped {
        /// What it was about.
        act: OneWordAct,
    },
    /// The game was the sender's, and another has taken it over.
    TakenOver {
        /// The game.
        game: GameName,
        /// Who plays it.
        by: String,
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
    /// A move without a number answers a letter about a move that is made.
    OldLetter {
        /// The number of that move.
        written: u32,
        /// As due.
        due: u32,
    },
    /// A number too high by more than one, or by as much as the opponent's series reaches.
    FarNumber {
        /// As written, or as the series reaches.
        written: u32,
        /// As due.
        due: u32,
        /// The move may be meant behind the opponent's series.
        #[serde(default)]
        series: bool,
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
        /// The opponent's move as it is recorded, where it is repeated wrongly: SAN.
        #[serde(default)]
        expected: Option<String>,
    },
    /// Accepting or declining a draw where none is offered.
    NoOffer,
    /// A move, an offer, an acceptance, a claim or a resignation by letter in a tournament
    /// that is played on the server alone (54.2.1).
    OnBoard {
        /// The page of the game.
        link: String,
    },
    /// A draw can be agreed only after a move of each (5.2.3).
    TooEarlyForDraw,
    /// The opponent has declined an offer: a new one goes with the next move.
    OfferDeclined,
    /// A draw offer without a question mark where the opponent's offer stands: accept or offer?
    OfferOrAccept,
    /// A claim, protest or opinion with nothing to refer to.
    NothingToClaim,
    /// Nothing to send again.
    NothingToRepeat,
    /// No leave to end on that day.
    NoLeave {
        /// The first playing day behind the one before it, where there was one.
        #[serde(default)]
        over: Option<Day>,
        /// What is announced for later, and stays: first and last days.
        #[serde(default)]
        ahead: Vec<(Day, Day)>,
    },
    /// No running tournament to take leave in, or none of that code.
    NoTournament {
        /// The code, where one was given.
        code: Option<String>,
        /// The codes of the player's running tournaments.
        codes: Vec<String>,
    },
    /// Leave that would end before it begins, or last for years.
    LeaveBackwards {
        /// As written.
        text: String,
    },
    /// Leave whose days, as they are read, are over or far more than anybody has.
    LeaveDoubtful {
        /// First day.
        from: Day,
        /// Last day.
        to: Day,
    },
    /// The letter is too large to be read.
    TooLarge {
        /// Its size, in kilobytes.
        size: u64,
        /// The largest that is read, in kilobytes.
        most: u64,
    },
    /// The command is known but not carried out by this robot; the arbiter was told.
    ForArbiter {
        /// As what he was told it comes from.
        #[serde(default)]
        of: Membership,
    },
    /// A draw was offered before the move from which on it may be (9.1.1).
    DrawTooEarly {
        /// From which move on.
        from: u32,
    },
    /// A captain's letter: it changes nothing in a game (24.5).
    CaptainHeard {
        /// His team.
        team: String,
        /// It says something that a player's letter would do.
        acts: bool,
        /// The games in which his protest is taken up.
        protests: Vec<GameName>,
        /// His words have gone on to the arbiter.
        passed_on: bool,
    },
    /// A protest, where only the captain of his team may protest (24.6).
    ThroughCaptain {
        /// The captain.
        captain: String,
    },
    /// The game is with the adjudicator: no moves are made in it.
    Adjudicated {
        /// The last day on which an opinion may be sent, while that is awaited.
        until: Option<Day>,
    },
}

impl Question {
    /// Which of these games is meant; against whom each is, who asks it adds.
    pub fn which_game(games: Vec<GameName>) -> Question {
        let opponents = Vec::new();
        Question::WhichGame { games, opponents }
    }
}
