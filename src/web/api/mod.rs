//! `/api/v1`: games and tournaments for programs, as JSON. With the secret of a player's
//! program his own games whole, and all that is done on the board but words; without one what
//! the public site shows. What each path takes and gives stands in `openapi.json`, and a test
//! holds it against this file.

mod problem;
mod sight;
mod streams;

use super::Server;
use super::answer::Page;
use super::client::PeerAddress;
use super::listen::Ending;
use super::program::{admit, admit_stranger, body_of, may_programs_move};
use crate::error::Failure;
use crate::ids::{EventId, GameName, PlayerId, is_code};
use crate::robot::Robot;
use crate::robot::board::{BoardAct, BoardAnswer, BoardCall, BoardMove, Seen, Shortfall};
use crate::store::{KeyPurpose, View};
use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get, post};
use problem::Problem;
use serde::Deserialize;
use serde_json::{Value, json};
use sight::{Beholder, Sight, game_pgn};
use std::sync::Arc;
use streams::{Listener, Pulse, Right, Streams, Wanted};

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
    /// The newest entry of the record when it was chosen.
    event: Option<EventId>,
    uci: String,
    #[serde(default)]
    offer: bool,
}

/// What else is done on the board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SentAct {
    /// Half-moves played when it was chosen.
    ply: u32,
    /// The newest entry of the record when it was chosen.
    event: Option<EventId>,
    /// In the words of [`BoardAct::named`].
    act: String,
    /// The move with which a draw is claimed.
    uci: Option<String>,
}

/// What is sent and to be done, with what the program saw.
type Sent = Result<(Seen, BoardAct), Problem>;

fn read<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Result<T, Problem> {
    let read = serde_json::from_slice(body);
    read.map_err(|e| Problem::unprocessable("body", e.to_string()))
}

fn sent_move(body: &[u8]) -> Sent {
    let SentMove {
        ply,
        event: entry,
        uci,
        offer,
    } = read(body)?;
    let seen = Seen { ply, entry };
    Ok((seen, BoardAct::Move(BoardMove::one(uci, offer))))
}

