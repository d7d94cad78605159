//! Captains of teams: senders who change nothing in a game, and whose protest counts (24).

use crate::club::{Club, Setup};
use postchess::record::TournamentEvent;
use serde_json::Value;

/// Two teams of two boards; Carol leads the first, Ann's and Clara's, and plays nowhere.
fn teams() -> Setup {
    Setup::new()
        .system("team-round-robin", 4)
        .tournament("team_score = \"match\"")
        .sections(
            "[[team]]\nname = \"Harbour\"\nboards = [1, 3]\n\
             captain = { name = \"Carol\", email = \"carol@captain.example\" }\n\
             [[team]]\nname = \"Old Town\"\nboards = [2, 4]\n\
             captain = { name = \"Bert Baker\", email = \"bert@b.example\" }\n",
        )
}

fn carol_writes(club: &mut Club, subject: &str, text: &str) {
    club.letter("ann")
        .from("Carol <carol@captain.example>")
        .subject(subject)
        .says(text)
        .posts();
    club.polls();
}

fn held(club: &mut Club) -> Value {
    let mut game = club.game("T26/1");
    // What was read of the game may differ by the hour at which it was.
    game["clocks"] = Value::Null;
    game
}

#[test]
fn a24_5_no_letter_of_a_captain_does_anything_in_a_game() {
    let mut club = teams().opens();
    let before = held(&mut club);
    for text in [
        "1. 5254",
        "1. e4",
        "RESIGN",
        "DRAW?",
        "ACCEPT DRAW",
        "DECLINE DRAW",
        "WITHDRAW",
        "LEAVE 2026-02-01 2026-02-10",
        "CLAIM TIME",
        "CLAIM DRAW",
        "Ann resigns this game.",
        "1. 5254 if 1... 5755 2. 7163",
        "td result T26/1 1-0 --reason x",
        "result T26/1 1-0",
        "withdraw T26:1 T26 --games lose",
    ] {
        carol_writes(&mut club, "Re: [T26/1]", text);
        let told = club.is_told("carol@captain.example", "not-understood");
        assert!(!told.text.contains("PROTEST"), "{text}: {}", told.text);
        club.everything_read();
        assert_eq!(before, held(&mut club), "{text}");
        assert_eq!(club.verdict(), "command", "{text}");
    }
    carol_writes(&mut club, "Re: [T26/1]", "1. 5254");
    let told = club.is_told("carol@captain.example", "not-understood");
    told.says("24.5").says("Harbour");
    club.everything_read();
}

#[test]
fn a24_5_a_captains_words_reach_his_player_and_the_arbiter_as_words() {
    let mut club = teams().opens();
    carol_writes(
        &mut club,
        "Re: [T26/1]",
        "Ann, you may take a draw if it is offered.",
    );
    club.is_told("ann", "digest")
        .says("you may take a draw")
        .says("words only");
    club.is_told("arbiter", "digest").says("Carol (Harbour)");
    club.is_told("carol@captain.example", "not-understood")
        .says("passed your words on");
    club.nobody_is_told();
    // About no game of the team they go to the arbiter alone.
    carol_writes(&mut club, "Question", "When does the second round begin?");
    club.is_told("arbiter", "digest");
    club.is_told("carol@captain.example", "not-understood");
    club.nobody_is_told();
}

#[test]
fn a24_6_only_the_captains_protest_counts() {
    let mut club = teams().opens();
    club.decides("penalty T26/1 white 5");
    club.everything_read();
    let before = held(&mut club);
    club.letter("ann")
        .subject("Re: [T26/1]")
        .says("PROTEST I was not late.")
        .posts();
    club.polls();
    club.is_told("carol@captain.example", "digest")
        .says("I was not late.")
        .says("24.6");
    club.is_told("ann", "not-understood")
        .says("Carol")
        .says("24.6");
    club.nobody_is_told();
    assert_eq!(before, held(&mut club), "nothing is opened");
    carol_writes(&mut club, "Re: [T26/1]", "PROTEST She was not late.");
    club.is_told("carol@captain.example", "not-understood")
        .says("is taken up");
    club.everything_read();
    let today = club.types("today").unwrap();
    assert!(today.contains("T26/1"), "{today}");
    assert_ne!(before, held(&mut club));
}

