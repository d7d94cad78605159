use super::*;

fn names() -> Vec<Name> {
    [
        ("confirm-forfeit", &[][..]),
        ("reject-claim", &["bar-claims"]),
        ("penalty", &[]),
        ("set-dates", &["received", "sent"]),
        ("result", &["by"]),
        ("leave grant", &["tournament"]),
        ("address", &[]),
        ("withdraw", &["games"]),
        ("opinion", &["sent", "text", "move"]),
        ("circular", &["open", "subject"]),
    ]
    .into_iter()
    .map(|(name, options)| Name {
        name: name.to_owned(),
        options: options.iter().map(|o| (*o).to_owned()).collect(),
        has_words_below: name == "circular",
    })
    .collect()
}

fn read(text: &str) -> Orders {
    find(text, &names(), &|_| false)
}

fn orders(text: &str) -> Vec<(String, String)> {
    let lines = read(text).lines.into_iter();
    lines
        .map(|l| match l.asked {
            LineAsks::Order(order) => (order, l.reason),
            other => (format!("{other:?}"), l.reason),
        })
        .collect()
}

#[track_caller]
fn one(text: &str, order: &str) {
    let found = orders(text);
    let found: Vec<&str> = found.iter().map(|(o, _)| o.as_str()).collect();
    assert_eq!(found, [order], "{text}");
}

#[test]
fn names_are_read_in_any_dress() {
    for text in [
        "CONFIRM-FORFEIT RU26-01/3",
        "confirm-forfeit RU26-01/3.",
        "Confirm forfeit RU26-01/3",
        "CONFIRM_FORFEIT RU26-01/3",
        "confirm‑forfeit RU26‑01/3",
        "- CONFIRM–FORFEIT RU26–01/3",
        "1. postchess td confirm-forfeit RU26-01/3",
        "td confirm-forfeit RU26-01/3",
        "ПОДТВЕРДИТЬ ПРОСРОЧКУ RU26-01/3",
        "підтвердити прострочення RU26-01/3",
        "Potwierdz przekroczenie RU26-01/3",
        "\u{a0}CONFIRM-FORFEIT\u{a0}RU26-01/3",
    ] {
        one(text, "confirm-forfeit RU26-01/3");
    }
}

#[test]
fn arguments_are_read_as_mail_programs_and_people_write_them() {
    for text in [
        "SET-DATES RU26-01/3 14 --received 2026-04-20",
        "SET-DATES RU26-01/3 14 —received 2026-04-20",
        "set dates RU26-01/3 14 received 20.04.2026",
        "Даты RU26-01/3 14 получено 20.04.2026",
        "SET-DATES RU26-01/3, 14, --received=20/04/2026",
        "DATY RU26-01/3 14 otrzymano 20.04.2026",
    ] {
        one(text, "set-dates RU26-01/3 14 --received 2026-04-20");
    }
    for text in [
        "PENALTY RU26-01/3 white −2",
        "штраф RU26-01/3 белым –2",
        "KARA RU26-01/3 białym -2",
        "ШТРАФ RU26-01/3 білим -2",
    ] {
        one(text, "penalty RU26-01/3 white -2");
    }
    one(
        "RESULT RU26-01/3 1–0 by silence",
        "result RU26-01/3 1-0 --by silence",
    );
    one(
        "LEAVE GRANT RU26-01:2 01.03.2026 10.03.2026 tournament RU26-01",
        "leave grant RU26-01:2 2026-03-01 2026-03-10 --tournament RU26-01",
    );
}

#[test]
fn a_reason_stands_behind_or_below() {
    let order = "penalty RU26-01/3 white -2".to_owned();
    for text in [
        "PENALTY RU26-01/3 white -2 --reason \"both letters were lost\"",
        "PENALTY RU26-01/3 white -2 —reason “both letters were lost”",
        "PENALTY RU26-01/3 white -2 reason: both letters were lost",
        "PENALTY RU26-01/3 white -2 --reason=«both letters were lost»",
        "PENALTY RU26-01/3 white -2\nREASON both letters were lost",
        "PENALTY RU26-01/3 white -2\n\nReason: both letters\nwere lost",
        "PENALTY RU26-01/3 white -2\nboth letters\nwere lost",
        "REASON both letters were lost\n\nPENALTY RU26-01/3 white -2",
        "PENALTY RU26-01/3 white -2\nПРИЧИНА both letters were lost\n\nOlga",
    ] {
        assert_eq!(
            orders(text),
            [(order.clone(), "both letters were lost".to_owned())],
            "{text}"
        );
    }
    for text in [
        "PENALTY RU26-01/3 white -2\nOlga Orlova",
        "PENALTY RU26-01/3 white -2\nBest regards\nOlga",
        "PENALTY RU26-01/3 white -2\n\nboth letters were lost",
    ] {
        assert_eq!(orders(text), [(order.clone(), String::new())], "{text}");
    }
    let two = orders(
        "PENALTY RU26-01/3 white -2\nPENALTY RU26-01/4 black 1\nthe storm\n\n\
         RESULT RU26-01/5 1-0\nhe wrote so",
    );
    let reasons: Vec<&str> = two.iter().map(|(_, r)| r.as_str()).collect();
    assert_eq!(reasons, ["the storm", "the storm", "he wrote so"]);
}

