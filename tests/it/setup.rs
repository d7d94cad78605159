//! Setting a tournament up, as an arbiter does: lists of players as clubs have
//! them, the file that explains itself, previews, late changes.

use crate::contract::{Answer, House, bare, program};

/// A tournament without players.
const SPRING: &str = "[tournament]\ncode = \"S27\"\nname = \"Spring\"\nstart_date = 2026-03-02\n\
    language = \"ru\"\ntime_zone = \"UTC\"\narbiter = { name = \"Olga Orlova\", email = \"td@club.example\" }\n";

fn list(name: &str) -> String {
    format!("{}/tests/lists/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn add(house: &House, options: &str) -> Answer {
    let file = house.path("s.toml");
    house.run(&format!("tournament add {} {options}", file.display()))
}

#[track_caller]
fn verified(house: &House) {
    let answer = house.run("verify");
    assert_eq!(answer.code, 0, "{}{}", answer.out, answer.err);
}

/// Starting numbers and names.
fn entries(house: &House) -> Vec<String> {
    let shown = house.json("tournament show S27");
    let entries = shown["entries"].as_array().unwrap().clone();
    let line =
        |e: &serde_json::Value| format!("{} {}", e["start_number"], e["name"].as_str().unwrap());
    entries.iter().map(line).collect()
}

#[test]
fn players_come_from_a_list_that_excel_saved() {
    let house = House::new();
    house.write("s.toml", SPRING);
    let answer = add(&house, &format!("--players {}", list("excel-ru-1251.csv"))).done();
    assert!(
        answer.out.contains("added S27: 3 players, 3 games"),
        "{}",
        answer.out
    );
    assert!(
        answer.err.contains("note: column 'Телефон' is set aside"),
        "{}",
        answer.err
    );
    assert_eq!(
        entries(&house),
        ["1 Орлов Пётр Ильич", "2 Семёнова Анна", "3 Жуков Юрий"]
    );
    verified(&house);
}

#[test]
fn numbers_follow_the_rating_the_lists_numbers_or_the_lot() {
    let google = list("google-en.csv");
    for (options, first) in [
        ("", "1 Ann Archer"),
        ("--order rating", "1 Ann Archer"),
        ("--order number", "1 Bert Baker"),
    ] {
        let house = House::new();
        house.write("s.toml", SPRING);
        add(&house, &format!("--players {google} {options}")).done();
        assert_eq!(entries(&house)[0], first, "{options}");
    }
    let draw = || {
        let house = House::new();
        house.write("s.toml", SPRING);
        let told = add(&house, &format!("--players {google} --draw 4-8-15"))
            .done()
            .out;
        verified(&house);
        (told, entries(&house))
    };
    let (told, numbers) = draw();
    assert_eq!((told.clone(), numbers.clone()), draw());
    assert!(
        told.contains("drawn by lot (31.1), seed '4-8-15'"),
        "{told}"
    );
    // What is printed is what stands.
    for entry in &numbers {
        let (number, name) = entry.split_once(' ').unwrap();
        let line = told.lines().find(|l| l.ends_with(name)).unwrap();
        assert!(
            line.trim_start().starts_with(&format!("{number}. ")),
            "{line}"
        );
    }
}

#[test]
fn nothing_is_added_where_anything_is_wrong() {
    let house = House::new();
    house.write("s.toml", SPRING);
    let answer = add(&house, &format!("--players {}", list("wrong.csv")));
    answer.fails(1);
    assert_eq!(answer.err.lines().count(), 10, "{}", answer.err);
    assert!(
        answer.err.contains("wrong.csv:8: column 'e-mail'"),
        "{}",
        answer.err
    );
    house
        .run(&format!("player import {}", list("wrong.csv")))
        .fails(1);
    assert_eq!(house.json("player list").as_array().unwrap().len(), 0);
    house.run("player import no-such.csv").fails(3);
    add(&house, "--order rating").fails(2);
    // Players may not stand in both places.
    house.write(
        "s.toml",
        &format!("{SPRING}[[player]]\nname = \"A\"\nemail = \"a@x.example\"\n"),
    );
    let both = add(&house, &format!("--players {}", list("google-en.csv")));
    assert!(
        both.fails(1).err.contains("a list of players is given too"),
        "{}",
        both.err
    );
}

#[test]
fn persons_of_the_club_are_entered_once() {
    let house = House::new();
    let google = list("google-en.csv");
    let first = house.run(&format!("player import {google}")).done();
    assert!(
        first.out.contains("added 3 players, 0 were known"),
        "{}",
        first.out
    );
    house.write(
        "more.csv",
        "ФИО;почта;рейтинг\nАнна А.;ANN@a.example;2111\nDan Drake;dan@d.example;\n",
    );
    let more = house
        .run(&format!(
            "player import {}",
            house.path("more.csv").display()
        ))
        .done();
    assert!(
        more.out.contains("added 1 players, 1 were known"),
        "{}",
        more.out
    );
    assert!(
        more.err.contains("ann@a.example is known as 'Ann Archer' (player 1), here 'Анна А.': taken as the same person"),
        "{}",
        more.err
    );
    assert!(more.err.contains("stays, 2100; here 2111"), "{}", more.err);
    let players = house.json("player list");
    assert_eq!(players[0]["name"], "Ann Archer");
    assert_eq!(players[0]["rating"], 2100);
    assert_eq!(players[3]["language"], "ru");
    verified(&house);
}

#[test]
fn a_template_is_written_without_questions_and_read_back() {
    let house = House::new();
    let file = house.path("spring.toml");
    let google = list("google-en.csv");
    let line = format!(
        "--set code=S27 --set name=Spring --set start_date=2027-03-01 --set days_per_period=40 \
         --set arbiter=Orlova<td@club.example> --set tie_breaks=wins,sb tournament new {} --template --profile post --players {google}",
        file.display()
    );
    // Here --set names keys of the file: the harness's own key of the configuration is none.
    let run = |line: &str| {
        let mut command = bare();
        command.arg("--home").arg(house.path("club"));
        Answer::of(&command.args(line.split_whitespace()).output().unwrap())
    };
    let told = run(&line).done();
    assert!(told.err.contains("tournament add"), "{}", told.err);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.contains("days_per_period = 40  # the profile's default is 30"),
        "{text}"
    );
    run(&format!("tournament add {}", file.display())).done();
    let shown = house.json("tournament show S27");
    assert_eq!(shown["regulations"]["days_per_period"], 40);
    assert_eq!(shown["regulations"]["forfeit"], "claim");
    assert_eq!(
        shown["regulations"]["tie_breaks"],
        serde_json::json!(["wins", "sb"])
    );
    assert_eq!(shown["entries"][2]["name"], "Cook, Clara");
    // Never over another file; a wrong key or value is said.
    let again = run(&line);
    assert!(
        again.fails(1).err.contains("is not overwritten"),
        "{}",
        again.err
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    let wrong = run("--set days_per_perod=40 tournament new --template");
    assert!(
        wrong
            .fails(1)
            .err
            .contains("did you mean 'days_per_period'"),
        "{}",
        wrong.err
    );
    // Without a path, on standard output; without a home too.
    let bare_file = program(&["--home", "no-such-home", "tournament", "new", "--template"]).done();
    assert!(
        bare_file.out.contains("code = \"\"  # to be filled in"),
        "{}",
        bare_file.out
    );
    // Where nobody can be asked, that is said.
    let nobody = run("tournament new");
    assert!(nobody.fails(2).err.contains("--template"), "{}", nobody.err);
}

/// Runs a command line on a terminal of its own, as `script` makes one, and types.
fn on_a_terminal(house: &House, line: &str, typed: &str) -> Answer {
    let program = env!("CARGO_BIN_EXE_postchess");
    let home = house.path("club");
    let command = format!(
        "{program} --home {} --now 2026-11-21T10:00:00Z {line}",
        home.display()
    );
    let mut child = std::process::Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(house.path(""))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("script of util-linux runs");
    let mut pipe = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut pipe, typed.as_bytes()).unwrap();
    drop(pipe);
    Answer::of(&child.wait_with_output().unwrap())
}

