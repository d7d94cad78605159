//! The days that a sentence names: stretches, days of their own, a length of time. What
//! is said of them is for others.

use super::month_named;
use super::stretch::{StretchEnd, WrittenStretch, after, end_at, joined, words};
use crate::request::{WrittenDate, pattern};
use crate::time::Day;
use crate::vocabulary::{self, either};
use regex::Regex;
use std::sync::LazyLock;

/// The days of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DaysSaid {
    /// From one day to another, in the order written.
    pub stretches: Vec<WrittenStretch>,
    /// Days that belong to none of them.
    pub single: Vec<SingleDay>,
    /// What has the form of a date and is none.
    pub bad: Vec<String>,
    /// How long, where a length is named; the first one.
    pub length: Option<Length>,
}

/// A day of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SingleDay {
    /// The day.
    pub date: WrittenDate,
    /// A word before it makes it the last of some days.
    pub is_last: bool,
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many days.
    Days(u32),
    /// So many months.
    Months(u32),
}

/// Longest length taken for one, in days or months.
const MOST: u32 = 366;

impl DaysSaid {
    /// The one stretch that the sentence names, and no other day: its two ends, or its
    /// first day and how long.
    pub fn one_stretch(&self) -> Option<WrittenStretch> {
        if !self.bad.is_empty() {
            return None;
        }
        match (self.stretches.as_slice(), self.single.as_slice()) {
            ([only], []) => Some(only.clone()),
            ([], [first]) if !first.is_last => {
                let from = first.date.clone();
                let to = self.length?.from(&from)?;
                Some(WrittenStretch { from, to })
            }
            _ => None,
        }
    }

    /// The days between the only two that it names apart, to be asked about: `in on Monday
    /// 1 June and home on Friday 12 June`; or its stretch, where another day stands beside.
    pub fn between_two(&self) -> Option<WrittenStretch> {
        match (
            self.bad.as_slice(),
            self.stretches.as_slice(),
            self.single.as_slice(),
        ) {
            ([], [], [first, last]) if !first.is_last => Some(WrittenStretch {
                from: first.date.clone(),
                to: last.date.clone(),
            }),
            // `1.06-14.06, back on 15.06`
            ([], [only], [_]) => Some(only.clone()),
            _ => None,
        }
    }

    /// Whether it names no day at all.
    pub fn is_empty(&self) -> bool {
        self.stretches.is_empty() && self.single.is_empty() && self.bad.is_empty()
    }
}

impl Length {
    /// The last day of so long a time that begins on this one. `None` where the year
    /// decides and none is written.
    fn from(self, first: &WrittenDate) -> Option<WrittenDate> {
        // A year without and one with a 29 February.
        let last = |year: i32| {
            let from = Day::new(year, first.month, first.day)?;
            Some(match self {
                Length::Days(count) => from.plus(i64::from(count) - 1),
                Length::Months(count) => from.plus_months(count).plus(-1),
            })
        };
        let day = |last: Day| (last.month(), last.day());
        let last = match first.year {
            Some(year) => last(year)?,
            None => {
                let (plain, leap) = (last(2025)?, last(2023 + 1)?);
                (day(plain) == day(leap)).then_some(plain)?
            }
        };
        Some(WrittenDate {
            text: format!("{:02}.{:02}", last.day(), last.month()),
            year: first.year.map(|_| last.year()),
            month: last.month(),
            day: last.day(),
        })
    }
}

/// The last day of so long a time as stands first in some words, from a day on.
pub(super) fn length_behind(text: &str, first: Day) -> Option<Day> {
    let mut starts = text.char_indices().filter(|(_, c)| c.is_alphanumeric());
    // `from tomorrow I am away for a week`
    let (length, _) = starts.find_map(|(at, _)| length(text.get(at..)?))?;
    Some(match length {
        Length::Days(count) => first.plus(i64::from(count) - 1),
        Length::Months(count) => first.plus_months(count).plus(-1),
    })
}

/// The days that a sentence names.
pub fn said(sentence: &str) -> DaysSaid {
    let mut found = DaysSaid::default();
    let mut at = 0;
    let mut named = None;
    while let Some(rest) = sentence.get(at..).filter(|rest| !rest.is_empty()) {
        let taken = taken(rest, month_before(sentence, named, at), &mut found);
        named = month_at(rest).map(|month| (month, at)).or(named);
        at += taken.unwrap_or_else(|| next_word(rest));
    }
    found
}

/// The month that the word at the start of a text names.
fn month_at(rest: &str) -> Option<u32> {
    let word = rest.split(|c: char| !c.is_alphabetic()).next()?;
    month_named(word)
}

/// Words between a month and the days that belong to it, itself counted: `all of July,
/// from 1st to 14th`.
const MOST_BEFORE: usize = 2;

