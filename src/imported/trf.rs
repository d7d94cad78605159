//! A tournament report file (FIDE TRF16 and TRF26): players, results and byes by rounds, no
//! moves.

use super::said::{ByeKind, Placed, Said, SaidBye, SaidGame};
use super::trf_lines::TrfLines;
use super::{SourceFile, trf_lines};
use crate::record::{ResultCode, Termination};
use crate::time::Day;
use std::collections::{BTreeMap, BTreeSet};

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

/// A player's line.
struct TrfPlayer {
    /// Its number in the file.
    line: usize,
    name: String,
    /// His rounds, from the first.
    cells: Vec<Cell>,
}

/// What a player has in a round.
#[derive(Clone, Copy)]
enum Cell {
    Game {
        opponent: u32,
        /// `w`, `b`, or `-` where a forfeit has none.
        colour: char,
        result: char,
    },
    Free(ByeKind),
    /// Neither: what stands where the points should.
    Unknown(char),
}

/// The games that were played, or decided without play: each once, from the line of who had
/// White; and who was free.
///
/// # Errors
/// A line that cannot be read, with its number; two players who say different things.
pub(super) fn read(source: &SourceFile) -> Result<Said, Vec<String>> {
    let mut wrong = Vec::new();
    let players = players(source, &mut wrong);
    let both_lost = both_lost(&source.text);
    let mut said = Said {
        begins: begins(&source.text),
        ..Said::default()
    };
    match trf_lines::read(&source.name, &source.text) {
        Ok(lines) => beside(&mut said, lines, (&source.name, &players), &mut wrong),
        Err(faults) => wrong.extend(faults),
    }
    for (rank, player) in &players {
        for (round, cell) in (1..).zip(&player.cells) {
            let place = format!("{}, line {}, round {round}", source.name, player.line);
            match *cell {
                Cell::Game { opponent, .. } => match game(&players, (*rank, player), round) {
                    Ok(None) => {}
                    Ok(Some(met)) => {
                        let lost = both_lost.contains(&(round, *rank, opponent));
                        let lost = lost.then_some((ResultCode::BothLose, Termination::Ruling));
                        said.games.push(SaidGame {
                            place: format!("{place} ({} – {})", player.name, met.opponent),
                            white: player.name.clone(),
                            black: met.opponent.to_owned(),
                            round: Some(round),
                            result: lost.or(met.result),
                            ..SaidGame::default()
                        });
                    }
                    Err(why) => wrong.push(format!("{place}: {} {why}", player.name)),
                },
                Cell::Free(kind) => said.byes.push(SaidBye {
                    place: format!("{place} ({})", player.name),
                    player: player.name.clone(),
                    round,
                    kind,
                }),
                Cell::Unknown(what) => wrong.push(format!(
                    "{place}: {} met nobody, and '{what}' is no bye (U, F, H, Z)",
                    player.name
                )),
            }
        }
    }
    match wrong.is_empty() {
        true => Ok(said),
        false => Err(wrong),
    }
}

/// Adds what stands in the other lines, by the names of whom they number.
fn beside(
    said: &mut Said,
    lines: TrfLines,
    (file, players): (&str, &BTreeMap<u32, TrfPlayer>),
    wrong: &mut Vec<String>,
) {
    let rounds = players.values().map(|p| p.cells.len()).max().unwrap_or(0);
    let to_come = u32::try_from(rounds).unwrap_or(u32::MAX).saturating_add(1);
    let mut name = |rank: u32, place: &str| {
        let found = players.get(&rank).map(|p| p.name.clone());
        if found.is_none() {
            wrong.push(format!("{place}: number {rank} is not there"));
        }
        found
    };
    for bye in lines.byes {
        let place = format!("{file}, line {}", bye.line);
        if let Some(player) = name(bye.rank, &place) {
            said.byes.push(SaidBye {
                place: format!("{place} ({player})"),
                player,
                round: bye.round.unwrap_or(to_come),
                kind: bye.kind,
            });
        }
    }
    said.terms = lines.terms;
    for Placed { what, place } in lines.apart {
        let names = what.iter().filter_map(|rank| name(*rank, &place)).collect();
        said.terms.apart.push(Placed { what: names, place });
    }
    said.remarks = lines.remarks;
}

/// The players by their ranks, each with as many rounds as the longest line.
fn players(source: &SourceFile, wrong: &mut Vec<String>) -> BTreeMap<u32, TrfPlayer> {
    let mut players: BTreeMap<u32, TrfPlayer> = BTreeMap::new();
    for (at, line) in (1..).zip(source.text.lines()) {
        if !line.starts_with("001 ") {
            continue;
        }
        let chars: Vec<char> = line.trim_end().chars().collect();
        let part = |columns: std::ops::Range<usize>| -> String {
            let end = columns.end.min(chars.len());
            let found = chars.get(columns.start..end).unwrap_or_default();
            found.iter().collect::<String>().trim().to_owned()
        };
        let rounds = chars.get(ROUNDS..).unwrap_or_default().chunks(ROUND);
        let player = TrfPlayer {
            line: at,
            name: part(NAME),
            cells: rounds.map(cell).collect(),
        };
        let Ok(rank) = part(RANK).parse::<u32>() else {
            wrong.push(format!("{}, line {at}: no starting rank", source.name));
            continue;
        };
        if let Some(other) = players.insert(rank, player) {
            wrong.push(format!(
                "{}, line {at}: number {rank} stands in line {} too",
                source.name, other.line
            ));
        }
    }
    let rounds = players.values().map(|p| p.cells.len()).max().unwrap_or(0);
    for player in players.values_mut() {
        player.cells.resize(rounds, Cell::Free(ByeKind::Zero));
    }
    players
}

