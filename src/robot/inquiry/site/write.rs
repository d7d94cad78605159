//! The public site, written page by page into a folder that is its own.

use super::{Address, SiteMaker};
use crate::error::Failure;
use crate::robot::written::{write_if_new, write_whole};
use crate::store::{PageStamp, Stamps, View};
use crate::time::Instant;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The list of what the site wrote: it tells a folder of ours from any other.
const LIST: &str = ".postchess-site";

/// What each file was made of when it was written: what is the same is passed over.
const STAMPS: &str = ".postchess-site-stamps";

/// What writing a site did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SiteReport {
    /// Files it is made of.
    pub files: usize,
    /// Those that were made: what they show is not as it was when they were written.
    pub made: usize,
    /// Those that were new or different.
    pub written: usize,
    /// Those that are not part of it any more.
    pub removed: usize,
    /// Bytes of all of them.
    pub bytes: usize,
}

/// What is known of a file of an earlier run: the stamp of what it was made of, its size, and when
/// it was changed last, in nanoseconds since 1970. A file that somebody else has changed differs.
type Known = (String, u64, u128);

/// Writes a site, one page after the other: those that are new or different, each whole or not at
/// all; takes away those that an earlier site wrote there and this one has not. What is made of the
/// same as when it was written is not made again. None where no tournament has begun.
///
/// # Errors
/// The logo is none, the folder has files of others in it and no site, or cannot be written; the
/// database.
pub fn write_site(
    maker: &SiteMaker,
    view: View<'_>,
    folder: &Path,
    when: Instant,
) -> Result<Option<SiteReport>, Failure> {
    let addresses = maker.addresses(view, when)?;
    if addresses.is_empty() {
        return Ok(None);
    }
    // Before anything is written: where its logo is none, nothing is.
    let site = &maker.site(when)?;
    let list = folder.join(LIST);
    let before = match std::fs::read_to_string(&list) {
        Ok(text) => text,
        Err(_) if is_empty(folder)? => String::new(),
        Err(_) => {
            return Err(Failure::failed(format!(
                "{} has files in it that are no site of ours",
                folder.display()
            ))
            .hint("name an empty folder, or one that does not exist yet"));
        }
    };
    let wrong = |path: &Path, e: std::io::Error| Failure::of_file(path, &e);
    std::fs::create_dir_all(folder).map_err(|e| wrong(folder, e))?;
    let paths: BTreeMap<String, &Address> = addresses.iter().map(|a| (a.path(), a)).collect();
    let now: BTreeSet<&str> = paths.keys().map(String::as_str).collect();
    let then: BTreeSet<&str> = before.lines().filter(|l| !l.is_empty()).collect();
    // Before anything is written, so that what a run that was killed wrote is known.
    let both: Vec<&str> = then.union(&now).copied().collect();
    write_whole(&list, (both.join("\n") + "\n").as_bytes())?;
    let known = known_of(folder);
    let mut stamps = String::new();
    let mut report = SiteReport::default();
    for (name, address) in &paths {
        let path = folder.join(name);
        let Some(stamp) = maker.stamp(view, (site, address), when)? else {
            continue;
        };
        let stamp = by_this_program(stamp);
        let standing = known.get(name.as_str()).filter(|(of, ..)| *of == stamp);
        let standing = standing.filter(|(_, size, at)| seen(&path) == Some((*size, *at)));
        if standing.is_none() {
            let Some(bytes) = maker.make(view, (site, address), when)? else {
                continue;
            };
            report.made += 1;
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent).map_err(|e| wrong(parent, e))?;
            }
            report.written += usize::from(write_if_new(&path, &bytes)?);
        }
        report.files += 1;
        if let Some((size, at)) = seen(&path) {
            report.bytes += usize::try_from(size).unwrap_or(usize::MAX);
            stamps.push_str(&format!("{stamp} {size} {at} {name}\n"));
        }
    }
    report.removed = take_away(folder, then.difference(&now))?;
    write_if_new(&folder.join(STAMPS), stamps.as_bytes())?;
    let names: Vec<&str> = now.into_iter().collect();
    write_whole(&list, (names.join("\n") + "\n").as_bytes())?;
    Ok(Some(report))
}

fn take_away<'n>(
    folder: &Path,
    names: impl Iterator<Item = &'n &'n str>,
) -> Result<usize, Failure> {
    let mut removed = 0;
    for gone in names {
        let Some(path) = within(folder, gone) else {
            continue;
        };
        match std::fs::remove_file(&path) {
            Ok(()) => removed += 1,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
            Err(e) => return Err(Failure::of_file(&path, &e)),
        }
        if let Some(parent) = path.parent().filter(|p| *p != folder) {
            // It goes with its last page; one that others use stays.
            let _ = std::fs::remove_dir(parent);
        }
    }
    Ok(removed)
}

/// The stamp of a page as this program makes it: another program may make another page of the
/// same.
fn by_this_program(stamp: PageStamp) -> String {
    let mut all = Stamps::default();
    all.add(&stamp);
    all.add(env!("CARGO_PKG_VERSION").as_bytes());
    let own = std::env::current_exe().ok().and_then(|path| seen(&path));
    all.add(format!("{own:?}").as_bytes());
    all.done().iter().map(|b| format!("{b:02x}")).collect()
}

/// The size of a file, and when it was changed last.
fn seen(path: &Path) -> Option<(u64, u128)> {
    let found = std::fs::metadata(path).ok()?;
    let changed = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((found.len(), changed.as_nanos()))
}

/// What an earlier run wrote down; what cannot be read is made again.
fn known_of(folder: &Path) -> BTreeMap<String, Known> {
    let text = std::fs::read_to_string(folder.join(STAMPS)).unwrap_or_default();
    let line = |line: &str| {
        let mut parts = line.splitn(4, ' ');
        let stamp = parts.next()?.to_owned();
        let (size, at) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        Some((parts.next()?.to_owned(), (stamp, size, at)))
    };
    text.lines().filter_map(line).collect()
}

fn is_empty(folder: &Path) -> Result<bool, Failure> {
    match std::fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(true),
        Err(e) => Err(Failure::of_file(folder, &e)),
    }
}

/// A file of the list, if it does lie below the folder: lists can be edited.
fn within(folder: &Path, name: &str) -> Option<PathBuf> {
    let plain = |c| matches!(c, Component::Normal(_));
    let path = Path::new(name);
    (path.components().count() > 0 && path.components().all(plain)).then(|| folder.join(path))
}
