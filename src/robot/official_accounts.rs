//! Officials who sign in to the desk of the server: with a password and a code of their
//! telephones, or once each with a recovery code that they have printed. What sets both up is
//! a link from the console, and nothing that is mailed proves an official. The database has
//! hashes, and the secret of the codes under the home's key.

use super::access::AccessNews;
use super::alone::Robot;
use super::key::fresh_secret;
use super::office::{WritingOfficial, office_of};
use crate::address;
use crate::arbiter::AccessChange;
use crate::error::Failure;
use crate::language::Language;
use crate::orders::role::Power;
use crate::store::{
    Factors, NewOfficialSession, OfficialAccount, OfficialSession, Tx, View, open_sealed,
    seal_bytes,
};
use crate::time::Instant;
use crate::token::{Key, base32};
use crate::totp::TotpSecret;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use zeroize::Zeroizing;

/// How long an invitation holds, in days.
pub const INVITED_DAYS: i64 = 14;

/// How long a session lasts that is not used, in seconds: half an hour.
pub const IDLE: i64 = 30 * 60;

/// How long a session lasts whatever is done, in seconds: twelve hours.
pub const LASTS: i64 = 12 * 3_600;

/// A session is noted as used so often at most, in seconds.
const SEEN_EVERY: i64 = 60;

/// Recovery codes that are printed.
pub const RECOVERY_CODES: usize = 10;

/// Signs of a recovery code: 60 bits.
const RECOVERY_SIGNS: usize = 12;

/// What an invitation is sealed for.
const INVITATION: &str = "desk invitation";

/// An official as the desk knows him.
pub struct DeskOfficial {
    office: WritingOfficial,
}

impl DeskOfficial {
    /// The official of an address at an hour; `None`: no tournament names it.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn of(
        view: View<'_>,
        address: &str,
        now: Instant,
    ) -> Result<Option<DeskOfficial>, Failure> {
        let office = office_of(&view, address, now)?;
        Ok(office.map(|office| DeskOfficial { office }))
    }

    /// His address, in lower case.
    pub fn address(&self) -> &str {
        self.office.address()
    }

    /// His name.
    pub fn name(&self) -> String {
        self.office.name_in(None).unwrap_or_default()
    }

    /// The language of what is written to him.
    pub fn language(&self) -> Language {
        self.office.language()
    }

    /// Whether a tournament is shown to him.
    pub fn sees(&self, code: &str) -> bool {
        self.office.has_all(code, Power::Look)
    }

    /// The tournaments that are shown to him, by their codes.
    pub fn codes(&self) -> Vec<String> {
        let mut codes = self.office.codes();
        codes.retain(|code| self.sees(code));
        codes
    }

    /// What he is in a tournament, the widest first: words of `Role::word`.
    pub fn roles(&self, code: &str) -> Vec<&'static str> {
        let roles = self.office.roles(code).iter();
        roles.map(|role| role.word()).collect()
    }

    /// Whether all orders of a kind are his to give in a tournament.
    pub fn has_all(&self, code: &str, power: Power) -> bool {
        self.office.has_all(code, power)
    }
}

/// What shows that an invitation is ours, and for whom: `ADDRESS.TURN.DAY.HASH`, the address
/// as base64. It is good until it is used, another was used or the official is reset; no row
/// is kept of it.
///
/// # Errors
/// The database cannot be read.
pub fn desk_invitation(
    key: &Key,
    view: View<'_>,
    of: &str,
    now: Instant,
) -> Result<String, Failure> {
    let address = address::key(of);
    let account = view.official_account(&address)?;
    if account.as_ref().is_some_and(|a| a.factors.is_some()) {
        return Err(
            Failure::failed(format!("{address} has set up the desk already"))
                .hint(format!("postchess desk reset {address} takes that away")),
        );
    }
    let until = now.unix() / 86_400 + INVITED_DAYS;
    let turn = account.map_or(0, |a| a.turn);
    let said = format!("{}.{turn}.{until}", BASE64.encode(&address));
    let hash = key.seal_of(INVITATION, &said);
    Ok(format!("{said}.{hash}"))
}

