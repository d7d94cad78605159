//! Entries that count no more. They stay in the record; the game is folded without
//! them.

use super::{GameFile, RecordError, Status};
use crate::ids::EventId;
use crate::record::event::{Entry, Event, Recorded, Termination};
use std::collections::BTreeSet;

/// The entries that count no more. What supersedes others may itself be superseded:
/// then they count again. What is not recorded yet nothing can name.
pub(super) fn superseded(entries: &[Recorded], fresh: &[Entry]) -> BTreeSet<EventId> {
    let named = fresh.iter().flat_map(|entry| entry.event.supersedes());
    let mut dead: BTreeSet<EventId> = named.copied().collect();
    // Only earlier entries can be named: seen from the end, an entry's own fate is
    // known before those it names are met.
    for entry in entries.iter().rev() {
        if !dead.contains(&entry.id) {
            dead.extend(entry.event.supersedes().iter().copied());
        }
    }
    dead
}

impl GameFile {
    /// Whether an entry counts: it was neither voided nor revoked.
    pub fn counts(&self, entry: &Recorded) -> bool {
        !self.superseded.contains(&entry.id)
    }

    /// The entries of the record that count, in order.
    pub fn standing_recorded(&self) -> impl DoubleEndedIterator<Item = &Recorded> {
        self.entries.iter().filter(|e| self.counts(e))
    }

    /// The entry by which it ended last.
    pub fn ending(&self) -> Option<&Recorded> {
        let mut entries = self.standing_recorded();
        entries.rfind(|e| matches!(e.event, Event::Ended { .. }))
    }

    /// The same, and what is to be added to them.
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        let recorded = self.standing_recorded().map(|recorded| &recorded.entry);
        recorded.chain(&self.fresh)
    }

    /// The game as its record told it before the entry at an index.
    pub fn before(&self, index: usize) -> Result<GameFile, RecordError> {
        let earlier = self.entries.iter().take(index).cloned();
        GameFile::fold(self.facts.clone(), self.leave.clone(), earlier)
    }

    /// Whether the game stands as it stood when an entry was its newest: the same moves, offer
    /// and series, and in the same state. Letters, words and dates change nothing of that. What
    /// came back is not what was seen: another offer is another question.
    pub fn stands_as_at(&self, newest: EventId) -> bool {
        let later = self.entries.iter().position(|e| e.id > newest);
        let Some(index) = later else {
            return true;
        };
        if self.entries.iter().skip(index).any(|e| self.is_of_play(e)) {
            return false;
        }
        let then = self.before(index);
        then.is_ok_and(|then| {
            then.line.moves() == self.line.moves()
                && then.draw_offer == self.draw_offer
                && then.proposal == self.proposal
                && then.status == self.status
        })
    }

    /// Whether an entry moves, offers, proposes or ends something, or lets play stand still or
    /// go on; or takes one of these out of the record.
    fn is_of_play(&self, entry: &Recorded) -> bool {
        let taken_out = || {
            let all = entry.event.supersedes().iter();
            let mut found = all.filter_map(|id| self.entries.iter().find(|e| e.id == *id));
            found.any(|e| self.is_of_play(e))
        };
        match &entry.event {
            Event::MovePlayed { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::VariantProposed { .. }
            | Event::TimeExceeded { .. }
            | Event::NoticeAnnulled { .. }
            | Event::Paused { .. }
            | Event::Resumed { .. }
            | Event::Ended { .. }
            | Event::Reopened { .. }
            | Event::AdjudicationOpened { .. } => true,
            _ => taken_out(),
        }
    }

    /// The first entry that does not fit the others once more of them count no more;
    /// `None` where all fit. One that follows upon something in the record as it is has to
    /// follow upon it in the record as it will be: nothing is taken away from under it.
    pub fn misfit(&self, without: &[EventId]) -> Option<&Recorded> {
        // What names others (a void, a revocation) may count again, and they then no more.
        let mut rest = self.entries.to_vec();
        rest.retain(|e| !without.contains(&e.id));
        let dead = superseded(&rest, &[]);
        let mut game = GameFile::new(self.facts.clone(), self.leave.clone()).ok()?;
        game.corrected.clone_from(&self.corrected);
        game.back_then.clone_from(&self.back_then);
        let mut was = game.clone();
        let mut changed = false;
        for entry in self.entries.iter() {
            let counted = self.counts(entry);
            let counts = !without.contains(&entry.id) && !dead.contains(&entry.id);
            changed |= counts != counted;
            let taken_away = || {
                let stands_on = |game: &GameFile| game.bears(&entry.event);
                changed
                    && (!game.admits(&entry.event)
                        || counted && stands_on(&was) && !stands_on(&game))
            };
            if counts && (taken_away() || game.effect(Some(entry.id), entry).is_err()) {
                return Some(entry);
            }
            if counted {
                was.effect(Some(entry.id), entry).ok()?;
            }
        }
        None
    }

    /// Whether there is in the game what an event stands on that is recorded without it
    /// too: an end by time on its overstep, an opinion on the question.
    fn bears(&self, event: &Event) -> bool {
        match event {
            Event::Ended { termination, .. } => match termination {
                Termination::Time => self.exceeded.is_some(),
                Termination::Silence => self.marks.silence,
                Termination::Adjudication => self.status == Status::Adjudication,
                _ => self.status != Status::Finished,
            },
            Event::OpinionGiven { .. } | Event::OpinionsClosed | Event::AppealVoted { .. } => {
                self.status == Status::Adjudication
            }
            Event::AdjudicationOpened { .. } => self.status != Status::Finished,
            _ => true,
        }
    }

    /// Whether an event can follow upon the game as it stands.
    fn admits(&self, event: &Event) -> bool {
        match event {
            Event::MovePlayed { .. }
            | Event::Faulty { .. }
            | Event::DrawOffered { .. }
            | Event::VariantProposed { .. }
            | Event::TimeExceeded { .. }
            | Event::Paused { .. } => self.status == Status::Active,
            Event::ClaimRejected { .. }
            | Event::ClockReset { .. }
            | Event::NoticeAnnulled { .. } => self.exceeded.is_some(),
            Event::Reopened { .. } | Event::AppealLodged { refused: None, .. } => {
                self.status == Status::Finished
            }
            Event::Resumed { .. } => self.status == Status::Paused,
            Event::Voided { ply, .. } => self.ply() + 1 == *ply,
            Event::DatesSet { ply, .. } | Event::CardShown { ply, .. } => *ply <= self.ply() + 1,
            _ => true,
        }
    }
}
