//! The command line, as it is typed.

use super::document::DocumentForm;
use super::season::DemoSeason;
use crate::language::Language;
use crate::orders::{
    EXAMPLES, Order, Why, day, fitted, names_typed, reason, with_hyphens_in_names,
};
use crate::time::{Day, Instant};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// The arbiter's robot for correspondence chess by e-mail and post
#[derive(Debug, Parser)]
#[command(
    name = "postchess",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(
    after_help = "Exit codes: 0 done; 1 an error or a finding; 2 wrong usage; \
    3 the thing named does not exist; 75 try again later."
)]
pub struct Cli {
    /// Options of every command.
    #[command(flatten)]
    pub global: Global,
    /// What to do.
    #[command(subcommand)]
    pub command: CliCommand,
}

impl Cli {
    /// Reads a command line, the program's own name first.
    ///
    /// # Errors
    ///
    /// What is wrong with it, or the help that it asks for.
    pub fn of<W>(words: impl IntoIterator<Item = W>) -> Result<Cli, clap::Error>
    where
        W: Into<OsString> + Clone,
    {
        Cli::with_names(words).map(|(cli, _)| cli)
    }

    /// The same, and the games, players and tournaments that it names, as they are typed.
    pub(super) fn with_names<W>(
        words: impl IntoIterator<Item = W>,
    ) -> Result<(Cli, Vec<String>), clap::Error>
    where
        W: Into<OsString> + Clone,
    {
        let mut command = with_hyphens_in_names(Cli::command());
        let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
        let matches = command.try_get_matches_from_mut(fitted_of_td(words))?;
        let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        Ok((cli, names_typed(&matches)))
    }
}

/// The words with those of an order made fit, where it is one.
fn fitted_of_td(words: Vec<OsString>) -> Vec<OsString> {
    let Some(at) = words.iter().position(|w| w == "td") else {
        return words;
    };
    let (before, order) = words.split_at(at);
    let order: Option<Vec<String>> = order
        .iter()
        .map(|w| w.to_str().map(str::to_owned))
        .collect();
    match order {
        Some(order) => {
            let order = fitted(order).into_iter().map(OsString::from);
            before.iter().cloned().chain(order).collect()
        }
        // What is in no alphabet is the grammar's to refuse.
        None => words,
    }
}

/// Options before or after any subcommand.
#[derive(Clone, Debug, Args)]
pub struct Global {
    /// The club's home (else the current folder)
    #[arg(long, global = true, value_name = "DIR", env = "POSTCHESS_HOME")]
    pub home: Option<PathBuf>,
    /// The hour to work at, RFC 3339 (else the system clock)
    #[arg(long, global = true, value_name = "RFC3339", env = "POSTCHESS_NOW", value_parser = instant)]
    pub now: Option<Instant>,
    /// Machine output: one JSON document on standard output
    #[arg(long, global = true)]
    pub json: bool,
    /// One key of the configuration for this run
    #[arg(long, global = true, value_name = "KEY=VALUE", value_parser = key_value)]
    pub set: Vec<(String, String)>,
    /// The form of the log on standard error (else journal under systemd, text)
    #[arg(long, global = true, value_enum, env = "POSTCHESS_LOG")]
    pub log: Option<LogForm>,
    /// Set by systemd where standard error goes to the journal
    #[arg(long, global = true, env = "JOURNAL_STREAM", hide = true)]
    pub journal_stream: Option<String>,
    /// Who gives an order at the console: it names, it does not prove
    #[arg(
        long = "as",
        global = true,
        value_name = "OFFICIAL",
        env = "POSTCHESS_AS"
    )]
    pub official: Option<String>,
    /// Say less
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say more (twice: still more)
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

fn instant(text: &str) -> Result<Instant, String> {
    Instant::parse(text)
        .ok_or_else(|| "not an RFC 3339 instant such as 2026-01-10T12:00:00Z".to_owned())
}

fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write it as KEY=VALUE, for example auth.policy=address".to_owned()),
    }
}

