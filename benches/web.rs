//! What the server does under load, measured on the built program over real HTTP, with the
//! robot's loops at work in it and whoever asks on the same machine.
//!
//! `cargo bench --profile release --bench web` prints all of it but the last, with `-- pages`,
//! `moves`, `attacks`, `streams`, `latency` behind it a part; the pages want `wrk`. Each answered
//! move is looked for in the record afterwards, the last ones after `kill -9`. With `server` among
//! the words the club moves to a PostgreSQL server of its own first. `-- large` is the public pages
//! of 20,000 games; a number is that of the games.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a measurement prints, and ends where something is wrong"
)]

mod common;

#[path = "web/large.rs"]
mod large;

#[path = "../tests/it/cluster/postgres.rs"]
#[allow(dead_code, reason = "the tests start more kinds of servers")]
mod postgres_server;

use common::{PROGRAM, memory, scratch, scripts};
use postchess::chess::Side;
use postchess::config::Config;
use postchess::ids::{GameId, PlayerId};
use postchess::record::{Cause, Entry, Event};
use postchess::robot::Home;
use postchess::robot::accounts::BeginningBrowser;
use postchess::store::Store;
use postchess::time::Instant;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant as Stopwatch, SystemTime, UNIX_EPOCH};

/// Players of the one round-robin: 120 games.
const PLAYERS: usize = 16;

/// Half-moves that are clicked in a game before the server is killed, at most.
const PLIES: usize = 10;

/// Who clicks at once.
const BROWSERS: usize = 16;

/// Event streams that are open at once.
const STREAMS: usize = 5_000;

/// Who tries passwords at once.
const GUESSERS: usize = 64;

/// Addresses of this machine from which slow clients come, and how many from each.
const SLOW_PLACES: u8 = 40;
const SLOW_OF_ONE: usize = 200;

fn main() {
    let Some(words) = common::words() else {
        return;
    };
    let is_on_a_server = words.iter().any(|word| word == "server");
    let wants = |part: &str| {
        let named = words
            .iter()
            .filter(|word| !word.starts_with('-') && *word != "server");
        let mut named = named.peekable();
        named.peek().is_none() || named.any(|word| word == part)
    };
    if words.iter().any(|word| word == "large") {
        return large::measured(words.iter().find_map(|word| word.parse().ok()));
    }
    let root = scratch("web");
    let club = club(&root);
    let database = is_on_a_server.then(|| postgres_server::Postgres::start(&[]));
    if let Some(database) = &database {
        common::moves(&root, &database.url());
    }
    println!(
        "a club of {} games, {BROWSERS} browsers that move; load {}",
        club.games.len(),
        fs::read_to_string("/proc/loadavg")
            .unwrap_or_default()
            .trim()
    );
    let server = Server::starts(&root);
    if wants("pages") {
        pages(&server, &club);
    }
    if wants("moves") {
        let answered = moves(&server, &club, 0..PLIES, usize::MAX, None);
        found(&root, &club, &answered);
    }
    if wants("latency") {
        latency(&server, &club);
    }
    if wants("attacks") {
        logins(&server, &club);
        slow_clients(&server, &club);
    }
    if wants("streams") {
        streams(&server, &club);
    }
    if wants("moves") {
        println!("moves, and kill -9 in the midst of them:");
        let answered = moves(&server, &club, PLIES..3 * PLIES, 300, Some(&server));
        drop(server);
        found(&root, &club, &answered);
    }
    let _ = fs::remove_dir_all(&root);
}

fn now() -> Instant {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("a clock");
    Instant::from_unix(i64::try_from(since.as_secs()).expect("seconds"))
}

/// A game and who plays it, by the place of their sessions.
struct Playing {
    id: GameId,
    path: String,
    players: [usize; 2],
    moves: Vec<String>,
}

struct Club {
    games: Vec<Playing>,
    /// What each player's browser shows.
    sessions: Vec<String>,
}

