//! Protests against decisions in force (54.1.4, 55.1.6, 56.1.10), draws that are
//! claimed wrongly (9.5.3) and dead positions (5.2.2).

use crate::club::{Club, Setup};

const QUIET: &str = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0";

fn all(club: &mut Club, kind: &str) {
    club.are_told(&["ann", "bert", "arbiter"], kind);
}

fn verified(club: &mut Club) {
    club.types("verify").expect("the record is whole");
}

/// The numbers of the decisions in a game, as its record has them.
fn numbers(club: &mut Club, what: &str) -> Vec<i64> {
    let game = club.game("T26/1");
    let record = game["record"].as_array().expect("a record");
    let is = |e: &&serde_json::Value| e["what"] == what;
    record
        .iter()
        .filter(is)
        .filter_map(|e| e["id"].as_i64())
        .collect()
}

/// A game in which Black was given two penalty days by the arbiter on 12 January.
fn penalised(appeals: bool) -> (Club, i64) {
    let mut setup = Setup::new().rules(QUIET);
    if appeals {
        setup = setup
            .tournament("appeals = { name = \"Pavel Petrov\", email = \"appeals@club.example\" }");
    }
    let mut club = setup.opens();
    club.play("T26/1", "5254");
    club.it_is("2026-01-12T09:00:00Z");
    club.types("td penalty T26/1 black 2 --reason telephone")
        .unwrap();
    all(&mut club, "ruling");
    let number = numbers(&mut club, "penalty")[0];
    (club, number)
}

#[test]
fn a_protest_where_nothing_was_decided_waits_for_the_arbiter() {
    for (system, lines) in [("round-robin", ""), ("swiss", "rounds = 3")] {
        let mut club = Setup::new()
            .rules(QUIET)
            .system(system, 4)
            .tournament(lines)
            .opens();
        club.everything_read();
        for words in [
            "PROTEST my opponent has help",
            "PROTEST 1 my opponent has help",
        ] {
            let letter = club.letter("ann").subject("Re: [T26/1]");
            letter.says(words).posts();
            club.polls();
            let told = club.is_told("ann", "protest");
            assert!(
                !told.text.contains("decision No."),
                "{system}: {}",
                told.text
            );
            club.everything_read();
        }
        let today = club.types("today").unwrap();
        assert!(!today.contains("td revoke"), "{system}: {today}");
        assert!(today.contains("td dismiss"), "{system}: {today}");
        club.types("verify").unwrap();
    }
}

#[test]
fn a53_3_what_only_the_tournaments_record_holds_is_the_arbiters_to_order() {
    for order in [
        "enter T26 --email late@new.example --name Late",
        "pair T26",
        "pause T26",
        "promote T26",
        "captain T26 1 --name Pavel --email pavel@new.example",
    ] {
        let mut club = Setup::new()
            .rules(QUIET)
            .system("swiss", 4)
            .tournament(
                "rounds = 3\nappeals = { name = \"Pavel\", email = \"appeals@club.example\" }",
            )
            .opens();
        club.everything_read();
        for text in [order.to_owned(), format!("DRY-RUN {order}")] {
            club.letter("ann")
                .from("Pavel <appeals@club.example>")
                .subject("Orders")
                .says(&text)
                .posts();
            club.polls();
            if !text.starts_with("DRY") {
                let code = club.is_told("appeals@club.example", "challenge").code();
                club.letter("ann")
                    .from("Pavel <appeals@club.example>")
                    .subject("Re: code")
                    .says(&format!("{code} YES"))
                    .posts();
                club.polls();
            }
            club.is_told("appeals@club.example", "transcript")
                .says("Not done");
            club.nobody_is_told();
        }
        let log = club.types("td log T26").unwrap();
        assert!(!log.contains("Pavel"), "{order}: {log}");
    }
}

#[test]
fn a56_1_10_a_protest_goes_to_the_appeals_arbiter_with_all_he_needs() {
    let (mut club, number) = penalised(true);
    club.days_pass(3);
    club.sends("bert", "PROTEST I never telephoned, ask bert@b.example");
    let asked = club.is_told("appeals@club.example", "protest");
    asked
        .says("The decision is yours, and it is final")
        .says(&format!("decision No. {number} of 12 January 2026"))
        .says("penalty of Black: 2 days")
        .says("article 53.3")
        .says("¶telephone")
        .says("¶I never telephoned")
        .says("56.1.10")
        .says("1. e4");
    assert!(!asked.text.contains("bert@b.example"), "{}", asked.text);
    club.is_told("ann", "protest").says("Pavel Petrov");
    club.is_told("bert", "protest").says("that is final");
    club.is_told("arbiter", "protest")
        .says(&format!("td revoke {number}"))
        .says("td dismiss T26/1");
    club.nobody_is_told();
    let report = club.types("tournament report T26 --format json").unwrap();
    assert!(
        report.contains("\"what\": \"protest\"") || report.contains("\"what\":\"protest\""),
        "{report}"
    );

    // The same again is friendly, and changes nothing.
    club.days_pass(1);
    club.sends("bert", "PROTEST once more");
    club.is_told("bert", "protest")
        .says("need not be sent again");
    club.nobody_is_told();

    // He does not grant it; the arbiter enters that, and it is final.
    club.types("td dismiss T26/1 --reason Petrov,20.01")
        .unwrap();
    let ruling = club.is_told("bert", "ruling");
    ruling
        .says(&format!("against decision No. {number} is not granted"))
        .says("it is final")
        .says("Petrov,20.01");
    assert!(!ruling.text.contains("right to protest"), "{}", ruling.text);
    club.are_told(&["ann", "arbiter"], "ruling");
    club.sends("bert", &format!("PROTEST {number} and I still say so"));
    club.is_told("bert", "protest").says("that is final");
    club.sends("bert", "PROTEST against that too");
    club.is_told("bert", "protest").says("that is final");
    club.nobody_is_told();
    club.stands("T26/1", "/clock/black/penalty", 2);
    verified(&mut club);
}

