//! A series told in words: what is supposed of the opponent, and what is played then. `If
//! he recaptures with the d-pawn, I castle`. The words are parted here, in every way in
//! which they may be meant; the position says which of them holds.

use super::token::{LineToken, tokens};
use super::verb_first::VerbFirst;
use super::whole_words;
use crate::chess::notation::{self, described::Gist};
use crate::fold::{self, Word};
use crate::language::Language;
use crate::vocabulary;
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// One way in which the words of a supposition are parted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupposedPair {
    /// What the opponent may play: a written move, or the words that tell of it.
    pub expected: String,
    /// What is played then.
    pub answer: String,
}

/// A sentence that supposes a move and answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supposed {
    /// Where the supposition begins in its sentence, in bytes: what stands before is no
    /// part of it.
    pub from: usize,
    /// It says if: what it answers may not have been played yet.
    pub by_if: bool,
    /// The ways in which it may be meant.
    pub pairs: Vec<SupposedPair>,
}

/// Most places at which a sentence may part.
const MOST_PAIRS: usize = 6;

/// Words that may stand between the mark and the if: `, and then if`.
const MOST_JOINING: usize = 2;

/// A sentence longer than this, in bytes, is a story.
const LONG: usize = 300;

/// What a sentence supposes of the opponent and answers at once, in the words of one
/// language.
pub fn of(text: &str) -> Option<Supposed> {
    if text.len() > LONG || text.trim_end().ends_with('?') {
        return None;
    }
    let words = fold::words(text);
    let mut all = LISTS.iter();
    all.find_map(|lists| lists.supposed(text, &words))
}

/// The ways in which a sentence may suppose a move and answer it; none where it does not.
pub fn pairs(text: &str) -> Vec<SupposedPair> {
    of(text).map_or_else(Vec::new, |supposed| supposed.pairs)
}

impl SupposedLists {
    fn supposed(&self, text: &str, words: &[Word]) -> Option<Supposed> {
        let begun = self.begins(text, words)?;
        let behind = words.get(begun.behind..).unwrap_or(&[]);
        let first = behind.first()?.start;
        let mut pairs: Vec<SupposedPair> = Vec::new();
        for (at, both) in behind.windows(2).enumerate() {
            let [last, next] = both else { continue };
            let between = text.get(last.end..next.start).unwrap_or("");
            let rest = behind.get(at + 1..).unwrap_or(&[]);
            if !(parts(between) || entry(rest, &self.opens_answer).is_some()) {
                continue;
            }
            let expected = self.half(text.get(first..last.end).unwrap_or(""), true);
            let answer = text.get(next.start..).unwrap_or("");
            // `then I take back, no need to wait two days`
            let answer = (ends(answer).and_then(|end| self.half(answer.get(..end)?, false)))
                .or_else(|| self.half(answer, false));
            if let (Some(expected), Some(answer)) = (expected, answer) {
                let pair = SupposedPair { expected, answer };
                if !pairs.contains(&pair) && pairs.len() < MOST_PAIRS {
                    pairs.push(pair);
                }
            }
        }
        (!pairs.is_empty()).then_some(Supposed {
            from: begun.from,
            by_if: begun.by_if,
            pairs,
        })
    }

    /// The first clause of a sentence that opens with an if, or with what is answered.
    fn begins(&self, text: &str, words: &[Word]) -> Option<Begun> {
        let opens_clause = |at: usize| {
            let before = at.checked_sub(1).and_then(|i| words.get(i));
            before.is_none_or(|before| {
                let start = words.get(at).map_or(text.len(), |w| w.start);
                text.get(before.end..start).is_some_and(parts)
            })
        };
        let joins = |at: usize| words.get(at).is_some_and(|w| self.joins.contains(&w.text));
        (0..words.len()).find_map(|at| {
            let rest = words.get(at..).unwrap_or(&[]);
            // `I play d4 and should you answer`: an if needs no mark behind an `and`.
            let upon = entry(rest, &self.upon);
            let (length, by_if) = match entry(rest, &self.ifs) {
                Some(length) => (length, upon.is_none()),
                None if self.verb_first.opens(rest) => (0, true),
                None => (upon?, false),
            };
            let joined = (0..=MOST_JOINING.min(at)).take_while(|j| *j == 0 || joins(at - j));
            let begun = |j: &usize| opens_clause(at - j) || by_if && *j > 0;
            let joined = joined.filter(begun).last()?;
            Some(Begun {
                from: words.get(at - joined).map_or(0, |w| w.start),
                behind: at + length,
                by_if,
            })
        })
    }

