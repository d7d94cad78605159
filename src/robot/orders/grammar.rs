//! The words of `td`: one grammar for the console and for orders by letter.

use super::{Command, Leaving, Outage, Successor};
use crate::arbiter::refusal::{Refusal, Unread, UnreadKind};
use crate::arbiter::{Leaves, Order};
use crate::chess::Side;
use crate::clock::DaySpan;
use crate::error::Failure;
use crate::ids::{EventId, GameName, LeaveId, PassId, is_code};
use crate::language::Language;
use crate::record::{ResultCode, Termination, Unfinished};
use crate::request::orders::Name;
use crate::store::PlayerRef;
use crate::time::Day;
use clap::{Args, Parser, Subcommand, ValueEnum};

fn day(text: &str) -> Result<Day, String> {
    Day::parse(text).ok_or_else(|| "not a date such as 2026-01-10".to_owned())
}

fn result(text: &str) -> Result<ResultCode, String> {
    ResultCode::parse(text)
        .ok_or_else(|| "a result is 1-0, 0-1, 1/2-1/2, +/-, -/+, -/- or 0-0".to_owned())
}

/// An article as the rules number them: `56.4.7`, `33.1`, `60`.
fn article(text: &str) -> Result<String, String> {
    let text = text.trim().trim_end_matches('.');
    let number =
        |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = text.split('.').collect();
    match parts.len() <= 5 && parts.iter().all(|p| number(p)) {
        true => Ok(text.to_owned()),
        false => Err("an article is numbered such as 56.4.7".to_owned()),
    }
}

fn adjudged(text: &str) -> Result<ResultCode, String> {
    ResultCode::parse(text)
        .filter(|code| code.is_adjudged())
        .ok_or_else(|| "a game is adjudicated 1-0, 0-1 or 1/2-1/2".to_owned())
}

/// A line of an arbiter's letter: the same words without the program's name.
#[derive(Debug, Parser)]
#[command(name = "td", no_binary_name = true, disable_help_subcommand = true)]
struct WrittenOrder {
    #[command(flatten)]
    td: Td,
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

/// Reads a line of an arbiter's letter, such as `penalty RU26-01/3 white 2 --reason
/// "two letters lost"`. The command's own words hold in any case; quotation marks
/// and dashes may be those a mail program makes of them.
///
/// # Errors
///
/// What is wrong with its words.
pub fn of_line(line: &str) -> Result<Td, Unread> {
    let mut words = words(line).map_err(|said| Unread {
        said,
        kind: UnreadKind::Other,
    })?;
    if words.first().is_some_and(|w| w.eq_ignore_ascii_case("td")) {
        words.remove(0);
    }
    // `LEAVE GRANT` has two words, all others one.
    let own = match words.first() {
        Some(first) if first.eq_ignore_ascii_case("leave") => 2,
        _ => 1,
    };
    for word in words.iter_mut().take(own) {
        *word = word.to_lowercase();
    }
    let line = with_hyphens_in_names(<WrittenOrder as clap::CommandFactory>::command());
    let read = line
        .try_get_matches_from(words)
        .and_then(|matches| <WrittenOrder as clap::FromArgMatches>::from_arg_matches(&matches));
    Ok(read.map_err(|e| unread(&e))?.td)
}

/// What clap says, without its advice for the console, and what kind of mistake it is.
fn unread(error: &clap::Error) -> Unread {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    let rendered = error.render().to_string();
    let lines = rendered.lines().map(str::trim);
    let said: Vec<&str> = lines
        .take_while(|l| !l.starts_with("Usage:") && !l.starts_with("For more information"))
        .filter(|l| !l.is_empty())
        .map(|l| l.strip_prefix("error: ").unwrap_or(l))
        .collect();
    let all = |kind| match error.get(kind) {
        Some(ContextValue::String(one)) => vec![one.clone()],
        Some(ContextValue::Strings(all)) => all.clone(),
        _ => Vec::new(),
    };
    let one = |kind| all(kind).into_iter().next().unwrap_or_default();
    let kind = match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => UnreadKind::Unfit {
            word: one(ContextKind::InvalidValue),
            place: bare(&one(ContextKind::InvalidArg)),
            fitting: all(ContextKind::ValidValue),
        },
        ErrorKind::MissingRequiredArgument => {
            let places = all(ContextKind::InvalidArg);
            UnreadKind::Missing(places.iter().map(|p| bare(p)).collect())
        }
        ErrorKind::UnknownArgument => UnreadKind::TooMany(one(ContextKind::InvalidArg)),
        _ => UnreadKind::Other,
    };
    Unread {
        said: said.join("; "),
        kind,
    }
}

