//! The public pages of a large club: 20,000 games of forty moves, with a move a second on the
//! boards while visitors read pages of every kind, most of them never asked for before.

use super::{Browser, Playing, Server};
use crate::common::{self, memory, record, run, scratch, scripts, size_of};
use postchess::chess::Side;
use postchess::ids::PlayerId;
use postchess::robot::accounts::BeginningBrowser;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant as Stopwatch};

/// Games of the club, where no number is named.
const GAMES: usize = 20_000;

/// Half-moves of each.
const PLIES: usize = 80;

/// Players of a tournament: 210 games. The first has a hundred: 4,950.
const PLAYERS: usize = 21;

/// Who reads at once, each with a pause between two pages, as people do; and for how long.
const VISITORS: usize = 8;
const LOOK: Duration = Duration::from_millis(100);
const READING: Duration = Duration::from_secs(60);

/// What there is to read, and who can move.
#[derive(Default)]
struct Site {
    tournaments: Vec<String>,
    games: Vec<(usize, u32)>,
    players: Vec<PlayerId>,
    /// Games that go on, with the session of who is to move.
    open: Vec<(Playing, String)>,
}

/// Makes the club, and measures its pages.
pub fn measured(games: Option<usize>) {
    let root = scratch("large");
    let clock = Stopwatch::now();
    let site = club(&root, games.unwrap_or(GAMES));
    println!(
        "a club of {} games of {PLIES} half-moves in {} tournaments, {} MiB, made in {:.0} s",
        site.games.len(),
        site.tournaments.len(),
        size_of(&root.join("postchess.db")) >> 20,
        clock.elapsed().as_secs_f64()
    );
    let server = Server::starts(&root);
    let first = Stopwatch::now();
    let page = Browser::of(&server, None).asks("GET", "/", None);
    assert_eq!(page.expect("a page").status, 200, "the first page");
    println!(
        "  the first page, asked for first: {:.0} ms; memory {} MiB",
        first.elapsed().as_secs_f64() * 1e3,
        server.memory()
    );
    reads(&server, &site, false);
    reads(&server, &site, true);
    drop(server);
    let (folder, now) = (root.join("public"), super::now());
    for which in ["all of it", "once more, nothing new"] {
        let (seconds, peak) = run(&root, now, &format!("site --output {}", folder.display()));
        println!(
            "  site, {which}: {seconds:.1} s, peak memory {} MiB, {} MiB on the disk",
            peak / 1024,
            size_of(&folder) >> 20
        );
    }
    let _ = std::fs::remove_dir_all(&root);
}

/// A club whose games stand in the midst of their play.
fn club(root: &Path, most: usize) -> Site {
    let now = super::now();
    let more = "[web]\nlisten = \"127.0.0.1:0\"\ntrusted_proxies = [\"127.0.0.1\"]\n\
                [site]\nbase_url = \"http://club.example/\"\n";
    let mut robot = common::robot(root, more, now, false);
    let mut scripts = scripts();
    scripts.retain(|script| script.uci.len() > PLIES + 1);
    let mut site = Site::default();
    while site.games.len() < most {
        let of = site.tournaments.len();
        let code = format!("T{}", of + 1);
        let players = if of == 0 { 100 } else { PLAYERS };
        let rules = (&now.to_string()[..10], "profile = \"server\"\n");
        let script = |id: i64| &scripts[usize::try_from(id).unwrap_or(0) % scripts.len()];
        let rows = common::begins(&mut robot, (&code, players), rules, |row| {
            record(script(row.id.0), now, PLIES)
        });
        // One of each small tournament goes on, and so many of the large one.
        for row in rows.iter().step_by(210) {
            let browser = BeginningBrowser {
                name: "bench",
                is_known: true,
                before: None,
            };
            let mover = row.players.get(Side::White).0;
            let session = robot.session_begin(mover, browser).expect("a session");
            let game = Playing {
                id: row.id,
                path: format!("/game/{}", row.name),
                players: [0, 1],
                moves: script(row.id.0).uci.clone(),
            };
            site.open.push((game, session));
        }
        for row in rows {
            site.games.push((of, row.name.number));
            let players = Side::BOTH.map(|side| row.players.get(side).0);
            site.players.extend(players);
        }
        site.tournaments.push(code);
    }
    site.players.sort_unstable();
    site.players.dedup();
    robot.store.compact().expect("room");
    site
}

/// A number below another.
fn chance(below: usize) -> usize {
    getrandom::u64().expect("chance") as usize % below
}

/// A page of one kind: which one is by chance, more often one of the large tournament.
fn page(site: &Site) -> (&'static str, String) {
    let of = chance(site.tournaments.len());
    let code = &site.tournaments[of];
    let (game_of, number) = site.games[chance(site.games.len())];
    let game = format!("/{0}/{number}", site.tournaments[game_of]);
    let player = site.players[chance(site.players.len())];
    match chance(100) {
        0..10 => ("first page", "/".to_owned()),
        10..15 => ("large tournament", format!("/{}/", site.tournaments[0])),
        15..30 => ("tournament", format!("/{code}/")),
        30..40 => ("rounds", format!("/{code}/rounds.html")),
        40..70 => ("game", format!("{game}.html")),
        70..85 => ("player", format!("/players/{player}.html")),
        85..90 => {
            let name = &site.tournaments[game_of];
            ("PGN of a game", format!("/{name}/{name}-{number}.pgn"))
        }
        90..92 => ("PGN of all", format!("/{code}/{code}.pgn")),
        92..97 => ("picture", format!("{game}.png")),
        _ => ("feed", format!("/{code}/index.atom")),
    }
}

/// Visitors read; where `is_moved`, somebody moves each second.
fn reads(server: &Server, site: &Site, is_moved: bool) {
    let over = AtomicBool::new(false);
    let times = Mutex::new(BTreeMap::<&str, Vec<Duration>>::new());
    let mut moved = 0;
    std::thread::scope(|scope| {
        for _ in 0..VISITORS {
            scope.spawn(|| {
                let mut browser = Browser::of(server, None);
                while !over.load(Ordering::SeqCst) {
                    let (kind, path) = page(site);
                    let asked = Stopwatch::now();
                    let page = browser.asks("GET", &path, None).expect("an answer");
                    let took = asked.elapsed();
                    assert_eq!(page.status, 200, "{path}");
                    let mut times = times.lock().expect("times");
                    times.entry(kind).or_default().push(took);
                    drop(times);
                    std::thread::sleep(LOOK);
                }
            });
        }
        let began = Stopwatch::now();
        let mut open = site.open.iter();
        while began.elapsed() < READING {
            if is_moved {
                let (game, session) = open.next().expect("a game that goes on");
                let mut browser = Browser::of(server, Some(session));
                browser.moves(game, PLIES).expect("an answer");
                moved += 1;
            }
            std::thread::sleep(Duration::from_secs(1));
        }
        over.store(true, Ordering::SeqCst);
    });
    let all: usize = times.lock().expect("times").values().map(Vec::len).sum();
    println!(
        "  {all} pages read, {moved} moves made; memory {} MiB, at most {} MiB:",
        server.memory(),
        memory(server.id, "VmHWM") / 1024
    );
    for (kind, mut times) in times.into_inner().expect("times") {
        times.sort();
        let part = |percent: usize| times[times.len() * percent / 100].as_secs_f64() * 1e3;
        println!(
            "    {kind}: {} read, median {:.1} ms, p99 {:.1} ms",
            times.len(),
            part(50),
            part(99)
        );
    }
}
