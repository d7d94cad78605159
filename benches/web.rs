//! What the server does under load, measured on the built program over real HTTP, with the
//! robot's loops at work in it and whoever asks on the same machine.
//!
//! `cargo bench --profile release --bench web` prints all of it; the pages want `wrk`. Each
//! answered move is looked for in the record afterwards, the last ones after `kill -9`.

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

use postchess::arbiter::next_due;
use postchess::chess::{BySide, Side};
use postchess::config::Config;
use postchess::ids::{GameId, PlayerId};
use postchess::record::{Cause, Entry, Event, GameFile};
use postchess::robot::{Home, Robot};
use postchess::store::Store;
use postchess::time::Instant;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant as Stopwatch, SystemTime, UNIX_EPOCH};

const GAMES: &str = include_str!("../tests/cases/games.jsonl");
const PROGRAM: &str = env!("CARGO_BIN_EXE_postchess");

/// Players of the one round-robin: 120 games.
const PLAYERS: usize = 16;

/// Half-moves that are clicked in a game before the server is killed, at most.
const PLIES: usize = 10;

/// Who clicks at once.
const BROWSERS: usize = 16;

/// Event streams that are open at once.
const STREAMS: usize = 5_000;

fn main() {
    // `cargo test` runs benches too; there is nothing to test here.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    let root = scratch();
    let club = club(&root);
    println!(
        "a club of {} games, {BROWSERS} browsers that move",
        club.games.len()
    );
    let server = Server::starts(&root);
    pages(&server, &club);
    let answered = moves(&server, &club, 0..PLIES, usize::MAX, None);
    found(&root, &club, &answered);
    streams(&server, &club);
    println!("moves, and kill -9 in the midst of them:");
    let answered = moves(&server, &club, PLIES..3 * PLIES, 300, Some(&server));
    drop(server);
    found(&root, &club, &answered);
    let _ = fs::remove_dir_all(&root);
}

fn now() -> Instant {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("a clock");
    Instant::from_unix(i64::try_from(since.as_secs()).expect("seconds"))
}

fn scratch() -> PathBuf {
    let base =
        std::env::var_os("POSTCHESS_BENCH_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let root = base.join(format!("postchess-bench-web-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("folder");
    root
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
    let config = "[club]\nname = \"Bench\"\nrobot = \"moves@club.example\"\ntime_zone = \"UTC\"\n\
                  [auth]\npolicy = \"address\"\n[web]\nlisten = \"127.0.0.1:0\"\n";
    let home = Home::at(root);
    for folder in ["mail/in/new", "mail/in/cur", "mail/in/tmp", "mail/out/new"] {
        fs::create_dir_all(root.join(folder)).expect("folders");
    }
    fs::write(home.config(), config).expect("configuration");
    let store = Store::create(&home.database()).expect("database");
    let (now, day) = (now(), now().to_string());
    let config = Config::load(root, &[]).expect("configuration");
    let mut robot = Robot::new(home, config, store, now, false).expect("robot");
    let mut text = format!(
        "[tournament]\ncode = \"S\"\nname = \"Bench\"\nprofile = \"server\"\nstart_date = {}\n\
         time_zone = \"UTC\"\nlanguage = \"en\"\n\
         arbiter = {{ name = \"Td\", email = \"td@club.example\" }}\n",
        &day[..10]
    );
    for p in 1..=PLAYERS {
        let _ = write!(
            text,
            "[[player]]\nname = \"Player {p}\"\nemail = \"p{p}@club.example\"\n"
        );
    }
    robot
        .tournament_add(&text, "bench.toml")
        .expect("tournament");
    let row = robot.store.read().tournament_load("S");
    let id = row.expect("tournament").expect("tournament").facts.id;
    let rows = robot.store.read().games_of_tournament(id).expect("games");
    let scripts = scripts();
    let (mut games, mut players) = (Vec::new(), Vec::<PlayerId>::new());
    robot
        .store
        .write(|tx| {
            tx.tournament_start(id, now)?;
            for row in &rows {
                let entries = vec![Entry::new(now, Cause::Order, Event::Started)];
                let entries = tx.events_append(row.id, entries)?;
                let facts = tx.game_facts(row.id)?;
                let mut place = |side| {
                    let id = facts.players.get(side).id;
                    players.iter().position(|p| *p == id).unwrap_or_else(|| {
                        players.push(id);
                        players.len() - 1
                    })
                };
                games.push(Playing {
                    id: row.id,
                    path: format!("/game/{}", row.name),
                    players: [place(Side::White), place(Side::Black)],
                    moves: scripts[games.len() % scripts.len()].clone(),
                });
                let game = GameFile::fold(facts, BySide::default(), entries).expect("it begins");
                tx.game_save_summary(&game, next_due(&game), 0)?;
            }
            Ok::<(), postchess::store::StoreError>(())
        })
        .expect("games");
    let sessions = players
        .iter()
        .map(|player| robot.session_begin(*player, "bench").expect("a session"))
        .collect();
    Club { games, sessions }
}

/// The moves of long games from the usual start.
fn scripts() -> Vec<Vec<String>> {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut all = Vec::new();
    for line in GAMES.lines() {
        let game: Value = serde_json::from_str(line).expect("games.jsonl");
        let plies = game["plies"].as_array().expect("plies");
        let quiet = game["events"].as_array().is_some_and(Vec::is_empty);
        if game["variant"] == "standard" && game["start_fen"] == start && quiet && plies.len() >= 50
        {
            let moves = plies.iter().map(|p| p["uci"].as_str().expect("uci"));
            all.push(moves.map(str::to_owned).collect());
        }
    }
    all
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
        let text = fs::read_to_string(format!("/proc/{}/status", self.id)).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix("VmRSS:"));
        let kib = line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok());
        kib.unwrap_or(0) / 1024
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

