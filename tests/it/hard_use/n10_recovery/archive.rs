//! The archive: what lies there, what waits for it, what it proves.

use crate::club::{ROBOT, Setup};
use crate::contract::House;
use std::path::PathBuf;

fn configured(lines: &str) -> House {
    configured_in(House::with(&Setup::new()), lines)
}

fn configured_in(house: House, lines: &str) -> House {
    std::fs::create_dir(house.path("archive")).unwrap();
    let lines = lines.replace("HERE", &house.path("archive").display().to_string());
    let config = house.path("club/postchess.toml");
    let text = std::fs::read_to_string(&config).unwrap();
    let text = text.replace("[archive]\n", &format!("[archive]\n{lines}"));
    std::fs::write(config, text).unwrap();
    house
}

fn in_folder() -> House {
    configured("path = \"HERE\"\n")
}

fn moves(house: &House) {
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    house.run("poll").done();
}

fn files(house: &House) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(house.path("archive"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|path| !path.ends_with("keys.jsonl") && !path.ends_with(".lock"))
        .collect();
    all.sort();
    all
}

/// How many keys lie beside the lines.
fn keys(house: &House) -> usize {
    let text = std::fs::read_to_string(house.path("archive/keys.jsonl")).unwrap();
    text.lines().filter(|line| !line.is_empty()).count()
}

fn lines(house: &House) -> Vec<String> {
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
    let text: String = files(house).iter().map(read).collect();
    text.lines().map(str::to_owned).collect()
}

fn out(house: &House) -> usize {
    std::fs::read_dir(house.path("club/mail/out/new"))
        .unwrap()
        .count()
}

fn verify(house: &House, more: &str) -> crate::contract::Answer {
    house.run(&format!(
        "verify --archive {}{more}",
        house.path("archive").display()
    ))
}

#[test]
fn every_letter_and_every_entry_lies_there() {
    let house = in_folder();
    moves(&house);
    let lines = lines(&house);
    let has = |words: &[&str]| lines.iter().any(|l| words.iter().all(|w| l.contains(w)));
    assert!(
        has(&["\"table\":\"event\"", "\"what\":\"move-played\""]),
        "{lines:#?}"
    );
    assert!(has(&["\"table\":\"inbound_letter\"", "\"zstd\":"]));
    assert!(has(&["\"table\":\"outbound_letter\"", "\"zstd\":"]));
    verify(&house, "").done();
    // A letter by the pipe lies there before the mail server is told.
    let before = lines.len();
    let letter = format!("From: bert@b.example\nTo: {ROBOT}\nMessage-ID: <p@x>\n\n1... 5755\n");
    house
        .given("2026-01-10T09:00:00Z", "deliver", letter.as_bytes())
        .done();
    assert!(self::lines(&house).len() > before);
}

#[test]
fn no_letter_leaves_before_its_entry_lies_there() {
    let house = in_folder();
    house.run("poll").done();
    let before = out(&house);
    let (place, away) = (house.path("archive"), house.path("away"));
    std::fs::rename(&place, &away).unwrap();
    house.post("m1", "ann@a.example", "[T26/1]", "1. 5254");
    let answer = house.run("poll");
    assert_eq!(answer.code, 75, "{}{}", answer.out, answer.err);
    assert!(
        answer.err.contains("letters wait for the archive"),
        "{}",
        answer.err
    );
    // It is ruled and recorded, and nobody was told.
    assert_eq!(house.json("game show T26/1")["ply"], 1);
    assert_eq!(out(&house), before);
    let health = house.run("health");
    assert_eq!(health.code, 1);
    assert!(health.out.contains("the archive: ") || health.err.contains("the archive: "));
    std::fs::rename(&away, &place).unwrap();
    house.run("poll").done();
    assert!(out(&house) > before);
    verify(&house, "").done();
}

