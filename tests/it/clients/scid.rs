//! A game by a player who uses Scid: its own correspondence window takes our
//! letters in and writes the answers. It keeps the tags of the first letter, so
//! here the club trusts addresses, as where mail servers vouch for them.

use super::programs::{Scid, Screen, extracted};
use crate::club::{Mail, Setup};

const GAME: &str = "T26/1";

/// The name of the file that a letter is, and its game with local line ends.
fn enclosed(mail: &Mail) -> (String, String) {
    let place = mail.header("Content-Disposition").expect("a file's name");
    let name = place.split('"').nth(1).expect("a file's name").to_owned();
    (
        name,
        mail.pgn.clone().expect("a game").replace("\r\n", "\n"),
    )
}

#[test]
fn scid_takes_our_letters_in_and_is_understood() {
    let screen = Screen::opened();
    // Names beyond ASCII, and a tournament's.
    let mut club = Setup::new().pairs(&[(1, 4)]).opens();
    club.sends("ann", "FORMAT PGN");
    club.is_told("ann", "status");
    let mut told = club.is_told("ann", "repeat");
    let scid = Scid::at(&club.root(), "ann", &screen);
    let answers = [
        ("e4", "e7e5", "5755"),
        ("Nf3", "b8c6", "2836 ="),
        ("Bb5", "", ""),
    ];
    for (number, (mv, uci, reply)) in (1..).zip(answers) {
        let (file, game) = enclosed(&told);
        assert_eq!(file, "T26-1.pgn");
        let answer = scid.answers(&file, &game, mv);
        assert_eq!(
            answer.games, 1,
            "one game in its base, however many letters"
        );
        let known = answer.moves.matches(char::is_whitespace).count();
        assert_eq!(
            known + usize::from(number > 1),
            2 * (number - 1),
            "{}",
            answer.moves
        );
        club.drops(&answer.mail);
        club.polls();
        assert_eq!(club.verdict(), "move", "{}", club.note());
        let confirmed = club.is_told("ann", "confirmation");
        assert_eq!(extracted(&enclosed(&confirmed).1).len(), 2 * number - 1);
        club.is_told("dima", "move");
        if reply.is_empty() {
            continue;
        }
        club.sends("dima", &format!("{number}... {reply}"));
        club.is_told("dima", "confirmation");
        told = club.is_told("ann", "move");
        let moves = extracted(&enclosed(&told).1);
        assert_eq!(moves.last().map(String::as_str), Some(uci));
        club.stands(GAME, &format!("/moves/{}/uci", 2 * number - 1), uci);
    }
    club.stands(GAME, "/ply", 5);
}
