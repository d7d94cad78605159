//! Answers in a word or little more to a question of ours. A line is one where it is a yes
//! or a no and nothing else that could turn it: every other word belongs to what people of
//! that language say beside it. So a line is read in each language by itself: `no` is a
//! Polish filler and no English one, and `Ja schon` is no word of thanks.

use super::courtesy;
use super::moves::{self, LineHolds};
use super::second_thoughts;
use crate::fold;
use crate::language::Language;
use crate::vocabulary::{self, ABROAD, AnswerWords, Pick};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A yes or a no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// Most words of an answer that says yes or no and little else.
const MAX_ANSWER: usize = 9;

/// The yes or no is one of so many first words: `I do confirm`.
const MAX_BEFORE: usize = 3;

/// Most lines beside it: a greeting, thanks, a name, where one lives.
const MAX_OTHERS: usize = 6;

/// Longest of those, in words.
const MAX_WORDS: usize = 8;

/// Most words of a name.
const MAX_NAME: usize = 4;

/// Most words of one entry of a list.
const MOST_OF_ENTRY: usize = 5;

/// What a player's own text says to a question that one word answers: a yes or a no
/// and little else on its one line (`yes, please`; `да, подтверждаю`; `Ja. Mit
/// freundlichen Grüßen`). A salutation, a name and a courtesy may stand on lines of their
/// own. `None`: it says more, or neither.
pub fn short_reply(own_text: &str) -> Option<Answer> {
    one_answer(own_text, line_says).flatten()
}

/// The same, where a no that opens the text counts whatever is said behind it: `No, I want
/// to think first`. Nothing that waits for a yes is done by it.
pub fn reply_or_refusal(own_text: &str, reader: Language) -> Option<Answer> {
    short_reply(own_text).or_else(|| opens_with_no(own_text, Some(reader)).then_some(Answer::No))
}

/// Whether a text says no and nothing of what: neither a draw nor anything else.
pub fn is_bare_no(own_text: &str) -> bool {
    let said = fold::words(own_text);
    short_reply(own_text) == Some(Answer::No) && !said.iter().any(|w| DRAWS.contains(&w.text))
}

static DRAWS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.draws.names)));

/// Whether a line of a text says yes and nothing else.
pub fn says_yes_on_a_line(own_text: &str) -> bool {
    let mut lines = own_text.lines().map(bare);
    lines.any(|line| line_says(line) == Some(Answer::Yes))
}

/// Whether a word of a text is the plain yes of some language, and no other word that
/// agrees: `ok` may only say that a letter was read.
pub fn says_yes_itself(own_text: &str) -> bool {
    let words = words_of(own_text);
    words.iter().any(|w| LEXICONS.iter().any(|l| l.yes.has(w)))
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
        let bare = bare(line);
        match of(bare) {
            Some(answer) if said.as_ref().is_none_or(|before| *before == answer) => {
                said = Some(answer);
            }
            Some(_) => return None,
            None if is_aside(line, bare, closed) => others += 1,
            None => return None,
        }
        closed |= courtesy::closes(line);
    }
    (others <= MAX_OTHERS).then_some(said)
}

/// A line without its greeting and its regards.
fn bare(line: &str) -> &str {
    let bare = line.get(courtesy::greeted(line)..).unwrap_or(line);
    bare.get(..courtesy::taken_leave(bare)).unwrap_or(bare)
}

/// A line beside an answer that changes nothing of it: a greeting, regards, thanks, a name,
/// the rest of what was agreed to; and below the regards where one lives and a telephone. A
/// move is none of these, nor is what takes something back.
fn is_aside(line: &str, bare: &str, closed: bool) -> bool {
    if second_thoughts::line_takes_back(bare) {
        return false;
    }
    let words = words_of(line);
    let figures = line.chars().any(char::is_numeric);
    if closed {
        let no_move = !figures || matches!(moves::held(line, false), LineHolds::Nothing);
        return words.len() <= MAX_WORDS && no_move;
    }
    let kind = |w: &Lexicon| w.is_courtesy(&words_of(bare));
    !figures
        && words.len() <= MAX_WORDS
        && (courtesy::closes(line) || is_name(line) || LEXICONS.iter().any(kind))
}

