//! The key of our tokens: a file of the home that its operator keeps elsewhere too,
//! or, under a passphrase, in the database and so in every backup.

use crate::config::Auth;
use crate::disk::{disk_words, write_new};
use crate::error::Failure;
use crate::store::{KEY_NAME, Store, StoreError, View};
use crate::token::{KEY_BYTES, Key, base32};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::pbkdf2;
use std::num::NonZeroU32;
use std::path::Path;
use zeroize::Zeroizing;

/// The key itself, under its passphrase.
const SEALED: &str = "token-key-sealed";

/// Rounds of PBKDF2-HMAC-SHA256: what OWASP asks for, some tenths of a second.
const ROUNDS: u32 = 600_000;

const SALT: usize = 16;

/// What a restore finds of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundKey {
    /// The key of the backup's letters is here.
    Here,
    /// It was taken out of the backup, and is a file of the home now.
    Opened,
    /// It is not: why, and what that means.
    Lost(String),
}

/// The key in a home's file; `None` where there is no file, or an empty one.
///
/// # Errors
/// The file is there and cannot be read, or holds no key.
pub fn look(auth: &Auth) -> Result<Option<Key>, Failure> {
    let path = &auth.key_file;
    match std::fs::read_to_string(path).map(Zeroizing::new) {
        Ok(text) if text.is_empty() => Ok(None),
        Ok(text) => match Key::parse(text.trim().lines().next().unwrap_or_default()) {
            Some(key) => Ok(Some(key)),
            None => {
                let why = format!("{} holds no key", path.display());
                Err(Failure::failed(why).hint(put_back(path)))
            }
        },
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Failure::of_file(path, &e)),
    }
}

/// The keys that a home had before: the further lines of its file. They make nothing any
/// more; cards that were printed with them are still recognised.
///
/// # Errors
/// The file is there and cannot be read, or a line of it holds no key.
pub fn retired(auth: &Auth) -> Result<Vec<Key>, Failure> {
    let path = &auth.key_file;
    let text = match std::fs::read_to_string(path) {
        Ok(text) => Zeroizing::new(text),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => {
            return Err(Failure::of_file(path, &e));
        }
    };
    let lines = text.trim().lines().enumerate().skip(1);
    let held = lines.filter(|(_, line)| !line.trim().is_empty());
    held.map(|(at, line)| {
        let none = || format!("{}: line {} holds no key", path.display(), at + 1);
        Key::parse(line).ok_or_else(|| Failure::failed(none()))
    })
    .collect()
}

/// What to do where the key is away.
fn put_back(path: &Path) -> String {
    format!(
        "put your copy of it back; where none is left, empty the file (`: > {}`): a new key is \
         made then, and letters sent so far are known by the database alone",
        path.display()
    )
}

/// The key of a home.
///
/// # Errors
/// It cannot be read; it is away, and letters left under it: another one in its place would
/// make strangers' of all that the database does not know.
pub fn of_home(auth: &Auth, store: &mut Store) -> Result<Key, Failure> {
    let epoch = store.read().sign_in_epoch()?;
    if let Some(key) = look(auth)? {
        return Ok(key.in_epoch(epoch.as_deref()));
    }
    let path = &auth.key_file;
    let known = store
        .read()
        .meta_get(KEY_NAME)?
        .is_some_and(|name| !name.is_empty());
    if known && !path.exists() {
        let why = format!(
            "the key of the reply addresses, {}, is not there",
            path.display()
        );
        return Err(Failure::failed(why).hint(put_back(path)));
    }
    if known {
        tracing::warn!("{} was empty: a new key is made", path.display());
        // It was meant: the new one is no stranger.
        store.write::<_, StoreError>(|tx| tx.meta_set(KEY_NAME, ""))?;
    }
    Ok(made(auth)?.in_epoch(epoch.as_deref()))
}

