//! Tests of [`super`].

use super::*;
use crate::chess::Variant;
use crate::language::Language;
use crate::time::Zone;
use crate::tournament::file::{self, FileError};
use crate::tournament::pairing;

const HEAD: &str = "[tournament]\ncode = \"C\"\nname = \"Cycle\"\nstart_date = 2026-01-10\n\
    arbiter = { name = \"A\", email = \"td@club.example\" }\n";

fn cycle(players: usize, stages: &str) -> Result<Vec<TournamentFile>, FileError> {
    let mut text = HEAD.to_owned();
    for number in 1..=players {
        text.push_str(&format!(
            "[[player]]\nname = \"P{number}\"\nemail = \"p{number}@club.example\"\n"
        ));
    }
    text.push_str(stages);
    let nothing = |_: &str, _: Variant| Ok(());
    let defaults = Defaults {
        language: Language::En,
        time_zone: Zone::utc(),
        check_fen: &nothing,
    };
    file::read_all(&text, "c.toml", &defaults, None)
}

const GROUPS: &str = "[[stage]]\ncode = \"C-A\"\nplayers = [1, 2, 3]\n\
    [[stage]]\ncode = \"C-B\"\nplayers = [4, 5, 6]\nsystem = \"double-round-robin\"\n\
    [stage.regulations]\nmoves_per_period = 12\n\
    [[stage]]\ncode = \"C-F\"\nname = \"Final\"\nsystem = \"knock-out\"\nstart_date = 2027-01-10\n\
    from = [{ stage = \"C-A\", places = [1, 2] }, { stage = \"C-B\", places = [1, 2] }]\n";

#[test]
fn a26_a_file_of_stages_makes_a_tournament_of_each() {
    let files = cycle(6, GROUPS).unwrap();
    let codes: Vec<&str> = files.iter().map(|f| f.code.as_str()).collect();
    assert_eq!(codes, ["C-A", "C-B", "C-F"]);
    assert_eq!(code_of(&files), "C");
    let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["Cycle, C-A", "Cycle, C-B", "Final"]);
    let games: Vec<usize> = files
        .iter()
        .map(|f| pairing::games(f).unwrap().len())
        .collect();
    assert_eq!(games, [3, 6, 0]);
    let moves: Vec<u32> = files
        .iter()
        .map(|f| f.regulations.moves_per_period)
        .collect();
    assert_eq!(moves, [10, 12, 10]);
    let last = files[2].stage.as_ref().unwrap();
    assert!(last.is_open() && last.dated && last.incoming() == 4);
    assert_eq!(files[2].start_date.to_string(), "2027-01-10");
    assert_eq!(files[0].start_date.to_string(), "2026-01-10");
}

/// Every fault of a cycle is told with its line and what is allowed.
#[test]
fn faults_of_stages_are_told() {
    let cases: &[(&str, &str)] = &[
        ("[[stage]]\nplayers = [1, 2, 3]\n", "has no 'code'"),
        (
            "[[stage]]\ncode = \"C\"\nplayers = [1, 2, 3]\n",
            "is C, which is taken",
        ),
        (
            "[[stage]]\ncode = \"C-A\"\nplayers = [1, 2]\n",
            "has player 3 nowhere",
        ),
        (
            "[[stage]]\ncode = \"C-A\"\nplayers = [1, 2, 7]\n",
            "each a whole number from 1 to 3",
        ),
        ("[[stage]]\ncode = \"C-A\"\n", "has no 'players'"),
        (
            "[[stage]]\ncode = \"C-A\"\nplayers = [1, 2, 3]\n[[stage]]\ncode = \"C-F\"\n\
             from = [{ stage = \"C-X\", places = [1, 2] }]\n",
            "a stage above (C-A)",
        ),
        (
            "[[stage]]\ncode = \"C-A\"\nplayers = [1, 2, 3]\n[[stage]]\ncode = \"C-F\"\n\
             from = [{ stage = \"C-A\", places = [1, 4] }]\n",
            "each a whole number from 1 to 3",
        ),
        (
            "[[stage]]\ncode = \"C-A\"\nplayers = [1, 2, 3]\n[[stage]]\ncode = \"C-F\"\n\
             from = [{ stage = \"C-A\", places = [1] }]\n",
            "make 1 players",
        ),
        (
            "[[stage]]\ncode = \"C-A\"\nplayers = [1, 2, 3]\n[[stage]]\ncode = \"C-F\"\n\
             system = \"double-round-robin\"\ncarry = true\n\
             from = [{ stage = \"C-A\", places = [1, 2] }]\n",
            "allowed only where all meet all",
        ),
        (
            "[[stage]]\ncode = \"C-A\"\nplayers = [1, 2, 3]\nteams = [1]\n",
            "is not for this system",
        ),
        (
            "[[stage]]\ncode = \"C-A\"\nplayers = [1, 2, 3]\nsystem = \"team-swiss\"\nrounds = 2\n",
            "is not for this system; allowed: 'teams'",
        ),
        (
            "[[stage]]\ncode = \"C-A\"\nplayers = [1, 2, 3]\nplacess = 1\n",
            "unknown key 'placess'",
        ),
    ];
    for (stages, said) in cases {
        let error = cycle(3, stages).expect_err(stages).to_string();
        assert!(error.contains(said), "{stages}\n{error}");
    }
}

