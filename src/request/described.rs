//! Moves stated in sentences: which of the moves that a sentence names the writer plays,
//! which one he answers, and which hang on what the opponent will play. No position is
//! asked; a sentence that does not plainly state what is played leaves its moves to be
//! asked about, each with all of its words.

mod plain;

use plain::is_labelled_otherwise;

pub use plain::{is_plain, stands_alone};

use super::moves::{Builder, is_move, without_comments};
use super::sentence::{Mood, Sentence};
use super::token::{LineToken, PlacedToken, tokens};
use super::unbound::{no_series, said};
use super::{Doubt, TextSpan, pattern, shape, supposed, whole_words};
use crate::chess::notation::described::Gist;
use crate::fold::{self, fold};
use crate::vocabulary::{self, Pick, StatingWords, either};
use regex::Regex;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// A sentence parted from what it supposes in words.
struct ToldTail {
    head: Sentence,
    doubt: Doubt,
}

/// What a sentence supposes in words, with fewer moves written in it than a series has.
/// `follows` tells that a move of the writer's stands before the sentence.
fn tail_told(sentence: &Sentence, follows: impl FnOnce() -> bool) -> Option<ToldTail> {
    let supposed = supposed::of(sentence.text())?;
    let (before, behind) = sentence.text().split_at_checked(supposed.from)?;
    let written = tokens(behind);
    let written = written
        .iter()
        .filter(|t| is_named(&t.token) && is_written(&t.token));
    let has_words = !fold::words(before).is_empty();
    if written.count() > 1 || !(supposed.by_if || has_words || follows()) {
        return None;
    }
    let start = sentence.span.start;
    let end = start + supposed.from;
    Some(ToldTail {
        head: Sentence::at(TextSpan { start, end }, before),
        doubt: no_series(sentence, supposed),
    })
}

/// The sentences of a letter, asked whether a move is told before one of them.
struct StandsBefore<'t> {
    sentences: &'t [&'t Sentence],
    /// The first that tells of one.
    told: OnceCell<Option<usize>>,
}

impl StandsBefore<'_> {
    fn tells(&self, before: usize) -> bool {
        let head = |s: &&Sentence| {
            let tail = tail_told(s, || false);
            is_told(tail.as_ref().map_or(s, |tail| &tail.head))
        };
        let first = self
            .told
            .get_or_init(|| self.sentences.iter().position(head));
        first.is_some_and(|at| at < before)
    }
}

/// Whether a sentence tells of a move as the writer's own.
fn is_told(sentence: &Sentence) -> bool {
    Gist::of(sentence.text()).is_some_and(|gist| is_stated_at(sentence, gist.place()))
}

/// Adds the moves that some sentences state to those of the letter's lines. Where those
/// hold a move already, only what hangs on it is looked for. What should hang on a move
/// and is not understood is given back.
pub fn state(builder: &mut Builder, sentences: &[&Sentence]) -> Vec<Doubt> {
    let letter = ToldWords::of(sentences);
    let given = !builder.is_empty();
    let mut tails: Vec<(Vec<PlacedToken>, Sentence)> = Vec::new();
    let mut unclear = Vec::new();
    let before = StandsBefore {
        sentences,
        told: OnceCell::new(),
    };
    for (at, sentence) in sentences.iter().enumerate() {
        let follows = || !builder.is_empty() || before.tells(at);
        let head = tail_told(sentence, follows).map(|tail| {
            unclear.push(tail.doubt);
            tail.head
        });
        let sentence = head.as_ref().unwrap_or(*sentence);
        let parts = parts(sentence, !builder.is_empty(), &letter);
        let in_words = parts.head.iter().any(|p| !is_written(&p.token));
        let doubted = in_words && letter.is_undecided();
        if !doubted && !given && !parts.head.is_empty() {
            builder.line(&parts.head, sentence.span.start);
            builder.is_in_sentences();
        }
        if !parts.tail.is_empty() {
            tails.push((parts.tail, sentence.clone()));
        }
        if parts.unclear.iter().any(|t| is_move(&t.token)) {
            unclear.push(whole_tail(sentence));
        }
    }
    if builder.is_empty() {
        // The move before them is told in words: what it is, only the position says.
        unclear.extend(tails.iter().map(|(_, sentence)| whole_tail(sentence)));
        return match !unclear.is_empty() && before.tells(sentences.len()) {
            true => unclear,
            false => Vec::new(),
        };
    }
    for (tail, sentence) in tails {
        builder.awaits(&tail, sentence.span.start);
    }
    unclear
}

