//! Times of a game: what each move cost, what each side has used, what is left
//! and when the flag falls (RULES.md 2 and 4). Derived from the record alone. Every
//! figure of a game that anybody is shown or judged by comes from here.

use super::taken_back::TakenBack;
use super::{GameFile, PlayedMove, Status};
use crate::chess::{BySide, Side};
use crate::clock::DaySpan;
use crate::clock::{HourSpan, Measure, Moment, charge};
use crate::record::fault::{Fault, pardon};
use crate::record::thinking::Thinking;
use crate::record::times::{
    FaultTime, Lapse, MoveTime, Overstep, Passed, Running, SeriesFlag, SideClock, Tally,
};
use crate::rules::{Regulations, WhiteFirstMove};
use crate::time::Day;
use std::collections::BTreeMap;

/// Days that the formula allows up to and with a side's k-th move (56.4.3, with
/// accumulation), and those that each move before it has added.
fn formula(regulations: &Regulations, k: u32) -> i64 {
    let (periods, made) = (period(regulations, k.max(1)), k.max(1) - 1);
    i64::from(regulations.days_per_period) * i64::from(periods)
        + i64::from(regulations.days_per_move) * i64::from(made)
}

/// The period of a side's k-th move, from 1.
fn period(regulations: &Regulations, k: u32) -> u32 {
    k.div_ceil(regulations.moves_per_period.max(1))
}

/// Days allowed to a side up to and with its k-th move: those of the formula, or what
/// the ruling on a refused overstep has left, where that is more; it holds from that
/// overstep's period up to the next control behind the ruling (RULES.md 4), and beyond it
/// where by then more was used than the formula allows: who has kept the control is not over
/// at once. What has lapsed at a control is taken off behind it.
fn limit(game: &GameFile, passed: &Passed, (side, k): (Side, u32)) -> i64 {
    let period = period(&game.facts.regulations, k.max(1));
    game.forgiven
        .iter()
        .filter(|f| f.side == side && f.period <= period)
        .filter(|f| period <= f.until || f.until > passed.let_off)
        .map(|f| f.allowed - passed.lapsed_between(f.period, period))
        .fold(plain_limit(game, passed, k), i64::max)
}

/// The same by the formula alone.
fn plain_limit(game: &GameFile, passed: &Passed, k: u32) -> i64 {
    let regulations = &game.facts.regulations;
    let period = period(regulations, k.max(1));
    formula(regulations, k) - passed.lapsed_between(1, period)
}

impl Passed {
    fn lapsed_between(&self, first: u32, period: u32) -> i64 {
        let between = self.lapsed.iter();
        let between = between.filter(|l| (first..period).contains(&l.period));
        between.map(|l| l.days).sum()
    }

    /// A side has made its k-th move. Where that is a control, what is above the days that
    /// are kept lapses: of what the formula allows, for what a ruling has left does not go
    /// over a control. And what that ruling has left ends, unless more was used already.
    fn made(&mut self, game: &GameFile, k: u32, total: i64) {
        let regulations = &game.facts.regulations;
        if !k.is_multiple_of(regulations.moves_per_period.max(1)) {
            return;
        }
        let period = period(regulations, k);
        let cap = i64::from(regulations.saved_days_cap);
        let days = plain_limit(game, self, k) - total - cap;
        if cap > 0 && days > 0 {
            self.lapsed.push(Lapse { period, days });
        }
        if total <= plain_limit(game, self, k + 1) {
            self.let_off = period;
        }
    }
}

/// What does not count for a side.
#[derive(Clone)]
struct OffTime {
    /// Dates.
    free: Vec<DaySpan>,
    /// The same to the second; empty where dates count.
    off: Vec<HourSpan>,
}

impl OffTime {
    fn of(game: &GameFile, side: Side) -> OffTime {
        OffTime {
            free: game.free_days(side),
            off: match game.counts_hours() {
                true => game.free_hours(side),
                false => Vec::new(),
            },
        }
    }
}

/// How the thinking of a side is measured.
fn measure<'a>(game: &'a GameFile, off: &'a OffTime) -> Measure<'a> {
    Measure {
        hours: game.counts_hours(),
        twice_after: i64::from(game.facts.regulations.double_after_days),
        free: &off.free,
        off: &off.off,
        zone: game.facts.zone,
        dated: None,
    }
}

