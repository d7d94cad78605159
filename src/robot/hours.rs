//! The hour of a pass: what speaks for it is gathered here and weighed by [`hour`]. In
//! doubt nothing is declared, what is stamped is marked, and the arbiters are told once;
//! when an hour is certain again, what a wrong clock stamped is reckoned anew.

use super::alone::Robot;
use super::desk::Desk;
use super::heartbeat;
use crate::arbiter::notice::OpenMatter;
use crate::arbiter::{self, Body, Dispatch, Notice, Recipient, Ruling, Truth};
use crate::error::Failure;
use crate::hour::{self, BEFORE, Doubted, HourDoubt, HourEvidence, HourFound, HourStanding, SLACK};
use crate::ids::{EventId, GameId, GameName, InboundId};
use crate::letter::{self, Letter};
use crate::post::{Came, Message};
use crate::report::Happened;
use crate::report::words::matters::told;
use crate::rules::Article;
use crate::store::{KeptBy, Stamp, Stamped, Store, StoreError, TournamentStatus, View};
use crate::time::{Instant, Zone};
use std::collections::{BTreeMap, BTreeSet};

/// Which doubt the arbiters were told of; empty where there is none.
const TOLD: &str = "told-of-hour";

/// What one pass would have declared at once, as the arbiters were told; empty where it
/// was not too much.
const CROWD: &str = "told-of-crowd";

fn standing(view: &View<'_>, now: Instant, given: bool) -> Result<HourStanding, StoreError> {
    let hours = view.hours()?;
    Ok(hour::weigh(&HourEvidence {
        now,
        given,
        newest: hours.newest,
        last_pass: hours.last_pass,
        heard: hours.heard,
        server: hours.server,
    }))
}

/// How the machine's hour stands to what is recorded; nothing is stamped by it.
///
/// # Errors
/// The database cannot be read.
pub fn hour_of(view: &View<'_>, now: Instant) -> Result<HourStanding, Failure> {
    Ok(standing(view, now, false)?)
}

/// Weighs an hour by what a database knows, and lets everything be stamped by it.
pub(super) fn weigh(
    store: &mut Store,
    now: Instant,
    given: bool,
) -> Result<HourStanding, StoreError> {
    let standing = standing(&store.read(), now, given)?;
    let doubt = match standing {
        HourStanding::Sure => None,
        HourStanding::Doubt(doubt) => Some(doubt),
        HourStanding::TooEarly { newest } => Some(HourDoubt::Back { newest }),
    };
    store.stamp(Stamp {
        at: now,
        given,
        doubt,
    });
    Ok(standing)
}

/// When another machine says that it got a letter: its mailbox's server, else the topmost
/// host on its way that is not ours.
pub(super) fn told_by(message: &Message, read: Option<&Letter>, domain: &str) -> Option<Instant> {
    match message.came {
        Came::Server(at) => Some(at),
        Came::File(_) | Came::Unknown => read?.told_by(|host| is_ours(host, domain)),
    }
}

