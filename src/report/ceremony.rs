//! The drawing of starting numbers by the Varma tables (31.10) as a page: what was in the
//! envelopes, who drew which, and the numbers.

use super::document::{Block, Column, Document, DocumentSection, Table};
use crate::language::Language;
use crate::messages::Phrase;
use crate::tournament::varma::{Ceremony, Drawer, Envelope};
use std::collections::BTreeMap;

/// The ceremony, with those who drew in the order in which they were given to it.
pub fn ceremony(
    ceremony: &Ceremony,
    drawers: &[Drawer],
    seed: &str,
    language: Language,
) -> Document {
    let page = CeremonyPage {
        ceremony,
        drawers,
        language,
    };
    let mut document = Document::new(language, page.say("ceremony.title"))
        .with_subtitle(page.say("ceremony.by"))
        .with_subtitle(Phrase("ceremony.seed").fill(language, &[("seed", seed)]));
    let mut section = DocumentSection::new(page.say("ceremony.envelopes")).anchored("envelopes");
    section.table(page.envelopes());
    document.push(section);
    let mut section = DocumentSection::new(page.say("ceremony.drawing")).anchored("drawing");
    section.paragraph(page.say("ceremony.order"));
    section.table(page.drawing());
    for group in ceremony.parted() {
        let of = group.federation.as_deref().unwrap_or_default();
        section.note(Phrase("ceremony.parted").fill(language, &[("federation", of)]));
    }
    document.push(section);
    let mut section = DocumentSection::new(page.say("ceremony.numbers")).anchored("numbers");
    section.table(page.numbers());
    let late = page.late();
    match late.is_empty() {
        true => section.paragraph(page.say("ceremony.apart")),
        false => section
            .paragraph(page.say("ceremony.late"))
            .block(Block::List(late)),
    };
    document.push(section);
    let mut section = DocumentSection::new(page.say("ceremony.again")).anchored("again");
    section.paragraph(page.say("ceremony.recipe"));
    document.push(section);
    document
}

struct CeremonyPage<'a> {
    ceremony: &'a Ceremony,
    drawers: &'a [Drawer],
    language: Language,
}

impl CeremonyPage<'_> {
    fn say(&self, key: &'static str) -> &'static str {
        Phrase(key).say(self.language)
    }

    fn name(&self, drawer: usize) -> String {
        let drawer = self.drawers.get(drawer);
        drawer.map(|d| d.name.clone()).unwrap_or_default()
    }

    fn envelopes(&self) -> Table {
        let mut table = Table::new(
            "envelopes",
            [
                Column::left(self.say("ceremony.envelope")),
                Column::left(self.say("ceremony.inside")).key(),
            ],
        );
        for Envelope { letter, numbers } in &self.ceremony.envelopes {
            let inside: Vec<String> = numbers.iter().map(u32::to_string).collect();
            table.row([letter.to_string(), inside.join(", ")]);
        }
        table
    }

    fn drawing(&self) -> Table {
        let mut table = Table::new(
            "drawing",
            [
                Column::left(self.say("common.federation")),
                Column::left(self.say("common.player")).key(),
                Column::left(self.say("ceremony.choice")),
                Column::left(self.say("ceremony.envelope")),
                Column::right(self.say("common.number")),
            ],
        );
        for group in &self.ceremony.groups {
            let choice: Vec<String> = group.fitting.iter().map(char::to_string).collect();
            for (at, draw) in group.draws.iter().enumerate() {
                // The first of a federation chooses for all of it.
                let choice = match at {
                    0 => choice.join(", "),
                    _ => String::new(),
                };
                table.row([
                    group.federation.clone().unwrap_or_default(),
                    self.name(draw.drawer),
                    choice,
                    draw.envelope.to_string(),
                    draw.number.to_string(),
                ]);
            }
        }
        table
    }

    fn numbers(&self) -> Table {
        let mut table = Table::new(
            "numbers",
            [
                Column::right(self.say("common.number")),
                Column::left(self.say("common.player")).key(),
                Column::left(self.say("common.federation")),
            ],
        );
        for (number, at) in (1_u32..).zip(self.ceremony.by_number()) {
            let federation = self.drawers.get(at).and_then(|d| d.federation.clone());
            table.row([
                number.to_string(),
                self.name(at),
                federation.unwrap_or_default(),
            ]);
        }
        table
    }

    /// Who meet late all the same, a line a pair.
    fn late(&self) -> Vec<String> {
        let mut by_round: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for ([one, other], round) in self.ceremony.late() {
            let shown = [
                ("one", self.name(one)),
                ("other", self.name(other)),
                ("round", round.to_string()),
            ];
            let shown: Vec<(&str, &str)> = shown.iter().map(|(k, v)| (*k, v.as_str())).collect();
            let line = Phrase("ceremony.meet").fill(self.language, &shown);
            by_round.entry(round).or_default().push(line);
        }
        by_round.into_values().flatten().collect()
    }
}
