use super::*;
use crate::rules::DaysOrMonths;
use crate::tournament::draft::Draft;
use crate::tournament::pairing;

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

fn good(text: &str) -> TournamentFile {
    read(text, "t.toml", &defaults()).unwrap_or_else(|e| panic!("{e}"))
}

fn bad(text: &str) -> Vec<String> {
    let error = read(text, "t.toml", &defaults()).expect_err("should be refused");
    assert!(!error.complaints.is_empty());
    error.to_string().lines().map(str::to_owned).collect()
}

const HEAD: &str = r#"[tournament]
code = "RU26-01"
name = "Чемпионат клуба 2026"
start_date = 2026-01-10
arbiter = { name = "Орлов П.", email = "td@club.example" }
"#;

fn players(count: usize) -> String {
    (1..=count)
        .map(|n| format!("[[player]]\nname = \"P{n}\"\nemail = \"p{n}@example.org\"\n"))
        .collect()
}

#[test]
fn the_file_of_the_contract_is_read_whole() {
    let text = r#"[tournament]
code       = "RU26-01"            # letters
name       = "Чемпионат клуба 2026"
profile    = "email"
system     = "double-round-robin"
start_date = 2026-01-10
end_date   = "2028-01-10"
time_zone  = "Europe/Moscow"
language   = "ru"
variant    = "chess960"
position   = 518
arbiter    = { name = "Орлов П.", email = "td@club.example" }
appeals    = { name = "А", email = "a@club.example" }
adjudicator = { name = "Б", email = "b@club.example" }

[regulations]
days_per_period      = 40
moves_per_period     = 12
day_unit             = "24h"
transit_days         = 3
penalty_days         = [2, 4]
forfeit              = "claim"
lose_on_overstep     = 2
protest_days         = [7, 21]
leave_days_per_year  = 28
leave_days_total     = 60
late_leave           = "reject"
repeat_after_days    = 10
silence_days         = 50
control_warning_days = 6
double_after_days    = 20
white_first_move     = "free"
time_against_no_mate = "loss"
notation             = "numeric"
repetition           = "full-record"
variants             = false
tie_breaks           = ["wins", "sb", "direct"]

[[player]]
name     = "  Иванов Иван "
email    = "ivanov@example.org"
language = "uk"
rating   = 2150
federation = "RUS"

[[player]]
name     = "Smith"
email    = "smith@example.org"
"#;
    for text in [
        text.to_owned(),
        text.replace('\n', "\r\n"),
        format!("\u{feff}{text}"),
    ] {
        let file = good(&text);
        assert_eq!(file.code, "RU26-01");
        assert_eq!(file.play.system, System::DoubleRoundRobin);
        assert_eq!(file.start_date.to_string(), "2026-01-10");
        assert_eq!(file.end_date.unwrap().to_string(), "2028-01-10");
        assert_eq!(file.time_zone.name(), "Europe/Moscow");
        assert_eq!(file.variant, Variant::Chess960);
        assert_eq!(file.arbiter.name, "Орлов П.");
        assert_eq!(file.appeals.as_ref().unwrap().email, "a@club.example");
        assert_eq!(file.adjudicator.as_ref().unwrap().email, "b@club.example");
        let section = text.split("[regulations]").nth(1).unwrap();
        let section = section.split("[[player]]").next().unwrap();
        let mut set = Vec::new();
        for (key, value) in section.lines().filter_map(|line| line.split_once(" = ")) {
            let key = rules::regulation(key.trim()).unwrap();
            assert_eq!(file.regulations.shown(key), value.trim(), "{}", key.name);
            set.push(key);
        }
        // It sets every key to something else than the default.
        assert_eq!(file.regulations.differing(Profile::Email), set);
        assert!(set.len() > 20);
        assert_eq!(
            file.players[0],
            EnteredPlayer {
                name: "Иванов Иван".to_owned(),
                reach: "ivanov@example.org".into(),
                address: Vec::new(),
                language: Some(Language::Uk),
                rating: Some(2150),
                federation: Some("RUS".to_owned()),
                greeting: None,
                withdrawn: false,
            }
        );
        assert_eq!(file.players[1].language, None);
        let kept = serde_json::to_string(&file).unwrap();
        assert_eq!(serde_json::from_str::<TournamentFile>(&kept).unwrap(), file);
    }
}