/// A club whose players are signed in, at the start of all their games on the server.
fn club(root: &Path) -> Club {
    let now = now();
    let more = "[web]\nlisten = \"127.0.0.1:0\"\ntrusted_proxies = [\"127.0.0.1\"]\n";
    let mut robot = common::robot(root, more, now, false);
    let rules = "profile = \"server\"\n";
    let day = &now.to_string()[..10];
    let rows = common::begins(&mut robot, ("S", PLAYERS), (day, rules), |_| {
        vec![Entry::new(now, Cause::Order, Event::Started)]
    });
    let scripts = scripts();
    let mut players = Vec::<PlayerId>::new();
    let mut games = Vec::new();
    for row in rows {
        let mut place = |side| {
            let id = row.players.get(side).0;
            players.iter().position(|p| *p == id).unwrap_or_else(|| {
                players.push(id);
                players.len() - 1
            })
        };
        games.push(Playing {
            id: row.id,
            path: format!("/game/{}", row.name),
            players: [place(Side::White), place(Side::Black)],
            moves: scripts[games.len() % scripts.len()].uci.clone(),
        });
    }
    let sessions = players
        .iter()
        .map(|player| {
            let browser = BeginningBrowser {
                name: "bench",
                is_known: true,
                before: None,
            };
            robot.session_begin(*player, browser).expect("a session")
        })
        .collect();
    Club { games, sessions }
}

/// The built program at work; killed at the end.
struct Server {
    child: Mutex<Child>,
    id: u32,
    address: String,
}

