//! Article 57: a player's report on his games in a tournament, in the form that
//! the rules print.

use super::document::{self, Block, Column, Document, DocumentSection, Table};
use super::width::IN_LETTERS;
use super::words::common::short_year;
use crate::chess::Side;
use crate::clock::Moment;
use crate::language::Language;
use crate::messages::{Phrase, say};
use crate::record::{GameFile, GamePlayer, Status};
use crate::time::Day;
use serde::Serialize;
use std::collections::BTreeSet;

/// A line of the report.
#[derive(Clone, Debug, Serialize)]
pub struct Line57 {
    /// `CODE/N`.
    pub game: String,
    /// The partner's name.
    pub partner: String,
    /// A letter for where the game stands: `n` not started, `w` waiting for the
    /// first move, `o` in play, `f` time over, `l` no contact, `p` interrupted,
    /// `j` with the adjudicator, `e` ended.
    pub state: char,
    /// Moves made.
    pub white_moves: usize,
    /// Moves made.
    pub black_moves: usize,
    /// Days, penalties included (56.4.1).
    pub white_days: i64,
    /// Days, penalties included.
    pub black_days: i64,
    /// When the partner's last move was received.
    pub received: Option<Day>,
    /// When the player's own last move was sent.
    pub sent: Option<Day>,
    /// Remarks.
    pub notes: Vec<String>,
}

/// The lines of a player's report on `games`, his games of one tournament in the
/// order of their numbers, with remarks in his language. Games he does not play are
/// left out.
pub fn lines57(player: &GamePlayer, games: &[&GameFile], today: Day) -> Vec<Line57> {
    let own = games
        .iter()
        .filter_map(|game| game.side_of(player.id).map(|side| (*game, side)));
    own.map(|(game, side)| {
        let made = |of: Side| game.moves.iter().filter(|m| m.side == of).count();
        let total = |of: Side| game.tally().sides.get(of).total;
        Line57 {
            game: game.facts.name.to_string(),
            partner: game.player(side.other()).name.clone(),
            state: state(game, today).0,
            white_moves: made(Side::White),
            black_moves: made(Side::Black),
            white_days: total(Side::White),
            black_days: total(Side::Black),
            received: last_received(game, side),
            sent: game.moves.iter().rfind(|m| m.side == side).map(|m| m.sent),
            notes: notes(game, player.language, today),
        }
    })
    .collect()
}

/// The report as a document, in the player's language; no wider in text than a letter.
pub fn document57(player: &GamePlayer, games: &[&GameFile], today: Day) -> Document {
    let language = player.language;
    let mut table = table57(language);
    let date = |day: Option<Day>| day.map_or_else(String::new, short_year);
    let mut letters = BTreeSet::new();
    for (line, number) in lines57(player, games, today).into_iter().zip(1u32..) {
        letters.insert(line.state);
        table.row([
            number.to_string(),
            line.partner,
            line.white_moves.to_string(),
            line.black_moves.to_string(),
            line.white_days.to_string(),
            line.black_days.to_string(),
            date(line.received),
            date(line.sent),
            format!("{} {}; {}", line.state, line.game, line.notes.join("; ")),
        ]);
    }
    let states: Vec<String> = STATES
        .iter()
        .filter(|(letter, _)| letters.contains(letter))
        .map(|(letter, phrase)| format!("{letter} {}", phrase.say(language)))
        .collect();
    if !states.is_empty() {
        let states = states.join(", ");
        table.note(Phrase("paper.states").fill(language, &[("states", &states)]));
    }
    of_table(player, games, &short_year(today), table)
}

