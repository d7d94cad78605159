//! Rounds that are paired one by one: cups, Swiss events, further games of a match.

use crate::club::{Club, Setup};
use serde_json::Value;

/// Who plays a game: starting numbers of White and Black.
fn pair(club: &mut Club, game: &str) -> (u64, u64) {
    let game = club.game(game);
    let of = |side: &str| game[side]["player"].as_u64().unwrap();
    (of("white"), of("black"))
}

/// The games of a round with their starting numbers, in the order of the boards.
fn round(club: &mut Club, number: u64) -> Vec<(String, u64, u64)> {
    let mut found = Vec::new();
    for n in 1.. {
        let Ok(text) = club.types(&format!("game show T26/{n} --format json")) else {
            return found;
        };
        let game: Value = serde_json::from_str(&text).unwrap();
        if game["round"] == number {
            let name = game["game"].as_str().unwrap().to_owned();
            let of = |side: &str| game[side]["player"].as_u64().unwrap();
            found.push((name, of("white"), of("black")));
        }
    }
    found
}

fn verified(club: &mut Club) {
    let (_, differences) = club.robot().verify().unwrap();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn a26_a_cup_goes_on_with_those_who_won() {
    let mut club = Setup::new()
        .system("knock-out", 4)
        .tournament("games = 1\nties = [\"number\"]")
        .opens();
    club.is_told("arbiter", "round").says("Round 1");
    assert_eq!(pair(&mut club, "T26/1"), (1, 4));
    assert_eq!(pair(&mut club, "T26/2"), (2, 3));
    club.decides("result T26/1 0-1");
    club.ticks();
    assert!(round(&mut club, 2).is_empty(), "one match is open");
    club.decides("result T26/2 1/2-1/2");
    club.everything_read();
    club.ticks();
    // Who has had White less often has it now; of two who drew the first number goes on.
    club.is_told("arbiter", "round").says("Round 2");
    assert_eq!(all(&round(&mut club, 2)), [(4, 2)]);
    assert_eq!(club.all_read("start"), 2);
    club.stands("T26/3", "/status", "active");
    club.decides("result T26/3 1-0");
    club.everything_read();
    club.ticks();
    assert!(round(&mut club, 3).is_empty(), "the cup is over");
    club.days_pass(1);
    club.ticks();
    club.is_told("arbiter", "report");
    club.everything_read();
    verified(&mut club);
}

#[test]
fn a26_nothing_is_paired_upon_a_round_that_should_have_been_another() {
    let mut club = Setup::new()
        .system("knock-out", 4)
        .tournament("games = 1\nties = [\"number\"]")
        .opens();
    club.decides("result T26/1 1-0");
    club.decides("result T26/2 1-0");
    club.ticks();
    assert_eq!(all(&round(&mut club, 2)), [(1, 2)]);
    club.everything_read();
    let first = log_id(&mut club);
    let asked = club.types("td result T26/1 0-1").unwrap_err();
    assert!(asked.contains("round 2 of T26 was paired"), "{asked}");
    club.types("td result T26/1 0-1 --anyway").unwrap();
    let astray = |club: &mut Club| {
        let today = club.types("today").unwrap();
        today.contains("round 2 was paired upon results that stand no more")
    };
    assert!(astray(&mut club));
    // The round is played out, and nothing follows upon it.
    club.decides("result T26/3 1-0");
    club.ticks();
    assert!(round(&mut club, 3).is_empty());
    assert!(astray(&mut club));
    // The first result stands again: all is as it should be.
    let wrong = log_id(&mut club);
    assert_ne!(first, wrong);
    club.types(&format!("td revoke {wrong}")).unwrap();
    assert!(!astray(&mut club));
    club.everything_read();
    verified(&mut club);
}

/// The number of the last decision about the first game.
fn log_id(club: &mut Club) -> u64 {
    let text = club.types("--json td log T26").unwrap();
    let log: Value = serde_json::from_str(&text).unwrap();
    let lines = log.as_array().unwrap().iter();
    let mut about = lines.filter(|line| line.to_string().contains("T26/1\""));
    about.next_back().unwrap()["id"].as_u64().unwrap()
}

fn all(round: &[(String, u64, u64)]) -> Vec<(u64, u64)> {
    round.iter().map(|(_, w, b)| (*w, *b)).collect()
}

#[test]
fn a26_a_level_match_is_decided_by_further_games() {
    let mut club = Setup::new()
        .system("match", 2)
        .tournament("games = 2\nties = [\"games\"]")
        .opens();
    club.decides("result T26/1 1-0");
    club.decides("result T26/2 1-0");
    club.everything_read();
    club.ticks();
    let further = round(&mut club, 3);
    assert_eq!(all(&further), [(1, 2), (2, 1)]);
    club.decides("result T26/3 1/2-1/2");
    club.decides("result T26/4 1-0");
    club.ticks();
    assert!(
        round(&mut club, 4).is_empty(),
        "one further match is enough"
    );
    club.everything_read();
    verified(&mut club);
}

#[test]
fn a26_who_left_is_passed_over_in_a_cup() {
    let mut club = Setup::new()
        .system("knock-out", 4)
        .tournament("games = 1\nties = [\"number\"]")
        .opens();
    club.decides("result T26/1 1-0");
    club.decides("result T26/2 1-0");
    club.decides("withdraw ann@a.example T26 --games lose");
    club.everything_read();
    club.ticks();
    assert!(round(&mut club, 2).is_empty(), "nobody is left to meet");
    club.everything_read();
    verified(&mut club);
}

#[test]
fn a26_who_left_a_level_match_goes_through_by_no_criterion() {
    for (ties, way) in [
        ("number", "annul"),
        ("rating\", \"number", "annul"),
        ("lot\", \"number", "annul"),
        ("number", "lose"),
    ] {
        let mut club = Setup::new()
            .system("knock-out", 4)
            .tournament(&format!(
                "games = 1\nties = [\"{ties}\"]\ndraw_seed = \"z\""
            ))
            .opens();
        club.decides(&format!("withdraw ann@a.example T26 --games {way}"));
        club.decides("result T26/2 1-0");
        club.ticks();
        let mut second = all(&round(&mut club, 2));
        for (white, black) in &mut second {
            (*white, *black) = ((*white).min(*black), (*white).max(*black));
        }
        assert_eq!(second, [(2, 4)], "{ties}, {way}");
        club.everything_read();
        verified(&mut club);
    }
}

#[test]
fn a26_a_level_match_that_stands_alone_is_decided_by_its_criteria() {
    for (ties, places) in [
        ("\"number\"", ["1", "2"]),
        ("\"rating\", \"number\"", ["1", "2"]),
        ("\"games\", \"number\"", ["1", "2"]),
        ("\"games\"", ["1-2", "1-2"]),
        ("\"rating\"", ["1-2", "1-2"]),
        ("", ["1-2", "1-2"]),
    ] {
        let mut club = Setup::new()
            .system("match", 2)
            .tournament(&format!("games = 2\nties = [{ties}]"))
            .opens();
        for n in 1..=2 {
            club.decides(&format!("result T26/{n} 1/2-1/2"));
        }
        club.ticks();
        for n in 3..=4 {
            if ties.contains("games") {
                club.decides(&format!("result T26/{n} 1/2-1/2"));
            }
        }
        club.ticks();
        let report = club.types("tournament report T26 --format json").unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        let place = |at: usize| report["table"][at]["place"].as_str().unwrap().to_owned();
        assert_eq!([place(0), place(1)], places, "{ties}");
        club.everything_read();
        verified(&mut club);
    }
}

/// 38.7.1: a match in which no team had half of what could be had is lost by both, for the
/// next pairing too.
#[test]
fn a38_7_1_a_match_lost_by_both_brings_neither_a_point() {
    let mut club = Setup::new()
        .system("team-swiss", 4)
        .tournament("rounds = 2\nteam_score = \"match\"")
        .sections(
            "[[team]]\nname = \"Harbour\"\nboards = [1]\n\
             [[team]]\nname = \"Old Town\"\nboards = [2]\n\
             [[team]]\nname = \"Mill\"\nboards = [3]\n\
             [[team]]\nname = \"Castle\"\nboards = [4]\n",
        )
        .opens();
    let first = round(&mut club, 1);
    assert_eq!(all(&first), [(1, 3), (4, 2)]);
    club.decides(&format!("result {} 0-0", first[0].0));
    club.decides(&format!("result {} 1/2-1/2", first[1].0));
    club.ticks();
    let mut second = all(&round(&mut club, 2));
    for (white, black) in &mut second {
        (*white, *black) = ((*white).min(*black), (*white).max(*black));
    }
    second.sort_unstable();
    // Those with a point come down to those with none, as both pairs have met.
    assert_eq!(second, [(1, 2), (3, 4)]);
    let report = club.types("tournament report T26 --format json").unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let teams = report["teams"].as_array().unwrap().iter();
    let mut points: Vec<(&str, &str)> = teams
        .map(|t| {
            (
                t["name"].as_str().unwrap(),
                t["match_points"].as_str().unwrap(),
            )
        })
        .collect();
    points.sort_unstable();
    let expected = [
        ("Castle", "1"),
        ("Harbour", "0"),
        ("Mill", "0"),
        ("Old Town", "1"),
    ];
    assert_eq!(points, expected);
    club.everything_read();
    verified(&mut club);
}

const SWISS: &str = "rounds = 3\nend_date = 2026-12-31";

#[test]
fn a31_7_a_swiss_event_is_paired_round_by_round() {
    let mut club = Setup::new()
        .system("swiss", 5)
        .tournament(SWISS)
        .sections(
            "[[round]]\nnumber = 1\nstart_date = 2026-01-10\nend_date = 2026-03-10\n\
             [[round]]\nnumber = 2\nstart_date = 2026-03-15\nend_date = 2026-05-15\n\
             [[round]]\nnumber = 3\nstart_date = 2026-05-20\nend_date = 2026-07-20\n",
        )
        .opens();
    club.is_told("arbiter", "round").says("Round 1");
    // The upper half meets the lower; the last is free and hears so.
    let first = round(&mut club, 1);
    assert_eq!(all(&first), [(1, 3), (4, 2)]);
    club.is_told("ewa", "round")
        .says("nie ma dla Ciebie przeciwnika");
    club.decides(&format!("result {} 1-0", first[0].0));
    club.decides(&format!("result {} 1/2-1/2", first[1].0));
    club.everything_read();
    club.ticks();
    // All is over, but the next round has a day of its own.
    assert!(round(&mut club, 2).is_empty());
    club.it_is("2026-03-15T09:00:00Z");
    club.ticks();
    club.is_told("arbiter", "round")
        .says("Round 2")
        .says("15 March 2026");
    let second = round(&mut club, 2);
    assert_eq!(second.len(), 2);
    assert!(all(&second).contains(&(5, 1)) || all(&second).contains(&(1, 5)));
    club.stands(&second[0].0, "/status", "active");
    club.everything_read();
    // Nobody loses on an adjudication that is not made: the end of the round is the end of
    // its games.
    club.it_is("2026-05-16T09:00:00Z");
    club.ticks();
    club.stands(&second[0].0, "/status", "adjudication");
    club.everything_read();
    verified(&mut club);
}

#[test]
fn a31_7_the_arbiter_may_order_a_round_while_games_are_unfinished() {
    let mut club = Setup::new()
        .system("swiss", 4)
        .tournament("rounds = 2")
        .rules("pairing_unfinished = \"estimate\"")
        .opens();
    let first = round(&mut club, 1);
    club.decides(&format!("result {} 1-0", first[0].0));
    let refused = club.types("td pair T26 --reason late").unwrap_err();
    assert!(refused.contains("unfinished games"), "{refused}");
    club.types("td pair T26 --counts 2=1-0 --reason late")
        .unwrap();
    let second = round(&mut club, 2);
    // Who won meets whom the arbiter thinks to be winning.
    let (winner, estimated) = (first[0].1, first[1].1);
    let met: Vec<u64> = vec![second[0].1, second[0].2];
    assert!(
        met.contains(&winner) && met.contains(&estimated),
        "{second:?}"
    );
    // For the table it stays open.
    club.stands(&first[1].0, "/result", "*");
    let log = club.types("td log T26").unwrap();
    assert!(log.contains("round 2 paired: 2 games"), "{log}");
    let none = club.types("td pair T26 --counts 2=1-0 --counts 3=1-0 --counts 4=1-0 --reason x");
    assert!(
        none.unwrap_err().contains("no further round"),
        "all rounds are paired"
    );
    club.everything_read();
    verified(&mut club);
}

#[test]
fn a31_9_who_should_not_meet_is_told_so_and_does_only_where_there_is_no_other_way() {
    let mut club = Setup::new()
        .system("swiss", 4)
        .tournament("rounds = 3")
        .sections("[[apart]]\nplayers = [1, 3]\n")
        .not_started()
        .opens();
    let said = "1 Ann Archer; 3 Clara Cook: not paired with each other, as far as possible. (31.9)";
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let preview = club.types("tournament preview T26").unwrap();
    assert!(words(&preview).contains(said), "{preview}");
    let shown = club.types("tournament explain T26").unwrap();
    assert!(words(&shown).contains("as far as possible."), "{shown}");
    club.starts("T26");
    // Told before the first round, each in his language.
    club.is_told("ann", "start")
        .says("3 Clara Cook: not paired with each other, as far as possible.");
    club.is_told("dima", "start")
        .says("по возможности не встречаются между собой");
    club.everything_read();
    // Without it the first would have met the third.
    let mut games = 0;
    for number in 1..=3 {
        let pairs = round(&mut club, number);
        assert_eq!(pairs.len(), 2);
        let met = all(&pairs);
        let together = met.contains(&(1, 3)) || met.contains(&(3, 1));
        assert_eq!(together, number == 3, "{met:?}");
        for _ in &pairs {
            games += 1;
            club.decides(&format!("result T26/{games} 1-0"));
        }
        if number == 2 {
            club.everything_read();
        }
        club.ticks();
        if number == 2 {
            // Nobody is left but those two.
            club.is_told("arbiter", "round")
                .says("No pairing of this round kept all apart who should not meet")
                .says("Clara Cook");
        }
        verified(&mut club);
    }
    club.everything_read();
}

#[test]
fn a31_4_who_comes_late_plays_from_the_next_round_on() {
    let mut club = Setup::new()
        .system("swiss", 4)
        .tournament("rounds = 3")
        .opens();
    club.everything_read();
    let before = all(&round(&mut club, 1));
    let enter = "td enter T26 --email late@new.example --name Late --language pl --reason late";
    club.types(enter).unwrap();
    club.everything_read();
    let again = club.types(enter).unwrap_err();
    assert!(
        again.contains("plays in T26 already, as number 5"),
        "{again}"
    );
    assert_eq!(all(&round(&mut club, 1)), before, "what is paired stays");
    for n in 1..=2 {
        club.decides(&format!("result T26/{n} 1-0"));
    }
    club.everything_read();
    club.ticks();
    // Five play now: one of them is free.
    let second = round(&mut club, 2);
    assert_eq!(second.len(), 2);
    club.everything_read();
    verified(&mut club);
    let games: Vec<u64> = second.iter().flat_map(|(_, w, b)| [*w, *b]).collect();
    let free: Vec<u64> = (1..=5).filter(|n| !games.contains(n)).collect();
    assert_eq!(free.len(), 1, "{second:?}");
    let mut club = Setup::new().round_robin(3).opens();
    let refused = club.types(enter).unwrap_err();
    assert!(
        refused.contains("takes nobody after its start"),
        "{refused}"
    );
}

#[test]
fn a33_2_who_left_a_swiss_event_is_paired_no_more() {
    let mut club = Setup::new()
        .system("swiss", 6)
        .tournament("rounds = 2")
        .opens();
    for n in 1..=3 {
        club.decides(&format!("result T26/{n} 1-0"));
    }
    club.decides("withdraw bert@b.example T26 --games lose");
    club.everything_read();
    club.ticks();
    let second = round(&mut club, 2);
    assert_eq!(second.len(), 2);
    assert!(
        all(&second).iter().all(|(w, b)| *w != 2 && *b != 2),
        "{second:?}"
    );
    assert_eq!(club.all_read("round"), 2, "the arbiter, and who is free");
    club.everything_read();
    verified(&mut club);
}

/// The term of the official report runs from the end of the last game (30.2.1.6), whenever a
/// pass finds that no round follows.
#[test]
fn a30_2_1_6_an_event_by_rounds_is_over_with_its_last_game() {
    let mut club = Setup::new()
        .system("knock-out", 2)
        .tournament("games = 1\nties = [\"number\"]")
        .opens();
    club.decides("result T26/1 1-0");
    let day = |club: &mut Club| {
        let report = club
            .types("tournament official-report T26 --format json")
            .unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        report["finished"].as_str().map(str::to_owned)
    };
    let ended = club.now.to_string();
    club.days_pass(9);
    club.ticks();
    assert_eq!(day(&mut club).as_deref(), ended.get(..10));
    club.everything_read();
}

/// A round that cannot be paired ends nothing by itself: the arbiter is told, and it is paired
/// when the cause is gone.
#[test]
fn a31_7_a_round_that_cannot_be_paired_is_the_arbiters_matter() {
    let waits = |club: &mut Club| club.types("today").unwrap().contains("td pair T26");
    let is_final = |club: &mut Club| {
        let report = club.types("tournament report T26 --format json").unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        report["final"] == true
    };
    for comes_back in [true, false] {
        let mut club = Setup::new()
            .system("swiss", 4)
            .tournament("rounds = 3")
            .opens();
        assert_eq!(all(&round(&mut club, 1)), [(1, 3), (4, 2)]);
        for n in 1..=2 {
            club.decides(&format!("result T26/{n} 1-0"));
        }
        // Two are left, who have met.
        club.decides("withdraw T26:1 T26 --games lose");
        club.decides("withdraw T26:3 T26 --games lose");
        let left = log_of(&mut club);
        club.everything_read();
        for _ in 0..3 {
            club.ticks();
            assert!(waits(&mut club) && !is_final(&mut club));
            club.nobody_is_told();
            club.days_pass(1);
        }
        if comes_back {
            club.types(&format!("td revoke {left}")).unwrap();
            club.days_pass(1);
            club.ticks();
            assert_eq!(round(&mut club, 2).len(), 1);
            assert!(!waits(&mut club));
        } else {
            let asked = club.types("td pair T26").unwrap_err();
            assert!(asked.contains("ends it after 1 rounds"), "{asked}");
            assert!(!is_final(&mut club));
            club.types("td pair T26 --anyway").unwrap();
            assert!(is_final(&mut club));
            club.days_pass(1);
            club.ticks();
            assert!(!waits(&mut club));
        }
        club.everything_read();
        verified(&mut club);
    }
}

/// The number of the newest decision.
fn log_of(club: &mut Club) -> u64 {
    let text = club.types("--json td log T26").unwrap();
    let log: Value = serde_json::from_str(&text).unwrap();
    let lines = log.as_array().unwrap().iter();
    lines.filter_map(|l| l["id"].as_u64()).next_back().unwrap()
}

#[test]
fn chess960_starts_from_its_array_and_says_how_to_castle() {
    let mut club = Setup::new()
        .system("round-robin", 2)
        .tournament("variant = \"chess960\"\nposition = 0")
        .not_started()
        .opens();
    club.starts("T26");
    let start = club.is_told("ann", "start");
    start.says("0-0 = 7181").says("0-0-0 = 7161");
    start.says("0 (BBQNNRKR)");
    let preview = club.types("tournament preview T26").unwrap();
    assert!(preview.contains("0 BBQNNRKR"), "{preview}");
    club.everything_read();
    let fen = club.game("T26/1")["fen"].as_str().unwrap().to_owned();
    assert!(
        fen.starts_with("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR"),
        "{fen}"
    );
    assert!(
        club.types("game show T26/1 --format pgn")
            .unwrap()
            .contains("[FEN \"bbqnnrkr/")
    );
    club.sends("ann", "1. 7273");
    club.everything_read();
    verified(&mut club);
}

#[test]
fn a_king_s_step_that_may_have_been_castling_is_played_with_a_word() {
    let fen = "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1";
    let mut club = Setup::new()
        .system("pairs", 2)
        .pairs(&[(1, 2)])
        .tournament("variant = \"chess960\"")
        .fen(fen)
        .opens();
    club.sends("ann", "1. Kg1");
    club.is_told("ann", "confirmation").says("0-0 or 6181");
    club.stands("T26/1", "/moves/0/uci", "f1g1");
    club.everything_read();
    verified(&mut club);
}

#[test]
fn arrays_that_break_the_rule_and_files_without_a_position_are_refused() {
    let of = |lines: &str, sections: &str| {
        let mut club = Setup::new()
            .system("round-robin", 2)
            .tournament(lines)
            .not_started();
        if !sections.is_empty() {
            club = club
                .pairs(&[(1, 2)])
                .system("pairs", 2)
                .pairs(&[(1, 2)])
                .fen(sections);
        }
        club.file()
    };
    let mut club = Setup::new().code("OTHER").not_started().opens();
    let mut refused = |file: String| {
        let failure = club.robot().tournament_add(&file, "t.toml").unwrap_err();
        failure.to_string()
    };
    assert!(refused(of("variant = \"chess960\"", "")).contains("without 'position'"));
    let said = refused(of("variant = \"chess960\"\nposition = \"draw\"", ""));
    assert!(said.contains("draw_seed"), "{said}");
    let king = "krrqbbnn/pppppppp/8/8/8/8/PPPPPPPP/KRRQBBNN w - - 0 1";
    let said = refused(of("variant = \"chess960\"", king));
    assert!(said.contains("between the rooks"), "{said}");
}

#[test]
fn a_thematic_event_begins_after_its_openings() {
    let mut club = Setup::new()
        .system("double-round-robin", 2)
        .tournament("openings = [\"e2e4 c7c5\", \"d2d4 d7d5 c2c4\"]")
        .opens();
    let fen = |club: &mut Club, game: &str| club.game(game)["fen"].as_str().unwrap().to_owned();
    assert!(fen(&mut club, "T26/1").starts_with("rnbqkbnr/pp1ppppp/8/2p5/4P3/8"));
    assert!(
        fen(&mut club, "T26/2").contains(" b "),
        "Black is to move after 2. c4"
    );
    club.play("T26/1", "7163");
    club.stands("T26/1", "/moves/0/san", "Nf3");
    club.everything_read();
    verified(&mut club);
}

#[test]
fn verify_pairs_every_round_again_and_tells_what_differs() {
    let mut club = Setup::new()
        .system("swiss", 6)
        .tournament("rounds = 2")
        .opens();
    for n in 1..=3 {
        club.decides(&format!("result T26/{n} 1-0"));
    }
    club.ticks();
    club.everything_read();
    verified(&mut club);
    let (_, white, black) = round(&mut club, 2)[0].clone();
    let club_root = club.root();
    let swap = |first: u64, second: u64| {
        let base = rusqlite::Connection::open(club_root.join("postchess.db")).unwrap();
        let of = [first as i64, second as i64];
        base.execute(
            "UPDATE game SET white = ?1, black = ?2 WHERE number = 4",
            of,
        )
        .unwrap();
    };
    swap(black, white);
    club.restarts();
    let (_, differences) = club.robot().verify().unwrap();
    let told = differences
        .iter()
        .any(|d| d.what.contains("round 2 of T26"));
    assert!(told, "{differences:?}");
    swap(white, black);
    club.restarts();
}
