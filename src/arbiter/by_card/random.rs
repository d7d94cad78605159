//! Five hundred random games by post against a second reckoning, written from article 55
//! alone: it knows nothing of the record, of the tally or of what reads a card.

use super::*;
use crate::arbiter::tests::{facts, number};
use crate::cards::Postmark;
use crate::chess::BySide;
use crate::clock::DaySpan;
use crate::ids::LeaveId;
use crate::record::LeaveSpan;
use crate::rules::{Profile, Regulations};
use std::sync::Arc;

const GAMES: u64 = 500;
const MOVES: usize = 10;

/// White's pawns, so that no position comes again.
const PAWNS: [&str; MOVES] = [
    "1213", "1314", "1415", "2223", "2324", "3233", "4243", "7273", "8283", "8384",
];

/// CardDice that always fall the same.
struct CardDice(u64);

impl CardDice {
    fn roll(&mut self, sides: i64) -> i64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).unwrap() % sides
    }

    fn one_in(&mut self, sides: i64) -> bool {
        self.roll(sides) == 0
    }
}

/// A card as it lies there; days from the start of the tournament.
#[derive(Clone, Debug, Default)]
struct ThrownCard {
    written: Option<i64>,
    marks: Vec<Option<i64>>,
    slip: Option<i64>,
    note: Option<i64>,
}

impl ThrownCard {
    /// One that was truly sent and came then; what is on it may be wrong or missing.
    fn thrown(dice: &mut CardDice, sent: i64, came: i64) -> ThrownCard {
        let middle = sent + dice.roll(came - sent + 1);
        let marks = match dice.roll(8) {
            0 => vec![],
            1 => vec![None],
            2 | 3 => vec![Some(sent)],
            4 => vec![None, Some(came)],
            5 => vec![Some(sent), None],
            6 => vec![Some(sent), Some(middle), Some(came)],
            _ => vec![Some(sent), Some(came)],
        };
        ThrownCard {
            written: (!dice.one_in(4)).then(|| sent + dice.roll(3) - 1),
            marks,
            slip: dice.one_in(5).then(|| sent + dice.roll(2)),
            note: dice.one_in(2).then_some(came),
        }
    }

    /// 55.2.2.1-4: when it was sent.
    fn sent(&self) -> Option<i64> {
        let legible: Vec<i64> = self.marks.iter().flatten().copied().collect();
        let of_dispatch = match (self.marks.first(), legible.len()) {
            (Some(None), 1) | (_, 0) => None,
            _ => legible.iter().min().copied(),
        };
        self.slip.or(of_dispatch).or(self.written)
    }

    /// 55.2.2.3-4: when it came, but for what its answer says.
    fn came(&self) -> Option<i64> {
        let later = self.marks.iter().skip(1).flatten();
        later.max().copied().or(self.note)
    }

    fn card(&self, start: Day) -> Card {
        let day = |at: i64| start.plus(at);
        Card {
            written: self.written.map(day),
            postmarks: self
                .marks
                .iter()
                .map(|mark| Postmark {
                    day: mark.map(day),
                    office: None,
                })
                .collect(),
            slip: self.slip.map(day),
            arrived: self.note.map(day),
            registered: None,
        }
    }
}

/// A card that tells when it was sent, no earlier than a day, and did not come before.
fn fitting(dice: &mut CardDice, sent: i64, came: i64, earliest: i64) -> (ThrownCard, i64) {
    loop {
        let paper = ThrownCard::thrown(dice, sent, came);
        if let Some(counted) = paper.sent().filter(|day| *day >= earliest)
            && paper.came().is_none_or(|came| came >= counted)
        {
            return (paper, counted);
        }
    }
}

/// 55.4.4, 55.7.4-5: the dates from receipt to dispatch that are no leave.
fn thought(received: i64, sent: i64, leave: &[(i64, i64)]) -> i64 {
    let free = |day: &i64| leave.iter().any(|(from, to)| (from..=to).contains(&day));
    i64::try_from((received..sent).filter(|day| !free(day)).count()).unwrap()
}

/// One side, as the second reckoning has it.
#[derive(Default)]
struct SideOnPaper {
    leave: Vec<(i64, i64)>,
    total: i64,
    faults: u32,
    /// Days beyond the three of a query: they stand beside its next move (55.4.7).
    beyond: i64,
}

/// A game on both tables.
struct BothReckonings {
    dice: CardDice,
    game: GameFile,
    start: Day,
    accounts: BySide<SideOnPaper>,
    /// The card that is answered, and when it counts as sent.
    last: Option<(ThrownCard, i64)>,
    /// The true day on which it came.
    came: i64,
}

impl BothReckonings {
    fn begins(seed: u64) -> BothReckonings {
        let mut dice = CardDice(seed);
        let mut facts = facts(|r| {
            *r = Regulations::of(Profile::Post);
            r.days_per_period = 1000;
        });
        facts.profile = Profile::Post;
        let start = facts.start;
        let mut accounts: BySide<SideOnPaper> = BySide::default();
        let mut leave: BySide<Vec<LeaveSpan>> = BySide::default();
        for (at, side) in Side::BOTH.into_iter().enumerate() {
            for _ in 0..dice.roll(3) {
                let from = dice.roll(120);
                let to = from + dice.roll(12);
                accounts.get_mut(side).leave.push((from, to));
                leave.get_mut(side).push(LeaveSpan {
                    id: LeaveId(i64::try_from(at).unwrap() * 10 + from),
                    days: DaySpan {
                        from: start.plus(from),
                        to: start.plus(to),
                    },
                });
            }
        }
        let mut game = GameFile::new(Arc::new(facts), leave).unwrap();
        let at = Instant::parse("2026-01-05T12:00:00Z").unwrap();
        game.apply(Entry::new(at, Cause::Order, Event::Started))
            .unwrap();
        number(&mut game);
        BothReckonings {
            dice,
            game,
            start,
            accounts,
            last: None,
            came: 0,
        }
    }

