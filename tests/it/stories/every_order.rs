//! Every order of the grammar in a situation where it holds: tried first, which leaves
//! no trace; then given, which does what the trial said and nothing else; found in the
//! log; taken back where that can be; and given by letter, which records the same.

use crate::club::{Club, Setup};
use postchess::orders;
use rusqlite::types::ValueRef;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const QUIET: &str = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n";

/// An order in a situation.
struct Case {
    /// As the grammar names it.
    order: &'static str,
    before: fn() -> Club,
    /// The line, without `td` and the reason.
    line: fn(&mut Club) -> String,
    then: Then,
}

/// What becomes of it.
enum Then {
    /// Taken back, everything is as it was.
    TakenBack,
    /// It cannot be taken back, for this reason.
    Stays(&'static str),
    /// It decided nothing.
    Nothing,
}

use Then::{Nothing, Stays, TakenBack};

macro_rules! orders {
    ($($test:ident: $order:literal, $before:expr, $line:expr, $then:expr;)+) => {
        $(
            #[test]
            fn $test() {
                Case { order: $order, before: $before, line: $line, then: $then }.proves();
            }
        )+

        #[test]
        fn no_order_of_the_grammar_is_missing() {
            let here: BTreeSet<&str> = [$($order),+].into();
            let all = orders::names();
            // A list is no decision; every case reads it.
            let all: BTreeSet<&str> = all.iter().map(|n| n.name.as_str()).collect();
            let orders = all.into_iter().filter(|n| !["log", "entries"].contains(n)).collect();
            assert_eq!(here, orders);
        }
    };
}

orders! {
    confirm_forfeit: "confirm-forfeit", overstepped, |_| "confirm-forfeit T26/1".into(), TakenBack;
    reject_claim: "reject-claim", overstepped, |_| "reject-claim T26/1 --anyway".into(), TakenBack;
    reject_claim_and_give_days: "reject-claim", overstepped, |_| "reject-claim T26/1 --days 10".into(), TakenBack;
    reject_claim_and_bar: "reject-claim", claimed, |_| "reject-claim T26/1 --bar-claims --anyway".into(), TakenBack;
    reject_claim_with_a_move_held: "reject-claim", held, |_| "reject-claim T26/1 --anyway".into(),
        Stays("half-move 2 of 2026-03-15 was made on top of it");
    reject_claim_and_fine: "reject-claim", claimed_by_post, |_| "reject-claim T26/1 --fine 5 --anyway".into(), TakenBack;
    dismiss: "dismiss", protested, |_| "dismiss T26/1 --anyway".into(), TakenBack;
    penalty: "penalty", played, |_| "penalty T26/1 black 2".into(), TakenBack;
    penalty_back: "penalty", penalised, |_| "penalty T26/1 black -1".into(), TakenBack;
    set_dates: "set-dates", played, |_| "set-dates T26/1 4 --received 2026-01-18".into(), TakenBack;
    set_dates_of_a_move: "set-dates", played, |_| "set-dates T26/1 2 --sent 2026-01-12".into(), TakenBack;
    enter_a_move: "move", played,
        |_| "move T26/1 2... 2836 --received 2026-01-17 --sent 2026-01-19".into(), TakenBack;
    void: "void", played, |_| "void T26/1 2 --clock 2026-01-20".into(), TakenBack;
    reopen: "reopen", resigned, |_| "reopen T26/1".into(), TakenBack;
    pause: "pause", played, |_| "pause T26/1".into(), Stays("td resume ends one that lasts");
    pause_all: "pause", played, |_| "pause T26".into(), Stays("td resume ends one that lasts");
    resume: "resume", paused, |_| "resume T26/1".into(), TakenBack;
    resume_all: "resume", all_paused, |_| "resume T26".into(), TakenBack;
    revoke: "revoke", penalised, |club| format!("revoke {}", last(club)), TakenBack;
    carrier: "carrier", at_home, |_| "carrier T26/1 black post --agreed letters".into(), TakenBack;
    address: "address", played, |_| "address T26:2 bert@new.example".into(), TakenBack;
    enter: "enter", swiss, |_| "enter T26 --email late@new.example --name Late".into(), Stays("stays in the record");
    entry_admit: "entry admit", applied, |_| "entry admit T26 1 --paid".into(), Stays("the last word counts");
    entry_refuse: "entry refuse", applied, |_| "entry refuse T26 1".into(), Stays("the last word counts");
    entry_tick: "entry tick", applied, |_| "entry tick T26 1 --seen".into(), Stays("the last word counts");
    entry_withdraw: "entry withdraw", applied, |_| "entry withdraw T26 1".into(), Stays("the last word counts");
    entry_erase: "entry erase", taken_back_entry, |_| "entry erase T26 1".into(), Stays("the last word counts");
    entry_close: "entry close", applied, |_| "entry close T26".into(), Stays("the last word counts");
    line_up: "line-up", teams_by_rounds, |_| "line-up T26 1 2 --round 2".into(), Stays("the last word counts");
    captain: "captain", teams, |_| "captain T26 1 --name Carol --email carol@new.example".into(),
        Stays("the last word counts");
    remove_team: "remove-team", teams, |_| "remove-team T26 1".into(), TakenBack;
    correct: "correct", played,
        |_| "correct T26:1 T26 --name Anna --language de --rating 1950 --federation ENG".into(), TakenBack;
    circular: "circular", played, |_| "circular T26 \"Dear players, the club moves in May.\"".into(),
        Stays("the letter was sent; write another");
    absent: "absent", with_a_deputy, |_| "absent T26 td@club.example 2026-01-20 2026-01-30".into(), TakenBack;
    hand_over: "hand-over", with_a_deputy,
        |_| "hand-over T26 --name Petra --email petra@new.example --language de".into(), TakenBack;
    prolong: "prolong", with_an_end, |_| "prolong T26 2026-12-31".into(), TakenBack;
    withdraw_lose: "withdraw", played, |_| "withdraw T26:1 T26 --games lose".into(), TakenBack;
    withdraw_adjudicate: "withdraw", played,
        |_| "withdraw T26:1 T26 --games adjudicate --finished count".into(), TakenBack;
    withdraw_annul: "withdraw", played,
        |_| "withdraw T26:1 T26 --games annul --finished drop --excluded".into(), TakenBack;
    access_lost: "access-lost", played, |_| "access-lost T26:1 T26 --since 2026-01-19".into(), TakenBack;
    pair: "pair", swiss, |_| "pair T26".into(), Stays("a round that is paired stays");
    promote: "promote", groups_over, |_| "promote T26 --without G26:1".into(), Stays("until the stage begins");
    compensate: "compensate", played,
        |_| "compensate T26 5 --from 2026-01-14 --to 2026-01-18".into(), TakenBack;
    what_if: "what-if", played, |_| "what-if T26:1 T26".into(), Nothing;
    leave_grant: "leave grant", played, |_| "leave grant T26:2 2026-01-17 2026-01-18".into(), TakenBack;
    leave_keep: "leave keep", late_leave, |_| "leave keep T26:2".into(), TakenBack;
    leave_cancel: "leave cancel", on_leave, |club| {
        format!("leave cancel {}", club.game("T26/1")["leave"][0]["id"])
    }, TakenBack;
    adjudicate: "adjudicate", ended, |_| "adjudicate T26/1 1/2-1/2".into(), TakenBack;
    opinion: "opinion", ended, |_| "opinion T26/1 white 1/2-1/2 --sent 2026-01-31 --text Even.".into(), TakenBack;
    replace: "replace", known, |_| "replace T26:1 T26 --email eva@new.example".into(), TakenBack;
    result: "result", played, |_| "result T26/1 1/2-1/2 --by agreement".into(), TakenBack;
    result_without_play: "result", played, |_| "result T26/3 -/+ --by default".into(), TakenBack;
}

/// A Swiss event in its first round.
fn swiss() -> Club {
    Setup::new()
        .rules(QUIET)
        .system("swiss", 4)
        .tournament("rounds = 3")
        .opens()
}

/// Two play, and a third has entered.
fn applied() -> Club {
    let mut club = Setup::new()
        .rules(QUIET)
        .system("round-robin", 2)
        .tournament("entries = { until = 2026-02-01 }\n")
        .begins("2026-02-10", "2026-01-10T09:00:00Z")
        .not_started()
        .opens();
    club.sends("lena@l.example", "ENTER T26");
    let code = club.is_told("lena@l.example", "entry").code();
    club.sends("lena@l.example", &format!("YES {code}"));
    club
}

/// And has taken that back.
fn taken_back_entry() -> Club {
    let mut club = applied();
    club.sends("lena@l.example", "WITHDRAW T26");
    club
}

/// Two teams of two boards, who have made some moves.
fn teams() -> Club {
    let mut club = Setup::new()
        .rules(QUIET)
        .system("team-round-robin", 4)
        .sections(
            "[[team]]\nname = \"One\"\nboards = [1, 3]\n\
             [[team]]\nname = \"Two\"\nboards = [2, 4]\n",
        )
        .opens();
    club.sends("ann", "1. 5254");
    club
}

/// Teams that have played the first of two rounds.
fn teams_by_rounds() -> Club {
    Setup::new()
        .rules(QUIET)
        .system("team-swiss", 6)
        .tournament("rounds = 2")
        .sections(
            "[[team]]\nname = \"One\"\nboards = [1]\nreserves = [2]\n\
             [[team]]\nname = \"Two\"\nboards = [3]\nreserves = [4]\n\
             [[team]]\nname = \"Three\"\nboards = [5]\nreserves = [6]\n",
        )
        .opens()
}

/// A group that is over, and a final that waits for its start.
fn groups_over() -> Club {
    let mut club = Setup::new()
        .rules(QUIET)
        .system("round-robin", 3)
        .code("C26")
        .sections(
            "[[stage]]\ncode = \"G26\"\nplayers = [1, 2, 3]\n[[stage]]\ncode = \"T26\"\n\
             from = [{ stage = \"G26\", places = [1, 2] }]\n",
        )
        .opens();
    for (game, result) in [(1, "1-0"), (2, "1/2-1/2"), (3, "1-0")] {
        club.decides(&format!("result G26/{game} {result}"));
    }
    club.days_pass(1);
    club.ticks();
    club
}

impl Case {
    fn proves(self) {
        let mut club = (self.before)();
        club.everything_read();
        let line = (self.line)(&mut club);
        assert!(line.starts_with(self.order), "{line}");
        let line = format!("td {line} --reason proof");
        let (before, stood, logged) = (dump(&club), state(&mut club), log(&mut club).len());
        let mail = files(&club);

        let tried = typed(&mut club, &format!("{line} --dry-run"));
        club.nobody_is_told();
        assert!(before == dump(&club), "the trial of '{line}' left a trace");
        assert_eq!(mail, files(&club), "{line}");

        let from = newest(&club);
        let done = typed(&mut club, &line);
        let letters = told(&mut club);
        let record = events(&club, from);
        if let Nothing = self.then {
            assert_eq!(tried, done);
            assert!(before == dump(&club), "'{line}' left a trace");
            assert!(record.is_empty() && letters.is_empty());
        } else {
            self.did_what_it_said(&mut club, &line, (&tried, &done), &letters, logged);
        }
        match self.then {
            TakenBack => taken_back(&mut club, &stood, &line),
            Stays(why) => {
                let (id, before) = (last(&mut club), dump(&club));
                let refused = club.types(&format!("td revoke {id}")).unwrap_err();
                assert!(refused.contains(why), "{line}: {refused}");
                assert!(before == dump(&club), "a refusal left a trace");
            }
            Nothing => {}
        }
        club.everything_read();
        let verified = club.types("verify").unwrap();
        assert!(!verified.contains("differs"), "{verified}");
        let held = what_holds(&done);
        if !matches!(self.then, Nothing) {
            assert_eq!(held, what_holds(&tried), "{line}");
            // In games that begin by it, or are made, nothing held before.
            if !matches!(
                self.order,
                "pair"
                    | "promote"
                    | "enter"
                    | "entry admit"
                    | "entry refuse"
                    | "entry tick"
                    | "entry withdraw"
                    | "entry erase"
                    | "entry close"
                    | "line-up"
                    | "captain"
                    | "circular"
                    | "absent"
                    | "hand-over"
                    | "prolong"
            ) {
                assert_holds(&held, &line);
            }
        }
        self.is_the_same_by_letter(&record, &letters, &held);
    }

