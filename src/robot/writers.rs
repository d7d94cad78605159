//! Letters are written while further ones are still being decided: a queue that
//! some writers and, at the end, the desk itself work off, in order of result.

use crate::arbiter::Notice;
use crate::compose::{
    Addressee, Common, ComposeError, Composed, Composer, Composition, Ground, Ids, MailThread,
};
use crate::error::Failure;
use crate::ids::{InboundId, PlayerId};
use crate::record::{GameFile, Official};
use crate::store::{PackedLetter, Press};
use crate::time::{Instant, Zone};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

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
    /// What each that nobody has begun to write has in common with those beside it about the
    /// same state of a game.
    common: VecDeque<Arc<Common>>,
    /// The same of the last draft.
    last: Arc<Common>,
    letters: Vec<Option<Result<WrittenLetter, Failure>>>,
    taken: usize,
    given: usize,
    closed: bool,
    /// How many wait for a change.
    waiting: usize,
}

impl WriterState {
    /// The next draft that nobody has begun to write.
    fn take(&mut self) -> Option<(usize, Arc<LetterDraft>, Arc<Common>)> {
        let index = self.taken;
        let draft = self.drafts.get(index).cloned()?;
        let common = self.common.pop_front()?;
        self.taken += 1;
        Some((index, draft, common))
    }

    /// Adds a draft at the end.
    fn push(&mut self, draft: LetterDraft) {
        let same = match (self.drafts.last().map(|last| &last.game), &draft.game) {
            (Some(Some(last)), Some(game)) => Arc::ptr_eq(last, game),
            _ => false,
        };
        if !same {
            self.last = Arc::default();
        }
        self.common.push_back(Arc::clone(&self.last));
        self.drafts.push(Arc::new(draft));
        self.letters.push(None);
    }

    /// The next letter in order, where it is written.
    fn give(&mut self) -> Option<Written> {
        let letter = self.letters.get_mut(self.given)?.take()?;
        let draft = self.drafts.get(self.given).cloned()?;
        self.given += 1;
        Some((draft, letter))
    }
}

/// The queue of one transaction.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<WriterState>,
    changed: Condvar,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, WriterState> {
        // A writer that failed has left a whole state behind: it only ever stores results.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and tells who waits for that.
    fn change(&self, change: impl FnOnce(&mut WriterState)) {
        let mut state = self.state();
        change(&mut state);
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// Adds a draft at the end.
    pub fn push(&self, draft: LetterDraft) {
        self.change(|state| state.push(draft));
    }

    /// No more drafts will come.
    pub fn close(&self) {
        self.change(|state| state.closed = true);
    }

    fn wait<'q>(&self, mut state: MutexGuard<'q, WriterState>) -> MutexGuard<'q, WriterState> {
        state.waiting += 1;
        let waited = self.changed.wait(state);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    /// Writes letters until there are none and none will come.
    pub fn work(&self, composer: &Composer, now: Instant) {
        let mut press = Press::default();
        let mut state = self.state();
        loop {
            match state.take() {
                Some(taken) => {
                    drop(state);
                    self.write(taken, composer, now, &mut press);
                    state = self.state();
                }
                None if state.closed => return,
                None => state = self.wait(state),
            }
        }
    }

    /// The letters in order, each as soon as it is written; the one who asks writes as well
    /// while he would wait. No more drafts will come.
    pub fn finish<'q>(
        &'q self,
        composer: &'q Composer,
        now: Instant,
    ) -> impl Iterator<Item = Written> + use<'q> {
        self.close();
        let mut press = Press::default();
        std::iter::from_fn(move || {
            let mut state = self.state();
            loop {
                if let Some(written) = state.give() {
                    return Some(written);
                }
                match state.take() {
                    Some(taken) => {
                        drop(state);
                        self.write(taken, composer, now, &mut press);
                        state = self.state();
                    }
                    None if state.given == state.drafts.len() => return None,
                    None => state = self.wait(state),
                }
            }
        })
    }

    fn write(
        &self,
        (index, draft, common): (usize, Arc<LetterDraft>, Arc<Common>),
        composer: &Composer,
        now: Instant,
        press: &mut Press,
    ) {
        let written = || {
            let composed = write(composer, &draft, &common, now)?;
            let packed = press.letter(&composed.bytes)?;
            Ok(WrittenLetter { composed, packed })
        };
        let letter = catch_unwind(AssertUnwindSafe(written))
            .unwrap_or_else(|_| Err(Failure::failed("the program failed writing a letter")));
        self.change(|state| {
            if let Some(slot) = state.letters.get_mut(index) {
                *slot = Some(letter);
            }
        });
    }
}

/// Writes one letter.
pub(super) fn write(
    composer: &Composer,
    draft: &LetterDraft,
    common: &Common,
    now: Instant,
) -> Result<Composed, Failure> {
    let games: Vec<&GameFile> = draft.games.iter().map(Arc::as_ref).collect();
    let whole = Composition {
        notice: &draft.notice,
        game: draft.game.as_deref(),
        common: Some(common),
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
                common: None,
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
    composer.compose(&composition).map_err(|e| {
        let words = format!("letter {}: {e}", draft.notice.kind().name());
        match (&e, composer.has_own()) {
            (ComposeError::Template { .. }, true) => Failure::of_the_home(words)
                .hint("postchess check tells all that is wrong with the home's templates/"),
            (ComposeError::Random(_) | ComposeError::BuiltIn(_), _) => Failure::of_the_home(words),
            _ => Failure::failed(words),
        }
    })
}
