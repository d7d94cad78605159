//! Sending: the stored bytes under the stored Message-ID. A letter counts as
//! sent when the outbox has taken it over for good; then, and not before, what
//! is reckoned from its leaving begins (RULES.md 2, "Left").
//!
//! The lock of the home is not held while a server is waited for. That no letter is
//! handed over by two processes at once is what the turn of sending and the letters
//! [in hand](super::in_hand) are for: locks of their own, which the kernel, or the server of
//! the database, takes back from whoever is killed. One who dies between handing over and
//! marking leaves the letter to the next, who sends the same bytes under the same Message-ID
//! once more.

use super::alone::Robot;
use super::beginning::{self, Leaving};
use super::bounces::{self, return_address};
use super::conveyed;
use super::courier::{Courier, Load, Patience, Word};
use super::daily;
use super::desk::Desk;
use super::in_hand::{InHand, Next};
use super::lock;
use super::schedule::{chance, domain_per_minute, is_given_up, next_try};
use crate::config::OutboxKind;
use crate::error::Failure;
use crate::ids::{GameId, OutboundId};
use crate::post::maildir::MaildirOutbox;
use crate::post::sendmail::SendmailOutbox;
use crate::post::smtp::SmtpOutbox;
use crate::post::{Delivery, Outbox, PostError};
use crate::record::{About, Cause, Entry, Event, GameFile};
use crate::store::{Begins, Due, OutboundState, ServerRole};
use crate::time::Instant;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// How long another run that sends is waited for; it takes along what it finds, and
/// what it does not find goes with the next pass.
const TURN: Duration = Duration::from_millis(300);

/// What sending did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sent {
    pub sent: u32,
    pub deferred: u32,
}

/// A turn of sending, with what is in hand by it and who carries it.
pub(super) struct SendingTurn {
    in_hand: InHand,
    pub courier: Courier,
    /// Up to which letter the archive has all.
    covered: OutboundId,
    /// The server has taken a letter in this turn.
    has_answered: bool,
    /// What is on its way.
    away: Option<Away>,
}

/// Letters on their way.
struct Away {
    load: Arc<Load>,
    /// The places of those of which nothing is told yet.
    untold: BTreeSet<usize>,
    /// Whether what was told could be recorded.
    marked: Result<(), Failure>,
}

/// What the courier was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// Letters.
    Some,
    /// None wait, or it was told to stop.
    Nothing,
    /// None: others have all that wait.
    Others,
}

/// Of how many letters that were on their way it is known what became of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// Of some not yet.
    NotYet,
    /// Of all of which it will be.
    OfAll,
    /// Of none, and no more will be told.
    OfNone,
}

/// The value of the club that says that letters left, and that it could not be recorded.
const UNMARKED: &str = "letters-unmarked";

/// Bytes that a trial of marking takes beside those of the marking: what a pass writes between it
/// and the marking, and what that finds otherwise than the trial did.
const SLACK: usize = 64 << 10;

/// How long another run that writes is waited for with letters that have left.
const MARKING: Duration = Duration::from_secs(600);

impl Robot {
    fn open_outbox(&self) -> Result<Box<dyn Outbox>, Failure> {
        match self.config.outbox.kind {
            OutboxKind::Maildir => {
                // Below the home already: joined a second time, a relative home would be doubled.
                let path = &self.config.outbox.path;
                let outbox = self.founded(path).and_then(|()| MaildirOutbox::open(path));
                Ok(Box::new(outbox.map_err(unusable)?))
            }
            OutboxKind::Smtp => {
                let outbox = &self.config.outbox;
                let server = outbox.server.clone();
                let server = server.ok_or_else(|| Failure::failed("[outbox] names no server"))?;
                let robot = &self.config.club.robot;
                let smtp = SmtpOutbox::new(server, outbox, robot);
                Ok(Box::new(match self.hurries {
                    true => smtp.hurried(),
                    false => smtp,
                }))
            }
            OutboxKind::Sendmail => Ok(Box::new(SendmailOutbox::new(&self.config.outbox))),
        }
    }

    /// Finds out whether letters can be sent, for `check`.
    pub fn try_outbox(&self) -> Result<(), Failure> {
        self.open_outbox()?.try_out().map_err(unusable)
    }

