//! What makes a game stand still and lets it go on: oversteps and claims, pauses, the end.

use super::{Exceeded, Forgiven, GameFile, GameResult, Pause, Shelved, Status};
use crate::chess::{BySide, Side};
use crate::record::event::Termination;
use crate::time::{Day, Instant};

impl GameFile {
    /// A side is over its time; the game stands still where it pauses.
    pub(super) fn exceed(&mut self, exceeded: Exceeded) {
        if exceeded.pauses {
            self.pause(exceeded.from, exceeded.stopped);
        }
        self.exceeded = Some(exceeded);
    }

    /// The notice of an overstep was wrong: nothing of it counts.
    pub(super) fn annul_notice(&mut self) {
        // The mover's own days ended before the pause began.
        if self.exceeded.take().is_some_and(|e| e.pauses) {
            self.pauses.pop();
        }
        self.go_on();
    }

    /// A side protests against the notice of its overstep.
    pub(super) fn protested(&mut self, side: Side) {
        if let Some(exceeded) = self.exceeded.as_mut().filter(|e| e.side == side) {
            exceeded.protested = true;
        }
    }

    /// Whether an overstep of a side now only sets its clock to zero (55.6.4).
    pub(crate) fn first_resets(&self, side: Side) -> bool {
        self.facts.regulations.lose_on_overstep > 1 && *self.oversteps.get(side) == 0
    }

    /// 55.6.4: the clock begins at zero with the move after the overstepping one, and
    /// the game goes on. Where the side still thinks about that one, it is the one it
    /// will make: so nothing hangs on the day on which the decision was entered.
    pub(super) fn reset_clock(&mut self, side: Side) {
        *self.oversteps.get_mut(side) += 1;
        let exceeded = self.exceeded.take().filter(|e| e.side == side);
        let overstepping = match &exceeded {
            Some(e) => self.ply_of_overstep(side, e.at_move),
            None => self.ply(),
        };
        self.resets.push((side, overstepping));
        self.forgiven.retain(|f| f.side != side);
        // The game went on meanwhile; a pause that the arbiter ordered is his to end.
        if exceeded.is_none_or(|e| e.pauses) && self.status == Status::Paused {
            for pause in self.pauses.iter_mut().filter(|p| p.until.is_none()) {
                pause.awaits_ruling = true;
            }
            self.status = Status::Active;
        }
    }

    /// The side whose first overstep of two is being decided, once the move with it is made,
    /// and the game as it stands if the overstep does.
    pub(super) fn as_if_confirmed(&self) -> Option<(Side, GameFile)> {
        let exceeded = self.exceeded.as_ref().filter(|e| !e.pauses)?;
        let side = exceeded.side;
        if self.ply_of_overstep(side, exceeded.at_move) > self.ply() {
            return None;
        }
        let mut game = self.clone();
        game.reset_clock(side);
        Some((side, game))
    }

    /// The half-move with which a side exceeded its time, whose number is counted since its
    /// clock began: where moves of a series were accepted, the own one behind them (56.4.6).
    /// Where it has not come, the one that the side will make.
    pub(crate) fn ply_of_overstep(&self, side: Side, at_move: u32) -> u32 {
        let at = usize::try_from(at_move.saturating_sub(1)).unwrap_or(usize::MAX);
        let accepted = |ply: &u32| self.moves.iter().any(|m| m.ply == *ply && m.variant);
        let from = self.plies_of_period(side).skip(at);
        let made = from.into_iter().find(|ply| !accepted(ply));
        made.unwrap_or(self.ply() + if self.turn() == side { 1 } else { 2 })
    }

    /// Claims of a side are barred in the period of its opponent's next move (56.6.7).
    pub(super) fn bar_claims(&mut self, side: Side) {
        let per = self.facts.regulations.moves_per_period.max(1);
        let next = self.made(side.other()) + 1;
        *self.barred.get_mut(side) = Some(next.div_ceil(per));
    }

