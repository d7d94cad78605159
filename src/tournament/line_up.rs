//! Line-ups: who plays for a team in a round, where it is not those entered on its boards
//! (20, 23, 24.1).

use super::keys::FileSection;
use super::play::{BoardOrder, MAX_ROUNDS};
use super::teams::TeamEntry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Who plays for a team in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineUp {
    /// The round, from 1.
    pub round: u32,
    /// Starting numbers in board order.
    pub boards: Vec<u32>,
}

/// Why a line-up is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineUpFault {
    /// It has not as many players as the team has boards.
    Count(usize),
    /// A player stands in it twice.
    Twice(u32),
    /// A player is not declared for the team (23).
    Undeclared(u32),
    /// A player stands before one who is entered before him.
    Order(u32),
    /// A player stands on another board than his own.
    Board(u32),
}

impl TeamEntry {
    /// Those declared for it: on the boards, then in reserve (23).
    pub fn declared(&self) -> impl Iterator<Item = u32> + '_ {
        self.boards.iter().chain(&self.reserves).copied()
    }

    /// Who plays in a round where some have left, in board order: where one of the line-up has,
    /// another who is declared plays, as the order of boards has it. A board that nobody can
    /// take keeps its player, who loses it.
    pub fn players_of(&self, round: u32, order: BoardOrder, left: &BTreeSet<u32>) -> Vec<u32> {
        let stated = self.line_up(round);
        let mut others = self
            .declared()
            .filter(|n| !left.contains(n) && !stated.contains(n));
        if order != BoardOrder::Shift {
            let is_reserve = |n: &u32| self.reserves.contains(n);
            let mut reserves = others.filter(is_reserve);
            let on = |n: &u32| match left.contains(n) {
                true => reserves.next().unwrap_or(*n),
                false => *n,
            };
            return stated.iter().map(on).collect();
        }
        let (gone, here): (Vec<u32>, Vec<u32>) = stated.iter().partition(|n| left.contains(n));
        let mut all = here;
        all.extend(others.by_ref().take(gone.len()));
        all.sort_by_key(|n| self.declared().position(|declared| declared == *n));
        let missing = stated.len().saturating_sub(all.len());
        all.extend(gone.into_iter().take(missing));
        all
    }

    /// Who plays in a round as stated, in board order.
    pub fn line_up(&self, round: u32) -> &[u32] {
        let stated = self.line_ups.iter().find(|l| l.round == round);
        stated.map_or(&self.boards, |l| &l.boards)
    }

    /// The same with a line-up for a round, in the place of one that was stated before.
    pub fn lines_up(&mut self, line_up: LineUp) {
        self.line_ups.retain(|l| l.round != line_up.round);
        self.line_ups.push(line_up);
        self.line_ups.sort_by_key(|l| l.round);
    }

    /// Whether these may play on its boards, in this order.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn check_line_up(&self, boards: &[u32], order: BoardOrder) -> Result<(), LineUpFault> {
        if boards.len() != self.boards.len() {
            return Err(LineUpFault::Count(self.boards.len()));
        }
        let place = |number: u32| self.declared().position(|declared| declared == number);
        let mut last = None;
        for (at, number) in boards.iter().copied().enumerate() {
            if boards.iter().take(at).any(|before| *before == number) {
                return Err(LineUpFault::Twice(number));
            }
            let place = place(number).ok_or(LineUpFault::Undeclared(number))?;
            let is_reserve = place >= self.boards.len();
            match order {
                BoardOrder::Shift if last.is_some_and(|last| place < last) => {
                    return Err(LineUpFault::Order(number));
                }
                BoardOrder::Fixed if !is_reserve && place != at => {
                    return Err(LineUpFault::Board(number));
                }
                BoardOrder::Shift | BoardOrder::Fixed | BoardOrder::Free => {}
            }
            last = Some(place);
        }
        Ok(())
    }
}

/// Reads the sections `[[team.line_up]]`.
pub(super) fn read(team: &FileSection<'_, '_>, highest: u32) -> Vec<LineUp> {
    let mut all: Vec<LineUp> = Vec::new();
    for s in team.sections("line_up") {
        s.require("round", "the round that it is for");
        s.require("boards", "starting numbers in board order");
        let round = s.number("round", 1..=MAX_ROUNDS);
        let boards = s.numbers("boards", 1..=highest);
        if let Some((round, boards)) = round.zip(boards) {
            if all.iter().any(|l| l.round == round) {
                s.refuse("round", &format!("is {round} a second time"));
            }
            all.push(LineUp { round, boards });
        }
        s.finish();
    }
    all.sort_by_key(|l| l.round);
    all
}

/// What is wrong with a line-up, as the reader of a file says it.
pub(super) fn complaint(line_up: &LineUp, fault: LineUpFault) -> String {
    let round = line_up.round;
    match fault {
        LineUpFault::Count(needed) => {
            format!(
                "of round {round} has {} boards; allowed: {needed}",
                line_up.boards.len()
            )
        }
        LineUpFault::Twice(number) => format!("of round {round} has player {number} twice"),
        LineUpFault::Undeclared(number) => {
            format!("of round {round} has player {number}, who is not of the team")
        }
        LineUpFault::Order(number) => format!(
            "of round {round} has player {number} behind one who is entered after him; allowed: \
             the order of 'boards' and 'reserves' (board_order = \"free\" allows any)"
        ),
        LineUpFault::Board(number) => format!(
            "of round {round} has player {number} on another board than his own \
             (board_order = \"shift\" or \"free\" allows it)"
        ),
    }
}

/// The sections `[[team.line_up]]`, as a file has them.
pub(super) fn sections(line_ups: &[LineUp]) -> String {
    let section = |line_up: &LineUp| {
        let boards = toml::Value::from(line_up.boards.clone());
        let round = line_up.round;
        format!("\n[[team.line_up]]\nround = {round}\nboards = {boards}\n")
    };
    line_ups.iter().map(section).collect()
}

#[cfg(test)]
#[path = "line_up_tests.rs"]
mod tests;
