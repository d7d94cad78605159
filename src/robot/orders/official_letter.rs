//! A kept letter of an official: who wrote it, how he is answered, and the limit of the
//! answers.

use crate::arbiter::Body;
use crate::error::Failure;
use crate::letter::Letter;
use crate::robot::desk::Desk;
use crate::robot::office::WritingOfficial;
use crate::robot::sender::{LetterFrom, answer};
use crate::store::Pending;
use crate::time::Zone;

/// A kept letter of an official.
#[derive(Clone, Copy)]
pub(in crate::robot) struct OfficialLetter<'p> {
    pub pending: &'p Pending,
    pub letter: &'p Letter,
    pub office: &'p WritingOfficial,
}

impl<'p> OfficialLetter<'p> {
    /// The same, as of any sender.
    pub fn from(&self) -> LetterFrom<'p> {
        LetterFrom::official(self.pending, self.letter, self.office)
    }

    /// One letter to the official's address in the tournament file, as an answer.
    pub fn answer(&self, desk: &mut Desk<'_>, body: Body) -> Result<(), Failure> {
        answer(desk, body, &self.from())
    }
}

/// Two machines that answer each other must find an end: an arbiter's letters
/// are counted as a player's are.
pub(in crate::robot) fn over_limit(
    desk: &mut Desk<'_>,
    office: &WritingOfficial,
) -> Result<Option<&'static str>, Failure> {
    let day = Zone::utc().day(desk.now).to_string();
    let hour: String = desk.now.to_string().chars().take(13).collect();
    let scope = format!("arbiter {}", office.address());
    for (period, most, key) in [
        (
            &hour,
            desk.limits.answers_per_hour,
            "limits.answers_per_hour",
        ),
        (&day, desk.limits.answers_per_day, "limits.answers_per_day"),
    ] {
        if desk.tx.answers_count(period, &scope)? >= most {
            return Ok(Some(key));
        }
    }
    for period in [&hour, &day] {
        desk.tx.answers_add(period, &scope)?;
    }
    Ok(None)
}