#[test]
fn a56_1_10_the_term_is_fourteen_days_by_the_dispatch() {
    // Received on the 13th: the last day is 27 January.
    for (sent, in_time) in [
        ("2026-01-27T23:00:00Z", true),
        ("2026-01-28T01:00:00Z", false),
    ] {
        let (mut club, _) = penalised(true);
        club.it_is("2026-01-28T10:00:00Z");
        club.letter("bert")
            .dated(sent)
            .received("2026-01-28T09:00:00Z")
            .says("PROTEST it was not me")
            .posts();
        club.polls();
        if in_time {
            all(&mut club, "protest");
            club.is_told("appeals@club.example", "protest");
        } else {
            club.is_told("bert", "protest")
                .says("counts as received on 13 January 2026")
                .says("the last day for a protest was 27 January 2026")
                .says("your letter was sent on 28 January 2026");
        }
        club.nobody_is_told();
        verified(&mut club);
    }
}

#[test]
fn a54_1_4_without_an_appeals_arbiter_another_must_decide() {
    let (mut club, _) = penalised(false);
    club.sends("ann", "PROTEST two days are too few");
    club.is_told("arbiter", "protest")
        .says("Somebody other than you must decide");
    club.is_told("ann", "protest")
        .says("another than the arbiter");
    club.is_told("bert", "protest");
    club.nobody_is_told();
    verified(&mut club);
}

#[test]
fn what_the_robot_charged_the_arbiter_looks_at_first() {
    let mut club = Setup::new()
        .rules(QUIET)
        .tournament("appeals = { name = \"Pavel Petrov\", email = \"appeals@club.example\" }")
        .opens();
    club.sends("ann", "1. 5264");
    club.is_told("ann", "rejection").says("2 days");
    club.sends("ann", "PROTEST the letter said 5254");
    club.is_told("arbiter", "protest")
        .says("what the robot did by itself");
    club.are_told(&["ann", "bert"], "protest");
    // Other decisions in the game leave it open.
    for other in [
        "td set-dates T26/1 1 --received 2026-01-10",
        "td penalty T26/1 black 1",
        "td pause T26/1",
        "td resume T26/1",
    ] {
        club.types(other).unwrap();
        all(&mut club, "ruling");
        let today = club.types("today").unwrap();
        assert!(today.contains("td dismiss T26/1"), "{other}: {today}");
    }
    club.types("td penalty T26/1 white -2 --reason misread")
        .unwrap();
    all(&mut club, "ruling");
    let today = club.types("today").unwrap();
    assert!(!today.contains("td dismiss T26/1"), "{today}");
    let report = club
        .types("tournament official-report T26 --format json")
        .unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let contested = &report["contested"];
    assert_eq!(contested[0]["text"], "the letter said 5254", "{contested}");
    assert_eq!(contested[0]["settled"]["reason"], "misread", "{contested}");
    // The article is the penalty's own.
    assert_eq!(report["violations"][0]["article"], "56.4.7");
    assert_eq!(report["violations"][0]["days"], 2);
    verified(&mut club);
}

#[test]
fn a54_1_4_a_protest_against_a_loss_at_once_waits_for_its_own_decision() {
    let mut club = Setup::new()
        .rules(QUIET)
        .rules("forfeit = \"immediate\"")
        .opens();
    club.play("T26/1", "5254");
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    all(&mut club, "time-forfeit");
    club.everything_read();
    club.stands("T26/1", "/result", "1-0");
    club.days_pass(2);
    let words = "PROTEST my letter of February is lost";
    club.letter("bert").subject("[T26/1]").says(words).posts();
    club.polls();
    all(&mut club, "protest");
    club.types("td set-dates T26/1 1 --received 2026-01-10")
        .unwrap();
    all(&mut club, "ruling");
    let today = club.types("today").unwrap();
    assert!(today.contains("td reject-claim T26/1"), "{today}");
    let dismiss = today
        .lines()
        .find_map(|l| l.trim().strip_prefix("postchess td dismiss T26/1 "));
    let number = dismiss.unwrap_or_else(|| panic!("{today}")).to_owned();
    club.types(&format!("td dismiss T26/1 {number} --reason unproved"))
        .unwrap();
    club.is_told("bert", "ruling")
        .says("The protest of Black is not granted");
    club.are_told(&["ann", "arbiter"], "ruling");
    let today = club.types("today").unwrap();
    assert!(!today.contains("td reject-claim T26/1"), "{today}");
    club.stands("T26/1", "/result", "1-0");
    verified(&mut club);
}

