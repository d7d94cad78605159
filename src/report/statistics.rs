//! A player over all events of the home: what he scored, with which colour, against whom, how
//! his games ended, and how long he thought. Everything is taken from the tables of the
//! events and their games; nothing is stored for it.

use super::document::{Cell, Column, Document, DocumentSection, Table};
use super::table::{GameLine, Growth, TableInput};
use super::words::common::{date, side, termination};
use crate::chess::Side;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::messages::{Counted, Phrase};
use crate::record::{Status, Termination};
use crate::time::Day;
use crate::tournament::elo::{self, Rated};
use crate::tournament::scored::{Points, Scoring, TableResult};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Most columns of a name in a table.
const NAME: usize = 28;

/// A player and the events that he plays or played in.
#[derive(Clone, Debug)]
pub struct StatisticsInput {
    /// Who.
    pub player: PlayerId,
    /// His name.
    pub name: String,
    /// The day of the report.
    pub today: Day,
    /// The events, oldest first, each with his starting number there.
    pub events: Vec<(TableInput, u32)>,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Score {
    fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// One for a win, a half for a draw, whatever an event gives for them: so events with
    /// points of their own add up.
    fn points(self) -> Points {
        Points::quarters(i64::from(self.won) * 4 + i64::from(self.drawn) * 2)
    }

    fn add(&mut self, points: Points) {
        match points {
            Points::ONE => self.won += 1,
            Points::HALF => self.drawn += 1,
            _ => self.lost += 1,
        }
    }

    fn and(self, other: Score) -> Score {
        Score {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }

    /// In whole hundredths of what could be had, to the nearest; none without a game.
    fn percent(self) -> Option<i64> {
        match i64::from(self.games()) {
            0 => None,
            games => Some((self.points().in_quarters() * 50 + games) / (games * 2)),
        }
    }

    fn cells(self) -> [String; 5] {
        [
            self.games().to_string(),
            self.won.to_string(),
            self.drawn.to_string(),
            self.lost.to_string(),
            self.percent().map_or(String::new(), |p| format!("{p} %")),
        ]
    }

    fn json(self) -> Value {
        json!({"games": self.games(), "won": self.won, "drawn": self.drawn,
               "lost": self.lost, "points": self.points()})
    }
}

/// An event as one line.
#[derive(Clone, Debug)]
struct EventOfPlayer {
    code: String,
    name: String,
    start: Day,
    /// His place there, and whether it is final; none where his games count for nobody, or he
    /// was replaced.
    place: Option<(String, bool)>,
    entrants: usize,
    points: Points,
    score: Score,
    open: u32,
    rating: Option<u32>,
    rated: Rated,
}

/// What all of it comes to.
#[derive(Clone, Debug, Default)]
struct Career {
    events: Vec<EventOfPlayer>,
    white: Score,
    black: Score,
    /// Won, lost and drawn without play: not among the colours.
    unplayed: Score,
    ended: BTreeMap<Termination, Score>,
    opponents: BTreeMap<PlayerId, (String, Score)>,
    moves: i64,
    days: i64,
    rated: Rated,
    open: u32,
}

impl Career {
    fn of(input: &StatisticsInput) -> Career {
        let mut career = Career::default();
        for (table, number) in &input.events {
            let line = career.event(input.player, table, *number);
            career.rated = career.rated.and(line.rated);
            career.open += line.open;
            career.events.push(line);
        }
        career
    }

    fn all(&self) -> Score {
        self.white.and(self.black).and(self.unplayed)
    }

    /// Takes an event in; its line is given back.
    fn event(&mut self, player: PlayerId, table: &TableInput, number: u32) -> EventOfPlayer {
        let standings = table.standings();
        let row = standings.table.iter().find(|r| r.start_number == number);
        let holder = table.entrants.iter().find(|e| e.start_number == number);
        let is_his = holder.is_some_and(|e| e.player == player);
        let counts = row.filter(|r| r.counts && is_his);
        let rated = table.rated_games();
        let mut line = EventOfPlayer {
            code: table.code.clone(),
            name: table.name.clone(),
            start: table.setting.start,
            place: counts.map(|r| (r.place.clone(), standings.is_final)),
            entrants: table.entrants.len(),
            points: counts.map_or(Points::ZERO, |r| r.points),
            score: Score::default(),
            open: 0,
            rating: holder.filter(|_| is_his).and_then(|e| e.rating),
            rated: rated.get(&player).copied().unwrap_or_default(),
        };
        for game in &table.games {
            let sides = Side::BOTH;
            if let Some(own) = sides.into_iter().find(|s| *game.players.get(*s) == player) {
                self.game(table, game, own, &mut line);
            }
        }
        line
    }

    fn game(&mut self, table: &TableInput, game: &GameLine, own: Side, line: &mut EventOfPlayer) {
        let (moves, days) = thought(game.progress.days.get(own));
        self.moves += moves;
        self.days += days;
        let result = game.standing().result;
        match result {
            TableResult::Open => {
                line.open += u32::from(game.status != Status::Finished);
                return;
            }
            TableResult::Annulled => return,
            _ => {}
        }
        let (white, black) = result.points(Scoring::USUAL);
        let points = match own {
            Side::White => white,
            Side::Black => black,
        };
        let of = match (game.ply >= elo::PLAYED, own) {
            (false, _) => &mut self.unplayed,
            (true, Side::White) => &mut self.white,
            (true, Side::Black) => &mut self.black,
        };
        of.add(points);
        line.score.add(points);
        if let Some(end) = game.result {
            self.ended.entry(end.termination).or_default().add(points);
        }
        let other = own.other();
        let number = super::table::number(game, other);
        let name = table.had(number, Some(&game.name), table.today);
        let name = name.map_or_else(String::new, |(name, _)| name.to_owned());
        let opponent = self.opponents.entry(*game.players.get(other));
        opponent
            .or_insert_with(|| (name, Score::default()))
            .1
            .add(points);
    }
}

/// Moves of a side and the days they took, penalties among them. A total begins anew where a
/// clock was set to zero (55.6.4).
fn thought(growth: &Growth) -> (i64, i64) {
    let mut before = 0;
    let mut days = 0;
    for step in &growth.steps {
        if step.at == 1 {
            before = 0;
        }
        days += (step.total - before).max(0);
        before = step.total;
    }
    (i64::try_from(growth.steps.len()).unwrap_or(i64::MAX), days)
}

/// A quotient with one decimal, rounded to the nearest.
fn quotient(sum: i64, count: i64) -> Option<String> {
    let tenths = (count > 0).then(|| (sum * 20 + count) / (count * 2))?;
    Some(format!("{}.{}", tenths / 10, tenths % 10))
}

/// The statistics as a document.
pub fn document(input: &StatisticsInput, language: Language) -> Document {
    let career = Career::of(input);
    let title = Phrase("statistics.title").fill(language, &[("name", &input.name)]);
    let today = date(language, input.today);
    let mut document = Document::new(language, title)
        .with_subtitle(Phrase("common.as-of").fill(language, &[("day", &today)]));
    let mut summary = DocumentSection::untitled();
    if career.events.is_empty() {
        summary.paragraph(Phrase("statistics.no-event").say(language));
    } else {
        summary.facts(facts(&career, language));
    }
    document.push(summary);
    let mut section = |title: Phrase, table: Table| {
        let mut section = DocumentSection::new(title.say(language)).anchored(&table.name);
        section.table(table);
        document.push(section);
    };
    section(Phrase("statistics.events"), events(&career, language));
    section(Phrase("statistics.colours"), colours(&career, language));
    section(Phrase("statistics.ends"), ends(&career, language));
    section(Phrase("statistics.opponents"), opponents(&career, language));
    document
}

fn facts(career: &Career, language: Language) -> Vec<(String, String)> {
    let all = career.all();
    let games = Counted("counted.game").count(language, i64::from(all.games()));
    let score = [
        ("games", &*games),
        ("points", &all.points().to_string()),
        ("won", &all.won.to_string()),
        ("drawn", &all.drawn.to_string()),
        ("lost", &all.lost.to_string()),
    ];
    let mut facts = vec![(
        Phrase("statistics.score").say(language).to_owned(),
        Phrase("statistics.score-is").fill(language, &score),
    )];
    let mut fact = |title: Phrase, value: Option<String>| {
        facts.extend(value.map(|value| (title.say(language).to_owned(), value)));
    };
    let open = (career.open > 0).then(|| career.open.to_string());
    fact(Phrase("statistics.in-progress"), open);
    let performance = career.rated.performance().map(|p| {
        let games = Counted("counted.game").count(language, career.rated.games);
        Phrase("statistics.performance-is")
            .fill(language, &[("rating", &p.to_string()), ("games", &games)])
    });
    fact(Phrase("ratings.performance"), performance);
    let pace = quotient(career.days, career.moves).map(|pace| {
        let moves = Counted("counted.move").count(language, career.moves);
        Phrase("statistics.pace-is").fill(language, &[("days", &pace), ("moves", &moves)])
    });
    fact(Phrase("statistics.pace"), pace);
    facts
}

/// The columns of a score.
fn score_columns(language: Language) -> [Column; 5] {
    [
        Column::right(Phrase("table.played").say(language)),
        Column::right(Phrase("statistics.won").say(language)),
        Column::right(Phrase("statistics.drawn").say(language)),
        Column::right(Phrase("statistics.lost").say(language)),
        Column::right("%"),
    ]
}

fn events(career: &Career, language: Language) -> Table {
    let mut columns = vec![
        Column::left(Phrase("statistics.event").say(language))
            .key()
            .at_most(NAME),
        Column::left(Phrase("statistics.began").say(language)),
        Column::right(Phrase("table.place").say(language)),
        Column::right(Phrase("table.points").say(language)),
    ];
    columns.extend(score_columns(language));
    columns.push(Column::right(Phrase("table.open").say(language)));
    columns.push(Column::right(Phrase("common.rating").say(language)));
    columns.push(Column::right(Phrase("ratings.performance").say(language)));
    let mut table = Table::new("events", columns).in_cards();
    for line in &career.events {
        let title = format!("{}  {}", line.code, line.name);
        let place = line.place.as_ref().map(|(place, is_final)| {
            let mark = if *is_final { "" } else { "*" };
            let (place, of) = (format!("{place}{mark}"), line.entrants.to_string());
            Phrase("statistics.place-of").fill(language, &[("place", &place), ("of", &of)])
        });
        let mut cells = vec![
            Cell::new(title),
            Cell::new(date(language, line.start)).value(line.start.to_string()),
            Cell::new(place.unwrap_or_default()),
            Cell::new(line.points.to_string()),
        ];
        cells.extend(line.score.cells().map(Cell::new));
        cells.push(Cell::new(line.open.to_string()));
        cells.push(Cell::new(
            line.rating.map_or(String::new(), |r| r.to_string()),
        ));
        let performance = line.rated.performance();
        cells.push(Cell::new(
            performance.map_or(String::new(), |p| p.to_string()),
        ));
        table.row(cells);
    }
    if career
        .events
        .iter()
        .any(|e| e.place.as_ref().is_some_and(|p| !p.1))
    {
        table.note(Phrase("statistics.provisional").say(language));
    }
    table
}

fn colours(career: &Career, language: Language) -> Table {
    let mut columns = vec![Column::left(Phrase("common.side").say(language)).key()];
    columns.extend(score_columns(language));
    let mut table = Table::new("colours", columns).in_lines();
    let unplayed = Phrase("statistics.unplayed").say(language);
    for (title, score) in [
        (side(language, Side::White), career.white),
        (side(language, Side::Black), career.black),
        (unplayed, career.unplayed),
    ] {
        if score.games() > 0 {
            let cells = [title.to_owned()].into_iter().chain(score.cells());
            table.row(cells);
        }
    }
    table
}

fn ends(career: &Career, language: Language) -> Table {
    let mut columns = vec![Column::left(Phrase("statistics.end").say(language)).key()];
    columns.extend(score_columns(language));
    let mut table = Table::new("ends", columns).in_lines();
    let mut all: Vec<(&Termination, &Score)> = career.ended.iter().collect();
    all.sort_by_key(|(_, score)| Reverse(score.games()));
    for (how, score) in all {
        let title = termination(language, *how).to_owned();
        table.row([title].into_iter().chain(score.cells()));
    }
    table
}

fn opponents(career: &Career, language: Language) -> Table {
    let mut columns = vec![
        Column::left(Phrase("statistics.opponent").say(language))
            .key()
            .at_most(NAME),
    ];
    columns.extend(score_columns(language));
    let mut table = Table::new("opponents", columns).in_lines();
    for (name, score) in by_games(career) {
        let cells = score.cells().map(Cell::new);
        table.row([Cell::new(name)].into_iter().chain(cells));
    }
    table
}

/// Whom he met, most often first.
fn by_games(career: &Career) -> Vec<(&str, Score)> {
    let all = career.opponents.values();
    let mut all: Vec<(&str, Score)> = all.map(|(name, score)| (name.as_str(), *score)).collect();
    all.sort_by_key(|(name, score)| (Reverse(score.games()), *name));
    all
}

/// The same for programs.
pub fn json(input: &StatisticsInput) -> Value {
    let career = Career::of(input);
    let events: Vec<Value> = career
        .events
        .iter()
        .map(|line| {
            let mut value = json!({
                "tournament": line.code, "name": line.name, "start": line.start,
                "place": line.place.as_ref().map(|p| &p.0),
                "final": line.place.as_ref().is_some_and(|p| p.1),
                "entrants": line.entrants, "points": line.points, "open": line.open,
                "rating": line.rating,
                "performance": line.rated.performance().map(|p| p.to_string()),
            });
            if let (Some(all), Value::Object(mut score)) =
                (value.as_object_mut(), line.score.json())
            {
                // The points of the event stand there already.
                score.remove("points");
                all.append(&mut score);
            }
            value
        })
        .collect();
    let ends: serde_json::Map<String, Value> = career
        .ended
        .iter()
        .filter_map(|(how, score)| {
            let name = serde_json::to_value(how).ok()?.as_str()?.to_owned();
            Some((name, score.json()))
        })
        .collect();
    let opponents: Vec<Value> = career
        .opponents
        .iter()
        .map(|(player, (name, score))| json!({"player": player, "name": name, "score": score.json()}))
        .collect();
    json!({
        "player": input.player, "name": input.name, "as_of": input.today,
        "all": career.all().json(), "white": career.white.json(),
        "black": career.black.json(), "unplayed": career.unplayed.json(),
        "open": career.open, "moves": career.moves, "days": career.days,
        "performance": career.rated.performance().map(|p| p.to_string()),
        "events": events, "ends": ends, "opponents": opponents,
    })
}
