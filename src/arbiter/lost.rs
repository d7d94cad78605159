//! A letter of ours came back, or was given up: it was not received (RULES.md 2,
//! "Left"). What was reckoned from its leaving is void, and the arbiter is told
//! (56.5.2).

use super::notice::{Body, Notice, Recipient};
use super::ruling::{Occasion, Ruling, record};
use crate::chess::Side;
use crate::ids::OutboundId;
use crate::record::{
    About, Cause, Circumstance, Event, GameFile, LostLetter, Opened, Status, Unheeded,
    UnheededReport,
};
use crate::rules::Article;
use crate::time::{Day, Instant};

/// A letter that did not arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The letter.
    pub letter: OutboundId,
    /// The half-move it conveyed, or that was due.
    pub ply: u32,
    /// What it was about.
    pub about: About,
    /// To which side.
    pub to: Side,
    /// When it had left; `None` where it never could be handed over.
    pub left: Option<Instant>,
    /// What the mail server said.
    pub diagnostic: String,
    /// The day on which it is sent again by itself.
    pub again: Option<Day>,
}

/// Delivery reports by mail that are taken for one half-move, and in a game, of one
/// player: he knows the address that they come to (RULES.md 2, "Left").
const REPORTS_A_PLY: usize = 1;
const REPORTS_A_GAME: usize = 2;

/// Why a delivery report that came by mail on a day changes nothing in a game, as far
/// as the game knows.
pub fn unheeded(game: &GameFile, loss: &Loss, day: Day) -> Option<Unheeded> {
    let running = game.tally().running.as_ref();
    let fell = running.is_some_and(|r| r.side == loss.to && day >= r.deadline(0).0);
    if fell || game.exceeded.as_ref().is_some_and(|e| e.side == loss.to) {
        return Some(Unheeded::FlagFallen);
    }
    let mut taken: Vec<u32> = Vec::new();
    for entry in game.standing() {
        match (&entry.event, entry.cause) {
            // Another plays on: his address is another.
            (Event::Replaced { side, .. }, _) if *side == loss.to => taken.clear(),
            (Event::LetterLost { ply, to, .. }, Cause::Letter(_)) if *to == loss.to => {
                taken.push(*ply);
            }
            _ => {}
        }
    }
    let of_ply = taken.iter().filter(|p| **p == loss.ply).count();
    (of_ply >= REPORTS_A_PLY || taken.len() >= REPORTS_A_GAME).then_some(Unheeded::Already)
}

/// A delivery report that changes no day is a matter for the arbiter: he may know
/// better, and set the receipt.
pub fn report_unheeded(
    game: &GameFile,
    loss: &Loss,
    why: Unheeded,
    now: Instant,
    cause: Cause,
) -> Ruling {
    Ruling::on(game, |game| {
        leave_it(game, loss, why, Occasion { now, cause })
    })
}

fn leave_it(game: &mut GameFile, loss: &Loss, why: Unheeded, occasion: Occasion) -> Ruling {
    let mut ruling = Ruling::default();
    let article = Article::LetterLost.number(game.facts.profile);
    let player = game.player(loss.to).clone();
    let unheeded = Circumstance::Unheeded(UnheededReport {
        letter: loss.letter.to_string(),
        name: player.name.clone(),
        why,
        said: loss.diagnostic.clone(),
    });
    let matter = Event::MatterOpened(Opened::new("report-unheeded", loss.to, unheeded));
    record(game, &mut ruling, occasion.entry(matter, article));
    let body = Body::DeliveryProblem {
        name: player.name,
        player: player.id,
        letter: Some(loss.letter),
        about: Some(loss.about),
        left: loss.left.map(|at| game.facts.zone.day(at)),
        diagnostic: loss.diagnostic.clone(),
        failing: None,
        unheeded: Some(why),
        again: loss.again,
    };
    let problem = Notice::new(Recipient::Arbiter, body);
    ruling.notices.push(problem);
    ruling
}

/// What follows for the game: nothing, where nothing was reckoned from the letter
/// any more. `failing`: how many letters have come back in a row, where the address
/// counts as failing from this one on.
pub fn letter_lost(
    game: &GameFile,
    loss: &Loss,
    failing: Option<u32>,
    now: Instant,
    cause: Cause,
) -> Ruling {
    Ruling::on(game, |game| {
        stop_clock(game, loss, failing, Occasion { now, cause })
    })
}

fn stop_clock(
    game: &mut GameFile,
    loss: &Loss,
    failing: Option<u32>,
    occasion: Occasion,
) -> Ruling {
    let mut ruling = Ruling::default();
    if !counts(game, loss) {
        return ruling;
    }
    let article = Article::LetterLost.number(game.facts.profile);
    let event = Event::LetterLost {
        ply: loss.ply,
        to: loss.to,
        about: Some(loss.about),
        left: loss.left,
    };
    record(game, &mut ruling, occasion.entry(event, article));
    let player = game.player(loss.to);
    let lost = Circumstance::Lost(LostLetter {
        letter: loss.letter.to_string(),
        name: player.name.clone(),
        why: loss.diagnostic.clone(),
    });
    let matter = Event::MatterOpened(Opened::new("letter-lost", loss.to, lost));
    let body = Body::DeliveryProblem {
        name: player.name.clone(),
        player: player.id,
        letter: Some(loss.letter),
        about: Some(loss.about),
        left: loss.left.map(|at| game.facts.zone.day(at)),
        diagnostic: loss.diagnostic.clone(),
        failing,
        unheeded: None,
        again: loss.again,
    };
    record(game, &mut ruling, occasion.entry(matter, article));
    ruling.notices.push(Notice::new(Recipient::Arbiter, body));
    ruling
}

/// Whether anything is still reckoned from the letter.
fn counts(game: &GameFile, loss: &Loss) -> bool {
    match loss.about {
        About::Notice => game
            .exceeded
            .as_ref()
            .is_some_and(|e| e.side == loss.to && e.notice_left == loss.left),
        // An appeal's term begins with a letter that arrives.
        About::Adjudication => game.adjudication.as_ref().is_some_and(|f| {
            let decided = f.decided().filter(|_| f.second.is_none());
            decided.is_some_and(|d| *d.left.get(loss.to) == loss.left)
        }),
        About::Ruling => !matches!(game.status, Status::Finished | Status::Waiting),
        About::Start | About::Move | About::Correction => {
            let due = loss.ply == game.ply() && loss.to == game.turn();
            // One that was given up stops nothing where another has left.
            let stops = loss.left.is_some() || game.letter_left().is_none();
            due && stops && game.status != Status::Finished
        }
    }
}
