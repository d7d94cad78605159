//! What an order comes to, before anything of it is recorded. It is worked out once, from
//! what holds; the desk carries the same plan out to try it and for good.

use super::outcome::Outcome;
use super::ruling_letters::RulingLetters;
use super::{Caution, Decided};
use crate::arbiter::Ruling;
use crate::ids::{GameName, TournamentId};
use crate::record::GameFile;
use crate::rules::{Article, Profile};
use crate::time::{Day, Instant, Zone};
use std::sync::Arc;

/// What an order comes to.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// What is entered and who is told, in this order; each is about one game or none.
    pub rulings: Vec<Ruling>,
    /// What it does.
    pub done: Vec<Outcome>,
    /// What it does that its own name does not say: it is asked back.
    pub cautions: Vec<Caution>,
}

impl Plan {
    /// Of one ruling.
    pub fn of(ruling: Ruling, done: Outcome) -> Plan {
        Plan {
            rulings: vec![ruling],
            done: vec![done],
            cautions: Vec::new(),
        }
    }

    /// Nothing is entered and nobody is told.
    pub fn nothing(done: Outcome) -> Plan {
        Plan {
            done: vec![done],
            ..Plan::default()
        }
    }

    /// With what another comes to, behind it.
    pub fn append(&mut self, more: Plan) {
        self.rulings.extend(more.rulings);
        self.done.extend(more.done);
        self.cautions.extend(more.cautions);
    }

    /// Of what was decided in one game.
    pub fn in_game(game: &GameName, decided: Decided) -> Plan {
        let done = decided.done.map(|what| Outcome::InGame {
            game: game.clone(),
            what,
        });
        Plan {
            rulings: vec![decided.ruling],
            done: done.into_iter().collect(),
            cautions: decided.cautions,
        }
    }
}

/// The arbiter's reason and the hour of an order.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// Why.
    pub reason: &'a str,
    /// When.
    pub now: Instant,
}

/// A tournament with its games, as an order about all of them sees it.
#[derive(Clone, Debug)]
pub struct WholeTournament {
    /// Its number.
    pub id: TournamentId,
    /// Its code.
    pub code: String,
    /// Its article.
    pub profile: Profile,
    /// The zone whose dates count.
    pub zone: Zone,
    /// Days that a letter takes.
    pub transit_days: i64,
    /// Days for a protest against a ruling.
    pub protest_days: u32,
    /// Its games, or those that the order is about, by number.
    pub games: Vec<Arc<GameFile>>,
}

impl WholeTournament {
    /// The date there.
    pub fn today(&self, given: Given<'_>) -> Day {
        self.zone.day(given.now)
    }

    /// What the letters about a decision of the arbiter's general competence (53.3) have
    /// in common.
    pub fn ruling_letters<'a>(&self, given: Given<'a>) -> RulingLetters<'a> {
        RulingLetters {
            tournament: self.id,
            article: Article::ArbiterDecides.number(self.profile),
            protest_days: self.protest_days,
            reason: given.reason,
        }
    }
}
