//! Rounds that were paired one by one elsewhere: who met whom, in which order, who was free.
//! What the files say together is a round only where everybody has one place in it, or where
//! the bracket makes it.

use super::games::{Reckoning, imported};
use super::leave::Leave;
use super::names::Field;
use super::said::{ByeKind, Said, SaidGame};
use super::told::{Telling, games_told};
use super::{Fitted, ImportTerms, ImportedRound};
use crate::time::Day;
use crate::tournament::file::TournamentFile;
use crate::tournament::pairing;
use crate::tournament::system::{
    self, Bye, NextRound, PastMeeting, PastRound, Round, Unpairable, swiss,
};
use crate::tournament::{Points, scored::Scoring};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A bye with where it stands.
type PlacedBye<'s> = (ByeKind, &'s str);

/// What the files say, by players' numbers.
struct Told<'s, 'f> {
    file: &'f TournamentFile,
    names: Field<'f>,
    units: system::Field<'f>,
    /// The meetings of each round.
    meetings: BTreeMap<u32, Vec<Telling>>,
    /// Who was free, by round and number.
    byes: BTreeMap<(u32, u32), PlacedBye<'s>>,
    /// When rounds began.
    begins: BTreeMap<u32, Day>,
}

/// The rounds and games that files tell of.
///
/// # Errors
/// Every round that does not fit, with its place in the files.
pub(super) fn fitted(
    file: &TournamentFile,
    (files, leave): (&[Said], &Leave),
    terms: ImportTerms,
) -> Result<Fitted, Vec<String>> {
    let mut wrong = Vec::new();
    let told = told(file, files, &mut wrong);
    let last = told.meetings.keys().next_back().copied().unwrap_or(0);
    if last > file.play.rounds && file.play.system.is_swiss() {
        wrong.push(format!(
            "a game of round {last} stands in the files, and the tournament has {} rounds",
            file.play.rounds
        ));
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut fitted = Fitted::default();
    let mut past: Vec<PastRound> = Vec::new();
    for number in 1..=last {
        match told.round(number, &past, fitted.games.len()) {
            Ok(round) => {
                past.push(round.past);
                let order = round.order;
                for (game, pairing) in order.iter().zip(&round.imported.games) {
                    let days = Reckoning {
                        rules: &file.regulations,
                        start: round.imported.start,
                        terms,
                        free: leave.of_game(pairing),
                    };
                    match imported((&game.game, game.tells_days), pairing, &days) {
                        Ok(imported) => fitted.games.push(imported),
                        Err(why) => wrong.push(format!("{}: {why}", game.game.place)),
                    }
                }
                if round.imported.start > terms.today {
                    let start = round.imported.start;
                    wrong.push(format!(
                        "round {number} begins on {start}, which is to come"
                    ));
                }
                fitted.rounds.push(round.imported);
            }
            Err(why) => {
                // What comes after a round that does not fit says nothing.
                wrong.extend(why);
                break;
            }
        }
    }
    fitted.remarks = told.remarks(last);
    match wrong.is_empty() {
        true => Ok(fitted),
        false => Err(wrong),
    }
}

/// Whom the files name, by numbers.
fn told<'s, 'f>(
    file: &'f TournamentFile,
    files: &'s [Said],
    wrong: &mut Vec<String>,
) -> Told<'s, 'f> {
    let names = Field::of(file);
    let mut meetings: BTreeMap<u32, Vec<Telling>> = BTreeMap::new();
    for (round, game) in games_told(&names, files, wrong) {
        meetings.entry(round).or_default().push(game);
    }
    let mut byes: BTreeMap<(u32, u32), PlacedBye<'s>> = BTreeMap::new();
    for bye in files.iter().flat_map(|said| &said.byes) {
        let number = match names.number_of(&bye.player) {
            Ok(number) => number,
            Err(why) => {
                wrong.push(format!("{}: {why}", bye.place));
                continue;
            }
        };
        let known = byes
            .entry((bye.round, number))
            .or_insert((bye.kind, &bye.place));
        match (known.0, bye.kind) {
            (a, b) if a == b => {}
            // Where a game is not over, a report file says that nobody was met.
            (ByeKind::Zero, _) => *known = (bye.kind, &bye.place),
            (_, ByeKind::Zero) => {}
            _ => wrong.push(format!("{}: {} says another bye", bye.place, known.1)),
        }
    }
    let units = pairing::field(file);
    let begins = files.iter().flat_map(|said| said.begins.clone()).collect();
    Told {
        file,
        names,
        units,
        meetings,
        byes,
        begins,
    }
}

/// A round that fits.
struct FittedRound<'t> {
    imported: ImportedRound,
    /// Its games in the order of the boards.
    order: Vec<&'t Telling>,
    past: PastRound,
}

