//! The words of orders: what stands in their places, read into what it means. What names
//! no game or player is refused as the robot refuses it, not as a slip of the grammar.

use super::refusal::Refusal;
use crate::chess::Side;
use crate::ids::{EventId, GameName, LeaveId, PassId, PlayerRef, is_code};
use crate::record::{Carrier, ResultCode, Termination, Unfinished};
use crate::request::date;
use crate::time::{Day, Instant, Typed, WallClock};
use clap::ValueEnum;
use clap::builder::{PossibleValue, TypedValueParser};

/// The places where a game, a player or a tournament is named.
const NAMED: [&str; 7] = [
    "game",
    "code",
    "player",
    "tournament",
    "codes",
    "tournaments",
    "without",
];

/// What was typed where a game, a player or a tournament is named.
pub fn names_typed(matches: &clap::ArgMatches) -> Vec<String> {
    let here = matches.ids().map(clap::Id::as_str);
    let here = here.filter(|id| NAMED.contains(id));
    let typed = here.filter_map(|id| matches.get_raw(id)).flatten();
    let mut found: Vec<String> = typed.map(|t| t.to_string_lossy().into_owned()).collect();
    if let Some((_, below)) = matches.subcommand() {
        found.extend(names_typed(below));
    }
    found
}

/// A word with the name that is meant, where it is one of those typed otherwise; alone or
/// behind an option and `=`.
pub fn with_name(word: &str, named: &[(String, String)]) -> Option<String> {
    named.iter().find_map(|(typed, exact)| {
        let before = word.strip_suffix(typed.as_str())?;
        let alone = before.is_empty() || before.starts_with("--") && before.ends_with('=');
        alone.then(|| format!("{before}{exact}"))
    })
}

/// What names a game, a player or a tournament may begin with a hyphen, as their codes
/// may: no option is meant by it but one that there is. So what is printed to be copied
/// is taken as it stands, whatever the code.
pub fn with_hyphens_in_names(command: clap::Command) -> clap::Command {
    const NAMES: [&str; 4] = ["game", "code", "player", "tournament"];
    let is_name = |arg: &clap::Arg| {
        let one = !matches!(arg.get_action(), clap::ArgAction::Append);
        one && NAMES.contains(&arg.get_id().as_str())
    };
    command
        .mut_args(|arg| match is_name(&arg) {
            true => arg.allow_hyphen_values(true),
            false => arg,
        })
        .mut_subcommands(with_hyphens_in_names)
}

/// Why a game or a player cannot be meant, where that is what is wrong with the words.
pub fn refusal_of(error: &clap::Error) -> Option<&Refusal> {
    std::error::Error::source(error)?.downcast_ref()
}

pub(super) fn game(text: &str) -> Result<GameName, Refusal> {
    GameName::parse(text).ok_or_else(|| Refusal::NamesNoGame(text.to_owned()))
}

/// Where a name is meant that nobody has, its blanks are underscores here.
pub(super) fn starting_number(text: &str) -> Result<u32, Refusal> {
    text.parse()
        .map_err(|_| Refusal::NamesNobody(text.replace('_', " ")))
}

pub(super) fn player(text: &str) -> Result<PlayerRef, Refusal> {
    PlayerRef::parse(text).ok_or_else(|| Refusal::NoPlayer(text.to_owned()))
}

/// One game, or all games of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameOrTournament {
    /// The game.
    Game(GameName),
    /// The tournament's code.
    Tournament(String),
}

pub(super) fn game_or_tournament(text: &str) -> Result<GameOrTournament, Refusal> {
    match is_code(text) {
        true => Ok(GameOrTournament::Tournament(text.to_owned())),
        false => game(text).map(GameOrTournament::Game),
    }
}

/// A day as letters take it, with its year: whatever is typed at the console, in an order
/// or in a dialog.
pub fn day(text: &str) -> Result<Day, String> {
    date::of_year(text).map_err(|why| why.to_string())
}

