//! A cycle as a whole (26, mixed): its stages with their tables, who comes into each and
//! from where.

use super::document::{Document, DocumentSection};
use super::table::{self, TableInput, bracket_table, cross_table, team_table};
use crate::language::Language;
use crate::messages::Phrase;
use crate::report::words::common::date;
use crate::time::Day;
use crate::tournament::stage::{Promoted, StageEntry};
use serde_json::{Value, json};

/// A cycle with its stages in their order.
#[derive(Clone, Debug)]
pub struct CycleInput {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// The day of the report.
    pub today: Day,
    /// Its stages.
    pub stages: Vec<StageInput>,
}

/// A stage of it.
#[derive(Clone, Debug)]
pub struct StageInput {
    /// What it is in the cycle.
    pub entry: StageEntry,
    /// It has begun.
    pub begun: bool,
    /// Its table.
    pub table: TableInput,
}

impl CycleInput {
    /// Who came from a stage, and into which: in the order of the stages and their numbers.
    fn gone_on<'a>(
        &'a self,
        from: &'a str,
    ) -> impl Iterator<Item = (&'a StageInput, &'a Promoted)> {
        self.stages.iter().flat_map(move |to| {
            let came = to.entry.came.iter().filter(move |one| one.stage == from);
            came.map(move |one| (to, one))
        })
    }
}

/// The whole of it as a document.
pub fn document(input: &CycleInput, language: Language) -> Document {
    let blanks = [("code", input.code.as_str()), ("name", &input.name)];
    let today = date(language, input.today);
    let mut document = Document::new(language, Phrase("table.title").fill(language, &blanks))
        .with_subtitle(Phrase("common.as-of").fill(language, &[("day", &today)]));
    for section in sections(input, language) {
        document.push(section);
    }
    document
}

/// A section a stage, for the document and for the site.
pub fn sections(input: &CycleInput, language: Language) -> Vec<DocumentSection> {
    let stages = input.stages.iter();
    stages
        .map(|stage| section(input, stage, language))
        .collect()
}

fn section(input: &CycleInput, stage: &StageInput, language: Language) -> DocumentSection {
    let of = &stage.table;
    let mut section = DocumentSection::new(&of.name).anchored(&of.code);
    if !stage.entry.from.is_empty() {
        section.paragraph(stage_sources(&stage.entry, language));
    }
    if stage.entry.is_open() {
        section.paragraph(Phrase("cycle.not-known").say(language));
        return section;
    }
    if !stage.begun {
        section.paragraph(Phrase("cycle.not-begun").say(language));
    }
    if let Some(bracket) = bracket_table(of, language) {
        section.table(bracket);
    }
    if let Some(teams) = team_table(of, language) {
        section.table(teams);
    }
    section.table(cross_table(of, &of.standings(), language));
    for to in &input.stages {
        let names: Vec<&str> = input
            .gone_on(&of.code)
            .filter(|(into, _)| into.table.code == to.table.code)
            .map(|(_, one)| unit_name(of, one.was))
            .collect();
        if !names.is_empty() {
            let blanks = [("stage", &*to.table.name), ("names", &names.join(", "))];
            section.paragraph(Phrase("cycle.go-on").fill(language, &blanks));
        }
    }
    section
}

/// Which places of which stages come into one.
pub(super) fn stage_sources(stage: &StageEntry, language: Language) -> String {
    let sources: Vec<String> = stage
        .from
        .iter()
        .map(|from| {
            let places: Vec<String> = from.places.iter().map(u32::to_string).collect();
            let blanks = [("stage", &*from.stage), ("places", &places.join(", "))];
            Phrase("cycle.places").fill(language, &blanks)
        })
        .collect();
    Phrase("cycle.come-in").fill(language, &[("from", &sources.join("; "))])
}

/// The name of a team, or of a player where no teams play.
fn unit_name(input: &TableInput, number: u32) -> &str {
    let at = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
    let team = at.and_then(|at| input.teams.get(at));
    team.map_or_else(|| input.name_of(number), |team| team.name.as_str())
}

/// The whole of it as JSON: each stage as its own report has it, and who came into it.
pub fn json(input: &CycleInput) -> Value {
    let stage = |stage: &StageInput| {
        json!({
            "code": stage.table.code, "name": stage.table.name, "from": stage.entry.from,
            "carry": stage.entry.carry, "came": stage.entry.came, "begun": stage.begun,
            "report": table::json(&stage.table),
        })
    };
    let stages: Vec<Value> = input.stages.iter().map(stage).collect();
    json!({"cycle": input.code, "name": input.name, "stages": stages})
}
