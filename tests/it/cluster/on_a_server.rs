//! What the other tests say of clubs in a file holds of clubs on a server.

use super::postgres::Postgres;
use std::process::Command;

/// Tests that are run on a server with every run of the tests: some seventy stories, and
/// processes that are killed at any moment.
const USUAL: [&str; 7] = [
    "faults::kills::killed_at_any_moment_nothing_is_lost_or_doubled",
    "stories::bounces::",
    "stories::captains::",
    "stories::circulars::",
    "stories::correspondence::",
    "stories::cycle_file::",
    "stories::nightly::",
];

/// The same where another robot rules letters, too.
const USUAL_IN_COMPANY: [&str; 5] = [
    "faults::crowd::daemon_pass_and_pipe_at_once",
    "faults::kills::killed_at_any_moment_nothing_is_lost_or_doubled",
    "stories::answers::",
    "stories::board::",
    "stories::leave::",
];

/// Runs tests of this program once more, their clubs on a server, and there perhaps in the
/// company of another robot ([`crate::engine::settle`]).
fn run(filters: &[&str], in_company: bool) {
    let server = Postgres::start(&["fsync=off"]);
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    if in_company {
        command.env("POSTCHESS_TEST_COMPANY", "1");
    }
    let done = command
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
    run(&USUAL, false);
}

#[test]
fn stories_and_kills_in_company() {
    run(&USUAL_IN_COMPANY, true);
}

#[test]
#[ignore = "tests/run --long: all stories, some minutes"]
fn all_stories() {
    let all = ["stories::", "faults::crowd::", "faults::kills::killed_at"];
    run(&all, false);
    run(&all, true);
}
