//! The desk: what a pass holds in its hands while one transaction is open, and
//! the one way in which rulings become records and letters.

use super::code_scope::CodeScope;
use super::late_confirmation::Confirmation;
use super::opened::Opened;
use super::orders::decided::Deciding;
use super::settled::LetterEvent;
use super::writers::{LetterDraft, Queue, Written};
use crate::arbiter::{Forecast, NoticeKind, next_look};
use crate::compose::{Common, Composed, Composer};
use crate::config::{Auth, Limits};
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::orders::by_letter::order_kernels;
use crate::record::{Entry, GameFile};
use crate::store::{Begins, NewOutbound, Outlook, PlayerRow, Tx};
use crate::time::Instant;
use crate::token::Key;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A player of a tournament that is not over, by the words of his name.
pub(super) type NamedPlayer = (TournamentId, PlayerId, Vec<String>);

/// One open transaction with what is in hand.
pub(super) struct Desk<'t> {
    pub tx: &'t Tx<'t>,
    pub now: Instant,
    pub auth: &'t Auth,
    pub key: &'t Key,
    pub known: &'t mut BTreeSet<InboundId>,
    pub robot_address: String,
    /// The address of the server, without a `/` at its end, where it has one.
    pub board_url: Option<&'t str>,
    /// Whether letters come back to an address of their own.
    pub plus_addressing: bool,
    pub limits: &'t Limits,
    /// The limit that kept a letter from being answered, by its key.
    pub silenced: Option<&'static str>,
    /// Messages that waited and were settled by another one.
    pub also: Vec<LetterEvent>,
    /// The message that waited and is processed now that a code confirmed it.
    pub confirmed: Option<InboundId>,
    /// What that code stands for of it.
    pub scope: Option<CodeScope>,
    /// How that was confirmed.
    pub(super) confirmation: Option<Confirmation>,
    /// The players of tournaments that are not over by the words of their names, once
    /// somebody has asked for them.
    pub(super) names: Option<Vec<NamedPlayer>>,
    pub(super) composer: &'t Composer,
    /// The games in hand as this transaction leaves them.
    pub(super) games: BTreeMap<GameId, Arc<GameFile>>,
    pub(super) queue: &'t Queue,
    pub(super) threads: BTreeMap<(GameId, PlayerId), (String, String)>,
    /// How many letters about their games players have had, as far as help depends on it.
    pub(super) had: BTreeMap<PlayerId, u32>,
    /// The decision of the arbiter that is being carried out.
    pub(super) deciding: Option<Deciding>,
    /// What a letter is answered by that is ruled abreast of others, until it is known that it
    /// may be.
    pub(super) answers: Option<Vec<LetterDraft>>,
    /// Letters that are opened before they are ruled.
    pub(super) opened: &'t mut Opened,
}

