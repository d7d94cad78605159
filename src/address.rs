//! Addresses of electronic mail. A domain may be written in its own script (`почта.рф`)
//! or as the network has it (`xn--80a1acny.xn--p1ai`, RFC 5890): both are one address
//! wherever addresses are compared, and the second is what is kept and sent. What only
//! looks alike is another address. Who has none is reached by post.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Longest domain and local part (RFC 5321, 4.5.3.1), in octets.
const LONGEST_DOMAIN: usize = 253;
const LONGEST_LOCAL: usize = 64;

/// How somebody is reached: the one place that knows whether he has an e-mail address. In
/// JSON it is the address, or `null`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Option<String>", into = "Option<String>")]
pub enum Reach {
    /// By letters to this address.
    Email(String),
    /// On paper alone.
    Post,
}

impl Reach {
    /// The e-mail address, where there is one.
    pub fn email(&self) -> Option<&str> {
        match self {
            Reach::Email(address) => Some(address),
            Reach::Post => None,
        }
    }

    /// Whether what is written to him goes on paper.
    pub fn is_post(&self) -> bool {
        matches!(self, Reach::Post)
    }

    /// The address in lower case, by which a sender is found.
    pub fn key(&self) -> Option<String> {
        self.email().map(key)
    }

    /// Whether it is that address, however it is spelt.
    pub fn is_at(&self, address: &str) -> bool {
        self.email().is_some_and(|own| key(own) == key(address))
    }
}

impl From<Option<String>> for Reach {
    fn from(address: Option<String>) -> Reach {
        address.map_or(Reach::Post, Reach::Email)
    }
}

impl From<Reach> for Option<String> {
    fn from(reach: Reach) -> Option<String> {
        match reach {
            Reach::Email(address) => Some(address),
            Reach::Post => None,
        }
    }
}

impl From<&str> for Reach {
    fn from(address: &str) -> Reach {
        Reach::Email(address.to_owned())
    }
}

/// Who somebody is, as a key: his e-mail address, and without one his name with his postal
/// address, whatever their case and spaces. Namesakes at one place are one person until
/// one of them has an address of his own; a namesake who has moved is another until `td
/// address` says that it is he.
pub fn person_key(reach: &Reach, name: &str, postal: &[String]) -> String {
    let folded = |text: &str| {
        let words: Vec<String> = text.split_whitespace().map(lower).collect();
        words.join(" ")
    };
    match reach.key() {
        Some(address) => address,
        None => format!("{} at {}", folded(name), folded(&postal.join(" "))),
    }
}

/// As lists at the console show it.
impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.email().unwrap_or("by post"))
    }
}

/// Lower case, but no letter of another alphabet becomes one of US-ASCII by that (the
/// Kelvin sign would).
fn lower(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut key = String::with_capacity(text.len());
    for c in text.chars() {
        let lower = c.to_lowercase();
        if c.is_ascii() || !lower.clone().any(|l| l.is_ascii()) {
            key.extend(lower);
        } else {
            key.push(c);
        }
    }
    key
}

/// A domain as the network has it, in lower case. One that is no valid name of another
/// script, or is turned into another by the mapping of look-alikes, stays as it is.
pub fn domain_key(domain: &str) -> String {
    let domain = lower(domain.trim().trim_end_matches('.'));
    if domain.is_ascii() {
        return domain;
    }
    match idna::domain_to_ascii(&domain) {
        Ok(ascii) if idna::domain_to_unicode(&ascii).0 == domain => ascii,
        _ => domain,
    }
}

/// An address as a key: two spellings of one address have the same, without surrounding
/// space and without case.
pub fn key(address: &str) -> String {
    let address = address.trim();
    match address.rsplit_once('@') {
        Some((local, domain)) => format!("{}@{}", lower(local), domain_key(domain)),
        None => lower(address),
    }
}

/// An address as it is kept and sent: as it was written, with its domain as the network
/// has it where that is written in another script.
pub fn kept(address: &str) -> String {
    let address = address.trim();
    match address.rsplit_once('@') {
        Some((local, domain)) if !domain.is_ascii() => format!("{local}@{}", domain_key(domain)),
        _ => address.to_owned(),
    }
}

