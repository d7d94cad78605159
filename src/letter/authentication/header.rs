//! The fields of the trace as their RFCs write them: Authentication-Results
//! (RFC 8601, 2.2) and Received (RFC 5321, 4.4). Comments may nest and hold
//! anything, quoted strings may hold semicolons; what is left open at the end of
//! a field makes all of it doubtful.

use crate::time::Instant;
use core::net::IpAddr;

/// Longest field that is read, in bytes; the longest of large providers have two
/// kilobytes.
const MAX_FIELD: usize = 8 * 1024;
/// Deepest nesting of comments.
const MAX_COMMENTS: u32 = 20;
/// Most results of one field.
const MAX_RESULTS: usize = 100;
/// Most properties of one result.
const MAX_PROPERTIES: usize = 50;

/// An Authentication-Results field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// Who checked, in lower case; empty where the field does not say.
    pub authserv_id: String,
    /// What was found. `None`: the field has that id, and cannot be read.
    pub methods: Option<Vec<MethodResult>>,
}

/// What one method found: `dkim=pass header.d=example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodResult {
    /// `dkim`, `spf`, `dmarc`, …, in lower case.
    pub method: String,
    /// `pass`, `fail`, …, in lower case.
    pub result: String,
    /// `header.d` in lower case, and its value as written.
    pub properties: Vec<(String, String)>,
}

