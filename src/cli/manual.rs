//! `postchess completions` and `postchess man`: made from the command line itself,
//! so that they never say anything else.

use super::args::{Cli, Shell};
use super::output::Output;
use crate::disk::{Readers, write_whole};
use crate::error::Failure;
use clap::{Command, CommandFactory};
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
            let mut command = command;
            command.build();
            pages(&command, folder)
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

/// A page for a command and for each below it. Nothing in them is a club's: where they lie
/// (`/usr/share/man`), all read them.
fn pages(command: &Command, folder: &Path) -> Result<(), Failure> {
    for below in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        pages(below, folder)?;
    }
    let man = clap_mangen::Man::new(command.clone());
    let path = folder.join(man.get_filename());
    let mut page = Vec::new();
    man.render(&mut page).map_err(Failure::failed)?;
    write_whole(&path, &page, Readers::All).map_err(|e| Failure::of_file(&path, &e))
}
