//! Requests about a player's own file: leave, lists, help, style.

use super::desk::Desk;
use super::docket::Docket;
use super::entering;
use super::playing;
use super::reports;
use super::requests;
use super::rounds::may_go_on;
use crate::arbiter::notice::{Membership, Question};
use crate::arbiter::{
    Announced, Body, Dispatch, LeaveAccount, LeaveCase, Notice, Recipient, Remark, Ruling, Verdict,
    loss_undone,
};
use crate::clock::DaySpan;
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, PlayerId, TournamentId};
use crate::letter::Letter;
use crate::record::{Cause, LeaveSpan, PlayerEntry, PlayerEvent, Status, Termination};
use crate::request::PlayerRequest;
use crate::request::masked::without_addresses;
use crate::store::{LeaveRow, PlayerEntryRow, TournamentStatus};
use crate::time::Instant;
use std::collections::BTreeSet;

/// Most games that are shown when a player chooses the style of his letters.
const MOST_SHOWN: usize = 30;

/// Rules on a request that is about no one game.
pub(super) fn player_request(
    desk: &mut Desk<'_>,
    player: PlayerId,
    request: &PlayerRequest,
    inbound: InboundId,
    arrived: Instant,
    letter: &Letter,
) -> Result<Ruling, Failure> {
    let me = Recipient::Player(player);
    let tell = |body, note: &str| Ruling {
        notices: vec![Notice::new(me, body)],
        verdict: Some(Verdict::Command),
        note: note.to_owned(),
        ..Ruling::default()
    };
    let dispatch = Dispatch {
        arrived,
        header: letter.date,
    };
    let cause = Cause::Letter(inbound);
    Ok(match request {
        PlayerRequest::Leave { from, to, code } => {
            // One that is proved later was one of every game that was open when it came.
            let case = leave_case_at(desk, player, None, arrived)?;
            let announced = Announced {
                dispatch,
                now: desk.now,
                cause,
            };
            let mut ruling = case.take(from, to, code.as_deref(), announced);
            tell_of_losses(desk, player, &mut ruling)?;
            ruling
        }
        PlayerRequest::LeaveEnd { date } => {
            let case = leave_case(desk, player, None)?;
            case.end(
                date.as_ref(),
                Announced {
                    dispatch,
                    now: desk.now,
                    cause,
                },
            )
        }
        PlayerRequest::Status => tell(Body::Status { done: Vec::new() }, "status"),
        PlayerRequest::Report => {
            let mut ruling = tell(Body::Report, "report");
            ruling.player_entries = reports::given(desk, player, None, arrived, cause)?;
            ruling
        }
        PlayerRequest::Help => tell(Body::Help, "help"),
        PlayerRequest::Format { style } => {
            let entry = PlayerEntry {
                at: desk.now,
                player,
                tournament: None,
                event: PlayerEvent::StyleChosen { style: *style },
                grounds: None,
                cause,
                note: String::new(),
            };
            let mut ruling = tell(Body::Status { done: Vec::new() }, "style of letters");
            ruling.player_entries.push(entry);
            for notice in &mut ruling.notices {
                notice.remarks.push(Remark::StyleChanged { style: *style });
            }
            ruling
        }
        PlayerRequest::Wish(wish) => {
            let entry = PlayerEntry {
                at: desk.now,
                player,
                tournament: None,
                event: PlayerEvent::Wished { wish: wish.clone() },
                grounds: None,
                cause,
                note: String::new(),
            };
            let mut ruling = tell(Body::Status { done: Vec::new() }, "a wish about letters");
            ruling.player_entries.push(entry);
            for notice in &mut ruling.notices {
                notice.remarks.push(Remark::Wished { wish: wish.clone() });
            }
            ruling
        }
        PlayerRequest::Address { address } => {
            requests::ask_address(desk, player, address, inbound)?
        }
        PlayerRequest::Withdraw => {
            requests::ask_withdrawal(desk, player, None, (inbound, false))?.unwrap_or_default()
        }
        PlayerRequest::WithdrawFrom { code } => {
            entering::withdrawal_of_player(desk, player, code, inbound)?
        }
        PlayerRequest::Enter { code } => {
            entering::entry_of_player(desk, player, code, (inbound, arrived))?
        }
        PlayerRequest::Arbiter { text } => for_arbiter(desk, player, text, None)?,
    })
}

