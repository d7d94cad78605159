//! A backup in the place of the database. What the backup cannot know is taken
//! along from the database it replaces, as far as that can be read: every letter
//! received since. They wait to be processed again, each with its own arrival, so
//! that a move played after the backup is played once more.

#![expect(
    clippy::disallowed_methods,
    reason = "opens a file that is no home's database yet"
)]

use super::departed::Departures;
use super::engine::{self, OptionalExtension, params};
use super::files::{copy_to, io, sync_folder};
use super::journal::{self, BroughtBack};
use super::letters::Direction;
use super::migrate::VERSION;
use super::older;
use super::sign_ins::{self, EndedSignIns, Ending};
use super::sql::Hash;
use super::sqlite::{self, is_ours};
use super::transfer::MOVED;
use super::{Arrived, InboundVerdict, Kept, Store, StoreError, Tx};
use crate::arbiter::Verdict;
use crate::ids::InboundId;
use crate::time::Instant;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long it waits for a writer that is at work in the database it replaces.
const PATIENCE: Duration = Duration::from_secs(30);

/// How the name of the database goes on for an older backup that is made whole again.
const REBUILT: &str = ".rebuilt";

/// How the name of a database goes on that was replaced.
pub const REPLACED: &str = ".before-restore";

/// The value of the club that names the key of its letters.
pub const KEY_NAME: &str = "token-key-name";

/// What a restore did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Where the database that was replaced is kept; `None` where there was none.
    pub old: Option<PathBuf>,
    /// Letters that came since the backup, which will be processed again.
    pub letters: u64,
    /// Decisions of the arbiter since the backup, which have to be made again:
    /// hour, kind and reason.
    pub orders: Vec<String>,
    /// The same of those that were given by letter: the letters are taken along, but what
    /// they answer, or the code that vouched for them, may be younger than the backup.
    pub orders_by_letter: Vec<String>,
    /// Letters that wait in the backup and had left: they do not leave again.
    pub left: u64,
    /// Letters that left since the backup, of which it knows nothing.
    pub unknown: u64,
    /// Letters that wait in the backup, where nobody can tell whether they left since.
    pub doubtful: u64,
    /// Why nothing could be taken along, where nothing could.
    pub unreadable: Option<String>,
    /// What the archive had beyond the backup.
    pub brought_back: Option<BroughtBack>,
    /// What signs in no more; `None`: all does that did when the backup was made.
    pub sign_ins: Option<EndedSignIns>,
}

/// What a restore is to do beside putting a backup in its place.
#[derive(Clone, Copy, Default)]
pub struct Restoring<'a> {
    /// Bring back what this archive has beyond it.
    pub archive: Option<&'a Path>,
    /// End what signs in; `None`: it is kept.
    pub ending: Option<&'a Ending<'a>>,
    /// Who keeps it, and when: that is recorded.
    pub kept_by: Option<&'a str>,
}

