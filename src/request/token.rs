//! A line of a letter cut into what matters for moves: numbers, moves, dots,
//! words that join moves, draw marks, and all other words.

use super::TextSpan;
use super::courtesy;
use super::date;
use super::fold::fold;
use super::pattern;
use super::shape;
use super::verb_first;
use crate::chess::notation::{self, described};
use crate::typed;
use crate::vocabulary::{self, Pick, PlayerWords, either};
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Longest token, in bytes; what is longer is no word of anyone.
const MAX_TOKEN: usize = 200;

/// One piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineToken {
    /// A move's number; `dots` as written: 0 none, 1 one, 2 more (Black's).
    Number { number: u32, dots: u8 },
    /// Dots apart from their number: Black's move follows.
    Dots,
    /// Something of the shape of a move.
    Move(String),
    /// Something that is no move by its shape, but stands where one must.
    Odd(String),
    /// A move told in words as the opponent's: no more than words, unless a sentence
    /// answers or awaits it.
    Theirs(String),
    /// if, если, якщо, jeśli.
    If,
    /// or, или, або, lub.
    Or,
    /// `any move`.
    Any,
    /// `=`, `(=)`, draw words.
    Draw,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A comma, a dash, a full stop: what ends a move and begins an explanation.
    Break,
    /// A slash between two moves.
    Slash,
    /// A mark that says nothing of its own beside a move: `check`, `+-`, a date.
    Mark,
    /// A word that says nothing of its own beside a move: `my move`.
    Noise,
    /// Any other word.
    Word(String),
}

/// A token and its place in the line, in bytes.
#[derive(Clone, Debug)]
pub struct PlacedToken {
    pub token: LineToken,
    pub start: usize,
    pub end: usize,
}

impl PlacedToken {
    /// Its place in the text that holds the line at `offset`.
    pub fn span(&self, offset: usize) -> TextSpan {
        TextSpan {
            start: offset + self.start,
            end: offset + self.end,
        }
    }
}

/// Cuts a line. Every byte of it is either white space, a mark without
/// meaning, or in one token.
pub fn tokens(line: &str) -> Vec<PlacedToken> {
    let Some(plain) = typed::plain(line) else {
        return of_plain(line);
    };
    let mut found = of_plain(&plain.text);
    for token in &mut found {
        (token.start, token.end) = (plain.place(token.start), plain.place(token.end));
    }
    found
}

fn of_plain(line: &str) -> Vec<PlacedToken> {
    let from = courtesy::greeted(line);
    let to = courtesy::taken_leave(line).max(from);
    let words = line.get(from..to).unwrap_or("");
    if let Some(len) = courtesy::lead(words) {
        let mut found = vec![PlacedToken {
            token: LineToken::Noise,
            start: from,
            end: from + len,
        }];
        found.extend(cut(line, from + len, to));
        // `I play 12. Nf3` announces a move, `I play chess` does not.
        let announced = found
            .iter()
            .find(|p| !matches!(p.token, LineToken::Break | LineToken::Noise));
        if announced.is_some_and(|p| p.token.is_of_moves()) {
            return found;
        }
    }
    cut(line, from, to)
}

impl LineToken {
    /// Whether it is words that mean nothing for moves.
    pub fn is_word(&self) -> bool {
        matches!(self, LineToken::Word(_) | LineToken::Theirs(_))
    }

    fn is_of_moves(&self) -> bool {
        matches!(
            self,
            LineToken::Number { .. }
                | LineToken::Dots
                | LineToken::Move(_)
                | LineToken::Odd(_)
                | LineToken::Open
        )
    }
}