/// Every answered click is in the record.
fn found(root: &Path, club: &Club, answered: &[usize]) {
    let store = Store::open(&Home::at(root).database()).expect("the record");
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

/// Streams of events, all open at once.
fn streams(server: &Server, club: &Club) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let allowed = getrlimit(Resource::Nofile).maximum;
    let wanted = Rlimit {
        current: allowed,
        maximum: allowed,
    };
    setrlimit(Resource::Nofile, wanted).expect("files");
    let before = server.memory();
    let mut open = Vec::new();
    for n in 0..STREAMS {
        let path = club.games[n % club.games.len()].path.replace("/game/", "");
        let mut stream = TcpStream::connect(&server.address).expect("a connection");
        let limit = Some(Duration::from_secs(30));
        stream.set_read_timeout(limit).expect("a limit");
        let asked = format!("GET /api/v1/games/{path}/events HTTP/1.1\r\nHost: x\r\n\r\n");
        stream.write_all(asked.as_bytes()).expect("it takes it");
        open.push(stream);
    }
    for stream in &mut open {
        let mut said = String::new();
        let mut bytes = [0; 1024];
        while !said.contains("event: game") {
            let n = stream.read(&mut bytes).expect("an event");
            assert!(n > 0 && !said.contains(" 429 "), "no stream: {said}");
            said.push_str(&String::from_utf8_lossy(&bytes[..n]));
        }
    }
    let after = server.memory();
    println!("  {STREAMS} streams open: {after} MiB ({before} MiB before)");
    wrk(server, "public page beside them", "/S/", &[]);
}

/// A browser that keeps its connection.
struct Browser<'a> {
    server: &'a Server,
    session: Option<&'a str>,
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

impl<'a> Browser<'a> {
    fn of(server: &'a Server, session: Option<&'a str>) -> Browser<'a> {
        Browser {
            server,
            session,
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
        if let Some(session) = self.session {
            let _ = write!(asked, "Cookie: session={session}\r\n");
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
            let (_, rest) = page
                .body
                .split_once("name=\"token\" value=\"")
                .unwrap_or_else(|| panic!("{}: no form\n{}", page.status, page.body));
            self.token = rest.split_once('"').map(|(token, _)| token.to_owned());
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
