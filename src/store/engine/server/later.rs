//! What a transaction that is written abreast of others is to tell the server: nothing of it is
//! said before all is decided. Then it writes alone, in one go, and its rows have the numbers
//! that follow those of whoever was before it; until then they go by numbers that no table has.
//!
//! What was told is not there for who asks. A part of the transaction that asks for what it may
//! have changed is refused, and so is one that writes what its letters have not to themselves:
//! whoever hears that undoes the part ([`Later::part_undone`]), and has it done alone.

use super::Known;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Numbers from here on stand for those that rows will be given.
const FIRST: i64 = 1 << 52;

/// How all of them begin, in a text.
const FIRST_DIGITS: &str = "4503599627";

/// Tables that the letters of players in their games write into, each with a column that its
/// statements name: what has none of these is written alone. `event` has entries about games,
/// players and tournaments.
const OWN: [(&str, &str); 6] = [
    ("event", "game_id"),
    ("game", "last_event"),
    ("inbound", "verdict"),
    ("outbound", ""),
    ("outbound_letter", ""),
    ("thread", ""),
];

/// What a statement is, as far as it matters here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It asks.
    Asks,
    /// It puts rows into a table, or takes them out.
    Rows,
    /// It changes columns of rows that are there.
    Columns(BTreeSet<String>),
    /// Something else.
    Other,
}

/// What a statement says, word by word.
#[derive(Debug)]
pub(super) struct Words {
    /// What it is.
    pub kind: Kind,
    /// The table that it writes; empty where it writes none.
    pub table: Arc<str>,
    /// Those that stand alone, or behind what is not known to be a table.
    bare: BTreeSet<String>,
    /// Columns behind their table, or its other name.
    columns: BTreeSet<(String, String)>,
}

impl Words {
    pub(super) fn of(sql: &str) -> Words {
        let each: Vec<&str> = sql
            .split(|c| !is_word(c))
            .filter(|w| !w.is_empty())
            .collect();
        let word = |n: usize| each.get(n).copied().unwrap_or_default();
        // What tables are called: `FROM game g`, `JOIN game AS g`.
        let mut names: BTreeMap<&str, &str> = BTreeMap::new();
        for (at, _) in each
            .iter()
            .enumerate()
            .filter(|(_, w)| matches!(**w, "FROM" | "JOIN"))
        {
            let (table, next) = (word(at + 1), word(at + 2));
            let name = if next == "AS" { word(at + 3) } else { next };
            names.insert(table, table);
            names.insert(name, table);
        }
        let (mut bare, mut columns) = (BTreeSet::new(), BTreeSet::new());
        for part in sql.split(|c| !is_word(c) && c != '.') {
            let (of, column) = part.rsplit_once('.').unwrap_or(("", part));
            match names.get(of).filter(|_| !of.is_empty()) {
                Some(table) => columns.insert(((*table).to_owned(), column.to_owned())),
                None => bare.insert(column.to_owned()),
            };
        }
        let (kind, table) = match (word(0), word(1)) {
            ("SELECT" | "WITH", _) => (Kind::Asks, ""),
            ("INSERT", _) | ("DELETE", _) => (Kind::Rows, word(2)),
            ("UPDATE", table) => (Kind::Columns(columns_set(sql)), table),
            _ => (Kind::Other, ""),
        };
        Words {
            kind,
            table: table.into(),
            bare,
            columns,
        }
    }

    fn says(&self, word: &str) -> bool {
        self.bare.contains(word)
    }

    /// Whether it asks for what was written so to a table.
    fn asks_for(&self, table: &str, written: &Kind) -> bool {
        let asks = |column: &String| {
            self.says(column) || self.columns.contains(&(table.to_owned(), column.clone()))
        };
        self.says(table)
            && match written {
                Kind::Columns(columns) => columns.iter().any(asks),
                Kind::Asks | Kind::Rows | Kind::Other => true,
            }
    }

    /// Whether what it writes is its letter's own.
    fn is_own(&self) -> bool {
        OWN.iter().any(|(table, column)| {
            *self.table == **table && (column.is_empty() || self.says(column))
        })
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The columns that an UPDATE sets: words before a `=`, up to its condition. Those of its
/// expressions may be among them.
fn columns_set(sql: &str) -> BTreeSet<String> {
    let (_, set) = sql.split_once(" SET ").unwrap_or_default();
    let set = set.split(" WHERE ").next().unwrap_or_default();
    // Behind the last one stands a value.
    let (before, _) = set.rsplit_once('=').unwrap_or_default();
    let words = before.split('=').filter_map(|part| {
        let mut words = part.trim_end().rsplit(|c| !is_word(c));
        words.next().filter(|word| !word.is_empty())
    });
    words.map(str::to_owned).collect()
}

/// What must come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LaterMust {
    Succeed,
    ChangeOne,
    /// A row, which goes by this number until then.
    Number(i64),
}

/// A statement that is to be told.
pub(super) struct ToTell {
    pub known: Known,
    pub values: Vec<Value>,
    pub must: LaterMust,
}

/// All that is to be told.
#[derive(Default)]
pub(super) struct Later {
    told: Vec<ToTell>,
    given: i64,
    /// Where the part at work began in what is to be told; `None`: there is none.
    part: Option<usize>,
    /// What that part has written.
    written: Vec<Arc<Words>>,
    /// Why that part has to be done alone.
    refused: Option<String>,
}

/// It has to be done alone, and why.
pub(super) type Refused = String;

impl Later {
    /// A part begins that can be undone alone.
    pub(super) fn part_begins(&mut self) {
        self.part = Some(self.told.len());
        self.written.clear();
        self.refused = None;
    }

