//! A thousand random events of each system, their rules reckoned a second time from what
//! was paired and played alone.

use super::*;
use crate::tournament::play::TieDecider;

/// Numbers that are drawn again in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::try_from(self.below(all.len() as u64)).unwrap()]
    }
}

/// A round as it was paired, with random results; now and then one is won without play.
fn played(dice: &mut Dice, round: &Round) -> PastRound {
    let meetings = round.meetings.iter().map(|(white, black)| {
        let (white, black) = (*white, *black);
        let result = [(4, 0), (0, 4), (2, 2)];
        let (a, b) = dice.of(&result);
        PastMeeting {
            white,
            black,
            score: Some((Points::quarters(a), Points::quarters(b))),
            estimate: None,
            played: dice.below(20) > 0,
        }
    });
    PastRound {
        meetings: meetings.collect(),
        byes: round.byes.clone(),
        absent: BTreeSet::new(),
    }
}

/// Plays an event to its end; who leaves between rounds is absent from then on.
fn event(dice: &mut Dice, field: &mut Field<'_>, leaving: u64) -> (Vec<PastRound>, NextRound) {
    let mut past = Vec::new();
    loop {
        match next(field, &past) {
            NextRound::Paired(round) => {
                for unit in round.meetings.iter().flat_map(|(a, b)| [a, b]) {
                    assert!(!field.absent.contains(unit), "{unit} has left");
                }
                let mut round = played(dice, &round);
                round.absent.clone_from(&field.absent);
                past.push(round);
            }
            end => return (past, end),
        }
        assert!(past.len() < 200, "it does not end");
        let numbers: Vec<u32> = field.numbers().collect();
        if leaving > 0 && dice.below(leaving) == 0 {
            let one = dice.of(&numbers);
            field.absent.insert(one);
        }
    }
}

#[test]
fn a26_knock_outs_go_on_with_winners_and_end_with_one() {
    let mut dice = Dice(26);
    let mut passed_over = 0;
    for turn in 0..1_000 {
        let double = turn % 2 == 1;
        let ties = dice.of(&[
            &[TieDecider::Number][..],
            &[TieDecider::Games, TieDecider::Rating, TieDecider::Number],
            &[TieDecider::Rating, TieDecider::Lot],
        ]);
        let play = Play {
            system: if double {
                System::DoubleKnockOut
            } else {
                System::KnockOut
            },
            games: dice.of(&[1, 2, 4]),
            ties: ties.to_vec(),
            draw_seed: Some(format!("seed {turn}")),
            ..Play::default()
        };
        let mut field = Field::of(&play, u32::try_from(dice.below(23)).unwrap() + 2);
        for unit in 1..=field.units {
            field
                .ratings
                .insert(unit, 1_500 + u32::try_from(dice.below(900)).unwrap());
        }
        let leaving = dice.of(&[0, 0, 6]);
        let (past, end) = event(&mut dice, &mut field, leaving);
        assert_eq!(end, NextRound::Nothing);
        // A match is what one pair plays in one round, further games in the next counted to
        // it; who lost one is out, of a double knock-out who lost two.
        let mut losses: BTreeMap<u32, u32> = BTreeMap::new();
        let most = if double { 2 } else { 1 };
        let mut level: BTreeSet<(u32, u32)> = BTreeSet::new();
        for round in &past {
            let mut sums: BTreeMap<(u32, u32), (Points, Points)> = BTreeMap::new();
            for meeting in &round.meetings {
                let (low, high) = (
                    meeting.white.min(meeting.black),
                    meeting.white.max(meeting.black),
                );
                let (white, black) = meeting.score.unwrap();
                let (a, b) = if meeting.white == low {
                    (white, black)
                } else {
                    (black, white)
                };
                let sum = sums.entry((low, high)).or_default();
                *sum = (sum.0 + a, sum.1 + b);
            }
            let mut busy = BTreeSet::new();
            for ((low, high), (a, b)) in sums {
                for unit in [low, high] {
                    assert!(busy.insert(unit), "{unit} has two matches in a round");
                    let lost = losses.get(&unit).copied().unwrap_or(0);
                    assert!(lost < most, "{unit} is out, {lost}");
                }
                let loser = match a.cmp(&b) {
                    std::cmp::Ordering::Greater => Some(high),
                    std::cmp::Ordering::Less => Some(low),
                    std::cmp::Ordering::Equal => None,
                };
                match loser {
                    Some(loser) => {
                        level.remove(&(low, high));
                        *losses.entry(loser).or_default() += 1;
                    }
                    // Further games once, where the regulations have them.
                    None if ties.contains(&TieDecider::Games) && level.insert((low, high)) => {}
                    None => {
                        level.remove(&(low, high));
                    }
                }
            }
        }
        let bracket = knock_out::played(&field, &past);
        // Who is gone when the next round is paired goes through no level match.
        for (at, round) in past.iter().enumerate() {
            let gone = past.get(at + 1).map_or(&field.absent, |next| &next.absent);
            for meeting in &round.meetings {
                let sides = [meeting.white, meeting.black];
                let (alone, left) = match sides.map(|s| gone.contains(&s)) {
                    [true, false] => (meeting.black, meeting.white),
                    [false, true] => (meeting.white, meeting.black),
                    _ => continue,
                };
                let met = |m: &&knock_out::BracketMatch| {
                    let both = m.sides.map(|s| s.map(Option::unwrap_or_default));
                    let is_it = both.is_some_and(|s| s.contains(&alone) && s.contains(&left));
                    is_it && m.scores.last().is_some_and(|[a, b]| a == b)
                };
                let through = bracket.matches.iter().filter(met);
                let through: Vec<_> = through.map(|m| m.winner.flatten()).collect();
                let scored = round.meetings.iter().filter(|m| {
                    [m.white, m.black].contains(&alone) && [m.white, m.black].contains(&left)
                });
                let (own, other) = scored.fold((0, 0), |(own, other), m| {
                    let (w, b) = m.score.unwrap();
                    let (w, b) = (w.in_quarters(), b.in_quarters());
                    match m.white == alone {
                        true => (own + w, other + b),
                        false => (own + b, other + w),
                    }
                });
                if own == other {
                    passed_over += 1;
                    assert!(
                        through.contains(&Some(alone)),
                        "{alone}, {left}: {bracket:?}"
                    );
                }
            }
        }
        let places = bracket.places(&field);
        let all: usize = places.iter().map(Vec::len).sum();
        assert_eq!(all, field.numbers().count());
        if leaving == 0 {
            assert_eq!(places[0].len(), 1, "one winner: {places:?}");
            let winner = places[0][0];
            assert!(losses.get(&winner).copied().unwrap_or(0) < most);
        }
    }
    assert!(passed_over > 20, "{passed_over}");
}