#[test]
fn trying_is_said_first_or_on_the_line() {
    for text in [
        "DRY-RUN\nPENALTY RU26-01/3 white 2",
        "Check\n\nPENALTY RU26-01/3 white 2",
        "DRY-RUN PENALTY RU26-01/3 white 2",
        "check penalty RU26-01/3 white 2",
        "ПРОВЕРКА\nШТРАФ RU26-01/3 белым 2",
        "PENALTY RU26-01/3 white 2 --dry-run",
        "PENALTY RU26-01/3 white 2 —dry-run",
    ] {
        let found = read(text);
        assert!(found.lines.iter().all(|l| l.dry_run), "{text}");
        one(text, "penalty RU26-01/3 white 2");
    }
}

#[test]
fn questions_are_read_and_sentences_are_not() {
    for (text, asked) in [
        ("TODAY", LineAsks::Today(Vec::new())),
        ("Сегодня", LineAsks::Today(Vec::new())),
        ("LOG RU26-01", LineAsks::Log(Some("RU26-01".to_owned()))),
        ("REPORT RU26-01", LineAsks::Report("RU26-01".to_owned())),
        ("game RU26-01/3", LineAsks::Game("RU26-01/3".to_owned())),
        ("Help!", LineAsks::Help),
    ] {
        let found = read(text).lines;
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].asked, asked, "{text}");
    }
    for text in [
        "Today I looked at the games of the second round.",
        "The penalty is too harsh, I think.",
        "Result of the meeting: nothing.",
        "Game 3 was lost in the post.",
        "1. 5254",
        "LEAVE 2026-07-01 2026-07-14",
        "WITHDRAW",
        "12. e4 e5",
        "Help me with game 3 please",
        "REPORT",
        "CHECK 12. 5254",
    ] {
        assert!(read(text).lines.is_empty(), "{text}: {:?}", read(text));
    }
}

#[test]
fn what_was_meant_as_an_order_is_one_and_the_rest_stays() {
    one("RESULT", "result");
    one("Penalty RU26-01/3 green 2", "penalty RU26-01/3 green 2");
    let found = read("Hello!\n\nPENALTY RU26-01/3 white 2\nlate\n\n1. 5254");
    let rest: Vec<&str> = found.rest.lines().map(str::trim).collect();
    assert_eq!(rest, ["Hello!", "", "", "", "", "1. 5254"]);
    assert_eq!(
        found.rest.len(),
        "Hello!\n\nPENALTY RU26-01/3 white 2\nlate\n\n1. 5254".len()
    );
}

#[test]
fn a_persons_words_in_quotation_marks_are_left_alone() {
    one(
        r#"OPINION T26/1 white 1-0, sent 14.04.2026 text "The move, sent late: 01.02.2026; wins" reason slip"#,
        r#"opinion T26/1 white 1-0 --sent 2026-04-14 --text "The move, sent late: 01.02.2026; wins""#,
    );
    one(
        "МНЕНИЕ T26/1 белые 1-0 отправлено 14.04.2026 --текст=«Ход сильный» ход 7866",
        "opinion T26/1 white 1-0 --sent 2026-04-14 --text «Ход сильный» --move 7866",
    );
}

#[test]
fn what_a_player_writes_is_no_order_of_an_arbiter_who_plays() {
    for text in [
        "OPINION 1-0",
        "МНЕНИЕ 1/2-1/2",
        "WITHDRAW",
        "ADDRESS new@a.example",
    ] {
        assert_eq!(orders(text), [], "{text}");
    }
    one("OPINION T26/1 white", "opinion T26/1 white");
    one("ADDRESS T26:1", "address T26:1");
}

