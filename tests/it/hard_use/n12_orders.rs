//! Orders tell what they do and refuse nonsense.

use crate::club::{Club, Setup};

const QUIET: &str = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n";

/// Bert thinks about half-move 4 since 16 January; it is the 20th.
fn played() -> Club {
    played_by("")
}

fn played_by(rules: &str) -> Club {
    let mut club = Setup::new().rules(QUIET).rules(rules).opens();
    club.play("T26/1", "5254 5755");
    club.it_is("2026-01-15T10:00:00Z");
    club.play("T26/1", "7163");
    club.it_is("2026-01-20T10:00:00Z");
    club.everything_read();
    club
}

fn resigned() -> Club {
    let mut club = played();
    club.sends("bert", "RESIGN");
    club.everything_read();
    club
}

fn on_leave() -> Club {
    let mut club = played();
    club.types("td leave grant T26:2 2026-01-17 2026-01-18")
        .unwrap();
    club.everything_read();
    club
}

/// What becomes of an order that is nonsense, or hardly meant.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    /// Whatever is said, it is not done.
    Refused,
    /// It is done with `--anyway`.
    Asked,
}

/// A club, an order, what becomes of it, and words of the answer.
type Row = (fn() -> Club, &'static str, Then, &'static str);

#[test]
fn an_order_whose_effect_is_nonsense_is_refused_or_asked() {
    use Then::{Asked, Refused};
    let table: [Row; 17] = [
        (
            played,
            "result T26/1 1-0 --by stalemate",
            Refused,
            "does not come by stalemate",
        ),
        (
            played,
            "result T26/1 1-0 --by agreement",
            Refused,
            "does not come by agreement",
        ),
        (
            played,
            "result T26/1 1/2-1/2 --by checkmate",
            Refused,
            "does not come by checkmate",
        ),
        (
            played,
            "result T26/1 +/- --by time",
            Refused,
            "does not come by time",
        ),
        (
            played,
            "result T26/1 1-0 --by checkmate",
            Refused,
            "on the board",
        ),
        (
            played,
            "result T26/1 1/2-1/2 --by stalemate",
            Refused,
            "on the board",
        ),
        (
            played,
            "result T26/1 +/- --by default",
            Asked,
            "both have moved",
        ),
        (
            resigned,
            "result T26/1 1/2-1/2",
            Asked,
            "has the result 1-0 already",
        ),
        (
            played,
            "set-dates T26/1 4 --received 2026-03-01",
            Asked,
            "still to come",
        ),
        (
            played,
            "set-dates T26/1 3 --sent 2026-01-21",
            Asked,
            "still to come",
        ),
        (
            played,
            "set-dates T26/1 4 --received 2026-01-12",
            Asked,
            "was sent on 2026-01-15",
        ),
        (
            played,
            "set-dates T26/1 3 --sent 2026-01-10",
            Asked,
            "before its receipt",
        ),
        (
            played,
            "penalty T26/1 black 53",
            Asked,
            "black would have 3 days left",
        ),
        (
            played,
            "penalty T26/1 white 100",
            Asked,
            "would be over at once",
        ),
        (
            played,
            "penalty T26/1 black -30",
            Refused,
            "no more can be taken back",
        ),
        (
            on_leave,
            "leave grant T26:2 2026-01-17 2026-01-18",
            Refused,
            "nothing to grant",
        ),
        (
            played,
            "leave keep T26:2",
            Refused,
            "nothing to leave as it is",
        ),
    ];
    for (before, line, then, said) in table {
        let mut club = before();
        let stood = club.game("T26/1");
        let refused = club.types(&format!("td {line}")).unwrap_err();
        assert!(refused.contains(said), "{line}: {refused}");
        assert_eq!(
            refused.contains("--anyway"),
            then == Asked,
            "{line}: {refused}"
        );
        club.nobody_is_told();
        assert_eq!(club.game("T26/1"), stood, "{line}");
        let tried = club.types(&format!("td {line} --dry-run"));
        let anyway = club.types(&format!("td {line} --anyway"));
        match then {
            Refused => assert!(tried.is_err() && anyway.is_err(), "{line}"),
            Asked => {
                let tried = tried.unwrap();
                assert!(
                    tried.contains("asks for --anyway: ") && tried.contains(said),
                    "{tried}"
                );
                let done = anyway.unwrap_or_else(|e| panic!("{line}: {e}"));
                assert!(done.contains("decision "), "{done}");
                assert_ne!(club.game("T26/1"), stood, "{line}");
            }
        }
        club.everything_read();
    }
}