/// `  12 w 1`: the opponent, the colour, the points; `0000 - U`: a bye.
fn cell(columns: &[char]) -> Cell {
    let text: String = columns.iter().collect::<String>().to_lowercase();
    let mut words = text.split_whitespace().peekable();
    let opponent = words.peek().and_then(|word| word.parse::<u32>().ok());
    if opponent.is_some() {
        words.next();
    }
    let colour = words.next_if(|w| matches!(*w, "w" | "b" | "-"));
    let colour = colour.and_then(|w| w.chars().next()).unwrap_or('-');
    let result = words.next().and_then(|w| w.chars().next()).unwrap_or(' ');
    match (opponent.unwrap_or(0), result) {
        (0, 'u' | '+') => Cell::Free(ByeKind::Pairing),
        (0, 'f' | '1') => Cell::Free(ByeKind::Full),
        (0, 'h' | '=') => Cell::Free(ByeKind::Half),
        (0, 'z' | '-' | '0' | ' ') => Cell::Free(ByeKind::Zero),
        (0, other) => Cell::Unknown(other),
        (opponent, result) => Cell::Game {
            opponent,
            colour,
            result,
        },
    }
}

/// A game as the line of who had White has it.
struct Met<'p> {
    opponent: &'p str,
    /// Nothing where it is being played.
    result: Option<(ResultCode, Termination)>,
}

/// A game by the lines of both. `None` in the line of who had Black.
fn game<'p>(
    players: &'p BTreeMap<u32, TrfPlayer>,
    (rank, player): (u32, &TrfPlayer),
    round: u32,
) -> Result<Option<Met<'p>>, String> {
    let at = |player: &TrfPlayer| {
        let at = usize::try_from(round).ok()?.checked_sub(1)?;
        player.cells.get(at).copied()
    };
    let Some(Cell::Game {
        opponent,
        colour,
        result,
    }) = at(player)
    else {
        return Ok(None);
    };
    let Some(other) = players.get(&opponent) else {
        return Err(format!("met number {opponent}, who is not there"));
    };
    let (name, line) = (&other.name, other.line);
    let (their_colour, their_result) = match at(other) {
        Some(Cell::Game {
            opponent: back,
            colour,
            result,
        }) if back == rank && opponent != rank => (colour, result),
        _ => return Err(format!("met {name}, and line {line} does not say so")),
    };
    match (colour, their_colour) {
        ('w', 'b') => {}
        ('b', 'w') => return Ok(None),
        // A forfeit without colours is told in the line of the lower number.
        ('-', '-') if matches!((result, their_result), ('+' | '-', '+' | '-')) => {
            if rank > opponent {
                return Ok(None);
            }
        }
        _ if rank > opponent => return Ok(None),
        _ => {
            return Err(format!(
                "has '{colour}' against {name}, who has '{their_colour}' in line {line}"
            ));
        }
    }
    match ended(result, their_result) {
        Some(result) => Ok(Some(Met {
            opponent: name,
            result,
        })),
        None => Err(format!(
            "has '{result}' against {name}, who has '{their_result}' in line {line}"
        )),
    }
}

/// What the points of White and Black say; nothing where it is being played.
fn ended(white: char, black: char) -> Option<Option<(ResultCode, Termination)>> {
    let (code, by) = match (white, black) {
        ('1', '0') | ('w', 'l') => (ResultCode::White, Termination::Ruling),
        ('0', '1') | ('l', 'w') => (ResultCode::Black, Termination::Ruling),
        ('=', '=') | ('d', 'd') => (ResultCode::Draw, Termination::Ruling),
        ('0', '0') | ('l', 'l') => (ResultCode::BothLose, Termination::Ruling),
        ('+', '-') => (ResultCode::WhiteForfeit, Termination::Default),
        ('-', '+') => (ResultCode::BlackForfeit, Termination::Default),
        ('-', '-') => (ResultCode::BothForfeit, Termination::Default),
        (' ', ' ') => return Some(None),
        _ => return None,
    };
    Some(Some((code, by)))
}

/// When rounds begin: line 132, above the columns of the rounds, or a remark as
/// [`crate::report::trf`] writes it.
fn begins(text: &str) -> BTreeMap<u32, Day> {
    let mut found = BTreeMap::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("### round ") {
            let day = rest.split_once(" begins ").and_then(|(round, day)| {
                Some((
                    round.parse().ok()?,
                    Day::parse(&day.trim().replace('/', "-"))?,
                ))
            });
            found.extend(day);
        } else if line.starts_with("132 ") {
            let chars: Vec<char> = line.chars().collect();
            let days = chars.get(ROUNDS..).unwrap_or_default().chunks(ROUND);
            for (round, day) in (1..).zip(days) {
                let day: String = day.iter().collect();
                let day = Day::parse(&format!("20{}", day.trim().replace('/', "-")));
                found.extend(day.map(|day| (round, day)));
            }
        }
    }
    found
}

/// The games that both have lost, by round and numbers: their lines have `-`, and a remark, as
/// [`crate::report::trf`] writes it, what was.
fn both_lost(text: &str) -> BTreeSet<(u32, u32, u32)> {
    let game = |line: &str| {
        let (round, rest) = line.strip_prefix("### round ")?.split_once(": ")?;
        let (players, marks) = rest.split_once(" 0:0, both have lost")?;
        let (white, black) = players.split_once(" - ")?;
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let all = (number(round)?, number(white)?, number(black)?);
        marks.trim().is_empty().then_some(all)
    };
    text.lines().filter_map(game).collect()
}
