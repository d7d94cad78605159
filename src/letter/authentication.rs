//! Whether the domain in From answers for a letter: what our own mail server
//! wrote into Authentication-Results (RFC 8601), and where that stands in the
//! trace. Anybody can write such a field into his letter; only one above the
//! Received of the host at which the letter reached us is ours. Closed when in doubt.
//!
//! That the domain answers is not enough: what for, `coverage` tells.

mod coverage;
mod header;
mod signature;

pub use coverage::{Coverage, Vouch, vouch};
pub use header::{MethodResult, Received, Results, received, results};
pub use signature::{Signature, signature};

use crate::address;
use core::net::IpAddr;

/// A field of the trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceStep {
    /// A host received the letter.
    Received(Received),
    /// A host checked it.
    Results(Results),
    /// The envelope's sender (RFC 5321, 4.4), as the host that delivered it wrote it.
    ReturnPath(String),
}

/// Whose results are believed.
#[derive(Clone, Copy, Debug)]
pub struct Trust<'a> {
    /// Hosts, or `*.` and a domain for all hosts below it.
    pub ids: &'a [String],
    /// Results directly below our border's Received count too: for providers that
    /// write theirs there and delete others' under their name.
    pub below_received: bool,
}

/// What speaks for a sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A signature of his domain (RFC 6376).
    Dkim,
    /// The server that sent it may send for his domain (RFC 7208).
    Spf,
}

impl Method {
    /// As `read` prints it.
    pub fn name(self) -> &'static str {
        match self {
            Method::Dkim => "dkim",
            Method::Spf => "spf",
        }
    }
}

/// What the servers that we trust say of the domain in From.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainVerdict {
    /// It answers for the letter.
    Passed(Method),
    /// It says that the letter is not its own: DMARC failed.
    Denied,
    /// It could have answered, and did not: it publishes something by which letters
    /// of its own are known, and nothing of it passed. What a server that we trust
    /// wrote and we cannot read, or what it could not find out, counts so too.
    Unproven,
    /// Nobody whom we trust looked, or the domain publishes nothing: every result
    /// is `none`.
    Nothing,
}

impl DomainVerdict {
    /// As `read` prints it.
    pub fn name(self) -> &'static str {
        match self {
            DomainVerdict::Passed(_) => "passed",
            DomainVerdict::Denied => "denied",
            DomainVerdict::Unproven => "unproven",
            DomainVerdict::Nothing => "nothing",
        }
    }
}

/// Whether the domain in From answers for a letter: DMARC passed, or DKIM or SPF did
/// for a domain of the same organisation (RFC 7489, 3.1), and no trusted result says
/// otherwise. SPF alone counts only where the envelope's sender is From's address: it
/// knows hosts, and a host sends for many.
pub fn said(trace: &[TraceStep], trust: Trust<'_>, from: &str) -> DomainVerdict {
    let fields = counted(trace, trust);
    if fields.is_empty() {
        return DomainVerdict::Nothing;
    }
    let Some(sender) = FromAddress::of(from) else {
        return DomainVerdict::Unproven;
    };
    let readable = fields.iter().all(|f| f.methods.is_some());
    let results = fields.iter().filter_map(|f| f.methods.as_ref()).flatten();
    let found: Vec<&MethodResult> = results.collect();
    if found.iter().any(|c| denies(c, &sender.domain)) {
        return DomainVerdict::Denied;
    }
    // A field of a trusted host that cannot be read may say anything.
    let passes = readable.then(|| passes(&found, &sender)).flatten();
    let spoke = |c: &&&MethodResult| {
        matches!(c.method.as_str(), "dkim" | "spf" | "dmarc") && c.result != "none"
    };
    match passes {
        Some(passes) if passes.is_signed() => DomainVerdict::Passed(Method::Dkim),
        Some(passes) if passes.sends_as(&sender, return_path(trace, trust)) => {
            DomainVerdict::Passed(Method::Spf)
        }
        _ if !readable || found.iter().any(|c| spoke(&c)) => DomainVerdict::Unproven,
        _ => DomainVerdict::Nothing,
    }
}

/// The address in From, as results are compared with it.
struct FromAddress {
    whole: String,
    local: String,
    domain: String,
}

impl FromAddress {
    fn of(from: &str) -> Option<FromAddress> {
        let whole = address::key(from);
        let (local, domain) = whole.rsplit_once('@')?;
        let (local, domain) = (local.to_owned(), domain.to_owned());
        Some(FromAddress {
            whole,
            local,
            domain,
        })
    }

    /// Whether a local part, empty for all of a domain, is its own.
    fn is_local(&self, local: &str) -> bool {
        local.is_empty() || local.to_lowercase() == self.local
    }
}

/// What speaks for the domain in From, going by all results that count.
struct Passes<'r> {
    /// Good signatures of domains aligned with it, as far as the results tell whose they are.
    signed: Vec<&'r MethodResult>,
    /// DMARC passed by a signature, and no result tells by which.
    unnamed: bool,
    /// Senders of the envelope, aligned with it, for which the host may send.
    senders: Vec<&'r str>,
}

