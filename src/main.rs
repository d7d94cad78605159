//! The postchess command.

use postchess::cli::{parse, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    match parse(std::env::args_os().collect()) {
        Ok(cli) => run(&cli),
        Err(code) => code,
    }
}
