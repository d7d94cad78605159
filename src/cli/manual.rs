//! `postchess completions` and `postchess man`: made from the command line itself,
//! so that they never say anything else.

use super::args::{Cli, Shell};
use super::output::Output;
use crate::error::Failure;
use clap::CommandFactory;
use std::path::Path;

/// Prints what a shell needs to complete our command lines.
pub fn completions(out: &Output, shell: Shell) {
    let shell = match shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Fish => clap_complete::Shell::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "postchess", &mut script);
    out.text(&String::from_utf8_lossy(&script));
}

/// Prints the manual page, or writes a page for every command into a folder.
pub fn man(out: &Output, folder: Option<&Path>) -> Result<(), Failure> {
    let command = Cli::command().disable_help_subcommand(true);
    match folder {
        Some(folder) => {
            let wrong = |e: std::io::Error| Failure::of_file(folder, &e);
            std::fs::create_dir_all(folder).map_err(wrong)?;
            clap_mangen::generate_to(command, folder).map_err(wrong)
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command)
                .render(&mut page)
                .map_err(Failure::failed)?;
            out.text(&String::from_utf8_lossy(&page));
            Ok(())
        }
    }
}