/// A place as `usage` names it: `SIDE`, `--received DATE`.
fn bare(place: &str) -> String {
    place.replace(['<', '>'], "")
}

/// Every decision there is, as a letter names it, with its options.
pub fn names() -> Vec<Name> {
    let mut all = Vec::new();
    each(|name, command| {
        let options = command.get_opts().filter_map(|o| o.get_long());
        all.push(Name {
            name: name.to_owned(),
            // The article is every order's.
            options: options.chain(["article"]).map(str::to_owned).collect(),
        });
    });
    all
}

/// How a decision is written in a letter: `PENALTY <CODE/N> <SIDE> <DAYS>`; empty for
/// what is none.
pub fn usage(name: &str) -> String {
    let mut found = String::new();
    each(|own, command| {
        if own == name {
            found = usage_of(own, command);
        }
    });
    found
}

/// All decisions for who asks for help: the name of each, how it is written, and what it
/// does.
pub fn help() -> Vec<[String; 3]> {
    let mut all = Vec::new();
    each(|name, command| {
        let about = command.get_about().map(ToString::to_string);
        all.push([
            name.to_owned(),
            usage_of(name, command),
            about.unwrap_or_default(),
        ]);
    });
    all
}

/// Goes through the decisions; those of two words under both.
fn each(mut visit: impl FnMut(&str, &clap::Command)) {
    let line = <WrittenOrder as clap::CommandFactory>::command();
    for command in line.get_subcommands().filter(|c| c.get_name() != "help") {
        let mut below = command
            .get_subcommands()
            .filter(|c| c.get_name() != "help")
            .peekable();
        if below.peek().is_none() {
            visit(command.get_name(), command);
        }
        for inner in below {
            visit(
                &format!("{} {}", command.get_name(), inner.get_name()),
                inner,
            );
        }
    }
}

fn usage_of(name: &str, command: &clap::Command) -> String {
    let mut usage = name.to_uppercase();
    for argument in command.get_positionals() {
        let many = argument.get_num_args().is_some_and(|n| n.max_values() > 1);
        let shown = argument.get_id().as_str().to_uppercase();
        usage.push_str(&format!(" {shown}{}", if many { "…" } else { "" }));
    }
    for option in command.get_opts().filter(|o| !o.is_global_set()) {
        if let Some(long) = option.get_long() {
            let value = option.get_id().as_str().to_uppercase();
            let takes = option.get_action().takes_values();
            let value = if takes {
                format!(" {value}")
            } else {
                String::new()
            };
            match option.is_required_set() {
                true => usage.push_str(&format!(" --{long}{value}")),
                false => usage.push_str(&format!(" [--{long}{value}]")),
            }
        }
    }
    usage
}

/// The words of a line: apart by spaces, but together within quotation marks.
fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut closing = None;
    for c in line.chars() {
        match (closing, c) {
            (Some(end), c) if c == end => closing = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => match closes(c) {
                Some(end) if word.as_ref().is_none_or(|w| w.ends_with('=')) => {
                    closing = Some(end);
                    word.get_or_insert_default();
                }
                _ => word.get_or_insert_default().push(c),
            },
        }
    }
    if closing.is_some() {
        return Err("a quotation mark is not closed".to_owned());
    }
    words.extend(word);
    Ok(words.into_iter().map(with_hyphens).collect())
}

/// The mark that closes a quotation.
fn closes(c: char) -> Option<char> {
    match c {
        '"' | '\'' => Some(c),
        '«' => Some('»'),
        '“' => Some('”'),
        '„' => Some('“'),
        _ => None,
    }
}

/// A dash a mail program made of two hyphens, before an option's name.
fn with_hyphens(word: String) -> String {
    let mut rest = word.chars();
    match (rest.next(), rest.as_str().chars().next()) {
        (Some('—' | '–'), Some(c)) if c.is_ascii_lowercase() => format!("--{}", rest.as_str()),
        _ => word,
    }
}