/// Cuts a part of a line.
fn cut(line: &str, from: usize, stop: usize) -> Vec<PlacedToken> {
    let mut found: Vec<PlacedToken> = Vec::new();
    let mut at = from;
    while let Some(rest) = line.get(at..stop.max(at)).filter(|r| !r.is_empty()) {
        let (token, len) = next(near(rest), found.last().map(|p| &p.token));
        let len = len.max(1);
        if let Some(token) = token {
            found.push(PlacedToken {
                token,
                start: at,
                end: (at + len).min(line.len()),
            });
        }
        at += len;
        while !line.is_char_boundary(at) {
            at += 1;
        }
    }
    let found = join_letters(join_digits(lone_castling(found, line), line), line);
    phrases(told(found, line.get(from..stop).unwrap_or(""), from))
}

/// `00` or `000` alone on its line is castling: nobody writes such a number.
fn lone_castling(mut tokens: Vec<PlacedToken>, line: &str) -> Vec<PlacedToken> {
    if let [only] = tokens.as_mut_slice()
        && let Some(zeros @ ("00" | "000")) = line
            .get(only.start..only.end)
            .map(|text| text.trim_end_matches('.'))
    {
        only.token = LineToken::Move(zeros.to_owned());
        only.end = only.start + zeros.len();
    }
    tokens
}

/// Moves told in words, each one token: `конь на f3`, `knight takes e4`. A question mark
/// behind one is a word: marks of judgement stand behind letters and figures. `from` is where the text begins in its line.
fn told(mut tokens: Vec<PlacedToken>, text: &str, from: usize) -> Vec<PlacedToken> {
    for found in described::find(text) {
        let (start, mut end) = (from + found.start, from + found.end);
        // Marks behind the last square belong to it.
        if let Some(last) = tokens.iter().find(|t| t.start < end && t.end > end)
            && text
                .get(found.end..last.end.saturating_sub(from))
                .is_some_and(|marks| marks.chars().all(|c| "!?+#.".contains(c)))
        {
            end = last.end;
        }
        let first = tokens.partition_point(|t| t.start < start);
        let last = tokens.partition_point(|t| t.start < end);
        // No token is cut in two: what is written in letters holds.
        let cut = |t: &PlacedToken| t.start < start && t.end > start || t.end > end;
        let covered = tokens.get(first..last).unwrap_or(&[]);
        let before = first.checked_sub(1).and_then(|i| tokens.get(i));
        if covered.is_empty() || covered.iter().chain(before).any(cut) {
            continue;
        }
        let words = text.get(found.start..found.end).unwrap_or("");
        let asked = text
            .get(found.end..)
            .is_some_and(|rest| rest.trim_start().starts_with('?'));
        let token = match found.told.is_theirs() {
            true => LineToken::Theirs(words.to_owned()),
            false => LineToken::Move(words.to_owned()),
        };
        let mark = PlacedToken {
            token: LineToken::Word("?".to_owned()),
            start: end,
            end,
        };
        // `Bxe7, ферзём возьмёт – рокирую`: he says if by the word's place.
        let follows = tokens.iter().take(first).any(|t| is_a_move(&t.token));
        let supposed = (follows && verb_first::opens(words)).then_some(PlacedToken {
            token: LineToken::If,
            start,
            end: start,
        });
        let put = supposed
            .into_iter()
            .chain([PlacedToken { token, start, end }]);
        tokens.splice(first..last, put.chain(asked.then_some(mark)));
    }
    tokens
}

fn is_a_move(token: &LineToken) -> bool {
    matches!(token, LineToken::Move(_) | LineToken::Theirs(_))
}

/// No more of the text than a token needs: each is looked for afresh, and a
/// line without spaces must not be read to its end for every byte of it.
fn near(rest: &str) -> &str {
    let mut end = rest.len().min(MAX_TOKEN);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    rest.get(..end).unwrap_or(rest)
}

/// A token, where what stands there means anything, and its length.
type FoundToken = (Option<LineToken>, usize);

