//! A list of players as clubs have it: a table that a spreadsheet exported as
//! CSV, in any of the charsets and separators such programs write, with headings
//! in Russian, Ukrainian, Polish or English. Read whole, or refused whole with
//! every wrong cell named: its line, its column, and what would be right.

mod cells;
mod headings;

use super::complaint::{Complaint, quoted};
use super::file::{EnteredPlayer, FileError, MAX_FILE_BYTES, MAX_NAME, MAX_PAIRS};
use super::lot::Lot;
use super::varma::{self, Ceremony, Drawer};
use crate::address::{self, Reach};
use crate::letter;
use headings::{Headings, RosterColumn};
use std::collections::BTreeMap;

/// How many lines may stand above the headings: a title, a date, a blank line.
const LINES_ABOVE: usize = 10;

/// A list of players, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// In the order of their lines; never empty.
    pub players: Vec<Listed>,
    /// What whoever sent the file should know, one sentence each.
    pub remarks: Vec<String>,
}

/// A player of such a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The line of the file, from 1.
    pub line: usize,
    /// The starting number, where the list has a column for it.
    pub number: Option<u32>,
    /// Who it is.
    pub entry: EnteredPlayer,
}

/// How starting numbers follow from a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberingOrder {
    /// As the lines stand.
    File,
    /// The highest rating first; who has none comes last, as the lines stand.
    Rating,
    /// By the list's own numbers, which must be 1, 2, 3 and so on.
    Number,
    /// By lot (31.1), from a seed: see [`Lot::of_player`].
    Draw(String),
    /// By lot with announced, from a seed (31.10): see [`varma`].
    Varma(String),
}

impl NumberingOrder {
    /// The seed, where the numbers are drawn.
    pub fn seed(&self) -> Option<&str> {
        match self {
            NumberingOrder::File | NumberingOrder::Rating | NumberingOrder::Number => None,
            NumberingOrder::Draw(seed) | NumberingOrder::Varma(seed) => Some(seed),
        }
    }

    /// What a tournament's record says of how the numbers came about, where they were drawn.
    pub fn recorded(&self) -> Option<String> {
        match self {
            NumberingOrder::File | NumberingOrder::Rating | NumberingOrder::Number => None,
            NumberingOrder::Draw(seed) => Some(format!(
                "starting numbers by lot (31.1), seed '{seed}': of SHA-256 of SEED/number/NAME/1 the lowest is number 1"
            )),
            NumberingOrder::Varma(seed) => Some(format!(
                "starting numbers by the Varma tables (31.10), seed '{seed}'"
            )),
        }
    }
}

/// Reads a list of players; `source` is how complaints call it.
///
/// # Errors
/// Everything wrong with the list, in the order of its lines.
pub fn read(bytes: &[u8], source: &str) -> Result<Roster, FileError> {
    let mut reading = RosterReading {
        source,
        complaints: Vec::new(),
        remarks: Vec::new(),
    };
    let players = reading.all(bytes);
    if reading.complaints.is_empty() {
        return Ok(Roster {
            players,
            remarks: reading.remarks,
        });
    }
    reading.complaints.sort_by_key(|c| c.line);
    Err(FileError {
        complaints: reading.complaints,
    })
}

impl Roster {
    /// The players in the order of their starting numbers.
    ///
    /// # Errors
    /// Where numbers are asked for that are not there, or are not 1, 2, 3 …
    pub fn ordered(
        &self,
        order: &NumberingOrder,
        source: &str,
    ) -> Result<Vec<EnteredPlayer>, FileError> {
        let mut players: Vec<&Listed> = self.players.iter().collect();
        match order {
            NumberingOrder::File => {}
            NumberingOrder::Rating => players.sort_by_key(|p| std::cmp::Reverse(p.entry.rating)),
            NumberingOrder::Number => {
                numbers_are_right(&players, source)?;
                players.sort_by_key(|p| p.number);
            }
            NumberingOrder::Draw(seed) => {
                players.sort_by_cached_key(|p| {
                    (Lot::of_player(seed, &p.entry.name), p.entry.person_key())
                });
            }
            NumberingOrder::Varma(seed) => {
                let drawn = self.ceremony(seed, source)?.by_number();
                players = drawn
                    .into_iter()
                    .filter_map(|at| self.players.get(at))
                    .collect();
            }
        }
        Ok(players.into_iter().map(|p| p.entry.clone()).collect())
    }