/// Every decision takes these.
#[derive(Clone, Debug, Args)]
pub struct Why {
    /// Why: it stands in the record and in the letters
    #[arg(long, default_value = "", global = true)]
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
    /// The language of a table that is shown.
    #[arg(
        long,
        global = true,
        help = format!(
            "The language of a table that is shown: {} (else English; by letter the arbiter's)",
            Language::listed()
        )
    )]
    pub language: Option<Language>,
}

fn termination(text: &str) -> Result<Termination, String> {
    serde_json::from_value(serde_json::Value::String(text.to_lowercase())).map_err(|_| {
        "a game ends by adjudication, agreement, default, resignation, silence, time, \
         withdrawal or ruling"
            .to_owned()
    })
}

/// White or Black, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SideArg {
    /// White
    White,
    /// Black
    Black,
}

/// What becomes of unfinished games, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UnfinishedArg {
    /// He loses them; unplayed ones get + and -
    Lose,
    /// They are adjudicated
    Adjudicate,
    /// They are left out of the table
    Annul,
}

/// Whether finished games count, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FinishedArg {
    /// They count
    Count,
    /// They stay in the table and count for nobody
    Drop,
}

impl From<UnfinishedArg> for Unfinished {
    fn from(games: UnfinishedArg) -> Unfinished {
        match games {
            UnfinishedArg::Lose => Unfinished::Lose,
            UnfinishedArg::Adjudicate => Unfinished::Adjudicate,
            UnfinishedArg::Annul => Unfinished::Annul,
        }
    }
}

const EXAMPLES: &str = "Examples:
  td penalty RU26-01/3 white 2 --reason \"...\"         days added; -2 takes them back
  td set-dates RU26-01/3 12 --received 2026-04-20       our letter came later than reckoned
  td move RU26-01/3 12. 5254 --received 2026-03-01 --sent 2026-03-04
  td void RU26-01/3 12 --clock 2026-04-20 --dry-run     what would be, and who would be written to
  td reject-claim RU26-01/3 --days 10                   refused, with ten days to move
  td result RU26-01/3 1/2-1/2 --by agreement
  td replace RU26-01:4 RU26-01 --name \"Eva Novak\" --email eva@example.org --dry-run
  td log RU26-01, then td revoke NUMBER                 any decision can be taken back
  td revoke --pass 12 --dry-run                         all that the robot declared in one pass";

/// `td …`
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Td {
    /// Reason and dry run.
    #[command(flatten)]
    pub why: Why,
    /// Which decision.
    #[command(subcommand)]
    pub decision: TdCommand,
}

