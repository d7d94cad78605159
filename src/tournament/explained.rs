//! The keys of a tournament file for whoever writes one: what each means in one
//! sentence, what may stand there, and the article it comes from.

use super::regulations::{Profile, Regulations};
use crate::arbiter::Article;
use serde_json::Value;

/// A key of a tournament file.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What may stand there, in words.
    pub allowed: &'static str,
    /// What it means, in one sentence.
    pub meaning: &'static str,
    /// Where the rules speak of it; none where they do not.
    pub articles: &'static [Article],
}

impl Key {
    /// The articles' numbers for a profile: `56.4.3`, `55.4.9, 55.4.10`; empty
    /// where the rules do not speak of it.
    pub fn numbers(&self, profile: Profile) -> String {
        let mut numbers: Vec<&str> = Vec::new();
        for article in self.articles {
            let number = article.number(profile);
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers.join(", ")
    }
}

use Article as A;

macro_rules! keys {
    ($($name:literal, $allowed:literal, [$($article:ident),*], $meaning:literal;)*) => {
        &[$(Key {
            name: $name,
            allowed: $allowed,
            meaning: $meaning,
            articles: &[$(A::$article),*],
        }),*]
    };
}

/// The keys of `[tournament]`, in the order in which they are asked for.
pub const HEAD: &[Key] = keys! {
    "name", "1 to 100 characters", [],
        "The name, as it stands in letters, tables and PGN.";
    "code", "1 to 40 Latin letters, digits, '-' and '_'", [],
        "The first half of its games' names (CODE/1); it never changes.";
    "profile", "email | post | server", [],
        "Which article's numbers hold: 56 by e-mail, 55 by post, 54 on a server.";
    "system", "round-robin | double-round-robin | match | pairs", [BergerTables, DoubleRound],
        "How games come about: all meet once, or twice with both colours; two players in a match; or the pairs you list.";
    "games", "1 to 100", [],
        "How many games a match has, colours changing from game to game.";
    "start_date", "a date such as 2027-02-01", [BeforeStart],
        "The official start: nobody's time runs before it.";
    "end_date", "a later date, or nothing", [Adjudication],
        "Games unfinished on that day go to adjudication; without a date they are played out.";
    "time_zone", "a zone of the IANA list such as Europe/Moscow", [],
        "Whole days are counted in this zone, for both sides.";
    "language", "ru | en | uk | pl", [],
        "The language of letters to players for whom no other is given.";
    "variant", "standard | chess960", [],
        "The rules of the game.";
    "arbiter", "Name <address>", [ArbiterDecides],
        "Who decides, gets the copies that the rules ask for, and the digest of open matters.";
    "appeals", "Name <address>, or nothing", [RulingProtest],
        "Who hears protests against the arbiter's rulings, finally.";
    "adjudicator", "Name <address>, or nothing", [Adjudication],
        "Who hears appeals against an adjudication; another person than the arbiter.";
};

/// The keys of `[regulations]`, in their order.
pub const REGULATIONS: &[Key] = keys! {
    "days_per_period", "1 to 1000", [Control],
        "Days of reflection for each period of moves; unused days are kept.";
    "moves_per_period", "1 to 100", [Control],
        "Moves in a period, at the end of which the days are controlled.";
    "day_unit", "date | 24h", [MoveTime],
        "What a day is: a calendar date, or full 24 hours between receipt and dispatch.";
    "transit_days", "0 to 30", [Transit],
        "Days that a letter counts as being on its way; a move is received so long after it left.";
    "penalty_days", "0 to 1000, or two of them: [first, again]", [FaultPenalty, FaultPenaltyAgain],
        "Days that a faulty move costs, the first time in a game and again.";
    "forfeit", "immediate | notice | claim", [OverstepClaim, OverstepLoses],
        "What an overstep of time leads to: a loss at once, a notice to both with a term of protest, or nothing until the opponent claims.";
    "lose_on_overstep", "1 | 2", [OverstepThatLoses],
        "The overstep that loses; with 2 the first one sets the clock to zero.";
    "protest_days", "0 to 365, or two of them: [on a claim, on a ruling]", [OverstepProtest, RulingProtest],
        "Days in which a player may protest.";
    "leave_days_per_year", "0 to 366", [LeaveAllowance],
        "Days of leave in a calendar year; 0 for none.";
    "leave_days_total", "0 to 3660", [LeaveAllowance],
        "Days of leave over the whole tournament; 0 for no such bound.";
    "late_leave", "from-notice | reject", [LeaveAnnounced],
        "Leave announced after it began: counts from the day its notice was sent, or not at all.";
    "repeat_after_days", "0 to 1000", [RepeatMove],
        "Days without an answer after which the move is sent again; 0 for never.";
    "silence_days", "0 to 1000", [Silence],
        "Days without a move after which the arbiter is told; 0 for never.";
    "control_warning_days", "0 to 365", [ControlNear],
        "Days left at which a player is warned and the arbiter begins to get copies.";
    "double_after_days", "0 to 1000", [],
        "Days over this many on one move count twice, as ICCF has it; 0 for never.";
    "white_first_move", "from-start | free", [BeforeStart],
        "White's first move: counted from the official start, or free.";
    "time_against_no_mate", "draw | loss", [TimeNoMate],
        "Time or silence against a player who cannot mate by any moves: a draw, or a loss; the arbiter confirms it.";
    "notation", "any | numeric", [Notation],
        "How moves may be written: in any notation that can be read, or in digits only.";
    "repetition", "checked | last-move | full-record", [RepetitionRule],
        "What must be repeated beside a move: nothing (but it is checked), the opponent's last move, or the whole record.";
    "variants", "true | false", [VariantProposed],
        "Whether series of moves may be proposed (\"if he plays this, I play that\").";
    "tie_breaks", "a list of: direct, wins, sb, koya", [TieBreaksBefore, TieBreakOrder],
        "Who stands higher among equals, in this order; chosen before the start.";
};

/// A key of `[regulations]` by its name.
pub fn regulation(name: &str) -> Option<&'static Key> {
    REGULATIONS.iter().find(|k| k.name == name)
}

/// What regulations say under a key, as a tournament file would: `60`,
/// `"notice"`, `[5, 10]`.
pub fn value(regulations: &Regulations, key: &Key) -> String {
    let all = serde_json::to_value(regulations).unwrap_or_default();
    toml(all.get(key.name).unwrap_or(&Value::Null))
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

/// The keys under which regulations say something else than their profile's article.
pub fn differing(regulations: &Regulations, profile: Profile) -> Vec<&'static Key> {
    let of = Regulations::of(profile);
    REGULATIONS
        .iter()
        .filter(|key| value(regulations, key) != value(&of, key))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_regulation_is_explained_in_its_order() {
        let value = serde_json::to_value(Regulations::of(Profile::Email)).unwrap();
        let fields: Vec<&str> = value
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let explained: Vec<&str> = REGULATIONS.iter().map(|k| k.name).collect();
        assert_eq!(explained, fields);
        for key in HEAD.iter().chain(REGULATIONS) {
            assert!(key.meaning.ends_with('.'), "{}", key.name);
        }
    }

    #[test]
    fn values_stand_as_in_a_file() {
        let post = Regulations::of(Profile::Post);
        let shown = |name: &str| value(&post, regulation(name).unwrap());
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
        assert!(differing(&post, Profile::Post).is_empty());
        let named: Vec<&str> = differing(&post, Profile::Email)
            .iter()
            .map(|k| k.name)
            .collect();
        assert!(named.contains(&"lose_on_overstep") && !named.contains(&"variants"));
    }
}
