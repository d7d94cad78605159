//! What a letter is about: the facts its template puts into words.

use super::NoticeKind;
use super::remark::{Candidate, Membership, Question, Quoted};
use crate::arbiter::ruling::Verdict;
use crate::chess::notation::Reason;
use crate::chess::{BySide, Side};
use crate::clock::HourSpan;
use crate::ids::{GameName, OutboundId, PlayerId};
use crate::record::{
    About, AppealTrouble, Carrier, EnteredAs, Event, FaultKind, Unfinished, Unheeded,
};
use crate::rules::{Article, Profile};
use crate::time::{Day, Zone};
use crate::tournament::Points;
use crate::tournament::announced::Announcement;
use serde::{Deserialize, Serialize};

/// The result of looking at an overstep, with its whole arithmetic (issue of a notice or refusal).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// From where and when something was asked of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrowserHour {
    /// The day, in the club's zone.
    pub day: Day,
    /// The hour there.
    pub at: String,
    /// The zone.
    pub zone: String,
    /// How the browser names itself, masked; perhaps empty.
    pub browser: String,
}

/// What opens an account on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccessChange {
    /// A password where there was none.
    FirstPassword,
    /// Another password.
    NewPassword,
    /// A secret of a program.
    NewProgram,
    /// A browser that has not been signed in before.
    NewBrowser,
    /// Password and codes of an official at the desk.
    DeskSetUp,
    /// A browser at the desk that has not been signed in there before.
    DeskBrowser,
    /// Wrong codes behind an official's right password.
    DeskCodes,
    /// Many wrong passwords for a player's account.
    Guesses,
    /// Many wrong passwords for an official's.
    DeskGuesses,
}

/// A leave as it was taken in one tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveOutcome {
    /// The tournament.
    pub code: String,
    /// Days taken as leave; `None` where none is left or it was refused.
    pub taken: Option<(Day, Day)>,
    /// Leave recorded before that holds days asked for.
    #[serde(default)]
    pub standing: Vec<(Day, Day)>,
    /// Days asked for that are thinking time instead: told once of all that was asked in a
    /// tournament, as are the years.
    pub over: i64,
    /// Which days these are.
    #[serde(default)]
    pub beyond: Vec<(Day, Day)>,
    /// Per calendar year touched: year, used with this leave, allowed.
    pub years: Vec<(i32, i64, i64)>,
    /// Announced after it began (56.7.2): it counts from this day, if at all.
    pub late_from: Option<Day>,
    /// Days asked for before the start or behind the end of play: they take nothing.
    #[serde(default)]
    pub outside: Vec<(Day, Day)>,
}

/// A leave as it was ended in one tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveEndOutcome {
    /// The tournament.
    pub code: String,
    /// The first playing day.
    pub playing: Day,
    /// It never began there: it is cancelled.
    pub cancelled: bool,
    /// Days that came back.
    pub returned: i64,
}

/// What became of the part of a letter that was about one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartOutcome {
    /// The game.
    pub game: String,
    /// What became of it.
    pub verdict: Verdict,
    /// The move recorded: number and numeric notation.
    pub moved: Option<String>,
}

/// A code with what bounds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeTerms {
    /// The code.
    pub code: String,
    /// The day on which it ends to hold.
    pub until: Day,
    /// The hour of that day, `15:04`.
    pub at: String,
    /// The zone of both.
    pub zone: String,
}

/// A player's opinion on the result, as letters show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpinionFacts {
    /// Whose.
    pub side: Side,
    /// The result he expects.
    pub result: String,
    /// His analysis.
    pub text: String,
}

/// How an opinion that came another way was entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnteredOpinion {
    /// Its dispatch.
    pub sent: Day,
    /// The arbiter's reason.
    pub reason: String,
}

/// Why a code was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CodeTrouble {
    /// None that we sent to this player.
    Unknown,
    /// It does not hold any more.
    Expired,
    /// It was used.
    Used,
    /// Neither a yes nor a no.
    Unclear,
    /// Another letter for the same move was confirmed instead.
    Aside,
    /// All codes of one letter of ours at once: so a machine answers.
    Copied,
    /// Beside the yes something is taken back or asked for.
    Beside,
    /// The sender's domain denies the letter, and it does not answer the list with the code.
    ListToken,
    /// It went to a new address, which has to answer it.
    NewAddress,
}

/// A letter that waits for a code, as a list of codes shows it: what it asks for as
/// it was understood, nothing of its prose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingLetter {
    /// The day on which it came.
    pub day: Day,
    /// The hour of that day, `15:04`.
    pub at: String,
    /// It came from another address than the registered one.
    pub elsewhere: bool,
    /// What it asks for; empty where nothing was understood.
    pub asks: Vec<AskedFor>,
    /// How many more requests the next list asks, once this code has confirmed those.
    #[serde(default)]
    pub more: usize,
    /// Its own code.
    pub terms: CodeTerms,
}

/// One thing that a waiting letter asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedFor {
    /// Its type, as `read` names it.
    pub what: String,
    /// The game, where it names one.
    pub game: Option<String>,
    /// The move, the days, words to be passed on; an order as it is written. Links and
    /// addresses masked.
    pub text: String,
    /// The day on which it says that what it answers was received.
    #[serde(default)]
    pub received: Option<Day>,
}

