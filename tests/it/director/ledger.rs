//! The second reckoning: days, flags, results and places of a season, by the letter of the
//! articles and without a line of the program: dates are sets, and are counted.

use postchess::time::Day;
use std::collections::{BTreeMap, BTreeSet};

/// Dates of reflection in a period of ten moves.
pub const PERIOD: i64 = 60;

/// The thinking about one half-move.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Receipt of what is thought about.
    pub receipt: Day,
    /// Dates of it that are nobody's.
    pub nobodys: BTreeSet<Day>,
    /// Dispatch of the answer; none while it runs.
    sent: Option<Day>,
}

impl Thought {
    pub fn from(receipt: Day) -> Thought {
        Thought {
            receipt,
            nobodys: BTreeSet::new(),
            sent: None,
        }
    }

    /// Dates with receipt <= date < day that are neither leave nor nobody's.
    fn cost(&self, leave: Option<&BTreeSet<Day>>, day: Day) -> i64 {
        let counts =
            |date: &Day| !leave.is_some_and(|l| l.contains(date)) && !self.nobodys.contains(date);
        i64::try_from(dates(self.receipt, day).filter(counts).count()).unwrap()
    }
}

/// One game. Sides are 0 for White and 1 for Black.
pub struct Page {
    /// Starting numbers.
    pub players: [usize; 2],
    /// One a half-move, the last one running.
    pub thoughts: Vec<Thought>,
    /// Penalty days.
    pub penalty: [i64; 2],
    /// A limit that a ruling raised, and up to which move it holds.
    pub raised: [Option<(usize, i64)>; 2],
    /// Its time stands still since that day.
    pub stands: Option<Day>,
    /// What made it stand is contested: it waits for a decision.
    pub is_contested: bool,
    /// Points of both, once it is over.
    pub result: Option<[f64; 2]>,
}

/// All of it.
pub struct Ledger {
    pub pages: Vec<Page>,
    leave: BTreeMap<usize, BTreeSet<Day>>,
}

/// The dates from one up to another, without it.
pub fn dates(from: Day, to: Day) -> impl Iterator<Item = Day> {
    std::iter::successors(Some(from), |day| Some(day.plus(1))).take_while(move |day| *day < to)
}

impl Page {
    pub fn new(players: [usize; 2], start: Day) -> Page {
        Page {
            players,
            thoughts: vec![Thought::from(start)],
            penalty: [0; 2],
            raised: [None; 2],
            stands: None,
            is_contested: false,
            result: None,
        }
    }

    pub fn is_open(&self) -> bool {
        self.result.is_none()
    }

    /// Half-moves made.
    pub fn plies(&self) -> usize {
        self.thoughts.len() - 1
    }

    /// Who is to move.
    pub fn turn(&self) -> usize {
        self.plies() % 2
    }

    pub fn mover(&self) -> usize {
        self.players[self.turn()]
    }

    /// The thought that runs.
    pub fn running(&mut self) -> &mut Thought {
        self.thoughts.last_mut().unwrap()
    }

    /// One side has lost.
    pub fn is_lost_by(&mut self, side: usize) {
        let mut result = [1.0, 1.0];
        result[side] = 0.0;
        self.result = Some(result);
        self.stands = None;
    }

    /// The number of the move that a side thinks about, or is to make next.
    fn number(&self, side: usize) -> usize {
        (self.plies() + 1 - side) / 2 + 1
    }

    /// What a side may have used up to and with its next move.
    pub fn limit(&self, side: usize) -> i64 {
        let number = self.number(side);
        let periods = i64::try_from(number.div_ceil(10)).unwrap();
        let raised = self.raised[side].filter(|(until, _)| number <= *until);
        raised.map_or(0, |(_, limit)| limit).max(PERIOD * periods)
    }
}

impl Ledger {
    pub fn new(pages: Vec<Page>) -> Ledger {
        Ledger {
            pages,
            leave: BTreeMap::new(),
        }
    }

