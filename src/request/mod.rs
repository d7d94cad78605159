//! What a letter asks for. Understanding never fails: it yields requests and
//! doubts. No game is known here; what a written move means in a position, and
//! whether two of them are a repetition and a move, is for the arbiter.

mod absence;
mod act;
pub mod answer;
mod argument;
mod asked;
mod beside;
pub mod captain;
pub mod choice;
mod columns;
mod command;
mod command_line;
pub mod confirm;
mod conflict;
mod consent;
mod courtesy;
mod cry;
pub(crate) mod date;
mod described;
pub mod entry_form;
mod form;
mod hint;
mod json;
mod keyword;
mod labelled;
mod leave_line;
mod lone;
pub mod masked;
mod meaning;
mod moves;
pub mod orders;
mod person;
mod pgn;
mod reader;
mod retyped;
mod row;
mod second_thoughts;
mod section;
mod sentence;
mod shape;
mod stated;
mod stated_act;
mod supposed;
mod token;
mod unbound;
mod verb_first;
mod words;
pub mod work;

use crate::chess::Side;
use crate::fold;
use crate::ids::GameName;
use crate::letter::{Letter, Paragraphs};
use crate::pattern::pattern;
use crate::record::Wish;
use crate::time::{Day, Zone};
use crate::vocabulary::{self, either};
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

pub use consent::may_agree;
pub use cry::{is_cry, is_death, is_plight};
pub use json::{WHOLE, doubts_to_json, kept_json, leave_out_whole, pieces_of, to_json, type_of};
pub use keyword::{
    Keyword, command_in, commands, is_end, is_grave, is_of_the_board, keyword_of, line_of, spelt,
};
pub use lone::lone_moves;
pub use person::{names_person, without_person};
pub use pgn::{Closing, PgnGame};
pub use sentence::{opens_with_if, states};
pub use supposed::SupposedPair;
pub use unbound::speaks_of_series;

/// A place in the player's own text, in bytes, on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextSpan {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// One move as it stands in a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenMove {
    /// Its number, where one is written or its row of a form has one.
    pub number: Option<u32>,
    /// Its side, where dots, a form's column or its place after a White move tell.
    pub side: Option<Side>,
    /// The text of the move alone, as written (`5254`, `Кf3!`, `0-0`).
    pub text: String,
    /// The same move in a second notation beside it (56.3.6), as written.
    pub second: Option<String>,
    /// Where it stands.
    pub span: TextSpan,
}

/// Where a series of moves stands in the letter; it decides whether a fault is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeriesPlace {
    /// Its first move carries a number.
    Numbered,
    /// Alone on its line, without a number.
    Alone,
    /// In a form of article 59.
    Form,
    /// Inside a sentence: never charged.
    Prose,
    /// In a game sent as PGN: the letters of the pieces are English.
    Pgn,
}

/// The moves of a letter (of one section of it), in the order written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moves {
    /// The moves before any if-word: one's own move, perhaps after repetitions.
    pub line: Vec<WrittenMove>,
    /// Whether two of them are joined by or / или / або / lub.
    pub alternatives: bool,
    /// A proposed series: what stands behind each if-word, in the order written.
    pub variant: Vec<Supposition>,
    /// Where they stand.
    pub place: SeriesPlace,
    /// A draw is offered with the move: `=`, `(=)` or the words.
    pub draw_offer: bool,
    /// `any move` stands where a move was expected (55.3.6).
    pub any_move: bool,
    /// Another move stands in a sentence apart from these, and is not read as one of them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
}

impl Moves {
    /// The moves behind the if-words, in the order written.
    pub fn supposed(&self) -> impl Iterator<Item = &WrittenMove> {
        self.variant.iter().flat_map(|s| &s.moves)
    }
}

