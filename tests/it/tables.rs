//! Random tournaments, with players who leave and decisions that are taken back,
//! against a table reckoned here once more from the rules alone: articles 10, 33.1,
//! 37.2, 38.3, 38.5, 38.6 and 39.2, in quarters of a point.

use crate::contract::House;
use postchess::error::Failure;
use postchess::orders::line::of_line;
use postchess::record::Unfinished;
use postchess::report;
use postchess::robot::Robot;
use postchess::robot::inquiry::{table_of, today_of, tournaments_of};
use postchess::robot::orders::{DecisionEffect, Grounds};
use postchess::store::View;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::Value;
use std::collections::BTreeMap;

/// What a game may come to by the arbiter's hand, and quarters of a point for both.
const RESULTS: [(&str, i64, i64); 7] = [
    ("1-0", 4, 0),
    ("0-1", 0, 4),
    ("1/2-1/2", 2, 2),
    ("0-0", 0, 0),
    ("+/-", 4, 0),
    ("-/+", 0, 4),
    ("-/-", 0, 0),
];

/// A game of the model.
#[derive(Clone, Debug)]
struct Game {
    number: u32,
    white: u32,
    black: u32,
    /// Both have moved.
    moved: bool,
    result: Option<&'static str>,
    /// The result came with a withdrawal.
    left: bool,
}

/// A tournament as the rules see it.
#[derive(Clone, Debug)]
struct Model {
    players: u32,
    games: Vec<Game>,
    /// Who has left, and whether his games count.
    left: BTreeMap<u32, bool>,
}

/// What a row of the table must be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    place: String,
    points: String,
    played: u64,
    wins: u64,
    direct: Option<String>,
    sb: String,
    koya: String,
}

const LEFT_OUT: &str = "*";

impl Model {
    fn of(&self, player: u32) -> impl Iterator<Item = &Game> {
        let his = move |g: &&Game| g.white == player || g.black == player;
        self.games.iter().filter(his)
    }

    fn counts(&self, player: u32) -> bool {
        self.left.get(&player).copied().unwrap_or(true)
    }

    /// Opponent and quarters of a point of every decided game that counts.
    fn scores(&self, player: u32) -> Vec<(u32, i64)> {
        let mut all = Vec::new();
        for game in self.of(player) {
            let is_white = game.white == player;
            let other = if is_white { game.black } else { game.white };
            let found = RESULTS.iter().find(|r| Some(r.0) == game.result);
            if let (Some((_, white, black)), true) =
                (found, self.counts(player) && self.counts(other))
            {
                all.push((other, if is_white { *white } else { *black }));
            }
        }
        all
    }

    fn points(&self, player: u32) -> i64 {
        self.scores(player).iter().map(|s| s.1).sum()
    }

    /// 38.6.1 and 37.2: the points of those he beat, half of those he drew with; with
    /// two games against each that is the product of 38.6.2.
    fn sonneborn_berger(&self, player: u32) -> i64 {
        let each = self
            .scores(player)
            .into_iter()
            .map(|(other, had)| match had {
                4 => self.points(other),
                2 => self.points(other) / 2,
                _ => 0,
            });
        each.sum()
    }

    /// 38.3: against those with half of the points that their games can bring.
    fn koya(&self, player: u32) -> i64 {
        let half = |other: u32| {
            let games = self.of(other).filter(|g| {
                g.result != Some(LEFT_OUT) && self.counts(g.white) && self.counts(g.black)
            });
            let possible = 4 * i64::try_from(games.count()).unwrap();
            self.points(other) * 2 >= possible
        };
        let scores = self.scores(player).into_iter();
        scores.filter(|s| half(s.0)).map(|s| s.1).sum()
    }

    /// 38.5: nothing where two of them have a game to play, or none that counts.
    fn direct(&self, group: &[u32]) -> Option<BTreeMap<u32, i64>> {
        for one in group {
            for two in group.iter().filter(|p| *p > one) {
                let between = |g: &&Game| g.white == *two || g.black == *two;
                let between: Vec<&Game> = self.of(*one).filter(between).collect();
                let open = between.iter().any(|g| g.result.is_none());
                if open || between.iter().all(|g| g.result == Some(LEFT_OUT)) {
                    return None;
                }
            }
        }
        let sum = |player: &u32| {
            let scores = self.scores(*player).into_iter();
            scores.filter(|s| group.contains(&s.0)).map(|s| s.1).sum()
        };
        Some(group.iter().map(|p| (*p, sum(p))).collect())
    }

