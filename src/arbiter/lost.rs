//! A letter of ours came back, or was given up: it was not received (RULES.md 2,
//! "Left"). What was reckoned from its leaving is void, and the arbiter and the opponent
//! are told (56.5.2). A report by mail, which the player can write himself, stops his clock
//! for a while only: what that is, the record knows (`record/game/stops`).

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

/// How long after the leaving of a copy its receipt does not count for certain, in seconds:
/// a report within these two days finds the clock still stopped.
const AWAITED: i64 = 2 * 86_400;

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
    /// When a report by mail said so; `None` where our own server would not take it.
    pub reported: Option<Instant>,
}

impl Loss {
    /// Whether it is a copy that left while the clock was stopped, and of which a report is
    /// still waited for: the stop goes on, and nobody is told of it twice.
    fn is_awaited(&self, game: &GameFile) -> bool {
        let (Some(left), Some(at), Some(_)) = (self.left, self.reported, game.stop_ends()) else {
            return false;
        };
        let stopped = game.standing().rev().find_map(|e| match &e.event {
            Event::LetterLost {
                ply,
                to,
                reported: true,
                ..
            } if (*ply, *to) == (self.ply, self.to) => Some(e.at),
            _ => None,
        });
        stopped.is_some_and(|stopped| stopped <= left) && at.unix() - left.unix() <= AWAITED
    }

    /// Whether a clock hangs on it.
    fn is_timed(&self) -> bool {
        match self.about {
            About::Start | About::Move | About::Correction | About::Ruling => true,
            About::Notice | About::Adjudication => false,
        }
    }
}

/// Why a delivery report that came by mail changes nothing in a game, as far as the game
/// knows.
pub fn unheeded(game: &GameFile, loss: &Loss) -> Option<Unheeded> {
    let at = game.moment(loss.reported?);
    let running = game.tally().running.as_ref();
    let fell = running.is_some_and(|r| r.side == loss.to && at.day >= r.deadline(0).0);
    let fell = fell && !loss.is_awaited(game);
    if fell || game.exceeded.as_ref().is_some_and(|e| e.side == loss.to) {
        return Some(Unheeded::FlagFallen);
    }
    (!game.may_be_stopped(loss.about, loss.to, at)).then_some(Unheeded::Spent)
}

/// A delivery report that changes no day is a matter for the arbiter: he may know
/// better, and set the receipt. Of one letter whose reports stop nothing any more he is
/// told once.
pub fn report_unheeded(
    game: &GameFile,
    loss: &Loss,
    why: Unheeded,
    now: Instant,
    cause: Cause,
) -> Ruling {
    Ruling::on(game, |game| match is_told(game, loss, why) {
        true => Ruling::default(),
        false => leave_it(game, loss, why, Occasion { now, cause }),
    })
}

fn is_told(game: &GameFile, loss: &Loss, why: Unheeded) -> bool {
    let letter = loss.letter.to_string();
    why == Unheeded::Spent
        && game.standing().any(|e| match &e.event {
            Event::MatterOpened(Opened {
                what: Circumstance::Unheeded(report),
                ..
            }) => report.letter == letter && report.why == why,
            _ => false,
        })
}

fn leave_it(game: &mut GameFile, loss: &Loss, why: Unheeded, occasion: Occasion) -> Ruling {
    let mut ruling = Ruling::default();
    let article = Article::LetterLost.number(game.facts.profile);
    let unheeded = Circumstance::Unheeded(UnheededReport {
        letter: loss.letter.to_string(),
        name: game.player(loss.to).name.clone(),
        why,
        said: loss.diagnostic.clone(),
    });
    let matter = Event::MatterOpened(Opened::new("report-unheeded", loss.to, unheeded));
    record(game, &mut ruling, occasion.entry(matter, article));
    let body = Problem {
        unheeded: Some(why),
        ..Problem::default()
    };
    ruling
        .notices
        .push(Notice::new(Recipient::Arbiter, body.of(game, loss)));
    ruling
}

/// What a letter about a loss says beside the loss itself.
#[derive(Clone, Copy, Default)]
struct Problem {
    failing: Option<u32>,
    unheeded: Option<Unheeded>,
    last: Option<Day>,
}

impl Problem {
    fn of(self, game: &GameFile, loss: &Loss) -> Body {
        let player = game.player(loss.to);
        Body::DeliveryProblem {
            name: player.name.clone(),
            player: player.id,
            letter: Some(loss.letter),
            about: Some(loss.about),
            left: loss.left.map(|at| game.facts.zone.day(at)),
            diagnostic: loss.diagnostic.clone(),
            failing: self.failing,
            unheeded: self.unheeded,
            again: loss.again,
            last: self.last,
        }
    }
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
    let reported = loss.reported.is_some();
    let awaited = loss.is_awaited(game);
    let before = (game.receipt(), game.free_days(loss.to));
    let article = Article::LetterLost.number(game.facts.profile);
    let event = Event::LetterLost {
        ply: loss.ply,
        to: loss.to,
        about: Some(loss.about),
        left: loss.left,
        reported,
    };
    record(game, &mut ruling, occasion.entry(event, article));
    // Another letter about the same has arrived: nothing stands by this one.
    let stands = before != (game.receipt(), game.free_days(loss.to));
    let quiet = awaited || reported && loss.is_timed() && !stands;
    if quiet && failing.is_none() {
        return ruling;
    }
    let last = game
        .last_stopped(loss.about, loss.to)
        .filter(|last| reported && stands && *last >= game.facts.zone.day(occasion.now));
    let lost = Circumstance::Lost(LostLetter {
        letter: loss.letter.to_string(),
        name: game.player(loss.to).name.clone(),
        why: loss.diagnostic.clone(),
        last,
    });
    let matter = Event::MatterOpened(Opened::new("letter-lost", loss.to, lost));
    record(game, &mut ruling, occasion.entry(matter, article));
    let of = |failing| {
        let problem = Problem {
            failing,
            unheeded: None,
            last,
        };
        problem.of(game, loss)
    };
    ruling
        .notices
        .push(Notice::new(Recipient::Arbiter, of(failing)));
    if !quiet && loss.is_timed() {
        // What a mail server says of another's mailbox is the arbiter's alone.
        let mut told = of(None);
        if let Body::DeliveryProblem { diagnostic, .. } = &mut told {
            diagnostic.clear();
        }
        let opponent = game.player(loss.to.other()).id;
        ruling
            .notices
            .push(Notice::new(Recipient::Player(opponent), told));
    }
    ruling
}

/// Whether anything is still reckoned from the letter.
fn counts(game: &GameFile, loss: &Loss) -> bool {
    // Of one that came back it is known when it had left, or nothing was reckoned from it.
    if loss.reported.is_some() && loss.left.is_none() {
        return false;
    }
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
