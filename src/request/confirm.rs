//! Codes that are sent to a registered address, and answers to them. An answer
//! counts where the player's own text holds the code and a yes (CONTRACT.md 4);
//! a letter of ours that a machine sends back, whole or in part, holds no code beside
//! a yes, and so says neither.

use super::answer::{self, Answer};
use super::sentence::{Mood, Sentence};
use super::{courtesy, second_thoughts, understand_text};
use crate::vocabulary;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Signs of a code: no two look alike, in either case, in Latin or Cyrillic.
pub const CODE_ALPHABET: &[u8] = b"ACEFHJKMNPRTWXY3479";

/// Signs in a code: 42 bits.
pub const CODE_LENGTH: usize = 10;

/// Most lines of a letter in which an answer is looked for: it stands at the top.
const MAX_LINES: usize = 200;

/// Longest line in which an answer is looked for, in bytes.
const MAX_LINE: usize = 400;

/// Most codes of one letter that are looked up: a list of ours has some dozens.
const MAX_CODES: usize = 500;

/// What a letter says to a code that it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeReply {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Neither, or as much of one as of the other.
    Unclear,
}

impl From<Answer> for CodeReply {
    fn from(answer: Answer) -> CodeReply {
        match answer {
            Answer::Yes => CodeReply::Yes,
            Answer::No => CodeReply::No,
        }
    }
}

/// What a player's own text says to a code; `None` where it does not hold it. A line
/// with the code says yes or no only where the whole line is the writer's answer: what
/// is left of a line of ours, cut or folded anywhere, is none.
pub fn reply_to(own_text: &str, code: &str) -> Option<CodeReply> {
    let code: String = code.chars().filter_map(sign).collect();
    if code.is_empty() {
        return None;
    }
    let filled: Vec<&str> = lines(own_text).filter(|l| !l.trim().is_empty()).collect();
    let mut said = 0i32;
    let (mut holds, mut answered) = (false, false);
    let mut others: Vec<&str> = Vec::new();
    for (at, line) in filled.iter().enumerate() {
        let squeezed: String = line.chars().filter_map(sign).collect();
        if !squeezed.contains(&code) {
            others.push(line);
            continue;
        }
        holds = true;
        answered |= answer::answers(line);
        let before = at.checked_sub(1).and_then(|n| filled.get(n));
        if !is_half_of_a_choice(line, before.copied(), filled.get(at + 1).copied()) {
            said += match beside(line, &code) {
                Some(Answer::Yes) => 1,
                Some(Answer::No) => -1,
                None => 0,
            };
        }
    }
    if !holds {
        return None;
    }
    // A yes or a no on a line of its own, in a letter that says little else.
    if !answered {
        let alone = answer::short_reply(&others.join("\n"));
        return Some(alone.map_or(CodeReply::Unclear, CodeReply::from));
    }
    Some(match said {
        1.. => CodeReply::Yes,
        0 => CodeReply::Unclear,
        _ => CodeReply::No,
    })
}

/// `NO / YES` and a code, as letters of ours once had it, or a part of it: nobody has
/// chosen yet.
fn is_half_of_a_choice(line: &str, before: Option<&str>, after: Option<&str>) -> bool {
    line.contains('/')
        || before.is_some_and(|l| l.trim_end().ends_with('/'))
        || after.is_some_and(|l| l.trim_start().starts_with('/'))
}

/// What a line that holds a code says, where it says nothing else: a yes or a no, the
/// code, other codes, and what a person says beside them. Behind a no that opens the line
/// a reason may stand.
fn beside(line: &str, code: &str) -> Option<Answer> {
    if line.contains('?') {
        return None;
    }
    let rest = without_codes(line, code)?;
    let opens = || answer::opens_with_no(&rest, None).then_some(Answer::No);
    answer::says(&rest, &BESIDE_CODE).or_else(opens)
}