impl Passes<'_> {
    fn is_signed(&self) -> bool {
        !self.signed.is_empty() || self.unnamed
    }

    /// Whether the envelope's sender is From's address: as the results print it, or, where
    /// they print the domain alone, as the host that delivered the letter wrote it.
    fn sends_as(&self, from: &FromAddress, return_path: Option<&str>) -> bool {
        self.senders
            .iter()
            .any(|sender| match sender.contains('@') {
                true => address::key(sender) == from.whole,
                false => {
                    address::domain_key(sender) == from.domain
                        && return_path.is_some_and(|path| address::key(path) == from.whole)
                }
            })
    }
}

/// Whether a result is DMARC's no to the domain.
fn denies(checked: &MethodResult, domain: &str) -> bool {
    let about = checked.property("header.from").map(domain_of);
    checked.method == "dmarc"
        && checked.result == "fail"
        && about.is_none_or(|about| about == domain)
}

/// What speaks for the domain in From; `None`: a result that counts says otherwise.
fn passes<'r>(found: &[&'r MethodResult], from: &FromAddress) -> Option<Passes<'r>> {
    let of = |method: &'static str| found.iter().copied().filter(move |c| c.method == method);
    let mut dmarc = false;
    for checked in of("dmarc") {
        match checked.result.as_str() {
            "pass" => {
                let about = checked.property("header.from").map(domain_of)?;
                if about != from.domain {
                    return None;
                }
                dmarc = true;
            }
            "none" | "bestguesspass" => {}
            _ => return None,
        }
    }
    let good = |c: &&MethodResult| signs(c, from) && !of("dkim").any(|o| contradicts(o, c));
    let forged = of("spf").any(|c| matches!(c.result.as_str(), "fail" | "softfail"));
    let sent = of("spf").filter(|c| !forged && sends_for(c, &from.domain));
    // DMARC passes by DKIM or SPF. Where results name the signer of what passed and of what
    // did not, all is told; where they show that it was SPF, it is SPF alone.
    let anonymous = of("dkim").all(|c| c.result == "pass" && !names_signer(c));
    let by_spf = of("dkim").next().is_none() && of("spf").any(|c| c.result == "pass");
    Some(Passes {
        signed: of("dkim").filter(good).collect(),
        unnamed: dmarc && anonymous && !by_spf,
        senders: sent.filter_map(envelope_sender).collect(),
    })
}

/// Whether a result of DKIM tells whose signature it is about.
fn names_signer(checked: &MethodResult) -> bool {
    let names = ["header.d", "header.i"];
    names.iter().any(|name| checked.property(name).is_some())
}

/// Whether a result is a good signature of a domain aligned with From's, and of one
/// address of it only where that is From's.
fn signs(checked: &MethodResult, from: &FromAddress) -> bool {
    let identity = checked.property("header.i");
    let (d, i) = (checked.property("header.d"), identity);
    let signer = match (d.map(domain_of), i.map(domain_of)) {
        (Some(d), Some(i)) if i != d && !i.ends_with(&format!(".{d}")) => return false,
        (Some(d), _) => d,
        (None, Some(i)) => i,
        (None, None) => return false,
    };
    let local = identity.and_then(|i| i.rsplit_once('@'));
    checked.result == "pass"
        && is_aligned(&signer, &from.domain)
        && local.is_none_or(|(local, _)| from.is_local(local))
}

/// Whether two results of DKIM are about one signature, and the first is bad.
fn contradicts(other: &MethodResult, good: &MethodResult) -> bool {
    let same = |name| other.property(name) == good.property(name);
    other.result == "fail"
        && ["header.d", "header.i", "header.s", "header.b"]
            .into_iter()
            .all(same)
}

/// Whether a result says that the sending host may send for a domain aligned with From's.
fn sends_for(checked: &MethodResult, domain: &str) -> bool {
    let sender = envelope_sender(checked);
    checked.result == "pass" && sender.is_some_and(|s| is_aligned(&domain_of(s), domain))
}

/// The envelope's sender of which a result of SPF tells.
fn envelope_sender(checked: &MethodResult) -> Option<&str> {
    // Yandex writes the name of an older draft.
    let mut names = ["smtp.mailfrom", "smtp.mail"].into_iter();
    let sender = names.find_map(|name| checked.property(name))?;
    Some(bare(sender))
}

/// An address without the brackets around it.
fn bare(address: &str) -> &str {
    let address = address.trim();
    let inner = address.strip_prefix('<').and_then(|a| a.strip_suffix('>'));
    inner.unwrap_or(address)
}

/// The domain of an address, or a domain as it stands, in lower case.
fn domain_of(value: &str) -> String {
    let domain = value.rsplit_once('@').map_or(value, |(_, d)| d);
    address::domain_key(domain.trim_end_matches('>'))
}

/// Relaxed alignment: one organisation. A domain with other letters than those of
/// US-ASCII is only like itself, so that none can look like another.
fn is_aligned(one: &str, other: &str) -> bool {
    let organisation = |domain: &str| {
        domain
            .is_ascii()
            .then(|| psl::domain_str(domain).map(str::to_owned))
            .flatten()
    };
    !one.is_empty()
        && (one == other || organisation(one).is_some_and(|org| organisation(other) == Some(org)))
}