impl Store {
    /// Puts a backup in the place of a database. The caller holds the home's lock;
    /// who writes without it (a letter from a pipe) is waited for, and finds out.
    /// What was there is kept beside it as `NAME.before-restore`, or `NAME.before-restore.2`
    /// and so on where there is one. The backup is checked before anything is touched.
    ///
    /// # Errors
    /// Where the backup is none, is damaged, or was written by a newer program; where
    /// the database it would replace cannot be read now, and may be later. Nothing is
    /// replaced then.
    pub fn restore(
        from: &Path,
        to: &Path,
        restoring: Restoring<'_>,
    ) -> Result<Restored, StoreError> {
        let Restoring {
            archive,
            ending,
            kept_by,
        } = restoring;
        // Where it lies on another disk, that is where the new one is put.
        let there = match to.is_symlink() {
            true => std::fs::canonicalize(to).map_err(io(to))?,
            false => to.to_owned(),
        };
        let to = there.as_path();
        let beside = |tail: &str| PathBuf::from(format!("{}{tail}", to.display()));
        let fresh = beside(".restored");
        // One that was cut short may have left these.
        for tail in [".restored", ".restored-wal", ".restored-shm", REBUILT] {
            remove(&beside(tail))?;
        }
        // An older backup is made whole again first.
        let rebuilt = older::whole(from, &beside(REBUILT))?;
        let source = checked(rebuilt.as_deref().unwrap_or(from))?;
        copy_to(&source, &fresh)?;
        let version = sqlite::version(&source)?;
        drop(source);
        remove(&beside(REBUILT))?;
        let mut restored = Restored::default();
        let mut known = None;
        if let Some(place) = archive {
            let mut store = Store::open_unwatched(&fresh)?;
            let noted = store.read().sign_in_changes()?;
            known = (version >= sign_ins::NOTED).then_some(noted);
            restored.brought_back = Some(journal::bring_back(&mut store, place)?);
        } else {
            // What was archived after the backup is another past now: it begins anew.
            Store::open_as_it_is(&fresh)?.archive_in(None)?;
        }
        {
            // Held until the new file is in its place: nobody writes into the old one.
            let old = match Store::open_as_it_is(to) {
                Err(e) if e.may_pass() => return Err(e),
                old => old,
            };
            // Who has left it plays elsewhere: put back here, the club would be in two places.
            if let Ok(Some(there)) = old
                .as_ref()
                .map_or(Ok(None), |old| old.read().meta_get(MOVED))
            {
                return Err(StoreError::Moved {
                    from: to.display().to_string(),
                    to: there,
                });
            }
            let held = old.as_ref().ok().map(|old| {
                old.be_patient(PATIENCE)?;
                // Its log is emptied into it: what is moved is one file then.
                let _ = old
                    .conn
                    .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
                let held = engine::Transaction::begin(&old.conn, engine::Sort::Writes)?;
                Ok::<_, StoreError>((old, held))
            });
            // What a full disk hides is not lost: only a database that is none, or is
            // damaged, is replaced without its letters.
            let held = match held {
                Some(Err(e)) if e.may_pass() => return Err(e),
                held => held,
            };
            match &held {
                Some(Ok((old, _))) => {
                    let mut new = Store::open(&fresh)?;
                    if is_another_past(old, &new)? {
                        return Err(StoreError::AnotherHome(from.to_owned()));
                    }
                    take_along(old, &mut new, &mut restored)?;
                    leave_once(old, &mut new, &mut restored)?;
                }
                Some(Err(e)) => restored.unreadable = Some(e.to_string()),
                None => {
                    restored.unreadable = old
                        .as_ref()
                        .err()
                        .filter(|e| !e.is_missing())
                        .map(ToString::to_string);
                }
            }
            if !matches!(held, Some(Ok(_))) {
                in_doubt(&Store::open_as_it_is(&fresh)?, &mut restored)?;
            }
            if let Some(ending) = ending {
                let ended = sign_ins::end(&mut Store::open(&fresh)?, ending, known.as_ref())?;
                restored.sign_ins = Some(ended);
            }
            if let Some(by) = kept_by {
                Store::open(&fresh)?.write(|tx| tx.sign_ins_kept(by))?;
            }
            in_one_file(&fresh)?;
            // One restore after another takes nothing from the first: each keeps what it found.
            let kept = (2..)
                .map(|n: u32| beside(&format!("{REPLACED}.{n}")))
                .find(|kept| !kept.exists())
                .filter(|_| beside(REPLACED).exists())
                .unwrap_or_else(|| beside(REPLACED));
            // Never read beside another database, a log would destroy it. So it goes
            // first, and the file itself is replaced in one step: killed between them,
            // the old database is there still.
            for tail in ["-wal", "-shm", ""] {
                let (from, target) = (
                    beside(tail),
                    PathBuf::from(format!("{}{tail}", kept.display())),
                );
                remove(&target)?;
                let moved = match tail {
                    "" => std::fs::hard_link(&from, &target),
                    _ if std::fs::metadata(&from).is_ok_and(|m| m.len() == 0) || tail == "-shm" => {
                        std::fs::remove_file(&from)
                    }
                    _ => std::fs::rename(&from, &target),
                };
                match moved {
                    Ok(()) if tail.is_empty() => restored.old = Some(kept.clone()),
                    Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(io(&from)(e)),
                    _ => {}
                }
            }
            std::fs::rename(&fresh, to).map_err(io(to))?;
            sync_folder(to)?;
        }
        Ok(restored)
    }
}

