//! The server: what tournaments are, live, for browsers. The pages are those of the site
//! that `nightly` writes, by the same makers; here they are made when somebody asks.
//!
//! This is the one room with asynchronous code; the store stays blocking behind it. It
//! writes nothing.

mod answer;
mod listen;
mod live;
mod tls;

pub use listen::{Listening, bind, certificate_of};
pub use live::{LiveSite, SiteSource};

use answer::PublicAnswer;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use std::sync::Arc;

/// All that is served.
fn router(site: Arc<LiveSite>) -> Router {
    Router::new()
        .route("/healthz", any(healthy))
        .fallback(public)
        .with_state(site)
}

/// For whoever watches the server: it answers.
async fn healthy() -> &'static str {
    "postchess\n"
}

/// A page of the site, as it stands now.
async fn public(State(site): State<Arc<LiveSite>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed).into_response();
    }
    let path = request.uri().path();
    match site.look_up(path).await {
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