/// Forms of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogForm {
    /// A line an event; the daemon's with the hour before it
    Text,
    /// A line an event with the priority of syslog before it
    Journal,
    /// A JSON object an event
    Json,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Make a club's home that works at once
    Init {
        /// Where: a new folder, or an empty one of your own (else --home, else the current
        /// folder, if it is empty)
        dir: Option<PathBuf>,
        /// The address the robot reads and writes under (else it is asked at a terminal)
        #[arg(long, value_name = "ADDRESS")]
        robot: Option<String>,
    },
    /// Play a demo season of examples/ through new homes, day by day
    Demo {
        /// Where to make them (else demo-club, by post demo-post)
        dir: Option<PathBuf>,
        /// Which season
        #[arg(long, value_name = "NAME", value_enum, default_value_t)]
        season: DemoSeason,
    },
    /// Read the configuration, try inbox and outbox, verify the database
    Check,
    /// What waits for the arbiter, what is due first at the top, and what comes this week
    Today(TodayArgs),
    /// Static pages about tournaments, for any web host
    Site(SiteArgs),
    /// Tournaments: add, start, list, show, report
    #[command(subcommand)]
    Tournament(Tournament),
    /// Games: list, show
    #[command(subcommand)]
    Game(GameCommand),
    /// Players: list, show, report, statistics
    #[command(subcommand)]
    Player(PlayerCommand),
    /// Cards that came by post: enter, import
    #[command(subcommand)]
    Post(PostCommand),
    /// Print what waits for the post: cards and letters for who has no e-mail
    Print(PrintArgs),
    /// One pass over the mailbox: fetch, process, send
    Poll,
    /// Poll and tick until SIGTERM; SIGHUP reads the configuration anew
    Daemon(Herald),
    /// Work like the daemon, unless one runs, and show tournaments to browsers
    Serve(Herald),
    /// Officials at the desk of the server: invite, reset
    #[command(subcommand)]
    Desk(DeskCommand),
    /// Keep one message from standard input, for a mail server's pipe
    Deliver,
    /// One pass over the clocks: reminders, repeats, silences, oversteps
    Tick {
        /// The hour is right, though it went on by days, lies before what is recorded, or
        /// many oversteps are due at once: it is accepted, and what was recorded by a
        /// wrong one is reckoned anew
        #[arg(long)]
        hour_is_right: bool,
    },
    /// poll, tick, reports, backup and checks: the one line for cron
    Nightly,
    /// Whether all is well: exit 1, and what to do, where it is not
    Health,
    /// How letters would be understood; records nothing
    Read {
        /// Files, one message each
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// How one move would be understood in a position
    Notation {
        /// The move, as written
        #[arg(allow_hyphen_values = true)]
        text: String,
        /// The position (else the start position)
        #[arg(long)]
        fen: Option<String>,
        /// The declared language.
        #[arg(long, help = format!("The declared language: {}", Language::listed()))]
        language: Option<Language>,
        /// The rules
        #[arg(long, value_enum, default_value = "standard")]
        variant: VariantArg,
    },
    /// Messages received: list, show, retry
    #[command(subcommand)]
    Inbox(InboxCommand),
    /// Messages composed: list, show, retry
    #[command(subcommand)]
    Outbox(Mailbox),
    /// The arbiter's decisions
    Td(TdArgs),
    /// Replay every game from its record and compare; check the database
    Verify {
        /// Prove this archive's chain too, and compare the record with it
        #[arg(long, value_name = "PLACE")]
        archive: Option<PathBuf>,
        /// A hash that must be one of its lines: the head that a digest printed
        #[arg(long, value_name = "HASH")]
        head: Option<String>,
    },
    /// Write a consistent copy of the database while others work
    Backup {
        /// Where: a new file, or a backup in backup/ to be replaced (else a dated file in it)
        path: Option<PathBuf>,
    },
    /// Move the club to a database server, or from there into the file of its home
    Migrate {
        /// Where to: postgres://USER@HOST/DATABASE, or "file"
        #[arg(long, value_name = "PLACE")]
        to: String,
    },
    /// What a shell needs to complete command lines
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// The manual page; with a folder, a page for every command
    Man {
        /// Where to write the pages
        folder: Option<PathBuf>,
    },
    /// Put a backup in the place of the database (the old one is kept beside it)
    Restore {
        /// The backup
        path: PathBuf,
        /// Bring back what this archive has beyond it (else that of the
        /// configuration; "none" for none)
        #[arg(long, value_name = "PLACE")]
        archive: Option<PathBuf>,
        /// Mail both players of each active game where it stands
        #[arg(long)]
        announce: bool,
        /// Let passwords, sessions, links, secrets, codes and tokens of then sign in and speak
        /// as then, also those that were ended since; asked at a terminal
        #[arg(long)]
        keep_sign_ins: bool,
    },
}

/// `desk …`
#[derive(Clone, Debug, Subcommand)]
pub enum DeskCommand {
    /// Print the link by which an official sets his password and the codes of his telephone:
    /// good once, for 14 days
    Invite {
        /// His address, as a tournament names it
        address: String,
    },
    /// Take away an official's password, codes and sessions, and the invitations he has
    Reset {
        /// His address
        address: String,
    },
}

/// `td …`
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TdArgs {
    /// Reason and dry run.
    #[command(flatten)]
    pub why: Why,
    /// Which decision.
    #[command(subcommand)]
    pub command: TdCommand,
}

/// A decision, or a file of decisions.
#[derive(Clone, Debug, Subcommand)]
pub enum TdCommand {
    /// One decision.
    #[command(flatten)]
    Order(Order),
    /// Many orders from a file, all or none: a line an order as it is typed behind td, or a
    /// table of results
    #[command(after_help = BATCH_EXAMPLES)]
    Batch(BatchArgs),
}

