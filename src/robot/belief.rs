//! Whether a letter is really from whom it says (CONTRACT.md 4): by the tokens of our
//! letters, by what the domain in From says of it, and by the policy of the home.

use super::desk::Desk;
use super::sender::{Sender, is_players};
use super::tokens::{Signs, is_robot, signs_of, tokens_of};
use crate::config::{Auth, AuthPolicy};
use crate::error::Failure;
use crate::ids::{GameId, InboundId};
use crate::letter::Letter;
use crate::letter::authentication::{self, Coverage, DomainVerdict, Method, Trust, Vouch};
use crate::request::{GameRequest, PlayerRequest, Request, Understanding};
use crate::store::{Arrival, Pending, StoreError, View};
use crate::time::Instant;
use crate::token::Key;
use std::collections::BTreeSet;

/// Longest age of a letter by its own Date at which its domain's word still
/// counts: an old one may be somebody's copy (CONTRACT.md 4).
const OLDEST: i64 = 3 * 86_400;
/// How far its Date may lie behind its arrival: clocks differ, and zones are mistaken. One
/// that lay further would lengthen those three days.
const NEWEST: i64 = 86_400;

/// How far a letter is believed to be from whom it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Belief {
    /// Not at all: it waits for a code.
    None,
    /// By a token alone, where From's domain could have answered and did not: what
    /// cannot be taken back is asked back by one word.
    TokenAlone,
    /// It is.
    Full,
}

/// What a letter asks for, as far as belief depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) enum WhatIsAsked<'a> {
    /// A player's requests.
    Play {
        /// The games that its parts name by themselves.
        games: &'a BTreeSet<GameId>,
        /// Among them is what nobody can take back.
        ends_something: bool,
    },
    /// What an official asks to see, or tries.
    Questions,
    /// Orders: under every policy they need the token of a letter to him, or a code.
    Orders,
}

/// How far a letter that asks for this is believed. A domain's no to the letter outweighs
/// its token; one whose use nobody knows is enough for what can be taken back alone.
pub(super) fn belief(
    desk: &Desk<'_>,
    letter: &Letter,
    this: Arrival,
    signs: &Signs,
    asked: WhatIsAsked<'_>,
) -> Result<Belief, StoreError> {
    let arrived = this.at;
    let domain = domain_says(letter, desk.auth);
    let fresh = match asked {
        WhatIsAsked::Play {
            games,
            ends_something,
        } => signs.fresh(desk.tx, games, this)? && !(ends_something && signs.only_lost()),
        WhatIsAsked::Questions | WhatIsAsked::Orders => signs.young(desk.tx, this, desk.now)?,
    };
    let token = fresh && domain != DomainVerdict::Denied;
    if let WhatIsAsked::Orders = asked {
        return Ok(match token && is_of_now(letter, arrived) {
            true => Belief::Full,
            false => Belief::None,
        });
    }
    let robot = Some(desk.robot_address.as_str());
    let verified = Verification::of(letter, desk.auth, robot, arrived).holds();
    Ok(match (desk.auth.policy, token) {
        (AuthPolicy::Address, _) => Belief::Full,
        (AuthPolicy::TokenOrVerified, _) if verified => Belief::Full,
        (AuthPolicy::Token | AuthPolicy::TokenOrVerified, true) => {
            match is_unvouched(desk, letter, arrived) {
                true => Belief::TokenAlone,
                false => Belief::Full,
            }
        }
        (AuthPolicy::Token | AuthPolicy::TokenOrVerified, false) => Belief::None,
    })
}

/// Whether From's domain could have vouched for a letter that has to be proven, and did not.
pub(super) fn is_unvouched(desk: &Desk<'_>, letter: &Letter, arrived: Instant) -> bool {
    let robot = Some(desk.robot_address.as_str());
    let silent = match domain_says(letter, desk.auth) {
        DomainVerdict::Nothing => false,
        // It passed, but perhaps not for a letter like this one.
        DomainVerdict::Passed(_) => !Verification::of(letter, desk.auth, robot, arrived).holds(),
        DomainVerdict::Denied | DomainVerdict::Unproven => true,
    };
    silent && desk.auth.policy != AuthPolicy::Address
}