#[test]
fn where_it_is_not_required_letters_leave_and_are_counted() {
    let house = configured("path = \"HERE\"\nrequired = false\n");
    house.run("poll").done();
    let before = out(&house);
    let (place, away) = (house.path("archive"), house.path("away"));
    std::fs::rename(&place, &away).unwrap();
    moves(&house);
    assert_eq!(out(&house), before + 2);
    let health = house.run("--json health");
    let told: serde_json::Value = serde_json::from_str(&health.out).unwrap();
    assert_eq!(told["uncovered"], 2, "{told}");
    assert_eq!(told["well"], false);
    std::fs::rename(&away, &place).unwrap();
    house.post("m2", "bert@b.example", "[T26/1]", "1... 5755");
    house.run("poll").done();
    let told = house.run("--json health").out;
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (told["uncovered"].as_u64(), told["unarchived"].as_u64()),
        (Some(0), Some(0))
    );
    verify(&house, "").done();
}

#[test]
fn a_command_takes_the_files() {
    let house = configured("command = \"cp -t HERE\"\n");
    moves(&house);
    assert!(lines(&house).iter().any(|l| l.contains("move-played")));
    verify(&house, "").done();
    let before = out(&house);
    let (place, away) = (house.path("archive"), house.path("away"));
    std::fs::rename(&place, &away).unwrap();
    house.post("m2", "bert@b.example", "[T26/1]", "1... 5755");
    assert_eq!(house.run("poll").code, 75);
    assert_eq!(out(&house), before);
    std::fs::rename(&away, &place).unwrap();
    house.run("poll").done();
    assert_eq!(out(&house), before + 2);
    verify(&house, "").done();
}

/// What was there before the archive began, it vouches for too.
#[test]
fn the_record_before_it_began_is_proved_too() {
    let house = House::with(&Setup::new());
    moves(&house);
    std::fs::create_dir(house.path("archive")).unwrap();
    let lines = format!(
        "[archive]\npath = \"{}\"\n",
        house.path("archive").display()
    );
    let config = house.path("club/postchess.toml");
    let text = std::fs::read_to_string(&config).unwrap();
    std::fs::write(config, text.replace("[archive]\n", &lines)).unwrap();
    house.run("poll").done();
    verify(&house, "").done();
    let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    let forge = "DROP TRIGGER event_never_changes;
        UPDATE event SET note = 'forged' WHERE id = 1;";
    db.execute_batch(forge).unwrap();
    drop(db);
    let answer = verify(&house, "");
    answer.fails(1);
    assert!(
        answer.out.contains("before the archive began"),
        "{}",
        answer.out
    );
}

/// Whatever was rewritten, in the archive or in the database, is found.
#[test]
fn what_was_rewritten_is_found() {
    let house = in_folder();
    moves(&house);
    let head = house.json(&format!(
        "verify --archive {}",
        house.path("archive").display()
    ));
    let head = head["archive"]["head"].as_str().unwrap().to_owned();
    house.post("m2", "bert@b.example", "[T26/1]", "1... 5755");
    house.run("poll").done();
    // An older head is one of its lines.
    verify(&house, &format!(" --head {head}")).done();
    let strange = "0".repeat(64);
    verify(&house, &format!(" --head {strange}")).fails(1);
    let file = files(&house)[0].clone();
    let text = std::fs::read_to_string(&file).unwrap();
    // An entry changed, a line dropped, two of them swapped.
    let forged = text.replacen("move-played", "move-voided", 1);
    let mut rows: Vec<&str> = text.lines().collect();
    rows.remove(3);
    let dropped = rows.join("\n") + "\n";
    let mut rows: Vec<&str> = text.lines().collect();
    rows.swap(3, 4);
    let swapped = rows.join("\n") + "\n";
    for wrong in [forged, dropped, swapped] {
        std::fs::write(&file, wrong).unwrap();
        let answer = verify(&house, "");
        answer.fails(1);
        assert!(answer.err.contains("the archive"), "{}", answer.err);
    }
    std::fs::write(&file, &text).unwrap();
    verify(&house, "").done();
    // The database by hand: the summary agrees with the record, and both are forged.
    let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    let forge = "DROP TRIGGER event_never_changes;
        UPDATE event SET note = 'forged' WHERE id = (SELECT max(id) FROM event);
        UPDATE inbound SET subject = 'forged' WHERE id = 1;";
    db.execute_batch(forge).unwrap();
    drop(db);
    house.run("verify").done();
    let answer = verify(&house, "");
    answer.fails(1);
    assert!(answer.out.contains("event"), "{}", answer.out);
    assert!(
        answer
            .out
            .contains("inbound 1 is not what the archive says"),
        "{}",
        answer.out
    );
}

