//! What cannot be done, as programs are told (RFC 9457).

use crate::error::{Failure, FailureKind};
use crate::web::page::wait_asked;
use crate::web::program::{Denied, UnreadBody};
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A problem: `type` is `about:blank`, so that `title` is the status's own; `code` tells
/// programs which one it is.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    detail: String,
}

impl Problem {
    fn of(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Problem {
        Problem {
            status,
            code,
            detail: detail.into(),
        }
    }

    /// There is no such thing, or it is not for whoever asks.
    pub fn missing() -> Problem {
        let detail = "there is no such thing, or it is not shown to you";
        Problem::of(StatusCode::NOT_FOUND, "missing", detail)
    }

    /// A secret is wanted.
    pub fn unauthorized() -> Problem {
        let detail = "send Authorization: Bearer with a secret that was made for a program";
        Problem::of(StatusCode::UNAUTHORIZED, "unauthorized", detail)
    }

    /// It is another's game, or moves are made elsewhere in it.
    pub fn forbidden(code: &'static str, detail: &str) -> Problem {
        Problem::of(StatusCode::FORBIDDEN, code, detail)
    }

    /// Somebody has moved since, or something else has happened.
    pub fn stale(ply: u32) -> Problem {
        let detail = format!("the game stands otherwise: {ply} half-moves are played");
        Problem::of(StatusCode::CONFLICT, "stale", detail)
    }

    /// What was sent cannot be done.
    pub fn unprocessable(code: &'static str, detail: impl Into<String>) -> Problem {
        Problem::of(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    /// Too much is asked at once.
    pub fn too_many(detail: &str) -> Problem {
        Problem::of(StatusCode::TOO_MANY_REQUESTS, "too-many", detail)
    }

    /// A path has no such method.
    pub fn method() -> Problem {
        let detail = "this path has no such method";
        Problem::of(StatusCode::METHOD_NOT_ALLOWED, "method", detail)
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        tracing::error!("a program's request failed: {failure}");
        // What else it says is for who runs the server.
        let (status, code, detail) = match failure.kind {
            FailureKind::Later => (StatusCode::SERVICE_UNAVAILABLE, "busy", failure.message),
            FailureKind::Clock => {
                let detail = "nothing was recorded: the server's clock is wrong";
                (StatusCode::SERVICE_UNAVAILABLE, "clock", detail.into())
            }
            FailureKind::Full | FailureKind::Home => {
                let detail = "nothing was recorded: the server cannot write at the moment";
                (StatusCode::SERVICE_UNAVAILABLE, "unrecorded", detail.into())
            }
            FailureKind::Failed | FailureKind::Usage | FailureKind::Missing => {
                (StatusCode::INTERNAL_SERVER_ERROR, "failed", String::new())
            }
        };
        Problem::of(status, code, detail)
    }
}

impl From<Denied> for Problem {
    fn from(denied: Denied) -> Problem {
        match denied {
            Denied::InClear => Problem::forbidden("in-clear", "secrets are taken by https alone"),
            Denied::Unknown => Problem::unauthorized(),
            Denied::TooOften => Problem::too_many("too many requests"),
            Denied::Failed(failure) => failure.into(),
        }
    }
}

impl From<UnreadBody> for Problem {
    fn from(unread: UnreadBody) -> Problem {
        match unread {
            UnreadBody::TooLong => {
                Problem::of(StatusCode::PAYLOAD_TOO_LARGE, "too-long", "more than 64 KB")
            }
            UnreadBody::Broken => {
                let detail = "the request did not come";
                Problem::of(StatusCode::REQUEST_TIMEOUT, "timeout", detail)
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let title = self.status.canonical_reason().unwrap_or_default();
        let text = json!({
            "type": "about:blank",
            "title": title,
            "status": self.status.as_u16(),
            "code": self.code,
            "detail": self.detail,
        });
        let mut answer = Response::new(Body::from(text.to_string()));
        *answer.status_mut() = self.status;
        let mut says = |name, value| {
            let headers = answer.headers_mut();
            headers.insert(name, HeaderValue::from_static(value));
        };
        says(header::CONTENT_TYPE, "application/problem+json");
        says(header::CACHE_CONTROL, "no-store");
        if self.status == StatusCode::UNAUTHORIZED {
            says(header::WWW_AUTHENTICATE, "Bearer");
        }
        wait_asked(answer)
    }
}
