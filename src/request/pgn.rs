//! Games in PGN, as chess programs send them: the text of a letter (XBoard's
//! cmail), the text and an enclosure (Scid), or pasted among a person's words.
//! All moves are kept, for the record tells which of them is new. Of comments
//! only what XBoard writes about offers and ends is read, and only behind the
//! last move; variations, glyphs and all other comments are nobody's words.

use super::command;
use super::command_line;
use super::conflict;
use super::moves::MAX_MOVES;
use super::pattern;
use super::shape;
use super::{Doubt, GameRequest, Moves, Request, Section, SeriesPlace, TextSpan, WrittenMove};
use crate::chess::Side;
use crate::ids::GameName;
use regex::Regex;
use serde::Serialize;
use std::sync::LazyLock;

/// Most games of one letter; XBoard sends at most 20 at once.
const MAX_GAMES: usize = 50;
/// Longest comment looked into, in bytes: the phrases meant stand at its beginning.
const MAX_COMMENT: usize = 2_000;

/// A game sent as PGN: the record as the sender's program has it, with what he
/// adds to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PgnGame {
    /// All its moves from the first on, in order, as [`SeriesPlace::Pgn`]. Its
    /// `draw_offer` is that of the sender's own words beside the game.
    pub moves: Moves,
    /// A tag of it names a game as ours are named.
    pub named: bool,
    /// Behind the last move stands `{White offers a draw}`, or Black.
    pub offer: Option<Side>,
    /// How it says that the game ended.
    pub closing: Option<Closing>,
    /// `1-0`, `0-1` or `1/2-1/2`, behind the moves or else in its tag.
    pub result: Option<String>,
    /// The position it begins from, where a tag says so.
    pub fen: Option<String>,
    /// A move in the sender's own words beside the game.
    pub beside: Option<Moves>,
    /// Other requests stand beside it: a game that adds nothing is only enclosed.
    pub enclosed: bool,
    /// CHECK stands above it: what would be read, committing nothing.
    pub checked: bool,
}

/// An end of the game that its player declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "closing", rename_all = "kebab-case")]
pub enum Closing {
    /// A side resigns; `None` where the sender says it in words of his own.
    Resigned {
        /// Which.
        side: Option<Side>,
    },
    /// A draw is agreed.
    Agreed,
    /// A draw is claimed, in words beside the game; a new move in it is the intended one.
    Claimed,
}

/// A game as it stands in a text.
#[derive(Debug)]
pub(super) struct GameText {
    name: Option<GameName>,
    span: TextSpan,
    game: PgnGame,
}

/// The games of a text, and the text without them: as long, byte for byte.
#[derive(Debug)]
pub(super) struct FoundGames {
    /// In order.
    pub games: Vec<GameText>,
    /// What stands around them.
    pub rest: String,
}

/// The games of a text. Two tags make a PGN: a line in brackets alone may be anything.
pub(super) fn games(text: &str) -> FoundGames {
    let mut found = FoundGames {
        games: Vec::new(),
        rest: String::with_capacity(text.len()),
    };
    if text.lines().filter(|l| is_tags(l)).count() < 2 {
        found.rest.push_str(text);
        return found;
    }
    let mut state = PgnState::Outside;
    let mut reader = MovetextReader::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let here = at;
        at += line.len();
        if is_tags(line) && found.games.len() < MAX_GAMES {
            if state != PgnState::Tags {
                reader.close(&mut found.games);
                found.games.push(GameText::new(here));
                state = PgnState::Tags;
            }
            if let Some(game) = found.games.last_mut() {
                game.tags(line);
                game.span.end = at;
            }
            blank(&mut found.rest, line);
            continue;
        }
        if state == PgnState::Tags && !line.trim().is_empty() {
            state = PgnState::Moves;
        }
        let taken = match state {
            PgnState::Outside => 0,
            PgnState::Tags => line.len(),
            PgnState::Moves => reader.line(line, here),
        };
        if let (Some(game), true) = (found.games.last_mut(), taken > 0) {
            game.span.end = here + taken;
        }
        blank(&mut found.rest, line.get(..taken).unwrap_or(""));
        found.rest.push_str(line.get(taken..).unwrap_or(""));
        if reader.ended {
            state = PgnState::Outside;
            reader.close(&mut found.games);
        }
    }
    reader.close(&mut found.games);
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PgnState {
    Outside,
    Tags,
    Moves,
}

