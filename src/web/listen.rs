//! Connections: taken, bounded in all and of one address, answered, and closed at the end. Who
//! is slow on purpose is given up: in sending a head, a body ([`form`](super::form),
//! [`program`](super::program)), or in taking what he asked for.

use super::client::PeerAddress;
use super::paced::{Pace, Paced};
use super::places::{Place, Places};
use super::pulse::SignsOfLife;
use super::{HEALTH, Server, crowded, in_clear, router, tls};
use crate::config::WebSection;
use crate::error::Failure;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, Version, header};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use listenfd::ListenFd;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Semaphore, watch};
use tokio_rustls::TlsAcceptor;

/// Connections at once, where the machine allows so many files; who comes then waits.
const MOST: usize = 8_192;

/// Files that are left for everything else: the database, mail, the robot's network.
const OTHER_FILES: usize = 256;

/// How long the head of a request may take, and a handshake.
const HEAD: Duration = Duration::from_secs(15);

/// Connections at once of one address, or a household of IPv6: a school or an office behind
/// one has room, and nobody can take all. Of who is named by a proxy of ours, requests at once.
const MOST_OF_ONE: usize = 128;

/// Connections beyond these that are answered that they are too many; further ones are closed.
const MOST_TOLD: usize = 16;

/// How long the head of a request that is one too many may take: the next is to be told too.
const TOLD_HEAD: Duration = Duration::from_secs(2);

/// At what pace an answer has to be taken. The slowest lines there are, those of old mobile
/// networks, take some KB a second.
const PACE: Pace = Pace {
    patience: Duration::from_secs(15),
    rate: 512,
};

/// The longest head of a request, in bytes.
const MOST_HEAD: usize = 16 * 1024;

/// How long open connections have at the end.
const GRACE: Duration = Duration::from_secs(5);

/// How often it is looked whether to stop.
const LOOK: Duration = Duration::from_millis(100);

/// Tells whoever answers for long that the server ends: what every request brings along.
#[derive(Clone, Debug)]
pub struct Ending(watch::Receiver<()>);

impl Ending {
    /// Waits for the end.
    pub async fn comes(&mut self) {
        // Nothing is ever sent: it changes by being closed.
        while self.0.changed().await.is_ok() {}
    }
}

/// A server that is bound to its address and answers nobody yet.
pub struct Listening {
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
}

/// Connections at once: as many as the machine allows files, within bounds. A process may open
/// fewer than it might until it asks for more.
pub fn connections() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let all = MOST + OTHER_FILES;
    let files = |said: Option<u64>| said.and_then(|n| usize::try_from(n).ok()).unwrap_or(all);
    let allowed = getrlimit(Resource::Nofile);
    let (mut have, most) = (files(allowed.current), files(allowed.maximum).min(all));
    if have < most {
        let wanted = Rlimit {
            current: u64::try_from(most).ok(),
            maximum: allowed.maximum,
        };
        if setrlimit(Resource::Nofile, wanted).is_ok() {
            have = most;
        }
    }
    have.saturating_sub(OTHER_FILES).clamp(64, MOST)
}

/// Refuses a place where everybody on the way would read what browsers show: in clear, for other
/// machines, and no proxy of ours before it.
fn must_not_be_overheard(web: &WebSection, at: SocketAddr) -> Result<(), Failure> {
    let is_here = at.ip().to_canonical().is_loopback();
    if is_here || web.tls.is_some() || !web.trusted_proxies.is_empty() {
        return Ok(());
    }
    let words = format!(
        "the server would speak in clear with other machines on {at}: everybody on the way could \
         read passwords"
    );
    Err(Failure::failed(words).hint(
        "in [web]: tls_cert and tls_key, or trusted_proxies with the addresses of the proxy \
         before it, or listen on this machine alone (127.0.0.1:8180)",
    ))
}

/// Takes the socket that systemd hands over (`sd_listen_fds(3)`), where it does: what comes
/// while the server begins again waits there. Else the address of the configuration.
///
/// # Errors
/// It is taken, or not this machine's, or passwords would go to others in clear, or what is
/// handed over is no TCP socket that listens; or the certificate cannot be used.
pub fn bind(web: &WebSection) -> Result<Listening, Failure> {
    let handed = |e: std::io::Error| {
        Failure::failed(format!(
            "the socket that was handed over cannot be used: {e}"
        ))
    };
    let wrong = |e: std::io::Error| {
        Failure::failed(format!("cannot listen on {}: {e}", web.listen))
            .hint("another address: --set web.listen=127.0.0.1:8181, or listen in [web]")
    };
    let tls = certificate_of(web)?;
    let handed_over = ListenFd::from_env().take_tcp_listener(0).map_err(handed)?;
    let listener = match handed_over {
        Some(listener) => listener,
        None => TcpListener::bind(web.listen).map_err(wrong)?,
    };
    must_not_be_overheard(web, listener.local_addr().map_err(wrong)?)?;
    listener.set_nonblocking(true).map_err(wrong)?;
    Ok(Listening { listener, tls })
}

