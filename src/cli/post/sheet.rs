//! A table of cards as CSV: its columns by heading, in any order; all that cannot be read
//! is told with its line and column.

use crate::arbiter::{CardKind, CardTrouble, EnteredCard};
use crate::cards::{Card, CardFault, Postmark};
use crate::chess::Side;
use crate::ids::GameName;
use crate::robot::cards::CardRow;
use crate::time::Day;
use std::collections::BTreeMap;
use std::fmt;

/// The columns that there are.
const COLUMNS: [&str; 12] = [
    "kind",
    "game",
    "side",
    "text",
    "faults",
    "repeated",
    "written",
    "postmarks",
    "receipt",
    "arrived",
    "registered",
    "note",
];

/// Longest text of a cell, in bytes: a card has no room for more.
const MAX_CELL: usize = 2_000;

/// What cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetError {
    /// The line of the file, from 1.
    pub line: u64,
    /// The heading of the column.
    pub column: String,
    /// What is wrong.
    pub said: String,
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.line, self.column, self.said)
    }
}

/// A table that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardTable {
    /// The cards, in order.
    pub rows: Vec<CardRow>,
    /// All that cannot be read.
    pub errors: Vec<SheetError>,
}

impl CardTable {
    /// Reads a table.
    pub fn read(text: &str) -> CardTable {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let heading = text.lines().next().unwrap_or("");
        let count = |mark: char| heading.matches(mark).count();
        let separator = if count(';') > count(',') { b';' } else { b',' };
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut sheet = CardTable::default();
        let headings: Vec<String> = match reader.headers() {
            Ok(row) => row.iter().map(str::to_lowercase).collect(),
            Err(error) => {
                sheet.wrong(1, "", error.to_string());
                return sheet;
            }
        };
        for heading in headings.iter().filter(|h| !COLUMNS.contains(&h.as_str())) {
            let said = format!("there is no such column; there are {}", COLUMNS.join(", "));
            sheet.wrong(1, heading, said);
        }
        if !headings.iter().any(|h| h == "game") {
            sheet.wrong(1, "game", "this column is missing".to_owned());
        }
        if !sheet.errors.is_empty() {
            return sheet;
        }
        let mut lines = Lines::of(text);
        for record in reader.records() {
            match record {
                Ok(record) => {
                    let line = lines.at(record.position());
                    let cells: BTreeMap<&str, &str> = headings
                        .iter()
                        .map(String::as_str)
                        .zip(record.iter())
                        .filter(|(_, cell)| !cell.is_empty())
                        .collect();
                    if record.len() > headings.len() {
                        sheet.wrong(line, "", "more cells than headings".to_owned());
                    } else if !cells.is_empty() {
                        sheet.card(line, &cells);
                    }
                }
                Err(error) => {
                    let line = lines.at(error.position());
                    sheet.wrong(line, "", error.to_string());
                }
            }
        }
        sheet
    }

    fn wrong(&mut self, line: u64, column: &str, said: String) {
        let column = column.to_owned();
        self.errors.push(SheetError { line, column, said });
    }

    /// One line.
    fn card(&mut self, line: u64, cells: &BTreeMap<&str, &str>) {
        let cell = |name: &str| cells.get(name).copied();
        let mut wrong = |column: &str, said: String| self.wrong(line, column, said);
        let game = cell("game").and_then(GameName::parse);
        if game.is_none() {
            let said = match cell("game") {
                Some(text) => format!("'{text}' names no game: CODE/N"),
                None => "no game is named".to_owned(),
            };
            wrong("game", said);
        }
        for name in ["text", "repeated", "registered", "note"] {
            if cell(name).is_some_and(|text| text.len() > MAX_CELL) {
                wrong(name, format!("more than {MAX_CELL} bytes"));
            }
        }
        let mut entered = EnteredCard {
            text: cell("text").unwrap_or("").to_owned(),
            repeated: cell("repeated").unwrap_or("").to_owned(),
            note: cell("note").unwrap_or("").to_owned(),
            ..EnteredCard::default()
        };
        if let Some(text) = cell("kind") {
            match CardKind::parse(text) {
                Some(kind) => entered.kind = kind,
                None => wrong("kind", format!("'{text}' is none of {}", kinds())),
            }
        }
        if let Some(text) = cell("side") {
            entered.side = side(text);
            if entered.side.is_none() {
                wrong("side", format!("'{text}' is neither white nor black"));
            }
        }
        for text in cell("faults").into_iter().flat_map(parts) {
            match CardFault::parse(text) {
                Some(fault) => entered.faults.push(fault),
                None => wrong("faults", format!("'{text}' is none of {}", faults())),
            }
        }
        let mut card = Card::default();
        for text in cell("postmarks").into_iter().flat_map(parts) {
            match Postmark::parse(text) {
                Some(mark) => card.postmarks.push(mark),
                None => wrong("postmarks", format!("'{text}' is no date and no '?'")),
            }
        }
        for (name, place) in [
            ("written", &mut card.written),
            ("receipt", &mut card.slip),
            ("arrived", &mut card.arrived),
        ] {
            if let Some(text) = cell(name) {
                *place = Day::of_paper(text);
                if place.is_none() {
                    let said = format!("'{text}' is no date: 2026-01-31 or 31.01.2026");
                    wrong(name, said);
                }
            }
        }
        card.registered = cell("registered").map(str::to_owned);
        entered.card = card;
        if let Some(game) = game {
            self.rows.push(CardRow {
                line,
                game,
                entered,
            });
        }
    }
}

