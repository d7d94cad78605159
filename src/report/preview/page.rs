//! A preview as a document. What the arbiter has to look at comes first; the
//! public part is what players may see: no addresses, no warnings.

use super::{Entrant, PlannedChange, Preview, warnings};
use crate::chess::Side;
use crate::language::Language;
use crate::messages::{Phrase, word};
use crate::record::Official;
use crate::report::cycle::stage_sources;
use crate::report::document::{Align, Block, Cell, Column, Document, DocumentSection, Table, Tone};
use crate::report::words::{announced, common, regulations};
use crate::time::Zone;
use std::collections::BTreeMap;

/// The whole preview, for the arbiter.
pub fn document(preview: &Preview, language: Language) -> Document {
    let mut document = head(preview, language);
    if !preview.started {
        let mut section =
            DocumentSection::new(Phrase("preview.look").say(language)).anchored("look");
        let found = to_look_at(preview, language);
        match found.is_empty() {
            true => section.paragraph(Phrase("preview.nothing").say(language)),
            false => section.block(Block::List(found)),
        };
        document.push(section);
    }
    for part in parts(preview, language, true) {
        document.push(part);
    }
    document
}

/// What strikes the eye of who is about to start it.
pub(super) fn to_look_at(preview: &Preview, language: Language) -> Vec<String> {
    warnings(preview).iter().map(|f| f.say(language)).collect()
}

/// What players and visitors may see (31.1).
pub fn public(preview: &Preview, language: Language) -> Document {
    let mut document = head(preview, language);
    for part in parts(preview, language, false) {
        document.push(part);
    }
    document
}

fn head(preview: &Preview, language: Language) -> Document {
    let title = format!("{} ({})", preview.name, preview.code);
    let day = common::date(language, preview.today);
    let as_of = Phrase("common.as-of").fill(language, &[("day", &day)]);
    Document::new(language, title)
        .with_subtitle(state(preview).say(language))
        .with_subtitle(as_of)
}

/// How far it is.
pub(super) fn state(preview: &Preview) -> Phrase {
    match preview.started {
        true => Phrase("preview.started"),
        false => Phrase("preview.planned"),
    }
}

/// Its parts in their order; for the arbiter with addresses, and with what was changed.
pub(super) fn parts(
    preview: &Preview,
    language: Language,
    for_arbiter: bool,
) -> Vec<DocumentSection> {
    let part = |title: Phrase, anchor| DocumentSection::new(title.say(language)).anchored(anchor);
    let mut coming = part(Phrase("preview.coming"), "coming");
    for sentence in who_comes(preview, language) {
        coming.paragraph(sentence);
    }
    let mut list = part(Phrase("preview.start-list"), "list");
    list.table(start_list(preview, language, for_arbiter));
    let mut pairs = part(Phrase("preview.pairings"), "pairings");
    pairs.table(pairings(preview, language));
    let mut otherwise = part(Phrase("preview.otherwise"), "otherwise");
    let differing = regulations::differing(&preview.regulations, preview.profile, language);
    // The order of tie-breaks stands among the terms.
    let order = regulations::tie_breaks(&preview.regulations, preview.profile, language);
    let lines: Vec<String> = differing
        .iter()
        .filter(|s| s.text != order.text)
        .cloned()
        .map(with_article)
        .collect();
    if differing.is_empty() {
        otherwise.paragraph(Phrase("preview.as-article").say(language));
    } else if !lines.is_empty() {
        otherwise.block(Block::List(lines));
    }
    let terms = terms(preview, language, for_arbiter);
    let mut parts = vec![coming, list, pairs, terms, otherwise];
    if for_arbiter {
        let mut changes = part(Phrase("preview.changes"), "changes");
        changes.table(change_table(&preview.changes, preview.zone, language));
        parts.push(changes);
    }
    parts
}

/// Who comes into a stage from others, and when; nothing of a tournament without any.
fn who_comes(preview: &Preview, language: Language) -> Vec<String> {
    let Some(stage) = preview.stage.as_ref().filter(|s| !s.from.is_empty()) else {
        return Vec::new();
    };
    let mut said = vec![stage_sources(stage, language)];
    if stage.is_open() {
        said.push(Phrase("preview.field-day").say(language).to_owned());
    }
    if stage.carry {
        said.push(Phrase("preview.carries").say(language).to_owned());
    }
    if !preview.started {
        let day = common::date(language, preview.start);
        said.push(match stage.dated && preview.start > preview.today {
            true => Phrase("preview.begins-on").fill(language, &[("day", &day)]),
            false => Phrase("preview.begins-by-word").fill(language, &[("code", &preview.code)]),
        });
    }
    said
}

fn with_article(sentence: regulations::RegulationSentence) -> String {
    match sentence.articles.as_str() {
        "" => sentence.text,
        articles => format!("{} ({articles})", sentence.text),
    }
}

fn column(title: Phrase, language: Language, align: Align) -> Column {
    Column {
        title: title.say(language).to_owned(),
        align,
        ..Column::default()
    }
}