/// The decisions.
#[derive(Clone, Debug, Subcommand)]
pub enum TdCommand {
    /// List the decisions: number, day, what, why, and what took them back
    Log {
        /// Only those about this tournament
        code: Option<String>,
    },
    /// The overstep stands: the loss is entered (56.6.6)
    ConfirmForfeit {
        /// CODE/N
        game: String,
    },
    /// The overstep does not stand: the game goes on (56.6.5, 56.6.7)
    RejectClaim {
        /// CODE/N
        game: String,
        /// Bar further claims of the opponent in this ten-move cycle; also after a
        /// claim that the record alone has refused
        #[arg(long)]
        bar_claims: bool,
        /// Penalty days of the claimant, for the delay: by post, of a claim that
        /// paused the game (55.6.10)
        #[arg(long, value_name = "DAYS", default_value_t = 0)]
        fine: u32,
        /// The receipt that counts of what he was thinking about, where it was later
        #[arg(long, value_parser = day, value_name = "DATE")]
        received: Option<Day>,
        /// Days that he has at least from the receipt of the ruling
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=1000))]
        days: Option<u32>,
    },
    /// A protest, or a claim of a dead position, is not granted: nothing changes
    /// (5.2.2, 56.1.10)
    Dismiss {
        /// CODE/N
        game: String,
        /// The number under which it waits, where there are several
        number: Option<i64>,
    },
    /// Add penalty days, or take them back with a negative number
    Penalty {
        /// CODE/N
        game: String,
        /// Whose
        #[arg(value_enum, ignore_case = true)]
        side: SideArg,
        /// Days
        #[arg(allow_negative_numbers = true)]
        days: i64,
    },
    /// Set receipt or dispatch of a half-move (56.2.5)
    SetDates {
        /// CODE/N
        game: String,
        /// The half-move, from 1; the next one sets the receipt that counts now
        ply: u32,
        /// Receipt of what it answers
        #[arg(long, value_parser = day)]
        received: Option<Day>,
        /// Its dispatch
        #[arg(long, value_parser = day)]
        sent: Option<Day>,
    },
    /// Enter a move of the side to move that came another way: by postcard, by telephone
    Move {
        /// CODE/N
        game: String,
        /// The move as a letter would have it: 12. 5254, Nf3, a repetition or a series around it
        #[arg(required = true)]
        moves: Vec<String>,
        /// Receipt of what it answers
        #[arg(long, value_parser = day)]
        received: Day,
        /// Its dispatch
        #[arg(long, value_parser = day)]
        sent: Day,
    },
    /// Take a half-move and all later ones out of the game
    Void {
        /// CODE/N
        game: String,
        /// The half-move, from 1 (game show lists them)
        ply: u32,
        /// The receipt from which the time of the side to move counts now
        #[arg(long, value_parser = day, value_name = "DATE")]
        clock: Option<Day>,
    },
    /// Let a finished game go on, with the receipt of the ruling
    Reopen {
        /// CODE/N
        game: String,
        /// Of a loss on time: the receipt that counts of what he was thinking about
        #[arg(long, value_parser = day, value_name = "DATE")]
        received: Option<Day>,
        /// Of a loss on time: days that he has at least from the receipt of the ruling
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=1000))]
        days: Option<u32>,
    },
    /// Stop a game: the days from today are nobody's
    Pause {
        /// CODE/N, or a tournament's CODE for all its games
        game: String,
    },
    /// Let a paused game go on, with the receipt of the ruling
    Resume {
        /// CODE/N, or a tournament's CODE for all its games
        game: String,
    },
    /// Take back a decision, also a revocation, or all that one pass of the robot
    /// declared; td log lists both
    Revoke {
        /// Its number
        #[arg(required_unless_present = "pass", conflicts_with = "pass")]
        decision: Option<i64>,
        /// The number of a pass instead: all that it declared
        #[arg(long, value_name = "ID")]
        pass: Option<i64>,
    },
    /// Register another address for a player
    Address {
        /// Number, address, or CODE:START-NUMBER
        player: String,
        /// The new address
        new: String,
    },
    /// A player leaves the tournament: one decision about all his games (54.7, 55.8, 56.8)
    Withdraw {
        /// Number, address, or CODE:START-NUMBER
        player: String,
        /// The tournament's code
        code: String,
        /// What becomes of his unfinished games
        #[arg(long, value_enum, ignore_case = true)]
        games: UnfinishedArg,
        /// Whether his finished games count (else as 33.1 has it: from half of them on)
        #[arg(long, value_enum, ignore_case = true)]
        finished: Option<FinishedArg>,
        /// You exclude him: he breaks the rules, or does not answer (54.1.3, 55.8.3, 56.8.3)
        #[arg(long)]
        excluded: bool,
    },
    /// Another person takes over a player's starting number and unfinished games (53.3)
    Replace {
        /// Who plays now: number, address, or CODE:START-NUMBER
        player: String,
        /// The tournament's code
        code: String,
        /// The address of who takes over; of one who played under the number before, to give it back
        #[arg(long)]
        email: String,
        /// His name; one who is known in this home keeps the name he has
        #[arg(long)]
        name: Option<String>,
        /// The language of his letters.
        #[arg(
            long,
            help = format!(
                "The language of his letters (else the tournament's): {}",
                Language::listed()
            )
        )]
        language: Option<Language>,
        /// His rating
        #[arg(long)]
        rating: Option<u32>,
        /// His federation, three letters
        #[arg(long)]
        federation: Option<String>,
    },
    /// A player told you that he cannot reach his mail: 30 days, then he counts as withdrawn (56.1.6)
    AccessLost {
        /// Number, address, or CODE:START-NUMBER
        player: String,
        /// The tournament's code
        code: String,
        /// The day on which he told you (else today)
        #[arg(long, value_parser = day)]
        since: Option<Day>,
    },
    /// Give back the days of an outage in all games of a tournament that it hit (53.3)
    Compensate {
        /// The tournament's code
        code: String,
        /// At most so many days to each clock
        #[arg(value_parser = clap::value_parser!(u32).range(1..=366))]
        days: u32,
        /// The first day of the outage (else so many days up to yesterday)
        #[arg(long, value_parser = day, requires = "to")]
        from: Option<Day>,
        /// Its last day
        #[arg(long, value_parser = day, requires = "from")]
        to: Option<Day>,
        /// Only these games: their numbers, with commas
        #[arg(long, value_delimiter = ',')]
        games: Vec<u32>,
    },
    /// What a withdrawal would make of the table; decides nothing
    WhatIf {
        /// Number, address, or CODE:START-NUMBER
        player: String,
        /// The tournament's code
        code: String,
    },
    /// Leave
    #[command(subcommand)]
    Leave(TdLeave),
    /// Adjudicate a game; after an appeal, enter the final decision (56.9.6, 56.9.10)
    Adjudicate {
        /// CODE/N
        game: String,
        /// 1-0, 0-1, 1/2-1/2
        #[arg(allow_hyphen_values = true, value_parser = adjudged)]
        result: ResultCode,
    },
    /// Enter an opinion for the adjudication that came another way: on paper, by telephone
    /// (55.9.5, 56.9.4.3)
    Opinion {
        /// CODE/N
        game: String,
        /// Whose
        #[arg(value_enum, ignore_case = true)]
        side: SideArg,
        /// 1-0, 0-1, 1/2-1/2
        #[arg(value_parser = result)]
        result: ResultCode,
        /// Its dispatch
        #[arg(long, value_parser = day)]
        sent: Day,
        /// The analysis, in the player's words
        #[arg(long, default_value = "", hide_default_value = true)]
        text: String,
        /// The move that the side to move names with it (56.9.4.4)
        #[arg(long = "move")]
        named: Option<String>,
    },
    /// Enter a result
    Result {
        /// CODE/N
        game: String,
        /// 1-0, 0-1, 1/2-1/2, +/-, -/+, -/-, 0-0
        #[arg(allow_hyphen_values = true, value_parser = result)]
        result: ResultCode,
        /// By what: adjudication, agreement, default, resignation, silence, time, withdrawal, ruling
        #[arg(long, value_parser = termination, default_value = "ruling", hide_default_value = true)]
        by: Termination,
    },
}