/// A line without a code that it holds and without what has the shape of another, each
/// as a break between clauses.
fn without_codes(line: &str, code: &str) -> Option<String> {
    let words = words(line);
    let (from, to) = (0..words.len()).find_map(|from| {
        let mut signs = String::new();
        (from..words.len()).find_map(|to| {
            signs.extend(words.get(to)?.chars().filter_map(sign));
            (signs == code).then_some((from, to))
        })
    })?;
    let mut rest = String::with_capacity(line.len());
    let mut kept = 0;
    for (at, word) in words.iter().enumerate() {
        if !(from..=to).contains(&at) && !has_shape(word) {
            continue;
        }
        let start = word.as_ptr().addr() - line.as_ptr().addr();
        rest.push_str(line.get(kept..start).unwrap_or(""));
        rest.push(',');
        kept = start + word.len();
    }
    rest.push_str(line.get(kept..).unwrap_or(""));
    Some(rest)
}

/// What may stand beside a code and says neither, in every language.
static BESIDE_CODE: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let mut words = vocabulary::players(|w| &w.answers.beside_code);
    words.extend(vocabulary::players(|w| &w.joining.ands));
    words.into_iter().map(answer::plain).collect()
});

/// The first line of a letter that answers codes which is no answer to them and cannot be
/// passed over: it takes something back or asks for something.
pub fn more_than_answer(own_text: &str, codes: &BTreeSet<String>) -> Option<String> {
    let holds_code = |line: &str| {
        let squeezed: String = line.chars().filter_map(sign).collect();
        codes.iter().any(|code| squeezed.contains(code))
    };
    let is_answer = |line: &str| answer::short_reply(line).is_some();
    let others = lines(own_text).filter(|l| !holds_code(l) && !is_answer(l));
    let others: Vec<&str> = others.collect();
    let turns = |line: &&&str| {
        let sentence = Sentence::of(line);
        second_thoughts::line_takes_back(line)
            || second_thoughts::puts_right(&sentence)
            || second_thoughts::opens_against(&sentence)
            || matches!(sentence.mood(), Mood::PutsOff | Mood::Doubts)
    };
    let told = |line: &&&str| {
        let said = understand_text(line, "");
        said.sections.iter().any(super::Section::asks_something)
    };
    let found = others.iter().find(|line| turns(line) || told(line));
    if let Some(line) = found {
        return Some(line.trim().to_owned());
    }
    // Over several lines, as they are read in a letter.
    let rest = others.join("\n");
    let all = understand_text(&rest, "");
    let asks = all.sections.iter().any(super::Section::asks_something);
    let mut filled = others.iter().map(|l| l.trim());
    let first = filled.find(|l| !l.is_empty() && courtesy::greeted(l) < l.len());
    first.filter(|_| asks).map(str::to_owned)
}

/// Everything in a player's own text that may be a code, as it was sent.
pub fn codes_in(own_text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in lines(own_text) {
        let signs: Vec<char> = line.chars().filter_map(sign).collect();
        for part in signs.windows(CODE_LENGTH) {
            let known = |c: &char| u8::try_from(*c).is_ok_and(|b| CODE_ALPHABET.contains(&b));
            let digits = part.iter().filter(|c| c.is_ascii_digit()).count();
            if part.iter().all(known) && digits > 0 && digits < CODE_LENGTH {
                found.insert(part.iter().collect());
            }
            if found.len() == MAX_CODES {
                return found;
            }
        }
    }
    found
}

/// Whether a text answers some code: a yes or a no, and on the same line what has
/// the shape of one.
pub fn holds_some_code(own_text: &str) -> bool {
    lines(own_text).any(|line| answer::answers(line) && line.split_whitespace().any(has_shape))
}

fn has_shape(word: &str) -> bool {
    let signs: String = word.chars().filter_map(sign).collect();
    signs.len() == CODE_LENGTH
        && signs.bytes().all(|b| CODE_ALPHABET.contains(&b))
        && signs.bytes().any(|b| b.is_ascii_digit())
        && signs.bytes().any(|b| b.is_ascii_alphabetic())
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .take(MAX_LINES)
        .filter(|line| line.len() <= MAX_LINE)
}

