//! The server in hardship: a full disk, clients that are slow on purpose, floods of them. It
//! says so, goes on for everybody else, and loses nothing that it has answered.

use super::daemon::soon;
use super::serve::Server;
use super::web::{Browser, between, house, on_web};
use crate::ground::{impossible, no_own_mounts};
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

/// Knights that go out and back: moves enough of both sides.
const KNIGHTS: [&str; 16] = [
    "g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8", "a2a3", "a7a6", "g1f3", "g8f6",
    "b1c3", "b8c6", "f3g1", "f6g8",
];

/// What is written into a file until there is no room for a byte more.
fn fill(path: &std::path::Path) {
    let mut ballast = File::create(path).expect("a file");
    let mut size = 1 << 20;
    while size > 0 {
        if let Err(e) = ballast.write_all(&vec![7; size]) {
            assert_eq!(e.kind(), ErrorKind::StorageFull, "{e}");
            size /= 2;
        }
    }
}

#[test]
fn on_a_full_disk_nothing_that_was_answered_is_lost_and_it_goes_on_when_there_is_room() {
    if let Some(why) = no_own_mounts() {
        return impossible(&why);
    }
    let house = house(&on_web());
    let (server, room) = Server::starts_in_little_room(&house, 24);
    let letters = || {
        let sent = std::fs::read_dir(room.join("mail/out/new")).expect("a folder");
        sent.count()
    };
    soon("the start letters have left", || letters() >= 2);
    // They are read where they were written.
    let copied = Command::new("cp")
        .arg("-a")
        .arg(room.join("mail/out/new/."))
        .arg(house.path("club/mail/out/new/"))
        .status();
    assert!(copied.unwrap().success());
    let (ann, bert) = (Browser::of(&server), Browser::of(&server));
    ann.comes_by_invitation(&house, "ann@a.example");
    bert.comes_by_invitation(&house, "bert@b.example");
    // A first password ends what was made before.
    let secrets = [&ann, &bert].map(|who| {
        who.gets("/programs");
        let fields = [("do", "make"), ("purpose", "api"), ("name", "test")];
        let made = who.posts("/programs", &fields).text();
        between(&made, "<p class=\"secret\">", "<").expect("a secret")
    });
    let mover = |ply: usize| [&ann, &bert][ply % 2];
    assert_eq!(ann.moves(KNIGHTS[0]).status, 303);
    fill(&room.join("ballast"));
    // What is in the log already may still take a move or two.
    let mut answered = 1;
    let refused = loop {
        let reply = mover(answered).moves(KNIGHTS[answered]);
        if reply.status != 303 {
            break reply;
        }
        answered += 1;
        assert!(answered < KNIGHTS.len(), "the disk is full");
    };
    assert_eq!(refused.status, 503, "{}", refused.text());
    assert!(refused.header("retry-after").is_some(), "{}", refused.head);
    let said = refused.text();
    assert!(said.contains("Nothing was recorded"), "{said}");
    // A program is told so too.
    let body = format!(
        "{{\"ply\": {answered}, \"uci\": \"{}\"}}",
        KNIGHTS[answered]
    );
    let reply = server.says(&format!(
        "POST /api/v1/games/T26/1/moves HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
         Authorization: Bearer {}\r\nContent-Length: {}\r\n\r\n{body}",
        secrets[answered % 2],
        body.len()
    ));
    assert_eq!(reply.status, 503, "{}", reply.text());
    assert!(reply.text().contains("\"unrecorded\""), "{}", reply.text());
    assert_eq!(reply.header("retry-after"), Some("60"));
    // Whoever looks is served, and sees what was answered.
    assert_eq!(server.gets("/T26/1.html").status, 200);
    assert_eq!(mover(answered).ply(), answered.to_string());
    std::fs::remove_file(room.join("ballast")).unwrap();
    for _ in 0..3 {
        let done = mover(answered).moves(KNIGHTS[answered]);
        assert_eq!(done.status, 303, "{}", done.text());
        answered += 1;
    }
    assert_eq!(ann.ply(), answered.to_string());
    // Each player is told of each move: his own confirmed, the other's passed on.
    soon("the letters have left", || letters() >= 2 + 2 * answered);
    let club = house.path("club");
    std::fs::remove_dir_all(&club).unwrap();
    let copied = Command::new("cp").arg("-a").arg(&room).arg(&club).status();
    assert!(copied.unwrap().success());
    drop(server);
    assert_eq!(house.run("verify").code, 0);
    assert_eq!(house.json("game show T26/1")["ply"], answered);
}

/// Connections at once of one address.
const OF_ONE: usize = 128;

/// Connections beyond these that are told so.
const TOLD: usize = 16;

