//! The cross-table. Rows and columns of results stand in the order of places, so that
//! who did not play himself is a straight line. A spreadsheet finds a column by the
//! starting number in its title, which does not change when places do.

use super::{CarriedGame, Former, TableEntrant, TableInput};
use crate::language::Language;
use crate::messages::{Counted, Phrase, word};
use crate::record::Status;
use crate::report::document::{Cell, Column, Table, Tone};
use crate::report::words::common::{criterion, tie_break};

use crate::rules::{Article, TieBreak};
use crate::tournament::standings::{Standings, StandingsRow};
use crate::tournament::system::knock_out::Stage;
use crate::tournament::tiebreaks::DecidingCriterion;
use std::collections::{BTreeMap, BTreeSet};

/// Up to so many players every opponent has a column of his own; past it the table
/// would be wider than any screen.
const MOST_COLUMNS: usize = 30;
/// Longest name of a team in the table, in columns of text.
const NAME: usize = 32;

/// The table: places, points, results against everyone, tie-breaks.
pub fn cross_table(input: &TableInput, standings: &Standings, language: Language) -> Table {
    let mut numbers: Vec<u32> = standings.table.iter().map(|r| r.start_number).collect();
    if numbers.len() > MOST_COLUMNS {
        numbers.clear();
    }
    let persons: BTreeMap<u32, &TableEntrant> =
        input.entrants.iter().map(|e| (e.start_number, e)).collect();
    let federations = input.entrants.iter().any(|e| e.federation.is_some());
    let ratings = input.entrants.iter().any(|e| e.rating.is_some());
    let mut columns = vec![
        Column::right(Phrase("table.place").say(language)).beside(),
        Column::right(Phrase("common.number").say(language)),
        Column::left(Phrase("table.name").say(language))
            .key()
            .wrapping(),
    ];
    if federations {
        columns.push(
            Column::left(Phrase("table.fed").say(language))
                .label(Phrase("common.federation").say(language))
                .beside(),
        );
    }
    if ratings {
        columns.push(Column::right(Phrase("common.rating").say(language)).beside());
    }
    columns.push(Column::right(Phrase("table.points").say(language)).beside());
    columns.push(Column::right(Phrase("table.played").say(language)));
    if !standings.is_final {
        columns.push(Column::right(Phrase("table.open").say(language)));
    }
    // A small table has room; of a large one the rows must be seen as a whole.
    let many = numbers.len() > 8;
    columns.extend(opponents(&numbers, language).map(|column| match many {
        true => column.tight(),
        false => column,
    }));
    let titles = standings.tie_breaks.iter();
    columns.extend(titles.map(|t| Column::right(tie_break(language, *t))));
    let mut table = Table::new("cross-table", columns).in_strips().whole();
    let open = open_games(input);
    let uncounted: BTreeSet<u32> = standings
        .table
        .iter()
        .filter(|row| !row.counts)
        .map(|row| row.start_number)
        .collect();
    for row in &standings.table {
        let is_counted = |n: u32| row.counts && !uncounted.contains(&n);
        let left = open.get(&row.start_number).copied().unwrap_or(0);
        let [place, number, name] = first_cells(input, row, standings.is_final, language);
        let mut cells = vec![place, number, name];
        let person = persons.get(&row.start_number);
        if federations {
            let federation = person.and_then(|p| p.federation.clone());
            cells.push(Cell::new(federation.unwrap_or_default()));
        }
        if ratings {
            let rating = person.and_then(|p| p.rating);
            cells.push(Cell::new(
                rating.map_or_else(String::new, |r| r.to_string()),
            ));
        }
        cells.push(Cell::new(row.points.to_string()));
        cells.push(Cell::new(row.played.to_string()));
        if !standings.is_final {
            cells.push(Cell::new(left.to_string()));
        }
        cells.extend(numbers.iter().map(|n| match is_counted(*n) {
            true => result(row, *n),
            false => in_brackets(result(row, *n)),
        }));
        cells.extend(standings.tie_breaks.iter().map(|t| figure(row, *t)));
        let shown = table.row(cells);
        if !row.counts {
            shown.tone = Tone::Quiet;
        }
    }
    notes(&mut table, input, standings, language);
    if !input.carried.is_empty() {
        let games: Vec<String> = input.carried.iter().map(carried).collect();
        table.note(Phrase("cycle.carried").fill(language, &[("games", &games.join(", "))]));
    }
    table
}

/// A column for each opponent, in the order of the rows: its title is the row it meets.
fn opponents(numbers: &[u32], language: Language) -> impl Iterator<Item = Column> {
    (1..).zip(numbers).map(move |(row, number)| {
        let n = number.to_string();
        let label = Phrase("table.against").fill(language, &[("n", &n)]);
        let row: usize = row;
        Column::center(row.to_string()).label(label).mark()
    })
}

/// A game of a stage before, with its result there.
fn carried(of: &CarriedGame) -> String {
    let (white, black) = of.game.result.marks().unwrap_or(("", ""));
    format!("{} {white}:{black}", of.name)
}