impl Server {
    fn starts(root: &Path) -> Server {
        let mut child = Command::new(PROGRAM)
            .arg("--home")
            .arg(root)
            .args(["-q", "serve"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut url = String::new();
        let out = child.stdout.as_mut().expect("its output");
        BufReader::new(out).read_line(&mut url).expect("a line");
        let address = url.trim().trim_start_matches("http://");
        Server {
            address: address.trim_end_matches('/').to_owned(),
            id: child.id(),
            child: Mutex::new(child),
        }
    }

    fn kill(&self) {
        let mut child = self.child.lock().expect("the child");
        let _ = child.kill();
        let _ = child.wait();
    }

    /// What it has in memory, in MiB.
    fn memory(&self) -> u64 {
        memory(self.id, "VmRSS") / 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Pages a second and how long they take, by `wrk`.
fn pages(server: &Server, club: &Club) {
    let mut public = Browser::of(server, None);
    let page = public.asks("GET", "/S/", None).expect("a page");
    assert_eq!(page.status, 200, "the public table");
    let tag = page.header("etag").expect("a tag");
    let known = format!("If-None-Match: {tag}");
    let session = format!("Cookie: session={}", club.sessions[0]);
    let own = club.games.iter().find(|g| g.players.contains(&0));
    let board = own.expect("a game of his").path.clone();
    wrk(server, "public page", "/S/", &[]);
    wrk(
        server,
        "public page, gzip",
        "/S/",
        &["Accept-Encoding: gzip"],
    );
    wrk(server, "public page, known", "/S/", &[&known]);
    wrk(server, "board, signed in", &board, &[&session]);
    wrk(server, "his games, signed in", "/games", &[&session]);
}

fn wrk(server: &Server, what: &str, path: &str, headers: &[&str]) {
    let mut command = Command::new("wrk");
    command.args(["-t1", "-c32", "-d5s", "--latency"]);
    for header in headers {
        command.args(["-H", header]);
    }
    command.arg(format!("http://{}{path}", server.address));
    let Ok(output) = command.output() else {
        println!("  {what}: not measured, wrk is not here");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let after = |word: &str| {
        let line = text.lines().find_map(|l| l.trim().strip_prefix(word));
        line.unwrap_or("?").trim().to_owned()
    };
    let refused = match text.contains("Non-2xx") {
        true => "; NOT ALL WERE ANSWERED WELL",
        false => "",
    };
    println!(
        "  {what}: {} a second, p99 {}{refused}",
        after("Requests/sec:"),
        after("99%")
    );
}

/// Clicks moves, each sent and then confirmed, in so many half-moves of all games; how far each
/// game was answered to be. After so many answers a server is killed.
fn moves(
    server: &Server,
    club: &Club,
    plies: std::ops::Range<usize>,
    most: usize,
    killed: Option<&Server>,
) -> Vec<usize> {
    let answered: Vec<AtomicUsize> = club.games.iter().map(|_| AtomicUsize::new(0)).collect();
    let all = AtomicUsize::new(0);
    let began = Stopwatch::now();
    let times = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for own in 0..BROWSERS {
            let (answered, all, plies, times) = (&answered, &all, plies.clone(), &times);
            scope.spawn(move || {
                let mut browsers: Vec<Browser> = club
                    .sessions
                    .iter()
                    .map(|s| Browser::of(server, Some(s)))
                    .collect();
                for ply in plies {
                    let games = club.games.iter().zip(answered).skip(own);
                    for (game, done) in games.step_by(BROWSERS) {
                        let browser = &mut browsers[game.players[ply % 2]];
                        let clicked = Stopwatch::now();
                        let Some(()) = browser.moves(game, ply) else {
                            assert!(killed.is_some(), "{} {ply}: no answer", game.path);
                            return;
                        };
                        done.store(ply + 1, Ordering::SeqCst);
                        times.lock().expect("times").push(clicked.elapsed());
                        if all.fetch_add(1, Ordering::SeqCst) + 1 == most
                            && let Some(server) = killed
                        {
                            server.kill();
                        }
                    }
                }
            });
        }
    });
    let (seconds, all) = (began.elapsed().as_secs_f64(), all.into_inner());
    let mut times = times.into_inner().expect("times");
    times.sort();
    println!(
        "  moves, sent and confirmed: {:.0} a second ({all} of them, p99 {:.0?})",
        all as f64 / seconds,
        times[times.len() * 99 / 100]
    );
    answered.into_iter().map(AtomicUsize::into_inner).collect()
}

/// How long a move takes on the board while nothing else goes on, one after another: until its
/// confirmation is answered, and until an open stream of events has told it.
fn latency(server: &Server, club: &Club) {
    let (mut answered, mut told) = (Vec::new(), Vec::new());
    for game in &club.games {
        let mut players: Vec<Browser> = game
            .players
            .iter()
            .map(|player| Browser::of(server, Some(&club.sessions[*player])))
            .collect();
        let mut stream = opened(server, game);
        let page = players[0].asks("GET", &game.path, None).expect("a page");
        let ply = |page: &Reply| {
            let (_, rest) = page.body.split_once("name=\"ply\" value=\"")?;
            rest.split('"').next()?.parse::<usize>().ok()
        };
        // Who is to move has the form.
        let first = match ply(&page) {
            Some(ply) => ply,
            None => {
                let page = players[1].asks("GET", &game.path, None).expect("a page");
                ply(&page).expect("a form")
            }
        };
        for ply in first..first + 2 {
            let clicked = Stopwatch::now();
            players[ply % 2].moves(game, ply).expect("an answer");
            answered.push(clicked.elapsed());
            hears(&mut stream);
            told.push(clicked.elapsed());
        }
    }
    let middle = |times: &mut Vec<Duration>, part: usize| {
        times.sort();
        times[times.len() * part / 100].as_secs_f64() * 1_000.0
    };
    println!(
        "  a move alone on the board ({} of them): sent and confirmed in {:.1} ms (p99 {:.1}), \
         on an open stream after {:.1} ms (p99 {:.1})",
        answered.len(),
        middle(&mut answered, 50),
        middle(&mut answered, 99),
        middle(&mut told, 50),
        middle(&mut told, 99)
    );
}

/// Every answered click is in the record.
fn found(root: &Path, club: &Club, answered: &[usize]) {
    let config = Config::load(root, &[]).expect("configuration");
    let home = Home::at(root).by(&config).expect("a home");
    let store = Store::open(home.database()).expect("the record");
    let (mut sum, mut more) = (0, 0);
    for (game, answered) in club.games.iter().zip(answered) {
        let row = store.read().game_row(game.id).expect("the game");
        let ply = row.expect("the game").ply as usize;
        assert!(
            ply >= *answered,
            "{}: {answered} answered, {ply} found",
            game.path
        );
        sum += answered;
        more += (ply - answered) * usize::from(*answered > 0);
    }
    println!("  every answered click is in the record ({sum} half-moves; {more} more, unanswered)");
}

/// A flood of logins from ever other addresses, each with a wrong password, while others read.
fn logins(server: &Server, club: &Club) {
    let over = AtomicBool::new(false);
    let answers = Mutex::new(BTreeMap::<u16, usize>::new());
    let next = AtomicUsize::new(0);
    println!("a flood of logins by {GUESSERS} at once, from ever other addresses:");
    let began = Stopwatch::now();
    std::thread::scope(|scope| {
        for _ in 0..GUESSERS {
            scope.spawn(|| {
                let mut browser = Browser::of(server, None);
                let page = browser.asks("GET", "/sign-in", None).expect("a page");
                let cookie = page.header("set-cookie").expect("a cookie");
                browser.cookie = cookie.split(';').next().map(str::to_owned);
                let token = token_of(&page);
                while !over.load(Ordering::SeqCst) {
                    let n = next.fetch_add(1, Ordering::SeqCst);
                    browser.from = Some(format!(
                        "198.{}.{}.{}",
                        18 + n / 65_536,
                        n / 256 % 256,
                        n % 256
                    ));
                    let form = format!(
                        "token={token}&address=p{}%40s.example&password=guess",
                        n % 16
                    );
                    let Some(reply) = browser.asks("POST", "/sign-in", Some(&form)) else {
                        continue;
                    };
                    *answers
                        .lock()
                        .expect("answers")
                        .entry(reply.status)
                        .or_insert(0) += 1;
                }
            });
        }
        read_meanwhile(server, club);
        over.store(true, Ordering::SeqCst);
    });
    let seconds = began.elapsed().as_secs_f64();
    println!("  memory {} MiB", server.memory());
    for (status, times) in answers.into_inner().expect("answers") {
        println!(
            "  logins answered {status}: {:.0} a second",
            times as f64 / seconds
        );
    }
}

/// Pages and boards for others while something goes on.
fn read_meanwhile(server: &Server, club: &Club) {
    let session = format!("Cookie: session={}", club.sessions[0]);
    let own = club.games.iter().find(|g| g.players.contains(&0));
    let board = own.expect("a game of his").path.clone();
    wrk(server, "public page meanwhile", "/S/", &[]);
    wrk(server, "board meanwhile, signed in", &board, &[&session]);
}

/// Clients that send a head byte by byte or read nothing of what they ask for, as many as the
/// server takes and more, from some addresses.
fn slow_clients(server: &Server, club: &Club) {
    let wanted = SLOW_OF_ONE * usize::from(SLOW_PLACES);
    println!("{wanted} slow clients from {SLOW_PLACES} addresses:");
    more_files();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let address: SocketAddr = server.address.parse().expect("an address");
    let mut open = Vec::new();
    for n in 0..SLOW_OF_ONE {
        for place in 0..SLOW_PLACES {
            let from = SocketAddr::from(([127, 0, 1, place + 1], 0));
            let connected = runtime.block_on(async {
                let socket = tokio::net::TcpSocket::new_v4()?;
                socket.bind(from)?;
                let stream = socket.connect(address);
                tokio::time::timeout(Duration::from_secs(5), stream).await?
            });
            let Ok(Ok(mut stream)) = connected.map(tokio::net::TcpStream::into_std) else {
                continue;
            };
            let asked = match n % 2 {
                0 => "GET / HTTP/1.1\r\nHost: x\r\nX".to_owned(),
                _ => "GET /S/S.pgn HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2_000),
            };
            // What is not taken at once is not waited for.
            let _ = stream.write(asked.as_bytes());
            open.push((stream, n % 2 == 0));
        }
    }
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::SeqCst) {
                for (stream, drips) in &open {
                    if *drips {
                        let mut stream: &TcpStream = stream;
                        let _ = stream.write(b"x");
                    }
                }
                std::thread::sleep(Duration::from_secs(1));
            }
        });
        read_meanwhile(server, club);
        over.store(true, Ordering::SeqCst);
    });
    let (mut told, mut closed) = (0, 0);
    for (mut stream, drips) in open {
        if !drips {
            continue;
        }
        let mut bytes = [0; 1024];
        match stream.read(&mut bytes) {
            Ok(0) => closed += 1,
            Ok(n) if bytes[..n].starts_with(b"HTTP/1.1 429") => told += 1,
            Err(e) if e.kind() != std::io::ErrorKind::WouldBlock => closed += 1,
            _ => {}
        }
    }
    println!(
        "  of {} that drip, {told} were told 429 and {closed} closed by now",
        wanted / 2
    );
    println!("  memory {} MiB", server.memory());
}

