//! What a file says of games, whatever its form: PGN, a table of games (CSV), a tournament
//! report file (TRF).

use super::{SourceFile, sheet, trf};
use crate::chess::{BySide, Side, database};
use crate::record::{ResultCode, Termination};

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
    /// Its moves.
    pub moves: Vec<database::DatabaseMove>,
    /// The position it begins from, where that is not the usual one.
    pub fen: Option<String>,
    /// How it ended.
    pub result: Option<(ResultCode, Termination)>,
    /// Days that each side has used, where that is said in a sum.
    pub days: BySide<Option<u32>>,
    /// Why it cannot be read.
    pub trouble: Option<String>,
}

/// The games of a file.
///
/// # Errors
/// What is wrong with the file as a whole, or with lines of it.
pub(super) fn read(source: &SourceFile) -> Result<Vec<SaidGame>, Vec<String>> {
    let mut lines = source.text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    if first.starts_with('[') || first.starts_with("1.") {
        return Ok(of_pgn(source));
    }
    if trf::is_trf(&source.text) {
        return trf::read(source);
    }
    sheet::read(source)
}

fn of_pgn(source: &SourceFile) -> Vec<SaidGame> {
    let games = database::read(&source.text);
    let said = (1..).zip(games).map(|(number, game): (usize, _)| {
        let name = |tag: &str| game.tag(tag).unwrap_or_default().to_owned();
        let (white, black) = (name("White"), name("Black"));
        let round = game
            .tag("Round")
            .and_then(|r| r.split('.').next()?.parse().ok());
        let result = game.outcome.as_deref().or(game.tag("Result"));
        let told = game.moves.last().map(|m| m.comments.join(" "));
        let why = format!(
            "{} {}",
            game.tag("Termination").unwrap_or_default(),
            told.unwrap_or_default()
        );
        SaidGame {
            place: format!("{}, game {number} ({white} – {black})", source.name),
            round,
            fen: game.tag("FEN").map(str::to_owned),
            result: result.and_then(|r| ended(r, &why, game.moves.is_empty())),
            days: BySide::default(),
            white,
            black,
            trouble: game.trouble,
            moves: game.moves,
        }
    });
    said.collect()
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
