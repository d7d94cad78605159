//! Passwords: argon2id, beyond what OWASP asks for at least (19 MiB, twice). To check one takes
//! time and memory on purpose, so of each queue only one is checked at once, and whoever waits too
//! long is told to come again. Officials have queues of their own, and so have browsers in which
//! the account was open before: whoever fills one keeps nobody in another waiting.

use super::guess;
use crate::error::Failure;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Who waits in a queue at most: of more, whoever comes is told at once to come again.
const MOST_WAITING: usize = 32;

/// How long somebody waits for his turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// Fewest signs of a password.
pub const FEWEST: usize = 10;

/// Most bytes of one.
pub const MOST: usize = 500;

/// Memory that a password is worked on in, in KiB, and how often it is gone through. Two turns
/// have 64 MiB together.
const MEMORY: u32 = 32 << 10;
const TIMES: u32 = 3;

/// The memory of what makes a check of an older hash as long as one of ours.
const LITTLE: u32 = 19 << 10;

/// Bytes of chance beside a password.
const SALT: usize = 16;

/// The hash of a password that nobody has: what is checked where an account has none, so that
/// the answer takes as long.
static NOBODYS: LazyLock<String> = LazyLock::new(|| {
    let made = hash("nobody has this password", &[7; SALT], &mut Vec::new());
    made.unwrap_or_default()
});

/// How passwords are hashed today.
static OURS: LazyLock<Argon2<'static>> = LazyLock::new(|| {
    let params = Params::new(MEMORY, TIMES, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
});

/// The memory that a password is worked on in. It is kept: what threads that come and
/// go are given for it stays with them, and a flood of logins would grow to a gigabyte.
type Scratch = Vec<Block>;

/// Whose password it is, by what is known before it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PasswordQueue {
    /// A player's, in a browser that has a mark of him.
    KnownPlayer,
    /// A player's.
    Player,
    /// An official's, in a browser that has a mark of him.
    KnownOfficial,
    /// An official's.
    Official,
}

impl PasswordQueue {
    const ALL: [PasswordQueue; 4] = [
        PasswordQueue::KnownPlayer,
        PasswordQueue::Player,
        PasswordQueue::KnownOfficial,
        PasswordQueue::Official,
    ];

    /// That of a player.
    pub fn of_player(is_known: bool) -> PasswordQueue {
        match is_known {
            true => PasswordQueue::KnownPlayer,
            false => PasswordQueue::Player,
        }
    }

    /// That of an official.
    pub fn of_official(is_known: bool) -> PasswordQueue {
        match is_known {
            true => PasswordQueue::KnownOfficial,
            false => PasswordQueue::Official,
        }
    }
}

/// Who waits in a queue.
struct Turns {
    turn: Arc<Semaphore>,
    waiting: Semaphore,
}

/// Who checks passwords.
#[derive(Clone)]
pub struct Passwords {
    queues: Arc<BTreeMap<PasswordQueue, Turns>>,
    scratch: Arc<Mutex<Vec<Scratch>>>,
}

/// What a password is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Another's.
    Wrong,
    /// That of the hash.
    Right,
    /// The same, and this is to be kept of it from now on.
    Renewed(String),
}

impl Default for Passwords {
    fn default() -> Passwords {
        let turns = |queue| {
            let turns = Turns {
                turn: Arc::new(Semaphore::new(1)),
                waiting: Semaphore::new(MOST_WAITING),
            };
            (queue, turns)
        };
        Passwords {
            queues: Arc::new(PasswordQueue::ALL.into_iter().map(turns).collect()),
            scratch: Arc::default(),
        }
    }
}

impl Passwords {
    async fn turn(&self, queue: PasswordQueue) -> Result<OwnedSemaphorePermit, Failure> {
        let too_many = || Failure::later("too many passwords are checked at once");
        let turns = self.queues.get(&queue).ok_or_else(too_many)?;
        let _waits = turns.waiting.try_acquire().map_err(|_| too_many())?;
        let turn = Arc::clone(&turns.turn).acquire_owned();
        let turn = tokio::time::timeout(PATIENCE, turn).await;
        let turn = turn.map_err(|_| too_many())?;
        turn.map_err(|e| Failure::failed(format!("nobody checks passwords any more: {e}")))
    }

