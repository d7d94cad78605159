mod by_text;
mod corpus;

use super::*;

/// Small events, played on by the pairings that were made, and each round reckoned a second
/// time from the words of the rules by trying everything.
#[test]
fn c04_3_the_best_candidate_is_that_of_the_words() {
    let mut state: u64 = 11;
    let mut random = |below: u32| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        u32::try_from((state >> 33) % u64::from(below)).unwrap()
    };
    let (mut rounds, mut impossible) = (0, 0);
    for event in 0..EVENTS {
        let count = 3 + random(7);
        let last = 2 + random(count);
        let (draws, away) = (random(80), [0, 0, 4, 12][random(4) as usize]);
        let mut field = SwissField {
            most: Points::ONE,
            rounds: last,
            contestants: Vec::new(),
            absent: Vec::new(),
            forbidden: BTreeSet::new(),
            avoided: BTreeSet::new(),
            initial: if random(2) == 0 {
                Side::White
            } else {
                Side::Black
            },
        };
        if random(4) == 0 && count > 3 {
            field.forbidden.insert((1 + random(count - 1), count));
            field.forbidden.retain(|(a, b)| a < b);
        }
        let mut histories: Vec<Vec<Past>> = vec![Vec::new(); count as usize];
        for round in 1..=last {
            field.absent.clear();
            field.contestants.clear();
            for (number, history) in (1..).zip(&histories) {
                let history = history.clone();
                let gone = random(100) < away;
                let who = Contestant { number, history };
                if gone {
                    &mut field.absent
                } else {
                    &mut field.contestants
                }
                .push(who);
            }
            if field.contestants.len() < 2 {
                break;
            }
            let found = pair(&field).ok();
            let expected = by_text::paired(&field);
            let told = found
                .as_ref()
                .map(|f| (f.boards.iter().copied().collect(), f.bye));
            assert_eq!(told, expected, "event {event}, round {round} of {field:?}");
            let Some(found) = found else {
                impossible += 1;
                break;
            };
            rounds += 1;
            let mut of = |number: u32, past: Past| histories[number as usize - 1].push(past);
            for who in &field.absent {
                let points = [Points::ZERO, Points::HALF][random(2) as usize];
                of(
                    who.number,
                    Past::Unplayed {
                        points,
                        bars_bye: false,
                    },
                );
            }
            if let Some(bye) = found.bye {
                of(
                    bye,
                    Past::Unplayed {
                        points: Points::ONE,
                        bars_bye: true,
                    },
                );
            }
            for (white, black) in found.boards {
                let (one, none) = (Points::ONE, Points::ZERO);
                let (ours, theirs) = match random(100) {
                    roll if roll < draws => (Points::HALF, Points::HALF),
                    roll if roll % 2 == 0 => (one, none),
                    _ => (none, one),
                };
                let meets = random(100) >= away;
                for (who, opponent, side, points) in [
                    (white, black, Side::White, ours),
                    (black, white, Side::Black, theirs),
                ] {
                    of(
                        who,
                        match meets {
                            true => Past::Played {
                                opponent,
                                side,
                                points,
                            },
                            false => Past::Unplayed {
                                points,
                                bars_bye: points == one,
                            },
                        },
                    );
                }
            }
        }
    }
    assert!(rounds > 2 * EVENTS && impossible > EVENTS / 20);
}

/// How many of the small events.
const EVENTS: u32 = 300;

/// A player who meets the others for the first time: the colours that he had (a point is a
/// round without a game), and so many points.
fn contestant(number: u32, colours: &str, mut points: u32) -> Contestant {
    let history = colours.bytes().zip(1..).map(|(colour, round)| {
        let gets = if points > 0 {
            Points::ONE
        } else {
            Points::ZERO
        };
        points = points.saturating_sub(1);
        match colour {
            b'.' => Past::Unplayed {
                points: gets,
                bars_bye: true,
            },
            _ => Past::Played {
                opponent: 10 * number + round,
                side: if colour == b'w' {
                    Side::White
                } else {
                    Side::Black
                },
                points: gets,
            },
        }
    });
    Contestant {
        number,
        history: history.collect(),
    }
}

fn field(rounds: u32, contestants: Vec<Contestant>) -> SwissField {
    SwissField {
        most: Points::ONE,
        rounds,
        contestants,
        absent: Vec::new(),
        forbidden: BTreeSet::new(),
        avoided: BTreeSet::new(),
        initial: Side::White,
    }
}

