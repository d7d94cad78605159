//! Maildirs: one file a message, `tmp/` until it is whole, `new/` then, `cur/`
//! once a mail program has seen it.

use super::{
    Came, Content, Delivery, Fetched, Helping, Inbox, Known, Message, Outbox, Parcel, PostError,
    Told, Trouble, Waited, pass_time,
};
use crate::disk::{Readers, disk_words, try_in, write_if_new};
use crate::time::Instant;
use rustix::fs::{Access, AtFlags, Mode, OFlags, openat, renameat, unlinkat};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread::JoinHandle;
use std::time::Duration;

/// The subfolder for messages that are done (Maildir++ names begin with a dot),
/// so that `new/` and `cur/` stay small and nothing is ever deleted.
const PROCESSED: &str = ".Processed";

/// What marks a message as seen (the flags of Maildir).
const SEEN: &str = ":2,S";

/// The longest name of a file, in bytes.
const NAME: usize = 255;

/// Up to this many letters are synced one by one; more, with the file system at once.
const FEW: usize = 4;

/// So many letters are synced together, and what became of them is told together.
const SHARE: usize = 200;

/// A Maildir that is read.
#[derive(Debug)]
pub struct MaildirInbox {
    path: PathBuf,
    queue: VecDeque<PathBuf>,
    /// Keys handed out and not done, with where their files were.
    out: BTreeMap<String, PathBuf>,
    /// Files this round has dealt with.
    seen: BTreeSet<PathBuf>,
    /// When its folders had last changed when they were last listed.
    listed: Option<Changed>,
    processed_ready: bool,
    /// The next ones are read while those before are kept.
    reading: Option<JoinHandle<FilesRead>>,
    /// Those that are done go where such files lie, while the next ones are read.
    moving: Option<JoinHandle<Result<(), PostError>>>,
}

/// What is in a file; none where there is none of that name any more.
type FileRead = (PathBuf, Result<Option<Message>, Trouble>);

/// Files that were read.
#[derive(Debug, Default)]
struct FilesRead {
    /// What is in each.
    read: VecDeque<FileRead>,
    /// Those behind them, which would be too much at once.
    left: VecDeque<PathBuf>,
}

impl FilesRead {
    /// Reads as much as is handed out at once.
    fn of(paths: VecDeque<PathBuf>, helping: &Helping) -> FilesRead {
        let (mut read, mut left, mut bytes) = (VecDeque::new(), paths, 0);
        while bytes < helping.bytes
            && let Some(path) = left.pop_front()
        {
            let message = read_file(&path, helping);
            if let Ok(Some(message)) = &message {
                bytes += message.content.bytes().len();
            }
            read.push_back((path, message));
        }
        FilesRead { read, left }
    }
}

impl MaildirInbox {
    /// The Maildir at a path.
    ///
    /// # Errors
    /// There is none: one that was made new in the place of one that is away would be read as
    /// empty.
    pub fn open(path: &Path) -> Result<MaildirInbox, PostError> {
        stands(path)?;
        Ok(MaildirInbox {
            path: path.to_owned(),
            queue: VecDeque::new(),
            out: BTreeMap::new(),
            seen: BTreeSet::new(),
            listed: None,
            processed_ready: false,
            reading: None,
            moving: None,
        })
    }

