use super::*;
use crate::language::Language;

fn good(bytes: &[u8]) -> Roster {
    read(bytes, "players.csv").unwrap_or_else(|e| panic!("{e}"))
}

fn bad(bytes: &[u8]) -> Vec<String> {
    let error = read(bytes, "players.csv").expect_err("should be refused");
    error.to_string().lines().map(str::to_owned).collect()
}

/// A player in a line: name, address, rating, federation, language.
fn told(roster: &Roster) -> Vec<String> {
    let line = |p: &Listed| {
        let e = &p.entry;
        let rating = e.rating.map_or(String::new(), |r| r.to_string());
        let language = e.language.map_or("", Language::code);
        let federation = e.federation.as_deref().unwrap_or("");
        format!("{}|{}|{rating}|{federation}|{language}", e.name, e.reach)
    };
    roster.players.iter().map(line).collect()
}

#[test]
fn a_list_that_excel_saved_in_russian_is_read() {
    let roster = good(include_bytes!("../../../tests/lists/excel-ru-1251.csv"));
    assert_eq!(
        told(&roster),
        [
            "Орлов Пётр Ильич|orlov@mail.example|2150|RUS|",
            "Семёнова Анна|anna@mail.example||RUS|",
            "Жуков Юрий|zhukov@mail.example|1987||",
        ]
    );
    let remarks = roster.remarks.join("\n");
    assert!(remarks.contains("guessed: windows-1251"), "{remarks}");
    assert!(
        remarks.contains("column 'Телефон' is set aside"),
        "{remarks}"
    );
    assert!(remarks.contains("line 5 holds no player"), "{remarks}");
}

#[test]
fn a_list_that_libreoffice_saved_in_ukrainian_is_read() {
    let roster = good(include_bytes!("../../../tests/lists/libreoffice-uk.csv"));
    assert_eq!(
        told(&roster),
        [
            "Ґалаґан Їжак|galagan@mail.example|1820|UKR|uk",
            "Шевченко, мол. Єва Петрівна|eva@mail.example||UKR|uk",
            "Панченко Олег|oleh@mail.example|1700|UKR|ru",
        ]
    );
    assert_eq!(roster.remarks, Vec::<String>::new());
    assert_eq!(roster.players[2].line, 5);
}

#[test]
fn a_list_that_excel_saved_in_polish_is_read() {
    let roster = good(include_bytes!("../../../tests/lists/excel-pl-1250.csv"));
    assert_eq!(
        told(&roster),
        [
            "Wójcik Łukasz|lukasz@mail.example|2045|POL|pl",
            "Żółć Święta|zolc@mail.example|1600|POL|pl",
            "Gęślą Jaźń|jazn@mail.example|||en",
        ]
    );
    assert!(
        roster.remarks[0].contains("windows-1250"),
        "{:?}",
        roster.remarks
    );
}

#[test]
fn lists_with_marks_titles_and_two_bytes_a_letter_are_read() {
    let expected = [
        "Иванов И.|ivanov@mail.example|2000||",
        "Петров П.|petrov@mail.example|1900||",
    ];
    let roster = good(include_bytes!("../../../tests/lists/excel-utf8-title.csv"));
    assert_eq!(told(&roster), expected);
    assert_eq!(roster.players[0].line, 4);
    let roster = good(include_bytes!("../../../tests/lists/excel-unicode.txt"));
    assert_eq!(told(&roster)[1], "Петров П.|petrov@mail.example|||");
    let roster = good(b"sep=;\r\nname;mail\r\nAnn, the first;a@b.example\r\n");
    assert_eq!(told(&roster), ["Ann, the first|a@b.example|||"]);
}

