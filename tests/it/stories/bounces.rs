//! Letters of ours that come back (RULES.md 2 "Left", article 56.5.2), and reports
//! that only say so.

use crate::club::{Club, Mail, ROBOT, Setup};
use crate::reports_of_mail::{self, back, in_words, report};

fn fields(address: &str, action: &str, status: &str) -> String {
    let said = format!("550 {status} <{address}>: no such user");
    reports_of_mail::fields(address, action, status, &said)
}

/// It comes back, as it should.
pub(super) fn comes_back(club: &mut Club, mail: &Mail) {
    let report = report(mail, &back(mail), &fields(&mail.to, "failed", "5.1.1"));
    club.drops(report.as_bytes());
    club.polls();
    assert_eq!(club.verdict(), "bounce");
}

/// Ann has moved, and Bert has the letter: his clock runs from the 11th.
fn waiting_for_bert() -> (Club, Mail) {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    let mail = club.is_told("bert", "move");
    club.stands("T26/1", "/clock/running/since", "2026-01-11");
    (club, mail)
}

#[test]
fn a_letter_that_comes_back_stops_the_clock() {
    let (mut club, mail) = waiting_for_bert();
    club.days_pass(2);
    comes_back(&mut club, &mail);
    let told = club.is_told("arbiter", "delivery-problem");
    told.says("Bert Baker").says("no such user").says("56.5.2");
    told.says("outbox retry").says("td set-dates T26/1 2");
    assert_eq!(told.game.as_deref(), Some("T26/1"));
    let told = club.is_told("ann", "delivery-problem");
    told.says("Bert Baker")
        .says("56.5.2")
        .says("24 January 2026");
    club.nobody_is_told();
    let game = club.game("T26/1");
    assert!(game["clock"]["running"].is_null(), "{game}");
    let what = |n: usize| game["record"].as_array().unwrap()[n]["what"].clone();
    let last = game["record"].as_array().unwrap().len() - 1;
    assert_eq!(
        (what(last - 1), what(last)),
        ("letter-lost".into(), "matter-opened".into())
    );
    // A copy leaves the next day, and is received a day after.
    let states: Vec<String> = club.outbox_states().into_iter().map(|s| s.1).collect();
    assert!(states.iter().any(|s| s == "queued"), "{states:?}");
    club.lives(1);
    let again = club.is_told("bert", "move");
    assert_eq!(again.message_id, mail.message_id);
    club.stands("T26/1", "/clock/running/since", "2026-01-14");
    club.lives(5);
    club.nobody_is_told();
    club.sends("bert", "1... 5755");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    // Received on the 14th, sent on the 18th.
    club.stands("T26/1", "/clock/black/total", 4);
    club.types("verify").unwrap();
}

#[test]
fn the_arbiter_sets_the_receipt_of_a_lost_letter() {
    let (mut club, mail) = waiting_for_bert();
    club.days_pass(2);
    comes_back(&mut club, &mail);
    club.are_told(&["arbiter", "ann"], "delivery-problem");
    club.days_pass(10);
    club.types("td set-dates T26/1 2 --received 2026-01-20 --reason telephone")
        .unwrap();
    club.all_read("ruling");
    club.stands("T26/1", "/clock/running/since", "2026-01-20");
    club.everything_read();
}

#[test]
fn who_never_got_it_asks_for_it_again() {
    let (mut club, mail) = waiting_for_bert();
    club.days_pass(2);
    comes_back(&mut club, &mail);
    club.are_told(&["arbiter", "ann"], "delivery-problem");
    club.days_pass(8);
    club.sends("bert", "REPEAT");
    club.is_told("bert", "repeat");
    // The copy that had to leave before.
    club.is_told("bert", "move");
    club.stands("T26/1", "/clock/running/since", "2026-01-21");
    club.nobody_is_told();
}

#[test]
fn the_robots_own_repeat_counts_where_the_first_letter_was_lost() {
    let mut club = Setup::new().rules("repeat_after_days = 4").opens();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    let mail = club.is_told("bert", "move");
    club.lives(6);
    let repeat = club.is_told("bert", "repeat");
    club.is_told("arbiter", "repeat");
    club.stands("T26/1", "/clock/running/since", "2026-01-11");
    comes_back(&mut club, &mail);
    club.are_told(&["arbiter", "ann"], "delivery-problem");
    club.stands("T26/1", "/clock/running/since", "2026-01-16");
    // That came back too: now nothing has arrived.
    comes_back(&mut club, &repeat);
    club.is_told("arbiter", "delivery-problem")
        .says("24 January 2026");
    club.is_told("ann", "delivery-problem");
    club.stands("T26/1", "/clock/running", serde_json::Value::Null);
}