/// What stands behind one if-word: the opponent's expected move, one's own reply, …
/// Whether it begins a branch of a series or goes on with one, the position tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Supposition {
    /// Its moves.
    pub moves: Vec<WrittenMove>,
    /// A mark, an `or` or the end of a line parts it from what stands before.
    pub apart: bool,
    /// An answer is one of several, joined by `or`.
    pub alternatives: bool,
}

/// A filled-in form of article 59: the record as the sender has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FilledForm {
    /// Every move in it, in order, the last one being (normally) the sender's new one.
    pub moves: Vec<FormMove>,
    /// Lines about leave (compared, never requests).
    pub leave_lines: Vec<LeaveLine>,
    /// Times in the heading of form 59.2, of whose last moves.
    pub times: Vec<(Side, WrittenTime)>,
}

/// A line of a form about a side's leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeaveLine {
    /// Whose.
    pub side: Side,
    /// The line, as written.
    pub text: String,
    /// What stands behind its title; empty where it was not filled in.
    pub said: String,
    /// The stretches of days it names; none where it says something else.
    pub spans: Option<Vec<(WrittenDate, WrittenDate)>>,
}

/// A time of a form, `4/06`: on the move, and in all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenTime {
    /// The text.
    pub text: String,
    /// In all.
    pub total: i64,
}

impl WrittenTime {
    /// Reads a time and nothing else.
    fn read(text: &str) -> Option<WrittenTime> {
        let (own, total) = text.split_once('/')?;
        let digits = |t: &str| (1..=3).contains(&t.len()) && t.bytes().all(|b| b.is_ascii_digit());
        let total = Some(total).filter(|t| digits(own) && digits(t))?;
        Some(WrittenTime {
            text: text.to_owned(),
            total: total.parse().ok()?,
        })
    }
}

/// One move of a form with what stands beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormMove {
    /// The move.
    pub mv: WrittenMove,
    /// Date of receipt of the move answered.
    pub received: Option<WrittenDate>,
    /// Date of the answer, as the form claims it.
    pub sent: Option<WrittenDate>,
    /// The time on it, as the form claims it.
    pub time: Option<WrittenTime>,
}

/// A date as written, its year perhaps missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenDate {
    /// The text.
    pub text: String,
    /// Year, where written (two digits are of this century).
    pub year: Option<i32>,
    /// Month, 1 to 12.
    pub month: u32,
    /// Day of the month, 1 to 31.
    pub day: u32,
}

impl WrittenDate {
    /// A day, written whole.
    pub fn of(day: Day) -> WrittenDate {
        WrittenDate {
            text: day.to_string(),
            year: Some(day.year()),
            month: day.month(),
            day: day.day(),
        }
    }

    /// The day meant as the last of some that begin with `first`: without a year, the next
    /// one there is.
    pub fn from_on(&self, first: Day) -> Option<Day> {
        if self.year.is_some() {
            return self.near(first);
        }
        (0..=8)
            .filter_map(|y| Day::new(first.year() + y, self.month, self.day))
            .find(|day| *day >= first)
    }

    /// The day meant: without a year, the one nearest to `near`. `None` where no
    /// such day exists (31 February).
    pub fn near(&self, near: Day) -> Option<Day> {
        if let Some(year) = self.year {
            return Day::new(year, self.month, self.day);
        }
        (-4..=4)
            .filter_map(|y| Day::new(near.year() + y, self.month, self.day))
            .min_by_key(|d| d.since(near).abs())
    }
}

/// Style of the robot's letters to a player (`FORMAT …`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LetterStyle {
    /// Text, HTML and PGN.
    #[default]
    Full,
    /// Text and PGN, no HTML.
    Text,
    /// PGN alone.
    Pgn,
    /// What happened and what is to be done, and little else.
    Short,
}

/// A request. What CONTRACT.md 4 lists, one variant each: about one game, or about the
/// player as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Request {
    /// About the game that the letter names.
    Game(GameRequest),
    /// About no one game.
    Player(PlayerRequest),
}

