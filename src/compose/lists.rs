//! The tables that belong to a letter: the reader's games, article 57's reports, the
//! start list. `report` makes them; here stands who reads what.

use super::{Composition, facts};
use crate::arbiter::NoticeKind;
use crate::arbiter::notice::Body;
use crate::chess::Side;
use crate::language::Language;
use crate::record::GameFile;
use crate::report::document::{Table, folding_rows, table_text, text};
use crate::report::words::announced;
use crate::report::words::regulations::{self, RegulationSentence};
use crate::report::{document57, lists};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A table as both parts of a letter show it.
pub struct ShownTable {
    /// In lines of fixed width.
    pub text: String,
    /// The rows of a table.
    pub rows: String,
}

impl From<&Table> for ShownTable {
    fn from(table: &Table) -> ShownTable {
        ShownTable {
            text: table_text(table),
            rows: folding_rows(table),
        }
    }
}

/// The games that a letter lists, if it lists any.
pub fn games(request: &Composition<'_>) -> Option<ShownTable> {
    match request.notice.body {
        Body::Correspondence { .. } | Body::FinalTable { .. } | Body::Together { .. } => None,
        _ => match request.notice.kind() {
            NoticeKind::Status => Some(status(request)),
            NoticeKind::Report => Some(reports(request)),
            NoticeKind::Leave => own_leave(request).then(|| status(request)),
            _ => None,
        },
    }
}

/// Whether a letter about the reader's own leave has games whose last days it moves.
fn own_leave(request: &Composition<'_>) -> bool {
    let body = &request.notice.body;
    let own = matches!(body, Body::LeaveTaken { .. } | Body::LeaveEnded { .. });
    own && !request.games.is_empty()
}

fn status(request: &Composition<'_>) -> ShownTable {
    let games = request.games.iter();
    let games: Vec<_> = games.map(|g| (*g, side_of(request, g))).collect();
    let table = lists::own_games(&games, request.to.language, request.now);
    ShownTable::from(&table)
}

/// Article 57's reports, one for each tournament.
fn reports(request: &Composition<'_>) -> ShownTable {
    let mut of_code: BTreeMap<&str, Vec<&GameFile>> = BTreeMap::new();
    for game in request.games {
        let code = game.facts.name.code.as_str();
        of_code.entry(code).or_default().push(game);
    }
    let mut shown = ShownTable {
        text: String::new(),
        rows: String::new(),
    };
    for games in of_code.values() {
        let own = games.iter().find_map(|g| Some((g, side_of(request, g)?)));
        let Some((game, side)) = own else { continue };
        let mut player = game.player(side).clone();
        player.name.clone_from(&request.to.name);
        player.language = request.to.language;
        let today = game.facts.zone.day(request.now);
        let document = document57(&player, games, today);
        if !shown.text.is_empty() {
            shown.text.push('\n');
        }
        shown.text.push_str(&text(&document));
        let title = crate::report::document::escape(&document.title);
        for table in document.tables() {
            let all = table.columns.len();
            let _ = writeln!(shown.rows, "<tr><th colspan={all}>{title}</th></tr>");
            shown.rows.push_str(&folding_rows(table));
        }
    }
    shown
}

/// The start list with the reader's games: in the first letter of a tournament.
pub fn start(request: &Composition<'_>, language: Language) -> Option<ShownTable> {
    let Body::Start { list, .. } = &request.notice.body else {
        return None;
    };
    let listed = request.game.is_some() && !list.is_empty();
    listed.then(|| ShownTable::from(&lists::start_list(list, language)))
}

/// The terms of a tournament: who should not meet in it (31.9), and beside the start list
/// what it has otherwise than its profile's article.
pub fn terms(request: &Composition<'_>, language: Language) -> Option<Vec<RegulationSentence>> {
    let (list, limits) = match &request.notice.body {
        Body::Start {
            list, announced, ..
        } => (&list[..], announced),
        Body::Round { announced, .. } => (&[][..], announced),
        _ => return None,
    };
    let apart = announced::sentences(limits, facts::profile(request), language);
    let Some(game) = request.game.filter(|_| !list.is_empty()) else {
        return Some(apart).filter(|told| !told.is_empty());
    };
    let facts = &game.facts;
    let mut otherwise = regulations::differing(&facts.regulations, facts.profile, language);
    let order = regulations::tie_breaks(&facts.regulations, facts.profile, language);
    if otherwise.iter().all(|s| s.text != order.text) {
        otherwise.push(order);
    }
    otherwise.extend(apart);
    Some(otherwise)
}

fn side_of(request: &Composition<'_>, game: &GameFile) -> Option<Side> {
    let own = |side: &Side| request.to.is(game.player(*side));
    Side::BOTH.into_iter().find(own)
}