/// Whether a host is this machine, or of the domain that the robot has its address in.
pub(super) fn is_ours(host: &str, domain: &str) -> bool {
    let host = host.trim_end_matches('.');
    let machine = rustix::system::uname();
    let machine = machine.nodename().to_string_lossy().to_lowercase();
    let below = host.strip_suffix(&domain.to_lowercase());
    host == "localhost"
        || host.starts_with("localhost.")
        || host == machine
        || host.split('.').next() == Some(machine.as_str())
        || below.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// What happened, said with hours as a reader's zone has them.
type Telling<'t> = dyn Fn(&dyn Fn(Instant) -> String) -> Happened + 't;

impl Robot {
    /// Weighs the hour before anything is written by it.
    ///
    /// # Errors
    /// It lies so far before what is recorded that nothing may be done (75).
    pub(super) fn weigh(&mut self) -> Result<HourStanding, Failure> {
        if self.accepted {
            return Ok(HourStanding::Sure);
        }
        let standing = weigh(&mut self.store, self.now, self.rehearsed)?;
        match standing {
            HourStanding::Sure | HourStanding::Doubt(_) => Ok(standing),
            HourStanding::TooEarly { newest } => {
                let zone = self.config.club.time_zone;
                Err(Failure::of_the_clock(format!(
                    "the clock says {}, but what is recorded goes up to {} ({}): nothing is done",
                    zone.hour(self.now),
                    zone.hour(newest),
                    zone.name()
                ))
                .hint(
                    "set the machine's clock right; where this hour is right and the record \
                     is not: postchess tick --hour-is-right",
                ))
            }
        }
    }

    /// A pass begins: its hour is weighed. What an earlier one stamped in doubt is settled
    /// where this one is not.
    pub(super) fn begin_pass(&mut self) -> Result<HourStanding, Failure> {
        let standing = self.weigh()?;
        match standing {
            HourStanding::Doubt(_) => {}
            HourStanding::Sure | HourStanding::TooEarly { .. } => {
                self.settle(false)?;
                self.note_pass()?;
            }
        }
        Ok(standing)
    }

    /// Where the hour is in doubt, the arbiters are told, once. Not before the mailbox
    /// was asked: letters may bring another machine's word.
    pub(super) fn tell_if_in_doubt(&mut self) -> Result<(), Failure> {
        if let HourStanding::Doubt(doubt) = self.weigh()?
            && self.tell_of_doubt(doubt)?
        {
            let zone = self.config.club.time_zone;
            tracing::warn!("{}", words(doubt, self.now, |at| zone.hour(at)));
        }
        Ok(())
    }

    fn note_pass(&mut self) -> Result<(), Failure> {
        let (now, view) = (self.now, self.store.read());
        let fresh = |last: Instant| now.unix().abs_diff(last.unix()) < 60;
        let told = view.meta_get(TOLD)?.is_some_and(|told| !told.is_empty());
        if view.hours()?.last_pass.is_some_and(fresh) && !told {
            return Ok(());
        }
        self.write(|tx| {
            if told {
                tx.meta_set(TOLD, "")?;
            }
            Ok(tx.pass_begins(now)?)
        })
    }

    /// What mail servers say of the letters they hand out is another machine's word.
    pub(super) fn hear(&mut self, messages: &[Message]) -> Result<(), Failure> {
        let server = messages.iter().filter_map(|m| match m.came {
            Came::Server(at) => Some(at),
            Came::File(_) | Came::Unknown => None,
        });
        let Some(told) = server.max().filter(|_| !self.rehearsed) else {
            return Ok(());
        };
        let now = self.now;
        if told > now.plus_seconds(BEFORE) {
            self.write(|tx| Ok(tx.server_told(told)?))?;
        } else if told <= now.plus_seconds(SLACK) {
            self.write(|tx| Ok(tx.hour_heard(told)?))?;
        }
        self.weigh().map(|_| ())
    }

    /// A person says that this hour is right, be it an earlier one: what was stamped by
    /// another is reckoned anew, and this pass declares whatever is due. Tells in how many
    /// games dates were mended.
    pub fn accept_hour(&mut self) -> Result<u32, Failure> {
        let now = self.now;
        self.accepted = true;
        self.store.stamp(Stamp {
            at: now,
            given: true,
            doubt: None,
        });
        let mended = self.settle(true)?;
        self.batch(heartbeat::set_right)?;
        self.write(|tx| {
            tx.hour_is_right(now)?;
            tx.looks_forget_after(now)?;
            tx.meta_set(TOLD, "")?;
            Ok(tx.meta_set(CROWD, "")?)
        })?;
        Ok(mended)
    }

    fn tell_of_doubt(&mut self, doubt: HourDoubt) -> Result<bool, Failure> {
        let now = self.now;
        let happened = |at: &dyn Fn(Instant) -> String| Happened::HourInDoubt {
            hour: at(now),
            against: at(doubt.against()),
            why: doubt.name(),
        };
        self.tell_once((TOLD, doubt.name()), &happened)
    }

    /// One pass would declare too much at once, or (`None`) it would not.
    pub(super) fn tell_of_crowd(&mut self, crowd: Option<(u64, u64)>) -> Result<(), Failure> {
        let now = self.now;
        let Some((count, open)) = crowd else {
            let told = self.store.read().meta_get(CROWD)?;
            return match told.is_some_and(|told| !told.is_empty()) {
                true => self.write(|tx| Ok(tx.meta_set(CROWD, "")?)),
                false => Ok(()),
            };
        };
        let happened = |at: &dyn Fn(Instant) -> String| Happened::TooMany {
            count,
            open,
            hour: at(now),
        };
        let value = format!("{count} {open} {now}");
        if self.tell_once((CROWD, &value), &happened)? {
            tracing::warn!("an overstep would be declared in {count} of {open} open games");
        }
        Ok(())
    }

    /// Tells the arbiters why nothing is declared, once until that is over; whether now.
    fn tell_once(
        &mut self,
        (key, value): (&str, &str),
        happened: &Telling<'_>,
    ) -> Result<bool, Failure> {
        let is_told = |view: View<'_>| -> Result<bool, Failure> {
            Ok(view.meta_get(key)?.is_some_and(|told| !told.is_empty()))
        };
        if is_told(self.store.read())? {
            return Ok(false);
        }
        let mut ruling = Ruling::default();
        for row in self.store.read().tournament_list()? {
            if row.status != TournamentStatus::Started {
                continue;
            }
            let facts = &row.facts;
            let matter = OpenMatter {
                game: None,
                what: "hour-in-doubt".to_owned(),
                article: Article::ArbiterDecides.number(facts.profile).to_owned(),
                until: None,
                command: "postchess tick --hour-is-right".to_owned(),
                note: told(facts.language, &happened(&|at| facts.zone.clock(at))),
            };
            let body = Body::Digest {
                matters: vec![matter],
            };
            let notice = Notice::new(Recipient::Arbiter, body).of_tournament(facts.id);
            ruling.notices.push(notice);
        }
        self.batch(|desk| {
            // Another loop may have been quicker.
            if is_told(**desk.tx)? {
                return Ok(false);
            }
            desk.tx.meta_set(key, value)?;
            // In doubt the pass itself is on record, be nothing else recorded by it.
            if key == TOLD {
                desk.tx.pass_number()?;
            }
            desk.record(ruling, None, None)?;
            Ok(true)
        })
    }

    /// Finds out what the hours were that were in doubt, now that this one is certain, and
    /// reckons anew what a wrong clock stamped. Where a person `accepted` this hour, every
    /// later one was wrong. Tells in how many games dates were mended.
    fn settle(&mut self, accepted: bool) -> Result<u32, Failure> {
        let (now, view) = (self.now, self.store.read());
        let passes = view.passes_in_doubt()?;
        let after = now.plus_seconds(SLACK);
        let (late, late_letters) = match accepted {
            true => (view.entries_after(after)?, view.letters_after(after)?),
            false => (Vec::new(), Vec::new()),
        };
        if passes.is_empty() && late.is_empty() && late_letters.is_empty() {
            return Ok(0);
        }
        let hours = view.hours()?;
        let floor = hours.newest.max(hours.last_pass).filter(|at| *at <= now);
        let doubted: Vec<Doubted> = passes
            .iter()
            .map(|pass| Doubted {
                shown: pass.at,
                server: match pass.doubt {
                    Some(HourDoubt::Server { told }) => Some(told),
                    _ => None,
                },
            })
            .collect();
        let found = hour::found(&doubted, floor, now);
        let mut wrong = Wrong::default();
        for (pass, found) in passes.iter().zip(&found) {
            if let HourFound::Wrong(truth) = found {
                wrong.entries(view.pass_entries(pass.id)?, |_| *truth);
                wrong.letters(view.pass_letters(pass.id)?, now, |_| *truth);
            }
        }
        let last = late.iter().map(|e| e.at);
        let last = last.chain(late_letters.iter().map(|l| l.kept)).max();
        wrong.entries(late, |e| hour::shift(e.at, last, now));
        wrong.letters(late_letters, now, |l| hour::shift(l.kept, last, now));
        self.batch(|desk| {
            for (pass, found) in passes.iter().zip(&found) {
                let truth = match found {
                    HourFound::Right => None,
                    HourFound::Wrong(truth) => Some(*truth),
                };
                desk.tx.pass_found(pass.id, truth)?;
            }
            mend(desk, &wrong)
        })
    }
}

