//! A TOML file read key by key, for the people who write such files by hand:
//! every complaint names the line, the key, what stands there and what is
//! allowed, and all complaints come at once. The tournament file and the
//! configuration are read with it.
//!
//! A section learns its keys from the questions asked of it, so a key that the
//! reader never asks for is unknown by construction: there is no second list
//! to keep in step.

use super::complaint::{Complaint, nearest, quoted, shown};
use crate::address;
use crate::rules::{DaysOrMonths, OneOfWords, Points, Scoring, Source};
use crate::time::Day;
use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The years that a date may have: outside of them it is a slip of the pen, and
/// counting its days one by one would take for ever.
const YEARS: RangeInclusive<i32> = 1900..=2199;

/// Where the text comes from, and what was found wrong with it so far.
#[derive(Debug)]
pub struct Sheet<'s> {
    source: String,
    text: &'s str,
    /// An option of the command line rather than a file: `text` is one value.
    is_option: bool,
    found: RefCell<Vec<Complaint>>,
}

impl<'s> Sheet<'s> {
    /// A file of that name.
    pub fn file(source: &str, text: &'s str) -> Sheet<'s> {
        Sheet {
            source: source.to_owned(),
            text,
            is_option: false,
            found: RefCell::new(Vec::new()),
        }
    }

    /// One value given on the command line.
    pub fn option(source: &str, value: &'s str) -> Sheet<'s> {
        Sheet {
            is_option: true,
            ..Sheet::file(source, value)
        }
    }

    /// The file as a table. Where it is not TOML, the complaints say where, and
    /// nothing else should be read from it.
    pub fn parse(&self) -> Option<DeTable<'s>> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        if errors.is_empty() {
            return Some(table.into_inner());
        }
        for error in &errors {
            let words = error.message().split_whitespace().collect::<Vec<_>>();
            self.complain(error.span(), words.join(" "));
        }
        None
    }

    /// The file's top, where the sections stand.
    pub fn top<'a>(&'a self, table: &'a DeTable<'s>) -> FileSection<'a, 's> {
        FileSection {
            sheet: self,
            title: String::new(),
            span: None,
            table,
            behind: None,
            known: RefCell::new(Vec::new()),
            refused: RefCell::new(Vec::new()),
        }
    }

    /// Adds a complaint about a place in the text.
    pub fn complain(&self, at: Option<Range<usize>>, message: String) {
        let line = at.filter(|_| !self.is_option).map(|span| {
            let newlines = self.text.bytes().take(span.start).filter(|b| *b == b'\n');
            newlines.count() + 1
        });
        self.found.borrow_mut().push(Complaint {
            source: self.source.clone(),
            line,
            message,
        });
    }

    /// Everything found wrong, in the order of lines; what is missing comes last.
    pub fn complaints(self) -> Vec<Complaint> {
        let mut found = self.found.into_inner();
        found.sort_by_key(|c| c.line.unwrap_or(usize::MAX));
        found
    }
}

