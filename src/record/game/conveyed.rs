//! Letters about what is due: which one counts as received, and when.

use super::{Conveyed, GameFile, Pause, Then};
use crate::chess::Side;
use crate::clock::Moment;
use crate::ids::EventId;
use crate::record::event::{About, Carrier, Cause, Event, Recorded};
use crate::record::fault::Unseen;
use crate::rules::Profile;
use crate::time::{Day, Instant};

/// A letter that did not arrive, as its entry has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LetterLoss {
    pub ply: u32,
    pub to: Side,
    pub about: Option<About>,
    pub left: Option<Instant>,
    /// A report by mail says so.
    pub reported: bool,
    /// When that was recorded.
    pub at: Instant,
}

impl GameFile {
    /// What follows upon a faulty letter for the receipt that counts: by e-mail our
    /// request counts as having left with the pass that ruled the letter, whatever
    /// holds it back afterwards; by post its receipt is established.
    pub(super) fn asked(&mut self, then: Then, ruled: Instant, cause: Cause) {
        if then == Then::RunsOn {
            return;
        }
        let last = self.pending.last();
        if let Some(received) = last.map(|fault| fault.receipt().no_later(fault.dispatch())) {
            self.stop_is_over(received);
        }
        self.letters.clear();
        self.receipt_set = None;
        self.marked = None;
        if !matches!(then, Then::Asked { .. }) {
            return;
        }
        if self.carrier(self.turn()) == Carrier::Email {
            let letter = self.letter_to_turn(None, ruled, false);
            self.letters.push(letter);
        } else if let (Cause::Card, Some(last)) = (cause, self.pending.last_mut()) {
            // What a card is answered with is on its way for as long as the post takes.
            last.establish();
        }
    }

    /// A move that was recorded can be seen on the board at once. By article 54 it is received
    /// then, whatever letters leave; elsewhere it is as if its letter had left then, and
    /// whether that is lost is seen when it has.
    pub(super) fn shown_on_board(&mut self, recorded: Instant) {
        if !self.facts.regulations.web_moves || self.gets_paper(self.turn()) {
            return;
        }
        let left = match self.facts.profile {
            Profile::Server => Some(recorded),
            Profile::Email | Profile::Post => None,
        };
        let letter = self.letter_to_turn(left, recorded, false);
        self.letters.push(letter);
    }

    /// A letter to the side to move about what is due.
    pub(super) fn letter_to_turn(
        &self,
        left: Option<Instant>,
        counts: Instant,
        on_paper: bool,
    ) -> Conveyed {
        Conveyed {
            left,
            counts,
            carrier: self.carrier(self.turn()),
            on_paper,
        }
    }

    /// How what is due travelled to the side to move: as its letter did, which may be
    /// another way than its moves go from now on (55.2.3).
    pub fn came_by(&self) -> Carrier {
        let told = self.letters.first().map(|letter| letter.carrier);
        told.unwrap_or_else(|| self.carrier(self.turn()))
    }

    /// The day on which the letter that told what is due was posted, where it went on paper.
    pub fn posted(&self) -> Option<Day> {
        let letter = self.letters.first().filter(|letter| letter.on_paper)?;
        letter.left.map(|at| self.facts.zone.day(at))
    }

    /// Whether what a letter told, with what is reckoned from its leaving, was recorded
    /// anew since it was written, `newest` being the last entry that it knew of: a half-move
    /// that stands instead of one that was voided, another overstep, another ruling. The
    /// letter tells what stands no more, and begins nothing.
    pub fn is_told_anew(&self, (ply, about, to): (u32, About, Side), newest: EventId) -> bool {
        let told = |e: &&Recorded| match (about, self.event_of(e)) {
            (About::Start, Event::Started) => true,
            (About::Move | About::Correction, Event::MovePlayed { ply: of, .. }) => *of == ply,
            (About::Notice, Event::TimeExceeded { side, .. }) => *side == to,
            (About::Ruling, event) => matches!(
                event,
                Event::ClaimRejected { .. }
                    | Event::ClockReset { .. }
                    | Event::Reopened { .. }
                    | Event::Resumed { .. }
                    | Event::Revoked { from: Some(_), .. }
            ),
            (About::Adjudication, Event::Ended { .. }) => true,
            _ => false,
        };
        let stands = self.standing_recorded().rfind(told);
        stands.is_some_and(|entry| entry.id > newest)
    }

