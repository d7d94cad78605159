//! Tokens: names of our letters that nobody else can make. A token says what the
//! letter is about, and a keyed hash over that proves that we wrote it; so a letter
//! is known by its token alone, also where its row is lost with a disk.
//!
//! `KIND.PLAYER.GAMES.SECRET`, in lower case, since mail servers write addresses so:
//! `move.7.g12p17.` and 28 signs of base32, of which 12 are chance and 16 the hash.
//! `0` is no player, `n` no game; several games follow one another: `g12p17g13p4`, and `m`
//! stands for several that have no room there.

use crate::ids::{GameId, PlayerId};
use ring::hmac;
use std::fmt::Write as _;
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// Signs of chance in a token: 60 bits tell letters apart.
pub const NONCE: usize = 12;

/// Signs of the hash in a token: 80 bits, which nobody guesses by mail.
const HASH: usize = 16;

/// Signs of a hash that stands by itself in a link: 130 bits.
const SEAL: usize = 26;

/// Bytes of the key.
pub const KEY_BYTES: usize = 32;

/// Most octets of an address before its `@` (RFC 5321, 4.5.3.1.1).
const LOCAL_PART: usize = 64;

/// Most games that a token spells out: a Message-ID has to fit into a line.
const MOST_GAMES: usize = 12;

/// Longest text that is tried as a token.
const LONGEST: usize = 400;

/// Base32 in lower case.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// The secret that makes and knows tokens.
#[derive(Clone)]
pub struct Key {
    secret: [u8; KEY_BYTES],
    hmac: hmac::Key,
    /// What signs in, of one epoch.
    sign_ins: hmac::Key,
}

impl Drop for Key {
    fn drop(&mut self) {
        self.secret.zeroize();
    }
}

impl ZeroizeOnDrop for Key {}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Key({})", self.name())
    }
}

/// Where a token stands: what is seen in one place is worth nothing in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenPlace {
    /// Behind the plus of our reply address.
    Address,
    /// Before the `@` of our Message-ID.
    MessageId,
}

/// What a token says of its letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenNames {
    /// The kind of letter, in four letters.
    pub kind: String,
    /// To whom it went; `None`: to an official.
    pub player: Option<PlayerId>,
    /// The games it names, with the half-moves played then.
    pub games: Vec<(GameId, u32)>,
    /// It is of several games that it had no room to name.
    pub unnamed: bool,
    /// What tells it from other letters: [`NONCE`] signs of chance.
    pub nonce: String,
}

impl Key {
    /// A key of these bytes.
    pub fn new(secret: [u8; KEY_BYTES]) -> Key {
        let hmac = hmac::Key::new(hmac::HMAC_SHA256, &secret);
        Key {
            secret,
            sign_ins: hmac.clone(),
            hmac,
        }
    }

    /// Its bytes, to be kept.
    pub fn secret(&self) -> &[u8; KEY_BYTES] {
        &self.secret
    }

    /// The same key, by which nothing signs in that did in another epoch
    /// ([`View::sign_in_epoch`](crate::store::View::sign_in_epoch)): its tags and seals are
    /// others, its tokens the same.
    pub fn in_epoch(mut self, epoch: Option<&str>) -> Key {
        self.sign_ins = match epoch {
            Some(epoch) => {
                let own = self.derived(&format!("sign-ins\n{epoch}"));
                hmac::Key::new(hmac::HMAC_SHA256, &*own)
            }
            None => self.hmac.clone(),
        };
        self
    }

    /// A keyed hash over something by which somebody signs in: it is found again by it, and is
    /// not read out of it. It is of the key's epoch.
    pub fn tag(&self, text: &str) -> Vec<u8> {
        tag_by(&self.sign_ins, text)
    }

    /// The same over any other text, in every epoch.
    pub fn lasting_tag(&self, text: &str) -> Vec<u8> {
        tag_by(&self.hmac, text)
    }

    /// As its file has it.
    pub fn text(&self) -> String {
        base32(&self.secret)
    }