    /// The drawing of starting numbers by the Varma tables (31.10).
    ///
    /// # Errors
    /// Where the tables are not for so many players.
    pub fn ceremony(&self, seed: &str, source: &str) -> Result<Ceremony, FileError> {
        varma::draw(&self.drawers(), seed).ok_or_else(|| {
            let (fewest, most, count) = (varma::FEWEST, varma::MOST, self.players.len());
            FileError {
                complaints: vec![Complaint {
                    source: source.to_owned(),
                    line: None,
                    message: format!(
                        "has {count} players; the Varma tables (31.10) are for {fewest} to {most}"
                    ),
                }],
            }
        })
    }

    /// The players as those who draw, in the order of the list.
    pub fn drawers(&self) -> Vec<Drawer> {
        let drawer = |player: &Listed| Drawer {
            name: player.entry.name.clone(),
            federation: player.entry.federation.clone(),
        };
        self.players.iter().map(drawer).collect()
    }
}

fn numbers_are_right(players: &[&Listed], source: &str) -> Result<(), FileError> {
    let mut complaints = Vec::new();
    let mut complain = |line: usize, message: String| {
        complaints.push(Complaint {
            source: source.to_owned(),
            line: Some(line),
            message,
        });
    };
    let mut seen: BTreeMap<u32, usize> = BTreeMap::new();
    for player in players {
        let count = players.len();
        match player.number {
            None => complain(
                player.line,
                format!("no starting number; right would be one of 1 to {count}"),
            ),
            Some(number) => {
                let first = *seen.entry(number).or_insert(player.line);
                if first != player.line {
                    let what = format!(
                        "starting number {number} stands in line {first} already; each has one of its own"
                    );
                    complain(player.line, what);
                } else if number == 0 || usize::try_from(number).is_ok_and(|n| n > count) {
                    let what =
                        format!("starting number {number}; right would be one of 1 to {count}");
                    complain(player.line, what);
                }
            }
        }
    }
    if complaints.is_empty() {
        Ok(())
    } else {
        Err(FileError { complaints })
    }
}

struct RosterReading<'s> {
    source: &'s str,
    complaints: Vec<Complaint>,
    remarks: Vec<String>,
}

/// A row with the line it begins in.
type Row = (usize, Vec<String>);

