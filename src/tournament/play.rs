//! How a tournament is played: the keys of its file that say who meets whom, when, and
//! from which position. What the systems make of them is in [`super::system`].

use super::apart::{self, Apart};
use super::keys::{FileSection, Sheet};
use crate::chess::{Position, Variant};
use crate::rules::words;
use crate::rules::{OneOfWords, TieBreak};
use crate::time::Day;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// The most games of a match.
pub const MAX_MATCH_GAMES: u32 = 100;
/// The most rounds of a Swiss event: more than any field can play without second meetings.
pub const MAX_ROUNDS: u32 = 99;
/// The most legs of a round-robin.
pub const MAX_LEGS: u32 = 10;
/// The longest seed of a drawing, in characters.
pub const MAX_SEED: usize = 200;
/// The most openings of a thematic event.
const MAX_OPENINGS: usize = 1_000;
/// The longest opening, in characters: forty half-moves.
const MAX_OPENING: usize = 240;
/// Ratings of a Swiss event are close within so many points (39.3.3): one class.
const CLOSE_RATINGS: u32 = 200;
/// Start positions of Chess960.
const POSITIONS: u32 = 960;

words! {
    /// How the games of a tournament come about (26).
    System {
        /// Everyone meets everyone once (31.5).
        RoundRobin = "round-robin",
        /// Twice, once with each colour (31.6).
        DoubleRoundRobin = "double-round-robin",
        /// Two players, several games with alternating colours.
        Match = "match",
        /// The pairs are listed.
        Pairs = "pairs",
        /// So many rounds, each between equals (31.7).
        Swiss = "swiss",
        /// Who loses is out (26).
        KnockOut = "knock-out",
        /// Who loses twice is out (26).
        DoubleKnockOut = "double-knock-out",
        /// Two teams: each of one meets each of the other.
        Scheveningen = "scheveningen",
        /// Every team meets every team (20, 31.5).
        TeamRoundRobin = "team-round-robin",
        /// Teams by the Swiss system.
        TeamSwiss = "team-swiss",
        /// Teams by knock-out.
        TeamKnockOut = "team-knock-out",
    }

    /// What counts first between teams (38.7).
    TeamScore {
        /// Match points (38.7.1).
        Match = "match",
        /// Points on all boards (38.7.2).
        Board = "board",
    }

    /// What binds a team's players to its boards (20).
    BoardOrder {
        /// All play in the order in which they are entered, reserves behind the boards: where
        /// one is missing, those behind him move up.
        Shift = "shift",
        /// Who has a board plays on it or not at all; a reserve takes the board of one who is
        /// missing.
        Fixed = "fixed",
        /// Anybody plays anywhere.
        Free = "free",
    }

    /// What decides a match of a knock-out that ends level.
    TieDecider {
        /// Further games, one with each colour.
        Games = "games",
        /// The higher rating.
        Rating = "rating",
        /// The lower starting number.
        Number = "number",
        /// A lot, drawn from the published seed.
        Lot = "lot",
    }
}

impl System {
    /// The units that meet are teams.
    pub fn is_of_teams(self) -> bool {
        match self {
            System::Scheveningen
            | System::TeamRoundRobin
            | System::TeamSwiss
            | System::TeamKnockOut => true,
            System::RoundRobin
            | System::DoubleRoundRobin
            | System::Match
            | System::Pairs
            | System::Swiss
            | System::KnockOut
            | System::DoubleKnockOut => false,
        }
    }

    /// Rounds are paired one by one, each after the one before.
    pub fn is_by_rounds(self) -> bool {
        self.is_swiss() || self.is_knock_out()
    }

    /// Swiss (26).
    pub fn is_swiss(self) -> bool {
        matches!(self, System::Swiss | System::TeamSwiss)
    }

    /// Knock-out, single or double (26).
    pub fn is_knock_out(self) -> bool {
        matches!(
            self,
            System::KnockOut | System::DoubleKnockOut | System::TeamKnockOut
        )
    }
}

/// The start position of Chess960 games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartPosition {
    /// By its number, 0 to 959.
    Number(u32),
    /// One for the tournament, drawn from the seed.
    Draw,
    /// One for each round.
    DrawEachRound,
    /// One for each game.
    DrawEachGame,
}