    /// The part ends; one that has to be done alone waits for being undone.
    pub(super) fn part_ends(&mut self) {
        if self.refused.is_none() {
            self.part = None;
            self.written.clear();
        }
    }

    /// Forgets what the part was to tell.
    pub(super) fn part_undone(&mut self) {
        if let Some(part) = self.part.take() {
            self.told.truncate(part);
        }
        self.written.clear();
        self.refused = None;
    }

    /// Why the part has to be done alone, where it has.
    pub(super) fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Notes that the part has to be done alone.
    pub(super) fn refuse(&mut self, why: String) -> Refused {
        self.refused.get_or_insert(why).clone()
    }

    /// Whether something may be asked: nothing that this part has changed.
    pub(super) fn asks(&mut self, words: &Words) -> Result<(), Refused> {
        if words.kind != Kind::Asks {
            return Err(self.refuse(format!("it waits for what is written to {}", words.table)));
        }
        let mut written = self.written.iter();
        let changed = written.find(|written| words.asks_for(&written.table, &written.kind));
        match changed.map(|written| Arc::clone(&written.table)) {
            None => Ok(()),
            Some(table) => Err(self.refuse(format!("it asks for what it wrote to {table}"))),
        }
    }

    /// Keeps what is to be told; a row goes by the number that is given back.
    pub(super) fn tells(
        &mut self,
        known: Known,
        values: Vec<Value>,
        must: LaterMust,
    ) -> Result<(), Refused> {
        let table = &known.words.table;
        if !known.words.is_own() {
            return Err(self.refuse(format!("it writes to {table}")));
        }
        let leaks = |value: &Value| matches!(value, Value::Text(t) if t.contains(FIRST_DIGITS));
        if self.given > 0 && values.iter().any(leaks) {
            return Err(self.refuse(format!("a text in {table} has the number of a row")));
        }
        if self.part.is_some() {
            self.written.push(Arc::clone(&known.words));
        }
        self.told.push(ToTell {
            known,
            values,
            must,
        });
        Ok(())
    }

    /// A number for a row, until it has its own.
    pub(super) fn number(&mut self) -> i64 {
        self.given += 1;
        FIRST + self.given
    }

    /// All that is to be told, in order.
    pub(super) fn into_told(self) -> Vec<ToTell> {
        self.told
    }
}

/// The numbers that rows were given in the place of those by which they went.
#[derive(Default)]
pub(super) struct Numbers(BTreeMap<i64, i64>);

impl Numbers {
    /// A row was given its number.
    pub(super) fn note(&mut self, before: i64, number: i64) {
        self.0.insert(before, number);
    }

    /// The value with the number that the row has.
    pub(super) fn put(&self, value: Value) -> Value {
        match value {
            Value::Integer(n) => Value::Integer(self.0.get(&n).copied().unwrap_or(n)),
            other => other,
        }
    }
}

/// A value that is kept.
pub(super) fn kept(value: &ToSqlOutput<'_>) -> Option<Value> {
    let value = match value {
        ToSqlOutput::Borrowed(value) => *value,
        ToSqlOutput::Owned(value) => value.into(),
        _ => return None,
    };
    Some(match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(n) => Value::Integer(n),
        ValueRef::Real(n) => Value::Real(n),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_statement_writes() {
        for (sql, table, kind) in [
            ("SELECT used FROM outbound", "", Kind::Asks),
            ("WITH a AS (SELECT 1) SELECT * FROM a", "", Kind::Asks),
            ("INSERT INTO event (at) VALUES ($1)", "event", Kind::Rows),
            ("DELETE FROM answer WHERE a = 1", "answer", Kind::Rows),
            (
                "UPDATE outbound SET used = $2, sent = NULL WHERE id = $1 AND used IS NULL",
                "outbound",
                Kind::Columns(["used", "sent"].map(str::to_owned).into()),
            ),
            ("SAVEPOINT part", "", Kind::Other),
        ] {
            let words = Words::of(sql);
            assert_eq!((&*words.table, &words.kind), (table, &kind), "{sql}");
        }
    }

    #[test]
    fn what_a_question_asks_for() {
        let sets =
            |columns: &[&str]| Kind::Columns(columns.iter().map(|c| (*c).to_owned()).collect());
        let of_letters =
            "SELECT o.ply, g.number FROM outbound o LEFT JOIN game AS g ON g.id = o.game_id";
        for (sql, table, written, asks) in [
            (of_letters, "game", sets(&["ply", "turn"]), false),
            (of_letters, "game", sets(&["number"]), true),
            (of_letters, "outbound", sets(&["ply"]), true),
            (of_letters, "outbound", sets(&["used"]), false),
            (of_letters, "outbound", Kind::Rows, true),
            (of_letters, "thread", Kind::Rows, false),
            ("SELECT ply FROM game", "game", sets(&["ply"]), true),
            (
                "SELECT own.ply FROM (SELECT * FROM game) AS own",
                "game",
                sets(&["ply"]),
                true,
            ),
            (
                "SELECT count(*) FROM game, outbound",
                "outbound",
                Kind::Rows,
                true,
            ),
        ] {
            assert_eq!(
                Words::of(sql).asks_for(table, &written),
                asks,
                "{sql}: {written:?}"
            );
        }
    }

    #[test]
    fn all_numbers_begin_alike() {
        for n in [FIRST, FIRST + 1, FIRST + 100_000] {
            assert!(n.to_string().starts_with(FIRST_DIGITS));
        }
    }
}
