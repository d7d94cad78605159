//! Events that are paired round by round move house: what was played is taken over as it was
//! paired there, and the next round is drawn here as it would have been there.

use crate::club::{Club, Setup};
use serde_json::Value;

const SWISS: &str = "system = \"swiss\"\nrounds = 5\ndraw_seed = \"4 8 15\"\n\
    end_date = 2027-12-31";

/// A tournament W26 of players with these words for names.
pub fn event(lines: &str, players: u32) -> String {
    let mut text = format!(
        "[tournament]\ncode = \"W26\"\nname = \"W\"\nstart_date = 2026-01-10\n\
         time_zone = \"UTC\"\nlanguage = \"en\"\n{lines}\n\
         arbiter = {{ name = \"Olga Orlova\", email = \"td@club.example\" }}\n"
    );
    for n in 1..=players {
        text.push_str(&format!(
            "[[player]]\nname = \"Player P{n}\"\nemail = \"p{n}@x.example\"\nrating = {}\n",
            2400 - n
        ));
    }
    text
}

/// A home with this file beside it, and no tournament of it.
pub fn house(file: &str, hour: &str) -> Club {
    let mut club = Setup::new().not_started().code("X1").opens();
    club.it_is(hour);
    club.everything_read();
    std::fs::write(club.root().join("w.toml"), file).unwrap();
    club
}

/// The same where it is played.
pub fn begun(file: &str) -> Club {
    let mut club = house(file, "2026-01-10T09:00:00Z");
    let path = club.root().join("w.toml").display().to_string();
    said(&mut club, &format!("tournament add {path}"));
    said(&mut club, "tournament start W26");
    club
}

#[track_caller]
fn said(club: &mut Club, line: &str) -> String {
    let said = club.types(line);
    club.everything_read();
    said.unwrap_or_else(|e| panic!("{line}: {e}"))
}

fn ends(club: &mut Club, results: &[(u32, &str)]) {
    for (game, result) in results {
        said(
            club,
            &format!("td result W26/{game} {result} --anyway --reason told"),
        );
    }
}

fn json(club: &mut Club, line: &str) -> Value {
    serde_json::from_str(&said(club, &format!("--json {line}"))).unwrap()
}

/// What the event looks like to others: pairs, colours, results, byes, points, places.
pub fn report_file(club: &mut Club) -> String {
    said(club, "tournament report W26 --format trf")
}

/// The pairs of a round in the order of the boards.
fn round(club: &mut Club, round: u64) -> Vec<(u64, String, String)> {
    let list = json(club, "game list --tournament W26");
    let games = list.as_array().unwrap().iter();
    games
        .filter(|g| g["round"] == round)
        .map(|g| {
            let name = |side: &str| g[side]["name"].as_str().unwrap().to_owned();
            (g["board"].as_u64().unwrap(), name("white"), name("black"))
        })
        .collect()
}

/// The files of an event, written beside another home.
pub fn files(old: &mut Club, new: &Club, formats: &[&str]) -> String {
    let each = formats.iter().map(|format| {
        let text = said(old, &format!("tournament report W26 --format {format}"));
        let path = new.root().join(format!("w.{format}"));
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    });
    each.collect::<Vec<_>>().join(" ")
}

pub fn import(club: &mut Club, sources: &str) -> Result<String, String> {
    let file = club.root().join("w.toml").display().to_string();
    club.types(&format!("tournament import {file} {sources}"))
}

