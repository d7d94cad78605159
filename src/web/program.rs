//! Programs that act for players: over which connections they may show their secrets, how
//! often they may ask, and how often in vain. Xfcc and the JSON interface have one door.

use super::Server;
use super::client::PeerAddress;
use super::limits::{Counted, Tries, Whom};
use crate::error::{Failure, FailureKind};
use crate::ids::PlayerId;
use crate::record::GameFacts;
use crate::rules::Profile;
use crate::store::{AccessKeyRow, KeyPurpose};
use crate::time::Instant;
use axum::body::{Body, Bytes};
use http_body_util::LengthLimitError;
use std::error::Error;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;
use tokio::time::Instant as Moment;

/// The longest body that is read, in bytes.
const MOST_BODY: usize = 64 * 1024;

/// How long a body may take.
const BODY: Duration = Duration::from_secs(30);

/// The longest secret that is looked up: ours have 52 signs.
const MOST_SECRET: usize = 200;

/// On loopback stands a proxy, behind which all are: it may do so many times more.
const PROXY: u32 = 25;

/// How old a note of a secret's use becomes before there is another, in seconds.
const USE_NOTED: i64 = 86_400;

/// Whether a program may show a secret over a connection: within TLS of our own or of a proxy
/// of ours, or from this machine. Over any other everybody on the way reads it.
pub fn may_show_secrets(peer: PeerAddress) -> bool {
    peer.tls || peer.ip.is_loopback()
}

/// Whether programs move in a game: where moves are made on the board, and where that is
/// the one place for them (54.2.1), only if the regulations say so.
pub fn may_programs_move(facts: &GameFacts) -> bool {
    let of = &facts.regulations;
    of.web_moves && (facts.profile != Profile::Server || of.xfcc)
}

/// Why a program is turned away.
#[derive(Debug)]
pub enum Denied {
    /// The connection is not for secrets.
    InClear,
    /// The secret is nobody's, or ended.
    Unknown,
    /// Too much was asked, or too often in vain.
    TooOften,
    /// The database.
    Failed(Failure),
}

/// Lets somebody's program without a secret in.
///
/// # Errors
/// He has asked too often.
pub fn admit_stranger(tries: &Tries, peer: PeerAddress) -> Result<(), Denied> {
    let (from, times) = counted_as(peer);
    let now = Moment::now();
    match tries.take(&[Counted::OfStrangers.of(&from).times(times)], now) {
        true => Ok(()),
        false => Err(Denied::TooOften),
    }
}

/// Whose program shows a secret, where it may come in with it. `user`: whom it says to be
/// for, in the words of [`PlayerRef`](crate::ids::PlayerRef), where the protocol has
/// it say so.
///
/// # Errors
/// Why it may not.
pub async fn admit(
    server: &Server,
    peer: PeerAddress,
    purpose: KeyPurpose,
    (user, secret): (Option<&str>, &str),
) -> Result<PlayerId, Denied> {
    if !may_show_secrets(peer) {
        return Err(Denied::InClear);
    }
    let (from, times) = counted_as(peer);
    let (tries, now) = (&server.tries, Moment::now());
    let wrong = [Counted::WrongSecrets.of(&from).times(times)];
    if !tries.take(&wrong, now) {
        return Err(Denied::TooOften);
    }
    let found = find(server, purpose, user, secret).await;
    if !matches!(found, Ok(None)) {
        tries.give_back(&wrong);
    }
    let Some(key) = found.map_err(Denied::Failed)? else {
        return Err(Denied::Unknown);
    };
    let player = (None, key.player.to_string());
    if !tries.take(&[Counted::OfPrograms.of(&player)], now) {
        return Err(Denied::TooOften);
    }
    note_use(server, &key).await;
    Ok(key.player)
}

