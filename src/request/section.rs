//! A letter cut into the parts that name a game, and each part understood.

use super::OwnWords;
use super::conflict;
use super::form::{self, PlacedLine};
use super::pattern;
use super::reader::understand;
use super::{Doubt, GameRequest, Request, Section};
use crate::ids::GameName;
use crate::letter::MAX_LINES;
use crate::vocabulary::{self, either};
use regex::Regex;
use std::sync::LazyLock;

/// Most sections of one letter; a player has a few dozen games at once.
const MAX_SECTIONS: usize = 100;
/// Longest line looked at, in bytes: the record of 300 moves without a line break fits.
const MAX_LINE_BYTES: usize = 10_000;

/// What stands under one name, or above the first.
struct NamedPart<'t> {
    game: Option<GameName>,
    start: usize,
    lines: Vec<PlacedLine<'t>>,
}

/// Cuts the text at lines that name a game and understands each part. A game
/// named again goes on with its part. `told`: where paragraphs of the text end.
pub fn sections(whole: OwnWords<'_>) -> Vec<Section> {
    let text = whole.text;
    let parts = parts(text);
    let understood = |p: &NamedPart<'_>| {
        let section = understand(whole, p.game.clone(), p.start, &p.lines);
        of_the_game_named(section, &p.lines)
    };
    let mut found: Vec<Section> = parts.iter().map(understood).collect();
    // A greeting above the first game is no section of its own.
    if let [first, _, ..] = found.as_slice()
        && first.game.is_none()
        && first.requests.is_empty()
        && first
            .doubts
            .iter()
            .all(|d| matches!(d, Doubt::Nothing | Doubt::NoText))
    {
        found.remove(0);
    }
    // A letter that names one game, below what it asks for: all of it is about it.
    if let ([loose, named], [above, below]) = (found.as_slice(), parts.as_slice())
        && loose.game.is_none()
        && loose.requests.iter().any(conflict::is_about_game)
        && (named.doubts == [Doubt::NoText] || named.requests.iter().any(conflict::is_about_game))
    {
        let lines: Vec<PlacedLine<'_>> = above.lines.iter().chain(&below.lines).copied().collect();
        return vec![understand(whole, below.game.clone(), above.start, &lines)];
    }
    conflict::across(&mut found);
    found
}

/// A part of a letter with the game that its sentences name beside what ends a game, goes
/// to the opponent or moves: every sign counts (CONTRACT.md 4). Beside a move only its own
/// line is looked at.
fn of_the_game_named(mut section: Section, lines: &[PlacedLine<'_>]) -> Section {
    let of_move = |r: &Request| match r {
        Request::Game(GameRequest::Move(moves)) => moves.line.last().map(|m| m.span),
        _ => None,
    };
    let place = section.requests.iter().find_map(of_move);
    let ends = |r: &Request| {
        matches!(
            r,
            Request::Game(GameRequest::Resign | GameRequest::DrawAccept | GameRequest::DrawDecline)
                | Request::Game(GameRequest::DrawOffer | GameRequest::DrawClaim { .. })
                | Request::Game(GameRequest::TimeClaim)
        )
    };
    let stated = |d: &Doubt| matches!(d, Doubt::Stated { .. } | Doubt::Conflict { .. });
    let whole = section.requests.iter().any(ends) || section.doubts.iter().any(stated);
    let mut named: Vec<GameName> = Vec::new();
    for (line, at) in lines {
        let here = place.is_some_and(|p| *at <= p.start && p.start < at + line.len());
        let new = names_of(line).into_iter().filter(|_| whole || here);
        named.extend(new.filter(|name| section.game.as_ref() != Some(name)));
    }
    named.sort();
    named.dedup();
    match (&section.game, &named[..]) {
        (_, []) => {}
        (None, [only]) => section.game = Some(only.clone()),
        _ => {
            let games = section.game.iter().chain(&named);
            let games: Vec<String> = games.map(ToString::to_string).collect();
            section
                .requests
                .retain(|r| !conflict::is_excluded(r) && !ends(r));
            let is_move = |d: &Doubt| matches!(d, Doubt::MoveInProse { .. });
            section.doubts.retain(|d| !stated(d) && !is_move(d));
            section.doubts.push(Doubt::SeveralGames { games });
        }
    }
    section
}

/// Most names of games that one line is looked through for.
const MOST_NAMES: usize = 20;

/// The games that a line names, links left aside.
fn names_of(line: &str) -> Vec<GameName> {
    let found = NAME
        .captures_iter(line)
        .filter_map(|c| c.get(1))
        .take(MOST_NAMES);
    let bare = found.filter(|name| {
        let before = line.get(..name.start()).unwrap_or("");
        let after = line.get(name.end()..).unwrap_or("");
        is_named(name.as_str())
            && !before.ends_with(['/', '.', '@', ':', '='])
            && !after.starts_with(['/', '@', '='])
    });
    bare.filter_map(|name| GameName::parse(name.as_str()))
        .collect()
}

fn parts(text: &str) -> Vec<NamedPart<'_>> {
    let part = |game, start| NamedPart {
        game,
        start,
        lines: Vec::new(),
    };
    let mut parts = vec![part(None, 0)];
    let mut open = 0;
    let mut at = 0;
    for line in text.split('\n').take(MAX_LINES) {
        let here = at;
        at += line.len() + 1;
        let line = cut(line);
        let opened = opener(line).filter(|_| parts.len() < MAX_SECTIONS);
        let mut skipped = 0;
        if let Some((name, rest)) = opened {
            skipped = rest;
            // A form's heading above the line that names its game belongs to it, and so
            // does a letter of ours that came back: its form stands at its end.
            let heading = |p: &NamedPart<'_>| {
                let mut lines = p.lines.iter().map(|(l, _)| *l);
                let ours = || lines.clone().any(form::is_heading_of_ours);
                p.game.is_none()
                    && (ours() || lines.all(|l| l.trim().is_empty() || form::is_heading(l)))
            };
            let again = parts.iter().position(|p| p.game.as_ref() == Some(&name));
            if let Some(again) = again {
                open = again;
            } else if let Some(last) = parts.last_mut().filter(|p| heading(p)) {
                last.game = Some(name);
            } else {
                open = parts.len();
                parts.push(part(Some(name), here));
            }
        }
        if let Some(part) = parts.get_mut(open) {
            part.lines
                .push((line.get(skipped..).unwrap_or(""), here + skipped));
        }
    }
    parts
}