    /// The words of the trial are those of the decision; what they promise is there.
    fn did_what_it_said(
        &self,
        club: &mut Club,
        line: &str,
        (tried, done): (&str, &str),
        letters: &[String],
        logged: usize,
    ) {
        let (shown, rest) = done
            .split_once("decision ")
            .unwrap_or_else(|| panic!("{done}"));
        let (number, did) = rest.split_once(": ").expect("decision N:");
        let (before, would) = tried.split_once("would decide: ").expect("would decide:");
        assert_eq!(would, did, "'{line}' did something else than it said");
        // A trial of a withdrawal shows what the other choices would be, too.
        let foretold = match self.order {
            "withdraw" => "If Ann Archer leaves T26\n",
            "circular" => "circular\n\n[en] A letter from Olga Orlova",
            _ => shown,
        };
        match foretold == shown {
            true => assert_eq!(before, shown, "{line}"),
            false => assert!(before.starts_with(foretold), "{before}"),
        }
        // Letters that a released move brings are that move's.
        if !did.contains("held letter") {
            let mut said: Vec<String> = did
                .lines()
                .filter_map(|l| l.trim().strip_prefix("letter: "))
                .map(|l| {
                    let kind = l.split(' ').next().unwrap();
                    let to = l.rsplit('<').next().unwrap().trim_end_matches('>');
                    format!("{kind} {to}")
                })
                // What goes on paper is told, and no mail.
                .filter(|letter| !letter.ends_with(" by post"))
                .collect();
            said.sort();
            assert_eq!(said, letters, "{line}");
        }
        let log = log(club);
        assert_eq!(log.len(), logged + 1, "{line}");
        let entry = log.last().unwrap();
        assert_eq!(entry["id"].to_string(), number, "{line}");
        assert_eq!(entry["reason"], "proof", "{line}");
        assert_eq!(entry["given"], "console", "{line}");
        assert_eq!(entry["revoked_by"], Value::Null, "{line}");
        assert!(!entry["decision"].as_str().unwrap().is_empty(), "{entry}");
        let text = club.types("td log T26").unwrap();
        assert!(text.contains(entry["decision"].as_str().unwrap()), "{text}");
    }

