//! A director's hard season: fifteen players, all 105 games by letters, from January to the
//! adjudications of November, with leave in time and too late, oversteps confirmed, refused and
//! left alone, faults, silences, a withdrawal and an exclusion, a replacement, protests,
//! opinions and an appeal, an outage, two deputies and a chief arbiter who falls ill. Every day
//! of every half-move, every flag and the final table are held against a second reckoning.

mod ledger;

use crate::club::{Club, Mail, Setup};
use crate::seasons::dice::Dice;
use ledger::{Ledger, Page, dates};
use postchess::time::Day;
use serde_json::Value;
use std::collections::BTreeMap;

const PLAYERS: usize = 15;
/// Whose letters stop one day: he is excluded.
const SILENT: usize = 14;
/// Who asks to withdraw.
const LEAVES: usize = 12;
/// Who is replaced.
const REPLACED: usize = 9;
/// Players whose games are only played: what is told of them alone is theirs.
const PLAIN: [usize; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 10];

fn day(month: u32, day: u32) -> Day {
    Day::new(2026, month, day).unwrap()
}

fn address(player: usize) -> String {
    match player {
        0 => "eva@mail.example".to_owned(),
        n => format!("p{n}@mail.example"),
    }
}

/// What is written in a game: its moves in figures, how it ends, and when its mover stops.
struct Course {
    moves: Vec<String>,
    length: usize,
    /// It ends by agreement; else the side to move resigns.
    is_drawn: bool,
    /// After so many half-moves nobody moves.
    stops_at: Option<usize>,
    /// The day of the next letter.
    due: Day,
}

struct Season {
    club: Club,
    dice: Dice,
    ledger: Ledger,
    courses: Vec<Course>,
    today: Day,
    /// Who writes for a starting number; 0 is who came for another.
    writer: BTreeMap<usize, usize>,
    /// Who writes nothing any more.
    gone: Vec<usize>,
    letters: usize,
    /// Letters to the deputy who stands in.
    to_dora: usize,
    /// Whose games do not count.
    uncounted: Vec<usize>,
}

const SIDES: [&str; 2] = ["white", "black"];

fn name(game: usize) -> String {
    format!("S26/{}", game + 1)
}

const HEAD: &str = "[tournament]\ncode = \"S26\"\nname = \"A hard season\"\nprofile = \"email\"\n\
    system = \"round-robin\"\nstart_date = 2026-01-10\nend_date = 2026-10-31\n\
    time_zone = \"UTC\"\nlanguage = \"en\"\n\
    arbiter = { name = \"Olga Orlova\", email = \"td@club.example\" }\n\
    appeals = { name = \"Pavel Petrov\", email = \"appeals@club.example\" }\n\
    adjudicator = { name = \"Yuri Krol\", email = \"adjudicator@club.example\" }\n\
    [regulations]\ntie_breaks = [\"sb\", \"wins\"]\n\
    [[official]]\nrole = \"deputy\"\nname = \"Dora Dean\"\nemail = \"dora@club.example\"\n\
    [[official]]\nrole = \"deputy\"\nname = \"Emil Engel\"\nemail = \"emil@club.example\"\n";

