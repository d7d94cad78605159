//! Whose an order by letter is to give: it holds only in tournaments of which the
//! letter's From address is an official's, with the rights of his role ([`Role`]).

use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId, PlayerRef};
use crate::orders::role::Power;
use crate::orders::{Order, OrderPlace, Ordered, RevokeOrder, Role};
use crate::record::TournamentEvent;
use crate::robot::desk::Desk;
use crate::robot::office::WritingOfficial;
use crate::robot::orders::DecisionEffect;
use crate::store::TournamentStatus;
use std::collections::BTreeSet;

/// A tournament that an order names and that is not the arbiter's.
pub(in crate::robot::orders) fn foreign_word(
    desk: &Desk<'_>,
    words: &str,
    office: &WritingOfficial,
) -> Result<Option<String>, Failure> {
    for word in words.split_whitespace() {
        let code = match (GameName::parse(word), word.split_once(':')) {
            (Some(game), _) => game.code,
            (None, Some((code, number))) if number.parse::<u32>().is_ok() => code.to_owned(),
            _ => word.to_owned(),
        };
        if !office.has(&code) && desk.tx.tournament_load(&code)?.is_some() {
            return Ok(Some(code));
        }
    }
    Ok(None)
}

/// A tournament that a decision touches and that is not the arbiter's: of a
/// game, or of a player whom it is about as a whole.
pub(in crate::robot::orders) fn foreign_part(
    desk: &Desk<'_>,
    decided: &DecisionEffect,
    order: &Order,
    office: &WritingOfficial,
) -> Result<Option<String>, Failure> {
    let foreign = |code: &str| (!office.has(code)).then(|| code.to_owned());
    for (game, _) in &decided.entries {
        if let Some(code) = foreign(&game.code) {
            return Ok(Some(code));
        }
    }
    for (code, _) in of_tournaments(desk, order)? {
        if let Some(code) = foreign(&code) {
            return Ok(Some(code));
        }
    }
    let mut whole: BTreeSet<PlayerId> = BTreeSet::new();
    for entry in &decided.player_entries {
        match entry.tournament {
            Some(id) => {
                if let Some(code) = foreign(&desk.tx.tournament_facts(id)?.code) {
                    return Ok(Some(code));
                }
            }
            None => {
                whole.insert(entry.player);
            }
        }
    }
    if let Order::Address(order) = order {
        whole.extend(player_meant(desk, &order.player)?);
    }
    for player in whole {
        for entry in desk.tx.player_tournaments(player)? {
            let row = desk.tx.tournament_load_id(entry.tournament)?;
            let Some(row) = row.filter(|r| r.status != TournamentStatus::Finished) else {
                continue;
            };
            if let Some(code) = foreign(&row.facts.code) {
                return Ok(Some(code));
            }
        }
    }
    Ok(None)
}

/// Whether everything that a decision touches is his to decide: in each game by one of his
/// roles, in the tournament's own record likewise, about a player as who has all orders of
/// the kind.
pub(in crate::robot::orders) fn is_in_role(
    desk: &mut Desk<'_>,
    decided: &DecisionEffect,
    order: &Order,
    office: &WritingOfficial,
) -> Result<bool, Failure> {
    let power = Power::of(order);
    if let OrderPlace::Desk(order) = order.place()
        && let Some((code, team)) = order.in_tournament()
    {
        let himself = order.official().is_some_and(|o| office.is(code, o));
        let mut roles = office.roles(code).iter();
        return Ok(roles.any(|role| role.may_order_in_tournament(power, team, himself)));
    }
    // What stands in a tournament's own record is taken back by who could order it.
    for (code, event) in of_tournaments(desk, order)? {
        let may = match &event {
            TournamentEvent::HandedOver { .. } | TournamentEvent::Prolonged { .. } => {
                office.has_all(&code, Power::Direction)
            }
            TournamentEvent::OfficialAbsent { email, .. } => {
                office.has_all(&code, Power::Absence) || office.address() == email
            }
            _ => office.has_all(&code, power),
        };
        if !may {
            return Ok(false);
        }
    }
    let has_all = |code: &str| office.has_all(code, power);
    let mut others: Vec<(GameId, &[Role])> = Vec::new();
    for (name, _) in decided.entries.iter().filter(|(n, _)| !has_all(&n.code)) {
        if let Some(id) = desk.tx.game_find(name)? {
            others.push((id, office.roles(&name.code)));
        }
    }
    let mut all = true;
    let mut some = false;
    for (id, roles) in &others {
        let game = desk.game(*id)?;
        let may = roles.iter().any(|role| role.may_order(game, order));
        all &= may;
        some |= may;
    }
    // A decision is taken back as a whole; the protest waits in one of its games.
    let taken_back = matches!(order, Order::Revoke(RevokeOrder { pass: None, .. })) && some;
    if taken_back || !all {
        return Ok(taken_back);
    }
    for entry in &decided.player_entries {
        let own = match entry.tournament {
            Some(id) => has_all(&desk.tx.tournament_facts(id)?.code),
            // A whole player's, in all tournaments that are not over.
            None => {
                let mut own = true;
                for entry in desk.tx.player_tournaments(entry.player)? {
                    let row = desk.tx.tournament_load_id(entry.tournament)?;
                    let row = row.filter(|r| r.status != TournamentStatus::Finished);
                    own &= row.is_none_or(|r| has_all(&r.facts.code));
                }
                own
            }
        };
        if !own {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What a decision that is to be taken back entered in records of tournaments, by their
/// codes.
pub(in crate::robot::orders) fn of_tournaments(
    desk: &Desk<'_>,
    order: &Order,
) -> Result<Vec<(String, TournamentEvent)>, Failure> {
    let Order::Revoke(RevokeOrder {
        decision: Some(decision),
        ..
    }) = order
    else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for entry in desk.tx.events_of_decision(*decision)?.tournaments {
        let facts = desk.tx.tournament_facts(entry.tournament)?;
        found.push((facts.code.clone(), entry.event.clone()));
    }
    Ok(found)
}

/// The player whom an order names.
fn player_meant(desk: &Desk<'_>, player: &PlayerRef) -> Result<Option<PlayerId>, Failure> {
    Ok(desk.tx.player_find(player)?.map(|p| p.id))
}
