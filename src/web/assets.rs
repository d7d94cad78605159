//! What pages load beside themselves: a style, a script, the pieces. A name carries the hash
//! of what it stands for, so that a browser keeps it for good.

use super::answer::Page;
use crate::chess::{Piece, Side};
use crate::report::document::STYLE;
use crate::report::game::piece_svg;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Signs of a hash in a name.
const HASH: usize = 12;

/// The style of the pages of the site, and what these have beside it.
static CSS: LazyLock<String> =
    LazyLock::new(|| format!("{STYLE}{}", include_str!("../../assets/web.css")));

const JS: &str = include_str!("../../assets/web.js");

/// Every file, by its name.
static FILES: LazyLock<BTreeMap<String, Page>> = LazyLock::new(|| {
    let mut files = BTreeMap::new();
    files.insert(
        "web.css".to_owned(),
        Page::new("web.css", CSS.clone().into()),
    );
    files.insert("web.js".to_owned(), Page::new("web.js", JS.into()));
    for side in Side::BOTH {
        for piece in Piece::ALL {
            let name = format!("{}.svg", piece_name(side, piece));
            let page = Page::new(&name, piece_svg(side, piece).into_bytes());
            files.insert(name, page);
        }
    }
    files
});

static STYLE_NAME: LazyLock<String> = LazyLock::new(|| named("web.css", CSS.as_bytes()));
static SCRIPT_NAME: LazyLock<String> = LazyLock::new(|| named("web.js", JS.as_bytes()));

fn named(name: &str, bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    let hash: String = hash.iter().map(|b| format!("{b:02x}")).collect();
    let hash: String = hash.chars().take(HASH).collect();
    format!("/assets/{name}?{hash}")
}

/// Where the style stands.
pub fn style() -> &'static str {
    &STYLE_NAME
}

/// Where the script stands.
pub fn script() -> &'static str {
    &SCRIPT_NAME
}

/// The name of a piece's picture: `white-pawn`.
pub fn piece_name(side: Side, piece: Piece) -> &'static str {
    match (side, piece) {
        (Side::White, Piece::Pawn) => "white-pawn",
        (Side::White, Piece::Knight) => "white-knight",
        (Side::White, Piece::Bishop) => "white-bishop",
        (Side::White, Piece::Rook) => "white-rook",
        (Side::White, Piece::Queen) => "white-queen",
        (Side::White, Piece::King) => "white-king",
        (Side::Black, Piece::Pawn) => "black-pawn",
        (Side::Black, Piece::Knight) => "black-knight",
        (Side::Black, Piece::Bishop) => "black-bishop",
        (Side::Black, Piece::Rook) => "black-rook",
        (Side::Black, Piece::Queen) => "black-queen",
        (Side::Black, Piece::King) => "black-king",
    }
}

/// Gives a file out.
pub async fn file(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed).into_response();
    }
    let path = request.uri().path();
    let name = path.strip_prefix("/assets/").unwrap_or_default();
    let Some(page) = FILES.get(name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut answer = page.answer(request.headers(), StatusCode::OK);
    let whole = format!("{path}?{}", request.uri().query().unwrap_or_default());
    let kept = match whole == style() || whole == script() {
        true => "public, max-age=31536000, immutable",
        false => "public, max-age=86400",
    };
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
    answer
}