#[test]
fn what_says_itself_is_not_asked() {
    for line in [
        "penalty T26/1 black 2",
        "penalty T26/1 black 52",
        "set-dates T26/1 4 --received 2026-01-18",
        "set-dates T26/1 4 --received 2026-01-21",
        "result T26/1 1-0 --by silence",
        "result T26/1 1/2-1/2 --by agreement",
        "pause T26/1",
        "void T26/1 3",
    ] {
        let mut club = played();
        let done = club.types(&format!("td {line}"));
        let done = done.unwrap_or_else(|e| panic!("{line}: {e}"));
        assert!(done.contains("before"), "{line}: {done}");
        club.everything_read();
    }
}

#[test]
fn what_holds_before_and_after_is_told_in_a_trial_and_in_json() {
    let mut club = played();
    let tried = club.types("td penalty T26/1 black 2 --dry-run").unwrap();
    let [before, after] = ["4 of 60", "6 of 60"].map(|b| format!("White 4 of 60 days, Black {b};"));
    assert!(
        tried.contains(&format!("before: {before} flag of black")),
        "{tried}"
    );
    assert!(
        tried.contains(&format!("after: {after} flag of black")),
        "{tried}"
    );
    assert!(tried.contains("result *; places 1-2 and 1-2"), "{tried}");
    let json = club.types("--json td result T26/1 1-0 --dry-run").unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["effect"][0]["game"], "T26/1");
    assert_eq!(json["effect"][0]["before"]["result"], "*");
    assert_eq!(json["effect"][0]["before"]["white"]["place"], "1-2");
    assert_eq!(json["effect"][0]["after"]["result"], "1-0");
    assert_eq!(json["effect"][0]["after"]["white"]["place"], "1");
    assert_eq!(json["effect"][0]["after"]["black"]["place"], "2");
}

#[test]
fn by_letter_the_line_that_does_it_all_the_same_is_proposed() {
    let mut club = played();
    club.sends("arbiter", "HELP");
    let help = club.is_told("arbiter", "transcript");
    let text = "PENALTY T26/1 black 53\nhe was warned twice";
    club.letter("arbiter").answering(&help).says(text).posts();
    club.polls();
    let asked = club.is_told("arbiter", "transcript");
    club.nobody_is_told();
    let line = "PENALTY T26/1 black 53 ANYWAY --reason \"he was warned twice\"";
    asked
        .says("nothing is changed")
        .says("3 days left")
        .says(line);
    assert_eq!(club.game("T26/1")["clock"]["black"]["penalty"], 0);
    club.letter("arbiter").answering(&asked).says(line).posts();
    club.polls();
    club.is_told("arbiter", "transcript")
        .says("Done (decision")
        .says("he was warned twice");
    assert_eq!(club.game("T26/1")["clock"]["black"]["penalty"], 53);
    club.everything_read();
}

#[test]
fn no_line_of_an_arbiters_letter_is_dropped_without_a_word() {
    let mut club = played();
    club.sends("arbiter", "HELP");
    let help = club.is_told("arbiter", "transcript");
    let text = "Hello!\n\nPlease do the following:\n\nPENALTY T26/1 black 2\n\
                ПЕРЕРЫВ 01.07.2026 14.07.2026\n\nand tell Ann that I am sorry\n\nBest regards\nOlga";
    club.letter("arbiter").answering(&help).says(text).posts();
    club.polls();
    let transcript = club.is_told("arbiter", "transcript");
    transcript.says("Done (decision");
    for line in [
        "Please do the following:",
        "ПЕРЕРЫВ 01.07.2026 14.07.2026",
        "and tell Ann that I am sorry",
    ] {
        transcript.says(&format!("> {line}"));
    }
    let named = transcript.text.matches("Not understood: ").count();
    assert_eq!(named, 3, "{}", transcript.text);
    assert!(!transcript.text.contains("> Hello!"), "{}", transcript.text);
    assert!(!transcript.text.contains("Reason:"), "{}", transcript.text);
    club.everything_read();
    // With a player it is an order.
    club.letter("arbiter")
        .answering(&transcript)
        .says("PENALTY T26/1 black 2\nПЕРЕРЫВ T26:2 01.07.2026 14.07.2026")
        .posts();
    club.polls();
    club.is_told("arbiter", "transcript")
        .says("leave from 2026-07-01 to 2026-07-14 granted");
    club.everything_read();
}

