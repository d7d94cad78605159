//! The guides for players: every command is in them, and every line they show as
//! something to write is understood as what they say it is.

use postchess::language::Language;
use postchess::request::captain::CaptainStates;
use postchess::request::{self, GameRequest, Keyword, Request};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Every language with its code.
fn languages() -> impl Iterator<Item = (Language, &'static str)> {
    Language::ALL.into_iter().map(|l| (l, l.code()))
}

/// A text that a guide shows as (part of) a letter.
struct Shown {
    text: String,
    /// What it must be understood as, in order; by its own first words where `None`.
    kinds: Option<Vec<String>>,
}

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn guide(code: &str) -> String {
    read(&format!("docs/PLAYERS.{code}.md"))
}

/// The fenced blocks, whose info string names the kinds of request, and everything
/// between backticks.
fn shown(guide: &str) -> Vec<Shown> {
    let mut found = Vec::new();
    let mut block: Option<(String, Vec<&str>)> = None;
    for line in guide.lines() {
        match (line.strip_prefix("```"), block.take()) {
            (Some(info), None) => {
                assert!(!info.is_empty(), "a block without its kind of request");
                block = Some((info.to_owned(), Vec::new()));
            }
            (Some(end), Some((info, lines))) => {
                assert_eq!(end, "");
                if !["console", "captain"].contains(&info.as_str()) {
                    found.push(Shown {
                        text: lines.join("\n"),
                        kinds: Some(info.split(',').map(str::to_owned).collect()),
                    });
                }
            }
            (None, Some((info, mut lines))) => {
                lines.push(line);
                block = Some((info, lines));
            }
            (None, None) => {
                let pieces: Vec<&str> = line.split('`').collect();
                assert!(pieces.len() % 2 == 1, "an odd backtick: {line}");
                found.extend(pieces.iter().skip(1).step_by(2).map(|text| Shown {
                    text: (*text).to_owned(),
                    kinds: None,
                }));
            }
        }
    }
    assert!(block.is_none(), "a block without an end");
    assert!(found.len() > 40, "the guide shows too little");
    found
}

/// The name of the request that a command makes.
fn kind_of(keyword: Keyword) -> String {
    if keyword == Keyword::Draw {
        return "draw-offer".to_owned();
    }
    let name = serde_json::to_value(keyword).unwrap();
    name.as_str().unwrap().to_owned()
}

/// What a letter with this text asks for; the test fails where the robot would ask.
fn understood(code: &str, text: &str) -> Vec<String> {
    let understanding = request::understand_text(text, "");
    for section in &understanding.sections {
        assert!(
            section.doubts.is_empty(),
            "{code}: {text:?} leaves a doubt: {:?}",
            section.doubts
        );
    }
    let sections = understanding.sections.iter();
    let requests = sections.flat_map(|s| &s.requests);
    requests.map(|r| request::type_of(r).to_owned()).collect()
}

/// Without accents and case, as far as the tables' words need it.
fn plain(text: &str) -> String {
    text.to_uppercase().replace('Ё', "Е")
}

#[test]
fn every_line_that_a_guide_shows_is_understood_as_what_it_says() {
    for (_, code) in languages() {
        let mut calls = 0;
        for Shown { text, kinds } in shown(&guide(code)) {
            // A call for a person is no request: it is heard whatever else is said.
            if kinds.as_ref().is_some_and(|k| *k == ["person"]) {
                assert!(request::is_cry(&text), "{code}: {text:?}");
                calls += 1;
                continue;
            }
            let expected = kinds.unwrap_or_else(|| {
                let command = request::keyword_of(&text).map(kind_of);
                vec![command.unwrap_or_else(|| "move".to_owned())]
            });
            assert_eq!(understood(code, &text), expected, "{code}: {text:?}");
        }
        assert_eq!(calls, 1, "{code}: how to call a person");
    }
}

