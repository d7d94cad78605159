//! Somebody between client and server who cuts or holds the connection at a step
//! of the conversation.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// What happens, once.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The words that bring it about.
    pub at: &'static str,
    /// Said by the server, not by the client.
    pub from_server: bool,
    /// They are passed on before it happens.
    pub after: bool,
    /// Both sides wait for ever, instead of hearing that it is over.
    pub hang: bool,
}

/// A proxy before a server.
pub struct Proxy {
    pub port: u16,
    fault: Arc<Mutex<Option<Fault>>>,
    connections: Arc<AtomicUsize>,
    turns: Arc<AtomicUsize>,
}

impl Proxy {
    pub fn before(server: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let fault = Arc::new(Mutex::new(None));
        let shared = Arc::clone(&fault);
        let (connections, turns) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let (counted, all_turns) = (Arc::clone(&connections), Arc::clone(&turns));
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                counted.fetch_add(1, Ordering::Relaxed);
                let server_spoke = Arc::new(AtomicBool::new(true));
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else {
                    continue;
                };
                let pairs = [
                    (
                        client.try_clone().unwrap(),
                        server.try_clone().unwrap(),
                        false,
                    ),
                    (server, client, true),
                ];
                for (from, to, from_server) in pairs {
                    let shared = Arc::clone(&shared);
                    let (turns, spoke) = (Arc::clone(&all_turns), Arc::clone(&server_spoke));
                    std::thread::spawn(move || {
                        pump(from, to, from_server, &shared, &|| {
                            let before = spoke.swap(from_server, Ordering::SeqCst);
                            if before && !from_server {
                                turns.fetch_add(1, Ordering::Relaxed);
                            }
                        });
                    });
                }
            }
        });
        Proxy {
            port,
            fault,
            connections,
            turns,
        }
    }

    /// How many connections there were, and how often it was the client's turn to speak.
    pub fn seen(&self) -> (usize, usize) {
        let count = |n: &AtomicUsize| n.load(Ordering::Relaxed);
        (count(&self.connections), count(&self.turns))
    }

    /// The next time these words are said.
    pub fn breaks(&self, fault: Fault) {
        *self.fault.lock().unwrap() = Some(fault);
    }

    /// Whether it has happened; it is called off where not.
    pub fn has_broken(&self) -> bool {
        self.fault.lock().unwrap().take().is_none()
    }
}

fn pump(
    mut from: TcpStream,
    mut to: TcpStream,
    from_server: bool,
    shared: &Mutex<Option<Fault>>,
    spoke: &dyn Fn(),
) {
    let mut buffer = [0; 16_384];
    let mut tail: Vec<u8> = Vec::new();
    loop {
        let n = match from.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(n) => n,
        };
        spoke();
        tail.extend_from_slice(&buffer[..n]);
        let met = {
            let mut fault = shared.lock().unwrap();
            let is_met = fault.as_ref().is_some_and(|f| {
                f.from_server == from_server
                    && tail.windows(f.at.len()).any(|w| w == f.at.as_bytes())
            });
            if is_met { fault.take() } else { None }
        };
        let keep = tail.len().saturating_sub(100);
        tail.drain(..keep);
        if met.as_ref().is_none_or(|f| f.after) && to.write_all(&buffer[..n]).is_err() {
            break;
        }
        match met {
            None => {}
            Some(fault) if fault.hang => {
                // What comes is swallowed, till the other gives up.
                while from.read(&mut buffer).is_ok_and(|n| n > 0) {}
                break;
            }
            Some(_) => break,
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