#[test]
fn a_short_file_has_the_defaults() {
    let file = good(&(HEAD.to_owned() + &players(3)));
    assert_eq!(file.profile, Profile::Email);
    assert_eq!(file.play.system, System::RoundRobin);
    assert_eq!(file.variant, Variant::Standard);
    assert_eq!(file.language, Language::Pl);
    assert_eq!(file.time_zone, Zone::utc());
    assert_eq!(file.regulations, Regulations::of(Profile::Email));
    assert_eq!(pairing::games(&file).unwrap().len(), 3);
}

#[test]
fn a_profile_gives_the_numbers_that_the_file_does_not() {
    for (word, profile) in [("post", Profile::Post), ("server", Profile::Server)] {
        let head = format!("{HEAD}profile = \"{word}\"\n[regulations]\npenalty_days = 3\n");
        let file = good(&(head + &players(2)));
        let expected = Regulations {
            penalty_days: [3, 3],
            ..Regulations::of(profile)
        };
        assert_eq!(file.regulations, expected);
    }
}

#[test]
fn a24_1_line_ups_stand_in_the_file() {
    let with = |line_up: &str, order: &str| {
        format!(
            "{HEAD}system = \"team-swiss\"\nrounds = 2\n{order}{}\
             [[team]]\nname = \"A\"\nboards = [1, 2]\nreserves = [3]\n{line_up}\
             [[team]]\nname = \"B\"\nboards = [4, 5]\n",
            players(5)
        )
    };
    let stated = "[[team.line_up]]\nround = 2\nboards = [2, 3]\n";
    let file = good(&with(stated, ""));
    assert_eq!(file.teams[0].line_up(2), [2, 3]);
    assert_eq!(good(&Draft::from(&file).text()), file);
    let fixed = good(&with(
        "[[team.line_up]]\nround = 2\nboards = [3, 2]\n",
        "board_order = \"fixed\"\n",
    ));
    assert_eq!(good(&Draft::from(&fixed).text()), fixed);
    for (line_up, order, why) in [
        ("round = 2\nboards = [3, 2]", "", "player 2 behind one"),
        (
            "round = 2\nboards = [2, 3]",
            "board_order = \"fixed\"\n",
            "another board",
        ),
        ("round = 2\nboards = [1, 4]", "", "who is not of the team"),
        ("round = 2\nboards = [1]", "", "has 1 boards; allowed: 2"),
        ("boards = [1, 2]", "", "'round'"),
        (
            "round = 2\nboards = [1, 2]\n[[team.line_up]]\nround = 2\nboards = [1, 3]",
            "",
            "a second time",
        ),
    ] {
        let told = bad(&with(&format!("[[team.line_up]]\n{line_up}\n"), order)).join("; ");
        assert!(told.contains(why), "{line_up}: {told}");
    }
    let single = format!("{HEAD}board_order = \"free\"\n{}", players(2));
    assert!(
        bad(&single)
            .join("; ")
            .contains("only for systems with teams")
    );
}

#[test]
fn a_preset_gives_profile_and_figures_and_the_file_s_own_keys_win() {
    let head = HEAD.replace("[tournament]\n", "[tournament]\npreset = \"club\"\n");
    let own = format!("{head}[regulations]\nsilence_days = 33\n{}", players(2));
    let file = good(&own);
    assert_eq!(
        (file.preset, file.profile),
        (Some(Preset::Club), Profile::Email)
    );
    assert_eq!(file.regulations.silence_days, DaysOrMonths::Days(33));
    assert_eq!(file.regulations.control_warning_days, 10);
    // A file written from what was read says the same again.
    let written = good(&Draft::from(&file).text());
    assert_eq!(written, file);
    // The profile's own figure, where the file states it, is kept beside the preset's.
    let stated = good(&own.replace("33", "40"));
    assert_eq!(stated.regulations.silence_days, DaysOrMonths::Days(40));
    assert_eq!(good(&Draft::from(&stated).text()), stated);
    // What is stored keeps the name; what an older program stored has none.
    let mut stored = serde_json::to_value(&file).unwrap();
    assert_eq!(stored["preset"], "club");
    stored.as_object_mut().unwrap().shift_remove("preset");
    let older: TournamentFile = serde_json::from_value(stored).unwrap();
    assert_eq!(
        (older.preset, older.regulations),
        (None, file.regulations.clone())
    );
}

