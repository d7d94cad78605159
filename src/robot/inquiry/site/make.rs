//! Makes a page of what it shows.

use super::super::tables::{cycle_input, entrants_of, input_of, line_of_row, numbers_of};
use super::{Address, OPEN, ROUNDS, SiteMaker};
use crate::chess::{BySide, Side};
use crate::error::Failure;
use crate::ids::{GameName, PlayerId};
use crate::record::{GameFile, GameResult, Status};
use crate::report::site::{
    Event, EventPage, Feed, LATEST, ListPage, ListedGame, ListedMove, ListedPlayer, MOST_LISTED,
    NEWEST, OpenGame, RoundsPage, Site, Start, StartLine, cycle_page, event_page, feed, game_page,
    player_path, rounds_page, sitemap, sitemap_index, start_page,
};
use crate::report::table::{self, GameLine, TableInput};
use crate::store::{GameRow, PageStamp, PublicTournament, Stamps, TournamentRow, View};
use crate::time::Instant;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError};

impl SiteMaker {
    /// A page of a site as the database has it now; none where there is no such page.
    ///
    /// # Errors
    /// The database, or a picture that cannot be drawn.
    pub fn make(
        &self,
        view: View<'_>,
        (site, address): (&Site, &Address),
        now: Instant,
    ) -> Result<Option<Vec<u8>>, Failure> {
        if address.needs_base() && self.wish.base_url.is_none() {
            return Ok(None);
        }
        let text = match address {
            Address::Start(page) => self.start(view, site, *page, now)?,
            Address::Folder(code, page) => self.folder(view, site, (code, *page), now)?,
            Address::Rounds(code, page) => self.rounds(view, site, (code, *page), now)?,
            Address::Games(code) => self.games(view, code)?,
            Address::Feed(code) => self.event_feed(view, site, code)?,
            Address::Game(code, number) => self.with_game(view, code, *number, |event, game| {
                let around = view.games_around(game.facts.tournament, *number)?;
                Ok(game_page(site, event, game, around))
            })?,
            Address::Pgn(code, number) => {
                self.with_game(view, code, *number, |event, game| Ok(event.pgn(game)))?
            }
            Address::Picture(code, number) => return self.picture(view, code, *number),
            Address::Player(id) => self.player(view, site, *id, now)?,
            Address::PlayerFeed(id) => self.player_feed(view, site, *id, now)?,
            Address::FolderMap(_) | Address::PlayersMap(_) | Address::Map | Address::StartMap => {
                self.map(view, address, now)?
            }
        };
        Ok(text.map(String::into_bytes))
    }

    fn with_game<T>(
        &self,
        view: View<'_>,
        code: &str,
        number: u32,
        work: impl FnOnce(&Event, &GameFile) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        let Some(row) = self.tournament(view, code)? else {
            return Ok(None);
        };
        let name = GameName {
            code: code.to_owned(),
            number,
        };
        let Some(id) = view.game_find(&name)? else {
            return Ok(None);
        };
        work(&self.event(&row), &view.game_load(id)?).map(Some)
    }

    fn picture(&self, view: View<'_>, code: &str, number: u32) -> Result<Option<Vec<u8>>, Failure> {
        let shown = |event: &Event, game: &GameFile| Ok(event.picture(game));
        let Some(shown) = self.with_game(view, code, number, shown)?.flatten() else {
            return Ok(None);
        };
        let drawn = self.board.png(&shown.position, Side::White, &shown.marked);
        let drawn = drawn.map_err(|e| Failure::failed(format!("a picture of a position: {e}")))?;
        Ok(Some(drawn))
    }