/// The same of a half-move that was played.
fn measure_of<'a>(game: &'a GameFile, mv: &PlayedMove, off: &'a OffTime) -> Measure<'a> {
    Measure {
        dated: (!mv.to_the_second).then(|| game.away.get(mv.side).as_slice()),
        ..measure(game, off)
    }
}

/// White's first move, where it is free.
fn is_free(game: &GameFile, ply: u32) -> bool {
    ply == 1 && game.facts.regulations.white_first_move == WhiteFirstMove::Free
}

/// The thinking about a half-move that was played; `None` where it took no time.
fn thinking_of(game: &GameFile, mv: &PlayedMove) -> Option<Thinking> {
    let took = !mv.variant && !is_free(game, mv.ply);
    took.then(|| Thinking::of(&mv.faults, Some(mv.receipt())))
}

/// The thinking about the half-move that is due; of one that takes no time nothing is
/// measured.
fn thinking_due(game: &GameFile) -> Thinking {
    match is_free(game, game.ply() + 1) {
        true => Thinking::default(),
        false => game.thinking(),
    }
}

/// The accounts of both sides with all half-moves that were played, and what each of these
/// took.
fn accounts(game: &GameFile) -> (BySide<Account<'_>>, Vec<MoveTime>) {
    let mut accounts = BySide {
        white: Account::of(game, Side::White),
        black: Account::of(game, Side::Black),
    };
    let mut accepter: Option<Side> = None;
    let mut moves = Vec::with_capacity(game.moves.len());
    for mv in &game.moves {
        accepter = mv.variant.then(|| accepter.unwrap_or(mv.side));
        let accepts = accepter == Some(mv.side);
        moves.push(accounts.get_mut(mv.side).played(mv, accepts));
    }
    (accounts, moves)
}

/// What a side has used up to a moment and was not given back, by half-move; `due`: the
/// half-move that it thinks about then.
pub(super) fn owed(game: &GameFile, side: Side, due: u32, when: Moment) -> BTreeMap<u32, i64> {
    let (mut accounts, _) = accounts(game);
    let (turn, next) = (game.turn(), game.ply() + 1);
    let account = accounts.get_mut(side);
    let thinking = (side == turn && !is_settled(game, turn, next)).then(|| thinking_due(game));
    account.due(thinking.as_ref(), Some(when).filter(|_| due == next));
    std::mem::take(&mut account.owed)
}

/// Days of the half-move that is due up to a moment, those of the running clock among them.
fn thought_until(game: &GameFile, thinking: &Thinking, measure: &Measure<'_>, when: Moment) -> i64 {
    let recorded = recorded(game, thinking, measure);
    match game.status == Status::Active && thinking.runs() {
        true => recorded + thinking.used(measure, when),
        false => recorded,
    }
}

/// Reckons all times of a game.
///
/// Where a first overstep of two is being decided and the move with it is made, no flag of the
/// old count falls any more, whatever the decision (55.6.4): what is told of the next move is
/// reckoned as if the overstep stood already. What was used stays as it is recorded.
pub fn tally(game: &GameFile) -> Tally {
    let mut tally = as_recorded(game);
    let decided = game.as_if_confirmed();
    let decided = decided.filter(|(side, _)| !tally.oversteps.get(*side).is_empty());
    if let Some((side, confirmed)) = decided {
        let anew = as_recorded(&confirmed);
        tally.anew = Some((side, *anew.sides.get(side)));
        if game.turn() == side {
            tally.running = anew.running;
            tally.by_series = anew.by_series;
        }
    }
    tally
}

