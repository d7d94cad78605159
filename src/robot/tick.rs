//! A pass over the clocks: whatever is due, and nothing else, is looked at. It declares
//! by an hour that is not in doubt, and not too much at once (RULES.md 4).

use super::alone::Robot;
use super::desk::Desk;
use super::heartbeat::there_until;
use super::hours;
use super::new_address;
use super::orders::carried::release_held;
use super::send::Sent;
use super::unread::look_in_game;
use crate::arbiter;
use crate::error::Failure;
use crate::hour::{HourStanding, is_crowd};
use crate::ids::{GameId, PassId};
use crate::record::{Entry, Event};
use crate::time::Instant;
use serde::Serialize;
use std::collections::BTreeSet;

/// Games looked at in one transaction.
const GAMES_A_BATCH: u32 = 200;

/// What a pass over the clocks did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TickReport {
    /// Games that were due.
    pub due: u32,
    /// One line for each thing that happened.
    pub events: Vec<String>,
    /// The number of the pass, where it declared something: `td revoke --pass` takes it.
    pub pass: Option<PassId>,
    /// In how many games it did.
    pub declared: u32,
    /// Why nothing was declared, where nothing could be.
    pub held_back: Option<String>,
    /// Letters that left.
    pub sent: u32,
    /// Letters that could not leave yet.
    pub deferred: u32,
}

/// What came of one game.
#[derive(Default)]
struct Looked {
    told: Vec<String>,
    /// Letters to be processed again.
    released: u32,
    /// The pass that declared something.
    pass: Option<PassId>,
}

impl Robot {
    /// One pass over the clocks, and what it says is sent.
    ///
    /// # Errors
    /// Also where all else was done, and only letters could not be sent.
    pub fn tick(&mut self) -> Result<TickReport, Failure> {
        let (report, done) = self.tick_and_send();
        done.map(|()| report)
    }

    /// The same; what happened is told in any case.
    pub fn tick_and_send(&mut self) -> (TickReport, Result<(), Failure>) {
        let mut report = TickReport::default();
        let mut sent = Sent::default();
        let done = self
            .look_where_due()
            .and_then(|looked| self.fall_due(looked, &mut report))
            .and_then(|()| self.send_into(&mut sent));
        report.sent = sent.sent;
        report.deferred = sent.deferred;
        (report, done)
    }

    /// Does what is due, alone, and sends nothing. `looked` is the hour up to which the
    /// inbox is read completely, and all of it ruled.
    pub(super) fn fall_due(
        &mut self,
        looked: Option<Instant>,
        report: &mut TickReport,
    ) -> Result<(), Failure> {
        self.pay_owed()?;
        let looked = self.leave_to_declare(looked, report)?;
        let mut seen: BTreeSet<GameId> = BTreeSet::new();
        let mut released = 0;
        loop {
            if self.is_to_stop() {
                break;
            }
            let told = self.alone(|robot| {
                let fresh = robot.fresh(&seen)?;
                if fresh.is_empty() {
                    return Ok(None);
                }
                seen.extend(&fresh);
                report.due += u32::try_from(fresh.len()).unwrap_or(u32::MAX);
                robot.batch(|desk| {
                    let each = fresh.into_iter().map(|id| tick_game(desk, id, looked));
                    each.collect::<Result<Vec<Looked>, Failure>>().map(Some)
                })
            })?;
            let Some(told) = told else {
                break;
            };
            for game in told {
                report.events.extend(game.told);
                report.pass = report.pass.or(game.pass);
                report.declared += u32::from(game.pass.is_some());
                released += game.released;
            }
        }
        if released > 0 {
            self.process_pending()?;
        }
        // Codes that had to wait are told now too.
        self.ask_waiting()?;
        if !self.store.read().challenges_lapsed(self.now)?.is_empty() {
            self.batch(new_address::lapse)?;
        }
        report.events.extend(self.pair_rounds()?);
        report.events.extend(self.ask_for_reports()?);
        report.events.extend(self.tell_final_tables()?);
        Ok(())
    }

    /// Games that are due and were not looked at in this pass: one that stays due (an
    /// overstep that waits for a complete look) is looked at once.
    fn fresh(&self, seen: &BTreeSet<GameId>) -> Result<Vec<GameId>, Failure> {
        let most = GAMES_A_BATCH.saturating_add(u32::try_from(seen.len()).unwrap_or(0));
        let due = self.store.read().games_due(self.now, most)?;
        Ok(due.into_iter().filter(|id| !seen.contains(id)).collect())
    }