/// The token at the start of the text.
fn next(rest: &str, before: Option<&LineToken>) -> FoundToken {
    let Some(first) = rest.chars().next() else {
        return (None, 1);
    };
    let one = first.len_utf8();
    if first.is_whitespace() {
        return (None, one);
    }
    // Judgements of the position; the `=` in some of them offers nothing.
    if JUDGEMENTS.iter().any(|m| rest.starts_with(m)) {
        let len = rest.find(char::is_whitespace).unwrap_or(rest.len());
        return (Some(LineToken::Mark), len.min(3));
    }
    // Each pattern is tried only where its first letter stands: most words are words.
    let figure = first.is_ascii_digit();
    let number_sign = figure || matches!(first, '№' | '#');
    if matches!(first, '0' | 'O' | 'О')
        && let Some(m) = SPACED_CASTLING.find(rest)
    {
        let text = m
            .as_str()
            .trim_end_matches(|c: char| c.is_whitespace() || ".,!?+#)".contains(c));
        return (Some(LineToken::Move(text.to_owned())), text.len());
    }
    if matches!(first, '(' | '=' | '½')
        && let Some(m) = DRAW_MARK.find(rest)
    {
        return (Some(LineToken::Draw), m.end());
    }
    if number_sign && let Some(found) = number_and_castling(rest) {
        return found;
    }
    let word = rest.split_whitespace().next().unwrap_or("");
    let link = word.contains('@') || word.starts_with("http") || word.starts_with("www.");
    if (figure || link)
        && let Some(found) = date_or_link(rest, before)
    {
        return found;
    }
    if number_sign && let Some(found) = number(rest) {
        return found;
    }
    if figure && let Some(found) = ordinal(rest) {
        return found;
    }
    if matches!(first, '.' | '…')
        && let Some(m) = DOTS.find(rest)
    {
        return (Some(LineToken::Dots), m.end());
    }
    if let Some(found) = behind_a_sign(rest, before) {
        return found;
    }
    if let Some(sign) = sign(first) {
        return (sign, one);
    }
    let core_len = rest
        .find(|c: char| c.is_whitespace() || "(),;[]{}\"«»“”„‘’‹›|*_".contains(c))
        .unwrap_or(rest.len());
    let chunk = rest.get(..core_len).unwrap_or(rest);
    if let Some(found) = a_move(chunk, before) {
        return found;
    }
    word_or_number(chunk)
}

/// A square behind a sign that may stand for a piece: it is no pawn's move.
fn behind_a_sign(rest: &str, before: Option<&LineToken>) -> Option<FoundToken> {
    let first = rest.chars().next()?;
    // `e4 ?` judges a move; a letter that was lost stands before one.
    let follows = before.is_some_and(is_a_move);
    if first != '?' && !typed::is_unknown(first) || first == '?' && follows {
        return None;
    }
    let len = rest
        .find(|c: char| c.is_whitespace() || "(),;[]{}\"«»“”„‘’‹›|*_/".contains(c))
        .unwrap_or(rest.len());
    let text = rest.get(..len)?.trim_end_matches(['.', ':', '=', '!', '?']);
    notation::behind_a_sign(text)?;
    Some((Some(LineToken::Odd(text.to_owned())), text.len()))
}

/// Judgements of a position.
const JUDGEMENTS: [&str; 6] = ["+=", "=+", "+-", "-+", "+/-", "-/+"];

/// A single sign that is no part of a word: what it is, or nothing.
fn sign(first: char) -> Option<Option<LineToken>> {
    match first {
        '(' | '[' | '{' => Some(Some(LineToken::Open)),
        ')' | ']' | '}' => Some(Some(LineToken::Close)),
        ',' | ';' | '.' | '!' | '?' | ':' | '–' | '—' => Some(Some(LineToken::Break)),
        '/' | '\\' => Some(Some(LineToken::Slash)),
        '"' | '\'' | '«' | '»' | '“' | '”' | '„' | '`' | '*' | '_' | '•' | '·' | '#' | '№'
        | '+' | '~' | '>' | '<' | '|' | '‘' | '’' | '‚' | '‛' | '‹' | '›' | '±' | '∓' | '⩲'
        | '⩱' => Some(None),
        // A dash before a word is punctuation or a list's mark.
        '-' => Some(Some(LineToken::Break)),
        _ => None,
    }
}