#[test]
fn a_backup_from_before_the_archive_is_refused() {
    let house = House::with(&Setup::new());
    let backup = house.path("old.db");
    house.run(&format!("backup {}", backup.display())).done();
    moves(&house);
    std::fs::create_dir(house.path("archive")).unwrap();
    let place = house.path("archive");
    let config = house.path("club/postchess.toml");
    let text = std::fs::read_to_string(&config).unwrap();
    let lines = format!("[archive]\npath = \"{}\"\n", place.display());
    let text = text.replace("[archive]\n", &lines);
    std::fs::write(config, text).unwrap();
    house.run("poll").done();
    let answer = house.run(&format!("restore {}", backup.display()));
    answer.fails(1);
    assert!(
        answer.err.contains("take a backup made after it began"),
        "{}",
        answer.err
    );
    assert!(answer.err.contains("nothing was changed"), "{}", answer.err);
    assert_eq!(house.json("game show T26/1")["ply"], 1);
}

/// Without it a restore is another past: the archive begins anew in its own chain.
#[test]
fn a_restore_without_it_begins_it_anew() {
    let house = in_folder();
    house.run("poll").done();
    let backup = house.path("old.db");
    house.run(&format!("backup {}", backup.display())).done();
    moves(&house);
    let line = format!("restore {} --archive none", backup.display());
    house.run(&line).done();
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 1);
    verify_chain(&house);
    let backup = house.path("new.db");
    house.run(&format!("backup {}", backup.display())).done();
    house.post("m2", "bert@b.example", "[T26/1]", "1... 5755");
    house.run("poll").done();
    std::fs::remove_file(house.path("club/postchess.db")).unwrap();
    house.run(&format!("restore {}", backup.display())).done();
    assert_eq!(house.json("game show T26/1")["ply"], 2);
}

/// The chain is whole; what it says of the other past may differ.
fn verify_chain(house: &House) {
    let answer = verify(house, "");
    assert!(!answer.err.contains("line before"), "{}", answer.err);
}

#[test]
fn a_restored_home_tells_where_its_games_stand() {
    let house = in_folder();
    house.run("poll").done();
    let backup = house.path("old.db");
    house.run(&format!("backup {}", backup.display())).done();
    moves(&house);
    let before = out(&house);
    let line = format!("restore {} --announce", backup.display());
    house.run(&line).done();
    assert_eq!(out(&house), before + 2);
    let list = house.json("outbox list");
    let last: Vec<(&str, &str)> = list
        .as_array()
        .unwrap()
        .iter()
        .rev()
        .take(2)
        .map(|m| (m["kind"].as_str().unwrap(), m["to"].as_str().unwrap()))
        .collect();
    assert_eq!(
        last,
        [("repeat", "bert@b.example"), ("repeat", "ann@a.example")]
    );
    let show = |back: usize| {
        let id = list.as_array().unwrap().iter().rev().nth(back).unwrap()["id"].clone();
        house.run(&format!("outbox show {id}")).out
    };
    let (bert, ann) = (show(0), show(1));
    assert!(bert.contains("restored from its copies"), "{bert}");
    assert!(bert.contains("It is your turn"), "{bert}");
    assert!(ann.contains("It is your opponent's turn"), "{ann}");
}

