//! The days of half-moves made elsewhere: dates of dispatch, thinking times, clocks, or what
//! is said of the days used.

use super::games::Reckoning;
use super::said::{Said, SaidGame};
use super::{ImportedMove, side_of};
use crate::chess::BySide;
use crate::chess::database::DatabaseMove;
use crate::clock::charge::spent;
use crate::pattern::pattern;
use crate::time::Day;
use regex::Regex;
use std::sync::LazyLock;

const SECONDS_A_DAY: i64 = 86_400;

/// The half-moves with their days.
pub(super) struct Dated {
    pub moves: Vec<ImportedMove>,
    /// The file itself tells them.
    pub is_dated: bool,
    /// When the last was received, where the file says it.
    pub received: Option<Day>,
}

/// What comments say of the time of a half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SaidTime {
    /// `[%ccsnt 2026.01.12,09:30]`: dispatch.
    Sent(Day),
    /// `[%emt 51:20:00]`: seconds of thinking.
    Thought(i64),
    /// `[%clk 700:00:00]`: seconds left on his clock behind it.
    Left(i64),
}

/// `[%ccrcv 2026.01.15]`: when the half-move was received.
static RECEIPT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\[%ccrcv\s+([^\]\s,]+)"));
/// `[%ccser]`: it was accepted from a series.
static SERIES: LazyLock<Regex> = LazyLock::new(|| pattern(r"\[%ccser\]"));
/// `[%ccday 7+2]`: days that the half-move cost, and the penalty beside them.
static COST: LazyLock<Regex> = LazyLock::new(|| pattern(r"\[%ccday\s+(\d{1,6})([+-]\d{1,6})?\]"));
static COMMAND: LazyLock<Regex> = LazyLock::new(|| pattern(r"\[%(ccsnt|emt|clk)\s+([^\]\s,]+)"));

/// The days of a game's half-moves.
///
/// # Errors
/// A half-move without what the others have, a date before the one before it or to come, a
/// clock that gains.
pub(super) fn dated(game: &SaidGame, days: &Reckoning<'_>) -> Result<Dated, String> {
    let said: Vec<Option<SaidTime>> = game.moves.iter().map(|m| time_in(&m.comments)).collect();
    let sent = match said.iter().flatten().next() {
        None => {
            let moves = from_totals(game, days)?;
            return Ok(Dated {
                moves,
                is_dated: false,
                received: None,
            });
        }
        Some(SaidTime::Sent(_)) => sent(&said)?,
        Some(SaidTime::Thought(_) | SaidTime::Left(_)) => by_clock(&said, days)?,
    };
    let mut moves: Vec<ImportedMove> = Vec::new();
    // Before the first move: from when White's time counts.
    let mut said: Option<Day> = received_in(&game.comments).map(|day| day.max(days.start));
    for (index, (own, day)) in game.moves.iter().zip(sent).enumerate() {
        let before = moves.last().map(|m| m.sent);
        let which = || name_of(index);
        if before.is_some_and(|before| day < before) {
            return Err(format!(
                "{} is dated {day}, before the move it answers",
                which()
            ));
        }
        if day > days.terms.today {
            return Err(format!("{} is dated {day}, which is to come", which()));
        }
        // As letters of ours are received here, that of the start among them.
        let follows = days.arrives(before.unwrap_or(days.start)).min(day);
        moves.push(ImportedMove {
            uci: own.uci.clone(),
            received: said.unwrap_or(follows),
            sent: day,
            in_series: is_in_series(own),
            cost: cost_in(&own.comments),
        });
        said = received_in(&own.comments);
        // Of a series counts the receipt of the letter that proposed it.
        let next = game.moves.get(index + 1);
        let of_series = is_in_series(own) || next.is_some_and(is_in_series);
        let early = |received: Day| received < day && !of_series;
        // What is entered today can count as received in some days.
        if let Some(received) = said
            && (early(received) || received > days.arrives(days.terms.today))
        {
            let why = match early(received) {
                true => "before it was sent",
                false => "which is to come",
            };
            return Err(format!("{} is received on {received}, {why}", which()));
        }
    }
    Ok(Dated {
        moves,
        is_dated: true,
        received: said,
    })
}

impl Said {
    /// Whether a game of it tells the days of its moves, or the time that they took.
    pub fn tells_days(&self) -> bool {
        let mut moves = self.games.iter().flat_map(|game| &game.moves);
        moves.any(|m| time_in(&m.comments).is_some())
    }
}

/// When comments say that the half-move was received.
fn received_in(comments: &[String]) -> Option<Day> {
    let mut all = comments.iter().flat_map(|c| RECEIPT.captures_iter(c));
    let day = |found: regex::Captures<'_>| Day::parse(&found.get(1)?.as_str().replace('.', "-"));
    all.next().and_then(day)
}