/// A date, an address or a link: one word. A date right after a move says when, and
/// nothing about the move.
fn date_or_link(rest: &str, before: Option<&LineToken>) -> Option<FoundToken> {
    let found = DATE_LIKE
        .find(rest)
        .filter(|m| !is_fused_move(m.as_str()))?;
    let beside = matches!(
        before,
        Some(
            LineToken::Move(_)
                | LineToken::Odd(_)
                | LineToken::Noise
                | LineToken::Mark
                | LineToken::Draw
        )
    );
    let dated = matches!(date::at_start(rest), Some(date::FoundDate::Date(..)));
    let token = match beside && dated {
        true => LineToken::Mark,
        false => LineToken::Word(found.as_str().to_owned()),
    };
    Some((Some(token), found.end()))
}

/// `12-й ход`, `my 12th move`.
fn ordinal(rest: &str) -> Option<FoundToken> {
    let found = ORDINAL.captures(rest)?;
    let number = found.get(1)?.as_str().parse().ok()?;
    let token = LineToken::Number { number, dots: 0 };
    Some((Some(token), found.get(0)?.end()))
}

/// A word up to the first mark that may join it to the next one; a short one of figures
/// is a number.
fn word_or_number(chunk: &str) -> FoundToken {
    let word_len = chunk
        .char_indices()
        .skip(1)
        .find(|(_, c)| "/!?:;=".contains(*c) || *c == '…')
        .map_or(chunk.len(), |(i, _)| i);
    let word = chunk.get(..word_len).unwrap_or(chunk).trim_end_matches('.');
    let word = if word.is_empty() { chunk } else { word };
    let bare_number = word.len() <= 3 && word.bytes().all(|b| b.is_ascii_digit());
    if let (true, Ok(number)) = (bare_number, word.parse()) {
        return (Some(LineToken::Number { number, dots: 0 }), word.len());
    }
    (Some(LineToken::Word(word.to_owned())), word.len())
}

/// `12.`, `12...`, `12…`, `12)`, `№12.`; not the beginning of a date or a score.
fn number(rest: &str) -> Option<FoundToken> {
    let found = NUMBER.captures(rest)?;
    let number: u32 = found.get(1)?.as_str().parse().ok()?;
    let mark = found.get(2)?.as_str();
    let end = found.get(0)?.end();
    let after = rest.get(end..).unwrap_or("");
    let chunk_len = after
        .find(|c: char| c.is_whitespace() || "(),;[]{}\"|".contains(c))
        .unwrap_or(after.len());
    let chunk = after.get(..chunk_len).unwrap_or(after);
    let dots = match mark {
        "." => 1,
        ")" | ":" => 0,
        _ => 2,
    };
    // `12.5254` is a move with its number, `12.05` and `12:30` are not.
    let glued = after.chars().next().is_some_and(|c| !c.is_whitespace());
    let castles = castling_at(after).is_some();
    let fits = !glued
        || castles
        || shape::loose_shape(chunk.trim_end_matches(['=', ')', '.', ',']))
        || chunk.starts_with(|c: char| c.is_alphabetic() || c == '…' || c == '(')
        || chunk.starts_with("...")
        || chunk.starts_with('-');
    if !fits || mark == ":" && glued && !castles {
        return None;
    }
    (number <= 999).then_some((Some(LineToken::Number { number, dots }), end))
}

/// `12.0-0`, which begins like a date.
fn number_and_castling(rest: &str) -> Option<FoundToken> {
    let mark = NUMBER.find(rest)?;
    castling_at(rest.get(mark.end()..)?)?;
    number(rest)
}

