//! What is stated for a team: its line-up of a round, and its captain (24).

use super::replace::address_for;
use super::{Grounds, record_in_tournament};
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::orders::{CaptainOrder, LineUpOrder, Outcome, Refusal};
use crate::record::TournamentEvent;
use crate::robot::desk::Desk;
use crate::robot::tournaments::games_of;
use crate::store::{TournamentFacts, TournamentRow, TournamentStatus};
use crate::tournament::file::Official;
use crate::tournament::line_up::{LineUp, LineUpFault};
use crate::tournament::teams::{TeamEntry, captains};
use crate::tournament::{TournamentFile, pairing, system};

/// The articles of line-ups and of captains.
const LINE_UP: &str = "24.1";
const CAPTAIN: &str = "24.9";

/// A tournament with its file.
fn tournament_of(desk: &Desk<'_>, code: &str) -> Result<(TournamentRow, TournamentFile), Failure> {
    let row = desk.tx.tournament_load(code)?;
    let row = row.ok_or_else(|| Refusal::NoTournament(code.to_owned()))?;
    let file = row.tournament_file()?;
    Ok((row, file))
}

/// A team by its number.
fn team_of(file: &mut TournamentFile, team: u32) -> Result<&mut TeamEntry, Refusal> {
    let at = usize::try_from(team).ok().and_then(|n| n.checked_sub(1));
    let code = file.code.clone();
    let found = at.and_then(|at| file.teams.get_mut(at));
    found.ok_or(Refusal::NoTeam { code, team })
}

/// Who plays for a team in a round that is not paired yet.
pub(super) fn line_up(
    desk: &mut Desk<'_>,
    order: &LineUpOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let (code, team) = (&order.code, order.team);
    let (row, mut file) = tournament_of(desk, code)?;
    team_of(&mut file, team)?;
    let round = round_of(desk, &row, &file, order.round)?;
    let boards = order.boards.clone();
    let left = desk.tx.entries_of_tournament(row.facts.id)?;
    let left = left.iter().filter(|e| e.withdrawn.is_some());
    if let Some(entry) = left.into_iter().find(|e| boards.contains(&e.start_number)) {
        let (code, number) = (code.clone(), entry.start_number);
        return Err(Refusal::LineUpLeft { code, number }.into());
    }
    let board_order = file.play.board_order;
    let entry = team_of(&mut file, team)?;
    entry
        .check_line_up(&boards, board_order)
        .map_err(|fault| refusal(code, team, fault))?;
    entry.lines_up(LineUp {
        round,
        boards: boards.clone(),
    });
    let name = entry.name.clone();
    let named: Vec<String> = boards
        .iter()
        .filter_map(|n| {
            Some((
                n,
                file.players
                    .get(usize::try_from(*n).ok()?.checked_sub(1)?)?,
            ))
        })
        .map(|(number, player)| format!("{number} {}", player.name))
        .collect();
    store(desk, &row, &file)?;
    let event = TournamentEvent::LineUpStated {
        round,
        team: name.clone(),
        boards,
    };
    record_in_tournament(desk, &row, event, grounds, LINE_UP)?;
    tell(
        desk,
        &row,
        team,
        &Body::LineUp {
            code: code.clone(),
            name: row.facts.name.clone(),
            team: name.clone(),
            round,
            boards: (1..)
                .zip(named)
                .map(|(board, who): (u32, String)| format!("{board}. {who}"))
                .collect(),
        },
    )?;
    Ok(vec![Outcome::LineUpStated {
        code: code.clone(),
        team: name,
        round,
    }])
}