    /// Removes files of messages that were done and came before `before`: their
    /// bytes are in the database. Those larger than `kept_whole` stay: only their
    /// header was stored. How many.
    pub fn tidy(&self, before: Instant, kept_whole: u64) -> Result<u64, PostError> {
        let folder = self.path.join(PROCESSED).join("cur");
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(0),
            Err(e) => return Err(at(&folder)(e)),
        };
        let mut removed = 0;
        for entry in entries {
            let entry = entry.map_err(at(&folder))?;
            let old = entry.metadata().is_ok_and(|m| {
                m.is_file() && m.len() <= kept_whole && Instant::from_unix(m.mtime()) < before
            });
            if old && std::fs::remove_file(entry.path()).is_ok() {
                removed += 1;
            }
        }
        Ok(removed)
    }

    /// Moves messages that were done with back to `new/` where they are not known by
    /// key and bytes. Larger ones than `limit` stay: only their headers were stored.
    pub fn give_back(
        &self,
        limit: u64,
        is_known: &dyn Fn(&str, &[u8]) -> bool,
    ) -> Result<u64, PostError> {
        let folder = self.path.join(PROCESSED).join("cur");
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(0),
            Err(e) => return Err(at(&folder)(e)),
        };
        let helping = Helping {
            message_bytes: limit,
            ..Helping::default()
        };
        let mut moved = 0;
        for entry in entries {
            let path = entry.map_err(at(&folder))?.path();
            let Ok(Some(message)) = read_file(&path, &helping) else {
                continue;
            };
            let Content::Whole(bytes) = &message.content else {
                continue;
            };
            let target = self.path.join("new").join(base_name(&path));
            if !is_known(&message.key, bytes) && target.symlink_metadata().is_err() {
                std::fs::rename(&path, &target).map_err(at(&path))?;
                moved += 1;
            }
        }
        Ok(moved)
    }

    /// Waits until those are where they belong that were done.
    fn moved(&mut self) -> Result<(), PostError> {
        match self.moving.take().map(JoinHandle::join) {
            Some(Ok(moved)) => moved,
            Some(Err(panic)) => resume_unwind(panic),
            None => Ok(()),
        }
    }

    /// Names in `new/` and `cur/` that this round has not dealt with, in order.
    fn list(&mut self) -> Result<(), PostError> {
        // Asked before: what comes while it is listed is news once more.
        self.listed = Some(self.changed());
        let mut found = Vec::new();
        for folder in ["new", "cur"] {
            let folder = self.path.join(folder);
            for entry in std::fs::read_dir(&folder).map_err(at(&folder))? {
                let entry = entry.map_err(at(&folder))?;
                let name = entry.file_name();
                if name.as_encoded_bytes().starts_with(b".") {
                    continue;
                }
                let path = entry.path();
                if !self.seen.contains(&path) {
                    found.push((name, path));
                }
            }
        }
        found.sort();
        self.queue = found.into_iter().map(|(_, path)| path).collect();
        Ok(())
    }

    /// When `new/` and `cur/` last changed.
    fn changed(&self) -> Changed {
        ["new", "cur"].map(|folder| {
            let meta = std::fs::metadata(self.path.join(folder)).ok()?;
            Some((meta.mtime(), meta.mtime_nsec()))
        })
    }

    /// What was read ahead.
    fn read_ahead(&mut self) -> VecDeque<FileRead> {
        let FilesRead { read, left } = match self.reading.take().map(JoinHandle::join) {
            Some(Ok(read)) => read,
            Some(Err(panic)) => resume_unwind(panic),
            None => FilesRead::default(),
        };
        self.put_back(left.into_iter());
        read
    }

    /// Has the next ones read, where they are many.
    fn reads_ahead(&mut self, helping: Helping) {
        let many = helping.messages.min(self.queue.len());
        if many > FEW {
            let paths = self.queue.drain(..many).collect();
            self.reading = Some(std::thread::spawn(move || FilesRead::of(paths, &helping)));
        }
    }

    fn put_back(&mut self, paths: impl DoubleEndedIterator<Item = PathBuf>) {
        paths.rev().for_each(|path| self.queue.push_front(path));
    }

    /// Whether all that was listed was handed out.
    fn is_through(&self) -> bool {
        self.queue.is_empty() && self.reading.is_none()
    }
}

/// A message, or `None` where there is no file of that name (any more).
fn read_file(path: &Path, helping: &Helping) -> Result<Option<Message>, Trouble> {
    let trouble = |why: &dyn std::fmt::Display| Trouble {
        path: path.to_owned(),
        why: why.to_string(),
        from: Vec::new(),
    };
    // Neither a link out of the Maildir nor a pipe that would block is followed.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let mut file = match rustix::fs::open(path, flags, Mode::empty()) {
        Ok(fd) => File::from(fd),
        Err(rustix::io::Errno::NOENT) => return Ok(None),
        Err(rustix::io::Errno::LOOP) => return Err(trouble(&"a symbolic link is not read")),
        Err(e) => return Err(trouble(&disk_words(&e.into()))),
    };
    let meta = file.metadata().map_err(|e| trouble(&disk_words(&e)))?;
    if !meta.is_file() {
        return Err(trouble(&"not a file"));
    }
    let mut bytes = Vec::new();
    let limit = helping.message_bytes;
    // One byte more than allowed tells a file that is too large even where it grows.
    let read = (&mut file)
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes);
    read.map_err(|e| trouble(&disk_words(&e)))?;
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let content = if size > limit {
        Content::too_large(meta.len().max(size), bytes)
    } else {
        Content::Whole(bytes)
    };
    Ok(Some(Message {
        key: key_of(path, &meta),
        mark: String::new(),
        content,
        came: Came::File(Instant::from_unix(meta.mtime())),
    }))
}