/// The address that an invitation is for, where it is ours, has not ended and is not used.
///
/// # Errors
/// The database cannot be read.
pub fn desk_invited(
    key: &Key,
    view: View<'_>,
    text: &str,
    now: Instant,
) -> Result<Option<String>, Failure> {
    let Some((address, turn)) = meant(key, text, now) else {
        return Ok(None);
    };
    let account = view.official_account(&address)?;
    let is_open = account.as_ref().is_none_or(|a| a.factors.is_none());
    let holds = account.map_or(0, |a| a.turn) == turn && is_open;
    let is_official = !view.tournaments_of_official(&address)?.is_empty();
    Ok((holds && is_official).then_some(address))
}

/// Address and turn of an invitation of ours that has not ended.
fn meant(key: &Key, text: &str, now: Instant) -> Option<(String, i64)> {
    let (said, hash) = text.rsplit_once('.')?;
    if !key.is_seal_of(INVITATION, said, hash) {
        return None;
    }
    let mut parts = said.split('.');
    let address = String::from_utf8(BASE64.decode(parts.next()?).ok()?).ok()?;
    let turn = parts.next()?.parse().ok()?;
    let until: i64 = parts.next()?.parse().ok()?;
    (now.unix() / 86_400 <= until).then_some((address, turn))
}

/// The secret of codes that an invitation offers in a browser: made of both, so that it is the
/// same when the page is shown again, and kept nowhere until it is taken.
pub fn offered_secret(key: &Key, invitation: &str, browser: &str) -> Option<TotpSecret> {
    TotpSecret::of(&*key.derived(&format!("desk totp\n{invitation}\n{browser}")))
}

/// What an official types beside his password: six figures, or a recovery code however it is
/// written.
fn typed(code: &str) -> String {
    let signs = code.chars().filter(|c| c.is_alphanumeric());
    signs.collect::<String>().to_lowercase()
}

/// A recovery code as it is printed: `abcd-efgh-ijkl`.
fn printed(code: &str) -> String {
    let signs: Vec<char> = code.chars().collect();
    let groups = signs.chunks(4).map(|g| g.iter().collect::<String>());
    groups.collect::<Vec<_>>().join("-")
}

fn recovery_tag(key: &Key, address: &str, code: &str) -> Vec<u8> {
    key.tag(&format!("desk recovery\n{address}\n{code}"))
}

/// The key under which the secret of an official's codes lies in the database.
fn sealing_key(key: &Key, address: &str) -> Zeroizing<[u8; 32]> {
    key.derived(&format!("desk secret\n{address}"))
}

/// Whether a password and a code are an official's; the code is used up then.
fn proven(
    tx: &Tx<'_>,
    key: &Key,
    (address, account): (&str, &OfficialAccount),
    code: &str,
    now: Instant,
) -> Result<bool, Failure> {
    let Some(factors) = &account.factors else {
        return Ok(false);
    };
    let code = typed(code);
    if code.len() == RECOVERY_SIGNS {
        let tag = recovery_tag(key, address, &code);
        return Ok(tx.official_code_spend(address, &tag)?);
    }
    // Under another home's key it opens to nobody: the console resets it.
    let Ok(opened) = open_sealed(&*sealing_key(key, address), &factors.totp) else {
        tracing::warn!("the secret of an official cannot be opened with the key of this home");
        return Ok(false);
    };
    let opened = Zeroizing::new(opened);
    let step = TotpSecret::of(&opened).and_then(|secret| secret.step_of(&code, now));
    match step {
        Some(step) => Ok(tx.official_step_spend(address, step)?),
        None => Ok(false),
    }
}

/// What an official sets up by his invitation.
#[derive(Clone, Copy, Debug)]
pub struct Enrolment<'a> {
    /// The invitation.
    pub invitation: &'a str,
    /// The secret that it offered.
    pub secret: &'a TotpSecret,
    /// Argon2id's string of his password.
    pub password: &'a str,
    /// A code of his telephone.
    pub code: &'a str,
    /// How the browser names itself.
    pub browser: &'a str,
}

/// Who signs in.
#[derive(Clone, Copy, Debug)]
pub struct DeskSignIn<'a> {
    /// His address.
    pub address: &'a str,
    /// The turn of the account whose password he has shown; none: he has shown none.
    pub turn: Option<i64>,
    /// The code that he typed.
    pub code: &'a str,
    /// How the browser names itself.
    pub browser: &'a str,
    /// It has a mark of an earlier time; else he is told.
    pub is_known: bool,
}

