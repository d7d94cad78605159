//! Another address, and leaving a tournament: confirmed with a code.

use crate::club::{Club, Mail, Setup};

/// The code in a letter that asks for a YES.
pub(super) fn code(mail: &Mail) -> String {
    mail.code()
}

const NEW: &str = "ann@new.example";

/// Ann asks for another address; the letter with the code.
fn asks(club: &mut Club) -> Mail {
    club.sends("ann", &format!("ADDRESS {NEW}"));
    assert_eq!(club.verdict(), "command");
    let asked = club.is_told("ann", "address");
    asked.says(NEW);
    club.nobody_is_told();
    asked
}

/// Ann confirms by the code of this letter, and the new address by its own.
fn moves(club: &mut Club, asked: &Mail) {
    club.sends("ann", &format!("YES {}", code(asked)));
    assert_eq!(club.verdict(), "command");
    club.is_told("ann", "address")
        .says("Now the new address itself");
    let there = club.is_told(NEW, "address");
    there.says("Somebody who plays");
    assert!(!there.reply_to.contains('+'), "{}", there.reply_to);
    club.nobody_is_told();
    club.sends(NEW, &format!("YES {}", code(&there)));
    assert_eq!(club.verdict(), "command");
}

#[test]
fn an_address_is_changed_by_a_code_from_the_old_one_and_one_from_the_new() {
    let mut club = Club::opens();
    let start = club.last_letter("ann", "T26/1");
    let asked = asks(&mut club);
    // Until then nothing has changed: the new one is a stranger's.
    club.sends(NEW, "1. 5254");
    assert_eq!(club.verdict(), "unknown-sender");
    club.sends(NEW, &format!("YES {}", code(&asked)));
    assert_eq!(club.verdict(), "unknown-sender");
    club.nobody_is_told();
    moves(&mut club, &asked);
    let farewell = club.is_told("ann", "address");
    farewell
        .says("last one that comes here")
        .says("Arbiter: Olga Orlova, td@club.example.");
    // Whoever reads there is no player any more: no command of his would be heard.
    assert!(!farewell.text.contains("HELP"), "{}", farewell.text);
    club.is_told(NEW, "address").says("come to this address");
    club.is_told("arbiter", "address").says("Ann Archer");
    // What waits for her answer comes there with a token of its own.
    let open = club.is_told(NEW, "repeat");
    club.nobody_is_told();
    // The old one is a stranger's now: with a token, who has left it is asked (56.1.2).
    club.letter("ann").answering(&start).says("1. 5254").posts();
    club.polls();
    assert_eq!(club.verdict(), "unverified");
    club.is_told(NEW, "challenge").says("from another address");
    club.nobody_is_told();
    club.letter(NEW).answering(&open).says("1. 5254").posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.is_told(NEW, "confirmation");
    club.is_told("bert", "move");
    let log = club.types("player show 1 --json").unwrap();
    assert!(log.contains(NEW), "{log}");
}

#[test]
fn the_tokens_of_older_letters_hold_from_no_address() {
    let mut club = Setup::new().default_policy().opens();
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann")
        .answering(&start)
        .says(&format!("ADDRESS {NEW}"))
        .posts();
    club.polls();
    let asked = club.is_told("ann", "address");
    moves(&mut club, &asked);
    for who in ["ann", NEW, "arbiter"] {
        club.is_told(who, "address");
    }
    let open = club.is_told(NEW, "repeat");
    for from in ["ann", NEW] {
        club.letter(from).answering(&start).says("1. 5254").posts();
        club.polls();
        assert_eq!(club.verdict(), "unverified", "{from}");
    }
    club.is_told(NEW, "challenge");
    club.everything_read();
    club.letter(NEW).answering(&open).says("1. 5254").posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.is_told(NEW, "confirmation");
    club.is_told("bert", "move");
}

