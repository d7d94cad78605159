//! A connection without TLS, to a server on this machine. Anybody here can listen at a port while
//! the server is down, and in a folder that all may write into: a password is told to nobody who
//! has not proved that he knows it (SCRAM, RFC 5802), and a socket is spoken to where its folder's
//! owner listens.

use super::super::{Error, Result};
use super::session::{Talk, talks};
use std::io::{Error as IoError, ErrorKind, Result as IoResult};
use std::net::{IpAddr, SocketAddr};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, UnixStream};
use tokio_postgres::config::{Config, Host, TargetSessionAttrs};
use tokio_postgres::tls::NoTls;
use tokio_postgres::{Client, SimpleQueryMessage};

/// The longest message of a server that has not proved itself, in bytes.
const LONGEST: usize = 65_536;

/// A client, and what has its words written and read.
pub(super) type Conversation = (Client, Box<Talk>);

/// Connects to the first of the servers that answers as it should.
pub(super) async fn connect(config: &Config) -> Result<Conversation> {
    let (hosts, addresses) = (config.get_hosts(), config.get_hostaddrs());
    let mut why = failed(ErrorKind::InvalidInput, "the address names no server");
    for at in 0..hosts.len().max(addresses.len()) {
        let ports = config.get_ports();
        let port = ports.get(at).or(ports.first()).copied().unwrap_or(5432);
        let host = match (addresses.get(at), hosts.get(at)) {
            (Some(address), _) => Host::Tcp(address.to_string()),
            (None, Some(host)) => host.clone(),
            (None, None) => continue,
        };
        let connected = match host {
            Host::Tcp(name) => at_port(config, &name, port).await,
            Host::Unix(folder) => at_socket(config, &folder, port).await,
        };
        match connected {
            Ok(connected) => return Ok(connected),
            Err(e) => why = e,
        }
    }
    Err(why)
}

/// Whether a name of a host is this machine's own whatever a name server says.
fn is_here(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

async fn at_port(config: &Config, name: &str, port: u16) -> Result<Conversation> {
    if !is_here(name) {
        let why = format!("{name} is another machine: without TLS nothing is said to it");
        return Err(failed(ErrorKind::PermissionDenied, &why));
    }
    let all = tokio::net::lookup_host((name, port)).await?;
    let all: Vec<SocketAddr> = all.filter(|at| at.ip().is_loopback()).collect();
    let why = format!("{name} leads to no address of this machine");
    let mut why = failed(ErrorKind::NotFound, &why);
    for at in all {
        match in_time(config, TcpStream::connect(at)).await {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return speak(config, Guarded::new(stream, config)).await;
            }
            Err(e) => why = e,
        }
    }
    Err(why)
}

async fn at_socket(config: &Config, folder: &Path, port: u16) -> Result<Conversation> {
    let path = folder.join(format!(".s.PGSQL.{port}"));
    let stream = in_time(config, UnixStream::connect(&path)).await?;
    let owner = std::fs::metadata(folder)?.uid();
    let listens = stream.peer_cred()?.uid();
    let own = rustix::process::geteuid().as_raw();
    if ![owner, own, 0].contains(&listens) {
        let why = format!(
            "who listens at {} is user {listens}, and the folder is user {owner}'s: let the \
             server make its socket in a folder of its own (unix_socket_directories)",
            path.display()
        );
        return Err(failed(ErrorKind::PermissionDenied, &why));
    }
    speak(config, stream).await
}

/// No longer than a server may take to answer at all.
async fn in_time<S, E>(
    config: &Config,
    connects: impl Future<Output = std::result::Result<S, E>>,
) -> Result<S>
where
    Error: From<E>,
{
    let most = config.get_connect_timeout().copied();
    let most = most.unwrap_or(Duration::MAX);
    match tokio::time::timeout(most, connects).await {
        Ok(connected) => Ok(connected?),
        Err(_) => Err(failed(ErrorKind::TimedOut, "connection timed out")),
    }
}