impl Told<'_, '_> {
    fn round(
        &self,
        number: u32,
        past: &[PastRound],
        before: usize,
    ) -> Result<FittedRound<'_>, Vec<String>> {
        let meetings = self.meetings.get(&number).map_or(&[][..], Vec::as_slice);
        if meetings.is_empty() {
            return Err(vec![format!(
                "round {number}: no game of it stands in the files, and one of a later round does"
            )]);
        }
        let is_swiss = self.file.play.system.is_swiss();
        match is_swiss {
            true => self.everybody(number, meetings)?,
            false => self
                .in_bracket(number, past, meetings)
                .map_err(|why| vec![why])?,
        }
        let mut order: Vec<&Telling> = meetings.iter().collect();
        self.in_order(past, &mut order);
        // In a bracket who is free needs no word of it.
        let of_round = |kinds: &'static [ByeKind]| {
            let byes = self.byes.range((number, 0)..=(number, u32::MAX));
            byes.filter(move |((_, unit), (kind, _))| {
                is_swiss && kinds.contains(kind) && !plays(meetings, *unit)
            })
        };
        let scoring = self.units.scoring;
        let with_points = of_round(&[ByeKind::Half, ByeKind::Full, ByeKind::Pairing]);
        let byes: Vec<Bye> = with_points
            .map(|((_, unit), (kind, _))| Bye {
                unit: *unit,
                points: match kind {
                    ByeKind::Zero => Points::ZERO,
                    ByeKind::Half => scoring.draw,
                    ByeKind::Full => scoring.win,
                    ByeKind::Pairing => swiss::of_bye(&self.units),
                },
                asked: *kind != ByeKind::Pairing,
            })
            .collect();
        let absent: BTreeSet<u32> = of_round(&[ByeKind::Zero])
            .map(|((_, unit), _)| *unit)
            .collect();
        let round = Round {
            meetings: order.iter().map(|m| (m.white, m.black)).collect(),
            byes: byes.clone(),
        };
        let games = pairing::games_of_round(self.file, number, before, &round, &BTreeSet::new());
        let terms = self.file.play.terms_of(number);
        let met = order.iter().map(|m| past_meeting(m, scoring)).collect();
        Ok(FittedRound {
            imported: ImportedRound {
                number,
                start: terms.map_or_else(|| self.began(number, meetings), |t| t.start),
                end: terms.map_or(self.file.end_date, |t| t.end),
                games,
                byes: byes.clone(),
                absent: absent.clone(),
            },
            order,
            past: PastRound {
                meetings: met,
                byes,
                absent,
            },
        })
    }

    /// When a round began, as far as the files say it.
    fn began(&self, number: u32, meetings: &[Telling]) -> Day {
        let start = self.file.start_date;
        let of_games = || meetings.iter().filter_map(|m| m.game.begun).min();
        let day = self.begins.get(&number).copied().or_else(of_games);
        day.map_or(start, |day| day.max(start))
    }

    /// Everybody has a game or a bye, and one of them.
    fn everybody(&self, number: u32, meetings: &[Telling]) -> Result<(), Vec<String>> {
        let mut wrong = Vec::new();
        let mut placed: BTreeMap<u32, &str> = BTreeMap::new();
        for meeting in meetings {
            let place = &meeting.game.place;
            for unit in [meeting.white, meeting.black] {
                let name = self.names.name(unit);
                if self.units.free.contains(&unit) {
                    wrong.push(format!("{place}: {name} does not play in the tournament"));
                }
                if let Some(other) = placed.insert(unit, place) {
                    wrong.push(format!(
                        "{place}: {name} has another game in round {number} ({other})"
                    ));
                }
                if let Some((kind, bye)) = self.byes.get(&(number, unit))
                    && *kind != ByeKind::Zero
                {
                    wrong.push(format!(
                        "{bye}: {name} has a bye in round {number}, and a game too ({place})"
                    ));
                }
            }
        }
        for unit in self.units.numbers() {
            if !placed.contains_key(&unit) && !self.byes.contains_key(&(number, unit)) {
                let name = self.names.name(unit);
                wrong.push(format!(
                    "round {number}: {name} has neither a game nor a bye in the files; a line of a \
                     table says which (round;white;black;result: {number};{name};bye;U)"
                ));
            }
        }
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong),
        }
    }

    /// The matches of a round are those that the bracket makes of the rounds before.
    fn in_bracket(
        &self,
        number: u32,
        past: &[PastRound],
        meetings: &[Telling],
    ) -> Result<(), String> {
        let expected = match system::next(&self.units, past) {
            NextRound::Paired(round) => round.meetings,
            NextRound::Waits => {
                return Err(format!(
                    "a game of round {number} stands in the files, and one before it is not over"
                ));
            }
            NextRound::Nothing | NextRound::Unpairable(Unpairable::TooFew) => {
                return Err(format!(
                    "a game of round {number} stands in the files, and the cup is over before"
                ));
            }
            NextRound::Unpairable(why) => return Err(format!("round {number}: {why}")),
        };
        let pairs = |all: &mut dyn Iterator<Item = (u32, u32)>| {
            let mut pairs: Vec<(u32, u32)> = all.map(|(a, b)| (a.min(b), a.max(b))).collect();
            pairs.sort_unstable();
            pairs
        };
        let here = pairs(&mut expected.iter().copied());
        let there = pairs(&mut meetings.iter().map(|m| (m.white, m.black)));
        if here == there {
            return Ok(());
        }
        let said = |pairs: &[(u32, u32)]| {
            let each = pairs
                .iter()
                .map(|(a, b)| format!("{} – {}", self.names.name(*a), self.names.name(*b)));
            each.collect::<Vec<_>>().join(", ")
        };
        Err(format!(
            "round {number}: here the bracket, by the order of the players and the results before, \
             has {}; the files have {}",
            said(&here),
            said(&there)
        ))
    }

    /// By the boards, where every game tells its own; else as rounds are published: by the
    /// points of the better, of the other, and the number of the better.
    fn in_order(&self, past: &[PastRound], order: &mut [&Telling]) {
        let boards: BTreeSet<u32> = order.iter().filter_map(|m| m.game.board).collect();
        if boards.len() == order.len() {
            order.sort_by_key(|m| m.game.board);
            return;
        }
        let mut points: BTreeMap<u32, Points> = BTreeMap::new();
        let mut add = |unit: u32, scored: Points| {
            let sum = points.entry(unit).or_default();
            *sum = *sum + scored;
        };
        for round in past {
            for meeting in &round.meetings {
                let (white, black) = meeting.score.unwrap_or_default();
                add(meeting.white, white);
                add(meeting.black, black);
            }
            round.byes.iter().for_each(|bye| add(bye.unit, bye.points));
        }
        let had = |unit: u32| {
            (
                points.get(&unit).copied().unwrap_or_default(),
                Reverse(unit),
            )
        };
        order.sort_by_key(|m| {
            let (a, b) = (had(m.white), had(m.black));
            let (better, other) = (a.max(b), a.min(b));
            Reverse((better.0, other.0, better.1))
        });
    }

    /// What the arbiter should look at.
    fn remarks(&self, last: u32) -> Vec<String> {
        let mut remarks = Vec::new();
        if !self.file.play.system.is_swiss() {
            return remarks;
        }
        let mut away: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
        for ((round, unit), (kind, _)) in &self.byes {
            let meetings = self.meetings.get(round).map_or(&[][..], Vec::as_slice);
            if (*kind == ByeKind::Zero || *round > last) && !plays(meetings, *unit) {
                away.entry(*round).or_default().push(self.names.name(*unit));
            }
        }
        for (round, names) in away {
            let names = names.join(", ");
            remarks.push(match round {
                round if round < last => {
                    format!("round {round}: no game and no points for {names}")
                }
                round if round == last => format!(
                    "round {round}: no game and no points for {names}; who has left is paired \
                     again unless td withdraw says so"
                ),
                round => format!(
                    "round {round} is paired here: that {names} should not play in it is not \
                     taken over (td withdraw)"
                ),
            });
        }
        let mut met: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for (round, meetings) in &self.meetings {
            // Who did not play may meet again.
            for m in meetings.iter().filter(|m| m.was_played()) {
                let pair = (m.white.min(m.black), m.white.max(m.black));
                if let Some(before) = met.insert(pair, *round) {
                    remarks.push(format!("{}: they met in round {before} too", m.game.place));
                }
            }
        }
        remarks
    }
}

fn plays(meetings: &[Telling], unit: u32) -> bool {
    meetings.iter().any(|m| m.white == unit || m.black == unit)
}

fn past_meeting(meeting: &Telling, scoring: Scoring) -> PastMeeting {
    let SaidGame { result, .. } = &meeting.game;
    let code = result.map(|(code, _)| code);
    PastMeeting {
        white: meeting.white,
        black: meeting.black,
        score: code.map(|code| code.counted().points(scoring)),
        estimate: None,
        played: meeting.was_played(),
    }
}
