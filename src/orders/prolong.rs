//! `td prolong`: a tournament that has begun ends later (56.9.1). Where its end has come, its games
//! go on as long as nobody has sent an opinion of one.

use super::plan::Given;
use super::words::day;
use super::{Decided, Decree, DeskOrder, OrderPlace, Ordered};
use crate::arbiter::OPINION_TERM;
use crate::arbiter::notice::NamedDecision;
use crate::chess::{BySide, Side};
use crate::record::{Event, GameFile, Opinion, Status};
use crate::rules::Article;
use crate::time::Day;
use clap::Args;

/// Let a tournament that has begun end later: its games go to adjudication on that day
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ProlongOrder {
    /// The tournament's code
    pub code: String,
    /// The new end
    #[arg(value_parser = day)]
    pub end: Day,
}

impl Ordered for ProlongOrder {
    fn examples() -> Vec<&'static str> {
        vec!["prolong CODE 2029-06-30"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Prolong(self))
    }
}

/// Whether the adjudication of a game is no more than a question: nobody has answered it, and
/// nothing is decided.
pub fn is_only_asked(game: &GameFile) -> bool {
    game.adjudication.as_ref().is_none_or(|file| {
        let unanswered =
            |of: &BySide<Option<Opinion>>| Side::BOTH.iter().all(|s| of.get(*s).is_none());
        !file.closed && file.first.is_none() && unanswered(&file.opinions) && unanswered(&file.late)
    })
}

/// A game whose end of play has come goes on: the days from that end to the receipt of the ruling
/// are nobody's, also where no pass has asked for opinions yet. `None`: it stands still for another
/// reason, or is over.
pub fn goes_on(game: &GameFile, end: Day, given: Given<'_>) -> Option<Decided> {
    if !matches!(game.status, Status::Active | Status::Adjudication) {
        return None;
    }
    let article = Article::ArbiterDecides.number(game.facts.profile);
    let mut after = Box::new(game.clone());
    let game = after.as_mut();
    let mut decree = Decree::new(given.now, given.reason);
    if game.status == Status::Active {
        let until = end.plus(OPINION_TERM);
        let opened = Event::AdjudicationOpened { from: end, until };
        decree.record(game, opened, article);
    }
    let from = Some(end.next());
    decree.record(game, Event::Reopened { from }, article);
    let decision = NamedDecision::Reopened {
        turn: game.turn(),
        paused: game.status == Status::Paused,
    };
    decree.tell(game, &decision, article);
    Some(decree.decided(after))
}
