//! One writer at a time: daemon, cron and console share a home. The lock is held for
//! transactions, never while a network is waited for; who sends letters has a turn
//! of his own, so that no letter is handed over by two at once. On a server several have
//! that turn, each with letters of his own in hand.

use crate::disk::open_private;
use crate::error::Failure;
use crate::store::{Address, Lease, Store, Turn};
use std::fs::{File, Permissions, TryLockError};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long to wait for another run (CONTRACT.md 1, exit code 75).
const PATIENCE: Duration = Duration::from_secs(5);

/// The same where the database is on a server: several may wait, and each has a batch of letters
/// to write, question by question.
const PATIENCE_SERVER: Duration = Duration::from_secs(30);

/// How often a run that waits tries again.
const TRY: Duration = Duration::from_millis(2);

/// A pause between two transactions, long enough for who waits to try again.
const BREATH: Duration = Duration::from_millis(5);

/// Nobody but the owner of a home may hold its lock.
const PRIVATE: u32 = 0o600;

/// Where a lock is: a file of the home, or on the server that has its database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LockPlace {
    /// For the machine.
    File(PathBuf),
    /// For all machines.
    Server(Arc<Address>, Turn),
}

impl LockPlace {
    /// How long a run waits for another.
    pub(super) fn patience(&self) -> Duration {
        match self {
            LockPlace::File(_) => PATIENCE,
            LockPlace::Server(..) => PATIENCE_SERVER,
        }
    }
}

/// The lock, held as long as this lives; the kernel, or the server, gives it back where its
/// holder is killed.
#[derive(Debug)]
pub struct Lock {
    held: HeldLock,
}

#[derive(Debug)]
enum HeldLock {
    File(#[expect(dead_code, reason = "held, never read")] File),
    Server(Lease),
}

impl Lock {
    /// Has a store write only while this is held.
    pub(super) fn guards(&self, store: &Store) {
        if let HeldLock::Server(lease) = &self.held {
            lease.guards(store);
        }
    }

    /// Whether it is held still: that of a server is lost with the connection.
    pub fn stands(&self) -> bool {
        match &self.held {
            HeldLock::File(_) => true,
            HeldLock::Server(lease) => lease.stands(),
        }
    }

    /// Keeps that of a server: who holds one and says nothing for minutes loses it. To be said
    /// by whoever works.
    pub(super) fn keeps(&self) {
        if let HeldLock::Server(lease) = &self.held
            && !lease.keeps()
        {
            tracing::debug!("a turn was lost");
        }
    }

    /// How many hold it.
    pub(super) fn holders(&self) -> Result<u32, Failure> {
        Ok(self.lease().map_or(Ok(1), Lease::holders)?)
    }

    /// What letters are taken in hand by, where the lock may be shared.
    pub(super) fn lease(&self) -> Option<&Lease> {
        match &self.held {
            HeldLock::File(_) => None,
            HeldLock::Server(lease) => Some(lease),
        }
    }
}

/// Takes the lock of a home, waiting for another run as long as is usual there.
pub fn take(place: &LockPlace) -> Result<Lock, Failure> {
    take_within(place, place.patience())
}

/// The same, waiting so long.
pub(super) fn take_within(place: &LockPlace, patience: Duration) -> Result<Lock, Failure> {
    within(place, patience)?.ok_or_else(|| {
        Failure::later("another run of postchess holds this home")
            .hint("try again when it has ended")
    })
}

/// Takes the lock of a home together with all who share it, waiting so long; `None` where
/// another run holds it alone, or it is a file's, which nobody shares.
pub(super) fn share(place: &LockPlace, patience: Duration) -> Result<Option<Lock>, Failure> {
    match place {
        LockPlace::File(_) => Ok(None),
        LockPlace::Server(address, turn) => {
            let held = Lease::share(address, *turn, patience)?.map(HeldLock::Server);
            Ok(held.map(|held| Lock { held }))
        }
    }
}

/// The same; that of a file is taken alone.
pub(super) fn share_or_take(
    place: &LockPlace,
    patience: Duration,
) -> Result<Option<Lock>, Failure> {
    match place {
        LockPlace::File(_) => within(place, patience),
        LockPlace::Server(..) => share(place, patience),
    }
}

/// Takes the lock of a home, waiting so long; `None` where another run holds it still.
pub fn within(place: &LockPlace, patience: Duration) -> Result<Option<Lock>, Failure> {
    match place {
        LockPlace::File(path) => {
            let file = open(path).map_err(|e| {
                Failure::failed(format!("cannot open the lock {}: {e}", path.display()))
            })?;
            wait_for(file, path, patience)
        }
        LockPlace::Server(address, turn) => {
            let held = Lease::take(address, *turn, patience)?.map(HeldLock::Server);
            Ok(held.map(|held| Lock { held }))
        }
    }
}

/// Keeps a folder to oneself, so that two runs do not write the same file in it; the
/// home stays open to who has other work to do.
pub(super) fn folder(path: &Path) -> Result<Lock, Failure> {
    let file = File::open(path).map_err(|e| Failure::failed(format!("{}: {e}", path.display())))?;
    wait_for(file, path, PATIENCE)?.ok_or_else(|| {
        Failure::later(format!("another run is writing into {}", path.display()))
            .hint("try again when it has ended")
    })
}

fn wait_for(file: File, path: &Path, patience: Duration) -> Result<Option<Lock>, Failure> {
    let taken = wait(patience, || match file.try_lock() {
        Ok(()) => Ok(Some(())),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(e)) => Err(Failure::failed(format!(
            "cannot lock {}: {e}",
            path.display()
        ))),
    })?;
    Ok(taken.map(|()| Lock {
        held: HeldLock::File(file),
    }))
}

/// Tries again and again, so long; `None` where it is taken still.
fn wait<T>(
    patience: Duration,
    mut take: impl FnMut() -> Result<Option<T>, Failure>,
) -> Result<Option<T>, Failure> {
    let began = Instant::now();
    loop {
        if let Some(taken) = take()? {
            return Ok(Some(taken));
        }
        if began.elapsed() >= patience {
            return Ok(None);
        }
        pause(TRY);
    }
}

/// Lets another run that waits take its turn between two transactions of one that
/// has many to write.
pub fn give_way() {
    give_way_during(|| ());
}

/// The same while something is done for which nobody has to be alone.
pub(super) fn give_way_during(work: impl FnOnce()) {
    let began = Instant::now();
    work();
    pause(BREATH.saturating_sub(began.elapsed()));
}

/// Opens the file, makes it where it is not there, and keeps it the owner's alone,
/// whatever the umask was when it was made.
fn open(path: &Path) -> std::io::Result<File> {
    let file = open_private(path)?;
    if file.metadata()?.permissions().mode() & 0o777 != PRIVATE {
        // Another's file (a home run by several accounts) stays as it is.
        let _ = file.set_permissions(Permissions::from_mode(PRIVATE));
    }
    Ok(file)
}

/// Lets time pass while another run is at work.
pub(super) fn pause(time: Duration) {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one wait: another run is at work"
    )]
    std::thread::sleep(time);
}