/// What a letter asks for in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum GameRequest {
    /// A move, with what stands around it.
    Move(Moves),
    /// A move in a form of article 59.
    Form {
        /// The form.
        form: FilledForm,
        /// The moves, the last one being the answer: derived from the form.
        moves: Moves,
    },
    /// A game sent as PGN; which of its moves is new, the record tells.
    Pgn(Box<PgnGame>),
    /// RESIGN.
    Resign,
    /// DRAW? without a move beside it.
    DrawOffer,
    /// ACCEPT DRAW.
    DrawAccept,
    /// DECLINE DRAW.
    DrawDecline,
    /// CLAIM DRAW; with the intended move, or for the position on the board.
    DrawClaim {
        /// The intended move (it is not also a [`GameRequest::Move`]).
        intended: Option<Moves>,
    },
    /// CLAIM TIME.
    TimeClaim,
    /// PROTEST text.
    Protest {
        /// What the player says, this line and all below.
        text: String,
    },
    /// CLAIM DEAD POSITION text (5.2.2).
    DeadPosition {
        /// Why, this line and all below.
        text: String,
    },
    /// `CORRESPONDENCE [CODE/N]`: all that was written in a game (56.1.5).
    Correspondence {
        /// The game, where the line names one.
        game: Option<GameName>,
    },
    /// OPINION result, analysis below.
    Opinion {
        /// `1-0`, `0-1` or `1/2-1/2`.
        result: String,
        /// The analysis.
        text: String,
        /// A move alone on its first line, or beside the result: the side to move
        /// names it (56.9.4.4).
        named: Option<Moves>,
    },
    /// APPEAL text.
    Appeal {
        /// What the player says.
        text: String,
    },
    /// OPPONENT text: words that are passed on to the opponent.
    Opponent {
        /// The words.
        words: String,
    },
    /// ABUSE text: a complaint about the opponent's words.
    Abuse {
        /// What the player says, this line and all below.
        text: String,
    },
    /// REPEAT.
    Repeat,
    /// CHECK moves: what would be read, committing nothing.
    Check(Moves),
}

impl GameRequest {
    /// Whether it brings a move: alone, in a form, or in a game sent as PGN.
    pub fn is_move(&self) -> bool {
        matches!(
            self,
            GameRequest::Move(_) | GameRequest::Form { .. } | GameRequest::Pgn(_)
        )
    }
}

/// What a letter asks for apart from one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum PlayerRequest {
    /// `LEAVE from to [CODE]`: in all tournaments, or in one.
    Leave {
        /// First day.
        from: WrittenDate,
        /// Last day.
        to: WrittenDate,
        /// Only in this tournament.
        code: Option<String>,
    },
    /// `END LEAVE [date]`: the first playing day.
    LeaveEnd {
        /// The first playing day; the day of the notice where missing.
        date: Option<WrittenDate>,
    },
    /// STATUS: his games.
    Status,
    /// REPORT: article 57's.
    Report,
    /// ADDRESS new@example.org.
    Address {
        /// The new address.
        address: String,
    },
    /// WITHDRAW.
    Withdraw,
    /// WITHDRAW CODE: an entry is taken back, or a player leaves that tournament.
    WithdrawFrom {
        /// The tournament's code, as written.
        code: String,
    },
    /// ENTER CODE.
    Enter {
        /// The tournament's code, as written.
        code: String,
    },
    /// ARBITER text.
    Arbiter {
        /// The words, this line and all below.
        text: String,
    },
    /// FORMAT.
    Format {
        /// The style asked for.
        style: LetterStyle,
    },
    /// A wish about his letters: WARN, MUTE OPPONENT.
    Wish(Wish),
    /// HELP.
    Help,
}

/// What cannot be taken back once it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GraveAct {
    /// To resign.
    Resign,
    /// To agree to a draw.
    AcceptDraw,
    /// To leave the tournament.
    Withdraw,
}

