//! The table of regulations: each number of chapter 9 that an organiser may set
//! (RULES.md 1, CONTRACT.md 3). A new one is a row here, its sentence in
//! `messages/LANG/regulations.toml`, which `report/words/regulations.rs` chooses, and whoever goes by it.

use super::key::regulations;
use super::word::words;
use super::{DaysOrMonths, Profile, RegulationKey, Scoring};
use serde_json::Value;

words! {
    /// What a day of reflection is.
    DayUnit {
        /// A calendar date (55.4.4, 56.4.4).
        Date = "date",
        /// Full 24 hours, floored for each move (54.4.3).
        Hours24 = "24h",
    }

    /// What an overstep leads to.
    Forfeit {
        /// It loses at once (54.5.2).
        Immediate = "immediate",
        /// The robot gives notice to both; a protest is possible (56.6 done by the robot).
        Notice = "notice",
        /// Nothing happens until the opponent claims (55.6, 56.6).
        Claim = "claim",
    }

    /// What becomes of a leave announced after it began.
    LateLeave {
        /// It counts from the day its notice was sent (55.7.6).
        FromNotice = "from-notice",
        /// It does not count (56.7.2).
        Reject = "reject",
    }

    /// From when White's first move is counted.
    WhiteFirstMove {
        /// From the official start.
        FromStart = "from-start",
        /// It costs nothing.
        Free = "free",
    }

    /// What time and silence bring against a player who cannot mate (6.9).
    NoMate {
        /// A draw, on the arbiter's confirmation.
        Draw = "draw",
        /// A loss.
        Loss = "loss",
    }

    /// How an unfinished game counts for a pairing that the arbiter orders (31.7).
    PairingUnfinished {
        /// As a draw.
        Draw = "draw",
        /// As the arbiter estimates it.
        Estimate = "estimate",
    }

    /// Which notation players may use.
    NotationRule {
        /// Any that can be read.
        Any = "any",
        /// Numeric only (58).
        Numeric = "numeric",
    }

    /// What a player must repeat (56.3.3).
    Repetition {
        /// Nothing, but what is repeated is checked.
        Checked = "checked",
        /// The opponent's last move.
        LastMove = "last-move",
        /// The whole record.
        FullRecord = "full-record",
    }

    /// A criterion for breaking ties (38, 39.3.1).
    TieBreak {
        /// Direct encounter (38.5).
        Direct = "direct",
        /// Direct encounter, again among those whom it leaves equal (38.5).
        DirectRecursive = "direct-recursive",
        /// Number of wins (39.3.1.2).
        Wins = "wins",
        /// Games played with Black (38.4).
        Blacks = "blacks",
        /// Sonneborn-Berger (38.6).
        Sb = "sb",
        /// Koya (38.3).
        Koya = "koya",
        /// Koya extended downwards (38.3.1).
        KoyaDown = "koya-down",
        /// Koya extended upwards (38.3.1).
        KoyaUp = "koya-up",
        /// Average rating of the opponents (38.1).
        Aro = "aro",
        /// The same without the lowest (38.1.1).
        AroCut1 = "aro-cut1",
        /// Buchholz (38.2).
        Buchholz = "buchholz",
        /// Without the lowest opponent (38.2.3).
        BuchholzCut1 = "buchholz-cut1",
        /// Without the two lowest (38.2.4).
        BuchholzCut2 = "buchholz-cut2",
        /// Without the highest and the lowest (38.2.1).
        BuchholzMedian1 = "buchholz-median1",
        /// Without the two highest and the two lowest (38.2.2).
        BuchholzMedian2 = "buchholz-median2",
        /// Points on the boards (38.7.2).
        BoardPoints = "board-points",
        /// Match points (38.7.1).
        MatchPoints = "match-points",
        /// Sum of the points after each round; outside the articles.
        Progressive = "progressive",
        /// Performance rating; outside the articles.
        Performance = "performance",
    }
}

impl TieBreak {
    /// The article that has it; none for what stands outside the articles.
    pub fn article(self) -> Option<&'static str> {
        Some(match self {
            TieBreak::Direct | TieBreak::DirectRecursive => "38.5",
            TieBreak::Wins => "39.3.1.2",
            TieBreak::Blacks => "38.4",
            TieBreak::Sb => "38.6",
            TieBreak::Koya => "38.3",
            TieBreak::KoyaDown | TieBreak::KoyaUp => "38.3.1",
            TieBreak::Aro => "38.1",
            TieBreak::AroCut1 => "38.1.1",
            TieBreak::Buchholz => "38.2",
            TieBreak::BuchholzCut1 => "38.2.3",
            TieBreak::BuchholzCut2 => "38.2.4",
            TieBreak::BuchholzMedian1 => "38.2.1",
            TieBreak::BuchholzMedian2 => "38.2.2",
            TieBreak::BoardPoints => "38.7.2",
            TieBreak::MatchPoints => "38.7.1",
            TieBreak::Progressive | TieBreak::Performance => return None,
        })
    }
}

