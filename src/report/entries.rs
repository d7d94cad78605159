//! The list of entries of a tournament, and the protocol of the admission commission (29.4).

use super::document::{Column, Document, DocumentSection, Signature, Table};
use super::words::common::date;
use crate::language::Language;
use crate::messages::{Phrase, word};
use crate::time::Day;
use crate::tournament::entries::EntryState;
use serde_json::{Value, json};

/// An entry, as it is listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryLine {
    /// Its number in the tournament, in order of arrival.
    pub number: u32,
    /// The day on which it came.
    pub came: Option<Day>,
    /// Where it stands.
    pub state: Option<EntryState>,
    /// The documents were seen.
    pub seen: bool,
    /// The fee was paid.
    pub paid: bool,
    /// The rating is not one of those that are wanted.
    pub outside: bool,
    /// Who made it; `None`: that is erased.
    pub person: Option<ListedPerson>,
    /// The starting number, once he is in the field.
    pub start_number: Option<u32>,
}

/// Who made an entry, as it is listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedPerson {
    /// The name.
    pub name: String,
    /// The address.
    pub email: String,
    /// The language of letters to him.
    pub language: Option<Language>,
    /// The rating.
    pub rating: Option<u32>,
    /// The federation.
    pub federation: Option<String>,
    /// The category or title.
    pub title: Option<String>,
    /// The day of birth, as written.
    pub birth: Option<String>,
}

/// The entries of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryList {
    /// The tournament's code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Only who is admitted, to be signed.
    pub protocol: bool,
    /// Who signs it; empty: by hand.
    pub chairman: String,
    /// In order of arrival.
    pub lines: Vec<EntryLine>,
}

impl EntryList {
    fn shown(&self) -> impl Iterator<Item = &EntryLine> {
        let decided = |line: &&EntryLine| {
            matches!(
                line.state,
                Some(EntryState::Admitted | EntryState::Waiting | EntryState::Refused)
            )
        };
        self.lines
            .iter()
            .filter(move |line| !self.protocol || decided(line))
    }

    fn admitted(&self) -> usize {
        let admitted = |line: &&EntryLine| line.state == Some(EntryState::Admitted);
        self.lines.iter().filter(admitted).count()
    }

    /// As JSON: one array, in order of arrival.
    pub fn json(&self) -> Value {
        let one = |line: &EntryLine| {
            let person = line.person.as_ref();
            json!({
                "number": line.number,
                "came": line.came,
                "state": line.state,
                "seen": line.seen,
                "paid": line.paid,
                "outside": line.outside,
                "erased": person.is_none(),
                "name": person.map(|p| &p.name),
                "email": person.map(|p| &p.email),
                "language": person.map(|p| p.language),
                "rating": person.and_then(|p| p.rating),
                "federation": person.and_then(|p| p.federation.as_ref()),
                "title": person.and_then(|p| p.title.as_ref()),
                "birth": person.and_then(|p| p.birth.as_ref()),
                "start_number": line.start_number,
            })
        };
        Value::Array(self.shown().map(one).collect())
    }

    /// As a document.
    pub fn document(&self, language: Language) -> Document {
        let say = |key: &'static str| Phrase(key).say(language);
        let title = match self.protocol {
            true => say("entries.protocol"),
            false => say("entries.title"),
        };
        let mut document = Document::new(language, format!("{} ({})", self.name, self.code));
        let mut section = DocumentSection::new(title).anchored("entries");
        if self.shown().next().is_none() {
            section.paragraph(say("entries.none"));
            document.push(section);
            return document;
        }
        section.table(self.table(language));
        if self.protocol {
            let count = self.admitted().to_string();
            let admitted = Phrase("entries.admitted").fill(language, &[("count", &count)]);
            section.paragraph(admitted);
            section.signatures(vec![Signature {
                office: say("entries.chairman").to_owned(),
                name: self.chairman.clone(),
                below: say("protocol.signature").to_owned(),
            }]);
        }
        document.push(section);
        document
    }

    fn table(&self, language: Language) -> Table {
        let say = |key: &'static str| Phrase(key).say(language);
        let mut table = Table::new(
            "entries",
            [
                Column::right(say("entries.number")),
                Column::left(say("entries.name")),
                Column::right(say("entries.rating")),
                Column::left(say("entries.federation")),
                Column::left(say("entries.titled")),
                Column::left(say("entries.birth")),
                Column::left(say("entries.came")),
                Column::left(say("entries.state")),
                Column::center(say("entries.seen")),
                Column::center(say("entries.paid")),
            ],
        );
        for line in self.shown() {
            let person = line.person.clone().unwrap_or(ListedPerson {
                name: say("entries.erased").to_owned(),
                ..ListedPerson::default()
            });
            let tick = |is: bool| if is { say("entries.yes") } else { "" }.to_owned();
            let state = line.state.map_or("", |s| word(language, "entry-state", &s));
            table.row([
                line.number.to_string(),
                person.name,
                person.rating.map(|r| r.to_string()).unwrap_or_default(),
                person.federation.unwrap_or_default(),
                person.title.unwrap_or_default(),
                person.birth.unwrap_or_default(),
                line.came.map(|d| date(language, d)).unwrap_or_default(),
                state.to_owned(),
                tick(line.seen),
                tick(line.paid),
            ]);
        }
        table
    }
}
