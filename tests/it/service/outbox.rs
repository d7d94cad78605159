//! A letter that cannot be handed over: tried later and later, given up after some
//! days, told to the arbiter, and sent again on his word. The disk of the outgoing
//! Maildir is full, by strace, from outside.

use crate::club::Setup;
use crate::contract::House;
use crate::ground::{OWN_MOUNTS, impossible, no_own_mounts, with_own_mounts};
use postchess::time::Instant;
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::process::Command;

/// A pass over the clocks that sends, with every file of the outbox failing.
fn tick_in_vain(house: &House, now: Instant) {
    let output = Command::new("strace")
        .args(["-f", "-o", "/dev/null", "-e", "trace=write"])
        .args(["-e", "inject=write:error=ENOSPC:when=1+"])
        .arg(env!("CARGO_BIN_EXE_postchess"))
        .arg("--home")
        .arg(house.path("club"))
        .args(["--now", &now.to_string(), "tick"])
        .output()
        .expect("strace is installed by tests/run");
    // What it prints cannot be written either, and it says so.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
}

#[test]
fn a_letter_is_tried_later_and_later_and_given_up_after_days() {
    let house = House::with(&Setup::new());
    let db = Connection::open(house.path("club/postchess.db")).unwrap();
    db.execute_batch(
        "UPDATE outbound SET state = 'queued', sent = NULL, attempts = 0 WHERE id = 2",
    )
    .unwrap();
    let row = || -> (String, i64, String, String) {
        let sql = "SELECT state, attempts, not_before, trouble FROM outbound WHERE id = 2";
        db.query_row(sql, [], |r| {
            Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?))
        })
        .unwrap()
    };
    let began = Instant::parse("2026-01-10T09:00:00Z").unwrap();
    let mut now = began;
    let mut waits = Vec::new();
    loop {
        tick_in_vain(&house, now);
        let (state, attempts, next, trouble) = row();
        assert_eq!(attempts, i64::try_from(waits.len()).unwrap() + 1);
        assert!(trouble.contains("the disk is full"), "{trouble}");
        if state == "failed" {
            break;
        }
        assert_eq!(state, "deferred");
        // Before its time it is not tried.
        let next = Instant::parse(&next).unwrap();
        tick_in_vain(&house, next.plus_seconds(-1));
        assert_eq!(row().1, attempts);
        waits.push(next.unix() - now.unix());
        now = next;
    }
    assert!((225..=375).contains(&waits[0]), "{waits:?}");
    for (i, wait) in waits.iter().enumerate() {
        let usual = (300_i64 << i.min(16)).min(21_600);
        assert!((usual * 3 / 4..=usual * 5 / 4).contains(wait), "{waits:?}");
    }
    assert!(now.unix() - began.unix() > 5 * 86_400, "{waits:?}");
    assert!(waits.len() >= 8 && waits.len() < 40, "{waits:?}");

    // The arbiter learns of it, once.
    let late = now.to_string();
    for _ in 0..2 {
        house.at(&late, "nightly").done();
    }
    let list = house.json("outbox list");
    let digests: Vec<i64> = list
        .as_array()
        .unwrap()
        .iter()
        .filter(|m| m["kind"] == "digest")
        .map(|m| m["id"].as_i64().unwrap())
        .collect();
    assert_eq!(digests.len(), 1, "{list}");
    let text = house.run(&format!("outbox show {}", digests[0])).done().out;
    assert!(text.contains("postchess outbox retry 2"), "{text}");
    assert!(
        house
            .at(&late, "health")
            .err
            .contains("1 letters were given up")
    );
    // It is sent again when he says so, the same letter.
    house.at(&late, "outbox retry 2").done();
    assert_eq!(row().0, "sent");
}

