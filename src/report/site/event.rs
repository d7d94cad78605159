//! The page of a tournament: the table first, then the games being played, and the event in
//! figures. All games stand on the page of the rounds.

use super::listed::{ListedGame, OpenGame};
use super::page::{self, PageParts, page as whole, section};
use super::pages::ListPage;
use super::{Event, Site, game, link, lists, player};
use crate::chess::Side;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::messages::{Counted, Phrase};
use crate::report::document::{Block, StripPlace, Table, html_blocks};
use crate::report::table::{self, TableInput};
use crate::report::words::announced;
use crate::report::words::common::{criterion, date};
use crate::tournament::standings::Standings;
use std::collections::BTreeMap;

/// A game being played, in the table: seen, and pressed, more easily than a full stop.
const OPEN: &str = "•";

/// What the page of a tournament shows.
#[derive(Clone, Copy, Debug)]
pub struct EventPage<'a> {
    /// Its head.
    pub event: &'a Event,
    /// Its table; of its games how they ended is enough.
    pub table: &'a TableInput,
    /// Its standings.
    pub standings: &'a Standings,
    /// All its games, to which the table leads; on its first page.
    pub games: &'a [ListedGame],
    /// Those being played that stand on this page.
    pub in_play: &'a [OpenGame],
    /// Which page of the list of these.
    pub list: &'a ListPage,
    /// The game whose move is the newest.
    pub newest: Option<&'a ListedGame>,
}

/// The page of a tournament, or one behind it, which goes on with the games being played.
pub fn event_page(site: &Site, of: &EventPage<'_>) -> String {
    let (event, input) = (of.event, of.table);
    let language = event.language;
    let path = format!("{}/{}", event.code, of.list.name(of.list.page));
    let mut body = match of.list.goes_on() {
        true => String::new(),
        false => tables(of, language),
    };
    let mut in_play = lists::in_play(of.in_play, language);
    if event.delay > 0 {
        in_play.note(Phrase("site.delayed").fill(language, &[("n", &event.delay.to_string())]));
    }
    body.push_str(&page::table(Phrase("site.in-play").say(language), in_play));
    body.push_str(&lists::turning(of.list, language));
    if !of.list.goes_on() {
        let figures = [conditions(of, language), table::course(input, language)].concat();
        body.push_str(&section(
            Phrase("site.figures").say(language),
            &html_blocks(&[Block::Facts(figures)]),
        ));
    }
    whole(
        site,
        language,
        &PageParts {
            path: &path,
            title: &of.list.titled(&input.name, language),
            of: &site.club,
            description: Phrase("site.about-event").fill(language, &[("name", &input.name)]),
            subtitle: vec![input.code.clone()],
            way: way(of, language),
            body,
            foot: Phrase("site.made").fill(language, &[("day", &date(language, input.today))]),
            picture: preview(of),
            has_feed: !of.list.goes_on(),
            ..PageParts::default()
        },
    )
}

/// The way up: from a page behind the first one to that, too.
fn way(of: &EventPage<'_>, language: Language) -> Vec<String> {
    let mut way = vec![link("../index.html", Phrase("site.home").say(language))];
    if of.list.goes_on() {
        way.push(link(&of.list.name(1), &of.table.name));
    }
    way
}

/// Links, and the tables that stand above the games.
fn tables(of: &EventPage<'_>, language: Language) -> String {
    let input = of.table;
    let cross = linked(table::cross_table(input, of.standings, language), of);
    let rounds = link("rounds.html", Phrase("site.rounds").say(language));
    let all_games = link(
        &format!("{}.pgn", input.code),
        Phrase("site.all-games").say(language),
    );
    let mut body = format!("<p class=\"links\">{rounds} {all_games}</p>\n");
    if let Some(bracket) = table::bracket_table(input, language) {
        let bracket = bracket.in_lines();
        body.push_str(&page::table(Phrase("table.bracket").say(language), bracket));
    }
    if let Some(teams) = table::team_table(input, language) {
        body.push_str(&page::table(Phrase("table.teams").say(language), teams));
    }
    if let Some(boards) = table::board_table(input, language) {
        let boards = boards.in_lines();
        body.push_str(&page::table(
            Phrase("table.by-boards").say(language),
            boards,
        ));
    }
    body.push_str(&page::table(Phrase("table.table").say(language), cross));
    body
}

