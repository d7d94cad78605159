//! The acceptance games, played through the mailbox: every half-move a letter,
//! and after every half-move the position and the notation another program gave.

use crate::clients::extracted;
use crate::club::{PERSONAS, ROBOT, folder, postchess_run};
use postchess::config::Config;
use postchess::ids::GameName;
use postchess::robot::{Home, Robot};
use postchess::store::Store;
use postchess::time::Instant;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// Letters put into the mailbox before each pass.
const A_PASS: usize = 400;

struct Acceptance {
    id: String,
    game: Value,
    /// Half-moves up to the one where a rule ends the game.
    plies: Vec<Value>,
}

/// All games of the file, each cut where a rule ends it.
fn games() -> Vec<Acceptance> {
    let text = std::fs::read_to_string("tests/cases/games.jsonl").expect("games.jsonl");
    let mut games = Vec::new();
    for line in text.lines() {
        let game: Value = serde_json::from_str(line).expect("a game");
        let mut plies = game["plies"].as_array().expect("plies").clone();
        let cut = game["events"]
            .as_array()
            .expect("events")
            .iter()
            .find(|e| e["type"] == "fivefold_automatic")
            .and_then(|e| e["ply"].as_u64());
        if let Some(ply) = cut {
            plies.truncate(usize::try_from(ply).unwrap());
        }
        let id = game["id"].as_str().expect("id").to_owned();
        games.push(Acceptance { id, game, plies });
    }
    games
}

/// A tournament file with the games of one variant, in their order.
fn file(code: &str, variant: &str, games: &[&Acceptance]) -> String {
    let mut text = format!(
        "[tournament]\ncode = \"{code}\"\nname = \"Acceptance\"\nprofile = \"email\"\n\
         system = \"pairs\"\nstart_date = 2026-01-10\ntime_zone = \"UTC\"\nlanguage = \"en\"\n\
         variant = \"{variant}\"\narbiter = {{ name = \"O\", email = \"td@club.example\" }}\n\n"
    );
    for (name, email, language) in PERSONAS.iter().take(2) {
        write!(
            text,
            "[[player]]\nname = \"{name}\"\nemail = \"{email}\"\nlanguage = \"{language}\"\n\n"
        )
        .unwrap();
    }
    for game in games {
        let fen = game.game["start_fen"].as_str().expect("start_fen");
        write!(text, "[[pair]]\nwhite = 1\nblack = 2\nfen = \"{fen}\"\n\n").unwrap();
    }
    text
}

fn letter(who: usize, game: &str, text: &str, id: usize, at: Instant) -> String {
    let from = PERSONAS[who].1;
    let at = at.rfc2822();
    format!(
        "Received: from a by mx.club.example; {at}\r\nFrom: {from}\r\nTo: {ROBOT}\r\nDate: {at}\r\n\
         Message-ID: <m{id}@mail.example>\r\nSubject: [{game}]\r\n\r\n{text}\r\n"
    )
}

/// The way a half-move is written: numeric, and other notations in turn.
fn written(ply: &Value, i: usize) -> String {
    let number = &ply["n"];
    let dots = if ply["c"] == "w" { "." } else { "..." };
    let text = match i % 5 {
        0 => &ply["san"],
        _ => &ply["num"],
    };
    format!("{number}{dots} {}", text.as_str().expect("a move"))
}

