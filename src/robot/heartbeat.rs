//! Signs of life of the server, and what an outage of it gives back (RULES.md 4).

use super::alone::Robot;
use super::desk::Desk;
use crate::arbiter::server_away;
use crate::clock::HourSpan;
use crate::error::Failure;
use crate::hour::{HourStanding, shift};
use crate::ids::GameId;
use crate::time::Instant;
use std::time::Duration;

/// Longest time without a sign of life in which flags still fall, in seconds: as long a
/// pause is no outage.
pub(super) const BREATH: i64 = 5 * 60;

/// How long whoever gives signs of life has been there: by a clock that nobody sets, which
/// goes on while the machine sleeps. What the hours of the record say of it may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Since when.
    since: Duration,
    /// When his last sign was heard.
    heard: Duration,
    /// The hour of the newest that is on record.
    recorded: Option<Instant>,
}

impl Presence {
    /// He has just come.
    pub fn begins(at: Duration) -> Presence {
        Presence {
            since: at,
            heard: at,
            recorded: None,
        }
    }

    /// He gives a sign: who was silent for too long has come anew.
    #[must_use]
    pub fn goes_on(self, at: Duration) -> Presence {
        let silent = at.saturating_sub(self.heard).as_secs();
        match i64::try_from(silent).is_ok_and(|silent| silent <= BREATH) {
            true => self,
            false => Presence::begins(at),
        }
    }

    /// Since which hour he has been there, by the record that he signs now.
    fn since(self, at: Duration, (last, now): (Option<Instant>, Instant)) -> Instant {
        let there = at.saturating_sub(self.since).as_secs();
        let come = now.plus_seconds(-i64::try_from(there).unwrap_or(i64::MAX));
        match (self.recorded, last) {
            // The clock may have been set since; the sign before this one is there.
            (Some(recorded), Some(last)) if recorded <= last => last.min(now),
            // It is another record, put back from before that sign.
            (Some(recorded), _) if recorded <= now => now,
            // The clock was wrong at that sign, or there was none.
            _ => come,
        }
    }

    /// What became of the sign.
    #[must_use]
    pub fn heard(self, at: Duration, beat: Beat) -> Presence {
        Presence {
            heard: at,
            recorded: match beat {
                Beat::Recorded { hour, .. } => Some(hour),
                Beat::InDoubt => self.recorded,
            },
            ..self
        }
    }
}

/// What became of a sign of life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// It is on record.
    Recorded {
        /// Its hour.
        hour: Instant,
        /// The outage before it.
        away: Option<HourSpan>,
    },
    /// Its hour is in doubt, and nothing is recorded by it.
    InDoubt,
}

impl Robot {
    /// The server is there. Where it was away for more than five minutes before it came, what
    /// that gives back is recorded in all games with moves on its board. Who has been there all
    /// the time was not away, whatever the hours say: then the clock was set.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn heartbeat(&mut self, presence: Presence, at: Duration) -> Result<Beat, Failure> {
        if let HourStanding::Doubt(_) = self.weigh()? {
            return Ok(Beat::InDoubt);
        }
        self.batch(|desk| {
            let hour = desk.now;
            let since = presence.since(at, (desk.tx.heartbeat_last()?, hour));
            let away = desk.tx.heartbeat((since, hour), BREATH)?;
            if let Some(away) = away {
                give_back_everywhere(desk, away)?;
            }
            Ok(Beat::Recorded { hour, away })
        })
    }
}

/// A person has said that this hour is right: signs of life that are later were given by a
/// wrong one. An outage that ended with them is given back as far as it can have been, now
/// that what was given for it is taken back.
pub(super) fn set_right(desk: &mut Desk<'_>) -> Result<(), Failure> {
    let Some(told) = desk.tx.heartbeats_cut(desk.now)? else {
        return Ok(());
    };
    let since = shift(told.from, Some(told.until), desk.now);
    match desk.tx.heartbeat((since, desk.now), BREATH)? {
        Some(away) => give_back_everywhere(desk, away),
        None => Ok(()),
    }
}

fn give_back_everywhere(desk: &mut Desk<'_>, away: HourSpan) -> Result<(), Failure> {
    for id in desk.tx.games_active()? {
        give_back(desk, id, away)?;
    }
    Ok(())
}

fn give_back(desk: &mut Desk<'_>, id: GameId, away: HourSpan) -> Result<(), Failure> {
    let facts = desk.tx.game_facts(id)?;
    if !facts.regulations.web_moves {
        return Ok(());
    }
    let now = desk.now;
    let ruling = server_away(desk.game(id)?, away, now);
    match ruling.entries().is_empty() {
        true => Ok(()),
        false => desk.record(ruling, Some(id), None),
    }
}

/// Up to when flags may be declared in a game with moves on the board: not while the server
/// is away. One that never was there keeps nobody waiting.
pub(super) fn there_until(
    desk: &Desk<'_>,
    looked_to: Option<Instant>,
) -> Result<Option<Instant>, Failure> {
    let last = desk.tx.heartbeat_last()?;
    let away = last.filter(|last| desk.now.unix() - last.unix() > BREATH);
    Ok(match away {
        Some(last) => looked_to.map(|at| at.min(last)),
        None => looked_to,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn hour(seconds: i64) -> Instant {
        Instant::from_unix(1_800_000_000 + seconds)
    }

    fn recorded(seconds: i64) -> Beat {
        let hour = hour(seconds);
        Beat::Recorded { hour, away: None }
    }

    #[test]
    fn who_is_silent_for_longer_than_a_breath_has_come_anew() {
        let here = Presence::begins(at(0));
        for (silent, goes_on) in [(60, true), (300, true), (301, false), (28_800, false)] {
            let heard = here.heard(at(60), recorded(60));
            let then = heard.goes_on(at(60 + silent));
            let anew = Presence::begins(at(60 + silent));
            assert_eq!(then, if goes_on { heard } else { anew });
        }
    }

    #[test]
    fn since_when_somebody_is_there_no_clock_that_is_set_says() {
        let here = Presence::begins(at(0));
        // Come a minute ago, and not on record.
        let since = |here: Presence, last, now| here.since(at(60), (last, now));
        assert_eq!(since(here, Some(hour(-9_000)), hour(60)), hour(0));
        assert_eq!(since(here, None, hour(60)), hour(0));
        // On record, the clock goes on or is put forward.
        let signed = here.heard(at(0), recorded(0));
        for now in [60, 18_000, 300_000] {
            assert_eq!(since(signed, Some(hour(0)), hour(now)), hour(0));
            assert_eq!(since(signed, Some(hour(30)), hour(now)), hour(30));
        }
        // In doubt meanwhile.
        let doubted = signed.heard(at(30), Beat::InDoubt);
        assert_eq!(since(doubted, Some(hour(0)), hour(60)), hour(0));
        // It was put back, and its signs were cut.
        let ahead = here.heard(at(0), recorded(18_000));
        assert_eq!(since(ahead, Some(hour(10)), hour(60)), hour(0));
        // A backup from before was put back.
        assert_eq!(since(signed, Some(hour(-9_000)), hour(60)), hour(60));
        assert_eq!(since(signed, None, hour(60)), hour(60));
    }
}
