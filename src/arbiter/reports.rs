//! The reports that players owe the arbiter (55.1.2, in the form of 57): one every so many
//! days from the start, or from the last one. What is owed follows from the record.

use crate::record::{PlayerEntry, PlayerEvent, Recorded};
use crate::rules::Regulations;
use crate::time::Day;

/// The report that a player owes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwedReport {
    /// From when it is counted: the start, or the day of the last one.
    pub since: Day,
    /// The day on which he is asked for it.
    pub due: Day,
    /// The last day on which it is expected: the way there and back by post later.
    pub until: Day,
    /// He was asked.
    pub asked: bool,
}

/// The report that a player owes next in a tournament, by his record in it; `None` where
/// the regulations ask for none.
pub fn owed_report(
    of: &Regulations,
    start: Day,
    record: &[Recorded<PlayerEntry>],
) -> Option<OwedReport> {
    let every = i64::from(of.report_every_days);
    let given = record.iter().filter_map(|e| match e.event {
        PlayerEvent::Reported { sent } => Some(sent),
        _ => None,
    });
    let since = given.fold(start, Day::max);
    let due = since.plus(every);
    let asked = |e: &Recorded<PlayerEntry>| matches!(e.event, PlayerEvent::ReportAsked { due: of, .. } if of == due);
    (every > 0).then(|| OwedReport {
        since,
        due,
        until: due.plus(2 * i64::from(of.post_transit_days)),
        asked: record.iter().any(asked),
    })
}

/// Since when a player owes the report that he was asked for last, and the last day on
/// which it was expected; `None` where he has sent one since, or was never asked.
pub fn report_asked(record: &[Recorded<PlayerEntry>]) -> Option<(Day, Day)> {
    let last = record.iter().rev().find_map(|e| match e.event {
        PlayerEvent::ReportAsked { due, until } => Some(Some((due, until))),
        PlayerEvent::Reported { .. } => Some(None),
        _ => None,
    });
    last.flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{EventId, PlayerId};
    use crate::record::Cause;
    use crate::rules::Profile;
    use crate::time::Instant;

    fn entry(event: PlayerEvent) -> Recorded<PlayerEntry> {
        let entry = PlayerEntry {
            at: Instant::from_unix(0),
            player: PlayerId(1),
            tournament: None,
            event,
            grounds: None,
            cause: Cause::Tick,
            note: String::new(),
        };
        Recorded {
            id: EventId(1),
            entry,
        }
    }

    #[test]
    fn a55_1_2_a_report_is_owed_every_so_many_days_from_the_last_one() {
        let day = |text: &str| Day::parse(text).unwrap();
        let mut of = Regulations::of(Profile::Post);
        assert_eq!(owed_report(&of, day("2026-01-10"), &[]), None);
        of.report_every_days = 60;
        of.post_transit_days = 10;
        let mut record = Vec::new();
        let first = owed_report(&of, day("2026-01-10"), &record).unwrap();
        assert_eq!(first.due, day("2026-03-11"));
        assert_eq!(first.until, day("2026-03-31"));
        assert!(!first.asked);
        record.push(entry(PlayerEvent::ReportAsked {
            due: first.due,
            until: first.until,
        }));
        assert!(owed_report(&of, day("2026-01-10"), &record).unwrap().asked);
        // A report sent earlier that comes in later moves nothing back.
        for sent in ["2026-03-15", "2026-02-01"] {
            record.push(entry(PlayerEvent::Reported { sent: day(sent) }));
        }
        let next = owed_report(&of, day("2026-01-10"), &record).unwrap();
        assert_eq!(
            (next.since, next.due),
            (day("2026-03-15"), day("2026-05-14"))
        );
        assert!(!next.asked);
    }
}
