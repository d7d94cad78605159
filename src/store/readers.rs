//! Several connections that read one state side by side: for work that looks at everything.

use super::StoreError;
use super::open::Store;
use rusqlite::{Transaction, TransactionBehavior};

/// How often the state is taken anew because somebody committed meanwhile.
const TRIES: u32 = 20;

impl Store {
    /// Runs a closure that reads one state throughout, whatever others write meanwhile, with
    /// so many more connections that read the same state, each for a thread of its own. Nobody
    /// waits for it.
    ///
    /// They are none where others cannot see what this connection sees: in a transaction
    /// that is not committed, in a file that was replaced, or where somebody commits all
    /// the time.
    ///
    /// # Errors
    /// Those of the closure; where a connection cannot be opened.
    pub fn snapshot_beside<T, E: From<StoreError>>(
        &self,
        more: usize,
        work: impl FnOnce(&Store, Vec<Store>) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.is_shared {
            return work(self, Vec::new());
        }
        let mut work = Some(work);
        for tried in 0..=TRIES {
            let alone = tried == TRIES || self.is_replaced();
            let before = self.commits_of_others()?;
            let beside = match alone {
                true => Vec::new(),
                false => self.beside(more)?,
            };
            let held = Transaction::new_unchecked(&self.conn, TransactionBehavior::Deferred)
                .map_err(StoreError::from)?;
            self.read_something()?;
            // What this connection sees now, it saw before the others began: so do they.
            if alone || (self.commits_of_others()? == before && !self.is_replaced()) {
                let done = work.take().map(|work| work(self, beside));
                held.rollback().map_err(StoreError::from)?;
                return done.unwrap_or_else(|| Err(StoreError::Busy.into()));
            }
        }
        Err(StoreError::Busy.into())
    }

    /// More connections to the file that only read, each with a state of its own.
    fn beside(&self, more: usize) -> Result<Vec<Store>, StoreError> {
        let mut all = Vec::new();
        for _ in 0..more {
            let store = Store::look(self.path())?;
            store.conn.execute_batch("BEGIN")?;
            store.read_something()?;
            all.push(store);
        }
        Ok(all)
    }

    /// A transaction has its state from its first read on.
    fn read_something(&self) -> Result<(), StoreError> {
        let sql = "SELECT count(*) FROM sqlite_schema";
        Ok(self.conn.query_row(sql, [], |_| Ok(()))?)
    }
}