    fn table(&self, tie_breaks: &[&str]) -> BTreeMap<u32, Row> {
        let mut direct = BTreeMap::new();
        let all: Vec<u32> = (1..=self.players).filter(|p| self.counts(*p)).collect();
        let by_points = all.iter().map(|p| (*p, self.points(*p))).collect();
        let mut groups = Vec::new();
        for group in apart(&by_points) {
            self.ranked(group, tie_breaks, &mut direct, &mut groups);
        }
        let others: Vec<u32> = (1..=self.players).filter(|p| !self.counts(*p)).collect();
        groups.push(others);
        let mut rows = BTreeMap::new();
        let mut above = 0;
        for group in groups {
            let (first, last) = (above + 1, above + group.len());
            above = last;
            for player in &group {
                let scores = self.scores(*player);
                let row = Row {
                    place: match first == last {
                        true => first.to_string(),
                        false => format!("{first}-{last}"),
                    },
                    points: decimal(self.points(*player)),
                    played: scores.len() as u64,
                    wins: scores.iter().filter(|s| s.1 == 4).count() as u64,
                    direct: direct.get(player).copied().map(decimal),
                    sb: decimal(self.sonneborn_berger(*player)),
                    koya: decimal(self.koya(*player)),
                };
                rows.insert(*player, row);
            }
        }
        rows
    }

    /// 39.2: each criterion among those whom the ones before it left equal.
    fn ranked(
        &self,
        group: Vec<u32>,
        tie_breaks: &[&str],
        direct: &mut BTreeMap<u32, i64>,
        groups: &mut Vec<Vec<u32>>,
    ) {
        let [first, rest @ ..] = tie_breaks else {
            groups.push(group);
            return;
        };
        if group.len() < 2 {
            groups.push(group);
            return;
        }
        let each = |value: &dyn Fn(u32) -> i64| group.iter().map(|p| (*p, value(*p))).collect();
        let wins = |p| self.scores(p).iter().filter(|s| s.1 == 4).count() as i64;
        let values: BTreeMap<u32, i64> = match *first {
            "direct" => match self.direct(&group) {
                None => each(&|_| 0),
                Some(sums) => {
                    direct.extend(&sums);
                    sums
                }
            },
            "wins" => each(&wins),
            "sb" => each(&|p| self.sonneborn_berger(p)),
            _ => each(&|p| self.koya(p)),
        };
        for part in apart(&values) {
            self.ranked(part, rest, direct, groups);
        }
    }

    /// What 33.1 presets: he has finished half of his games. One he did not play is
    /// not finished, nor one that was won because the other had left.
    fn preset(&self, player: u32) -> bool {
        let games: Vec<&Game> = self
            .of(player)
            .filter(|g| g.result != Some(LEFT_OUT))
            .collect();
        let finished = games.iter().filter(|g| {
            let lost = if g.white == player { "-/+" } else { "+/-" };
            let other = if g.white == player { g.black } else { g.white };
            let absent = g.left
                && self.left.contains_key(&other)
                && ["+/-", "-/+"].contains(&g.result.unwrap_or(""));
            g.result.is_some_and(|r| r != lost && r != "-/-") && !absent
        });
        finished.count() * 2 >= games.len()
    }

