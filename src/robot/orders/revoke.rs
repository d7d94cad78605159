//! A decision is taken back, with all its entries: in games, and about players.

use super::Grounds;
use super::carried::carry_out;
use super::named::whole_tournament;
use super::{correct, direction, replace, withdraw};
use crate::error::Failure;
use crate::ids::{EventId, GameId, PassId, PlayerId};
use crate::orders::leave::{last_day_before, leave_taken_back};
use crate::orders::outcome::InGame;
use crate::orders::plan::{Given, Plan};
use crate::orders::withdraw::withdrawal_taken_back;
use crate::orders::{
    self, AccessLostOrder, OrderError, Outcome, PassInGame, Refusal, RevokeOrder, Undoing,
};
use crate::record::{Event, PlayerEntry, PlayerEvent, Recorded, TournamentEvent};
use crate::robot::desk::Desk;
use crate::robot::player;
use crate::robot::requests;
use crate::store::OfDecision;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn revoke(
    desk: &mut Desk<'_>,
    order: &RevokeOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    match (order.pass, order.decision) {
        (Some(pass), _) => revoke_pass(desk, pass, grounds),
        (None, decision) => revoke_decision(desk, decision.unwrap_or(EventId(0)), grounds),
    }
}

fn revoke_decision(
    desk: &mut Desk<'_>,
    decision: EventId,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let decided = of_decision(desk, decision)?;
    let OfDecision { games, players, .. } = &decided;
    if games
        .iter()
        .any(|(_, e)| matches!(e.event, Event::Replaced { .. }))
    {
        return replace::revoke_replacement(desk, decision, &decided, grounds);
    }
    let mut done: Vec<Outcome> = Vec::new();
    for entry in &decided.tournaments {
        done.extend(direction::revoke(desk, decision, entry, grounds)?);
    }
    let distinct: BTreeSet<GameId> = games.iter().map(|(id, _)| *id).collect();
    for id in distinct {
        let now = desk.now;
        let game = desk.game(id)?;
        let name = game.facts.name.clone();
        match orders::revoke(game, decision, &grounds.reason, now) {
            Ok(decided) => done.extend(carry_out(desk, Plan::in_game(&name, decided))?),
            Err(why) => {
                let why = with_pass(desk, why)?;
                return Err(Refusal::Revoke { decision, why }.into());
            }
        }
    }
    let distinct: BTreeSet<PlayerId> = players.iter().map(|e| e.player).collect();
    for player in distinct {
        let mine: Vec<&Recorded<PlayerEntry>> =
            players.iter().filter(|e| e.player == player).collect();
        done.push(revoke_for_player(desk, decision, player, &mine, grounds)?);
    }
    for entry in players {
        if let (PlayerEvent::Withdrawn { .. } | PlayerEvent::Revoked { .. }, Some(tournament)) =
            (&entry.event, entry.tournament)
        {
            let given = Given {
                reason: &grounds.reason,
                now: desk.now,
            };
            done.extend(withdraw::plays_on(desk, entry.player, tournament, given)?);
            let games = games.iter().map(|(id, _)| *id).collect();
            done.extend(withdraw::as_partners_left(desk, games, given)?);
        }
    }
    Ok(done)
}

/// Why something stays, with the pass that has declared what is built on it.
fn with_pass(desk: &Desk<'_>, why: OrderError) -> Result<OrderError, Failure> {
    Ok(match why {
        OrderError::DeclaredOn { entry, day, .. } => OrderError::DeclaredOn {
            entry,
            pass: desk.tx.pass_of_entry(entry)?,
            day,
        },
        why => why,
    })
}

