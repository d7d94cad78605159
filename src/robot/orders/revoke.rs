//! A decision is taken back, with all its entries: in games, and about players.

use super::Grounds;
use super::carried::carry_out;
use super::replace;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{self, Ruling};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{EventId, GameId, LeaveId, PassId, PlayerId};
use crate::orders::circular::Circular;
use crate::orders::outcome::InGame;
use crate::orders::plan::Plan;
use crate::orders::{self, Outcome, PassInGame, Refusal, RevokeOrder};
use crate::record::{Event, PlayerEntry, PlayerEvent, Recorded, revoked_entries};
use crate::robot::desk::Desk;
use crate::robot::player;
use crate::robot::requests;
use crate::rules::Article;
use crate::store::OfDecision;
use crate::time::Day;
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
    let (games, players) = of_decision(desk, decision)?;
    if games
        .iter()
        .any(|(_, e)| matches!(e.event, Event::Replaced { .. }))
    {
        return replace::revoke_replacement(desk, decision, &(games, players), grounds);
    }
    let mut done: Vec<Outcome> = Vec::new();
    let distinct: BTreeSet<GameId> = games.iter().map(|(id, _)| *id).collect();
    for id in distinct {
        let now = desk.now;
        let game = desk.game(id)?;
        let decided = orders::revoke(game, decision, &grounds.reason, now)
            .map_err(|why| Refusal::Revoke { decision, why })?;
        let plan = Plan::in_game(&game.facts.name, decided);
        done.extend(carry_out(desk, plan)?);
    }
    let distinct: BTreeSet<PlayerId> = players.iter().map(|e| e.player).collect();
    for player in distinct {
        let mine: Vec<&Recorded<PlayerEntry>> =
            players.iter().filter(|e| e.player == player).collect();
        done.push(revoke_for_player(desk, decision, player, &mine, grounds)?);
    }
    Ok(done)
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
    let (mut done, mut taken) = (Vec::new(), false);
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
                let why = Box::new(why);
                let what = InGame::PassStays { pass, why };
                done.push(Outcome::InGame { game: name, what });
            }
        }
    }
    match taken {
        true => Ok(done),
        false => Err(Refusal::PassSettled(pass).into()),
    }
}