/// The secret that is shown, where it is one for that door and of that user.
async fn find(
    server: &Server,
    purpose: KeyPurpose,
    user: Option<&str>,
    secret: &str,
) -> Result<Option<AccessKeyRow>, Failure> {
    let secret = secret.trim();
    if secret.is_empty() || secret.len() > MOST_SECRET {
        return Ok(None);
    }
    let secret = secret.to_owned();
    let now = (server.hour)();
    let user = user.map(crate::ids::PlayerRef::parse);
    let find = move |view: crate::store::View<'_>, key: &crate::token::Key| {
        let Some(key) = view.access_key_load(&key.tag(&secret), purpose, now)? else {
            return Ok(None);
        };
        let is_his = match user {
            None => true,
            Some(None) => false,
            Some(Some(user)) => view.player_find(&user)?.is_some_and(|p| p.id == key.player),
        };
        Ok(Some(key).filter(|_| is_his))
    };
    server.readers.prove(find).await
}

/// Notes that a secret was used, at most once a day. What keeps that from being noted keeps
/// nobody out.
async fn note_use(server: &Server, key: &AccessKeyRow) {
    let now = (server.hour)();
    let is_noted = |at: Instant| now.unix().saturating_sub(at.unix()) < USE_NOTED;
    if key.used.is_some_and(is_noted) {
        return;
    }
    let id = key.id;
    let note = move |tx: &crate::store::Tx<'_>| Ok(tx.access_key_used(id, now)?);
    let noted = server.clerk.does(move |robot| robot.accounts(note)).await;
    if let Err(failure) = noted {
        tracing::warn!("the use of a secret was not noted: {failure}");
    }
}

/// By what somebody is counted, and how many times the usual number he has: on loopback
/// stands a proxy that is not known as ours, and all come through it.
fn counted_as(peer: PeerAddress) -> (Whom, u32) {
    let (from, times) = match peer.ip.is_loopback() {
        true => (IpAddr::V4(Ipv4Addr::LOCALHOST), PROXY),
        false => (peer.household(), 1),
    };
    ((Some(from), String::new()), times)
}

/// Why a body was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadBody {
    /// It is longer than 64 KB.
    TooLong,
    /// It took too long, or the connection broke.
    Broken,
}

/// The body of a request, within bounds of length and time.
///
/// # Errors
/// It does not keep within them.
pub async fn body_of(body: Body) -> Result<Bytes, UnreadBody> {
    match tokio::time::timeout(BODY, axum::body::to_bytes(body, MOST_BODY)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(e)) if e.source().is_some_and(|e| e.is::<LengthLimitError>()) => {
            Err(UnreadBody::TooLong)
        }
        Ok(Err(_)) | Err(_) => Err(UnreadBody::Broken),
    }
}

/// Whether a failure passes: by itself, or once somebody has seen to the disk.
pub fn is_for_now(failure: &Failure) -> bool {
    matches!(
        failure.kind,
        FailureKind::Later | FailureKind::Clock | FailureKind::Full | FailureKind::Home
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_shown_within_tls_or_on_this_machine() {
        let peer = |ip: &str, tls| PeerAddress {
            ip: ip.parse().unwrap(),
            tls,
        };
        assert!(may_show_secrets(peer("192.0.2.1", true)));
        assert!(may_show_secrets(peer("127.0.0.1", false)));
        assert!(may_show_secrets(peer("::1", false)));
        assert!(!may_show_secrets(peer("192.0.2.1", false)));
        assert!(!may_show_secrets(peer("10.0.0.1", false)));
    }

    #[test]
    fn a_stranger_asks_three_hundred_times_and_a_proxy_so_often_for_each_of_many() {
        let tries = Tries::default();
        let admitted = |ip: &str| {
            let peer = PeerAddress {
                ip: ip.parse().unwrap(),
                tls: true,
            };
            let all = std::iter::repeat_with(|| admit_stranger(&tries, peer).is_ok());
            all.take(10_000).filter(|is_in| *is_in).count()
        };
        assert_eq!(admitted("192.0.2.1"), 300);
        assert_eq!(admitted("127.0.0.1"), 300 * 25);
        assert_eq!(admitted("2001:db8::1"), 300);
        assert_eq!(admitted("2001:db8::2"), 0, "one household");
    }
}
