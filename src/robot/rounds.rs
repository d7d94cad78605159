//! Rounds that are paired one by one: when the round before is over, or the arbiter orders
//! it, the next one is paired, recorded and begun. Work grows with the tournaments in which
//! one is due.

use super::alone::Robot;
use super::deciding;
use super::desk::Desk;
use super::orders::decided::Grounds;
use super::stages::{self, StageStep};
use super::starting;
use super::tournaments::new_game;
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::chess::{BySide, Side};
use crate::error::Failure;
use crate::ids::{PlayerId, TournamentId};
use crate::orders::{Outcome, PairOrder, Refusal};
use crate::record::{
    Cause, Entry, EstimatedGame, Event, PairedGame, PairedRound, Recorded, ResultCode, Termination,
    TournamentEntry, TournamentEvent,
};
use crate::report::table::{BracketShown, counted};
use crate::rules::{Article, PairingUnfinished};
use crate::store::{GameRow, Terms, TournamentRow, TournamentStatus, View};
use crate::time::Instant;
use crate::tournament::encounter::match_points;
use crate::tournament::pairing;
use crate::tournament::play::{System, TeamScore};
use crate::tournament::scored::{Scoring, TableResult};
use crate::tournament::system::knock_out;
use crate::tournament::system::{
    self, Field, NextRound, PastMeeting, PastRound, Round, Unpairable,
};
use crate::tournament::{Points, TournamentFile, announced, apart, teams};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The article of pairing in a system that is announced before (31.7, 31.8).
const ANNOUNCED: &str = "31.7";

/// How unfinished games count for a pairing that the arbiter orders, by number.
pub(super) type Estimates = BTreeMap<u32, (Points, Points)>;

impl Robot {
    /// Pairs the rounds that are due by now, a line for each.
    pub(super) fn pair_rounds(&mut self) -> Result<Vec<String>, Failure> {
        let mut told = Vec::new();
        for row in self.store.read().tournaments_pairing(self.now)? {
            if self.is_to_stop() {
                break;
            }
            let paired = self.alone(|robot| {
                let call = PairingCall {
                    cause: Cause::Tick,
                    estimates: &Estimates::new(),
                    reason: "",
                };
                robot.batch(|desk| match row.status {
                    TournamentStatus::Planned => {
                        stages::next_step(desk, &row, &call).map(RoundOutcome::Stage)
                    }
                    _ => pair_next(desk, &row, &call),
                })
            })?;
            let code = &row.facts.code;
            match paired {
                RoundOutcome::Stage(step) => told.extend(step.told(code)),
                RoundOutcome::Done { round, .. } => {
                    told.push(format!("{code}: round {round} paired"))
                }
                RoundOutcome::Unpairable { round, why } => {
                    told.push(format!("{code}: round {round} cannot be paired: {why}"));
                }
                RoundOutcome::None => {}
            }
        }
        Ok(told)
    }
}

/// Why a round is paired now.
pub(super) struct PairingCall<'a> {
    /// By whom.
    cause: Cause,
    /// How unfinished games count for it.
    estimates: &'a Estimates,
    /// The arbiter's reason.
    reason: &'a str,
}

impl<'a> PairingCall<'a> {
    /// A pass does it, or an order (`estimates` are for the pairing of a round alone).
    pub fn of(cause: Cause, estimates: &'a Estimates, reason: &'a str) -> PairingCall<'a> {
        PairingCall {
            cause,
            estimates,
            reason,
        }
    }

    /// Nobody has ordered it.
    pub fn is_pass(&self) -> bool {
        self.cause == Cause::Tick
    }
}

/// What came of a pairing.
pub(super) enum RoundOutcome {
    /// A round with so many games.
    Done { round: u32, games: usize },
    /// No pairing keeps the rules.
    Unpairable { round: u32, why: Unpairable },
    /// A stage of a cycle has got its field, or has begun.
    Stage(StageStep),
    /// There is nothing to pair, or not yet.
    None,
}

/// Whether a tournament goes on when all its games are over: then a pass pairs the next
/// round, or finds that there is none.
pub(super) fn may_go_on(desk: &Desk<'_>, id: TournamentId) -> Result<bool, Failure> {
    let Some(row) = desk.tx.tournament_load_id(id)? else {
        return Ok(false);
    };
    let play = row.tournament_file()?.play;
    Ok(play.system.is_by_rounds() || !play.ties.is_empty())
}

