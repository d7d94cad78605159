//! The corpus: letters as the mail programs of the world write them, in
//! `tests/letters`, each with what a person says it means.
//!
//! Beside each letter stands a snapshot, `NAME.expected`: how it is read and what
//! becomes of it in the club of `club.toml`. `INDEX.tsv` says the same in a line,
//! written before the program was asked. `UPDATE_EXPECT=1` writes the snapshots
//! anew; every difference is then to be read, for the letter decides, not the program.

use crate::club::{folder, postchess_run};
use postchess::config::Config;
use postchess::ids::{GameId, GameName, InboundId, OutboundId};
use postchess::letter;
use postchess::record::Event;
use postchess::request;
use postchess::robot::{Home, Robot};
use postchess::store::Store;
use postchess::time::Instant;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// The hour at which the letters are fetched.
const NOW: &str = "2026-03-15T12:00:00Z";
/// Longest time one letter may take to be read and understood, without optimisation.
const LONGEST: Duration = Duration::from_secs(1);

/// A letter of the corpus.
pub struct Letter {
    /// `gmail-web-en-move`.
    pub name: String,
    /// As it stands in the folder: LF line ends.
    pub bytes: Vec<u8>,
}

/// Where the letters are.
pub fn letters_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/letters")
}

/// All letters, by name.
pub fn letters() -> Vec<Letter> {
    let mut all: Vec<Letter> = std::fs::read_dir(letters_folder())
        .expect("tests/letters")
        .map(|e| e.expect("an entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "eml"))
        .map(|path| Letter {
            name: path.file_stem().unwrap().to_str().unwrap().to_owned(),
            bytes: std::fs::read(&path).expect("a letter"),
        })
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// The same letter with the line ends of the wire.
pub fn crlf(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 40);
    for b in bytes {
        if *b == b'\n' {
            out.push(b'\r');
        }
        out.push(*b);
    }
    out
}

/// A line of `INDEX.tsv`: what a person says of a letter.
struct Indexed {
    verdict: String,
    /// Moves that are played, or `-`.
    plays: String,
    /// What the letter is, and whose format it has.
    what: String,
}

fn index() -> BTreeMap<String, Indexed> {
    let path = letters_folder().join("INDEX.tsv");
    let text = std::fs::read_to_string(path).expect("INDEX.tsv");
    text.lines()
        .filter(|l| !l.starts_with('#') && !l.trim().is_empty())
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [name, verdict, plays, what] = fields[..] else {
                panic!("INDEX.tsv: four fields with tabs between them: {line}");
            };
            let indexed = Indexed {
                verdict: verdict.to_owned(),
                plays: plays.to_owned(),
                what: what.to_owned(),
            };
            (name.to_owned(), indexed)
        })
        .collect()
}

/// The club of the corpus with its games played so far, made once.
struct Clubhouse {
    /// Its files by name, each copy's own: what is static is never dropped, so that a folder
    /// would stay for good.
    files: Vec<(OsString, Vec<u8>)>,
    /// How many entries each game has before any letter of the corpus.
    entries: BTreeMap<GameId, usize>,
    /// The last letter of the robot before any letter of the corpus.
    last_letter: OutboundId,
}

static CLUBHOUSE: LazyLock<Clubhouse> = LazyLock::new(clubhouse);

fn config_in(root: &Path) -> Config {
    let sets = [("auth.policy".to_owned(), "address".to_owned())];
    Config::load(root, &sets).unwrap_or_else(|e| panic!("{e}"))
}

fn robot_in(root: &Path) -> Robot {
    let home = Home::at(root);
    let config = config_in(root);
    let store = Store::open(home.database()).unwrap_or_else(|e| panic!("{e}"));
    let now = Instant::parse(NOW).unwrap();
    Robot::new(home, config, store, now, true).unwrap_or_else(|e| panic!("{e}"))
}