impl RosterReading<'_> {
    fn complain(&mut self, line: Option<usize>, message: String) {
        self.complaints.push(Complaint {
            source: self.source.to_owned(),
            line,
            message,
        });
    }

    fn all(&mut self, bytes: &[u8]) -> Vec<Listed> {
        if bytes.len() > MAX_FILE_BYTES {
            let what = format!("the file is longer than {MAX_FILE_BYTES} bytes");
            self.complain(None, what);
            return Vec::new();
        }
        if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xD0\xCF\x11\xE0") {
            let what =
                "this is a spreadsheet itself; save it as CSV (UTF-8 is best) and give that file";
            self.complain(None, what.to_owned());
            return Vec::new();
        }
        let mut notes = Vec::new();
        let text = letter::decode(bytes, "", "list", &mut notes);
        self.remarks.append(&mut notes);
        let Some(rows) = self.rows(text.trim_start_matches('\u{feff}')) else {
            return Vec::new();
        };
        let Some((at, headings)) = self.headings(&rows) else {
            return Vec::new();
        };
        for name in headings.unknown() {
            let remark = match headings::nearest_known(name) {
                Some(known) => format!(
                    "column {} is set aside; if '{known}' is meant, name it so",
                    quoted(name)
                ),
                None => format!("column {} is set aside", quoted(name)),
            };
            self.remarks.push(remark);
        }
        let players = self.players(rows.get(at + 1..).unwrap_or_default(), &headings);
        if players.is_empty() && self.complaints.is_empty() {
            let line = rows.get(at).map(|r| r.0);
            let what = "no player stands below the headings".to_owned();
            self.complain(line, what);
        }
        players
    }

    /// The rows that hold anything.
    fn rows(&mut self, text: &str) -> Option<Vec<Row>> {
        // Excel says its separator in a line of its own.
        let first = text
            .lines()
            .next()
            .unwrap_or("")
            .trim_matches(['"', ' ', '\r']);
        let said = first
            .strip_prefix("sep=")
            .and_then(|rest| rest.bytes().next());
        let separator = said.unwrap_or_else(|| separator(text));
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator)
            .from_reader(text.as_bytes());
        let mut rows: Vec<Row> = Vec::new();
        let mut lines = RosterLines {
            text,
            at: 0,
            line: 1,
        };
        for (at, record) in reader.records().enumerate() {
            let record = match record {
                Ok(record) => record,
                Err(e) => {
                    self.complain(None, format!("cannot be read as CSV: {e}"));
                    return None;
                }
            };
            if at == 0 && said.is_some() {
                continue;
            }
            let line = lines.of(record.position().map_or(0, csv::Position::byte));
            let cells: Vec<String> = record.iter().map(cells::clean).collect();
            if cells.iter().all(String::is_empty) {
                continue;
            }
            if rows.len() > MAX_PAIRS + LINES_ABOVE {
                self.complain(None, format!("more than {MAX_PAIRS} lines"));
                return None;
            }
            rows.push((line, cells));
        }
        Some(rows)
    }

    /// Where the headings stand, and what they say.
    fn headings(&mut self, rows: &[Row]) -> Option<(usize, Headings)> {
        for (at, (line, cells)) in rows.iter().take(LINES_ABOVE).enumerate() {
            let headings = Headings::read(cells);
            if !headings.has_name() || !headings.has(RosterColumn::Email) {
                continue;
            }
            for (name, again) in headings.doubled() {
                let what = format!(
                    "columns {} and {} say the same thing; one of them should go",
                    quoted(&name),
                    quoted(&again)
                );
                self.complain(Some(*line), what);
            }
            return Some((at, headings));
        }
        let (line, what) = match rows.first() {
            None => (None, "the file is empty".to_owned()),
            Some((line, cells)) => {
                let shown: Vec<String> = cells.iter().take(6).map(|c| quoted(c)).collect();
                let headings = Headings::read(cells);
                let missing = match (headings.has_name(), headings.has(RosterColumn::Email)) {
                    (true, false) => "no column for the address",
                    (false, true) => "no column for the name",
                    _ => "no columns that are known",
                };
                let what = format!(
                    "{missing} in the headings {}; right would be: name;e-mail;rating;federation;language \
                     (or ФИО;почта;рейтинг;федерация;язык, Прізвище;пошта;…, Nazwisko;e-mail;…)",
                    shown.join(", ")
                );
                (Some(*line), what)
            }
        };
        self.complain(line, what);
        None
    }

    fn players(&mut self, rows: &[Row], headings: &Headings) -> Vec<Listed> {
        // Address without case, and name, each with the line where it stood first.
        let mut addresses: BTreeMap<String, usize> = BTreeMap::new();
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let mut players = Vec::new();
        for (line, cells) in rows {
            let line = *line;
            if headings.only_a_number(cells) {
                self.remarks
                    .push(format!("line {line} holds no player and is passed over"));
                continue;
            }
            let before = self.complaints.len();
            let (name, email) = self.name_and_address(line, cells, headings, &mut addresses);
            let cell = |column: RosterColumn| headings.cell(cells, column);
            let rating = self.value(line, cell(RosterColumn::Rating), cells::rating);
            let federation = self.value(line, cell(RosterColumn::Federation), cells::federation);
            let language = self.value(line, cell(RosterColumn::Language), cells::language);
            let number = self.value(line, cell(RosterColumn::Number), cells::number);
            let (Some(name), Some(email)) = (name, email) else {
                continue;
            };
            if self.complaints.len() > before {
                continue;
            }
            let first = *names.entry(name.to_lowercase()).or_insert(line);
            if first != line {
                self.remarks.push(format!(
                    "{} stands in lines {first} and {line} with two addresses: two persons?",
                    quoted(&name)
                ));
            }
            players.push(Listed {
                line,
                number,
                entry: EnteredPlayer {
                    name,
                    reach: Reach::Email(email),
                    address: Vec::new(),
                    language,
                    rating,
                    federation,
                    greeting: None,
                    withdrawn: false,
                },
            });
        }
        let mut last = 0;
        let numbered = players.iter().filter_map(|p| p.number);
        let mut in_order = true;
        for number in numbered {
            in_order &= number > last;
            last = number;
        }
        if !in_order {
            let remark = "the list's own numbers are not in the order of its lines; --order number takes them as starting numbers";
            self.remarks.push(remark.to_owned());
        }
        players
    }

    fn name_and_address(
        &mut self,
        line: usize,
        cells: &[String],
        headings: &Headings,
        addresses: &mut BTreeMap<String, usize>,
    ) -> (Option<String>, Option<String>) {
        let (column, written) = headings
            .cell(cells, RosterColumn::Email)
            .unwrap_or(("e-mail", ""));
        let (beside, address) = cells::address(written);
        let name = match headings.name(cells) {
            name if name.is_empty() => beside.unwrap_or_default(),
            name => name,
        };
        let place = format!("column '{}'", headings.name_title());
        let name = if name.is_empty() {
            self.complain(
                Some(line),
                format!("{place} is empty; right would be the player's name"),
            );
            None
        } else if name.chars().count() > MAX_NAME {
            let what = format!(
                "{place}: {} is too long; right would be up to {MAX_NAME} characters",
                quoted(&name)
            );
            self.complain(Some(line), what);
            None
        } else {
            Some(name)
        };
        if address.is_empty() {
            let what =
                format!("column '{column}' is empty; right would be an address: ann@club.example");
            self.complain(Some(line), what);
            return (name, None);
        }
        if let Err(why) = address::check(&address) {
            let what = format!(
                "column '{column}': {}: {why}; right would be one address: ann@club.example",
                quoted(written)
            );
            self.complain(Some(line), what);
            return (name, None);
        }
        let first = *addresses.entry(address::key(&address)).or_insert(line);
        if first != line {
            let what = format!(
                "column '{column}': '{address}' stands in line {first} already; right would be an address for each player"
            );
            self.complain(Some(line), what);
            return (name, None);
        }
        (name, Some(address))
    }

    /// What a cell says, where it says anything.
    fn value<T>(
        &mut self,
        line: usize,
        cell: Option<(&str, &str)>,
        read: impl Fn(&str) -> Result<Option<T>, &'static str>,
    ) -> Option<T> {
        let (column, written) = cell.filter(|(_, written)| !written.is_empty())?;
        match read(written) {
            Ok(value) => value,
            Err(right) => {
                let what = format!(
                    "column '{column}': {}; right would be {right}",
                    quoted(written)
                );
                self.complain(Some(line), what);
                None
            }
        }
    }
}

/// Counts lines. The reader's own count stands still at some ends of lines, and it
/// passes over empty lines only when it reads on.
struct RosterLines<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl RosterLines<'_> {
    /// The line of the first character at or behind a byte that ends no line.
    fn of(&mut self, byte: u64) -> usize {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX);
        let bytes = self.text.as_bytes();
        while let Some(b) = bytes.get(self.at) {
            if self.at >= byte && !matches!(b, b'\r' | b'\n') {
                break;
            }
            self.line += usize::from(*b == b'\n');
            self.at += 1;
        }
        self.line
    }
}

/// What separates the cells: whichever of the three stands most often in one of
/// the first lines, outside quotation marks. Names of columns and most names of
/// people hold none of them.
fn separator(text: &str) -> u8 {
    let mut best = (b',', 0);
    for line in text.lines().take(LINES_ABOVE) {
        for separator in [b'\t', b';', b','] {
            let mut inside = false;
            let mut count = 0;
            for byte in line.bytes() {
                inside ^= byte == b'"';
                count += usize::from(byte == separator && !inside);
            }
            if count > best.1 {
                best = (separator, count);
            }
        }
    }
    best.0
}

#[cfg(test)]
mod tests;
