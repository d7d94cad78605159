//! The headings of a list of players, in every language.

use super::super::complaint::nearest;
use crate::vocabulary::{self, Pick, RosterWords};
use std::sync::LazyLock;

/// What a column may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RosterColumn {
    /// The whole name; a first name where another column has the surname.
    Name,
    /// The surname; the whole name where nothing is beside it.
    Surname,
    /// The first name.
    Given,
    /// The patronymic.
    Patronymic,
    /// The address.
    Email,
    /// The rating.
    Rating,
    /// The federation.
    Federation,
    /// The language.
    Language,
    /// The starting number.
    Number,
}

use RosterColumn as C;

/// The headings known, plainly written (see [`plain`]), column by column.
static KNOWN: LazyLock<Vec<(RosterColumn, Vec<&str>)>> = LazyLock::new(|| {
    let columns: [(RosterColumn, Pick<RosterWords>); 9] = [
        (C::Name, |r| &r.name),
        (C::Surname, |r| &r.surname),
        (C::Given, |r| &r.given),
        (C::Patronymic, |r| &r.patronymic),
        (C::Email, |r| &r.email),
        (C::Rating, |r| &r.rating),
        (C::Federation, |r| &r.federation),
        (C::Language, |r| &r.language),
        (C::Number, |r| &r.number),
    ];
    let names = |(column, pick): (RosterColumn, Pick<RosterWords>)| {
        let mut names = vocabulary::arbiters(|w| pick(&w.rosters));
        if column == C::Number {
            names.extend(["#", "№"]);
        }
        (column, names)
    };
    columns.map(names).into()
});

/// A heading without case, accents, stress and punctuation.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.to_lowercase().chars() {
        match c {
            'ё' => plain.push('е'),
            'ą' => plain.push('a'),
            'ć' => plain.push('c'),
            'ę' => plain.push('e'),
            'ł' => plain.push('l'),
            'ń' => plain.push('n'),
            'ó' => plain.push('o'),
            'ś' => plain.push('s'),
            'ź' | 'ż' => plain.push('z'),
            '№' | '#' => plain.push(c),
            // The apostrophe of `імʼя` counts as a letter elsewhere.
            'ʼ' => {}
            c if c.is_alphanumeric() => plain.push(c),
            '_' | ' ' | '\u{A0}' => plain.push(' '),
            // `e-mail`, `эл.почта`, `ім'я`, `п/п`.
            '.' | '/' | '(' | ')' => plain.push(' '),
            _ => {}
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn column(heading: &str) -> Option<RosterColumn> {
    let plain = plain(heading);
    KNOWN
        .iter()
        .find(|(_, names)| names.contains(&plain.as_str()))
        .map(|(column, _)| *column)
}

/// The known heading nearest to a misspelt one.
pub fn nearest_known(heading: &str) -> Option<&'static str> {
    let all: Vec<&str> = KNOWN
        .iter()
        .flat_map(|(_, names)| names.iter().copied())
        .filter(|name| name.chars().count() > 3)
        .collect();
    nearest(&plain(heading), &all)
}

/// The headings of a list.
#[derive(Clone, Debug)]
pub struct Headings {
    titles: Vec<(String, Option<RosterColumn>)>,
}

impl Headings {
    /// What a row says, taken as headings.
    pub fn read(cells: &[String]) -> Headings {
        Headings {
            titles: cells.iter().map(|c| (c.clone(), column(c))).collect(),
        }
    }

    /// Whether there is such a column.
    pub fn has(&self, wanted: RosterColumn) -> bool {
        self.place(wanted).is_some()
    }

    /// Whether players can be named.
    pub fn has_name(&self) -> bool {
        [C::Name, C::Surname].iter().any(|c| self.has(*c))
    }

    fn place(&self, wanted: RosterColumn) -> Option<usize> {
        self.titles.iter().position(|(_, c)| *c == Some(wanted))
    }

    /// What a row says in a column, with the column's title.
    pub fn cell<'a>(
        &'a self,
        cells: &'a [String],
        wanted: RosterColumn,
    ) -> Option<(&'a str, &'a str)> {
        let place = self.place(wanted)?;
        let title = self.titles.get(place)?.0.as_str();
        Some((title, cells.get(place).map_or("", String::as_str)))
    }

    /// A player's name, from one column or several.
    pub fn name(&self, cells: &[String]) -> String {
        let text = |wanted| self.cell(cells, wanted).map_or("", |(_, text)| text);
        let parts = [
            text(C::Surname),
            text(C::Name),
            text(C::Given),
            text(C::Patronymic),
        ];
        let parts: Vec<&str> = parts.into_iter().filter(|p| !p.is_empty()).collect();
        parts.join(" ")
    }

    /// The title of the column that names players.
    pub fn name_title(&self) -> &str {
        let place = self.place(C::Surname).or_else(|| self.place(C::Name));
        place
            .and_then(|p| self.titles.get(p))
            .map_or("name", |(title, _)| title.as_str())
    }

    /// Columns that say nothing known; those without a title are not told of.
    pub fn unknown(&self) -> impl Iterator<Item = &str> {
        let of = |(title, column): &'_ &(String, Option<RosterColumn>)| {
            column.is_none() && !title.is_empty()
        };
        self.titles
            .iter()
            .filter(of)
            .map(|(title, _)| title.as_str())
    }

    /// Columns that say the same thing as one before them.
    pub fn doubled(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (at, (title, column)) in self.titles.iter().enumerate() {
            let Some(column) = column else { continue };
            if let Some(first) = self.place(*column)
                && first < at
                && let Some((before, _)) = self.titles.get(first)
            {
                found.push((before.clone(), title.clone()));
            }
        }
        found
    }

    /// A row of a form that was not filled in: nothing but its number.
    pub fn only_a_number(&self, cells: &[String]) -> bool {
        let place = self.place(C::Number);
        cells
            .iter()
            .enumerate()
            .all(|(at, cell)| cell.is_empty() || Some(at) == place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heading_is_written_plainly_and_once() {
        let mut seen = std::collections::BTreeSet::new();
        for (column_known, names) in KNOWN.iter() {
            for name in names {
                assert_eq!(plain(name), *name);
                assert!(seen.insert(*name), "{name}");
                assert_eq!(column(name), Some(*column_known));
            }
        }
    }

    #[test]
    fn headings_are_known_as_people_write_them() {
        for (written, column_meant) in [
            ("E-mail", C::Email),
            ("Эл. почта", C::Email),
            ("ФИО", C::Name),
            ("Ф.И.О.", C::Name),
            ("Imię i nazwisko", C::Name),
            ("Ім'я", C::Name),
            ("Імʼя", C::Name),
            ("№ п/п", C::Number),
            ("Lp.", C::Number),
            ("Język", C::Language),
            ("Прізвище", C::Surname),
            ("start_number", C::Number),
        ] {
            assert_eq!(column(written), Some(column_meant), "{written}");
        }
        assert_eq!(column("Телефон"), None);
        assert_eq!(nearest_known("Рейтниг"), Some("рейтинг"));
    }
}
