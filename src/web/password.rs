//! Passwords: argon2id, as OWASP advises it. To check one takes time and memory on purpose, so
//! only two are checked at once, and whoever waits too long is told to come again.

use crate::error::Failure;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Checks at once.
const AT_ONCE: usize = 2;

/// Who waits for his turn at most: of more, whoever comes is told at once to come again.
const MOST_WAITING: usize = 32;

/// How long somebody waits for his turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// Fewest signs of a password.
pub const FEWEST: usize = 10;

/// Most bytes of one.
pub const MOST: usize = 500;

/// Bytes of chance beside a password.
const SALT: usize = 16;

/// The hash of a password that nobody has: what is checked where an account has none, so that
/// the answer takes as long.
static NOBODYS: LazyLock<String> =
    LazyLock::new(|| hash("nobody has this password", &[7; SALT]).unwrap_or_default());

/// Who checks passwords.
#[derive(Clone, Debug)]
pub struct Passwords {
    turns: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            waiting: Arc::new(Semaphore::new(MOST_WAITING)),
        }
    }
}

impl Passwords {
    async fn turn(&self) -> Result<OwnedSemaphorePermit, Failure> {
        let too_many = || Failure::later("too many passwords are checked at once");
        let _waits = self.waiting.try_acquire().map_err(|_| too_many())?;
        let turn = Arc::clone(&self.turns).acquire_owned();
        let turn = tokio::time::timeout(PATIENCE, turn).await;
        let turn = turn.map_err(|_| too_many())?;
        turn.map_err(|e| Failure::failed(format!("nobody checks passwords any more: {e}")))
    }

    /// Whether a password is that of a hash; of none, it is not, and that takes as long.
    ///
    /// # Errors
    /// Too many are checked at once (75).
    pub async fn fits(&self, password: &str, known: Option<String>) -> Result<bool, Failure> {
        let turn = self.turn().await?;
        let password = password.to_owned();
        let checked = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let stored = known.as_deref().unwrap_or(&NOBODYS);
            let fits = PasswordHash::new(stored).is_ok_and(|stored| {
                let checked = Argon2::default().verify_password(password.as_bytes(), &stored);
                checked.is_ok()
            });
            fits && known.is_some()
        });
        checked
            .await
            .map_err(|e| Failure::failed(format!("a password was not checked: {e}")))
    }

    /// What is kept of a password.
    ///
    /// # Errors
    /// Too many are made at once (75); the machine gives no random numbers.
    pub async fn hash(&self, password: &str) -> Result<String, Failure> {
        let turn = self.turn().await?;
        let mut salt = [0; SALT];
        getrandom::fill(&mut salt)
            .map_err(|e| Failure::failed(format!("no random numbers: {e}")))?;
        let password = password.to_owned();
        let made = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            hash(&password, &salt)
        });
        made.await
            .ok()
            .flatten()
            .ok_or_else(|| Failure::failed("a password could not be hashed"))
    }
}

fn hash(password: &str, salt: &[u8]) -> Option<String> {
    let made: Result<PasswordHash, _> =
        Argon2::default().hash_password_with_salt(password.as_bytes(), salt);
    made.ok().map(|hash| hash.to_string())
}

/// Whether a password is one that is taken: long enough, and not longer than people write.
pub fn is_good(password: &str) -> bool {
    password.chars().count() >= FEWEST && password.len() <= MOST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_known_by_its_hash() {
        let made = hash("correct horse", &[1; SALT]).unwrap();
        assert!(made.starts_with("$argon2id$"), "{made}");
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let passwords = Passwords::default();
            let known = Some(made.clone());
            assert!(
                passwords
                    .fits("correct horse", known.clone())
                    .await
                    .unwrap()
            );
            assert!(!passwords.fits("correct house", known).await.unwrap());
            assert!(
                !passwords
                    .fits("nobody has this password", None)
                    .await
                    .unwrap()
            );
            let other = passwords.hash("correct horse").await.unwrap();
            assert_ne!(other, made);
            assert!(passwords.fits("correct horse", Some(other)).await.unwrap());
        });
    }

    /// Two are checked, thirty-two wait, and whoever comes then is answered without a wait; once
    /// there is room again passwords are checked as before.
    #[test]
    fn of_a_flood_of_passwords_most_are_turned_away_at_once() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let passwords = Passwords::default();
            let checked = [
                passwords.turn().await.unwrap(),
                passwords.turn().await.unwrap(),
            ];
            let crowd: Vec<_> = (0..100)
                .map(|_| {
                    let passwords = passwords.clone();
                    tokio::spawn(async move { passwords.turn().await.map(drop) })
                })
                .collect();
            for _ in 0..200 {
                tokio::task::yield_now().await;
            }
            let done = crowd.iter().filter(|one| one.is_finished()).count();
            assert_eq!(done, 100 - MOST_WAITING);
            drop(checked);
            let mut let_in = 0;
            for one in crowd {
                let_in += usize::from(one.await.unwrap().is_ok());
            }
            assert_eq!(let_in, MOST_WAITING);
            assert!(passwords.turn().await.is_ok());
        });
    }

    #[test]
    fn a_password_has_ten_signs() {
        assert!(is_good("пароль2026"));
        assert!(!is_good("short"));
        assert!(!is_good(&"x".repeat(MOST + 1)));
    }
}