/// The beginning or the end of something: a day, or an hour on the clock of the tournament
/// or with the offset of its own.
pub(super) fn moment(text: &str) -> Result<Typed, String> {
    if let Some(at) = Instant::parse(text) {
        return Ok(Typed::At(at));
    }
    match WallClock::parse(text) {
        Some(clock) => Ok(Typed::Clock(clock)),
        None => day(text).map(Typed::Day),
    }
}

pub(super) fn result(text: &str) -> Result<ResultCode, String> {
    ResultCode::parse(text).ok_or_else(|| format!("a result is {}", ResultCode::SPELLINGS))
}

pub(super) fn adjudged(text: &str) -> Result<ResultCode, String> {
    ResultCode::parse(text)
        .filter(|code| code.is_adjudged())
        .ok_or_else(|| "a game is adjudicated 1-0, 0-1 or 1/2-1/2 (1:0, 0:1, ½-½)".to_owned())
}

/// An article as the rules number them: `56.4.7`, `33.1`, `60`.
pub(super) fn article(text: &str) -> Result<String, String> {
    let text = text.trim().trim_end_matches('.');
    let number =
        |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = text.split('.').collect();
    match parts.len() <= 5 && parts.iter().all(|p| number(p)) {
        true => Ok(text.to_owned()),
        false => Err("an article is numbered such as 56.4.7".to_owned()),
    }
}

pub(super) fn termination(text: &str) -> Result<Termination, String> {
    serde_json::from_value(serde_json::Value::String(text.to_lowercase())).map_err(|_| {
        "a game ends by adjudication, agreement, default, resignation, silence, time, \
         withdrawal or ruling"
            .to_owned()
    })
}

/// The number of an entry.
pub(super) fn entry() -> impl TypedValueParser<Value = EventId> {
    clap::value_parser!(i64).map(EventId)
}

/// The number of a pass.
pub(super) fn pass() -> impl TypedValueParser<Value = PassId> {
    clap::value_parser!(i64).map(PassId)
}

/// The number of a leave.
pub(super) fn leave() -> impl TypedValueParser<Value = LeaveId> {
    clap::value_parser!(i64).map(LeaveId)
}

impl ValueEnum for Side {
    fn value_variants<'a>() -> &'a [Side] {
        &Side::BOTH
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Side::White => PossibleValue::new("white").help("White"),
            Side::Black => PossibleValue::new("black").help("Black"),
        })
    }
}

impl ValueEnum for Carrier {
    fn value_variants<'a>() -> &'a [Carrier] {
        &Carrier::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Carrier::Email => "Letters by e-mail",
            Carrier::Post => "Cards and letters on paper",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

impl ValueEnum for Unfinished {
    fn value_variants<'a>() -> &'a [Unfinished] {
        &Unfinished::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Unfinished::Lose => "He loses them; unplayed ones get + and -",
            Unfinished::Adjudicate => "They are adjudicated",
            Unfinished::Annul => "They are left out of the table",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

/// What stands in the place of a reason where an order is shown, for whoever types it.
const IN_PLACE_OF_REASON: [&str; 6] = ["REASON", "GROUNDS", "WORDS", "words", "...", "…"];

/// A reason in the words of whoever decides: it is told to the players as it stands.
///
/// # Errors
/// What only stands in its place in an example.
pub fn reason(text: &str) -> Result<String, String> {
    let marks = ['"', '\'', '<', '>', '“', '”', '„', '«', '»', ' '];
    match IN_PLACE_OF_REASON.contains(&text.trim_matches(marks)) {
        true => Err(format!(
            "write why you decide so in the place of {text}: it is told as it stands"
        )),
        false => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn what_stands_in_the_place_of_a_reason_is_none() {
        for none in ["REASON", "\"...\"", "<REASON>", "…", "words"] {
            assert!(reason(none).is_err(), "{none}");
        }
        for why in [
            "",
            "both letters were lost",
            "no reason was given",
            "Words fail me",
        ] {
            assert_eq!(reason(why).as_deref(), Ok(why));
        }
    }
}
