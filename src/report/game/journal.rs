//! The journal of a game: its whole story in words, each entry with its day, its
//! article and what brought it about, so that a decision can be defended years later.

use super::cards::{CardDates, card_dates};
use super::form::leave;
use crate::arbiter::notice::HoursTold;
use crate::arbiter::series;
use crate::chess::Side;
use crate::language::Language;
use crate::messages::{self, Phrase, say};
use crate::record::{CardAbout, Cause, Entry, Event, GameFile, Recorded, ShownCard};
use crate::report::document::{Cell, Column, Document, DocumentSection, Table, Tone};
use crate::report::matters::happened;
use crate::report::words::common::{capital, date};
use crate::report::words::matters as matter_words;
use crate::time::Day;
use serde::Serialize;

/// The journal in a language. Days are of the tournament's zone. `reader`: the side whose player
/// reads it, who is shown nothing that waits between his opponent and the arbiter; else all is.
pub fn journal(game: &GameFile, language: Language, today: Day, reader: Option<Side>) -> Document {
    let facts = &game.facts;
    let name = facts.name.to_string();
    let players = [
        ("white", game.player(Side::White).name.as_str()),
        ("black", &game.player(Side::Black).name),
        ("tournament", &facts.tournament_name),
    ];
    let mut document = Document::new(
        language,
        Phrase("journal.title").fill(language, &[("game", &name)]),
    )
    .with_subtitle(Phrase("journal.players").fill(language, &players))
    .with_subtitle(Phrase("common.as-of").fill(language, &[("day", &date(language, today))]));
    let mut table = Table::new(
        "journal",
        [
            Column::right(Phrase("common.number").say(language)),
            Column::left(Phrase("common.date-title").say(language)),
            Column::left(Phrase("common.article").say(language)),
            Column::left(Phrase("journal.cause").say(language)),
            Column::left(Phrase("journal.what").say(language))
                .key()
                .wrapping(),
        ],
    )
    .in_cards();
    // What an entry says of a move holds of the game as it stood then: dates that were set,
    // and moves that were voided since, are entries of their own.
    let mut then = GameFile::new(game.facts.clone(), game.leave.clone()).ok();
    for entry in game.entries.iter() {
        let day = facts.zone.day(entry.at);
        then = then.and_then(|mut then| then.extend(entry.clone()).ok().map(|()| then));
        if reader.is_some_and(|side| is_kept_from(game, side, entry)) {
            continue;
        }
        let mut told = told((game, then.as_ref().unwrap_or(game)), entry, language);
        if let Some(note) = remark(game, entry, language) {
            told.push_str(&format!(" ({note})"));
        }
        if !game.counts(entry) {
            told.push_str(&format!(" – {}", Phrase("journal.no-more").say(language)));
        }
        let row = table.row([
            Cell::new(entry.id.to_string()),
            Cell::new(date(language, day)).value(day.to_string()),
            Cell::new(entry.grounds.clone().unwrap_or_default()),
            Cell::new(cause(entry, language)),
            Cell::new(told),
        ]);
        row.tone = match &entry.event {
            // What the post does is the clock's evidence, and no part of the story.
            Event::LetterLeft { .. }
            | Event::LetterDelayed { .. }
            | Event::StopEnded { .. }
            | Event::GreetingPassed { .. } => Tone::Quiet,
            _ => Tone::Plain,
        };
    }
    table.note(Phrase("journal.about-causes").say(language));
    let mut section = DocumentSection::untitled();
    section.table(table);
    section.facts(leaves(game, language));
    document.push(section);
    document
}

/// Whether an entry is between the opponent and the arbiter alone, as far as the game has got:
/// an opinion is shown when both are in, or their term is over (56.9.4).
fn is_kept_from(game: &GameFile, reader: Side, entry: &Recorded) -> bool {
    let of_other = |side: Side| side != reader;
    match &entry.event {
        Event::OpinionGiven { side, .. } => of_other(*side) && !game.opinions_are_shown(),
        Event::MatterOpened(opened) => opened.side.is_some_and(of_other),
        Event::Greeted { side, .. }
        | Event::GreetingPassed { side, .. }
        | Event::Protested { side, .. }
        | Event::RulingProtested { side, .. } => of_other(*side),
        _ => false,
    }
}

/// Leave is of a player, not of a game; but it explains his days.
fn leaves(game: &GameFile, language: Language) -> Vec<(String, String)> {
    let w = |key| say(language, key);
    [
        (w("forms.white-leave"), Side::White),
        (w("forms.black-leave"), Side::Black),
    ]
    .into_iter()
    .map(|(title, side)| (title.to_owned(), leave(game, side)))
    .filter(|(_, leave)| !leave.is_empty())
    .collect()
}

/// What stands beside an entry: the arbiter's reason, or what opened a matter.
fn remark(game: &GameFile, entry: &Recorded, language: Language) -> Option<String> {
    let note = match &entry.event {
        Event::MatterOpened(opened) if entry.note.is_empty() => {
            matter_words::told(language, &happened::of_entry(game, entry, opened))
        }
        _ => entry.note.clone(),
    };
    (!note.is_empty()).then_some(note)
}