/// The position of the game whose move is the newest.
fn preview(of: &EventPage<'_>) -> Option<(String, String)> {
    let newest = of.newest.filter(|g| g.last.is_some())?;
    let path = format!(
        "{}/{}",
        of.event.code,
        game::picture_name(newest.name.number)
    );
    Some((path, newest.title()))
}

fn conditions(of: &EventPage<'_>, language: Language) -> Vec<(String, String)> {
    let setting = &of.table.setting;
    let from = date(language, setting.start);
    let period = match setting.end {
        Some(end) => {
            let to = date(language, end);
            Phrase("table.from-to").fill(language, &[("from", &from), ("to", &to)])
        }
        None => Phrase("table.from").fill(language, &[("from", &from)]),
    };
    let (days, moves) = setting.control;
    let days = Counted("counted.day").count(language, days);
    let control = Phrase("table.control-is")
        .fill(language, &[("days", &*days), ("moves", &moves.to_string())]);
    let criteria: Vec<&str> = of
        .table
        .tie_breaks
        .iter()
        .map(|t| criterion(language, *t))
        .collect();
    let apart = announced::sentences(&setting.announced, of.table.profile, language);
    let apart: Vec<String> = apart.into_iter().map(|s| s.text).collect();
    let mut told = [
        (Phrase("table.period"), period),
        (Phrase("table.control"), control),
        (Phrase("table.criteria"), criteria.join(", ")),
        (Phrase("common.arbiter"), setting.arbiter.clone()),
    ]
    .to_vec();
    if !apart.is_empty() {
        told.push((Phrase("apart.title"), apart.join(" ")));
    }
    told.into_iter()
        .map(|(title, value)| (title.say(language).to_owned(), value))
        .collect()
}

/// The cross-table, each result leading to its game; where two games share a cell,
/// to the first. Names lead to the pages of the players.
fn linked(mut table: Table, of: &EventPage<'_>) -> Table {
    let language = of.event.language;
    let mut between: BTreeMap<(u32, u32), &ListedGame> = BTreeMap::new();
    for game in of.games {
        let [white, black] = Side::BOTH.map(|s| game.players.get(s).start_number);
        for pair in [(white, black), (black, white)] {
            between.entry(pair).or_insert(game);
        }
    }
    // Who has a page: by starting number those who play now.
    let entrants = of.table.entrants.iter();
    let players: BTreeMap<u32, PlayerId> = entrants.map(|e| (e.start_number, e.player)).collect();
    let standings = of.standings;
    let columns: Vec<_> = table.columns.iter().map(|c| (c.is_key, c.strip)).collect();
    let mut open = false;
    for (row, standing) in table.rows.iter_mut().zip(&standings.table) {
        let own = standing.start_number;
        let mut opponents = standings.table.iter().map(|r| r.start_number);
        for (cell, (is_key, place)) in row.cells.iter_mut().zip(&columns) {
            if *is_key && let Some(id) = players.get(&own) {
                cell.link = Some(format!("../{}", player::path(*id)));
            }
            let opponent = match place {
                StripPlace::Mark => opponents.next(),
                _ => None,
            };
            let Some(game) = opponent.and_then(|o| between.get(&(own, o))) else {
                continue;
            };
            cell.link = Some(format!("{}.html", game.name.number));
            cell.hint = game.title();
            open |= cell.text.contains('.');
            cell.text = cell.text.replace('.', OPEN);
        }
    }
    if open {
        table.note(Phrase("site.open-mark").fill(language, &[("mark", OPEN)]));
    }
    table
}
