//! Older copies of a database, each as what differs from a newer one: they take room for
//! what changed between the two. The newest copy is a whole file and needs none of them.
//!
//! `NAME.db.delta` stands for `NAME.db`. Its first [`HEAD`] bytes are a line of JSON: the
//! name of the newer copy, and size and SHA-256 of what comes out. Behind it is zstd of the
//! pages that differ, in their order: the number of the page, from 0 (8 bytes, little-endian),
//! and [`PAGE`] bytes, which are the page combined by exclusive or with that of the newer
//! copy. What a copy has not, behind its end, counts as zeros.

use super::StoreError;
use super::files::{io, private_file, sync_folder};
use super::open::Store;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How the name of such a file goes on behind that of the copy it stands for.
pub const OLDER_COPY: &str = ".delta";

/// Bytes of a page: SQLite's own, so that a row that changes touches few of them.
const PAGE: usize = 4096;

/// Bytes in front of the pages: room for the names that copies have, and two hashes.
const HEAD: usize = 1024;

/// Bytes that are read of a file at once.
const BLOCK: usize = 1 << 20;

/// How hard pages are packed: they are mostly zeros.
const LEVEL: i32 = 3;

/// The format of the files.
const FORMAT: u32 = 1;

/// What the first line says.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    format: u32,
    /// The name of the newer copy, in the same folder.
    against: String,
    /// SHA-256 of it, in hexadecimal.
    against_sha256: String,
    /// SHA-256 of the copy that comes out, in hexadecimal.
    sha256: String,
    /// Its bytes.
    size: u64,
}

impl Store {
    /// Turns an older copy into what differs from a newer one of the same folder. It goes
    /// only when what stands for it lies on the disk, was read again, and gives it back.
    /// Killed at any step, the one or the other is there.
    ///
    /// # Errors
    /// Where a file cannot be read or written: the older copy stays.
    pub fn backup_shrink(older: &Path, newer: &Path) -> Result<(), StoreError> {
        let delta = delta_of(older);
        let part = part_of(older);
        remove(&part)?;
        let file = private_file(&part)?;
        write_delta(older, newer, (&part, file))?;
        // What is read again here is what a restore will read.
        rebuild(newer, std::slice::from_ref(&part), &mut std::io::sink())?;
        std::fs::rename(&part, &delta).map_err(io(&part))?;
        sync_folder(&delta)?;
        std::fs::remove_file(older).map_err(io(older))
    }

    /// Makes a copy a whole file again that stands there as what differs from a newer one.
    ///
    /// # Errors
    /// Where it cannot be: what stands for it stays.
    pub fn backup_unfold(copy: &Path) -> Result<(), StoreError> {
        let part = part_of(copy);
        if let Some(rebuilt) = whole(copy, &part)? {
            std::fs::rename(&rebuilt, copy).map_err(io(&part))?;
            sync_folder(copy)?;
            remove(&delta_of(copy))?;
        }
        Ok(())
    }

    /// Whether a whole copy is what it was when those were made that stand there as what differs
    /// from it; where there are none, whether it can be read from end to end. Before it becomes
    /// what differs from another: all of them hang on it.
    ///
    /// # Errors
    /// It is not.
    pub fn backup_is_as_it_was(copy: &Path) -> Result<(), StoreError> {
        let older = Store::backups_against(copy)?;
        if older.is_empty() {
            return Store::try_backup(copy);
        }
        let mut hash = Sha256::new();
        let mut file = File::open(copy).map_err(io(copy))?;
        std::io::copy(&mut file, &mut hash).map_err(io(copy))?;
        let found = hex(hash);
        for older in older {
            let delta = delta_of(&older);
            let mut file = File::open(&delta).map_err(io(&delta))?;
            if head_of(&mut file, &delta)?.against_sha256 != found {
                return Err(StoreError::Damaged(
                    copy.to_owned(),
                    "it is not what it was when it was written".to_owned(),
                ));
            }
        }
        Ok(())
    }

