//! Completions, manual pages and the files of `examples/service` speak of the
//! commands that there are.

use crate::contract::program;
use std::process::Command;

/// The subcommands, as `--help` lists them.
fn commands() -> Vec<String> {
    let help = program(&["--help"]).done().out;
    let list = help.split("Commands:").nth(1).expect("a list");
    let list = list.split("Options:").next().unwrap();
    list.lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|word| word.starts_with(char::is_lowercase) && *word != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn completions_know_every_command() {
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = program(&["completions", shell]).done().out;
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell}: {command}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("postchess");
    std::fs::write(&script, program(&["completions", "bash"]).done().out).unwrap();
    let checked = Command::new("bash").arg("-n").arg(&script).status();
    assert!(checked.expect("bash").success());
    program(&["completions", "tcsh"]).fails(2);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    program(&["man", folder.path().to_str().unwrap()]).done();
    let page = program(&["man"]).done().out;
    assert_eq!(
        std::fs::read_to_string(folder.path().join("postchess.1")).unwrap(),
        page
    );
    for command in commands() {
        assert!(page.contains(&command.replace('-', "\\-")), "{command}");
        let of_its_own = folder.path().join(format!("postchess-{command}.1"));
        assert!(of_its_own.is_file(), "{command}");
    }
}

#[test]
fn the_examples_name_commands_that_there_are() {
    let mut found = 0;
    for entry in std::fs::read_dir("examples/service").unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines() {
            for part in line.split("postchess ").skip(1) {
                let line = part.split(['>', '&', '|', ';']).next().unwrap_or("");
                let mut words: Vec<&str> = line.split_whitespace().collect();
                if !line.starts_with('-')
                    && !["daemon", "nightly", "poll", "tick", "health"]
                        .contains(words.first().unwrap_or(&""))
                {
                    continue;
                }
                words.push("--help");
                let answer = program(&words);
                assert_eq!(answer.code, 0, "{}: {line}: {}", path.display(), answer.err);
                found += 1;
            }
        }
    }
    assert!(found >= 6, "{found}");
}