    /// 56.8.1 and 33.1.1.
    fn leaves(&mut self, player: u32, way: Unfinished, counts: Option<bool>) {
        let counts = counts.unwrap_or_else(|| self.preset(player));
        for game in &mut self.games {
            if game.white != player && game.black != player {
                continue;
            }
            let is_white = game.white == player;
            let other = if is_white { game.black } else { game.white };
            let neither = self.left.contains_key(&other);
            let (won, lost) = if is_white {
                ("+/-", "-/+")
            } else {
                ("-/+", "+/-")
            };
            let now = match (game.result, way) {
                (Some(result), Unfinished::Lose) if neither && game.left && result == won => "-/-",
                (Some(_), _) | (None, Unfinished::Adjudicate) => continue,
                (None, Unfinished::Annul) => LEFT_OUT,
                (None, Unfinished::Lose) if game.moved && is_white => "0-1",
                (None, Unfinished::Lose) if game.moved => "1-0",
                (None, Unfinished::Lose) if neither => "-/-",
                (None, Unfinished::Lose) => lost,
            };
            (game.result, game.left) = (Some(now), true);
        }
        self.left.insert(player, counts);
    }
}

/// Groups of equal value, the highest first.
fn apart(values: &BTreeMap<u32, i64>) -> Vec<Vec<u32>> {
    let mut groups: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
    for (player, value) in values {
        groups.entry(-value).or_default().push(*player);
    }
    groups.into_values().collect()
}

fn decimal(quarters: i64) -> String {
    let part = ["", ".25", ".5", ".75"][usize::try_from(quarters % 4).unwrap()];
    format!("{}{part}", quarters / 4)
}

/// A player who leaves.
#[derive(Clone, Debug)]
struct Leaves {
    player: u32,
    way: Unfinished,
    counts: Option<bool>,
    /// How often that is taken back: the second time, the first is.
    taken_back: u32,
}

/// A tournament: what becomes of its games, in the order in which it is entered.
#[derive(Clone, Debug)]
struct Tournament {
    players: u32,
    twice: bool,
    tie_breaks: Vec<&'static str>,
    /// Game and what becomes of it: a result, moves of both, or nothing.
    entered: Vec<(u32, usize)>,
    leave: Vec<Leaves>,
}

fn tournaments() -> impl Strategy<Value = Tournament> {
    (3u32..=8, any::<bool>()).prop_flat_map(|(players, twice)| {
        // Two rounds against each of eight are more of the same, and slow.
        let twice = twice && players <= 5;
        let games = players * (players - 1) / 2 * if twice { 2 } else { 1 };
        let fates = prop::collection::vec(0usize..12, games as usize);
        let order = Just((1..=games).collect::<Vec<u32>>()).prop_shuffle();
        let entered =
            (order, fates).prop_map(|(order, fates)| order.into_iter().zip(fates).collect());
        let leaves = (
            1..=players,
            0usize..3,
            prop::option::of(any::<bool>()),
            0u32..3,
        )
            .prop_map(|(player, way, counts, taken_back)| {
                let way = Unfinished::ALL[way];
                Leaves {
                    player,
                    way,
                    counts,
                    taken_back,
                }
            });
        let names = Just(vec!["direct", "wins", "sb", "koya"]).prop_shuffle();
        let tie_breaks = (names, 1usize..=4).prop_map(|(mut names, most)| {
            names.truncate(most);
            names
        });
        (tie_breaks, entered, prop::collection::vec(leaves, 0..4)).prop_map(
            move |(tie_breaks, entered, leave)| Tournament {
                players,
                twice,
                tie_breaks,
                entered,
                leave,
            },
        )
    })
}

impl Tournament {
    fn file(&self) -> String {
        let system = if self.twice {
            "double-round-robin"
        } else {
            "round-robin"
        };
        let mut file = format!(
            "[tournament]\ncode = \"T26\"\nname = \"x\"\nprofile = \"email\"\nsystem = \"{system}\"\n\
             start_date = 2026-01-10\ntime_zone = \"UTC\"\nlanguage = \"en\"\n\
             arbiter = {{ name = \"O\", email = \"td@club.example\" }}\n[regulations]\ntie_breaks = {:?}\n",
            self.tie_breaks
        );
        for n in 1..=self.players {
            file.push_str(&format!(
                "[[player]]\nname = \"P{n}\"\nemail = \"p{n}@x.example\"\n"
            ));
        }
        file
    }