/// A sentence all of which hangs on a move.
fn whole_tail(sentence: &Sentence) -> Doubt {
    Doubt::NoSeries {
        text: said(sentence.text()),
        pairs: supposed::pairs(sentence.text()),
        span: sentence.span,
    }
}

/// Sentences that tell of a move, in a letter that leaves none undecided, without what they
/// suppose behind it: what move, only the position says. Where there are none, the first
/// that may tell of one, if the position has only one of that kind.
pub fn told(sentences: &[&Sentence]) -> Vec<Sentence> {
    let mut told: Vec<Sentence> = Vec::new();
    let mut hinted = None;
    for sentence in sentences {
        let tail = tail_told(sentence, || !told.is_empty());
        let sentence = tail.map_or_else(|| (*sentence).clone(), |tail| tail.head);
        let gist = Gist::read(sentence.text());
        let tells = told.len() < MOST_TOLD && gist.tells_enough();
        let hints = hinted.is_none() && gist.hints();
        if (tells || hints) && is_stated_at(&sentence, gist.place()) {
            match tells {
                true => told.push(sentence),
                false => hinted = Some(sentence),
            }
        }
    }
    if told.is_empty() {
        told.extend(hinted);
    }
    match told.is_empty() || !ToldWords::of(sentences).is_undecided() {
        true => told,
        false => Vec::new(),
    }
}

/// Whether a sentence states what stands at a place of it, in bytes.
fn is_stated_at(sentence: &Sentence, place: Range<usize>) -> bool {
    let from = begins_at(sentence.text(), place.start);
    let told = sentence
        .text()
        .get(from..ends_at(sentence.text(), place.end));
    let to_you = is_said_to_you(told.unwrap_or(sentence.text()));
    let states = matches!(mood_around(sentence, place), Mood::States | Mood::Denies);
    states && !is_quoted_in(sentence.text()) && !to_you
}

/// Whether the clause in which a place of a sentence stands denies it: `do not play c3`.
fn is_denied_at(sentence: &Sentence, place: Range<usize>) -> bool {
    let said = sentence.words();
    let first = said.partition_point(|w| w.end <= place.start);
    let behind = said.partition_point(|w| w.start < place.end);
    // The dot of `4. c3` ends no clause.
    let number = |at: Option<usize>| {
        let before = at.and_then(|at| said.get(at));
        before.is_some_and(|w| w.text.bytes().all(|b| b.is_ascii_digit()))
    };
    let parted =
        |at: usize| said.get(at).is_some_and(|w| w.opens_clause) && !number(at.checked_sub(1));
    let before = (0..first).rev().take_while(|at| !parted(at + 1));
    let after = (behind..said.len()).take_while(|at| !parted(*at));
    before.chain(after).any(|at| sentence.denies_first(at))
}

/// Whether a sentence states the move that is named in it, in a letter that leaves none
/// undecided.
pub fn is_stated(sentence: &Sentence, named: TextSpan, letter: &[&Sentence]) -> bool {
    let from = named.start.saturating_sub(sentence.span.start);
    let place = from..from + (named.end - named.start);
    is_stated_at(sentence, place.clone())
        && !is_denied_at(sentence, place)
        && !ToldWords::of(letter).is_undecided()
}

/// Whether a sentence that tells of a move denies it: `nicht den Bauern nach c3 ziehen`.
pub fn is_denied(sentence: &Sentence) -> bool {
    is_denied_at(sentence, Gist::read(sentence.text()).place())
}

/// Whether a square alone is named in a sentence as one that something goes to: `to f3`,
/// `na c6`, or right behind a longer word.
pub fn is_led_to(sentence: &Sentence, named: TextSpan) -> bool {
    let from = named.start.saturating_sub(sentence.span.start);
    let text = sentence.text().get(from..).unwrap_or("");
    let length = named.end - named.start;
    let bare = text.get(..length).is_some_and(|t| {
        let said = || t.chars().filter(|c| c.is_alphanumeric());
        let square = said().any(char::is_alphabetic) && said().any(|c| c.is_ascii_digit());
        said().count() <= 2 && square
    });
    let words = fold::words(sentence.text().get(..from).unwrap_or(""));
    let led = words
        .last()
        .is_some_and(|w| LISTS.to.contains(&w.text) || w.text.chars().count() > SHORT_WORD);
    bare && led
}

/// Words longer than this before a square may be a piece's name.
const SHORT_WORD: usize = 4;