#[test]
fn a_no_or_silence_leaves_the_address() {
    let mut club = Club::opens();
    let asked = asks(&mut club);
    club.sends("ann", &format!("NO {}", code(&asked)));
    club.is_told("ann", "address").says("stays as it is");
    club.nobody_is_told();
    let asked = asks(&mut club);
    club.days_pass(4);
    club.sends("ann", &format!("YES {}", code(&asked)));
    club.is_told("ann", "challenge")
        .says("does not hold any more");
    club.nobody_is_told();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
}

/// What the new address says to its code, and what becomes of it when it says nothing.
#[test]
fn the_new_address_decides_too() {
    for answer in ["NO", "HELLO", "from the old one", ""] {
        let mut club = Club::opens();
        let asked = asks(&mut club);
        club.sends("ann", &format!("YES {}", code(&asked)));
        club.is_told("ann", "address");
        let there = club.is_told(NEW, "address");
        assert!(!there.text.contains("Ann"), "{}", there.text);
        match answer {
            "from the old one" => {
                club.sends("ann", &format!("YES {}", code(&there)));
                club.is_told("ann", "challenge")
                    .says("answer it from there");
            }
            "" => {}
            word => club.sends(NEW, &format!("{word} {}", code(&there))),
        }
        if answer == "NO" {
            club.is_told("ann", "address").says("answered NO");
            club.nobody_is_told();
            // It is not asked again so soon.
            let asked = asks(&mut club);
            club.sends("ann", &format!("YES {}", code(&asked)));
            club.is_told("ann", "address")
                .says("within the last three days");
        } else {
            club.days_pass(4);
            club.ticks();
            club.is_told("ann", "address").says("has not answered");
            // Too late.
            club.sends(NEW, &format!("YES {}", code(&there)));
            assert_eq!(club.verdict(), "unknown-sender");
        }
        club.nobody_is_told();
        club.sends("ann", "1. 5254");
        assert_eq!(club.verdict(), "move", "{answer}");
        club.everything_read();
    }
}

#[test]
fn codes_that_went_to_the_old_address_die_with_it() {
    let mut club = Club::opens();
    let first = asks(&mut club);
    let second = asks(&mut club);
    moves(&mut club, &first);
    for who in ["ann", NEW, "arbiter"] {
        club.is_told(who, "address");
    }
    club.is_told(NEW, "repeat");
    club.sends(NEW, &format!("YES {}", code(&second)));
    club.is_told(NEW, "challenge")
        .says("does not hold any more");
    club.nobody_is_told();
}

#[test]
fn addresses_that_cannot_be_registered() {
    for (address, why) in [
        ("bert@b.example", "another player"),
        ("BERT@B.example", "another player"),
        ("moves@club.example", "the robot's own"),
        ("moves+abc@club.example", "the robot's own"),
        ("ANN@a.example", "the one we already"),
        ("td@club.example", "another player"),
    ] {
        let mut club = Club::opens();
        club.sends("ann", &format!("ADDRESS {address}"));
        assert_eq!(club.verdict(), "command", "{address}");
        club.is_told("ann", "address").says(why);
        club.nobody_is_told();
    }
}

#[test]
fn what_was_free_may_be_taken_meanwhile() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3)]).opens();
    let mut ask = |who: &str| {
        club.sends(who, "ADDRESS shared@new.example");
        code(&club.is_told(who, "address"))
    };
    let (ann, bert) = (ask("ann"), ask("bert"));
    club.sends("ann", &format!("YES {ann}"));
    let there = club.is_told("shared@new.example", "address");
    club.sends("shared@new.example", &format!("YES {}", code(&there)));
    club.everything_read();
    club.sends("bert", &format!("YES {bert}"));
    club.is_told("bert", "address").says("another player");
    club.nobody_is_told();
}

