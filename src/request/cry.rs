//! A call for a person: who writes one is not helped by another answer of a robot.

use super::fold;
use super::keyword::{Keyword, TABLE};
use crate::vocabulary;
use std::sync::LazyLock;

/// Words in which people ask for a person, or whether they write to one, folded: as few
/// words as carry the sense, for they are looked for inside sentences.
static CRIES: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let own = vocabulary::players(|w| &w.people.cries).into_iter();
    let abroad = vocabulary::ABROAD.cries.iter().map(String::as_str);
    let words = |cry| fold::words(cry).into_iter().map(|w| w.text).collect();
    own.chain(abroad).map(words).collect()
});

/// What a person has to hear of: a death, an illness, an act by mistake, a complaint, a word to
/// the arbiter. They are looked for where a letter asks for nothing that is understood, so the
/// last word of each is no more than a beginning.
static PLIGHTS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let own = vocabulary::players(|w| &w.people.plights).into_iter();
    let words = |plight| fold::words(plight).into_iter().map(|w| w.text).collect();
    own.map(words).collect()
});

/// A death, or an illness that stops a game: heard beside a move as well.
static DEATHS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let own = vocabulary::players(|w| &w.people.deaths).into_iter();
    let words = |death| fold::words(death).into_iter().map(|w| w.text).collect();
    own.map(words).collect()
});

/// Longest text in which one is looked for, in characters: a cry is short, and what a
/// machine sends is long.
const LONGEST: usize = 4_000;

/// Whether a player's own text calls for a person: in so many words, or by HELP with
/// words of his own beside it.
pub fn is_cry(own_text: &str) -> bool {
    let same = |found: &str, word: &str| found == word;
    says_one(own_text, &CRIES, same) || begins(own_text).lines().any(is_help_with_words)
}

/// Whether a player's own text, in which nothing is asked for, tells of what a person has
/// to hear: a death, an illness, a mistake, a complaint, a word to the arbiter.
pub fn is_plight(own_text: &str) -> bool {
    is_death(own_text) || says_one(own_text, &PLIGHTS, |found, word| found.starts_with(word))
}

/// Whether a player's own text tells of a death, or of an illness that stops a game: a person
/// hears of it beside a move too.
pub fn is_death(own_text: &str) -> bool {
    says_one(own_text, &DEATHS, |found, word| found == word)
}

/// Whether a text says one of these; `ends` compares the last word of each.
fn says_one(own_text: &str, all: &[Vec<String>], ends: fn(&str, &str) -> bool) -> bool {
    let words = fold::words(&begins(own_text)).into_iter();
    let words: Vec<String> = words.map(|w| w.text).collect();
    let says = |said: &Vec<String>| {
        let Some((last, before)) = said.split_last() else {
            return false;
        };
        words.windows(said.len()).any(|found| {
            let (found_last, found_before) = (found.last(), found.get(..before.len()));
            found_before == Some(before) && found_last.is_some_and(|found| ends(found, last))
        })
    };
    all.iter().any(says)
}

fn begins(own_text: &str) -> String {
    own_text.chars().take(LONGEST).collect()
}

