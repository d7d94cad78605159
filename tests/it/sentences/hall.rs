//! The house in which the letters are read: a game for every position and language,
//! brought up to it once, its last moves by letter; each letter then comes into a fresh copy
//! of the house.

use super::clients::{Envelope, sent};
use super::letters::{Deed, PersonsLetter};
use crate::club::{ARBITER, Mail, ROBOT, folder, postchess_run};
use postchess::arbiter::{Forecast, next_due};
use postchess::chess::Position;
use postchess::config::Config;
use postchess::ids::{GameId, GameName, InboundId, OutboundId, PlayerId};
use postchess::language::Language;
use postchess::record::{About, Cause, Entry, Event, ResultCode, Termination};
use postchess::robot::{Home, Robot};
use postchess::store::{InboundRow, OutboundRow, Outlook, Store};
use postchess::time::{Instant, Zone};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// When the last moves before the letters are fetched, and answered.
const BEFORE: &str = "2026-05-19T11:00:00Z";
/// When the letters come.
const NOW: &str = "2026-05-20T10:00:00Z";
/// When a bare yes comes.
const LATER: &str = "2026-05-20T13:00:00Z";
/// Letters that one pass fetches at most.
const PASS: usize = 200;
/// Positions that share a house: the more, the larger each copy of it.
const TOGETHER: usize = 24;

/// A language, and the moves played before.
type Standing = (String, Vec<String>);

/// Where a letter stands in the house.
#[derive(Clone)]
struct WriterSeat {
    game: GameId,
    /// Who is to move, and writes.
    writer: PlayerId,
    email: String,
    /// He has White.
    white: bool,
    /// How many entries the game has before the letter.
    entries: usize,
    /// The last letter he got.
    ours: OutboundId,
}

/// The house before any letter.
struct Hall {
    dir: TempDir,
    places: BTreeMap<Standing, WriterSeat>,
    /// Our last letter before any of theirs.
    last: OutboundId,
}

/// What became of a letter.
#[derive(Debug, Default)]
pub struct Aftermath {
    /// What it did, without what was only told.
    pub acts: BTreeSet<Deed>,
    /// Kinds of the answers to the writer.
    pub told: BTreeSet<String>,
    /// Penalty days charged.
    pub penalty: i64,
    /// The verdict.
    pub verdict: String,
}

/// What became of a letter at once, and after a bare yes to our answer.
pub struct Followed {
    /// By the letter alone.
    pub first: Aftermath,
    /// After the yes, where one was sent.
    pub after_yes: Option<Aftermath>,
}

/// What becomes of each of the letters, in their order; on all processors. Letters of few
/// positions share a house: each takes a copy of it.
pub fn read(all: &[PersonsLetter]) -> Vec<Followed> {
    let mut standings: BTreeMap<(&str, &[String]), Vec<usize>> = BTreeMap::new();
    for (at, one) in all.iter().enumerate() {
        let of_standing = standings.entry((&one.language, &one.before));
        of_standing.or_default().push(at);
    }
    let standings: Vec<Vec<usize>> = standings.into_values().collect();
    let houses: Vec<Vec<usize>> = standings.chunks(TOGETHER).map(<[_]>::concat).collect();
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let mut done: Vec<(usize, Followed)> = std::thread::scope(|scope| {
        let work = || {
            let mut mine = Vec::new();
            while let Some(house) = houses.get(next.fetch_add(1, Ordering::Relaxed)) {
                let letters: Vec<&PersonsLetter> = house.iter().map(|at| &all[*at]).collect();
                let hall = Hall::for_letters(&letters);
                let mut guest = Guest::of(&hall);
                let fates = letters.into_iter().map(|one| guest.posts(one));
                mine.extend(house.iter().copied().zip(fates));
            }
            mine
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let join = |t: std::thread::ScopedJoinHandle<'_, _>| match t.join() {
            Ok(done) => done,
            Err(panicked) => std::panic::resume_unwind(panicked),
        };
        threads.into_iter().flat_map(join).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, fate)| fate).collect()
}

