//! Who should not meet in a Swiss event (31.9): the sections `[[apart]]` of a tournament
//! file, and the pairs that follow from them for a round.

use super::file::TournamentFile;
use super::keys::FileSection;
use super::play::{MAX_ROUNDS, Play, System};
use crate::fold::fold;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The most sections of a file: more than anybody could be told of in a letter.
const MAX_APART: usize = 20;

/// Those who should not meet one another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Company {
    /// These starting numbers, or numbers of teams.
    Numbers(Vec<u32>),
    /// All of one federation, whichever it is.
    Federation,
}

/// A restriction of pairing (31.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Apart {
    /// Who.
    pub who: Company,
    /// From this round on.
    pub from_round: u32,
    /// They never meet; else only where no pairing of the round keeps them all apart.
    pub strict: bool,
}

/// A restriction as players are told of it: with names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restriction {
    /// Who; nobody is named where it is for all of one federation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// They are teams.
    pub teams: bool,
    /// From this round on.
    pub from_round: u32,
    /// They never meet.
    pub strict: bool,
}

/// The pairs of a round that are kept apart, each with the smaller number first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptApart {
    /// Who never meet.
    pub never: BTreeSet<(u32, u32)>,
    /// Who meet only where there is no other way.
    pub if_possible: BTreeSet<(u32, u32)>,
}

/// The pairs that a round keeps apart. Federations are those with which units were entered:
/// who pairs the round again gets the same.
pub fn kept_apart(play: &Play, federations: &BTreeMap<u32, String>, round: u32) -> KeptApart {
    let mut kept = KeptApart::default();
    for apart in play.apart.iter().filter(|a| a.from_round <= round) {
        let pairs = match apart.strict {
            true => &mut kept.never,
            false => &mut kept.if_possible,
        };
        match &apart.who {
            Company::Numbers(numbers) => pairs_of(numbers, pairs),
            Company::Federation => {
                let mut together: BTreeMap<String, Vec<u32>> = BTreeMap::new();
                for (number, federation) in federations {
                    together.entry(fold(federation)).or_default().push(*number);
                }
                for numbers in together.values() {
                    pairs_of(numbers, pairs);
                }
            }
        }
    }
    kept.if_possible.retain(|pair| !kept.never.contains(pair));
    kept
}

fn pairs_of(numbers: &[u32], pairs: &mut BTreeSet<(u32, u32)>) {
    for (at, one) in numbers.iter().enumerate() {
        let others = numbers.iter().skip(at + 1);
        pairs.extend(others.map(|other| (*one.min(other), *one.max(other))));
    }
}

/// The restrictions of a tournament as its players are told of them.
pub fn restrictions(file: &TournamentFile) -> Vec<Restriction> {
    let told = |apart: &Apart| Restriction {
        names: match &apart.who {
            Company::Numbers(numbers) => numbers.iter().filter_map(|n| name(file, *n)).collect(),
            Company::Federation => Vec::new(),
        },
        teams: file.play.system.is_of_teams(),
        from_round: apart.from_round,
        strict: apart.strict,
    };
    file.play.apart.iter().map(told).collect()
}

/// A player, or a team, as he was entered: the number and the name.
pub fn name(file: &TournamentFile, number: u32) -> Option<String> {
    let at = usize::try_from(number).ok()?.checked_sub(1)?;
    let name = match file.play.system.is_of_teams() {
        true => &file.teams.get(at)?.name,
        false => &file.players.get(at)?.name,
    };
    Some(format!("{number} {name}"))
}

/// Reads the sections `[[apart]]`, for so many players or teams.
pub(super) fn read(top: &FileSection<'_, '_>, play: &Play, units: usize) -> Vec<Apart> {
    let sections = top.sections("apart");
    if sections.is_empty() {
        return Vec::new();
    }
    if !play.system.is_swiss() {
        let rule = "is only for system = \"swiss\" and \"team-swiss\"";
        top.refuse("apart", rule);
        return Vec::new();
    }
    if sections.len() > MAX_APART {
        let count = sections.len();
        let what = format!("stands there {count} times; allowed: up to {MAX_APART} times");
        top.refuse("apart", &what);
        return Vec::new();
    }
    let all = sections.into_iter().map(|s| one(s, play, units));
    all.collect::<Vec<_>>().into_iter().flatten().collect()
}

