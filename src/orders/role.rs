//! Officials of a tournament: senders with orders of their own, each with the rights of
//! his role and no others. The rights are one table: [`Role::right`].

use super::{DeskOrder, GameOrder, LeaveOrder, Order, OrderPlace, Ordered, RevokeOrder};
use crate::arbiter::waits;
use crate::record::{Event, GameFile};
use crate::rules::OneOfWords;
use crate::tournament::officials::Office;

/// What somebody who gives orders is in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// What the tournament's file names him for.
    Office(Office),
    /// He speaks for the team of that number: its line-ups and its captain are his to state,
    /// and nothing else (24).
    Captain(u32),
}

/// What an order is about, as far as it tells whose it is to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Power {
    /// Nothing is decided: something is shown.
    Look,
    /// What came on paper or by telephone is entered.
    Papers,
    /// Games: dates, penalties, oversteps, results, pauses, what was decided before.
    Games,
    /// A protest that waits.
    Protests,
    /// An adjudication.
    Adjudication,
    /// Players: addresses, leave, withdrawal, replacement.
    Players,
    /// Who is entered (29).
    Entries,
    /// Line-ups and captains (24).
    Teams,
    /// Rounds and stages (31.2).
    Pairing,
    /// Letters to players that decide nothing.
    Circulars,
    /// Days on which an official is absent.
    Absence,
    /// Who directs, and how long the tournament lasts.
    Direction,
    /// Letters as they came and left, with all that stands in them: no order gives them, and
    /// who takes one is told in the record.
    RawLetters,
}

impl Power {
    /// All, in the order of the table.
    pub const ALL: [Power; 13] = [
        Power::Look,
        Power::Papers,
        Power::Games,
        Power::Protests,
        Power::Adjudication,
        Power::Players,
        Power::Entries,
        Power::Teams,
        Power::Pairing,
        Power::Circulars,
        Power::Absence,
        Power::Direction,
        Power::RawLetters,
    ];

    /// What an order is about.
    pub fn of(order: &Order) -> Power {
        match order {
            Order::Log(_) | Order::Entries(_) | Order::WhatIf(_) => Power::Look,
            Order::Move(_) | Order::Opinion(_) => Power::Papers,
            Order::ConfirmForfeit(_)
            | Order::RejectClaim(_)
            | Order::Penalty(_)
            | Order::SetDates(_)
            | Order::Void(_)
            | Order::Reopen(_)
            | Order::Pause(_)
            | Order::Resume(_)
            | Order::Carrier(_)
            | Order::Compensate(_)
            | Order::Result(_) => Power::Games,
            Order::Dismiss(_) | Order::Revoke(_) => Power::Protests,
            Order::Adjudicate(_) => Power::Adjudication,
            Order::Address(_)
            | Order::Correct(_)
            | Order::Withdraw(_)
            | Order::RemoveTeam(_)
            | Order::Replace(_)
            | Order::AccessLost(_)
            | Order::Leave(LeaveOrder::Grant(_) | LeaveOrder::Keep(_) | LeaveOrder::Cancel(_)) => {
                Power::Players
            }
            Order::Enter(_) | Order::Entry(_) => Power::Entries,
            Order::LineUp(_) | Order::Captain(_) => Power::Teams,
            Order::Pair(_) | Order::Promote(_) => Power::Pairing,
            Order::Circular(_) => Power::Circulars,
            Order::Absent(_) => Power::Absence,
            Order::HandOver(_) | Order::Prolong(_) => Power::Direction,
        }
    }
}

/// Whether orders of a kind are one's to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// They are.
    All,
    /// Those that are about what waits for him, about his team, or about himself.
    Own,
    /// They are not.
    None,
}