#[test]
fn a9_5_3_a_wrong_claim_is_told_what_the_record_shows() {
    let mut club = Club::opens();
    club.play("T26/1", "7163 7866 6371 6678");
    club.sends("ann", "CLAIM DRAW");
    club.is_told("ann", "draw")
        .says("has stood 2 times, this one included (after 2... Ng8, and at the start)")
        .says("three times are needed (article 9.2)")
        .says("without a pawn move or a capture: 4")
        .says("9.5.3");
    club.is_told("bert", "draw");
    club.sends("ann", "CLAIM DRAW 3. 7163");
    club.is_told("ann", "confirmation")
        .says("The position after your move has stood 2 times");
    club.is_told("bert", "move");
    // Both claims stand in the record, the second beside an offer that stood already.
    let record = club.game("T26/1")["record"].clone();
    let claims = record.as_array().unwrap().iter();
    let claims: Vec<_> = claims.filter(|e| e["what"] == "claim-refused").collect();
    assert_eq!(claims.len(), 2, "{record:#}");
    assert_eq!(claims[0]["claim"], "draw");
    assert_eq!(claims[0]["article"], "9.5.3");
    assert_eq!(claims[0]["times"], 2);
    verified(&mut club);
}

#[test]
fn a5_2_2_a_dead_position_is_claimed_and_the_clock_runs_on() {
    // A wall of pawns that nobody can cross.
    let wall = "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1";
    for (text, order, result) in [
        (
            "CLAIM DEAD POSITION the pawns are locked",
            "td result T26/1 1/2-1/2 --by dead-position",
            "1/2-1/2",
        ),
        (
            "МЁРТВАЯ ПОЗИЦИЯ пешки заперты",
            "td dismiss T26/1 --reason crossing",
            "*",
        ),
        ("МЕРТВА ПОЗИЦІЯ пішаки замкнені", "td dismiss T26/1", "*"),
        ("MARTWA POZYCJA piony stoją", "td dismiss T26/1", "*"),
    ] {
        let mut club = Setup::new().rules(QUIET).fen(wall).opens();
        club.sends("ann", text);
        let words = text.rsplit(' ').next().unwrap();
        club.is_told("arbiter", "claim")
            .says(words)
            .says("td result T26/1 1/2-1/2 --by dead-position")
            .says("td dismiss T26/1")
            .says("5.2.2");
        club.is_told("ann", "claim").says("the clock runs on");
        club.is_told("bert", "claim").says(words);
        club.stands("T26/1", "/status", "active");
        let report = club.types("tournament report T26").unwrap();
        assert!(report.contains("--by dead-position"), "{report}");
        let matter = numbers(&mut club, "matter-opened")[0];
        let record = club.game("T26/1")["record"].clone();
        let is = |e: &&serde_json::Value| e["id"] == matter;
        let opened = record.as_array().unwrap().iter().find(is).unwrap();
        assert_eq!(opened["side"], "white");
        club.sends("ann", text);
        club.is_told("ann", "claim")
            .says("already waits for the arbiter");
        club.nobody_is_told();
        club.types(order).unwrap();
        all(&mut club, "ruling");
        club.stands("T26/1", "/result", result);
        if result == "*" {
            club.stands("T26/1", "/clock/running/side", "white");
            let report = club.types("tournament report T26").unwrap();
            assert!(!report.contains("--by dead-position"), "{report}");
            assert!(club.types("td dismiss T26/1").is_err());
        } else {
            all(&mut club, "result");
            club.stands("T26/1", "/termination", "dead-position");
        }
        verified(&mut club);
    }
}

/// The term that a protest is shown with is that of the decision: its last day in time
/// (CONTRACT.md 8), whenever the protest came.
#[test]
fn a56_1_10_the_term_of_a_protest_is_the_last_day_in_time() {
    for came in ["2026-01-14T09:00:00Z", "2026-01-20T09:00:00Z"] {
        let (mut club, _) = penalised(true);
        club.it_is(came);
        club.sends("bert", "PROTEST I telephoned nobody.");
        club.everything_read();
        let table = club.types("tournament report T26 --format json").unwrap();
        let table: serde_json::Value = serde_json::from_str(&table).unwrap();
        let matter = &table["matters"][0];
        assert_eq!(matter["what"], "protest");
        // The ruling of the 12th is received on the 13th: fourteen days from there.
        assert_eq!(matter["until"], "2026-01-27", "{came}");
        // Nobody's time is over by it.
        let today = club.types("--json today").unwrap();
        let today: serde_json::Value = serde_json::from_str(&today).unwrap();
        assert_eq!(today["tournaments"][0]["oversteps"], 0, "{today}");
    }
}