#[test]
fn a_preset_unknown_or_contradicted_is_refused() {
    let with = |line: &str| {
        let head = HEAD.replace("[tournament]\n", &format!("[tournament]\n{line}\n"));
        format!("{head}{}", players(2))
    };
    let file = good(&with("profile = \"post\"\npreset = \"ru-post\""));
    assert_eq!(file.regulations, Regulations::of(Profile::Post));
    assert_eq!(
        bad(&with("profile = \"email\"\npreset = \"ru-post\"")),
        [
            "t.toml:2: 'profile' in [tournament] is 'email', but preset 'ru-post' is for 'post'; \
             allowed: 'post', or no 'profile' beside the preset"
        ]
    );
    assert_eq!(
        bad(&with("preset = \"fide\"")),
        [
            "t.toml:2: 'preset' in [tournament] is 'fide'; allowed: ru-post, ru-email, ru-server, \
             iccf-post, iccf-email, iccf-server, club"
        ]
    );
}

#[test]
fn every_fault_is_told_at_once_with_its_line() {
    let text = r#"[tournament]
code = "RU 26"
name = ""
profile = "emial"
system = "swis"
start_date = 2026-01-10
end_date = 2026-01-10
time_zone = "Moscow"
langage = "ru"
arbiter = { name = "O", emial = "td@club.example" }

[regulations]
days_per_period = 0
penalty_days = [1, 2, 3]
protest_days = [1, "x"]
forfeit = 1
tie_breaks = ["wins", "sb", "wins"]
variants = "yes"
transit_day = 1
lose_on_overstep = 3

[[player]]
name = "A"
email = "Ann@Example.org"
[[player]]
name = "B"
email = "ann@example.ORG"
rating = 5000
[[player]]
name = "C"
email = "c d@example.org"

[[players]]
name = "D"
"#;
    let expected = r#"t.toml:2: 'code' in [tournament] is 'RU 26'; allowed: 1 to 40 Latin letters, digits, '-' and '_'
t.toml:3: 'name' in [tournament] is empty; allowed: 1 to 100 characters
t.toml:4: 'profile' in [tournament] is 'emial'; allowed: email, post, server; did you mean 'email'?
t.toml:5: 'system' in [tournament] is 'swis'; allowed: round-robin, double-round-robin, match, pairs, swiss, knock-out, double-knock-out, scheveningen, team-round-robin, team-swiss, team-knock-out; did you mean 'swiss'?
t.toml:7: 'end_date' in [tournament] is 2026-01-10; allowed: after 2026-01-10, the start
t.toml:8: 'time_zone' in [tournament] is 'Moscow'; allowed: a zone of the IANA list such as Europe/Moscow
t.toml:9: unknown key 'langage' in [tournament]; did you mean 'language'?
t.toml:10: [arbiter] has no 'email'; it is required: the address
t.toml:10: unknown key 'emial' in [arbiter]; did you mean 'email'?
t.toml:13: 'days_per_period' in [regulations] is 0; allowed: a whole number from 1 to 1000
t.toml:14: 'penalty_days' in [regulations] is [1, 2, 3]; allowed: a whole number from 0 to 1000, or two of them: [first, again]
t.toml:15: 'protest_days' in [regulations] is [1, 'x']; allowed: a whole number from 0 to 365, or two of them: [on a claim, on a ruling]
t.toml:16: 'forfeit' in [regulations] is 1; allowed: immediate, notice, claim
t.toml:17: 'tie_breaks' in [regulations] names 'wins' twice
t.toml:18: 'variants' in [regulations] is 'yes'; allowed: true or false
t.toml:19: unknown key 'transit_day' in [regulations]; did you mean 'transit_days'?
t.toml:20: 'lose_on_overstep' in [regulations] is 3; allowed: a whole number from 1 to 2
t.toml:27: 'email' in [player 2] is 'ann@example.ORG', the address of player 1 too; allowed: one address for each player
t.toml:28: 'rating' in [player 2] is 5000; allowed: a whole number from 0 to 4000
t.toml:31: 'email' in [player 3] is 'c d@example.org': an address has no place for a space
t.toml:33: unknown section 'players'; did you mean 'player'?"#;
    assert_eq!(bad(text).join("\n"), expected);
    let crlf = text.replace('\n', "\r\n");
    assert_eq!(bad(&crlf).join("\n"), expected);
}

#[test]
fn what_is_missing_is_named() {
    assert_eq!(
        bad(""),
        [
            "t.toml: there is no [tournament]; it is required: code, name, start_date and arbiter at least",
            "t.toml: there is no [player]; it is required: a section [[player]] for each, in starting order",
        ]
    );
    let said = bad(&("\n[tournament]\n".to_owned() + &players(2)));
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(
        said[0].starts_with("t.toml:2: [tournament] has no 'code'"),
        "{said:?}"
    );
}