    /// The table of a tournament by how its games ended, with their summaries.
    pub(super) fn table(
        &self,
        view: View<'_>,
        row: &TournamentRow,
        now: Instant,
    ) -> Result<(TableInput, Vec<GameRow>), Failure> {
        let facts = &row.facts;
        let mut table = input_of(view, row, entrants_of(view, facts)?, facts.zone.day(now))?;
        let numbers = numbers_of(&table.entrants);
        let rows = view.games_of_tournament(facts.id)?;
        table.games = rows.iter().map(|row| line_of_row(row, &numbers)).collect();
        Ok((table, rows))
    }

    /// The same by results alone: of a game being played nothing is told.
    pub(super) fn results(
        &self,
        view: View<'_>,
        row: &TournamentRow,
        now: Instant,
    ) -> Result<Arc<TableInput>, Failure> {
        let of = results_stamp(view, row, now)?;
        let kept = || self.results.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, table)) = kept().get(&row.facts.id)
            && *known == of
        {
            return Ok(Arc::clone(table));
        }
        let (mut table, _) = self.table(view, row, now)?;
        for game in &mut table.games {
            if game.status != Status::Finished {
                game.ply = 0;
            }
        }
        let line = size_of::<GameLine>() + row.facts.code.len();
        let weight = table.games.len() * line + table.entrants.len() * 512;
        let table = Arc::new(table);
        kept().put(&row.facts.id, (of, Arc::clone(&table)), weight);
        Ok(table)
    }

    /// Games as lists show them. Of one whose last half-moves are held back the record is read.
    pub(super) fn listed(
        &self,
        view: View<'_>,
        (event, numbers): (&Event, &BTreeMap<PlayerId, u32>),
        starts: &BTreeMap<u32, String>,
        rows: &[GameRow],
    ) -> Result<Vec<ListedGame>, Failure> {
        let mut many = view.games_many();
        let mut all = Vec::with_capacity(rows.len());
        for row in rows {
            all.push(match event.delay > 0 && row.status != Status::Finished {
                true => event.listed(&many.game_load(row.id)?),
                false => listed(row, numbers, starts.get(&row.name.number)),
            });
        }
        Ok(all)
    }

    fn opened(
        &self,
        view: View<'_>,
        (event, site): (&Event, Option<&Site>),
        rows: &[GameRow],
    ) -> Result<Vec<OpenGame>, Failure> {
        let mut many = view.games_many();
        let language = site.map_or(event.language, |site| site.language);
        let kept = || self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let each = rows.iter().map(|row| {
            let name = (row.id, language);
            let of = view.game_stamp(row.tournament, row.name.number)?;
            if let Some((known, game)) = kept().get(&name)
                && Some(*known) == of
            {
                return Ok(game.clone());
            }
            let game = event.open(&many.game_load(row.id)?, language);
            if let Some(of) = of {
                kept().put(&name, (of, game.clone()), game.weight());
            }
            Ok(game)
        });
        each.collect()
    }

    fn start(
        &self,
        view: View<'_>,
        site: &Site,
        page: u32,
        now: Instant,
    ) -> Result<Option<String>, Failure> {
        let shown = self.tournaments(view, now)?;
        let Some((cycles, events, list)) = self.start_of(view, &shown, page)? else {
            return Ok(None);
        };
        let mut lines = Vec::new();
        for code in cycles {
            lines.extend(self.cycle_line(view, &code, now)?);
        }
        for one in events {
            lines.extend(self.event_line(view, one, now)?);
        }
        let latest = match page {
            1 => self.latest(view, site, &shown)?,
            _ => Vec::new(),
        };
        let start = Start {
            lines,
            latest,
            list,
        };
        Ok(Some(start_page(site, &start)))
    }

    fn event_line(
        &self,
        view: View<'_>,
        one: &PublicTournament,
        now: Instant,
    ) -> Result<Option<StartLine>, Failure> {
        let Some(row) = view.tournament_load_id(one.id)? else {
            return Ok(None);
        };
        let of = results_stamp(view, &row, now)?;
        let lines = || self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, line)) = lines().get(&one.id.0)
            && *known == of
        {
            return Ok(Some(line.clone()));
        }
        let table = self.results(view, &row, now)?;
        let over = table.games.iter().filter(|g| g.status == Status::Finished);
        let line = StartLine {
            code: one.code.clone(),
            name: table.name.clone(),
            leaders: table::leaders(&table, &table.standings()),
            finished: over.count(),
            games: table.games.len(),
            start: table.setting.start,
            arbiter: table.setting.arbiter.clone(),
        };
        lines().insert(one.id.0, (of, line.clone()));
        Ok(Some(line))
    }

    fn cycle_line(
        &self,
        view: View<'_>,
        code: &str,
        now: Instant,
    ) -> Result<Option<StartLine>, Failure> {
        let outcomes = |row: &TournamentRow| Ok(self.table(view, row, now)?.0);
        let Some(cycle) = cycle_input(view, code, now, outcomes)? else {
            return Ok(None);
        };
        let games = cycle.stages.iter().flat_map(|s| &s.table.games);
        let over = games.clone().filter(|g| g.status == Status::Finished);
        let (finished, games) = (over.count(), games.count());
        let first = cycle.stages.first().map(|s| &s.table.setting);
        Ok(first.map(|setting| StartLine {
            code: cycle.code.clone(),
            name: cycle.name.clone(),
            leaders: Vec::new(),
            finished,
            games,
            start: setting.start,
            arbiter: setting.arbiter.clone(),
        }))
    }

    /// The games with the newest moves. Where half-moves are held back, of those in which was
    /// moved last.
    fn latest(
        &self,
        view: View<'_>,
        site: &Site,
        shown: &[PublicTournament],
    ) -> Result<Vec<OpenGame>, Failure> {
        let mut rows: Vec<GameRow> = Vec::new();
        let mut newest = Vec::new();
        for one in shown {
            newest.extend(view.newest_move(one.id)?.map(|day| (day, one)));
        }
        newest.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.code.cmp(&b.1.code)));
        for (day, one) in newest {
            let is_full = rows.len() >= LATEST;
            if is_full && rows.iter().all(|row| row.last_move > Some(day)) {
                break;
            }
            rows.extend(view.games_latest(one.id, u32::try_from(LATEST).unwrap_or(u32::MAX))?);
            rows.sort_by_cached_key(|r| (std::cmp::Reverse(r.last_move), r.name.to_string()));
            rows.truncate(LATEST);
        }
        let mut all = Vec::new();
        for row in rows {
            if let Some(of) = view.tournament_load_id(row.tournament)? {
                let event = self.event(&of);
                all.extend(self.opened(view, (&event, Some(site)), &[row])?);
            }
        }
        Ok(all)
    }

    fn folder(
        &self,
        view: View<'_>,
        site: &Site,
        (code, page): (&str, u32),
        now: Instant,
    ) -> Result<Option<String>, Failure> {
        let Some(row) = self.tournament(view, code)? else {
            return match page {
                1 => self.cycle(view, site, code, now),
                _ => Ok(None),
            };
        };
        let event = self.event(&row);
        let (table, rows) = self.table(view, &row, now)?;
        let open = rows.iter().filter(|r| r.status != Status::Finished).count();
        let open = u32::try_from(open).unwrap_or(u32::MAX);
        let Some(list) = ListPage::of("index", page, (open, OPEN)) else {
            return Ok(None);
        };
        let standings = table.standings();
        let numbers = numbers_of(&table.entrants);
        let starts = view.starts_of(row.facts.id)?;
        // Behind the first page there is no table that leads to them.
        let games: Vec<ListedGame> = match page {
            1 => rows
                .iter()
                .map(|row| listed(row, &numbers, starts.get(&row.name.number)))
                .collect(),
            _ => Vec::new(),
        };
        let own = view.games_in_play(row.facts.id, (OPEN, ListPage::behind(page, OPEN)))?;
        let in_play = self.opened(view, (&event, None), &own)?;
        let newest = view.games_moved(row.facts.id, NEWEST_OF)?;
        let newest = self.listed(view, (&event, &numbers), &starts, &newest)?;
        let newest = newest.iter().min_by_key(|g| g.newest_first());
        let of = EventPage {
            event: &event,
            table: &table,
            standings: &standings,
            games: &games,
            in_play: &in_play,
            list: &list,
            newest,
        };
        Ok(Some(event_page(site, &of)))
    }

    fn cycle(
        &self,
        view: View<'_>,
        site: &Site,
        code: &str,
        now: Instant,
    ) -> Result<Option<String>, Failure> {
        let shown = self.tournaments(view, now)?;
        if !self.cycles(view, &shown)?.iter().any(|own| own == code) {
            return Ok(None);
        }
        let outcomes = |row: &TournamentRow| Ok(self.table(view, row, now)?.0);
        let cycle = cycle_input(view, code, now, outcomes)?;
        let codes: BTreeSet<String> = shown.into_iter().map(|one| one.code).collect();
        Ok(cycle.map(|cycle| cycle_page(site, &cycle, &codes)))
    }

    fn rounds(
        &self,
        view: View<'_>,
        site: &Site,
        (code, page): (&str, u32),
        now: Instant,
    ) -> Result<Option<String>, Failure> {
        let Some(row) = self.tournament(view, code)? else {
            return Ok(None);
        };
        let mut rows = view.games_of_tournament(row.facts.id)?;
        let all = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        let Some(list) = ListPage::of("rounds", page, (all, ROUNDS)) else {
            return Ok(None);
        };
        rows.sort_by_key(|r| (r.round, r.name.number));
        let mut rounds: Vec<(u32, u32)> = Vec::new();
        for (page, part) in (1..).zip(rows.chunks(ROUNDS as usize)) {
            for row in part {
                if rounds.last().is_none_or(|(round, _)| *round != row.round) {
                    rounds.push((row.round, page));
                }
            }
        }
        let event = self.event(&row);
        let behind = ListPage::behind(page, ROUNDS) as usize;
        let own: Vec<GameRow> = rows
            .into_iter()
            .skip(behind)
            .take(ROUNDS as usize)
            .collect();
        let numbers = numbers_of(&entrants_of(view, &row.facts)?);
        let starts = view.starts_of(row.facts.id)?;
        let of = RoundsPage {
            event: &event,
            today: row.facts.zone.day(now),
            rounds: &rounds,
            games: &self.listed(view, (&event, &numbers), &starts, &own)?,
            list: &list,
        };
        Ok(Some(rounds_page(site, &of)))
    }

    fn games(&self, view: View<'_>, code: &str) -> Result<Option<String>, Failure> {
        let Some(row) = self.tournament(view, code)? else {
            return Ok(None);
        };
        let event = self.event(&row);
        let mut many = view.games_many();
        let mut out = String::new();
        for game in view.games_of_tournament(row.facts.id)? {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&event.pgn(&many.game_load(game.id)?));
        }
        Ok(Some(out))
    }

    fn event_feed(
        &self,
        view: View<'_>,
        site: &Site,
        code: &str,
    ) -> Result<Option<String>, Failure> {
        let (Some(row), Some(base)) = (self.tournament(view, code)?, &self.wish.base_url) else {
            return Ok(None);
        };
        let event = self.event(&row);
        let most = u32::try_from(NEWEST).unwrap_or(u32::MAX);
        let mut rows = view.games_moved(row.facts.id, most)?;
        rows.extend(view.games_ended(row.facts.id, most)?);
        rows.sort_by_key(|r| r.name.number);
        rows.dedup_by_key(|r| r.id);
        let mut many = view.games_many();
        let games = rows.iter().map(|r| many.game_load(r.id));
        let games = games.collect::<Result<Vec<GameFile>, _>>()?;
        let games: Vec<(&GameFile, usize)> = games.iter().map(|g| (g, event.delay)).collect();
        let of = Feed {
            page: &format!("{code}/index.html"),
            title: &event.name,
            language: event.language,
        };
        Ok(Some(feed(site, base, &of, &games)))
    }

    /// A list for search machines.
    fn map(
        &self,
        view: View<'_>,
        address: &Address,
        now: Instant,
    ) -> Result<Option<String>, Failure> {
        let Some(base) = &self.wish.base_url else {
            return Ok(None);
        };
        let shown = self.tournaments(view, now)?;
        let maps = self.maps(view, &shown)?;
        if shown.is_empty() || !maps.contains(address) {
            return Ok(None);
        }
        if *address == Address::Map && maps.len() > 1 {
            let lists = maps.iter().filter(|map| **map != Address::Map);
            return Ok(Some(sitemap_index(base, lists.map(Address::path))));
        }
        let is_all = *address == Address::Map;
        let mut pages = Vec::new();
        if is_all || *address == Address::StartMap {
            pages.push(Address::Start(1));
            let cycles = self.cycles(view, &shown)?;
            pages.extend(cycles.into_iter().map(|code| Address::Folder(code, 1)));
        }
        let mut players = BTreeSet::new();
        for one in &shown {
            if is_all || *address == Address::FolderMap(one.code.clone()) {
                pages.push(Address::Folder(one.code.clone(), 1));
                pages.push(Address::Rounds(one.code.clone(), 1));
                let numbers = view.game_numbers(one.id)?.into_iter();
                pages.extend(numbers.map(|n| Address::Game(one.code.clone(), n)));
            }
            if is_all || matches!(address, Address::PlayersMap(_)) {
                players.extend(view.players_entered(one.id)?);
            }
        }
        let (skipped, most) = match address {
            Address::PlayersMap(part) => (ListPage::behind(*part, MOST_LISTED), MOST_LISTED),
            _ => (0, u32::MAX),
        };
        let players = players
            .into_iter()
            .skip(skipped as usize)
            .take(most as usize);
        let mut pages: Vec<String> = pages.iter().map(Address::path).collect();
        pages.extend(players.map(player_path));
        Ok(Some(sitemap(base, pages)))
    }
}

