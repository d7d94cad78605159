//! What may stand beside what ends a game, offers a draw or takes leave, and changes
//! nothing of it: thanks, praise, wishes, a name, a date. Whatever else a letter says there
//! may stay or take back what it asks for in words that no list holds, so what is not known
//! to be harmless leaves it in doubt.

use super::courtesy;
use super::date;
use super::meaning;
use super::pattern;
use super::second_thoughts;
use super::sentence::{Mood, Phrases, SaidWord, Sentence};
use crate::vocabulary::{self, either};
use regex::Regex;
use std::sync::LazyLock;

/// Words of a name at most, behind a greeting or regards or alone at the end.
const MOST_OF_NAME: usize = 4;

/// Whether every one of some sentences is known to change nothing of what stands beside
/// them. Behind regards stands the writer: his name, his town, his telephone.
pub fn is_harmless(beside: &[&Sentence]) -> bool {
    let last = beside.len().saturating_sub(1);
    let mut closed = false;
    beside.iter().enumerate().all(|(at, sentence)| {
        let text = sentence.text();
        if text.contains('?') || meaning::speaks_of_a_draw(sentence).is_some() {
            return false;
        }
        let harmless = is_courteous(sentence) || closed && is_of_writer(sentence);
        closed |= courtesy::closes(text);
        harmless || is_label(sentence) || (at == 0 || at == last) && is_name(text)
    })
}

/// Whether sentences may stand before what ends a game: what is said first and leads up to
/// it takes nothing back, unless it asks, supposes or tells, or has somebody else say it.
pub fn leads_to(before: &[&Sentence]) -> bool {
    before.iter().all(|sentence| {
        let open = sentence.text().trim_end().ends_with([':', ',', '…']);
        let states = matches!(sentence.mood(), Mood::States | Mood::Denies);
        states && !open || is_harmless(&[sentence])
    })
}

/// Whether a sentence is made of thanks, praise, wishes and greetings with the names behind
/// them, and of dates.
fn is_courteous(sentence: &Sentence) -> bool {
    let text = sentence.text();
    let said = sentence.words();
    let dated = said.iter().any(is_number);
    let mut at = 0;
    // How many words of a name may follow.
    let mut names = 0;
    while let Some(word) = said.get(at) {
        let known = polite_at(text, said, at).or_else(|| WELL_MEANT.at(said, at));
        if let Some(length) = known {
            at += length;
            names = MOST_OF_NAME;
        } else if names > 0 && is_capital(text, word) && !second_thoughts::is_no(said, at) {
            at += 1;
            names -= 1;
        } else if dated && (is_number(word) || date::month_named(&word.text).is_some()) {
            at += 1;
        } else {
            return false;
        }
    }
    true
}

/// How many words a greeting or regards take that stand at one.
fn polite_at(text: &str, said: &[SaidWord], at: usize) -> Option<usize> {
    let rest = text.get(said.get(at)?.start..)?;
    let end = said.get(at)?.start + POLITE.find(rest)?.end();
    let behind = said.get(at..)?.iter();
    Some(behind.take_while(|w| w.start < end).count())
}

/// Whether a sentence behind regards is of their writer: words with capitals, numbers and
/// abbreviations.
fn is_of_writer(sentence: &Sentence) -> bool {
    let text = sentence.text();
    let short = |w: &SaidWord| text.get(w.end..).is_some_and(|t| t.starts_with('.'));
    let said = sentence.words();
    !text.contains('!')
        && said
            .iter()
            .all(|w| is_number(w) || is_capital(text, w) || short(w) && w.text.chars().count() <= 4)
}

/// Whether a line says that the answer follows: `My reply:`.
fn is_label(sentence: &Sentence) -> bool {
    let said = sentence.words();
    let known = |at: usize| LABELS.at(said, at).is_some();
    sentence.text().trim_end().ends_with(':') && (0..said.len()).all(known)
}

