//! Who acts beside the arbiter (30.1, 34.2, 29.1): each by letters of his own, with the
//! rights of his role and no others, and the record says who decided.

use crate::club::{Club, Setup};
use serde_json::Value;

const OFFICIALS: &str = "[[official]]\nrole = \"deputy\"\nname = \"Dora Dean\"\nemail = \"dora@club.example\"\n\
    [[official]]\nrole = \"secretary\"\nname = \"Sven Sand\"\nemail = \"sven@club.example\"\n\
    [[official]]\nrole = \"admission\"\nname = \"Ada Adam\"\nemail = \"ada@club.example\"\n";

fn club() -> Club {
    Setup::new().sections(OFFICIALS).opens()
}

/// An official's letter, with its code where one is asked for.
fn orders(club: &mut Club, from: &str, text: &str) -> crate::club::Mail {
    club.letter("arbiter")
        .from(from)
        .subject("orders")
        .says(text)
        .posts();
    club.polls();
    let address = from.split(['<', '>']).nth(1).unwrap().to_owned();
    let code = club.is_told(&address, "challenge").code();
    club.letter("arbiter")
        .from(from)
        .subject("Re: code")
        .says(&format!("{code} YES"))
        .posts();
    club.polls();
    club.is_told(&address, "transcript")
}

/// How many lines of a transcript were not the sender's to give.
fn refusals(told: &crate::club::Mail) -> usize {
    let words: Vec<&str> = told.text.split_whitespace().collect();
    words.join(" ").matches("not yours to decide").count()
}

fn log(club: &mut Club, code: &str) -> Vec<Value> {
    let text = club.types(&format!("--json td log {code}")).unwrap();
    serde_json::from_str(&text).unwrap()
}

const DORA: &str = "Dora Dean <dora@club.example>";
const SVEN: &str = "Sven Sand <sven@club.example>";
const ADA: &str = "Ada Adam <ada@club.example>";

#[test]
fn a30_2_3_a_deputy_decides_under_his_own_code_and_the_record_says_so() {
    let mut club = club();
    orders(&mut club, DORA, "PENALTY T26/1 white 2\nnoise").says("T26/1");
    club.are_told(&["ann", "bert", "arbiter"], "ruling");
    let line = log(&mut club, "T26").pop().unwrap();
    assert_eq!(line["by"], "Dora Dean");
    assert_eq!(line["by_address"], "dora@club.example");
    assert_eq!(line["by_role"], "deputy");
    let text = club.types("td log T26").unwrap();
    assert!(
        text.contains("given by Dora Dean (deputy), by letter"),
        "{text}"
    );
    club.stands("T26/1", "/clock/white/penalty", 2);
}

#[test]
fn a30_2_2_a_secretary_enters_and_decides_nothing() {
    let mut club = club();
    let told = orders(
        &mut club,
        SVEN,
        "MOVE T26/1 1. e4 --received 2026-01-10 --sent 2026-01-10\n\nPENALTY T26/1 black 2\n\nRESULT T26/1 1-0",
    );
    told.says("not yours to decide");
    assert_eq!(refusals(&told), 2, "{}", told.text);
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.everything_read();
    club.stands("T26/1", "/ply", 1);
    club.stands("T26/1", "/clock/black/penalty", 0);
    club.stands("T26/1", "/status", "active");
    let line = log(&mut club, "T26").pop().unwrap();
    assert_eq!(line["by_role"], "secretary");
}

#[test]
fn admission_decides_entries_alone() {
    let mut club = Setup::new()
        .system("swiss", 4)
        .tournament("rounds = 3")
        .sections(OFFICIALS)
        .opens();
    let told = orders(
        &mut club,
        ADA,
        "ENTER T26 --email new@x.example --name New\n\nPAUSE T26/1\n\nPAUSE T26\n\nADDRESS T26:1 other@x.example",
    );
    assert_eq!(refusals(&told), 3, "{}", told.text);
    club.everything_read();
    let line = log(&mut club, "T26").pop().unwrap();
    assert_eq!(
        (&line["by_role"], &line["by"]),
        (&"admission".into(), &"Ada Adam".into())
    );
}

