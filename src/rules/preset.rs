//! Named sets of regulations: `preset = "iccf-server"` in a tournament file. Each goes by
//! a profile and says what differs from its article, by whom and when it was said. What no
//! source known to us says is left as the profile has it, and nothing is made up.

use super::word::words;
use super::{LateLeave, Profile, Regulations, TieBreak};

words! {
    /// A named set of regulations.
    Preset {
        /// Article 55 as it stands.
        RuPost = "ru-post",
        /// Article 56 as it stands.
        RuEmail = "ru-email",
        /// Article 54 as it stands.
        RuServer = "ru-server",
        /// The ICCF's play by post.
        IccfPost = "iccf-post",
        /// The ICCF's play by e-mail.
        IccfEmail = "iccf-email",
        /// The ICCF's play on a server.
        IccfServer = "iccf-server",
        /// A club among friends, by e-mail.
        Club = "club",
    }
}

/// What the ICCF prints in its tables: wins, then Sonneborn-Berger (the Baumbach order),
/// then direct encounter.
const BAUMBACH: [TieBreak; 3] = [TieBreak::Wins, TieBreak::Sb, TieBreak::Direct];

impl Preset {
    /// Whose numbers hold where the set says nothing of its own.
    pub const fn profile(self) -> Profile {
        match self {
            Preset::RuPost | Preset::IccfPost => Profile::Post,
            Preset::RuEmail | Preset::IccfEmail | Preset::Club => Profile::Email,
            Preset::RuServer | Preset::IccfServer => Profile::Server,
        }
    }

    /// Where it comes from, and of which year.
    pub const fn source(self) -> &'static str {
        match self {
            Preset::RuPost | Preset::RuEmail | Preset::RuServer => {
                "rules of the sport of chess, order 988 of 29 December 2020, as changed on 11 May 2023"
            }
            Preset::IccfPost | Preset::IccfEmail => {
                "the ICCF's tables as read in 2026; of its control and terms nothing but article 55 or 56"
            }
            Preset::IccfServer => {
                "the ICCF's server: rule 2.4.2 as quoted by players, its messages 1034 and 1036, \
                 its yearly leave and its tables, as read in 2026"
            }
            Preset::Club => "ours, of 2026: gentle to newcomers",
        }
    }

    /// The regulations, complete.
    pub fn regulations(self) -> Regulations {
        let of = Regulations::of(self.profile());
        match self {
            Preset::RuPost | Preset::RuEmail | Preset::RuServer => of,
            Preset::IccfPost | Preset::IccfEmail => Regulations {
                tie_breaks: BAUMBACH.to_vec(),
                ..of
            },
            // 50 days for ten moves and 45 days of leave are article 54's as well. Days over
            // twenty on one move count twice; forty days of silence lose.
            Preset::IccfServer => Regulations {
                double_after_days: 20,
                silence_days: 40,
                tie_breaks: BAUMBACH.to_vec(),
                ..of
            },
            // A slip costs nothing the first time, and a day after that; leave told late
            // counts from its notice; two months of leave a year.
            Preset::Club => Regulations {
                penalty_days: [0, 1],
                leave_days_per_year: 60,
                late_leave: LateLeave::FromNotice,
                ..of
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::OneOfWords;

    #[test]
    fn each_preset_differs_from_its_profile_where_it_says_so() {
        let differing = |preset: Preset| -> Vec<&str> {
            let keys = preset.regulations().differing(preset.profile());
            keys.into_iter().map(|key| key.name).collect()
        };
        let rows: [(Preset, &[&str]); 7] = [
            (Preset::RuPost, &[]),
            (Preset::RuEmail, &[]),
            (Preset::RuServer, &[]),
            (Preset::IccfPost, &["tie_breaks"]),
            (Preset::IccfEmail, &["tie_breaks"]),
            (
                Preset::IccfServer,
                &["silence_days", "double_after_days", "tie_breaks"],
            ),
            (Preset::Club, &["penalty_days", "leave_days_per_year"]),
        ];
        assert_eq!(rows.len(), Preset::WORDS.len());
        for (preset, keys) in rows {
            assert_eq!(differing(preset), *keys, "{preset:?}");
        }
    }
}