#[test]
fn a_report_counts_once_and_only_for_a_failure() {
    let (mut club, mail) = waiting_for_bert();
    for (action, status) in [
        ("delayed", "4.4.1"),
        ("delivered", "2.0.0"),
        ("relayed", "2.0.0"),
    ] {
        club.drops(report(&mail, ROBOT, &fields("bert@b.example", action, status)).as_bytes());
        club.polls();
        assert_eq!(club.verdict(), "bulk");
    }
    club.nobody_is_told();
    club.stands("T26/1", "/clock/running/since", "2026-01-11");
    comes_back(&mut club, &mail);
    club.are_told(&["arbiter", "ann"], "delivery-problem");
    let entries = club.game("T26/1")["record"].as_array().unwrap().len();
    for status in ["5.1.1", "5.1.10", "5.0.0"] {
        let said = fields("bert@b.example", "failed", status);
        club.drops(report(&mail, &back(&mail), &said).as_bytes());
        club.polls();
        assert_eq!(club.verdict(), "bounce");
    }
    club.nobody_is_told();
    assert_eq!(
        club.game("T26/1")["record"].as_array().unwrap().len(),
        entries
    );
}

#[test]
fn forged_reports_silence_nobody() {
    let (mut club, mail) = waiting_for_bert();
    let guessed = Mail {
        message_id: "g1.p1.aaaaaaaaaaaaaaaaaaaaaaaaaa@club.example".to_owned(),
        raw: b"Message-ID: <g1.p1.aaaaaaaaaaaaaaaaaaaaaaaaaa@club.example>\n\nx".to_vec(),
        ..mail.clone()
    };
    let none = Mail {
        raw: b"Subject: x\n\nx".to_vec(),
        ..mail.clone()
    };
    for (about, to, address) in [
        // No Message-ID of ours, a guessed one, a guessed return address.
        (&none, ROBOT, "bert@b.example"),
        (&guessed, ROBOT, "bert@b.example"),
        (
            &none,
            "moves+b-aaaaaaaaaaaaaaaaaaaaaaaaaa@club.example",
            "bert@b.example",
        ),
        // A letter of ours, but it went elsewhere.
        (&mail, ROBOT, "ann@a.example"),
    ] {
        for n in 0..5 {
            let said = fields(address, "failed", &format!("5.1.{n}"));
            club.drops(report(about, to, &said).as_bytes());
            club.polls();
            assert_eq!(club.verdict(), "bounce");
            assert!(
                club.note().contains("counts for nothing"),
                "{}",
                club.note()
            );
        }
    }
    club.nobody_is_told();
    club.stands("T26/1", "/clock/running/since", "2026-01-11");
    for who in ["ann@a.example", "bert@b.example"] {
        let shown = club.types(&format!("--json player show {who}")).unwrap();
        assert!(shown.contains("\"hard_bounces\": 0"), "{shown}");
    }
}

#[test]
fn the_secret_return_address_is_token_enough() {
    let (mut club, mail) = waiting_for_bert();
    let to = back(&mail);
    // As mail.ru and Exim write: no report, no Message-ID, another address behind his.
    let text = in_words(&to, "bert@elsewhere.example", "550 unrouteable address");
    club.drops(text.as_bytes());
    club.polls();
    assert_eq!(club.verdict(), "bounce");
    let told = club.is_told("arbiter", "delivery-problem");
    told.says("550 unrouteable address");
    club.is_told("ann", "delivery-problem");
    assert!(club.game("T26/1")["clock"]["running"].is_null());
    // Whoever writes there is a machine, and its words are nobody's.
    club.letter("bert").to(&to).says("1... 5755").posts();
    club.polls();
    assert_eq!(club.verdict(), "auto-reply");
    club.stands("T26/1", "/ply", 1);
    club.nobody_is_told();
}

#[test]
fn an_address_fails_after_three_and_is_good_again_when_he_writes() {
    let mut club = Setup::new().pairs(&[(1, 2), (2, 1), (1, 2)]).opens();
    let starts: Vec<Mail> = ["T26/1", "T26/2", "T26/3"]
        .iter()
        .map(|game| club.last_letter("bert", game))
        .collect();
    club.everything_read();
    comes_back(&mut club, &starts[0]);
    club.nobody_is_told();
    // Bert has White in the second game: his clock hangs on it.
    comes_back(&mut club, &starts[1]);
    club.is_told("arbiter", "delivery-problem")
        .says("has come back");
    club.is_told("ann", "delivery-problem");
    comes_back(&mut club, &starts[2]);
    let told = club.is_told("arbiter", "delivery-problem");
    told.says("3 letters in a row").says("td address 2");
    let shown = club.types("player show 2").unwrap();
    assert!(
        shown.contains("letters come back since 2026-01-10"),
        "{shown}"
    );
    let report = club
        .types("--json tournament report T26 --format json")
        .unwrap();
    assert!(report.contains("address-failing"), "{report}");
    // Moves are still sent to him, reminders are not.
    club.sends("ann", "T26/1\n1. 5254");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    for _ in 0..58 {
        club.days_pass(1);
        club.ticks();
    }
    assert!(club.all_read("reminder") > 0);
    club.everything_read();
    let out = club.types("--json outbox list").unwrap();
    let rows: serde_json::Value = serde_json::from_str(&out).unwrap();
    let kept = |r: &serde_json::Value| r["kind"] == "reminder" && r["to"] == "bert@b.example";
    let states: Vec<&str> = rows
        .as_array()
        .unwrap()
        .iter()
        .filter(|r| kept(r))
        .map(|r| r["state"].as_str().unwrap())
        .collect();
    assert!(
        !states.is_empty() && states.iter().all(|s| *s == "failed"),
        "{states:?}"
    );
    club.sends("bert", "T26/1\n1... 5755");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    let shown = club.types("player show 2").unwrap();
    assert!(!shown.contains("letters come back"), "{shown}");
    club.everything_read();
}

