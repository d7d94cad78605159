//! The network is outside the lock: a mail server that takes a connection and says
//! nothing makes nobody wait who has no business with it.

use crate::club::{ROBOT, Setup};
use crate::contract::{Answer, House, bare};
use crate::servers::{free_port, is_root};
use crate::service::daemon::{Daemon, ply, post, soon};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const NOW: &str = "2026-01-10T09:00:00Z";

/// Far longer than anything here takes: only a test that hangs reaches it.
const FOREVER: Duration = Duration::from_secs(120);

/// A server that takes every connection, perhaps greets, and says nothing more.
struct Mute {
    port: u16,
    taken: Arc<Mutex<Vec<TcpStream>>>,
}

impl Mute {
    fn greeting(words: &'static str) -> Mute {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().unwrap().port();
        let taken = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&taken);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let mut stream = stream;
                let _ = stream.write_all(words.as_bytes());
                all.lock().unwrap().push(stream);
            }
        });
        Mute { port, taken }
    }

    fn silent() -> Mute {
        Mute::greeting("")
    }

    /// How many have come so far.
    fn visitors(&self) -> usize {
        self.taken.lock().unwrap().len()
    }

    /// As an inbox, with so many seconds for a step.
    fn inbox(&self, kind: &str, seconds: u32) -> String {
        format!(
            "--set inbox.kind={kind} --set inbox.host=127.0.0.1 --set inbox.port={} \
             --set inbox.security=none --set inbox.user=u --set inbox.password_env=PATH \
             --set inbox.timeout_seconds={seconds}",
            self.port
        )
    }

    /// As an outbox.
    fn outbox(&self, seconds: u32) -> String {
        format!(
            "--set outbox.kind=smtp --set outbox.host=127.0.0.1 --set outbox.port={} \
             --set outbox.security=none --set outbox.timeout_seconds={seconds}",
            self.port
        )
    }
}

/// A run in the background; killed at the end.
struct Running(Child);

impl Running {
    fn starts(house: &House, line: &str) -> Running {
        let child = bare()
            .arg("--home")
            .arg(house.path("club"))
            .args(["--now", NOW, "--set", "auth.policy=address"])
            .args(line.split_whitespace())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        Running(child)
    }

    fn still_runs(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }

