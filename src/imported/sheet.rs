//! A table of games, or of leave: a line each, with headings.

use super::SourceFile;
use super::said::{ByeKind, Said, SaidBye, SaidGame, SaidLeave, ended};
use crate::chess::{BySide, database};
use crate::clock::DaySpan;
use crate::fold;
use crate::time::Day;
use std::collections::BTreeMap;

/// The columns, by heading: the words for each, folded.
const COLUMNS: [(&str, &[&str]); 13] = [
    ("white", &["white", "белые", "білі", "biale", "weiss"]),
    ("black", &["black", "черные", "чорні", "czarne", "schwarz"]),
    ("round", &["round", "тур", "runda", "runde"]),
    (
        "board",
        &["board", "доска", "дошка", "szachownica", "brett"],
    ),
    ("result", &["result", "результат", "wynik", "ergebnis"]),
    ("by", &["by", "termination"]),
    ("moves", &["moves", "ходы", "ходи", "posuniecia", "zuge"]),
    ("white_days", &["white days"]),
    ("black_days", &["black days"]),
    ("fen", &["fen"]),
    (
        "player",
        &["player", "игрок", "гравець", "zawodnik", "spieler"],
    ),
    ("from", &["from", "с", "з", "od", "von"]),
    ("to", &["to", "по", "do", "bis"]),
];

/// Words for a round without a game, in the column of Black.
const NOBODY: [&str; 2] = ["bye", "-"];

/// The games and byes of a table.
///
/// # Errors
/// Headings that are missing, and every cell that cannot be read, with its line.
pub(super) fn read(source: &SourceFile) -> Result<Said, Vec<String>> {
    let first = source.text.lines().next().unwrap_or_default();
    let separator = [b';', b'\t', b',']
        .into_iter()
        .find(|s| first.as_bytes().contains(s))
        .unwrap_or(b';');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .flexible(true)
        .from_reader(source.text.as_bytes());
    let wrong = |why: String| vec![format!("{}: {why}", source.name)];
    let headings = reader.headers().map_err(|e| wrong(e.to_string()))?.clone();
    let mut at: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, heading) in headings.iter().enumerate() {
        let own = fold::fold(&heading.replace('_', " "));
        let is_it = |words: &[&str]| words.iter().any(|word| fold::fold(word) == own);
        if let Some((name, _)) = COLUMNS.iter().find(|(_, words)| is_it(words)) {
            at.insert(name, index);
        }
    }
    let is_of_leave = ["player", "from", "to"].iter().all(|c| at.contains_key(c));
    let is_of_games = ["white", "black"].iter().all(|c| at.contains_key(c));
    if !is_of_leave && !is_of_games {
        return Err(wrong(
            "neither PGN, nor a tournament report file, nor a table with the columns white and \
             black (and result, round, board, moves, white_days, black_days), or player, from \
             and to for leave"
                .to_owned(),
        ));
    }
    let mut found = Said::default();
    let mut faults = Vec::new();
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(e) => {
                faults.push(format!("{}: {e}", source.name));
                continue;
            }
        };
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |name: &str| {
            let index = at.get(name)?;
            let text = record.get(*index)?.trim();
            (!text.is_empty()).then_some(text)
        };
        if is_of_leave && !is_of_games {
            let place = format!("{}, line {line}", source.name);
            match leave(&cell) {
                Ok(None) => {}
                Ok(Some((player, days))) => found.leave.push(SaidLeave {
                    place: format!("{place} ({player})"),
                    player: player.to_owned(),
                    days,
                }),
                Err(why) => faults.push(format!("{place}: {why}")),
            }
            continue;
        }
        if cell("white").is_none() && cell("black").is_none() {
            continue;
        }
        if let Some(player) = cell("white")
            && cell("black").is_none_or(|b| NOBODY.contains(&b.to_lowercase().as_str()))
        {
            let place = format!("{}, line {line} ({player})", source.name);
            match free(cell("round"), cell("result")) {
                Ok((round, kind)) => found.byes.push(SaidBye {
                    place,
                    player: player.to_owned(),
                    round,
                    kind,
                }),
                Err(why) => faults.push(format!("{place}: {why}")),
            }
            continue;
        }
        match of_cells(&cell) {
            Ok(game) => found.games.push(SaidGame {
                place: format!(
                    "{}, line {line} ({} – {})",
                    source.name, game.white, game.black
                ),
                ..game
            }),
            Err(why) => faults.push(format!("{}, line {line}: {why}", source.name)),
        }
    }
    match faults.is_empty() {
        true => Ok(found),
        false => Err(faults),
    }
}

/// Who was on leave, and when; nothing where the line is empty.
fn leave<'c>(
    cell: &impl Fn(&str) -> Option<&'c str>,
) -> Result<Option<(&'c str, DaySpan)>, String> {
    let day = |name: &str| {
        let text = cell(name).unwrap_or_default();
        let day = Day::of_paper(text);
        day.ok_or_else(|| format!("'{text}' is no day ({name}: 2026-07-01 or 01.07.2026)"))
    };
    let Some(player) = cell("player") else {
        return match cell("from").or(cell("to")) {
            Some(_) => Err("whose leave it is does not stand there".to_owned()),
            None => Ok(None),
        };
    };
    let days = DaySpan {
        from: day("from")?,
        to: day("to")?,
    };
    Ok(Some((player, days)))
}

/// A round without a game: which, and what it brings.
fn free(round: Option<&str>, result: Option<&str>) -> Result<(u32, ByeKind), String> {
    let round = round.and_then(|r| r.parse::<u32>().ok());
    let round = round.ok_or("without an opponent it needs the number of a round")?;
    let kind = match result.unwrap_or_default().to_lowercase().as_str() {
        "u" | "bye" | "+" => ByeKind::Pairing,
        "f" | "1" => ByeKind::Full,
        "h" | "½" | "1/2" | "0.5" | "=" => ByeKind::Half,
        "z" | "0" | "-" => ByeKind::Zero,
        other => {
            return Err(format!(
                "without an opponent '{other}' is no result: U (a bye by the pairing), F (a point \
                 for the asking), H (half a point) and Z (nothing) are"
            ));
        }
    };
    Ok((round, kind))
}

fn of_cells<'c>(cell: &impl Fn(&str) -> Option<&'c str>) -> Result<SaidGame, String> {
    let number = |name: &str| match cell(name) {
        None => Ok(None),
        Some(text) => {
            let read = text.parse::<u32>().map(Some);
            read.map_err(|_| format!("{name} is '{text}': a whole number is meant"))
        }
    };
    let fen = cell("fen")
        .map(|fen| format!("[FEN \"{fen}\"]\n\n"))
        .unwrap_or_default();
    let written = cell("moves").unwrap_or_default();
    let games = database::read(&format!("{fen}{written} *"));
    let game = games.into_iter().next().unwrap_or_default();
    let result = match cell("result") {
        None | Some("*") => None,
        Some(text) => {
            let by = cell("by").unwrap_or_default();
            let read = ended(text, by, game.moves.is_empty());
            Some(read.ok_or_else(|| format!("'{text}' is no result"))?)
        }
    };
    Ok(SaidGame {
        place: String::new(),
        white: cell("white").unwrap_or_default().to_owned(),
        black: cell("black").unwrap_or_default().to_owned(),
        round: number("round")?,
        board: number("board")?,
        begun: None,
        fen: cell("fen").map(str::to_owned),
        result,
        over: None,
        days: BySide {
            white: number("white_days")?,
            black: number("black_days")?,
        },
        trouble: game.trouble,
        comments: game.comments,
        moves: game.moves,
    })
}
