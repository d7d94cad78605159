//! A letter cut into the parts that name a game, and each part understood.

use super::command::{self, Keyword};
use super::form::{self, PlacedLine};
use super::moves::{self, Builder, Held};
use super::pattern;
use super::stated;
use super::token::Placed;
use super::{Doubt, Form, FormMove, Moves, Place, Request, Section, Span};
use crate::ids::GameName;
use crate::letter::MAX_LINES;
use regex::Regex;
use std::sync::LazyLock;

/// Most sections of one letter; a player has a few dozen games at once.
const MAX_SECTIONS: usize = 100;
/// Longest line looked at, in bytes: the record of 300 moves without a line break fits.
const MAX_LINE_BYTES: usize = 10_000;
/// Most requests and most doubts of one section; more is no letter but a test of patience.
const MAX_ASKED: usize = 50;

/// Cuts the text at lines that name a game and understands each part.
pub fn sections(text: &str) -> Vec<Section> {
    let mut parts: Vec<(Option<GameName>, usize, Vec<PlacedLine>)> = vec![(None, 0, Vec::new())];
    let mut at = 0;
    for line in text.split('\n').take(MAX_LINES) {
        let here = at;
        at += line.len() + 1;
        let line = cut(line);
        let opened = opener(line).filter(|_| parts.len() < MAX_SECTIONS);
        if let Some((name, rest)) = opened {
            let again = parts.last().is_some_and(|p| p.0.as_ref() == Some(&name));
            // A form's heading above the line that names its game belongs to it.
            let heading = parts.last().is_some_and(|p| {
                p.0.is_none()
                    && p.2
                        .iter()
                        .all(|(l, _)| l.trim().is_empty() || form::is_heading(l))
            });
            if heading && let Some(last) = parts.last_mut() {
                last.0 = Some(name);
            } else if !again {
                parts.push((Some(name), here, Vec::new()));
            }
            if let Some(last) = parts.last_mut() {
                last.2.push((line.get(rest..).unwrap_or(""), here + rest));
            }
        } else if let Some(last) = parts.last_mut() {
            last.2.push((line, here));
        }
    }
    let several = parts.len() > 1;
    let mut found: Vec<Section> = parts
        .into_iter()
        .map(|(game, start, lines)| understand(text, game, start, &lines))
        .collect();
    // A greeting above the first game is no section of its own.
    if several
        && let Some(first) = found.first_mut()
        && first.game.is_none()
        && first.requests.is_empty()
        && first
            .doubts
            .iter()
            .all(|d| matches!(d, Doubt::Nothing | Doubt::NoText))
    {
        found.remove(0);
    }
    found
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

/// The lines of a section while they are gone through.
struct Reader<'t> {
    section: Section,
    builder: Builder,
    /// What CHECK asks about, and where the line of the command ended.
    check: Option<Builder>,
    in_check: bool,
    claim: Option<Builder>,
    draw: Option<Draw>,
    prose: Vec<(Placed, usize)>,
    words: bool,
    text: &'t str,
}

/// A draw offered apart from a move.
struct Draw {
    bare: bool,
    span: Span,
}

fn understand(text: &str, game: Option<GameName>, start: usize, lines: &[PlacedLine]) -> Section {
    let end = lines.last().map_or(start, |(l, at)| at + l.len());
    let section = Section {
        game,
        span: Span { start, end },
        requests: Vec::new(),
        doubts: Vec::new(),
        received: None,
        sent: None,
    };
    let mut reader = Reader {
        section,
        builder: Builder::default(),
        check: None,
        in_check: false,
        claim: None,
        draw: None,
        prose: Vec::new(),
        words: false,
        text,
    };
    let (form, left) = reader.forms(lines);
    for (index, (line, at)) in left.iter().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        reader.words = true;
        if reader.command(line, *at, end, index) {
            reader.below(left.get(index + 1..).unwrap_or(&[]));
            break;
        }
    }
    reader.done(form)
}

