//! What the way from one real server to the other costs, printed. With the
//! optimized program:
//! `cargo test --release --test it -- --ignored --nocapture servers::figures`

use super::dovecot::Dovecot;
use super::game::{House, by_imap};
use super::postfix::{CLUB, Postfix};
use super::{Talk, run};
use crate::contract::bare;
use crate::ground::{impossible, not_root};
use std::fmt::Write;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// Games, and so moves in the backlog: each brings a confirmation and a letter to
/// the opponent.
const GAMES: usize = 2_000;
/// Letters of strangers beside them.
const STRANGERS: usize = 18_000;

/// What a process has cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    /// The most memory it has had, in KiB.
    peak: u64,
    /// Processor time, its own and the kernel's for it, in hundredths of a second.
    worked: u64,
}

impl Cost {
    /// Of a process now; none of it where it has ended.
    fn of(process: u32) -> Option<Cost> {
        let read = |what: &str| std::fs::read_to_string(format!("/proc/{process}/{what}")).ok();
        let status = read("status")?;
        let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
        let peak = line.split_whitespace().next()?.parse().ok()?;
        let stat = read("stat")?;
        // Behind the name: `utime` and `stime` are fields 14 and 15 of all (proc(5)).
        let (_, fields) = stat.rsplit_once(") ")?;
        let of_both = fields.split(' ').skip(11).take(2);
        let worked = of_both.map(|n| n.parse::<u64>().unwrap_or(0)).sum();
        Some(Cost { peak, worked })
    }
}

/// What a process has cost, asked until it ends or until `enough`.
fn cost(child: &mut Child, enough: impl Fn() -> bool) -> Cost {
    let mut cost = Cost::default();
    while child.try_wait().unwrap().is_none() && !enough() {
        cost = Cost::of(child.id()).unwrap_or(cost);
        std::thread::sleep(Duration::from_millis(20));
    }
    cost
}

fn tournament(today: &str) -> String {
    let mut file = format!(
        "[tournament]\ncode = \"MANY\"\nname = \"Many\"\nsystem = \"pairs\"\nstart_date = {today}\n\
         time_zone = \"UTC\"\nlanguage = \"en\"\narbiter = {{ name = \"Arbiter\", email = \"td@sink.example\" }}\n"
    );
    for n in 1..=2 * GAMES {
        write!(
            file,
            "[[player]]\nname = \"Player {n}\"\nemail = \"p{n}@sink.example\"\n"
        )
        .unwrap();
    }
    for n in 1..=GAMES {
        write!(file, "[[pair]]\nwhite = {}\nblack = {}\n", 2 * n - 1, 2 * n).unwrap();
    }
    file
}

