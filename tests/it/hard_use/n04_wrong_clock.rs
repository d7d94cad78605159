//! A machine's wrong clock decides nothing (RULES.md 4, "When the hour is in doubt").
//!
//! Most stories run the program itself by a system clock that `faketime` bends; how far
//! one pass may go is told by the house of the stories.

use crate::club::{PERSONAS, ROBOT, Setup, folder, postchess_run};
use postchess::time::Instant;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

const START: &str = "2026-01-10";

/// A home whose hours are told by a clock.
struct Clocked {
    dir: TempDir,
    serial: u32,
}

/// What a run of the program said.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Clocked {
    /// So many games between Ann and Bert, begun on 10 January 2026 at nine in UTC.
    fn opens(games: u32) -> Clocked {
        let dir = folder();
        let home = Clocked { dir, serial: 0 };
        let root = home.root();
        postchess_run(&["init", root.to_str().unwrap(), "--robot", ROBOT]).unwrap();
        let mut file = format!(
            "[tournament]\ncode = \"T26\"\nname = \"Club\"\nprofile = \"email\"\nsystem = \"pairs\"\n\
             start_date = {START}\nlanguage = \"en\"\ntime_zone = \"UTC\"\n\
             arbiter = {{ name = \"Olga Orlova\", email = \"td@club.example\" }}\n"
        );
        for (name, email, _) in PERSONAS.iter().take(2) {
            write!(file, "[[player]]\nname = \"{name}\"\nemail = \"{email}\"\n").unwrap();
        }
        for _ in 0..games {
            file.push_str("[[pair]]\nwhite = 1\nblack = 2\n");
        }
        let path = home.dir.path().join("t.toml");
        std::fs::write(&path, file).unwrap();
        let at = "2026-01-10 09:00:00";
        home.does(at, &["tournament", "add", path.to_str().unwrap()]);
        home.does(at, &["tournament", "start", "T26"]);
        home
    }

    fn root(&self) -> PathBuf {
        self.dir.path().join("club")
    }

    /// Runs the program while the machine's clock shows that hour (UTC).
    fn runs(&self, clock: &str, words: &[&str]) -> Said {
        let root = self.root();
        let output = by_clock(clock)
            .args(["--home", root.to_str().unwrap()])
            .args(["--set", "auth.policy=address"])
            .args(words)
            .env_remove("POSTCHESS_HOME")
            .env_remove("POSTCHESS_NOW")
            .output()
            .expect("the program runs");
        Said {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The same, and it ends well.
    #[track_caller]
    fn does(&self, clock: &str, words: &[&str]) -> String {
        let said = self.runs(clock, words);
        assert_eq!(said.code, Some(0), "{words:?}: {}{}", said.out, said.err);
        said.out
    }

    /// Both passes, as a line in cron does.
    #[track_caller]
    fn passes(&self, clock: &str) -> Value {
        self.does(clock, &["poll"]);
        self.ticks(clock)
    }

    #[track_caller]
    fn ticks(&self, clock: &str) -> Value {
        serde_json::from_str(&self.does(clock, &["tick", "--json"])).unwrap()
    }

    /// A letter comes; `trace` are the fields that mail servers wrote above it.
    fn gets(&mut self, who: &str, date: &str, trace: &str, text: &str) {
        self.serial += 1;
        let n = self.serial;
        let date = Instant::parse(date).unwrap().rfc2822();
        let letter = format!(
            "{trace}From: {who}\nTo: {ROBOT}\nDate: {date}\nMessage-ID: <l{n}@mail.example>\n\
             Subject: move\n\n{text}\n"
        );
        let name = format!("{n:04}.mx");
        std::fs::write(self.root().join("mail/in/new").join(name), letter).unwrap();
    }

    fn game(&self, number: u32) -> Value {
        let name = format!("T26/{number}");
        let words = ["game", "show", &name, "--format", "json"];
        let now = ["--now", "2026-01-20T00:00:00Z"];
        let root = self.root();
        let mut all = vec!["--home", root.to_str().unwrap()];
        all.extend(now);
        all.extend(words);
        serde_json::from_str(&postchess_run(&all).unwrap()).unwrap()
    }

    /// Letters of a kind that left so far.
    fn letters(&self, kind: &str) -> usize {
        let root = self.root();
        let words = ["--home", root.to_str().unwrap(), "outbox", "list", "--json"];
        let all: Value = serde_json::from_str(&postchess_run(&words).unwrap()).unwrap();
        let of_kind = |l: &&Value| l["kind"] == kind;
        all.as_array().unwrap().iter().filter(of_kind).count()
    }

    fn verifies(&self) {
        let root = self.root();
        postchess_run(&["--home", root.to_str().unwrap(), "verify"]).unwrap();
    }
}

/// The line of a mail server.
fn received(by: &str, at: &str) -> String {
    let at = Instant::parse(at).unwrap().rfc2822();
    format!("Received: from a.example by {by} with ESMTPS id q1; {at}\n")
}

/// The first move of Ann, sent on 12 January, and a pass that plays it.
fn with_a_move() -> Clocked {
    let mut home = Clocked::opens(1);
    home.passes("2026-01-10 10:00:00");
    home.passes("2026-01-11 10:00:00");
    home.gets("ann@a.example", "2026-01-12T08:00:00Z", "", "1. 5254");
    home.passes("2026-01-12 10:00:00");
    home
}

#[test]
fn a_dead_battery_records_nothing_and_takes_no_days() {
    let mut home = with_a_move();
    home.gets("bert@b.example", "2026-01-14T08:00:00Z", "", "1... 5755");
    // Fourteen days back, and back to where some machines begin.
    for clock in ["2025-12-31 10:00:00", "2000-01-01 00:00:00"] {
        for words in [["poll"], ["tick"], ["nightly"]] {
            let said = home.runs(clock, &words);
            assert_eq!(said.code, Some(75), "{words:?}: {}", said.err);
            assert!(said.err.contains("--hour-is-right"), "{}", said.err);
        }
    }
    assert_eq!(home.game(1)["ply"], 1);
    let health = home.runs("2025-12-31 10:00:00", &["health"]);
    assert!(health.out.contains("what is recorded goes up to"));
    // The battery is new: the letter counts from the day on which it was sent.
    home.passes("2026-01-14 10:00:00");
    let game = home.game(1);
    assert_eq!(game["moves"][1]["received"], "2026-01-13");
    assert_eq!(game["moves"][1]["sent"], "2026-01-14");
    home.verifies();
}

#[test]
fn an_hour_given_by_a_person_ends_with_75_too_when_it_lies_before_the_record() {
    let home = with_a_move();
    let root = home.root();
    let at = |now: &'static str| {
        let output = Command::new(env!("CARGO_BIN_EXE_postchess"))
            .args(["--home", root.to_str().unwrap(), "--now", now, "tick"])
            .output()
            .unwrap();
        output.status.code()
    };
    assert_eq!(at("2026-01-12T03:59:59Z"), Some(75));
    assert_eq!(at("2026-01-12T04:00:00Z"), Some(0), "six hours are allowed");
    assert_eq!(at("2026-01-12T10:00:00Z"), Some(0));
}