#[test]
fn a31_7_a_swiss_event_goes_on_elsewhere_with_the_round_that_it_would_have_had() {
    let file = event(SWISS, 9);
    let mut old = begun(&file);
    ends(
        &mut old,
        &[(1, "1-0"), (2, "1/2-1/2"), (3, "0-1"), (4, "+/-")],
    );
    old.it_is("2026-02-10T09:00:00Z");
    old.ticks();
    ends(
        &mut old,
        &[(5, "1-0"), (6, "1-0"), (7, "1/2-1/2"), (8, "-/-")],
    );
    said(
        &mut old,
        "td withdraw W26:5 W26 --games lose --finished count --anyway",
    );
    old.it_is("2026-03-15T09:00:00Z");
    old.ticks();
    // Of the third round two games are being played.
    old.it_is("2026-03-22T09:00:00Z");
    said(
        &mut old,
        "td move W26/9 5254 --received 2026-03-16 --sent 2026-03-18 --anyway",
    );
    said(
        &mut old,
        "td move W26/9 5755 --received 2026-03-19 --sent 2026-03-20 --anyway",
    );
    ends(&mut old, &[(11, "0-1"), (12, "1/2-1/2")]);
    assert_eq!(round(&mut old, 3).len(), 4);

    let mut new = house(&file, &old.now.to_string());
    let sources = files(&mut old, &new, &["trf", "pgn"]);
    let told = new.root().join("w.toml").display().to_string();
    let tried = json(
        &mut new,
        &format!("tournament import {told} {sources} --dry-run"),
    );
    assert_eq!(
        tried["remarks"],
        serde_json::json!([
            "round 3: no game and no points for Player P5; who has left is paired again unless td \
             withdraw says so"
        ])
    );
    let done = import(&mut new, &sources).unwrap_or_else(|e| panic!("{e}"));
    assert!(done.contains("12 games, 10 of them over"), "{done}");
    let letters = new.takes_all();
    assert_eq!(letters.len(), 4, "both players of both games are told");
    assert_eq!(report_file(&mut new), report_file(&mut old));
    for game in ["game show W26/9", "game show W26/10"] {
        let mut now = json(&mut new, game);
        let mut then = json(&mut old, game);
        // What is recorded has its own numbers and hours.
        for one in [&mut now, &mut then] {
            for key in ["record", "white", "black"] {
                one.as_object_mut().unwrap().remove(key);
            }
        }
        assert_eq!(now["start"], then["start"]);
        assert_eq!(now["moves"], then["moves"], "{game}");
        assert_eq!(now["clock"], then["clock"], "{game}");
        assert_eq!(now["round"], then["round"]);
    }
    let log = said(&mut new, "td log W26");
    assert!(log.contains("round 3 paired elsewhere: 4 games"), "{log}");

    // Who has left is withdrawn here too; both end the round and draw the next.
    said(
        &mut new,
        "td withdraw W26:5 W26 --games lose --finished count --anyway",
    );
    for club in [&mut old, &mut new] {
        club.it_is("2026-04-20T09:00:00Z");
        ends(club, &[(9, "1/2-1/2"), (10, "1-0")]);
        club.ticks();
        club.everything_read();
    }
    let drawn = round(&mut new, 4);
    assert_eq!(drawn, round(&mut old, 4));
    assert_eq!(drawn.len(), 4);
    assert_eq!(report_file(&mut new), report_file(&mut old));
    for club in [&mut old, &mut new] {
        let verified = said(club, "verify");
        assert!(!verified.contains("differs"), "{verified}");
        // And the last.
        ends(
            club,
            &[(13, "0-1"), (14, "1-0"), (15, "1-0"), (16, "1/2-1/2")],
        );
        club.ticks();
        club.everything_read();
    }
    assert_eq!(round(&mut new, 5), round(&mut old, 5));
    assert_eq!(round(&mut new, 5).len(), 4);
}

/// A table alone does it too: byes of every kind, each as it counts.
#[test]
fn byes_that_were_asked_for_bar_none_by_the_pairing() {
    let file = event("system = \"swiss\"\nrounds = 4", 5);
    let mut new = house(&file, "2026-03-01T09:00:00Z");
    let path = new.root().join("w.csv");
    let table = |bye: &str| {
        format!(
            "round;board;white;black;result\n1;2;Player P3;P4 Player;1/2-1/2\n\
             1;1;P1;P2;½-½\n1;;Player P5;bye;{bye}\n\
             2;;P4;P1;½-½\n2;;P2;P3;½-½\n2;;P5;-;Z\n"
        )
    };
    std::fs::write(&path, table("H")).unwrap();
    let mut other = house(&file, "2026-03-01T09:00:00Z");
    let there = other.root().join("w.csv");
    std::fs::write(&there, table("U")).unwrap();
    import(&mut new, &path.display().to_string()).unwrap_or_else(|e| panic!("{e}"));
    import(&mut other, &there.display().to_string()).unwrap_or_else(|e| panic!("{e}"));
    for club in [&mut new, &mut other] {
        club.ticks();
        club.everything_read();
        assert_eq!(round(club, 1)[0].1, "Player P1");
        assert_eq!(round(club, 3).len(), 2);
    }
    // Who has least is free, unless the pairing has freed him before.
    let free = |club: &mut Club| {
        let lines = report_file(club);
        let of = |line: &&str| line.starts_with("001 ") && line.ends_with("0000 - U");
        let free = lines.lines().map(str::trim_end).find(of).map(str::to_owned);
        free.unwrap_or_else(|| panic!("nobody is free: {lines}"))
    };
    let line = free(&mut new);
    assert!(line.contains("Player P5"), "{line}");
    assert!(line.contains("0000 - H"), "{line}");
    let line = free(&mut other);
    assert!(!line.contains("Player P5"), "{line}");
    let report = json(&mut new, "tournament report W26");
    let fifth = report["table"].as_array().unwrap().iter();
    let fifth = fifth.clone().find(|r| r["start_number"] == 5).unwrap();
    assert_eq!(fifth["points"], "1.5");
}

