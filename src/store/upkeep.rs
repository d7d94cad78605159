//! Copies, checks, sizes and rest of a whole database: what each engine does in its own way.

use super::engine::Connection;
use super::engine::Server;
use super::files::{copy_pages_to, copy_to};
use super::{Store, StoreError, View};
use std::path::Path;

impl View<'_> {
    /// What the engine finds wrong: SQLite with the file, and references that point nowhere;
    /// PostgreSQL with indices and pages, as far as it has noticed. Empty: sound.
    pub fn integrity_check(&self) -> Result<Vec<String>, StoreError> {
        match self.conn {
            Connection::File(conn) => of_file(conn),
            Connection::Server(server) => of_server(server),
        }
    }
}

/// Whether entries name games, players or tournaments that are not there. Each is looked up once,
/// by the indices alone: SQLite's own check reads all entries, and looks up what each one names.
pub(super) const NAMED_BUT_GONE: [&str; 3] = [
    "WITH RECURSIVE named(id) AS (
       SELECT min(game_id) FROM event WHERE game_id IS NOT NULL
       UNION ALL
       SELECT (SELECT min(game_id) FROM event WHERE game_id > named.id)
       FROM named WHERE named.id IS NOT NULL)
     SELECT EXISTS (SELECT 1 FROM named WHERE id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM game g WHERE g.id = named.id))",
    "SELECT EXISTS (SELECT 1 FROM event e WHERE e.player_id IS NOT NULL
       AND (NOT EXISTS (SELECT 1 FROM player p WHERE p.id = e.player_id)
         OR e.tournament_id IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM tournament t WHERE t.id = e.tournament_id)))",
    "SELECT EXISTS (SELECT 1 FROM event e WHERE e.tournament_id IS NOT NULL
       AND e.player_id IS NULL
       AND NOT EXISTS (SELECT 1 FROM tournament t WHERE t.id = e.tournament_id))",
];

/// Every reference that points nowhere; those of all tables but the record's.
const REFERENCES: [&str; 2] = [
    "SELECT \"table\", coalesce(rowid, 0), parent FROM pragma_foreign_key_check LIMIT 20",
    "SELECT f.\"table\", coalesce(f.rowid, 0), f.parent
     FROM sqlite_schema s, pragma_foreign_key_check(s.name) f
     WHERE s.type = 'table' AND s.name <> 'event' LIMIT 20",
];

fn of_file(conn: &rusqlite::Connection) -> Result<Vec<String>, StoreError> {
    let mut found = Vec::new();
    let mut check = conn.prepare("PRAGMA integrity_check(20)")?;
    for row in check.query_map([], |r| r.get::<_, String>(0))? {
        let line = row?;
        if line != "ok" {
            found.push(line);
        }
    }
    let [all, all_but_entries] = REFERENCES;
    // Indices tell what entries name where they were found to agree with them.
    let mut keys = conn.prepare(
        match found.is_empty() && !entries_name_what_is_gone(conn)? {
            true => all_but_entries,
            false => all,
        },
    )?;
    let rows = keys.query_map([], |r| {
        Ok(format!(
            "{} {}: what it names in {} is not there",
            r.get::<_, String>(0)?,
            r.get::<_, i64>(1)?,
            r.get::<_, String>(2)?
        ))
    })?;
    for row in rows {
        found.push(row?);
    }
    Ok(found)
}

