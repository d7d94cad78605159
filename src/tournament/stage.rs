//! Stages of a cycle (26, mixed): one file of several tournaments, of which the later ones
//! are played by those who came through the earlier ones.

use super::apart;
use super::file::{
    Defaults, EnteredPlayer, TournamentFile, WITHOUT_POSITION, other_count, read_entries,
    read_head, read_officials, read_pairs, read_regulations,
};
use super::keys::FileSection;
use super::play::{BoardOrder, System};
use super::teams::{self, TeamEntry};
use crate::ids::is_code;
use crate::rules::Profile;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most stages of a cycle.
const MAX_STAGES: usize = 100;
/// The lowest place from which anybody goes through.
const MAX_PLACE: u32 = 1_000;
/// The keys that a stage has for itself; all others of `[tournament]` hold for it too.
const OWN: &[&str] = &[
    "code",
    "players",
    "teams",
    "from",
    "carry",
    "round",
    "apart",
    "pair",
    "regulations",
];

/// What a tournament is in a cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageEntry {
    /// The code of the cycle.
    pub cycle: String,
    /// Its name.
    pub cycle_name: String,
    /// Which stage it is, from 1.
    pub number: u32,
    /// Who comes in from which stage; nobody in a first one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<StageSource>,
    /// Results against those who also came through are carried over, and not played again.
    #[serde(default)]
    pub carry: bool,
    /// The file says when it starts: it begins by itself on that day.
    #[serde(default)]
    pub dated: bool,
    /// How many players, or teams, the file itself puts into it. They have the first numbers.
    #[serde(default)]
    pub seeded: u32,
    /// Who came in, once it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub came: Vec<Promoted>,
}

impl StageEntry {
    /// Whether it is not known yet who plays.
    pub fn is_open(&self) -> bool {
        self.came.is_empty() && !self.from.is_empty()
    }

    /// How many come in from other stages.
    pub fn incoming(&self) -> usize {
        self.from.iter().map(|s| s.places.len()).sum()
    }

    /// Whose result is carried over: they met in the same stage before. By numbers in this
    /// one, the smaller first.
    pub fn met(&self) -> BTreeSet<(u32, u32)> {
        let mut met = BTreeSet::new();
        if !self.carry {
            return met;
        }
        for (at, one) in self.came.iter().enumerate() {
            let others = self.came.iter().skip(at + 1);
            let same = others.filter(|other| other.stage == one.stage);
            met.extend(same.map(|other| {
                let (a, b) = (one.number, other.number);
                (a.min(b), a.max(b))
            }));
        }
        met
    }
}

/// What a file is called as a whole: a cycle's code, or its only tournament's.
pub fn code_of(files: &[TournamentFile]) -> &str {
    files.first().map_or("", |file| match &file.stage {
        Some(stage) => stage.cycle.as_str(),
        None => file.code.as_str(),
    })
}

/// Places of a stage from which players, or teams, go through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageSource {
    /// The code of the stage.
    pub stage: String,
    /// The places, from 1, in the order of the numbers that they get.
    pub places: Vec<u32>,
}

/// Who came through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promoted {
    /// The starting number in the stage that he comes into; a team's, where teams play.
    pub number: u32,
    /// The stage that he comes from.
    pub stage: String,
    /// The place that he came through from.
    pub place: u32,
    /// His starting number there.
    pub was: u32,
}

/// A row of a stage's table, as far as promotion needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedUnit {
    /// The starting number, or the team's.
    pub number: u32,
    /// Who stands level with him after all criteria has the same.
    pub group: usize,
    /// Goes through nowhere: has left, or does not want to.
    pub stays: bool,
    /// Has gone on to a stage above this one: he stands before all others, and level with
    /// nobody.
    pub taken: bool,
}

/// Why the field of a stage cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "unfilled", rename_all = "kebab-case")]
pub enum Unfilled {
    /// Players of a stage are level after all criteria where only some of them go through:
    /// the numbers of those level.
    Level {
        /// The stage.
        stage: String,
        /// Their numbers there.
        numbers: Vec<u32>,
    },
    /// Fewer than two would play.
    TooFew,
}

