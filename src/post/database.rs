//! The way to a database server: its password, and the encryption of what passes.

use super::secret::tell;
use super::wire::trust;
use crate::config::DatabaseSection;
use crate::store::{Address, Encryption};

/// The database server of a configuration; `None`: the database is a file.
///
/// # Errors
/// The password cannot be had, or there is nobody to trust; in words.
pub fn database(section: &DatabaseSection) -> Result<Option<Address>, String> {
    let Some(url) = &section.url else {
        return Ok(None);
    };
    let password = section.secret.as_ref().map(tell).transpose()?;
    let encryption = match section.encrypted {
        true => Encryption::Tls(trust(section.ca_file.as_deref())?),
        false => Encryption::None,
    };
    Address::new(url, password.as_deref(), encryption).map(Some)
}
