//! The report on a tournament: table, clocks, penalties, leave, oversteps and
//! what waits for the arbiter (CONTRACT.md 8), as JSON, and as a document with
//! drawings and tables for spreadsheets.

mod boards;
mod course;
mod cross;
mod document;
mod json;
mod leave;
mod line;
mod lists;
mod progress;
mod ratings;
mod reports;
mod what_if;
mod withdrawal;

pub use boards::{BoardRow, board_rows, board_table};
pub use course::{course, named};
pub use cross::{bracket_table, cross_table, team_table};
pub use document::{OF_OUTCOMES, document, leaders, position, table, tables};
pub use json::{json, number, public_json};
pub use leave::{LeaveYear, leave};
pub use line::{GameLine, OverdueLine, PenaltyLine, SideLine, counted};
pub use lists::{
    finished, leaves, matter_items, matters as matters_table, overdue, penalties, players,
    progress, status,
};
pub use progress::{Growth, LastMove, Progress, ProgressStep, growth};
pub use ratings::ratings;
pub use what_if::{Branch, Choice, WhatIf};

use super::matters::{Concerned, Happened, Matter};
use crate::ids::{GameName, PlayerId};
use crate::language::Language;
use crate::record::{LeaveSpan, PlayerEntry, Recorded};
use crate::rules::{Article, Profile, Scoring, TieBreak};
use crate::time::{Day, Zone};
use crate::tournament::announced::Announcement;
use crate::tournament::elo::{self, Rated};
use crate::tournament::encounter::{Encounter, Seating, encounters};
use crate::tournament::play::TeamScore;
use crate::tournament::scored;
use crate::tournament::standings::{self, Standings};
use crate::tournament::system::knock_out::BracketMatch;
use crate::tournament::team_table::{self as of_teams, TeamBye, TeamRow, team_standings};
use crate::tournament::teams::{TeamEntry, team_of};
use std::collections::{BTreeMap, BTreeSet};

/// A player of the tournament.
#[derive(Clone, Debug)]
pub struct TableEntrant {
    /// Number in this home.
    pub player: PlayerId,
    /// Starting number.
    pub start_number: u32,
    /// Name.
    pub name: String,
    /// Federation, where known.
    pub federation: Option<String>,
    /// Rating, where known.
    pub rating: Option<u32>,
    /// Whose spelling the name has: the language of his letters.
    pub language: Language,
    /// He has left the tournament.
    pub withdrawn: bool,
    /// His games count (33.1).
    pub counts: bool,
    /// Letters to him come back: since when, and how many in a row.
    pub failing: Option<Failing>,
    /// His leave in this tournament.
    pub leave: Vec<LeaveSpan>,
    /// The day of his last letter, where he has reported that he cannot write any.
    pub heard: Option<Day>,
    /// His entries in this tournament, oldest first: late leave is found there.
    pub record: Vec<Recorded<PlayerEntry>>,
    /// Who had the starting number before him, oldest first.
    pub former: Vec<Former>,
}

impl TableEntrant {
    /// He as whom a matter is about.
    pub fn concerned(&self) -> Concerned {
        Concerned {
            player: self.player,
            name: self.name.clone(),
        }
    }
}

/// One whose starting number another has taken over.
#[derive(Clone, Debug)]
pub struct Former {
    /// His leave in this tournament, as long as his games were his.
    pub leave: Vec<LeaveSpan>,
    /// Number in this home.
    pub player: PlayerId,
    /// Name.
    pub name: String,
    /// Federation, where known.
    pub federation: Option<String>,
    /// Rating, where known.
    pub rating: Option<u32>,
    /// His first day, where he was not the first.
    pub from: Option<Day>,
    /// The first day of the next.
    pub until: Day,
    /// His entries in this tournament, oldest first.
    pub record: Vec<Recorded<PlayerEntry>>,
}

/// An address that letters come back from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// Since this day.
    pub since: Day,
    /// How many letters, one after the other.
    pub count: u32,
}

