//! `[regulations]` of a tournament file: every key over the profile's default,
//! with its range or its words (CONTRACT.md 3).

use super::keys::Section;
use super::regulations::{
    DayUnit, Forfeit, LateLeave, NoMate, NotationRule, Regulations, Repetition, TieBreak,
    WhiteFirstMove,
};

/// Every key of `[regulations]` over the profile's defaults.
pub(super) fn read_regulations(section: Section<'_, '_>, of: Regulations) -> Regulations {
    let s = &section;
    let regulations = Regulations {
        days_per_period: s
            .number("days_per_period", 1..=1000)
            .unwrap_or(of.days_per_period),
        moves_per_period: s
            .number("moves_per_period", 1..=100)
            .unwrap_or(of.moves_per_period),
        day_unit: s.choice("day_unit", DAY_UNITS).unwrap_or(of.day_unit),
        transit_days: s.number("transit_days", 0..=30).unwrap_or(of.transit_days),
        penalty_days: s
            .number_or_two("penalty_days", 0..=1000, "[first, again]")
            .unwrap_or(of.penalty_days),
        forfeit: s.choice("forfeit", FORFEITS).unwrap_or(of.forfeit),
        lose_on_overstep: s
            .number("lose_on_overstep", 1..=2)
            .unwrap_or(of.lose_on_overstep),
        protest_days: s
            .number_or_two("protest_days", 0..=365, "[on a claim, on a ruling]")
            .unwrap_or(of.protest_days),
        leave_days_per_year: s
            .number("leave_days_per_year", 0..=366)
            .unwrap_or(of.leave_days_per_year),
        leave_days_total: s
            .number("leave_days_total", 0..=3660)
            .unwrap_or(of.leave_days_total),
        late_leave: s.choice("late_leave", LATE_LEAVES).unwrap_or(of.late_leave),
        repeat_after_days: s
            .number("repeat_after_days", 0..=1000)
            .unwrap_or(of.repeat_after_days),
        silence_days: s
            .number("silence_days", 0..=1000)
            .unwrap_or(of.silence_days),
        control_warning_days: s
            .number("control_warning_days", 0..=365)
            .unwrap_or(of.control_warning_days),
        double_after_days: s
            .number("double_after_days", 0..=1000)
            .unwrap_or(of.double_after_days),
        white_first_move: s
            .choice("white_first_move", WHITE_FIRST_MOVES)
            .unwrap_or(of.white_first_move),
        time_against_no_mate: s
            .choice("time_against_no_mate", NO_MATES)
            .unwrap_or(of.time_against_no_mate),
        notation: s.choice("notation", NOTATIONS).unwrap_or(of.notation),
        repetition: s.choice("repetition", REPETITIONS).unwrap_or(of.repetition),
        variants: s.flag("variants").unwrap_or(of.variants),
        tie_breaks: s.choices("tie_breaks", TIE_BREAKS).unwrap_or(of.tie_breaks),
    };
    section.finish();
    regulations
}

// A test holds the words equal to what serde writes.
const DAY_UNITS: &[(&str, DayUnit)] = &[("date", DayUnit::Date), ("24h", DayUnit::Hours24)];
const FORFEITS: &[(&str, Forfeit)] = &[
    ("immediate", Forfeit::Immediate),
    ("notice", Forfeit::Notice),
    ("claim", Forfeit::Claim),
];
const LATE_LEAVES: &[(&str, LateLeave)] = &[
    ("from-notice", LateLeave::FromNotice),
    ("reject", LateLeave::Reject),
];
const WHITE_FIRST_MOVES: &[(&str, WhiteFirstMove)] = &[
    ("from-start", WhiteFirstMove::FromStart),
    ("free", WhiteFirstMove::Free),
];
const NO_MATES: &[(&str, NoMate)] = &[("draw", NoMate::Draw), ("loss", NoMate::Loss)];
const NOTATIONS: &[(&str, NotationRule)] = &[
    ("any", NotationRule::Any),
    ("numeric", NotationRule::Numeric),
];
const REPETITIONS: &[(&str, Repetition)] = &[
    ("checked", Repetition::Checked),
    ("last-move", Repetition::LastMove),
    ("full-record", Repetition::FullRecord),
];
const TIE_BREAKS: &[(&str, TieBreak)] = &[
    ("direct", TieBreak::Direct),
    ("wins", TieBreak::Wins),
    ("sb", TieBreak::Sb),
    ("koya", TieBreak::Koya),
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    #[test]
    fn the_words_of_the_file_are_those_of_the_database() {
        fn same<T: Serialize>(words: &[(&str, T)]) {
            for (word, value) in words {
                assert_eq!(serde_json::to_value(value).unwrap(), *word);
            }
        }
        same(DAY_UNITS);
        same(FORFEITS);
        same(LATE_LEAVES);
        same(WHITE_FIRST_MOVES);
        same(NO_MATES);
        same(NOTATIONS);
        same(REPETITIONS);
        same(TIE_BREAKS);
    }
}
