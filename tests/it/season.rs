//! The demo, as a newcomer runs it: every letter of its seasons becomes what
//! `examples/*/expected.txt` says, the cards of the one by post what article 55 has, and the
//! record proves itself.

use postchess::cli::season::{DemoSeason, Season, text};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn run(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_postchess"))
        .args(args)
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_letter_of_the_demo_becomes_what_it_is_meant_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("demo");
    let told = run(&["demo", root.to_str().expect("UTF-8")]);
    assert!(told.contains("Where to look"), "{told}");
    for season in DemoSeason::Mail.seasons().expect("the examples") {
        let home = match season.name {
            "club" => root.clone(),
            other => root.join(other),
        };
        check(&home, &season);
    }
}

fn check(home: &Path, season: &Season) {
    let home = home.to_str().expect("UTF-8");
    let list = run(&["--home", home, "inbox", "list", "--json"]);
    let letters: Vec<Value> = serde_json::from_str(&list).expect("JSON");
    assert_eq!(letters.len(), season.expected.len(), "{}", season.name);
    for (letter, expected) in letters.iter().zip(&season.expected) {
        assert_eq!(
            letter["verdict"], expected.verdict,
            "{} ({}): {}",
            expected.file, expected.why, letter["note"]
        );
    }
    run(&["--home", home, "verify"]);
    let letters = run(&["--home", home, "outbox", "list", "--json"]);
    let letters: Vec<Value> = serde_json::from_str(&letters).expect("JSON");
    // Who has no e-mail has it on paper, and the post has that.
    let gone = |l: &Value| match l["to"].is_null() {
        true => l["state"] == "posted",
        false => l["state"] == "sent",
    };
    let stuck: Vec<&Value> = letters.iter().filter(|l| !gone(l)).collect();
    assert!(stuck.is_empty(), "{stuck:#?}");
}

/// A season by post that was played, with its home.
struct Played {
    folder: tempfile::TempDir,
    told: String,
}

impl Played {
    fn by_post() -> Played {
        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path().join("demo");
        let home = home.to_str().expect("UTF-8");
        let told = run(&["demo", home, "--season", "post"]);
        Played { folder, told }
    }

    fn home(&self) -> std::path::PathBuf {
        self.folder.path().join("demo")
    }

    fn shown(&self, line: &str) -> String {
        let home = self.home();
        let mut words = vec!["--home", home.to_str().expect("UTF-8")];
        words.extend(line.split_whitespace());
        run(&words)
    }

    fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.shown(line)).expect("JSON")
    }

    fn game(&self, number: u32) -> Value {
        self.json(&format!("game show POST26/{number} --format json"))
    }
}

/// What stands in a game's record under an article.
fn entries(game: &Value, article: &str) -> Vec<String> {
    let record = game["record"].as_array().expect("a record").iter();
    let of = record.filter(|e| e["article"] == article);
    of.map(|e| e["what"].as_str().expect("a word").to_owned())
        .collect()
}

#[test]
fn a_season_by_post_is_played_as_article_55_has_it() {
    let played = Played::by_post();
    let seasons = DemoSeason::Post.seasons().expect("the examples");
    check(&played.home(), &seasons[0]);
    every_game_went_as_planned(&played);
    faults_were_charged_or_proposed(&played);
    oversteps_leave_and_dates(&played);
    paper_reached_who_has_no_mail(&played);
}

fn every_game_went_as_planned(played: &Played) {
    let mut cards = 0;
    let plan = text("post/games.txt").expect("the plan");
    for (number, line) in (1..).zip(plan.lines().filter(|l| !l.starts_with('#'))) {
        let game = played.game(number);
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, _, _, result, termination, moves @ ..] = words.as_slice() else {
            panic!("{line}")
        };
        assert_eq!(game["game"], *name);
        assert_eq!(game["result"], *result, "{name}");
        let ends = game["termination"].as_str().unwrap_or("-");
        assert_eq!(ends, *termination, "{name}");
        let list = game["moves"].as_array().expect("moves").iter();
        let sans: Vec<&str> = list.filter_map(|m| m["san"].as_str()).collect();
        let planned: Vec<&&str> = moves.iter().filter(|m| !m.ends_with('.')).collect();
        let same = sans.iter().eq(planned);
        assert!(same, "{name}: {sans:?}");
        cards += game["cards"].as_array().expect("cards").len();
    }
    assert_eq!(cards, 150);
}

