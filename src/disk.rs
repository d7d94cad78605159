//! What is put on the disk, and what the disk says of it, as a person would.

mod written;

pub use written::{
    Readers, chance, make_private, open_private, try_in, write_if_new, write_new, write_whole,
};

use std::io::{Error, ErrorKind as K};

/// What the disk has said, as a person would: without the system's numbers.
pub fn disk_words(error: &Error) -> String {
    let words = match error.kind() {
        K::NotFound => "there is no such file or folder",
        K::PermissionDenied => "it may not be read or written",
        K::AlreadyExists => "it is there already",
        K::IsADirectory => "it is a folder, not a file",
        K::NotADirectory => "a part of its path is a file, not a folder",
        K::StorageFull => "the disk is full",
        K::ReadOnlyFilesystem => "the disk can only be read",
        _ => {
            let said = error.to_string();
            let words = said
                .split_once(" (os error")
                .map_or(&*said, |(words, _)| words);
            return words.to_owned();
        }
    };
    words.to_owned()
}