fn as_recorded(game: &GameFile) -> Tally {
    let (mut accounts, moves) = accounts(game);
    let turn = game.turn();
    let thinking = thinking_due(game);
    let settled = is_settled(game, turn, game.ply() + 1);
    let mut replies: BySide<i64> = BySide::default();
    let last_given = game.taken_back.last().map(|back| back.given);
    for side in Side::BOTH {
        let account = accounts.get_mut(side);
        *replies.get_mut(side) = match settled && side == turn {
            true => account.settled(),
            false => account.due((side == turn).then_some(&thinking), last_given),
        };
    }

    let account = accounts.get(turn);
    let measure = measure(game, &account.off);
    let pending = match is_free(game, game.ply() + 1) {
        true => game.pending.iter().map(FaultTime::untimed).collect(),
        false => thinking.rows(&measure),
    };
    let beyond = beyond_next(game, &account.clock, &account.passed);
    let runs = game.status == Status::Active && thinking.runs() && !settled;
    let running = runs
        .then(|| running(game, &thinking, &measure, account, beyond))
        .flatten()
        .map(|running| Running {
            given_back: accounts.get_mut(turn).clock.give_back(),
            ..running
        });
    let BySide { white, black } = accounts;
    let taken_back = white.back.into_iter().chain(black.back).collect();
    Tally {
        moves,
        pending,
        replies,
        sides: BySide {
            white: white.clock,
            black: black.clock,
        },
        passed: BySide {
            white: white.passed,
            black: black.passed,
        },
        oversteps: BySide {
            white: white.oversteps,
            black: black.oversteps,
        },
        running,
        by_series: beyond.map(|(_, limit)| (turn, limit)),
        anew: None,
        taken_back,
    }
}

/// The account of a side, while its half-moves are gone through.
struct Account<'g> {
    game: &'g GameFile,
    side: Side,
    /// What does not count.
    off: OffTime,
    clock: SideClock,
    oversteps: Vec<Overstep>,
    passed: Passed,
    /// Its last half-move.
    played: u32,
    /// Accepted moves of a series: what stands beside them stands on the accepter's own
    /// move behind them like all his time (56.4.6).
    accepted: Vec<u32>,
    /// What each half-move has cost and was not given back.
    owed: BTreeMap<u32, i64>,
    /// How many days of each entry that took some back count, by their order.
    back: BTreeMap<usize, i64>,
    /// How many days of each half-move were taken back behind it.
    pardoned: BTreeMap<u32, i64>,
    /// What stands beside the half-move that is due.
    beside: Beside,
}

/// What was used before the half-move that is due, and what stands beside it.
#[derive(Clone, Copy, Debug, Default)]
struct Beside {
    /// Days used before it, with letters that were a duty.
    before: i64,
    /// Its penalty days so far.
    penalty: i64,
}

