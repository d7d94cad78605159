//! Entries by letter (27-29): from a stranger's first word to a game that is played.

use crate::club::{Club, Draft, Mail, ROBOT, Setup};
use serde_json::Value;

/// A tournament that takes entries, with nobody in it yet.
fn open_for(limit: u32) -> Setup {
    Setup::new()
        .system("round-robin", 0)
        .tournament(&format!(
            "entries = {{ until = 2026-02-01, limit = {limit}, fee = \"500 RUB\", ratings = [1800, 2300] }}\n"
        ))
        .begins("2026-02-10", "2026-01-10T09:00:00Z")
        .not_started()
}

/// The same where nobody is believed by From alone.
fn guarded() -> Setup {
    open_for(16)
        .default_policy()
        .set("auth.trusted_authserv_ids", "[\"mx.club.example\"]")
}

/// A letter of Lena's.
fn lena<'c>(club: &'c mut Club, text: &str) -> Draft<'c> {
    club.letter("lena@l.example")
        .from("Lena Lark <lena@l.example>")
        .says(text)
}

/// What the border host writes above it, where the domain speaks for the letter.
fn vouched(draft: Draft<'_>) -> Draft<'_> {
    draft.signed("l.example").trace(
        "Authentication-Results: mx.club.example;\n\tdkim=pass header.d=l.example;\n\
         \tdmarc=pass (p=none) header.from=l.example\n\
         Received: from mail.l.example (mail.l.example [192.0.2.7])\n\
         \tby mx.club.example (Postfix) with ESMTPS id 4XyZ1\n\
         \tfor <moves@club.example>; Sat, 10 Jan 2026 09:00:00 +0000 (UTC)\n",
    )
}

fn listed(club: &mut Club) -> Value {
    let text = club.types("--json td entries T26").unwrap();
    serde_json::from_str(&text).unwrap()
}

fn states(club: &mut Club) -> Vec<String> {
    let all = listed(club);
    let all = all.as_array().unwrap().iter();
    all.map(|e| e["state"].as_str().unwrap().to_owned())
        .collect()
}

/// Somebody applies and confirms; the letters are read.
fn applies(club: &mut Club, name: &str) {
    let address = format!("{}@x.example", name.to_lowercase());
    club.letter(&address)
        .from(&format!("{name} Fox <{address}>"))
        .says("ENTER T26\nRating: 2000")
        .posts();
    club.polls();
    let code = club.is_told(&address, "entry").code();
    club.writes(&address, &format!("YES {code}"));
    club.polls();
    club.is_told(&address, "entry");
}

#[test]
fn a27_a_stranger_enters_by_the_word_in_each_language() {
    let all = [
        ("ENTER T26", "en", "YES", "Your entry for the tournament"),
        ("ЗАЯВКА T26", "ru", "ДА", "Ваша заявка на турнир"),
        (
            "ЗАЯВКА T26\nМова: українська",
            "uk",
            "ТАК",
            "Вашу заявку на турнір",
        ),
        ("ZGŁOSZENIE T26", "pl", "TAK", "Zgłoszenie do turnieju"),
        ("ANMELDUNG T26", "de", "JA", "Ihre Anmeldung zum Turnier"),
    ];
    for (words, language, yes, told) in all {
        let mut club = guarded().opens();
        vouched(lena(&mut club, words)).posts();
        club.polls();
        assert_eq!(club.verdict(), "unknown-sender");
        let asked = club.is_told("lena@l.example", "entry");
        asked.says("Lena Lark");
        let code = asked.code();
        lena(&mut club, &format!("{yes} {code}"))
            .answering(&asked)
            .posts();
        club.polls();
        assert_eq!(club.verdict(), "command", "{words}");
        club.is_told("lena@l.example", "entry").says(told);
        club.nobody_is_told();
        let all = listed(&mut club);
        assert_eq!(all[0]["state"], "applied");
        assert_eq!(all[0]["language"], language, "{words}");
        assert_eq!(all[0]["name"], "Lena Lark");
    }
}

#[test]
fn a27_4_a_stranger_enters_by_the_form_of_appendix_5_in_each_language() {
    let forms = [
        "Entry\nTournament: T26\nName: Larina, Lena\nDate of birth: 01.02.1990\nTitle: CM\nRating: 2010\nFederation: ENG",
        "ПРЕДВАРИТЕЛЬНАЯ ЗАЯВКА\nОт: клуб «Ладья»\nНа участие в спортивных соревнованиях: T26\nФамилия, Имя, Отчество: Larina, Lena\nДата рождения: 01.02.1990\nСпортивный разряд, звание: CM\nРейтинг: 2010\nФедерация: ENG",
        "ПОПЕРЕДНЯ ЗАЯВКА\nНа участь у спортивних змаганнях: T26\nПрізвище, ім'я: Larina, Lena\nДата народження: 01.02.1990\nСпортивний розряд, звання: CM\nРейтинг: 2010\nФедерація: ENG",
        "Do udziału w zawodach: T26\nNazwisko i imię: Larina, Lena\nData urodzenia: 01.02.1990\nTytuł: CM\nRanking: 2010\nFederacja: ENG",
        "Turnier: T26\nName, Vorname: Larina, Lena\nGeburtsdatum: 01.02.1990\nTitel: CM\nWertungszahl: 2010\nVerband: ENG",
    ];
    for form in forms {
        let mut club = guarded().opens();
        vouched(lena(&mut club, form)).posts();
        club.polls();
        let asked = club.is_told("lena@l.example", "entry");
        asked.says("Larina, Lena").says("2010").says("01.02.1990");
        let all = listed(&mut club);
        assert_eq!(all[0]["name"], "Larina, Lena", "{form}");
        assert_eq!(all[0]["title"], "CM", "{form}");
        assert_eq!(all[0]["federation"], "ENG", "{form}");
        assert_eq!(all[0]["state"], "asked", "{form}");
    }
}

#[test]
fn an_entry_that_nothing_vouches_for_is_listed_and_not_answered() {
    let mut club = guarded().opens();
    lena(&mut club, "ENTER T26").posts();
    club.polls();
    club.nobody_is_told();
    assert_eq!(club.verdict(), "unknown-sender");
    assert_eq!(states(&mut club), ["unverified"]);
    let today = club.types("today").unwrap();
    assert!(today.contains("td entry admit T26 1"), "{today}");
    assert!(today.contains("nothing vouches for"), "{today}");
    // Refused, it still brings no letter to an address that may be anybody's.
    club.types("td entry refuse T26 1 --reason \"unknown\"")
        .unwrap();
    club.nobody_is_told();
    assert_eq!(states(&mut club), ["refused"]);
}

#[test]
fn the_robot_s_own_address_enters_nothing() {
    let mut club = open_for(16).opens();
    club.letter(ROBOT)
        .from(&format!("Nobody <{ROBOT}>"))
        .says("ENTER T26")
        .posts();
    club.polls();
    club.nobody_is_told();
    assert_eq!(club.verdict(), "unknown-sender");
    assert!(states(&mut club).is_empty());
}

#[test]
fn an_address_gets_one_code_in_three_days_and_the_same_letter_does_nothing_twice() {
    let mut club = open_for(16).opens();
    lena(&mut club, "ENTER T26")
        .message_id("one@l.example")
        .posts();
    club.polls();
    club.is_told("lena@l.example", "entry");
    lena(&mut club, "ENTER T26")
        .message_id("one@l.example")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "duplicate");
    lena(&mut club, "ENTER T26\nRating: 1900").posts();
    club.polls();
    club.nobody_is_told();
    assert!(club.note().contains("within three days"), "{}", club.note());
    assert_eq!(states(&mut club), ["asked"]);
    club.days_pass(4);
    lena(&mut club, "ENTER T26\nRating: 1950").posts();
    club.polls();
    let code = club.is_told("lena@l.example", "entry").code();
    lena(&mut club, &format!("YES {code}")).posts();
    club.polls();
    club.is_told("lena@l.example", "entry").says("1950");
    assert_eq!(states(&mut club), ["applied"]);
}

