//! `postchess serve`: pages for browsers from a process of its own, which fetches, rules and
//! sends too unless somebody else does.

use super::daemon::{Daemon, ply, post, soon};
use crate::club::Setup;
use crate::contract::{Answer, House, bare};
use crate::ground::{OWN_MOUNTS, with_own_mounts};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const NOW: &str = "2026-01-10T09:00:00Z";

/// A server at work; killed where a test forgets it.
pub struct Server {
    child: Option<Child>,
    pub url: String,
}

/// What it has answered.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        let found = lines.find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Server {
    pub fn starts(house: &House, options: &[&str]) -> Server {
        Server::starts_at(house, NOW, options)
    }

    /// The same with a socket that somebody else opened and holds, as systemd does.
    pub fn starts_on(house: &House, socket: &std::net::TcpListener) -> Server {
        use std::os::fd::AsFd;
        // The shell knows the number of the process that it becomes; 3 is the first that is
        // handed over.
        let own = socket.as_fd().try_clone_to_owned().expect("a socket");
        let program = bare().get_program().to_owned();
        let child = Command::new("sh")
            .args([
                "-c",
                "exec 3<&0 0</dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$@\"",
                "sh",
            ])
            .arg(program)
            .arg("--home")
            .arg(house.path("club"))
            .args(["--now", NOW, "--set", "auth.policy=address"])
            // Nobody can listen there: what is handed over is used.
            .args(["--set", "web.listen=127.0.0.1:1", "serve"])
            .stdin(Stdio::from(own))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        Server::that_says_where(child)
    }

    /// The same with its home, as it is now, on a file system of its own of so many MB, which
    /// really fills (a tmpfs that this process alone has); and where that is seen from outside.
    pub fn starts_in_little_room(house: &House, megabytes: u32) -> (Server, PathBuf) {
        let room = house.path("room");
        std::fs::create_dir_all(&room).expect("a folder");
        let script = format!(
            "{OWN_MOUNTS}mount -t tmpfs -o size={megabytes}m none \"$1\" && cp -a \"$2/.\" \"$1/\" && \
             shift 2 && exec \"$@\""
        );
        let child = with_own_mounts()
            .args(["sh", "-c", &script, "sh"])
            .args([room.clone(), house.path("club")])
            .arg(bare().get_program())
            .arg("--home")
            .arg(&room)
            .args(["--now", NOW, "--set", "auth.policy=address"])
            .args(["--set", "web.listen=127.0.0.1:0", "serve"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("unshare is installed by tests/run");
        let seen = PathBuf::from(format!("/proc/{}/root", child.id()));
        let seen = seen.join(room.strip_prefix("/").expect("a whole path"));
        (Server::that_says_where(child), seen)
    }

    /// The same at another hour, which stands still too.
    pub fn starts_at(house: &House, now: &str, options: &[&str]) -> Server {
        let child = bare()
            .arg("--home")
            .arg(house.path("club"))
            .args(["--now", now, "--set", "auth.policy=address"])
            .args(["--set", "web.listen=127.0.0.1:0"])
            .args(options)
            .arg("serve")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        Server::that_says_where(child)
    }

    fn that_says_where(mut child: Child) -> Server {
        let mut url = String::new();
        let out = child.stdout.as_mut().expect("its standard output");
        BufReader::new(out).read_line(&mut url).expect("a line");
        let url = url.trim().to_owned();
        Server {
            child: Some(child),
            url,
        }
    }

    pub fn address(&self) -> &str {
        let bare = self.url.split("://").nth(1).expect("an address");
        bare.trim_end_matches('/')
    }

    /// The same server at another of its addresses; that one does not end it.
    pub fn at(&self, url: &str) -> Server {
        Server::of_others(url)
    }

    /// One that somebody else has started, and ends.
    pub fn of_others(url: &str) -> Server {
        Server {
            child: None,
            url: url.to_owned(),
        }
    }

    /// Sends a request as it stands, and reads the answer to its end.
    pub fn says(&self, request: &str) -> Reply {
        let mut stream = TcpStream::connect(self.address()).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).expect("an answer");
        let end = all
            .windows(4)
            .position(|w| w == b"\r\n\r\n")
            .expect("a head");
        let head = String::from_utf8(all[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok());
        Reply {
            status: status.expect("a status"),
            body: all[end + 4..].to_vec(),
            head,
        }
    }

    pub fn asks(&self, method: &str, path: &str, headers: &str) -> Reply {
        self.says(&format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n"
        ))
    }

    pub fn gets(&self, path: &str) -> Reply {
        self.asks("GET", path, "")
    }

    /// What it said, and its exit code, after SIGTERM.
    pub fn ends(mut self) -> Answer {
        let mut child = self.child.take().expect("it runs");
        let killed = Command::new("kill").arg(child.id().to_string()).status();
        assert!(killed.unwrap().success());
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < Duration::from_secs(20), "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
        Answer::of(&child.wait_with_output().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[test]
fn a_server_in_clear_for_other_machines_does_not_start() {
    let house = House::with(&Setup::new());
    for listen in ["0.0.0.0:0", "[::]:0"] {
        let refused = house.at(NOW, &format!("--set web.listen={listen} serve"));
        let said = &refused.fails(1).err;
        assert!(
            said.contains("read passwords") && said.contains("tls_cert"),
            "{said}"
        );
        assert!(refused.out.is_empty(), "{}", refused.out);
    }
}

#[test]
fn pages_are_those_of_the_site_and_change_with_the_game() {
    let house = House::with(&Setup::new());
    let known = ["web", "site"].map(|of| format!("--set {of}.base_url=https://club.example"));
    let known = known.join(" ");
    let more: Vec<&str> = known.split(' ').collect();
    let server = Server::starts(&house, &more);
    let folder = house.path("site");
    house
        .at(NOW, &format!("{known} site --output {}", folder.display()))
        .done();
    let first = server.gets("/").text();
    assert!(
        first.contains("href=\"https://club.example/games\""),
        "{first}"
    );
    let list = std::fs::read_to_string(folder.join(".postchess-site")).unwrap();
    for path in [
        "index.html",
        "T26/index.html",
        "T26/1.html",
        "T26/T26.pgn",
        "players/1.atom",
        "sitemap.xml",
    ] {
        assert!(list.lines().any(|own| own == path), "{path} in {list}");
    }
    for path in list.lines() {
        let page = server.gets(&format!("/{path}"));
        assert_eq!(page.status, 200, "{path}");
        let written = std::fs::read(folder.join(path)).unwrap();
        assert!(page.body == written, "{path}");
    }
    let before = server.gets("/T26/1.html");
    assert!(
        before
            .header("content-type")
            .unwrap()
            .starts_with("text/html")
    );
    let tag = before.header("etag").unwrap().to_owned();
    let known = format!("If-None-Match: {tag}\r\n");
    let again = server.asks("GET", "/T26/1.html", &known);
    assert_eq!((again.status, again.body.len()), (304, 0));
    // A letter is ruled by the same process, and the page shows its move.
    post(&house, "m1", "ann@a.example", "1. 5254");
    soon("the move is played", || ply(&house) == 1);
    soon("the page shows it", || {
        server.gets("/T26/1.html").text().contains("e4")
    });
    let after = server.asks("GET", "/T26/1.html", &known);
    assert_eq!(after.status, 200);
    // What another process changes stands on every page that shows it.
    house
        .at(
            NOW,
            "td correct T26:1 T26 --name Annabella --reason passport",
        )
        .done();
    for path in [
        "/",
        "/T26/",
        "/T26/rounds.html",
        "/T26/1.html",
        "/players/1.html",
    ] {
        soon(path, || server.gets(path).text().contains("Annabella"));
    }
    let answer = server.ends();
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(
        answer.err.contains("started") && answer.err.contains("ended"),
        "{}",
        answer.err
    );
}

#[test]
fn what_a_stranger_asks_is_answered_by_the_book() {
    let house = House::with(&Setup::new());
    let server = Server::starts(&house, &[]);
    let missing = server.gets("/T26/99.html");
    assert_eq!(missing.status, 404);
    assert!(missing.text().contains("href=\"/\""), "{}", missing.text());
    let folder = server.gets("/T26");
    assert_eq!(
        (folder.status, folder.header("location")),
        (301, Some("/T26/"))
    );
    assert_eq!(
        server.gets("/T26/").body,
        server.gets("/T26/index.html").body
    );
    let head = server.asks("HEAD", "/", "");
    assert_eq!((head.status, head.body.len()), (200, 0));
    let long = server.gets("/").body.len().to_string();
    assert_eq!(head.header("content-length"), Some(long.as_str()));
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let refused = server.asks(method, "/", "Content-Length: 0\r\n");
        assert_eq!(refused.status, 405, "{method}");
        assert_eq!(refused.header("allow"), Some("GET, HEAD"));
    }
    // Nothing but what was made is there, whatever a path says.
    for path in [
        "/../postchess.toml",
        "/%2e%2e/postchess.db",
        "//etc/passwd",
        "/T26/..%2f..%2fpostchess.key",
        "/.postchess.lock",
        "/postchess.db",
    ] {
        assert_eq!(server.gets(path).status, 404, "{path}");
    }
    let page = server.gets("/");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
    ] {
        assert_eq!(page.header(name), Some(value));
    }
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!page.text().contains("@a.example"), "an address is shown");
    let packed = server.asks("GET", "/", "Accept-Encoding: gzip\r\n");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() * 2 < page.body.len());
    assert_eq!(server.says("GET\r\n\r\n").status, 400);
    // RFC 9112, 3.2: every request of HTTP/1.1 names its host, once.
    for (head, status) in [
        ("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
        (
            "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
            400,
        ),
        ("GET /healthz HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        (
            "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            200,
        ),
        ("GET /healthz HTTP/1.0\r\n\r\n", 200),
    ] {
        assert_eq!(server.says(head).status, status, "{head}");
    }
    assert_eq!(page.header("strict-transport-security"), None);
    let head = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(20_000));
    assert_eq!(server.says(&head).status, 431);
    assert_eq!(server.gets("/healthz").text(), "postchess\n");
}

