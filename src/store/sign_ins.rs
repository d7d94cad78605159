//! What signs in, and what a restore ends of it. A backup knows nothing of what was changed or
//! ended since: each restore begins a new epoch, which is part of every seal and tag by which
//! somebody signs in ([`Key::in_epoch`](crate::token::Key::in_epoch)).

use super::engine::params;
use super::{Store, StoreError, Tx, View};
use crate::ids::PlayerId;
use crate::time::Instant;
use std::collections::{BTreeMap, BTreeSet};

/// Values of the club: the epoch; the hour from which on the tokens of lost letters, or those of
/// all before it, are not enough alone; and a word of chance for each time that a password was set
/// or ended, by whose it is.
const EPOCH: &str = "sign-in-epoch";
const LOST: &str = "tokens-lost-until";
const ALL: &str = "tokens-until";
const CHANGED: &str = "sign-in-changed.";

/// Who had a restore end nothing, and when.
const KEPT: &str = "sign-ins-kept";

/// The first version of the database that notes whose passwords were set or ended.
pub(super) const NOTED: i64 = 24;

/// Of each password a word of chance for the last time that it was set or ended, by whose it is.
pub(super) type SignInChanges = BTreeMap<String, String>;

/// Tokens that a restore has left without what was done with them since the backup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenBounds {
    /// Of letters that are not here.
    lost: Option<Instant>,
    /// Of all letters.
    all: Option<Instant>,
}

impl TokenBounds {
    /// Whether the token of a letter composed then, or of one that is lost (`None`), is enough
    /// alone for a letter that came to us at an hour.
    pub fn let_pass(&self, composed: Option<Instant>, came: Instant) -> bool {
        let bound = match composed {
            Some(composed) => self.all.filter(|all| composed <= *all),
            None => self.lost,
        };
        bound.is_none_or(|bound| came <= bound)
    }
}

/// What a restore ends.
pub struct Ending<'a> {
    /// The hour from which on nothing signs in that did before.
    pub at: Instant,
    /// Makes a code.
    pub code: &'a dyn Fn() -> Result<String, String>,
}

/// What has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndedSignIns {
    /// How many players have to set a password anew.
    pub players: u64,
    /// Officials who have to be invited anew, by their addresses.
    pub officials: BTreeSet<String>,
    /// Codes that wait and are told anew.
    pub codes: u64,
}