    /// Dates of a player's leave, both ends included.
    pub fn takes_leave(&mut self, player: usize, from: Day, to: Day) {
        let own = self.leave.entry(player).or_default();
        own.extend(dates(from, to.plus(1)));
    }

    /// From that day on he plays again.
    pub fn ends_leave(&mut self, player: usize, first: Day) {
        self.leave.entry(player).or_default().retain(|d| *d < first);
    }

    /// What each half-move of a game has cost.
    pub fn costs(&self, game: usize) -> Vec<i64> {
        let page = &self.pages[game];
        let over = page.thoughts.iter().zip([0, 1].into_iter().cycle());
        let cost = |(thought, side): (&Thought, usize)| {
            let leave = self.leave.get(&page.players[side]);
            thought.sent.map(|sent| thought.cost(leave, sent))
        };
        over.filter_map(cost).collect()
    }

    /// Days and penalties of a side.
    pub fn total(&self, game: usize, side: usize) -> i64 {
        let costs = self.costs(game);
        let own: i64 = costs.iter().skip(side).step_by(2).sum();
        own + self.pages[game].penalty[side]
    }

    /// What the running thought of a game has cost on a day.
    pub fn used(&self, game: usize, today: Day) -> i64 {
        let page = &self.pages[game];
        let thought = page.thoughts.last().unwrap();
        thought.cost(self.leave.get(&page.mover()), today)
    }

    /// The first day on which the running thought is over the limit.
    pub fn flag(&self, game: usize) -> Day {
        let page = &self.pages[game];
        let room = page.limit(page.turn()) - self.total(game, page.turn());
        let over = |day: &Day| self.used(game, *day) > room;
        let receipt = page.thoughts.last().unwrap().receipt;
        let mut days = std::iter::successors(Some(receipt), |day| Some(day.plus(1)));
        days.find(over).unwrap()
    }

    /// The side to move has answered; the letter to the other left at once and is received
    /// the day after (56.2.5).
    pub fn moves(&mut self, game: usize, day: Day) {
        let page = &mut self.pages[game];
        page.running().sent = Some(day);
        page.thoughts.push(Thought::from(day.plus(1)));
    }

    /// Points, wins and Sonneborn-Berger of each number, of games that count.
    pub fn table(&self, players: usize, counts: impl Fn(usize) -> bool) -> Vec<(f64, f64, usize)> {
        let mut rows = vec![(0.0, 0.0, 0); players + 1];
        let both = |page: &&Page| page.players.iter().all(|p| counts(*p));
        let over = || self.pages.iter().filter(both);
        for page in over() {
            let result = page.result.expect("a result");
            for side in [0, 1] {
                let row = &mut rows[page.players[side]];
                row.0 += result[side];
                row.2 += usize::from(result[side] == 1.0);
            }
        }
        let points: Vec<f64> = rows.iter().map(|r| r.0).collect();
        for page in over() {
            let result = page.result.expect("a result");
            for side in [0, 1] {
                rows[page.players[side]].1 += result[side] * points[page.players[1 - side]];
            }
        }
        rows
    }
}

#[test]
fn a_thought_is_counted_by_hand() {
    let day = |d| Day::new(2026, 1, d).unwrap();
    let mut ledger = Ledger::new(vec![Page::new([1, 2], day(10))]);
    ledger.moves(0, day(12));
    assert_eq!(ledger.costs(0), [2], "the 10th and the 11th");
    ledger.takes_leave(2, day(15), day(16));
    // Received on the 13th: the 13th, 14th and 17th.
    assert_eq!(ledger.used(0, day(18)), 3);
    ledger.pages[0].running().nobodys.insert(day(13));
    assert_eq!(ledger.used(0, day(18)), 2);
    // Sixty dates without the two of leave and the one that is nobody's.
    let last = day(13).plus(60 + 3);
    assert_eq!(ledger.flag(0), last.plus(1));
}
