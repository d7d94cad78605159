//! Players who ask to leave, or cannot be reached: what waits for the arbiter.

use super::{TableEntrant, TableInput};
use crate::orders::access_until;
use crate::record::{PlayerEvent, Status, revoked_entries};
use crate::report::matters::{Happened, Matter};
use crate::rules::Article;

/// A player's confirmed request to withdraw, until he is withdrawn or has no game
/// left to play (56.8.1): which of the ways is taken, the arbiter alone decides.
pub(super) fn asked(input: &TableInput, entrant: &TableEntrant) -> Option<Matter> {
    let request = entrant
        .record
        .iter()
        .rfind(|e| e.event == PlayerEvent::WithdrawalAsked)?;
    let number = entrant.start_number;
    let open = input
        .games
        .iter()
        .any(|g| g.status != Status::Finished && [g.white, g.black].contains(&number));
    if entrant.withdrawn || !open {
        return None;
    }
    let code = &input.code;
    let order = |games: &str| format!("td withdraw {code}:{number} {code} --games {games}");
    let mut commands = ["lose", "adjudicate", "annul"].map(order).to_vec();
    commands.push(format!("td what-if {code}:{number} {code}"));
    Some(Matter {
        game: None,
        what: "withdrawal".to_owned(),
        article: Article::Withdrawal.number(input.profile).to_owned(),
        about: vec![entrant.name.clone()],
        concerned: Some(entrant.concerned()),
        since: Some(input.zone.day(request.at)),
        happened: Happened::WithdrawalAsked {
            name: entrant.name.clone(),
            day: input.zone.day(request.at),
        },
        commands,
        ..Matter::default()
    })
}

/// A player who reported that he cannot reach his mail, until a letter of his shows
/// that he is back (56.1.6). From the 31st day on he counts as withdrawn: the arbiter
/// decides how.
pub(super) fn away(input: &TableInput, entrant: &TableEntrant) -> Option<Matter> {
    let revoked = revoked_entries(&entrant.record);
    let (entry, since) = entrant.record.iter().rev().find_map(|e| match e.event {
        PlayerEvent::AccessLost { since } if !revoked.contains(&e.id) => Some((e, since)),
        _ => None,
    })?;
    let number = entrant.start_number;
    let own = |g: &&super::GameLine| [g.white, g.black].contains(&number);
    let open = input
        .games
        .iter()
        .filter(own)
        .any(|g| g.status != Status::Finished);
    let back = entrant.heard.is_some_and(|day| day > since);
    if entrant.withdrawn || back || !open {
        return None;
    }
    let until = access_until(since);
    let code = &input.code;
    let order = |games: &str| format!("td withdraw {code}:{number} {code} --games {games}");
    let mut commands = ["lose", "adjudicate", "annul"].map(order).to_vec();
    commands.push(format!("td revoke {}", entry.id));
    Some(Matter {
        game: None,
        what: "access-lost".to_owned(),
        article: Article::AccessLost.number(input.profile).to_owned(),
        about: vec![entrant.name.clone()],
        concerned: Some(entrant.concerned()),
        since: Some(since),
        happened: Happened::AccessLost {
            name: entrant.name.clone(),
            since,
            until,
        },
        until: Some(until),
        commands,
        ..Matter::default()
    })
}