    /// When a letter counts as having left, from where its time on the way is reckoned as
    /// every letter's is: on paper so much later that it is received after
    /// `post_transit_days`.
    pub fn counts_as_left(&self, left: Instant, on_paper: bool) -> Instant {
        let of = &self.facts.regulations;
        match on_paper {
            true => {
                let longer = i64::from(of.post_transit_days) - i64::from(of.transit_days);
                left.plus_seconds(longer.max(0) * 86_400)
            }
            false => left,
        }
    }

    /// How a side's moves travel, and what they answer: as was set for that side, else as
    /// the tournament is played.
    pub fn carrier(&self, side: Side) -> Carrier {
        let usual = match self.facts.profile.way().receipt_established {
            true => Carrier::Post,
            false => Carrier::Email,
        };
        self.carriers.get(side).unwrap_or(usual)
    }

    /// Whether what we write to a side goes on paper: he has no e-mail address, or gets
    /// cards by what was set for him. Who plays by post and has one is written to there.
    pub fn gets_paper(&self, side: Side) -> bool {
        self.player(side).reach.is_post() || *self.carriers.get(side) == Some(Carrier::Post)
    }

    /// Days that a letter of ours to a side is on its way, and its answer: nothing is
    /// declared before the term and these.
    pub fn days_on_the_way(&self, side: Side) -> i64 {
        let of = &self.facts.regulations;
        i64::from(match self.gets_paper(side) {
            true => of.post_transit_days.max(of.transit_days),
            false => of.transit_days,
        })
    }

    /// The longer of both sides' days on the way.
    pub fn longest_on_the_way(&self) -> i64 {
        let [one, other] = Side::BOTH.map(|side| self.days_on_the_way(side));
        one.max(other)
    }

    pub(super) fn letter_left_at(
        &mut self,
        (ply, about, to): (u32, About, Side),
        at: Instant,
        on_paper: bool,
    ) {
        let left = self.counts_as_left(at, on_paper);
        match about {
            About::Notice => {
                if let Some(exceeded) = self.exceeded.as_mut().filter(|e| e.side == to) {
                    exceeded.notice_left = Some(left);
                }
            }
            About::Adjudication => {
                if let Some(decided) = self.decided_mut() {
                    let latest = decided.latest.get(to).unwrap_or(left);
                    *decided.left.get_mut(to) = Some(left.min(latest));
                }
            }
            About::Ruling => {
                let transit = i64::from(self.facts.regulations.transit_days);
                let until = self.facts.zone.day(left).plus(transit);
                let ended = left.plus_seconds(transit * 86_400);
                self.ruling_arrives(to, until);
                for pause in self.pauses.iter_mut().filter(|p| p.awaits_ruling) {
                    pause.until = Some(until.max(pause.from));
                    pause.ended = Some(ended);
                    pause.awaits_ruling = false;
                }
            }
            About::Start | About::Move | About::Correction => {
                // A letter about an earlier half-move that leaves late begins nothing:
                // its answer is already here.
                if ply == self.ply() && to == self.turn() {
                    let letter = self.letter_to_turn(Some(at), left, on_paper);
                    self.conveyed(about, letter);
                }
            }
        }
    }

    fn conveyed(&mut self, about: About, letter: Conveyed) {
        let asked = self.moment(letter.counts);
        let waits = |letter: &&mut Conveyed| letter.left.is_none();
        match self.letters.first_mut().filter(waits) {
            Some(early) if matches!(about, About::Correction | About::Move) => {
                early.left = letter.left;
            }
            _ => self.letters.push(letter),
        }
        if let Some(unseen) = self.unseen() {
            unseen.until.get_or_insert(asked);
        }
    }

    /// Our server would not take the request, or we were down: it has not left.
    pub(super) fn delayed(&mut self, ply: u32, to: Side) {
        if ply == self.ply() && to == self.turn() {
            self.letters.retain(|letter| letter.left.is_some());
            if let Some(unseen) = self.unseen() {
                unseen.until = None;
            }
        }
    }