/// Where it cannot be recorded that letters left, they leave once more when it can, and not with
/// each pass until then.
#[test]
fn letters_whose_leaving_cannot_be_recorded_do_not_leave_with_each_pass() {
    if crate::engine::server().is_some() {
        return;
    }
    let house = House::with(&Setup::new());
    house.run("poll").done();
    let left = || {
        let all = std::fs::read_dir(house.path("club/mail/out/new")).unwrap();
        all.count()
    };
    let change = |sql: &str| house.database().execute_batch(sql).unwrap();
    change(
        "CREATE TRIGGER broken BEFORE UPDATE OF state ON outbound WHEN NEW.state = 'sent'
         BEGIN SELECT RAISE(ABORT, 'a page that only marking touches'); END",
    );
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    let before = left();
    house.run("poll").fails(1);
    let handed = left();
    assert!(handed > before);
    for line in ["poll", "tick", "poll"] {
        let answer = house.run(line);
        answer.fails(1);
        assert!(answer.err.contains("are kept back"), "{}", answer.err);
        assert_eq!(left(), handed);
    }
    change("DROP TRIGGER broken");
    house.run("poll").done();
    assert_eq!(left() - handed, handed - before);
    house.run("poll").done();
    assert_eq!(left() - handed, handed - before);
}

/// However little room there is on the disk, no letter leaves more than twice: where marking needs
/// more than is free, the next pass finds that out before letters go.
#[test]
fn on_a_disk_that_is_nearly_full_no_letter_leaves_with_each_pass() {
    if crate::engine::server().is_some() {
        return;
    }
    if let Some(why) = no_own_mounts() {
        return impossible(&why);
    }
    let house = House::planned(&Setup::new().round_robin(6));
    // The start letters wait until there is little room.
    house
        .run("--set outbox.path=/dev/null/none tournament start T26")
        .done();
    let room = house.path("room");
    std::fs::create_dir_all(&room).unwrap();
    // Each time in a file system of its own that really fills, and that none but this has. What
    // leaves does so elsewhere.
    let script = r#"
        club=$2 room=$3 out=$4
        does() { "$1" --home "$room" --now 2026-01-10T09:00:00Z --set "outbox.path=$out" $2; }
        for free in 48 56 64 72 80 88 100 150 200 300 400 500; do
            mount -t tmpfs -o size=24m none "$room" && cp -a "$club/." "$room/" || exit 9
            rm -rf "$out" && mkdir -p "$out/new" "$out/cur" "$out/tmp" || exit 9
            there=$(df -k --output=avail "$room" | tail -n 1)
            head -c $(((there - free) * 1024)) /dev/zero > "$room/filler"
            for pass in 1 2 3 4 5 6; do does "$1" poll 2>&1; done
            copies() { cat "$out"/new/* 2> /dev/null | grep -ai '^Message-ID:' | sort | uniq -c; }
            copies | sort -n | tail -n 1 | sed "s/^/with $free KiB:/"
            rm "$room/filler"
            does "$1" poll || exit 8
            echo "letters: $(copies | wc -l)"
            umount "$room" || exit 7
        done"#;
    let done = with_own_mounts()
        .args(["sh", "-c", &format!("{OWN_MOUNTS}{script}"), "sh"])
        .arg(env!("CARGO_BIN_EXE_postchess"))
        .args([house.path("club"), room, house.path("out")])
        .output()
        .expect("unshare is installed by tests/run");
    let said = String::from_utf8_lossy(&done.stdout);
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}{errors}");
    let most = said.lines().filter_map(|line| {
        let (free, copies) = line.strip_prefix("with ")?.split_once(" KiB:")?;
        Some((free, copies.split_whitespace().next()?.parse::<u32>().ok()?))
    });
    let many: Vec<_> = most.filter(|(_, copies)| *copies > 2).collect();
    assert!(many.is_empty(), "{said}");
    let letters: BTreeSet<&str> = said
        .lines()
        .filter_map(|l| l.strip_prefix("letters: "))
        .collect();
    assert_eq!(letters.len(), 1, "each time all have left: {said}");
    assert!(!letters.contains("0"), "{said}");
}
