//! The fold: what each entry makes of a game. Nothing else changes one.

use super::conveyed::LetterLoss;
use super::{
    AwaitedReply, Exceeded, Fault, GameFile, GameResult, Hand, Opinion, PartOfMove, PlayedMove,
    Proposal, RecordError, Seconds, SentMarks, ShownCard, Status, Then,
};
use crate::ids::EventId;
use crate::record::event::{Cause, Entry, Event};
use crate::record::fault::Unseen;
use crate::time::{Day, Instant};

impl GameFile {
    /// Adds an entry. One that supersedes others makes the game anew without them.
    pub(super) fn take(&mut self, entry: Entry) -> Result<(), RecordError> {
        if !entry.event.supersedes().is_empty() || matches!(entry.event, Event::Redated { .. }) {
            let mut fresh = self.fresh.clone();
            fresh.push(entry);
            let (facts, leave) = (self.facts.clone(), self.leave.clone());
            *self = GameFile::fold_with(facts, leave, self.entries.to_vec(), fresh)?;
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
                on_paper,
            } => {
                self.letter_left_at((*ply, *about, *to), *left, *on_paper);
            }
            Event::MovePlayed {
                ply,
                uci,
                received,
                sent,
                sent_at,
                variant,
                to_the_second,
            } => {
                self.play(id, *ply, uci, (*received, *sent, *sent_at), *variant)?;
                if let Some(mv) = self.moves.last_mut() {
                    mv.to_the_second = *to_the_second;
                }
                if !variant {
                    let seen = match entry.cause {
                        Cause::Web => *sent_at,
                        _ => entry.at,
                    };
                    self.shown_on_board(seen);
                }
            }
            Event::Faulty {
                fault,
                text,
                received,
                sent,
                sent_at,
                charged,
                arrived,
                ..
            } => {
                let then = Then::behind(*charged);
                let ruled = self.moment(entry.at);
                let unseen = arrived.map(|at| Unseen {
                    from: self.moment(at).no_later(ruled),
                    until: Some(ruled),
                });
                self.pending.push(Fault {
                    kind: *fault,
                    text: text.clone(),
                    received: *received,
                    since: *received,
                    sent: *sent,
                    seconds: Seconds {
                        received: self.received_at(),
                        sent: *sent_at,
                    },
                    then,
                    ruled: entry.at,
                    unseen,
                    days: 0,
                });
                self.asked(then, entry.at, entry.cause);
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
            } => match *days {
                ..=-1 => self.take_back(id, (*side, -days, *ply), entry.at),
                _ => self.penalties.push((*side, *ply, *days)),
            },
            Event::DatesSet {
                ply,
                received,
                sent,
            } => self.set_dates(id, *ply, *received, *sent)?,
            Event::CardShown {
                side,
                about,
                ply,
                text,
                faults,
                card,
            } => self.show_card(ShownCard {
                side: *side,
                about: *about,
                ply: *ply,
                text: text.clone(),
                faults: faults.clone(),
                card: card.clone(),
            }),
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
            Event::Warned { last_day, flag, .. } => {
                let day = self.facts.zone.day(entry.at);
                self.marks.warn(*last_day, *flag, day);
            }
            Event::Greeted { side, .. } | Event::GreetingPassed { side, .. } => {
                self.said.get_mut(*side).take(&entry.event);
            }
            Event::Reminded { .. } => {
                self.marks.warned_on = Some(self.facts.zone.day(entry.at));
            }
            Event::Repeated { .. } => {
                self.marks.repeated += 1;
                self.marks.repeated_on = Some(self.facts.zone.day(entry.at));
            }
            Event::SilenceReported { .. } => self.marks.silence = true,
            Event::TimeExceeded {
                side,
                at_move,
                total,
                limit,
                flag,
                from,
                claimed,
            } => self.exceed(Exceeded {
                side: *side,
                at_move: *at_move,
                total: *total,
                limit: *limit,
                flag: *flag,
                from: *from,
                // By the end of that day its time was over; nobody's runs behind the entry.
                stopped: entry.at.min(self.facts.zone.begins(from.next())),
                claimed: *claimed,
                // 55.6.4: a first overstep of two does not pause the game.
                pauses: !self.first_resets(*side),
                notice_left: None,
                protested: false,
            }),
            Event::NoticeAnnulled { .. } => self.annul_notice(),
            Event::Protested { side, .. } => self.protested(*side),
            Event::ClaimRejected {
                side,
                bar_claims,
                total,
                days,
                ..
            } => self.reject_claim(*side, *bar_claims, (*total, *days)),
            Event::ClaimsBarred { side } => self.bar_claims(*side),
            Event::CarrierSet { side, carrier, .. } => {
                *self.carriers.get_mut(*side) = Some(*carrier);
            }
            Event::Paused { from, .. } => {
                let began = self.second_of(*from, entry.at);
                self.pause(*from, began);
            }
            Event::Resumed { day } => self.resume(*day, entry.at),
            Event::ClockReset { side } => self.reset_clock(*side),
            Event::Ended {
                result,
                termination,
            } => {
                let (code, termination) = (*result, *termination);
                self.end(GameResult { code, termination }, entry.at);
            }
            Event::AdjudicationOpened { from, until } => self.open_adjudication(*from, *until),
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
                self.file().take_opinion(*side, opinion, *late);
            }
            Event::OpinionsClosed => self.file().closed = true,
            Event::AppealLodged {
                side,
                text,
                refused: None,
                ..
            } => self.lodge_appeal(*side, text),
            Event::Reopened { from } => self.reopen(*from, entry.at),
            Event::AppealLodged { .. }
            | Event::Redated { .. }
            | Event::MatterOpened(_)
            | Event::ClaimRefused { .. }
            | Event::ConfirmedLate { .. }
            | Event::RulingProtested { .. }
            | Event::AppealVoted { .. }
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
            Event::HoursGiven { side, hours } => {
                let own = self.away.get_mut(*side);
                own.push(*hours);
                *own = crate::clock::hours_of(own);
            }
            Event::LetterLost {
                ply,
                to,
                about,
                left,
                reported,
            } => self.letter_lost(LetterLoss {
                ply: *ply,
                to: *to,
                about: *about,
                left: *left,
                reported: *reported,
                at: entry.at,
            }),
            Event::StopEnded { ply, to } => self.stop_ended(*ply, *to, entry.at),
            Event::LetterDelayed { ply, to } => self.delayed(*ply, *to),
            Event::Voided { ply, received, .. } => self.begin_again(*ply, *received, entry.at),
            Event::Revoked { from, .. } => {
                if let Some(from) = from.filter(|_| self.status == Status::Active) {
                    self.rest_until_ruling(from);
                }
            }
        }
        // Who waits for a ruling knows of it from here on, should he answer before its letter.
        for pause in self.pauses.iter_mut().filter(|p| p.awaits_ruling) {
            let day = self.facts.zone.day(entry.at);
            pause.ruled.get_or_insert(day);
        }
        Ok(())
    }

    /// The side to move thinks again about a half-move that was voided.
    fn begin_again(&mut self, ply: u32, received: Option<Day>, at: Instant) {
        // An older decision about a half-move that is not reached any more begins nothing.
        if ply != self.ply() + 1 {
            return;
        }
        self.marks = SentMarks::default();
        if received.is_some() {
            self.receipt_set = received;
        }
        self.begun_again = received.or_else(|| Some(self.facts.zone.day(at)));
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
        let (side, number) = (position.turn(), position.move_number());
        let (numeric, san) = self.line.play_uci(uci).ok_or_else(wrong)?;
        let played = PlayedMove {
            ply,
            number,
            side,
            uci: uci.into(),
            numeric,
            san,
            received,
            since: received,
            sent,
            to_the_second: false,
            seconds: Seconds {
                received: self.received_at(),
                sent: sent_at,
            },
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
        if !variant {
            self.stop_is_over(played.receipt().no_later(played.dispatch()));
        }
        self.moves.push(played);
        for pause in &mut self.pauses {
            pause.answered((sent, sent_at));
        }
        if self.letters.iter().any(|letter| letter.left.is_some()) {
            self.told.insert(ply);
        }
        // Accepted moves of a variant take no time: the answer is still reckoned
        // from the receipt of the letter that proposed them (56.4.6).
        if !variant {
            self.letters.clear();
            self.receipt_set = None;
            self.marked = None;
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
        if received.is_some() {
            self.dates_ruled.insert((ply, PartOfMove::Receipt));
        }
        if sent.is_some() {
            self.dates_ruled.insert((ply, PartOfMove::Dispatch));
        }
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
            mv.seconds.received = Some(self.facts.zone.begins(mv.received));
        }
        if let Some(day) = sent {
            mv.sent = day;
            mv.seconds.sent = self.facts.zone.begins(day);
        }
        Ok(())
    }
}