    /// The time in which the last faulty letter lay with us, where its fault was charged.
    fn unseen(&mut self) -> Option<&mut Unseen> {
        let last = self.pending.last_mut().filter(|f| f.is_asked_back())?;
        last.unseen.as_mut()
    }

    /// What was reckoned from a letter's leaving is void.
    pub(super) fn letter_lost(&mut self, lost: LetterLoss) {
        let to = lost.to;
        match lost.about {
            Some(About::Notice) => {
                if let Some(exceeded) = self.exceeded.as_mut().filter(|e| e.side == to) {
                    exceeded.notice_left = None;
                }
            }
            Some(About::Adjudication) => self.decision_lost(lost),
            Some(About::Ruling) => self.ruling_lost(lost),
            // On the board it is seen, whatever becomes of letters (54.2.1).
            Some(About::Move)
                if self.facts.profile == Profile::Server && self.facts.regulations.web_moves => {}
            Some(About::Start | About::Move | About::Correction) | None => {
                // A letter about an earlier half-move began nothing that still counts.
                if lost.ply == self.ply() && to == self.turn() {
                    self.due_lost(lost);
                }
            }
        }
    }

    /// An appeal's term does not begin; by a report, for so long at most as it may stop a clock.
    fn decision_lost(&mut self, lost: LetterLoss) {
        let latest = match lost.reported {
            true => {
                let days = self.stop_term(lost.to);
                lost.left.map(|left| left.plus_seconds(days * 86_400))
            }
            false => None,
        };
        if let Some(decided) = self.decided_mut() {
            *decided.latest.get_mut(lost.to) = latest;
            *decided.left.get_mut(lost.to) = latest;
        }
    }

    /// The days up to the receipt of the ruling are nobody's, and it was not received: they
    /// go on.
    fn ruling_lost(&mut self, lost: LetterLoss) {
        let transit = i64::from(self.facts.regulations.transit_days);
        let until = lost.left.map(|l| self.facts.zone.day(l).plus(transit));
        let ended = |p: &Pause| p.until.is_some() && p.until == until;
        if lost.reported {
            self.stop_paused(lost.to, ended);
            return;
        }
        for pause in self.pauses.iter_mut().filter(|p| ended(p)) {
            (pause.until, pause.ended) = (None, None);
            pause.awaits_ruling = true;
        }
    }

    /// What is due, or our request, was not received.
    fn due_lost(&mut self, lost: LetterLoss) {
        let receipt = self.receipt().map(|day| Moment {
            day,
            at: self.received_at(),
        });
        let told = (self.receipt_set, self.receipt_by_letter());
        let is_lost = |l| {
            self.letters
                .iter()
                .position(|letter| letter.left == Some(l))
        };
        match lost.left.and_then(is_lost) {
            Some(at) => drop(self.letters.remove(at)),
            None if lost.left.is_none() => self.letters.clear(),
            None => return,
        }
        if !lost.reported {
            // Our own server says so: nobody can forge that.
            self.stop_is_over(self.moment(lost.at));
        } else if let Some(receipt) = receipt
            && told != (self.receipt_set, self.receipt_by_letter())
        {
            self.stop_due(receipt);
        }
        // That our request was not received is established.
        if let Some(last) = self.pending.last_mut() {
            last.establish();
        }
    }

    /// The moment of the receipt that counts for what is due.
    pub(crate) fn received_at(&self) -> Option<Instant> {
        let facts = &self.facts;
        let transit = i64::from(facts.regulations.transit_days) * 86_400;
        let latest = self.stop_ends().and_then(|ends| ends.at);
        let received = match (self.receipt_set, self.letters.first(), latest) {
            (Some(day), _, _) => facts.zone.begins(day),
            (None, Some(letter), None) => letter.counts.plus_seconds(transit),
            (None, Some(letter), Some(latest)) => letter.counts.plus_seconds(transit).min(latest),
            (None, None, latest) => latest?,
        };
        Some(facts.zone.no_earlier(received, facts.start))
    }
}