    fn enters(&mut self, entered: &EnteredCard) {
        let now = Instant::parse("2031-01-01T12:00:00Z").unwrap();
        let done = enter_card(&self.game, entered, now);
        let done = done.unwrap_or_else(|why| panic!("{entered:?}: {why}"));
        self.game = *done.ruling.unwrap().game.unwrap();
        number(&mut self.game);
    }

    /// A faulty card and the query about it: the days of the fault, and the receipt of the
    /// query, from which the time runs again.
    fn errs(&mut self, side: Side, received: i64, text: &str) -> (i64, i64, i64) {
        let posted = self.last.as_ref().map_or(0, |(_, sent)| *sent);
        let sent = received.max(posted) + self.dice.roll(6);
        let came = sent + 1 + self.dice.roll(8);
        let (paper, counted) = fitting(&mut self.dice, sent, came, posted);
        self.enters(&EnteredCard {
            text: text.to_owned(),
            faults: vec![CardFault::Impossible],
            card: paper.card(self.start),
            ..EnteredCard::default()
        });
        let other = side.other();
        let query = came.max(counted) + self.dice.roll(7);
        let back = query + 1 + self.dice.roll(8);
        let query_card = ThrownCard {
            marks: vec![Some(query), Some(back)],
            ..ThrownCard::default()
        };
        self.enters(&EnteredCard {
            kind: CardKind::Query,
            card: query_card.card(self.start),
            ..EnteredCard::default()
        });
        let account = self.accounts.get_mut(other);
        let waited = thought(paper.came().unwrap_or(counted), query, &account.leave);
        account.beyond += (waited - 3).max(0);
        let account = self.accounts.get_mut(side);
        account.faults += 1;
        let penalty = if account.faults == 1 { 5 } else { 10 };
        (thought(received, counted, &account.leave), penalty, back)
    }

    fn moves(&mut self, ply: usize) {
        let side = if ply.is_multiple_of(2) {
            Side::White
        } else {
            Side::Black
        };
        let at = ply / 2;
        let mut text = match side {
            Side::White => format!("{}. {}", at + 1, PAWNS[at]),
            Side::Black => format!("{}... {}", at + 1, ["7866", "6678"][at % 2]),
        };
        let posted = self.last.as_ref().map_or(0, |(_, sent)| *sent);
        let known = self.last.as_ref().and_then(|(paper, _)| paper.came());
        // The answer may say when the other card came, no earlier than it was sent.
        let stated = (self.last.is_some() && self.dice.one_in(2)).then_some(self.came.max(posted));
        let sent = self.came.max(posted).max(known.unwrap_or(0)) + self.dice.roll(10);
        let errs = known.is_some() && self.dice.one_in(8);
        let (mut days, mut penalty, mut received) = (0, 0, None);
        let mut earliest = posted;
        if let Some(receipt) = known.filter(|_| errs) {
            let (spent, charged, query) = self.errs(side, receipt, &text.replace(' ', " 1"));
            (days, penalty, received, earliest) = (spent, charged, Some(query), query);
        } else if let Some(day) = stated {
            text.push_str(&format!(" received {}", self.start.plus(day)));
        }
        let sent = sent.max(earliest) + i64::from(errs);
        let came = sent + 1 + self.dice.roll(9);
        let (paper, counted) = fitting(&mut self.dice, sent, came, earliest);
        let first = self.last.is_none().then_some(0);
        let received = received.or(first).or(known).or(stated).unwrap_or(counted);
        self.enters(&EnteredCard {
            text: text.clone(),
            card: paper.card(self.start),
            ..EnteredCard::default()
        });
        let account = self.accounts.get_mut(side);
        days += thought(received, counted, &account.leave) + std::mem::take(&mut account.beyond);
        account.total += days + penalty;
        let mv = self.game.moves.last().unwrap();
        assert_eq!(
            (mv.days, mv.penalty, mv.total),
            (days, penalty, account.total),
            "{text}: received {received}, sent {counted}, {paper:?}, answering {:?}",
            self.last
        );
        self.last = Some((paper, counted));
        self.came = came;
    }
}

#[test]
fn five_hundred_games_by_post_are_reckoned_as_article_55_has_it() {
    let (mut faults, mut days) = (0, 0);
    for seed in 0..GAMES {
        let mut game = BothReckonings::begins(seed);
        for ply in 0..2 * MOVES {
            game.moves(ply);
        }
        for side in Side::BOTH {
            faults += game.accounts.get(side).faults;
            days += game.accounts.get(side).total;
        }
    }
    // The dice have thrown what there is to be reckoned.
    assert!(
        faults > 500 && days > 20_000,
        "{faults} faults, {days} days"
    );
}
