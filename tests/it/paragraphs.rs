//! docs/RULES.md names every paragraph of chapter 9, and says only what is there.

use postchess::rules::{Article, Profile, REGULATIONS, Regulations, ValueKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A row of the tables "Paragraph by paragraph".
struct Row {
    paragraph: String,
    who: Vec<String>,
    how: String,
    keys: Vec<String>,
    tests: Vec<String>,
}

fn rules() -> String {
    fs::read_to_string("docs/RULES.md").expect("docs/RULES.md")
}

/// What stands between backticks.
fn quoted(cell: &str) -> Vec<String> {
    let parts = cell.split('`').skip(1).step_by(2);
    parts.map(str::to_owned).collect()
}

fn rows(page: &str) -> Vec<Row> {
    let tables = page
        .split("## Paragraph by paragraph")
        .nth(1)
        .expect("the section");
    let rows = tables.lines().filter_map(|line| {
        let line = line.strip_prefix('|')?.strip_suffix('|')?;
        let line = line.replace("\\|", "/");
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let paragraph = *cells.first()?;
        if !paragraph.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let cell = |at: usize| cells.get(at).copied().unwrap_or("");
        Some(Row {
            paragraph: paragraph.to_owned(),
            who: cell(1).split(", ").map(str::to_owned).collect(),
            how: cell(2).to_owned(),
            keys: quoted(cell(3)),
            tests: quoted(cell(4)),
        })
    });
    rows.collect()
}

fn tests_in(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            tests_in(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).expect("source");
            let mut marked = false;
            for line in text.lines().map(str::trim) {
                if line == "#[test]" {
                    marked = true;
                } else if let Some(rest) = line.strip_prefix("fn ") {
                    let name = rest.split('(').next().unwrap_or_default();
                    if std::mem::take(&mut marked) {
                        found.insert(name.to_owned());
                    }
                }
            }
        }
    }
}

#[test]
fn every_paragraph_of_chapter_9_has_its_row() {
    let page = rules();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows(&page) {
        *times.entry(row.paragraph).or_default() += 1;
    }
    let wanted = fs::read_to_string("tests/cases/chapter9.txt").expect("the paragraphs");
    let wanted: BTreeSet<&str> = wanted.lines().collect();
    assert!(wanted.len() > 200, "{}", wanted.len());
    let missing: Vec<_> = wanted.iter().filter(|p| !times.contains_key(**p)).collect();
    assert!(missing.is_empty(), "without a row: {missing:?}");
    let wrong: Vec<_> = times
        .iter()
        .filter(|(p, n)| **n != 1 || !wanted.contains(p.as_str()))
        .collect();
    assert!(wrong.is_empty(), "twice, or no paragraph: {wrong:?}");
}

#[test]
fn what_the_robot_does_is_held_by_a_test_that_is_there() {
    let mut known = BTreeSet::new();
    tests_in(Path::new("src"), &mut known);
    tests_in(Path::new("tests"), &mut known);
    let page = rules();
    for row in rows(&page) {
        let about = &row.paragraph;
        for who in &row.who {
            let persons = ["robot", "arbiter", "player"];
            assert!(persons.contains(&who.as_str()), "{about}: who is '{who}'?");
        }
        assert!(!row.how.is_empty(), "{about} says nothing");
        let robots = row.who.iter().any(|w| w == "robot");
        assert!(!robots || !row.tests.is_empty(), "{about} names no test");
        for test in &row.tests {
            assert!(known.contains(test), "{about}: there is no test {test}");
        }
    }
}

/// The table of keys says what the table of regulations says.
#[test]
fn every_key_has_its_row_with_its_defaults_and_its_bounds() {
    let page = rules();
    for key in REGULATIONS {
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| `{}`", key.name)))
            .unwrap_or_else(|| panic!("no row for {}", key.name));
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for (profile, cell) in Profile::ALL.into_iter().zip(&cells[2..]) {
            // An empty cell means: the same in every profile.
            let cell = if cell.is_empty() { cells[2] } else { cell };
            let value = Regulations::of(profile).shown(key);
            let bare = |text: &str| text.replace(['`', '"', '[', ']'], "");
            assert_eq!(bare(cell), bare(&value), "{} {profile:?}", key.name);
        }
        let words = match &key.kind {
            ValueKind::Number(range)
            | ValueKind::DaysOrMonths(range)
            | ValueKind::Two(range, _) => {
                let (low, high) = (range.start(), range.end());
                let allowed = cells[5];
                let written = [format!("{low}-{high}"), format!("{low}, {high}")];
                let is_said = written.iter().any(|words| allowed.starts_with(words));
                assert!(is_said, "{}: {allowed}", key.name);
                continue;
            }
            ValueKind::Word(words) | ValueKind::Words(words) => *words,
            ValueKind::Points => &["whole or half points"],
            ValueKind::Flag | ValueKind::Other(_) => &["true", "false"],
        };
        for word in words {
            let is_said = row.contains(word) || cells[5] == "these three";
            assert!(is_said, "{}: {word}", key.name);
        }
    }
}

#[test]
fn the_keys_are_those_of_a_tournament_or_of_the_club() {
    let page = rules();
    let keys: BTreeSet<&str> = REGULATIONS.iter().map(|key| key.name).collect();
    let file = [
        "profile",
        "system",
        "start_date",
        "end_date",
        "appeals",
        "adjudicator",
    ];
    let club = ["auth.policy", "keep.compress_after_days"];
    for row in rows(&page) {
        for key in &row.keys {
            let key = key.as_str();
            let is_key = keys.contains(key) || file.contains(&key) || club.contains(&key);
            assert!(is_key, "{}: there is no key {key}", row.paragraph);
        }
    }
}

/// What one chapter alone has and a tournament under another may come to: cards (a game may
/// be carried by post), a clock that begins at zero (`lose_on_overstep`), moves on the board.
const OF_ONE_CHAPTER: [Article; 9] = [
    Article::DatesByMarks,
    Article::MarkOverWritten,
    Article::SlipCounts,
    Article::SeveralMarks,
    Article::StatedWithoutMark,
    Article::DateToSettle,
    Article::FirstOverstep,
    Article::OverstepReset,
    Article::PlayedOnServer,
];

#[test]
fn every_article_is_of_its_profile_s_own_chapter_and_there() {
    let known = fs::read_to_string("tests/cases/chapter9.txt").expect("the paragraphs");
    let known: BTreeSet<&str> = known.lines().collect();
    for article in Article::ALL {
        for profile in Profile::ALL {
            let number = article.number(profile);
            let chapter = number.split('.').next().unwrap_or_default();
            if !["54", "55", "56"].contains(&chapter) {
                continue;
            }
            // `55.6.3-4` is two paragraphs.
            let first = number.split('-').next().unwrap_or_default();
            let under = |p: &&&str| p.starts_with(&format!("{first}."));
            let is_there = known.contains(first) || known.iter().any(|p| under(&p));
            assert!(is_there, "{article:?}: there is no {number}");
            let own = match profile {
                Profile::Server => "54",
                Profile::Post => "55",
                Profile::Email => "56",
            };
            let elsewhere = OF_ONE_CHAPTER.contains(article);
            assert!(
                chapter == own || elsewhere,
                "{article:?} cites {number} in a tournament under article {own}"
            );
        }
    }
}
