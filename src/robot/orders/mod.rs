//! The desk's part of the arbiter's orders: however one is given, at the console or by
//! letter, it is the same [`Order`], taken by `Desk::decide`, recorded and mailed by the
//! desk. What is about one game is decided in `orders`; what needs players, tables or all
//! games of a tournament has its branch in `Desk::carry_out`.

mod compensate;
mod effect;
mod game;
mod halt;
mod later;
pub mod letter;
mod log;
mod player;
mod replace;
mod revoke;
mod withdraw;

pub use compensate::Compensation;
pub use log::log;

use super::alone::Robot;
use super::desk::Desk;
use super::writers::LetterDraft;
use crate::arbiter::{Body, NoticeKind, Ruling};
use crate::error::Failure;
use crate::ids::{EventId, GameName};
use crate::language::Language;
use crate::orders::{
    Caution, GameOrTournament, LeaveOrder, Listed, Order, Outcome, PauseOrder, Refusal, ResumeOrder,
};
use crate::record::{Cause, Entry, Event, GameFile, PlayerEntry, Recorded};
use crate::report::document::Document;
use crate::report::effect::Effect;
use crate::report::table::WhatIf;

/// Why and how a decision is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounds {
    /// The arbiter's reason: it stands in the record and in the letters.
    pub reason: String,
    /// The article that the arbiter names; else the one that the robot knows.
    pub article: Option<String>,
    /// Only tell what would be done: everything is done and taken back.
    pub dry_run: bool,
    /// Also where it would do what its own name does not say.
    pub anyway: bool,
    /// Who gives it at the console, as told there; none by letter, which tells itself.
    pub by: Option<String>,
    /// How it was given: [`Cause::Order`] or [`Cause::OrderLetter`].
    pub cause: Cause,
}

impl Grounds {
    /// A decision given at the console.
    pub fn console(reason: &str, dry_run: bool) -> Grounds {
        Grounds {
            reason: reason.to_owned(),
            article: None,
            dry_run,
            anyway: false,
            by: None,
            cause: Cause::Order,
        }
    }
}

/// A letter that a decision brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldLetter {
    /// Its kind.
    pub kind: NoticeKind,
    /// To whom, by name.
    pub name: String,
    /// The address.
    pub to: String,
    /// The game it is about.
    pub game: Option<GameName>,
}

/// What a decision did, or would do.
#[derive(Clone, Debug, Default)]
pub struct DecisionEffect {
    /// Its number: that of its first entry. `None` where nothing was recorded.
    pub id: Option<EventId>,
    /// What was done, each in its sentence.
    pub done: Vec<Outcome>,
    /// The entries in games' records, in order.
    pub entries: Vec<(GameName, Recorded)>,
    /// The entries about players, in order.
    pub player_entries: Vec<Recorded<PlayerEntry>>,
    /// Who is written to.
    pub letters: Vec<ToldLetter>,
    /// Held messages that are processed again.
    pub released: u32,
    /// What the arbiter should see beside it.
    pub shown: Vec<Inspection>,
    /// What holds before and after it, in every game that it touches.
    pub effect: Effect,
    /// What it does that its own name does not say.
    pub cautions: Vec<Caution>,
}

impl DecisionEffect {
    /// What was decided, in a sentence without a full stop.
    pub fn note(&self, language: Language) -> String {
        let said: Vec<String> = self.done.iter().map(|o| o.said(language)).collect();
        said.join("; ")
    }
}

/// Something to look at before deciding.
#[derive(Clone, Debug)]
pub enum Inspection {
    /// The table with and without a player.
    WhatIf(Box<WhatIf>),
    /// Who gets days back for an outage.
    Compensation(Box<Compensation>),
}

impl Inspection {
    /// Its key in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Inspection::WhatIf(_) => "what_if",
            Inspection::Compensation(_) => "compensation",
        }
    }

    /// For programs.
    pub fn json(&self) -> serde_json::Value {
        match self {
            Inspection::WhatIf(what_if) => what_if.json(),
            Inspection::Compensation(given) => given.json(),
        }
    }

    /// For people.
    pub fn document(&self, language: Language) -> Document {
        match self {
            Inspection::WhatIf(what_if) => what_if.document(language),
            Inspection::Compensation(given) => given.document(language),
        }
    }
}

/// A decision while it is carried out.
pub(super) struct Deciding {
    cause: Cause,
    article: Option<String>,
    done: DecisionEffect,
    /// Letters wait here until it is certain that the decision stands.
    drafts: Vec<LetterDraft>,
}

impl Deciding {
    /// The number of the decision, once its first entry is recorded.
    pub(super) fn number(&self) -> Option<EventId> {
        self.done.id
    }
}

