//! Who signs in to the server: his password, the link that is mailed to him instead of one,
//! the invitation of his first letter, and the browsers and programs that act for him. What
//! proves him is made here and shown to him once; the database has a keyed hash of it.

use super::alone::Robot;
use super::desk::Desk;
use super::key::fresh_secret;
use crate::address::Reach;
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::store::{KeyPurpose, NewAccessKey, NewSession, Tx, View};
use crate::time::Instant;
use crate::token::Key;
use std::collections::BTreeSet;

/// How long an invitation holds, in days.
const INVITED_DAYS: i64 = 14;

/// How long a link holds, in seconds: twenty minutes.
const LINK_HOLDS: i64 = 20 * 60;

/// How long a session lasts that is not used, in seconds: thirty days.
const SESSION_LASTS: i64 = 30 * 86_400;

/// How long the secret of a program lasts, in seconds: a year.
const ACCESS_LASTS: i64 = 365 * 86_400;

/// What an invitation is sealed for.
const INVITATION: &str = "invitation";

/// What an invitation says of a player: `PLAYER-DAY-HASH`. The hash is of his address too,
/// which the letter went to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Invitation<'t> {
    player: PlayerId,
    until: i64,
    hash: &'t str,
}

impl Invitation<'_> {
    fn read(text: &str) -> Option<Invitation<'_>> {
        let (said, hash) = text.rsplit_once('-')?;
        let (player, until) = said.split_once('-')?;
        Some(Invitation {
            player: PlayerId(player.parse().ok()?),
            until: until.parse().ok()?,
            hash,
        })
    }

    fn sealed(player: PlayerId, until: i64, reach: &Reach) -> String {
        let address = reach.key().unwrap_or_default();
        format!("{player}-{until}\n{address}")
    }

    /// Whether it is ours, for who has that address, and has not ended.
    fn holds(&self, key: &Key, reach: &Reach, now: Instant) -> bool {
        let sealed = Invitation::sealed(self.player, self.until, reach);
        now.unix() / 86_400 <= self.until && key.is_seal_of(INVITATION, &sealed, self.hash)
    }
}

/// What shows that an invitation is ours, for whom, and that it went to his address.
fn invitation(key: &Key, player: PlayerId, reach: &Reach, now: Instant) -> String {
    let until = now.unix() / 86_400 + INVITED_DAYS;
    let sealed = Invitation::sealed(player, until, reach);
    format!("{player}-{until}-{}", key.seal_of(INVITATION, &sealed))
}

/// Whom an invitation is for, where it is ours, went to the address that he has, and has
/// neither ended nor been used. It is good for one thing: a first password.
///
/// # Errors
/// The database cannot be read.
pub fn invited(
    key: &Key,
    view: View<'_>,
    text: &str,
    now: Instant,
) -> Result<Option<PlayerId>, Failure> {
    let Some(invitation) = Invitation::read(text) else {
        return Ok(None);
    };
    let Some(player) = view.player_load(invitation.player)? else {
        return Ok(None);
    };
    let is_open =
        view.account_password(player.id)?.is_none() && !is_void(view, player.id, invitation.until)?;
    Ok((is_open && invitation.holds(key, &player.reach, now)).then_some(player.id))
}

/// Under which key it stands until when the invitations of a player are void: a day in Unix
/// time, the last of the newest that others may have read.
fn void_name(player: PlayerId) -> String {
    format!("invitation-void.{player}")
}

/// Whether an invitation that ends on a day is void: others may have read it.
fn is_void(view: View<'_>, player: PlayerId, until: i64) -> Result<bool, Failure> {
    let void = view.meta_get(&void_name(player))?;
    Ok(void.is_some_and(|last| last.parse::<i64>().is_ok_and(|last| until <= last)))
}

/// Voids the invitations and mailed links that a text holds: whose they were.
///
/// # Errors
/// The database.
pub(super) fn void_links(desk: &Desk<'_>, text: &str) -> Result<BTreeSet<PlayerId>, Failure> {
    let mut owners = BTreeSet::new();
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"')) {
        let word = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        if let Some((_, said)) = word.rsplit_once("/invitation/")
            && let Some(player) = invited(desk.key, **desk.tx, said, desk.now)?
            && let Some(invitation) = Invitation::read(said)
        {
            let last = invitation.until.to_string();
            desk.tx.meta_set(&void_name(player), &last)?;
            owners.insert(player);
        }
        if let Some((_, secret)) = word.rsplit_once("/link/") {
            owners.extend(desk.tx.sign_in_void(&desk.key.tag(secret))?);
        }
    }
    Ok(owners)
}

impl Robot {
    /// The keyed hash under which something that proves a player is kept.
    pub fn tag_of(&self, secret: &str) -> Vec<u8> {
        self.key.tag(secret)
    }