regulations! {
    days_per_period: number(1..=1000),
        (email 60, post 30, server 50), [Control],
        "Days of reflection for each period of moves; unused days are kept.";
    moves_per_period: number(1..=100),
        (all 10), [Control],
        "Moves in a period, at the end of which the days are controlled.";
    day_unit: word(DayUnit),
        (email DayUnit::Date, post DayUnit::Date, server DayUnit::Hours24), [MoveTime],
        "What a day is: a calendar date, or full 24 hours between receipt and dispatch.";
    transit_days: number(0..=30),
        (email 1, post 0, server 0), [Transit],
        "Days that a letter counts as being on its way; a move is received so long after it left.";
    penalty_days: two(0..=1000, "[first, again]"),
        (email [2, 2], post [5, 10], server [0, 0]), [FaultPenalty, FaultPenaltyAgain],
        "Days that a faulty move costs, the first time in a game and again.";
    forfeit: word(Forfeit),
        (email Forfeit::Notice, post Forfeit::Claim, server Forfeit::Immediate),
        [OverstepClaim, OverstepLoses],
        "What an overstep of time leads to: a loss at once, a notice to both with a term of protest, or nothing until the opponent claims.";
    lose_on_overstep: number(1..=2),
        (email 1, post 2, server 1), [OverstepThatLoses],
        "The overstep that loses; with 2 the first one sets the clock to zero.";
    protest_days: two(0..=365, "[on a claim, on a ruling]"),
        (email [14, 14], post [7, 14], server [14, 14]), [OverstepProtest, RulingProtest],
        "Days in which a player may protest.";
    leave_days_per_year: number(0..=366),
        (email 30, post 30, server 45), [LeaveAllowance],
        "Days of leave in a calendar year; 0 for none.";
    leave_days_total: number(0..=3660),
        (all 0), [LeaveAllowance],
        "Days of leave over the whole tournament; 0 for no such bound.";
    late_leave: word(LateLeave),
        (all LateLeave::FromNotice), [LeaveAnnounced],
        "Leave announced after it began: counts from the day its notice was sent, or not at all.";
    repeat_after_days: number(0..=1000),
        (email 14, post 30, server 0), [RepeatMove],
        "Days without an answer after which the move is sent again; 0 for never.";
    silence_days: days_or_months(0..=1000),
        (email DaysOrMonths::Days(40), post DaysOrMonths::Months(3), server DaysOrMonths::Days(0)), [Silence],
        "Days, or calendar months, without a move after which the arbiter is told; 0 for never.";
    control_warning_days: number(0..=365),
        (all 5), [ControlNear],
        "Days left at which a player is warned and the arbiter begins to get copies.";
    double_after_days: number(0..=1000),
        (all 0), [],
        "Days over this many on one move count twice, as ICCF has it; 0 for never.";
    white_first_move: word(WhiteFirstMove),
        (all WhiteFirstMove::FromStart), [BeforeStart],
        "White's first move: counted from the official start, or free.";
    time_against_no_mate: word(NoMate),
        (all NoMate::Draw), [TimeNoMate],
        "Time or silence against a player who cannot mate by any moves: a draw, or a loss; the arbiter confirms it.";
    notation: word(NotationRule),
        (all NotationRule::Any), [Notation],
        "How moves may be written: in any notation that can be read, or in digits only.";
    repetition: word(Repetition),
        (all Repetition::Checked), [RepetitionRule],
        "What must be repeated beside a move: nothing (but it is checked), the opponent's last move, or the whole record.";
    variants: flag,
        (email true, post true, server false), [VariantProposed],
        "Whether series of moves may be proposed (\"if he plays this, I play that\").";
    web_moves: flag,
        (email false, post false, server true), [PlayedOnServer],
        "Whether moves may be made on the board of the server; by article 54 they are made nowhere else.";
    xfcc: flag,
        (all false), [PlayedOnServer],
        "Whether programs of players may make moves through Xfcc; calling is sending and confirming.";
    greetings: flag,
        (all true), [],
        "Whether words of a player are passed on to his opponent.";
    draw_before_move: number(0..=1000),
        (all 0), [DrawTooEarly],
        "Before that move an offer of a draw is none; 0 for off.";
    saved_days_cap: number(0..=1000),
        (all 0), [Control],
        "Unused days that are kept after a control; those above lapse; 0 for no such bound.";
    days_per_move: number(0..=30),
        (all 0), [Control],
        "Days added to the limit with every move of one's own; 0 for none.";
    post_transit_days: number(0..=60),
        (all 10), [StatedWithoutMark],
        "By post: days after which a receipt that a player records is shown to the arbiter too.";
    report_every_days: number(0..=1000),
        (all 0), [ReportsOwed],
        "Days after which each player owes the arbiter a report on his games, from the start or the last one; 0 for never.";
    pairing_unfinished: word(PairingUnfinished),
        (all PairingUnfinished::Draw), [SystemAnnounced],
        "How an unfinished game counts for a pairing that the arbiter orders, and for that alone: as a draw, or as he estimates it.";
    points: points,
        (all Scoring::USUAL), [PointsOfResults],
        "What a win, a draw and a loss bring, in this order; a win without play and a bye bring as much as a win.";
    tie_breaks: words(TieBreak),
        (all vec![TieBreak::Direct, TieBreak::Wins, TieBreak::Sb, TieBreak::Koya]),
        [TieBreaksBefore, TieBreakOrder],
        "Who stands higher among equals, in this order; chosen before the start.";
}

