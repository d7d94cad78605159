//! How often somebody may try: counted in memory, by where he asks from and whom he names, of
//! browsers and of programs alike. What a stranger does wrong slows down the stranger, and
//! locks nobody else out: a mailed link works whatever happens with passwords.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
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
    /// Wrong passwords for an account, wherever they come from.
    AccountWrong,
    /// Wrong passwords from a range of addresses.
    RangeWrong,
    /// Letters that tell the owner of an account of them.
    GuessesTold,
    /// Tries to sign in to an account from a place, right ones too.
    SignIns,
    /// Passwords set for an account.
    PasswordsSet,
    /// Links and codes from a place that are none: what is over is not looked at less, but
    /// answered with fewer words.
    WrongLinks,
    /// Wrong codes of an official behind his right password, wherever they come from.
    WrongCodes,
    /// Those of them of which he is not told.
    CodesForgiven,
    /// Letters that tell him of them.
    CodesTold,
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
            Counted::AccountWrong => (20, hour),
            Counted::RangeWrong => (50, hour),
            Counted::GuessesTold => (1, 24 * hour),
            Counted::SignIns => (20, Duration::from_secs(15 * 60)),
            Counted::PasswordsSet => (10, hour),
            Counted::WrongLinks => (50, hour),
            Counted::WrongCodes => (10, hour),
            Counted::CodesForgiven => (2, hour),
            Counted::CodesTold => (1, 24 * hour),
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

/// One that is counted.
#[derive(Clone, Copy, Debug)]
pub struct Counting<'w> {
    what: Counted,
    whom: &'w Whom,
    times: u32,
}

impl Counted {
    /// One of somebody.
    pub fn of(self, whom: &Whom) -> Counting<'_> {
        Counting {
            what: self,
            whom,
            times: 1,
        }
    }
}

impl Counting<'_> {
    /// The same of somebody who may do so many times as often: a proxy, behind which are many.
    pub fn times(self, times: u32) -> Self {
        Counting { times, ..self }
    }

    /// What tells it from all others.
    pub fn name(self) -> String {
        format!("{:?} {:?}", self.what, self.whom)
    }

    fn key(self) -> (Counted, Whom) {
        (self.what, self.whom.clone())
    }
}

#[derive(Clone, Copy, Debug)]
struct Tried {
    since: Moment,
    times: u32,
}

/// All counts.
#[derive(Debug, Default)]
pub struct Tries(Mutex<BTreeMap<(Counted, Whom), Tried>>);

impl Tries {
    fn all(&self) -> MutexGuard<'_, BTreeMap<(Counted, Whom), Tried>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one of each where all have room for one more; else none, and it must not be
    /// tried. Of so many who come at once no more are let through.
    #[must_use]
    pub fn take(&self, each: &[Counting<'_>], now: Moment) -> bool {
        let mut tries = self.all();
        let has_room = |one: &Counting<'_>| {
            let (most, within) = one.what.limit();
            let tried = tries.get(&one.key());
            tried.is_none_or(|t| {
                let is_over = now.duration_since(t.since) >= within;
                is_over || t.times < most.saturating_mul(one.times)
            })
        };
        if !each.iter().all(has_room) {
            return false;
        }
        for one in each {
            count(&mut tries, one.key(), now);
        }
        true
    }

    /// Counts one, whatever room there is.
    pub fn note(&self, one: Counting<'_>, now: Moment) {
        count(&mut self.all(), one.key(), now);
    }

    /// How many one more would be beyond the bound.
    pub fn beyond(&self, one: Counting<'_>, now: Moment) -> u32 {
        let (most, within) = one.what.limit();
        let tries = self.all();
        let tried = tries.get(&one.key());
        let tried = tried.filter(|t| now.duration_since(t.since) < within);
        let more = tried.map_or(0, |t| t.times).saturating_add(1);
        more.saturating_sub(most.saturating_mul(one.times))
    }

    /// Counts a password that is to be set for an account; whether it may be.
    #[must_use]
    pub fn may_set_password(&self, account: String) -> bool {
        let account = (None, account);
        self.take(&[Counted::PasswordsSet.of(&account)], Moment::now())
    }

    /// Takes back what was counted: it was right, or could not be tried.
    pub fn give_back(&self, each: &[Counting<'_>]) {
        let mut tries = self.all();
        for one in each {
            if let Some(tried) = tries.get_mut(&one.key()) {
                tried.times = tried.times.saturating_sub(1);
            }
        }
    }

    /// Forgets a count: what was tried went right.
    pub fn forget(&self, one: Counting<'_>) {
        self.all().remove(&one.key());
    }
}

fn count(tries: &mut BTreeMap<(Counted, Whom), Tried>, key: (Counted, Whom), now: Moment) {
    if tries.len() >= MOST {
        forget(tries, now);
    }
    let (_, within) = key.0.limit();
    let fresh = Tried {
        since: now,
        times: 0,
    };
    let tried = tries.entry(key).or_insert(fresh);
    if now.duration_since(tried.since) >= within {
        *tried = fresh;
    }
    tried.times = tried.times.saturating_add(1);
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
        let try_it = |whom, now| tries.take(&[Counted::WrongPassword.of(whom)], now);
        for _ in 0..5 {
            assert!(try_it(&stranger, now));
        }
        assert!(!try_it(&stranger, now));
        assert!(try_it(&owner, now));
        let later = now + Duration::from_secs(15 * 60);
        assert!(try_it(&stranger, later));
        assert!(try_it(&stranger, later));
    }

    #[test]
    fn of_a_burst_no_more_are_let_through_than_one_after_another() {
        let tries = Tries::default();
        let (one, place) = (whom("203.0.113.1", "ann"), whom("203.0.113.1", ""));
        let both = [
            Counted::WrongPassword.of(&one),
            Counted::WrongPasswords.of(&place),
        ];
        let now = Moment::now();
        let let_in: usize = std::thread::scope(|scope| {
            let all: Vec<_> = (0..64)
                .map(|_| scope.spawn(|| usize::from(tries.take(&both, now))))
                .collect();
            all.into_iter().map(|one| one.join().unwrap()).sum()
        });
        assert_eq!(let_in, 5);
        // What one of them has no room for is counted of none.
        let counted = |one: Counting<'_>| tries.all().get(&one.key()).map(|t| t.times);
        assert_eq!(both.map(counted), [Some(5), Some(5)]);
        tries.give_back(&both);
        assert!(tries.take(&both, now) && !tries.take(&both, now));
    }

    #[test]
    fn counts_do_not_grow_without_end() {
        let tries = Tries::default();
        let mut now = Moment::now();
        for n in 0..(MOST + 10) {
            now += Duration::from_millis(1);
            assert!(tries.take(&[Counted::Links.of(&(None, n.to_string()))], now));
        }
        assert!(tries.0.lock().unwrap().len() <= MOST);
        assert!(tries.0.lock().unwrap().len() >= MOST / 2);
    }
}
