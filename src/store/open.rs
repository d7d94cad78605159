//! The database of a club, opened: reading, and writing transactions.

use super::engine::{Connection, Part, Sort, Transaction};
use super::error::StoreError;
use super::journal::watch::watch_if_on;
use super::known::Known;
use super::letters::{Press, Written};
use super::migrate::{self, STEPS, VERSION};
use super::passes::Stamp;
use super::place::Place;
use super::tournaments::TournamentFacts;
use super::transfer::MOVED;
use super::{hearing, server, sqlite};
use crate::archive::Archive;
use crate::ids::PassId;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The database of a club.
pub struct Store {
    pub(super) conn: Connection,
    place: Place,
    /// Device and number of the open file; `None` of a server.
    file: Option<(u64, u64)>,
    pub(super) shared: Shared,
    /// Where what is committed is written a second time.
    pub(super) archive: Option<Archive>,
    /// The last change that is known to lie there.
    pub(super) archived: i64,
    /// The hour by which is written.
    pub(super) stamp: Option<Stamp>,
    /// A transaction is open that all writing shares.
    pub(super) is_shared: bool,
}

/// What readers share: facts that never change, and the compressor's memory.
#[derive(Default)]
pub(super) struct Shared {
    pub facts: RefCell<BTreeMap<i64, Arc<TournamentFacts>>>,
    pub press: RefCell<Press>,
    /// What a transaction that writes has read; nothing outside of one.
    pub known: RefCell<Option<Known>>,
    /// The bytes of letters that were just written, where they are sent by whoever writes them.
    pub written: RefCell<Option<Written>>,
}

/// Everything that can be read. Cheap to make; inside [`Store::write`] it sees
/// what the transaction has written.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(super) conn: &'a Connection,
    pub(super) shared: &'a Shared,
    /// Connections that read the same state.
    pub(super) beside: &'a [Mutex<Store>],
}

/// A writing transaction: everything that can be read or written. It is
/// committed by [`Store::write`] alone, when its closure returns `Ok`.
pub struct Tx<'a> {
    pub(super) view: View<'a>,
    /// The hour it writes by.
    pub(super) stamp: Option<Stamp>,
    /// The pass whose entries it writes now.
    pub(super) pass: Cell<Option<PassId>>,
    /// Something was recorded.
    pub(super) wrote: Cell<bool>,
}

impl Drop for Tx<'_> {
    fn drop(&mut self) {
        self.view.shared.known.replace(None);
    }
}

impl<'a> Deref for Tx<'a> {
    type Target = View<'a>;

    fn deref(&self) -> &View<'a> {
        &self.view
    }
}

impl Tx<'_> {
    /// Runs a part of the transaction that is undone alone where it returns an
    /// error or panics: one letter of a batch that makes the program fail.
    pub fn part<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let savepoint = Savepoint::begin(self.view)?;
        let value = work(self)?;
        savepoint.keep()?;
        Ok(value)
    }

    /// A part begins of what is written abreast of others ([`Store::write_abreast`]): one letter.
    pub fn letter_begins(&self) {
        self.conn.part(Part::Begins);
    }

    /// The part ends: whether it may be kept. One that has to be done alone is undone by
    /// [`Tx::letter_undone`].
    pub fn letter_ends(&self) -> bool {
        self.conn.part(Part::Ends)
    }

    /// What the part was to write is forgotten.
    pub fn letter_undone(&self) {
        self.conn.part(Part::Undone);
        let known = &self.view.shared.known;
        known.replace(known.take().map(|_| Known::default()));
    }

    /// Refuses what touches more than the games and the player of one letter, where it is
    /// written abreast of others.
    ///
    /// # Errors
    /// It is: the letter has to be ruled alone.
    pub fn only_alone(&self, why: &str) -> Result<(), StoreError> {
        Ok(self.conn.only_alone(why)?)
    }
}

/// A savepoint, undone when it is dropped without being kept.
struct Savepoint<'a> {
    view: View<'a>,
    open: bool,
}

