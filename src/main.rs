//! The postchess command.

use clap::Parser;
use postchess::cli::{args::Cli, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    run(&Cli::parse())
}
