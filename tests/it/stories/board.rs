//! The board of the server: a third door beside letters and cards, on the same record
//! (article 54).

use crate::club::{Club, Setup, address};
use postchess::arbiter::notice::WordsFate;
use postchess::clock::HourSpan;
use postchess::ids::GameName;
use postchess::record::Wish;
use postchess::robot::board::{BoardAct, BoardAnswer, BoardCall, BoardMove, Seen, Shortfall};
use postchess::robot::heartbeat::{Beat, Presence};
use postchess::time::Instant;
use std::time::Duration;

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
    let seen = sees(club);
    call(club, who, seen, act)
}

/// The game as a page shows it now.
fn sees(club: &mut Club) -> Seen {
    let view = club.robot().store.read();
    let game = view.game_find(&GameName::parse(GAME).unwrap()).unwrap();
    Seen::of(&view.game_load(game.expect("a game")).unwrap())
}

fn call(club: &mut Club, who: &str, seen: Seen, act: BoardAct) -> BoardAnswer {
    let robot = club.robot();
    let view = robot.store.read();
    let game = view.game_find(&GameName::parse(GAME).unwrap()).unwrap();
    let player = view.player_by_address(&address(who)).unwrap();
    let call = BoardCall {
        player: player.expect("a player").id,
        game: game.expect("a game"),
        seen,
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

/// All that a page confirms, by Ann after 1. e4 e5.
fn all_acts() -> Vec<BoardAct> {
    let uci = |uci: &str| uci.to_owned();
    vec![
        BoardAct::Move(BoardMove::one(uci("f1c4"), false)),
        BoardAct::Resign,
        BoardAct::OfferDraw,
        BoardAct::AcceptDraw,
        BoardAct::DeclineDraw,
        BoardAct::ClaimDraw { uci: None },
        BoardAct::ClaimDraw {
            uci: Some(uci("f1c4")),
        },
        BoardAct::ClaimTime,
    ]
}

#[test]
fn a54_3_1_what_was_seen_over_another_position_is_not_done_in_this_one() {
    // As many half-moves are played in all of these but one.
    let another_move = |club: &mut Club| {
        club.types(&format!("td void {GAME} 2 --reason slip"))
            .unwrap();
        assert_eq!(moves(club, "bert", "d7d5"), BoardAnswer::Done);
    };
    let an_offer = |club: &mut Club| {
        assert_eq!(does(club, "bert", BoardAct::OfferDraw), BoardAnswer::Done);
    };
    let a_pause = |club: &mut Club| {
        club.types(&format!("td pause {GAME} --reason illness"))
            .unwrap();
    };
    let a_void = |club: &mut Club| {
        club.types(&format!("td void {GAME} 2 --reason slip"))
            .unwrap();
    };
    type Happens<'h> = &'h dyn Fn(&mut Club);
    let happenings: [(&str, Happens<'_>); 4] = [
        ("another move", &another_move),
        ("an offer", &an_offer),
        ("a pause", &a_pause),
        ("a void", &a_void),
    ];
    for (what, happens) in happenings {
        let mut club = server().opens();
        plays(&mut club, "2026-03-02T10:00:00Z", "ann", "e2e4");
        plays(&mut club, "2026-03-02T11:00:00Z", "bert", "e7e5");
        let seen = sees(&mut club);
        happens(&mut club);
        let stands = club.game(GAME)["record"].clone();
        for act in all_acts() {
            let answer = call(&mut club, "ann", seen, act.clone());
            assert_eq!(answer, BoardAnswer::Stale, "{what}: {act:?}");
        }
        assert_eq!(club.game(GAME)["record"], stands, "{what}");
        club.everything_read();
    }
    // Letters that leave and words change nothing of what was seen.
    let mut club = server().opens();
    plays(&mut club, "2026-03-02T10:00:00Z", "ann", "e2e4");
    plays(&mut club, "2026-03-02T11:00:00Z", "bert", "e7e5");
    let seen = sees(&mut club);
    let words = BoardAct::Words("Good luck".to_owned());
    assert_eq!(does(&mut club, "bert", words), BoardAnswer::Done);
    assert_ne!(sees(&mut club), seen, "it is recorded");
    let develops = BoardAct::Move(BoardMove::one("f1c4".to_owned(), false));
    let answer = call(&mut club, "ann", seen, develops);
    assert_eq!(answer, BoardAnswer::Done);
    club.everything_read();
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
    // Another window of hers is older than the game.
    let before = sees(&mut club);
    plays(&mut club, "2026-03-02T11:00:00Z", "ann", "e2e4");
    let again = BoardAct::Move(BoardMove::one("d2d4".to_owned(), false));
    assert_eq!(call(&mut club, "ann", before, again), BoardAnswer::Stale);
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
    assert_eq!(beats(&mut club, here()), None);
    // The flag would have fallen while the server was away: nobody declares it meanwhile.
    club.it_is("2026-04-21T14:00:00Z");
    club.polls();
    club.ticks();
    club.stands(GAME, "/status", "active");
    club.it_is("2026-04-21T15:00:00Z");
    assert!(beats(&mut club, here()).is_some());
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

/// Who has just come.
fn here() -> Presence {
    Presence::begins(Duration::ZERO)
}

/// The server gives a sign of life: the outage that ended with it.
fn beats(club: &mut Club, presence: Presence) -> Option<HourSpan> {
    let beat = club.robot().heartbeat(presence, Duration::ZERO).unwrap();
    let Beat::Recorded { away, .. } = beat else {
        panic!("a given hour is in doubt");
    };
    away
}

/// When the flag of who is to move falls.
fn flag(club: &mut Club) -> Instant {
    let game = club.game(GAME);
    let falls = game.pointer("/clock/running/flag_falls_at");
    let falls = falls.and_then(|at| at.as_str()).expect("a running clock");
    Instant::parse(falls).unwrap()
}

#[test]
fn a54_3_1_an_answer_is_to_the_offer_that_was_seen() {
    let mut club = server().opens();
    plays(&mut club, "2026-03-02T10:00:00Z", "ann", "e2e4");
    plays(&mut club, "2026-03-02T11:00:00Z", "bert", "e7e5");
    assert_eq!(
        does(&mut club, "bert", BoardAct::OfferDraw),
        BoardAnswer::Done
    );
    let seen = sees(&mut club);
    assert_eq!(
        does(&mut club, "ann", BoardAct::DeclineDraw),
        BoardAnswer::Done
    );
    assert_eq!(
        call(&mut club, "ann", seen, BoardAct::AcceptDraw),
        BoardAnswer::Stale
    );
    // At once he is not heard again (11.5); behind his next move he offers once more: the page of
    // the first offer is none of this one.
    let again = does(&mut club, "bert", BoardAct::OfferDraw);
    assert!(matches!(again, BoardAnswer::Refused(_)), "{again:?}");
    plays(&mut club, "2026-03-02T12:00:00Z", "ann", "g1f3");
    plays(&mut club, "2026-03-02T13:00:00Z", "bert", "b8c6");
    assert_eq!(
        does(&mut club, "bert", BoardAct::OfferDraw),
        BoardAnswer::Done
    );
    assert_eq!(
        call(&mut club, "ann", seen, BoardAct::AcceptDraw),
        BoardAnswer::Stale
    );
    club.stands(GAME, "/status", "active");
    assert_eq!(
        does(&mut club, "ann", BoardAct::AcceptDraw),
        BoardAnswer::Done
    );
    club.stands(GAME, "/status", "finished");
    club.takes_all();
}

#[test]
fn a9_1_1_an_offer_that_is_not_passed_on_is_said_to_who_made_it() {
    let mut club = server().rules("draw_before_move = 10").opens();
    let none = Wish::Confirmations { none: true };
    let view = club.robot().store.read();
    let ann = view.player_by_address(&address("ann")).unwrap().unwrap().id;
    club.robot().wish_on_web(ann, none).unwrap();
    club.it_is("2026-03-02T10:00:00Z");
    let offers = BoardAct::Move(BoardMove::one("e2e4".to_owned(), true));
    let but = BoardAnswer::DoneBut(vec![Shortfall::Offer { from: 10 }]);
    assert_eq!(does(&mut club, "ann", offers), but);
    assert_eq!(club.game(GAME)["draw_offer"], serde_json::Value::Null);
    // Who wants no confirmations gets this one.
    club.polls();
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    assert_eq!(moves(&mut club, "bert", "e7e5"), BoardAnswer::Done);
    assert_eq!(moves(&mut club, "ann", "g1f3"), BoardAnswer::Done);
    club.polls();
    club.all_read("move");
    club.all_read("confirmation");
    club.everything_read();
}

#[test]
fn what_becomes_of_words_is_said_to_who_wrote_them() {
    let says = |club: &mut Club, words: &str| does(club, "ann", BoardAct::Words(words.to_owned()));
    let dropped = |fate| BoardAnswer::DoneBut(vec![Shortfall::WordsDropped(fate)]);
    let mut club = server().opens();
    assert_eq!(says(&mut club, "Good luck"), BoardAnswer::Done);
    let replaced = BoardAnswer::DoneBut(vec![Shortfall::WordsReplaced]);
    assert_eq!(says(&mut club, "Good evening"), replaced);
    let long = "word ".repeat(150);
    let cut = BoardAnswer::DoneBut(vec![Shortfall::WordsReplaced, Shortfall::WordsCut(500)]);
    assert_eq!(says(&mut club, &long), cut);
    let view = club.robot().store.read();
    let bert = view
        .player_by_address(&address("bert"))
        .unwrap()
        .unwrap()
        .id;
    let mute = Wish::Words { mute: true };
    club.robot().wish_on_web(bert, mute).unwrap();
    assert_eq!(
        says(&mut club, "Are you well?"),
        dropped(WordsFate::Unwanted)
    );
    club.takes_all();
    let mut club = server().rules("greetings = false").opens();
    assert_eq!(says(&mut club, "Good luck"), dropped(WordsFate::Off));
    club.takes_all();
}

#[test]
fn what_was_pressed_once_is_done_once_whatever_comes_between() {
    let mut club = server().opens();
    let words = |club: &mut Club, once: &str| {
        let seen = sees(club);
        let view = club.robot().store.read();
        let game = view.game_find(&GameName::parse(GAME).unwrap()).unwrap();
        let player = view.player_by_address(&address("ann")).unwrap();
        let call = BoardCall {
            player: player.unwrap().id,
            game: game.unwrap(),
            seen,
            act: BoardAct::Words("Good luck".to_owned()),
        };
        club.robot().on_board_once(&call, once).unwrap()
    };
    let greeted = |club: &mut Club| {
        let game = club.game(GAME);
        let record = game["record"].as_array().unwrap().iter();
        record.filter(|e| e["what"] == "greeted").count()
    };
    assert_eq!(words(&mut club, "a"), BoardAnswer::Done);
    club.restarts();
    assert_eq!(words(&mut club, "a"), BoardAnswer::Done);
    assert_eq!(greeted(&mut club), 1);
    for n in 0..500 {
        words(&mut club, &n.to_string());
    }
    assert_eq!(greeted(&mut club), 501);
    words(&mut club, "499");
    assert_eq!(greeted(&mut club), 501);
    words(&mut club, "a");
    assert_eq!(greeted(&mut club), 502, "the oldest are forgotten");
    club.takes_all();
}

#[test]
fn a_clock_that_is_put_forward_while_the_server_is_there_makes_no_outage() {
    let mut club = server().opens();
    plays(&mut club, "2026-03-01T12:00:00Z", "ann", "e2e4");
    club.it_is("2026-03-01T13:00:00Z");
    let beat = club.robot().heartbeat(here(), Duration::ZERO).unwrap();
    let falls = flag(&mut club);
    let there = here().heard(Duration::ZERO, beat);
    for hour in ["2026-03-01T13:01:00Z", "2026-03-01T18:00:00Z"] {
        club.it_is(hour);
        assert_eq!(beats(&mut club, there), None);
        assert_eq!(flag(&mut club), falls);
    }
}

#[test]
fn an_outage_that_a_wrong_clock_told_is_taken_back_when_the_hour_is_accepted() {
    let mut club = server().opens();
    plays(&mut club, "2026-03-01T12:00:00Z", "ann", "e2e4");
    club.it_is("2026-03-01T13:00:00Z");
    beats(&mut club, here());
    let falls = flag(&mut club);
    // It comes again ten minutes later, by a clock that is five hours ahead.
    club.it_is("2026-03-01T18:10:00Z");
    assert!(beats(&mut club, here()).is_some());
    assert_eq!(flag(&mut club), falls.plus_seconds(5 * 3_600 + 600));
    club.it_is("2026-03-01T13:10:00Z");
    assert_eq!(club.robot().accept_hour().unwrap(), 1);
    // What it can have been away stays given.
    assert_eq!(flag(&mut club), falls.plus_seconds(600));
    club.it_is("2026-03-01T13:12:00Z");
    assert_eq!(beats(&mut club, here()), None);
    club.it_is("2026-03-01T14:00:00Z");
    assert!(beats(&mut club, here()).is_some(), "signs go on from here");
}

#[test]
fn a_pause_of_the_server_of_five_minutes_is_no_outage() {
    let mut club = server().opens();
    plays(&mut club, "2026-03-01T12:00:00Z", "ann", "e2e4");
    club.it_is("2026-03-01T13:00:00Z");
    beats(&mut club, here());
    club.it_is("2026-03-01T13:05:00Z");
    assert_eq!(beats(&mut club, here()), None);
    club.it_is("2026-03-01T13:10:01Z");
    assert!(beats(&mut club, here()).is_some());
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
fn who_claims_wrongly_is_told_so_even_without_confirmations() {
    let claims = [
        BoardAct::ClaimDraw { uci: None },
        BoardAct::ClaimDraw {
            uci: Some("g1f3".to_owned()),
        },
        BoardAct::ClaimTime,
    ];
    for claim in claims {
        let mut club = server().opens();
        plays(&mut club, "2026-03-02T10:00:00Z", "ann", "e2e4");
        plays(&mut club, "2026-03-02T11:00:00Z", "bert", "e7e5");
        let player = {
            let view = club.robot().store.read();
            view.player_by_address(&address("ann")).unwrap().unwrap().id
        };
        let wish = Wish::Confirmations { none: true };
        club.robot().wish_on_web(player, wish).unwrap();
        let answer = does(&mut club, "ann", claim.clone());
        assert_eq!(answer, BoardAnswer::ClaimRefused(Vec::new()), "{claim:?}");
        let kind = match &claim {
            BoardAct::ClaimTime => "claim",
            BoardAct::ClaimDraw { uci: Some(_) } => "confirmation",
            _ => "draw",
        };
        club.is_told("ann", kind);
        club.everything_read();
    }
}

/// An hour at a time, around the fall of the flag: it has fallen, the days are over and a
/// claim is right at the same moment, and not before.
#[test]
fn a54_4_3_days_of_24_hours_are_over_when_the_flag_falls() {
    for hour in [0, 7, 8, 9, 23] {
        let mut club = server().rules("days_per_period = 2").opens();
        let game = club.game(GAME);
        let falls = game["clock"]["running"]["flag_falls_at"].clone();
        assert_eq!(falls, "2026-03-04T08:00:00Z", "{game:#}");
        club.it_is(&format!("2026-03-04T{hour:02}:00:00Z"));
        let has_fallen = hour >= 8;
        let game = club.game(GAME);
        let used = if has_fallen { 3 } else { 2 };
        assert_eq!(game["clock"]["white"]["overstepped"], has_fallen, "{hour}");
        assert_eq!(game["clock"]["running"]["used"], used, "{hour}");
        let shown = club.types(&format!("game show {GAME}")).unwrap();
        assert_eq!(shown.contains("OVERSTEPPED"), has_fallen, "{hour}: {shown}");
        let report = club.types("tournament report T26 --json").unwrap();
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        let over = report["overdue"].as_array().map(Vec::len);
        assert_eq!(over, Some(usize::from(has_fallen)), "{hour}: {report:#}");
        if !has_fallen {
            let answer = does(&mut club, "bert", BoardAct::ClaimTime);
            assert_eq!(answer, BoardAnswer::ClaimRefused(Vec::new()), "{hour}");
            let record = club.game(GAME)["record"].to_string();
            assert!(record.contains("\"total\":2"), "{hour}: {record}");
        }
        club.everything_read();
    }
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
