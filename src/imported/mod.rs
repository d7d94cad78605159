//! A tournament that was played elsewhere until now: what files of other programs say of its
//! games, fitted to the games that our pairing makes. Data in, data out; everything that is
//! wrong is said at once.

mod dates;
mod names;
mod said;
mod sheet;
mod trf;

pub use said::SaidGame;

use crate::chess::Side;
use crate::record::{ResultCode, Termination};
use crate::time::Day;
use crate::tournament::file::TournamentFile;
use crate::tournament::pairing::Pairing;
use dates::{Dated, dated, tells_days};
use names::Field;
use std::collections::BTreeMap;

/// A file of another program, as text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name, as complaints call it.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// A half-move that was made elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedMove {
    /// UCI.
    pub uci: String,
    /// Receipt of what it answers, as it is reckoned here.
    pub received: Day,
    /// Its dispatch.
    pub sent: Day,
}

/// A game as it stands elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedGame {
    /// Its number here.
    pub number: u32,
    /// Its half-moves.
    pub moves: Vec<ImportedMove>,
    /// The file tells their days; else they are made to fit what it says of the clocks.
    pub is_dated: bool,
    /// How it ended, where it has; what the board itself ends is not told here.
    pub result: Option<(ResultCode, Termination)>,
    /// Since when the side to move thinks, where it is being played.
    pub since: Day,
}

/// What days mean in it.
#[derive(Clone, Copy, Debug)]
pub struct ImportTerms {
    /// The day of the import: nothing is later.
    pub today: Day,
    /// From when on who is to move thinks, where no date tells it.
    pub since: Day,
}

/// Reads files and fits their games to those of a tournament; games of which no file tells
/// are not begun yet.
///
/// # Errors
/// Every fault with its file and game.
pub fn fitted(
    file: &TournamentFile,
    pairings: &[Pairing],
    sources: &[SourceFile],
    terms: ImportTerms,
) -> Result<Vec<ImportedGame>, Vec<String>> {
    let mut wrong = Vec::new();
    // Each with whether its file tells days.
    let mut said: Vec<(SaidGame, bool)> = Vec::new();
    for source in sources {
        match said::read(source) {
            Ok(games) => {
                let tells_days = games.iter().any(tells_days);
                said.extend(games.into_iter().map(|game| (game, tells_days)));
            }
            Err(faults) => wrong.extend(faults),
        }
    }
    let field = Field::of(file);
    let mut found: BTreeMap<u32, ImportedGame> = BTreeMap::new();
    for (game, in_dated) in &said {
        let fit = place(game, &field, pairings, &found).and_then(|pairing| {
            let imported = imported((game, *in_dated), pairing, file, terms)?;
            Ok((pairing.number, imported))
        });
        match fit {
            Ok((number, imported)) => {
                found.insert(number, imported);
            }
            Err(why) => wrong.push(format!("{}: {why}", game.place)),
        }
    }
    if said.is_empty() && wrong.is_empty() {
        wrong.push("no game stands in the files".to_owned());
    }
    match wrong.is_empty() {
        true => Ok(found.into_values().collect()),
        false => Err(wrong),
    }
}

/// The game here that a game of a file is: of the same two, with the same colours; where they
/// meet more than once, of its round, else the next.
fn place<'p>(
    game: &SaidGame,
    field: &Field<'_>,
    pairings: &'p [Pairing],
    found: &BTreeMap<u32, ImportedGame>,
) -> Result<&'p Pairing, String> {
    let white = field.number_of(&game.white)?;
    let black = field.number_of(&game.black)?;
    let between: Vec<&Pairing> = pairings
        .iter()
        .filter(|p| (p.white, p.black) == (white, black))
        .collect();
    if between.is_empty() {
        let turned = pairings
            .iter()
            .any(|p| (p.white, p.black) == (black, white));
        return Err(match turned {
            true => format!(
                "here {} has White against {}: the starting numbers are others, or list the \
                 pairs (system = \"pairs\")",
                game.black, game.white
            ),
            false => format!("{} and {} do not meet here", game.white, game.black),
        });
    }
    let free = between.iter().filter(|p| !found.contains_key(&p.number));
    let mut free: Vec<&&Pairing> = free.collect();
    if free.len() > 1
        && let Some(round) = game.round
        && free.iter().any(|p| p.round == round)
    {
        free.retain(|p| p.round == round);
    }
    free.first().map(|p| **p).ok_or_else(|| {
        format!(
            "a game of {} and {} more than they play here",
            game.white, game.black
        )
    })
}

fn imported(
    (game, in_dated): (&SaidGame, bool),
    pairing: &Pairing,
    file: &TournamentFile,
    terms: ImportTerms,
) -> Result<ImportedGame, String> {
    if let Some(why) = &game.trouble {
        return Err(why.clone());
    }
    if game.fen.as_deref().map(position_of) != pairing.fen.as_deref().map(position_of) {
        return Err("it begins from another position than here".to_owned());
    }
    let Dated { moves, is_dated } = dated(game, file, terms)?;
    // White of a game without moves has thought since the start where days are told at all.
    let is_dated = is_dated || (moves.is_empty() && in_dated);
    let since = match is_dated {
        true => {
            let last = moves.last().map_or(file.start_date, |last| last.sent);
            let transit = i64::from(file.regulations.transit_days);
            last.plus(transit).min(terms.today)
        }
        false => terms.since,
    };
    Ok(ImportedGame {
        number: pairing.number,
        moves,
        is_dated,
        result: game.result,
        since: since.max(file.start_date),
    })
}

/// A position without its counters.
fn position_of(fen: &str) -> String {
    fen.split_whitespace().take(4).collect::<Vec<_>>().join(" ")
}

/// The side of a half-move, from 0.
fn side_of(index: usize) -> Side {
    match index % 2 {
        0 => Side::White,
        _ => Side::Black,
    }
}