/// Two leaves came late: a word about one leaves the other where it is.
#[test]
fn a56_7_7_a_word_about_one_late_leave_says_nothing_of_another() {
    let waiting = |club: &mut Club| {
        let today = club.types("--json today").unwrap();
        let today: serde_json::Value = serde_json::from_str(&today).unwrap();
        let matters = today["matters"].as_array().unwrap().clone();
        let late = matters.into_iter().filter(|m| m["what"] == "late-leave");
        late.map(|m| m["commands"].clone()).collect::<Vec<_>>()
    };
    let words = |commands: &serde_json::Value, word: &str| {
        let all = commands.as_array().unwrap().iter();
        let mut all = all.map(|c| c.as_str().unwrap().to_owned());
        let line = all.find(|c| c.contains(word)).unwrap();
        line[line.find("td ").unwrap()..].to_owned()
    };
    for word in ["leave keep", "leave grant", "leave cancel"] {
        for first in [0, 1] {
            let mut club = played();
            club.sends("bert", "LEAVE 2026-01-16 2026-01-21");
            club.it_is("2026-01-28T09:00:00Z");
            club.sends("bert", "LEAVE 2026-01-25 2026-02-02");
            club.everything_read();
            let both = waiting(&mut club);
            assert_eq!(both.len(), 2, "{word}: {both:#?}");
            club.types(&words(&both[first], word)).unwrap();
            club.everything_read();
            let rest = waiting(&mut club);
            assert_eq!(rest.len(), 1, "{word} of {first}: {rest:#?}");
            let other = words(&both[1 - first], "leave keep");
            let left = words(&rest[0], "leave keep");
            assert!(
                other.starts_with(&left),
                "{word} of {first}: {other}, {left}"
            );
        }
    }
    // Without a day it is all that wait.
    let mut club = played();
    for (at, line) in [
        ("2026-01-20T09:00:00Z", "LEAVE 2026-01-16 2026-01-21"),
        ("2026-01-28T09:00:00Z", "LEAVE 2026-01-25 2026-02-02"),
    ] {
        club.it_is(at);
        club.sends("bert", line);
    }
    club.everything_read();
    club.types("td leave keep T26:2 --reason both").unwrap();
    for _ in 0..2 {
        club.is_told("bert", "ruling").says("stays as it is");
    }
    club.everything_read();
    assert!(waiting(&mut club).is_empty());
}

fn orders_of(club: &mut Club) -> Vec<String> {
    let today = club.types("--json today").unwrap();
    let today: serde_json::Value = serde_json::from_str(&today).unwrap();
    let matters = today["matters"].as_array().unwrap();
    let late = matters.iter().find(|m| m["what"] == "late-leave");
    let commands = late.and_then(|m| m["commands"].as_array().cloned());
    let all = commands.unwrap_or_default();
    all.iter().map(|c| c.as_str().unwrap().to_owned()).collect()
}

