//! Officials as their letters show them: an address, and what it is in which
//! tournaments; and who gets the letters of an office.

use super::desk::Desk;
use crate::address;
use crate::arbiter::{Notice, Recipient};
use crate::error::Failure;
use crate::language::Language;
use crate::orders::role::{Power, Right};
use crate::orders::{Giver, Role};
use crate::record::{GameFile, Official};
use crate::store::{TournamentFacts, View};
use crate::time::{Instant, Zone};
use crate::tournament::officials::{Holder, Office};
use std::sync::Arc;

/// An official as a letter shows him: the address it came from, and what he is in which
/// tournaments.
#[derive(Default)]
pub(super) struct WritingOfficial {
    address: String,
    posts: Vec<Post>,
}

/// What an official is in a tournament.
struct Post {
    facts: Arc<TournamentFacts>,
    /// The widest first; on days of absence those of whom he stands in for too.
    roles: Vec<Role>,
    /// How letters reach himself.
    in_person: Recipient,
    who: Official,
}

impl WritingOfficial {
    /// His address, in lower case.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The tournament whose language and zone letters to him are in: the newest of
    /// those that he directs, else of all.
    pub fn home(&self) -> Option<&TournamentFacts> {
        self.main().map(|post| post.facts.as_ref())
    }

    /// The code of that tournament.
    pub fn home_code(&self) -> Option<&str> {
        self.home().map(|home| home.code.as_str())
    }

    fn main(&self) -> Option<&Post> {
        let directs = |post: &&Post| post.roles.iter().any(|role| role.directs());
        self.posts.iter().rfind(directs).or(self.posts.last())
    }

    /// How letters reach him.
    pub fn recipient(&self) -> Recipient {
        self.main()
            .map_or(Recipient::Arbiter, |post| post.in_person)
    }

    /// The language of letters to him.
    pub fn language(&self) -> Language {
        let main = self.main();
        main.map_or(Language::En, |post| {
            post.who.language.unwrap_or(post.facts.language)
        })
    }

    /// The zone of the days in them.
    pub fn zone(&self) -> Zone {
        self.home().map_or(Zone::utc(), |t| t.zone)
    }

    fn post(&self, code: &str) -> Option<&Post> {
        self.posts.iter().find(|post| post.facts.code == code)
    }

    /// Whether he holds an office in a tournament.
    pub fn has(&self, code: &str) -> bool {
        self.post(code).is_some()
    }

    /// What he is in a tournament.
    pub fn roles(&self, code: &str) -> &[Role] {
        self.post(code).map_or(&[], |post| &post.roles)
    }

    /// Whether all orders of a kind are his to give in a tournament.
    pub fn has_all(&self, code: &str, power: Power) -> bool {
        let mut roles = self.roles(code).iter();
        roles.any(|role| role.right(power) == Right::All)
    }

    /// Whether he is the one of that name or address in a tournament.
    pub fn is(&self, code: &str, official: &str) -> bool {
        let named = official.trim().to_lowercase();
        let is_his = |post: &Post| post.who.name.to_lowercase() == named;
        self.address == address::key(official) || self.post(code).is_some_and(is_his)
    }

    /// His name, as a tournament names him; of no certain one, as that in whose language
    /// letters to him are.
    pub fn name_in(&self, code: Option<&str>) -> Option<String> {
        let post = code.and_then(|code| self.post(code)).or(self.main());
        post.map(|post| post.who.name.clone())
    }

    /// He as who gives an order of a kind: by name, address, and the role by which it is
    /// his, in the tournament of that code.
    pub fn giver(&self, code: Option<&str>, power: Power) -> Option<Giver> {
        let post = code.and_then(|code| self.post(code)).or(self.main())?;
        let mut by_right = post.roles.iter();
        let role = by_right.find(|role| role.right(power) != Right::None);
        let role = role.or(post.roles.first())?;
        Some(Giver {
            name: post.who.name.clone(),
            address: Some(self.address.clone()),
            role: Some(role.word().to_owned()),
        })
    }

    /// The teams that he speaks for, where he holds no other office.
    pub fn teams(&self) -> Vec<(Arc<TournamentFacts>, u32)> {
        let mut teams = Vec::new();
        for post in &self.posts {
            for role in &post.roles {
                match role {
                    Role::Captain(team) => teams.push((Arc::clone(&post.facts), *team)),
                    Role::Office(_) => return Vec::new(),
                }
            }
        }
        teams
    }

    /// The tournaments in which he holds an office.
    pub fn codes(&self) -> Vec<String> {
        let all = self.posts.iter();
        all.map(|post| post.facts.code.clone()).collect()
    }
}

