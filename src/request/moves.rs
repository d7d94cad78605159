//! Lines of moves put together: one's own move, perhaps after repetitions, and
//! a proposed series after an if-word.

use super::TextSpan;
use super::pattern;
use super::shape;
use super::token::{LineToken, PlacedToken, tokens};
use super::{Moves, SeriesPlace, Supposition, WrittenMove};
use crate::chess::Side;
use regex::Regex;
use std::sync::LazyLock;

/// Most moves taken from one letter; a game of 300 moves by both fits.
pub const MAX_MOVES: usize = 700;

/// What a line holds.
#[derive(Debug)]
pub enum LineHolds {
    /// Moves and what belongs to them, ready to be put together.
    Moves(Vec<PlacedToken>),
    /// A draw mark or draw words alone, without a move.
    Draw,
    /// Moves inside a sentence: their texts and places.
    Prose(Vec<PlacedToken>),
    /// Nothing of chess.
    Nothing,
}

/// The move that stands alone in the first line of an opinion, beside the result or
/// below it: the side to move names it (56.9.4.4). Two of them are an analysis.
/// `offset` is the text's place in the letter.
pub fn named(text: &str, offset: usize) -> Option<Moves> {
    let line = text.lines().next()?;
    let LineHolds::Moves(tokens) = held(line, false) else {
        return None;
    };
    let mut builder = Builder::default();
    builder.line(&tokens, offset);
    let moves = builder.done()?;
    let alone = moves.line.len() == 1 && moves.variant.is_empty() && !moves.any_move;
    alone.then_some(moves)
}

/// What a line holds. `goes_on` tells that the last line left a number or an
/// if-word open, so that this one may go on with a move.
pub fn held(line: &str, goes_on: bool) -> LineHolds {
    let all = tokens(line);
    let numbered = starts_numbered(&all);
    let (kept, words) = without_comments(all);
    let moves = kept.iter().filter(|p| is_move(&p.token)).count();
    let any = kept.iter().any(|p| p.token == LineToken::Any);
    let foreign = kept.iter().position(|p| p.token.is_word());
    if moves == 0 {
        return without_moves(kept, words, any, foreign.is_some(), goes_on);
    }
    let Some(foreign) = foreign else {
        return if has_stray_number(&kept) {
            LineHolds::Prose(only_moves(kept))
        } else {
            LineHolds::Moves(kept)
        };
    };
    // Words that explain a numbered move stand after it, behind punctuation,
    // and name no other move (56.3.6: explanations count for nothing).
    let last_move = kept.iter().rposition(|p| is_move(&p.token)).unwrap_or(0);
    let explained = numbered
        && foreign > last_move
        && kept
            .get(last_move + 1..foreign)
            .is_some_and(|between| between.iter().any(|p| p.token == LineToken::Break));
    if explained {
        let cut = kept
            .iter()
            .enumerate()
            .skip(last_move + 1)
            .find(|(_, p)| p.token == LineToken::Break)
            .map_or(kept.len(), |(i, _)| i);
        return LineHolds::Moves(kept.into_iter().take(cut).collect());
    }
    LineHolds::Prose(only_moves(kept))
}

fn without_moves(
    kept: Vec<PlacedToken>,
    words: usize,
    any: bool,
    foreign: bool,
    goes_on: bool,
) -> LineHolds {
    if foreign || words > 0 {
        return LineHolds::Nothing;
    }
    let has = |t: fn(&LineToken) -> bool| kept.iter().any(|p| t(&p.token));
    if any {
        return LineHolds::Moves(kept);
    }
    if has(|t| *t == LineToken::Draw) {
        return LineHolds::Draw;
    }
    let open = has(|t| {
        matches!(
            t,
            LineToken::If | LineToken::Or | LineToken::Dots | LineToken::Number { dots: 1.., .. }
        )
    });
    if open || goes_on && has(|t| matches!(t, LineToken::Number { .. })) {
        return LineHolds::Moves(kept);
    }
    LineHolds::Nothing
}

/// Whether a move has its number, or the dots of one.
pub fn has_number(tokens: &[PlacedToken]) -> bool {
    let numbers = |t: &PlacedToken| matches!(t.token, LineToken::Number { .. } | LineToken::Dots);
    tokens.iter().any(numbers)
}

/// Whether a token is a move, or stands where one must.
pub fn is_move(token: &LineToken) -> bool {
    matches!(token, LineToken::Move(_) | LineToken::Odd(_))
}