impl Account<'_> {
    fn of(game: &GameFile, side: Side) -> Account<'_> {
        Account {
            game,
            side,
            off: OffTime::of(game, side),
            clock: SideClock::default(),
            oversteps: Vec::new(),
            passed: Passed::default(),
            played: 0,
            accepted: Vec::new(),
            owed: BTreeMap::new(),
            back: BTreeMap::new(),
            pardoned: BTreeMap::new(),
            beside: Beside::default(),
        }
    }

    /// The clock is set to zero.
    fn begin_anew(&mut self) {
        self.clock = SideClock::default();
        self.oversteps.clear();
        self.passed = Passed::default();
        self.owed.clear();
    }

    /// What is taken back beside half-moves, days: of each half-move no more than it has cost
    /// and was not given back; of the one at which they stand, no more than it had cost by
    /// then (`by_then`).
    fn taken_back(
        &mut self,
        (at, beside): (u32, impl Fn(u32) -> bool),
        by_then: impl Fn(Moment) -> i64,
    ) -> i64 {
        let game = self.game;
        let (mut all, mut of_own) = (0, 0);
        let own = |b: &TakenBack| b.side == self.side && beside(b.ply);
        let all_back = game.taken_back.iter().enumerate();
        let mine: Vec<_> = all_back.filter(|(_, b)| own(b)).collect();
        for (order, back) in mine {
            let mut days = 0;
            for (ply, most) in &back.of {
                // What stood beside an accepted move stands here now.
                let ply = match self.accepted.contains(ply) {
                    true => at,
                    false => *ply,
                };
                let Some(owed) = self.owed.get_mut(&ply) else {
                    continue;
                };
                let mut taken = (*most).min(*owed);
                if ply == at {
                    taken = taken.min(by_then(back.given) - of_own);
                    of_own += taken.max(0);
                }
                let taken = taken.max(0);
                *owed -= taken;
                days += taken;
                // Where it is due, they are in its thinking already.
                if ply != at {
                    days -= self.nobodys_no_more(ply, taken);
                }
            }
            all += days;
            self.back.insert(order, days);
        }
        all
    }

    /// Days of a half-move that was made which were nobody's for a penalty and are its mover's
    /// again, as so many more of what it has cost are taken back.
    fn nobodys_no_more(&mut self, ply: u32, taken: i64) -> i64 {
        let game = self.game;
        let at = usize::try_from(ply).ok().and_then(|ply| ply.checked_sub(1));
        let mv = at.and_then(|at| game.moves.get(at));
        let Some(mv) = mv.filter(|mv| mv.faults.iter().any(Fault::is_asked_back)) else {
            return 0;
        };
        let cost = |back: i64| {
            let mut mv = mv.clone();
            pardon(&mut mv.faults, back);
            let measure = measure_of(game, &mv, &self.off);
            let thinking = thinking_of(game, &mv);
            thinking.map_or(0, |thinking| thinking.time(&measure, mv.dispatch()).days)
        };
        let before = self.pardoned.get(&ply).copied().unwrap_or(0);
        let again = cost(before + taken) - cost(before);
        self.pardoned.insert(ply, before + taken);
        again.clamp(0, taken)
    }

    /// What a half-move took; `accepts`: it is among moves of a series that were accepted.
    fn played(&mut self, mv: &PlayedMove, accepts: bool) -> MoveTime {
        let (game, side) = (self.game, self.side);
        let thinking = thinking_of(game, mv);
        let mut time = match &thinking {
            Some(thinking) => thinking.time(&measure_of(game, mv, &self.off), mv.dispatch()),
            None => MoveTime::untimed(mv),
        };
        time.replies = replies(game, side, &self.off.free, |ply| ply == mv.ply);
        time.days += time.replies;
        let reset = reset_after(game, side, self.played);
        if reset.is_some_and(|after| mv.ply > after) {
            self.begin_anew();
        }
        self.played = mv.ply;
        match accepts {
            true => self.accepted.push(mv.ply),
            false => time.penalty = self.penalty(mv, &time, thinking.as_ref()),
        }
        let before = self.clock.total;
        let clock = &mut self.clock;
        clock.moves += 1;
        clock.days += time.days;
        clock.penalty += time.penalty;
        clock.total += time.days + time.penalty;
        time.total = clock.total;
        let made = (side, clock.moves);
        let allowed = limit(game, &self.passed, made);
        let let_off = self.passed.let_off;
        self.passed.made(game, made.1, clock.total);
        // His time of accepted moves is still to come: they end nothing that he was left.
        if accepts {
            self.passed.let_off = let_off;
        }
        if time.total > allowed && !is_settled(game, side, mv.ply) {
            let flag = thinking.as_ref().map_or(mv.sent, |thinking| {
                let left = allowed - before - time.replies;
                thinking.first_day_over(
                    &measure_of(game, mv, &self.off),
                    left,
                    time.penalty,
                    mv.sent,
                )
            });
            self.oversteps(Overstep {
                at_move: made.1,
                total: time.total,
                limit: allowed,
                flag,
            });
        }
        time
    }

    /// Penalty days beside a half-move, less what is taken back beside it.
    fn penalty(&mut self, mv: &PlayedMove, time: &MoveTime, thinking: Option<&Thinking>) -> i64 {
        let (game, side) = (self.game, self.side);
        let accepted = self.accepted.clone();
        let beside = |ply: u32| ply == mv.ply || accepted.contains(&ply);
        let charged: i64 = charged(game, side, &beside).map(|(_, days)| days).sum();
        self.owed.insert(mv.ply, time.days + charged);
        let off = self.off.clone();
        let by_then = |given: Moment| {
            let thought = thinking.map_or(0, |thinking| {
                thinking.time(&measure_of(game, mv, &off), given).days
            });
            thought.min(time.days - time.replies) + time.replies + charged
        };
        let back = self.taken_back((mv.ply, &beside), by_then);
        self.accepted.clear();
        charged - back
    }

    /// An overstep; of each period the first is kept.
    fn oversteps(&mut self, overstep: Overstep) {
        self.clock.overstep.get_or_insert(overstep);
        let regulations = &self.game.facts.regulations;
        let of = |o: &Overstep| period(regulations, o.at_move);
        if self
            .oversteps
            .last()
            .is_none_or(|last| of(last) < of(&overstep))
        {
            self.oversteps.push(overstep);
        }
    }

    /// Behind the half-move that a reset has settled, made or not, the clock is zero.
    fn reset_if_settled(&mut self) {
        if reset_after(self.game, self.side, self.played).is_some() {
            self.begin_anew();
        }
    }

    /// The side thinks about a half-move that a reset has settled: it has all its days.
    fn settled(&mut self) -> i64 {
        self.reset_if_settled();
        self.clock.limit = limit(self.game, &Passed::default(), (self.side, 1));
        self.clock.left = self.clock.limit;
        0
    }

    /// Adds what stands beside the half-move that is due; `thinking`: that of the side to
    /// move, its running clock up to a moment among what may be given back. The days among
    /// it of letters that were a duty come back.
    fn due(&mut self, thinking: Option<&Thinking>, until: Option<Moment>) -> i64 {
        self.reset_if_settled();
        let (game, side) = (self.game, self.side);
        let off = self.off.clone();
        let measure = measure(game, &off);
        let replies = replies(game, side, &off.free, |ply| ply > game.ply());
        let recorded = thinking.map_or(0, |thinking| recorded(game, thinking, &measure));
        let next = game.ply() + 1 + u32::from(game.turn() != side);
        let accepted = self.accepted.clone();
        let beside = |ply: u32| ply > game.ply() || accepted.contains(&ply);
        *self.owed.entry(next).or_default() += recorded + replies;
        let mut penalty = 0;
        for (ply, days) in charged(game, side, &beside) {
            let ply = match accepted.contains(&ply) {
                true => next,
                false => ply,
            };
            *self.owed.entry(ply).or_default() += days;
            penalty += days;
        }
        // Of the days that the running clock uses some may be given back already.
        let running = |until: Moment| {
            thinking.map_or(0, |thinking| {
                thought_until(game, thinking, &measure, until) - recorded
            })
        };
        let owed = self.owed.entry(next).or_default();
        let charged = *owed;
        *owed += until.map_or(0, running);
        let by_then = |given| charged + until.map_or(0, |_| running(given));
        let back = self.taken_back((next, &beside), by_then);
        self.beside = Beside {
            before: self.clock.total + replies,
            penalty: penalty - back,
        };
        let clock = &mut self.clock;
        clock.days += recorded + replies;
        clock.penalty += penalty - back;
        clock.total = clock.days + clock.penalty;
        clock.limit = limit(game, &self.passed, (side, clock.moves + 1));
        clock.left = clock.limit - clock.total;
        replies
    }
}