/// The mood of the clauses in which a place of a sentence stands: what is wished or denied
/// of something else does not touch it, nor what is weighed before a `but`, nor a condition
/// behind it that tells of no move (`and unless I am blind that's mate`).
fn mood_around(sentence: &Sentence, place: Range<usize>) -> Mood {
    let whole = sentence.mood();
    if whole == Mood::States {
        return whole;
    }
    // `Bd4 and mate, or do I miss something?`
    if sentence.text().trim_end().ends_with('?') {
        return match asked_beside(sentence, &place) {
            Some(before) => mood_around(&before, place),
            None => whole,
        };
    }
    let end = match sentence.supposes_behind(place.end) {
        Some(at)
            if tells_no_move(sentence.text().get(at..).unwrap_or(""))
                && (sentence.supposes_by_if() || is_parted_at(sentence, at)) =>
        {
            at
        }
        _ if sentence.supposes_by_if() => return whole,
        _ => sentence.text().len(),
    };
    let from = begins_at(sentence.text(), place.start);
    let holds_words = |range: Range<usize>| {
        sentence
            .text()
            .get(range)
            .filter(|t| !fold::words(t).is_empty())
    };
    let behind = sentence.text().get(place.end..end).unwrap_or("");
    let to = behind
        .find(fold::parts_clauses)
        .map_or(end, |at| place.end + at);
    let lead = holds_words(0..from).map(|_| sentence.up_to(from));
    let core = holds_words(from..to).map(|core| Sentence::at(sentence.span, core));
    let Some(core) = core else { return whole };
    // `3...Bb4`: with its number it is told of now.
    let numbered = holds_words(0..place.start).is_some_and(ends_with_number);
    let says_but = |part: &Sentence| {
        fold::words(part.text())
            .iter()
            .any(|w| LISTS.but.contains(&w.text))
    };
    let first = fold::words(core.text()).into_iter().next();
    let against =
        first.is_some_and(|w| LISTS.but.contains(&w.text)) || lead.as_ref().is_some_and(says_but);
    // `I only write today: castles`: a colon parts the day from what is done.
    let colon = sentence
        .text()
        .get(..from)
        .is_some_and(|t| t.ends_with(':'));
    let holds = |lead: &Sentence| match lead.mood() {
        Mood::States | Mood::Denies | Mood::Asks => true,
        Mood::PutsOff => colon && !speaks_of_moves(lead),
        Mood::Tells => numbered,
        Mood::Supposes | Mood::Doubts => false,
    };
    match against || lead.is_none_or(|lead| holds(&lead)) {
        true => core.mood(),
        false => whole,
    }
}

/// Whether a clause begins at a place, or what an `and` joins: `c3 would be a mistake` says
/// all of it of the move.
fn is_parted_at(sentence: &Sentence, place: usize) -> bool {
    let said = sentence.words();
    let at = said.partition_point(|w| w.start < place);
    let joined = || {
        let before = sentence.text().get(..place).map(fold::words);
        let last = before.and_then(|words| words.into_iter().next_back());
        last.is_some_and(|w| LISTS.ands.contains(&w.text))
    };
    said.get(at).is_none_or(|w| w.opens_clause) || joined()
}

/// Whether a clause denies something, or calls it a move: `that is not my move yet:`.
fn speaks_of_moves(lead: &Sentence) -> bool {
    let denies = (0..lead.words().len()).any(|at| lead.denies_first(at));
    denies
        || fold::words(lead.text())
            .iter()
            .any(|w| LISTS.called.contains(&w.text))
}

/// What stands before an `or` with which a sentence asks about something else.
fn asked_beside(sentence: &Sentence, place: &Range<usize>) -> Option<Sentence> {
    let behind = sentence.text().get(place.end..)?;
    let or = fold::words(behind)
        .into_iter()
        .find(|w| LISTS.ors.contains(&w.text))?;
    let (before, rest) = sentence.text().split_at_checked(place.end + or.start)?;
    tells_no_move(rest).then(|| Sentence::at(sentence.span, before))
}

/// Whether a text ends with the number of a move: `3...`.
fn ends_with_number(text: &str) -> bool {
    let bare = text.trim_end();
    let dots = bare.trim_end_matches(['.', '…', ' ']);
    dots.len() < bare.len() && dots.ends_with(|c: char| c.is_ascii_digit())
}

/// Whether some words tell nothing of a move.
fn tells_no_move(text: &str) -> bool {
    !tokens(text).iter().any(|t| is_named(&t.token)) && Gist::of_half(text).is_none()
}

