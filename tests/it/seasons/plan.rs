//! Seasons made up by chance, by playing them: what is written fits the position, or
//! fails to fit it, as people's letters do.

use super::dice::Dice;
use super::season::{Happening, KINDS, Season, What};
use super::table::{Table, understood};
use postchess::chess::Side;
use postchess::record::{Entry, Event, GameFile, Status};
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

/// Letters of a season, at least and at most.
const LETTERS: (i64, i64) = (20, 60);

/// A season of a seed: 20 to 60 letters, 5 to 40 passes besides. One in which all
/// games are over before is thrown again.
pub fn season(seed: u64) -> Season {
    let mut dice = Dice::of(seed);
    let kind = dice.below(KINDS.len());
    loop {
        let mut plan = Plan {
            table: Table::new(kind),
            season: Season {
                seed,
                kind,
                happenings: Vec::new(),
                passes: Vec::new(),
                seen: BTreeMap::new(),
            },
            pace: dice.weighted(&[(5, 1), (3, 2), (1, 4)]),
            dice: dice.clone(),
        };
        if plan.writes_all() {
            return plan.season;
        }
        dice = plan.dice;
    }
}

fn begin() -> Instant {
    Instant::parse("2026-01-10T08:00:00Z").unwrap()
}

struct Plan {
    table: Table,
    season: Season,
    /// How slowly people write.
    pace: i64,
    dice: Dice,
}

/// Moves that no piece can make.
const IMPOSSIBLE: [&str; 6] = ["1187", "1178", "1186", "1168", "1167", "1176"];
/// What is no move and stands where one should.
const UNREADABLE: [&str; 6] = ["5zz4", "5xx4", "5yy4", "5ww4", "5vv4", "5qq4"];

/// Words with which nobody has sinned yet on the half-move due: the same are charged once
/// (RULES.md 2), which the core cannot know. `None`: all were written.
fn new_words<'w>(file: &GameFile, all: &[&'w str]) -> Option<&'w str> {
    let due = file.ply() + 1;
    let of_it = |e: &&Entry| matches!(e.event, Event::Faulty { ply, .. } if ply == due);
    all.get(file.standing().filter(of_it).count()).copied()
}

impl Plan {
    /// Fills the season; `false` where the games were over too early.
    fn writes_all(&mut self) -> bool {
        let (least, most) = LETTERS;
        let letters = self.dice.between(least, most);
        let (mut at, mut written) = (begin(), 0);
        while written < letters && self.is_played() {
            at = at.plus_seconds(self.pause());
            if self.happens(at) {
                written += 1;
            }
        }
        let span = at.unix() - begin().unix() + 10 * 86_400;
        let mut passes: Vec<Instant> = (0..self.dice.between(5, 40))
            .map(|_| begin().plus_seconds(self.dice.between(0, span)))
            .collect();
        passes.sort();
        self.season.passes = passes;
        for (name, count) in &self.table.seen {
            self.season.seen.insert(name.clone(), *count);
        }
        written >= least
    }

    fn is_played(&self) -> bool {
        let mut games = self.table.games.iter();
        games.any(|g| g.status != Status::Finished)
    }

    /// Seconds until something happens again: hours mostly, days often, weeks at times.
    fn pause(&mut self) -> i64 {
        let days = self
            .dice
            .weighted(&[(45, 0), (20, 1), (10, 2), (6, 4), (3, 7), (1, 14)]);
        days * self.pace * 86_400 + self.dice.between(60, 50_000)
    }

    /// Something happens, if it can; whether it was a letter.
    fn happens(&mut self, at: Instant) -> bool {
        let mut game = self.dice.below(self.table.games.len());
        if self.table.games[game].status == Status::Finished && self.dice.percent(80) {
            let open = |g: &GameFile| g.status != Status::Finished;
            game = self.table.games.iter().position(open).unwrap_or(game);
        }
        let file = self.table.games[game].clone();
        let turn = file.turn();
        let side = if self.dice.percent(85) {
            turn
        } else {
            turn.other()
        };
        let act = self.act(&file, game, side, at);
        let what = match act {
            Act::Bounce => Some(What::Bounce { game, to: turn }),
            Act::Pause => Some(order(game, "pause")),
            Act::Resume => Some(order(game, "resume")),
            Act::Decide => Some(order(game, self.decision(&file))),
            Act::Penalty => {
                let days = *self.dice.pick(&[-2, -1, 1, 3]);
                Some(order(
                    game,
                    &format!("penalty {} {days}", side.name().to_lowercase()),
                ))
            }
            Act::SetDates => {
                let received = day(&file, at).plus(-self.dice.between(0, 2));
                let ply = file.ply() + 1;
                Some(order(
                    game,
                    &format!("set-dates {ply} --received {received}"),
                ))
            }
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
        *self.season.seen.entry(format!("{act:?}")).or_insert(0) += 1;
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

    fn act(&mut self, file: &GameFile, game: usize, side: Side, at: Instant) -> Act {
        let today = day(file, at);
        let leave = file.leave.get(side);
        let away = leave
            .iter()
            .any(|l| l.days.from <= today.plus(5) && today <= l.days.to);
        let over = file.tally().overstepped(side.other(), today);
        let accused = file.exceeded.as_ref().is_some_and(|e| e.side == side);
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
            (if away { 12 } else { 1 }, Act::EndLeave),
            (if over { 15 } else { 2 }, Act::ClaimTime),
            (1, Act::ClaimDraw),
            (1, Act::Repeat),
            (1, Act::Penalty),
            (1, Act::SetDates),
        ];
        if self.season.happenings.len() > 20 {
            acts.push((1, Act::Resign));
        }
        let lately = self.season.happenings.iter().rev().take(4);
        let of_game = |what: &What| matches!(what, What::Order { game: g, .. } if *g == game);
        let decided = lately.clone().any(|h| of_game(&h.what));
        if decided || file.status == Status::Finished {
            acts.push((30, Act::Protest));
        }
        if proposed {
            acts.extend([(40, Act::Accept), (25, Act::AcceptPart)]);
        }
        if offered {
            acts.push((8, Act::Decline));
        }
        if paused {
            acts.extend([
                (20, Act::Resume),
                (if accused { 20 } else { 5 }, Act::Protest),
            ]);
            if file.exceeded.is_some() {
                acts.push((25, Act::Decide));
            }
        } else {
            acts.push((2, Act::Pause));
        }
        let just_now = lately
            .take(3)
            .any(|h| matches!(h.what, What::Bounce { .. }));
        if !just_now && self.table.returned(game, file.turn()) < 2 {
            acts.push((3, Act::Bounce));
        }
        self.dice.weighted(&acts)
    }

    fn decision(&mut self, _file: &GameFile) -> &'static str {
        match self.dice.below(3) {
            0 => "confirm-forfeit",
            _ => "reject-claim",
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
            Act::Impossible if due => format!("{number}{dots} {}", new_words(file, &IMPOSSIBLE)?),
            Act::Unreadable if due => format!("{number}{dots} {}", new_words(file, &UNREADABLE)?),
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
        let branch = self.dice.pick(&proposal.branches).clone();
        let pairs = branch.len() / 2;
        let pairs = match part {
            true if pairs > 1 => self.dice.below(pairs) + 1,
            true => return None,
            false => pairs,
        };
        let mut line = file.line.clone();
        let mut text = String::new();
        for uci in branch.iter().take(pairs * 2) {
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

fn order(game: usize, words: &str) -> What {
    let order = words.to_owned();
    What::Order { game, order }
}

fn day(file: &GameFile, at: Instant) -> Day {
    file.facts.zone.day(at)
}
