//! The folder in which the lines lie: files that are only added to, named by the
//! number of their first line. With a command, each of them is handed over whole.

use super::command;
use super::keys;
use super::{ArchiveError, ArchivedChange, ChangesToKeep, LinePlace, NOTHING, line_of, written};
use crate::disk::{Readers, open_private, write_whole};
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file is not added to beyond this; a new one begins.
const FULL: u64 = 4 << 20;

/// Whoever adds lines holds it.
const LOCK: &str = ".lock";

/// How a file's name begins, before the number of its first line.
const NAME: &str = "postchess-";

/// How it ends.
const ENDING: &str = ".jsonl";

/// And once the command has taken it.
const TAKEN: &str = ".jsonl.taken";

/// The last line of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    /// Its number in the chain.
    pub n: u64,
    /// The change it holds.
    pub seq: i64,
    /// Its hash: the head of the chain.
    pub head: String,
}

/// Where a home's changes are written a second time.
#[derive(Debug)]
pub struct Archive {
    /// The folder of the lines; with a command, of what waits for it.
    folder: PathBuf,
    /// What takes a file.
    command: Option<String>,
    /// The last line with the file and the length that showed it.
    known: Option<Arc<End>>,
    /// The hash of a line that is known to be of the home that writes here: it wrote it, or
    /// found it in what it noted.
    ours: Option<String>,
}

/// Where an archive ends.
#[derive(Debug)]
struct End {
    file: PathBuf,
    /// Bytes of the file up to there.
    length: u64,
    tail: Tail,
    /// What the last line says.
    change: ArchivedChange,
}

/// The files of an archive in their order.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, ArchiveError> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io(folder))? {
        let path = entry.map_err(io(folder))?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        if name.starts_with(NAME) && (name.ends_with(ENDING) || name.ends_with(TAKEN)) {
            all.push(path);
        }
    }
    all.sort();
    Ok(all)
}

pub(super) fn io(path: &Path) -> impl Fn(std::io::Error) -> ArchiveError + '_ {
    move |source| ArchiveError::Io {
        path: path.to_owned(),
        source,
    }
}

impl Archive {
    /// An archive in a folder, which must be there: one that a missing disk leaves
    /// bare must not be taken for a new one.
    pub fn in_folder(folder: PathBuf) -> Archive {
        Archive {
            folder,
            command: None,
            known: None,
            ours: None,
        }
    }

    /// An archive whose files a command takes; `folder` is ours, for what waits.
    pub fn by_command(command: String, folder: PathBuf) -> Archive {
        Archive {
            folder,
            command: Some(command),
            known: None,
            ours: None,
        }
    }

    /// The folder of all its lines; `None`: a command has taken them elsewhere.
    pub fn place(&self) -> Option<&Path> {
        match self.command {
            None => Some(&self.folder),
            Some(_) => None,
        }
    }

    /// Whether a command takes its files: that may be a matter of minutes.
    pub fn has_command(&self) -> bool {
        self.command.is_some()
    }

    /// Whether the file of keys is there.
    pub fn has_keys(&self) -> bool {
        keys::are_there(&self.folder)
    }

    /// The last line that lies there; `None`: it is empty.
    ///
    /// # Errors
    /// The folder is not there, or its last lines are not what was written.
    pub fn tail(&mut self) -> Result<Option<Tail>, ArchiveError> {
        Ok(self.end()?.map(|end| end.tail.clone()))
    }

    /// Asks of the last line, unless it is known to be this home's, whether it is; what `asks`
    /// says is remembered.
    ///
    /// # Errors
    /// As [`Archive::tail`]; what `asks` says.
    pub fn is_ours<E: From<ArchiveError>>(
        &mut self,
        asks: impl FnOnce(&ArchivedChange) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(end) = self.end()? else {
            return Ok(());
        };
        if self.ours.as_ref() != Some(&end.tail.head) {
            asks(&end.change)?;
            self.ours = Some(end.tail.head.clone());
        }
        Ok(())
    }