    /// Reads what [`Key::text`] wrote.
    pub fn parse(text: &str) -> Option<Key> {
        let text = text.trim();
        let mut bits = 0u32;
        let mut held = 0u32;
        // Never moved to a larger place: a copy of it would stay in the old one.
        let mut bytes = Zeroizing::new(Vec::with_capacity(text.len()));
        for sign in text.bytes() {
            let value = ALPHABET.iter().position(|a| *a == sign)?;
            held = (held << 5) | u32::try_from(value).ok()?;
            bits += 5;
            if bits >= 8 {
                bits -= 8;
                bytes.push(u8::try_from((held >> bits) & 0xff).ok()?);
                held &= (1 << bits) - 1;
            }
        }
        Some(Key::new(bytes.as_slice().try_into().ok()?))
    }

    /// A name by which two keys are told apart, and which betrays neither.
    pub fn name(&self) -> String {
        let tag = hmac::sign(&self.hmac, b"postchess key\0name");
        first(&base32(tag.as_ref()), 8).to_owned()
    }

    /// The token of a letter for a place.
    pub fn token(&self, letter: &TokenNames, place: TokenPlace) -> String {
        let said = letter.said();
        let hash = self.hash(&said, place);
        format!("{said}{hash}")
    }

    /// The token of a letter for its reply address: without its games where they do
    /// not fit beside the robot's name; `None` where nothing does.
    pub fn address_token(&self, letter: &TokenNames, robot_name: &str) -> Option<String> {
        // A return address has two signs more: `robot+b-TOKEN`.
        let fits = |token: &String| robot_name.len() + 3 + token.len() <= LOCAL_PART;
        let whole = self.token(letter, TokenPlace::Address);
        Some(whole).filter(fits).or_else(|| {
            let bare = TokenNames {
                games: Vec::new(),
                unnamed: letter.unnamed || letter.games.len() > 1,
                ..letter.clone()
            };
            Some(self.token(&bare, TokenPlace::Address)).filter(fits)
        })
    }

    /// Reads a token that this key made for a place; `None` for any other text. The
    /// time it takes tells nothing of how near a forged one was.
    pub fn read(&self, text: &str, place: TokenPlace) -> Option<TokenNames> {
        if text.len() > LONGEST || !text.is_ascii() {
            return None;
        }
        let text = text.to_ascii_lowercase();
        let cut = text.len().checked_sub(HASH)?;
        let (said, hash) = text.split_at_checked(cut)?;
        let own = self.hash(said, place);
        if !bool::from(own.as_bytes().ct_eq(hash.as_bytes())) {
            return None;
        }
        TokenNames::read(said)
    }

    /// A keyed hash that proves a text to be ours for one purpose, and for no other, in the key's
    /// epoch: 26 signs of base32.
    pub fn seal_of(&self, purpose: &str, said: &str) -> String {
        let mut hash = hmac::Context::with_key(&self.sign_ins);
        hash.update(format!("postchess {purpose}\0{said}").as_bytes());
        first(&base32(hash.sign().as_ref()), SEAL).to_owned()
    }

    /// Whether a text is that hash; the time it takes tells nothing.
    pub fn is_seal_of(&self, purpose: &str, said: &str, text: &str) -> bool {
        let own = self.seal_of(purpose, said);
        bool::from(own.as_bytes().ct_eq(text.as_bytes()))
    }

    /// A key for one purpose that is made of this one, and betrays nothing of it.
    pub(crate) fn derived(&self, purpose: &str) -> Zeroizing<[u8; KEY_BYTES]> {
        let own = hmac::sign(
            &self.hmac,
            format!("postchess derived key\0{purpose}").as_bytes(),
        );
        let mut bytes = Zeroizing::new([0; KEY_BYTES]);
        for (to, from) in bytes.iter_mut().zip(own.as_ref()) {
            *to = *from;
        }
        bytes
    }

    /// A hash for the codes of cards, by a key of their own that is made of this one: no
    /// code can stand where a token does.
    pub(crate) fn card_hash(&self, said: &str) -> String {
        let own = hmac::sign(&self.hmac, b"postchess card key\0");
        let own = hmac::Key::new(hmac::HMAC_SHA256, own.as_ref());
        let hash = hmac::sign(&own, said.as_bytes());
        first(&base32(hash.as_ref()), HASH).to_ascii_uppercase()
    }

