use super::*;
use crate::rules::{
    DayUnit, Forfeit, LateLeave, NoMate, NotationRule, Repetition, TieBreak, WhiteFirstMove,
};
use proptest::prelude::*;

fn any_fen(_: &str, _: Variant) -> Result<(), String> {
    Ok(())
}

fn defaults() -> Defaults<'static> {
    Defaults {
        language: Language::Pl,
        time_zone: Zone::utc(),
        check_fen: &any_fen,
    }
}

fn draft() -> Draft {
    let mut draft = Draft::new(Profile::Email, &defaults());
    for (key, value) in [
        ("name", "Весна \"2027\""),
        ("code", "SPRING27"),
        ("start_date", "2027-03-01"),
        ("arbiter", "Olga Orlova <td@club.example>"),
    ] {
        draft.set(key, value).unwrap();
    }
    draft
}

#[test]
fn answers_are_judged_as_the_file_will_be() {
    let mut draft = draft();
    for (key, value, said) in [
        ("code", "A B", "1 to 40 Latin letters"),
        ("start_date", "soon", "a date such as"),
        ("end_date", "2027-01-01", "after 2027-03-01"),
        ("time_zone", "Moscow", "IANA"),
        ("profile", "mail", "did you mean 'email'"),
        ("arbiter", "Olga", "write the name and the address"),
        ("arbiter", "Olga <td>", "an address has an @"),
        ("days_per_period", "many", "a whole number from 1 to 1000"),
        ("days_per_period", "0", "a whole number from 1 to 1000"),
        ("forfeit", "at once", "immediate, notice, claim"),
        ("tie_breaks", "wins wins", "twice"),
        ("penalty_days", "1 2 3", "a whole number"),
        ("days_per_perod", "3", "did you mean 'days_per_period'"),
        ("name", "a\nb", "line break"),
        ("code", "X\"\nname = \"Y", "1 to 40"),
    ] {
        let before = draft.clone();
        let found = draft.set(key, value).expect_err(value);
        assert!(found.contains(said), "{key} = {value}: {found}");
        assert_eq!(draft, before);
    }
    for (key, value, shown) in [
        ("penalty_days", "5 10", "[5, 10]"),
        ("penalty_days", "3", "3"),
        ("tie_breaks", "wins, sb", "[\"wins\", \"sb\"]"),
        ("forfeit", "claim", "\"claim\""),
        ("forfeit", "\"claim\"", "\"claim\""),
        ("variants", "no", "false"),
        ("end_date", "2029-03-01", "2029-03-01"),
        (
            "appeals",
            "Апелляция, a@club.example",
            "{ name = \"Апелляция\", email = \"a@club.example\" }",
        ),
        ("system", "match", "\"match\""),
        ("games", "6", "6"),
    ] {
        draft
            .set(key, value)
            .unwrap_or_else(|e| panic!("{key}: {e}"));
        assert_eq!(draft.shown(key).as_deref(), Some(shown));
    }
    draft.set("forfeit", "").unwrap();
    assert_eq!(draft.shown("forfeit").as_deref(), Some("\"notice\""));
    draft.set("end_date", "none").unwrap();
    assert_eq!(draft.end_date, None);
}

#[test]
fn another_profile_keeps_what_was_changed() {
    let mut draft = draft();
    draft.set("silence_days", "50").unwrap();
    draft.set("profile", "post").unwrap();
    assert_eq!(draft.regulations.silence_days, 50);
    assert_eq!(draft.regulations.days_per_period, 30);
    assert_eq!(draft.regulations.penalty_days, [5, 10]);
}

#[test]
fn the_file_explains_itself() {
    let mut draft = draft();
    draft.set("days_per_period", "40").unwrap();
    let text = draft.text();
    assert!(
        text.contains(
            "# Days of reflection for each period of moves; unused days are kept. (56.4.3)
# Allowed: 1 to 1000.
"
        ),
        "{text}"
    );
    assert!(text.contains("\ndays_per_period = 40  # the profile's default is 60\n"));
    assert!(text.contains("\n#moves_per_period = 10\n"));
    for key in HEAD.iter().chain(REGULATIONS).filter(|k| k.name != "games") {
        assert!(text.contains(&format!("{} = ", key.name)), "{}", key.name);
    }
    // Without players it asks for them, and for nothing else.
    let error = file::read(&text, "t.toml", &defaults()).unwrap_err();
    assert_eq!(error.complaints.len(), 1, "{error}");
    assert!(error.to_string().contains("[player]"), "{error}");
}