/// Its own certificate, ready for use; none where it speaks in clear.
///
/// # Errors
/// The files of the configuration are no such.
pub fn certificate_of(web: &WebSection) -> Result<Option<TlsAcceptor>, Failure> {
    let files = web.tls.as_ref();
    files
        .map(|(certificate, key)| tls::acceptor(certificate, key))
        .transpose()
}

impl Listening {
    /// Where it is found: `http://127.0.0.1:8180/`.
    pub fn url(&self) -> String {
        let scheme = match self.tls {
            Some(_) => "https",
            None => "http",
        };
        let address = self.listener.local_addr();
        address.map_or_else(
            |e| e.to_string(),
            |a: SocketAddr| format!("{scheme}://{a}/"),
        )
    }

    /// Answers until it is told to stop; then what was asked is still answered, for a while.
    ///
    /// # Errors
    /// The machine gives no threads or no sockets.
    pub fn serve(self, server: Server, stop: &AtomicBool) -> Result<(), Failure> {
        // Connections to a database server are closed outside the runtime, and after it.
        let server = Arc::new(server);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|e| Failure::failed(format!("the server cannot begin: {e}")))?;
        runtime.block_on(self.answer(&server, stop))
    }

    async fn answer(self, server: &Arc<Server>, stop: &AtomicBool) -> Result<(), Failure> {
        let Listening { listener, tls } = self;
        let listener = tokio::net::TcpListener::from_std(listener);
        let listener = listener.map_err(|e| Failure::failed(format!("the server: {e}")))?;
        let clerk = server.clerk.clone();
        let signs = Arc::new(SignsOfLife::begin(clerk.clone()));
        let beats = tokio::spawn({
            let signs = Arc::clone(&signs);
            async move { signs.go_on().await }
        });
        let door = Arc::new(Door {
            server: Arc::clone(server),
            has_tls: tls.is_some(),
            served: Places::of(MOST),
            told: Places::of(MOST),
        });
        let app = TowerToHyperService::new(router(Arc::clone(server)));
        let connections = Arc::new(Semaphore::new(connections()));
        let graceful = GracefulShutdown::new();
        let (alive, ending) = watch::channel(());
        let mut look = tokio::time::interval(LOOK);
        while !stop.load(Ordering::Relaxed) {
            let taken = tokio::select! {
                _ = look.tick() => continue,
                taken = one(&listener, &connections) => taken,
            };
            let (stream, ip, permit) = match taken {
                Ok(taken) => taken,
                Err(e) => {
                    // The machine has no sockets left, for now.
                    tracing::warn!("a connection was not taken: {e}");
                    tokio::time::sleep(LOOK).await;
                    continue;
                }
            };
            let Some(entry) = door.lets_in(ip) else {
                continue;
            };
            let (app, tls, watcher) = (app.clone(), tls.clone(), graceful.watcher());
            let (door, entry) = (Arc::clone(&door), Arc::new(entry));
            let ending = Ending(ending.clone());
            tokio::spawn(async move {
                let _permit = permit;
                let head = match *entry {
                    Entry::TooMany(_) => TOLD_HEAD,
                    Entry::Own(_) | Entry::Proxy => HEAD,
                };
                let stream = Paced::of(stream, PACE);
                let stream = match tls {
                    None => Box::new(stream) as Box<dyn Stream>,
                    Some(tls) => match tokio::time::timeout(HEAD, tls.accept(stream)).await {
                        Ok(Ok(stream)) => Box::new(stream),
                        _ => return,
                    },
                };
                let app = service_fn(move |mut request: Request<Incoming>| {
                    let is_secret = door.has_tls;
                    let peer = door.peer(ip, request.headers());
                    let brought = request.extensions_mut();
                    brought.insert(peer);
                    brought.insert(ending.clone());
                    let overheard = door.is_overheard(ip, request.uri().path());
                    let answered = match (names_its_host(&request), door.place_of(&entry, peer)) {
                        (false, _) => Err(StatusCode::BAD_REQUEST.into_response()),
                        (true, _) if overheard => Err(in_clear(&door.server, &request)),
                        (true, Ok(place)) => Ok((place, app.call(request))),
                        (true, Err(Crowded)) => Err(crowded(&door.server, &request)),
                    };
                    async move {
                        let mut answer = match answered {
                            Ok((_place, answer)) => answer.await?,
                            Err(answer) => answer,
                        };
                        if is_secret {
                            let headers = answer.headers_mut();
                            headers.insert(header::STRICT_TRANSPORT_SECURITY, ONLY_TLS);
                        }
                        Ok::<_, Infallible>(answer)
                    }
                });
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(head)
                    .max_buf_size(MOST_HEAD)
                    .serve_connection(TokioIo::new(stream), app);
                if let Err(e) = watcher.watch(connection).await {
                    tracing::debug!("a connection ended: {e}");
                }
            });
        }
        drop(alive);
        let _ = tokio::time::timeout(GRACE, graceful.shutdown()).await;
        beats.abort();
        signs.give().await;
        Ok(())
    }
}