/// The month named right before a place.
fn month_before(sentence: &str, named: Option<(u32, usize)>, at: usize) -> Option<u32> {
    let (month, from) = named?;
    let between = sentence.get(from..at)?.split_whitespace().count();
    (between <= MOST_BEFORE).then_some(month)
}

/// Takes what stands at the start of a word; how long it is.
fn taken(rest: &str, month: Option<u32>, found: &mut DaysSaid) -> Option<usize> {
    if let Ok((stretch, behind)) = joined(rest, month) {
        found.stretches.push(stretch);
        return Some(rest.len() - behind.len());
    }
    if let Some((length, long)) = length(rest) {
        found.length.get_or_insert(length);
        return Some(long);
    }
    let last = after(rest, &UNTIL);
    let bare = last.or_else(|| after(rest, &FROM)).unwrap_or(rest);
    let skipped = rest.len() - bare.len();
    let (end, long) = end_at(bare)?;
    match end {
        StretchEnd::Date(date) => {
            let is_last = last.is_some();
            found.single.push(SingleDay { date, is_last });
        }
        StretchEnd::Bad(text) => found.bad.push(text),
        StretchEnd::Day(_) => return None,
    }
    Some(skipped + long)
}

/// A length of time at the start of a text: `two weeks`, `на 10 дней`, `for a month`.
fn length(text: &str) -> Option<(Length, usize)> {
    let found = LENGTH.captures(text)?;
    let whole = found.get(0)?.end();
    let lasting = found.name("lasting").is_some();
    let written = found.name("count").map(|count| count.as_str());
    let count = match written {
        Some(count) => number(count)?,
        None if lasting || found.name("fortnight").is_some() => 1,
        None => return None,
    };
    let times = |days: u32| (count * days <= MOST).then_some(Length::Days(count * days));
    let length = if found.name("fortnight").is_some() {
        times(14)
    } else if found.name("week").is_some() {
        times(7)
    } else if found.name("month").is_some() {
        (count <= 12).then_some(Length::Months(count))
    } else {
        times(1)
    };
    Some((length.filter(|_| count > 0)?, whole))
}

/// A number in figures or as a word.
fn number(written: &str) -> Option<u32> {
    if let Ok(number) = written.parse::<u32>() {
        return (number <= MOST).then_some(number);
    }
    let named = COUNTS.iter().find(|(name, _)| name.is_match(written));
    named.map(|(_, number)| *number)
}

/// To the beginning of the next word. A number of an article is one word: no date begins
/// inside `56.7.1`.
fn next_word(text: &str) -> usize {
    let mut within = true;
    let mut figure = false;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let joins = figure && c == '.' && rest.peek().is_some_and(|(_, c)| c.is_ascii_digit());
        figure = c.is_ascii_digit();
        if !c.is_alphanumeric() {
            within = within && joins;
        } else if !within {
            return at;
        }
    }
    text.len()
}