impl Robot {
    /// Takes a decision, sends what it brings and processes what it releases. In a
    /// dry run all of it happens in a transaction that is rolled back.
    pub fn decide(&mut self, order: &Order, grounds: &Grounds) -> Result<DecisionEffect, Failure> {
        let mut would = None;
        let done = self.batch(|desk| {
            let decided = desk.decide(order, grounds)?;
            if grounds.dry_run {
                would = Some(decided);
                return Err(Failure::failed("a dry run"));
            }
            Ok(decided)
        });
        if let Some(decided) = would {
            return Ok(decided);
        }
        let decided = done?;
        if decided.released > 0 {
            self.process_pending()?;
        }
        self.send_if_possible()?;
        Ok(decided)
    }
}

impl Desk<'_> {
    /// Takes a decision inside the open transaction. It is tried first: what it would
    /// change is told with it, and where its own name does not say that, it is asked
    /// back. Where it is refused, or only tried, nothing of it is left; what else the
    /// transaction holds stays. Messages it releases wait to be processed by the caller.
    pub(super) fn decide(
        &mut self,
        order: &Order,
        grounds: &Grounds,
    ) -> Result<DecisionEffect, Failure> {
        let tried = self.try_out(order, grounds)?;
        match grounds.dry_run {
            true => Ok(tried),
            false => self.enact(order, grounds, tried),
        }
    }

    /// Does everything that a decision would do, and takes it back.
    pub(super) fn try_out(
        &mut self,
        order: &Order,
        grounds: &Grounds,
    ) -> Result<DecisionEffect, Failure> {
        let mut would = None;
        let (done, mut decided, drafts) = self.in_part(grounds, |desk| {
            let done = desk.carry_out(order, grounds)?;
            let games = desk.touched()?;
            let after = desk.situations(&games)?;
            would = Some((done, games, after));
            Err(Failure::failed("a trial"))
        });
        let (outcomes, games, after) = match (would, done) {
            (Some(would), Err(_)) => would,
            (None, Err(failure)) => return Err(failure),
            (_, Ok(())) => return Err(Failure::failed("a trial that was not taken back")),
        };
        decided.done = outcomes;
        decided.effect = effect::between(self.situations(&games)?, after);
        let of_time = effect::cautions(order, &decided);
        decided.cautions.extend(of_time);
        if grounds.dry_run {
            // What cannot be written is found now, and not when it is meant.
            drafts.iter().try_for_each(|d| self.try_to_write(d))?;
        }
        Ok(decided)
    }

    /// Carries out what was tried, unless it has to be asked back.
    pub(super) fn enact(
        &mut self,
        order: &Order,
        grounds: &Grounds,
        tried: DecisionEffect,
    ) -> Result<DecisionEffect, Failure> {
        if !tried.cautions.is_empty() && !grounds.anyway {
            return Err(Refusal::Asked(tried.cautions).into());
        }
        let mut outcomes = Vec::new();
        let (done, mut decided, drafts) = self.in_part(grounds, |desk| {
            outcomes = desk.carry_out(order, grounds)?;
            let number = desk.deciding.as_ref().and_then(Deciding::number);
            if let (Some(by), Some(id)) = (&grounds.by, number) {
                desk.tx.giver_add(id, by)?;
            }
            Ok(())
        });
        done?;
        decided.done = outcomes;
        decided.effect = tried.effect;
        drafts.into_iter().for_each(|draft| self.post(draft));
        Ok(decided)
    }

    /// Does something as part of a decision: what fails leaves nothing, and its letters
    /// wait.
    fn in_part(
        &mut self,
        grounds: &Grounds,
        work: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> (Result<(), Failure>, DecisionEffect, Vec<LetterDraft>) {
        let outer = self.deciding.replace(Deciding {
            cause: grounds.cause,
            article: grounds.article.clone(),
            done: DecisionEffect::default(),
            drafts: Vec::new(),
        });
        let before = (self.games.clone(), self.threads.clone(), self.known.clone());
        let tx = self.tx;
        let done = tx.part(|_| work(self));
        let deciding = std::mem::replace(&mut self.deciding, outer);
        let (decided, drafts) = deciding.map(|d| (d.done, d.drafts)).unwrap_or_default();
        if done.is_err() {
            (self.games, self.threads, *self.known) = before;
        }
        (done, decided, drafts)
    }

    /// Does what a decision asks for, and tells what it did.
    fn carry_out(&mut self, order: &Order, grounds: &Grounds) -> Result<Vec<Outcome>, Failure> {
        if let Some((game, order)) = order.in_game() {
            return self.order(game, order, grounds);
        }
        match order {
            Order::Pause(PauseOrder {
                game: GameOrTournament::Tournament(code),
            }) => self.halt(code, false, grounds),
            Order::Resume(ResumeOrder {
                game: GameOrTournament::Tournament(code),
            }) => self.halt(code, true, grounds),
            Order::Revoke(order) => self.revoke(order, grounds),
            Order::Address(order) => self.set_address(order, grounds),
            Order::Withdraw(order) => self.withdraw(order, grounds),
            Order::Replace(order) => self.replace(order, grounds),
            Order::AccessLost(order) => self.access_lost(order, grounds),
            Order::Compensate(order) => self.compensate(order, grounds),
            Order::WhatIf(order) => self.what_if(order),
            Order::Leave(LeaveOrder::Grant(order)) => self.grant_leave(order, grounds),
            Order::Leave(LeaveOrder::Keep(order)) => self.keep_leave(order, grounds),
            Order::Leave(LeaveOrder::Cancel(order)) => self.cancel_leave(order, grounds),
            // A list decides nothing; the others are about one game.
            Order::Log(_)
            | Order::ConfirmForfeit(_)
            | Order::RejectClaim(_)
            | Order::Dismiss(_)
            | Order::Penalty(_)
            | Order::SetDates(_)
            | Order::Move(_)
            | Order::Void(_)
            | Order::Reopen(_)
            | Order::Pause(_)
            | Order::Resume(_)
            | Order::Adjudicate(_)
            | Order::Opinion(_)
            | Order::Result(_) => Err(Failure::usage("a list is no decision")),
        }
    }
}