    /// The last whole line, with its file and where it ends there.
    fn end(&mut self) -> Result<Option<Arc<End>>, ArchiveError> {
        if self.command.is_some() {
            make(&self.folder)?;
        }
        for file in files(&self.folder)?.into_iter().rev() {
            let length = std::fs::metadata(&file).map_err(io(&file))?.len();
            if let Some(known) = &self.known
                && known.file == file
                && known.length == length
            {
                return Ok(self.known.clone());
            }
            let bytes = std::fs::read(&file).map_err(io(&file))?;
            let Some(end) = bytes.iter().rposition(|b| *b == b'\n') else {
                continue;
            };
            let whole = bytes.get(..end).unwrap_or_default();
            let last = whole.rsplit(|b| *b == b'\n').next().unwrap_or_default();
            let number = whole.iter().filter(|b| **b == b'\n').count() + 1;
            let place = LinePlace {
                file: file.clone(),
                line: number,
            };
            let (line, _) = line_of(last, place)?;
            self.known = Some(Arc::new(End {
                file,
                length: u64::try_from(end + 1).unwrap_or(u64::MAX),
                tail: Tail {
                    n: line.n,
                    seq: line.change.seq,
                    head: line.hash,
                },
                change: line.change,
            }));
            return Ok(self.known.clone());
        }
        Ok(None)
    }

    /// Adds changes that it does not have yet, oldest first, as far as `next` gives
    /// them: asked for those after a number. When this returns they are on the disk.
    /// `asks` tells of a last line whether it is this home's ([`Archive::is_ours`]).
    ///
    /// # Errors
    /// What could not be written; what was is there, and is known by the next call.
    pub fn append<E: From<ArchiveError>>(
        &mut self,
        asks: impl Fn(&ArchivedChange) -> Result<(), E>,
        mut next: impl FnMut(i64) -> Result<ChangesToKeep, E>,
    ) -> Result<Option<Tail>, E> {
        if self.command.is_some() {
            make(&self.folder)?;
        }
        let _lock = self.locked()?;
        loop {
            self.is_ours(&asks)?;
            let end = self.end()?;
            let next = next(end.as_ref().map_or(0, |end| end.tail.seq))?;
            if next.changes.is_empty() {
                return Ok(end.map(|end| end.tail.clone()));
            }
            // No line is there before what opens it.
            if let Some(keys) = &next.keys {
                keys::keep(&self.folder, keys, self.has_command())?;
            }
            self.write(end.as_deref(), &next.changes)?;
        }
    }

    /// Who writes holds this lock: it lies in the folder, which several machines may have.
    fn locked(&self) -> Result<File, ArchiveError> {
        let lock = open_private(&self.folder.join(LOCK)).map_err(io(&self.folder))?;
        lock.lock().map_err(io(&self.folder))?;
        Ok(lock)
    }

    fn write(&mut self, end: Option<&End>, changes: &[ArchivedChange]) -> Result<(), ArchiveError> {
        let Some(last) = changes.last() else {
            return Ok(());
        };
        let (mut n, mut head) = match end {
            Some(End { tail, .. }) => (tail.n, tail.head.clone()),
            None => (0, NOTHING.to_owned()),
        };
        let first = n + 1;
        let mut text = String::new();
        for change in changes {
            n += 1;
            let line = written(n, &head, change);
            head = super::hash_of(line.as_bytes());
            text.push_str(&line);
            text.push('\n');
        }
        let goes_on = |end: &End| {
            (self.command.is_none() && end.length < FULL).then(|| (end.file.clone(), end.length))
        };
        let (file, from) = match end.and_then(goes_on) {
            Some(place) => place,
            None => (self.folder.join(format!("{NAME}{first:012}{ENDING}")), 0),
        };
        self.known = None;
        write_at(&file, from, text.as_bytes())?;
        self.ours = Some(head.clone());
        self.known = Some(Arc::new(End {
            file,
            length: from + u64::try_from(text.len()).unwrap_or(0),
            tail: Tail {
                n,
                seq: last.seq,
                head,
            },
            change: last.clone(),
        }));
        Ok(())
    }

    /// Hands the files over that wait for the command. `stop` ends it between two.
    ///
    /// # Errors
    /// The command did not take one: it and those after it wait on.
    pub fn hand_over(&mut self) -> Result<(), ArchiveError> {
        let Some(line) = &self.command else {
            return Ok(());
        };
        let handed = |path: &Path| {
            command::run(line, path).map_err(|why| ArchiveError::Command {
                command: line.clone(),
                why,
            })
        };
        if let Some(path) = keys::waiting(&self.folder) {
            handed(&path)?;
            keys::taken(&self.folder)?;
        }
        let waits = |path: &&PathBuf| path.to_string_lossy().ends_with(ENDING);
        let all = files(&self.folder)?;
        for path in all.iter().filter(waits) {
            handed(path)?;
            let taken = path.with_extension("jsonl.taken");
            // Another run may have handed it over meanwhile: twice is as good as once.
            unless_gone(std::fs::rename(path, &taken)).map_err(io(path))?;
            self.known = None;
        }
        // The last one is what the next line follows; those before it lie elsewhere now.
        let mut taken: Vec<PathBuf> = files(&self.folder)?;
        taken.retain(|path| !waits(&path));
        let last = taken.pop();
        for path in taken.iter().filter(|p| Some(*p) != last.as_ref()) {
            unless_gone(std::fs::remove_file(path)).map_err(io(path))?;
        }
        Ok(())
    }