/// A line without what is beyond [`MAX_LINE_BYTES`] of it.
fn cut(line: &str) -> &str {
    let mut end = line.len().min(MAX_LINE_BYTES);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    line.get(..end).unwrap_or(line)
}

/// The game a line opens a section for, and where the rest of the line begins.
fn opener(line: &str) -> Option<(GameName, usize)> {
    let found = NAME
        .captures_iter(line)
        .filter_map(|c| Some((c.get(0)?, c.get(1)?)))
        .find(|(whole, name)| whole.as_str().starts_with('[') || is_named(name.as_str()));
    let (whole, name) = found?;
    let before = line.get(..whole.start()).unwrap_or("");
    let game = GameName::parse(name.as_str())?;
    let heads = HEADS.is_match(line);
    let alone = BEFORE.is_match(before);
    if !heads && !alone {
        return None;
    }
    let rest = line.get(whole.end()..).unwrap_or("");
    let marks = rest.len()
        - rest
            .trim_start_matches(|c: char| c.is_whitespace() || ")]:;,.-–—".contains(c))
            .len();
    // `-Nf3` behind a name is a dash; dots may be Black's.
    let keeps_dots = rest.trim_start().starts_with("..");
    Some((game, whole.end() + if keeps_dots { 0 } else { marks }))
}

/// Whether `CODE/N` is more than a date or a fraction: a code written without
/// brackets has a letter.
pub fn is_named(name: &str) -> bool {
    name.split_once('/')
        .is_some_and(|(code, _)| code.bytes().any(|b| b.is_ascii_alphabetic()))
}

static NAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[\[(«\x22]?\b([A-Za-z0-9_-]{1,40}/[1-9][0-9]{0,5})\b[\])»\x22]?"));

/// What may stand before the name on its line: words, and its number in a list.
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let words = either(&vocabulary::players(|w| &w.forms.before_game));
    pattern(&format!(
        r"(?i)^[\s*_#№\x22'«\[(•=–—-]*(?:[0-9]{{1,2}}[.)]\s*)?(?:(?:{words}|№|#)[\s:.,№#(\[-]*){{0,4}}$"
    ))
});

/// A heading whose line names the game anywhere.
static HEADS: LazyLock<Regex> = LazyLock::new(|| {
    let titles = either(&vocabulary::players(|w| &w.forms.titles));
    pattern(&format!(r"(?i)^\s*[*_]*(?:{titles})\b\s*[:№#(\[]?"))
});