    /// Whether a copy that stands there as what differs from a newer one gives back what it
    /// stands for, and so do all between them.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn try_older(copy: &Path) -> Result<(), StoreError> {
        let (newest, mut deltas) = chain_of(delta_of(&Store::copy_meant(copy)))?;
        deltas.reverse();
        rebuild(&newest, &deltas, &mut std::io::sink())
    }

    /// Whether all files are there that a copy is made from.
    ///
    /// # Errors
    /// One is not, or is none of ours.
    pub fn backup_has_its_files(copy: &Path) -> Result<(), StoreError> {
        match copy.exists() {
            true => Ok(()),
            false => chain_of(delta_of(copy)).map(|_| ()),
        }
    }

    /// The newest copy in the folder of one that cannot be put back which can be.
    pub fn backup_instead_of(refused: &Path) -> Option<PathBuf> {
        let refused = Store::copy_meant(refused);
        let copies = Store::backups_in(refused.parent()?);
        let mut others = copies.into_iter().rev().filter(|copy| *copy != refused);
        others.find(|copy| Store::try_backup(copy).is_ok())
    }

    /// The copies of a folder by their names, whole or not; none of one that cannot be read.
    pub fn backups_in(folder: &Path) -> BTreeSet<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let copies = paths.map(|path| Store::copy_meant(&path));
        let is_copy = |path: &PathBuf| path.extension() == Some(OsStr::new("db"));
        copies.filter(is_copy).collect()
    }

    /// The file that stands for an older copy.
    pub fn older_copy(copy: &Path) -> PathBuf {
        delta_of(copy)
    }

    /// The copy that a file is, or stands for.
    pub fn copy_meant(path: &Path) -> PathBuf {
        copy_of(path).unwrap_or_else(|| path.to_owned())
    }

    /// The copies of a folder that stand there as what differs from this one.
    pub fn backups_against(copy: &Path) -> Result<Vec<PathBuf>, StoreError> {
        let (Some(folder), Some(name)) = (copy.parent(), copy.file_name()) else {
            return Ok(Vec::new());
        };
        let mut all = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(io(folder))? {
            let path = entry.map_err(io(folder))?.path();
            let Some(older) = copy_of(&path) else {
                continue;
            };
            if older.exists() {
                continue;
            }
            let mut file = File::open(&path).map_err(io(&path))?;
            if head_of(&mut file, &path).is_ok_and(|head| head.against.as_str() == name) {
                all.push(older);
            }
        }
        all.sort();
        Ok(all)
    }
}

/// The file that stands for a copy.
fn delta_of(copy: &Path) -> PathBuf {
    with_ending(copy, OLDER_COPY)
}

/// Where a file is made before it has its name.
fn part_of(copy: &Path) -> PathBuf {
    with_ending(copy, ".part")
}

/// The copy that a file stands for; `None` where it is none of these files.
fn copy_of(delta: &Path) -> Option<PathBuf> {
    delta.to_str()?.strip_suffix(OLDER_COPY).map(PathBuf::from)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn remove(path: &Path) -> Result<(), StoreError> {
    match std::fs::remove_file(path) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(io(path)(e)),
        _ => Ok(()),
    }
}

fn hex(hash: Sha256) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Makes a copy anew that stands there as what differs from newer ones: into a file
/// `target`, which is given back. `None` where the copy is a file itself, or not there.
///
/// # Errors
/// Where one of the files it is made from is not there, or not what it was.
pub(super) fn whole(copy: &Path, target: &Path) -> Result<Option<PathBuf>, StoreError> {
    let first = match copy_of(copy) {
        Some(_) => copy.to_owned(),
        None if copy.exists() => return Ok(None),
        None => delta_of(copy),
    };
    if !first.exists() {
        return Ok(None);
    }
    let (newest, mut deltas) = chain_of(first)?;
    deltas.reverse();
    remove(target)?;
    let mut out = private_file(target)?;
    rebuild(&newest, &deltas, &mut out)?;
    out.sync_all().map_err(io(target))?;
    Ok(Some(target.to_owned()))
}