impl GameText {
    fn new(start: usize) -> GameText {
        GameText {
            name: None,
            span: TextSpan { start, end: start },
            game: PgnGame {
                moves: Moves {
                    line: Vec::new(),
                    alternatives: false,
                    variant: Vec::new(),
                    place: SeriesPlace::Pgn,
                    draw_offer: false,
                    any_move: false,
                    aside: false,
                },
                named: false,
                offer: None,
                closing: None,
                result: None,
                fen: None,
                beside: None,
                enclosed: false,
                checked: false,
            },
        }
    }

    fn tags(&mut self, line: &str) {
        for tag in TAG.captures_iter(line) {
            let value = tag.get(2).map_or("", |m| m.as_str());
            let key = tag.get(1).map_or("", |m| m.as_str()).to_ascii_lowercase();
            match key.as_str() {
                "postchessgame" | "cmailgamename" => {
                    self.name = self.name.take().or_else(|| program_name(value));
                }
                "event" | "site" => {
                    self.name = self.name.take().or_else(|| GameName::parse(value.trim()));
                }
                "result" => self.game.result = result(value),
                "fen" => self.game.fen = Some(value.to_owned()),
                _ => {}
            }
        }
        self.game.named = self.name.is_some();
    }
}

/// `CODE/N`, or `CODE-N` as chess programs must have it: their names of games
/// hold no slash. cmail puts `.1` behind them where a letter holds several.
fn program_name(value: &str) -> Option<GameName> {
    let value = value.trim();
    let value = match value.rsplit_once('.') {
        Some((base, number))
            if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) =>
        {
            base
        }
        _ => value,
    };
    GameName::parse(value).or_else(|| {
        let (code, number) = value.rsplit_once('-')?;
        GameName::parse(&format!("{code}/{number}"))
    })
}

/// The game that a program's subject names: `cmail 1 game <NAME>`,
/// `scid mail 1 game (NAME)`.
pub(super) fn subject_game(subject: &str) -> Option<GameName> {
    let found = SUBJECT.captures(subject)?;
    program_name(found.get(1).or_else(|| found.get(2))?.as_str())
}

fn is_tags(line: &str) -> bool {
    TAG_LINE.is_match(line)
}

fn result(text: &str) -> Option<String> {
    let text = text.trim();
    match text {
        "1-0" | "0-1" | "1/2-1/2" => Some(text.to_owned()),
        "½-½" | "1/2" => Some("1/2-1/2".to_owned()),
        _ => None,
    }
}

/// Spaces in place of a text, so that what follows stays where it stood.
fn blank(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\n' => out.push('\n'),
            c => out.extend(std::iter::repeat_n(' ', c.len_utf8())),
        }
    }
}

/// The movetext of one game while its lines are gone through.
#[derive(Debug, Default)]
struct MovetextReader {
    comment: Option<String>,
    depth: usize,
    number: Option<u32>,
    dots: bool,
    moves: Vec<WrittenMove>,
    offer: Option<Side>,
    closing: Option<Closing>,
    result: Option<String>,
    /// The sign of the end stands there, or words that are no movetext.
    ended: bool,
}

impl MovetextReader {
    /// Takes a line that stands at `offset`; how many bytes of it are movetext.
    fn line(&mut self, line: &str, offset: usize) -> usize {
        let open = self.comment.is_some() || self.depth > 0;
        if !open && line.starts_with('%') {
            return line.len();
        }
        let mut first = !open;
        let mut word: Option<usize> = None;
        let end = line.len();
        for (at, c) in line.char_indices().chain([(end, '\n')]) {
            if let Some(comment) = &mut self.comment {
                match c {
                    '}' => self.end_of_comment(),
                    c if comment.len() < MAX_COMMENT => comment.push(c),
                    _ => {}
                }
                continue;
            }
            let special = matches!(c, '{' | '(' | ')' | ';');
            if c.is_whitespace() || special {
                if let Some(start) = word.take().filter(|_| self.depth == 0) {
                    let text = line.get(start..at).unwrap_or("");
                    let known = self.word(text, offset + start);
                    if !known && first {
                        self.ended = true;
                        return start;
                    }
                    first = false;
                    if self.ended {
                        return at;
                    }
                }
            } else if word.is_none() {
                word = Some(at);
            }
            match c {
                '{' => {
                    self.comment = Some(String::new());
                    first = false;
                }
                '(' => {
                    self.depth += 1;
                    first = false;
                }
                ')' => self.depth = self.depth.saturating_sub(1),
                ';' => return line.len(),
                _ => {}
            }
        }
        end
    }

