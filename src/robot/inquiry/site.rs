//! The public site: read from the store, written into a folder that is its own.

use super::tables::{cycle_of, entrants_of, input_of};
use super::today::tournaments_of;
use crate::chess::Side;
use crate::compose::Board;
use crate::config::{ClubSection, SiteSection};
use crate::disk::disk_words;
use crate::error::Failure;
use crate::messages::letters;
use crate::report::site::{Look, PublicEvent, Site as Pages, SiteContent, SiteFile, files};
use crate::report::table::GameLine;
use crate::robot::written::{write_if_new, write_whole};
use crate::store::{TournamentStatus, View};
use crate::time::Instant;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The list of what the site wrote: it tells a folder of ours from any other.
const LIST: &str = ".postchess-site";

/// What writing a site did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SiteReport {
    /// Files it is made of.
    pub files: usize,
    /// Those that were new or different.
    pub written: usize,
    /// Those that are not part of it any more.
    pub removed: usize,
    /// Bytes of all of them.
    pub bytes: usize,
}

/// All files of a site, as of an hour. They lead to `own_games`, where the club has a server. A tournament that is not started is left out:
/// its pairs are not final. None where no other is there.
///
/// # Errors
/// A tournament named that is not there, or the database.
pub fn site_of(
    view: View<'_>,
    club: &ClubSection,
    wish: &SiteSection,
    own_games: Option<&str>,
    now: Instant,
) -> Result<Vec<SiteFile>, Failure> {
    let mut rows = match wish.tournaments.as_slice() {
        [] => view.tournament_list()?,
        codes => tournaments_of(view, codes, now)?,
    };
    rows.retain(|r| r.status != TournamentStatus::Planned);
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut events = Vec::new();
    for row in &rows {
        let facts = &row.facts;
        let day = facts.zone.day(now);
        let mut table = input_of(view, row, entrants_of(view, facts)?, day)?;
        let mut games = Vec::new();
        for game in view.games_of_tournament(facts.id)? {
            let game = view.game_load(game.id)?;
            table.games.push(GameLine::of(&game, game.moment(now)));
            games.push(game);
        }
        events.push(PublicEvent {
            language: wish.language.unwrap_or(facts.language),
            table,
            games,
            delay: usize::try_from(wish.delay_moves).unwrap_or(usize::MAX),
        });
    }
    let mut cycles = Vec::new();
    let mut seen = BTreeSet::new();
    for row in &rows {
        if let Some(stage) = row.tournament_file()?.stage
            && seen.insert(stage.cycle.clone())
        {
            cycles.extend(cycle_of(view, &stage.cycle, now)?);
        }
    }
    let language = wish.language.unwrap_or(club.language);
    Ok(files(&Pages {
        cycles,
        club: letters::club_named(&club.name, language).to_owned(),
        language,
        today: club.time_zone.day(now),
        events,
        look: Look {
            own_games: own_games.map(str::to_owned),
            ..look_of(wish)?
        },
    }))
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

/// A file of the site as it is written; a picture is drawn as those of letters are.
///
/// # Errors
/// A picture that cannot be drawn.
pub fn bytes_of(content: &SiteContent, board: &Board) -> Result<Vec<u8>, Failure> {
    match content {
        SiteContent::Text(text) => Ok(text.clone().into_bytes()),
        SiteContent::Board(shown) => board
            .png(&shown.position, Side::White, &shown.marked)
            .map_err(|e| Failure::failed(format!("a picture of a position: {e}"))),
    }
}

/// Writes a site: files that are new or different, each whole or not at all; takes
/// away those that an earlier site wrote there and this one has not.
///
/// # Errors
/// The folder has files of others in it and no site, or cannot be written.
pub fn write_site(folder: &Path, files: &[SiteFile]) -> Result<SiteReport, Failure> {
    let list = folder.join(LIST);
    let before = match std::fs::read_to_string(&list) {
        Ok(text) => text,
        Err(_) if is_empty(folder)? => String::new(),
        Err(_) => {
            return Err(Failure::failed(format!(
                "{} has files in it that are no site of ours",
                folder.display()
            ))
            .hint("name an empty folder, or one that does not exist yet"));
        }
    };
    let wrong = |path: &Path, e: std::io::Error| Failure::of_file(path, &e);
    std::fs::create_dir_all(folder).map_err(|e| wrong(folder, e))?;
    let now: BTreeSet<&str> = files.iter().map(|f| f.path.as_str()).collect();
    let then: BTreeSet<&str> = before.lines().filter(|l| !l.is_empty()).collect();
    // Before anything is written, so that what a run that was killed wrote is known.
    let both: Vec<&str> = then.union(&now).copied().collect();
    write_whole(&list, (both.join("\n") + "\n").as_bytes())?;
    let mut report = SiteReport {
        files: files.len(),
        ..SiteReport::default()
    };
    let board =
        Board::new().map_err(|e| Failure::failed(format!("the pictures of the board: {e}")))?;
    for file in files {
        let bytes = bytes_of(&file.content, &board)?;
        report.bytes += bytes.len();
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|e| wrong(parent, e))?;
        }
        report.written += usize::from(write_if_new(&path, &bytes)?);
    }
    for gone in then.difference(&now) {
        let Some(path) = within(folder, gone) else {
            continue;
        };
        match std::fs::remove_file(&path) {
            Ok(()) => report.removed += 1,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
            Err(e) => return Err(wrong(&path, e)),
        }
        if let Some(parent) = path.parent().filter(|p| *p != folder) {
            // It goes with its last page; one that others use stays.
            let _ = std::fs::remove_dir(parent);
        }
    }
    let names: Vec<&str> = now.into_iter().collect();
    write_whole(&list, (names.join("\n") + "\n").as_bytes())?;
    Ok(report)
}

fn is_empty(folder: &Path) -> Result<bool, Failure> {
    match std::fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(true),
        Err(e) => Err(Failure::of_file(folder, &e)),
    }
}

/// A file of the list, if it does lie below the folder: lists can be edited.
fn within(folder: &Path, name: &str) -> Option<PathBuf> {
    let plain = |c| matches!(c, Component::Normal(_));
    let path = Path::new(name);
    (path.components().count() > 0 && path.components().all(plain)).then(|| folder.join(path))
}
