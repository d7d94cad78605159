//! Reports as people look at them: a season with everything in it, as text, as pages
//! in a real browser, as tables in a spreadsheet.

use crate::browser::{Browser, Colours};
use crate::contract::House;
use expect_test::expect_file;
use serde_json::Value;
use std::path::PathBuf;

const PLAYERS: [(&str, &str, &str); 4] = [
    ("Иванов Иван", "ivanov@a.example", "ru"),
    ("Ґонґадзе Їжак", "yizhak@b.example", "uk"),
    ("Żółkiewski Łukasz", "lukasz@c.example", "pl"),
    ("O'Brien <Pat> & Sons", "pat@d.example", "en"),
];

/// What happens at noon of a day.
enum Step {
    /// A player writes in a game.
    Letter(usize, u32, String),
    /// A command is given.
    Line(String),
}

/// A double round-robin of four in which something of everything has happened.
struct Season {
    house: House,
}

impl Season {
    fn played() -> Season {
        let mut file = "[tournament]\ncode = \"RU26\"\nname = \"Чемпионат клуба 2026\"\n\
             profile = \"email\"\nsystem = \"double-round-robin\"\nstart_date = 2026-01-10\n\
             time_zone = \"UTC\"\nlanguage = \"ru\"\n\
             arbiter = { name = \"Орлов П.\", email = \"td@club.example\" }\n\
             [regulations]\ndays_per_period = 20\n"
            .to_owned();
        for (name, email, language) in PLAYERS {
            file.push_str(&format!(
                "[[player]]\nname = \"{name}\"\nemail = \"{email}\"\nlanguage = \"{language}\"\n"
            ));
        }
        let house = House::new();
        house.write("t.toml", &file);
        let add = format!("tournament add {}", house.path("t.toml").display());
        house.run(&add).done();
        house.run("tournament start RU26").done();
        let season = Season { house };
        season.goes_on();
        season
    }

