//! Lines put together to the paragraphs in which their writer thought.

use crate::letter::Paragraphs;
use crate::request::command;
use crate::request::command_line::CommandLine;
use crate::request::courtesy;
use crate::request::form::{self, PlacedLine};
use crate::request::moves::{self, LineHolds};
use crate::request::token::LineToken;
use crate::request::{GameRequest, PlayerRequest, Request};

use super::mood;
use super::words::words;

/// A line so long may have been broken by a mail program, in characters: none of them
/// breaks before the fiftieth column.
const SHORTEST_BROKEN: usize = 40;

/// A mail program breaks a line where the next word would pass this column.
const FIRST_COLUMN: usize = 56;

/// Words before a break that tell whether the line is a sentence about a move.
const TAIL: usize = 4;

/// What a line is for the lines beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    /// Nothing stands on it.
    Blank,
    /// A salutation, regards, a row of a form: never part of a sentence.
    Apart,
    /// A command of CONTRACT 4 that acts.
    Acts,
    /// Another command.
    Command,
    /// Moves and nothing else; numbered or not.
    Moves { numbered: bool },
    /// Words.
    Words,
}

fn kind(line: &str) -> LineKind {
    let bare = line.trim();
    if bare.is_empty() {
        return LineKind::Blank;
    }
    if courtesy::closes(bare)
        || courtesy::greeted(bare) >= bare.len()
        || form::is_answer_heading(bare)
        || form::is_heading(bare)
        || form::is_leave_line(bare)
    {
        return LineKind::Apart;
    }
    match command::read(bare, 0) {
        Some(command) if acts(&command) => return LineKind::Acts,
        Some(CommandLine::Doubt(_) | CommandLine::Grave(..)) | None => {}
        Some(_) => return LineKind::Command,
    }
    // A long line of words alone is no line of moves.
    if bare.chars().nth(LONG).is_some() && !bare.contains(char::is_numeric) {
        return LineKind::Words;
    }
    match moves::held(bare, false) {
        LineHolds::Moves(tokens) => LineKind::Moves {
            numbered: tokens
                .iter()
                .any(|t| matches!(t.token, LineToken::Number { .. })),
        },
        _ => LineKind::Words,
    }
}

/// A line longer than this, in characters, that names no square tells more than a move.
const LONG: usize = 60;

/// Whether a line is one of the commands that may be words of a sentence as well: to
/// resign, accept, decline, offer, claim, withdraw, take leave.
pub fn acts(command: &CommandLine) -> bool {
    match command {
        CommandLine::Request(Request::Game(game)) => matches!(
            game,
            GameRequest::Resign
                | GameRequest::DrawOffer
                | GameRequest::DrawAccept
                | GameRequest::DrawDecline
                | GameRequest::TimeClaim
        ),
        CommandLine::Request(Request::Player(player)) => matches!(
            player,
            PlayerRequest::Withdraw | PlayerRequest::Leave { .. } | PlayerRequest::LeaveEnd { .. }
        ),
        CommandLine::BareDraw | CommandLine::Claim(..) => true,
        CommandLine::Text(..)
        | CommandLine::Words(_)
        | CommandLine::Check(_)
        | CommandLine::Doubt(_)
        | CommandLine::Grave(..) => false,
    }
}

/// The lines of each paragraph, by their places among the lines given.
pub fn paragraphs(lines: &[PlacedLine<'_>], told: &Paragraphs) -> Vec<Vec<usize>> {
    let mut kinds: Vec<Option<LineKind>> = vec![None; lines.len()];
    let mut found: Vec<Vec<usize>> = Vec::new();
    for (at, (line, _)) in lines.iter().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let joins = may_join(lines, at, told) && {
            // What a line is, is asked only of those beside an open end.
            for near in at - 1..(at + 2).min(lines.len()) {
                if let (Some(slot @ None), Some((line, _))) = (kinds.get_mut(near), lines.get(near))
                {
                    *slot = Some(kind(line));
                }
            }
            let joined = found.last().is_some_and(|open| open.len() > 1);
            let both = Neighbours::of(lines, &kinds, at);
            both.is_some_and(|both| both.go_on(told, joined))
        };
        match found.last_mut() {
            Some(open) if joins => open.push(at),
            _ => found.push(vec![at]),
        }
    }
    found
}