/// `td batch`
#[derive(Clone, Debug, Args)]
pub struct BatchArgs {
    /// The file (- for standard input): orders, or CSV headed game,result,by,reason,article
    #[arg(allow_hyphen_values = true)]
    pub file: PathBuf,
}

const BATCH_EXAMPLES: &str = "\
Examples:
  postchess td batch round3.csv --dry-run     what each line would do, after those before it
  postchess td batch orders.txt --reason \"lists of the captains\"

A table:                        Orders:
  game;result;by;reason           # blank lines and these are passed over
  NAT26/3;1:0;agreement;          result NAT26/3 1:0 --by agreement
  NAT26/4;+:-;default;no letter   penalty NAT26/5 white 2 --reason \"two letters lost\"

The first wrong line, or one that asks back, refuses the whole file and is named; --anyway
is for all lines, --reason and --article for those without their own.";

/// `print`
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
What waits is printed once, as a batch with a number; naming a game, a player or a day
prints again what was printed before. Printing is not posting: `post sent` says when it
left. Print on both sides, turned along the long edge.")]
pub struct PrintArgs {
    /// About this game alone, CODE/N; where nothing on paper was written about it, the card
    /// that tells its last move
    #[arg(long)]
    pub game: Option<String>,
    /// To this player alone: number, address, or CODE:START-NUMBER
    #[arg(long)]
    pub player: Option<String>,
    /// Written on this day or later
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub since: Option<Day>,
    /// Into this file instead of standard output
    #[arg(long, value_name = "FILE.pdf")]
    pub output: Option<PathBuf>,
    /// Cards four on A4 with cut marks, instead of each on A6
    #[arg(long)]
    pub four: bool,
}

/// `post …`
#[derive(Clone, Debug, Subcommand)]
pub enum PostCommand {
    /// Enter cards one by one, asked for: game, move, dates
    Enter {
        /// Also in a game of your own (--as), where nobody else of the tournament could
        #[arg(long)]
        anyway: bool,
    },
    /// Enter the cards of a table, all or none
    #[command(after_help = "\
Columns by the heading line, in any order: kind (move, query, repeat, claim, draw-offer,
draw-accept, resign, leave, report, protest, appeal), game, side, text (as in a letter:
12. 5254), faults (impossible, illegible, no-move, wrong-repetition, wrong-address,
unregistered), repeated, written, postmarks, receipt, arrived, registered, note. Several
faults or postmarks stand apart by ';', a postmark that cannot be read is '?'. Dates are
2026-01-31 or 31.01.2026. A card entered before is told and changes nothing.")]
    Import {
        /// The table, CSV with commas or semicolons
        #[arg(value_name = "FILE.csv")]
        file: PathBuf,
        /// Also in a game of your own (--as), where nobody else of the tournament could
        #[arg(long)]
        anyway: bool,
    },
    /// Find our reply cards in photographs or scans, and ask for the moves on them
    #[command(after_help = "\
The code on a reply card finds its game; what the card says you read and type. The row of
the move is cut out of the picture, upright and enlarged, into NAME.move.png (of a second
card in it NAME.move-2.png). On a terminal the card is then asked for as by post enter;
with --json, or without a terminal, it is only told what was found. An answer that is
entered already is told and not asked for. JPEG or PNG, up to 10 MB and 20 megapixels.")]
    Scan {
        /// Photographs or scans, each of one card or several
        #[arg(value_name = "IMAGE", required = true)]
        images: Vec<PathBuf>,
        /// Where the cut-outs go (else beside each picture)
        #[arg(long, value_name = "DIR")]
        output_dir: Option<PathBuf>,
        /// Also in a game of your own (--as), where nobody else of the tournament could
        #[arg(long)]
        anyway: bool,
    },
    /// Record that printed matter was posted: from that day its terms run
    Sent {
        /// The number of the printing (else all that is printed and not posted)
        batch: Option<u32>,
        /// The day of posting (else today)
        #[arg(long, value_name = "DATE", value_parser = day)]
        date: Option<Day>,
        /// The number on the slip of a registered letter
        #[arg(long, value_name = "NO")]
        registered: Option<String>,
    },
}

/// `today`
#[derive(Clone, Debug, Args)]
pub struct TodayArgs {
    /// Only these tournaments (else all that run, are planned, or have something open)
    #[arg(value_name = "CODE")]
    pub codes: Vec<String>,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    pub format: TodayFormat,
    /// How many weeks to look ahead; 0: only what waits
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=52))]
    pub week: u8,
    /// The language of the words (else English; the page: the tournament's)
    #[arg(long)]
    pub language: Option<Language>,
    /// Into this file instead of standard output
    #[arg(long)]
    pub output: Option<PathBuf>,
}

/// `site`
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Writes tables, games with a board to click through, dates and days of every move, and
PGN. Never in them: addresses, proposed series, offers, opinions, protests, reasons.

Examples:
  postchess site --output /srv/www/chess
  postchess site SPRING26 AUTUMN25 --output public --delay-moves 4")]
