//! Whose an order by letter is to give: it holds only in tournaments of which the
//! letter's From address is an official's, with the rights of his role ([`Role`]).

use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId, PlayerRef};
use crate::orders::{DeskOrder, Order, OrderPlace, Ordered, RevokeOrder, Role};
use crate::robot::desk::Desk;
use crate::robot::office::WritingOfficial;
use crate::robot::orders::DecisionEffect;
use crate::store::TournamentStatus;
use std::collections::BTreeSet;

/// A tournament that an order names and that is not the arbiter's.
pub(super) fn foreign_word(
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
pub(super) fn foreign_part(
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

/// Whether everything that a decision touches is his to decide: in each game by one
/// of his roles, in the tournament's own record likewise, about a player as the arbiter alone.
pub(super) fn is_in_role(
    desk: &mut Desk<'_>,
    decided: &DecisionEffect,
    order: &Order,
    office: &WritingOfficial,
) -> Result<bool, Failure> {
    let directs = |code: &str| office.roles(code).contains(&Role::Arbiter);
    if let OrderPlace::Desk(order) = order.place()
        && let Some((code, team)) = order.in_tournament()
    {
        let mut roles = office.roles(code).iter();
        return Ok(roles.any(|role| role.may_order_in_tournament(team)));
    }
    let mut others: Vec<(GameId, &[Role])> = Vec::new();
    for (name, _) in decided.entries.iter().filter(|(n, _)| !directs(&n.code)) {
        if let Some(id) = desk.tx.game_find(name)? {
            others.push((id, office.roles(&name.code)));
        }
    }
    let mut his = |(id, roles): &(GameId, &[Role])| -> Result<bool, Failure> {
        let game = desk.game(*id)?;
        Ok(roles.iter().any(|role| match order.place() {
            OrderPlace::Game(_, order) => role.may_order(game, order),
            OrderPlace::Desk(DeskOrder::Revoke(order)) => role.may_revoke(game, order),
            OrderPlace::Desk(_) | OrderPlace::List => false,
        }))
    };
    let mut all = true;
    let mut some = false;
    for other in &others {
        let may = his(other)?;
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
            Some(id) => directs(&desk.tx.tournament_facts(id)?.code),
            // A whole player's: `foreign_part` has seen to his tournaments.
            None => office.codes().iter().all(|code| directs(code)),
        };
        if !own {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The player whom an order names.
fn player_meant(desk: &Desk<'_>, player: &PlayerRef) -> Result<Option<PlayerId>, Failure> {
    Ok(desk.tx.player_find(player)?.map(|p| p.id))
}