impl Reader<'_> {
    /// Takes a form out of the lines: 59.1 by its table, 59.2 by its heading.
    fn forms<'t>(&mut self, lines: &[PlacedLine<'t>]) -> (Option<Form>, Vec<PlacedLine<'t>>) {
        let keep = |taken: &[bool]| {
            let pairs = lines.iter().zip(taken);
            pairs
                .filter(|(_, t)| !**t)
                .map(|(l, _)| *l)
                .collect::<Vec<_>>()
        };
        if let Some((form, taken)) = form::table(lines) {
            self.words = true;
            if let Some(last) = form.moves.last() {
                self.section.received = last.received.clone();
                self.section.sent = last.sent.clone();
            }
            return (Some(form), keep(&taken));
        }
        let (fields, taken, leave_lines) = form::heading(lines);
        if fields < 2 {
            return (None, lines.to_vec());
        }
        self.words = true;
        let left = keep(&taken);
        let dates = form::bare_dates(&left);
        if let [_, received, sent, ..] = dates.as_slice() {
            self.section.received = Some(received.clone());
            self.section.sent = Some(sent.clone());
        }
        let form = Form {
            moves: Vec::new(),
            leave_lines,
        };
        (Some(form), left)
    }

    /// Reads one line; true where it takes everything below it as its text.
    fn command(&mut self, line: &str, at: usize, end: usize, _index: usize) -> bool {
        match command::read(line, at) {
            None => self.chess(line, at),
            Some(command::Line::Request(request)) => {
                if request == Request::DrawOffer {
                    self.draw = Some(Draw {
                        bare: false,
                        span: span_of(line, at),
                    });
                } else {
                    self.ask(request);
                }
            }
            Some(command::Line::BareDraw) => {
                self.draw = Some(Draw {
                    bare: true,
                    span: span_of(line, at),
                });
            }
            Some(command::Line::Text(keyword, result, from)) => {
                let from = at + from;
                let said = self.text.get(from..end).unwrap_or("");
                let said = said
                    .trim_start_matches(|c: char| c.is_whitespace() || ":,.-–—".contains(c))
                    .trim_end()
                    .to_owned();
                let request = match (keyword, result) {
                    (Keyword::Protest, _) => Request::Protest { text: said },
                    (Keyword::Appeal, _) => Request::Appeal { text: said },
                    (Keyword::Opinion, Some(result)) => Request::Opinion { result, text: said },
                    _ => Request::Arbiter { text: said },
                };
                self.ask(request);
                return true;
            }
            Some(command::Line::Check(from)) => {
                self.in_check = true;
                let builder = self.check.get_or_insert_with(Builder::default);
                let rest = line.get(from..).unwrap_or("");
                if let Held::Moves(tokens) = moves::held(rest, false) {
                    builder.line(&tokens, at + from);
                }
            }
            Some(command::Line::Claim(from, to)) => self.claim(line, at, from, to),
            Some(command::Line::Grave(doubt)) => self.doubt(doubt),
            Some(command::Line::Doubt(doubt)) => {
                // `12. 5254 draw?` and `=  ничья` are moves and offers, not commands.
                let read = stated::read(line, at);
                if !matches!(
                    moves::held(&read.rest, false),
                    Held::Nothing | Held::Prose(_)
                ) {
                    self.chess(line, at);
                } else {
                    self.doubt(doubt);
                }
            }
        }
        false
    }

    /// The lines that a protest or a word to the arbiter took along. A numbered
    /// move alone on one of them may be the sender's next move or the one he
    /// writes about: it is not played, and he is told so.
    fn below(&mut self, lines: &[PlacedLine<'_>]) {
        let analysis = |r: &Request| matches!(r, Request::Opinion { .. });
        if self.section.requests.iter().any(analysis) {
            return;
        }
        for (line, at) in lines {
            let Held::Moves(tokens) = moves::held(line, false) else {
                continue;
            };
            let numbered = tokens
                .iter()
                .any(|t| matches!(t.token, super::token::Token::Number { .. }));
            let mv = tokens.iter().find_map(|t| match &t.token {
                super::token::Token::Move(text) => Some((text.clone(), t.span(*at))),
                _ => None,
            });
            if let (true, Some((text, span))) = (numbered, mv) {
                self.doubt(Doubt::MoveBelow { text, span });
                return;
            }
        }
    }

    fn claim(&mut self, line: &str, at: usize, from: usize, to: usize) {
        let builder = self.claim.get_or_insert_with(Builder::default);
        let rest = line.get(from..to).unwrap_or("");
        match moves::held(rest, false) {
            Held::Moves(tokens) => builder.line(&tokens, at + from),
            Held::Nothing if rest.chars().all(|c| !c.is_alphanumeric()) => {}
            _ => {
                self.claim = None;
                self.doubt(Doubt::UnclearCommand {
                    line: line.trim().to_owned(),
                    span: span_of(line, at),
                    perhaps: Some("CLAIM DRAW 12. 5254".to_owned()),
                });
            }
        }
    }

    /// Reads a line that is no command: stated dates, moves, prose.
    fn chess(&mut self, line: &str, at: usize) {
        let stated = stated::read(line, at);
        if stated.received.is_some() {
            self.section.received = stated.received;
        }
        if stated.sent.is_some() {
            self.section.sent = stated.sent;
        }
        for doubt in stated.doubts {
            self.doubt(doubt);
        }
        let builder = match (&mut self.check, self.in_check) {
            (Some(check), true) => check,
            _ => &mut self.builder,
        };
        match moves::held(&stated.rest, builder.is_open()) {
            Held::Moves(tokens) => builder.line(&tokens, at),
            Held::Draw => {
                let span = span_of(line, at);
                self.draw.get_or_insert(Draw { bare: false, span });
            }
            Held::Prose(tokens) => self.prose.extend(tokens.into_iter().map(|t| (t, at))),
            Held::Nothing => {}
        }
    }

    fn ask(&mut self, request: Request) {
        if self.section.requests.len() < MAX_ASKED && !self.section.requests.contains(&request) {
            self.section.requests.push(request);
        }
    }

    fn doubt(&mut self, doubt: Doubt) {
        if self.section.doubts.len() < MAX_ASKED && !self.section.doubts.contains(&doubt) {
            self.section.doubts.push(doubt);
        }
    }

    fn done(mut self, form: Option<Form>) -> Section {
        let mut builder = std::mem::take(&mut self.builder);
        if let Some(draw) = self.draw.take() {
            if builder.is_empty()
                && self.claim.is_none()
                && form.as_ref().is_none_or(|f| f.moves.is_empty())
            {
                if draw.bare {
                    self.doubt(Doubt::BareDraw { span: draw.span });
                }
                self.ask(Request::DrawOffer);
            } else {
                builder.offer_draw();
            }
        }
        if let Some(check) = self.check.take() {
            match check.done() {
                Some(moves) => self.ask(Request::Check(moves)),
                None => self.doubt(Doubt::UnclearCommand {
                    line: "CHECK".to_owned(),
                    span: self.section.span,
                    perhaps: Some("CHECK 12. 5254".to_owned()),
                }),
            }
        }
        let moving = filled_in(form, builder);
        if let Some(claim) = self.claim.take() {
            let intended = match moving {
                Some(Request::Form { moves, .. } | Request::Move(moves)) => Some(moves),
                _ => claim.done(),
            };
            let claim = Request::DrawClaim { intended };
            self.section.requests.insert(0, claim);
        } else if let Some(request) = moving {
            // A move goes before the commands around it, as it would be carried out.
            self.section.requests.insert(0, request);
        } else {
            for (token, at) in std::mem::take(&mut self.prose) {
                if let super::token::Token::Move(text) | super::token::Token::Odd(text) =
                    &token.token
                {
                    let text = text.clone();
                    self.doubt(Doubt::MoveInProse {
                        text,
                        span: token.span(at),
                    });
                }
            }
        }
        self.conflicts();
        if self.section.requests.is_empty() && self.section.doubts.is_empty() {
            self.doubt(if self.words {
                Doubt::Nothing
            } else {
                Doubt::NoText
            });
        }
        self.section
    }

    /// RESIGN, WITHDRAW or ACCEPT DRAW beside a move or each other: none is done.
    fn conflicts(&mut self) {
        let requests = &self.section.requests;
        let is_end =
            |r: &Request| matches!(r, Request::Resign | Request::Withdraw | Request::DrawAccept);
        let is_move = |r: &Request| {
            matches!(
                r,
                Request::Move(_)
                    | Request::Form { .. }
                    | Request::DrawClaim { .. }
                    | Request::DrawOffer
            )
        };
        let ends = requests.iter().filter(|r| is_end(r)).count();
        let declines =
            requests.contains(&Request::DrawDecline) && requests.contains(&Request::DrawAccept);
        if !(ends > 1 || ends == 1 && requests.iter().any(is_move) || declines) {
            return;
        }
        let out = |r: &Request| is_end(r) || is_move(r) || *r == Request::DrawDecline;
        let texts = requests.iter().filter(|r| out(r)).map(words_of).collect();
        self.section.requests.retain(|r| !out(r));
        self.doubt(Doubt::Conflict { texts });
    }
}