#[test]
fn a30_2_5_a_section_arbiter_directs_his_section_and_no_other() {
    let mut club = Setup::new()
        .system("round-robin", 4)
        .code("C26")
        .sections(
            "[[stage]]\ncode = \"T26\"\nplayers = [1, 2]\n[[stage]]\ncode = \"B26\"\nplayers = [3, 4]\n\
             [[official]]\nrole = \"section\"\nname = \"Sam Stone\"\nemail = \"sam@club.example\"\nsections = [\"B26\"]\n",
        )
        .opens();
    club.everything_read();
    const SAM: &str = "Sam Stone <sam@club.example>";
    let told = orders(
        &mut club,
        SAM,
        "PENALTY B26/1 white 1\nnoise\n\nPENALTY T26/1 white 1\nnoise",
    );
    told.says("T26");
    club.everything_read();
    club.stands("B26/1", "/clock/white/penalty", 1);
    club.stands("T26/1", "/clock/white/penalty", 0);
    assert_eq!(log(&mut club, "B26").pop().unwrap()["by_role"], "section");
    // What the arbiter hears of the section, he hears too.
    let named = |club: &mut Club, code: &str| {
        let shown = club
            .types(&format!("--json tournament show {code}"))
            .unwrap();
        let shown: Value = serde_json::from_str(&shown).unwrap();
        shown["officials"].as_array().unwrap().len()
    };
    assert_eq!((named(&mut club, "B26"), named(&mut club, "T26")), (1, 0));
    club.letter("clara")
        .subject("[B26/1]")
        .says("ARBITER when does it end?")
        .posts();
    club.polls();
    club.is_told("sam@club.example", "digest")
        .says("when does it end");
    club.is_told("arbiter", "digest").says("when does it end");
    club.everything_read();
}

#[test]
fn at_the_console_an_official_is_named_who_is_one_and_for_what_is_his() {
    let mut club = club();
    let unknown = club
        .types("--as Nobody td penalty T26/1 white 1 --reason x")
        .unwrap_err();
    for official in [
        "Dora Dean <dora@club.example> (deputy)",
        "(arbiter)",
        "(secretary)",
    ] {
        assert!(unknown.contains(official), "{unknown}");
    }
    let not_his = club
        .types("--as sven@club.example td result T26/1 1-0 --dry-run --reason x")
        .unwrap_err();
    assert!(not_his.contains("not yours to decide"), "{not_his}");
    assert!(log(&mut club, "T26").is_empty());
    club.nobody_is_told();
    club.types("--as DORA@club.example td penalty T26/1 white 1 --reason x")
        .unwrap();
    club.are_told(&["ann", "bert", "arbiter"], "ruling");
    let line = log(&mut club, "T26").pop().unwrap();
    let said = (&line["given"], &line["by"], &line["by_role"]);
    assert_eq!(
        said,
        (&"console".into(), &"Dora Dean".into(), &"deputy".into())
    );
    // Nobody named: whoever is at the machine, and nothing is said of a role.
    club.types("td penalty T26/1 white 1 --reason x").unwrap();
    club.everything_read();
    let line = log(&mut club, "T26").pop().unwrap();
    assert!(
        line["by"].as_str().unwrap().starts_with("console"),
        "{line}"
    );
    assert_eq!(line["by_role"], Value::Null);
}

#[test]
fn a34_2_a_protest_goes_to_all_who_decide_it() {
    let mut club = Setup::new()
        .sections(
            "[[official]]\nrole = \"appeals\"\nname = \"Una Uhl\"\nemail = \"una@club.example\"\n\
             [[official]]\nrole = \"appeals\"\nname = \"Vera Voss\"\nemail = \"vera@club.example\"\nlanguage = \"de\"\n",
        )
        .opens();
    club.types("td penalty T26/1 white 5").unwrap();
    club.is_told("ann", "ruling").says("Una Uhl");
    club.everything_read();
    club.letter("ann")
        .subject("Re: [T26/1]")
        .says("PROTEST I was not late.")
        .posts();
    club.polls();
    club.is_told("una@club.example", "protest")
        .says("I was not late.");
    let vera = club.is_told("vera@club.example", "protest");
    vera.says("I was not late.").says("Protest");
    assert!(
        vera.text.contains("Partie") || vera.text.contains("Schiedsrichter"),
        "{}",
        vera.text
    );
    club.everything_read();
}

