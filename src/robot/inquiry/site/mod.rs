//! The public site: a page is made when it is asked for, of what it shows and nothing else. Its
//! stamp says whether it would come out as before.

mod address;
mod make;
mod player;
mod write;

pub use address::Address;
pub use write::{SiteReport, write_site};

use super::shelf::Shelf;
use super::today::tournaments_of;
use crate::compose::Board;
use crate::config::{ClubSection, SiteSection};
use crate::disk::disk_words;
use crate::error::Failure;
use crate::ids::{GameId, TournamentId};
use crate::language::Language;
use crate::messages::letters;
use crate::report::site::{Event, ListPage, Look, MOST_LISTED, OpenGame, Site, StartLine};
use crate::report::table::TableInput;
use crate::store::{PageStamp, PublicTournament, Stamps, TournamentRow, TournamentStatus, View};
use crate::time::{Day, Instant};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

/// So many tournaments stand on a page of the list of all: more nobody reads, and each is looked
/// at when the page is.
pub const STARTS: u32 = 50;

/// So many games being played stand on a page of a tournament: the record of each is read.
pub const OPEN: u32 = 100;

/// Bytes of games being played that are kept as lists show them: some ten thousand.
const OPEN_KEPT: usize = 8 * 1024 * 1024;

/// The same of tables by results: a few of five thousand games, some hundreds of usual ones.
const RESULTS_KEPT: usize = 16 * 1024 * 1024;

/// So many games stand on a page of the rounds: those of two rounds of a large club's tournament,
/// all of a usual one.
pub const ROUNDS: u32 = 250;

/// Makes the pages of a site.
pub struct SiteMaker {
    club: ClubSection,
    wish: SiteSection,
    own_games: Option<String>,
    board: Board,
    /// Lines of the first page, each with what it hangs on: few bytes, much to read.
    lines: Mutex<BTreeMap<i64, (PageStamp, StartLine)>>,
    /// Games being played as lists show them in a language, each with what it hangs on: their
    /// records are long.
    open: Mutex<Shelf<(GameId, Language), (PageStamp, OpenGame)>>,
    /// Tables of tournaments by their results alone, each with what it hangs on: those of large
    /// ones are long, and many pages are made of each.
    results: Mutex<Shelf<TournamentId, (PageStamp, Arc<TableInput>)>>,
}

impl SiteMaker {
    /// Who makes the site that a club wishes; its pages lead to `own_games`, where the club has a
    /// server.
    ///
    /// # Errors
    /// The pictures of boards cannot be drawn.
    pub fn new(
        club: ClubSection,
        wish: SiteSection,
        own_games: Option<String>,
    ) -> Result<SiteMaker, Failure> {
        let board = Board::new();
        let board =
            board.map_err(|e| Failure::failed(format!("the pictures of the board: {e}")))?;
        Ok(SiteMaker {
            club,
            wish,
            own_games,
            board,
            lines: Mutex::default(),
            open: Mutex::new(Shelf::of(OPEN_KEPT)),
            results: Mutex::new(Shelf::of(RESULTS_KEPT)),
        })
    }

    /// Whose site it is.
    pub fn club(&self) -> &ClubSection {
        &self.club
    }

    /// What it shows, and how.
    pub fn wish(&self) -> &SiteSection {
        &self.wish
    }

    /// What all its pages have; the logo is read.
    ///
    /// # Errors
    /// The logo is not there, or is none.
    pub fn site(&self, now: Instant) -> Result<Site, Failure> {
        let language = self.wish.language.unwrap_or(self.club.language);
        Ok(Site {
            club: letters::club_named(&self.club.name, language).to_owned(),
            language,
            today: self.club.time_zone.day(now),
            look: Look {
                own_games: self.own_games.clone(),
                ..look_of(&self.wish)?
            },
        })
    }