    /// How many files wait for the command.
    pub fn waiting(&self) -> u64 {
        let all = files(&self.folder).unwrap_or_default();
        let waits = |path: &&PathBuf| path.to_string_lossy().ends_with(ENDING);
        match self.command {
            Some(_) => {
                let keys = usize::from(keys::waiting(&self.folder).is_some());
                u64::try_from(all.iter().filter(waits).count() + keys).unwrap_or(u64::MAX)
            }
            None => 0,
        }
    }

    /// Goes on after the last file of an archive that was fetched back.
    ///
    /// # Errors
    /// It cannot be copied.
    pub fn goes_on_after(&self, place: &Path) -> Result<(), ArchiveError> {
        if self.command.is_none() {
            return Ok(());
        }
        make(&self.folder)?;
        keys::go_on_with(&self.folder, place)?;
        let Some(last) = files(place)?.pop() else {
            return Ok(());
        };
        let name = last.file_name().and_then(|n| n.to_str()).unwrap_or("");
        let name = name.strip_suffix(".taken").unwrap_or(name);
        let to = self.folder.join(format!("{name}.taken"));
        let bytes = std::fs::read(&last).map_err(io(&last))?;
        write_whole(&to, &bytes, Readers::Owner).map_err(io(&to))?;
        sync(&to)
    }
}

/// Writes bytes at a place of a file, what stood behind it being cut off: the rest of
/// a line that the power left torn. On the disk when it returns.
pub(super) fn write_at(path: &Path, from: u64, bytes: &[u8]) -> Result<(), ArchiveError> {
    let mut file = open_private(path).map_err(io(path))?;
    let written = file
        .set_len(from)
        .and_then(|()| std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(from)))
        .and_then(|_| file.write_all(bytes))
        .and_then(|()| file.sync_all());
    if let Err(e) = written {
        // What a full disk left of it must not be taken for whole lines.
        let _ = file.set_len(from);
        return Err(io(path)(e));
    }
    if from == 0 { sync(path) } else { Ok(()) }
}

