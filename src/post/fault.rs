//! What is wrong with a mail server, in words for whoever runs the robot: what
//! happened, and what to do about it.

use std::fmt;

/// A mail server that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{server}: {fault}")]
pub struct ServerError {
    /// Which, as `host:port`.
    pub server: String,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a mail server. What it said itself is text, in its language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No such host.
    HostUnknown(String),
    /// The host does not answer at that port.
    Unreachable(String),
    /// It did not answer in time; while what.
    Silent(&'static str),
    /// The connection was cut; while what.
    Cut(&'static str),
    /// It took its leave by itself.
    Goodbye(String),
    /// It cannot serve us just now.
    Busy(String),
    /// It will not serve us.
    Refused(String),
    /// It greets like no server of this kind.
    Stranger(String),
    /// It has no STARTTLS.
    NoStartTls,
    /// Its certificate is not to be trusted.
    Certificate(Distrust),
    /// TLS fails otherwise.
    Tls(String),
    /// The file of certificates cannot be used.
    Certificates(String),
    /// It offers no way to log in that we may use; what it offers.
    NoWay(String),
    /// It refuses the account or the password.
    Password(String),
    /// It refuses the access token.
    Token(String),
    /// The password or token cannot be had.
    Secret(String),
    /// The folder is not there; those that are.
    NoFolder(String, Vec<String>),
    /// It says what makes no sense.
    Nonsense(String),
    /// It lacks what we cannot do without.
    Lacks(&'static str),
}

/// Why a certificate is not to be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Distrust {
    /// Nobody whom we trust has signed it.
    Issuer,
    /// It is another's.
    Name,
    /// Its time is over, or has not come.
    Time,
    /// Something else.
    Other(String),
}

impl Fault {
    /// Whether it may well go away by itself: no reason to call an operator.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Fault::HostUnknown(_)
                | Fault::Unreachable(_)
                | Fault::Silent(_)
                | Fault::Cut(_)
                | Fault::Goodbye(_)
                | Fault::Busy(_)
        )
    }

    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            Fault::HostUnknown(_) => {
                "look at 'host' for a slip of the pen; is this machine on the network?".to_owned()
            }
            Fault::Unreachable(_) => {
                "look at 'port' and 'security'; does the server run, and does a firewall let us \
                 through?"
                    .to_owned()
            }
            Fault::Silent("greeting") => {
                "a port for TLS waits for us to begin: is security = \"tls\" meant? Else look at \
                 'port', or try again later"
                    .to_owned()
            }
            Fault::Silent(_) | Fault::Cut(_) | Fault::Goodbye(_) | Fault::Busy(_) => {
                "it is tried again by itself; if this goes on, ask whoever runs the mail server"
                    .to_owned()
            }
            Fault::Refused(_) => {
                "ask whoever runs the mail server why it does not serve this machine".to_owned()
            }
            Fault::Stranger(_) => "look at 'port': another service listens there".to_owned(),
            Fault::NoStartTls => "set security = \"tls\" and the port for it".to_owned(),
            Fault::Certificate(Distrust::Issuer) => {
                "put the authority's certificate (or the server's own) into a file and name it \
                 in 'ca_file'; where the system knows none at all, install ca-certificates"
                    .to_owned()
            }
            Fault::Certificate(Distrust::Name) => {
                "put into 'host' the name that stands in the certificate".to_owned()
            }
            Fault::Certificate(Distrust::Time) => {
                "whoever runs the mail server must renew it; is this machine's clock right?"
                    .to_owned()
            }
            Fault::Certificate(Distrust::Other(_)) => {
                "ask whoever runs the mail server for a proper certificate".to_owned()
            }
            Fault::Tls(_) => {
                "does this port speak TLS at once? If not: security = \"starttls\", or another \
                 'port'"
                    .to_owned()
            }
            Fault::Certificates(_) => {
                "'ca_file' is a file of certificates in PEM format".to_owned()
            }
            Fault::NoWay(_) => "leave out 'auth', or set it to what the server offers".to_owned(),
            Fault::Password(_) => {
                "look at 'user' and the password; some providers want a password made for \
                 programs, or access by programs to be allowed in the mailbox's settings"
                    .to_owned()
            }
            Fault::Token(_) => {
                "does 'token_command' print a fresh access token for this 'user'?".to_owned()
            }
            Fault::Secret(_) => "run it by hand, as the user that postchess runs as".to_owned(),
            Fault::NoFolder(_, there) if there.is_empty() => "look at 'folder'".to_owned(),
            Fault::NoFolder(_, there) => {
                format!("look at 'folder'; there are: {}", there.join(", "))
            }
            Fault::Nonsense(_) => {
                "look at 'port' and 'security'; if they are right, report it".to_owned()
            }
            Fault::Lacks(_) => "another 'kind' of inbox may do".to_owned(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::HostUnknown(why) => write!(f, "there is no such host ({why})"),
            Fault::Unreachable(why) => write!(f, "no connection ({why})"),
            Fault::Silent(step) => write!(f, "no answer in time ({step})"),
            Fault::Cut(step) => write!(f, "the connection was cut ({step})"),
            Fault::Goodbye(said) => write!(f, "the server ended the connection: {said}"),
            Fault::Busy(said) => write!(f, "the server cannot serve us now: {said}"),
            Fault::Refused(said) => write!(f, "the server refuses: {said}"),
            Fault::Stranger(said) => {
                write!(
                    f,
                    "this is no mail server of the kind expected; it says: {said}"
                )
            }
            Fault::NoStartTls => {
                f.write_str("the server has no STARTTLS, and without TLS nothing more is said")
            }
            Fault::Certificate(Distrust::Issuer) => {
                f.write_str("the server's certificate is signed by nobody we trust")
            }
            Fault::Certificate(Distrust::Name) => {
                f.write_str("the server's certificate is for another name")
            }
            Fault::Certificate(Distrust::Time) => {
                f.write_str("the server's certificate has expired, or is not valid yet")
            }
            Fault::Certificate(Distrust::Other(why)) => {
                write!(f, "the server's certificate is not to be trusted: {why}")
            }
            Fault::Tls(why) => write!(f, "no TLS connection: {why}"),
            Fault::Certificates(why) => write!(f, "no certificates to trust: {why}"),
            Fault::NoWay(offers) => {
                write!(
                    f,
                    "the server offers no way to log in that may be used; it offers: {offers}"
                )
            }
            Fault::Password(said) => {
                write!(f, "the server refuses the account or its password: {said}")
            }
            Fault::Token(said) => write!(f, "the server refuses the access token: {said}"),
            Fault::Secret(why) => write!(f, "no password: {why}"),
            Fault::NoFolder(name, _) => write!(f, "there is no folder '{name}'"),
            Fault::Nonsense(what) => write!(f, "the server answers what makes no sense: {what}"),
            Fault::Lacks(what) => write!(f, "the server has no {what}"),
        }
    }
}

/// What a server said, fit for a line of a log: no control characters, not endless.
pub(super) fn said(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let line: String = text
        .trim()
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(300)
        .collect();
    line
}
