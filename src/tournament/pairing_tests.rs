use super::*;
use crate::tournament::system::round_robin::{berger, legs};
use std::collections::BTreeMap;

/// The tables as article 31.5 prints them.
const PRINTED: &[(u32, &[&str])] = &[
    (4, &["1-4, 2-3", "4-3, 1-2", "2-4, 3-1"]),
    (
        6,
        &[
            "1-6, 2-5, 3-4",
            "6-4, 5-3, 1-2",
            "2-6, 3-1, 4-5",
            "6-5, 1-4, 2-3",
            "3-6, 4-2, 5-1",
        ],
    ),
    (
        8,
        &[
            "1-8, 2-7, 3-6, 4-5",
            "8-5, 6-4, 7-3, 1-2",
            "2-8, 3-1, 4-7, 5-6",
            "8-6, 7-5, 1-4, 2-3",
            "3-8, 4-2, 5-1, 6-7",
            "8-7, 1-6, 2-5, 3-4",
            "4-8, 5-3, 6-2, 7-1",
        ],
    ),
    (
        10,
        &[
            "1-10, 2-9, 3-8, 4-7, 5-6",
            "10-6, 7-5, 8-4, 9-3, 1-2",
            "2-10, 3-1, 4-9, 5-8, 6-7",
            "10-7, 8-6, 9-5, 1-4, 2-3",
            "3-10, 4-2, 5-1, 6-9, 7-8",
            "10-8, 9-7, 1-6, 2-5, 3-4",
            "4-10, 5-3, 6-2, 7-1, 8-9",
            "10-9, 1-8, 2-7, 3-6, 4-5",
            "5-10, 6-4, 7-3, 8-2, 9-1",
        ],
    ),
    (
        12,
        &[
            "1-12, 2-11, 3-10, 4-9, 5-8, 6-7",
            "12-7, 8-6, 9-5, 10-4, 11-3, 1-2",
            "2-12, 3-1, 4-11, 5-10, 6-9, 7-8",
            "12-8, 9-7, 10-6, 11-5, 1-4, 2-3",
            "3-12, 4-2, 5-1, 6-11, 7-10, 8-9",
            "12-9, 10-8, 11-7, 1-6, 2-5, 3-4",
            "4-12, 5-3, 6-2, 7-1, 8-11, 9-10",
            "12-10, 11-9, 1-8, 2-7, 3-6, 4-5",
            "5-12, 6-4, 7-3, 8-2, 9-1, 10-11",
            "12-11, 1-10, 2-9, 3-8, 4-7, 5-6",
            "6-12, 7-5, 8-4, 9-3, 10-2, 11-1",
        ],
    ),
    (
        14,
        &[
            "1-14, 2-13, 3-12, 4-11, 5-10, 6-9, 7-8",
            "14-8, 9-7, 10-6, 11-5, 12-4, 13-3, 1-2",
            "2-14, 3-1, 4-13, 5-12, 6-11, 7-10, 8-9",
            "14-9, 10-8, 11-7, 12-6, 13-5, 1-4, 2-3",
            "3-14, 4-2, 5-1, 6-13, 7-12, 8-11, 9-10",
            "14-10, 11-9, 12-8, 13-7, 1-6, 2-5, 3-4",
            "4-14, 5-3, 6-2, 7-1, 8-13, 9-12, 10-11",
            "14-11, 12-10, 13-9, 1-8, 2-7, 3-6, 4-5",
            "5-14, 6-4, 7-3, 8-2, 9-1, 10-13, 11-12",
            "14-12, 13-11, 1-10, 2-9, 3-8, 4-7, 5-6",
            "6-14, 7-5, 8-4, 9-3, 10-2, 11-1, 12-13",
            "14-13, 1-12, 2-11, 3-10, 4-9, 5-8, 6-7",
            "7-14, 8-6, 9-5, 10-4, 11-3, 12-2, 13-1",
        ],
    ),
];

fn printed(rounds: &[&str]) -> Vec<Vec<Meeting>> {
    let pair = |text: &str| {
        let (white, black) = text.trim().split_once('-').unwrap();
        (white.parse().unwrap(), black.parse().unwrap())
    };
    rounds
        .iter()
        .map(|round| round.split(',').map(pair).collect())
        .collect()
}

#[test]
fn a31_5_the_printed_tables_literally() {
    assert_eq!(PRINTED.len(), 6);
    for (even, rounds) in PRINTED {
        let table = printed(rounds);
        assert_eq!(berger(*even), table, "{even} players");
        let odd: Vec<Vec<Meeting>> = table
            .into_iter()
            .map(|r| {
                r.into_iter()
                    .filter(|(w, b)| w != even && b != even)
                    .collect()
            })
            .collect();
        assert_eq!(berger(even - 1), odd, "{} players", even - 1);
    }
}

#[test]
fn a31_5_everyone_meets_everyone_once_with_fair_colours() {
    for n in 2..=100 {
        let rounds = berger(n);
        assert_eq!(rounds.len() as u32, n - 1 + n % 2, "{n}");
        let mut met: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut whites: BTreeMap<u32, i32> = BTreeMap::new();
        for boards in &rounds {
            let mut busy: Vec<u32> = boards.iter().flat_map(|(w, b)| [*w, *b]).collect();
            busy.sort_unstable();
            busy.dedup();
            assert_eq!(
                busy.len() as u32,
                n - n % 2,
                "{n}: everyone plays once a round"
            );
            for (w, b) in boards {
                assert!((1..=n).contains(w) && (1..=n).contains(b));
                *met.entry((*w.min(b), *w.max(b))).or_default() += 1;
                *whites.entry(*w).or_default() += 1;
                *whites.entry(*b).or_default() -= 1;
            }
        }
        assert_eq!(met.len() as u32, n * (n - 1) / 2, "{n}");
        assert!(met.values().all(|times| *times == 1), "{n}");
        assert!(whites.values().all(|d| d.abs() <= 1), "{n}: {whites:?}");
    }
}

#[test]
fn a31_6_no_three_equal_colours_in_a_row() {
    for n in (2..=30).chain([100]) {
        let rounds = legs(n, 2);
        let mut met: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut colours: BTreeMap<u32, String> = BTreeMap::new();
        for boards in &rounds {
            for (w, b) in boards {
                *met.entry((*w, *b)).or_default() += 1;
                colours.entry(*w).or_default().push('w');
                colours.entry(*b).or_default().push('b');
            }
            // A free round interrupts a row of games.
            for player in 1..=n {
                if !boards.iter().any(|(w, b)| *w == player || *b == player) {
                    colours.entry(player).or_default().push('-');
                }
            }
        }
        assert_eq!(met.len() as u32, n * (n - 1), "{n}");
        assert!(met.values().all(|times| *times == 1), "{n}");
        for (player, row) in &colours {
            assert!(
                !row.contains("www") && !row.contains("bbb"),
                "{n}, {player}: {row}"
            );
        }
    }
}

#[test]
fn a31_6_only_the_last_two_rounds_of_the_first_cycle_change() {
    let (table, double) = (berger(6), legs(6, 2));
    assert_eq!(double[..3], table[..3]);
    assert_eq!(double[3], table[4]);
    assert_eq!(double[4], table[3]);
    assert_eq!(double[5], [(6, 1), (5, 2), (4, 3)]);
    assert_eq!(double[9], [(6, 3), (2, 4), (1, 5)]);
}
