//! One section of a letter, gone through line by line: commands, moves, forms,
//! stated dates, and what is none of these.

mod acts;
mod again;
mod closing;
mod spoken;

use super::OwnWords;
use super::act;
use super::command;
use super::command_line;
use super::courtesy;
use super::form::{self, PlacedLine};
use super::keyword::{Keyword, is_end, is_of_the_board, keyword_of, line_of};
use super::meaning;
use super::moves::{self, Builder, LineHolds};
use super::sentence::{self, Mood, Sentence};
use super::shape;
use super::stated;
use super::stated_act;
use super::token::{LineToken, PlacedToken, tokens};
use super::words;
use super::{Doubt, FilledForm, GameRequest, PlayerRequest, Request, Section, TextSpan, pattern};
use crate::ids::GameName;
use crate::language::Language;
use crate::time::Day;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Most requests and most doubts of one section; more is no letter but a test of patience.
const MAX_ASKED: usize = 50;

/// The lines of a section while they are gone through.
struct SectionReader<'t> {
    section: Section,
    /// Requests and where their lines begin: they are carried out in this order.
    requests: Vec<(usize, Request)>,
    builder: Builder,
    /// What CHECK asks about; all moves below it belong to it.
    checks: Vec<CheckedMove>,
    claim: Option<(usize, Builder)>,
    draw: Option<Draw>,
    /// A draw is offered with a move that no line states.
    offers_aside: bool,
    /// The opponent's offer is declined in words: where that sentence begins.
    declined: Option<usize>,
    /// A command that ends a game, not clear: as it may be meant.
    unclear_end: Option<String>,
    prose: Vec<AsideMove>,
    /// The move is taken back further down.
    retracted: bool,
    /// Another is put in its place there: which of them is meant is asked.
    corrected: bool,
    /// The sentences of the lines that are gone through.
    sentences: Vec<Sentence>,
    /// Commands that are only supposed, denied, asked or told of: they are spoken of
    /// where nothing else is found.
    supposed: Vec<Doubt>,
    /// Lines that are read as commands or moves.
    taken: Vec<TextSpan>,
    /// A letter of ours stands in the text, its table and all: nobody filled it in.
    ours: bool,
    /// Regards were sent: what follows is the sender's name and address.
    closed: bool,
    /// Where the first regards that are no thanks stand: below them sentences are an address
    /// or a motto, and only what stands alone on its line is a move.
    signed_off: Option<usize>,
    /// The line above is a name and nothing else.
    below_name: bool,
    words: bool,
    text: &'t str,
    /// The day on which it was written.
    written: Option<Day>,
}

/// What CHECK asks about.
struct CheckedMove {
    at: usize,
    builder: Builder,
}

/// A move inside a sentence.
struct AsideMove {
    text: String,
    span: TextSpan,
    /// The number with a dot that stands before it.
    numbered: Option<u32>,
}

/// A draw offered apart from a move.
struct Draw {
    bare: bool,
    /// A sentence offers it, and no command or mark.
    spoken: bool,
    span: TextSpan,
}

impl Draw {
    /// Offered by a line; `bare`: it says no more than the word.
    fn commanded(line: &str, at: usize, bare: bool) -> Draw {
        Draw {
            bare,
            spoken: false,
            span: span_of(line, at),
        }
    }
}

/// Longest line that may be a bare number, in bytes.
const MAX_BARE: usize = 40;

/// How many lines below "How to answer" its example may stand, blank ones not counted.
const EXAMPLE_LINES: usize = 8;
/// Lines looked through for them: each word is compared with every command.
const HINT_LINES: usize = 12;
/// Most hints of one section: more than three are never shown.
const MOST_HINTS: usize = 3;