#[test]
fn a_daemon_works_and_the_server_takes_over_when_it_ends() {
    let house = House::with(&Setup::new());
    let daemon = Daemon::starts(&house, &[], &[]);
    let server = Server::starts(&house, &[]);
    post(&house, "m1", "ann@a.example", "1. 5254");
    soon("the move is played", || ply(&house) == 1);
    soon("the page shows it", || {
        server.gets("/T26/1.html").text().contains("e4")
    });
    let log = daemon.ends().err;
    assert!(log.contains("move T26/1"), "the daemon has ruled: {log}");
    post(&house, "m2", "bert@b.example", "1... 5755");
    soon("the server has taken over", || ply(&house) == 2);
    let said = server.ends().err;
    assert!(said.contains("stands by"), "{said}");
    assert!(said.contains("move T26/1"), "{said}");
}

#[test]
fn it_speaks_tls_with_its_own_certificate() {
    let house = House::with(&Setup::new());
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
        ])
        .args(["-nodes", "-days", "1", "-subj", "/CN=localhost"])
        .args(["-addext", "subjectAltName=IP:127.0.0.1"])
        .arg("-keyout")
        .arg(house.path("club/key.pem"))
        .arg("-out")
        .arg(house.path("club/cert.pem"))
        .output()
        .expect("openssl");
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    let files = [
        "--set",
        "web.tls_cert=cert.pem",
        "--set",
        "web.tls_key=key.pem",
    ];
    let server = Server::starts(&house, &files);
    assert!(server.url.starts_with("https://"), "{}", server.url);
    let got = Command::new("curl")
        .args(["--silent", "--show-error", "--max-time", "20", "--include"])
        .arg("--cacert")
        .arg(house.path("club/cert.pem"))
        .arg(&server.url)
        .output()
        .expect("curl");
    let page = String::from_utf8_lossy(&got.stdout);
    assert!(
        page.contains("strict-transport-security: max-age="),
        "{page}"
    );
    assert!(
        page.contains("T26"),
        "{page} {}",
        String::from_utf8_lossy(&got.stderr)
    );
    drop(server);
    let check = |files: [&str; 4]| {
        let mut command = bare();
        command
            .arg("--home")
            .arg(house.path("club"))
            .args(files)
            .arg("check");
        command.output().unwrap()
    };
    assert!(check(files).status.success());
    house.write("club/key.pem", "no key");
    let wrong = check(files);
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert!(
        said.contains("key.pem") && said.contains("tls_key in [web]"),
        "{said}"
    );
    let half = bare()
        .arg("--home")
        .arg(house.path("club"))
        .args(["--set", "web.tls_key=key.pem", "check"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&half.stderr);
    assert!(said.contains("tls_cert is missing"), "{said}");
}

