//! Every ply of the recorded games, and the draw rules.

use crate::chess::{DrawClaim, Ending, Line, Move, Position, Variant};
use crate::language::Language;
use serde_json::Value;

pub(super) struct Game {
    pub id: String,
    pub variant: Variant,
    pub value: Value,
}

pub(super) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} in {value}"))
}

pub(super) fn games() -> Vec<Game> {
    include_str!("../../../tests/cases/games.jsonl")
        .lines()
        .map(|line| {
            let value: Value = serde_json::from_str(line).expect("a game");
            Game {
                id: text(&value, "id").to_owned(),
                variant: match text(&value, "variant") {
                    "standard" => Variant::Standard,
                    "chess960" => Variant::Chess960,
                    other => panic!("{other}"),
                },
                value,
            }
        })
        .collect()
}

impl Game {
    pub fn start(&self) -> Position {
        Position::from_fen(text(&self.value, "start_fen"), self.variant).expect("a start")
    }

    pub fn plies(&self) -> &[Value] {
        self.value["plies"].as_array().expect("plies")
    }

    /// Each ply with the line before it and its move, played on.
    pub fn walk(&self, mut visit: impl FnMut(&Line, Move, &Value)) -> Line {
        let mut line = Line::new(self.start());
        for ply in self.plies() {
            let mv = line
                .position()
                .move_of_uci(text(ply, "uci"))
                .unwrap_or_else(|| panic!("{}: {ply}", self.id));
            visit(&line, mv, ply);
            line.push(mv);
        }
        line
    }
}

#[test]
fn every_ply_is_written_as_recorded() {
    let games = games();
    assert_eq!(games.len(), 57);
    let mut plies = 0;
    for game in &games {
        game.walk(|line, mv, ply| {
            let position = line.position();
            let at = format!("{} {ply}", game.id);
            assert_eq!(position.uci(mv), text(ply, "uci"), "{at}");
            assert_eq!(position.numeric(mv), text(ply, "num"), "{at}");
            for (language, key) in [
                (Language::En, "san"),
                (Language::Ru, "ru"),
                (Language::Uk, "uk"),
                (Language::Pl, "pl"),
            ] {
                assert_eq!(position.san_in(mv, language), text(ply, key), "{at}");
            }
            let after = position.after(mv);
            assert_eq!(after.fen(), text(ply, "fen"), "{at}");
            let again = Position::from_fen(&after.fen(), game.variant).expect("our own FEN");
            assert_eq!(again.fen(), after.fen());
            plies += 1;
        });
    }
    assert_eq!(plies, 4293);
}

#[test]
fn a9_2_a9_6_events_come_at_their_ply() {
    for game in games() {
        let mut line = Line::new(game.start());
        let mut seen: Vec<(usize, &str)> = Vec::new();
        let mut told = [false; 4];
        for ply in game.plies() {
            let mv = line.position().move_of_uci(text(ply, "uci")).expect("uci");
            let ending = line.push(mv);
            let at = line.ply();
            let mut first = |slot: usize, name: &'static str, holds: bool| {
                if holds && !told[slot] {
                    told[slot] = true;
                    seen.push((at, name));
                }
            };
            let claim = line.draw_claim(None);
            first(
                0,
                "threefold_claimable",
                claim == Some(DrawClaim::Threefold),
            );
            first(1, "fivefold_automatic", ending == Some(Ending::Fivefold));
            let mate = matches!(ending, Some(Ending::Checkmate { .. }));
            let clock = line.position().halfmove_clock();
            if mate && clock >= 100 {
                assert_eq!(claim, None, "mate comes first");
            }
            first(
                2,
                "fifty_move_claimable",
                claim == Some(DrawClaim::FiftyMoves) || (mate && clock >= 100),
            );
            first(3, "checkmate_has_priority_over_75", mate && clock >= 150);
        }
        let expected: Vec<(usize, &str)> = game.value["events"]
            .as_array()
            .expect("events")
            .iter()
            .map(|event| {
                let ply = event["ply"].as_u64().expect("ply");
                (usize::try_from(ply).expect("ply"), text(event, "type"))
            })
            .collect();
        assert_eq!(seen, expected, "{}", game.id);

        let finals: Vec<&str> = game.value["final"]
            .as_array()
            .expect("final")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let ending = match line.ending() {
            Some(Ending::Checkmate { winner }) => {
                assert_eq!(winner, line.position().turn().other());
                vec!["checkmate"]
            }
            Some(Ending::Stalemate) => vec!["stalemate"],
            Some(Ending::DeadPosition) => vec!["dead_position_insufficient_material"],
            Some(Ending::Fivefold) | None => vec![],
            Some(Ending::SeventyFiveMoves) => vec!["seventyfive"],
        };
        assert_eq!(ending, finals, "{}", game.id);
    }
}

#[test]
fn draw_rules_are_kept() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../tests/cases/draw-rules.json")).expect("cases");
    assert!(cases.len() >= 7);
    for case in &cases {
        let start = Position::from_fen(text(case, "start_fen"), Variant::Standard).expect("start");
        let mut line = Line::new(start);
        let mut most = line.occurrences();
        for uci in case["uci"].as_array().expect("uci") {
            let uci = uci.as_str().expect("uci");
            let mv = line.position().move_of_uci(uci).expect("legal");
            line.push(mv);
            most = most.max(line.occurrences());
        }
        let id = text(case, "id");
        let flag = |key: &str| case[key].as_bool().expect("flag");
        let number = |key: &str| case[key].as_u64().expect("number");
        let ending = line.ending();
        let claim = line.draw_claim(None);
        let mate = matches!(ending, Some(Ending::Checkmate { .. }));
        assert_eq!(line.position().fen(), text(case, "fen_final"), "{id}");
        assert_eq!(
            line.occurrences() as u64,
            number("occurrences_of_final_position"),
            "{id}"
        );
        assert_eq!(most as u64, number("max_occurrences"), "{id}");
        assert_eq!(
            u64::from(line.position().halfmove_clock()),
            number("halfmove_clock"),
            "{id}"
        );
        assert_eq!(
            claim == Some(DrawClaim::Threefold),
            flag("threefold_now"),
            "{id}"
        );
        assert_eq!(
            claim == Some(DrawClaim::FiftyMoves),
            flag("fifty_now"),
            "{id}"
        );
        assert_eq!(
            ending == Some(Ending::Fivefold),
            flag("fivefold_now"),
            "{id}"
        );
        assert_eq!(
            ending == Some(Ending::SeventyFiveMoves),
            flag("seventyfive_now"),
            "{id}"
        );
        assert_eq!(mate, flag("checkmate"), "{id}");
        assert_eq!(ending == Some(Ending::Stalemate), flag("stalemate"), "{id}");
        assert_eq!(
            ending == Some(Ending::DeadPosition),
            flag("insufficient"),
            "{id}"
        );
        if let Some(uci) = case["intended_move"].as_str() {
            let mv = line.position().move_of_uci(uci).expect("intended");
            let claim = line.draw_claim(Some(mv));
            let wanted = if flag("intended_claim_threefold") {
                Some(DrawClaim::Threefold)
            } else if flag("intended_claim_fifty") {
                Some(DrawClaim::FiftyMoves)
            } else {
                None
            };
            assert_eq!(claim, wanted, "{id}");
        }
    }
}