/// What is wrong where the file holds another key than our letters were named with, and not
/// that one below it; said by whoever looks, as long as it is so.
///
/// # Errors
/// The file or the database cannot be read.
pub fn is_another(auth: &Auth, view: View<'_>) -> Result<Option<String>, Failure> {
    let name = view.meta_get(KEY_NAME)?.filter(|name| !name.is_empty());
    let (Some(before), Some(key)) = (name, look(auth)?) else {
        return Ok(None);
    };
    if key.name() == before || retired(auth)?.iter().any(|key| key.name() == before) {
        return Ok(None);
    }
    Ok(Some(format!(
        "{} holds another key than our letters were named with: those that the database does \
         not know are strangers', and nobody signs in as before; {}",
        auth.key_file.display(),
        put_back(&auth.key_file)
    )))
}

/// The key of a home, made where there is none.
///
/// # Errors
/// It cannot be read or written; the system gives no random numbers.
pub fn made(auth: &Auth) -> Result<Key, Failure> {
    if let Some(key) = look(auth)? {
        return Ok(key);
    }
    let path = &auth.key_file;
    if std::fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() == 0) {
        std::fs::remove_file(path).map_err(|e| Failure::of_file(path, &e))?;
    }
    let mut secret = Zeroizing::new([0; KEY_BYTES]);
    fill(&mut *secret)?;
    keep(path, &Key::new(*secret))?;
    // Another run may have been first: what is in the file holds.
    look(auth)?.ok_or_else(|| Failure::failed("the key that was just made is not there"))
}

/// Writes the file of a key, which only its owner may read, unless it is there.
fn keep(path: &Path, key: &Key) -> Result<(), Failure> {
    let text = Zeroizing::new(format!("{}\n", key.text()));
    match write_new(path, text.as_bytes()) {
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        written => written.map_err(|e| Failure::of_file(path, &e)),
    }
}

/// Notes in the database which key names its letters, and keeps the key there under
/// its passphrase where the configuration has one. A stranger's key, which [`is_another`],
/// is said and not noted: what is there of the right one stays.
pub(super) fn note(store: &mut Store, auth: &Auth, key: &Key) -> Result<(), Failure> {
    let view = store.read();
    let (name, sealed) = (view.meta_get(KEY_NAME)?, view.meta_get(SEALED)?);
    let same = name.as_deref() == Some(&key.name());
    if let Some(why) = is_another(auth, view)? {
        tracing::warn!("{why}");
        return Ok(());
    }
    let seal = match &auth.key_passphrase_file {
        Some(path) if !same || sealed.is_none() => Some(sealed_key(key, &passphrase(path)?)?),
        _ => None,
    };
    let drop_sealed = auth.key_passphrase_file.is_none() && sealed.is_some_and(|s| !s.is_empty());
    if same && seal.is_none() && !drop_sealed {
        return Ok(());
    }
    store.write(|tx| {
        tx.meta_set(KEY_NAME, &key.name())?;
        if let Some(seal) = &seal {
            tx.meta_set(SEALED, seal)?;
        } else if drop_sealed {
            tx.meta_set(SEALED, "")?;
        }
        Ok(())
    })
}

/// Looks for the key of a database that was put back, in the home and in itself.
///
/// # Errors
/// The database or the passphrase cannot be read.
pub fn after_restore(auth: &Auth, view: View<'_>) -> Result<FoundKey, Failure> {
    let name = view.meta_get(KEY_NAME)?;
    let here = look(auth)?;
    match (&name, &here) {
        // Letters of a database that never named one are known by their rows.
        (None, _) => return Ok(FoundKey::Here),
        (Some(name), Some(key)) if *name == key.name() => return Ok(FoundKey::Here),
        _ => {}
    }
    let file = &auth.key_file;
    let lost = |why: &str| {
        FoundKey::Lost(format!(
            "the key of the reply addresses is not here: {why}; letters that left after the backup are strangers' until your copy is put back as {}",
            file.display()
        ))
    };
    let sealed = view.meta_get(SEALED)?.filter(|s| !s.is_empty());
    if here.is_some() {
        return Ok(lost(
            "the file holds another key than the backup's letters had",
        ));
    }
    let why = match (sealed, &auth.key_passphrase_file) {
        (None, _) => "there is no such file, and the backup holds none",
        (Some(_), None) => {
            "the backup holds it under a passphrase, and [auth] key_passphrase_file names none"
        }
        (Some(sealed), Some(path)) => match opened_key(&sealed, &passphrase(path)?) {
            Some(key) => {
                keep(file, &key)?;
                return Ok(FoundKey::Opened);
            }
            None => "the passphrase does not open what the backup holds",
        },
    };
    // It was said: the home goes on under a new one, until the old one is put back.
    made(auth)?;
    Ok(lost(why))
}

