//! What other programs read: every export is given to readers that are not ours.

mod ics;
pub mod pdf;
pub mod pgn;
mod trf;

use std::path::{Path, PathBuf};
use std::process::Command;

/// What one of `tests/readers` prints about a file.
#[track_caller]
fn read_by(reader: &str, file: &Path, words: &[&str]) -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python: PathBuf = here.join("target/python/bin/python");
    assert!(
        python.exists(),
        "{} is missing: tests/run installs it",
        python.display()
    );
    let output = Command::new(python)
        .arg(here.join("tests/readers").join(reader))
        .arg(file)
        .args(words)
        .output()
        .expect("Python runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{reader}: {errors}"
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}
