//! Codes that are sent to a registered address, and answers to them. An answer
//! counts where the player's own text holds the code and a yes (CONTRACT.md 4);
//! a letter of ours that a machine sends back, whole or in part, holds no code beside
//! a yes, and so says neither. And answers of one word to a question of ours.

use super::courtesy;
use super::moves::{self, LineHolds};
use super::second_thoughts;
use crate::fold;
use crate::vocabulary::{self, ABROAD, AnswerWords, Pick};
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
        answered |= words(line).iter().any(|w| meaning(w) != 0);
        let before = at.checked_sub(1).and_then(|n| filled.get(n));
        if !is_half_of_a_choice(line, before.copied(), filled.get(at + 1).copied()) {
            said += match beside(line, &code) {
                Some(CodeReply::Yes) => 1,
                Some(CodeReply::No) => -1,
                Some(CodeReply::Unclear) | None => 0,
            };
        }
    }
    if !holds {
        return None;
    }
    // A yes or a no on a line of its own, in a letter that says little else.
    if !answered {
        return Some(short_reply(&others.join("\n")).unwrap_or(CodeReply::Unclear));
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
/// code, other codes, and what a person says beside them.
fn beside(line: &str, code: &str) -> Option<CodeReply> {
    if line.contains('?') {
        return None;
    }
    let words = words(line);
    let run = (0..words.len()).find_map(|from| {
        let mut signs = String::new();
        (from..words.len()).find_map(|to| {
            signs.extend(words.get(to)?.chars().filter_map(sign));
            (signs == code).then_some((from, to))
        })
    });
    let (from, to) = run?;
    let rest: Vec<&String> = words
        .iter()
        .enumerate()
        .filter(|(at, w)| (*at < from || *at > to) && !has_shape(w))
        .map(|(_, w)| w)
        .collect();
    let mut said = None;
    for word in &rest {
        let one = match meaning(word) {
            1 => CodeReply::Yes,
            -1 => CodeReply::No,
            _ => continue,
        };
        if said.is_some_and(|before| before != one) {
            return None;
        }
        said = Some(one);
    }
    let said = said?;
    let fits = |word: &&&String| {
        meaning(word) != 0 || agrees(word, said) || WORDS.beside_code.contains(word.as_str())
    };
    (rest.iter().filter(fits).count() == rest.len()).then_some(said)
}

/// Whether a word beside a yes or a no changes nothing of it.
fn agrees(word: &str, said: CodeReply) -> bool {
    let courtesies = match said {
        CodeReply::Yes => &WORDS.beside_yes,
        _ => &WORDS.beside_no,
    };
    natural(word) == Some(said) || courtesies.contains(&fold::fold(word))
}

/// The words of answers in every language.
struct Answers {
    yes: BTreeSet<&'static str>,
    no: BTreeSet<&'static str>,
    /// Folded, as the three behind it.
    agreeing: BTreeSet<String>,
    refusing: BTreeSet<String>,
    beside_yes: BTreeSet<String>,
    beside_no: BTreeSet<String>,
    /// What stands beside a code and says neither.
    beside_code: BTreeSet<&'static str>,
    /// Each yes that letters of both alphabets make up, as signs of a code.
    in_signs: BTreeSet<String>,
}

static WORDS: LazyLock<Answers> = LazyLock::new(|| {
    let words = |pick: Pick<AnswerWords>| -> BTreeSet<&'static str> {
        vocabulary::players(|w| pick(&w.answers))
            .into_iter()
            .collect()
    };
    let folded = |pick: Pick<AnswerWords>| -> BTreeSet<String> {
        words(pick).into_iter().map(fold::fold).collect()
    };
    let mut agreeing = folded(|a| &a.agreeing);
    agreeing.extend(ABROAD.agreeing.iter().map(|w| fold::fold(w)));
    let mut refusing = folded(|a| &a.refusing);
    refusing.extend(ABROAD.refusing.iter().map(|w| fold::fold(w)));
    let mut beside_code = words(|a| &a.beside_code);
    beside_code.extend(vocabulary::players(|w| &w.joining.ands));
    let yes = words(|a| &a.yes);
    let in_signs = yes
        .iter()
        .map(|word| word.chars().filter_map(sign).collect());
    Answers {
        in_signs: in_signs.filter(|signs: &String| signs.is_ascii()).collect(),
        yes,
        no: words(|a| &a.no),
        agreeing,
        refusing,
        beside_yes: folded(|a| &a.beside_yes),
        beside_no: folded(|a| &a.beside_no),
        beside_code,
    }
});

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