/// The round that a line-up is for: one that is not paired yet.
fn round_of(
    desk: &Desk<'_>,
    row: &TournamentRow,
    file: &TournamentFile,
    stated: Option<u32>,
) -> Result<u32, Failure> {
    let code = || row.facts.code.clone();
    let by_rounds = file.play.system.is_by_rounds();
    let paired = match row.status {
        TournamentStatus::Planned => 0,
        TournamentStatus::Started if by_rounds => {
            let events = desk.tx.tournament_events(row.facts.id)?;
            let rounds = events
                .iter()
                .filter(|e| matches!(e.event, TournamentEvent::RoundPaired(_)));
            u32::try_from(rounds.count()).unwrap_or(u32::MAX)
        }
        TournamentStatus::Started | TournamentStatus::Finished => {
            return Err(Refusal::NoNextRound(code()).into());
        }
    };
    let round = stated.unwrap_or(paired.saturating_add(1));
    if round <= paired {
        return Err(Refusal::RoundIsPaired {
            code: code(),
            round,
        }
        .into());
    }
    let most = match by_rounds {
        // How many a knock-out has, is seen when it is over.
        true if file.play.system.is_knock_out() => u32::MAX,
        true => file.play.rounds,
        false => {
            let rounds = system::opening(&pairing::field(file)).map_or(0, |rounds| rounds.len());
            u32::try_from(rounds).unwrap_or(u32::MAX)
        }
    };
    match round <= most {
        true => Ok(round),
        false => Err(Refusal::NoNextRound(code()).into()),
    }
}

fn refusal(code: &str, team: u32, fault: LineUpFault) -> Refusal {
    let code = code.to_owned();
    match fault {
        LineUpFault::Count(needed) => Refusal::LineUpCount { code, team, needed },
        LineUpFault::Twice(number) => Refusal::LineUpTwice { code, number },
        LineUpFault::Undeclared(number) => Refusal::Undeclared { code, team, number },
        LineUpFault::Order(number) => Refusal::LineUpOrder { code, number },
        LineUpFault::Board(number) => Refusal::LineUpBoard { code, number },
    }
}

/// Who speaks for a team from now on.
pub(super) fn captain(
    desk: &mut Desk<'_>,
    order: &CaptainOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let (code, team) = (&order.code, order.team);
    let (row, mut file) = tournament_of(desk, code)?;
    let (name, email) = (order.name.trim().to_owned(), order.email.trim().to_owned());
    address_for(desk, row.facts.id, &email)?;
    let entry = team_of(&mut file, team)?;
    let team_name = entry.name.clone();
    let body = Body::CaptainNamed {
        code: code.clone(),
        name: row.facts.name.clone(),
        team: team_name.clone(),
        captain: name.clone(),
    };
    // He who goes is told while the team's letters are still his.
    tell(desk, &row, team, &body)?;
    entry.captain = Some(Official::new(&name, &email));
    store(desk, &row, &file)?;
    let event = TournamentEvent::CaptainNamed {
        team: team_name.clone(),
        captain: name.clone(),
        email,
    };
    record_in_tournament(desk, &row, event, grounds, CAPTAIN)?;
    let notice = Notice::new(Recipient::Captain(team), body).of_tournament(row.facts.id);
    desk.record(Ruling::telling(vec![notice]), None, None)?;
    Ok(vec![Outcome::CaptainNamed {
        code: code.clone(),
        team: team_name,
        captain: name,
    }])
}

/// The file of a tournament as it is now; where it has not begun, with its games.
fn store(desk: &mut Desk<'_>, row: &TournamentRow, file: &TournamentFile) -> Result<(), Failure> {
    let id = row.facts.id;
    let json = serde_json::to_string(file).map_err(Failure::failed)?;
    let facts = TournamentFacts {
        captains: captains(&file.teams),
        ..(*row.facts).clone()
    };
    match row.status {
        TournamentStatus::Planned => {
            let entries = desk.tx.entries_of_tournament(id)?;
            let entries: Vec<_> = entries.iter().map(|e| (e.start_number, e.player)).collect();
            let games = games_of(file)?;
            desk.tx
                .tournament_revise(id, &facts, &json, &entries, &games)?;
        }
        TournamentStatus::Started | TournamentStatus::Finished => {
            desk.tx.tournament_restate(id, &facts, &json)?;
        }
    }
    desk.forget_tournament(id);
    Ok(())
}

/// The team's captain and the arbiter are told.
fn tell(desk: &mut Desk<'_>, row: &TournamentRow, team: u32, body: &Body) -> Result<(), Failure> {
    let captain = row.facts.captain(team).map(|_| Recipient::Captain(team));
    let told = captain.into_iter().chain([Recipient::Arbiter]);
    let notices = told
        .map(|to| Notice::new(to, body.clone()).of_tournament(row.facts.id))
        .collect();
    desk.record(Ruling::telling(notices), None, None)
}