/// The results that count, in the order of the header.
fn counted<'t>(trace: &'t [TraceStep], trust: Trust<'t>) -> Vec<&'t Results> {
    let Some(border) = border(trace, trust.ids) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (at, step) in trace.iter().enumerate() {
        match step {
            TraceStep::Results(results)
                if (at < border || trust.below_received)
                    && trust.ids.iter().any(|id| matches(id, &results.authserv_id)) =>
            {
                found.push(results);
            }
            TraceStep::Received(_) if at > border => break,
            _ => {}
        }
    }
    found
}

/// The envelope's sender, as the one Return-Path above our border's Received says. One
/// below it anybody may have written; of two, one.
fn return_path<'t>(trace: &'t [TraceStep], trust: Trust<'_>) -> Option<&'t str> {
    let above = trace.get(..border(trace, trust.ids)?)?;
    let mut paths = above.iter().filter_map(|step| match step {
        TraceStep::ReturnPath(path) => Some(bare(path)),
        TraceStep::Received(_) | TraceStep::Results(_) => None,
    });
    match (paths.next(), paths.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// The host that says last that it received a letter, where it is none of ours: then no
/// results count, whoever wrote them.
pub fn strange_host<'t>(trace: &'t [TraceStep], trust: Trust<'_>) -> Option<&'t str> {
    let topmost = trace.iter().find_map(|step| match step {
        TraceStep::Received(received) => Some(received),
        TraceStep::Results(_) | TraceStep::ReturnPath(_) => None,
    })?;
    (role(topmost, trust.ids) == HopRole::Stranger)
        .then(|| topmost.by.as_deref().unwrap_or("nobody"))
}

/// Whether SPF passed for a letter and can count for nobody: the results print the domain
/// alone, and the host that delivered it did not write who sent it.
pub fn hides_sender(trace: &[TraceStep], trust: Trust<'_>) -> bool {
    let fields = counted(trace, trust);
    let results = fields.iter().filter_map(|f| f.methods.as_ref()).flatten();
    let mut senders = results
        .filter(|c| c.method == "spf" && c.result == "pass")
        .filter_map(envelope_sender)
        .peekable();
    senders.peek().is_some()
        && senders.all(|sender| !sender.contains('@'))
        && return_path(trace, trust).is_none()
}

/// Where the Received of our border host stands: the topmost that is no hop
/// within our own house. `None`: it is not ours, or there is none.
fn border(trace: &[TraceStep], ids: &[String]) -> Option<usize> {
    for (at, step) in trace.iter().enumerate() {
        let TraceStep::Received(received) = step else {
            continue;
        };
        match role(received, ids) {
            HopRole::Border => return Some(at),
            HopRole::Inside => {}
            HopRole::Stranger => return None,
        }
    }
    None
}

#[derive(PartialEq, Eq)]
enum HopRole {
    Border,
    Inside,
    Stranger,
}

/// What a hop is. Were the border's own taken for one inside, what a forger wrote
/// below it would count: so a hop is inside only by what no client can make a
/// host write (the protocol, the address it came from). One that prints no address
/// may have taken the letter from anywhere.
fn role(received: &Received, ids: &[String]) -> HopRole {
    let Some(by) = received.by.as_deref() else {
        return HopRole::Stranger;
    };
    let delivery = received.with.starts_with("lmtp");
    let addresses = &received.addresses;
    let at_home = !addresses.is_empty() && addresses.iter().all(is_private);
    if ids.iter().any(|id| matches(id, by)) {
        return if delivery {
            HopRole::Inside
        } else {
            HopRole::Border
        };
    }
    if is_sibling(by, ids) {
        return if delivery || at_home {
            HopRole::Inside
        } else {
            HopRole::Border
        };
    }
    let local = matches!(
        by,
        "localhost" | "localhost.localdomain" | "127.0.0.1" | "::1"
    );
    if local && (delivery || at_home) {
        return HopRole::Inside;
    }
    // Within large providers, between processes: `by 2002:a05:…` without a client.
    if received.from.is_none() && by.parse::<IpAddr>().is_ok() {
        return HopRole::Inside;
    }
    HopRole::Stranger
}

/// Whether a host is one that the configuration names.
fn matches(pattern: &str, host: &str) -> bool {
    let (pattern, host) = (pattern.to_ascii_lowercase(), host.trim_end_matches('.'));
    match pattern.strip_prefix("*.") {
        Some(domain) => host
            .strip_suffix(domain)
            .is_some_and(|below| below.len() > 1 && below.ends_with('.')),
        None => host == pattern,
    }
}

/// Whether a host is of the same organisation as a trusted one.
fn is_sibling(host: &str, ids: &[String]) -> bool {
    ids.iter().any(|id| {
        let id = id.to_ascii_lowercase();
        is_aligned(host, id.strip_prefix("*.").unwrap_or(&id))
    })
}

fn is_private(address: &IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_private() || v4.is_loopback() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests;
