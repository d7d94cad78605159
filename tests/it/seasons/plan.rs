//! Seasons made up by chance, by playing them: what is written fits the position, or
//! fails to fit it, as people's letters do.

use super::dice::Dice;
use super::season::{Happening, KINDS, Season, What};
use super::table::{Table, understood};
use postchess::arbiter::{Leaves, Order};
use postchess::chess::Side;
use postchess::record::{GameFile, Status};
use postchess::time::{Day, Instant};
use std::collections::BTreeMap;

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Move,
    MoveWithOffer,
    MoveWithReceipt,
    Series,
    Accept,
    AcceptPart,
    Impossible,
    Unreadable,
    WrongRepetition,
    OldNumber,
    OutOfTurn,
    Prose,
    Status,
    Check,
    Decline,
    Leave,
    LateLeave,
    EndLeave,
    ClaimTime,
    ClaimDraw,
    Protest,
    Resign,
    Repeat,
    Bounce,
    Pause,
    Resume,
    Decide,
    Penalty,
    SetDates,
}

/// Entries that cost time and do nothing else.
const OF_NOISE: [&str; 3] = ["faulty", "penalty", "matter-opened"];

/// A season of a seed: 20 to 60 letters, 5 to 40 passes besides.
pub fn season(seed: u64) -> Season {
    let mut dice = Dice::of(seed);
    let kind = dice.below(KINDS.len());
    let mut plan = Plan {
        table: Table::new(kind),
        season: Season {
            seed,
            kind,
            happenings: Vec::new(),
            passes: Vec::new(),
            seen: BTreeMap::new(),
        },
        dice,
    };
    let letters = plan.dice.between(20, 60);
    let mut at = Instant::parse("2026-01-10T08:00:00Z").unwrap();
    let mut written = 0;
    while written < letters && plan.table.games.iter().any(|g| g.status != Status::Finished) {
        at = at.plus_seconds(plan.pause());
        if plan.happens(at) {
            written += 1;
        }
    }
    let passes = plan.dice.between(5, 40);
    let begin = Instant::parse("2026-01-10T08:00:00Z").unwrap().unix();
    let span = at.unix() - begin + 10 * 86_400;
    let mut hours: Vec<Instant> = (0..passes)
        .map(|_| {
            let after = plan.dice.between(0, span);
            Instant::parse("2026-01-10T08:00:00Z").unwrap().plus_seconds(after)
        })
        .collect();
    hours.sort();
    plan.season.passes = hours;
    for (name, count) in &plan.table.seen {
        let name: &'static str = Box::leak(name.clone().into_boxed_str());
        plan.season.seen.insert(name, *count);
    }
    plan.season
}

struct Plan {
    table: Table,
    season: Season,
    dice: Dice,
}

impl Plan {
    /// Seconds until something happens again: hours mostly, days often, weeks at times.
    fn pause(&mut self) -> i64 {
        let days = self
            .dice
            .weighted(&[(30, 0), (25, 1), (20, 2), (12, 4), (8, 7), (4, 12), (2, 25)]);
        days * 86_400 + self.dice.between(60, 80_000)
    }

    /// Something happens, if it can; whether it was a letter.
    fn happens(&mut self, at: Instant) -> bool {
        let game = self.dice.below(self.table.games.len());
        let file = self.table.games[game].clone();
        let turn = file.turn();
        let side = if self.dice.percent(85) { turn } else { turn.other() };
        let act = self.act(&file, game, side);
        let what = match act {
            Act::Bounce => Some(What::Bounce { game, to: turn }),
            Act::Pause => Some(order(game, Order::Pause)),
            Act::Resume => Some(order(game, Order::Resume)),
            Act::Decide => Some(order(game, self.decision(&file))),
            Act::Penalty => Some(order(
                game,
                Order::Penalty {
                    side,
                    days: *self.dice.pick(&[-2, -1, 1, 3]),
                },
            )),
            Act::SetDates => Some(order(
                game,
                Order::SetDates {
                    ply: file.ply() + 1,
                    received: Some(day(&file, at).plus(-self.dice.between(0, 2))),
                    sent: None,
                },
            )),
            _ => self.letter(&file, side, act, at).map(|text| What::Letter {
                game,
                side,
                read: understood(&text),
                text,
                sent: at.plus_seconds(-self.on_the_way()),
                noise: matches!(
                    act,
                    Act::Impossible
                        | Act::Unreadable
                        | Act::WrongRepetition
                        | Act::OldNumber
                        | Act::OutOfTurn
                        | Act::Prose
                        | Act::Status
                        | Act::Check
                ),
            }),
        };
        let Some(what) = what else {
            return false;
        };
        let is_letter = matches!(what, What::Letter { .. });
        let mut happening = Happening { at, what };
        let told = self.table.happens(&happening);
        if let What::Letter { noise, .. } = &mut happening.what {
            let nothing_else = told
                .entries
                .iter()
                .all(|name| OF_NOISE.contains(&name.as_str()));
            *noise = *noise && nothing_else;
            assert!(
                told.notices > 0,
                "seed {}: {act:?} is not answered: {:?}",
                self.season.seed,
                happening.what
            );
        }
        let name: &'static str = Box::leak(format!("{act:?}").into_boxed_str());
        *self.season.seen.entry(name).or_insert(0) += 1;
        self.season.happenings.push(happening);
        is_letter
    }