/// The request for the moves of a section: those of a form's table, or those
/// of its lines, which a heading makes a form of article 59.2.
fn filled_in(form: Option<Form>, builder: Builder) -> Option<Request> {
    let Some(mut form) = form else {
        return builder.done().map(Request::Move);
    };
    let written = builder.done_or_marks();
    if form.moves.is_empty() {
        let mut moves = written.filter(|m| !m.line.is_empty())?;
        moves.place = Place::Form;
        form.moves = moves
            .line
            .iter()
            .map(|mv| FormMove {
                mv: mv.clone(),
                received: None,
                sent: None,
            })
            .collect();
        return Some(Request::Form { form, moves });
    }
    let last = form.moves.len().saturating_sub(2);
    let line = form.moves.iter().skip(last).map(|m| m.mv.clone()).collect();
    let mut moves = Moves {
        line,
        alternatives: false,
        variant: Vec::new(),
        place: Place::Form,
        draw_offer: false,
        any_move: false,
    };
    // Below the table: an if-series or a draw offer; a move of its own there
    // stands in the record twice, or is another one and the arbiter asks.
    if let Some(written) = written {
        moves.draw_offer = written.draw_offer;
        moves.variant = written.variant;
        moves.any_move = written.any_move;
        let known = |mv: &super::WrittenMove| moves.line.iter().any(|m| m.text == mv.text);
        let more: Vec<_> = written.line.into_iter().filter(|mv| !known(mv)).collect();
        // Several of them: a letter of ours sent back without marks, its example of
        // a move included. Which one is meant is asked, and nothing is charged.
        moves.alternatives = written.alternatives || more.len() > 1;
        moves.line.extend(more);
    }
    Some(Request::Form { form, moves })
}