    /// Writes a link to sign in by to who is registered at an address; nothing is done where
    /// nobody is, and the answer is the same. It leaves with the next letters. `browser`: what the browser that asks shows,
    /// in which alone the link works. `page`: the address of the page that takes it, to which
    /// the secret is added.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn sign_in_mail(
        &mut self,
        address: &str,
        browser: &str,
        page: &str,
    ) -> Result<(), Failure> {
        let secret = fresh_secret()?;
        let (tag, browser) = (self.tag_of(&secret), self.tag_of(browser));
        self.batch(|desk| {
            let Some(player) = desk.tx.player_by_address(address)? else {
                return Ok(());
            };
            let until = desk.now.plus_seconds(LINK_HOLDS);
            desk.tx
                .sign_in_add(&tag, player.id, &browser, (desk.now, until))?;
            let link = format!("{page}{secret}");
            let body = Body::SignIn { link };
            let notice = Notice::new(Recipient::Player(player.id), body);
            desk.record(Ruling::telling(vec![notice]), None, None)
        })
    }

    /// Uses up a mailed link in the browser that asked for it: whom it signs in.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn sign_in_spend(
        &mut self,
        secret: &str,
        browser: &str,
    ) -> Result<Option<PlayerId>, Failure> {
        let (tag, browser) = (self.tag_of(secret), self.tag_of(browser));
        let now = self.now;
        self.write(|tx| Ok(tx.sign_in_spend(&tag, &browser, now)?))
    }

    /// Signs a player in: what his browser shows from now on.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn session_begin(&mut self, player: PlayerId, browser: &str) -> Result<String, Failure> {
        let secret = fresh_secret()?;
        let tag = self.tag_of(&secret);
        let now = self.now;
        self.write(|tx| {
            tx.session_add(&NewSession {
                tag: &tag,
                player,
                browser,
                begun: now,
                until: now.plus_seconds(SESSION_LASTS),
            })?;
            Ok(())
        })?;
        Ok(secret)
    }

    /// A session was used: it lasts longer for it.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn session_seen(&mut self, id: i64) -> Result<(), Failure> {
        let now = self.now;
        self.write(|tx| Ok(tx.session_seen(id, now, now.plus_seconds(SESSION_LASTS))?))
    }

    /// Makes a secret for a program of a player, and gives it: it is shown once.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn access_key_make(
        &mut self,
        player: PlayerId,
        purpose: KeyPurpose,
        name: &str,
    ) -> Result<String, Failure> {
        let secret = fresh_secret()?;
        let tag = self.tag_of(&secret);
        let now = self.now;
        self.write(|tx| {
            tx.access_key_add(&NewAccessKey {
                tag: &tag,
                player,
                purpose,
                name,
                made: now,
                until: now.plus_seconds(ACCESS_LASTS),
            })?;
            Ok(())
        })?;
        Ok(secret)
    }

    /// Writes rows of accounts in one transaction, alone.
    ///
    /// # Errors
    /// The record or the lock, or what the work returns.
    pub fn accounts<T>(
        &mut self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.write(work)
    }
}

/// The link of a player's first letter by which he sets his password; none where no server is
/// known, or he has one.
pub(super) fn invitation_for(desk: &Desk<'_>, player: PlayerId) -> Result<Option<String>, Failure> {
    let Some(base) = &desk.board_url else {
        return Ok(None);
    };
    if desk.tx.account_password(player)?.is_some() {
        return Ok(None);
    }
    let Some(row) = desk.tx.player_load(player)? else {
        return Ok(None);
    };
    let invitation = invitation(desk.key, player, &row.reach, desk.now);
    Ok(Some(format!("{base}/invitation/{invitation}")))
}

/// Puts their invitations into letters that give somebody a game.
pub(super) fn invite(desk: &Desk<'_>, ruling: &mut Ruling) -> Result<(), Failure> {
    for notice in &mut ruling.notices {
        if let (Body::Start { invitation, .. }, Recipient::Player(player)) =
            (&mut notice.body, notice.to)
        {
            *invitation = invitation_for(desk, player)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::KEY_BYTES;

    #[test]
    fn an_invitation_is_for_one_player_at_one_address_and_fourteen_days() {
        let key = Key::new([7; KEY_BYTES]);
        let now = Instant::parse("2026-05-01T12:00:00Z").unwrap();
        let reach = |at: &str| Reach::Email(at.to_owned());
        let ann = reach("ann@a.example");
        let text = invitation(&key, PlayerId(12), &ann, now);
        let holds = |key: &Key, text: &str, at: &Reach, now: Instant| {
            let read = Invitation::read(text).filter(|i| i.holds(key, at, now));
            read.map(|invitation| invitation.player)
        };
        assert_eq!(holds(&key, &text, &ann, now), Some(PlayerId(12)));
        assert_eq!(
            holds(&key, &text, &reach("Ann@A.example"), now),
            Some(PlayerId(12))
        );
        let last = now.plus_seconds(INVITED_DAYS * 86_400);
        assert_eq!(holds(&key, &text, &ann, last), Some(PlayerId(12)));
        assert_eq!(holds(&key, &text, &ann, last.plus_seconds(86_400)), None);
        for other in [reach("ann@new.example"), Reach::Post] {
            assert_eq!(holds(&key, &text, &other, now), None);
        }
        let other = text.replacen("12-", "13-", 1);
        assert_eq!(holds(&key, &other, &ann, now), None);
        let longer = text.replacen('-', "-9", 1);
        assert_eq!(holds(&key, &longer, &ann, now), None);
        assert_eq!(holds(&Key::new([8; KEY_BYTES]), &text, &ann, now), None);
        assert_eq!(holds(&key, "", &ann, now), None);
    }
}
