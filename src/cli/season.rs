//! The seasons of `examples/`, inside the program: it is installed without its
//! source tree, and `postchess demo` plays them all the same.
//!
//! A season is a club's configuration, one tournament, letters in order of
//! arrival, tables of the cards that the post brought, by day, what players do on the
//! server, by hour, and the arbiter's orders by day. What a letter of `league/` says as `{{last:ADDRESS:CODE/N}}` is found by
//! [`placeholders`].

use crate::time::{Day, Instant};
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::ops::Range;

/// `examples/` as it was when the program was built.
static EXAMPLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/examples");

/// What the demo plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum DemoSeason {
    /// Play by e-mail: a club and a league
    #[default]
    Mail,
    /// Play by post: cards out of a shoe box, some players without e-mail
    Post,
    /// Play on the server of article 54
    Server,
    /// A Swiss event of five rounds, paired one after the other
    Swiss,
    /// A cup: who loses a match is out
    Cup,
    /// A team tournament
    Teams,
    /// Two groups and a final of those who came through
    Cycle,
}

impl DemoSeason {
    /// All of them.
    pub const ALL: [DemoSeason; 7] = [
        DemoSeason::Mail,
        DemoSeason::Post,
        DemoSeason::Server,
        DemoSeason::Swiss,
        DemoSeason::Cup,
        DemoSeason::Teams,
        DemoSeason::Cycle,
    ];

    /// Its folders of `examples/`, in the order in which they are played; the first is
    /// played in the home that is asked for, the others in homes below it.
    fn folders(self) -> &'static [&'static str] {
        match self {
            DemoSeason::Mail => &["club", "league"],
            DemoSeason::Post => &["post"],
            DemoSeason::Server => &["server"],
            DemoSeason::Swiss => &["swiss"],
            DemoSeason::Cup => &["cup"],
            DemoSeason::Teams => &["teams"],
            DemoSeason::Cycle => &["cycle"],
        }
    }

    /// The home it is played in where none is named.
    pub fn usual_home(self) -> &'static str {
        match self {
            DemoSeason::Mail => "demo-club",
            DemoSeason::Post => "demo-post",
            DemoSeason::Server => "demo-server",
            DemoSeason::Swiss => "demo-swiss",
            DemoSeason::Cup => "demo-cup",
            DemoSeason::Teams => "demo-teams",
            DemoSeason::Cycle => "demo-cycle",
        }
    }

    /// Its seasons.
    ///
    /// # Errors
    /// Where the built-in files are not what they should be; a test proves that they are.
    pub fn seasons(self) -> Result<Vec<Season>, SeasonError> {
        self.folders().iter().map(|name| season(name)).collect()
    }
}

/// A season to be played day by day.
#[derive(Clone, Debug)]
pub struct Season {
    /// The folder's name, such as `club`.
    pub name: &'static str,
    /// The configuration of its home, `postchess.toml`.
    pub club_toml: &'static str,
    /// Its tournament file.
    pub tournament_toml: &'static str,
    /// Its letters, by arrival.
    pub letters: Vec<SeasonLetter>,
    /// The tables of cards that the arbiter enters, by day.
    pub boxes: Vec<ShoeBox>,
    /// What players do on the server, by hour.
    pub clicks: Vec<SeasonClick>,
    /// The arbiter's orders, by day; carried out after that day's tick.
    pub orders: Vec<SeasonOrder>,
    /// The first day.
    pub from: Day,
    /// The last day.
    pub to: Day,
    /// The hour of the evening pass in the club's zone.
    pub poll_at: ClockTime,
    /// What every letter is meant to become, in the order of the letters.
    pub expected: Vec<Expected>,
}

/// A letter as the mail server stored it.
#[derive(Clone, Copy, Debug)]
pub struct SeasonLetter {
    /// Its file's name, such as `001-2026-01-10-kowalska.eml`.
    pub file: &'static str,
    /// Its bytes, LF line ends, placeholders not yet replaced.
    pub bytes: &'static [u8],
    /// The date of its topmost Received header.
    pub arrived: Instant,
}

/// The cards that lie on the arbiter's table on a day.
#[derive(Clone, Copy, Debug)]
pub struct ShoeBox {
    /// Its file's name, which is its day: `2026-03-10.csv`.
    pub file: &'static str,
    /// The table, as `post import` takes it.
    pub table: &'static str,
    /// When it is entered.
    pub day: Day,
}

/// What a player does on the server.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonClick {
    /// When.
    #[serde(rename = "at")]
    hour: String,
    /// The player's address.
    pub who: String,
    /// The game, `CODE/N`; empty where it is about all of them.
    pub game: String,
    /// A move as UCI has it, with ` =` where he offers a draw; or `resign`, `offer`, `accept`,
    /// `decline`, `words TEXT`, `leave FROM TO`.
    pub act: String,
}

