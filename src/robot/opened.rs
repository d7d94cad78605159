//! A letter that is opened: what is seen of it at once, and what stands in it, which is read when
//! it is asked for. Of many letters it is read before their turns come, by all processors.

use super::desk::Desk;
use super::reading::{guarded, understood};
use super::settled::Settled;
use crate::error::Failure;
use crate::ids::InboundId;
use crate::letter::{self, Letter};
use crate::request::Understanding;
use crate::spread::spread;
use crate::store::{Glimpse, KeptLetter, Press};
use std::cell::OnceCell;

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
    fn read(raw: Vec<u8>) -> OpenedLetter {
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

/// Opens letters whose bytes were read ahead: those of players are read and understood too. One
/// that is damaged is opened when its turn comes, and told then.
pub(super) fn open_ahead(desk: &mut Desk<'_>, seen: &[Glimpse]) -> Result<(), Failure> {
    let mut letters = Vec::with_capacity(seen.len());
    for one in seen {
        if let Some(kept) = desk.tx.letter_in_hand(one.id) {
            let is_known = desk.tx.player_by_address(&one.from)?.is_some();
            letters.push((one.id, kept, is_known));
        }
    }
    let opened = spread(letters, || {
        let mut press = Press::default();
        move |(id, kept, is_known): (InboundId, KeptLetter, bool)| {
            let raw = kept.raw(&mut press).ok()?.bytes;
            Some((
                id,
                match is_known {
                    true => OpenedLetter::read(raw),
                    false => OpenedLetter::of(raw),
                },
            ))
        }
    });
    desk.opened.extend(opened.into_iter().flatten());
    Ok(())
}