impl GraveAct {
    /// The request for it.
    pub fn request(self) -> Request {
        match self {
            GraveAct::Resign => Request::Game(GameRequest::Resign),
            GraveAct::AcceptDraw => Request::Game(GameRequest::DrawAccept),
            GraveAct::Withdraw => Request::Player(PlayerRequest::Withdraw),
        }
    }

    /// The command for it.
    pub fn keyword(self) -> Keyword {
        match self {
            GraveAct::Resign => Keyword::Resign,
            GraveAct::AcceptDraw => Keyword::DrawAccept,
            GraveAct::Withdraw => Keyword::Withdraw,
        }
    }
}

/// What stands once it is made, until the opponent answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The offer of a draw.
    Offer,
    /// A series of moves that was proposed.
    Series,
    /// A move.
    Move,
}

/// Something that could not be understood for certain; it becomes part of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "doubt", rename_all = "kebab-case")]
pub enum Doubt {
    /// The letter holds no words of the player's own.
    NoText,
    /// Words, but nothing the robot knows.
    Nothing,
    /// A command with other words on its line, or misspelt.
    UnclearCommand {
        /// The line, as written.
        line: String,
        /// Where it stands.
        span: TextSpan,
        /// The command it may be meant as, in the words of the line's language.
        perhaps: Option<String>,
    },
    /// A sentence states what cannot be taken back: one word is asked for it.
    Stated {
        /// What.
        act: GraveAct,
        /// The sentence, as written.
        text: String,
        /// What stands behind it takes it back, or leaves it in doubt.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        doubted: bool,
        /// Where it stands.
        span: TextSpan,
    },
    /// A date that does not exist or cannot be read.
    BadDate {
        /// As written.
        text: String,
        /// Where it stands.
        span: TextSpan,
    },
    /// Behind WARN stands what is no number of days, or there are too many of them.
    BadWarnings {
        /// As written.
        text: String,
        /// Where it stands.
        span: TextSpan,
        /// The most days before the flag.
        earliest: u32,
        /// How many there may be.
        most: usize,
    },
    /// Digits that are no move, but may be one mistyped.
    NearMove {
        /// As written.
        text: String,
        /// Where it stands.
        span: TextSpan,
    },
    /// Something like a move inside a sentence, which is never played.
    MoveInProse {
        /// As written.
        text: String,
        /// The sentence states it: one word confirms it, where the position leaves one move.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stated: bool,
        /// It states it and says nothing else that matters: where the position leaves one
        /// move, that is played.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        plain: bool,
        /// A draw is offered with it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        offers: bool,
        /// Its number, where one stands before it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
        /// Where it stands.
        span: TextSpan,
    },
    /// What hangs on the opponent's move, and how is not plain: no series holds it.
    NoSeries {
        /// As written.
        text: String,
        /// The ways in which its words may be a supposition and an answer: the position may
        /// leave one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pairs: Vec<SupposedPair>,
        /// Where it stands.
        span: TextSpan,
    },
    /// A move among the lines below a protest or a word to the arbiter, which took
    /// it along as their text.
    MoveBelow {
        /// As written.
        text: String,
        /// Where it stands.
        span: TextSpan,
    },
    /// Several moves, and no way to tell which is meant.
    SeveralMoves {
        /// As written.
        texts: Vec<String>,
        /// Where the first stands.
        span: TextSpan,
    },
    /// What a sentence asks for is about another game than the letter, or about several.
    OtherGame {
        /// The sentence, as written.
        text: String,
        /// Where it stands.
        span: TextSpan,
    },
    /// What stands once it is made is asked to be taken back.
    CannotTakeBack {
        /// What.
        what: Standing,
        /// The sentence, as written.
        text: String,
        /// Where it stands.
        span: TextSpan,
    },
    /// What ends a game or goes to the opponent is asked for, and several games are named
    /// beside it: none of it is done.
    SeveralGames {
        /// Their names.
        games: Vec<String>,
    },
    /// Requests that exclude each other (RESIGN beside a move, …): none is done.
    Conflict {
        /// The requests, in words of the letter.
        texts: Vec<String>,
        /// The plain text of the letter says one thing, and its page another.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        in_parts: bool,
    },
    /// DRAW without its question mark: an offer where none stands; where the
    /// opponent's stands, it may be meant as consent and is asked about. The
    /// section holds a [`GameRequest::DrawOffer`] as well.
    BareDraw {
        /// Where it stands.
        span: TextSpan,
    },
    /// A move stands only in the subject, which is never carried out.
    OnlyInSubject {
        /// As written.
        text: String,
    },
    /// No doubt is left, but the sentence was not written as a command: what was done is
    /// told with it. The section holds the request as well.
    ReadAs {
        /// The sentence, as written.
        line: String,
        /// Where it stands.
        span: TextSpan,
        /// The command it was read as, in the words of its language.
        command: String,
        /// What takes it back, likewise.
        undo: Option<String>,
    },
    /// Reading it would cost more work than a letter is worth: nothing in it is done.
    TooMuch,
}

