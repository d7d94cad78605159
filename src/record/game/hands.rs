//! Hands: a game that another person plays on with.

use super::superseded::superseded;
use super::{GameFile, LeaveSpan, SentMarks, Then};
use crate::chess::Side;
use crate::clock::DaySpan;
use crate::ids::PlayerId;
use crate::record::event::{Event, Holder, Recorded};
use crate::time::Day;

/// A game went from one person to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Which side.
    pub side: Side,
    /// Half-moves played then.
    pub ply: u32,
    /// The first day of the one who took over.
    pub day: Day,
    /// Who played.
    pub was: Holder,
    /// Who plays on.
    pub is: Holder,
}

/// The days in which a game was one person's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenure {
    /// Whose.
    pub player: PlayerId,
    /// The first day; none: from the start.
    pub from: Option<Day>,
    /// The first day of the next; none: it lasts.
    pub until: Option<Day>,
}

impl Tenure {
    /// What of a leave lies in it; `None` where nothing does. A move sent on the day
    /// of the hand-over costs the days before it only, so that no day is both's.
    pub fn clip(&self, leave: LeaveSpan) -> Option<LeaveSpan> {
        let from = self
            .from
            .map_or(leave.days.from, |d| d.max(leave.days.from));
        let last = self.until.map(|d| d.plus(-1));
        let to = last.map_or(leave.days.to, |d| d.min(leave.days.to));
        (from <= to).then_some(LeaveSpan {
            id: leave.id,
            days: DaySpan { from, to },
        })
    }
}

/// Who played a side and when, oldest first, as a record tells it; `holder` is who
/// plays it now.
pub fn tenures(entries: &[Recorded], side: Side, holder: PlayerId) -> Vec<Tenure> {
    let dead = superseded(entries, &[]);
    let mut all: Vec<Tenure> = Vec::new();
    let mut from = None;
    for entry in entries.iter().filter(|e| !dead.contains(&e.id)) {
        if let Event::Replaced {
            side: of, was, day, ..
        } = &entry.event
            && *of == side
        {
            all.push(Tenure {
                player: was.player,
                from,
                until: Some(*day),
            });
            from = Some(*day);
        }
    }
    all.push(Tenure {
        player: holder,
        from,
        until: None,
    });
    all
}

impl GameFile {
    /// Another plays on. Where the move is his, nothing that was sent to the one before
    /// him begins his time, and nothing of it was said to him yet.
    pub(super) fn hand_over(&mut self, hand: Hand) {
        self.stops_are_anothers(hand.side);
        if self.turn() == hand.side {
            self.letters.clear();
            self.receipt_set = None;
            self.marked = None;
            self.marks = SentMarks::default();
            // What the one before him has used stays; his own time is reckoned anew.
            if let Some(last) = self.pending.last_mut() {
                last.then = Then::Stopped;
            }
            // The ruling that would have ended it was the other's letter.
            for pause in self.pauses.iter_mut().filter(|p| p.awaits_ruling) {
                pause.until = Some(hand.day.max(pause.from));
                pause.awaits_ruling = false;
            }
        }
        self.hands.push(hand);
    }

    /// The hand-overs of a side, oldest first.
    pub fn hands_of(&self, side: Side) -> impl DoubleEndedIterator<Item = &Hand> {
        self.hands.iter().filter(move |h| h.side == side)
    }

    /// The side a person played and has given over to another.
    pub fn former_side_of(&self, player: PlayerId) -> Option<Side> {
        let now = self.side_of(player);
        let gave = self.hands.iter().rfind(|h| h.was.player == player);
        gave.map(|h| h.side).filter(|_| now.is_none())
    }

    /// Who played a side on a day.
    pub fn holder_on(&self, side: Side, day: Day) -> PlayerId {
        let next = self.hands_of(side).find(|h| day < h.day);
        next.map_or(self.player(side).id, |h| h.was.player)
    }

    /// The day on which the side to move took the position on the board over.
    pub fn taken_over(&self) -> Option<Day> {
        let last = self.hands_of(self.turn()).next_back()?;
        (last.ply == self.ply()).then_some(last.day)
    }

    /// Why the one who plays a side cannot be who the record says; `None` where he is.
    pub fn wrong_holder(&self, side: Side) -> Option<String> {
        let mut expected = None;
        for hand in self.hands_of(side) {
            if expected.is_some_and(|id| id != hand.was.player) {
                return Some(format!(
                    "{} was given over by {}, who did not play it",
                    side.name(),
                    hand.was.name
                ));
            }
            expected = Some(hand.is.player);
        }
        let player = self.player(side);
        let wrong = expected.is_some_and(|id| id != player.id);
        wrong.then(|| {
            let says = self.hands_of(side).next_back().map(|h| h.is.name.as_str());
            format!(
                "{} is stored as played by {}, the record says {}",
                side.name(),
                player.name,
                says.unwrap_or_default()
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::fixture::{d, span};

    #[test]
    fn leave_is_cut_to_the_days_in_which_the_game_was_ones_own() {
        let old = Tenure {
            player: PlayerId(1),
            from: None,
            until: Some(d("2026-02-01")),
        };
        let new = Tenure {
            player: PlayerId(2),
            from: old.until,
            until: None,
        };
        let across = span(7, "2026-01-28", "2026-02-04");
        assert_eq!(old.clip(across), Some(span(7, "2026-01-28", "2026-01-31")));
        assert_eq!(new.clip(across), Some(span(7, "2026-02-01", "2026-02-04")));
        assert_eq!(old.clip(span(8, "2026-02-01", "2026-02-04")), None);
        assert_eq!(new.clip(span(9, "2026-01-02", "2026-01-31")), None);
        // Given over and back on one day: the day is of him who has it in the end.
        let between = Tenure {
            player: PlayerId(2),
            from: Some(d("2026-02-01")),
            until: Some(d("2026-02-01")),
        };
        assert_eq!(between.clip(across), None);
    }
}
