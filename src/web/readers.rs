//! Readings of the database for pages: some connections, each used by one page at a time.

use crate::error::Failure;
use crate::store::{Place, Store, View};
use crate::token::Key;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use tokio::sync::{Semaphore, oneshot};

/// Readings at once: more than there are cores makes none of them faster.
const AT_ONCE: usize = 4;

/// By how much others go before (`nice`): a tenth of a processor that somebody else wants.
const BEHIND: i32 = 10;

/// Whom every page that is somebody's own is read by.
#[derive(Clone)]
pub struct Readers {
    database: Place,
    /// The home's, of the epoch of the database that was opened last.
    key: Arc<RwLock<Key>>,
    idle: Arc<Mutex<Vec<Store>>>,
    turns: Arc<Semaphore>,
}

impl Readers {
    /// Readers of a database and the key of its home; it is opened when somebody asks.
    pub fn of(database: Place, key: Key) -> Readers {
        Readers {
            database,
            key: Arc::new(RwLock::new(key)),
            idle: Arc::default(),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Where it is.
    pub fn database(&self) -> &Place {
        &self.database
    }

    /// What proves links and sessions to be ours, as far as is known without a reading.
    pub fn key(&self) -> Key {
        self.key
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// What a reading of the database as it is now finds, with what proves links and sessions
    /// there to be ours.
    ///
    /// # Errors
    /// The database, or what the work returns.
    pub async fn prove<T: Send + 'static>(
        &self,
        work: impl FnOnce(View<'_>, &Key) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let readers = self.clone();
        self.read(move |view| work(view, &readers.key())).await
    }

    /// What a reading of the database as it is now finds.
    ///
    /// # Errors
    /// The database, or what the work returns.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(View<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let turn = turn.map_err(|e| Failure::failed(format!("nobody reads any more: {e}")))?;
        let readers = self.clone();
        let read = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            readers.read_now(work)
        });
        let failed = |e| Failure::failed(format!("a page failed: {e}"));
        read.await.map_err(failed)?
    }

    /// The same of what takes as long as hundreds of pages: in a thread of its own, which has the
    /// time that others leave.
    ///
    /// # Errors
    /// The database, the machine gives no thread, or what the work returns.
    pub async fn read_behind_others<T: Send + 'static>(
        &self,
        work: impl FnOnce(View<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let readers = self.clone();
        let (tell, told) = oneshot::channel();
        std::thread::Builder::new()
            .name("files".to_owned())
            .spawn(move || {
                // Of this thread alone. Where it may not, it is like all others.
                let _ = rustix::process::nice(BEHIND);
                drop(tell.send(readers.read_now(work)));
            })
            .map_err(|e| Failure::failed(format!("no thread for a file: {e}")))?;
        let failed = |e| Failure::failed(format!("a file failed: {e}"));
        told.await.map_err(failed)?
    }

    fn read_now<T>(&self, work: impl FnOnce(View<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle().pop().filter(|store| !store.is_replaced());
        let store = match known {
            Some(store) => store,
            None => {
                let store = Store::open(&self.database)?;
                store.spare_memory()?;
                // A restore has begun another epoch.
                let epoch = store.read().sign_in_epoch()?;
                let mut key = self.key.write().unwrap_or_else(PoisonError::into_inner);
                *key = key.clone().in_epoch(epoch.as_deref());
                store
            }
        };
        let found = store.snapshot(work);
        idle().push(store);
        // No page says what may be lost with one machine.
        self.database.is_kept()?;
        found
    }
}
