//! The form of an entry (appendices 5 and 6): lines of a label and what stands behind its
//! colon, or a table with the labels at its head, in every language. Only what a tournament
//! needs is taken; stamps, visas and policies are shown to officials on paper (27.3-27.5).

use super::fold;
use crate::language::Language;
use crate::vocabulary;
use crate::vocabulary::EntryWords;
use serde::{Deserialize, Serialize};

/// Longest value that is taken, in characters.
const MAX_VALUE: usize = 100;

/// Lines of a letter that are searched for a form.
const MAX_LINES: usize = 200;

/// Cells at the head of a table that have to be labels: a line of prose is none.
const FEWEST_CELLS: usize = 2;

/// What a form says; what it does not is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryForm {
    /// The tournament, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The person, in the order in which he writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The day of birth, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub birth: Option<String>,
    /// The category or title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// The federation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// How he is reached otherwise, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// The postal address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The language of letters to him.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Who sends him: a club, a region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sender: Option<String>,
}

/// What a line of the form is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Event,
    Name,
    Birth,
    Title,
    Rating,
    Federation,
    Contact,
    Address,
    Language,
    Sender,
}

impl EntryForm {
    /// What a letter's own words say.
    pub fn read(own_text: &str) -> EntryForm {
        let mut form = EntryForm::default();
        let mut head: Option<Vec<Option<Field>>> = None;
        for line in own_text.lines().take(MAX_LINES) {
            if let Some((field, value)) = labelled(line) {
                form.take(field, value);
                continue;
            }
            let cells = cells(line);
            let fields: Vec<Option<Field>> = cells.iter().map(|c| field_of(c)).collect();
            if fields.iter().flatten().count() >= FEWEST_CELLS {
                head = Some(fields);
            } else if let Some(fields) = head.take().filter(|f| f.len() == cells.len()) {
                for (field, value) in fields.into_iter().zip(cells) {
                    if let Some(field) = field {
                        form.take(field, value);
                    }
                }
            }
        }
        form
    }

    /// Whether it tells of a person and a tournament: a form of an entry, though no word asks
    /// for one.
    pub fn is_entry(&self) -> bool {
        self.event.is_some() && self.name.is_some()
    }

    /// With what a later letter says in place of what was said before.
    pub fn with(self, later: EntryForm) -> EntryForm {
        EntryForm {
            event: self.event.or(later.event),
            name: later.name.or(self.name),
            birth: later.birth.or(self.birth),
            title: later.title.or(self.title),
            rating: later.rating.or(self.rating),
            federation: later.federation.or(self.federation),
            contact: later.contact.or(self.contact),
            address: later.address.or(self.address),
            language: later.language.or(self.language),
            sender: later.sender.or(self.sender),
        }
    }

    /// Takes a value; the first of its kind stands.
    fn take(&mut self, field: Field, value: &str) {
        let value: String = value.trim().chars().take(MAX_VALUE).collect();
        let blank = |c: char| c == '_' || c == '-' || c == '…' || c.is_whitespace();
        if value.chars().all(blank) {
            return;
        }
        let text = Some(value.clone());
        match field {
            Field::Event => self.event = self.event.take().or(text),
            Field::Name => self.name = self.name.take().or(text),
            Field::Birth => self.birth = self.birth.take().or(text),
            Field::Title => self.title = self.title.take().or(text),
            Field::Federation => self.federation = self.federation.take().or(text),
            Field::Contact => self.contact = self.contact.take().or(text),
            Field::Address => self.address = self.address.take().or(text),
            Field::Sender => self.sender = self.sender.take().or(text),
            Field::Rating => self.rating = self.rating.or(rating(&value)),
            Field::Language => self.language = self.language.or(language(&value)),
        }
    }
}

