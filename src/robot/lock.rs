//! One writer at a time: daemon, cron and console share a home.

use crate::error::Failure;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long to wait for another run (CONTRACT.md 1, exit code 75).
const PATIENCE: Duration = Duration::from_secs(5);

/// The lock, held as long as this lives.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Takes the lock of a home, waiting up to five seconds.
pub fn take(path: &Path) -> Result<Lock, Failure> {
    within(path, PATIENCE)?.ok_or_else(|| {
        Failure::later("another run of postchess holds this home")
            .hint("try again when it has ended")
    })
}

/// Takes the lock of a home, waiting so long; `None` where another run holds it still.
pub fn within(path: &Path, patience: Duration) -> Result<Option<Lock>, Failure> {
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(|e| Failure::failed(format!("cannot open the lock {}: {e}", path.display())))?;
    let began = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(Lock { _file: file })),
            Err(TryLockError::WouldBlock) if began.elapsed() < patience => {
                #[expect(
                    clippy::disallowed_methods,
                    reason = "the one wait: another run is at work"
                )]
                std::thread::sleep(Duration::from_millis(50));
            }
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