/// What some lines of a letter ask for. `start` is where they begin in the text.
pub fn understand(
    OwnWords {
        text,
        told,
        written,
    }: OwnWords<'_>,
    game: Option<GameName>,
    start: usize,
    lines: &[PlacedLine],
) -> Section {
    let end = lines.last().map_or(start, |(l, at)| at + l.len());
    let section = Section {
        game,
        span: TextSpan { start, end },
        requests: Vec::new(),
        doubts: Vec::new(),
        received: None,
        sent: None,
    };
    let mut reader = SectionReader {
        section,
        requests: Vec::new(),
        builder: Builder::default(),
        checks: Vec::new(),
        claim: None,
        draw: None,
        offers_aside: false,
        declined: None,
        unclear_end: None,
        prose: Vec::new(),
        retracted: false,
        corrected: false,
        sentences: Vec::new(),
        supposed: Vec::new(),
        taken: Vec::new(),
        ours: false,
        closed: false,
        signed_off: None,
        below_name: false,
        words: false,
        text,
        written,
    };
    let (form, left) = reader.forms(lines);
    reader.sentences = sentence::sentences(text, &left, told);
    // Where lines end below which one of another part of the text stands: a line's own
    // text goes on to the next of them.
    let gaps: Vec<usize> = lines
        .iter()
        .zip(lines.iter().skip(1))
        .filter(|((l, at), (_, next))| at + l.len() + 1 != *next)
        .map(|((l, at), _)| at + l.len())
        .collect();
    let end_of = |from: usize| {
        let next = gaps.partition_point(|gap| *gap < from);
        gaps.get(next).copied().unwrap_or(end)
    };
    let mut example = 0;
    let mut beyond = 0;
    for (index, (line, at)) in left.iter().enumerate() {
        // What is said to somebody is read by nobody else.
        if line.trim().is_empty() || index < beyond {
            continue;
        }
        reader.words = true;
        if let Some(from) = words::opening(line) {
            let below = left.get(index + 1..).unwrap_or(&[]);
            beyond = index + 1 + reader.take_words((line, *at), from, below);
            let next = left.get(beyond).map_or(end, |(_, next)| *next);
            let theirs = *at..next.max(at + line.len());
            reader.sentences.retain(|s| !theirs.contains(&s.span.start));
            continue;
        }
        if form::is_answer_heading(line) {
            example = EXAMPLE_LINES;
            reader.ours = true;
            continue;
        }
        reader.ours |= form::is_heading_of_ours(line);
        // The example of a letter of ours that came back is nobody's move.
        example = example.saturating_sub(1);
        if example > 0 && matches!(moves::held(line, false), LineHolds::Moves(_)) {
            example = 0;
            continue;
        }
        reader.closed |= courtesy::closes(line);
        if reader.signed_off.is_none() && courtesy::signs_off(line) {
            reader.signed_off = Some(*at);
        }
        let above = index.checked_sub(1).and_then(|i| left.get(i));
        reader.below_name = above.is_some_and(|(name, _)| {
            line.len() <= MAX_BARE && line.bytes().any(|b| b.is_ascii_digit()) && is_a_name(name)
        });
        if let Some(command) = reader.command(line, *at) {
            let part_end = end_of(*at);
            let below = left.get(index + 1..).unwrap_or(&[]);
            let of_part = below.partition_point(|(_, next)| *next < part_end);
            let below = below.get(..of_part).unwrap_or(&[]);
            let count = reader.lines_of_text(command.keyword, below);
            beyond = index + 1 + count;
            let until = match below.get(count) {
                Some((_, next)) => *next,
                None => part_end,
            };
            reader.take_text(command, (*at, until), below.get(..count).unwrap_or(&[]));
        }
    }
    reader.spoken(end);
    reader.acts(end);
    reader.done(form, &left)
}

/// A command whose text goes on below its line.
struct TextCommand {
    keyword: Keyword,
    /// The result of an opinion.
    result: Option<String>,
    /// Where the text begins.
    from: usize,
}