    fn hash(&self, said: &str, place: TokenPlace) -> String {
        let place: &[u8] = match place {
            TokenPlace::Address => b"postchess address\0",
            TokenPlace::MessageId => b"postchess message-id\0",
        };
        let mut hash = hmac::Context::with_key(&self.hmac);
        hash.update(place);
        hash.update(said.as_bytes());
        first(&base32(hash.sign().as_ref()), HASH).to_owned()
    }
}

impl TokenNames {
    /// What is hashed: all that stands before the hash.
    fn said(&self) -> String {
        let player = self.player.map_or(0, |p| p.0);
        let mut said = format!("{}.{player}.", self.kind);
        let unnamed = self.unnamed || self.games.len() > MOST_GAMES;
        for (game, ply) in self.games.iter().filter(|_| !unnamed) {
            // Writing to a String never fails.
            let _ = write!(said, "g{game}p{ply}");
        }
        match (unnamed, self.games.is_empty()) {
            (true, _) => said.push('m'),
            (false, true) => said.push('n'),
            (false, false) => {}
        }
        said.push('.');
        said.push_str(&self.nonce);
        said
    }

    fn read(said: &str) -> Option<TokenNames> {
        let mut parts = said.split('.');
        let (kind, player) = (parts.next()?, parts.next()?);
        let (games, nonce) = (parts.next()?, parts.next()?);
        if parts.next().is_some() || nonce.len() != NONCE {
            return None;
        }
        let player: i64 = player.parse().ok()?;
        let mut all = Vec::new();
        if !matches!(games, "n" | "m") {
            for one in games.strip_prefix('g')?.split('g') {
                let (game, ply) = one.split_once('p')?;
                all.push((GameId(game.parse().ok()?), ply.parse().ok()?));
            }
        }
        Some(TokenNames {
            kind: kind.to_owned(),
            player: (player != 0).then_some(PlayerId(player)),
            games: all,
            unnamed: games == "m",
            nonce: nonce.to_owned(),
        })
    }
}

/// The four letters by which a token names a kind of letter (`X-Postchess-Kind`).
pub fn kind_code(kind: &str) -> String {
    let letters = kind.chars().filter(char::is_ascii_alphanumeric);
    letters.take(4).collect::<String>().to_ascii_lowercase()
}

/// Bytes of chance as the signs of a nonce.
pub fn nonce(chance: &[u8; NONCE]) -> String {
    let signs = chance
        .iter()
        .filter_map(|b| ALPHABET.get(usize::from(b & 31)));
    signs.map(|b| char::from(*b)).collect()
}

fn tag_by(key: &hmac::Key, text: &str) -> Vec<u8> {
    let tag = hmac::sign(key, format!("tag\n{text}").as_bytes());
    tag.as_ref().to_vec()
}

fn first(text: &str, signs: usize) -> &str {
    text.get(..signs).unwrap_or(text)
}

