//! A letter that is opened: what is seen of it at once, and what stands in it, which is read when
//! it is asked for. Letters that wait are opened before their turns come, by readers of their
//! own, also while what was ruled before them is committed.

use super::desk::Desk;
use super::reading::{guarded, understood};
use super::settled::Settled;
use crate::error::Failure;
use crate::ids::InboundId;
use crate::letter::{self, Letter};
use crate::request::Understanding;
use crate::spread::helpers;
use crate::store::{Glimpse, KeptLetter, Press};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// What is read of a letter, or what becomes of one of which it cannot be.
type Read<T> = Result<T, Box<Settled>>;

fn boxed<T>(read: Result<T, Settled>) -> Read<T> {
    read.map_err(Box::new)
}

/// A letter that is opened.
pub(super) struct OpenedLetter {
    /// Its bytes.
    pub raw: Vec<u8>,
    seen: Read<Letter>,
    whole: OnceCell<Read<Letter>>,
    asks: OnceCell<Read<Understanding>>,
}

impl OpenedLetter {
    /// Opens a letter.
    pub fn of(raw: Vec<u8>) -> OpenedLetter {
        OpenedLetter {
            seen: boxed(guarded(|| letter::glance(&raw))),
            raw,
            whole: OnceCell::new(),
            asks: OnceCell::new(),
        }
    }

    /// The same of a letter of the database.
    pub fn of_kept(desk: &Desk<'_>, id: InboundId) -> Result<OpenedLetter, Failure> {
        Ok(OpenedLetter::of(desk.tx.inbound_raw(id)?.bytes))
    }

    /// The same, read and understood where a person wrote it.
    pub fn read(raw: Vec<u8>) -> OpenedLetter {
        let is_persons = |seen: &Letter| seen.kind == letter::MailKind::Person;
        let (whole, asks) = (OnceCell::new(), OnceCell::new());
        let seen = guarded(|| letter::glance_and_read(&raw, is_persons)).map(|(seen, read)| {
            if let Some(read) = read {
                let _ = asks.set(boxed(understood(&read)));
                let _ = whole.set(Ok(read));
            }
            seen
        });
        match seen {
            Ok(seen) => OpenedLetter {
                raw,
                seen: Ok(seen),
                whole,
                asks,
            },
            // A part of it perhaps can be.
            Err(_) => OpenedLetter::of(raw),
        }
    }

    /// What is seen of it at once: who wrote it, and what kind of mail it is.
    pub fn seen(&self) -> Result<&Letter, &Settled> {
        self.seen.as_ref().map_err(Box::as_ref)
    }

    /// All of it.
    pub fn letter(&self) -> Result<&Letter, &Settled> {
        let read = || boxed(guarded(|| letter::read(&self.raw)));
        self.whole.get_or_init(read).as_ref().map_err(Box::as_ref)
    }

    /// What it asks for.
    pub fn asks(&self) -> Result<&Understanding, &Settled> {
        let read = || match self.letter() {
            Ok(letter) => boxed(understood(letter)),
            Err(settled) => Err(Box::new(settled.clone())),
        };
        self.asks.get_or_init(read).as_ref().map_err(Box::as_ref)
    }
}

/// A letter that is not opened yet.
struct Sealed {
    id: InboundId,
    kept: KeptLetter,
    /// A player wrote it: it is read and understood too.
    is_players: bool,
}

impl Sealed {
    /// None where it is damaged: that is told when its turn comes.
    fn open(self, press: &mut Press) -> Option<OpenedLetter> {
        let raw = self.kept.raw(press).ok()?.bytes;
        Some(match self.is_players {
            true => OpenedLetter::read(raw),
            false => OpenedLetter::of(raw),
        })
    }
}

#[derive(Default)]
struct Letters {
    sealed: VecDeque<Sealed>,
    /// Those that a reader has in hand.
    in_hand: BTreeSet<InboundId>,
    opened: BTreeMap<InboundId, OpenedLetter>,
    /// How many wait for a change.
    waiting: usize,
    /// No more will be opened.
    is_over: bool,
}

#[derive(Default)]
struct Shelf {
    letters: Mutex<Letters>,
    changed: Condvar,
}

impl Shelf {
    fn letters(&self) -> MutexGuard<'_, Letters> {
        // Whoever failed has left a whole state behind.
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, mut letters: MutexGuard<'s, Letters>) -> MutexGuard<'s, Letters> {
        letters.waiting += 1;
        let waited = self.changed.wait(letters);
        let mut letters = waited.unwrap_or_else(PoisonError::into_inner);
        letters.waiting -= 1;
        letters
    }

    /// Tells who waits for a change.
    fn tell(&self, letters: &Letters) {
        if letters.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// Opens letters, the first first, until it is over.
    fn work(&self) {
        let mut press = Press::default();
        let mut letters = self.letters();
        while !letters.is_over {
            let Some(next) = letters.sealed.pop_front() else {
                letters = self.wait(letters);
                continue;
            };
            let id = next.id;
            letters.in_hand.insert(id);
            drop(letters);
            let opened = catch_unwind(AssertUnwindSafe(|| next.open(&mut press)));
            letters = self.letters();
            letters.in_hand.remove(&id);
            if let Ok(Some(opened)) = opened {
                letters.opened.insert(id, opened);
            }
            self.tell(&letters);
        }
    }
}

/// Letters that are opened before their turns come. Dropped, it waits for what is in hand.
#[derive(Default)]
pub(super) struct Opened {
    shelf: Arc<Shelf>,
    readers: Vec<JoinHandle<()>>,
    press: Press,
}

impl Opened {
    /// Lays an opened letter there.
    pub fn put(&mut self, id: InboundId, letter: OpenedLetter) {
        self.shelf.letters().opened.insert(id, letter);
    }

