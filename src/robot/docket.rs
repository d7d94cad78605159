//! The docket of one letter: what was ruled about each part of it, and what it gets for
//! an answer.

use super::desk::Desk;
use super::mail::BroughtBy;
use super::settled::Settled;
use crate::arbiter::notice::{AskedBecause, PartOutcome};
use crate::arbiter::{Context, Dispatch, Recipient, Remark, Ruling, Verdict};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, PlayerId};
use crate::letter::Letter;
use crate::record::Cause;
use crate::request::Section;
use crate::store::Pending;
use crate::time::Instant;
use std::collections::{BTreeMap, BTreeSet};

/// Most requests of one letter that are carried out: a person asks for a few
/// things, a loop for many.
const MOST_REQUESTS: usize = 60;

/// What is being written about one letter while it is ruled.
pub(super) struct Docket<'p> {
    pub inbound: InboundId,
    pub arrived: Instant,
    pub sender: PlayerId,
    pub letter: &'p Letter,
    pub verdicts: BTreeSet<Verdict>,
    pub games: Vec<GameName>,
    pub notes: Vec<String>,
    pub outcomes: Vec<PartOutcome>,
    /// Games in which the letter made a move.
    pub moved: BTreeSet<GameId>,
    /// Games in which it changed something.
    pub changed: BTreeSet<GameId>,
    /// The arbiter has it already.
    pub called: bool,
    done: usize,
    /// What the next answer says beside its own.
    pub beside: Vec<Remark>,
    /// Half-moves played when the newest letter of ours left that it answers, by game.
    pub answered: BTreeMap<GameId, u32>,
    /// Why what cannot be taken back is asked back by one word, where it is: it is believed
    /// by its token alone though more could have been shown, or others got it too.
    pub asks: Option<AskedBecause>,
}

impl<'p> Docket<'p> {
    /// A letter about to be ruled.
    pub(super) fn new(pending: &Pending, sender: PlayerId, letter: &'p Letter) -> Docket<'p> {
        Docket {
            inbound: pending.id,
            arrived: pending.arrived,
            sender,
            letter,
            verdicts: BTreeSet::new(),
            games: Vec::new(),
            notes: Vec::new(),
            outcomes: Vec::new(),
            moved: BTreeSet::new(),
            changed: BTreeSet::new(),
            called: false,
            done: 0,
            beside: Vec::new(),
            answered: BTreeMap::new(),
            asks: None,
        }
    }

    /// What became of it.
    pub(super) fn settled(self) -> Settled {
        let verdict = self.verdicts.first().copied();
        Settled {
            verdict: verdict.unwrap_or(Verdict::NotUnderstood),
            games: self.games,
            note: self.notes.join("; "),
            ..Settled::default()
        }
    }
}

impl Docket<'_> {
    /// Notes what is said beside a verdict.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Notes a verdict that no ruling brings, with its reason.
    pub fn find(&mut self, verdict: Verdict, note: &str) {
        self.verdicts.insert(verdict);
        self.note(note);
    }

    /// One more request is carried out; whether there were as many as may be.
    pub fn is_full(&mut self) -> bool {
        self.done += 1;
        self.done > MOST_REQUESTS
    }

    /// A game that the letter is about.
    pub fn names(&mut self, game: GameName) {
        if !self.games.contains(&game) {
            self.games.push(game);
        }
    }

    /// Has the sender's part of a ruling said beside the next answer to him.
    pub fn say_beside(&mut self, ruling: &mut Ruling) {
        let me = Recipient::Player(self.sender);
        for notice in ruling.notices.extract_if(.., |n| n.to == me) {
            self.beside.extend(notice.remarks);
        }
    }

    /// The letter counts as having come at this hour: its own cannot be.
    pub fn counts_from(&mut self, desk: &Desk<'_>, fetched: Instant) -> Result<(), Failure> {
        desk.tx.inbound_arrived(self.inbound, fetched)?;
        self.arrived = fetched;
        self.beside.push(Remark::HourCannotBe);
        self.note("its hour of arrival cannot be: it counts from when it was fetched");
        Ok(())
    }

    /// What brought a ruling about this letter.
    pub fn brings(&self) -> BroughtBy {
        BroughtBy {
            inbound: self.inbound,
            message_id: self.letter.message_id.clone(),
            sender: Some(self.sender),
        }
    }

    /// The surroundings of a request of this letter, one of its section.
    pub fn context<'c>(&'c self, now: Instant, side: Side, section: &'c Section) -> Context<'c> {
        Context {
            now,
            cause: Cause::Letter(self.inbound),
            side,
            dispatch: Dispatch {
                arrived: self.arrived,
                header: self.letter.date,
            },
            verified: true,
            received: section.received.as_ref(),
            sent: section.sent.as_ref(),
            text: &self.letter.own_text,
            only_request: true,
            answered: None,
            asks: self.asks,
            same_words: Vec::new(),
        }
    }
}