/// Whether a line may go on with the one right above it, by its end alone.
fn may_join(lines: &[PlacedLine<'_>], at: usize, told: &Paragraphs) -> bool {
    let above = at.checked_sub(1).and_then(|before| lines.get(before));
    let (Some((above, from)), Some((_, here))) = (above, lines.get(at)) else {
        return false;
    };
    let feed = from + above.len();
    feed + 1 == *here
        && !above.trim().is_empty()
        && (told.ends_at(feed) == Some(false) || is_open(above))
}

/// A line, the one above and the one below it.
struct Neighbours<'l> {
    above: PlacedLine<'l>,
    here: PlacedLine<'l>,
    kinds: (LineKind, LineKind),
    below: Option<(&'l str, LineKind)>,
}

impl<'l> Neighbours<'l> {
    fn of(
        lines: &[PlacedLine<'l>],
        kinds: &[Option<LineKind>],
        at: usize,
    ) -> Option<Neighbours<'l>> {
        let before = at.checked_sub(1)?;
        Some(Neighbours {
            above: *lines.get(before)?,
            here: *lines.get(at)?,
            kinds: ((*kinds.get(before)?)?, (*kinds.get(at)?)?),
            below: lines
                .get(at + 1)
                .zip(kinds.get(at + 1))
                .and_then(|((line, _), kind)| Some((*line, (*kind)?))),
        })
    }

    /// Whether the paragraph of the line above goes on with this one. `joined`: that
    /// line goes on one above it.
    fn go_on(&self, told: &Paragraphs, joined: bool) -> bool {
        let (above, from) = self.above;
        let feed = from + above.len();
        if feed + 1 != self.here.1 || self.kinds.0 == LineKind::Apart {
            return false;
        }
        let told = told.ends_at(feed);
        if told == Some(false) {
            return self.kinds.1 != LineKind::Apart;
        }
        if self.kinds.1 == LineKind::Apart || !is_open(above) {
            return false;
        }
        let (above, here) = (above.trim(), self.here.0.trim());
        match self.kinds {
            (LineKind::Words, LineKind::Moves { numbered: true }) => {
                speaks_of_moves(above) || self.goes_on_below()
            }
            (LineKind::Words, LineKind::Acts) => !is_name(above) || mood::is_moody(above),
            (LineKind::Words, _) => starts_small(here) || told.is_none() && was_broken(above, here),
            (LineKind::Moves { .. } | LineKind::Acts, LineKind::Words) => {
                starts_small(here) && (joined || !mood::opens_another(here))
            }
            _ => false,
        }
    }

    /// Whether the line below goes on with this one's sentence.
    fn goes_on_below(&self) -> bool {
        self.below.is_some_and(|(line, kind)| {
            kind == LineKind::Words && starts_small(line.trim()) && !mood::supposes_first(line)
        })
    }
}

/// Whether nothing at the end of a line ends its sentence.
fn is_open(line: &str) -> bool {
    let bare = line.trim_end();
    let bare = bare.trim_end_matches(['"', '»', '”', '“', '\'', '*', '_', ' ']);
    !bare.ends_with(['.', '!', '?', '…', ':', ';'])
}

fn starts_small(line: &str) -> bool {
    let first = line.chars().find(|c| !"\"'«„“(*_ ".contains(*c));
    first.is_some_and(char::is_lowercase)
}

/// Whether a mail program may have broken a line before the next one's first word.
fn was_broken(above: &str, here: &str) -> bool {
    let length = above.chars().count();
    let next = here.split_whitespace().next().unwrap_or("");
    length >= SHORTEST_BROKEN && length + 1 + next.chars().count() >= FIRST_COLUMN
}

/// Up to three words with capitals, as one signs.
fn is_name(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let capital = |w: &&str| {
        let mut letters = w.chars();
        letters.next().is_some_and(char::is_uppercase) && (w.ends_with('.') || w.len() > 2)
    };
    (1..=3).contains(&words.len()) && words.iter().all(capital) && !line.ends_with(',')
}

/// Whether the last words of a line are about playing: the move below completes it.
fn speaks_of_moves(line: &str) -> bool {
    let said = words(line);
    let tail = said.get(said.len().saturating_sub(TAIL)..).unwrap_or(&[]);
    mood::is_of_playing(tail)
}
