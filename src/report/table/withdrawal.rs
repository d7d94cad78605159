//! Requests to withdraw that wait for the arbiter.

use super::{Entrant, TableInput};
use crate::arbiter::Article;
use crate::record::{PlayerEvent, Status};
use crate::report::matters::Matter;

/// A player's confirmed request to withdraw, until he is withdrawn or has no game
/// left to play (56.8.1): which of the ways is taken, the arbiter alone decides.
pub(super) fn asked(input: &TableInput, entrant: &Entrant) -> Option<Matter> {
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
        since: Some(input.zone.day(request.at)),
        note: format!(
            "{} asked on {} to withdraw; the clocks run on",
            entrant.name,
            input.zone.day(request.at)
        ),
        commands,
        ..Matter::default()
    })
}