/// A table of the file: `[section]`, one of several `[[section]]`, or `{ … }`.
#[derive(Debug)]
pub struct FileSection<'a, 's> {
    sheet: &'a Sheet<'s>,
    title: String,
    span: Option<Range<usize>>,
    table: &'a DeTable<'s>,
    /// Where keys stand that this one leaves out, but for those that are its own.
    behind: Option<(&'a FileSection<'a, 's>, &'static [&'static str])>,
    known: RefCell<Vec<&'static str>>,
    /// Keys that were complained of already.
    refused: RefCell<Vec<&'static str>>,
}

impl<'a, 's> FileSection<'a, 's> {
    /// The same section, with another behind it: what this one leaves out is as that one
    /// says, but for the keys that are its own.
    pub fn over(
        self,
        behind: &'a FileSection<'a, 's>,
        own: &'static [&'static str],
    ) -> FileSection<'a, 's> {
        FileSection {
            behind: Some((behind, own)),
            ..self
        }
    }

    /// Whether the key is there, right or wrong.
    pub fn has(&self, key: &'static str) -> bool {
        self.value(key).is_some()
    }

    /// Whether a key stands in this very section; it is not among those allowed for that.
    pub fn holds(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Complains about a key that may not be there, without its value.
    pub fn refuse_unasked(&self, key: &'static str, what: &str) {
        let span = self.table.get(key).map(Spanned::span);
        self.refused.borrow_mut().push(key);
        self.refuse_at(key, span.unwrap_or_default(), what);
    }

    /// A text of 1 to `max` characters without line breaks or other control
    /// characters (it reaches headers of letters), trimmed.
    pub fn text(&self, key: &'static str, max: usize) -> Option<String> {
        let text = self.string(key, &format!("a text of 1 to {max} characters"))?;
        let text = text.trim();
        let wrong = if text.is_empty() {
            "empty"
        } else if text.chars().count() > max {
            "too long"
        } else if text.chars().any(char::is_control) {
            "broken by a line break or another control character"
        } else {
            return Some(text.to_owned());
        };
        self.refuse(key, &format!("is {wrong}; allowed: 1 to {max} characters"));
        None
    }

    /// A whole number within bounds.
    pub fn number(&self, key: &'static str, range: RangeInclusive<u32>) -> Option<u32> {
        let value = self.value(key)?;
        let number = number(value, &range);
        if number.is_none() {
            self.refuse_value(key, value, &bounds(&range));
        }
        number
    }

    /// A whole number, or a list of two: one number stands for both.
    pub fn number_or_two(
        &self,
        key: &'static str,
        range: RangeInclusive<u32>,
        meaning: &str,
    ) -> Option<[u32; 2]> {
        let value = self.value(key)?;
        let both = match value.get_ref() {
            DeValue::Array(list) => match list.iter().collect::<Vec<_>>().as_slice() {
                [a, b] => number(a, &range).zip(number(b, &range)),
                _ => None,
            },
            _ => number(value, &range).map(|n| (n, n)),
        };
        if both.is_none() {
            let allowed = format!("{}, or two of them: {meaning}", bounds(&range));
            self.refuse_value(key, value, &allowed);
        }
        both.map(|(a, b)| [a, b])
    }

    /// Days within bounds, or calendar months: `"3 months"`.
    pub fn days_or_months(
        &self,
        key: &'static str,
        range: RangeInclusive<u32>,
    ) -> Option<DaysOrMonths> {
        let value = self.value(key)?;
        let months = value.get_ref().as_str().and_then(DaysOrMonths::of_months);
        let found = months.or_else(|| number(value, &range).map(DaysOrMonths::Days));
        if found.is_none() {
            let most = DaysOrMonths::MOST_MONTHS;
            let allowed = format!("{}, or \"1 month\" to \"{most} months\"", bounds(&range));
            self.refuse_value(key, value, &allowed);
        }
        found
    }

    /// A whole number within bounds (an error's side), or one of the words allowed.
    pub fn number_or_word<T: Copy>(
        &self,
        key: &'static str,
        range: RangeInclusive<u32>,
        allowed: &[(&'static str, T)],
    ) -> Option<Result<T, u32>> {
        let value = self.value(key)?;
        let word = self.word(value).and_then(|word| pick(word, allowed));
        let found = word.map(Ok).or_else(|| number(value, &range).map(Err));
        if found.is_none() {
            let allowed = format!("{}, or {}", bounds(&range), words(allowed));
            self.refuse_value(key, value, &allowed);
        }
        found
    }

    /// A list of whole numbers within bounds, none twice.
    pub fn numbers(&self, key: &'static str, range: RangeInclusive<u32>) -> Option<Vec<u32>> {
        let value = self.value(key)?;
        let allowed = format!("a list such as [1, 2], each {}, none twice", bounds(&range));
        let Some(list) = value.get_ref().as_array() else {
            self.refuse_value(key, value, &allowed);
            return None;
        };
        let mut found = Vec::new();
        for item in list {
            match number(item, &range).filter(|n| !found.contains(n)) {
                Some(one) => found.push(one),
                None => {
                    self.refuse_value(key, item, &allowed);
                    return None;
                }
            }
        }
        Some(found)
    }

    /// What a win, a draw and a loss bring: a list of three numbers.
    pub fn points(&self, key: &'static str) -> Option<Scoring> {
        let value = self.value(key)?;
        let halves = value.get_ref().as_array().and_then(|list| {
            let halves: Option<Vec<i64>> = list.iter().map(half_points).collect();
            halves?.try_into().ok()
        });
        let found = halves.and_then(Scoring::of_halves);
        if found.is_none() {
            self.refuse_value(key, value, Scoring::ALLOWED);
        }
        found
    }

    /// True or false.
    pub fn flag(&self, key: &'static str) -> Option<bool> {
        let value = self.value(key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.refuse_value(key, value, "true or false");
        }
        flag
    }

    /// One of the words allowed.
    pub fn choice<T: Copy>(&self, key: &'static str, allowed: &[(&'static str, T)]) -> Option<T> {
        let value = self.value(key)?;
        let found = self.word(value).and_then(|word| pick(word, allowed));
        if found.is_none() {
            self.refuse_choice(key, value, allowed);
        }
        found
    }

    /// A list of the words allowed, none twice.
    pub fn choices<T: Copy + PartialEq>(
        &self,
        key: &'static str,
        allowed: &[(&'static str, T)],
    ) -> Option<Vec<T>> {
        let value = self.value(key)?;
        let Some(list) = value.get_ref().as_array() else {
            self.refuse_value(key, value, &format!("a list of {}", words(allowed)));
            return None;
        };
        let mut chosen = Vec::new();
        for item in list {
            match self.word(item).and_then(|word| pick(word, allowed)) {
                Some(one) if chosen.contains(&one) => {
                    let what = format!("names {} twice", shown(item.get_ref()));
                    self.refuse_at(key, item.span(), &what);
                    return None;
                }
                Some(one) => chosen.push(one),
                None => {
                    self.refuse_choice(key, item, allowed);
                    return None;
                }
            }
        }
        Some(chosen)
    }

    /// A list of texts, each up to `max` characters and free of control characters.
    pub fn texts(&self, key: &'static str, max: usize) -> Option<Vec<String>> {
        let value = self.value(key)?;
        let allowed = "a list of texts in quotation marks";
        let Some(list) = value.get_ref().as_array() else {
            self.refuse_value(key, value, allowed);
            return None;
        };
        let mut texts = Vec::new();
        for item in list {
            match item.get_ref().as_str().map(str::trim) {
                Some(text)
                    if !text.is_empty()
                        && text.chars().count() <= max
                        && !text.chars().any(char::is_control) =>
                {
                    texts.push(text.to_owned());
                }
                _ => {
                    self.refuse_value(key, item, allowed);
                    return None;
                }
            }
        }
        Some(texts)
    }

    /// A day: a TOML date or the same in quotation marks.
    pub fn day(&self, key: &'static str) -> Option<Day> {
        let value = self.value(key)?;
        let day = match value.get_ref() {
            DeValue::Datetime(at) if at.time.is_none() && at.offset.is_none() => at
                .date
                .and_then(|d| Day::new(d.year.into(), d.month.into(), d.day.into())),
            DeValue::String(text) => Day::parse(text),
            _ => None,
        };
        let day = day.filter(|d| YEARS.contains(&d.year()));
        if day.is_none() {
            self.refuse_value(key, value, "a date such as 2026-01-10");
        }
        day
    }

    /// An address of electronic mail.
    pub fn address(&self, key: &'static str) -> Option<String> {
        let text = self.string(key, "an address such as \"player@club.example\"")?;
        let text = text.trim();
        match address::check(text) {
            Ok(()) => Some(address::kept(text)),
            Err(why) => {
                self.refuse(key, &format!("is {}: {why}", quoted(text)));
                None
            }
        }
    }

    /// Any text, tested and turned by the caller, who says what is allowed.
    pub fn parsed<T>(
        &self,
        key: &'static str,
        allowed: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.string(key, allowed)?;
        let read = read(text.trim());
        if read.is_none() {
            self.refuse(key, &format!("is {}; allowed: {allowed}", quoted(&text)));
        }
        read
    }

    /// A section within this one: `[key]`, or `key = { … }`.
    pub fn section(&self, key: &'static str) -> Option<FileSection<'a, 's>> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::Table(table) => Some(self.child(key.to_owned(), value.span(), table)),
            _ if self.title.is_empty() => {
                self.refuse_value(key, value, &format!("a section [{key}]"));
                None
            }
            _ => {
                self.refuse_value(key, value, "{ name = \"…\", email = \"…\" }");
                None
            }
        }
    }

    /// The sections `[[key]]`, in their order.
    pub fn sections(&self, key: &'static str) -> Vec<FileSection<'a, 's>> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let Some(list) = value.get_ref().as_array() else {
            self.refuse_value(key, value, &format!("sections that begin with [[{key}]]"));
            return Vec::new();
        };
        let mut sections = Vec::new();
        for (at, item) in list.iter().enumerate() {
            match item.get_ref().as_table() {
                Some(table) => {
                    let title = format!("{key} {}", at + 1);
                    sections.push(self.child(title, item.span(), table));
                }
                None => self.refuse_value(key, item, &format!("sections [[{key}]]")),
            }
        }
        sections
    }

    /// Complains that a required key is missing, where it is.
    pub fn require(&self, key: &'static str, what: &str) {
        if self.has(key) {
            return;
        }
        let message = if self.title.is_empty() {
            format!("there is no [{key}]; it is required: {what}")
        } else {
            format!("[{}] has no '{key}'; it is required: {what}", self.title)
        };
        self.sheet.complain(self.span.clone(), message);
    }

    /// Complains about what the key says; `what` follows its name.
    pub fn refuse(&self, key: &'static str, what: &str) {
        let span = self.value(key).map(Spanned::span).or(self.span.clone());
        self.refuse_at(key, span.unwrap_or_default(), what);
    }

    /// Complains about every key that was never asked for. The last call.
    pub fn finish(self) {
        let mut known = self.known.take();
        known.sort_unstable();
        let refused = self.refused.take();
        for (key, value) in self.table {
            let name = key.get_ref().as_ref();
            if known.contains(&name) || refused.contains(&name) {
                continue;
            }
            let name = key.get_ref();
            let (kind, place) = match (self.title.is_empty(), value.get_ref()) {
                (true, DeValue::Table(_) | DeValue::Array(_)) => ("section", String::new()),
                (true, _) => ("key", " above the first section".to_owned()),
                (false, _) => ("key", format!(" in [{}]", self.title)),
            };
            let hint = match nearest(name, &known) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("allowed: {}", known.join(", ")),
            };
            let message = format!("unknown {kind} {}{place}; {hint}", quoted(name));
            self.sheet.complain(Some(key.span()), message);
        }
    }

    fn child(
        &self,
        title: String,
        span: Range<usize>,
        table: &'a DeTable<'s>,
    ) -> FileSection<'a, 's> {
        FileSection {
            sheet: self.sheet,
            title,
            span: Some(span),
            table,
            behind: None,
            known: RefCell::new(Vec::new()),
            refused: RefCell::new(Vec::new()),
        }
    }

    fn value(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'s>>> {
        let mut known = self.known.borrow_mut();
        if !known.contains(&key) {
            known.push(key);
        }
        let own = self.table.get(key);
        match self.behind {
            Some((behind, apart)) if !apart.contains(&key) => own.or(behind.value(key)),
            _ => own,
        }
    }

    fn word<'v>(&self, value: &'v Spanned<DeValue<'s>>) -> Option<&'v str> {
        value.get_ref().as_str()
    }

    fn string(&self, key: &'static str, allowed: &str) -> Option<String> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            // `--set club.name=2026`: the shell has eaten the quotation marks.
            DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
                if self.sheet.is_option =>
            {
                Some(self.sheet.text.to_owned())
            }
            _ => {
                let allowed = format!("{allowed}, in quotation marks");
                self.refuse_value(key, value, &allowed);
                None
            }
        }
    }