fn unless_gone(done: std::io::Result<()>) -> std::io::Result<()> {
    match done {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Makes a folder that its owner alone may read.
fn make(folder: &Path) -> Result<(), ArchiveError> {
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(io(folder))
}

/// The folder's entry of a file is on the disk too.
pub(super) fn sync(path: &Path) -> Result<(), ArchiveError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    File::open(folder)
        .and_then(|f| f.sync_all())
        .map_err(io(folder))
}

#[cfg(test)]
mod tests {
    use super::super::{hash_of, read};
    use super::*;
    use serde_json::json;

    fn change(seq: i64) -> ArchivedChange {
        let what = json!({"table": "event", "op": "put", "row": {"id": seq, "text": "ё"}});
        ArchivedChange {
            seq,
            what: what.as_object().unwrap().clone(),
        }
    }

    /// Every line is this home's.
    fn any(_: &ArchivedChange) -> Result<(), ArchiveError> {
        Ok(())
    }

    fn put(archive: &mut Archive, upto: i64) -> Tail {
        let next = |after: i64| {
            Ok::<_, ArchiveError>(ChangesToKeep {
                changes: (after + 1..=upto).map(change).collect(),
                keys: None,
            })
        };
        archive.append(any, next).unwrap().unwrap()
    }

    fn seqs(place: &Path) -> Result<Vec<i64>, ArchiveError> {
        let mut all = Vec::new();
        read(place, |line| {
            all.push(line.change.seq);
            Ok::<_, ArchiveError>(())
        })?;
        Ok(all)
    }

    /// Homes on several machines may have one archive.
    #[test]
    fn two_who_add_at_once_make_one_chain() {
        let dir = tempfile::tempdir().unwrap();
        let last = 200;
        let adds = || {
            let mut archive = Archive::in_folder(dir.path().to_owned());
            let mut seq = 0;
            while seq < last {
                let mut some = 0;
                let tail = archive.append(any, |after| {
                    // Some at a time, so that they take turns.
                    some += 1;
                    let until = (after + 3).min(last);
                    let changes = match some {
                        1 => (after + 1..=until).map(change).collect(),
                        _ => Vec::new(),
                    };
                    Ok::<_, ArchiveError>(ChangesToKeep {
                        changes,
                        keys: None,
                    })
                });
                seq = tail.unwrap().map_or(0, |t| t.seq);
            }
        };
        std::thread::scope(|scope| {
            let both = [scope.spawn(adds), scope.spawn(adds)];
            both.into_iter().for_each(|one| one.join().unwrap());
        });
        assert_eq!(seqs(dir.path()).unwrap(), (1..=last).collect::<Vec<_>>());
    }

    #[test]
    fn lines_are_added_once_and_follow_one_another() {
        let dir = tempfile::tempdir().unwrap();
        let open = || Archive::in_folder(dir.path().to_owned());
        let mut archive = open();
        assert_eq!(archive.tail().unwrap(), None);
        put(&mut archive, 3);
        // Another process, which knows nothing but the files.
        let tail = put(&mut open(), 5);
        assert_eq!((tail.n, tail.seq), (5, 5));
        assert_eq!(put(&mut archive, 5), tail);
        assert_eq!(seqs(dir.path()).unwrap(), [1, 2, 3, 4, 5]);
        let file = files(dir.path()).unwrap().pop().unwrap();
        let text = std::fs::read_to_string(file).unwrap();
        assert_eq!(hash_of(text.lines().last().unwrap().as_bytes()), tail.head);
    }

    /// A line that another wrote meanwhile is asked about, and one's own never.
    #[test]
    fn nothing_is_added_behind_a_line_that_is_not_ours() {
        let dir = tempfile::tempdir().unwrap();
        let open = || Archive::in_folder(dir.path().to_owned());
        let (mut one, mut other) = (open(), open());
        put(&mut one, 3);
        let not_ours =
            |change: &ArchivedChange| Err(ArchiveError::Foreign(format!("line {}", change.seq)));
        let next = |after: i64| {
            Ok::<_, ArchiveError>(ChangesToKeep {
                changes: vec![change(after + 1)],
                keys: None,
            })
        };
        assert!(other.append(not_ours, next).is_err());
        assert_eq!(seqs(dir.path()).unwrap(), [1, 2, 3]);
        let mut asked = false;
        one.is_ours::<ArchiveError>(|_| {
            asked = true;
            Ok(())
        })
        .unwrap();
        assert!(!asked);
        put(&mut other, 4);
        assert!(one.is_ours(not_ours).is_err());
    }

    #[test]
    fn a_torn_last_line_is_written_anew() {
        let dir = tempfile::tempdir().unwrap();
        let open = || Archive::in_folder(dir.path().to_owned());
        let head = put(&mut open(), 4).head;
        let file = files(dir.path()).unwrap().pop().unwrap();
        let whole = std::fs::read(&file).unwrap();
        for cut in 1..whole.len() {
            std::fs::write(&file, &whole[..cut]).unwrap();
            let before = seqs(dir.path()).unwrap();
            assert!(before.len() < 4);
            assert_eq!(put(&mut open(), 4).head, head, "{cut}");
            assert_eq!(std::fs::read(&file).unwrap(), whole);
        }
    }

    /// Whatever byte of it is another one: it is found.
    #[test]
    fn no_byte_can_be_changed() {
        let dir = tempfile::tempdir().unwrap();
        let mut archive = Archive::in_folder(dir.path().to_owned());
        let head = put(&mut archive, 3).head;
        let file = files(dir.path()).unwrap().pop().unwrap();
        let whole = std::fs::read(&file).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&file, bytes).unwrap();
            let same = read(dir.path(), |_| Ok::<_, ArchiveError>(()));
            let same = same.is_ok_and(|tail| tail.is_some_and(|t| t.head == head));
            assert!(!same, "byte {at}");
        }
    }

    #[test]
    fn a_command_takes_whole_files_and_those_it_refused_again() {
        let dir = tempfile::tempdir().unwrap();
        let there = dir.path().join("there");
        let line = format!("cp -t {}", there.display());
        let folder = dir.path().join("spool");
        let mut archive = Archive::by_command(line, folder);
        put(&mut archive, 2);
        assert!(archive.hand_over().is_err());
        put(&mut archive, 4);
        assert_eq!(archive.waiting(), 2);
        std::fs::create_dir(&there).unwrap();
        archive.hand_over().unwrap();
        let tail = put(&mut archive, 5);
        archive.hand_over().unwrap();
        assert_eq!(archive.waiting(), 0);
        assert_eq!(seqs(&there).unwrap(), [1, 2, 3, 4, 5]);
        assert_eq!(archive.tail().unwrap().unwrap(), tail);
    }
}
