//! Tournaments at the edge: of one game, of pairs with somebody who has none, of games
//! that are all left out, of players who have all left. Every form of the report says
//! what is so, and nothing that is not.

use crate::contract::House;
use serde_json::Value;

struct Edge<'a> {
    system: &'static str,
    players: usize,
    pairs: &'a [(u32, u32)],
    decisions: &'static [&'static str],
    /// Lines of the report as text.
    says: &'static [&'static str],
    /// A line's beginning that must not be there.
    never: &'static str,
}

impl Edge<'_> {
    fn is_reported(&self) {
        let house = self.played();
        let text = house.run("tournament report T26").done().out;
        for line in self.says {
            assert!(text.lines().any(|l| l == *line), "'{line}' in\n{text}");
        }
        for line in text.lines() {
            assert!(!line.starts_with(self.never), "{text}");
            assert!(
                !line.trim_end().ends_with(':'),
                "'{line}' says nothing:\n{text}"
            );
        }
        for language in ["en", "ru", "uk", "pl"] {
            for format in ["text", "html", "csv"] {
                let line = format!("tournament report T26 --format {format} --language {language}");
                let out = house.run(&line).done().out;
                assert!(
                    !out.contains("{") || format == "html",
                    "a blank is left:\n{out}"
                );
                for nonsense in ["NaN", "None", "Some(", "inf"] {
                    assert!(!out.contains(nonsense), "{nonsense}: {out}");
                }
            }
        }
        let csv = house.run("tournament report T26 --format csv").done().out;
        let mut rows = csv::Reader::from_reader(csv.trim_start_matches('\u{feff}').as_bytes());
        assert_eq!(rows.records().filter(Result::is_ok).count(), self.players);
        let json: Value = house.json("tournament report T26 --format json");
        assert_eq!(json["table"].as_array().map(Vec::len), Some(self.players));
        assert_eq!(json["final"], json["open"] == 0);
        let pgn = house.run("tournament report T26 --format pgn").done().out;
        let shown = house.json("game list --tournament T26");
        let games = shown.as_array().map_or(0, Vec::len);
        assert_eq!(pgn.matches("[Event ").count(), games);
        let trf = house.run("tournament report T26 --format trf").done().out;
        let lines = trf.lines().filter(|l| l.starts_with("001 "));
        assert_eq!(lines.count(), self.players);
        let pdf = house.path("t.pdf");
        house
            .run(&format!(
                "tournament report T26 --format pdf --output {}",
                pdf.display()
            ))
            .done();
        assert!(std::fs::read(pdf).unwrap().starts_with(b"%PDF-"));
        for line in ["tournament official-report T26", "today", "verify"] {
            house.run(line).done();
        }
    }

    fn played(&self) -> House {
        let mut file = format!(
            "[tournament]\ncode = \"T26\"\nname = \"x\"\nprofile = \"email\"\nsystem = \"{}\"\n\
             start_date = 2026-01-10\ntime_zone = \"UTC\"\nlanguage = \"en\"\n\
             arbiter = {{ name = \"O\", email = \"td@club.example\" }}\n",
            self.system
        );
        for n in 1..=self.players {
            file.push_str(&format!(
                "[[player]]\nname = \"P{n}\"\nemail = \"p{n}@x.example\"\n"
            ));
        }
        for (white, black) in self.pairs {
            file.push_str(&format!("[[pair]]\nwhite = {white}\nblack = {black}\n"));
        }
        let house = House::new();
        house.write("t.toml", &file);
        house
            .run(&format!(
                "tournament add {}",
                house.path("t.toml").display()
            ))
            .done();
        house.run("tournament start T26").done();
        for decision in self.decisions {
            house.run(&format!("td {decision}")).done();
        }
        house
    }
}

#[test]
fn one_game_that_has_not_begun() {
    let edge = Edge {
        system: "round-robin",
        players: 2,
        pairs: &[],
        decisions: &[],
        says: &[
            "0 of 1 games finished, 1 open",
            "* 1 game open: places are provisional.",
        ],
        never: "Winner",
    };
    edge.is_reported();
}