/// Who has which starting number, whoever held it before.
pub(super) fn numbers_of(
    view: &View<'_>,
    id: TournamentId,
) -> Result<BTreeMap<PlayerId, u32>, Failure> {
    let entries = view.entries_all(id)?.into_iter();
    Ok(entries.map(|e| (e.player, e.start_number)).collect())
}

/// The rounds of a tournament so far, as its system sees them.
pub(super) fn rounds_so_far(
    view: &View<'_>,
    id: TournamentId,
    file: &TournamentFile,
    estimates: &Estimates,
) -> Result<Vec<PastRound>, Failure> {
    let games = view.games_of_tournament(id)?;
    so_far(view, id, file, (&games, u32::MAX), estimates)
}

/// The same of these games, and of rounds before one.
fn so_far(
    view: &View<'_>,
    id: TournamentId,
    file: &TournamentFile,
    (games, before): (&[GameRow], u32),
    estimates: &Estimates,
) -> Result<Vec<PastRound>, Failure> {
    let numbers = numbers_of(view, id)?;
    let unit = |player: PlayerId| {
        let number = numbers.get(&player).copied()?;
        match file.play.system.is_of_teams() {
            true => teams::team_of(&file.teams, number),
            false => Some(number),
        }
    };
    let by_match =
        file.play.system == System::TeamSwiss && file.play.team_score == TeamScore::Match;
    let scoring = file.regulations.points;
    let mut rounds: BTreeMap<u32, PastRound> = BTreeMap::new();
    let mut boards: BTreeMap<(u32, usize), u32> = BTreeMap::new();
    for event in view.tournament_events(id)? {
        if let TournamentEvent::RoundPaired(paired) = &event.event
            && paired.round < before
        {
            let round = rounds.entry(paired.round).or_default();
            round.byes.clone_from(&paired.byes);
            round.absent = paired.absent.iter().copied().collect();
        }
    }
    for row in games {
        let round = rounds.entry(row.round).or_default();
        let (Some(white), Some(black)) = (unit(row.players.white.0), unit(row.players.black.0))
        else {
            continue;
        };
        let meeting = meeting_of(row, (white, black), scoring, estimates);
        // A match counts as it went on its boards, whatever a game brings.
        let meeting = match by_match {
            true => of_boards(row, meeting, scoring),
            false => meeting,
        };
        let known = match file.play.system.is_of_teams() {
            true => round.meetings.iter().position(|m| {
                (m.white, m.black) == (white, black) || (m.white, m.black) == (black, white)
            }),
            false => None,
        };
        let at = known.unwrap_or(round.meetings.len());
        match round.meetings.get_mut(at) {
            Some(match_of_teams) => add(match_of_teams, &meeting),
            None => round.meetings.push(meeting),
        }
        if counted(row.result) != TableResult::Annulled {
            *boards.entry((row.round, at)).or_default() += 1;
        }
    }
    if by_match {
        for (number, round) in &mut rounds {
            for (at, meeting) in round.meetings.iter_mut().enumerate() {
                let boards = boards.get(&(*number, at)).copied().unwrap_or(0);
                // The pairing counts a won match as a point.
                let of = |(ours, theirs): (Points, Points)| {
                    let [a, b] = match_points([ours, theirs], boards);
                    let half = |p: Points| Points::quarters(p.in_quarters() / 2);
                    (half(a), half(b))
                };
                meeting.score = meeting.score.map(of);
                meeting.estimate = meeting.estimate.map(of);
            }
        }
    }
    Ok(rounds.into_values().collect())
}

/// A board of a match of teams, as it counts for the match: a point, half of one, or none.
fn of_boards(row: &GameRow, meeting: PastMeeting, scoring: Scoring) -> PastMeeting {
    let result = counted(row.result);
    let lost = (scoring.loss, scoring.loss);
    let of_estimate = |(white, black): (Points, Points)| match white.cmp(&black) {
        Ordering::Greater => (Points::ONE, Points::ZERO),
        Ordering::Less => (Points::ZERO, Points::ONE),
        Ordering::Equal if (white, black) == lost => (Points::ZERO, Points::ZERO),
        Ordering::Equal => (Points::HALF, Points::HALF),
    };
    PastMeeting {
        score: meeting.score.map(|_| result.points(Scoring::USUAL)),
        estimate: meeting.estimate.map(of_estimate),
        ..meeting
    }
}

