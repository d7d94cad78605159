//! Protests and appeals that come on paper count as by letter, from the day of their dispatch;
//! and an official enters no card of his own game unseen.

use super::ending::adjudicated;
use super::oversteps::{claims, played};
use super::{GAME, Pile, by_post, imports, letter, matters, record, told_by};
use crate::club::{Club, Setup, postchess_run};

/// A protest or an appeal of a side, posted on a day.
fn complains(kind: &str, side: &str, text: &str, posted: &str) -> Pile {
    let mut pile = Pile::default();
    pile.card(&[
        ("kind", kind),
        ("side", side),
        ("text", text),
        ("postmarks", posted),
    ]);
    pile
}

fn entered(club: &mut Club, what: &str) -> usize {
    let entries = record(club, GAME);
    entries.iter().filter(|(entry, _)| entry == what).count()
}

/// Black has overstepped, and White claims it: who is concerned has no e-mail.
fn claimed() -> Club {
    let rules = "lose_on_overstep = 1\nforfeit = \"claim\"";
    let setup = by_post().rules(rules).unmailed("bert", &["Elm Road 1"]);
    let mut club = setup.opens();
    let mut pile = Pile::default();
    let day = played(&mut pile, &[15, 16]);
    claims(&mut pile, day);
    told_by(&mut club, "2025-05-20", &pile);
    club.stands(GAME, "/status", "paused");
    club
}

#[test]
fn a55_6_5_a_protest_on_paper_counts_from_the_day_of_its_dispatch() {
    let mut club = claimed();
    let words = "My card was posted a day earlier than the mark says.";
    let pile = complains("protest", "black", words, "2025-05-22;2025-05-30");
    let letters = told_by(&mut club, "2025-06-02", &pile);
    letter(&letters, "arbiter", "protest").says("posted a day earlier");
    letter(&letters, "ann", "protest").says("posted a day earlier");
    assert_eq!(entered(&mut club, "protested"), 1);
    club.stands(GAME, "/status", "paused");
    // The same card once more is the same protest; its word may stand on it, in any language.
    let again = told_by(&mut club, "2025-06-02", &pile);
    assert!(again.is_empty(), "{again:?}");
    let mut club = claimed();
    let pile = complains(
        "protest",
        "black",
        "ПРОТЕСТ Штемпель неверен.",
        "2025-05-22",
    );
    let letters = told_by(&mut club, "2025-06-02", &pile);
    let told = letter(&letters, "arbiter", "protest").text.clone();
    assert!(
        told.contains("Штемпель") && !told.contains("ПРОТЕСТ"),
        "{told}"
    );
    let ok = club.types("verify");
    assert!(ok.is_ok(), "{ok:?}");
}

#[test]
fn a55_1_6_a_decision_is_protested_against_on_paper_however_moves_travel() {
    for (setup, begun) in [
        (by_post().unmailed("ann", &["Elm Road 1"]), "2025-03-10"),
        (Setup::new(), "2026-01-20"),
    ] {
        let mut club = setup.opens();
        club.it_is(&format!("{begun}T10:00:00Z"));
        club.decides(&format!("penalty {GAME} white 5"));
        club.takes_all();
        let day = club.now.plus_seconds(2 * 86_400).to_string();
        let day = day.split('T').next().expect("a day").to_owned();
        let pile = complains("protest", "white", "I was not asked.", &day);
        told_by(&mut club, &day, &pile);
        assert_eq!(entered(&mut club, "ruling-protested"), 1);
        let open = matters(&mut club, "protest");
        assert_eq!(open.len(), 1, "{open:#?}");
        // A second one while it waits is refused, as by letter, and told so.
        let pile = complains("protest", "white", "Once more.", &day);
        let told = imports(&mut club, &pile.table()).expect("a ruling");
        assert!(told.contains("waits already"), "{told}");
        assert_eq!(entered(&mut club, "ruling-protested"), 1);
        // Nothing is on record that an appeal could be about.
        let pile = complains("appeal", "white", "I won.", &day);
        let refused = imports(&mut club, &pile.table()).expect_err("no adjudication");
        assert!(refused.contains("no adjudication to appeal"), "{refused}");
        // Whose it is nothing tells but the table.
        let pile = complains("protest", "", "Whose?", &day);
        let refused = imports(&mut club, &pile.table()).expect_err("nobody");
        assert!(refused.contains("must be told"), "{refused}");
    }
}

