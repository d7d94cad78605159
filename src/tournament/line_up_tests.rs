use super::*;

fn team() -> TeamEntry {
    TeamEntry {
        name: "Harbour".to_owned(),
        captain: None,
        boards: vec![1, 3, 5],
        reserves: vec![7, 9],
        line_ups: Vec::new(),
    }
}

#[test]
fn a20_who_may_play_on_which_board() {
    use BoardOrder::{Fixed, Free, Shift};
    for (boards, order, expected) in [
        (&[1, 3, 5][..], Shift, Ok(())),
        (&[1, 5, 7], Shift, Ok(())),
        (&[3, 7, 9], Shift, Ok(())),
        (&[1, 7, 5], Shift, Err(LineUpFault::Order(5))),
        (&[1, 7, 5], Fixed, Ok(())),
        (&[9, 3, 7], Fixed, Ok(())),
        (&[1, 5, 7], Fixed, Err(LineUpFault::Board(5))),
        (&[5, 1, 9], Free, Ok(())),
        (&[5, 1, 5], Free, Err(LineUpFault::Twice(5))),
        (&[1, 3], Free, Err(LineUpFault::Count(3))),
        (&[1, 3, 2], Free, Err(LineUpFault::Undeclared(2))),
    ] {
        assert_eq!(
            team().check_line_up(boards, order),
            expected,
            "{boards:?} {order:?}"
        );
    }
}

#[test]
fn a24_1_the_last_word_on_a_round_counts() {
    let mut team = team();
    let stated = |round, boards: [u32; 3]| LineUp {
        round,
        boards: boards.to_vec(),
    };
    team.lines_up(stated(3, [1, 5, 7]));
    team.lines_up(stated(2, [3, 5, 9]));
    team.lines_up(stated(3, [3, 7, 9]));
    assert_eq!(team.line_up(1), [1, 3, 5]);
    assert_eq!(team.line_up(2), [3, 5, 9]);
    assert_eq!(team.line_up(3), [3, 7, 9]);
    assert_eq!(team.line_ups.len(), 2);
}

#[test]
fn a20_others_take_the_boards_of_those_who_have_left() {
    use BoardOrder::{Fixed, Free, Shift};
    for (left, order, expected) in [
        (&[][..], Shift, [1, 3, 5]),
        (&[1], Shift, [3, 5, 7]),
        (&[1], Fixed, [7, 3, 5]),
        (&[1, 7], Fixed, [9, 3, 5]),
        (&[3, 5], Free, [1, 7, 9]),
        // Two are left for three boards.
        (&[1, 3, 9], Shift, [5, 7, 1]),
        (&[1, 3, 9], Fixed, [7, 3, 5]),
        (&[1, 3, 5, 7, 9], Shift, [1, 3, 5]),
    ] {
        let left: BTreeSet<u32> = left.iter().copied().collect();
        assert_eq!(
            team().players_of(1, order, &left),
            expected,
            "{left:?} {order:?}"
        );
    }
    let mut stated = team();
    stated.lines_up(LineUp {
        round: 2,
        boards: vec![3, 7, 9],
    });
    let left = BTreeSet::from([7]);
    assert_eq!(stated.players_of(2, Shift, &left), [1, 3, 9]);
    assert_eq!(stated.players_of(1, Shift, &left), [1, 3, 5]);
}