#[test]
fn on_days_of_absence_who_stands_in_has_letters_and_rights() {
    let mut club = club();
    // His own absence is his to state, another's is not.
    let told = orders(
        &mut club,
        SVEN,
        "ABSENT T26 sven@club.example 2026-02-01 2026-02-05\n\nABSENT T26 td@club.example 2026-02-01 2026-02-05",
    );
    assert_eq!(
        told.text.matches("not yours to decide").count(),
        1,
        "{}",
        told.text
    );
    club.everything_read();
    club.types("td absent T26 \"Olga Orlova\" 2026-01-12 2026-01-20 --reason holidays")
        .unwrap();
    club.is_told("arbiter", "ruling")
        .says("Dora Dean stands in");
    club.is_told("dora@club.example", "ruling")
        .says("Olga Orlova is absent");
    club.nobody_is_told();
    // Before, during and after.
    club.it_is("2026-01-11T09:00:00Z");
    for (day, who) in [
        ("2026-01-11T10:00:00Z", "arbiter"),
        ("2026-01-12T10:00:00Z", "dora@club.example"),
        ("2026-01-20T10:00:00Z", "dora@club.example"),
        ("2026-01-21T10:00:00Z", "arbiter"),
    ] {
        club.it_is(day);
        club.letter("ann")
            .subject("[T26/1]")
            .says("ARBITER is anybody there?")
            .posts();
        club.polls();
        club.is_told(who, "digest").says("is anybody there");
        club.everything_read();
        // Who stands in for the arbiter does not make himself one.
        let line = "td hand-over T26 --name Dora --email dora@club.example --reason x";
        let refused = club
            .types(&format!("--as dora@club.example {line}"))
            .unwrap_err();
        assert!(refused.contains("not yours to decide"), "{day}: {refused}");
    }
    // A secretary's substitute gets no more than his rights; who is away is heard himself.
    let shown = club.types("tournament show T26").unwrap();
    assert!(
        shown.contains("Olga Orlova") && shown.contains("absent 2026-01-12 to 2026-01-20"),
        "{shown}"
    );
    let away = club
        .types("td absent T26 Nobody 2026-03-01 2026-03-02 --reason x")
        .unwrap_err();
    assert!(away.contains("Dora Dean"), "{away}");
    let backwards = club
        .types("td absent T26 dora@club.example 2026-03-05 2026-03-02 --reason x")
        .unwrap_err();
    assert!(
        backwards.contains("the last day lies before the first"),
        "{backwards}"
    );
}

#[test]
fn a30_2_1_1_who_has_handed_over_orders_nothing_any_more() {
    let mut club = club();
    club.sends("arbiter", "HELP");
    let old = club.is_told("arbiter", "transcript");
    club.types("td hand-over T26 --name \"Petra Pole\" --email petra@club.example --language de --reason moved")
        .unwrap();
    for who in ["ann", "bert", "arbiter", "dora@club.example"] {
        club.is_told(who, "ruling")
            .says("Petra Pole (petra@club.example) directs");
    }
    let letter = club.is_told("petra@club.example", "ruling");
    letter.says("leitet Petra Pole");
    club.everything_read();
    // Neither the fresh token of a letter to the one before, nor his address.
    club.letter("arbiter")
        .answering(&old)
        .says("PENALTY T26/1 white 9")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unknown-sender");
    club.everything_read();
    club.stands("T26/1", "/clock/white/penalty", 0);
    // The new one answers her first letter.
    club.letter("arbiter")
        .from("Petra Pole <petra@club.example>")
        .answering(&letter)
        .says("PENALTY T26/1 white 1\nLärm")
        .posts();
    club.polls();
    club.is_told("petra@club.example", "transcript");
    club.everything_read();
    club.stands("T26/1", "/clock/white/penalty", 1);
    assert_eq!(log(&mut club, "T26").pop().unwrap()["by"], "Petra Pole");
    // What was changed since is not taken back.
    let first = log(&mut club, "T26")[0]["id"].clone();
    club.types("td hand-over T26 --name Quinn --email quinn@club.example --reason x")
        .unwrap();
    club.everything_read();
    let refused = club.types(&format!("td revoke {first}")).unwrap_err();
    assert!(refused.contains("changed since"), "{refused}");
    let same = club
        .types("td hand-over T26 --name Quinn --email QUINN@club.example --reason x")
        .unwrap_err();
    assert!(same.contains("already"), "{same}");
}