/// How long the castling is that a text begins with, marks behind it not counted. A short one
/// is never the beginning or the end of a long one.
fn castling_at(text: &str) -> Option<usize> {
    let len = text
        .find(|c| !"0OoОо-–—‑‐−".contains(c))
        .unwrap_or(text.len());
    let (castling, after) = text.split_at_checked(len)?;
    let ends = !after.starts_with(char::is_alphanumeric);
    (ends && shape::is_castling(castling)).then_some(len)
}

/// A move at the start of a chunk without white space, with its marks.
fn a_move(chunk: &str, before: Option<&LineToken>) -> Option<FoundToken> {
    // `5254/4244` and `e4=`: the move ends at a mark that belongs to none.
    let cuts = [
        chunk.len(),
        chunk.find('/').unwrap_or(chunk.len()),
        chunk.rfind('=').unwrap_or(chunk.len()),
        chunk.find(['.', ':']).unwrap_or(chunk.len()),
        chunk
            .find('/')
            .or_else(|| chunk.find('…'))
            .unwrap_or(chunk.len()),
    ];
    let after_number = matches!(
        before,
        Some(LineToken::Number { dots: 1.., .. } | LineToken::Dots)
    );
    for cut in cuts {
        let text = chunk.get(..cut)?;
        let text = text.trim_end_matches(['.', ':', '…']);
        let text = if chunk.get(..cut)?.ends_with("p.") {
            chunk.get(..cut)?
        } else {
            text
        };
        if !text.is_empty() && !text.ends_with('=') && shape::move_shape(text) {
            // `...0-1` and `1-0` are results, never castling.
            return Some((Some(LineToken::Move(text.to_owned())), text.len()));
        }
    }
    let text = chunk.trim_end_matches(['.', ',', ':', '=']);
    if after_number && !text.is_empty() && shape::loose_shape(text) {
        return Some((Some(LineToken::Odd(text.to_owned())), text.len()));
    }
    None
}

/// A date-like text that is a numeric move with a hyphen.
fn is_fused_move(text: &str) -> bool {
    shape::is_numeric(text)
}

/// Between the figures of one move nobody leaves so much: something stood there.
const WIDE_GAP: &str = "          ";

/// `52 54` and `5 2 5 4` after a number, or alone: one move typed with spaces.
fn join_digits(tokens: Vec<PlacedToken>, line: &str) -> Vec<PlacedToken> {
    let mut out: Vec<PlacedToken> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let after_number = matches!(
            out.last().map(|p| &p.token),
            None | Some(
                LineToken::Number { dots: 1.., .. }
                    | LineToken::Dots
                    | LineToken::Noise
                    | LineToken::Mark
                    | LineToken::Break
            )
        );
        let run: Vec<&PlacedToken> = tokens
            .iter()
            .skip(at)
            .take_while(|p| matches!(p.token, LineToken::Number { dots: 0, .. }))
            .collect();
        let text = run
            .first()
            .zip(run.last())
            .and_then(|(f, l)| line.get(f.start..l.end))
            .unwrap_or("");
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let short = run.iter().all(|p| p.end - p.start <= 2) && !text.contains(WIDE_GAP);
        if after_number
            && run.len() > 1
            && short
            && shape::is_numeric(&digits)
            && matches!(digits.len(), 4 | 5)
        {
            out.push(PlacedToken {
                token: LineToken::Move(text.to_owned()),
                start: token.start,
                end: run.last().map_or(token.end, |l| l.end),
            });
            at += run.len();
            continue;
        }
        out.push(token.clone());
        at += 1;
    }
    out
}

