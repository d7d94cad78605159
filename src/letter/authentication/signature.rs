//! DKIM-Signature fields (RFC 6376, 3.5): not whether they are good, which our server has
//! found out, but what each of them covers. A header that it does not name may have been
//! written by anybody whose hands the letter went through.

use crate::address;

/// Longest field that is read, in bytes; those of large providers have one kilobyte.
const MAX_FIELD: usize = 8 * 1024;
/// Most tags of one field; RFC 6376 knows fifteen.
const MAX_TAGS: usize = 50;
/// Most names of headers in one field; those that sign absent ones too name fifty.
const MAX_NAMES: usize = 200;

/// A DKIM-Signature field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Whose it is: `d=`, compared as domains are.
    pub domain: String,
    /// For whom in particular: `i=`, the local part (empty for all) and the domain.
    pub identity: (String, String),
    /// Under which key: `s=`, in lower case.
    pub selector: String,
    /// The signature itself: `b=`, without white space.
    pub value: String,
    /// What the body comes to: `bh=`, without white space.
    pub body_hash: String,
    /// The headers that it covers: `h=`, in lower case.
    pub headers: Vec<String>,
    /// What may stand behind the signed part of the body: `l=` is there.
    pub is_cut: bool,
    /// Nothing in it can be relied on: it may be of anybody, and covers nothing.
    pub is_broken: bool,
}

impl Signature {
    /// One of which nothing is known.
    pub fn broken() -> Signature {
        Signature {
            is_broken: true,
            ..Signature::default()
        }
    }

    /// Whether it covers a header of that name, in lower case. Each name covers one field,
    /// the last of them: of a header that stands twice one is free, and who counts on
    /// coverage looks for that first ([`crate::letter::Letter::doubled`]).
    pub fn covers(&self, name: &str) -> bool {
        !self.is_broken && self.headers.iter().any(|h| h == name)
    }
}

/// Reads the value of a DKIM-Signature field, which may be folded.
pub fn signature(value: &[u8]) -> Signature {
    if value.len() > MAX_FIELD {
        return Signature::broken();
    }
    tags(&String::from_utf8_lossy(value)).unwrap_or_else(Signature::broken)
}

/// The tags of a field; `None`: one stands twice, or one that must be there does not.
fn tags(text: &str) -> Option<Signature> {
    let mut found: Vec<(&str, String)> = Vec::new();
    for tag in text.split(';').filter(|t| !t.trim().is_empty()) {
        let (name, value) = tag.split_once('=')?;
        let name = name.trim();
        if found.len() == MAX_TAGS || found.iter().any(|(n, _)| *n == name) {
            return None;
        }
        found.push((name, value.split_whitespace().collect()));
    }
    let tag = |name: &str| {
        let found = found.iter().find(|(n, _)| *n == name);
        found.map(|(_, value)| value.as_str())
    };
    let domain = address::domain_key(tag("d")?);
    let identity = match tag("i") {
        Some(identity) => {
            let (local, of) = identity.rsplit_once('@')?;
            (local.to_owned(), address::domain_key(of))
        }
        None => (String::new(), domain.clone()),
    };
    let names = tag("h")?.split(':').map(str::to_ascii_lowercase);
    let headers: Vec<String> = names.take(MAX_NAMES).collect();
    Some(Signature {
        identity,
        selector: tag("s")?.to_lowercase(),
        value: tag("b")?.to_owned(),
        body_hash: tag("bh")?.to_owned(),
        headers,
        is_cut: tag("l").is_some(),
        is_broken: false,
        domain,
    })
}
