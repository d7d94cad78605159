//! Where PostgreSQL's words differ from SQLite's: `schema.sql` and the statements of the store
//! are written once, in the words of SQLite as far as both understand them, and said here in
//! those of PostgreSQL.
//!
//! What SQLite has and PostgreSQL has not is made there by the schema ([`PRELUDE`]): numbers
//! that follow each other without a gap (AUTOINCREMENT), `->>` on text, `json_valid`, `instr`.

use super::{Connection, Result};
use crate::pattern::pattern;
use regex::{Captures, Regex};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// What stands before the tables: what SQLite has by itself.
const PRELUDE: &str = include_str!("prelude.sql");

/// A statement in PostgreSQL's words: values are `$1`, and what only helps SQLite's planner
/// is left out.
pub(in crate::store) fn statement(sql: &str) -> String {
    let mut out = String::with_capacity(sql.len() + 8);
    let mut seen = 0;
    let words = IS_VALUE.replace_all(sql, |found: &Captures<'_>| {
        let not = found.get(1).is_some();
        let value = found.get(2).map_or("", |m| m.as_str());
        match not {
            true => format!("IS DISTINCT FROM {value}"),
            false => format!("IS NOT DISTINCT FROM {value}"),
        }
    });
    let words = FOR_THE_PLANNER.replace_all(&words, "$join");
    // Every other part lies between quotes.
    for (at, part) in words.split('\'').enumerate() {
        if at > 0 {
            out.push('\'');
        }
        if at % 2 == 1 {
            out.push_str(part);
            continue;
        }
        let mut rest = part;
        while let Some((before, behind)) = rest.split_once('?') {
            out.push_str(before);
            out.push('$');
            let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                seen += 1;
                // Writing to a String never fails.
                let _ = write!(out, "{seen}");
            }
            rest = behind;
        }
        out.push_str(rest);
    }
    out
}

/// A whole schema in PostgreSQL's words, with what SQLite has by itself.
pub(in crate::store) fn schema(sqlite: &str) -> String {
    format!("{PRELUDE}{}", tables(sqlite))
}

/// Tables, indices and triggers in PostgreSQL's words.
pub(in crate::store) fn tables(sqlite: &str) -> String {
    let (mut out, mut references) = (String::new(), String::new());
    let mut table = "";
    for line in sqlite.lines() {
        if let Some(found) = TABLE.captures(line) {
            table = found.get(1).map_or("", |m| m.as_str());
        }
        let column = line.split_whitespace().next().unwrap_or("");
        let is_column = line.starts_with("  ") && !table.is_empty();
        let mut said = line.to_owned();
        if is_column && let Some(found) = REFERENCES.captures(line) {
            // Tables are named before they are there.
            let _ = writeln!(
                references,
                "ALTER TABLE {table} ADD FOREIGN KEY ({column}){} DEFERRABLE;",
                found.get(0).map_or("", |m| m.as_str())
            );
            said = REFERENCES.replace(line, "").into_owned();
        }
        if is_column {
            if NUMBERED.is_match(line) {
                references.push_str(&numbering(table));
            }
            for (pattern, words) in COLUMN.iter() {
                said = pattern.replace_all(&said, *words).into_owned();
            }
        }
        for (pattern, words) in OTHERS.iter() {
            said = pattern.replace_all(&said, *words).into_owned();
        }
        out.push_str(&said);
        out.push('\n');
        if line.starts_with(')') {
            table = "";
        }
    }
    out.push_str(&references);
    out
}

/// Numbers of a table's rows as SQLite gives them with AUTOINCREMENT: one after the other, and
/// none twice.
fn numbering(table: &str) -> String {
    format!(
        "CREATE FUNCTION number_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           IF NEW.id IS NULL THEN
             NEW.id = ({}) + 1;
           END IF;
           RETURN NEW;
         END $$;
         CREATE TRIGGER a_number BEFORE INSERT ON {table}
           FOR EACH ROW EXECUTE FUNCTION number_{table}();
         CREATE TRIGGER numbers_gone AFTER DELETE ON {table} REFERENCING OLD TABLE AS gone
           FOR EACH STATEMENT EXECUTE FUNCTION numbers_gone();\n",
        last_number(table)
    )
}

/// The last number that a table gave, as a statement of both engines.
pub(in crate::store) fn last_number(table: &str) -> String {
    format!(
        "SELECT coalesce(max(n), 0) FROM (SELECT max(id) AS n FROM {table}
         UNION ALL SELECT seq FROM sqlite_sequence WHERE name = '{table}') AS numbers"
    )
}