/// Whether a letter of nobody's that we know is from the domain it says: by the policy of
/// the home, but for tokens, which are made for players alone.
pub(super) fn is_domain_verified(desk: &Desk<'_>, letter: &Letter, arrived: Instant) -> bool {
    let robot = Some(desk.robot_address.as_str());
    let verified = || Verification::of(letter, desk.auth, robot, arrived).holds();
    desk.auth.policy == AuthPolicy::Address || verified()
}

/// What speaks for a letter, whatever it asks for.
pub(super) enum Proof {
    /// Something that speaks for all of it: a token that is still good, the envelope, a code,
    /// or a policy under which nothing has to.
    Whole,
    /// Its signatures alone: for what they cover.
    Signatures(Coverage),
    /// Nothing.
    None,
}

impl Proof {
    /// What speaks for a kept letter of one of these.
    pub fn of(
        desk: &Desk<'_>,
        (pending, letter): (&Pending, &Letter),
        senders: &[Sender<'_>],
    ) -> Result<Proof, Failure> {
        let auth = desk.auth;
        if desk.known.contains(&pending.id) || auth.policy == AuthPolicy::Address {
            return Ok(Proof::Whole);
        }
        let robot = Some(desk.robot_address.as_str());
        let found = match auth.policy {
            AuthPolicy::TokenOrVerified => Verification::of(letter, auth, robot, pending.arrived),
            AuthPolicy::Token | AuthPolicy::Address => Verification::default(),
        };
        if found.envelope {
            return Ok(Proof::Whole);
        }
        // Nothing in one without signatures hangs on whether a token speaks for it.
        if letter.signatures.is_empty() {
            return Ok(Proof::None);
        }
        for sender in senders {
            let signs = signs_of(desk, letter, sender)?;
            if signs.fresh(desk.tx, &BTreeSet::new(), pending.arrival())? {
                return Ok(Proof::Whole);
            }
        }
        Ok(found.coverage.map_or(Proof::None, Proof::Signatures))
    }

    /// What is left of a letter when all is taken out of it that nothing vouches for: by
    /// headers that its signatures do not cover it says nothing, save by a token, which is its
    /// own proof. `None`: it stays as it is.
    pub fn as_covered(&self, letter: &Letter) -> Option<Letter> {
        let Proof::Signatures(coverage) = self else {
            return None;
        };
        let places = &letter.places;
        let covered = |name: &str, all: &[String]| match coverage.has(name) {
            true => all.to_vec(),
            false => Vec::new(),
        };
        let mut ids = covered("references", &places.references);
        ids.extend(covered("in-reply-to", &places.in_reply_to));
        // What a game in the body names is covered with the body.
        let stands = |id| places.references.contains(id) || places.in_reply_to.contains(id);
        let answers = letter.answers.iter();
        let answers = answers.filter(|id| ids.contains(id) || !stands(id));
        let answers: Vec<String> = answers.cloned().collect();
        let mut recipients = covered("to", &places.to);
        recipients.extend(covered("cc", &places.cc));
        let is_less = answers.len() < letter.answers.len()
            || letter.recipients.iter().any(|a| !recipients.contains(a));
        is_less.then(|| Letter {
            answers,
            recipients,
            ..letter.clone()
        })
    }
}

/// Whether a letter asks for what nobody can take back.
pub(super) fn ends_something(understanding: &Understanding) -> bool {
    let mut all = understanding.sections.iter().flat_map(|s| &s.requests);
    all.any(|r| {
        matches!(
            r,
            Request::Game(GameRequest::Resign | GameRequest::DrawAccept)
                | Request::Player(PlayerRequest::Withdraw | PlayerRequest::WithdrawFrom { .. })
        )
    })
}

/// What speaks for a letter being from whom it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SenderEvidence {
    /// `token`, `dkim`, `spf` or `none`.
    pub method: &'static str,
    /// Whether it is enough under the default policy.
    pub verified: bool,
    /// What From's domain says, as far as servers that we trust tell.
    pub domain: DomainVerdict,
}