fn words(line: &str) -> Vec<&str> {
    line.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect()
}

/// What was typed as the signs of a code, whatever stands between them.
pub fn code_signs(typed: &str) -> String {
    let long = 4 * CODE_LENGTH;
    typed.chars().filter_map(sign).take(long).collect()
}

/// A letter or digit as a sign of a code; what looks like one is taken for it.
fn sign(c: char) -> Option<char> {
    let upper = c.to_uppercase().next().unwrap_or(c);
    Some(match upper {
        'А' | 'Ą' => 'A',
        'С' => 'C',
        'Е' | 'Ё' | 'Ę' => 'E',
        'Н' => 'H',
        'Ј' => 'J',
        'К' => 'K',
        'М' => 'M',
        'Р' => 'P',
        'Т' => 'T',
        'Х' => 'X',
        'У' => 'Y',
        'З' => '3',
        'Ч' => '4',
        other if other.is_alphanumeric() => other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "K7HM4XPAWE";

    #[test]
    fn a_yes_beside_the_code_or_on_a_line_of_its_own() {
        for text in [
            "YES K7HM4XPAWE",
            "yes k7hm4xpawe",
            "K7HM4XPAWE yes",
            "Да, K7HM4XPAWE.",
            "ТАК K7HM4XPAWE",
            "TAK: K7HM4XPAWE!",
            "тaк K7HM4XPAWE",
            "K7HM4-XPAWE yes",
            "yes k7 hm4 xp aw e",
            "yes\nK7HM4XPAWE\n",
            "Hello!\n\nK7HM4XPAWE\n\nДа.\n\nИван",
            // Cyrillic letters that look the same.
            "да К7НМ4ХРАWЕ",
            "да К7НМЧХРАWЕ",
            "Hi,\nyes K7HM4XPAWE",
            "Yes, it was me\nK7HM4XPAWE",
            "Dear robot, yes: K7HM4XPAWE, thank you!",
            "да, письмо моё, код K7HM4XPAWE",
            "yes K7HM4XPAWE and 3479ACEFHJ",
            // Our letter below without marks of quotation.
            "YES K7HM4XPAWE\n\nwrote:\n    NO / YES K7HM4XPAWE\n",
        ] {
            assert_eq!(reply_to(text, CODE), Some(CodeReply::Yes), "{text}");
        }
    }

    #[test]
    fn a_no_and_neither() {
        for text in [
            "NO K7HM4XPAWE",
            "нет, K7HM4XPAWE",
            "Ні\nK7HM4XPAWE",
            "nie K7HM4XPAWE",
            "NO K7HM4XPAWE. I did not write that.",
            "Nein, K7HM4XPAWE, das war ich nicht, und ich weiß von nichts.",
            "Нет K7HM4XPAWE, это письмо не моё",
        ] {
            assert_eq!(reply_to(text, CODE), Some(CodeReply::No), "{text}");
        }
        for text in [
            "K7HM4XPAWE",
            "I wonder what K7HM4XPAWE is",
            "yes or no? K7HM4XPAWE",
            "I am away.\nNO K7HM4XPAWE\nYES K7HM4XPAWE",
            "I am away.\nYES\nYES\nNO K7HM4XPAWE\nYES K7HM4XPAWE",
            "I am away.\nYES\n    NO / YES K7HM4XPAWE",
            "NO / YES K7HM4XPAWE",
            "yesterday K7HM4XPAWE",
            "Hi\nK7HM4XPAWE",
            // A choice that nobody has made, folded or cut.
            "    NO /\nYES K7HM4XPAWE",
            "/ YES K7HM4XPAWE",
            "I am away.\n\nNO\n/ YES K7HM4XPAWE",
            "ДА /\n\n  НЕТ K7HM4XPAWE",
            "YES K7HM4XPAWE\n/ NO",
            // A line that says more than an answer.
            "the code with one word before it, YES if that letter is yours: K7HM4XPAWE",
            "did I really say yes to K7HM4XPAWE?",
            "yes, if I were at home, K7HM4XPAWE",
            // A no or a hedge beside the yes.
            "Na ja K7HM4XPAWE",
            "Ja schon K7HM4XPAWE",
            "Yes, no K7HM4XPAWE",
            "YES K7HM4XPAWE, but please do not play it",
            // A yes among other things.
            "Yes\n\nT26/1: move 1. 5254\n\nK7HM4XPAWE\n\nThe code holds until 13 January 2026, 09:00.",
            "away until 14.02.\nyes\nK7HM4XPAWE",
        ] {
            assert_eq!(reply_to(text, CODE), Some(CodeReply::Unclear), "{text}");
        }
        for text in ["", "YES", "YES K7HM4XPAW", "YES K7HM4XPAWF", "12. 5254"] {
            assert_eq!(reply_to(text, CODE), None, "{text}");
        }
    }

    #[test]
    fn codes_are_found_however_they_are_typed() {
        for text in ["yes k7 hm4 xp aw e", "да К7НМЧХРАWЕ", "x\nK7HM4-XPAWE."] {
            assert!(codes_in(text).contains(CODE), "{text}");
        }
        assert!(codes_in("12. 5254 and nothing else").is_empty());
    }

    #[test]
    fn the_shape_of_a_code() {
        for text in ["YES K7HM4XPAWE", "да 3479ACEFHJ", "no k7hm4-xpawe"] {
            assert!(holds_some_code(text), "{text}");
        }
        for text in [
            "K7HM4XPAWE",
            "yes 12. 5254",
            "yes 3479347934",
            "yes, my friend Kanapherea writes",
            "yes K7HM4XPAW",
            "yes K7HM4XPAWEE",
        ] {
            assert!(!holds_some_code(text), "{text}");
        }
    }

    #[test]
    fn no_sign_is_taken_for_another() {
        for b in CODE_ALPHABET {
            let c = char::from(*b);
            assert_eq!(sign(c), Some(c));
            assert_eq!(sign(c.to_ascii_lowercase()), Some(c));
        }
    }

    #[test]
    fn what_stands_beside_a_code_is_read() {
        let codes = BTreeSet::from([CODE.to_owned()]);
        for (text, line) in [
            (
                "YES K7HM4XPAWE\n\nbut please do not play it, I have changed my mind.",
                "but please do not play it, I have changed my mind.",
            ),
            (
                "ДА K7HM4XPAWE\nХод отменяю, играю 4. d4",
                "Ход отменяю, играю 4. d4",
            ),
            ("YES K7HM4XPAWE\n\nI resign", "I resign"),
            ("Dear robot,\n\nYES K7HM4XPAWE\n\n5. d4", "5. d4"),
            ("TAK K7HM4XPAWE\n\nPoddaję się", "Poddaję się"),
            ("JA K7HM4XPAWE\n\nRemis?", "Remis?"),
            ("ТАК K7HM4XPAWE\n\nАле я ще подумаю", "Але я ще подумаю"),
        ] {
            assert_eq!(
                more_than_answer(text, &codes).as_deref(),
                Some(line),
                "{text}"
            );
        }
        for text in [
            "YES K7HM4XPAWE",
            "Hello!\n\nK7HM4XPAWE\n\nДа.\n\nИван",
            "YES K7HM4XPAWE\n\nThank you for the reminder, the weather here is fine.\n\nTom",
            "Да K7HM4XPAWE\n\nС уважением,\nСмирнов Пётр, тел. 22-34-56",
        ] {
            assert_eq!(more_than_answer(text, &codes), None, "{text}");
        }
    }
}
