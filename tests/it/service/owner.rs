//! Whose home it is, with real users: on every command that opens one, root becomes its owner,
//! and nobody else gets in.

use super::daemon::soon;
use crate::club::Setup;
use crate::contract::{Answer, House, bare, program};
use crate::ground::{impossible, not_root};
use crate::servers::run;
use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Who owns the home: an account of every Debian.
const OWNER: &str = "nobody:nogroup";

/// A line of each command that opens a home; `OUT` is a folder of its owner's.
const OPENING: [&str; 23] = [
    "check",
    "today",
    "site --output OUT/public",
    "tournament list",
    "game show T26/1",
    "player list",
    "post sent",
    "print --output OUT/cards.pdf",
    "poll",
    "desk invite ann@a.example",
    "deliver",
    "tick",
    "nightly",
    "health",
    "read OUT/letter.eml",
    "inbox list",
    "outbox list",
    "td --reason known penalty T26/1 white 2",
    "verify",
    "backup OUT/copy.db",
    "migrate --to file",
    "restore OUT/copy.db",
    "tournament add OUT/t.toml",
];

/// What lasts, and what opens none.
const OTHERS: [&str; 8] = [
    "daemon",
    "serve",
    "init",
    "demo",
    "notation",
    "completions",
    "man",
    "help",
];

/// A home whose letters wait, in a folder that others can go through; all of it is its owner's.
fn home_of_nobody() -> House {
    let house = House::with(&Setup::new());
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    let (club, out) = (house.path("club"), house.path("out"));
    std::fs::create_dir(&out).unwrap();
    house.write("out/letter.eml", "From: ann@a.example\n\n1. 5254\n");
    house.write("out/t.toml", &Setup::new().file());
    mode(&house.path(""), 0o755);
    for folder in [&club, &out] {
        run("chown", &["-R", OWNER, folder.to_str().unwrap()]);
    }
    house
}

fn mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Every file and folder with its owner, rights, size and hour.
fn tree(folder: &Path) -> BTreeSet<String> {
    let form = "%p %u:%g %m %s %T@\\n";
    let listed = run("find", &[folder.to_str().unwrap(), "-printf", form]);
    listed.lines().map(str::to_owned).collect()
}

fn line_in(house: &House, line: &str) -> String {
    line.replace("OUT", house.path("out").to_str().unwrap())
}

/// A command line as another account.
fn as_another(house: &House, account: &str, line: &str) -> Answer {
    let mut command = Command::new("setpriv");
    command
        .args([&format!("--reuid={account}"), "--regid=65534"])
        .arg("--clear-groups")
        .arg(bare().get_program())
        .arg("--home")
        .arg(house.path("club"))
        .args(["--now", "2026-01-10T09:00:00Z"])
        .args(["--set", "auth.policy=address"])
        .args(line_in(house, line).split_whitespace())
        .stdin(Stdio::null());
    Answer::of(&command.output().expect("setpriv"))
}

#[test]
fn every_command_is_in_the_table() {
    let help = program(&["--help"]).done().out;
    let commands = help.split_once("Commands:\n").unwrap().1;
    let commands: BTreeSet<&str> = commands
        .lines()
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let opening = OPENING.iter().filter_map(|line| line.split(' ').next());
    let known: BTreeSet<&str> = opening.chain(OTHERS).collect();
    assert_eq!(commands, known);
}

#[test]
fn another_user_is_refused_and_told_what_to_type() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let house = home_of_nobody();
    let before = tree(&house.path(""));
    for line in OPENING.into_iter().chain(["daemon", "serve"]) {
        // As an account that may read nothing, and as one that may read everything.
        for rights in [0o700, 0o755] {
            if line == "health" && rights == 0o755 {
                continue;
            }
            mode(&house.path("club"), rights);
            let answer = as_another(&house, "1", line);
            let code = if line == "deliver" { 75 } else { 1 };
            assert_eq!(answer.code, code, "{line}: {}", answer.err);
            if line != "health" {
                let typed = format!(
                    "type: sudo -u nobody postchess --home {} --now",
                    house.path("club").display()
                );
                assert!(answer.err.contains(&typed), "{line}: {}", answer.err);
            }
        }
    }
    mode(&house.path("club"), 0o700);
    assert_eq!(tree(&house.path("")), before);
    // Where there is no home, that is said.
    let none = house.path("out").display().to_string();
    let nowhere = program(&["--home", &none, "poll"]);
    nowhere.fails(3);
}

#[test]
fn root_becomes_the_owner_and_leaves_nothing_of_its_own() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let house = home_of_nobody();
    for line in OPENING {
        let letter = b"From: bert@b.example\n\nx\n";
        let answer = house.given("2026-01-10T09:00:00Z", &line_in(&house, line), letter);
        assert!(
            !answer.err.contains("root cannot") && !answer.err.contains("type: sudo"),
            "{line}: {}",
            answer.err
        );
        for folder in ["club", "out"] {
            let found = house.path(folder);
            let found = run(
                "find",
                &[found.to_str().unwrap(), "!", "-user", "nobody", "-print"],
            );
            assert_eq!(found, "", "{line}");
        }
    }
    // The service goes on as it did.
    for line in ["poll", "backup", "nightly"] {
        let answer = as_another(&house, "nobody", line);
        assert_eq!(answer.code, 0, "{line}: {}", answer.err);
    }
}

#[test]
fn what_lasts_has_the_owners_rights_and_no_others() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let house = home_of_nobody();
    for line in ["daemon", "serve --set web.listen=127.0.0.1:0"] {
        let mut child = bare()
            .arg("--home")
            .arg(house.path("club"))
            .args(line.split(' '))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        let status = format!("/proc/{}/status", child.id());
        let of = |key: &str| {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let found = text.lines().find_map(|line| line.strip_prefix(key));
            let words = found.unwrap_or("?").split_whitespace();
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        soon("it is the owner", || of("Uid:") == ["65534"; 4]);
        assert_eq!(of("Gid:"), ["65534"; 4], "{line}");
        assert_eq!(of("Groups:"), [""; 0], "{line}");
        assert_eq!(of("CapEff:"), ["0000000000000000"], "{line}");
        run("kill", &["-TERM", &child.id().to_string()]);
        child.wait().unwrap();
    }
}

#[test]
fn check_warns_of_a_key_or_a_home_that_others_may_read() {
    let house = House::new();
    let (club, key) = (house.path("club"), house.path("club/postchess.key"));
    for (of_home, of_key, home_warned, key_warned) in [
        (0o700, 0o600, false, false),
        (0o755, 0o400, true, false),
        // The group of an account that watches over the home may read it.
        (0o750, 0o644, false, true),
        (0o701, 0o640, true, true),
    ] {
        mode(&club, of_home);
        mode(&key, of_key);
        let out = house.run("check").done().err;
        let warned = |words: &str| {
            let mut lines = out.lines();
            lines.any(|line| line.starts_with("warning: ") && line.contains(words))
        };
        let found = (
            warned("others may read the home"),
            warned("others may read the key"),
        );
        assert_eq!(found, (home_warned, key_warned), "{out}");
    }
}