/// Who goes through, by the tables of the stages, best first (39). Those who stay make room
/// for the next: reserves move up. A place that nobody is left for stays empty.
///
/// # Errors
/// Why it cannot be told.
pub fn promoted(
    stage: &StageEntry,
    tables: &BTreeMap<String, Vec<RankedUnit>>,
) -> Result<Vec<Promoted>, Unfilled> {
    let mut came = Vec::new();
    let mut number = stage.seeded;
    for source in &stage.from {
        let all = tables.get(&source.stage).map_or(&[][..], Vec::as_slice);
        let mut going: Vec<&RankedUnit> = all.iter().filter(|u| !u.stays || u.taken).collect();
        going.sort_by_key(|u| !u.taken);
        let at = |place: u32| {
            let at = usize::try_from(place).ok()?.checked_sub(1)?;
            going.get(at).copied()
        };
        for place in &source.places {
            let Some(unit) = at(*place).filter(|u| !u.taken) else {
                // Nobody is left who could move up: the field is smaller.
                continue;
            };
            number += 1;
            came.push(Promoted {
                number,
                stage: source.stage.clone(),
                place: *place,
                was: unit.number,
            });
            // Level with one whose place does not go through.
            let level: Vec<(u32, u32)> = (1..)
                .zip(&going)
                .filter(|(_, other)| other.group == unit.group && !other.taken)
                .map(|(place, other)| (place, other.number))
                .collect();
            if level.iter().any(|(p, _)| !source.places.contains(p)) {
                return Err(Unfilled::Level {
                    stage: source.stage.clone(),
                    numbers: level.into_iter().map(|(_, number)| number).collect(),
                });
            }
        }
    }
    match number {
        0 | 1 => Err(Unfilled::TooFew),
        _ => Ok(came),
    }
}

/// The tournament of a stage with those who came through, who stand beside their numbers; a
/// team brings its players.
pub fn filled(file: &TournamentFile, came: Vec<(Promoted, Arrived)>) -> TournamentFile {
    let mut file = file.clone();
    let Some(stage) = &mut file.stage else {
        return file;
    };
    let seeded = usize::try_from(stage.seeded).unwrap_or(usize::MAX);
    match file.play.system.is_of_teams() {
        true => {
            file.teams.truncate(seeded);
            let players = file.teams.iter().map(|t| t.boards.len() + t.reserves.len());
            file.players.truncate(players.sum());
        }
        false => file.players.truncate(seeded),
    }
    stage.came.clear();
    for (promoted, arrived) in came {
        stage.came.push(promoted);
        match arrived {
            Arrived::Player(player) => file.players.push(player),
            Arrived::Team(team, players) => {
                enter_team(&mut file.teams, &mut file.players, &team, &players)
            }
        }
    }
    file
}

/// Who comes into a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrived {
    /// A player.
    Player(EnteredPlayer),
    /// A team, and its players by the numbers that its boards have until now.
    Team(TeamEntry, BTreeMap<u32, EnteredPlayer>),
}

/// Adds a team and its players, who get the next numbers: boards first, then reserves.
fn enter_team(
    teams: &mut Vec<TeamEntry>,
    players: &mut Vec<EnteredPlayer>,
    team: &TeamEntry,
    known: &BTreeMap<u32, EnteredPlayer>,
) {
    let mut enter = |numbers: &[u32]| -> Vec<u32> {
        let of = numbers.iter().filter_map(|n| known.get(n));
        of.map(|player| {
            players.push(player.clone());
            u32::try_from(players.len()).unwrap_or(u32::MAX)
        })
        .collect()
    };
    let (boards, reserves) = (enter(&team.boards), enter(&team.reserves));
    teams.push(TeamEntry {
        boards,
        reserves,
        // What was stated for the rounds of the stage before.
        line_ups: Vec::new(),
        ..team.clone()
    });
}