/// A game as a meeting.
fn meeting_of(
    row: &GameRow,
    (white, black): (u32, u32),
    scoring: Scoring,
    estimates: &Estimates,
) -> PastMeeting {
    let result = counted(row.result);
    let open = result == TableResult::Open;
    PastMeeting {
        white,
        black,
        score: (!open).then(|| result.points(scoring)),
        estimate: open
            .then(|| estimates.get(&row.name.number).copied())
            .flatten(),
        played: row.result.is_none_or(ResultCode::was_played),
    }
}

/// Adds a board to the match of two teams.
fn add(of: &mut PastMeeting, board: &PastMeeting) {
    let turned = of.white != board.white;
    let sum = |a: Option<(Points, Points)>, b: Option<(Points, Points)>| {
        let ((a, b), (c, d)) = a.zip(b)?;
        Some(if turned {
            (a + d, b + c)
        } else {
            (a + c, b + d)
        })
    };
    let (ours, theirs) = (of.counted(), board.counted());
    of.score = sum(of.score, board.score);
    of.estimate = match of.score {
        Some(_) => None,
        None => sum(ours, theirs),
    };
    of.played |= board.played;
}

/// Pairs every round again from the record as it stood when the round was paired, and tells
/// where another pairing comes of it. One that was paired elsewhere has only to be played as
/// it was taken over.
pub(super) fn check(view: &View<'_>, row: &TournamentRow) -> Result<Vec<String>, Failure> {
    let id = row.facts.id;
    let file = row.tournament_file()?;
    let mut differences = Vec::new();
    if !file.play.system.is_by_rounds() {
        return Ok(differences);
    }
    let games = view.games_of_tournament(id)?;
    let numbers = numbers_of(view, id)?;
    let events = view.tournament_events(id)?;
    for event in &events {
        let TournamentEvent::RoundPaired(paired) = &event.event else {
            continue;
        };
        let mut before: Vec<GameRow> = Vec::new();
        for row in games.iter().filter(|g| g.round < paired.round) {
            let then = view.game_load_before(row.id, event.id)?;
            before.push(GameRow {
                result: then.result.map(|r| r.code),
                ..row.clone()
            });
        }
        let as_paired = is_paired_by(view, &file, (event, &events), &before)?;
        let of = |a: u32, b: u32| (a, b);
        let recorded: Vec<(u32, u32)> = paired.games.iter().map(|g| of(g.white, g.black)).collect();
        let played: Vec<(u32, u32)> = games
            .iter()
            .filter(|g| g.round == paired.round)
            .filter_map(|g| {
                let number = |id| numbers.get(&id).copied();
                number(g.players.white.0).zip(number(g.players.black.0))
            })
            .collect();
        if !(as_paired || paired.elsewhere) || played != recorded {
            differences.push(format!(
                "round {} of {}: the record pairs it otherwise",
                paired.round, row.facts.code
            ));
        }
    }
    Ok(differences)
}

/// Whether a round comes of these games before it as it was paired, with who was there then.
fn is_paired_by(
    view: &View<'_>,
    file: &TournamentFile,
    (event, events): (&Recorded<TournamentEntry>, &[Recorded<TournamentEntry>]),
    before: &[GameRow],
) -> Result<bool, Failure> {
    let TournamentEvent::RoundPaired(paired) = &event.event else {
        return Ok(true);
    };
    let estimates = paired
        .estimated
        .iter()
        .map(|e| (e.number, (e.white, e.black)))
        .collect();
    let id = event.tournament;
    let past = so_far(view, id, file, (before, paired.round), &estimates)?;
    let mut field = pairing::field(file);
    // Who came later was not there.
    let later = |e: &&Recorded<TournamentEntry>| {
        e.id > event.id && matches!(e.event, TournamentEvent::PlayerEntered { .. })
    };
    let later = u32::try_from(events.iter().filter(later).count()).unwrap_or(0);
    field.units = field.units.saturating_sub(later);
    field.absent = paired.absent.iter().copied().collect();
    let expected = match system::next(&field, &past) {
        NextRound::Paired(round) => round,
        NextRound::Nothing | NextRound::Waits | NextRound::Unpairable(_) => Round::default(),
    };
    let again = pairing::games_of_round(file, paired.round, 0, &expected, &paired.left);
    let again = again.iter().map(|g| (g.white, g.black));
    let same = again.eq(paired.games.iter().map(|g| (g.white, g.black)));
    Ok(same && expected.byes == paired.byes)
}