#[test]
fn a55_9_10_an_appeal_on_paper_goes_to_the_adjudicator_and_is_late_by_its_dispatch() {
    for (posted, status, said_of_it) in [
        (
            "2025-04-20;2025-04-29",
            "*",
            "an appeal against the adjudication",
        ),
        ("2025-04-29;2025-04-30", "1/2-1/2", "an appeal, refused"),
    ] {
        let mut club = adjudicated();
        let pile = complains("appeal", "white", "The knight wins a pawn.", posted);
        club.it_is("2025-05-02T18:00:00Z");
        super::types_import(&mut club, &pile.table())
            .map(|told| assert!(told.contains(said_of_it), "{told}"))
            .expect("an appeal");
        let letters = club.takes_all();
        club.stands(GAME, "/result", status);
        match status {
            "*" => {
                letter(&letters, "ada@club.example", "adjudication").says("wins a pawn");
                letter(&letters, "bert", "adjudication").says("wins a pawn");
            }
            _ => {
                letter(&letters, "ann", "adjudication").says("55.9.10");
            }
        }
    }
}

#[test]
fn a_card_of_his_own_game_is_entered_by_an_official_only_where_nobody_else_could() {
    let deputy =
        "[[official]]\nrole = \"deputy\"\nname = \"Bert Baker\"\nemail = \"bert@b.example\"\n";
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-02", "2025-03-06");
    let enters = |club: &mut Club, options: &str| {
        let path = club.root().join("cards.csv");
        std::fs::write(&path, pile.table()).expect("a table");
        let path = path.display().to_string();
        let done = club.types(&format!("--as bert@b.example post import {path} {options}"));
        club.takes_all();
        done
    };
    // The arbiter could: for another's move too it is not his.
    let mut club = by_post().sections(deputy).opens();
    club.it_is("2025-03-10T18:00:00Z");
    for options in ["", "--anyway"] {
        let refused = enters(&mut club, options).expect_err("his own game");
        assert!(
            refused.contains("no more say") && refused.contains("Olga Orlova"),
            "{refused}"
        );
        club.stands(GAME, "/ply", 0);
    }
    // Who is at the console, and names nobody, enters it.
    imports(&mut club, &pile.table()).expect("at the console");
    club.stands(GAME, "/ply", 1);
}

#[test]
fn where_the_one_arbiter_plays_his_own_card_is_asked_for() {
    let mut club = by_post().opens();
    club.it_is("2025-03-10T18:00:00Z");
    club.restarts();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-02", "2025-03-06");
    let path = club.root().join("cards.csv");
    std::fs::write(&path, pile.table()).expect("a table");
    let (root, now) = (club.root(), club.now.to_string());
    // Letters of an arbiter who plays name the address that is no other player's to know.
    let run = |words: &[&str]| {
        let home = ["--home", root.to_str().expect("a path"), "--now", &now];
        postchess_run(&[&home, words].concat())
    };
    let who = ["--name", "Bert", "--email", "bert@b.example"];
    let moved = ["td", "hand-over", "T26", "--reason", "moved"];
    run(&[&moved[..], &who].concat()).expect("another arbiter");
    let table = path.to_str().expect("a path");
    let line = ["--as", "bert@b.example", "post", "import", table];
    let refused = run(&line).expect_err("asked");
    assert!(
        refused.contains("--anyway") && refused.contains("nobody else"),
        "{refused}"
    );
    let done = run(&[&line[..], &["--anyway"]].concat()).expect("meant");
    assert!(done.contains("1 cards entered"), "{done}");
    let letters = std::fs::read_dir(root.join("mail/out/new")).expect("letters");
    for letter in letters {
        std::fs::remove_file(letter.expect("one").path()).expect("it is read");
    }
}