/// Why nothing is declared now, as far as it is on record: for reports, told in the zone of
/// their reader.
pub(super) fn held_back(view: View<'_>, zone: Zone) -> Result<Option<Happened>, Failure> {
    // The first of them: what is told does not change with every pass.
    let doubted = view.passes_in_doubt()?.into_iter().next();
    if let Some((pass, doubt)) = doubted.and_then(|pass| pass.doubt.map(|d| (pass, d))) {
        return Ok(Some(Happened::HourInDoubt {
            hour: zone.clock(pass.at),
            against: zone.clock(doubt.against()),
            why: doubt.name(),
        }));
    }
    let crowd = view.meta_get(CROWD)?.unwrap_or_default();
    let mut words = crowd.split(' ');
    let mut number = || words.next().and_then(|w| w.parse().ok());
    let (count, open) = (number(), number());
    let hour = words.next().and_then(Instant::parse);
    Ok(match (count, open, hour) {
        (Some(count), Some(open), Some(hour)) => Some(Happened::TooMany {
            count,
            open,
            hour: zone.clock(hour),
        }),
        _ => None,
    })
}

/// What is said where a pass declares nothing, for the operator.
pub(super) fn words(doubt: HourDoubt, now: Instant, clock: impl Fn(Instant) -> String) -> String {
    let why = match doubt {
        HourDoubt::Back { newest } => format!("what is recorded goes up to {}", clock(newest)),
        HourDoubt::Ahead { since } => {
            format!("no other machine has told an hour since {}", clock(since))
        }
        HourDoubt::Server { told } => format!("the mail server says {}", clock(told)),
    };
    format!(
        "the hour is in doubt: the clock says {}, {why}; nothing is declared until it is set \
         right, or accepted: postchess tick --hour-is-right",
        clock(now)
    )
}