/// `Ann Archer`, `Смирнов П. И.`
fn is_name(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    words.clone().count() <= MAX_NAME
        && words.all(capital)
        && !line.trim_end().ends_with(['!', '…'])
}

/// What a line says that is an answer: one of its first words says yes or no, and the
/// others agree, in one language at least; in no language does it say the opposite too.
pub(super) fn line_says(line: &str) -> Option<Answer> {
    if matches!(line.trim(), "+" | "👍" | "👌" | "✅" | "✔" | "✔️") {
        return Some(Answer::Yes);
    }
    says(line, &BTreeSet::new())
}

/// The same of a line in which words may stand, besides, that say neither.
pub(super) fn says(line: &str, beside: &BTreeSet<String>) -> Option<Answer> {
    let words = words_of(line);
    let others = |w: &&AnswerWord| !beside.contains(&w.plain);
    let kept: Vec<AnswerWord> = words.iter().filter(others).cloned().collect();
    if kept.len() > MAX_ANSWER {
        return None;
    }
    let mut said = None;
    for reading in LEXICONS.iter().map(|l| l.reading(&kept)) {
        match reading {
            Reading::Neither => {}
            Reading::Both => return None,
            Reading::Says(answer) => {
                if said.is_some_and(|before| before != answer) {
                    return None;
                }
                said = Some(answer);
            }
        }
    }
    said
}

/// Whether a word of a line is a plain yes or no of some language.
pub(super) fn answers(line: &str) -> bool {
    let words = words_of(line);
    let plain = |w: &AnswerWord| LEXICONS.iter().any(|l| l.yes.has(w) || l.no.has(w));
    words.iter().any(plain)
}

/// Whether a text begins with a no that stands for itself: `No, of course I play on!`,
/// but neither `No doubt` nor what goes on to say yes. In the reader's own language the word
/// may be a filler.
pub(super) fn opens_with_no(own_text: &str, reader: Option<Language>) -> bool {
    let lines = own_text.lines().map(bare);
    let Some(line) = lines.map(str::trim).find(|l| !l.is_empty()) else {
        return false;
    };
    let words = words_of(line);
    let filler = |length: usize| {
        let own = LEXICONS.iter().find(|l| Some(l.language) == reader);
        let word = words.first().filter(|_| length == 1);
        // `No jasne`, Polish for a plain yes.
        own.zip(word).is_some_and(|(l, word)| {
            let opens = format!("{} ", word.plain);
            l.no_at(&words).is_none() && l.agreeing.plain.iter().any(|e| e.starts_with(&opens))
        })
    };
    LEXICONS.iter().any(|lexicon| {
        let Some(length) = lexicon.no_at(&words) else {
            return false;
        };
        let end = words.get(length - 1).map_or(line.len(), |w| w.end);
        let behind = line.get(end..).unwrap_or("");
        let rest = behind.trim_start();
        let parted = rest.is_empty() || rest.starts_with(['.', '!', ',', ';', ':', '–', '—', '-']);
        // `No. 4` is a number.
        let counts = rest.trim_start_matches('.').trim_start();
        let number = rest.starts_with('.') && counts.starts_with(|c: char| c.is_ascii_digit());
        let yes = words.iter().skip(length).any(|w| lexicon.yes.has(w));
        parted && !number && !yes && !filler(length)
    })
}

/// A yes or a no typed at the console, one letter included; none where it is neither.
pub fn typed(word: &str) -> Option<Answer> {
    let word = word.to_lowercase();
    let is = |plain: Pick<AnswerWords>, short: Pick<AnswerWords>| {
        let mut all = vocabulary::players(|w| plain(&w.answers));
        all.extend(vocabulary::players(|w| short(&w.answers)));
        all.contains(&word.as_str())
    };
    if is(|a| &a.yes, |a| &a.short_yes) {
        return Some(Answer::Yes);
    }
    is(|a| &a.no, |a| &a.short_no).then_some(Answer::No)
}