/// `Кр g1`, `N f3`, `e8 Ф`: a piece's letter apart from its square, and a
/// promotion apart from its move. Small letters are words.
fn join_letters(tokens: Vec<PlacedToken>, line: &str) -> Vec<PlacedToken> {
    let mut out: Vec<PlacedToken> = Vec::new();
    let mut at = 0;
    while let Some(placed) = tokens.get(at) {
        let end = out
            .last()
            .and_then(|last| joined_end(last, tokens.get(at..).unwrap_or(&[]), line));
        if let (Some((end, taken)), Some(last)) = (end, out.last_mut()) {
            let text = line.get(last.start..end).unwrap_or("");
            last.token = LineToken::Move(text.to_owned());
            last.end = end;
            at += taken;
        } else {
            out.push(placed.clone());
            at += 1;
        }
    }
    out
}

/// Where a move ends that begins with one token and goes on with the next ones,
/// and how many of those it takes.
fn joined_end(last: &PlacedToken, rest: &[PlacedToken], line: &str) -> Option<(usize, usize)> {
    let is_piece = |letter: &str| PIECES.contains(&letter) || FIGURINES.contains(&letter);
    let next = rest.first()?;
    let gap = line.get(last.end..next.start)?;
    match (&last.token, rest) {
        (
            LineToken::Word(letter),
            [
                PlacedToken {
                    token: LineToken::Move(squares),
                    end,
                    ..
                },
                ..,
            ],
        ) if is_piece(letter)
            && shape::is_of_squares(squares)
            && matches!(gap, " " | ". " | "-") =>
        {
            Some((*end, 1))
        }
        (
            LineToken::Move(before),
            [
                PlacedToken {
                    token: LineToken::Word(letter),
                    end,
                    ..
                },
                ..,
            ],
        ) if is_piece(letter) && gap == " " && shape::ends_on_last_rank(before) => Some((*end, 1)),
        (
            LineToken::Move(before),
            [
                PlacedToken {
                    token: LineToken::Open,
                    ..
                },
                PlacedToken {
                    token: LineToken::Word(letter),
                    ..
                },
                PlacedToken {
                    token: LineToken::Close,
                    end,
                    ..
                },
                ..,
            ],
        ) if is_piece(letter) && shape::ends_on_last_rank(before) => Some((*end, 3)),
        _ => None,
    }
}

/// Letters of pieces that may stand apart. `В` and `И` are words of Russian.
static PIECES: LazyLock<Vec<&str>> = LazyLock::new(|| vocabulary::players(|w| &w.chess.apart));

/// Pictures of pieces, which are letters of a move.
const FIGURINES: [&str; 12] = ["♔", "♕", "♖", "♗", "♘", "♙", "♚", "♛", "♜", "♝", "♞", "♟"];

/// Words that mean something beside moves, by one or two.
fn phrases(tokens: Vec<PlacedToken>) -> Vec<PlacedToken> {
    let mut out: Vec<PlacedToken> = Vec::new();
    let folded = |t: &PlacedToken| match &t.token {
        LineToken::Word(word) => fold(word),
        _ => String::new(),
    };
    let words: Vec<String> = tokens.iter().map(folded).collect();
    let draw = tokens.iter().any(|t| t.token == LineToken::Draw)
        || words.iter().any(|w| LISTS.draws.contains(w));
    let is_if = |at: usize| words.get(at).is_some_and(|w| LISTS.ifs.contains(w));
    let mut at = 0;
    while let Some(placed) = tokens.get(at) {
        let (LineToken::Word(_), Some(folded)) = (&placed.token, words.get(at)) else {
            out.push(placed.clone());
            at += 1;
            continue;
        };
        let mut token = placed.clone();
        if LISTS.any.contains(folded) {
            token.token = LineToken::Any;
            if let (Some(next), Some(word)) = (tokens.get(at + 1), words.get(at + 1))
                && LISTS.any_of.contains(word)
            {
                token.end = next.end;
                at += 1;
            }
        } else if LISTS.ifs.contains(folded) {
            token.token = LineToken::If;
            // `if instead`, `jeśli zaś`: one word.
            if let (Some(next), Some(word)) = (tokens.get(at + 1), words.get(at + 1))
                && LISTS.another.contains(word)
            {
                token.end = next.end;
                at += 1;
            }
        } else if LISTS.ors.contains(folded) || LISTS.another.contains(folded) && is_if(at + 1) {
            token.token = LineToken::Or;
        } else if LISTS.draws.contains(folded) {
            token.token = LineToken::Draw;
        } else if LISTS.marks.contains(folded) {
            token.token = LineToken::Mark;
        } else if LISTS.noise.contains(folded) || draw && LISTS.offers.contains(folded) {
            token.token = LineToken::Noise;
        }
        out.push(token);
        at += 1;
    }
    equal(out)
}

