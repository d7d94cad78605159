//! Text that is itself a game in PGN, as chess programs send it: tags,
//! comments, variations and results are set aside, the moves are read.

use super::moves::MAX_MOVES;
use super::pattern;
use super::shape;
use super::{Moves, Place, Span, WrittenMove};
use crate::chess::Side;
use crate::ids::GameName;
use regex::Regex;
use std::sync::LazyLock;

/// One game of a PGN text.
#[derive(Debug)]
pub struct Game {
    /// The game it is called by, where its tags tell.
    pub name: Option<GameName>,
    /// Where it stands in the text.
    pub span: Span,
    /// Its last move, with the move before it as a repetition.
    pub moves: Option<Moves>,
}

/// The games of a text that is PGN; empty where it is none. Two tags make a PGN:
/// a line in brackets alone may be anything.
pub fn games(text: &str) -> Vec<Game> {
    let tags = text.lines().filter(|l| TAG.is_match(l)).count();
    if tags < 2 {
        return Vec::new();
    }
    let mut games: Vec<(Option<GameName>, usize, usize, String)> = Vec::new();
    let mut at = 0;
    let mut in_tags = false;
    for line in text.split_inclusive('\n') {
        let here = at;
        at += line.len();
        if let Some(tag) = TAG.captures(line) {
            if !in_tags {
                games.push((None, here, here, String::new()));
            }
            in_tags = true;
            let value = tag.get(2).map_or("", |m| m.as_str());
            let key = tag.get(1).map_or("", |m| m.as_str());
            if let Some(game) = games.last_mut() {
                if matches!(key, "PostchessGame" | "CmailGameName" | "Event" | "Site")
                    && game.0.is_none()
                {
                    game.0 = name(value);
                }
                game.2 = at;
                // Same length, so that places stay.
                game.3.push_str(&" ".repeat(line.len()));
            }
        } else if let Some(game) = games.last_mut() {
            in_tags &= line.trim().is_empty();
            game.2 = at;
            game.3.push_str(line);
        }
    }
    games
        .into_iter()
        .map(|(name, start, end, body)| Game {
            name,
            span: Span { start, end },
            moves: movetext(&body, start),
        })
        .collect()
}

/// `CODE/N`, or `CODE-N` as cmail must have it (its game names hold no slash).
fn name(value: &str) -> Option<GameName> {
    let value = value.trim();
    GameName::parse(value).or_else(|| {
        let (code, number) = value.rsplit_once('-')?;
        GameName::parse(&format!("{code}/{number}"))
    })
}

fn movetext(body: &str, offset: usize) -> Option<Moves> {
    let plain = blanked(body);
    let mut moves: Vec<WrittenMove> = Vec::new();
    let mut number: Option<(u32, bool)> = None;
    let mut draw_offer = false;
    for word in WORD.find_iter(&plain) {
        let mut text = word.as_str();
        let mut at = offset + word.start();
        if let Some(found) = NUMBER.captures(text) {
            let read = found.get(1).and_then(|m| m.as_str().parse().ok());
            let end = found.get(0).map_or(0, |m| m.end());
            if let Some(read) = read {
                number = Some((read, found.get(2).is_some_and(|d| d.as_str().len() > 1)));
            }
            at += end;
            text = text.get(end..).unwrap_or("");
        }
        if matches!(text, "" | "*" | "1-0" | "0-1" | "1/2-1/2") || text.starts_with('$') {
            continue;
        }
        if !shape::loose_shape(text) {
            continue;
        }
        let (n, black) = match (number.take(), moves.last()) {
            (Some((n, black)), _) => (Some(n), black),
            (None, Some(last)) => match last.side {
                Some(Side::White) => (last.number, true),
                _ => (last.number.map(|n| n + 1), false),
            },
            (None, None) => (Some(1), false),
        };
        draw_offer = false;
        if moves.len() < MAX_MOVES {
            moves.push(WrittenMove {
                number: n,
                side: Some(if black { Side::Black } else { Side::White }),
                text: text.to_owned(),
                second: None,
                span: Span {
                    start: at,
                    end: at + text.len(),
                },
            });
        }
    }
    // Xboard writes `{White offers a draw}` behind the move.
    if let Some(last) = moves.last() {
        let rest = body.get(last.span.end - offset..).unwrap_or("");
        draw_offer |= OFFER.is_match(rest);
    }
    let keep = moves.len().saturating_sub(2);
    let line = moves.split_off(keep);
    (!line.is_empty()).then_some(Moves {
        line,
        alternatives: false,
        variant: Vec::new(),
        place: Place::Numbered,
        draw_offer,
        any_move: false,
    })
}

/// The text with comments and variations turned to spaces, byte for byte.
fn blanked(body: &str) -> String {
    let mut out = String::with_capacity(body.len());
    let (mut comment, mut line_comment, mut depth) = (false, false, 0usize);
    for c in body.chars() {
        let hidden = comment || line_comment || depth > 0;
        match c {
            '{' if !line_comment => comment = true,
            '}' => comment = false,
            ';' if !comment => line_comment = true,
            '\n' => line_comment = false,
            '(' if !comment && !line_comment => depth += 1,
            ')' if !comment && !line_comment => depth = depth.saturating_sub(1),
            c if !hidden => {
                out.push(c);
                continue;
            }
            _ => {}
        }
        if c == '\n' {
            out.push('\n');
        } else {
            out.extend(std::iter::repeat_n(' ', c.len_utf8()));
        }
    }
    out
}

static TAG: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"^\s*\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"(.*)"\s*\]\s*$"#));
static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"\S+"));
static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(\d{1,3})(\.+|…)"));
static OFFER: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)offers? a draw"));
