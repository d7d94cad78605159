//! The one way in which files are made. What lies at a name is never followed and never written
//! into: a file is made whole under a name that nobody can guess, in the folder that is open, and
//! put in the place of the old one in one step. So a link that somebody planted (where others may
//! write too: `/tmp`, a web server's folder) leads nowhere, and a reader finds the old file or the
//! new one, never a part.

use rustix::fs::{AtFlags, FileType, Gid, Mode, OFlags, Stat};
use rustix::fs::{fchmod, fchown, linkat, openat, renameat, statat, unlinkat};
use rustix::io::Errno;
use rustix::process::geteuid;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::os::fd::OwnedFd;
use std::path::Path;

/// Who may read a file that is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// Its owner alone; whom the file that it replaces was open to, where that was the owner's.
    Owner,
    /// All whom the umask lets: what is published (the site, manual pages).
    All,
}

/// A folder's own, for its owner alone.
const PRIVATE: Mode = Mode::from_raw_mode(0o600);

/// What the umask takes from.
const PUBLIC: Mode = Mode::from_raw_mode(0o666);

/// How often another name is tried where one is taken: 64 bits of chance are not taken twice.
const NAMES: u32 = 8;

/// A folder that is open: what is done in it stays in it, whatever becomes of its path.
struct Folder(OwnedFd);

impl Folder {
    /// Opens the folder of a file; the name of the file.
    fn of(path: &Path) -> Result<(Folder, &OsStr)> {
        let name = path.file_name().ok_or_else(no_file)?;
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        Ok((Folder::at(folder)?, name))
    }

    fn at(path: &Path) -> Result<Folder> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        // Into a folder whose list one may not read, one may write all the same.
        let flags = flags | OFlags::PATH;
        Ok(Folder(openat(rustix::fs::CWD, path, flags, Mode::empty())?))
    }

    /// A file with these rights and bytes, under a name of chance.
    fn scratch(&self, mode: Mode, bytes: &[u8]) -> Result<(OsString, File)> {
        let (name, mut file) = self.scratch_empty(mode)?;
        match file.write_all(bytes) {
            Ok(()) => Ok((name, file)),
            Err(e) => {
                self.remove(&name);
                Err(e)
            }
        }
    }

    fn scratch_empty(&self, mode: Mode) -> Result<(OsString, File)> {
        let mut taken = no_file();
        for _ in 0..NAMES {
            let name = name_of_chance()?;
            match self.make(&name, mode) {
                Err(e) if e.kind() == ErrorKind::AlreadyExists => taken = e,
                made => return Ok((name, made?)),
            }
        }
        Err(taken)
    }

    /// Makes a file where nothing lies, not even a link.
    fn make(&self, name: &OsStr, mode: Mode) -> Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(File::from(openat(&self.0, name, flags, mode)?))
    }

    fn remove(&self, name: &OsStr) {
        let _ = unlinkat(&self.0, name, AtFlags::empty());
    }

    /// What lies at a name itself.
    fn stat(&self, name: &OsStr) -> Option<Stat> {
        statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW).ok()
    }

    /// A terminal, a pipe or a folder is nothing that a file takes the place of, nor is what a
    /// link to one leads to (`/dev/stdout`).
    fn takes_a_file(&self, name: &OsStr) -> Result<()> {
        let there = statat(&self.0, name, AtFlags::empty());
        match there.map(|there| FileType::from_raw_mode(there.st_mode)) {
            Ok(FileType::Directory) => Err(ErrorKind::IsADirectory.into()),
            Ok(FileType::RegularFile) | Err(_) => Ok(()),
            Ok(_) => Err(no_file()),
        }
    }

    /// Gives a file its name where nothing lies.
    fn link(&self, part: &OsStr, name: &OsStr, bytes: &[u8]) -> Result<()> {
        match linkat(&self.0, part, &self.0, name, AtFlags::empty()) {
            // A file system without links (of a camera's card, of Windows).
            Err(Errno::PERM | Errno::OPNOTSUPP | Errno::NOSYS) => {
                let mut file = self.make(name, PRIVATE)?;
                file.write_all(bytes).and_then(|()| file.sync_all())
            }
            linked => Ok(linked?),
        }
    }

    fn sync(&self) -> Result<()> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        match openat(&self.0, ".", flags, Mode::empty()) {
            // One whose list may not be read can be written into, and not be synced.
            Err(Errno::ACCESS) => Ok(()),
            folder => File::from(folder?).sync_all(),
        }
    }
}