#[test]
fn one_game_drawn() {
    let edge = Edge {
        system: "round-robin",
        players: 2,
        pairs: &[],
        decisions: &["result T26/1 1/2-1/2"],
        says: &[
            "All games are finished (1): the table is final.",
            "Shared first place: P1, P2",
            "  1-2    1  P1       0.5      1  ×  ½     0.5     0  0.25   0.5",
        ],
        never: "Winner",
    };
    edge.is_reported();
}

#[test]
fn a_match_in_which_one_game_was_lost_by_both() {
    let edge = Edge {
        system: "match",
        players: 2,
        pairs: &[],
        decisions: &["result T26/1 1-0", "result T26/2 0-0"],
        says: &["Winner: P1"],
        never: "Shared",
    };
    edge.is_reported();
}

/// Who is alone left has won nothing where none of his games counts.
#[test]
fn a_match_that_one_has_left_with_all_games() {
    let edge = Edge {
        system: "match",
        players: 2,
        pairs: &[],
        decisions: &["withdraw T26:1 T26 --games annul"],
        says: &["No game counts: nobody has won."],
        never: "Winner",
    };
    edge.is_reported();
}

#[test]
fn all_games_left_out_though_everybody_counts() {
    let edge = Edge {
        system: "round-robin",
        players: 3,
        pairs: &[],
        decisions: &[
            "withdraw T26:1 T26 --games annul --finished count",
            "withdraw T26:2 T26 --games annul --finished count",
            "withdraw T26:3 T26 --games annul --finished count",
        ],
        says: &["No game counts: nobody has won."],
        never: "Shared",
    };
    edge.is_reported();
}

#[test]
fn everybody_has_left_and_counts_for_nobody() {
    let edge = Edge {
        system: "double-round-robin",
        players: 3,
        pairs: &[],
        decisions: &[
            "withdraw T26:1 T26 --games lose",
            "withdraw T26:2 T26 --games lose",
            "withdraw T26:3 T26 --games lose",
        ],
        says: &["No game counts: nobody has won."],
        never: "Winner",
    };
    edge.is_reported();
}

/// The same pair twice, one who never came, and two who have no game at all.
#[test]
fn pairs_that_leave_some_without_a_game() {
    let edge = Edge {
        system: "pairs",
        players: 5,
        pairs: &[(1, 2), (1, 2), (3, 1)],
        decisions: &[
            "result T26/1 1-0",
            "result T26/2 +/- --by default",
            "result T26/3 -/- --by default",
        ],
        says: &[
            "Winner: P1",
            "All games are finished (3): the table is final.",
        ],
        never: "Shared",
    };
    edge.is_reported();
}

/// A line for each of thousands would make letters too large for mail servers.
#[test]
fn of_hundreds_a_start_letter_lists_only_the_readers_opponents() {
    let pairs: Vec<(u32, u32)> = (1..=51).map(|n| (n, n + 51)).collect();
    let edge = Edge {
        system: "pairs",
        players: 102,
        pairs: &pairs,
        decisions: &[],
        says: &[],
        never: "Winner",
    };
    let house = edge.played();
    let folder = house.path("club/mail/out/new");
    let mut first = None;
    for entry in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(bytes.len() < 40_000, "{} bytes", bytes.len());
        let letter = mail_parser::MessageParser::default().parse(&bytes).unwrap();
        if letter.to().unwrap().contains("p1@x.example") {
            first = letter.body_text(0).map(|t| t.into_owned());
        }
    }
    let text = first.expect("a letter to P1");
    let listed = |name: &str| {
        text.lines()
            .any(|l| l.split_whitespace().nth(1) == Some(name))
    };
    assert!(listed("P1") && listed("P52"), "{text}");
    assert!(!listed("P2") && !listed("P53"), "{text}");
}