/// Most words of an answer that says yes or no and little else.
const MAX_ANSWER: usize = 9;

/// The yes or no is one of so many first words: `I do confirm`.
const MAX_BEFORE: usize = 3;

/// Most lines beside it: a greeting, thanks, a name, where one lives.
const MAX_OTHERS: usize = 6;

/// Longest of those, in words.
const MAX_WORDS: usize = 8;

/// What a player's own text says to a question that one word answers: a yes or a no
/// and little else on its one line (`yes, please`; `да, подтверждаю`; `Ja. Mit
/// freundlichen Grüßen`). A salutation, a name and a courtesy may stand on lines of their
/// own. `None`: it says more, or neither.
pub fn short_reply(own_text: &str) -> Option<CodeReply> {
    one_answer(own_text, answer_of).flatten()
}

/// What the lines of a short answer say, each as `of` reads it, where they do not
/// contradict each other: `Some(None)` where none of them says anything. `None`: the text
/// says more than that.
pub(super) fn one_answer<T: PartialEq>(
    own_text: &str,
    of: impl Fn(&str) -> Option<T>,
) -> Option<Option<T>> {
    let mut said = None;
    let mut others = 0;
    let mut closed = false;
    for line in own_text.lines().filter(|l| !l.trim().is_empty()) {
        if line.contains('?') {
            return None;
        }
        let bare = line.get(courtesy::greeted(line)..).unwrap_or(line);
        let bare = bare.get(..courtesy::taken_leave(bare)).unwrap_or(bare);
        match of(bare) {
            Some(answer) if said.as_ref().is_none_or(|before| *before == answer) => {
                said = Some(answer);
            }
            Some(_) => return None,
            // Below the regards stand a name and a telephone; a move is none.
            None if second_thoughts::line_takes_back(bare) => return None,
            None if is_aside(line, closed) => others += 1,
            None => return None,
        }
        closed |= courtesy::closes(line);
    }
    (others <= MAX_OTHERS).then_some(said)
}

/// A greeting, thanks, a name: a short line without a figure, and below the regards
/// with figures that are no move.
fn is_aside(line: &str, closed: bool) -> bool {
    let short = words(line).len() <= MAX_WORDS;
    let figures = line.chars().any(char::is_numeric);
    short && (!figures || closed && matches!(moves::held(line, false), LineHolds::Nothing))
}

/// A line that is an answer: one of its first words says yes or no, the others agree.
fn answer_of(line: &str) -> Option<CodeReply> {
    if matches!(line.trim(), "+" | "👍" | "👌" | "✅" | "✔" | "✔️") {
        return Some(CodeReply::Yes);
    }
    let words = words(line);
    if words.len() > MAX_ANSWER {
        return None;
    }
    let plain = |word: &String| match meaning(word) {
        1 => Some(CodeReply::Yes),
        -1 => Some(CodeReply::No),
        _ => natural(word),
    };
    let said = words.iter().take(MAX_BEFORE).find_map(plain)?;
    let fits = |word: &String| plain(word) == Some(said) || agrees(word, said);
    words.iter().all(fits).then_some(said)
}

/// A word other than the plain yeses and noes with which a person answers.
fn natural(word: &str) -> Option<CodeReply> {
    let word = fold::fold(word);
    if WORDS.agreeing.contains(&word) {
        return Some(CodeReply::Yes);
    }
    WORDS.refusing.contains(&word).then_some(CodeReply::No)
}