/// Takes back all that one pass declared, in every game in which nothing was built
/// on it since; of the others it is told.
fn revoke_pass(
    desk: &mut Desk<'_>,
    pass: PassId,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let mut games: BTreeMap<GameId, BTreeSet<EventId>> = BTreeMap::new();
    for entry in desk.tx.pass_entries(pass)? {
        if let Some(game) = entry.game {
            games.entry(game).or_default().insert(entry.id);
        }
    }
    let declared = desk.tx.pass_load(pass)?.is_some_and(|p| p.declared > 0);
    if !declared {
        return Err(Refusal::NoPass(pass).into());
    }
    let (mut done, mut taken, mut kept) = (Vec::new(), false, None);
    for (id, entries) in games {
        let now = desk.now;
        let game = desk.game(id)?;
        let name = game.facts.name.clone();
        let of_pass = PassInGame { pass, entries };
        match orders::revoke_pass(game, &of_pass, &grounds.reason, now) {
            Ok(None) => {}
            Ok(Some(decided)) => {
                done.extend(carry_out(desk, Plan::in_game(&name, decided))?);
                taken = true;
            }
            Err(why) => {
                let why = with_pass(desk, why)?;
                kept.get_or_insert_with(|| why.clone());
                let why = Box::new(why);
                let what = InGame::PassStays { pass, why };
                done.push(Outcome::InGame { game: name, what });
            }
        }
    }
    match kept {
        _ if taken => Ok(done),
        Some(why) => Err(Refusal::Order(why).into()),
        None => Err(Refusal::PassSettled(pass).into()),
    }
}

/// The entries of a decision.
fn of_decision(desk: &Desk<'_>, decision: EventId) -> Result<OfDecision, Failure> {
    let decided = desk.tx.events_of_decision(decision)?;
    let OfDecision {
        games,
        players,
        tournaments,
    } = &decided;
    let of_rounds = tournaments.iter().map(|e| (e.id, e.cause.decision(e.id)));
    let first = of_rounds.chain(games.iter().map(|(_, e)| (e.id, e.decision())));
    let first = first.chain(players.iter().map(|e| (e.id, e.decision())));
    let stays = tournaments.iter().find_map(|e| stays(&e.event, decision));
    let start = |e: &(GameId, Recorded)| matches!(e.1.event, Event::Started);
    match first.min() {
        None => Err(Refusal::NoDecision(decision).into()),
        Some((_, Some(of))) if of != decision => Err(Refusal::PartOfDecision {
            entry: decision,
            decision: of,
        }
        .into()),
        Some(_) if let Some(why) = stays => Err(why.into()),
        Some((_, Some(_))) if !games.iter().any(start) => Ok(decided),
        Some(_) if !tournaments.is_empty() => Err(Refusal::RoundStays(decision).into()),
        Some(_) => Err(Refusal::NotADecision(decision).into()),
    }
}

/// Why a tournament's entry is not taken back, whatever has come since.
fn stays(event: &TournamentEvent, decision: EventId) -> Option<Refusal> {
    match event {
        TournamentEvent::PlayerEntered { .. } => Some(Refusal::EntryStays(decision)),
        TournamentEvent::TakenOver { .. } => Some(Refusal::WasPlayedOn(decision)),
        TournamentEvent::CircularSent { .. } => Some(Refusal::WasRead(decision)),
        TournamentEvent::RawLetterTaken { .. } => Some(Refusal::WasTaken(decision)),
        TournamentEvent::FieldMade(_) => Some(Refusal::FieldStays(decision)),
        TournamentEvent::EntryDecided { .. }
        | TournamentEvent::EntryTicked { .. }
        | TournamentEvent::EntryErased { .. }
        | TournamentEvent::EntriesClosed { .. }
        | TournamentEvent::LineUpStated { .. }
        | TournamentEvent::CaptainNamed { .. }
        | TournamentEvent::Revoked { .. } => Some(Refusal::StatedAgain(decision)),
        TournamentEvent::RoundPaired(_)
        | TournamentEvent::RoundUnpaired { .. }
        | TournamentEvent::OfficialAbsent { .. }
        | TournamentEvent::HandedOver { .. }
        | TournamentEvent::Prolonged { .. }
        | TournamentEvent::FieldUnmade { .. } => None,
    }
}

