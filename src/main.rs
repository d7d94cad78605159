//! The postchess command.

use mimalloc::MiMalloc;
use postchess::cli::{parse, run};
use std::process::ExitCode;

/// Letters are many small strings, made by one thread and dropped by another.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    match parse(std::env::args_os().collect()) {
        Ok(cli) => run(&cli),
        Err(code) => code,
    }
}