fn faults_were_charged_or_proposed(played: &Played) {
    // 55.4.9-11: what was charged with the card, and what the arbiter added.
    let table = played.json("--json tournament report POST26");
    let all = table["penalties"].as_array().expect("penalties").iter();
    let charged: Vec<String> = all
        .map(|p| {
            let cell = |key: &str| p[key].as_str().expect("a text").to_owned();
            let (game, side, article) = (cell("game"), cell("side"), cell("article"));
            format!("{game} {side} {} {article}", p["days"])
        })
        .collect();
    assert_eq!(
        charged,
        [
            "POST26/1 black 5 55.4.9",
            "POST26/2 white 5 55.4.9",
            "POST26/2 black 5 55.4.9.4",
            "POST26/3 white 5 55.4.9",
            "POST26/5 black 5 55.4.9",
            "POST26/5 black 10 55.4.10",
            "POST26/8 white 4 55.4.11",
        ]
    );
    let mut kinds = BTreeSet::new();
    for number in 1..=12 {
        for card in played.game(number)["cards"].as_array().expect("cards") {
            let faults = card["faults"].as_array().expect("faults").iter();
            kinds.extend(faults.filter_map(|f| f.as_str().map(str::to_owned)));
        }
    }
    assert_eq!(kinds.len(), 6, "one of each kind: {kinds:?}");
    // Unregistered twice, in time trouble once: proposed once, and let pass.
    let trouble = played.game(6);
    assert_eq!(entries(&trouble, "55.4.12"), ["matter-opened"]);
    assert_eq!(trouble["clock"]["white"]["penalty"], 0);
    assert_eq!(table["matters"], json!([]), "nothing waits for the arbiter");
}

fn oversteps_leave_and_dates(played: &Played) {
    let late = played.game(4);
    assert_eq!(entries(&late, "55.6.3-4"), ["time-exceeded"]);
    assert_eq!(entries(&late, "55.6.4"), ["clock-reset"]);
    assert_eq!(entries(&late, "55.6.7"), ["matter-opened"]);
    assert_eq!(entries(&late, "55.6.8"), ["time-exceeded"]);
    assert_eq!(entries(&late, "55.6.6"), ["ended"]);
    assert_eq!(late["ply"], 8, "the sealed move is not played");
    // Announced on the fifth day of it: it holds from then on, in all his games (55.7.6).
    let away = played.game(7);
    let periods: Vec<&Value> = away["leave"].as_array().expect("leave").iter().collect();
    assert_eq!(periods.len(), 1, "{periods:?}");
    assert_eq!(periods[0]["from"], "2026-04-22");
    assert_eq!(periods[0]["to"], "2026-04-29");
    for number in [4, 7, 11] {
        let game = played.game(number);
        assert_eq!(entries(&game, "55.7.6"), ["leave-taken"], "{number}");
    }
    // Received on 17 April, sent on 1 May: fourteen dates, eight of them leave.
    assert_eq!(away["moves"][7]["days"], 6);
    // A query and a repeat have three free days; the robot has repeated too (55.5.1).
    assert_eq!(entries(&played.game(3), "55.4.7"), ["replied"]);
    let lost = played.game(8);
    assert_eq!(entries(&lost, "55.4.7"), ["replied"]);
    assert_eq!(entries(&lost, "55.5.1"), ["repeated"]);
    assert_eq!(entries(&played.game(11), "55.2.2.5").len(), 2);
}

