//! A year of a federation: events of every system at once, hundreds of players who write
//! letters, some who leave and some who come late. At its end nothing is open that should
//! not be, and the record bears everything out.

mod events;

use crate::club::{folder, postchess_run};
use crate::seasons::dice::Dice;
use events::Planned;
use postchess::chess::Side;
use postchess::config::Config;
use postchess::orders::line::of_line;
use postchess::record::Status;
use postchess::robot::orders::{GivenBy, Grounds};
use postchess::robot::{Consent, Home, Robot};
use postchess::store::{GameRow, Store, TournamentStatus};
use postchess::time::{Day, Instant, Zone};
use postchess::tournament::revision::Change;
use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Games as they are played here: after the last move the side to move resigns, where it is
/// not mate. `=` behind a move offers a draw, which is taken.
const COURSES: &[&[&str]] = &[
    &["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"],
    &["f3", "e5", "g4", "Qh4"],
    &["d4", "d5", "c4", "e6", "Nc3", "Nf6="],
    &["e4", "e5", "Nf3", "f6", "Nxe5", "fxe5", "Qh5"],
    &["e4", "e5", "f4", "exf4", "Nf3", "g5", "h4", "g4"],
    &["e4", "c5", "Nf3", "d6", "d4", "cxd4="],
];
/// Those that end in mate.
const MATES: [usize; 2] = [0, 1];

/// What a year was.
#[derive(Debug, Default)]
struct Figures {
    events: usize,
    systems: BTreeMap<String, usize>,
    players: usize,
    games: usize,
    rounds: usize,
    letters: usize,
    left: usize,
    late: usize,
    results: BTreeMap<String, usize>,
    differences: usize,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} events, {} players, {} games, {} rounds and fields made one by one",
            self.events, self.players, self.games, self.rounds
        )?;
        writeln!(
            f,
            "{} letters; {} left, {} came late",
            self.letters, self.left, self.late
        )?;
        writeln!(f, "systems: {:?}", self.systems)?;
        writeln!(f, "results: {:?}", self.results)?;
        write!(f, "differences that verify finds: {}", self.differences)
    }
}

/// A federation at work.
struct Federation {
    _folder: tempfile::TempDir,
    root: PathBuf,
    robot: Robot,
    dice: Dice,
    serial: usize,
    figures: Figures,
    /// When a side writes next, by game.
    due: BTreeMap<i64, Day>,
}

/// Midday of a day.
fn midday(day: Day) -> Instant {
    Zone::utc().begins(day).plus_seconds(12 * 3_600)
}

impl Federation {
    fn opens(from: Day) -> Federation {
        let folder = folder();
        let root = folder.path().join("federation");
        let words = [
            "init",
            root.to_str().unwrap(),
            "--robot",
            "moves@club.example",
        ];
        postchess_run(&words).unwrap();
        let home = Home::at(root.clone());
        let sets = [("auth.policy".to_owned(), "\"address\"".to_owned())];
        let config = Config::load(home.root(), &sets).unwrap();
        let store = Store::open(home.database()).unwrap();
        let robot = Robot::new(home, config, store, midday(from), true).unwrap();
        Federation {
            _folder: folder,
            root,
            robot,
            dice: Dice::of(2026),
            serial: 0,
            figures: Figures::default(),
            due: BTreeMap::new(),
        }
    }

    fn enters(&mut self, planned: &Planned) {
        let files = self
            .robot
            .tournament_add(&planned.text, &planned.code)
            .unwrap_or_else(|e| panic!("{}: {e}", planned.code));
        self.figures.events += 1;
        *self
            .figures
            .systems
            .entry(planned.system.to_owned())
            .or_default() += 1;
        for file in &files {
            self.figures.players += file.players.len();
        }
        if let Some(person) = planned.late() {
            let consent = Consent {
                reason: "came late".to_owned(),
                new_tables: true,
                dry_run: false,
                by: GivenBy::Letter,
            };
            let change = [Change::Add(person, None)];
            let done = self
                .robot
                .tournament_change(&planned.code, &change, &consent);
            done.unwrap_or_else(|e| panic!("{}: {e}", planned.code));
            self.figures.players += 1;
            self.figures.late += 1;
        }
        self.robot.tournament_start(&planned.code).unwrap();
    }

