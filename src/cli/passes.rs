//! `poll`, `tick` and `nightly`.

use super::desk::Desk;
use super::output::Output;
use crate::error::Failure;

/// One pass over the mailbox; prints what it did.
pub fn poll(desk: Desk, out: &Output) -> Result<(), Failure> {
    let (mut robot, _lock) = desk.robot()?;
    let report = robot.poll()?;
    if out.is_json() {
        return out.json(&report);
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
    Ok(())
}

/// One pass over the clocks; prints what it did.
pub fn tick(desk: Desk, out: &Output) -> Result<(), Failure> {
    let (mut robot, _lock) = desk.robot()?;
    let report = robot.tick()?;
    if out.is_json() {
        return out.json(&report);
    }
    for line in &report.events {
        out.line(line);
    }
    if report.sent + report.deferred > 0 {
        out.line(format_args!(
            "{} sent{}",
            report.sent,
            deferred(report.deferred)
        ));
    }
    Ok(())
}

/// The one line for cron: silent when there is nothing to say.
pub fn nightly(desk: Desk, out: &Output) -> Result<(), Failure> {
    let (mut robot, _lock) = desk.robot()?;
    let report = robot.nightly()?;
    if out.is_json() {
        out.json(&report)?;
    }
    match report.findings.len() {
        0 => Ok(()),
        // All else is done: only a server was away.
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
