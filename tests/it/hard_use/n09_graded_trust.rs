//! Graded trust (CONTRACT.md 4, "Who" and "Short answers").

use crate::club::{Club, Draft, Mail, Setup, codes_in};

/// Our border host.
const BORDER: &str = "Received: from mail.a.example (mail.a.example [192.0.2.7])\n\
    \tby mx.club.example (Postfix) with ESMTPS id 4XyZ1; Sat, 10 Jan 2026 09:00:00 +0000\n";

fn setup() -> Setup {
    Setup::new()
        .default_policy()
        .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
}

/// What our border host found of a letter.
fn found(results: &str) -> String {
    format!("Authentication-Results: mx.club.example; {results}\n{BORDER}")
}

/// A result that shows that From's domain could have answered, and did not.
const UNPROVEN: &str = "dmarc=none; spf=softfail smtp.mailfrom=ann@a.example";

fn answers<'c>(club: &'c mut Club, who: &str, results: &str) -> Draft<'c> {
    let last = club.last_letter(who, "T26/1");
    let now = club.now.rfc2822();
    let trace = found(results).replace("Sat, 10 Jan 2026 09:00:00 +0000", &now);
    let address = crate::club::address(who);
    let (_, domain) = address.split_once('@').unwrap();
    let draft = club.letter(who).answering(&last);
    draft.trace(&trace).signed(domain)
}

#[test]
fn a_domain_s_no_outweighs_a_token() {
    for (policy, believed) in [
        ("token", false),
        ("token-or-verified", false),
        ("address", true),
    ] {
        let mut club = setup().set("auth.policy", policy).opens();
        let denied = "dmarc=fail (p=none) header.from=a.example; dkim=none";
        answers(&mut club, "ann", denied).says("1. 5254").posts();
        club.polls();
        if believed {
            assert_eq!(club.verdict(), "move", "{policy}");
            club.is_told("ann", "confirmation");
            club.is_told("bert", "move");
            continue;
        }
        assert_eq!(club.verdict(), "unverified", "{policy}");
        let asked = club.is_told("ann", "challenge");
        club.nobody_is_told();
        club.stands("T26/1", "/ply", 0);
        // The code is the way, whatever the domain says.
        club.sends("ann", &format!("YES {}", asked.code()));
        club.is_told("ann", "confirmation");
        club.is_told("bert", "move");
        // A no below our border is anybody's.
        let told = club.last_letter("bert", "T26/1");
        let forged = format!("{BORDER}Authentication-Results: mx.club.example; dmarc=fail\n");
        club.letter("bert")
            .answering(&told)
            .trace(&forged)
            .says("1... 5755")
            .posts();
        club.polls();
        assert_eq!(club.verdict(), "move");
        club.is_told("bert", "confirmation");
        club.is_told("ann", "move");
    }
}

#[test]
fn a_domain_s_no_outweighs_an_arbiter_s_token_too() {
    let mut club = setup().opens();
    answers(&mut club, "ann", "none").says("1. 5256").posts();
    club.polls();
    club.everything_read();
    club.sends("arbiter", "PAUSE T26/1");
    let asked = club.is_told("arbiter", "challenge");
    club.letter("arbiter")
        .answering(&asked)
        .trace(&found("dmarc=fail header.from=club.example"))
        .says("PENALTY T26/1 white 1")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.is_told("arbiter", "challenge")
        .says("PENALTY T26/1 white 1");
    club.stands("T26/1", "/clock/white/penalty", 2);
}

#[test]
fn spf_alone_counts_only_for_its_own_sender() {
    for (results, verdict) in [
        ("spf=pass smtp.mailfrom=ann@a.example", "move"),
        (
            "spf=pass smtp.mailfrom=Ann@A.example; dmarc=pass header.from=a.example",
            "move",
        ),
        ("spf=pass smtp.mailfrom=mallory@a.example", "unverified"),
        ("spf=pass smtp.mailfrom=a.example", "unverified"),
        (
            "spf=pass smtp.mailfrom=mallory@a.example; dmarc=pass header.from=a.example",
            "unverified",
        ),
        (
            "spf=pass smtp.mailfrom=bounce@a.example; dkim=pass header.d=a.example",
            "move",
        ),
    ] {
        let mut club = setup().opens();
        club.letter("ann")
            .signed("a.example")
            .trace(&found(results))
            .says("1. 5254")
            .posts();
        club.polls();
        assert_eq!(club.verdict(), verdict, "{results}");
        club.everything_read();
    }
}