#[test]
fn who_directs_and_how_long_is_the_arbiters_alone_also_to_take_back() {
    let mut club = Setup::new()
        .tournament("end_date = 2026-06-30\n")
        .sections(OFFICIALS)
        .opens();
    for line in [
        "td hand-over T26 --name Dora --email dora@club.example --reason x",
        "td prolong T26 2027-01-01 --reason x",
    ] {
        let refused = club
            .types(&format!("--as dora@club.example {line}"))
            .unwrap_err();
        assert!(refused.contains("not yours to decide"), "{line}: {refused}");
    }
    club.types("--as td@club.example td prolong T26 2027-01-01 --reason x")
        .unwrap();
    club.everything_read();
    let id = log(&mut club, "T26").pop().unwrap()["id"].clone();
    let revoke = format!("td revoke {id} --reason x");
    let refused = club
        .types(&format!("--as dora@club.example {revoke}"))
        .unwrap_err();
    assert!(refused.contains("not yours to decide"), "{refused}");
    club.types(&format!("--as td@club.example {revoke}"))
        .unwrap();
    club.everything_read();
    let again = club.types(&revoke).unwrap_err();
    assert!(again.contains("revoked already"), "{again}");
}

#[test]
fn a56_9_a_tournament_that_is_prolonged_goes_to_adjudication_later() {
    let mut club = Setup::new()
        .rules("repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n")
        .tournament("end_date = 2026-01-31\n")
        .opens();
    club.play("T26/1", "5254 5755");
    club.it_is("2026-01-30T09:00:00Z");
    let sooner = club
        .types("td prolong T26 2026-01-31 --reason x")
        .unwrap_err();
    assert!(sooner.contains("later day"), "{sooner}");
    club.types("td prolong T26 2026-02-10 --reason illness")
        .unwrap();
    club.is_told("ann", "ruling")
        .says("ends on")
        .says("illness");
    club.are_told(&["bert", "arbiter"], "ruling");
    club.it_is("2026-02-02T09:00:00Z");
    club.polls();
    club.ticks();
    club.everything_read();
    club.stands("T26/1", "/status", "active");
    club.it_is("2026-02-11T09:00:00Z");
    club.polls();
    club.ticks();
    club.everything_read();
    club.stands("T26/1", "/status", "adjudication");
    let come = club
        .types("td prolong T26 2026-03-10 --reason x")
        .unwrap_err();
    assert!(come.contains("has come"), "{come}");
    let id = log(&mut club, "T26")[0]["id"].clone();
    let refused = club
        .types(&format!("td revoke {id} --reason x"))
        .unwrap_err();
    assert!(refused.contains("has come"), "{refused}");
    let verified = club.types("verify").unwrap();
    assert!(!verified.contains("differs"), "{verified}");
}

/// The end has come, and the arbiter sees the day after that it should not have: as long as nobody
/// has sent an opinion the games go on, and the days between are nobody's.
#[test]
fn a56_9_an_end_that_has_come_is_moved_while_nobody_has_sent_an_opinion() {
    for is_asked in [true, false] {
        let mut club = Setup::new()
            .rules("repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n")
            .tournament("end_date = 2026-01-31\n")
            .opens();
        club.play("T26/1", "5254 5755");
        club.it_is("2026-02-01T09:00:00Z");
        if is_asked {
            club.ticks();
            club.everything_read();
            club.stands("T26/1", "/status", "adjudication");
        }
        let line = "td prolong T26 2026-03-10 --reason illness";
        let asked = club.types(line).unwrap_err();
        assert!(
            asked.contains("has come") && asked.contains("--anyway"),
            "{asked}"
        );
        club.it_is("2026-02-04T09:00:00Z");
        club.types(&format!("{line} --anyway")).unwrap();
        for who in ["ann", "bert"] {
            club.is_told(who, "ruling").says("ends on").says("illness");
            club.is_told(who, "ruling");
        }
        club.everything_read();
        club.stands("T26/1", "/status", "active");
        let decisions = log(&mut club, "T26").into_iter();
        let mut numbers = decisions.filter_map(|entry| entry["id"].as_i64());
        let id = numbers.next_back().expect("the decision");
        let refused = club
            .types(&format!("td revoke {id} --reason x"))
            .unwrap_err();
        assert!(refused.contains("has come"), "{refused}");
        club.it_is("2026-02-07T12:00:00Z");
        club.sends("ann", "2. 7163");
        assert_eq!(club.verdict(), "move");
        club.everything_read();
        let after = club.game("T26/1");
        assert_eq!(after["moves"][2]["days"], 22, "{after:#}");
        club.it_is("2026-03-11T09:00:00Z");
        club.ticks();
        club.everything_read();
        club.stands("T26/1", "/status", "adjudication");
        club.sends("bert", "OPINION 1/2-1/2\nThe position is even.");
        club.everything_read();
        let refused = club
            .types("td prolong T26 2026-05-10 --reason x --anyway")
            .unwrap_err();
        assert!(refused.contains("are adjudicated"), "{refused}");
        let verified = club.types("verify").unwrap();
        assert!(!verified.contains("differs"), "{verified}");
    }
}

