//! An order while it is carried out.

use super::Decided;
use super::caution::Caution;
use super::outcome::InGame;
use crate::arbiter::notice::{Body, NamedDecision, Notice, Recipient};
use crate::arbiter::{Ruling, overruled, recipients, record};
use crate::record::{About, Cause, Entry, Event, GameFile};
use crate::time::Instant;

/// An order while it is carried out: what all its entries and letters have in common,
/// and what has come of it so far.
#[derive(Debug)]
pub struct Decree<'a> {
    /// The hour.
    pub(super) now: Instant,
    /// The arbiter's reason.
    pub(super) reason: &'a str,
    /// Who is told, so far.
    pub(super) ruling: Ruling,
    /// What it did.
    pub(super) done: Option<InGame>,
    /// What it does that its own name does not say.
    pub(super) cautions: Vec<Caution>,
}

impl<'a> Decree<'a> {
    /// An order of which nothing is done yet.
    pub(super) fn new(now: Instant, reason: &'a str) -> Decree<'a> {
        Decree {
            now,
            reason,
            ruling: Ruling::default(),
            done: None,
            cautions: Vec::new(),
        }
    }

    /// What has come of it, with the game as it leaves it.
    pub(super) fn decided(self, after: Box<GameFile>) -> Decided {
        Decided {
            ruling: Ruling {
                game: Some(after),
                ..self.ruling
            },
            done: self.done,
            cautions: self.cautions,
        }
    }

    /// An entry of the order.
    pub(super) fn entry(&self, event: Event, article: &str) -> Entry {
        let entry = Entry::new(self.now, Cause::Order, event);
        entry.on(article).noted(self.reason)
    }

    /// Enters something in the game; whether it fits there.
    pub(super) fn record(&mut self, game: &mut GameFile, event: Event, article: &str) -> bool {
        // What another has decided for good is put aside by who says that he means to.
        if let Some(decision) = overruled(game, &event) {
            let game = game.facts.name.clone();
            self.cautions.push(Caution::LastWord { game, decision });
        }
        let entry = self.entry(event, article);
        record(game, &mut self.ruling, entry)
    }

    /// Enters something whose entry says all that is decided: the ruling names it, and it
    /// is what the order did.
    pub(super) fn enters(&mut self, game: &mut GameFile, event: Event, article: &str) {
        self.record(game, event.clone(), article);
        if let Some(decision) = NamedDecision::of(&event) {
            self.tell(game, &decision, article);
        }
        self.done = Some(InGame::Entered(event));
    }

    /// The ruling to both players and the arbiter; for the side to move, the
    /// receipt of a ruling that lets the game go on is reckoned from its leaving.
    pub(super) fn tell(&mut self, game: &GameFile, decision: &NamedDecision, article: &str) {
        let [_, on_ruling] = game.facts.regulations.protest_days;
        let is_final = matches!(
            decision,
            NamedDecision::Dismissed { is_final: true, .. }
                | NamedDecision::Revoked { is_final: true, .. }
        );
        let protest_days = if is_final { 0 } else { on_ruling };
        let resumes = game.awaits_ruling();
        for to in recipients(game) {
            let body = Body::Ruling {
                decision: decision.clone(),
                reason: self.reason.to_owned(),
                article: article.to_owned(),
                protest_days,
            };
            let mut notice = Notice::new(to, body);
            let turn = game.turn();
            if resumes && to == Recipient::Player(game.player(turn).id) {
                notice.begins = Some((game.ply(), About::Ruling, turn));
            }
            self.ruling.notices.push(notice);
        }
    }
}
