//! Paper: what waits is printed once as a batch and again when it is named, posting is told
//! apart from printing, and what a printer makes of it is read back by a machine.

use super::{Pile, enters};
use crate::club::{Club, Setup};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Nobody has e-mail; each lives in another country.
pub(super) fn by_paper() -> Setup {
    Setup::new()
        .profile("post")
        .rules("repeat_after_days = 0\nsilence_days = 0")
        .round_robin(4)
        .unmailed("ann", &["ул. Арбат, д. 12, кв. 34", "119019, г. Москва"])
        .unmailed("bert", &["01001, м. Київ", "вул. Хрещатик, 22"])
        .unmailed("clara", &["ul. Długa 7", "00-238 Warszawa"])
        .unmailed("dima", &["Hauptstraße 5", "10115 Berlin"])
        .begins("2025-03-01", "2025-03-01T08:00:00Z")
}

/// What a test looks for in an address, and in which language it is read.
const ADDRESSES: [(&str, [&str; 3]); 4] = [
    ("rus", ["ул. Арбат, д. 12, кв. 34", "г. Москва", "119019"]),
    ("ukr", ["вул. Хрещатик, 22", "м. Київ", "01001"]),
    ("pol", ["ul. Długa 7", "00-238", "Warszawa"]),
    ("deu", ["Hauptstraße 5", "10115", "Berlin"]),
];

fn states(club: &mut Club) -> Vec<String> {
    let listed = club.types("--json outbox list").unwrap();
    let rows: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| row["state"].as_str().unwrap().to_owned())
        .collect()
}

/// The arbiter's matters about what is printed and not posted.
fn unposted(club: &mut Club) -> Vec<serde_json::Value> {
    let today: serde_json::Value =
        serde_json::from_str(&club.types("--json today").unwrap()).unwrap();
    let matters = today["matters"].as_array().unwrap().iter();
    let of_paper = matters.filter(|matter| matter["what"] == "not-posted");
    of_paper.cloned().collect()
}

/// Prints into a file; `None` where nothing was printed.
pub(super) fn prints(club: &mut Club, what: &str) -> Option<PathBuf> {
    let path = club.root().join("paper.pdf");
    let _ = std::fs::remove_file(&path);
    let file = path.to_str().unwrap().to_owned();
    club.types(&format!("print {what} --output {file}"))
        .unwrap();
    path.exists().then_some(path)
}

pub(super) fn pages(pdf: &Path) -> Vec<String> {
    let read = Command::new("pdftotext")
        .arg("-layout")
        .args([pdf, Path::new("-")])
        .output()
        .expect("pdftotext");
    let text = String::from_utf8(read.stdout).unwrap();
    let pages = text.trim_end_matches('\u{c}').split('\u{c}');
    pages.map(str::to_owned).collect()
}

/// A page as a machine reads it from a picture of 300 dots an inch.
fn seen(pdf: &Path, page: usize, language: &str) -> String {
    let picture = pdf.with_file_name("page");
    let number = page.to_string();
    let made = Command::new("pdftoppm")
        .args(["-r", "300", "-gray", "-png", "-singlefile", "-f", &number])
        .args([pdf, &picture])
        .status();
    assert!(made.expect("pdftoppm").success());
    let read = Command::new("tesseract")
        .arg(picture.with_extension("png"))
        .args(["-", "-l", language, "--psm", "11"])
        .output()
        .expect("tesseract");
    let text = String::from_utf8(read.stdout).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// White's first move in each game, by cards.
pub(super) fn everyone_begins(club: &mut Club) {
    let mut pile = Pile::default();
    for game in 1..=6 {
        pile.card(&[
            ("game", &format!("T26/{game}")),
            ("text", "1. 5254"),
            ("postmarks", "2025-03-14;2025-03-18"),
        ]);
    }
    enters(club, "2025-03-20", &pile);
}

#[test]
fn what_waits_is_printed_once_and_again_when_it_is_named_and_posting_is_another_thing() {
    let mut club = by_paper().opens();
    let all = states(&mut club).len();
    assert_eq!(states(&mut club), vec!["print"; all]);
    assert!(prints(&mut club, "--player T26:1 --since 2030-01-01").is_none());
    let letters = pages(&prints(&mut club, "").expect("letters"));
    // Letters are printed on both sides: each begins on a front.
    assert_eq!(letters.len() % 2, 0);
    assert_eq!(states(&mut club), vec!["printed"; all]);
    assert!(prints(&mut club, "").is_none(), "printed twice unasked");
    assert!(prints(&mut club, "--game T26/1").is_some());
    assert!(prints(&mut club, "--player T26:1").is_some());
    // A further copy makes no printing of its own: the first one is still whole.
    assert!(club.types("post sent 2").is_err());
    assert!(club.types("post sent 1 --date 2031-01-01").is_err());
    assert_eq!(states(&mut club), vec!["printed"; all]);
    assert!(
        unposted(&mut club).is_empty(),
        "told on the day of printing"
    );
    assert!(
        !club
            .types("health")
            .is_err_and(|why| why.contains("not posted"))
    );
    club.days_pass(4);
    let unwell = club.types("health").unwrap_err();
    assert!(unwell.contains("printing 1 are not posted"), "{unwell}");
    // One matter for the whole printing, with the order that ends it.
    let open = unposted(&mut club);
    assert_eq!(open.len(), 1, "{open:?}");
    assert_eq!(open[0]["command"], "post sent 1 --date DATE");
    assert_eq!(open[0]["since"], "2025-03-01");
    let note = open[0]["note"].as_str().unwrap();
    assert!(note.contains(&format!("cards: {all};")), "{note}");
    club.types("post sent 1").unwrap();
    assert_eq!(unposted(&mut club), Vec::<serde_json::Value>::new());
    assert!(
        !club
            .types("health")
            .is_err_and(|why| why.contains("not posted"))
    );
    assert_eq!(states(&mut club), vec!["posted"; all]);
    assert!(club.types("post sent").is_err(), "nothing is left to post");
    assert!(prints(&mut club, "--game T26/1").is_some());
    assert_eq!(states(&mut club), vec!["posted"; all]);
}

#[test]
fn a_move_goes_as_a_card_with_a_reply_card_and_a_machine_reads_what_is_printed() {
    let mut club = by_paper().opens();
    prints(&mut club, "").expect("start letters");
    club.types("post sent").unwrap();
    everyone_begins(&mut club);
    let pdf = prints(&mut club, "").expect("cards");
    let texts = pages(&pdf);
    let mut read = Vec::new();
    for game in 0..6 {
        // Address and message, then the reply card.
        let at = game * 4;
        assert!(texts[at + 1].contains("1. 5254"), "{}", texts[at + 1]);
        assert!(texts[at + 3].contains("1..."), "{}", texts[at + 3]);
        let whose = ADDRESSES
            .iter()
            .find(|(_, lines)| texts[at].contains(lines[0]));
        let (language, lines) = whose.expect("an address");
        if read.contains(language) {
            continue;
        }
        read.push(language);
        let address = seen(&pdf, at + 1, language);
        for line in lines {
            assert!(address.contains(line), "{line}: {address}");
        }
        let message = seen(&pdf, at + 2, "eng");
        let dates = ["2025-03-14", "14.03.2025"];
        assert!(dates.iter().any(|d| message.contains(d)), "{message}");
        assert!(message.contains("1. 5254"), "{message}");
    }
    assert!(read.len() >= 3, "{read:?}");
    let four = prints(&mut club, "--game T26/1 --four").expect("cards");
    assert!(pages(&four)[1].contains("1. 5254"));
}