/// `7163 = Кf3`: the sign stands between two notations and offers nothing.
fn equal(mut tokens: Vec<PlacedToken>) -> Vec<PlacedToken> {
    for at in 1..tokens.len().saturating_sub(1) {
        let between = matches!(
            (tokens.get(at - 1), tokens.get(at), tokens.get(at + 1)),
            (
                Some(PlacedToken { token: LineToken::Move(a), .. }),
                Some(PlacedToken { token: LineToken::Draw, start, end }),
                Some(PlacedToken { token: LineToken::Move(b), .. })
            ) if shape::is_numeric(a) != shape::is_numeric(b) && end - start <= 2
        );
        if let (true, Some(sign)) = (between, tokens.get_mut(at)) {
            sign.token = LineToken::Slash;
        }
    }
    tokens
}

struct TokenLists {
    ifs: BTreeSet<String>,
    another: BTreeSet<String>,
    ors: BTreeSet<String>,
    any: BTreeSet<String>,
    any_of: BTreeSet<String>,
    draws: BTreeSet<String>,
    marks: BTreeSet<String>,
    noise: BTreeSet<String>,
    /// Words that say nothing only beside those of a draw.
    offers: BTreeSet<String>,
}

static LISTS: LazyLock<TokenLists> = LazyLock::new(|| {
    let set = |picks: &[Pick<PlayerWords>]| {
        let words = picks.iter().flat_map(|pick| vocabulary::players(pick));
        words.map(fold).collect()
    };
    TokenLists {
        ifs: set(&[|w| &w.joining.ifs]),
        another: set(&[|w| &w.joining.another]),
        ors: set(&[|w| &w.joining.ors]),
        any: set(&[|w| &w.joining.any]),
        any_of: set(&[|w| &w.joining.any_of]),
        draws: set(&[|w| &w.draws.names]),
        marks: set(&[
            |w| &w.chess.check,
            |w| &w.chess.mate,
            |w| &w.chess.marks,
            |w| &w.joining.ands,
        ]),
        noise: set(&[|w| &w.chess.beside, |w| &w.sides.white, |w| &w.sides.black]),
        offers: set(&[|w| &w.draws.offering]),
    }
});

static DRAW_MARK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(?:\(\s*[=½]\s*\)\??|[=½](?:\?|\s|$|[,.;!)])|\(\s*[=½]\s*\?\s*\))")
});
static SPACED_CASTLING: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:[0OО] [-–—] [0OО](?: [-–—] [0OО])?)(?:\s|$|[.,!?+#)])"));
static ORDINAL: LazyLock<Regex> = LazyLock::new(|| {
    let endings = either(&vocabulary::players(|w| &w.chess.ordinals));
    pattern(&format!(r"^(\d{{1,3}})-?(?:{endings})\b"))
});
static DOTS: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:\.{2,}|…|\. \. \.)"));
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[№#]?\s?(\d{1,3})(\.{2,}|…|\.…|\. \. \.|\.|\)|:)"));
static DATE_LIKE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{1,3}[./:]\d{1,2}\b|1/2-1/2|1-0\b|0-1\b|\d{1,2}:\d{2}(?::\d{2})?|https?://\S+|www\.\S+|[^\s<>@]+@[^\s<>@]+)",
    )
});