impl Desk<'_> {
    /// A game as it stands.
    pub(super) fn game(&mut self, id: GameId) -> Result<&GameFile, Failure> {
        self.in_hand(id).map(|game| &**game)
    }

    /// The same, for letters.
    pub(super) fn snapshot(&mut self, id: GameId) -> Result<Arc<GameFile>, Failure> {
        self.in_hand(id).cloned()
    }

    /// A game in hand, read from its record where it is not.
    pub(super) fn in_hand(&mut self, id: GameId) -> Result<&mut Arc<GameFile>, Failure> {
        if !self.games.contains_key(&id) {
            let game = self.tx.game_load(id)?;
            self.games.insert(id, Arc::new(game));
        }
        let game = self.games.get_mut(&id);
        game.ok_or_else(|| Failure::failed("a game vanished from the desk"))
    }

    /// Puts the games of a tournament down: they will be read anew.
    pub(super) fn forget_tournament(&mut self, id: TournamentId) {
        self.games.retain(|_, game| game.facts.tournament != id);
    }

    /// Puts the games of a player down, of whom something else is known now.
    pub(super) fn forget_games_of(&mut self, player: PlayerId) {
        self.games.retain(|_, game| game.side_of(player).is_none());
    }

    /// A player, who is there.
    pub(super) fn player(&self, id: PlayerId) -> Result<PlayerRow, Failure> {
        let row = self.tx.player_load(id)?;
        row.ok_or_else(|| Failure::failed(format!("player {id} is not there")))
    }

    /// A player's name.
    pub(super) fn player_name(&self, id: PlayerId) -> Result<String, Failure> {
        Ok(self.tx.player_load(id)?.map(|p| p.name).unwrap_or_default())
    }

    /// Records an event that no ruling brought: a letter left.
    pub(super) fn note_event(&mut self, id: GameId, entry: Entry) -> Result<(), Failure> {
        self.game(id)?;
        let stored = self.tx.events_append(id, [entry])?;
        let game = Arc::make_mut(self.in_hand(id)?);
        for recorded in stored {
            game.extend(recorded)
                .map_err(|e| Failure::failed(format!("game {}: {e}", game.facts.name)))?;
        }
        self.save(id)
    }

    /// Hands a draft to the writers, or keeps it until its letter is through.
    pub(super) fn post(&mut self, draft: LetterDraft) {
        match &mut self.answers {
            Some(answers) => answers.push(draft),
            None => self.queue.push(draft),
        }
    }

    /// Writes a letter that is not kept, to see that it can be written, and how it reads.
    pub(super) fn try_to_write(&self, draft: &LetterDraft) -> Result<Composed, Failure> {
        super::writers::write(self.composer, draft, &Common::default(), self.now)
    }

    /// Stores a game's summary, when a pass over the clocks has to look at it, and what
    /// comes in it.
    pub(super) fn save(&mut self, id: GameId) -> Result<(), Failure> {
        let (tx, now) = (self.tx, self.now);
        let game = self.game(id)?;
        let ahead = serde_json::to_string(&Forecast::of(game)).map_err(Failure::failed)?;
        let outlook = Outlook {
            due: next_look(game, now),
            matters: open_matters(game),
            ahead: &ahead,
        };
        tx.game_save_summary(game, outlook)?;
        Ok(())
    }

    /// The letters of all drafts, written side by side, in order.
    pub(super) fn written(&self) -> impl Iterator<Item = Written> + use<'_> {
        self.queue.finish(self.composer, self.now)
    }

    /// Writes all drafts, and stores each while the next ones are written.
    pub(super) fn close(&mut self) -> Result<(), Failure> {
        for (draft, letter) in self.written() {
            let letter = letter?;
            let of = draft.game.as_deref();
            let begins = draft.notice.begins.map(|told| Begins::of(told, of));
            let id = self.tx.outbound_add(
                &NewOutbound {
                    kind: draft.notice.kind().name(),
                    game: draft.game.as_ref().map(|g| g.facts.id),
                    player: draft.player,
                    to: &draft.to.reach,
                    subject: &letter.composed.subject,
                    message_id: &draft.ids.message_id,
                    reply_token: draft.ids.reply_token.as_deref(),
                    ply: draft.game.as_ref().map(|g| g.ply()),
                    begins,
                    not_before: self.now,
                    in_reply_to: draft.answers,
                    passes_on: !letter.composed.others.is_empty(),
                    letter: &letter.packed,
                },
                self.now,
            )?;
            // A transcript repeats its reader's own lines.
            if draft.notice.kind() != NoticeKind::Transcript {
                let others = letter.composed.others.iter();
                let kernels: BTreeSet<String> = others.flat_map(|w| order_kernels(w)).collect();
                self.tx.order_occurrences_add(id, &kernels)?;
            }
            self.tx.owed_settle(&draft.pays, Some(id), self.now)?;
            self.tx
                .letter_written(&letter.packed, letter.composed.bytes);
            if draft.withheld {
                let why = "not sent: letters to this address keep coming back";
                self.tx.outbound_withhold(id, why)?;
            }
        }
        Ok(())
    }
}

/// How many things in a game wait for the arbiter.
pub(super) fn open_matters(game: &GameFile) -> u32 {
    u32::try_from(crate::report::matters::matters(game).len()).unwrap_or(u32::MAX)
}