impl Store {
    /// Whether a backup could be put back: it is ours, whole and not damaged.
    ///
    /// # Errors
    /// Why not.
    pub fn try_backup(path: &Path) -> Result<(), StoreError> {
        match path.exists() && Store::copy_meant(path) == path {
            true => checked(path).map(|_| ()),
            false => Store::try_older(path),
        }
    }
}

impl Store {
    /// Whether a file is a database of ours, whole or not: nothing that a backup in its place
    /// would take from anybody else.
    pub fn is_one(path: &Path) -> bool {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags);
        opened.is_ok_and(|conn| is_ours(&conn, path).is_ok())
    }
}

/// Opens a backup for reading, where it can be used.
fn checked(from: &Path) -> Result<Connection, StoreError> {
    if !from.is_file() {
        return Err(StoreError::Missing(from.to_owned()));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(from, flags)?;
    is_ours(&source, from)?;
    let found = sqlite::version(&source)?;
    if found > VERSION {
        return Err(StoreError::Newer {
            at: from.display().to_string(),
            found,
            program: VERSION,
        });
    }
    let damaged = |why: String| StoreError::Damaged(from.to_owned(), why);
    let sound: String = source
        .query_row("PRAGMA integrity_check(1)", [], |r| r.get(0))
        .map_err(|e| damaged(e.to_string()))?;
    match sound.as_str() {
        "ok" => Ok(source),
        _ => Err(damaged(sound)),
    }
}

/// Takes care that all of a database lies in its one file, which alone is moved: what
/// closing it could not write there, for want of room, would stay behind in its log.
fn in_one_file(path: &Path) -> Result<(), StoreError> {
    let store = Store::open_as_it_is(path)?;
    let busy: bool = store
        .conn
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |r| r.get(0))?;
    match busy {
        true => Err(StoreError::Busy),
        false => Ok(()),
    }
}

fn remove(path: &Path) -> Result<(), StoreError> {
    match std::fs::remove_file(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(io(path)(e)),
        _ => Ok(()),
    }
}

/// Whether two databases have nothing in common: both have a record, and it begins otherwise;
/// or one has, and their letters are named by other keys.
fn is_another_past(old: &Store, new: &Store) -> Result<bool, StoreError> {
    let first = |store: &Store| {
        let sql = "SELECT id, at FROM event ORDER BY id LIMIT 1";
        let read = |row: &engine::Row<'_>| Ok((row.get::<i64>(0)?, row.get::<String>(1)?));
        store.conn.query_row(sql, [], read).optional()
    };
    let key = |store: &Store| store.read().meta_get(KEY_NAME);
    // One that is damaged so that its record cannot be read is replaced all the same.
    Ok(match (first(old), first(new)?) {
        (Ok(Some(old)), Some(new)) => old != new,
        // Before anything was recorded there was a key already, and each home has its own.
        (Ok(Some(_)), None) => match (key(old), key(new)?) {
            (Ok(Some(old)), Some(new)) => old != new,
            (Ok(_) | Err(_), _) => false,
        },
        (Ok(None) | Err(_), _) => false,
    })
}

/// A letter of the old database.
struct Old {
    id: i64,
    key: Option<String>,
    hash: Hash,
    message_id: Option<String>,
    from: String,
    subject: String,
    arrived: Instant,
    kept: Instant,
    kind: String,
    verdict: Option<String>,
    note: String,
}

/// Notes which letters that wait in the new database had left the old one: the next to write
/// records it before anything else. What the old one cannot tell any more stays in doubt.
fn leave_once(old: &Store, new: &mut Store, restored: &mut Restored) -> Result<(), StoreError> {
    let mut found = Departures::default();
    match found.look(old, new) {
        Ok(()) if found.tells => {}
        Ok(()) => in_doubt(new, restored)?,
        Err(e) if e.may_pass() => return Err(e),
        Err(e) => {
            restored.unreadable = Some(e.to_string());
            in_doubt(new, restored)?;
        }
    }
    let left = found.known.iter().filter(|one| one.has_left()).count();
    restored.left = u64::try_from(left).unwrap_or(u64::MAX);
    restored.doubtful = restored.doubtful.saturating_sub(restored.left);
    restored.unknown = found.unknown;
    match found.known.is_empty() {
        true => Ok(()),
        false => new.write(|tx| tx.departed_note(&found.known)),
    }
}