/// Base32 without padding.
/// Bytes as base32 in lower case.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 8 / 5 + 1);
    let (mut held, mut bits) = (0u32, 0u32);
    let mut push = |value: u32| {
        let at = usize::try_from(value & 31).unwrap_or(0);
        if let Some(sign) = ALPHABET.get(at) {
            text.push(char::from(*sign));
        }
    };
    for byte in bytes {
        held = (held << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            push(held >> bits);
            held &= (1 << bits) - 1;
        }
    }
    if bits > 0 {
        push(held << (5 - bits));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbiter::NoticeKind;
    use std::collections::BTreeSet;

    /// Whoever is given back to the machine is overwritten before.
    #[test]
    fn keys_do_not_outlive_themselves() {
        fn is_overwritten<T: ZeroizeOnDrop>(_: &T) -> bool {
            std::mem::needs_drop::<T>()
        }
        let key = key(1);
        assert!(is_overwritten(&key) && is_overwritten(&key.derived("anything")));
        let secret = crate::totp::TotpSecret::of(key.secret()).unwrap();
        assert!(is_overwritten(&secret));
    }

    fn key(byte: u8) -> Key {
        Key::new([byte; KEY_BYTES])
    }

    fn letter() -> TokenNames {
        TokenNames {
            kind: kind_code("not-understood"),
            player: Some(PlayerId(7)),
            games: vec![(GameId(12), 17), (GameId(13), 4)],
            unnamed: false,
            nonce: nonce(&[9; NONCE]),
        }
    }

    #[test]
    fn a_token_says_what_its_letter_is_about() {
        let token = key(1).token(&letter(), TokenPlace::Address);
        assert!(token.starts_with("notu.7.g12p17g13p4."), "{token}");
        for text in [token.clone(), token.to_uppercase()] {
            assert_eq!(key(1).read(&text, TokenPlace::Address), Some(letter()));
        }
        let official = TokenNames {
            player: None,
            games: Vec::new(),
            ..letter()
        };
        let token = key(1).token(&official, TokenPlace::MessageId);
        assert!(token.starts_with("notu.0.n."), "{token}");
        assert_eq!(key(1).read(&token, TokenPlace::MessageId), Some(official));
    }

    /// Every sign of a token counts, and so do its key and its place.
    #[test]
    fn nobody_else_makes_one() {
        let token = key(1).token(&letter(), TokenPlace::Address);
        assert_eq!(key(2).read(&token, TokenPlace::Address), None);
        assert_eq!(key(1).read(&token, TokenPlace::MessageId), None);
        for n in 0..token.len() {
            let mut other = token.clone().into_bytes();
            other[n] = if other[n] == b'2' { b'3' } else { b'2' };
            let other = String::from_utf8(other).unwrap();
            assert_eq!(key(1).read(&other, TokenPlace::Address), None, "{other}");
            let cut: String = token.chars().take(n).collect();
            assert_eq!(key(1).read(&cut, TokenPlace::Address), None);
        }
        for text in ["", ".", "ö", "b-", &"x".repeat(5_000)] {
            assert_eq!(key(1).read(text, TokenPlace::Address), None, "{text}");
        }
    }

    #[test]
    fn an_address_is_never_too_long_for_its_server() {
        let many = TokenNames {
            games: (1..40).map(|n| (GameId(n * 1_000), 77)).collect(),
            ..letter()
        };
        for name in ["moves", "chess", "correspondence-chess"] {
            for letter in [&letter(), &many] {
                let token = key(1).address_token(letter, name).unwrap();
                assert!(format!("{name}+b-{token}").len() <= 64, "{token}");
                let read = key(1).read(&token, TokenPlace::Address).unwrap();
                assert_eq!(
                    (read.player, read.nonce),
                    (letter.player, letter.nonce.clone())
                );
            }
        }
        // Which games it is good for has no room there: that is said, not forgotten.
        for place in [TokenPlace::Address, TokenPlace::MessageId] {
            let token = key(1).token(&many, place);
            assert!(token.starts_with("notu.7.m."), "{token}");
            assert!(key(1).read(&token, place).unwrap().unnamed);
        }
        let short = key(1).address_token(&letter(), "moves").unwrap();
        assert!(short.contains("g12p17g13p4"), "{short}");
        assert_eq!(key(1).address_token(&letter(), &"x".repeat(50)), None);
    }

    #[test]
    fn a_key_is_kept_as_text() {
        let mut secret = [0; KEY_BYTES];
        for (n, byte) in secret.iter_mut().enumerate() {
            *byte = u8::try_from(n * 7 % 256).unwrap();
        }
        let one = Key::new(secret);
        assert_eq!(Key::parse(&one.text()).unwrap().secret(), &secret);
        assert_ne!(one.name(), key(1).name());
        for wrong in ["", "abc", "!", &"a".repeat(51)] {
            assert!(Key::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn every_kind_of_letter_has_a_code_of_its_own() {
        let codes: BTreeSet<String> = NoticeKind::ALL
            .iter()
            .map(|k| kind_code(k.name()))
            .collect();
        assert_eq!(codes.len(), NoticeKind::ALL.len());
    }
}
