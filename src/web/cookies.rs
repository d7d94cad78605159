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
    /// Who has signed in here before.
    Known,
    /// That the session was begun by a mailed link, a moment ago.
    ByLink,
}

/// Of which server cookies are.
#[derive(Clone, Copy, Debug)]
pub struct Jar<'s> {
    /// Its pages are reached by https.
    pub secure: bool,
    /// The folder in which a proxy has them; mostly nothing. Servers in several folders of one
    /// name have cookies of their own.
    pub root: &'s str,
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
            Cookie::Known => "known",
            Cookie::ByLink => "by-link",
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
            Cookie::Known => 365 * 86_400,
            Cookie::ByLink => 30 * 60,
        }
    }

    fn name(self, jar: Jar<'_>) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let folder: String = jar.root.chars().map(plain).collect();
        match jar.secure {
            true => format!("__Host-{}{folder}", self.bare()),
            false => format!("{}{folder}", self.bare()),
        }
    }

    /// Its value, where the browser shows one.
    pub fn of(self, headers: &HeaderMap, jar: Jar<'_>) -> Option<String> {
        let name = self.name(jar);
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
    pub fn set(self, value: &str, jar: Jar<'_>) -> Option<HeaderValue> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/%".contains(c);
        if !value.chars().all(plain) || value.len() > LONGEST {
            return None;
        }
        let age = match value.is_empty() {
            true => 0,
            false => self.lasts(),
        };
        let secured = match jar.secure {
            true => "; Secure",
            false => "",
        };
        // Who comes to the desk by a link on another site comes as a stranger.
        let site = match self {
            Cookie::Desk => "Strict",
            Cookie::Session
            | Cookie::Browser
            | Cookie::Language
            | Cookie::Return
            | Cookie::Known
            | Cookie::ByLink => "Lax",
        };
        let name = self.name(jar);
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
            let [jar, other, north, south] = [
                (secure, ""),
                (!secure, ""),
                (secure, "/north"),
                (secure, "/south"),
            ]
            .map(|(secure, root)| Jar { secure, root });
            let given = Cookie::Session.set("abc234", jar).unwrap();
            let given = given.to_str().unwrap();
            assert_eq!(given.contains("Secure"), secure);
            assert!(given.contains("HttpOnly") && given.contains("SameSite=Lax"));
            let pair = given.split(';').next().unwrap();
            let shown = format!("x=1; {pair}; y");
            let headers =
                HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(&shown).unwrap())]);
            let found = Cookie::Session.of(&headers, jar);
            assert_eq!(found.as_deref(), Some("abc234"));
            assert_eq!(Cookie::Session.of(&headers, other), None);
            assert_eq!(Cookie::Browser.of(&headers, jar), None);
            // Homes in two folders of one name do not take each other's.
            assert_eq!(Cookie::Session.of(&headers, north), None);
            let given = Cookie::Session.set("xyz", north).unwrap();
            let headers = HeaderMap::from_iter([(header::COOKIE, given)]);
            assert_eq!(Cookie::Session.of(&headers, north).as_deref(), Some("xyz"));
            assert_eq!(Cookie::Session.of(&headers, south), None);
            assert_eq!(Cookie::Session.of(&headers, jar), None);
        }
        let jar = Jar {
            secure: true,
            root: "",
        };
        let desk = Cookie::Desk.set("a", jar).unwrap();
        let desk = desk.to_str().unwrap();
        assert!(desk.starts_with("__Host-desk=a;") && desk.contains("SameSite=Strict"));
        assert!(Cookie::Return.set("a; Domain=x", jar).is_none());
        assert!(Cookie::Return.set("a\r\nX: y", jar).is_none());
    }
}