/// Where the clause begins that holds a place of a sentence.
fn begins_at(text: &str, place: usize) -> usize {
    let before = text.get(..place).unwrap_or("");
    before
        .rmatch_indices(fold::parts_clauses)
        .next()
        .map_or(0, |(at, mark)| at + mark.len())
}

/// Where the clause ends that holds a place of a sentence, a few words behind it too.
fn ends_at(text: &str, place: usize) -> usize {
    let rest = text.get(place..).unwrap_or("");
    let mut end = place;
    for (at, clause) in rest.split_inclusive(fold::parts_clauses).enumerate() {
        let short = fold::words(clause).len() <= FEW_WORDS;
        if at > 0 && !short {
            break;
        }
        end += clause.len();
    }
    end
}

/// Most sentences of a letter that are asked about.
const MOST_TOLD: usize = 3;

fn is_quoted_in(text: &str) -> bool {
    QUOTED.is_match(text)
}

/// The opponent is spoken to, and nothing is said of the writer.
fn is_said_to_you(text: &str) -> bool {
    let words = fold::words(text);
    let any = |list: &BTreeSet<String>| words.iter().any(|w| list.contains(&w.text));
    let spoken_to = words
        .iter()
        .any(|w| LISTS.you.contains(&w.text) && !LISTS.theirs.contains(&w.text));
    spoken_to && !any(&LISTS.mine)
}

/// What a letter says besides its moves, looked for when it is asked.
struct ToldWords<'t> {
    sentences: &'t [&'t Sentence],
    undecided: OnceCell<bool>,
    for_another: OnceCell<bool>,
}

impl<'t> ToldWords<'t> {
    fn of(sentences: &'t [&'t Sentence]) -> ToldWords<'t> {
        ToldWords {
            sentences,
            undecided: OnceCell::new(),
            for_another: OnceCell::new(),
        }
    }

    /// What is played is not decided yet.
    fn is_undecided(&self) -> bool {
        let says = || self.sentences.iter().any(|s| UNDECIDED.is_match(s.text()));
        *self.undecided.get_or_init(says)
    }

    /// Somebody writes for another.
    fn is_for_another(&self) -> bool {
        let is_kin = |word: &fold::Word| LISTS.kin.contains(&word.text);
        let says = || {
            let words = |s: &&Sentence| fold::words(s.text()).iter().any(is_kin);
            self.sentences.iter().any(words)
        };
        *self.for_another.get_or_init(says)
    }
}

/// Whether a token is none of the moves told in words.
fn is_written(token: &LineToken) -> bool {
    match token {
        LineToken::Move(text) | LineToken::Theirs(text) => !text.contains(' '),
        _ => true,
    }
}

/// The tokens of a sentence, by what they are for.
#[derive(Debug, Default)]
struct SentenceParts {
    /// What is stated.
    head: Vec<PlacedToken>,
    /// What hangs on the opponent's move.
    tail: Vec<PlacedToken>,
    /// What should, and how is not plain.
    unclear: Vec<PlacedToken>,
}

/// A token with its word, folded: empty where it is a mark.
struct WordToken {
    placed: PlacedToken,
    word: String,
    /// As written.
    raw: String,
}