impl SideClock {
    /// Takes out of the record what was taken back beyond it: it is of the days that the
    /// clock which runs is using.
    fn give_back(&mut self) -> i64 {
        let days = (-self.total).max(0);
        self.penalty += days;
        self.total += days;
        self.left -= days;
        days
    }
}

impl MoveTime {
    fn untimed(mv: &PlayedMove) -> MoveTime {
        MoveTime {
            faults: mv.faults.iter().map(FaultTime::untimed).collect(),
            ..MoveTime::default()
        }
    }
}

impl FaultTime {
    fn untimed(fault: &Fault) -> FaultTime {
        FaultTime {
            since: fault.received,
            days: 0,
        }
    }
}

/// The clock of the side to move as it runs.
fn running(
    game: &GameFile,
    thinking: &Thinking,
    measure: &Measure<'_>,
    account: &Account<'_>,
    beyond: Option<(u32, i64)>,
) -> Option<Running> {
    let side = game.turn();
    let (clock, beside) = (&account.clock, account.beside);
    let since = thinking.since(measure)?;
    let falls = |limit: i64| match limit - clock.total {
        // What is too much already, with a penalty, has been so from the letter that brought
        // it on, as with a move that is made (56.4.1).
        ..=-1 => {
            let left = limit - beside.before;
            let day = thinking.first_day_over(measure, left, beside.penalty, since);
            Some((day, game.facts.zone.begins(day)))
        }
        left => thinking.falls(measure, left),
    };
    let (flag, falls_at) = falls(clock.limit)?;
    let series = beyond.and_then(|(through, limit)| {
        let (flag, falls_at) = falls(limit)?;
        Some(SeriesFlag {
            through,
            limit,
            flag,
            falls_at,
        })
    });
    Some(Running {
        side,
        since,
        flag,
        falls_at,
        series,
        given_back: 0,
    })
}