/// Something that waits for the arbiter, as his digest tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TodayMatter {
    /// The game, where it is about one.
    pub game: Option<String>,
    /// `overstep`, `protest`, …
    pub what: String,
    /// The article.
    pub article: String,
    /// Its term, or since when it waits, in the reader's language.
    pub term: String,
    /// The day on which it settles itself.
    pub settles: Option<Day>,
    /// The day on which it is brought to him, where the players are asked first.
    #[serde(default)]
    pub comes_back: Option<Day>,
    /// Whom it is about.
    pub about: String,
    /// What happened, in the reader's language.
    pub note: String,
    /// The orders that settle it, as they are written in a letter.
    pub orders: Vec<String>,
    /// What has to be typed at the console instead.
    pub console: Vec<String>,
}

/// The last line of the archive: what vouches for all before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveHead {
    /// Its number in the chain.
    pub line: u64,
    /// Its hash.
    pub head: String,
}

/// Something to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TodayComing {
    /// The day.
    pub day: Day,
    /// The game, where it is about one.
    pub game: Option<String>,
    /// Whom it is about; perhaps empty.
    pub name: String,
    /// His side, in a game.
    pub side: Option<Side>,
    /// What happens by itself, in the reader's language.
    pub then: String,
    /// The article.
    pub article: String,
}

/// What became of a line of an arbiter's letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderOutcome {
    /// The line, as it stands in the letter.
    pub read: String,
    /// The reason that was read with it; perhaps empty.
    pub reason: String,
    /// What became of it.
    pub became: OrderResult,
}

/// What became of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum OrderResult {
    /// It was carried out.
    Done {
        /// The decision's number, where something was recorded.
        number: Option<i64>,
        /// What was decided, in English, for reports.
        what: String,
        /// Who is written to: kind of letter and name.
        letters: Vec<(String, String)>,
        /// What to look at beside it, as lines of fixed width; perhaps empty.
        shown: String,
        /// Held letters that are processed now.
        released: u32,
        /// What holds before and after it, in lines.
        effect: String,
    },
    /// It would be carried out: it was only tried.
    Would {
        /// What would be decided.
        what: String,
        /// What holds before and after it, in lines.
        effect: String,
        /// Why it would be asked back; perhaps empty.
        asks: String,
        /// Who would be written to.
        letters: Vec<(String, String)>,
        /// What to look at before deciding, as lines of fixed width; perhaps empty.
        shown: String,
    },
    /// It would do what its own name does not say: it is asked back, and changed nothing.
    Asked {
        /// What it would do.
        why: String,
        /// The line that does it all the same.
        line: String,
        /// What would hold before and after it, in lines.
        effect: String,
    },
    /// It could be read in words of others that letters to him passed on: it may be theirs,
    /// and changed nothing.
    Proposed {
        /// Who wrote them; perhaps empty.
        writer: String,
        /// When they were passed on; `None`: it is how somebody is called.
        day: Option<Day>,
        /// The line that orders it all the same.
        line: String,
        /// Why it would be asked back besides; perhaps empty.
        asks: String,
        /// What would hold before and after it, in lines.
        effect: String,
    },
    /// Lines of the transcript that proposed an order stand in the letter without their mark:
    /// nothing in it is carried out.
    GivenBack,
    /// It was refused, and changed nothing.
    Refused {
        /// Why, in English.
        why: String,
        /// What would be taken; empty where the words were right.
        usage: String,
        /// An example of it.
        example: String,
    },
    /// No order, no reason of one, no greeting: words that nobody was found for.
    NotUnderstood,
    /// It is about a tournament that is not his.
    NotYours {
        /// Which.
        code: String,
    },
    /// It was carried out when this letter was read before.
    Before,
    /// What was asked to be shown.
    Shown {
        /// It, as lines of fixed width.
        text: String,
    },
    /// Too many for one letter.
    TooMany,
}

/// Why an address cannot be registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AddressTrouble {
    /// It is another player's.
    Taken,
    /// It is the robot's.
    Robot,
    /// It is the one registered.
    Same,
    /// It is none.
    Malformed,
    /// Under the registered one he holds an office or leads a team as well: they would part, and
    /// nobody would see any more that he rules a game of his own.
    Office,
}

/// A line of the start list, for one reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Starter {
    /// The starting number.
    pub number: u32,
    /// The name.
    pub name: String,
    /// The rating, where known.
    pub rating: Option<u32>,
    /// The federation, where known.
    pub federation: Option<String>,
    /// The reader himself.
    pub reader: bool,
    /// The reader's games against this player, with the reader's side.
    pub games: Vec<(GameName, Side)>,
}

/// A decision that a player protests against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protested {
    /// Its number.
    pub number: i64,
    /// Its day.
    pub day: Day,
    /// Its ground.
    pub article: String,
    /// The arbiter's reason.
    pub reason: String,
    /// What it was, where it can be said in a line.
    pub decision: Option<NamedDecision>,
}