#[test]
fn a_player_is_corrected_and_everything_uses_it() {
    let mut club = Setup::new()
        .pairs(&[(1, 2), (3, 1)])
        .greets("dear Ann")
        .opens();
    club.types("td correct T26:1 T26 --name \"Ann Smith\" --language de --rating 1950 --federation ENG --reason \"her passport\"")
        .unwrap();
    club.is_told("ann", "ruling")
        .says("Ann Smith (de, 1950, ENG)")
        .says("her passport");
    for who in ["bert", "clara"] {
        club.is_told(who, "ruling")
            .says("Ann Smith (de, 1950, ENG)");
    }
    club.is_told("arbiter", "ruling");
    club.nobody_is_told();
    assert_eq!(club.game("T26/1")["white"]["name"], "Ann Smith");
    for command in [
        "tournament report T26",
        "tournament report T26 --format trf",
        "player list",
    ] {
        let shown = club.types(command).unwrap();
        assert!(shown.contains("Smith"), "{command}: {shown}");
        assert!(!shown.contains("Archer"), "{command}: {shown}");
    }
    club.letter("ann")
        .subject("Re: [T26/1]")
        .says("1. 5254")
        .posts();
    club.polls();
    club.is_told("ann", "confirmation").says("Ann Smith");
    club.is_told("bert", "move").says("Ann Smith");
    club.everything_read();
    // Only what is named changes, and nobody else hears of a rating.
    club.types("td correct ann@a.example T26 --rating 0 --reason x")
        .unwrap();
    club.is_told("ann", "ruling").says("Ann Smith (de, –, ENG)");
    club.is_told("arbiter", "ruling");
    club.nobody_is_told();
    let first = log(&mut club, "T26")[0]["id"].clone();
    let refused = club
        .types(&format!("td revoke {first} --reason x"))
        .unwrap_err();
    assert!(refused.contains("changed since"), "{refused}");
    for (line, says) in [
        ("td correct T26:1 T26 --reason x", "nothing would change"),
        (
            "td correct T26:1 T26 --name \" \" --reason x",
            "1 to 100 characters",
        ),
    ] {
        let refused = club.types(line).unwrap_err();
        assert!(refused.contains(says), "{line}: {refused}");
    }
    let verified = club.types("verify").unwrap();
    assert!(!verified.contains("differs"), "{verified}");
}

#[test]
fn a31_9_federations_by_which_rounds_are_paired_stay() {
    let mut club = Setup::new()
        .system("swiss", 4)
        .tournament("rounds = 3")
        .sections("[[apart]]\nfederation = true\n")
        .opens();
    club.everything_read();
    let refused = club
        .types("td correct T26:1 T26 --federation ENG --reason x")
        .unwrap_err();
    assert!(
        refused.contains("keeps players of one federation apart"),
        "{refused}"
    );
    club.types("td correct T26:1 T26 --rating 2000 --reason x")
        .unwrap();
    club.everything_read();
}

#[test]
fn a34_2_nobody_decides_a_protest_about_his_own_game() {
    let mut club = Setup::new()
        .sections(
            "[[official]]\nrole = \"appeals\"\nname = \"Bert Baker\"\nemail = \"bert@b.example\"\n\
             [[official]]\nrole = \"appeals\"\nname = \"Una Uhl\"\nemail = \"una@club.example\"\n",
        )
        .opens();
    club.types("td penalty T26/1 white 5").unwrap();
    club.everything_read();
    club.letter("ann")
        .subject("Re: [T26/1]")
        .says("PROTEST I was not late.")
        .posts();
    club.polls();
    club.everything_read();
    let id = log(&mut club, "T26").pop().unwrap()["id"].clone();
    for line in ["td dismiss T26/1", &format!("td revoke {id}")] {
        let refused = club
            .types(&format!("--as bert@b.example {line}"))
            .unwrap_err();
        assert!(refused.contains("34.2"), "{line}: {refused}");
    }
    club.types("--as una@club.example td dismiss T26/1")
        .unwrap();
    club.everything_read();
    let line = log(&mut club, "T26").pop().unwrap();
    assert_eq!(line["by_role"], "appeals");
}

