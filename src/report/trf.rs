//! A tournament as a Tournament Report File (TRF16 of FIDE's handbook, C.04
//! annex 2), the form in which rating offices and other programs take results.
//!
//! What TRF has no place for is decided so:
//! - A round of TRF holds one game of a player. A round-robin has its Berger
//!   rounds, a double one twice as many; where the tournament's own rounds hold
//!   several games of a player (listed pairs), each game stands in the round of the
//!   Berger tables where all meet all, else in the first in which both are free.
//! - A game without a result, one left out of the table, and a round without a
//!   game are all `0000 - Z`: the scheduled opponent with an empty result is
//!   refused by pairing programs.
//! - `+` and `-` are games not played; a game decided before both had moved has
//!   `W`, `D`, `L`, which are not rated.
//! - A result that is carried over from a stage before (26) stands in the round in which its
//!   pair would have met: the stage has no game there. So the points are those of the games
//!   that stand there, and a cross-table is full. It is `W`, `D`, `L`: it was rated with the
//!   stage in which it was played, and is not rated twice.
//! - Points are those of the table, and the results that stand there add up to them: other
//!   programs refuse a file where they do not. So a game that counts for nobody (33.1) is
//!   `0000 - Z`, and one that both have lost `-` for both; a remark (`###`) has the result of
//!   each. Where a win brings other points (10.1), `XXS` says so.
//! - All rounds begin on the day of line 042 (53.1), so line 132 would say nothing; where
//!   rounds have terms of their own, remarks have them. Readers do not agree on the columns
//!   of 132.
//!
//! Everything is ASCII; lines end with CR LF.

use crate::ascii::ascii;
use crate::chess::Side;
use crate::language::Language;
use crate::rules::Profile;
use crate::time::Day;
use crate::tournament::elo;
use crate::tournament::play::System;
use crate::tournament::scored::{Points, Scoring, TableBye, TableResult};
use crate::tournament::standings::Standings;
use crate::tournament::system::round_robin::berger;
use crate::tournament::teams::TeamEntry;
use std::collections::{BTreeMap, BTreeSet};

/// Columns of a name.
const NAME: usize = 33;
/// Columns of a team's name.
const TEAM: usize = 31;

/// A player of the report.
#[derive(Clone, Debug)]
pub struct TrfPlayer {
    /// Starting number.
    pub number: u32,
    /// As entered.
    pub name: String,
    /// Whose spelling the name has.
    pub language: Language,
    /// Rating, where known.
    pub rating: Option<u32>,
    /// Federation, where known.
    pub federation: Option<String>,
}

/// A game of the report.
#[derive(Clone, Copy, Debug)]
pub struct TrfGame {
    /// The round of the tournament, from 1; of a game carried over it is not asked for.
    pub round: u32,
    /// White's starting number.
    pub white: u32,
    /// Black's starting number.
    pub black: u32,
    /// Half-moves played.
    pub plies: u32,
    /// How it stands.
    pub result: TableResult,
    /// It was played in a stage before, and its result is carried over.
    pub carried: bool,
}

/// What a Swiss event is paired by, beside the results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissTerms {
    /// The colour of the first number in the first round.
    pub first: Side,
    /// Pairs that never meet (31.9).
    pub apart: BTreeSet<(u32, u32)>,
}

/// All that the report is made of.
#[derive(Clone, Debug)]
pub struct TrfInput {
    /// The tournament's name.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// Its article.
    pub profile: Profile,
    /// Its start.
    pub start: Day,
    /// Its end, where there is one.
    pub end: Option<Day>,
    /// The arbiter's name.
    pub arbiter: String,
    /// The names of his deputies.
    pub deputies: Vec<String>,
    /// Days for so many moves.
    pub control: (u32, u32),
    /// By starting number.
    pub players: Vec<TrfPlayer>,
    /// By number.
    pub games: Vec<TrfGame>,
    /// The table.
    pub standings: Standings,
    /// How it is played.
    pub system: System,
    /// Rounds that are to be played in all, where they are paired one by one.
    pub rounds: Option<u32>,
    /// Points without a game, by the pairing.
    pub byes: Vec<TableBye>,
    /// What results bring.
    pub scoring: Scoring,
    /// When rounds begin that have terms of their own.
    pub begins: Vec<(u32, Day)>,
    /// The teams, where teams play.
    pub teams: Vec<TeamEntry>,
    /// Where players are paired by the Swiss system.
    pub swiss: Option<SwissTerms>,
}

