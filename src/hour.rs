//! The hour of a pass, weighed: a machine's clock is evidence, not truth (RULES.md 4,
//! "When the hour is in doubt").
//!
//! [`weigh`] compares what the machine's clock shows with what is recorded and with what
//! other machines said. [`found`] tells afterwards, once an hour is certain, which of the
//! hours that were in doubt can have been right, and when the others really were.

use crate::time::Instant;

/// How far an hour may lie before a recorded one without meaning anything: a pass reads
/// its hour once and may take some minutes, while others write.
pub const SLACK: i64 = 10 * 60;

/// An hour that lies so far before the newest undoubted record ends the pass.
pub const BEFORE: i64 = 6 * 3_600;

/// By so much the hour may go on from one pass to the next without another machine's word.
pub const AHEAD: i64 = 2 * 86_400;

/// What is known about an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HourEvidence {
    /// The hour.
    pub now: Instant,
    /// It was given by a person (`--now`), not told by the machine.
    pub given: bool,
    /// The newest hour recorded that was not in doubt.
    pub newest: Option<Instant>,
    /// The hour of the last pass that was not in doubt.
    pub last_pass: Option<Instant>,
    /// The newest hour that another machine told, no later than our own then: it is at
    /// least so late.
    pub heard: Option<Instant>,
    /// The hour at which a mail server says that it got a letter just fetched.
    pub server: Option<Instant>,
}

/// Why an hour is in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HourDoubt {
    /// It lies before what is recorded.
    Back {
        /// The newest record or pass.
        newest: Instant,
    },
    /// It went on by more than two days without another machine's word.
    Ahead {
        /// Since then.
        since: Instant,
    },
    /// A mail server says that it is later.
    Server {
        /// Its hour.
        told: Instant,
    },
}

impl HourDoubt {
    /// As the database has it.
    pub fn name(self) -> &'static str {
        match self {
            HourDoubt::Back { .. } => "back",
            HourDoubt::Ahead { .. } => "ahead",
            HourDoubt::Server { .. } => "server",
        }
    }

    /// The hour that speaks against it.
    pub fn against(self) -> Instant {
        match self {
            HourDoubt::Back { newest: at }
            | HourDoubt::Ahead { since: at }
            | HourDoubt::Server { told: at } => at,
        }
    }

    /// What [`HourDoubt::name`] and [`HourDoubt::against`] told.
    pub fn of(name: &str, at: Instant) -> Option<HourDoubt> {
        match name {
            "back" => Some(HourDoubt::Back { newest: at }),
            "ahead" => Some(HourDoubt::Ahead { since: at }),
            "server" => Some(HourDoubt::Server { told: at }),
            _ => None,
        }
    }
}

/// What an hour is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HourStanding {
    /// Nothing speaks against it.
    Sure,
    /// Nothing is declared by it, and what it stamps is marked.
    Doubt(HourDoubt),
    /// It cannot be: nothing is done.
    TooEarly {
        /// The newest undoubted record.
        newest: Instant,
    },
}

/// Weighs an hour.
pub fn weigh(evidence: &HourEvidence) -> HourStanding {
    let now = evidence.now;
    if let Some(newest) = evidence.newest
        && now < newest.plus_seconds(-BEFORE)
    {
        return HourStanding::TooEarly { newest };
    }
    if evidence.given {
        return HourStanding::Sure;
    }
    let reached = evidence.newest.max(evidence.last_pass);
    if let Some(newest) = reached
        && now < newest.plus_seconds(-SLACK)
    {
        return HourStanding::Doubt(HourDoubt::Back { newest });
    }
    if let Some(told) = evidence.server
        && now < told.plus_seconds(-BEFORE)
    {
        return HourStanding::Doubt(HourDoubt::Server { told });
    }
    if let Some(reached) = reached {
        let since = evidence.heard.map_or(reached, |heard| heard.max(reached));
        if now > since.plus_seconds(AHEAD) {
            return HourStanding::Doubt(HourDoubt::Ahead { since });
        }
    }
    HourStanding::Sure
}

