//! Noting changes: triggers of a connection, one set a table.

use crate::store::StoreError;
use crate::store::letters::Direction;
use rusqlite::Connection;
use std::fmt::Write as _;

/// Tables whose rows the archive has.
pub(in crate::store) const TABLES: &[&str] = &[
    "meta",
    "player",
    "tournament",
    "entry",
    "application",
    "captain",
    "official",
    "game",
    "event",
    "giver",
    "amendment",
    "leave",
    "inbound",
    "outbound",
    "thread",
    "lost_token",
    "challenge",
    "owed",
    "question",
    "pass",
    "pass_entry",
    "pass_letter",
];

/// Tables of letters' bytes, which the archive has as they were first stored.
pub(super) const LETTERS: [(&str, Direction); 2] = [
    ("inbound_letter", Direction::In),
    ("outbound_letter", Direction::Out),
];

/// Tables that only grow.
pub(super) const GROWING: [&str; 3] = ["event", "giver", "amendment"];

/// Columns that the archive has not: how letters are stored is no part of the record.
pub(super) const LEFT_OUT: [(&str, &str); 1] = [("tournament", "shrunk_at")];

/// The table of keys: its lines say which were made and which destroyed, and hold none.
pub(super) const KEYS: &str = "person_key";

/// The row of a trigger's change that has nothing but its number.
const ONLY_ID: &str = "json_object('id', NEW.id)";

/// Whether there is an archive (`on`); how many letters left before their entries
/// lay in it. Keys that begin so are not archived.
pub(super) const SWITCH: &str = "archive";
pub(super) const UNCOVERED: &str = "archive-uncovered";

/// Values that every pass changes and that follow from the rest.
pub(super) const FOLLOWS: &str = "'newest-hour', 'last-pass'";

/// A table as triggers and lines need it.
pub(super) struct JournalTable {
    pub(super) name: &'static str,
    pub(super) columns: Vec<TableColumn>,
}

pub(super) struct TableColumn {
    pub(super) name: String,
    pub(super) is_blob: bool,
    pub(super) is_key: bool,
}

impl JournalTable {
    pub(super) fn of(conn: &Connection, name: &'static str) -> Result<JournalTable, StoreError> {
        let mut statement =
            conn.prepare("SELECT name, type, pk FROM pragma_table_info(?1) ORDER BY cid")?;
        let columns = statement.query_map([name], |r| {
            Ok(TableColumn {
                name: r.get(0)?,
                is_blob: r.get::<_, String>(1)? == "BLOB",
                is_key: r.get::<_, i64>(2)? > 0,
            })
        })?;
        let mut columns = columns.collect::<Result<Vec<_>, _>>()?;
        columns.retain(|c| !LEFT_OUT.contains(&(name, c.name.as_str())));
        Ok(JournalTable { name, columns })
    }

    /// The row as an SQL expression that makes its JSON; `of` is `NEW.`, `OLD.` or empty.
    pub(super) fn json(&self, of: &str, only_key: bool) -> String {
        let mut parts = Vec::new();
        for column in self.columns.iter().filter(|c| c.is_key || !only_key) {
            let name = &column.name;
            let value = match column.is_blob {
                true => format!("iif({of}\"{name}\" IS NULL, NULL, lower(hex({of}\"{name}\")))"),
                false => format!("{of}\"{name}\""),
            };
            parts.push(format!("'{name}', {value}"));
        }
        format!("json_object({})", parts.join(", "))
    }

