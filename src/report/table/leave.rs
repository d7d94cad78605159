//! Leave of the players, by calendar year, and leave that came late.

use super::{Entrant, TableInput};
use crate::arbiter::Article;
use crate::clock::{Span, free_of};
use crate::ids::LeaveId;
use crate::record::{LeaveSpan, PlayerEvent};
use crate::report::matters::{Happened, Matter};
use crate::time::Day;

/// Leave of a player in a calendar year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaveYear {
    /// Starting number.
    pub start_number: u32,
    /// The calendar year.
    pub year: i32,
    /// Days taken in it, those announced for later included.
    pub used: i64,
    /// Days allowed.
    pub allowed: i64,
    /// Days left; none where the arbiter granted more than is allowed.
    pub left: i64,
    /// The leaves that touch the year.
    pub periods: Vec<LeaveSpan>,
}

/// The leave of all players who took some, by starting number and year.
pub fn leave(input: &TableInput) -> Vec<LeaveYear> {
    let allowed = i64::from(input.leave_days_per_year);
    let mut entrants: Vec<&Entrant> = input.entrants.iter().collect();
    entrants.sort_by_key(|e| e.start_number);
    let mut all = Vec::new();
    for entrant in entrants {
        let mut periods: Vec<LeaveSpan> = entrant
            .leave
            .iter()
            .filter(|l| l.days.from <= l.days.to)
            .copied()
            .collect();
        periods.sort_by_key(|l| (l.days, l.id));
        let spans: Vec<Span> = periods.iter().map(|l| l.days).collect();
        let merged = free_of(&spans);
        let (Some(first), Some(last)) = (merged.first(), merged.last()) else {
            continue;
        };
        for year in first.from.year()..=last.to.year() {
            let used: i64 = merged.iter().map(|s| days_in(*s, year)).sum();
            if used == 0 {
                continue;
            }
            all.push(LeaveYear {
                start_number: entrant.start_number,
                year,
                used,
                allowed,
                left: (allowed - used).max(0),
                periods: periods
                    .iter()
                    .filter(|l| days_in(l.days, year) > 0)
                    .copied()
                    .collect(),
            });
        }
    }
    all
}

/// Days of a run that lie in a calendar year.
fn days_in(span: Span, year: i32) -> i64 {
    let (Some(first), Some(last)) = (Day::new(year, 1, 1), Day::new(year, 12, 31)) else {
        return 0;
    };
    (span.to.min(last).since(span.from.max(first)) + 1).max(0)
}

/// Leave announced after it began, of which the arbiter has not said anything
/// since: it counts from its notice, and only he may grant it backwards (56.7.7).
pub(super) fn late(input: &TableInput, entrant: &Entrant) -> Vec<Matter> {
    let marked = Article::LeaveAnnounced.number(input.profile);
    let shortened = |id: LeaveId| {
        entrant.record.iter().rev().find_map(|e| match e.event {
            PlayerEvent::LeaveEnded { leave, to } if leave == id => Some(to),
            _ => None,
        })
    };
    let mut found = Vec::new();
    for (index, entry) in entrant.record.iter().enumerate() {
        let PlayerEvent::LeaveTaken {
            leave,
            from,
            to,
            granted: false,
        } = entry.event
        else {
            continue;
        };
        // The server rules have one number for all of leave: there the day tells.
        let late = entry.grounds.as_deref() == Some(marked) && input.zone.day(entry.at) >= from;
        let later = entrant.record.get(index + 1..).unwrap_or_default();
        let decided = later.iter().any(|e| {
            e.cause.is_order() && !matches!(e.event, PlayerEvent::AddressChanged { .. })
                || matches!(e.event, PlayerEvent::LeaveTaken { granted: true, .. })
        });
        let to = shortened(leave).unwrap_or(to);
        if !late || decided || to < from {
            continue;
        }
        let (code, number) = (&input.code, entrant.start_number);
        found.push(Matter {
            game: None,
            what: "late-leave".to_owned(),
            article: Article::LeaveGranted.number(input.profile).to_owned(),
            about: vec![entrant.name.clone()],
            since: Some(input.zone.day(entry.at)),
            happened: Happened::LateLeave {
                name: entrant.name.clone(),
                from,
                to,
            },
            commands: vec![
                format!("td leave grant {code}:{number} {from} {to} --tournament {code}"),
                format!("td leave cancel {leave}"),
            ],
            ..Matter::default()
        });
    }
    found
}
