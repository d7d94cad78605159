//! A damaged database is recognised and said so, and the way back is walked:
//! nothing that came since the backup is lost.

use crate::club::{Mail, ROBOT, Setup, address};
use crate::contract::House;
use std::path::Path;

/// A way in which a database file is damaged.
type Way = fn(&Path);

/// Overwrites pages from one on with nonsense, as a dying disk does.
pub fn damage(database: &Path, page: usize) {
    let mut bytes = std::fs::read(database).unwrap();
    let from = (page - 1) * 4096;
    for (i, byte) in bytes[from..].iter_mut().enumerate() {
        *byte = u8::try_from(i * 7 % 251).unwrap();
    }
    std::fs::write(database, bytes).unwrap();
}

/// The newest file of `backup/`, as it is named on a command line.
fn newest(house: &House) -> String {
    let mut names: Vec<_> = std::fs::read_dir(house.path("club/backup"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    names.sort();
    names.last().unwrap().display().to_string()
}

fn pipe(house: &House, id: &str, from: &str, text: &str) {
    let letter = format!(
        "From: {from}\nTo: {ROBOT}\nMessage-ID: <{id}@x.example>\nSubject: [T26/1]\n\n{text}\n"
    );
    house
        .given("2026-01-10T09:00:00Z", "deliver", letter.as_bytes())
        .done();
}

/// A club with a backup and two moves after it: one by the Maildir, one by the pipe.
fn played() -> House {
    let house = House::with(&Setup::new());
    house.run("nightly").done();
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    house.run("poll").done();
    pipe(&house, "m2", "bert@b.example", "1... 5755");
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 2);
    house
}

#[test]
fn letters_that_came_since_the_backup_are_taken_along() {
    let house = played();
    house.run("td penalty T26/1 white 2 --reason late").done();
    let answer = house.run(&format!("--json restore {}", newest(&house)));
    let told = answer.json();
    assert_eq!(told["letters"], 2, "{}", answer.err);
    assert_eq!(told["orders"].as_array().unwrap().len(), 1);
    assert!(
        answer
            .err
            .contains("to be decided again with td: 2026-01-10T09:00:00Z penalty late")
    );
    assert_eq!(house.json("game show T26/1")["ply"], 0);
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 2);
    house.run("verify").done();
    let verdicts: Vec<_> = house
        .json("inbox list")
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["verdict"].clone())
        .collect();
    assert_eq!(verdicts, ["move", "move"]);
    // A second time there is nothing to take along.
    house.run("backup").done();
    let told = house
        .run(&format!("--json restore {}", newest(&house)))
        .json();
    assert_eq!(told["letters"], 0);
    house.run("poll").done();
    assert_eq!(house.json("inbox list").as_array().unwrap().len(), 2);
}

/// The Message-IDs of what lies in the outgoing Maildir, in their order.
fn left(house: &House) -> Vec<String> {
    let files = std::fs::read_dir(house.path("club/mail/out/new")).unwrap();
    let mut ids: Vec<String> = files
        .map(|e| Mail::of(std::fs::read(e.unwrap().path()).unwrap()))
        .map(|mail| mail.header("Message-ID").unwrap().to_owned())
        .collect();
    ids.sort();
    ids
}

/// A move whose letters wait in the backup since the outgoing side was away, and left two
/// days later; the backup.
fn waiting_in_the_backup() -> (House, String) {
    let house = House::with(&Setup::new());
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    let (out, away) = (house.path("club/mail/out"), house.path("club/mail/away"));
    std::fs::rename(&out, &away).unwrap();
    assert_ne!(house.run("poll").code, 0);
    assert_eq!(house.json("game show T26/1")["ply"], 1);
    house.run("backup").done();
    std::fs::rename(&away, &out).unwrap();
    house.at("2026-01-12T09:00:00Z", "poll").done();
    let backup = newest(&house);
    (house, backup)
}

