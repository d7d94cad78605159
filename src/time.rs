//! Instants, days and zones. Instants are UTC with whole seconds; a day is a
//! date in the tournament's zone; the zone is applied here and nowhere else.

use chrono::{
    DateTime, Datelike, Months, NaiveDate, NaiveTime, SecondsFormat, TimeDelta, TimeZone, Utc,
};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A moment, UTC, whole seconds. Its text form is RFC 3339 with `Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(DateTime<Utc>);

impl Instant {
    /// From seconds since 1970; out-of-range values are clamped to 1970.
    pub fn from_unix(seconds: i64) -> Instant {
        Instant(DateTime::from_timestamp(seconds, 0).unwrap_or(DateTime::UNIX_EPOCH))
    }

    /// Seconds since 1970.
    pub fn unix(self) -> i64 {
        self.0.timestamp()
    }

    /// Reads RFC 3339 (`2026-01-10T12:00:00+03:00`).
    pub fn parse(text: &str) -> Option<Instant> {
        let read = || {
            let at = DateTime::parse_from_rfc3339(text.trim()).ok()?;
            Some(Instant::from_unix(at.timestamp()))
        };
        Instant::of_columns(text).or_else(read)
    }

    /// Reads an instant as we write it ourselves, of which the record is full.
    pub(crate) fn of_columns(text: &str) -> Option<Instant> {
        let (day, hour) = text.split_at_checked(10)?;
        let &[b'T', h1, h2, b':', m1, m2, b':', s1, s2, b'Z'] = hour.as_bytes() else {
            return None;
        };
        let (hour, minute) = (number([h1, h2])?, number([m1, m2])?);
        let at = NaiveTime::from_hms_opt(hour, minute, number([s1, s2])?)?;
        Some(Instant(Day::of_columns(day)?.0.and_time(at).and_utc()))
    }

    /// This moment, `seconds` later (earlier where negative).
    #[must_use]
    pub fn plus_seconds(self, seconds: i64) -> Instant {
        Instant::from_unix(self.unix().saturating_add(seconds))
    }

    /// RFC 2822, UTC, for a Date header.
    pub fn rfc2822(self) -> String {
        self.0.to_rfc2822()
    }
}

/// The number that these digits write.
fn number<const N: usize>(digits: [u8; N]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| {
        let value = char::from(*digit).to_digit(10)?;
        Some(number * 10 + value)
    })
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Secs, true))
    }
}

impl Serialize for Instant {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Instant {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Instant, D::Error> {
        d.deserialize_str(Written("an RFC 3339 instant", Instant::parse))
    }
}

/// Reads a text where it lies, without a copy: what it is, and how it is read.
struct Written<T>(&'static str, fn(&str) -> Option<T>);

impl<T> serde::de::Visitor<'_> for Written<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        let unlike = || E::invalid_value(serde::de::Unexpected::Str(text), &self);
        (self.1)(text).ok_or_else(unlike)
    }
}

/// A calendar day in the tournament's zone. Its text form is ISO 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Day(NaiveDate);

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Day, D::Error> {
        d.deserialize_str(Written("a day as 2026-01-10", Day::parse))
    }
}

impl Day {
    /// A day from year, month (1-12) and day (1-31), where it exists.
    pub fn new(year: i32, month: u32, day: u32) -> Option<Day> {
        NaiveDate::from_ymd_opt(year, month, day).map(Day)
    }

    /// Reads `2026-01-10`.
    pub fn parse(text: &str) -> Option<Day> {
        let text = text.trim();
        let read = || NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().map(Day);
        Day::of_columns(text).or_else(read)
    }

    /// Reads a day as we write it ourselves.
    pub(crate) fn of_columns(text: &str) -> Option<Day> {
        let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
            return None;
        };
        let year = i32::try_from(number([y1, y2, y3, y4])?).ok()?;
        Day::new(year, number([m1, m2])?, number([d1, d2])?)
    }

    /// Reads a day as people write it on paper: `2026-01-10`, or `10.01.2026`.
    pub fn of_paper(text: &str) -> Option<Day> {
        let text = text.trim();
        Day::parse(text).or_else(|| {
            NaiveDate::parse_from_str(text, "%d.%m.%Y")
                .ok()
                .filter(|day| day.year() >= 1000)
                .map(Day)
        })
    }

    /// The day `days` later (earlier where negative); clamped at the calendar's ends.
    #[must_use]
    pub fn plus(self, days: i64) -> Day {
        let delta = TimeDelta::try_days(days).unwrap_or(TimeDelta::zero());
        Day(self.0.checked_add_signed(delta).unwrap_or(self.0))
    }

    /// The same day of the month, `months` later; the last of a shorter month.
    #[must_use]
    pub fn plus_months(self, months: u32) -> Day {
        Day(self
            .0
            .checked_add_months(Months::new(months))
            .unwrap_or(self.0))
    }

    /// Days from `earlier` to this day; negative where this day is before it.
    pub fn since(self, earlier: Day) -> i64 {
        self.0.signed_duration_since(earlier.0).num_days()
    }

    /// The next day.
    #[must_use]
    pub fn next(self) -> Day {
        self.plus(1)
    }

    /// The calendar year.
    pub fn year(self) -> i32 {
        self.0.year()
    }

    /// The month, 1 to 12.
    pub fn month(self) -> u32 {
        self.0.month()
    }

    /// The day of the month, 1 to 31.
    pub fn day(self) -> u32 {
        self.0.day()
    }

    /// The day of the week, 0 for Monday.
    pub fn weekday(self) -> u32 {
        self.0.weekday().num_days_from_monday()
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A moment as people type it, before it is known on whose clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A day.
    Day(Day),
    /// A day and an hour on the clock of a zone.
    Clock(WallClock),
    /// With the offset of its zone.
    At(Instant),
}

/// What a clock on a wall shows: a day and an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallClock(chrono::NaiveDateTime);

impl WallClock {
    /// Reads `2026-03-03 14:05`, also with a `T` between and with seconds.
    pub fn parse(text: &str) -> Option<WallClock> {
        let text = text.trim().replacen('T', " ", 1);
        let forms = ["%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"];
        let read = |form| chrono::NaiveDateTime::parse_from_str(&text, form).ok();
        forms.into_iter().find_map(read).map(WallClock)
    }
}

/// A time zone of the IANA database, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone(Tz);

impl Zone {
    /// The zone of that name (`Europe/Moscow`), where it exists.
    pub fn parse(name: &str) -> Option<Zone> {
        name.parse().ok().map(Zone)
    }

    /// UTC.
    pub fn utc() -> Zone {
        Zone(Tz::UTC)
    }

    /// The zone's name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The calendar day on which a moment falls in this zone.
    pub fn day(self, at: Instant) -> Day {
        Day(at.0.with_timezone(&self.0).date_naive())
    }

    /// The moment at which a day begins in this zone (the first one that exists,
    /// where a change of clocks skips midnight).
    pub fn begins(self, day: Day) -> Instant {
        let midnight = day.0.and_hms_opt(0, 0, 0).unwrap_or_default();
        for hours in 0..4 {
            let local = midnight + TimeDelta::hours(hours);
            if let Some(at) = self.0.from_local_datetime(&local).earliest() {
                return Instant::from_unix(at.timestamp());
            }
        }
        Instant::from_unix(midnight.and_utc().timestamp())
    }

    /// A moment, or that at which a day begins in this zone, where that is later.
    pub fn no_earlier(self, at: Instant, day: Day) -> Instant {
        // No zone is a whole day behind: when a day begins is looked up only about then.
        match at.0.naive_utc().date() > day.next().0 {
            true => at,
            false => at.max(self.begins(day)),
        }
    }

    /// The moment at which the clocks of this zone show that hour: the first, where they
    /// show it twice; where they skip it, the moment of the change.
    pub fn shows(self, clock: WallClock) -> Instant {
        let at = |minutes| {
            let local = clock.0 + TimeDelta::minutes(minutes);
            self.0.from_local_datetime(&local).earliest()
        };
        let found = (0..=24 * 60).find_map(at).map(|at| at.timestamp());
        Instant::from_unix(found.unwrap_or(clock.0.and_utc().timestamp()))
    }

    /// The moment that was typed; a day is its first.
    pub fn typed(self, typed: Typed) -> Instant {
        match typed {
            Typed::Day(day) => self.begins(day),
            Typed::Clock(clock) => self.shows(clock),
            Typed::At(at) => at,
        }
    }

    /// `2026-01-10 15:04` in this zone.
    pub fn clock(self, at: Instant) -> String {
        at.0.with_timezone(&self.0)
            .format("%Y-%m-%d %H:%M")
            .to_string()
    }

    /// `15:04` in this zone.
    pub fn time_of_day(self, at: Instant) -> String {
        at.0.with_timezone(&self.0).format("%H:%M").to_string()
    }

    /// `2026-01-10 15:04 +03:00`: the same, for who may sit in another zone.
    pub fn hour(self, at: Instant) -> String {
        at.0.with_timezone(&self.0)
            .format("%Y-%m-%d %H:%M %:z")
            .to_string()
    }
}

impl Serialize for Zone {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Zone, D::Error> {
        let text = String::deserialize(d)?;
        Zone::parse(&text).ok_or_else(|| serde::de::Error::custom("not a known time zone"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read as we write it ourselves is what the general reader makes of it.
    #[test]
    fn an_instant_and_a_day_are_read_as_rfc_3339_has_them() {
        for text in [
            "2026-01-10T12:00:00Z",
            "2026-12-31T23:59:59Z",
            "2026-12-31T23:59:60Z",
            "2026-02-29T00:00:00Z",
            "2024-02-29T00:00:00Z",
            "2026-01-10T24:00:00Z",
            "2026-01-10t12:00:00z",
            "2026-01-10 12:00:00Z",
            "2026-01-10T12:00:00+03:00",
            "2026-01-10T12:00:00.5Z",
            "2026-1-10T12:00:00Z",
            "2026-01-10T12:0 :00Z",
            "+026-01-10T12:00:00Z",
            "2026-01-1\u{661}T12:00:00Z",
            "",
        ] {
            let told = DateTime::parse_from_rfc3339(text).ok();
            let told = told.map(|at| Instant::from_unix(at.timestamp()));
            assert_eq!(Instant::parse(text), told, "{text}");
            let day = text.split(['T', 't', ' ']).next().unwrap_or("");
            let told = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok().map(Day);
            assert_eq!(Day::parse(day), told, "{day}");
        }
    }

    #[test]
    fn an_hour_is_read_on_the_clocks_of_a_zone() {
        let berlin = Zone::parse("Europe/Berlin").unwrap();
        for (typed, at) in [
            ("2026-03-03 14:05", "2026-03-03T13:05:00Z"),
            ("2026-07-03T14:05:09", "2026-07-03T12:05:09Z"),
            // Skipped in spring, shown twice in autumn.
            ("2026-03-29 02:07", "2026-03-29T01:00:00Z"),
            ("2026-10-25 02:30", "2026-10-25T00:30:00Z"),
        ] {
            let clock = WallClock::parse(typed).unwrap();
            assert_eq!(berlin.shows(clock).to_string(), at, "{typed}");
        }
        assert_eq!(WallClock::parse("2026-03-03 25:00"), None);
    }

    #[test]
    fn a_day_is_a_date_in_the_zone() {
        let moscow = Zone::parse("Europe/Moscow").unwrap();
        let late = Instant::parse("2026-01-10T21:30:00Z").unwrap();
        assert_eq!(moscow.day(late).to_string(), "2026-01-11");
        assert_eq!(Zone::utc().day(late).to_string(), "2026-01-10");
        assert_eq!(
            moscow.begins(Day::parse("2026-01-11").unwrap()).to_string(),
            "2026-01-10T21:00:00Z"
        );
    }

    #[test]
    fn no_earlier_than_a_day_is_no_earlier_than_it_begins() {
        for zone in [
            "Pacific/Kiritimati",
            "Etc/GMT+12",
            "Asia/Manila",
            "Asia/Beirut",
        ] {
            let zone = Zone::parse(zone).unwrap();
            for day in ["1840-06-01", "2024-03-31", "2026-01-10"] {
                let day = Day::parse(day).unwrap();
                let begins = zone.begins(day);
                for hours in -72..72 {
                    let at = begins.plus_seconds(hours * 3_600 - 1);
                    assert_eq!(zone.no_earlier(at, day), at.max(begins), "{at} {day}");
                }
            }
        }
    }

    #[test]
    fn a_skipped_midnight_still_begins_the_day() {
        let beirut = Zone::parse("Asia/Beirut").unwrap();
        let day = Day::parse("2024-03-31").unwrap();
        assert_eq!(beirut.day(beirut.begins(day)), day);
    }

    #[test]
    fn days_are_counted_over_leap_years() {
        let d = |t| Day::parse(t).unwrap();
        assert_eq!(d("2028-03-01").since(d("2028-02-27")), 3);
        assert_eq!(d("2027-03-01").since(d("2027-02-27")), 2);
    }
}