impl Inbox for MaildirInbox {
    /// What is done leaves the folders that are read, so nothing need be asked.
    fn fetch(&mut self, helping: &Helping, _known: &Known<'_>) -> Result<Fetched, PostError> {
        let mut fetched = Fetched::default();
        let mut bytes = 0;
        if self.is_through() {
            self.moved()?;
            self.list()?;
        }
        let mut ahead = self.read_ahead();
        while fetched.messages.len() < helping.messages.max(1) && bytes < helping.bytes.max(1) {
            let next = ahead.pop_front().or_else(|| {
                let path = self.queue.pop_front()?;
                let read = read_file(&path, helping);
                Some((path, read))
            });
            let Some((path, read)) = next else {
                break;
            };
            self.seen.insert(path.clone());
            match read {
                Ok(None) => {}
                // The same message under both folders: a mail program moves it just now.
                Ok(Some(message)) if self.out.contains_key(&message.key) => {
                    self.out.insert(message.key, path);
                }
                Ok(Some(message)) => {
                    bytes += message.content.bytes().len();
                    self.out.insert(message.key.clone(), path);
                    fetched.messages.push(message);
                }
                Err(trouble) => fetched.troubles.push(trouble),
            }
        }
        self.put_back(ahead.into_iter().map(|(path, _)| path));
        self.reads_ahead(*helping);
        if fetched.messages.is_empty() && self.is_through() {
            self.seen.clear();
            self.out.clear();
        }
        Ok(fetched)
    }

    fn done(&mut self, keys: &[String]) -> Result<(), PostError> {
        self.moved()?;
        if !self.processed_ready && !keys.is_empty() {
            let folder = self.path.join(PROCESSED);
            for sub in ["tmp", "new", "cur"] {
                make_folder(&folder.join(sub))?;
            }
            write_if_new(&folder.join("maildirfolder"), b"", Readers::Owner)
                .map_err(at(&folder))?;
            self.processed_ready = true;
        }
        let mut files = Vec::with_capacity(keys.len());
        for key in keys {
            if let Some(path) = self.out.remove(key) {
                self.seen.remove(&path);
                files.push((key.clone(), path));
            }
        }
        let target = self.path.join(PROCESSED).join("cur");
        // The last ones are waited for: their trouble is told here.
        if self.is_through() {
            return put_away(&files, &target);
        }
        self.moving = Some(std::thread::spawn(move || put_away(&files, &target)));
        Ok(())
    }

    fn wait(&mut self, at_most: Duration, stop: &AtomicBool) -> Result<Waited, PostError> {
        let began = std::time::Instant::now();
        loop {
            if self.listed != Some(self.changed()) {
                return Ok(Waited::News);
            }
            let left = at_most.saturating_sub(began.elapsed());
            if left.is_zero() || pass_time(left.min(LOOK), stop) == Waited::Stopped {
                return Ok(match left.is_zero() {
                    true => Waited::TimeOver,
                    false => Waited::Stopped,
                });
            }
        }
    }

    fn try_out(&mut self) -> Result<(), PostError> {
        self.list()?;
        for path in &self.queue {
            may(path, Access::READ_OK)?;
        }
        // What is read moves on.
        for folder in ["new", "cur"] {
            may(&self.path.join(folder), Access::WRITE_OK | Access::EXEC_OK)?;
        }
        Ok(())
    }
}

impl Drop for MaildirInbox {
    fn drop(&mut self) {
        if let Err(trouble) = self.moved() {
            tracing::warn!("{trouble}");
        }
    }
}

