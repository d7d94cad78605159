//! Noting changes: triggers of a connection, one set a table.

use crate::store::StoreError;
use crate::store::engine::{Column, Connection, Trigger};
use crate::store::letters::Direction;

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

/// Whether there is an archive (`on`); how many letters left before their entries
/// lay in it. Keys that begin so are not archived.
pub(super) const SWITCH: &str = "archive";
pub(super) const UNCOVERED: &str = "archive-uncovered";

/// Values that every pass changes and that follow from the rest; and where a club has moved to.
pub(super) const FOLLOWS: &str = "'newest-hour', 'last-pass', 'moved-to'";

/// A table as triggers and lines need it.
pub(super) struct JournalTable {
    pub(super) name: &'static str,
    pub(super) columns: Vec<Column>,
    /// The function that makes its JSON.
    object: &'static str,
}

impl JournalTable {
    pub(super) fn of(conn: &Connection, name: &'static str) -> Result<JournalTable, StoreError> {
        let mut columns = conn.columns(name)?;
        columns.retain(|c| !LEFT_OUT.contains(&(name, c.name.as_str())));
        Ok(JournalTable {
            name,
            columns,
            object: conn.json_object(),
        })
    }

    /// The row as an SQL expression that makes its JSON; `of` is `NEW.`, `OLD.` or empty.
    pub(super) fn json(&self, of: &str, only_key: bool) -> String {
        let mut parts = Vec::new();
        for column in self.columns.iter().filter(|c| c.is_key || !only_key) {
            let name = &column.name;
            let value = match column.is_blob {
                true => format!(
                    "CASE WHEN {of}\"{name}\" IS NULL THEN NULL ELSE lower(hex({of}\"{name}\")) END"
                ),
                false => format!("{of}\"{name}\""),
            };
            parts.push(format!("'{name}', {value}"));
        }
        format!("{}({})", self.object, parts.join(", "))
    }

    /// Makes the triggers that note its changes.
    fn watch(&self, conn: &Connection) -> Result<(), StoreError> {
        let name = self.name;
        let differs: Vec<String> = self
            .columns
            .iter()
            .map(|c| format!("OLD.\"{0}\" IS DISTINCT FROM NEW.\"{0}\"", c.name))
            .collect();
        let (mut on_new, mut on_change) = (None, differs.join(" OR "));
        if name == "meta" {
            let noted = format!("NEW.key NOT LIKE '{SWITCH}%' AND NEW.key NOT IN ({FOLLOWS})");
            on_change = format!("{noted} AND ({on_change})");
            on_new = Some(noted);
        }
        let put = noting(conn, name, "put", &self.json("NEW.", false));
        let cut = noting(conn, name, "cut", &self.json("OLD.", true));
        for (tail, after, when, then) in [
            ("new", "INSERT", on_new.as_deref(), &put),
            ("change", "UPDATE", Some(on_change.as_str()), &put),
            ("gone", "DELETE", None, &cut),
        ] {
            let trigger = &format!("noted_{name}_{tail}");
            conn.trigger(Trigger {
                name: trigger,
                table: name,
                after,
                when,
                then,
            })?;
        }
        Ok(())
    }
}

/// A change as an SQL expression; `row` is one that makes the JSON of its row.
fn change(conn: &Connection, table: &str, op: &str, row: &str) -> String {
    let object = conn.json_object();
    format!("{object}('table', '{table}', 'op', '{op}', 'row', {row})")
}

/// The statement of a trigger that notes it.
fn noting(conn: &Connection, table: &str, op: &str, row: &str) -> String {
    let change = change(conn, table, op, row);
    format!("INSERT INTO journal (change) VALUES ({change})")
}

/// The row of a change that has nothing but its number.
fn only_id(conn: &Connection, of: &str) -> String {
    format!("{}('id', {of}id)", conn.json_object())
}

/// Has this connection note what it changes; on a server, all.
pub(in crate::store) fn watch(conn: &Connection) -> Result<(), StoreError> {
    for name in TABLES {
        JournalTable::of(conn, name)?.watch(conn)?;
    }
    let id = only_id(conn, "NEW.");
    for (table, _) in LETTERS {
        conn.trigger(Trigger {
            name: &format!("noted_{table}"),
            table,
            after: "INSERT",
            when: None,
            then: &noting(conn, table, "letter", &id),
        })?;
    }
    conn.trigger(Trigger {
        name: "noted_person_key_made",
        table: KEYS,
        after: "INSERT",
        when: None,
        then: &noting(conn, KEYS, "made", &id),
    })?;
    conn.trigger(Trigger {
        name: "noted_person_key_gone",
        table: KEYS,
        after: "UPDATE",
        when: Some("NEW.key IS NULL AND OLD.key IS NOT NULL"),
        then: &noting(conn, KEYS, "destroyed", &id),
    })?;
    Ok(())
}

/// Has nobody note anything any more on a server; a file's connections end.
pub(super) fn unwatch(conn: &Connection) -> Result<(), StoreError> {
    Ok(conn.triggers_go("noted_")?)
}

/// Notes the keys that are there, and rows of tables, where the home has an archive: it
/// begins, or an upgrade has written them anew.
pub(in crate::store) fn note_again(conn: &Connection, tables: &[&str]) -> Result<(), StoreError> {
    if !is_on(conn)? {
        return Ok(());
    }
    note_keys(conn)?;
    for name in TABLES.iter().filter(|name| tables.contains(*name)) {
        let change = change(
            conn,
            name,
            "put",
            &JournalTable::of(conn, name)?.json("", false),
        );
        conn.execute_batch(&format!(
            "INSERT INTO journal (change) SELECT {change} FROM {name}"
        ))?;
    }
    Ok(())
}

/// Notes the keys that are there.
pub(super) fn note_keys(conn: &Connection) -> Result<(), StoreError> {
    let change = change(conn, KEYS, "made", &only_id(conn, ""));
    Ok(conn.execute_batch(&format!(
        "INSERT INTO journal (change)
         SELECT {change} FROM {KEYS} WHERE key IS NOT NULL ORDER BY id"
    ))?)
}

/// The same, where the home has an archive. On a server its triggers are there already.
pub(in crate::store) fn watch_if_on(conn: &Connection) -> Result<(), StoreError> {
    match conn {
        Connection::File(_) if is_on(conn)? => watch(conn),
        _ => Ok(()),
    }
}

pub(in crate::store) fn is_on(conn: &Connection) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM meta WHERE key = ?1 AND value = 'on')";
    Ok(conn.query_row(sql, [SWITCH], |r| r.get(0))?)
}