impl StartPosition {
    const DRAWN: &[(&str, StartPosition)] = &[
        ("draw", StartPosition::Draw),
        ("draw-each-round", StartPosition::DrawEachRound),
        ("draw-each-game", StartPosition::DrawEachGame),
    ];

    /// As a tournament file has it.
    fn shown(self) -> String {
        match self {
            StartPosition::Number(number) => number.to_string(),
            drawn => {
                let found = Self::DRAWN.iter().find(|(_, value)| *value == drawn);
                quoted(found.map_or("", |(word, _)| word))
            }
        }
    }
}

/// The terms of a round: its official start and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundTerms {
    /// The round, from 1.
    pub number: u32,
    /// Nobody's time runs before it.
    pub start: Day,
    /// Games unfinished then go to adjudication.
    pub end: Option<Day>,
}

/// A pair as listed (`system = "pairs"`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairEntry {
    /// White's starting number.
    pub white: u32,
    /// Black's starting number.
    pub black: u32,
    /// The start position, where it is not the usual one.
    pub fen: Option<String>,
}

/// How a tournament is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    /// How the games come about.
    pub system: System,
    /// Games of a match, in a knock-out too.
    #[serde(rename = "match_games", default = "two")]
    pub games: u32,
    /// How often everyone meets everyone; colours change from leg to leg.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub legs: u32,
    /// Rounds of a Swiss event; 0 elsewhere.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rounds: u32,
    /// What decides matches that end level, in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<TieDecider>,
    /// The start position of Chess960.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<StartPosition>,
    /// From which everything is drawn that is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_seed: Option<String>,
    /// Thematic: openings in UCI, by game number in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
    /// What counts first between teams.
    #[serde(default = "match_points")]
    pub team_score: TeamScore,
    /// What binds the players of a team to its boards.
    #[serde(default = "in_their_order", skip_serializing_if = "is_in_their_order")]
    pub board_order: BoardOrder,
    /// Terms of the rounds, in their order; for all that are paired one by one, or none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<RoundTerms>,
    /// Who should not meet, in a Swiss event (31.9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<Apart>,
    /// The pairs as listed; empty unless the system is `pairs`.
    #[serde(default)]
    pub pairs: Vec<PairEntry>,
}

fn two() -> u32 {
    2
}

fn one() -> u32 {
    1
}

fn is_one(legs: &u32) -> bool {
    *legs == 1
}

fn is_zero(rounds: &u32) -> bool {
    *rounds == 0
}

/// A match that stands alone may end level.
fn usual_ties(system: System) -> Vec<TieDecider> {
    match system.is_knock_out() {
        true => vec![TieDecider::Games, TieDecider::Rating, TieDecider::Number],
        false => Vec::new(),
    }
}

fn match_points() -> TeamScore {
    TeamScore::Match
}

fn in_their_order() -> BoardOrder {
    BoardOrder::Shift
}