/// Signs in, and finds out whether the server is one that is meant (`target_session_attrs`).
async fn speak<S>(config: &Config, stream: S) -> Result<Conversation>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (client, connection) = in_time(config, config.connect_raw(stream, NoTls)).await?;
    let mut talk = talks(connection);
    let wanted = match config.get_target_session_attrs() {
        TargetSessionAttrs::ReadWrite => "off",
        TargetSessionAttrs::ReadOnly => "on",
        _ => return Ok((client, talk)),
    };
    let said = {
        let mut asked = std::pin::pin!(client.simple_query("SHOW transaction_read_only"));
        std::future::poll_fn(|cx| {
            while let Poll::Ready(said) = talk(cx) {
                match said {
                    Some(Ok(_)) => {}
                    Some(Err(e)) => return Poll::Ready(Err(e)),
                    None => break,
                }
            }
            asked.as_mut().poll(cx)
        })
        .await?
    };
    let is_wanted = said.iter().any(|said| match said {
        SimpleQueryMessage::Row(row) => row.get(0) == Some(wanted),
        _ => false,
    });
    match is_wanted {
        true => Ok((client, talk)),
        false => Err(failed(
            ErrorKind::PermissionDenied,
            "the server is not of the kind that target_session_attrs names",
        )),
    }
}

fn failed(kind: ErrorKind, why: &str) -> Error {
    IoError::new(kind, why).into()
}

/// How far a server has proved that it knows the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proof {
    /// Not at all.
    None,
    /// It has asked for SCRAM.
    Begun,
    /// Its signature is there: the client looks at it before it says anything.
    Given,
    /// It has let us in: what follows is not looked at.
    Over,
}

/// A stream of which nothing is read that asks for a password in a way by which whoever asks
/// could learn it (PostgreSQL, "Message Formats": `Authentication…`).
struct Guarded<S> {
    inner: S,
    proof: Proof,
    /// Without a password nobody proves anything, and nothing is told.
    has_password: bool,
    /// The line to change on the server.
    rule: String,
    /// What came and is no whole message.
    held: Vec<u8>,
    /// What may be read.
    open: Vec<u8>,
}