    fn plays(&self) {
        let house = House::new();
        let mut robot = house.robot();
        robot.tournament_add(&self.file(), "proof").unwrap();
        robot.tournament_start("T26").unwrap();
        let mut model = self.drawn(&mut robot);
        for (number, fate) in &self.entered {
            enter(&mut robot, &mut model, *number, *fate);
        }
        self.agrees(&mut robot, &model);
        for leaves in &self.leave {
            if !model.left.contains_key(&leaves.player) {
                self.leaves(&mut robot, &mut model, leaves);
            }
        }
        let (_, differences) = robot.verify().unwrap();
        assert!(differences.is_empty(), "{differences:?}");
    }

    /// The pairs of the schedule, each with the other as often as the system has it.
    fn drawn(&self, robot: &mut Robot) -> Model {
        let row = robot.store.read().tournament_load("T26").unwrap().unwrap();
        let input = table_of(robot.store.read(), &row, robot.now).unwrap();
        let games: Vec<Game> = input
            .games
            .iter()
            .map(|g| Game {
                number: g.name.number,
                white: g.white,
                black: g.black,
                moved: false,
                result: None,
                left: false,
            })
            .collect();
        assert_eq!(games.len(), self.entered.len());
        let left = BTreeMap::new();
        Model {
            players: self.players,
            games,
            left,
        }
    }

    /// One decision: the table becomes what was foretold, and what the rules say;
    /// taken back, it is the very same as before.
    fn leaves(&self, robot: &mut Robot, model: &mut Model, leaves: &Leaves) {
        let before = table(robot);
        let stood = model.clone();
        let finished = match leaves.counts {
            Some(true) => "--finished count",
            Some(false) => "--finished drop",
            None => "",
        };
        let (player, way) = (leaves.player, leaves.way.name());
        let order = format!("withdraw T26:{player} T26 --games {way} {finished}");
        let tried = robot.decide(&of_line(&order).unwrap().order, &Grounds::console("", true));
        let tried = tried.unwrap_or_else(|e| panic!("{order}: {e}"));
        let foretold = tried.shown.iter().find(|s| s.name() == "what_if");
        let foretold = foretold.unwrap().json();
        assert_eq!(table(robot), before, "a trial changes nothing");
        assert_eq!(foretold["now"], before["table"]);
        let decided = decide(robot, &order);
        model.leaves(leaves.player, leaves.way, leaves.counts);
        let after = self.agrees(robot, model);
        let finished = if model.left[&leaves.player] {
            "count"
        } else {
            "drop"
        };
        let way = foretold["ways"]
            .as_array()
            .unwrap()
            .iter()
            .find(|w| w["games"] == leaves.way.name() && w["finished"] == finished);
        assert_eq!(way.unwrap()["table"], after["table"]);

        let mut decision = decided.id.unwrap();
        for time in 1..=leaves.taken_back {
            decision = decide(robot, &format!("revoke {decision}")).id.unwrap();
            let wanted = if time % 2 == 1 { &before } else { &after };
            assert_eq!(&table(robot), wanted, "taken back {time} times");
        }
        if leaves.taken_back % 2 == 1 {
            *model = stood;
        }
        self.agrees(robot, model);
    }

    /// The robot's table is the model's.
    fn agrees(&self, robot: &mut Robot, model: &Model) -> Value {
        let report = table(robot);
        let wanted = model.table(&self.tie_breaks);
        let rows = report["table"].as_array().unwrap();
        assert_eq!(rows.len(), wanted.len());
        let mut sum = 0;
        for row in rows {
            let text = |key: &str| row[key].as_str().unwrap().to_owned();
            let number = u32::try_from(row["start_number"].as_u64().unwrap()).unwrap();
            let found = Row {
                place: text("place"),
                points: text("points"),
                played: row["played"].as_u64().unwrap(),
                wins: row["wins"].as_u64().unwrap(),
                direct: row["direct"].as_str().map(str::to_owned),
                sb: text("sb"),
                koya: text("koya"),
            };
            assert_eq!(
                &found, &wanted[&number],
                "P{number} in {report:#}\n{model:#?}"
            );
            sum += model.points(number);
        }
        // 10: one point a game, none in a game that both have lost.
        let shared = model.games.iter().filter(|g| {
            let some = g
                .result
                .is_some_and(|r| ![LEFT_OUT, "0-0", "-/-"].contains(&r));
            some && model.counts(g.white) && model.counts(g.black)
        });
        assert_eq!(sum, 4 * i64::try_from(shared.count()).unwrap());
        let open = model.games.iter().filter(|g| g.result.is_none()).count();
        assert_eq!(report["open"], open);
        report
    }
}

