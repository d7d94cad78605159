//! The fold: what each entry makes of a game. The only place that changes one.

use super::{
    AwaitedReply, Conveyed, Exceeded, Fault, Forgiven, GameFile, GameResult, Hand, Opinion, Pause,
    PlayedMove, Proposal, RecordError, SentMarks, Shelved, Status, Then,
};
use crate::chess::Side;
use crate::ids::EventId;
use crate::record::event::{About, Entry, Event, Termination};
use crate::time::{Day, Instant};

impl GameFile {
    /// Adds an entry. One that supersedes others makes the game anew without them.
    pub(super) fn take(&mut self, entry: Entry) -> Result<(), RecordError> {
        if !entry.event.supersedes().is_empty() || matches!(entry.event, Event::Redated { .. }) {
            let mut fresh = self.fresh.clone();
            fresh.push(entry);
            let (facts, leave) = (self.facts.clone(), self.leave.clone());
            *self = GameFile::fold_with(facts, leave, self.entries.clone(), fresh)?;
            return Ok(());
        }
        self.effect(None, &entry)?;
        self.fresh.push(entry);
        Ok(())
    }

    /// What an entry that counts makes of the game; `id`: its number, where it is recorded.
    pub(super) fn effect(&mut self, id: Option<EventId>, entry: &Entry) -> Result<(), RecordError> {
        let corrected = id.and_then(|id| self.corrected.get(&id)).cloned();
        match corrected.as_ref().unwrap_or(&entry.event) {
            Event::Started => self.status = Status::Active,
            Event::LetterLeft {
                ply,
                about,
                to,
                left,
            } => self.letter_left_at(*ply, *about, *to, *left),
            Event::MovePlayed {
                ply,
                uci,
                received,
                sent,
                sent_at,
                variant,
            } => {
                self.play(id, *ply, uci, (*received, *sent, *sent_at), *variant)?;
            }
            Event::Faulty {
                fault,
                text,
                received,
                sent,
                sent_at,
                charged,
                ..
            } => {
                let then = match charged {
                    None => Then::Stopped,
                    Some(0) => Then::RunsOn,
                    Some(days) => Then::Asked {
                        most: Some(i64::from(*days)),
                    },
                };
                self.pending.push(Fault {
                    kind: *fault,
                    text: text.clone(),
                    received: *received,
                    since: *received,
                    sent: *sent,
                    instants: (self.received_at(), *sent_at),
                    then,
                    ruled: entry.at,
                    days: 0,
                });
                self.asked(then, entry.at);
            }
            Event::Replied {
                side,
                ply,
                received,
                sent,
                ..
            } => self.replies.push(AwaitedReply {
                side: *side,
                ply: *ply,
                received: *received,
                sent: *sent,
            }),
            Event::Penalty {
                side, days, ply, ..
            } => self.penalties.push((*side, *ply, *days)),
            Event::DatesSet {
                ply,
                received,
                sent,
            } => self.set_dates(id, *ply, *received, *sent)?,
            Event::DrawOffered { side, ply } => self.draw_offer = Some((*side, *ply)),
            Event::DrawDeclined { .. } => self.draw_offer = None,
            Event::VariantProposed {
                side,
                ply,
                line,
                others,
            } => {
                self.proposal = Some(Proposal {
                    side: *side,
                    ply: *ply,
                    branches: [line].into_iter().chain(others).cloned().collect(),
                });
            }
            Event::Warned { last_day, .. } => {
                self.marks.warned = true;
                self.marks.warned_last |= *last_day;
                self.marks.warned_on = Some(self.facts.zone.day(entry.at));
            }
            Event::Greeted { side, .. } | Event::GreetingPassed { side, .. } => {
                self.said.get_mut(*side).take(&entry.event);
            }
            Event::Reminded { .. } => {
                self.marks.warned_on = Some(self.facts.zone.day(entry.at));
            }
            Event::Repeated { .. } => self.marks.repeated += 1,
            Event::SilenceReported { .. } => self.marks.silence = true,
            Event::TimeExceeded {
                side,
                at_move,
                total,
                limit,
                flag,
                from,
                claimed,
            } => {
                // 55.6.4: a first overstep of two does not pause the game.
                let pauses = !self.first_resets(*side);
                self.exceeded = Some(Exceeded {
                    side: *side,
                    at_move: *at_move,
                    total: *total,
                    limit: *limit,
                    flag: *flag,
                    from: *from,
                    claimed: *claimed,
                    pauses,
                    notice_left: None,
                    protested: false,
                });
                if pauses {
                    self.status = Status::Paused;
                    self.pauses.push(Pause {
                        from: *from,
                        until: None,
                        awaits_ruling: false,
                    });
                }
            }
            Event::NoticeAnnulled { .. } => {
                // The mover's own days ended before the pause began.
                if self.exceeded.take().is_some_and(|e| e.pauses) {
                    self.pauses.pop();
                }
                self.go_on();
            }
            Event::Protested { side, .. } => {
                if let Some(exceeded) = self.exceeded.as_mut().filter(|e| e.side == *side) {
                    exceeded.protested = true;
                }
            }
            Event::ClaimRejected {
                side,
                bar_claims,
                total,
                days,
                ..
            } => self.reject_claim(*side, *bar_claims, (*total, *days)),
            Event::ClaimsBarred { side } => self.bar_claims(*side),
            Event::Paused { from, .. } => {
                self.status = Status::Paused;
                self.pauses.push(Pause {
                    from: *from,
                    until: None,
                    awaits_ruling: false,
                });
            }
            Event::Resumed { day } => {
                self.status = Status::Active;
                for pause in self.pauses.iter_mut().filter(|p| p.until.is_none()) {
                    pause.until = *day;
                    pause.awaits_ruling = day.is_none();
                }
            }
            Event::ClockReset { side } => self.reset_clock(*side),
            Event::Ended {
                result,
                termination,
            } => {
                self.status = Status::Finished;
                self.result = Some(GameResult {
                    code: *result,
                    termination: *termination,
                });
                let stood = Shelved {
                    draw_offer: self.draw_offer.take(),
                    proposal: self.proposal.take(),
                };
                self.shelved.get_or_insert(stood);
                if *termination == Termination::Adjudication {
                    let file = self.adjudication.get_or_insert_default();
                    file.decide(*result, entry.at);
                }
            }
            Event::AdjudicationOpened { from, until } => {
                self.open_adjudication(*from, *until);
            }
            Event::OpinionGiven {
                side,
                result,
                text,
                sent,
                late,
            } => {
                let opinion = Opinion {
                    result: *result,
                    text: text.clone(),
                    sent: *sent,
                };
                let file = self.adjudication.get_or_insert_default();
                file.take_opinion(*side, opinion, *late);
            }
            Event::OpinionsClosed => {
                self.adjudication.get_or_insert_default().closed = true;
            }
            Event::AppealLodged {
                side,
                text,
                refused: None,
                ..
            } => {
                let file = self.adjudication.get_or_insert_default();
                *file.appeals.get_mut(*side) = Some(text.clone());
                // The first decision stands no longer than until the second (56.9.10).
                self.status = Status::Adjudication;
                self.result = None;
            }
            Event::AppealLodged { .. } => {}
            Event::Reopened { from } => {
                self.leave_adjudication(entry.at);
                self.go_on();
                if self.exceeded.as_ref().is_some_and(|e| e.pauses) {
                    self.status = Status::Paused;
                } else if let Some(from) = from {
                    // What stood still before the end stands still up to the ruling too.
                    for pause in self.pauses.iter_mut().filter(|p| p.until.is_none()) {
                        pause.awaits_ruling = true;
                    }
                    self.rest_until_ruling(*from);
                }
            }
            Event::Redated { .. }
            | Event::MatterOpened(_)
            | Event::ClaimRefused { .. }
            | Event::RulingProtested { .. }
            | Event::Dismissed { .. } => {}
            Event::Replaced { side, was, is, day } => self.hand_over(Hand {
                side: *side,
                ply: self.ply(),
                day: *day,
                was: was.clone(),
                is: is.clone(),
            }),
            Event::TimeGiven { side, dates } => {
                let own = self.given.get_mut(*side);
                own.extend(dates.iter().copied());
            }
            Event::LetterLost {
                ply,
                to,
                about,
                left,
            } => self.letter_lost(*ply, *to, *about, *left),
            Event::LetterDelayed { ply, to } => self.delayed(*ply, *to),
            Event::Voided { ply, received, .. } => self.begin_again(*ply, *received),
            Event::Revoked { from, .. } => {
                if let Some(from) = from.filter(|_| self.status == Status::Active) {
                    self.rest_until_ruling(from);
                }
            }
        }
        Ok(())
    }

