//! What the entries of a game say of each other, of the position and of the letters that
//! brought them. Folding takes every figure of an entry as it stands; what can be reckoned, or
//! has to agree with something else that was recorded with it, is compared here.

use super::ending::by_position;
use super::late_confirmation::confirmed_by;
use crate::chess::Side;
use crate::ids::{EventId, InboundId};
use crate::record::{Carrier, Cause, Event, GameFile, Recorded, ResultCode, Status, Termination};
use crate::time::{Day, Instant, Zone};

/// A letter that an entry names as what brought it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedLetter {
    /// The entry.
    pub entry: EventId,
    /// The letter.
    pub letter: InboundId,
    /// When it was sent, as the entry has it.
    pub sent: Option<Instant>,
}

impl NamedLetter {
    /// What is wrong with it beside the letter's arrival; `None` for that: there is no such
    /// letter.
    pub fn differs(&self, arrived: Option<Instant>, zone: Zone) -> Option<String> {
        let NamedLetter {
            entry,
            letter,
            sent,
        } = *self;
        let Some(arrived) = arrived else {
            return Some(format!(
                "entry {entry} names letter {letter}, which is not there"
            ));
        };
        // No later than it arrived, and no earlier than a calendar day before (56.2.5).
        let earliest = zone.begins(zone.day(arrived).plus(-1));
        let wrong = sent.is_some_and(|sent| sent > arrived || sent < earliest);
        wrong.then(|| {
            format!("entry {entry} has another dispatch than letter {letter}, which brought it")
        })
    }
}

/// The letters that a game's entries name.
pub fn named_letters(game: &GameFile) -> impl Iterator<Item = NamedLetter> + '_ {
    let has_wrong_hours = has_wrong_hours(game);
    game.entries.iter().filter_map(move |entry| {
        let (letter, sent) = match entry.cause {
            Cause::Letter(letter) => {
                let sent = sent_at(&entry.event).filter(|_| !has_wrong_hours);
                // Of one that was confirmed late it may be the other letter's.
                let by = sent.and_then(|_| confirmed_by(game, letter));
                (by.unwrap_or(letter), sent)
            }
            Cause::OrderLetter(letter) => (letter, None),
            _ => return None,
        };
        Some(NamedLetter {
            entry: entry.id,
            letter,
            sent,
        })
    })
}

/// Whether a wrong clock made dates of it: they were set right later, or the entries do not
/// stand in the order of their hours. What it stamped stands in the record, and agrees with
/// nothing.
fn has_wrong_hours(game: &GameFile) -> bool {
    let mut entries = game.entries.iter();
    let is_redated = entries.any(|entry| matches!(entry.event, Event::Redated { .. }));
    is_redated || !game.entries.is_sorted_by_key(|entry| entry.at)
}

fn sent_at(event: &Event) -> Option<Instant> {
    match event {
        Event::MovePlayed { sent_at, .. } | Event::Faulty { sent_at, .. } => Some(*sent_at),
        _ => None,
    }
}

/// What the entries of a game say that cannot be, a sentence each; empty where all agree.
pub fn disagreements(game: &GameFile) -> Vec<String> {
    let mut read = Reading::of(game);
    if !has_wrong_hours(game) {
        for entry in game.entries.iter() {
            read.entry(entry);
        }
    }
    read.ending();
    read.found
}

/// The entries, as they are gone through.
struct Reading<'g> {
    game: &'g GameFile,
    /// Half-moves that each side has made at most.
    moves: u32,
    /// When what is due was told first: the day on which a letter about it left.
    left: Option<Day>,
    /// A ruling or a card has said something of dates: no letter tells the receipt.
    ruled: bool,
    /// When a letter or an order brought the newest entry.
    spoken: Option<Instant>,
    /// What the fault before was charged with.
    charged: Option<u32>,
    /// Whose time was exceeded last.
    exceeded: Option<Side>,
    found: Vec<String>,
}

