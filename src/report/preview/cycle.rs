//! A cycle before its stages have begun (26, mixed): what is known of each is shown as a
//! tournament's own preview shows it, and of the others from where their players will come.

use super::page::{parts, state, to_look_at};
use super::{Preview, Warning, document, public, warnings};
use crate::language::Language;
use crate::messages::Phrase;
use crate::report::document::{Block, Document, DocumentSection};
use crate::report::words::common;
use crate::time::Day;
use crate::tournament::stage::StageEntry;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What a preview of a cycle is made of.
#[derive(Clone, Debug)]
pub struct CyclePreview {
    /// The code.
    pub code: String,
    /// The name.
    pub name: String,
    /// The language.
    pub language: Language,
    /// Today, in the zone of its first stage.
    pub today: Day,
    /// Its stages in their order.
    pub stages: Vec<Preview>,
    /// Those of them that are over.
    pub over: BTreeSet<String>,
}

/// What is to begin.
#[derive(Clone, Debug)]
pub enum Planned {
    /// A tournament, or one stage of a cycle.
    Tournament(Box<Preview>),
    /// A cycle as a whole.
    Cycle(CyclePreview),
}

impl Planned {
    /// The whole preview, for the arbiter.
    pub fn document(&self, language: Language) -> Document {
        match self {
            Planned::Tournament(preview) => document(preview, language),
            Planned::Cycle(cycle) => cycle.whole(language, true),
        }
    }

    /// What players and visitors may see (31.1).
    pub fn public(&self, language: Language) -> Document {
        match self {
            Planned::Tournament(preview) => public(preview, language),
            Planned::Cycle(cycle) => cycle.whole(language, false),
        }
    }

    /// What strikes the eye before a start, the worst first.
    pub fn to_look_at(&self, language: Language) -> Vec<String> {
        match self {
            Planned::Tournament(preview) => to_look_at(preview, language),
            Planned::Cycle(cycle) => cycle.to_look_at(language),
        }
    }

    /// For programs.
    pub fn json(&self) -> Value {
        match self {
            Planned::Tournament(preview) => preview.json(),
            Planned::Cycle(cycle) => cycle.json(),
        }
    }

    /// The language of its letters.
    pub fn language(&self) -> Language {
        match self {
            Planned::Tournament(preview) => preview.language,
            Planned::Cycle(cycle) => cycle.language,
        }
    }

    /// What a start would begin now: the tournament, or the stages whose players are known.
    pub fn beginning(&self) -> Vec<&Preview> {
        let all = match self {
            Planned::Tournament(preview) => std::slice::from_ref(&**preview),
            Planned::Cycle(cycle) => cycle.stages.as_slice(),
        };
        let begins = |p: &&Preview| !p.started && !p.is_open();
        all.iter().filter(begins).collect()
    }
}

impl CyclePreview {
    fn whole(&self, language: Language, for_arbiter: bool) -> Document {
        let day = common::date(language, self.today);
        let mut whole = Document::new(language, format!("{} ({})", self.name, self.code))
            .with_subtitle(Phrase("common.as-of").fill(language, &[("day", &day)]));
        if for_arbiter && self.stages.iter().any(|stage| !stage.started) {
            let title = Phrase("preview.look").say(language);
            let mut section = DocumentSection::new(title).anchored("look");
            let found = self.to_look_at(language);
            match found.is_empty() {
                true => section.paragraph(Phrase("preview.nothing").say(language)),
                false => section.block(Block::List(found)),
            };
            whole.push(section);
        }
        for stage in &self.stages {
            let title = format!("{} ({})", stage.name, stage.code);
            let mut section = DocumentSection::new(title).anchored(&stage.code);
            section.paragraph(state(stage).say(language));
            for part in parts(stage, language, for_arbiter) {
                if part.blocks.is_empty() {
                    continue;
                }
                section.heading(part.title);
                for block in part.blocks {
                    section.block(block);
                }
            }
            whole.push(section);
        }
        whole
    }

    /// For programs: each stage as its own preview has it.
    fn json(&self) -> Value {
        let stage = |preview: &Preview| {
            let entry = preview.stage.as_ref();
            json!({
                "code": preview.code, "name": preview.name, "open": preview.is_open(),
                "from": entry.map(|e| &e.from), "carry": entry.is_some_and(|e| e.carry),
                "dated": preview.has_day(), "preview": preview.json(),
            })
        };
        let stages: Vec<Value> = self.stages.iter().map(stage).collect();
        json!({
            "cycle": self.code, "name": self.name, "stages": stages,
            "warnings": self.to_look_at(Language::En),
        })
    }