impl Role {
    /// His right to orders of a kind: the table of docs/ARBITERS.md, row by row.
    pub fn right(self, power: Power) -> Right {
        const Y: Right = Right::All;
        const O: Right = Right::Own;
        const N: Right = Right::None;
        // Look, Papers, Games, Protests, Adjudication, Players, Entries, Teams, Pairing,
        // Circulars, Absence, Direction, RawLetters.
        let row = match self {
            Role::Office(Office::Arbiter) => [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, Y],
            Role::Office(Office::Deputy) => [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, N, N],
            Role::Office(Office::Section) => [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, O, N, N],
            Role::Office(Office::Appeals) => [Y, N, N, O, N, N, N, N, N, N, O, N, N],
            Role::Office(Office::Adjudicator) => [Y, N, N, N, O, N, N, N, N, N, O, N, N],
            Role::Office(Office::Secretary) => [Y, Y, N, N, N, N, N, N, N, N, O, N, N],
            Role::Office(Office::Admission) => [Y, N, N, N, N, N, Y, N, N, N, O, N, N],
            Role::Captain(_) => [N, N, N, N, N, N, N, O, N, N, N, N, N],
        };
        let mut rights = Power::ALL.into_iter().zip(row);
        rights
            .find(|(of, _)| *of == power)
            .map_or(Right::None, |(_, right)| right)
    }

    /// Whether he directs: the arbiter, his deputies, and who directs a section of it.
    pub fn directs(self) -> bool {
        self.right(Power::Games) == Right::All
    }

    /// What he is called in the record.
    pub fn word(self) -> &'static str {
        match self {
            Role::Office(office) => office.word(),
            Role::Captain(_) => "captain",
        }
    }

    /// Whether an order about a tournament as a whole, or about one of its teams, is his to
    /// give. `is_himself`: it is about the official who gives it.
    pub fn may_order_in_tournament(
        self,
        power: Power,
        team: Option<u32>,
        is_himself: bool,
    ) -> bool {
        match (self.right(power), self) {
            (Right::All, _) => true,
            (Right::Own, Role::Captain(own)) => team == Some(own),
            (Right::Own, Role::Office(_)) => is_himself,
            (Right::None, _) => false,
        }
    }

    /// Whether an order is his to give as far as it touches a game, as that stands.
    pub fn may_order(self, game: &GameFile, order: &Order) -> bool {
        match self.right(Power::of(order)) {
            Right::All => true,
            Right::None => false,
            Right::Own => match order.place() {
                OrderPlace::Game(_, order) => self.waits_for_him(game, order),
                OrderPlace::Desk(DeskOrder::Revoke(order)) => self.may_revoke(game, order),
                OrderPlace::Desk(_) | OrderPlace::List => false,
            },
        }
    }

    fn waits_for_him(self, game: &GameFile, order: &dyn GameOrder) -> bool {
        match self {
            Role::Office(office) => order.waits_for(office, game),
            Role::Captain(_) => false,
        }
    }

    /// Whether a decision that touches a game is his to take back: a protest against it
    /// waits for him.
    fn may_revoke(self, game: &GameFile, order: &RevokeOrder) -> bool {
        let Some(decision) = order.decision else {
            return false;
        };
        self == Role::Office(Office::Appeals)
            && game.entries.iter().any(|e| match e.event {
                Event::RulingProtested {
                    decision: of,
                    appeals: true,
                    ..
                } => of == decision && waits(game, e),
                _ => false,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_shows_the_table() {
        let guide = include_str!("../../docs/ARBITERS.md");
        let offices = Office::WORDS
            .iter()
            .map(|(_, office)| Role::Office(*office));
        for role in offices.chain([Role::Captain(1)]) {
            let row = Power::ALL.map(|power| match role.right(power) {
                Right::All => "yes",
                Right::Own => "own",
                Right::None => "–",
            });
            let row = format!("\n| {} | {} |\n", role.word(), row.join(" | "));
            assert!(guide.contains(&row), "{row}");
        }
    }

    #[test]
    fn who_has_no_team_and_is_not_meant_has_no_right_of_his_own() {
        let captain = Role::Captain(2);
        assert!(captain.may_order_in_tournament(Power::Teams, Some(2), false));
        assert!(!captain.may_order_in_tournament(Power::Teams, Some(1), false));
        assert!(!captain.may_order_in_tournament(Power::Direction, None, true));
        let secretary = Role::Office(Office::Secretary);
        assert!(secretary.may_order_in_tournament(Power::Absence, None, true));
        assert!(!secretary.may_order_in_tournament(Power::Absence, None, false));
        let deputy = Role::Office(Office::Deputy);
        assert!(!deputy.may_order_in_tournament(Power::Direction, None, true));
    }
}
