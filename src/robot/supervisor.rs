//! What a supervisor such as systemd is told: ready, alive, ending (sd_notify(3)).
//! Where nobody listens, nothing is said.

use super::lock::Lock;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A way to the supervisor.
#[derive(Clone, Debug, Default)]
pub struct Supervisor {
    socket: Option<Arc<(UnixDatagram, SocketAddr)>>,
    watchdog: Option<Duration>,
    turn: Arc<Mutex<Option<Lock>>>,
}

/// How often who has the turn of the loops shows that he is alive: the server of a database
/// takes it from who does not.
const KEPT: Duration = Duration::from_secs(60);

impl Supervisor {
    /// The supervisor that listens on a socket (`NOTIFY_SOCKET`: a path, or `@` and
    /// an abstract name) and restarts whoever is silent for so many microseconds
    /// (`WATCHDOG_USEC`). An address that cannot be used is nobody.
    pub fn at(socket: Option<&str>, watchdog_usec: Option<u64>) -> Supervisor {
        let address = socket.filter(|s| !s.is_empty()).and_then(|text| {
            match text.strip_prefix('@') {
                Some(name) => SocketAddr::from_abstract_name(name.as_bytes()),
                None => SocketAddr::from_pathname(Path::new(text)),
            }
            .ok()
        });
        let socket = address.and_then(|a| Some(Arc::new((UnixDatagram::unbound().ok()?, a))));
        Supervisor {
            watchdog: watchdog_usec
                .filter(|u| *u > 0 && socket.is_some())
                .map(Duration::from_micros),
            socket,
            turn: Arc::default(),
        }
    }

    /// Has the turn of the loops, or no more: who is alive keeps it.
    pub(super) fn has_turn(&self, turn: Option<Lock>) {
        *self.turn.lock().unwrap_or_else(PoisonError::into_inner) = turn;
    }

    fn keeps_turn(&self) -> bool {
        let turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = turn.as_ref().filter(|turn| turn.lease().is_some());
        if let Some(turn) = turn {
            turn.keeps();
        }
        turn.is_some()
    }

    /// Everything is set up; the mailbox is read from now on.
    pub fn ready(&self) {
        self.say("READY=1");
    }

    /// The configuration is read anew.
    pub fn reloading(&self) {
        self.say("RELOADING=1");
    }

    /// It will end now.
    pub fn stopping(&self) {
        self.say("STOPPING=1");
    }

    /// It is alive: said between two letters, and while it waits.
    pub fn alive(&self) {
        self.keeps_turn();
        if self.watchdog.is_some() {
            self.say("WATCHDOG=1");
        }
    }

    /// How often it must be heard of, with room to spare; `None`: never.
    pub fn often(&self) -> Option<Duration> {
        let kept = self.keeps_turn().then_some(KEPT);
        let watched = self.watchdog.map(|w| w / 3);
        watched.into_iter().chain(kept).min()
    }

    fn say(&self, word: &str) {
        if let Some(socket) = &self.socket {
            // A supervisor that does not listen is no reason not to work.
            let _ = socket.0.send_to_addr(word.as_bytes(), &socket.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_hears_the_words_it_knows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let hears = UnixDatagram::bind(&path).unwrap();
        hears.set_nonblocking(true).unwrap();
        let heard = || {
            let mut words = [0; 100];
            let length = hears.recv(&mut words).ok()?;
            Some(String::from_utf8(words[..length].to_vec()).unwrap())
        };
        let quiet = Supervisor::at(path.to_str(), None);
        quiet.ready();
        quiet.alive();
        assert_eq!(heard().as_deref(), Some("READY=1"));
        assert_eq!(heard(), None);
        assert_eq!(quiet.often(), None);
        let watched = Supervisor::at(path.to_str(), Some(30_000_000));
        watched.alive();
        assert_eq!(heard().as_deref(), Some("WATCHDOG=1"));
        assert_eq!(watched.often(), Some(Duration::from_secs(10)));
    }

    #[test]
    fn nobody_listens() {
        for socket in [
            None,
            Some(""),
            Some("/nowhere/at/all"),
            Some("@nobody-here"),
        ] {
            let nobody = Supervisor::at(socket, Some(1));
            nobody.ready();
            nobody.alive();
            nobody.stopping();
        }
        assert_eq!(Supervisor::at(None, Some(1_000)).often(), None);
    }
}