/// Whether a line is a name and nothing else: each of its words has a capital, and no mark
/// behind them says that it is a sentence.
fn is_name(text: &str) -> bool {
    let line = Sentence::of(text);
    let said = line.words();
    let ends = text.trim_end().ends_with(|c: char| c.is_alphanumeric());
    let initial = said.last().is_some_and(|w| w.text.chars().count() == 1);
    let mut told: Vec<&str> = said.iter().map(|w| w.text.as_str()).collect();
    told.sort_unstable();
    told.dedup();
    (1..=MOST_OF_NAME).contains(&said.len())
        && told.len() == said.len()
        && (ends || initial)
        && !text.contains(['!', ':'])
        && !second_thoughts::line_takes_back(text)
        && said.iter().all(|w| is_capital(text, w))
        && (said.len() > 1 || date::month_named(line.text()).is_none())
}

fn is_number(word: &SaidWord) -> bool {
    word.text.starts_with(|c: char| c.is_ascii_digit())
}

fn is_capital(text: &str, word: &SaidWord) -> bool {
    let first = text.get(word.start..).and_then(|t| t.chars().next());
    first.is_some_and(char::is_uppercase)
}

static WELL_MEANT: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.courtesy.well_meant)));

static LABELS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.chess.beside)));

/// A greeting, or regards and thanks, at the start of a text.
static POLITE: LazyLock<Regex> = LazyLock::new(|| {
    let greetings = either(&vocabulary::players(|w| &w.courtesy.greetings));
    let closings = either(&vocabulary::players(|w| &w.courtesy.closings));
    let thanks = either(&vocabulary::players(|w| &w.courtesy.thanks));
    pattern(&format!(r"(?i)^(?:{closings}|{thanks}|{greetings})\b"))
});

#[cfg(test)]
mod tests {
    use super::*;

    fn harmless(text: &str) -> bool {
        let lines: Vec<Sentence> = text.lines().map(Sentence::of).collect();
        is_harmless(&lines.iter().collect::<Vec<_>>())
    }

    #[test]
    fn thanks_praise_wishes_and_names_change_nothing() {
        for text in [
            "Thank you for the game.",
            "Dear Ann,\nThank you, a very good game, well played!\nBest regards, Bert Brown",
            "Congratulations on your win, and good luck in the tournament!",
            "No hard feelings!\nBest wishes\nAnn\nHastings, tel. 01424 12",
            "It was a pleasure.\nAnn",
            "Спасибо за игру, Вы сыграли прекрасно!",
            "Здравствуйте, Иван Петрович!\nПоздравляю с победой, желаю удачи!\nСмирнов П.И.",
            "С уважением, Смирнов\n22 мая 2026",
            "Дякую за гру, вітаю з перемогою!\nОлена",
            "Dziękuję za piękną partię, gratuluję zwycięstwa.\nJan Kowalski",
            "Мой ответ:",
            "Ann Archer",
            "It was a long game.",
            "The position is level.",
            "Vielen Dank für die spannende Partie!\nAlles Gute und viel Erfolg!\nMfG Hans",
            "Sehr geehrter Herr Müller,\nHerzlichen Glückwunsch zum Sieg.",
        ] {
            assert!(harmless(text), "{text}");
        }
    }

    #[test]
    fn what_may_stay_or_take_back_an_act_is_not_harmless() {
        for text in [
            "Ha, fooled you!",
            "Please hold this until Friday.",
            "Thank you.\nI will decide finally on Sunday.",
            "Best regards\nAnn\nPS not before Friday",
            "I play on",
            "Шутка",
            "С первым апреля!",
            "Сыграем ещё?",
            "Пока не отправляйте, посоветуюсь с внуком.",
            "Так бы сказал мой сын, а я играю дальше.",
            "Поторопился.",
            "Почекайте з цим.",
            "Prima aprilis!",
            "A może jeszcze powalczyć?",
            "April, April!",
            "So würde es mein Sohn sagen.",
            "Lieber Remis",
            "Danke, nein",
        ] {
            assert!(!harmless(text), "{text}");
        }
    }
}