impl SeasonClick {
    /// When; a test proves that each has an hour.
    pub fn at(&self) -> Option<Instant> {
        Instant::parse(&self.hour)
    }
}

/// A command of the arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonOrder {
    /// When.
    pub day: Day,
    /// The words after `postchess`; `{{home}}` stands for the folder of the home.
    pub args: Vec<String>,
}

/// What a letter is meant to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The letter's file.
    pub file: &'static str,
    /// Its verdict in the words of `inbox list`.
    pub verdict: &'static str,
    /// Why, in words for people.
    pub why: &'static str,
}

/// An hour and minute of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClockTime {
    /// 0 to 23.
    pub hour: u32,
    /// 0 to 59.
    pub minute: u32,
}

impl ClockTime {
    /// Reads `20:00`.
    pub fn parse(text: &str) -> Option<ClockTime> {
        let (hour, minute) = text.split_once(':')?;
        let (hour, minute) = (hour.parse().ok()?, minute.parse().ok()?);
        (hour < 24 && minute < 60).then_some(ClockTime { hour, minute })
    }

    /// Seconds since the day began, where it has no change of clocks before.
    pub fn seconds(self) -> i64 {
        i64::from(self.hour) * 3600 + i64::from(self.minute) * 60
    }
}

/// A place in a letter that the demo fills in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// Where it stands in the bytes, braces included, angle brackets not.
    pub at: Range<usize>,
    /// The player's address.
    pub email: String,
    /// The game, `CODE/N`.
    pub game: String,
}