    /// Each step at noon of its day, one day after the other: no pass is done by an hour
    /// that lies before the record.
    fn happens(&self, mut steps: Vec<(&'static str, Step)>) {
        steps.sort_by_key(|(day, _)| *day);
        for (day, step) in steps {
            match step {
                Step::Letter(player, game, text) => self.letter(day, player, game, &text),
                Step::Line(line) => {
                    self.at(day, &line);
                }
            }
        }
    }

    /// A letter that arrives at noon of a day, and the pass that reads it.
    fn letter(&self, day: &str, player: usize, game: u32, text: &str) {
        let name = format!("{day}-{player}-{game}-{}", text.len());
        let (_, email, _) = PLAYERS[player - 1];
        let subject = format!("[RU26/{game}]");
        self.house.post(&name, email, &subject, text);
        self.at(day, "poll");
    }

    fn at(&self, day: &str, line: &str) -> String {
        self.house.at(&format!("{day}T12:00:00Z"), line).done().out
    }

    /// White's and Black's starting numbers of a game.
    fn players(&self, game: u32) -> (usize, usize) {
        let value = self.house.json(&format!("game show RU26/{game}"));
        let number = |side: &str| usize::try_from(value[side]["player"].as_u64().unwrap()).unwrap();
        (number("white"), number("black"))
    }

    /// The letters of both players of a game, each with its move.
    fn moves(&self, game: u32, days: &[&'static str], moves: &[&str]) -> Vec<(&'static str, Step)> {
        let (white, black) = self.players(game);
        let mut steps = Vec::new();
        for (at, (mv, day)) in moves.iter().zip(days).enumerate() {
            let (player, dots) = if at % 2 == 0 {
                (white, ".")
            } else {
                (black, "...")
            };
            let text = format!("{}{dots} {mv}", at / 2 + 1);
            steps.push((*day, Step::Letter(player, game, text)));
        }
        steps
    }

    fn goes_on(&self) {
        let letter = |day: &'static str, player: usize, game: u32, text: &str| {
            (day, Step::Letter(player, game, text.to_owned()))
        };
        let mut steps = vec![letter("2026-01-11", 2, 1, "LEAVE 2026-01-20 2026-01-26")];
        let days = [
            "2026-01-12",
            "2026-01-14",
            "2026-01-17",
            "2026-01-19",
            "2026-01-29",
        ];
        steps.extend(self.moves(1, &days, &["5254", "5755", "7163", "2836", "6125"]));
        // A faulty answer costs Black two days, the right one comes three days later.
        let (_, black) = self.players(1);
        steps.push(letter("2026-01-30", black, 1, "3... 1713"));
        steps.push(letter("2026-02-02", black, 1, "3... 1716"));
        steps.extend(self.moves(2, &["2026-01-12", "2026-01-13"], &["4244", "4745"]));
        let (white, _) = self.players(2);
        steps.push(letter("2026-01-16", white, 2, "RESIGN"));
        steps.extend(self.moves(
            3,
            &["2026-01-11", "2026-01-12", "2026-01-13", "2026-01-14"],
            &["6263", "5755", "7274", "4884"],
        ));
        for (game, result) in [
            (4, "1/2-1/2"),
            (5, "1-0"),
            (6, "0-1"),
            (9, "1/2-1/2"),
            (10, "+/-"),
        ] {
            // Only a draw is agreed upon.
            let by = match result {
                "+/-" => " --by default",
                "1/2-1/2" => " --by agreement",
                _ => " --by resignation",
            };
            let line = format!("td result RU26/{game} {result}{by} --reason Протокол");
            steps.push(("2026-02-01", Step::Line(line)));
        }
        self.happens(steps);
        self.at(
            "2026-02-03",
            "td penalty RU26/1 white 3 --reason Предупреждение",
        );
        // He has left, and the arbiter lets none of his games count (33.1).
        self.at(
            "2026-02-06",
            "td withdraw RU26:3 RU26 --games lose --finished drop --reason Болезнь",
        );
        // Nobody has moved in games 7 and 11: White's time is over.
        self.at("2026-02-08", "nightly");
    }

    fn report(&self, arguments: &str) -> String {
        self.at("2026-02-08", &format!("tournament report RU26 {arguments}"))
    }

    fn page(&self, name: &str, arguments: &str) -> PathBuf {
        let path = self.house.path(name);
        self.at(
            "2026-02-08",
            &format!("{arguments} --output {}", path.display()),
        );
        path
    }
}

fn a_season_as_text(season: &Season) {
    expect_file!["reports/season.txt"].assert_eq(&season.report("--format text"));
    let russian = season.report("--format text --language ru");
    assert!(russian.contains("Ждет решения арбитра"), "{russian}");
    season.house.at("2026-02-08T12:00:00Z", "verify").done();
}

fn the_journal_of_a_game_tells_its_story(season: &Season) {
    let journal = season.at("2026-02-08", "game show RU26/1 --format journal");
    expect_file!["reports/journal.txt"].assert_eq(&journal);
    // Every entry of the record is told.
    let record = season.house.json("game show RU26/1");
    for entry in record["record"].as_array().unwrap() {
        let number = format!("{} ", entry["id"]);
        let told = journal.lines().any(|l| l.trim_start().starts_with(&number));
        assert!(told, "{entry}");
    }
}

/// The page without its style and without the paths of its drawings.
fn words_of(page: &str) -> String {
    let (_, main) = page.split_once("<main>").expect("a page");
    let mut out = String::new();
    for (at, part) in main.split("<svg").enumerate() {
        let rest = match at {
            0 => part,
            _ => part.split_once("</svg>\n").expect("a whole drawing").1,
        };
        if at > 0 {
            out.push_str("<svg…>\n");
        }
        out.push_str(rest);
    }
    out
}

fn a_season_as_a_page(season: &Season) {
    let page = season.report("--format html");
    expect_file!["reports/season.html"].assert_eq(&words_of(&page));
    let english = season.report("--format html --language en");
    assert!(english.contains("<html lang=\"en\">") && english.contains("Open matters"));
}

/// One season for all of them: it takes many letters.
#[test]
fn a_season_in_every_form() {
    let season = Season::played();
    a_season_as_text(&season);
    the_journal_of_a_game_tells_its_story(&season);
    a_season_as_a_page(&season);
    a_season_in_a_spreadsheet(&season);
}

/// Every text of a page against what stands behind it, by WCAG 2.1: the worst ratio,
/// and where.
const CONTRAST: &str = r#"
const lum = c => { const [r,g,b] = c.map(v => { v /= 255; return v <= .03928 ? v/12.92 : ((v+.055)/1.055)**2.4 });
  return .2126*r + .7152*g + .0722*b };
const rgb = s => s.match(/[\d.]+/g).map(Number);
const behind = e => { for (; e; e = e.parentElement) { const b = rgb(getComputedStyle(e).backgroundColor);
  if (b.length < 4 || b[3] > 0) return b.slice(0, 3) } return [255, 255, 255] };
let worst = [99, ''];
for (const e of document.querySelectorAll('main *')) {
  const own = [...e.childNodes].some(n => n.nodeType == 3 && n.data.trim());
  if (!own || e.closest('svg')) continue;
  const a = lum(rgb(getComputedStyle(e).color).slice(0, 3)), b = lum(behind(e));
  const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  if (ratio < worst[0]) worst = [ratio, e.outerHTML.slice(0, 120)];
}
return worst;"#;

/// A page fetches nothing, complains of nothing, fits its window and can be read, on a
/// telephone and on a desk, light and dark, and on paper.
#[track_caller]
pub fn reads_well(browser: &Browser, page: &std::path::Path, name: &str) {
    for (width, height) in [(360, 740), (1280, 900)] {
        browser.view(width, height);
        for colours in [Colours::Light, Colours::Dark] {
            browser.on_screen(colours);
            browser.open(page);
            assert_eq!(browser.overflow(), 0, "{name} at {width}");
            let worst = browser.run(CONTRAST);
            let ratio = worst[0].as_f64().unwrap();
            assert!(ratio >= 4.5, "{name} {colours:?}: {worst}");
            browser.picture(&format!("{name}-{width}-{colours:?}").to_lowercase());
        }
    }
    browser.on_paper();
    browser.picture(&format!("{name}-paper"));
    let asked = browser.requests();
    assert!(!asked.is_empty());
    for url in asked {
        assert!(url.starts_with("file://"), "{name} asks for {url}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new(), "{name}");
}

#[test]
fn a_season_as_a_page_in_a_browser() {
    let season = Season::played();
    let browser = Browser::start();
    let page = season.page("season.html", "tournament report RU26 --format html");
    reads_well(&browser, &page, "season");

    browser.view(1280, 900);
    browser.on_screen(Colours::Light);
    browser.open(&page);
    let says = |body: &str| browser.run(body);
    assert_eq!(says("return document.documentElement.lang"), "ru");
    // What the arbiter must act on is the first thing on the page.
    assert_eq!(
        says("return document.querySelector('h2').innerText"),
        "Ждет решения арбитра"
    );
    let top = says("return document.querySelector('ul.items').getBoundingClientRect().top");
    assert!(top.as_f64().unwrap() < 500.0, "{top}");
    // A name is text, whatever stands in it.
    assert_eq!(says("return document.querySelectorAll('pat').length"), 0);
    let name =
        says("return document.querySelector('main').innerText.includes(\"O'Brien <Pat> & Sons\")");
    assert_eq!(name, true);
    // Every drawing says what it is, under names that are unique.
    let unnamed = says(
        "return [...document.querySelectorAll('svg')].filter(s => !s.querySelector('title')?.textContent).length",
    );
    assert_eq!(unnamed, 0);
    let twice = says(
        "const ids = [...document.querySelectorAll('[id]')].map(e => e.id); return ids.length - new Set(ids).size",
    );
    assert_eq!(twice, 0);
    let boards = says("return document.querySelectorAll('#positions svg').length");
    let plots = says("return document.querySelectorAll('#days svg').length");
    assert!(
        boards.as_u64() >= Some(1) && plots.as_u64() >= Some(1),
        "{boards} {plots}"
    );
    // The title above two columns stands over both.
    let heads = says("return document.querySelectorAll('#progress th[colspan=\"2\"]').length");
    assert_eq!(heads, 2);
    // A wide table scrolls in a box that the keyboard reaches.
    browser.view(360, 740);
    let boxes =
        says("return [...document.querySelectorAll('.scroll')].every(e => e.tabIndex == 0)");
    assert_eq!(boxes, true);
    browser.keys("\u{e004}");
    let focus = says("return document.activeElement.className || document.activeElement.tagName");
    assert_ne!(focus, "BODY");
}

fn a_season_in_a_spreadsheet(season: &Season) {
    let cross = season.report("--format csv");
    assert!(cross.starts_with('\u{feff}'), "Excel needs it for Cyrillic");
    assert_eq!(cross, season.report("--format csv --table cross-table"));
    let missing = "tournament report RU26 --format csv --table nothing";
    season.house.run(missing).fails(3);

    let folder = season.house.path("tables");
    season.report(&format!("--format csv --output {}/", folder.display()));
    let names = [
        "cross-table",
        "progress",
        "finished",
        "overdue",
        "penalties",
        "leave",
        "matters",
        "ratings",
    ];
    for name in names {
        let bytes = std::fs::read(folder.join(format!("{name}.csv"))).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        // One alone may be made of less, and is the same.
        assert_eq!(text, season.report(&format!("--format csv --table {name}")));
        let text = text.strip_prefix('\u{feff}').expect("a byte order mark");
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let titles = rows.headers().unwrap().clone();
        assert!(titles.iter().all(|t| !t.is_empty()), "{name}: {titles:?}");
        for row in rows.records() {
            for cell in &row.unwrap() {
                let formula = cell.starts_with(['=', '+', '-', '@']);
                assert!(!formula || cell.parse::<f64>().is_ok(), "{name}: {cell}");
            }
        }
    }
    // The same figures as the JSON has.
    let table: Value = serde_json::from_str(&season.report("--format json")).unwrap();
    let mut rows = csv::Reader::from_reader(cross.trim_start_matches('\u{feff}').as_bytes());
    let titles = rows.headers().unwrap().clone();
    let at = |name: &str| titles.iter().position(|t| t == name).unwrap();
    let records: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 4);
    for (record, row) in records.iter().zip(table["table"].as_array().unwrap()) {
        assert_eq!(record[at("Points")], *row["points"].as_str().unwrap());
        assert_eq!(record[at("SB")], *row["sb"].as_str().unwrap());
        assert_eq!(record[at("Name")], *row["name"].as_str().unwrap());
    }
    // The same for a spreadsheet set to a country with decimal commas.
    let commas = season.report("--format csv --decimal-comma");
    let mut rows = csv::ReaderBuilder::new()
        .delimiter(b';')
        .from_reader(commas.trim_start_matches('\u{feff}').as_bytes());
    for (record, same) in rows.records().map(Result::unwrap).zip(&records) {
        assert_eq!(record.len(), same.len());
        assert_eq!(record[at("Points")], same[at("Points")].replace('.', ","));
        assert_eq!(record[at("Name")], same[at("Name")]);
    }
}