/// The positions of a player's games as they stand, each in a letter: he has chosen
/// how his letters look.
pub(super) fn show_games(desk: &mut Desk<'_>, docket: &Docket<'_>) -> Result<(), Failure> {
    let rows = desk.tx.player_games(docket.sender, true)?;
    let active = rows.iter().filter(|r| r.status == Status::Active);
    for row in active.take(MOST_SHOWN) {
        let body = Body::again(desk.game(row.id)?.ply());
        let to = Recipient::Player(docket.sender);
        let ruling = Ruling::telling(vec![Notice::new(to, body)]);
        desk.record(ruling, Some(row.id), Some(docket.brings()))?;
    }
    Ok(())
}

/// A player's words go to the arbiters of the tournaments that run, with the game that his
/// letter is about; where none does, to that of his last one, who still answers for it.
pub(super) fn for_arbiter(
    desk: &mut Desk<'_>,
    player: PlayerId,
    text: &str,
    game: Option<GameId>,
) -> Result<Ruling, Failure> {
    let mut tournaments = playing::running_tournaments(desk.tx, player)?;
    if tournaments.is_empty() {
        let entries = desk.tx.player_tournaments(player)?;
        tournaments.extend(entries.last().map(|entry| entry.tournament));
    }
    for_arbiters(desk, (player, text), game, &tournaments)
}

/// The same, to the arbiters of some tournaments. Each is told what the writer is in his, and
/// the writer as what his words were passed on.
pub(super) fn for_arbiters(
    desk: &mut Desk<'_>,
    (player, text): (PlayerId, &str),
    game: Option<GameId>,
    tournaments: &[TournamentId],
) -> Result<Ruling, Failure> {
    let name = desk.player_name(player)?;
    let game = match game {
        Some(id) => Some(desk.game(id)?.facts.name.to_string()),
        None => None,
    };
    let mut ruling = Ruling {
        verdict: Some(Verdict::Command),
        note: "passed on to the arbiter".to_owned(),
        ..Ruling::default()
    };
    let mut best = None;
    for tournament in tournaments {
        let of = membership(desk, player, *tournament)?;
        best = best.filter(|best| *best == Membership::Plays).or(Some(of));
        let body = Body::ToArbiter {
            name: name.clone(),
            text: without_addresses(text),
            game: game.clone(),
            of,
        };
        let notice = Notice::new(Recipient::Arbiter, body).of_tournament(*tournament);
        ruling.notices.push(notice);
    }
    let of = best.unwrap_or_default();
    if of != Membership::Plays {
        ruling.note.push_str(", as words of one who plays no more");
    }
    let body = Body::NotUnderstood {
        question: Question::ForArbiter { of },
        quoted: None,
    };
    let me = Recipient::Player(player);
    ruling.notices.push(Notice::new(me, body));
    Ok(ruling)
}

/// What a player is in a tournament.
fn membership(
    desk: &Desk<'_>,
    player: PlayerId,
    tournament: TournamentId,
) -> Result<Membership, Failure> {
    let entries = desk.tx.player_tournaments(player)?;
    let gone = |e: &PlayerEntryRow| {
        e.tournament == tournament && (e.withdrawn.is_some() || e.replaced.is_some())
    };
    if entries.iter().any(gone) {
        return Ok(Membership::Withdrawn);
    }
    let mut games = desk.tx.player_games(player, false)?;
    games.retain(|row| row.tournament == tournament);
    let over = !games.is_empty() && games.iter().all(|row| row.status == Status::Finished);
    let row = desk.tx.tournament_load_id(tournament)?;
    let ended = row.is_none_or(|row| row.status == TournamentStatus::Finished);
    // Between two rounds nobody has a game.
    Ok(match over && (ended || !may_go_on(desk, tournament)?) {
        true => Membership::GamesOver,
        false => Membership::Plays,
    })
}

/// Whether the last that was done about a player's leave in a tournament was to cancel one:
/// none was announced since.
fn was_cancelled_last(
    desk: &Desk<'_>,
    (player, all): (PlayerId, &[LeaveRow]),
    tournament: TournamentId,
) -> Result<bool, Failure> {
    let is_cancelled = |id| all.iter().any(|row| row.id == id && row.span().is_none());
    let told = desk.tx.player_events_of_tournament(tournament)?;
    let mut his = told.iter().rev().filter(|e| e.player == player);
    let last = his.find_map(|e| match e.event {
        PlayerEvent::LeaveTaken { .. } => Some(false),
        PlayerEvent::LeaveEnded { leave, .. } => Some(is_cancelled(leave)),
        _ => None,
    });
    Ok(last.unwrap_or(false))
}

