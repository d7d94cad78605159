//! Many orders in one file: a line an order, as it is typed behind `td`, or a table of
//! results with a heading.

use super::line;
use super::refusal::Refusal;
use std::collections::BTreeMap;

/// Most orders of a file: one transaction holds them all, and nobody else writes meanwhile.
pub const MOST_ORDERS: usize = 2_000;

/// Columns of a table of results. The first two must be there.
const COLUMNS: [&str; 5] = ["game", "result", "by", "reason", "article"];

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// As it stands there.
    pub written: String,
    /// Its order, in the words of the console.
    pub words: Vec<String>,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchTrouble {
    /// The line, where it is one's.
    pub line: Option<usize>,
    /// Why.
    pub why: BatchWrong,
}

/// What can be wrong with it, before any order is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchWrong {
    /// Its words are none.
    #[error("{0}")]
    Words(Refusal),
    /// A cell without a heading, or a heading that is not known.
    #[error("'{0}' is no column of results; right would be game;result;by;reason;article")]
    Column(String),
    /// A column twice.
    #[error("column '{0}' stands there twice")]
    Twice(String),
    /// More cells than headings.
    #[error("more cells than the heading has columns")]
    Cells,
    /// A row without a game or a result.
    #[error("no {0} in this line")]
    Missing(&'static str),
    /// Not a table.
    #[error("cannot be read as a table: {0}")]
    Table(String),
    /// No order at all.
    #[error("no order stands in it")]
    Empty,
    /// Too many.
    #[error("more than {MOST_ORDERS} orders")]
    TooMany,
}

/// The orders of a file, in its order. Blank lines and those that begin with `#` are
/// passed over.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn read(text: &str) -> Result<Vec<BatchLine>, BatchTrouble> {
    // The reader of tables counts lines wrong where they end with CR LF.
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let lines = match separator(&text) {
        Some(separator) => table(&text, separator)?,
        None => orders(&text)?,
    };
    let trouble = |why| Err(BatchTrouble { line: None, why });
    match lines.len() {
        0 => trouble(BatchWrong::Empty),
        n if n > MOST_ORDERS => trouble(BatchWrong::TooMany),
        _ => Ok(lines),
    }
}

fn holds_an_order(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// What separates the columns of a table of results; `None`: it is none.
fn separator(text: &str) -> Option<char> {
    let heading = text.lines().find(|l| holds_an_order(l))?;
    [';', ',', '\t'].into_iter().find(|separator| {
        let names: Vec<String> = heading.split(*separator).map(plain).collect();
        names.len() > 1
            && ["game", "result"]
                .iter()
                .all(|n| names.iter().any(|own| own == n))
    })
}

fn plain(heading: &str) -> String {
    heading.trim().trim_matches('"').trim().to_lowercase()
}

fn orders(text: &str) -> Result<Vec<BatchLine>, BatchTrouble> {
    let lines = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| holds_an_order(line));
    lines
        .map(|(written, number)| {
            let words = line::words(written).map_err(|why| BatchTrouble {
                line: Some(number),
                why: BatchWrong::Words(why),
            })?;
            Ok(BatchLine {
                number,
                written: written.trim().to_owned(),
                words,
            })
        })
        .collect()
}

fn table(text: &str, separator: char) -> Result<Vec<BatchLine>, BatchTrouble> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .delimiter(u8::try_from(separator).unwrap_or(b','))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut headings: Option<Vec<String>> = None;
    let mut found = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| BatchTrouble {
            line: e.position().and_then(|p| usize::try_from(p.line()).ok()),
            why: BatchWrong::Table(e.to_string()),
        })?;
        let number = record.position().map_or(0, csv::Position::line);
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let wrong = |why| BatchTrouble {
            line: Some(number),
            why,
        };
        if record.iter().all(str::is_empty) {
            continue;
        }
        match &headings {
            None => headings = Some(known(&record).map_err(wrong)?),
            Some(headings) => found.push(BatchLine {
                number,
                written: record
                    .iter()
                    .collect::<Vec<_>>()
                    .join(&separator.to_string()),
                words: words_of(headings, &record).map_err(wrong)?,
            }),
        }
    }
    Ok(found)
}