    /// A letter that was laid there: it is opened now where nobody has begun to. None where it
    /// was not, or is damaged.
    pub fn take(&mut self, id: InboundId) -> Option<OpenedLetter> {
        let mut letters = self.shelf.letters();
        loop {
            if let Some(opened) = letters.opened.remove(&id) {
                return Some(opened);
            }
            if let Some(at) = letters.sealed.iter().position(|sealed| sealed.id == id) {
                let sealed = letters.sealed.remove(at)?;
                drop(letters);
                return sealed.open(&mut self.press);
            }
            if !letters.in_hand.contains(&id) {
                return None;
            }
            letters = self.shelf.wait(letters);
        }
    }

    /// Those of letters that do not lie there.
    fn without<'g>(&self, seen: &'g [Glimpse]) -> Vec<&'g Glimpse> {
        let letters = self.shelf.letters();
        let lies = |id: InboundId| {
            letters.opened.contains_key(&id)
                || letters.in_hand.contains(&id)
                || letters.sealed.iter().any(|sealed| sealed.id == id)
        };
        seen.iter().filter(|one| !lies(one.id)).collect()
    }

    /// Lays letters there, to be opened behind those that lie there.
    fn lay(&mut self, some: Vec<Sealed>) {
        if self.readers.is_empty() {
            let read = || {
                let shelf = Arc::clone(&self.shelf);
                std::thread::spawn(move || shelf.work())
            };
            self.readers = (0..helpers()).map(|_| read()).collect();
        }
        let mut letters = self.shelf.letters();
        letters.sealed.extend(some);
        self.shelf.tell(&letters);
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        let mut letters = self.shelf.letters();
        letters.is_over = true;
        self.shelf.tell(&letters);
        drop(letters);
        for reader in self.readers.drain(..) {
            let _ = reader.join();
        }
    }
}

/// Has letters opened whose bytes and senders were read ahead.
pub(super) fn open_ahead(desk: &mut Desk<'_>, seen: &[Glimpse]) -> Result<(), Failure> {
    let mut some = Vec::with_capacity(seen.len());
    for one in desk.opened.without(seen) {
        if let Some(kept) = desk.tx.letter_in_hand(one.id) {
            let is_players = desk.tx.player_by_address(&one.from)?.is_some();
            let id = one.id;
            some.push(Sealed {
                id,
                kept,
                is_players,
            });
        }
    }
    if !some.is_empty() {
        desk.opened.lay(some);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Direction, Raw};

    fn bytes(n: i64) -> Vec<u8> {
        format!("From: p{n}@a.example\r\nSubject: T1/{n}\r\n\r\n5254\r\n").into_bytes()
    }

    fn sealed(n: i64, kept: KeptLetter) -> Sealed {
        Sealed {
            id: InboundId(n),
            kept,
            is_players: n % 2 == 0,
        }
    }

    fn whole(n: i64) -> Sealed {
        let raw = Raw {
            bytes: bytes(n),
            whole: true,
        };
        sealed(n, KeptLetter::Archived(raw))
    }

    fn damaged(n: i64) -> Sealed {
        let kept = KeptLetter::Fresh {
            direction: Direction::In,
            id: n,
            size: 40,
            bytes: b"no frame of zstd".to_vec(),
            hash: None,
        };
        sealed(n, kept)
    }

    #[test]
    fn each_letter_is_opened_once_whoever_does_it() {
        let mut opened = Opened::default();
        for round in 0..3 {
            let first = 1 + round * 200;
            opened.lay((first..first + 200).map(whole).collect());
            for n in first..first + 200 {
                let letter = opened.take(InboundId(n)).unwrap();
                assert_eq!(letter.raw, bytes(n));
                assert_eq!(letter.seen().unwrap().from, [format!("p{n}@a.example")]);
                assert!(opened.take(InboundId(n)).is_none(), "{n} a second time");
            }
        }
    }

    #[test]
    fn without_readers_each_is_opened_in_its_turn() {
        let mut opened = Opened::default();
        opened.shelf.letters().sealed.extend((1..4).map(whole));
        for n in [2, 1, 3] {
            assert_eq!(opened.take(InboundId(n)).unwrap().raw, bytes(n));
        }
    }

    #[test]
    fn one_that_is_damaged_keeps_nobody_waiting() {
        let mut opened = Opened::default();
        opened.lay([whole(1), damaged(2), damaged(3), whole(4)].into());
        assert!(opened.take(InboundId(4)).is_some());
        assert!(opened.take(InboundId(2)).is_none());
        assert!(opened.take(InboundId(3)).is_none());
        assert!(opened.take(InboundId(1)).is_some());
    }

    #[test]
    fn what_lies_there_is_not_asked_for_again() {
        let glimpse = |n: i64| Glimpse {
            id: InboundId(n),
            from: String::new(),
            subject: String::new(),
        };
        let mut opened = Opened::default();
        opened.lay((1..20).map(whole).collect());
        let asked = [glimpse(3), glimpse(19), glimpse(20)];
        assert_eq!(opened.without(&asked), [&asked[2]]);
        drop(opened);
    }
}