    /// The tournaments that it shows, as they are listed. One that is not started is left out:
    /// its pairs are not final.
    fn tournaments(&self, view: View<'_>, now: Instant) -> Result<Vec<PublicTournament>, Failure> {
        if self.wish.tournaments.is_empty() {
            return Ok(view.public_tournaments()?);
        }
        let rows = tournaments_of(view, &self.wish.tournaments, now)?.into_iter();
        let begun = rows.filter(|row| row.status != TournamentStatus::Planned);
        Ok(begun
            .map(|row| PublicTournament {
                id: row.facts.id,
                code: row.facts.code.clone(),
            })
            .collect())
    }

    /// A tournament, if it shows it.
    fn tournament(&self, view: View<'_>, code: &str) -> Result<Option<TournamentRow>, Failure> {
        let named = &self.wish.tournaments;
        if !named.is_empty() && !named.iter().any(|n| n == code) {
            return Ok(None);
        }
        let row = view.tournament_load(code)?;
        Ok(row.filter(|row| row.status != TournamentStatus::Planned))
    }

    fn event(&self, row: &TournamentRow) -> Event {
        Event {
            code: row.facts.code.clone(),
            name: row.facts.name.clone(),
            language: self.wish.language.unwrap_or(row.facts.language),
            delay: usize::try_from(self.wish.delay_moves).unwrap_or(usize::MAX),
        }
    }

    /// The cycles of which it shows a stage, in the order of the first ones.
    fn cycles(&self, view: View<'_>, shown: &[PublicTournament]) -> Result<Vec<String>, Failure> {
        let of: BTreeMap<_, _> = view.cycles_of_all()?.into_iter().collect();
        let mut seen = BTreeSet::new();
        let all = shown.iter().filter_map(|t| of.get(&t.id));
        Ok(all.filter(|code| seen.insert(*code)).cloned().collect())
    }

    /// All pages of the site, each by its address; none where no tournament has begun.
    ///
    /// # Errors
    /// A tournament named that is not there, or the database.
    pub fn addresses(&self, view: View<'_>, now: Instant) -> Result<Vec<Address>, Failure> {
        let shown = self.tournaments(view, now)?;
        if shown.is_empty() {
            return Ok(Vec::new());
        }
        let cycles = self.cycles(view, &shown)?;
        let lines = u32::try_from(shown.len() + cycles.len()).unwrap_or(u32::MAX);
        let pages = |all, most| {
            let last = ListPage::of("", 1, (all, most)).map_or(1, |list| list.last);
            1..=last
        };
        let mut all: Vec<Address> = pages(lines, STARTS).map(Address::Start).collect();
        all.extend(cycles.into_iter().map(|code| Address::Folder(code, 1)));
        let mut players = BTreeSet::new();
        for one in &shown {
            let code = || one.code.clone();
            let stamp = view.tournament_stamp(one.id)?;
            let open = stamp.games - stamp.finished;
            all.push(Address::Feed(code()));
            all.extend(pages(open, OPEN).map(|p| Address::Folder(code(), p)));
            all.extend(pages(stamp.games, ROUNDS).map(|p| Address::Rounds(code(), p)));
            all.push(Address::Games(code()));
            for number in view.game_numbers(one.id)? {
                all.push(Address::Game(code(), number));
                all.push(Address::Pgn(code(), number));
                all.push(Address::Picture(code(), number));
            }
            players.extend(view.players_entered(one.id)?);
        }
        for player in players {
            all.extend([Address::PlayerFeed(player), Address::Player(player)]);
        }
        all.retain(|address| self.wish.base_url.is_some() || !address.needs_base());
        if self.wish.base_url.is_some() {
            all.extend(self.maps(view, &shown)?);
        }
        Ok(all)
    }

