//! Files of one tournament say of its games what they know, together: our own come back as they
//! were, and a game that is over and nobody says how waits for the arbiter.

use super::rounds::{begun, event, files, house, import, report_file};
use super::{import as import_into, new_house};
use crate::club::Club;
use serde_json::Value;

/// Numbers that follow from a first one.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// Results of every kind, some games with moves, some in play.
fn plays(club: &mut Club, chance: &mut Chance) {
    let list = club.types("--json game list --tournament W26").unwrap();
    let games: Vec<Value> = serde_json::from_str(&list).unwrap();
    for number in 1..=games.len() {
        let game = format!("W26/{number}");
        let made = chance.below(4);
        let moves = [
            "1. 5254 --received 2026-01-11 --sent 2026-01-12",
            "1... 5755 --received 2026-01-13 --sent 2026-01-15",
            "2. 7163 --received 2026-01-16 --sent 2026-01-16",
        ];
        for mv in moves.iter().take(usize::try_from(made).unwrap()) {
            // Where another array begins there is no such move.
            let _ = club.types(&format!("td move {game} {mv} --anyway --reason told"));
        }
        let played = ["1-0", "0-1", "1/2-1/2", "0-0"];
        let unplayed = ["+/-", "-/+", "-/-"];
        let result = match made {
            0 => unplayed.get(usize::try_from(chance.below(5)).unwrap()),
            1 => None,
            _ => played.get(usize::try_from(chance.below(6)).unwrap()),
        };
        if let Some(result) = result {
            club.types(&format!("td result {game} {result} --anyway --reason told"))
                .unwrap_or_else(|e| panic!("{game} {result}: {e}"));
        }
    }
    club.everything_read();
}

fn table(club: &mut Club) -> Value {
    let told = club.types("--json tournament report W26 --format json");
    let told: Value = serde_json::from_str(&told.unwrap()).unwrap();
    told["table"].clone()
}

fn moves(club: &mut Club) -> Vec<Value> {
    let list = club.types("--json game list --tournament W26").unwrap();
    let games: Vec<Value> = serde_json::from_str(&list).unwrap();
    let each = (1..=games.len()).map(|number| {
        let game = club.game(&format!("W26/{number}"));
        serde_json::json!([game["status"], game["result"], game["fen"], game["clock"]])
    });
    each.collect()
}

#[test]
fn our_own_files_of_all_who_meet_all_bring_it_back_together_in_any_order() {
    let terms = [
        ("system = \"round-robin\"", 4),
        ("system = \"double-round-robin\"", 3),
        ("system = \"match\"\ngames = 4", 2),
        (
            "system = \"round-robin\"\nvariant = \"chess960\"\nposition = 100",
            4,
        ),
        ("system = \"round-robin\"", 5),
    ];
    for (first, (lines, players)) in (1..).zip(terms) {
        let file = event(lines, players);
        let mut old = begun(&file);
        old.it_is("2026-02-01T09:00:00Z");
        plays(&mut old, &mut Chance(first));
        for formats in [["pgn", "trf"], ["trf", "pgn"]] {
            let mut new = house(&file, "2026-02-01T09:00:00Z");
            let sources = files(&mut old, &new, &formats);
            import(&mut new, &sources).unwrap_or_else(|e| panic!("{lines} {formats:?}: {e}"));
            new.everything_read();
            assert_eq!(report_file(&mut new), report_file(&mut old), "{lines}");
            assert_eq!(table(&mut new), table(&mut old), "{lines} {formats:?}");
            assert_eq!(moves(&mut new), moves(&mut old), "{lines} {formats:?}");
        }
        // Results alone, too, whatever array the games begin from.
        let mut new = house(&file, "2026-02-01T09:00:00Z");
        let sources = files(&mut old, &new, &["trf"]);
        import(&mut new, &sources).unwrap_or_else(|e| panic!("{lines}: {e}"));
        new.everything_read();
        let points = |club: &mut Club| -> Vec<Value> {
            let rows = table(club);
            let rows = rows.as_array().unwrap().iter();
            rows.map(|r| serde_json::json!([r["name"], r["points"]]))
                .collect()
        };
        assert_eq!(points(&mut new), points(&mut old), "{lines}");
    }
}

#[test]
fn files_that_say_different_things_of_a_game_are_refused_with_both_places() {
    let mut new = new_house("2026-03-01T09:00:00Z");
    let pgn = "[White \"Ann Archer\"]\n[Black \"Bert Baker\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
    std::fs::write(new.root().join("a.pgn"), pgn).unwrap();
    std::fs::write(
        new.root().join("b.csv"),
        "white;black;result\nAnn Archer;Bert Baker;0-1\n",
    )
    .unwrap();
    let refused = import_into(&mut new, "a.pgn b.csv", "").unwrap_err();
    assert!(
        refused.contains("b.csv, line 2") && refused.contains("another result than in a.pgn"),
        "{refused}"
    );
    // Twice in one file it is a game too many.
    std::fs::write(new.root().join("a.pgn"), format!("{pgn}\n{pgn}")).unwrap();
    let refused = import_into(&mut new, "a.pgn", "").unwrap_err();
    assert!(refused.contains("more than they play here"), "{refused}");
}

#[test]
fn a_game_that_is_over_and_nobody_says_how_waits_for_the_arbiter() {
    for (word, status) in [
        ("time forfeit", "paused"),
        ("abandoned", "paused"),
        ("Adjudication", "paused"),
        ("unterminated", "active"),
        ("adjourned", "active"),
    ] {
        let mut new = new_house("2026-06-01T09:00:00Z");
        let pgn = format!(
            "[White \"Ann Archer\"]\n[Black \"Bert Baker\"]\n[Result \"*\"]\n\
             [Termination \"{word}\"]\n\n1. e4 {{[%ccsnt 2026.01.12]}} e5 {{[%ccsnt 2026.01.14]}} *\n"
        );
        std::fs::write(new.root().join("a.pgn"), pgn).unwrap();
        let (toml, pgn) = (new.root().join("t26.toml"), new.root().join("a.pgn"));
        let line = format!("tournament import {} {}", toml.display(), pgn.display());
        let tried = new.types(&format!("--json {line} --dry-run")).unwrap();
        let tried: Value = serde_json::from_str(&tried).unwrap();
        let remarks = tried["remarks"].to_string();
        let is_named = remarks.contains("td result") && remarks.contains(word);
        assert_eq!(is_named, status == "paused", "{word}: {remarks}");
        new.types(&line).unwrap();
        let game = (1..=6)
            .map(|n| format!("T26/{n}"))
            .find(|game| {
                let json = new.game(game);
                json["white"]["name"] == "Ann Archer" && json["black"]["name"] == "Bert Baker"
            })
            .unwrap();
        new.stands(&game, "/status", status);
        let letters = new.takes_all();
        let of_game = letters.iter().filter(|m| m.game.as_deref() == Some(&game));
        let told = if status == "paused" { 0 } else { 2 };
        assert_eq!(of_game.count(), told, "{word}");
        new.types(&format!(
            "td result {game} 1-0 --by time --anyway --reason told"
        ))
        .unwrap();
        new.everything_read();
        new.stands(&game, "/result", "1-0");
        assert!(new.types("verify").is_ok());
    }
}