impl Doubt {
    /// Where it stands, of what should hang on a move and is not understood.
    pub fn tail(&self) -> Option<TextSpan> {
        match self {
            Doubt::NoSeries { span, .. } => Some(*span),
            _ => None,
        }
    }
}

/// One part of a letter: all of it, or what stands below a line that names a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// The game named, where the section has such a line.
    pub game: Option<GameName>,
    /// Where its own text stands.
    pub span: TextSpan,
    /// What is asked, in the order written.
    pub requests: Vec<Request>,
    /// What could not be understood.
    pub doubts: Vec<Doubt>,
    /// A stated date of receipt of the opponent's move.
    pub received: Option<WrittenDate>,
    /// A stated date of dispatch (never counts, 56.2.3).
    pub sent: Option<WrittenDate>,
}

impl Section {
    /// What cannot be taken back and is stated in words alone: nothing else in the part
    /// moves, ends or answers an offer.
    pub fn stated_act(&self) -> Option<GraveAct> {
        let mut stated = None;
        for doubt in &self.doubts {
            match doubt {
                Doubt::Stated { act, .. } if stated.is_none_or(|s| s == *act) => {
                    stated = Some(*act);
                }
                Doubt::Stated { .. }
                | Doubt::Conflict { .. }
                | Doubt::SeveralGames { .. }
                | Doubt::OtherGame { .. } => {
                    return None;
                }
                _ => {}
            }
        }
        stated.filter(|_| !self.requests.iter().any(conflict::is_excluded))
    }

    /// Whether it asks for something that may not go unheard beside another answer: what is
    /// done, or would be but for a doubt. Lists and help are asked for again.
    pub fn asks_something(&self) -> bool {
        let acts = |request: &Request| {
            !matches!(
                request,
                Request::Game(GameRequest::Repeat)
                    | Request::Player(
                        PlayerRequest::Status | PlayerRequest::Report | PlayerRequest::Help
                    )
            )
        };
        let open = |doubt: &Doubt| match doubt {
            Doubt::Stated { .. }
            | Doubt::BadDate { .. }
            | Doubt::NoSeries { .. }
            | Doubt::MoveBelow { .. }
            | Doubt::SeveralMoves { .. }
            | Doubt::SeveralGames { .. }
            | Doubt::OtherGame { .. }
            | Doubt::CannotTakeBack { .. }
            | Doubt::Conflict { .. }
            | Doubt::BareDraw { .. }
            | Doubt::ReadAs { .. } => true,
            Doubt::MoveInProse { stated, .. } => *stated,
            Doubt::NoText
            | Doubt::Nothing
            | Doubt::UnclearCommand { .. }
            | Doubt::BadWarnings { .. }
            | Doubt::NearMove { .. }
            | Doubt::OnlyInSubject { .. }
            | Doubt::TooMuch => false,
        };
        self.requests.iter().any(acts) || self.doubts.iter().any(open)
    }
}

