//! The analysis board: lines are tried from any position of the record, and nothing is
//! recorded. Where it stands is told by its address alone, so that it works without scripts.

use super::asked::Asked;
use super::board::{BoardView, LegalMove, board, marks};
use super::game::{Reading, may_play, names, own, shown};
use super::series;
use super::sign_in::sign_in_page;
use crate::chess::Position;
use crate::error::Failure;
use crate::ids::{EventId, GameName};
use crate::robot::board::Seen;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;

/// Longest line, in half-moves.
const LONGEST: usize = 200;

/// The page.
#[derive(Serialize)]
pub struct AnalysisPage {
    /// `CODE/N`.
    pub name: String,
    /// Who plays, White first.
    pub players: [String; 2],
    /// The board; its links lead on.
    pub board: BoardView,
    /// The line that is tried, move by move.
    pub line: Vec<TriedMove>,
    /// What a pawn becomes.
    pub choice: Vec<TriedMove>,
    /// A piece can be chosen: somebody can move.
    pub plays: bool,
    /// One half-move back in the line.
    pub back: Option<String>,
    /// The position of the record before, without a line.
    pub earlier: Option<String>,
    /// The one behind it.
    pub later: Option<String>,
    /// The newest.
    pub newest: Option<String>,
    /// Half-moves of the record that are shown.
    pub at: usize,
    /// The line's first move can be made now.
    pub sends: Option<ToSend>,
}

/// A line that can be sent as it was tried: a move, or a move and a series (54.3.3).
#[derive(Serialize)]
pub struct ToSend {
    /// The move, UCI.
    pub uci: String,
    /// The series behind it; empty: none.
    pub series: String,
    /// Half-moves that the page has seen.
    pub ply: u32,
    /// The newest entry that it has seen.
    pub entry: Option<EventId>,
}

/// A move of the line, and where it leads.
#[derive(Serialize)]
pub struct TriedMove {
    /// With its number, in the letters of the language, and in digits.
    pub words: String,
    /// What stands behind the `?` of the page after it.
    pub to: String,
}

/// `/game/CODE/N/analysis`
pub async fn analysis(asked: Arc<Asked>) -> Result<Response, Failure> {
    let name = GameName::parse(&format!("{}/{}", asked.part(1), asked.part(2)));
    let name = name.ok_or_else(|| Failure::missing("no such game"))?;
    let Some(who) = &asked.who else {
        return sign_in_page(&asked, &format!("/game/{name}/analysis"), None);
    };
    match own(&asked, who, &name).await? {
        Some(reading) => asked.page("analysis", &made(&asked, &reading)),
        None => Err(Failure::missing("no such game")),
    }
}

/// Where the address says that one is.
struct Place {
    at: usize,
    line: Vec<String>,
}

impl Place {
    fn query(&self) -> String {
        format!("at={}&line={}", self.at, self.line.join("."))
    }

    fn with(&self, uci: &str) -> String {
        let mut line = self.line.clone();
        line.push(uci.to_owned());
        let at = self.at;
        Place { at, line }.query()
    }

    fn up_to(&self, moves: usize) -> String {
        let line = self.line.iter().take(moves).cloned().collect();
        let at = self.at;
        Place { at, line }.query()
    }
}

fn of_record(at: usize) -> String {
    let line = Vec::new();
    Place { at, line }.query()
}

fn made(asked: &Asked, reading: &Reading) -> AnalysisPage {
    let (game, language, query) = (&reading.game, asked.language, &asked.query);
    let newest = game.line.ply();
    let at = query.text("at").parse().unwrap_or(newest).min(newest);
    let begins = game.line.position_at(at);
    let mut position: Position = begins.unwrap_or_else(|| game.line.position()).clone();
    let (mut place, mut line) = (
        Place {
            at,
            line: Vec::new(),
        },
        Vec::new(),
    );
    // A line goes as far as it is legal.
    for uci in query.text("line").split('.').take(LONGEST) {
        let all = LegalMove::all(&position);
        let Some(one) = all.into_iter().find(|one| one.uci == uci) else {
            break;
        };
        place.line.push(one.uci.clone());
        line.push(TriedMove {
            words: shown(&position, &one, language).words,
            to: place.query(),
        });
        position = position.after(one.mv);
    }
    let legal = match place.line.len() < LONGEST {
        true => LegalMove::all(&position),
        false => Vec::new(),
    };
    let (from, to) = (query.text("from"), query.text("to"));
    let fit = legal.iter().filter(|o| o.from() == from && o.to() == to);
    let choice = fit.map(|one| TriedMove {
        words: shown(&position, one, language).words,
        to: place.with(&one.uci),
    });
    let view = board(&position, reading.side, &marks(&legal, from), language);
    let view = view.leading(|to| match to.strip_prefix("move=") {
        Some(uci) => place.with(uci),
        None => format!("{}&{to}", place.query()),
    });
    AnalysisPage {
        name: game.facts.name.to_string(),
        players: names(game),
        board: view,
        choice: choice.collect(),
        plays: !legal.is_empty(),
        back: place.line.len().checked_sub(1).map(|n| place.up_to(n)),
        line,
        earlier: at.checked_sub(1).map(of_record),
        later: (at < newest).then(|| of_record(at + 1)),
        newest: (at < newest).then(|| of_record(newest)),
        at,
        sends: to_send(reading, &place),
    }
}

/// What of the line can be sent: it begins where the game stands, and it is one's move.
fn to_send(reading: &Reading, place: &Place) -> Option<ToSend> {
    let game = &reading.game;
    let (uci, series) = place.line.split_first()?;
    if place.at != game.line.ply() || !may_play(reading) {
        return None;
    }
    let position = game.line.position();
    let after = position.after(position.move_of_uci(uci)?);
    let series = series::proposed(reading, &after, &series.join("."))?;
    let Seen { ply, entry } = Seen::of(game);
    Some(ToSend {
        uci: uci.clone(),
        series: series.join("."),
        ply,
        entry,
    })
}