fn passphrase(path: &Path) -> Result<Zeroizing<String>, Failure> {
    let text = std::fs::read_to_string(path)
        .map(Zeroizing::new)
        .map_err(|e| {
            Failure::failed(format!(
                "the passphrase of the key, {}: {}",
                path.display(),
                disk_words(&e)
            ))
        })?;
    let line = Zeroizing::new(text.lines().next().unwrap_or("").to_owned());
    match line.is_empty() {
        true => Err(Failure::failed(format!(
            "the first line of {} holds no passphrase",
            path.display()
        ))),
        false => Ok(line),
    }
}

/// A secret that nobody guesses: 256 bits of chance, as base32.
///
/// # Errors
/// The machine gives no random numbers.
pub fn fresh_secret() -> Result<String, Failure> {
    let mut bytes = [0; KEY_BYTES];
    fill(&mut bytes)?;
    Ok(base32(&bytes))
}

fn fill(bytes: &mut [u8]) -> Result<(), Failure> {
    getrandom::fill(bytes).map_err(|e| Failure::failed(format!("no random numbers: {e}")))
}

fn cipher(passphrase: &str, salt: &[u8]) -> Option<LessSafeKey> {
    let mut bytes = Zeroizing::new([0; KEY_BYTES]);
    let rounds = NonZeroU32::new(ROUNDS)?;
    let by = pbkdf2::PBKDF2_HMAC_SHA256;
    pbkdf2::derive(by, rounds, salt, passphrase.as_bytes(), &mut *bytes);
    let key = UnboundKey::new(&CHACHA20_POLY1305, &*bytes).ok()?;
    Some(LessSafeKey::new(key))
}

/// Salt, nonce and cipher text, as base64.
fn sealed_key(key: &Key, passphrase: &str) -> Result<String, Failure> {
    let mut kept = vec![0; SALT + NONCE_LEN];
    fill(&mut kept)?;
    let (salt, nonce) = kept.split_at(SALT);
    let mut text = key.secret().to_vec();
    let sealed = cipher(passphrase, salt)
        .zip(Nonce::try_assume_unique_for_key(nonce).ok())
        .and_then(|(cipher, nonce)| {
            let aad = Aad::from(SEALED);
            cipher.seal_in_place_append_tag(nonce, aad, &mut text).ok()
        });
    if sealed.is_none() {
        return Err(Failure::failed(
            "the key could not be put under its passphrase",
        ));
    }
    kept.extend_from_slice(&text);
    Ok(BASE64.encode(kept))
}

fn opened_key(sealed: &str, passphrase: &str) -> Option<Key> {
    let kept = BASE64.decode(sealed).ok()?;
    let (salt, rest) = kept.split_at_checked(SALT)?;
    let (nonce, text) = rest.split_at_checked(NONCE_LEN)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
    let mut text = Zeroizing::new(text.to_vec());
    let cipher = cipher(passphrase, salt)?;
    let opened = cipher
        .open_in_place(nonce, Aad::from(SEALED), &mut text)
        .ok()?;
    let secret: Zeroizing<[u8; KEY_BYTES]> = Zeroizing::new((&*opened).try_into().ok()?);
    Some(Key::new(*secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passphrase_opens_what_it_closed_and_nothing_else() {
        let key = Key::new([5; KEY_BYTES]);
        let sealed = sealed_key(&key, "верный пароль").unwrap();
        assert_eq!(
            opened_key(&sealed, "верный пароль").unwrap().secret(),
            key.secret()
        );
        assert!(opened_key(&sealed, "другой").is_none());
        assert!(opened_key("", "x").is_none());
    }
}