#[test]
fn an_arbiter_is_asked_question_by_question_on_a_terminal() {
    let house = House::new();
    let typed = [
        "Весенний турнир 2027", // name
        "",                     // code, as suggested
        "post",                 // profile
        "<",                    // no: back to it
        "email",
        "",        // system
        "someday", // start date: refused
        "2027-03-01",
        "2029-03-01", // end date
        "UTC",
        "", // language
        "", // variant
        "", // arbiter: required
        "Olga Orlova <td@club.example>",
        "",        // appeals
        "",        // adjudicator
        "forfeit", // a regulation by its key
        "?",
        "claim",
        "13 = 50", // no such key: told
        "silence_days = 50",
        "", // the regulations stand
        "Ann Archer; ann@a.example; 2100; ENG; en",
        "Bert Baker; bert.b.example", // refused
        "Bert Baker; bert@b.example",
        "",
        "yes",
        "", // the file's name, as offered
        "",
    ];
    let answer = on_a_terminal(&house, "tournament new", &typed.join("\n"));
    let said = &answer.out;
    assert_eq!(answer.code, 0, "{said}");
    for words in [
        "code [VESENNII27]",
        "allowed: a date such as 2026-01-10",
        "it is required: Name <address>",
        "What an overstep of time leads to",
        "(56.6.1, 56.6.6)",
        "no such number or key",
        "silence_days = 50   (changed; the profile has 40)",
        "'bert.b.example': an address has an @",
        "2 players, 1 games",
        "written: vesennii27.toml",
        "tournament add vesennii27.toml",
    ] {
        assert!(said.contains(words), "'{words}' is not in:\n{said}");
    }
    let file = house.path("vesennii27.toml");
    house
        .run(&format!("tournament add {}", file.display()))
        .done();
    let shown = house.json("tournament show VESENNII27");
    assert_eq!(shown["profile"], "email");
    assert_eq!(shown["end_date"], "2029-03-01");
    assert_eq!(shown["regulations"]["forfeit"], "claim");
    assert_eq!(shown["regulations"]["silence_days"], 50);
    assert_eq!(shown["entries"][1]["name"], "Bert Baker");
    verified(&house);
    // The next one offers the same arbiter, and refuses a code that is taken.
    let answer = on_a_terminal(
        &house,
        "tournament new",
        "Осень 2027\nVESENNII27\nOSEN\n\n\n\n\n\n\n\n\n",
    );
    assert!(
        answer
            .out
            .contains("there is a tournament VESENNII27 already"),
        "{}",
        answer.out
    );
    assert!(
        answer
            .out
            .contains("arbiter [Olga Orlova <td@club.example>]"),
        "{}",
        answer.out
    );
    // The typing ended: nothing is left behind.
    assert!(answer.out.contains("nothing was written"), "{}", answer.out);
    assert_eq!(answer.code, 1);
    assert!(!house.path("osen.toml").exists());
}
