//! Leave that was taken elsewhere: its days count as used, and no move is charged for them.

use super::ImportedLeave;
use super::names::Field;
use super::said::Said;
use crate::chess::BySide;
use crate::clock::{DaySpan, days_by_year, free_of};
use crate::tournament::file::TournamentFile;
use crate::tournament::pairing::Pairing;
use std::collections::BTreeMap;

/// The leave of all players.
#[derive(Default)]
pub(super) struct Leave {
    /// By starting number, each in order and disjoint.
    spans: BTreeMap<u32, Vec<DaySpan>>,
}

impl Leave {
    /// What files say of it.
    ///
    /// # Errors
    /// Whom nobody knows, and leave that ends before it begins, with their places.
    pub fn of(file: &TournamentFile, files: &[Said]) -> Result<Leave, Vec<String>> {
        let names = Field::of(file);
        let mut wrong = Vec::new();
        let mut spans: BTreeMap<u32, Vec<DaySpan>> = BTreeMap::new();
        for said in files.iter().flat_map(|said| &said.leave) {
            let (from, to) = (said.days.from, said.days.to);
            match names.number_of(&said.player) {
                _ if to < from => {
                    wrong.push(format!("{}: leave ends before it begins", said.place))
                }
                Ok(number) => spans.entry(number).or_default().push(said.days),
                Err(why) => wrong.push(format!("{}: {why}", said.place)),
            }
        }
        for own in spans.values_mut() {
            *own = free_of(own);
        }
        match wrong.is_empty() {
            true => Ok(Leave { spans }),
            false => Err(wrong),
        }
    }

    /// That of both players of a game.
    pub fn of_game(&self, pairing: &Pairing) -> BySide<Vec<DaySpan>> {
        let of = |number: u32| self.spans.get(&number).cloned().unwrap_or_default();
        BySide {
            white: of(pairing.white),
            black: of(pairing.black),
        }
    }

    /// Each leave, as it is entered.
    pub fn all(&self) -> Vec<ImportedLeave> {
        let of = |(number, spans): (&u32, &Vec<DaySpan>)| {
            let number = *number;
            let each = spans.iter().map(move |days| ImportedLeave {
                number,
                days: *days,
            });
            each.collect::<Vec<_>>()
        };
        self.spans.iter().flat_map(of).collect()
    }

    /// Who has taken more than is allowed, a line for each year.
    pub fn remarks(&self, file: &TournamentFile) -> Vec<String> {
        let allowed = i64::from(file.regulations.leave_days_per_year);
        let names = Field::of(file);
        let mut remarks = Vec::new();
        for (number, spans) in &self.spans {
            for (year, used) in days_by_year(spans) {
                if used > allowed {
                    let name = names.name(*number);
                    remarks.push(format!(
                        "{name}: {used} days of leave in {year}, of {allowed}"
                    ));
                }
            }
        }
        remarks
    }
}