/// All that the report is made of.
#[derive(Clone, Debug)]
pub struct TableInput {
    /// The tournament's code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Its article.
    pub profile: Profile,
    /// The tie-breaks in their order.
    pub tie_breaks: Vec<TieBreak>,
    /// What results bring (10.1).
    pub scoring: Scoring,
    /// Points without a game.
    pub byes: Vec<scored::TableBye>,
    /// Results of a stage before that count here too.
    pub carried: Vec<CarriedGame>,
    /// The rounds that were paired so far, where they are paired one by one.
    pub rounds: Option<u32>,
    /// Further rounds are to come: no table is final before.
    pub goes_on: bool,
    /// The bracket of a knock-out, with who shares which place.
    pub bracket: Option<BracketShown>,
    /// The teams, where teams play.
    pub teams: Vec<TeamEntry>,
    /// What counts first between them.
    pub team_score: TeamScore,
    /// How their boards were taken.
    pub seating: Seating,
    /// Matches of which a team was free.
    pub team_byes: Vec<TeamBye>,
    /// Leave in a calendar year.
    pub leave_days_per_year: u32,
    /// Its zone.
    pub zone: Zone,
    /// The day of the report, in the tournament's zone.
    pub today: Day,
    /// The players.
    pub entrants: Vec<TableEntrant>,
    /// It is started and not over: what players asked for waits for the arbiter.
    pub running: bool,
    /// The games, by number; see [`GameLine::of`].
    pub games: Vec<GameLine>,
    /// What waits for the arbiter apart from games and players; read for him alone.
    pub around: Vec<Matter>,
    /// What stands at the head of the report.
    pub setting: Setting,
}

/// What stands at the head of the report.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The tournament's language.
    pub language: Language,
    /// The official start.
    pub start: Day,
    /// The end, where there is one.
    pub end: Option<Day>,
    /// The arbiter's name.
    pub arbiter: String,
    /// Days and moves of a period of the control.
    pub control: (i64, u32),
    /// Who should not meet (31.9).
    pub announced: Vec<Announcement>,
}

/// A game of a stage before that counts in this one's table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedGame {
    /// Its name there.
    pub name: GameName,
    /// By the numbers of this stage.
    pub game: scored::TableGame,
}

/// The bracket of a knock-out as a table shows it.
#[derive(Clone, Debug)]
pub struct BracketShown {
    /// Its matches, in the order in which they come.
    pub matches: Vec<BracketMatch>,
    /// Who shares which place, the best first.
    pub places: Vec<Vec<u32>>,
}

impl TableInput {
    /// The table itself: places, points and tie-breaks.
    pub fn standings(&self) -> Standings {
        let games: Vec<scored::TableGame> = self.games.iter().map(GameLine::standing).collect();
        self.standings_of(&games)
    }

    /// The players, as a table takes them.
    fn players(&self) -> Vec<scored::TablePlayer> {
        let player = |e: &TableEntrant| scored::TablePlayer {
            start_number: e.start_number,
            name: e.name.clone(),
            withdrawn: e.withdrawn,
            counts: e.counts,
            rating: e.rating,
        };
        self.entrants.iter().map(player).collect()
    }

    /// What the games of each come to that were played on the board against rated opponents:
    /// of who played them, and not of who has his starting number now. What a stage before has
    /// rated is not rated again; whether games count for the table (33.1) is no matter of
    /// ratings.
    pub fn rated_games(&self) -> BTreeMap<PlayerId, Rated> {
        let former = self.entrants.iter().flat_map(|e| &e.former);
        let former = former.map(|f| (f.player, f.rating));
        let now = self.entrants.iter().map(|e| (e.player, e.rating));
        let persons: BTreeMap<PlayerId, Option<u32>> = former.chain(now).collect();
        let numbers: BTreeMap<PlayerId, u32> = persons.keys().copied().zip(1..).collect();
        let players: Vec<scored::TablePlayer> = (1..)
            .zip(persons.values())
            .map(|(start_number, rating)| scored::TablePlayer {
                start_number,
                name: String::new(),
                withdrawn: false,
                counts: true,
                rating: *rating,
            })
            .collect();
        let played = self.games.iter().filter(|game| game.ply >= elo::PLAYED);
        let of_persons = played.filter_map(|game| {
            Some(scored::TableGame {
                white: *numbers.get(&game.players.white)?,
                black: *numbers.get(&game.players.black)?,
                ..game.standing()
            })
        });
        let games: Vec<scored::TableGame> = of_persons.collect();
        let rated = elo::rated(&players, &games);
        let of = |(player, number): (&PlayerId, &u32)| Some((*player, *rated.get(number)?));
        numbers.iter().filter_map(of).collect()
    }