fn config_in(root: &Path) -> Config {
    let sets = [("auth.policy".to_owned(), "address".to_owned())];
    Config::load(root, &sets).unwrap_or_else(|e| panic!("{e}"))
}

fn robot_in(root: &Path, now: &str) -> Robot {
    let home = Home::at(root);
    let store = Store::open(home.database()).unwrap_or_else(|e| panic!("{e}"));
    let now = Instant::parse(now).unwrap();
    Robot::new(home, config_in(root), store, now, true).unwrap_or_else(|e| panic!("{e}"))
}

/// The language of a house for letters in this one: English where the program does not
/// speak it yet.
fn spoken(language: &str) -> &str {
    let is_known = Language::ALL.iter().any(|one| one.code() == language);
    if is_known { language } else { "en" }
}

fn code(language: &str) -> String {
    format!("{}26", language.to_uppercase())
}

/// The tournament of a language, a pair for each of its standings.
fn tournament(language: &str, pairs: usize) -> String {
    let spoken = spoken(language);
    let mut file = format!(
        "[tournament]\ncode = \"{}\"\nname = \"Letters\"\nprofile = \"email\"\nsystem = \"pairs\"\n\
         start_date = 2026-05-01\nlanguage = \"{spoken}\"\ntime_zone = \"Europe/Moscow\"\n\
         arbiter = {{ name = \"Olga Orlova\", email = \"{ARBITER}\" }}\n",
        code(language)
    );
    for game in 1..=pairs {
        for side in ["w", "b"] {
            write!(
                file,
                "[[player]]\nname = \"{}\"\nemail = \"{}\"\nlanguage = \"{spoken}\"\n",
                surname(side, game),
                email(language, game, side)
            )
            .unwrap();
        }
        let (white, black) = (game * 2 - 1, game * 2);
        write!(file, "[[pair]]\nwhite = {white}\nblack = {black}\n").unwrap();
    }
    file
}

/// A name for each seat in which nobody sees a move: it stands in subjects.
fn surname(side: &str, game: usize) -> String {
    const SYLLABLES: [&str; 10] = ["ra", "lo", "mi", "tu", "ne", "va", "so", "ki", "du", "pe"];
    let digits = game.to_string();
    let syllables = digits.bytes().map(|b| SYLLABLES[usize::from(b - b'0')]);
    let begins = if side == "w" { "Wal" } else { "Bor" };
    begins
        .chars()
        .map(String::from)
        .chain(syllables.map(String::from))
        .collect()
}

fn email(language: &str, game: usize, side: &str) -> String {
    format!("{side}{game}@{language}.example")
}

fn outbound(robot: &Robot, after: OutboundId) -> Vec<OutboundRow> {
    let mut rows = Vec::new();
    let each = |row: OutboundRow| {
        rows.push(row);
        ControlFlow::Continue(())
    };
    robot.store.read().outbound_each(after, each).unwrap();
    rows
}

fn our_letter(robot: &Robot, id: OutboundId) -> Mail {
    Mail::of(robot.store.read().outbound_raw(id).unwrap().bytes)
}

/// When a half-move is dispatched, counted from 0: a day each, up to now.
fn dispatched(ply: usize) -> Instant {
    let first = Instant::parse("2026-05-02T08:00:00Z").unwrap();
    let days = i64::try_from(ply).unwrap();
    let at = first.plus_seconds(days * 86_400);
    at.min(Instant::parse(BEFORE).unwrap())
}

/// The last moves before a letter come by letter: each player has had one of ours.
const BY_LETTER: usize = 2;