/// Una, Vera and Wanda decide protests, Xenia in the place of one of them; a protest waits.
fn committee() -> (Club, Value) {
    let mut sections = String::new();
    for (name, more) in [
        ("una", ""),
        ("vera", ""),
        ("wanda", ""),
        ("xenia", "reserve = true\n"),
    ] {
        sections += &format!(
            "[[official]]\nrole = \"appeals\"\nname = \"{name}\"\nemail = \"{name}@club.example\"\n{more}"
        );
    }
    let mut club = Setup::new().sections(&sections).opens();
    club.types("td penalty T26/1 white 5 --reason slow")
        .unwrap();
    club.everything_read();
    let id = log(&mut club, "T26").pop().unwrap()["id"].clone();
    club.letter("ann")
        .subject("Re: [T26/1]")
        .says("PROTEST I was not late.")
        .posts();
    club.polls();
    for who in ["una", "vera", "wanda", "xenia"] {
        club.is_told(&format!("{who}@club.example"), "protest");
    }
    for who in ["ann", "bert"] {
        club.is_told(who, "protest").says("by una, vera, wanda,");
    }
    club.everything_read();
    (club, id)
}

#[test]
fn a34_2_the_committee_decides_by_the_majority_of_its_votes() {
    let (mut club, id) = committee();
    let protest = |club: &mut Club| {
        let today = club.types("today").unwrap();
        today.contains("protest")
    };
    let told = orders(
        &mut club,
        "una <una@club.example>",
        "DISMISS T26/1\nshe was late",
    );
    told.says("una votes not to grant the protest");
    club.nobody_is_told();
    assert!(protest(&mut club));
    // A trial leaves no vote behind; a reserve has none, and one vote does not count twice.
    club.types(&format!("--as vera@club.example td revoke {id} --dry-run"))
        .unwrap();
    let reserve = club
        .types("--as xenia@club.example td dismiss T26/1")
        .unwrap_err();
    assert!(reserve.contains("34.2.2"), "{reserve}");
    let again = club
        .types("--as una@club.example td dismiss T26/1")
        .unwrap();
    assert!(again.contains("una votes"), "{again}");
    club.nobody_is_told();
    club.types(&format!("--as vera@club.example td revoke {id}"))
        .unwrap();
    club.nobody_is_told();
    club.stands("T26/1", "/clock/white/penalty", 5);
    assert!(protest(&mut club));
    let done = club
        .types(&format!("--as wanda@club.example td revoke {id}"))
        .unwrap();
    assert!(
        done.contains("wanda votes to grant") && done.contains("revoked"),
        "{done}"
    );
    // It is the committee's word, not that of who voted last.
    club.is_told("ann", "ruling")
        .says("una, vera, wanda (appeals committee)");
    club.everything_read();
    club.stands("T26/1", "/clock/white/penalty", 0);
    assert!(!protest(&mut club));
    let line = log(&mut club, "T26").pop().unwrap();
    assert_eq!(
        (&line["by"], &line["by_role"]),
        (&"wanda".into(), &"appeals".into())
    );
    let verified = club.types("verify").unwrap();
    assert!(!verified.contains("differs"), "{verified}");
}

#[test]
fn a34_2_a_vote_may_be_given_anew_and_no_arbiter_speaks_for_the_committee() {
    let (mut club, id) = committee();
    club.types(&format!("--as una@club.example td revoke {id}"))
        .unwrap();
    club.types("--as una@club.example td dismiss T26/1")
        .unwrap();
    let done = club
        .types("--as wanda@club.example td dismiss T26/1")
        .unwrap();
    assert!(done.contains("is not granted"), "{done}");
    club.is_told("ann", "ruling").says("final");
    club.everything_read();
    club.stands("T26/1", "/clock/white/penalty", 5);
    // Where the committee votes, its votes decide, from the first one on.
    let (mut club, id) = committee();
    for voted in [false, true] {
        if voted {
            club.types(&format!("--as una@club.example td revoke {id}"))
                .unwrap();
        }
        for order in ["td dismiss T26/1".to_owned(), format!("td revoke {id}")] {
            let refused = club
                .types(&format!("--as td@club.example {order} --anyway"))
                .unwrap_err();
            assert!(refused.contains("34.2.2"), "{order}: {refused}");
        }
    }
}