#[test]
fn every_wrong_cell_is_named_at_once() {
    let found = bad(include_bytes!("../../../tests/lists/wrong.csv"));
    let languages = Language::listed();
    let expected = [
        "players.csv:2: column 'e-mail': 'ann(at)a.example': an address has an @; right would be one address: ann@club.example",
        "players.csv:3: column 'name' is empty; right would be the player's name",
        "players.csv:5: column 'rating': 'about 2000'; right would be a whole number up to 4000, or nothing",
        &format!("players.csv:5: column 'language': 'klingon'; right would be {languages}"),
        "players.csv:7: column 'e-mail': 'ivаn@d.example': an address has no place for 'а', which is not a Latin letter; right would be one address: ann@club.example",
        "players.csv:8: column 'e-mail': 'clara@C.example' stands in line 5 already; right would be an address for each player",
        "players.csv:8: column 'federation': 'A federation of far too many letters'; right would be up to 20 characters: RUS, UKR, POL",
        "players.csv:9: column 'e-mail' is empty; right would be an address: ann@club.example",
        "players.csv:10: column 'e-mail': 'gus@g.example, gale@g.example': an address has no place for a space; right would be one address: ann@club.example",
        "players.csv:10: column 'rating': '5000'; right would be a whole number up to 4000, or nothing",
    ];
    assert_eq!(found, expected);
}

#[test]
fn headings_that_say_nothing_are_told_with_what_would_be_right() {
    let found = bad(b"Ann Archer;ann@a.example;2100\n");
    assert!(
        found[0].contains("players.csv:1: no columns that are known"),
        "{found:?}"
    );
    assert!(found[0].contains("name;e-mail;rating"), "{found:?}");
    assert!(bad(b"name,rating\nAnn,2100\n")[0].contains("no column for the address"));
    assert!(bad(b"")[0].contains("the file is empty"));
    assert!(bad(b"name,e-mail\n")[0].contains("no player stands below"));
    assert!(bad(b"PK\x03\x04\x14\x00")[0].contains("save it as CSV"));
    assert!(bad(b"name,player,e-mail\nA,B,a@b.example\n")[0].contains("say the same thing"));
}

#[test]
fn starting_numbers_follow_the_file_the_rating_or_the_lists_own_numbers() {
    let roster = good(include_bytes!("../../../tests/lists/google-en.csv"));
    let names = |order: &NumberingOrder| -> Vec<String> {
        let players = roster.ordered(order, "players.csv").unwrap();
        players.into_iter().map(|p| p.name).collect()
    };
    assert!(
        roster.remarks[0].contains("--order number"),
        "{:?}",
        roster.remarks
    );
    assert_eq!(
        names(&NumberingOrder::File),
        ["Ann Archer", "Bert Baker", "Cook, Clara"]
    );
    assert_eq!(
        names(&NumberingOrder::Rating),
        ["Ann Archer", "Bert Baker", "Cook, Clara"]
    );
    assert_eq!(
        names(&NumberingOrder::Number),
        ["Bert Baker", "Ann Archer", "Cook, Clara"]
    );
}

#[test]
fn numbers_that_are_no_starting_numbers_are_refused_at_once() {
    let list =
        b"No;name;e-mail\n1;A;a@x.example\n1;B;b@x.example\n9;C;c@x.example\n;D;d@x.example\n";
    let error = good(list)
        .ordered(&NumberingOrder::Number, "p.csv")
        .unwrap_err();
    let lines: Vec<String> = error.to_string().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("p.csv:3: starting number 1 stands in line 2"));
    assert!(lines[1].starts_with("p.csv:4: starting number 9; right would be one of 1 to 4"));
    assert!(lines[2].starts_with("p.csv:5: no starting number"));
}

#[test]
fn a31_1_a_draw_of_lots_is_reproduced_by_anyone() {
    let roster = good(include_bytes!("../../../tests/lists/google-en.csv"));
    let draw = |seed: &str| {
        roster
            .ordered(&NumberingOrder::Draw(seed.to_owned()), "p")
            .unwrap()
    };
    let drawn = draw("Lotto 7 12 33");
    let lots: Vec<u64> = drawn
        .iter()
        .map(|p| Lot::of_player("Lotto 7 12 33", &p.name))
        .collect();
    assert!(lots.is_sorted());
    // The order of the file has no part in it.
    let mut shuffled = roster.clone();
    shuffled.players.reverse();
    let again = shuffled
        .ordered(&NumberingOrder::Draw("Lotto 7 12 33".to_owned()), "p")
        .unwrap();
    assert_eq!(drawn, again);
    let different = (0..20).any(|n| draw(&n.to_string()) != drawn);
    assert!(different);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
        let _ = read(&bytes, "p.csv");
        let mut list = b"name;e-mail;rating;language;no\n".to_vec();
        list.extend_from_slice(&bytes);
        let _ = read(&list, "p.csv");
    }
}
