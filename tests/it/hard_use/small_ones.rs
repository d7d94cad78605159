//! Small things that hard use found.

use crate::club::{Club, Mail, ROBOT, Setup};
use crate::contract::House;
use crate::reports_of_mail::{back, in_words};
use crate::service::daemon::Daemon;
use postchess::orders::by_letter::orders_in;
use postchess::orders::line::of_line;
use postchess::request::orders::LineAsks;
use serde_json::Value;
use std::collections::BTreeSet;
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
    club.stands("T26/1", "/draw_offer", Value::Null);
    // In a clean letter it offers a draw as ever.
    club.sends("ann", "2. 7163\n=");
    assert!(!club.game("T26/1")["draw_offer"].is_null());
    club.takes_all();
}

#[test]
fn format_says_that_it_changed_and_sends_the_positions_so() {
    for (who, number, format, words) in [
        ("bert", 2, "FORMAT PGN", "as PGN alone"),
        ("bert", 2, "FORMAT TEXT", "as plain text"),
        ("bert", 2, "FORMAT FULL", "in full"),
        ("dima", 4, "ФОРМАТ PGN", "только как PGN"),
        ("filip", 6, "ФОРМАТ PGN", "лише як PGN"),
        ("ewa", 5, "FORMAT PGN", "tylko jako PGN"),
    ] {
        let mut club = Setup::new().pairs(&[(1, number), (number, 1)]).opens();
        club.sends("ann", "T26/1\n1. 5254");
        club.everything_read();
        club.sends(who, format);
        assert_eq!(club.verdict(), "command");
        club.is_told(who, "status").says(words);
        // One for each game, as it stands, in the style that was chosen.
        let shown = [club.is_told(who, "repeat"), club.is_told(who, "repeat")];
        let games: Vec<&str> = shown.iter().filter_map(|m| m.game.as_deref()).collect();
        assert_eq!(games, ["T26/1", "T26/2"]);
        for mail in &shown {
            let is_pgn = mail.text.starts_with("[Event ");
            assert_eq!(is_pgn, format.ends_with("PGN"), "{}", mail.text);
            assert_eq!(mail.html.is_some(), format.ends_with("FULL"), "{format}");
        }
        assert!(shown[0].pgn.as_deref().is_some_and(|g| g.contains("e4")));
        club.nobody_is_told();
    }
}

/// A delivery report at the secret return address of a letter.
fn comes_back(club: &mut Club, mail: &Mail) {
    let text = in_words(&back(mail), &mail.to, "550 5.1.1 unrouteable address");
    club.drops(text.as_bytes());
    club.polls();
    assert_eq!(club.verdict(), "bounce");
}

#[test]
fn a_delivery_problem_says_what_stands() {
    // Before any move.
    let mut club = Club::opens();
    let start = club.last_letter("ann", "T26/1");
    comes_back(&mut club, &start);
    let told = club.is_told("arbiter", "delivery-problem");
    told.says("No move has been made")
        .says("Move 1 of White is due");
    club.is_told("bert", "delivery-problem");
    // Where no move is due, and nobody's time runs.
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    let mail = club.is_told("bert", "move");
    club.types("td pause T26/1 --reason rest").unwrap();
    club.everything_read();
    comes_back(&mut club, &mail);
    let told = club.is_told("arbiter", "delivery-problem");
    told.says("1. 5254 (e4)").says("The game is paused");
    assert!(!told.text.contains("does not run until"), "{}", told.text);
    club.is_told("ann", "delivery-problem");
}

/// Something in a place that the arbiter fills in.
fn filled_in(command: &str, code: &str) -> String {
    let word = |w: &str| match w {
        "RESULT" => "1/2-1/2".to_owned(),
        "DATE" | "FROM" | "TO" => "2026-01-11".to_owned(),
        "DAYS" | "N" => "5".to_owned(),
        "SIDE" => "white".to_owned(),
        "MOVE" => "5254".to_owned(),
        "PLAYER" => format!("{code}:1"),
        "NEW@ADDRESS" => "new@x.example".to_owned(),
        "lose|adjudicate|annul" => "lose".to_owned(),
        other => other.to_owned(),
    };
    // An order may have the name of a blank.
    let (order, places) = command.split_once(' ').expect("an order and its places");
    let places: Vec<String> = places.split(' ').map(word).collect();
    format!("{order} {}", places.join(" "))
}