    /// Seconds that a letter was on the way.
    fn on_the_way(&mut self) -> i64 {
        match self.dice.below(10) {
            0 => self.dice.between(20_000, 150_000),
            1..=3 => self.dice.between(100, 20_000),
            _ => 0,
        }
    }

    fn act(&mut self, file: &GameFile, game: usize, side: Side) -> Act {
        let paused = file.status == Status::Paused;
        let offered = file.draw_offer.is_some_and(|(by, _)| by != side);
        let proposed = file.proposal.as_ref().is_some_and(|p| p.side != side);
        let mut acts = vec![
            (30, Act::Move),
            (3, Act::MoveWithOffer),
            (4, Act::MoveWithReceipt),
            (12, Act::Series),
            (5, Act::Impossible),
            (2, Act::Unreadable),
            (3, Act::WrongRepetition),
            (2, Act::OldNumber),
            (2, Act::OutOfTurn),
            (2, Act::Prose),
            (1, Act::Status),
            (2, Act::Check),
            (4, Act::Leave),
            (2, Act::LateLeave),
            (2, Act::EndLeave),
            (3, Act::ClaimTime),
            (1, Act::ClaimDraw),
            (1, Act::Repeat),
            (1, Act::Penalty),
            (1, Act::SetDates),
        ];
        if self.season.happenings.len() > 20 {
            acts.push((1, Act::Resign));
        }
        if proposed {
            acts.extend([(40, Act::Accept), (25, Act::AcceptPart)]);
        }
        if offered {
            acts.push((8, Act::Decline));
        }
        if paused {
            acts.extend([(20, Act::Resume), (6, Act::Protest)]);
            if file.exceeded.is_some() {
                acts.push((25, Act::Decide));
            }
        } else {
            acts.push((2, Act::Pause));
        }
        let half_move = self.season.happenings.iter().rev().take(3);
        let just_now = half_move
            .clone()
            .any(|h| matches!(h.what, What::Bounce { .. }));
        if !just_now && self.table.returned(game, file.turn()) < 2 {
            acts.push((3, Act::Bounce));
        }
        self.dice.weighted(&acts)
    }

    fn decision(&mut self, _file: &GameFile) -> Order {
        match self.dice.below(3) {
            0 => Order::ConfirmForfeit,
            _ => reject_claim(),
        }
    }