#[test]
fn a_home_mails_fifty_codes_a_day() {
    let mut club = open_for(100).opens();
    for number in 1..=51 {
        club.writes(&format!("p{number}@x.example"), "ENTER T26");
    }
    club.polls();
    assert_eq!(club.all_read("entry"), 50);
    club.nobody_is_told();
    let all = states(&mut club);
    assert_eq!(all.iter().filter(|s| *s == "asked").count(), 50);
    assert_eq!(all.last().unwrap(), "unverified");
}

#[test]
fn the_code_of_another_address_changes_nothing() {
    let mut club = open_for(16).opens();
    lena(&mut club, "ENTER T26").posts();
    club.polls();
    let code = club.is_told("lena@l.example", "entry").code();
    club.writes("mallory@m.example", &format!("YES {code}"));
    club.polls();
    club.nobody_is_told();
    assert_eq!(club.verdict(), "unknown-sender");
    assert_eq!(states(&mut club), ["asked"]);
    lena(&mut club, &format!("NO {code}")).posts();
    club.polls();
    club.is_told("lena@l.example", "entry").says("taken back");
    assert_eq!(states(&mut club), ["withdrawn"]);
}

#[test]
fn a27_2_after_the_last_day_nobody_enters() {
    let mut club = open_for(16).opens();
    club.it_is("2026-02-02T08:00:00Z");
    lena(&mut club, "ENTER T26").posts();
    club.polls();
    club.nobody_is_told();
    assert!(club.note().contains("entries are over"), "{}", club.note());
    assert_eq!(listed(&mut club), serde_json::json!([]));
}