/// A word of an answer as it is compared: in small letters, without the marks over letters
/// that people leave out.
#[derive(Clone, Debug)]
struct AnswerWord {
    plain: String,
    /// Of a word in letters of both alphabets: as it looks.
    looks: Option<String>,
    end: usize,
}

fn words_of(line: &str) -> Vec<AnswerWord> {
    let words = fold::words(line).into_iter();
    let of = |word: fold::Word| {
        let written = line.get(word.start..word.end).unwrap_or("");
        let latin = written.chars().any(|c| c.is_ascii_alphabetic());
        let cyrillic = written.chars().any(|c| matches!(c, 'Ѐ'..='ӿ'));
        AnswerWord {
            plain: plain(written),
            looks: (latin && cyrillic).then_some(word.text),
            end: word.end,
        }
    };
    words.map(of).collect()
}

/// A word in small letters of its own alphabet: `Süß` is `suess`, `poddaję` `poddaje`.
/// Unlike [`fold::fold`] it keeps apart what only looks alike: `ні` is no `hi`, `schön` no
/// `schon`.
pub(super) fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        match c {
            'ä' => out.push_str("ae"),
            'ö' => out.push_str("oe"),
            'ü' => out.push_str("ue"),
            'ß' => out.push_str("ss"),
            'ą' => out.push('a'),
            'ć' => out.push('c'),
            'ę' => out.push('e'),
            'ł' => out.push('l'),
            'ń' => out.push('n'),
            'ó' => out.push('o'),
            'ś' => out.push('s'),
            'ź' | 'ż' => out.push('z'),
            'ё' => out.push('е'),
            // Marks that stand apart from their letter.
            '\u{306}' if out.ends_with('и') => {
                out.pop();
                out.push('й');
            }
            '\u{308}' if out.ends_with('і') => {
                out.pop();
                out.push('ї');
            }
            '\u{308}' if out.ends_with(['a', 'o', 'u']) => out.push('e'),
            '\'' | '’' | 'ʼ' | '\u{300}'..='\u{36F}' => {}
            c => out.push(c),
        }
    }
    out
}

/// Entries of a list of one or more words.
#[derive(Debug, Default)]
struct Entries {
    plain: BTreeSet<String>,
    /// As they look, for words in letters of both alphabets.
    looks: BTreeSet<String>,
}

impl Entries {
    fn of<'e>(entries: impl IntoIterator<Item = &'e String>) -> Entries {
        let mut all = Entries::default();
        for entry in entries {
            let words: Vec<String> = entry.split_whitespace().map(plain).collect();
            all.plain.insert(words.join(" "));
            all.looks.insert(fold::fold(entry));
        }
        all
    }

    /// Whether a word is an entry.
    fn has(&self, word: &AnswerWord) -> bool {
        let looks = word.looks.as_ref().is_some_and(|l| self.looks.contains(l));
        looks || self.plain.contains(&word.plain)
    }

    /// How many words the longest entry takes that some words begin with.
    fn at(&self, words: &[AnswerWord]) -> Option<usize> {
        let single = words.first().filter(|w| self.has(w)).map(|_| 1);
        let most = words.len().min(MOST_OF_ENTRY);
        let phrase = (2..=most).rev().find(|length| {
            let words = words.get(..*length).unwrap_or_default();
            let joined: Vec<&str> = words.iter().map(|w| w.plain.as_str()).collect();
            self.plain.contains(&joined.join(" "))
        });
        phrase.or(single)
    }
}

/// What a line says in one language.
enum Reading {
    /// Words of it are none of that language's, or none of them answers.
    Neither,
    /// An answer.
    Says(Answer),
    /// A plain yes and a plain no.
    Both,
}

/// What the longest entry at some place of a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Yes,
    Agrees,
    No,
    BesideYes,
    BesideNo,
}