/// What enters a half-move, counted from 0, as the letter would that brings it, and the
/// letter to the opponent.
fn entered(ply: usize, position: &mut Position, numeric: &str) -> [Entry; 2] {
    let mut legal = position.legal_moves().into_iter();
    let mv = legal.find(|mv| position.numeric(*mv) == numeric);
    let mv = mv.unwrap_or_else(|| panic!("half-move {ply}: {numeric}"));
    let uci = position.uci(mv);
    *position = position.after(mv);
    let at = dispatched(ply);
    let zone = Zone::parse("Europe/Moscow").unwrap();
    let number = u32::try_from(ply + 1).unwrap();
    let played = Event::MovePlayed {
        ply: number,
        uci,
        received: zone.day(dispatched(ply.saturating_sub(1))),
        sent: zone.day(at),
        sent_at: at,
        variant: false,
        to_the_second: false,
    };
    let left = Event::LetterLeft {
        ply: number,
        about: About::Move,
        to: position.turn(),
        left: at,
        on_paper: false,
    };
    [played, left].map(|event| Entry::new(at, Cause::Order, event))
}

/// The moves of a game but for the last ones, entered in its record.
fn enters_moves(robot: &mut Robot, game: &str, before: &[String]) {
    let by_order = before.len().saturating_sub(BY_LETTER);
    let mut position = Position::start();
    let moves = before[..by_order].iter().enumerate();
    let entries: Vec<Entry> = moves
        .flat_map(|(ply, numeric)| entered(ply, &mut position, numeric))
        .collect();
    let name = GameName::parse(game).unwrap();
    let id = robot
        .store
        .read()
        .game_find(&name)
        .unwrap()
        .expect("a game");
    let entered = robot.store.write(|tx| {
        tx.events_append(id, entries)?;
        let file = tx.game_load(id)?;
        let ahead = serde_json::to_string(&Forecast::of(&file)).unwrap();
        let outlook = Outlook {
            due: next_due(&file),
            matters: 0,
            ahead: &ahead,
        };
        tx.game_save_summary(&file, outlook)
    });
    entered.unwrap_or_else(|e| panic!("{game}: {e}"));
}

/// The last moves of a game as letters of both players.
fn last_moves(game: &str, language: &str, number: usize, before: &[String]) -> Vec<String> {
    let letter = |(ply, mv): (usize, &String)| {
        let (side, dots) = if ply % 2 == 0 {
            ("w", ".")
        } else {
            ("b", "...")
        };
        let draw = if mv.ends_with('=') { " =" } else { "" };
        format!(
            "Received: from mx.example by mx.club.example; {date}\nFrom: {from}\nTo: {ROBOT}\n\
             Date: {date}\nMessage-ID: <{ply}.{number}@{language}.example>\n\
             Subject: [{game}]\n\n{}{dots} {}{draw}\n",
            ply / 2 + 1,
            mv.trim_end_matches('='),
            date = dispatched(ply).rfc2822(),
            from = email(language, number, side),
        )
    };
    let by_order = before.len().saturating_sub(BY_LETTER);
    before
        .iter()
        .enumerate()
        .skip(by_order)
        .map(letter)
        .collect()
}

