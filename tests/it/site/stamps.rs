//! What is passed over is what would come out as before: a site that is written on, letter by
//! letter and decision by decision, is at every step the site that is written anew, and no page is
//! made of which nothing changed.

use super::club;
use crate::contract::House;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Files of pages by their paths; lists of our own begin with a full stop.
fn pages(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(one) = folders.pop() {
        for entry in std::fs::read_dir(one).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if !entry.file_name().to_string_lossy().starts_with('.') {
                let name = path.strip_prefix(folder).expect("below").to_owned();
                all.insert(name, std::fs::read(&path).expect("a page"));
            }
        }
    }
    all
}

/// A step: the hour, and a letter (who, game, text) or a line as it is typed.
enum Step {
    Letter(&'static str, &'static str, u32, &'static str),
    Line(&'static str, &'static str),
}

use Step::{Letter, Line};

/// All that may stand on a page, changed once.
const STEPS: [Step; 23] = [
    Letter("2026-02-02T12:00:00Z", "pat", 2, "2... 2836"),
    Letter("2026-02-03T12:00:00Z", "ivanov", 4, "1. 4244"),
    Letter("2026-02-03T13:00:00Z", "pat", 4, "1... 7866"),
    Line(
        "2026-02-04T12:00:00Z",
        "td penalty RU26/4 black 2 --reason late",
    ),
    Line(
        "2026-02-04T13:00:00Z",
        "td set-dates RU26/4 2 --sent 2026-02-04",
    ),
    Line(
        "2026-02-04T14:00:00Z",
        "td correct RU26:2 RU26 --name Patterson",
    ),
    Line(
        "2026-02-04T15:00:00Z",
        "td correct RU26:1 RU26 --rating 2222",
    ),
    Line(
        "2026-02-04T16:00:00Z",
        "td correct RU26:1 RU26 --federation UKR",
    ),
    Line(
        "2026-02-04T16:30:00Z",
        "td correct RU26:1 RU26 --language en",
    ),
    Line("2026-02-05T12:00:00Z", "td pause RU26/4 --reason pause"),
    Line("2026-02-07T12:00:00Z", "td resume RU26/4 --reason on"),
    Letter("2026-02-07T13:00:00Z", "ivanov", 4, "2. 3244"),
    Letter(
        "2026-02-08T12:00:00Z",
        "pat",
        2,
        "LEAVE 2026-02-10 2026-02-14",
    ),
    Line(
        "2026-02-08T13:00:00Z",
        "td leave grant RU26:1 2026-02-01 2026-02-02 --reason ill",
    ),
    // Nothing but the day.
    Line("2026-02-16T12:00:00Z", "poll"),
    Line(
        "2026-02-16T13:00:00Z",
        "td result RU26/3 1-0 --reason agreed",
    ),
    Line("2026-02-16T14:00:00Z", "td void RU26/2 3 --reason void"),
    Line("2026-02-16T15:00:00Z", "td reopen RU26/3 --reason reopened"),
    Line(
        "2026-02-16T16:00:00Z",
        "td result RU26/3 1/2-1/2 --reason agreed",
    ),
    Line(
        "2026-02-17T13:00:00Z",
        "td replace RU26:2 RU26 --name Successor --email s@secret.example --reason ill",
    ),
    Letter("2026-02-18T12:00:00Z", "ivanov", 4, "RESIGN"),
    Line(
        "2026-02-18T13:00:00Z",
        "td withdraw RU26:1 RU26 --games lose --reason gone",
    ),
    Line("2026-05-01T12:00:00Z", "tick"),
];

impl Step {
    fn at(&self) -> &'static str {
        match self {
            Letter(at, ..) | Line(at, _) => at,
        }
    }

    fn done(&self, house: &House, number: usize) {
        match self {
            Letter(at, who, game, text) => {
                let from = format!("{who}@secret.example");
                let name = format!("step-{number}");
                house.post(&name, &from, &format!("[RU26/{game}]"), text);
                house.at(at, "poll").done();
            }
            Line(at, line) => {
                house.at(at, line).done();
            }
        }
    }
}

struct Sites {
    house: House,
    kept: PathBuf,
    runs: usize,
}

impl Sites {
    /// Writes the site on, and anew: the same pages; what was done.
    fn same(&mut self, at: &str, more: &str, why: &str) -> Value {
        self.runs += 1;
        let anew = self.house.path(&format!("anew-{}", self.runs));
        let base = "--set site.base_url=https://club.example/";
        let write = |folder: &Path| {
            let line = format!(
                "{base} site RU26 --json {more} --output {}",
                folder.display()
            );
            self.house.at(at, &line).json()
        };
        let report = write(&self.kept);
        let all = write(&anew);
        assert_eq!(
            all["made"], all["files"],
            "{why}: a new folder has every page made"
        );
        let (kept, new) = (pages(&self.kept), pages(&anew));
        let names = |all: &BTreeMap<PathBuf, _>| all.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(names(&kept), names(&new), "{why}: the pages that there are");
        for (name, bytes) in &new {
            assert!(
                kept[name] == *bytes,
                "{why}: {} was passed over and is not as it would be made:\n{}\n\n{}",
                name.display(),
                String::from_utf8_lossy(&kept[name]),
                String::from_utf8_lossy(bytes)
            );
        }
        std::fs::remove_dir_all(anew).expect("it goes");
        report
    }
}

#[test]
fn a_site_that_is_written_on_is_the_one_that_is_written_anew() {
    let house = club();
    let mut sites = Sites {
        kept: house.path("kept"),
        house,
        runs: 0,
    };
    let start = "2026-02-01T12:00:00Z";
    sites.same(start, "", "at first");
    let again = sites.same(start, "", "nothing new");
    assert_eq!((&again["made"], &again["written"]), (&0.into(), &0.into()));
    for (number, step) in STEPS.iter().enumerate() {
        step.done(&sites.house, number);
        let why = match step {
            Letter(_, who, game, text) => format!("{who} writes {text:?} about {game}"),
            Line(_, line) => (*line).to_owned(),
        };
        sites.same(step.at(), "", &why);
        let again = sites.same(step.at(), "", "once more");
        assert_eq!(again["made"], 0, "{why}, and nothing more");
    }
    let end = "2026-05-01T12:00:00Z";
    for more in [
        "--delay-moves 2",
        "--language pl",
        "--set club.name=Another",
        "--set site.colour=#102030",
        "",
    ] {
        sites.same(end, more, more);
    }
}

#[test]
fn a_move_makes_its_own_pages_new_and_no_others() {
    let house = club();
    let mut sites = Sites {
        kept: house.path("kept"),
        house,
        runs: 0,
    };
    let at = "2026-02-02T12:00:00Z";
    sites.same(at, "", "at first");
    let others = [
        "RU26/1.html",
        "RU26/3.html",
        "RU26/4.html",
        "RU26/1.png",
        "RU26/RU26-3.pgn",
    ];
    let before = others.map(|name| changed(&sites.kept, name));
    STEPS[0].done(&sites.house, 0);
    let report = sites.same(at, "", "a move");
    // The first page, the tournament's three and its feed, the game's three, and two of each player.
    assert_eq!(report["made"], 1 + 3 + 1 + 3 + 4, "{report}");
    assert_eq!(others.map(|name| changed(&sites.kept, name)), before);
}

/// When a page was written last.
fn changed(folder: &Path, name: &str) -> SystemTime {
    let found = std::fs::metadata(folder.join(name)).expect("a page");
    found.modified().expect("an hour")
}