#[test]
fn what_is_not_known_is_asked_for_when_the_file_is_read() {
    let draft = Draft::new(Profile::Post, &defaults());
    assert_eq!(draft.missing(), ["name", "code", "start_date", "arbiter"]);
    let error = file::read(&draft.text(), "t.toml", &defaults())
        .unwrap_err()
        .to_string();
    for key in ["'name'", "'code'", "'start_date'", "'email'"] {
        assert!(error.contains(key), "{key}: {error}");
    }
}

#[test]
fn a_name_suggests_a_code() {
    for (name, code) in [
        ("Spring tournament", "SPRING27"),
        ("Чемпионат клуба", "CHEMPION27"),
        ("IV Кубок Ґалаґана", "KUBOK27"),
        ("Łódź 2028", "LODZ28"),
        ("2027", "T27"),
    ] {
        assert_eq!(suggested_code(name, 2027), code);
    }
}

fn regulations() -> impl Strategy<Value = Regulations> {
    let numbers = (
        1u32..=1000,
        1u32..=100,
        0u32..=30,
        1u32..=2,
        0u32..=366,
        0u32..=3660,
    );
    let terms = (0u32..=1000, 0u32..=1000, 0u32..=365, 0u32..=1000);
    let pairs = ([0u32..=1000, 0u32..=1000], [0u32..=365, 0u32..=365]);
    let words = (
        prop_oneof![Just(DayUnit::Date), Just(DayUnit::Hours24)],
        prop_oneof![
            Just(Forfeit::Immediate),
            Just(Forfeit::Notice),
            Just(Forfeit::Claim)
        ],
        prop_oneof![Just(LateLeave::FromNotice), Just(LateLeave::Reject)],
        prop_oneof![Just(WhiteFirstMove::FromStart), Just(WhiteFirstMove::Free)],
        prop_oneof![Just(NoMate::Draw), Just(NoMate::Loss)],
        prop_oneof![Just(NotationRule::Any), Just(NotationRule::Numeric)],
        prop_oneof![
            Just(Repetition::Checked),
            Just(Repetition::LastMove),
            Just(Repetition::FullRecord)
        ],
        any::<bool>(),
        Just(vec![
            TieBreak::Direct,
            TieBreak::Wins,
            TieBreak::Sb,
            TieBreak::Koya,
        ])
        .prop_shuffle()
        .prop_flat_map(|all| (0..=all.len()).prop_map(move |n| all[..n].to_vec())),
    );
    (numbers, terms, pairs, words).prop_map(|(n, t, p, w)| Regulations {
        days_per_period: n.0,
        moves_per_period: n.1,
        day_unit: w.0,
        transit_days: n.2,
        penalty_days: p.0,
        forfeit: w.1,
        lose_on_overstep: n.3,
        protest_days: p.1,
        leave_days_per_year: n.4,
        leave_days_total: n.5,
        late_leave: w.2,
        repeat_after_days: t.0,
        silence_days: t.1,
        control_warning_days: t.2,
        double_after_days: t.3,
        white_first_move: w.3,
        time_against_no_mate: w.4,
        notation: w.5,
        repetition: w.6,
        variants: w.7,
        tie_breaks: w.8,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn what_is_written_is_read_as_it_was_meant(
        regulations in regulations(),
        profile in prop_oneof![Just(Profile::Email), Just(Profile::Post), Just(Profile::Server)],
        name in "[\\PC&&[^ ]][\\PC]{0,30}[\\PC&&[^ ]]",
        who in "[\\PC&&[^ ]]{1,20}",
    ) {
        prop_assume!(name.trim() == name && who.trim() == who);
        let mut draft = draft();
        draft.profile = profile;
        draft.name = Some(name);
        draft.regulations = regulations;
        draft.players = (1..=3)
            .map(|n| PlayerEntry {
                name: format!("{who} {n}"),
                email: format!("p{n}@club.example"),
                language: Some(Language::Uk).filter(|_| n > 1),
                rating: Some(2000 + n).filter(|_| n > 2),
                federation: Some(who.clone()).filter(|_| n == 2),
                withdrawn: n == 3,
            })
            .collect();
        let file = file::read(&draft.text(), "t.toml", &defaults())
            .map_err(|e| TestCaseError::fail(format!("{e}\n{}", draft.text())))?;
        prop_assert_eq!(Draft::from(&file), draft);
    }
}
