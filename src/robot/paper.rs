//! Paper: what is printed is recorded, and what is posted has left. Printing is not
//! posting; from the day of posting, and not before, the terms run that the robot starts.

use super::alone::Robot;
use super::beginning::{self, Leaving};
use super::desk::Desk;
use crate::error::Failure;
use crate::ids::OutboundId;
use crate::store::OutboundRow;
use crate::time::{Day, Instant};

/// Noon: the hour of posting of what has only a day.
const NOON: i64 = 12 * 3600;

impl Robot {
    /// Records that letters were printed; the number of that printing.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn paper_printed(&mut self, ids: &[OutboundId]) -> Result<u32, Failure> {
        let now = self.now;
        self.batch(|desk| Ok(desk.tx.mark_printed(ids, now)?))
    }

    /// Records that a printing was posted on a day, or all that lies there printed: its
    /// letters have left, and what is reckoned from them begins. Gives those letters.
    ///
    /// # Errors
    /// A day to come, or one before they were composed; nothing that is printed and not
    /// posted.
    pub fn paper_posted(
        &mut self,
        batch: Option<u32>,
        day: Option<Day>,
        registered: Option<&str>,
    ) -> Result<Vec<OutboundRow>, Failure> {
        let (now, zone) = (self.now, self.config.club.time_zone);
        let today = zone.day(now);
        let day = day.unwrap_or(today);
        if day > today {
            let why = format!("{day} is still to come: today is {today}");
            return Err(Failure::failed(why));
        }
        self.batch(|desk| {
            let rows = desk.tx.mark_posted(batch, day, registered)?;
            if rows.is_empty() {
                let what = match batch {
                    Some(batch) => format!("nothing of printing {batch} waits to be posted"),
                    None => "nothing that is printed waits to be posted".to_owned(),
                };
                return Err(match batch {
                    Some(batch) if batch > desk.tx.paper_newest_batch()? => {
                        Failure::missing(format!("there is no printing {batch}"))
                    }
                    _ => Failure::failed(what),
                });
            }
            for row in &rows {
                let composed = zone.day(row.composed);
                if day < composed {
                    let why = format!("letter {} was written on {composed}", row.id);
                    return Err(Failure::failed(why).hint("--date says when it was posted"));
                }
                posted(desk, row, day)?;
            }
            Ok(rows)
        })
    }
}

/// What is reckoned from a letter on paper begins: it was posted on a day.
pub(super) fn posted(desk: &mut Desk<'_>, row: &OutboundRow, day: Day) -> Result<(), Failure> {
    let (Some(game), Some(begins)) = (row.game_id, row.begins) else {
        return Ok(());
    };
    let zone = desk.game(game)?.facts.zone;
    let noon = zone.begins(day).unix() + NOON;
    let leaving = Leaving {
        at: Instant::from_unix(noon.min(desk.now.unix())),
        on_paper: true,
    };
    beginning::note_beginning(desk, game, row.player, begins, leaving)
}
