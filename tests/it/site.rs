//! The public site: pages as a visitor has them, in a real browser; what must never
//! be in them; what is written and what is left alone.

mod paged;
mod stamps;

use crate::browser::{Browser, Colours};
use crate::clients::programs::extracted;
use crate::contract::House;
use crate::hard;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const AT: &str = "2026-02-01T12:00:00Z";

/// Four games of which one is over, two are played, one of those from a position,
/// and one has no move yet. Secrets: a proposed series, a draw offer, a word to the
/// arbiter, a reason.
fn club() -> House {
    let house = House::new();
    let mut file = "[tournament]\ncode = \"RU26\"\nname = \"Чемпионат <клуба> & друзей\"\n\
         profile = \"email\"\nsystem = \"pairs\"\nstart_date = 2026-01-10\n\
         time_zone = \"UTC\"\nlanguage = \"ru\"\n\
         arbiter = { name = \"Орлов П.\", email = \"td@club.example\" }\n"
        .to_owned();
    for (name, email) in [("Иванов Иван", "ivanov"), ("O'Brien <Pat> & Sons", "pat")] {
        file.push_str(&format!(
            "[[player]]\nname = \"{name}\"\nemail = \"{email}@secret.example\"\nrating = 2150\n"
        ));
    }
    for fen in ["", "", "fen = \"7k/P7/8/8/8/8/8/K7 w - - 0 40\"\n", ""] {
        file.push_str(&format!("[[pair]]\nwhite = 1\nblack = 2\n{fen}"));
    }
    house.write("t.toml", &file);
    let add = format!("tournament add {}", house.path("t.toml").display());
    house.run(&add).done();
    house.run("tournament start RU26").done();
    let mut letters = [
        ("11", 1, "ivanov", "1. 6263"),
        ("12", 1, "pat", "1... 5755"),
        ("14", 1, "ivanov", "2. 7274"),
        ("15", 1, "pat", "2... 4884"),
        ("11", 2, "ivanov", "1. 5254"),
        ("13", 2, "pat", "1... 1713"),
        ("16", 2, "pat", "1... 5755"),
        (
            "18",
            2,
            "ivanov",
            "2. 7163 if 2... 2836 3. 6165\n\nARBITER a word in confidence",
        ),
        ("20", 3, "ivanov", "40. 17182 ="),
    ];
    // In the order of the calendar: no pass lies before what is recorded.
    letters.sort_by_key(|(day, ..)| *day);
    for (day, game, who, text) in letters {
        let name = format!("{day}-{game}-{who}");
        let from = format!("{who}@secret.example");
        house.post(&name, &from, &format!("[RU26/{game}]"), text);
        house.at(&format!("2026-01-{day}T12:00:00Z"), "poll").done();
    }
    house
        .at(AT, "td penalty RU26/2 white 3 --reason confidential")
        .done();
    house
}

fn write(house: &House, folder: &str, more: &str) -> (PathBuf, Value) {
    let folder = house.path(folder);
    let line = format!("site RU26 --output {} --json {more}", folder.display());
    let said = house.at(AT, &line).done().out;
    (folder, serde_json::from_str(&said).expect("JSON"))
}

/// Every file below a folder, by its path there, but what the site knows of when each was written.
fn files(folder: &Path) -> BTreeMap<String, String> {
    fn walk(top: &Path, folder: &Path, all: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(top, &path, all);
            } else if entry.file_name() != ".postchess-site-stamps" {
                let name = path.strip_prefix(top).expect("below").display().to_string();
                all.insert(name, std::fs::read_to_string(&path).expect("text"));
            }
        }
    }
    let mut all = BTreeMap::new();
    walk(folder, folder, &mut all);
    all
}