    fn end_of_comment(&mut self) {
        let comment = self.comment.take().unwrap_or_default();
        if self.depth > 0 {
            return;
        }
        let side = |word: &str| match word.to_ascii_lowercase().as_str() {
            "white" => Side::White,
            _ => Side::Black,
        };
        let of = |found: regex::Captures<'_>| found.get(1).map(|m| side(m.as_str()));
        if let Some(by) = OFFERS.captures(&comment).and_then(of) {
            self.offer = Some(by);
        }
        if let Some(by) = RESIGNS.captures(&comment).and_then(of) {
            self.closing = Some(Closing::Resigned { side: Some(by) });
        } else if AGREED.is_match(&comment) {
            self.closing = Some(Closing::Agreed);
        }
    }

    /// Takes a word of the movetext; false where it cannot be one.
    fn word(&mut self, word: &str, at: usize) -> bool {
        let (mut text, mut at) = (word, at);
        if text == "*" || result(text).is_some() {
            self.result = result(text);
            self.ended = true;
            return true;
        }
        if let Some(found) = NUMBER.captures(text).filter(|_| !text.starts_with('0')) {
            let end = found.get(0).map_or(0, |m| m.end());
            self.number = found.get(1).and_then(|m| m.as_str().parse().ok());
            self.dots = found.get(2).is_some_and(|d| d.as_str() != ".");
            at += end;
            text = text.get(end..).unwrap_or("");
        }
        let signs =
            |c: char| matches!(c, '.' | '…' | '!' | '?' | '+' | '-' | '=' | '/' | '#' | '−');
        if text.chars().all(signs) {
            self.dots |= text.starts_with("..") || text.starts_with('…');
            return true;
        }
        if text.starts_with('$') || matches!(text, "e.p." | "ep" | "N" | "D" | "±" | "∓" | "∞")
        {
            return true;
        }
        if !shape::loose_shape(text) {
            return false;
        }
        self.a_move(text, at);
        true
    }

    fn a_move(&mut self, text: &str, at: usize) {
        let dots = std::mem::take(&mut self.dots);
        let number = self.number.take();
        let last = self.moves.last();
        let (number, side) = match (number, last) {
            (Some(n), _) => (Some(n), if dots { Side::Black } else { Side::White }),
            (None, None) => (Some(1), if dots { Side::Black } else { Side::White }),
            (None, Some(last)) => match last.side {
                Some(Side::White) => (last.number, Side::Black),
                _ => (last.number.map(|n| n + 1), Side::White),
            },
        };
        // What was said before a move lapsed with it.
        (self.offer, self.closing) = (None, None);
        if self.moves.len() < MAX_MOVES {
            self.moves.push(WrittenMove {
                number,
                side: Some(side),
                text: text.to_owned(),
                second: None,
                span: TextSpan {
                    start: at,
                    end: at + text.len(),
                },
            });
        }
    }

    /// Puts what was read into the last game, and begins anew.
    fn close(&mut self, games: &mut [GameText]) {
        let read = std::mem::take(self);
        let Some(GameText { game, .. }) = games.last_mut() else {
            return;
        };
        if !read.moves.is_empty() || read.ended || read.closing.is_some() {
            game.moves.line.extend(read.moves);
            game.offer = game.offer.or(read.offer);
            game.closing = game.closing.or(read.closing);
            // The sign behind the moves is newer than the tag, but cmail writes
            // none behind a resignation or an agreement.
            game.result = read.result.or_else(|| game.result.take());
        }
    }
}

/// Puts the sections of a letter together: its games, those enclosed, and the
/// words around them.
///
/// Scid sends the same game in the text and enclosed. A game that is only
/// enclosed counts where its tags name it, or where the words ask for nothing;
/// beside a move in words, the words count.
pub(super) fn sections(
    outer: Vec<Section>,
    found: FoundGames,
    enclosed: &[String],
) -> Vec<Section> {
    let FoundGames { mut games, rest } = found;
    let moves = |r: &Request| {
        matches!(
            r,
            Request::Game(GameRequest::Move(_) | GameRequest::Form { .. })
                | Request::Game(GameRequest::Check(_) | GameRequest::DrawClaim { .. })
        )
    };
    let asked = outer.iter().any(|s| !s.requests.is_empty());
    let in_words = outer.iter().flat_map(|s| &s.requests).any(moves);
    for text in enclosed.iter().filter(|_| !in_words) {
        for mut more in self::games(text).games {
            let twice = games.iter().any(|g| g.name == more.name);
            if twice || more.name.is_none() && (asked || !games.is_empty()) {
                continue;
            }
            // It stands in another text: nothing of the letter's can be quoted.
            more.span = TextSpan { start: 0, end: 0 };
            for mv in &mut more.game.moves.line {
                mv.span = more.span;
            }
            games.push(more);
        }
    }
    if games.is_empty() {
        return outer;
    }
    let headed = |game: &GameText| {
        outer
            .iter()
            .rfind(|s| s.game.is_some() && s.span.start <= game.span.start)
            .and_then(|s| s.game.clone())
    };
    let above = games.first().and_then(|g| rest.get(..g.span.start));
    let checked = above.is_some_and(command::is_check);
    for game in &mut games {
        if checked {
            // Only what would be played is looked at.
            game.game.checked = true;
            (game.game.closing, game.game.offer) = (None, None);
        }
        if game.name.is_none() {
            game.name = headed(game);
        }
    }
    let mut outer: Vec<Section> = outer
        .into_iter()
        .filter_map(|s| words_beside(s, checked))
        .collect();
    let mut found: Vec<Section> = games.into_iter().map(Section::from).collect();
    if let ([game], [words]) = (found.as_mut_slice(), outer.as_mut_slice())
        && (words.game.is_none() || words.game == game.game)
    {
        fold(game, words);
        return found;
    }
    outer.extend(found);
    conflict::across(&mut outer);
    outer
}