/// What a whole letter asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Understanding {
    /// The games named in the subject (`[CODE/N]` or `CODE/N`), each once.
    pub subject_games: Vec<GameName>,
    /// The sections, in order; at least one.
    pub sections: Vec<Section>,
}

impl Understanding {
    /// The one thing that cannot be taken back and is all that the letter asks for, by
    /// its command or in words.
    pub fn only_act(&self) -> Option<GraveAct> {
        let [only] = &self.sections[..] else {
            return None;
        };
        let commanded = |act: &GraveAct| only.requests == [act.request()];
        let all = [GraveAct::Resign, GraveAct::AcceptDraw, GraveAct::Withdraw];
        let doubted = |d: &Doubt| matches!(d, Doubt::Stated { doubted: true, .. });
        match only.requests.is_empty() {
            true => only
                .stated_act()
                .filter(|_| !only.doubts.iter().any(doubted)),
            false => all.into_iter().find(commanded),
        }
    }

    /// Whether its subject or a part of it names a game.
    pub fn names_a_game(&self) -> bool {
        !self.subject_games.is_empty() || self.sections.iter().any(|s| s.game.is_some())
    }

    /// Whether it asks for nothing but moves.
    pub fn only_moves(&self) -> bool {
        let mut all = self.sections.iter().flat_map(|s| &s.requests);
        all.all(|r| matches!(r, Request::Game(game) if game.is_move()))
    }

    /// Whether it asks for something as people do and no automatic answer does: by a command
    /// or a move. Days away in a sentence stand in automatic answers, and so may four
    /// figures alone.
    pub fn asks_plainly(&self) -> bool {
        self.sections.iter().any(|section| {
            let in_words = |d: &Doubt| matches!(d, Doubt::ReadAs { .. });
            let told = section.doubts.iter().any(in_words);
            let asks = |request: &Request| match request {
                Request::Player(PlayerRequest::Leave { .. } | PlayerRequest::LeaveEnd { .. }) => {
                    !told
                }
                Request::Game(GameRequest::Move(moves)) => {
                    let figures = |m: &WrittenMove| shape::is_numeric(&m.text);
                    moves.place != SeriesPlace::Alone || !moves.line.iter().all(figures)
                }
                _ => true,
            };
            let states = |doubt: &Doubt| {
                matches!(
                    doubt,
                    Doubt::Stated { .. }
                        | Doubt::SeveralMoves { .. }
                        | Doubt::Conflict { .. }
                        | Doubt::MoveInProse { stated: true, .. }
                )
            };
            section.requests.iter().any(asks) || section.doubts.iter().any(states)
        })
    }

    /// Whether the letter says no and nothing else: to a draw, as it reads by itself.
    pub fn only_declines(&self) -> bool {
        let [only] = &self.sections[..] else {
            return false;
        };
        only.requests == [Request::Game(GameRequest::DrawDecline)] && only.doubts.is_empty()
    }