#[test]
fn a24_6_who_is_his_own_captain_protests_for_himself() {
    let mut club = teams().opens();
    // Bert plays on board one of the second team and leads it.
    club.decides("penalty T26/1 black 5");
    club.everything_read();
    let before = held(&mut club);
    club.letter("bert")
        .subject("Re: [T26/1]")
        .says("PROTEST I was on time.")
        .posts();
    club.polls();
    club.everything_read();
    assert_ne!(before, held(&mut club));
    // And his moves are his.
    club.sends("ann", "1. 5254");
    club.everything_read();
    club.sends("bert", "1... 5755");
    assert_eq!(club.verdict(), "move");
    club.everything_read();
}

#[test]
fn a_captain_who_is_not_believed_is_asked_for_a_code() {
    let mut club = teams().default_policy().opens();
    carol_writes(&mut club, "Re: [T26/1]", "PROTEST She was not late.");
    assert_eq!(club.verdict(), "unverified");
    let code = club.is_told("carol@captain.example", "challenge").code();
    carol_writes(&mut club, "Re: code", &format!("{code} YES"));
    assert_eq!(club.verdict(), "command");
    club.everything_read();
}

#[test]
fn a22_of_a_team_that_is_removed_no_match_counts() {
    let mut club = Setup::new()
        .system("team-swiss", 6)
        .tournament("rounds = 2")
        .sections(
            "[[team]]\nname = \"Harbour\"\nboards = [1, 2]\n\
             [[team]]\nname = \"Old Town\"\nboards = [3, 4]\n\
             [[team]]\nname = \"Riverside\"\nboards = [5, 6]\n",
        )
        .opens();
    // The first meets the second, and the third is free.
    club.decides("result T26/1 1-0");
    club.everything_read();
    let points = |club: &mut Club| -> Vec<(String, String)> {
        let text = club.types("tournament report T26 --format json").unwrap();
        let report: Value = serde_json::from_str(&text).unwrap();
        let teams = report["teams"].as_array().unwrap();
        let of = |t: &Value| {
            let text = |key: &str| t[key].as_str().unwrap().to_owned();
            (text("name"), text("board_points"))
        };
        let mut all: Vec<_> = teams.iter().map(of).collect();
        all.sort();
        all
    };
    let before = points(&mut club);
    assert_eq!(before[0], ("Harbour".into(), "1".into()));
    club.decides("remove-team T26 1");
    club.everything_read();
    let after = points(&mut club);
    assert_eq!(after[0], ("Harbour".into(), "0".into()), "{after:?}");
    assert_eq!(after[1], ("Old Town".into(), "0".into()), "{after:?}");
    club.ticks();
    club.everything_read();
    // The next round is between the two that are left.
    let game = club.game("T26/3");
    let of = |side: &str| game[side]["player"].as_u64().unwrap();
    assert!(of("white") > 2 && of("black") > 2, "{game}");
    let (_, differences) = club.robot().verify().unwrap();
    assert!(differences.is_empty(), "{differences:?}");
    let refused = club.types("td remove-team T26 7 --reason x").unwrap_err();
    assert!(refused.contains("no team number 7"), "{refused}");
}

#[test]
fn a24_8_captains_get_the_pairs_of_a_round() {
    let mut club = Setup::new()
        .system("team-swiss", 6)
        .tournament("rounds = 2\nteam_score = \"board\"")
        .sections(
            "[[team]]\nname = \"Harbour\"\nboards = [1, 3]\n\
             captain = { name = \"Carol\", email = \"carol@captain.example\" }\n\
             [[team]]\nname = \"Old Town\"\nboards = [2, 4]\n\
             [[team]]\nname = \"Riverside\"\nboards = [5, 6]\n",
        )
        .not_started()
        .opens();
    club.starts("T26");
    club.is_told("carol@captain.example", "round")
        .says("Round 1");
    club.everything_read();
    // The team without a match has the points of both boards for the pairing.
    let view = club.robot().store.read();
    let row = view.tournament_load("T26").unwrap().unwrap();
    let events = view.tournament_events(row.facts.id).unwrap();
    let Some(TournamentEvent::RoundPaired(round)) = events.last().map(|e| &e.event) else {
        panic!("{events:?}");
    };
    assert_eq!(round.byes[0].points.to_string(), "2");
}