    /// The table that these games make.
    pub fn standings_of(&self, games: &[scored::TableGame]) -> Standings {
        let table = scored::CrossTable {
            players: self.players(),
            games: self.with_carried(games),
            byes: self.byes.clone(),
            rounds: self.rounds,
            scoring: self.scoring,
        };
        // What is of teams alone says nothing of a player.
        let of_teams = |t: &TieBreak| matches!(t, TieBreak::MatchPoints | TieBreak::BoardPoints);
        let tie_breaks: Vec<TieBreak> = match self.teams.is_empty() {
            true => self.tie_breaks.clone(),
            false => self
                .tie_breaks
                .iter()
                .copied()
                .filter(|t| !of_teams(t))
                .collect(),
        };
        let mut standings = standings::standings_of(&table, &tie_breaks);
        standings.is_final &= !self.goes_on;
        if let Some(bracket) = &self.bracket
            && self.teams.is_empty()
        {
            standings.place_by(&bracket.places);
        }
        standings
    }

    fn with_carried(&self, games: &[scored::TableGame]) -> Vec<scored::TableGame> {
        let carried = self.carried.iter().map(|c| c.game);
        games.iter().copied().chain(carried).collect()
    }

    /// The table of the teams; none where players play for themselves.
    pub fn team_standings(&self) -> Vec<TeamRow> {
        let games: Vec<scored::TableGame> = self.games.iter().map(GameLine::standing).collect();
        self.team_standings_of(&games)
    }

    /// The table of the teams that these games make.
    pub fn team_standings_of(&self, games: &[scored::TableGame]) -> Vec<TeamRow> {
        let mut table = team_standings(
            &self.teams,
            &self.encounters_of(self.with_carried(games)),
            &self.team_byes,
            self.team_score,
            self.scoring,
            &self.tie_breaks,
        );
        if let Some(bracket) = self.bracket.as_ref().filter(|_| !self.teams.is_empty()) {
            of_teams::place_by(&mut table, &bracket.places);
        }
        table
    }

    /// The matches of the teams, of this event alone: their games stand at the same places
    /// in [`TableInput::games`].
    pub fn encounters(&self) -> Vec<Encounter> {
        self.encounters_of(self.games.iter().map(GameLine::standing).collect())
    }

    /// The matches that these games make.
    fn encounters_of(&self, mut games: Vec<scored::TableGame>) -> Vec<Encounter> {
        let out = self.teams_removed();
        for game in &mut games {
            let [white, black] = [game.white, game.black].map(|n| team_of(&self.teams, n));
            if [white, black]
                .into_iter()
                .flatten()
                .any(|t| out.contains(&t))
            {
                game.result = scored::TableResult::Annulled;
            }
        }
        encounters(&self.teams, &games, &self.seating, self.scoring)
    }

    /// The teams that were removed: of them no match counts (22). Where one player alone has
    /// left, his boards are won and lost as any others (33.3): what he has is his team's.
    fn teams_removed(&self) -> BTreeSet<u32> {
        let of = |number: u32| self.entrants.iter().find(|e| e.start_number == number);
        let is_out = |team: &TeamEntry| {
            let mut all = team.declared().filter_map(of).peekable();
            let dropped = team.declared().filter_map(of).any(|e| !e.counts);
            all.peek().is_some() && dropped && all.all(|e| e.withdrawn)
        };
        let numbered = (1..).zip(&self.teams);
        let out = numbered.filter(|(_, team)| is_out(team));
        out.map(|(number, _)| number).collect()
    }

