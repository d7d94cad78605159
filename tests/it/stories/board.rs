//! The board of the server: a third door beside letters and cards, on the same record
//! (article 54).

use crate::club::{Club, Setup, address};
use postchess::ids::GameName;
use postchess::record::Wish;
use postchess::robot::board::{BoardAct, BoardAnswer, BoardCall, BoardMove};

const GAME: &str = "T26/1";
const WEB: &str = "https://play.club.example";

fn server() -> Setup {
    Setup::new()
        .profile("server")
        .set("web.base_url", WEB)
        .begins("2026-03-01", "2026-03-01T08:00:00Z")
}

/// Somebody does something on the board as he sees it now.
fn does(club: &mut Club, who: &str, act: BoardAct) -> BoardAnswer {
    let seen = club.game(GAME)["ply"].as_u64().expect("ply");
    call(club, who, u32::try_from(seen).unwrap(), act)
}

fn call(club: &mut Club, who: &str, ply: u32, act: BoardAct) -> BoardAnswer {
    let robot = club.robot();
    let view = robot.store.read();
    let game = view.game_find(&GameName::parse(GAME).unwrap()).unwrap();
    let player = view.player_by_address(&address(who)).unwrap();
    let call = BoardCall {
        player: player.expect("a player").id,
        game: game.expect("a game"),
        ply,
        act,
    };
    let answer = robot.on_board(&call).expect("the record");
    // What was written leaves with the next pass.
    club.polls();
    answer
}

fn moves(club: &mut Club, who: &str, uci: &str) -> BoardAnswer {
    let act = BoardAct::Move(BoardMove::one(uci.to_owned(), false));
    does(club, who, act)
}

#[track_caller]
fn plays(club: &mut Club, at: &str, who: &str, uci: &str) {
    club.it_is(at);
    assert_eq!(moves(club, who, uci), BoardAnswer::Done, "{uci}");
    let other = if who == "ann" { "bert" } else { "ann" };
    // Nothing is remarked about how it was written: nobody wrote.
    let told = club.is_told(who, "confirmation");
    assert!(!told.text.contains("PLEASE NOTE"), "{}", told.text);
    club.is_told(other, "move")
        .says(&format!("{WEB}/game/{GAME}"));
}

