//! Older databases are brought up to today's, one version at a time.
//!
//! `schema.sql` is always today's database. When it changes, [`VERSION`] goes up
//! by one and a file in `migrations/` says how the version before becomes it.
//! `migrations/0001.sql` is the first version, frozen.

use super::engine::{Connection, Sort, Transaction, tables};
use super::place::Place;
use super::{StoreError, journal, person_keys, sqlite};
use crate::pattern::pattern;
use regex::{Captures, Regex};
use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Today's database.
pub const SCHEMA: &str = include_str!("../../schema.sql");

/// Its version, in `PRAGMA user_version`.
pub const VERSION: i64 = 24;

/// Says in the file's header that it is ours (`PRAGMA application_id`, "PChe").
pub const APPLICATION: i64 = 0x5043_6865;

/// A part of a step that is no SQL.
type Then = fn(&Connection) -> Result<(), StoreError>;

/// A step from the version before to `to`.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The version it makes.
    pub to: i64,
    /// How.
    pub sql: &'static str,
    /// What SQL alone cannot do, after that.
    pub then: Option<Then>,
}

impl Step {
    /// A step that is all SQL.
    const fn new(to: i64, sql: &'static str) -> Step {
        Step {
            to,
            sql,
            then: None,
        }
    }
}

/// All steps, from an empty file on.
pub const STEPS: &[Step] = &[
    Step::new(1, include_str!("migrations/0001.sql")),
    Step::new(2, include_str!("migrations/0002.sql")),
    Step::new(3, include_str!("migrations/0003.sql")),
    Step::new(4, include_str!("migrations/0004.sql")),
    Step::new(5, include_str!("migrations/0005.sql")),
    Step::new(6, include_str!("migrations/0006.sql")),
    Step::new(7, include_str!("migrations/0007.sql")),
    Step::new(8, include_str!("migrations/0008.sql")),
    Step::new(9, include_str!("migrations/0009.sql")),
    Step::new(10, include_str!("migrations/0010.sql")),
    Step::new(11, include_str!("migrations/0011.sql")),
    Step::new(12, include_str!("migrations/0012.sql")),
    Step {
        to: 13,
        sql: include_str!("migrations/0013.sql"),
        then: Some(sealed_from_13),
    },
    Step::new(14, include_str!("migrations/0014.sql")),
    Step::new(15, include_str!("migrations/0015.sql")),
    Step::new(16, include_str!("migrations/0016.sql")),
    Step::new(17, include_str!("migrations/0017.sql")),
    Step {
        to: 18,
        sql: include_str!("migrations/0018.sql"),
        then: Some(unchecked_from_18),
    },
    Step::new(19, include_str!("migrations/0019.sql")),
    Step {
        to: 20,
        sql: include_str!("migrations/0020.sql"),
        then: Some(paired_from_20),
    },
    Step::new(21, include_str!("migrations/0021.sql")),
    Step::new(22, include_str!("migrations/0022.sql")),
    Step::new(23, include_str!("migrations/0023.sql")),
    Step::new(24, include_str!("migrations/0024.sql")),
];

/// Seals what earlier versions had in clear, and has the archive told, where there is one.
fn sealed_from_13(conn: &Connection) -> Result<(), StoreError> {
    person_keys::seal_postal(conn)?;
    journal::note_again(conn, &["player", "application"])
}

/// Takes the check off the text of entries. A file is told by its own text of the table, as
/// SQLite has it for a constraint that goes and changes no row (`lang_altertable.html`, 8).
fn unchecked_from_18(conn: &Connection) -> Result<(), StoreError> {
    Ok(conn.execute_batch(match conn {
        Connection::File(_) => {
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(sql, ' CHECK (json_valid(event))', '')
             WHERE type = 'table' AND name = 'event';
             PRAGMA writable_schema = RESET;"
        }
        Connection::Server(_) => "ALTER TABLE event DROP CONSTRAINT IF EXISTS event_event_check",
    })?)
}

/// Writes lists of values in checks as pairs, as [`unchecked_from_18`] takes one off. A server
/// has no need of it.
fn paired_from_20(conn: &Connection) -> Result<(), StoreError> {
    let Connection::File(file) = conn else {
        return Ok(());
    };
    let mut tables = file.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")?;
    let tables = tables.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?;
    let tables = tables.collect::<Result<Vec<(String, String)>, _>>()?;
    file.execute_batch("PRAGMA writable_schema = ON")?;
    for (name, sql) in tables {
        file.execute(
            "UPDATE sqlite_schema SET sql = ?2 WHERE type = 'table' AND name = ?1",
            [&name, &in_pairs(&sql)],
        )?;
    }
    Ok(file.execute_batch("PRAGMA writable_schema = RESET")?)
}

