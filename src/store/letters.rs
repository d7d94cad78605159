//! The bytes of letters: one compressed row each while fresh, in bundles later.

use super::engine::{OptionalExtension, params};
use super::recipe;
use super::sql::{Hash, hash};
use super::{Store, StoreError, Tx, View};
use crate::spread::spread;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use zstd::bulk::{Compressor, Decompressor};
use zstd::dict::{DecoderDictionary, EncoderDictionary};

/// zstd level of fresh letters. Measured with two letters of 34 KB for each one
/// received: level 1 keeps 3,100 a second in 97 MB per 5,000, level -5 as many in
/// 140 MB, level 3 2,900 in 98 MB, plain 2,400 in 370 MB: writing costs more than packing.
pub(super) const FRESH_LEVEL: i32 = 1;

/// What letters of ours have in common, in five languages (`assets/letters/README.md`): a zstd
/// dictionary, which each row that was packed by it names (RFC 8878, 3.1.1.1.3). It never
/// changes: a better one stands beside it.
static COMMON: &[u8] = include_bytes!("../../assets/letters/common.zdict");

static PACKING: LazyLock<EncoderDictionary<'static>> =
    LazyLock::new(|| EncoderDictionary::copy(COMMON, FRESH_LEVEL));

/// What was packed without it is unpacked as ever.
static UNPACKING: LazyLock<DecoderDictionary<'static>> =
    LazyLock::new(|| DecoderDictionary::copy(COMMON));

/// zstd level of bundles: they are packed once in a while and read seldom.
pub(super) const BUNDLE_LEVEL: i32 = 9;

/// No unpacked row is larger: a letter is at most the configured limit, a bundle
/// is closed long before.
const UNPACKED_MAX: usize = 128 << 20;

/// Bytes of letters that are kept in memory until they are sent: those of some hundred.
const WRITTEN_MAX: usize = 16 << 20;

/// Received or composed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// Received.
    In,
    /// Composed.
    Out,
}

impl Direction {
    pub(super) const BOTH: [Direction; 2] = [Direction::In, Direction::Out];

    /// Where fresh letters are.
    pub(super) fn fresh(self) -> &'static str {
        match self {
            Direction::In => "inbound_letter",
            Direction::Out => "outbound_letter",
        }
    }

    /// Where archived letters are.
    pub(super) fn archive(self) -> &'static str {
        match self {
            Direction::In => "inbound_archive",
            Direction::Out => "outbound_archive",
        }
    }

    /// Where the rows of letters are.
    pub(super) fn table(self) -> &'static str {
        match self {
            Direction::In => "inbound",
            Direction::Out => "outbound",
        }
    }

    pub(super) fn name(self, id: i64) -> String {
        match self {
            Direction::In => format!("inbound {id}"),
            Direction::Out => format!("outbound {id}"),
        }
    }
}

/// The bytes of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw {
    /// All of it, or its header.
    pub bytes: Vec<u8>,
    /// Whether it is all of it.
    pub whole: bool,
}

/// A letter as it is kept: packed, and with the hash by which damage is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedLetter {
    size: i64,
    bytes: Vec<u8>,
    hash: Hash,
}

/// Compressors, made when first used: each keeps some hundred KiB.
#[derive(Default)]
pub struct Press {
    fresh: Option<Compressor<'static>>,
    plain: Option<Compressor<'static>>,
    unpack: Option<Decompressor<'static>>,
}

impl Press {
    /// Packs a letter; several may do so at once, each with a press of his own.
    ///
    /// # Errors
    /// The compressor fails, which only want of memory can cause.
    pub fn letter(&mut self, bytes: &[u8]) -> Result<PackedLetter, StoreError> {
        Ok(PackedLetter {
            size: to_i64(bytes.len()),
            bytes: self
                .pack_fresh(bytes)
                .map_err(|e| broken("packed", &e.to_string()))?,
            hash: hash(bytes),
        })
    }