#[test]
fn a31_7_swiss_events_keep_their_rules_and_have_all_their_rounds() {
    let mut dice = Dice(317);
    let mut unpaired = 0;
    for turn in 0..1_000 {
        let units = u32::try_from(dice.below(17)).unwrap() + 4;
        let play = Play {
            system: dice.of(&[System::Swiss, System::TeamSwiss]),
            rounds: dice.of(&[3, 5]).min(units - 1),
            draw_seed: (turn % 3 == 0).then(|| format!("seed {turn}")),
            ..Play::default()
        };
        let mut field = Field::of(&play, units);
        let leaving = dice.of(&[0, 0, 5]);
        let (past, end) = event(&mut dice, &mut field, leaving);
        match end {
            NextRound::Nothing => assert_eq!(past.len(), play.rounds as usize),
            // A small field, or one that many have left, may have no further pairing.
            NextRound::Unpairable(_) => unpaired += 1,
            other => panic!("{other:?}"),
        }
        let mut met = BTreeSet::new();
        let mut free = BTreeSet::new();
        for round in &past {
            let mut busy = BTreeSet::new();
            for meeting in &round.meetings {
                let (low, high) = (
                    meeting.white.min(meeting.black),
                    meeting.white.max(meeting.black),
                );
                assert!(busy.insert(low) && busy.insert(high));
                if meeting.played {
                    assert!(met.insert((low, high)), "{low} and {high} have met");
                }
            }
            assert!(round.byes.len() <= 1);
            for bye in &round.byes {
                assert!(busy.insert(bye.unit));
                assert!(free.insert(bye.unit), "{} is free twice", bye.unit);
            }
        }
    }
    assert!(unpaired < 60, "{unpaired} events have no further pairing");
}

#[test]
fn a31_5_in_every_round_robin_each_meets_each_once_a_leg_with_colours_in_turn() {
    for units in 2..=40 {
        for legs in 1..=4 {
            let rounds = round_robin::legs(units, legs);
            let mut times: BTreeMap<(u32, u32), (u32, i32)> = BTreeMap::new();
            for round in &rounds {
                let mut busy = BTreeSet::new();
                for (white, black) in round {
                    assert!(busy.insert(*white) && busy.insert(*black));
                    let one = times
                        .entry((*white.min(black), *white.max(black)))
                        .or_default();
                    one.0 += 1;
                    one.1 += if white < black { 1 } else { -1 };
                }
            }
            let pairs = units * (units - 1) / 2;
            assert_eq!(times.len(), pairs as usize);
            for (count, colours) in times.values() {
                assert_eq!(*count, legs);
                assert_eq!(colours.unsigned_abs(), legs % 2, "White by turns");
            }
        }
    }
}