/// Reads a file with sections `[[stage]]`: a tournament for each.
pub(super) fn read(
    top: FileSection<'_, '_>,
    defaults: &Defaults<'_>,
    listed: Option<&[EnteredPlayer]>,
) -> Option<Vec<TournamentFile>> {
    let cycle = top.section("tournament")?;
    let common = read_head(&cycle, defaults);
    let (given, tie_breaks) = read_regulations(&top);
    let profile = common.as_ref().map_or(Profile::Email, |h| h.profile);
    let players = read_entries(&top, None, profile, (listed, false));
    let sections = top.sections("stage");
    if sections.is_empty() || sections.len() > MAX_STAGES {
        let count = sections.len();
        top.refuse(
            "stage",
            &format!("stands there {count} times; allowed: 1 to {MAX_STAGES} times"),
        );
    }
    let of_teams = top.has("team").then_some(System::TeamRoundRobin);
    let teams = teams::read(&top, (of_teams, BoardOrder::Shift), players.len());
    if teams.iter().flatten().any(|team| !team.line_ups.is_empty()) {
        top.refuse(
            "team",
            "has a 'line_up'; allowed: none in a cycle, where each stage has line-ups of its own \
             (td line-up CODE TEAM)",
        );
    }
    let mut reader = StageReader {
        cycle: common.as_ref().and_then(|h| h.code.clone()),
        cycle_name: common.as_ref().and_then(|h| h.name.clone()),
        entered: players.len(),
        teams: teams.len(),
        sizes: Vec::new(),
        placed: BTreeSet::new(),
    };
    let mut read = Vec::new();
    for section in sections {
        let section = section.over(&cycle, OWN);
        let stage = reader.read(&section, defaults);
        let (own, own_tie_breaks) = read_regulations(&section);
        section.finish();
        read.push((stage, own, own_tie_breaks));
    }
    for number in (1..).take(reader.entered).filter(|_| !top.has("team")) {
        if !reader.placed.contains(&number) {
            top.refuse(
                "stage",
                &format!("has player {number} nowhere; allowed: each under 'players' of a stage"),
            );
        }
    }
    let heads: Vec<_> = read.iter().filter_map(|(s, _, _)| s.as_ref()).collect();
    let heads: Vec<_> = heads.into_iter().map(|s| &s.head).collect();
    let officials = read_officials(&top, &heads);
    cycle.finish();
    top.finish();
    let players = players.into_iter().collect::<Option<Vec<_>>>()?;
    let teams = teams.into_iter().collect::<Option<Vec<_>>>()?;
    let officials = officials.into_iter().collect::<Option<Vec<_>>>()?;
    let mut files = Vec::new();
    for (stage, own, own_tie_breaks) in read {
        let ReadStage { head, entry, units } = stage?;
        let mut of_stage = (Vec::new(), Vec::new());
        let at = |n: u32| usize::try_from(n).ok()?.checked_sub(1);
        match head.play.as_ref()?.system.is_of_teams() {
            true => {
                let known: BTreeMap<u32, EnteredPlayer> = (1..).zip(players.clone()).collect();
                for team in units.iter().filter_map(|n| teams.get(at(*n)?)) {
                    enter_team(&mut of_stage.1, &mut of_stage.0, team, &known);
                }
            }
            false => {
                let chosen = units.iter().filter_map(|n| players.get(at(*n)?));
                of_stage.0 = chosen.cloned().collect();
            }
        }
        let regulations = |usual| own.clone().over(given.clone().over(usual));
        let tie_breaks = tie_breaks || own_tie_breaks;
        let (players, teams) = of_stage;
        let mut file = head.whole(players, teams, regulations, tie_breaks, Some(entry))?;
        let here = officials.iter().filter_map(|o| o.only_in(&file.code));
        file.officials = here.collect();
        files.push(file);
    }
    Some(files)
}

/// What a section `[[stage]]` says.
struct ReadStage {
    head: super::file::Head,
    entry: StageEntry,
    /// The numbers in the file of those who play in it from the start.
    units: Vec<u32>,
}

/// What is known of a cycle while its stages are read.
struct StageReader {
    cycle: Option<String>,
    cycle_name: Option<String>,
    entered: usize,
    teams: usize,
    /// The stages so far: code, how many play in it, how often everyone meets everyone.
    sizes: Vec<(String, usize, Option<u32>)>,
    placed: BTreeSet<u32>,
}