/// The form as one that is filled in with a pen: the partners of the unfinished games with
/// the games' names, nothing that is reported, and rows to spare.
pub fn blank57(player: &GamePlayer, games: &[&GameFile]) -> Document {
    let mut table = table57(player.language).by_hand();
    let open = games.iter().filter(|g| g.status != Status::Finished);
    let own = open.filter_map(|game| game.side_of(player.id).map(|side| (game, side)));
    let told = own.map(|(game, side)| {
        let partner = game.player(side.other()).name.clone();
        (partner, game.facts.name.to_string())
    });
    let spare = (0..SPARE_ROWS).map(|_| (String::new(), String::new()));
    for ((partner, game), number) in told.chain(spare).zip(1u32..) {
        let mut row = vec![String::new(); table.columns.len()];
        let last = row.len() - 1;
        for (column, text) in [(0, number.to_string()), (1, partner), (last, game)] {
            if let Some(cell) = row.get_mut(column) {
                *cell = text;
            }
        }
        table.row(row);
    }
    of_table(player, games, NO_DAY, table)
}

/// Rows without a game in the form for the pen: for remarks that need more room, and for a
/// player whose games are over.
const SPARE_ROWS: usize = 3;

/// A day that is written in with a pen.
const NO_DAY: &str = "__ / __ / ____";

/// The report around its table.
fn of_table(player: &GamePlayer, games: &[&GameFile], day: &str, table: Table) -> Document {
    let language = player.language;
    let codes: BTreeSet<&str> = games.iter().map(|g| g.facts.name.code.as_str()).collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    let title = Phrase("forms.report-title").fill(
        language,
        &[
            ("name", player.name.as_str()),
            ("code", &codes.join(", ")),
            ("day", day),
        ],
    );

    let mut document = Document::new(language, title).fitting(IN_LETTERS);
    let mut section = DocumentSection::untitled();
    // Without a game it is the empty form.
    section.block(Block::Table(table));
    document.push(section);
    document
}

/// The table of the form, without rows.
fn table57(language: Language) -> Table {
    let w = |key| say(language, key);
    let over = |above: &str, title: &str| format!("{above}: {title}");
    let mut table = Table::new(
        "article57",
        [
            Column::right("").label("N"),
            Column::left("").label(w("forms.partners")).key(),
            Column::right(w("forms.by-white"))
                .label(over(w("forms.moves-made"), w("forms.by-white"))),
            Column::right(w("forms.by-black"))
                .label(over(w("forms.moves-made"), w("forms.by-black"))),
            Column::right(w("forms.of-white"))
                .label(over(w("forms.thinking-time"), w("forms.of-white"))),
            Column::right(w("forms.of-black"))
                .label(over(w("forms.thinking-time"), w("forms.of-black"))),
            Column::left("").label(w("forms.last-received")),
            Column::left("").label(w("forms.last-sent")),
            Column::left("").label(w("forms.remarks")).wrapping(),
        ],
    )
    .ruled()
    .in_cards();
    table.group([
        ("N", 1),
        (w("forms.partners"), 1),
        (w("forms.moves-made"), 2),
        (w("forms.thinking-time"), 2),
        (w("forms.last-received"), 1),
        (w("forms.last-sent"), 1),
        (w("forms.remarks"), 1),
    ]);
    table
}

/// The report as text, as it stands in a letter.
pub fn player57(player: &GamePlayer, games: &[&GameFile], today: Day) -> String {
    document::text(&document57(player, games, today))
}

/// When the opponent's last move was received: as it counts now where the player
/// is to move, else as it counted for his last move. White received none before his first.
fn last_received(game: &GameFile, side: Side) -> Option<Day> {
    let opponent_moved = game.moves.iter().any(|m| m.side != side);
    if game.turn() == side && opponent_moved {
        return game.receipt_so_far();
    }
    let last = game.moves.iter().rfind(|m| m.side == side)?;
    (last.ply > 1).then_some(last.received)
}

/// The letters in the order in which they are explained.
const STATES: [(char, Phrase); 8] = [
    ('n', Phrase("paper.not-started")),
    ('w', Phrase("paper.first-move")),
    ('o', Phrase("paper.in-play")),
    ('f', Phrase("paper.time-over")),
    ('l', Phrase("paper.silent")),
    ('p', Phrase("paper.paused")),
    ('j', Phrase("paper.adjudicated")),
    ('e', Phrase("paper.ended")),
];