/// What is before the appeals arbiter, or the committee, is settled by their word alone.
#[test]
fn a34_5_no_other_decision_settles_what_is_before_the_committee() {
    let waits = |club: &mut Club| club.types("today").unwrap().contains("td dismiss T26/1");
    for other in [
        "penalty T26/1 white 3 --reason noise",
        "result T26/1 0-1 --by default --anyway",
        "withdraw T26:1 T26 --games annul --anyway",
        "withdraw T26:1 T26 --games lose --anyway",
    ] {
        let (mut club, id) = committee();
        club.types(&format!("--as una@club.example td revoke {id}"))
            .unwrap();
        club.types(&format!("--as td@club.example td {other}"))
            .unwrap();
        club.everything_read();
        assert!(waits(&mut club), "{other}");
        let done = club
            .types(&format!("--as vera@club.example td revoke {id}"))
            .unwrap();
        assert!(done.contains("revoked"), "{other}: {done}");
        club.everything_read();
        assert!(!waits(&mut club), "{other}");
    }
    // The very matter that is before it nobody decides anew.
    let (mut club, _) = committee();
    let refused = club
        .types("--as td@club.example td penalty T26/1 white -5 --anyway")
        .unwrap_err();
    assert!(refused.contains("34.2.2"), "{refused}");
}

#[test]
fn a34_5_who_directs_is_asked_before_he_decides_anew_what_is_before_appeals() {
    let appeals =
        "[[official]]\nrole = \"appeals\"\nname = \"Una Uhl\"\nemail = \"una@club.example\"\n";
    for (first, again) in [
        ("result T26/1 0-1", "result T26/1 0-1"),
        ("result T26/1 0-1", "result T26/1 1/2-1/2"),
        ("result T26/1 0-1", "reopen T26/1"),
        ("penalty T26/1 white 2", "penalty T26/1 white -1"),
    ] {
        let mut club = Setup::new().sections(appeals).opens();
        club.types(&format!("td {first} --reason engine")).unwrap();
        club.everything_read();
        club.letter("ann")
            .subject("Re: [T26/1]")
            .says("PROTEST I used none.")
            .posts();
        club.polls();
        club.everything_read();
        let asked = club
            .types(&format!("--as td@club.example td {again} --reason x"))
            .unwrap_err();
        assert!(asked.contains("Una Uhl"), "{again}: {asked}");
        club.nobody_is_told();
        let line = format!("--as td@club.example td {again} --reason x --anyway");
        club.types(&line).unwrap();
        club.everything_read();
        // His word on the protest is still to come.
        club.types("--as una@club.example td dismiss T26/1")
            .unwrap();
        club.is_told("ann", "ruling").says("it is final");
        club.everything_read();
    }
}

#[test]
fn a34_2_who_directs_a_section_does_not_enter_the_word_of_appeals() {
    let officials = "[[official]]\nrole = \"appeals\"\nname = \"Una Uhl\"\nemail = \"una@club.example\"\n\
         [[official]]\nrole = \"section\"\nname = \"Sven\"\nemail = \"sven@club.example\"\nsections = [\"T26\"]\n";
    let mut club = Setup::new().sections(officials).opens();
    club.types("td penalty T26/1 white 2").unwrap();
    club.everything_read();
    club.letter("ann")
        .subject("Re: [T26/1]")
        .says("PROTEST I was not late.")
        .posts();
    club.polls();
    club.everything_read();
    let refused = club
        .types("--as sven@club.example td dismiss T26/1 --anyway")
        .unwrap_err();
    assert!(refused.contains("34.2"), "{refused}");
    club.types("--as td@club.example td dismiss T26/1 --anyway")
        .unwrap();
    club.everything_read();
}

#[test]
fn a34_5_what_the_committee_grants_is_final() {
    let (mut club, id) = committee();
    for who in ["una", "vera"] {
        club.types(&format!("--as {who}@club.example td revoke {id}"))
            .unwrap();
    }
    let told = club.is_told("bert", "ruling");
    told.says("it is final")
        .says("una, vera, wanda (appeals committee)");
    assert!(!told.text.contains("right to protest"), "{}", told.text);
    club.everything_read();
    let last = log(&mut club, "T26").pop().unwrap()["id"].clone();
    for words in ["PROTEST why?".to_owned(), format!("PROTEST {last} why?")] {
        club.letter("bert")
            .subject("Re: [T26/1]")
            .says(&words)
            .posts();
        club.polls();
        club.is_told("bert", "protest").says("that is final");
        club.nobody_is_told();
    }
    // The arbiter takes nothing of it back; at the machine it is asked.
    let refused = club
        .types(&format!("--as td@club.example td revoke {last} --anyway"))
        .unwrap_err();
    assert!(refused.contains("34.5"), "{refused}");
    let asked = club.types(&format!("td revoke {last}")).unwrap_err();
    assert!(
        asked.contains("34.5") && asked.contains("--anyway"),
        "{asked}"
    );
    club.stands("T26/1", "/clock/white/penalty", 0);
}