    /// Up to which hour this pass may declare: `None` for nothing at all, where its hour
    /// is in doubt, or it would be too much at once.
    fn leave_to_declare(
        &mut self,
        looked: Option<Instant>,
        report: &mut TickReport,
    ) -> Result<Option<Instant>, Failure> {
        let zone = self.config.club.time_zone;
        let words = if let HourStanding::Doubt(doubt) = self.begin_pass()? {
            hours::words(doubt, self.now, |at| zone.hour(at))
        } else {
            let crowd = self.crowd(looked)?;
            self.tell_of_crowd(crowd)?;
            let Some((count, open)) = crowd else {
                return Ok(looked);
            };
            format!(
                "an overstep would be declared in {count} of {open} open games at once, by the \
                 hour {}: nothing is declared; where that hour is right: \
                 postchess tick --hour-is-right",
                zone.hour(self.now)
            )
        };
        report.held_back = Some(words);
        Ok(None)
    }

    /// In how many games oversteps would be declared, and how many are open, where that
    /// is more than one pass may do.
    fn crowd(&self, looked: Option<Instant>) -> Result<Option<(u64, u64)>, Failure> {
        let most = self.config.limits.oversteps(self.rehearsed);
        let Some(most) = most.filter(|_| !self.accepted) else {
            return Ok(None);
        };
        let view = self.store.read();
        let due = view.games_due(self.now, u32::MAX)?;
        if u32::try_from(due.len()).is_ok_and(|n| n <= most) {
            return Ok(None);
        }
        let (open, mut count) = (view.games_open()?, 0);
        for id in due {
            let ruling = arbiter::due(&view.game_load(id)?, self.now, looked);
            count += u64::from(ruling.entries().iter().any(|e| e.event.is_overstep()));
        }
        Ok(is_crowd(count, open, most).then_some((count, open)))
    }

    /// The hour at which the last complete look into the mailbox began: what fell due
    /// later waits (RULES.md 4). The mailbox itself is not asked.
    pub(super) fn looked_to(&self) -> Result<Option<Instant>, Failure> {
        Ok(self.store.read().looked()?.map(|look| look.began))
    }

    /// The same; where something is due now and no look began in this pass, it is
    /// looked whether anything waits there: a mailbox with nothing in it is as good as a
    /// poll; one that cannot be read is not.
    fn look_where_due(&mut self) -> Result<Option<Instant>, Failure> {
        let sure = self.begin_pass()? == HourStanding::Sure;
        self.tell_if_in_doubt()?;
        let known = self.looked_to()?.filter(|_| sure);
        if !sure {
            return Ok(known);
        }
        if known == Some(self.now) || self.store.read().games_due(self.now, 1)?.is_empty() {
            return Ok(known);
        }
        if self.inbox_is_clear()? && self.store.read().inbound_waiting()? == 0 {
            let now = self.now;
            self.store
                .write(|tx| tx.fetch_ended((now, now), &BTreeSet::new()))?;
            return Ok(Some(now));
        }
        Ok(known)
    }
}

/// Does what is due in a game.
fn tick_game(
    desk: &mut Desk<'_>,
    id: GameId,
    looked_to: Option<Instant>,
) -> Result<Looked, Failure> {
    let now = desk.now;
    let on_board = desk.game(id)?.facts.regulations.web_moves;
    let looked_to = match on_board {
        true => there_until(desk, looked_to)?,
        false => looked_to,
    };
    let looked_to = look_in_game(desk, id, looked_to)?;
    let game = desk.game(id)?;
    let name = game.facts.name.to_string();
    let ruling = arbiter::due(game, now, looked_to);
    let mut looked = Looked {
        told: ruling
            .entries()
            .iter()
            .map(|e| format!("{name}: {}", e.event.what()))
            .collect(),
        ..Looked::default()
    };
    let opened = |e: &Entry| matches!(e.event, Event::AdjudicationOpened { .. });
    // Moves that were kept while the game was paused: those sent in time count.
    if ruling.entries().iter().any(opened) {
        looked.released = release_held(desk, id)?;
    }
    if ruling.entries().iter().any(|e| e.event.is_declaration()) {
        looked.pass = desk.tx.pass_number()?;
    }
    if let Some(pass) = looked.pass {
        desk.tx.pass_declared(pass, 1)?;
    }
    desk.tx.pass_marks(looked.pass);
    desk.record(ruling, Some(id), None)?;
    desk.tx.pass_marks(None);
    desk.save(id)?;
    Ok(looked)
}
