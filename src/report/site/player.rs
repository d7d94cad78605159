//! The page of a player: his games in the tournaments of the site, and what he scored in all
//! of them together.

use super::listed::ListedGame;
use super::page::{PageParts, page as whole, section};
use super::{Event, Site, link, lists};
use crate::chess::Side;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::messages::Phrase;
use crate::report::document::{Block, Cell, Column, Table, html_blocks};
use crate::report::statistics::{self, StatisticsInput};
use crate::report::table::TableInput;
use crate::report::words::common::{date, side};

/// Where a player's page stands below the site's folder.
pub fn path(player: PlayerId) -> String {
    format!("players/{player}.html")
}

/// A tournament of a player as his page shows it.
#[derive(Clone, Debug)]
pub struct PlayerEvent {
    /// Its head.
    pub event: Event,
    /// Its table. Of games being played neither moves nor days count, of which the last may be
    /// held back; of his own that are over the days do.
    pub table: TableInput,
    /// His starting number there.
    pub number: u32,
    /// His games there, by number.
    pub games: Vec<ListedGame>,
}

/// A player with the tournaments of the site in which he plays or played.
#[derive(Clone, Debug)]
pub struct PlayerShown {
    /// Number in this home.
    pub id: PlayerId,
    /// Name.
    pub name: String,
    /// Federation, where known.
    pub federation: Option<String>,
    /// Rating, where known.
    pub rating: Option<u32>,
    /// All his tournaments, oldest first.
    pub events: Vec<PlayerEvent>,
}

impl PlayerShown {
    /// A player of whom nothing is known yet.
    pub fn new(id: PlayerId) -> PlayerShown {
        PlayerShown {
            id,
            name: String::new(),
            federation: None,
            rating: None,
            events: Vec::new(),
        }
    }

    /// Takes in who he is by the table of a tournament, oldest first; gives each starting number
    /// that he has or had there.
    pub fn learn(&mut self, table: &TableInput) -> Vec<u32> {
        let mut numbers = Vec::new();
        for entrant in &table.entrants {
            let now = (
                entrant.player,
                &entrant.name,
                &entrant.federation,
                entrant.rating,
            );
            let former = entrant.former.iter();
            let former = former.map(|f| (f.player, &f.name, &f.federation, None));
            for (id, name, federation, rating) in former.chain([now]) {
                if id != self.id {
                    continue;
                }
                self.name.clone_from(name);
                self.federation = federation.clone().or(self.federation.take());
                self.rating = rating.or(self.rating);
                numbers.push(entrant.start_number);
            }
        }
        numbers
    }
}

/// The page of a player.
pub fn player_page(site: &Site, player: &PlayerShown) -> String {
    let path = &path(player.id);
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
    for shown in player.events.iter().rev() {
        let table = games(player.id, shown, language);
        let to = link(
            &format!("../{}/index.html", shown.event.code),
            Phrase("table.table").say(language),
        );
        let name = &shown.event.name;
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
            .map(|shown| (shown.table.clone(), shown.number))
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
fn games(player: PlayerId, shown: &PlayerEvent, language: Language) -> Table {
    let columns = [
        Column::left(Phrase("common.game").say(language)).key(),
        Column::left(Phrase("common.side").say(language)),
        Column::left(Phrase("statistics.opponent").say(language)),
        Column::left(Phrase("common.result").say(language)),
        Column::right(Phrase("table.moves").say(language)),
        Column::left(Phrase("common.date-title").say(language)),
    ];
    let mut table = Table::new("games", columns).in_lines();
    let code = &shown.event.code;
    for game in &shown.games {
        let mut sides = Side::BOTH.into_iter();
        let Some(own) = sides.find(|s| game.players.get(*s).id == player) else {
            continue;
        };
        table.row([
            Cell::new(game.name.to_string()).link(format!("../{code}/{}.html", game.name.number)),
            Cell::new(side(language, own)),
            lists::player_cell(game, own.other(), "../"),
            Cell::new(lists::outcome(game, language)),
            Cell::new(game.last.map_or(0, |m| m.number).to_string()),
            Cell::new(
                game.last
                    .map_or_else(String::new, |m| date(language, m.sent)),
            ),
        ]);
    }
    table
}