#[test]
fn a29_4_the_full_tournament_has_a_waiting_list_that_moves_up() {
    let mut club = open_for(2).opens();
    for name in ["Hans", "Iris", "Jan"] {
        applies(&mut club, name);
    }
    let told = club.types("td entry admit T26 1 2 3 --paid").unwrap();
    assert!(told.contains("on the waiting list"), "{told}");
    club.is_told("hans@x.example", "entry")
        .says("You are admitted");
    club.is_told("iris@x.example", "entry")
        .says("You are admitted");
    club.is_told("jan@x.example", "entry").says("waiting list");
    assert_eq!(states(&mut club), ["admitted", "admitted", "waiting"]);
    club.writes("hans@x.example", "WITHDRAW T26");
    club.polls();
    club.is_told("hans@x.example", "entry").says("taken back");
    club.is_told("jan@x.example", "entry")
        .says("A place has come free");
    assert_eq!(states(&mut club), ["withdrawn", "admitted", "admitted"]);
    let protocol = club.types("tournament entries T26 --protocol").unwrap();
    assert!(protocol.contains("Iris Fox"), "{protocol}");
    assert!(!protocol.contains("Hans Fox"), "{protocol}");
    assert!(club.types("verify").is_ok());
}

#[test]
fn a29_5_who_is_refused_hears_why_and_is_erased_and_verify_is_clean() {
    let mut club = open_for(16).opens();
    applies(&mut club, "Hans");
    assert!(club.types("td entry erase T26 1").is_err());
    club.types("td entry refuse T26 1 --reason \"no licence\"")
        .unwrap();
    club.is_told("hans@x.example", "entry").says("no licence");
    club.types("td entry erase T26 1").unwrap();
    let all = listed(&mut club);
    assert_eq!(all[0]["erased"], true);
    assert_eq!(all[0]["name"], Value::Null);
    let told = club.types("--json verify").unwrap();
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["erased"], 1);
    assert_eq!(told["differences"], serde_json::json!([]));
    // No list tells who it was.
    let inbox = club.types("--json inbox list").unwrap();
    assert!(!inbox.contains("hans"), "{inbox}");
    let outbox = club.types("--json outbox list").unwrap();
    assert!(!outbox.contains("hans"), "{outbox}");
    assert!(club.types("td entry admit T26 1").is_err());
}

#[test]
fn a_known_player_enters_without_a_code_and_hears_where_entries_are_not_taken() {
    let mut club = Setup::new().opens();
    let text = open_for(16).code("N26").file();
    let path = club.root().join("n26.toml");
    std::fs::write(&path, text).unwrap();
    club.types(&format!("tournament add {}", path.display()))
        .unwrap();
    club.sends("ann", "ENTER N26");
    club.is_told("ann", "entry").says("number 1");
    club.sends("ann", "ENTER N26");
    club.is_told("ann", "entry").says("already");
    club.sends("bert", "ENTER T26");
    club.is_told("bert", "entry").says("takes no entries");
    club.sends("ann", "WITHDRAW N26");
    club.is_told("ann", "entry").says("taken back");
    club.nobody_is_told();
}