/// Whether a text answers some code: a yes or a no, and on the same line what has
/// the shape of one.
pub fn holds_some_code(own_text: &str) -> bool {
    lines(own_text).any(|line| {
        let answers = words(line).iter().any(|w| meaning(w) != 0);
        answers && line.split_whitespace().any(has_shape)
    })
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

fn words(line: &str) -> Vec<String> {
    line.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// 1 for a yes, -1 for a no, in every language.
fn meaning(word: &str) -> i32 {
    if WORDS.yes.contains(word) || is_mixed_yes(word) {
        1
    } else if WORDS.no.contains(word) {
        -1
    } else {
        0
    }
}

/// A Cyrillic yes typed with some Latin letters, or the other way.
fn is_mixed_yes(word: &str) -> bool {
    let length = word.chars().count();
    WORDS
        .in_signs
        .iter()
        .any(|yes| yes.len() == length && word.chars().filter_map(sign).eq(yes.chars()))
}

/// A yes or a no typed at the console, one letter included; none where it is neither.
pub fn typed(word: &str) -> Option<CodeReply> {
    let word = word.to_lowercase();
    let is = |plain: &BTreeSet<&str>, short: Pick<AnswerWords>| {
        let short = vocabulary::players(|w| short(&w.answers));
        plain.contains(word.as_str()) || short.contains(&word.as_str())
    };
    if is(&WORDS.yes, |a| &a.short_yes) {
        return Some(CodeReply::Yes);
    }
    is(&WORDS.no, |a| &a.short_no).then_some(CodeReply::No)
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
    fn one_word_answers_a_question() {
        for text in [
            "yes",
            "YES!",
            "Да.",
            "Так",
            "tak",
            "Yes, please.",
            "Yes, I do.",
            "Yes, I resign",
            "да, подтверждаю",
            "Так, здаюся.",
            "Tak, poddaję partię",
            "Dear robot,\n\nyes\n\nBest wishes\nAnn Archer",
            "Подтверждаю",
            "ok",
            "Yes. Best regards, Tom",
            "Yes, that is right, I resign the game.",
            "I confirm.",
            "I do confirm that I resign",
            "Yes - it is so, thank you",
            "Correct.",
            "Hello,\nyes\nRegards\nTom Brown\ntel. 22-34-56",
            "Да, сдаюсь",
            "Да! Сдаюсь.",
            "да, всё верно, сдаю партию",
            "Да, конечно. С уважением, Иванов П.И.",
            "Так точно",
            "Подтверждаю, что сдаюсь",
            "Уважаемый арбитр!\nДа.\nС уважением,\nСмирнов Пётр Ильич",
            "угу",
            "Да, я согласен на ничью",
            "Да-да, именно так",
            "Так, підтверджую",
            "Так, я здаю партію. Дякую!",
            "Авжеж, згоден на нічию",
            "Tak, zgadza się",
            "tak jest",
            "Oczywiscie",
            "Tak, potwierdzam poddanie partii",
            "Tak, zgadzam się na remis. Pozdrawiam, Jan",
            "Ja, bitte",
            "Ja, ich gebe auf.",
            "Ja. Mit freundlichen Grüßen\nHans Meier",
            "Jawohl, das stimmt",
            "Ja, ich bestätige die Aufgabe",
            "Genau",
            "👍",
        ] {
            assert_eq!(short_reply(text), Some(CodeReply::Yes), "{text}");
        }
        for text in [
            "no",
            "Нет, спасибо",
            "Ні",
            "nie",
            "No, it was not me",
            "Нет, не сдаюсь",
            "No, I do not resign",
            "Nie, nie poddaję się",
            "Nein, ich gebe nicht auf",
            "Ні, не здаюся!",
            "Нет! Это не я писал.",
        ] {
            assert_eq!(short_reply(text), Some(CodeReply::No), "{text}");
        }
        for text in [
            "",
            "yes or no?",
            "yes but not yet",
            "да нет",
            "да, но не сейчас",
            "Да? А почему?",
            "ja, wenn er auch will",
            "Tak, ale dopiero jutro",
            "I do not know",
            "Yes\n2. Nf3",
            "yes\nBest wishes\nTom\n12. 5254",
            "yes\nno",
            "yes\n12. 5254",
            "yesterday",
            "Is that a yes",
            "da Vinci",
            "yes, if my opponent offers a draw once more before then",
            "I am away until March and shall say yes or no then, please wait",
        ] {
            assert_eq!(short_reply(text), None, "{text}");
        }
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
}