/// Games that the robot has entered as lost on time by days which are leave by these entries,
/// each with its tournament.
fn losses_on(
    desk: &mut Desk<'_>,
    player: PlayerId,
    entries: &[PlayerEntry],
) -> Result<Vec<(TournamentId, GameName)>, Failure> {
    let mut found = Vec::new();
    for entry in desk.tx.player_tournaments(player)? {
        let here = |e: &&PlayerEntry| e.tournament.is_none_or(|t| t == entry.tournament);
        let taken = |e: &PlayerEntry| match e.event {
            PlayerEvent::LeaveTaken {
                leave, from, to, ..
            } => Some(LeaveSpan {
                id: leave,
                days: DaySpan { from, to },
            }),
            _ => None,
        };
        let taken: Vec<LeaveSpan> = entries.iter().filter(here).filter_map(taken).collect();
        if taken.is_empty() {
            continue;
        }
        let own = desk
            .tx
            .games_of_number(entry.tournament, entry.start_number)?;
        for (row, side) in own {
            if row.termination != Some(Termination::Time) {
                continue;
            }
            let mut game = desk.game(row.id)?.clone();
            let leave = game.leave.get(side).iter().chain(&taken).copied().collect();
            game.set_leave(side, leave).map_err(Failure::failed)?;
            let exceeded = game.exceeded.as_ref().filter(|e| e.side == side);
            if exceeded.is_some_and(|e| loss_undone(&game, e)) {
                found.push((entry.tournament, game.facts.name.clone()));
            }
        }
    }
    Ok(found)
}

/// The arbiters are told of losses on time that rest on days which become leave, with the
/// order that opens each game again.
pub(super) fn tell_of_losses(
    desk: &mut Desk<'_>,
    player: PlayerId,
    ruling: &mut Ruling,
) -> Result<Vec<GameName>, Failure> {
    let lost = losses_on(desk, player, &ruling.player_entries)?;
    for (tournament, game) in &lost {
        let told =
            |n: &&mut Notice| n.to == Recipient::Arbiter && n.tournament == Some(*tournament);
        if let Some(notice) = ruling.notices.iter_mut().find(told) {
            notice.remarks.push(Remark::LossRestsOn {
                game: game.to_string(),
                order: format!("td reopen {game}"),
            });
        }
    }
    Ok(lost.into_iter().map(|(_, game)| game).collect())
}

/// The accounts of a player's leave in tournaments that are not finished.
pub(super) fn leave_case(
    desk: &mut Desk<'_>,
    player: PlayerId,
    only: Option<TournamentId>,
) -> Result<LeaveCase, Failure> {
    let now = desk.now;
    leave_case_at(desk, player, only, now)
}

/// The same of tournaments in which he had a game in play at an hour.
pub(super) fn leave_case_at(
    desk: &mut Desk<'_>,
    player: PlayerId,
    only: Option<TournamentId>,
    at: Instant,
) -> Result<LeaveCase, Failure> {
    let mut accounts = Vec::new();
    let games = desk.tx.player_games(player, true)?;
    let mut opponents: Vec<(TournamentId, PlayerId)> = Vec::new();
    for row in games {
        for side in crate::chess::Side::BOTH {
            let (other, _) = row.players.get(side);
            if *other != player {
                opponents.push((row.tournament, *other));
            }
        }
    }
    let all = desk.tx.leave_of_player(player)?;
    for tournament in playing::tournaments_in_play(desk, player, at)? {
        if only.is_some_and(|t| t != tournament) {
            continue;
        }
        let facts = desk.tx.tournament_facts(tournament)?;
        let here: BTreeSet<PlayerId> = opponents
            .iter()
            .filter(|(t, _)| *t == tournament)
            .map(|(_, p)| *p)
            .collect();
        accounts.push(LeaveAccount {
            tournament,
            code: facts.code.clone(),
            profile: facts.profile,
            regulations: facts.regulations.clone(),
            zone: facts.zone,
            play: (facts.start, facts.end),
            leave: desk.tx.leave_spans(player, tournament)?,
            cancelled: was_cancelled_last(desk, (player, &all), tournament)?,
            opponents: here.into_iter().collect(),
        });
    }
    let name = desk.player_name(player)?;
    Ok(LeaveCase {
        player,
        name,
        accounts,
    })
}