impl MethodResult {
    /// The value of a property.
    pub fn property(&self, name: &str) -> Option<&str> {
        let found = self.properties.iter().find(|(n, _)| n == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// A Received field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// The host that received, in lower case. `None`: it cannot be told.
    pub by: Option<String>,
    /// What the client called itself, in lower case; `None` where there is no `from`.
    pub from: Option<String>,
    /// IP addresses in the `from` clause, in its comments too.
    pub addresses: Vec<IpAddr>,
    /// The protocol, in lower case: `esmtps`, `lmtp`, ….
    pub with: String,
    /// When it received, where that can be read.
    pub at: Option<Instant>,
}

/// Reads the value of an Authentication-Results field, which may be folded.
pub fn results(value: &[u8]) -> Results {
    let text = text_of(value);
    let mut scan = Scan::new(&text);
    let mut id = String::new();
    let methods = methods(&mut scan, &mut id).filter(|_| value.len() <= MAX_FIELD);
    Results {
        authserv_id: id,
        methods,
    }
}

/// The results of a field; its id is written into `id` as soon as it is known.
fn methods(scan: &mut Scan<'_>, id: &mut String) -> Option<Vec<MethodResult>> {
    scan.skip()?;
    let start = scan.rest;
    let name = scan.value(true)?;
    scan.skip()?;
    if scan.rest.starts_with('=') {
        // Exchange Online begins with the first result.
        scan.rest = start;
    } else {
        *id = name.to_ascii_lowercase();
        let version = scan.value(true)?;
        if !version.is_empty() && version != "1" {
            return None;
        }
        scan.skip()?;
        if !scan.eat(';') && !scan.rest.is_empty() {
            return None;
        }
    }
    let mut found = Vec::new();
    loop {
        scan.skip()?;
        if scan.rest.is_empty() {
            return Some(found);
        }
        let checked = resinfo(scan)?;
        if found.len() == MAX_RESULTS {
            return None;
        }
        found.extend(checked);
        if !scan.eat(';') && !scan.rest.is_empty() {
            return None;
        }
    }
}

/// One result, up to the next semicolon; `Some(None)` for one that says nothing
/// that can be understood (`none`, or what some host made up).
fn resinfo(scan: &mut Scan<'_>) -> Option<Option<MethodResult>> {
    let method = scan.keyword();
    scan.skip()?;
    if scan.eat('/') {
        scan.skip()?;
        scan.keyword();
        scan.skip()?;
    }
    if method.is_empty() || !scan.eat('=') {
        scan.skip_to_semicolon()?;
        return Some(None);
    }
    scan.skip()?;
    let result = scan.keyword();
    let mut checked = MethodResult {
        method,
        result,
        properties: Vec::new(),
    };
    loop {
        scan.skip()?;
        if scan.rest.is_empty() || scan.rest.starts_with(';') {
            return Some(Some(checked));
        }
        let mut name = scan.keyword();
        scan.skip()?;
        while scan.eat('.') {
            scan.skip()?;
            name.push('.');
            name.push_str(&scan.keyword());
            scan.skip()?;
        }
        if name.is_empty() || !scan.eat('=') || checked.properties.len() == MAX_PROPERTIES {
            // What stands here is no property: nothing after it is believed.
            scan.skip_to_semicolon()?;
            return Some(None);
        }
        scan.skip()?;
        let value = scan.value(false)?;
        checked.properties.push((name, value));
    }
}

/// Reads the value of a Received field, which may be folded.
pub fn received(value: &[u8]) -> Received {
    if value.len() > MAX_FIELD {
        return Received::default();
    }
    let text = text_of(value);
    trace_info(&text).unwrap_or_default()
}

fn trace_info(text: &str) -> Option<Received> {
    let mut found = Received::default();
    let mut scan = Scan::new(text);
    scan.skip()?;
    let mut word = scan.word()?;
    if word.eq_ignore_ascii_case("from") {
        let before = scan.rest;
        scan.skip()?;
        let host = scan.word()?;
        found.from = Some(host.to_ascii_lowercase());
        scan.skip()?;
        let clause = before.get(..before.len() - scan.rest.len()).unwrap_or("");
        found.addresses = addresses(clause);
        word = scan.word()?;
    }
    if !word.eq_ignore_ascii_case("by") {
        return Some(found);
    }
    scan.skip()?;
    let by = scan.word()?.to_ascii_lowercase();
    let mut with = String::new();
    while !scan.rest.is_empty() && !scan.rest.starts_with(';') && with.is_empty() {
        scan.skip()?;
        let word = scan.word()?;
        if word.is_empty() {
            break;
        }
        if word.eq_ignore_ascii_case("with") {
            scan.skip()?;
            with = scan.word()?.to_ascii_lowercase();
        }
    }
    found.with = with;
    // A comment that is never closed would hide what the host wrote.
    scan.skip_to_end()?;
    found.by = (!by.is_empty()).then_some(by);
    Some(found)
}

/// Whatever in a clause is an IP address: `([192.0.2.1])`, `[IPv6:2001:db8::1]`.
fn addresses(clause: &str) -> Vec<IpAddr> {
    let clause = clause.to_ascii_lowercase().replace("ipv6:", " ");
    clause
        .split(|c: char| !c.is_ascii_hexdigit() && c != '.' && c != ':')
        .filter_map(|word| word.trim_matches('.').parse().ok())
        .collect()
}

fn text_of(value: &[u8]) -> String {
    let value = value.get(..MAX_FIELD).unwrap_or(value);
    String::from_utf8_lossy(value).into_owned()
}

/// What is left of a field.
struct Scan<'t> {
    rest: &'t str,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str) -> Scan<'t> {
        Scan { rest: text }
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let first = chars.next()?;
        self.rest = chars.as_str();
        Some(first)
    }

    fn eat(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Passes over white space and comments (CFWS); `None`: a comment stays open.
    fn skip(&mut self) -> Option<()> {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('(') {
                return Some(());
            }
            let mut depth = 0;
            loop {
                match self.next()? {
                    '\\' => {
                        self.next()?;
                    }
                    '(' if depth == MAX_COMMENTS => return None,
                    '(' => depth += 1,
                    ')' => {
                        depth -= 1;
                        if depth == 0 {
                            break;
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// A keyword of RFC 8601, in lower case; empty where none stands.
    fn keyword(&mut self) -> String {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_')
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_ascii_lowercase()
    }

    /// A value: text up to a blank, a semicolon or a comment, in which quoted
    /// strings may stand (`"a b"@example.org`). `None`: a quotation stays open.
    fn value(&mut self, up_to_equals: bool) -> Option<String> {
        let mut value = String::new();
        loop {
            match self.rest.chars().next() {
                None | Some(';' | '(') => return Some(value),
                Some(c) if c.is_whitespace() => return Some(value),
                Some('=') if up_to_equals => return Some(value),
                Some('"') => {
                    self.next();
                    loop {
                        match self.next()? {
                            '"' => break,
                            '\\' => value.push(self.next()?),
                            c => value.push(c),
                        }
                    }
                }
                Some(c) => {
                    self.next();
                    value.push(c);
                }
            }
        }
    }

    /// A word of a Received field.
    fn word(&mut self) -> Option<String> {
        let end = self
            .rest
            .find(|c: char| c.is_whitespace() || c == ';' || c == '(')
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(word.to_owned())
    }

    /// Passes over everything up to the next semicolon.
    fn skip_to_semicolon(&mut self) -> Option<()> {
        loop {
            self.skip()?;
            match self.rest.chars().next() {
                None | Some(';') => return Some(()),
                Some('"') => {
                    self.value(false)?;
                }
                Some(_) => {
                    self.next();
                }
            }
        }
    }

    /// Passes over everything; `None`: a comment stays open.
    fn skip_to_end(&mut self) -> Option<()> {
        loop {
            self.skip()?;
            if self.next().is_none() {
                return Some(());
            }
        }
    }
}