/// What an address is in which tournaments at an hour; `None`: it is no official's.
pub(super) fn office_of(
    view: &View<'_>,
    address: &str,
    now: Instant,
) -> Result<Option<WritingOfficial>, Failure> {
    let key = address::key(address);
    let mut posts = Vec::new();
    for facts in view.tournaments_of_official(address)? {
        posts.extend(post_of(&facts, &key, now));
    }
    Ok((!posts.is_empty()).then_some(WritingOfficial {
        address: key,
        posts,
    }))
}

/// What an address is in a tournament.
fn post_of(facts: &Arc<TournamentFacts>, key: &str, now: Instant) -> Option<Post> {
    let holders = facts.holders();
    let own = holders.iter().find(|h| h.is_at(key));
    let captain = facts
        .captains
        .iter()
        .find(|c| address::key(&c.who.email) == key);
    let (in_person, who) = match (own, captain) {
        (Some(own), _) => (Recipient::InPerson(own.place), own.who.clone()),
        (None, Some(captain)) => (Recipient::Captain(captain.team), captain.who.clone()),
        (None, None) => return None,
    };
    let mine = |h: &&Holder<'_>| h.is_at(key) || facts.present(**h, now).is_at(key);
    // Who stands in for the arbiter directs as a deputy does: who directs, and how long the
    // tournament lasts, stays the arbiter's own word.
    let office = |h: &Holder<'_>| match h.office {
        Office::Arbiter if !h.is_at(key) => Office::Deputy,
        office => office,
    };
    let offices = holders.iter().filter(mine).map(|h| Role::Office(office(h)));
    let captains = facts
        .captains
        .iter()
        .filter(|c| address::key(&c.who.email) == key)
        .map(|c| Role::Captain(c.team));
    let mut roles: Vec<Role> = offices.chain(captains).collect();
    roles.sort_unstable();
    roles.dedup();
    Some(Post {
        facts: Arc::clone(facts),
        roles,
        in_person,
        who,
    })
}

/// Who a letter to an office goes to at an hour, and as what. What nobody is named for is
/// the arbiter's.
pub(super) fn reader<'f>(
    facts: &'f TournamentFacts,
    to: Recipient,
    now: Instant,
) -> Option<(Holder<'f>, Office)> {
    let holders = facts.holders();
    let find = |place: u32| holders.iter().find(|h| h.place == place).copied();
    let held = |office: Office| holders.iter().find(|h| h.office == office).copied();
    let meant = match to {
        // He himself, absent or not: he has written, or it is about him.
        Recipient::InPerson(place) => return find(place).map(|h| (h, h.office)),
        Recipient::Appeals => held(Office::Appeals),
        Recipient::Adjudicator => held(Office::Adjudicator),
        Recipient::Arbiter
        | Recipient::Player(_)
        | Recipient::Captain(_)
        | Recipient::Applicant(_) => None,
    };
    let meant = meant.or_else(|| held(Office::Arbiter))?;
    Some((facts.present(meant, now), meant.office))
}

/// Copies for those who hold an office beside him to whom a letter goes: who directs a
/// section gets what the arbiter gets about it, and of several who decide protests or
/// appeals each gets what the first does.
pub(super) fn copies(
    desk: &Desk<'_>,
    notices: &[Notice],
    game: Option<&GameFile>,
) -> Result<Vec<Notice>, Failure> {
    let mut copies: Vec<Notice> = Vec::new();
    for notice in notices {
        let office = match notice.to {
            Recipient::Arbiter => Office::Section,
            Recipient::Appeals => Office::Appeals,
            Recipient::Adjudicator => Office::Adjudicator,
            Recipient::Player(_)
            | Recipient::Captain(_)
            | Recipient::Applicant(_)
            | Recipient::InPerson(_) => continue,
        };
        let Some(tournament) = game.map(|g| g.facts.tournament).or(notice.tournament) else {
            continue;
        };
        let facts = desk.tx.tournament_facts(tournament)?;
        if facts.officials.is_empty() {
            continue;
        }
        let first = reader(&facts, notice.to, desk.now);
        let mut told: Vec<String> = Vec::new();
        told.extend(first.map(|(holder, _)| address::key(&holder.who.email)));
        for holder in facts.holders() {
            if holder.office != office {
                continue;
            }
            let there = facts.present(holder, desk.now);
            let key = address::key(&there.who.email);
            if told.contains(&key) {
                continue;
            }
            told.push(key);
            let mut copy = Notice::new(Recipient::InPerson(there.place), notice.body.clone());
            (copy.tournament, copy.decision) = (notice.tournament, notice.decision);
            copies.push(copy);
        }
    }
    Ok(copies)
}
