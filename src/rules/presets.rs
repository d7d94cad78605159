//! Named sets of regulations: a tournament file names one and has its profile and its
//! figures. What stands in a set stands in its source; a figure for which no source is
//! known is not in it, and the profile's holds.

use super::word::words;
use super::{Given, Profile, RegulationKey, Regulations};
use serde_json::Value;

words! {
    /// A named set of regulations.
    Preset {
        /// Article 55 as it stands.
        RuPost = "ru-post",
        /// Article 56 as it stands.
        RuEmail = "ru-email",
        /// Article 54 as it stands.
        RuServer = "ru-server",
        /// ICCF by post. Its guidelines are known in part, and no figure of them is: the
        /// set has none, and article 55 holds.
        IccfPost = "iccf-post",
        /// ICCF by e-mail: the repeat and the silence of its guidelines. Its control,
        /// penalties and leave are known from no source, and article 56 holds.
        IccfEmail = "iccf-email",
        /// ICCF on its server: days of 24 hours, and those over twenty on a move counted
        /// twice. Its control is each tournament's own, and what else it has is article 54's.
        IccfServer = "iccf-server",
        /// Gentle figures for a club that plays by e-mail among friends.
        Club = "club",
    }
}

/// Whence a preset has its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct PresetSource {
    /// The rules that it follows.
    pub title: &'static str,
    /// The year of the rules; none where the source names none.
    pub year: Option<u16>,
}

const ORDER_988: PresetSource = PresetSource {
    title: "rules of the sport of chess, order 988 of the Ministry of Sport of Russia, as amended on 11 May 2023",
    year: Some(2020),
};

impl Preset {
    /// The profile that it is of.
    pub const fn profile(self) -> Profile {
        match self {
            Preset::RuPost | Preset::IccfPost => Profile::Post,
            Preset::RuEmail | Preset::IccfEmail | Preset::Club => Profile::Email,
            Preset::RuServer | Preset::IccfServer => Profile::Server,
        }
    }

    /// Whence it has its figures.
    pub const fn source(self) -> PresetSource {
        match self {
            Preset::RuPost | Preset::RuEmail | Preset::RuServer => ORDER_988,
            Preset::IccfPost => PresetSource {
                title: "ICCF Playing Rules Guidelines, games by post, in force from 1 January 2005",
                year: Some(2005),
            },
            Preset::IccfEmail => PresetSource {
                title: "ICCF Playing Rules Guidelines, individual games by e-mail, 3a and 3b, as updated on 12 December 2003",
                year: Some(2003),
            },
            Preset::IccfServer => PresetSource {
                title: "ICCF Rules 2.4.2, as quoted to the players of its server tournaments",
                year: None,
            },
            Preset::Club => PresetSource {
                title: "postchess's own proposal for clubs, from no rules",
                year: None,
            },
        }
    }

    /// What it sets otherwise than its profile, or says again from its own source.
    pub fn given(self) -> Given {
        match self {
            Preset::RuPost | Preset::RuEmail | Preset::RuServer | Preset::IccfPost => {
                Given::default()
            }
            Preset::IccfEmail => Given {
                repeat_after_days: Some(14),
                silence_days: Some(super::DaysOrMonths::Days(40)),
                ..Given::default()
            },
            Preset::IccfServer => Given {
                day_unit: Some(super::DayUnit::Hours24),
                double_after_days: Some(20),
                ..Given::default()
            },
            // A slip costs little the first time; holidays are long; silence is asked
            // about late, and a flag is foretold early.
            Preset::Club => Given {
                penalty_days: Some([1, 2]),
                leave_days_per_year: Some(45),
                silence_days: Some(super::DaysOrMonths::Days(60)),
                control_warning_days: Some(10),
                ..Given::default()
            },
        }
    }

    /// Whether a regulation is one of its set: for articles as they stand, every one that
    /// they speak of.
    pub fn sets(self, key: &RegulationKey) -> bool {
        match self {
            Preset::RuPost | Preset::RuEmail | Preset::RuServer => {
                !key.numbers(self.profile()).is_empty()
            }
            Preset::IccfPost | Preset::IccfEmail | Preset::IccfServer | Preset::Club => {
                let given = serde_json::to_value(self.given()).unwrap_or(Value::Null);
                given.get(key.name).is_some()
            }
        }
    }
}

impl Regulations {
    /// What holds where a tournament file is silent: the preset's figures, and the
    /// profile's where there is no preset or where it sets none.
    pub fn from_preset(preset: Option<Preset>, profile: Profile) -> Regulations {
        let of = Regulations::of(profile);
        match preset {
            Some(preset) => preset.given().over(of),
            None => of,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{OneOfWords, REGULATIONS};
    use super::*;

    fn other_than_the_profile(preset: Preset) -> Vec<String> {
        let profile = preset.profile();
        let held = Regulations::from_preset(Some(preset), profile);
        let differing = held.differing(profile).into_iter();
        differing
            .map(|key| {
                assert!(preset.sets(key), "{} {}", preset.word(), key.name);
                format!("{} = {}", key.name, held.shown(key))
            })
            .collect()
    }

    #[test]
    fn each_preset_differs_from_its_profile_in_what_its_source_says() {
        let table: [(Preset, &[&str]); 7] = [
            (Preset::RuPost, &[]),
            (Preset::RuEmail, &[]),
            (Preset::RuServer, &[]),
            (Preset::IccfPost, &[]),
            (Preset::IccfEmail, &[]),
            (Preset::IccfServer, &["double_after_days = 20"]),
            (
                Preset::Club,
                &[
                    "penalty_days = [1, 2]",
                    "leave_days_per_year = 45",
                    "silence_days = 60",
                    "control_warning_days = 10",
                ],
            ),
        ];
        assert_eq!(table.map(|(preset, _)| preset.word()), Preset::NAMES);
        for (preset, differs) in table {
            assert_eq!(other_than_the_profile(preset), differs, "{}", preset.word());
        }
    }

    #[test]
    fn a_preset_sets_what_its_source_speaks_of() {
        let set = |preset: Preset| -> Vec<&str> {
            let all = REGULATIONS.iter().filter(|key| preset.sets(key));
            all.map(|key| key.name).collect()
        };
        assert!(set(Preset::RuPost).contains(&"penalty_days"));
        assert!(!set(Preset::RuPost).contains(&"greetings"));
        assert_eq!(set(Preset::IccfPost), Vec::<&str>::new());
        assert_eq!(
            set(Preset::IccfEmail),
            ["repeat_after_days", "silence_days"]
        );
        assert_eq!(set(Preset::IccfServer), ["day_unit", "double_after_days"]);
    }
}