impl From<GameText> for Section {
    fn from(game: GameText) -> Section {
        Section {
            game: game.name,
            span: game.span,
            requests: vec![Request::Game(GameRequest::Pgn(Box::new(game.game)))],
            doubts: Vec::new(),
            received: None,
            sent: None,
        }
    }
}

/// A section of words beside games, where it asks for something or may: a
/// greeting is none, nor is a sentence about a move that stands in the game.
fn words_beside(mut section: Section, checked: bool) -> Option<Section> {
    section.doubts.retain(|d| match d {
        Doubt::NoText | Doubt::Nothing | Doubt::MoveInProse { .. } | Doubt::SeveralMoves { .. } => {
            false
        }
        // CHECK is asked of the game below it.
        Doubt::UnclearCommand { line, .. } => !checked || !command::is_check(line),
        _ => true,
    });
    let dated = section.received.is_some() || section.sent.is_some();
    (!section.requests.is_empty() || !section.doubts.is_empty() || dated).then_some(section)
}

/// What the sender says beside his game belongs to it: whether a resignation or
/// an offer comes with a move, only the record can tell.
fn fold(section: &mut Section, words: &mut Section) {
    section.doubts.append(&mut words.doubts);
    section.received = words.received.take();
    section.sent = words.sent.take();
    let mut others = Vec::new();
    if let Some(Request::Game(GameRequest::Pgn(game))) = section.requests.first_mut() {
        for request in words.requests.drain(..) {
            match request {
                Request::Game(GameRequest::Move(moves) | GameRequest::Form { moves, .. }) => {
                    game.beside = Some(moves)
                }
                Request::Game(GameRequest::Resign) => {
                    game.closing = Some(Closing::Resigned { side: None })
                }
                Request::Game(GameRequest::DrawAccept) => game.closing = Some(Closing::Agreed),
                Request::Game(GameRequest::DrawOffer) => game.moves.draw_offer = true,
                Request::Game(GameRequest::DrawClaim { intended }) => {
                    game.beside = intended;
                    game.closing = Some(Closing::Claimed);
                }
                other => others.push(other),
            }
        }
        game.enclosed = !others.is_empty();
    }
    section.requests.extend(others);
    let unclear_end = section.doubts.iter().find_map(|d| match d {
        Doubt::UnclearCommand { line, perhaps, .. } => perhaps.clone().filter(|_| {
            matches!(
                command::read(line, 0),
                Some(command_line::CommandLine::Grave(..))
            )
        }),
        _ => None,
    });
    conflict::within(section, unclear_end, false);
}

/// One tag; several may share a line.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r#"\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\\n]|\\.|"[^\]\n])*)"\s*\]"#)
});
/// A line of nothing but tags. cmail does not escape quotes in a name.
static TAG_LINE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"^\s*(?:\[\s*[A-Za-z][A-Za-z0-9_]*\s+".*"\s*\]\s*)+$"#));
static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(\d{1,3})(?:(\.+|…)|$)"));
static OFFERS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?im)^\s*(white|black)\s+offers?\s+a\s+draw\s*\.?\s*$"));
static RESIGNS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?im)^\s*(white|black)\s+resigns?\s*\.?\s*$"));
static AGREED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?im)^\s*(?:draw\s+(?:is\s+)?agreed|draw\s+by\s+agreement)\s*\.?\s*$")
});
static SUBJECT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:cmail\s+\d+\s+games?\s+<([^<>\s]+)>|scid\s+mail\s+\d+\s+games?\s+\(([^()\s]+)\))",
    )
});