/// Three teams of a board and a reserve each, by the Swiss system.
fn swiss_teams() -> Setup {
    Setup::new()
        .system("team-swiss", 6)
        .tournament("rounds = 2\nteam_score = \"match\"")
        .sections(
            "[[team]]\nname = \"Harbour\"\nboards = [1]\nreserves = [2]\n\
             captain = { name = \"Carol\", email = \"carol@captain.example\" }\n\
             [[team]]\nname = \"Old Town\"\nboards = [3]\nreserves = [4]\n\
             captain = { name = \"Dave\", email = \"dave@captain.example\" }\n\
             [[team]]\nname = \"Mill\"\nboards = [5]\nreserves = [6]\n",
        )
}

/// A captain's letter with its code.
fn carol_states(club: &mut Club, text: &str) {
    carol_writes(club, "Re: [T26]", text);
    let code = club.is_told("carol@captain.example", "challenge").code();
    carol_writes(club, "Re: code", &format!("{code} YES"));
    assert_eq!(club.verdict(), "command");
}

/// Who plays for Harbour in a game.
fn plays(club: &mut Club, game: &str, number: u64) -> bool {
    let game = club.game(game);
    ["white", "black"]
        .iter()
        .any(|side| game[side]["player"].as_u64() == Some(number))
}

#[test]
fn a24_1_a_captain_states_the_line_up_of_a_round() {
    let mut club = swiss_teams().opens();
    club.everything_read();
    assert!(plays(&mut club, "T26/1", 1));
    carol_states(
        &mut club,
        "Dear arbiter,\n\nLine-up for round 2:\n1. Bert Baker (1900)\n\nBest regards\nCarol",
    );
    club.is_told("carol@captain.example", "transcript")
        .says("the line-up of Harbour for round 2");
    club.is_told("carol@captain.example", "round")
        .says("1. 2 Bert Baker");
    club.is_told("arbiter", "round").says("1. 2 Bert Baker");
    club.nobody_is_told();
    let log = club.types("td log T26").unwrap();
    assert!(log.contains("Carol"), "{log}");
    club.decides("result T26/1 1-0");
    club.everything_read();
    club.ticks();
    club.everything_read();
    let round_two: Vec<bool> = ["T26/2"].iter().map(|g| plays(&mut club, g, 2)).collect();
    assert_eq!(round_two, [true]);
    // A round that is paired stays, and so does its line-up.
    let refused = club
        .types("td line-up T26 1 1 --round 2 --reason x")
        .unwrap_err();
    assert!(refused.contains("is paired"), "{refused}");
    let (_, differences) = club.robot().verify().unwrap();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn a23_only_the_declared_are_lined_up_and_only_by_their_own_captain() {
    let mut club = swiss_teams().opens();
    club.everything_read();
    for (line, why) in [
        ("td line-up T26 1 3", "not declared for team 1"),
        ("td line-up T26 1 1,2", "needs 1 players"),
        ("td line-up T26 1 2 --round 7", "T26"),
        ("td line-up T26 7 1", "no team number 7"),
    ] {
        let refused = club.types(&format!("{line} --reason x")).unwrap_err();
        assert!(refused.contains(why), "{line}: {refused}");
    }
    // Words that name nobody, or another team's player.
    for text in ["LINE-UP round 2: Clara Cook", "LINE-UP round 2: Nobody"] {
        carol_states(&mut club, text);
        let told = club.is_told("carol@captain.example", "transcript");
        assert!(told.text.contains("Not done"), "{}", told.text);
        assert!(told.text.contains("player of the team"), "{}", told.text);
        club.nobody_is_told();
    }
    // Of the other team she is no captain, whatever she writes.
    carol_states(&mut club, "LINE-UP T26 2 4");
    club.is_told("carol@captain.example", "transcript");
    club.nobody_is_told();
    let file = club.types("tournament show T26 --json").unwrap();
    assert!(!file.contains("\"line_ups\":[{"), "{file}");
}

#[test]
fn a24_9_a_captain_hands_his_functions_on() {
    let mut club = swiss_teams().opens();
    club.everything_read();
    carol_states(
        &mut club,
        "I delegate my functions to Petra Pole <petra@captain.example>.",
    );
    club.is_told("petra@captain.example", "round")
        .says("Petra Pole")
        .says("24.9");
    club.is_told("arbiter", "round").says("Petra Pole");
    // The last letter to her who was captain.
    club.is_told("carol@captain.example", "round");
    club.nobody_is_told();
    let before = held(&mut club);
    club.letter("ann")
        .from("Petra Pole <petra@captain.example>")
        .subject("Re: [T26/1]")
        .says("PROTEST The pairing is wrong.")
        .posts();
    club.polls();
    club.everything_read();
    assert_ne!(before, held(&mut club));
    // Carol speaks for nobody any more.
    club.letter("ann")
        .from("Carol <carol@captain.example>")
        .subject("Re: [T26]")
        .says("LINE-UP round 2: 2")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "unknown-sender");
    club.everything_read();
    // The arbiter names whom he likes; not himself.
    club.decides("captain T26 1 --name Carol --email carol@captain.example");
    club.everything_read();
    let refused = club
        .types("td captain T26 1 --name Me --email td@club.example --reason x")
        .unwrap_err();
    assert!(refused.contains("arbiter"), "{refused}");
}

