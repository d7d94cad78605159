//! Lines of a report file beside those of the players: what they say of the tournament. TRF16
//! and TRF26 are told apart by them; programs add others (`XX…`, `BB…`).

use super::said::{ByeKind, Placed, SaidTerms};
use crate::chess::Side;
use crate::pattern::pattern;
use crate::tournament::Points;
use crate::tournament::scored::Scoring;
use regex::Regex;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a line is to us.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// The tournament file says it, and need not say the same.
    InFile,
    /// It stands in the lines of the players too, or is read with them.
    WithPlayers,
    /// How many rounds there are.
    Rounds,
    /// The first colour.
    Colour,
    /// What results bring.
    Scoring,
    /// Who is free in a round.
    Byes,
    /// Who does not meet.
    Apart,
    /// What is paired or reckoned by here is otherwise.
    Lost,
}

/// The lines of both editions, and those that programs add.
const TRF16: &[(&str, Use, &str)] = &[
    ("001", Use::WithPlayers, ""),
    ("012", Use::InFile, ""),
    ("022", Use::InFile, ""),
    ("032", Use::InFile, ""),
    ("042", Use::InFile, ""),
    ("052", Use::InFile, ""),
    ("062", Use::InFile, ""),
    ("072", Use::InFile, ""),
    ("082", Use::InFile, ""),
    ("092", Use::InFile, ""),
    ("102", Use::InFile, ""),
    ("112", Use::InFile, ""),
    ("122", Use::InFile, ""),
    ("132", Use::WithPlayers, ""),
    ("013", Use::InFile, "teams"),
];
const TRF26: &[(&str, Use, &str)] = &[
    ("142", Use::Rounds, ""),
    ("152", Use::Colour, ""),
    ("162", Use::Scoring, ""),
    ("172", Use::InFile, "the order of the numbers"),
    ("182", Use::InFile, "who paired"),
    ("192", Use::InFile, "the system"),
    ("202", Use::InFile, "tie-breaks"),
    ("212", Use::InFile, "the order of the table"),
    ("222", Use::InFile, "the time control"),
    ("352", Use::InFile, "colours of boards"),
    ("362", Use::InFile, "points of matches"),
    ("240", Use::Byes, ""),
    (
        "250",
        Use::Lost,
        "accelerated rounds: those to come are drawn without",
    ),
    ("260", Use::Apart, ""),
    ("299", Use::Lost, "points beside the results"),
    ("300", Use::InFile, "line-ups"),
    ("310", Use::InFile, "teams"),
    ("320", Use::InFile, "byes of teams"),
    ("330", Use::InFile, "forfeited matches"),
    ("801", Use::InFile, "results of teams"),
    ("802", Use::InFile, "results of teams"),
];
const OF_PROGRAMS: &[(&str, Use, &str)] = &[
    ("XXR", Use::Rounds, ""),
    ("XXC", Use::Colour, ""),
    ("XXS", Use::Scoring, ""),
    ("BBW", Use::Scoring, ""),
    ("BBD", Use::Scoring, ""),
    ("BBL", Use::Scoring, ""),
    ("BBF", Use::InFile, ""),
    ("BBU", Use::InFile, ""),
    ("BBZ", Use::InFile, ""),
    ("XXP", Use::Apart, ""),
    ("XXZ", Use::Byes, ""),
    (
        "XXA",
        Use::Lost,
        "accelerated rounds: those to come are drawn without",
    ),
];

/// `W 3.0`, `D=1`: points for a result; `WW=3`, `BL=1`: for one of White, of Black.
static POINTS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b([WB]?)([WDL])\s*=?\s*(\d+(?:\.\d+)?)"));
/// A line with national ratings: a federation, a starting rank, the rating in its columns.
static NATIONAL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[A-Z]{3} [ \d]{3}\d .{38} [ \d]{3}\d"));

/// A bye by its player's rank.
pub(super) struct RankedBye {
    pub line: usize,
    pub rank: u32,
    /// `None`: the round to come.
    pub round: Option<u32>,
    pub kind: ByeKind,
}

/// What the lines say.
#[derive(Default)]
pub(super) struct TrfLines {
    pub terms: SaidTerms,
    pub byes: Vec<RankedBye>,
    /// Who do not meet, by ranks.
    pub apart: Vec<Placed<Vec<u32>>>,
    pub remarks: Vec<String>,
}