/// Where more days are allowed behind accepted moves of a proposed series than up to and with
/// the next move, because a control lies among them or each adds days: the printed number of
/// the first move through which it has to be accepted to have the most of them, and how many
/// these are (56.4.6).
fn beyond_next(game: &GameFile, clock: &SideClock, passed: &Passed) -> Option<(u32, i64)> {
    let turn = game.turn();
    let proposal = game.proposal.as_ref().filter(|p| p.side != turn)?;
    let accepted = u32::try_from(proposal.longest() / 2).ok()?;
    let next = clock.moves + 1;
    // What is accepted takes no time: at a control among it as much is left as now.
    let mut then = passed.clone();
    let mut most = None;
    for more in 0..accepted {
        then.made(game, next + more, clock.total);
        then.let_off = passed.let_off;
        let allowed = limit(game, &then, (turn, next + more + 1));
        if allowed > most.map_or(clock.limit, |(_, most)| most) {
            most = Some((game.move_number() + more, allowed));
        }
    }
    most
}

impl Tally {
    /// Days allowed to a side up to and with its k-th move, since a reset.
    pub fn limit(&self, game: &GameFile, side: Side, k: u32) -> i64 {
        limit(game, self.passed.get(side), (side, k))
    }

    /// Days the running clock has used up to (not including) a day, or, where days are full
    /// 24 hours and the second is known, up to that: as the flag falls.
    pub fn used(&self, game: &GameFile, when: impl Into<Moment>) -> i64 {
        let Some(running) = self.running else {
            return 0;
        };
        let when = when.into();
        let off = OffTime::of(game, running.side);
        let measure = measure(game, &off);
        let thinking = thinking_due(game);
        let used = used_by(&thinking, &measure, when);
        (used - running.given_back).max(0)
    }

    /// The first day on which the running clock leaves no more than `most` days.
    pub fn leaves_only(&self, game: &GameFile, most: i64) -> Option<Day> {
        let running = self.running?;
        let spare = self.counting(running.side).left + running.given_back - most;
        if spare <= 0 {
            return Some(running.since);
        }
        let off = OffTime::of(game, running.side);
        let falls = thinking_due(game).falls(&measure(game, &off), spare - 1);
        falls.map(|(day, _)| day)
    }

    /// The recorded clock of a side that its next move counts on: behind the move with a first
    /// overstep of two that is being decided, the one that begins at zero if it stands.
    pub fn counting(&self, side: Side) -> &SideClock {
        match &self.anew {
            Some((of, clock)) if *of == side => clock,
            _ => self.sides.get(side),
        }
    }

    /// What a side has used by a day on the clock that the record has, whatever is being
    /// decided about it.
    pub fn standing(&self, game: &GameFile, side: Side, day: Day) -> i64 {
        let total = self.sides.get(side).total;
        let Some(running) = self.running.filter(|r| r.side == side) else {
            return total;
        };
        // Of the count that begins at zero more may be given back than is used; of the old
        // one it is given back already.
        let given_back = self.anew.map_or(0, |_| running.given_back);
        total + self.used(game, day) + given_back
    }

    /// The clock of a side as it counts at a moment, its running days left aside. Where more
    /// is used than even a series that stands allows to who accepts it, the overstep is
    /// measured by that (56.4.6).
    pub fn clock(&self, game: &GameFile, side: Side, when: impl Into<Moment>) -> SideClock {
        let clock = *self.counting(side);
        let used = match self.running {
            Some(r) if r.side == side => self.used(game, when),
            _ => 0,
        };
        match self.beyond(side) {
            Some(limit) if limit - clock.total < used => SideClock {
                limit,
                left: limit - clock.total,
                ..clock
            },
            _ => clock,
        }
    }

    /// Days allowed to a side that accepts a series which gives it more.
    fn beyond(&self, side: Side) -> Option<i64> {
        let (_, limit) = self.by_series.filter(|(of, _)| *of == side)?;
        Some(limit)
    }

    /// Days left to a side at a moment, its running clock taken off.
    pub fn left(&self, game: &GameFile, side: Side, when: impl Into<Moment>) -> i64 {
        let when = when.into();
        let used = match self.running {
            Some(r) if r.side == side => self.used(game, when),
            _ => 0,
        };
        self.clock(game, side, when).left - used
    }

    /// Whether a side has overstepped by a moment: in the record, or while thinking.
    pub fn overstepped(&self, side: Side, when: impl Into<Moment>) -> bool {
        let clock = self.sides.get(side);
        let running = self.running.filter(|r| r.side == side);
        let limit = self.beyond(side).unwrap_or(clock.limit);
        clock.overstep.is_some()
            || clock.total > limit
            || running.is_some_and(|r| r.is_over(clock.limit, when.into()))
    }
}