#[test]
fn a_clock_that_is_some_hours_back_declares_nothing_and_tells_once() {
    let home = with_a_move();
    let before = home.letters("digest");
    let tick = home.passes("2026-01-12 06:00:00");
    let why = tick["held_back"].as_str().expect("nothing is declared");
    assert!(why.contains("the hour is in doubt"), "{why}");
    home.passes("2026-01-12 06:10:00");
    home.passes("2026-01-12 07:00:00");
    assert_eq!(
        home.letters("digest"),
        before + 1,
        "the arbiter is told once"
    );
    let health = home.runs("2026-01-12 07:00:00", &["health"]);
    assert_eq!(health.code, Some(1));
    assert!(health.out.contains("in doubt"), "{}", health.out);
    let today = home.does("2026-01-12 07:00:00", &["today"]);
    assert!(today.contains("in doubt"), "{today}");
    // The clock is right again, and later wrong again: that is news.
    assert_eq!(home.passes("2026-01-12 11:00:00")["held_back"], Value::Null);
    home.passes("2026-01-12 08:00:00");
    assert_eq!(home.letters("digest"), before + 2);
}

#[test]
fn a_jump_of_ninety_days_declares_nothing() {
    let home = Clocked::opens(20);
    home.passes("2026-01-10 10:00:00");
    let tick = home.passes("2026-04-10 10:00:00");
    assert_eq!(tick["declared"], 0);
    assert!(tick["held_back"].is_string());
    for kind in ["time-forfeit", "silence", "repeat", "result"] {
        assert_eq!(home.letters(kind), 0, "{kind}");
    }
    assert_eq!(home.letters("digest"), 1);
    // Corrected: nothing is left of it, and the reminders come when they are due.
    let tick = home.passes("2026-01-11 10:00:00");
    assert_eq!(tick["held_back"], Value::Null);
    for n in 1..=20 {
        assert_eq!(home.game(n)["status"], "active");
    }
    home.verifies();
}