/// Reads the lines beside those of the players.
///
/// # Errors
/// Lines that cannot be read, with their numbers.
pub(super) fn read(name: &str, text: &str) -> Result<TrfLines, Vec<String>> {
    let mut found = TrfLines::default();
    let mut wrong = Vec::new();
    let mut in_file: BTreeMap<&str, &str> = BTreeMap::new();
    let (mut is_26, mut has_national) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        let tag = line.get(..3).unwrap_or(line);
        if line.is_empty() || tag == "###" {
            continue;
        }
        let of_26 = TRF26.iter().find(|(known, _, _)| *known == tag);
        is_26 |= of_26.is_some();
        let of_others = || {
            let mut others = TRF16.iter().chain(OF_PROGRAMS);
            others.find(|(known, _, _)| *known == tag)
        };
        let place = format!("{name}, line {number}");
        let rest = line.get(3..).unwrap_or_default();
        match of_26.or_else(of_others) {
            Some((_, Use::WithPlayers, _)) => {}
            Some((tag, Use::InFile, what)) => {
                if !what.is_empty() {
                    in_file.insert(tag, what);
                }
            }
            Some((tag, Use::Lost, what)) => found
                .remarks
                .push(format!("{place}: not taken over ({tag}): {what}")),
            Some((tag, known, _)) => {
                if let Err(why) = found.add(*known, (tag, rest), (number, &place)) {
                    wrong.push(format!("{place}: {why}"));
                }
            }
            None if NATIONAL.is_match(line) => {
                (is_26, has_national) = (true, true);
            }
            None => found.remarks.push(format!(
                "{place}: '{tag}' is no line of TRF16 or TRF26 that is known here, and is not read"
            )),
        }
    }
    let edition = if is_26 { "TRF26" } else { "TRF16" };
    let named = in_file.iter().map(|(tag, what)| format!("{what} ({tag})"));
    let national = has_national.then(|| "national ratings".to_owned());
    let each: Vec<String> = named.chain(national).collect();
    if !each.is_empty() {
        found.remarks.push(format!(
            "{name} is {edition}; the tournament file says here what it says of {}",
            each.join(", ")
        ));
    }
    match wrong.is_empty() {
        true => Ok(found),
        false => Err(wrong),
    }
}

impl TrfLines {
    fn add(
        &mut self,
        known: Use,
        (tag, rest): (&str, &str),
        (line, place): (usize, &str),
    ) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let first = words.first().copied().unwrap_or_default();
        let numbers = |words: &[&str]| -> Result<Vec<u32>, String> {
            let each = words.iter().map(|w| w.parse::<u32>());
            let read: Result<Vec<u32>, _> = each.collect();
            read.map_err(|_| format!("'{}' are no numbers ({tag})", words.join(" ")))
        };
        let placed = place.to_owned();
        let terms = &mut self.terms;
        match known {
            Use::Rounds => {
                let [rounds] = numbers(words.get(..1).unwrap_or_default())?[..] else {
                    return Err(format!("no number of rounds ({tag})"));
                };
                terms.rounds = Some(Placed {
                    what: rounds,
                    place: placed,
                });
            }
            Use::Colour => {
                let lower = rest.to_lowercase();
                let side = match first.to_lowercase().as_str() {
                    "w" => Side::White,
                    "b" => Side::Black,
                    // XXC has other words for programs.
                    _ if lower.contains("white1") => Side::White,
                    _ if lower.contains("black1") => Side::Black,
                    _ if tag == "XXC" => return Ok(()),
                    other => return Err(format!("'{other}' is no colour ({tag})")),
                };
                terms.first = Some(Placed {
                    what: side,
                    place: placed,
                });
            }
            Use::Scoring => {
                let own = format!("{} {rest}", tag.trim_start_matches("BB"));
                let text = if tag.starts_with("BB") { &own } else { rest };
                let mut by_colour: BTreeMap<&str, Points> = BTreeMap::new();
                let mut differ = false;
                for found in POINTS.captures_iter(text) {
                    let (Some(colour), Some(of), Some(points)) =
                        (found.get(1), found.get(2), found.get(3))
                    else {
                        continue;
                    };
                    let read = Points::try_from(points.as_str().to_owned());
                    let read = read.map_err(|_| format!("'{}' are no points", points.as_str()))?;
                    let scoring = &mut terms
                        .scoring
                        .get_or_insert_with(|| Placed {
                            what: Scoring::USUAL,
                            place: placed.clone(),
                        })
                        .what;
                    match of.as_str() {
                        "W" => scoring.win = read,
                        "D" => scoring.draw = read,
                        _ => scoring.loss = read,
                    }
                    if !colour.as_str().is_empty() {
                        let before = by_colour.insert(of.as_str(), read);
                        differ |= before.is_some_and(|before| before != read);
                    }
                }
                if differ {
                    self.remarks.push(format!(
                        "{place}: not taken over ({tag}): other points by colour"
                    ));
                }
            }
            Use::Byes if tag == "XXZ" => {
                self.byes
                    .extend(numbers(&words)?.into_iter().map(|rank| RankedBye {
                        line,
                        rank,
                        round: None,
                        kind: ByeKind::Zero,
                    }));
            }
            Use::Byes => {
                let kind = match first.to_uppercase().as_str() {
                    "F" => ByeKind::Full,
                    "H" => ByeKind::Half,
                    "Z" => ByeKind::Zero,
                    other => return Err(format!("'{other}' is no bye ({tag}: F, H, Z)")),
                };
                let all = numbers(words.get(1..).unwrap_or_default())?;
                let [round, ranks @ ..] = all.as_slice() else {
                    return Err(format!("no round ({tag})"));
                };
                self.byes.extend(ranks.iter().map(|rank| RankedBye {
                    line,
                    rank: *rank,
                    round: Some(*round),
                    kind,
                }));
            }
            Use::Apart => {
                let all = numbers(&words)?;
                let ranks = match (tag, all.as_slice()) {
                    ("260", [_, _, ranks @ ..]) => ranks,
                    ("260", _) => return Err(format!("no rounds ({tag})")),
                    (_, ranks) => ranks,
                };
                self.apart.push(Placed {
                    what: ranks.to_vec(),
                    place: placed,
                });
            }
            Use::InFile | Use::WithPlayers | Use::Lost => {}
        }
        Ok(())
    }
}
