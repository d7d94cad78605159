//! What arbiters write: `vocabulary/LANG/arbiters.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;

/// What arbiters write in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArbiterWords {
    /// How lists of players name this language.
    pub language: LanguageNames,
    /// Names of the arbiter's orders, beside those of the console.
    pub order_names: BTreeMap<String, Vec<String>>,
    /// Their options, beside those of the console.
    pub order_options: BTreeMap<String, Vec<String>>,
    /// Other words of an arbiter's letter.
    pub orders: OrderWords,
    /// What a captain states for his team.
    pub captain: CaptainWords,
    /// Lists of players: headings of their columns without accents and punctuation, and
    /// what stands in empty cells.
    pub rosters: RosterWords,
}

/// What a captain states for his team, at the beginning of a line.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CaptainWords {
    /// Who plays in a round.
    pub line_up: Vec<String>,
    /// Another speaks for the team from now on.
    pub delegate: Vec<String>,
    /// Before or behind the number of a round.
    pub round: Vec<String>,
}

/// How lists of players name the language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LanguageNames {
    /// Its codes: the whole word.
    pub codes: Vec<String>,
    /// Beginnings of its name, in whatever language.
    pub names: Vec<String>,
}

/// Words of an arbiter's letter beside the orders' names.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OrderWords {
    /// What waits.
    pub today: Vec<String>,
    /// The decisions so far.
    pub log: Vec<String>,
    /// A game with its record.
    pub game: Vec<String>,
    /// Other cases of leave; with a player named it is granted.
    pub leave: Vec<String>,
    /// Only to be tried.
    pub dry_run: Vec<String>,
    /// Also where the order does what its own name does not say.
    pub anyway: Vec<String>,
    /// The reason follows.
    pub reason: Vec<String>,
}

/// Headings and empty cells of lists of players.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RosterWords {
    /// The whole name; a first name where another column has the surname.
    pub name: Vec<String>,
    /// The surname.
    pub surname: Vec<String>,
    /// The first name.
    pub given: Vec<String>,
    /// The patronymic.
    pub patronymic: Vec<String>,
    /// The address.
    pub email: Vec<String>,
    /// The rating.
    pub rating: Vec<String>,
    /// The federation.
    pub federation: Vec<String>,
    /// The language.
    pub language: Vec<String>,
    /// The starting number.
    pub number: Vec<String>,
    /// No rating, no federation.
    pub nothing: Vec<String>,
}
