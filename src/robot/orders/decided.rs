//! What a decision is given with, and what it did.

use crate::arbiter::NoticeKind;
use crate::compose::Composed;
use crate::ids::{EventId, GameName};
use crate::language::Language;
use crate::letter;
use crate::messages::word;
use crate::orders::compensate::Compensation;
use crate::orders::plan::Plan;
use crate::orders::{Caution, Giver, Outcome};
use crate::record::{Cause, PlayerEntry, Recorded};
use crate::report::document::{Block, Document, DocumentSection};
use crate::report::effect::Effect;
use crate::report::table::WhatIf;
use crate::robot::writers::LetterDraft;
use serde::Serialize;
use serde_json::json;
use std::mem::discriminant;

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
    /// Who gives it.
    pub by: GivenBy,
    /// How it was given: [`Cause::Order`], [`Cause::OrderLetter`] or [`Cause::OrderWeb`].
    pub cause: Cause,
}

/// Who gives a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenBy {
    /// A letter tells it, once it is known what it touches.
    Letter,
    /// Whoever is at the machine, as the console calls him.
    Console(String),
    /// An official, as he is named at the console: one of those of the tournaments that the
    /// decision touches, by name or address.
    Named(String),
    /// An official who has proved himself to the server: his address, in lower case.
    SignedIn(String),
    /// An official, as he was found.
    Known(Giver),
}

impl GivenBy {
    /// As he is named to others; empty where only a letter tells it.
    pub fn shown(&self) -> String {
        match self {
            GivenBy::Letter => String::new(),
            GivenBy::Console(by) | GivenBy::Named(by) | GivenBy::SignedIn(by) => by.clone(),
            GivenBy::Known(by) => by.name.clone(),
        }
    }
}

impl Grounds {
    /// A decision given at the console.
    pub fn console(reason: &str, dry_run: bool) -> Grounds {
        Grounds {
            reason: reason.to_owned(),
            article: None,
            dry_run,
            anyway: false,
            by: GivenBy::Console("console".to_owned()),
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

/// An order that is worked out.
pub(super) struct Prepared {
    pub plan: Plan,
    /// What the arbiter should see beside it.
    pub shown: Option<Inspection>,
}

impl From<Plan> for Prepared {
    fn from(plan: Plan) -> Prepared {
        Prepared { plan, shown: None }
    }
}

/// Something to look at before deciding.
#[derive(Clone, Debug)]
pub enum Inspection {
    /// The table with and without a player.
    WhatIf(Box<WhatIf>),
    /// Who gets days back for an outage.
    Compensation(Box<Compensation>),
    /// The same in several tournaments.
    Compensations(Vec<Compensation>),
    /// A letter as its readers would have it, in each language.
    Drafts(Vec<ShownDraft>),
}

/// A letter that would be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownDraft {
    /// Its kind.
    #[serde(skip)]
    pub kind: NoticeKind,
    /// Its language.
    pub language: Language,
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub text: String,
}

/// Letters as a document: a section each.
fn of_drafts(drafts: &[ShownDraft], language: Language) -> Document {
    let kind = drafts.first().map(|draft| draft.kind);
    let kind = kind.map(|kind| word(language, "letter-kind", &kind));
    let mut document = Document::new(language, kind.unwrap_or_default());
    for draft in drafts {
        let title = format!("[{}] {}", draft.language.code(), draft.subject);
        let mut section = DocumentSection::new(title);
        section.blocks.push(Block::Preformatted(draft.text.clone()));
        document.push(section);
    }
    document
}

impl Inspection {
    /// One letter to a player of each sort in each language, as its readers would have it.
    pub(in crate::robot) fn as_read<'l>(
        letters: impl Iterator<Item = (&'l LetterDraft, &'l Composed)>,
    ) -> Inspection {
        let mut sorts = Vec::new();
        let mut shown: Vec<ShownDraft> = Vec::new();
        for (draft, composed) in letters.filter(|(draft, _)| draft.player.is_some()) {
            let language = draft.to.language;
            let sort = (discriminant(&draft.notice.body), language);
            if sorts.contains(&sort) {
                continue;
            }
            sorts.push(sort);
            let text = letter::read(&composed.bytes).map(|l| l.text);
            shown.push(ShownDraft {
                kind: draft.notice.kind(),
                language,
                subject: composed.subject.clone(),
                text: text.unwrap_or_default().trim().to_owned(),
            });
        }
        shown.sort_by_key(|s| s.language);
        Inspection::Drafts(shown)
    }

    /// The orders that it leads to, without `postchess`.
    pub fn leads_to(&self) -> Vec<String> {
        match self {
            Inspection::WhatIf(what_if) => what_if.orders(),
            Inspection::Compensation(_) | Inspection::Compensations(_) | Inspection::Drafts(_) => {
                Vec::new()
            }
        }
    }

    /// Its key in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Inspection::WhatIf(_) => "what_if",
            Inspection::Compensation(_) => "compensation",
            Inspection::Compensations(_) => "compensations",
            Inspection::Drafts(_) => "drafts",
        }
    }

    /// For programs.
    pub fn json(&self) -> serde_json::Value {
        match self {
            Inspection::WhatIf(what_if) => what_if.json(),
            Inspection::Compensation(given) => given.json(),
            Inspection::Compensations(all) => all.iter().map(Compensation::json).collect(),
            Inspection::Drafts(drafts) => json!(drafts),
        }
    }

    /// For people.
    pub fn document(&self, language: Language) -> Document {
        match self {
            Inspection::WhatIf(what_if) => what_if.document(language),
            Inspection::Compensation(given) => given.document(language),
            Inspection::Compensations(all) => Compensation::documents(all, language),
            Inspection::Drafts(drafts) => of_drafts(drafts, language),
        }
    }
}

/// A decision while it is carried out.
pub(in crate::robot) struct Deciding {
    pub cause: Cause,
    pub article: Option<String>,
    /// Who gives it, once that is known.
    pub by: Option<Giver>,
    /// What it did so far.
    pub done: DecisionEffect,
    /// Letters wait here until it is certain that the decision stands.
    pub drafts: Vec<LetterDraft>,
}

impl Deciding {
    /// The number of the decision, once its first entry is recorded.
    pub fn number(&self) -> Option<EventId> {
        self.done.id
    }
}
