//! Two nights at once do not collide, and say nothing where all is well.

use crate::club::Setup;
use crate::contract::{Answer, House, bare};
use std::process::Stdio;

const NOW: &str = "2026-01-10T09:00:00Z";

#[test]
fn several_nights_at_once_do_not_collide() {
    let house = House::with(&Setup::new());
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    let nights: Vec<_> = (0..4)
        .map(|_| {
            bare()
                .arg("--home")
                .arg(house.path("club"))
                .args(["--now", NOW, "--set", "auth.policy=address", "nightly"])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    let mut through = 0;
    for night in nights {
        let answer = Answer::of(&night.wait_with_output().unwrap());
        assert!(answer.code == 0 || answer.code == 75, "{}", answer.err);
        assert_eq!(answer.out, "");
        through += usize::from(answer.code == 0);
    }
    assert!(through > 0);
    assert_eq!(house.json("game show T26/1")["ply"], 1);
    house.run("verify").done();
    assert_eq!(house.backups(), ["postchess-20260110T090000Z.db"]);
}

#[test]
fn a_mail_server_that_is_away_is_tried_again_later_and_all_else_is_done() {
    let house = House::new();
    let answer = house.run(
        "--set inbox.kind=imap --set inbox.host=127.0.0.1 --set inbox.port=9 \
         --set inbox.security=none --set inbox.user=u --set inbox.password_env=PATH nightly",
    );
    answer.fails(75);
    assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
    assert_eq!(house.backups().len(), 1);
}

#[test]
fn who_waits_for_another_run_is_told_to_come_again() {
    let house = House::with(&Setup::new());
    let _lock =
        postchess::robot::lock::take(&postchess::robot::Home::at(house.path("club")).lock())
            .unwrap();
    let began = std::time::Instant::now();
    let answer = house.run("nightly");
    answer.fails(75);
    assert!(began.elapsed().as_secs() >= 5);
    assert!(answer.err.contains("another run"), "{}", answer.err);
}

#[test]
fn backups_of_a_clock_that_stood_ahead_keep_no_new_one_from_staying() {
    let house = House::with(&Setup::new());
    house.at("2026-01-10T03:00:00Z", "nightly").done();
    for day in 1..=3 {
        house
            .at(&format!("2027-03-0{day}T03:00:00Z"), "backup")
            .done();
    }
    for day in 11..=15 {
        let now = format!("2026-01-{day}T03:00:00Z");
        // What is to come is no backup of tonight.
        let health = house.at(&now, "--set health.backup_hours=20 health");
        assert!(
            health.err.contains("the newest backup was made"),
            "{}",
            health.err
        );
        house.at(&now, "--set keep.backups=3 nightly").done();
        let all = house.backups();
        assert_eq!(all.len(), 3, "{all:?}");
        let of_tonight = format!("postchess-202601{day}T030000Z.db");
        assert!(all.contains(&of_tonight), "{all:?}");
        for name in &all {
            let line = format!("restore backup/{name}");
            house.at(&now, &line).done();
        }
    }
    assert_eq!(
        house.backups(),
        [
            "postchess-20260113T030000Z.db.delta",
            "postchess-20260114T030000Z.db.delta",
            "postchess-20260115T030000Z.db",
        ]
    );
}

#[test]
fn a_mailbox_that_is_away_is_no_empty_one() {
    let house = House::with(&Setup::new());
    house.run("poll").done();
    let (there, away) = (house.path("club/mail"), house.path("away"));
    std::fs::rename(&there, &away).unwrap();
    for (line, code) in [("poll", 1), ("nightly", 1), ("check", 1), ("poll", 1)] {
        let answer = house.run(line);
        answer.fails(code);
        assert!(
            answer.err.contains("there is no Maildir at"),
            "{line}: {}",
            answer.err
        );
    }
    assert!(!there.exists());
    // Ann's time is over by far: her letter may lie where nobody can look.
    house.at("2026-09-10T09:00:00Z", "tick");
    assert_eq!(house.json("game show T26/1")["status"], "active");
    std::fs::rename(&away, &there).unwrap();
    house.run("check").done();
}

#[test]
fn a_night_in_which_the_database_cannot_be_opened_is_no_good_one() {
    let house = House::with(&Setup::new());
    let answer = house.run("--set database.url=postgres://nobody@127.0.0.1:9/none nightly");
    answer.fails(1);
    assert!(answer.err.contains("no backup was made"), "{}", answer.err);
}