/// As many files as this process may open.
fn more_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let allowed = getrlimit(Resource::Nofile).maximum;
    let wanted = Rlimit {
        current: allowed,
        maximum: allowed,
    };
    setrlimit(Resource::Nofile, wanted).expect("files");
}

/// Streams of events, all open at once.
fn streams(server: &Server, club: &Club) {
    more_files();
    let before = server.memory();
    let mut open = Vec::new();
    for n in 0..STREAMS {
        let stream = asks_for_events(server, &club.games[n % club.games.len()]);
        open.push(stream);
    }
    for stream in &mut open {
        hears(stream);
    }
    let after = server.memory();
    println!("  {STREAMS} streams open: {after} MiB ({before} MiB before)");
    wrk(server, "public page beside them", "/S/", &[]);
}

/// A stream of a game's events that is asked for.
fn asks_for_events(server: &Server, game: &Playing) -> TcpStream {
    let path = game.path.replace("/game/", "");
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    let limit = Some(Duration::from_secs(30));
    stream.set_read_timeout(limit).expect("a limit");
    let asked = format!("GET /api/v1/games/{path}/events HTTP/1.1\r\nHost: x\r\n\r\n");
    stream.write_all(asked.as_bytes()).expect("it takes it");
    stream
}

/// The same, once it has begun with how the game stands.
fn opened(server: &Server, game: &Playing) -> TcpStream {
    let mut stream = asks_for_events(server, game);
    hears(&mut stream);
    stream
}

