//! A game on one page: who plays, how it stands, the board, the clocks, the moves,
//! and article 60's schedule with every date.

use super::super::document::{Column, Document, DocumentSection, Figure, Picture, Table};
use super::super::game_view::{clock, running};
use super::super::player57::{due, state};
use super::super::words::common::{date, side as side_name};
use super::schedule::schedule_document;
use super::{algebraic, overstepped, svg};
use crate::chess::Side;
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::{GameFile, Status};
use crate::time::Instant;
use std::fmt::Write;

/// The game as a document in a language, as of an hour.
pub fn sheet(game: &GameFile, language: Language, now: Instant) -> Document {
    let facts = &game.facts;
    let today = facts.zone.day(now);
    let players = format!(
        "{} - {}",
        game.player(Side::White).name,
        game.player(Side::Black).name
    );
    let as_of = Phrase("common.as-of");
    let mut document = Document::new(language, players)
        .with_subtitle(format!("{}, {}", facts.name, facts.tournament_name))
        .with_subtitle(as_of.fill(language, &[("day", &date(language, today))]));

    let mut section = DocumentSection::untitled();
    section.facts(facts_of(game, language, now));
    let board = Figure {
        picture: Picture::Svg(svg(game.line.position(), Side::White)),
        caption: last_move(game, language),
        text: String::new(),
        wide: false,
    };
    section.figures("", vec![board]);
    document.push(section);

    let mut section = DocumentSection::new(Phrase("paper.clocks").say(language)).anchored("clocks");
    section.table(clocks(game, language, now));
    document.push(section);

    let moves = moves(game);
    if !moves.is_empty() {
        let mut section =
            DocumentSection::new(Phrase("paper.moves").say(language)).anchored("moves");
        section.paragraph(moves);
        document.push(section);
    }
    let schedule = schedule_document(game, language);
    for mut part in schedule.sections {
        part.title = Phrase("forms.schedule").say(language).to_owned();
        part.anchor = "schedule".to_owned();
        document.push(part);
    }
    document
}

fn facts_of(game: &GameFile, language: Language, now: Instant) -> Vec<(String, String)> {
    let facts = &game.facts;
    let player = |side: Side| {
        let player = game.player(side);
        let rating = player.rating.map(|r| format!(", {r}"));
        format!("{}{}", player.name, rating.unwrap_or_default())
    };
    let days = facts.regulations.days_per_period.to_string();
    let moves = facts.regulations.moves_per_period.to_string();
    let control = Phrase("paper.days-for-moves")
        .fill(language, &[("days", days.as_str()), ("moves", &moves)]);
    let mut stands = state(game, game.moment(now)).1.say(language).to_owned();
    if game.status == Status::Active {
        let _ = write!(stands, "; {}", due(game, language));
    }
    if let Some(result) = game.result {
        let _ = write!(stands, ", {}", result.code.text());
    }
    let own = |text: &str| text.to_owned();
    vec![
        (
            own(Phrase("colour-title.white").say(language)),
            player(Side::White),
        ),
        (
            own(Phrase("colour-title.black").say(language)),
            player(Side::Black),
        ),
        (
            own(Phrase("paper.round").say(language)),
            format!("{}, {}", facts.round, facts.board),
        ),
        (
            own(Phrase("paper.start").say(language)),
            date(language, facts.start),
        ),
        (own(Phrase("paper.control").say(language)), control),
        (own(Phrase("paper.state").say(language)), stands),
    ]
}

/// The last move, below the board.
fn last_move(game: &GameFile, language: Language) -> String {
    match game.moves.last() {
        Some(mv) => format!(
            "{}{} {} ({}), {}",
            mv.number,
            mv.side.dots(),
            mv.san,
            mv.numeric,
            date(language, mv.sent)
        ),
        None => Phrase("paper.on-move").say(language).to_owned(),
    }
}

fn clocks(game: &GameFile, language: Language, now: Instant) -> Table {
    let mut table = Table::new(
        "clocks",
        [
            Column::left("").key(),
            Column::right(Phrase("paper.moves").say(language)),
            Column::right(Phrase("paper.used").say(language)),
            Column::right(Phrase("paper.of-them-penalty").say(language)),
            Column::right(Phrase("paper.limit").say(language)),
            Column::right(Phrase("paper.left").say(language)),
            Column::left(Phrase("paper.last-day").say(language)),
        ],
    );
    let running = running(game, now);
    for side in Side::BOTH {
        let view = clock(game, side, game.moment(now));
        let last = running.filter(|r| r.side == side && !r.expected);
        let row = table.row([
            side_name(language, side).to_owned(),
            view.moves.to_string(),
            view.total.to_string(),
            view.penalty.to_string(),
            view.limit.to_string(),
            view.left.to_string(),
            last.map_or_else(String::new, |r| date(language, r.last_day)),
        ]);
        if overstepped(game, side, game.moment(now)) {
            row.tone = super::super::document::Tone::Loud;
        }
    }
    table
}

/// The moves with their numbers, in English letters as in PGN, and the result.
fn moves(game: &GameFile) -> String {
    let mut text = algebraic(game, Language::En).replace('\u{a0}', " ");
    if let Some(result) = game.result {
        let _ = write!(text, " {}", result.code.text());
    }
    text
}
