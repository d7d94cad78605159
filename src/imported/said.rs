//! What a file says of games, whatever its form: PGN, a table of games (CSV), a tournament
//! report file (TRF).

use super::{SourceFile, sheet, trf};
use crate::chess::{BySide, Side, database};
use crate::clock::DaySpan;
use crate::record::{ResultCode, Termination};
use crate::report::pgn::NOT_IN_MOVES;
use crate::time::Day;
use crate::tournament::scored::Scoring;
use std::collections::BTreeMap;

/// What a file says, read.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    /// Its games.
    pub games: Vec<SaidGame>,
    /// Who was free in which round.
    pub byes: Vec<SaidBye>,
    /// Leave of its players.
    pub leave: Vec<SaidLeave>,
    /// When rounds began, where that is said.
    pub begins: BTreeMap<u32, Day>,
    /// What it says of the tournament itself.
    pub terms: SaidTerms,
    /// What else the arbiter should know of it.
    pub remarks: Vec<String>,
}

/// What a file says of the tournament itself.
#[derive(Clone, Debug, Default)]
pub(super) struct SaidTerms {
    /// How many rounds there are.
    pub rounds: Option<Placed<u32>>,
    /// The colour of the first number in the first round.
    pub first: Option<Placed<Side>>,
    /// What results bring.
    pub scoring: Option<Placed<Scoring>>,
    /// Who do not meet.
    pub apart: Vec<Placed<Vec<String>>>,
}

/// Something with the place where it stands.
#[derive(Clone, Debug)]
pub(super) struct Placed<T> {
    /// What is said.
    pub what: T,
    /// Where.
    pub place: String,
}

/// Who was free in a round.
#[derive(Clone, Debug)]
pub(super) struct SaidBye {
    /// Where it stands.
    pub place: String,
    /// Who, as written.
    pub player: String,
    /// In which round.
    pub round: u32,
    /// What for.
    pub kind: ByeKind,
}

/// Leave of a player.
#[derive(Clone, Debug)]
pub(super) struct SaidLeave {
    /// Where it stands.
    pub place: String,
    /// Whose, as written.
    pub player: String,
    /// Its days.
    pub days: DaySpan,
}

/// What a round without a game brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ByeKind {
    /// Nothing: he was away.
    Zero,
    /// As much as a draw, for the asking.
    Half,
    /// As much as a win, for the asking.
    Full,
    /// The pairing had nobody for him.
    Pairing,
}

/// A game as a file tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaidGame {
    /// Where it stands: the file and the game in it.
    pub place: String,
    /// Who has White, as written.
    pub white: String,
    /// Who has Black.
    pub black: String,
    /// The round, where the file says it.
    pub round: Option<u32>,
    /// The board in the round, likewise.
    pub board: Option<u32>,
    /// When it began, likewise.
    pub begun: Option<Day>,
    /// What it says before its first move.
    pub comments: Vec<String>,
    /// Its moves.
    pub moves: Vec<database::DatabaseMove>,
    /// The position it begins from, where that is not the usual one.
    pub fen: Option<String>,
    /// How it ended.
    pub result: Option<(ResultCode, Termination)>,
    /// The word of PGN by which it has ended, whatever its result.
    pub over: Option<String>,
    /// Days that each side has used, where that is said in a sum.
    pub days: BySide<Option<u32>>,
    /// Why it cannot be read.
    pub trouble: Option<String>,
}

/// What a file says.
///
/// # Errors
/// What is wrong with the file as a whole, or with lines of it.
pub(super) fn read(source: &SourceFile) -> Result<Said, Vec<String>> {
    let mut lines = source.text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    if first.starts_with('[') || first.starts_with("1.") {
        let (games, remarks) = of_pgn(source);
        return Ok(Said {
            games,
            remarks,
            ..Said::default()
        });
    }
    if trf::is_trf(&source.text) {
        return trf::read(source);
    }
    sheet::read(source)
}