fn sent_act(body: &[u8]) -> Sent {
    let SentAct {
        ply,
        event: entry,
        act,
        uci,
    } = read(body)?;
    let seen = Seen { ply, entry };
    let is_with_move = uci.is_some();
    match BoardAct::named(&act, uci) {
        Some(BoardAct::ClaimDraw { uci }) => Ok((seen, BoardAct::ClaimDraw { uci })),
        Some(_) if is_with_move => {
            let detail = "only a draw is claimed with a move";
            Err(Problem::unprocessable("body", detail))
        }
        Some(act) => Ok((seen, act)),
        None => Err(Problem::unprocessable("body", format!("no act `{act}`"))),
    }
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
        .route("/api/v1/games/{code}/{number}/acts", takes(post(acts)))
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

/// The answer to who comes past our proxy.
pub fn in_clear() -> Response {
    let detail = "this address is for the proxy: what comes by it is read on the way";
    Problem::forbidden("in-clear", detail).into_response()
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
        let Some(secret) = of.secret() else {
            admit_stranger(&self.server.tries, of.peer)?;
            return Ok(None);
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
    headers: HeaderMap,
    ending: Option<Ending>,
}

impl Asked {
    /// The secret that is shown; nothing, where something else is.
    fn secret(&self) -> Option<&str> {
        let said = self.headers.get(header::AUTHORIZATION)?;
        let said = said.to_str().unwrap_or_default();
        Some(match said.split_once(' ') {
            Some((scheme, secret)) if scheme.eq_ignore_ascii_case("bearer") => secret,
            _ => "",
        })
    }

    fn of(request: &Request) -> Result<Asked, Problem> {
        let brought = request.extensions();
        let peer = brought.get::<PeerAddress>().copied();
        Ok(Asked {
            peer: peer.ok_or_else(Problem::unauthorized)?,
            headers: request.headers().clone(),
            ending: brought.get::<Ending>().cloned(),
        })
    }
}

impl Asked {
    /// The answer with a file of that name's kind; what the program has already is not sent
    /// again. What a secret opens nobody keeps on the way.
    fn gives(&self, name: &str, text: String, is_own: bool) -> Response {
        let page = Page::new(name, text.into_bytes());
        let mut answer = page.answer(&self.headers, StatusCode::OK);
        let kept = match is_own {
            true => "private, no-cache",
            false => "no-cache",
        };
        let headers = answer.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
        let vary = HeaderValue::from_static("authorization, accept-encoding");
        headers.insert(header::VARY, vary);
        answer
    }

    fn json(&self, value: &Value, is_own: bool) -> Response {
        self.gives("answer.json", value.to_string(), is_own)
    }
}

fn name_of(code: &str, number: &str) -> Result<GameName, Problem> {
    GameName::parse(&format!("{code}/{number}")).ok_or_else(Problem::missing)
}

async fn described(request: Request) -> Answered {
    let text = include_str!("openapi.json").to_owned();
    Ok(Asked::of(&request)?.gives("openapi.json", text, false))
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
    Ok(asked.json(&found.await?, true))
}

/// A game.
async fn game(
    State(api): State<Arc<Api>>,
    Path((code, number)): Path<(String, String)>,
    request: Request,
) -> Answered {
    let asked = Asked::of(&request)?;
    let sight = api.sight(&asked).await?;
    let name = name_of(&code, &number)?;
    let is_own = sight.player.is_some();
    let found = api.find(sight, move |sight, view| {
        let Some((id, by)) = sight.find(view, &name)? else {
            return Ok(None);
        };
        sight.game_json(view, &view.game_load(id)?, by).map(Some)
    });
    Ok(asked.json(&found.await?, is_own))
}

/// A game as PGN.
async fn pgn(
    State(api): State<Arc<Api>>,
    Path((code, number)): Path<(String, String)>,
    request: Request,
) -> Answered {
    let asked = Asked::of(&request)?;
    let sight = api.sight(&asked).await?;
    let name = name_of(&code, &number)?;
    let is_own = sight.player.is_some();
    let found = api.find(sight, move |sight, view| {
        let Some((id, by)) = sight.find(view, &name)? else {
            return Ok(None);
        };
        Ok(Some(game_pgn(&view.game_load(id)?, by)))
    });
    Ok(asked.gives("game.pgn", found.await?, is_own))
}

/// The tournaments.
async fn tournaments(State(api): State<Arc<Api>>, request: Request) -> Answered {
    let asked = Asked::of(&request)?;
    let sight = api.sight(&asked).await?;
    let is_own = sight.player.is_some();
    let found = api.find(sight, |sight, view| sight.tournaments(view).map(Some));
    Ok(asked.json(&found.await?, is_own))
}

/// The table of a tournament.
async fn table(
    State(api): State<Arc<Api>>,
    Path(code): Path<String>,
    request: Request,
) -> Answered {
    let asked = Asked::of(&request)?;
    let sight = api.sight(&asked).await?;
    let is_own = sight.player.is_some();
    if !is_code(&code) {
        return Err(Problem::missing());
    }
    let found = api.find(sight, move |sight, view| sight.table(view, &code));
    Ok(asked.json(&found.await?, is_own))
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
    let right = asked.secret().map(|secret| Right {
        server: Arc::clone(&api.server),
        sight: sight.clone(),
        tag: api.server.key().tag(secret.trim()),
        name: name.clone(),
    });
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
        right,
        pulse,
        ending: asked.ending,
    });
    let body = body.ok_or_else(|| Problem::too_many("too many streams are open"))?;
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (header::VARY, "authorization"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // A proxy passes on what comes, and does not wait for more.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, body).into_response())
}

/// A move.
async fn moves(
    State(api): State<Arc<Api>>,
    Path(of): Path<(String, String)>,
    request: Request,
) -> Answered {
    done(api, of, request, sent_move).await
}

/// What else is done on the board.
async fn acts(
    State(api): State<Arc<Api>>,
    Path(of): Path<(String, String)>,
    request: Request,
) -> Answered {
    done(api, of, request, sent_act).await
}

/// Does what is sent, in a game of who asks: the game after it.
async fn done(
    api: Arc<Api>,
    (code, number): (String, String),
    request: Request,
    sent: fn(&[u8]) -> Sent,
) -> Answered {
    let asked = Asked::of(&request)?;
    let player = api.caller(&asked).await?;
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
    let (seen, act) = sent(&body)?;
    let call = BoardCall {
        player,
        game,
        seen,
        act,
    };
    let done = api.server.clerk.does(move |robot| act_on(robot, &call));
    let but = done.await??;
    let found = api.find(api.sight_of(Some(player)), move |sight, view| {
        let file = view.game_load(game)?;
        sight.game_json(view, &file, Beholder::Player).map(Some)
    });
    let mut found = found.await?;
    if let (Some(all), false) = (found.as_object_mut(), but.is_empty()) {
        let names: Vec<&str> = but.iter().map(|one| one.name()).collect();
        all.insert("not_done".to_owned(), json!(names));
    }
    // What was done is answered whole, whatever the program has.
    let told = Asked {
        headers: HeaderMap::new(),
        ..asked
    };
    Ok(told.json(&found, true))
}

/// Does something on the board, where programs may: what of it is not as it was asked for.
fn act_on(robot: &mut Robot, call: &BoardCall) -> Result<Result<Vec<Shortfall>, Problem>, Failure> {
    let elsewhere = || {
        let detail = "in this game nothing is done by program";
        Problem::forbidden("not-here", detail)
    };
    let facts = robot.store.read().game_facts(call.game)?;
    if !may_programs_move(&facts) {
        return Ok(Err(elsewhere()));
    }
    Ok(match robot.on_board(call)? {
        BoardAnswer::Done => Ok(Vec::new()),
        BoardAnswer::DoneBut(all) => Ok(all),
        BoardAnswer::ClaimRefused(all) => {
            Ok(std::iter::once(Shortfall::Claim).chain(all).collect())
        }
        BoardAnswer::NotHere => Err(elsewhere()),
        BoardAnswer::Illegal => {
            let detail = "no legal move of the side that the secret is for";
            Err(Problem::unprocessable("illegal", detail))
        }
        BoardAnswer::Refused(words) => Err(Problem::unprocessable("refused", words)),
        BoardAnswer::Stale => {
            let row = robot.store.read().game_row(call.game)?;
            Err(Problem::stale(row.map_or(0, |row| row.ply)))
        }
    })
}
