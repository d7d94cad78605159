//! Files that the command line names, and standard input.

use crate::disk::disk_words;
use crate::error::Failure;
use crate::letter;
use std::io::Read;
use std::path::Path;

/// The bytes of a file that the command line names.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|e| {
        let words = format!("{}: {}", path.display(), disk_words(&e));
        match e.kind() {
            std::io::ErrorKind::NotFound => Failure::missing(words),
            _ => Failure::failed(words),
        }
    })
}

/// How complaints call a file.
pub fn name_of(path: &Path) -> String {
    let name = path.file_name().and_then(|n| n.to_str());
    name.unwrap_or("the file").to_owned()
}

/// The text of a file in whatever charset, or for `-` that of standard input.
pub fn text(path: &Path) -> Result<String, Failure> {
    let bytes = match path == Path::new("-") {
        true => {
            let mut bytes = Vec::new();
            let read = std::io::stdin().lock().read_to_end(&mut bytes);
            read.map_err(|e| Failure::failed(format!("standard input: {}", disk_words(&e))))?;
            bytes
        }
        false => bytes(path)?,
    };
    Ok(letter::decode(&bytes, "", "file", &mut Vec::new()))
}