/// The headings, each of them known and there once.
fn known(record: &csv::StringRecord) -> Result<Vec<String>, BatchWrong> {
    let mut headings: Vec<String> = Vec::new();
    for heading in record.iter().map(plain) {
        if !heading.is_empty() && !COLUMNS.contains(&heading.as_str()) {
            return Err(BatchWrong::Column(heading));
        }
        if !heading.is_empty() && headings.contains(&heading) {
            return Err(BatchWrong::Twice(heading));
        }
        headings.push(heading);
    }
    Ok(headings)
}

/// The order of a row: `result GAME RESULT --by … --reason …`.
fn words_of(headings: &[String], record: &csv::StringRecord) -> Result<Vec<String>, BatchWrong> {
    if record
        .iter()
        .skip(headings.len())
        .any(|cell| !cell.is_empty())
    {
        return Err(BatchWrong::Cells);
    }
    let cells = headings.iter().map(String::as_str).zip(record.iter());
    let cells: BTreeMap<&str, &str> = cells.filter(|(_, cell)| !cell.is_empty()).collect();
    if let Some(cell) = cells.get("") {
        return Err(BatchWrong::Column((*cell).to_owned()));
    }
    let needed = |name: &'static str| cells.get(name).ok_or(BatchWrong::Missing(name));
    let (game, result) = (needed("game")?, needed("result")?);
    let mut words = vec![
        "result".to_owned(),
        (*game).to_owned(),
        (*result).to_owned(),
    ];
    for option in ["by", "reason", "article"] {
        let cell = cells.get(option);
        words.extend(cell.map(|cell| format!("--{option}={cell}")));
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_of(text: &str) -> Vec<(usize, String)> {
        let lines = read(text).unwrap();
        lines
            .into_iter()
            .map(|l| (l.number, l.words.join("|")))
            .collect()
    }

    #[test]
    fn a_line_is_an_order_and_a_table_holds_results() {
        let lines = "# after the round\n\ntd result A/1 1:0 --reason \"he gave up\"\r\npenalty A/2 white 2\n";
        assert_eq!(
            read_of(lines),
            [
                (3, "td|result|A/1|1:0|--reason|he gave up".to_owned()),
                (4, "penalty|A/2|white|2".to_owned()),
            ]
        );
        for table in [
            "\u{feff}game;result;by;reason\nA/1;1:0;;\nA/2;--;default;\"no letter; no word\"\n",
            "Game,Result,By,Reason\r\nA/1,1:0,,\r\nA/2,--,default,\"no letter; no word\"\r\n",
            "game\tresult\tby\treason\nA/1\t1:0\nA/2\t--\tdefault\tno letter; no word\n",
        ] {
            assert_eq!(
                read_of(table),
                [
                    (2, "result|A/1|1:0".to_owned()),
                    (
                        3,
                        "result|A/2|--|--by=default|--reason=no letter; no word".to_owned()
                    ),
                ],
                "{table}"
            );
        }
    }

    #[test]
    fn the_first_wrong_line_is_named() {
        for (text, line, why) in [
            ("", None, BatchWrong::Empty),
            ("# nothing\n", None, BatchWrong::Empty),
            (
                "game;result\nA/1;\n",
                Some(2),
                BatchWrong::Missing("result"),
            ),
            ("game;result\nA/1;1-0;x\n", Some(2), BatchWrong::Cells),
            (
                "game;result;why\n",
                Some(1),
                BatchWrong::Column("why".into()),
            ),
            (
                "game;result;game\n",
                Some(1),
                BatchWrong::Twice("game".into()),
            ),
        ] {
            assert_eq!(read(text), Err(BatchTrouble { line, why }), "{text}");
        }
        let open = read("pause A/1\npause \"A/2\n").unwrap_err();
        assert_eq!(open.line, Some(2));
    }
}
