//! The page of a player: his games in the tournaments of the site, and what he scored in all
//! of them together.

use super::page::{PageParts, page as whole, section};
use super::shown::ShownGame;
use super::{EventShown, PublicEvent, Site, link, lists};
use crate::chess::Side;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::Status;
use crate::report::document::{Block, Cell, Column, Table, html_blocks};
use crate::report::statistics::{self, StatisticsInput};
use crate::report::table::{Progress, TableInput};
use crate::report::words::common::{date, side};
use std::collections::BTreeMap;

/// Where a player's page stands below the site's folder.
pub(super) fn path(player: PlayerId) -> String {
    format!("players/{player}.html")
}

/// A player with the tournaments of the site in which he plays or played.
pub(super) struct PublicPlayer<'a> {
    id: PlayerId,
    name: String,
    federation: Option<String>,
    rating: Option<u32>,
    /// Each with his starting number there.
    events: Vec<(&'a EventShown<'a>, u32)>,
}

impl<'a> PublicPlayer<'a> {
    /// Everybody, by number; a name is that of the newest tournament.
    pub fn all(events: &'a [EventShown<'a>]) -> BTreeMap<PlayerId, PublicPlayer<'a>> {
        let mut all: BTreeMap<PlayerId, PublicPlayer<'a>> = BTreeMap::new();
        for shown in events {
            for entrant in &shown.event.table.entrants {
                let number = entrant.start_number;
                let now = (
                    entrant.player,
                    &entrant.name,
                    &entrant.federation,
                    entrant.rating,
                );
                let former = entrant.former.iter();
                let former = former.map(|f| (f.player, &f.name, &f.federation, None));
                for (id, name, federation, rating) in former.chain([now]) {
                    let player = all.entry(id).or_insert_with(|| PublicPlayer {
                        id,
                        name: String::new(),
                        federation: None,
                        rating: None,
                        events: Vec::new(),
                    });
                    player.name.clone_from(name);
                    player.federation = federation.clone().or(player.federation.take());
                    player.rating = rating.or(player.rating);
                    player.events.push((shown, number));
                }
            }
        }
        all
    }

    /// His name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// His games of all of them.
    pub fn all_games(&self) -> impl Iterator<Item = &'a ShownGame<'a>> {
        let of = |(shown, _): &(&'a EventShown<'a>, u32)| self.games(shown);
        self.events.iter().flat_map(of).map(|(_, game)| game)
    }

    fn games(&self, shown: &'a EventShown<'a>) -> impl Iterator<Item = (Side, &'a ShownGame<'a>)> {
        let id = self.id;
        shown.games.iter().filter_map(move |game| {
            let own = Side::BOTH.into_iter().find(|s| game.player_id(*s) == id);
            Some((own?, game))
        })
    }
}

pub(super) fn page(site: &Site, player: &PublicPlayer<'_>, path: &str) -> String {
    let language = site.language;
    let mut facts = Vec::new();
    let mut fact = |title: Phrase, value: Option<String>| {
        facts.extend(value.map(|v| (title.say(language).to_owned(), v)));
    };
    fact(Phrase("common.federation"), player.federation.clone());
    fact(
        Phrase("common.rating"),
        player.rating.map(|r| r.to_string()),
    );
    let mut body = html_blocks(&[Block::Facts(facts)]);
    for (shown, _) in player.events.iter().rev() {
        let table = games(player, shown, language);
        let to = link(
            &format!("../{}/index.html", shown.event.table.code),
            Phrase("table.table").say(language),
        );
        let name = &shown.event.table.name;
        let inner = match table.rows.is_empty() {
            true => String::new(),
            false => html_blocks(&[Block::Table(table.captioned(name.as_str()))]),
        };
        let inner = format!("<p class=\"links\">{to}</p>\n{inner}");
        body.push_str(&section(name, &inner));
    }
    let input = StatisticsInput {
        player: player.id,
        name: player.name.clone(),
        today: site.today,
        events: player
            .events
            .iter()
            .map(|(shown, number)| (public(shown.event), *number))
            .collect(),
    };
    for part in statistics::document(&input, language).sections {
        let blocks = part.blocks.into_iter().map(|b| match b {
            Block::Table(table) => Block::Table(table.captioned(part.title.as_str())),
            other => other,
        });
        let inner = html_blocks(&blocks.collect::<Vec<_>>());
        match part.title.is_empty() {
            true => body.push_str(&inner),
            false => body.push_str(&section(&part.title, &inner)),
        }
    }
    whole(
        site,
        language,
        &PageParts {
            path,
            title: &player.name,
            of: &site.club,
            description: Phrase("site.about-player").fill(language, &[("name", &player.name)]),
            way: vec![link("../index.html", Phrase("site.home").say(language))],
            body,
            has_feed: true,
            ..PageParts::default()
        },
    )
}

/// His games of a tournament.
fn games(player: &PublicPlayer<'_>, shown: &EventShown<'_>, language: Language) -> Table {
    let columns = [
        Column::left(Phrase("common.game").say(language)).key(),
        Column::left(Phrase("common.side").say(language)),
        Column::left(Phrase("statistics.opponent").say(language)),
        Column::left(Phrase("common.result").say(language)),
        Column::right(Phrase("table.moves").say(language)),
        Column::left(Phrase("common.date-title").say(language)),
    ];
    let mut table = Table::new("games", columns).in_lines();
    let code = &shown.event.table.code;
    for (own, game) in player.games(shown) {
        let last = game.moves().last();
        table.row([
            Cell::new(game.name()).link(format!("../{code}/{}.html", game.number())),
            Cell::new(side(language, own)),
            lists::player_cell(game, own.other(), "../"),
            Cell::new(lists::outcome(game, language)),
            Cell::new(last.map_or(0, |m| m.number).to_string()),
            Cell::new(last.map_or_else(String::new, |m| date(language, m.sent))),
        ]);
    }
    table
}

/// The table of a tournament without what is not shown: of games being played neither moves
/// nor days count, of which the last may be held back.
fn public(event: &PublicEvent) -> TableInput {
    let mut table = event.table.clone();
    for game in &mut table.games {
        if game.status != Status::Finished {
            game.progress = Progress::default();
            game.ply = 0;
        }
    }
    table
}