fn one(section: FileSection<'_, '_>, play: &Play, units: usize) -> Option<Apart> {
    let s = &section;
    let (key, other) = keys(play.system);
    if s.has(other) {
        s.refuse(other, &format!("is not for this system; allowed: '{key}'"));
    }
    // Without players every number would be wrong: that is one fault, not many.
    let highest = match units {
        0 => u32::MAX,
        _ => u32::try_from(units).unwrap_or(u32::MAX),
    };
    let numbers = s.numbers(key, 1..=highest);
    if numbers.as_ref().is_some_and(|n| n.len() < 2) {
        s.refuse(key, "has fewer than two; allowed: two at least");
    }
    let federation = s.flag("federation");
    match (s.has(key), s.has("federation")) {
        (true, true) => {
            let what = format!("stands beside '{key}'; allowed: one of them");
            s.refuse("federation", &what);
        }
        (false, false) if !s.has(other) => {
            s.require(
                key,
                "the numbers of those who do not meet; or federation = true",
            );
        }
        _ => {}
    }
    if federation == Some(false) {
        s.refuse("federation", "is false; allowed: true, or no such key");
    }
    // A number of rounds that is wrong is a fault of its own.
    let rounds = match play.rounds {
        0 => MAX_ROUNDS,
        rounds => rounds,
    };
    let from_round = match s.has("from_round") {
        true => s.number("from_round", 1..=rounds),
        false => Some(1),
    };
    let strict = s.flag("strict").unwrap_or(false);
    section.finish();
    let who = match numbers {
        Some(numbers) => Company::Numbers(numbers),
        None => federation.map(|_| Company::Federation)?,
    };
    Some(Apart {
        who,
        from_round: from_round?,
        strict,
    })
}

/// The key that names them in a system, and the one that does not.
fn keys(system: System) -> (&'static str, &'static str) {
    match system.is_of_teams() {
        true => ("teams", "players"),
        false => ("players", "teams"),
    }
}

/// The sections as a file has them.
pub(super) fn sections(play: &Play) -> String {
    let mut text = String::new();
    if !play.system.is_swiss() {
        return text;
    }
    let (key, _) = keys(play.system);
    text.push_str(
        "\n# Who should not meet (31.9): players, or all of one federation. They are told so.\n",
    );
    if play.apart.is_empty() {
        text.push_str("#\n#[[apart]]\n#federation = true\n#from_round = 1\n#strict = false\n");
    }
    for apart in &play.apart {
        let who = match &apart.who {
            Company::Numbers(numbers) => format!("{key} = {numbers:?}"),
            Company::Federation => "federation = true".to_owned(),
        };
        let Apart {
            from_round, strict, ..
        } = apart;
        let _ = write!(
            text,
            "\n[[apart]]\n{who}\nfrom_round = {from_round}\nstrict = {strict}\n"
        );
    }
    text
}

/// Whether a restriction goes by numbers.
pub(super) fn names_numbers(play: &Play) -> bool {
    let by_number = |apart: &Apart| matches!(apart.who, Company::Numbers(_));
    play.apart.iter().any(by_number)
}

/// The restrictions in a line, as a change of them is told.
pub(super) fn shown(play: &Play) -> Option<String> {
    let (key, _) = keys(play.system);
    let one = |apart: &Apart| {
        let who = match &apart.who {
            Company::Numbers(numbers) => format!("{key} {numbers:?}"),
            Company::Federation => "one federation".to_owned(),
        };
        let strict = if apart.strict { ", strict" } else { "" };
        format!("{who} from round {}{strict}", apart.from_round)
    };
    let all: Vec<String> = play.apart.iter().map(one).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

#[cfg(test)]
#[path = "apart_tests.rs"]
mod tests;