/// The whole copy at which a chain of them ends, and the chain, oldest first.
fn chain_of(first: PathBuf) -> Result<(PathBuf, Vec<PathBuf>), StoreError> {
    let mut chain = Vec::new();
    let mut at = first;
    loop {
        let damaged = |why: String| StoreError::Damaged(at.clone(), why);
        let own = copy_of(&at).unwrap_or_default();
        let mut file = File::open(&at).map_err(io(&at))?;
        let head = head_of(&mut file, &at)?;
        let newer = at.with_file_name(&head.against);
        // Each names a newer one of its own folder: a chain has an end.
        let name = Path::new(&head.against).file_name();
        if name != Some(OsStr::new(&head.against)) || newer <= own {
            return Err(damaged("it names no newer copy".to_owned()));
        }
        let next = delta_of(&newer);
        if !newer.exists() && !next.exists() {
            return Err(damaged(format!(
                "it is what differs from {}, which is not there",
                newer.display()
            )));
        }
        chain.push(std::mem::replace(&mut at, next));
        if newer.exists() {
            return Ok((newer, chain));
        }
    }
}

fn head_of(file: &mut File, path: &Path) -> Result<Head, StoreError> {
    let mut bytes = [0; HEAD];
    let read = file.read_exact(&mut bytes);
    let head: Option<Head> = read
        .ok()
        .and_then(|()| serde_json::from_str(std::str::from_utf8(&bytes).ok()?.trim_end()).ok());
    match head {
        Some(head) if head.format == FORMAT => Ok(head),
        _ => Err(StoreError::Damaged(
            path.to_owned(),
            "its first line is none of ours".to_owned(),
        )),
    }
}

/// A file that is gone through page by page.
struct Pages<'p> {
    path: &'p Path,
    file: BufReader<File>,
    size: u64,
}

impl Pages<'_> {
    fn of(path: &Path) -> Result<Pages<'_>, StoreError> {
        let file = File::open(path).map_err(io(path))?;
        let size = file.metadata().map_err(io(path))?.len();
        let file = BufReader::with_capacity(BLOCK, file);
        Ok(Pages { path, file, size })
    }

    /// The next page, zeros behind the end; how many bytes of it are the file's.
    fn next(&mut self, page: &mut [u8; PAGE]) -> Result<usize, StoreError> {
        page.fill(0);
        let mut rest = page.as_mut_slice();
        while !rest.is_empty() {
            match self.file.read(rest) {
                Ok(0) => break,
                Ok(n) => rest = rest.get_mut(n..).unwrap_or_default(),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(io(self.path)(e)),
            }
        }
        Ok(PAGE - rest.len())
    }
}

/// How many pages so many bytes have.
fn pages(size: u64) -> u64 {
    size.div_ceil(PAGE as u64)
}

fn combine(page: &mut [u8; PAGE], other: &[u8; PAGE]) {
    for (byte, other) in page.iter_mut().zip(other) {
        *byte ^= other;
    }
}

