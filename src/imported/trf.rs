//! A tournament report file (FIDE TRF16, and of TRF26 the lines that it shares): players and
//! results by rounds, no moves.

use super::SourceFile;
use super::said::SaidGame;
use crate::record::{ResultCode, Termination};
use std::collections::BTreeMap;

/// Columns of a line 001, from 0: rank, name, and the first of the rounds, ten columns each.
const RANK: std::ops::Range<usize> = 4..8;
const NAME: std::ops::Range<usize> = 14..47;
const ROUNDS: usize = 91;
const ROUND: usize = 10;

/// Whether a text is such a file: lines of players begin with 001.
pub(super) fn is_trf(text: &str) -> bool {
    text.lines()
        .any(|line| line.starts_with("001 ") && line.chars().count() > ROUNDS - 8)
}

/// The games that were played, or decided without play: each once, from the line of who had
/// White.
///
/// # Errors
/// A line that cannot be read, with its number; two players who say different things.
pub(super) fn read(source: &SourceFile) -> Result<Vec<SaidGame>, Vec<String>> {
    let mut players: BTreeMap<u32, (String, Vec<char>)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (at, line) in (1..).zip(source.text.lines()) {
        if !line.starts_with("001 ") {
            continue;
        }
        let chars: Vec<char> = line.chars().collect();
        let part = |columns: std::ops::Range<usize>| -> String {
            let end = columns.end.min(chars.len());
            chars
                .get(columns.start..end)
                .unwrap_or_default()
                .iter()
                .collect()
        };
        let at: usize = at;
        match part(RANK).trim().parse::<u32>() {
            Ok(rank) => {
                let name = part(NAME).trim().to_owned();
                players.insert(rank, (name, chars));
            }
            Err(_) => wrong.push(format!("{}, line {at}: no starting rank", source.name)),
        }
    }
    let mut found = Vec::new();
    for (name, chars) in players.values() {
        let rounds = chars.get(ROUNDS..).unwrap_or_default().chunks(ROUND);
        for (round, cell) in (1..).zip(rounds) {
            let Some(game) = played(cell) else { continue };
            if !game.is_white {
                continue;
            }
            let Some((opponent, _)) = players.get(&game.opponent) else {
                wrong.push(format!(
                    "{}: {name} met number {} in round {round}, who is not there",
                    source.name, game.opponent
                ));
                continue;
            };
            found.push(SaidGame {
                place: format!("{}, round {round} ({name} – {opponent})", source.name),
                white: name.clone(),
                black: opponent.clone(),
                round: Some(round),
                result: result(game.result),
                ..SaidGame::default()
            });
        }
    }
    match wrong.is_empty() {
        true => Ok(found),
        false => Err(wrong),
    }
}

struct TrfGame {
    opponent: u32,
    is_white: bool,
    result: char,
}

/// `  12 w 1`: the opponent, the colour, the points. No game: a bye, or nothing yet.
fn played(cell: &[char]) -> Option<TrfGame> {
    let text: String = cell.iter().collect();
    let mut words = text.split_whitespace();
    let opponent = words.next()?.parse::<u32>().ok().filter(|n| *n > 0)?;
    let colour = words.next()?;
    let result = words.next().and_then(|w| w.chars().next()).unwrap_or(' ');
    match colour {
        "w" | "b" => Some(TrfGame {
            opponent,
            is_white: colour == "w",
            result,
        }),
        _ => None,
    }
}

/// What White's points say; nothing where it is being played.
fn result(points: char) -> Option<(ResultCode, Termination)> {
    let (code, by) = match points {
        '1' | 'W' => (ResultCode::White, Termination::Ruling),
        '0' | 'L' => (ResultCode::Black, Termination::Ruling),
        '=' | 'D' => (ResultCode::Draw, Termination::Ruling),
        '+' => (ResultCode::WhiteForfeit, Termination::Default),
        '-' => (ResultCode::BlackForfeit, Termination::Default),
        _ => return None,
    };
    Some((code, by))
}