    /// The arbiter answers a letter of the robot with the same line.
    fn is_the_same_by_letter(&self, record: &[String], letters: &[String], held: &[String]) {
        let mut club = (self.before)();
        club.everything_read();
        let line = format!("{} --reason proof", (self.line)(&mut club));
        club.sends("arbiter", "HELP");
        let help = club.is_told("arbiter", "transcript");
        club.nobody_is_told();
        let from = newest(&club);
        for dry_run in [" --dry-run", ""] {
            let text = format!("{line}{dry_run}");
            club.letter("arbiter").answering(&help).says(&text).posts();
            club.polls();
            // Who has handed over has a letter about that; no other goes to him any more.
            if self.order == "hand-over" && dry_run.is_empty() {
                break;
            }
            let transcript = club.is_told("arbiter", "transcript");
            // What holds before and after it stands in the transcript too, from one maker.
            for shown in held {
                transcript.says(shown);
            }
            if dry_run.is_empty() {
                break;
            }
            if !matches!(self.then, Nothing) {
                transcript.says("Only tried, nothing is changed");
            }
            club.nobody_is_told();
            assert!(events(&club, from).is_empty(), "{line}");
        }
        assert_eq!(told(&mut club), letters, "{line}");
        assert_eq!(events(&club, from), record, "{line}");
        if let Some(entry) = log(&mut club).last()
            && !matches!(self.then, Nothing)
        {
            assert_eq!(entry["given"], "letter", "{entry}");
        }
    }
}

/// What is proposed for an overstep is done as it stands: nothing is asked back.
#[test]
fn a_proposed_refusal_is_taken_as_it_stands() {
    let at_once = || {
        let mut club = Setup::new()
            .rules(QUIET)
            .rules("forfeit = \"immediate\"")
            .opens();
        club.play("T26/1", "5254");
        club.it_is("2026-03-14T09:00:00Z");
        club.polls();
        club.ticks();
        club.days_pass(2);
        let words = "PROTEST my letter of February is lost";
        club.letter("bert").subject("[T26/1]").says(words).posts();
        club.polls();
        club
    };
    let quiet_server = || {
        let rules = "control_warning_days = 0\nforfeit = \"notice\"\n";
        let mut club = Setup::new().profile("server").rules(rules).opens();
        club.play("T26/1", "5254");
        club.it_is("2026-03-14T09:00:00Z");
        club.polls();
        club.ticks();
        club
    };
    type Before = fn() -> Club;
    let befores: [(&str, Before); 6] = [
        ("notice", overstepped),
        ("claim", claimed),
        ("held", held),
        ("post", claimed_by_post),
        ("at once", at_once),
        ("server", quiet_server),
    ];
    for (what, before) in befores {
        let mut club = before();
        club.everything_read();
        let today = club.types("--json today").unwrap();
        let today: Value = serde_json::from_str(&today).unwrap();
        let matters = today["matters"].as_array().unwrap().iter();
        let commands = matters.flat_map(|m| m["commands"].as_array().unwrap());
        let refusals: Vec<&str> = commands
            .map(|c| c.as_str().unwrap())
            .filter(|c| c.starts_with("td reject-claim "))
            .collect();
        let [days, received] = refusals[..] else {
            panic!("{what}: {refusals:?}");
        };
        assert!(received.ends_with("--received DATE"), "{what}: {received}");
        let done = typed(&mut club, days);
        assert!(done.contains("decision "), "{what}: {done}");
        club.everything_read();
        club.stands("T26/1", "/status", "active");
        club.stands("T26/1", "/clock/black/overstepped", false);
    }
}

/// The lines that tell what holds before and after an order.
fn what_holds(printed: &str) -> Vec<String> {
    let lines = printed.lines().map(str::trim);
    let told = |l: &&str| {
        let head = ["before: ", "after: ", "before and after: "];
        head.iter().any(|h| l.starts_with(h))
            || l.starts_with("T26/") && l.contains(" – ") && !l.contains(':')
    };
    lines.filter(told).map(str::to_owned).collect()
}

/// Days of both sides, flag, result and places, for every game that is touched.
#[track_caller]
fn assert_holds(held: &[String], line: &str) {
    assert!(held.len() > 1, "{line}: {held:?}");
    for told in held.iter().filter(|l| !l.starts_with("T26/")) {
        let parts: Vec<&str> = told.split("; ").collect();
        assert!(
            parts[0].contains("White ") && parts[0].contains(" days, Black "),
            "{told}"
        );
        // Who is over is named before what runs.
        let over = |part: &&&str| part.starts_with("time of ");
        let behind = 1 + parts[1..].iter().take_while(over).count();
        let runs = parts[behind];
        assert!(
            runs.starts_with("flag of ") || runs == "no clock runs",
            "{told}"
        );
        assert!(parts[behind + 1].starts_with("result "), "{told}");
        assert!(parts.last().unwrap().starts_with("places "), "{told}");
    }
}

#[track_caller]
fn typed(club: &mut Club, line: &str) -> String {
    club.types(line).unwrap_or_else(|e| panic!("{line}: {e}"))
}

/// Kind and address of every letter there is, sorted; they are read.
fn told(club: &mut Club) -> Vec<String> {
    let mut all: Vec<String> = club
        .takes_all()
        .iter()
        .map(|m| format!("{} {}", m.kind, m.to))
        .collect();
    all.sort();
    all
}

#[track_caller]
fn taken_back(club: &mut Club, stood: &Value, line: &str) {
    let id = last(club);
    typed(club, &format!("td revoke {id} --anyway"));
    assert_eq!(&state(club), stood, "{line}, taken back");
    let log = log(club);
    let [.., entry, back] = log.as_slice() else {
        panic!("{log:?}")
    };
    assert_eq!(entry["revoked_by"], back["id"], "{line}");
    assert_eq!(back["revokes"], entry["id"], "{line}");
}

fn log(club: &mut Club) -> Vec<Value> {
    let text = club.types("--json td log T26").unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The number of the last decision.
fn last(club: &mut Club) -> u64 {
    log(club).last().unwrap()["id"].as_u64().unwrap()
}

/// What of all games, players and the table a decision that is taken back gives back:
/// everything but the record and the receipt of the ruling.
fn state(club: &mut Club) -> Value {
    let listed = club.types("--json game list --tournament T26").unwrap();
    let listed: Vec<Value> = serde_json::from_str(&listed).unwrap();
    let games: Vec<Value> = listed
        .iter()
        .map(|listed| {
            let mut game = club.game(listed["game"].as_str().unwrap());
            let game = game.as_object_mut().unwrap();
            game.remove("record");
            let totals = ["white", "black"].map(|s| game["clock"][s].clone());
            game.insert("clock".into(), json!(totals));
            json!(game)
        })
        .collect();
    let text = club.types("--json tournament report T26").unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    let players = club.types("--json player list").unwrap();
    let shown = club.types("--json tournament show T26").unwrap();
    let mut shown: Value = serde_json::from_str(&shown).unwrap();
    let directed = ["arbiter", "absences", "end_date"].map(|key| shown[key].take());
    json!([games, report["table"], report["leave"], players, directed])
}

/// All rows of all tables.
fn dump(club: &Club) -> Vec<String> {
    let db = rusqlite::Connection::open(club.root().join("postchess.db")).unwrap();
    let mut names = db
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        .unwrap();
    let names: Vec<String> = names
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let mut all = Vec::new();
    for name in names {
        rows(&db, &format!("SELECT * FROM {name}"), &mut all);
        all.push(name);
    }
    all
}

fn rows(db: &rusqlite::Connection, sql: &str, into: &mut Vec<String>) {
    let mut query = db.prepare(sql).unwrap();
    let columns = query.column_count();
    let mut found = query.query([]).unwrap();
    while let Some(row) = found.next().unwrap() {
        let cells = (0..columns).map(|i| match row.get_ref(i).unwrap() {
            ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
            other => format!("{other:?}"),
        });
        into.push(cells.collect::<Vec<_>>().join(" | "));
    }
}

/// The number of the newest event.
fn newest(club: &Club) -> i64 {
    let db = rusqlite::Connection::open(club.root().join("postchess.db")).unwrap();
    db.query_row("SELECT coalesce(max(id), 0) FROM event", [], |row| {
        row.get(0)
    })
    .unwrap()
}

/// The events after one, with the word `order` for whatever way it was given.
fn events(club: &Club, after: i64) -> Vec<String> {
    let db = rusqlite::Connection::open(club.root().join("postchess.db")).unwrap();
    let mut all = Vec::new();
    let sql = format!(
        "SELECT id, at, game_id, tournament_id, player_id, event, grounds,
                iif(cause LIKE 'order%', 'order', cause), note
         FROM event WHERE id > {after} ORDER BY id"
    );
    rows(&db, &sql, &mut all);
    all
}

/// Every file of the mail folders.
fn files(club: &Club) -> BTreeSet<std::path::PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![club.root().join("mail")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => _ = found.insert(path),
            }
        }
    }
    found
}

