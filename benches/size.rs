//! The size of the thing itself, of the built program: its file, how long it takes to begin,
//! and what it holds in memory while it has nothing to do.
//!
//! `cargo bench --profile release --bench size`
//!
//! Of memory the kernel tells two things: what is the process's own (`RssAnon`), and which
//! pages of its file it has touched (`RssFile`), which it shares with every other process of
//! the program and which the kernel takes back when it needs room.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a measurement prints, ends where something is wrong, and asks the time"
)]

mod common;

use common::{PROGRAM, memory, robot, scratch, words};
use postchess::time::Instant;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// How often a command is begun; the quickest counts, as others work on the machine too.
const TIMES: usize = 30;

/// How long a daemon rests before it is looked at.
const REST: Duration = Duration::from_secs(5);

fn main() {
    if words().is_none() {
        return;
    }
    let root = scratch("size");
    let day = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = i64::try_from(day.expect("a clock").as_secs()).expect("a clock");
    let more = "[web]\nlisten = \"127.0.0.1:0\"\n";
    drop(robot(&root, more, Instant::from_unix(now), false));
    let bytes = std::fs::metadata(PROGRAM).expect("the program").len();
    println!(
        "the program's file, as it is built here: {} MiB",
        bytes >> 20
    );
    let stripped = root.join("stripped");
    let strip = Command::new("strip")
        .arg("-o")
        .args([stripped.as_path(), Path::new(PROGRAM)])
        .status();
    if strip.is_ok_and(|status| status.success()) {
        let bytes = std::fs::metadata(&stripped).expect("a file").len();
        println!("stripped: {} MiB", bytes >> 20);
    }
    for words in [&["--version"][..], &["tick"], &["health"]] {
        println!("{}: {:.1} ms", words.join(" "), quickest(&root, words));
    }
    for (words, what) in [
        ("daemon", "the daemon"),
        ("serve", "the server and the daemon in it"),
    ] {
        idle(&root, words, what);
    }
    let _ = std::fs::remove_dir_all(&root);
}

/// The shortest time in milliseconds in which a command begins and ends.
fn quickest(root: &Path, words: &[&str]) -> f64 {
    let times = (0..TIMES).map(|_| {
        let began = std::time::Instant::now();
        let ended = Command::new(PROGRAM)
            .arg("--home")
            .arg(root)
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        ended.expect("the program runs");
        began.elapsed().as_secs_f64() * 1_000.0
    });
    times.fold(f64::MAX, f64::min)
}

/// What a process holds that has nothing to do.
fn idle(root: &Path, words: &str, what: &str) {
    let mut child = Command::new(PROGRAM)
        .arg("--home")
        .arg(root)
        .args(["-q", words])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(REST);
    let [all, own, file] =
        ["VmRSS", "RssAnon", "RssFile"].map(|name| memory(child.id(), name) as f64 / 1_024.0);
    println!(
        "{what} with nothing to do: {own:.1} MiB of its own, {file:.1} MiB of its file, \
         {all:.1} together"
    );
    let _ = child.kill();
    let _ = child.wait();
}