/// Moves files of messages, beside the keys of these, into a folder.
fn put_away(files: &[(String, PathBuf)], target: &Path) -> Result<(), PostError> {
    let mut first = None;
    for (key, path) in files {
        let name = base_name(path);
        let tail = key.rsplit('/').next().unwrap_or("again");
        let mut to = target.join(done_name(&name, None));
        // Another message that had the same name: rename would replace it. And a
        // name that had to be cut may be that of many.
        if name.len() + SEEN.len() > NAME || to.symlink_metadata().is_ok() {
            to = target.join(done_name(&name, Some(tail)));
        }
        match std::fs::rename(path, &to) {
            Ok(()) => {}
            // A mail program moved it meanwhile: it comes again under the same key.
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
            // The others are no worse for it.
            Err(e) if first.is_none() => first = Some(at(path)(e)),
            Err(_) => {}
        }
    }
    first.map_or(Ok(()), Err)
}

/// Hours of the last change of two folders.
type Changed = [Option<(i64, i64)>; 2];

/// How often the folders are looked at while nothing comes.
const LOOK: Duration = Duration::from_millis(500);

/// A Maildir that is written.
#[derive(Debug)]
pub struct MaildirOutbox {
    path: PathBuf,
    count: u64,
}

impl MaildirOutbox {
    /// The Maildir at a path.
    ///
    /// # Errors
    /// There is none: in one that was made new in the place of one that is away nobody would
    /// look for letters.
    pub fn open(path: &Path) -> Result<MaildirOutbox, PostError> {
        stands(path)?;
        Ok(MaildirOutbox {
            path: path.to_owned(),
            count: 0,
        })
    }

    /// A name nobody else takes: by the letter's number first, so that names stand
    /// in the order in which letters were composed.
    fn name(&mut self, parcel: &Parcel<'_>, now: Instant) -> String {
        self.count += 1;
        let mut random = [0; 6];
        // Without random bytes the time, the process and the counter still differ.
        let _ = getrandom::fill(&mut random);
        let random: String = random.iter().map(|b| format!("{b:02x}")).collect();
        format!(
            "{:010}.{}.P{}Q{}R{random}.postchess",
            parcel.id.0,
            now.unix(),
            std::process::id(),
            self.count
        )
    }

    /// Letters under their names, one answer each.
    fn put(&self, batch: &[Parcel<'_>], names: &[String]) -> Result<Vec<Delivery>, PostError> {
        // Files are named in their folders, not by their whole paths.
        let folder = |name: &str| File::open(self.path.join(name));
        let new = folder("new").map_err(at(&self.path.join("new")))?;
        let tmp = match folder("tmp") {
            Ok(tmp) => tmp,
            Err(e) => return Ok(vec![Delivery::Later(disk_words(&e)); batch.len()]),
        };
        let few = batch.len() <= FEW;
        let mut written = Vec::with_capacity(batch.len());
        for (parcel, name) in batch.iter().zip(names) {
            written.push(match write_in(&tmp, name, parcel.bytes, few) {
                Ok(()) => Ok(name.as_str()),
                Err(e) => Err(disk_words(&e)),
            });
        }
        if !few {
            sync_in(&tmp, &mut written);
        }
        // Only whole files that would outlive a power cut get their names in new/.
        let mut deliveries = Vec::with_capacity(batch.len());
        for name in written {
            let moved = name.and_then(|name| {
                renameat(&tmp, name, &new, name).map_err(|e| disk_words(&e.into()))
            });
            deliveries.push(match moved {
                Ok(()) => Delivery::Delivered,
                Err(why) => Delivery::Later(why),
            });
        }
        new.sync_all().map_err(at(&self.path.join("new")))?;
        Ok(deliveries)
    }
}

fn write_in(folder: &File, name: &str, bytes: &[u8], sync: bool) -> std::io::Result<()> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let file = openat(folder, name, flags, Mode::from_raw_mode(0o600))?;
    let mut file = File::from(file);
    let written = file.write_all(bytes).and_then(|()| match sync {
        true => file.sync_all(),
        false => Ok(()),
    });
    if written.is_err() {
        let _ = unlinkat(folder, name, AtFlags::empty());
    }
    written
}

/// Brings written files to the disk: all at once, or one by one where the file system cannot do
/// that.
fn sync_in(folder: &File, written: &mut [Result<&str, String>]) {
    if rustix::fs::syncfs(folder).is_ok() {
        return;
    }
    for file in written {
        if let Ok(name) = file {
            let flags = OFlags::RDONLY | OFlags::CLOEXEC;
            let opened = openat(folder, *name, flags, Mode::empty()).map_err(Into::into);
            if let Err(e) = opened.and_then(|opened| File::from(opened).sync_all()) {
                *file = Err(disk_words(&e));
            }
        }
    }
}