/// Who knew whether the letters that wait have left is not there, or cannot be read; unless
/// an archive has told it.
fn in_doubt(new: &Store, restored: &mut Restored) -> Result<(), StoreError> {
    if restored.brought_back.is_none() {
        restored.doubtful = new.read().outbound_waiting()?;
    }
    Ok(())
}

/// Takes the letters along that the new database does not know, and says which
/// decisions it does not know. What of the old one cannot be read is left behind;
/// what cannot be written into the new one is an error: nothing is replaced then.
fn take_along(old: &Store, new: &mut Store, restored: &mut Restored) -> Result<(), StoreError> {
    let last: i64 = new
        .conn
        .query_row("SELECT coalesce(max(id), 0) FROM event", [], |r| r.get(0))?;
    let mut rows = Vec::new();
    if let Err(e) = letters_of(old, &mut rows) {
        restored.unreadable = Some(e.to_string());
    }
    for row in rows {
        let known = match &row.key {
            Some(key) => {
                let named = new.read().inbound_named(key)?;
                named.is_some_and(|named| named.content_hash == row.hash)
            }
            None => !new
                .read()
                .inbound_same_content(row.hash, InboundId(0))?
                .is_empty(),
        };
        if known {
            continue;
        }
        // One whose bytes are lost with a damaged page does not keep the others back.
        let Ok(raw) = old.read().letter_load(Direction::In, row.id) else {
            continue;
        };
        new.write::<_, StoreError>(|tx| keep(tx, &row, &raw.bytes))?;
        restored.letters += 1;
    }
    for (by_letter, orders) in [
        (false, &mut restored.orders),
        (true, &mut restored.orders_by_letter),
    ] {
        if let Err(e) = orders_of(old, last, by_letter, orders) {
            restored.unreadable = Some(e.to_string());
        }
    }
    Ok(())
}

/// The letters received, as far as they can be read.
fn letters_of(old: &Store, rows: &mut Vec<Old>) -> Result<(), StoreError> {
    let mut letters = old.conn.prepare(
        "SELECT id, transport_key, content_hash, message_id, from_address, subject, arrived,
         kept_at, kind, verdict, note FROM inbound ORDER BY id",
    )?;
    let found = letters.query_map([], |r| {
        Ok(Old {
            id: r.get(0)?,
            key: r.get(1)?,
            hash: r.get(2)?,
            message_id: r.get(3)?,
            from: r.get(4)?,
            subject: r.get(5)?,
            arrived: r.get(6)?,
            kept: r.get(7)?,
            kind: r.get(8)?,
            verdict: r.get(9)?,
            note: r.get(10)?,
        })
    })?;
    for row in found {
        rows.push(row?);
    }
    Ok(())
}

/// The arbiter's decisions after an event, as far as they can be read: those given by
/// letter, or all others.
fn orders_of(
    old: &Store,
    last: i64,
    by_letter: bool,
    orders: &mut Vec<String>,
) -> Result<(), StoreError> {
    let mut statement = old.conn.prepare(
        "SELECT at, event ->> 'what', note FROM event WHERE substr(cause, 1, 5) = 'order'
         AND (substr(cause, 1, 12) = 'order letter') = ?2 AND id > ?1 ORDER BY id",
    )?;
    let found = statement.query_map(params![last, by_letter], |r| {
        let (at, what, note): (String, String, String) = (r.get(0)?, r.get(1)?, r.get(2)?);
        Ok(format!("{at} {what} {note}").trim_end().to_owned())
    })?;
    for order in found {
        orders.push(order?);
    }
    Ok(())
}

fn keep(tx: &Tx<'_>, row: &Old, bytes: &[u8]) -> Result<(), StoreError> {
    let letter = tx.letter_packed(bytes)?;
    let kept = tx.inbound_keep(
        &Arrived {
            transport_key: row.key.as_deref(),
            transport_mark: None,
            content_hash: row.hash,
            message_id: row.message_id.as_deref(),
            from: &row.from,
            subject: &row.subject,
            arrived: row.arrived,
            told: None,
            kind: &row.kind,
            letter: &letter,
        },
        row.kept,
    )?;
    // Only its header was ever kept.
    if let (Kept::New(id), Some("too-large")) = (kept, row.verdict.as_deref()) {
        tx.inbound_done(id, &InboundVerdict::unread(Verdict::TooLarge, &row.note))?;
    }
    Ok(())
}