/// The words of answers in one language.
struct Lexicon {
    language: Language,
    yes: Entries,
    no: Entries,
    agreeing: Entries,
    refusing: Entries,
    beside_yes: Entries,
    beside_no: Entries,
}

impl Lexicon {
    fn of(language: Language) -> Lexicon {
        let words = &vocabulary::players_of(language).answers;
        Lexicon {
            language,
            yes: Entries::of(&words.yes),
            no: Entries::of(&words.no),
            agreeing: Entries::of(words.agreeing.iter().chain(&ABROAD.agreeing)),
            refusing: Entries::of(words.refusing.iter().chain(&ABROAD.refusing)),
            beside_yes: Entries::of(&words.beside_yes),
            beside_no: Entries::of(&words.beside_no),
        }
    }

    /// The longest entry that some words begin with; of two as long the one that says no.
    fn entry(&self, words: &[AnswerWord]) -> Option<(Kind, usize)> {
        let lists = [
            (Kind::No, &self.no),
            (Kind::No, &self.refusing),
            (Kind::Yes, &self.yes),
            (Kind::Agrees, &self.agreeing),
            (Kind::BesideYes, &self.beside_yes),
            (Kind::BesideNo, &self.beside_no),
        ];
        let mut found: Option<(Kind, usize)> = None;
        for (kind, list) in lists {
            if let Some(length) = list.at(words)
                && found.is_none_or(|(_, longest)| length > longest)
            {
                found = Some((kind, length));
            }
        }
        found
    }

    /// How many words a no takes that some words begin with.
    fn no_at(&self, words: &[AnswerWord]) -> Option<usize> {
        let (kind, length) = self.entry(words)?;
        (kind == Kind::No).then_some(length)
    }

    fn reading(&self, words: &[AnswerWord]) -> Reading {
        let (mut yes, mut agrees, mut no) = (false, false, false);
        let (mut against, mut first) = (false, None);
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let Some((kind, length)) = self.entry(rest) else {
                return Reading::Neither;
            };
            match kind {
                Kind::Yes => yes = true,
                Kind::Agrees => agrees = true,
                Kind::No => no = true,
                // What stands beside a yes and a no alike is with the yes.
                Kind::BesideNo => against = true,
                Kind::BesideYes => {}
            }
            if matches!(kind, Kind::Yes | Kind::Agrees | Kind::No) {
                first.get_or_insert(at);
            }
            at += length;
        }
        let early = first.is_some_and(|first| first < MAX_BEFORE);
        match (yes, agrees, no) {
            (true, _, true) => Reading::Both,
            // `Нет, конечно!`, `Ok, no.`
            (false, _, true) if early => Reading::Says(Answer::No),
            (true, _, false) | (_, true, false) if early && !against => Reading::Says(Answer::Yes),
            _ => Reading::Neither,
        }
    }

    /// Whether words are all such as stand beside a yes.
    fn is_courtesy(&self, words: &[AnswerWord]) -> bool {
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            match self.beside_yes.at(rest) {
                Some(length) => at += length,
                None => return false,
            }
        }
        true
    }
}