fn no_file() -> Error {
    Error::new(ErrorKind::InvalidInput, "it is no file that can be written")
}

/// A name that nobody can have put a link under.
fn name_of_chance() -> Result<OsString> {
    Ok(format!(".postchess-{}.part", chance()?).into())
}

/// Sixteen digits for a name that nobody can guess.
///
/// # Errors
/// The machine gives no random numbers.
pub fn chance() -> Result<String> {
    let mut chance = [0; 8];
    getrandom::fill(&mut chance).map_err(|e| Error::other(format!("no random numbers: {e}")))?;
    Ok(format!("{:016x}", u64::from_le_bytes(chance)))
}

/// Gives a file the rights of the one whose place it takes. Another's is no model: who plants one
/// that all may read would read ours. Where its group cannot be kept, it is open to none.
fn like(old: &Stat, file: &File) -> Result<()> {
    let ours = old.st_uid == geteuid().as_raw();
    if !ours || FileType::from_raw_mode(old.st_mode) != FileType::RegularFile {
        return Ok(());
    }
    let kept = fchown(file, None, Some(Gid::from_raw(old.st_gid))).is_ok();
    let rights = old.st_mode & if kept { 0o777 } else { 0o707 };
    Ok(fchmod(file, Mode::from_raw_mode(rights))?)
}

/// Writes a file: whole, or not at all.
///
/// # Errors
/// The system's; the name is one of a folder, a pipe or a device.
pub fn write_whole(path: &Path, bytes: &[u8], readers: Readers) -> Result<()> {
    let (folder, name) = Folder::of(path)?;
    folder.takes_a_file(name)?;
    let mode = match readers {
        Readers::Owner => PRIVATE,
        Readers::All => PUBLIC,
    };
    let (part, file) = folder.scratch(mode, bytes)?;
    let old = folder.stat(name).filter(|_| readers == Readers::Owner);
    let done = old
        .map_or(Ok(()), |old| like(&old, &file))
        .and_then(|()| Ok(renameat(&folder.0, &part, &folder.0, name)?));
    if done.is_err() {
        folder.remove(&part);
    }
    done
}

/// The same where there is none of these bytes; says whether it was. Copies to a web host and
/// backups then see only what changed. A link to such a file is none.
///
/// # Errors
/// Those of [`write_whole`].
pub fn write_if_new(path: &Path, bytes: &[u8], readers: Readers) -> Result<bool> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let old = openat(rustix::fs::CWD, path, flags, Mode::empty()).map(File::from);
    let old = old.ok().filter(|old| {
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        old.metadata()
            .is_ok_and(|m| m.is_file() && m.len() == length)
    });
    let mut there = Vec::new();
    if old.is_some_and(|mut old| old.read_to_end(&mut there).is_ok()) && there == bytes {
        return Ok(false);
    }
    write_whole(path, bytes, readers)?;
    Ok(true)
}

/// Writes a file of its owner's alone where nothing lies: nothing is replaced, nobody sees a part
/// of it, and it is on the disk when this returns.
///
/// # Errors
/// `AlreadyExists` where something lies there, be it a link; the system's.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<()> {
    let (folder, name) = Folder::of(path)?;
    let (part, file) = folder.scratch(PRIVATE, bytes)?;
    // Whatever the umask has taken away. A link of the file system is made in one step and
    // replaces nothing.
    let done = fchmod(&file, PRIVATE)
        .map_err(Error::from)
        .and_then(|()| file.sync_all())
        .and_then(|()| folder.link(&part, name, bytes));
    folder.remove(&part);
    done.and_then(|()| folder.sync())
}