pub struct SiteArgs {
    /// Which tournaments (else those the configuration names, else all that are
    /// started)
    #[arg(value_name = "TOURNAMENT")]
    pub tournaments: Vec<String>,
    /// The folder: a new or empty one, or one that this command wrote (else the one the
    /// configuration names)
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Hold back so many of the last half-moves of games being played
    #[arg(long, value_name = "N")]
    pub delay_moves: Option<u32>,
    /// In which language.
    #[arg(long, help = format!("{} (else each tournament's own)", Language::listed()))]
    pub language: Option<Language>,
}

/// What a service manager tells the daemon by the environment.
#[derive(Clone, Debug, Args)]
pub struct Herald {
    /// Where to say that it is ready and alive (set by systemd)
    #[arg(long, env = "NOTIFY_SOCKET", hide = true)]
    pub notify_socket: Option<String>,
    /// After how many silent microseconds it is restarted (set by systemd)
    #[arg(long, env = "WATCHDOG_USEC", hide = true)]
    pub watchdog_usec: Option<u64>,
}

/// Shells whose completions can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    /// bash
    Bash,
    /// zsh
    Zsh,
    /// fish
    Fish,
}

/// `--variant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VariantArg {
    /// Ordinary chess
    Standard,
    /// Chess960
    Chess960,
}

/// `tournament new`.
#[derive(Clone, Debug, Args)]
pub struct New {
    /// The file to write (else it is asked for; with --template standard output)
    pub file: Option<PathBuf>,
    /// Write the file without questions; --set KEY=VALUE fills it in
    #[arg(long)]
    pub template: bool,
    /// Whose numbers hold: email (article 56), post (55) or server (54)
    #[arg(long)]
    pub profile: Option<String>,
    /// A list of players (CSV), in the order of their starting numbers
    #[arg(long, value_name = "CSV")]
    pub players: Option<PathBuf>,
    /// The language of the questions.
    #[arg(
        long,
        help = format!("The language of the questions (else the club's): {}", Language::listed())
    )]
    pub language: Option<Language>,
    /// Ask, though there is no terminal: answers come from standard input
    #[arg(long, conflicts_with = "template")]
    pub ask: bool,
}

/// `tournament import`.
#[derive(Clone, Debug, Args)]
pub struct ImportArgs {
    /// The tournament file, as `tournament add` reads it
    pub file: PathBuf,
    /// What is known of its games: PGN, a table of games or of leave (CSV), a tournament report
    /// file (TRF16, TRF26)
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// A list of players (CSV) in place of the file's player sections
    #[arg(long, value_name = "CSV")]
    pub players: Option<PathBuf>,
    /// Since when who is to move thinks, where no date tells it (else since today)
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub since: Option<Day>,
    /// Why: it stands in the record
    #[arg(long, default_value = "", hide_default_value = true, value_parser = reason)]
    pub reason: String,
    /// Print what would be taken over, who would be written to, and one letter of each sort in
    /// each language; do nothing
    #[arg(long)]
    pub dry_run: bool,
}

const TAKE_OVER_EXAMPLES: &str = "Examples:
  tournament import spring.toml spring.pgn --dry-run       moves and their dates out of PGN
  tournament import spring.toml games.csv --since 2026-05-01
  tournament import spring.toml results.trf games.pgn      results first, then games in play
  tournament import swiss.toml swiss.trf swiss.pgn         rounds, byes and results, and moves
  tournament import spring.toml spring.pgn leave.csv       leave: player;from;to";

/// `tournament change`.
#[derive(Clone, Debug, Args)]
pub struct ChangeArgs {
    /// The tournament's code
    pub code: String,
    /// Why: it stands in the tournament's record
    #[arg(long, default_value = "", global = true, value_parser = reason)]
    pub reason: String,
    /// Only show what would change
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// What to change.
    #[command(subcommand)]
    pub change: ChangeCommand,
}

/// A player who comes in.
#[derive(Clone, Debug, Args)]
pub struct PersonArgs {
    /// The name
    pub name: String,
    /// The address
    pub address: String,
    /// The rating
    #[arg(long)]
    pub rating: Option<u32>,
    /// The federation
    #[arg(long)]
    pub federation: Option<String>,
    /// The language of letters.
    #[arg(long, help = format!("The language of letters: {}", Language::listed()))]
    pub language: Option<Language>,
}