#[test]
fn a_person_accepts_a_jump_and_everything_due_is_declared_as_one_pass() {
    let home = Clocked::opens(20);
    home.passes("2026-01-10 10:00:00");
    home.passes("2026-04-10 10:00:00");
    let words = ["tick", "--hour-is-right", "--json"];
    let tick: Value = serde_json::from_str(&home.does("2026-04-10 11:00:00", &words)).unwrap();
    assert_eq!(tick["declared"], 20);
    assert_eq!(tick["held_back"], Value::Null);
    assert_eq!(home.game(7)["status"], "paused");
    // It was not right after all: one order takes all of it back.
    let pass = tick["pass"].to_string();
    let words = ["td", "revoke", "--pass", &pass, "--reason", "the clock"];
    home.does("2026-04-10 12:00:00", &words);
    for n in 1..=20 {
        assert_eq!(home.game(n)["status"], "active", "game {n}");
    }
    home.verifies();
}

#[test]
fn another_machines_word_bears_out_a_machine_that_was_off() {
    for (by, sure) in [("mx.provider.example", true), ("mx.club.example", false)] {
        let mut home = with_a_move();
        // Five days later; the letter was taken by that host an hour ago.
        let trace = received(by, "2026-01-17T09:00:00Z");
        home.gets(
            "bert@b.example",
            "2026-01-17T09:00:00Z",
            &trace,
            "1... 5755",
        );
        let tick = home.passes("2026-01-17 10:00:00");
        assert_eq!(tick["held_back"].is_null(), sure, "{by}: {tick}");
    }
}

#[test]
fn a_forged_hour_of_a_stranger_neither_holds_nor_hurries_anything() {
    let mut home = with_a_move();
    let trace = received("mx.evil.example", "2031-01-01T00:00:00Z");
    home.gets("eve@evil.example", "2031-01-01T00:00:00Z", &trace, "hello");
    assert!(home.passes("2026-01-13 10:00:00")["held_back"].is_null());
    // The jump is doubted as before.
    assert!(home.passes("2026-06-13 10:00:00")["held_back"].is_string());
}

#[test]
fn letters_recorded_by_a_clock_that_was_ahead_are_reckoned_anew_once_it_is_right() {
    let mut home = with_a_move();
    // The clock jumps by ninety days. Bert answers on the 14th, Ann on the 15th.
    home.gets("bert@b.example", "2026-01-14T08:00:00Z", "", "1... 5755");
    home.passes("2026-04-14 10:00:00");
    home.gets("ann@a.example", "2026-01-15T08:00:00Z", "", "2. 7163");
    home.passes("2026-04-15 10:00:00");
    assert_eq!(home.game(1)["ply"], 3, "moves are played in doubt too");
    // Corrected on the 15th: three days after the last certain hour, so a person says so.
    let tick = home.passes("2026-01-15 10:30:00");
    assert!(tick["held_back"].is_string());
    home.does("2026-01-15 10:31:00", &["tick", "--hour-is-right"]);
    let game = home.game(1);
    let dates = |n: usize| {
        let mv = &game["moves"][n];
        (
            mv["received"].clone(),
            mv["sent"].clone(),
            mv["days"].clone(),
        )
    };
    let of = |r: &str, s: &str, d: i64| (Value::from(r), Value::from(s), Value::from(d));
    assert_eq!(dates(1), of("2026-01-13", "2026-01-14", 1));
    assert_eq!(dates(2), of("2026-01-15", "2026-01-15", 0));
    assert_eq!(game["clock"]["running"]["since"], "2026-01-16");
    // Both are told, and the record says how it came.
    assert_eq!(home.letters("ruling"), 3);
    let corrected = game["record"].as_array().unwrap();
    assert!(corrected.iter().any(|e| e["what"] == "redated"));
    home.verifies();
    // The next pass finds nothing more to do.
    home.passes("2026-01-15 11:00:00");
    assert_eq!(home.letters("ruling"), 3);
}