/// Three games of Ann, Bert and Clara; in the first Bert thinks since 16 January, the
/// others have not begun. It is 20 January.
/// The same, and Bert's postal address is known.
fn at_home() -> Club {
    played_by(Setup::new().lives_at("bert", &["Oak Street 2", "Town"]))
}

fn played() -> Club {
    played_by(Setup::new())
}

/// The same, where a deputy could stand in.
fn with_a_deputy() -> Club {
    played_by(Setup::new().sections(
        "[[official]]\nrole = \"deputy\"\nname = \"Dora\"\nemail = \"dora@club.example\"\n",
    ))
}

/// The same, with an end that is far off.
fn with_an_end() -> Club {
    played_by(Setup::new().tournament("end_date = 2026-06-30\n"))
}

fn played_by(setup: Setup) -> Club {
    let mut club = setup.rules(QUIET).pairs(&[(1, 2), (1, 3), (2, 3)]).opens();
    club.play("T26/1", "5254 5755");
    club.it_is("2026-01-15T10:00:00Z");
    club.play("T26/1", "7163");
    club.it_is("2026-01-20T10:00:00Z");
    club
}

/// The home knows Eva, who plays nowhere.
fn known() -> Club {
    let mut club = played();
    let list = club.root().join("list.csv");
    std::fs::write(&list, "name,email,language\nEva Novak,eva@new.example,pl\n").unwrap();
    typed(&mut club, &format!("player import {}", list.display()));
    club
}

