//! Sealing: ChaCha20-Poly1305 (RFC 8439) under a key of 32 bytes.

use super::StoreError;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

/// Bytes of a key.
pub(super) const KEY_BYTES: usize = 32;

/// A fresh key.
///
/// # Errors
/// The system gives no random numbers.
pub(super) fn fresh_key() -> Result<[u8; KEY_BYTES], StoreError> {
    let mut key = [0; KEY_BYTES];
    getrandom::fill(&mut key).map_err(|e| StoreError::Seal(e.to_string()))?;
    Ok(key)
}

/// Bytes under a key: twelve bytes of chance, then what they and the key make of it.
pub(crate) fn seal(key: &[u8], text: &[u8]) -> Result<Vec<u8>, StoreError> {
    let mut nonce = [0; NONCE_LEN];
    getrandom::fill(&mut nonce).map_err(|e| StoreError::Seal(e.to_string()))?;
    let mut bytes = text.to_vec();
    cipher(key)?
        .seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::empty(),
            &mut bytes,
        )
        .map_err(|_| broken())?;
    Ok([&nonce[..], &bytes].concat())
}

/// The bytes again.
///
/// # Errors
/// It is not what was sealed under this key.
pub(crate) fn open(key: &[u8], sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
    let (nonce, bytes) = sealed.split_at_checked(NONCE_LEN).ok_or_else(broken)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| broken())?;
    let mut bytes = bytes.to_vec();
    let plain = cipher(key)?
        .open_in_place(nonce, Aad::empty(), &mut bytes)
        .map_err(|_| broken())?;
    Ok(plain.to_vec())
}

fn cipher(key: &[u8]) -> Result<LessSafeKey, StoreError> {
    let key = UnboundKey::new(&CHACHA20_POLY1305, key).map_err(|_| broken())?;
    Ok(LessSafeKey::new(key))
}

fn broken() -> StoreError {
    StoreError::Seal("it cannot be opened with its key".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_key_opens_what_was_sealed() {
        let (key, other) = (fresh_key().unwrap(), fresh_key().unwrap());
        let sealed = seal(&key, "Лев Ларин".as_bytes()).unwrap();
        assert_eq!(open(&key, &sealed).unwrap(), "Лев Ларин".as_bytes());
        assert!(open(&other, &sealed).is_err());
        let mut bent = sealed.clone();
        *bent.last_mut().unwrap() ^= 1;
        assert!(open(&key, &bent).is_err());
        assert!(open(&key, &sealed[..5]).is_err());
        assert_ne!(sealed, seal(&key, "Лев Ларин".as_bytes()).unwrap());
    }
}
