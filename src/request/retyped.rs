//! A move that a letter holds in a way in which nobody reads it: typed with the other layout
//! of the keyboard (`у2-у4`, `Vjq [jl 5254`), with words for its figures (`пятьдесят два
//! пятьдесят четыре`), or with its squares apart (`пешка с 52 на 54`, `52:54`). Where a letter
//! holds nothing else, it is read once more as it would stand then, and has to be a move as
//! plainly as any other. What is found so is never played: it is asked about.

use super::{Doubt, OwnWords, TextSpan, as_it_stands, the_move_of};
use crate::chess::notation::{CyrillicLayout, in_cyrillic, in_latin};
use crate::fold::{self, Word, fold};
use crate::language::Language;
use crate::letter::Paragraphs;
use crate::vocabulary::{self, PlayWords};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Longest text that is read once more, in bytes: more is a story.
const LONG: usize = 1_000;

/// Figures of a move in digits, a pawn's promotion included.
const OF_A_MOVE: std::ops::RangeInclusive<usize> = 4..=5;

/// The one move of a text that holds nothing as it stands, as it is asked about.
pub fn the_move(text: &str) -> Option<Doubt> {
    if text.len() > LONG {
        return None;
    }
    let mut found = readings(text).into_iter().filter_map(|reading| {
        let own = OwnWords {
            text: &reading,
            told: &Paragraphs::default(),
            written: None,
        };
        let moves = the_move_of(&as_it_stands(own, "", &[]))?;
        let [only] = moves.line.as_slice() else {
            return None;
        };
        let before = reading.get(..only.span.start)?;
        Some(Doubt::MoveInProse {
            text: only.text.clone(),
            stated: true,
            plain: false,
            offers: false,
            number: only.number,
            span: line(text, before.matches('\n').count())?,
        })
    });
    found.next()
}

/// The ways in which a text may have been meant that are not itself, the nearest first; the
/// lines of each are those of the text.
fn readings(text: &str) -> Vec<String> {
    let figures = in_figures(text).unwrap_or_else(|| text.to_owned());
    let mut all = vec![squares_joined(&figures).unwrap_or(figures)];
    let latin = in_latin(text);
    if latin == text {
        let of = |layout| in_cyrillic(text, layout);
        all.extend([CyrillicLayout::Russian, CyrillicLayout::Ukrainian].map(of));
    } else {
        all.push(latin);
    }
    all.retain(|reading| reading != text);
    all.dedup();
    all
}

/// A text whose two squares in digits stand together, without what leads to them: `52:54`,
/// `pawn from 52 to 54`, `52x54`.
fn squares_joined(text: &str) -> Option<String> {
    let words = fold::words(text);
    let mut written = String::with_capacity(text.len());
    let (mut at, mut copied) = (0, 0);
    while let Some(first) = words.get(at) {
        let rest = words.get(at + 1..).unwrap_or(&[]);
        let Some((figures, end, taken)) = two_squares(text, first, rest) else {
            at += 1;
            continue;
        };
        let before = words.get(..at).unwrap_or(&[]).iter().rev();
        let led = before.take_while(|word| word.start >= copied && LEADING_IN.contains(&word.text));
        let start = led.last().map_or(first.start, |word| word.start);
        written.push_str(text.get(copied..start)?);
        written.push_str(&figures);
        copied = end;
        at += 1 + taken;
    }
    (copied > 0).then(|| written + text.get(copied..).unwrap_or(""))
}

/// The figures of two squares of which the first is a word, where they end, and how many more
/// words they take.
fn two_squares(text: &str, first: &Word, rest: &[Word]) -> Option<(String, usize, usize)> {
    let letters: Vec<char> = first.text.chars().collect();
    let two = match letters.as_slice() {
        [a, b, between, c, d] if between.is_alphabetic() => Some([a, b, c, d]),
        [a, b, c, d] => Some([a, b, c, d]),
        _ => None,
    };
    if let Some(two) = two.filter(|two| two.iter().all(|c| is_figure(**c))) {
        return Some((String::from_iter(two), first.end, 0));
    }
    let is_square = |word: &Word| word.text.len() == 2 && word.text.chars().all(is_figure);
    if !is_square(first) {
        return None;
    }
    let next = rest.first()?;
    let (second, taken) = match rest.get(1) {
        _ if is_square(next) => (next, 1),
        Some(second) if is_square(second) && LEADING.contains(&next.text) => (second, 2),
        _ => return None,
    };
    let between = text.get(first.end..second.start)?;
    let is_near = between.len() <= MOST_BETWEEN && !between.contains('\n');
    is_near.then(|| (format!("{}{}", first.text, second.text), second.end, taken))
}

/// What stands between two squares is no longer than this, in bytes.
const MOST_BETWEEN: usize = 12;

/// Words between two squares, and a cross.
static LEADING: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let leading = vocabulary::players(|w| &w.play.to);
    let taking = vocabulary::players(|w| &w.play.taking);
    let all = leading.into_iter().chain(taking).chain(["x", "х"]);
    all.map(fold).collect()
});

/// Words before two squares that say no more than they do: the piece, and where it comes from.
static LEADING_IN: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let picks: [vocabulary::Pick<PlayWords>; 10] = [
        |w| &w.king,
        |w| &w.queen,
        |w| &w.rook,
        |w| &w.bishop,
        |w| &w.knight,
        |w| &w.pawn,
        |w| &w.by,
        |w| &w.with,
        |w| &w.moving,
        |w| &w.from,
    ];
    let of = |pick: vocabulary::Pick<PlayWords>| vocabulary::players(|w| pick(&w.play));
    picks.into_iter().flat_map(of).map(fold).collect()
});

fn is_figure(c: char) -> bool {
    matches!(c, '1'..='8')
}