/// The first round of a knock-out that was paired upon results that stand no more: others
/// should meet in it. What was estimated for a pairing was so by order.
pub(super) fn astray(view: &View<'_>, row: &TournamentRow) -> Result<Option<u32>, Failure> {
    let id = row.facts.id;
    let events = view.tournament_events(id)?;
    let is_paired =
        |e: &Recorded<TournamentEntry>| matches!(e.event, TournamentEvent::RoundPaired(_));
    if !events.iter().any(is_paired) {
        return Ok(None);
    }
    let file = row.tournament_file()?;
    if !file.play.system.is_knock_out() {
        return Ok(None);
    }
    let games = view.games_of_tournament(id)?;
    for event in &events {
        let TournamentEvent::RoundPaired(paired) = &event.event else {
            continue;
        };
        if paired.elsewhere {
            continue;
        }
        let earlier = games.iter().filter(|g| g.round < paired.round);
        let estimated = |g: &GameRow| paired.estimated.iter().any(|e| e.number == g.name.number);
        let now: Vec<GameRow> = earlier
            .map(|g| GameRow {
                result: g.result.filter(|_| !estimated(g)),
                ..g.clone()
            })
            .collect();
        if !is_paired_by(view, &file, (event, &events), &now)? {
            return Ok(Some(paired.round));
        }
    }
    Ok(None)
}

/// The matches of a knock-out, or the match that a criterion decided, and who shares which
/// place in it.
pub(super) fn bracket_of(
    view: &View<'_>,
    id: TournamentId,
    file: &TournamentFile,
) -> Result<Option<BracketShown>, Failure> {
    let system = file.play.system;
    if !system.is_knock_out() && system != System::Match {
        return Ok(None);
    }
    let past = rounds_so_far(view, id, file, &Estimates::new())?;
    let field = field_now(view, id, file)?;
    let bracket = match system.is_knock_out() {
        true => Some(knock_out::played(&field, &past)),
        false => knock_out::level_match(&field, &past),
    };
    Ok(bracket.map(|bracket| BracketShown {
        places: bracket.places(&field),
        matches: bracket.matches,
    }))
}

/// The field as it stands now: who has left is absent.
fn field_now<'a>(
    view: &View<'_>,
    id: TournamentId,
    file: &'a TournamentFile,
) -> Result<Field<'a>, Failure> {
    let mut field = pairing::field(file);
    let left = left_now(view, id)?;
    field.absent = match file.play.system.is_of_teams() {
        false => left,
        // A team of which nobody is left.
        true => (1..)
            .zip(&file.teams)
            .filter(|(_, team)| team.declared().all(|n| left.contains(&n)))
            .map(|(number, _)| number)
            .collect(),
    };
    Ok(field)
}

/// The starting numbers of those who have left.
fn left_now(view: &View<'_>, id: TournamentId) -> Result<BTreeSet<u32>, Failure> {
    let entries = view.entries_of_tournament(id)?.into_iter();
    let left = entries.filter(|e| e.withdrawn.is_some());
    Ok(left.map(|e| e.start_number).collect())
}

