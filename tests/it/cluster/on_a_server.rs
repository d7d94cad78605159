//! What the other tests say of clubs in a file holds of clubs on a server.

use super::postgres::Postgres;
use std::process::Command;

/// Tests that are run on a server with every run of the tests: some seventy stories, and
/// processes that are killed at any moment.
const USUAL: [&str; 11] = [
    "faults::crowd::daemon_pass_and_pipe_at_once",
    "faults::kills::killed_at_any_moment_nothing_is_lost_or_doubled",
    "stories::answers::",
    "stories::board::",
    "stories::bounces::",
    "stories::captains::",
    "stories::circulars::",
    "stories::correspondence::",
    "stories::cycle_file::",
    "stories::leave::",
    "stories::nightly::",
];

/// Runs tests of this program once more, their clubs on a server.
fn run(filters: &[&str]) {
    let server = Postgres::start(&["fsync=off"]);
    let done = Command::new(std::env::current_exe().expect("this program"))
        .args(filters)
        .args(["--test-threads", "2", "--skip", "on_a_server"])
        // It spoils a row of the file by hand.
        .args(["--skip", "verify_pairs_every_round_again"])
        .env("POSTCHESS_TEST_SERVER", server.url())
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout);
    let summary = said.lines().rev().find(|l| l.starts_with("test result"));
    let failed = || {
        let failed = said.lines().filter(|l| l.ends_with("FAILED"));
        failed.collect::<Vec<_>>().join("\n")
    };
    println!("{}", summary.unwrap_or("no result"));
    assert!(done.status.success(), "{}\n{said}", failed());
    let passed = summary.and_then(|l| l.split("ok. ").nth(1)?.split(' ').next()?.parse().ok());
    assert!(passed > Some(filters.len() - 1), "{said}");
}

#[test]
fn stories_and_kills() {
    run(&USUAL);
}

#[test]
#[ignore = "tests/run --long: all stories, some minutes"]
fn all_stories() {
    run(&["stories::", "faults::crowd::", "faults::kills::killed_at"]);
}