/// `a IN ('x','y','z')` as `a IN ('x','y') OR a IN ('z')`. A list of two is compared with
/// value by value; a longer one SQLite looks up in a table that it makes for each statement.
fn in_pairs(sql: &str) -> String {
    static LIST: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(\w+) IN \(('[^']*'(?:, ?'[^']*'){2,})\)"));
    let paired = LIST.replace_all(sql, |list: &Captures<'_>| {
        let [of, values] = [1, 2].map(|part| list.get(part).map_or("", |part| part.as_str()));
        let values: Vec<&str> = values.split(',').map(str::trim).collect();
        let pairs = values.chunks(2);
        let pairs = pairs.map(|pair| format!("{of} IN ({})", pair.join(",")));
        pairs.collect::<Vec<String>>().join(" OR ")
    });
    paired.into_owned()
}

/// The version of a database.
pub(super) fn version(conn: &Connection) -> Result<i64, StoreError> {
    match conn {
        Connection::File(file) => sqlite::version(file),
        Connection::Server(server) => Ok(server.number("SELECT version FROM database_version")?),
    }
}

fn set_version(conn: &Connection, to: i64) -> Result<(), StoreError> {
    Ok(conn.execute_batch(&match conn {
        Connection::File(_) => format!("PRAGMA user_version = {to}"),
        Connection::Server(_) => format!("UPDATE database_version SET version = {to}"),
    })?)
}

/// Whether a database is of today's version, for who only looks.
///
/// # Errors
/// It is older, or newer.
pub(super) fn is_todays(conn: &Connection, at: &Place) -> Result<(), StoreError> {
    let found = version(conn)?;
    match found.cmp(&VERSION) {
        Ordering::Equal => Ok(()),
        Ordering::Less => Err(StoreError::Older {
            at: at.to_string(),
            found,
            program: VERSION,
        }),
        Ordering::Greater => Err(StoreError::Newer {
            at: at.to_string(),
            found,
            program: VERSION,
        }),
    }
}

/// Brings a database up to the last of `steps`. Before the first step of a file a copy is
/// made beside it, `NAME.vN`; a server has backups of its own. Each step is one transaction
/// together with its version number, so a power cut leaves a whole version.
pub(super) fn migrate(
    conn: &Connection,
    at: &Place,
    steps: &[Step],
) -> Result<Option<PathBuf>, StoreError> {
    let newest = steps.last().map_or(0, |s| s.to);
    let found = version(conn)?;
    if found > newest {
        return Err(StoreError::Newer {
            at: at.to_string(),
            found,
            program: newest,
        });
    }
    if found == newest {
        return Ok(None);
    }
    let mut copied = None;
    if let (Connection::File(file), Place::File(path)) = (conn, at) {
        copied = keep_as_it_was(file, path, found)?;
        // Steps may rebuild tables that others point to; the check below stands in.
        file.pragma_update(None, "foreign_keys", false)?;
    }
    for step in steps.iter().filter(|s| s.to > found) {
        let tx = Transaction::begin(conn, Sort::Writes)?;
        // Another process may have gone this step while this one waited.
        if version(conn)? >= step.to {
            continue;
        }
        match conn {
            Connection::File(file) => file.execute_batch(step.sql)?,
            Connection::Server(server) => server.batch(&tables(step.sql))?,
        }
        if let Some(then) = step.then {
            then(conn)?;
        }
        if let Connection::File(file) = conn {
            let sql = "SELECT count(*) FROM pragma_foreign_key_check";
            let broken: i64 = file.query_row(sql, [], |r| r.get(0))?;
            if broken > 0 {
                return Err(StoreError::Value {
                    what: "references after an upgrade",
                    value: format!("{broken} broken"),
                });
            }
        }
        set_version(conn, step.to)?;
        tx.commit()?;
    }
    if let Connection::File(file) = conn {
        file.pragma_update(None, "foreign_keys", true)?;
    }
    Ok(copied)
}