    /// The lists for search machines: one, or one for each tournament and one of these.
    fn maps(&self, view: View<'_>, shown: &[PublicTournament]) -> Result<Vec<Address>, Failure> {
        let (pages, players) = self.counted(view, shown)?;
        if pages <= MOST_LISTED {
            return Ok(vec![Address::Map]);
        }
        let mut all = vec![Address::Map, Address::StartMap];
        all.extend(shown.iter().map(|one| Address::FolderMap(one.code.clone())));
        all.extend((1..=players.div_ceil(MOST_LISTED)).map(Address::PlayersMap));
        Ok(all)
    }

    /// How many pages it has, near enough, and how many of these are players'.
    fn counted(&self, view: View<'_>, shown: &[PublicTournament]) -> Result<(u32, u32), Failure> {
        let (mut pages, mut players) = (1u32, BTreeSet::new());
        for one in shown {
            pages = pages
                .saturating_add(view.games_count(one.id)?)
                .saturating_add(2);
            players.extend(view.players_entered(one.id)?);
        }
        let players = u32::try_from(players.len()).unwrap_or(u32::MAX);
        Ok((pages.saturating_add(players), players))
    }

    /// Whether it has no page: no tournament has begun.
    ///
    /// # Errors
    /// A tournament named that is not there, or the database.
    pub fn is_empty(&self, view: View<'_>, now: Instant) -> Result<bool, Failure> {
        Ok(self.tournaments(view, now)?.is_empty())
    }

    /// What a page of a site hangs on: while that is the same, so is the page. None where there is
    /// no such page.
    ///
    /// # Errors
    /// The database.
    pub fn stamp(
        &self,
        view: View<'_>,
        (site, address): (&Site, &Address),
        now: Instant,
    ) -> Result<Option<PageStamp>, Failure> {
        if address.needs_base() && self.wish.base_url.is_none() {
            return Ok(None);
        }
        let mut stamps = Stamps::default();
        stamps.add(format!("{:?}{:?}{}", site.club, site.look, site.language.code()).as_bytes());
        stamps.add(format!("{address:?}{}", self.wish.delay_moves).as_bytes());
        let day = |stamps: &mut Stamps, day: Day| stamps.add(day.to_string().as_bytes());
        let found = match address {
            Address::Start(page) => {
                day(&mut stamps, site.today);
                self.start_stamp(view, *page, now, &mut stamps)?
            }
            Address::Folder(code, _)
            | Address::Rounds(code, _)
            | Address::Games(code)
            | Address::Feed(code)
            | Address::FolderMap(code) => {
                day(&mut stamps, site.today);
                self.folder_stamp(view, code, now, &mut stamps)?
            }
            Address::Game(code, number)
            | Address::Pgn(code, number)
            | Address::Picture(code, number) => match self.tournament(view, code)? {
                Some(row) => match view.game_stamp(row.facts.id, *number)? {
                    Some(stamp) => {
                        stamps.add(&stamp);
                        true
                    }
                    None => false,
                },
                None => false,
            },
            Address::Player(id) | Address::PlayerFeed(id) => {
                day(&mut stamps, site.today);
                self.player_stamp(view, *id, now, &mut stamps)?
            }
            Address::PlayersMap(_) | Address::Map | Address::StartMap => {
                let shown = self.tournaments(view, now)?;
                for one in &shown {
                    stamps.add(one.code.as_bytes());
                    stamps.add(&view.games_count(one.id)?.to_le_bytes());
                    for player in view.players_entered(one.id)? {
                        stamps.add(&player.0.to_le_bytes());
                    }
                }
                !shown.is_empty()
            }
        };
        Ok(found.then(|| stamps.done()))
    }

    fn start_stamp(
        &self,
        view: View<'_>,
        page: u32,
        now: Instant,
        stamps: &mut Stamps,
    ) -> Result<bool, Failure> {
        let shown = self.tournaments(view, now)?;
        let Some((cycles, events, list)) = self.start_of(view, &shown, page)? else {
            return Ok(false);
        };
        for code in &cycles {
            self.cycle_stamp(view, code, stamps)?;
        }
        for one in events {
            stamps.add(&view.tournament_stamp(one.id)?.table);
        }
        stamps.add(&list.last.to_le_bytes());
        if page == 1 {
            // The latest moves may be anybody's.
            stamps.add(format!("{:?}", view.site_stamp()?).as_bytes());
        }
        Ok(true)
    }