#[test]
#[ignore = "takes a minute, and measures; with --long"]
fn a_backlog_of_twenty_thousand_from_imap_to_smtp() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    // Letters to the players leave, and end there.
    let main = format!(
        "{CLUB}relay_domains = sink.example\n\
         transport_maps = inline:{{ {{ sink.example = discard: }} }}\n"
    );
    let postfix = Postfix::starts_with(&dovecot, &main, "");
    let house = House::opens(&dovecot, &postfix, &by_imap(&dovecot), "bert@b.example");
    let today = run("date", &["-u", "+%F"]);
    let path = house.root().join("many.toml");
    std::fs::write(&path, tournament(today.trim())).unwrap();
    house.run(&["tournament", "add", path.to_str().unwrap()]);
    let began = Instant::now();
    house.run(&["tournament", "start", "MANY"]);
    let took = began.elapsed();
    let starts = 2 * GAMES;
    println!("{starts} start letters by SMTP with TLS: {took:.1?}");

    let date = run("date", &["-u", "-R"]);
    let letter = |n: usize| {
        let (from, text) = match n < GAMES {
            true => (format!("p{}@sink.example", 2 * n + 1), "1. 5254"),
            false => (format!("s{n}@stranger.example"), "Buy now"),
        };
        format!(
            "Received: from x by mx.club.example; {date}\r\nFrom: {from}\r\nTo: moves@club.example\r\n\
             Subject: MANY/{}\r\nDate: {date}\r\nMessage-ID: <m{n}@mail.example>\r\n\r\n{text}\r\n",
            n + 1,
            date = date.trim(),
        )
        .into_bytes()
    };
    let poll = |count: usize| {
        let began = Instant::now();
        let mut child = bare()
            .arg("--home")
            .arg(house.root())
            .args(["--set", "auth.policy=address", "poll", "-q"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let cost = cost(&mut child, || false);
        assert!(child.wait().unwrap().success());
        let (took, peak) = (began.elapsed(), cost.peak / 1024);
        let own = Duration::from_millis(10 * cost.worked);
        println!("{count} letters taken: {took:.1?}, {own:.1?} of processor time, {peak} MiB");
        took
    };
    dovecot.drops("moves", (0..GAMES).map(letter));
    let took = poll(GAMES);
    let rate = f64::from(u32::try_from(GAMES).unwrap()) / took.as_secs_f64();
    println!("moves a second from IMAP to both letters taken by SMTP: {rate:.0}");
    // What the servers do alone on these cores: all letters fetched by one command, and
    // as many letters of ours taken from many connections at once, without TLS.
    dovecot.drops("ann", (0..GAMES).map(letter));
    let began = Instant::now();
    let mut imap = Talk::imap(dovecot.imap, "ann");
    imap.imap_says("UID FETCH 1:* (UID RFC822.SIZE INTERNALDATE BODY.PEEK[])");
    let fetched = began.elapsed();
    let ours = (2 * GAMES + 100).to_string();
    let ours = house.run(&["outbox", "show", "--raw", &ours]).out;
    let taken = postfix.takes(2 * GAMES, &ours);
    println!(
        "the servers alone, without TLS: {GAMES} fetched by one command {fetched:.1?}, {} of {} \
         bytes taken from smtp-source {taken:.1?}: {:.0} % of the whole",
        2 * GAMES,
        ours.len(),
        (fetched + taken).as_secs_f64() / took.as_secs_f64() * 100.0
    );
    let games = house.json(&["game", "list", "--tournament", "MANY"]);
    let moved = games.as_array().unwrap().iter().filter(|g| g["ply"] == 1);
    assert_eq!(moved.count(), GAMES);
    dovecot.drops("moves", (GAMES..GAMES + STRANGERS).map(letter));
    poll(STRANGERS);
    let letters = house.json(&["inbox", "list"]);
    assert_eq!(letters.as_array().unwrap().len(), GAMES + STRANGERS);

    let mut daemon = bare()
        .arg("--home")
        .arg(house.root())
        .arg("daemon")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(5);
    let idle = cost(&mut daemon, || Instant::now() > until);
    println!("daemon with nothing to do: {} MiB", idle.peak / 1024);
    let _ = std::process::Command::new("kill")
        .arg(daemon.id().to_string())
        .status();
    assert!(daemon.wait().unwrap().success());
    house.run(&["verify"]);
}

#[test]
#[ignore = "measures; with --long"]
fn the_first_letter_of_a_quiet_hour() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let postfix = Postfix::starts_with(&dovecot, CLUB, "");
    let house = House::opens(&dovecot, &postfix, &by_imap(&dovecot), "bert@b.example");
    let file = house.root().join("postchess.toml");
    let text = std::fs::read_to_string(&file).unwrap() + "[auth]\npolicy = \"address\"\n";
    std::fs::write(&file, text).unwrap();
    let mut daemon = bare()
        .arg("--home")
        .arg(house.root())
        .arg("daemon")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut sender = Talk::imap(dovecot.imap, "moves");
    let log = postfix.base().join("log");
    let taken = || {
        let log = std::fs::read_to_string(&log).unwrap_or_default();
        let of_ours = |l: &&str| l.contains("from=<moves") && l.contains("queue active");
        log.lines().filter(of_ours).count()
    };
    let moves = ["1. 5254", "1... 5755", "2. 7163", "2... 2836"];
    for (n, text) in moves.iter().enumerate() {
        // As in a quiet hour: everybody waits.
        std::thread::sleep(Duration::from_secs(3));
        let from = ["ann@a.example", "bert@b.example"][n % 2];
        let letter = format!(
            "From: {from}\r\nTo: moves@club.example\r\nSubject: [T26/1]\r\n\
             Date: {date}\r\nMessage-ID: <q{n}@mail.example>\r\n\r\n{text}\r\n",
            date = run("date", &["-u", "-R"]).trim(),
        );
        // Another reader, who is told when the robot is.
        let mut idle = Talk::imap(dovecot.imap, "moves");
        idle.send(b"i1 IDLE\r\n");
        idle.line();
        let before = taken();
        let began = Instant::now();
        sender.append("INBOX", "", "", letter.as_bytes());
        let arrived = began.elapsed();
        while !idle.line().ends_with("EXISTS") {}
        let told = began.elapsed();
        while taken() < before + 2 {
            assert!(began.elapsed() < Duration::from_secs(60), "not answered");
            std::thread::sleep(Duration::from_millis(2));
        }
        let both = began.elapsed();
        println!(
            "arrived {arrived:.0?}; told by Dovecot's IDLE {:.0?} later; both letters taken \
             {:.0?} after that",
            told.checked_sub(arrived).unwrap_or_default(),
            both.checked_sub(told).unwrap_or_default()
        );
    }
    let _ = std::process::Command::new("kill")
        .arg(daemon.id().to_string())
        .status();
    assert!(daemon.wait().unwrap().success());
    house.run(&["verify"]);
}