fn paper_reached_who_has_no_mail(played: &Played) {
    assert!(played.told.contains("the print     "), "{}", played.told);
    let prints = std::fs::read_dir(played.home().join("paper"));
    assert!(prints.expect("a folder").count() > 20);
    let moved = played.shown("player show POST26:2");
    assert!(moved.contains("ул. Вишнёвая, д. 3"), "{moved}");
    let letters = played.json("--json outbox list");
    let letters = letters.as_array().expect("letters").iter();
    let paper: Vec<&Value> = letters.filter(|l| l["to"].is_null()).collect();
    for kind in ["start", "move", "rejection", "leave", "ruling", "result"] {
        let of = |l: &&&Value| l["kind"] == kind;
        assert!(paper.iter().any(|l| of(&l)), "{kind}");
    }
}

#[test]
fn a_season_that_is_not_there_is_refused_with_those_that_are() {
    let output = Command::new(env!("CARGO_BIN_EXE_postchess"))
        .args(["demo", "nowhere", "--season", "league"])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("'league'") && said.contains("mail, post, server, swiss, cup, teams, cycle"),
        "{said}"
    );
}

#[test]
fn a_cycle_is_played_with_a_reserve_who_moves_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("demo");
    let seasons = DemoSeason::Cycle.seasons().expect("the examples");
    let told = run(&["demo", home.to_str().expect("UTF-8"), "--season", "cycle"]);
    // With --json the tale goes to standard error, and standard output is one document.
    let again = folder.path().join("again");
    let again = again.to_str().expect("UTF-8");
    let document = run(&["--json", "demo", again, "--season", "cycle"]);
    let document: Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(document[0]["home"], again);
    assert_eq!(document[0]["report"]["cycle"], "CYC26", "{document}");
    check(&home, &seasons[0]);
    for words in [
        "CYC26-F: the field is made, 4 came in",
        "2026-03-01  CYC26-F: begun, 4 games",
        "On to Final: Шевчук Оксана, Ewa Nowak.",
        "Carried over from the stage before: CYC26-A/6 1:0, CYC26-B/5 1:0.",
    ] {
        assert!(told.contains(words), "{words}\n{told}");
    }
    let places = table(&home, "CYC26-F");
    assert_eq!(places[0].1, "Claudia Brandt");
    // One of three points in a group, and the place in the final of one who stayed.
    assert_eq!(places[3].1, "Ewa Nowak");
    ratings_of_the_final(&home);
    a_player_over_both_stages(&home);
}

/// Played in the final alone; what was carried over was rated in its group. Brandt, 2010,
/// scored 1.5 where 0.57 against 1960 and 0.40 against 2080 were to be expected.
fn ratings_of_the_final(home: &Path) {
    let report = asked(
        home,
        &["tournament", "report", "CYC26-F", "--format", "json"],
    );
    let of = &report["ratings"][0];
    let told = |key: &str| of[key].as_str().expect(key).to_owned();
    assert_eq!((&of["rating"], &of["games"]), (&json!(2010), &json!(2)));
    let figures = ["points", "expected", "change", "performance"].map(told);
    assert_eq!(figures, ["1.5", "0.97", "10.6", "2213"]);
}

fn a_player_over_both_stages(home: &Path) {
    let of = asked(
        home,
        &["player", "statistics", "CYC26-F:2", "--format", "json"],
    );
    let events = of["events"].as_array().expect("events");
    let codes: Vec<&Value> = events.iter().map(|e| &e["tournament"]).collect();
    assert_eq!(codes, ["CYC26-A", "CYC26-F"]);
    assert_eq!(
        (&events[1]["place"], &events[1]["points"]),
        (&json!("2"), &json!("2"))
    );
    // The game that was carried over is one game.
    assert_eq!(
        (&of["all"]["games"], &of["all"]["won"]),
        (&json!(5), &json!(4))
    );
    assert_eq!(
        (&of["white"]["games"], &of["black"]["lost"]),
        (&json!(4), &json!(1))
    );
    let met = of["opponents"].as_array().expect("opponents").iter();
    let games: u64 = met
        .map(|o| o["score"]["games"].as_u64().expect("games"))
        .sum();
    assert_eq!(games, 5);
    let ends = of["ends"].as_object().expect("ends").values();
    let ended: u64 = ends.map(|e| e["games"].as_u64().expect("games")).sum();
    assert_eq!(ended, 5);
    let home = home.to_str().expect("UTF-8");
    let words = [
        "--home",
        home,
        "player",
        "statistics",
        "CYC26-F:2",
        "--language",
        "de",
    ];
    let said = run(&words);
    assert!(
        said.contains("Anders Holm: alle Turniere") && said.contains("2 von 4"),
        "{said}"
    );
}