fn start_list(preview: &Preview, language: Language, addresses: bool) -> Table {
    let say = |title, align| column(title, language, align);
    let mut columns = vec![
        say(Phrase("common.number"), Align::Right),
        Column {
            is_key: true,
            ..say(Phrase("common.player"), Align::Left)
        },
        say(Phrase("common.rating"), Align::Right),
        say(Phrase("preview.federation"), Align::Left),
        say(Phrase("preview.whites"), Align::Right),
        say(Phrase("preview.blacks"), Align::Right),
    ];
    if addresses {
        columns.push(say(Phrase("preview.language"), Align::Left));
        columns.push(say(Phrase("preview.address"), Align::Left));
    }
    let mut table = Table::new("start-list", columns);
    for place in &preview.players {
        let number = place.number.to_string();
        let Some(player) = &place.player else {
            let row = table.row([number, Phrase("preview.free").say(language).to_owned()]);
            row.tone = Tone::Quiet;
            continue;
        };
        let mut cells = vec![
            number,
            player.name.clone(),
            player.rating.map_or(String::new(), |r| r.to_string()),
            player.federation.clone().unwrap_or_default(),
            preview.games_with(place.number, Side::White).to_string(),
            preview.games_with(place.number, Side::Black).to_string(),
        ];
        if addresses {
            cells.push(player.language.code().to_owned());
            cells.push(player.reach.to_string());
        }
        table.row(cells);
    }
    table
}

fn pairings(preview: &Preview, language: Language) -> Table {
    let say = |title, align| column(title, language, align);
    let mut columns = vec![
        say(Phrase("preview.round"), Align::Right),
        Column {
            is_key: true,
            ..say(Phrase("common.game"), Align::Left)
        },
        say(Phrase("colour-title.white"), Align::Left),
        say(Phrase("colour-title.black"), Align::Left),
    ];
    if preview.games.iter().any(|g| g.array.is_some()) {
        columns.push(say(Phrase("preview.array"), Align::Left));
    }
    let mut table = Table::new("pairings", columns);
    let name = |number: u32| {
        let name = preview.player(number).map_or("", |p: &Entrant| &p.name);
        format!("{number} {name}")
    };
    let mut rounds: BTreeMap<u32, u32> = BTreeMap::new();
    for game in &preview.games {
        // A round's number stands at its first game; a spreadsheet gets it for each.
        let first = rounds.insert(game.round, game.board).is_none();
        let round = Cell {
            text: if first {
                game.round.to_string()
            } else {
                String::new()
            },
            value: Some(game.round.to_string()),
            ..Cell::default()
        };
        let mut cells = vec![
            round,
            Cell::from(game.name.clone()),
            Cell::from(name(game.white)),
            Cell::from(name(game.black)),
        ];
        if let Some(array) = &game.array {
            cells.push(Cell::from(format!("{} {}", array.number, array.pieces)));
        }
        table.row(cells);
    }
    table
}

fn terms(preview: &Preview, language: Language, addresses: bool) -> DocumentSection {
    let mut section = DocumentSection::new(Phrase("preview.terms").say(language)).anchored("terms");
    let person = |who: &Official| match addresses {
        true => format!("{} <{}>", who.name, who.email),
        false => who.name.clone(),
    };
    let article = preview.profile.way().article;
    let mut facts = vec![
        (
            Phrase("preview.rules"),
            Phrase("preview.by-article").fill(language, &[("article", article)]),
        ),
        (Phrase("preview.zone"), preview.zone.name().to_owned()),
        (Phrase("common.arbiter"), person(&preview.arbiter)),
    ];
    if let Some(end) = preview.end {
        facts.insert(0, (Phrase("preview.end"), common::date(language, end)));
    }
    if preview.has_day() {
        let start = common::date(language, preview.start);
        facts.insert(0, (Phrase("preview.start"), start));
    }
    if let Some(who) = &preview.appeals {
        facts.push((Phrase("preview.appeals"), person(who)));
    }
    if let Some(who) = &preview.adjudicator {
        facts.push((Phrase("preview.adjudicator"), person(who)));
    }
    if !preview.officials.is_empty() {
        let each = preview.officials.iter();
        let each =
            each.map(|o| format!("{} ({})", person(&o.who), word(language, "role", &o.role)));
        let each: Vec<String> = each.collect();
        facts.push((Phrase("preview.officials"), each.join("; ")));
    }
    let facts = facts
        .into_iter()
        .map(|(name, value)| (name.say(language).to_owned(), value))
        .collect();
    section.facts(facts);
    let order = regulations::tie_breaks(&preview.regulations, preview.profile, language);
    section.paragraph(with_article(order));
    let apart = announced::sentences(&preview.announced, preview.profile, language);
    for sentence in apart {
        section.paragraph(with_article(sentence));
    }
    section
}

/// Changes of a planned tournament, as listed.
pub(in crate::report) fn change_table(
    changes: &[PlannedChange],
    zone: Zone,
    language: Language,
) -> Table {
    let say = |title| column(title, language, Align::Left);
    let mut table = Table::new(
        "changes",
        [
            say(Phrase("common.date-title")),
            say(Phrase("preview.change")),
            say(Phrase("preview.who")),
            say(Phrase("common.reason")),
        ],
    );
    for change in changes {
        let day = common::date(language, zone.day(change.at));
        table.row([
            day,
            change.what.clone(),
            change.who.clone(),
            change.reason.clone(),
        ]);
    }
    table
}