/// A comparison that holds also where both are NULL.
static IS_VALUE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bIS (NOT )?(\?\d*|[0-9]+\b)"));

/// What tells SQLite which way to go.
static FOR_THE_PLANNER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r" INDEXED BY \w+|\bCROSS (?P<join>JOIN)\b"));

static TABLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^CREATE TABLE (\w+) \("));
static REFERENCES: LazyLock<Regex> = LazyLock::new(|| pattern(r" REFERENCES \w+\(\w+\)"));
static NUMBERED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^  id +INTEGER PRIMARY KEY( AUTOINCREMENT)?, "));

/// What is said otherwise in the line of a column.
static COLUMN: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        (r" AUTOINCREMENT\b", ""),
        (r"^(  \w+ +)INTEGER\b", "${1}BIGINT"),
        (r"^(  \w+ +)BLOB\b", "${1}BYTEA"),
        // Texts are compared byte by byte, as SQLite does.
        (r"^(  \w+ +)TEXT\b", r#"${1}TEXT COLLATE "C""#),
        (r"\bGLOB '([^']*)'", "~ '^$1$$'"),
        (r"\bVIRTUAL\b", "STORED"),
    ]
    .into_iter()
    .map(|(wanted, words)| (pattern(wanted), words))
    .collect()
});

/// What is said otherwise elsewhere.
static OTHERS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        (r"^\)( STRICT)?(, WITHOUT ROWID)?;", ");"),
        // An index over what is made of a column.
        (r" ON (\w+)\((\w+ ->> '[^']*')\)", " ON $1(($2))"),
        (r"\bIS NOT 0\b", "IS DISTINCT FROM 0"),
        (
            r"^(CREATE TRIGGER \w+ BEFORE (?:UPDATE|DELETE) ON \w+)$",
            "$1 FOR EACH ROW",
        ),
        (
            r"^BEGIN SELECT RAISE\(ABORT, ('[^']*')\); END;",
            "EXECUTE FUNCTION refuse($1);",
        ),
    ]
    .into_iter()
    .map(|(wanted, words)| (pattern(wanted), words))
    .collect()
});

/// A text as the server can have it: UTF-8 without NUL, which stands in letters of fools.
pub(in crate::store) fn storable(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    match text.contains('\0') {
        true => text.replace('\0', "\u{fffd}"),
        false => text.into_owned(),
    }
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct Column {
    /// Its name.
    pub name: String,
    /// It holds bytes.
    pub is_blob: bool,
    /// It is of the primary key.
    pub is_key: bool,
}

/// The names of columns as statements have them.
pub(in crate::store) fn names<'c>(columns: impl IntoIterator<Item = &'c Column>) -> String {
    let each = columns.into_iter().map(|c| format!("\"{}\"", c.name));
    each.collect::<Vec<String>>().join(", ")
}

/// A trigger that runs one statement for each row.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Trigger<'t> {
    /// Its name.
    pub name: &'t str,
    /// The table.
    pub table: &'t str,
    /// `INSERT`, `UPDATE` or `DELETE`.
    pub after: &'static str,
    /// For which rows; `None`: for all.
    pub when: Option<&'t str>,
    /// The statement.
    pub then: &'t str,
}

impl Connection {
    /// The columns of a table that are stored, in their order.
    pub(in crate::store) fn columns(&self, table: &str) -> Result<Vec<Column>> {
        let sql = match self {
            Connection::File(_) => {
                "SELECT name, type = 'BLOB', pk > 0 FROM pragma_table_info(?1) ORDER BY cid"
            }
            Connection::Server(_) => {
                "SELECT a.attname, a.atttypid = 'bytea'::regtype,
                        coalesce(a.attnum = ANY (i.indkey), false)
                 FROM pg_attribute a
                 LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
                 WHERE a.attrelid = to_regclass(?1) AND a.attnum > 0 AND NOT a.attisdropped
                   AND a.attgenerated = '' ORDER BY a.attnum"
            }
        };
        let mut statement = self.prepare(sql)?;
        let columns = statement.query_map([table], |r| {
            Ok(Column {
                name: r.get(0)?,
                is_blob: r.get(1)?,
                is_key: r.get(2)?,
            })
        })?;
        columns.collect()
    }

