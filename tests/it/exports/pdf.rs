//! PDF, as poppler's programs read it.

use crate::contract::House;
use crate::hard;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// What a program of poppler's says about a file; it must have nothing to complain of.
#[track_caller]
pub fn poppler(program: &str, options: &[&str], file: &Path) -> String {
    let output = Command::new(program)
        .args(options)
        .arg(file)
        .args((program == "pdftotext").then_some("-"))
        .output()
        .unwrap_or_else(|e| panic!("{program}: {e}; tests/run installs it"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{program}: {errors}"
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

const NAMES: [&str; 20] = [
    "Їжакевич Ґонта",
    "Żółkiewski Łukasz",
    "Щукин-Хрящёв Ярослав",
    "Ann Archer",
    "Константинопольский Всеволод",
    "Єременко Юлія",
    "Gęśla Jaźń",
    "Берёзкин Пётр",
    "O'Neil \"Zip\" Bob",
    "Ыбыраев Эльдар",
    "Wiśniewska Ć.",
    "Объедков Съезд",
    "Müller Jörg",
    "Ґалаґан Олесь",
    "Петров & Сын",
    "<b>Жирный</b>",
    "Hartley Tom",
    "Цаплин Чеслав",
    "Śliwa Źrebak",
    "Яковлев-Ювачёв Ёлкин",
];

fn house() -> House {
    let mut file = String::from(
        "[tournament]\ncode = \"R20\"\nname = \"Круговой на двадцать\"\nprofile = \"email\"\n\
         system = \"round-robin\"\nstart_date = 2026-01-10\ntime_zone = \"Europe/Moscow\"\n\
         language = \"ru\"\narbiter = { name = \"Орлов П.\", email = \"td@club.example\" }\n",
    );
    for (number, name) in NAMES.iter().enumerate() {
        write!(
            file,
            "[[player]]\nname = '''{name}'''\nemail = \"p{number}@x.example\"\nlanguage = \"ru\"\n"
        )
        .unwrap();
    }
    let house = House::new();
    house.write("t.toml", &file);
    house
        .run(&format!(
            "tournament add {}",
            house.path("t.toml").display()
        ))
        .done();
    house.run("tournament start R20").done();
    house
}

#[test]
fn a_round_robin_of_twenty_comes_to_paper_whole() {
    let house = house();
    house.run("td result R20/1 1-0 --by ruling").done();
    let file = house.path("r20.pdf");
    let line = format!(
        "tournament report R20 --format pdf --output {}",
        file.display()
    );
    house.run(&line).done();
    let first = std::fs::read(&file).expect("a file");
    house.run(&line).done();
    assert_eq!(
        first,
        std::fs::read(&file).expect("a file"),
        "the same bytes"
    );

    let info = poppler("pdfinfo", &[], &file);
    let of = |name: &str| {
        let line = info.lines().find_map(|l| l.strip_prefix(name));
        line.unwrap_or_else(|| panic!("{name}: {info}"))
            .trim_start_matches(':')
            .trim()
    };
    assert!(of("Title").contains("Круговой на двадцать"), "{info}");
    assert_eq!(of("Producer"), "postchess");
    assert!(of("CreationDate").contains("Jan 10"), "{info}");
    assert!(of("Page size").starts_with("841.89 x 595.28"), "{info}");
    let pages: usize = of("Pages").parse().expect("a number");
    assert!(pages > 3, "{info}");

    // Cyrillic, Ukrainian and Polish letters come back as they are written.
    let all = poppler("pdftotext", &["-layout"], &file);
    for name in NAMES {
        let words = name.split_whitespace();
        assert!(words.clone().all(|w| all.contains(w)), "{name}\n{all}");
    }
    for page in 1..=pages {
        let number = page.to_string();
        let text = poppler(
            "pdftotext",
            &["-f", &number, "-l", &number, "-layout"],
            &file,
        );
        // On a wide sheet poppler drops the blanks around the stroke.
        let dense = text.replace(' ', "");
        assert!(dense.contains(&format!("{page}/{pages}")), "{text}");
        // A sheet on which a table goes on has its titles.
        let games = text
            .lines()
            .filter(|l| l.trim_start().starts_with("R20/"))
            .count();
        assert!(games < 3 || text.contains("Партия"), "{text}");
    }
    let fonts = poppler("pdffonts", &[], &file);
    for font in fonts.lines().skip(2) {
        let words: Vec<&str> = font.split_whitespace().collect();
        assert!(
            words.first().is_some_and(|n| n.contains("+DejaVu")),
            "{fonts}"
        );
        // Embedded, cut down, and with letters to copy.
        assert!(
            words.windows(3).any(|w| w == ["yes", "yes", "yes"]),
            "{fonts}"
        );
    }
}

#[test]
fn every_command_that_makes_a_document_makes_a_pdf() {
    let house = house();
    for (line, expected) in [
        ("game show R20/1", "Круговой на двадцать"),
        ("game show R20/1 --page schedule", "график переписки"),
        ("game show R20/1 --page form", "Дата старта 10/01/2026"),
        (
            "player report R20:3 R20",
            "Отчет участника турнира Щукин-Хрящёв",
        ),
        (
            "player report R20:3 R20 --language pl",
            "Sprawozdanie uczestnika",
        ),
        ("tournament report R20 --language uk", "станом на"),
    ] {
        let file = house.path("one.pdf");
        house
            .run(&format!("{line} --format pdf --output {}", file.display()))
            .done();
        let text = poppler("pdftotext", &["-layout"], &file);
        assert!(text.contains(expected), "{line}: {text}");
        // Without a file it goes on to another program.
        assert!(
            house
                .run(&format!("{line} --format pdf"))
                .done()
                .out
                .starts_with("%PDF-")
        );
    }
    let html = house
        .run("game show R20/1 --page schedule --format html")
        .done()
        .out;
    assert!(
        html.contains("colspan=\"6\"") && html.contains("<th"),
        "{html}"
    );
    let json = house.json("player report R20:3 R20");
    assert_eq!(json["games"].as_array().map(Vec::len), Some(19));
    assert_eq!(json["games"][0]["state"], "w");
    let refused = house.run("player report R20:3 R20 --format pdf --output /nowhere/x.pdf");
    refused.fails(1);
}

#[test]
fn a60_only_dates_that_were_corrected_are_remarked() {
    let house = house();
    for (moves, received, sent) in [
        ("5254", "2026-01-10", "2026-01-12"),
        ("5755", "2026-01-13", "2026-01-14"),
    ] {
        let line = format!("td move R20/1 {moves} --received {received} --sent {sent}");
        house.at("2026-01-20T09:00:00Z", &line).done();
    }
    let schedule = |house: &House| house.run("game show R20/1 --format schedule").done().out;
    let before = schedule(&house);
    assert!(
        before.contains("13/01/26") && before.contains("14/01/26"),
        "{before}"
    );
    assert!(!before.contains("установлены арбитром"), "{before}");
    let line = "td set-dates R20/1 2 --received 2026-01-14";
    house.at("2026-01-21T09:00:00Z", line).done();
    let after = schedule(&house);
    assert!(after.contains("Черные: даты"), "{after}");
    house.run("verify").done();
}

#[test]
fn each_match_of_teams_has_a_sheet_to_sign_however_long_its_names_are() {
    let house = House::new();
    for boards in [2, 10] {
        let code = format!("T{boards}");
        let mut file = format!(
            "[tournament]\ncode = \"{code}\"\nname = \"Командный чемпионат\"\nprofile = \"email\"\n\
             system = \"team-round-robin\"\nstart_date = 2026-01-10\ntime_zone = \"UTC\"\n\
             language = \"ru\"\narbiter = {{ name = \"Орлов П.\", email = \"td@club.example\" }}\n"
        );
        // Names of 40 letters.
        let name = |number: usize| format!("Константинопольский-Задунайский Вяч {number:04}");
        for number in 1..=4 * boards {
            write!(
                file,
                "[[player]]\nname = \"{}\"\nemail = \"{code}p{number}@x.example\"\n",
                name(number)
            )
            .unwrap();
        }
        for team in 0..4 {
            let numbers: Vec<usize> = (1..=boards).map(|b| team * boards + b).collect();
            write!(
                file,
                "[[team]]\nname = \"Северо-Западная сборная ветеранов номер {team}\"\nboards = {numbers:?}\n\
                 captain = {{ name = \"{}\", email = \"{code}c{team}@x.example\" }}\n",
                name(9000 + team)
            )
            .unwrap();
        }
        house.write("t.toml", &file);
        let add = format!("tournament add {}", house.path("t.toml").display());
        house.run(&add).done();
        let file = house.path("protocols.pdf");
        house
            .run(&format!(
                "tournament protocol {code} --round 1 --format pdf --output {}",
                file.display()
            ))
            .done();
        let text = poppler("pdftotext", &["-layout"], &file);
        let sheets: Vec<&str> = text.split_terminator('\u{c}').collect();
        assert_eq!(sheets.len(), 3, "{text}");
        assert!(sheets[0].contains("Сводный протокол"), "{text}");
        for sheet in &sheets[1..] {
            // Every name stands on one line, and the captains' too.
            assert_eq!(sheet.matches("Вяч 0").count(), 2 * boards, "{sheet}");
            assert!(sheet.contains("Протокол результатов"), "{sheet}");
            assert_eq!(sheet.matches("подпись").count(), 5, "{sheet}");
            assert!(sheet.contains("матча"), "{sheet}");
        }
    }
    house.run("tournament protocol T2 --round 4").fails(3);
    house.run("tournament protocol T2 --match 3").fails(3);
}

#[test]
fn who_plays_for_himself_has_no_protocol() {
    house().run("tournament protocol R20").fails(1);
}

/// What is signed has two or three pages, whatever the season was like; what is long stands
/// behind the signature, and nobody's name is cut.
#[test]
fn a30_2_1_6_the_report_of_a_hard_season_is_three_pages_and_its_annexes() {
    let house = hard::season();
    let file = house.path("official.pdf");
    let pages_of = |language: &str| -> Vec<String> {
        let line = format!(
            "tournament official-report HARD26 --language {language} --format pdf --output {}",
            file.display()
        );
        house.at(hard::AT, &line).done();
        let text = poppler("pdftotext", &["-layout"], &file);
        text.split('\u{c}')
            .filter(|page| !page.trim().is_empty())
            .map(str::to_owned)
            .collect()
    };
    for (language, annex, sign) in [
        ("en", "Annex 1.", "signature, date"),
        ("ru", "Приложение 1.", "подпись, дата"),
        ("uk", "Додаток 1.", "підпис, дата"),
        ("pl", "Załącznik 1.", "podpis, data"),
        ("de", "Anlage 1.", "Unterschrift, Datum"),
    ] {
        let pages = pages_of(language);
        let signed = pages
            .iter()
            .position(|p| p.contains(sign))
            .expect("a line to sign");
        assert!(signed < 3, "{language}: signed on page {}", signed + 1);
        let begins = pages
            .iter()
            .position(|p| p.trim_start().starts_with(annex))
            .unwrap_or_else(|| panic!("{language}: no page begins with {annex}"));
        assert_eq!(begins, signed + 1, "{language}");
        assert!(pages.len() <= 8, "{language}: {} pages", pages.len());
        // The final table is on one page, every name whole.
        let own = pages
            .iter()
            .take(begins)
            .filter(|page| page.contains("Smith John") && page.contains("Öztürk"))
            .count();
        assert_eq!(own, 1, "{language}");
        let signed: String = pages.iter().take(begins).cloned().collect();
        for judge in [
            "Всеволод Аркадьевич Нижегородский-Заречный",
            "Дарья Мирошниченко",
            "Юзеф Комаровский",
        ] {
            assert!(signed.contains(judge), "{language}: {judge}");
        }
        let all: String = pages.concat();
        assert!(!all.contains('…') || all.contains(" … "), "{language}: cut");
        for (name, ..) in hard::PLAYERS {
            let words = name.split([' ', '-']);
            assert!(
                words.clone().all(|w| signed.contains(w)),
                "{language}: {name}"
            );
        }
    }
    // As text: the compensation is one line, and so are all the draws.
    let text = house
        .at(hard::AT, "tournament official-report HARD26 --language en")
        .done()
        .out;
    let lines = |words: &str| text.lines().filter(|l| l.contains(words)).count();
    assert_eq!(lines("dates given back in 39 games"), 1, "{text}");
    assert_eq!(lines("result 1/2-1/2"), 1, "{text}");
    assert_eq!(lines("move entered"), 1, "{text}");
    assert_eq!(lines("dates of half-move"), 0, "{text}");
    for (name, ..) in hard::PLAYERS {
        assert!(text.contains(name), "{name}");
    }
    let rows = text.lines().filter(|l| l.contains("HARD26/")).count();
    assert!(rows < 60, "{rows} lines name games");
}
