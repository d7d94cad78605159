//! A season as it is planned: what is written, ordered and lost, and when. Played
//! again from it, nothing is left to chance.

use crate::club::Setup;
use postchess::chess::Side;
use postchess::ids::GameName;
use postchess::orders::Order;
use postchess::orders::line::of_line;
use postchess::request::Understanding;
use postchess::time::Instant;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What happens at an hour.
#[derive(Clone, Debug)]
pub enum What {
    /// A letter of a player about a game.
    Letter {
        /// From 0 in the order of the games.
        game: usize,
        /// Who writes.
        side: Side,
        /// His words.
        text: String,
        /// What is understood of them.
        read: Arc<Understanding>,
        /// Its Date; it arrives at the hour at which it happens.
        sent: Instant,
        /// It did nothing but cost time: faults, questions, prose.
        noise: bool,
    },
    /// The letter of ours that a player is to answer came back.
    Bounce {
        /// The game.
        game: usize,
        /// Whose letter.
        to: Side,
    },
    /// The arbiter decides.
    Order {
        /// The game.
        game: usize,
        /// What, in the console's words but for the game.
        order: String,
    },
}

/// An order in a game, of its words.
pub fn order_in(game: &GameName, words: &str) -> Order {
    let (name, rest) = words.split_once(' ').unwrap_or((words, ""));
    let line = format!("{name} {game} {rest}");
    of_line(&line)
        .unwrap_or_else(|e| panic!("{line}: {e}"))
        .order
}

/// Something that happens. The mailbox is polled and the clocks are looked at then.
#[derive(Clone, Debug)]
pub struct Happening {
    pub at: Instant,
    pub what: What,
}

/// A season.
#[derive(Clone, Debug)]
pub struct Season {
    pub seed: u64,
    /// Which of [`KINDS`].
    pub kind: usize,
    pub happenings: Vec<Happening>,
    /// Passes besides: hours at which nothing happens.
    pub passes: Vec<Instant>,
    /// Of each kind of thing, whether it is in it.
    pub seen: BTreeMap<String, u32>,
}

/// No season lasts longer.
const END: &str = "2028-01-01T12:00:00Z";

/// Days after that on which the clocks are looked at.
const LAST_PASSES: [i64; 4] = [40, 80, 160, 300];

impl Season {
    /// Everything in its order, with the last passes; `None` is a pass alone.
    pub fn steps(&self) -> Vec<(Instant, Option<&Happening>)> {
        let mut steps: Vec<(Instant, Option<&Happening>)> =
            self.happenings.iter().map(|h| (h.at, Some(h))).collect();
        steps.extend(self.passes.iter().map(|at| (*at, None)));
        // What happens in a pass's own second goes before it.
        steps.sort_by_key(|(at, happening)| (*at, happening.is_none()));
        let last = Instant::parse(END).expect("an instant");
        let last_passes = LAST_PASSES.map(|days| (last.plus_seconds(days * 86_400), None));
        steps.extend(last_passes);
        steps
    }

    /// The same without the letters that did nothing but cost time.
    pub fn without_noise(&self) -> Season {
        let mut season = self.clone();
        season
            .happenings
            .retain(|h| !matches!(h.what, What::Letter { noise: true, .. }));
        season
    }

    /// The same with some of the passes besides.
    pub fn with_passes(&self, stays: impl Fn(Instant) -> bool) -> Season {
        let mut season = self.clone();
        season.passes.retain(|at| stays(*at));
        season
    }
}

/// A kind of tournament that is played: short periods, so that much happens.
pub struct Kind {
    pub name: &'static str,
    pub profile: &'static str,
    pub rules: &'static str,
    pub pairs: &'static [(u32, u32)],
}

pub const KINDS: [Kind; 10] = [
    Kind {
        name: "email",
        profile: "email",
        rules: "days_per_period = 12\nmoves_per_period = 2\nrepeat_after_days = 5\nsilence_days = 25\nprotest_days = 3\ncontrol_warning_days = 2",
        pairs: &[(1, 2), (3, 1)],
    },
    Kind {
        name: "email, penalties beyond a week",
        profile: "email",
        rules: "days_per_period = 40\nmoves_per_period = 4\npenalty_days = [8, 12]\nrepeat_after_days = 5\nsilence_days = 25\nprotest_days = 3",
        pairs: &[(1, 2), (2, 3), (3, 1)],
    },
    Kind {
        name: "email, no penalties",
        profile: "email",
        rules: "days_per_period = 12\nmoves_per_period = 3\npenalty_days = 0\nforfeit = \"immediate\"",
        pairs: &[(1, 2), (2, 3), (3, 1)],
    },
    Kind {
        name: "email, claims",
        profile: "email",
        rules: "days_per_period = 10\nmoves_per_period = 2\nforfeit = \"claim\"\nprotest_days = 2",
        pairs: &[(1, 2), (2, 3)],
    },
    Kind {
        name: "email, no transit, days past four twice",
        profile: "email",
        rules: "days_per_period = 15\nmoves_per_period = 2\ntransit_days = 0\ndouble_after_days = 4",
        pairs: &[(1, 2), (2, 3)],
    },
    Kind {
        name: "email, the usual figures",
        profile: "email",
        rules: "",
        pairs: &[(1, 2), (3, 4), (1, 3), (2, 4)],
    },
    Kind {
        name: "server",
        profile: "server",
        rules: "days_per_period = 10\nmoves_per_period = 2\nvariants = true",
        pairs: &[(1, 2), (2, 3)],
    },
    Kind {
        name: "server, dates and penalties",
        profile: "server",
        rules: "days_per_period = 10\nmoves_per_period = 2\nday_unit = \"date\"\npenalty_days = 2\nvariants = true\nforfeit = \"notice\"\nprotest_days = 2",
        pairs: &[(1, 2), (2, 3)],
    },
    Kind {
        name: "post",
        profile: "post",
        rules: "days_per_period = 6\nmoves_per_period = 2\nrepeat_after_days = 9\nprotest_days = 3",
        pairs: &[(1, 2), (2, 3), (3, 1)],
    },
    Kind {
        name: "post, the first overstep loses",
        profile: "post",
        rules: "days_per_period = 10\nmoves_per_period = 3\nlose_on_overstep = 1\nforfeit = \"notice\"\nprotest_days = 3",
        pairs: &[(1, 2), (2, 3)],
    },
];

impl Kind {
    /// The club in which it is played.
    pub fn setup(&self) -> Setup {
        Setup::new()
            .profile(self.profile)
            .rules(self.rules)
            .pairs(self.pairs)
            .begins("2026-01-10", "2026-01-05T12:00:00Z")
            .set("limits.answers_per_hour", "10000")
            .set("limits.answers_per_day", "10000")
            .set("limits.game_answers_per_day", "10000")
            .set("limits.all_answers_per_hour", "10000")
    }
}