#[test]
fn what_stands_beside_a_move_is_read_as_the_guide_says() {
    for (_, code) in languages() {
        let [mut dates, mut offers, mut series, mut named] = [0; 4];
        for Shown { text, .. } in shown(&guide(code)) {
            let understanding = request::understand_text(&text, "");
            for section in &understanding.sections {
                dates += u32::from(section.received.is_some());
                named += u32::from(section.game.is_some() && understanding.sections.len() > 1);
                for asked in &section.requests {
                    if let Request::Game(GameRequest::Move(moves)) = asked {
                        offers += u32::from(moves.draw_offer);
                        series += u32::from(!moves.variant.is_empty());
                    }
                }
            }
        }
        let found = [dates, offers, series, named];
        assert_eq!(found, [1, 1, 2, 2], "{code}: date, draw, series, games");
    }
}

#[test]
fn every_command_stands_in_the_guide_and_in_the_help_letter_of_its_language() {
    for (language, code) in languages() {
        let guide = shown(&guide(code));
        let letters: toml::Table = read(&format!("messages/{code}/letters.toml"))
            .parse()
            .unwrap();
        let help = letters["help"].as_table().unwrap();
        let mut commands = BTreeSet::new();
        for (keyword, spoken, _) in request::commands() {
            if spoken == language {
                commands.insert(keyword);
            }
        }
        assert!(commands.len() >= 22, "{code}: {commands:?}");
        for keyword in commands {
            let spellings: Vec<String> = request::commands()
                .filter(|(k, spoken, _)| *k == keyword && *spoken == language)
                .map(|(_, _, words)| plain(words))
                .collect();
            let is_in = |text: &str| {
                let text = plain(text);
                spellings.iter().any(|words| text.starts_with(words))
            };
            assert!(
                guide
                    .iter()
                    .any(|s| is_in(&s.text) && request::keyword_of(&s.text) == Some(keyword)),
                "{code}: the guide does not say how to write {keyword:?}: {spellings:?}"
            );
            // The help letter is what HELP brings; it need not name itself.
            let is_listed = help.values().any(|line| {
                let line = plain(line.as_str().unwrap());
                let mut parts = line.split([',', ';', '–']);
                parts.any(|part| is_in(part.trim()))
            });
            assert!(
                is_listed || keyword == Keyword::Help,
                "{code}: the help letter does not list {keyword:?}: {spellings:?}"
            );
        }
    }
}

#[test]
fn a_guide_speaks_its_own_language() {
    for (language, code) in languages() {
        for Shown { text, .. } in shown(&guide(code)) {
            for line in text.lines() {
                let Some(keyword) = request::keyword_of(line) else {
                    continue;
                };
                let own = request::commands()
                    .filter(|(k, spoken, _)| *k == keyword && *spoken == language)
                    .any(|(_, _, words)| plain(line).starts_with(&plain(words)));
                assert!(own, "{code}: {line:?} is another language's command");
            }
        }
    }
}

#[test]
fn the_index_leads_to_every_guide_and_every_guide_to_its_sections() {
    let index = read("docs/PLAYERS.md");
    for (_, code) in languages() {
        assert!(index.contains(&format!("](PLAYERS.{code}.md)")), "{code}");
        let text = guide(code);
        let headings: BTreeSet<String> = text
            .lines()
            .filter_map(|l| l.strip_prefix("## "))
            .map(anchor)
            .collect();
        let links: Vec<&str> = text
            .split("](#")
            .skip(1)
            .map(|rest| rest.split(')').next().unwrap())
            .collect();
        assert!(links.len() > 10, "{code}: {links:?}");
        for link in links {
            assert!(headings.contains(link), "{code}: #{link} of {headings:?}");
        }
    }
}

/// The name under which a heading is linked to.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn what_a_captain_is_shown_states_a_line_up_and_a_delegate() {
    for (_, code) in languages() {
        let guide = guide(code);
        let (_, behind) = guide
            .split_once("```captain\n")
            .expect("a captain's letter");
        let (text, _) = behind.split_once("```").expect("its end");
        let stated = request::captain::stated_in(text).stated;
        let [
            CaptainStates::LineUp { round, players, .. },
            CaptainStates::Delegate { email, .. },
        ] = &stated[..]
        else {
            panic!("{code}: {stated:?}");
        };
        assert_eq!((*round, players.len()), (Some(3), 3), "{code}: {stated:?}");
        assert_eq!(email, "clara@mail.example", "{code}");
    }
}