    /// What follows upon a faulty letter for the receipt that counts: by e-mail our
    /// request counts as having left with the pass that ruled the letter, whatever
    /// holds it back afterwards; by post its receipt is established.
    fn asked(&mut self, then: Then, ruled: Instant) {
        if then == Then::RunsOn {
            return;
        }
        self.letters.clear();
        self.receipt_set = None;
        if matches!(then, Then::Asked { .. }) && !self.facts.profile.way().receipt_established {
            self.letters.push(Conveyed {
                left: None,
                counts: ruled,
            });
        }
    }

    /// Another plays on. Where the move is his, nothing that was sent to the one before
    /// him begins his time, and nothing of it was said to him yet.
    fn hand_over(&mut self, hand: Hand) {
        if self.turn() == hand.side {
            self.letters.clear();
            self.receipt_set = None;
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

    /// The side to move thinks again about a half-move that was voided.
    fn begin_again(&mut self, ply: u32, received: Option<Day>) {
        // An older decision about a half-move that is not reached any more begins nothing.
        if ply != self.ply() + 1 {
            return;
        }
        self.marks = SentMarks::default();
        if received.is_some() {
            self.receipt_set = received;
        }
    }

    /// Days that are nobody's from a day to the receipt of the ruling.
    fn rest_until_ruling(&mut self, from: Day) {
        self.pauses.push(Pause {
            from,
            until: None,
            awaits_ruling: true,
        });
    }

    /// The game is not over, or not any more; what stood at its end stands again.
    fn go_on(&mut self) {
        self.status = Status::Active;
        self.result = None;
        if let Some(stood) = self.shelved.take() {
            self.draw_offer = stood.draw_offer;
            self.proposal = stood.proposal;
        }
    }

    /// Whether an overstep of a side now only sets its clock to zero (55.6.4).
    pub(crate) fn first_resets(&self, side: Side) -> bool {
        self.facts.regulations.lose_on_overstep > 1 && *self.oversteps.get(side) == 0
    }

    fn letter_left_at(&mut self, ply: u32, about: About, to: Side, left: Instant) {
        match about {
            About::Notice => {
                if let Some(exceeded) = self.exceeded.as_mut().filter(|e| e.side == to) {
                    exceeded.notice_left = Some(left);
                }
            }
            About::Adjudication => {
                if let Some(decided) = self.decided_mut() {
                    *decided.left.get_mut(to) = Some(left);
                }
            }
            About::Ruling => {
                let transit = i64::from(self.facts.regulations.transit_days);
                let until = self.facts.zone.day(left).plus(transit);
                for pause in self.pauses.iter_mut().filter(|p| p.awaits_ruling) {
                    pause.until = Some(until.max(pause.from));
                    pause.awaits_ruling = false;
                }
            }
            About::Start | About::Move | About::Correction => {
                // A letter about an earlier half-move that leaves late begins nothing:
                // its answer is already here.
                if ply == self.ply() && to == self.turn() {
                    self.conveyed(about, left);
                }
            }
        }
    }

    fn conveyed(&mut self, about: About, left: Instant) {
        let waits = |letter: &&mut Conveyed| letter.left.is_none();
        match self.letters.first_mut().filter(waits) {
            Some(request) if about == About::Correction => request.left = Some(left),
            _ => self.letters.push(Conveyed {
                left: Some(left),
                counts: left,
            }),
        }
    }

    /// Our server would not take the request, or we were down: it has not left.
    fn delayed(&mut self, ply: u32, to: Side) {
        if ply == self.ply() && to == self.turn() {
            self.letters.retain(|letter| letter.left.is_some());
        }
    }

    /// What was reckoned from a letter's leaving is void.
    fn letter_lost(&mut self, ply: u32, to: Side, about: Option<About>, left: Option<Instant>) {
        match about {
            Some(About::Notice) => {
                if let Some(exceeded) = self.exceeded.as_mut().filter(|e| e.side == to) {
                    exceeded.notice_left = None;
                }
            }
            Some(About::Adjudication) => {
                if let Some(decided) = self.decided_mut() {
                    *decided.left.get_mut(to) = None;
                }
            }
            Some(About::Ruling) => {
                // The days up to the receipt of the ruling are nobody's, and it was not
                // received: they go on.
                let transit = i64::from(self.facts.regulations.transit_days);
                let until = left.map(|l| self.facts.zone.day(l).plus(transit));
                let ended = |p: &&mut Pause| p.until.is_some() && p.until == until;
                for pause in self.pauses.iter_mut().filter(ended) {
                    pause.until = None;
                    pause.awaits_ruling = true;
                }
            }
            Some(About::Start | About::Move | About::Correction) | None => {
                // A letter about an earlier half-move began nothing that still counts.
                if ply == self.ply() && to == self.turn() {
                    let lost = |l| {
                        self.letters
                            .iter()
                            .position(|letter| letter.left == Some(l))
                    };
                    match left.and_then(lost) {
                        Some(lost) => drop(self.letters.remove(lost)),
                        None if left.is_none() => self.letters.clear(),
                        None => return,
                    }
                    // That our request was not received is established.
                    if let Some(last) = self.pending.last_mut() {
                        last.establish();
                    }
                }
            }
        }
    }

    /// The moment of the receipt that counts for what is due.
    pub(in crate::record) fn received_at(&self) -> Option<Instant> {
        let start = self.facts.zone.begins(self.facts.start);
        let transit = i64::from(self.facts.regulations.transit_days) * 86_400;
        match (self.receipt_set, self.letters.first()) {
            (Some(day), _) => Some(self.facts.zone.begins(day).max(start)),
            (None, Some(letter)) => Some(letter.counts.plus_seconds(transit).max(start)),
            (None, None) => None,
        }
    }

    fn play(
        &mut self,
        entry: Option<EventId>,
        ply: u32,
        uci: &str,
        (received, sent, sent_at): (Day, Day, Instant),
        variant: bool,
    ) -> Result<(), RecordError> {
        let wrong = || RecordError::Move {
            entry,
            ply,
            uci: uci.to_owned(),
        };
        if ply != self.ply() + 1 {
            return Err(wrong());
        }
        let position = self.line.position();
        let mv = position.move_of_uci(uci).ok_or_else(wrong)?;
        let side = position.turn();
        let played = PlayedMove {
            ply,
            number: position.move_number(),
            side,
            uci: uci.to_owned(),
            numeric: position.numeric(mv),
            san: position.san(mv),
            received,
            since: received,
            sent,
            instants: (self.received_at(), sent_at),
            variant,
            // The accepter's whole time stands on his own move behind the series (56.4.6).
            faults: match variant {
                true => Vec::new(),
                false => std::mem::take(&mut self.pending),
            },
            days: 0,
            penalty: 0,
            total: 0,
        };
        if variant {
            // The accepter's overstepping move is his own one behind the series.
            for (_, after) in self.resets.iter_mut().filter(|r| **r == (side, ply)) {
                *after += 2;
            }
        }
        self.line.push(mv);
        self.moves.push(played);
        // Accepted moves of a variant take no time: the answer is still reckoned
        // from the receipt of the letter that proposed them (56.4.6).
        if !variant {
            self.letters.clear();
            self.receipt_set = None;
        }
        self.marks = SentMarks::default();
        if let Some(file) = self
            .adjudication
            .as_mut()
            .filter(|f| f.from.is_some_and(|end| sent > end))
        {
            file.named = true;
        }
        if self.draw_offer.is_some_and(|(by, _)| by != side) {
            self.draw_offer = None;
        }
        // A proposal binds until it is answered: an accepted half-move leaves the rest
        // of its branch binding, any other answer ends it (56.3.7).
        self.proposal = self.proposal.take().filter(|_| variant).and_then(|mut p| {
            let rest = |line: &Vec<String>| match line.split_first() {
                Some((next, rest)) if next == uci && !rest.is_empty() => Some(rest.to_vec()),
                _ => None,
            };
            p.branches = p.branches.iter().filter_map(rest).collect();
            (!p.branches.is_empty()).then_some(p)
        });
        Ok(())
    }

    fn set_dates(
        &mut self,
        entry: Option<EventId>,
        ply: u32,
        received: Option<Day>,
        sent: Option<Day>,
    ) -> Result<(), RecordError> {
        if ply == self.ply() + 1 {
            if received.is_some() {
                self.receipt_set = received;
                if let Some(last) = self.pending.last_mut() {
                    last.establish();
                }
            }
            return Ok(());
        }
        let index = usize::try_from(ply).unwrap_or(0).wrapping_sub(1);
        let mv = self
            .moves
            .get_mut(index)
            .ok_or(RecordError::Ply { entry, ply })?;
        if let Some(day) = received {
            mv.received = day.max(self.facts.start);
            if let Some(last) = mv.faults.last_mut() {
                last.establish();
            }
            mv.instants.0 = Some(self.facts.zone.begins(mv.received));
        }
        if let Some(day) = sent {
            mv.sent = day;
            mv.instants.1 = self.facts.zone.begins(day);
        }
        Ok(())
    }

    /// Moves a side has made since its clock was last set to zero. Not the tally's
    /// figure: while a record is folded, the tally is not up to date yet.
    fn made(&self, side: Side) -> u32 {
        u32::try_from(self.plies_of_period(side).count()).unwrap_or(u32::MAX)
    }

    /// The half-moves of a side since its clock was last set to zero, in order.
    pub(crate) fn plies_of_period(&self, side: Side) -> impl Iterator<Item = u32> {
        let resets = self.resets.iter().filter(|(s, _)| *s == side);
        let after = resets.map(|(_, ply)| *ply).max().unwrap_or(0);
        let own = self.moves.iter().filter(move |m| m.side == side);
        own.map(|m| m.ply).filter(move |ply| *ply > after)
    }

    /// 55.6.4: the clock begins at zero with the move after the overstepping one, and
    /// the game goes on. Where the side still thinks about that one, it is the one it
    /// will make: so nothing hangs on the day on which the decision was entered.
    fn reset_clock(&mut self, side: Side) {
        *self.oversteps.get_mut(side) += 1;
        let exceeded = self.exceeded.take().filter(|e| e.side == side);
        let overstepping = match &exceeded {
            Some(e) => {
                let at = usize::try_from(e.at_move.saturating_sub(1)).unwrap_or(usize::MAX);
                let made = self.plies_of_period(side).nth(at);
                made.unwrap_or(self.ply() + if self.turn() == side { 1 } else { 2 })
            }
            None => self.ply(),
        };
        self.resets.push((side, overstepping));
        self.forgiven.retain(|f| f.side != side);
        // The game went on meanwhile; a pause that the arbiter ordered is his to end.
        if exceeded.is_none_or(|e| e.pauses) && self.status == Status::Paused {
            for pause in self.pauses.iter_mut().filter(|p| p.until.is_none()) {
                pause.awaits_ruling = true;
            }
            self.status = Status::Active;
        }
    }

    /// Claims of a side are barred in the period of its opponent's next move (56.6.7).
    fn bar_claims(&mut self, side: Side) {
        let per = self.facts.regulations.moves_per_period.max(1);
        let next = self.made(side.other()) + 1;
        *self.barred.get_mut(side) = Some(next.div_ceil(per));
    }

    /// What was used by the ruling is let pass, and the days it leaves beyond that.
    fn reject_claim(&mut self, side: Side, bar_claims: bool, (total, days): (Option<i64>, u32)) {
        let regulations = &self.facts.regulations;
        let per = regulations.moves_per_period.max(1);
        let exceeded = self.exceeded.take();
        if let Some(exceeded) = &exceeded {
            self.forgiven.push(Forgiven {
                side,
                period: exceeded.at_move.div_ceil(per),
                allowed: total.unwrap_or(exceeded.total) + i64::from(days),
            });
        }
        if bar_claims {
            self.bar_claims(side.other());
        }
        if exceeded.is_none_or(|e| e.pauses)
            && let Some(pause) = self.pauses.last_mut().filter(|p| p.until.is_none())
        {
            pause.awaits_ruling = true;
        }
        self.go_on();
    }
}