    /// The name of a team; empty where there is none of this number.
    pub fn team_name(&self, team: u32) -> &str {
        let at = usize::try_from(team).ok().and_then(|n| n.checked_sub(1));
        let team = at.and_then(|at| self.teams.get(at));
        team.map_or("", |t| t.name.as_str())
    }

    /// Everything that waits for the arbiter: of the games by number, then of the players,
    /// then the rest. Of a tournament that is over only its games can still be contested.
    pub fn matters(&self) -> Vec<Matter> {
        let mut all: Vec<Matter> = self
            .games
            .iter()
            .flat_map(|g| g.matters.iter().cloned())
            .collect();
        for entrant in self.entrants.iter().filter(|_| self.running) {
            all.extend(leave::late(self, entrant));
            all.extend(withdrawal::asked(self, entrant));
            all.extend(withdrawal::away(self, entrant));
            all.extend(reports::overdue(self, entrant));
            all.extend(self.failing(entrant));
        }
        all.extend(self.around.iter().cloned());
        all
    }

    /// Where letters do not reach a player, the arbiter finds out how they can.
    fn failing(&self, entrant: &TableEntrant) -> Option<Matter> {
        let failing = entrant.failing.as_ref()?;
        Some(Matter {
            game: None,
            what: "address-failing".to_owned(),
            article: Article::AddressChange.number(self.profile).to_owned(),
            happened: Happened::Failing {
                name: entrant.name.clone(),
                since: failing.since,
                count: failing.count,
            },
            commands: vec![format!("td address {} NEW@ADDRESS", entrant.player)],
            about: vec![entrant.name.clone()],
            concerned: Some(entrant.concerned()),
            since: Some(failing.since),
            ..Matter::default()
        })
    }

    /// The sides whose time is over, by game.
    pub fn overdue(&self) -> impl Iterator<Item = (&GameLine, &OverdueLine)> {
        self.games
            .iter()
            .flat_map(|g| g.overdue.iter().map(move |o| (g, o)))
    }

    /// Who had a starting number on a day, and his federation; in a game that one who
    /// was replaced has finished, he.
    pub fn had(
        &self,
        start_number: u32,
        game: Option<&GameName>,
        day: Day,
    ) -> Option<(&str, Option<&str>)> {
        let mut all = self.entrants.iter();
        let now = all.find(|e| e.start_number == start_number)?;
        let line = game.and_then(|name| self.games.iter().find(|g| g.name == *name));
        let played = |f: &&Former| line.is_some_and(|g| g.players.any(|id| *id == f.player));
        let mut former = now.former.iter();
        let by_game = former.clone().find(played);
        Some(
            match by_game
                .or_else(|| former.find(|f| f.from.is_none_or(|from| from <= day) && day < f.until))
            {
                Some(f) => (f.name.as_str(), f.federation.as_deref()),
                None => (now.name.as_str(), now.federation.as_deref()),
            },
        )
    }

    /// Those who took a starting number over.
    pub fn took_over(&self) -> impl Iterator<Item = &TableEntrant> {
        self.entrants.iter().filter(|e| !e.former.is_empty())
    }

    /// The games that belong to one who had the starting number before, by name.
    pub fn games_of_former(&self, former: &Former) -> Vec<&GameName> {
        let his = |g: &&GameLine| g.players.any(|id| *id == former.player);
        self.games.iter().filter(his).map(|g| &g.name).collect()
    }

    /// The name of a starting number; empty where nobody has it.
    pub fn name_of(&self, start_number: u32) -> &str {
        self.entrants
            .iter()
            .find(|e| e.start_number == start_number)
            .map_or("", |e| e.name.as_str())
    }
}

#[cfg(test)]
pub(super) mod tests;
