//! The report on a tournament as a document. What the arbiter must act on comes
//! first: what waits for him, and whose time is over; then the table, the games in
//! progress with their days, and what he looks up: penalties, leave, results.

use super::boards::board_table;
use super::cross::{bracket_table, cross_table, team_table};
use super::lists::{
    finished, flag_to_come, in_progress, leaves, matter_items, matters, overdue, penalties,
    progress,
};
use super::ratings::ratings;
use super::{GameLine, TableInput};
use crate::chess::{BySide, Side};
use crate::language::Language;
use crate::messages::{Counted, Phrase};
use crate::record::Status;
use crate::report::document::{Block, Document, DocumentSection, Drawings, Figure, Picture, Table};
use crate::report::plot;
use crate::report::width::one_line;
use crate::report::words::common::{criterion, date};
use crate::spread::spread;
use crate::tournament::standings::Standings;

/// The whole report; parts with nothing in them are left out.
pub fn document(input: &TableInput, language: Language, drawings: Drawings) -> Document {
    let standings = input.standings();
    let blanks = [("code", input.code.as_str()), ("name", &input.name)];
    let today = date(language, input.today);
    let mut document = Document::new(language, Phrase("table.title").fill(language, &blanks))
        .with_subtitle(Phrase("common.as-of").fill(language, &[("day", &today)]));
    let open = input.matters();
    let waiting = open.iter().filter(|m| !m.takes_its_course()).count();
    document.push(state(input, &standings, waiting, language));
    let mut waiting =
        DocumentSection::new(Phrase("table.matters").say(language)).anchored("matters");
    if !open.is_empty() {
        waiting.block(Block::Items(matter_items(&open, language)));
    }
    document.push(waiting);
    document.push(listed(
        Phrase("table.overdue").say(language),
        overdue(input, language),
    ));
    if let Some(bracket) = bracket_table(input, language) {
        document.push(listed(Phrase("table.bracket").say(language), bracket));
    }
    if let Some(teams) = team_table(input, language) {
        document.push(listed(Phrase("table.teams").say(language), teams));
    }
    if let Some(boards) = board_table(input, language) {
        document.push(listed(Phrase("table.by-boards").say(language), boards));
    }
    document.push(listed(
        Phrase("table.table").say(language),
        cross_table(input, &standings, language),
    ));
    document.push(listed(
        Phrase("table.progress").say(language),
        progress(input, language),
    ));
    document.push(days(input, language));
    if drawings == Drawings::Seen {
        document.push(boards(input, language));
    }
    document.push(listed(
        Phrase("table.penalties").say(language),
        penalties(input, language),
    ));
    document.push(listed(
        Phrase("table.leave").say(language),
        leaves(input, language),
    ));
    document.push(listed(
        Phrase("table.finished").say(language),
        finished(input, language),
    ));
    document.push(listed(
        Phrase("ratings.title").say(language),
        ratings(input, language),
    ));
    let mut last =
        DocumentSection::new(Phrase("table.conditions").say(language)).anchored("conditions");
    last.facts(conditions(input, &standings, language));
    document.push(last);
    document
}

/// Tables that need of the games only who plays them and how they ended.
pub const OF_OUTCOMES: [&str; 5] = [
    "cross-table",
    "ratings",
    "bracket",
    "team-table",
    "board-table",
];

/// Makes a table, where the report has it.
type Maker = fn(&TableInput, Language) -> Option<Table>;

/// The tables of the report by their names, the cross-table first.
const TABLES: [(&str, Maker); 11] = [
    ("cross-table", |of, in_| {
        Some(cross_table(of, &of.standings(), in_))
    }),
    ("progress", |of, in_| Some(progress(of, in_))),
    ("finished", |of, in_| Some(finished(of, in_))),
    ("overdue", |of, in_| Some(overdue(of, in_))),
    ("penalties", |of, in_| Some(penalties(of, in_))),
    ("leave", |of, in_| Some(leaves(of, in_))),
    ("matters", |of, in_| Some(matters(&of.matters(), in_))),
    ("ratings", |of, in_| Some(ratings(of, in_))),
    ("bracket", bracket_table),
    ("team-table", team_table),
    ("board-table", board_table),
];

/// The tables of the report for spreadsheets. Those with nothing in them are there too: a
/// program finds the same files every night.
pub fn tables(input: &TableInput, language: Language) -> Vec<Table> {
    let all = TABLES
        .iter()
        .filter_map(|(_, table)| table(input, language));
    all.collect()
}

/// One of them, by its name.
pub fn table(input: &TableInput, language: Language, name: &str) -> Option<Table> {
    let (_, table) = TABLES.iter().find(|(own, _)| *own == name)?;
    table(input, language)
}

fn listed(title: &str, table: Table) -> DocumentSection {
    let mut section = DocumentSection::new(title).anchored(&table.name);
    section.table(table);
    section
}

/// In three lines: how far, what waits, which flag is next.
fn state(
    input: &TableInput,
    standings: &Standings,
    matters: usize,
    language: Language,
) -> DocumentSection {
    let mut section = DocumentSection::untitled();
    let all = input.games.len();
    let unfinished = input.games.iter().filter(|g| g.status != Status::Finished);
    let open = unfinished.count();
    let blanks = [
        ("done", &*(all - open).to_string()),
        ("all", &all.to_string()),
        ("open", &open.to_string()),
    ];
    if standings.is_final && all > 0 {
        section.paragraph(Phrase("table.all-done").fill(language, &blanks));
        section.paragraph(winners(input, standings, language));
    } else {
        section.paragraph(Phrase("table.state").fill(language, &blanks));
    }
    if matters > 0 {
        let n = matters.to_string();
        section.warning(Phrase("table.waiting").fill(language, &[("n", &n)]));
    }
    if let Some((game, day)) = in_progress(input)
        .into_iter()
        .find_map(|g| Some((g, flag_to_come(g)?)))
    {
        let side = Side::BOTH
            .into_iter()
            .find(|s| game.clocks.get(*s).flag.is_some());
        let name = side.map_or("", |s| input.name_of(super::json::number(game, s)));
        let blanks = [
            ("day", &*date(language, day)),
            ("game", &game.name.to_string()),
            ("name", name),
        ];
        section.paragraph(Phrase("table.next-flag").fill(language, &blanks));
    }
    section
}

