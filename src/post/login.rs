//! How one logs in: the choice among what a server offers, and the words of SASL,
//! are the same by IMAP (RFC 9051, 6.2) and by POP3 (RFC 5034).

use super::fault::ServerFault;
use crate::config::Mechanism;

/// What a server offers.
#[derive(Clone, Copy, Debug)]
pub struct Offered {
    /// SASL PLAIN (RFC 4616).
    pub plain: bool,
    /// Name and password in the protocol's own commands.
    pub login: bool,
    /// SASL XOAUTH2.
    pub xoauth2: bool,
}

/// The way to log in: the one asked for, else PLAIN, else the protocol's own.
///
/// # Errors
/// It is not offered; `sasl` names what is.
pub fn way<'s>(
    asked: Option<Mechanism>,
    offered: Offered,
    sasl: impl Iterator<Item = &'s str>,
) -> Result<Mechanism, ServerFault> {
    match asked {
        Some(Mechanism::Plain) | None if offered.plain => Ok(Mechanism::Plain),
        Some(Mechanism::Login) | None if offered.login => Ok(Mechanism::Login),
        Some(Mechanism::Xoauth2) if offered.xoauth2 => Ok(Mechanism::Xoauth2),
        _ => {
            let mut ways: Vec<String> = sasl.map(str::to_ascii_lowercase).collect();
            if offered.login {
                ways.push("login".to_owned());
            }
            Err(ServerFault::NoWay(ways.join(", ")))
        }
    }
}

/// The name of a way and its first words in SASL; `None` for the protocol's own.
pub fn sasl(way: Mechanism, user: &str, secret: &str) -> Option<(&'static str, String)> {
    match way {
        Mechanism::Plain => Some(("PLAIN", format!("\0{user}\0{secret}"))),
        Mechanism::Xoauth2 => {
            let words = format!("user={user}\x01auth=Bearer {secret}\x01\x01");
            Some(("XOAUTH2", words))
        }
        Mechanism::Login => None,
    }
}
