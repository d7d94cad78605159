//! The protocols of a team event, appendices 1 and 2 of the rules: of each match its boards,
//! what it came to and in whose favour, and of a round all its matches, to be signed.
//!
//! Scheveningen is one match of several rounds (38.7.1 gives match points for it once, and by
//! 53.1 all its games begin together): its protocol has all games, the round before each, and
//! there is nothing to sum up. Asked for one of its rounds, it has the games of that round
//! and says that they are a part.

mod page;

pub use page::document;

use super::table::{GameLine, TableInput};
use crate::ids::GameName;
use crate::time::Day;
use crate::tournament::encounter::{BoardGame, Encounter};
use crate::tournament::play::System;
use crate::tournament::system::knock_out::Stage;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Which event the protocols are of, as their head names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// Its name; of a stage that of the cycle.
    pub event: String,
    /// The group: of a stage its name. Else it is filled in by hand.
    pub group: Option<String>,
}

/// Protocols that were asked for.
#[derive(Clone, Debug)]
pub struct Protocols<'a> {
    input: &'a TableInput,
    occasion: Occasion,
    /// The round; none where all rounds are one match.
    round: Option<u32>,
    matches: Vec<MatchProtocol>,
    /// Teams that are free in the round.
    free: Vec<u32>,
    /// With the matches of the round summed up.
    summed_up: bool,
}

/// The protocol of a match.
#[derive(Clone, Debug)]
struct MatchProtocol {
    /// Its number in the round, from 1.
    number: u32,
    /// What it shows: the match, or the games of one of its rounds.
    shown: Encounter,
    /// It is only a part: the points of the whole so far.
    part_of: Option<Encounter>,
}

/// Why there is no protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProtocol {
    /// Players play for themselves.
    #[error("no teams play in it: protocols are of team events")]
    NotOfTeams,
    /// It has no games yet.
    #[error("no round of it is paired yet")]
    NothingPaired,
    /// The round is not paired.
    #[error("it has no round {round}: the last one that is paired is {last}")]
    NoRound {
        /// The round.
        round: u32,
        /// The last one.
        last: u32,
    },
    /// The round has fewer matches.
    #[error("there is no match {number}: there are {count}")]
    NoMatch {
        /// The match.
        number: u32,
        /// How many there are.
        count: usize,
    },
}