    /// Sends a letter again: the same bytes under the same Message-ID.
    pub fn retry_outbound(&mut self, id: OutboundId) -> Result<u32, Failure> {
        let now = self.now;
        self.write(|tx| Ok(tx.outbound_retry(id, now)?))?;
        self.send().map(|s| s.sent)
    }

    /// Sends what can be sent. What was decided is recorded: a server that is away
    /// must not make it look undone, or it would be done again; and one that says
    /// nothing makes nobody wait for his order's end.
    pub(super) fn send_if_possible(&mut self) -> Result<Sent, Failure> {
        self.hurries = true;
        let sent = self.send();
        self.hurries = false;
        match sent {
            Err(failure) if failure.is_of_a_server => {
                tracing::warn!("{failure}; the letters wait");
                Ok(Sent::default())
            }
            sent => sent,
        }
    }

    /// Sends what waits.
    pub(super) fn send(&mut self) -> Result<Sent, Failure> {
        let mut sent = Sent::default();
        self.send_into(&mut sent).map(|()| sent)
    }

    /// The same; what left is counted even where the rest could not.
    pub(super) fn send_into(&mut self, total: &mut Sent) -> Result<(), Failure> {
        self.is_ready_to_send()?;
        while let Some(mut turn) = self.take_turn(TURN)? {
            if !self.send_in_turn(&mut turn, total)? {
                break;
            }
        }
        Ok(())
    }

    /// What comes before letters leave.
    pub(super) fn is_ready_to_send(&mut self) -> Result<(), Failure> {
        debug_assert!(!self.is_alone(), "the lock is never held around a network");
        // Every pass ends here: what it recorded is taken, whether a letter leaves or not.
        self.cover_at_last();
        // No letter leaves before it is certain that its leaving can be recorded.
        self.weigh()?;
        // Nor one a second time.
        self.note_departed()
    }

    /// Takes the turn of sending, where a letter waits and no other run has it for so long. What
    /// came while it was another's is looked for after it was given back, by him or by us.
    pub(super) fn take_turn(&mut self, patience: Duration) -> Result<Option<SendingTurn>, Failure> {
        if self.is_to_stop() || self.store.read().outbound_next(1, self.now)?.is_empty() {
            return Ok(None);
        }
        let Some(turn) = lock::share_or_take(&self.home.sending_lock(), patience)? else {
            tracing::debug!("another run is sending");
            return Ok(None);
        };
        self.asks(ServerRole::Outbox)?;
        Ok(Some(SendingTurn {
            in_hand: InHand::by(turn),
            courier: Courier::with(self.open_outbox()?),
            covered: OutboundId(-1),
            has_answered: false,
            away: None,
        }))
    }

    /// Sends what waits, letter by letter or some at a time, until nothing does.
    /// `false`: there is no sense in going on.
    pub(super) fn send_in_turn(
        &mut self,
        turn: &mut SendingTurn,
        total: &mut Sent,
    ) -> Result<bool, Failure> {
        turn.courier.is_heard(Patience::Waits);
        loop {
            // Without an answer there would be no end.
            if self.hear_of(turn, Patience::Waits, total)? == Heard::OfNone {
                return Ok(false);
            }
            match self.give_next(turn)? {
                Given::Some => {}
                Given::Nothing => return Ok(true),
                Given::Others => {
                    lock::pause(TURN);
                    return Ok(false);
                }
            }
        }
    }

