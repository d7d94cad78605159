//! Small things that hard use found.

use crate::club::{ROBOT, Setup};
use crate::contract::House;
use crate::service::daemon::Daemon;
use std::os::unix::fs::PermissionsExt;

#[test]
fn the_longest_name_of_a_file_fails_no_pass() {
    let house = House::with(&Setup::new());
    let letter = |id: &str, from: &str, text: &str| {
        format!(
            "From: {from}\r\nTo: {ROBOT}\r\nMessage-ID: <{id}@x.example>\r\nSubject: [T26/1]\r\n\r\n{text}\r\n"
        )
    };
    // Latin and Cyrillic, cut in the middle of a letter where the bytes end; and two
    // that differ behind the cut only.
    let latin = "n".repeat(255);
    let mut cyrillic = "я".repeat(127);
    cyrillic.push('x');
    let twins = [
        format!("{}a", "t".repeat(254)),
        format!("{}b", "t".repeat(254)),
    ];
    for (name, text) in [
        (&latin, letter("m1", "ann@a.example", "1. 5254")),
        (&cyrillic, letter("m2", "bert@b.example", "1... 5755")),
        (&twins[0], letter("m3", "ann@a.example", "STATUS")),
        (&twins[1], letter("m4", "bert@b.example", "STATUS")),
    ] {
        house.write(&format!("club/mail/in/new/{name}"), &text);
        let answer = house.run("poll").done();
        assert!(
            answer.out.contains("1 fetched, 1 processed"),
            "{}",
            answer.out
        );
    }
    let count = |folder: &str| {
        std::fs::read_dir(house.path(&format!("club/mail/in/{folder}")))
            .unwrap()
            .count()
    };
    assert_eq!((count("new"), count(".Processed/cur")), (0, 4));
    assert_eq!(house.json("game show T26/1")["ply"], 2);
}

#[test]
fn a_password_that_others_may_read_is_warned_of_and_the_hour_has_a_zone() {
    let house = House::with(&Setup::new());
    house.write("secret", "s\n");
    let path = house.path("secret");
    let mode = |mode| {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    // The servers themselves are away: it is the password that counts here.
    let port = crate::servers::free_port();
    let both = |kind: &str, section: &str| {
        format!(
            "--set {section}.kind={kind} --set {section}.host=127.0.0.1 --set {section}.port={port} \
             --set {section}.security=none --set {section}.user=u --set {section}.password_file={}",
            path.display()
        )
    };
    let options = format!("{} {}", both("imap", "inbox"), both("smtp", "outbox"));
    mode(0o640);
    let answer = house.run(&format!("{options} check"));
    let warned = answer
        .err
        .matches("others may read the password file")
        .count();
    assert_eq!(warned, 1, "{}", answer.err);
    assert!(answer.err.contains("chmod 600"), "{}", answer.err);
    let hour = "hour: 2026-01-10 12:00 +03:00 (Europe/Moscow)";
    assert!(answer.err.contains(hour), "{}", answer.err);
    // The daemon says it when it starts, and not with every pass.
    let words: Vec<&str> = options.split_whitespace().collect();
    let daemon = Daemon::starts(&house, &words, &[]);
    std::thread::sleep(std::time::Duration::from_secs(1));
    let said = daemon.ends().err;
    assert_eq!(said.matches("others may read").count(), 1, "{said}");
}

#[test]
fn hours_for_operators_carry_their_zone() {
    let house = House::with(&Setup::new());
    house.run("nightly").done();
    let health = house.run("health").done().out;
    assert!(
        health.contains("mailbox read      2026-01-10 12:00 +03:00\n")
            && health.contains("newest backup     2026-01-10 12:00 +03:00\n"),
        "{health}"
    );
    // And where something is wrong.
    let late = house.at("2026-01-13T09:00:00Z", "health").err;
    assert!(late.contains("2026-01-10 12:00 +03:00"), "{late}");
}

#[test]
fn a_bare_equals_sign_among_broken_quoted_printable_is_asked() {
    let mut club = Setup::new().opens();
    club.play("T26/1", "5254 5755");
    club.sends(
        "ann",
        "=D0=9F=D1=80=D0=B8=D0=B2=D0=B5=D1=82=\n=\n=D0=9A=D0=B0=D0=BA",
    );
    club.is_told("ann", "not-understood");
    club.stands("T26/1", "/draw_offer", serde_json::Value::Null);
    // In a clean letter it offers a draw as ever.
    club.sends("ann", "2. 7163\n=");
    assert!(!club.game("T26/1")["draw_offer"].is_null());
    club.takes_all();
}