    fn decides(&mut self, line: &str) -> bool {
        let order = of_line(line)
            .unwrap_or_else(|e| panic!("{line}: {e}"))
            .order;
        let grounds = Grounds {
            anyway: true,
            ..Grounds::console("the year", false)
        };
        self.robot.decide(&order, &grounds).is_ok()
    }

    /// A letter of a player, as the mail server stores it.
    fn letter(&mut self, game: &GameRow, side: Side, text: &str) {
        self.serial += 1;
        self.figures.letters += 1;
        let view = self.robot.store.read();
        let player = view.player_load(game.players.get(side).0).unwrap().unwrap();
        let now = self.robot.now.rfc2822();
        let mut mail = String::new();
        write!(
            mail,
            "Received: from mx.example by mx.club.example with ESMTPS id q{n};\r\n\t{now}\r\n\
             From: <{from}>\r\nTo: <moves@club.example>\r\nDate: {now}\r\n\
             Message-ID: <y{n}@mail.example>\r\nSubject: Re: [{game}]\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n",
            n = self.serial,
            from = player.reach,
            game = game.name,
        )
        .unwrap();
        let path = self.root.join(format!("mail/in/new/{:06}.y", self.serial));
        std::fs::write(path, mail).unwrap();
    }

    /// What a side writes today.
    fn writes(&mut self, game: &GameRow) {
        let number = usize::try_from(game.id.0).unwrap();
        let course = number * 7 % COURSES.len();
        let moves = COURSES[course];
        let ply = usize::try_from(game.ply).unwrap();
        let text = match moves.get(ply) {
            Some(mv) => {
                let dots = if game.turn == Side::White { "." } else { "..." };
                let (mv, offer) = match mv.strip_suffix('=') {
                    Some(mv) => (mv, "\nDRAW?"),
                    None => (*mv, ""),
                };
                format!("{}{dots} {mv}{offer}", ply / 2 + 1)
            }
            None if moves.last().is_some_and(|mv| mv.ends_with('=')) => "ACCEPT DRAW".to_owned(),
            None => "RESIGN".to_owned(),
        };
        assert!(
            !MATES.contains(&course) || ply < moves.len(),
            "{}",
            game.name
        );
        self.letter(game, game.turn, &text);
    }

    /// The letters of a day: of each game being played whose turn has come.
    fn mail(&mut self, day: Day) {
        let view = self.robot.store.read();
        let mut active = Vec::new();
        for row in view.tournament_list().unwrap() {
            if row.status != TournamentStatus::Started || row.facts.start > day {
                continue;
            }
            let games = view.games_of_tournament(row.facts.id).unwrap();
            active.extend(games.into_iter().filter(|g| g.status == Status::Active));
        }
        for game in active {
            let pause = self.dice.between(1, 4);
            let due = *self.due.entry(game.id.0).or_insert(day.plus(pause));
            if due <= day {
                self.due.insert(game.id.0, day.plus(pause));
                self.writes(&game);
            }
        }
    }

    /// One who plays leaves an event.
    fn somebody_leaves(&mut self) {
        let view = self.robot.store.read();
        let mut running = Vec::new();
        for row in view.tournament_list().unwrap() {
            if row.status == TournamentStatus::Started {
                let entries = view.entries_of_tournament(row.facts.id).unwrap();
                let here = entries.into_iter().filter(|e| e.withdrawn.is_none());
                let numbers: Vec<u32> = here.map(|e| e.start_number).collect();
                running.push((row.facts.code.clone(), numbers));
            }
        }
        running.retain(|(_, numbers)| numbers.len() > 4);
        if running.is_empty() {
            return;
        }
        let (code, numbers) = self.dice.pick(&running).clone();
        let number = *self.dice.pick(&numbers);
        let games = *self.dice.pick(&["lose", "annul"]);
        let line = format!("withdraw {code}:{number} {code} --games {games} --finished count");
        self.figures.left += usize::from(self.decides(&line));
    }