#[test]
fn soft_failures_do_not_mark_an_address() {
    let mut club = Setup::new()
        .pairs(&[(1, 2), (1, 2), (1, 2), (1, 2)])
        .opens();
    for game in ["T26/1", "T26/2", "T26/3", "T26/4"] {
        let mail = club.last_letter("bert", game);
        let said = fields("bert@b.example", "failed", "4.4.7");
        club.drops(report(&mail, &back(&mail), &said).as_bytes());
        club.polls();
        assert_eq!(club.verdict(), "bounce");
    }
    club.everything_read();
    let shown = club.types("--json player show 2").unwrap();
    assert!(shown.contains("\"hard_bounces\": 0"), "{shown}");
}

/// A `sendmail` that takes every letter but those to Bert, and notes how it was called.
fn picky_sendmail(folder: &std::path::Path) -> String {
    let program = folder.join("sendmail");
    let calls = folder.join("calls");
    let script = format!(
        "cat >/dev/null\necho \"$@\" >>{}\ncase \"$*\" in *bert@b.example) echo 'no such user' >&2; exit 67;; esac",
        calls.display()
    );
    crate::ground::script(&program, &script);
    program.to_str().unwrap().to_owned()
}

#[test]
fn a_letter_that_the_server_will_not_take_was_not_received() {
    let folder = crate::club::folder();
    let program = picky_sendmail(folder.path());
    let mut club = Setup::new()
        .set("outbox.kind", "sendmail")
        .set("outbox.sendmail", &program)
        .opens();
    club.sends("ann", "1. 5254");
    let game = club.game("T26/1");
    assert!(game["clock"]["running"].is_null(), "{game}");
    let record = game["record"].as_array().unwrap();
    assert!(record.iter().any(|e| e["what"] == "letter-lost"), "{game}");
    let out = club.types("--json outbox list").unwrap();
    let rows: serde_json::Value = serde_json::from_str(&out).unwrap();
    let state = |kind: &str, to: &str| {
        let found = rows
            .as_array()
            .unwrap()
            .iter()
            .find(|r| r["kind"] == kind && r["to"] == to);
        found.map(|r| r["state"].as_str().unwrap().to_owned())
    };
    assert_eq!(state("move", "bert@b.example").as_deref(), Some("failed"));
    assert_eq!(
        state("delivery-problem", "td@club.example").as_deref(),
        Some("sent")
    );
    assert_eq!(
        state("delivery-problem", "ann@a.example").as_deref(),
        Some("sent")
    );
    // The start letter and the move: one more, and the address counts as failing.
    let shown = club.types("--json player show 2").unwrap();
    assert!(shown.contains("\"hard_bounces\": 2"), "{shown}");
    // Letters come back to an address of their own, which nobody can guess.
    let calls = std::fs::read_to_string(folder.path().join("calls")).unwrap();
    let mut from: Vec<&str> = calls
        .lines()
        .filter_map(|l| l.split("-f ").nth(1)?.split(' ').next())
        .collect();
    let letters = from.len();
    assert!(
        from.iter()
            .all(|f| f.starts_with("moves+b-") && f.len() > 40),
        "{calls}"
    );
    from.sort_unstable();
    from.dedup();
    assert_eq!(from.len(), letters);
    club.types("verify").unwrap();
    // Nobody can forge that: the clock stands until a letter arrives.
    club.lives(40);
    club.everything_read();
    club.stands("T26/1", "/clock/running", serde_json::Value::Null);
    // Without plus addressing it is the robot's own.
    std::fs::remove_file(folder.path().join("calls")).unwrap();
    let mut club = Setup::new()
        .set("club.plus_addressing", "false")
        .set("outbox.kind", "sendmail")
        .set("outbox.sendmail", &program)
        .opens();
    club.polls();
    let calls = std::fs::read_to_string(folder.path().join("calls")).unwrap();
    assert!(
        calls.lines().all(|l| l.contains("-f moves@club.example")),
        "{calls}"
    );
}
