//! Leave of the players, by calendar year, and leave that came late.

use super::{TableEntrant, TableInput};
use crate::arbiter::{CameLate, late_leaves};
use crate::clock::{DaySpan, free_of};
use crate::ids::PlayerId;
use crate::record::LeaveSpan;
use crate::report::matters::{Happened, Matter};
use crate::rules::Article;
use crate::time::Day;

/// Leave of a player in a calendar year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaveYear {
    /// Whose.
    pub player: PlayerId,
    /// His name.
    pub name: String,
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

/// The leave of all players who took some, by starting number and year; that of those who
/// were replaced, on whose days games still rest, before that of who took over.
pub fn leave(input: &TableInput) -> Vec<LeaveYear> {
    let allowed = i64::from(input.leave_days_per_year);
    let mut entrants: Vec<&TableEntrant> = input.entrants.iter().collect();
    entrants.sort_by_key(|e| e.start_number);
    let mut all = Vec::new();
    let people = entrants.into_iter().flat_map(|entrant| {
        let former = entrant.former.iter();
        let former = former.map(|f| (f.player, f.name.as_str(), &f.leave));
        let own = (entrant.player, entrant.name.as_str(), &entrant.leave);
        former
            .chain([own])
            .map(|person| (entrant.start_number, person))
    });
    for (start_number, (player, name, leave)) in people {
        let mut periods: Vec<LeaveSpan> = leave
            .iter()
            .filter(|l| l.days.from <= l.days.to)
            .copied()
            .collect();
        periods.sort_by_key(|l| (l.days, l.id));
        let spans: Vec<DaySpan> = periods.iter().map(|l| l.days).collect();
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
                player,
                name: name.to_owned(),
                start_number,
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
fn days_in(span: DaySpan, year: i32) -> i64 {
    let (Some(first), Some(last)) = (Day::new(year, 1, 1), Day::new(year, 12, 31)) else {
        return 0;
    };
    (span.to.min(last).since(span.from.max(first)) + 1).max(0)
}

/// Leave announced after it began, of which the arbiter has not said anything
/// since: it counts from its notice, and only he may grant the days before it (56.7.7).
/// What is proposed grants the days that were asked and are none yet, or leaves it as
/// it is.
pub(super) fn late(input: &TableInput, entrant: &TableEntrant) -> Vec<Matter> {
    let (code, number) = (&input.code, entrant.start_number);
    let waiting = late_leaves(&entrant.record, input.profile, input.zone);
    let several = waiting.len() > 1;
    let matter = |late: CameLate| {
        let missing = late.missing(&entrant.leave).into_iter();
        let mut commands: Vec<String> = missing
            .map(|DaySpan { from, to }| {
                format!("td leave grant {code}:{number} {from} {to} --tournament {code}")
            })
            .collect();
        let which = match several {
            true => format!(" --from {}", late.asked.from),
            false => String::new(),
        };
        commands.push(format!(
            "td leave keep {code}:{number} --tournament {code}{which}"
        ));
        commands.extend(
            late.taken
                .map(|(leave, _)| format!("td leave cancel {leave}")),
        );
        let counts = late.taken.map_or(late.asked, |(_, days)| days);
        Matter {
            game: None,
            what: "late-leave".to_owned(),
            article: Article::LeaveGranted.number(input.profile).to_owned(),
            about: vec![entrant.name.clone()],
            concerned: Some(entrant.concerned()),
            since: Some(input.zone.day(late.at)),
            happened: Happened::LateLeave {
                name: entrant.name.clone(),
                asked: late.asked,
                from: counts.from,
                to: counts.to,
                counts: late.taken.is_some(),
            },
            commands,
            ..Matter::default()
        }
    };
    waiting.into_iter().map(matter).collect()
}
