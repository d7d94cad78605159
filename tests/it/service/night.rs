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
    let copies = std::fs::read_dir(house.path("club/backup")).unwrap();
    let names: Vec<String> = copies
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names, ["postchess-20260110T090000Z.db"]);
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
    assert_eq!(
        std::fs::read_dir(house.path("club/backup"))
            .unwrap()
            .count(),
        1
    );
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
