use super::*;
use crate::chess::Variant;
use crate::rules::Profile;
use crate::time::Zone;

fn any_fen(_: &str, _: Variant) -> Result<(), String> {
    Ok(())
}

fn defaults() -> Defaults<'static> {
    Defaults {
        language: Language::En,
        time_zone: Zone::utc(),
        check_fen: &any_fen,
    }
}

fn field(count: usize) -> TournamentFile {
    let mut draft = Draft::new(Profile::Email, &defaults());
    for (key, value) in [
        ("name", "Spring"),
        ("code", "S27"),
        ("start_date", "2027-03-01"),
        ("arbiter", "Olga <td@club.example>"),
    ] {
        draft.set(key, value).unwrap();
    }
    draft.players = (1..=count)
        .map(|n| EnteredPlayer::from(&person(&format!("P{n}"), &format!("p{n}@x.example"))))
        .collect();
    read_again(&draft, &defaults(), None).unwrap()
}

fn person(name: &str, email: &str) -> Person {
    Person {
        name: name.to_owned(),
        email: email.to_owned(),
        language: None,
        rating: None,
        federation: None,
    }
}

fn change(base: &TournamentFile, change: Change) -> Revision {
    revised(base, &change, &defaults()).unwrap()
}

/// Who meets whom with which colour, by names.
fn pairs(file: &TournamentFile) -> Vec<(u32, u32)> {
    pairing::games(file)
        .unwrap()
        .iter()
        .map(|g| (g.white, g.black))
        .collect()
}

#[test]
fn a31_4_a_player_who_leaves_leaves_the_draw_as_it_is() {
    let base = field(6);
    let after = change(
        &base,
        Change::Remove {
            number: 3,
            renumber: false,
        },
    );
    assert_eq!(after.disturbed, 0);
    let expected: Vec<(u32, u32)> = pairs(&base)
        .into_iter()
        .filter(|(w, b)| ![*w, *b].contains(&3))
        .collect();
    assert_eq!(pairs(&after.file), expected);
    assert_eq!(
        after.what,
        [
            "number 3: P3 leaves; the number stays free: who meets it has no game in that round (31.4)"
        ]
    );
    // Someone else may have the number.
    let filled = change(
        &after.file,
        Change::Add(person("New", "new@x.example"), None),
    );
    assert_eq!(pairs(&filled.file), pairs(&base));
    assert_eq!(
        (filled.disturbed, filled.what),
        (0, vec!["number 3: New <new@x.example> comes in".to_owned()])
    );
    // Moving up is another draw.
    let renumbered = change(
        &base,
        Change::Remove {
            number: 3,
            renumber: true,
        },
    );
    assert!(renumbered.disturbed > 0);
    assert!(
        renumbered
            .draw()
            .contains("another draw, which 31.4 allows only"),
        "{}",
        renumbered.draw()
    );
    assert!(
        renumbered
            .what
            .contains(&"P4 gets number 3, was 4".to_owned()),
        "{:?}",
        renumbered.what
    );
}

#[test]
fn a31_4_a_late_entry_takes_the_free_place_of_an_odd_field() {
    let odd = change(&field(5), Change::Add(person("New", "new@x.example"), None));
    assert_eq!((odd.disturbed, odd.file.players.len()), (0, 6));
    let even = change(&field(6), Change::Add(person("New", "new@x.example"), None));
    assert!(even.disturbed > 0);
}

#[test]
fn a_replacement_is_told_from_a_correction() {
    let base = field(4);
    let replaced = change(&base, Change::Replace(2, person("New", "new@x.example")));
    assert_eq!(
        replaced.what,
        [
            "number 2: New <new@x.example> takes the place of P2 <p2@x.example>; the draw stays (31.4)"
        ]
    );
    assert_eq!(replaced.fates[1], (2, PersonFate::Enters));
    let to = Correction {
        name: Some("Pawel".into()),
        email: Some("pawel@x.example".into()),
        rating: Some(2000),
        ..Correction::default()
    };
    let corrected = change(&base, Change::Correct(2, to));
    assert_eq!(
        corrected.what,
        [
            "number 2, P2: address pawel@x.example, was p2@x.example",
            "number 2, P2: name Pawel, was P2; rating 2000, was none",
        ]
    );
    assert!(matches!(corrected.fates[1].1, PersonFate::Moves { .. }));
    assert_eq!(corrected.disturbed, 0);
    // From an edited file, the same name means the same person.
    let mut edited = base.clone();
    edited.players[0].reach = "other@x.example".into();
    let seen = compared(&base, edited, None);
    assert!(matches!(seen.fates[0].1, PersonFate::Moves { .. }));
}

#[test]
fn keys_change_as_a_file_would_have_them() {
    let base = field(4);
    let after = change(&base, Change::Set("days_per_period".into(), "40".into()));
    assert_eq!(after.what, ["days_per_period: 40, was 60 (56.4.3)"]);
    let refused = |change: Change| revised(&base, &change, &defaults()).unwrap_err();
    assert!(refused(Change::Set("days_per_period".into(), "0".into())).contains("1 to 1000"));
    assert!(refused(Change::Set("code".into(), "X".into())).contains("the code stays S27"));
    assert!(refused(Change::Replace(9, person("N", "n@x.example"))).contains("from 1 to 4"));
    assert!(
        refused(Change::Replace(2, person("N", "P1@x.example")))
            .contains("the address of player 1 too")
    );
    assert!(refused(Change::Add(person("N", "n@x.example"), Some(2))).contains("`replace 2`"));
    assert!(compared(&base, base.clone(), None).is_empty());
}

#[test]
fn teams_rounds_and_what_a_stage_is_are_compared_too() {
    let mut base = field(4);
    let team = |name: &str, boards: [u32; 2]| TeamEntry {
        name: name.to_owned(),
        captain: None,
        boards: boards.to_vec(),
        reserves: Vec::new(),
        line_ups: Vec::new(),
    };
    base.teams = vec![team("Rooks", [1, 2]), team("Knights", [3, 4])];
    base.stage = Some(StageEntry {
        cycle: "S".to_owned(),
        cycle_name: "Spring".to_owned(),
        number: 2,
        from: vec![crate::tournament::stage::StageSource {
            stage: "S-A".to_owned(),
            places: vec![1, 2],
        }],
        carry: false,
        dated: false,
        seeded: 4,
        came: Vec::new(),
    });
    let mut file = base.clone();
    file.teams[0].boards = vec![2, 1];
    file.teams[1].captain = Some(file::Official::new("Petra", "petra@x.example"));
    let stage = file.stage.as_mut().unwrap();
    stage.carry = true;
    stage.from[0].places = vec![1, 3];
    assert_eq!(
        compared(&base, file, None).what,
        [
            "come in: places 1, 3 of S-A, was places 1, 2 of S-A",
            "carry: true, was false",
            "team 1, Rooks: boards: 2, 1, was 1, 2",
            "team 2, Knights: captain: Petra <petra@x.example>, was none",
        ]
    );
}
