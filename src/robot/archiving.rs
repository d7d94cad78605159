//! The second place of a home: where what is committed is written once more.

use super::home::Home;
use crate::archive::Archive;
use crate::config::Config;
use crate::error::Failure;
use crate::store::Store;

/// The archive that the configuration names.
pub fn archive_of(home: &Home, config: &Config) -> Option<Archive> {
    match (&config.archive.path, &config.archive.command) {
        (Some(path), _) => Some(Archive::in_folder(path.clone())),
        (None, Some(command)) => {
            let folder = home.archive_out();
            Some(Archive::by_command(command.clone(), folder))
        }
        (None, None) => None,
    }
}

/// Has a store write a second time what it commits, where the configuration says so.
///
/// # Errors
/// The archive begins now, and its place cannot be used.
pub(super) fn attach(store: &mut Store, home: &Home, config: &Config) -> Result<(), Failure> {
    let began = store.archive_in(archive_of(home, config))?;
    if began && !store.read().tournament_list()?.is_empty() {
        tracing::warn!(
            "the archive begins here: make a backup now, older ones lack what came before it"
        );
    }
    Ok(())
}