    /// Bytes again, so many, checked against the most that a row can be.
    fn unpacked(&mut self, bytes: &[u8], size: i64) -> Result<Vec<u8>, StoreError> {
        let size = usize::try_from(size).unwrap_or(0);
        if size > UNPACKED_MAX {
            return Err(broken("packed", "it says it is too large"));
        }
        self.unpack(bytes, size)
            .map_err(|e| broken("packed", &e.to_string()))
    }

    fn pack_fresh(&mut self, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
        let make = || Compressor::with_prepared_dictionary(&PACKING);
        made(&mut self.fresh, make)?.compress(bytes)
    }

    /// So that everybody's zstd unpacks it.
    fn pack(&mut self, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
        made(&mut self.plain, || Compressor::new(FRESH_LEVEL))?.compress(bytes)
    }

    fn unpack(&mut self, bytes: &[u8], size: usize) -> std::io::Result<Vec<u8>> {
        let make = || Decompressor::with_prepared_dictionary(&UNPACKING);
        made(&mut self.unpack, make)?.decompress(bytes, size)
    }
}

/// What is made when it is first used.
fn made<T>(
    slot: &mut Option<T>,
    make: impl FnOnce() -> std::io::Result<T>,
) -> std::io::Result<&mut T> {
    match slot {
        Some(made) => Ok(made),
        None => Ok(slot.insert(make()?)),
    }
}

/// Bytes of letters that were just written, by their hashes, so that who sends them need not
/// unpack them.
#[derive(Default)]
pub(super) struct Written {
    letters: BTreeMap<Hash, Vec<u8>>,
    size: usize,
}

impl Written {
    /// Keeps the bytes of a letter. Where they would be too many, those before go.
    pub fn keep(&mut self, letter: &PackedLetter, bytes: Vec<u8>) {
        if self.size + bytes.len() > WRITTEN_MAX {
            *self = Written::default();
        }
        self.size += bytes.len();
        let same = self.letters.insert(letter.hash, bytes);
        self.size -= same.map_or(0, |bytes| bytes.len());
    }

    /// The bytes that have a hash.
    pub fn take(&mut self, hash: &Hash) -> Option<Vec<u8>> {
        let bytes = self.letters.remove(hash)?;
        self.size -= bytes.len();
        Some(bytes)
    }
}

/// A letter that was read from the database and not yet unpacked.
pub enum KeptLetter {
    /// A row of its own.
    Fresh {
        /// Which way it went.
        direction: Direction,
        /// Its number.
        id: i64,
        /// How large it is, unpacked.
        size: i64,
        /// Packed.
        bytes: Vec<u8>,
        /// None in the rows of old versions.
        hash: Option<Hash>,
    },
    /// It came out of a bundle.
    Archived(Raw),
}

impl KeptLetter {
    /// Its bytes, checked against their hash.
    ///
    /// # Errors
    /// It is damaged.
    pub fn raw(self, press: &mut Press) -> Result<Raw, StoreError> {
        let (direction, id, size, bytes, known) = match self {
            KeptLetter::Archived(raw) => return Ok(raw),
            KeptLetter::Fresh {
                direction,
                id,
                size,
                bytes,
                hash,
            } => (direction, id, size, bytes, hash),
        };
        let bytes = press.unpacked(&bytes, size)?;
        if known.is_some_and(|known| known != hash(&bytes)) {
            return Err(broken(&direction.name(id), "its hash is another"));
        }
        Ok(Raw { bytes, whole: true })
    }
}

/// Letters unpacked, on all processors where they are many, in their order.
pub(super) fn all_raw(kept: Vec<KeptLetter>) -> Vec<Result<Raw, StoreError>> {
    spread(kept, || {
        let mut press = Press::default();
        move |letter: KeptLetter| letter.raw(&mut press)
    })
}

impl Store {
    /// Whether the bytes of letters that are written are kept in memory, some MiB of them, for
    /// whoever sends them at once.
    pub fn keep_written(&self, keeps: bool) {
        self.shared.written.replace(keeps.then(Written::default));
    }
}

/// Where an archived letter's bytes are.
pub(super) struct BundlePlace {
    pub form: String,
    pub hash: Hash,
    pub bundle: i64,
    pub start: i64,
    pub length: i64,
}

