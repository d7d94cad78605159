//! Setting a tournament up, as an arbiter does: lists of players as clubs have
//! them, the file that explains itself, previews, late changes.

use crate::contract::{Answer, House, bare, program};
use crate::ground::{impossible, no_terminal};

/// When the arbiter sits at his terminal.
const AT_HOME: &str = "2026-11-21T10:00:00Z";

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
fn a31_1_the_seed_of_the_file_draws_and_another_is_refused() {
    let google = list("google-en.csv");
    let with_seed = SPRING.replace("language =", "draw_seed = \"4-8-15\"\nlanguage =");
    let drawn = |file: &str, options: &str| {
        let house = House::new();
        house.write("s.toml", file);
        let told = add(&house, &format!("--players {google} {options}"))
            .done()
            .out;
        verified(&house);
        (house, told)
    };
    let (house, of_file) = drawn(&with_seed, "--draw");
    // A seed that is only stated is stored: what else is drawn comes from it.
    let (stated, told) = drawn(SPRING, "--draw 4-8-15");
    assert_eq!(of_file, told);
    assert_eq!(entries(&house), entries(&stated));
    let change = stated.run("tournament change S27 set draw_seed=16");
    let change = change.done().out;
    assert!(change.contains("was \"4-8-15\""), "{change}");
    let refused = |file: &str, options: &str, said: &str| {
        let house = House::new();
        house.write("s.toml", file);
        let refused = add(&house, &format!("--players {google} {options}"));
        refused.fails(1);
        assert!(refused.err.contains(said), "{}", refused.err);
    };
    refused(&with_seed, "--draw 16-23", "is '4-8-15'; allowed: one seed");
    refused(SPRING, "--draw", "'draw_seed' in the tournament file");
    refused(SPRING, "--varma", "'draw_seed' in the tournament file");
    let house = House::new();
    house.write("s.toml", &with_seed);
    let mut players = String::from("Name,E-mail,Fed\n");
    for n in 0..10 {
        players.push_str(&format!("Player {n},p{n}@a.example,POL\n"));
    }
    house.write("p.csv", &players);
    let (file, list) = (house.path("s.toml"), house.path("p.csv"));
    let drawing = format!("tournament draw {}", list.display());
    let of_file = house.run(&format!("{drawing} --file {}", file.display()));
    let stated = house.run(&format!("{drawing} --seed 4-8-15"));
    assert_eq!(of_file.done().out, stated.done().out);
    add(&house, &format!("--players {} --varma", list.display())).done();
}