    /// Gives the courier the next letters; nothing is on its way.
    pub(super) fn give_next(&mut self, turn: &mut SendingTurn) -> Result<Given, Failure> {
        loop {
            // One by one where leaving could once not be recorded.
            let most = match self.has_unmarked()? {
                true => 1,
                false => turn.courier.at_once(),
            };
            let due = match turn.in_hand.next(self.store.read(), most, self.now)? {
                Next::Letters(due) if !self.is_to_stop() => due,
                // Whoever has them looks for more when they have left.
                Next::Others => {
                    tracing::debug!("others send all that waits");
                    self.cover_at_last();
                    return Ok(Given::Others);
                }
                Next::Letters(_) => {
                    self.cover_at_last();
                    return Ok(Given::Nothing);
                }
                Next::Nothing => {
                    self.cover_at_last();
                    self.all_are_marked()?;
                    return Ok(Given::Nothing);
                }
            };
            self.cover(&due, &mut turn.covered)?;
            let due = self.let_pass(due)?;
            if due.is_empty() {
                continue;
            }
            self.try_to_mark(&due)?;
            // What the club has left sends nothing more: what waits there leaves where it is now.
            self.store.is_still_ours()?;
            self.store.keeps_all()?;
            // The last before they go: what comes before it takes time.
            if !turn.in_hand.turn.stands() {
                return Err(Failure::later(
                    "the turn to send was lost with the connection to the database server",
                ));
            }
            let (robot, plus) = (&self.config.club.robot, self.config.club.plus_addressing);
            let token = |due: &Due| return_address(robot, due.reply_token.as_deref(), plus);
            let load = Arc::new(Load {
                from: due.iter().map(token).collect(),
                due,
                now: self.now,
            });
            turn.away = Some(Away {
                untold: (0..load.due.len()).collect(),
                load: Arc::clone(&load),
                marked: Ok(()),
            });
            turn.courier.give(load);
            return Ok(Given::Some);
        }
    }

    /// Hears what became of the letters that are on their way, and records it, while others are
    /// still: of all, or as far as it is told. Between two of them it may be told to stop.
    pub(super) fn hear_of(
        &mut self,
        turn: &mut SendingTurn,
        patience: Patience,
        total: &mut Sent,
    ) -> Result<Heard, Failure> {
        let Some(mut away) = turn.away.take() else {
            return Ok(Heard::OfAll);
        };
        let delivered = loop {
            match turn.courier.hear(patience) {
                None if patience == Patience::Waits && !turn.courier.is_gone() => {
                    turn.in_hand.turn.keeps();
                }
                None => {
                    turn.away = Some(away);
                    return Ok(Heard::NotYet);
                }
                Some((Word::Told(some), waits)) => {
                    self.mark_told(&mut away, some, total);
                    let is_over = away.marked.is_err() || self.is_to_stop();
                    if is_over {
                        turn.courier.stop();
                    }
                    if waits {
                        turn.courier.answer();
                    }
                }
                Some((Word::Over(delivered), _)) => break delivered,
            }
        };
        for letter in away.untold.iter().filter_map(|at| away.load.due.get(*at)) {
            self.throttle.give_back(&letter.to);
        }
        match away.marked.and(delivered.map_err(unusable)) {
            Ok(()) if away.untold.len() == away.load.due.len() => Ok(Heard::OfNone),
            Ok(()) => {
                if !turn.has_answered {
                    self.heard(ServerRole::Outbox, None)?;
                    turn.has_answered = true;
                }
                Ok(Heard::OfAll)
            }
            Err(failure) => {
                self.asks(ServerRole::Outbox)?;
                self.heard(ServerRole::Outbox, Some(&failure))?;
                Err(failure)
            }
        }
    }

    fn mark_told(&mut self, away: &mut Away, some: Vec<(usize, Delivery)>, total: &mut Sent) {
        if away.marked.is_err() {
            return;
        }
        for (at, _) in &some {
            away.untold.remove(at);
        }
        let some = some.into_iter();
        let some: Vec<_> = some
            .filter_map(|(at, delivery)| Some((away.load.due.get(at)?, delivery)))
            .collect();
        away.marked = self.mark(&some, total);
    }

    /// Records what became of letters, in one transaction. They are gone: whoever does
    /// not wait for his turn here sends them once more.
    fn mark(&mut self, answers: &[(&Due, Delivery)], total: &mut Sent) -> Result<(), Failure> {
        let done = match self.mark_abreast(answers) {
            Ok(Some(done)) => Ok(done),
            Ok(None) => self.alone_within(MARKING, |robot| robot.mark_alone(answers)),
            Err(failure) => Err(failure),
        };
        if done.is_err() {
            // Where that cannot be noted either, no letter leaves with the next pass: it
            // writes before it asks for the server.
            let noted = self.write(|tx| Ok(tx.meta_set(UNMARKED, "some")?));
            if let Err(failure) = noted {
                tracing::debug!("{failure}");
            }
        }
        let done = done?;
        total.sent += done.sent;
        total.deferred += done.deferred;
        Ok(())
    }