const CUP: &str = "system = \"knock-out\"\nties = [\"number\"]";

#[test]
fn a26_a_cup_goes_on_elsewhere_with_those_who_won() {
    for (games, formats) in [(1, &["trf", "pgn"][..]), (2, &["pgn"][..])] {
        let file = event(&format!("{CUP}\ngames = {games}"), 7);
        let mut old = begun(&file);
        let first = 3 * games;
        for game in 1..=first {
            let result = ["0-1", "1-0", "1/2-1/2"][usize::try_from(game % 3).unwrap()];
            ends(&mut old, &[(game, result)]);
        }
        old.it_is("2026-03-15T09:00:00Z");
        old.ticks();
        ends(&mut old, &[(first + 1, "0-1")]);
        let mut new = house(&file, &old.now.to_string());
        let sources = files(&mut old, &new, formats);
        import(&mut new, &sources).unwrap_or_else(|e| panic!("{e}"));
        new.everything_read();
        for club in [&mut old, &mut new] {
            club.it_is("2026-04-20T09:00:00Z");
            for game in first + 2..=first + 2 * games {
                ends(club, &[(game, "1-0")]);
            }
            club.ticks();
            club.everything_read();
        }
        let last = round(&mut new, 3);
        assert_eq!(last, round(&mut old, 3));
        assert_eq!(last.len(), usize::try_from(games).unwrap());
    }
}

#[test]
fn a_bracket_that_is_another_is_refused() {
    let file = event(&format!("{CUP}\ngames = 1"), 4);
    let mut new = house(&file, "2026-03-01T09:00:00Z");
    for (table, why) in [
        (
            "1;P1;P2;1-0\n1;P3;P4;1-0\n",
            "round 1: here the bracket, by the order of the players and the results before, has \
             Player P1 – Player P4, Player P2 – Player P3; the files have Player P1 – Player P2, \
             Player P3 – Player P4",
        ),
        (
            "1;P1;P4;1-0\n1;P3;P2;1-0\n2;P1;P2;*\n",
            "round 2: here the bracket, by the order of the players and the results before, has \
             Player P1 – Player P3; the files have Player P1 – Player P2",
        ),
        (
            "1;P1;P4;1-0\n1;P3;P2;*\n2;P1;P2;*\n",
            "a game of round 2 stands in the files, and one before it is not over",
        ),
        (
            "1;P1;P4;1-0\n1;P3;P2;1-0\n2;P1;P3;1-0\n3;P1;P3;1-0\n",
            "a game of round 3 stands in the files, and the cup is over before",
        ),
    ] {
        let path = new.root().join("w.csv");
        std::fs::write(&path, format!("round;white;black;result\n{table}")).unwrap();
        let refused = import(&mut new, &path.display().to_string()).unwrap_err();
        assert!(refused.contains(why), "{why}\n{refused}");
    }
    assert!(!said(&mut new, "tournament list").contains("W26"));
}

/// A line of a player in a report file.
pub fn line(number: u32, rounds: &str) -> String {
    let name = format!("P{number}, Player");
    format!("001 {number:>4}      {name:<33}{:44}{rounds}\n", "")
}