    /// The function that makes a JSON object of names and values.
    pub(in crate::store) fn json_object(&self) -> &'static str {
        match self {
            Connection::File(_) => "json_object",
            Connection::Server(_) => "json_build_object",
        }
    }

    /// Takes triggers away whose names begin so, on a server; those of a file go with their
    /// connection.
    pub(in crate::store) fn triggers_go(&self, prefix: &str) -> Result<()> {
        let Connection::Server(server) = self else {
            return Ok(());
        };
        let mut names = self.prepare(
            "SELECT proname FROM pg_proc
             WHERE starts_with(proname, ?1) AND pronamespace = current_schema()::regnamespace",
        )?;
        let names = names.query_map([prefix], |r| r.get::<String>(0))?;
        for name in names.collect::<Result<Vec<String>>>()? {
            server.batch(&format!("DROP FUNCTION {name} CASCADE"))?;
        }
        Ok(())
    }

    /// Makes a trigger where it is not there: of this connection in a file, of all on a
    /// server.
    pub(in crate::store) fn trigger(&self, trigger: Trigger<'_>) -> Result<()> {
        let Trigger {
            name,
            table,
            after,
            when,
            then,
        } = trigger;
        let when = when
            .map(|when| format!("WHEN ({when})"))
            .unwrap_or_default();
        match self {
            Connection::File(conn) => Ok(conn.execute_batch(&format!(
                "CREATE TEMP TRIGGER IF NOT EXISTS {name} AFTER {after} ON main.{table} {when}
                 BEGIN {then}; END"
            ))?),
            Connection::Server(server) => server.batch(&format!(
                "CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS
                 $note$ BEGIN {then}; RETURN NULL; END $note$;
                 CREATE OR REPLACE TRIGGER {name} AFTER {after} ON {table}
                   FOR EACH ROW {when} EXECUTE FUNCTION {name}()"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_in_other_words() {
        for (ours, theirs) in [
            ("SELECT ?1, ?2 WHERE a = ?1", "SELECT $1, $2 WHERE a = $1"),
            ("VALUES (?, ?)", "VALUES ($1, $2)"),
            ("a = '?1' AND b = ?1", "a = '?1' AND b = $1"),
            ("a IS ?2", "a IS NOT DISTINCT FROM $2"),
            (
                "a IS NOT ?2 AND b IS NOT 0",
                "a IS DISTINCT FROM $2 AND b IS DISTINCT FROM 0",
            ),
            ("a IS NULL AND b IS NOT NULL", "a IS NULL AND b IS NOT NULL"),
            ("FROM x INDEXED BY x_y WHERE", "FROM x WHERE"),
            ("l CROSS JOIN o ON", "l JOIN o ON"),
        ] {
            assert_eq!(statement(ours), theirs);
        }
    }

    #[test]
    fn what_no_server_can_hold_is_replaced() {
        assert_eq!(storable(b"a\0b"), "a\u{fffd}b");
        assert_eq!(storable("Ладья".as_bytes()), "Ладья");
        assert_eq!(storable(&[0xff, b'x']), "\u{fffd}x");
    }

    #[test]
    fn a_table_in_other_words() {
        let ours = "CREATE TABLE game (
  id    INTEGER PRIMARY KEY AUTOINCREMENT,  -- number
  white INTEGER NOT NULL REFERENCES player(id),  -- who
  lang  TEXT NOT NULL CHECK (lang GLOB '[a-z][a-z]'),
  bytes BLOB CHECK (length(bytes) > 0)
) STRICT;
CREATE INDEX game_m ON game(lang) WHERE white IS NOT 0;
CREATE INDEX game_f ON game(lang ->> '$.a.b');
CREATE TRIGGER game_stays BEFORE UPDATE ON game
BEGIN SELECT RAISE(ABORT, 'never'); END;
";
        let theirs = tables(ours);
        for line in [
            "  id    BIGINT PRIMARY KEY,  -- number",
            "  white BIGINT NOT NULL,  -- who",
            "  lang  TEXT COLLATE \"C\" NOT NULL CHECK (lang ~ '^[a-z][a-z]$'),",
            "  bytes BYTEA CHECK (length(bytes) > 0)",
            ");",
            "CREATE INDEX game_m ON game(lang) WHERE white IS DISTINCT FROM 0;",
            "CREATE INDEX game_f ON game((lang ->> '$.a.b'));",
            "CREATE TRIGGER game_stays BEFORE UPDATE ON game FOR EACH ROW",
            "EXECUTE FUNCTION refuse('never');",
            "ALTER TABLE game ADD FOREIGN KEY (white) REFERENCES player(id) DEFERRABLE;",
        ] {
            assert!(theirs.lines().any(|l| l == line), "{line}\n{theirs}");
        }
        assert!(theirs.contains("CREATE FUNCTION number_game()"));
    }
}
