//! Entries whose dates a wrong clock made: they stay in the record as they are, and the
//! game is folded with the corrected ones.

use super::{GameFile, RecordError};
use crate::ids::EventId;
use crate::record::event::{Corrected, Entry, Event, Recorded};
use std::collections::{BTreeMap, BTreeSet};

/// What counts instead of entries, by their numbers. Of two corrections the later stands.
pub(super) fn corrected(
    entries: &[Recorded],
    fresh: &[Entry],
    dead: &BTreeSet<EventId>,
) -> BTreeMap<EventId, Event> {
    let mut all = BTreeMap::new();
    let counting = entries.iter().filter(|e| !dead.contains(&e.id));
    for entry in counting.map(|e| &e.entry).chain(fresh) {
        if let Event::Redated { instead, .. } = &entry.event {
            let these = instead.iter().map(|c| (c.entry, (*c.event).clone()));
            all.extend(these);
        }
    }
    all
}

impl GameFile {
    /// An entry's event as it counts: with the dates that were set right later.
    pub fn event_of<'e>(&'e self, entry: &'e Recorded) -> &'e Event {
        self.corrected.get(&entry.id).unwrap_or(&entry.event)
    }

    /// Goes through the record twice at once, as it stands and as it would be with what
    /// `correct` puts in place of entries: it is given the game before an entry as it was
    /// and as it is with the corrections so far, and the event as it counts now.
    pub fn corrections(
        &self,
        mut correct: impl FnMut(&GameFile, &GameFile, (&Recorded, &Event)) -> Option<Event>,
    ) -> Result<Vec<Corrected>, RecordError> {
        let mut was = GameFile::new(self.facts.clone(), self.leave.clone())?;
        was.corrected.clone_from(&self.corrected);
        was.back_then.clone_from(&self.back_then);
        let mut is = was.clone();
        let mut all = Vec::new();
        for entry in self.standing_recorded() {
            if let Some(event) = correct(&was, &is, (entry, self.event_of(entry))) {
                is.corrected.insert(entry.id, event.clone());
                all.push(Corrected {
                    entry: entry.id,
                    event: Box::new(event),
                });
            }
            was.effect(Some(entry.id), entry)?;
            is.effect(Some(entry.id), entry)?;
        }
        Ok(all)
    }
}
