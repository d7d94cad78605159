//! `poll`, `tick` and `nightly`.

use super::desk::OpenHome;
use super::output::Output;
use crate::error::{Failure, FailureKind};

/// One pass over the mailbox; prints what it did, also where a server was away.
pub fn poll(desk: OpenHome, out: &Output) -> Result<(), Failure> {
    let (report, done) = desk.robot()?.pass();
    if out.is_json() {
        out.json(&report)?;
        return done;
    }
    for letter in &report.letters {
        out.line(letter);
    }
    if report.fetched + report.processed + report.sent + report.deferred > 0 {
        out.line(format_args!(
            "{} fetched, {} processed, {} sent{}",
            report.fetched,
            report.processed,
            report.sent,
            deferred(report.deferred)
        ));
    }
    done
}

/// One pass over the clocks; prints what it did, also where a server was away.
/// `hour_is_right`: a person says so.
pub fn tick(desk: OpenHome, out: &Output, hour_is_right: bool) -> Result<(), Failure> {
    let mut robot = desk.robot()?;
    if hour_is_right {
        let mended = robot.accept_hour()?;
        if mended > 0 {
            out.say(format_args!("dates are set right in {mended} games"));
        }
    }
    let (report, done) = robot.tick_and_send();
    if out.is_json() {
        out.json(&report)?;
        return done;
    }
    if let Some(why) = &report.held_back {
        out.say(why);
    }
    for line in &report.events {
        out.line(line);
    }
    if let Some(pass) = report.pass {
        out.say(format_args!(
            "pass {pass} declared something in {} games; all of it is taken back by: \
             postchess td revoke --pass {pass}",
            report.declared
        ));
    }
    if report.sent + report.deferred > 0 {
        out.line(format_args!(
            "{} sent{}",
            report.sent,
            deferred(report.deferred)
        ));
    }
    done
}

/// A home that cannot be opened in the night, for a reason that passes or not: there is no
/// backup of it.
pub fn no_backup(failure: Failure) -> Failure {
    match failure.kind {
        FailureKind::Full | FailureKind::Later | FailureKind::Clock => Failure {
            kind: FailureKind::Failed,
            message: format!("no backup was made: {}", failure.message),
            ..failure
        },
        _ => failure,
    }
}

/// The one line for cron: silent when there is nothing to say.
pub fn nightly(desk: OpenHome, out: &Output) -> Result<(), Failure> {
    let report = desk.robot()?.nightly();
    if out.is_json() {
        out.json(&report)?;
    }
    match report.findings.len() {
        0 => Ok(()),
        // All else is done: only a server was away, or another run at work.
        found if found == report.passing => Err(Failure::later(report.findings.join("\n"))),
        _ => Err(Failure::failed(report.findings.join("\n"))),
    }
}

fn deferred(count: u32) -> String {
    match count {
        0 => String::new(),
        n => format!(", {n} will be tried again"),
    }
}
