//! What a browser shows and is given: cookies that scripts do not see, that other sites do not
//! send along with forms, and that, under https, no neighbour of ours can set (`__Host-`).

use axum::http::{HeaderMap, HeaderValue, header};

/// The cookies of this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cookie {
    /// Who is signed in.
    Session,
    /// Which browser asks, as long as nobody is signed in.
    Browser,
    /// The language that was chosen.
    Language,
    /// Where the way led before somebody had to sign in.
    Return,
    /// Which official is signed in at the desk.
    Desk,
}

/// Longest value that is taken.
const LONGEST: usize = 400;

impl Cookie {
    fn bare(self) -> &'static str {
        match self {
            Cookie::Session => "session",
            Cookie::Browser => "browser",
            Cookie::Language => "language",
            Cookie::Return => "return",
            Cookie::Desk => "desk",
        }
    }

    /// How long a browser keeps it, in seconds.
    fn lasts(self) -> u32 {
        match self {
            Cookie::Session => 30 * 86_400,
            Cookie::Browser => 86_400,
            Cookie::Language => 365 * 86_400,
            Cookie::Return => 30 * 60,
            Cookie::Desk => 12 * 3_600,
        }
    }

    fn name(self, secure: bool) -> String {
        match secure {
            true => format!("__Host-{}", self.bare()),
            false => self.bare().to_owned(),
        }
    }

    /// Its value, where the browser shows one.
    pub fn of(self, headers: &HeaderMap, secure: bool) -> Option<String> {
        let name = self.name(secure);
        let said = headers.get_all(header::COOKIE).iter();
        let pairs = said
            .filter_map(|v| v.to_str().ok())
            .flat_map(|v| v.split(';'));
        let mut values = pairs.filter_map(|pair| {
            let (own, value) = pair.trim().split_once('=')?;
            (own == name).then_some(value)
        });
        let value = values.next()?;
        (!value.is_empty() && value.len() <= LONGEST).then(|| value.to_owned())
    }

    /// Gives it to the browser; an empty value takes it away. A value is of plain signs.
    pub fn set(self, value: &str, secure: bool) -> Option<HeaderValue> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/%".contains(c);
        if !value.chars().all(plain) || value.len() > LONGEST {
            return None;
        }
        let age = match value.is_empty() {
            true => 0,
            false => self.lasts(),
        };
        let secured = match secure {
            true => "; Secure",
            false => "",
        };
        // Who comes to the desk by a link on another site comes as a stranger.
        let site = match self {
            Cookie::Desk => "Strict",
            Cookie::Session | Cookie::Browser | Cookie::Language | Cookie::Return => "Lax",
        };
        let name = self.name(secure);
        let text =
            format!("{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite={site}{secured}");
        HeaderValue::from_str(&text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_comes_back_as_it_was_given() {
        for secure in [true, false] {
            let given = Cookie::Session.set("abc234", secure).unwrap();
            let given = given.to_str().unwrap();
            assert_eq!(given.contains("Secure"), secure);
            assert!(given.contains("HttpOnly") && given.contains("SameSite=Lax"));
            let pair = given.split(';').next().unwrap();
            let shown = format!("x=1; {pair}; y");
            let headers =
                HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(&shown).unwrap())]);
            let found = Cookie::Session.of(&headers, secure);
            assert_eq!(found.as_deref(), Some("abc234"));
            assert_eq!(Cookie::Session.of(&headers, !secure), None);
            assert_eq!(Cookie::Browser.of(&headers, secure), None);
        }
        let desk = Cookie::Desk.set("a", true).unwrap();
        let desk = desk.to_str().unwrap();
        assert!(desk.starts_with("__Host-desk=a;") && desk.contains("SameSite=Strict"));
        assert!(Cookie::Return.set("a; Domain=x", true).is_none());
        assert!(Cookie::Return.set("a\r\nX: y", true).is_none());
    }
}