/// What was stamped by wrong hours, with the hours that they are taken to have been.
#[derive(Default)]
struct Wrong {
    games: BTreeMap<GameId, BTreeMap<EventId, Instant>>,
    letters: BTreeMap<InboundId, Instant>,
}

impl Wrong {
    fn entries(&mut self, entries: Vec<Stamped>, truth: impl Fn(&Stamped) -> Instant) {
        for entry in entries {
            if let Some(game) = entry.game {
                let of_game = self.games.entry(game).or_default();
                of_game.insert(entry.id, truth(&entry));
            }
        }
    }

    /// A letter arrived when another machine says so. Else its arrival was taken from the
    /// clock that was wrong: one that was behind made it as much too early as the hour of
    /// the pass. Never later than that hour truly was.
    fn letters(&mut self, letters: Vec<KeptBy>, now: Instant, truth: impl Fn(&KeptBy) -> Instant) {
        for letter in letters {
            let latest = truth(&letter).min(now);
            let behind = latest.unix().saturating_sub(letter.kept.unix()).max(0);
            let shown = letter.arrived.plus_seconds(behind);
            let arrived = letter.told.unwrap_or(shown).min(latest);
            if arrived != letter.arrived {
                self.letters.insert(letter.id, arrived);
            }
        }
    }
}

/// The games that a letter was about.
fn games_of_letter(view: &View<'_>, id: InboundId) -> Result<Vec<GameId>, Failure> {
    let row = view.inbound_show(id)?;
    let names = row.and_then(|row| row.game).unwrap_or_default();
    let mut games = Vec::new();
    for name in names.split(',').filter_map(GameName::parse) {
        games.extend(view.game_find(&name)?);
    }
    Ok(games)
}

/// Reckons anew what wrong hours stamped; in how many games dates changed.
fn mend(desk: &mut Desk<'_>, wrong: &Wrong) -> Result<u32, Failure> {
    let now = desk.now;
    let mut dispatches: BTreeMap<InboundId, Dispatch> = BTreeMap::new();
    for (id, arrived) in &wrong.letters {
        desk.tx.inbound_arrived(*id, *arrived)?;
        let raw = desk.tx.inbound_raw(*id)?;
        let header = letter::read(&raw.bytes).ok().and_then(|l| l.date);
        let dispatch = Dispatch {
            arrived: *arrived,
            header,
        };
        dispatches.insert(*id, dispatch);
    }
    desk.tx.outbound_hurry(now.plus_seconds(86_400), now)?;
    let mut games: BTreeSet<GameId> = wrong.games.keys().copied().collect();
    // Letters that were kept in doubt may have been ruled by a later pass.
    for id in dispatches.keys() {
        games.extend(games_of_letter(desk.tx, *id)?);
    }
    let mut mended = 0;
    for id in games {
        let truth = Truth {
            recorded: wrong.games.get(&id).cloned().unwrap_or_default(),
            letters: dispatches.clone(),
        };
        let ruling = arbiter::redate(desk.game(id)?, &truth, now);
        if !ruling.entries().is_empty() {
            mended += 1;
            desk.record(ruling, Some(id), None)?;
        }
    }
    Ok(mended)
}