/// Moves of played games, in figures, of which none ends by itself before half-move 100.
fn courses(dice: &mut Dice) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string("tests/cases/games.jsonl").unwrap();
    let games = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let usual = games.filter(|g| {
        g["variant"] == "standard"
            && g["events"].as_array().is_some_and(Vec::is_empty)
            && g["start_fen"]
                .as_str()
                .unwrap()
                .starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP")
    });
    let figures = usual.map(|g| {
        let plies = g["plies"].as_array().unwrap().iter();
        plies
            .map(|p| p["num"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    });
    let mut all: Vec<Vec<String>> = figures.filter(|moves| moves.len() > 40).collect();
    assert!(all.len() > 10, "{}", all.len());
    let first = dice.below(all.len());
    all.rotate_left(first);
    all
}

impl Season {
    fn opens() -> Season {
        let mut club = Setup::new()
            .not_started()
            .begins("2026-01-10", "2026-01-02T09:00:00Z")
            .opens();
        let mut file = HEAD.to_owned();
        for n in 1..=PLAYERS {
            let language = ["en", "ru", "uk", "pl"][n % 4];
            file.push_str(&format!(
                "[[player]]\nname = \"Player {n}\"\nemail = \"{}\"\nlanguage = \"{language}\"\n",
                address(n)
            ));
        }
        let path = club.root().join("season.toml");
        std::fs::write(&path, file).unwrap();
        club.types(&format!("tournament add {}", path.display()))
            .unwrap();
        club.types("tournament start S26").unwrap();
        club.everything_read();
        let mut dice = Dice::of(1626);
        let moves = courses(&mut dice);
        let (mut pages, mut all) = (Vec::new(), Vec::new());
        for n in 0..105 {
            let game = club.game(&name(n));
            let number = |side: &str| {
                let told = game[side]["name"].as_str().unwrap();
                told.trim_start_matches("Player ").parse::<usize>().unwrap()
            };
            let players = [number("white"), number("black")];
            pages.push(Page::new(players, day(1, 10)));
            let moves = moves[n % moves.len()].clone();
            let length = usize::try_from(dice.between(14, 60)).unwrap();
            all.push(Course {
                length: length.min(moves.len() - 1),
                moves,
                is_drawn: dice.percent(40),
                stops_at: None,
                due: day(1, 10).plus(dice.between(0, 6)),
            });
        }
        let mut season = Season {
            club,
            dice,
            ledger: Ledger::new(pages),
            courses: all,
            today: day(1, 10),
            writer: (1..=PLAYERS).map(|n| (n, n)).collect(),
            gone: Vec::new(),
            letters: 0,
            to_dora: 0,
            uncounted: Vec::new(),
        };
        season.casts();
        season
    }

    /// Which games stop, and which never end.
    fn casts(&mut self) {
        let plain = self.plain_games();
        for (at, game) in plain.iter().enumerate().take(3) {
            self.courses[*game].stops_at = Some(5 + at);
        }
        let longest = courses(&mut self.dice)
            .into_iter()
            .max_by_key(Vec::len)
            .unwrap();
        for game in &plain[3..6] {
            let course = &mut self.courses[*game];
            course.length = longest.len() - 1;
            course.moves.clone_from(&longest);
        }
    }

    /// Games of players of whom nothing else is told.
    fn plain_games(&self) -> Vec<usize> {
        let is_plain = |page: &Page| page.players.iter().all(|p| PLAIN.contains(p));
        let all = self.ledger.pages.iter().enumerate();
        all.filter(|(_, page)| is_plain(page))
            .map(|(at, _)| at)
            .collect()
    }

    fn writes(&mut self, player: usize, game: usize, text: &str) {
        let who = address(self.writer[&player]);
        self.club
            .letter(&who)
            .subject(&format!("[{}]", name(game)))
            .says(text)
            .posts();
        self.letters += 1;
    }

    /// An official writes an order, and answers the code that he gets for it.
    fn orders(&mut self, official: &str, line: &str) {
        self.club
            .letter(official)
            .subject("Orders")
            .says(line)
            .posts();
        self.club.polls();
        let code = self.club.is_told(official, "challenge").code();
        self.club
            .letter(official)
            .subject("Re: code")
            .says(&format!("{code} YES"))
            .posts();
        self.club.polls();
        let done = self.club.is_told(official, "transcript");
        assert!(!done.text.contains("Not done"), "{line}: {}", done.text);
    }

    fn types(&mut self, line: &str) -> String {
        self.club
            .types(line)
            .unwrap_or_else(|e| panic!("{line}: {e}"))
    }

    /// One day: what is due is written, the robot reads and looks at the clocks.
    fn lives(&mut self) -> Vec<Mail> {
        self.club.it_is(&format!("{}T09:00:00Z", self.today));
        for game in 0..self.courses.len() {
            self.plays(game);
        }
        self.club.polls();
        self.club.ticks();
        self.oversteps();
        self.club.takes_all()
    }

    fn plays(&mut self, game: usize) {
        let page = &self.ledger.pages[game];
        let (ply, player, turn) = (page.plies(), page.mover(), page.turn());
        let course = &self.courses[game];
        let silent = self.gone.contains(&player) || course.stops_at.is_some_and(|at| ply >= at);
        let waits = silent || page.stands.is_some() || self.today < course.due;
        // Who is over his limit knows it, and writes no more.
        if !page.is_open() || waits || self.today >= self.ledger.flag(game) {
            return;
        }
        if ply >= course.length {
            // The last one to move has offered a draw where it is to be one.
            if course.is_drawn {
                self.writes(player, game, "ACCEPT DRAW");
                self.ledger.pages[game].result = Some([0.5, 0.5]);
            } else {
                self.writes(player, game, "RESIGN");
                self.ledger.pages[game].is_lost_by(turn);
            }
            return;
        }
        let offers = course.is_drawn && ply + 1 == course.length;
        let dots = if turn == 0 { "." } else { "..." };
        let sign = if offers { " =" } else { "" };
        let text = format!("{}{dots} {}{sign}", ply / 2 + 1, course.moves[ply]);
        self.writes(player, game, &text);
        self.ledger.moves(game, self.today);
        let (least, most) = self
            .dice
            .weighted(&[(6, (1, 3)), (3, (4, 8)), (1, (9, 13))]);
        self.courses[game].due = self.today.plus(self.dice.between(least, most));
    }

    /// 56.6: a notice goes out a day after the flag fell, and without a protest the loss is
    /// entered when a protest of the last day must have come.
    fn oversteps(&mut self) {
        for game in 0..self.ledger.pages.len() {
            let page = &self.ledger.pages[game];
            match page.stands {
                _ if !page.is_open() => {}
                Some(since) if !page.is_contested && self.today == since.plus(17) => {
                    let side = page.turn();
                    self.ledger.pages[game].is_lost_by(side);
                    self.club.stands(&name(game), "/termination", "time");
                }
                Some(_) => {}
                None if self.today == self.ledger.flag(game).plus(1) => {
                    self.club.stands(&name(game), "/status", "paused");
                    self.ledger.pages[game].stands = Some(self.today);
                }
                None => {}
            }
        }
    }

    /// Every day that the program charged is the ledger's, and no term that is past is
    /// announced.
    fn agrees(&mut self) {
        for game in 0..self.ledger.pages.len() {
            let json = self.club.game(&name(game));
            let page = &self.ledger.pages[game];
            let told = || format!("{} on {}: {json:#}", name(game), self.today);
            let moves = json["moves"].as_array().unwrap().iter();
            let costs: Vec<i64> = moves.map(|m| m["days"].as_i64().unwrap()).collect();
            assert_eq!(costs, self.ledger.costs(game), "{}", told());
            for (side, word) in SIDES.into_iter().enumerate() {
                let clock = &json["clock"][word];
                assert_eq!(clock["penalty"], page.penalty[side], "{}", told());
                // A game that stands still tells what the thought had cost by then.
                let thinks = page.stands.filter(|_| side == page.turn());
                let running = thinks.map_or(0, |since| self.ledger.used(game, since));
                let total = self.ledger.total(game, side) + running;
                assert!(
                    !page.is_open() || clock["total"] == total,
                    "{total}: {}",
                    told()
                );
            }
            let status = match (page.is_open(), page.stands) {
                (false, _) => "finished",
                (true, Some(_)) => "paused",
                (true, None) => "active",
            };
            assert_eq!(json["status"], status, "{}", told());
            if status == "active" {
                let running = &json["clock"]["running"];
                let flag = self.ledger.flag(game).to_string();
                assert_eq!(
                    running["used"],
                    self.ledger.used(game, self.today),
                    "{}",
                    told()
                );
                assert_eq!(running["flag_falls"], flag, "{}", told());
                let limit = page.limit(page.turn());
                assert_eq!(
                    json["clock"][SIDES[page.turn()]]["limit"],
                    limit,
                    "{}",
                    told()
                );
            }
        }
        let today: Value = serde_json::from_str(&self.types("--json today")).unwrap();
        let coming = today["coming"].as_array().unwrap().iter();
        let past: Vec<_> = coming
            .filter(|c| c["in_days"].as_i64().unwrap() < 0)
            .collect();
        assert!(past.is_empty(), "{}: {past:?}", self.today);
    }

    /// The season goes on up to a day, without it; the ledger is looked at each week.
    fn until(&mut self, end: Day) {
        while self.today < end {
            self.club.it_is(&format!("{}T08:30:00Z", self.today));
            if self.today.weekday() == 0 {
                self.agrees();
            }
            self.happens();
            self.club.everything_read();
            let letters = self.lives();
            self.read(&letters);
            self.today = self.today.plus(1);
        }
        self.club.it_is(&format!("{}T08:30:00Z", self.today));
    }

    /// While the chief arbiter is ill, no letter goes to her.
    fn read(&mut self, letters: &[Mail]) {
        let ill = day(5, 10) <= self.today && self.today <= day(5, 30);
        for letter in letters {
            self.to_dora += usize::from(letter.to == "dora@club.example");
            assert!(
                !ill || letter.to != "td@club.example",
                "{}: {}",
                self.today,
                letter.subject
            );
        }
    }

    fn running_of(&self, player: usize) -> Vec<usize> {
        let all = self.ledger.pages.iter().enumerate();
        let his = all.filter(|(_, p)| p.is_open() && p.players.contains(&player));
        his.map(|(at, _)| at).collect()
    }

    /// All his open games are lost. Of one who finished fewer than half, none counts (33.1).
    fn loses_all(&mut self, player: usize) {
        let open = self.running_of(player);
        if (PLAYERS - 1 - open.len()) * 2 < PLAYERS - 1 {
            self.uncounted.push(player);
        }
        for game in open {
            let side = usize::from(self.ledger.pages[game].players[1] == player);
            self.ledger.pages[game].is_lost_by(side);
        }
        self.gone.push(player);
    }

    /// What is told of this day beside the games.
    fn happens(&mut self) {
        match (self.today.month(), self.today.day()) {
            (1, 30) => self.faulty(),
            (2, 2) => self.leaves(3, day(2, 10), day(2, 20)),
            (2, 3) => self.leaves(7, day(2, 5), day(2, 18)),
            (2, 15) => {
                let game = self.running_of(7)[0];
                self.writes(7, game, "END LEAVE 2026-02-16");
                self.ledger.ends_leave(7, day(2, 16));
            }
            // Too late: it counts from its notice on (55.7.6), and a deputy grants the rest.
            (3, 2) => {
                let game = self.running_of(5)[0];
                self.writes(5, game, "LEAVE 2026-02-26 2026-03-08");
                self.ledger.takes_leave(5, day(3, 2), day(3, 8));
            }
            (3, 4) => {
                self.types("--as dora@club.example td leave grant S26:5 2026-02-26 2026-03-01 --reason illness");
                self.ledger.takes_leave(5, day(2, 26), day(3, 1));
            }
            (3, 10) => self.receives_later(),
            (3, 20) => self.is_replaced(),
            (3, 25) => self.is_fined(),
            (4, 1) => self.gone.push(SILENT),
            (4, 20) => self.withdraws(),
            (5, 9) => {
                self.types("--as td@club.example td absent S26 td@club.example 2026-05-10 2026-05-30 --reason ill");
            }
            (5, 14) => {
                let line =
                    format!("WITHDRAW S26:{SILENT} S26 --games lose --excluded --reason silence");
                self.orders("dora@club.example", &line);
                self.loses_all(SILENT);
            }
            (6, 2) => self.leaves(2, day(6, 5), day(7, 4)),
            (8, 3) => self.outage(),
            (10, 20) => {
                self.types(
                    "--as td@club.example td prolong S26 2026-11-07 --reason \"the outage\"",
                );
            }
            _ => {}
        }
        self.contests();
    }

    fn leaves(&mut self, player: usize, from: Day, to: Day) {
        let game = self.running_of(player)[0];
        self.writes(player, game, &format!("LEAVE {from} {to}"));
        self.ledger.takes_leave(player, from, to);
    }

    /// 56.4.7: a faulty move costs two days; until the request to correct it comes, the days
    /// are nobody's.
    fn faulty(&mut self) {
        for game in self.plain_games().into_iter().skip(6).step_by(7) {
            let page = &mut self.ledger.pages[game];
            if !page.is_open() || page.plies() < 2 {
                continue;
            }
            let (player, turn, number) = (page.mover(), page.turn(), page.plies() / 2 + 1);
            page.penalty[turn] += 2;
            page.running().nobodys.insert(self.today);
            self.courses[game].due = self.today.plus(2);
            let dots = if turn == 0 { "." } else { "..." };
            self.writes(player, game, &format!("{number}{dots} 1187"));
        }
    }

    /// 56.2.5: the arbiter sets the receipt of a letter.
    fn receives_later(&mut self) {
        let page = |game: &usize| &self.ledger.pages[*game];
        let long = |game: &usize| {
            page(game).plies() > 6 && self.ledger.costs(*game)[3] >= 2 && page(game).is_open()
        };
        let game = self
            .plain_games()
            .into_iter()
            .find(long)
            .expect("a long thought");
        let thought = &mut self.ledger.pages[game].thoughts[3];
        thought.receipt = thought.receipt.plus(1);
        let line = format!(
            "td set-dates {} 4 --received {} --reason \"the provider\"",
            name(game),
            thought.receipt
        );
        self.types(&line);
    }

    fn is_replaced(&mut self) {
        self.types(&format!(
            "td replace S26:{REPLACED} S26 --name \"Eva Nova\" --email {} --reason illness",
            address(0)
        ));
        self.writer.insert(REPLACED, 0);
        for game in self.running_of(REPLACED) {
            let page = &mut self.ledger.pages[game];
            if page.mover() == REPLACED {
                let begins = self.today.plus(1);
                *page.running() = ledger::Thought::from(begins);
            }
        }
    }

    /// Penalty days by order, a protest, and the word of the appeals arbiter.
    fn is_fined(&mut self) {
        let game = self.plain_games()[8];
        let line = format!(
            "td penalty {} black 3 --reason \"two letters a day\"",
            name(game)
        );
        self.types(&line);
        let page = &mut self.ledger.pages[game];
        page.penalty[1] += 3;
        let black = page.players[1];
        self.club.everything_read();
        self.writes(black, game, "PROTEST They were two copies of one letter.");
        self.club.polls();
        self.club.is_told("appeals@club.example", "protest");
        self.orders("appeals@club.example", &format!("DISMISS {}", name(game)));
    }

    fn withdraws(&mut self) {
        let game = self.running_of(LEAVES)[0];
        self.club.everything_read();
        self.writes(LEAVES, game, "WITHDRAW");
        self.club.polls();
        let who = address(LEAVES);
        let code = self.club.is_told(&who, "withdrawal").code();
        self.club
            .letter(&who)
            .subject("Re: code")
            .says(&format!("{code} YES"))
            .posts();
        self.club.polls();
        self.types(&format!(
            "--as emil@club.example td withdraw S26:{LEAVES} S26 --games lose --reason \"his wish\""
        ));
        self.loses_all(LEAVES);
    }

    /// Nobody writes and nothing runs for five days; they are given back.
    fn outage(&mut self) {
        let (from, to) = (self.today, self.today.plus(4));
        self.today = self.today.plus(5);
        self.club.it_is(&format!("{}T08:30:00Z", self.today));
        self.types(&format!(
            "td compensate S26 5 --from {from} --to {to} --reason outage --anyway"
        ));
        for page in &mut self.ledger.pages {
            if page.is_open() && page.stands.is_none() {
                page.running().nobodys.extend(dates(from, to.plus(1)));
            }
        }
    }

    /// Of the oversteps one is protested against and refused, one protested against and
    /// confirmed.
    fn contests(&mut self) {
        let games: Vec<usize> = self.plain_games().into_iter().take(3).collect();
        for (at, game) in games.into_iter().enumerate().skip(1) {
            let page = &self.ledger.pages[game];
            let Some(since) = page.stands.filter(|_| page.is_open()) else {
                continue;
            };
            let (player, turn) = (page.mover(), page.turn());
            if self.today == since.plus(5) {
                self.writes(player, game, "PROTEST I was in hospital.");
                self.ledger.pages[game].is_contested = true;
            }
            if self.today == since.plus(9) && at == 1 {
                let line = format!("REJECT-CLAIM {} --days 10 --reason proved", name(game));
                self.orders("emil@club.example", &line);
                let used = self.ledger.used(game, since) + self.ledger.total(game, turn);
                let today = self.today;
                let page = &mut self.ledger.pages[game];
                let control = (page.plies() / 2 + 1).div_ceil(10) * 10;
                page.raised[turn] = Some((control, used + 10));
                page.running().nobodys.extend(dates(since, today.plus(1)));
                page.stands = None;
                self.courses[game].stops_at = None;
                self.courses[game].due = today.plus(4);
            }
            if self.today == since.plus(9) && at == 2 {
                self.types(&format!(
                    "td confirm-forfeit {} --reason \"no proof\"",
                    name(game)
                ));
                self.ledger.pages[game].is_lost_by(turn);
            }
        }
    }

    /// 56.9: unfinished games are adjudicated, some by equal opinions, one after an appeal.
    fn adjudications(&mut self) {
        let all = self.ledger.pages.iter().enumerate();
        let open: Vec<usize> = all.filter(|(_, p)| p.is_open()).map(|(at, _)| at).collect();
        assert!(open.len() >= 3, "{open:?}");
        for game in &open {
            self.club.stands(&name(*game), "/status", "adjudication");
        }
        let opinions = |season: &mut Season, game: usize, white: &str, black: &str| {
            let [w, b] = season.ledger.pages[game].players;
            season.writes(w, game, &format!("OPINION {white}\nThe rook is active."));
            season.writes(b, game, &format!("OPINION {black}\nThe pawns are weak."));
        };
        opinions(self, open[0], "1/2-1/2", "1/2-1/2");
        opinions(self, open[1], "1-0", "0-1");
        self.club.polls();
        self.club.stands(&name(open[0]), "/result", "1/2-1/2");
        self.ledger.pages[open[0]].result = Some([0.5, 0.5]);
        self.today = self.today.plus(20);
        self.club.it_is(&format!("{}T08:30:00Z", self.today));
        self.club.polls();
        self.club.ticks();
        for game in &open[1..] {
            self.types(&format!(
                "td adjudicate {} 1-0 --reason material",
                name(*game)
            ));
            self.ledger.pages[*game].is_lost_by(1);
        }
        let black = self.ledger.pages[open[1]].players[1];
        self.club.everything_read();
        self.writes(black, open[1], "APPEAL The ending is a known draw.");
        self.club.polls();
        self.orders(
            "adjudicator@club.example",
            &format!("ADJUDICATE {} 1/2-1/2", name(open[1])),
        );
        self.ledger.pages[open[1]].result = Some([0.5, 0.5]);
        self.club.everything_read();
    }

    /// The final table is that of the ledger.
    fn closes(&mut self) {
        self.today = self.today.plus(20);
        self.club.it_is(&format!("{}T08:30:00Z", self.today));
        self.club.polls();
        self.club.ticks();
        self.club.everything_read();
        let told = self.types("--json tournament report S26 --format json");
        let table: Value = serde_json::from_str(&told).unwrap();
        let own = self.ledger.table(PLAYERS, |n| !self.uncounted.contains(&n));
        let rows = table["table"].as_array().unwrap();
        let counted = rows.iter().filter(|row| {
            let number = row["start_number"].as_u64().unwrap();
            !self.uncounted.contains(&usize::try_from(number).unwrap())
        });
        let mut last: Option<(f64, f64, usize)> = None;
        let mut seen = 0;
        for row in counted {
            let number = usize::try_from(row["start_number"].as_u64().unwrap()).unwrap();
            let mine = own[number];
            assert_eq!(
                row["points"].as_str(),
                Some(mine.0.to_string().as_str()),
                "number {number}: {row:#}"
            );
            if let Some(above) = last {
                assert!(above >= mine, "{above:?} stands above {mine:?}");
            }
            last = Some(mine);
            seen += 1;
        }
        assert_eq!(seen, PLAYERS - self.uncounted.len());
    }
}

#[test]
fn every_day_of_a_hard_season_is_that_of_a_second_reckoning() {
    let mut season = Season::opens();
    season.until(day(11, 8));
    assert!(season.to_dora > 0, "who stands in has had letters");
    season.club.polls();
    season.club.ticks();
    season.adjudications();
    season.closes();
    assert!(season.letters > 2_000, "{}", season.letters);
    // What is signed is three pages, and nothing waits for anybody.
    let today: Value = serde_json::from_str(&season.types("--json today")).unwrap();
    let waiting = today["matters"].as_array().unwrap().iter();
    assert_eq!(
        waiting.filter(|m| m["tournament"] == "S26").count(),
        0,
        "{today:#}"
    );
    let file = season.club.root().join("official.pdf");
    season.types(&format!(
        "tournament official-report S26 --language en --format pdf --output {}",
        file.display()
    ));
    let text = crate::exports::pdf::poppler("pdftotext", &["-layout"], &file);
    let signed = text
        .split('\u{c}')
        .position(|page| page.contains("signature, date"));
    assert!(signed.is_some_and(|page| page < 3), "{signed:?}");
    let verified = season.types("verify");
    assert!(!verified.contains("differs"), "{verified}");
    // For whoever wants to look at it: the home, with its site.
    if let Ok(folder) = std::env::var("POSTCHESS_SEASON") {
        let site = season.club.root().join("site");
        season.types(&format!("site --output {}", site.display()));
        let copied = std::process::Command::new("cp")
            .arg("-r")
            .args([season.club.root().as_os_str(), folder.as_ref()])
            .status();
        assert!(copied.unwrap().success(), "{folder}");
    }
}