/// The report.
pub fn trf(input: &TrfInput) -> String {
    let rounds = rounds(input);
    let last = rounds.iter().copied().max().unwrap_or(0);
    let mut lines = headers(input, last);
    let places: BTreeMap<u32, (u32, Points)> = input
        .standings
        .table
        .iter()
        .map(|row| {
            let first = row.place.split('-').next().unwrap_or_default();
            (row.start_number, (first.parse().unwrap_or(0), row.points))
        })
        .collect();
    for player in &input.players {
        let (place, points) = places.get(&player.number).copied().unwrap_or_default();
        let name: String = ascii(&player.name, player.language)
            .chars()
            .take(NAME)
            .collect();
        let federation: String = player
            .federation
            .as_deref()
            .map(|f| ascii(f, player.language).to_ascii_uppercase())
            .filter(|f| f.len() <= 3)
            .unwrap_or_default();
        let rating = player.rating.map(|r| r.to_string()).unwrap_or_default();
        // 001, number, sex and title (not known), name, rating, federation, the
        // number and birthday that FIDE knows and we do not, points, place.
        let mut line = format!(
            "001 {:>4}      {name:<33} {rating:>4} {federation:<3} {:11} {:10} {:>4} {place:>4}",
            player.number,
            "",
            "",
            decimal(points),
        );
        let mut cells: BTreeMap<u32, String> = BTreeMap::new();
        for (game, round) in input.games.iter().zip(&rounds) {
            if let Some(cell) = cell(game, player.number).filter(|_| counts(input, game)) {
                cells.insert(*round, cell);
            }
        }
        for bye in input.byes.iter().filter(|b| b.player == player.number) {
            let kind = match (bye.asked, bye.points >= input.scoring.win) {
                (false, _) => 'U',
                (true, true) => 'F',
                (true, false) => 'H',
            };
            cells
                .entry(bye.round)
                .or_insert_with(|| format!("0000 - {kind}"));
        }
        for round in 1..=last {
            let none = || "0000 - Z".to_owned();
            line.push_str("  ");
            line.push_str(&cells.remove(&round).unwrap_or_else(none));
        }
        lines.push(line);
    }
    for team in &input.teams {
        let name: String = ascii(&team.name, input.language)
            .chars()
            .take(TEAM)
            .collect();
        let players: Vec<String> = team.declared().map(|n| format!("{n:>4}")).collect();
        lines.push(format!("013 {name:<TEAM$} {}", players.join(" ")));
    }
    lines.extend(remarks(input, &rounds));
    lines
        .iter()
        .map(|l| format!("{}\r\n", l.trim_end()))
        .collect()
}

/// Whether a game counts for the table (33.1).
fn counts(input: &TrfInput, game: &TrfGame) -> bool {
    let mut rows = input.standings.table.iter();
    let out = |n: u32| n == game.white || n == game.black;
    !rows.any(|row| !row.counts && out(row.start_number))
}

/// What stands otherwise than it was, and when rounds began.
fn remarks(input: &TrfInput, rounds: &[u32]) -> Vec<String> {
    let begins = input.begins.iter().map(|(round, day)| {
        let day = date(*day);
        format!("### round {round} begins {day}")
    });
    let results = input.games.iter().zip(rounds).filter_map(|(game, round)| {
        let why = match game.result {
            TableResult::Open | TableResult::Annulled => return None,
            _ if !counts(input, game) => "counts for nobody",
            TableResult::BothLose => "both have lost",
            _ => return None,
        };
        let (white, black) = game.result.marks()?;
        let marks = format!("{white}:{black}").replace('½', "=");
        let (white, black) = (game.white, game.black);
        Some(format!(
            "### round {round}: {white} - {black} {marks}, {why}"
        ))
    });
    begins.chain(results).collect()
}