/// Checks an address's syntax: one `@`, a local part, a domain, each word of letters of
/// one script: a Cyrillic letter that looks like a Latin one would lose every letter.
///
/// # Errors
/// What is wrong, in words that follow a colon.
pub fn check(text: &str) -> Result<(), String> {
    if let Some(c) = text.chars().find(|c| !is_written(*c)) {
        let name = match c {
            ' ' => "a space".to_owned(),
            c if c.is_control() => "a control character".to_owned(),
            c => format!("'{}'", c.escape_unicode()),
        };
        return Err(format!("an address has no place for {name}"));
    }
    let Some((local, domain)) = text.split_once('@') else {
        return Err("an address has an @".to_owned());
    };
    if domain.contains('@') {
        return Err("an address has only one @".to_owned());
    }
    if let Some(c) = text.chars().find(|c| "<>()[],;:\\\"".contains(*c)) {
        return Err(format!("only the bare address, without '{c}'"));
    }
    if let Some(c) = mixed(local).or_else(|| domain.split('.').find_map(mixed)) {
        return Err(format!(
            "an address has no place for '{c}', which is not a Latin letter"
        ));
    }
    if local.is_empty() || local.len() > LONGEST_LOCAL || dots_are_wrong(local) {
        return Err("the part before the @ is not that of an address".to_owned());
    }
    let label_is_right = |label: &str| {
        label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let domain = domain_key(domain);
    if domain.len() > LONGEST_DOMAIN
        || dots_are_wrong(&domain)
        || !domain.split('.').all(label_is_right)
    {
        return Err("the part after the @ is not a domain".to_owned());
    }
    Ok(())
}

/// What is written in addresses: what is seen of US-ASCII, and letters and digits of any
/// script with the marks on them.
fn is_written(c: char) -> bool {
    c.is_ascii_graphic() || !c.is_ascii() && (c.is_alphanumeric() || is_mark(c))
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{5b0}'..='\u{5c7}' | '\u{900}'..='\u{dff}')
}

/// The first letter of another script in a word that has Latin letters as well.
fn mixed(word: &str) -> Option<char> {
    let is_latin = |c: char| c.is_ascii_alphabetic() || matches!(c, '\u{c0}'..='\u{24f}');
    let other = word.chars().find(|c| c.is_alphabetic() && !is_latin(*c));
    other.filter(|_| word.chars().any(is_latin))
}

/// An empty piece between dots, or at an end.
fn dots_are_wrong(text: &str) -> bool {
    text.split('.').any(str::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_a_domain_are_one_address() {
        for (one, other) in [
            ("ivan@почта.рф", "ivan@xn--80a1acny.xn--p1ai"),
            ("Ivan@Почта.РФ", " ivan@XN--80A1ACNY.xn--p1ai "),
            ("ivan@пошта.укр", "ivan@xn--80a1acn3a.xn--j1amh"),
            ("jan@żółw.pl", "jan@xn--w-uga1v8h.pl"),
            ("max@schach-verein-köln.de", "MAX@schach-verein-KÖLN.de"),
            ("иван@почта.рф", "ИВАН@xn--80a1acny.xn--p1ai"),
            ("ann@club.example.", "Ann@CLUB.example"),
        ] {
            assert_eq!(key(one), key(other), "{one}");
        }
        assert_eq!(kept("Ivan@почта.рф"), "Ivan@xn--80a1acny.xn--p1ai");
        assert_eq!(kept("Ann@Club.example "), "Ann@Club.example");
        assert_eq!(kept("иван@club.example"), "иван@club.example");
    }

    #[test]
    fn what_looks_alike_is_another_address() {
        for (one, other) in [
            ("ann@club.example", "ann@сlub.example"),
            ("ann@club.example", "аnn@club.example"),
            ("kim@club.example", "\u{212a}im@club.example"),
            ("ann@kelvin.example", "ann@\u{212a}elvin.example"),
            ("ann@club.example", "ann@ｃlub.example"),
            ("ann@strasse.de", "ann@straße.de"),
            ("ivan@почта.рф", "ivan@пoчта.рф"),
            ("a@xn--80a1acny.xn--p1ai", "a@xn--80a1acnz.xn--p1ai"),
        ] {
            assert_ne!(key(one), key(other), "{one} {other}");
        }
    }

    #[test]
    fn addresses_are_checked_by_their_syntax() {
        for good in [
            "ivanov@example.org",
            "a.b+moves@mx.club-1.example",
            "x@localhost",
            "o'neil_{1}@xn--e1afmkfd.xn--p1ai",
            "ivan@почта.рф",
            "иван.петров@почта.рф",
            "ivan@шахматы.example.org",
            "jörg@köln.de",
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for (bad, why) in [
            ("ivanov", "@"),
            ("", "@"),
            ("a@b@c", "only one @"),
            ("a b@example.org", "a space"),
            ("a\r\nBcc: x@example.org", "a control character"),
            ("a\u{200b}b@example.org", "no place for '\\u{200b}'"),
            ("a\u{202e}b@example.org", "no place for '\\u{202e}'"),
            (
                "ivan\u{43e}v@example.org",
                "'о', which is not a Latin letter",
            ),
            ("ivan@пoчта.рф", "'п', which is not a Latin letter"),
            ("<a@example.org>", "bare"),
            ("a@example.org,b", "bare"),
            ("@example.org", "before the @"),
            (".a@example.org", "before the @"),
            ("a@", "domain"),
            ("a@example..org", "domain"),
            ("a@-x.org", "domain"),
            ("a@ex_ample.org", "domain"),
        ] {
            let said = check(bad).unwrap_err();
            assert!(said.contains(why), "{bad}: {said}");
        }
    }
}