/// Of so many games in which was moved last the newest is looked for: more than one only where
/// half-moves are held back, or days are the same.
const NEWEST_OF: u32 = 12;

/// A game by its summary, with the position from which it starts where that is not the usual one.
fn listed(row: &GameRow, numbers: &BTreeMap<PlayerId, u32>, start: Option<&String>) -> ListedGame {
    let player = |(id, name): &(PlayerId, String)| ListedPlayer {
        id: *id,
        name: name.clone(),
        start_number: numbers.get(id).copied().unwrap_or_default(),
    };
    // A position counts its moves and says whose turn it is.
    let mut fields = start.map_or("", |fen| fen.as_str()).split(' ').skip(1);
    let is_blacks = fields.next() == Some("b");
    let first: u32 = fields.nth(3).and_then(|n| n.parse().ok()).unwrap_or(1);
    let number = first + (row.ply.saturating_sub(1) + u32::from(is_blacks)) / 2;
    let result = row.result.zip(row.termination);
    ListedGame {
        name: row.name.clone(),
        round: row.round,
        players: BySide {
            white: player(&row.players.white),
            black: player(&row.players.black),
        },
        status: row.status,
        result: result.map(|(code, termination)| GameResult { code, termination }),
        turn: row.turn,
        last: row.last_move.map(|sent| ListedMove { number, sent }),
    }
    .told()
}

/// What a table by results hangs on.
fn results_stamp(view: View<'_>, row: &TournamentRow, now: Instant) -> Result<PageStamp, Failure> {
    let mut of = Stamps::default();
    of.add(&view.tournament_stamp(row.facts.id)?.table);
    of.add(row.facts.zone.day(now).to_string().as_bytes());
    Ok(of.done())
}