/// Enters what becomes of a game: of every twelve five stay open, in two of them both
/// have moved.
fn enter(robot: &mut Robot, model: &mut Model, number: u32, fate: usize) {
    let game = model.games.iter_mut().find(|g| g.number == number).unwrap();
    match fate {
        0..7 => {
            let code = RESULTS[fate].0;
            let by = match fate {
                0..4 => "ruling",
                _ => "default",
            };
            decide(robot, &format!("result T26/{number} {code} --by {by}"));
            game.result = Some(code);
        }
        7 | 8 => {
            for text in ["1. 5254", "1... 5755"] {
                let dates = "--received 2026-01-10 --sent 2026-01-10";
                decide(robot, &format!("move T26/{number} {text} {dates}"));
            }
            game.moved = true;
        }
        _ => {}
    }
}

fn decide(robot: &mut Robot, line: &str) -> DecisionEffect {
    let order = of_line(line)
        .unwrap_or_else(|e| panic!("{line}: {e}"))
        .order;
    let done = robot.decide(&order, &Grounds::console("", false));
    done.unwrap_or_else(|e| panic!("{line}: {e}"))
}

/// What of the report is the table.
fn table(robot: &mut Robot) -> Value {
    let row = robot.store.read().tournament_load("T26").unwrap().unwrap();
    let input = table_of(robot.store.read(), &row, robot.now).unwrap();
    let mut report = report::table::json(&input);
    let all = report.as_object_mut().unwrap();
    all.retain(|key, _| ["table", "open", "final", "tie_breaks"].contains(&key.as_str()));
    report
}

/// So many random tournaments.
fn agree(cases: u32) {
    let config = ProptestConfig {
        cases,
        max_shrink_iters: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let mut runner = TestRunner::new(config);
    let done = runner.run(&tournaments(), |tournament| {
        tournament.plays();
        Ok(())
    });
    done.unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn a33_1_and_38_tables_are_those_of_the_rules_whoever_leaves() {
    agree(8);
}

#[test]
#[ignore = "takes minutes: tests/run --long"]
fn a33_1_and_38_tables_are_those_of_the_rules_whoever_leaves_long() {
    agree(200);
}

/// Several connections that read one state side by side find what one alone finds: the day,
/// and the table.
#[test]
fn the_day_and_the_table_are_the_same_by_several_readers() {
    let event = Tournament {
        players: 8,
        twice: false,
        tie_breaks: vec!["direct", "sb"],
        entered: (1..=28).map(|number| (number, 7)).collect(),
        leave: Vec::new(),
    };
    let house = House::new();
    let mut robot = house.robot();
    robot.tournament_add(&event.file(), "proof").unwrap();
    robot.tournament_start("T26").unwrap();
    let other = event.file().replace("T26", "U26");
    robot.tournament_add(&other, "proof").unwrap();
    robot.tournament_start("U26").unwrap();
    let mut model = event.drawn(&mut robot);
    for number in 1..=9 {
        enter(&mut robot, &mut model, number, number as usize % 7);
    }
    robot.poll().unwrap();
    robot.now = robot.now.plus_seconds(20 * 86_400);
    let found = |more: usize| {
        let read = |view: View<'_>| {
            assert_eq!(view.beside(), more);
            let rows = tournaments_of(view, &[], robot.now)?;
            let today = today_of(view, &rows, robot.now, 70)?;
            let table = table_of(view, &rows[0], robot.now)?;
            Ok::<_, Failure>((today.json(), report::table::json(&table)))
        };
        robot.store.snapshot_beside(more, read).unwrap()
    };
    let alone = found(0);
    let coming = alone.0["coming"].as_array().unwrap();
    assert!(coming.iter().any(|one| !one["game"].is_null()));
    assert_eq!(alone.0["tournaments"].as_array().unwrap().len(), 2);
    for more in [1, 3] {
        assert_eq!(found(more), alone, "{more} more");
    }
}