#[test]
fn an_address_that_is_taken_is_said_with_what_to_do() {
    let house = House::with(&Setup::new());
    let first = Server::starts(&house, &[]);
    let listen = format!("web.listen={}", first.address());
    let refused = bare()
        .arg("--home")
        .arg(house.path("club"))
        .args(["--set", &listen, "serve"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.contains("cannot listen on") && said.contains("listen in [web]"),
        "{said}"
    );
}

#[test]
fn before_a_tournament_starts_the_page_says_so() {
    let house = House::new();
    house.write("t.toml", &Setup::new().file());
    let add = format!("tournament add {}", house.path("t.toml").display());
    house.at(NOW, &add).done();
    let server = Server::starts(&house, &[]);
    let page = server.gets("/");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<h1>"), "{}", page.text());
    let start = "tournament start T26";
    house.at(NOW, start).done();
    soon("the tournament is there", || {
        server.gets("/T26/").status == 200
    });
}

#[test]
fn who_comes_while_the_server_begins_again_waits_at_the_socket_that_was_handed_over() {
    let house = House::with(&Setup::new());
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let server = Server::starts_on(&house, &socket);
    let own = socket.local_addr().unwrap().to_string();
    assert_eq!(server.address(), own);
    assert_eq!(server.gets("/healthz").text(), "postchess\n");
    server.ends();
    // Nobody answers; who comes is not turned away.
    let mut early = TcpStream::connect(&own).unwrap();
    early
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .unwrap();
    let server = Server::starts_on(&house, &socket);
    let mut answer = String::new();
    early.read_to_string(&mut answer).unwrap();
    assert!(answer.ends_with("postchess\n"), "{answer}");
    server.ends();
}
