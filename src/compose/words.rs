//! The words of one language that are not sentences: months, counted nouns, names of
//! sides and pieces, headings of letters. They come from the catalogue; a club may replace
//! them whole (`templates/LANG/words.toml` in the home).

use super::wording::Wording;
pub use crate::chess::san_in;
use crate::chess::{Piece, Side};
use crate::language::Language;
use crate::messages::plural;
use crate::time::Day;
use minijinja::{Environment, context};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// The words, as a club's `words.toml` holds them. A missing key is an error, so that an
/// edited file is refused whole instead of leaving holes in letters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LetterWords {
    /// A date in words: `{d}`, `{month}` and `{y}` are filled in.
    pub date: String,
    /// The months as they stand in such a date.
    pub months: Vec<String>,
    /// The days of the week, Monday first, as they stand beside a date.
    pub weekdays: Vec<String>,
    /// Counted nouns: as many forms as the language has plurals (see [`plural`]).
    pub plural: BTreeMap<String, Vec<String>>,
    /// White: the name and the genitive.
    pub white: [String; 2],
    /// Black: the name and the genitive.
    pub black: [String; 2],
    /// The letter of a pawn in the text diagram.
    pub pawn: String,
    /// Titles in files of older versions; tables take theirs from the catalogue.
    #[serde(default, rename = "form")]
    _form: IgnoredAny,
    /// As above.
    #[serde(default, rename = "arithmetic")]
    _arithmetic: IgnoredAny,
    /// As above.
    #[serde(default, rename = "games")]
    _games: IgnoredAny,
    /// Names of open matters that a club wants to be other than those of reports.
    #[serde(default)]
    pub matters: BTreeMap<String, String>,
    /// The words of a zone, as they stand behind a date: by its name in small letters,
    /// with `-` between.
    #[serde(default)]
    pub zones: BTreeMap<String, String>,
    /// Anything else a template wants to name by `w.key`.
    pub text: BTreeMap<String, String>,
}

impl LetterWords {
    /// Reads `words.toml` and checks that every list is complete.
    ///
    /// # Errors
    ///
    /// An English sentence that names the key.
    pub fn read(text: &str, language: Language) -> Result<LetterWords, String> {
        let mut words: LetterWords = toml::from_str(text).map_err(|e| e.message().to_owned())?;
        if words.months.len() != 12 {
            return Err("'months' must hold twelve names".to_owned());
        }
        if words.weekdays.len() != 7 {
            return Err("'weekdays' must hold seven names".to_owned());
        }
        let forms = plural::forms(language);
        match words.plural.iter().find(|(_, f)| f.len() != forms) {
            Some((key, _)) => Err(format!("'plural.{key}' must hold {forms} forms")),
            None => {
                let plural = std::mem::take(&mut words.plural).into_iter();
                words.plural = plural.map(|(k, f)| (k.replace('_', "-"), f)).collect();
                Ok(words)
            }
        }
    }

    /// With the headings and zones that a club's file, written for an older version, lacks.
    pub fn completed(mut self, wording: &Wording) -> LetterWords {
        for (of, section) in [(&mut self.text, "words"), (&mut self.zones, "zone")] {
            for (key, said) in wording.section(section) {
                of.entry(key).or_insert(said);
            }
        }
        self
    }

    /// The words of the catalogue.
    ///
    /// # Errors
    ///
    /// An English sentence that names the key that is missing.
    pub fn of(wording: &Wording) -> Result<LetterWords, String> {
        let said = |key: &str| -> Result<String, String> {
            let text = wording.said(key).map(str::to_owned);
            text.ok_or_else(|| format!("'{key}' is missing"))
        };
        let list = |section: &str, names: &[&str]| -> Result<Vec<String>, String> {
            names
                .iter()
                .map(|name| said(&format!("{section}.{name}")))
                .collect()
        };
        let pattern = context! { day => "{d}", month => "{month}", year => "{y}" };
        let date = Environment::new().render_str(&said("common.date")?, pattern);
        Ok(LetterWords {
            date: date.map_err(|e| format!("'common.date' is wrong: {e}"))?,
            months: list("month", &MONTHS)?,
            weekdays: list("weekday", &WEEKDAYS)?,
            plural: wording.counted(),
            white: [said("side.white")?, said("side.white-of")?],
            black: [said("side.black")?, said("side.black-of")?],
            pawn: said("words.pawn")?,
            _form: IgnoredAny,
            _arithmetic: IgnoredAny,
            _games: IgnoredAny,
            matters: BTreeMap::new(),
            zones: wording.section("zone"),
            text: wording.section("words"),
        })
    }

    /// The right form of a counted noun, without the number; `None` where the
    /// noun is not in the list.
    pub fn plural(&self, language: Language, n: i64, noun: &str) -> Option<&str> {
        let form = plural::form(language, n);
        let forms = match noun.contains('_') {
            true => self.plural.get(&noun.replace('_', "-")),
            false => self.plural.get(noun),
        };
        forms?.get(form).map(String::as_str)
    }

    /// A date with the month in words.
    pub fn date(&self, day: Day) -> String {
        self.filled(&self.date, day)
    }

    fn filled(&self, pattern: &str, day: Day) -> String {
        let index = usize::try_from(day.month()).unwrap_or(1).saturating_sub(1);
        let month = self.months.get(index).map_or("", String::as_str);
        pattern
            .replace("{d}", &day.day().to_string())
            .replace("{month}", month)
            .replace("{y}", &day.year().to_string())
            // A date is not torn over two lines.
            .replace(' ', "\u{a0}")
    }

    /// A date without its year: `12 March`.
    pub fn day_month(&self, day: Day) -> String {
        let pattern = match self.date.split_once("{month}") {
            Some((before, _)) if before.contains("{d}") => format!("{before}{{month}}"),
            _ => self.date.clone(),
        };
        self.filled(&pattern, day)
    }

    /// A zone in words: `Moscow time`; its name in brackets where there are none.
    pub fn place(&self, zone: &str) -> String {
        // The zone's older name.
        let zone = if zone == "Europe/Kiev" {
            "Europe/Kyiv"
        } else {
            zone
        };
        let key = zone.to_lowercase().replace(['/', '_'], "-");
        match self.zones.get(&key) {
            Some(words) => words.clone(),
            None => format!("({zone})"),
        }
    }

    /// A text without the second full stop after a date that ends in one itself
    /// (`2026 г..`).
    pub fn one_stop(&self, text: String) -> String {
        match self.date.rsplit_once(' ') {
            Some((_, end)) if end.ends_with('.') => {
                text.replace(&format!("\u{a0}{end}."), &format!("\u{a0}{end}"))
            }
            _ => text,
        }
    }

    /// The day of the week, as it stands beside a date.
    pub fn weekday(&self, day: Day) -> &str {
        let index = usize::try_from(day.weekday()).unwrap_or(0);
        self.weekdays.get(index).map_or("", String::as_str)
    }

    /// The name of a side.
    pub fn side(&self, side: Side) -> &str {
        let [name, _] = self.pair(side);
        name
    }

    /// The genitive of a side's name: `хода белых`.
    pub fn side_of(&self, side: Side) -> &str {
        let [_, of] = self.pair(side);
        of
    }

    fn pair(&self, side: Side) -> &[String; 2] {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The letter of a piece in the text diagram.
    pub fn piece(&self, piece: Piece, language: Language) -> &str {
        match piece {
            Piece::Pawn => &self.pawn,
            other => other.letter(language),
        }
    }
}