impl StageReader {
    fn read(&mut self, s: &FileSection<'_, '_>, defaults: &Defaults<'_>) -> Option<ReadStage> {
        s.require("code", "the stage's own code, such as RU26-A");
        let mut head = read_head(s, defaults)?;
        if let Some(code) = &head.code {
            let taken = self.sizes.iter().any(|(c, _, _)| c == code);
            if taken || self.cycle.as_ref() == Some(code) {
                s.refuse(
                    "code",
                    &format!("is {code}, which is taken; allowed: one of its own for each stage"),
                );
            }
            if !s.holds("name") {
                head.name = head.name.map(|name| format!("{name}, {code}"));
            }
        }
        let system = head.play.as_ref().map(|p| p.system);
        let of_teams = system.is_some_and(System::is_of_teams);
        let (key, other, count) = match of_teams {
            true => ("teams", "players", self.teams),
            false => ("players", "teams", self.entered),
        };
        if s.has(other) {
            s.refuse(other, &format!("is not for this system; allowed: '{key}'"));
        }
        let highest = u32::try_from(count).unwrap_or(u32::MAX).max(1);
        let units = s.numbers(key, 1..=highest).unwrap_or_default();
        if !of_teams {
            self.placed.extend(&units);
        }
        let from = self.sources(s);
        if !s.has(key) && !s.has("from") {
            s.require(
                key,
                "who plays in it, by numbers of the file; or from = [{ stage = \"CODE\", places = [1, 2] }]",
            );
        }
        let incoming: usize = from.iter().map(|f| f.places.len()).sum();
        let size = units.len() + incoming;
        let rule = match system {
            Some(System::Scheveningen) if size != 2 => Some("exactly 2".to_owned()),
            Some(_) if of_teams && self.teams == 0 => Some("those of sections [[team]]".to_owned()),
            Some(system) if !system.is_of_teams() => other_count(Some(system), size, false),
            _ => other_count(None, size, false),
        };
        if (s.has(key) || !from.is_empty())
            && let Some(rule) = rule
        {
            s.refuse(
                key,
                &format!("and 'from' make {size} {key}; allowed: {rule}"),
            );
        }
        let carry = s.flag("carry").unwrap_or(false);
        let legs = head.play.as_ref().and_then(|play| match play.system {
            System::RoundRobin | System::TeamRoundRobin => Some(play.legs),
            System::DoubleRoundRobin => Some(2),
            _ => None,
        });
        if carry {
            let same = |f: &StageSource| {
                let of = self.sizes.iter().find(|(code, _, _)| *code == f.stage);
                of.is_none_or(|(_, _, of)| *of == legs)
            };
            if legs.is_none() || !from.iter().all(same) {
                s.refuse(
                    "carry",
                    "is true; allowed only where all meet all, as often as in the stages they come from",
                );
            }
        }
        let pairs = read_pairs(s, system, head.variant, size, defaults);
        if let Some(play) = &mut head.play {
            play.read_terms(s);
            play.apart = apart::read(s, play, size);
            play.pairs = pairs.into_iter().collect::<Option<Vec<_>>>()?;
            if play.lacks_position(head.variant) {
                s.refuse("system", &format!("has {WITHOUT_POSITION}"));
            }
        }
        let code = head.code.clone()?;
        self.sizes.push((code, size, legs));
        let entry = StageEntry {
            cycle: self.cycle.clone()?,
            cycle_name: self.cycle_name.clone()?,
            number: u32::try_from(self.sizes.len()).unwrap_or(u32::MAX),
            from,
            carry,
            dated: s.holds("start_date"),
            seeded: u32::try_from(units.len()).unwrap_or(u32::MAX),
            came: Vec::new(),
        };
        Some(ReadStage { head, entry, units })
    }

    /// The stages and places from which others come in.
    fn sources(&self, s: &FileSection<'_, '_>) -> Vec<StageSource> {
        let mut sources: Vec<StageSource> = Vec::new();
        for source in s.sections("from") {
            source.require("stage", "the code of a stage above");
            source.require("places", "the places that go through, such as [1, 2]");
            let above = self.sizes.iter();
            let known: Vec<&str> = above.map(|(code, _, _)| code.as_str()).collect();
            let rule = format!("a stage above ({})", known.join(", "));
            let stage = source.parsed("stage", &rule, |code| {
                (is_code(code) && known.contains(&code)).then(|| code.to_owned())
            });
            let size = self
                .sizes
                .iter()
                .find(|(code, _, _)| Some(code) == stage.as_ref());
            let lowest = size.and_then(|(_, size, _)| u32::try_from(*size).ok());
            let places = source.numbers("places", 1..=lowest.unwrap_or(MAX_PLACE));
            if let Some(stage) = &stage
                && sources.iter().any(|s| s.stage == *stage)
            {
                source.refuse(
                    "stage",
                    &format!("names {stage} twice; allowed: all its places in one"),
                );
            }
            source.finish();
            sources.extend(
                stage
                    .zip(places)
                    .map(|(stage, places)| StageSource { stage, places }),
            );
        }
        sources
    }
}

#[cfg(test)]
#[path = "stage_tests.rs"]
mod tests;
