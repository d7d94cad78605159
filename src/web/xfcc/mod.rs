//! Xfcc, by which chess programs of players get their games and send moves: SOAP 1.1 at
//! `/xfcc`, `GetMyGames` and `MakeAMove` of XfccBasic. Which operation is meant says the
//! request itself; headers do not, as half of the programs send none.

mod answer;
mod games;
mod play;
mod soap;

pub use soap::{SoapFault, XfccCall, read};

use super::Server;
use super::client::PeerAddress;
use super::page::wait_asked;
use super::program::{Denied, UnreadBody, admit, body_of, is_for_now, may_show_secrets};
use crate::ids::{GameId, PlayerId};
use crate::store::KeyPurpose;
use answer::{XfccResult, fault, moved, wsdl};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use games::Teller;
use play::{Made, make};
use soap::{Login, MoveCall, Words, is_cut};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Games of which it is remembered that words were left out: it is told until the next move.
const MOST_LEFT_OUT: usize = 10_000;

/// What all requests share.
struct Xfcc {
    server: Arc<Server>,
    left_out: Mutex<BTreeSet<(PlayerId, GameId)>>,
}

/// Where programs come.
pub fn routes(server: &Arc<Server>) -> Router<Arc<Server>> {
    let xfcc = Xfcc {
        server: Arc::clone(server),
        left_out: Mutex::default(),
    };
    Router::new()
        .route("/xfcc", any(asked))
        .with_state(Arc::new(xfcc))
}

async fn asked(State(xfcc): State<Arc<Xfcc>>, request: Request) -> Response {
    match *request.method() {
        Method::GET | Method::HEAD => xfcc.described(request.uri().query()),
        Method::POST => xfcc.answered(request).await,
        _ => {
            let allowed = [(header::ALLOW, "GET, HEAD, POST")];
            (StatusCode::METHOD_NOT_ALLOWED, allowed).into_response()
        }
    }
}

