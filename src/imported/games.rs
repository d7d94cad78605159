//! Games of a tournament whose pairs are known: each of a file's is one of ours.

use super::dates::{Dated, dated};
use super::leave::Leave;
use super::names::Field;
use super::said::{ByeKind, Said, SaidGame};
use super::told::Telling;
use super::{Fitted, ImportTerms, ImportedGame};
use crate::chess::BySide;
use crate::clock::DaySpan;
use crate::clock::charge::arrives;
use crate::rules::{OneOfWords, Regulations};
use crate::time::Day;
use crate::tournament::file::TournamentFile;
use crate::tournament::pairing::Pairing;
use std::collections::BTreeMap;

/// What the days of a game are reckoned by.
pub(super) struct Reckoning<'f> {
    pub rules: &'f Regulations,
    /// Its official start.
    pub start: Day,
    pub terms: ImportTerms,
    /// Leave of both sides, in order and disjoint.
    pub free: BySide<Vec<DaySpan>>,
}

impl Reckoning<'_> {
    /// When a move of this dispatch counts as received here.
    pub fn arrives(&self, sent: Day) -> Day {
        arrives(sent, self.start, self.rules.transit_days)
    }
}

/// The games that files tell of.
///
/// # Errors
/// Every fault with its file and game.
pub(super) fn fitted(
    file: &TournamentFile,
    pairings: &[Pairing],
    (files, leave): (&[Said], &Leave),
    terms: ImportTerms,
) -> Result<Fitted, Vec<String>> {
    let mut wrong = Vec::new();
    let told = told(file, pairings, files, &mut wrong);
    let mut games = Vec::new();
    for (pairing, telling) in told.values() {
        let days = Reckoning {
            rules: &file.regulations,
            start: file.start_date,
            terms,
            free: leave.of_game(pairing),
        };
        match imported((&telling.game, telling.tells_days), pairing, &days) {
            Ok(imported) => games.push(imported),
            Err(why) => wrong.push(format!("{}: {why}", telling.game.place)),
        }
    }
    let byes = files.iter().flat_map(|said| &said.byes);
    let byes = byes.filter(|bye| bye.kind != ByeKind::Zero);
    let system = file.play.system.word();
    let remarks = byes.map(|bye| format!("{}: a bye brings nothing in a {system}", bye.place));
    match wrong.is_empty() {
        true => Ok(Fitted {
            games,
            remarks: remarks.collect(),
            ..Fitted::default()
        }),
        false => Err(wrong),
    }
}

/// The games of all files by the number of the game here that each is, with all that they say
/// of it together.
fn told<'p>(
    file: &TournamentFile,
    pairings: &'p [Pairing],
    files: &[Said],
    wrong: &mut Vec<String>,
) -> BTreeMap<u32, (&'p Pairing, Telling)> {
    let field = Field::of(file);
    let mut found: BTreeMap<u32, (&Pairing, Telling)> = BTreeMap::new();
    for (file, said) in files.iter().enumerate() {
        let of_file = (file, said.tells_days());
        for game in &said.games {
            let is_taken = |number: u32| {
                let known = found.get(&number);
                known.is_some_and(|(_, telling)| telling.is_told_by(file))
            };
            let added = place(game, &field, pairings, is_taken).and_then(|pairing| {
                match found.get_mut(&pairing.number) {
                    Some((_, telling)) => telling.tells_too(game, of_file)?,
                    None => {
                        let both = (pairing.white, pairing.black);
                        let telling = Telling::of(both, game, of_file);
                        found.insert(pairing.number, (pairing, telling));
                    }
                }
                Ok(())
            });
            if let Err(why) = added {
                wrong.push(format!("{}: {why}", game.place));
            }
        }
    }
    found
}

/// The game here that a game of a file is: of the same two, with the same colours; where they
/// meet more than once, of its round, else the next that its file has not told of.
fn place<'p>(
    game: &SaidGame,
    field: &Field<'_>,
    pairings: &'p [Pairing],
    is_taken: impl Fn(u32) -> bool,
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
    let free = between.iter().filter(|p| !is_taken(p.number));
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

/// A game with its days. `in_dated`: a file that tells of it tells days.
pub(super) fn imported(
    (game, in_dated): (&SaidGame, bool),
    pairing: &Pairing,
    days: &Reckoning<'_>,
) -> Result<ImportedGame, String> {
    if let Some(why) = &game.trouble {
        return Err(why.clone());
    }
    // A table or a report file with nothing but a result says of no position.
    let says_none = game.fen.is_none() && game.moves.is_empty();
    if !says_none && game.fen.as_deref().map(position_of) != pairing.fen.as_deref().map(position_of)
    {
        return Err("it begins from another position than here".to_owned());
    }
    let Dated {
        moves,
        is_dated,
        received,
    } = dated(game, days)?;
    // White of a game without moves has thought since the start where days are told at all.
    let is_dated = is_dated || (moves.is_empty() && in_dated);
    let since = match is_dated {
        true => {
            let last = moves.last().map_or(days.start, |last| last.sent);
            received.unwrap_or_else(|| days.arrives(last))
        }
        false => days.terms.since,
    };
    let over = game.over.as_ref().filter(|_| game.result.is_none());
    let is_undecided = over.is_some();
    let remark = over.map(|word| {
        format!(
            "{}: it is over (Termination \"{word}\") with no result that PGN has, and is paused \
             here: enter by order (td result) what it was, or let it go on (td resume)",
            game.place
        )
    });
    Ok(ImportedGame {
        number: pairing.number,
        moves,
        is_dated,
        result: game.result,
        is_undecided,
        remark,
        since: since.max(days.start),
    })
}

/// A position without its counters.
fn position_of(fen: &str) -> String {
    fen.split_whitespace().take(4).collect::<Vec<_>>().join(" ")
}