fn after(line: &str) -> Club {
    let mut club = played();
    typed(&mut club, line);
    club
}

fn penalised() -> Club {
    after("td penalty T26/1 black 3 --reason telephone")
}

fn paused() -> Club {
    let mut club = after("td pause T26/1");
    club.days_pass(3);
    club
}

fn all_paused() -> Club {
    let mut club = after("td pause T26");
    club.days_pass(3);
    club
}

fn on_leave() -> Club {
    after("td leave grant T26:2 2026-01-17 2026-01-18")
}

/// Bert announces a leave that began two days ago.
fn late_leave() -> Club {
    let mut club = played();
    club.letter("bert")
        .says("LEAVE 2026-01-18 2026-01-25")
        .posts();
    club.polls();
    club
}

fn protested() -> Club {
    let mut club = penalised();
    club.everything_read();
    club.letter("bert")
        .subject("[T26/1]")
        .says("PROTEST I never telephoned")
        .posts();
    club.polls();
    club
}

fn resigned() -> Club {
    let mut club = played();
    club.letter("bert")
        .subject("[T26/1]")
        .says("RESIGN")
        .posts();
    club.polls();
    club.days_pass(3);
    club
}

/// Black has thought since 11 January, and his time is over on 12 March.
fn late(rules: &str) -> Club {
    let mut club = Setup::new()
        .rules(QUIET)
        .rules(rules)
        .pairs(&[(1, 2), (1, 3), (2, 3)])
        .opens();
    club.play("T26/1", "5254");
    for game in ["T26/2", "T26/3"] {
        club.types(&format!("td pause {game}")).unwrap();
    }
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    club
}