    /// What was used by the ruling is let pass, and the days it leaves beyond that.
    pub(super) fn reject_claim(
        &mut self,
        side: Side,
        bar_claims: bool,
        (total, days): (Option<i64>, u32),
    ) {
        let regulations = &self.facts.regulations;
        let per = regulations.moves_per_period.max(1);
        let exceeded = self.exceeded.take();
        if let Some(exceeded) = &exceeded {
            let period = exceeded.at_move.div_ceil(per);
            self.forgiven.push(Forgiven {
                side,
                period,
                until: period.max((self.made(side) + 1).div_ceil(per)),
                allowed: total.unwrap_or(exceeded.total) + i64::from(days),
            });
        }
        if bar_claims {
            self.bar_claims(side.other());
        }
        if exceeded.is_none_or(|e| e.pauses)
            && let Some(pause) = self.pauses.last_mut().filter(|p| p.until.is_none())
        {
            pause.awaits_ruling = true;
        }
        self.go_on();
    }

    /// Moves a side has made since its clock was last set to zero. Not the tally's
    /// figure: while a record is folded, the tally is not up to date yet.
    fn made(&self, side: Side) -> u32 {
        u32::try_from(self.plies_of_period(side).count()).unwrap_or(u32::MAX)
    }

    /// Penalty days that stand on half-moves to come, by side.
    pub fn penalties_to_come(&self) -> BySide<i64> {
        let mut days = BySide::default();
        let to_come = self.penalties.iter().filter(|(_, at, _)| *at > self.ply());
        for (side, _, penalty) in to_come {
            *days.get_mut(*side) += penalty;
        }
        days
    }

    /// What a refused overstep of a side still lets it use: the days, and its last move to
    /// which they hold, counted since its clock began.
    pub fn let_off(&self, side: Side) -> Option<(i64, u32)> {
        let per = self.facts.regulations.moves_per_period.max(1);
        let period = (self.made(side) + 1).div_ceil(per);
        let own = self.forgiven.iter();
        let own = own.filter(|f| f.side == side && (f.period..=f.until).contains(&period));
        own.map(|f| (f.allowed, f.until * per)).max()
    }

    /// The half-moves of a side since its clock was last set to zero, in order.
    pub(crate) fn plies_of_period(&self, side: Side) -> impl Iterator<Item = u32> {
        let resets = self.resets.iter().filter(|(s, _)| *s == side);
        let after = resets.map(|(_, ply)| *ply).max().unwrap_or(0);
        let own = self.moves.iter().filter(move |m| m.side == side);
        own.map(|m| m.ply).filter(move |ply| *ply > after)
    }

    /// The game stands still from a day on.
    pub(super) fn pause(&mut self, from: Day, began: Instant) {
        self.status = Status::Paused;
        self.pauses.push(Pause::since(from, Some(began)));
    }

    /// It goes on, on that day or with the receipt of the ruling.
    pub(super) fn resume(&mut self, day: Option<Day>, at: Instant) {
        self.status = Status::Active;
        for pause in self.pauses.iter_mut().filter(|p| p.until.is_none()) {
            pause.until = day;
            pause.ended = Some(at);
            pause.awaits_ruling = day.is_none();
        }
    }

    /// Days that are nobody's from a day to the receipt of the ruling.
    pub(super) fn rest_until_ruling(&mut self, from: Day) {
        self.pauses.push(Pause {
            awaits_ruling: true,
            ..Pause::since(from, None)
        });
    }

    /// The game is over; an offer and a series that stand are kept, should it go on.
    pub(super) fn end(&mut self, result: GameResult, at: Instant) {
        self.status = Status::Finished;
        self.result = Some(result);
        let stood = Shelved {
            draw_offer: self.draw_offer.take(),
            proposal: self.proposal.take(),
        };
        self.shelved.get_or_insert(stood);
        if result.termination == Termination::Adjudication {
            self.file().decide(result.code, at);
        }
    }

    /// The game is played on after its end.
    pub(super) fn reopen(&mut self, from: Option<Day>, at: Instant) {
        self.leave_adjudication(at);
        self.go_on();
        if self.exceeded.as_ref().is_some_and(|e| e.pauses) {
            self.status = Status::Paused;
        } else if let Some(from) = from {
            // What stood still before the end stands still up to the ruling too.
            for pause in self.pauses.iter_mut().filter(|p| p.until.is_none()) {
                pause.awaits_ruling = true;
                pause.ruled = None;
            }
            self.rest_until_ruling(from);
        }
    }

    /// The game is not over, or not any more; what stood at its end stands again.
    fn go_on(&mut self) {
        self.status = Status::Active;
        self.result = None;
        if let Some(stood) = self.shelved.take() {
            self.draw_offer = stood.draw_offer;
            self.proposal = stood.proposal;
        }
    }
}
