//! A side's faults in a game, whoever ruled them, and what the next one costs: the robot
//! that charges one, the card that leaves one for the arbiter and the order by which he
//! charges it count them together (55.4.9-10).

use super::by_card::{CARD_FAULT, LATE_REPEAT};
use crate::chess::Side;
use crate::chess::notation::{self, Reason};
use crate::ids::EventId;
use crate::record::{Circumstance, Entry, Event, GameFile, Opened};
use crate::rules::Article;

/// The faults of a side in the order in which they were charged, and what its cards have left for the
/// arbiter.
#[derive(Debug, Default)]
struct Faults<'g> {
    /// Days that were charged for each and not taken back under its article.
    charged: Vec<i64>,
    /// Proposals that wait, oldest first.
    open: Vec<(EventId, &'g Opened)>,
}

/// What an order is about that charges a side, or takes days back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    /// A fault, or a card that was not registered near the control.
    Fault,
    /// A move that was repeated late (55.4.11).
    LateRepeat,
    /// The arbiter does not say.
    Unsaid,
    /// Something else.
    Other,
}

impl Ground {
    fn of(game: &GameFile, entry: &Entry) -> Ground {
        let said = entry.grounds.as_deref().unwrap_or_default();
        let number = |article: Article| article.number(game.facts.profile);
        let is = |article: Article| {
            let rest = said.strip_prefix(number(article));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let of_fault = [
            Article::FaultPenalty,
            Article::FaultPenaltyAgain,
            Article::ControlNear,
        ];
        match said {
            _ if of_fault.into_iter().any(is) => Ground::Fault,
            _ if is(Article::LateRepeat) => Ground::LateRepeat,
            _ if said.is_empty() || is(Article::ArbiterDecides) => Ground::Unsaid,
            _ => Ground::Other,
        }
    }

    /// Whether such an order may settle a matter.
    fn fits(self, matter: &str) -> bool {
        match self {
            Ground::Fault => matter == CARD_FAULT,
            Ground::LateRepeat => matter == LATE_REPEAT,
            Ground::Unsaid => true,
            Ground::Other => false,
        }
    }
}

impl<'g> Faults<'g> {
    fn of(game: &'g GameFile, side: Side) -> Faults<'g> {
        let mut faults = Faults::default();
        let mut asked: Vec<u32> = Vec::new();
        let recorded = game.standing_recorded().map(|e| (Some(e.id), &e.entry));
        let fresh = game.fresh().iter().map(|entry| (None, entry));
        for (id, entry) in recorded.chain(fresh) {
            match &entry.event {
                Event::Faulty { ply, text, .. } if game.side_of_ply(*ply) == side => {
                    // The first question about a promotion on a half-move was none.
                    if !asked.contains(ply) && is_of_promotion(game, side, *ply, text) {
                        asked.push(*ply);
                    } else {
                        faults.charged.push(0);
                    }
                }
                Event::MatterOpened(opened)
                    if opened.side == Some(side)
                        && [CARD_FAULT, LATE_REPEAT].contains(&opened.matter.as_str()) =>
                {
                    faults.open.extend(id.map(|id| (id, opened)));
                }
                Event::Dismissed { of } => faults.open.retain(|(id, _)| id != of),
                Event::Penalty { side: of, days, .. } if *of == side => {
                    match (entry.cause.is_order(), *days) {
                        (true, 1..) => faults.ordered(game, entry, *days),
                        (true, _) => faults.taken_back(game, entry, -days),
                        // It stands behind its fault.
                        (false, _) => {
                            if let Some(last) = faults.charged.last_mut() {
                                *last += days;
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        faults
    }

    /// The arbiter has charged days: one order settles one matter, that which it was
    /// proposed for, else the oldest that it fits.
    fn ordered(&mut self, game: &GameFile, entry: &Entry, days: i64) {
        let ground = Ground::of(game, entry);
        let fits = |open: &&Opened| ground.fits(&open.matter);
        let fitting = |exact: bool| {
            let mut all = self.open.iter().enumerate();
            all.find(|(at, (_, open))| fits(open) && (!exact || self.proposed(game, *at) == days))
        };
        let settled = fitting(true).or_else(|| fitting(false)).map(|(at, _)| at);
        let settled = settled.map(|at| self.open.remove(at).1);
        let is_fault = settled.is_some_and(|open| open.matter == CARD_FAULT);
        if is_fault || ground == Ground::Fault {
            self.charged.push(days);
        }
    }

    /// A fault whose days are all taken back under its article was none.
    fn taken_back(&mut self, game: &GameFile, entry: &Entry, mut days: i64) {
        if Ground::of(game, entry) != Ground::Fault {
            return;
        }
        for charged in self.charged.iter_mut().rev() {
            let taken = days.min(*charged);
            if taken > 0 {
                days -= taken;
                // Marked, for what cost nothing is a fault too.
                *charged = match *charged - taken {
                    0 => -1,
                    left => left,
                };
            }
        }
        self.charged.retain(|charged| *charged >= 0);
    }

    /// What the open proposal of that index comes to, those before it counted with what was
    /// charged.
    fn proposed(&self, game: &GameFile, at: usize) -> i64 {
        let Some((_, opened)) = self.open.get(at) else {
            return 0;
        };
        match opened.what {
            Circumstance::LateRepeat { days } => days,
            _ => i64::from(self.penalty(game, self.faults_before(at)).0),
        }
    }

    /// Faults before an open proposal.
    fn faults_before(&self, at: usize) -> usize {
        let earlier = self.open.iter().take(at);
        self.charged.len() + earlier.filter(|(_, o)| o.matter == CARD_FAULT).count()
    }

    /// The penalty days of a fault behind so many others, and their article.
    fn penalty(&self, game: &GameFile, before: usize) -> (u32, Article) {
        let [first, again] = game.facts.regulations.penalty_days;
        match before {
            0 => (first, Article::FaultPenalty),
            _ => (again, Article::FaultPenaltyAgain),
        }
    }
}

/// The penalty days of a side's next fault, and their article (55.4.9-10).
pub(super) fn next_penalty(game: &GameFile, side: Side) -> (u32, Article) {
    let faults = Faults::of(game, side);
    faults.penalty(game, faults.charged.len())
}

/// Whether what a side's cards have left for the arbiter is still to be decided: until he
/// charges it by an order of its own, or lets it pass.
pub(super) fn waits(game: &GameFile, side: Side, entry: EventId) -> bool {
    let faults = Faults::of(game, side);
    faults.open.iter().any(|(id, _)| *id == entry)
}

/// The penalty days that the article has for a fault of a card which waits for the arbiter, as
/// the game stands, and that of a repeated fault where it is one.
pub(crate) fn proposed_penalty(game: &GameFile, side: Side, entry: EventId) -> Option<(u32, bool)> {
    let faults = Faults::of(game, side);
    let at = faults.open.iter().position(|(id, _)| *id == entry)?;
    let (days, article) = faults.penalty(game, faults.faults_before(at));
    Some((days, article == Article::FaultPenaltyAgain))
}

/// Whether a faulty text of a half-move lacked its promotion, or had one that cannot be.
pub(super) fn is_of_promotion(game: &GameFile, side: Side, ply: u32, text: &str) -> bool {
    let before = usize::try_from(ply).unwrap_or(0).saturating_sub(1);
    let language = Some(game.player(side).language);
    game.line.position_at(before).is_some_and(|position| {
        let reading = notation::read(text, position, language);
        reading.reason.is_some_and(Reason::is_of_promotion)
    })
}