fn clubhouse() -> Clubhouse {
    let dir = folder();
    let root = dir.path().join("club");
    let made = postchess_run(&[
        "init",
        root.to_str().unwrap(),
        "--robot",
        "moves@club.example",
    ]);
    made.unwrap_or_else(|e| panic!("init: {e}"));
    let mut robot = robot_in(&root);
    robot.now = Instant::parse("2026-02-01T06:00:00Z").unwrap();
    let file = std::fs::read_to_string(letters_folder().join("club.toml")).unwrap();
    robot
        .tournament_add(&file, "club.toml")
        .unwrap_or_else(|e| panic!("{e}"));
    robot
        .tournament_start("CORPUS")
        .unwrap_or_else(|e| panic!("{e}"));
    let games = std::fs::read_to_string(letters_folder().join("games.txt")).unwrap();
    let mut serial = 0;
    let mut asked = 0;
    for line in games.lines().filter(|l| l.starts_with("CORPUS/")) {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap();
        let game = GameName::parse(name).unwrap();
        let id = robot.store.read().game_find(&game).unwrap().expect(name);
        let facts = robot.store.read().game_facts(id).unwrap();
        let players = [facts.players.white.clone(), facts.players.black.clone()];
        let moves: Vec<&str> = words.collect();
        let offers = moves.last() == Some(&"=");
        let moves: Vec<&str> = moves.into_iter().filter(|m| *m != "=").collect();
        for (ply, mv) in moves.iter().enumerate() {
            serial += 1;
            asked += 1;
            let from = &players[ply % 2].reach.to_string();
            let day = 2 + ply * 3;
            let at = Instant::parse(&format!("2026-02-01T08:00:{:02}Z", serial % 60))
                .unwrap()
                .plus_seconds(i64::try_from(day).unwrap() * 86_400);
            let dots = if ply % 2 == 0 { "." } else { "..." };
            let draw = if offers && ply + 1 == moves.len() {
                " ="
            } else {
                ""
            };
            let letter = format!(
                "Received: from mx.example by mx.club.example; {date}\nFrom: {from}\n\
                 To: moves@club.example\nDate: {date}\nMessage-ID: <{serial}@before.example>\n\
                 Subject: [{name}]\n\n{}{dots} {mv}{draw}\n",
                ply / 2 + 1,
                date = at.rfc2822(),
            );
            let path = root.join(format!("mail/in/new/{serial:06}.before"));
            std::fs::write(path, letter).unwrap();
        }
    }
    robot.now = Instant::parse("2026-03-13T12:00:00Z").unwrap();
    let mut played = 0;
    // A pass fetches at most so many.
    for _ in 0..3 {
        let report = robot.poll().unwrap_or_else(|e| panic!("poll: {e}"));
        assert!(report.troubles.is_empty(), "{:?}", report.troubles);
        played += report.verdicts.get("move").copied().unwrap_or(0);
    }
    assert_eq!(played, asked, "every move of games.txt is played");
    let view = robot.store.read();
    let entries = view
        .games_all()
        .unwrap()
        .into_iter()
        .map(|id| (id, view.game_load(id).unwrap().entries.len()))
        .collect();
    let mut last_letter = OutboundId(0);
    let each = |row: postchess::store::OutboundRow| {
        last_letter = row.id;
        ControlFlow::Continue(())
    };
    view.outbound_each(OutboundId(0), each).unwrap();
    drop(robot);
    let files = std::fs::read_dir(&root).unwrap().map(Result::unwrap);
    let files = files.filter(|file| file.file_name().to_string_lossy().starts_with("postchess."));
    let files = files.map(|file| (file.file_name(), std::fs::read(file.path()).unwrap()));
    Clubhouse {
        files: files.collect(),
        entries,
        last_letter,
    }
}

/// A robot that is set down in one fresh copy of the club after another: making
/// a robot, with all its templates, takes longer than reading a letter.
pub struct Visitor {
    robot: Robot,
    dir: TempDir,
}

impl Visitor {
    /// In a first copy.
    pub fn new() -> Visitor {
        let dir = copy_of_the_club();
        let robot = robot_in(dir.path());
        Visitor { robot, dir }
    }

    /// In the next copy, as if no letter had ever come.
    pub fn moves_on(&mut self) {
        let dir = copy_of_the_club();
        self.robot.home = Home::at(dir.path());
        self.robot.config = config_in(dir.path());
        self.robot.store = Store::open(self.robot.home.database()).unwrap();
        self.robot.at(Instant::parse(NOW).unwrap());
        self.dir = dir;
    }

