//! Cards in a game: the dates of a half-move come from the card that conveyed it, unless
//! the arbiter has set them.

use super::{GameFile, PlayedMove, Then};
use crate::cards::{Card, CardDate, CardFault, dispatched, received};
use crate::chess::Side;
use crate::record::event::{CardAbout, Carrier};
use crate::time::Day;
use serde::{Deserialize, Serialize};

/// A card that was entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCard {
    /// Whose.
    pub side: Side,
    /// What it conveys.
    pub about: CardAbout,
    /// The half-move it conveys, or that was due.
    pub ply: u32,
    /// What it says, as it was entered.
    pub text: String,
    /// What was wrong with it.
    pub faults: Vec<CardFault>,
    /// The card itself.
    pub card: Card,
}

/// One of the two dates of a half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartOfMove {
    /// The receipt of what it answers.
    Receipt,
    /// Its dispatch.
    Dispatch,
}

impl GameFile {
    /// Takes a card up. Of two about the same half-move the later counts: it corrects.
    pub(super) fn show_card(&mut self, shown: ShownCard) {
        let ply = shown.ply;
        match shown.about {
            CardAbout::Move => {
                if let Some(day) = dispatched(&shown.card).day {
                    self.dispatched_by_card(ply, day);
                }
                if let Some(day) = received(&shown.card, None).day {
                    self.received_by_card(ply + 1, day);
                }
            }
            // It begins the time of the one who has to move, where no card did before.
            CardAbout::Repeat if self.receipt_by_card(ply + 1).is_none() => {
                if let Some(day) = received(&shown.card, None).day {
                    self.received_by_card(ply + 1, day);
                }
            }
            CardAbout::Query => {
                if let Some(day) = received(&shown.card, None).day {
                    self.query_received(day);
                }
            }
            CardAbout::Repeat | CardAbout::Fault | CardAbout::Words => {}
        }
        self.cards.push(shown);
    }

    /// The last card that conveyed a half-move.
    pub fn card_of(&self, ply: u32) -> Option<&ShownCard> {
        let conveyed = |shown: &&ShownCard| shown.about == CardAbout::Move && shown.ply == ply;
        self.cards.iter().rfind(conveyed)
    }

    /// The dispatch of a half-move by its card; none where no card conveyed it.
    pub fn dispatch_by_card(&self, ply: u32) -> Option<CardDate> {
        self.card_of(ply).map(|shown| dispatched(&shown.card))
    }

    /// The receipt of what a half-move answers, by the card that conveyed that; none where
    /// none did, or it tells nothing of its arrival.
    pub fn receipt_by_card(&self, ply: u32) -> Option<CardDate> {
        let by_post = self.carrier(self.side_of_ply(ply)) == Carrier::Post;
        if self.is_marked_at_club(ply) {
            return None;
        }
        let answered = ply.checked_sub(1).filter(|_| by_post)?;
        let first = self.card_of(answered);
        let again = self
            .cards
            .iter()
            .filter(|shown| shown.about == CardAbout::Repeat && shown.ply == answered);
        let dated = |shown: &ShownCard| received(&shown.card, None);
        first
            .into_iter()
            .chain(again)
            .map(dated)
            .find(|dated| dated.day.is_some())
    }

    /// Whether the arrival of the card that a half-move answers is that at the club: who
    /// gets what we write on paper has the move from us, once that has left (55.2.2.4).
    fn is_marked_at_club(&self, ply: u32) -> bool {
        let left = || self.letters.iter().any(|letter| letter.left.is_some());
        let told = match ply > self.ply() {
            true => left(),
            false => self.told.contains(&ply),
        };
        told && self.gets_paper(self.side_of_ply(ply))
    }

    /// The receipt of what is due, where the arbiter or a mark of arrival has settled it.
    /// A mark on a card that was passed on by us is of the club, and settles nothing.
    pub fn settled_receipt(&self) -> Option<Day> {
        let marked = || {
            let marked = self.marked?;
            (!self.is_marked_at_club(self.ply() + 1)).then_some(marked)
        };
        let day = self.receipt_set.or_else(marked)?;
        Some(day.max(self.facts.start))
    }

    /// The receipt of what is due as far as anything tells it: where ours has not left yet,
    /// by the marks of the card, which may have gone straight to the one who answers.
    pub fn receipt_so_far(&self) -> Option<Day> {
        self.receipt().or_else(|| self.settled_receipt())
    }

    /// Whether the arbiter has set a date of a half-move.
    pub fn is_date_ruled(&self, ply: u32, part: PartOfMove) -> bool {
        self.dates_ruled.contains(&(ply, part))
    }

    fn move_mut(&mut self, ply: u32) -> Option<&mut PlayedMove> {
        let index = usize::try_from(ply).ok()?.checked_sub(1)?;
        self.moves.get_mut(index)
    }

    fn dispatched_by_card(&mut self, ply: u32, day: Day) {
        if self.is_date_ruled(ply, PartOfMove::Dispatch) {
            return;
        }
        let noon = self.facts.zone.begins(day);
        if let Some(mv) = self.move_mut(ply).filter(|mv| mv.sent != day) {
            mv.sent = day;
            mv.seconds.sent = noon;
        }
    }

    fn received_by_card(&mut self, ply: u32, day: Day) {
        // Who plays by e-mail received our letter: the card came to the arbiter.
        let mailed = self.carrier(self.side_of_ply(ply)) == Carrier::Email;
        if mailed || self.is_date_ruled(ply, PartOfMove::Receipt) {
            return;
        }
        if ply == self.ply() + 1 {
            // Behind a faulty move it is the request for another that was received.
            let interrupted = |f: &super::Fault| f.then != Then::RunsOn;
            if self.pending.iter().any(interrupted) {
                return;
            }
            // As long as ours has not left, it may have gone to him straight: the answer
            // shows it.
            match self.gets_paper(self.turn()) {
                true => self.marked = Some(day),
                false => self.receipt_set = Some(day),
            }
            return;
        }
        if self.is_marked_at_club(ply) {
            return;
        }
        let day = day.max(self.facts.start);
        let begins = self.facts.zone.begins(day);
        if let Some(mv) = self.move_mut(ply).filter(|mv| mv.faults.is_empty()) {
            mv.received = day;
            mv.seconds.received = Some(begins);
        }
    }

    /// The request for another move was received: until then the time was nobody's.
    fn query_received(&mut self, day: Day) {
        if self.is_date_ruled(self.ply() + 1, PartOfMove::Receipt) {
            return;
        }
        if let Some(last) = self.pending.last_mut() {
            last.establish();
            self.receipt_set = Some(day);
        }
    }
}
