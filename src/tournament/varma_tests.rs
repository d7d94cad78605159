use super::*;
use crate::tournament::system::round_robin::berger;
use std::collections::BTreeSet;

/// So many players of each federation, which are called by letters of the alphabet.
fn field(sizes: &[usize]) -> Vec<Drawer> {
    let of = |(federation, size): (char, &usize)| {
        (0..*size).map(move |n| Drawer {
            name: format!("{federation}{n:02}"),
            federation: Some(federation.to_string()),
        })
    };
    ('a'..='z').zip(sizes).flat_map(of).collect()
}

/// The last three rounds, in which players of one envelope do not meet (31.9).
fn late(players: usize) -> BTreeSet<(u32, u32)> {
    let rounds = berger(u32::try_from(players).unwrap());
    let last = rounds.iter().rev().take(3).flatten();
    last.flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect()
}

#[test]
fn a31_9_numbers_of_one_envelope_do_not_meet_in_the_last_three_rounds() {
    for players in FEWEST..=MOST {
        let late = late(players);
        let envelopes = envelopes(players).unwrap();
        for envelope in &envelopes {
            for a in &envelope.numbers {
                for b in &envelope.numbers {
                    // The one slip of the tables of 31.10.1.5.
                    let slip = players == 12 && [(6, 12), (12, 6)].contains(&(*a, *b));
                    assert_eq!(
                        late.contains(&(*a, *b)),
                        slip,
                        "{players}: {envelope:?} {a} {b}"
                    );
                }
            }
        }
        let mut all: Vec<u32> = envelopes.iter().flat_map(|e| e.numbers.clone()).collect();
        all.sort_unstable();
        let numbers: Vec<u32> = (1..=u32::try_from(players).unwrap()).collect();
        assert_eq!(all, numbers, "each number is in one envelope");
    }
    assert_eq!(envelopes(FEWEST - 1), None);
    assert_eq!(envelopes(MOST + 1), None);
}

#[test]
fn a31_10_1_3_a_group_draws_from_one_envelope_and_does_not_meet_late() {
    for players in FEWEST..=MOST {
        for (seed, largest) in (0..60).zip([1, 2, 3].into_iter().cycle()) {
            let mut sizes = vec![largest; players / largest];
            sizes.push(players % largest);
            let drawers = field(&sizes);
            let ceremony = draw(&drawers, &format!("seed {seed}")).unwrap();
            let mut drawn = ceremony.by_number();
            assert_eq!(drawn.len(), players);
            drawn.sort_unstable();
            assert!(drawn.into_iter().eq(0..players), "everybody has a number");
            for group in &ceremony.groups {
                let opened: BTreeSet<char> = group.draws.iter().map(|d| d.envelope).collect();
                if group.fitting.is_empty() {
                    assert!(opened.len() > 1, "{group:?}");
                    continue;
                }
                assert_eq!(opened.len(), 1);
                assert!(group.fitting.contains(&group.draws[0].envelope));
            }
            // Whom it does not help is said, and nobody else.
            let late = late(players);
            let mut meet = 0;
            for group in &ceremony.groups {
                for a in &group.draws {
                    let of = |b: &&Draw| late.contains(&(a.number, b.number));
                    meet += group.draws.iter().filter(of).count();
                }
            }
            assert_eq!(ceremony.late().len() * 2, meet);
            if ceremony.parted().count() == 0 && players != 12 {
                assert_eq!(meet, 0, "{players} {ceremony:?}");
            }
        }
    }
}

#[test]
fn a31_10_1_2_the_largest_federation_draws_first_then_by_the_alphabet() {
    let mut drawers = field(&[2, 3, 1, 3]);
    drawers.push(Drawer {
        name: "Zed".to_owned(),
        federation: None,
    });
    // The order of the list has no part in it.
    drawers.reverse();
    let ceremony = draw(&drawers, "4-8-15").unwrap();
    let order: Vec<&str> = ceremony
        .groups
        .iter()
        .flat_map(|g| &g.draws)
        .map(|d| drawers[d.drawer].name.as_str())
        .collect();
    assert_eq!(
        order,
        [
            "b00", "b01", "b02", "d00", "d01", "d02", "a00", "a01", "Zed", "c00"
        ]
    );
    let names = |drawers: &[Drawer], seed: &str| -> Vec<String> {
        let numbers = draw(drawers, seed).unwrap().by_number();
        numbers
            .into_iter()
            .map(|n| drawers[n].name.clone())
            .collect()
    };
    let drawn = names(&drawers, "4-8-15");
    drawers.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(drawn, names(&drawers, "4-8-15"));
    assert_ne!(drawn, names(&drawers, "16-23-42"));
}

#[test]
fn a31_9_a_group_that_no_envelope_holds_is_named() {
    let ceremony = draw(&field(&[6, 4]), "4-8-15").unwrap();
    let parted: Vec<usize> = ceremony.parted().map(|g| g.size).collect();
    assert_eq!(parted, [6, 4]);
    let opened: String = ceremony.groups[0]
        .draws
        .iter()
        .map(|d| d.envelope)
        .collect();
    assert_eq!(opened, "AAABBB", "the fullest first");
    let ceremony = draw(&field(&[10, 8, 3, 2, 1]), "4-8-15").unwrap();
    assert_eq!(ceremony.parted().count(), 0);
}