/// `tournament change CODE …`
#[derive(Clone, Debug, Subcommand)]
pub enum ChangeCommand {
    /// Another player under a starting number; the draw stays
    Replace {
        /// The starting number
        number: u32,
        /// Who comes in.
        #[command(flatten)]
        person: PersonArgs,
    },
    /// What was entered of a player was wrong
    Correct {
        /// The starting number
        number: u32,
        /// The right name
        #[arg(long)]
        name: Option<String>,
        /// The right address
        #[arg(long)]
        address: Option<String>,
        /// The right rating (0 for none)
        #[arg(long)]
        rating: Option<u32>,
        /// The right federation (empty for none)
        #[arg(long)]
        federation: Option<String>,
        /// The language of letters.
        #[arg(long, help = format!("The right language of letters: {}", Language::listed()))]
        language: Option<Language>,
    },
    /// A player leaves; the number stays free and the draw as it is (31.4)
    Remove {
        /// The starting number
        number: u32,
        /// Later numbers move up: another draw, with the agreement of those concerned
        #[arg(long)]
        renumber: bool,
    },
    /// A player comes in: under a free number, the free place of an odd field, or by new tables
    Add {
        /// Who comes in.
        #[command(flatten)]
        person: PersonArgs,
        /// Under this number
        #[arg(long)]
        number: Option<u32>,
        /// Another draw, with the agreement of those concerned (31.4)
        #[arg(long)]
        new_tables: bool,
    },
    /// Keys of the tournament file: a date, a regulation
    Set {
        /// KEY=VALUE, several at once
        #[arg(required = true, value_parser = key_value)]
        keys: Vec<(String, String)>,
    },
}

/// `tournament update`.
#[derive(Clone, Debug, Args)]
pub struct UpdateArgs {
    /// The edited file; its code says which tournament
    pub file: PathBuf,
    /// Carry it out
    #[arg(long)]
    pub yes: bool,
    /// Another draw, with the agreement of those concerned (31.4)
    #[arg(long)]
    pub new_tables: bool,
    /// Why: it stands in the tournament's record
    #[arg(long, default_value = "", value_parser = reason)]
    pub reason: String,
}

const CHANGE_EXAMPLES: &str = "\
Examples:
  postchess tournament change SPRING27 remove 3 --reason 'fell ill'
  postchess tournament change SPRING27 add 'Dan Drake' dan@club.example --rating 1900
  postchess tournament change SPRING27 replace 3 'Dan Drake' dan@club.example
  postchess tournament change SPRING27 correct 4 --address right@club.example
  postchess tournament change SPRING27 set start_date=2027-03-15 days_per_period=40

All or nothing, with --dry-run only shown. What was changed stands in the tournament's record
and in its preview. After the start nothing of it can be changed: see `postchess td --help`.";

/// `tournament preview`.
#[derive(Clone, Debug, Args)]
pub struct PreviewArgs {
    /// The tournament's code, or the cycle's
    pub code: String,
    /// Write the start letters, exactly as they would leave, into this folder; or print those
    /// of a player (number, address, CODE:START-NUMBER)
    #[arg(long, value_name = "FOLDER|PLAYER")]
    pub letters: Option<String>,
    /// Only what players and visitors may see: no addresses, no warnings
    #[arg(long)]
    pub public: bool,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    pub format: PreviewFormat,
    /// In which language (else English; a page in the tournament's)
    #[arg(long)]
    pub language: Option<Language>,
    /// CSV for a spreadsheet set to a country with decimal commas (Russia, Ukraine, Poland):
    /// 5,5 and semicolons
    #[arg(long)]
    pub decimal_comma: bool,
    /// Into this file instead of standard output
    #[arg(long)]
    pub output: Option<PathBuf>,
}

const PREVIEW_EXAMPLES: &str = "\
Examples:
  postchess tournament preview SPRING27
  postchess tournament preview SPRING27 --public --format html --output draw.html
  postchess tournament preview SPRING27 --letters letters/
  postchess tournament preview SPRING27 --letters SPRING27:3

Nothing is recorded and nothing is sent. The letters differ from the real ones only in what
is made when they leave: Message-ID, reply address, the borders between their parts.";

const NEW_EXAMPLES: &str = "\
Examples:
  postchess tournament new
  postchess tournament new spring.toml --players entries.csv
  postchess tournament new spring.toml --template --profile post --set code=SPRING27 \\
      --set name='Spring 2027' --set start_date=2027-03-01 \\
      --set arbiter='Olga Orlova <td@club.example>' --set days_per_period=40

On a terminal it asks question by question, judges each answer at once and explains every
regulation with its article. To `system` it takes every system of play and asks what that
needs: rounds, pairs, teams; `cycle` asks for groups and a final. Here --set names keys of the
new file. No file is overwritten.";