/// The languages in whose words a letter enters: those of its ENTER, or of its form.
pub fn languages_of(own_text: &str) -> Vec<Language> {
    let mut found = Vec::new();
    for line in own_text.lines().take(MAX_LINES) {
        let words: Vec<String> = fold::words(line).into_iter().map(|w| w.text).collect();
        for spelling in super::keyword::TABLE.iter() {
            let is_enter = spelling.keyword == super::keyword::Keyword::Enter;
            if is_enter && words.starts_with(&spelling.words) && !found.contains(&spelling.language)
            {
                found.push(spelling.language);
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    let labels: Vec<String> = own_text
        .lines()
        .take(MAX_LINES)
        .filter_map(|line| Some(fold::fold(line.split_once(':')?.0)))
        .collect();
    let known = |language: &Language| {
        let entry = &vocabulary::players_of(*language).entry;
        let all = all_labels(entry);
        labels
            .iter()
            .filter(|l| all.iter().any(|(_, words)| is_one(words, l)))
            .count()
    };
    let most = Language::ALL.iter().map(known).max().unwrap_or(0);
    let is_most = |language: &Language| most > 0 && known(language) == most;
    Language::ALL.into_iter().filter(is_most).collect()
}

/// The label of a line and what stands behind its colon.
fn labelled(line: &str) -> Option<(Field, &str)> {
    let bare = line.trim_start_matches(|c: char| !c.is_alphabetic());
    let (label, value) = bare.split_once([':', '：'])?;
    field_of(label).map(|field| (field, value))
}

/// The cells of a row.
fn cells(line: &str) -> Vec<&str> {
    let by = if line.contains('|') { '|' } else { '\t' };
    let inner = line.trim().trim_matches(by);
    inner.split(by).map(str::trim).collect()
}

/// What a label is about, in any language.
fn field_of(label: &str) -> Option<Field> {
    let label = fold::fold(label);
    if label.is_empty() {
        return None;
    }
    Language::ALL.into_iter().find_map(|language| {
        let all = all_labels(&vocabulary::players_of(language).entry);
        let found = all.into_iter().find(|(_, words)| is_one(words, &label));
        found.map(|(field, _)| field)
    })
}

fn is_one(words: &[String], label: &str) -> bool {
    words.iter().any(|word| fold::fold(word) == label)
}

fn all_labels(entry: &EntryWords) -> [(Field, &[String]); 11] {
    [
        (Field::Event, &entry.event),
        (Field::Name, &entry.name),
        (Field::Birth, &entry.birth),
        (Field::Title, &entry.title),
        (Field::Rating, &entry.rating),
        (Field::Federation, &entry.federation),
        (Field::Contact, &entry.email),
        (Field::Contact, &entry.phone),
        (Field::Address, &entry.address),
        (Field::Language, &entry.language),
        (Field::Sender, &entry.sender),
    ]
}

/// A rating: the first number that may be one.
fn rating(value: &str) -> Option<u32> {
    let mut numbers = value.split(|c: char| !c.is_ascii_digit());
    numbers.find_map(|n| n.parse().ok().filter(|n| (1..=4000).contains(n)))
}

/// A language by its code or by its name in itself.
fn language(value: &str) -> Option<Language> {
    let value = fold::fold(value);
    Language::ALL.into_iter().find(|l| {
        let own = fold::fold(l.own_name());
        value == l.code() || value == own
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_appendix_5_is_read_in_every_language() {
        let forms = [
            (
                "Name: Lena Lark\nDate of birth: 1990-02-01\nRating: 2050 (FIDE)\nFederation: ENG",
                Language::En,
            ),
            (
                "Фамилия, Имя, Отчество: Lena Lark\nДата рождения: 1990-02-01\nРейтинг: 2050\nФедерация: ENG",
                Language::Ru,
            ),
            (
                "Прізвище, ім'я, по батькові: Lena Lark\nДата народження: 1990-02-01\nРейтинг: 2050\nФедерація: ENG",
                Language::Uk,
            ),
            (
                "Nazwisko i imię: Lena Lark\nData urodzenia: 1990-02-01\nRanking: 2050\nFederacja: ENG",
                Language::Pl,
            ),
            (
                "Vor- und Nachname: Lena Lark\nGeburtsdatum: 1990-02-01\nWertungszahl: 2050\nFöderation: ENG",
                Language::De,
            ),
        ];
        for (text, language) in forms {
            let form = EntryForm::read(text);
            assert_eq!(form.name.as_deref(), Some("Lena Lark"), "{text}");
            assert_eq!(form.birth.as_deref(), Some("1990-02-01"), "{text}");
            assert_eq!(form.rating, Some(2050), "{text}");
            assert_eq!(form.federation.as_deref(), Some("ENG"), "{text}");
            assert_eq!(languages_of(text), [language], "{text}");
        }
    }

    #[test]
    fn the_table_of_the_appendix_is_read_cell_by_cell() {
        let text = "ПРЕДВАРИТЕЛЬНАЯ ЗАЯВКА\n\
            От: Шахматный клуб «Ладья»\n\
            На участие в спортивных соревнованиях: RU26-01\n\
            № п/п | Фамилия, Имя, Отчество | Дата рождения | Спортивный разряд, звание | Спортивная дисциплина | Контактный e-mail и телефон\n\
            1 | Ларин Лев Львович | 01.02.1990 | КМС | заочные шахматы | lev@l.example, 123\n";
        let form = EntryForm::read(text);
        assert_eq!(form.event.as_deref(), Some("RU26-01"));
        assert_eq!(form.name.as_deref(), Some("Ларин Лев Львович"));
        assert_eq!(form.title.as_deref(), Some("КМС"));
        assert_eq!(form.contact.as_deref(), Some("lev@l.example, 123"));
        assert_eq!(form.sender.as_deref(), Some("Шахматный клуб «Ладья»"));
        assert!(form.is_entry());
    }

    #[test]
    fn a_line_left_blank_says_nothing_and_the_first_of_two_stands() {
        let form = EntryForm::read("Name: ______\nName: Lena\nName: Other\nLanguage: Deutsch");
        assert_eq!(form.name.as_deref(), Some("Lena"));
        assert_eq!(form.language, Some(Language::De));
        assert!(!form.is_entry());
    }
}
