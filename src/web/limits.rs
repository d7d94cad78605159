//! How often somebody may try: counted in memory, by where he asks from and whom he names, of
//! browsers and of programs alike. What a stranger does wrong slows down the stranger, and
//! locks nobody else out: a mailed link works whatever happens with passwords.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant as Moment;

/// Counts that are kept; of more, the oldest are forgotten.
const MOST: usize = 20_000;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// Wrong passwords for an account from a place.
    WrongPassword,
    /// Wrong passwords from a place.
    WrongPasswords,
    /// Links mailed to an account, asked for from a place.
    Link,
    /// Links mailed to an account.
    Links,
    /// Links asked for from a place.
    LinksAsked,
    /// Requests of a player's programs: they ask every some minutes.
    OfPrograms,
    /// Requests of programs from a place without a secret.
    OfStrangers,
    /// Wrong secrets of programs from a place.
    WrongSecrets,
}

impl Counted {
    /// How many are let through in which time.
    fn limit(self) -> (u32, Duration) {
        let hour = Duration::from_secs(3_600);
        match self {
            Counted::WrongPassword => (5, Duration::from_secs(15 * 60)),
            Counted::WrongPasswords => (50, hour),
            Counted::Link => (3, hour),
            Counted::Links => (12, hour),
            Counted::LinksAsked => (30, hour),
            Counted::OfPrograms => (120, Duration::from_secs(60)),
            Counted::OfStrangers => (300, Duration::from_secs(60)),
            Counted::WrongSecrets => (20, Duration::from_secs(600)),
        }
    }
}

/// Of whom: a place, an account as it is typed, or both.
pub type Whom = (Option<IpAddr>, String);

#[derive(Clone, Copy, Debug)]
struct Tried {
    since: Moment,
    times: u32,
}

/// All counts.
#[derive(Debug, Default)]
pub struct Tries(Mutex<BTreeMap<(Counted, Whom), Tried>>);

impl Tries {
    /// Whether there is room for one more.
    pub fn has_room(&self, what: Counted, whom: &Whom, now: Moment) -> bool {
        self.has_room_times(what, (whom, 1), now)
    }

    /// The same of somebody who may do so many times as often: a proxy, behind which are many.
    pub fn has_room_times(&self, what: Counted, (whom, times): (&Whom, u32), now: Moment) -> bool {
        let tries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (most, within) = what.limit();
        let tried = tries.get(&(what, whom.clone()));
        tried.is_none_or(|t| {
            now.duration_since(t.since) >= within || t.times < most.saturating_mul(times)
        })
    }

    /// Counts one.
    pub fn count(&self, what: Counted, whom: &Whom, now: Moment) {
        let mut tries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tries.len() >= MOST {
            forget(&mut tries, now);
        }
        let (_, within) = what.limit();
        let fresh = Tried {
            since: now,
            times: 0,
        };
        let tried = tries.entry((what, whom.clone())).or_insert(fresh);
        if now.duration_since(tried.since) >= within {
            *tried = fresh;
        }
        tried.times = tried.times.saturating_add(1);
    }

    /// Forgets a count: what was tried went right.
    pub fn forget(&self, what: Counted, whom: &Whom) {
        let mut tries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tries.remove(&(what, whom.clone()));
    }
}

/// Forgets what is over; where that is too little, the older half.
fn forget(tries: &mut BTreeMap<(Counted, Whom), Tried>, now: Moment) {
    tries.retain(|(what, _), tried| now.duration_since(tried.since) < what.limit().1);
    if tries.len() < MOST {
        return;
    }
    let mut all: Vec<Moment> = tries.values().map(|t| t.since).collect();
    all.sort();
    if let Some(middle) = all.get(all.len() / 2).copied() {
        tries.retain(|_, tried| tried.since > middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whom(from: &str, account: &str) -> Whom {
        (Some(from.parse().unwrap()), account.to_owned())
    }

    #[test]
    fn a_stranger_slows_down_himself_alone() {
        let tries = Tries::default();
        let now = Moment::now();
        let (stranger, owner) = (whom("203.0.113.1", "ann"), whom("198.51.100.7", "ann"));
        for _ in 0..5 {
            assert!(tries.has_room(Counted::WrongPassword, &stranger, now));
            tries.count(Counted::WrongPassword, &stranger, now);
        }
        assert!(!tries.has_room(Counted::WrongPassword, &stranger, now));
        assert!(tries.has_room(Counted::WrongPassword, &owner, now));
        let later = now + Duration::from_secs(15 * 60);
        assert!(tries.has_room(Counted::WrongPassword, &stranger, later));
        tries.count(Counted::WrongPassword, &stranger, later);
        assert!(tries.has_room(Counted::WrongPassword, &stranger, later));
    }

    #[test]
    fn counts_do_not_grow_without_end() {
        let tries = Tries::default();
        let mut now = Moment::now();
        for n in 0..(MOST + 10) {
            now += Duration::from_millis(1);
            tries.count(Counted::Links, &(None, n.to_string()), now);
        }
        assert!(tries.0.lock().unwrap().len() <= MOST);
        assert!(tries.0.lock().unwrap().len() >= MOST / 2);
    }
}
