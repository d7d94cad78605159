//! A player's own games: what waits for him first.

use super::asked::Asked;
use super::sign_in::sign_in_page;
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::record::{GameFile, Status};
use crate::report::game_view;
use crate::report::table;
use crate::report::words::common::{side as side_word, termination};
use crate::store::View;
use crate::time::Instant;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;

/// Finished games that are listed: the newest.
const MOST_FINISHED: usize = 300;

/// The page.
#[derive(Default, Serialize)]
pub struct GamesPage {
    /// Those that are not over, what is due first.
    pub active: Vec<GameLine>,
    /// Those that are, the newest first.
    pub finished: Vec<FinishedLine>,
    /// How many wait for him.
    pub due: i64,
}

/// A game that is not over.
#[derive(Serialize)]
pub struct GameLine {
    /// `CODE/N`.
    pub name: String,
    /// Its tournament.
    pub tournament: String,
    /// Who plays against him.
    pub opponent: String,
    /// What he plays.
    pub side: &'static str,
    /// The last move with its number.
    pub last: String,
    /// It is his move.
    pub is_due: bool,
    /// Where it stands, where nobody's move is due.
    pub status: Option<&'static str>,
    /// Days left to him.
    pub left: i64,
    /// When his flag falls, where his clock runs.
    pub flag: Option<Flag>,
    /// A draw is offered to him.
    pub is_offered: bool,
}

/// When a flag falls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Flag {
    /// The last day for a move, or the day of the hour.
    pub day: String,
    /// Its hour, where days are full 24 hours, with what the zone is ahead.
    pub hour: Option<String>,
}

/// A game that is over.
#[derive(Serialize)]
pub struct FinishedLine {
    /// `CODE/N`.
    pub name: String,
    /// Who played against him.
    pub opponent: String,
    /// What he played.
    pub side: &'static str,
    /// The result.
    pub result: &'static str,
    /// How it ended.
    pub how: &'static str,
}

/// `/games`
pub async fn games(asked: Arc<Asked>) -> Result<Response, Failure> {
    let Some(player) = asked.player() else {
        return sign_in_page(&asked, "/games", None);
    };
    let (language, now) = (asked.language, asked.now);
    let page = asked
        .server
        .readers
        .read(move |view| found(view, player, language, now));
    asked.page("games", &page.await?)
}

fn found(
    view: View<'_>,
    player: PlayerId,
    language: Language,
    now: Instant,
) -> Result<GamesPage, Failure> {
    let mut active = Vec::new();
    let mut page = GamesPage::default();
    let mut over = Vec::new();
    for row in view.player_games(player, false)? {
        let Some(side) = Side::BOTH
            .into_iter()
            .find(|side| row.players.get(*side).0 == player)
        else {
            continue;
        };
        let side_of = side_word(language, side);
        if row.status == Status::Finished {
            let (_, opponent) = row.players.get(side.other());
            over.push((
                row.last_move,
                row.id,
                FinishedLine {
                    name: row.name.to_string(),
                    opponent: opponent.clone(),
                    side: side_of,
                    result: row.result.map_or("", |r| r.text()),
                    how: row.termination.map_or("", |t| termination(language, t)),
                },
            ));
            continue;
        }
        let game = view.game_load(row.id)?;
        active.push(line(&game, side, language, now));
    }
    over.sort_by_key(|(day, id, _)| std::cmp::Reverse((*day, *id)));
    over.truncate(MOST_FINISHED);
    page.finished = over.into_iter().map(|(_, _, line)| line).collect();
    active.sort_by_key(|line| (!line.is_due, line.status.is_some(), line.left));
    page.due = i64::try_from(active.iter().filter(|l| l.is_due).count()).unwrap_or(0);
    page.active = active;
    Ok(page)
}

fn line(game: &GameFile, side: Side, language: Language, now: Instant) -> GameLine {
    let is_played = game.status == Status::Active;
    let last = game.moves.last().map(|mv| {
        let san = crate::chess::san_in(&mv.san, language);
        format!("{}{}\u{a0}{san}", mv.number, mv.side.dots())
    });
    GameLine {
        name: game.facts.name.to_string(),
        tournament: game.facts.tournament_name.clone(),
        opponent: game.player(side.other()).name.clone(),
        side: side_word(language, side),
        last: last.unwrap_or_default(),
        is_due: is_played && game.turn() == side,
        status: (!is_played).then(|| table::status(language, game.status)),
        left: game_view::clock(game, side, game.moment(now)).left,
        flag: flag(game, side, now),
        is_offered: is_played && game.draw_offer.is_some_and(|(by, _)| by != side),
    }
}

/// When a side's flag falls, where its clock runs.
pub fn flag(game: &GameFile, side: Side, now: Instant) -> Option<Flag> {
    let running = game_view::running(game, now).filter(|r| r.side == side)?;
    let by_hours = game.counts_hours();
    let falls = game.tally().running.filter(|r| by_hours && r.side == side);
    let falls = falls.filter(|_| !running.ends_first());
    let hour = falls.map(|r| game.facts.zone.hour(r.falls_at));
    let hour = hour.and_then(|text| Some(text.split_once(' ')?.1.to_owned()));
    let day = match hour {
        Some(_) => running.flag,
        None => running.last_day,
    };
    Some(Flag {
        day: day.to_string(),
        hour,
    })
}