    /// One comes into a Swiss event that has begun (31.4).
    fn somebody_comes_late(&mut self, day: Day) {
        let view = self.robot.store.read();
        let mut running = Vec::new();
        for row in view.tournament_list().unwrap() {
            let begun = row.status == TournamentStatus::Started;
            if begun && row.file.contains("\"system\":\"swiss\"") {
                running.push(row.facts.code.clone());
            }
        }
        if running.is_empty() {
            return;
        }
        let code = self.dice.pick(&running).clone();
        let line = format!("enter {code} --email late{day}@x.example --name Late --rating 1900");
        // Whose last round is paired takes nobody any more.
        if self.decides(&line) {
            self.figures.late += 1;
            self.figures.players += 1;
        }
    }

    fn lives(&mut self, from: Day, days: i64, planned: &[Planned]) {
        for n in 0..days {
            let day = from.plus(n);
            self.robot.at(midday(day));
            for event in planned.iter().filter(|e| e.starts == day) {
                self.enters(event);
            }
            self.mail(day);
            self.robot.poll().unwrap();
            let told = self.robot.tick().unwrap().events;
            self.figures.rounds += told
                .iter()
                .map(ToString::to_string)
                .filter(|t| t.contains(" paired") || t.contains("field is made"))
                .count();
            if n % 9 == 8 {
                self.somebody_leaves();
            }
            if n % 15 == 14 {
                self.somebody_comes_late(day);
            }
            for order in events::undecided(&self.robot) {
                assert!(self.decides(&order), "{order}");
            }
            // Stages without a day of their own wait for the arbiter's word.
            for code in events::stages_to_start(&self.robot) {
                self.robot.tournament_start(&code).unwrap();
            }
            // Who is written to takes his letters.
            if n % 30 == 29 {
                for letter in std::fs::read_dir(self.root.join("mail/out/new")).unwrap() {
                    std::fs::remove_file(letter.unwrap().path()).unwrap();
                }
            }
        }
    }

    fn closes(mut self) -> Figures {
        let view = self.robot.store.read();
        for row in view.tournament_list().unwrap() {
            for game in view.games_of_tournament(row.facts.id).unwrap() {
                self.figures.games += 1;
                let result = game.result.map_or("open", |r| r.text());
                *self.figures.results.entry(result.to_owned()).or_default() += 1;
            }
            assert_eq!(row.status, TournamentStatus::Finished, "{}", row.facts.code);
        }
        let (games, differences) = self.robot.verify().unwrap();
        assert_eq!(usize::try_from(games).unwrap(), self.figures.games);
        self.figures.differences = differences.len();
        assert!(differences.is_empty(), "{differences:#?}");
        self.figures
    }
}

fn a_year(share: usize, days: i64) -> Figures {
    let from = Day::new(2026, 1, 1).unwrap();
    let planned: Vec<Planned> = events::all(from).into_iter().step_by(share).collect();
    let mut federation = Federation::opens(from);
    federation.lives(from, days, &planned);
    federation.closes()
}

#[test]
fn a_tenth_of_a_federation_plays_its_year() {
    let figures = a_year(10, 200);
    assert!(figures.events >= 4 && figures.left > 0, "{figures}");
}

/// `cargo test --test it -- --ignored --nocapture year::`
#[test]
#[ignore = "takes minutes: tests/run --long"]
fn a_federation_plays_a_year_of_forty_events() {
    let figures = a_year(1, 365);
    println!("{figures}");
    assert_eq!(figures.events, 40);
    assert!(figures.players >= 600, "{figures}");
    assert_eq!(figures.systems.len(), 12, "{figures}");
    assert!(figures.left > 20 && figures.late > 0, "{figures}");
}