/// `HELP, I cannot send my move`. A point of our own letters (`- HELP`) is none.
fn is_help_with_words(line: &str) -> bool {
    let starts = line.chars().find(|c| !c.is_whitespace());
    if starts.is_none_or(|c| !c.is_alphabetic()) {
        return false;
    }
    let found = fold::words(line);
    let asks = |words: &[String]| {
        found.len() > words.len() && found.iter().zip(words).all(|(f, w)| f.text == *w)
    };
    let mut helps = TABLE.iter().filter(|e| e.keyword == Keyword::Help);
    // A signature or a courtesy on the line is no words: the command is understood.
    helps.any(|entry| asks(&entry.words))
        && !matches!(
            super::command::read(line, 0),
            Some(super::command_line::CommandLine::Request(_))
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_for_a_person_is_heard_in_every_language() {
        for text in [
            "is this a robot?",
            "Hello, IS THIS A ROBOT or can I speak to a person?",
            "Is anybody there?",
            "HELP I cannot send my move",
            "Help! My move is not taken",
            "Please help me, I do not understand",
            "позовите человека",
            "Здравствуйте! Позовите, пожалуйста, кого-нибудь. Это робот?",
            "ПОМОЩЬ нужна срочно",
            "Помогите, ход не принимается",
            "Есть тут живой человек?",
            "Покличте людину!",
            "Це робот?",
            "ДОПОМОГА потрібна мені",
            "Допоможіть, будь ласка",
            "Zawołajcie człowieka",
            "Czy to robot?",
            "POMOC nie mogę wysłać posunięcia",
            "Proszę o pomoc",
            "Ist das ein Roboter?",
        ] {
            assert!(is_cry(text), "{text}");
        }
    }

    #[test]
    fn a_death_and_a_hospital_are_heard() {
        for text in [
            "This is Ann's daughter. Mum passed away on Sunday. Please tell her opponents.",
            "Алексей Петрович скончался 15 мая. Сын.",
            "Mąż zmarł w niedzielę. Proszę go skreślić z turnieju.",
            "Здравствуйте. Это жена Алексея. Он в больнице, инсульт. Что делать с партиями?",
            "I will be in hospital for two weeks, could you stop my clock please?",
            "Чоловік у лікарні.",
            "Mein Mann liegt im Krankenhaus.",
            "Я тяжело заболел, играть больше не могу.",
            "I am seriously ill and cannot go on.",
            "Jestem ciężko chory i nie mogę dalej grać.",
            "Я тяжко захворів і не можу грати далі.",
            "Ich bin schwer erkrankt und kann nicht weiterspielen.",
            "Верните партию! Я нажал случайно.",
            "Das war ein Versehen, ich wollte nicht aufgeben.",
            "To była pomyłka, proszę przywrócić partię.",
            "I resigned by mistake, please give the game back.",
            "Мой соперник играет движком!",
            "My opponent uses an engine, I am sure.",
            "Can the arbiter look at this?",
            "Please let a human read this",
            "Мені потрібен арбітр",
            "Прошу помощи судьи",
            "Ich bitte um ein paar Tage Aufschub.",
            "Прошу отсрочку на неделю.",
            "Could I please have a few more days?",
            "Proszę o kilka dni więcej.",
            "Прошу ще кілька днів.",
            "Дайте мне ещё несколько дней.",
            "Соперница явно играет с компьютером, прошу разобраться!",
            "Вынужден выбыть из турнира по состоянию здоровья",
            "Лягаю в лікарню з понеділка",
            "I'm afraid we lost Anna on Tuesday.",
            "Анны больше нет с нами. Муж",
            "Oh no! I clicked the wrong thing. I did not want to resign!!",
            "Стойте! Внук нажал, я не сдаюсь!",
        ] {
            assert!(is_plight(text), "{text}");
        }
        for text in [
            "4. c3\n\nMy husband died on Monday. I may be slow.",
            "4. c3\n\nУ меня инфаркт, лежу в реанимации, пишет сын.",
            "4. c3\n\nMein Mann ist am Montag gestorben.",
            "4. c3\n\nMój mąż zmarł w poniedziałek.",
            "4. c3\n\nУ мене помер чоловік.",
        ] {
            assert!(is_death(text), "{text}");
        }
        for text in [
            "4. c3\n\nI have been ill, sorry for the delay.",
            "4. c3\n\nМой конь погиб смертью храбрых.",
            "4. c3. My attack died on f5.",
        ] {
            assert!(!is_death(text), "{text}");
        }
        for text in [
            "Is this an illegal move?",
            "Спасибо за партию!",
            "Судьба такая",
            "Dziękuję za partię",
            "Danke für die Partie",
            "Дякую за гру",
            "What is the weather like?",
        ] {
            assert!(!is_plight(text), "{text}");
        }
        assert!(is_cry("Chcę porozmawiać z sędzią"));
        assert!(is_cry("I would like to talk to the arbiter"));
        assert!(!is_plight("2. Nf3 The weather is fine."));
    }

    #[test]
    fn an_ordinary_letter_calls_for_nobody() {
        for text in [
            "",
            "HELP",
            "Help.",
            "ПОМОЩЬ",
            "12. 5254",
            "1. e4 Thank you for the game, it helps me a lot",
            "Hello, how are you? It rains here.",
            "I am on holiday and read no mail.",
            "Спасибо, Вам тоже хорошей игры!",
            "Дякую, гарної гри!",
            "Dziękuję i pozdrawiam",
            "- HELP brings the list of commands",
            "DRAW?",
            "LEAVE 2026-07-01 2026-07-14",
            "STATUS please",
        ] {
            assert!(!is_cry(text), "{text}");
        }
    }
}
