//! One writer at a time: daemon, cron and console share a home. The lock is held for
//! transactions, never while a network is waited for; who sends letters has a turn
//! of his own, so that no letter is handed over by two at once.

use crate::error::Failure;
use std::fs::{File, OpenOptions, Permissions, TryLockError};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long to wait for another run (CONTRACT.md 1, exit code 75).
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// How often a run that waits tries again.
const TRY: Duration = Duration::from_millis(2);

/// A pause between two transactions, long enough for who waits to try again.
const BREATH: Duration = Duration::from_millis(5);

/// Nobody but the owner of a home may hold its lock.
const PRIVATE: u32 = 0o600;

/// The lock, held as long as this lives; the kernel gives it back where its holder
/// is killed.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Takes the lock of a home, waiting up to five seconds.
pub fn take(path: &Path) -> Result<Lock, Failure> {
    take_within(path, PATIENCE)
}

/// The same, waiting so long.
pub(super) fn take_within(path: &Path, patience: Duration) -> Result<Lock, Failure> {
    within(path, patience)?.ok_or_else(|| {
        Failure::later("another run of postchess holds this home")
            .hint("try again when it has ended")
    })
}

/// Takes the lock of a home, waiting so long; `None` where another run holds it still.
pub fn within(path: &Path, patience: Duration) -> Result<Option<Lock>, Failure> {
    let file = open(path)
        .map_err(|e| Failure::failed(format!("cannot open the lock {}: {e}", path.display())))?;
    wait_for(file, path, patience)
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
    let began = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(Lock { _file: file })),
            Err(TryLockError::WouldBlock) if began.elapsed() < patience => pause(TRY),
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(e)) => {
                return Err(Failure::failed(format!(
                    "cannot lock {}: {e}",
                    path.display()
                )));
            }
        }
    }
}

/// Lets another run that waits take its turn between two transactions of one that
/// has many to write.
pub fn give_way() {
    pause(BREATH);
}

/// Opens the file, makes it where it is not there, and keeps it the owner's alone,
/// whatever the umask was when it was made.
fn open(path: &Path) -> std::io::Result<File> {
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(PRIVATE)
        .open(path)?;
    if file.metadata()?.permissions().mode() & 0o777 != PRIVATE {
        // Another's file (a home run by several accounts) stays as it is.
        let _ = file.set_permissions(Permissions::from_mode(PRIVATE));
    }
    Ok(file)
}

fn pause(time: Duration) {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one wait: another run is at work"
    )]
    std::thread::sleep(time);
}
