//! Letters about a game that is played on the server alone (54.2.1).

use super::*;
use crate::compose::samples::{Needs, notices};
use crate::record::GameFacts;
use crate::request::is_of_the_board;
use crate::rules::{Profile, Regulations};
use std::sync::Arc;

/// The sample game, played on the server.
fn on_server(language: Language) -> GameFile {
    let by_mail = offered(language);
    let facts = GameFacts {
        profile: Profile::Server,
        regulations: Arc::new(Regulations::of(Profile::Server)),
        ..(*by_mail.facts).clone()
    };
    GameFile::fold(Arc::new(facts), by_mail.leave, by_mail.entries.to_vec()).unwrap()
}

#[test]
fn a54_2_1_no_letter_tells_a_player_of_the_server_to_write_what_is_done_on_the_board() {
    let composer = composer();
    let mut wrong = Vec::new();
    for language in Language::ALL {
        let game = on_server(language);
        let words: Vec<&str> = commands()
            .filter(|(keyword, of, _)| *of == language && is_of_the_board(*keyword))
            .map(|(_, _, words)| words)
            .collect();
        assert!(words.len() >= 5, "{language}");
        let press = letters::said(language, "shared-answer.press-reply").unwrap();
        let running = notices().into_iter();
        for (notice, _) in running.filter(|(_, needs)| !matches!(needs, Needs::Ended)) {
            // What is asked about a letter shows its lines; the list of all words is for all games.
            let shows_lines = match &notice.body {
                Body::NotUnderstood { question, .. } => {
                    !matches!(question, Question::NoOffer | Question::OfferOrAccept)
                }
                Body::Help => true,
                _ => false,
            };
            // What a letter was read as is said as it was read.
            let is_told = |r: &Remark| {
                !matches!(r, Remark::OpponentOffersDraw | Remark::ResultIgnored { .. })
            };
            if shows_lines || notice.remarks.iter().any(is_told) {
                continue;
            }
            let side = Some(Side::White);
            let games = [&game];
            let mut request = composition(&notice, Some(&game), &games, language, side, false);
            request.help = true;
            let letter = composer.compose(&request).unwrap();
            let text = text_of(&letter);
            let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if flat.contains(press) {
                wrong.push(format!("{language} {press}: {:?}", notice.body));
            }
            for word in &words {
                let says = flat.match_indices(word).any(|(at, _)| {
                    let letters = |c: Option<char>| c.is_some_and(char::is_alphabetic);
                    let before = flat.get(..at).and_then(|s| s.chars().next_back());
                    let after = flat.get(at + word.len()..).and_then(|s| s.chars().next());
                    !letters(before) && !letters(after)
                });
                if says {
                    wrong.push(format!("{language} {word}: {:?}", notice.body));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