/// An empty file of its owner's alone where nothing lies, open to be written.
///
/// # Errors
/// `AlreadyExists` where something lies there, be it a link; the system's.
pub fn make_private(path: &Path) -> Result<File> {
    let (folder, name) = Folder::of(path)?;
    let file = folder.make(name, PRIVATE)?;
    // Whatever the umask has taken away.
    fchmod(&file, PRIVATE)?;
    Ok(file)
}

/// A file as it stands, open to be written, made where there is none: what grows (an archive), and
/// what is held (a lock). A link is not followed.
///
/// # Errors
/// The system's.
pub fn open_private(path: &Path) -> Result<File> {
    let (folder, name) = Folder::of(path)?;
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(File::from(openat(&folder.0, name, flags, PRIVATE)?))
}

/// Whether a file of these bytes can be written in a folder, by writing one, to the disk, and
/// taking it away again.
///
/// # Errors
/// Why not.
pub fn try_in(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = Folder::at(path)?;
    let (name, file) = folder.scratch(PRIVATE, bytes)?;
    let done = file.sync_all();
    folder.remove(&name);
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_link_at_the_name_is_replaced_and_what_it_leads_to_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let (path, victim) = (folder.path().join("a.html"), folder.path().join("victim"));
        fs::write(&victim, "mine").unwrap();
        for readers in [Readers::Owner, Readers::All] {
            symlink(&victim, &path).unwrap();
            write_whole(&path, b"page", readers).unwrap();
            assert_eq!(fs::read(&victim).unwrap(), b"mine");
            assert!(!path.is_symlink());
            assert_eq!(fs::read(&path).unwrap(), b"page");
            fs::remove_file(&path).unwrap();
        }
        // A link to the very bytes is no file of ours either.
        symlink(&victim, &path).unwrap();
        assert!(write_if_new(&path, b"mine", Readers::All).unwrap());
        assert!(!path.is_symlink());
        assert!(!write_if_new(&path, b"mine", Readers::All).unwrap());
    }

    #[test]
    fn a_file_is_its_owners_or_as_open_as_the_one_it_replaces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        write_whole(&path, b"1", Readers::Owner).unwrap();
        assert_eq!(mode(&path), 0o600);
        for rights in [0o644, 0o640, 0o604] {
            fs::set_permissions(&path, Permissions::from_mode(rights)).unwrap();
            write_whole(&path, b"2", Readers::Owner).unwrap();
            assert_eq!(mode(&path), rights);
        }
    }

    #[test]
    fn what_is_new_replaces_nothing_and_what_is_opened_follows_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (path, victim) = (folder.path().join("key"), folder.path().join("victim"));
        symlink(&victim, &path).unwrap();
        let taken = ErrorKind::AlreadyExists;
        assert_eq!(write_new(&path, b"k").unwrap_err().kind(), taken);
        assert_eq!(make_private(&path).unwrap_err().kind(), taken);
        assert!(open_private(&path).is_err());
        assert!(!victim.exists());
        fs::remove_file(&path).unwrap();
        write_new(&path, b"k").unwrap();
        assert_eq!(
            (mode(&path), fs::read(&path).unwrap()),
            (0o600, b"k".to_vec())
        );
        assert_eq!(write_new(&path, b"other").unwrap_err().kind(), taken);
        assert_eq!(fs::read(&path).unwrap(), b"k");
    }

    #[test]
    fn neither_a_folder_nor_a_device_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("below");
        fs::create_dir(&below).unwrap();
        let to_device = folder.path().join("out");
        symlink("/dev/null", &to_device).unwrap();
        for path in [below.as_path(), &to_device, Path::new("/dev/null")] {
            assert!(write_whole(path, b"x", Readers::Owner).is_err(), "{path:?}");
        }
        assert!(to_device.is_symlink());
    }

    #[test]
    fn nothing_is_left_of_what_was_tried() {
        let folder = tempfile::tempdir().unwrap();
        try_in(folder.path(), b"x").unwrap();
        fs::create_dir(folder.path().join("taken")).unwrap();
        assert!(write_whole(&folder.path().join("taken"), b"x", Readers::All).is_err());
        assert!(write_new(&folder.path().join("taken"), b"x").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