/// `follows` tells that a move of the writer's stands before the sentence.
fn parts(sentence: &Sentence, follows: bool, letter: &ToldWords<'_>) -> SentenceParts {
    let (all, _) = without_comments(tokens(sentence.text()));
    let has_moves = |t: &[WordToken]| t.iter().any(|t| is_named(&t.placed.token));
    let word = |placed: PlacedToken| {
        let raw = sentence.text().get(placed.start..placed.end).unwrap_or("");
        WordToken {
            word: fold(raw),
            raw: raw.to_owned(),
            placed,
        }
    };
    let all: Vec<WordToken> = all.into_iter().map(word).collect();
    if !has_moves(&all) {
        return SentenceParts::default();
    }
    let quoted: Vec<_> = QUOTED
        .find_iter(sentence.text())
        .map(|m| m.range())
        .collect();
    let is_quoted = |t: &WordToken| quoted.iter().any(|q| q.contains(&t.placed.start));
    if all
        .iter()
        .any(|t| is_named(&t.placed.token) && is_quoted(t))
    {
        return SentenceParts::default();
    }
    // `I thought of d4, but I play e4`: what is said last holds.
    // `but if` goes on with another branch.
    let goes_on = |at: usize| {
        let next = all.get(at + 1).map(|t| &t.placed.token);
        next == Some(&LineToken::If)
    };
    let corrects = |at: &usize| {
        let word = all.get(*at).map(|t| &t.word);
        word.is_some_and(|word| LISTS.but.contains(word)) && !goes_on(*at)
    };
    let but = (0..all.len()).rev().find(corrects);
    let last = but
        .and_then(|at| all.get(at + 1..))
        .filter(|t| has_moves(t));
    let judged = last.unwrap_or(&all);
    let (head, tail) = judged.split_at(awaits(judged, follows).unwrap_or(judged.len()));
    let placed = |some: &[WordToken]| some.iter().map(|t| t.placed.clone()).collect::<Vec<_>>();
    let not_plain = || SentenceParts {
        unclear: placed(tail),
        ..SentenceParts::default()
    };
    // Series stand in sentences that suppose; in those that state, what is supposed.
    let suits = match sentence.mood_of(place_of(judged, sentence)) {
        Mood::States => true,
        Mood::Supposes | Mood::Denies => !tail.is_empty(),
        Mood::Asks | Mood::Doubts | Mood::Tells | Mood::PutsOff => false,
    };
    let awaited = tail.iter().filter(|t| is_named(&t.placed.token)).count();
    // Half a pair: `I play d4 if you play Nf6` may hang the wrong way round.
    if !suits {
        return SentenceParts::default();
    }
    if awaited % 2 == 1 || vetoed(head) {
        return not_plain();
    }
    let mut parts = SentenceParts::default();
    match is_loose(tail) {
        true => parts.unclear = placed(tail),
        false => parts.tail = placed(tail),
    }
    let mut own = false;
    for clause in clauses(head).into_iter().filter(|c| has_moves(c)) {
        let numbered = clause.iter().any(|t| numbers(&t.placed.token));
        let from = clause.first().map_or(0, |t| t.placed.start);
        if !numbered && is_labelled_otherwise(sentence.text(), from) {
            return not_plain();
        }
        match judged_clause(clause, follows, letter) {
            ClauseSays::Mine => own = true,
            ClauseSays::Theirs => {}
            ClauseSays::Aside => continue,
            ClauseSays::Unclear => return not_plain(),
        }
        parts.head.extend(placed(clause));
        // One clause ends before the next begins.
        let end = clause.last().map_or(0, |t| t.placed.end);
        parts.head.push(PlacedToken {
            token: LineToken::Break,
            start: end,
            end,
        });
    }
    if !own {
        parts.head.clear();
    }
    parts
        .head
        .retain(|p| !matches!(p.token, LineToken::Word(_)));
    parts
}

/// Where the moves of some tokens stand in the letter.
fn place_of(tokens: &[WordToken], sentence: &Sentence) -> TextSpan {
    let mut moves = tokens
        .iter()
        .filter(|t| is_named(&t.placed.token))
        .map(|t| t.placed.span(sentence.span.start));
    let first = moves.next().unwrap_or(sentence.span);
    TextSpan {
        start: first.start,
        end: moves.next_back().map_or(first.end, |last| last.end),
    }
}

fn numbers(token: &LineToken) -> bool {
    matches!(token, LineToken::Number { dots: 1.., .. } | LineToken::Dots)
}

fn is_named(token: &LineToken) -> bool {
    is_move(token) || matches!(token, LineToken::Theirs(_))
}

/// Where what hangs on the opponent's move begins.
fn awaits(tokens: &[WordToken], follows: bool) -> Option<usize> {
    let moves_behind = |at: usize| {
        let rest = tokens.get(at..).unwrap_or(&[]);
        rest.iter().filter(|t| is_named(&t.placed.token)).count()
    };
    tokens.iter().enumerate().position(|(at, token)| {
        if token.placed.token == LineToken::If {
            return true;
        }
        let rest = tokens.get(at..).unwrap_or(&[]);
        if moves_behind(at) < 2 {
            return false;
        }
        if entry(rest, &LISTS.awaiting).is_some() && !LISTS.upon.contains(&token.word) {
            return true;
        }
        // `1... c5. На 2. Кf3 отвечу 2... d6`: only where a move stands already.
        let before = tokens.get(..at).unwrap_or(&[]);
        let mine = follows || before.iter().any(|t| is_named(&t.placed.token));
        let clause_begins = at
            .checked_sub(1)
            .and_then(|i| tokens.get(i))
            .is_none_or(|t| matches!(t.placed.token, LineToken::Break | LineToken::Mark));
        mine && clause_begins
            && entry(rest, &LISTS.upon).is_some_and(|length| {
                let next = rest.get(length).map(|t| &t.placed.token);
                next.is_some_and(|t| {
                    is_named(t) || matches!(t, LineToken::Number { .. } | LineToken::Dots)
                })
            })
    })
}

