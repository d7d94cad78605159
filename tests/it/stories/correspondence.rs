//! A player who lost his letters asks for them (56.1.5): the robot has all.

use crate::club::{Club, Setup};
use mail_parser::{MessageParser, MimeHeaders};

/// The enclosed text of a letter.
fn enclosed(mail: &crate::club::Mail) -> String {
    let parsed = MessageParser::default().parse(&mail.raw).expect("a letter");
    let text = parsed
        .attachments()
        .find(|p| p.attachment_name() == Some("T26-1.txt"))
        .expect("the enclosed text");
    text.text_contents().expect("text").to_owned()
}

#[test]
fn a56_1_5_who_lost_his_letters_gets_them_again() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    club.sends("ann", "2. 7163 =");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.sends("ann", "ARBITER only for the arbiter's eyes");
    club.is_told("ann", "not-understood");
    club.is_told("arbiter", "digest");
    club.sends("bert", "2... 5791");
    club.all_read("rejection");
    club.all_read("not-understood");
    club.sends("bert", "CORRESPONDENCE");
    let letter = club.is_told("bert", "report");
    letter.says("56.1.5").says("article 60").says("PGN");
    assert!(letter.pgn.is_some(), "the game goes along");
    let text = enclosed(&letter);
    for wanted in [
        "2... 5791",
        "2. 7163",
        "[T26/1]",
        "2026-01-10 <- bert@b.example",
        "1... 5755",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    // Nothing of the opponent's letters but what was passed on.
    for foreign in ["ann@a.example", "eyes", "2. 7163 ="] {
        assert!(!text.contains(foreign), "{foreign}: {text}");
    }
    // The arbiter has all of it.
    let all = club
        .types("game show T26/1 --format correspondence")
        .unwrap();
    for wanted in ["<- ann@a.example", "<- bert@b.example", "2. 7163 ="] {
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
    club.types("verify").unwrap();
}

#[test]
fn the_correspondence_is_asked_for_in_four_languages_and_by_name() {
    for word in [
        "CORRESPONDENCE",
        "ПЕРЕПИСКА",
        "ЛИСТУВАННЯ",
        "KORESPONDENCJA",
    ] {
        let mut club = Setup::new().pairs(&[(1, 2), (1, 3)]).opens();
        club.letter("ann")
            .subject("my letters")
            .says(&format!("{word} T26/2"))
            .posts();
        club.polls();
        let letter = club.is_told("ann", "report");
        assert_eq!(letter.game.as_deref(), Some("T26/2"), "{word}");
        assert_eq!(club.verdict(), "command");
    }
}
