//! A pass over the clocks: whatever is due, and nothing else, is looked at. It declares
//! by an hour that is not in doubt, and not too much at once (RULES.md 4).

use super::desk::{Batch, Robot};
use super::hours;
use crate::arbiter;
use crate::error::Failure;
use crate::hour::{Standing, is_crowd};
use crate::ids::{GameId, PassId};
use crate::record::{Entry, Event};
use crate::time::Instant;
use serde::Serialize;
use std::collections::BTreeSet;

/// Games looked at in one transaction.
const GAMES_A_BATCH: usize = 200;

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
    /// Nobody was told of that before.
    #[serde(skip)]
    pub is_news: bool,
    /// Letters that left.
    pub sent: u32,
    /// Letters that could not leave yet.
    pub deferred: u32,
}

/// What one pass may declare.
struct Leave {
    /// The hour of the last complete look; `None`: nothing may be declared.
    looked_to: Option<Instant>,
    /// Why not.
    held_back: Option<String>,
    /// Nobody was told of it before.
    is_news: bool,
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
    pub fn tick(&mut self) -> Result<TickReport, Failure> {
        let leave = self.leave_to_declare()?;
        let mut report = TickReport {
            held_back: leave.held_back,
            is_news: leave.is_news,
            ..TickReport::default()
        };
        let mut seen: BTreeSet<GameId> = BTreeSet::new();
        let mut released = 0;
        'all: loop {
            let due = self.store.read().games_due(self.now, u32::MAX)?;
            // A game that stays due (an overstep that waits for a poll) is looked at once.
            let fresh: Vec<GameId> = due.into_iter().filter(|id| seen.insert(*id)).collect();
            if fresh.is_empty() {
                break;
            }
            for some in fresh.chunks(GAMES_A_BATCH) {
                if self.is_to_stop() {
                    break 'all;
                }
                report.due += u32::try_from(some.len()).unwrap_or(u32::MAX);
                let looked = self.batch(|batch| {
                    let each = some.iter().map(|id| batch.tick_game(*id, leave.looked_to));
                    each.collect::<Result<Vec<Looked>, Failure>>()
                })?;
                for game in looked {
                    report.events.extend(game.told);
                    report.pass = report.pass.or(game.pass);
                    report.declared += u32::from(game.pass.is_some());
                    released += game.released;
                }
            }
        }
        if released > 0 {
            self.process_pending()?;
        }
        report.events.extend(self.tell_final_tables()?);
        let sent = self.send()?;
        report.sent = sent.sent;
        report.deferred = sent.deferred;
        Ok(report)
    }

    /// Up to which hour this pass may declare, and why not where it may nothing.
    fn leave_to_declare(&mut self) -> Result<Leave, Failure> {
        let zone = self.config.club.time_zone;
        if let Standing::Doubt(doubt) = self.begin_pass()? {
            let words = hours::words(doubt, self.now, |at| zone.clock(at));
            return Ok(self.held_back(words));
        }
        let looked_to = self.polled_to()?;
        let crowd = self.crowd(looked_to)?;
        self.tell_of_crowd(crowd)?;
        let Some((count, open)) = crowd else {
            return Ok(Leave {
                looked_to,
                held_back: None,
                is_news: false,
            });
        };
        let now = self.now;
        let words = format!(
            "an overstep would be declared in {count} of {open} open games at once, by the hour \
             {}: nothing is declared; where that hour is right: postchess tick --hour-is-right",
            zone.clock(now)
        );
        Ok(self.held_back(words))
    }

    /// Nothing may be declared; the operator is told when the arbiters are.
    fn held_back(&mut self, words: String) -> Leave {
        let is_news = std::mem::take(&mut self.told_now);
        if is_news {
            tracing::warn!("{words}");
        }
        Leave {
            looked_to: None,
            held_back: Some(words),
            is_news,
        }
    }

    /// In how many games oversteps would be declared, and how many are open, where that
    /// is more than one pass may do.
    fn crowd(&self, looked_to: Option<Instant>) -> Result<Option<(u64, u64)>, Failure> {
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
            let ruling = arbiter::due(&mut view.game_load(id)?, self.now, looked_to);
            count += u64::from(ruling.entries.iter().any(|e| e.event.is_overstep()));
        }
        Ok(is_crowd(count, open, most).then_some((count, open)))
    }

    /// The hour at which the last complete look into the mailbox began: what fell due
    /// later waits (RULES.md 4). Where none began in this pass, it is looked whether
    /// anything waits there: a mailbox with nothing in it is as good as a poll; one
    /// that cannot be read is not.
    fn polled_to(&mut self) -> Result<Option<Instant>, Failure> {
        let known = self.store.read().looked()?.map(|look| look.began);
        if known == Some(self.now) {
            return Ok(known);
        }
        if self.inbox_is_clear() && self.store.read().inbound_waiting()? == 0 {
            let now = self.now;
            self.store.write(|tx| tx.fetch_ended(now, now))?;
            return Ok(Some(now));
        }
        Ok(known)
    }
}

impl Batch<'_> {
    /// Does what is due in a game.
    fn tick_game(&mut self, id: GameId, looked_to: Option<Instant>) -> Result<Looked, Failure> {
        let now = self.now;
        let game = self.game(id)?;
        let name = game.facts.name.to_string();
        let ruling = arbiter::due(game, now, looked_to);
        let mut looked = Looked {
            told: ruling
                .entries
                .iter()
                .map(|e| format!("{name}: {}", e.event.what()))
                .collect(),
            ..Looked::default()
        };
        let opened = |e: &Entry| matches!(e.event, Event::AdjudicationOpened { .. });
        // Moves that were kept while the game was paused: those sent in time count.
        if ruling.entries.iter().any(opened) {
            looked.released = self.release_held(id)?;
        }
        if ruling.entries.iter().any(|e| e.event.is_declaration()) {
            looked.pass = self.tx.pass_number()?;
        }
        if let Some(pass) = looked.pass {
            self.tx.pass_declared(pass, 1)?;
        }
        self.tx.pass_marks(looked.pass);
        self.record(ruling, Some(id), None)?;
        self.tx.pass_marks(None);
        self.save(id)?;
        Ok(looked)
    }
}