/// How many tokens an entry of a list takes at the start of these.
fn entry(tokens: &[WordToken], list: &BTreeSet<String>) -> Option<usize> {
    let words = tokens.iter().map(|token| token.word.as_str());
    fold::entry(words.take_while(|word| !word.is_empty()), list)
}

/// Whether words beside the moves take from them that they are played: those up to the
/// last move and in its clause, and a few behind it (`knight f3, I think`).
fn vetoed(tokens: &[WordToken]) -> bool {
    let last = tokens.iter().rposition(|t| is_named(&t.placed.token));
    let Some(last) = last else { return false };
    let behind = tokens.get(last + 1..).unwrap_or(&[]);
    let mut clauses = behind.split(|t| t.placed.token == LineToken::Break);
    let own = clauses.next().unwrap_or(&[]);
    // `I play d4 and would ask you to tell him`: something else is said behind the `and`.
    let and = |t: &WordToken| t.placed.token == LineToken::Mark;
    let more = own.iter().position(and);
    let more = more.filter(|_| {
        tokens
            .get(..=last)
            .is_some_and(|up_to| anchored(up_to, last))
    });
    let own = own.get(..more.unwrap_or(own.len())).unwrap_or(own);
    let short = clauses.filter(|c| c.iter().filter(|t| !t.raw.is_empty()).count() <= FEW_WORDS);
    // `I thought long and play d4`: the words behind the `and` are about the move.
    let up_to = tokens.get(..=last).unwrap_or(&[]);
    let first = up_to
        .iter()
        .position(|t| is_named(&t.placed.token))
        .unwrap_or(last);
    let and = up_to.get(..first).unwrap_or(&[]);
    let and = and.iter().rposition(|t| t.placed.token == LineToken::Mark);
    let anew = and.filter(|at| {
        let rest = up_to.get(*at..).unwrap_or(&[]);
        anchored(rest, first - at)
    });
    let near = up_to
        .get(anew.unwrap_or(0)..last)
        .unwrap_or(&[])
        .iter()
        .chain(own);
    let said: Vec<&str> = near
        .chain(short.flatten())
        .filter(|t| !is_named(&t.placed.token))
        .map(|t| t.raw.as_str())
        .collect();
    VETO.is_match(&said.join(" "))
}

/// Whether words in what hangs on a move take from it that it is promised: `maybe`.
fn is_loose(tail: &[WordToken]) -> bool {
    let last = tail.iter().rposition(|t| is_named(&t.placed.token));
    let behind = last.map_or(0, |at| at + 1);
    let purpose = (behind..tail.len()).find(|at| {
        let rest = tail.get(*at..).unwrap_or(&[]);
        entry(rest, &LISTS.because).is_some()
    });
    let tail = tail.get(..purpose.unwrap_or(tail.len())).unwrap_or(tail);
    let said: Vec<&str> = tail.iter().map(|t| t.raw.as_str()).collect();
    LOOSE.is_match(&said.join(" "))
}

/// So many words behind a move are said of it.
const FEW_WORDS: usize = 3;

/// The clauses of a sentence: what stands between commas, dashes and colons outside of
/// brackets, and what begins with a ground or a purpose.
fn clauses(tokens: &[WordToken]) -> Vec<&[WordToken]> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, token) in tokens.iter().enumerate() {
        let rest = tokens.get(at..).unwrap_or(&[]);
        let ends = token.placed.token == LineToken::Break;
        // `2, Nf3`: a number is no clause.
        let number = |t: &WordToken| matches!(t.placed.token, LineToken::Number { .. });
        let clause = tokens.get(from..at).unwrap_or(&[]);
        if ends && clause.iter().all(number) && !clause.is_empty() {
            continue;
        }
        if ends || at > from && entry(rest, &LISTS.because).is_some() {
            found.push(clause);
            from = if ends { at + 1 } else { at };
        }
    }
    found.extend(tokens.get(from..));
    found
}

/// What a clause with moves says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClauseSays {
    /// The writer's move, perhaps behind the one it answers.
    Mine,
    /// The opponent's move.
    Theirs,
    /// Something beside: a purpose, a ground.
    Aside,
    /// What, is not plain.
    Unclear,
}