impl View<'_> {
    /// A letter was written, and perhaps is sent at once.
    pub fn letter_written(&self, letter: &PackedLetter, bytes: Vec<u8>) {
        if let Some(written) = self.shared.written.borrow_mut().as_mut() {
            written.keep(letter, bytes);
        }
    }

    pub(super) fn pack(&self, bytes: &[u8]) -> Result<Vec<u8>, StoreError> {
        self.shared
            .press
            .borrow_mut()
            .pack(bytes)
            .map_err(|e| broken("packed", &e.to_string()))
    }

    /// A letter as it is kept.
    ///
    /// # Errors
    /// As [`Press::letter`].
    pub fn letter_packed(&self, bytes: &[u8]) -> Result<PackedLetter, StoreError> {
        self.shared.press.borrow_mut().letter(bytes)
    }

    pub(super) fn unpack(&self, bytes: &[u8], size: i64) -> Result<Vec<u8>, StoreError> {
        self.shared.press.borrow_mut().unpacked(bytes, size)
    }

    pub(super) fn letter_place(
        &self,
        direction: Direction,
        id: i64,
    ) -> Result<Option<BundlePlace>, StoreError> {
        Ok(self
            .conn
            .prepare_cached(&format!(
                "SELECT form, hash, bundle, start, length FROM {} WHERE id = ?1",
                direction.archive()
            ))?
            .query_row([id], |r| {
                Ok(BundlePlace {
                    form: r.get(0)?,
                    hash: r.get(1)?,
                    bundle: r.get(2)?,
                    start: r.get(3)?,
                    length: r.get(4)?,
                })
            })
            .optional()?)
    }

    /// The bytes of a letter, checked against their hash.
    pub(super) fn letter_load(&self, direction: Direction, id: i64) -> Result<Raw, StoreError> {
        let kept = self.letter_kept(direction, id)?;
        kept.raw(&mut self.shared.press.borrow_mut())
    }

    /// A letter as it is kept: unpacked where it is archived.
    pub(super) fn letter_kept(
        &self,
        direction: Direction,
        id: i64,
    ) -> Result<KeptLetter, StoreError> {
        let fresh = self
            .conn
            .prepare_cached(&format!(
                "SELECT size, bytes, hash FROM {} WHERE id = ?1",
                direction.fresh()
            ))?
            .query_row([id], |r| {
                Ok(KeptLetter::Fresh {
                    direction,
                    id,
                    size: r.get(0)?,
                    bytes: r.get(1)?,
                    hash: r.get(2)?,
                })
            })
            .optional()?;
        if let Some(fresh) = fresh {
            return Ok(fresh);
        }
        let place = self
            .letter_place(direction, id)?
            .ok_or_else(|| StoreError::unknown("message", id))?;
        let bundle = self.bundle_load(place.bundle)?;
        let raw = self.letter_in(direction, id, &place, &bundle)?;
        Ok(KeptLetter::Archived(raw))
    }

    /// A letter out of its unpacked bundle.
    pub(super) fn letter_in(
        &self,
        direction: Direction,
        id: i64,
        place: &BundlePlace,
        bundle: &[u8],
    ) -> Result<Raw, StoreError> {
        let name = direction.name(id);
        let slice = slice_of(bundle, place.start, place.length)
            .ok_or_else(|| broken(&name, "its bundle is too short"))?;
        if place.form == "envelope" {
            return Ok(Raw {
                bytes: slice.to_vec(),
                whole: false,
            });
        }
        let bytes = recipe::cook(slice, |part| self.part_load(part))?
            .ok_or_else(|| broken(&name, "its recipe is broken"))?;
        if place.hash != hash(&bytes) {
            return Err(broken(&name, "its hash is another"));
        }
        Ok(Raw { bytes, whole: true })
    }

    pub(super) fn bundle_load(&self, id: i64) -> Result<Vec<u8>, StoreError> {
        let (size, bytes, known): (i64, Vec<u8>, Option<Hash>) = self
            .conn
            .prepare_cached("SELECT size, bytes, hash FROM bundle WHERE id = ?1")?
            .query_row([id], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)))
            .optional()?
            .ok_or_else(|| StoreError::unknown("bundle", id))?;
        let bytes = self.unpack(&bytes, size)?;
        if known.is_some_and(|known| known != hash(&bytes)) {
            return Err(broken(&format!("bundle {id}"), "its hash is another"));
        }
        Ok(bytes)
    }

    pub(super) fn part_load(&self, id: i64) -> Result<Vec<u8>, StoreError> {
        let (size, bytes): (i64, Vec<u8>) = self
            .conn
            .prepare_cached("SELECT size, bytes FROM part WHERE id = ?1")?
            .query_row([id], |r| Ok((r.get(0)?, r.get(1)?)))
            .optional()?
            .ok_or_else(|| StoreError::unknown("part", id))?;
        if usize::try_from(size).ok() == Some(bytes.len()) {
            return Ok(bytes);
        }
        self.unpack(&bytes, size)
    }
}