fn write_delta(
    older: &Path,
    newer: &Path,
    (part, mut file): (&Path, File),
) -> Result<(), StoreError> {
    let wrong = io(part);
    file.write_all(&[b' '; HEAD]).map_err(&wrong)?;
    let mut out = zstd::Encoder::new(BufWriter::new(file), LEVEL).map_err(&wrong)?;
    out.include_checksum(true).map_err(&wrong)?;
    let (mut old, mut new) = (Pages::of(older)?, Pages::of(newer)?);
    let (mut old_hash, mut new_hash) = (Sha256::new(), Sha256::new());
    let (mut page, mut other) = ([0; PAGE], [0; PAGE]);
    for number in 0..pages(old.size.max(new.size)) {
        let of_old = old.next(&mut page)?;
        let of_new = new.next(&mut other)?;
        old_hash.update(page.get(..of_old).unwrap_or_default());
        new_hash.update(other.get(..of_new).unwrap_or_default());
        if number < pages(old.size) && page != other {
            combine(&mut page, &other);
            out.write_all(&number.to_le_bytes()).map_err(&wrong)?;
            out.write_all(&page).map_err(&wrong)?;
        }
    }
    let buffered = out.finish().map_err(&wrong)?;
    let mut file = buffered.into_inner().map_err(|e| wrong(e.into_error()))?;
    let name = newer.file_name().unwrap_or_default();
    let head = serde_json::to_string(&Head {
        format: FORMAT,
        against: name.to_string_lossy().into_owned(),
        against_sha256: hex(new_hash),
        sha256: hex(old_hash),
        size: old.size,
    })?;
    if head.len() >= HEAD {
        let why = std::io::Error::other("the name of the copy is too long");
        return Err(wrong(why));
    }
    file.seek(SeekFrom::Start(0)).map_err(&wrong)?;
    file.write_all(head.as_bytes()).map_err(&wrong)?;
    file.seek(SeekFrom::Start(HEAD as u64 - 1))
        .map_err(&wrong)?;
    file.write_all(b"\n").map_err(&wrong)?;
    file.sync_all().map_err(&wrong)
}

/// What differs, read in the order of the pages.
struct Changes<'p> {
    path: &'p Path,
    head: Head,
    packed: zstd::Decoder<'static, BufReader<File>>,
    /// The page that comes next; `None`: no more.
    next: Option<(u64, [u8; PAGE])>,
}

impl Changes<'_> {
    fn of(path: &Path) -> Result<Changes<'_>, StoreError> {
        let mut file = File::open(path).map_err(io(path))?;
        let head = head_of(&mut file, path)?;
        let packed = zstd::Decoder::new(file).map_err(io(path))?;
        let mut changes = Changes {
            path,
            head,
            packed,
            next: None,
        };
        changes.read()?;
        Ok(changes)
    }

    fn read(&mut self) -> Result<(), StoreError> {
        let damaged = |e: std::io::Error| StoreError::Damaged(self.path.to_owned(), e.to_string());
        let mut number = [0; 8];
        let mut page = [0; PAGE];
        self.next = match self.packed.read(number.get_mut(..1).unwrap_or_default()) {
            Ok(0) => None,
            Ok(_) => {
                let rest = number.get_mut(1..).unwrap_or_default();
                self.packed.read_exact(rest).map_err(damaged)?;
                self.packed.read_exact(&mut page).map_err(damaged)?;
                Some((u64::from_le_bytes(number), page))
            }
            Err(e) => return Err(damaged(e)),
        };
        Ok(())
    }

    /// Makes the page of the newer copy that of the older one.
    fn apply(&mut self, number: u64, page: &mut [u8; PAGE]) -> Result<(), StoreError> {
        if number >= pages(self.head.size) {
            page.fill(0);
        }
        if let Some((_, change)) = self.next.filter(|(at, _)| *at == number) {
            combine(page, &change);
            self.read()?;
        }
        Ok(())
    }
}