/// Who stands first, players or teams: one, or those who share the place. Nobody as long as
/// no game that counts is over.
pub fn leaders(input: &TableInput, standings: &Standings) -> Vec<String> {
    let teams = input.team_standings();
    if let Some(first) = teams.first() {
        let names = teams.iter().filter(|t| t.place == first.place);
        return names.map(|t| t.name.clone()).collect();
    }
    // First is also who is alone left, or one of those whose games are all left out.
    let Some(first) = standings.table.first().filter(|r| r.played > 0) else {
        return Vec::new();
    };
    let rows = standings.table.iter();
    rows.filter(|r| r.counts && r.place == first.place)
        .map(|r| r.name.clone())
        .collect()
}

fn winners(input: &TableInput, standings: &Standings, language: Language) -> String {
    let names = leaders(input, standings);
    match names.is_empty() {
        true => Phrase("table.no-winner").say(language).to_owned(),
        false => named(&names, language),
    }
}

/// Who has won, or shares the first place.
fn named(names: &[String], language: Language) -> String {
    let phrase = if names.len() > 1 {
        Phrase("table.winners")
    } else {
        Phrase("table.winner")
    };
    phrase.fill(language, &[("names", &names.join(", "))])
}

fn conditions(
    input: &TableInput,
    standings: &Standings,
    language: Language,
) -> Vec<(String, String)> {
    let setting = &input.setting;
    let from = date(language, setting.start);
    let period = match setting.end {
        Some(end) => {
            let to = date(language, end);
            Phrase("table.from-to").fill(language, &[("from", &from), ("to", &to)])
        }
        None => Phrase("table.from").fill(language, &[("from", &from)]),
    };
    let (days, moves) = setting.control;
    let control = [
        ("days", &*Counted("counted.day").count(language, days)),
        ("moves", &moves.to_string()),
    ];
    let criteria: Vec<&str> = standings
        .tie_breaks
        .iter()
        .map(|t| criterion(language, *t))
        .collect();
    let mut facts = vec![
        (
            Phrase("common.arbiter").say(language).to_owned(),
            setting.arbiter.clone(),
        ),
        (Phrase("table.period").say(language).to_owned(), period),
        (
            Phrase("table.control").say(language).to_owned(),
            Phrase("table.control-is").fill(language, &control),
        ),
    ];
    if !criteria.is_empty() {
        facts.push((
            Phrase("table.criteria").say(language).to_owned(),
            criteria.join(", "),
        ));
    }
    facts
}

fn names(input: &TableInput, game: &GameLine) -> BySide<String> {
    BySide {
        white: one_line(input.name_of(game.white)),
        black: one_line(input.name_of(game.black)),
    }
}

/// A drawing of the days of each game in progress.
fn days(input: &TableInput, language: Language) -> DocumentSection {
    let mut section =
        DocumentSection::new(Phrase("table.days-plots").say(language)).anchored("days");
    let figures = spread(in_progress(input), || {
        |g: &GameLine| plot::days(&g.name.to_string(), &names(input, g), &g.progress, language)
    });
    let figures = figures.into_iter().flatten().collect();
    section.figures(Phrase("table.plots-say").say(language), figures);
    section
}

/// The position of each game in progress that has begun.
fn boards(input: &TableInput, language: Language) -> DocumentSection {
    let mut section =
        DocumentSection::new(Phrase("table.boards").say(language)).anchored("positions");
    let mut begun = in_progress(input);
    begun.retain(|game| game.ply > 0);
    let figures = spread(begun, || {
        |game: &GameLine| position(game, &names(input, game), language)
    });
    let figures = figures.into_iter().flatten().collect();
    section.figures("", figures);
    section
}

/// The position of a game with its last move and whose turn it is.
pub fn position(game: &GameLine, names: &BySide<String>, language: Language) -> Option<Figure> {
    let progress = &game.progress;
    let position = progress.position.as_ref()?;
    let name = game.name.to_string();
    let title = Phrase("table.board-title").fill(language, &[("game", &name)]);
    let id = format!("board-{}-{}", game.name.code, game.name.number);
    let mut caption = Phrase("table.game-state").fill(
        language,
        &[
            ("game", &name),
            ("white", &names.white),
            ("black", &names.black),
        ],
    );
    let turn = match position.turn() {
        Side::White => Phrase("table.white-to-move"),
        Side::Black => Phrase("table.black-to-move"),
    };
    caption.push_str(&format!("; {}", turn.say(language)));
    if let Some(last) = &progress.last {
        let mv = format!("{}{}{}", last.number, last.side.dots(), last.san(language));
        let blanks = [("mv", &*mv), ("day", &date(language, last.sent))];
        caption.push_str(&format!(
            "; {}",
            Phrase("table.last-was").fill(language, &blanks)
        ));
    }
    let last = progress.last.as_ref().map(|l| l.squares);
    Some(Figure {
        picture: Picture::Board {
            position: Box::new(position.clone()),
            last,
            id,
            title,
        },
        caption,
        // In a report as text `game show` draws the board.
        text: String::new(),
        wide: false,
    })
}