/// Why a protest is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProtestTrouble {
    /// Sent after its term.
    Late,
    /// It waits for a decision already.
    Pending,
    /// A protest against it was decided: that is final.
    Final,
}

/// What a letter is about. One variant for each kind, sometimes two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "body", rename_all = "kebab-case")]
pub enum Body {
    /// The game begins; who has White is in the game.
    Start {
        /// How many games of the tournament the reader plays; each has a letter.
        games: usize,
        /// The start list, in the reader's first letter of the tournament only.
        list: Vec<Starter>,
        /// It had begun: the reader takes it over from this player.
        from: Option<String>,
        /// Who should not meet (31.9), beside the start list.
        #[serde(default)]
        announced: Vec<Announcement>,
        /// The link by which the reader sets a password for the server (54.2.2), in his
        /// first letter of the tournament.
        #[serde(default)]
        invitation: Option<String>,
        /// Leave that he has announced elsewhere, still to come or running, and not here
        /// (56.7.2): first days and last days, in his first letter of the tournament.
        #[serde(default)]
        away: Vec<(Day, Day)>,
    },
    /// A game that was played elsewhere goes on here.
    MovedHere {
        /// The files told the days of its moves; else they were made to fit.
        is_dated: bool,
        /// Since when who is to move thinks.
        since: Day,
    },
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
        /// Penalty days charged (0: none), or, for CHECK, what it would cost.
        penalty: i64,
        /// It is not the first of this player in the game (55.4.10).
        again: bool,
        /// CHECK was asked: the move was not sent, and nothing is recorded.
        only_checked: bool,
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
        /// The home was put back from its copies, and tells where the game stands.
        #[serde(default)]
        restored: bool,
    },
    /// The control is near.
    Reminder {
        /// Days left.
        left: i64,
        /// The day on which the flag falls.
        flag: Day,
        /// The second warning, on the last day.
        last_day: bool,
        /// The player has asked for it (WARN).
        #[serde(default)]
        wished: bool,
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
    /// A letter with a move was confirmed late, and between its own dispatch and that of the
    /// confirmation the flag fell: the arbiter decides which counts.
    DateUndecided {
        /// Whose letter.
        side: Side,
        /// Its own day of dispatch.
        own: Day,
        /// That of the letter which confirmed it.
        confirmed: Day,
        /// The first day over.
        flag: Day,
        /// The loss was entered already.
        over: bool,
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
        /// The leave never began, in no tournament: it is cancelled.
        cancelled: bool,
        /// Days that came back.
        returned: i64,
        /// The same of each tournament, where it was one of several.
        #[serde(default)]
        each: Vec<LeaveEndOutcome>,
    },
    /// To opponents and arbiter: a player's leave.
    LeaveAnnounced {
        /// Who.
        name: String,
        /// From, to.
        days: (Day, Day),
        /// The same of its further parts, where the allowance cuts it into several.
        #[serde(default)]
        more: Vec<(Day, Day)>,
        /// The tournament.
        code: String,
        /// It was ended early: its new last day is `days.1` (before `days.0`: cancelled).
        ended: bool,
        /// It was announced late (an open matter for the arbiter).
        late: bool,
    },
    /// The game is over; result and cause are in the game.
    Result,
    /// The reader's games; before them what was done in each, where his letter was
    /// about several.
    Status {
        /// One for each game of the letter, in its order.
        done: Vec<PartOutcome>,
    },
    /// Article 57's report.
    Report,
    /// He owes the arbiter a report (55.1.2): it is asked for, with what is known.
    ReportAsked {
        /// The tournament.
        code: String,
        /// The day of the last one, or of the start.
        since: Day,
        /// The last day on which it is expected.
        until: Day,
    },
    /// All that was written in a game (56.1.5): the record stands below, the letters
    /// in an enclosure.
    Correspondence {
        /// The enclosure: journal, schedule and letters, in the order of their days.
        letters: String,
        /// How many letters are in it.
        count: u32,
        /// How many older ones were left out for its size.
        left_out: u32,
    },
    /// The tournament is over: the final table, with the records of the reader's games.
    FinalTable {
        /// The tournament.
        name: String,
        /// Its code.
        code: String,
        /// The table, line by line, in the reader's language.
        table: Vec<String>,
        /// The last day of the official report (30.2.1.6).
        due: Day,
    },
    /// A round was paired: to the arbiter, and to who has no game in it.
    Round {
        /// The tournament's code.
        code: String,
        /// Its name.
        name: String,
        /// The round, from 1.
        round: u32,
        /// Its official start.
        start: Day,
        /// When its unfinished games are adjudicated.
        end: Option<Day>,
        /// Its games, a line each.
        boards: Vec<String>,
        /// What the reader gets for having no game.
        bye: Option<Points>,
        /// Who should not meet (31.9), in the first round: who has no game in it hears so, too.
        #[serde(default)]
        announced: Vec<Announcement>,
        /// Who should not and do, since there was no other way: a line each.
        #[serde(default)]
        not_apart: Vec<String>,
    },
    /// Who plays in a stage is known: to the arbiter, to who came in, and to who does not
    /// any more.
    StageField {
        /// The stage's code.
        code: String,
        /// Its name.
        name: String,
        /// The day on which it begins by itself.
        begins: Option<Day>,
        /// Who plays, a line each.
        field: Vec<String>,
        /// The stages that they come from.
        sources: Vec<String>,
        /// The stage that the reader comes from; empty to the arbiter.
        stage: String,
        /// The place that he came through from.
        place: u32,
        /// He plays in it.
        is_in: bool,
    },
    /// He came into an event that had begun.
    LateEntry {
        /// The tournament's code.
        code: String,
        /// Its name.
        name: String,
        /// His starting number.
        number: u32,
    },
    /// Where an entry stands: to who made it (27-29).
    Entry(EntryLetter),
    /// Who plays for a team in a round: to its captain and the arbiter.
    LineUp {
        /// The tournament's code.
        code: String,
        /// Its name.
        name: String,
        /// The team's.
        team: String,
        /// The round.
        round: u32,
        /// Who plays, a line a board.
        boards: Vec<String>,
    },
    /// Who speaks for a team from now on: to whoever did, to him and to the arbiter.
    CaptainNamed {
        /// The tournament's code.
        code: String,
        /// Its name.
        name: String,
        /// The team's.
        team: String,
        /// His name.
        captain: String,
    },
    /// The table of a stage does not tell who goes through: to the arbiter.
    StageUnmade {
        /// The code of the stage that waits.
        code: String,
        /// Its name.
        name: String,
        /// The stage whose table does not tell.
        stage: String,
        /// Who stands level there, a line each; nobody where there are too few.
        level: Vec<String>,
    },
    /// How to write to the robot.
    Help,
    /// A dead position was claimed: the arbiter decides (5.2.2).
    DeadPositionClaimed {
        /// By whom.
        side: Side,
        /// His words.
        text: String,
        /// Such a claim waits for the arbiter already: nothing new was recorded.
        waits: bool,
        /// Whether a side has the pieces to mate by some series of moves.
        can_mate: BySide<bool>,
    },
    /// A complaint about the opponent's words: to its author and to the arbiter.
    AbuseReported {
        /// Whose.
        side: Side,
        /// What he says.
        text: String,
        /// The words that were passed on to him last.
        of: Option<String>,
    },
    /// A protest against a decision in force (54.1.4): to who decides it, to its
    /// author, to the opponent and to the arbiter.
    RulingProtest {
        /// Whose.
        side: Side,
        /// His words.
        text: String,
        /// The decision.
        against: Protested,
        /// The appeals arbiter's name, where the tournament names one and the
        /// decision was the arbiter's own.
        appeals: Option<String>,
        /// The robot acted by itself: the arbiter looks at it first.
        first: bool,
        /// His name, where another plays for him by that decision.
        by: Option<String>,
    },
    /// A protest that is not taken: too late, pending already, or against a
    /// decision that is final.
    ProtestRefused {
        /// Why.
        why: ProtestTrouble,
        /// The decision.
        against: Protested,
        /// The day on which it counts as received.
        received: Day,
        /// The last day in time.
        until: Day,
        /// The day on which the protest was sent.
        sent: Day,
    },
    /// The claimant's next move, sealed with the arbiter until a claim that
    /// pauses the game is decided (55.6.7, 55.6.9). To him and to the arbiter alone.
    SealedMove {
        /// The claimant.
        side: Side,
        /// The move, as he wrote it.
        text: String,
    },
    /// To the arbiter: what a player wrote in a game near its control (56.4.10).
    Copied {
        /// The kind of the letter that he got.
        #[serde(default = "confirmation")]
        beside: NoticeKind,
        /// Who.
        name: String,
        /// His words.
        text: String,
    },
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
    /// Letters that are not believed wait for codes, each for its own. To an official:
    /// letters with orders.
    Challenge {
        /// A word alone came, and which code it means it does not say: the list once more.
        #[serde(default)]
        again: bool,
        /// All but those below, newest first.
        letters: Vec<WaitingLetter>,
        /// Those that would end a game or a tournament for him, newest first.
        grave: Vec<WaitingLetter>,
        /// How many more wait than are listed.
        more: usize,
    },
    /// To the arbiter: his day, as `postchess today` shows it.
    Today {
        /// What he has to decide, what is due first at the top.
        matters: Vec<TodayMatter>,
        /// What takes its course where he decides nothing.
        settling: Vec<TodayMatter>,
        /// What comes if no letter changes it, the nearest first.
        coming: Vec<TodayComing>,
        /// How much more comes than is listed.
        more: u32,
        /// The days that are looked ahead.
        days: i64,
        /// Messages of the last 7 days whose senders nobody knows.
        #[serde(default)]
        strangers: u64,
        /// The last line of the archive, where the home has one.
        #[serde(default)]
        archive: Option<ArchiveHead>,
    },
    /// To the arbiter: what became of each line of his letter.
    Transcript {
        /// One each; none where nothing in the letter asks for anything.
        lines: Vec<OrderOutcome>,
    },
    /// A code was not taken.
    CodeRefused {
        /// Why.
        why: CodeTrouble,
    },
    /// The player says that the letter is not his.
    LetterDisowned,
    /// A link by which a player signs in to the server (54.2.2), at his registered address
    /// alone.
    SignIn {
        /// The link.
        link: String,
        /// A code to be typed into the browser that asked.
        code: String,
        /// From where it was asked.
        asked: BrowserHour,
    },
    /// A letter with something by which the reader signs in or is known was given whole to
    /// somebody at the console: it is void since.
    LetterTaken {
        /// When it came or was composed.
        day: Day,
        /// It was received, else sent.
        came: bool,
    },
    /// What opens the reader's account on the server was changed: he is told, whoever did it.
    AccessChanged {
        /// What.
        change: AccessChange,
        /// From where.
        asked: BrowserHour,
    },
    /// A new address waits for a code.
    AddressAsked {
        /// The address.
        new: String,
        /// The code.
        terms: CodeTerms,
    },
    /// A code for the reader's address, which a player wishes as his. None of his words are in
    /// it.
    NewAddressAsked {
        /// The address, to which it goes.
        to: String,
        /// The code.
        terms: CodeTerms,
    },
    /// The new address is asked now.
    NewAddressWaits {
        /// Which.
        new: String,
        /// It was asked before, and is not asked again.
        again: bool,
    },
    /// The new address has said no.
    NewAddressRefused {
        /// Which.
        new: String,
    },
    /// The new address has not answered.
    NewAddressLapsed {
        /// Which.
        new: String,
    },
    /// An address cannot be registered.
    AddressRefused {
        /// Why.
        why: AddressTrouble,
    },
    /// An address was changed: to the player at both, and to the arbiter.
    AddressChanged {
        /// Whose.
        name: String,
        /// His number.
        player: PlayerId,
        /// This letter goes to the address that he left.
        old: bool,
        /// The arbiter ordered it.
        #[serde(default)]
        ordered: bool,
        /// The arbiter's reason, where he ordered it.
        reason: String,
        /// He had a password of the server, which has ended with the address.
        #[serde(default)]
        had_password: bool,
    },
    /// A request to withdraw waits for a code.
    WithdrawalAsked {
        /// One word in answer to the letter is enough too.
        one_word: bool,
        /// The tournament.
        tournament: String,
        /// The unfinished games there.
        games: Vec<String>,
        /// The code.
        terms: CodeTerms,
    },
    /// A request to withdraw has gone to the arbiter.
    WithdrawalPassedOn {
        /// Whose.
        name: String,
        /// The tournament.
        tournament: String,
        /// The unfinished games there.
        games: Vec<String>,
        /// The order that settles it.
        command: String,
    },
    /// The player says no to what waited for a code: a new address, a withdrawal.
    RequestDropped {
        /// It was a withdrawal.
        withdrawal: bool,
    },
    /// The game is adjudicated: opinions are asked for.
    OpinionsAsked {
        /// The last day of play.
        end: Day,
        /// The last day on which an opinion may be sent.
        until: Day,
        /// The side to move may name its move (56.9.4.4; not on a server).
        names_move: bool,
        /// Equal opinions end the game (56.9.5; not on a server).
        equal_ends: bool,
    },
    /// To who sent an opinion; to the arbiter, where it came after the term.
    OpinionTaken {
        /// The opinion.
        opinion: OpinionFacts,
        /// It takes the place of an earlier one.
        again: bool,
        /// It was sent after the term (56.9.7).
        late: bool,
        /// The writer expects to lose: RESIGN would end the game at once.
        concedes: bool,
        /// The last day on which he may change it.
        until: Option<Day>,
        /// It came another way than by e-mail.
        entered: Option<EnteredOpinion>,
    },
    /// Both opinions differ, or their term is over: to both players and the arbiter.
    OpinionsClosed {
        /// Those sent in time, White's first.
        opinions: Vec<OpinionFacts>,
        /// Both expect the same (on a server that ends nothing).
        equal: bool,
        /// The order that settles it.
        command: String,
    },
    /// The result of an adjudication.
    Adjudicated {
        /// The result.
        result: String,
        /// The arbiter's reason.
        reason: String,
        /// The second decision: no appeal any more (56.9.10).
        last: bool,
        /// The reader may appeal; to an official: somebody may.
        may_appeal: bool,
        /// The last day of an appeal, where this letter leaves today.
        until: Day,
        /// Who decides on an appeal, where the tournament names him.
        adjudicator: Option<String>,
        /// The opinions it was decided on.
        opinions: Vec<OpinionFacts>,
    },
    /// An appeal was taken: to its author, his opponent, the arbiter, the adjudicator.
    AppealTaken {
        /// Whose.
        side: Side,
        /// His words.
        text: String,
        /// The first decision.
        first: String,
        /// The reason that was given for it.
        reason: String,
        /// The opinions it was decided on.
        opinions: Vec<OpinionFacts>,
        /// Who decides, where the tournament names him.
        adjudicator: Option<String>,
        /// The order that enters his decision.
        command: String,
    },
    /// An appeal was not taken.
    AppealRefused {
        /// Why.
        why: AppealTrouble,
        /// The last day on which it could have been sent.
        until: Option<Day>,
    },
    /// A decision of the arbiter.
    Ruling {
        /// What was decided.
        decision: NamedDecision,
        /// His reason.
        reason: String,
        /// The article.
        article: String,
        /// Days for a protest.
        protest_days: u32,
    },
    /// A letter did not arrive, or an address fails, or both: to the arbiter, and, where a
    /// clock stands by it, to the opponent.
    DeliveryProblem {
        /// Whose letter it was.
        name: String,
        /// His number.
        player: PlayerId,
        /// The letter, where a game waits for it.
        letter: Option<OutboundId>,
        /// What it was about.
        about: Option<About>,
        /// The day on which it had left; none where it could not be handed over.
        left: Option<Day>,
        /// What the mail server said.
        diagnostic: String,
        /// So many letters came back in a row: the address counts as failing now.
        failing: Option<u32>,
        /// Why the report changes no day, where it does not.
        unheeded: Option<Unheeded>,
        /// The day on which it is sent again by itself.
        again: Option<Day>,
        /// The last day on which the clock stands, where a report by mail stops it.
        #[serde(default)]
        last: Option<Day>,
    },
    /// What a limit had held back, in one letter; the pieces stand in its draft.
    Together {
        /// Whose acts brought it; none where it answers the reader's own letters.
        by: Option<String>,
        /// Of which letter each piece speaks.
        letters: Vec<OfLetter>,
        /// How many more there were than are told.
        more: u32,
    },
    /// One letter a day with all games that wait, the most urgent first; the pieces
    /// stand in its draft.
    Daily {
        /// Of which game each piece speaks.
        games: Vec<String>,
    },
    /// To the arbiter: a player who is not understood, or calls for a person.
    Unheard {
        /// Who.
        name: String,
        /// He calls for a person; else two letters in a row were of no use to him.
        cry: bool,
        /// His newest letters, the oldest first.
        letters: Vec<SaidBefore>,
    },
    /// A letter to the players of a tournament, which decides nothing.
    Circular {
        /// The tournament's code.
        code: String,
        /// Its name.
        name: String,
        /// Who writes.
        from: String,
        /// The subject; perhaps empty.
        subject: String,
        /// What it says, in its reader's language where it has a part in it.
        text: String,
        /// To how many players it goes: told to who is none.
        readers: usize,
    },
    /// A word from a player to the arbiter.
    ToArbiter {
        /// From whom.
        name: String,
        /// His words.
        text: String,
        /// The game that his letter was about, where it was about one.
        #[serde(default)]
        game: Option<String>,
        /// What he is in the tournament.
        #[serde(default)]
        of: Membership,
    },
    /// A protest of a player, to the captain of his team: only the captain's counts (24.6).
    ToCaptain {
        /// From whom.
        name: String,
        /// His words.
        text: String,
        /// The game that it is about.
        game: String,
    },
    /// A captain's words about a game, to who plays it: words only (24.5).
    FromCaptain {
        /// The captain.
        name: String,
        /// His words.
        text: String,
        /// The game.
        game: String,
    },
    /// What the arbiter should know.
    Digest {
        /// One each, in the order of their terms.
        matters: Vec<OpenMatter>,
    },
}