#[test]
fn a_tournament_starts_with_whom_it_admitted_and_a_game_is_played() {
    let mut club = open_for(16).opens();
    for name in ["Hans", "Iris"] {
        applies(&mut club, name);
    }
    club.types("td entry admit T26 1 2 --seen --paid").unwrap();
    club.all_read("entry");
    let shown = club.types("tournament show T26").unwrap();
    assert!(shown.contains("ENTER T26"), "{shown}");
    let why = club.types("tournament start T26").unwrap_err();
    assert!(why.contains("takes entries until 2026-02-01"), "{why}");
    let closed = club.types("td entry close T26").unwrap();
    assert!(closed.contains("2 play, 1 games"), "{closed}");
    lena(&mut club, "ENTER T26").posts();
    club.polls();
    club.nobody_is_told();
    club.it_is("2026-02-10T09:00:00Z");
    club.types("tournament start T26").unwrap();
    let starts: Vec<Mail> = club.takes_all();
    assert_eq!(starts.len(), 2);
    let game = club.game("T26/1");
    let first = game["white"]["name"].as_str().unwrap().to_owned();
    let address = format!(
        "{}@x.example",
        first.split(' ').next().unwrap().to_lowercase()
    );
    club.sends(&address, "1. 5254");
    club.is_told(&address, "confirmation");
    club.all_read("move");
    club.stands("T26/1", "/ply", 1);
    assert!(club.types("td entry admit T26 1").is_err());
    assert!(club.types("verify").is_ok());
    let log = club.types("td log T26").unwrap();
    assert!(log.contains("entries closed: 2 play"), "{log}");
}

#[test]
fn a29_4_who_is_undecided_at_the_start_hears_that_it_begins_without_him() {
    let mut club = open_for(16).opens();
    for name in ["Hans", "Iris", "Jack"] {
        applies(&mut club, name);
    }
    club.types("td entry admit T26 1 2").unwrap();
    club.all_read("entry");
    club.types("td entry close T26").unwrap();
    club.it_is("2026-02-10T09:00:00Z");
    club.types("tournament start T26").unwrap();
    let told = club.is_told("jack@x.example", "entry");
    told.says("has begun, and your entry was not decided");
    assert_eq!(club.takes_all().len(), 2);
    club.ticks();
    club.nobody_is_told();
}

#[test]
fn a28_2_a_fee_above_the_ceiling_is_warned_of() {
    let setup = Setup::new()
        .system("round-robin", 2)
        .tournament("entries = { until = 2026-02-01, fee = \"12 000 руб.\" }\n")
        .begins("2026-02-10", "2026-01-10T09:00:00Z")
        .not_started();
    let mut club = setup.opens();
    let preview = club.types("tournament preview T26").unwrap();
    assert!(preview.contains("10000 roubles"), "{preview}");
    assert!(preview.contains("28.2"), "{preview}");
}

#[test]
fn a_file_with_wrong_terms_of_entry_is_refused_with_every_fault() {
    for (lines, why) in [
        (
            "entries = { until = 2026-03-01 }",
            "the start, at the latest",
        ),
        ("entries = { limit = 4 }", "until"),
        (
            "entries = { until = 2026-02-01, ratings = [2300, 1800] }",
            "is no range",
        ),
        ("entries = { until = 2026-02-01, limt = 4 }", "limit"),
    ] {
        let mut club = Setup::new().opens();
        let text = Setup::new()
            .code("N26")
            .system("round-robin", 2)
            .tournament(&format!("{lines}\n"))
            .begins("2026-02-10", "2026-01-10T09:00:00Z")
            .file();
        let path = club.root().join("n26.toml");
        std::fs::write(&path, text).unwrap();
        let told = club.types(&format!("tournament add {}", path.display()));
        let told = told.unwrap_err();
        assert!(told.contains(why), "{lines}: {told}");
    }
}