/// What waits in a backup and left since does not leave again, and what is reckoned from its
/// leaving is what it was: the figures are those of before, whatever day it is by now.
#[test]
fn a_letter_that_waits_in_the_backup_and_left_since_leaves_once() {
    let (house, backup) = waiting_in_the_backup();
    let now = "2026-01-15T09:00:00Z";
    let stands = || house.at(now, "--json game show T26/1").json();
    let (sent, stood) = (left(&house), stands());
    let answer = house.at(now, &format!("--json restore {backup}"));
    let told = answer.json();
    assert_eq!(told["left"], 2, "{told}");
    assert_eq!(
        (&told["doubtful"], &told["answered_again"]),
        (&0.into(), &0.into())
    );
    assert!(
        answer
            .err
            .contains("2 letters that wait in the backup had left since")
    );
    // What nobody has recorded yet is known to the next restore too.
    let again = house.at(now, &format!("--json restore {backup}")).json();
    assert_eq!(again["left"], 2, "{again}");
    house.at(now, "verify").done();
    house.at(now, "poll").done();
    house.at(now, "tick").done();
    assert_eq!(left(&house), sent);
    let stand = stands();
    for figure in ["/running", "/white", "/black", "/flag_falls", "/since"] {
        assert_eq!(stand.pointer(figure), stood.pointer(figure), "{stand}");
    }
    assert_eq!(stand["ply"], 1);
    house.at(now, "verify").done();
    let waiting = house.at(now, "--json outbox list").json();
    let states = waiting.as_array().unwrap().iter().map(|row| &row["state"]);
    assert!(states.into_iter().all(|state| state == "sent"), "{waiting}");
}

/// Where nobody knows any more whether they left, that is said, and how many they are. What
/// left since and is not in the backup is said again: that is told too.
#[test]
fn what_may_leave_twice_is_said() {
    let (house, backup) = waiting_in_the_backup();
    let now = "2026-01-15T09:00:00Z";
    house.post("m2", "bert@b.example", "[T26/1]", "1... 5755");
    house.at(now, "poll").done();
    let told = house.at(now, &format!("--json restore {backup}")).json();
    assert_eq!(
        (&told["left"], &told["answered_again"]),
        (&2.into(), &2.into())
    );
    std::fs::write(house.path("club/postchess.db"), "").unwrap();
    let answer = house.at(now, &format!("--json restore {backup}"));
    let told = answer.json();
    assert_eq!((&told["left"], &told["doubtful"]), (&0.into(), &2.into()));
    assert!(
        answer.err.contains("perhaps a second time"),
        "{}",
        answer.err
    );
}

#[test]
fn where_the_old_database_is_lost_the_mailbox_is_read_again() {
    for gone in [true, false] {
        let house = played();
        let database = house.path("club/postchess.db");
        if gone {
            std::fs::remove_file(&database).unwrap();
        } else {
            std::fs::write(&database, "").unwrap();
        }
        let told = house
            .run(&format!("--json restore {}", newest(&house)))
            .json();
        // The pipe's letter was nowhere else.
        assert_eq!(told["letters"], 1);
        house.run("poll").done();
        assert_eq!(house.json("game show T26/1")["ply"], 1);
        house.run("verify").done();
        assert_eq!(house.json("inbox list").as_array().unwrap().len(), 1);
    }
}