#[test]
fn all_games_through_the_mailbox() {
    let dir = folder();
    let root = dir.path().join("club");
    postchess_run(&["init", root.to_str().unwrap(), "--robot", ROBOT]).unwrap();
    let home = Home::at(&root);
    let sets = [("auth.policy".to_owned(), "address".to_owned())];
    let config = Config::load(&root, &sets).unwrap();
    let store = Store::open(home.database()).unwrap();
    let start = Instant::parse("2026-01-10T00:00:00Z").unwrap();
    let mut robot = Robot::new(home, config, store, start, true).unwrap();

    let games = games();
    assert_eq!(games.len(), 57);
    let by_variant = |variant: &str| -> Vec<&Acceptance> {
        games
            .iter()
            .filter(|g| g.game["variant"] == variant)
            .collect()
    };
    let all =
        [("ST26", "standard"), ("CF26", "chess960")].map(|(code, v)| (code, v, by_variant(v)));
    for (code, variant, games) in &all {
        robot
            .tournament_add(&file(code, variant, games), code)
            .unwrap_or_else(|e| panic!("{e}"));
        robot
            .tournament_start(code)
            .unwrap_or_else(|e| panic!("{e}"));
    }
    // Letters without pictures are written faster, and nobody looks at these.
    for (who, persona) in PERSONAS.iter().enumerate().take(2) {
        let text = letter(who, "none", "FORMAT TEXT", 1_000_000 + who, start);
        drop_letter(&root, who, &text.replace("[none]", persona.0));
    }
    robot.poll().unwrap_or_else(|e| panic!("{e}"));

    let mut letters = Vec::new();
    for (code, _, games) in &all {
        for (g, game) in games.iter().enumerate() {
            let name = format!("{code}/{}", g + 1);
            for (i, ply) in game.plies.iter().enumerate() {
                let who = usize::from(ply["c"] == "b");
                // A minute between half-moves; the games lie side by side.
                let at = start.plus_seconds(60 * i64::try_from(i + 1).unwrap());
                letters.push((at, who, name.clone(), written(ply, i)));
            }
        }
    }
    letters.sort_by_key(|(at, ..)| *at);
    let total = letters.len();
    for (n, part) in letters.chunks(A_PASS).enumerate() {
        for (i, (at, who, game, text)) in part.iter().enumerate() {
            let id = n * A_PASS + i;
            drop_letter(&root, id + 10, &letter(*who, game, text, id, *at));
        }
        robot.now = part.last().expect("letters").0.plus_seconds(1);
        let report = robot.poll().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(
            report.verdicts.get("move").copied(),
            u32::try_from(part.len()).ok(),
            "{:?}",
            report.verdicts
        );
    }
    assert!(total > 4000, "{total} half-moves");

    for (code, _, games) in &all {
        for (g, game) in games.iter().enumerate() {
            compare(&robot, &format!("{code}/{}", g + 1), game);
        }
    }
    let (count, differences) = robot.verify().unwrap();
    assert_eq!((count, differences.len()), (57, 0), "{differences:?}");

    // The PGN of both tournaments, by the command, in other programs.
    for (code, _, _) in &all {
        let file = dir.path().join("all.pgn");
        let (home, out) = (root.to_str().unwrap(), file.to_str().unwrap());
        let line = ["--home", home, "tournament", "report", code];
        crate::contract::program(&[&line[..], &["--format", "pgn", "--output", out]].concat())
            .done();
        let view = robot.store.read();
        let row = view.tournament_load(code).unwrap().expect("a tournament");
        let mut played = Vec::new();
        for game in view.games_of_tournament(row.facts.id).unwrap() {
            let file = view.game_load(game.id).unwrap();
            played.push(postchess::report::game::json(&file, file.facts.start));
        }
        crate::exports::pgn::is_read_whole(&file, &played);
    }
}

fn drop_letter(root: &Path, n: usize, text: &str) {
    let beside = root.join(format!("mail/in/tmp/{n:07}"));
    std::fs::write(&beside, text).expect("written");
    std::fs::rename(&beside, root.join(format!("mail/in/new/{n:07}"))).expect("delivered");
}

/// Every half-move as it is recorded against the acceptance data.
fn compare(robot: &Robot, name: &str, expected: &Acceptance) {
    let view = robot.store.read();
    let id = view
        .game_find(&GameName::parse(name).unwrap())
        .unwrap()
        .expect("the game");
    let file = view.game_load(id).unwrap();
    let today = file.facts.zone.day(robot.now);
    let json = postchess::report::game::json(&file, today);
    let moves = json["moves"].as_array().expect("moves");
    let about = format!("{name} {}", expected.id);
    assert_eq!(moves.len(), expected.plies.len(), "{about}");
    for (i, (played, ply)) in moves.iter().zip(&expected.plies).enumerate() {
        let at = format!("{about} half-move {}", i + 1);
        assert_eq!(played["san"], ply["san"], "{at}");
        assert_eq!(played["uci"], ply["uci"], "{at}");
        assert_eq!(played["numeric"], ply["num"], "{at}");
        assert_eq!(played["number"], ply["n"], "{at}");
        let position = file.line.position_at(i + 1).expect("a position");
        assert_eq!(position.fen(), ply["fen"].as_str().expect("fen"), "{at}");
    }
    // Another program reads our PGN, and the same moves out of it. Of castling in
    // Chess960 it writes the king's own squares.
    let read = extracted(&postchess::report::pgn::game(&file));
    assert_eq!(read.len(), expected.plies.len(), "{about}");
    if expected.game["variant"] == "standard" {
        let uci = expected.plies.iter().map(|p| p["uci"].as_str());
        assert!(
            read.iter().map(|m| Some(m.as_str())).eq(uci),
            "{about}: {read:?}"
        );
    }
    let last = expected.plies.last().and_then(|p| p["fen"].as_str());
    assert_eq!(json["fen"].as_str(), last, "{about}");
    let ending = expected.game["final"]
        .as_array()
        .and_then(|f| f.first())
        .and_then(Value::as_str);
    let fivefold = expected.game["events"]
        .as_array()
        .expect("events")
        .iter()
        .any(|e| e["type"] == "fivefold_automatic");
    let termination = match ending {
        Some("checkmate") => Some("checkmate"),
        Some("stalemate") => Some("stalemate"),
        Some("dead_position_insufficient_material") => Some("dead-position"),
        _ if fivefold => Some("fivefold"),
        _ => None,
    };
    assert_eq!(json["termination"].as_str(), termination, "{about}");
    let status = if termination.is_some() {
        "finished"
    } else {
        "active"
    };
    assert_eq!(json["status"], status, "{about}");
}