static UNTIL: LazyLock<Regex> = LazyLock::new(|| {
    let until = either(&vocabulary::players(|w| &w.dates.until));
    pattern(&format!(r"(?i)^(?:{until})\s+"))
});
static FROM: LazyLock<Regex> = LazyLock::new(|| {
    let from = either(&vocabulary::players(|w| &w.dates.from));
    pattern(&format!(r"(?i)^(?:{from})\s+"))
});
static LENGTH: LazyLock<Regex> = LazyLock::new(|| {
    let lasting = words(|s| &s.lasting);
    let counts = words(|s| &s.counts);
    let days = words(|s| &s.days);
    let weeks = words(|s| &s.weeks);
    let fortnights = words(|s| &s.fortnights);
    let months = words(|s| &s.months);
    let length = format!(
        r"(?i)^(?P<lasting>(?:{lasting})\s+)?(?:(?P<count>\d{{1,3}}|{counts})[\s-]*)?(?:(?P<fortnight>{fortnights})|(?P<week>{weeks})|(?P<month>{months})|(?P<day>{days}))(?:[^\p{{L}}\p{{N}}]|$)"
    );
    // Any letter is of either case: to look for the other of each is most of the work.
    pattern(&length.replace(r"\p{L}+", r"(?-i:\p{L}+)"))
});
static COUNTS: LazyLock<Vec<(Regex, u32)>> = LazyLock::new(|| {
    let each = crate::language::Language::ALL.into_iter();
    let each = each.flat_map(|l| vocabulary::players_of(l).stretches.counts.iter().zip(1..));
    each.map(|(name, number)| (pattern(&format!("(?i)^(?:{name})$")), number))
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Day;

    fn days(sentence: &str) -> String {
        let near = Day::new(2026, 5, 20).unwrap();
        let Some(one) = said(sentence).one_stretch() else {
            return "-".to_owned();
        };
        let day = |date: &WrittenDate| date.near(near).unwrap().to_string();
        format!("{} {}", day(&one.from), day(&one.to))
    }

    const JULY: &str = "2026-07-01 2026-07-14";
    const AUGUST: &str = "2026-08-03 2026-08-17";

    #[test]
    fn stretches_in_five_languages() {
        for sentence in [
            "Уезжаю в отпуск с 1 по 14 июля.",
            "с 1 июля по 14 июля",
            "Отпуск с 1-го по 14-е июля включительно",
            "с 1 июля по 14-е",
            "с первого по четырнадцатое июля",
            "буду в отпуске с 1.07 по 14.07",
            "отпуск 1–14 июля 2026 года",
            "перерыв 01.07.26-14.07.26",
            "в период с 1 июля 2026 г. по 14 июля 2026 г.",
            "между 1 и 14 июля",
            "с 1 до 14 июля этого года",
            "с среды 1 июля по вторник 14 июля",
            "беру отпуск на две недели с 1 июля",
            "с 1 июля на две недели",
            "двухнедельный отпуск с 1 июля",
            "отпуск на 14 дней, начиная с 1.07",
            "с 1-го числа по 14-е июля",
            "з 1 до 14 липня",
            "Відпустка з 1 по 14 липня включно",
            "від 01.07 до 14.07.2026 р.",
            "у період з першого по чотирнадцяте липня",
            "на два тижні з 1 липня",
            "w dniach 01.07-14.07",
            "w dniach 1 – 14 lipca br.",
            "w dniach od 1 do 14 lipca",
            "od 1 lipca do 14 lipca 2026 r.",
            "od pierwszego do czternastego lipca",
            "1.VII - 14.VII",
            "od 1 VII do 14 VII",
            "między 1 a 14 lipca",
            "dwutygodniowy urlop od 1 lipca",
            "na dwa tygodnie od 1 lipca",
            "from 1 to 14 July",
            "from July 1 to July 14",
            "from the 1st to the 14th of July",
            "July 1st through 14th",
            "July 1 - 14, 2026",
            "between 1 and 14 July",
            "from Wednesday, 1 July until Tuesday, 14 July",
            "for two weeks from 1 July",
            "two weeks' leave from 1 July",
            "a fortnight from July 1",
            "from the first to the fourteenth of July",
            "vom 1. bis 14. Juli",
            "vom 1. bis zum 14. Juli",
            "vom 1. Juli bis einschließlich 14. Juli",
            "1.7. bis 14.7.",
            "1. 7. – 14. 7. 2026",
            "1.-14.7.2026",
            "ab dem 1. Juli zwei Wochen",
            "zwischen dem 1. und dem 14. Juli",
            "vom ersten bis vierzehnten Juli",
        ] {
            assert_eq!(days(sentence), JULY, "{sentence}");
        }
        for sentence in [
            "I'm on holiday from 3 to 17 August",
            "3rd August to 17th August inclusive.",
            "3 Aug - 17 Aug",
            "03/08/2026 - 17/08/2026",
            "August 3-17",
            "3rd to 17th of August",
            "Mon 3 Aug to Mon 17 Aug",
            "od 3 do 17 sierpnia",
            "vom 3. bis 17. August",
            "з 3 по 17 серпня",
            "с 03.08. по 17.08.",
            "2026-08-03 to 2026-08-17",
        ] {
            assert_eq!(days(sentence), AUGUST, "{sentence}");
        }
        assert_eq!(days("с 28 декабря по 5 января"), "2025-12-28 2026-01-05");
        assert_eq!(days("на месяц с 1 июля"), "2026-07-01 2026-07-31");
        assert_eq!(days("for a week from 31 July"), "2026-07-31 2026-08-06");
        assert_eq!(days("27. Juli bis zum 9. August"), "2026-07-27 2026-08-09");
    }

    #[test]
    fn what_is_no_one_stretch() {
        for sentence in [
            "Отпуск до 5 мая",
            "отпуск с 14 по 1 июля",
            "с 30 февраля по 3 марта",
            "с 1 по 14 июля следующего года",
            "с 1 по 7 июля и с 20 по 25 июля",
            "с 1 по 14 июля, вернусь 15 июля",
            "с 10:00 до 14:00 1 июля",
            "from move 3 to 5",
            "I leave on 3 August and return on 17 August",
            "leave from 3 August",
            "a leave of two weeks",
            "from 3 to 17",
            "2. Nf3 and 3. Bb5",
            "1-0",
            "vom 31. bis 3. August",
            "отпуск на 20 дней с 15 февраля",
        ] {
            assert_eq!(days(sentence), "-", "{sentence}");
        }
    }
}