impl Reading<'_> {
    fn of(game: &GameFile) -> Reading<'_> {
        Reading {
            game,
            moves: 0,
            left: None,
            ruled: false,
            spoken: None,
            charged: None,
            exceeded: None,
            found: Vec::new(),
        }
    }

    fn entry(&mut self, entry: &Recorded) {
        let before = self.charged.take();
        match &entry.event {
            Event::MovePlayed {
                received,
                sent,
                sent_at,
                variant,
                ..
            } => {
                self.dates(entry, (*received, *sent, *sent_at));
                self.moves += 1;
                if !variant {
                    (self.left, self.ruled) = (None, false);
                }
            }
            Event::Faulty {
                received,
                sent,
                sent_at,
                charged,
                ..
            } => {
                self.dates(entry, (*received, *sent, *sent_at));
                self.charged = *charged;
                // Our request may count as having left at once.
                self.ruled = true;
            }
            Event::Penalty { days, .. } => {
                let by_letter = matches!(entry.cause, Cause::Letter(_) | Cause::Web);
                let other = before.is_some_and(|charged| i64::from(charged) != *days);
                if by_letter && other {
                    self.says(
                        entry,
                        "penalty days that the fault before it was not charged with",
                    );
                }
            }
            Event::LetterLeft { left, .. } => {
                if *left > entry.at {
                    self.says(entry, "that a letter left after that was recorded");
                }
                let day = self.game.facts.zone.day(*left);
                self.left = Some(self.left.map_or(day, |first| first.min(day)));
            }
            Event::TimeExceeded { .. } => self.overstep(entry),
            Event::Ended {
                result,
                termination: Termination::Time,
            } if !entry.cause.is_order() => {
                let won = Side::BOTH
                    .into_iter()
                    .find(|s| ResultCode::win(*s) == *result);
                if won.is_some() && won == self.exceeded {
                    self.says(entry, "that who exceeded his time won by it");
                }
            }
            Event::DatesSet { .. }
            | Event::CardShown { .. }
            | Event::Voided { .. }
            | Event::Revoked { .. }
            | Event::Redated { .. }
            | Event::LetterLost { .. }
            | Event::LetterDelayed { .. }
            | Event::StopEnded { .. }
            | Event::Resumed { .. }
            | Event::Reopened { .. }
            | Event::Replaced { .. }
            | Event::ClaimRejected { .. } => self.ruled = true,
            _ => {}
        }
        if matches!(entry.cause, Cause::Letter(_) | Cause::Web) || entry.cause.is_order() {
            self.spoken = Some(entry.at);
        }
    }

    /// An overstep, and the day from which on nobody's time runs.
    fn overstep(&mut self, entry: &Recorded) {
        let Event::TimeExceeded {
            side,
            at_move,
            total,
            limit,
            flag,
            from,
            claimed,
        } = entry.event
        else {
            return;
        };
        self.exceeded = Some(side);
        if total <= limit {
            self.says(entry, "an overstep by which no more is used than allowed");
        }
        if at_move == 0 || at_move > self.moves + 1 {
            self.says(entry, "an overstep at a move that was not due");
        }
        let latest = self.game.facts.zone.day(entry.at);
        let earliest = self.earliest(flag, claimed).min(latest);
        if from < earliest || from > latest {
            self.says(
                entry,
                "an overstep from a day on which it could not be declared",
            );
        }
    }

    /// From which day on an overstep could be declared whose flag fell on a day: not before the
    /// newest word of a player or the arbiter.
    fn earliest(&self, flag: Day, claimed: bool) -> Day {
        let spoken = self.spoken.filter(|_| !claimed);
        let spoken = spoken.map(|at| self.game.facts.zone.day(at));
        spoken.map_or(flag, |day| day.max(flag))
    }

    /// The dates of a letter with a move, or with none.
    fn dates(&mut self, entry: &Recorded, (received, sent, sent_at): (Day, Day, Instant)) {
        let facts = &self.game.facts;
        if facts.zone.day(sent_at) != sent {
            self.says(entry, "another day of dispatch than its hour");
        }
        let latest = sent.max(facts.start);
        if self.ruled || !matches!(entry.cause, Cause::Letter(_)) {
            return;
        }
        if received > latest {
            self.says(entry, "a receipt after its dispatch");
        }
        let by_mail = |side| self.game.carrier(side) == Carrier::Email;
        let told = self.left.filter(|_| !facts.regulations.web_moves);
        let told = told.filter(|_| Side::BOTH.into_iter().all(by_mail));
        if told.is_some_and(|left| received < left.max(facts.start).min(latest)) {
            self.says(entry, "a receipt before the letter left that it answers");
        }
    }

    /// How the game ended stands in the position too.
    fn ending(&mut self) {
        let game = self.game;
        let Some(result) = game.result.filter(|_| game.status == Status::Finished) else {
            return;
        };
        let by_board = matches!(
            result.termination,
            Termination::Checkmate | Termination::Stalemate
        );
        if !by_board {
            return;
        }
        let stands = Event::Ended {
            result: result.code,
            termination: result.termination,
        };
        let ending = game.line.ending().map(|ending| by_position(ending).0);
        if ending != Some(stands) {
            self.found
                .push("the position is not what the game is said to have ended with".to_owned());
        }
    }

    fn says(&mut self, entry: &Recorded, what: &str) {
        self.found.push(format!("entry {} says {what}", entry.id));
    }
}