#[test]
fn a_clock_set_right_within_two_days_mends_what_it_stamped_by_itself() {
    let mut home = with_a_move();
    home.gets("bert@b.example", "2026-01-13T08:00:00Z", "", "1... 5755");
    home.passes("2026-04-13 10:00:00");
    assert_eq!(home.game(1)["moves"][1]["sent"], "2026-04-12");
    let tick = home.passes("2026-01-13 11:00:00");
    assert!(tick["held_back"].is_null(), "{tick}");
    let game = home.game(1);
    assert_eq!(game["moves"][1]["sent"], "2026-01-13");
    assert_eq!(game["moves"][1]["days"], 0);
    assert_eq!(game["clock"]["running"]["since"], "2026-01-14");
    home.verifies();
}

#[test]
fn an_earlier_hour_can_be_accepted_after_a_jump_that_nobody_doubted() {
    let mut home = with_a_move();
    // Thirty-six hours ahead: within what may be. Bert's letter and ours are stamped by it.
    home.gets("bert@b.example", "2026-01-12T20:00:00Z", "", "1... 5755");
    let tick = home.passes("2026-01-14 08:30:00");
    assert!(tick["held_back"].is_null());
    assert_eq!(home.game(1)["moves"][1]["sent"], "2026-01-13");
    assert_eq!(home.runs("2026-01-12 21:00:00", &["tick"]).code, Some(75));
    let words = ["tick", "--hour-is-right", "--json"];
    home.does("2026-01-12 21:00:00", &words);
    let game = home.game(1);
    assert_eq!(game["moves"][1]["received"], "2026-01-12");
    assert_eq!(game["moves"][1]["sent"], "2026-01-12");
    assert_eq!(game["clock"]["running"]["since"], "2026-01-13");
    // From now on this is the hour, and passes go on.
    assert!(home.passes("2026-01-12 22:00:00")["held_back"].is_null());
    home.verifies();
}

#[test]
fn a_letter_of_a_pipe_is_kept_whatever_the_clock_says_and_dated_when_it_is_right() {
    let home = with_a_move();
    let root = home.root();
    let date = Instant::parse("2026-01-13T08:00:00Z").unwrap().rfc2822();
    let letter = format!(
        "From: bert@b.example\nTo: {ROBOT}\nDate: {date}\nMessage-ID: <p@mail.example>\n\
         Subject: move\n\n1... 5755\n"
    );
    let path = home.dir.path().join("letter");
    std::fs::write(&path, letter).unwrap();
    let status = by_clock("2025-12-29 09:00:00")
        .args(["--home", root.to_str().unwrap(), "deliver"])
        .stdin(std::fs::File::open(&path).unwrap())
        .status()
        .unwrap();
    assert!(status.success());
    home.passes("2026-01-13 10:00:00");
    let game = home.game(1);
    assert_eq!(game["moves"][1]["received"], "2026-01-13");
    assert_eq!(game["moves"][1]["sent"], "2026-01-13");
    home.verifies();
}

/// A club of games in which nobody moves.
fn silent(games: usize) -> Setup {
    Setup::new().pairs(&vec![(1, 2); games])
}

#[test]
fn a_pass_that_would_declare_too_much_declares_nothing() {
    let mut club = silent(6).set("limits.oversteps_per_pass", "5").opens();
    club.it_is("2026-03-20T09:00:00Z");
    club.polls();
    let tick = club.ticks();
    assert_eq!(tick.declared, 0);
    let why = tick.held_back.expect("too much at once");
    assert!(why.contains("6 of 6 open games"), "{why}");
    club.is_told("arbiter", "digest").says("6 of 6 open games");
    club.ticks();
    club.nobody_is_told();
    // A person has looked, and it is right.
    let said = club.types("tick --hour-is-right").unwrap();
    assert_eq!(said.matches("time-exceeded").count(), 6, "{said}");
    club.everything_read();
}

#[test]
fn a_rehearsal_has_no_limit_of_its_own() {
    let mut club = silent(6).opens();
    club.it_is("2026-03-20T09:00:00Z");
    club.polls();
    let tick = club.ticks();
    assert_eq!((tick.declared, tick.held_back), (6, None));
    club.everything_read();
}