#[test]
fn a56_7_7_late_leave_is_granted_in_the_days_that_are_missing_or_left_as_it_is() {
    let mut club = played();
    club.sends("bert", "LEAVE 2026-01-16 2026-01-25");
    club.everything_read();
    // From the notice on the 20th it counts; the four days before it are the arbiter's.
    let grant = "td leave grant T26:2 2026-01-16 2026-01-19 --tournament T26";
    let proposed = orders_of(&mut club);
    assert!(proposed[0].ends_with(grant), "{proposed:?}");
    assert!(
        proposed[1].ends_with("td leave keep T26:2 --tournament T26"),
        "{proposed:?}"
    );
    club.types(grant).unwrap();
    club.everything_read();
    assert_eq!(club.game("T26/1")["clock"]["running"]["used"], 0);
    assert_eq!(orders_of(&mut club), Vec::<String>::new());
    assert!(club.types(grant).unwrap_err().contains("nothing to grant"));

    let mut club = played();
    club.sends("bert", "LEAVE 2026-01-16 2026-01-25");
    club.everything_read();
    club.types("td leave keep T26:2 --reason holiday").unwrap();
    club.is_told("bert", "ruling")
        .says("stays as it is")
        .says("holiday");
    club.everything_read();
    assert_eq!(orders_of(&mut club), Vec::<String>::new());

    // What is asked on its first day is given whole.
    let mut club = played();
    club.sends("bert", "LEAVE 2026-01-20 2026-01-25");
    club.everything_read();
    let proposed = orders_of(&mut club);
    assert!(
        proposed[0].ends_with("td leave keep T26:2 --tournament T26"),
        "{proposed:?}"
    );

    // Where the regulations take no late leave, all of it is missing.
    let mut club = played_by("late_leave = \"reject\"\n");
    club.sends("bert", "LEAVE 2026-01-16 2026-01-25");
    club.everything_read();
    let proposed = orders_of(&mut club);
    let all = "td leave grant T26:2 2026-01-16 2026-01-25 --tournament T26";
    assert!(proposed[0].ends_with(all), "{proposed:?}");
}

#[test]
fn a55_4_7_days_of_a_move_not_yet_made_are_given_back() {
    let mut club = Setup::new().rules(QUIET).opens();
    club.play("T26/1", "5254");
    club.it_is("2026-01-16T10:00:00Z");
    club.everything_read();
    assert_eq!(club.game("T26/1")["clock"]["black"]["total"], 0);
    let done = club
        .types("td penalty T26/1 black -3 --article 55.4.7")
        .unwrap();
    assert!(done.contains("article 55.4.7"), "{done}");
    club.is_told("bert", "ruling").says("55.4.7");
    club.everything_read();
    let game = club.game("T26/1");
    let record = game["record"].as_array().unwrap();
    let penalty = record.iter().find(|e| e["what"] == "penalty").unwrap();
    assert_eq!(penalty["article"], "55.4.7");
    // Received on the 11th, five days used by the 16th, and three given back.
    club.sends("bert", "1... 5755");
    club.everything_read();
    assert_eq!(club.game("T26/1")["moves"][1]["total"], 2);
}

#[test]
fn the_arbiter_names_the_article_of_any_order() {
    let mut club = played();
    club.types("td pause T26/1 --article 53.3.1").unwrap();
    club.is_told("ann", "ruling").says("53.3.1");
    club.everything_read();
    assert!(club.types("td resume T26/1 --article never").is_err());
    club.sends("arbiter", "HELP");
    let help = club.is_told("arbiter", "transcript");
    club.letter("arbiter")
        .answering(&help)
        .says("RESUME T26/1 ARTICLE 56.6.5\nhe came back")
        .posts();
    club.polls();
    club.is_told("arbiter", "transcript").says("he came back");
    club.is_told("bert", "ruling").says("56.6.5");
    club.everything_read();
}