/// `tournament …`
#[derive(Debug, Subcommand)]
pub enum Tournament {
    /// Write a tournament file that explains itself, asking question by question
    #[command(after_help = NEW_EXAMPLES)]
    New(New),
    /// Read a tournament file, make its players and games; all or nothing
    #[command(after_help = ADD_EXAMPLES)]
    Add {
        /// The file
        file: PathBuf,
        /// A list of players (CSV) in place of the file's player sections
        #[arg(long, value_name = "CSV")]
        players: Option<PathBuf>,
        /// How its players get their starting numbers
        #[command(flatten)]
        numbering: NumberingArgs,
    },
    /// Take over a running tournament: its file, and what other programs say of its games
    #[command(after_help = TAKE_OVER_EXAMPLES)]
    Import(ImportArgs),
    /// The drawing of starting numbers by the Varma tables (31.10), as a page; nothing is recorded
    #[command(after_help = DRAW_EXAMPLES)]
    Draw(DrawArgs),
    /// Numbers and pairs are final; start letters go out
    Start {
        /// The tournament's code, or a cycle's: all stages whose players are known begin
        code: String,
        /// Only show what would happen: the preview, and who would be written to
        #[arg(long)]
        dry_run: bool,
        /// Close the list of entries though its last day is not over
        #[arg(long)]
        close_entries: bool,
    },
    /// Change a tournament before its start (31.4): a player, a number, a regulation
    #[command(after_help = CHANGE_EXAMPLES)]
    Change(ChangeArgs),
    /// Change a planned tournament, or the stages of a cycle that have not begun, to what its
    /// edited file says; shows it, and asks for --yes
    Update(UpdateArgs),
    /// A tournament or a cycle before its start: start list, pairings, terms, what to look at;
    /// its letters
    #[command(after_help = PREVIEW_EXAMPLES)]
    Preview(PreviewArgs),
    /// All tournaments
    List,
    /// One tournament with its entries and games
    Show {
        /// The tournament's code
        code: String,
    },
    /// Every regulation that holds, with its article and where it was set: file, preset, profile
    Explain {
        /// The tournament's code
        code: String,
        /// In which language the sentences are (else English)
        #[arg(long)]
        language: Option<Language>,
    },
    /// Table with tie-breaks, clocks, penalties, leave, open matters
    Report(ReportArgs),
    /// The chief arbiter's official report: violations, protests, decisions (30.2.1.6)
    OfficialReport(OfficialReport),
    /// The protocols of a team event, to be signed: a round summed up, then each match
    /// (appendices 1 and 2)
    #[command(after_help = PROTOCOL_EXAMPLES)]
    Protocol(ProtocolArgs),
    /// Who applied, and where each stands; --protocol: who is admitted, to be signed (29.4)
    Entries(EntriesArgs),
}

/// How starting numbers follow from a list.
#[derive(Debug, Args)]
pub struct NumberingArgs {
    /// How starting numbers follow from the list
    #[arg(long, value_enum, default_value = "file", requires = "players")]
    pub order: OrderArg,
    /// Draw lots for them, openly (31.1): the same seed and names give the same draw; without
    /// SEED from the file's `draw_seed`
    #[arg(
        long,
        value_name = "SEED",
        requires = "players",
        conflicts_with = "order"
    )]
    pub draw: Option<Option<String>>,
    /// Draw by the Varma tables (31.10): players of one federation do not meet in the last
    /// rounds; the seed as with --draw
    #[arg(long, requires = "players", conflicts_with = "order")]
    pub varma: bool,
}

/// `tournament draw`
#[derive(Debug, Args)]
pub struct DrawArgs {
    /// The list of players (CSV)
    pub players: PathBuf,
    /// The seed, published before
    #[arg(long, required_unless_present = "file")]
    pub seed: Option<String>,
    /// The tournament file: its `draw_seed` is the seed
    #[arg(long)]
    pub file: Option<PathBuf>,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    pub format: DocumentFormat,
    /// Into this file instead of standard output
    #[arg(long)]
    pub output: Option<PathBuf>,
    /// In which language.
    #[arg(long, help = format!("{}; else the club's", Language::listed()))]
    pub language: Option<Language>,
}

const DRAW_EXAMPLES: &str = "\
Examples:
  postchess tournament draw entries.csv --seed 'Lotto 2027-01-09: 4 8 15'
  postchess tournament draw entries.csv --file spring.toml --format html --output draw.html

It is what `tournament add spring.toml --players entries.csv --varma` draws.";

/// `tournament official-report`
#[derive(Debug, Args)]
pub struct OfficialReport {
    /// The tournament's code
    pub code: String,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    pub format: DocumentFormat,
    /// Into this file instead of standard output
    #[arg(long)]
    pub output: Option<PathBuf>,
    /// In which language.
    #[arg(long, help = format!("{}; else the tournament's", Language::listed()))]
    pub language: Option<Language>,
}

/// `tournament entries`
#[derive(Debug, Args)]
pub struct EntriesArgs {
    /// The tournament's code
    pub code: String,
    /// The protocol of the admission commission: who was decided on, and who signs it (29.4)
    #[arg(long)]
    pub protocol: bool,
    /// In which form, and where.
    #[command(flatten)]
    pub paper: ProtocolPaper,
}

/// `tournament protocol`
#[derive(Debug, Args)]
pub struct ProtocolArgs {
    /// The tournament's code
    pub code: String,
    /// Of this round (else the last one that is paired; in Scheveningen the whole match)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub round: Option<u32>,
    /// Of this match of the round alone, by its number in the summary protocol (else the
    /// summary protocol and all matches)
    #[arg(long = "match", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// In which form, and where.
    #[command(flatten)]
    pub paper: ProtocolPaper,
}

