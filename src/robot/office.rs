//! Officials as their letters show them: an address, and what it is in which
//! tournaments.

use crate::address;
use crate::arbiter::Recipient;
use crate::error::Failure;
use crate::language::Language;
use crate::orders::Role;
use crate::record::Official;
use crate::store::{TournamentFacts, View};
use crate::time::Zone;
use std::sync::Arc;

/// An official as a letter shows him: the address it came from, and what he is in which
/// tournaments.
#[derive(Default)]
pub(super) struct WritingOfficial {
    address: String,
    posts: Vec<Post>,
}

/// What an official is in a tournament, the widest role first.
struct Post {
    facts: Arc<TournamentFacts>,
    roles: Vec<Role>,
}

impl WritingOfficial {
    /// His address, in lower case.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The tournament whose language and zone letters to him are in: the newest of
    /// those that he directs, else of all.
    pub fn home(&self) -> Option<&TournamentFacts> {
        self.main().map(|(facts, _)| facts)
    }

    /// The code of that tournament.
    pub fn home_code(&self) -> Option<&str> {
        self.home().map(|home| home.code.as_str())
    }

    fn main(&self) -> Option<(&TournamentFacts, Role)> {
        let directs = |post: &&Post| post.roles.contains(&Role::Arbiter);
        let main = self.posts.iter().rfind(directs).or(self.posts.last())?;
        // Roles stand in their order, the widest first.
        Some((main.facts.as_ref(), *main.roles.first()?))
    }

    /// How letters reach him.
    pub fn recipient(&self) -> Recipient {
        let main = self.main();
        main.map_or(Recipient::Arbiter, |(_, role)| role.recipient())
    }

    /// The language of letters to him.
    pub fn language(&self) -> Language {
        self.home().map_or(Language::En, |t| t.language)
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

    /// His name, as a tournament names him; of no certain one, as that in whose language
    /// letters to him are.
    pub fn name_in(&self, code: Option<&str>) -> Option<String> {
        let (facts, role) = match code.and_then(|code| self.post(code)) {
            Some(post) => (post.facts.as_ref(), *post.roles.first()?),
            None => self.main()?,
        };
        official(facts, role).map(|o| o.name.clone())
    }

    /// The teams that he speaks for, where he holds no other office.
    pub fn teams(&self) -> Vec<(Arc<TournamentFacts>, u32)> {
        let mut teams = Vec::new();
        for post in &self.posts {
            for role in &post.roles {
                match role {
                    Role::Captain(team) => teams.push((Arc::clone(&post.facts), *team)),
                    Role::Arbiter | Role::Appeals | Role::Adjudicator => return Vec::new(),
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

/// What an address is in which tournaments; `None`: it is no official's.
pub(super) fn office_of(
    view: &View<'_>,
    address: &str,
) -> Result<Option<WritingOfficial>, Failure> {
    let key = address::key(address);
    let mut posts = Vec::new();
    for facts in view.tournaments_of_official(address)? {
        let roles = roles_of(&facts, &key);
        posts.push(Post { facts, roles });
    }
    Ok((!posts.is_empty()).then_some(WritingOfficial {
        address: key,
        posts,
    }))
}

/// What an address is in a tournament, the widest role first.
fn roles_of(facts: &TournamentFacts, key: &str) -> Vec<Role> {
    let is = |role: &Role| official(facts, *role).is_some_and(|o| address::key(&o.email) == key);
    let captains = facts.captains.iter().map(|c| Role::Captain(c.team));
    Role::SINGLE
        .into_iter()
        .chain(captains)
        .filter(is)
        .collect()
}

/// Who holds an office in a tournament.
fn official(facts: &TournamentFacts, role: Role) -> Option<&Official> {
    match role {
        Role::Arbiter => Some(&facts.arbiter),
        Role::Appeals => facts.appeals.as_ref(),
        Role::Adjudicator => facts.adjudicator.as_ref(),
        Role::Captain(team) => facts.captain(team).map(|c| &c.who),
    }
}