/// Connects from an address of this machine, all of which are its own (127.0.0.0/8).
fn connects_from(server: &Server, last: u8) -> TcpStream {
    let from = SocketAddr::from(([127, 0, 0, last], 0));
    let to = server.address().parse().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind(from)?;
        socket.connect(to).await?.into_std()
    });
    let stream = stream.expect("it listens");
    stream.set_nonblocking(false).unwrap();
    let limit = Some(Duration::from_secs(60));
    stream.set_read_timeout(limit).unwrap();
    stream
}

/// All that comes until the other end closes.
fn rest_of(mut stream: TcpStream) -> String {
    let mut all = Vec::new();
    if let Err(e) = stream.read_to_end(&mut all) {
        // Closed while something of ours was not read.
        assert_eq!(e.kind(), ErrorKind::ConnectionReset, "{e}");
    }
    String::from_utf8_lossy(&all).into_owned()
}

/// The status of the answer to a request on a connection that stays open.
fn status_of(stream: &mut TcpStream, request: &str) -> String {
    stream.write_all(request.as_bytes()).unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap_or("closed").to_owned();
    let mut length = 0;
    while !line.trim().is_empty() {
        line.clear();
        reader.read_line(&mut line).unwrap();
        if let Some(said) = line.strip_prefix("content-length: ") {
            length = said.trim().parse().unwrap();
        }
    }
    reader.read_exact(&mut vec![0; length]).unwrap();
    status
}

/// By a clock that stands before the record nothing is done, and whoever clicks or watches is
/// told that, not that much is being done.
#[test]
fn a_server_whose_clock_is_behind_the_record_is_not_healthy() {
    let house = house(&on_web());
    let server = Server::starts_at(&house, "2026-01-08T09:00:00Z", &[]);
    let health = server.gets("/healthz");
    assert_eq!(health.status, 503, "{}", health.text());
    drop(server);
    let server = Server::starts(&house, &[]);
    assert_eq!(server.gets("/healthz").status, 200);
}

const HEALTHY: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

#[test]
fn who_sends_slowly_or_reads_nothing_is_let_go_and_others_are_served() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let form = "POST /sign-in HTTP/1.1\r\nHost: x\r\nAccept-Language: de\r\n\
                Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na=b";
    let opens = |said: &str| {
        let mut stream = connects_from(&server, 1);
        stream.write_all(said.as_bytes()).unwrap();
        stream
    };
    let head = "GET / HTTP/1.1\r\nHost: x\r\nX: ";
    let thirty = |said: &str| -> Vec<TcpStream> { (0..30).map(|_| opens(said)).collect() };
    let (silent, half, forms) = (thirty(""), thirty(head), thirty(form));
    let mut dripping = thirty(head);
    // One that asks without end and never reads.
    let mut deaf = connects_from(&server, 1);
    deaf.set_write_timeout(Some(Duration::from_millis(500)))
        .unwrap();
    let asks = "GET /T26/1.html HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_000);
    for _ in 0..20 {
        assert_eq!(server.gets("/").status, 200);
        assert_eq!(server.gets("/sign-in").status, 200);
    }
    let began = Instant::now();
    let mut closed = 0;
    let mut is_let_go = false;
    while closed < 30 || !is_let_go {
        assert!(
            began.elapsed() < Duration::from_secs(120),
            "{closed} of 30; {is_let_go}"
        );
        let before = dripping.len();
        dripping.retain_mut(|stream| stream.write_all(b"x").is_ok());
        closed += before - dripping.len();
        match deaf.write(asks.as_bytes()) {
            Err(e) if !matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                is_let_go = true;
            }
            _ => {}
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    for stream in silent.into_iter().chain(half) {
        let said = rest_of(stream);
        assert!(
            said.is_empty() || said.starts_with("HTTP/1.1 408"),
            "{said}"
        );
    }
    for stream in forms {
        let said = rest_of(stream);
        assert!(said.starts_with("HTTP/1.1 408 "), "{said}");
        assert!(said.contains("kam nicht rechtzeitig an"), "{said}");
    }
    assert_eq!(server.gets("/").status, 200);
}

