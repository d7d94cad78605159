//! A game with the adjudicator: opinions, the decision, appeals (54.8, 55.9, 56.9).

use super::{GameFile, Pause, Status};
use crate::chess::{BySide, Side};
use crate::record::event::ResultCode;
use crate::time::{Day, Instant};

/// A player's opinion on the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The result he expects.
    pub result: ResultCode,
    /// His analysis.
    pub text: String,
    /// The day of dispatch.
    pub sent: Day,
}

/// A result by adjudication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjudicated {
    /// The result.
    pub result: ResultCode,
    /// When it was decided.
    pub at: Instant,
    /// When each player's letter about it left: his appeal's term runs from it.
    pub left: BySide<Option<Instant>>,
    /// When it counts as having left at the latest, where a report says that it came back.
    pub latest: BySide<Option<Instant>>,
}

/// What became of a game with the adjudicator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// The first day that is nobody's: the last one of play.
    pub from: Option<Day>,
    /// The last day on which an opinion may be sent; none where nobody was asked.
    pub until: Option<Day>,
    /// The side to move has named its move after the end (56.9.4.4).
    pub named: bool,
    /// The opinions sent in time.
    pub opinions: BySide<Option<Opinion>>,
    /// Those sent later.
    pub late: BySide<Option<Opinion>>,
    /// It is the arbiter's to decide.
    pub closed: bool,
    /// The first decision.
    pub first: Option<Adjudicated>,
    /// The appeals that were taken, in their authors' words.
    pub appeals: BySide<Option<String>>,
    /// The second decision, which is final (56.9.10).
    pub second: Option<Adjudicated>,
}

impl Adjudication {
    /// The decision that holds now.
    pub fn decided(&self) -> Option<&Adjudicated> {
        self.second.as_ref().or(self.first.as_ref())
    }

    /// Whether an appeal was taken and the second decision is not made yet.
    pub fn is_appealed(&self) -> bool {
        let appealed = Side::BOTH
            .into_iter()
            .any(|s| self.appeals.get(s).is_some());
        appealed && self.second.is_none()
    }

    /// The result both expect, where they agree.
    pub fn agreed(&self) -> Option<ResultCode> {
        match (&self.opinions.white, &self.opinions.black) {
            (Some(white), Some(black)) if white.result == black.result => Some(white.result),
            _ => None,
        }
    }

    pub(super) fn decide(&mut self, result: ResultCode, at: Instant) {
        let decided = Adjudicated {
            result,
            at,
            left: BySide::default(),
            latest: BySide::default(),
        };
        match self.is_appealed() {
            true => self.second = Some(decided),
            false => self.first = Some(decided),
        }
    }

    pub(super) fn take_opinion(&mut self, side: Side, opinion: Opinion, late: bool) {
        let place = match late {
            true => self.late.get_mut(side),
            false => self.opinions.get_mut(side),
        };
        *place = Some(opinion);
    }
}

impl GameFile {
    /// The clocks stop with the last day of the tournament, as if it had been answered then.
    pub(super) fn open_adjudication(&mut self, from: Day, until: Day) {
        self.status = Status::Adjudication;
        self.result = None;
        // Opinions that are here already need not be sent again.
        let before = self.adjudication.take().filter(|f| f.first.is_none());
        self.adjudication = Some(Adjudication {
            from: Some(from),
            until: Some(until),
            opinions: before.map(|f| f.opinions).unwrap_or_default(),
            ..Adjudication::default()
        });
        if self.pauses.last().is_none_or(|p| p.until.is_some()) {
            self.pauses.push(Pause::since(from, None));
        }
    }

    /// What became of it with the adjudicator, begun where nothing was.
    pub(super) fn file(&mut self) -> &mut Adjudication {
        self.adjudication.get_or_insert_default()
    }

    /// An appeal was taken: the first decision stands no longer than until the second (56.9.10).
    pub(super) fn lodge_appeal(&mut self, side: Side, text: &str) {
        *self.file().appeals.get_mut(side) = Some(text.to_owned());
        self.status = Status::Adjudication;
        self.result = None;
    }

    /// The game is played on: the days with the adjudicator were nobody's.
    pub(super) fn leave_adjudication(&mut self, at: Instant) {
        let until = self.facts.zone.day(at);
        if self.adjudication.take().is_some_and(|f| f.until.is_some())
            && let Some(pause) = self.pauses.last_mut().filter(|p| p.until.is_none())
        {
            pause.until = Some(until);
            pause.ended = Some(at);
        }
    }

    /// The decision whose letters are on their way.
    pub(super) fn decided_mut(&mut self) -> Option<&mut Adjudicated> {
        let file = self.adjudication.as_mut()?;
        file.second.as_mut().or(file.first.as_mut())
    }
}
