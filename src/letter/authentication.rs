//! Whether the domain in From answers for a letter: what our own mail server
//! wrote into Authentication-Results (RFC 8601), and where that stands in the
//! trace. Anybody can write such a field into his letter; only one above the
//! Received of the host at which the letter reached us is ours. Closed when in doubt.

mod header;

pub use header::{MethodResult, Received, Results, received, results};

use crate::address;
use core::net::IpAddr;

/// A field of the trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceStep {
    /// A host received the letter.
    Received(Received),
    /// A host checked it.
    Results(Results),
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
/// otherwise. SPF alone counts only where the local part of the envelope's sender is
/// that of From too: it knows hosts, and a host sends for many.
pub fn said(trace: &[TraceStep], trust: Trust<'_>, from: &str) -> DomainVerdict {
    let fields = counted(trace, trust);
    if fields.is_empty() {
        return DomainVerdict::Nothing;
    }
    let Some((local, domain)) = from.rsplit_once('@') else {
        return DomainVerdict::Unproven;
    };
    let domain = address::domain_key(domain);
    let readable = fields.iter().all(|f| f.methods.is_some());
    let results = fields.iter().filter_map(|f| f.methods.as_ref()).flatten();
    let found: Vec<&MethodResult> = results.collect();
    if found.iter().any(|c| denies(c, &domain)) {
        return DomainVerdict::Denied;
    }
    // A field of a trusted host that cannot be read may say anything.
    let passed = readable.then(|| passed(&found, (local, &domain))).flatten();
    let spoke = |c: &&&MethodResult| {
        matches!(c.method.as_str(), "dkim" | "spf" | "dmarc") && c.result != "none"
    };
    match passed {
        Some(method) => DomainVerdict::Passed(method),
        None if !readable || found.iter().any(|c| spoke(&c)) => DomainVerdict::Unproven,
        None => DomainVerdict::Nothing,
    }
}

/// Whether a result is DMARC's no to the domain.
fn denies(checked: &MethodResult, domain: &str) -> bool {
    let about = checked.property("header.from").map(domain_of);
    checked.method == "dmarc"
        && checked.result == "fail"
        && about.is_none_or(|about| about == domain)
}

/// By what the domain in From answers, going by all results that count.
fn passed(found: &[&MethodResult], (local, domain): (&str, &str)) -> Option<Method> {
    let of = |method: &'static str| found.iter().filter(move |c| c.method == method);
    let mut dmarc = false;
    for checked in of("dmarc") {
        match checked.result.as_str() {
            "pass" => {
                let about = checked.property("header.from").map(domain_of)?;
                if about != domain {
                    return None;
                }
                dmarc = true;
            }
            "none" | "bestguesspass" => {}
            _ => return None,
        }
    }
    let dkim = of("dkim").any(|c| signs(c, domain) && !of("dkim").any(|o| contradicts(o, c)));
    let spf = of("spf").any(|c| sends_for(c, domain))
        && of("spf").all(|c| !matches!(c.result.as_str(), "fail" | "softfail"));
    let own = spf && of("spf").any(|c| sends_for(c, domain) && is_local(c, local));
    // DMARC passes by DKIM or SPF; where it shows that it was SPF, it is SPF alone.
    let signed = of("dkim").any(|c| c.result == "pass" && !names_signer(c));
    let by_spf = !signed && of("spf").any(|c| c.result == "pass");
    match (dkim, own, dmarc) {
        (true, _, _) => Some(Method::Dkim),
        (false, true, _) => Some(Method::Spf),
        (false, false, true) if !by_spf => Some(Method::Dkim),
        (false, false, _) => None,
    }
}

/// Whether a result of DKIM tells whose signature it is about.
fn names_signer(checked: &MethodResult) -> bool {
    let names = ["header.d", "header.i"];
    names.iter().any(|name| checked.property(name).is_some())
}

/// Whether a result is a good signature of a domain aligned with From's.
fn signs(checked: &MethodResult, domain: &str) -> bool {
    let named = |name| checked.property(name).map(domain_of);
    let signer = match (named("header.d"), named("header.i")) {
        (Some(d), Some(i)) if i != d && !i.ends_with(&format!(".{d}")) => return false,
        (Some(d), _) => d,
        (None, Some(i)) => i,
        (None, None) => return false,
    };
    checked.result == "pass" && is_aligned(&signer, domain)
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

/// Whether the local part of the envelope's sender is From's. Many servers print
/// the domain alone: then nobody can tell.
fn is_local(checked: &MethodResult, local: &str) -> bool {
    let sender = envelope_sender(checked).and_then(|s| s.rsplit_once('@'));
    sender.is_some_and(|(own, _)| {
        let own = own.trim_start_matches('<');
        !own.is_empty() && own.to_lowercase() == local.to_lowercase()
    })
}

/// The envelope's sender of which a result of SPF tells.
fn envelope_sender(checked: &MethodResult) -> Option<&str> {
    // Yandex writes the name of an older draft.
    ["smtp.mailfrom", "smtp.mail"]
        .into_iter()
        .find_map(|name| checked.property(name))
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
/// host write (the protocol, the address it came from).
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
    let from_sibling = || {
        let from = received.from.as_deref();
        addresses.is_empty() && from.is_some_and(|f| is_sibling(f, ids))
    };
    if is_sibling(by, ids) {
        let inside = delivery || at_home || from_sibling();
        return if inside {
            HopRole::Inside
        } else {
            HopRole::Border
        };
    }
    let local = matches!(
        by,
        "localhost" | "localhost.localdomain" | "127.0.0.1" | "::1"
    );
    if local && (delivery || at_home || from_sibling()) {
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