/// `td leave …`
#[derive(Clone, Debug, Subcommand)]
pub enum TdLeave {
    /// Let a leave count no more; player show and the report print its number
    Cancel {
        /// Its number
        leave: i64,
    },
    /// Leave that was asked for late stays as it is: nothing changes (56.7.7)
    Keep {
        /// Number, address, or CODE:START-NUMBER
        player: String,
        /// Only in this tournament
        #[arg(long)]
        tournament: Option<String>,
    },
    /// Grant leave backwards or beyond the allowance (56.7.7)
    Grant {
        /// Number, address, or CODE:START-NUMBER
        player: String,
        /// First day
        #[arg(value_parser = day)]
        from: Day,
        /// Last day
        #[arg(value_parser = day)]
        to: Day,
        /// Only in this tournament
        #[arg(long)]
        tournament: Option<String>,
    },
}

/// A game's name as typed.
fn game_name(text: &str) -> Result<GameName, Failure> {
    GameName::parse(text).ok_or_else(|| Refusal::NamesNoGame(text.to_owned()).into())
}

/// A player as typed.
fn player_ref(text: &str) -> Result<PlayerRef, Failure> {
    PlayerRef::parse(text).ok_or_else(|| Refusal::NoPlayer(text.to_owned()).into())
}

impl From<SideArg> for Side {
    fn from(side: SideArg) -> Side {
        match side {
            SideArg::White => Side::White,
            SideArg::Black => Side::Black,
        }
    }
}

/// What the refusal of an overstep leaves, as typed.
fn leaves(received: Option<Day>, days: Option<u32>) -> Leaves {
    Leaves { received, days }
}