    fn cycle_stamp(&self, view: View<'_>, code: &str, into: &mut Stamps) -> Result<bool, Failure> {
        let stages = view.tournaments_of_cycle(code)?;
        for stage in &stages {
            into.add(&view.tournament_stamp(stage.facts.id)?.table);
            into.add(format!("{:?}", stage.status).as_bytes());
        }
        Ok(!stages.is_empty())
    }

    fn folder_stamp(
        &self,
        view: View<'_>,
        code: &str,
        now: Instant,
        stamps: &mut Stamps,
    ) -> Result<bool, Failure> {
        let Some(row) = self.tournament(view, code)? else {
            let shown = self.tournaments(view, now)?;
            let is_cycle = self.cycles(view, &shown)?.iter().any(|own| own == code);
            return Ok(is_cycle && self.cycle_stamp(view, code, stamps)?);
        };
        let stamp = view.tournament_stamp(row.facts.id)?;
        stamps.add(row.facts.zone.day(now).to_string().as_bytes());
        stamps.add(&stamp.table);
        stamps.add(&stamp.play);
        Ok(true)
    }

    fn player_stamp(
        &self,
        view: View<'_>,
        id: crate::ids::PlayerId,
        now: Instant,
        stamps: &mut Stamps,
    ) -> Result<bool, Failure> {
        let rows = self.tournaments_of_player(view, id, now)?;
        for row in &rows {
            stamps.add(&view.tournament_stamp(row.facts.id)?.table);
            stamps.add(row.facts.zone.day(now).to_string().as_bytes());
        }
        for game in view.player_games(id, false)? {
            stamps.add(&game.last_event.to_le_bytes());
        }
        Ok(!rows.is_empty())
    }

    /// What stands on a page of the list of all: cycles first, then tournaments.
    #[expect(clippy::type_complexity, reason = "three parts of one page")]
    fn start_of<'s>(
        &self,
        view: View<'_>,
        shown: &'s [PublicTournament],
        page: u32,
    ) -> Result<Option<(Vec<String>, &'s [PublicTournament], ListPage)>, Failure> {
        let cycles = self.cycles(view, shown)?;
        let all = u32::try_from(shown.len() + cycles.len()).unwrap_or(u32::MAX);
        let Some(list) = ListPage::of("index", page, (all, STARTS)).filter(|_| !shown.is_empty())
        else {
            return Ok(None);
        };
        let (first, most) = (ListPage::behind(page, STARTS) as usize, STARTS as usize);
        let of_cycles = cycles.len();
        let own: Vec<String> = cycles.into_iter().skip(first).take(most).collect();
        let from = first.saturating_sub(of_cycles).min(shown.len());
        let to = (from + most - own.len()).min(shown.len());
        Ok(Some((own, shown.get(from..to).unwrap_or_default(), list)))
    }
}

/// How the site looks; its logo is read.
///
/// # Errors
/// The logo is not there, or is none.
pub fn look_of(wish: &SiteSection) -> Result<Look, Failure> {
    let look = Look {
        base_url: wish.base_url.clone(),
        own_games: None,
        logo: None,
        colour: wish.colour,
    };
    let Some(path) = &wish.logo else {
        return Ok(look);
    };
    let wrong = |why: &dyn std::fmt::Display| {
        Failure::failed(format!("the site's logo {}: {why}", path.display()))
            .hint("logo in [site] of the configuration names a picture below its folder")
    };
    let bytes = std::fs::read(path).map_err(|e| wrong(&disk_words(&e)))?;
    look.with_logo(&bytes).map_err(|e| wrong(&e))
}
