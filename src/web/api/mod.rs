//! `/api/v1`: games and tournaments for programs, as JSON. With the secret of a player's
//! program his own games whole, and moves; without one what the public site shows. What each
//! path takes and gives stands in `openapi.json`, and a test holds it against this file.

mod problem;
mod sight;
mod streams;

use super::Server;
use super::client::PeerAddress;
use super::listen::Ending;
use super::program::{admit, admit_stranger, body_of, may_programs_move};
use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId, is_code};
use crate::robot::Robot;
use crate::robot::board::{BoardAct, BoardAnswer, BoardCall};
use crate::store::{KeyPurpose, View};
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get, post};
use problem::Problem;
use serde::Deserialize;
use serde_json::Value;
use sight::{Beholder, Sight, game_pgn};
use std::sync::Arc;
use streams::{Listener, Pulse, Streams, Wanted};

/// What all requests share.
struct Api {
    server: Arc<Server>,
    streams: Arc<Streams>,
}

/// A move as it is sent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SentMove {
    /// Half-moves played when it was chosen.
    ply: u32,
    uci: String,
    #[serde(default)]
    offer: bool,
}

/// The paths.
pub fn routes(server: &Arc<Server>) -> Router<Arc<Server>> {
    let api = Api {
        server: Arc::clone(server),
        streams: Arc::new(Streams::of(server.readers.clone())),
    };
    Router::new()
        .route("/api/openapi.json", gives(get(described)))
        .route("/api/v1/games", gives(get(games)))
        .route("/api/v1/games/{code}/{number}", gives(get(game)))
        .route("/api/v1/games/{code}/{number}/pgn", gives(get(pgn)))
        .route("/api/v1/games/{code}/{number}/events", gives(get(events)))
        .route("/api/v1/games/{code}/{number}/moves", takes(post(moves)))
        .route("/api/v1/tournaments", gives(get(tournaments)))
        .route("/api/v1/tournaments/{code}/table", gives(get(table)))
        .route("/api/{*other}", any(missing))
        .with_state(Arc::new(api))
}

/// A path that is only read.
fn gives(path: MethodRouter<Arc<Api>>) -> MethodRouter<Arc<Api>> {
    path.fallback(|| async { not_so("GET, HEAD") })
}

/// A path that is only written.
fn takes(path: MethodRouter<Arc<Api>>) -> MethodRouter<Arc<Api>> {
    path.fallback(|| async { not_so("POST") })
}

fn not_so(allowed: &'static str) -> Response {
    let mut answer = Problem::method().into_response();
    let allowed = HeaderValue::from_static(allowed);
    answer.headers_mut().insert(header::ALLOW, allowed);
    answer
}

/// The answer to who has too many connections open.
pub fn crowded() -> Response {
    let detail = "too many connections are open from your address";
    Problem::too_many(detail).into_response()
}

async fn missing() -> Problem {
    Problem::missing()
}

type Answered = Result<Response, Problem>;

impl Api {
    /// Whose program asks; `None`: anybody. Where nobody may ask so often, nobody is let in.
    async fn caller(&self, of: &Asked) -> Result<Option<PlayerId>, Problem> {
        let Some(said) = &of.authorization else {
            admit_stranger(&self.server.tries, of.peer)?;
            return Ok(None);
        };
        let said = said.to_str().unwrap_or_default();
        let secret = match said.split_once(' ') {
            Some((scheme, secret)) if scheme.eq_ignore_ascii_case("bearer") => secret,
            _ => "",
        };
        let admitted = admit(&self.server, of.peer, KeyPurpose::Api, (None, secret));
        Ok(Some(admitted.await?))
    }

    async fn sight(&self, of: &Asked) -> Result<Sight, Problem> {
        let player = self.caller(of).await?;
        Ok(self.sight_of(player))
    }

    fn sight_of(&self, player: Option<PlayerId>) -> Sight {
        Sight {
            player,
            wish: self.server.site.wish().clone(),
            now: (self.server.hour)(),
        }
    }

