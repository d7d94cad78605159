//! Files that are somebody's own: made when they are asked for, kept by nobody, and taken for
//! what they are called.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;

/// A file as it goes over the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnFile {
    /// Its name: letters, digits, `-`, `_` and `.`.
    pub name: String,
    /// Its media type.
    pub kind: &'static str,
    /// It is shown where the browser can, else put away.
    pub is_shown: bool,
    /// What stands in it.
    pub bytes: Vec<u8>,
}

impl OwnFile {
    /// The answer that brings it.
    pub fn answer(self) -> Response {
        let mut answer = Response::new(Body::from(self.bytes));
        let how = match self.is_shown {
            true => "inline",
            false => "attachment",
        };
        let headers = answer.headers_mut();
        for (name, value) in [
            (header::CONTENT_TYPE, self.kind),
            (header::CACHE_CONTROL, "no-store"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
            (header::X_FRAME_OPTIONS, "DENY"),
            (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        let named = format!("{how}; filename=\"{}\"", self.name);
        if let Ok(named) = HeaderValue::from_str(&named) {
            headers.insert(header::CONTENT_DISPOSITION, named);
        }
        answer
    }
}
