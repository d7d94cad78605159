//! A player who comes into an event that has begun (31.4).

use super::replace::{Reached, address_for, person};
use super::{Grounds, record_in_tournament};
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::orders::{EnterOrder, Outcome, Refusal};
use crate::record::TournamentEvent;
use crate::robot::desk::Desk;
use crate::store::TournamentStatus;
use crate::tournament::System;
use crate::tournament::file::EnteredPlayer;

/// The article of entries after the drawing.
const AFTER_THE_DRAW: &str = "31.4";

pub(super) fn enter(
    desk: &mut Desk<'_>,
    order: &EnterOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let code = order.code.as_str();
    let row = desk.tx.tournament_load(code)?;
    let row = row.ok_or_else(|| Refusal::NoTournament(code.to_owned()))?;
    if row.status == TournamentStatus::Planned {
        return Err(Refusal::NotBegun(code.to_owned()).into());
    }
    let mut file = row.tournament_file()?;
    if file.play.system != System::Swiss {
        return Err(Refusal::NoLateEntry(code.to_owned()).into());
    }
    let id = row.facts.id;
    let paired = desk.tx.tournament_events(id)?;
    let paired = paired
        .iter()
        .filter(|e| matches!(e.event, TournamentEvent::RoundPaired(_)));
    let rounds = usize::try_from(file.play.rounds).unwrap_or(usize::MAX);
    if row.status == TournamentStatus::Finished || paired.count() >= rounds {
        return Err(Refusal::NoNextRound(code.to_owned()).into());
    }
    let reached = Reached::of(&order.person, row.facts.profile)?;
    if let Some(email) = reached.reach.email() {
        address_for(desk, id, email)?;
    }
    let player = person(desk, &order.person, &reached, &row.facts)?;
    let entries = desk.tx.entries_all(id)?;
    if let Some(entry) = entries.iter().find(|e| e.player == player.player) {
        let (name, number) = (player.name, entry.start_number);
        return Err(Failure::failed(format!(
            "{name} plays in {code} already, as number {number}"
        )));
    }
    let known = desk.player(player.player)?;
    file.players.push(EnteredPlayer {
        name: known.name,
        reach: known.reach,
        address: Vec::new(),
        language: Some(known.language),
        rating: known.rating,
        federation: known.federation,
        greeting: None,
        withdrawn: false,
    });
    let number = u32::try_from(file.players.len()).unwrap_or(u32::MAX);
    let json = serde_json::to_string(&file).map_err(Failure::failed)?;
    desk.tx.entry_add(id, player.player, number, &json)?;
    let name = player.name.clone();
    let event = TournamentEvent::PlayerEntered { number, name };
    record_in_tournament(desk, &row, event, grounds, AFTER_THE_DRAW)?;
    let notice = Notice::new(
        Recipient::Player(player.player),
        Body::LateEntry {
            code: code.to_owned(),
            name: row.facts.name.clone(),
            number,
        },
    )
    .of_tournament(id);
    let ruling = Ruling::telling(vec![notice]);
    desk.record(ruling, None, None)?;
    Ok(vec![Outcome::PlayerEntered {
        code: code.to_owned(),
        name: player.name,
        number,
    }])
}
