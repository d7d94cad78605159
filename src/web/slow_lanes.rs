//! Slow lanes: once many wrong passwords came for an account, or from a range of addresses, more
//! of them are taken one at a time, each after a wait that grows with their number. Nobody is
//! refused for what others do, and no browser waits in which the account was open before.

use super::limits::{Counted, Counting, Tries, Whom};
use crate::error::Failure;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard, Semaphore};
use tokio::time::Instant as Moment;

/// Who waits in a lane at most.
const MOST_WAITING: usize = 8;

/// How long somebody waits until it is his turn.
const PATIENCE: Duration = Duration::from_secs(20);

/// Lanes that are kept; of more, those in which nobody is go.
const MOST_LANES: usize = 1_000;

/// What is counted of one who tries a password: first for the account, then for each range of
/// addresses with how many times the number of one address it has.
pub struct Suspicion(Vec<(Counted, Whom, u32)>);

impl Suspicion {
    /// Of an account, as it is typed, that is tried from an address, or a household of IPv6;
    /// nothing where the browser has a mark of it.
    pub fn of(account: &str, from: IpAddr, is_known: bool) -> Suspicion {
        if is_known {
            return Suspicion(Vec::new());
        }
        let mut all = vec![(Counted::AccountWrong, (None, account.to_owned()), 1)];
        all.extend(ranges(from).into_iter().map(|(ip, times)| {
            let whom = (Some(ip), format!("range of {times}"));
            (Counted::RangeWrong, whom, times)
        }));
        Suspicion(all)
    }

    fn counts(&self) -> impl Iterator<Item = Counting<'_>> {
        let all = self.0.iter();
        all.map(|(what, whom, times)| what.of(whom).times(*times))
    }

    /// A password was wrong; whether the owner of the account is to be told of so many.
    #[must_use]
    pub fn note(&self, tries: &Tries, now: Moment) -> bool {
        for one in self.counts() {
            tries.note(one, now);
        }
        self.0.first().is_some_and(|(what, account, _)| {
            let is_suspect = tries.beyond(what.of(account), now) > 0;
            is_suspect && tries.take(&[Counted::GuessesTold.of(account)], now)
        })
    }

    /// In which lane he waits, and how many too many there were: the one with most of them.
    fn lane(&self, tries: &Tries, now: Moment) -> Option<(String, u32)> {
        let all = self
            .counts()
            .map(|one| (one.name(), tries.beyond(one, now)));
        all.filter(|(_, over)| *over > 0)
            .max_by_key(|(_, over)| *over)
    }
}

/// The ranges in which an address lies, each with its bound: a household has /64 of IPv6, and
/// whoever has /56 or /48 has many; behind /24 of IPv4 may be a carrier's customers.
fn ranges(from: IpAddr) -> Vec<(IpAddr, u32)> {
    match from {
        IpAddr::V4(one) => {
            let network = u32::from(one) >> 8 << 8;
            vec![(Ipv4Addr::from(network).into(), 8)]
        }
        IpAddr::V6(one) => {
            let network = |bits: u32| u128::from(one) >> (128 - bits) << (128 - bits);
            let range = |(bits, times)| (Ipv6Addr::from(network(bits)).into(), times);
            [(56, 4), (48, 16)].map(range).to_vec()
        }
    }
}

struct SlowLane {
    turn: Arc<AsyncMutex<()>>,
    waiting: Semaphore,
}

/// All lanes in which somebody is.
#[derive(Default)]
pub struct SlowLanes(Mutex<BTreeMap<String, Arc<SlowLane>>>);