    /// Does what takes long when it is his turn.
    async fn in_turn<T: Send + 'static>(
        &self,
        queue: PasswordQueue,
        work: impl FnOnce(&mut Scratch) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = self.turn(queue).await?;
        let all = Arc::clone(&self.scratch);
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let all = || all.lock().unwrap_or_else(PoisonError::into_inner);
            let mut own = all().pop().unwrap_or_default();
            let done = work(&mut own);
            all().push(own);
            done
        });
        let done = done.await;
        done.map_err(|e| Failure::failed(format!("a password was not looked at: {e}")))
    }

    /// Whether a password is that of a hash; of none, it is not, and that takes as long.
    ///
    /// # Errors
    /// Too many are checked at once (75).
    pub async fn fits(
        &self,
        queue: PasswordQueue,
        password: &str,
        known: Option<String>,
    ) -> Result<bool, Failure> {
        Ok(self.checked(queue, password, known).await? != Checked::Wrong)
    }

    /// The same; where it is, and the hash is weaker than those of today, with the one to be kept
    /// in its place.
    ///
    /// # Errors
    /// Too many are checked at once (75); the machine gives no random numbers.
    pub async fn checked(
        &self,
        queue: PasswordQueue,
        password: &str,
        known: Option<String>,
    ) -> Result<Checked, Failure> {
        let password = password.to_owned();
        let salt = fresh_salt()?;
        self.in_turn(queue, move |scratch| {
            let stored = known.as_deref().unwrap_or(&NOBODYS);
            let is_right = is_of(&password, stored, scratch) == Some(true) && known.is_some();
            match (is_right, what_is_missing(stored)) {
                (true, None) => Checked::Right,
                (true, Some(_)) => match hash(&password, &salt, scratch) {
                    Some(renewed) => Checked::Renewed(renewed),
                    None => Checked::Right,
                },
                (false, missing) => {
                    // Nobody tells by the clock whose hash is an old one, or that there is none.
                    if let Some(more) = missing {
                        let more = Argon2::new(Algorithm::Argon2id, Version::V0x13, more);
                        worked(
                            &more,
                            (&password, &salt),
                            Params::DEFAULT_OUTPUT_LEN,
                            scratch,
                        );
                    }
                    Checked::Wrong
                }
            }
        })
        .await
    }

    /// Whether somebody guesses a password who knows which are common, or whose it is.
    ///
    /// # Errors
    /// Too many are looked at at once (75).
    pub async fn is_guessed(
        &self,
        queue: PasswordQueue,
        password: &str,
        words: &[String],
    ) -> Result<bool, Failure> {
        let (password, words) = (password.to_owned(), words.to_vec());
        self.in_turn(queue, move |_| guess::is_guessed(&password, &words))
            .await
    }

    /// What is kept of a password.
    ///
    /// # Errors
    /// Too many are made at once (75); the machine gives no random numbers.
    pub async fn hash(&self, queue: PasswordQueue, password: &str) -> Result<String, Failure> {
        let password = password.to_owned();
        let salt = fresh_salt()?;
        let made = self.in_turn(queue, move |scratch| hash(&password, &salt, scratch));
        let made = made.await?;
        made.ok_or_else(|| Failure::failed("a password could not be hashed"))
    }
}

fn fresh_salt() -> Result<[u8; SALT], Failure> {
    let mut salt = [0; SALT];
    getrandom::fill(&mut salt).map_err(|e| Failure::failed(format!("no random numbers: {e}")))?;
    Ok(salt)
}

/// What work a hash was made with less than those of today; none where it was not.
fn what_is_missing(stored: &str) -> Option<Params> {
    let stored = PasswordHash::new(stored).ok()?;
    let params = Params::try_from(&stored).ok()?;
    let work = |params: &Params| u64::from(params.m_cost()) * u64::from(params.t_cost());
    let ours = OURS.params();
    let is_less = params.m_cost() < ours.m_cost() || params.t_cost() < ours.t_cost();
    let missing = work(ours).saturating_sub(work(&params)) / u64::from(LITTLE);
    let times = u32::try_from(missing).unwrap_or(TIMES).max(1);
    is_less.then(|| Params::new(LITTLE, times, 1, None).ok())?
}

/// What argon2 makes of a password, of so many bytes.
fn worked(
    argon2: &Argon2<'_>,
    (password, salt): (&str, &[u8]),
    length: usize,
    scratch: &mut Scratch,
) -> Option<Output> {
    let blocks = argon2.params().block_count();
    if scratch.len() < blocks {
        scratch.resize(blocks, Block::default());
    }
    let mut made = vec![0; length];
    let memory = scratch.get_mut(..blocks)?;
    let done = argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut made, memory);
    done.ok()?;
    Output::new(&made).ok()
}

/// A hash as it is kept (a PHC string).
fn hash(password: &str, salt: &[u8], scratch: &mut Scratch) -> Option<String> {
    let argon2 = &*OURS;
    let made = worked(
        argon2,
        (password, salt),
        Params::DEFAULT_OUTPUT_LEN,
        scratch,
    );
    let whole = PasswordHash {
        algorithm: Algorithm::default().ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params()).ok()?,
        salt: Some(Salt::new(salt).ok()?),
        hash: Some(made?),
    };
    Some(whole.to_string())
}