/// Whether a pass would declare too much at once: more than `most` games, and more than
/// a tenth of the open ones.
pub fn is_crowd(declared: u64, open: u64, most: u32) -> bool {
    declared > u64::from(most) && declared.saturating_mul(10) > open
}

/// A pass whose hour was in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubted {
    /// What the clock showed.
    pub shown: Instant,
    /// What a mail server said then, where that was later.
    pub server: Option<Instant>,
}

/// What an hour that was in doubt turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HourFound {
    /// It can have been right, so it stands.
    Right,
    /// It cannot: it is taken to have been this one.
    Wrong(Instant),
}

/// What the hours of passes (oldest first) turn out to be, now that it is certain that
/// they lie between `floor` and `now`. A clock that was wrong was wrong by one amount as
/// long as it only went on: its last wrong hour is taken to have been the next certain
/// one, and the others lie as far before it as it showed. So each is the latest that it
/// can have been, and no letter of ours counts as having left before it did.
pub fn found(passes: &[Doubted], floor: Option<Instant>, now: Instant) -> Vec<HourFound> {
    let mut later = now;
    let mut shown_later: Option<Instant> = None;
    let mut all: Vec<HourFound> = Vec::with_capacity(passes.len());
    for pass in passes.iter().rev() {
        let shown = pass.shown;
        let after = floor.is_none_or(|f| shown >= f.plus_seconds(-SLACK));
        let before = shown <= later.plus_seconds(SLACK);
        let said = pass.server.is_none_or(|s| shown >= s.plus_seconds(-BEFORE));
        let (true_hour, found) = if after && before && said {
            (shown.min(later), HourFound::Right)
        } else {
            let true_hour = shift(shown, shown_later, later);
            let true_hour = floor.map_or(true_hour, |f| true_hour.max(f.min(later)));
            (true_hour, HourFound::Wrong(true_hour))
        };
        all.push(found);
        (later, shown_later) = (true_hour, Some(shown));
    }
    all.reverse();
    all
}