fn entries_name_what_is_gone(conn: &rusqlite::Connection) -> Result<bool, StoreError> {
    for sql in NAMED_BUT_GONE {
        if conn.query_row(sql, [], |r| r.get(0))? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn of_server(server: &Server) -> Result<Vec<String>, StoreError> {
    let mut found = Vec::new();
    let broken = server.number(
        "SELECT count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace",
    )?;
    if broken > 0 {
        found.push(format!(
            "{broken} indices are not valid: REINDEX makes them anew"
        ));
    }
    let failed = server.number(
        "SELECT coalesce(checksum_failures, 0) FROM pg_stat_database
         WHERE datname = current_database()",
    )?;
    if failed > 0 {
        found.push(format!("{failed} pages were not what their checksums say"));
    }
    Ok(found)
}

/// Bytes of a table with its indices.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct TableSize {
    /// The table.
    pub table: String,
    /// Bytes on disk, indices included.
    pub bytes: u64,
}

impl Store {
    /// Writes a consistent copy of the database to a new file, while others may
    /// write. It is whole and on the disk under its name, or not there at all.
    pub fn backup_to(&self, path: &Path) -> Result<(), StoreError> {
        // A link is something too, be it that it leads nowhere.
        if path.symlink_metadata().is_ok() {
            return Err(StoreError::Exists(path.to_owned()));
        }
        match &self.conn {
            Connection::File(conn) => copy_to(conn, path),
            Connection::Server(_) => self.portable_to(path),
        }
    }

    /// The same, page by page as they lie: of two such copies only those pages differ that
    /// were written between them. Free pages are left out. What lies there under that name
    /// is replaced in one step.
    pub fn backup_pages_to(&self, path: &Path) -> Result<(), StoreError> {
        match &self.conn {
            Connection::File(conn) => copy_pages_to(conn, path),
            Connection::Server(_) => self.portable_to(path),
        }
    }

    /// The first thing that the engine finds wrong, without a look at the indices: the
    /// check that is cheap enough to be made often.
    pub fn quick_check(&self) -> Result<Option<String>, StoreError> {
        match &self.conn {
            Connection::File(conn) => {
                let said: String = conn.query_row("PRAGMA quick_check(1)", [], |r| r.get(0))?;
                Ok((said != "ok").then_some(said))
            }
            Connection::Server(server) => Ok(of_server(server)?.into_iter().next()),
        }
    }

    /// Bytes on disk by table, largest first; free pages of a file are under `(free)`.
    pub fn sizes(&self) -> Result<Vec<TableSize>, StoreError> {
        let sql = match &self.conn {
            Connection::File(_) => {
                "SELECT coalesce(s.tbl_name, d.name), sum(d.pgsize)
                 FROM dbstat d LEFT JOIN sqlite_schema s ON s.name = d.name
                 WHERE d.aggregate = TRUE GROUP BY 1 ORDER BY 2 DESC, 1"
            }
            Connection::Server(_) => {
                "SELECT relname, pg_total_relation_size(oid) FROM pg_class
                 WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
                 ORDER BY 2 DESC, 1"
            }
        };
        let mut statement = self.conn.prepare(sql)?;
        let rows = statement.query_map([], |r| {
            Ok(TableSize {
                table: r.get(0)?,
                bytes: u64::try_from(r.get::<i64>(1)?).unwrap_or(0),
            })
        })?;
        let mut sizes = rows.collect::<Result<Vec<TableSize>, _>>()?;
        if let Connection::File(conn) = &self.conn {
            let free: i64 = conn.query_row(
                "SELECT f.freelist_count * p.page_size
                 FROM pragma_freelist_count f, pragma_page_size p",
                [],
                |r| r.get(0),
            )?;
            sizes.push(TableSize {
                table: "(free)".to_owned(),
                bytes: u64::try_from(free).unwrap_or(0),
            });
        }
        Ok(sizes)
    }

    /// Gives free pages of a file back to the file system and empties the write-ahead log; a
    /// server does so by itself.
    pub fn compact(&mut self) -> Result<(), StoreError> {
        let Connection::File(conn) = &self.conn else {
            return Ok(());
        };
        let mut vacuum = conn.prepare("PRAGMA incremental_vacuum")?;
        let mut rows = vacuum.query([])?;
        while rows.next()?.is_some() {}
        drop(rows);
        drop(vacuum);
        conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    }

    /// Copies the write-ahead log of a file back where so many pages of it are to be: for who has
    /// time now, or a later commit would do it. Nobody waits for it, and it waits for nobody.
    pub fn copy_back(&self, from: i64) -> Result<(), StoreError> {
        let Connection::File(conn) = &self.conn else {
            return Ok(());
        };
        let checkpoint = |how: &str| -> Result<i64, StoreError> {
            let sql = format!("PRAGMA wal_checkpoint({how})");
            let left = conn.query_row(&sql, [], |r| {
                let (log, copied): (i64, i64) = (r.get(1)?, r.get(2)?);
                Ok(log - copied)
            })?;
            Ok(left)
        };
        if checkpoint("NOOP")? >= from {
            checkpoint("PASSIVE")?;
        }
        Ok(())
    }

    /// A number that another one follows whenever anybody else has committed: a
    /// second process, another connection of this one, another machine.
    pub fn commits_of_others(&self) -> Result<i64, StoreError> {
        match &self.conn {
            Connection::File(conn) => Ok(conn.query_row("PRAGMA data_version", [], |r| r.get(0))?),
            Connection::Server(server) => Ok(server.commits_of_others()?),
        }
    }

    /// Gives the memory of the page cache back: for a daemon that goes to sleep.
    pub fn rest(&self) -> Result<(), StoreError> {
        match &self.conn {
            Connection::File(conn) => Ok(conn.execute_batch("PRAGMA shrink_memory")?),
            Connection::Server(_) => Ok(()),
        }
    }
}
