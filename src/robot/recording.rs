//! The one way in which rulings become records and letters.

use super::bounces;
use super::captain;
use super::consequences;
use super::daily;
use super::deciding;
use super::desk::Desk;
use super::limits::{self, Provoked};
use super::mail::{BroughtBy, mail};
use super::office;
use crate::arbiter::{Ruling, pass_words_on};
use crate::error::Failure;
use crate::ids::GameId;
use crate::record::GameFile;
use std::sync::Arc;

impl Desk<'_> {
    /// Records a ruling: what it adds to its game, its leave and other entries about
    /// players, and drafts of its letters.
    pub(super) fn record(
        &mut self,
        mut ruling: Ruling,
        game: Option<GameId>,
        by: Option<BroughtBy>,
    ) -> Result<(), Failure> {
        deciding::name_article(self, &mut ruling);
        // What is asked is done, whatever may be said about it now.
        let provoked = Provoked::by(&ruling, game, by.as_ref());
        if let Some(id) = game {
            let now = self.now;
            pass_words_on(self.game(id)?, &mut ruling, now);
        }
        let ruled = ruling.game.take();
        if let Some(after) = ruled.filter(|after| !after.fresh().is_empty()) {
            self.swap_in(*after)?;
        }
        for player in consequences::enter_about_players(self, &mut ruling)? {
            bounces::send_open_letters(self, player)?;
        }
        let view = match (ruling.view.take(), game) {
            (Some(view), _) => Some(Arc::new(*view)),
            (None, Some(id)) if !ruling.notices.is_empty() => Some(self.snapshot(id)?),
            _ => None,
        };
        let leaving = match &provoked {
            Some(provoked) => limits::leaving(self, ruling.notices, provoked, view.as_deref())?,
            None => ruling.notices,
        };
        let mut copies = captain::copies(self, &leaving, view.as_deref())?;
        copies.extend(office::copies(self, &leaving, view.as_deref())?);
        for notice in leaving.into_iter().chain(copies) {
            let leaves = daily::keep(self, notice, view.as_deref(), by.as_ref())?;
            if let Some(notice) = leaves {
                mail(self, notice, view.clone(), by.as_ref())?;
            }
        }
        Ok(())
    }

    /// Records what a ruling adds to a game, which is in hand from now on as the ruling
    /// has made it.
    fn swap_in(&mut self, mut after: GameFile) -> Result<(), Failure> {
        let id = after.facts.id;
        if self.game(id)?.entries.len() != after.entries.len() {
            let name = &after.facts.name;
            let why = format!("game {name}: the ruling is about another state of it");
            return Err(Failure::failed(why));
        }
        let stored = deciding::append(self, &after, after.fresh().to_vec())?;
        after.recorded(stored.iter().cloned());
        self.games.insert(id, Arc::new(after));
        consequences::hand_over(self, id, &stored)?;
        consequences::carry_otherwise(self, id, &stored)?;
        consequences::nothing_stale_is_printed(self, id, &stored)?;
        self.save(id)?;
        consequences::settle_tournament(self, id, &stored)
    }
}
