//! Letters that left after the backup are known by their tokens.

use crate::club::{Club, Mail, Setup};
use postchess::token::{KEY_BYTES, Key};
use std::path::{Path, PathBuf};

/// A club with a backup of its first hour, in which Ann has moved since.
fn played() -> (Club, PathBuf) {
    let mut c = Setup::new().default_policy().opens();
    let backup = c.root().join("backup/first.db");
    let line = format!("backup {}", backup.display());
    c.types(&line).unwrap();
    let start = c.last_letter("ann", "T26/1");
    c.letter("ann").answering(&start).says("1. 5254").posts();
    c.polls();
    c.is_told("ann", "confirmation");
    c.is_told("bert", "move");
    (c, backup)
}

/// The disk is gone, with all that was on it but the key and the backup.
fn lost(c: &mut Club, backup: &Path) -> String {
    c.restarts();
    for name in ["postchess.db", "postchess.db-wal", "postchess.db-shm"] {
        let _ = std::fs::remove_file(c.root().join(name));
    }
    for folder in ["mail/in", "mail/out"] {
        std::fs::remove_dir_all(c.root().join(folder)).unwrap();
        for sub in ["tmp", "new", "cur"] {
            std::fs::create_dir_all(c.root().join(folder).join(sub)).unwrap();
        }
    }
    let root = c.root();
    let mut words = vec!["--home", root.to_str().unwrap(), "restore"];
    let path = backup.to_str().unwrap();
    words.push(path);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_postchess"))
        .args(&words)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn answers(c: &mut Club, mail: &Mail, text: &str) -> String {
    c.letter("ann").answering(mail).says(text).posts();
    c.polls();
    c.verdict()
}

#[test]
fn a_letter_that_left_after_the_backup_is_still_known() {
    let (mut c, backup) = played();
    let confirmed = c.last_letter("ann", "T26/1");
    lost(&mut c, &backup);
    c.stands("T26/1", "/ply", 0);
    assert_eq!(answers(&mut c, &confirmed, "1. 5254"), "move");
    c.is_told("ann", "confirmation");
    c.is_told("bert", "move");
    // Whether it was used before nobody knew; that it is used now is known.
    assert_eq!(answers(&mut c, &confirmed, "2. 7163"), "unverified");
    c.is_told("ann", "challenge");
}

/// By its Message-ID alone, too: who answers to the plain address.
#[test]
fn in_reply_to_is_enough() {
    let (mut c, backup) = played();
    let confirmed = c.last_letter("ann", "T26/1");
    lost(&mut c, &backup);
    let draft = c.letter("ann").in_reply_to(&confirmed);
    draft.says("1. 5254").posts();
    c.polls();
    assert_eq!(c.verdict(), "move");
    c.is_told("ann", "confirmation");
    c.is_told("bert", "move");
}

#[test]
fn what_cannot_be_taken_back_is_asked_by_code() {
    for words in ["RESIGN", "ACCEPT DRAW", "WITHDRAW"] {
        let (mut c, backup) = played();
        let confirmed = c.last_letter("ann", "T26/1");
        lost(&mut c, &backup);
        assert_eq!(answers(&mut c, &confirmed, words), "unverified", "{words}");
        c.is_told("ann", "challenge");
        c.stands("T26/1", "/status", "active");
    }
}

/// A token holds for its player, its key and its place alone.
#[test]
fn nobody_elses_token_is_enough() {
    let (mut c, backup) = played();
    let confirmed = c.last_letter("ann", "T26/1");
    lost(&mut c, &backup);
    c.letter("bert")
        .answering(&confirmed)
        .says("1... 5755")
        .posts();
    c.polls();
    assert_eq!(c.verdict(), "unverified");
    c.everything_read();
    let other = confirmed.reply_to.replace("moves+conf.1.", "moves+conf.2.");
    assert_ne!(other, confirmed.reply_to);
    c.letter("bert").to(&other).says("1... 5755").posts();
    c.polls();
    assert_eq!(c.verdict(), "unverified");
    c.everything_read();
}

#[test]
fn without_the_key_a_restore_says_so() {
    let (mut c, backup) = played();
    let confirmed = c.last_letter("ann", "T26/1");
    std::fs::remove_file(c.root().join("postchess.key")).unwrap();
    let told = lost(&mut c, &backup);
    assert!(
        told.contains("the key of the reply addresses is not here"),
        "{told}"
    );
    assert_eq!(answers(&mut c, &confirmed, "1. 5254"), "unverified");
    c.is_told("ann", "challenge");
    // Letters that the backup knows are known still.
    let start = c.outbox_states().len();
    assert!(start > 0);
}

#[test]
fn a_passphrase_opens_the_key_that_the_backup_holds() {
    let mut c = Setup::new().default_policy().opens();
    let root = c.root();
    std::fs::write(root.join("passphrase"), "correct horse\n").unwrap();
    let config = root.join("postchess.toml");
    let text = std::fs::read_to_string(&config).unwrap();
    let text = text.replace("[auth]\n", "[auth]\nkey_passphrase_file = \"passphrase\"\n");
    std::fs::write(&config, text).unwrap();
    c.restarts();
    let backup = root.join("backup/first.db");
    c.types(&format!("backup {}", backup.display())).unwrap();
    let start = c.last_letter("ann", "T26/1");
    assert_eq!(answers(&mut c, &start, "1. 5254"), "move");
    let confirmed = c.is_told("ann", "confirmation");
    c.is_told("bert", "move");
    let key = root.join("postchess.key");
    let before = std::fs::read(&key).unwrap();
    std::fs::remove_file(&key).unwrap();
    let told = lost(&mut c, &backup);
    assert!(
        told.contains("the key was taken out of the backup"),
        "{told}"
    );
    assert_eq!(std::fs::read(&key).unwrap(), before);
    assert_eq!(answers(&mut c, &confirmed, "1. 5254"), "move");
    c.is_told("ann", "confirmation");
    c.is_told("bert", "move");
}

#[test]
fn the_key_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let mut c = Club::opens();
    c.robot();
    let key = c.root().join("postchess.key");
    let mode = std::fs::metadata(&key).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_key_that_is_away_is_not_made_anew_unasked() {
    let mut c = Setup::new().default_policy().opens();
    let start = c.last_letter("ann", "T26/1");
    let key = c.root().join("postchess.key");
    let before = std::fs::read(&key).unwrap();
    std::fs::remove_file(&key).unwrap();
    for line in ["poll", "check", "nightly"] {
        let why = c.types(line).unwrap_err();
        assert!(why.contains("is not there"), "{line}: {why}");
        assert!(!key.exists(), "{line}");
    }
    std::fs::write(&key, &before).unwrap();
    assert_eq!(answers(&mut c, &start, "1. 5254"), "move");
    c.is_told("ann", "confirmation");
    c.is_told("bert", "move");
    // Where no copy is left, an empty file says so.
    std::fs::write(&key, "").unwrap();
    c.types("poll").unwrap();
    let made = std::fs::read(&key).unwrap();
    assert!(!made.is_empty() && made != before);
}

/// Another key in the file is found by whoever looks, as often as he looks, and takes nothing
/// of the right one with it; meant is what stands above the old one, or in an emptied file.
#[test]
fn another_key_in_its_file_is_a_finding_until_it_is_meant_or_gone() {
    let mut c = Setup::new().default_policy().opens();
    let key = c.root().join("postchess.key");
    let right = std::fs::read_to_string(&key).unwrap();
    let other = Key::new([7; KEY_BYTES]).text();
    let found = |c: &mut Club, line: &str| {
        let told = c.types(line).err().unwrap_or_default();
        told.contains("another key than our letters were named with")
    };
    std::fs::write(&key, format!("{other}\n")).unwrap();
    assert!(found(&mut c, "health"));
    c.types("poll").unwrap();
    assert!(found(&mut c, "check"));
    assert!(found(&mut c, "health"));
    std::fs::write(&key, &right).unwrap();
    assert!(!found(&mut c, "health"));
    // Meant: the old one knows its cards still.
    std::fs::write(&key, format!("{other}\n{right}")).unwrap();
    assert!(!found(&mut c, "health"));
    c.types("poll").unwrap();
    std::fs::write(&key, format!("{other}\n")).unwrap();
    assert!(!found(&mut c, "health"));
    std::fs::write(&key, "").unwrap();
    c.types("poll").unwrap();
    assert!(!found(&mut c, "health"));
}

/// Where nobody knows what was done with tokens since the backup, none of them is enough alone
/// for what comes behind the restore: not those of letters that the backup has either. What
/// came before it is processed again as it was.
#[test]
fn behind_a_restore_a_token_of_before_needs_a_code_beside_it() {
    for (newest, verdict) in [
        ("start", "unverified"),
        ("move", "unverified"),
        ("", "move"),
    ] {
        let mut c = Setup::new().default_policy().opens();
        let backup = c.root().join("backup/first.db");
        c.types(&format!("backup {}", backup.display())).unwrap();
        let of_start = c.last_letter("bert", "T26/1");
        let start = c.last_letter("ann", "T26/1");
        assert_eq!(answers(&mut c, &start, "1. 5254"), "move");
        let of_move = c.is_told("bert", "move");
        c.everything_read();
        c.it_is("2026-01-12T09:00:00Z");
        c.types(&format!("restore {}", backup.display())).unwrap();
        c.it_is("2026-01-12T10:00:00Z");
        c.polls();
        c.stands("T26/1", "/ply", 1);
        let anew = c.is_told("bert", "move");
        c.everything_read();
        let answered = match newest {
            "start" => of_start,
            "move" => of_move,
            _ => anew,
        };
        c.it_is("2026-01-13T09:00:00Z");
        c.letter("bert")
            .answering(&answered)
            .says("1... 5755")
            .posts();
        c.polls();
        assert_eq!(c.verdict(), verdict, "{newest}");
        c.everything_read();
    }
}
