//! A page as it goes over the wire: its bytes, packed once, and the tag by which a browser
//! knows it again (RFC 9110, 8.8.3 and 13).

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use libdeflater::{CompressionLvl, Compressor};
use sha2::{Digest, Sha256};
use std::sync::{Arc, OnceLock};

/// What a path of the site has come to.
pub enum PublicAnswer {
    /// A page.
    Page(Arc<Page>),
    /// It stands elsewhere.
    Elsewhere(String),
    /// It is not there: a page that says so.
    Missing(Arc<Page>),
}

/// Bytes that browsers get.
#[derive(Debug)]
pub struct Page {
    kind: &'static str,
    bytes: axum::body::Bytes,
    packed: OnceLock<Option<axum::body::Bytes>>,
    tag: String,
}

/// Headers of every page: nothing of it is framed, guessed at or told to others. What a page
/// may load and run stands in the page.
const ALWAYS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::CACHE_CONTROL, "no-cache"),
    (header::VARY, "accept-encoding"),
];

impl Page {
    /// A page of a file of that name.
    pub fn new(path: &str, bytes: Vec<u8>) -> Page {
        let hash = Sha256::digest(&bytes);
        let tag: String = hash.iter().take(12).map(|b| format!("{b:02x}")).collect();
        Page {
            kind: kind_of(path),
            bytes: bytes.into(),
            packed: OnceLock::new(),
            tag,
        }
    }

    /// Bytes that it takes at most: its own, and those packed, which are fewer.
    pub fn weight(&self) -> usize {
        self.bytes.len() * 2
    }

    /// The bytes packed by gzip; none where that saves nothing.
    fn packed(&self) -> Option<axum::body::Bytes> {
        let packed = self.packed.get_or_init(|| {
            let level = CompressionLvl::new(6).unwrap_or_default();
            let mut compressor = Compressor::new(level);
            let mut out = vec![0; compressor.gzip_compress_bound(self.bytes.len())];
            let length = compressor.gzip_compress(&self.bytes, &mut out).ok()?;
            out.truncate(length);
            (length < self.bytes.len()).then(|| out.into())
        });
        packed.clone()
    }

    /// The answer to a request with these headers.
    pub fn answer(&self, asked: &HeaderMap, status: StatusCode) -> Response {
        let packed = match accepts_gzip(asked) {
            true => self.packed(),
            false => None,
        };
        // What is packed is another representation, and has a tag of its own.
        let tag = match packed {
            Some(_) => format!("\"{}-gz\"", self.tag),
            None => format!("\"{}\"", self.tag),
        };
        let known = status == StatusCode::OK && knows(asked, &self.tag);
        let mut answer = Response::new(match (known, &packed) {
            (true, _) => Body::empty(),
            (false, Some(packed)) => Body::from(packed.clone()),
            (false, None) => Body::from(self.bytes.clone()),
        });
        *answer.status_mut() = match known {
            true => StatusCode::NOT_MODIFIED,
            false => status,
        };
        let headers = answer.headers_mut();
        for (name, value) in ALWAYS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        if !known {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
            if packed.is_some() {
                let gzip = HeaderValue::from_static("gzip");
                headers.insert(header::CONTENT_ENCODING, gzip);
            }
        }
        answer
    }
}

/// The media type of a file.
fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("pgn") => "application/vnd.chess-pgn; charset=utf-8",
        Some("atom") => "application/atom+xml; charset=utf-8",
        Some("xml") => "application/xml; charset=utf-8",
        Some("json") => "application/json",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    }
}

/// Whether gzip is taken: named, or by `*`, and not with the weight nought (RFC 9110,
/// 12.5.3).
fn accepts_gzip(asked: &HeaderMap) -> bool {
    let said = asked.get_all(header::ACCEPT_ENCODING).iter();
    let said = said
        .filter_map(|v| v.to_str().ok())
        .flat_map(|v| v.split(','));
    let (mut own, mut any) = (None, None);
    for one in said {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
        let takes = weight.trim().parse::<f32>().is_ok_and(|q| q > 0.0);
        match name.trim().to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => own = Some(takes),
            "*" => any = Some(takes),
            _ => {}
        }
    }
    own.or(any).unwrap_or(false)
}

/// Whether a browser has the page already, packed or not (RFC 9110, 13.1.2).
fn knows(asked: &HeaderMap, tag: &str) -> bool {
    let said = asked.get_all(header::IF_NONE_MATCH).iter();
    let mut said = said
        .filter_map(|v| v.to_str().ok())
        .flat_map(|v| v.split(','));
    said.any(|one| {
        let one = one.trim();
        let one = one.strip_prefix("W/").unwrap_or(one).trim_matches('"');
        one == "*" || one.strip_suffix("-gz").unwrap_or(one) == tag
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn what_a_browser_takes_is_read_as_the_standard_says() {
        for (said, takes) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("*", true),
            ("gzip;q=0", false),
            ("gzip; q=0, *", false),
            ("br", false),
            ("identity", false),
        ] {
            assert_eq!(
                accepts_gzip(&asks(header::ACCEPT_ENCODING, said)),
                takes,
                "{said}"
            );
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn a_page_that_is_known_is_not_sent_again() {
        let page = Page::new("a/index.html", b"chess ".repeat(100));
        let first = page.answer(&asks(header::ACCEPT_ENCODING, "gzip"), StatusCode::OK);
        let tag = first.headers()[header::ETAG].to_str().unwrap().to_owned();
        assert_eq!(first.headers()[header::CONTENT_ENCODING], "gzip");
        for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}")] {
            let again = page.answer(&asks(header::IF_NONE_MATCH, &known), StatusCode::OK);
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{known}");
        }
        let other = page.answer(&asks(header::IF_NONE_MATCH, "\"x\""), StatusCode::OK);
        assert_eq!(other.status(), StatusCode::OK);
        assert!(!other.headers().contains_key(header::CONTENT_ENCODING));
    }

    #[test]
    fn what_does_not_become_smaller_is_sent_as_it_is() {
        let page = Page::new("x.txt", b"e4".to_vec());
        let answer = page.answer(&asks(header::ACCEPT_ENCODING, "gzip"), StatusCode::OK);
        assert!(!answer.headers().contains_key(header::CONTENT_ENCODING));
    }
}