fn is_in_their_order(order: &BoardOrder) -> bool {
    *order == in_their_order()
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

impl Default for Play {
    fn default() -> Play {
        Play {
            system: System::RoundRobin,
            games: two(),
            legs: one(),
            rounds: 0,
            ties: Vec::new(),
            position: None,
            draw_seed: None,
            openings: Vec::new(),
            team_score: match_points(),
            board_order: in_their_order(),
            terms: Vec::new(),
            apart: Vec::new(),
            pairs: Vec::new(),
        }
    }
}

impl Play {
    /// The keys of `[tournament]` that say how it is played, in the order in which they
    /// are asked for.
    pub const KEYS: &'static [&'static str] = &[
        "system",
        "games",
        "legs",
        "rounds",
        "ties",
        "team_score",
        "board_order",
        "position",
        "draw_seed",
        "openings",
    ];

    /// Those of them that a stage of a cycle has for itself.
    pub const OF_SYSTEM: &'static [&'static str] = &[
        "system",
        "games",
        "legs",
        "rounds",
        "ties",
        "team_score",
        "board_order",
    ];

    /// Reads them. Where the system is wrong, the others are read as for a round-robin.
    pub(super) fn read(s: &FileSection<'_, '_>, variant: Variant) -> Option<Play> {
        let stated = s.has("system").then(|| s.choice("system", System::WORDS));
        let system = stated.flatten();
        let of = system.unwrap_or(System::RoundRobin);
        let games = s.number("games", 1..=MAX_MATCH_GAMES);
        let legs = s.number("legs", 1..=MAX_LEGS);
        let rounds = s.number("rounds", 1..=MAX_ROUNDS);
        if of.is_swiss() {
            s.require("rounds", "how many rounds there are");
        }
        let ties = s.choices("ties", TieDecider::WORDS);
        let team_score = s.choice("team_score", TeamScore::WORDS);
        let board_order = s.choice("board_order", BoardOrder::WORDS);
        let draw_seed = s.text("draw_seed", MAX_SEED);
        let position = read_position(s, variant);
        let openings = read_openings(s);
        if stated != Some(None) {
            for key in Self::KEYS.iter().filter(|key| s.has(key)) {
                if let Some(rule) = Self::foreign(key, of) {
                    s.refuse(key, rule);
                }
            }
        }
        let drawn = position.is_some_and(|p| !matches!(p, StartPosition::Number(_)));
        let by_lot = ties.as_ref().is_some_and(|t| t.contains(&TieDecider::Lot));
        if (drawn || by_lot) && !s.has("draw_seed") {
            s.require(
                "draw_seed",
                "the seed, published before entries close: what is drawn is drawn from it",
            );
        }
        if stated == Some(None) {
            return None;
        }
        Some(Play {
            system: of,
            games: games.unwrap_or(match of {
                System::TeamKnockOut => one(),
                _ => two(),
            }),
            legs: legs.unwrap_or(one()),
            rounds: rounds.unwrap_or(0),
            ties: ties.unwrap_or_else(|| usual_ties(of)),
            position,
            draw_seed,
            openings,
            team_score: team_score.unwrap_or(match_points()),
            board_order: board_order.unwrap_or(in_their_order()),
            terms: Vec::new(),
            apart: Vec::new(),
            pairs: Vec::new(),
        })
    }

    /// Why a key has no meaning in a system; none where it has one.
    fn foreign(key: &str, system: System) -> Option<&'static str> {
        let (has_meaning, rule) = match key {
            "games" => (
                system == System::Match || system.is_knock_out(),
                "is only for system = \"match\" and the knock-outs",
            ),
            "legs" => (
                matches!(system, System::RoundRobin | System::TeamRoundRobin),
                "is only for system = \"round-robin\" and \"team-round-robin\"",
            ),
            "rounds" => (
                system.is_swiss(),
                "is only for system = \"swiss\" and \"team-swiss\"",
            ),
            "ties" => (
                system.is_knock_out() || system == System::Match,
                "is only for system = \"match\" and the knock-outs",
            ),
            "team_score" | "board_order" => {
                (system.is_of_teams(), "is only for systems with teams")
            }
            _ => (true, ""),
        };
        (!has_meaning).then_some(rule)
    }

    /// Whether a key says something in this system and variant.
    pub fn asks(&self, key: &str, variant: Variant) -> bool {
        let drawn = self
            .position
            .is_some_and(|p| !matches!(p, StartPosition::Number(_)));
        match key {
            "position" => variant == Variant::Chess960,
            "draw_seed" => {
                drawn || self.ties.contains(&TieDecider::Lot) || self.draw_seed.is_some()
            }
            "openings" => !self.openings.is_empty(),
            "ties" if self.system == System::Match => !self.ties.is_empty(),
            _ => Self::foreign(key, self.system).is_none(),
        }
    }

    /// A key's value as a file has it; none where it says nothing in this system.
    pub(super) fn shown(&self, key: &str, variant: Variant) -> Option<String> {
        if !self.asks(key, variant) {
            return None;
        }
        let list = |items: Vec<String>| format!("[{}]", items.join(", "));
        match key {
            "system" => Some(quoted(self.system.word())),
            "games" => Some(self.games.to_string()),
            "legs" => Some(self.legs.to_string()),
            "rounds" => Some(self.rounds.to_string()),
            "ties" => Some(list(self.ties.iter().map(|t| quoted(t.word())).collect())),
            "team_score" => Some(quoted(self.team_score.word())),
            "board_order" => Some(quoted(self.board_order.word())),
            "position" => self.position.map(StartPosition::shown),
            "draw_seed" => self.draw_seed.as_deref().map(quoted),
            "openings" => Some(list(self.openings.iter().map(|o| quoted(o)).collect())),
            _ => None,
        }
    }

    /// The same with another value under one of its keys, as the reader of a file would
    /// take it; an empty one takes an optional key away.
    ///
    /// # Errors
    /// What is wrong with it and what is allowed.
    pub(super) fn with(&self, key: &str, value: &str, variant: Variant) -> Result<Play, String> {
        let text = match key {
            _ if value.is_empty() || value == "none" => None,
            "draw_seed" => Some(quoted(value.trim_matches('"'))),
            _ if toml::from_str::<toml::Table>(&format!("x = {value}")).is_ok() => {
                Some(value.to_owned())
            }
            _ => Some(quoted(value)),
        };
        let mut lines = "[tournament]\n".to_owned();
        for name in Self::KEYS {
            let written = match *name == key {
                true => text.clone(),
                false => self.shown(name, variant),
            };
            if let Some(value) = written {
                lines.push_str(&format!("{name} = {value}\n"));
            }
        }
        let sheet = Sheet::file("", &lines);
        let play = sheet
            .parse()
            .and_then(|table| Play::read(&sheet.top(&table).section("tournament")?, variant));
        // Keys that lose their meaning with another system are dropped in silence.
        let about = format!("'{key}' ");
        let wrong: Vec<String> = sheet
            .complaints()
            .into_iter()
            .map(|c| c.message)
            .filter(|message| message.starts_with(&about))
            .collect();
        let mut play = match (play, wrong.is_empty()) {
            (Some(play), true) => play,
            _ => return Err(wrong.join("; ")),
        };
        if play.system.is_by_rounds() {
            play.terms.clone_from(&self.terms);
        }
        if play.system.is_swiss() {
            play.apart.clone_from(&self.apart);
        }
        if play.system == System::Pairs {
            play.pairs.clone_from(&self.pairs);
        }
        Ok(play)
    }

    /// The sections of the file that it has of its own: rounds, who stays apart, pairs.
    pub(super) fn sections(&self) -> String {
        let mut text = String::new();
        if self.system.is_by_rounds() {
            text.push_str("\n# The rounds: when each begins, and when its unfinished games are adjudicated.\n");
            if self.terms.is_empty() {
                text.push_str("#\n#[[round]]\n#number = 1\n#start_date = 2027-02-01\n#end_date = 2028-01-31\n");
            }
        }
        for terms in &self.terms {
            let RoundTerms { number, start, end } = terms;
            let _ = write!(
                text,
                "\n[[round]]\nnumber = {number}\nstart_date = {start}\n"
            );
            if let Some(end) = end {
                let _ = writeln!(text, "end_date = {end}");
            }
        }
        text.push_str(&apart::sections(self));
        if self.system == System::Pairs {
            text.push_str(
                "\n# The pairs, by starting numbers; `fen` for a position to begin from.\n",
            );
            if self.pairs.is_empty() {
                text.push_str("#\n#[[pair]]\n#white = 1\n#black = 2\n");
            }
        }
        for pair in &self.pairs {
            let (white, black) = (pair.white, pair.black);
            let _ = write!(text, "\n[[pair]]\nwhite = {white}\nblack = {black}\n");
            if let Some(fen) = &pair.fen {
                let _ = writeln!(text, "fen = {}", quoted(fen));
            }
        }
        text
    }

    /// Whether games of Chess960 would have no start position.
    pub(super) fn lacks_position(&self, variant: Variant) -> bool {
        let from_each = !self.pairs.is_empty() && self.pairs.iter().all(|p| p.fen.is_some());
        variant == Variant::Chess960 && self.position.is_none() && !from_each
    }

    /// Reads the sections `[[round]]`.
    pub(super) fn read_terms(&mut self, top: &FileSection<'_, '_>) {
        let sections = top.sections("round");
        if !sections.is_empty() && !self.system.is_by_rounds() {
            top.refuse(
                "round",
                "is only for systems that are paired round by round",
            );
            return;
        }
        let mut last: Option<RoundTerms> = None;
        for section in sections {
            let s = &section;
            s.require("number", "the number of the round");
            s.require("start_date", "a date such as 2026-01-10");
            let number = s.number("number", 1..=MAX_ROUNDS);
            let start = s.day("start_date");
            let end = s.day("end_date");
            if let (Some(start), Some(end)) = (start, end)
                && end <= start
            {
                s.refuse(
                    "end_date",
                    &format!("is {end}; allowed: after {start}, the start"),
                );
            }
            let next = last.map_or(1, |l| l.number + 1);
            if let Some(number) = number
                && number != next
            {
                s.refuse(
                    "number",
                    &format!("is {number}; allowed: {next}, they stand in their order"),
                );
            }
            if let (Some(start), Some(before)) = (start, last.map(|l| l.end.unwrap_or(l.start)))
                && start < before
            {
                s.refuse(
                    "start_date",
                    &format!(
                        "is {start}; allowed: from {before} on, when the round before is over"
                    ),
                );
            }
            section.finish();
            if let (Some(number), Some(start)) = (number, start) {
                let terms = RoundTerms { number, start, end };
                last = Some(terms);
                self.terms.push(terms);
            }
        }
        let count = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
        if self.system.is_swiss() && count > 0 && self.rounds > 0 && count != self.rounds {
            let rounds = self.rounds;
            top.refuse(
                "round",
                &format!(
                    "stands there {count} times; allowed: {rounds} times, once for each round"
                ),
            );
        }
    }

    /// The tie-breaks that articles 39.3.1 to 39.3.5 recommend, where a file names none. In a
    /// Swiss event ratings are close where all are known and lie within
    /// 200 points (39.3.3), else they differ (39.3.4).
    pub fn usual_tie_breaks(&self, ratings: &[Option<u32>]) -> Vec<TieBreak> {
        use TieBreak as T;
        let known: Option<Vec<u32>> = ratings.iter().copied().collect();
        let spread = known.and_then(|all| Some(all.iter().max()? - all.iter().min()?));
        let close = spread.is_some_and(|spread| spread <= CLOSE_RATINGS);
        let of_teams = match self.team_score {
            TeamScore::Board => [T::BoardPoints, T::MatchPoints, T::Direct],
            TeamScore::Match => [T::MatchPoints, T::BoardPoints, T::Direct],
        };
        match self.system {
            System::Swiss if close => vec![
                T::Direct,
                T::Wins,
                T::Blacks,
                T::Aro,
                T::BuchholzCut1,
                T::Buchholz,
                T::Sb,
            ],
            System::Swiss => {
                vec![
                    T::Direct,
                    T::Wins,
                    T::Blacks,
                    T::BuchholzCut1,
                    T::Buchholz,
                    T::Sb,
                ]
            }
            System::TeamRoundRobin | System::TeamKnockOut | System::Scheveningen => {
                [&of_teams[..], &[T::Sb]].concat()
            }
            System::TeamSwiss => [&of_teams[..], &[T::BuchholzCut1, T::Buchholz, T::Sb]].concat(),
            System::RoundRobin
            | System::DoubleRoundRobin
            | System::Match
            | System::Pairs
            | System::KnockOut
            | System::DoubleKnockOut => vec![T::Direct, T::Wins, T::Sb, T::Koya],
        }
    }

    /// The terms of a round, where the file has them.
    pub fn terms_of(&self, round: u32) -> Option<RoundTerms> {
        self.terms.iter().find(|t| t.number == round).copied()
    }
}

