//! `td dismiss`: a protest, a claim of a dead position or a complaint is not granted, what
//! a card has left open changes nothing.

use super::outcome::InGame;
use super::words::{entry, game};
use super::{Decree, GameOrder, OrderError, OrderPlace, Ordered};
use crate::arbiter::notice::{NamedDecision, Notice, Recipient};
use crate::arbiter::{ABUSE, DEAD_POSITION, author, card_waits, is_of_a_card, open_matters, waits};
use crate::ids::{EventId, GameName};
use crate::record::{Event, GameFile, Recorded};
use crate::rules::Article;
use crate::tournament::officials::Office;
use clap::Args;

/// A protest, or a claim of a dead position, is not granted: nothing changes
/// (5.2.2, 56.1.10)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct DismissOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// The number under which it waits, where there are several
    #[arg(value_parser = entry())]
    pub number: Option<EventId>,
}

impl Ordered for DismissOrder {
    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

impl GameOrder for DismissOrder {
    /// What the appeals arbiter decides is final (54.1.4).
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let entry = self.meant(game)?;
        let mut former = None;
        let (number, is_final) = match &entry.event {
            Event::RulingProtested {
                decision,
                appeals,
                by,
                ..
            } => {
                former.clone_from(by);
                (Some(decision.0), *appeals)
            }
            _ => (None, false),
        };
        let Some(side) = author(&entry) else {
            return Err(self.nothing_waits());
        };
        let matter = match &entry.event {
            Event::MatterOpened(opened) => opened.matter.as_str(),
            _ => "",
        };
        if is_of_a_card(matter) {
            // Nobody was told of it: nobody has to be told that nothing comes of it.
            let article = Article::ArbiterDecides.number(game.facts.profile);
            decree.record(game, Event::Dismissed { of: entry.id }, article);
            decree.done = Some(InGame::CardMatterDismissed { side });
            return Ok(());
        }
        let complaint = matter == ABUSE;
        let protest = matter != DEAD_POSITION && !complaint;
        let article = match matter {
            DEAD_POSITION => Article::DeadPosition,
            ABUSE => Article::ArbiterDecides,
            _ => Article::RulingProtest,
        };
        let article = article.number(game.facts.profile);
        decree.record(game, Event::Dismissed { of: entry.id }, article);
        let decision = NamedDecision::Dismissed {
            side,
            protest,
            complaint,
            number,
            is_final,
            by: former.as_ref().map(|by| by.name.clone()),
        };
        decree.tell(game, &decision, article);
        if let (Some(by), Some(last)) = (&former, decree.ruling.notices.last().cloned()) {
            let to = Recipient::Player(by.player);
            decree.ruling.notices.push(Notice { to, ..last });
        }
        decree.done = Some(match protest {
            true => InGame::ProtestDismissed {
                side,
                by: former.map(|by| by.name),
            },
            false if complaint => InGame::ComplaintDismissed { side },
            false => InGame::DeadPositionDismissed { side },
        });
        Ok(())
    }

    /// The appeals arbiter decides what went to him, and nothing else.
    fn waits_for(&self, office: Office, game: &GameFile) -> bool {
        let meant = |e: &&Recorded| self.number.is_none_or(|of| e.id == of) && waits(game, e);
        let mut all = game.entries.iter().filter(meant).peekable();
        office == Office::Appeals
            && all.peek().is_some()
            && all.all(|e| matches!(e.event, Event::RulingProtested { appeals: true, .. }))
    }
}

impl DismissOrder {
    fn nothing_waits(&self) -> OrderError {
        OrderError::NothingWaits(self.number.map(|id| id.0))
    }

    /// What waits under the number, or alone.
    fn meant(&self, game: &GameFile) -> Result<Recorded, OrderError> {
        let of_cards = game.entries.iter().filter(|e| card_waits(game, e));
        let waiting: Vec<&Recorded> = open_matters(game)
            .map(|(e, _)| e)
            .chain(of_cards)
            .filter(|e| self.number.is_none_or(|id| e.id == id))
            .collect();
        match waiting[..] {
            [] => Err(self.nothing_waits()),
            [only] => Ok(only.clone()),
            _ => {
                let all: Vec<String> = waiting.iter().map(|e| e.id.to_string()).collect();
                Err(OrderError::SeveralWait(all.join(", ")))
            }
        }
    }
}