fn asked(home: &Path, words: &[&str]) -> Value {
    let home = home.to_str().expect("UTF-8");
    let words: Vec<&str> = ["--home", home].iter().chain(words).copied().collect();
    serde_json::from_str(&run(&words)).expect("JSON")
}

/// The places of a final table, by name.
fn table(home: &Path, code: &str) -> Vec<(String, String, String)> {
    let home = home.to_str().expect("UTF-8");
    let table = run(&[
        "--home",
        home,
        "tournament",
        "report",
        code,
        "--format",
        "json",
    ]);
    let table: Value = serde_json::from_str(&table).expect("JSON");
    assert_eq!(table["final"], true);
    let of = |row: &Value, key: &str| row[key].as_str().expect("a text").to_owned();
    let rows = table["table"].as_array().expect("a table").iter();
    rows.map(|row| (of(row, "place"), of(row, "name"), of(row, "points")))
        .collect()
}

#[test]
fn events_are_played_round_by_round_to_their_ends() {
    for (season, code, rounds) in [
        (DemoSeason::Swiss, "SWISS26", 5),
        (DemoSeason::Cup, "CUP26", 3),
        (DemoSeason::Teams, "TEAM26", 3),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path().join("demo");
        let seasons = season.seasons().expect("the examples");
        let name = seasons[0].name;
        let told = run(&["demo", home.to_str().expect("UTF-8"), "--season", name]);
        check(&home, &seasons[0]);
        let paired = told.matches(" paired").count();
        assert_eq!(
            paired,
            if name == "teams" { 0 } else { rounds - 1 },
            "{told}"
        );
        let places = table(&home, code);
        let (place, winner, _) = &places[0];
        assert_eq!(place, "1", "{places:?}");
        match season {
            DemoSeason::Swiss => {
                assert_eq!(winner, "Шевчук Оксана");
                assert_eq!(places[0].2, "5");
                assert_eq!(places.len(), 9);
            }
            DemoSeason::Cup => assert_eq!(winner, "Anders Holm"),
            _ => {
                let home = home.to_str().expect("UTF-8");
                let table = run(&[
                    "--home",
                    home,
                    "tournament",
                    "report",
                    code,
                    "--format",
                    "json",
                ]);
                let table: Value = serde_json::from_str(&table).expect("JSON");
                assert_eq!(table["teams"][0]["name"], "Old Town");
                assert_eq!(table["teams"][0]["match_points"], "5");
                the_protocols_of_a_round(home);
            }
        }
    }
}

#[test]
fn the_season_on_the_server_is_played_by_clicks() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("demo");
    let seasons = DemoSeason::Server.seasons().expect("the examples");
    let told = run(&["demo", home.to_str().expect("UTF-8"), "--season", "server"]);
    check(&home, &seasons[0]);
    let clicks = told.matches(" on the server: ").count();
    assert_eq!(clicks, seasons[0].clicks.len());
    assert!(seasons[0].clicks.iter().all(|c| c.at().is_some()));
    // Nobody wrote: it fell due at its hour.
    assert!(told.contains("SRV26/5: time-exceeded"), "{told}");
    let places = table(&home, "SRV26");
    assert_eq!(places.len(), 4);
}

