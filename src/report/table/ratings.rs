//! What a tournament does to ratings: Elo by the tables of the rating regulations (B.02, 8),
//! of the games that were played on the board against rated opponents.

use super::TableInput;
use super::lists::name_column;
use crate::language::Language;
use crate::messages::Phrase;
use crate::report::document::{Cell, Column, Table};
use crate::tournament::elo::{self, Rated};
use serde_json::{Value, json};

/// A player's line.
struct RatingLine<'a> {
    number: u32,
    name: &'a str,
    federation: Option<&'a str>,
    rating: Option<u32>,
    rated: Rated,
}

/// Who has played rated opponents, by starting number; who has given his to another stands
/// before him, with the games that he played.
fn lines(input: &TableInput) -> Vec<RatingLine<'_>> {
    let rated = input.rated_games();
    let mut lines = Vec::new();
    for entrant in &input.entrants {
        let number = entrant.start_number;
        for former in &entrant.former {
            lines.extend(rated.get(&former.player).map(|rated| RatingLine {
                number,
                name: &former.name,
                federation: former.federation.as_deref(),
                rating: former.rating,
                rated: *rated,
            }));
        }
        lines.extend(rated.get(&entrant.player).map(|rated| RatingLine {
            number,
            name: &entrant.name,
            federation: entrant.federation.as_deref(),
            rating: entrant.rating,
            rated: *rated,
        }));
    }
    lines
}

/// The table; without rows where no rated game was played.
pub fn ratings(input: &TableInput, language: Language) -> Table {
    let said = |phrase: Phrase| phrase.say(language);
    let mut table = Table::new(
        "ratings",
        [
            Column::right(said(Phrase("common.number"))),
            name_column(said(Phrase("common.player"))).key(),
            Column::left(said(Phrase("common.federation"))),
            Column::right(said(Phrase("common.rating"))),
            Column::right(said(Phrase("table.played"))),
            Column::right(said(Phrase("table.points"))),
            Column::right(said(Phrase("ratings.expected"))),
            Column::right(said(Phrase("ratings.coefficient"))),
            Column::right(said(Phrase("ratings.change"))),
            Column::right(said(Phrase("ratings.average"))),
            Column::right(said(Phrase("ratings.performance"))),
        ],
    )
    .in_lines();
    for line in lines(input) {
        let RatingLine { rated, rating, .. } = &line;
        let own = |shown: &dyn Fn(u32) -> String| rating.map(shown).unwrap_or_default();
        table.row([
            Cell::new(line.number.to_string()),
            Cell::new(line.name),
            Cell::new(line.federation.unwrap_or_default()),
            Cell::new(own(&|r| r.to_string())),
            Cell::new(rated.games.to_string()),
            Cell::new(rated.points.to_string()),
            Cell::new(own(&|_| hundredths(rated.expected))),
            Cell::new(own(&|r| elo::coefficient(r).to_string())),
            change_cell(line.rating, rated),
            Cell::new(rated.average().to_string()),
            Cell::new(rated.performance().map_or(String::new(), |p| p.to_string())),
        ]);
    }
    if !table.rows.is_empty() {
        table.note(said(Phrase("ratings.how")));
    }
    table
}

/// `+7.2`; a spreadsheet gets the bare number.
fn change_cell(rating: Option<u32>, rated: &Rated) -> Cell {
    let Some(rating) = rating else {
        return Cell::default();
    };
    let change = rated.change(elo::coefficient(rating));
    let sign = if change > 0 { "+" } else { "" };
    let plain = tenths(change);
    Cell::new(format!("{sign}{}", plain.replace('-', "−"))).value(plain)
}

/// Coefficients are tens: a change has one decimal at most.
fn tenths(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let all = hundredths.abs() / 10;
    format!("{sign}{}.{}", all / 10, all % 10)
}

fn hundredths(all: i64) -> String {
    format!("{}.{:02}", all / 100, all % 100)
}

/// The same for programs.
pub fn json(input: &TableInput) -> Value {
    let all = lines(input).into_iter().map(|line| {
        let own = |value: &dyn Fn(u32) -> String| line.rating.map(value);
        json!({
            "start_number": line.number,
            "name": line.name,
            "rating": line.rating,
            "games": line.rated.games,
            "points": line.rated.points,
            "average": line.rated.average(),
            "expected": own(&|_| hundredths(line.rated.expected)),
            "coefficient": line.rating.map(elo::coefficient),
            "change": own(&|r| tenths(line.rated.change(elo::coefficient(r)))),
            "performance": line.rated.performance().map(|p| p.to_string()),
        })
    });
    all.collect()
}