#[test]
fn a54_4_3_each_move_is_received_when_it_is_recorded() {
    // The times of case S01: whole days of 24 hours, each move rounded down.
    let mut club = server().opens();
    plays(&mut club, "2026-03-03T20:00:00Z", "ann", "e2e4");
    plays(&mut club, "2026-03-04T19:59:59Z", "bert", "e7e5");
    plays(&mut club, "2026-03-06T20:00:00Z", "ann", "g1f3");
    let game = club.game(GAME);
    let days: Vec<i64> = game["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["days"].as_i64().unwrap())
        .collect();
    assert_eq!(days, [2, 0, 2]);
}

#[test]
fn a54_6_leave_is_taken_off_the_days_of_24_hours() {
    // Case S03: 19 times 24 hours, 15 of them on leave.
    let mut club = server().opens();
    plays(&mut club, "2026-03-25T12:00:00Z", "ann", "e2e4");
    plays(&mut club, "2026-04-20T12:00:00Z", "bert", "e7e5");
    plays(&mut club, "2026-04-29T12:00:00Z", "ann", "g1f3");
    let player = {
        let view = club.robot().store.read();
        view.player_by_address(&address("bert"))
            .unwrap()
            .unwrap()
            .id
    };
    let day = |text: &str| postchess::time::Day::parse(text).unwrap();
    let (from, to) = (day("2026-05-01"), day("2026-05-15"));
    club.robot().leave_on_web(player, from, to).unwrap();
    club.polls();
    club.is_told("bert", "leave");
    club.is_told("ann", "leave");
    club.is_told("arbiter", "leave");
    plays(&mut club, "2026-05-18T12:00:00Z", "bert", "b8c6");
    club.stands(GAME, "/moves/3/days", 4);
}

#[test]
fn a54_3_1_what_cannot_be_done_is_said_and_recorded_nowhere() {
    let mut club = server().opens();
    club.it_is("2026-03-02T10:00:00Z");
    let entries = club.game(GAME)["ply"].clone();
    assert_eq!(moves(&mut club, "ann", "e2e5"), BoardAnswer::Illegal);
    assert_eq!(moves(&mut club, "ann", "nonsense"), BoardAnswer::Illegal);
    assert_eq!(moves(&mut club, "bert", "e7e5"), BoardAnswer::Illegal);
    let BoardAnswer::Refused(words) = does(&mut club, "ann", BoardAct::AcceptDraw) else {
        panic!("nobody has offered a draw");
    };
    assert!(words.contains("has not offered a draw"), "{words}");
    assert_eq!(club.game(GAME)["ply"], entries);
    club.nobody_is_told();
    // Another window of his is older than the game.
    plays(&mut club, "2026-03-02T11:00:00Z", "ann", "e2e4");
    let again = BoardAct::Move(BoardMove::one("d2d4".to_owned(), false));
    assert_eq!(call(&mut club, "ann", 0, again), BoardAnswer::Stale);
    club.nobody_is_told();
}

#[test]
fn a54_2_1_letters_do_not_move_where_the_server_does() {
    let mut club = server().opens();
    club.it_is("2026-03-02T10:00:00Z");
    for text in ["1. 5254", "RESIGN", "DRAW?", "ACCEPT DRAW", "CLAIM DRAW"] {
        club.letter("ann").subject("[T26/1]").says(text).posts();
        club.polls();
        let told = club.is_told("ann", "not-understood");
        told.says(&format!("{WEB}/game/{GAME}")).says("54.2.1");
        assert_eq!(club.game(GAME)["ply"], 0, "{text}");
    }
    // All other letters are taken.
    club.sends("ann", "LEAVE 2026-04-01 2026-04-05");
    club.is_told("ann", "leave");
    club.is_told("bert", "leave");
    club.is_told("arbiter", "leave");
    club.sends("ann", "ARBITER\nIs the hall heated?");
    club.is_told("arbiter", "digest");
    club.everything_read();
}

#[test]
fn a_home_without_a_server_still_takes_letters_by_article_54() {
    let mut club = Setup::new().profile("server").opens();
    club.play(GAME, "5254 5755");
}

#[test]
fn a54_5_2_a_click_at_the_instant_of_the_flag_is_not_played() {
    let club = || {
        let mut club = server().opens();
        plays(&mut club, "2026-03-01T12:00:00Z", "ann", "e2e4");
        club
    };
    // Fifty full days are his; the flag falls when the fifty-first is complete.
    let (last, flag) = ("2026-04-21T11:59:59Z", "2026-04-21T12:00:00Z");
    let mut in_time = club();
    in_time.it_is(last);
    assert_eq!(moves(&mut in_time, "bert", "e7e5"), BoardAnswer::Done);
    in_time.everything_read();
    let mut late = club();
    late.it_is(flag);
    let BoardAnswer::Refused(_) = moves(&mut late, "bert", "e7e5") else {
        panic!("played after the flag");
    };
    let game = late.game(GAME);
    assert_eq!(
        (&game["ply"], &game["status"]),
        (&1.into(), &"finished".into())
    );
    late.are_told(&["ann", "bert", "arbiter"], "time-forfeit");
    late.everything_read();
}

#[test]
fn an_outage_of_the_server_is_nobody_s_time_and_no_flag_falls_soon_behind_it() {
    let mut club = server().opens();
    plays(&mut club, "2026-03-01T12:00:00Z", "ann", "e2e4");
    club.it_is("2026-04-21T09:00:00Z");
    assert_eq!(club.robot().heartbeat().unwrap(), None);
    // The flag would have fallen while the server was away: nobody declares it meanwhile.
    club.it_is("2026-04-21T14:00:00Z");
    club.polls();
    club.ticks();
    club.stands(GAME, "/status", "active");
    club.it_is("2026-04-21T15:00:00Z");
    assert!(club.robot().heartbeat().unwrap().is_some());
    club.polls();
    club.ticks();
    club.stands(GAME, "/status", "active");
    // Six hours were lost; a day with the server there is given at least.
    club.it_is("2026-04-22T14:59:59Z");
    assert_eq!(moves(&mut club, "bert", "e7e5"), BoardAnswer::Done);
    club.stands(GAME, "/moves/1/days", 50);
    let journal = club.types(&format!("game show {GAME} --format journal"));
    let journal = journal.unwrap();
    assert!(journal.contains("the server was away"), "{journal}");
    club.everything_read();
}

#[test]
fn a_pause_of_the_server_of_five_minutes_is_no_outage() {
    let mut club = server().opens();
    plays(&mut club, "2026-03-01T12:00:00Z", "ann", "e2e4");
    club.it_is("2026-03-01T13:00:00Z");
    club.robot().heartbeat().unwrap();
    club.it_is("2026-03-01T13:05:00Z");
    assert_eq!(club.robot().heartbeat().unwrap(), None);
    club.it_is("2026-03-01T13:10:01Z");
    assert!(club.robot().heartbeat().unwrap().is_some());
}

#[test]
fn by_mail_with_moves_on_the_board_both_doors_lead_to_one_record() {
    let mut club = Setup::new()
        .rules("web_moves = true")
        .set("web.base_url", WEB)
        .opens();
    plays(&mut club, "2026-01-12T09:00:00Z", "ann", "e2e4");
    club.it_is("2026-01-15T09:00:00Z");
    club.letter("bert")
        .subject("[T26/1]")
        .says("1... 5755")
        .posts();
    club.polls();
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    // Received a day after it was made, as if its letter had left at once (56.2.5).
    club.stands(GAME, "/moves/1/received", "2026-01-13");
    club.stands(GAME, "/moves/1/days", 2);
    let offer = BoardAct::Move(BoardMove::one("g1f3".to_owned(), true));
    club.it_is("2026-01-18T09:00:00Z");
    assert_eq!(does(&mut club, "ann", offer), BoardAnswer::Done);
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    assert_eq!(
        does(&mut club, "bert", BoardAct::AcceptDraw),
        BoardAnswer::Done
    );
    club.stands(GAME, "/result", "1/2-1/2");
    club.everything_read();
}

#[test]
fn who_wants_no_confirmations_gets_none_of_what_he_does_on_the_board() {
    let mut club = server().opens();
    let player = {
        let view = club.robot().store.read();
        view.player_by_address(&address("ann")).unwrap().unwrap().id
    };
    let wish = Wish::Confirmations { none: true };
    club.robot().wish_on_web(player, wish).unwrap();
    club.it_is("2026-03-02T10:00:00Z");
    assert_eq!(moves(&mut club, "ann", "e2e4"), BoardAnswer::Done);
    club.is_told("bert", "move");
    club.nobody_is_told();
}

#[test]
fn on_the_board_nothing_has_to_be_repeated() {
    for repetition in ["last-move", "full-record"] {
        let rules = format!("repetition = \"{repetition}\"");
        let mut club = server().rules(&rules).opens();
        plays(&mut club, "2026-03-02T10:00:00Z", "ann", "e2e4");
        plays(&mut club, "2026-03-02T11:00:00Z", "bert", "e7e5");
        plays(&mut club, "2026-03-02T12:00:00Z", "ann", "g1f3");
    }
}

#[test]
fn a_game_without_moves_on_the_board_has_none() {
    let mut club = Club::opens();
    assert_eq!(moves(&mut club, "ann", "e2e4"), BoardAnswer::NotHere);
    club.nobody_is_told();
}
