//! A hard season for documents: fifteen players with long names in several alphabets, all 105
//! games, one of 78 moves, a compensation of many games, penalties, leave, withdrawals; and an
//! event of thirty players, whose table is as wide as tables get.

use crate::contract::House;
use serde_json::Value;
use std::fmt::Write as _;

/// The hour at which it is looked at.
pub const AT: &str = "2026-12-20T12:00:00Z";

/// Name, federation, rating.
pub const PLAYERS: [(&str, &str, u32); 15] = [
    (
        "Александр Константинович Преображенский-Воскресенский",
        "RUS",
        2388,
    ),
    ("Magdalena Szczepańska-Wiśniewska", "POL", 2211),
    ("Bartholomew Featherstonehaugh", "ENG", 2290),
    ("Олександр Григорович Слобожанський-Переверзєв", "UKR", 2305),
    ("Hans-Joachim von Waldenburg-Schülern", "GER", 2344),
    ("Иванов Иван", "RUS", 2101),
    ("Żółć Stanisław", "POL", 0),
    ("O'Brien Pat", "IRL", 1988),
    ("Коваленко Михайло Анатолійович", "UKR", 2156),
    ("Klaus-Dieter Ungewitter-Schönfeld", "AUT", 2079),
    ("Екатерина Всеволодовна Красноперекопская", "RUS", 2250),
    ("Piotr Aleksander Brzęczyszczykiewicz", "POL", 2199),
    ("Smith John", "USA", 2033),
    ("Максименко-Загородня Оксана", "UKR", 0),
    ("Öztürk Ümit", "TUR", 2145),
];

/// The home, with both events.
pub fn season() -> House {
    let house = House::new();
    let mut file = head(
        "HARD26",
        "XXVII международный мемориал А. К. Преображенского, главный турнир 2026 года",
        "round-robin",
    );
    file.push_str(
        "appeals = { name = \"Дарья Мирошниченко\", email = \"appeals@club.example\" }\n\
         adjudicator = { name = \"Юзеф Комаровский\", email = \"adjudicator@club.example\" }\n",
    );
    for (n, (name, federation, rating)) in PLAYERS.iter().enumerate() {
        player(&mut file, name, n, federation, *rating);
    }
    begins(&house, "HARD26", &file);
    let mut file = head("W30", "Thirty", "pairs");
    for n in 0..30 {
        let (name, federation, _) = PLAYERS[n % PLAYERS.len()];
        player(&mut file, &format!("{name} {n}"), 20 + n, federation, 2000);
    }
    for n in 1..=15 {
        write!(file, "[[pair]]\nwhite = {n}\nblack = {}\n", n + 15).unwrap();
    }
    begins(&house, "W30", &file);

    orders(&house, "moves", &moves(), "2026-11-20T10:00:00Z");
    let results = |from: usize, to: usize| {
        let mut lines = "game,result,by,reason,article\n".to_owned();
        for n in from..to {
            let (result, by) = match n % 4 {
                0 => ("1/2-1/2", "agreement"),
                1 => ("1-0", "resignation"),
                2 => ("0-1", "resignation"),
                _ => ("1-0", "adjudication"),
            };
            writeln!(lines, "HARD26/{n},{result},{by},by letter,").unwrap();
        }
        lines
    };
    orders(&house, "results", &results(1, 67), "2026-11-21T10:00:00Z");
    let done = |hour: &str, line: &str| house.at(hour, line).done();
    done(
        "2026-12-03T10:00:00Z",
        "td compensate HARD26 9 --from 2026-11-22 --to 2026-11-30 --reason outage --anyway",
    );
    for n in [70, 72, 74, 75, 76, 80, 85, 86, 90, 94, 95, 98, 99] {
        let side = if n % 2 == 0 { "white" } else { "black" };
        let line = format!("td penalty HARD26/{n} {side} 2 --reason repetition --anyway");
        done("2026-12-04T10:00:00Z", &line);
    }
    done(
        "2026-12-04T11:00:00Z",
        "td leave grant HARD26:3 2026-12-05 2026-12-20 --reason ill",
    );
    done(
        "2026-12-06T11:00:00Z",
        "td withdraw HARD26:14 HARD26 --games lose --reason silent",
    );
    let open = house.json("game list --tournament HARD26");
    let open: Vec<usize> = open
        .as_array()
        .expect("games")
        .iter()
        .filter(|g| g["status"] == "active")
        .filter_map(|g| g["game"].as_str()?.split('/').nth(1)?.parse().ok())
        .collect();
    let all = results(67, 106);
    let mut lines = all.lines();
    let mut kept = format!("{}\n", lines.next().expect("a heading"));
    for (n, line) in (67..).zip(lines) {
        // A few are still being played.
        if open.contains(&n) && n % 13 != 0 {
            writeln!(kept, "{line}").unwrap();
        }
    }
    orders(&house, "rest", &kept, "2026-12-08T10:00:00Z");
    house
}

fn head(code: &str, name: &str, system: &str) -> String {
    format!(
        "[tournament]\ncode = \"{code}\"\nname = \"{name}\"\nprofile = \"email\"\n\
         system = \"{system}\"\nstart_date = 2026-01-10\ntime_zone = \"UTC\"\n\
         language = \"ru\"\narbiter = {{ name = \"Всеволод Аркадьевич Нижегородский-Заречный\", \
         email = \"td@club.example\" }}\n"
    )
}

fn player(file: &mut String, name: &str, n: usize, federation: &str, rating: u32) {
    write!(
        file,
        "[[player]]\nname = \"{name}\"\nemail = \"p{n}@mail.example\"\n\
         federation = \"{federation}\"\n"
    )
    .unwrap();
    if rating > 0 {
        writeln!(file, "rating = {rating}").unwrap();
    }
}

fn begins(house: &House, code: &str, file: &str) {
    let name = format!("{code}.toml");
    house.write(&name, file);
    let add = format!("tournament add {}", house.path(&name).display());
    house.at("2026-01-02T10:00:00Z", &add).done();
    let start = format!("tournament start {code}");
    house.at("2026-01-09T10:00:00Z", &start).done();
}

fn orders(house: &House, name: &str, lines: &str, hour: &str) {
    house.write(name, lines);
    let path = house.path(name);
    let line = format!("td batch {} --reason season --anyway", path.display());
    house.at(hour, &line).done();
}

/// 78 moves of the first game, and a first move in the next eighty: a day for each half-move.
fn moves() -> String {
    let text = std::fs::read_to_string("tests/cases/games.jsonl").expect("games.jsonl");
    let longest = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a game"))
        .filter(|g| g["variant"] == "standard")
        .max_by_key(|g| g["plies"].as_array().map_or(0, Vec::len))
        .expect("a game");
    let plies = longest["plies"].as_array().expect("plies");
    assert!(plies.len() >= 156, "{}", plies.len());
    let mut lines = String::new();
    let start = postchess::time::Day::parse("2026-01-10").expect("a day");
    for (at, ply) in (0..).zip(plies.iter().take(156)) {
        let (number, numeric) = (at / 2 + 1, ply["num"].as_str().expect("a move"));
        let dots = if at % 2 == 0 { "." } else { "..." };
        let (received, sent) = (start.plus(at), start.plus(at));
        let day = if at == 0 { start } else { received };
        writeln!(
            lines,
            "move HARD26/1 \"{number}{dots} {numeric}\" --received {day} --sent {sent}"
        )
        .unwrap();
    }
    for n in 2..=105 {
        writeln!(
            lines,
            "move HARD26/{n} \"1. 5254\" --received {start} --sent {start}"
        )
        .unwrap();
    }
    lines
}