impl<'a> Protocols<'a> {
    /// Those of a round, else of the last one that is paired; of one of its matches, else of
    /// all.
    ///
    /// # Errors
    /// Why there are none.
    pub fn of(
        input: &'a TableInput,
        occasion: Occasion,
        (round, number): (Option<u32>, Option<u32>),
    ) -> Result<Protocols<'a>, NoProtocol> {
        if !input.seating.system.is_of_teams() {
            return Err(NoProtocol::NotOfTeams);
        }
        let all = input.encounters();
        let played = all.iter().flat_map(|e| &e.games).map(|g| g.round);
        let rounds: BTreeSet<u32> = played
            .chain(input.team_byes.iter().map(|bye| bye.round))
            .collect();
        let last = rounds.last().copied().ok_or(NoProtocol::NothingPaired)?;
        if let Some(round) = round.filter(|r| !rounds.contains(r)) {
            return Err(NoProtocol::NoRound { round, last });
        }
        let one_match = input.seating.one_match();
        let round = match one_match {
            true => round,
            false => round.or(Some(last)),
        };
        let shown: Vec<Encounter> = match one_match {
            true => all,
            false => all.into_iter().filter(|e| Some(e.round) == round).collect(),
        };
        let free = match round.filter(|_| !one_match) {
            Some(round) => free(input, round, &shown),
            None => Vec::new(),
        };
        let count = shown.len();
        let mut matches: Vec<MatchProtocol> = (1..)
            .zip(shown)
            .map(|(number, shown)| MatchProtocol::of(number, shown, round))
            .collect();
        if let Some(number) = number {
            matches.retain(|m| m.number == number);
            if matches.is_empty() {
                return Err(NoProtocol::NoMatch { number, count });
            }
        }
        Ok(Protocols {
            input,
            occasion,
            round,
            matches,
            free,
            summed_up: number.is_none() && !one_match,
        })
    }

    /// What stands in them, for programs.
    pub fn json(&self) -> Value {
        let input = self.input;
        let teams = |numbers: &[u32]| -> Vec<Value> {
            let team = |n: &u32| json!({"team": n, "name": input.team_name(*n), "captain": self.captain(*n)});
            numbers.iter().map(team).collect()
        };
        let matches = self.matches.iter().map(|one| {
            let whole = one.part_of.as_ref().unwrap_or(&one.shown);
            json!({
                "number": self.number(one),
                "round": self.round,
                "match": one.number,
                "date": self.date([&one.shown]),
                "teams": teams(&one.shown.teams),
                "boards": one.shown.games.iter().map(|g| self.json_of(g)).collect::<Vec<_>>(),
                "points": one.shown.points(),
                "open": one.shown.is_open(),
                "counts": one.shown.counts(),
                "match_so_far": one.part_of.as_ref().map(Encounter::points),
                "in_favour": whole.winner(),
            })
        });
        json!({
            "tournament": input.code,
            "name": self.occasion.event,
            "group": self.occasion.group,
            "round": self.round,
            "date": self.date(self.shown()),
            "matches": matches.collect::<Vec<_>>(),
            "free": teams(&self.free),
            "arbiter": input.setting.arbiter,
            "as_of": input.today,
        })
    }

    fn json_of(&self, game: &BoardGame) -> Value {
        let player = |side: usize| {
            let number = game.players.get(side).copied().unwrap_or_default();
            let board = game.boards.get(side).copied().flatten();
            json!({
                "start_number": number,
                "name": self.name(game, number),
                "board": board,
                "white": game.first_is_white == (side == 0),
            })
        };
        json!({
            "board": game.board(),
            "round": game.round,
            "game": self.line(game).map(|l| &l.name),
            "players": [player(0), player(1)],
            "result": game.marks().filter(|_| !game.is_open()),
            "points": game.points,
            "open": game.is_open(),
            "counts": game.counts(),
        })
    }

    fn shown(&self) -> impl Iterator<Item = &Encounter> {
        self.matches.iter().map(|m| &m.shown)
    }

    /// The number on a protocol: its round and its place in it, so that it never changes and
    /// says what brings it again. The only match of an event is the first.
    fn number(&self, one: &MatchProtocol) -> String {
        match self.round {
            Some(round) => format!("{round}/{}", one.number),
            None => one.number.to_string(),
        }
    }

    /// The day on which the last of the games ended; of what goes on, today.
    fn date<'e>(&self, matches: impl IntoIterator<Item = &'e Encounter>) -> Day {
        let games = matches.into_iter().flat_map(|e| &e.games);
        let ended: Option<Vec<Day>> = games
            .map(|g| match g.is_open() {
                true => None,
                false => self.line(g)?.progress.ended,
            })
            .collect();
        ended
            .and_then(|days| days.into_iter().max())
            .unwrap_or(self.input.today)
    }

    fn line(&self, game: &BoardGame) -> Option<&GameLine> {
        self.input.games.get(game.at)
    }

    /// Who plays, or played, a game under a starting number.
    fn name(&self, game: &BoardGame, number: u32) -> &str {
        let name: Option<&GameName> = self.line(game).map(|l| &l.name);
        let had = self.input.had(number, name, self.input.today);
        had.map_or("", |(name, _)| name)
    }

    fn captain(&self, team: u32) -> Option<&str> {
        let at = usize::try_from(team).ok()?.checked_sub(1)?;
        let captain = self.input.teams.get(at)?.captain.as_ref()?;
        Some(&captain.name)
    }
}

impl MatchProtocol {
    fn of(number: u32, mut shown: Encounter, round: Option<u32>) -> MatchProtocol {
        let whole = shown.clone();
        if let Some(round) = round {
            shown.games.retain(|g| g.round == round);
        }
        MatchProtocol {
            number,
            part_of: (shown != whole).then_some(whole),
            shown,
        }
    }
}

/// Who is free in a round: as it was paired; in a cup who went through the first one alone;
/// where all is known before, whoever has no match in it, as long as somebody plays for the
/// team.
fn free(input: &TableInput, round: u32, matches: &[Encounter]) -> Vec<u32> {
    match input.seating.system {
        System::TeamRoundRobin => {}
        System::TeamKnockOut if round == 1 => return alone(input),
        _ => {
            let byes = input.team_byes.iter().filter(|bye| bye.round == round);
            return byes.map(|bye| bye.team).collect();
        }
    }
    let plays = |number: u32| {
        let mut entrants = input.entrants.iter();
        entrants.any(|e| e.start_number == number && !e.withdrawn)
    };
    (1..)
        .zip(&input.teams)
        .filter(|(team, entry)| {
            let meets = matches.iter().any(|m| m.teams.contains(team));
            !meets && entry.declared().any(plays)
        })
        .map(|(team, _)| team)
        .collect()
}

/// Who meets nobody in the first stage of a bracket.
fn alone(input: &TableInput) -> Vec<u32> {
    let matches = input.bracket.as_ref().map(|b| b.matches.as_slice());
    let matches = matches.unwrap_or_default();
    let width = |stage| match stage {
        Stage::Upper(width) => Some(width),
        Stage::Lower(_) | Stage::Final | Stage::SecondFinal => None,
    };
    let first = matches.iter().filter_map(|m| width(m.stage)).max();
    let opening = matches.iter().filter(|m| width(m.stage) == first);
    let single = opening.filter_map(|m| match m.sides? {
        [Some(team), None] | [None, Some(team)] => Some(team),
        _ => None,
    });
    single.collect()
}

#[cfg(test)]
mod tests;