/// Keeps a file of an older version beside it. Two processes may find it old at once: each
/// makes a copy of its own, and one of a file that the other has brought up meanwhile is none.
fn keep_as_it_was(
    file: &rusqlite::Connection,
    path: &Path,
    found: i64,
) -> Result<Option<PathBuf>, StoreError> {
    let kept = PathBuf::from(format!("{}.v{found}", path.display()));
    let own = PathBuf::from(format!("{}.{}", kept.display(), std::process::id()));
    super::files::copy_to(file, &own)?;
    if super::files::version_of(&own)? == found {
        super::files::in_place(&own, &kept)?;
        return Ok(Some(kept));
    }
    std::fs::remove_file(&own).map_err(super::files::io(&own))?;
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use std::collections::BTreeMap;
    use std::path::Path;

    /// Facts of a schema: columns, keys, indices, checks, triggers. Not its text.
    #[expect(clippy::disallowed_methods, reason = "older files, as they are")]
    fn file(path: impl AsRef<Path>) -> rusqlite::Result<Connection> {
        rusqlite::Connection::open(path).map(Connection::from)
    }

    fn facts(conn: &Connection) -> BTreeMap<String, Vec<String>> {
        let Connection::File(plain) = conn else {
            panic!("a file");
        };
        let rows = |sql: &str| -> Vec<String> {
            let mut statement = plain.prepare(sql).unwrap();
            let n = statement.column_count();
            let rows = statement
                .query_map([], |r| {
                    let cells: Vec<String> = (0..n)
                        .map(|i| format!("{:?}", r.get::<_, rusqlite::types::Value>(i).unwrap()))
                        .collect();
                    Ok(cells.join(" "))
                })
                .unwrap();
            rows.map(Result::unwrap).collect()
        };
        let words = |sql: &str| {
            let code: Vec<&str> = sql
                .lines()
                .map(|l| l.split("--").next().unwrap_or(""))
                .collect();
            code.join(" ")
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        let mut all = BTreeMap::new();
        let mut names = conn
            .prepare("SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
            .unwrap();
        let names: Vec<(String, String, String)> = names
            .query_map([], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        for (kind, name, sql) in names {
            let mut seen = Vec::new();
            if kind == "table" {
                seen.extend(rows(&format!("SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo('{name}')")));
                seen.extend(rows(&format!("SELECT \"table\", \"from\", \"to\" FROM pragma_foreign_key_list('{name}') ORDER BY 1, 2")));
                seen.extend(rows(&format!(
                    "SELECT wr, strict FROM pragma_table_list('{name}')"
                )));
                let mut checks = checks(&words(&sql));
                checks.sort();
                seen.append(&mut checks);
            } else if kind == "index" {
                seen.extend(rows(&format!(
                    "SELECT name FROM pragma_index_info('{name}')"
                )));
                seen.push(
                    words(&sql)
                        .split_once(" WHERE ")
                        .map_or(String::new(), |w| w.1.to_owned()),
                );
            } else {
                seen.push(words(&sql));
            }
            all.insert(format!("{kind} {name}"), seen);
        }
        all
    }

    /// The checks in the text of a table.
    fn checks(table: &str) -> Vec<String> {
        let begins = table.match_indices("CHECK (");
        let each = begins.map(|(at, _)| {
            let mut open = 0;
            let inside = |c: &char| {
                open += i32::from(*c == '(') - i32::from(*c == ')');
                *c != ')' || open > 0
            };
            let rest = table.get(at..).unwrap().chars();
            rest.take_while(inside).collect()
        });
        each.collect()
    }

    #[test]
    fn no_check_has_a_list_that_sqlite_makes_a_table_of() {
        for text in [SCHEMA, &in_pairs(SCHEMA)] {
            let conn = file(":memory:").unwrap();
            conn.execute_batch(text).unwrap();
            for (table, values) in [
                (
                    "game",
                    "(tournament_id, number, round, board, white, black) VALUES (1, 1, 1, 1, 1, 2)",
                ),
                (
                    "outbound",
                    "(kind, subject, message_id, composed, not_before) VALUES ('move', '', '', '', '')",
                ),
            ] {
                let mut plan = conn
                    .prepare(&format!("EXPLAIN INSERT INTO {table} {values}"))
                    .unwrap();
                let steps: Vec<String> = plan
                    .query_map([], |r| r.get(1))
                    .unwrap()
                    .map(Result::unwrap)
                    .collect();
                assert!(steps.len() > 20);
                assert!(
                    !steps.contains(&"OpenEphemeral".to_owned()),
                    "{table}: {steps:?}"
                );
            }
        }
        assert_eq!(SCHEMA, in_pairs(SCHEMA));
        assert_eq!(
            in_pairs("a TEXT CHECK (a IN ('x','y', 'z')), b CHECK (b IN ('x','y'))"),
            "a TEXT CHECK (a IN ('x','y') OR a IN ('z')), b CHECK (b IN ('x','y'))"
        );
    }

    #[test]
    fn both_roads_meet() {
        let dir = tempfile::tempdir().unwrap();
        let fresh = file(dir.path().join("fresh.db")).unwrap();
        fresh.execute_batch(SCHEMA).unwrap();
        let path = dir.path().join("old.db");
        let old = file(&path).unwrap();
        migrate(&old, &Place::from(&path), STEPS).unwrap();
        assert_eq!(version(&old).unwrap(), VERSION);
        assert_eq!(facts(&fresh), facts(&old));
        assert!(facts(&fresh).len() > 30);
    }

    #[test]
    fn an_older_file_is_copied_and_brought_up() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("club.db");
        let store = Store::create(&path).unwrap();
        drop(store);
        let conn = file(&path).unwrap();
        conn.execute("INSERT INTO meta VALUES ('a', 'b')", [])
            .unwrap();
        let steps = [
            STEPS[0],
            Step::new(VERSION + 1, "CREATE TABLE later (x TEXT NOT NULL) STRICT;"),
            Step::new(VERSION + 2, "INSERT INTO later SELECT value FROM meta;"),
        ];
        let copy = migrate(&conn, &Place::from(&path), &steps)
            .unwrap()
            .unwrap();
        assert_eq!(version(&conn).unwrap(), VERSION + 2);
        let x: String = conn
            .query_row("SELECT x FROM later", [], |r| r.get(0))
            .unwrap();
        assert_eq!(x, "b");
        let before = file(copy).unwrap();
        assert_eq!(version(&before).unwrap(), VERSION);
        // A second time there is nothing to do.
        assert!(
            migrate(&conn, &Place::from(&path), &steps)
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn from_2_to_3_games_and_entries_keep_what_points_to_them() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("club.db");
        let conn = file(&path).unwrap();
        migrate(&conn, &Place::from(&path), &STEPS[..2]).unwrap();
        conn.execute_batch(
            "INSERT INTO player (name, email, address_key, language)
               VALUES ('A', 'a@x', 'a@x', 'en'), ('B', 'b@x', 'b@x', 'en');
             INSERT INTO tournament (code, name, file, facts, added_at) VALUES ('T', 'T', '{}', '{}', '');
             INSERT INTO entry (tournament_id, player_id, start_number) VALUES (1, 1, 1), (1, 2, 2);
             INSERT INTO game (tournament_id, number, round, board, white, black, status, result, termination)
               VALUES (1, 1, 1, 1, 1, 2, 'finished', '1-0', 'time'), (1, 2, 1, 2, 2, 1, 'active', NULL, NULL);
             DELETE FROM game WHERE id = 2;
             INSERT INTO event (at, game_id, event, cause) VALUES ('', 1, '{}', 'tick');",
        )
        .unwrap();
        migrate(&conn, &Place::from(&path), STEPS).unwrap().unwrap();
        let number = |sql: &str| -> i64 { conn.query_row(sql, [], |r| r.get(0)).unwrap() };
        assert_eq!(number("SELECT count(*) FROM game WHERE result = '1-0'"), 1);
        assert_eq!(
            number("SELECT count(*) FROM entry WHERE replaced_at IS NULL"),
            2
        );
        conn.execute_batch("PRAGMA foreign_keys = ON").unwrap();
        conn.execute_batch(
            "INSERT INTO event (at, game_id, event, cause) VALUES ('', 1, '{}', 'tick')",
        )
        .unwrap();
        // A game may now be left out; a starting number has one holder at a time.
        conn.execute_batch("UPDATE game SET result = '*', termination = 'withdrawal'")
            .unwrap();
        let twice = "INSERT INTO player (name, email, address_key, language) VALUES ('C', 'c@x', 'c@x', 'en');
                     INSERT INTO entry (tournament_id, player_id, start_number) VALUES (1, 3, 2);";
        assert!(conn.execute_batch(twice).is_err());
        conn.execute_batch("UPDATE entry SET replaced_at = '' WHERE player_id = 2;
                            INSERT INTO entry (tournament_id, player_id, start_number) VALUES (1, 3, 2);")
            .unwrap();
    }

    #[test]
    fn from_12_to_13_postal_addresses_are_sealed_and_the_archive_hears_of_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("club.db");
        let conn = file(&path).unwrap();
        migrate(&conn, &Place::from(&path), &STEPS[..12]).unwrap();
        conn.execute_batch(&format!("PRAGMA application_id = {}", APPLICATION))
            .unwrap();
        conn.execute_batch(
            "INSERT INTO meta VALUES ('archive', 'on');
             INSERT INTO player (name, email, address_key, postal, language)
               VALUES ('A', 'A@x', 'a@x', 'Mill Lane 1' || char(10) || 'Oxford', 'en'),
                      ('B', NULL, NULL, 'High Street 2', 'en'), ('C', 'c@x', 'c@x', NULL, 'en');
             INSERT INTO tournament (code, name, file, facts, added_at) VALUES ('T', 'T', '{}', '{}', '');
             INSERT INTO application (tournament_id, number, made_at, person, state)
               VALUES (1, 1, '', x'00', 'applied'), (1, 2, '', x'00', 'refused');
             INSERT INTO application_key VALUES (1, zeroblob(32));",
        )
        .unwrap();
        drop(conn);
        let store = Store::open(&path).unwrap();
        let all = store.read().player_list().unwrap();
        let postal: Vec<&[String]> = all.iter().map(|p| p.postal.as_slice()).collect();
        assert_eq!(postal[0], ["Mill Lane 1", "Oxford"]);
        assert_eq!(postal[1], ["High Street 2"]);
        assert!(postal[2].is_empty());
        let clear: i64 = store
            .conn
            .query_row(
                "SELECT count(*) FROM player WHERE instr(postal, CAST('Street' AS BLOB)) > 0",
                [],
                |r| r.get(0),
            )
            .unwrap();
        assert_eq!(clear, 0);
        let mut noted = store
            .conn
            .prepare("SELECT change ->> '$.table', count(*) FROM journal GROUP BY 1 ORDER BY 1")
            .unwrap();
        let noted: Vec<(String, i64)> = noted
            .query_map([], |r| Ok((r.get(0)?, r.get(1)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let expected = [("application", 2), ("person_key", 3), ("player", 3)];
        assert_eq!(noted, expected.map(|(table, n)| (table.to_owned(), n)));
    }

    #[test]
    fn a_step_that_fails_leaves_the_version_before() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("club.db");
        drop(Store::create(&path).unwrap());
        let conn = file(&path).unwrap();
        let steps = [
            STEPS[0],
            Step::new(
                VERSION + 1,
                "CREATE TABLE later (x TEXT); INSERT INTO nowhere VALUES (1);",
            ),
        ];
        assert!(migrate(&conn, &Place::from(&path), &steps).is_err());
        assert_eq!(version(&conn).unwrap(), VERSION);
        assert!(conn.columns("later").unwrap().is_empty());
    }

    #[test]
    fn a_newer_file_is_refused_in_words() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("club.db");
        drop(Store::create(&path).unwrap());
        let conn = file(&path).unwrap();
        conn.execute_batch(&format!("PRAGMA user_version = {}", VERSION + 1))
            .unwrap();
        drop(conn);
        let error = Store::open(&path).err().unwrap().to_string();
        assert!(error.contains("newer postchess"), "{error}");
    }

    #[test]
    fn every_table_and_column_has_a_sentence() {
        let conn = file(":memory:").unwrap();
        conn.execute_batch(SCHEMA).unwrap();
        let mut tables = conn
            .prepare(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
            )
            .unwrap();
        let tables: Vec<String> = tables
            .query_map([], |r| r.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let lines: Vec<&str> = SCHEMA.lines().collect();
        for table in tables {
            let at = lines
                .iter()
                .position(|l| l.starts_with(&format!("CREATE TABLE {table} (")))
                .unwrap_or_else(|| panic!("{table}"));
            assert!(lines[at - 1].starts_with("-- "), "{table} has no sentence");
            let mut columns = conn
                .prepare(&format!("SELECT name FROM pragma_table_xinfo('{table}')"))
                .unwrap();
            let columns: Vec<String> = columns
                .query_map([], |r| r.get(0))
                .unwrap()
                .map(Result::unwrap)
                .collect();
            for column in columns {
                let found = lines[at..]
                    .iter()
                    .take_while(|l| !l.starts_with(')'))
                    .find(|l| l.trim_start().starts_with(&format!("{column} ")))
                    .unwrap_or_else(|| panic!("{table}.{column}"));
                let sentence = found.split_once("-- ").map_or("", |s| s.1);
                assert!(sentence.len() > 4, "{table}.{column} has no sentence");
            }
        }
    }
}