#[test]
fn one_address_has_so_many_connections_and_others_are_served() {
    let house = house(&on_web());
    let server = Server::starts(&house, &["--set", "web.trusted_proxies=[\"127.0.0.1\"]"]);
    let served = |last: u8| {
        let mut stream = connects_from(&server, last);
        let status = status_of(&mut stream, HEALTHY);
        (stream, status)
    };
    let mut open: Vec<TcpStream> = Vec::new();
    for n in 0..OF_ONE {
        let (stream, status) = served(2);
        assert_eq!(status, "200", "{n}");
        open.push(stream);
    }
    let mut told: Vec<TcpStream> = (0..TOLD).map(|_| connects_from(&server, 2)).collect();
    assert_eq!(
        rest_of(connects_from(&server, 2)),
        "",
        "that is far too much"
    );
    let asks = |stream: &mut TcpStream, path: &str| {
        let asked = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Language: de\r\n\r\n");
        stream.write_all(asked.as_bytes()).unwrap();
    };
    let (mut page, mut api) = (told.remove(0), told.remove(0));
    asks(&mut page, "/");
    let said = rest_of(page);
    assert!(said.starts_with("HTTP/1.1 429 "), "{said}");
    assert!(said.contains("sind zu viele Verbindungen offen"), "{said}");
    assert!(
        said.contains("retry-after: 60") && said.contains("connection: close"),
        "{said}"
    );
    asks(&mut api, "/api/v1/tournaments");
    let said = rest_of(api);
    assert!(
        said.starts_with("HTTP/1.1 429 ") && said.contains("\"too-many\""),
        "{said}"
    );
    // Another address, and a proxy of ours behind which are many.
    assert_eq!(served(3).1, "200");
    let behind: Vec<_> = (0..OF_ONE + TOLD + 1).map(|_| served(1)).collect();
    assert!(behind.iter().all(|(_, status)| status == "200"));
    // What is closed is given back.
    open.clear();
    told.clear();
    soon("places are given back", || served(2).1 == "200");
}

#[test]
fn behind_a_proxy_of_ours_the_address_that_it_names_counts() {
    let house = house(&on_web());
    let server = Server::starts(&house, &["--set", "web.trusted_proxies=[\"127.0.0.1\"]"]);
    let half = "POST /sign-in HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.5\r\n\
                Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na=b";
    // The first page is made before the others wait: each of these has as long as a form has.
    assert_eq!(server.gets("/").status, 200);
    // Some more, so that one of ours that is served meanwhile makes no difference.
    let all_come = || -> Vec<TcpStream> {
        (0..OF_ONE + TOLD)
            .map(|_| {
                let mut stream = connects_from(&server, 1);
                stream.write_all(half.as_bytes()).unwrap();
                stream
            })
            .collect()
    };
    let asks = |named: &str| {
        server.asks(
            "GET",
            "/",
            &format!("Accept-Language: en\r\nX-Forwarded-For: {named}\r\n"),
        )
    };
    let mut open = Vec::new();
    soon("it has too many", || {
        open = all_come();
        asks("203.0.113.5").status == 429
    });
    let said = asks("203.0.113.6, 203.0.113.5");
    assert_eq!(
        said.status, 429,
        "what he says of himself counts for nothing"
    );
    assert!(
        said.text().contains("Too many connections"),
        "{}",
        said.text()
    );
    assert_eq!(asks("203.0.113.5, 203.0.113.6").status, 200);
    assert_eq!(server.gets("/").status, 200);
    drop(open);
    soon("places are given back", || {
        asks("203.0.113.5").status == 200
    });
}

#[test]
fn in_a_flood_of_logins_whoever_is_one_too_many_is_told_so_and_pages_are_served() {
    let house = house(&on_web());
    let server = Server::starts(&house, &["--set", "web.trusted_proxies=[\"127.0.0.1\"]"]);
    let browsers: Vec<Browser> = (0..60).map(|_| Browser::of(&server)).collect();
    let addresses: Vec<String> = (0..60)
        .map(|n| format!("X-Forwarded-For: 203.0.113.{n}\r\n"))
        .collect();
    for browser in &browsers {
        browser.gets("/sign-in");
    }
    let forms: Vec<String> = browsers
        .iter()
        .zip(&addresses)
        .map(|(browser, from)| {
            let fields = [
                ("address", "ann@a.example"),
                ("password", "no such password"),
            ];
            browser.form("/sign-in", &fields, from)
        })
        .collect();
    let replies: Vec<_> = std::thread::scope(|scope| {
        let server = &server;
        let each = forms
            .iter()
            .map(|form| scope.spawn(move || server.says(form)));
        let each: Vec<_> = each.collect();
        assert_eq!(server.gets("/T26/1.html").status, 200);
        each.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let (wrong, later): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 403);
    assert!(wrong.len() >= 2 && !later.is_empty(), "{}", wrong.len());
    for reply in later {
        assert_eq!(reply.status, 503, "{}", reply.text());
        assert!(reply.header("retry-after").is_some(), "{}", reply.head);
        let said = reply.text();
        assert!(said.contains("Too much is being done at once"), "{said}");
    }
    // Nobody else is kept out by it.
    let ann = Browser::of(&server);
    ann.comes_by_invitation(&house, "ann@a.example");
}