#[test]
fn a24_1_before_the_start_a_line_up_makes_the_games() {
    let mut club = swiss_teams().not_started().opens();
    club.types("td line-up T26 1 2 --reason x").unwrap();
    club.everything_read();
    club.starts("T26");
    club.everything_read();
    assert!(plays(&mut club, "T26/1", 2));
    let (_, differences) = club.robot().verify().unwrap();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn a20_a_reserve_takes_the_board_of_one_who_has_left() {
    let mut club = swiss_teams().opens();
    club.everything_read();
    // Of the team that is free in the first round.
    club.decides("withdraw T26:5 T26 --games lose");
    club.decides("result T26/1 1-0");
    club.everything_read();
    club.ticks();
    club.everything_read();
    assert!(plays(&mut club, "T26/2", 6), "{}", club.game("T26/2"));
    let (_, differences) = club.robot().verify().unwrap();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn a33_a_board_that_nobody_can_take_is_lost_without_play() {
    let mut club = Setup::new()
        .system("team-swiss", 6)
        .tournament("rounds = 2\nteam_score = \"match\"")
        .sections(
            "[[team]]\nname = \"Harbour\"\nboards = [1, 2]\n\
             [[team]]\nname = \"Old Town\"\nboards = [3, 4]\n\
             [[team]]\nname = \"Mill\"\nboards = [5, 6]\n",
        )
        .opens();
    club.everything_read();
    // Of the team that is free in the first round.
    club.decides("withdraw T26:5 T26 --games lose");
    club.decides("result T26/1 1-0");
    club.decides("result T26/2 1-0");
    club.everything_read();
    club.ticks();
    let lost = club.game("T26/4");
    let absent = match lost["white"]["player"].as_u64() {
        Some(5) => "white",
        _ => "black",
    };
    assert_eq!(lost[absent]["player"].as_u64(), Some(5), "{lost}");
    let expected = if absent == "white" { "-/+" } else { "+/-" };
    assert_eq!(lost["result"], expected, "{lost}");
    assert_eq!(lost["status"], "finished");
    // Who came is told, and begins nothing.
    let told = club.is_told("bert", "result");
    assert!(told.subject.contains("T26/4"), "{}", told.subject);
    let played = club.game("T26/3");
    assert_eq!(played["status"], "active", "{played}");
    let (_, differences) = club.robot().verify().unwrap();
    assert!(differences.is_empty(), "{differences:?}");
    club.everything_read();
}

#[test]
fn a24_8_a_captain_has_a_copy_of_what_is_decided_about_his_players() {
    const CAROL: &str = "carol@captain.example";
    let mut club = teams().opens();
    club.types("td penalty T26/1 white 5 --anyway").unwrap();
    // Ann and Bert play it; Bert leads his team himself and has his own letter.
    club.are_told(&["ann", "bert"], "ruling");
    let copy = club.is_told(CAROL, "ruling");
    copy.says("5 days").says("T26/1");
    club.is_told("arbiter", "ruling");
    club.nobody_is_told();
    // Who is to move lets his time run out: both captains hear of both sides.
    let (who, _) = club.whose_turn("T26/2");
    club.days_pass(70);
    club.polls();
    club.ticks();
    club.is_told(&who, "time-forfeit");
    let copy = club.is_told(CAROL, "time-forfeit");
    assert!(!copy.text.contains("Your time"), "{}", copy.text);
    club.everything_read();
}