/// An XML text. It is one player's own.
fn xml(status: StatusCode, text: String) -> Response {
    let mut answer = (status, text).into_response();
    let headers = answer.headers_mut();
    let kind = HeaderValue::from_static("text/xml; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, kind);
    let nowhere = HeaderValue::from_static("no-store");
    headers.insert(header::CACHE_CONTROL, nowhere);
    answer
}

/// A fault; SOAP 1.1 has it leave under 500 (6.2), but where nothing was looked at.
fn failed(status: StatusCode, result: XfccResult, words: &str) -> Response {
    xml(status, fault(result, words))
}

/// The answer to who asks where others read along.
pub fn in_clear() -> Response {
    let result = XfccResult::AuthenticationFailed;
    failed(StatusCode::FORBIDDEN, result, "by https alone")
}

impl Xfcc {
    /// The description of the service; for people who come by, where programs find it.
    fn described(&self, query: Option<&str>) -> Response {
        let web = &self.server.web;
        if query.is_some_and(|q| q.eq_ignore_ascii_case("wsdl")) {
            let scheme = if web.tls.is_some() { "https" } else { "http" };
            let here = || format!("{scheme}://{}", web.listen);
            let base = web.base_url.clone().unwrap_or_else(here);
            return xml(StatusCode::OK, wsdl(&format!("{base}/xfcc")));
        }
        let text = "Xfcc: GetMyGames, MakeAMove. ?wsdl\n";
        ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
    }

    async fn answered(&self, request: Request) -> Response {
        let Some(peer) = request.extensions().get::<PeerAddress>().copied() else {
            return failed(StatusCode::FORBIDDEN, XfccResult::ServerError, "");
        };
        if !may_show_secrets(peer) {
            return in_clear();
        }
        let is_scid = request
            .headers()
            .get(header::USER_AGENT)
            .is_some_and(|agent| agent.as_bytes().starts_with(b"Scid"));
        let bytes = match body_of(request.into_body()).await {
            Ok(bytes) => bytes,
            Err(UnreadBody::TooLong) => {
                let status = StatusCode::PAYLOAD_TOO_LARGE;
                return failed(status, XfccResult::ServerError, "the request is too long");
            }
            Err(UnreadBody::Broken) => {
                let status = StatusCode::REQUEST_TIMEOUT;
                return failed(status, XfccResult::ServerError, "the request did not come");
            }
        };
        match read(&bytes) {
            Ok(XfccCall::GetMyGames(login)) => self.games(peer, &login).await,
            Ok(XfccCall::MakeAMove(login, call)) => self.moves(peer, &login, call, is_scid).await,
            Err(SoapFault::Unreadable) => {
                let words = "no SOAP request of Xfcc";
                failed(StatusCode::BAD_REQUEST, XfccResult::ServerError, words)
            }
            Err(SoapFault::Unavailable) => {
                let status = StatusCode::INTERNAL_SERVER_ERROR;
                failed(status, XfccResult::FeatureUnavailable, "")
            }
        }
    }

    async fn admitted(&self, peer: PeerAddress, login: &Login) -> Result<PlayerId, Denied> {
        let shown = (Some(login.user.as_str()), login.password.as_str());
        admit(&self.server, peer, KeyPurpose::Xfcc, shown).await
    }

    async fn games(&self, peer: PeerAddress, login: &Login) -> Response {
        let player = match self.admitted(peer, login).await {
            Ok(player) => player,
            Err(denied) => return turned_away(&denied, StatusCode::INTERNAL_SERVER_ERROR, fault),
        };
        let teller = Teller {
            player,
            now: (self.server.hour)(),
            base_url: self.server.web.base_url.clone(),
            words_left_out: self.left_out_of(player),
        };
        let told = move |view: crate::store::View<'_>| teller.games(view);
        match self.server.readers.read(told).await {
            Ok(all) => xml(StatusCode::OK, answer::games(&all)),
            Err(failure) => turned_away(
                &Denied::Failed(failure),
                StatusCode::INTERNAL_SERVER_ERROR,
                fault,
            ),
        }
    }

    async fn moves(
        &self,
        peer: PeerAddress,
        login: &Login,
        mut call: MoveCall,
        is_scid: bool,
    ) -> Response {
        let player = match self.admitted(peer, login).await {
            Ok(player) => player,
            Err(denied) => return turned_away(&denied, StatusCode::OK, |result, _| moved(result)),
        };
        if let Words::Said(words) = &call.words
            && is_scid
            && is_cut(words)
        {
            call.words = Words::Damaged;
        }
        let is_damaged = call.words == Words::Damaged;
        let made = move |robot: &mut crate::robot::Robot| make(robot, player, &call);
        match self.server.clerk.does(made).await {
            Ok(Made { result, game }) => {
                if let Some(game) = game {
                    self.leaves_out(player, game, is_damaged);
                }
                xml(StatusCode::OK, moved(result))
            }
            Err(failure) => turned_away(&Denied::Failed(failure), StatusCode::OK, |result, _| {
                moved(result)
            }),
        }
    }

    fn left_out_of(&self, player: PlayerId) -> BTreeSet<GameId> {
        let all = self.left_out.lock().unwrap_or_else(PoisonError::into_inner);
        let his = all.iter().filter(|(of, _)| *of == player);
        his.map(|(_, game)| *game).collect()
    }

    /// Remembers whether words of a move were left out: nobody is told of it otherwise.
    fn leaves_out(&self, player: PlayerId, game: GameId, is_damaged: bool) {
        let mut all = self.left_out.lock().unwrap_or_else(PoisonError::into_inner);
        match is_damaged {
            true if all.len() < MOST_LEFT_OUT => drop(all.insert((player, game))),
            _ => drop(all.remove(&(player, game))),
        }
    }
}

/// The answer to who is turned away, in the form in which his program looks for one: a fault,
/// which leaves under 500, or the result of a move. What passes by itself says so.
fn turned_away(
    denied: &Denied,
    status: StatusCode,
    say: fn(XfccResult, &str) -> String,
) -> Response {
    let (status, result, words) = match denied {
        Denied::InClear | Denied::Unknown => (status, XfccResult::AuthenticationFailed, ""),
        Denied::TooOften => (
            StatusCode::TOO_MANY_REQUESTS,
            XfccResult::ServerError,
            "too many requests",
        ),
        Denied::Failed(failure) => {
            tracing::error!("a program's request failed: {failure}");
            let status = match is_for_now(failure) {
                true => StatusCode::SERVICE_UNAVAILABLE,
                false => status,
            };
            (status, XfccResult::ServerError, "")
        }
    };
    wait_asked(xml(status, say(result, words)))
}