fn revoke_for_player(
    desk: &mut Desk<'_>,
    decision: EventId,
    player: PlayerId,
    mine: &[&Recorded<PlayerEntry>],
    grounds: &Grounds,
) -> Result<Outcome, Failure> {
    let record = desk.tx.events_of_player(player)?;
    let given = Given {
        reason: &grounds.reason,
        now: desk.now,
    };
    let head = orders::revoke_for_player(&record, mine, decision, given)?;
    desk.record(head, None, None)?;
    for entry in mine {
        let undoing = Undoing {
            decision,
            entry,
            given,
        };
        undo(desk, undoing, &record, grounds)?;
    }
    let name = desk.player_name(player)?;
    Ok(Outcome::RevokedFor { decision, name })
}

/// Undoes one entry about a player. What only its row says follows from the entry that
/// revokes it.
fn undo(
    desk: &mut Desk<'_>,
    undoing: Undoing<'_>,
    record: &[Recorded<PlayerEntry>],
    grounds: &Grounds,
) -> Result<(), Failure> {
    let Undoing {
        decision, entry, ..
    } = undoing;
    let ruling = match &entry.event {
        PlayerEvent::LeaveTaken { leave, .. } | PlayerEvent::LeaveEnded { leave, .. } => {
            let case = player::leave_case(desk, entry.player, entry.tournament)?;
            let row = desk.tx.leave_load(*leave)?;
            let days = row.map(|r| (r.from, r.to));
            let to = last_day_before(record, entry, decision)?;
            let to = to.ok_or_else(|| {
                let why = format!("leave {leave} is not in the record");
                Failure::failed(why)
            })?;
            leave_taken_back(&case, undoing, (*leave, to), days)
        }
        PlayerEvent::AddressChanged { old, new } => {
            let player = desk.player(entry.player)?;
            if player.reach.key() != new.key() {
                let now = player.reach.to_string();
                return Err(Refusal::AddressChanged { decision, now }.into());
            }
            let taken = old.email().map(|old| desk.tx.player_by_address(old));
            if let Some(other) = taken.transpose()?.flatten() {
                let (address, name) = (old.to_string(), other.name);
                return Err(Refusal::AddressOfAnother { address, name }.into());
            }
            return requests::register_address(desk, &player, old, grounds.cause, &grounds.reason);
        }
        PlayerEvent::Corrected { was, is } => {
            let player = desk.player(entry.player)?;
            if correct::entered_as(&player) != *is {
                return Err(Refusal::ChangedSince(decision).into());
            }
            return correct::enter(desk, &player, was, grounds);
        }
        PlayerEvent::Withdrawn { .. } => {
            let Some(tournament) = entry.tournament else {
                return Ok(());
            };
            let all = whole_tournament(desk, tournament, |_| false)?;
            withdrawal_taken_back(&all, undoing)
        }
        PlayerEvent::AccessLost { .. } => {
            let case = player::leave_case(desk, entry.player, entry.tournament)?;
            AccessLostOrder::taken_back(&case, undoing)
        }
        // The address before is kept nowhere.
        PlayerEvent::PostalChanged => {
            let why = "the postal address before is not kept".to_owned();
            return Err(
                Failure::failed(why).hint("td address PLAYER --postal LINE enters the right one")
            );
        }
        // A replacement has entries in games, and is taken back with them.
        PlayerEvent::Revoked { .. }
        | PlayerEvent::Replaced { .. }
        | PlayerEvent::TookOver { .. }
        | PlayerEvent::WithdrawalAsked
        | PlayerEvent::LeaveAsked { .. }
        | PlayerEvent::LeaveKept { .. }
        | PlayerEvent::ReportAsked { .. }
        | PlayerEvent::Reported { .. }
        | PlayerEvent::Wished { .. }
        | PlayerEvent::StyleChosen { .. } => return Ok(()),
    };
    desk.record(ruling, None, None)
}