/// Its games, and what has to be entered by order, since moves do not carry it.
fn of_pgn(source: &SourceFile) -> (Vec<SaidGame>, Vec<String>) {
    let mut remarks = Vec::new();
    let games = database::read(&source.text);
    let lines = lines_of_games(&source.text);
    // Where a file is not laid out as usual, its games have their numbers alone.
    let lines = (lines.len() == games.len()).then_some(lines);
    let said = (1..).zip(games).map(|(number, game): (usize, _)| {
        let line = lines.as_ref().and_then(|lines| lines.get(number - 1));
        let line = line.map_or(String::new(), |line| format!("line {line}, "));
        let name = |tag: &str| game.tag(tag).unwrap_or_default().to_owned();
        let (white, black) = (name("White"), name("Black"));
        // `3.2` is the second board of the third round.
        let mut numbers = game.tag("Round").unwrap_or_default().split('.');
        let mut part = || numbers.next()?.parse().ok();
        let (round, board) = (part(), part());
        let board = game.tag("Board").and_then(|b| b.parse().ok()).or(board);
        let begun = game
            .tag("Date")
            .and_then(|d| Day::parse(&d.replace('.', "-")));
        let result = game.outcome.as_deref().or(game.tag("Result"));
        let told = game.moves.last().map(|m| m.comments.join(" "));
        let why = format!(
            "{} {}",
            game.tag("Termination").unwrap_or_default(),
            told.unwrap_or_default()
        );
        let place = format!("{}, {line}game {number} ({white} – {black})", source.name);
        if let Some(untold) = game.tag(NOT_IN_MOVES) {
            remarks.push(format!(
                "{place}: its moves do not carry, so enter by order (td penalty, td compensate, \
                 td reject-claim): {untold}"
            ));
        }
        SaidGame {
            place,
            round,
            board,
            begun,
            fen: game.tag("FEN").map(str::to_owned),
            result: result.and_then(|r| ended(r, &why, game.moves.is_empty())),
            over: game
                .tag("Termination")
                .filter(|word| is_over(word))
                .map(str::to_owned),
            days: BySide::default(),
            white,
            black,
            trouble: game.trouble,
            comments: game.comments,
            moves: game.moves,
        }
    });
    let games = said.collect();
    (games, remarks)
}

/// Whether a word of PGN for how a game ended says that it has.
fn is_over(termination: &str) -> bool {
    let words = [
        "abandoned",
        "adjudication",
        "death",
        "emergency",
        "normal",
        "rules infraction",
        "time forfeit",
    ];
    words.contains(&termination.to_lowercase().as_str())
}

/// The lines on which the tags of games begin.
fn lines_of_games(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut in_tags = false;
    for (number, line) in (1..).zip(text.lines()) {
        // A comment with a command, broken over lines, is no tag.
        let is_tag = line.starts_with('[') && !line.starts_with("[%");
        if is_tag && !in_tags {
            found.push(number);
        }
        in_tags = is_tag;
    }
    found
}

/// A result with what brought it, as far as words say it; `None`: it is being played.
pub(super) fn ended(result: &str, why: &str, unplayed: bool) -> Option<(ResultCode, Termination)> {
    use Termination as T;
    let code = ResultCode::parse(result)?;
    let why = why.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| why.contains(word));
    let is_draw = code == ResultCode::Draw;
    let decided = matches!(code, ResultCode::White | ResultCode::Black);
    // PGN has no walkover: it is a win in a game without moves that was abandoned.
    if unplayed && decided && has(&["abandon", "default", "did not play"]) {
        let winner = match code {
            ResultCode::White => Side::White,
            _ => Side::Black,
        };
        return Some((ResultCode::walkover(winner), T::Default));
    }
    let by = if has(&["adjudicat"]) && code.is_adjudged() {
        T::Adjudication
    } else if has(&["time"]) && (decided || is_draw) {
        T::Time
    } else if has(&["resign"]) && decided {
        T::Resignation
    } else if has(&["agree"]) && is_draw {
        T::Agreement
    } else if unplayed && !decided && !is_draw {
        T::Default
    } else {
        // What brought it nobody says.
        T::Ruling
    };
    Some((code, by))
}