fn first_cells(
    input: &TableInput,
    row: &StandingsRow,
    is_final: bool,
    language: Language,
) -> [Cell; 3] {
    let mark = if is_final { "" } else { "*" };
    let place = match row.counts {
        true => format!("{}{mark}", row.place),
        false => format!("({})", row.place),
    };
    let mut name = row.name.clone();
    let number = row.start_number;
    if input.took_over().any(|e| e.start_number == number) {
        name = format!("{name} {}", Phrase("table.took-over").say(language));
    }
    if row.withdrawn {
        name = format!("{name} {}", Phrase("table.w").say(language));
    }
    // Excel takes 2-3 for a day.
    let value = match row.counts {
        true => row.place.replace('-', "–"),
        false => String::new(),
    };
    [
        Cell::new(place).value(value),
        Cell::new(row.start_number.to_string()),
        Cell::new(name).value(row.name.clone()),
    ]
}

/// The bracket of a knock-out: who met in which stage, and who went through.
pub fn bracket_table(input: &TableInput, language: Language) -> Option<Table> {
    let bracket = input.bracket.as_ref()?;
    let mut table = Table::new(
        "bracket",
        vec![
            Column::left(Phrase("table.stage").say(language)).key(),
            Column::left(Phrase("table.match").say(language)),
            Column::center(Phrase("table.score").say(language)),
            Column::left(Phrase("table.through").say(language)),
        ],
    );
    let name = |unit: u32| match input.teams.get(unit.saturating_sub(1) as usize) {
        Some(team) => team.name.clone(),
        None => input.name_of(unit).to_owned(),
    };
    for one in &bracket.matches {
        let Some([Some(a), Some(b)]) = one.sides else {
            continue;
        };
        let score: Vec<String> = one.scores.iter().map(|[x, y]| format!("{x}:{y}")).collect();
        let mut through = one.winner.flatten().map(&name).unwrap_or_default();
        if let Some(by) = one.by {
            let by = word(language, "tie", &by);
            through = format!("{through} ({by})");
        }
        table.row(vec![
            Cell::new(stage(one.stage, language)),
            Cell::new(format!("{} – {}", name(a), name(b))),
            Cell::new(score.join(", ")),
            Cell::new(through),
        ]);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// A stage of a knock-out: the final, 1/2, 1/4, …, and the n-th of the lower bracket.
fn stage(stage: Stage, language: Language) -> String {
    match stage {
        Stage::Upper(2) | Stage::Final => Phrase("table.final-stage").say(language).to_owned(),
        Stage::Upper(width) => format!("1/{}", width / 2),
        Stage::Lower(n) => Phrase("table.lower-stage").fill(language, &[("n", &n.to_string())]),
        Stage::SecondFinal => Phrase("table.second-final").say(language).to_owned(),
    }
}

/// The table of the teams: places, match points, points on the boards, results against
/// every team.
pub fn team_table(input: &TableInput, language: Language) -> Option<Table> {
    let rows = input.team_standings();
    if rows.is_empty() {
        return None;
    }
    let mut numbers: Vec<u32> = rows.iter().map(|r| r.team).collect();
    if numbers.len() > MOST_COLUMNS {
        numbers.clear();
    }
    let shown: Vec<TieBreak> = input
        .tie_breaks
        .iter()
        .copied()
        .filter(|t| !matches!(t, TieBreak::MatchPoints | TieBreak::BoardPoints))
        .collect();
    let mut columns = vec![
        Column::right(Phrase("table.place").say(language)).beside(),
        Column::right(Phrase("common.number").say(language)),
        Column::left(Phrase("table.team").say(language))
            .key()
            .at_most(NAME),
        Column::right(tie_break(language, TieBreak::MatchPoints)).beside(),
        Column::right(tie_break(language, TieBreak::BoardPoints)).beside(),
        Column::right(Phrase("table.matches").say(language)),
    ];
    columns.extend(opponents(&numbers, language));
    columns.extend(shown.iter().map(|t| Column::right(tie_break(language, *t))));
    let mut table = Table::new("team-table", columns).in_strips();
    for row in &rows {
        let mut cells = vec![
            Cell::new(row.place.clone()).value(row.place.replace('-', "–")),
            Cell::new(row.team.to_string()),
            Cell::new(row.name.clone()),
            Cell::new(row.match_points.to_string()),
            Cell::new(row.board_points.to_string()),
            Cell::new(row.matches.to_string()),
        ];
        cells.extend(numbers.iter().map(|n| match row.results.get(n) {
            _ if *n == row.team => Cell::new("×").value(""),
            Some(results) => Cell::new(results.join(" ")),
            None => Cell::new(""),
        }));
        let figure = |t: &TieBreak| row.figures.get(t).map(ToString::to_string);
        cells.extend(
            shown
                .iter()
                .map(|t| Cell::new(figure(t).unwrap_or_default())),
        );
        table.row(cells);
    }
    Some(table)
}

/// The results against an opponent, one after the other. A spreadsheet gets points
/// as decimals, and `1F`, `0F` for what was decided without play: `+` and `-` are
/// the beginnings of formulas there.
fn result(row: &StandingsRow, opponent: u32) -> Cell {
    if opponent == row.start_number {
        return Cell::new("×").value("");
    }
    let games = row.results.get(&opponent).map(Vec::as_slice);
    let games = games.unwrap_or_default();
    let shown: String = games
        .iter()
        .map(|m| if m.is_empty() { "." } else { m })
        .collect();
    let values: Vec<&str> = games
        .iter()
        .map(|m| match *m {
            "½" => "0.5",
            "+" => "1F",
            "-" => "0F",
            other => other,
        })
        .filter(|v| !v.is_empty())
        .collect();
    Cell::new(shown).value(values.join(" "))
}

/// A result that counts for nobody, so that who adds up a row comes to its points.
fn in_brackets(cell: Cell) -> Cell {
    match cell.text.as_str() {
        "" | "×" => cell,
        text => Cell {
            text: format!("({text})"),
            ..cell
        },
    }
}

fn figure(row: &StandingsRow, tie_break: TieBreak) -> Cell {
    let text = match tie_break {
        TieBreak::Direct | TieBreak::DirectRecursive => match row.direct {
            Some(points) => points.to_string(),
            // Not asked, or not all have met.
            None => return Cell::new("-").value(""),
        },
        TieBreak::Wins => row.wins.to_string(),
        TieBreak::Sb => row.sb.to_string(),
        TieBreak::Koya => row.koya.to_string(),
        other => row
            .figures
            .get(&other)
            .map(ToString::to_string)
            .unwrap_or_default(),
    };
    Cell::new(text)
}

/// Games not finished, by starting number.
fn open_games(input: &TableInput) -> BTreeMap<u32, u32> {
    let mut open: BTreeMap<u32, u32> = BTreeMap::new();
    for game in input.games.iter().filter(|g| g.status != Status::Finished) {
        for number in [game.white, game.black] {
            *open.entry(number).or_default() += 1;
        }
    }
    open
}

/// Whether places are final, where a criterion decided, and what marks mean.
fn notes(table: &mut Table, input: &TableInput, standings: &Standings, language: Language) {
    if standings.is_final {
        table.note(Phrase("table.final").say(language));
    } else {
        let games = Counted("counted.game").count(language, i64::from(standings.open));
        table.note(Phrase("table.provisional").fill(language, &[("games", &games)]));
    }
    for decision in &standings.decisions {
        table.note(decided(standings, decision, language));
    }
    // In a bracket a place is shared by whoever went out in one stage.
    let shared = match input.bracket.is_some() {
        true => Vec::new(),
        false => shared(standings),
    };
    for (place, rows) in shared {
        let names: Vec<&str> = rows.iter().map(|r| r.name.as_str()).collect();
        let blanks = [("place", place), ("names", &names.join(", "))];
        table.note(Phrase("table.shared").fill(language, &blanks));
    }
    if standings.table.iter().any(|r| r.withdrawn) {
        let article = Article::WithdrawnCount.number(input.profile);
        table.note(Phrase("table.withdrawn").fill(language, &[("article", article)]));
    }
    for entrant in input.took_over() {
        for former in &entrant.former {
            table.note(replaced(input, entrant, former, language));
        }
    }
    let marks = standings.table.iter().flat_map(|r| r.results.values());
    if marks.flatten().any(|m| matches!(*m, "+" | "-")) {
        table.note(Phrase("table.marks").say(language));
    }
}

/// Who plays on for whom, and which games are the other's.
fn replaced(
    input: &TableInput,
    entrant: &TableEntrant,
    former: &Former,
    language: Language,
) -> String {
    let blanks = [("name", entrant.name.as_str()), ("former", &former.name)];
    let mut told = Phrase("table.replaced").fill(language, &blanks);
    let games = input.games_of_former(former);
    if !games.is_empty() {
        let games: Vec<String> = games.iter().map(ToString::to_string).collect();
        let games = games.join(", ");
        let blanks = [("former", former.name.as_str()), ("games", &games)];
        told = format!(
            "{told} {}",
            Phrase("table.by-former").fill(language, &blanks)
        );
    }
    told
}

fn decided(standings: &Standings, decision: &DecidingCriterion, language: Language) -> String {
    let name = |number: u32| {
        let row = standings.table.iter().find(|r| r.start_number == number);
        row.map_or("", |r| r.name.as_str())
    };
    let order: Vec<String> = decision
        .order
        .iter()
        .map(|(number, figure)| format!("{} {figure}", name(*number)))
        .collect();
    Phrase("table.decided").fill(
        language,
        &[
            ("points", &decision.points.to_string()),
            ("criterion", criterion(language, decision.by)),
            ("order", &order.join(", ")),
        ],
    )
}

/// Places that several players share, points or not; only those of players who count
/// and have finished a game.
fn shared(standings: &Standings) -> Vec<(&str, Vec<&StandingsRow>)> {
    let mut found: Vec<(&str, Vec<&StandingsRow>)> = Vec::new();
    for row in standings.table.iter().filter(|r| r.counts && r.played > 0) {
        match found.last_mut() {
            Some((place, rows)) if *place == row.place => rows.push(row),
            _ => found.push((&row.place, vec![row])),
        }
    }
    found.retain(|(_, rows)| rows.len() > 1);
    found
}