/// Pairs the next round, where the system gives one and its term has come; else the
/// tournament is over.
pub(super) fn pair_next(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    call: &PairingCall<'_>,
) -> Result<RoundOutcome, Failure> {
    let facts = &row.facts;
    let file = row.tournament_file()?;
    let past = rounds_so_far(desk.tx, facts.id, &file, call.estimates)?;
    let field = field_now(desk.tx, facts.id, &file)?;
    let number = u32::try_from(past.len())
        .unwrap_or(u32::MAX)
        .saturating_add(1);
    desk.tx.tournament_pairs_at(facts.id, None)?;
    match system::next(&field, &past) {
        NextRound::Waits => Ok(RoundOutcome::None),
        NextRound::Nothing => {
            // A pass finds it out: it was so when the last game was over.
            if desk.tx.tournament_open_games(facts.id)? == 0 {
                let ended = last_ending(desk, facts.id)?;
                stages::finish(desk, facts.id, ended)?;
            }
            Ok(RoundOutcome::None)
        }
        NextRound::Unpairable(why) => {
            let told = unpaired(desk.tx, facts.id)? == Some(number);
            if !told || !call.is_pass() {
                let event = TournamentEvent::RoundUnpaired { round: number };
                record(desk, row, event, call, None)?;
            }
            // That the event ends before its rounds are played is the arbiter's to say: who
            // has left may come back, and each day it is tried again.
            if call.is_pass() && why == Unpairable::NoPairing {
                let tomorrow = facts.zone.day(desk.now).plus(1);
                let at = facts.zone.begins(tomorrow);
                desk.tx.tournament_pairs_at(facts.id, Some(at))?;
                return Ok(match told {
                    true => RoundOutcome::None,
                    false => RoundOutcome::Unpairable { round: number, why },
                });
            }
            stages::finish(desk, facts.id, None)?;
            Ok(RoundOutcome::Unpairable { round: number, why })
        }
        NextRound::Paired(round) => {
            // Upon a round that should have been another one nothing is built by itself.
            if call.is_pass() && astray(desk.tx, row)?.is_some() {
                return Ok(RoundOutcome::None);
            }
            let today = facts.zone.day(desk.now);
            let terms = file.play.terms_of(number);
            if let Some(terms) = terms
                && call.is_pass()
                && today < terms.start
            {
                let at = facts.zone.begins(terms.start);
                desk.tx.tournament_pairs_at(facts.id, Some(at))?;
                return Ok(RoundOutcome::None);
            }
            let terms = Terms {
                start: terms.map_or(today, |t| t.start).max(today),
                end: terms.map_or(facts.end, |t| t.end),
            };
            let games = begin_round(
                desk,
                row,
                &file,
                (&round, &field.absent),
                (number, terms),
                call,
            )?;
            Ok(RoundOutcome::Done {
                round: number,
                games,
            })
        }
    }
}

/// The arbiter orders the next round (31.7): unfinished games count for it as the
/// regulations say, or as he estimates them.
pub(super) fn pair_ordered(
    desk: &mut Desk<'_>,
    order: &PairOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let code = &order.code;
    let row = desk.tx.tournament_load(code)?;
    let row = row.ok_or_else(|| Refusal::NoTournament(code.clone()))?;
    if row.status == TournamentStatus::Planned {
        return Err(Refusal::NotBegun(code.clone()).into());
    }
    if !row.tournament_file()?.play.system.is_by_rounds() {
        return Err(Refusal::NoNextRound(code.clone()).into());
    }
    let scoring = row.facts.regulations.points;
    let said: Estimates = order
        .counts
        .iter()
        .map(|(number, result)| (*number, counted(Some(*result)).points(scoring)))
        .collect();
    let usual = match row.facts.regulations.pairing_unfinished {
        PairingUnfinished::Draw => Some((scoring.draw, scoring.draw)),
        PairingUnfinished::Estimate => None,
    };
    let mut estimates = Estimates::new();
    let mut open = Vec::new();
    for game in desk.tx.games_of_tournament(row.facts.id)? {
        let number = game.name.number;
        match (game.result, said.get(&number).copied().or(usual)) {
            (Some(_), _) => {}
            (None, Some(points)) => {
                estimates.insert(number, points);
            }
            (None, None) => open.push(number),
        }
    }
    if !open.is_empty() {
        let (code, games) = (code.clone(), open);
        return Err(Refusal::NotEstimated { code, games }.into());
    }
    let call = PairingCall::of(grounds.cause, &estimates, &grounds.reason);
    match pair_next(desk, &row, &call)? {
        RoundOutcome::Done { round, games } => Ok(vec![Outcome::RoundPaired {
            code: code.clone(),
            round,
            games,
        }]),
        RoundOutcome::Unpairable {
            round,
            why: Unpairable::NoPairing,
        } if open_games(&desk.tx.games_of_tournament(row.facts.id)?) == 0 => {
            Ok(vec![Outcome::RoundsOver {
                code: code.clone(),
                rounds: round.saturating_sub(1),
            }])
        }
        RoundOutcome::Unpairable { .. } => Err(Refusal::Unpairable(code.clone()).into()),
        RoundOutcome::Stage(_) | RoundOutcome::None => {
            Err(Refusal::NoNextRound(code.clone()).into())
        }
    }
}

/// When the last of its games ended.
fn last_ending(desk: &mut Desk<'_>, id: TournamentId) -> Result<Option<Instant>, Failure> {
    let mut last = None;
    for row in desk.tx.games_of_tournament(id)? {
        let ended = desk.game(row.id)?.ending().map(|e| e.at);
        last = last.max(ended);
    }
    Ok(last)
}