    /// One half of a supposition: the move written in it where nothing else is said, or the
    /// words that tell of one. `of_opponent`: it is what he plays.
    fn half(&self, text: &str, of_opponent: bool) -> Option<String> {
        let words = fold::words(text);
        let any = |list: &BTreeSet<String>| words.iter().any(|w| list.contains(&w.text));
        // A purpose behind promises nothing, and takes nothing back.
        let purpose = self.purpose(&words).unwrap_or(text.len());
        let said: Vec<&Word> = words.iter().filter(|w| w.start < purpose).collect();
        let raw: Vec<&str> = said
            .iter()
            .filter_map(|w| text.get(w.start..w.end))
            .collect();
        if self.loose.is_match(&raw.join(" ")) {
            return None;
        }
        // `If I take, he takes back` plans the other way round.
        let of_another = match of_opponent {
            true => any(&self.mine) && !any(&self.his),
            false => any(&self.you) && !any(&self.mine),
        };
        if of_another {
            return None;
        }
        if notation::is_pawn_capture(text.trim()) {
            return Some(text.trim().to_owned());
        }
        // `takes my queen (Bxd1)`: the same once more.
        if let Some((words, more)) = text.split_once('(')
            && let inside = more.split(')').next().unwrap_or(more)
            && !words.trim().is_empty()
            && notation::looks_like_move(inside.trim())
        {
            return Some(inside.trim().to_owned());
        }
        let placed = tokens(text);
        let mut moves = placed.iter().filter_map(|t| match &t.token {
            LineToken::Move(text) | LineToken::Theirs(text) => Some((text, t.start..t.end)),
            _ => None,
        });
        let written = moves.next();
        if moves.next().is_some() {
            return None;
        }
        if let Some((mv, place)) = written
            && !mv.contains(char::is_whitespace)
        {
            let slight = |w: &&Word| {
                place.contains(&w.start)
                    || self.slight.contains(&w.text)
                    || w.text.bytes().all(|b| b.is_ascii_digit())
            };
            let before = words.iter().rfind(|w| w.start < place.start);
            let led = before.is_some_and(|w| self.to.contains(&w.text));
            let is_square = mv.chars().filter(|c| c.is_alphanumeric()).count() <= 2;
            if said.iter().all(slight) && !(led && is_square) {
                return Some(mv.clone());
            }
            // A square belongs to the piece that the words name, which must be understood.
            let tells = |w: &&Word| self.pieces.contains(&w.text) || self.taking.contains(&w.text);
            if is_square && !said.iter().any(tells) {
                return None;
            }
        }
        let told = text.get(..purpose).unwrap_or(text).trim();
        Gist::of_half(told).map(|_| told.to_owned())
    }

    /// Where a purpose or a ground begins, in bytes: `чтобы не терять время`.
    fn purpose(&self, words: &[Word]) -> Option<usize> {
        let begins = (1..words.len()).find(|at| {
            let rest = words.get(*at..).unwrap_or(&[]);
            entry(rest, &self.because).is_some()
        });
        begins.and_then(|at| words.get(at)).map(|w| w.start)
    }
}

/// Where a supposition begins.
struct Begun {
    /// In bytes, with the words that join it to what stands before.
    from: usize,
    /// The first word behind its if.
    behind: usize,
    by_if: bool,
}

/// Whether what stands between two words ends a clause.
fn parts(between: &str) -> bool {
    between.contains([',', ';', ':', '(', '–', '—', '.', '!']) && !between.contains("...")
        || between.contains(" - ")
}

/// Where the first clause of some words ends, if more follow.
fn ends(text: &str) -> Option<usize> {
    let words = fold::words(text);
    let mut both = words.windows(2);
    both.find_map(|pair| match pair {
        [last, next] => parts(text.get(last.end..next.start)?).then_some(last.end),
        _ => None,
    })
}

/// How many words an entry of a list takes at the start of these.
fn entry(words: &[Word], list: &EntryWords) -> Option<usize> {
    words.first().filter(|w| list.firsts.contains(&w.text))?;
    fold::entry(words.iter().map(|w| w.text.as_str()), &list.all)
}

/// Entries of one or several words, and the first words of them.
struct EntryWords {
    all: BTreeSet<String>,
    firsts: BTreeSet<String>,
}

impl EntryWords {
    fn of(all: BTreeSet<String>) -> EntryWords {
        let first = |entry: &String| entry.split(' ').next().map(str::to_owned);
        EntryWords {
            firsts: all.iter().filter_map(first).collect(),
            all,
        }
    }
}