fn date(day: Day) -> String {
    format!("{:04}/{:02}/{:02}", day.year(), day.month(), day.day())
}

/// The lines that are about the tournament.
fn headers(input: &TrfInput, rounds: u32) -> Vec<String> {
    let plain = |text: &str| ascii(text, input.language);
    let rated = input.players.iter().filter(|p| p.rating.is_some()).count();
    let federations: BTreeSet<Option<&str>> = input
        .players
        .iter()
        .map(|p| p.federation.as_deref())
        .collect();
    let (days, moves) = input.control;
    let way = input.profile.way().carrier;
    let mut lines = vec![format!("012 {}", plain(&input.name)), "022 NET".to_owned()];
    // Whose tournament it is stands nowhere; where all are of one federation, it is that.
    if let (1, Some(Some(one))) = (federations.len(), federations.first()) {
        lines.push(format!("032 {}", plain(one).to_ascii_uppercase()));
    }
    lines.push(format!("042 {}", date(input.start)));
    lines.extend(input.end.map(|end| format!("052 {}", date(end))));
    lines.extend([
        format!("062 {}", input.players.len()),
        format!("072 {rated}"),
        format!("082 {}", input.teams.len()),
        format!("092 {}", kind(input)),
        format!("102 {}", plain(&input.arbiter)),
    ]);
    let deputies = input.deputies.iter();
    lines.extend(deputies.map(|name| format!("112 {}", plain(name))));
    lines.extend([format!(
        "122 {days} days/{moves} moves, unused days are kept (correspondence by {way})"
    )]);
    if rounds > 0 {
        // Not of TRF16: pairing programs ask for it.
        lines.push(format!("XXR {}", input.rounds.unwrap_or(rounds)));
    }
    // With these anybody can pair each round again.
    if let Some(swiss) = &input.swiss {
        let first = match swiss.first {
            Side::White => "white1",
            Side::Black => "black1",
        };
        lines.push(format!("XXC {first}"));
        lines.extend(swiss.apart.iter().map(|(a, b)| format!("XXP {a} {b}")));
    }
    if input.scoring != Scoring::USUAL {
        let Scoring { win, draw, loss } = input.scoring;
        let [win, draw, loss] = [win, draw, loss].map(decimal);
        // A bye is a win; who was not there has nothing.
        lines.push(format!(
            "XXS W={win} D={draw} L={loss} PAB={win} FL=0.0 ZPB=0.0"
        ));
    }
    lines
}

/// The kind of the event, as the report names it.
fn kind(input: &TrfInput) -> String {
    match input.system {
        System::Swiss => "Individual: Swiss-System (FIDE Dutch)".to_owned(),
        System::KnockOut => "Individual: Knock-out".to_owned(),
        System::DoubleKnockOut => "Individual: Double knock-out".to_owned(),
        System::TeamSwiss => "Team: Swiss-System (FIDE Dutch)".to_owned(),
        System::TeamKnockOut => "Team: Knock-out".to_owned(),
        System::TeamRoundRobin => "Team: Round-Robin".to_owned(),
        System::Scheveningen => "Team: Scheveningen".to_owned(),
        System::RoundRobin | System::DoubleRoundRobin | System::Match | System::Pairs => {
            format!("Individual: {}", CrossKind::of(input).name())
        }
    }
}

/// What the games of a tournament make together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CrossKind {
    Match,
    RoundRobin,
    DoubleRoundRobin,
    Pairs,
}

impl CrossKind {
    fn of(input: &TrfInput) -> CrossKind {
        let n = input.players.len();
        let mut met: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        let mut coloured: BTreeSet<(u32, u32)> = BTreeSet::new();
        for game in &input.games {
            *met.entry(pair(game)).or_default() += 1;
            coloured.insert((game.white, game.black));
        }
        let all_met = met.len() == n * n.saturating_sub(1) / 2;
        let each = |times: usize| all_met && met.values().all(|m| *m == times);
        match n {
            2 => CrossKind::Match,
            _ if each(1) => CrossKind::RoundRobin,
            _ if each(2) && coloured.len() == input.games.len() => CrossKind::DoubleRoundRobin,
            _ => CrossKind::Pairs,
        }
    }

