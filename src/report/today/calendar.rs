//! What comes as a calendar for programs: iCalendar (RFC 5545), a whole day an event. Events
//! keep their names (UID) while their days move, so that a calendar that is read again moves
//! them, too.

use super::{ComingKind, ToCome, Today, then};
use crate::arbiter::Coming;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::messages::Phrase;
use crate::report::words::matters;
use crate::time::{Day, Instant};

/// Whose calendar it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalendarOf {
    /// An arbiter's: what waits for him, flags, leaves and the tournaments' days.
    Arbiter,
    /// A player's: the last days of his moves, his leave, the days of his tournaments.
    Player(PlayerId),
}

/// The calendar, UTF-8 with CRLF. `host`: the club's domain, which makes names of events
/// unique.
pub fn calendar(today: &Today, of: CalendarOf, host: &str, language: Language) -> String {
    let mut lines = vec![
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//postchess//postchess//EN".to_owned(),
        "CALSCALE:GREGORIAN".to_owned(),
        "METHOD:PUBLISH".to_owned(),
        format!(
            "X-WR-CALNAME:{}",
            escaped(Phrase("today.calendar").say(language))
        ),
    ];
    let mut events: Vec<CalendarEvent> = Vec::new();
    if of == CalendarOf::Arbiter {
        events.extend(terms(today, language));
    }
    let coming = today.coming.iter().filter(|c| of.tells(c));
    events.extend(coming.map(|c| coming_event(c, language)));
    for event in &events {
        lines.extend(event.lines(today.at, host));
    }
    lines.push("END:VCALENDAR".to_owned());
    lines.iter().map(|line| folded(line) + "\r\n").collect()
}

impl CalendarOf {
    /// Whether something to come stands in it.
    fn tells(self, coming: &ToCome) -> bool {
        let heeds = match self {
            CalendarOf::Arbiter => !matches!(coming.kind, ComingKind::Game(Coming::LastDay, _)),
            CalendarOf::Player(player) => coming.player.is_none_or(|whose| whose == player),
        };
        heeds && !coming.kind.is_routine()
    }
}

/// An event of a whole day.
struct CalendarEvent {
    /// Its name without the host: the same as long as it is the same event.
    name: String,
    day: Day,
    summary: String,
    description: String,
}

impl CalendarEvent {
    fn lines(&self, at: Instant, host: &str) -> Vec<String> {
        let day = |day: Day| day.to_string().replace('-', "");
        let stamp = at.to_string().replace(['-', ':'], "");
        vec![
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@{}", escaped(&self.name), escaped(host)),
            format!("DTSTAMP:{stamp}"),
            format!("DTSTART;VALUE=DATE:{}", day(self.day)),
            format!("DTEND;VALUE=DATE:{}", day(self.day.next())),
            format!("SUMMARY:{}", escaped(&self.summary)),
            format!("DESCRIPTION:{}", escaped(&self.description)),
            "TRANSP:TRANSPARENT".to_owned(),
            "END:VEVENT".to_owned(),
        ]
    }
}

/// Terms of what waits for the arbiter. Those that are past are no more to come.
fn terms(today: &Today, language: Language) -> impl Iterator<Item = CalendarEvent> {
    today.waiting.iter().filter_map(move |waiting| {
        let matter = &waiting.matter;
        let day = matter.until.filter(|until| *until >= waiting.today)?;
        let place = waiting.place();
        let since = matter.since.map_or(String::new(), |d| format!(".{d}"));
        let commands: Vec<String> = matter
            .commands
            .iter()
            .map(|c| format!("postchess {c}"))
            .collect();
        let mut told = vec![matter.about.join(" – "), matter.note(language)];
        told.extend(commands);
        told.retain(|line| !line.is_empty());
        Some(CalendarEvent {
            name: format!("{}.{place}{since}", matter.what),
            day,
            summary: format!("{place}: {}", matters::name(language, &matter.what)),
            description: told.join("\n"),
        })
    })
}

fn coming_event(coming: &ToCome, language: Language) -> CalendarEvent {
    let (place, who) = (coming.place(), coming.who(language));
    let told = then(language, coming.kind);
    let head = match who.is_empty() {
        true => place.clone(),
        false => format!("{place}, {who}"),
    };
    // A leave is named by its day: a player may have several.
    let leave = match coming.kind {
        ComingKind::LeaveBegins(_) | ComingKind::LeaveEnds => format!(".{}", coming.day),
        _ => String::new(),
    };
    let player = coming.player.map_or(String::new(), |p| format!(".{}", p.0));
    CalendarEvent {
        name: format!("{}.{place}{player}{leave}", coming.kind.name()),
        day: coming.day,
        summary: format!("{head}: {told}"),
        description: coming.kind.article(coming.profile).to_owned(),
    }
}

/// A text as a value (RFC 5545, 3.3.11).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Octets of a line at most, its end not counted (RFC 5545, 3.1).
const MOST_OCTETS: usize = 75;

/// A line cut into lines that are short enough: each but the first begins with a blank. No
/// letter is cut in two.
fn folded(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + line.len() / MOST_OCTETS * 3);
    let mut octets = 0;
    for c in line.chars() {
        if octets + c.len_utf8() > MOST_OCTETS {
            out.push_str("\r\n ");
            octets = 1;
        }
        out.push(c);
        octets += c.len_utf8();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_between_letters_and_read_back_as_they_were() {
        let line = format!("SUMMARY:{}", "Щука, ёж; и \\ жуть ".repeat(12));
        let out = folded(&line);
        assert!(out.split("\r\n").all(|l| l.len() <= MOST_OCTETS), "{out}");
        assert_eq!(out.replace("\r\n ", ""), line);
    }

    #[test]
    fn a_value_holds_no_mark_that_ends_it() {
        assert_eq!(escaped("a;b,c\\d\ne\r"), "a\\;b\\,c\\\\d\\ne");
    }
}