fn cause(entry: &Recorded, language: Language) -> String {
    let number = |n: String| Phrase("journal.by-order").fill(language, &[("n", &n)]);
    match entry.cause {
        Cause::Letter(letter) => {
            Phrase("journal.by-letter").fill(language, &[("n", &letter.to_string())])
        }
        Cause::Tick => Phrase("journal.by-clock").say(language).to_owned(),
        Cause::Post => Phrase("journal.by-post").say(language).to_owned(),
        Cause::Card => Phrase("journal.by-card").say(language).to_owned(),
        Cause::Web => Phrase("journal.by-web").say(language).to_owned(),
        Cause::Order => number(entry.id.to_string()),
        Cause::OrderWeb => {
            let number = entry.id.to_string();
            Phrase("journal.by-order-web").fill(language, &[("n", &number)])
        }
        Cause::Decision(first) => number(first.to_string()),
        Cause::OrderLetter(letter) => {
            let blanks = [
                ("n", &*entry.id.to_string()),
                ("letter", &letter.to_string()),
            ];
            Phrase("journal.by-order-letter").fill(language, &blanks)
        }
    }
}

/// What an entry says: its own facts, and those that the game knows beside them, as it is
/// and as it stood `then`.
fn told((game, then): (&GameFile, &GameFile), entry: &Entry, language: Language) -> String {
    let beside = match &entry.event {
        Event::MovePlayed { ply, uci, .. } => KnownOfEntry {
            mv: played(then, *ply, uci, language),
            ..KnownOfEntry::default()
        },
        Event::HoursGiven { hours, .. } => KnownOfEntry {
            hours: Some(HoursTold::of(*hours, game.facts.zone)),
            ..KnownOfEntry::default()
        },
        Event::Faulty { ply, .. } => KnownOfEntry {
            side: Some(game.side_of_ply(*ply)),
            ..KnownOfEntry::default()
        },
        Event::CardShown {
            about, ply, card, ..
        } => KnownOfEntry {
            mv: corrected(then, *about, *ply, language),
            dates: Some(card_dates(game, *about, *ply, card)),
            ..KnownOfEntry::default()
        },
        Event::MatterOpened(opened) => KnownOfEntry {
            name: Some(matter_words::name(language, &opened.matter)),
            ..KnownOfEntry::default()
        },
        Event::VariantProposed {
            ply, line, others, ..
        } => KnownOfEntry {
            series: proposed(game, *ply, [line].into_iter().chain(others), language),
            ..KnownOfEntry::default()
        },
        _ => KnownOfEntry::default(),
    };
    let told = messages::entry(language, "recorded", &entry.event, &beside);
    capital(&told.unwrap_or_default())
}

/// What the game knows of an entry.
#[derive(Default, Serialize)]
struct KnownOfEntry {
    /// The move as it stands in the game.
    mv: Option<MoveInGame>,
    /// The branches of a series, in both notations.
    series: Option<Vec<String>>,
    /// Whose half-move it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    /// What a matter is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// A stretch to the second, by the tournament's hours.
    #[serde(flatten)]
    hours: Option<HoursTold>,
    /// The dates of a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    dates: Option<CardDates>,
}

/// A move with its dates and days.
#[derive(Serialize)]
struct MoveInGame {
    label: String,
    received: Day,
    sent: Day,
    days: i64,
    total: i64,
    variant: bool,
}

/// A move as it stands in the game; none where it is not in it.
fn played(game: &GameFile, ply: u32, uci: &str, language: Language) -> Option<MoveInGame> {
    let index = usize::try_from(ply).unwrap_or(0).wrapping_sub(1);
    let mv = game.moves.get(index).filter(|m| m.uci == uci)?;
    let san = game
        .line
        .position_at(index)
        .zip(game.line.moves().get(index))
        .map_or_else(|| mv.san.to_string(), |(p, m)| p.san_in(*m, language));
    Some(MoveInGame {
        label: format!("{}{} {san} ({})", mv.number, mv.side.dots(), mv.numeric),
        received: mv.received,
        sent: mv.sent,
        days: mv.days,
        total: mv.total,
        variant: mv.variant,
    })
}

/// A move whose card is entered once more, with its days as they are by that one.
fn corrected(
    then: &GameFile,
    about: CardAbout,
    ply: u32,
    language: Language,
) -> Option<MoveInGame> {
    let same = |card: &&ShownCard| card.about == CardAbout::Move && card.ply == ply;
    let again = about == CardAbout::Move && then.cards.iter().filter(same).count() > 1;
    let index = usize::try_from(ply).ok()?.checked_sub(1)?;
    let mv = then.moves.get(index).filter(|_| again)?;
    played(then, ply, &mv.uci, language)
}

/// The branches of a series where it was proposed; none where its position was taken out
/// of the game since.
fn proposed<'e>(
    game: &GameFile,
    ply: u32,
    branches: impl Iterator<Item = &'e Vec<String>>,
    language: Language,
) -> Option<Vec<String>> {
    let position = game.line.position_at(usize::try_from(ply).ok()?)?;
    branches
        .map(|line| series::in_both(position, line, language))
        .collect()
}