impl View<'_> {
    /// The epoch of what signs in; `None`: nothing was ever restored.
    pub fn sign_in_epoch(&self) -> Result<Option<String>, StoreError> {
        self.meta_get(EPOCH)
    }

    /// Which tokens a restore has left in doubt.
    pub fn token_bounds(&self) -> Result<TokenBounds, StoreError> {
        let hour = |key| -> Result<Option<Instant>, StoreError> {
            let said = self.meta_get(key)?;
            Ok(said.and_then(|said| Instant::parse(&said)))
        };
        Ok(TokenBounds {
            lost: hour(LOST)?,
            all: hour(ALL)?,
        })
    }

    /// Of each password a word of chance for the last time that it was set or ended.
    pub(super) fn sign_in_changes(&self) -> Result<SignInChanges, StoreError> {
        let sql = "SELECT key, value FROM meta WHERE key >= ?1 AND key < ?2";
        let mut statement = self.conn.prepare(sql)?;
        // `/` is the sign behind `.`.
        let end = CHANGED.replace('.', "/");
        let rows = statement.query_map(params![CHANGED, end], |r| Ok((r.get(0)?, r.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

fn chance() -> Result<String, StoreError> {
    crate::disk::chance().map_err(|e| StoreError::Disk(e.to_string()))
}

fn of_player(player: PlayerId) -> String {
    format!("{CHANGED}player.{player}")
}

fn of_official(address: &str) -> String {
    format!("{CHANGED}desk.{address}")
}

impl Tx<'_> {
    /// A player's password was set or ended: a restore of what is older ends it.
    pub(super) fn player_sign_in_changed(&self, player: PlayerId) -> Result<(), StoreError> {
        self.sign_in_changed(&of_player(player))
    }

    /// The same of an official.
    pub(super) fn official_sign_in_changed(&self, address: &str) -> Result<(), StoreError> {
        self.sign_in_changed(&of_official(address))
    }

    fn sign_in_changed(&self, key: &str) -> Result<(), StoreError> {
        // Neither a count nor an hour: behind a restore these come again.
        self.meta_set(key, &chance()?)
    }

    /// A restore has ended nothing: who wished so, and when.
    pub(super) fn sign_ins_kept(&self, by: &str) -> Result<(), StoreError> {
        let before = self.meta_get(KEPT)?;
        let all: Vec<&str> = before.iter().map(String::as_str).chain([by]).collect();
        self.meta_set(KEPT, &all.join("\n"))
    }

    /// Ends all that signs in but passwords of which is known that they stand.
    fn all_sign_ins_end(&self, keeps: impl Fn(&str) -> bool) -> Result<EndedSignIns, StoreError> {
        for table in [
            "session",
            "sign_in",
            "access_key",
            "official_session",
            "official_code",
        ] {
            self.conn
                .prepare(&format!("DELETE FROM {table}"))?
                .execute([])?;
        }
        let mut ended = EndedSignIns::default();
        let mut players = self.conn.prepare("SELECT player_id FROM account")?;
        let players: Vec<PlayerId> = players
            .query_map([], |r| r.get(0))?
            .collect::<Result<_, _>>()?;
        for player in players.into_iter().filter(|p| !keeps(&of_player(*p))) {
            self.conn
                .prepare_cached("DELETE FROM account WHERE player_id = ?1")?
                .execute([player])?;
            ended.players += 1;
        }
        let sql = "SELECT address FROM official_account WHERE password IS NOT NULL";
        let mut officials = self.conn.prepare(sql)?;
        let officials: Vec<String> = officials
            .query_map([], |r| r.get(0))?
            .collect::<Result<_, _>>()?;
        for address in officials.into_iter().filter(|a| !keeps(&of_official(a))) {
            self.conn
                .prepare_cached(
                    "UPDATE official_account SET turn = turn + 1, password = NULL, totp = NULL
                     WHERE address = ?1",
                )?
                .execute([&address])?;
            ended.officials.insert(address);
        }
        Ok(ended)
    }

    /// Codes that wait end. Those of letters are told anew, as others.
    fn codes_end(&self, ending: &Ending<'_>) -> Result<u64, StoreError> {
        self.conn
            .prepare(
                "UPDATE challenge SET used_at = ?1 WHERE used_at IS NULL AND until > ?1
                 AND (inbound_id IS NULL OR (told_at IS NOT NULL AND told_in IS NULL))",
            )?
            .execute([ending.at])?;
        let sql = "SELECT id FROM challenge WHERE used_at IS NULL AND until > ?1";
        let mut waiting = self.conn.prepare(sql)?;
        let waiting: Vec<i64> = waiting
            .query_map([ending.at], |r| r.get(0))?
            .collect::<Result<_, _>>()?;
        for id in &waiting {
            let code = (ending.code)().map_err(StoreError::Disk)?;
            self.conn
                .prepare_cached(
                    "UPDATE challenge SET code = ?2, told_at = NULL, told_in = NULL, shown = NULL
                     WHERE id = ?1",
                )?
                .execute(params![id, code])?;
        }
        Ok(u64::try_from(waiting.len()).unwrap_or(u64::MAX))
    }
}

/// Ends what a restored database would bring back. `known`: what was noted of passwords in the
/// backup, where an archive has told what was noted since; `None`: nobody has.
pub(super) fn end(
    store: &mut Store,
    ending: &Ending<'_>,
    known: Option<&SignInChanges>,
) -> Result<EndedSignIns, StoreError> {
    let epoch = chance()? + &chance()?;
    let now = store.read().sign_in_changes()?;
    store.write(|tx| {
        tx.meta_set(EPOCH, &epoch)?;
        tx.meta_set(LOST, &ending.at.to_string())?;
        if known.is_none() {
            tx.meta_set(ALL, &ending.at.to_string())?;
        }
        let keeps = |whose: &str| known.is_some_and(|known| known.get(whose) == now.get(whose));
        let mut ended = tx.all_sign_ins_end(keeps)?;
        ended.codes = tx.codes_end(ending)?;
        Ok(ended)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_before_a_restore_are_not_enough_for_letters_behind_it() {
        let hour = |h: i64| Instant::from_unix(h * 3_600);
        let none = TokenBounds::default();
        let with_archive = TokenBounds {
            lost: Some(hour(10)),
            all: None,
        };
        let without = TokenBounds {
            all: Some(hour(10)),
            ..with_archive
        };
        for (bounds, composed, came, passes) in [
            (none, Some(5), 20, true),
            (none, None, 20, true),
            (with_archive, Some(5), 20, true),
            (with_archive, None, 20, false),
            // It came before, and is looked at again.
            (with_archive, None, 10, true),
            (without, Some(5), 20, false),
            (without, Some(5), 9, true),
            (without, Some(11), 20, true),
            (without, None, 20, false),
        ] {
            let answer = bounds.let_pass(composed.map(hour), hour(came));
            assert_eq!(answer, passes, "{bounds:?} {composed:?} {came}");
        }
    }
}