/// Whether a password is that of a hash as it is kept; nothing where that is none.
fn is_of(password: &str, stored: &str, scratch: &mut Scratch) -> Option<bool> {
    let stored = PasswordHash::new(stored).ok()?;
    let algorithm = Algorithm::try_from(stored.algorithm.as_str()).ok()?;
    let version = stored.version.map(Version::try_from).transpose().ok()?;
    let params = Params::try_from(&stored).ok()?;
    let argon2 = Argon2::new(algorithm, version.unwrap_or_default(), params);
    let (salt, expected) = (stored.salt?, stored.hash?);
    let found = worked(&argon2, (password, &salt), expected.len(), scratch)?;
    // It takes as long whatever differs (`phc::Output`).
    Some(found == expected)
}

/// Whether a password is one that is taken: long enough, and not longer than people write.
pub fn is_good(password: &str) -> bool {
    password.chars().count() >= FEWEST && password.len() <= MOST
}

#[cfg(test)]
mod tests {
    use super::PasswordQueue as Queue;
    use super::*;
    use argon2::password_hash::PasswordHasher;

    #[test]
    fn a_password_is_known_by_its_hash() {
        let mut scratch = Vec::new();
        let made = hash("correct horse", &[1; SALT], &mut scratch).unwrap();
        // As the crate itself makes it, whatever was worked on before.
        let theirs: PasswordHash = OURS
            .hash_password_with_salt(b"correct horse", &[1; SALT])
            .unwrap();
        assert_eq!(made, theirs.to_string());
        hash("another", &[2; SALT], &mut scratch).unwrap();
        let again = hash("correct horse", &[1; SALT], &mut scratch);
        assert_eq!(again.as_ref(), Some(&made));
        assert!(
            made.starts_with("$argon2id$v=19$m=32768,t=3,p=1$"),
            "{made}"
        );
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let passwords = Passwords::default();
            let known = Some(made.clone());
            assert!(
                passwords
                    .fits(Queue::Player, "correct horse", known.clone())
                    .await
                    .unwrap()
            );
            assert!(
                !passwords
                    .fits(Queue::Player, "correct house", known)
                    .await
                    .unwrap()
            );
            assert!(
                !passwords
                    .fits(Queue::Player, "nobody has this password", None)
                    .await
                    .unwrap()
            );
            let other = passwords
                .hash(Queue::Player, "correct horse")
                .await
                .unwrap();
            assert_ne!(other, made);
            assert!(
                passwords
                    .fits(Queue::Player, "correct horse", Some(other))
                    .await
                    .unwrap()
            );
        });
    }

    #[test]
    fn a_hash_of_less_work_is_made_anew_by_who_knows_the_password() {
        let old: PasswordHash = Argon2::default()
            .hash_password_with_salt(b"correct horse", &[1; SALT])
            .unwrap();
        let old = old.to_string();
        assert!(old.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{old}");
        // A wrong one is worked on as long: 19 MiB twice, and thrice more, for 32 thrice.
        let missing = what_is_missing(&old).unwrap();
        assert_eq!((missing.m_cost(), missing.t_cost()), (LITTLE, 3));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let passwords = Passwords::default();
            let check = |password: &'static str, known: &str| {
                let (passwords, known) = (passwords.clone(), known.to_owned());
                async move {
                    passwords
                        .checked(Queue::Player, password, Some(known))
                        .await
                        .unwrap()
                }
            };
            assert_eq!(check("correct house", &old).await, Checked::Wrong);
            let Checked::Renewed(new) = check("correct horse", &old).await else {
                panic!("nothing new");
            };
            assert!(new.starts_with("$argon2id$v=19$m=32768,t=3,p=1$"), "{new}");
            assert_eq!(check("correct horse", &new).await, Checked::Right);
            assert_eq!(check("correct house", &new).await, Checked::Wrong);
        });
    }

    /// One is checked, thirty-two wait, and whoever comes then is answered without a wait; once
    /// there is room again passwords are checked as before.
    #[test]
    fn of_a_flood_of_passwords_most_are_turned_away_at_once() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let passwords = Passwords::default();
            let checked = passwords.turn(Queue::Player).await.unwrap();
            let crowd: Vec<_> = (0..100)
                .map(|_| {
                    let passwords = passwords.clone();
                    tokio::spawn(async move { passwords.turn(Queue::Player).await.map(drop) })
                })
                .collect();
            for _ in 0..200 {
                tokio::task::yield_now().await;
            }
            let done = crowd.iter().filter(|one| one.is_finished()).count();
            assert_eq!(done, 100 - MOST_WAITING);
            // Nobody else waits for them.
            for other in [Queue::KnownPlayer, Queue::Official, Queue::KnownOfficial] {
                drop(passwords.turn(other).await.unwrap());
            }
            drop(checked);
            let mut let_in = 0;
            for one in crowd {
                let_in += usize::from(one.await.unwrap().is_ok());
            }
            assert_eq!(let_in, MOST_WAITING);
            assert!(passwords.turn(Queue::Player).await.is_ok());
        });
    }

    #[test]
    fn a_password_has_ten_signs() {
        assert!(is_good("пароль2026"));
        assert!(!is_good("short"));
        assert!(!is_good(&"x".repeat(MOST + 1)));
    }
}