    /// Puts a letter into the mailbox and fetches it; its verdict.
    pub fn gets(&mut self, name: &str, bytes: &[u8]) -> String {
        std::fs::write(self.dir.path().join("mail/in/new").join(name), bytes).unwrap();
        self.robot.poll().unwrap_or_else(|e| panic!("poll: {e}"));
        newest(&self.robot)
    }

    /// The note on the newest letter.
    pub fn note(&self) -> String {
        let mut found = String::new();
        let each = |row: postchess::store::InboundRow| {
            found = row.note;
            ControlFlow::Continue(())
        };
        let view = self.robot.store.read();
        view.inbound_each(InboundId(0), each).unwrap();
        found
    }

    /// What the games hold beyond what they held before.
    pub fn recorded(&self) -> Vec<String> {
        recorded(&self.robot)
    }
}

fn copy_of_the_club() -> TempDir {
    let dir = folder();
    for folder in ["in", "out"] {
        for part in ["tmp", "new", "cur"] {
            let path = dir.path().join("mail").join(folder).join(part);
            std::fs::create_dir_all(path).unwrap();
        }
    }
    for (name, bytes) in &CLUBHOUSE.files {
        std::fs::write(dir.path().join(name), bytes).unwrap();
    }
    dir
}

/// What became of the newest letter.
fn newest(robot: &Robot) -> String {
    let mut found = String::new();
    let each = |row: postchess::store::InboundRow| {
        found = row.verdict.map_or("pending", |v| v.name()).to_owned();
        ControlFlow::Continue(())
    };
    robot.store.read().inbound_each(InboundId(0), each).unwrap();
    found
}

/// What the games hold beyond what they held before: game and entry, a line each.
fn recorded(robot: &Robot) -> Vec<String> {
    let view = robot.store.read();
    let mut lines = Vec::new();
    for (id, before) in &CLUBHOUSE.entries {
        let file = view.game_load(*id).unwrap();
        let name = &file.facts.name;
        for entry in &file.entries[*before..] {
            let json = serde_json::to_value(&entry.event).unwrap();
            let what = json["what"].as_str().unwrap_or("?").to_owned();
            match &entry.event {
                Event::MovePlayed { ply, .. } => {
                    let mv = file.moves.iter().find(|m| m.ply == *ply).unwrap();
                    let dots = if mv.ply % 2 == 1 { "." } else { "..." };
                    lines.push(format!("{name} {what} {}{dots} {}", mv.number, mv.numeric));
                }
                Event::LetterLeft { .. } => {}
                _ => lines.push(format!("{name} {what}")),
            }
        }
    }
    lines
}

/// Kind and recipient of every letter the robot wrote beyond those before, sorted.
fn answers(robot: &Robot) -> Vec<String> {
    let mut all = Vec::new();
    let each = |row: postchess::store::OutboundRow| {
        all.push(format!("{} to {}", row.kind, row.to));
        ControlFlow::Continue(())
    };
    let view = robot.store.read();
    view.outbound_each(CLUBHOUSE.last_letter, each).unwrap();
    all.sort();
    all
}

/// A letter of the robot.
pub struct Ours {
    /// `X-Postchess-Kind`.
    pub kind: String,
    /// Its plain text.
    pub text: String,
    /// Its HTML from `<body>` to `</body>`; empty where there is none.
    pub html: String,
    /// Its bytes.
    pub raw: Vec<u8>,
}