#[test]
fn a31_10_numbers_are_drawn_by_the_varma_tables_and_the_ceremony_is_a_page() {
    let house = House::new();
    house.write("s.toml", SPRING);
    let mut players = String::from("Name,E-mail,Fed\n");
    for n in 0..10 {
        let federation = ["POL", "UKR", "GER", "POL"][n % 4];
        players.push_str(&format!("Player {n},p{n}@a.example,{federation}\n"));
    }
    house.write("p.csv", &players);
    let list = house.path("p.csv");
    let drawing = format!("tournament draw {} --seed 4-8-15", list.display());
    let page = house.run(&format!("{drawing} --language en")).done().out;
    let told = add(
        &house,
        &format!("--players {} --draw 4-8-15 --varma", list.display()),
    );
    let told = told.done().out;
    assert!(
        told.contains("drawn by the Varma tables (31.10), seed '4-8-15'"),
        "{told}"
    );
    // What the page says is what stands.
    for entry in entries(&house) {
        let (number, name) = entry.split_once(' ').unwrap();
        let at = |l: &&str| l.split_whitespace().collect::<Vec<_>>().join(" ");
        let start = format!("{number} {name}");
        assert!(page.lines().any(|l| at(&l).starts_with(&start)), "{page}");
    }
    // Five of Poland, and no envelope holds five.
    assert!(
        page.contains("No envelope had numbers enough for POL"),
        "{page}"
    );
    expect_test::expect_file!["reports/varma.txt"].assert_eq(&page);
    let german = house.run(&format!("{drawing} --language de --format html"));
    assert!(german.done().out.contains("Auslosung der Startnummern"));
    let json = house.json(&drawing);
    assert_eq!(json["numbers"].as_array().unwrap().len(), 10);
    verified(&house);
    let few = format!("tournament draw {} --seed x", self::list("google-en.csv"));
    let refused = house.run(&few);
    refused.fails(1);
    assert!(refused.err.contains("are for 9 to 24"), "{}", refused.err);
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

#[test]
fn an_arbiter_is_asked_question_by_question_on_a_terminal() {
    if let Some(why) = no_terminal() {
        return impossible(&why);
    }
    let house = House::new();
    let typed = [
        "Весенний турнир 2027", // name
        "",                     // code, as suggested
        "post",                 // profile
        "<",                    // no: back to it
        "email",
        "",        // system
        "",        // legs
        "someday", // start date: refused
        "2027-03-01",
        "", // arbiter: required
        "Olga Orlova <td@club.example>",
        "yes",        // set the rest of it
        "",           // variant
        "2029-03-01", // end date
        "UTC",
        "",        // language
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
    let answer = house.on_a_terminal(AT_HOME, "tournament new --language en", &typed.join("\n"));
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
        "players: 2",
        "games: 1",
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
    let answer = house.on_a_terminal(
        AT_HOME,
        "tournament new --language en",
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

/// A tournament of four in four languages, not started.
const FOUR: &str = "name;e-mail;rating;federation;language\nAnn Archer;ann@a.example;2100;ENG;en\n\
    Дмитрий Волков;dima@d.example;1990;RUS;ru\nEwa Nowak;ewa@e.example;;POL;pl\nФіліп Гай;filip@f.example;1800;UKR;uk\n";

fn planned(regulations: &str) -> House {
    planned_by(SPRING, regulations)
}

/// The same by another head.
fn planned_by(head: &str, regulations: &str) -> House {
    let house = House::new();
    house.write("s.toml", &format!("{head}[regulations]\n{regulations}\n"));
    house.write("four.csv", FOUR);
    add(
        &house,
        &format!("--players {}", house.path("four.csv").display()),
    )
    .done();
    house
}

/// The same tournament with its regulations by name.
fn preset(name: &str, regulations: &str) -> House {
    let kept = SPRING.lines().filter(|line| !line.starts_with("profile"));
    let head: String = kept.map(|line| format!("{line}\n")).collect();
    let named = format!("[tournament]\npreset = \"{name}\"");
    planned_by(&head.replacen("[tournament]", &named, 1), regulations)
}

const BEFORE: &str = "2026-02-01T09:00:00Z";

/// The letters in a folder, by the game and the reader: each with what is made only
/// when it leaves blotted out.
fn letters_in(folder: &std::path::Path) -> std::collections::BTreeMap<String, String> {
    let mut found = std::collections::BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "txt" || e == "html") {
            continue;
        }
        let mut text = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
        let field = |text: &str, name: &str| {
            let line = text.split("\r\n").find(|l| l.starts_with(name)).unwrap();
            line.split(['<', '>'])
                .nth(1)
                .map(str::to_owned)
                .unwrap_or_else(|| line[name.len()..].trim().to_owned())
        };
        let id = field(&text, "Message-ID:");
        let token = field(&text, "Reply-To:");
        let before = id.split('@').next().unwrap_or_default();
        let letters = before.chars().filter(char::is_ascii_alphanumeric).rev();
        let random: String = letters.take(12).collect();
        for (secret, name) in [(id, "ID"), (token, "REPLY"), (random, "BORDER")] {
            text = text.replace(&secret, name);
        }
        let key = format!(
            "{} {}",
            field(&text, "X-Postchess-Game:"),
            field(&text, "To:")
        );
        // The picture's name inside the encoded page is made of the Message-ID too.
        let shown = postchess::letter::shown(&std::fs::read(&path).unwrap()).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let pgn = body.split("x-chess-pgn").last().unwrap();
        let page = shown.html.unwrap_or_default();
        let all = format!("{head}\n{}\n{page}\n{pgn}", shown.text);
        assert!(found.insert(key, all).is_none());
    }
    found
}

#[test]
fn the_letters_of_a_preview_are_those_that_leave() {
    let house = planned("days_per_period = 40");
    let folder = house.path("letters");
    let told = house
        .at(
            BEFORE,
            &format!("tournament preview S27 --letters {}", folder.display()),
        )
        .done();
    assert!(told.out.contains("12 start letters"), "{}", told.out);
    let previewed = letters_in(&folder);
    assert_eq!(previewed.len(), 12);
    // Nothing was recorded, nothing was sent.
    assert_eq!(house.json("outbox list").as_array().unwrap().len(), 0);
    assert_eq!(house.json("tournament show S27")["status"], "planned");
    // What can be read is beside them: a page with the board in it, and the text.
    let page = std::fs::read_to_string(folder.join("S27-1-to-1.html")).unwrap();
    assert!(page.contains("src=\"data:image/png;base64,") && !page.contains("cid:"));
    let text = std::fs::read_to_string(folder.join("S27-1-to-1.txt")).unwrap();
    assert!(text.starts_with("Game S27/1 of the tournament"), "{text}");
    let shown = house
        .at(BEFORE, "tournament preview S27 --letters S27:2")
        .done()
        .out;
    assert!(
        shown.contains("Дмитрий Волков") && !shown.contains("Ewa Nowak <"),
        "{shown}"
    );
    let dry = house
        .at(BEFORE, "tournament start S27 --dry-run")
        .done()
        .out;
    assert!(
        dry.contains("would start S27: 6 games, 12 start letters"),
        "{dry}"
    );
    assert!(dry.contains("3 to Ewa Nowak <ewa@e.example>"), "{dry}");
    assert_eq!(house.json("outbox list").as_array().unwrap().len(), 0);
    // Now in earnest, at the same hour: the same letters.
    house.at(BEFORE, "tournament start S27").done();
    let sent = letters_in(&house.path("club/mail/out/new"));
    assert_eq!(
        previewed.keys().collect::<Vec<_>>(),
        sent.keys().collect::<Vec<_>>()
    );
    for (key, letter) in &previewed {
        assert!(letter == &sent[key], "{key}: not the letter that left");
    }
    house
        .at(
            BEFORE,
            &format!("tournament preview S27 --letters {}", folder.display()),
        )
        .fails(1);
    verified(&house);
}

#[test]
fn a_preview_tells_what_the_arbiter_has_to_look_at() {
    let house = planned("days_per_period = 40\ntie_breaks = [\"wins\", \"sb\"]");
    let preview = house
        .at("2026-03-01T23:00:00Z", "tournament preview S27")
        .done()
        .out;
    let words = preview.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "The official start is 2026-03-02: the draw should be known a night before it (31.3).",
        "Nobody is named to hear protests against the arbiter (56.1.10).",
        "Time to think: 40 days for every 10 moves; unused days are kept. (56.4.3)",
        "With equal points: number of wins, Sonneborn-Berger. (39.1)",
        "2 Дмитрий Волков 1990 RUS 2 1 ru dima@d.example",
        "1 S27/1 1 Ann Archer 4 Філіп Гай",
    ] {
        assert!(words.contains(said), "'{said}' is not in:\n{preview}");
    }
    let json = house.json("tournament preview S27");
    assert_eq!(json["players"][1]["white"], 2);
    assert_eq!(json["games"].as_array().unwrap().len(), 6);
    assert_eq!(json["differing"][0]["articles"], "56.4.3");
    // What is published holds no address.
    let page = house
        .run("tournament preview S27 --public --format html")
        .done()
        .out;
    assert!(page.contains("Стартовый список") && page.contains("Ewa Nowak"));
    assert!(!page.contains("@e.example"));
    let csv = house
        .run("tournament preview S27 --public --format csv")
        .done()
        .out;
    assert!(csv.contains("Ewa Nowak"), "{csv}");
    house.run("tournament preview NONE").fails(3);
    verified(&house);
}

#[test]
fn a_start_letter_says_first_what_to_do_and_whom_to_ask() {
    let house = planned("leave_days_per_year = 0");
    for (number, words) in [
        (
            1,
            [
                "the first move is yours: please send it",
                "THE START LIST",
                "the one word HELP",
                "There is no leave.",
                "(you)",
            ],
        ),
        (
            2,
            [
                "и первый ход за Вами: пошлите его",
                "СТАРТОВЫЙ СПИСОК",
                "одним словом ПОМОЩЬ",
                "Перерывов нет.",
                "(это Вы)",
            ],
        ),
        (
            3,
            [
                "wykonuje pierwsze posunięcie: prosimy je",
                "LISTA STARTOWA",
                "jednym słowem POMOC",
                "Urlopów nie ma.",
                "(to Pan/Pani)",
            ],
        ),
        (
            4,
            [
                "і перший хід за Вами: надішліть його",
                "СТАРТОВИЙ СПИСОК",
                "одним словом ДОПОМОГА",
                "Перерв немає.",
                "(це Ви)",
            ],
        ),
    ] {
        let text = house
            .at(
                BEFORE,
                &format!("tournament preview S27 --letters S27:{number}"),
            )
            .done()
            .out;
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for said in words {
            assert!(flat.contains(said), "{number}: '{said}' is not in:\n{text}");
        }
        assert!(flat.contains("td@club.example"), "{number}");
        // Once, in the first of three letters.
        assert_eq!(flat.matches(words[1]).count(), 1, "{number}");
    }
}

/// A command line with words that hold spaces, in parts.
fn change(house: &House, words: &[&str]) -> Answer {
    let mut command = bare();
    command.arg("--home").arg(house.path("club")).args([
        "--now",
        BEFORE,
        "tournament",
        "change",
        "S27",
    ]);
    Answer::of(&command.args(words).output().unwrap())
}

/// Round, White and Black by starting numbers.
fn pairs(house: &House) -> Vec<(u64, u64, u64)> {
    let preview = house.json("tournament preview S27");
    let number = |g: &serde_json::Value, key: &str| g[key].as_u64().unwrap();
    let games = preview["games"].as_array().unwrap().clone();
    games
        .iter()
        .map(|g| (number(g, "round"), number(g, "white"), number(g, "black")))
        .collect()
}

#[test]
fn a31_4_a_player_leaves_before_the_start_and_another_takes_the_place() {
    let house = planned("");
    let announced = pairs(&house);
    // Somebody wrote too early: his letter keeps nobody from leaving.
    house.post("early", "ewa@e.example", "[S27/2]", "1. 5254");
    house.at(BEFORE, "poll").done();
    let told = change(
        &house,
        &["remove", "3", "--reason", "fell ill", "--dry-run"],
    )
    .done();
    assert!(
        told.out
            .contains("number 3: Ewa Nowak leaves; the number stays free"),
        "{}",
        told.out
    );
    assert_eq!(pairs(&house), announced);
    change(&house, &["remove", "3", "--reason", "fell ill"]).done();
    let left: Vec<_> = announced
        .iter()
        .filter(|(_, w, b)| *w != 3 && *b != 3)
        .copied()
        .collect();
    assert_eq!(pairs(&house), left);
    verified(&house);
    // A fifth player would not disturb the draw of those who stay: he gets the free number.
    let told = change(
        &house,
        &["add", "Dan Drake", "dan@d.example", "--rating", "1900"],
    )
    .done();
    assert!(
        told.out
            .contains("number 3: Dan Drake <dan@d.example> comes in"),
        "{}",
        told.out
    );
    assert_eq!(pairs(&house), announced);
    // With all numbers taken it is another draw: refused unless asked for.
    let refused = change(&house, &["add", "Fay Fox", "fay@f.example"]);
    assert!(
        refused
            .fails(1)
            .err
            .contains("another draw, which 31.4 allows only"),
        "{}",
        refused.err
    );
    assert_eq!(pairs(&house), announced);
    change(&house, &["add", "Fay Fox", "fay@f.example", "--new-tables"]).done();
    assert_eq!(pairs(&house).len(), 10);
    // The record says it all, oldest first; the preview shows it, the start stands.
    let preview = house.json("tournament preview S27");
    let changes = preview["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 3);
    assert_eq!(changes[0]["reason"], "fell ill");
    assert_eq!(changes[0]["who"], "Olga Orlova");
    assert!(
        changes[2]["what"]
            .as_str()
            .unwrap()
            .contains("another draw"),
        "{changes:?}"
    );
    house.at(BEFORE, "tournament start S27").done();
    // The official report has the changes, without anybody's address (31.4).
    let report = house.json("tournament official-report S27 --format json");
    assert_eq!(report["changes"].as_array().unwrap().len(), 3, "{report}");
    assert_eq!(report["changes"][0]["reason"], "fell ill");
    let told = house
        .at(BEFORE, "tournament official-report S27 --language en")
        .done();
    assert!(
        told.out.contains("Changes before the start"),
        "{}",
        told.out
    );
    assert!(told.out.contains("Dan Drake comes in"), "{}", told.out);
    assert!(!told.out.contains('@'), "{}", told.out);
    assert_eq!(
        house
            .json("game list --tournament S27")
            .as_array()
            .unwrap()
            .len(),
        10
    );
    let late = change(&house, &["remove", "1"]);
    assert!(
        late.fails(1).err.contains("td withdraw S27:1 S27"),
        "{}",
        late.err
    );
    verified(&house);
}

#[test]
fn what_was_entered_wrongly_is_corrected_before_the_start() {
    let house = planned("");
    let words = [
        "correct",
        "2",
        "--name",
        "Волков Дмитрий",
        "--address",
        "volkov@d.example",
        "--language",
        "uk",
        "--rating",
        "2001",
    ];
    let told = change(&house, &words).done();
    assert!(
        told.out
            .contains("address volkov@d.example, was dima@d.example"),
        "{}",
        told.out
    );
    let player = house.json("player show S27:2");
    assert_eq!(player["name"], "Волков Дмитрий");
    assert_eq!(player["email"], "volkov@d.example");
    assert_eq!(
        (player["language"].as_str(), player["rating"].as_u64()),
        (Some("uk"), Some(2001))
    );
    // The same person: nobody new was entered.
    assert_eq!(house.json("player list").as_array().unwrap().len(), 4);
    change(&house, &["replace", "4", "Gus Gale", "gus@g.example"]).done();
    change(
        &house,
        &["set", "start_date=2026-03-16", "days_per_period=40"],
    )
    .done();
    for (words, said) in [
        (
            &["correct", "1", "--address", "gus@g.example"][..],
            "the address of player 1 too",
        ),
        (&["replace", "9", "X", "x@x.example"], "from 1 to 4"),
        (&["set", "days_per_period=0"], "from 1 to 1000"),
        (&["set", "code=T"], "the code stays S27"),
        (
            &["set", "days_per_period=50", "forfeit=never"],
            "immediate, notice, claim",
        ),
    ] {
        let answer = change(&house, words);
        assert!(
            answer.fails(1).err.contains(said),
            "{words:?}: {}",
            answer.err
        );
    }
    let shown = house.json("tournament show S27");
    assert_eq!(shown["start_date"], "2026-03-16");
    assert_eq!(shown["regulations"]["days_per_period"], 40);
    assert_eq!(shown["entries"][3]["name"], "Gus Gale");
    // All of it is in the letters that leave.
    house.at(BEFORE, "tournament start S27").done();
    let to: Vec<String> = house
        .json("outbox list")
        .as_array()
        .unwrap()
        .iter()
        .map(|l| l["to"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(to.iter().filter(|t| *t == "volkov@d.example").count(), 3);
    assert!(
        !to.contains(&"dima@d.example".to_owned()) && !to.contains(&"filip@f.example".to_owned())
    );
    verified(&house);
}

#[test]
fn a_person_who_plays_elsewhere_keeps_name_and_address_there() {
    let house = planned("");
    house.at(BEFORE, "tournament start S27").done();
    house.write("b.toml", &SPRING.replace("S27", "S28"));
    house.write(
        "two.csv",
        "name;e-mail\nAnn Archer;ann@a.example\nNew One;new@n.example\n",
    );
    let (file, two) = (house.path("b.toml"), house.path("two.csv"));
    // No hour before that of the start: one that lies before the record does nothing.
    let line = format!(
        "tournament add {} --players {}",
        file.display(),
        two.display()
    );
    house.at(BEFORE, &line).done();
    let line = "tournament change S28 correct 1 --address ann@new.example";
    let refused = house.at(BEFORE, line);
    assert!(
        refused.fails(1).err.contains("plays in S27/1 already"),
        "{}",
        refused.err
    );
    assert!(
        refused.err.contains("td address 1 ann@new.example"),
        "{}",
        refused.err
    );
    house
        .at(BEFORE, "tournament change S28 correct 1 --name Anna")
        .fails(1);
    house
        .at(BEFORE, "tournament change S28 correct 1 --rating 2222")
        .done();
    assert_eq!(house.json("player show 1")["rating"], 2222);
    verified(&house);
}

#[test]
fn an_edited_file_is_shown_first_and_carried_out_with_yes() {
    let house = planned("");
    let file = house.path("edited.toml");
    let edited = format!(
        "{}[regulations]\nforfeit = \"claim\"\n\
         [[player]]\nname = \"Ann Archer\"\nemail = \"ann@a.example\"\nlanguage = \"en\"\nrating = 2100\nfederation = \"ENG\"\n\
         [[player]]\nname = \"Дмитрий Волков\"\nemail = \"dima@new.example\"\nlanguage = \"ru\"\nrating = 1990\nfederation = \"RUS\"\n\
         [[player]]\nname = \"Ewa Nowak\"\nemail = \"ewa@e.example\"\nwithdrawn = true\n\
         [[player]]\nname = \"Gus Gale\"\nemail = \"gus@g.example\"\n",
        SPRING.replace("\"Spring\"", "\"Spring 2026\"")
    );
    house.write("edited.toml", &edited);
    let line = format!("tournament update {}", file.display());
    let shown = house.at(BEFORE, &line).done();
    for said in [
        "name: \"Spring 2026\", was \"Spring\"",
        "forfeit: \"claim\", was \"notice\" (56.6.1, 56.6.6)",
        "number 2, Дмитрий Волков: address dima@new.example, was dima@d.example",
        "number 3: Ewa Nowak leaves; the number stays free",
        "number 4: Gus Gale <gus@g.example> takes the place of Філіп Гай",
    ] {
        assert!(
            shown.out.contains(said),
            "'{said}' is not in:\n{}",
            shown.out
        );
    }
    assert!(
        shown
            .err
            .contains("nothing is changed until --yes is given"),
        "{}",
        shown.err
    );
    assert_eq!(house.json("tournament show S27")["name"], "Spring");
    house.at(BEFORE, &format!("{line} --yes")).done();
    assert_eq!(house.json("tournament show S27")["name"], "Spring 2026");
    assert_eq!(pairs(&house).len(), 3);
    assert_eq!(
        entries(&house),
        ["1 Ann Archer", "2 Дмитрий Волков", "4 Gus Gale"]
    );
    let again = house.at(BEFORE, &line).done();
    assert!(again.out.contains("nothing changes"), "{}", again.out);
    verified(&house);
}

#[test]
fn a_preset_is_explained_with_its_source_and_the_file_s_own_keys_win() {
    // Preset, profile, its year, a key with the value that it has there, and whose that is.
    let table = [
        (
            "ru-post",
            "post",
            Some(2020),
            "days_per_period",
            serde_json::json!(30),
            "preset",
        ),
        (
            "ru-email",
            "email",
            Some(2020),
            "silence_days",
            serde_json::json!(40),
            "preset",
        ),
        (
            "ru-server",
            "server",
            Some(2020),
            "greetings",
            serde_json::json!(true),
            "profile",
        ),
        (
            "iccf-post",
            "post",
            Some(2005),
            "penalty_days",
            serde_json::json!([5, 10]),
            "profile",
        ),
        (
            "iccf-email",
            "email",
            Some(2003),
            "repeat_after_days",
            serde_json::json!(14),
            "preset",
        ),
        (
            "iccf-server",
            "server",
            None,
            "double_after_days",
            serde_json::json!(20),
            "preset",
        ),
        (
            "club",
            "email",
            None,
            "penalty_days",
            serde_json::json!([1, 2]),
            "preset",
        ),
    ];
    for (name, profile, year, key, value, set_by) in table {
        let house = preset(name, "leave_days_per_year = 17");
        let told = house.json("tournament explain S27");
        assert_eq!(told["profile"], profile, "{name}");
        assert_eq!(told["preset"]["name"], name);
        assert_eq!(
            told["preset"]["source"]["year"],
            serde_json::json!(year),
            "{name}"
        );
        let rows = told["regulations"].as_array().unwrap();
        let row = |key: &str| rows.iter().find(|row| row["key"] == key).unwrap();
        assert_eq!(row(key)["value"], value, "{name}");
        assert_eq!(row(key)["set_by"], set_by, "{name}");
        assert_eq!(row("leave_days_per_year")["value"], 17, "{name}");
        assert_eq!(row("leave_days_per_year")["set_by"], "tournament", "{name}");
    }
    let text = preset("iccf-server", "")
        .run("tournament explain S27")
        .done()
        .out;
    let line = "double_after_days = 20  (no article; set by preset iccf-server (ICCF Rules 2.4.2, \
                as quoted to the players of its server tournaments), article 54: 0)\n";
    assert!(text.contains(line), "{text}");
}

#[test]
fn explain_names_every_regulation_with_its_article_and_where_it_was_set() {
    let house = planned("days_per_period = 40\ndouble_after_days = 20");
    let told = house.json("tournament explain S27");
    assert_eq!(told["profile"], "email");
    assert_eq!(told["article"], "56");
    let shown = house.json("tournament show S27");
    let held = shown["regulations"].as_object().unwrap();
    let rows = told["regulations"].as_array().unwrap();
    assert_eq!(rows.len(), held.len());
    for (row, (key, value)) in rows.iter().zip(held) {
        assert_eq!(row["key"].as_str(), Some(key.as_str()));
        assert_eq!(&row["value"], value);
        let own = ["days_per_period", "double_after_days"].contains(&key.as_str());
        assert_eq!(row["set_by"], if own { "tournament" } else { "profile" });
        assert_eq!(row["value"] == row["default"], !own);
        let own = ["double_after_days", "greetings"].contains(&key.as_str());
        assert_eq!(row["article"].is_null(), own, "{key}");
        assert!(row["sentence"].as_str().unwrap().ends_with('.'), "{key}");
    }
    let text = house.run("tournament explain S27").done().out;
    let lines = "days_per_period = 40  (56.4.3; set by the tournament, article 56: 60)\n  \
                 Time to think: 40 days for every 10 moves; unused days are kept.\n";
    assert!(text.contains(lines), "{text}");
    assert!(text.contains("silence_days = 40  (56.5.3)\n"), "{text}");
    assert!(
        text.contains("double_after_days = 20  (no article; set by"),
        "{text}"
    );
    let text = house.run("tournament explain S27 --language pl").done().out;
    assert!(text.contains("Czas do namysłu: 40 dni"), "{text}");
    house.run("tournament explain NONE").fails(3);
}
