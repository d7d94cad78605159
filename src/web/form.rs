//! What somebody filled in: names and texts, of a size that people write.

use super::Server;
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use std::time::Duration;

/// Most bytes of a form: a circular of the longest text, each of its letters in six bytes, with
/// its reason.
const MOST: usize = 40 * 1024;

/// How long it may take to arrive.
const PATIENCE: Duration = Duration::from_secs(15);

/// The fields of a form, or of an address behind its `?`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form(Vec<(String, String)>);

impl Form {
    /// Reads `a=1&b=2`.
    pub fn parse(text: &[u8]) -> Form {
        Form(form_urlencoded::parse(text).into_owned().collect())
    }

    /// The field of a name, where it is there.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut all = self.0.iter();
        let found = all.find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The field of a name without blanks around it; empty where it is not there.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default().trim()
    }

    /// The fields whose names begin so, with the rest of their names.
    pub fn named<'f>(&'f self, before: &str) -> impl Iterator<Item = (&'f str, &'f str)> {
        let each = self.0.iter();
        each.filter_map(move |(own, value)| Some((own.strip_prefix(before)?, value.as_str())))
    }

    /// A box was ticked.
    pub fn is_set(&self, name: &str) -> bool {
        !self.text(name).is_empty()
    }

    /// A number; none where it is none.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.text(name).parse().ok()
    }
}

/// Reads the form of a request.
///
/// # Errors
/// It is too large, too slow, or no form: the status that says so.
pub async fn read(headers: &HeaderMap, body: Body) -> Result<Form, StatusCode> {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|v| v.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
    let bytes = tokio::time::timeout(PATIENCE, axum::body::to_bytes(body, MOST)).await;
    let bytes = bytes.map_err(|_| StatusCode::REQUEST_TIMEOUT)?;
    let bytes = bytes.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?;
    Ok(Form::parse(&bytes))
}

/// Whether a form was sent from a page of ours, as far as the browser says it. One that says
/// nothing still has to show the secret of its form.
pub fn is_from_here(server: &Server, headers: &HeaderMap) -> bool {
    let said = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    if said("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none") {
        return false;
    }
    let Some(origin) = said("origin") else {
        return true;
    };
    match &server.web.base_url {
        Some(base) => origin == origin_of(base),
        // Nobody said under which name it is seen: the browser's own word for it.
        None => {
            let host = origin.split_once("://").map(|(_, host)| host);
            host.is_some() && host == said("host")
        }
    }
}

/// Scheme and host of an address.
fn origin_of(base: &str) -> &str {
    let begins = base.find("://").map_or(0, |at| at + 3);
    let host = base.get(begins..).unwrap_or_default();
    let length = host.find('/').unwrap_or(host.len());
    base.get(..begins + length).unwrap_or(base)
}

/// A place of ours that somebody is led back to: a path on this server, and nothing that a
/// browser could take for another.
pub fn local(path: &str) -> Option<&str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/".contains(c);
    let ours = path.starts_with('/') && !path.starts_with("//") && path.chars().all(plain);
    (ours && path.len() <= 200 && !path.contains("..")).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_places_of_ours_are_led_back_to() {
        for ours in ["/games", "/game/T26/1", "/"] {
            assert_eq!(local(ours), Some(ours));
        }
        for other in [
            "",
            "games",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a\r\nX: y",
            "/../x",
            "/a?b=//c",
            "/%2f%2fevil",
        ] {
            assert_eq!(local(other), None, "{other}");
        }
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        let at = "https://club.example:8443";
        assert_eq!(origin_of("https://club.example:8443/chess"), at);
        assert_eq!(origin_of(at), at);
    }

    #[test]
    fn a_form_is_read() {
        let form = Form::parse("a=1+2&b=%D0%B5&c=&a=3".as_bytes());
        assert_eq!(form.text("a"), "1 2");
        assert_eq!(form.text("b"), "е");
        assert!(!form.is_set("c") && form.get("c").is_some());
        assert_eq!(form.get("d"), None);
        assert_eq!(form.number::<u32>("c"), None);
    }
}