/// A text with figures for the words of a move in digits; `None` where it holds none.
fn in_figures(text: &str) -> Option<String> {
    let words = fold::words(text);
    let mut written = String::with_capacity(text.len());
    let (mut at, mut copied) = (0, 0);
    while at < words.len() {
        let rest = words.get(at..).unwrap_or(&[]);
        let (figures, taken) = run(text, rest);
        let last = rest.get(taken.saturating_sub(1));
        if let (true, Some(first), Some(last)) =
            (OF_A_MOVE.contains(&figures.len()), rest.first(), last)
        {
            written.push_str(text.get(copied..first.start)?);
            written.push_str(&figures);
            copied = last.end;
        }
        at += taken.max(1);
    }
    (copied > 0).then(|| written + text.get(copied..).unwrap_or(""))
}

/// The figures of the number words at the start of some words, and how many words they take.
fn run(text: &str, words: &[Word]) -> (String, usize) {
    let is_apart =
        |c: char| c == '\n' || !(c.is_whitespace() || matches!(c, '-' | '–' | '—' | ','));
    // The word at a place, where it is the first or nothing but a blank or a dash parts it from
    // the one before.
    let near = |at: usize| {
        let next = words.get(at)?;
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let between = before.and_then(|b| text.get(b.end..next.start));
        between
            .is_none_or(|b| !b.contains(is_apart))
            .then_some(next)
    };
    let (mut figures, mut taken) = (String::new(), 0);
    while let Some(next) = near(taken) {
        let both = near(taken + 1).map(|second| format!("{} {}", next.text, second.text));
        let (more, count) = match both.and_then(|both| NUMBERS.get(&both)) {
            Some(two) => (two, 2),
            None => match NUMBERS.get(&next.text) {
                Some(one) => (one, 1),
                None => break,
            },
        };
        figures.push_str(more);
        taken += count;
    }
    (figures, taken)
}

/// The numbers of squares and of their figures, as words, folded: `five`, `fifty two`.
static NUMBERS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let mut all = BTreeMap::new();
    for language in Language::ALL {
        let play = &vocabulary::players_of(language).play;
        for (rank, words) in play.ranks.iter().enumerate() {
            let figure = (rank + 1).to_string();
            all.extend(words.iter().map(|word| (fold(word), figure.clone())));
        }
        for (rank, word) in play.teens.iter().enumerate() {
            all.insert(fold(word), format!("1{}", rank + 1));
        }
        for (file, ten) in play.tens.iter().enumerate() {
            for (rank, words) in play.ranks.iter().enumerate() {
                for word in words {
                    let number = match play.unit_first.first() {
                        None => format!("{ten} {word}"),
                        Some(and) => format!("{word}{and}{ten}"),
                    };
                    all.insert(fold(&number), format!("{}{}", file + 2, rank + 1));
                }
            }
        }
    }
    all
});

/// A line of a text, without the space around it.
fn line(text: &str, number: usize) -> Option<TextSpan> {
    let before: usize = text.split_inclusive('\n').take(number).map(str::len).sum();
    let line = text.get(before..)?.lines().next()?;
    let start = before + line.len() - line.trim_start().len();
    Some(TextSpan {
        start,
        end: start + line.trim().len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<String> {
        the_move(text).map(|doubt| match doubt {
            Doubt::MoveInProse { text, .. } => text,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn moves_of_the_other_layout_and_in_words_are_found() {
        for (text, expected) in [
            ("у2-у4", "e2-e4"),
            ("Добрый день!\nу2-у4\nС уважением, Иван", "e2-e4"),
            ("п1-а3", "g1-f3"),
            ("Vjq [jl 5254", "5254"),
            ("Plhfdcndeqnt!\nVjq [jl: 5254\nC edf;tybtv, Bdfy", "5254"),
            ("Vsq [sl 5254", "5254"),
            ("пять два пять четыре", "5254"),
            ("1. пятьдесят два пятьдесят четыре", "5254"),
            ("Мой ход пятьдесят два - пятьдесят четыре", "52 - 54"),
            ("My move is fifty-two fifty-four", "5254"),
            ("pięćdziesiąt dwa pięćdziesiąt cztery", "5254"),
            ("п'ятдесят два п'ятдесят чотири", "5254"),
            ("zweiundfünfzig vierundfünfzig", "5254"),
            ("одиннадцать тринадцать", "1113"),
            ("с 52 на 54", "5254"),
            ("from 52 to 54", "5254"),
            ("пешка 52 на 54", "5254"),
            ("4. 52:54", "5254"),
            ("52 -> 54", "5254"),
            ("52x54", "5254"),
            ("52 х 54", "5254"),
            ("Здравствуйте!\nКонём 71-63", "7163"),
            ("пешка 5254", "5254"),
        ] {
            let found = found(text).map(|f| f.replace([' ', '-'], ""));
            let expected = Some(expected.replace([' ', '-'], ""));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_move_stays_none() {
        for text in [
            "Спасибо, у меня всё хорошо, буду в 4",
            "пять дней прошло, два письма, пять и четыре",
            "один два три",
            "my telephone is five five five one two three four",
            "Call me at 5254",
            "не с 52 на 54",
            "5254 Bern",
            "пятьдесят два пятьдесят\nчетыре",
            "тел. 52 54 12",
            "5254 one\n5755 two",
            "Meet me at 12:34 or 14:45",
            "Gruß",
            "",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn the_line_is_shown_in_which_it_stands() {
        let text = "Добрый день!\n  у2-у4 \nИван";
        let Some(Doubt::MoveInProse { span, .. }) = the_move(text) else {
            panic!("no move");
        };
        assert_eq!(text.get(span.start..span.end), Some("у2-у4"));
    }
}