impl Hall {
    /// With a game for the position of each of these letters, played up to it.
    fn for_letters(all: &[&PersonsLetter]) -> Hall {
        let dir = folder();
        let root = dir.path();
        let made = postchess_run(&["init", root.to_str().unwrap(), "--robot", ROBOT]);
        made.unwrap_or_else(|e| panic!("init: {e}"));
        let mut standings: BTreeMap<&str, BTreeSet<&[String]>> = BTreeMap::new();
        for one in all {
            let of_language = standings.entry(&one.language).or_default();
            of_language.insert(&one.before);
        }
        let mut robot = robot_in(root, "2026-04-30T12:00:00Z");
        let mut letters = Vec::new();
        for (language, befores) in &standings {
            let file = tournament(language, befores.len());
            let added = robot.tournament_add(&file, "letters");
            added.unwrap_or_else(|e| panic!("{e}"));
            let started = robot.tournament_start(&code(language));
            started.unwrap_or_else(|e| panic!("{e}"));
            for (at, before) in befores.iter().enumerate() {
                let game = format!("{}/{}", code(language), at + 1);
                enters_moves(&mut robot, &game, before);
                letters.extend(last_moves(&game, language, at + 1, before));
            }
        }
        for (at, letter) in letters.iter().enumerate() {
            let path = root.join(format!("mail/in/new/{at:06}.before"));
            std::fs::write(path, letter).unwrap();
        }
        robot.at(Instant::parse(BEFORE).unwrap());
        let mut played = 0;
        for _ in 0..=letters.len() / PASS {
            let report = robot.poll().unwrap_or_else(|e| panic!("poll: {e}"));
            assert!(report.troubles.is_empty(), "{:?}", report.troubles);
            let moves = report.verdicts.get("move").copied().unwrap_or(0);
            played += usize::try_from(moves).unwrap();
        }
        assert_eq!(
            played,
            letters.len(),
            "every move before a letter is played"
        );
        let mut newest: BTreeMap<String, OutboundId> = BTreeMap::new();
        for row in outbound(&robot, OutboundId(0)) {
            newest.insert(row.to.to_string(), row.id);
        }
        let mut places = BTreeMap::new();
        for (language, befores) in standings {
            for (at, before) in befores.into_iter().enumerate() {
                let name = GameName::parse(&format!("{}/{}", code(language), at + 1)).unwrap();
                let view = robot.store.read();
                let game = view.game_find(&name).unwrap().expect("a game");
                let file = view.game_load(game).unwrap();
                assert_eq!(file.moves.len(), before.len(), "{name}: {before:?}");
                let white = before.len() % 2 == 0;
                let players = &file.facts.players;
                let writer = if white {
                    &players.white
                } else {
                    &players.black
                };
                let place = WriterSeat {
                    game,
                    writer: writer.id,
                    email: writer.reach.to_string(),
                    white,
                    entries: file.entries.len(),
                    ours: newest[&writer.reach.to_string()],
                };
                places.insert((language.to_owned(), before.to_vec()), place);
            }
        }
        let last = robot.store.read().outbound_newest().unwrap();
        drop(robot);
        Hall { dir, places, last }
    }

    fn copy(&self) -> TempDir {
        let dir = folder();
        for part in ["tmp", "new", "cur"] {
            for folder in ["mail/in", "mail/out"] {
                std::fs::create_dir_all(dir.path().join(folder).join(part)).unwrap();
            }
        }
        for entry in std::fs::read_dir(self.dir.path()).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name();
            if name.to_string_lossy().starts_with("postchess.") {
                std::fs::copy(entry.path(), dir.path().join(name)).unwrap();
            }
        }
        dir
    }
}

/// One robot that is set down in copy after copy: making one takes longer than
/// reading a letter.
struct Guest<'h> {
    house: &'h Hall,
    robot: Robot,
    dir: TempDir,
}

