//! The server: what tournaments are, live, for browsers. The pages are those of the site
//! that `nightly` writes, by the same makers; here they are made when somebody asks.
//!
//! This is the one room with asynchronous code; the store stays blocking behind it:
//! [`Readers`] read it, and what is written is handed to the [`Clerk`].

mod account;
mod analysis;
mod answer;
mod api;
mod asked;
mod assets;
mod board;
mod clerk;
mod client;
mod confirm;
mod cookies;
mod desk;
mod file;
mod form;
mod game;
mod games;
mod guess;
mod leave;
mod letters;
mod limits;
mod listen;
mod live;
mod marks;
mod notes;
mod paced;
mod page;
mod password;
mod places;
mod program;
mod programs;
mod pulse;
mod readers;
mod series;
mod sessions;
mod sign_in;
mod slow_lanes;
mod tls;
pub mod xfcc;

pub use clerk::{Clerk, Hour, OpenRobot};
pub use client::PeerAddress;
pub use limits::Tries;
pub use listen::{Ending, Listening, bind, certificate_of};
pub use live::{LiveSite, SiteSource};
pub use password::Passwords;
pub use readers::Readers;
pub use slow_lanes::SlowLanes;

use crate::config::{ClubSection, WebSection};
use crate::error::Failure;
use crate::hour::HourStanding;
use crate::messages::Phrase;
use crate::robot::hours::hour_of;
use crate::token::Key;
use answer::PublicAnswer;
use asked::{Asked, language_of};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any};
use cookies::Jar;
use page::said_alone;
use std::future::Future;
use std::sync::Arc;

/// What all pages are made of.
pub struct Server {
    /// The public site.
    pub site: Arc<LiveSite>,
    /// Whom everything that writes is handed to.
    pub clerk: Clerk,
    /// Whom pages of one's own are read by.
    pub readers: Readers,
    /// Whose club it is.
    pub club: ClubSection,
    /// Where it is seen, and from where it is asked.
    pub web: WebSection,
    /// The hour.
    pub hour: Hour,
    /// How often who tried what.
    pub tries: Tries,
    /// Where those wait who may be guessing.
    pub slow_lanes: SlowLanes,
    /// Who checks passwords.
    pub passwords: Passwords,
}

impl Server {
    /// What proves links and sessions to be ours.
    fn key(&self) -> Key {
        self.readers.key()
    }

    /// Browsers come by https: what proves who they are goes no other way.
    fn is_secure(&self) -> bool {
        match &self.web.base_url {
            Some(base) => base.starts_with("https://"),
            None => self.web.tls.is_some(),
        }
    }

    /// What stands before every path of ours as browsers see it: the folder in which a proxy
    /// has us, without a `/` at its end; mostly nothing.
    fn root(&self) -> &str {
        let base = self.web.base_url.as_deref().unwrap_or_default();
        let host = base.split_once("://").map_or("", |(_, host)| host);
        host.find('/').and_then(|at| host.get(at..)).unwrap_or("")
    }

    /// Whose cookies are given and taken.
    fn jar(&self) -> Jar<'_> {
        Jar {
            secure: self.is_secure(),
            root: self.root(),
        }
    }
}

/// Where it is asked whether we are well.
const HEALTH: &str = "/healthz";

/// All that is served.
fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route(HEALTH, any(healthy))
        .route("/assets/{name}", any(assets::file))
        .route("/sign-in", own(sign_in::sign_in))
        .route("/sign-in/link", own(sign_in::link_asked))
        .route("/sign-in/code", own(sign_in::code))
        .route("/sign-out", own(sign_in::sign_out))
        .route("/link/{secret}", own(sign_in::link))
        .route("/invitation/{text}", own(sign_in::invitation))
        .route("/account", own(account::account))
        .route("/desk", own(desk::desk))
        .route("/desk/{*rest}", own(desk::desk))
        .route("/games", own(games::games))
        .route("/game/{code}/{number}", own(game::game))
        .route("/game/{code}/{number}/analysis", own(analysis::analysis))
        .route("/game/{code}/{number}/pgn", own(game::pgn_file))
        .route("/leave", own(leave::leave))
        .route("/letters", own(letters::wishes))
        .route("/programs", own(programs::programs))
        .merge(xfcc::routes(&server))
        .merge(api::routes(&server))
        .fallback(public)
        .with_state(server)
}

/// A page of one's own: what is asked is checked before anything is done.
fn own<F, D>(does: F) -> MethodRouter<Arc<Server>>
where
    F: Fn(Arc<Asked>) -> D + Clone + Send + Sync + 'static,
    D: Future<Output = Result<Response, Failure>> + Send + 'static,
{
    any(move |State(server): State<Arc<Server>>, request: Request| {
        asked::answer(server, request, does)
    })
}

/// For whoever watches the server: it answers, and what is done on it is recorded. By a clock
/// that stands before the record nothing is.
async fn healthy(State(server): State<Arc<Server>>) -> Response {
    let now = (server.hour)();
    let standing = server.readers.read(move |view| hour_of(&view, now)).await;
    match standing {
        Ok(HourStanding::TooEarly { .. }) => {
            let said = "the clock stands before what is recorded: nothing is done\n";
            (StatusCode::SERVICE_UNAVAILABLE, said).into_response()
        }
        // Whether the database can be read is another question: it answers.
        Ok(HourStanding::Sure | HourStanding::Doubt(_)) | Err(_) => "postchess\n".into_response(),
    }
}

/// A page of the site, as it stands now.
async fn public(State(server): State<Arc<Server>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed).into_response();
    }
    let path = request.uri().path();
    match server.site.look_up(path).await {
        Ok(PublicAnswer::Page(page)) => page.answer(request.headers(), StatusCode::OK),
        Ok(PublicAnswer::Elsewhere(to)) => {
            let to = [(header::LOCATION, to)];
            (StatusCode::MOVED_PERMANENTLY, to).into_response()
        }
        Ok(PublicAnswer::Missing(page)) => page.answer(&HeaderMap::new(), StatusCode::NOT_FOUND),
        Err(failure) => {
            tracing::error!("a page could not be made: {failure}");
            let status = StatusCode::SERVICE_UNAVAILABLE;
            said_alone(
                &server,
                language_of(request.headers()),
                status,
                Phrase("web.failed"),
            )
        }
    }
}

/// Who comes past our proxy is told so, and nothing else: what he asked was read by others.
fn in_clear<B>(server: &Server, request: &axum::http::Request<B>) -> Response {
    match request.uri().path() {
        "/xfcc" => xfcc::in_clear(),
        path if path.starts_with("/api/") => api::in_clear(),
        _ => {
            let (language, said) = (language_of(request.headers()), Phrase("web.in-clear"));
            said_alone(server, language, StatusCode::FORBIDDEN, said)
        }
    }
}

/// The answer to who has too many connections open, or others at his address.
fn crowded<B>(server: &Server, request: &axum::http::Request<B>) -> Response {
    let mut answer = match request.uri().path().starts_with("/api/") {
        true => api::crowded(),
        false => {
            let (language, said) = (language_of(request.headers()), Phrase("web.crowded"));
            said_alone(server, language, StatusCode::TOO_MANY_REQUESTS, said)
        }
    };
    let close = HeaderValue::from_static("close");
    answer.headers_mut().insert(header::CONNECTION, close);
    answer
}

#[cfg(test)]
mod tests;
