//! Nobody's letter vanishes (CONTRACT.md 4, "Other addresses", and 5; 56.1.2).

use crate::club::{Club, Setup};
use serde_json::Value;

fn today(club: &mut Club) -> Value {
    let said = club.types("today --json").unwrap_or_else(|e| panic!("{e}"));
    let today: Value = serde_json::from_str(&said).expect("JSON");
    // The report of each tournament has the same matters as the day (CONTRACT.md 2).
    let said = club.types("tournament report T26 --format json");
    let report: Value = serde_json::from_str(&said.expect("a report")).expect("JSON");
    let listed = |of: &Value| {
        let of = of["matters"].as_array().expect("matters").iter();
        let mut of: Vec<String> = of
            .filter(|m| m["tournament"].as_str().is_none_or(|code| code == "T26"))
            .map(|m| {
                format!(
                    "{} {} {} {}",
                    m["what"], m["game"], m["about"], m["commands"]
                )
            })
            .collect();
        of.sort();
        of
    };
    assert_eq!(listed(&report), listed(&today));
    today
}

fn matters(club: &mut Club, what: &str) -> Vec<Value> {
    let today = today(club);
    let all = today["matters"].as_array().expect("matters").clone();
    all.into_iter().filter(|m| m["what"] == what).collect()
}

#[test]
fn a56_1_2_a_letter_from_another_address_brings_a_code_to_the_registered_one() {
    for policy in ["token", "token-or-verified", "address"] {
        for (from, before) in [
            // A stranger's, the one that an unconfirmed request names, the former one.
            ("ann@work.example", None),
            ("ann@new.example", Some("ADDRESS ann@new.example")),
            ("ann@a.example", Some("former")),
        ] {
            let mut club = Setup::new().set("auth.policy", policy).opens();
            let mut registered = "ann";
            match before {
                Some("former") => {
                    club.types("td address T26:1 ann@home.example").unwrap();
                    registered = "ann@home.example";
                }
                Some(text) => {
                    let start = club.last_letter("ann", "T26/1");
                    club.letter("ann").answering(&start).says(text).posts();
                    club.polls();
                }
                None => {}
            }
            club.everything_read();
            let start = club.last_letter("ann", "T26/1");
            club.it_is("2026-01-12T09:00:00Z");
            club.letter(from).answering(&start).says("1. 5254").posts();
            club.polls();
            assert_eq!(club.verdict(), "unverified", "{policy} {from}");
            club.stands("T26/1", "/ply", 0);
            let asked = club.is_told(registered, "challenge");
            asked.says("move 1. 5254").says("from another address");
            club.nobody_is_told();
            let open = matters(&mut club, "other-address");
            assert_eq!(open.len(), 1, "{policy} {from}");
            assert_eq!(open[0]["article"], "56.1.2");
            assert_eq!(open[0]["about"][0], "Ann Archer");
            // Confirmed from the registered address, it is hers, with its own dates.
            club.it_is("2026-01-14T08:00:00Z");
            club.sends(registered, &format!("YES {}", asked.code()));
            club.is_told(registered, "confirmation");
            club.is_told("bert", "move");
            club.stands("T26/1", "/moves/0/sent", "2026-01-12");
            assert!(matters(&mut club, "other-address").is_empty());
            club.everything_read();
        }
    }
}

#[test]
fn a_token_anywhere_in_a_stranger_s_letter_is_seen() {
    let mut club = Setup::new().default_policy().opens();
    let start = club.last_letter("ann", "T26/1");
    // The letter sent on from another mailbox, its header in the text.
    club.letter("ann@work.example")
        .says(&format!(
            "1. 5254\n\n> Reply-To: {}\n> Dear Ann\n",
            start.reply_to
        ))
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.is_told("ann", "challenge");
    club.nobody_is_told();
    assert_eq!(matters(&mut club, "other-address").len(), 1);
}