impl SlowLanes {
    /// Waits where one has to. As long as what is returned is held, nobody else in the lane is
    /// looked at; `None`: there is no lane for him.
    ///
    /// # Errors
    /// Too many wait there (75).
    pub async fn pass(
        &self,
        tries: &Tries,
        of: &Suspicion,
    ) -> Result<Option<OwnedMutexGuard<()>>, Failure> {
        let Some((name, over)) = of.lane(tries, Moment::now()) else {
            return Ok(None);
        };
        let too_many = || Failure::later("too many passwords are tried there at once");
        let lane = self.lane(name);
        let _waits = lane.waiting.try_acquire().map_err(|_| too_many())?;
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&lane.turn).lock_owned()).await;
        let turn = turn.map_err(|_| too_many())?;
        tokio::time::sleep(wait(over)).await;
        Ok(Some(turn))
    }

    fn lane(&self, name: String) -> Arc<SlowLane> {
        let mut lanes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lanes.len() >= MOST_LANES {
            lanes
                .retain(|_, lane| Arc::strong_count(lane) > 1 || Arc::strong_count(&lane.turn) > 1);
        }
        let lane = lanes.entry(name).or_insert_with(|| {
            Arc::new(SlowLane {
                turn: Arc::default(),
                waiting: Semaphore::new(MOST_WAITING),
            })
        });
        Arc::clone(lane)
    }
}

/// One, two, four, eight, sixteen seconds: twice as long after each five.
fn wait(over: u32) -> Duration {
    Duration::from_secs(1 << (over.saturating_sub(1) / 5).min(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(ip: &str) -> Suspicion {
        Suspicion::of("ann@a.example", ip.parse().unwrap(), false)
    }

    #[test]
    fn what_is_wrong_counts_for_the_account_and_for_each_range() {
        let (tries, now) = (Tries::default(), Moment::now());
        // One try from each household of a /48, as each is another address.
        let told = (0..30u32).filter(|n| {
            let one = from(&format!("2001:db8:1:{n:x}::"));
            assert_eq!(one.lane(&tries, now).is_some(), *n >= 20, "{n}");
            one.note(&tries, now)
        });
        assert_eq!(told.count(), 1, "its owner is told once");
        // The account's own browsers have no suspicion; another account from elsewhere is free.
        let own = Suspicion::of("ann@a.example", "2001:db8:1:1::".parse().unwrap(), true);
        assert!(own.lane(&tries, now).is_none() && !own.note(&tries, now));
        let other = Suspicion::of("bert@b.example", "198.51.100.7".parse().unwrap(), false);
        assert!(other.lane(&tries, now).is_none());
        // Of many accounts from one range the range is slow, and no other.
        for n in 0..(50 * 8) {
            let one = Suspicion::of(
                &format!("p{n}"),
                format!("203.0.113.{}", n % 200).parse().unwrap(),
                false,
            );
            assert!(one.lane(&tries, now).is_none(), "{n}");
            assert!(!one.note(&tries, now));
        }
        let lane = |ip: &str| Suspicion::of("new", ip.parse().unwrap(), false).lane(&tries, now);
        assert!(lane("203.0.113.250").is_some());
        assert!(lane("203.0.114.1").is_none());
        assert!(lane("2001:db8:1:ff::").is_none());
    }

    #[test]
    fn the_wait_grows_and_has_an_end() {
        let seconds = [1, 5, 6, 11, 16, 21, 26, 1_000].map(|over| wait(over).as_secs());
        assert_eq!(seconds, [1, 1, 2, 4, 8, 16, 16, 16]);
    }

    #[test]
    fn in_a_lane_one_is_looked_at_and_a_few_wait() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let (tries, lanes) = (Tries::default(), Arc::new(SlowLanes::default()));
            for _ in 0..20 {
                let _ = from("192.0.2.1").note(&tries, Moment::now());
            }
            let tries = Arc::new(tries);
            let first = lanes.pass(&tries, &from("192.0.2.1")).await.unwrap();
            assert!(first.is_some());
            let crowd: Vec<_> = (0..20)
                .map(|_| {
                    let (lanes, tries) = (Arc::clone(&lanes), Arc::clone(&tries));
                    tokio::spawn(
                        async move { lanes.pass(&tries, &from("192.0.2.1")).await.map(drop) },
                    )
                })
                .collect();
            for _ in 0..100 {
                tokio::task::yield_now().await;
            }
            let turned_away = crowd.iter().filter(|one| one.is_finished()).count();
            assert_eq!(turned_away, 20 - MOST_WAITING);
            // Nobody else waits for them.
            let other = Suspicion::of("bert@b.example", "198.51.100.7".parse().unwrap(), false);
            assert!(lanes.pass(&tries, &other).await.unwrap().is_none());
            for one in crowd {
                one.abort();
            }
            drop(first);
        });
    }
}