/// A letter of each kind in each language that the club has sent: before the corpus,
/// and in answer to the letters of it that ask for something.
pub fn sent_by_the_club() -> Vec<Ours> {
    let asking: Vec<Letter> = letters()
        .into_iter()
        .filter(|l| {
            [
                "command-",
                "leave-",
                "notation-illegal",
                "gmail-web-",
                "samsung-ru",
            ]
            .iter()
            .any(|n| l.name.starts_with(n))
        })
        .collect();
    // The club's letters are in the language of who gets them; so are the hosts' names.
    let language = |host: &str| match host.split('.').next() {
        Some("mailru" | "yandex" | "rambler") => "ru",
        Some("ukr" | "iua" | "meta") => "uk",
        Some("wp" | "onet" | "interia") => "pl",
        _ => "en",
    };
    let gather = |robot: &Robot, after: OutboundId| {
        let view = robot.store.read();
        let mut rows = Vec::new();
        let each = |row: postchess::store::OutboundRow| {
            rows.push((
                row.kind.clone(),
                row.to.to_string().rsplit('@').next().unwrap().to_owned(),
                row.id,
            ));
            ControlFlow::Continue(())
        };
        view.outbound_each(after, each).unwrap();
        let raw = |id| view.outbound_raw(id).unwrap().bytes;
        let all: Vec<_> = rows
            .into_iter()
            .map(|(kind, host, id)| ((kind, language(&host)), raw(id)))
            .collect();
        all
    };
    let mut found: BTreeMap<(String, &str), Vec<u8>> = each(&asking, |visitor, letter| {
        visitor.moves_on();
        visitor.gets("1.asking", &letter.bytes);
        gather(&visitor.robot, CLUBHOUSE.last_letter)
    })
    .into_iter()
    .flatten()
    .chain(gather(&Visitor::new().robot, OutboundId(0)))
    .collect();
    found.retain(|_, raw| !raw.is_empty());
    found
        .into_iter()
        .map(|((kind, _), raw)| {
            let parsed = mail_parser::MessageParser::default().parse(&raw).unwrap();
            let page = parsed.body_html(0).unwrap_or_default();
            let inner = page
                .split_once("<body>")
                .and_then(|(_, p)| p.split_once("</body>"));
            Ours {
                kind,
                text: parsed.body_text(0).unwrap_or_default().into_owned(),
                html: inner.map_or_else(String::new, |(p, _)| p.to_owned()),
                raw: raw.clone(),
            }
        })
        .collect()
}

/// How `postchess read --json` understands the letters, by name, without the file's path.
fn readings(all: &[Letter], ends: fn(&[u8]) -> Vec<u8>) -> Vec<Value> {
    let dir = folder();
    let mut words = vec!["--json".to_owned(), "read".to_owned()];
    for letter in all {
        let path = dir.path().join(format!("{}.eml", letter.name));
        std::fs::write(&path, ends(&letter.bytes)).unwrap();
        words.push(path.to_str().unwrap().to_owned());
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let out = postchess_run(&words).unwrap_or_else(|e| panic!("read: {e}"));
    let lines: Vec<Value> = out
        .lines()
        .map(|l| serde_json::from_str(l).expect("one line of JSON a file"))
        .map(|mut v: Value| {
            v.as_object_mut().unwrap().remove("file");
            v
        })
        .collect();
    assert_eq!(lines.len(), all.len());
    lines
}

/// A reading as the snapshot prints it.
fn printed(reading: &Value) -> String {
    let mut out = String::new();
    let word = |v: &Value| v.as_str().unwrap_or("-").to_owned();
    for name in ["kind", "from", "subject", "game"] {
        writeln!(out, "{name}: {}", word(&reading[name])).unwrap();
    }
    writeln!(out, "text:").unwrap();
    for line in reading["text"].as_str().unwrap_or("").lines() {
        writeln!(out, "  |{}{line}", if line.is_empty() { "" } else { " " }).unwrap();
    }
    for name in ["requests", "doubts"] {
        writeln!(out, "{name}:").unwrap();
        for one in reading[name].as_array().unwrap() {
            let object = one.as_object().unwrap();
            // Places in the text move with every word; the words beside them do not.
            let kept: serde_json::Map<String, Value> = object
                .iter()
                .filter(|(k, v)| !v.is_null() && k.as_str() != "span")
                .map(|(k, v)| (k.clone(), v.clone()))
                .collect();
            writeln!(out, "  {}", Value::Object(kept)).unwrap();
        }
    }
    if reading["auth"]["method"] != "none" {
        writeln!(out, "auth: {}", reading["auth"]).unwrap();
    }
    out
}

/// What becomes of a letter in a copy of the club, and of the same letter when it
/// comes a second time with the other line ends: nothing.
fn fate(visitor: &mut Visitor, letter: &Letter) -> (String, Vec<String>, String) {
    visitor.moves_on();
    let verdict = visitor.gets("1.first", &letter.bytes);
    let entries = visitor.recorded();
    let mut out = format!("verdict: {verdict}\nrecord:\n");
    for line in &entries {
        writeln!(out, "  {line}").unwrap();
    }
    writeln!(out, "answers:").unwrap();
    for line in answers(&visitor.robot) {
        writeln!(out, "  {line}").unwrap();
    }
    let again = visitor.gets("2.again", &crlf(&letter.bytes));
    assert_eq!(
        visitor.recorded(),
        entries,
        "{}: the same letter with CRLF changes something",
        letter.name
    );
    assert!(
        again == "duplicate" || again == verdict,
        "{}: {verdict} with LF, {again} with CRLF",
        letter.name
    );
    let plays = entries
        .iter()
        .filter_map(|l| {
            l.split_once(" move-played ")
                .map(|(g, m)| format!("{g} {m}"))
        })
        .collect();
    (out, plays, verdict)
}

/// Does something with every one of them, on all processors, each with a visitor
/// of its own; in their order.
pub fn each<I: Sync, T: Send>(all: &[I], what: impl Fn(&mut Visitor, &I) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let work = || {
            let mut visitor = Visitor::new();
            let mut mine = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(one) = all.get(at) else {
                    return mine;
                };
                mine.push((at, what(&mut visitor, one)));
            }
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let join = |t: std::thread::ScopedJoinHandle<'_, Vec<(usize, T)>>| match t.join() {
            Ok(done) => done,
            Err(panicked) => std::panic::resume_unwind(panicked),
        };
        threads.into_iter().flat_map(join).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, t)| t).collect()
}