#[test]
fn the_arbiter_changes_an_address() {
    let mut club = Club::opens();
    let dry = club
        .types(&format!("td address 1 {NEW} --reason letter --dry-run"))
        .unwrap();
    assert!(dry.contains(NEW), "{dry}");
    club.nobody_is_told();
    club.types(&format!("td address ann@a.example {NEW} --reason letter"))
        .unwrap();
    for who in ["ann", NEW, "arbiter"] {
        club.is_told(who, "ruling").says("letter");
    }
    club.is_told(NEW, "repeat");
    club.nobody_is_told();
    club.sends(NEW, "1. 5254");
    assert_eq!(club.verdict(), "move");
    club.is_told(NEW, "confirmation");
    club.is_told("bert", "move");
    let taken = club.types("td address 2 ann@new.example --reason letter");
    assert!(taken.unwrap_err().contains("another player"));
}

#[test]
fn a_withdrawal_is_confirmed_and_goes_to_the_arbiter() {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 1), (2, 3)]).opens();
    club.letter("ann")
        .subject("[T26/1]")
        .says("WITHDRAW")
        .posts();
    club.polls();
    let asked = club.is_told("ann", "withdrawal");
    asked.says("- T26/1").says("- T26/2");
    assert!(!asked.text.contains("T26/3"));
    club.nobody_is_told();
    club.sends("ann", &format!("YES {}", code(&asked)));
    assert_eq!(club.verdict(), "command");
    club.is_told("ann", "withdrawal").says("clocks run on");
    club.is_told("arbiter", "withdrawal")
        .says("td withdraw T26:1 T26 --games");
    club.nobody_is_told();
    // The games go on until he decides.
    club.stands("T26/1", "/status", "active");
    club.stands("T26/1", "/clock/running/side", "white");
    let table = club.types("tournament report T26 --format json").unwrap();
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    let matter = &table["matters"][0];
    assert_eq!(matter["what"], "withdrawal");
    assert_eq!(matter["article"], "56.8.1");
    assert_eq!(matter["command"], "td withdraw T26:1 T26 --games lose");
    assert_eq!(table["matters"].as_array().map(Vec::len), Some(1));
    club.letter("ann")
        .subject("[T26/1]")
        .says("1. 5254")
        .posts();
    club.polls();
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
}

#[test]
fn a_withdrawal_that_is_not_confirmed_is_none() {
    let mut club = Club::opens();
    club.sends("ann", "WITHDRAW");
    let asked = club.is_told("ann", "withdrawal");
    club.sends("ann", &format!("NO {}", code(&asked)));
    club.is_told("ann", "withdrawal").says("you go on playing");
    club.nobody_is_told();
    let table = club.types("tournament report T26 --format json").unwrap();
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    assert_eq!(table["matters"], serde_json::json!([]));
}

#[test]
fn a_held_request_is_confirmed_before_it_is_asked_about() {
    // Three codes: one for the letter, two for what it asks.
    let mut club = Setup::new().default_policy().opens();
    club.sends("ann", &format!("ADDRESS {NEW}"));
    let challenge = club.is_told("ann", "challenge");
    club.sends("ann", &format!("YES {}", code(&challenge)));
    let asked = club.is_told("ann", "address");
    club.nobody_is_told();
    moves(&mut club, &asked);
    club.everything_read();
    assert_eq!(club.verdicts(), ["command"; 4]);
    club.sends("ann", "STATUS");
    assert_eq!(club.verdict(), "unknown-sender");
}

#[test]
fn what_is_passed_on_are_the_player_s_own_words_without_addresses() {
    let mut club = Club::opens();
    let start = club.last_letter("ann", "T26/1");
    club.letter("ann")
        .answering(&start)
        .header("Cc: friend@x.example")
        .says(
            "ARBITER Bert writes to me privately from bert@b.example, is that allowed?\n\n\
             On Saturday, Bert <bert@b.example> wrote:\n> let us draw\n",
        )
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "command");
    club.is_told("ann", "not-understood");
    let told = club.is_told("arbiter", "digest");
    told.says("…@…");
    for gone in ["bert@", "friend@", "let us draw"] {
        assert!(!told.text.contains(gone), "{gone}: {}", told.text);
    }
    club.nobody_is_told();
}
