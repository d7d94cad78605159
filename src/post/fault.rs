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
    pub fault: ServerFault,
}

/// What is wrong with a mail server. What it said itself is text, in its language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerFault {
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
    /// It is an authority's, which signs others and is nobody's own.
    Authority,
    /// Something else.
    Other(String),
}

impl ServerFault {
    /// Whether it may well go away by itself: no reason to call an operator.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            ServerFault::HostUnknown(_)
                | ServerFault::Unreachable(_)
                | ServerFault::Silent(_)
                | ServerFault::Cut(_)
                | ServerFault::Goodbye(_)
                | ServerFault::Busy(_)
        )
    }

    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            ServerFault::HostUnknown(_) => {
                "look at 'host' for a slip of the pen; is this machine on the network?".to_owned()
            }
            ServerFault::Unreachable(_) => {
                "look at 'port' and 'security'; does the server run, and does a firewall let us \
                 through?"
                    .to_owned()
            }
            ServerFault::Silent("greeting") => {
                "a port for TLS waits for us to begin: is security = \"tls\" meant? Else look at \
                 'port', or try again later"
                    .to_owned()
            }
            ServerFault::Silent(_)
            | ServerFault::Cut(_)
            | ServerFault::Goodbye(_)
            | ServerFault::Busy(_) => {
                "it is tried again by itself; if this goes on, ask whoever runs the mail server"
                    .to_owned()
            }
            ServerFault::Refused(_) => {
                "ask whoever runs the mail server why it does not serve this machine".to_owned()
            }
            ServerFault::Stranger(_) => "look at 'port': another service listens there".to_owned(),
            ServerFault::NoStartTls => "set security = \"tls\" and the port for it".to_owned(),
            ServerFault::Certificate(Distrust::Issuer) => {
                "put the authority's certificate (or the server's own) into a file and name it \
                 in 'ca_file'; where the system knows none at all, install ca-certificates"
                    .to_owned()
            }
            ServerFault::Certificate(Distrust::Name) => {
                "put into 'host' the name that stands in the certificate".to_owned()
            }
            ServerFault::Certificate(Distrust::Time) => {
                "whoever runs the mail server must renew it; is this machine's clock right?"
                    .to_owned()
            }
            ServerFault::Certificate(Distrust::Authority) => {
                "whoever runs the mail server must make one that is no authority's (CA:FALSE) and \
                 names the host, sign it by itself or by an authority, and 'ca_file' names who signed"
                    .to_owned()
            }
            ServerFault::Certificate(Distrust::Other(_)) => {
                "ask whoever runs the mail server for a proper certificate".to_owned()
            }
            ServerFault::Tls(_) => {
                "does this port speak TLS at once? If not: security = \"starttls\", or another \
                 'port'"
                    .to_owned()
            }
            ServerFault::Certificates(_) => {
                "'ca_file' is a file of certificates in PEM format".to_owned()
            }
            ServerFault::NoWay(_) => {
                "leave out 'auth', or set it to what the server offers".to_owned()
            }
            ServerFault::Password(_) => {
                "look at 'user' and the password; some providers want a password made for \
                 programs, or access by programs to be allowed in the mailbox's settings"
                    .to_owned()
            }
            ServerFault::Token(_) => {
                "does 'token_command' print a fresh access token for this 'user'?".to_owned()
            }
            ServerFault::Secret(_) => {
                "a command: run it by hand; a file: is it there? As the user that postchess runs as"
                    .to_owned()
            }
            ServerFault::NoFolder(_, there) if there.is_empty() => "look at 'folder'".to_owned(),
            ServerFault::NoFolder(_, there) => {
                format!("look at 'folder'; there are: {}", there.join(", "))
            }
            ServerFault::Nonsense(_) => {
                "look at 'port' and 'security'; if they are right, report it".to_owned()
            }
            ServerFault::Lacks(_) => "another 'kind' of inbox may do".to_owned(),
        }
    }
}

impl fmt::Display for ServerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerFault::HostUnknown(why) => write!(f, "there is no such host ({why})"),
            ServerFault::Unreachable(why) => write!(f, "no connection ({why})"),
            ServerFault::Silent(step) => write!(f, "no answer in time ({step})"),
            ServerFault::Cut(step) => write!(f, "the connection was cut ({step})"),
            ServerFault::Goodbye(said) => write!(f, "the server ended the connection: {said}"),
            ServerFault::Busy(said) => write!(f, "the server cannot serve us now: {said}"),
            ServerFault::Refused(said) => write!(f, "the server refuses: {said}"),
            ServerFault::Stranger(said) => {
                write!(
                    f,
                    "this is no mail server of the kind expected; it says: {said}"
                )
            }
            ServerFault::NoStartTls => {
                f.write_str("the server has no STARTTLS, and without TLS nothing more is said")
            }
            ServerFault::Certificate(Distrust::Issuer) => {
                f.write_str("the server's certificate is signed by nobody we trust")
            }
            ServerFault::Certificate(Distrust::Name) => {
                f.write_str("the server's certificate is for another name")
            }
            ServerFault::Certificate(Distrust::Time) => {
                f.write_str("the server's certificate has expired, or is not valid yet")
            }
            ServerFault::Certificate(Distrust::Authority) => {
                f.write_str("the server shows a certificate that is an authority's, not a server's")
            }
            ServerFault::Certificate(Distrust::Other(why)) => {
                write!(f, "the server's certificate is not to be trusted: {why}")
            }
            ServerFault::Tls(why) => write!(f, "no TLS connection: {why}"),
            ServerFault::Certificates(why) => write!(f, "no certificates to trust: {why}"),
            ServerFault::NoWay(offers) => {
                write!(
                    f,
                    "the server offers no way to log in that may be used; it offers: {offers}"
                )
            }
            ServerFault::Password(said) => {
                write!(f, "the server refuses the account or its password: {said}")
            }
            ServerFault::Token(said) => write!(f, "the server refuses the access token: {said}"),
            ServerFault::Secret(why) => write!(f, "no password: {why}"),
            ServerFault::NoFolder(name, _) => write!(f, "there is no folder '{name}'"),
            ServerFault::Nonsense(what) => {
                write!(f, "the server answers what makes no sense: {what}")
            }
            ServerFault::Lacks(what) => write!(f, "the server has no {what}"),
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