/// What a browser is told over TLS: for a year it asks for this host by no other way (RFC 6797).
const ONLY_TLS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Whether a request names the host that it is for, once (RFC 9112, 3.2).
fn names_its_host<B>(request: &Request<B>) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(_), None) => true,
        (None, _) => request.version() < Version::HTTP_11,
        (Some(_), Some(_)) => false,
    }
}

/// How a connection is let in.
enum Entry {
    /// It counts for its own address.
    Own(#[expect(dead_code, reason = "it is held")] Place<IpAddr>),
    /// It is one too many, and told so.
    TooMany(#[expect(dead_code, reason = "it is held")] Place<IpAddr>),
    /// Many come through it: each request counts for whom the proxy names.
    Proxy,
}

/// Too many come from an address.
struct Crowded;

/// Who stands at the door.
struct Door {
    server: Arc<Server>,
    has_tls: bool,
    served: Arc<Places<IpAddr>>,
    told: Arc<Places<IpAddr>>,
}

impl Door {
    fn is_proxy(&self, ip: IpAddr) -> bool {
        let proxies = &self.server.web.trusted_proxies;
        proxies.contains(&ip.to_canonical())
    }

    /// From where a request comes.
    fn peer(&self, ip: IpAddr, headers: &HeaderMap) -> PeerAddress {
        match self.is_proxy(ip) {
            true => PeerAddress::behind_proxy(ip, headers, self.server.is_secure()),
            false => PeerAddress::of(ip, self.has_tls),
        }
    }

    /// Whether everybody on the way would read what is asked and answered: it is no proxy of ours
    /// that asks, though there are some, and it asks in clear. What watches over the server is
    /// answered, and this machine.
    fn is_overheard(&self, ip: IpAddr, path: &str) -> bool {
        let proxies = &self.server.web.trusted_proxies;
        !self.has_tls && path != HEALTH && passes_by(proxies, ip)
    }

    /// Lets a connection in; one that would be far too many not at all. Where no proxy is
    /// known, one may stand on this machine.
    fn lets_in(&self, ip: IpAddr) -> Option<Entry> {
        let own = PeerAddress::of(ip, self.has_tls);
        let may_be_proxy = self.server.web.trusted_proxies.is_empty() && own.ip.is_loopback();
        if self.is_proxy(ip) || may_be_proxy {
            return Some(Entry::Proxy);
        }
        let (whose, served) = (own.household(), MOST_OF_ONE);
        let place = self.served.take(whose, served).map(Entry::Own);
        place.or_else(|| self.told.take(whose, MOST_TOLD).map(Entry::TooMany))
    }

    /// The place of a request: its connection's own, or among those of whom a proxy names.
    fn place_of(&self, entry: &Entry, peer: PeerAddress) -> Result<Option<Place<IpAddr>>, Crowded> {
        match entry {
            Entry::Own(_) => Ok(None),
            Entry::TooMany(_) => Err(Crowded),
            Entry::Proxy if peer.ip.is_loopback() || self.is_proxy(peer.ip) => Ok(None),
            Entry::Proxy => {
                let place = self.served.take(peer.household(), MOST_OF_ONE);
                place.map(Some).ok_or(Crowded)
            }
        }
    }
}

/// Whether a peer comes past the proxies that all others come through.
fn passes_by(proxies: &[IpAddr], ip: IpAddr) -> bool {
    let ip = ip.to_canonical();
    !proxies.is_empty() && !proxies.contains(&ip) && !ip.is_loopback()
}

/// The next connection, once there is room for it.
async fn one(
    listener: &tokio::net::TcpListener,
    connections: &Arc<Semaphore>,
) -> std::io::Result<(
    tokio::net::TcpStream,
    IpAddr,
    tokio::sync::OwnedSemaphorePermit,
)> {
    let permit = Arc::clone(connections).acquire_owned().await;
    let permit = permit.map_err(std::io::Error::other)?;
    let (stream, from) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, from.ip(), permit))
}

/// A connection, in clear or within TLS.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_past_the_proxy_is_known() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let proxies = [ip("192.0.2.7"), ip("2001:db8::7")];
        for (peer, past) in [
            ("192.0.2.7", false),
            ("::ffff:192.0.2.7", false),
            ("2001:db8::7", false),
            ("127.0.0.1", false),
            ("127.8.8.8", false),
            ("::1", false),
            ("192.0.2.8", true),
            ("::ffff:192.0.2.8", true),
            ("2001:db8::8", true),
        ] {
            assert_eq!(passes_by(&proxies, ip(peer)), past, "{peer}");
            // Where no proxy is known, none is passed by.
            assert!(!passes_by(&[], ip(peer)), "{peer}");
        }
    }
}