fn judged_clause(clause: &[WordToken], follows: bool, letter: &ToldWords<'_>) -> ClauseSays {
    if entry(clause, &LISTS.because).is_some() {
        return ClauseSays::Aside;
    }
    let first = clause.iter().position(|t| is_named(&t.placed.token));
    let last = clause.iter().rposition(|t| is_named(&t.placed.token));
    let (Some(first), Some(last)) = (first, last) else {
        return ClauseSays::Aside;
    };
    let begins = clause.iter().position(|t| !t.word.is_empty());
    let rest = begins.and_then(|at| clause.get(at..)).unwrap_or(&[]);
    let answered = answered(rest);
    let upon = answered.is_some();
    let before = clause.get(begins.unwrap_or(0) + answered.unwrap_or(0)..first);
    let before = before.unwrap_or(&[]);
    let mut behind = clause.get(first + 1..).unwrap_or(&[]);
    let named = clause.iter().filter(|t| is_named(&t.placed.token)).count();
    let spoken_to = clause
        .iter()
        .take(first)
        .any(|t| LISTS.you.contains(&t.word));
    let restated = entry(rest, &LISTS.restating).is_some();
    let theirs = |t: &WordToken| matches!(t.placed.token, LineToken::Theirs(_));
    if named == 1 && !restated && (upon || spoken_to || clause.iter().any(theirs)) {
        // `на f3` behind a move says where it goes.
        let on_its_own = upon && !spoken_to && follows;
        return if on_its_own {
            ClauseSays::Unclear
        } else {
            ClauseSays::Theirs
        };
    }
    if named == 2 && (upon || spoken_to) && !restated {
        // `На e4 отвечаю c5`.
        let between = clause.get(first + 1..last).unwrap_or(&[]);
        let answers = between
            .iter()
            .any(|t| LISTS.replying.contains(&t.word) || LISTS.mine.contains(&t.word));
        if !answers {
            return ClauseSays::Unclear;
        }
        behind = clause.get(last + 1..).unwrap_or(&[]);
    }
    let says =
        |t: &WordToken| t.placed.token.is_word() && !LISTS.aside.contains(&t.word) && t.raw != "?";
    // Behind an `and` something else is said, where it is plain whose move it is.
    let mine = anchored(clause, first);
    let says_more = |t: &WordToken| t.placed.token.is_word() && !LISTS.aside.contains(&t.word);
    let ends = behind
        .iter()
        .position(|t| mine && t.placed.token == LineToken::Mark);
    let said = behind.get(..ends.unwrap_or(behind.len())).unwrap_or(&[]);
    if said.iter().any(says_more) {
        return ClauseSays::Unclear;
    }
    let unknown: Vec<&WordToken> = before.iter().filter(|t| says(t)).collect();
    let plain = unknown.iter().all(|t| {
        [
            &LISTS.upon,
            &LISTS.replying,
            &LISTS.kin,
            &LISTS.reporting,
            &LISTS.mine,
        ]
        .iter()
        .any(|list| list.contains(&t.word))
    });
    // Four digits without a number or a word of a move are a telephone, or a house: `my
    // telephone 32-33` calls them something else.
    let is_label = |t: &WordToken| t.placed.token == LineToken::Noise;
    let words = before.iter().rfind(|t| !t.word.is_empty());
    let called = words.is_some_and(is_label);
    // `my number 32-33` has a word that is said beside a move, and none for one.
    let speaks_of_move = before.iter().any(|t| LISTS.called.contains(&t.word));
    let label = called || unknown.is_empty() && speaks_of_move;
    let figures = clause.iter().filter(|t| is_named(&t.placed.token));
    let figures = figures.clone().all(|t| shape::is_numeric(&t.raw));
    if figures && !label && !restated && !clause.iter().any(|t| numbers(&t.placed.token)) {
        return ClauseSays::Unclear;
    }
    // `Antek gra skoczkiem na c6`, in a letter of his mother's.
    let is_name = |t: &&WordToken| t.raw.starts_with(char::is_uppercase);
    let named_player = || unknown.len() <= 2 && unknown.iter().all(is_name);
    // `the knight ventures out to f3` is no pawn's move: a square alone says nothing of
    // the words that it stands with.
    let bare = |t: &WordToken| is_named(&t.placed.token) && t.raw.chars().count() <= 2;
    // `the rook goes one square, that is to e1`: it belongs to what is said before.
    let led = first
        .checked_sub(1)
        .and_then(|at| clause.get(at))
        .is_some_and(|t| LISTS.to.contains(&t.word));
    if restated && led && clause.iter().any(bare) {
        return ClauseSays::Unclear;
    }
    if !plain && !restated && !unknown.is_empty() && clause.iter().any(bare) {
        return ClauseSays::Unclear;
    }
    if plain || restated || mine || named_player() && letter.is_for_another() {
        return ClauseSays::Mine;
    }
    ClauseSays::Unclear
}

