//! The reader's games in a table: for a status, and for article 57's report.

use super::Composition;
use super::tables::{Set, Table};
use super::templates::Voice;
use super::words::{short, width};
use crate::arbiter::NoticeKind;
use crate::arbiter::notice::Body;
use crate::chess::Side;
use crate::record::{GameFile, Status};
use crate::report::game_view;
use crate::report::words::regulations::{self, Sentence};
use crate::time::Day;

/// Most columns of a name in a table.
const NAME: usize = 20;

/// The table that belongs to a letter, if one does.
pub fn table(request: &Composition<'_>, voice: &Voice) -> Option<Table> {
    match request.notice.kind {
        _ if matches!(
            request.notice.body,
            Body::Correspondence { .. } | Body::FinalTable { .. } | Body::Together { .. }
        ) =>
        {
            None
        }
        NoticeKind::Status => Some(status(request, voice)),
        NoticeKind::Report => Some(report(request, voice)),
        _ => None,
    }
}

/// The start list with the reader's games, and what the tournament has otherwise
/// than its profile's article: in the first letter of a tournament.
pub fn start_list(request: &Composition<'_>, voice: &Voice) -> Option<(Table, Vec<Sentence>)> {
    let Body::Start { list, .. } = &request.notice.body else {
        return None;
    };
    let game = request.game.filter(|_| !list.is_empty())?;
    let word = |key: &str| voice.words.text.get(key).cloned().unwrap_or_default();
    let rows = list
        .iter()
        .map(|starter| {
            let games: Vec<String> = starter
                .games
                .iter()
                .map(|(name, side)| format!("{name} {}", voice.words.side(*side)))
                .collect();
            vec![
                starter.number.to_string(),
                cut(&starter.name),
                starter.rating.map_or_else(String::new, |r| r.to_string()),
                starter.federation.clone().unwrap_or_default(),
                match starter.reader {
                    true => word("start_you"),
                    false => games.join(", "),
                },
            ]
        })
        .collect();
    use Set::{Left, Right};
    let table = Table {
        titles: [
            "start_number",
            "start_player",
            "start_rating",
            "start_federation",
            "start_games",
        ]
        .map(word)
        .to_vec(),
        set: vec![Right, Left, Right, Left, Left],
        rows,
    };
    let facts = &game.facts;
    let mut otherwise = regulations::differing(&facts.regulations, facts.profile, voice.language);
    let order = regulations::tie_breaks(&facts.regulations, facts.profile, voice.language);
    if otherwise.iter().all(|s| s.text != order.text) {
        otherwise.push(order);
    }
    Some((table, otherwise))
}

fn side_of(request: &Composition<'_>, game: &GameFile) -> Option<Side> {
    Side::BOTH.into_iter().find(|s| {
        game.player(*s)
            .email
            .eq_ignore_ascii_case(&request.to.email)
    })
}

fn cut(name: &str) -> String {
    if width(name) <= NAME {
        return name.to_owned();
    }
    let kept: String = name.chars().take(NAME - 1).collect();
    format!("{}…", kept.trim_end())
}

fn opponent(request: &Composition<'_>, game: &GameFile) -> String {
    match side_of(request, game) {
        Some(side) => cut(&game.player(side.other()).name),
        None => cut(&game.player(Side::White).name),
    }
}

fn full(day: Day) -> String {
    format!("{}/{}", short(day), day.year())
}

fn status(request: &Composition<'_>, voice: &Voice) -> Table {
    let w = &voice.words.games;
    let dash = || "-".to_owned();
    let rows = request
        .games
        .iter()
        .map(|game| {
            let side = side_of(request, game);
            let turn = game.turn();
            let active = game.status == Status::Active;
            let yours = side == Some(turn);
            let state = || {
                let name = game.status.name();
                let word = w.status.get(name).map_or(name, String::as_str);
                match game.result {
                    Some(result) => format!("{word}, {}", result.code.text()),
                    None => word.to_owned(),
                }
            };
            let running = game_view::running(game, request.now);
            let mine = running.filter(|r| active && Some(r.side) == side);
            vec![
                game.facts.name.to_string(),
                opponent(request, game),
                side.map_or_else(dash, |s| voice.words.side(s).to_owned()),
                match (active, yours) {
                    (false, _) => state(),
                    (true, true) => w.yours.clone(),
                    (true, false) => w.theirs.clone(),
                },
                side.filter(|_| active).map_or_else(dash, |s| {
                    game_view::clock(game, s, request.today).left.to_string()
                }),
                mine.map_or_else(dash, |r| full(r.last_day)),
            ]
        })
        .collect();
    use Set::{Left, Right};
    Table {
        titles: [&w.game, &w.opponent, &w.side, &w.turn, &w.left, &w.until]
            .into_iter()
            .cloned()
            .collect(),
        set: vec![Left, Left, Left, Left, Right, Left],
        rows,
    }
}

/// Article 57: moves and time of both sides, the last receipt and dispatch.
fn report(request: &Composition<'_>, voice: &Voice) -> Table {
    let w = &voice.words.games;
    let rows = request
        .games
        .iter()
        .enumerate()
        .map(|(i, game)| {
            let both =
                |of: &dyn Fn(Side) -> String| format!("{}/{}", of(Side::White), of(Side::Black));
            let clock = |side| game_view::clock(game, side, request.today);
            let last = game.moves.last();
            let remark = match game.result {
                Some(result) => result.code.text().to_owned(),
                None => match w.status.get(game.status.name()) {
                    Some(word) if game.status != Status::Active => word.clone(),
                    _ => String::new(),
                },
            };
            vec![
                (i + 1).to_string(),
                opponent(request, game),
                both(&|s| clock(s).moves.to_string()),
                both(&|s| clock(s).total.to_string()),
                last.map_or_else(|| "-".to_owned(), |m| short(m.received)),
                last.map_or_else(|| "-".to_owned(), |m| short(m.sent)),
                remark,
            ]
        })
        .collect();
    use Set::{Left, Right};
    let titles = [
        "N",
        &w.opponent,
        &w.moves,
        &w.time,
        &w.last_received,
        &w.last_sent,
        &w.remarks,
    ];
    Table {
        titles: titles.into_iter().map(str::to_owned).collect(),
        set: vec![Right, Left, Left, Left, Left, Left, Left],
        rows,
    }
}
