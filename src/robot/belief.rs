//! Whether a letter is really from whom it says (CONTRACT.md 4): by the tokens of our
//! letters, by what the domain in From says of it, and by the policy of the home.

use super::desk::Desk;
use super::sender::is_players;
use super::tokens::{Signs, is_robot, tokens_of};
use crate::config::{Auth, AuthPolicy};
use crate::ids::{GameId, InboundId};
use crate::letter::Letter;
use crate::letter::authentication::{self, DomainVerdict, Trust};
use crate::request::{GameRequest, PlayerRequest, Request, Understanding};
use crate::store::{Arrival, StoreError, View};
use crate::time::Instant;
use crate::token::Key;
use std::collections::BTreeSet;

/// Longest age of a letter by its own Date at which its domain's word still
/// counts: an old one may be somebody's copy (CONTRACT.md 4).
const OLDEST: i64 = 3 * 86_400;

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
        WhatIsAsked::Questions | WhatIsAsked::Orders => signs.young(desk.now),
    };
    let token = fresh && domain != DomainVerdict::Denied;
    if let WhatIsAsked::Orders = asked {
        return Ok(match token && is_of_now(letter, arrived) {
            true => Belief::Full,
            false => Belief::None,
        });
    }
    let robot = Some(desk.robot_address.as_str());
    let verified = matches!(domain, DomainVerdict::Passed(_)) && holds(letter, robot, arrived);
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
        DomainVerdict::Passed(_) => !holds(letter, robot, arrived),
        DomainVerdict::Denied | DomainVerdict::Unproven => true,
    };
    silent && desk.auth.policy != AuthPolicy::Address
}

/// Whether a letter of nobody's that we know is from the domain it says: by the policy of
/// the home, but for tokens, which are made for players alone.
pub(super) fn is_domain_verified(desk: &Desk<'_>, letter: &Letter, arrived: Instant) -> bool {
    let robot = Some(desk.robot_address.as_str());
    let passed = matches!(domain_says(letter, desk.auth), DomainVerdict::Passed(_));
    desk.auth.policy == AuthPolicy::Address || (passed && holds(letter, robot, arrived))
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
    let holds = holds(letter, robot, arrived);
    let (method, verified) = match (fresh, domain) {
        (true, DomainVerdict::Denied) => ("token", false),
        (true, _) => ("token", true),
        (false, DomainVerdict::Passed(method)) if holds => (method.name(), true),
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

/// What the domain in From says of a letter.
fn domain_says(letter: &Letter, auth: &Auth) -> DomainVerdict {
    let trust = Trust {
        ids: &auth.trusted_authserv_ids,
        below_received: auth.results_below_received,
    };
    let [from] = &letter.from[..] else {
        return DomainVerdict::Unproven;
    };
    authentication::said(&letter.trace, trust, from)
}

/// Whether what a domain says of a letter holds for this one: it was written to
/// the robot, now, and says each thing once.
fn holds(letter: &Letter, robot: Option<&str>, arrived: Instant) -> bool {
    let to_robot = robot.is_none_or(|robot| {
        let mut to = letter.visible_recipients.iter();
        to.any(|a| is_robot(a, robot))
    });
    to_robot && is_of_now(letter, arrived)
}

/// Whether a letter was written shortly before it came, and says each thing once: an old
/// one may be somebody's copy.
fn is_of_now(letter: &Letter, arrived: Instant) -> bool {
    let recent = |date: Instant| arrived.unix() - date.unix() <= OLDEST;
    letter.date.is_none_or(recent) && letter.doubled.is_empty()
}