/// The digest vouches for all that was recorded before it.
#[test]
fn the_digest_prints_the_head() {
    let house = in_folder();
    house.post("w", "ann@a.example", "[T26/1]", "WITHDRAW");
    house.run("poll").done();
    house.post("p", "ann@a.example", "[T26/1]", "PROTEST this is wrong");
    house.run("poll").done();
    house.run("nightly");
    let digests: Vec<String> = std::fs::read_dir(house.path("club/mail/out/new"))
        .unwrap()
        .map(|e| std::fs::read_to_string(e.unwrap().path()).unwrap())
        .filter(|t| t.contains("X-Postchess-Kind: digest"))
        .collect();
    let head = |text: &String| {
        let text = text.replace("=\r\n", "");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let at = text.find("head ")? + 5;
        text.get(at..at + 64).map(str::to_owned)
    };
    let heads: Vec<String> = digests.iter().filter_map(head).collect();
    assert!(!heads.is_empty(), "{digests:#?}");
    for head in heads {
        verify(&house, &format!(" --head {head}")).done();
    }
}

/// A byte that flipped inside a stored letter is found, wherever it is.
#[test]
fn a_byte_that_flipped_in_a_letter_is_found() {
    let house = House::with(&Setup::new());
    moves(&house);
    house.run("verify").done();
    for table in ["inbound_letter", "outbound_letter"] {
        let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
        let (id, packed): (i64, Vec<u8>) = db
            .query_row(&format!("SELECT max(id), bytes FROM {table}"), [], |r| {
                Ok((r.get(0)?, r.get(1)?))
            })
            .unwrap();
        let put = |bytes: &[u8]| {
            let sql = format!("UPDATE {table} SET bytes = ?2 WHERE id = ?1");
            db.execute(&sql, rusqlite::params![id, bytes]).unwrap();
        };
        for at in (8..packed.len()).step_by(packed.len() / 12) {
            let mut bytes = packed.clone();
            bytes[at] ^= 0x10;
            put(&bytes);
            let answer = house.run("verify");
            answer.fails(1);
            assert!(
                answer.out.contains("bytes of letter") || answer.out.contains("packed"),
                "{}",
                answer.out
            );
        }
        put(&packed);
    }
    house.run("verify").done();
}

/// Letters that an older program stored get their checksum from the next night.
#[test]
fn older_letters_get_their_checksum_by_night() {
    let house = House::with(&Setup::new());
    moves(&house);
    let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    db.execute_batch(
        "UPDATE inbound_letter SET hash = NULL; UPDATE outbound_letter SET hash = NULL",
    )
    .unwrap();
    house.run("verify").done();
    house.run("nightly");
    let without = "SELECT (SELECT count(*) FROM inbound_letter WHERE hash IS NULL)
        + (SELECT count(*) FROM outbound_letter WHERE hash IS NULL)";
    let without: i64 = db.query_row(without, [], |r| r.get(0)).unwrap();
    assert_eq!(without, 0);
}

/// A home that takes entries, with an archive; Hans has entered, and a stranger has asked.
fn with_an_entry() -> House {
    let setup = Setup::new()
        .system("round-robin", 0)
        .tournament("entries = { until = 2026-02-01, limit = 8 }\n")
        .begins("2026-02-10", "2026-01-10T09:00:00Z")
        .not_started();
    let house = configured_in(House::planned(&setup), "path = \"HERE\"\n");
    house.post("h1", "hans@x.example", "My entry", "ENTER T26");
    house.run("poll").done();
    let told = house.json("outbox list");
    let last = told.as_array().unwrap().last().unwrap();
    assert_eq!(last["to"], "hans@x.example");
    let shown = house.sent_to("hans@x.example");
    let code = shown.split("YES ").nth(1).unwrap();
    let code = code.split_whitespace().next().unwrap().to_owned();
    house.post(
        "h2",
        "hans@x.example",
        "Re: My entry",
        &format!("YES {code}"),
    );
    house.run("poll").done();
    house
}

/// What of the archive, keys left out, names somebody in clear, or under a packed letter.
fn names(house: &House, word: &str) -> Vec<String> {
    let mut all = lines(house);
    all.retain(|line| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let packed = value["row"]["zstd"].as_str().unwrap_or_default();
        let bytes = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, packed);
        let letter = zstd::stream::decode_all(&bytes.unwrap()[..]).unwrap_or_default();
        line.contains(word) || String::from_utf8_lossy(&letter).contains(word)
    });
    all
}

