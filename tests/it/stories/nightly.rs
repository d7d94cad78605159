//! The one line for cron.

use crate::club::{Club, Setup};

#[test]
fn it_writes_reports_and_a_backup_and_says_nothing() {
    let mut club = Setup::new().round_robin(3).opens();
    let said = club.types("nightly").unwrap();
    assert_eq!(said, "");
    let root = club.root();
    for file in ["T26.txt", "T26.json"] {
        assert!(root.join("reports").join(file).is_file(), "{file}");
    }
    let json = std::fs::read_to_string(root.join("reports/T26.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["tournament"], "T26");
    let copies = std::fs::read_dir(root.join("backup")).unwrap().count();
    assert_eq!(copies, 1);
}

#[test]
fn it_polls_and_ticks() {
    let mut club = Club::opens();
    club.writes("ann", "1. 5254");
    club.types("nightly").unwrap();
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.it_is("2026-01-26T02:00:00Z");
    club.types("nightly").unwrap();
    club.are_told(&["bert", "arbiter"], "repeat");
}

#[test]
fn old_backups_go() {
    let mut club = Setup::new().set("keep.backups", "3").opens();
    for _ in 0..5 {
        club.days_pass(1);
        club.types("nightly").unwrap();
    }
    let root = club.root();
    assert_eq!(std::fs::read_dir(root.join("backup")).unwrap().count(), 3);
}

#[test]
fn a_club_lives_for_months() {
    let mut club = Setup::new().round_robin(3).opens();
    for day in 0..60 {
        club.days_pass(1);
        if day % 20 == 7 {
            for game in ["T26/1", "T26/2", "T26/3"] {
                let (who, number) = club.whose_turn(game);
                let dots = if club.game(game)["turn"] == "white" {
                    "."
                } else {
                    "..."
                };
                let text = ["7163", "7866", "6371"][usize::try_from(day / 20).unwrap()];
                club.letter(&who)
                    .subject(&format!("[{game}]"))
                    .says(&format!("{number}{dots} {text}"))
                    .posts();
            }
        }
        club.robot().nightly();
        club.restarts();
    }
    club.polls();
    for game in ["T26/1", "T26/2", "T26/3"] {
        club.stands(game, "/ply", 3);
    }
    club.everything_read();
}

#[test]
fn what_a_killed_run_left_goes() {
    let mut club = Setup::new().opens();
    let left = club
        .root()
        .join("backup/postchess-20260109T000000Z.db.part");
    std::fs::create_dir_all(left.parent().unwrap()).unwrap();
    std::fs::write(&left, "half").unwrap();
    club.types("nightly").unwrap();
    assert!(!left.exists());
}
