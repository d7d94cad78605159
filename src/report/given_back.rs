//! Days given back for an outage: one decision about many games, told whole.

use crate::arbiter::notice::HoursTold;
use crate::clock::{DaySpan, HourSpan, hours_of};
use crate::ids::GameName;
use crate::language::Language;
use crate::messages::tell;
use crate::orders::compensate::in_runs;
use crate::record::Event;
use crate::time::{Day, Zone};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What one decision gave back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenBack {
    /// In which games.
    pub games: BTreeSet<GameName>,
    /// Days in all, of all clocks.
    pub days: i64,
    /// The dates, of whichever clock, in runs.
    pub dates: Vec<DaySpan>,
    /// The hours, of whichever clock, in runs.
    pub hours: Vec<HourSpan>,
}

impl GivenBack {
    /// What entries give back; `None` where they give nothing.
    pub fn of<'e>(entries: impl IntoIterator<Item = (&'e GameName, &'e Event)>) -> Option<Self> {
        let mut games = BTreeSet::new();
        let mut days = 0;
        let mut hours = Vec::new();
        let mut dates: BTreeSet<Day> = BTreeSet::new();
        for (game, event) in entries {
            let runs = match event {
                Event::TimeGiven { dates: runs, .. } => &runs[..],
                Event::HoursGiven { hours: run, .. } => {
                    hours.push(*run);
                    &[]
                }
                _ => continue,
            };
            games.insert(game.clone());
            for run in runs {
                let mut day = run.from;
                while day <= run.to {
                    dates.insert(day);
                    days += 1;
                    day = day.plus(1);
                }
            }
        }
        let dates: Vec<Day> = dates.into_iter().collect();
        (!games.is_empty()).then(|| GivenBack {
            games,
            days,
            dates: in_runs(&dates),
            hours: hours_of(&hours),
        })
    }

    /// In one sentence without a full stop.
    pub fn said(&self, language: Language) -> String {
        let (games, days) = (self.games.len(), self.days);
        let told = |span: &HourSpan| HoursTold::of(*span, Zone::utc());
        let hours: Vec<HoursTold> = self.hours.iter().map(told).collect();
        let facts = json!({"games": games, "days": days, "dates": self.dates, "hours": hours});
        tell(language, "compensation.whole", &facts)
    }

    /// Its games, when they are more than one, as their tournament.
    pub fn about(&self) -> Option<String> {
        let first = self.games.first().filter(|_| self.games.len() > 1)?;
        Some(first.code.clone())
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let days = json!({"games": self.games, "days": self.days, "dates": self.dates});
        match (days, self.hours.is_empty()) {
            (Value::Object(mut told), false) => {
                told.insert("hours".to_owned(), json!(self.hours));
                Value::Object(told)
            }
            (days, _) => days,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Side;

    #[test]
    fn what_many_clocks_get_back_is_one_sentence_with_its_dates() {
        let day = |text: &str| Day::parse(text).unwrap();
        let run = |from, to| DaySpan {
            from: day(from),
            to: day(to),
        };
        let given = |side, dates: &[DaySpan]| Event::TimeGiven {
            side,
            dates: dates.to_vec(),
        };
        let games = ["T26/1", "T26/2"].map(|name| GameName::parse(name).unwrap());
        let [first, second] = &games;
        let entries = [
            (
                first,
                given(Side::White, &[run("2026-01-11", "2026-01-13")]),
            ),
            (
                first,
                given(Side::Black, &[run("2026-01-12", "2026-01-14")]),
            ),
            (
                second,
                given(Side::White, &[run("2026-01-17", "2026-01-17")]),
            ),
        ];
        let whole = GivenBack::of(entries.iter().map(|(game, event)| (*game, event)));
        let whole = whole.unwrap();
        assert_eq!(
            whole.said(Language::En),
            "dates given back in 2 games: 2026-01-11 – 2026-01-14, 2026-01-17; 7 days in all"
        );
        assert_eq!(whole.about().as_deref(), Some("T26"));
        assert_eq!(GivenBack::of([(first, &Event::Started)]), None);
    }
}
