//! Codes of six figures that a telephone and we make of one secret and the hour (RFC 6238,
//! RFC 4226): HMAC-SHA-1, thirty seconds a step. What is checked is which step a code is of,
//! so that none need be good twice.

use crate::time::Instant;
use ring::hmac;
use std::fmt::Write as _;
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// Seconds of a step.
const STEP: i64 = 30;

/// How many steps a clock may be wrong by, either way.
const WRONG_BY: i64 = 1;

/// Figures of a code.
pub const DIGITS: usize = 6;

/// Bytes of a secret (RFC 4226, 4): as many as SHA-1 has.
pub const SECRET_BYTES: usize = 20;

/// Base32 as telephones read it (RFC 4648).
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The secret of an official's codes.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret([u8; SECRET_BYTES]);

impl Drop for TotpSecret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for TotpSecret {}

impl std::fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TotpSecret")
    }
}

impl TotpSecret {
    /// A secret of the first bytes of some; `None`: there are too few.
    pub fn of(bytes: &[u8]) -> Option<TotpSecret> {
        let bytes = bytes.get(..SECRET_BYTES)?;
        bytes.try_into().ok().map(TotpSecret)
    }

    /// Its bytes, to be sealed.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// As it is typed where no picture can be taken: base32, 32 signs, no padding.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for five in self.0.chunks(5) {
            let bits = five
                .iter()
                .fold(0u64, |bits, b| (bits << 8) | u64::from(*b));
            for at in (0..8).rev() {
                let value = usize::try_from((bits >> (5 * at)) & 31).unwrap_or(0);
                text.extend(ALPHABET.get(value).map(|sign| char::from(*sign)));
            }
        }
        text
    }

    /// What a telephone takes from a picture: `otpauth://totp/…`.
    pub fn link(&self, club: &str, account: &str) -> String {
        let (club, account) = (percent(club), percent(account));
        let secret = self.text();
        format!(
            "otpauth://totp/{club}:{account}?secret={secret}&issuer={club}&algorithm=SHA1&digits={DIGITS}&period={STEP}"
        )
    }

    /// The code of a step.
    pub fn code(&self, step: i64) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let number = truncated(tag.as_ref()) % 10_u32.pow(6);
        format!("{number:06}")
    }

    /// The step of which a code is, near an hour; `None`: it is of none of them. How long it
    /// takes tells nothing.
    pub fn step_of(&self, code: &str, now: Instant) -> Option<i64> {
        let near = step_at(now);
        let mut found = None;
        for step in near - WRONG_BY..=near + WRONG_BY {
            let own = self.code(step);
            if bool::from(own.as_bytes().ct_eq(code.as_bytes())) {
                found = Some(step);
            }
        }
        found
    }
}

/// The step of an hour.
pub fn step_at(now: Instant) -> i64 {
    now.unix().div_euclid(STEP)
}

/// The 31 bits that stand where the last four say (RFC 4226, 5.3).
fn truncated(tag: &[u8]) -> u32 {
    let at = usize::from(tag.last().copied().unwrap_or(0) & 15);
    let bytes = tag.get(at..at + 4).unwrap_or_default();
    let bits = bytes
        .iter()
        .fold(0u32, |bits, b| (bits << 8) | u32::from(*b));
    bits & 0x7fff_ffff
}

/// A text within an address: all but plain signs by their numbers.
fn percent(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            // Writing to a String never fails.
            _ => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret() -> TotpSecret {
        TotpSecret::of(b"12345678901234567890").unwrap()
    }

    /// RFC 6238, appendix B, its last six figures.
    #[test]
    fn codes_are_those_of_the_standard() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let step = step_at(Instant::from_unix(seconds));
            assert_eq!(secret().code(step), code, "{seconds}");
        }
    }

    /// RFC 4226, appendix D.
    #[test]
    fn counters_are_those_of_the_standard() {
        let codes = ["755224", "287082", "359152", "969429", "338314"];
        for (step, code) in (0..).zip(codes) {
            assert_eq!(secret().code(step), code);
        }
    }

    #[test]
    fn a_code_is_of_the_step_before_this_one_or_the_next() {
        let now = Instant::from_unix(1_111_111_111);
        let step = step_at(now);
        for near in [step - 1, step, step + 1] {
            assert_eq!(secret().step_of(&secret().code(near), now), Some(near));
        }
        for far in [step - 2, step + 2] {
            assert_eq!(secret().step_of(&secret().code(far), now), None);
        }
        for wrong in ["", "05047", "0504711", "٠٥٠٤٧١"] {
            assert_eq!(secret().step_of(wrong, now), None);
        }
    }

    #[test]
    fn a_telephone_reads_the_secret() {
        assert_eq!(secret().text(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let link = secret().link("Клуб", "a b@c.example");
        assert!(
            link.starts_with(
                "otpauth://totp/%D0%9A%D0%BB%D1%83%D0%B1:a%20b%40c.example?secret=GEZ"
            )
        );
        assert!(link.contains("&issuer=%D0%9A"));
    }
}
