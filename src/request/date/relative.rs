//! Days told from the one on which they are written: `tomorrow until Sunday`, `с завтрашнего
//! дня на неделю`.

use super::said::length_behind;
use super::stretch::{WrittenStretch, words};
use crate::language::Language;
use crate::request::{WrittenDate, pattern};
use crate::time::Day;
use crate::vocabulary::{self, either};
use regex::Regex;
use std::sync::LazyLock;

/// The stretch of days that a sentence tells from the day on which it is written, its dates
/// with their years: from one such day to another, or for some time.
pub fn told_from(sentence: &str, written: Day) -> Option<WrittenStretch> {
    let from = first_told(sentence)?;
    let first = from.day.on_or_after(written)?;
    let rest = sentence.get(from.end..)?;
    let last = match UNTIL.find(rest) {
        Some(until) => {
            let behind = rest.get(until.end()..)?;
            let last = told_at(behind, 0)?.day;
            // `from tomorrow until Sunday`: the Sunday that follows.
            last.on_or_after(if last.is_of_week() { first } else { written })?
        }
        None => length_behind(rest, first)?,
    };
    (first <= last).then(|| WrittenStretch {
        from: WrittenDate::of(first),
        to: WrittenDate::of(last),
    })
}

/// A day as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToldDay {
    /// So many days from today.
    Ahead(i64),
    /// A day of the week, Monday is 0.
    OfWeek(u32),
}

impl ToldDay {
    fn is_of_week(self) -> bool {
        matches!(self, ToldDay::OfWeek(_))
    }

    /// The day that it is, seen from another.
    fn on_or_after(self, day: Day) -> Option<Day> {
        match self {
            ToldDay::Ahead(days) => Some(day.plus(days)),
            ToldDay::OfWeek(weekday) => {
                (0..7).map(|n| day.plus(n)).find(|d| d.weekday() == weekday)
            }
        }
    }
}

/// A day told, and where its words end.
struct PlacedDay {
    day: ToldDay,
    end: usize,
}

/// The first day that a sentence tells so, where a word for a beginning or an end stands
/// beside it.
fn first_told(sentence: &str) -> Option<PlacedDay> {
    let starts = sentence.char_indices().filter(|(at, c)| {
        let before = sentence.get(..*at).and_then(|t| t.chars().next_back());
        c.is_alphabetic() && before.is_none_or(|b| !b.is_alphanumeric())
    });
    let mut told = starts.filter_map(|(at, _)| told_at(sentence, at));
    told.next()
}

/// The day told at a place of a text.
fn told_at(text: &str, at: usize) -> Option<PlacedDay> {
    let rest = text.get(at..)?;
    let (day, end) = DAYS.iter().find_map(|(day, words)| {
        let found = words.find(rest)?;
        Some((*day, found.end()))
    })?;
    Some(PlacedDay { day, end: at + end })
}

/// The words for each day: the longer before the shorter.
static DAYS: LazyLock<Vec<(ToldDay, Regex)>> = LazyLock::new(|| {
    let near = [
        (ToldDay::Ahead(2), words(|s| &s.overmorrow)),
        (ToldDay::Ahead(1), words(|s| &s.tomorrow)),
        (ToldDay::Ahead(0), words(|s| &s.today)),
    ];
    let of_week = (0..7).zip(0_usize..).map(|(weekday, at)| {
        let names = Language::ALL.into_iter().filter_map(|l| {
            let all = &vocabulary::players_of(l).dates.weekdays;
            Some(
                all.get(at)?
                    .iter()
                    .filter(|name| name.chars().count() > SHORT),
            )
        });
        let names: Vec<&str> = names.flatten().map(String::as_str).collect();
        (ToldDay::OfWeek(weekday), either(&names))
    });
    let all = near.into_iter().chain(of_week);
    all.map(|(day, names)| (day, pattern(&format!(r"(?i)^(?:{names})\b"))))
        .collect()
});

/// Short names of days of the week are other words: `do`, `so`, `ср`.
const SHORT: usize = 4;

static UNTIL: LazyLock<Regex> = LazyLock::new(|| {
    let until = either(&vocabulary::players(|w| &w.dates.until));
    let before = words(|s| &s.before_day);
    pattern(&format!(
        r"(?i)^[\s,]*(?:[-–—]\s*|(?:and|и|і|i|und)?\s*\b(?:{until})\s+)(?:(?:{before})\s+)*"
    ))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_told_from_the_one_on_which_they_are_written() {
        // A Wednesday.
        let written = Day::new(2026, 5, 20).unwrap();
        for (text, days) in [
            (
                "off tomorrow until Sunday inclusive",
                Some("2026-05-21 2026-05-24"),
            ),
            ("с завтрашнего дня на неделю", Some("2026-05-21 2026-05-27")),
            ("od jutra do niedzieli", Some("2026-05-21 2026-05-24")),
            (
                "із завтрашнього дня до п'ятниці",
                Some("2026-05-21 2026-05-22"),
            ),
            ("von morgen bis Sonntag", Some("2026-05-21 2026-05-24")),
            (
                "с понедельника по воскресенье",
                Some("2026-05-25 2026-05-31"),
            ),
            ("from Monday for two weeks", Some("2026-05-25 2026-06-07")),
            ("heute bis übermorgen", Some("2026-05-20 2026-05-22")),
            (
                "from the day after tomorrow to Saturday",
                Some("2026-05-22 2026-05-23"),
            ),
            ("tomorrow I shall write", None),
            ("see you on Monday", None),
            ("no day is told here", None),
        ] {
            let found = told_from(text, written).map(|s| s.on_a_line());
            assert_eq!(found.as_deref(), days, "{text}");
        }
    }
}