impl<'a> Savepoint<'a> {
    fn begin(view: View<'a>) -> Result<Savepoint<'a>, StoreError> {
        // It is waited for: what went wrong before is nobody's here.
        view.conn.prepare_cached("SAVEPOINT part")?.changes([])?;
        Ok(Savepoint { view, open: true })
    }

    fn keep(mut self) -> Result<(), StoreError> {
        // What went wrong in it is undone with it.
        self.view.conn.prepare_cached("RELEASE part")?.changes([])?;
        self.open = false;
        Ok(())
    }
}

impl Drop for Savepoint<'_> {
    fn drop(&mut self) {
        if self.open {
            // Where this fails the whole transaction is gone, and its commit says so.
            let _ = self
                .view
                .conn
                .execute_batch("ROLLBACK TO part; RELEASE part");
            // What is known may have been changed in it.
            self.view.shared.facts.borrow_mut().clear();
            let known = &self.view.shared.known;
            known.replace(known.take().map(|_| Known::default()));
        }
    }
}

impl Store {
    /// Makes a new database: a file, whose folder must exist, the file not; or the tables on a
    /// server, where there are none yet.
    pub fn create(at: impl Into<Place>) -> Result<Store, StoreError> {
        let place = at.into();
        let new = Store::create_openly(&place)?;
        if let Connection::File(_) = new.conn {
            return Ok(new);
        }
        new.conn.commit()?;
        drop(new);
        // A session knows the home by its tables.
        Store::open(place)
    }

    /// The same; on a server in a transaction that is left open, and undone where it is not
    /// committed.
    pub(super) fn create_openly(place: &Place) -> Result<Store, StoreError> {
        let conn = match &place {
            Place::File(path) => sqlite::create(path)?.into(),
            Place::Server(address) => Connection::Server(server::create(address)?.into()),
        };
        Ok(Store::of(conn, place.clone()))
    }

    /// Opens a database, bringing an older one up to today's version.
    pub fn open(at: impl Into<Place>) -> Result<Store, StoreError> {
        let store = Store::open_unwatched(at)?;
        store.is_still_ours()?;
        watch_if_on(&store.conn)?;
        Ok(store)
    }

    /// The same, and what it changes is not noted for the archive.
    pub(super) fn open_unwatched(at: impl Into<Place>) -> Result<Store, StoreError> {
        let place = at.into();
        let conn = match &place {
            Place::File(path) => {
                let conn = sqlite::open_as_it_is(path)?;
                sqlite::pragmas(&conn)?;
                conn.into()
            }
            Place::Server(address) => Connection::Server(server::open_as_it_is(address)?.into()),
        };
        migrate::migrate(&conn, &place, STEPS)?;
        if let Connection::Server(server) = &conn {
            server.writes_only_where(&still_ours());
        }
        Ok(Store::of(conn, place))
    }

    /// Opens a database of today's version only to look: nothing can be written
    /// through it, and an account that may only read can open it.
    pub fn look(at: impl Into<Place>) -> Result<Store, StoreError> {
        let place = at.into();
        let conn = match &place {
            Place::File(path) => sqlite::look(path)?.into(),
            Place::Server(address) => Connection::Server(server::look(address)?.into()),
        };
        let store = Store::of(conn, place);
        store.is_still_ours()?;
        Ok(store)
    }

    /// Opens the file of a database of whatever version, to be looked at only.
    pub(super) fn open_as_it_is(path: &Path) -> Result<Store, StoreError> {
        Ok(Store::of(sqlite::open_as_it_is(path)?.into(), path.into()))
    }

    /// Refuses a database that this program may not use, or not any more: the club has left
    /// it, or a program of another version has made it its own. Who has it open is asked with
    /// each transaction that writes, since others do such things beside him.
    ///
    /// # Errors
    /// It is so.
    pub fn is_still_ours(&self) -> Result<(), StoreError> {
        migrate::is_todays(&self.conn, &self.place)?;
        match self.read().meta_get(MOVED)? {
            None => Ok(()),
            Some(to) => Err(StoreError::Moved {
                from: self.place.to_string(),
                to,
            }),
        }
    }

    /// Settings of a database server that are off, and without which what is committed may be
    /// lost when its machine loses power: `fsync`, `full_page_writes`.
    ///
    /// # Errors
    /// The server does not answer.
    pub fn unsafe_settings(&self) -> Result<Vec<String>, StoreError> {
        match &self.conn {
            Connection::File(_) => Ok(Vec::new()),
            Connection::Server(server) => Ok(server.unsafe_settings()?),
        }
    }