#[test]
fn who_gave_an_order_is_told_by_name() {
    let mut club = Setup::new()
        .pairs(&[(1, 2), (2, 1)])
        .sections(
            "[[official]]\nrole = \"deputy\"\nname = \"Petr Petrov\"\nemail = \"petr@club.example\"\n",
        )
        .opens();
    let root = club.root();
    let now = club.now.to_string();
    let typed = |words: &[&str]| {
        let home = ["--home", root.to_str().unwrap(), "--now", &now];
        let words: Vec<&str> = home.iter().chain(words).copied().collect();
        crate::club::postchess_run(&words).unwrap_or_else(|e| panic!("{words:?}: {e}"))
    };
    club.restarts();
    let penalty = ["td", "penalty", "T26/1", "white", "1", "--reason", "noise"];
    typed(&[["--as", "Olga Orlova"].as_slice(), &penalty].concat());
    // Before the command or behind it; nobody named: whoever is at the machine.
    typed(&[penalty.as_slice(), &["--as", " Petr Petrov "]].concat());
    typed(&penalty);
    club.everything_read();
    // By letter: as the tournament names who wrote.
    club.sends("arbiter", "HELP");
    let help = club.takes_all().pop().expect("a transcript");
    club.letter("arbiter")
        .answering(&help)
        .says("PENALTY T26/1 white 1 --reason \"noise\"")
        .posts();
    club.polls();
    club.everything_read();
    let log = club.types("--json td log T26").unwrap();
    let log: serde_json::Value = serde_json::from_str(&log).unwrap();
    let told: Vec<(&str, &str)> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|d| (d["given"].as_str().unwrap(), d["by"].as_str().unwrap()))
        .collect();
    assert_eq!(told[0], ("console", "Olga Orlova"));
    assert_eq!(told[1], ("console", "Petr Petrov"));
    assert_eq!(told[2].0, "console");
    assert!(told[2].1.starts_with("console"), "{told:?}");
    assert_eq!(told[3], ("letter", "Olga Orlova"));
    assert_eq!(told.len(), 4);
    let text = club.types("td log").unwrap();
    for said in [
        "given by Olga Orlova (arbiter)\n",
        "given by Petr Petrov (deputy)\n",
        "given by console",
        "given by Olga Orlova (arbiter), by letter 2\n",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn the_log_lists_what_passes_declared_with_their_numbers() {
    let quiet = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n";
    let mut club = Setup::new().rules(quiet).pairs(&[(1, 2), (2, 1)]).opens();
    club.types("td penalty T26/1 white 1").unwrap();
    club.it_is("2026-03-20T09:00:00Z");
    club.polls();
    let pass = club.ticks().pass.expect("a number").0;
    club.types("td pause T26/1").unwrap_err();
    club.everything_read();
    let of = |club: &mut Club, line: &str| -> Vec<serde_json::Value> {
        serde_json::from_str(&club.types(line).unwrap()).unwrap()
    };
    for line in ["--json td log", "--json td log T26"] {
        let log = of(&mut club, line);
        assert_eq!(log.len(), 2, "{log:?}");
        assert!(log[0]["id"].is_u64() && log[0]["pass"].is_null(), "{log:?}");
        let declared = &log[1];
        assert_eq!(declared["pass"], pass);
        assert_eq!(declared["id"], serde_json::Value::Null);
        assert_eq!(declared["given"], "robot");
        assert_eq!(declared["games"], serde_json::json!(["T26/1", "T26/2"]));
        assert_eq!(declared["revoked_by"], serde_json::Value::Null);
    }
    // By letter too, with the order that takes it back; and so it does.
    club.sends("arbiter", "LOG T26");
    let log = club.is_told("arbiter", "transcript");
    let order = format!("td revoke --pass {pass}");
    log.says(&order);
    club.letter("arbiter").answering(&log).says(&order).posts();
    club.polls();
    club.everything_read();
    club.stands("T26/1", "/status", "active");
    let log = of(&mut club, "--json td log");
    assert_eq!(log.len(), 3, "{log:?}");
    assert_eq!(log[1]["revoked_by"], log[2]["id"]);
}

#[test]
fn a_pass_on_which_a_later_end_stands_is_taken_back_after_it() {
    let mut club = Setup::new().rules(QUIET).pairs(&[(1, 2)]).opens();
    club.it_is("2026-03-20T09:00:00Z");
    club.lives(25);
    club.everything_read();
    club.stands("T26/1", "/status", "finished");
    let log: Vec<serde_json::Value> =
        serde_json::from_str(&club.types("--json td log").unwrap()).unwrap();
    let passes: Vec<u64> = log.iter().filter_map(|e| e["pass"].as_u64()).collect();
    let [notice, loss] = passes[..] else {
        panic!("{log:?}")
    };
    let refused = club
        .types(&format!("td revoke --pass {notice}"))
        .unwrap_err();
    let first = format!("td revoke --pass {loss} takes that back first");
    assert!(refused.contains(&first), "{refused}");
    club.stands("T26/1", "/status", "finished");
    for pass in [loss, notice] {
        club.types(&format!("td revoke --pass {pass} --reason late"))
            .unwrap_or_else(|e| panic!("{pass}: {e}"));
        club.everything_read();
    }
    club.stands("T26/1", "/status", "active");
    // An end that the arbiter ordered upon the notice stands on it likewise.
    club.lives(2);
    club.everything_read();
    club.types("td confirm-forfeit T26/1 --anyway").unwrap();
    club.everything_read();
    let log: Vec<serde_json::Value> =
        serde_json::from_str(&club.types("--json td log").unwrap()).unwrap();
    let end = log.last().unwrap()["id"].as_u64().unwrap();
    if let Some(pass) = log.iter().filter_map(|e| e["pass"].as_u64()).nth(2) {
        let refused = club.types(&format!("td revoke --pass {pass}")).unwrap_err();
        assert!(refused.contains(&format!("td revoke {end} ")), "{refused}");
    }
    club.types("verify").unwrap();
}

/// One move a period of ten days: Black's first answer cost nine of them, four of his leave
/// taken off, and White has moved on.
fn answered_in_time() -> Club {
    let rules = "days_per_period = 10\nmoves_per_period = 1\nrepeat_after_days = 0\n\
                 silence_days = 0\ncontrol_warning_days = 0";
    let mut club = Setup::new().rules(rules).opens();
    club.sends("ann", "1. 5254");
    club.sends("bert", "LEAVE 2026-01-13 2026-01-16");
    club.it_is("2026-01-24T09:00:00Z");
    club.sends("bert", "1... 5755");
    club.sends("ann", "2. 7163");
    club.takes_all();
    club.stands("T26/1", "/clock/black/total", 9);
    club
}

#[test]
fn a56_6_an_order_by_which_a_move_made_long_ago_oversteps_says_so_and_is_asked_back() {
    for line in [
        "set-dates T26/1 2 --sent 2026-01-26",
        "leave cancel 1",
        "penalty T26/1 black 12",
    ] {
        let mut club = answered_in_time();
        club.it_is("2026-01-26T09:00:00Z");
        let stood = club.game("T26/1");
        let refused = club.types(&format!("td {line}")).unwrap_err();
        assert!(refused.contains("over at once"), "{line}: {refused}");
        assert!(refused.contains("--anyway"), "{line}: {refused}");
        club.nobody_is_told();
        assert_eq!(club.game("T26/1"), stood, "{line}");
        let done = club.types(&format!("td {line} --anyway")).unwrap();
        if !line.starts_with("penalty") {
            assert!(
                done.contains("time of black over with move 1: 1"),
                "{line}: {done}"
            );
        }
        club.takes_all();
    }
    // A day more is the tenth, and none is over.
    let mut club = answered_in_time();
    let done = club
        .types("td set-dates T26/1 2 --received 2026-01-10")
        .unwrap();
    assert!(!done.contains("over with move"), "{done}");
    club.takes_all();
}

#[test]
fn a55_6_4_a_confirmed_first_overstep_behind_which_the_second_is_there_is_asked_back() {
    let rules = "days_per_period = 10\nmoves_per_period = 3\nlose_on_overstep = 2\n\
                 repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0";
    for (day, asks) in [("2026-01-30", false), ("2026-02-12", true)] {
        let mut club = Setup::new().rules(rules).opens();
        club.sends("ann", "1. 5254");
        club.it_is("2026-01-24T09:00:00Z");
        club.polls();
        club.ticks();
        club.sends("bert", "1... 5755\n\nPROTEST my letter was delayed");
        club.takes_all();
        club.sends("ann", "2. 7163");
        let told = club.is_told("bert", "move");
        told.says("An overstep of yours is still being decided");
        club.takes_all();
        club.it_is(&format!("{day}T09:00:00Z"));
        club.polls();
        club.ticks();
        club.nobody_is_told();
        let flag = club.game("T26/1")["clock"]["running"]["flag_falls"].clone();
        assert_eq!(flag, "2026-02-05");
        let done = club.types("td confirm-forfeit T26/1");
        match asks {
            true => assert!(done.unwrap_err().contains("over at once")),
            false => {
                done.unwrap();
                club.stands("T26/1", "/clock/running/flag_falls", flag);
            }
        }
        club.takes_all();
    }
}