#[test]
fn a_visitor_clicks_through_a_game() {
    let house = club();
    let (folder, _) = write(&house, "public", "");
    let browser = Browser::start();
    browser.view(1280, 900);
    browser.on_screen(Colours::Light);
    browser.open(&folder.join("index.html"));
    browser.press("tbody a");
    assert_eq!(
        browser.run("return document.title"),
        "Чемпионат <клуба> & друзей, Шахматный клуб"
    );
    browser.picture("site-tournament");
    browser.press("a[href='1.html']");
    assert_eq!(
        browser.run("return document.title"),
        "Иванов Иван – O'Brien <Pat> & Sons, Чемпионат <клуба> & друзей"
    );
    let shown = "return [...document.querySelectorAll('.board')]\
         .filter(b => getComputedStyle(b).display !== 'none').map(b => b.id).join()";
    assert_eq!(browser.run(shown), "p4", "the last position is seen first");
    browser.picture("site-game");
    browser.press("button[data-go='back']");
    assert_eq!(browser.run(shown), "p3");
    let said = browser.run("return document.querySelector('.said').textContent");
    assert_eq!(said, "После 2. g4", "those who listen hear it");
    browser.press("button[data-go='first']");
    assert_eq!(browser.run(shown), "p0");
    browser.keys("\u{e014}\u{e014}");
    assert_eq!(browser.run(shown), "p2", "the right arrow twice");
    browser.press(".told a[href='#p1']");
    assert_eq!(browser.run(shown), "p1");
    browser.keys("\u{e012}");
    assert_eq!(
        browser.run(shown),
        "p0",
        "keys work after a click in the table"
    );
    let kings = "return [...document.querySelectorAll('#p0 use')]\
         .filter(u => u.getAttribute('href') === '#wk')\
         .map(u => u.getAttribute('x') + ' ' + u.getAttribute('y')).join()";
    assert_eq!(browser.run(kings), "200 335");
    browser.keys("f");
    assert_eq!(browser.run(kings), "155 20", "seen from Black's side");
    // The way back is seen, and leads to the tournament, from there to the first page.
    for leads in ["RU26/index.html", "public/index.html"] {
        browser.press("nav a");
        let here = browser.run("return location.pathname");
        assert!(here.as_str().is_some_and(|h| h.ends_with(leads)), "{here}");
    }
    for (colours, width) in [
        (Colours::Dark, 360),
        (Colours::Light, 360),
        (Colours::Dark, 1280),
    ] {
        browser.view(width, 800);
        browser.on_screen(colours);
        for page in [
            "index.html",
            "RU26/index.html",
            "RU26/1.html",
            "RU26/4.html",
        ] {
            browser.open(&folder.join(page));
            assert_eq!(browser.overflow(), 0, "{page} at {width}");
            browser.picture(&format!(
                "site-{width}-{colours:?}-{}",
                page.replace('/', "-")
            ));
        }
    }
    let asked = browser.requests();
    assert!(
        asked
            .iter()
            .all(|u| u.starts_with("file:") || u.starts_with("data:")),
        "{asked:?}"
    );
    let complaints = browser.complaints();
    assert!(complaints.is_empty(), "{complaints:?}");
}

#[test]
fn a_game_is_clicked_through_without_a_script() {
    let house = club();
    let (folder, _) = write(&house, "public", "");
    let browser = Browser::start();
    browser.scripts(false);
    browser.view(1280, 900);
    browser.open(&folder.join("RU26/1.html"));
    let shown = "return [...document.querySelectorAll('.board')]\
         .filter(b => getComputedStyle(b).display !== 'none').map(b => b.id).join()";
    assert_eq!(browser.run(shown), "p4");
    browser.press(".told a[href='#p2']");
    assert_eq!(browser.run(shown), "p2");
    browser.press("#p2 .step[href='#p3']");
    assert_eq!(browser.run(shown), "p3");
    let buttons = "return getComputedStyle(document.querySelector('.buttons')).display";
    assert_eq!(
        browser.run(buttons),
        "none",
        "what would do nothing is not shown"
    );
}

#[test]
fn nothing_that_is_not_for_the_public_is_in_it() {
    let house = club();
    let (folder, _) = write(&house, "public", "");
    let all = files(&folder);
    assert!(all.len() > 10, "{:?}", all.keys());
    for (name, text) in &all {
        // The server's policy heeds no style of an element's own.
        assert!(!text.contains(" style="), "{name}");
        for secret in [
            "secret.example",
            "td@club",
            "@club",
            "confiden",
            "1713",
            "3. Ke5",
            "Кe5",
            "Ne5",
            "draw offer",
            "offers a draw",
            "предлагает",
        ] {
            assert!(!text.contains(secret), "{name} tells '{secret}'");
        }
    }
    let game = &all["RU26/2.html"];
    assert!(
        game.contains("e5") && game.contains("Кf3"),
        "what is played is told"
    );
    // The fault of 13 January and the arbiter's penalty count, their texts do not stand there.
    assert!(game.contains("+2 / "), "{game}");
}

