//! Whole letters: every one there is, in every language.

use super::samples::{self, composition, game, render_all};
use super::words::{plural_form, width};
use super::*;
use crate::arbiter::notice::Body;
use crate::arbiter::{NoticeKind, Recipient};
use mail_parser::{MessageParser, MimeHeaders};

fn composer() -> Composer {
    let club = Club {
        name: "Клуб «Дебют»".to_owned(),
        robot: "moves@club.example".to_owned(),
        language: Language::Ru,
        plus_addressing: true,
    };
    Composer::new(club, None).unwrap()
}

fn move_notice() -> Notice {
    Notice::new(
        NoticeKind::Move,
        Recipient::Arbiter,
        Body::Move {
            plies: vec![16],
            draw_offered: true,
        },
    )
}

fn dump(language: Language, letter: &Composed, name: &str) {
    if let Ok(dir) = std::env::var("POSTCHESS_LETTERS") {
        let parsed = MessageParser::default().parse(&letter.bytes).unwrap();
        let base = format!("{dir}/{language}-{name}");
        let text = format!("Subject: {}\n\n{}", letter.subject, parsed.body_text(0).unwrap());
        std::fs::write(format!("{base}.txt"), text).unwrap();
        std::fs::write(format!("{base}.eml"), &letter.bytes).unwrap();
        if let Some(html) = parsed.body_html(0) {
            std::fs::write(format!("{base}.html"), html.as_bytes()).unwrap();
        }
        for part in parsed.attachments() {
            if part.attachment_name() == Some("board.png") {
                std::fs::write(format!("{base}.png"), part.contents()).unwrap();
            }
        }
    }
}

#[test]
fn every_letter_can_be_written() {
    let composer = composer();
    let mut n = 0;
    render_all(&composer, |notice, language, letter| {
        n += 1;
        dump(language, letter, &format!("{}-{n:05}", notice.kind.name()));
    })
    .unwrap();
    println!("{n} letters");
}