impl Body {
    /// The last letter again, that of a half-move (0: the start letter), as whoever asks for
    /// it gets it.
    pub fn again(ply: u32) -> Body {
        Body::Repeat {
            ply,
            asked: true,
            days: 0,
            copy: false,
            restored: false,
        }
    }
}

/// A letter that a piece of a longer one speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfLetter {
    /// The day on which it came.
    pub day: Day,
    /// The game, where the piece is about one.
    pub game: Option<String>,
}

/// A letter in its writer's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaidBefore {
    /// The day on which it came.
    pub day: Day,
    /// Its words.
    pub text: String,
}

/// An open matter for the arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenMatter {
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
    /// What happened, in the reader's language.
    pub note: String,
}

/// A decision of the arbiter, as the ruling letter names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "kebab-case")]
pub enum NamedDecision {
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
        /// Penalty days of the claimant, for the delay (55.6.10).
        fine: u32,
    },
    /// No more claims of a side are taken until the next control (56.6.7).
    ClaimsBarred {
        /// Whose.
        side: Side,
    },
    /// A side gets letters or cards from the next move on.
    CarrierSet {
        /// Who.
        side: Side,
        /// Which.
        carrier: Carrier,
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
    /// Leave that came late stays as the rules have it (56.7.7).
    LeaveKept {
        /// Whose.
        name: String,
        /// The days that were asked.
        days: (Day, Day),
        /// The tournament.
        code: String,
    },
    /// A player cannot reach his mail (56.1.6).
    AccessLost {
        /// Who.
        name: String,
        /// The day of his report.
        since: Day,
        /// The last of the 30 days.
        until: Day,
        /// The tournament.
        code: String,
    },
    /// A player lives elsewhere.
    PostalChanged {
        /// Who.
        name: String,
        /// The reader.
        yours: bool,
        /// Where, line by line.
        lines: Vec<String>,
    },
    /// What a player is entered as was corrected.
    Corrected {
        /// It is the reader.
        yours: bool,
        /// Until now.
        was: EnteredAs,
        /// From now on.
        is: EnteredAs,
    },
    /// An official is absent.
    OfficialAbsent {
        /// His name.
        name: String,
        /// The tournament.
        code: String,
        /// First and last day.
        days: (Day, Day),
        /// Who stands in for him, where somebody does.
        substitute: Option<String>,
    },
    /// Another directs the tournament.
    HandedOver {
        /// Its code.
        code: String,
        /// Its name.
        tournament: String,
        /// Who did.
        was: String,
        /// Who does.
        arbiter: String,
        /// His address.
        email: String,
    },
    /// A tournament ends later.
    Prolonged {
        /// Its code.
        code: String,
        /// Its name.
        tournament: String,
        /// When it would have ended.
        was: Day,
        /// When it does.
        end: Day,
    },
    /// Leave cancelled.
    LeaveCancelled {
        /// Whose.
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
    /// A result for a long silence (55.5.2, 56.5.3).
    Silence {
        /// Who did not answer.
        side: Side,
        /// Days since the last sign of the game.
        days: i64,
        /// The result.
        result: String,
    },
    /// A protest, a claim of a dead position or a complaint is not granted.
    Dismissed {
        /// Whose it was.
        side: Side,
        /// It was a protest; else a claim of a dead position, or a complaint.
        protest: bool,
        /// It was a complaint about the opponent's words.
        #[serde(default)]
        complaint: bool,
        /// The decision that stands, where it was a protest against one.
        number: Option<i64>,
        /// Nothing can be said against it any more (54.1.4).
        is_final: bool,
        /// His name, where another plays for him.
        by: Option<String>,
    },
    /// The first overstep: the clock begins at zero (55.6.4).
    ClockReset {
        /// Whose.
        side: Side,
    },
    /// Days lost to an outage are given back.
    Compensated {
        /// The tournament.
        code: String,
        /// The outage: first and last day.
        window: (Day, Day),
        /// Its hours, where it was told by the hour and all of it is given back.
        #[serde(default)]
        hours: Option<HoursTold>,
        /// What is given in the reader's games.
        games: Vec<DatesGiven>,
    },
    /// All games of a tournament are paused, or go on.
    TournamentPaused {
        /// The tournament.
        code: String,
        /// They go on.
        resumes: bool,
        /// From this day on no time counts; or time counts again.
        day: Day,
        /// The reader's games that it is about.
        games: Vec<String>,
    },
    /// A player has left the tournament (54.7.1, 55.8.1, 56.8.1).
    Withdrawn {
        /// Who.
        name: String,
        /// The tournament.
        code: String,
        /// The reader is the one.
        yours: bool,
        /// What becomes of the unfinished games.
        way: Unfinished,
        /// The finished ones count.
        counts: bool,
        /// The paragraph of article 33 that says whether they do, where nobody says otherwise.
        #[serde(default = "in_round_robins")]
        preset: String,
        /// Games finished.
        finished: u32,
        /// Games to be played.
        scheduled: u32,
        /// The arbiter excluded him.
        excluded: bool,
        /// What becomes of each game that the reader has to do with.
        games: Vec<GameFate>,
    },
    /// Another person plays on with a player's unfinished games, or he who had given
    /// them over does.
    Replaced {
        /// The tournament.
        code: String,
        /// The starting number.
        number: u32,
        /// Who played.
        name: String,
        /// Who plays on.
        by: String,
        /// Who the reader is.
        reader: ReplacementReader,
        /// The decision that is taken back by it, and its day.
        revokes: Option<(i64, Day)>,
        /// The games that the reader has to do with.
        games: Vec<HandedOver>,
    },
    /// A move that came another way was entered.
    MoveEntered {
        /// Its number and notation.
        label: String,
        /// Whose.
        side: Side,
        /// Receipt of what it answers.
        received: Day,
        /// Its dispatch.
        sent: Day,
    },
    /// A half-move and all later ones left the game.
    Voided {
        /// Number and notation of the first.
        label: String,
        /// How many half-moves.
        count: u32,
        /// Who is to move.
        side: Side,
        /// From when his time runs, where it does.
        since: Option<Day>,
        /// The game was over, and is open again.
        reopened: bool,
    },
    /// A finished game is open again.
    Reopened {
        /// Who is to move.
        turn: Side,
        /// It was paused before its end, and is so again.
        paused: bool,
    },
    /// The game stands still.
    Paused {
        /// The first day that is nobody's.
        from: Day,
    },
    /// The game goes on.
    Resumed {
        /// Who is to move.
        turn: Side,
    },
    /// An earlier decision was taken back.
    Revoked {
        /// Its number.
        number: i64,
        /// When it was taken.
        day: Day,
        /// What it said.
        what: Option<Box<NamedDecision>>,
        /// A protest against it is granted by it, and that is final (34.5).
        #[serde(default)]
        is_final: bool,
        /// The days from then until this ruling is received are nobody's.
        rests: bool,
        /// Who is to move.
        turn: Side,
    },
    /// What a pass of the robot had declared was taken back.
    PassRevoked {
        /// When it had declared it.
        day: Day,
        /// The days from then until this ruling is received are nobody's.
        rests: bool,
        /// Who is to move.
        turn: Side,
    },
    /// The machine's clock was wrong, and the dates that it made are set right.
    Redated {
        /// The day on which they were.
        day: Day,
    },
}

impl NamedDecision {
    /// A decision of which its entry says all.
    pub fn of(event: &Event) -> Option<NamedDecision> {
        Some(match event {
            Event::Ended { result, .. } => NamedDecision::Result {
                result: result.text().to_owned(),
            },
            Event::ClaimRejected {
                side, bar_claims, ..
            } => NamedDecision::ClaimRejected {
                side: *side,
                bar_claims: *bar_claims,
                fine: 0,
            },
            Event::ClaimsBarred { side } => NamedDecision::ClaimsBarred { side: *side },
            Event::CarrierSet { side, carrier, .. } => NamedDecision::CarrierSet {
                side: *side,
                carrier: *carrier,
            },
            Event::ClockReset { side } => NamedDecision::ClockReset { side: *side },
            Event::Penalty { side, days, .. } => NamedDecision::Penalty {
                side: *side,
                days: *days,
            },
            Event::DatesSet {
                ply,
                received,
                sent,
            } => NamedDecision::DatesSet {
                ply: *ply,
                received: *received,
                sent: *sent,
            },
            Event::Paused { from, .. } => NamedDecision::Paused { from: *from },
            _ => return None,
        })
    }
}

/// A stretch as its hours are told: as the clocks of the tournament show them, with their
/// offset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HoursTold {
    /// Its first second.
    pub from: String,
    /// The first second behind it.
    pub until: String,
}

