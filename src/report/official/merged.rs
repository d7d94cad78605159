//! Lines of the official report that say the same of several games are one line: with the
//! days from the first to the last, and the games.

use super::incidents::{DecidedAbout, IncidentDecision};
use crate::ids::{EventId, GameName};
use crate::record::Event;
use crate::time::Day;
use std::collections::{BTreeMap, BTreeSet};

/// What several lines come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The days of the first and the last.
    pub days: (Day, Day),
    /// In which games.
    pub games: BTreeSet<GameName>,
    /// How many lines there were.
    pub count: usize,
}

impl Merged {
    fn of(day: Day) -> Merged {
        Merged {
            days: (day, day),
            games: BTreeSet::new(),
            count: 0,
        }
    }

    /// The games with their tournament named once, numbers in a row as a run, and how many
    /// lines there were, where a game has several: `RU26/1–18, 20 (57)`.
    pub fn games(&self) -> String {
        let mut codes: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for game in &self.games {
            codes.entry(&game.code).or_default().push(game.number);
        }
        let all: Vec<String> = codes
            .iter()
            .map(|(code, numbers)| format!("{code}/{}", runs(numbers)))
            .collect();
        match (all.join("; "), self.count) {
            (games, count) if count > self.games.len().max(1) => {
                format!("{games} ({count})").trim_start().to_owned()
            }
            (games, _) => games,
        }
    }
}

/// Numbers in their order, those in a row as `from–to`.
fn runs(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for n in numbers {
        match runs.last_mut() {
            Some((_, to)) if *to + 1 == *n => *to = *n,
            _ => runs.push((*n, *n)),
        }
    }
    let shown = |(from, to): &(u32, u32)| match to - from {
        0 => from.to_string(),
        1 => format!("{from}, {to}"),
        _ => format!("{from}–{to}"),
    };
    runs.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// Lines that say the same, in the order in which each was said first: the first of them, the
/// last, and what they come to. `said` is what a line says, `at` its day and its game.
pub fn merge<'l, L, K: Ord>(
    lines: impl IntoIterator<Item = &'l L>,
    said: impl Fn(&L) -> K,
    at: impl Fn(&L) -> (Day, Option<GameName>),
) -> Vec<(&'l L, &'l L, Merged)> {
    let mut places: BTreeMap<K, usize> = BTreeMap::new();
    let mut all: Vec<(&L, &L, Merged)> = Vec::new();
    for line in lines {
        let (day, game) = at(line);
        let place = *places.entry(said(line)).or_insert_with(|| {
            all.push((line, line, Merged::of(day)));
            all.len() - 1
        });
        if let Some((_, last, merged)) = all.get_mut(place) {
            *last = line;
            merged.days = (merged.days.0.min(day), merged.days.1.max(day));
            merged.games.extend(game);
            merged.count += 1;
        }
    }
    all
}

/// The decisions, each order as one line a game: the dates that a move was entered with are
/// no decision of their own.
pub fn without_dates_of_moves(all: &[IncidentDecision]) -> Vec<&IncidentDecision> {
    let entered = |line: &&IncidentDecision| {
        matches!(line.what, DecidedAbout::Game(Event::MovePlayed { .. }))
    };
    let place =
        |line: &IncidentDecision| -> (EventId, Option<GameName>) { (line.id, line.game.clone()) };
    let moves: BTreeSet<_> = all.iter().filter(entered).map(place).collect();
    all.iter()
        .filter(|line| {
            let dates = matches!(line.what, DecidedAbout::Game(Event::DatesSet { .. }));
            !(dates && moves.contains(&place(line)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_say_the_same_are_one_with_all_their_games() {
        let day = |n: i64| Day::parse("2026-03-01").unwrap().plus(n);
        let game = |n: u32| GameName::parse(&format!("T26/{n}"));
        let lines = [
            ("draw", 4, game(3)),
            ("won", 0, game(1)),
            ("draw", 2, game(1)),
            ("draw", 9, game(2)),
            ("draw", 5, game(7)),
            ("leave", 5, None),
        ];
        let merged = merge(
            &lines,
            |(said, ..)| *said,
            |(_, n, game)| (day(*n), game.clone()),
        );
        let shown: Vec<String> = merged
            .iter()
            .map(|((said, ..), _, m)| format!("{said} {} {} {}", m.days.0, m.days.1, m.games()))
            .collect();
        assert_eq!(
            shown,
            [
                "draw 2026-03-03 2026-03-10 T26/1–3, 7",
                "won 2026-03-01 2026-03-01 T26/1",
                "leave 2026-03-06 2026-03-06 ",
            ]
        );
    }

    #[test]
    fn several_lines_of_a_game_are_counted() {
        let day = Day::parse("2026-03-01").unwrap();
        let lines = [1, 1, 2, 4, 5, 5].map(|n| GameName::parse(&format!("T26/{n}")));
        let merged = merge(&lines, |_| (), |game| (day, game.clone()));
        assert_eq!(merged[0].2.games(), "T26/1, 2, 4, 5 (6)");
    }
}