/// What the directors and captains of the teams sign (appendices 1 and 2).
fn the_protocols_of_a_round(home: &str) {
    let protocol = |more: &[&str]| {
        let words = ["--home", home, "tournament", "protocol", "TEAM26"];
        run(&[&words[..], more].concat())
    };
    let facts: Value = serde_json::from_str(&protocol(&["--format", "json"])).expect("JSON");
    assert_eq!(facts["round"], 3);
    let matches = facts["matches"].as_array().expect("matches");
    assert_eq!(matches.len(), 2);
    for one in matches {
        let boards = one["boards"].as_array().expect("boards");
        assert_eq!(boards.len(), 2);
        // The first team is the one with White on the first board (21).
        assert_eq!(boards[0]["players"][0]["white"], true);
        assert_eq!(boards[1]["players"][0]["white"], false);
        assert_eq!(one["open"], false);
    }
    let one = protocol(&["--round", "2", "--match", "1", "--language", "ru"]);
    for words in [
        "Протокол результатов командных соревнований N 2/1",
        "Итоговый результат:",
        "В пользу команды",
        "Главный судья (главный арбитр)",
        "Nora Lindqvist",
    ] {
        assert!(one.contains(words), "{words}\n{one}");
    }
    assert!(!one.contains("Сводный"), "{one}");
    let all = protocol(&["--round", "2"]);
    assert!(all.contains("Summary protocol"), "{all}");
    assert_eq!(all.matches("Match arbiter").count(), 2, "{all}");
}

/// What a home says of the half-moves of a tournament: the move, its dispatch, what it cost.
fn days(home: &str, now: &str, code: &str) -> Vec<Value> {
    let asked = |words: &[&str]| -> Value {
        let words = [&["--home", home, "--now", now, "--json"], words].concat();
        serde_json::from_str(&run(&words)).expect("JSON")
    };
    let games = asked(&["game", "list", "--tournament", code]);
    let names = games.as_array().expect("games").iter();
    let of = |name: &str| {
        let game = asked(&["game", "show", name]);
        let moves = game["moves"].as_array().expect("moves").iter();
        let cost =
            |m: &Value| m["days"].as_i64().expect("days") + m["penalty"].as_i64().unwrap_or(0);
        let each = moves.map(|m| json!([m["uci"], m["sent"], cost(m)]));
        json!([name, each.collect::<Vec<_>>()])
    };
    names
        .map(|g| of(g["game"].as_str().expect("a name")))
        .collect()
}

#[test]
fn what_a_season_gives_away_as_pgn_is_taken_over_with_the_same_days() {
    // The rounds of a Swiss have byes, which PGN does not tell; a cycle is taken by stages.
    for (season, word) in [
        (DemoSeason::Mail, "mail"),
        (DemoSeason::Post, "post"),
        (DemoSeason::Server, "server"),
        (DemoSeason::Cup, "cup"),
        (DemoSeason::Teams, "teams"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let path = |name: &str| root.join(name).to_str().expect("UTF-8").to_owned();
        let seasons = season.seasons().expect("the examples");
        run(&["demo", &path("demo"), "--season", word]);
        for season in seasons {
            let home = match season.name {
                "league" => path("demo/league"),
                _ => path("demo"),
            };
            let now = format!("{}T23:30:00Z", season.to);
            let file = season.tournament_toml;
            let line = file
                .lines()
                .find(|l| l.starts_with("code "))
                .expect("a code");
            let code = line.split('"').nth(1).expect("a code");
            let at = ["--home", home.as_str(), "--now", &now];
            let report = ["tournament", "report", code, "--format", "pgn"];
            let pgn = run(&[&at[..], &report].concat());
            let (new, here) = (path(&format!("new-{code}")), format!("{code}.pgn"));
            run(&["--now", &now, "init", &new]);
            std::fs::write(root.join(&here), pgn).expect("written");
            std::fs::write(root.join("file.toml"), file).expect("written");
            let (file, here) = (path("file.toml"), path(&here));
            let import = ["tournament", "import", &file, &here];
            run(&[&["--home", &new, "--now", &now], &import[..]].concat());
            assert_eq!(days(&new, &now, code), days(&home, &now, code), "{code}");
        }
    }
}
