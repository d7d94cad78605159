//! The appeals committee (34.2): who of its members votes about a protest, and what their
//! votes come to. Its word is final (34.5).

use super::outcome::InGame;
use super::{Decree, GameOrder, OrderError};
use crate::ids::EventId;
use crate::record::{Event, GameFile};
use crate::rules::Article;
use std::collections::BTreeMap;

/// A member of the committee as one dispute concerns him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitteeMember {
    /// His address, as [`crate::address::key`] has it.
    pub address: String,
    /// He votes where another cannot.
    pub reserve: bool,
    /// He directs the tournament, plays in the game, or gave the decision: he has no vote.
    pub interested: bool,
}

/// Who votes, by addresses: as many as the committee has members beside its reserves, an odd
/// number (34.2.2), in the order of the file; a reserve in the place of who has an interest
/// (34.2.1). Where too few are left, the largest odd number of them.
pub fn voters(members: &[CommitteeMember]) -> Vec<&str> {
    let odd = |count: usize| count.saturating_sub(usize::from(count.is_multiple_of(2)));
    let seats = members.iter().filter(|m| !m.reserve).count();
    let free = || members.iter().filter(|m| !m.interested);
    let first = free().filter(|m| !m.reserve);
    let all = first.chain(free().filter(|m| m.reserve));
    let all: Vec<&str> = all.map(|m| m.address.as_str()).collect();
    let count = odd(seats.max(1)).min(odd(all.len()));
    all.into_iter().take(count).collect()
}

/// What the votes of those who vote have decided: whether the protest is granted. `None`: it
/// is open yet. The last word of each counts.
pub fn majority<'v>(
    votes: impl IntoIterator<Item = (&'v str, bool)>,
    voters: &[&str],
) -> Option<bool> {
    let mut last: BTreeMap<&str, bool> = BTreeMap::new();
    for (member, grants) in votes {
        if voters.contains(&member) {
            last.insert(member, grants);
        }
    }
    let needed = voters.len() / 2 + 1;
    [true, false].into_iter().find(|grants| {
        let same = last.values().filter(|vote| *vote == grants);
        !voters.is_empty() && same.count() >= needed
    })
}

/// A member's vote about a protest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppealVote {
    /// The entry with which the protest began.
    pub of: EventId,
    /// His name.
    pub name: String,
    /// His address.
    pub address: String,
    /// The protest is to be granted.
    pub grants: bool,
}

impl GameOrder for AppealVote {
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let event = Event::AppealVoted {
            of: self.of,
            name: self.name.clone(),
            address: self.address.clone(),
            grants: self.grants,
        };
        let article = Article::RulingProtest.number(game.facts.profile);
        decree.record(game, event.clone(), article);
        decree.done = Some(InGame::Entered(event));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(address: &str, reserve: bool, interested: bool) -> CommitteeMember {
        CommitteeMember {
            address: address.to_owned(),
            reserve,
            interested,
        }
    }

    #[test]
    fn a34_2_an_odd_number_votes_and_a_reserve_in_the_place_of_who_has_an_interest() {
        let of = |members: &[(&str, bool, bool)]| {
            let members: Vec<_> = members.iter().map(|(a, r, i)| member(a, *r, *i)).collect();
            let voters = voters(&members);
            voters.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let none = Vec::<String>::new();
        assert_eq!(of(&[]), none);
        assert_eq!(of(&[("a", false, false)]), ["a"]);
        assert_eq!(of(&[("a", false, true)]), none);
        assert_eq!(of(&[("a", false, true), ("b", true, false)]), ["b"]);
        assert_eq!(of(&[("a", false, false), ("b", false, false)]), ["a"]);
        let five = [
            ("a", false, false),
            ("b", false, false),
            ("c", false, false),
            ("d", true, false),
            ("e", true, false),
        ];
        assert_eq!(of(&five), ["a", "b", "c"]);
        let mut two_out = five;
        two_out[0].2 = true;
        two_out[3].2 = true;
        assert_eq!(of(&two_out), ["b", "c", "e"]);
        let mut three_out = two_out;
        three_out[4].2 = true;
        assert_eq!(of(&three_out), ["b"]);
    }

    #[test]
    fn the_majority_decides_and_the_last_word_of_each_counts() {
        let voters = ["a", "b", "c"];
        let of = |votes: &[(&'static str, bool)]| majority(votes.iter().copied(), &voters);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("a", true)]), None);
        assert_eq!(of(&[("a", true), ("b", false)]), None);
        assert_eq!(of(&[("a", true), ("b", false), ("c", false)]), Some(false));
        assert_eq!(of(&[("a", true), ("b", false), ("b", true)]), Some(true));
        assert_eq!(of(&[("a", true), ("a", true)]), None, "one vote each");
        assert_eq!(of(&[("a", true), ("x", true)]), None, "no member");
        assert_eq!(majority([("a", true)], &[]), None);
    }
}