/// What the desk hands over while a decision is carried out. Outside of one it does
/// the same without it.
impl Desk<'_> {
    /// Adds entries to a game's record. The first entry of a decision has its cause,
    /// and gives the others theirs.
    pub(super) fn append(
        &mut self,
        game: &GameFile,
        entries: Vec<Entry>,
    ) -> Result<Vec<Recorded>, Failure> {
        let (id, name) = (game.facts.id, &game.facts.name);
        if self.deciding.is_none() {
            return Ok(self.tx.events_append(id, entries)?);
        }
        let mut all = Vec::with_capacity(entries.len());
        for mut entry in entries {
            entry.cause = self.cause_of_next(entry.cause);
            for recorded in self.tx.events_append(id, [entry])? {
                if let Some(deciding) = &mut self.deciding {
                    deciding.done.id.get_or_insert(recorded.id);
                    let shown = (name.clone(), recorded.clone());
                    deciding.done.entries.push(shown);
                }
                all.push(recorded);
            }
        }
        Ok(all)
    }

    /// Likewise for entries about players.
    pub(super) fn append_about_players(
        &mut self,
        entries: Vec<PlayerEntry>,
    ) -> Result<(), Failure> {
        for mut entry in entries {
            entry.cause = self.cause_of_next(entry.cause);
            let recorded = self.tx.player_events_append([entry])?;
            if let Some(deciding) = &mut self.deciding {
                if let Some(first) = recorded.first() {
                    deciding.done.id.get_or_insert(first.id);
                }
                deciding.done.player_entries.extend(recorded);
            }
        }
        Ok(())
    }

    fn cause_of_next(&self, otherwise: Cause) -> Cause {
        match &self.deciding {
            None => otherwise,
            Some(deciding) => deciding.done.id.map_or(deciding.cause, Cause::Decision),
        }
    }

    /// A draft goes to the writers, unless a decision might still be taken back.
    pub(super) fn push(&mut self, draft: LetterDraft) {
        let Some(deciding) = &mut self.deciding else {
            self.post(draft);
            return;
        };
        deciding.done.letters.push(ToldLetter {
            kind: draft.notice.kind(),
            name: draft.to.name.clone(),
            to: draft.to.email.clone(),
            game: draft.game.as_ref().map(|g| g.facts.name.clone()),
        });
        deciding.drafts.push(draft);
    }

    /// The arbiter's own article stands in the record and in his ruling. A move that he
    /// enters keeps the article that its time goes by.
    pub(super) fn name_article(&self, ruling: &mut Ruling) {
        let named = self.deciding.as_ref().and_then(|d| d.article.as_ref());
        let Some(named) = named else { return };
        for entry in ruling.game.iter_mut().flat_map(|game| game.fresh_mut()) {
            if !matches!(entry.event, Event::MovePlayed { .. }) {
                *entry.grounds = Some(named.clone());
            }
        }
        for entry in &mut ruling.player_entries {
            entry.grounds = Some(named.clone());
        }
        for notice in &mut ruling.notices {
            if let Body::Ruling { article, .. } = &mut notice.body {
                article.clone_from(named);
            }
        }
    }

    /// What an order does that its own name does not say.
    fn note_cautions(&mut self, cautions: Vec<Caution>) {
        if let Some(deciding) = &mut self.deciding {
            deciding.done.cautions.extend(cautions);
        }
    }

    /// Shows something beside what is decided.
    fn show(&mut self, shown: Inspection) {
        if let Some(deciding) = &mut self.deciding {
            deciding.done.shown.push(shown);
        }
    }

    /// Held messages were released.
    fn note_released(&mut self, released: u32) {
        if let Some(deciding) = &mut self.deciding {
            deciding.done.released += released;
        }
    }
}