#[test]
fn another_address_brings_at_most_one_code_a_day() {
    let mut club = Setup::new().default_policy().opens();
    let start = club.last_letter("ann", "T26/1");
    for n in 0..40 {
        club.it_is(&format!(
            "2026-01-10T{:02}:{:02}:00Z",
            9 + n / 6,
            n % 6 * 10
        ));
        club.letter("eve@evil.example")
            .answering(&start)
            .says(&format!("1. 5254\n\n{n}"))
            .posts();
        club.polls();
        club.ticks();
    }
    assert_eq!(club.all_read("challenge"), 1);
    club.all_read("digest");
    club.nobody_is_told();
    let open = matters(&mut club, "other-address");
    assert_eq!(open.len(), 1);
    assert!(open[0]["note"].as_str().unwrap().contains("40"), "{open:?}");
    // What came later is told on the next day.
    club.it_is("2026-01-11T09:00:00Z");
    club.polls();
    let list = club.is_told("ann", "challenge");
    assert!(list.codes().len() > 20);
    club.polls();
    club.ticks();
    club.nobody_is_told();
}

#[test]
fn who_merely_names_a_game_or_a_player_is_seen_and_never_answered() {
    for policy in ["token", "token-or-verified", "address"] {
        let mut club = Setup::new().set("auth.policy", policy).opens();
        for n in 0..30 {
            let (subject, text) = match n % 3 {
                0 => ("[T26/1]".to_owned(), "1. 5254".to_owned()),
                1 => ("hello".to_owned(), format!("About T26/1, number {n}")),
                _ => ("hello".to_owned(), format!("Is Bert Baker ill? {n}")),
            };
            club.letter(&format!("reader{n}@public.example"))
                .subject(&subject)
                .says(&text)
                .posts();
        }
        club.letter("spam@public.example")
            .subject("buy")
            .says("now")
            .posts();
        club.polls();
        club.nobody_is_told();
        assert!(club.verdicts().iter().all(|v| v == "unknown-sender"));
        club.stands("T26/1", "/ply", 0);
        // One matter, however many came; and all are counted.
        let seen = matters(&mut club, "unknown-sender");
        assert_eq!(seen.len(), 1);
        assert!(seen[0]["note"].as_str().unwrap().contains("30"), "{seen:?}");
        let about = seen[0]["about"].to_string();
        assert!(
            about.contains("T26/1") && about.contains("Bert Baker"),
            "{about}"
        );
        assert_eq!(today(&mut club)["unknown_senders"], 31);
        let health = club.types("health --json");
        let health = health.unwrap_or_else(|e| e);
        if let Ok(health) = serde_json::from_str::<Value>(&health) {
            assert_eq!(health["unknown_senders"], 31);
        }
        // The digest tells it, once.
        club.types("nightly").ok();
        let digest = club.is_told("arbiter", "digest");
        digest.says("letters of unknown senders").says("inbox show");
        club.types("nightly").ok();
        club.nobody_is_told();
    }
}

#[test]
fn a_letter_that_was_given_up_is_a_matter_of_the_tournaments_it_is_about() {
    let mut club = Setup::new().opens();
    club.sends("bert", "HELP");
    club.sends("ann", "1. 5254");
    club.everything_read();
    let db = rusqlite::Connection::open(club.root().join("postchess.db")).unwrap();
    for (kind, game) in [("help", Value::Null), ("confirmation", "T26/1".into())] {
        // About a game, and about a player alone.
        let sql = "UPDATE outbound SET state = 'failed', sent = NULL, attempts = 9, trouble = '550 no such user'
                   WHERE kind = ?1";
        assert_eq!(db.execute(sql, [kind]).unwrap(), 1, "{kind}");
        let open = matters(&mut club, "undelivered");
        assert!(open.iter().any(|m| m["game"] == game), "{open:?}");
    }
    let report = club.types("tournament report T26").unwrap();
    assert_eq!(report.matches("outbox retry").count(), 2, "{report}");
    assert!(!report.contains("()"), "{report}");
}