#[test]
fn every_link_leads_to_a_file_of_the_site() {
    let house = club();
    let (folder, _) = write(&house, "public", "");
    let all = files(&folder);
    let mut links = 0;
    for (name, text) in all.iter().filter(|(n, _)| n.ends_with(".html")) {
        for link in text
            .split("href=\"")
            .skip(1)
            .filter_map(|t| t.split('"').next())
        {
            if link.starts_with("data:") {
                continue;
            }
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => name.clone(),
                file => {
                    let base = Path::new(name).parent().expect("a folder").join(file);
                    let mut clean = PathBuf::new();
                    for part in base.components() {
                        match part.as_os_str().to_str() {
                            Some("..") => drop(clean.pop()),
                            _ => clean.push(part),
                        }
                    }
                    clean.display().to_string()
                }
            };
            let page = all.get(&target).unwrap_or_else(|| panic!("{name}: {link}"));
            assert!(
                place.is_empty() || page.contains(&format!("id=\"{place}\"")),
                "{name}: {link}"
            );
            links += 1;
        }
    }
    assert!(links > 60, "{links}");
}

#[test]
fn its_pgn_is_read_by_others() {
    let house = club();
    let (folder, _) = write(&house, "public", "");
    let all = files(&folder);
    assert_eq!(
        extracted(&all["RU26/RU26-1.pgn"]),
        ["f2f3", "e7e5", "g2g4", "d8h4"]
    );
    assert_eq!(extracted(&all["RU26/RU26-3.pgn"]), ["a7a8r"]);
    let games = all["RU26/RU26.pgn"].matches("[Event ").count();
    assert_eq!(games, 4);
}

#[test]
fn the_last_half_moves_may_be_held_back() {
    let house = club();
    let (folder, _) = write(&house, "late", "--delay-moves 2");
    let all = files(&folder);
    assert_eq!(extracted(&all["RU26/RU26-2.pgn"]), ["e2e4"]);
    assert_eq!(extracted(&all["RU26/RU26-3.pgn"]), [""; 0]);
    assert_eq!(extracted(&all["RU26/RU26-1.pgn"]).len(), 4, "it is over");
    for (page, text) in &all {
        assert!(!text.contains("Кf3"), "{page}");
        assert!(!text.contains("Nf3"), "{page}");
    }
    // Of the four half-moves of the game that is over two are each one's; those of games being
    // played are nobody's yet.
    let player = all.iter().find(|(n, _)| n.starts_with("players/"));
    let (_, player) = player.expect("a page of a player");
    assert!(player.contains("(2 хода)"), "{player}");
    assert!(!all["RU26/2.html"].contains("id=\"p2\""));
    assert!(!all["RU26/3.html"].contains("id=\"p1\""));
}

#[test]
fn a_folder_is_the_sites_own_or_left_alone() {
    let house = club();
    let (folder, first) = write(&house, "public", "");
    assert_eq!(first["files"], first["written"]);
    let (_, again) = write(&house, "public", "");
    assert_eq!(
        (&again["written"], &again["removed"]),
        (&0.into(), &0.into())
    );
    // A page that a visitor of the web host put there stays; one of a tournament
    // that is no longer named goes.
    std::fs::write(folder.join("robots.txt"), "x").unwrap();
    std::fs::write(folder.join("index.html"), "spoilt").unwrap();
    let (_, mended) = write(&house, "public", "");
    assert_eq!(mended["written"], 1);
    assert!(folder.join("robots.txt").exists());
    let foreign = house.path("foreign");
    std::fs::create_dir_all(&foreign).unwrap();
    std::fs::write(foreign.join("index.html"), "mine").unwrap();
    let refused = house.at(AT, &format!("site RU26 --output {}", foreign.display()));
    assert_eq!(refused.code, 1, "{}", refused.err);
    assert!(refused.err.contains("no site of ours"), "{}", refused.err);
    assert_eq!(
        std::fs::read_to_string(foreign.join("index.html")).unwrap(),
        "mine"
    );
    let home = house.path("club");
    let refused = house.at(AT, &format!("site RU26 --output {}", home.display()));
    assert_eq!(refused.code, 1);
    let nobody = house.at(AT, &format!("site NONE --output {}", folder.display()));
    assert_eq!(nobody.code, 3, "{}", nobody.err);
}