/// Who enters is in the archive under a key alone; once that is destroyed he is nowhere: not
/// in the database, not beside it, not after a restore of what was copied before.
#[test]
fn who_is_erased_is_in_the_archive_and_in_older_backups_no_more() {
    let house = with_an_entry();
    assert_eq!(names(&house, "hans"), Vec::<String>::new());
    verify(&house, "").done();
    let backup = house.path("before.db");
    house.run(&format!("backup {}", backup.display())).done();
    house.post("m", "mia@m.example", "A question", "Where do you play?");
    house.run("poll").done();
    assert_eq!(names(&house, "mia@"), Vec::<String>::new());
    let before = keys(&house);
    house.run("td entry refuse T26 1 --reason no").done();
    house.run("td entry erase T26 1").done();
    assert_eq!(keys(&house), before - 1);
    house.run("nightly").done();
    let told = house.json(&format!(
        "verify --archive {}",
        house.path("archive").display()
    ));
    assert_eq!(told["erased"], 1);
    let file = std::fs::read(house.path("club/postchess.db")).unwrap();
    let log = std::fs::read(house.path("club/postchess.db-wal")).unwrap_or_default();
    for bytes in [file, log] {
        assert!(!bytes.windows(14).any(|w| w == b"hans@x.example"));
    }
    // The backup has him and his key; the archive says what became of them.
    house.run(&format!("restore {}", backup.display())).done();
    for list in ["inbox list", "outbox list", "td entries T26"] {
        let told = house.run(&format!("--json {list}")).out;
        assert!(!told.to_lowercase().contains("hans"), "{list}: {told}");
    }
    for id in [1, 2] {
        let shown = house.run(&format!("inbox show {id}")).out;
        assert!(!shown.contains("hans"), "{shown}");
    }
    verify(&house, "").done();
    // A stranger who was not erased is there again, with what he wrote.
    let shown = house.run("inbox show 3").out;
    assert!(shown.contains("Where do you play?"), "{shown}");
    assert_eq!(house.json("inbox list")[2]["from"], "mia@m.example");
}

/// A key that lies nowhere: what it opens is lost and said to be, and the rest comes back.
#[test]
fn without_the_keys_a_restore_says_what_it_cannot_read() {
    let house = with_an_entry();
    let backup = house.path("before.db");
    house.run(&format!("backup {}", backup.display())).done();
    house.post("m", "mia@m.example", "A question", "Where do you play?");
    house.run("poll").done();
    let kept = std::fs::read(house.path("archive/keys.jsonl")).unwrap();
    std::fs::remove_file(house.path("archive/keys.jsonl")).unwrap();
    std::fs::remove_file(house.path("club/postchess.db")).unwrap();
    let line = format!("restore {}", backup.display());
    let told = house.run(&line).done();
    let said = format!("{}{}", told.out, told.err);
    assert!(said.contains("1 letters of strangers"), "{said}");
    assert_eq!(house.json("inbox list")[2]["from"], "");
    house.run("verify").done();
    // With them all of it.
    std::fs::write(house.path("archive/keys.jsonl"), kept).unwrap();
    std::fs::remove_file(house.path("club/postchess.db")).unwrap();
    house.run(&line).done();
    assert_eq!(house.json("inbox list")[2]["from"], "mia@m.example");
    verify(&house, "").done();
}