#[test]
fn five_at_once_are_no_crowd() {
    let mut club = silent(5).set("limits.oversteps_per_pass", "5").opens();
    club.it_is("2026-03-20T09:00:00Z");
    club.polls();
    assert_eq!(club.ticks().declared, 5);
    club.everything_read();
}

#[test]
fn what_a_pass_declared_is_taken_back_as_one_decision() {
    let mut club = silent(4).opens();
    club.it_is("2026-03-20T09:00:00Z");
    club.polls();
    let pass = club.ticks().pass.expect("a number");
    club.everything_read();
    // One of them the arbiter has decided by himself meanwhile.
    club.days_pass(1);
    let reject = "td reject-claim T26/2";
    let insisted = || format!("{reject} --anyway");
    if club.types(reject).is_err() {
        club.types(&insisted()).unwrap();
    }
    club.everything_read();
    let before = club.game("T26/1");
    let trial = club
        .types(&format!("td revoke --pass {pass} --dry-run"))
        .unwrap();
    assert!(trial.contains("T26/1"), "{trial}");
    assert_eq!(club.game("T26/1"), before, "a trial changes nothing");
    let said = club
        .types(&format!("td revoke --pass {pass} --reason clock"))
        .unwrap();
    for n in [1, 3, 4] {
        let game = format!("T26/{n}");
        club.stands(&game, "/status", "active");
        assert!(said.contains(&game), "{said}");
    }
    club.is_told("ann", "ruling")
        .says("What the robot declared");
    club.everything_read();
    let log = club.types("td log").unwrap();
    assert!(
        log.contains(&format!("what pass {pass} declared taken back")),
        "{log}"
    );
    let again = club.types(&format!("td revoke --pass {pass}")).unwrap_err();
    // Of what is left of it something stands on a decision: that comes first.
    assert!(again.contains("takes that back first"), "{again}");
    let none = club.types("td revoke --pass 99").unwrap_err();
    assert!(none.contains("no pass 99"), "{none}");
}

#[test]
fn an_arbiters_letter_takes_a_pass_back_too() {
    let mut club = silent(2).opens();
    club.it_is("2026-03-20T09:00:00Z");
    club.polls();
    let pass = club.ticks().pass.expect("a number");
    let notice = club.is_told("arbiter", "time-forfeit");
    club.everything_read();
    club.letter("arbiter")
        .answering(&notice)
        .says(&format!("REVOKE --pass {pass}\n"))
        .posts();
    club.polls();
    club.is_told("arbiter", "transcript").says("T26/2");
    club.stands("T26/1", "/status", "active");
    club.stands("T26/2", "/status", "active");
    club.everything_read();
}

#[test]
fn nothing_is_declared_before_a_complete_look_is_ruled() {
    let mut club = silent(1).opens();
    // The move is answered in time, and the letter lies in the mailbox: no pass over the
    // clocks declares a repeat, a silence or an overstep over it.
    club.it_is("2026-01-20T09:00:00Z");
    // Our host says when it got it: without that it came when it was found, too late.
    club.letter("ann")
        .received("2026-01-20T09:00:00Z")
        .says("[T26/1]\n1. 5254")
        .posts();
    club.it_is("2026-03-20T09:00:00Z");
    let tick = club.ticks();
    assert_eq!(tick.declared, 0, "{tick:?}");
    assert!(
        tick.events.iter().all(|e| !e.contains("repeated")),
        "{tick:?}"
    );
    club.polls();
    club.stands("T26/1", "/ply", 1);
    club.everything_read();
}

/// The program by a clock that shows an hour (UTC). The library is named to it alone: the command
/// `faketime` needs shared memory, which not every machine has.
fn by_clock(clock: &str) -> Command {
    let libraries = std::fs::read_dir("/usr/lib").expect("libraries").flatten();
    let mut of_each = libraries.map(|dir| dir.path().join("faketime/libfaketime.so.1"));
    let library = of_each
        .find(|path| path.exists())
        .expect("faketime is there: tests/run installs it");
    let mut program = Command::new(env!("CARGO_BIN_EXE_postchess"));
    program
        .env("LD_PRELOAD", library)
        .env("FAKETIME", clock)
        .env("TZ", "UTC");
    program
}