    /// The words of a letter; `None` where nobody would write so now.
    fn letter(&mut self, file: &GameFile, side: Side, act: Act, at: Instant) -> Option<String> {
        let today = day(file, at);
        let due = file.turn() == side;
        let (number, dots) = (file.move_number(), file.turn().dots());
        let last = file.moves.last();
        Some(match act {
            Act::Move | Act::MoveWithOffer | Act::MoveWithReceipt if due => {
                let mv = self.legal(file)?;
                let mut text = format!("{number}{dots} {mv}");
                if self.dice.percent(20)
                    && let Some(last) = last
                {
                    text = format!("{}{} {} {mv}", last.number, last.side.dots(), last.numeric);
                }
                if act == Act::MoveWithOffer {
                    text.push_str(" =");
                }
                if act == Act::MoveWithReceipt {
                    let day = today.plus(-self.dice.between(0, 4));
                    text.push_str(&format!("\nreceived {day}"));
                }
                text
            }
            Act::Series if due => self.series(file)?,
            Act::Accept | Act::AcceptPart if due => self.accepts(file, act == Act::AcceptPart)?,
            Act::Impossible if due => format!("{number}{dots} 1188"),
            Act::Unreadable if due => format!("{number}{dots} 5zz4"),
            Act::WrongRepetition if due => {
                let last = last?;
                let mv = self.legal(file)?;
                format!("{}{} 1122 {mv}", last.number, last.side.dots())
            }
            Act::OldNumber => {
                let last = last?;
                format!("{}{} {}", last.number, last.side.dots(), last.numeric)
            }
            Act::OutOfTurn if !due => {
                let mv = self.legal(file)?;
                format!("{number}{dots} {mv}")
            }
            Act::Prose => "I shall think about it over the week-end.".to_owned(),
            Act::Status => "STATUS".to_owned(),
            Act::Check if due => format!("CHECK {number}{dots} {}", self.legal(file)?),
            Act::Decline => "DECLINE DRAW".to_owned(),
            Act::Leave | Act::LateLeave => {
                let from = match act {
                    Act::Leave => today.plus(self.dice.between(1, 6)),
                    _ => today.plus(-self.dice.between(0, 3)),
                };
                let to = from.plus(self.dice.between(0, 12));
                format!("LEAVE {from} {to}")
            }
            Act::EndLeave => "END LEAVE".to_owned(),
            Act::ClaimTime => "CLAIM TIME".to_owned(),
            Act::ClaimDraw => "CLAIM DRAW".to_owned(),
            Act::Protest => "PROTEST I wrote in time.".to_owned(),
            Act::Resign => "RESIGN".to_owned(),
            Act::Repeat => "REPEAT".to_owned(),
            _ => return None,
        })
    }

    fn legal(&mut self, file: &GameFile) -> Option<String> {
        let position = file.line.position();
        let all = position.legal_moves();
        (!all.is_empty()).then(|| position.numeric(*self.dice.pick(&all)))
    }

    /// A move with one to three pairs of half-moves behind an if.
    fn series(&mut self, file: &GameFile) -> Option<String> {
        let mut line = file.line.clone();
        let (number, dots) = (file.move_number(), file.turn().dots());
        let mut text = format!("{number}{dots} {}", self.walk(&mut line)?);
        for _ in 0..self.dice.between(1, 3) {
            for first in [true, false] {
                let position = line.position();
                let (number, dots) = (position.move_number(), position.turn().dots());
                let Some(mv) = self.walk(&mut line) else {
                    return Some(text);
                };
                let word = if first { " if" } else { "" };
                text.push_str(&format!("{word} {number}{dots} {mv}"));
            }
        }
        Some(text)
    }

    fn walk(&mut self, line: &mut postchess::chess::Line) -> Option<String> {
        let position = line.position();
        let all = position.legal_moves();
        if all.is_empty() {
            return None;
        }
        let mv = *self.dice.pick(&all);
        let text = position.numeric(mv);
        line.push(mv);
        Some(text)
    }

    /// The opponent's series taken in whole or in part, and a move of one's own.
    fn accepts(&mut self, file: &GameFile, part: bool) -> Option<String> {
        let proposal = file.proposal.as_ref().filter(|p| p.side != file.turn())?;
        let pairs = proposal.line.len() / 2;
        let pairs = match part {
            true if pairs > 1 => self.dice.below(pairs) + 1,
            true => return None,
            false => pairs,
        };
        let mut line = file.line.clone();
        let mut text = String::new();
        for uci in proposal.line.iter().take(pairs * 2) {
            let position = line.position();
            let (number, dots) = (position.move_number(), position.turn().dots());
            let mv = position.move_of_uci(uci)?;
            text.push_str(&format!("{number}{dots} {} ", position.numeric(mv)));
            line.push(mv);
        }
        let position = line.position();
        let (number, dots) = (position.move_number(), position.turn().dots());
        let own = self.walk(&mut line)?;
        Some(format!("{text}{number}{dots} {own}"))
    }
}

fn order(game: usize, order: Order) -> What {
    What::Order { game, order }
}

/// A claim, or a notice, that is refused.
fn reject_claim() -> Order {
    Order::RejectClaim {
        bar_claims: false,
        fine: 0,
        leaves: Leaves::default(),
    }
}

fn day(file: &GameFile, at: Instant) -> Day {
    file.facts.zone.day(at)
}