/// In the last round, with three points of four: all want White, 1 and 3 absolutely. 1 with
/// 3 would give 3, by E.2, Black for the third time.
#[test]
fn c04_3_c9_the_narrower_difference_has_its_colour_a_third_time() {
    let four = || {
        vec![
            contestant(1, "bbwb", 3),
            contestant(2, "b.wb", 3),
            contestant(3, "wwbb", 3),
            contestant(4, "b.wb", 3),
        ]
    };
    let last = field(5, four());
    let found = pair(&last).unwrap();
    assert_eq!(found.boards, [(1, 4), (3, 2)]);
    let boards = found.boards.into_iter().collect();
    assert_eq!(by_text::paired(&last), Some((boards, None)));
    // With half of the points nobody is a topscorer (A.7), and 1 and 3 may not meet (C.3).
    let mut half = last;
    half.contestants = (1..)
        .zip(["bbwb", "b.wb", "wwbb", "b.wb"])
        .map(|(n, c)| contestant(n, c, 2))
        .collect();
    assert_eq!(pair(&half).unwrap().boards, [(1, 4), (3, 2)]);
}

/// The figures of one who has had these rounds, before the last of so many.
fn one(rounds: u32, colours: &str, points: u32) -> Contender {
    figures(rounds, Points::ONE, &[contestant(1, colours, points)], &[]).remove(0)
}

#[test]
fn c04_3_a6_colour_preferences() {
    use player::Strength::{Absolute, Mild, None as Without, Strong};
    let (white, black) = (Some(Side::White), Some(Side::Black));
    for (colours, due, strength) in [
        ("", None, Without),
        (".", None, Without),
        ("w", black, Strong),
        ("b", white, Strong),
        ("wb", white, Mild),
        ("bw", black, Mild),
        ("w.w", black, Absolute),
        ("wbb", white, Absolute),
        ("wwbb", white, Absolute),
        ("bbwb", white, Absolute),
        ("wbw.", black, Strong),
    ] {
        let of = one(9, colours, 0);
        assert_eq!((of.due, of.strength), (due, strength), "{colours}");
    }
}

#[test]
fn c04_3_a7_topscorers_are_above_half_before_the_last_round() {
    assert!(one(5, "wbwb", 3).top);
    assert!(!one(5, "wbwb", 2).top);
    assert!(!one(6, "wbwb", 3).top);
}

#[test]
fn c04_3_a4_floats() {
    use player::Float::{Down, None as Level, Up};
    let game = |opponent: u32, points: Points| Past::Played {
        opponent,
        side: Side::White,
        points,
    };
    let nothing = Past::Unplayed {
        points: Points::ZERO,
        bars_bye: false,
    };
    let (won, lost) = (game(2, Points::ONE), game(2, Points::ZERO));
    let of = |number: u32, history: &[Past]| Contestant {
        number,
        history: history.to_vec(),
    };
    // 1 and 2 meet twice, with a point each before, and then 1 with two points more.
    let first = of(1, &[game(3, Points::ONE), won, won]);
    let second = of(
        2,
        &[
            game(4, Points::ONE),
            game(1, Points::ZERO),
            game(1, Points::ZERO),
        ],
    );
    let all = figures(9, Points::ONE, &[first, second], &[]);
    assert_eq!(all[0].floats, [Down, Level]);
    assert_eq!(all[1].floats, [Up, Level]);
    // Who does not play floats down, whatever it gave; an opponent who is away counts.
    let away = of(2, &[game(4, Points::ONE), game(1, Points::ONE), nothing]);
    let here = of(1, &[game(3, Points::ZERO), lost, nothing]);
    assert_eq!(
        figures(9, Points::ONE, &[here], &[away])[0].floats,
        [Down, Up]
    );
}

/// A hundred, through eleven rounds: what a large event needs is within the widest weights.
#[test]
fn a_hundred_are_paired_through_eleven_rounds() {
    let mut histories: Vec<Vec<Past>> = vec![Vec::new(); 101];
    for round in 0..11 {
        let contestants = (1..).zip(&histories).map(|(number, history)| Contestant {
            number,
            history: history.clone(),
        });
        let found = pair(&field(11, contestants.collect())).unwrap();
        assert_eq!(found.boards.len(), 50);
        for (at, (white, black)) in found.boards.iter().enumerate() {
            let points = match (at * 7 + round * 5) % 9 {
                0..=2 => [Points::HALF; 2],
                3..=6 => [Points::ONE, Points::ZERO],
                _ => [Points::ZERO, Points::ONE],
            };
            let sides = [(*white, *black, Side::White), (*black, *white, Side::Black)];
            for ((who, opponent, side), points) in sides.into_iter().zip(points) {
                let history = &mut histories[who as usize - 1];
                let met =
                    |p: &Past| matches!(p, Past::Played { opponent: o, .. } if *o == opponent);
                assert!(!history.iter().any(met), "C.1: {who} {opponent}");
                history.push(Past::Played {
                    opponent,
                    side,
                    points,
                });
            }
        }
        let bye = found.bye.unwrap();
        let history = &mut histories[bye as usize - 1];
        let barred = |p: &Past| matches!(p, Past::Unplayed { .. });
        assert!(!history.iter().any(barred), "C.2: {bye}");
        history.push(Past::Unplayed {
            points: Points::ONE,
            bars_bye: true,
        });
    }
}