fn open_games(games: &[GameRow]) -> usize {
    games.iter().filter(|g| g.result.is_none()).count()
}

/// The round that could not be paired, where none was since.
pub(super) fn unpaired(view: &View<'_>, id: TournamentId) -> Result<Option<u32>, Failure> {
    let events = view.tournament_events(id)?;
    let newest = events.iter().rev().find_map(|e| match &e.event {
        TournamentEvent::RoundPaired(_) => Some(None),
        TournamentEvent::RoundUnpaired { round } => Some(Some(*round)),
        _ => None,
    });
    Ok(newest.flatten())
}

/// Records a round, adds its games and begins them.
fn begin_round(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    file: &TournamentFile,
    (round, absent): (&Round, &BTreeSet<u32>),
    (number, terms): (u32, Terms),
    call: &PairingCall<'_>,
) -> Result<usize, Failure> {
    let id = row.facts.id;
    let before = desk.tx.games_of_tournament(id)?.len();
    let of_teams = file.play.system.is_of_teams();
    let left = match of_teams {
        true => left_now(desk.tx, id)?,
        // Who has left is paired with nobody.
        false => BTreeSet::new(),
    };
    let games = pairing::games_of_round(file, number, before, round, &left);
    let players: BTreeMap<u32, PlayerId> = desk
        .tx
        .entries_of_tournament(id)?
        .into_iter()
        .map(|e| (e.start_number, e.player))
        .collect();
    let new: Vec<_> = games
        .iter()
        .cloned()
        .map(|game| crate::store::NewGame {
            terms: Some(terms),
            ..new_game(game)
        })
        .collect();
    let paired = PairedRound {
        round: number,
        start: terms.start,
        end: terms.end,
        games: games
            .iter()
            .map(|g| PairedGame {
                number: g.number,
                white: g.white,
                black: g.black,
            })
            .collect(),
        byes: round.byes.clone(),
        absent: absent.iter().copied().collect(),
        left: left.clone(),
        elsewhere: false,
        estimated: call
            .estimates
            .iter()
            .map(|(number, (white, black))| EstimatedGame {
                number: *number,
                white: *white,
                black: *black,
            })
            .collect(),
    };
    desk.tx.round_add(id, &new, &players)?;
    record(
        desk,
        row,
        TournamentEvent::RoundPaired(paired),
        call,
        Some(ANNOUNCED),
    )?;
    let rows = desk.tx.games_of_tournament(id)?;
    let fresh = rows.into_iter().filter(|g| g.round == number);
    let numbers = numbers_of(desk.tx, id)?;
    let has_left = |player: &PlayerId| numbers.get(player).is_some_and(|n| left.contains(n));
    let is_there = |g: &GameRow| !has_left(&g.players.white.0) && !has_left(&g.players.black.0);
    let (played, lost): (Vec<GameRow>, Vec<GameRow>) = fresh.partition(is_there);
    starting::begin_games(desk, row, &played, call.cause)?;
    for game in &lost {
        let there = BySide {
            white: !has_left(&game.players.white.0),
            black: !has_left(&game.players.black.0),
        };
        lose_without_play(desk, game, there, call.cause)?;
    }
    tell_of_round(desk, row, file, round, number, terms)?;
    Ok(games.len())
}

/// A board that nobody of a team could take is lost without play (33).
fn lose_without_play(
    desk: &mut Desk<'_>,
    row: &GameRow,
    there: BySide<bool>,
    cause: Cause,
) -> Result<(), Failure> {
    let now = desk.now;
    let game = desk.game(row.id)?;
    let result = match (there.white, there.black) {
        (true, _) => ResultCode::walkover(Side::White),
        (false, true) => ResultCode::walkover(Side::Black),
        (false, false) => ResultCode::BothForfeit,
    };
    let article = Article::Withdrawal.number(game.facts.profile);
    let mut ruling = Ruling::of(game, Entry::new(now, cause, Event::Started));
    let termination = Termination::Withdrawal;
    let ended = Event::Ended {
        result,
        termination,
    };
    let entry = Entry::new(now, cause, ended).on(article);
    ruling.records(game, entry).map_err(Failure::failed)?;
    for side in Side::BOTH.into_iter().filter(|side| *there.get(*side)) {
        let to = Recipient::Player(game.player(side).id);
        ruling.notices.push(Notice::new(to, Body::Result));
    }
    desk.record(ruling, Some(row.id), None)
}