    /// Makes sure, before anything of it leaves, that what was read is where it stays, whoever
    /// recorded it: on a server with a standby that is waited for, on that too.
    ///
    /// # Errors
    /// It is not, or the server does not answer.
    pub fn keeps_all(&self) -> Result<(), StoreError> {
        match &self.conn {
            Connection::File(_) => Ok(()),
            Connection::Server(server) => Ok(server.keeps_all()?),
        }
    }

    /// The same as [`Store::is_still_ours`] within a transaction that writes and has begun. A server was asked as it
    /// began ([`still_ours`]).
    fn may_be_written(&self) -> Result<(), StoreError> {
        // A restore waits for writers before it puts the copy in this file's place.
        if self.is_replaced() {
            return Err(StoreError::Replaced);
        }
        match &self.conn {
            Connection::File(_) => self.is_still_ours(),
            Connection::Server(_) => Ok(()),
        }
    }

    /// Why a transaction could not begin: what a server says of a database that is not ours
    /// any more, in words.
    fn not_begun(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::NotOursAnyMore => self.is_still_ours().err().unwrap_or(error),
            other => other,
        }
    }

    fn of(conn: Connection, place: Place) -> Store {
        Store {
            conn,
            file: place.file().and_then(sqlite::identity),
            place,
            shared: Shared::default(),
            archive: None,
            archived: 0,
            stamp: None,
            is_shared: false,
        }
    }

    /// How long a writer waits for another, instead of some seconds: for who cannot
    /// come again soon.
    pub fn be_patient(&self, wait: Duration) -> Result<(), StoreError> {
        match &self.conn {
            Connection::File(conn) => conn.busy_timeout(wait)?,
            Connection::Server(server) => server.be_patient(wait),
        }
        Ok(())
    }

    /// Keeps few pages of the file in memory: for one of many readers, of pages that the system
    /// keeps as well.
    pub fn spare_memory(&self) -> Result<(), StoreError> {
        if let Connection::File(conn) = &self.conn {
            conn.pragma_update(None, "cache_size", -sqlite::READERS_CACHE_KIB)?;
        }
        Ok(())
    }

    /// Who must hold which lock of a server while this one writes; none from now on.
    pub(super) fn guard(&self, holder: Option<(i32, i32)>) {
        if let Connection::Server(server) = &self.conn {
            server.guard(holder);
        }
    }

    /// No lock is asked for any more when it writes.
    pub fn unguarded(&self) {
        self.guard(None);
    }

    /// Where it is.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The file, for what only a file can do.
    ///
    /// # Errors
    /// It is on a server.
    pub(super) fn file(&self) -> Result<&rusqlite::Connection, StoreError> {
        match &self.conn {
            Connection::File(conn) => Ok(conn),
            Connection::Server(_) => Err(StoreError::OnServer),
        }
    }

    /// Whether another file has been put in the place of the open one, which then
    /// belongs to nobody any more.
    pub fn is_replaced(&self) -> bool {
        self.file != self.place.file().and_then(sqlite::identity)
    }

    /// Everything that can be read.
    pub fn read(&self) -> View<'_> {
        View {
            conn: &self.conn,
            shared: &self.shared,
            beside: &[],
        }
    }

    /// Runs a closure that reads one state throughout, whatever others write
    /// meanwhile: for reports and comparisons of several answers.
    pub fn snapshot<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(View<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.is_shared {
            return work(self.read());
        }
        // Others may have changed a tournament since it was read.
        self.shared.facts.borrow_mut().clear();
        let transaction = Transaction::begin(&self.conn, Sort::Reads).map_err(StoreError::from)?;
        let done = work(self.read());
        transaction.rollback().map_err(StoreError::from)?;
        done
    }

    /// Begins a transaction that all writing shares from now on, until [`Store::share_end`]:
    /// each [`Store::write`] is a part of it, undone alone where it fails.
    pub(crate) fn share_begin(&mut self) -> Result<(), StoreError> {
        let begun = self.conn.begin(Sort::Writes).map_err(StoreError::from);
        begun.map_err(|e| self.not_begun(e))?;
        self.is_shared = true;
        let is_ours = self.may_be_written();
        let is_ours = is_ours.and_then(|()| self.stands_where_its_archive_does());
        match is_ours {
            Err(why) => self.share_undo(why),
            Ok(()) => Ok(()),
        }
    }

    /// Commits what was written since [`Store::share_begin`]; on the disk when this returns
    /// `Ok`, and as if nothing of it had been written otherwise.
    pub(crate) fn share_end(&mut self) -> Result<(), StoreError> {
        if self.is_undone() {
            return self.share_undo(undone());
        }
        if let Err(e) = self.share_commit() {
            return self.share_undo(e);
        }
        self.is_shared = false;
        self.has_committed();
        Ok(())
    }

    fn share_commit(&self) -> Result<(), StoreError> {
        if self.archived > 0 {
            self.tx().journal_forget(self.archived)?;
        }
        Ok(self.conn.commit()?)
    }

    fn share_undo(&mut self, why: StoreError) -> Result<(), StoreError> {
        if !self.conn.is_autocommit() {
            self.conn.rollback()?;
        }
        self.is_shared = false;
        self.shared.facts.borrow_mut().clear();
        Err(why)
    }

    /// Where a disk is full or fails, SQLite undoes a whole transaction by itself.
    fn is_undone(&self) -> bool {
        self.is_shared && self.conn.is_autocommit()
    }

    /// Runs a closure as a part of the transaction that is shared.
    fn write_part<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        // Outside a transaction a savepoint would commit by itself.
        if self.is_undone() {
            return Err(undone().into());
        }
        let tx = self.tx();
        let part = Savepoint::begin(tx.view)?;
        let value = work(&tx)?;
        tx.note_hour()?;
        part.keep()?;
        Ok(value)
    }

    /// What is written with.
    fn tx(&self) -> Tx<'_> {
        self.shared.known.replace(Some(Known::default()));
        Tx {
            view: self.read(),
            stamp: self.stamp,
            pass: Cell::new(None),
            wrote: Cell::new(false),
        }
    }

    /// Runs a closure in one writing transaction: committed and on the disk when it
    /// returns `Ok`, as if it had never run when it returns an error or panics. While a
    /// transaction is shared it is a part of that one, and committed with it.
    pub fn write<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.write_as(Sort::Writes, work)
    }

    /// The same abreast of others who do so too: what the closure is about is its own, by
    /// [`Tx::claim`], and nobody writes anything else meanwhile. It does not see what it writes;
    /// all of that is written in one go when it returns `Ok`. A part that cannot be written so is
    /// refused, and may be undone ([`Tx::letter_begins`]). In a file it is [`Store::write`].
    pub fn write_abreast<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.write_as(Sort::Abreast, work)
    }

    fn write_as<T, E: From<StoreError>>(
        &mut self,
        sort: Sort,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.is_shared {
            return self.write_part(work);
        }
        let begin = || Transaction::begin(&self.conn, sort);
        let begun = begin().map_err(StoreError::from);
        let transaction = begun.map_err(|e| self.not_begun(e))?;
        self.may_be_written()?;
        Store::is_behind(&self.conn, self.archive.as_mut(), self.archived)?;
        let tx = self.tx();
        let archived = self.archived;
        let done = work(&tx).and_then(|value| {
            tx.conn.tells_all().map_err(StoreError::from)?;
            if archived > 0 {
                tx.journal_forget(archived)?;
            }
            tx.note_hour()?;
            transaction.commit().map_err(StoreError::from)?;
            Ok(value)
        });
        drop(tx);
        if done.is_err() {
            // A tournament cached here may have been rolled back, its number given again.
            self.shared.facts.borrow_mut().clear();
        } else {
            self.has_committed();
        }
        done
    }

    fn has_committed(&mut self) {
        hearing::committed(&self.place);
        self.archive_after_commit();
    }
}

/// What a server is asked as a transaction begins that writes: one row where its database is of
/// this version, and the club has not left it.
fn still_ours() -> String {
    format!(
        "SELECT count(*) FROM database_version WHERE version = {VERSION}
         AND NOT EXISTS (SELECT 1 FROM meta WHERE key = '{MOVED}')"
    )
}

/// A shared transaction was undone before its end: the disk is full, or fails.
fn undone() -> StoreError {
    StoreError::Disk("a transaction was undone".to_owned())
}
