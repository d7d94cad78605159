//! Teams as entered: who plays on which board, who stands in reserve, who is captain
//! (20, 23, 24).

use super::file::{MAX_NAME, Official, read_official};
use super::keys::FileSection;
use super::line_up::{self, LineUp};
use super::play::{BoardOrder, System};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most teams.
pub const MAX_TEAMS: usize = 200;
/// The most boards of a team, and the most reserves.
const MAX_BOARDS: u32 = 100;

/// A team as entered. Its number is the place in the list, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamEntry {
    /// The name.
    pub name: String,
    /// The captain (24.1).
    pub captain: Option<Official>,
    /// Starting numbers of its players, in board order.
    pub boards: Vec<u32>,
    /// Starting numbers of its reserves, in order.
    pub reserves: Vec<u32>,
    /// Who plays in which round, where it is not those on the boards; by rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line_ups: Vec<LineUp>,
}

/// A captain, and the team that he speaks for (24).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamCaptain {
    /// The number of the team.
    pub team: u32,
    /// Its name.
    pub team_name: String,
    /// Starting numbers of its players, reserves among them.
    pub players: Vec<u32>,
    /// Who he is.
    #[serde(flatten)]
    pub who: Official,
}

/// The captains that a file names, by teams.
pub fn captains(teams: &[TeamEntry]) -> Vec<TeamCaptain> {
    let numbered = (1..).zip(teams);
    numbered
        .filter_map(|(team, entry)| {
            Some(TeamCaptain {
                team,
                team_name: entry.name.clone(),
                players: entry.declared().collect(),
                who: entry.captain.clone()?,
            })
        })
        .collect()
}

impl TeamEntry {
    /// Whether a player may play for it: only those declared may (23).
    pub fn declares(&self, start_number: u32) -> bool {
        self.boards.contains(&start_number) || self.reserves.contains(&start_number)
    }
}

/// The team that declared a player, by its number.
pub fn team_of(teams: &[TeamEntry], start_number: u32) -> Option<u32> {
    (1..)
        .zip(teams)
        .find_map(|(n, t)| t.declares(start_number).then_some(n))
}

/// Reads the sections `[[team]]`.
pub(super) fn read(
    top: &FileSection<'_, '_>,
    (system, order): (Option<System>, BoardOrder),
    players: usize,
) -> Vec<Option<TeamEntry>> {
    let sections = top.sections("team");
    let of_teams = system.is_some_and(System::is_of_teams);
    if !of_teams {
        if system.is_some() && top.has("team") {
            top.refuse("team", "is only for systems with teams");
        }
        return Vec::new();
    }
    top.require("team", "a section [[team]] for each team");
    let allowed = match system {
        Some(System::Scheveningen) => 2..=2,
        _ => 2..=MAX_TEAMS,
    };
    if top.has("team") && !allowed.contains(&sections.len()) {
        let (low, high) = (*allowed.start(), *allowed.end());
        let rule = if low == high {
            format!("exactly {low}")
        } else {
            format!("{low} to {high}")
        };
        top.refuse(
            "team",
            &format!("stands there {} times; allowed: {rule}", sections.len()),
        );
        return Vec::new();
    }
    let highest = u32::try_from(players).unwrap_or(u32::MAX).max(1);
    let mut teams: Vec<Option<TeamEntry>> = Vec::new();
    let mut seen: BTreeMap<u32, usize> = BTreeMap::new();
    let mut size = None;
    for (at, section) in sections.into_iter().enumerate() {
        let s = &section;
        s.require("name", "the team's name");
        s.require(
            "boards",
            "its players' starting numbers in board order, such as [1, 2, 3, 4]",
        );
        let name = s.text("name", MAX_NAME);
        let captain = read_official(s, "captain", false);
        let boards = s.numbers("boards", 1..=highest);
        let reserves = s.numbers("reserves", 1..=highest).unwrap_or_default();
        for (key, numbers) in [
            ("boards", boards.as_deref().unwrap_or_default()),
            ("reserves", &reserves),
        ] {
            for number in numbers {
                let first = *seen.entry(*number).or_insert(at + 1);
                if first != at + 1 {
                    s.refuse(key, &format!("has player {number}, whom team {first} has too; allowed: one team for each player"));
                }
            }
            if numbers.len() > usize::try_from(MAX_BOARDS).unwrap_or(usize::MAX) {
                s.refuse(key, &format!("has more than {MAX_BOARDS} players"));
            }
        }
        if let Some(boards) = &boards {
            if let Some(twice) = reserves.iter().find(|n| boards.contains(n)) {
                s.refuse(
                    "reserves",
                    &format!("has player {twice}, who stands under 'boards' too"),
                );
            }
            let count = boards.len();
            let of_first = *size.get_or_insert(count);
            if count != of_first || count == 0 {
                s.refuse(
                    "boards",
                    &format!("has {count} boards; allowed: {of_first}, as many as the first team"),
                );
            }
        }
        let line_ups = line_up::read(s, highest);
        let team = name.zip(boards).map(|(name, boards)| TeamEntry {
            name,
            captain,
            boards,
            reserves,
            line_ups,
        });
        for line_up in team.iter().flat_map(|team| &team.line_ups) {
            let checked = team
                .as_ref()
                .map(|t| t.check_line_up(&line_up.boards, order));
            if let Some(Err(fault)) = checked {
                s.refuse("line_up", &line_up::complaint(line_up, fault));
            }
        }
        section.finish();
        teams.push(team);
    }
    teams
}

/// The sections `[[team]]`, as a file has them.
pub(super) fn sections(teams: &[TeamEntry]) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let list = |numbers: &[u32]| toml::Value::from(numbers.to_vec()).to_string();
    let mut text = String::new();
    for team in teams {
        let _ = write!(text, "\n[[team]]\nname = {}\n", quoted(&team.name));
        if let Some(captain) = &team.captain {
            let _ = writeln!(text, "captain = {}", captain.written());
        }
        let _ = writeln!(text, "boards = {}", list(&team.boards));
        if !team.reserves.is_empty() {
            let _ = writeln!(text, "reserves = {}", list(&team.reserves));
        }
        text.push_str(&line_up::sections(&team.line_ups));
    }
    text
}