impl Robot {
    /// Sets an official's password and the secret of his codes by his invitation: his recovery
    /// codes, which are shown once; he is told. `None`: the invitation is none, or used.
    ///
    /// # Errors
    /// The record or the lock; the machine gives no random numbers.
    pub fn desk_enrol(&mut self, new: &Enrolment<'_>) -> Result<Option<Vec<String>>, Failure> {
        let mut codes = Vec::new();
        for _ in 0..RECOVERY_CODES {
            let secret = fresh_secret()?;
            codes.push(secret.chars().take(RECOVERY_SIGNS).collect::<String>());
        }
        let (key, now) = (self.key.clone(), self.now);
        let Some(step) = new.secret.step_of(new.code, now) else {
            return Ok(None);
        };
        let set = self.opens(new.browser, |tx| {
            let Some(address) = desk_invited(&key, **tx, new.invitation, now)? else {
                return Ok((false, None));
            };
            let sealed = seal_bytes(&*sealing_key(&key, &address), new.secret.bytes())?;
            let factors = Factors {
                password: new.password.to_owned(),
                totp: sealed,
            };
            let tags = codes.iter().map(|code| recovery_tag(&key, &address, code));
            let tags: Vec<Vec<u8>> = tags.collect();
            tx.official_account_set(&address, &factors, (step, now), &tags)?;
            let news = AccessNews::of_official(&address, AccessChange::DeskSetUp);
            Ok((true, Some(news)))
        })?;
        Ok(set.then(|| codes.iter().map(|code| printed(code)).collect()))
    }

    /// Signs an official in: what his browser shows from now on. `None`: something of what he
    /// has shown is wrong, and nothing says what.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn desk_sign_in(&mut self, who: &DeskSignIn<'_>) -> Result<Option<String>, Failure> {
        let secret = fresh_secret()?;
        let (tag, address) = (self.tag_of(&secret), address::key(who.address));
        let (key, now) = (self.key.clone(), self.now);
        let begin = |tx: &Tx<'_>| {
            let Some(account) = tx.official_account(&address)? else {
                return Ok(false);
            };
            let is_official = !tx.tournaments_of_official(&address)?.is_empty();
            let has_password = who.turn == Some(account.turn);
            if !is_official
                || !has_password
                || !proven(tx, &key, (&address, &account), who.code, now)?
            {
                return Ok(false);
            }
            tx.official_session_add(&NewOfficialSession {
                tag: &tag,
                address: &address,
                browser: who.browser,
                begun: now,
                idle: now.plus_seconds(IDLE),
                until: now.plus_seconds(LASTS),
            })?;
            Ok(true)
        };
        let news = || AccessNews::of_official(&address, AccessChange::DeskBrowser);
        let signed = match who.is_known {
            true => self.write(begin)?,
            false => self.opens(who.browser, |tx| {
                let signed = begin(tx)?;
                Ok((signed, signed.then(news)))
            })?,
        };
        Ok(signed.then_some(secret))
    }

    /// A session is used: it ends later for it.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn desk_session_seen(&mut self, session: &OfficialSession) -> Result<(), Failure> {
        let (id, now) = (session.id, self.now);
        self.write(|tx| Ok(tx.official_session_seen(id, now, now.plus_seconds(IDLE))?))
    }

    /// Signs an official out of one of his browsers.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn desk_sign_out(&mut self, of: &str, session: i64) -> Result<(), Failure> {
        self.write(|tx| Ok(tx.official_session_end(of, session)?))
    }

    /// Signs an official out of all his browsers but that of a session.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn desk_sign_out_elsewhere(&mut self, of: &str, but: i64) -> Result<(), Failure> {
        self.write(|tx| Ok(tx.official_sessions_end(of, Some(but))?))
    }

    /// Takes away what an official signs in with, and ends his sessions; whether there was
    /// something. Who did it and when stays in the row.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn desk_reset(&mut self, of: &str, by: &str) -> Result<bool, Failure> {
        let (address, now) = (address::key(of), self.now);
        self.write(|tx| Ok(tx.official_account_reset(&address, by, now)?))
    }
}

/// Whether the use of a session has to be noted.
pub fn is_to_note(session: &OfficialSession, now: Instant) -> bool {
    now.unix() - session.seen.unix() >= SEEN_EVERY
}

/// A secret by which one preview of orders is told from another.
///
/// # Errors
/// The machine gives no random numbers.
pub fn preview_number() -> Result<String, Failure> {
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes).map_err(|e| Failure::failed(format!("no random numbers: {e}")))?;
    Ok(base32(&bytes))
}
