//! Letters that were confirmed late: which of their dates counts.

use super::{Happened, Matter, confirming, letting_pass, matter};
use crate::arbiter::{KEPT_A_GAME, UndecidedDate};
use crate::record::{CountedDispatch, Entry, Event, GameFile, Status};
use crate::rules::Article;

/// The name of the matter.
const LATE_CONFIRMATION: &str = "late-confirmation";

/// A letter between whose dates a flag fell: the orders by which its own dispatch counts stand
/// first, then that by which the confirmation's does.
pub(super) fn undecided_date(game: &GameFile, date: UndecidedDate) -> Matter {
    let happened = Happened::DateUndecided {
        side: date.side,
        own: date.own,
        confirmed: date.confirmed,
    };
    let name = &game.facts.name;
    let mut matter = late_confirmation(game, date, happened);
    let pauses = game.exceeded.as_ref().is_some_and(|e| e.pauses);
    matter.commands = match (game.status, game.result) {
        (Status::Finished, Some(result)) => vec![
            letting_pass(game, "reopen"),
            format!("td result {name} {} --by time", result.code.text()),
        ],
        _ if pauses => vec![
            letting_pass(game, "reject-claim"),
            confirming(game, date.side),
        ],
        _ => vec![format!("td resume {name}"), confirming(game, date.side)],
    };
    matter
}

/// What the arbiter is told of an entry that records a late confirmation, in the game as it
/// stands behind it: nothing where the date of the confirmation counts.
pub fn confirmed_late(game: &GameFile, entry: &Entry) -> Option<Matter> {
    let Event::ConfirmedLate {
        side,
        ply,
        own,
        confirmed,
        counts,
        ..
    } = entry.event
    else {
        return None;
    };
    let date = UndecidedDate {
        side,
        own,
        confirmed,
        since: entry.at,
    };
    match counts {
        CountedDispatch::Confirmation => None,
        CountedDispatch::Undecided => Some(undecided_date(game, date)),
        CountedDispatch::Own => {
            let happened = Happened::DateKept {
                side,
                own,
                confirmed,
                most: KEPT_A_GAME,
            };
            let mut matter = late_confirmation(game, date, happened);
            let (name, ply) = (&game.facts.name, ply + 1);
            matter.commands = vec![format!("td set-dates {name} {ply} --sent {confirmed}")];
            Some(matter)
        }
    }
}

fn late_confirmation(game: &GameFile, date: UndecidedDate, happened: Happened) -> Matter {
    let article = Article::ArbiterDecides;
    let mut matter = matter(game, LATE_CONFIRMATION, article, happened, []);
    matter.concerns(game, date.side);
    matter.since = Some(game.facts.zone.day(date.since));
    matter
}