    /// The triggers that note its changes.
    fn triggers(&self) -> String {
        let name = self.name;
        let note = |op: &str, row: &str| noting(name, op, row);
        let differs: Vec<String> = self
            .columns
            .iter()
            .map(|c| format!("OLD.\"{0}\" IS NOT NEW.\"{0}\"", c.name))
            .collect();
        let (mut on_new, mut on_change) = (String::new(), differs.join(" OR "));
        if name == "meta" {
            let noted = format!("NEW.key NOT LIKE '{SWITCH}%' AND NEW.key NOT IN ({FOLLOWS})");
            on_new = format!(" WHEN {noted}");
            on_change = format!("{noted} AND ({on_change})");
        }
        format!(
            "CREATE TEMP TRIGGER IF NOT EXISTS noted_{name}_new AFTER INSERT ON main.{name}{on_new}
             BEGIN {put} END;
             CREATE TEMP TRIGGER IF NOT EXISTS noted_{name}_change AFTER UPDATE ON main.{name}
             WHEN {on_change} BEGIN {put} END;
             CREATE TEMP TRIGGER IF NOT EXISTS noted_{name}_gone AFTER DELETE ON main.{name}
             BEGIN {cut} END;",
            put = note("put", &self.json("NEW.", false)),
            cut = note("cut", &self.json("OLD.", true)),
        )
    }
}

/// A change as an SQL expression; `row` is one that makes the JSON of its row.
fn change(table: &str, op: &str, row: &str) -> String {
    format!("json_object('table', '{table}', 'op', '{op}', 'row', {row})")
}

/// The statement of a trigger that notes it.
fn noting(table: &str, op: &str, row: &str) -> String {
    let change = change(table, op, row);
    format!("INSERT INTO journal (change) VALUES ({change});")
}

/// Has this connection note what it changes.
pub(super) fn watch(conn: &Connection) -> Result<(), StoreError> {
    let mut sql = String::new();
    for name in TABLES {
        sql.push_str(&JournalTable::of(conn, name)?.triggers());
    }
    for (name, _) in LETTERS {
        // Writing to a String never fails.
        let _ = write!(
            sql,
            "CREATE TEMP TRIGGER IF NOT EXISTS noted_{name} AFTER INSERT ON main.{name}
             BEGIN {} END;",
            noting(name, "letter", ONLY_ID)
        );
    }
    let _ = write!(
        sql,
        "CREATE TEMP TRIGGER IF NOT EXISTS noted_{KEYS}_made AFTER INSERT ON main.{KEYS}
         BEGIN {} END;
         CREATE TEMP TRIGGER IF NOT EXISTS noted_{KEYS}_gone AFTER UPDATE ON main.{KEYS}
         WHEN NEW.key IS NULL AND OLD.key IS NOT NULL BEGIN {} END;",
        noting(KEYS, "made", ONLY_ID),
        noting(KEYS, "destroyed", ONLY_ID)
    );
    Ok(conn.execute_batch(&sql)?)
}

/// Notes the keys that are there, and rows of tables, where the home has an archive: it
/// begins, or an upgrade has written them anew.
pub(in crate::store) fn note_again(conn: &Connection, tables: &[&str]) -> Result<(), StoreError> {
    if !is_on(conn)? {
        return Ok(());
    }
    note_keys(conn)?;
    for name in TABLES.iter().filter(|name| tables.contains(*name)) {
        let change = change(name, "put", &JournalTable::of(conn, name)?.json("", false));
        conn.execute_batch(&format!(
            "INSERT INTO journal (change) SELECT {change} FROM {name}"
        ))?;
    }
    Ok(())
}

/// Notes the keys that are there.
pub(super) fn note_keys(conn: &Connection) -> Result<(), StoreError> {
    let change = change(KEYS, "made", "json_object('id', id)");
    Ok(conn.execute_batch(&format!(
        "INSERT INTO journal (change)
         SELECT {change} FROM {KEYS} WHERE key IS NOT NULL ORDER BY id"
    ))?)
}

/// The same, where the home has an archive.
pub(in crate::store) fn watch_if_on(conn: &Connection) -> Result<(), StoreError> {
    if is_on(conn)? { watch(conn) } else { Ok(()) }
}

pub(super) fn is_on(conn: &Connection) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM meta WHERE key = ?1 AND value = 'on')";
    Ok(conn.query_row(sql, [SWITCH], |r| r.get(0))?)
}