impl TdCommand {
    /// The decision these words ask for.
    ///
    /// # Errors
    ///
    /// Words that can name no game or player; nothing is looked up yet.
    pub fn command(&self) -> Result<Command, Failure> {
        let halt = |code: &str, resumes| {
            Ok(Command::Halt {
                tournament: code.to_owned(),
                resumes,
            })
        };
        let about = |game: &str, order| {
            Ok(Command::Game {
                game: game_name(game)?,
                order,
            })
        };
        match self {
            TdCommand::Log { .. } => Err(Failure::usage("a list is no decision")),
            TdCommand::ConfirmForfeit { game } => about(game, Order::ConfirmForfeit),
            TdCommand::RejectClaim {
                game,
                bar_claims,
                fine,
                received,
                days,
            } => {
                let order = Order::RejectClaim {
                    bar_claims: *bar_claims,
                    fine: *fine,
                    leaves: leaves(*received, *days),
                };
                about(game, order)
            }
            TdCommand::Dismiss { game, number } => {
                let of = number.map(EventId);
                about(game, Order::Dismiss { of })
            }
            TdCommand::Penalty { game, side, days } => {
                let (side, days) = ((*side).into(), *days);
                about(game, Order::Penalty { side, days })
            }
            TdCommand::SetDates {
                game,
                ply,
                received,
                sent,
            } => {
                let (ply, received, sent) = (*ply, *received, *sent);
                about(
                    game,
                    Order::SetDates {
                        ply,
                        received,
                        sent,
                    },
                )
            }
            TdCommand::Adjudicate { game, result } => {
                about(game, Order::Adjudicate { code: *result })
            }
            TdCommand::Opinion {
                game,
                side,
                result,
                sent,
                text,
                named,
            } => about(
                game,
                Order::Opinion {
                    side: (*side).into(),
                    code: *result,
                    sent: *sent,
                    text: text.clone(),
                    named: named.clone(),
                },
            ),
            TdCommand::Result { game, result, by } => {
                let (code, by) = (*result, *by);
                about(game, Order::Result { code, by })
            }
            TdCommand::Withdraw {
                player,
                code,
                games,
                finished,
                excluded,
            } => Ok(Command::Withdraw(Leaving {
                player: player_ref(player)?,
                tournament: code.clone(),
                games: (*games).into(),
                counts: finished.map(|f| f == FinishedArg::Count),
                excluded: *excluded,
            })),
            TdCommand::Replace {
                player,
                code,
                email,
                name,
                language,
                rating,
                federation,
            } => Ok(Command::Replace(Successor {
                player: player_ref(player)?,
                tournament: code.clone(),
                email: email.trim().to_owned(),
                name: name.clone(),
                language: *language,
                rating: *rating,
                federation: federation.clone(),
            })),
            TdCommand::AccessLost {
                player,
                code,
                since,
            } => Ok(Command::AccessLost {
                player: player_ref(player)?,
                tournament: code.clone(),
                since: *since,
            }),
            TdCommand::Compensate {
                code,
                days,
                from,
                to,
                games,
            } => Ok(Command::Compensate(Outage {
                tournament: code.clone(),
                days: *days,
                window: from.zip(*to).map(|(from, to)| DaySpan { from, to }),
                games: games.clone(),
            })),
            TdCommand::WhatIf { player, code } => Ok(Command::WhatIf {
                player: player_ref(player)?,
                tournament: code.clone(),
            }),
            TdCommand::Move {
                game,
                moves,
                received,
                sent,
            } => {
                let (text, received, sent) = (moves.join(" "), *received, *sent);
                about(
                    game,
                    Order::Move {
                        text,
                        received,
                        sent,
                    },
                )
            }
            TdCommand::Void { game, ply, clock } => {
                let (ply, clock) = (*ply, *clock);
                about(game, Order::Void { ply, clock })
            }
            TdCommand::Reopen {
                game,
                received,
                days,
            } => {
                let leaves = leaves(*received, *days);
                about(game, Order::Reopen { leaves })
            }
            TdCommand::Pause { game } if is_code(game) => halt(game, false),
            TdCommand::Resume { game } if is_code(game) => halt(game, true),
            TdCommand::Pause { game } => about(game, Order::Pause),
            TdCommand::Resume { game } => about(game, Order::Resume),
            TdCommand::Revoke {
                pass: Some(pass), ..
            } => Ok(Command::RevokePass {
                pass: PassId(*pass),
            }),
            TdCommand::Revoke {
                decision,
                pass: None,
            } => Ok(Command::Revoke {
                decision: EventId(decision.unwrap_or_default()),
            }),
            TdCommand::Leave(TdLeave::Keep { player, tournament }) => Ok(Command::LeaveKeep {
                player: player_ref(player)?,
                tournament: tournament.clone(),
            }),
            TdCommand::Leave(TdLeave::Cancel { leave }) => Ok(Command::LeaveCancel {
                leave: LeaveId(*leave),
            }),
            TdCommand::Address { player, new } => Ok(Command::Address {
                player: player_ref(player)?,
                new: new.clone(),
            }),
            TdCommand::Leave(TdLeave::Grant {
                player,
                from,
                to,
                tournament,
            }) => Ok(Command::LeaveGrant {
                player: player_ref(player)?,
                days: DaySpan {
                    from: *from,
                    to: *to,
                },
                tournament: tournament.clone(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Command, Why) {
        let td = of_line(line).unwrap();
        (td.decision.command().unwrap(), td.why)
    }

    #[test]
    fn a_line_of_a_letter_is_read_as_the_console_reads_it() {
        let game = GameName::parse("RU26-01/3").unwrap();
        let penalty = |side, days| Command::Game {
            game: game.clone(),
            order: Order::Penalty { side, days },
        };
        for line in [
            r#"penalty RU26-01/3 white -2 --reason "two letters, both lost""#,
            r#"PENALTY RU26-01/3 WHITE -2 --reason="two letters, both lost""#,
            "td penalty RU26-01/3 White -2 —reason «two letters, both lost»",
            "Penalty  RU26-01/3 white -2 –reason „two letters, both lost“",
            "penalty RU26-01/3 white -2 --reason “two letters, both lost”",
        ] {
            let (command, why) = read(line);
            assert_eq!(command, penalty(Side::White, -2), "{line}");
            assert_eq!(why.reason, "two letters, both lost", "{line}");
            assert!(!why.dry_run, "{line}");
        }
        let (command, why) = read("PENALTY RU26-01/3 black 3 --dry-run");
        assert_eq!(command, penalty(Side::Black, 3));
        assert!(why.dry_run && why.reason.is_empty());
        let (command, _) = read("LEAVE GRANT RU26-01:2 2026-07-01 2026-07-14");
        assert!(matches!(command, Command::LeaveGrant { .. }));
        let (command, _) = read("RESULT RU26-01/3 -/+ --by Default");
        let order = Order::Result {
            code: ResultCode::BlackForfeit,
            by: Termination::Default,
        };
        assert_eq!(command, Command::Game { game, order });
    }

    #[test]
    fn what_is_no_decision_is_refused_with_words() {
        for line in [
            "",
            "hang RU26-01/3",
            "penalty RU26-01/3 white",
            "penalty RU26-01/3 green 2",
            r#"penalty RU26-01/3 white 2 --reason "open"#,
            "result RU26-01/3 2-0",
        ] {
            assert!(!of_line(line).unwrap_err().said.is_empty(), "{line}");
        }
    }

    #[test]
    fn every_other_name_is_an_orders() {
        let known = names();
        let options: Vec<&String> = known.iter().flat_map(|n| &n.options).collect();
        for language in Language::ALL {
            let words = crate::vocabulary::arbiters_of(language);
            for name in words.order_names.keys() {
                let name = name.replacen("leave-", "leave ", 1);
                assert!(known.iter().any(|n| n.name == name), "{language} {name}");
            }
            for option in words.order_options.keys() {
                assert!(options.contains(&option), "{language} {option}");
            }
        }
    }

    #[test]
    fn what_is_wrong_with_the_words_is_told_in_short() {
        let wrong = |line: &str| of_line(line).unwrap_err();
        let unfit = wrong("penalty RU26-01/3 green 2");
        assert_eq!(
            unfit.said,
            "invalid value 'green' for '<SIDE>'; [possible values: white, black]"
        );
        let UnreadKind::Unfit {
            word,
            place,
            fitting,
        } = unfit.kind
        else {
            panic!("{unfit:?}");
        };
        assert_eq!((word.as_str(), place.as_str()), ("green", "SIDE"));
        assert_eq!(fitting, ["white", "black"]);
        let missing = wrong("penalty RU26-01/3").kind;
        assert_eq!(
            missing,
            UnreadKind::Missing(vec!["SIDE".into(), "DAYS".into()])
        );
        let day = wrong("set-dates RU26-01/3 4 --received 31.02.2026").kind;
        assert!(
            matches!(&day, UnreadKind::Unfit { word, .. } if word == "31.02.2026"),
            "{day:?}"
        );
        let more = wrong("confirm-forfeit RU26-01/3 now").kind;
        assert_eq!(more, UnreadKind::TooMany("now".into()));
    }
}