/// A key of `[regulations]` by its name.
pub fn regulation(name: &str) -> Option<&'static RegulationKey> {
    REGULATIONS.iter().find(|key| key.name == name)
}

impl Regulations {
    /// What they say under a key, as a tournament file would: `60`, `"notice"`, `[5, 10]`.
    pub fn shown(&self, key: &RegulationKey) -> String {
        let all = serde_json::to_value(self).unwrap_or_default();
        toml(all.get(key.name).unwrap_or(&Value::Null))
    }

    /// The keys under which they say something else than a profile's article.
    pub fn differing(&self, profile: Profile) -> Vec<&'static RegulationKey> {
        let of = Regulations::of(profile);
        let other = |key: &&RegulationKey| self.shown(key) != of.shown(key);
        REGULATIONS.iter().filter(other).collect()
    }
}

fn toml(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let same = matches!(items.as_slice(), [a, b] if a == b && a.is_number());
            let shown: Vec<String> = items.iter().map(toml).collect();
            match shown.first() {
                Some(first) if same => first.clone(),
                _ => format!("[{}]", shown.join(", ")),
            }
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::OneOfWords;
    use super::*;

    #[test]
    fn every_key_says_what_it_means_in_a_sentence() {
        let value = serde_json::to_value(Regulations::of(Profile::Email)).unwrap();
        let stored: Vec<&str> = value
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let keys: Vec<&str> = REGULATIONS.iter().map(|k| k.name).collect();
        assert_eq!(keys, stored);
        for key in REGULATIONS {
            assert!(key.meaning.ends_with('.'), "{}", key.name);
        }
    }

    #[test]
    fn values_stand_as_in_a_file() {
        let post = Regulations::of(Profile::Post);
        let shown = |name: &str| post.shown(regulation(name).unwrap());
        assert_eq!(shown("days_per_period"), "30");
        assert_eq!(shown("penalty_days"), "[5, 10]");
        assert_eq!(shown("forfeit"), "\"claim\"");
        assert_eq!(shown("variants"), "true");
        assert_eq!(
            shown("tie_breaks"),
            "[\"direct\", \"wins\", \"sb\", \"koya\"]"
        );
        assert_eq!(
            regulation("penalty_days").unwrap().numbers(Profile::Post),
            "55.4.9, 55.4.10"
        );
        assert_eq!(
            regulation("penalty_days").unwrap().numbers(Profile::Email),
            "56.4.7"
        );
        assert!(post.differing(Profile::Post).is_empty());
        let named: Vec<&str> = post
            .differing(Profile::Email)
            .iter()
            .map(|k| k.name)
            .collect();
        assert!(named.contains(&"lose_on_overstep") && !named.contains(&"variants"));
    }

    #[test]
    fn what_is_allowed_is_said_as_it_is_judged() {
        let allowed = |name: &str| regulation(name).unwrap().allowed();
        assert_eq!(allowed("days_per_period"), "1 to 1000");
        assert_eq!(allowed("lose_on_overstep"), "1 | 2");
        assert_eq!(
            allowed("protest_days"),
            "0 to 365, or two of them: [on a claim, on a ruling]"
        );
        assert_eq!(allowed("forfeit"), "immediate | notice | claim");
        assert_eq!(allowed("variants"), "true | false");
        assert_eq!(
            allowed("tie_breaks"),
            format!("a list of: {}", TieBreak::NAMES.join(", "))
        );
    }

    #[test]
    fn words_are_those_of_the_database() {
        fn same<T: OneOfWords + serde::Serialize>() {
            for ((word, value), name) in T::WORDS.iter().zip(T::NAMES) {
                assert_eq!(serde_json::to_value(value).unwrap(), *word);
                assert_eq!((value.word(), name), (*word, word));
            }
        }
        same::<Profile>();
        same::<DayUnit>();
        same::<Forfeit>();
        same::<LateLeave>();
        same::<WhiteFirstMove>();
        same::<NoMate>();
        same::<PairingUnfinished>();
        same::<NotationRule>();
        same::<Repetition>();
        same::<TieBreak>();
    }
}