/// How many tokens `on your move` takes, where the opponent's move stands right behind.
fn answered(tokens: &[WordToken]) -> Option<usize> {
    let length = entry(tokens, &LISTS.upon)?;
    let slight = |t: &&WordToken| {
        t.placed.token == LineToken::Noise
            || LISTS.you.contains(&t.word)
            || matches!(t.placed.token, LineToken::Number { .. } | LineToken::Dots)
    };
    let behind = tokens.get(length..)?;
    let skipped = behind.iter().take_while(slight).count();
    is_named(&behind.get(skipped)?.placed.token).then_some(length + skipped)
}

/// Whether the words at a move say that it is the writer's.
fn anchored(clause: &[WordToken], at: usize) -> bool {
    let inside = clause.get(at).is_some_and(|t| {
        let words = t.word.split(' ');
        words.clone().count() > 1 && words.take(3).any(|w| LISTS.mine.contains(w))
    });
    let marks = |t: &&WordToken| {
        matches!(
            t.placed.token,
            LineToken::Number { .. } | LineToken::Dots | LineToken::Break
        )
    };
    let before = clause.get(..at).unwrap_or(&[]);
    let near = before.iter().rev().skip_while(marks).take(2);
    let said = near
        .into_iter()
        .any(|t| LISTS.mine.contains(&t.word) || t.placed.token == LineToken::Noise);
    inside || said
}

struct DescriptionLists {
    mine: BTreeSet<String>,
    you: BTreeSet<String>,
    theirs: BTreeSet<String>,
    /// Before the square that a piece goes to.
    to: BTreeSet<String>,
    replying: BTreeSet<String>,
    upon: BTreeSet<String>,
    awaiting: BTreeSet<String>,
    kin: BTreeSet<String>,
    reporting: BTreeSet<String>,
    because: BTreeSet<String>,
    but: BTreeSet<String>,
    restating: BTreeSet<String>,
    aside: BTreeSet<String>,
    /// Say nothing beside a move that stands alone in its clause: `for me`, `let it be`.
    settling: BTreeSet<String>,
    /// What a move is called.
    called: BTreeSet<String>,
    ands: BTreeSet<String>,
    ors: BTreeSet<String>,
}

fn set(picks: &[Pick<StatingWords>]) -> BTreeSet<String> {
    let words = picks
        .iter()
        .flat_map(|pick| vocabulary::players(|w| pick(&w.stating)));
    fold::set(&words.collect::<Vec<_>>())
}

static LISTS: LazyLock<DescriptionLists> = LazyLock::new(|| DescriptionLists {
    mine: set(&[|s| &s.mine]),
    you: set(&[|s| &s.you]),
    theirs: fold::set(&vocabulary::players(|w| &w.play.theirs)),
    to: fold::set(&vocabulary::players(|w| &w.play.to)),
    replying: set(&[|s| &s.replying]),
    upon: set(&[|s| &s.upon]),
    awaiting: set(&[|s| &s.awaiting]),
    kin: set(&[|s| &s.kin]),
    reporting: set(&[|s| &s.reporting]),
    because: set(&[|s| &s.because]),
    but: {
        let therefore = fold::set(&vocabulary::players(|w| &w.joining.therefore));
        set(&[|s| &s.but]).into_iter().chain(therefore).collect()
    },
    restating: set(&[|s| &s.restating]),
    aside: set(&[|s| &s.aside, |s| &s.then]),
    settling: set(&[|s| &s.settling]),
    called: fold::set(&vocabulary::players(|w| &w.meanings.moving)),
    ands: fold::set(&vocabulary::players(|w| &w.joining.ands)),
    ors: fold::set(&vocabulary::players(|w| &w.joining.ors)),
});

/// Somebody's words within a sentence.
static QUOTED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"«[^»]+»|“[^”]+”|„[^”“]+[”“]|"[^"]+"|‘[^’]+’|›[^‹]+‹|»[^«]+«"#));

static VETO: LazyLock<Regex> =
    LazyLock::new(|| whole_words(&vocabulary::players(|w| &w.stating.veto)));

static LOOSE: LazyLock<Regex> =
    LazyLock::new(|| whole_words(&vocabulary::players(|w| &w.stating.loose)));

static UNDECIDED: LazyLock<Regex> = LazyLock::new(|| {
    let words = either(&vocabulary::players(|w| &w.stating.undecided));
    pattern(&format!(r"(?i)\b(?:{words})\b"))
});
