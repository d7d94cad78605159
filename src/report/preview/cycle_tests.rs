use super::*;
use crate::report::document::text;
use crate::report::preview::tests::preview;
use crate::tournament::stage::{Promoted, StageSource};

fn day(month: u32, day: u32) -> Day {
    Day::new(2027, month, day).unwrap()
}

fn entry(number: u32, from: &[(&str, &[u32])]) -> StageEntry {
    StageEntry {
        cycle: "T27".to_owned(),
        cycle_name: "Весна".to_owned(),
        number,
        from: from
            .iter()
            .map(|(stage, places)| StageSource {
                stage: (*stage).to_owned(),
                places: places.to_vec(),
            })
            .collect(),
        carry: false,
        dated: false,
        seeded: 0,
        came: Vec::new(),
    }
}

fn stage(code: &str, players: u32, entry: StageEntry) -> Preview {
    let mut stage = preview(players);
    code.clone_into(&mut stage.code);
    for (at, place) in stage.players.iter_mut().enumerate() {
        if let Some(player) = &mut place.player {
            player.id.0 = i64::from(entry.number) * 100 + i64::try_from(at).unwrap();
        }
    }
    stage.stage = Some(entry);
    stage
}

/// Two groups and a final of the first two of each.
fn cycle() -> CyclePreview {
    let from: &[(&str, &[u32])] = &[("A", &[1, 2]), ("B", &[1, 2])];
    CyclePreview {
        code: "T27".to_owned(),
        name: "Весна".to_owned(),
        language: Language::Ru,
        today: day(2, 1),
        stages: vec![
            stage("A", 4, entry(1, &[])),
            stage("B", 4, entry(2, &[])),
            stage("F", 0, entry(3, from)),
        ],
        over: BTreeSet::new(),
    }
}

#[test]
fn a_cycle_in_order_has_nothing_to_look_at() {
    let mut cycle = cycle();
    assert_eq!(cycle.to_look_at(Language::En), Vec::<String>::new());
    // The day of a stage that waits for the arbiter is not looked at: it is the cycle's.
    cycle.stages[2].start = day(1, 1);
    assert_eq!(cycle.to_look_at(Language::En), Vec::<String>::new());
    let text = text(&Planned::Cycle(cycle).document(Language::En));
    for words in [
        "Nothing strikes the eye.",
        "Come in: A: places 1, 2; B: places 1, 2.",
        "on the day after the last of these stages is over",
        "tournament start F",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn a_final_that_begins_before_its_groups_end_is_told() {
    let mut cycle = cycle();
    let last = cycle.stages.last_mut().unwrap();
    last.stage.as_mut().unwrap().dated = true;
    last.start = day(6, 1);
    let early = |before: &str, end| Warning::StageTooEarly {
        stage: "F".to_owned(),
        start: day(6, 1),
        before: before.to_owned(),
        end,
    };
    let end = Day::new(2029, 3, 1).unwrap();
    assert_eq!(cycle.warnings(), [early("A", end), early("B", end)]);
    // Without an end it may be in time, or not.
    cycle.stages[0].end = None;
    cycle.stages[1].end = Some(day(5, 31));
    let no_end = Warning::NoEndBefore {
        stage: "F".to_owned(),
        before: "A".to_owned(),
    };
    assert_eq!(cycle.warnings(), [no_end]);
    cycle.over.insert("A".to_owned());
    assert_eq!(cycle.warnings(), []);
}

#[test]
fn places_that_two_stages_take_and_places_passed_over_are_told() {
    let mut cycle = cycle();
    let second: &[(&str, &[u32])] = &[("A", &[2, 4]), ("B", &[3, 4])];
    cycle.stages.push(stage("G", 0, entry(4, second)));
    assert_eq!(
        cycle.warnings(),
        [
            Warning::PlacesTwice {
                source: "A".to_owned(),
                places: vec![2],
                stages: "F, G".to_owned(),
            },
            Warning::PlacesLeftOut {
                source: "A".to_owned(),
                places: vec![3],
            },
        ]
    );
}

#[test]
fn who_is_entered_twice_by_the_file_is_told_and_not_who_came_through() {
    let mut cycle = cycle();
    let same = cycle.stages[0].players[0].player.clone();
    cycle.stages[2].players = preview(1).players;
    cycle.stages[2].players[0].player = same;
    let of_final = cycle.stages[2].stage.as_mut().unwrap();
    of_final.seeded = 1;
    let twice = Warning::InSeveralStages("Игрок 1".to_owned(), "A, F".to_owned());
    assert_eq!(cycle.warnings(), [twice]);
    let of_final = cycle.stages[2].stage.as_mut().unwrap();
    of_final.seeded = 0;
    of_final.came = vec![Promoted {
        number: 1,
        stage: "A".to_owned(),
        place: 1,
        was: 1,
    }];
    assert_eq!(cycle.warnings(), []);
}

#[test]
fn what_strikes_the_eye_in_every_stage_is_said_once() {
    let mut cycle = cycle();
    for stage in &mut cycle.stages {
        stage.appeals = None;
    }
    cycle.stages[1].players[0].player.as_mut().unwrap().bounces = 2;
    let said = cycle.to_look_at(Language::En);
    let [all, one] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert!(all.starts_with("Nobody is named"), "{all}");
    assert!(one.starts_with("B: Игрок 1"), "{one}");
}