/// Why the seasons cannot be read: only where the program was built wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeasonError {
    /// A file that should be there.
    #[error("the built-in example {0} is missing or no text")]
    Missing(String),
    /// A file that cannot be read.
    #[error("the built-in example {path} cannot be read: {why}")]
    Unreadable {
        /// Its path below `examples/`.
        path: String,
        /// What is wrong.
        why: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeasonFile {
    from: Day,
    to: Day,
    poll_at: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrdersFile {
    #[serde(default)]
    order: Vec<SeasonOrder>,
}

/// The text of a file of `examples/`, such as `club/games.txt`.
///
/// # Errors
/// Where there is no such file, or it is not UTF-8.
pub fn text(path: &str) -> Result<&'static str, SeasonError> {
    EXAMPLES
        .get_file(path)
        .and_then(|f| f.contents_utf8())
        .ok_or_else(|| SeasonError::Missing(path.to_owned()))
}

/// The placeholders of a letter, in the order in which they stand.
pub fn placeholders(bytes: &[u8]) -> Vec<Placeholder> {
    const OPEN: &[u8] = b"{{last:";
    const CLOSE: &[u8] = b"}}";
    let find = |what: &[u8], from: usize| {
        let rest = bytes.get(from..)?;
        let at = rest.windows(what.len()).position(|w| w == what)?;
        Some(from + at)
    };
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = find(OPEN, from) {
        let inner = start + OPEN.len();
        let Some(end) = find(CLOSE, inner) else { break };
        from = end + CLOSE.len();
        let named = bytes
            .get(inner..end)
            .and_then(|b| std::str::from_utf8(b).ok())
            .and_then(|t| t.split_once(':'));
        if let Some((email, game)) = named {
            found.push(Placeholder {
                at: start..from,
                email: email.to_owned(),
                game: game.to_owned(),
            });
        }
    }
    found
}

/// A letter with its placeholders filled in; `message_id` gives the robot's last
/// Message-ID to a player in a game, without brackets. What it does not know
/// stays as it is, and proves nothing.
pub fn filled(
    letter: &SeasonLetter,
    message_id: &mut dyn FnMut(&Placeholder) -> Option<String>,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(letter.bytes.len());
    let mut from = 0;
    for place in placeholders(letter.bytes) {
        let Some(id) = message_id(&place) else {
            continue;
        };
        out.extend_from_slice(letter.bytes.get(from..place.at.start).unwrap_or(&[]));
        out.extend_from_slice(id.as_bytes());
        from = place.at.end;
    }
    out.extend_from_slice(letter.bytes.get(from..).unwrap_or(&[]));
    out
}

fn season(name: &'static str) -> Result<Season, SeasonError> {
    let path = |file: &str| format!("{name}/{file}");
    let days: SeasonFile = read_toml(&path("season.toml"))?;
    let orders: OrdersFile = read_toml(&path("orders.toml"))?;
    let poll_at = ClockTime::parse(&days.poll_at).ok_or_else(|| SeasonError::Unreadable {
        path: path("season.toml"),
        why: format!("poll_at = '{}' is no hour such as 20:00", days.poll_at),
    })?;
    Ok(Season {
        name,
        club_toml: text(&path("club.toml"))?,
        tournament_toml: text(&path("tournament.toml"))?,
        letters: letters(&path("letters"))?,
        boxes: boxes(&path("cards"))?,
        clicks: clicks(&path("clicks.csv"))?,
        orders: orders.order,
        from: days.from,
        to: days.to,
        poll_at,
        expected: expected(text(&path("expected.txt"))?),
    })
}

fn read_toml<T: for<'de> Deserialize<'de>>(path: &str) -> Result<T, SeasonError> {
    // A bare TOML date is no string; days are, so it is made one first.
    let unreadable = |why: String| SeasonError::Unreadable {
        path: path.to_owned(),
        why,
    };
    let table: toml::Table = toml::from_str(text(path)?).map_err(|e| unreadable(e.to_string()))?;
    with_text_dates(toml::Value::Table(table))
        .try_into()
        .map_err(|e: toml::de::Error| unreadable(e.to_string()))
}

fn with_text_dates(value: toml::Value) -> toml::Value {
    match value {
        toml::Value::Datetime(date) => toml::Value::String(date.to_string()),
        toml::Value::Array(list) => {
            toml::Value::Array(list.into_iter().map(with_text_dates).collect())
        }
        toml::Value::Table(table) => toml::Value::Table(
            table
                .into_iter()
                .map(|(key, value)| (key, with_text_dates(value)))
                .collect(),
        ),
        other => other,
    }
}

fn letters(path: &str) -> Result<Vec<SeasonLetter>, SeasonError> {
    let dir = EXAMPLES
        .get_dir(path)
        .ok_or_else(|| SeasonError::Missing(path.to_owned()))?;
    let mut letters = Vec::new();
    for found in dir.files() {
        let Some(file) = found.path().file_name().and_then(|n| n.to_str()) else {
            continue;
        };
        if !file.ends_with(".eml") {
            continue;
        }
        let arrived = arrival(found.contents()).ok_or_else(|| SeasonError::Unreadable {
            path: format!("{path}/{file}"),
            why: "its topmost Received header has no date".to_owned(),
        })?;
        letters.push(SeasonLetter {
            file,
            bytes: found.contents(),
            arrived,
        });
    }
    // Names begin with a number in order of arrival, which a test proves; two
    // letters may arrive in the same second.
    letters.sort_by_key(|l| l.file);
    Ok(letters)
}

/// The tables of cards of a season; one that is played by e-mail has none.
fn boxes(path: &str) -> Result<Vec<ShoeBox>, SeasonError> {
    let mut boxes = Vec::new();
    for found in EXAMPLES.get_dir(path).iter().flat_map(|dir| dir.files()) {
        let unreadable = |why: &str| SeasonError::Unreadable {
            path: found.path().display().to_string(),
            why: why.to_owned(),
        };
        let file = found.path().file_name().and_then(|n| n.to_str());
        let day = file.and_then(|f| Day::parse(f.strip_suffix(".csv")?));
        let (Some(file), Some(day)) = (file, day) else {
            return Err(unreadable("its name is no day such as 2026-03-10.csv"));
        };
        let table = found
            .contents_utf8()
            .ok_or_else(|| unreadable("it is no text"))?;
        boxes.push(ShoeBox { file, table, day });
    }
    boxes.sort_by_key(|b| b.day);
    Ok(boxes)
}

/// What players do on the server; nothing where a season has none.
fn clicks(path: &str) -> Result<Vec<SeasonClick>, SeasonError> {
    let Some(found) = EXAMPLES.get_file(path) else {
        return Ok(Vec::new());
    };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b';')
        .from_reader(found.contents());
    let rows = reader.deserialize().collect::<Result<_, _>>();
    rows.map_err(|e| SeasonError::Unreadable {
        path: path.to_owned(),
        why: e.to_string(),
    })
}

/// The date of the topmost Received header. These letters are our own, so a
/// plain reading is enough; strangers' mail goes through `letter`.
fn arrival(bytes: &[u8]) -> Option<Instant> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines().take_while(|l| !l.is_empty());
    let mut field = lines.find(|l| l.starts_with("Received:"))?.to_owned();
    for line in lines.take_while(|l| l.starts_with(['\t', ' '])) {
        field.push_str(line);
    }
    let (_, date) = field.rsplit_once(';')?;
    let at = chrono::DateTime::parse_from_rfc2822(date.trim()).ok()?;
    Some(Instant::from_unix(at.timestamp()))
}

fn expected(text: &'static str) -> Vec<Expected> {
    text.lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|line| {
            let (file, rest) = line.split_once(' ')?;
            let (verdict, why) = rest.split_once(' ')?;
            Some(Expected { file, verdict, why })
        })
        .collect()
}

#[cfg(test)]
#[path = "season_tests.rs"]
mod tests;