    /// What strikes the eye: of the cycle first, then what strikes it in every stage that is
    /// to begin, said once, then what does in one.
    fn to_look_at(&self, language: Language) -> Vec<String> {
        let planned: Vec<(&str, Vec<Warning>)> = self
            .stages
            .iter()
            .filter(|stage| !stage.started)
            .map(|stage| (stage.code.as_str(), warnings(stage)))
            .collect();
        let in_all = |warning: &Warning| {
            planned.len() > 1 && planned.iter().all(|(_, found)| found.contains(warning))
        };
        let mut said: Vec<String> = self.warnings().iter().map(|w| w.say(language)).collect();
        let first = planned.iter().take(1).flat_map(|(_, found)| found);
        said.extend(first.filter(|w| in_all(w)).map(|w| w.say(language)));
        for (code, found) in &planned {
            for warning in found.iter().filter(|w| !in_all(w)) {
                said.push(format!("{code}: {}", warning.say(language)));
            }
        }
        said
    }

    /// What concerns the cycle as a whole.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut found = Vec::new();
        self.days(&mut found);
        self.places(&mut found);
        self.entered_twice(&mut found);
        found
    }

    fn waiting(&self) -> impl Iterator<Item = (&Preview, &StageEntry)> {
        let open = self.stages.iter().filter(|stage| stage.is_open());
        open.filter_map(|stage| Some((stage, stage.stage.as_ref()?)))
    }

    /// A stage that begins by itself has its field by then only where those before are over.
    fn days(&self, found: &mut Vec<Warning>) {
        for (stage, entry) in self.waiting().filter(|(_, entry)| entry.dated) {
            for from in &entry.from {
                let Some(before) = self.stages.iter().find(|s| s.code == from.stage) else {
                    continue;
                };
                if self.over.contains(&before.code) {
                    continue;
                }
                let end = before.end.unwrap_or(before.start);
                if stage.start <= end {
                    found.push(Warning::StageTooEarly {
                        stage: stage.code.clone(),
                        start: stage.start,
                        before: before.code.clone(),
                        end,
                    });
                } else if before.end.is_none() {
                    found.push(Warning::NoEndBefore {
                        stage: stage.code.clone(),
                        before: before.code.clone(),
                    });
                }
            }
        }
    }

    /// Who goes on from a place goes on once, and nobody is passed over by chance.
    fn places(&self, found: &mut Vec<Warning>) {
        let mut taken: BTreeMap<&str, BTreeMap<u32, &str>> = BTreeMap::new();
        for (stage, entry) in self.waiting() {
            for from in &entry.from {
                let of = taken.entry(&from.stage).or_default();
                let mut twice: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
                for place in &from.places {
                    if let Some(other) = of.insert(*place, &stage.code) {
                        twice.entry(other).or_default().push(*place);
                    }
                }
                for (other, places) in twice {
                    found.push(Warning::PlacesTwice {
                        source: from.stage.clone(),
                        places,
                        stages: format!("{other}, {}", stage.code),
                    });
                }
            }
        }
        for (source, of) in taken {
            let last = of.last_key_value().map_or(0, |(place, _)| *place);
            let left_out: Vec<u32> = (1..last).filter(|place| !of.contains_key(place)).collect();
            if !left_out.is_empty() {
                found.push(Warning::PlacesLeftOut {
                    source: source.to_owned(),
                    places: left_out,
                });
            }
        }
    }

    /// Whoever the file enters in two stages may come through into a third twice.
    fn entered_twice(&self, found: &mut Vec<Warning>) {
        let mut of: BTreeMap<i64, (&str, Vec<&str>)> = BTreeMap::new();
        for stage in &self.stages {
            let entry = stage.stage.as_ref();
            let came = |number: u32| entry.is_some_and(|e| !e.came.is_empty() && number > e.seeded);
            for place in stage.players.iter().filter(|place| !came(place.number)) {
                if let Some(player) = &place.player {
                    let (_, stages) = of.entry(player.id.0).or_insert((&player.name, Vec::new()));
                    stages.push(&stage.code);
                }
            }
        }
        for (name, stages) in of.into_values().filter(|(_, stages)| stages.len() > 1) {
            found.push(Warning::InSeveralStages(name.to_owned(), stages.join(", ")));
        }
    }
}

#[cfg(test)]
#[path = "cycle_tests.rs"]
mod tests;