#[test]
fn text_that_is_not_toml_is_told_by_line() {
    let said = bad("[tournament]\ncode = RU26\nname = \"x\n");
    assert!(said.iter().any(|l| l.starts_with("t.toml:2: ")), "{said:?}");
    assert!(said.iter().any(|l| l.starts_with("t.toml:3: ")), "{said:?}");
    let said = bad(&format!("{HEAD}name = \"again\"\n"));
    assert_eq!(said, ["t.toml:6: duplicate key"]);
    let said = bad(&HEAD.replace("2026-01-10", "2026-02-30"));
    assert!(said[0].starts_with("t.toml:4: "), "{said:?}");
    let said = bad(&(HEAD.replace("2026-01-10", "\"2026-02-30\"") + &players(2)));
    assert_eq!(
        said,
        [
            "t.toml:4: 'start_date' in [tournament] is '2026-02-30'; allowed: a date such as 2026-01-10"
        ]
    );
    let said = bad(&(HEAD.replace("2026-01-10", "2026-01-10T10:00:00Z") + &players(2)));
    assert_eq!(said.len(), 1, "{said:?}");
}

#[test]
fn the_number_of_players_is_bounded() {
    for (system, count, rule) in [
        ("round-robin", 1, "2 to 100 in this system"),
        ("double-round-robin", 101, "2 to 100 in this system"),
        ("match", 3, "exactly 2 in a match"),
    ] {
        let said = bad(&format!("{HEAD}system = \"{system}\"\n{}", players(count)));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].contains(&format!("{count} times; allowed: {rule}")),
            "{said:?}"
        );
    }
    let file = good(&(HEAD.to_owned() + &players(100)));
    assert_eq!(pairing::games(&file).unwrap().len(), 4950);
}

#[test]
fn a_match_alternates_colours() {
    let file = good(&format!("{HEAD}system = \"match\"\n{}", players(2)));
    assert_eq!(pairing::games(&file).unwrap().len(), 2);
    let file = good(&format!(
        "{HEAD}system = \"match\"\ngames = 3\n{}",
        players(2)
    ));
    let games: Vec<(u32, u32, u32, u32, u32)> = pairing::games(&file)
        .unwrap()
        .into_iter()
        .map(|g| (g.number, g.round, g.board, g.white, g.black))
        .collect();
    assert_eq!(games, [(1, 1, 1, 1, 2), (2, 2, 1, 2, 1), (3, 3, 1, 1, 2)]);
    let said = bad(&format!("{HEAD}games = 3\n{}", players(2)));
    assert_eq!(
        said,
        ["t.toml:6: 'games' in [tournament] is only for system = \"match\" and the knock-outs"]
    );
}

#[test]
fn pairs_are_taken_as_listed() {
    let head = format!("{HEAD}system = \"pairs\"\n{}", players(3));
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let file = good(&format!(
        "{head}[[pair]]\nwhite = 3\nblack = 1\nfen = \"{fen}\"\n[[pair]]\nwhite = 1\nblack = 3\n"
    ));
    let games = pairing::games(&file).unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].white, games[0].black, games[0].board), (3, 1, 1));
    assert_eq!(games[0].fen.as_deref(), Some(fen));
    assert_eq!((games[1].round, games[1].board, games[1].number), (1, 2, 2));
    assert_eq!(games[1].fen, None);

    let no_position = |fen: &str, variant: Variant| {
        assert_eq!(variant, Variant::Standard);
        Err(format!("no kings in {fen}"))
    };
    let defaults = Defaults {
        check_fen: &no_position,
        ..defaults()
    };
    let text = format!(
        "{head}[[pair]]\nwhite = 1\nblack = 1\n[[pair]]\nwhite = 4\n[[pair]]\nwhite = 1\nblack = 2\nfen = \"8\"\n"
    );
    let said = read(&text, "t.toml", &defaults).unwrap_err().to_string();
    assert_eq!(
        said,
        "t.toml:18: 'black' in [pair 1] is White's number too; allowed: another player\n\
         t.toml:19: [pair 2] has no 'black'; it is required: Black's starting number\n\
         t.toml:20: 'white' in [pair 2] is 4; allowed: a whole number from 1 to 3\n\
         t.toml:24: 'fen' in [pair 3] is no position to start from: no kings in 8"
    );

    let said = bad(&head);
    assert!(said[0].contains("there is no [pair]"), "{said:?}");
    let said = bad(&format!(
        "{HEAD}{}[[pair]]\nwhite = 1\nblack = 2\n",
        players(2)
    ));
    assert_eq!(said, ["t.toml:12: 'pair' is only for system = \"pairs\""]);
}

