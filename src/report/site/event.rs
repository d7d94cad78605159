//! The page of a tournament: the table first, then the games being played, and the event in
//! figures. All games stand on the page of the rounds.

use super::page::{self, PageParts, page as whole, section};
use super::shown::ShownGame;
use super::{EventShown, PublicEvent, Site, game, link, lists, player};
use crate::chess::Side;
use crate::messages::{Counted, Phrase};
use crate::record::Status;
use crate::report::document::{Block, StripPlace, Table, html_blocks};
use crate::report::table;
use crate::report::words::announced;
use crate::report::words::common::{criterion, date};
use crate::tournament::standings::Standings;
use std::collections::BTreeMap;

/// A game being played, in the table: seen, and pressed, more easily than a full stop.
const OPEN: &str = "•";

pub(super) fn page(site: &Site, shown: &EventShown<'_>, path: &str) -> String {
    let event = shown.event;
    let language = event.language;
    let input = &event.table;
    let standings = input.standings();
    let cross = linked(
        table::cross_table(input, &standings, language),
        &standings,
        shown,
    );
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
    let open = |g: &&ShownGame<'_>| g.status() != Status::Finished;
    let mut in_play = lists::in_play(shown.games.iter().filter(open), language);
    if event.delay > 0 {
        in_play.note(Phrase("site.delayed").fill(language, &[("n", &event.delay.to_string())]));
    }
    body.push_str(&page::table(Phrase("site.in-play").say(language), in_play));
    let figures = [conditions(event), table::course(input, language)].concat();
    body.push_str(&section(
        Phrase("site.figures").say(language),
        &html_blocks(&[Block::Facts(figures)]),
    ));
    whole(
        site,
        language,
        &PageParts {
            path,
            title: &input.name,
            of: &site.club,
            description: Phrase("site.about-event").fill(language, &[("name", &input.name)]),
            subtitle: vec![input.code.clone()],
            way: vec![link("../index.html", Phrase("site.home").say(language))],
            body,
            foot: Phrase("site.made").fill(language, &[("day", &date(language, input.today))]),
            picture: preview(shown),
            has_feed: true,
            ..PageParts::default()
        },
    )
}

/// The position of the game whose move is the newest.
fn preview(shown: &EventShown<'_>) -> Option<(String, String)> {
    let newest = lists::newest(shown.games.iter());
    let newest = newest.first().filter(|g| g.plies() > 0)?;
    let path = format!("{}/{}", shown.event.table.code, game::picture_name(newest));
    Some((path, game::title(newest)))
}

fn conditions(event: &PublicEvent) -> Vec<(String, String)> {
    let language = event.language;
    let setting = &event.table.setting;
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
    let criteria: Vec<&str> = event
        .table
        .tie_breaks
        .iter()
        .map(|t| criterion(language, *t))
        .collect();
    let apart = announced::sentences(&setting.announced, event.table.profile, language);
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
fn linked(mut table: Table, standings: &Standings, shown: &EventShown<'_>) -> Table {
    let language = shown.event.language;
    let mut between: BTreeMap<(u32, u32), &ShownGame<'_>> = BTreeMap::new();
    for game in &shown.games {
        let [white, black] = Side::BOTH.map(|s| game.start_number(s));
        for pair in [(white, black), (black, white)] {
            between.entry(pair).or_insert(game);
        }
    }
    let players = shown.players();
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
            cell.link = Some(format!("{}.html", game.number()));
            cell.hint = game::title(game);
            open |= cell.text.contains('.');
            cell.text = cell.text.replace('.', OPEN);
        }
    }
    if open {
        table.note(Phrase("site.open-mark").fill(language, &[("mark", OPEN)]));
    }
    table
}