/// What speaks for a letter, for whoever only looks: without a database no token
/// is known, without the robot's address every recipient may be it.
///
/// # Errors
/// The database cannot be read.
pub fn evidence(
    letter: &Letter,
    auth: &Auth,
    robot: Option<&str>,
    arrived: Instant,
    view: Option<(&View<'_>, Option<&Key>)>,
) -> Result<SenderEvidence, StoreError> {
    let mut signs = Signs::default();
    let mut fresh = false;
    if let ([from], Some((view, key)), Some(robot)) = (&letter.from[..], view, robot)
        && let Some(player) = view.player_by_address(from)?
    {
        let all = tokens_of(letter, robot, key, view)?;
        signs = Signs::own(all, |token| is_players(token, &player));
        // It is nowhere kept: no message has its number.
        let this = Arrival {
            letter: InboundId(0),
            at: arrived,
        };
        fresh = signs.fresh(view, &BTreeSet::new(), this)?;
    }
    let domain = domain_says(letter, auth);
    let found = Verification::of(letter, auth, robot, arrived);
    let (method, verified) = match (fresh, domain) {
        (true, DomainVerdict::Denied) => ("token", false),
        (true, _) => ("token", true),
        (false, DomainVerdict::Passed(_)) if found.coverage.is_some() => {
            (Method::Dkim.name(), true)
        }
        (false, DomainVerdict::Passed(_)) if found.envelope => (Method::Spf.name(), true),
        (false, _) if !signs.own.is_empty() => ("token", false),
        (false, DomainVerdict::Passed(method)) => (method.name(), false),
        (false, _) => ("none", false),
    };
    Ok(SenderEvidence {
        method,
        verified,
        domain,
    })
}

/// Whether the domain in From denies a letter (DMARC).
pub(super) fn is_denied(desk: &Desk<'_>, letter: &Letter) -> bool {
    domain_says(letter, desk.auth) == DomainVerdict::Denied
}

/// Whose results are believed.
fn trust(auth: &Auth) -> Trust<'_> {
    Trust {
        ids: &auth.trusted_authserv_ids,
        below_received: auth.results_below_received,
    }
}

/// What the domain in From says of a letter.
fn domain_says(letter: &Letter, auth: &Auth) -> DomainVerdict {
    let [from] = &letter.from[..] else {
        return DomainVerdict::Unproven;
    };
    authentication::said(&letter.trace, trust(auth), from)
}

/// What vouches for this letter, as far as it holds: it was written to the robot, and says
/// each thing once; by its signatures also only now.
#[derive(Debug, Default)]
struct Verification {
    envelope: bool,
    coverage: Option<Coverage>,
}

impl Verification {
    fn of(letter: &Letter, auth: &Auth, robot: Option<&str>, arrived: Instant) -> Verification {
        let is_it = |address: &str| robot.is_none_or(|robot| is_robot(address, robot));
        let to_robot = letter.visible_recipients.iter().any(|a| is_it(a));
        if !to_robot || !letter.doubled.is_empty() {
            return Verification::default();
        }
        let Vouch { envelope, coverage } = authentication::vouch(letter, trust(auth), is_it);
        let is_of_now = letter.date.is_some_and(|date| is_near(date, arrived));
        Verification {
            envelope,
            coverage: coverage.filter(|_| is_of_now),
        }
    }

    fn holds(&self) -> bool {
        self.envelope || self.coverage.is_some()
    }
}

/// Whether orders were written shortly before they came, and say each thing once: an old
/// letter may be somebody's copy.
fn is_of_now(letter: &Letter, arrived: Instant) -> bool {
    letter.date.is_none_or(|date| is_near(date, arrived)) && letter.doubled.is_empty()
}

/// Whether a Date is of the days about an arrival.
fn is_near(date: Instant, arrived: Instant) -> bool {
    (-NEWEST..=OLDEST).contains(&(arrived.unix() - date.unix()))
}