/// Lines that ask for something: none of them is ever another order's reason.
const INSTRUCTIONS: [&str; 13] = [
    "PENALTY RU26-01/3 white -2",
    "Штраф RU26-01/3 белым 2",
    "confirm-forfeit RU26-01/4",
    "PENALTI RU26-01/3 white 2",
    "ПЕРЕРЫВ 01.07.2026 14.07.2026",
    "ПЕРЕРЫВ RU26-01:2 01.07.2026 14.07.2026",
    "LEAVE 2026-07-01 2026-07-14",
    "END LEAVE",
    "RESIGN",
    "PAUZE RU26-01/3",
    "12. 5254",
    "TODAY",
    "--received 2026-04-20",
];

/// Words around them.
const PROSE: [&str; 9] = [
    "his provider kept our letter for a week",
    "Почта потеряла оба письма.",
    "REASON the storm",
    "Please do what stands below:",
    "Hello!",
    "Dear robot,",
    "Best regards",
    "Olga Orlova",
    "",
];

proptest::proptest! {
    /// Every line is an order, a reason that is shown with one, a greeting, a signature,
    /// or is named as not understood; and what asks for something is no reason.
    #[test]
    fn no_line_of_a_letter_is_dropped(
        picked in proptest::collection::vec(0_usize..INSTRUCTIONS.len() + PROSE.len(), 0..12)
    ) {
        let all: Vec<&str> = INSTRUCTIONS.into_iter().chain(PROSE).collect();
        let lines: Vec<&str> = picked.iter().map(|i| all[*i]).collect();
        let found = read(&lines.join("\n"));
        let mut courtesies = 0;
        for line in lines.iter().filter(|l| !l.is_empty()) {
            let ordered = found.lines.iter().any(|l| l.read == *line);
            let bare = line.trim_start_matches("REASON ").trim_end_matches('.');
            let reason = found.lines.iter().any(|l| l.reason.contains(bare));
            let stray = found.strays.iter().any(|s| s == line);
            let courtesy = ["Hello!", "Dear robot,", "Best regards", "Olga Orlova"].contains(line);
            courtesies += usize::from(courtesy);
            proptest::prop_assert!(ordered || reason || stray || courtesy, "{line}: {found:?}");
            let asks = INSTRUCTIONS.contains(line);
            proptest::prop_assert!(!(asks && reason), "{line} as a reason: {found:?}");
            proptest::prop_assert!(!asks || ordered || stray, "{line}: {found:?}");
        }
        // What is named is what stands there, each line once for each time.
        let named = found.lines.len() + found.strays.len();
        proptest::prop_assert!(named + courtesies <= 2 * lines.len() + 1);
    }
}

#[test]
fn a_name_is_a_signature_only_below_the_letter() {
    let found = read("PENALTY RU26-01/3 white -2\n\nOlga Orlova\n\nand then there is more");
    assert_eq!(found.strays, ["Olga Orlova", "and then there is more"]);
    let found = read("PENALTY RU26-01/3 white -2\n\nOlga Orlova");
    assert_eq!(found.strays, Vec::<String>::new());
    // A command is none, wherever it stands.
    let found = read("PENALTY RU26-01/3 white -2\nПЕРЕРЫВ");
    assert_eq!(found.strays, ["ПЕРЕРЫВ"]);
}

#[test]
fn a_reason_too_long_is_named_and_not_cut() {
    let words = "x".repeat(700);
    let found = read(&format!("PENALTY RU26-01/3 white -2\n{words}\n{words}"));
    assert_eq!(found.lines[0].reason, words);
    assert_eq!(found.strays, [words]);
}

#[test]
fn all_that_stands_below_a_letter_to_players_is_its_text() {
    let found = read(
        "DRY-RUN\nPENALTY RU26-01/3 white 2\nlate\nCIRCULAR RU26-01 --open --subject \"May\"\n\n\
         Dear players,\n\nPENALTY days are added by the robot. REPORT RU26-01\nSTATUS\n\n\
         With best regards\nOlga\n",
    );
    let lines: Vec<_> = found.lines.iter().map(|l| (&l.asked, l.dry_run)).collect();
    assert_eq!(
        lines,
        [
            (&LineAsks::Order("penalty RU26-01/3 white 2".into()), true),
            (
                &LineAsks::Order("circular RU26-01 --open --subject \"May\"".into()),
                true
            ),
        ]
    );
    assert_eq!(found.lines[0].reason, "late");
    assert_eq!(
        found.lines[1].below.trim(),
        "Dear players,\n\nPENALTY days are added by the robot. REPORT RU26-01\nSTATUS\n\n\
         With best regards\nOlga"
    );
    assert!(found.strays.is_empty(), "{:?}", found.strays);
    assert_eq!(found.rest.trim(), "");
}