#[test]
fn an_unknown_game_or_a_part_of_a_name_is_nothing() {
    let mut club = Setup::new().opens();
    club.letter("x@public.example")
        .subject("[NONE-1/1]")
        .says("Ann and Bert went to bed")
        .posts();
    club.polls();
    assert!(matters(&mut club, "unknown-sender").is_empty());
    assert_eq!(today(&mut club)["unknown_senders"], 1);
}

#[test]
fn a_silence_says_what_came_from_nobody_s_addresses() {
    let mut club = Setup::new().default_policy().opens();
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann").answering(&start).says("1. 5254").posts();
    club.polls();
    club.everything_read();
    let told = club.last_letter("bert", "T26/1");
    club.it_is("2026-01-20T09:00:00Z");
    club.letter("bert@hospital.example")
        .subject("T26/1")
        .says("I am in hospital")
        .posts();
    club.letter("bert@work.example")
        .answering(&told)
        .says("I shall write soon")
        .posts();
    club.polls();
    club.everything_read();
    for _ in 0..45 {
        club.days_pass(1);
        club.polls();
        club.ticks();
    }
    club.everything_read();
    let silence = matters(&mut club, "silence");
    assert_eq!(silence.len(), 1);
    let note = silence[0]["note"].as_str().unwrap();
    assert!(note.contains("from addresses nobody knows: "), "{note}");
    assert!(!note.contains("nothing else"), "{note}");
}

fn officials() -> Setup {
    Setup::new().default_policy().tournament(
        "end_date = 2026-03-01\n\
         appeals = { name = \"Pavel Petrov\", email = \"appeals@club.example\" }\n\
         adjudicator = { name = \"Ada Adler\", email = \"ada@club.example\" }",
    )
}

const ADA: &str = "ada@club.example";
const PAVEL: &str = "appeals@club.example";

/// A game that was adjudicated, and an appeal against it.
fn appealed() -> (Club, crate::club::Mail) {
    let mut club = officials().opens();
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann").answering(&start).says("1. 5254").posts();
    club.polls();
    club.it_is("2026-03-02T09:00:00Z");
    club.polls();
    club.ticks();
    for (who, opinion) in [("ann", "OPINION 1-0\nmine"), ("bert", "OPINION 0-1\nmine")] {
        let asked = club.is_told(who, "adjudication");
        club.letter(who).answering(&asked).says(opinion).posts();
    }
    club.polls();
    club.everything_read();
    club.types("td adjudicate T26/1 1-0").unwrap();
    let decided = club.is_told("bert", "adjudication");
    club.everything_read();
    club.letter("bert")
        .answering(&decided)
        .says("APPEAL The bishop is lost.")
        .posts();
    club.polls();
    let asked = club.is_told(ADA, "adjudication");
    club.everything_read();
    (club, asked)
}

#[test]
fn a56_9_10_the_adjudicator_s_answer_to_the_appeal_counts() {
    let (mut club, asked) = appealed();
    club.letter(ADA)
        .answering(&asked)
        .says("ADJUDICATE T26/1 1/2-1/2")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "command", "{}", club.note());
    club.is_told(ADA, "transcript").says("Done");
    club.stands("T26/1", "/result", "1/2-1/2");
    club.everything_read();
    // Without a token a code is asked for, at his own address.
    let (mut club, _) = appealed();
    club.sends(ADA, "ADJUDICATE T26/1 0-1");
    assert_eq!(club.verdict(), "unverified");
    let code = club.is_told(ADA, "challenge").code();
    club.nobody_is_told();
    club.sends(ADA, &format!("YES {code}"));
    club.is_told(ADA, "transcript").says("Done");
    club.stands("T26/1", "/result", "0-1");
    club.everything_read();
}

