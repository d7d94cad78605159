use super::*;
use crate::tournament::line_up::LineUp;

fn team(name: &str, boards: &[u32], reserves: &[u32]) -> TeamEntry {
    TeamEntry {
        name: name.to_owned(),
        captain: None,
        boards: boards.to_vec(),
        reserves: reserves.to_vec(),
        line_ups: Vec::new(),
    }
}

fn game(round: u32, white: u32, black: u32, result: TableResult) -> TableGame {
    TableGame {
        white,
        black,
        result,
        round,
    }
}

fn round_robin() -> Seating {
    Seating::of(System::TeamRoundRobin, BoardOrder::Shift)
}

fn boards(one: &Encounter) -> Vec<(Option<u32>, [u32; 2])> {
    one.games.iter().map(|g| (g.board(), g.players)).collect()
}

#[test]
fn a21_the_first_team_is_the_one_with_white_on_the_first_board() {
    use TableResult as R;
    let teams = [team("A", &[1, 2], &[]), team("B", &[3, 4], &[])];
    let second_first = [
        game(1, 3, 1, R::WhiteWins),
        game(1, 2, 4, R::Draw),
        game(2, 1, 3, R::Open),
        game(2, 4, 2, R::BlackForfeit),
    ];
    let all = encounters(&teams, &second_first, &round_robin(), Scoring::USUAL);
    assert_eq!(all[0].teams, [2, 1]);
    assert_eq!(boards(&all[0]), [(Some(1), [3, 1]), (Some(2), [4, 2])]);
    assert_eq!(all[0].points(), [Points::quarters(6), Points::quarters(2)]);
    assert_eq!(all[0].winner(), Some(2));
    assert_eq!(all[1].teams, [1, 2]);
    assert_eq!(all[1].games[1].marks(), Some(["+", "-"]));
    assert_eq!(all[1].points(), [Points::ONE, Points::ZERO]);
    assert_eq!((all[1].is_open(), all[1].winner()), (true, None));
    // The first board is empty: who has White on the second is the other team.
    let all = encounters(&teams, &second_first[1..2], &round_robin(), Scoring::USUAL);
    assert_eq!(all[0].teams, [2, 1]);
}

#[test]
fn a20_a_substitute_is_on_the_board_that_he_played() {
    use TableResult as R;
    let mut teams = [team("A", &[1, 2], &[5]), team("B", &[3, 4], &[6])];
    teams[0].lines_up(LineUp {
        round: 2,
        boards: vec![2, 5],
    });
    let mut seating = round_robin();
    // In the third round one of the second team has left: those behind him moved up.
    seating.left.insert(3, BTreeSet::from([3]));
    let games = [
        game(1, 1, 3, R::Draw),
        game(1, 4, 2, R::Draw),
        game(2, 2, 3, R::Draw),
        game(2, 4, 5, R::WhiteWins),
        game(3, 4, 1, R::Draw),
        game(3, 2, 6, R::Draw),
    ];
    let all = encounters(&teams, &games, &seating, Scoring::USUAL);
    assert_eq!(boards(&all[1]), [(Some(1), [2, 3]), (Some(2), [5, 4])]);
    assert_eq!(all[2].teams, [2, 1]);
    assert_eq!(boards(&all[2]), [(Some(1), [4, 1]), (Some(2), [6, 2])]);
}

#[test]
fn a26_the_rounds_of_scheveningen_are_one_match() {
    use TableResult as R;
    let teams = [team("A", &[1, 2], &[]), team("B", &[3, 4], &[])];
    let games = [
        game(1, 1, 3, R::WhiteWins),
        game(1, 2, 4, R::WhiteWins),
        game(2, 4, 1, R::Draw),
        game(2, 3, 2, R::WhiteWins),
    ];
    let seating = Seating::of(System::Scheveningen, BoardOrder::Shift);
    let all = encounters(&teams, &games, &seating, Scoring::USUAL);
    let [one] = &all[..] else {
        panic!("{all:?}");
    };
    assert_eq!(one.teams, [1, 2]);
    assert_eq!(one.games[2].boards, [Some(1), Some(2)]);
    assert_eq!(one.points().map(|p| p.to_string()), ["2.5", "1.5"]);
    // Two teams that meet twice otherwise play two matches.
    let twice = encounters(&teams, &games, &round_robin(), Scoring::USUAL);
    assert_eq!(twice.len(), 2);
}

#[test]
fn a_match_in_which_nothing_counts_is_none_for_the_table() {
    let teams = [team("A", &[1], &[]), team("B", &[2], &[])];
    let games = [game(1, 1, 2, TableResult::Annulled)];
    let all = encounters(&teams, &games, &round_robin(), Scoring::USUAL);
    assert_eq!(
        (all[0].counts(), all[0].is_open(), all[0].winner()),
        (false, false, None)
    );
    let table = crate::tournament::team_table::team_standings(
        &teams,
        &all,
        &[],
        crate::tournament::play::TeamScore::Match,
        Scoring::USUAL,
        &[],
    );
    assert!(table.iter().all(|row| row.matches == 0), "{table:?}");
}

#[test]
fn a38_7_1_match_points_are_of_what_could_be_had() {
    use TableResult as R;
    let teams = [team("A", &[1, 2], &[]), team("B", &[3, 4], &[])];
    for (first, second, expected) in [
        (R::WhiteWins, R::Draw, ["2", "0"]),
        (R::WhiteWins, R::WhiteWins, ["1", "1"]),
        (R::Draw, R::Draw, ["1", "1"]),
        (R::BothForfeit, R::BothForfeit, ["0", "0"]),
        (R::BothLose, R::BothLose, ["0", "0"]),
        (R::WhiteWins, R::BothForfeit, ["1", "0"]),
        (R::WhiteForfeit, R::BothLose, ["1", "0"]),
        (R::Draw, R::BothLose, ["0", "0"]),
        (R::WhiteWins, R::Annulled, ["2", "0"]),
        (R::Draw, R::Annulled, ["1", "1"]),
        (R::BlackForfeit, R::BlackWins, ["1", "1"]),
    ] {
        // The second board has the other colours.
        let games = [game(1, 1, 3, first), game(1, 4, 2, second)];
        let [win, draw, loss] = [12, 4, 2].map(Points::quarters);
        for scoring in [Scoring::USUAL, Scoring { win, draw, loss }] {
            let all = encounters(&teams, &games, &round_robin(), scoring);
            let points = all[0].match_points().map(|p| p.to_string());
            assert_eq!(points, expected, "{first:?}, {second:?}");
        }
    }
}