/// Waits for the next event of a stream.
fn hears(stream: &mut TcpStream) {
    let mut said = String::new();
    let mut bytes = [0; 1024];
    while !said.contains("event: game") {
        let n = stream.read(&mut bytes).expect("an event");
        assert!(n > 0 && !said.contains(" 429 "), "no stream: {said}");
        said.push_str(&String::from_utf8_lossy(&bytes[..n]));
    }
}

/// A browser that keeps its connection.
struct Browser<'a> {
    server: &'a Server,
    cookie: Option<String>,
    /// The address that it is told to be from.
    from: Option<String>,
    token: Option<String>,
    stream: Option<BufReader<TcpStream>>,
}

struct Reply {
    status: u16,
    head: Vec<String>,
    body: String,
}

impl Reply {
    fn header(&self, name: &str) -> Option<&str> {
        let pairs = self.head.iter().filter_map(|line| line.split_once(':'));
        let mut found = pairs.filter(|(own, _)| own.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value.trim())
    }
}

/// What a form of a page shows.
fn token_of(page: &Reply) -> String {
    let (_, rest) = page
        .body
        .split_once("name=\"token\" value=\"")
        .unwrap_or_else(|| panic!("{}: no form\n{}", page.status, page.body));
    let (token, _) = rest.split_once('"').expect("its end");
    token.to_owned()
}

impl<'a> Browser<'a> {
    fn of(server: &'a Server, session: Option<&'a str>) -> Browser<'a> {
        Browser {
            server,
            cookie: session.map(|session| format!("session={session}")),
            from: None,
            token: None,
            stream: None,
        }
    }

    /// `None`: the server is not there any more.
    fn asks(&mut self, method: &str, path: &str, form: Option<&str>) -> Option<Reply> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(&self.server.address).ok()?;
                stream.set_nodelay(true).ok()?;
                BufReader::new(stream)
            }
        };
        let mut asked = format!("{method} {path} HTTP/1.1\r\nHost: bench\r\n");
        if let Some(cookie) = &self.cookie {
            let _ = write!(asked, "Cookie: {cookie}\r\n");
        }
        if let Some(from) = &self.from {
            let _ = write!(asked, "X-Forwarded-For: {from}\r\n");
        }
        let form = form.unwrap_or_default();
        let _ = write!(
            asked,
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            form.len()
        );
        stream.get_mut().write_all(asked.as_bytes()).ok()?;
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line.trim().is_empty() {
                break;
            }
            head.push(line.trim().to_owned());
        }
        let status = head.first()?.split(' ').nth(1)?.parse().ok()?;
        let mut reply = Reply {
            status,
            head,
            body: String::new(),
        };
        let length = reply.header("content-length").map_or("0", |v| v);
        let mut body = vec![0; length.parse().ok()?];
        stream.read_exact(&mut body).ok()?;
        reply.body = String::from_utf8_lossy(&body).into_owned();
        self.stream = Some(stream);
        Some(reply)
    }

    /// Sends a move and confirms it; `None`: no answer came.
    fn moves(&mut self, game: &Playing, ply: usize) -> Option<()> {
        if self.token.is_none() {
            let page = self.asks("GET", &game.path, None)?;
            self.token = Some(token_of(&page));
        }
        let token = self.token.clone().unwrap_or_default();
        let uci = &game.moves[ply];
        let form = |step: &str| format!("token={token}&act=move&step={step}&uci={uci}&ply={ply}");
        let sent = self.asks("POST", &game.path, Some(&form("send")))?;
        assert_eq!(sent.status, 200, "{}", sent.body);
        let made = self.asks("POST", &game.path, Some(&form("confirm")))?;
        assert_eq!(made.status, 303, "{} {ply} {uci}: {}", game.path, made.body);
        Some(())
    }
}