impl GameFile {
    /// Whether no flag can fall on the half-move that is due: it is free, or ends the old
    /// count of its side.
    pub fn is_untimed(&self) -> bool {
        let due = self.ply() + 1;
        let settled = is_settled(self, self.turn(), due);
        self.status == Status::Active && (settled || is_free(self, due))
    }
}

/// The dates that count for each side, in runs: those of the moves played, and those
/// of the half-move that is due up to, not including, a day.
pub fn counted_dates(game: &GameFile, until: Day) -> Vec<(Side, DaySpan)> {
    let mut all = Vec::new();
    for mv in &game.moves {
        let off = OffTime::of(game, mv.side);
        if let Some(thinking) = thinking_of(game, mv) {
            let spans = thinking.spans(&measure_of(game, mv, &off), mv.sent);
            all.extend(spans.into_iter().map(|span| (mv.side, span)));
        }
    }
    let turn = game.turn();
    let off = OffTime::of(game, turn);
    let spans = thinking_due(game).spans(&measure(game, &off), until);
    all.extend(spans.into_iter().map(|span| (turn, span)));
    all
}

/// Days that a thinking has used up to a moment: by dates, where its seconds are not known.
fn used_by(thinking: &Thinking, measure: &Measure<'_>, when: Moment) -> i64 {
    match when.at.is_some() && thinking.since_second().is_some() {
        true => thinking.used(measure, when),
        false => thinking.used_by_dates(measure, when.day),
    }
}

/// Days of the half-move that is due which stand in the record, the running clock's
/// apart. Where the game was interrupted no clock runs, but what was used is used.
fn recorded(game: &GameFile, thinking: &Thinking, measure: &Measure<'_>) -> i64 {
    let stopped = game.exceeded.is_some() || game.adjudication.is_some();
    let interrupted = match game.status {
        Status::Paused | Status::Adjudication => true,
        Status::Finished => stopped,
        Status::Waiting | Status::Active => false,
    };
    let pause = game.pauses.last().filter(|p| p.until.is_none());
    match (pause, game.status) {
        (Some(pause), _) if interrupted && thinking.runs() => {
            let begins = Moment {
                day: pause.from,
                at: Some(game.hours_of_pause(pause).from),
            };
            thinking.closed(measure) + used_by(thinking, measure, begins)
        }
        (_, Status::Active) if thinking.runs() => thinking.closed(measure),
        _ => thinking.rows(measure).iter().map(|row| row.days).sum(),
    }
}

/// Days that a query about a faulty move, and repeating one's own move, may take for
/// nothing (55.4.7, 56.4.8).
const FREE_REPLY_DAYS: i64 = 3;

/// Days that a side's letters of that kind beside some half-moves took beyond the free
/// ones.
fn replies(game: &GameFile, side: Side, free: &[DaySpan], beside: impl Fn(u32) -> bool) -> i64 {
    game.replies
        .iter()
        .filter(|r| r.side == side && beside(r.ply))
        .map(|r| (charge(r.received, r.sent, free) - FREE_REPLY_DAYS).max(0))
        .sum()
}

/// Penalty days of a side beside some half-moves, by half-move.
fn charged<'g>(
    game: &'g GameFile,
    side: Side,
    beside: &'g impl Fn(u32) -> bool,
) -> impl Iterator<Item = (u32, i64)> + 'g {
    let own = move |(of, ply, days): &(Side, u32, i64)| {
        (*of == side && beside(*ply)).then_some((*ply, *days))
    };
    game.penalties.iter().filter_map(own)
}

/// Whether a half-move ends the old count of its side (55.6.4): its overstep is
/// decided, and no flag falls in it any more.
fn is_settled(game: &GameFile, side: Side, ply: u32) -> bool {
    game.resets.contains(&(side, ply))
}

/// 55.6.4: the clock begins at zero, and new periods run from the move after the
/// overstepping one. The half-move behind which that is next, where `played` is the
/// last one that the side has made.
fn reset_after(game: &GameFile, side: Side, played: u32) -> Option<u32> {
    let own = game.resets.iter().filter(|(s, _)| *s == side);
    own.map(|(_, after)| *after)
        .filter(|after| played <= *after)
        .min()
}