impl HoursTold {
    /// A stretch as it is told in a zone.
    pub fn of(span: HourSpan, zone: Zone) -> HoursTold {
        HoursTold {
            from: zone.hour(span.from),
            until: zone.hour(span.until),
        }
    }
}

/// Dates given back to one side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatesGiven {
    /// The game.
    pub game: String,
    /// White.
    pub white: String,
    /// Black.
    pub black: String,
    /// Whose clock.
    pub side: Side,
    /// It is the reader's.
    pub yours: bool,
    /// How many days.
    pub days: i64,
    /// Which, in runs: first and last.
    pub dates: Vec<(Day, Day)>,
    /// The hours given back, where days are full 24 hours.
    #[serde(default)]
    pub hours: Vec<HoursTold>,
    /// The total as it is reckoned now, the running move left aside.
    pub total: i64,
    /// The first day over, where the clock runs.
    pub flag: Option<Day>,
}

/// Whom a letter about a replacement goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplacementReader {
    /// Him who played.
    Leaves,
    /// Him who plays on.
    Takes,
    /// A partner of theirs, or the arbiter.
    Other,
}

/// A game that another plays on with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandedOver {
    /// The game.
    pub game: String,
    /// White, as it is played now.
    pub white: String,
    /// Black.
    pub black: String,
}

