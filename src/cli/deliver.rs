//! `postchess deliver`: one message on standard input, for a mail server's pipe.

use super::args::Global;
use super::desk::{home_of, hour};
use super::output::Output;
use crate::config::Config;
use crate::error::Failure;
use crate::robot::pipe;
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Keeps the message. Every failure is 75, "try again": a mail server then keeps
/// the message in its queue and writes to nobody, least of all to a forged sender.
pub fn run(global: &Global, out: &Output) -> Result<(), Failure> {
    let kept = catch_unwind(AssertUnwindSafe(|| {
        let home = home_of(global);
        let config = Config::load(home.root(), &global.set)?;
        let home = home.by(&config)?;
        let rehearsed = global.now.is_some();
        pipe::deliver(
            &home,
            &config,
            std::io::stdin().lock(),
            hour(global),
            rehearsed,
        )
    }));
    match kept {
        Ok(Ok(id)) if out.is_json() => out.json(&json!({"id": id})),
        Ok(Ok(_)) => Ok(()),
        Ok(Err(failure)) => Err(failure.later_instead()),
        Err(_) => Err(Failure::later(
            "the program failed; the message was not kept",
        )),
    }
}
