use super::*;
use crate::rules::{DaysOrMonths, Scoring};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::Value;

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
    assert_eq!(draft.regulations.silence_days, DaysOrMonths::Days(50));
    draft.set("silence_days", "3 months").unwrap();
    assert_eq!(draft.regulations.silence_days, DaysOrMonths::Months(3));
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
    let says = |name: &str| !Play::KEYS.contains(&name) || draft.play.asks(name, draft.variant);
    for key in HEAD.iter().chain(REGULATIONS).filter(|k| says(k.name)) {
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

/// Any value that a kind allows, as it is stored.
fn value(kind: &ValueKind) -> BoxedStrategy<Value> {
    match kind.clone() {
        ValueKind::Number(range) => range.prop_map(Value::from).boxed(),
        ValueKind::DaysOrMonths(range) => prop_oneof![
            range.prop_map(Value::from),
            (2..=36u32).prop_map(|months| Value::from(format!("{months} months"))),
        ]
        .boxed(),
        ValueKind::Two(range, _) => [range.clone(), range]
            .prop_map(|two| Value::from(two.to_vec()))
            .boxed(),
        ValueKind::Word(words) => select(words).prop_map(Value::from).boxed(),
        ValueKind::Words(words) => subsequence(words.to_vec(), 0..=words.len())
            .prop_shuffle()
            .prop_map(Value::from)
            .boxed(),
        ValueKind::Flag => any::<bool>().prop_map(Value::from).boxed(),
        ValueKind::Points => (1..=200i64, any::<bool>(), any::<bool>())
            .prop_filter_map("a win is more than a loss", |(win, draw, loss)| {
                Scoring::of_halves([win, i64::from(draw), i64::from(draw && loss)])
            })
            .prop_map(|points| serde_json::to_value(points).unwrap())
            .boxed(),
        ValueKind::Other(words) => panic!("what is {words}?"),
    }
}

fn regulations() -> impl Strategy<Value = Regulations> {
    let values: Vec<_> = REGULATIONS.iter().map(|key| value(&key.kind)).collect();
    values.prop_map(|values| {
        let keys = REGULATIONS.iter().map(|key| key.name.to_owned());
        let all = Value::Object(keys.zip(values).collect());
        serde_json::from_value(all).unwrap()
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
            .map(|n| EnteredPlayer {
                name: format!("{who} {n}"),
                reach: crate::address::Reach::Email(format!("p{n}@club.example")),
                address: Vec::new(),
                language: Some(Language::Uk).filter(|_| n > 1),
                rating: Some(2000 + n).filter(|_| n > 2),
                federation: Some(who.clone()).filter(|_| n == 2),
                greeting: Some(who.clone()).filter(|_| n == 3),
                withdrawn: n == 3,
            })
            .collect();
        let file = file::read(&draft.text(), "t.toml", &defaults())
            .map_err(|e| TestCaseError::fail(format!("{e}\n{}", draft.text())))?;
        prop_assert_eq!(Draft::from(&file), draft);
    }
}

#[test]
fn a_cycle_says_how_it_is_played_in_its_stages() {
    let mut draft = draft();
    draft.set("system", "cycle").unwrap();
    assert_eq!(draft.missing(), ["stage"]);
    assert_eq!(draft.shown("system"), None);
    assert!(draft.text().contains("#[[stage]]"));
    let mut group = StageDraft::new("SPRING27-A".to_owned());
    group.set("system", "swiss", Variant::Standard).unwrap();
    // How many rounds it has must be said.
    assert_eq!(group.shown("rounds", Variant::Standard), None);
    assert!(group.set("rounds", "0", Variant::Standard).is_err());
    group.set("rounds", "3", Variant::Standard).unwrap();
    group.units = vec![1, 2, 3, 4];
    let mut last = StageDraft::new("SPRING27-F".to_owned());
    last.from = vec![crate::tournament::stage::StageSource {
        stage: group.code.clone(),
        places: vec![1, 2],
    }];
    draft.stages = vec![group, last];
    assert_eq!(draft.complaints(4, &defaults()), Vec::<String>::new());
    // A list of three would leave number 4 to nobody.
    let said = draft.complaints(3, &defaults()).join("; ");
    assert!(said.contains("'players'"), "{said}");
    // Another system is one tournament again.
    draft.set("system", "match").unwrap();
    assert!(!draft.is_cycle);
}

#[test]
fn teams_are_explained_where_none_are_named() {
    let mut draft = draft();
    draft.set("system", "team-round-robin").unwrap();
    assert!(draft.text().contains("#[[team]]"));
    draft.teams = vec![team_of_line("Rooks; 1 2", 2, 1).unwrap()];
    let text = draft.text();
    assert!(!text.contains("#[[team]]") && text.contains("name = \"Rooks\""));
}
