//! What cards leave for the arbiter, and when it is settled.

use super::{CARD_FAULT, LATE_REPEAT, OPEN_DATE};
use crate::arbiter::faults;
use crate::cards::dispatched;
use crate::record::{
    CardAbout, Circumstance, Event, GameFile, Opened, PartOfMove, Recorded, Status,
};

/// Whether a matter is one that a card leaves.
pub(crate) fn is_of_a_card(matter: &str) -> bool {
    [CARD_FAULT, LATE_REPEAT, OPEN_DATE].contains(&matter)
}

/// Whether what a card has left for the arbiter is still to be decided: a proposed penalty
/// until he charges it by an order of its own or does not grant it, a date until it is known.
pub(crate) fn card_waits(game: &GameFile, entry: &Recorded) -> bool {
    let Event::MatterOpened(opened) = &entry.event else {
        return false;
    };
    let number = entry.id;
    let later = || {
        let recorded = game.standing_recorded().filter(move |e| e.id > number);
        recorded.map(|e| &e.entry).chain(game.fresh())
    };
    let penalty = [CARD_FAULT, LATE_REPEAT].contains(&opened.matter.as_str());
    let charged = || {
        opened
            .side
            .is_some_and(|side| !faults::waits(game, side, number))
    };
    is_of_a_card(&opened.matter)
        && game.counts(entry)
        && game.status != Status::Finished
        && !(penalty && charged())
        && !later().any(|e| match &e.event {
            Event::Dismissed { of } => *of == number,
            event => tells_the_date(opened, event),
        })
        && !is_void(game, opened)
}

/// Whether an event tells the date that was open.
fn tells_the_date(opened: &Opened, event: &Event) -> bool {
    let Circumstance::OpenDate { ply, date, .. } = opened.what else {
        return false;
    };
    match (event, date) {
        (Event::DatesSet { ply: of, sent, .. }, PartOfMove::Dispatch) => {
            *of == ply && sent.is_some()
        }
        (
            Event::DatesSet {
                ply: of, received, ..
            },
            PartOfMove::Receipt,
        ) => *of == ply && received.is_some(),
        (
            Event::CardShown {
                about: CardAbout::Move,
                ply: of,
                card,
                ..
            },
            PartOfMove::Dispatch,
        ) => *of == ply && dispatched(card).day.is_some(),
        (
            Event::CardShown {
                about: CardAbout::Move | CardAbout::Repeat,
                ply: of,
                card,
                ..
            },
            PartOfMove::Receipt,
        ) => *of + 1 == ply && crate::cards::received(card, None).day.is_some(),
        _ => false,
    }
}

/// Whether the half-move whose date was open has left the game.
fn is_void(game: &GameFile, opened: &Opened) -> bool {
    match opened.what {
        Circumstance::OpenDate { ply, .. } => ply > game.ply(),
        _ => false,
    }
}
