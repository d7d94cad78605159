//! An order while it is carried out.

use crate::arbiter::notice::{Body, NamedDecision, Notice, Recipient};
use crate::arbiter::oversteps::recipients;
use crate::arbiter::ruling::Ruling;
use crate::record::{About, Cause, Entry, Event, GameFile};
use crate::time::Instant;

/// An order while it is carried out: what all its entries and letters have in common.
pub(super) struct Decree<'a> {
    /// The hour.
    pub now: Instant,
    /// The arbiter's reason.
    pub reason: &'a str,
}

impl Decree<'_> {
    /// An entry of the order.
    pub fn entry(&self, event: Event, article: &str) -> Entry {
        let entry = Entry::new(self.now, Cause::Order, event);
        entry.on(article).noted(self.reason)
    }

    /// The ruling to both players and the arbiter; for the side to move, the
    /// receipt of a ruling that lets the game go on is reckoned from its leaving.
    pub fn tell(
        &self,
        game: &GameFile,
        ruling: &mut Ruling,
        decision: &NamedDecision,
        article: &str,
    ) {
        let [_, on_ruling] = game.facts.regulations.protest_days;
        let is_final = matches!(decision, NamedDecision::Dismissed { is_final: true, .. });
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
            ruling.notices.push(notice);
        }
    }
}