#[test]
fn the_wrong_kind_of_section_is_told() {
    let said = bad(&format!("{HEAD}[player]\nname = \"A\"\n"));
    assert_eq!(
        said[0],
        "t.toml:6: 'player' is a table; allowed: sections that begin with [[player]]"
    );
    let said = bad(&format!("{HEAD}{}[regulation]\nx = 1\n", players(2)));
    assert_eq!(
        said,
        ["t.toml:12: unknown section 'regulation'; did you mean 'regulations'?"]
    );
    let said = bad(&format!("code = \"X\"\n{HEAD}{}", players(2)));
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("t.toml:1: unknown key 'code' above the first section"));
}

#[test]
fn nothing_that_reaches_a_header_holds_a_line_break() {
    let text = HEAD.replace("Чемпионат", "A\\r\\nBcc: x@example.org");
    let said = bad(&(text + &players(2)));
    assert!(said[0].contains("control character"), "{said:?}");
    let said = bad(&format!(
        "{HEAD}{}",
        players(2).replace("P1", &"x".repeat(101))
    ));
    assert!(said[0].contains("too long"), "{said:?}");
}

#[test]
fn a_file_too_large_is_not_read() {
    let text = format!("{HEAD}{}#{}", players(2), "x".repeat(MAX_FILE_BYTES));
    assert_eq!(
        bad(&text),
        ["t.toml: the file is longer than 1000000 bytes"]
    );
}

#[test]
fn the_words_of_the_file_are_those_of_the_database() {
    fn same<T: Serialize>(words: &[(&str, T)]) {
        for (word, value) in words {
            assert_eq!(serde_json::to_value(value).unwrap(), *word);
        }
    }
    same(Profile::WORDS);
    same(System::WORDS);
    same(VARIANTS);
    same(LANGUAGES);
}

proptest::proptest! {
    #[test]
    fn no_text_makes_reading_fail(text in "(?s).{0,200}", cut in 0usize..400) {
        let _ = read(&text, "t.toml", &defaults());
        let whole = HEAD.to_owned() + &players(2);
        let broken: String = whole.chars().take(cut).chain(text.chars()).collect();
        let _ = read(&broken, "t.toml", &defaults());
    }
}

#[test]
fn only_by_post_an_e_mail_address_may_be_left_out_beside_a_postal_one() {
    let file = |profile: &str, second: &str| {
        format!(
            "[tournament]\ncode = \"P1\"\nname = \"By post\"\nprofile = \"{profile}\"\n\
             start_date = 2026-01-10\narbiter = {{ name = \"O\", email = \"td@club.example\" }}\n\
             [[player]]\nname = \"Ann\"\naddress = [\"Elm Road 1\", \"12345 Town\"]\n\
             [[player]]\n{second}\n"
        )
    };
    let second = "name = \"Bert\"\nemail = \"b@x.example\"";
    let read = read(&file("post", second), "t.toml", &defaults()).unwrap();
    assert!(read.players[0].reach.is_post());
    assert_eq!(read.players[0].address, ["Elm Road 1", "12345 Town"]);
    assert_eq!(read.players[1].reach.email(), Some("b@x.example"));
    // The postal address is kept in one place, which is not this one.
    let json = serde_json::to_string(&read).unwrap();
    assert!(!json.contains("Elm Road"), "{json}");
    let said = |profile: &str, second: &str| {
        super::read(&file(profile, second), "t.toml", &defaults())
            .unwrap_err()
            .to_string()
    };
    let refused = said("email", second);
    assert!(refused.contains("profile = \"post\""), "{refused}");
    let refused = said("post", "name = \"Bert\"");
    assert!(refused.contains("address = ["), "{refused}");
    let again = "name = \"ann\"\naddress = [\"Elm  road 1\", \"12345 town\"]";
    let refused = said("post", again);
    assert!(refused.contains("those of player 1 too"), "{refused}");
    let refused = said("post", "name = \"Bert\"\naddress = []");
    assert!(refused.contains("1 to 8"), "{refused}");
}

#[test]
fn games_are_numbered_by_round_and_board() {
    let file = good(&format!("{HEAD}{}", players(5)));
    let places: Vec<(u32, u32, u32, u32, u32)> = pairing::games(&file)
        .unwrap()
        .into_iter()
        .map(|g| (g.number, g.round, g.board, g.white, g.black))
        .collect();
    assert_eq!(
        places[..3],
        [(1, 1, 1, 2, 5), (2, 1, 2, 3, 4), (3, 2, 1, 5, 3)]
    );
    assert_eq!(places.len(), 10);
    assert_eq!(places[9], (10, 5, 2, 5, 1));
}