/// The start position: a number, or how it is drawn.
fn read_position(s: &FileSection<'_, '_>, variant: Variant) -> Option<StartPosition> {
    if !s.has("position") {
        return None;
    }
    if variant != Variant::Chess960 {
        s.refuse("position", "is only for variant = \"chess960\"");
        return None;
    }
    s.number_or_word("position", 0..=POSITIONS - 1, StartPosition::DRAWN)
        .map(|found| found.unwrap_or_else(StartPosition::Number))
}

/// Openings: each a line of legal moves from the ordinary start.
fn read_openings(s: &FileSection<'_, '_>) -> Vec<String> {
    let Some(openings) = s.texts("openings", MAX_OPENING) else {
        return Vec::new();
    };
    if openings.len() > MAX_OPENINGS {
        s.refuse("openings", &format!("has more than {MAX_OPENINGS} entries"));
        return Vec::new();
    }
    for opening in &openings {
        if after(opening).is_none() {
            s.refuse("openings", &format!("has '{opening}'; allowed: legal moves from the start in UCI, such as \"e2e4 c7c5\""));
        }
    }
    openings
}

/// The position after an opening in UCI; none where a move of it cannot be made.
pub fn after(opening: &str) -> Option<Position> {
    let mut position = Position::start();
    for word in opening.split_whitespace() {
        position = position.after(position.move_of_uci(word)?);
    }
    Some(position)
}