    /// The game that the subject names, where it names one only.
    pub fn subject_game(&self) -> Option<&GameName> {
        match &self.subject_games[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// Longest text understood, in bytes; [`crate::letter::MAX_TEXT_BYTES`] is the
/// same bound on the way in.
const MAX_TEXT_BYTES: usize = crate::letter::MAX_TEXT_BYTES;

/// What a letter asks for.
pub fn understand(letter: &Letter) -> Understanding {
    // The writer's day, near enough: what is read by it is asked about with its dates.
    let written = letter.date.map(|at| Zone::utc().day(at));
    let words = OwnWords {
        text: &letter.own_text,
        told: &letter.paragraphs,
        written,
    };
    let text = understand_parts(words, &letter.subject, &letter.pgn);
    match &letter.page {
        None => text,
        Some(page) => {
            let words = OwnWords {
                text: page,
                told: &Paragraphs::by_lines(),
                written,
            };
            let page = understand_parts(words, &letter.subject, &letter.pgn);
            conflict::between_parts(text, &page)
        }
    }
}

/// What a player's own text asks for, and which games the subject names. The
/// subject is never carried out.
pub fn understand_text(own_text: &str, subject: &str) -> Understanding {
    let words = OwnWords {
        text: own_text,
        told: &Paragraphs::default(),
        written: None,
    };
    understand_parts(words, subject, &[])
}

/// The one move, or series of moves, that a text is; `None` where it is anything else.
pub fn one_move(text: &str) -> Option<Moves> {
    the_move_of(&understand_text(text, ""))
}

/// The one move, or series, that all of a letter is.
fn the_move_of(understood: &Understanding) -> Option<Moves> {
    let [section] = understood.sections.as_slice() else {
        return None;
    };
    match section.requests.as_slice() {
        [Request::Game(GameRequest::Move(moves))] => Some(moves.clone()),
        _ => None,
    }
}

/// A player's own words.
#[derive(Clone, Copy)]
struct OwnWords<'t> {
    text: &'t str,
    /// Where the paragraphs of them end.
    told: &'t Paragraphs,
    /// The day on which they were written, for `from tomorrow`.
    written: Option<Day>,
}

/// The same for a letter with games enclosed as PGN. One that holds nothing is read once more.
fn understand_parts(words: OwnWords<'_>, subject: &str, enclosed: &[String]) -> Understanding {
    let mut understood = as_it_stands(words, subject, enclosed);
    if let [section] = understood.sections.as_mut_slice()
        && section.requests.is_empty()
        && matches!(section.doubts.as_slice(), [Doubt::Nothing])
        && let Some(doubt) = retyped::the_move(words.text)
    {
        section.doubts = vec![doubt];
    }
    understood
}

/// What a letter asks for by its own words.
fn as_it_stands(words: OwnWords<'_>, subject: &str, enclosed: &[String]) -> Understanding {
    let mut end = words.text.len().min(MAX_TEXT_BYTES);
    while !words.text.is_char_boundary(end) {
        end -= 1;
    }
    let text = words.text.get(..end).unwrap_or("");
    if work::of(text) > work::BUDGET {
        return Understanding {
            subject_games: subject_games(subject),
            sections: vec![Section {
                game: None,
                span: TextSpan { start: 0, end },
                requests: Vec::new(),
                doubts: vec![Doubt::TooMuch],
                received: None,
                sent: None,
            }],
        };
    }
    let meant = labelled::as_meant(text);
    let text = meant.as_deref().unwrap_or(text);
    let found = pgn::games(text);
    let mut sections = section::sections(OwnWords {
        text: &found.rest,
        ..words
    });
    if !found.games.is_empty() || !enclosed.is_empty() {
        sections = pgn::sections(sections, found, enclosed);
    }
    let mut told = sections
        .iter_mut()
        .filter(|s| absence::is_told(s))
        .peekable();
    if told.peek().is_some() && absence::is_note(text, subject) {
        told.for_each(absence::asked_in_note);
    }
    if sections.iter().all(|s| s.requests.is_empty())
        && let Some(text) = subject_move(subject)
        && let Some(section) = sections.first_mut()
    {
        section
            .doubts
            .retain(|d| !matches!(d, Doubt::NoText | Doubt::Nothing));
        section.doubts.push(Doubt::OnlyInSubject { text });
    }
    Understanding {
        subject_games: subject_games(subject),
        sections,
    }
}

/// The games a subject names, as a tag or bare; else the one of a chess program.
fn subject_games(subject: &str) -> Vec<GameName> {
    let mut games = games_named(subject);
    if games.is_empty() {
        games.extend(pgn::subject_game(subject));
    }
    games
}

/// Most games taken from one text that names them.
const MAX_NAMED: usize = 50;

/// The games that a text names anywhere, as a tag or bare, each once: all that is
/// looked for in the words of somebody we do not know.
pub fn games_named(text: &str) -> Vec<GameName> {
    let tags = TAG.captures_iter(text).filter_map(|c| c.get(1));
    // A bare `12/05` is a date; in brackets it may be a code.
    let bare = NAME
        .find_iter(text)
        .filter(|m| section::is_named(m.as_str()));
    let mut games: Vec<GameName> = Vec::new();
    for name in tags.chain(bare).filter_map(|m| GameName::parse(m.as_str())) {
        if games.len() >= MAX_NAMED {
            break;
        }
        if !games.contains(&name) {
            games.push(name);
        }
    }
    games
}

/// Whether a line is a command and nothing else.
pub fn is_command_alone(line: &str) -> bool {
    use command_line::CommandLine;
    matches!(
        command::read(line, 0),
        Some(CommandLine::Request(_) | CommandLine::BareDraw | CommandLine::Claim(..))
    )
}

/// The game that a text names, where it names one alone.
pub fn game_named(text: &str) -> Option<GameName> {
    let mut named = games_named(text).into_iter();
    named.next().filter(|_| named.next().is_none())
}

/// Most names that are looked for in one text.
const MAX_NAMES: usize = 50;

/// The games that a text names, bare or in brackets, each once; whether there are any
/// such, the record knows.
pub fn names_in(text: &str) -> Vec<GameName> {
    let tags = TAG.captures_iter(text).filter_map(|c| c.get(1));
    let bare = NAME.find_iter(text);
    let bare = bare.filter(|m| section::is_named(m.as_str()));
    let mut games: Vec<GameName> = Vec::new();
    for name in tags.chain(bare).filter_map(|m| GameName::parse(m.as_str())) {
        if !games.contains(&name) {
            games.push(name);
        }
        if games.len() == MAX_NAMES {
            break;
        }
    }
    games
}

/// A text without the games that it names, blanks in their place: its lines are the same.
pub fn without_names(text: &str) -> String {
    let mut rest = text.to_owned();
    for name in NAME
        .find_iter(text)
        .filter(|m| section::is_named(m.as_str()))
    {
        rest.replace_range(name.range(), &" ".repeat(name.len()));
    }
    rest
}

/// A move or a command's worth of one in a subject, without its tag and `Re:`.
fn subject_move(subject: &str) -> Option<String> {
    let bare = TAG.replace_all(subject, " ");
    let bare = NAME.replace_all(&bare, " ");
    let bare = PREFIX.replace(&bare, "");
    let tokens = token::tokens(&bare);
    let mut numbered = false;
    for placed in &tokens {
        match &placed.token {
            token::LineToken::Number { dots, .. } => numbered = *dots > 0,
            token::LineToken::Dots => numbered = true,
            token::LineToken::Move(text)
                if numbered || !shape::is_numeric(text) || tokens.len() <= 2 =>
            {
                return Some(text.clone());
            }
            _ => numbered = false,
        }
    }
    None
}

static TAG: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\[\s*([A-Za-z0-9_-]{1,40}/[1-9][0-9]{0,5})\s*\]"));
static NAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b[A-Za-z0-9_-]{1,40}/[1-9][0-9]{0,5}\b"));
static PREFIX: LazyLock<Regex> = LazyLock::new(|| {
    let marks = either(&vocabulary::mail(|w| &w.quotation.reply_marks));
    pattern(&format!(r"(?i)^\s*(?:(?:{marks})(?:\[\d+\])?\s*:\s*)+"))
});

/// What finds one of some words, patterns, as whole words among others with single blanks.
fn whole_words(words: &[&str]) -> Regex {
    pattern(&format!(r"(?i)(?:^| )(?:{})(?: |$)", either(words)))
}

#[cfg(test)]
mod tests;