    /// Where what became of letters could once not be recorded: makes sure that it can of these,
    /// before they go; else they would leave again with each pass. What is to be recorded is
    /// written to the disk and undone, which leaves it the room there, and then something is
    /// committed: no commit, no letter.
    fn try_to_mark(&mut self, due: &[Due]) -> Result<(), Failure> {
        if !self.has_unmarked()? {
            return Ok(());
        }
        let days = self.config.outbox.give_up_days;
        let answers: Vec<(&Due, Delivery)> =
            due.iter().map(|due| (due, Delivery::Delivered)).collect();
        let mut can_be = false;
        let tried: Result<(), Failure> = self.batch(|desk| {
            record(desk, &answers, days)?;
            desk.tx.meta_set(UNMARKED, &"some ".repeat(SLACK / 5))?;
            desk.tx.writes_out()?;
            can_be = true;
            Err(Failure::failed("what was only tried is undone"))
        });
        let kept = match can_be {
            true => self.write(|tx| Ok(tx.meta_set(UNMARKED, "some, and those were tried")?)),
            false => tried,
        };
        kept.map_err(|failure| {
            failure.about("letters are kept back, since their leaving cannot be recorded")
        })
    }

    fn all_are_marked(&mut self) -> Result<(), Failure> {
        match self.has_unmarked()? {
            true => self.write(|tx| Ok(tx.meta_set(UNMARKED, "")?)),
            false => Ok(()),
        }
    }

    fn has_unmarked(&self) -> Result<bool, Failure> {
        let noted = self.store.read().meta_get(UNMARKED)?;
        Ok(noted.is_some_and(|noted| !noted.is_empty()))
    }

    fn mark_alone(&mut self, answers: &[(&Due, Delivery)]) -> Result<Sent, Failure> {
        let days = self.config.outbox.give_up_days;
        self.batch(|desk| record(desk, answers, days))
    }

    /// The same on a server, abreast of robots that rule letters of other games: where all have
    /// left, each touches its own game. `None`: it has to be done alone.
    fn mark_abreast(&mut self, answers: &[(&Due, Delivery)]) -> Result<Option<Sent>, Failure> {
        let has_left = |(_, answer): &(&Due, Delivery)| *answer == Delivery::Delivered;
        if !answers.iter().all(has_left) {
            return Ok(None);
        }
        let days = self.config.outbox.give_up_days;
        let marked = self.batch_abreast(0, MARKING, |desk| {
            desk.tx.await_games(&games_begun(answers))?;
            desk.tx.letter_begins();
            let done = record(desk, answers, days);
            if !desk.tx.letter_ends() {
                desk.tx.letter_undone();
                return Ok(None);
            }
            done.map(Some)
        });
        Ok(marked?.flatten())
    }

    /// Those of the letters that may leave in this minute; the others are put off.
    fn let_pass(&mut self, due: Vec<Due>) -> Result<Vec<Due>, Failure> {
        let (most, now) = (domain_per_minute(&self.config), self.now);
        let throttle = &mut self.throttle;
        let mut held: Vec<(OutboundId, Instant)> = Vec::new();
        let mut pass = due;
        pass.retain(|letter| match throttle.pass(&letter.to, most, now) {
            Ok(()) => true,
            Err(until) => {
                held.push((letter.id, until));
                false
            }
        });
        if !held.is_empty() {
            tracing::info!("{} letters wait for the next minute", held.len());
            self.write(|tx| {
                for (id, until) in &held {
                    tx.outbound_hold(*id, *until)?;
                }
                Ok(())
            })?;
        }
        Ok(pass)
    }
}

fn unusable(error: PostError) -> Failure {
    Failure::from(error).about("letters cannot be sent")
}

/// The games in which something is reckoned from the leaving of letters.
fn games_begun(answers: &[(&Due, Delivery)]) -> BTreeSet<GameId> {
    let begins = answers.iter().filter(|(due, _)| due.begins.is_some());
    begins.filter_map(|(due, _)| due.game).collect()
}