/// The entries of a decision.
fn of_decision(desk: &Desk<'_>, decision: EventId) -> Result<OfDecision, Failure> {
    let (games, players) = desk.tx.events_of_decision(decision)?;
    let first = games.iter().map(|(_, e)| (e.id, e.decision()));
    let first = first.chain(players.iter().map(|e| (e.id, e.decision())));
    let start = |e: &(GameId, Recorded)| matches!(e.1.event, Event::Started);
    match first.min() {
        None => Err(Refusal::NoDecision(decision).into()),
        Some((_, Some(of))) if of != decision => Err(Refusal::PartOfDecision {
            entry: decision,
            decision: of,
        }
        .into()),
        Some((_, Some(_))) if !games.iter().any(start) => Ok((games, players)),
        Some(_) => Err(Refusal::NotADecision(decision).into()),
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
    let is_dead = |e: &Recorded<PlayerEntry>| matches!(&e.event, PlayerEvent::Revoked { entries, .. } if mine.iter().any(|m| entries.contains(&m.id)));
    // A revocation that was itself taken back revokes nothing.
    let dead = revoked_entries(&record);
    if record.iter().any(|e| is_dead(e) && !dead.contains(&e.id)) {
        return Err(Refusal::RevokedAlready(decision).into());
    }
    let Some(first) = mine.first() else {
        return Err(Failure::failed("nothing to revoke"));
    };
    let entries: Vec<EventId> = mine.iter().map(|e| e.id).collect();
    let revoked = player_entry(
        desk,
        first,
        PlayerEvent::Revoked { decision, entries },
        &grounds.reason,
    );
    let head = Ruling {
        player_entries: vec![revoked],
        ..Ruling::default()
    };
    desk.record(head, None, None)?;
    for entry in mine {
        undo(desk, decision, entry, &record, grounds)?;
    }
    let name = desk.player_name(player)?;
    Ok(Outcome::RevokedFor { decision, name })
}

fn player_entry(
    desk: &Desk<'_>,
    like: &PlayerEntry,
    event: PlayerEvent,
    reason: &str,
) -> PlayerEntry {
    PlayerEntry {
        at: desk.now,
        player: like.player,
        tournament: like.tournament,
        event,
        grounds: like.grounds.clone(),
        cause: like.cause,
        note: reason.to_owned(),
    }
}

/// Undoes one entry about a player.
fn undo(
    desk: &mut Desk<'_>,
    decision: EventId,
    entry: &Recorded<PlayerEntry>,
    record: &[Recorded<PlayerEntry>],
    grounds: &Grounds,
) -> Result<(), Failure> {
    match &entry.event {
        PlayerEvent::LeaveTaken { leave, from, .. } => {
            let to = from.plus(-1);
            undo_leave(desk, decision, entry, (*leave, to), grounds)
        }
        PlayerEvent::LeaveEnded { leave, .. } => {
            let later =
                |e: &&Recorded<PlayerEntry>| e.id > entry.id && touches(e, *leave).is_some();
            if record.iter().any(|e| later(&e)) {
                let leave = *leave;
                return Err(Refusal::LeaveChanged { leave, decision }.into());
            }
            let before = record.iter().filter(|e| e.id < entry.id);
            let to = before.filter_map(|e| touches(e, *leave)).next_back();
            let to =
                to.ok_or_else(|| Failure::failed(format!("leave {leave} is not in the record")))?;
            undo_leave(desk, decision, entry, (*leave, to), grounds)
        }
        PlayerEvent::AddressChanged { old, new } => {
            let player = desk.player(entry.player)?;
            if crate::store::address_key(&player.email) != crate::store::address_key(new) {
                let now = player.email;
                return Err(Refusal::AddressChanged { decision, now }.into());
            }
            if let Some(other) = desk.tx.player_by_address(old)? {
                let (address, name) = (old.clone(), other.name);
                return Err(Refusal::AddressOfAnother { address, name }.into());
            }
            requests::register_address(desk, &player, old, grounds.cause, &grounds.reason)
        }
        PlayerEvent::Withdrawn { .. } => {
            settle_withdrawal(desk, entry)?;
            tell_withdrawal_revoked(desk, decision, entry, grounds)
        }
        // What it had taken back counts again: its own undoing is undone above.
        PlayerEvent::Revoked { .. } => settle_withdrawal(desk, entry),
        PlayerEvent::AccessLost { .. } => tell_access_revoked(desk, decision, entry, grounds),
        // A replacement has entries in games, and is taken back with them.
        PlayerEvent::Replaced { .. }
        | PlayerEvent::TookOver { .. }
        | PlayerEvent::WithdrawalAsked
        | PlayerEvent::LeaveAsked { .. }
        | PlayerEvent::LeaveKept { .. }
        | PlayerEvent::Wished { .. }
        | PlayerEvent::StyleChosen { .. } => Ok(()),
    }
}

/// Whether the player has left the tournament, as the record now says.
fn settle_withdrawal(desk: &mut Desk<'_>, entry: &PlayerEntry) -> Result<(), Failure> {
    let Some(tournament) = entry.tournament else {
        return Ok(());
    };
    let record = desk.tx.events_of_player(entry.player)?;
    let dead = revoked_entries(&record);
    let left = record.iter().rev().find(|e| {
        e.tournament == Some(tournament)
            && !dead.contains(&e.id)
            && matches!(e.event, PlayerEvent::Withdrawn { .. })
    });
    let at = left.map(|e| e.at);
    Ok(desk.tx.entry_withdraw(tournament, entry.player, at)?)
}

fn tell_withdrawal_revoked(
    desk: &mut Desk<'_>,
    decision: EventId,
    entry: &PlayerEntry,
    grounds: &Grounds,
) -> Result<(), Failure> {
    let Some(tournament) = entry.tournament else {
        return Ok(());
    };
    let facts = desk.tx.tournament_facts(tournament)?;
    let [_, protest_days] = facts.regulations.protest_days;
    let circular = Circular {
        tournament,
        article: Article::ArbiterDecides.number(facts.profile),
        protest_days,
        reason: &grounds.reason,
    };
    let day = facts.zone.day(entry.at);
    let ruling = circular.letters([entry.player], |_| revoked(decision, day, None));
    desk.record(ruling, None, None)
}

/// Who was told of the 30 days is told that they end no more.
fn tell_access_revoked(
    desk: &mut Desk<'_>,
    decision: EventId,
    entry: &PlayerEntry,
    grounds: &Grounds,
) -> Result<(), Failure> {
    let case = player::leave_case(desk, entry.player, entry.tournament)?;
    let mut ruling = Ruling::default();
    for account in &case.accounts {
        let said = revoked(decision, account.zone.day(entry.at), None);
        let article = Article::AccessLost;
        let told = arbiter::told_of_leave(&case, account, &said, article, &grounds.reason);
        ruling.notices.extend(told);
    }
    desk.record(ruling, None, None)
}

/// Gives a leave the last day it had, and tells whom it concerns.
fn undo_leave(
    desk: &mut Desk<'_>,
    decision: EventId,
    entry: &PlayerEntry,
    (leave, to): (LeaveId, Day),
    grounds: &Grounds,
) -> Result<(), Failure> {
    let event = PlayerEvent::LeaveEnded { leave, to };
    let mut undone = player_entry(desk, entry, event, &grounds.reason);
    let case = player::leave_case(desk, entry.player, entry.tournament)?;
    let mut notices = Vec::new();
    let row = desk.tx.leave_load(leave)?;
    for account in &case.accounts {
        undone.grounds = Some(Article::LeaveGranted.number(account.profile).to_owned());
        let days = row.as_ref().map(|r| (r.from, r.to.max(to)));
        let code = account.code.clone();
        let name = case.name.clone();
        let what = days.map(|days| match to < days.0 {
            true => NamedDecision::LeaveGranted { name, days, code },
            false => NamedDecision::LeaveCancelled { name, days, code },
        });
        let said = revoked(decision, account.zone.day(entry.at), what);
        notices.extend(arbiter::told_of_leave(
            &case,
            account,
            &said,
            Article::LeaveGranted,
            &grounds.reason,
        ));
    }
    let ruling = Ruling {
        player_entries: vec![undone],
        notices,
        ..Ruling::default()
    };
    desk.record(ruling, None, None)
}

/// A decision about a player, of that day, is taken back: no game of his goes on by it.
fn revoked(decision: EventId, day: Day, what: Option<NamedDecision>) -> NamedDecision {
    NamedDecision::Revoked {
        number: decision.0,
        day,
        what: what.map(Box::new),
        rests: false,
        turn: Side::White,
    }
}

/// The last day a leave has by an entry, where the entry is about it.
fn touches(entry: &PlayerEntry, id: LeaveId) -> Option<Day> {
    match entry.event {
        PlayerEvent::LeaveTaken { leave, to, .. } | PlayerEvent::LeaveEnded { leave, to }
            if leave == id =>
        {
            Some(to)
        }
        _ => None,
    }
}
