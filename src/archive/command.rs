//! The command that takes a file of the archive somewhere else.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long it may take: what waits for a network or a password hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a line of the shell with the file as its last argument; why it failed.
pub(super) fn run(line: &str, file: &Path) -> Result<(), String> {
    let mut child = Command::new("/bin/sh")
        .arg("-c")
        .arg(format!("{line} \"$1\""))
        .arg("postchess")
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(|e| format!("cannot be run: {e}"))?;
    let began = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(format!("failed ({status})")),
            Ok(None) if began.elapsed() < PATIENCE => {
                #[expect(clippy::disallowed_methods, reason = "a command is waited for")]
                std::thread::sleep(Duration::from_millis(5));
            }
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("did not end within {} s", PATIENCE.as_secs()));
            }
            Err(e) => return Err(format!("cannot be waited for: {e}")),
        }
    }
}