/// Records what became of letters; those that are not delivered are given up after so many days.
fn record(
    desk: &mut Desk<'_>,
    answers: &[(&Due, Delivery)],
    give_up_days: u32,
) -> Result<Sent, Failure> {
    let now = desk.now;
    let mut done = Sent::default();
    let mut left: Vec<OutboundId> = Vec::new();
    let mut games = games_begun(answers);
    games.retain(|game| !desk.games.contains_key(game));
    desk.tx.games_ahead(&games)?;
    let others = answers.iter().filter(|(due, _)| due.begins.is_none());
    let others: Vec<OutboundId> = others.map(|(due, _)| due.id).collect();
    desk.tx.said_ahead(&others)?;
    for (due, answer) in answers {
        let given_up = || is_given_up(due.composed, now, due.attempts, give_up_days);
        match answer {
            Delivery::Delivered => {
                left.push(due.id);
                letter_left(desk, due, now)?;
                done.sent += 1;
            }
            Delivery::Later(why) if !given_up() => {
                let next = next_try(now, due.attempts, chance());
                desk.tx.outbound_mark_deferred(due.id, why, next)?;
                done.deferred += 1;
            }
            Delivery::Later(why) | Delivery::Never(why) => {
                tracing::error!("letter {} cannot be delivered: {why}", due.id);
                desk.tx.outbound_mark_failed(due.id, why)?;
                let hard = matches!(answer, Delivery::Never(_));
                bounces::given_up(desk, due, why, hard)?;
            }
        }
    }
    desk.tx.outbound_mark_sent(&left, now)?;
    if !left.is_empty() {
        daily::count_daily(desk, now)?;
    }
    Ok(done)
}

/// What is reckoned from a letter's leaving begins: it left at an hour.
pub(super) fn letter_left(desk: &mut Desk<'_>, due: &Due, at: Instant) -> Result<(), Failure> {
    let (Some(id), Some(begins)) = (due.game, due.begins) else {
        return conveyed::daily_left(desk, due, at);
    };
    if begins.about == About::Correction && due.is_delayed(desk.game(id)?, at) {
        note_delay(desk, id, begins)?;
    }
    beginning::note_beginning(desk, id, due.player, begins, Leaving::mailed(at))
}

/// Before a letter about a game is ruled: where our last request in it could not
/// leave, though nothing of ours holds it back, that is on record first. A fault
/// repeated until it leaves costs nothing more.
pub(super) fn note_outage(desk: &mut Desk<'_>, id: GameId) -> Result<(), Failure> {
    let now = desk.now;
    let Some(ruled) = desk.game(id)?.request_waits().filter(|ruled| *ruled < now) else {
        return Ok(());
    };
    let waiting = desk
        .tx
        .outbound_of_game(id)?
        .into_iter()
        .rev()
        .find_map(|row| {
            let waits = matches!(row.state, OutboundState::Queued | OutboundState::Deferred);
            let request = |b: &Begins| b.about == About::Correction;
            let free = row.attempts > 0 || row.not_before <= row.composed;
            let begins = row.begins.filter(request)?;
            (waits && free && row.composed == ruled).then_some(begins)
        });
    match waiting {
        Some(begins) => note_delay(desk, id, begins),
        None => Ok(()),
    }
}

/// Our request has not left with the pass that ruled the bad letter.
fn note_delay(desk: &mut Desk<'_>, id: GameId, begins: Begins) -> Result<(), Failure> {
    let event = Event::LetterDelayed {
        ply: begins.ply,
        to: begins.to,
    };
    desk.note_event(id, Entry::new(desk.now, Cause::Post, event))
}

impl Due {
    /// Whether a request that counts as having left at a pass leaves later than that
    /// by an outage: of our outgoing server, which would not take it before, or of the
    /// robot. What a limit, merging or a digest held back was meant to leave later.
    fn is_delayed(&self, game: &GameFile, now: Instant) -> bool {
        let free = self.attempts > 0 || self.not_before <= self.composed;
        let zone = game.facts.zone;
        let later = |ruled: Instant| zone.day(now) > zone.day(ruled) && self.composed == ruled;
        free && game.request_waits().is_some_and(later)
    }
}