impl Outbox for MaildirOutbox {
    fn at_once(&self) -> u32 {
        1200
    }

    /// While what became of some letters is recorded, the next ones are written.
    fn deliver(
        &mut self,
        batch: &[Parcel<'_>],
        now: Instant,
        told: &mut Told<'_>,
    ) -> Result<(), PostError> {
        let names: Vec<String> = batch.iter().map(|p| self.name(p, now)).collect();
        let outbox = &*self;
        let goes_on = AtomicBool::new(true);
        let mut shares = batch.chunks(SHARE).zip(names.chunks(SHARE)).zip(0..);
        let mut tell = |share: usize, done: Vec<Delivery>| {
            let places = (share * SHARE..).zip(done).collect();
            if told(places).is_break() {
                goes_on.store(false, Ordering::Relaxed);
            }
        };
        if batch.len() <= SHARE {
            return match shares.next() {
                Some(((batch, names), share)) => {
                    tell(share, outbox.put(batch, names)?);
                    Ok(())
                }
                None => Ok(()),
            };
        }
        std::thread::scope(|scope| {
            // Who is killed has two shares at most that left and are not recorded.
            let (say, hear) = sync_channel(0);
            let goes_on = &goes_on;
            scope.spawn(move || {
                for ((batch, names), share) in shares {
                    let put = outbox.put(batch, names).map(|done| (share, done));
                    let failed = put.is_err();
                    if say.send(put).is_err() || failed || !goes_on.load(Ordering::Relaxed) {
                        break;
                    }
                }
            });
            // Also when it is to end: what was written meanwhile has left.
            for put in hear {
                let (share, done) = put?;
                tell(share, done);
            }
            Ok(())
        })
    }

    fn try_out(&mut self) -> Result<(), PostError> {
        let tmp = self.path.join("tmp");
        try_in(&tmp, b"").map_err(at(&tmp))?;
        may(&self.path.join("new"), Access::WRITE_OK | Access::EXEC_OK)
    }
}

/// Whether this process may use a file or folder so.
fn may(path: &Path, access: Access) -> Result<(), PostError> {
    rustix::fs::access(path, access).map_err(|e| at(path)(e.into()))
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> PostError + '_ {
    move |source| PostError::Io {
        path: path.to_owned(),
        source,
    }
}

/// The folders of a Maildir.
const FOLDERS: [&str; 3] = ["tmp", "new", "cur"];

/// Makes a Maildir where there is none.
pub fn make(path: &Path) -> Result<(), PostError> {
    FOLDERS.iter().try_for_each(|f| make_folder(&path.join(f)))
}

/// Whether there is a Maildir; what is missing in it is made.
fn stands(path: &Path) -> Result<(), PostError> {
    match FOLDERS.iter().any(|folder| path.join(folder).is_dir()) {
        true => make(path),
        false => Err(PostError::NoMaildir(path.to_owned())),
    }
}

fn make_folder(folder: &Path) -> Result<(), PostError> {
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(at(folder))
}

/// What the file of a message that is done is called: its name, cut where there is no
/// room in a folder for more, what keeps it apart from others of that name, and the
/// mark that it was seen.
fn done_name(name: &str, tail: Option<&str>) -> String {
    let tail = tail.map_or_else(String::new, |t| format!("_{t}"));
    let mut room = NAME.saturating_sub(tail.len() + SEEN.len()).min(name.len());
    while !name.is_char_boundary(room) {
        room -= 1;
    }
    let (name, _) = name.split_at(room);
    format!("{name}{tail}{SEEN}")
}

/// A file's name up to `:2,`, which is what stays when a mail program sets flags.
fn base_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match name.split_once(":2,") {
        Some((base, _)) => base.to_owned(),
        None => name.into_owned(),
    }
}

/// The name alone would do in a perfect Maildir; file and time of modification
/// (both stay when a file is moved) tell another message that was given a name
/// used before.
fn key_of(path: &Path, meta: &std::fs::Metadata) -> String {
    format!(
        "maildir/{}/{:x}-{:x}-{:x}",
        base_name(path),
        meta.ino(),
        meta.mtime(),
        meta.mtime_nsec()
    )
}

#[cfg(test)]
mod tests;