static LEXICONS: LazyLock<Vec<Lexicon>> =
    LazyLock::new(|| Language::ALL.into_iter().map(Lexicon::of).collect());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_answers_a_question() {
        for text in [
            "yes",
            "YES!",
            "Да.",
            "Так",
            "tak",
            "tаk",
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
            "Ja, so ist es. Danke schön!",
            "Na klar!",
            "Aber ja, natürlich",
            "Genau",
            "👍",
            // As people say that they meant it.
            "Yes, that is my move",
            "Yes, that is what I meant.",
            "Да, это мой ход",
            "Именно это я и имел в виду",
            "Так, це мій хід",
            "Підтверджую здачу",
            "Tak, to mój ruch",
            "Ja, das ist mein Zug.",
            "Ja, leider",
            "Да, к сожалению",
            "Так, на жаль",
            "Tak, niestety",
            "Yes, unfortunately",
        ] {
            assert_eq!(short_reply(text), Some(Answer::Yes), "{text}");
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
            "No, of course not!",
            "Certainly not.",
            "Нет, что вы!",
            "Ни в коем случае",
            "Ні, що ви!",
            "Ні, звичайно",
            "Nie, skądże!",
            "Nein, auf keinen Fall!",
            "Natürlich nicht!",
        ] {
            assert_eq!(short_reply(text), Some(Answer::No), "{text}");
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

    /// Beside every yes of every language: a no, a hedge, words of another language.
    #[test]
    fn what_stands_beside_a_yes_and_turns_it_leaves_none() {
        let beside = [
            "no",
            "not",
            "not yet",
            "nein",
            "nicht",
            "schon",
            "so was",
            "doch nicht",
            "нет",
            "не",
            "ну",
            "но",
            "пока",
            "ні",
            "але",
            "поки",
            "nie",
            "ale",
            "chyba",
            "vielleicht",
            "maybe",
            "perhaps",
            "wait",
            "but",
            "aber",
            "oder",
            "or",
            "или",
            "чи",
            "albo",
            "if",
            "mal sehen",
            "let me think",
            "подумаю",
            "что вы",
            "що ви",
        ];
        for language in Language::ALL {
            let answers = &vocabulary::players_of(language).answers;
            for yes in answers.yes.iter().chain(&answers.agreeing) {
                for other in beside {
                    for text in [
                        format!("{yes}, {other}"),
                        format!("{other} {yes}"),
                        format!("{yes}, {other}, {yes}"),
                        format!("{yes}\n{other}"),
                        format!("{other}.\n{yes}"),
                    ] {
                        // `Ну да`, `Ну конечно`, `na sicher`: entries of their own.
                        let whole = answers.agreeing.iter().any(|a| {
                            a.starts_with(&format!("{other} ")) || a.ends_with(&format!(" {other}"))
                        });
                        if whole {
                            continue;
                        }
                        assert_ne!(short_reply(&text), Some(Answer::Yes), "{text}");
                    }
                }
            }
        }
        for text in [
            "Ok, no.",
            "Yeah, no.",
            "Yes and no",
            "Yes / No",
            "Yes. No.",
            "right, no",
            "yes, no, yes",
            "Na ja",
            "Ja, na ja",
            "Ja schon",
            "Ja so was",
            "Ja so",
            "Ja was",
            "Да ну",
            "Да так",
            "Да что вы",
            "Да и нет",
            "Так чи ні",
            "Tak i nie",
            "Tak, no",
            "Jein",
            "Ja und nein",
            "Ja\n\nMal sehen",
            "Да\n\nХотя подумаю",
            "Tak\n\nalbo nie",
        ] {
            assert_ne!(short_reply(text), Some(Answer::Yes), "{text}");
        }
    }

    #[test]
    fn a_no_that_opens_an_answer_is_one() {
        for (reader, text) in [
            (Language::En, "No, I want to think about it first."),
            (Language::En, "Hello,\n\nNo! What made you think so"),
            (Language::Ru, "Нет, я ещё поиграю"),
            (Language::Uk, "Ні, ще пограємо"),
            (Language::Pl, "Nie, chcę jeszcze pograć"),
            (Language::De, "Nein, ich möchte noch weiterspielen."),
        ] {
            assert_eq!(reply_or_refusal(text, reader), Some(Answer::No), "{text}");
        }
        for (reader, text) in [
            (Language::En, "No doubt about that"),
            (Language::En, "No. 4 d3"),
            (Language::En, "No, wait: yes"),
            (Language::Pl, "No, to jeszcze zobaczymy"),
            (Language::Pl, "Nie wiem"),
            (Language::Ru, "Не знаю"),
            (Language::En, "4. d3\n\nNo, really"),
        ] {
            assert_eq!(reply_or_refusal(text, reader), None, "{text}");
        }
    }
}