    /// What it said when it came to its end.
    fn ends(mut self) -> Answer {
        let began = Instant::now();
        while self.still_runs() {
            assert!(began.elapsed() < FOREVER, "it waits for ever");
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut answer = Answer {
            code: self.0.wait().unwrap().code().expect("an exit code"),
            out: String::new(),
            err: String::new(),
        };
        let (out, err) = (self.0.stdout.as_mut(), self.0.stderr.as_mut());
        std::io::Read::read_to_string(out.unwrap(), &mut answer.out).unwrap();
        std::io::Read::read_to_string(err.unwrap(), &mut answer.err).unwrap();
        answer
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn pipe(house: &House, id: &str, from: &str, text: &str) {
    let letter = format!(
        "From: {from}\nTo: {ROBOT}\nMessage-ID: <{id}@x.example>\nSubject: [T26/1]\n\n{text}\n"
    );
    house.given(NOW, "deliver", letter.as_bytes()).done();
}

/// Backups there are.
fn backups(house: &House) -> usize {
    std::fs::read_dir(house.path("club/backup"))
        .unwrap()
        .count()
}

/// Letters in a state.
fn letters(house: &House, state: &str) -> usize {
    let rows = house.json("outbox list");
    let rows = rows.as_array().unwrap().iter();
    rows.filter(|r| r["state"] == state).count()
}

#[test]
fn a_mailbox_that_says_nothing_makes_nobody_else_wait() {
    for (kind, greeting) in [("imap", "* OK here\r\n"), ("pop3", "+OK here\r\n")] {
        let house = House::with(&Setup::new());
        let mute = Mute::greeting(greeting);
        let mut poll = Running::starts(&house, &format!("{} poll", mute.inbox(kind, 3_600)));
        soon("the server is asked", || mute.visitors() == 1);

        house.run("td penalty T26/1 white 1 --reason late").done();
        house.run("backup").done();
        house.run("tick").done();
        house.run("verify").done();
        pipe(&house, "p1", "ann@a.example", "1. 5254");
        house.run("nightly").done();
        // Also who asks the same server is told in his own time.
        let night = house.run(&format!("{} nightly", mute.inbox(kind, 1)));
        night.fails(75).in_one_line();
        assert_eq!(ply(&house), 1, "{kind}");
        assert_eq!(
            backups(&house),
            1,
            "{kind}: those of one hour have one name"
        );
        assert!(poll.still_runs(), "{kind}: it waits for its server");
    }
}

#[test]
fn a_server_that_takes_no_letter_makes_nobody_else_wait() {
    let house = House::with(&Setup::new());
    let mute = Mute::greeting("220 here\r\n");
    let out = mute.outbox(3_600);
    pipe(&house, "p1", "ann@a.example", "1. 5254");
    let mut poll = Running::starts(&house, &format!("{out} poll"));
    soon("the server is asked", || mute.visitors() == 1);
    assert_eq!(ply(&house), 1, "ruled before anything is sent");

    pipe(&house, "p2", "bert@b.example", "1... 5755");
    for line in [
        "td penalty T26/1 white 1 --reason late",
        "backup",
        "tick",
        "poll",
        "nightly",
    ] {
        house.run(&format!("{out} {line}")).done();
    }
    assert_eq!(ply(&house), 2);
    assert_eq!(backups(&house), 1);
    // One hands letters over at a time: nobody else has called at the server.
    assert_eq!(mute.visitors(), 1);
    assert!(poll.still_runs());
    // Where he is killed, his turn is the next one's, and nothing is lost.
    let waiting = letters(&house, "queued");
    assert!(waiting >= 5, "{waiting}");
    drop(poll);
    house.run("poll").done();
    assert_eq!(letters(&house, "queued"), 0);
    assert_eq!(letters(&house, "sent"), 2 + waiting);
}

#[test]
fn an_order_ends_though_the_server_says_nothing_to_it() {
    let house = House::with(&Setup::new());
    let mute = Mute::silent();
    let before = letters(&house, "queued");
    let order = format!(
        "{} td penalty T26/1 white 1 --reason late",
        mute.outbox(3_600)
    );
    let answer = Running::starts(&house, &order).ends();
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(letters(&house, "queued") > before);
    assert!(mute.visitors() <= 1);
}

#[test]
fn the_night_writes_its_backup_before_it_waits_for_a_server() {
    let house = House::with(&Setup::new());
    let mute = Mute::greeting("220 here\r\n");
    pipe(&house, "p1", "ann@a.example", "1. 5254");
    let mut night = Running::starts(&house, &format!("{} nightly", mute.outbox(3_600)));
    soon("letters are to be sent", || mute.visitors() == 1);
    assert_eq!((ply(&house), backups(&house)), (1, 1));
    assert!(night.still_runs());
}

#[test]
fn a_pass_without_its_server_tells_what_it_ruled() {
    let house = House::with(&Setup::new());
    pipe(&house, "p1", "ann@a.example", "1. 5254");
    let away = format!(
        "{} --set inbox.port={}",
        Mute::silent().inbox("imap", 1),
        free_port()
    );
    let answer = house.run(&format!("{away} poll"));
    answer.fails(75).in_one_line();
    assert!(
        answer
            .out
            .contains("letter 1 from ann@a.example: move T26/1"),
        "{}",
        answer.out
    );
    assert!(answer.out.contains("2 sent"), "{}", answer.out);
    pipe(&house, "p2", "bert@b.example", "1... 5755");
    let answer = house.run(&format!("--json {away} poll"));
    answer.fails(75);
    let said: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(said["verdicts"]["move"], 1, "{said}");
    // The clocks too: what fell due is told though its letters wait.
    let out = format!(
        "--set outbox.kind=smtp --set outbox.host=127.0.0.1 --set outbox.port={} \
         --set outbox.security=none",
        free_port()
    );
    let answer = house.at("2026-01-26T09:00:00Z", &format!("{out} tick"));
    answer.fails(75);
    assert!(answer.out.contains("T26/1: "), "{}", answer.out);
}

#[test]
fn a_night_without_a_backup_is_no_success() {
    let house = House::with(&Setup::new());
    let folder = house.path("club/backup");
    std::fs::remove_dir(&folder).unwrap();
    std::fs::write(&folder, "in the way").unwrap();
    pipe(&house, "p1", "ann@a.example", "1. 5254");
    let answer = house.run("nightly");
    answer.fails(1);
    assert!(answer.err.contains("no backup was made"), "{}", answer.err);
    // All else is done.
    assert_eq!(ply(&house), 1);
    assert_eq!(letters(&house, "queued"), 0);
    // And whoever holds the home keeps no night from its backup.
    std::fs::remove_file(&folder).unwrap();
    let lock = postchess::robot::lock::take(&postchess::robot::Home::at(house.path("club")).lock())
        .unwrap();
    house.run("nightly").fails(75);
    assert_eq!(backups(&house), 1);
    drop(lock);
}

#[test]
fn the_daemon_rules_and_sends_while_its_mailbox_says_nothing() {
    let house = House::with(&Setup::new());
    let mute = Mute::greeting("* OK here\r\n");
    let inbox = mute.inbox("imap", 3_600);
    let options: Vec<&str> = inbox.split_whitespace().collect();
    let daemon = Daemon::starts(&house, &options, &[]);
    soon("the server is asked", || mute.visitors() == 1);
    pipe(&house, "p1", "ann@a.example", "1. 5254");
    soon("it is ruled and its letters leave", || {
        ply(&house) == 1 && letters(&house, "queued") == 0
    });
    house.run("td penalty T26/1 white 1 --reason late").done();
    // It ends when it is told to, and does not wait for the server.
    let answer = daemon.ends();
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert_eq!(mute.visitors(), 1);
}

#[test]
fn the_daemon_fetches_and_rules_while_nobody_takes_its_letters() {
    let house = House::with(&Setup::new());
    let mute = Mute::greeting("220 here\r\n");
    let outbox = mute.outbox(3_600);
    let options: Vec<&str> = outbox.split_whitespace().collect();
    let daemon = Daemon::starts(&house, &options, &[]);
    post(&house, "m1", "ann@a.example", "1. 5254");
    soon("the server is asked", || mute.visitors() == 1);
    post(&house, "m2", "bert@b.example", "1... 5755");
    soon("both are fetched and ruled", || ply(&house) == 2);
    assert!(letters(&house, "queued") >= 4);
    assert_eq!(daemon.ends().code, 0);
    // Its turn ended with it.
    house.run("poll").done();
    assert_eq!(letters(&house, "queued"), 0);
}

#[test]
fn several_senders_at_once_send_each_letter_once() {
    let house = House::with(&Setup::new().pairs(&[(1, 2); 8]));
    for round in 0..3 {
        for game in 1..=8 {
            let from = ["ann@a.example", "bert@b.example"][round % 2];
            let number = round / 2 + 1;
            let dots = if round % 2 == 0 { "." } else { "..." };
            let text = format!("{number}{dots} {}", ["7163", "7866", "6371"][round]);
            let name = format!("r{round}g{game}");
            house.post(&name, from, &format!("[T26/{game}]"), &text);
        }
        let passes: Vec<Running> = (0..5).map(|_| Running::starts(&house, "poll")).collect();
        for pass in passes {
            let answer = pass.ends();
            assert_eq!(answer.code, 0, "{}", answer.err);
        }
    }
    house.run("poll").done();
    let sent = letters(&house, "sent");
    let files = std::fs::read_dir(house.path("club/mail/out/new")).unwrap();
    assert_eq!(files.count(), sent);
    assert_eq!(letters(&house, "queued"), 0);
    for game in 1..=8 {
        assert_eq!(house.json(&format!("game show T26/{game}"))["ply"], 3);
    }
    house.run("verify").done();
}

#[test]
fn what_left_is_marked_however_long_another_run_writes() {
    let house = House::with(&Setup::new());
    let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    db.execute_batch("UPDATE outbound SET state = 'queued', sent = NULL WHERE id = 1")
        .unwrap();
    let files = || {
        std::fs::read_dir(house.path("club/mail/out/new"))
            .unwrap()
            .count()
    };
    let before = files();
    let lock = postchess::robot::lock::take(&postchess::robot::Home::at(house.path("club")).lock())
        .unwrap();
    let daemon = Daemon::starts(&house, &[], &[]);
    soon("the letter is handed over", || files() == before + 1);
    // Longer than anybody waits who could as well come again.
    std::thread::sleep(Duration::from_secs(7));
    assert_eq!(letters(&house, "queued"), 1);
    drop(lock);
    soon("it is marked", || letters(&house, "queued") == 0);
    assert_eq!(daemon.ends().code, 0);
    assert_eq!(files(), before + 1, "it left once");
}

fn findings(house: &House, now: &str, options: &str) -> Vec<String> {
    let answer = house.at(now, &format!("--json {options} health"));
    let said: serde_json::Value =
        serde_json::from_str(&answer.out).unwrap_or_else(|e| panic!("{e}: {answer:?}"));
    assert_eq!(answer.code, i32::from(said["well"] == false));
    let found = said["findings"].as_array().unwrap().iter();
    found.map(|f| f.as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_dead_server_is_named_within_minutes() {
    let house = House::with(&Setup::new());
    house.run("nightly").done();
    let mute = Mute::silent();
    let inbox = mute.inbox("imap", 1);
    house.run(&format!("{inbox} poll")).fails(75);
    assert_eq!(findings(&house, "2026-01-10T09:01:00Z", &inbox), [""; 0]);
    let found = findings(&house, "2026-01-10T09:03:00Z", &inbox);
    let name = format!("mail server 127.0.0.1:{}", mute.port);
    assert!(
        found.len() == 1
            && found[0].starts_with(&format!(
                "{name} has never answered; it was first asked 2026-01-10 12:00 +03:00 ("
            ))
            && found[0].contains("greeting"),
        "{found:?}"
    );
    // One that is not named any more is nobody's concern.
    assert_eq!(findings(&house, "2026-01-10T09:03:00Z", ""), [""; 0]);

    // An outgoing one, and while somebody still waits for it.
    let mute = Mute::greeting("220 here\r\n");
    let out = mute.outbox(3_600);
    pipe(&house, "p1", "ann@a.example", "1. 5254");
    let poll = Running::starts(&house, &format!("{out} poll"));
    soon("the server is asked", || mute.visitors() == 1);
    let found = findings(&house, "2026-01-10T09:03:00Z", &out);
    let name = format!("mail server 127.0.0.1:{}", mute.port);
    assert!(found.len() == 1 && found[0].starts_with(&name), "{found:?}");
    drop(poll);
}

#[test]
fn never_is_too_late() {
    let house = House::with(&Setup::new());
    // A tournament runs, and nobody has read the mailbox or made a backup.
    let found = findings(&house, "2026-01-10T09:01:00Z", "").join("\n");
    assert!(
        found.contains("the mailbox was last read completely: never")
            && found.contains("the newest backup was made: never"),
        "{found}"
    );
    // Start letters that never left.
    let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
    db.execute_batch("UPDATE outbound SET state = 'queued', sent = NULL")
        .unwrap();
    house.run("backup").done();
    let off = "--set health.poll_minutes=0";
    assert_eq!(findings(&house, "2026-01-10T09:01:00Z", off), [""; 0]);
    let found = findings(&house, "2026-01-10T09:03:00Z", off);
    assert!(
        found.len() == 1 && found[0].contains("letters wait to leave"),
        "{found:?}"
    );
}

/// The same command line as an account that owns nothing here.
fn as_nobody(house: &House, line: &str) -> Answer {
    let mut command = match is_root() {
        true => {
            let mut command = Command::new("setpriv");
            command
                .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
                .arg(env!("CARGO_BIN_EXE_postchess"));
            command
        }
        false => Command::new(env!("CARGO_BIN_EXE_postchess")),
    };
    command
        .env_remove("POSTCHESS_HOME")
        .env_remove("POSTCHESS_NOW")
        .arg("--home")
        .arg(house.path("club"))
        .args(["--now", NOW])
        .args(line.split_whitespace());
    Answer::of(&command.output().expect("setpriv"))
}

/// Everybody may read the home, and nobody may write it.
fn read_only(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => read_only(&path),
            false => mode(&path, 0o444),
        }
    }
    mode(folder, 0o555);
}

fn mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

fn mode_of(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn who_may_only_read_can_ask_for_health() {
    let house = House::with(&Setup::new());
    house.run("nightly").done();
    let club = house.path("club");
    mode(club.parent().unwrap(), 0o755);
    for open in [false, true] {
        mode(&club, 0o700);
        // With somebody who has the database open, and has written, and without.
        let db = open.then(|| {
            let db = rusqlite::Connection::open(club.join("postchess.db")).unwrap();
            db.execute_batch("UPDATE meta SET value = value").unwrap();
            db
        });
        read_only(&club);
        let before: Vec<String> = names(&club);
        let answer = as_nobody(&house, "health");
        assert_eq!(answer.code, 0, "{open}: {}", answer.err);
        assert!(answer.out.starts_with("all is well"), "{}", answer.out);
        assert_eq!(names(&club), before, "{open}");
        drop(db);
        mode(&club, 0o700);
        mode(&club.join("postchess.db"), 0o600);
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn check_sees_a_full_disk() {
    let house = House::with(&Setup::new());
    // What is brought to the disk first is the probe.
    let full = Command::new("strace")
        .args(["-f", "-o", "/dev/null", "-e", "trace=fsync"])
        .args(["-e", "inject=fsync:error=ENOSPC:when=1"])
        .arg(env!("CARGO_BIN_EXE_postchess"))
        .arg("--home")
        .arg(house.path("club"))
        .arg("check")
        .output()
        .expect("strace is installed by tests/run");
    let answer = Answer::of(&full);
    answer.fails(1);
    assert!(answer.err.contains("is full"), "{}", answer.err);
    assert!(
        !names(&house.path("club"))
            .iter()
            .any(|n| n.contains("probe"))
    );
}

#[test]
fn a_home_is_its_owners_under_any_umask() {
    let house = House::new();
    for umask in ["000", "022", "077", "777"] {
        let home = house.path(&format!("home{umask}"));
        let line = format!(
            "umask {umask}; exec {} init {} --robot {ROBOT}",
            env!("CARGO_BIN_EXE_postchess"),
            home.display()
        );
        let made = Command::new("sh").args(["-c", &line]).output().unwrap();
        assert!(made.status.success(), "{made:?}");
        assert_eq!(mode_of(&home), 0o700, "{umask}");
        for file in ["postchess.db", "postchess.toml", ".postchess.lock"] {
            assert_eq!(mode_of(&home.join(file)), 0o600, "{umask} {file}");
        }
        assert_eq!(mode_of(&home.join("mail/in/new")), 0o700, "{umask}");
        // A lock that another version left open to all does not stay so.
        let lock = home.join(".postchess.lock");
        mode(&lock, 0o666);
        let line = format!(
            "umask {umask}; exec {} --home {} poll",
            env!("CARGO_BIN_EXE_postchess"),
            home.display()
        );
        std::fs::write(home.join("mail/in/new/m1"), "From: a@b.example\n\nx\n").unwrap();
        let polled = Command::new("sh").args(["-c", &line]).output().unwrap();
        assert!(polled.status.success(), "{polled:?}");
        assert_eq!(mode_of(&lock), 0o600, "{umask}");
        std::fs::remove_file(&lock).unwrap();
    }
}