fn table(rows: &[(u32, usize, bool)]) -> Vec<RankedUnit> {
    let row = |&(number, group, stays): &(u32, usize, bool)| RankedUnit {
        number,
        group,
        stays,
        taken: false,
    };
    rows.iter().map(row).collect()
}

/// A second final takes the places below the first one's.
#[test]
fn a39_who_has_gone_on_takes_no_place_of_a_lower_stage() {
    let stage = |places: &[u32]| StageEntry {
        cycle: "C".to_owned(),
        cycle_name: "C".to_owned(),
        number: 3,
        from: vec![StageSource {
            stage: "A".to_owned(),
            places: places.to_vec(),
        }],
        carry: false,
        dated: false,
        seeded: 0,
        came: Vec::new(),
    };
    let through = |rows: &[(u32, usize, bool)], taken: &[u32]| {
        let mut table = table(rows);
        for unit in &mut table {
            unit.taken = taken.contains(&unit.number);
        }
        let tables = BTreeMap::from([("A".to_owned(), table)]);
        let came = promoted(&stage(&[3, 4]), &tables)?;
        Ok(came.iter().map(|one| one.was).collect::<Vec<u32>>())
    };
    let rows = [
        (1, 1, false),
        (2, 2, false),
        (3, 3, false),
        (4, 4, false),
        (5, 5, false),
    ];
    assert_eq!(through(&rows, &[1, 2]), Ok(vec![3, 4]));
    // The third has moved up, and the first, who made room, does not play here either.
    let made_room = [
        (1, 1, true),
        (2, 2, false),
        (3, 3, false),
        (4, 4, false),
        (5, 5, false),
    ];
    assert_eq!(through(&made_room, &[2, 3]), Ok(vec![4, 5]));
    // Level at the cut: the arbiter has decided for the third.
    let level = [
        (1, 1, false),
        (2, 2, false),
        (3, 2, false),
        (4, 4, false),
        (5, 5, false),
    ];
    assert_eq!(through(&level, &[1, 3]), Ok(vec![2, 4]));
    let told: Result<Vec<u32>, Unfilled> = Err(Unfilled::Level {
        stage: "A".to_owned(),
        numbers: vec![2, 3],
    });
    assert_eq!(through(&level, &[]), told);
}

fn through(rows: &[(u32, usize, bool)], places: &[u32]) -> Result<Vec<u32>, Unfilled> {
    let stage = StageEntry {
        cycle: "C".to_owned(),
        cycle_name: "C".to_owned(),
        number: 2,
        from: vec![StageSource {
            stage: "A".to_owned(),
            places: places.to_vec(),
        }],
        carry: false,
        dated: false,
        seeded: 1,
        came: Vec::new(),
    };
    let tables = BTreeMap::from([("A".to_owned(), table(rows))]);
    let came = promoted(&stage, &tables)?;
    for (at, one) in came.iter().enumerate() {
        assert_eq!(
            one.number,
            u32::try_from(at).unwrap() + 2,
            "behind the seeded"
        );
    }
    Ok(came.iter().map(|one| one.was).collect())
}

#[test]
fn a39_places_go_through_and_reserves_move_up() {
    let rows = [(4, 1, false), (2, 2, false), (1, 3, false), (3, 4, false)];
    assert_eq!(through(&rows, &[1, 2]), Ok(vec![4, 2]));
    assert_eq!(through(&rows, &[3, 4]), Ok(vec![1, 3]));
    let left = [(4, 1, true), (2, 2, false), (1, 3, false), (3, 4, false)];
    assert_eq!(through(&left, &[1, 2]), Ok(vec![2, 1]));
    assert_eq!(
        through(&left, &[3, 4]),
        Ok(vec![3]),
        "nobody is left for the fourth"
    );
    // Level inside the places that go through is no matter; across the cut it is.
    let level = [(4, 1, false), (2, 1, false), (1, 3, false), (3, 3, false)];
    assert_eq!(through(&level, &[1, 2]), Ok(vec![4, 2]));
    let told = Unfilled::Level {
        stage: "A".to_owned(),
        numbers: vec![1, 3],
    };
    assert_eq!(through(&level, &[1, 2, 3]), Err(told));
    let decided = [(4, 1, false), (2, 1, false), (1, 3, false), (3, 3, true)];
    assert_eq!(through(&decided, &[1, 2, 3]), Ok(vec![4, 2, 1]));
}