/// Records what happened to a tournament.
pub(super) fn record(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    event: TournamentEvent,
    call: &PairingCall<'_>,
    grounds: Option<&str>,
) -> Result<(), Failure> {
    let entry = TournamentEntry {
        at: desk.now,
        tournament: row.facts.id,
        event,
        grounds: grounds.map(str::to_owned),
        cause: call.cause,
        note: call.reason.to_owned(),
    };
    deciding::append_about_tournament(desk, entry)
}

/// Records the first round of a tournament that begins, where rounds are paired one by one.
pub(super) fn first_round(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    games: &[GameRow],
) -> Result<(), Failure> {
    let file = row.tournament_file()?;
    if !file.play.system.is_by_rounds() {
        return Ok(());
    }
    let numbers = numbers_of(desk.tx, row.facts.id)?;
    let number = |player: PlayerId| numbers.get(&player).copied().unwrap_or_default();
    let opening = system::opening(&pairing::field(&file)).unwrap_or_default();
    let round = opening.into_iter().next().unwrap_or_default();
    let terms = file.play.terms_of(1);
    let terms = Terms {
        start: terms.map_or(row.facts.start, |t| t.start),
        end: terms.map_or(row.facts.end, |t| t.end),
    };
    let paired = PairedRound {
        round: 1,
        start: terms.start,
        end: terms.end,
        games: games
            .iter()
            .map(|row| PairedGame {
                number: row.name.number,
                white: number(row.players.white.0),
                black: number(row.players.black.0),
            })
            .collect(),
        byes: round.byes.clone(),
        absent: Vec::new(),
        left: BTreeSet::new(),
        estimated: Vec::new(),
        elsewhere: false,
    };
    let event = TournamentEvent::RoundPaired(paired);
    let call = PairingCall {
        cause: Cause::Order,
        estimates: &Estimates::new(),
        reason: "",
    };
    record(desk, row, event, &call, Some(ANNOUNCED))?;
    tell_of_round(desk, row, &file, &round, 1, terms)
}

/// Who should not meet in a round and does (31.9), a line for each pair.
fn not_apart(file: &TournamentFile, round: &Round, number: u32) -> Vec<String> {
    let federations = pairing::field(file).federations;
    let kept = apart::kept_apart(&file.play, &federations, number);
    let name = |unit: u32| apart::name(file, unit).unwrap_or_else(|| unit.to_string());
    let met = round.meetings.iter();
    met.filter(|(a, b)| kept.if_possible.contains(&(*a.min(b), *a.max(b))))
        .map(|(a, b)| format!("{} – {}", name(*a), name(*b)))
        .collect()
}

/// The arbiter gets the pairs, and who is free hears that he is.
fn tell_of_round(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    file: &TournamentFile,
    round: &Round,
    number: u32,
    terms: Terms,
) -> Result<(), Failure> {
    let rows = desk.tx.games_of_tournament(row.facts.id)?;
    let boards: Vec<String> = rows
        .iter()
        .filter(|g| g.round == number)
        .map(|g| format!("{}. {} – {}", g.name, g.players.white.1, g.players.black.1))
        .collect();
    let told = match number {
        1 => announced::announced(file),
        _ => Vec::new(),
    };
    let not_apart = not_apart(file, round, number);
    let mut ruling = Ruling::default();
    let mut tell = |to: Recipient, bye: Option<Points>| {
        let notice = Notice::new(
            to,
            Body::Round {
                code: row.facts.code.clone(),
                name: row.facts.name.clone(),
                round: number,
                start: terms.start,
                end: terms.end,
                boards: boards.clone(),
                bye,
                announced: told.clone(),
                not_apart: not_apart.clone(),
            },
        )
        .of_tournament(row.facts.id);
        ruling.notices.push(notice);
    };
    tell(Recipient::Arbiter, None);
    // What a captain is told counts as told to his players (24.8).
    for captain in &row.facts.captains {
        tell(Recipient::Captain(captain.team), None);
    }
    if !file.play.system.is_of_teams() {
        for entry in desk.tx.entries_of_tournament(row.facts.id)? {
            let bye = round.byes.iter().find(|b| b.unit == entry.start_number);
            if let Some(bye) = bye {
                tell(Recipient::Player(entry.player), Some(bye.points));
            }
        }
    }
    desk.record(ruling, None, None)
}