const PROTOCOL_EXAMPLES: &str = "\
Examples:
  postchess tournament protocol TEAM26 --format pdf --output round.pdf
  postchess tournament protocol TEAM26 --round 2 --match 1

The first team is the one with White on the first board (21). A match that goes on has no
final result. On paper each match begins a sheet of its own, with lines for captains and
arbiters to sign.";

/// How a list or a protocol is written, and where.
#[derive(Debug, Args)]
pub struct ProtocolPaper {
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    pub format: ProtocolFormat,
    /// Into this file instead of standard output
    #[arg(long)]
    pub output: Option<PathBuf>,
    /// In which language.
    #[arg(long, help = format!("{}; else the tournament's", Language::listed()))]
    pub language: Option<Language>,
    /// CSV for a spreadsheet set to a country with decimal commas (Russia, Ukraine, Poland):
    /// semicolons between the columns
    #[arg(long)]
    pub decimal_comma: bool,
}

/// Forms of a list or a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProtocolFormat {
    /// For a screen
    Text,
    /// One page, self-contained
    Html,
    /// For paper
    Pdf,
    /// The tables, for a spreadsheet
    Csv,
    /// For programs
    Json,
}

/// Forms of a document that is read and signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DocumentFormat {
    /// For a screen
    Text,
    /// One page, self-contained
    Html,
    /// For paper
    Pdf,
    /// For programs
    Json,
}

impl DocumentFormat {
    /// How the document is shown; none for programs, who get facts.
    pub fn form(self) -> Option<DocumentForm> {
        match self {
            DocumentFormat::Text => Some(DocumentForm::Text),
            DocumentFormat::Html => Some(DocumentForm::Html),
            DocumentFormat::Pdf => Some(DocumentForm::Pdf),
            DocumentFormat::Json => None,
        }
    }
}

/// `tournament report`
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The tournament's code
    pub code: String,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    pub format: ReportFormat,
    /// Into this file instead of standard output; CSV into a folder (DIR/): every table
    #[arg(long)]
    pub output: Option<PathBuf>,
    /// Which table as CSV: cross-table, progress, finished, overdue, penalties, leave, matters,
    /// ratings; bracket, team-table, board-table where there are such
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// In which language.
    #[arg(long, help = format!("{}; else HTML and PDF are in the tournament's, text and CSV in English", Language::listed()))]
    pub language: Option<Language>,
    /// CSV for a spreadsheet set to a country with decimal commas (Russia, Ukraine, Poland):
    /// 5,5 and semicolons
    #[arg(long)]
    pub decimal_comma: bool,
    /// PGN: names in ASCII, for programs that know no other letters
    #[arg(long)]
    pub ascii: bool,
}

const ADD_EXAMPLES: &str = "\
Examples:
  postchess tournament add spring.toml
  postchess tournament add spring.toml --players entries.csv --order rating
  postchess tournament add spring.toml --players entries.csv --draw 'Lotto 2027-01-09: 4 8 15'
  postchess tournament add spring.toml --players entries.csv --varma

The list is what a spreadsheet exports: with commas, semicolons or tabs, in UTF-8,
windows-1251 or windows-1250, with headings such as name;e-mail;rating;federation;language;number
(or ФИО;почта;рейтинг, Прізвище;пошта, Nazwisko;e-mail). A lot is the first
16 digits of the SHA-256 of SEED/number/NAME/1; the lowest is number 1, and anyone can reckon it
again. With --varma the numbers are drawn out of envelopes: `tournament draw` shows how. The seed
is `draw_seed` of the file; one that is only given to --draw is stored as that.";

const IMPORT_EXAMPLES: &str = "\
Example:
  postchess player import members.csv

Columns as for `tournament add --players`. A person whose address is known stays as entered.";

/// `--order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderArg {
    /// As the lines stand
    File,
    /// The highest rating first
    Rating,
    /// By the list's own numbers
    Number,
}

/// Forms of `tournament report`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For reading
    Text,
    /// A page that needs nothing else
    Html,
    /// A table for a spreadsheet
    Csv,
    /// For programs
    Json,
    /// All games
    Pgn,
    /// The tournament report file that FIDE's programs exchange
    Trf,
    /// For paper
    Pdf,
}

/// `game …`
#[derive(Debug, Subcommand)]
pub enum GameCommand {
    /// Games, by tournament and number
    List {
        /// Only of this tournament
        #[arg(long)]
        tournament: Option<String>,
        /// Only unfinished ones
        #[arg(long)]
        active: bool,
    },
    /// One game
    Show(GameShow),
}

