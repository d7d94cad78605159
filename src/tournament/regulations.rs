//! The regulations of a tournament: each number of chapter 9 that an organiser
//! may set (RULES.md 1, CONTRACT.md 3).

use serde::{Deserialize, Serialize};

/// The article whose numbers a tournament starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Article 54.
    Server,
    /// Article 55.
    Post,
    /// Article 56.
    Email,
}

/// What a day of reflection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DayUnit {
    /// A calendar date (55.4.4, 56.4.4).
    #[serde(rename = "date")]
    Date,
    /// Full 24 hours, floored for each move (54.4.3).
    #[serde(rename = "24h")]
    Hours24,
}

/// What an overstep leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Forfeit {
    /// It loses at once (54.5.2).
    Immediate,
    /// The robot gives notice to both; a protest is possible (56.6 done by the robot).
    Notice,
    /// Nothing happens until the opponent claims (55.6, 56.6).
    Claim,
}

/// What becomes of a leave announced after it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LateLeave {
    /// It counts from the day its notice was sent (55.7.6).
    FromNotice,
    /// It does not count (56.7.2).
    Reject,
}

/// From when White's first move is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhiteFirstMove {
    /// From the official start.
    FromStart,
    /// It costs nothing.
    Free,
}

/// What time and silence bring against a player who cannot mate (6.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoMate {
    /// A draw, on the arbiter's confirmation.
    Draw,
    /// A loss.
    Loss,
}

/// Which notation players may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NotationRule {
    /// Any that can be read.
    Any,
    /// Numeric only (58).
    Numeric,
}

/// What a player must repeat (56.3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// Nothing, but what is repeated is checked.
    Checked,
    /// The opponent's last move.
    LastMove,
    /// The whole record.
    FullRecord,
}

/// A criterion for breaking ties (38, 39.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TieBreak {
    /// Direct encounter (38.5).
    Direct,
    /// Number of wins (39.3.1.2).
    Wins,
    /// Sonneborn-Berger (38.6).
    Sb,
    /// Koya (38.3).
    Koya,
}

/// All regulation keys of a tournament. Days unless said otherwise; 0 switches a term off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regulations {
    /// Days for each period, carried over (54.4.2, 55.4.3, 56.4.3). 1 to 1000.
    pub days_per_period: u32,
    /// Moves in a period. 1 to 100.
    pub moves_per_period: u32,
    /// What a day is.
    pub day_unit: DayUnit,
    /// Standard time on the way (56.2.5). 0 to 30.
    pub transit_days: u32,
    /// Penalty for a first and for a further faulty move (55.4.9-10, 56.4.7).
    pub penalty_days: [u32; 2],
    /// What an overstep leads to.
    pub forfeit: Forfeit,
    /// The overstep that loses: 1, or 2 where the first sets the clock to zero (55.6.4).
    pub lose_on_overstep: u32,
    /// Days for a protest: on a claim, on a ruling (55.6.5, 55.1.6, 56.6.4).
    pub protest_days: [u32; 2],
    /// Leave in a calendar year (54.6.1, 55.7.1, 56.7.1).
    pub leave_days_per_year: u32,
    /// Leave over the whole tournament; 0 means no bound.
    pub leave_days_total: u32,
    /// Leave announced late.
    pub late_leave: LateLeave,
    /// The move is sent again after so many days without an answer (56.5.1).
    pub repeat_after_days: u32,
    /// The arbiter is told after so many days without a move (56.5.3).
    pub silence_days: u32,
    /// A warning when so many days are left (56.4.10).
    pub control_warning_days: u32,
    /// Days past this many on one move count twice.
    pub double_after_days: u32,
    /// White's first move.
    pub white_first_move: WhiteFirstMove,
    /// Time against a player who cannot mate.
    pub time_against_no_mate: NoMate,
    /// Notation.
    pub notation: NotationRule,
    /// Repetition.
    pub repetition: Repetition,
    /// Whether series of moves may be proposed (54.3.3, 55.3.8, 56.3.7).
    pub variants: bool,
    /// The order of tie-breaks (39.1, 39.2).
    pub tie_breaks: Vec<TieBreak>,
}

impl Regulations {
    /// The defaults of a profile's article.
    pub fn of(profile: Profile) -> Regulations {
        let email = Regulations {
            days_per_period: 60,
            moves_per_period: 10,
            day_unit: DayUnit::Date,
            transit_days: 1,
            penalty_days: [2, 2],
            forfeit: Forfeit::Notice,
            lose_on_overstep: 1,
            protest_days: [14, 14],
            leave_days_per_year: 30,
            leave_days_total: 0,
            late_leave: LateLeave::FromNotice,
            repeat_after_days: 14,
            silence_days: 40,
            control_warning_days: 5,
            double_after_days: 0,
            white_first_move: WhiteFirstMove::FromStart,
            time_against_no_mate: NoMate::Draw,
            notation: NotationRule::Any,
            repetition: Repetition::Checked,
            variants: true,
            tie_breaks: vec![
                TieBreak::Direct,
                TieBreak::Wins,
                TieBreak::Sb,
                TieBreak::Koya,
            ],
        };
        match profile {
            Profile::Email => email,
            Profile::Post => Regulations {
                days_per_period: 30,
                transit_days: 0,
                penalty_days: [5, 10],
                forfeit: Forfeit::Claim,
                lose_on_overstep: 2,
                protest_days: [7, 14],
                repeat_after_days: 30,
                silence_days: 90,
                ..email
            },
            Profile::Server => Regulations {
                days_per_period: 50,
                day_unit: DayUnit::Hours24,
                transit_days: 0,
                penalty_days: [0, 0],
                forfeit: Forfeit::Immediate,
                leave_days_per_year: 45,
                repeat_after_days: 0,
                silence_days: 0,
                ..email
            },
        }
    }
}