/// A request in the words of the letters.
fn words_of(request: &Request) -> String {
    let moves = |m: &Moves| {
        let mut text = String::new();
        if let Some(last) = m.line.last() {
            if let Some(number) = last.number {
                text.push_str(&format!("{number}. "));
            }
            text.push_str(&last.text);
        }
        text
    };
    match request {
        Request::Move(m) | Request::Form { moves: m, .. } => moves(m),
        Request::Resign => "RESIGN".to_owned(),
        Request::Withdraw => "WITHDRAW".to_owned(),
        Request::DrawAccept => "ACCEPT DRAW".to_owned(),
        Request::DrawDecline => "DECLINE DRAW".to_owned(),
        Request::DrawOffer => "DRAW?".to_owned(),
        Request::DrawClaim { intended } => {
            let intended = intended.as_ref().map(moves).unwrap_or_default();
            format!("CLAIM DRAW {intended}").trim_end().to_owned()
        }
        _ => String::new(),
    }
}

fn span_of(line: &str, at: usize) -> Span {
    let start = line.len() - line.trim_start().len();
    Span {
        start: at + start,
        end: at + start + line.trim().len(),
    }
}

static NAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[\[(«\x22]?\b([A-Za-z0-9_-]{1,40}/[1-9][0-9]{0,5})\b[\])»\x22]?"));

/// What may stand before the name on its line.
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[\s*_#№\x22'«\[(•=–—-]*(?:(?:re|game|games|in game|the game|in|в|у|w|partie|партия|партии|в партии|партія|партії|у партії|partia|partii|w partii|gra|игра|гра|tournament|турнир|турнір|turniej|n|no|nr|№|#|по партии|for)[\s:.,№#(\[-]*){0,4}$",
    )
});

/// A heading whose line names the game anywhere.
static HEADS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\s*[*_]*(?:турнир|турнір|turniej|tournament|партия|партія|partia|game|event)\b\s*[:№#(\[]?",
    )
});
