//! The server: what tournaments are, live, for browsers. The pages are those of the site
//! that `nightly` writes, by the same makers; here they are made when somebody asks.
//!
//! This is the one room with asynchronous code; the store stays blocking behind it:
//! [`Readers`] read it, and what is written is handed to the [`Clerk`].

mod answer;
mod api;
mod clerk;
mod listen;
mod live;
mod program;
mod readers;
mod tls;
pub mod xfcc;

pub use clerk::{Clerk, Hour, OpenRobot};
pub use listen::{Ending, Listening, PeerAddress, bind, certificate_of};
pub use live::{LiveSite, SiteSource};
pub use readers::Readers;

use crate::config::{ClubSection, WebSection};
use crate::token::Key;
use answer::PublicAnswer;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
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
    /// What proves links and sessions to be ours.
    pub key: Key,
}

/// All that is served.
fn router(server: Arc<Server>) -> Router {
    let keeper = Arc::default();
    Router::new()
        .route("/healthz", any(healthy))
        .merge(xfcc::routes(&server, &keeper))
        .merge(api::routes(&server, &keeper))
        .fallback(public)
        .with_state(server)
}

/// For whoever watches the server: it answers.
async fn healthy() -> &'static str {
    "postchess\n"
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
            let later = [(header::RETRY_AFTER, "30")];
            (StatusCode::SERVICE_UNAVAILABLE, later).into_response()
        }
    }
}