fn only_moves(tokens: Vec<PlacedToken>) -> Vec<PlacedToken> {
    let mut before_number = false;
    let about_moves = tokens.iter().any(|p| p.token == LineToken::Noise);
    tokens
        .into_iter()
        .filter(|p| {
            let is_number = matches!(p.token, LineToken::Number { dots: 1.., .. });
            let after_number = std::mem::replace(&mut before_number, is_number);
            match &p.token {
                LineToken::Number { .. } => is_number,
                // Four digits in a sentence are a telephone number as soon as a move.
                LineToken::Move(text) => about_moves || after_number || !shape::is_numeric(text),
                LineToken::Odd(_) => true,
                _ => false,
            }
        })
        .collect()
}

/// Whether the first thing of weight is a number with dots and a move.
fn starts_numbered(tokens: &[PlacedToken]) -> bool {
    let mut rest = tokens.iter().filter(|p| {
        !matches!(
            p.token,
            LineToken::Noise
                | LineToken::Mark
                | LineToken::Break
                | LineToken::Dots
                | LineToken::Open
        )
    });
    matches!(
        rest.next().map(|p| &p.token),
        Some(LineToken::Number { .. })
    ) && rest.next().is_some_and(|p| is_move(&p.token))
}

/// A number that no move follows, in the middle of a line: `12 men` or a score.
fn has_stray_number(tokens: &[PlacedToken]) -> bool {
    // `12 ход: 5254` has its number all the same.
    let tokens: Vec<&PlacedToken> = tokens
        .iter()
        .filter(|p| {
            !matches!(
                p.token,
                LineToken::Noise | LineToken::Mark | LineToken::Break
            )
        })
        .collect();
    tokens.iter().zip(tokens.iter().skip(1)).any(|(a, b)| {
        matches!(a.token, LineToken::Number { dots: 0, .. })
            && !is_move(&b.token)
            && !matches!(b.token, LineToken::Dots | LineToken::Any)
    }) || tokens
        .last()
        .is_some_and(|p| matches!(p.token, LineToken::Number { dots: 0, .. }))
}

/// Takes bracketed remarks out and counts their words. What stays of brackets:
/// a draw mark, a series after an if-word, a single move beside another.
pub fn without_comments(all: Vec<PlacedToken>) -> (Vec<PlacedToken>, usize) {
    let mut kept: Vec<PlacedToken> = Vec::new();
    let mut words = 0;
    let mut at = 0;
    while let Some(placed) = all.get(at) {
        match placed.token {
            LineToken::Open => {
                let mut depth = 0;
                let length = all
                    .iter()
                    .skip(at)
                    .position(|p| {
                        match p.token {
                            LineToken::Open => depth += 1,
                            LineToken::Close => depth -= 1,
                            _ => {}
                        }
                        depth == 0
                    })
                    .unwrap_or(all.len() - at - 1);
                let inner = all.get(at + 1..at + length).unwrap_or(&[]);
                at += length + 1;
                keep_inner(inner, &mut kept, &mut words);
            }
            LineToken::Close => at += 1,
            _ => {
                kept.push(placed.clone());
                at += 1;
            }
        }
    }
    (kept, words)
}

fn keep_inner(inner: &[PlacedToken], kept: &mut Vec<PlacedToken>, words: &mut usize) {
    let count = |t: fn(&LineToken) -> bool| inner.iter().filter(|p| t(&p.token)).count();
    let foreign = count(LineToken::is_word);
    let moves = count(is_move);
    let numbers = count(|t| matches!(t, LineToken::Number { .. }));
    let joins = inner.iter().find(|p| {
        !matches!(
            p.token,
            LineToken::Break | LineToken::Noise | LineToken::Mark
        )
    });
    let first = joins.map(|p| &p.token);
    let empty_before = !kept.iter().any(|p| is_move(&p.token));
    *words += foreign;
    if foreign > 0 {
        return;
    }
    if matches!(first, Some(LineToken::If)) || empty_before {
        kept.extend(
            inner
                .iter()
                .filter(|p| !matches!(p.token, LineToken::Open | LineToken::Close))
                .cloned(),
        );
    } else if moves == 1 && numbers == 0 && kept.last().is_some_and(|p| is_move(&p.token)) {
        // The brackets say that it is the same move again.
        kept.extend(
            inner
                .iter()
                .filter(|p| is_move(&p.token))
                .map(|p| PlacedToken {
                    token: LineToken::Slash,
                    start: p.start,
                    end: p.start,
                }),
        );
        kept.extend(inner.iter().filter(|p| is_move(&p.token)).cloned());
    } else if moves == 0 {
        kept.extend(inner.iter().filter(|p| p.token == LineToken::Draw).cloned());
    }
}

