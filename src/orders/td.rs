//! `td …`: an order with what every order takes.

use super::Order;
use super::words::{article, reason};
use crate::language::Language;
use clap::Args;

/// Every decision takes these.
#[derive(Clone, Debug, Args)]
pub struct Why {
    /// Why: it stands in the record and in the letters
    #[arg(long, default_value = "", global = true, value_parser = reason)]
    pub reason: String,
    /// The article it stands on, where you name another than the robot would: 55.4.7
    #[arg(long, global = true, value_name = "N.N.N", value_parser = article)]
    pub article: Option<String>,
    /// Print what would be decided and written; do nothing
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// Also where it would do what its own name does not say: another result over a
    /// recorded one, a date to come, a clock that is over at once or has under four days
    #[arg(long, global = true)]
    pub anyway: bool,
    /// The language of a table or a list that is shown.
    #[arg(
        long,
        global = true,
        help = format!(
            "The language of a table or a list that is shown: {} (else English; by letter the arbiter's)",
            Language::listed()
        )
    )]
    pub language: Option<Language>,
}

/// Orders as they are typed at the console.
pub const EXAMPLES: &str = "Examples:
  td penalty RU26-01/3 white 2 --reason \"...\"         days added; -2 takes them back
  td set-dates RU26-01/3 12 --received 2026-04-20       our letter came later than reckoned
  td move RU26-01/3 12. 5254 --received 2026-03-01 --sent 2026-03-04
  td void RU26-01/3 12 --clock 2026-04-20 --dry-run     what would be, and who would be written to
  td reject-claim RU26-01/3 --days 10                   refused, with ten days to move
  td result RU26-01/3 1/2-1/2 --by agreement
  td replace RU26-01:4 RU26-01 --name \"Eva Novak\" --email eva@example.org --dry-run
  td log RU26-01, then td revoke NUMBER                 any decision can be taken back
  td revoke --pass 12 --dry-run                         all that the robot declared in one pass
  td batch results.csv --dry-run                        many orders, all or none: lines as typed
                                                        behind td, or a table game;result;by;reason";

/// `td …`
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Td {
    /// Reason and dry run.
    #[command(flatten)]
    pub why: Why,
    /// Which decision.
    #[command(subcommand)]
    pub order: Order,
}