#[test]
fn nightly_writes_the_site_that_the_configuration_asks_for() {
    let house = club();
    house.at(AT, "nightly").done();
    let file = house.path("club").join("postchess.toml");
    let before = std::fs::read_to_string(&file).unwrap();
    let asked = |more: &str| {
        let text = before.replace("[site]\n", &format!("[site]\npath = \"public\"\n{more}\n"));
        assert_ne!(text, before);
        std::fs::write(&file, text).unwrap();
    };
    let folder = house.path("club").join("public");
    assert!(!folder.exists(), "nobody asked for it");
    asked("delay_moves = 2");
    let quiet = house.at(AT, "nightly").done();
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("", ""));
    let night = files(&folder);
    let by_hand = house.path("by-hand");
    let line = format!("site RU26 --output {} --delay-moves 2", by_hand.display());
    house.at(AT, &line).done();
    assert_eq!(night, files(&by_hand));
    // The command takes the same from the configuration, and goes before it.
    house.at(AT, "site --delay-moves 0").done();
    assert_ne!(files(&folder), night);
    house.at(AT, "site").done();
    assert_eq!(files(&folder), night);

    // What is wrong with it is told, and the night goes on.
    asked("tournaments = [\"RU27\"]");
    let told = house.at(AT, "nightly");
    assert_eq!(told.code, 1);
    assert!(
        told.err.contains("the site: there is no tournament RU27"),
        "{}",
        told.err
    );
    assert_eq!(files(&folder), night);
    std::fs::write(&file, &before).unwrap();
    let nowhere = house.at(AT, "site");
    assert_eq!(nowhere.code, 2, "{}", nowhere.err);
    assert!(nowhere.err.contains("--output DIR"), "{}", nowhere.err);
}

/// Every kind of page in a window of this width: nothing is wider than it, neither the page
/// nor what scrolls within it.
fn fits(browser: &Browser, folder: &Path, page: &str, width: u32) {
    browser.view(width, if width < 600 { 844 } else { 900 });
    browser.open(&folder.join(page));
    assert_eq!(browser.overflow(), 0, "{page} at {width}");
    let boxes = "return [...document.querySelectorAll('.scroll')]\
         .filter(b => b.scrollWidth > b.clientWidth + 1)\
         .map(b => b.querySelector('table').rows[0].innerText + ': ' + b.scrollWidth + ' in ' + b.clientWidth)\
         .join('; ')";
    assert_eq!(browser.run(boxes), "", "{page} at {width}");
}

#[test]
fn pages_of_a_hard_season_fit_a_telephone_and_a_desk() {
    let house = hard::season();
    let folder = house.path("public");
    let line = format!("site --output {}", folder.display());
    house.at(hard::AT, &line).done();
    let german = house.path("german");
    let line = format!("site --output {} --language de", german.display());
    house.at(hard::AT, &line).done();
    let pages = [
        "index.html",
        "HARD26/index.html",
        "HARD26/rounds.html",
        "HARD26/1.html",
        "W30/index.html",
        "players/1.html",
    ];
    let browser = Browser::start();
    for colours in [Colours::Light, Colours::Dark] {
        browser.on_screen(colours);
        for width in [390, 1280, 1920] {
            for page in pages {
                fits(&browser, &folder, page, width);
                let name = page.replace('/', "-");
                browser.picture(&format!("hard-{width}-{colours:?}-{name}"));
            }
        }
    }
    for width in [390, 1280] {
        for page in pages {
            fits(&browser, &german, page, width);
        }
    }
    // The letters of the board are seen in the dark: their colour is that of the text.
    browser.on_screen(Colours::Dark);
    browser.open(&folder.join("HARD26/1.html"));
    let ink = "const box = document.querySelector('#ground-w .ink');\
         return getComputedStyle(box).fill === getComputedStyle(document.body).color";
    assert_eq!(browser.run(ink), true);
}

#[test]
fn a_game_of_78_moves_is_read_on_a_telephone() {
    let house = hard::season();
    let folder = house.path("public");
    let line = format!("site HARD26 --output {}", folder.display());
    house.at(hard::AT, &line).done();
    let browser = Browser::start();
    browser.on_screen(Colours::Light);
    browser.view(390, 844);
    browser.open(&folder.join("HARD26/1.html"));
    let moves = browser.run("return document.querySelectorAll('.told tbody tr').length");
    assert_eq!(moves, 78);
    let high = browser.run("return document.documentElement.scrollHeight");
    let high = high.as_i64().expect("a height");
    assert!(high <= 12 * 844, "{high} px");
    // However far down the reader is, the board is in sight, and so is the move pressed.
    for row in [10, 40, 77] {
        let scrolled = format!(
            "document.querySelectorAll('.told tbody tr')[{row}].scrollIntoView({{block: 'end'}});\
             const board = document.querySelector('.boards').getBoundingClientRect();\
             const line = document.querySelectorAll('.told tbody tr')[{row}].getBoundingClientRect();\
             return board.top >= 0 && board.bottom <= line.top && line.bottom <= innerHeight + 1"
        );
        assert_eq!(browser.run(&scrolled), true, "move {}", row + 1);
    }
    browser.picture("hard-telephone-scrolled");
    // A move is one line with its days, and one with its dates.
    let line = "const cells = [...document.querySelectorAll('.told tbody tr')[20].cells];\
         return new Set(cells.slice(1).map(c => Math.round(c.getBoundingClientRect().top / 12))).size";
    let lines = browser.run(line).as_i64().expect("lines");
    assert!((1..=3).contains(&lines), "{lines}");
}