/// Moves under construction, line after line.
#[derive(Debug)]
pub struct Builder {
    moves: Moves,
    number: Option<(u32, u8)>,
    dots: bool,
    in_variant: bool,
    /// An if-word stands before the next move: whether something parts it from what
    /// stands before.
    supposes: Option<bool>,
    /// A mark or the end of a line stands behind the last move.
    parted: bool,
    /// Suppositions whose answer is that of the next one: `if Nc6 or d6 13. Bb5`.
    shared: Vec<usize>,
    slash: bool,
    or: bool,
    /// The last thing was a move without anything between it and the next token.
    fresh: bool,
    any: bool,
    /// Words stand beside the moves of the line.
    said: bool,
    /// The moves are stated in sentences.
    in_sentences: bool,
    /// The last word or mark that offers a draw with them.
    offer: Option<TextSpan>,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder {
            moves: Moves {
                line: Vec::new(),
                alternatives: false,
                variant: Vec::new(),
                place: SeriesPlace::Alone,
                draw_offer: false,
                any_move: false,
                aside: false,
            },
            number: None,
            dots: false,
            in_variant: false,
            supposes: None,
            parted: false,
            shared: Vec::new(),
            slash: false,
            or: false,
            fresh: false,
            any: false,
            said: false,
            in_sentences: false,
            offer: None,
        }
    }
}

impl Builder {
    /// Whether no move was found yet.
    pub fn is_empty(&self) -> bool {
        self.moves.line.is_empty() && self.moves.variant.is_empty() && !self.any
    }

    /// Whether the last line ended so that a move must follow.
    pub fn is_open(&self) -> bool {
        self.number.is_some() || self.dots || self.or
    }

    /// Whether a series is proposed.
    pub fn proposes(&self) -> bool {
        !self.moves.variant.is_empty()
    }

    /// A draw is offered with the move.
    pub fn offer_draw(&mut self) {
        self.moves.draw_offer = true;
    }

    /// Where a word or a mark offers a draw with it.
    pub fn offer(&self) -> Option<TextSpan> {
        self.offer.filter(|_| self.moves.draw_offer)
    }

    /// No draw is offered with it, whatever mark stands there.
    pub fn offer_nothing(&mut self) {
        self.moves.draw_offer = false;
    }

    /// The moves are stated in sentences, not on lines of their own.
    pub fn is_in_sentences(&mut self) {
        self.in_sentences = true;
    }

    /// Adds what hangs on the opponent's moves.
    pub fn awaits(&mut self, tokens: &[PlacedToken], offset: usize) {
        self.in_variant = true;
        self.supposes = Some(true);
        self.number = None;
        self.dots = false;
        self.line(tokens, offset);
    }

    /// Adds the tokens of one line that stands at `offset` in the text.
    pub fn line(&mut self, tokens: &[PlacedToken], offset: usize) {
        self.fresh = false;
        self.parted = true;
        self.said = tokens.iter().any(|p| p.token == LineToken::Noise);
        for placed in tokens {
            match &placed.token {
                LineToken::Number { number, dots } => {
                    self.number = Some((*number, *dots));
                    self.dots = *dots > 1;
                    self.slash = false;
                }
                LineToken::Dots => self.dots = true,
                LineToken::Move(text) | LineToken::Odd(text) | LineToken::Theirs(text) => {
                    self.a_move(text, placed, offset);
                }
                LineToken::If => {
                    self.in_variant = true;
                    self.supposes = Some(self.parted || self.or);
                    self.or = false;
                    self.fresh = false;
                    self.slash = false;
                }
                LineToken::Or => self.or = true,
                LineToken::Slash => self.slash = true,
                LineToken::Any => {
                    self.any = true;
                    self.moves.any_move = true;
                    self.number = None;
                    self.dots = false;
                }
                LineToken::Draw if !self.in_variant => {
                    self.moves.draw_offer = true;
                    self.offer = Some(placed.span(offset));
                }
                LineToken::Break => {
                    self.slash = false;
                    self.parted = true;
                }
                _ => {}
            }
        }
    }