/// The words of one language.
struct SupposedLists {
    /// Open a supposition.
    ifs: EntryWords,
    /// Say first what the opponent does, where an if could stand: `nimmt er`.
    verb_first: &'static VerbFirst,
    /// Stand before what is answered.
    upon: EntryWords,
    /// Join it to what stands before.
    joins: BTreeSet<String>,
    /// Open the answer.
    opens_answer: EntryWords,
    mine: BTreeSet<String>,
    you: BTreeSet<String>,
    /// Say that the opponent does it.
    his: BTreeSet<String>,
    /// Say nothing beside a written move.
    slight: BTreeSet<String>,
    because: EntryWords,
    to: BTreeSet<String>,
    pieces: BTreeSet<String>,
    /// Say that something is taken.
    taking: BTreeSet<String>,
    /// With these nothing is promised.
    loose: Regex,
}

static LISTS: LazyLock<Vec<SupposedLists>> = LazyLock::new(|| {
    let of = |language: Language| {
        let words = vocabulary::players_of(language);
        let (said, joining, play) = (&words.stating, &words.joining, &words.play);
        let set = |lists: &[&Vec<String>]| -> BTreeSet<String> {
            let all = lists.iter().copied().flatten();
            all.map(|word| fold::fold(word)).collect()
        };
        let loose: Vec<&str> = said.loose.iter().map(String::as_str).collect();
        SupposedLists {
            ifs: EntryWords::of(set(&[&joining.ifs, &said.awaiting])),
            verb_first: VerbFirst::of(language),
            upon: EntryWords::of(set(&[&said.upon])),
            joins: set(&[&joining.ands, &joining.another, &said.then]),
            opens_answer: EntryWords::of(set(&[&said.then, &said.replying, &said.mine])),
            mine: set(&[&said.mine]),
            you: set(&[&said.you]),
            his: set(&[&said.you, &said.kin, &play.theirs, &said.opponent]),
            slight: set(&[
                &said.mine,
                &said.replying,
                &said.then,
                &said.you,
                &said.kin,
                &play.theirs,
                &said.opponent,
                &said.awaited,
                &said.aside,
                &said.upon,
                &joining.ands,
                &joining.another,
            ]),
            because: EntryWords::of(set(&[&said.because, &joining.ifs])),
            to: set(&[&play.to]),
            taking: set(&[&play.taking]),
            pieces: set(&[
                &play.king,
                &play.queen,
                &play.rook,
                &play.bishop,
                &play.knight,
                &play.pawn,
            ]),
            loose: whole_words(&loose),
        }
    };
    Language::ALL.into_iter().map(of).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        let told = |p: SupposedPair| format!("{} > {}", p.expected, p.answer);
        pairs(text).into_iter().map(told).collect()
    }

    #[test]
    fn a_supposition_is_parted_where_its_answer_begins() {
        let rows = [
            (
                "If he recaptures with the d-pawn, I castle.",
                "he recaptures with the d-pawn > I castle.",
            ),
            (
                "Bishop to b5, and should you answer a7-a6, I retreat the bishop to a4",
                "a7-a6 > I retreat the bishop to a4",
            ),
            (
                "На 3...a6 отступаю слоном на a4, чтобы нам не терять неделю.",
                "a6 > отступаю слоном на a4",
            ),
            (
                "cd, а якщо кінь поб'є на d5 то слон бере на е7",
                "кінь поб'є на d5 > то слон бере на е7",
            ),
            (
                "Jeśli on tam zbije, to ja odbijam pionem d",
                "on tam zbije > to ja odbijam pionem d",
            ),
            (
                "Если соперник ответит Кf6, то сразу короткая рокировка",
                "Кf6 > то сразу короткая рокировка",
            ),
            ("Falls Sf6 kommt, dann gleich d4.", "Sf6 > d4"),
            ("С:с6, а если dc, то 0-0.", "dc > 0-0"),
            (
                "Wenn Sie meine Dame nehmen (Lxd1), kommt sofort Lxf7+, das sage ich Ihnen.",
                "Lxd1 > Lxf7",
            ),
            (
                "Assuming you take back with the e-pawn I shall bring the king's knight to f3.",
                "you take back with the e-pawn > I shall bring the king's knight to f3.",
            ),
        ];
        let missed = rows
            .iter()
            .filter(|(text, pair)| !said(text).contains(&(*pair).to_owned()));
        let missed: Vec<_> = missed.map(|(text, _)| (text, said(text))).collect();
        assert!(missed.is_empty(), "{missed:#?}");
    }

    #[test]
    fn what_is_no_promise_is_none() {
        for text in [
            "If I take, he takes back",
            "If you take the bishop, I might castle",
            "If he had taken, I would castle",
            "If he takes on c6, may I castle?",
            "Если бы он взял, я бы рокировал",
            "Если соперник возьмёт, я не возьму",
            "If it rains tomorrow, I stay at home",
        ] {
            assert!(said(text).is_empty(), "{text}: {:?}", said(text));
        }
    }
}