#[test]
fn every_address_that_pages_name_is_a_file_of_the_site() {
    let house = club();
    let base = "https://club.example/chess";
    let (folder, _) = write(&house, "named", &format!("--set site.base_url={base}/"));
    let there = |url: &str| -> PathBuf {
        let path = url.strip_prefix(base).unwrap_or_else(|| panic!("{url}"));
        let path = path.strip_prefix('/').unwrap_or_else(|| panic!("{url}"));
        match path.is_empty() || path.ends_with('/') {
            true => folder.join(path).join("index.html"),
            false => folder.join(path),
        }
    };
    let map = std::fs::read_to_string(folder.join("sitemap.xml")).expect("a sitemap");
    let listed: Vec<PathBuf> = map
        .split("<loc>")
        .skip(1)
        .filter_map(|t| t.split("</loc>").next())
        .map(there)
        .collect();
    let mut pages = 0;
    let mut titles = std::collections::BTreeSet::new();
    for (name, text) in files_of(&folder, ".html") {
        pages += 1;
        let page = folder.join(&name);
        assert!(listed.contains(&page), "{name} stands in the sitemap");
        let between =
            |before: &str| -> Option<&str> { text.split(before).nth(1)?.split('"').next() };
        let own = between("<link rel=\"canonical\" href=\"").expect("canonical");
        assert_eq!(there(own), page, "{name}");
        assert_eq!(between("property=\"og:url\" content=\""), Some(own));
        let about = between("name=\"description\" content=\"").expect("a description");
        assert!(about.chars().count() > 15, "{name}: {about}");
        if let Some(picture) = between("property=\"og:image\" content=\"") {
            let bytes = std::fs::read(there(picture)).unwrap_or_else(|_| panic!("{picture}"));
            assert!(bytes.starts_with(b"\x89PNG"), "{picture}");
            let shown = between("property=\"og:image:alt\" content=\"");
            assert!(shown.is_some_and(|s| !s.is_empty()), "{name}");
        } else {
            assert!(
                !name.starts_with("RU26/") || name.ends_with("rounds.html"),
                "{name}"
            );
        }
        let title = text
            .split("<title>")
            .nth(1)
            .and_then(|t| t.split("</title>").next());
        let title = title.expect("a title").to_owned();
        if name.starts_with("RU26/") {
            assert!(title.contains("Чемпионат"), "{name}: {title}");
        }
        titles.insert(title);
    }
    feeds_are_read(&folder);
    assert_eq!(listed.len(), pages);
    assert!(titles.len() >= 4, "{titles:?}");
    // Without an address there are neither addresses nor pictures.
    let (plain, _) = write(&house, "plain", "");
    assert!(!plain.join("sitemap.xml").exists());
    for (name, text) in files_of(&plain, ".html") {
        assert!(
            !text.contains("canonical") && !text.contains("og:image"),
            "{name}"
        );
    }
    let refused = house.at(AT, "site --output x --set site.base_url=club.example");
    assert!(
        refused.code != 0 && refused.err.contains("base_url"),
        "{}",
        refused.err
    );
}