/// Ann and Bert have made a move each, and Bert offers a draw.
fn offered() -> Club {
    let mut club = setup().opens();
    answers(&mut club, "ann", "none").says("1. 5254").posts();
    club.polls();
    answers(&mut club, "bert", "none")
        .says("1... 5755 =")
        .posts();
    club.polls();
    club.everything_read();
    club
}

#[test]
fn what_ends_a_game_is_asked_back_where_the_domain_kept_silent() {
    for (act, result, termination) in [
        ("RESIGN", "0-1", "resignation"),
        ("ACCEPT DRAW", "1/2-1/2", "agreement"),
    ] {
        // What could not have been verified, and what was, is done at once.
        for results in [
            "none",
            "dmarc=none; spf=none; dkim=none",
            "dkim=pass header.d=a.example",
        ] {
            let mut club = offered();
            answers(&mut club, "ann", results).says(act).posts();
            club.polls();
            club.stands("T26/1", "/result", result);
            club.everything_read();
        }
        for results in [
            UNPROVEN,
            "dkim=fail header.d=a.example",
            "spf=pass smtp.mailfrom=x@evil.example",
        ] {
            let mut club = offered();
            answers(&mut club, "ann", results).says(act).posts();
            club.polls();
            let asked = club.is_told("ann", "not-understood");
            asked.says("YES").says("seven days");
            club.nobody_is_told();
            club.stands("T26/1", "/result", "*");
            club.days_pass(6);
            club.letter("ann")
                .answering(&asked)
                .trace(&found(results))
                .says("Yes.")
                .posts();
            club.polls();
            club.stands("T26/1", "/result", result);
            club.stands("T26/1", "/termination", termination);
            // It is done by the letter that stated it.
            assert_eq!(club.verdicts()[2..], ["command", "command"]);
            club.everything_read();
        }
    }
}

#[test]
fn in_every_language_one_word_is_enough() {
    for (number, who, resign, yes) in [
        (1, "ann", "RESIGN", "yes, please"),
        (4, "dima", "СДАЮСЬ", "Да, сдаюсь"),
        (6, "filip", "ЗДАЮСЯ", "так"),
        (5, "ewa", "PODDAJĘ", "Tak."),
    ] {
        let black = if number == 1 { 2 } else { 1 };
        let mut club = Setup::new()
            .pairs(&[(number, black)])
            .default_policy()
            .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
            .opens();
        let domain = crate::club::address(who)
            .split_once('@')
            .unwrap()
            .1
            .to_owned();
        let results = format!("spf=fail smtp.mailfrom=x@{domain}");
        answers(&mut club, who, &results).says(resign).posts();
        club.polls();
        let asked = club.is_told(who, "not-understood");
        club.nobody_is_told();
        club.letter(who)
            .answering(&asked)
            .trace(&found(&results))
            .says(yes)
            .posts();
        club.polls();
        club.stands("T26/1", "/termination", "resignation");
        club.everything_read();
    }
}