/// `game show`
#[derive(Debug, Args)]
pub struct GameShow {
    /// CODE/N
    pub game: String,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    pub format: GameFormat,
    /// What an HTML page or a PDF shows
    #[arg(long, value_enum, default_value = "game")]
    pub page: GamePage,
    /// Into this file instead of standard output
    #[arg(long)]
    pub output: Option<PathBuf>,
    /// In which language.
    #[arg(long, help = format!("{}; else form, schedule, HTML and PDF are in the tournament's", Language::listed()))]
    pub language: Option<Language>,
}

/// What a page on a game shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GamePage {
    /// Players, board, clocks, moves and every date
    Game,
    /// The schedule of article 60
    Schedule,
    /// The message of article 59.1
    Form,
    /// The whole story in words, with dates, articles and causes
    Journal,
}

/// Forms of `game show`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameFormat {
    /// For reading
    Text,
    /// For programs
    Json,
    /// PGN
    Pgn,
    /// The position
    Fen,
    /// The message of article 59.1
    Form,
    /// The schedule of article 60
    Schedule,
    /// The board, drawn
    Svg,
    /// The whole story in words, with dates, articles and causes
    Journal,
    /// A page that needs nothing else
    Html,
    /// For paper
    Pdf,
    /// Journal, schedule and every letter of the game (56.1.5)
    Correspondence,
}

/// `player …`
#[derive(Debug, Subcommand)]
pub enum PlayerCommand {
    /// Enter persons of the club from a list (CSV); all or nothing
    #[command(after_help = IMPORT_EXAMPLES)]
    Import {
        /// The list
        file: PathBuf,
    },
    /// All players
    List,
    /// One player with tournaments, games and leave
    Show {
        /// Number, address, or CODE:START-NUMBER
        player: String,
    },
    /// Article 57's report
    Report(PlayerReport),
    /// Over all events: results by colour, by end and by opponent, places, ratings, pace
    Statistics(PlayerStatistics),
    /// The days that count for him, as a calendar (iCalendar, RFC 5545)
    Calendar(PlayerCalendar),
}

/// `player report`
#[derive(Debug, Args)]
pub struct PlayerReport {
    /// Number, address, or CODE:START-NUMBER
    pub player: String,
    /// The tournament's code
    pub code: String,
    /// The form to be filled in with a pen: his unfinished games, and room for the rest
    #[arg(long)]
    pub blank: bool,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    pub format: DocumentFormat,
    /// Into this file instead of standard output
    #[arg(long)]
    pub output: Option<PathBuf>,
    /// In which language.
    #[arg(long, help = format!("{}; else it is in the player's", Language::listed()))]
    pub language: Option<Language>,
}

/// `player statistics`
#[derive(Debug, Args)]
pub struct PlayerStatistics {
    /// Number, address, or CODE:START-NUMBER
    pub player: String,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    pub format: DocumentFormat,
    /// Into this file instead of standard output
    #[arg(long)]
    pub output: Option<PathBuf>,
    /// In which language.
    #[arg(long, help = format!("{}; else it is in the player's", Language::listed()))]
    pub language: Option<Language>,
}

/// `player calendar`
#[derive(Debug, Args)]
pub struct PlayerCalendar {
    /// Number, address, or CODE:START-NUMBER
    pub player: String,
    /// How many weeks to look ahead
    #[arg(long, value_name = "N", default_value_t = 52, value_parser = clap::value_parser!(u8).range(1..=52))]
    pub week: u8,
    /// Into this file instead of standard output
    #[arg(long)]
    pub output: Option<PathBuf>,
    /// In which language.
    #[arg(long, help = format!("{}; else it is in the player's", Language::listed()))]
    pub language: Option<Language>,
}

/// `inbox …`
#[derive(Debug, Subcommand)]
pub enum InboxCommand {
    /// What there is for every message
    #[command(flatten)]
    Mailbox(Mailbox),
    /// Let no game wait for a letter that the mailbox lists and does not give
    Aside {
        /// What the mailbox calls it, as `poll` names it
        name: String,
        /// Why: it is on record with the message
        #[arg(long, value_parser = reason)]
        reason: String,
    },
}

/// `inbox …` and `outbox …`
#[derive(Debug, Subcommand)]
pub enum Mailbox {
    /// All of them, oldest first
    List,
    /// One of them, without what signs in or acts for somebody
    Show {
        /// Its number
        id: i64,
        /// Only the message itself, byte for byte: what it holds is void then, and its owner is
        /// told
        #[arg(long)]
        raw: bool,
    },
    /// Process or send it again
    Retry {
        /// Its number
        id: i64,
    },
}

/// Forms of `tournament preview`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PreviewFormat {
    /// For reading
    Text,
    /// A page that needs nothing else
    Html,
    /// The tables, for a spreadsheet
    Csv,
    /// For programs
    Json,
}

/// Forms of `today`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TodayFormat {
    /// For reading
    Text,
    /// A page that needs nothing else
    Html,
    /// A calendar of terms (iCalendar, RFC 5545); with --week 52 a year's
    Ics,
    /// For programs
    Json,
}