/// The lines of a file, gone through once: the reader of CSV does not count empty ones.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: u64,
}

impl Lines<'_> {
    fn of(text: &str) -> Lines<'_> {
        let (at, line) = (0, 1);
        Lines { text, at, line }
    }

    /// The line on which a record begins; they are asked for in order.
    fn at(&mut self, begins: Option<&csv::Position>) -> u64 {
        let begins = begins.map_or(0, csv::Position::byte);
        let bytes = self.text.as_bytes();
        let from = usize::try_from(begins).unwrap_or(0).max(self.at);
        let rest = bytes.get(from..).unwrap_or_default();
        let blank = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let passed = bytes.get(self.at..from + blank).unwrap_or_default();
        self.line += passed.iter().map(|b| u64::from(*b == b'\n')).sum::<u64>();
        self.at = from + blank;
        self.line
    }
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

/// A side as it is typed.
pub(super) fn side(text: &str) -> Option<Side> {
    match text.to_lowercase().as_str() {
        "white" | "w" => Some(Side::White),
        "black" | "b" => Some(Side::Black),
        _ => None,
    }
}

/// The kinds of cards, in a line.
pub(super) fn kinds() -> String {
    CardKind::ALL.map(CardKind::name).join(", ")
}

/// The faults of cards, in a line.
pub(super) fn faults() -> String {
    CardFault::ALL.map(CardFault::name).join(", ")
}

/// The column in which a card does not fit.
pub(super) fn column_of(why: &CardTrouble) -> &'static str {
    match why {
        CardTrouble::NotByPost
        | CardTrouble::NotStarted
        | CardTrouble::OwnGame(_)
        | CardTrouble::Over
        | CardTrouble::NotPlayed
        | CardTrouble::Paused => "game",
        CardTrouble::NoSide | CardTrouble::ByEmail(_) | CardTrouble::NotItsTurn { .. } => "side",
        CardTrouble::SentTooEarly { .. } | CardTrouble::ToCome { .. } => "written",
        CardTrouble::Backwards { .. } => "arrived",
        CardTrouble::SealsItsMove
        | CardTrouble::NoMove(_)
        | CardTrouble::NotUnderstood(_)
        | CardTrouble::DoesNotFit { .. } => "text",
        CardTrouble::NothingToQuery
        | CardTrouble::NothingToRepeat(_)
        | CardTrouble::NothingThere(_) => "kind",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_by_its_headings_with_commas_or_semicolons() {
        let commas = "Game,text,written,postmarks,arrived\n\
                      RU26/1,1. 5254,01.03.2026,2026-03-01;06.03.2026,2026-03-07\n";
        let semicolons = "\u{feff}arrived;postmarks;written;text;game\r\n\
                          2026-03-07;\"2026-03-01;06.03.2026\";01.03.2026;1. 5254;RU26/1\r\n";
        let (one, other) = (CardTable::read(commas), CardTable::read(semicolons));
        assert_eq!(one.errors, []);
        assert_eq!(one, other);
        let card = &one.rows[0].entered.card;
        assert_eq!(card.written, Day::new(2026, 3, 1));
        assert_eq!(card.postmarks.len(), 2);
        assert_eq!(card.arrived, Day::new(2026, 3, 7));
    }

    #[test]
    fn all_that_cannot_be_read_is_told_with_its_line_and_column() {
        let text = "kind,game,side,faults,written,postmarks\n\
                    move,RU26/1,green,smudged,2026-02-30,yesterday\n\
                    \n\
                    letter,RU26,white,,,\n";
        let said: Vec<String> = CardTable::read(text)
            .errors
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            said,
            [
                "2: side: 'green' is neither white nor black",
                "2: faults: 'smudged' is none of impossible, illegible, no-move, \
                 wrong-repetition, wrong-address, unregistered",
                "2: postmarks: 'yesterday' is no date and no '?'",
                "2: written: '2026-02-30' is no date: 2026-01-31 or 31.01.2026",
                "4: game: 'RU26' names no game: CODE/N",
                "4: kind: 'letter' is none of move, query, repeat, claim, draw-offer, \
                 draw-accept, resign, leave, report, protest, appeal",
            ]
        );
        let heads = CardTable::read("game,colour\nRU26/1,white\n").errors;
        assert_eq!(heads.len(), 1);
        assert_eq!((heads[0].line, heads[0].column.as_str()), (1, "colour"));
    }
}