/// An hour that a clock showed some time before it showed `shown_later`, when that was
/// really `later`.
pub fn shift(shown: Instant, shown_later: Option<Instant>, later: Instant) -> Instant {
    let gap = shown_later.map_or(0, |l| l.unix().saturating_sub(shown.unix()));
    later.plus_seconds(-gap.max(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400;

    fn at(text: &str) -> Instant {
        Instant::parse(text).unwrap()
    }

    fn base() -> Instant {
        at("2026-03-01T12:00:00Z")
    }

    fn known(now: i64) -> HourEvidence {
        HourEvidence {
            now: base().plus_seconds(now),
            given: false,
            newest: Some(base()),
            last_pass: Some(base()),
            heard: None,
            server: None,
        }
    }

    #[test]
    fn an_hour_is_weighed_against_the_record_and_other_machines() {
        let sure = HourStanding::Sure;
        let back = HourStanding::Doubt(HourDoubt::Back { newest: base() });
        let ahead = HourStanding::Doubt(HourDoubt::Ahead { since: base() });
        let early = HourStanding::TooEarly { newest: base() };
        for (seconds, of_clock, of_person) in [
            (0, sure, sure),
            (2 * DAY, sure, sure),
            (2 * DAY + 1, ahead, sure),
            (90 * DAY, ahead, sure),
            (-SLACK, sure, sure),
            (-SLACK - 1, back, sure),
            (-BEFORE, back, sure),
            (-BEFORE - 1, early, early),
            (-14 * DAY, early, early),
        ] {
            let evidence = known(seconds);
            assert_eq!(weigh(&evidence), of_clock, "{seconds}");
            let given = HourEvidence {
                given: true,
                ..evidence
            };
            assert_eq!(weigh(&given), of_person, "{seconds}");
        }
    }

    #[test]
    fn nothing_recorded_leaves_nothing_to_doubt() {
        let evidence = HourEvidence {
            newest: None,
            last_pass: None,
            ..known(900 * DAY)
        };
        assert_eq!(weigh(&evidence), HourStanding::Sure);
    }

    #[test]
    fn another_machine_bears_out_a_jump_or_does_not() {
        let heard = |days| HourEvidence {
            heard: Some(base().plus_seconds(days * DAY)),
            ..known(90 * DAY)
        };
        assert_eq!(weigh(&heard(89)), HourStanding::Sure);
        let since = base().plus_seconds(40 * DAY);
        assert_eq!(
            weigh(&heard(40)),
            HourStanding::Doubt(HourDoubt::Ahead { since })
        );
        let told = base().plus_seconds(14 * DAY);
        let server = HourEvidence {
            server: Some(told),
            ..known(0)
        };
        assert_eq!(
            weigh(&server),
            HourStanding::Doubt(HourDoubt::Server { told })
        );
    }

    #[test]
    fn a_quiet_club_is_measured_by_its_passes_not_by_its_record() {
        // Nothing was recorded for a month, but each day had its pass.
        let evidence = HourEvidence {
            last_pass: Some(base().plus_seconds(30 * DAY)),
            ..known(31 * DAY)
        };
        assert_eq!(weigh(&evidence), HourStanding::Sure);
        let newest = base().plus_seconds(30 * DAY);
        let dead_battery = HourEvidence {
            now: base().plus_seconds(16 * DAY),
            ..evidence
        };
        assert_eq!(
            weigh(&dead_battery),
            HourStanding::Doubt(HourDoubt::Back { newest })
        );
    }

    #[test]
    fn a_crowd_is_more_than_the_limit_and_more_than_a_tenth() {
        for (declared, open, crowd) in [
            (5, 5, false),
            (6, 59, true),
            (6, 60, false),
            (20, 21, true),
            (20, 1_000, false),
        ] {
            assert_eq!(is_crowd(declared, open, 5), crowd, "{declared} of {open}");
        }
    }

    fn doubted(seconds: i64) -> Doubted {
        Doubted {
            shown: base().plus_seconds(seconds),
            server: None,
        }
    }

    #[test]
    fn hours_that_went_on_as_they_should_were_right() {
        let passes = [doubted(5 * DAY), doubted(5 * DAY + 60)];
        let now = base().plus_seconds(6 * DAY);
        assert_eq!(
            found(&passes, Some(base()), now),
            [HourFound::Right, HourFound::Right]
        );
    }

    #[test]
    fn a_clock_that_was_ahead_is_shifted_back_as_a_whole() {
        let passes = [doubted(90 * DAY), doubted(90 * DAY + 7_200)];
        let now = base().plus_seconds(DAY);
        assert_eq!(
            found(&passes, Some(base()), now),
            [
                HourFound::Wrong(base().plus_seconds(DAY - 7_200)),
                HourFound::Wrong(now)
            ]
        );
    }

    #[test]
    fn a_clock_that_was_behind_is_shifted_on_and_never_before_what_was_certain() {
        // Two boots of a machine without a battery: each begins at the same hour.
        let passes = [
            doubted(-14 * DAY),
            doubted(-14 * DAY + 3_600),
            doubted(-14 * DAY),
            doubted(-14 * DAY + 60),
        ];
        let now = base().plus_seconds(1_800);
        assert_eq!(
            found(&passes, Some(base()), now),
            [
                HourFound::Wrong(base()),
                HourFound::Wrong(base().plus_seconds(1_740)),
                HourFound::Wrong(base().plus_seconds(1_740)),
                HourFound::Wrong(now),
            ]
        );
        // A server said so, though the hour lay after what was recorded.
        let slow = Doubted {
            server: Some(base().plus_seconds(20 * DAY)),
            ..doubted(3 * DAY)
        };
        let now = base().plus_seconds(20 * DAY);
        assert_eq!(found(&[slow], Some(base()), now), [HourFound::Wrong(now)]);
    }
}