#[test]
fn damage_is_recognised_and_the_way_back_is_said() {
    let ways: [(&str, Way); 6] = [
        ("empty", |p| std::fs::write(p, "").unwrap()),
        ("half", |p| {
            let bytes = std::fs::read(p).unwrap();
            std::fs::write(p, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("header", |p| {
            let mut bytes = std::fs::read(p).unwrap();
            bytes[..64].fill(0xaa);
            std::fs::write(p, bytes).unwrap();
        }),
        ("schema", |p| {
            let mut bytes = std::fs::read(p).unwrap();
            bytes[100..4096].fill(0xaa);
            std::fs::write(p, bytes).unwrap();
        }),
        ("pages", |p| damage(p, 6)),
        ("text", |p| std::fs::write(p, "x".repeat(20_000)).unwrap()),
    ];
    for (name, how) in ways {
        let house = played();
        how(&house.path("club/postchess.db"));
        let mut said = Vec::new();
        for line in ["check", "poll", "verify", "nightly", "health"] {
            let answer = house.run(line);
            assert_eq!(answer.code, 1, "{name}, {line}: {}", answer.err);
            assert!(
                answer.err.contains("damaged"),
                "{name}, {line}: {}",
                answer.err
            );
            assert!(
                answer.err.contains("postchess restore backup/"),
                "{name}: {}",
                answer.err
            );
            said.push(answer.err);
        }
        let letter = house.given(
            "2026-01-10T09:00:00Z",
            "deliver",
            b"From: a@x.example\n\nx\n",
        );
        assert!(
            letter.code == 75 || letter.code == 0,
            "{name}: {}",
            letter.err
        );
        house.run(&format!("restore {}", newest(&house))).done();
        for line in ["verify", "poll", "tick"] {
            house.run(line).done();
        }
        let ply = house.json("game show T26/1")["ply"].as_u64().unwrap();
        assert!(ply >= 1, "{name}: {ply}");
        assert!(
            house.path("club/postchess.db.before-restore").is_file(),
            "{name}"
        );
    }
}

#[test]
fn a_damaged_backup_is_not_used() {
    let house = played();
    let copy = newest(&house);
    damage(Path::new(&copy), 6);
    let answer = house.run(&format!("restore {copy}"));
    answer.fails(1);
    assert!(
        answer.err.contains("no other backup in its folder"),
        "{}",
        answer.err
    );
    assert_eq!(house.json("game show T26/1")["ply"], 2);
}

/// A club with a backup a night, and a move before each but the first.
fn several_nights() -> (House, Vec<String>) {
    let house = House::with(&Setup::new());
    let moves = ["1. 5254", "1... 5755", "2. 7163"];
    let mut names = Vec::new();
    for night in 0..4usize {
        if let Some(text) = night.checked_sub(1).map(|n| moves[n]) {
            let who = ["bert@b.example", "ann@a.example"][night % 2];
            house.post(&format!("m{night}"), who, "[T26/1]", text);
        }
        let now = format!("2026-01-1{night}T09:00:00Z");
        house.at(&now, "nightly").done();
        names.push(format!("postchess-2026011{night}T090000Z.db"));
    }
    (house, names)
}

#[test]
fn older_backups_are_what_differs_from_the_next_and_each_is_put_back() {
    let (house, names) = several_nights();
    let older: Vec<String> = names[..3].iter().map(|n| format!("{n}.delta")).collect();
    assert_eq!(house.backups(), [&older[..], &names[3..]].concat());
    let size = |name: &str| {
        let path = house.path("club/backup").join(name);
        std::fs::metadata(path).unwrap().len()
    };
    for name in &older {
        assert!(size(name) < size(&names[3]) / 4, "{name}: {}", size(name));
    }
    for (ply, name) in names.iter().enumerate() {
        // By its own name, or by that of the file that stands for it.
        for name in [name.clone(), format!("{name}.delta")] {
            let path = house.path("club/backup").join(&name);
            if !path.exists() && name.ends_with(".delta") {
                continue;
            }
            // Without the letters since, which would be played again.
            std::fs::remove_file(house.path("club/postchess.db")).unwrap();
            let _ = std::fs::remove_dir_all(house.path("club/mail/in/.Processed"));
            let line = format!("restore {}", path.display());
            house.at("2026-01-14T09:00:00Z", &line).done();
            house.at("2026-01-14T09:00:00Z", "verify").done();
            assert_eq!(house.json("game show T26/1")["ply"], ply, "{name}");
            assert!(!house.path("club/postchess.db.rebuilt").exists());
        }
    }
}

#[test]
fn an_older_backup_whose_next_one_is_gone_or_damaged_is_refused() {
    let (house, names) = several_nights();
    let at = |name: &str| house.path("club/backup").join(name);
    let line = format!("restore {}", at(&names[1]).display());
    damage(&at(&names[3]), 3);
    let answer = house.run(&line);
    answer.fails(1);
    assert!(answer.err.contains("is damaged"), "{}", answer.err);
    std::fs::remove_file(at(&names[3])).unwrap();
    let answer = house.run(&line);
    answer.fails(1);
    assert!(answer.err.contains("which is not there"), "{}", answer.err);
    assert_eq!(house.json("game show T26/1")["ply"], 3);
}

#[test]
fn a_backup_of_the_same_hour_loses_none_of_the_older_ones() {
    let (house, names) = several_nights();
    house.post("m4", "bert@b.example", "[T26/1]", "2... 2836");
    house.at("2026-01-13T09:00:00Z", "nightly").done();
    assert_eq!(house.backups().len(), 4);
    let path = house.path("club/backup").join(&names[2]);
    std::fs::remove_file(house.path("club/postchess.db")).unwrap();
    let _ = std::fs::remove_dir_all(house.path("club/mail/in/.Processed"));
    house.run(&format!("restore {}", path.display())).done();
    assert_eq!(house.json("game show T26/1")["ply"], 2);
}

/// A decision by letter whose letter answers one that is younger than the backup is not
/// carried out again: it is listed, and its letter is seen in `today` too.
#[test]
fn decisions_by_letter_since_the_backup_are_listed() {
    let house = House::with(&Setup::new());
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    house.run("poll").done();
    house.run("backup").done();
    let backup = newest(&house);
    house.post(
        "m2",
        "bert@b.example",
        "[T26/1]",
        "ARBITER May I have a day more?",
    );
    house.run("poll").done();
    let out = std::fs::read_dir(house.path("club/mail/out/new")).unwrap();
    let asked = out
        .map(|e| Mail::of(std::fs::read(e.unwrap().path()).unwrap()))
        .find(|m| m.to == address("arbiter") && m.text.contains("a day more"))
        .expect("the arbiter is written to");
    let header = |name: &str| asked.header(name).unwrap();
    let letter = format!(
        "From: {}\r\nTo: {}\r\nMessage-ID: <m3@x.example>\r\nIn-Reply-To: {}\r\nSubject: Re\r\n\r\nPENALTY T26/1 black -1\r\nREASON granted\r\n",
        address("arbiter"),
        header("Reply-To"),
        header("Message-ID"),
    );
    let at = "2026-01-13T09:00:00Z";
    house.write("club/mail/in/new/m3", &letter);
    house.at(at, "poll").done();
    let log = house.at(at, "td log T26").done().out;
    assert!(log.contains("granted"), "{log}");
    let answer = house.at(at, &format!("--json restore {backup}"));
    let told = answer.json();
    assert_eq!(told["orders"].as_array().unwrap().len(), 0);
    let by_letter = told["orders_by_letter"].as_array().unwrap();
    assert_eq!(by_letter.len(), 1, "{told}");
    assert!(by_letter[0].as_str().unwrap().contains("penalty granted"));
    assert!(answer.err.contains("given by letter"), "{}", answer.err);
    house.at(at, "poll").done();
    let log = house.at(at, "td log T26").done().out;
    assert!(!log.contains("granted"), "{log}");
    let today = house.at(at, "today --json").json();
    assert_eq!(today["tournaments"][0]["unverified"], 1, "{today}");
}

#[test]
fn one_restore_after_another_loses_nothing_that_the_first_kept() {
    let (house, names) = several_nights();
    let now = "2026-01-14T09:00:00Z";
    house
        .at(now, "td penalty T26/1 white 2 --reason late")
        .done();
    for name in [&names[0], &names[3]] {
        house.at(now, &format!("restore backup/{name}")).done();
    }
    let kept = house.path("club/postchess.db.before-restore");
    let second = house.path("club/postchess.db.before-restore.2");
    let penalties = |path: &Path| {
        let conn = rusqlite::Connection::open(path).unwrap();
        let sql = "SELECT count(*) FROM event WHERE event ->> 'what' = 'penalty'";
        conn.query_row(sql, [], |r| r.get::<_, u32>(0)).unwrap()
    };
    assert_eq!((penalties(&kept), penalties(&second)), (1, 0));
}

#[test]
fn the_backup_of_another_club_is_refused() {
    let house = played();
    let other = House::with(&Setup::new());
    other.at("2026-01-10T10:00:00Z", "tournament list").done();
    let conn = other.database();
    conn.execute_batch(
        "DROP TRIGGER event_never_changes;
         UPDATE event SET at = '2025-12-01T00:00:00Z' WHERE id = (SELECT min(id) FROM event);",
    )
    .unwrap();
    drop(conn);
    other.run("nightly").done();
    let answer = house.run(&format!("restore {}", newest(&other)));
    answer.fails(1);
    assert!(answer.err.contains("another home"), "{}", answer.err);
    assert_eq!(house.json("game show T26/1")["ply"], 2);
    // Nor is one of a home in which nothing was recorded yet.
    let empty = House::new();
    empty.run("nightly").done();
    let answer = house.run(&format!("restore {}", newest(&empty)));
    answer.fails(1);
    assert!(answer.err.contains("another home"), "{}", answer.err);
    let answer = house.run("restore backup/none.db");
    answer.fails(3);
    assert!(answer.err.contains("there is no backup"), "{}", answer.err);
}

/// Who has one flipped byte in the newest backup has lost the older ones with it: that is said in
/// the next night, nothing is thrown away for it, and what can be put back is named.
#[test]
fn a_backup_that_is_not_what_it_was_is_said_at_night_and_none_comes_to_hang_on_it() {
    let (house, names) = several_nights();
    let at = |name: &str| house.path("club/backup").join(name);
    let mut bytes = std::fs::read(at(&names[3])).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(at(&names[3]), &bytes).unwrap();
    let night = house.at("2026-01-14T09:00:00Z", "nightly");
    night.fails(1);
    assert!(night.err.contains("it is not what it was"), "{}", night.err);
    assert!(
        night.err.contains("3 backups cannot be put back"),
        "{}",
        night.err
    );
    assert_eq!(std::fs::read(at(&names[3])).unwrap(), bytes);
    let newest = at("postchess-20260114T090000Z.db");
    let refused = house.run(&format!("restore {}", at(&names[1]).display()));
    refused.fails(1);
    let told = format!("take {}", newest.display());
    assert!(refused.err.contains(&told), "{}", refused.err);
    // The next one hangs on what is whole.
    house.at("2026-01-15T09:00:00Z", "nightly").fails(1);
    let line = format!("restore {}", newest.display());
    house.at("2026-01-15T09:00:00Z", &line).done();
}

#[test]
fn older_backups_of_which_one_is_missing_or_damaged_are_said() {
    let (house, names) = several_nights();
    let middle = house
        .path("club/backup")
        .join(format!("{}.delta", names[1]));
    let bytes = std::fs::read(&middle).unwrap();
    let mut other = bytes.clone();
    let last = other.len() - 9;
    other[last] ^= 4;
    std::fs::write(&middle, other).unwrap();
    let night = house.at("2026-01-14T09:00:00Z", "nightly");
    night.fails(1);
    assert!(
        night.err.contains("2 backups cannot be put back"),
        "{}",
        night.err
    );
    std::fs::remove_file(&middle).unwrap();
    for line in ["nightly", "health"] {
        let answer = house.at("2026-01-15T09:00:00Z", line);
        answer.fails(1);
        assert!(
            answer.err.contains("1 backups cannot be put back"),
            "{line}: {}",
            answer.err
        );
    }
}

/// A file that the club has left stays left: a backup of earlier days in its place would have
/// the club in two places.
#[test]
fn a_file_that_the_club_has_left_is_not_replaced() {
    if crate::engine::server().is_some() {
        return;
    }
    let house = played();
    let database = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    let sql = "INSERT INTO meta VALUES ('moved-to', 'postgres://there')";
    database.execute(sql, []).unwrap();
    drop(database);
    let answer = house.run(&format!("restore {}", newest(&house)));
    answer.fails(1);
    assert!(answer.err.contains("the club moved from"), "{}", answer.err);
    assert!(answer.err.contains("migrate --to file"), "{}", answer.err);
    house.run("poll").fails(1);
}

/// What a restore replaced holds what is erased here later: it does not lie there for ever.
#[test]
fn nightly_removes_what_a_restore_replaced_when_it_is_old() {
    let house = played();
    house.run(&format!("restore {}", newest(&house))).done();
    let kept = house.path("club/postchess.db.before-restore");
    assert!(kept.exists());
    // By the clock of the file system, with which the hour of these commands has nothing to do.
    let touched = |at: &str| {
        let done = std::process::Command::new("touch")
            .args(["-d", at])
            .arg(&kept)
            .status();
        assert!(done.unwrap().success());
    };
    touched("2026-01-10T09:00:00Z");
    house.at("2026-02-09T09:00:00Z", "nightly");
    assert!(kept.exists(), "thirty days");
    house.at("2026-02-09T10:00:00Z", "nightly");
    assert!(!kept.exists());
    assert!(house.path("club/postchess.db").exists());
}
