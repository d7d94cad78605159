//! Browsers in which somebody is signed in, as he sees them: a player's on his account, an
//! official's at the desk.

use crate::time::{Instant, Zone};
use serde::Serialize;

/// A browser in which somebody is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionLine {
    /// By which it is ended.
    pub id: i64,
    /// How it names itself.
    pub browser: String,
    /// When it began.
    pub begun: SessionHour,
    /// When it was last used.
    pub seen: SessionHour,
    /// The one that asks.
    pub is_this: bool,
}

/// A day with its hour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionHour {
    /// `2026-01-10`
    pub day: String,
    /// `15:04`
    pub hour: String,
}

impl SessionHour {
    /// As clocks of a zone show it.
    pub fn of(at: Instant, zone: Zone) -> SessionHour {
        SessionHour {
            day: zone.day(at).to_string(),
            hour: zone.time_of_day(at),
        }
    }
}

/// The browsers, the one that asks first.
pub fn listed(lines: impl Iterator<Item = SessionLine>) -> Vec<SessionLine> {
    let mut lines: Vec<SessionLine> = lines.collect();
    lines.sort_by_key(|line| !line.is_this);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_that_asks_comes_first_and_hours_are_of_the_zone() {
        let at = Instant::parse("2026-01-10T22:30:00Z").unwrap();
        let begun = SessionHour::of(at, Zone::parse("Europe/Kyiv").unwrap());
        assert_eq!((&*begun.day, &*begun.hour), ("2026-01-11", "00:30"));
        let line = |id| SessionLine {
            id,
            browser: String::new(),
            begun: begun.clone(),
            seen: begun.clone(),
            is_this: id == 2,
        };
        let ids: Vec<i64> = listed([1, 2, 3].map(line).into_iter())
            .iter()
            .map(|l| l.id)
            .collect();
        assert_eq!(ids, [2, 1, 3]);
    }
}