impl SectionReader<'_> {
    /// Takes a form out of the lines: 59.1 by its table, 59.2 by its heading.
    fn forms<'t>(&mut self, lines: &[PlacedLine<'t>]) -> (Option<FilledForm>, Vec<PlacedLine<'t>>) {
        let keep = |taken: &[bool]| {
            let pairs = lines.iter().zip(taken);
            pairs
                .filter(|(_, t)| !**t)
                .map(|(l, _)| *l)
                .collect::<Vec<_>>()
        };
        if let Some((form, taken)) = form::table(lines) {
            self.words = true;
            return (Some(form), keep(&taken));
        }
        let (fields, taken, form) = form::heading(lines);
        if fields < 2 {
            // A line about leave out of a form is no request for any, wherever it stands.
            let kept = lines.iter().filter(|(l, _)| !form::is_leave_line(l));
            return (None, kept.copied().collect());
        }
        self.words = true;
        let left = keep(&taken);
        let dates = form::bare_dates(&left);
        if let [_, received, sent] = dates.as_slice() {
            self.section.received = Some(received.clone());
            self.section.sent = Some(sent.clone());
        }
        (Some(form), left)
    }

    /// Reads one line; where it takes lines below as its text, what it is.
    fn command(&mut self, line: &str, at: usize) -> Option<TextCommand> {
        let alone = self.checks.is_empty() && self.mood_beyond(line, at).is_none();
        if let Some((length, declined)) = beside_a_move(line).filter(|_| alone) {
            self.chess(line.get(..length).unwrap_or(""), at);
            self.ask(at + length, declined);
            return None;
        }
        let read = command::read(line, at);
        // A part of a sentence is no command; what the sentence says is another matter.
        if read.as_ref().is_some_and(sentence::acts)
            && let Some(mood) = self.mood_beyond(line, at)
        {
            if let Some(unclear) = command::read_as_unclear(line, at) {
                self.unclear(unclear, mood);
            }
            return None;
        }
        let unclear = |c: &command_line::CommandLine| {
            use command_line::CommandLine::{Doubt, Grave};
            matches!(c, Doubt(_) | Grave(..))
        };
        if read.as_ref().is_some_and(|c| !unclear(c)) {
            self.taken.push(span_of(line, at));
        }
        match read {
            None => self.chess(line, at),
            Some(command_line::CommandLine::Request(Request::Game(
                GameRequest::Correspondence { game },
            ))) => {
                // The game named on the line is the one that the letter is about.
                if self.section.game.is_none() {
                    self.section.game.clone_from(&game);
                }
                self.ask(at, Request::Game(GameRequest::Correspondence { game }));
            }
            Some(command_line::CommandLine::Request(Request::Game(GameRequest::DrawOffer))) => {
                self.draw = Some(Draw::commanded(line, at, false));
            }
            Some(command_line::CommandLine::Request(request)) => self.ask(at, request),
            Some(command_line::CommandLine::BareDraw) => {
                self.draw = Some(Draw::commanded(line, at, true));
            }
            Some(command_line::CommandLine::Text(keyword, result, from)) => {
                return Some(TextCommand {
                    keyword,
                    result,
                    from: at + from,
                });
            }
            // It was taken with its lines before.
            Some(command_line::CommandLine::Words(_)) => {}
            Some(command_line::CommandLine::Check(from)) => self.check(line, at, from),
            Some(command_line::CommandLine::Claim(from, to)) => self.claim(line, at, from, to),
            Some(grave @ command_line::CommandLine::Grave(..)) => {
                let mood = self.mood_beyond(line, at).unwrap_or(Mood::States);
                self.unclear(grave, mood);
                self.numbered_aside(line, at);
            }
            Some(command_line::CommandLine::Doubt(doubt)) => {
                // `12. 5254 draw?` and `=  ничья` are moves and offers, not commands.
                let read = stated::read(line, at);
                if !matches!(
                    moves::held(&read.rest, false),
                    LineHolds::Nothing | LineHolds::Prose(_)
                ) {
                    self.chess(line, at);
                } else {
                    let doubt = self.of_this_game(doubt, Mood::States);
                    self.doubt(doubt);
                    self.numbered_aside(line, at);
                }
            }
        }
        None
    }

    /// How many of the lines below are the text of such a command: an analysis goes on to
    /// the end, other words up to a command, or to a numbered move that stands alone between
    /// blank lines.
    fn lines_of_text(&self, keyword: Keyword, below: &[PlacedLine<'_>]) -> usize {
        if matches!(keyword, Keyword::Opinion | Keyword::Appeal) {
            return below.len();
        }
        let is_blank = |at: Option<usize>| {
            let line = at.and_then(|at| below.get(at));
            line.is_none_or(|(line, _)| line.trim().is_empty())
        };
        let is_leave = |request: &Request| {
            use PlayerRequest::{Leave, LeaveEnd};
            matches!(request, Request::Player(Leave { .. } | LeaveEnd { .. }))
        };
        let ends = |index: usize, (line, at): &PlacedLine<'_>| {
            let above_is_blank = index > 0 && is_blank(index.checked_sub(1));
            match command::read(line, *at) {
                None => above_is_blank && is_blank(Some(index + 1)) && words::numbered_move(line),
                Some(
                    command_line::CommandLine::Doubt(_) | command_line::CommandLine::Grave(..),
                ) => false,
                Some(command_line::CommandLine::Request(request)) if is_leave(&request) => true,
                // What ends a game is told of as well.
                Some(read) if sentence::acts(&read) => {
                    above_is_blank && self.mood_beyond(line, *at).is_none()
                }
                Some(_) => true,
            }
        };
        let mut lines = below.iter().enumerate();
        let end = lines.position(|(index, line)| ends(index, line));
        end.unwrap_or(below.len())
    }

    /// Takes such a command with its text, from its line to where the text ends, and the
    /// lines below that are part of it.
    fn take_text(
        &mut self,
        command: TextCommand,
        (at, until): (usize, usize),
        below: &[PlacedLine<'_>],
    ) {
        self.taken.push(TextSpan {
            start: at,
            end: until,
        });
        let theirs = at..until;
        self.sentences.retain(|s| !theirs.contains(&s.span.start));
        let place = command.from..until;
        let request = self.text_below(command.keyword, command.result, place);
        self.ask(at, request);
        self.below(below);
    }

    /// The request of a command whose text goes on below its line.
    fn text_below(&self, keyword: Keyword, result: Option<String>, place: Range<usize>) -> Request {
        let from = place.start;
        let whole = self.text.get(place).unwrap_or("");
        let said = whole.trim_start_matches(|c: char| c.is_whitespace() || ":,.-–—".contains(c));
        let begins = from + (whole.len() - said.len());
        let text = said.trim_end().to_owned();
        Request::Game(match (keyword, result) {
            (Keyword::Protest, _) => GameRequest::Protest { text },
            (Keyword::DeadPosition, _) => GameRequest::DeadPosition { text },
            (Keyword::Appeal, _) => GameRequest::Appeal { text },
            (Keyword::Abuse, _) => GameRequest::Abuse { text },
            (Keyword::Opinion, Some(result)) => GameRequest::Opinion {
                named: moves::named(&text, begins),
                result,
                text,
            },
            _ => return Request::Player(PlayerRequest::Arbiter { text }),
        })
    }

    /// CHECK, with what stands behind it on its line.
    fn check(&mut self, line: &str, at: usize, from: usize) {
        let rest = line.get(from..).unwrap_or("");
        // Another CHECK is another question; the first may have its move below.
        if self.checks.last().is_none_or(|c| !c.builder.is_empty()) && self.checks.len() < MAX_ASKED
        {
            let builder = Builder::default();
            self.checks.push(CheckedMove { at, builder });
        }
        if let (LineHolds::Moves(tokens), Some(check)) =
            (moves::held(rest, false), self.checks.last_mut())
        {
            check.builder.line(&tokens, at + from);
        }
    }

    /// The mood of a line that is part of a longer sentence.
    fn mood_beyond(&self, line: &str, at: usize) -> Option<Mood> {
        let place = span_of(line, at);
        let sentence = sentence::beyond(&self.sentences, place)?;
        Some(sentence.mood_of(place))
    }

    /// A command that is not clear: asked about where it is stated, and spoken of where
    /// it is only supposed and nothing else is found.
    fn unclear(&mut self, unclear: command_line::CommandLine, mood: Mood) {
        let (doubt, keyword) = match unclear {
            command_line::CommandLine::Grave(keyword, doubt) => (doubt, Some(keyword)),
            command_line::CommandLine::Doubt(doubt) => (doubt, None),
            _ => return,
        };
        let (doubt, keyword) = self.of_something_else(doubt, keyword);
        let meant = match &doubt {
            Doubt::UnclearCommand { perhaps, .. } => perhaps.clone(),
            _ => None,
        };
        let doubt = self.of_this_game(doubt, mood);
        if mood != Mood::States {
            if self.supposed.len() < MOST_HINTS {
                self.supposed.push(doubt);
            }
            return;
        }
        let ends = keyword.filter(|k| is_end(*k));
        let ends = ends.filter(|_| !matches!(doubt, Doubt::OtherGame { .. }));
        if ends.is_some() {
            self.unclear_end = self.unclear_end.take().or(meant);
        }
        self.doubt(match ends.filter(|_| !self.ours) {
            Some(keyword) => stated_act::or_unclear(keyword, doubt, &self.sentences),
            None => doubt,
        });
    }

    /// What is said of another game, or of several, is asked about in none; what is told of
    /// somebody or of another day is no command that a word would do.
    fn of_this_game(&self, doubt: Doubt, mood: Mood) -> Doubt {
        match doubt {
            Doubt::UnclearCommand {
                line,
                span,
                perhaps: Some(perhaps),
            } if keyword_of(&perhaps).is_some_and(is_of_the_board) => {
                if self.is_of_other_games(span) {
                    return Doubt::OtherGame { text: line, span };
                }
                let meets = |s: &&Sentence| s.span.start < span.end && span.start < s.span.end;
                let mut here = self.sentences.iter().filter(meets);
                let told = mood == Mood::Tells || here.any(|s| s.mood() == Mood::Tells);
                let ends = keyword_of(&perhaps).is_some_and(is_end);
                Doubt::UnclearCommand {
                    line,
                    span,
                    perhaps: Some(perhaps).filter(|_| !(ends && told)),
                }
            }
            doubt => doubt,
        }
    }

    /// A withdrawal of something else than the tournament is none: what it is, is asked.
    fn of_something_else(
        &self,
        doubt: Doubt,
        keyword: Option<Keyword>,
    ) -> (Doubt, Option<Keyword>) {
        let Doubt::UnclearCommand {
            line,
            span,
            perhaps,
        } = doubt
        else {
            return (doubt, keyword);
        };
        let here = |s: &&Sentence| s.span.start < span.end && span.start < s.span.end;
        let mut here = self.sentences.iter().filter(here);
        let is_other =
            keyword == Some(Keyword::Withdraw) && here.any(act::withdraws_something_else);
        let perhaps = perhaps.filter(|_| !is_other);
        let doubt = Doubt::UnclearCommand {
            line,
            span,
            perhaps,
        };
        (doubt, keyword.filter(|_| !is_other))
    }

    /// Whether a line of moves completes a sentence that does not state them: one that
    /// supposes, denies, asks or tells of something else.
    fn is_unstated(&self, line: &str, at: usize) -> bool {
        let place = span_of(line, at);
        let sentence = sentence::beyond(&self.sentences, place);
        sentence.is_some_and(|s| s.mood_around(place) != Mood::States)
    }

    /// The lines that a protest or a word to the arbiter took along. A numbered
    /// move alone on one of them may be the sender's next move or the one he
    /// writes about: it is not played, and he is told so.
    fn below(&mut self, lines: &[PlacedLine<'_>]) {
        let analysis = |r: &(usize, Request)| {
            matches!(
                r.1,
                Request::Game(GameRequest::Opinion { .. } | GameRequest::Appeal { .. })
            )
        };
        if self.requests.iter().any(analysis) {
            return;
        }
        for (line, at) in lines {
            let LineHolds::Moves(tokens) = moves::held(line, false) else {
                continue;
            };
            let numbered = tokens
                .iter()
                .any(|t| matches!(t.token, LineToken::Number { .. }));
            let mv = tokens.iter().find_map(|t| match &t.token {
                LineToken::Move(text) => Some((text.clone(), t.span(*at))),
                _ => None,
            });
            if let (true, Some((text, span))) = (numbered, mv) {
                self.doubt(Doubt::MoveBelow { text, span });
                return;
            }
        }
    }

    /// Takes words for the opponent with the lines below that belong to them; how many
    /// those are. A move among them is not played, and its writer is told so.
    fn take_words(
        &mut self,
        (line, at): PlacedLine<'_>,
        from: usize,
        below: &[PlacedLine<'_>],
    ) -> usize {
        let count = words::lines_below(at + line.len(), below);
        let taken = below.get(..count).unwrap_or(&[]);
        let first = (line.get(from..).unwrap_or(""), at + from);
        let all: Vec<PlacedLine<'_>> = std::iter::once(first)
            .chain(taken.iter().copied())
            .collect();
        for (text, at) in &all {
            let LineHolds::Moves(tokens) = moves::held(text, false) else {
                continue;
            };
            let moves = tokens.iter().filter_map(|t| match &t.token {
                LineToken::Move(text) => Some((text.clone(), t.span(*at))),
                _ => None,
            });
            for (text, span) in moves {
                self.doubt(Doubt::MoveBelow { text, span });
            }
        }
        let said: Vec<&str> = all.iter().map(|(text, _)| text.trim()).collect();
        let words = said.join("\n").trim().to_owned();
        match words.is_empty() {
            true => self.doubt(Doubt::UnclearCommand {
                line: line.trim().to_owned(),
                span: span_of(line, at),
                perhaps: None,
            }),
            false => self.ask(at, Request::Game(GameRequest::Opponent { words })),
        }
        count
    }

    fn claim(&mut self, line: &str, at: usize, from: usize, to: usize) {
        let claim = || (at, Builder::default());
        let (_, builder) = self.claim.get_or_insert_with(claim);
        let rest = line.get(from..to).unwrap_or("");
        let from = from + courtesy::intended(rest);
        let rest = line.get(from..to).unwrap_or("");
        match moves::held(rest, false) {
            LineHolds::Moves(tokens) => builder.line(&tokens, at + from),
            LineHolds::Nothing if rest.chars().all(|c| !c.is_alphanumeric()) => {}
            _ => {
                self.claim = None;
                let spoken = meaning::speaks_of_a_draw(&Sentence::of(line));
                self.doubt(Doubt::UnclearCommand {
                    line: line.trim().to_owned(),
                    span: span_of(line, at),
                    perhaps: Some(line_of(Keyword::DrawClaim, spoken.unwrap_or(Language::En))),
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
        let builder = match self.checks.last_mut() {
            Some(check) => &mut check.builder,
            None => &mut self.builder,
        };
        let open = builder.is_open();
        let held = moves::held(&stated.rest, open);
        let is_unstated = !open
            && matches!(held, LineHolds::Moves(_) | LineHolds::Draw)
            && self.is_unstated(line, at);
        let ends_sentence = {
            let place = span_of(line, at);
            let sentence = sentence::beyond(&self.sentences, place);
            !open && sentence.is_some_and(|s| s.span.start < place.start)
        };
        let builder = match self.checks.last_mut() {
            Some(check) => &mut check.builder,
            None => &mut self.builder,
        };
        match held {
            LineHolds::Moves(tokens) if is_unstated => self.aside(tokens, at),
            LineHolds::Draw if is_unstated => {}
            // The end of a sentence that a mail program broke: it is read whole.
            LineHolds::Moves(tokens) if ends_sentence && !moves::has_number(&tokens) => {
                self.aside(tokens, at);
            }
            // Below the regards a bare number is a telephone or a house.
            LineHolds::Moves(tokens) if self.closed && is_bare_number(&tokens) => {
                self.taken.push(span_of(line, at));
                self.aside(tokens, at);
            }
            // Below a name it may be one as well: it is asked.
            LineHolds::Moves(tokens) if self.below_name && is_bare_number(&tokens) => {
                self.taken.push(span_of(line, at));
                let moves = tokens.into_iter().filter_map(|t| match t.token {
                    LineToken::Move(ref text) | LineToken::Odd(ref text) => {
                        Some((text.clone(), t.span(at)))
                    }
                    _ => None,
                });
                self.prose.extend(moves.map(|(text, span)| AsideMove {
                    text,
                    span,
                    numbered: None,
                }));
            }
            LineHolds::Moves(tokens) => {
                self.taken.push(span_of(line, at));
                builder.line(&tokens, at);
            }
            // What is left of a broken transfer encoding is no offer.
            LineHolds::Draw if is_mark(line) && self.is_garbled() => {
                let span = span_of(line, at);
                self.doubt(Doubt::UnclearCommand {
                    line: line.trim().to_owned(),
                    span,
                    perhaps: Some("DRAW?".to_owned()),
                });
            }
            LineHolds::Draw => {
                let span = span_of(line, at);
                self.draw.get_or_insert(Draw {
                    bare: false,
                    spoken: false,
                    span,
                });
            }
            LineHolds::Prose(tokens) => self.aside(tokens, at),
            LineHolds::Nothing => {}
        }
    }

    /// Whether the text is full of what a broken quoted-printable leaves: `=D0=9A`, and
    /// lines that end in `=`.
    fn is_garbled(&self) -> bool {
        let coded = self.text.matches('=').count();
        coded >= MANY_EQUALS
            && QUOTED_PRINTABLE
                .find_iter(self.text)
                .nth(MANY_EQUALS - 1)
                .is_some()
    }

    /// What may have been meant in lines in which nothing was found.
    fn hint(&mut self, lines: &[PlacedLine<'_>]) {
        let words = lines.iter().filter(|(l, _)| !l.trim().is_empty());
        for (line, at) in words.take(HINT_LINES) {
            if self.section.doubts.len() >= MOST_HINTS || courtesy::closes(line) {
                return;
            }
            let digits = moves::digits_alone(line).map(|(text, start)| Doubt::NearMove {
                span: TextSpan {
                    start: at + start,
                    end: at + start + text.len(),
                },
                text: text.to_owned(),
            });
            if let Some(doubt) = digits.or_else(|| command::hinted(line, *at)) {
                let doubt = self.of_this_game(doubt, Mood::States);
                self.doubt(doubt);
            }
        }
    }

    /// Remembers the numbered moves of a line that holds an unclear command as well: who says
    /// no to a draw beside his move, or tells of somebody who gave up, moves all the same.
    fn numbered_aside(&mut self, line: &str, at: usize) {
        if let LineHolds::Prose(tokens) = moves::held(line, false)
            && moves::has_number(&tokens)
        {
            self.aside(tokens, at);
        }
    }

    /// Remembers moves that are not carried out.
    fn aside(&mut self, tokens: Vec<PlacedToken>, at: usize) {
        let mut numbered = None;
        for placed in tokens {
            let span = placed.span(at);
            match placed.token {
                LineToken::Move(text) | LineToken::Odd(text) => self.prose.push(AsideMove {
                    text,
                    span,
                    numbered: std::mem::take(&mut numbered),
                }),
                LineToken::Number { number, dots } => numbered = (dots > 0).then_some(number),
                _ => {}
            }
        }
    }

    fn ask(&mut self, at: usize, request: Request) {
        if self.requests.len() < MAX_ASKED && !self.requests.iter().any(|(_, r)| *r == request) {
            self.requests.push((at, request));
        }
    }

    fn doubt(&mut self, doubt: Doubt) {
        if self.section.doubts.len() < MAX_ASKED && !self.section.doubts.contains(&doubt) {
            self.section.doubts.push(doubt);
        }
    }
}

/// The end of a numbered move that a line begins with, where nothing stands behind it but
/// that the opponent's offer is declined: `2. Qh5 DECLINE DRAW`.
fn beside_a_move(line: &str) -> Option<(usize, Request)> {
    let all = tokens(line);
    let last = all.iter().rposition(|t| moves::is_move(&t.token))?;
    let length = all.get(last)?.span(0).end;
    let (own, rest) = line.split_at_checked(length)?;
    let LineHolds::Moves(written) = moves::held(own, false) else {
        return None;
    };
    let declined = Request::Game(GameRequest::DrawDecline);
    let command = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let says = command::read(command, 0);
    let says_it = matches!(says, Some(command_line::CommandLine::Request(r)) if r == declined);
    (says_it && moves::has_number(&written)).then_some((length, declined))
}

/// So many remains of an encoding are no chance.
const MANY_EQUALS: usize = 3;

static QUOTED_PRINTABLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)=[0-9A-F]{2}|[^\s=]=$"));

/// Whether a line is a mark without a letter.
fn is_mark(line: &str) -> bool {
    !line.chars().any(char::is_alphanumeric)
}

/// A name alone on its line: up to three words with capitals, none of which says
/// anything of a move.
fn is_a_name(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let capital = |w: &&str| {
        w.chars().next().is_some_and(char::is_uppercase)
            && w.chars().skip(1).any(char::is_lowercase)
            && w.chars().all(|c| c.is_alphabetic() || ".-'’".contains(c))
    };
    matches!(words.len(), 1..=3)
        && words.iter().all(capital)
        && courtesy::greeted(line) == 0
        && tokens(line).iter().all(|t| t.token.is_word())
}

/// Four digits and nothing else, without a number before them.
fn is_bare_number(tokens: &[PlacedToken]) -> bool {
    let numbered = |t: &PlacedToken| matches!(t.token, LineToken::Number { .. } | LineToken::Dots);
    let moves = tokens.iter().filter_map(|t| match &t.token {
        LineToken::Move(text) | LineToken::Odd(text) => Some(text),
        _ => None,
    });
    !tokens.iter().any(numbered) && moves.into_iter().all(|text| shape::is_numeric(text))
}

fn span_of(line: &str, at: usize) -> TextSpan {
    let start = line.len() - line.trim_start().len();
    TextSpan {
        start: at + start,
        end: at + start + line.trim().len(),
    }
}