impl<'h> Guest<'h> {
    fn of(house: &'h Hall) -> Guest<'h> {
        let dir = house.copy();
        let robot = robot_in(dir.path(), NOW);
        Guest { house, robot, dir }
    }

    fn moves_on(&mut self) {
        let dir = self.house.copy();
        self.robot.home = Home::at(dir.path());
        self.robot.config = config_in(dir.path());
        self.robot.store = Store::open(self.robot.home.database()).unwrap();
        self.dir = dir;
    }

    /// A letter in a fresh copy; and where it has not done all that was meant, nor anything
    /// else, a bare yes to our answer.
    fn posts(&mut self, one: &PersonsLetter) -> Followed {
        self.moves_on();
        let place = &self.house.places[&(one.language.clone(), one.before.clone())];
        let ours = our_letter(&self.robot, place.ours);
        let first = self.brings(one, place, &ours, NOW);
        let newest = outbound(&self.robot, self.house.last)
            .into_iter()
            .rfind(|row| row.player == Some(place.writer));
        let meant = one.meant();
        let is_open = !meant.is_empty() && first.acts.is_subset(&meant) && !done(one, &first);
        let after_yes = match newest {
            Some(answer) if is_open => {
                let answer = our_letter(&self.robot, answer.id);
                let yes = PersonsLetter {
                    text: yes(&one.language).to_owned(),
                    subject: None,
                    ..one.clone()
                };
                Some(self.brings(&yes, place, &answer, LATER))
            }
            _ => None,
        };
        Followed { first, after_yes }
    }

    fn brings(
        &mut self,
        one: &PersonsLetter,
        place: &WriterSeat,
        ours: &Mail,
        at: &str,
    ) -> Aftermath {
        let at = Instant::parse(at).unwrap();
        let date = at.rfc2822();
        let envelope = Envelope {
            from: &place.email,
            ours,
            date: &date,
            message_id: &format!("{}@mail.example", at.unix()),
        };
        let path = self
            .dir
            .path()
            .join(format!("mail/in/new/{}.one", at.unix()));
        std::fs::write(path, sent(one, &envelope)).unwrap();
        self.robot.at(at);
        self.robot
            .poll()
            .unwrap_or_else(|e| panic!("{}: {e}", one.at));
        self.effect(place)
    }

    /// What stands in the house that did not before.
    fn effect(&self, place: &WriterSeat) -> Aftermath {
        let mut effect = Aftermath::default();
        let view = self.robot.store.read();
        let file = view.game_load(place.game).unwrap();
        for entry in &file.entries[place.entries..] {
            match &entry.event {
                Event::Faulty { charged, .. } => effect.penalty += i64::from(charged.unwrap_or(0)),
                event => effect.acts.extend(act(event, place.white)),
            }
        }
        for leave in view.leave_of_player(place.writer).unwrap() {
            let days = (leave.from.to_string(), leave.to.to_string());
            effect.acts.insert(Deed::Leave(days.0, days.1));
        }
        let each = |row: InboundRow| {
            effect.verdict = row.verdict.map_or("pending", |v| v.name()).to_owned();
            ControlFlow::Continue(())
        };
        view.inbound_each(InboundId(0), each).unwrap();
        for row in outbound(&self.robot, self.house.last) {
            if row.player == Some(place.writer) {
                effect.told.insert(row.kind);
            } else if row.to.email() == Some(ARBITER) {
                effect.told.insert("arbiter".to_owned());
            }
        }
        effect
    }
}

/// What was meant is done, and nothing else.
pub fn done(one: &PersonsLetter, effect: &Aftermath) -> bool {
    let told = |act: &Deed| match act {
        Deed::Told(kind) => effect.told.contains(kind),
        Deed::Arbiter => effect.told.contains("arbiter"),
        _ => effect.acts.contains(act),
    };
    let meant = one.meant();
    meant.iter().all(told) && effect.acts.is_subset(&meant)
}

/// What an entry of the record does to the game.
fn act(event: &Event, writer_has_white: bool) -> Option<Deed> {
    let is_writer = |white: bool| white == writer_has_white;
    match event {
        Event::MovePlayed { uci, .. } => Some(Deed::Move(uci.clone())),
        Event::VariantProposed { .. } => Some(Deed::Tail),
        Event::DrawOffered { .. } => Some(Deed::Offer),
        Event::DrawDeclined { .. } => Some(Deed::Decline),
        Event::Ended {
            termination: Termination::Agreement,
            ..
        } => Some(Deed::Accept),
        // The move that mates is there already.
        Event::Ended {
            termination: Termination::Checkmate,
            ..
        } => None,
        Event::Ended {
            result,
            termination: Termination::Resignation,
        } => {
            let lost_white = *result == ResultCode::Black;
            Some(match is_writer(lost_white) {
                true => Deed::Resign,
                false => Deed::Other("the opponent resigned".to_owned()),
            })
        }
        Event::LetterLeft { .. }
        | Event::LetterDelayed { .. }
        | Event::Replied { .. }
        | Event::Warned { .. }
        | Event::MatterOpened { .. }
        | Event::Penalty { .. }
        | Event::Greeted { .. }
        | Event::GreetingPassed { .. }
        | Event::Repeated { .. } => None,
        other => Some(Deed::Other(other.what().to_owned())),
    }
}

/// The one word that confirms.
fn yes(language: &str) -> &'static str {
    match language {
        "ru" => "Да",
        "uk" => "Так",
        "pl" => "Tak",
        "de" => "Ja",
        _ => "Yes",
    }
}