#[test]
fn officials_have_the_rights_of_their_roles_only() {
    let (mut club, asked) = appealed();
    let before = club.game("T26/1");
    for order in [
        "PENALTY T26/1 white 2",
        "RESULT T26/1 1-0",
        "PAUSE T26/1",
        "WITHDRAW T26:1 T26 --games lose",
        "ADDRESS T26:1 x@x.example",
        "DISMISS T26/1",
        "LEAVE GRANT T26:1 2026-03-10 2026-03-12",
    ] {
        // Each answer needs a fresh letter to him: a code is as good.
        club.sends(ADA, order);
        let code = club.is_told(ADA, "challenge").code();
        club.sends(ADA, &format!("YES {code}"));
        club.is_told(ADA, "transcript").says("Not done");
        club.nobody_is_told();
        assert_eq!(club.game("T26/1"), before, "{order}");
        club.days_pass(1);
    }
    // The appeals arbiter adjudicates nothing.
    club.sends(PAVEL, "ADJUDICATE T26/1 0-1");
    let code = club.is_told(PAVEL, "challenge").code();
    club.sends(PAVEL, &format!("YES {code}"));
    club.is_told(PAVEL, "transcript").says("Not done");
    assert_eq!(club.game("T26/1"), before);
    // What only looks is for all of them.
    club.letter(ADA)
        .answering(&asked)
        .says("GAME T26/1")
        .posts();
    club.polls();
    club.is_told(ADA, "transcript").says("T26/1");
}

#[test]
fn a54_1_4_the_appeals_arbiter_s_word_on_a_protest_counts() {
    for (order, penalty) in [("DISMISS T26/1 {p}", 2), ("REVOKE {d}", 0)] {
        let mut club = officials().opens();
        let said = club.types("td penalty T26/1 white 2").unwrap();
        let ruling = club.is_told("ann", "ruling");
        club.everything_read();
        club.letter("ann")
            .answering(&ruling)
            .says("PROTEST It was not so.")
            .posts();
        club.polls();
        let asked = club.is_told(PAVEL, "protest");
        club.everything_read();
        let json = club.game("T26/1");
        let record = json["record"].as_array().unwrap();
        let number = |what: &str| {
            let found = record.iter().find(|e| e["what"] == what);
            found.unwrap_or_else(|| panic!("{what}: {record:#?} {said}"))["id"].to_string()
        };
        let order = order
            .replace("{p}", &number("ruling-protested"))
            .replace("{d}", &number("penalty"));
        // Not another decision, and no other order.
        club.letter(PAVEL).answering(&asked).says(&order).posts();
        club.polls();
        assert_eq!(club.verdict(), "command", "{order}: {}", club.note());
        club.is_told(PAVEL, "transcript").says("Done");
        club.stands("T26/1", "/clock/white/penalty", penalty);
        club.everything_read();
        // It was final: nothing waits for him any more.
        club.sends(PAVEL, "PENALTY T26/1 white 5");
        let code = club.is_told(PAVEL, "challenge").code();
        club.sends(PAVEL, &format!("YES {code}"));
        club.is_told(PAVEL, "transcript").says("Not done");
        club.stands("T26/1", "/clock/white/penalty", penalty);
        club.everything_read();
    }
}

#[test]
fn an_official_who_orders_nothing_is_answered() {
    let (mut club, asked) = appealed();
    club.letter(ADA)
        .answering(&asked)
        .says("I shall look at it.")
        .posts();
    club.polls();
    club.is_told(ADA, "transcript")
        .says("there is no order in it");
}

#[test]
fn an_official_at_another_address_is_asked_at_his_own() {
    let (mut club, asked) = appealed();
    club.letter("ada@work.example")
        .answering(&asked)
        .says("ADJUDICATE T26/1 0-1")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    let list = club.is_told(ADA, "challenge");
    list.says("ADJUDICATE T26/1 0-1");
    club.nobody_is_told();
    club.sends(ADA, &format!("YES {}", list.code()));
    club.is_told(ADA, "transcript").says("Done");
    club.stands("T26/1", "/result", "0-1");
    club.everything_read();
}