    /// What a reading of the database finds for who asks; a problem where that is nothing.
    async fn find<T: Send + 'static>(
        &self,
        sight: Sight,
        work: impl FnOnce(&Sight, View<'_>) -> Result<Option<T>, Failure> + Send + 'static,
    ) -> Result<T, Problem> {
        let found = self.server.readers.read(move |view| work(&sight, view));
        found.await?.ok_or_else(Problem::missing)
    }
}

/// What is asked of a request's head.
struct Asked {
    peer: PeerAddress,
    authorization: Option<HeaderValue>,
    ending: Option<Ending>,
}

impl Asked {
    fn of(request: &Request) -> Result<Asked, Problem> {
        let brought = request.extensions();
        let peer = brought.get::<PeerAddress>().copied();
        Ok(Asked {
            peer: peer.ok_or_else(Problem::unauthorized)?,
            authorization: request.headers().get(header::AUTHORIZATION).cloned(),
            ending: brought.get::<Ending>().cloned(),
        })
    }
}

/// An answer of a kind. What a secret opens is kept by nobody on the way.
fn answer(kind: &'static str, body: Body, is_own: bool) -> Response {
    let kept = if is_own { "no-store" } else { "no-cache" };
    let headers: [(HeaderName, &'static str); 4] = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, kept),
        (header::VARY, "authorization"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let headers: HeaderMap = headers
        .into_iter()
        .map(|(name, value)| (name, HeaderValue::from_static(value)))
        .collect();
    (StatusCode::OK, headers, body).into_response()
}

fn json(value: &Value, is_own: bool) -> Response {
    answer("application/json", Body::from(value.to_string()), is_own)
}

fn name_of(code: &str, number: &str) -> Result<GameName, Problem> {
    GameName::parse(&format!("{code}/{number}")).ok_or_else(Problem::missing)
}

async fn described() -> Response {
    let text = include_str!("openapi.json");
    answer("application/json", Body::from(text), false)
}

/// The games of who asks.
async fn games(State(api): State<Arc<Api>>, request: Request) -> Answered {
    let asked = Asked::of(&request)?;
    let player = api.caller(&asked).await?;
    let player = player.ok_or_else(Problem::unauthorized)?;
    let sight = api.sight_of(Some(player));
    let found = api.find(sight, move |sight, view| {
        sight.own_games(view, player).map(Some)
    });
    Ok(json(&found.await?, true))
}

/// A game.
async fn game(
    State(api): State<Arc<Api>>,
    Path((code, number)): Path<(String, String)>,
    request: Request,
) -> Answered {
    let sight = api.sight(&Asked::of(&request)?).await?;
    let name = name_of(&code, &number)?;
    let is_own = sight.player.is_some();
    let found = api.find(sight, move |sight, view| {
        let Some((id, by)) = sight.find(view, &name)? else {
            return Ok(None);
        };
        sight.game_json(view, &view.game_load(id)?, by).map(Some)
    });
    Ok(json(&found.await?, is_own))
}

/// A game as PGN.
async fn pgn(
    State(api): State<Arc<Api>>,
    Path((code, number)): Path<(String, String)>,
    request: Request,
) -> Answered {
    let sight = api.sight(&Asked::of(&request)?).await?;
    let name = name_of(&code, &number)?;
    let is_own = sight.player.is_some();
    let found = api.find(sight, move |sight, view| {
        let Some((id, by)) = sight.find(view, &name)? else {
            return Ok(None);
        };
        Ok(Some(game_pgn(&view.game_load(id)?, by)))
    });
    let kind = "application/vnd.chess-pgn; charset=utf-8";
    Ok(answer(kind, Body::from(found.await?), is_own))
}

/// The tournaments.
async fn tournaments(State(api): State<Arc<Api>>, request: Request) -> Answered {
    let sight = api.sight(&Asked::of(&request)?).await?;
    let is_own = sight.player.is_some();
    let found = api.find(sight, |sight, view| sight.tournaments(view).map(Some));
    Ok(json(&found.await?, is_own))
}

/// The table of a tournament.
async fn table(
    State(api): State<Arc<Api>>,
    Path(code): Path<String>,
    request: Request,
) -> Answered {
    let sight = api.sight(&Asked::of(&request)?).await?;
    let is_own = sight.player.is_some();
    if !is_code(&code) {
        return Err(Problem::missing());
    }
    let found = api.find(sight, move |sight, view| sight.table(view, &code));
    Ok(json(&found.await?, is_own))
}

/// What changes in a game, as it changes.
async fn events(
    State(api): State<Arc<Api>>,
    Path((code, number)): Path<(String, String)>,
    request: Request,
) -> Answered {
    let asked = Asked::of(&request)?;
    let sight = api.sight(&asked).await?;
    let name = name_of(&code, &number)?;
    let listener = match sight.player {
        Some(player) => Listener::Player(player),
        None => Listener::Stranger(asked.peer.ip),
    };
    let text = name.to_string();
    let found = api.find(sight, move |sight, view| {
        let Some((id, by)) = sight.find(view, &name)? else {
            return Ok(None);
        };
        Ok(view.game_row(id)?.map(|row| (id, by, Pulse::of(&row))))
    });
    let (game, by, pulse) = found.await?;
    let body = api.streams.begin(Wanted {
        game,
        name: text,
        listener,
        by,
        pulse,
        ending: asked.ending,
    });
    let body = body.ok_or_else(|| Problem::too_many("too many streams are open"))?;
    let mut answer = answer("text/event-stream", body, true);
    // A proxy passes on what comes, and does not wait for more.
    let buffering = HeaderName::from_static("x-accel-buffering");
    let headers = answer.headers_mut();
    headers.insert(buffering, HeaderValue::from_static("no"));
    Ok(answer)
}

/// A move.
async fn moves(
    State(api): State<Arc<Api>>,
    Path((code, number)): Path<(String, String)>,
    request: Request,
) -> Answered {
    let player = api.caller(&Asked::of(&request)?).await?;
    let player = player.ok_or_else(Problem::unauthorized)?;
    let name = name_of(&code, &number)?;
    let body = body_of(request.into_body()).await?;
    let (game, by) = api
        .find(api.sight_of(Some(player)), move |sight, view| {
            sight.find(view, &name)
        })
        .await?;
    if by != Beholder::Player {
        return Err(Problem::forbidden("not-yours", "others play this game"));
    }
    let sent = serde_json::from_slice::<SentMove>(&body);
    let sent = sent.map_err(|e| Problem::unprocessable("body", e.to_string()))?;
    let done = api
        .server
        .clerk
        .does(move |robot| play(robot, (player, game), sent));
    done.await??;
    let found = api.find(api.sight_of(Some(player)), move |sight, view| {
        let file = view.game_load(game)?;
        sight.game_json(view, &file, Beholder::Player).map(Some)
    });
    Ok(json(&found.await?, true))
}

/// Plays a move on the board, where programs may.
fn play(
    robot: &mut Robot,
    (player, game): (PlayerId, GameId),
    sent: SentMove,
) -> Result<Result<(), Problem>, Failure> {
    let elsewhere = || {
        let detail = "in this game no moves are made by program";
        Problem::forbidden("not-here", detail)
    };
    let facts = robot.store.read().game_facts(game)?;
    if !may_programs_move(&facts) {
        return Ok(Err(elsewhere()));
    }
    let answer = robot.on_board(&BoardCall {
        player,
        game,
        ply: sent.ply,
        act: BoardAct::Move {
            uci: sent.uci,
            offer: sent.offer,
        },
    })?;
    Ok(match answer {
        BoardAnswer::Done => Ok(()),
        BoardAnswer::NotHere => Err(elsewhere()),
        BoardAnswer::Illegal => {
            let detail = "no legal move of the side that the secret is for";
            Err(Problem::unprocessable("illegal", detail))
        }
        BoardAnswer::Refused(words) => Err(Problem::unprocessable("refused", words)),
        BoardAnswer::Stale => {
            let row = robot.store.read().game_row(game)?;
            Err(Problem::stale(row.map_or(0, |row| row.ply)))
        }
    })
}
