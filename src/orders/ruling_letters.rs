//! A ruling about more than one game: a letter to each whom it concerns.

use crate::arbiter::Ruling;
use crate::arbiter::notice::{Body, NamedDecision, Notice, Recipient};
use crate::ids::{PlayerId, TournamentId};
use std::collections::BTreeSet;

/// What all letters about one decision in a tournament have in common.
#[derive(Clone, Copy, Debug)]
pub struct RulingLetters<'a> {
    /// The tournament.
    pub tournament: TournamentId,
    /// The article.
    pub article: &'a str,
    /// Days for a protest.
    pub protest_days: u32,
    /// The arbiter's reason.
    pub reason: &'a str,
}

impl RulingLetters<'_> {
    /// One letter to each of these players, in their order, and the last one to the
    /// arbiter. `says` tells the decision as its reader is concerned by it.
    pub fn letters(
        &self,
        players: impl IntoIterator<Item = PlayerId>,
        says: impl Fn(Recipient) -> NamedDecision,
    ) -> Ruling {
        let mut told = BTreeSet::new();
        let players = players.into_iter().filter(|id| told.insert(*id));
        let readers = players.map(Recipient::Player).chain([Recipient::Arbiter]);
        let letter = |to| {
            let body = Body::Ruling {
                decision: says(to),
                reason: self.reason.to_owned(),
                article: self.article.to_owned(),
                protest_days: self.protest_days,
            };
            let mut notice = Notice::new(to, body);
            notice.tournament = Some(self.tournament);
            notice
        };
        Ruling {
            notices: readers.map(letter).collect(),
            ..Ruling::default()
        }
    }
}