#[test]
fn every_letter_means_what_a_person_says_it_means() {
    let all = letters();
    let with_lf = readings(&all, <[u8]>::to_vec);
    let with_crlf = readings(&all, crlf);
    let fates = each(&all, fate);
    let index = index();
    let update = std::env::var("UPDATE_EXPECT").is_ok_and(|v| v == "1");
    let mut wrong: Vec<String> = Vec::new();
    for (at, letter) in all.iter().enumerate() {
        let name = &letter.name;
        if with_lf[at] != with_crlf[at] {
            wrong.push(format!(
                "{name}: read differently with CRLF:\n{}\n{}",
                printed(&with_lf[at]),
                printed(&with_crlf[at])
            ));
        }
        let (becomes, plays, verdict) = &fates[at];
        let found = format!("{}{becomes}", printed(&with_lf[at]));
        let path = letters_folder().join(format!("{name}.expected"));
        if update {
            std::fs::write(&path, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        if found != expected {
            wrong.push(format!(
                "{name}: expected\n{expected}\nbut found\n{found}\n"
            ));
        }
        let plays = match plays.is_empty() {
            true => "-".to_owned(),
            false => plays.join(", "),
        };
        match index.get(name) {
            None => wrong.push(format!("{name}: INDEX.tsv says nothing of it")),
            Some(said) if said.verdict != *verdict || said.plays != plays => wrong.push(format!(
                "{name}: INDEX.tsv says {} {}, it became {verdict} {plays}\n{found}",
                said.verdict, said.plays
            )),
            Some(_) => {}
        }
    }
    assert!(
        wrong.is_empty(),
        "{} differences\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn index_and_folder_hold_the_same_letters() {
    let index = index();
    let names: Vec<String> = letters().into_iter().map(|l| l.name).collect();
    for (name, said) in &index {
        assert!(names.contains(name), "INDEX.tsv: there is no {name}.eml");
        assert!(said.what.len() >= 8, "INDEX.tsv: {name}: what is it?");
    }
    for name in &names {
        assert!(index.contains_key(name), "{name}: not in INDEX.tsv");
    }
    for entry in std::fs::read_dir(letters_folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "expected") {
            let letter = path.with_extension("eml");
            assert!(letter.exists(), "{}: its letter is gone", path.display());
        }
    }
}

/// Processor time of this thread, where the system tells it: other tests run at
/// the same time, and their work is not this letter's.
pub fn worked() -> Duration {
    static BEGAN: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|t| t.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| BEGAN.elapsed(), Duration::from_nanos)
}

#[test]
fn no_letter_takes_a_second() {
    for one in letters() {
        for bytes in [one.bytes.clone(), crlf(&one.bytes)] {
            let began = worked();
            if let Ok(read) = letter::read(&bytes) {
                request::understand(&read);
            }
            let took = worked() - began;
            assert!(took < LONGEST, "{}: {took:?}", one.name);
        }
    }
}