/// Feeds by RFC 4287: the newest first, each entry with a name of its own and a link to a
/// board that is there.
fn feeds_are_read(folder: &Path) {
    let feeds = files_of(folder, ".atom");
    assert!(feeds.len() > 2, "{}", feeds.len());
    for (name, text) in feeds {
        let read = roxmltree::Document::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let root = read.root_element();
        assert!(
            root.has_tag_name(("http://www.w3.org/2005/Atom", "feed")),
            "{name}"
        );
        let of = |node: roxmltree::Node<'_, '_>, tag: &str| {
            let found = node.children().find(|n| n.tag_name().name() == tag);
            let found = found.unwrap_or_else(|| panic!("{name}: no {tag}"));
            found.text().unwrap_or_default().to_owned()
        };
        for tag in ["id", "title", "updated"] {
            assert!(!of(root, tag).is_empty(), "{name}: {tag}");
        }
        let entries = root.children().filter(|n| n.tag_name().name() == "entry");
        let entries: Vec<_> = entries.collect();
        assert!(!entries.is_empty(), "{name}");
        let days: Vec<String> = entries.iter().map(|e| of(*e, "updated")).collect();
        assert!(days.is_sorted_by(|a, b| a >= b), "{name}: {days:?}");
        assert_eq!(days[0], of(root, "updated"), "{name}");
        let ids: std::collections::BTreeSet<String> =
            entries.iter().map(|e| of(*e, "id")).collect();
        assert_eq!(ids.len(), entries.len(), "{name}");
        for entry in entries {
            let link = entry.children().find(|n| n.tag_name().name() == "link");
            let at = link.and_then(|l| l.attribute("href")).expect("a link");
            let (page, board) = at.split_once('#').expect("a board");
            let path = page.split("/chess/").nth(1).expect("below the address");
            let page = std::fs::read_to_string(folder.join(path)).expect(path);
            assert!(page.contains(&format!("id=\"{board}\"")), "{name}: {at}");
        }
    }
}

/// The files of a site whose names end so, which are text.
fn files_of(folder: &Path, ends: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for sub in ["", "RU26", "players"] {
        for entry in std::fs::read_dir(folder.join(sub))
            .expect("a folder")
            .flatten()
        {
            let name = Path::new(sub).join(entry.file_name());
            if entry.path().is_file() && name.to_string_lossy().ends_with(ends) {
                let text = std::fs::read_to_string(entry.path()).expect("text");
                found.push((name.display().to_string(), text));
            }
        }
    }
    found
}

#[test]
fn a_club_dresses_its_site() {
    let house = club();
    let logo = house.path("club").join("logo.svg");
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><circle cx=\"4\" cy=\"4\" r=\"4\"/></svg>";
    std::fs::write(&logo, svg).unwrap();
    let dressed = "--set site.logo=logo.svg --set site.colour=#ffd500";
    let (folder, _) = write(&house, "dressed", dressed);
    let browser = Browser::start();
    browser.view(390, 844);
    for colours in [Colours::Light, Colours::Dark] {
        browser.on_screen(colours);
        browser.open(&folder.join("RU26/1.html"));
        let strip = "const s = getComputedStyle(document.querySelector('.club a'));\
             const i = document.querySelector('.club img');\
             return getComputedStyle(document.querySelector('.club')).backgroundColor + ' ' + s.color\
             + ' ' + (i.complete && i.naturalWidth > 0)";
        assert_eq!(browser.run(strip), "rgb(255, 213, 0) rgb(0, 0, 0) true");
    }
    browser.press(".club a");
    assert!(
        browser
            .run("return location.pathname")
            .as_str()
            .unwrap()
            .ends_with("/dressed/index.html")
    );
    let complaints = browser.complaints();
    assert!(complaints.is_empty(), "{complaints:?}");
    let (plain, _) = write(&house, "plain", "");
    let page = std::fs::read_to_string(plain.join("index.html")).unwrap();
    assert!(!page.contains("class=\"club\""));

    // What is wrong is told: by check, by the command, by the configuration.
    let missing = house.at(AT, "check --set site.logo=gone.png");
    assert_eq!(missing.code, 1);
    assert!(missing.err.contains("gone.png"), "{}", missing.err);
    house.at(AT, "check --set site.logo=logo.svg").done();
    let none = house.path("none");
    let line = format!("site --output {}", none.display());
    let refused = house.at(AT, &format!("{line} --set site.logo=postchess.toml"));
    assert!(
        refused.code == 1 && refused.err.contains("PNG"),
        "{}",
        refused.err
    );
    assert!(!none.exists(), "nothing is written where the logo is none");
    let refused = house.at(AT, "site --output x --set site.colour=yellow");
    assert!(
        refused.code != 0 && refused.err.contains("#rrggbb"),
        "{}",
        refused.err
    );
    let refused = house.at(AT, "site --output x --set site.color=#ffd500");
    assert!(
        refused.code != 0 && refused.err.contains("colour"),
        "{}",
        refused.err
    );
}