/// What became of one game of a player who left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFate {
    /// The game.
    pub game: String,
    /// White.
    pub white: String,
    /// Black.
    pub black: String,
    /// The result; none where it is adjudicated; `*` where it is left out.
    pub result: Option<String>,
}

/// The kind of what was copied before that was told.
fn confirmation() -> NoticeKind {
    NoticeKind::Confirmation
}

/// What a letter about an entry says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryLetter {
    /// What is new.
    pub news: EntryNews,
    /// The tournament's code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Its official start.
    pub start: Day,
    /// The last day for entries.
    pub until: Option<Day>,
    /// What an entry costs, as the organiser writes it; empty: nothing is known of it.
    pub fee: String,
    /// The number of the entry; 0: there is none.
    pub number: u32,
    /// What was understood of the person.
    pub person: EntryPerson,
    /// The code that confirms it, where one is asked for.
    pub terms: Option<CodeTerms>,
    /// The starting number, or the place among those who wait; 0: neither.
    pub place: u32,
    /// The officials' reason; may be empty.
    pub reason: String,
}

/// What is new of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryNews {
    /// It is to be confirmed by a code.
    Asked,
    /// It is on the list.
    Taken,
    /// It was on the list already.
    Already,
    /// The person is admitted.
    Admitted,
    /// The person is admitted, and all places are taken.
    Waiting,
    /// A place has come free.
    MovedUp,
    /// It is refused.
    Refused,
    /// It is taken back.
    Withdrawn,
    /// Entries are over.
    Closed,
    /// The tournament has begun, and nobody has decided on it.
    Begun,
    /// The tournament takes none, or is not known.
    NotOpen,
}

/// The person of an entry, as understood.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryPerson {
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: Option<u32>,
    /// The federation.
    pub federation: Option<String>,
    /// The category or title.
    pub title: Option<String>,
    /// The day of birth, as written.
    pub birth: Option<String>,
}

/// The paragraph of withdrawals that older letters name.
fn in_round_robins() -> String {
    Article::WithdrawnCount.number(Profile::Email).to_owned()
}