#[test]
fn a10_1_what_results_bring_is_three_numbers_in_their_order() {
    let file = |points: &str| format!("{HEAD}\n[regulations]\npoints = {points}\n{}", players(3));
    let points = |text: &str| good(&file(text)).regulations.points.to_string();
    assert_eq!(points("[3, 1, 0]"), "3, 1, 0");
    assert_eq!(points("[1.0, 0.5, 0]"), "1, 0.5, 0");
    for wrong in [
        "[1, 0.25, 0]",
        "[0, 1, 0]",
        "[1, 1]",
        "3",
        "[\"1\", 1, 0]",
        "[0x3, 1, 0]",
    ] {
        let told = bad(&file(wrong)).join("\n");
        assert!(
            told.contains("'points' in [regulations]"),
            "{wrong}: {told}"
        );
        assert!(told.contains("a win more than a loss"), "{wrong}: {told}");
    }
}

fn official(role: &str, name: &str, more: &str) -> String {
    format!(
        "[[official]]\nrole = \"{role}\"\nname = \"{name}\"\nemail = \"{name}@club.example\"\n{more}\n"
    )
}

#[test]
fn officials_are_read_and_written_again() {
    let text = HEAD.replace(
        "email = \"td@club.example\" }",
        "email = \"td@club.example\", language = \"en\", substitute = \"dora@club.example\" }",
    ) + &players(3)
        + &official("deputy", "dora", "language = \"uk\"")
        + &official("appeals", "ada", "")
        + &official(
            "section",
            "sam",
            "sections = [\"RU26-01\"]\nsubstitute = \"TD@club.example\"",
        );
    let file = good(&text);
    assert_eq!(file.arbiter.language, Some(Language::En));
    let told: Vec<String> = file.officials.iter().map(|o| o.told()).collect();
    assert_eq!(
        told,
        [
            "deputy dora <dora@club.example>, uk",
            "appeals ada <ada@club.example>",
            "section sam <sam@club.example>, of RU26-01, substitute TD@club.example",
        ]
    );
    // Written as a draft, it is read as the same.
    let mut draft = Draft::from(&file);
    assert_eq!(good(&draft.text()), file);
    // Another code, another name: the sections are those of the tournament.
    draft.set("code", "RU27").unwrap();
    draft.set("end_date", "2028-01-01").unwrap();
    let again = good(&draft.text());
    assert_eq!(again.officials[2].sections, ["RU27"]);
    assert_eq!(again.arbiter, file.arbiter);
}

#[test]
fn officials_who_are_none_are_refused() {
    let all = players(2);
    for (sections, says) in [
        (
            official("judge", "x", ""),
            "'role' in [official 1] is 'judge'",
        ),
        (official("arbiter", "x", ""), "allowed: deputy"),
        (official("section", "x", ""), "has no 'sections'"),
        (
            official("deputy", "x", "sections = [\"OTHER\"]"),
            "names OTHER; allowed: codes of this file: RU26-01",
        ),
        (
            official("deputy", "x", "reserve = true"),
            "'reserve' in [official 1] is only for role",
        ),
        (
            official("deputy", "x", "substitute = \"y@club.example\""),
            "has y@club.example as the substitute of x",
        ),
        (
            official("deputy", "x", "substitute = \"x@club.example\""),
            "has x@club.example as the substitute of x",
        ),
        (
            official("deputy", "x", "") + &official("deputy", "x", ""),
            "stands there with this role already",
        ),
        (
            official("deputy", "x", "rights = 1"),
            "unknown key 'rights'",
        ),
        (
            "[[official]]\nrole = \"deputy\"\nname = \"x\"\nemail = \"nowhere\"\n".to_owned(),
            "nowhere",
        ),
    ] {
        let said = bad(&format!("{HEAD}{all}{sections}")).join("\n");
        assert!(said.contains(says), "{sections}: {said}");
    }
    let away = HEAD.replace(
        "email = \"td@club.example\" }",
        "email = \"td@club.example\", substitute = \"nobody@club.example\" }",
    );
    let said = bad(&format!("{away}{all}")).join("\n");
    assert!(
        said.contains("nobody@club.example as the substitute"),
        "{said}"
    );
}
