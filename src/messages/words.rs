//! A sentence as a value, and what its variables may be told with: dates, sides, counted
//! nouns, moves.

use super::{noun, say, tell, within};
use crate::chess::san_in;
use crate::language::Language;
use minijinja::value::Kwargs;
use minijinja::{Environment, Error, ErrorKind, Value, context};
use std::collections::BTreeMap;

/// A sentence of the catalogue, by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase(pub &'static str);

impl Phrase {
    /// The sentence in a language, where it has no variables.
    pub fn say(self, language: Language) -> &'static str {
        say(language, self.0)
    }

    /// The sentence in a language with its variables.
    pub fn fill(self, language: Language, variables: &[(&str, &str)]) -> String {
        let variables: BTreeMap<&str, &str> = variables.iter().copied().collect();
        tell(language, self.0, &variables)
    }
}

/// A counted noun of the catalogue, by its key: `1 day`, `2 дня`, `5 dni`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted(pub &'static str);

impl Counted {
    /// The noun that fits a number, without it.
    pub fn noun(self, language: Language, n: i64) -> &'static str {
        noun(language, self.0, n).unwrap_or(self.0)
    }

    /// The number with its noun.
    pub fn count(self, language: Language, n: i64) -> String {
        format!("{n} {}", self.noun(language, n))
    }
}

/// A day (`2026-05-03`) as documents print it: ISO in English, where 03/04 could be both;
/// with dots elsewhere.
pub fn date(language: Language, day: &str) -> String {
    let mut parts = day.splitn(3, '-');
    let mut next = || parts.next().unwrap_or_default();
    let (year, month, day) = (next(), next(), next());
    let form = say(language, "common.day");
    let mut text = String::with_capacity(form.len());
    let mut before = None;
    for sign in form.chars() {
        match sign {
            _ if before == Some(sign) => {}
            'Y' => text.push_str(year),
            'M' => text.push_str(month),
            'D' => text.push_str(day),
            other => text.push(other),
        }
        before = Some(sign);
    }
    text
}

/// Adds the filters of a language: `date` (a day as documents print it) and `runs` (runs of
/// days), `side`, `side_of`, `side_title` and `whom` (White as a sentence needs it),
/// `plural` and `signed` (`2 days`, `+2 days`), `san` (a move with the language's pieces),
/// `say` (a fact within a fact).
pub(super) fn add(env: &mut Environment<'static>, language: Language) {
    env.add_filter("date", move |day: &str| date(language, day));
    env.add_filter("san", move |text: &str| san_in(text, language));
    env.add_filter("runs", move |runs: Value| {
        let all: Result<Vec<String>, Error> = runs
            .try_iter()?
            .map(|run| one_run(language, &run))
            .collect();
        Ok::<_, Error>(all?.join(", "))
    });
    env.add_filter("plural", move |n: i64, name: &str| {
        Ok::<_, Error>(format!("{n} {}", counted(language, n, name)?))
    });
    env.add_filter("signed", move |n: i64, name: &str| {
        Ok::<_, Error>(format!("{n:+} {}", counted(language, n, name)?))
    });
    env.add_filter("say", move |fact: Value, section: &str, beside: Kwargs| {
        within(language, fact, section, Value::from(beside))
    });
    for (filter, section) in [
        ("side", "colour"),
        ("side_of", "colour-of"),
        ("side_title", "colour-title"),
        ("whom", "colour-whom"),
    ] {
        env.add_filter(filter, move |side: Value| {
            within(language, side, section, context! {})
        });
    }
}

/// The form of a counted noun that fits a number.
fn counted(language: Language, n: i64, name: &str) -> Result<&'static str, Error> {
    let none = || format!("no counted noun is called {name}");
    let form = noun(language, &format!("counted.{name}"), n);
    form.ok_or_else(|| Error::new(ErrorKind::InvalidOperation, none()))
}

/// A run of days; of one that is one day, the day.
fn one_run(language: Language, run: &Value) -> Result<String, Error> {
    let end = |name| {
        let day = run.get_attr(name)?;
        Ok::<_, Error>(date(language, day.as_str().unwrap_or_default()))
    };
    let (from, to) = (end("from")?, end("to")?);
    Ok(match from == to {
        true => from,
        false => format!("{from} – {to}"),
    })
}