    fn a_move(&mut self, text: &str, placed: &PlacedToken, offset: usize) {
        let number = self.number.take();
        let dots = std::mem::take(&mut self.dots);
        let slash = std::mem::take(&mut self.slash);
        let or = std::mem::take(&mut self.or);
        let fresh = std::mem::replace(&mut self.fresh, true);
        let first = self.is_empty();
        if self.moves.line.len() + self.moves.supposed().count() >= MAX_MOVES {
            return;
        }
        self.parted = false;
        let mut before = None;
        let series = if self.in_variant {
            before = self.supposition(or);
            match self.moves.variant.last_mut() {
                Some(supposition) => &mut supposition.moves,
                None => return,
            }
        } else {
            &mut self.moves.line
        };
        let mut mv = WrittenMove {
            number: number.map(|(n, _)| n),
            side: match (dots, number) {
                (true, _) => Some(Side::Black),
                (false, Some((_, 1))) => Some(Side::White),
                _ => None,
            },
            text: text.to_owned(),
            second: None,
            span: placed.span(offset),
        };
        if let Some((number, side)) = before.filter(|_| mv.number.is_none() && !dots) {
            (mv.number, mv.side) = (number, side);
        }
        if let Some(last) = series.last_mut()
            && number.is_none()
            && !dots
            && fresh
        {
            if !or && last.second.is_none() && same_move(&last.text, text, slash) {
                let (main, other) = if shape::is_numeric(text) && !shape::is_numeric(&last.text) {
                    (mv.text, std::mem::take(&mut last.text))
                } else {
                    (std::mem::take(&mut last.text), mv.text)
                };
                last.text = main;
                last.second = Some(other);
                return;
            }
            if or || slash {
                (mv.number, mv.side) = (last.number, last.side);
            } else if last.number.is_some() && last.side != Some(Side::Black) {
                // The second move after a number is Black's.
                last.side = Some(Side::White);
                (mv.number, mv.side) = (last.number, Some(Side::Black));
            }
        }
        if or && !self.in_variant {
            self.moves.alternatives = true;
        }
        if slash && !or && number.is_none() && fresh && !self.in_variant {
            self.moves.alternatives = true;
        }
        if first {
            self.moves.place = match (mv.number, self.said) {
                (Some(_), _) => SeriesPlace::Numbered,
                (None, false) => SeriesPlace::Alone,
                (None, true) => SeriesPlace::Prose,
            };
        }
        series.push(mv);
    }

    /// Opens another supposition where the next move begins one. Behind an `or` that
    /// joins two replies it is of the same number and has the same answer.
    fn supposition(&mut self, or: bool) -> Option<(Option<u32>, Option<Side>)> {
        let supposes = self.supposes.take();
        let replies = |s: &Supposition| match s.moves.as_slice() {
            [reply] => Some((reply.number, reply.side)),
            _ => None,
        };
        let reply = self.moves.variant.last().filter(|_| or).and_then(replies);
        if supposes.is_none() && reply.is_none() && !self.moves.variant.is_empty() {
            if let Some(last) = self.moves.variant.last_mut() {
                last.alternatives |= or;
            }
            return None;
        }
        if reply.is_some() {
            self.shared.push(self.moves.variant.len() - 1);
        }
        self.moves.variant.push(Supposition {
            moves: Vec::new(),
            apart: or || supposes.unwrap_or(true),
            alternatives: false,
        });
        reply
    }

    /// The moves, or only a draw mark where nothing else was written.
    pub fn done_or_marks(mut self) -> Option<Moves> {
        for at in std::mem::take(&mut self.shared).into_iter().rev() {
            let next = self.moves.variant.get(at + 1);
            let answer = next.and_then(|s| s.moves.get(1..)).unwrap_or(&[]).to_vec();
            if let Some(reply) = self.moves.variant.get_mut(at) {
                reply.moves.extend(answer);
            }
        }
        if self.in_sentences {
            self.moves.place = SeriesPlace::Prose;
        }
        (!self.is_empty() || self.moves.draw_offer).then_some(self.moves)
    }

    /// The moves, where there are any.
    pub fn done(self) -> Option<Moves> {
        if self.is_empty() {
            return None;
        }
        self.done_or_marks()
    }
}

/// Whether two texts side by side are one move in two notations. Brackets or a
/// slash say so; without them only the squares can.
fn same_move(first: &str, second: &str, marked: bool) -> bool {
    let kinds = (shape::is_numeric(first), shape::is_numeric(second));
    if kinds == (true, true) {
        return false;
    }
    if kinds == (false, false) {
        // `e4 e5` are two moves; `Nf3 (Кf3)` is one.
        return marked && shape::target(first) == shape::target(second);
    }
    let (numeric, other) = if kinds.0 {
        (first, second)
    } else {
        (second, first)
    };
    if shape::is_castling(&other.replace(' ', "")) {
        let digits: String = numeric.chars().filter(char::is_ascii_digit).collect();
        return matches!(digits.as_str(), "5171" | "5131" | "5878" | "5838") || marked;
    }
    match (shape::uci(numeric), shape::uci(other)) {
        (Some(a), Some(b)) => a.get(..4) == b.get(..4) || marked,
        _ => marked || shape::target(numeric) == shape::target(other),
    }
}

/// Three to six digits that stand alone on a line, perhaps behind a move's
/// number, and are no move: one left out, doubled or mistyped.
pub fn digits_alone(line: &str) -> Option<(&str, usize)> {
    let found = MISTYPED.captures(line)?.get(1)?;
    Some((found.as_str(), found.start()))
}

static MISTYPED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\s*(?:\d{1,3}\s?(?:\.{1,3}|…|\))\s*)?(\d{2}[ –-]?\d{1,4})\s*[!?.]*\s*$")
});
