use super::*;

fn lined_up(text: &str) -> Option<(Option<u32>, Vec<String>)> {
    stated_in(text)
        .stated
        .into_iter()
        .find_map(|stated| match stated {
            CaptainStates::LineUp { round, players, .. } => Some((round, players)),
            CaptainStates::Delegate { .. } => None,
        })
}

#[test]
fn a24_1_line_ups_are_read_as_captains_write_them() {
    let three = |round, players: [&str; 3]| Some((round, players.map(str::to_owned).to_vec()));
    for (text, round, players) in [
        ("LINE-UP 1, 5, 3", None, ["1", "5", "3"]),
        ("Line-up T26-01 1, 5, 3", None, ["1", "5", "3"]),
        ("Line-up for round 2: 1 5 3", Some(2), ["1", "5", "3"]),
        (
            "Line-up round 2: Archer, Baker, Clark",
            Some(2),
            ["Archer", "Baker", "Clark"],
        ),
        (
            "Our lineup for the 3rd round:\n1. Ann Archer (1850)\n2. Clara\n3) 7\n\nRegards\nCarol",
            Some(3),
            ["Ann Archer", "Clara", "7"],
        ),
        (
            "СОСТАВ на 2-й тур:\n\nИванов\nПетров\nСидоров\n\nС уважением",
            Some(2),
            ["Иванов", "Петров", "Сидоров"],
        ),
        (
            "Состав команды на тур 4: Иванов, Петров, Сидоров.",
            Some(4),
            ["Иванов", "Петров", "Сидоров"],
        ),
        ("СКЛАД, тур 2: 4, 5, 6", Some(2), ["4", "5", "6"]),
        (
            "Skład na 2. rundę:\n1. Nowak\n2. Kowalski\n3. Lis",
            Some(2),
            ["Nowak", "Kowalski", "Lis"],
        ),
        (
            "Aufstellung für Runde 2 (T26):\nBrett 1: Meier\nBrett 2: Schulz\nBrett 3: Vogt",
            Some(2),
            ["Meier", "Schulz", "Vogt"],
        ),
    ] {
        assert_eq!(lined_up(text), three(round, players), "{text}");
    }
}

#[test]
fn a24_5_what_only_speaks_of_a_line_up_states_none() {
    for text in [
        "What is the line-up for round 3?",
        "Line-up for round 3?\n1\n2",
        "The line-up will follow tomorrow.",
        "Line-up will follow tomorrow:",
        "Line-ups are due on Friday",
        "Состав пришлю завтра",
        "Составы команд на 2-й тур ещё не пришли",
        "1. 5254",
    ] {
        assert_eq!(lined_up(text), None, "{text}");
    }
}

#[test]
fn a24_9_a_captain_names_who_speaks_from_now_on() {
    for text in [
        "DELEGATE Petr Petrov <petr@team.example>",
        "I delegate my functions to Petr Petrov, petr@team.example.",
        "Делегирую свои функции:\nPetr Petrov petr@team.example",
    ] {
        let letter = stated_in(text);
        let Some(CaptainStates::Delegate { name, email, .. }) = letter.stated.first() else {
            panic!("{text}: {letter:?}");
        };
        assert_eq!(
            (name.as_str(), email.as_str()),
            ("Petr Petrov", "petr@team.example")
        );
        assert_eq!(letter.rest, "");
    }
    for text in [
        "May I delegate to Petr <petr@team.example>?",
        "DELEGATE my functions",
    ] {
        assert_eq!(stated_in(text).stated, [], "{text}");
    }
}
