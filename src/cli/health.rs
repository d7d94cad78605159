//! `postchess health`: for monitoring, and for whoever wonders.

use super::desk::Desk;
use super::output::Output;
use crate::error::Failure;
use crate::robot::health::health;

/// Looks at the home; exit 1 where there is something to do.
pub fn run(desk: &Desk, out: &Output) -> Result<(), Failure> {
    let health = health(&desk.home, &desk.config, &desk.store, desk.now)?;
    if out.is_json() {
        out.json(&health)?;
    } else {
        out.line(health.text(desk.config.club.time_zone));
    }
    match health.findings.len() {
        0 => Ok(()),
        _ => Err(Failure::failed(health.findings.join("; "))),
    }
}