#[test]
fn a34_2_who_gave_a_decision_by_letter_does_not_dismiss_the_protest_alone() {
    let appeals =
        "[[official]]\nrole = \"appeals\"\nname = \"Una Uhl\"\nemail = \"una@club.example\"\n";
    let mut club = Setup::new()
        .sections(&format!("{OFFICIALS}{appeals}"))
        .opens();
    orders(&mut club, DORA, "PENALTY T26/1 white 2\nnoise");
    let head = club.is_told("ann", "ruling");
    head.says("of Dora Dean (deputy)");
    club.everything_read();
    club.letter("ann")
        .subject("Re: [T26/1]")
        .says("PROTEST I was not late.")
        .posts();
    club.polls();
    club.everything_read();
    let told = orders(&mut club, DORA, "DISMISS T26/1\nI gave it");
    told.says("Una Uhl").says("ANYWAY");
    club.nobody_is_told();
}

#[test]
fn before_the_start_too_the_record_says_who_changed_what_and_only_who_may() {
    let mut club = Setup::new().sections(OFFICIALS).not_started().opens();
    let correct = "tournament change T26 correct 1 --name \"Ann Smith\" --reason passport";
    let set = "tournament change T26 set days_per_period=40 --reason agreed";
    for (who, line) in [("sven", correct), ("ada", set), ("dora", set)] {
        let refused = club
            .types(&format!("--as {who}@club.example {line}"))
            .unwrap_err();
        assert!(refused.contains("not yours to decide"), "{who}: {refused}");
    }
    club.types(&format!("--as ada@club.example {correct}"))
        .unwrap();
    club.types(&format!("--as td@club.example {set}")).unwrap();
    let preview = club.types("tournament preview T26").unwrap();
    for words in ["Ann Smith", "Ada Adam", "Olga Orlova"] {
        assert!(preview.contains(words), "{words}\n{preview}");
    }
}

/// Bert, who plays White's opponent in the first game, is a deputy; Dora is another.
fn with_a_playing_deputy(more: &str) -> Club {
    let bert =
        "[[official]]\nrole = \"deputy\"\nname = \"Bert Baker\"\nemail = \"bert@b.example\"\n";
    Setup::new().sections(&format!("{bert}{more}")).opens()
}

#[test]
fn in_his_own_game_an_official_has_no_more_than_a_player() {
    let mut club = with_a_playing_deputy(OFFICIALS);
    club.play("T26/1", "5254 5755");
    let stands = club.game("T26/1")["record"].clone();
    for line in [
        "penalty T26/1 white 5",
        "set-dates T26/1 1 --sent 2026-01-12",
        "void T26/1 2",
        "result T26/1 0-1",
        "pause T26/1",
        "move T26/1 7163 --received 2026-01-10 --sent 2026-01-10",
        "leave grant bert@b.example 2026-06-01 2026-06-09",
        "withdraw ann@a.example T26 --games lose",
    ] {
        let refused = club
            .types(&format!("--as bert@b.example td {line}"))
            .unwrap_err();
        let refused: Vec<&str> = refused.split_whitespace().collect();
        let refused = refused.join(" ");
        assert!(
            refused.contains("no more say") && refused.contains("Olga Orlova, Dora Dean"),
            "{line}: {refused}"
        );
    }
    let told = orders(
        &mut club,
        "Bert Baker <bert@b.example>",
        "PENALTY T26/1 white 5\nlate",
    );
    let words: Vec<&str> = told.text.split_whitespace().collect();
    assert!(words.join(" ").contains("no more say"), "{}", told.text);
    assert_eq!(club.game("T26/1")["record"], stands);
    // What is of all of them alike is his to order, and his game is the others'.
    club.types("--as bert@b.example td pause T26").unwrap();
    club.types("--as bert@b.example td resume T26").unwrap();
    club.types("--as dora@club.example td penalty T26/1 white 1")
        .unwrap();
    club.takes_all();
}
