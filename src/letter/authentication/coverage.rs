//! What a verification vouches for (CONTRACT.md 4): the whole letter, where it came straight
//! from its writer's envelope; else what its signatures cover, and nothing else. A letter
//! that was signed can be sent on by whoever has it, with headers of his own in it.

use super::{FromAddress, Passes, Signature, Trust, counted, is_aligned, passes, return_path};
use super::{MethodResult, TraceStep, denies, domain_of};
use crate::letter::Letter;
use std::collections::BTreeSet;

/// Why a letter is believed to be of the address in From.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vouch {
    /// The host from which it came may send for its domain, and the envelope's sender is
    /// From's address: nobody has sent it on.
    pub envelope: bool,
    /// What its signatures cover, where they cover what they have to.
    pub coverage: Option<Coverage>,
}

/// What good signatures of From's domain cover.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Headers, in lower case.
    headers: BTreeSet<String>,
    /// What the body comes to by each (`bh=`).
    pub body_hashes: BTreeSet<String>,
}

impl Coverage {
    /// Whether a header of that name, in lower case, is covered.
    pub fn has(&self, name: &str) -> bool {
        self.headers.contains(name)
    }
}

/// Why a letter is believed to be of the one address in From, going by what the servers
/// that we trust say of it. `is_robot`: whether a recipient is the robot, which has to
/// stand in a header that is covered.
pub fn vouch(letter: &Letter, trust: Trust<'_>, is_robot: impl Fn(&str) -> bool) -> Vouch {
    let [from] = &letter.from[..] else {
        return Vouch::default();
    };
    let Some(from) = FromAddress::of(from) else {
        return Vouch::default();
    };
    let Some(passes) = passes_of(&letter.trace, trust, &from) else {
        return Vouch::default();
    };
    let named = |all: &[String]| all.iter().any(|a| is_robot(a));
    let places = [("to", &letter.places.to), ("cc", &letter.places.cc)];
    let stands_in: Vec<&str> = places
        .into_iter()
        .filter(|(_, all)| named(all))
        .map(|(name, _)| name)
        .collect();
    let path = return_path(&letter.trace, trust);
    Vouch {
        envelope: passes.sends_as(&from, path),
        coverage: coverage(letter, &passes, &from, &stands_in),
    }
}

/// What speaks for a letter; `None`: a result that counts says otherwise, or cannot be read.
fn passes_of<'t>(
    trace: &'t [TraceStep],
    trust: Trust<'t>,
    from: &FromAddress,
) -> Option<Passes<'t>> {
    let fields = counted(trace, trust);
    let mut found: Vec<&MethodResult> = Vec::new();
    for field in fields {
        found.extend(field.methods.as_ref()?);
    }
    match found.iter().any(|c| denies(c, &from.domain)) {
        true => None,
        false => passes(&found, from),
    }
}

/// What the signatures cover of which the results tell. A result tells of one signature, and
/// not always which: each that it may mean has to cover enough, for whoever sends a letter on
/// may add one of his own that says it covers all.
fn coverage(
    letter: &Letter,
    passes: &Passes<'_>,
    from: &FromAddress,
    stands_in: &[&str],
) -> Option<Coverage> {
    let all = &letter.signatures;
    let told = passes.signed.iter().map(|result| {
        let meant = all.iter().filter(|s| fits(s, result));
        meant.collect::<Vec<_>>()
    });
    let aligned = all
        .iter()
        .filter(|s| s.is_broken || is_aligned(&s.domain, &from.domain));
    let unnamed = passes.unnamed.then(|| aligned.collect::<Vec<_>>());
    let mut whole: Option<Coverage> = None;
    for meant in told.chain(unnamed) {
        let enough = |s: &&Signature| covers_enough(s, letter, from, stands_in);
        if meant.is_empty() || !meant.iter().all(enough) {
            continue;
        }
        let covered = whole.get_or_insert_default();
        covered.headers.extend(covered_by_each(&meant));
        let hashes = meant.iter().map(|s| s.body_hash.clone());
        covered.body_hashes.extend(hashes);
    }
    whole
}

/// The headers that each of these covers.
fn covered_by_each(meant: &[&Signature]) -> Vec<String> {
    let Some((first, others)) = meant.split_first() else {
        return Vec::new();
    };
    let names = first.headers.iter();
    let by_all = names.filter(|name| others.iter().all(|s| s.covers(name)));
    by_all.cloned().collect()
}

/// Whether a result may be about a signature: nothing that it tells of it is another's.
fn fits(signature: &Signature, result: &MethodResult) -> bool {
    if signature.is_broken {
        return true;
    }
    let domain = |name| result.property(name).map(domain_of);
    let of_domain = match (domain("header.d"), domain("header.i")) {
        (Some(d), _) => d == signature.domain,
        (None, Some(i)) => i == signature.identity.1 || i == signature.domain,
        (None, None) => false,
    };
    let selector = result.property("header.s");
    // RFC 6008: the first signs of it, eight at least.
    let value = result.property("header.b").unwrap_or_default();
    of_domain
        && selector.is_none_or(|s| s.to_lowercase() == signature.selector)
        && signature.value.starts_with(value)
}

/// Whether a signature covers who wrote, when, about what and to the robot, and the whole
/// body. A subject that is empty has nothing that somebody could have written into it.
fn covers_enough(
    signature: &Signature,
    letter: &Letter,
    from: &FromAddress,
    stands_in: &[&str],
) -> bool {
    let (local, _) = &signature.identity;
    !signature.is_cut
        && from.is_local(local)
        && signature.covers("from")
        && signature.covers("date")
        && (letter.subject.is_empty() || signature.covers("subject"))
        && stands_in.iter().any(|name| signature.covers(name))
}