#[test]
fn a_round_that_does_not_fit_is_refused_with_its_place() {
    let file = event("system = \"swiss\"\nrounds = 3", 4);
    let mut new = house(&file, "2026-03-01T09:00:00Z");
    let whole = "1;P1;P3;1-0\n1;P2;P4;1-0\n";
    for (table, why) in [
        (
            "1;P1;P3;1-0\n1;P2;P3;1-0\n",
            "w.csv, line 3 (P2 – P3): Player P3 has another game in round 1 (w.csv, line 2 (P1 – P3))",
        ),
        (
            "1;P1;P3;1-0\n",
            "round 1: Player P2 has neither a game nor a bye",
        ),
        (
            "1;P1;P3;1-0\n",
            "round 1: Player P4 has neither a game nor a bye",
        ),
        (
            "1;P1;P3;1-0\n1;P2;P4;1-0\n1;P4;bye;H\n",
            "w.csv, line 4 (P4): Player P4 has a bye in round 1, and a game too",
        ),
        (
            "1;P1;P3;1-0\n1;P2;P4;1-0\n3;P1;P2;*\n3;P3;P4;*\n",
            "round 2: no game of it stands in the files",
        ),
        (
            "1;P1;P3;1-0\n1;P2;P4;1-0\n4;P1;P2;*\n",
            "a game of round 4 stands in the files, and the tournament has 3 rounds",
        ),
        (
            "1;P1;P3;1-0\n1;P2;;\n",
            "w.csv, line 3 (P2): without an opponent '' is no result",
        ),
        (
            ";P1;P3;1-0\n1;P2;P4;1-0\n",
            "w.csv, line 2 (P1 – P3): its round is not told",
        ),
    ] {
        let path = new.root().join("w.csv");
        std::fs::write(&path, format!("round;white;black;result\n{table}")).unwrap();
        let refused = import(&mut new, &path.display().to_string()).unwrap_err();
        assert!(refused.contains(why), "{why}\n{refused}");
    }
    for (rounds, why) in [
        (
            ["   3 w 1", "   4 w 1", "   1 w 0", "   2 b 0"],
            "w.trf, line 1, round 1: P1, Player has 'w' against P3, Player, who has 'w' in line 3",
        ),
        (
            ["   3 w 1", "   4 w 1", "   1 b 1", "   2 b 0"],
            "w.trf, line 1, round 1: P1, Player has '1' against P3, Player, who has '1' in line 3",
        ),
        (
            ["   3 w 1", "   3 w 1", "   1 b 0", "   2 b 0"],
            "w.trf, line 2, round 1: P2, Player met P3, Player, and line 3 does not say so",
        ),
        (
            ["   9 w 1", "   4 w 1", "   1 b 0", "   2 b 0"],
            "w.trf, line 1, round 1: P1, Player met number 9, who is not there",
        ),
        (
            ["0000 - Q", "   4 w 1", "0000 - Z", "   2 b 0"],
            "w.trf, line 1, round 1: P1, Player met nobody, and 'q' is no bye",
        ),
    ] {
        let path = new.root().join("w.trf");
        let lines = (1..).zip(rounds).map(|(n, rounds)| line(n, rounds));
        std::fs::write(&path, lines.collect::<String>()).unwrap();
        let refused = import(&mut new, &path.display().to_string()).unwrap_err();
        assert!(refused.contains(why), "{why}\n{refused}");
    }
    // Two files about one game.
    let table = new.root().join("w.csv");
    std::fs::write(&table, format!("round;white;black;result\n{whole}")).unwrap();
    let pgn = new.root().join("w.pgn");
    for (game, why) in [
        (
            "[Round \"1\"]\n[White \"P1\"]\n[Black \"P3\"]\n\n1. e4 0-1\n",
            "w.pgn, line 1, game 1 (P1 – P3): it has another result than in w.csv, line 2 (P1 – P3)",
        ),
        (
            "[Round \"1\"]\n[White \"P3\"]\n[Black \"P1\"]\n\n1. e4 0-1\n",
            "w.pgn, line 1, game 1 (P3 – P1): Player P3 has another game in round 1",
        ),
        (
            "[White \"P1\"]\n[Black \"P3\"]\n\n1. e4 1-0\n",
            "w.pgn, line 1, game 1 (P1 – P3): its round is not told",
        ),
    ] {
        std::fs::write(&pgn, game).unwrap();
        let sources = format!("{} {}", table.display(), pgn.display());
        let refused = import(&mut new, &sources).unwrap_err();
        assert!(refused.contains(why), "{why}\n{refused}");
    }
    assert!(!said(&mut new, "tournament list").contains("W26"));
    new.nobody_is_told();
}
