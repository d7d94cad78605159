//! Examples of several machines, each started by its own script on addresses of its own.

use super::player::until;
use crate::contract::bare;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What starts an example.
pub struct Started(Child);

impl Started {
    /// Runs the script of an example; what it says goes into a file.
    pub fn of(example: &str, words: &[&str], said: &Path) -> Started {
        let script = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("examples")
            .join(example)
            .join("start");
        let out = std::fs::File::create(said).expect("a file");
        let child = Command::new("setpriv")
            .args(["--pdeathsig", "TERM"])
            .arg(script)
            .args(words)
            .env("POSTCHESS", bare().get_program())
            .stdin(Stdio::null())
            .stdout(out.try_clone().expect("a file"))
            .stderr(out)
            .spawn()
            .expect("it runs");
        Started(child)
    }

    /// Waits until it has said that pages and letters come.
    pub fn is_up(&mut self, said: &Path) {
        until("it starts", || {
            let words = std::fs::read_to_string(said).unwrap_or_default();
            let ended = self.0.try_wait().expect("a child");
            assert!(ended.is_none(), "{ended:?}: {words}");
            words.contains("pages: ")
        });
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

/// Addresses of its own on loopback, all but the last number.
pub fn net() -> String {
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    let n = std::process::id() * 2 + GIVEN.fetch_add(1, Ordering::Relaxed);
    format!("127.{}.{}", 30 + n / 250 % 200, n % 250)
}