/// Writes the copy that comes out of a whole one and what differs, newest first.
///
/// # Errors
/// Where what comes out is not what it was: it is not to be used then.
fn rebuild(newest: &Path, deltas: &[PathBuf], out: &mut dyn Write) -> Result<(), StoreError> {
    let mut changes = Vec::new();
    for path in deltas {
        changes.push(Changes::of(path)?);
    }
    let Some(Head { size, sha256, .. }) = changes.last().map(|last| &last.head) else {
        return Ok(());
    };
    let (size, sha256) = (*size, sha256.clone());
    let most = changes.iter().map(|c| c.head.size).max().unwrap_or(size);
    let mut base = Pages::of(newest)?;
    let mut hash = Sha256::new();
    let mut out = BufWriter::with_capacity(BLOCK, out);
    let mut page = [0; PAGE];
    let mut left = size;
    for number in 0..pages(most) {
        base.next(&mut page)?;
        for change in &mut changes {
            change.apply(number, &mut page)?;
        }
        let length = usize::try_from(left).unwrap_or(PAGE).min(PAGE);
        let own = page.get(..length).unwrap_or_default();
        hash.update(own);
        out.write_all(own).map_err(io(newest))?;
        left -= own.len() as u64;
    }
    out.flush().map_err(io(newest))?;
    if hex(hash) == sha256 {
        return Ok(());
    }
    let last = deltas.last().cloned().unwrap_or_default();
    let why = format!(
        "with {} it does not give back the copy that it stands for",
        newest.display()
    );
    Err(StoreError::Damaged(last, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(seed: u8, length: usize) -> Vec<u8> {
        (0..length)
            .map(|i| (i / 4096 * 7 % 251) as u8 ^ seed)
            .collect()
    }

    /// Copies that grow, shrink, end within a page, have nothing in common, or are empty.
    #[test]
    fn each_of_a_chain_comes_back_and_they_take_room_for_what_differs() {
        let folder = tempfile::tempdir().unwrap();
        let at = |n: usize| folder.path().join(format!("c{n}.db"));
        let mut copies = vec![bytes(0, 400 * PAGE)];
        let mut second = copies[0].clone();
        second[9 * PAGE + 17] ^= 1;
        second.extend(bytes(3, 5 * PAGE));
        copies.push(second.clone());
        second.truncate(50 * PAGE + 5);
        copies.push(second);
        copies.push(Vec::new());
        copies.push(bytes(99, 70 * PAGE + 1));
        copies.push(bytes(99, 70 * PAGE + 1));
        for (n, copy) in copies.iter().enumerate() {
            std::fs::write(at(n), copy).unwrap();
        }
        for n in 0..copies.len() - 1 {
            Store::backup_shrink(&at(n), &at(n + 1)).unwrap();
            assert!(!at(n).exists() && !part_of(&at(n)).exists());
        }
        let small = std::fs::metadata(delta_of(&at(0))).unwrap().len();
        assert!(small < 2_000, "one page of 400 differs: {small} bytes");
        for (n, copy) in copies.iter().enumerate() {
            let target = folder.path().join("target");
            match whole(&at(n), &target).unwrap() {
                Some(made) => assert_eq!(&std::fs::read(made).unwrap(), copy, "{n}"),
                None => assert_eq!(n, copies.len() - 1),
            }
        }
        assert_eq!(Store::backups_against(&at(2)).unwrap(), [at(1)]);
        Store::backup_unfold(&at(1)).unwrap();
        assert_eq!(std::fs::read(at(1)).unwrap(), copies[1]);
        assert!(!delta_of(&at(1)).exists());
    }

    #[test]
    fn what_was_changed_or_is_not_there_is_said_and_nothing_is_made_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let at = |n: usize| folder.path().join(format!("c{n}.db"));
        for n in 0..3 {
            std::fs::write(at(n), bytes(n as u8, 20 * PAGE)).unwrap();
        }
        Store::backup_shrink(&at(0), &at(1)).unwrap();
        Store::backup_shrink(&at(1), &at(2)).unwrap();
        let target = folder.path().join("target");
        let refused = |why: &str| {
            let told = whole(&at(0), &target).unwrap_err().to_string();
            assert!(told.contains(why), "{told}");
        };
        let good = std::fs::read(at(2)).unwrap();
        let mut other = good.clone();
        other[5] ^= 1;
        std::fs::write(at(2), &other).unwrap();
        refused("does not give back");
        std::fs::remove_file(at(2)).unwrap();
        refused("c2.db, which is not there");
        std::fs::write(at(2), &good).unwrap();
        let delta = std::fs::read(delta_of(&at(1))).unwrap();
        for length in [0, 100, HEAD, delta.len() - 1] {
            std::fs::write(delta_of(&at(1)), &delta[..length]).unwrap();
            assert!(whole(&at(0), &target).is_err(), "{length}");
        }
        std::fs::write(delta_of(&at(1)), &delta).unwrap();
        assert!(whole(&at(0), &target).unwrap().is_some());
    }
}
