//! An arbiter reads his own language: the day he is mailed, and what became of his
//! orders, hold no English but commands, names and what people wrote.

use crate::club::{Club, Mail, Setup};
use std::collections::BTreeSet;

/// Three games in which much waits for the arbiter: an overstep, silence, a protest
/// against a decision, a claim of a dead position, a pause, late leave, lost access.
fn busy(language: &'static str) -> Club {
    let mut club = Setup::new()
        .language(language)
        .rules("days_per_period = 30\nrepeat_after_days = 0\nsilence_days = 20\ncontrol_warning_days = 0")
        .pairs(&[(1, 2), (3, 4), (5, 6)])
        .opens();
    club.play("T26/1", "5254");
    club.play("T26/2", "5254");
    for order in [
        "td penalty T26/1 black 10 --reason 0",
        "td penalty T26/2 black 2 --reason 1",
        "td pause T26/3 --reason 2",
    ] {
        club.types(order).unwrap();
    }
    club.sends("dima", "ПРОТЕСТ 3");
    club.sends("clara", "CLAIM DEAD POSITION 4");
    club.sends("clara", "LEAVE 2026-01-08 2026-01-12");
    club.days_pass(25);
    club.polls();
    club.ticks();
    club.types("td access-lost T26:4 T26 --reason 5").unwrap();
    club.takes_all();
    club
}

/// The letter without what is not the robot's prose: orders, the words of people, the
/// table of commands below.
fn prose(mail: &Mail) -> String {
    let of_robot = |line: &&str| !line.starts_with("    ") && !line.starts_with('>');
    mail.text
        .lines()
        .filter(of_robot)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The words of a text, but for those in capitals: orders and their places.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let prose = words.filter(|w| w.chars().any(char::is_lowercase));
    prose.map(str::to_lowercase).collect()
}

/// Names of people and things, the small words of orders, and what Polish spells alike.
const NAMES: [&str; 27] = [
    "ann",
    "archer",
    "bert",
    "baker",
    "clara",
    "cook",
    "ewa",
    "nowak",
    "olga",
    "orlova",
    "filip",
    "chess",
    "club",
    "championship",
    "example",
    "moves",
    "new",
    "green",
    "white",
    "black",
    "protest",
    "robot",
    "list",
    "agreement",
    "received",
    "sent",
    "tournament",
];

/// Sees to it that a letter is in its language: no word of the English one is in it,
/// and in Cyrillic no Latin word at all.
fn is_in(language: &str, mail: &Mail, english: &BTreeSet<String>) {
    for word in words(&prose(mail)) {
        let latin = word.chars().filter(char::is_ascii_alphabetic).count() > 2;
        let foreign = match language {
            "pl" => latin && english.contains(&word),
            _ => latin,
        };
        assert!(
            !foreign || NAMES.contains(&word.as_str()),
            "{language}: '{word}' in\n{}",
            mail.text
        );
    }
}

fn digest(language: &'static str) -> Mail {
    let mut club = busy(language);
    club.robot().nightly();
    club.restarts();
    club.polls();
    club.is_told("arbiter", "digest")
}

#[test]
fn the_arbiters_day_is_wholly_in_his_language() {
    let english = digest("en");
    english
        .says("T26/1: overstep")
        .says("black used")
        .says("no move of black since")
        .says("black protests against decision")
        .says("paused by the arbiter")
        // The days that were asked for are told: those not given yet are his to grant.
        .says("announced leave from 2026-01-10 to 2026-01-12 late")
        .says("the mail cannot be reached");
    let english = words(&prose(&english));
    for language in ["ru", "uk", "pl"] {
        is_in(language, &digest(language), &english);
    }
    digest("ru")
        .says("Чёрные: протест против решения")
        .says("Чёрные: нет хода с 10.01.2026");
}

/// Orders that are carried out, tried, and refused for all that is common, as an arbiter
/// would send them in one letter.
const ORDERS: &str = "PENALTY T26/1 black 2
SET-DATES T26/1 2 --received 2026-01-12
PAUSE T26/2
RESUME T26/3
RESULT T26/2 1/2-1/2 --by agreement
REOPEN T26/2
LEAVE GRANT T26:1 2026-03-01 2026-03-04 --tournament T26
WITHDRAW T26:5 T26 --games lose --dry-run
ADDRESS T26:6 filip@new.example
VOID T26/1 1
PAUSE T26
RESUME T26
RESULT T26/99 1-0
CONFIRM-FORFEIT T26/2
REVOKE 9999
PENALTY T26/1 green 2
PENALTY T26/1 black
SET-DATES T26/1 1 --received 31.02.2026
MOVE T26/1 1. 5258 --received 2026-01-12 --sent 2026-01-13
RESUME T26/2
GAME T26/1
LOG T26
TODAY";

fn transcript(language: &'static str) -> Mail {
    let mut club = Setup::new()
        .language(language)
        .pairs(&[(1, 2), (3, 4), (5, 6)])
        .opens();
    club.play("T26/1", "5254");
    club.play("T26/2", "5254");
    club.types("td pause T26/3").unwrap();
    let told = club.is_told("arbiter", "ruling");
    club.takes_all();
    club.days_pass(4);
    club.letter("arbiter").answering(&told).says(ORDERS).posts();
    club.polls();
    let transcript = club.is_told("arbiter", "transcript");
    club.takes_all();
    transcript
}

#[test]
fn what_became_of_orders_is_told_wholly_in_the_arbiters_language() {
    let english = transcript("en");
    let times = |mail: &Mail, what: &str| mail.text.matches(what).count();
    assert_eq!(times(&english, "Done"), 11, "{}", english.text);
    assert_eq!(times(&english, "Not done"), 8, "{}", english.text);
    let words_of_english = words(&prose(&english));
    for language in ["ru", "uk", "pl"] {
        is_in(language, &transcript(language), &words_of_english);
    }
    let told = transcript("ru");
    assert_eq!(times(&told, "Сделано"), 11, "{}", told.text);
    assert_eq!(times(&told, "Не сделано"), 8, "{}", told.text);
    told.says("партии T26/99 нет")
        .says("решения 9999 нет")
        .says("просрочки в этой партии нет: подтверждать нечего")
        .says("не подходит «green»")
        .says("не хватает: DAYS")
        .says("ожидается ход 1.")
        .says("T26/1: штраф")
        .says("решение дано: Olga Orlova (арбитр), письмом");
}