impl Tx<'_> {
    pub(super) fn letter_keep(
        &self,
        direction: Direction,
        id: i64,
        letter: &PackedLetter,
    ) -> Result<(), StoreError> {
        self.conn
            .prepare_cached(&format!(
                "INSERT INTO {} (id, size, bytes, hash) VALUES (?1, ?2, ?3, ?4)",
                direction.fresh()
            ))?
            .execute(params![id, letter.size, letter.bytes, letter.hash])?;
        Ok(())
    }

    /// Makes an archived letter a fresh one: it will be read or sent again.
    pub(super) fn letter_thaw(&self, direction: Direction, id: i64) -> Result<(), StoreError> {
        let Some(place) = self.letter_place(direction, id)? else {
            return Ok(());
        };
        let unpacked = self.bundle_load(place.bundle)?;
        let raw = self.letter_in(direction, id, &place, &unpacked)?;
        if !raw.whole {
            return Err(broken(&direction.name(id), "only its header is left"));
        }
        self.conn
            .prepare_cached(&format!(
                "DELETE FROM {} WHERE id = ?1",
                direction.archive()
            ))?
            .execute([id])?;
        self.letter_keep(direction, id, &self.letter_packed(&raw.bytes)?)?;
        let slice = slice_of(&unpacked, place.start, place.length).unwrap_or_default();
        self.parts_release(slice)
    }

    /// Stores a bulky part, or counts one more use of it.
    pub(super) fn part_use(&self, bytes: &[u8]) -> Result<i64, StoreError> {
        let key = hash(bytes);
        let known: Option<i64> = self
            .conn
            .prepare_cached("UPDATE part SET uses = uses + 1 WHERE hash = ?1 RETURNING id")?
            .query_row([key], |r| r.get(0))
            .optional()?;
        if let Some(id) = known {
            return Ok(id);
        }
        let packed = self.pack(bytes)?;
        let stored = if packed.len() < bytes.len() {
            packed.as_slice()
        } else {
            bytes
        };
        Ok(self
            .conn
            .prepare_insert("INSERT INTO part (hash, size, uses, bytes) VALUES (?1, ?2, 1, ?3)")?
            .insert(params![key, to_i64(bytes.len()), stored])?)
    }

    /// Counts one use less of each part of a recipe; a part nobody uses goes.
    pub(super) fn parts_release(&self, recipe: &[u8]) -> Result<(), StoreError> {
        for id in recipe::parts(recipe) {
            let gone = self
                .conn
                .prepare_cached("DELETE FROM part WHERE id = ?1 AND uses = 1")?
                .changes([id])?;
            if gone == 0 {
                self.conn
                    .prepare_cached("UPDATE part SET uses = uses - 1 WHERE id = ?1")?
                    .execute([id])?;
            }
        }
        Ok(())
    }
}

pub(super) fn broken(letter: &str, why: &str) -> StoreError {
    StoreError::Letter {
        letter: letter.to_owned(),
        why: why.to_owned(),
    }
}

pub(super) fn slice_of(bundle: &[u8], start: i64, length: i64) -> Option<&[u8]> {
    let start = usize::try_from(start).ok()?;
    let length = usize::try_from(length).ok()?;
    bundle.get(start..start.checked_add(length)?)
}

pub(super) fn to_i64(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
