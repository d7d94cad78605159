//! Who signs in to the server: his password, the link that is mailed to him instead of one,
//! the invitation of his first letter, and the browsers and programs that act for him. What
//! proves him is made here and shown to him once; the database has a keyed hash of it.

use super::access::{AccessNews, asked_from};
use super::alone::Robot;
use super::desk::Desk;
use super::key::fresh_secret;
use crate::address::Reach;
use crate::arbiter::{AccessChange, Body, Notice, Recipient, Ruling};
use crate::compose::fresh_code;
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::request::confirm::code_signs;
use crate::store::{KeyPurpose, NewAccessKey, NewSession, Tx, View};
use crate::time::Instant;
use crate::token::Key;
use std::collections::BTreeSet;

/// How long an invitation holds, in days.
const INVITED_DAYS: i64 = 14;

/// How long a link holds, in seconds: twenty minutes.
const LINK_HOLDS: i64 = 20 * 60;

/// How long the code beside a link holds, in seconds: ten minutes.
const CODE_HOLDS: i64 = 10 * 60;

/// Signs of that code: 34 bits.
const CODE_SIGNS: usize = 8;

/// How often a code may be typed.
const CODE_TRIES: usize = 5;

/// How long a session lasts that is not used, in seconds: thirty days.
const SESSION_LASTS: i64 = 30 * 86_400;

/// A session ends so long after it began, however often it is used.
const SESSION_ENDS: i64 = 180 * 86_400;

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

/// Whether a mailed link signs somebody in in the browser that shows it: looked up before
/// anything is written.
///
/// # Errors
/// The database.
pub fn sign_in_holds(
    key: &Key,
    view: View<'_>,
    (secret, browser): (&str, &str),
    now: Instant,
) -> Result<bool, Failure> {
    Ok(view.sign_in_holds(&key.tag(secret), &key.tag(browser), now)?)
}

/// Whether a code was mailed for a browser that has tries left.
///
/// # Errors
/// The database.
pub fn sign_in_has_code(
    key: &Key,
    view: View<'_>,
    browser: &str,
    now: Instant,
) -> Result<bool, Failure> {
    Ok(view.sign_in_has_tries(&key.tag(&of_codes(browser)), now)?)
}

/// What stands for a browser beside the codes that were mailed for it.
fn of_codes(browser: &str) -> String {
    format!("sign-in code\n{browser}")
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

/// A browser that asks for a link.
#[derive(Clone, Copy, Debug)]
pub struct AskingBrowser<'a> {
    /// What it shows, in which alone link and code work.
    pub secret: &'a str,
    /// How it names itself.
    pub name: &'a str,
}

/// A browser in which somebody signs in.
#[derive(Clone, Copy, Debug)]
pub struct BeginningBrowser<'a> {
    /// How it names itself.
    pub name: &'a str,
    /// It has a mark of an earlier time.
    pub is_known: bool,
    /// Who was signed in in it, and in which session.
    pub before: Option<(PlayerId, i64)>,
}

impl Robot {
    /// The key of the home, in the epoch of its database.
    pub fn key(&self) -> Key {
        self.key.clone()
    }

    /// The keyed hash under which something that proves a player is kept.
    pub fn tag_of(&self, secret: &str) -> Vec<u8> {
        self.key.tag(secret)
    }