/// Every order that `today` proposes is taken by the console and by a letter, as it
/// stands or with its blanks filled in.
fn copied(club: &mut Club, code: &str, seen: &mut BTreeSet<String>) {
    let today = club.types("--json today").unwrap();
    let today: Value = serde_json::from_str(&today).unwrap();
    let list = |matter: &Value, key: &str| -> Vec<String> {
        let all = matter[key].as_array().unwrap().iter();
        all.map(|c| filled_in(c.as_str().unwrap(), code)).collect()
    };
    for matter in today["matters"].as_array().unwrap() {
        for command in list(matter, "commands") {
            let tried = match command.starts_with("td ") {
                true => format!("{command} --reason copied --dry-run"),
                false => command.clone(),
            };
            let said = club.types(&tried).err().unwrap_or_default();
            assert!(
                !said.contains("Usage:") && !said.contains("names no "),
                "{command}: {said}"
            );
            let name: Vec<&str> = command.split(' ').take(2).collect();
            seen.insert(name.join(" "));
        }
        for line in list(matter, "by_mail") {
            for line in [line.clone(), format!("{line} ANYWAY --reason \"copied\"")] {
                let found = orders_in(&line);
                let [read] = &found.lines[..] else {
                    panic!("{line}: {found:?}");
                };
                let LineAsks::Order(words) = &read.asked else {
                    panic!("{line}: {read:?}");
                };
                of_line(words).unwrap_or_else(|e| panic!("{line}: {e:?}"));
            }
        }
    }
    club.everything_read();
}

#[test]
fn what_is_printed_works_when_copied_whatever_the_code() {
    for code in ["-A", "--b2", "-1", "_x", "-v2"] {
        let game = |n: u32| format!("{code}/{n}");
        let mut seen = BTreeSet::new();
        // Before the start.
        let mut club = Setup::new().code(code).not_started().opens();
        club.it_is("2026-01-09T09:00:00Z");
        copied(&mut club, code, &mut seen);
        // Nobody answers: a silence first, then an overstep; late leave; words for a person.
        let mut club = Setup::new().code(code).pairs(&[(1, 2), (3, 4)]).opens();
        club.it_is("2026-01-12T09:00:00Z");
        club.sends("clara", "LEAVE 2026-01-10 2026-01-20");
        club.sends("ann", &format!("[{}]\nPlease call a human!", game(1)));
        club.sends("ann", "WITHDRAW");
        let code_of = club.takes_all();
        let asked = code_of.iter().find(|m| m.kind == "withdrawal").unwrap();
        club.sends("ann", &format!("YES {}", asked.code()));
        club.everything_read();
        copied(&mut club, code, &mut seen);
        for day in ["2026-02-25T09:00:00Z", "2026-04-20T09:00:00Z"] {
            club.it_is(day);
            club.polls();
            club.ticks();
            club.everything_read();
            copied(&mut club, code, &mut seen);
        }
        // What else is printed with a game, a player or the code in it.
        for line in [
            format!("game show {}", game(1)),
            format!("player report {code}:1 {code}"),
            format!("tournament show {code}"),
            format!("tournament report {code}"),
            format!("td log {code}"),
            format!("tournament change {code} remove 1 --reason ill"),
        ] {
            let said = club.types(&line);
            let refused = said.as_ref().err().cloned().unwrap_or_default();
            assert!(!refused.contains("Usage:"), "{line}: {refused}");
            if let Some(hint) = refused.split("postchess ").nth(1) {
                let hint = filled_in(hint.trim().trim_end_matches(['.', ')']), code);
                let said = club.types(&format!("{hint} --dry-run")).err();
                assert!(
                    !said.as_deref().unwrap_or_default().contains("Usage:"),
                    "{hint}: {said:?}"
                );
            }
        }
        // A game that is adjudicated.
        let mut club = Setup::new()
            .code(code)
            .tournament("end_date = 2026-01-20")
            .opens();
        club.it_is("2026-01-22T09:00:00Z");
        club.polls();
        club.ticks();
        club.everything_read();
        copied(&mut club, code, &mut seen);
        for name in [
            "tournament start",
            "td leave",
            "td move",
            "td withdraw",
            "td result",
            "td confirm-forfeit",
            "td reject-claim",
            "td adjudicate",
            "td opinion",
        ] {
            assert!(seen.contains(name), "{name}: {seen:?}");
        }
    }
}