fn overstepped() -> Club {
    late("")
}

/// The opponent has claimed it.
fn claimed() -> Club {
    let mut club = late("forfeit = \"claim\"");
    club.letter("ann")
        .subject("[T26/1]")
        .says("CLAIM TIME")
        .posts();
    club.polls();
    club
}

/// The second overstep by post is claimed, which pauses the game.
fn claimed_by_post() -> Club {
    let mut club = super::claims::second_by_post("");
    club.it_is("2026-02-23T09:00:00Z");
    club.sends("ann", "CLAIM TIME");
    club
}

/// Black has moved meanwhile, and the move waits.
fn held() -> Club {
    let mut club = overstepped();
    club.it_is("2026-03-15T09:00:00Z");
    club.letter("bert")
        .subject("[T26/1]")
        .says("1... 5755")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "held");
    club
}

/// Play is over, both have sent other opinions.
fn ended() -> Club {
    let mut club = Setup::new()
        .rules(QUIET)
        .tournament("end_date = 2026-01-31\n")
        .pairs(&[(1, 2), (1, 3), (2, 3)])
        .opens();
    club.play("T26/1", "5254 5755 7163");
    club.it_is("2026-02-01T06:00:00Z");
    club.polls();
    club.ticks();
    for (who, opinion) in [("ann", "OPINION 1-0"), ("bert", "OPINION 1/2-1/2")] {
        club.letter(who).subject("[T26/1]").says(opinion).posts();
        club.polls();
    }
    club
}
