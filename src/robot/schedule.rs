//! When a letter that could not be delivered is tried again, when it is given up,
//! and how many leave for one domain in a minute.

use crate::config::{Config, OutboxKind};
use crate::time::Instant;
use std::collections::BTreeMap;

/// First wait before a letter is tried again, in seconds; doubled each time.
const FIRST_WAIT: i64 = 300;

/// Longest wait, in seconds.
const LONGEST_WAIT: i64 = 6 * 3_600;

/// Attempts that a letter gets, however old it is: most of a day. One that waited
/// long for a server that was away is not given up at its first trouble.
const LEAST_ATTEMPTS: u32 = 8;

/// When to try again a letter that was tried `attempts` times before. `chance` is
/// any number: waits differ by a quarter either way, so that letters which failed
/// together do not all come back together.
pub(super) fn next_try(now: Instant, attempts: u32, chance: u32) -> Instant {
    let wait = (FIRST_WAIT << attempts.min(16)).min(LONGEST_WAIT);
    let jitter = i64::from(chance % 1_000) * wait / 2_000 - wait / 4;
    now.plus_seconds(wait + jitter)
}

/// Whether a letter that fails once more is given up.
pub(super) fn is_given_up(composed: Instant, now: Instant, attempts: u32, days: u32) -> bool {
    let age = now.unix().saturating_sub(composed.unix());
    attempts + 1 >= LEAST_ATTEMPTS && age > i64::from(days) * 86_400
}

/// A number by chance; where there is none, waits do not differ.
pub(super) fn chance() -> u32 {
    getrandom::u32().unwrap_or(500)
}

/// Counts the letters that leave for each domain in a minute.
#[derive(Debug, Default)]
pub(super) struct Throttle {
    minute: i64,
    left: BTreeMap<String, u32>,
}

impl Throttle {
    /// Whether a letter may leave now, and counts it; else when it may. `most` is
    /// the number of letters a minute, 0 for no limit.
    pub fn pass(&mut self, to: &str, most: u32, now: Instant) -> Result<(), Instant> {
        if most == 0 {
            return Ok(());
        }
        let minute = now.unix().div_euclid(60);
        if minute != self.minute {
            self.minute = minute;
            self.left.clear();
        }
        let domain = to.rsplit('@').next().unwrap_or("").to_lowercase();
        let count = self.left.entry(domain).or_insert(0);
        *count = count.saturating_add(1);
        match (*count - 1) / most {
            0 => Ok(()),
            // Each further minute takes as many.
            minutes => Err(Instant::from_unix((minute + i64::from(minutes)) * 60)),
        }
    }

    /// A letter that might leave did not: it does not count.
    pub fn give_back(&mut self, to: &str) {
        let domain = to.rsplit('@').next().unwrap_or("").to_lowercase();
        if let Some(count) = self.left.get_mut(&domain) {
            *count = count.saturating_sub(1);
        }
    }
}

/// Letters a minute for one domain, 0 for no limit. Whoever hands letters to this
/// machine's own mail server or a folder leaves that to it.
pub(super) fn domain_per_minute(config: &Config) -> u32 {
    let outbox = &config.outbox;
    let host = outbox.server.as_ref().map_or("", |s| s.host.as_str());
    let here = host == "localhost" || host == "::1" || host.starts_with("127.");
    match outbox.kind {
        OutboxKind::Smtp if !here => outbox.domain_per_minute,
        OutboxKind::Smtp | OutboxKind::Sendmail | OutboxKind::Maildir => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> Instant {
        Instant::parse("2026-01-10T12:00:00Z").unwrap()
    }

    #[test]
    fn waits_double_and_differ_by_a_quarter() {
        let wait = |attempts, chance| next_try(noon(), attempts, chance).unix() - noon().unix();
        assert_eq!(wait(0, 500), 300);
        assert_eq!((wait(0, 0), wait(0, 999)), (225, 374));
        assert_eq!(wait(1, 500), 600);
        assert_eq!(wait(6, 500), 19_200);
        assert_eq!(wait(7, 500), 21_600);
        assert_eq!(wait(u32::MAX, 500), 21_600);
    }

    #[test]
    fn a_letter_is_given_up_after_days_and_attempts() {
        let later = |days: i64| noon().plus_seconds(days * 86_400 + 1);
        assert!(!is_given_up(noon(), later(4), 30, 5));
        assert!(is_given_up(noon(), later(5), 30, 5));
        assert!(!is_given_up(noon(), later(50), 0, 5));
        assert!(!is_given_up(noon(), later(50), 6, 5));
        assert!(is_given_up(noon(), later(50), 7, 5));
    }

    #[test]
    fn a_domain_takes_so_many_a_minute() {
        let mut throttle = Throttle::default();
        let now = noon().plus_seconds(20);
        let mut pass = |to, now| {
            throttle
                .pass(to, 2, now)
                .err()
                .map(|at| at.unix() - noon().unix())
        };
        assert_eq!(pass("a@x.example", now), None);
        assert_eq!(pass("b@X.example", now), None);
        assert_eq!(pass("a@y.example", now), None);
        assert_eq!(pass("c@x.example", now), Some(60));
        assert_eq!(pass("d@x.example", now), Some(60));
        assert_eq!(pass("e@x.example", now), Some(120));
        assert_eq!(pass("c@x.example", noon().plus_seconds(60)), None);
        let mut throttle = Throttle::default();
        for _ in 0..3 {
            assert!(throttle.pass("a@x.example", 1, now).is_ok());
            throttle.give_back("a@X.example");
        }
        assert!(Throttle::default().pass("a@x.example", 0, now).is_ok());
    }
}
