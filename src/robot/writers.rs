//! Letters are written while further ones are still being decided: a queue that
//! some writers and, at the end, the desk itself work off, in order of result.

use crate::arbiter::Notice;
use crate::compose::{Addressee, Composed, Composer, Composition, Ground, Ids, MailThread};
use crate::error::Failure;
use crate::ids::{InboundId, PlayerId};
use crate::record::{GameFile, Official};
use crate::store::{PackedLetter, Press};
use crate::time::{Instant, Zone};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// A letter decided on, not yet written.
pub(super) struct LetterDraft {
    pub notice: Notice,
    pub game: Option<Arc<GameFile>>,
    pub games: Vec<Arc<GameFile>>,
    /// The rules of the tournament, where it is about no one game.
    pub ground: Option<Ground>,
    /// The arbiters whose addresses it names.
    pub arbiters: Vec<Official>,
    /// The opponent's postal address, where it tells it.
    pub opponent_at: Vec<String>,
    /// The zone of its dates.
    pub zone: Zone,
    pub player: Option<PlayerId>,
    pub to: Addressee,
    /// It tells how to write to us.
    pub help: bool,
    pub thread: MailThread,
    pub ids: Ids,
    pub answers: Option<InboundId>,
    /// The answers in it, where it holds several.
    pub together: Vec<AnswerPiece>,
    /// What was owed and is said with it.
    pub pays: Vec<i64>,
    /// It is kept and not sent: the address fails.
    pub withheld: bool,
}

/// One of several answers in a letter.
pub(super) struct AnswerPiece {
    pub notice: Notice,
    pub game: Option<Arc<GameFile>>,
    pub games: Vec<Arc<GameFile>>,
}

/// A letter as it is sent, and as it is kept.
pub(super) struct WrittenLetter {
    pub composed: Composed,
    pub packed: PackedLetter,
}

/// A written letter beside its draft.
pub(super) type Written = (Arc<LetterDraft>, Result<WrittenLetter, Failure>);

#[derive(Default)]
struct WriterState {
    drafts: Vec<Arc<LetterDraft>>,
    letters: Vec<Option<Result<WrittenLetter, Failure>>>,
    taken: usize,
    done: usize,
    closed: bool,
}

/// The queue of one transaction.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<WriterState>,
    changed: Condvar,
}

impl Queue {
    fn state(&self) -> std::sync::MutexGuard<'_, WriterState> {
        // A writer that failed has left a whole state behind: it only ever stores results.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a draft at the end.
    pub fn push(&self, draft: LetterDraft) {
        let mut state = self.state();
        state.drafts.push(Arc::new(draft));
        state.letters.push(None);
        self.changed.notify_one();
    }

    /// No more drafts will come.
    pub fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }

    /// Writes letters until there are none and none will come.
    pub fn work(&self, composer: &Composer, now: Instant) {
        let mut press = Press::default();
        loop {
            let (index, draft) = {
                let mut state = self.state();
                loop {
                    if let Some(draft) = state.drafts.get(state.taken).cloned() {
                        let index = state.taken;
                        state.taken += 1;
                        break (index, draft);
                    }
                    if state.closed {
                        return;
                    }
                    state = self
                        .changed
                        .wait(state)
                        .unwrap_or_else(PoisonError::into_inner);
                }
            };
            let written = || {
                let composed = write(composer, &draft, now)?;
                let packed = press.letter(&composed.bytes)?;
                Ok(WrittenLetter { composed, packed })
            };
            let letter = catch_unwind(AssertUnwindSafe(written))
                .unwrap_or_else(|_| Err(Failure::failed("the program failed writing a letter")));
            let mut state = self.state();
            if let Some(slot) = state.letters.get_mut(index) {
                *slot = Some(letter);
            }
            state.done += 1;
            self.changed.notify_all();
        }
    }

    /// All letters in order, once the last is written.
    pub fn finish(&self) -> Vec<Written> {
        let mut state = self.state();
        while state.done < state.drafts.len() {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let drafts = std::mem::take(&mut state.drafts);
        let letters = std::mem::take(&mut state.letters);
        drafts
            .into_iter()
            .zip(letters.into_iter().flatten())
            .collect()
    }
}

/// Writes one letter.
pub(super) fn write(
    composer: &Composer,
    draft: &LetterDraft,
    now: Instant,
) -> Result<Composed, Failure> {
    let games: Vec<&GameFile> = draft.games.iter().map(Arc::as_ref).collect();
    let whole = Composition {
        notice: &draft.notice,
        game: draft.game.as_deref(),
        games: &games,
        ground: draft.ground,
        arbiters: &draft.arbiters,
        opponent_at: &draft.opponent_at,
        together: &[],
        to: draft.to.clone(),
        help: draft.help,
        thread: draft.thread.clone(),
        ids: draft.ids.clone(),
        now,
        today: draft.zone.day(now),
    };
    let lists: Vec<Vec<&GameFile>> = draft
        .together
        .iter()
        .map(|p| p.games.iter().map(Arc::as_ref).collect())
        .collect();
    let pieces: Vec<Composition<'_>> = draft
        .together
        .iter()
        .zip(&lists)
        .map(|(piece, games)| {
            let game = piece.game.as_deref();
            let side = |g: &GameFile| draft.player.and_then(|p| g.side_of(p));
            Composition {
                notice: &piece.notice,
                game,
                games,
                to: Addressee {
                    side: game.and_then(side),
                    ..draft.to.clone()
                },
                today: game.map_or(whole.today, |g| g.facts.zone.day(now)),
                ..whole.clone()
            }
        })
        .collect();
    let composition = Composition {
        together: &pieces,
        ..whole
    };
    composer
        .compose(&composition)
        .map_err(|e| Failure::failed(format!("letter {}: {e}", draft.notice.kind().name())))
}
