//! A letter cut into the parts that name a game, and each part understood.

use super::OwnWords;
use super::conflict;
use super::form::{self, PlacedLine};
use super::pattern;
use super::reader::understand;
use super::{Doubt, Section};
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
    let understood = |p: &NamedPart<'_>| understand(whole, p.game.clone(), p.start, &p.lines);
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

/// What may stand before the name on its line.
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let words = either(&vocabulary::players(|w| &w.forms.before_game));
    pattern(&format!(
        r"(?i)^[\s*_#№\x22'«\[(•=–—-]*(?:(?:{words}|№|#)[\s:.,№#(\[-]*){{0,4}}$"
    ))
});

/// A heading whose line names the game anywhere.
static HEADS: LazyLock<Regex> = LazyLock::new(|| {
    let titles = either(&vocabulary::players(|w| &w.forms.titles));
    pattern(&format!(r"(?i)^\s*[*_]*(?:{titles})\b\s*[:№#(\[]?"))
});