    fn name(self) -> &'static str {
        match self {
            CrossKind::Match => "Match",
            CrossKind::RoundRobin => "Round-Robin",
            CrossKind::DoubleRoundRobin => "Double Round-Robin",
            CrossKind::Pairs => "Listed pairs",
        }
    }
}

/// Both players of a game, the lower number first.
fn pair(game: &TrfGame) -> (u32, u32) {
    (game.white.min(game.black), game.white.max(game.black))
}

/// The round in which each game stands: its own, unless a player would have two
/// games in one. Then the one that the pair has in the Berger tables, where
/// everybody meets everybody; else the first in which both are free. A game that is
/// carried over has none of its own.
fn rounds(input: &TrfInput) -> Vec<u32> {
    let games = &input.games;
    let mut taken: BTreeSet<(u32, u32)> = BTreeSet::new();
    let own = games.iter().filter(|g| !g.carried).all(|g| {
        let white = taken.insert((g.round, g.white));
        taken.insert((g.round, g.black)) && white
    });
    let kind = CrossKind::of(input);
    if !own && matches!(kind, CrossKind::RoundRobin | CrossKind::DoubleRoundRobin) {
        return berger_rounds(input);
    }
    if !own {
        taken.clear();
    }
    let last = games.iter().map(|g| g.round).max().unwrap_or(0);
    let berger = berger_rounds(input);
    games
        .iter()
        .zip(berger)
        .map(|(game, berger)| {
            if own && !game.carried {
                return game.round;
            }
            let free = |round: &u32| {
                !taken.contains(&(*round, game.white)) && !taken.contains(&(*round, game.black))
            };
            let gap = Some(berger).filter(|round| game.carried && *round <= last && free(round));
            let round = gap.or_else(|| (1..).find(free)).unwrap_or(u32::MAX);
            taken.insert((round, game.white));
            taken.insert((round, game.black));
            round
        })
        .collect()
}

/// The rounds of the Berger tables; the second game of a pair stands in the second cycle.
fn berger_rounds(input: &TrfInput) -> Vec<u32> {
    let table = berger(u32::try_from(input.players.len()).unwrap_or(u32::MAX));
    let cycle = u32::try_from(table.len()).unwrap_or(u32::MAX);
    let mut next: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for (round, boards) in (1..).zip(table) {
        for (white, black) in boards {
            next.insert((white.min(black), white.max(black)), round);
        }
    }
    let rounds = input.games.iter().map(|game| {
        let round = next.entry(pair(game)).or_insert(1);
        let now = *round;
        *round = now.saturating_add(cycle);
        now
    });
    rounds.collect()
}

/// Opponent, colour and result of a player's game; none where it is not his, or has no result.
fn cell(game: &TrfGame, player: u32) -> Option<String> {
    let white = game.white == player;
    if !white && game.black != player {
        return None;
    }
    let played = game.plies >= elo::PLAYED && !game.carried;
    let [win, draw, loss] = if played { "1=0" } else { "WDL" }
        .chars()
        .collect::<Vec<char>>()
        .try_into()
        .unwrap_or(['1', '=', '0']);
    let (for_white, for_black) = match game.result {
        TableResult::Open | TableResult::Annulled => return None,
        TableResult::WhiteWins => (win, loss),
        TableResult::BlackWins => (loss, win),
        TableResult::Draw => (draw, draw),
        // Readers take no other pair of nothings.
        TableResult::BothLose => ('-', '-'),
        TableResult::WhiteForfeit => ('+', '-'),
        TableResult::BlackForfeit => ('-', '+'),
        TableResult::BothForfeit => ('-', '-'),
    };
    let (opponent, colour, mark) = if white {
        (game.black, 'w', for_white)
    } else {
        (game.white, 'b', for_black)
    };
    Some(format!("{opponent:>4} {colour} {mark}"))
}

/// Points with one decimal: they are whole or halves.
fn decimal(points: Points) -> String {
    let quarters = points.in_quarters();
    format!("{}.{}", quarters / 4, if quarters % 4 == 0 { 0 } else { 5 })
}

#[cfg(test)]
mod tests;