    fn refuse_choice<T>(
        &self,
        key: &'static str,
        value: &Spanned<DeValue<'s>>,
        allowed: &[(&'static str, T)],
    ) {
        let mut hint = words(allowed);
        let names: Vec<&str> = allowed.iter().map(|(name, _)| *name).collect();
        if let Some(near) = self.word(value).and_then(|word| nearest(word, &names)) {
            hint = format!("{hint}; did you mean '{near}'?");
        }
        self.refuse_value(key, value, &hint);
    }

    fn refuse_value(&self, key: &'static str, value: &Spanned<DeValue<'s>>, allowed: &str) {
        let what = format!("is {}; allowed: {allowed}", shown(value.get_ref()));
        self.refuse_at(key, value.span(), &what);
    }

    fn refuse_at(&self, key: &'static str, span: Range<usize>, what: &str) {
        let place = if self.title.is_empty() {
            String::new()
        } else {
            format!(" in [{}]", self.title)
        };
        let message = format!("'{key}'{place} {what}");
        self.sheet.complain(Some(span), message);
    }
}

impl Source for FileSection<'_, '_> {
    fn number(&self, key: &'static str, range: RangeInclusive<u32>) -> Option<u32> {
        FileSection::number(self, key, range)
    }

    fn days_or_months(
        &self,
        key: &'static str,
        range: RangeInclusive<u32>,
    ) -> Option<DaysOrMonths> {
        FileSection::days_or_months(self, key, range)
    }

    fn two(&self, key: &'static str, range: RangeInclusive<u32>, each: &str) -> Option<[u32; 2]> {
        self.number_or_two(key, range, each)
    }

    fn word<T: OneOfWords>(&self, key: &'static str) -> Option<T> {
        self.choice(key, T::WORDS)
    }

    fn words<T: OneOfWords>(&self, key: &'static str) -> Option<Vec<T>> {
        self.choices(key, T::WORDS)
    }

    fn flag(&self, key: &'static str) -> Option<bool> {
        FileSection::flag(self, key)
    }

    fn points(&self, key: &'static str) -> Option<Scoring> {
        FileSection::points(self, key)
    }
}

fn pick<T: Copy>(word: &str, allowed: &[(&'static str, T)]) -> Option<T> {
    allowed.iter().find(|(name, _)| *name == word).map(|a| a.1)
}

fn words<T>(allowed: &[(&'static str, T)]) -> String {
    let names: Vec<&str> = allowed.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

fn bounds(range: &RangeInclusive<u32>) -> String {
    format!("a whole number from {} to {}", range.start(), range.end())
}

/// A number of points in halves, whether it stands there whole or as a decimal.
fn half_points(value: &Spanned<DeValue<'_>>) -> Option<i64> {
    let text = match value.get_ref() {
        DeValue::Integer(whole) if whole.radix() == 10 => whole.as_str(),
        DeValue::Float(decimal) => decimal.as_str(),
        _ => return None,
    };
    let quarters = Points::parse(text)?.in_quarters();
    (quarters % 2 == 0).then_some(quarters / 2)
}

fn number(value: &Spanned<DeValue<'_>>, range: &RangeInclusive<u32>) -> Option<u32> {
    let number = value.get_ref().as_integer()?;
    u32::from_str_radix(number.as_str(), number.radix())
        .ok()
        .filter(|n| range.contains(n))
}