impl<S> Guarded<S> {
    fn new(inner: S, config: &Config) -> Guarded<S> {
        Guarded {
            inner,
            proof: Proof::None,
            has_password: config.get_password().is_some(),
            rule: format!(
                "host {} {} 127.0.0.1/32 scram-sha-256",
                config.get_dbname().unwrap_or("all"),
                config.get_user().unwrap_or("all")
            ),
            held: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Lets whole messages through that may be read.
    fn look(&mut self) -> IoResult<()> {
        while self.proof != Proof::Over {
            let Some((head, rest)) = self.held.split_at_checked(5) else {
                return Ok(());
            };
            let length = head
                .iter()
                .skip(1)
                .fold(0, |all, b| all << 8 | usize::from(*b));
            if !(4..=LONGEST).contains(&length) {
                return Err(refused("answers in no way of PostgreSQL", &self.rule));
            }
            let Some(body) = rest.get(..length - 4) else {
                return Ok(());
            };
            let kind = body.first_chunk().map(|code| i32::from_be_bytes(*code));
            self.proof = match (head.first(), kind, self.proof) {
                // It refuses us, or says something beside it.
                (Some(b'E' | b'N' | b'v'), _, proof) => proof,
                (Some(b'R'), Some(10), Proof::None) => Proof::Begun,
                (Some(b'R'), Some(11), Proof::Begun) => Proof::Begun,
                (Some(b'R'), Some(12), Proof::Begun) => Proof::Given,
                (Some(b'R'), Some(0), Proof::Given) => Proof::Over,
                (Some(b'R'), Some(0), Proof::None) if !self.has_password => Proof::Over,
                (Some(b'R'), Some(0), _) => {
                    return Err(refused("does not prove that it knows it", &self.rule));
                }
                (Some(b'R'), Some(3), _) => {
                    return Err(refused("asks for it in clear", &self.rule));
                }
                (Some(b'R'), Some(5), _) => return Err(refused("asks for its MD5", &self.rule)),
                _ => return Err(refused("asks for something else", &self.rule)),
            };
            let rest = self.held.split_off(length + 1);
            self.open.append(&mut self.held);
            self.held = rest;
        }
        self.open.append(&mut self.held);
        Ok(())
    }
}

fn refused(how: &str, rule: &str) -> IoError {
    let why = format!(
        "the database's password was told to nobody: without TLS who listens there has to prove \
         by SCRAM that he knows it, and it {how}; in pg_hba.conf of the server: {rule} (and the \
         password set anew with password_encryption = 'scram-sha-256')"
    );
    IoError::new(ErrorKind::PermissionDenied, why)
}

impl<S: AsyncRead + Unpin> AsyncRead for Guarded<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<IoResult<()>> {
        let own = self.get_mut();
        while own.open.is_empty() {
            if own.proof == Proof::Over {
                return Pin::new(&mut own.inner).poll_read(cx, buf);
            }
            let mut bytes = [0; 1024];
            let mut came = ReadBuf::new(&mut bytes);
            ready!(Pin::new(&mut own.inner).poll_read(cx, &mut came))?;
            if came.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            own.held.extend_from_slice(came.filled());
            own.look()?;
        }
        let now = own.open.len().min(buf.remaining());
        let rest = own.open.split_off(now);
        buf.put_slice(&own.open);
        own.open = rest;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Guarded<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<IoResult<usize>> {
        Pin::new(&mut self.get_mut().inner).poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<IoResult<()>> {
        Pin::new(&mut self.get_mut().inner).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<IoResult<()>> {
        Pin::new(&mut self.get_mut().inner).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    /// A message of a server.
    fn message(tag: u8, body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
        [&[tag], &length[..], body].concat()
    }

    fn asks(code: i32, rest: &[u8]) -> Vec<u8> {
        message(b'R', &[&code.to_be_bytes(), rest].concat())
    }

    /// What is told to one who listens where the server should and answers so, and why it ends.
    async fn told(answers: Vec<Vec<u8>>) -> (Vec<u8>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let hears = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut heard = Vec::new();
            for answer in answers {
                let mut bytes = [0; 4096];
                let n = stream.read(&mut bytes).await.unwrap_or(0);
                heard.extend_from_slice(&bytes[..n]);
                // A byte at a time: what is cut is put together.
                for byte in answer {
                    let _ = stream.write_all(&[byte]).await;
                }
            }
            let _ = stream.read_to_end(&mut heard).await;
            heard
        });
        let url = format!("postgres://club@localhost:{port}/chess");
        let mut config: Config = url.parse().unwrap();
        config.password("s3cret-word");
        config.connect_timeout(Duration::from_secs(10));
        let why = match connect(&config).await {
            Ok(_) => "connected".to_owned(),
            Err(e) => e.to_string(),
        };
        (hears.await.unwrap(), why)
    }

    #[tokio::test]
    async fn who_has_taken_the_port_learns_no_password() {
        let sasl = || asks(10, b"SCRAM-SHA-256\0\0");
        let first = || asks(11, b"r=abc,s=c2FsdA==,i=4096");
        for (answers, said) in [
            (vec![asks(3, b"")], "in clear"),
            (vec![asks(5, b"salt")], "MD5"),
            (vec![asks(0, b"")], "does not prove"),
            (vec![sasl(), asks(0, b"")], "does not prove"),
            (vec![sasl(), asks(3, b"")], "in clear"),
            (vec![sasl(), first()], ""),
            (vec![sasl(), asks(12, b"v=AAAA"), asks(0, b"")], ""),
            (vec![asks(7, b"")], "something else"),
            (vec![message(b'Z', b"I")], "something else"),
            (
                vec![b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec()],
                "no way of PostgreSQL",
            ),
            (vec![message(b'E', b"SFATAL\0C28P01\0Mno\0\0")], "no"),
        ] {
            let (heard, why) = told(answers).await;
            assert!(why.contains(said) && why != "connected", "{said}: {why}");
            let heard = String::from_utf8_lossy(&heard);
            assert!(!heard.contains("s3cret-word"), "{said}: {heard}");
            let md5 = heard.contains("md5");
            assert!(!md5, "{said}: {heard}");
            // Nothing is asked of one who has proved nothing.
            assert!(
                !heard.contains("SET ") && !heard.contains("SELECT"),
                "{heard}"
            );
            if !said.is_empty() && said != "no" {
                assert!(why.contains("scram-sha-256"), "{why}");
            }
        }
    }

    #[tokio::test]
    async fn nothing_is_said_to_another_machine() {
        for url in [
            "postgres://club@db.club.example/chess",
            "postgres://club@localhost/chess?hostaddr=192.0.2.7",
        ] {
            let config: Config = url.parse().unwrap();
            let why = connect(&config).await.map(|_| ()).unwrap_err();
            assert!(why.to_string().contains("another machine"), "{url}: {why}");
        }
    }
}