    /// Writes a link to sign in by to who is registered at an address, and a code beside it;
    /// nothing is done where nobody is, and the answer is the same. It leaves with the next
    /// letters. `page`: the address of the page that takes the link, to which the secret is
    /// added. Codes that were mailed before for the browser end.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn sign_in_mail(
        &mut self,
        address: &str,
        browser: AskingBrowser<'_>,
        page: &str,
    ) -> Result<(), Failure> {
        let secret = fresh_secret()?;
        let code = fresh_code(CODE_SIGNS).map_err(Failure::failed)?;
        let (tag, own) = (self.tag_of(&secret), self.tag_of(browser.secret));
        let (tags, of_codes) = self.code_tags(browser.secret, &code);
        let asked = asked_from(browser.name, self.now, self.config.club.time_zone);
        self.batch(|desk| {
            let now = desk.now;
            desk.tx.sign_ins_end(&of_codes)?;
            let Some(player) = desk.tx.player_by_address(address)? else {
                return Ok(());
            };
            let (player, until) = (player.id, now.plus_seconds(LINK_HOLDS));
            desk.tx.sign_in_add(&tag, player, &own, (now, until))?;
            let until = now.plus_seconds(CODE_HOLDS);
            for tag in &tags {
                desk.tx.sign_in_add(tag, player, &of_codes, (now, until))?;
            }
            let link = format!("{page}{secret}");
            let body = Body::SignIn { link, code, asked };
            let notice = Notice::new(Recipient::Player(player), body);
            desk.record(Ruling::telling(vec![notice]), None, None)
        })
    }

    /// Under what the tries of a code are kept, one each, and of which browser they are.
    fn code_tags(&self, browser: &str, code: &str) -> (Vec<Vec<u8>>, Vec<u8>) {
        let of_try = |n| self.tag_of(&format!("sign-in code {n}\n{browser}\n{code}"));
        let tags = (0..CODE_TRIES).map(of_try).collect();
        (tags, self.tag_of(&of_codes(browser)))
    }

    /// Uses up a mailed link in the browser that asked for it, and the code beside it: whom it
    /// signs in.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn sign_in_spend(
        &mut self,
        secret: &str,
        browser: &str,
    ) -> Result<Option<PlayerId>, Failure> {
        let (tag, own) = (self.tag_of(secret), self.tag_of(browser));
        let (_, of_codes) = self.code_tags(browser, "");
        let now = self.now;
        self.write(|tx| {
            let spent = tx.sign_in_spend(&tag, &own, now)?;
            if spent.is_some() {
                tx.sign_ins_end(&of_codes)?;
            }
            Ok(spent)
        })
    }

    /// Whom a mailed code signs in that is typed into the browser that asked for it: it is used
    /// up then, and the link beside it. A wrong one uses up a try of what was mailed.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn sign_in_by_code(
        &mut self,
        typed: &str,
        browser: &str,
    ) -> Result<Option<PlayerId>, Failure> {
        let (tags, of_codes) = self.code_tags(browser, &code_signs(typed));
        let (own, now) = (self.tag_of(browser), self.now);
        self.write(|tx| {
            let spent = tx.sign_in_try(&tags, &of_codes, now)?;
            if spent.is_some() {
                tx.sign_ins_end(&own)?;
            }
            Ok(spent)
        })
    }

    /// Signs a player in: what his browser shows from now on. `is_known`: it has a mark of an
    /// earlier time; else he is told. `before`: who was signed in in it, and is no more.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn session_begin(
        &mut self,
        player: PlayerId,
        browser: BeginningBrowser<'_>,
    ) -> Result<String, Failure> {
        let secret = fresh_secret()?;
        let tag = self.tag_of(&secret);
        let now = self.now;
        let begin = |tx: &Tx<'_>| {
            if let Some((before, id)) = browser.before {
                tx.session_end(before, id)?;
            }
            tx.session_add(&NewSession {
                tag: &tag,
                player,
                browser: browser.name,
                begun: now,
                until: now.plus_seconds(SESSION_LASTS),
            })?;
            Ok(())
        };
        match browser.is_known {
            true => self.write(begin)?,
            false => self.opens(browser.name, |tx| {
                begin(tx)?;
                let news = AccessNews::of_player(player, AccessChange::NewBrowser);
                Ok(((), Some(news)))
            })?,
        }
        Ok(secret)
    }

    /// A session that began at an hour was used: it lasts longer for it, up to half a year.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn session_seen(&mut self, id: i64, begun: Instant) -> Result<(), Failure> {
        let now = self.now;
        let until = now.plus_seconds(SESSION_LASTS);
        let until = until.min(begun.plus_seconds(SESSION_ENDS));
        self.write(|tx| Ok(tx.session_seen(id, now, until)?))
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
        let (tag, now) = (self.tag_of(&secret), self.now);
        self.write(|tx| access_key_add(tx, &tag, (player, purpose, name), now))?;
        Ok(secret)
    }

    /// The same where a browser asks for it: he is told. `browser`: how it names itself.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn access_key_ask(
        &mut self,
        player: PlayerId,
        (purpose, name): (KeyPurpose, &str),
        browser: &str,
    ) -> Result<String, Failure> {
        let secret = fresh_secret()?;
        let (tag, now) = (self.tag_of(&secret), self.now);
        self.opens(browser, |tx| {
            access_key_add(tx, &tag, (player, purpose, name), now)?;
            let news = AccessNews::of_player(player, AccessChange::NewProgram);
            Ok(((), Some(news)))
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

fn access_key_add(
    tx: &Tx<'_>,
    tag: &[u8],
    (player, purpose, name): (PlayerId, KeyPurpose, &str),
    now: Instant,
) -> Result<(), Failure> {
    tx.access_key_add(&NewAccessKey {
        tag,
        player,
        purpose,
        name,
        made: now,
        until: now.plus_seconds(ACCESS_LASTS),
    })?;
    Ok(())
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