/// Where a game stands, in a letter and in words.
pub(super) fn state(game: &GameFile, when: impl Into<Moment>) -> (char, Phrase) {
    let when = when.into();
    let over = || {
        Side::BOTH
            .iter()
            .any(|s| super::game::overstepped(game, *s, when))
    };
    match game.status {
        Status::Waiting => ('n', Phrase("paper.not-started")),
        Status::Finished => ('e', Phrase("paper.ended")),
        Status::Adjudication => ('j', Phrase("paper.adjudicated")),
        _ if over() => ('f', Phrase("paper.time-over")),
        Status::Paused => ('p', Phrase("paper.paused")),
        Status::Active if game.marks.silence => ('l', Phrase("paper.silent")),
        Status::Active if game.moves.is_empty() => ('w', Phrase("paper.first-move")),
        Status::Active => ('o', Phrase("paper.in-play")),
    }
}

fn notes(game: &GameFile, language: Language, today: Day) -> Vec<String> {
    let w = |key| say(language, key);
    let mut notes = Vec::new();
    match game.result {
        Some(result) => notes.push(result.code.text().to_owned()),
        None => match game.status {
            Status::Waiting => notes.push(w("forms.not-started").to_owned()),
            Status::Paused => notes.push(w("forms.paused").to_owned()),
            Status::Adjudication => notes.push(w("forms.adjudication").to_owned()),
            Status::Active | Status::Finished => notes.push(due(game, language)),
        },
    }
    if game.result.is_none() {
        if let Some((side, ply)) = game.draw_offer
            && ply == game.ply()
        {
            let offers = match side {
                Side::White => Phrase("paper.white-offers"),
                Side::Black => Phrase("paper.black-offers"),
            };
            notes.push(offers.say(language).to_owned());
        }
        if game.marks.repeated > 0 {
            let times = game.marks.repeated.to_string();
            notes.push(Phrase("paper.repeated").fill(language, &[("times", &times)]));
        }
        notes.extend(away(game, language, today));
    }
    let over: Vec<&str> = [
        (Side::White, w("forms.of-white")),
        (Side::Black, w("forms.of-black")),
    ]
    .into_iter()
    .filter(|(side, _)| super::game::overstepped(game, *side, today.into()))
    .map(|(_, name)| name)
    .collect();
    if !over.is_empty() {
        notes.push(format!("{} {}", w("forms.overstep"), over.join(", ")));
    }
    for (side, name) in [
        (Side::White, w("forms.of-white")),
        (Side::Black, w("forms.of-black")),
    ] {
        let penalty = game.tally().sides.get(side).penalty;
        if penalty != 0 {
            notes.push(format!("{} {name} {penalty:+}", w("forms.penalty")));
        }
    }
    notes
}

/// Whose move it is, and the last day on which it may be sent.
pub(super) fn due(game: &GameFile, language: Language) -> String {
    let side = game.turn();
    let running = game.running();
    let until = running.map(|r| short_year(game.last_day_before(r.flag)));
    match (side, until) {
        (Side::White, Some(day)) => Phrase("paper.white-until").fill(language, &[("day", &day)]),
        (Side::Black, Some(day)) => Phrase("paper.black-until").fill(language, &[("day", &day)]),
        (Side::White, None) => say(language, "forms.white-to-move").to_owned(),
        (Side::Black, None) => say(language, "forms.black-to-move").to_owned(),
    }
}

/// Leave that is not over, of both sides.
fn away(game: &GameFile, language: Language, today: Day) -> Vec<String> {
    let mut all = Vec::new();
    for (side, phrase) in [
        (Side::White, Phrase("paper.white-away")),
        (Side::Black, Phrase("paper.black-away")),
    ] {
        let spans = game.leave.get(side).iter().map(|l| l.days);
        let mut spans: Vec<_> = spans.filter(|d| d.from <= d.to && d.to >= today).collect();
        spans.sort();
        for span in spans {
            let days = format!("{}-{}", short_year(span.from), short_year(span.to));
            all.push(phrase.fill(language, &[("days", &days)]));
        }
    }
    all
}