/// An older state of the database in its place, as a snapshot of a machine puts it back: what it
/// would decide has been decided otherwise. Nothing is ruled or declared, no letter is taken, no
/// backup made or thrown away, and the archive brings it back.
#[test]
fn a_database_behind_its_archive_is_not_written_until_both_are_brought_together() {
    if crate::engine::server().is_some() {
        return;
    }
    let house = in_folder();
    house.run("nightly").done();
    let (file, snapshot) = (house.path("club/postchess.db"), house.path("snapshot.db"));
    std::fs::copy(&file, &snapshot).unwrap();
    moves(&house);
    house.run("td penalty T26/1 white 2 --reason late").done();
    std::fs::copy(&snapshot, &file).unwrap();
    let (before, backups) = (lines(&house), house.backups());
    house.post("m2", "bert@b.example", "[T26/1]", "1... 5755");
    let late = "2027-01-10T09:00:00Z";
    for line in [
        "poll",
        "tick",
        "nightly",
        "td penalty T26/1 black 2 --reason x",
    ] {
        let answer = house.at(late, line);
        answer.fails(1);
        assert!(
            answer
                .err
                .contains("it goes on where this one stands still"),
            "{line}: {}",
            answer.err
        );
    }
    assert_eq!(house.json("game show T26/1")["ply"], 0);
    assert_eq!(house.json("inbox list").as_array().map(Vec::len), Some(0));
    assert!(house.path("club/mail/in/new/m2").exists());
    assert_eq!(house.backups(), backups);
    assert_eq!(lines(&house), before);
    // The copy of it, as the documents have it.
    let copy = house.path("behind.db");
    house.run(&format!("backup {}", copy.display())).done();
    let place = house.path("archive");
    let line = format!("restore {} --archive {}", copy.display(), place.display());
    house.run(&line).done();
    verify(&house, "").done();
    assert_eq!(house.json("game show T26/1")["ply"], 1);
    house.run("poll").done();
    assert_eq!(house.json("game show T26/1")["ply"], 2);
    verify(&house, "").done();
}

/// A new machine whose home names the club's archive before anything was restored.
#[test]
fn a_home_that_is_not_in_an_archive_writes_nothing_into_it() {
    let house = in_folder();
    moves(&house);
    house.run("nightly").done();
    let before = lines(&house);
    let empty = House::new();
    let config = empty.path("club/postchess.toml");
    let text = std::fs::read_to_string(&config).unwrap();
    let named = format!(
        "[archive]\npath = \"{}\"\n",
        house.path("archive").display()
    );
    std::fs::write(&config, text.replace("[archive]\n", &named)).unwrap();
    for line in ["check", "poll", "nightly"] {
        let answer = empty.run(line);
        answer.fails(1);
        let words = "is not in the record of this home";
        assert!(answer.err.contains(words), "{line}: {}", answer.err);
    }
    assert_eq!(lines(&house), before);
    // The new machine is restored, and goes on.
    let key = "club/postchess.key";
    std::fs::copy(house.path(key), empty.path(key)).unwrap();
    let newest = house.backups().pop().unwrap();
    let newest = house.path("club/backup").join(newest);
    empty
        .run(&format!(
            "restore {} --archive {}",
            newest.display(),
            house.path("archive").display()
        ))
        .done();
    empty.run("poll").done();
    assert_eq!(empty.json("game show T26/1")["ply"], 1);
}

/// A copy of a home that is set going beside it, or an older state of it, adds nothing behind
/// lines that are not its own, whatever their numbers.
#[test]
fn nothing_is_added_behind_the_lines_of_another_past() {
    if crate::engine::server().is_some() {
        return;
    }
    let house = in_folder();
    moves(&house);
    let (database, copy) = (house.path("club/postchess.db"), house.path("copy.db"));
    house.run(&format!("backup {}", copy.display())).done();
    house.post("m2", "bert@b.example", "[T26/1]", "1... 5755");
    house.run("poll").done();
    // The copy goes on while the folder is away, and further than the home did.
    for tail in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(house.path(&format!("club/postchess.db{tail}")));
    }
    std::fs::rename(&copy, &database).unwrap();
    let (place, away) = (house.path("archive"), house.path("away"));
    std::fs::rename(&place, &away).unwrap();
    for (name, who, text) in [
        ("n1", "bert@b.example", "1... 4745"),
        ("n2", "ann@a.example", "2. 5445"),
        ("n3", "bert@b.example", "2... 4845"),
    ] {
        house.post(name, who, "[T26/1]", text);
        house.run("poll").fails(75);
    }
    std::fs::rename(&away, &place).unwrap();
    let before = lines(&house);
    for line in ["poll", "td penalty T26/1 white 2 --reason late"] {
        let answer = house.run(line);
        answer.fails(1);
        let why = "is not the one that this database made under that number";
        assert!(answer.err.contains(why), "{line}: {}", answer.err);
    }
    assert_eq!(lines(&house), before);
}