fn is_in_series(own: &DatabaseMove) -> bool {
    own.comments.iter().any(|c| SERIES.is_match(c))
}

/// What comments say that the half-move cost.
fn cost_in(comments: &[String]) -> Option<(i64, i64)> {
    let found = comments.iter().find_map(|c| COST.captures(c))?;
    let days = found.get(1)?.as_str().parse().ok()?;
    let penalty = found.get(2).map_or(Some(0), |p| p.as_str().parse().ok())?;
    Some((days, penalty))
}

/// The last that comments say of the time.
fn time_in(comments: &[String]) -> Option<SaidTime> {
    let all = comments.iter().flat_map(|c| COMMAND.captures_iter(c));
    let read = all.filter_map(|found| {
        let value = found.get(2)?.as_str();
        match found.get(1)?.as_str() {
            "ccsnt" => Day::parse(&value.replace('.', "-")).map(SaidTime::Sent),
            "emt" => seconds(value).map(SaidTime::Thought),
            _ => seconds(value).map(SaidTime::Left),
        }
    });
    // Dates say more than times do.
    let read: Vec<SaidTime> = read.collect();
    let dates = read.iter().rfind(|t| matches!(t, SaidTime::Sent(_)));
    dates.or(read.last()).copied()
}

/// `51:20:00`, `1:00`; days before it as some servers write them, `2:03:20:00`.
fn seconds(text: &str) -> Option<i64> {
    let parts: Option<Vec<i64>> = text.split(':').map(|p| p.parse().ok()).collect();
    match parts?.as_slice() {
        [h, m] => Some(h * 3_600 + m * 60),
        [h, m, s] => Some(h * 3_600 + m * 60 + s),
        [d, h, m, s] => Some(d * SECONDS_A_DAY + h * 3_600 + m * 60 + s),
        _ => None,
    }
}

fn sent(said: &[Option<SaidTime>]) -> Result<Vec<Day>, String> {
    let each = said.iter().enumerate().map(|(index, time)| match time {
        Some(SaidTime::Sent(day)) => Ok(*day),
        _ => Err(format!("{} has no date, and others have", name_of(index))),
    });
    each.collect()
}

/// Days of dispatch by the time that each half-move took: one after the other from the start.
fn by_clock(said: &[Option<SaidTime>], days: &Reckoning<'_>) -> Result<Vec<Day>, String> {
    let period = i64::from(days.rules.days_per_period) * SECONDS_A_DAY;
    let mut left = BySide {
        white: period,
        black: period,
    };
    let mut used = BySide { white: 0, black: 0 };
    let mut all_sent = Vec::new();
    let mut received = days.arrives(days.start);
    for (index, time) in said.iter().enumerate() {
        let side = side_of(index);
        let which = || name_of(index);
        let took = match time {
            Some(SaidTime::Thought(seconds)) => *seconds,
            Some(SaidTime::Left(now)) => {
                let before = *left.get(side);
                // A control gives the days of the next period.
                let took = if *now > before {
                    before + period - now
                } else {
                    before - now
                };
                *left.get_mut(side) = *now;
                took
            }
            _ => return Err(format!("{} has no time, and others have", which())),
        };
        if took < 0 {
            return Err(format!("the clock gains at {}", which()));
        }
        // Whole days of all his thinking, so that hours are not lost one by one.
        let all = used.get_mut(side);
        let whole = |seconds: i64| seconds.div_euclid(SECONDS_A_DAY);
        let cost = whole(*all + took) - whole(*all);
        *all += took;
        let sent = spent(received, cost, days.free.get(side));
        all_sent.push(sent);
        received = days.arrives(sent);
    }
    Ok(all_sent)
}

/// Half-moves without days: all on the day of the start, but for the last of each side, which
/// has what is said of the days that it has used.
fn from_totals(game: &SaidGame, days: &Reckoning<'_>) -> Result<Vec<ImportedMove>, String> {
    let count = game.moves.len();
    let mut day = days.start.min(days.terms.today);
    let mut moves = Vec::new();
    for (index, own) in game.moves.iter().enumerate() {
        let is_last_of_side = index + 2 >= count;
        let side = side_of(index);
        let used = game.days.get(side).filter(|_| is_last_of_side);
        let received = day;
        day = spent(day, i64::from(used.unwrap_or(0)), days.free.get(side));
        moves.push(ImportedMove {
            uci: own.uci.clone(),
            received,
            sent: day,
            in_series: false,
            cost: None,
        });
    }
    match day > days.terms.today {
        true => Err(format!(
            "more days are used than have passed since {}",
            days.start
        )),
        false => Ok(moves),
    }
}

/// `12...` for Black's twelfth move.
fn name_of(index: usize) -> String {
    format!("move {}{}", index / 2 + 1, side_of(index).dots())
}
