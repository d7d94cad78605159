//! Reports that players owe the arbiter (55.1.2): asked for when they are due, by letter or
//! on paper with the form to fill in, a matter where they do not come, and over when they do.

use super::paper::{pages, prints};
use super::{Pile, enters, matters};
use crate::club::{Club, Setup};

/// Ann and Clara have no e-mail; Bert and Dima have. Reports are due every 60 days.
fn reporting() -> Club {
    Setup::new()
        .profile("post")
        .rules("repeat_after_days = 0\nsilence_days = 0\nreport_every_days = 60")
        .round_robin(4)
        .unmailed("ann", &["Elm Road 1", "12345 Town", "Germany"])
        .unmailed("clara", &["ul. Długa 7", "00-238 Warszawa"])
        .begins("2025-03-01", "2025-03-01T08:00:00Z")
        .opens()
}

fn who_owes(club: &mut Club) -> Vec<String> {
    let open = matters(club, "player-report");
    let names = open.iter().map(|m| m["note"].as_str().unwrap().to_owned());
    names.collect()
}

#[test]
fn a55_1_2_reports_are_asked_for_when_due_and_a_matter_when_they_do_not_come() {
    let mut club = reporting();
    club.takes_all();
    prints(&mut club, "").expect("start letters");
    club.types("post sent").unwrap();
    // The day before nobody is asked; on the day each is, once.
    club.it_is("2025-04-29T18:00:00Z");
    assert_eq!(asked(&mut club), Vec::<String>::new());
    club.it_is("2025-04-30T10:00:00Z");
    assert_eq!(asked(&mut club).len(), 4);
    assert_eq!(asked(&mut club), Vec::<String>::new());
    let letter = club.is_told("bert", "report");
    letter.says("55.1.2").says("20 May 2025").says("T26/");
    assert!(
        letter.subject.contains("by 20 May 2025"),
        "{}",
        letter.subject
    );
    club.is_told("dima", "report");
    // Who has no e-mail gets it on paper, with the form to fill in.
    let sheets = pages(&prints(&mut club, "").expect("reminders"));
    let forms = sheets.iter().filter(|page| page.contains("__ / __"));
    let forms: Vec<&String> = forms.collect();
    assert_eq!(forms.len(), 2, "{sheets:?}");
    for form in forms {
        assert!(form.contains("T26") && form.contains("Bert"), "{form}");
    }
    // Bert writes, Ann sends a card; Clara and Dima do not.
    club.it_is("2025-05-02T10:00:00Z");
    club.sends("bert", "REPORT");
    club.is_told("bert", "report").says("T26/");
    let mut pile = Pile::default();
    pile.card(&[
        ("kind", "report"),
        ("game", "T26/1"),
        ("side", side_of(&mut club, "T26/1", "Ann")),
        ("postmarks", "2025-05-05;2025-05-08"),
    ]);
    enters(&mut club, "2025-05-10", &pile);
    club.it_is("2025-05-20T18:00:00Z");
    assert_eq!(who_owes(&mut club), Vec::<String>::new());
    club.it_is("2025-05-21T10:00:00Z");
    let owing = who_owes(&mut club);
    assert_eq!(owing.len(), 2, "{owing:?}");
    let clara = |o: &String| o.contains("Clara") && o.contains("2025-04-30");
    assert!(owing.iter().any(clara), "{owing:?}");
    assert!(owing.iter().any(|o| o.contains("Волков")), "{owing:?}");
    // The matter ends by itself when a report comes, and the next is owed from that one.
    club.sends("dima", "REPORT");
    assert_eq!(who_owes(&mut club).len(), 1);
    club.it_is("2025-07-01T10:00:00Z");
    assert_eq!(asked(&mut club).len(), 1, "Bert, 60 days after his");
    club.it_is("2025-07-04T10:00:00Z");
    assert_eq!(
        asked(&mut club).len(),
        1,
        "Ann, 60 days after her card left"
    );
    club.takes_all();
}

#[test]
fn a55_1_2_nobody_is_asked_for_what_no_regulation_asks_or_who_has_no_game_left() {
    let mut club = Setup::new().profile("post").opens();
    club.days_pass(400);
    assert_eq!(asked(&mut club), Vec::<String>::new());
    club.takes_all();
    let mut club = reporting();
    for game in ["T26/1", "T26/2", "T26/3", "T26/4", "T26/5", "T26/6"] {
        club.decides(&format!("result {game} 1/2-1/2 --by agreement"));
    }
    club.it_is("2025-06-30T10:00:00Z");
    assert_eq!(asked(&mut club), Vec::<String>::new());
    club.takes_all();
}

#[test]
fn a57_the_form_on_paper_filled_and_to_be_filled_in() {
    let mut club = reporting();
    let file = club.root().join("report.pdf");
    let report = format!(
        "player report T26:1 T26 --format pdf --output {}",
        file.display()
    );
    club.types(&report).unwrap();
    let filled = pages(&file).join("");
    for told in ["T26/", "Bert", "Clara", "Волков"] {
        assert!(filled.contains(told), "{told}: {filled}");
    }
    club.types(&format!("{report} --blank")).unwrap();
    let blank = pages(&file).join("");
    assert!(blank.contains("Bert") && blank.contains("T26/"), "{blank}");
    assert!(
        !blank.contains("not started") && blank.contains("__ / __"),
        "{blank}"
    );
    // The sheet for the wall: article 60's schedule of a game.
    let sheet = club.root().join("sheet.pdf");
    let shown = format!(
        "game show T26/1 --format pdf --page schedule --output {}",
        sheet.display()
    );
    club.types(&shown).unwrap();
    let sheet = pages(&sheet).join("");
    assert!(sheet.contains("T26/1") && sheet.contains("Ann"), "{sheet}");
}

/// What a pass over the clocks says it asked for.
fn asked(club: &mut Club) -> Vec<String> {
    let mut told = club.ticks().events;
    told.retain(|line| line.contains("report asked"));
    told
}

fn side_of(club: &mut Club, game: &str, name: &str) -> &'static str {
    let shown = club.game(game);
    match shown["white"]["name"]
        .as_str()
        .is_some_and(|n| n.contains(name))
    {
        true => "white",
        false => "black",
    }
}