#[test]
fn an_act_confirmed_by_one_word_keeps_the_first_letter_s_dates() {
    // At once where the domain vouches, on the sixth day after a question where it does
    // not: in the game it is the same.
    let ends = |results: &str, act: &str, answer: Option<&str>| {
        let mut club = Setup::new()
            .pairs(&[(4, 2)])
            .default_policy()
            .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
            .opens();
        answers(&mut club, "dima", "none").says("1. 5254").posts();
        club.polls();
        answers(&mut club, "bert", "none")
            .says("1... 5755 =")
            .posts();
        club.polls();
        club.days_pass(3);
        club.everything_read();
        answers(&mut club, "dima", results).says(act).posts();
        club.polls();
        let first = club.verdicts().len();
        if let Some(word) = answer {
            let asked = club.is_told("dima", "not-understood");
            club.nobody_is_told();
            club.days_pass(6);
            club.letter("dima")
                .answering(&asked)
                .trace(&found(results))
                .says(word)
                .posts();
            club.polls();
        }
        club.everything_read();
        let game = club.game("T26/1");
        let record = game["record"].as_array().unwrap();
        let ended = record.iter().find(|e| e["what"] == "ended").unwrap();
        assert_eq!(ended["cause"]["letter"], first, "{ended}");
        let totals = ["white", "black"].map(|s| game["clock"][s].clone());
        (game["result"].clone(), game["moves"].clone(), totals)
    };
    let vouched = "dkim=pass header.d=d.example";
    let unproven = "dmarc=none; spf=softfail smtp.mailfrom=dima@d.example";
    for act in ["СДАЮСЬ", "ПРИНИМАЮ НИЧЬЮ"] {
        let at_once = ends(vouched, act, None);
        assert_eq!(ends(unproven, act, Some("да")), at_once, "{act}");
    }
    // A withdrawal is the first letter's too.
    let mut club = setup().opens();
    answers(&mut club, "ann", UNPROVEN).says("WITHDRAW").posts();
    club.polls();
    let asked = club.is_told("ann", "withdrawal");
    club.days_pass(2);
    club.letter("ann")
        .answering(&asked)
        .trace(&found(UNPROVEN))
        .says("yes")
        .posts();
    club.polls();
    club.everything_read();
    let db = rusqlite::Connection::open(club.root().join("postchess.db")).unwrap();
    let cause: String = db
        .query_row(
            "SELECT cause FROM event WHERE event LIKE '%withdrawal-asked%'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(cause, "letter 1");
}

#[test]
fn one_word_answers_only_the_letter_that_asked() {
    // To another letter of ours, newer or older: nothing.
    let mut club = offered();
    let before = club.last_letter("ann", "T26/1");
    answers(&mut club, "ann", UNPROVEN).says("RESIGN").posts();
    club.polls();
    let asked = club.is_told("ann", "not-understood");
    club.letter("ann")
        .answering(&before)
        .trace(&found(UNPROVEN))
        .says("YES")
        .posts();
    club.polls();
    club.stands("T26/1", "/result", "*");
    club.everything_read();
    // A no drops it, and a yes after it finds nothing.
    for (word, says) in [("No", "Nothing was done"), ("YES", "no longer stands")] {
        club.letter("ann")
            .answering(&asked)
            .trace(&found(UNPROVEN))
            .says(word)
            .posts();
        club.polls();
        club.is_told("ann", "not-understood").says(says);
        club.nobody_is_told();
        club.stands("T26/1", "/result", "*");
    }
}

#[test]
fn one_word_answers_while_everything_stands() {
    // After seven days.
    let mut club = offered();
    answers(&mut club, "ann", UNPROVEN).says("RESIGN").posts();
    club.polls();
    let asked = club.is_told("ann", "not-understood");
    club.days_pass(8);
    club.letter("ann").answering(&asked).says("YES").posts();
    club.polls();
    club.is_told("ann", "not-understood")
        .says("no longer stands");
    club.stands("T26/1", "/result", "*");
    // After her own move.
    let mut club = offered();
    answers(&mut club, "ann", UNPROVEN)
        .says("ACCEPT DRAW")
        .posts();
    club.polls();
    let asked = club.is_told("ann", "not-understood");
    answers(&mut club, "ann", "none").says("2. 7163").posts();
    club.polls();
    club.everything_read();
    let denied = asked.clone();
    club.letter("ann").answering(&denied).says("YES").posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.everything_read();
    club.stands("T26/1", "/result", "*");
}

#[test]
fn a_withdrawal_by_a_token_alone_takes_one_word_too() {
    let mut club = setup().opens();
    answers(&mut club, "ann", UNPROVEN).says("WITHDRAW").posts();
    club.polls();
    let asked = club.is_told("ann", "withdrawal");
    asked
        .says("T26/1")
        .says("YES in answer to this very letter");
    club.nobody_is_told();
    club.letter("ann")
        .answering(&asked)
        .trace(&found(UNPROVEN))
        .says("yes")
        .posts();
    club.polls();
    club.are_told(&["ann", "arbiter"], "withdrawal");
    // Its code is spent with it.
    club.sends("ann", &format!("YES {}", asked.code()));
    club.is_told("ann", "challenge").says("used before");
}

#[test]
fn a_list_shows_all_that_waits_each_with_a_code_of_its_own() {
    let mut club = setup().pairs(&[(1, 2), (1, 3)]).opens();
    let write = |club: &mut Club, at: &str, text: &str| {
        club.it_is(at);
        club.letter("ann").subject("[T26/1]").says(text).posts();
        club.polls();
    };
    write(&mut club, "2026-01-10T09:00:00Z", "1. 5254");
    let first = club.is_told("ann", "challenge");
    assert_eq!(first.codes().len(), 1);
    write(&mut club, "2026-01-10T10:00:00Z", "RESIGN");
    let second = club.is_told("ann", "challenge");
    write(&mut club, "2026-01-11T10:00:00Z", "STATUS");
    let third = club.is_told("ann", "challenge");
    assert_eq!(second.codes().len(), 2);
    let codes = third.codes();
    assert_eq!(codes.len(), 3);
    // Newest first, what ends something last, under a warning.
    let at = |words: &str| {
        third
            .text
            .find(words)
            .unwrap_or_else(|| panic!("{words}: {}", third.text))
    };
    assert!(at("status") < at("move 1. 5254"));
    assert!(at("move 1. 5254") < at("Take care"));
    assert!(at("Take care") < at("resign"));
    assert_eq!(codes[1], first.code());
    assert_eq!(codes[2], second.codes()[1]);
    // Each confirms its own letter, whatever came after, for its three days.
    club.it_is("2026-01-13T08:59:00Z");
    club.sends("ann", &format!("YES {}", codes[1]));
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.is_told("arbiter", "digest");
    club.stands("T26/1", "/status", "active");
    club.sends("ann", &format!("YES {}", codes[0]));
    club.is_told("ann", "status");
    club.it_is("2026-01-13T10:00:01Z");
    club.sends("ann", &format!("YES {}", codes[2]));
    club.is_told("ann", "challenge")
        .says("does not hold any more");
    club.stands("T26/1", "/status", "active");
}

#[test]
fn of_two_letters_for_one_move_confirming_one_sets_the_other_aside() {
    let mut club = setup().opens();
    club.sends("ann", "5254");
    club.sends("ann", "4244");
    club.is_told("ann", "challenge");
    let codes = club.is_told("ann", "challenge").codes();
    club.sends("ann", &format!("YES {}", codes[1]));
    club.is_told("ann", "confirmation").says("was put aside");
    club.is_told("bert", "move");
    club.stands("T26/1", "/moves/0/uci", "e2e4");
    let told = club.last_letter("bert", "T26/1");
    club.letter("bert")
        .answering(&told)
        .says("1... 5755")
        .posts();
    club.polls();
    club.everything_read();
    // It is no move for the next turn, though it has no number.
    club.sends("ann", &format!("YES {}", codes[0]));
    club.is_told("ann", "challenge")
        .says("another letter for the same move");
    club.nobody_is_told();
    club.stands("T26/1", "/ply", 2);
}

#[test]
fn a_list_shows_requests_and_nothing_of_a_stranger_s_prose() {
    let mut club = setup().opens();
    let prose = "Dear player, click https://evil.example/pay?x=1 or write to eve@evil.example \
                 at once, or www.evil.example will close your account.";
    for text in [
        format!("{prose}\n\n1. 5254\n\n{prose}"),
        format!("PROTEST {prose}"),
        format!("ARBITER {prose}"),
        "ADDRESS eve@evil.example".to_owned(),
    ] {
        club.sends("ann", &text);
    }
    let lists = club.takes_all();
    let lists: Vec<&Mail> = lists.iter().filter(|m| m.kind == "challenge").collect();
    let last = lists.last().unwrap();
    last.says("move 1. 5254").says("protest").says("address");
    for list in lists {
        for word in ["evil", "click", "account", "https", "eve@"] {
            assert!(!list.text.contains(word), "{word}: {}", list.text);
        }
    }
}

#[test]
fn a_flood_leaves_the_genuine_sender_with_an_answer() {
    for place in [0, 60, 119] {
        let mut club = setup().opens();
        let mut lists = 0;
        let mut genuine: Option<(String, Mail)> = None;
        for n in 0..120u32 {
            let minute = format!("2026-01-10T{:02}:{:02}:00Z", 9 + n / 60, n % 60);
            club.it_is(&minute);
            if n == place {
                club.letter("ann").says("1. 5254").posts();
            }
            // Graver ones crowd nobody out, and no forgery is like another.
            let text = if n % 2 == 0 { "RESIGN" } else { "1. 4244" };
            club.sends("ann", &format!("{text}\n\nforged {n}"));
            for list in club.takes_all() {
                if list.kind != "challenge" {
                    continue;
                }
                lists += 1;
                genuine = genuine_in(&list).or(genuine);
            }
        }
        assert!(
            lists <= 5,
            "{lists} letters to a player whom somebody forges"
        );
        // Nothing more comes, and still he is asked.
        for hour in 11..20 {
            club.it_is(&format!("2026-01-10T{hour}:30:00Z"));
            club.polls();
            club.ticks();
            for list in club.takes_all() {
                genuine = genuine_in(&list).or(genuine);
            }
        }
        let (code, list) = genuine.expect("the genuine letter was asked about");
        club.letter("ann")
            .answering(&list)
            .says(&format!("YES {code}"))
            .posts();
        club.polls();
        club.is_told("bert", "move");
        club.everything_read();
        club.stands("T26/1", "/moves/0/uci", "e2e4");
    }
}

/// The code of Ann's own move in a list.
fn genuine_in(list: &Mail) -> Option<(String, Mail)> {
    let from = list.text.find("move 1. 5254")?;
    let code = codes_in(list.text.get(from..)?).into_iter().next()?;
    Some((code, list.clone()))
}

#[test]
fn who_copies_a_list_confirms_nothing() {
    let mut club = setup().pairs(&[(1, 2), (1, 3)]).opens();
    for text in ["1. 5254", "STATUS", "RESIGN"] {
        club.letter("ann").subject("[T26/1]").says(text).posts();
    }
    club.polls();
    let list = club.is_told("ann", "challenge");
    let codes = list.codes();
    assert_eq!(codes.len(), 3);
    let lines: Vec<&str> = list.text.lines().collect();
    let mut copies: Vec<String> = Vec::new();
    // The whole of it, every beginning, every end, every line alone, and the middle.
    copies.push(list.text.clone());
    for at in (0..lines.len()).step_by(3) {
        copies.push(lines[..at].join("\n"));
        copies.push(lines[at..].join("\n"));
        copies.push(lines[at..(at + 7).min(lines.len())].join("\n"));
    }
    copies.extend(
        lines
            .iter()
            .filter(|l| l.contains("YES") || codes.iter().any(|c| l.contains(c)))
            .map(|l| (*l).to_owned()),
    );
    // Reflowed by a mail program, and with words of its own above.
    copies.push(list.text.split_whitespace().collect::<Vec<_>>().join(" "));
    copies.push(format!("I am away, yes.\nYes\n\n{}", list.text));
    // A yes with all the codes copied back.
    let all: Vec<String> = codes.iter().map(|c| format!("YES {c}")).collect();
    copies.push(all.join("\n"));
    copies.push(format!("Yes: {}", codes.join(", ")));
    // Quoted.
    copies.push(format!("ok\n\n> YES {}\n", codes[0]));
    for copy in copies {
        club.letter("ann").subject("Re: yes").says(&copy).posts();
        club.polls();
        assert!(
            ["unverified", "not-understood"].contains(&club.verdict().as_str()),
            "{}: {copy}",
            club.verdict()
        );
        club.stands("T26/1", "/ply", 0);
        club.stands("T26/1", "/status", "active");
        club.everything_read();
    }
    assert!(club.verdicts()[..3].iter().all(|v| v == "unverified"));
    // One of them, by a person.
    club.sends("ann", &format!("YES {}", codes[1]));
    club.everything_read();
    assert_eq!(
        club.verdicts()[..3]
            .iter()
            .filter(|v| *v != "unverified")
            .count(),
        1
    );
}
