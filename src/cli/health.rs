//! `postchess health`: for monitoring, and for whoever wonders. It writes nothing, so
//! that an account may ask that can only read.

use super::args::Global;
use super::desk::{home_of, hour};
use super::output::Output;
use crate::config::Config;
use crate::error::Failure;
use crate::robot::inquiry::health;
use crate::store::Store;

/// Looks at the home; exit 1 where there is something to do.
pub fn run(global: &Global, out: &Output) -> Result<(), Failure> {
    let home = home_of(global);
    let config = Config::load(home.root(), &global.set)?;
    let home = home.by(&config)?;
    let store = Store::look(home.database())?;
    let health = health(&home, &config, &store, hour(global))?;
    if out.is_json() {
        out.json(&health)?;
    } else {
        out.line(health.text(config.club.time_zone));
    }
    match health.findings.len() {
        0 => Ok(()),
        _ => Err(Failure::failed(health.findings.join("; "))),
    }
}
