//! Oversteps: when they exist, when they are declared, how they are claimed,
//! contested and annulled (RULES.md 4, article 56.6).

use super::context::Context;
use super::ending::result_notices;
use super::notice::{Body, NamedDecision, Notice, OverstepFacts, Recipient, Remark};
use super::ruling::{Occasion, Ruling, Verdict, record};
use crate::chess::Side;
use crate::clock::Moment;
use crate::record::times::Overstep;
use crate::record::{
    About, Cause, Circumstance, Claim, Entry, Event, Exceeded, GameFile, Opened, ResultCode,
    Status, Termination,
};
use crate::rules::{Article, Forfeit, NoMate};
use crate::time::{Day, Instant};

/// The overstep of a side as it stands at a moment: in the record, or while it thinks. Where
/// days are full 24 hours, the flag falls at an hour of its day.
pub fn overstep_facts(
    game: &GameFile,
    side: Side,
    when: impl Into<Moment>,
) -> Option<OverstepFacts> {
    let when = when.into();
    match game.tally().oversteps.get(side).first() {
        Some(first) => Some(recorded_facts(side, first, when.day)),
        None => thinking_facts(game, side, when),
    }
}

/// The newest overstep of a side, where older ones were let pass unclaimed.
pub(super) fn newest_facts(game: &GameFile, side: Side, now: Instant) -> Option<OverstepFacts> {
    let now = game.moment(now);
    let in_play = |flag: Day| !game.is_late_on(flag);
    let thinking = thinking_facts(game, side, now).filter(|facts| in_play(facts.flag));
    thinking.or_else(|| {
        let mut recorded = game.tally().oversteps.get(side).iter().rev();
        let newest = recorded.find(|o| in_play(o.flag))?;
        Some(recorded_facts(side, newest, now.day))
    })
}

fn recorded_facts(side: Side, o: &Overstep, today: Day) -> OverstepFacts {
    OverstepFacts {
        side,
        at_move: o.at_move,
        total: o.total,
        limit: o.limit,
        flag: o.flag,
        thinking: false,
        since: None,
        until: today,
    }
}

fn thinking_facts(game: &GameFile, side: Side, when: Moment) -> Option<OverstepFacts> {
    let tally = game.tally();
    let clock = tally.sides.get(side);
    let running = tally.running.filter(|r| r.side == side)?;
    let (flag, _, limit) = running.deadline(clock.limit);
    let has_fallen = running.is_over(clock.limit, when);
    has_fallen.then(|| OverstepFacts {
        side,
        at_move: clock.moves + 1,
        total: clock.total + tally.used(game, when),
        limit,
        flag,
        thinking: true,
        since: Some(running.since),
        until: when.day,
    })
}

/// The total of the side whose overstep is being decided, as the record has it now:
/// up to the pause, whose interrupted move the tally counts, or to a day where the
/// game goes on.
pub(crate) fn standing_total(game: &GameFile, exceeded: &Exceeded, today: Day) -> i64 {
    game.tally().standing(game, exceeded.side, today)
}

/// An overstep that was announced or claimed, as the record has it now: leave may have been
/// granted or cancelled, dates set, days charged or taken back since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AsItStands {
    /// Days used.
    pub total: i64,
    /// Days allowed.
    pub limit: i64,
    /// The number of the move.
    pub at_move: u32,
    /// The first day over, where the time is over.
    pub flag: Option<Day>,
}

/// The figures of an overstep that is being decided, as they are now.
pub(crate) fn as_it_stands(game: &GameFile, exceeded: &Exceeded) -> AsItStands {
    let per = game.facts.regulations.moves_per_period.max(1);
    let side = exceeded.side;
    let same = |o: &&Overstep| o.at_move.div_ceil(per) == exceeded.at_move.div_ceil(per);
    if let Some(o) = game.tally().oversteps.get(side).iter().find(same) {
        return AsItStands {
            total: o.total,
            limit: o.limit,
            at_move: o.at_move,
            flag: Some(o.flag),
        };
    }
    let undeclared = game.as_if_undeclared();
    let when = match undeclared.counts_hours() {
        true => undeclared.moment(exceeded.stopped),
        false => exceeded.from.into(),
    };
    if let Some(facts) = thinking_facts(&undeclared, side, when) {
        return AsItStands {
            total: facts.total,
            limit: facts.limit,
            at_move: facts.at_move,
            flag: Some(facts.flag),
        };
    }
    let (tally, at_move) = (undeclared.tally(), exceeded.at_move);
    let clock = tally.clock(&undeclared, side, when);
    let made = usize::try_from(at_move.saturating_sub(1)).ok();
    let made = made.and_then(|at| undeclared.plies_of_period(side).nth(at));
    let mv = made.and_then(|ply| game.moves.get(usize::try_from(ply).ok()?.checked_sub(1)?));
    let (total, limit) = match mv {
        Some(mv) => (mv.total, tally.limit(&undeclared, side, at_move)),
        None => (
            clock.limit - tally.left(&undeclared, side, when),
            clock.limit,
        ),
    };
    AsItStands {
        total,
        limit,
        at_move,
        flag: None,
    }
}

/// Whether the record still bears out an overstep that was announced.
pub(crate) fn stands(game: &GameFile, exceeded: &Exceeded) -> bool {
    as_it_stands(game, exceeded).flag.is_some()
}

/// Whether a loss on time that stands rested on an overstep that has been undone since it was
/// entered: who entered it, or entered it again, could not know of it.
pub(crate) fn loss_undone(game: &GameFile, exceeded: &Exceeded) -> bool {
    let by_time = |e: &Event| match e {
        Event::Ended { termination, .. } => *termination == Termination::Time,
        _ => false,
    };
    let over = game.status == Status::Finished;
    let ending = game.ending().filter(|e| over && by_time(&e.event));
    let Some(ending) = ending.filter(|_| !stands(game, exceeded)) else {
        return false;
    };
    // Leave that was announced in time and proved later is none of the record then.
    let mut without = game.clone();
    let mut is_by_leave =
        || without.set_leave(exceeded.side, Vec::new()).is_ok() && stands(&without, exceeded);
    if ending.cause == Cause::Tick && is_by_leave() {
        return true;
    }
    let index = game.entries.iter().position(|e| e.id == ending.id);
    let then = index.and_then(|index| game.before(index).ok());
    then.is_some_and(|then| stands(&then, exceeded))
}

/// The calculation of a side's time where there is no overstep.
fn plain_facts(game: &GameFile, side: Side, when: Moment) -> OverstepFacts {
    let tally = game.tally();
    let clock = tally.clock(game, side, when);
    let running = tally.running.filter(|r| r.side == side);
    OverstepFacts {
        side,
        at_move: clock.moves + u32::from(running.is_some()),
        total: clock.total + running.map_or(0, |_| tally.used(game, when)),
        limit: clock.limit,
        flag: running.map_or(when.day, |r| r.flag),
        thinking: running.is_some(),
        since: running.map(|r| r.since),
        until: when.day,
    }
}

/// Whether a side is so near the control that every letter is copied to the arbiter (56.4.10).
pub(super) fn near_control(game: &GameFile, today: Day) -> bool {
    let warning = i64::from(game.facts.regulations.control_warning_days);
    let tally = game.tally();
    let fallen = tally.running.filter(|r| r.has_fallen(today.into()));
    let near =
        |side| tally.left(game, side, today) <= warning || fallen.is_some_and(|r| r.side == side);
    warning > 0 && Side::BOTH.into_iter().any(near)
}

/// What time brings to the side that exceeded it: a loss, or, where the opponent
/// cannot mate by any series of moves, what the regulations say (6.9).
pub(crate) fn result_by_time(game: &GameFile, side: Side) -> (ResultCode, Article) {
    let can = game.line.position().can_mate(side.other());
    if can || game.facts.regulations.time_against_no_mate == NoMate::Loss {
        (ResultCode::win(side.other()), article_of_loss(game))
    } else {
        (ResultCode::Draw, Article::TimeNoMate)
    }
}

/// By which article an overstep loses here: the first, or the second of two.
pub(crate) fn article_of_loss(game: &GameFile) -> Article {
    match game.facts.regulations.lose_on_overstep {
        1 => Article::FirstOverstepLoses,
        _ => Article::OverstepLoses,
    }
}

/// Whether the arbiter must decide, because the opponent could not mate (6.9).
pub(crate) fn needs_arbiter(game: &GameFile, side: Side) -> bool {
    game.facts.regulations.time_against_no_mate == NoMate::Draw
        && !game.line.position().can_mate(side.other())
}

/// How an overstep came up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noticed {
    /// From when nobody's time runs: the day on which it fell due to be declared, or on
    /// which the opponent's claim arrived.
    pub from: Day,
    /// The opponent claimed it.
    pub claimed: bool,
}

/// Pauses the game for an overstep and tells everybody: what 56.6.1 to 56.6.4 ask.
/// A first overstep of two does not pause the game (55.6.4).
pub(crate) fn announce(
    game: &mut GameFile,
    ruling: &mut Ruling,
    facts: &OverstepFacts,
    occasion: Occasion,
    noticed: Noticed,
) {
    let resets = game.first_resets(facts.side);
    let no_mate = !resets && needs_arbiter(game, facts.side);
    let article = match resets {
        true => Article::FirstOverstep,
        false => Article::OverstepPause,
    };
    let number = article.number(game.facts.profile);
    record(
        game,
        ruling,
        occasion.entry(exceeded(facts, noticed), number),
    );
    let [on_claim, _] = game.facts.regulations.protest_days;
    let body = Body::TimeForfeit {
        facts: facts.clone(),
        lost: false,
        claimed: noticed.claimed,
        protest_days: on_claim,
        no_mate,
        resets,
    };
    tell_of_it(game, ruling, facts.side, &body);
}

/// An overstep, as it is recorded.
fn exceeded(facts: &OverstepFacts, noticed: Noticed) -> Event {
    Event::TimeExceeded {
        side: facts.side,
        at_move: facts.at_move,
        total: facts.total,
        limit: facts.limit,
        flag: facts.flag,
        from: noticed.from,
        claimed: noticed.claimed,
    }
}

/// Everybody is told of an overstep; the term of the one whose it was runs from his letter.
fn tell_of_it(game: &GameFile, ruling: &mut Ruling, side: Side, body: &Body) {
    for to in recipients(game) {
        let mut notice = Notice::new(to, body.clone());
        if to == Recipient::Player(game.player(side).id) {
            notice.begins = Some((game.ply(), About::Notice, side));
        }
        ruling.notices.push(notice);
    }
}

/// Both players and the arbiter.
pub(crate) fn recipients(game: &GameFile) -> Vec<Recipient> {
    let mut all: Vec<Recipient> = Side::BOTH
        .into_iter()
        .map(|s| Recipient::Player(game.player(s).id))
        .collect();
    all.push(Recipient::Arbiter);
    all
}

/// An overstep that loses at once (54.5.2).
pub(super) fn forfeit_now(
    game: &mut GameFile,
    ruling: &mut Ruling,
    facts: &OverstepFacts,
    occasion: Occasion,
    noticed: Noticed,
) {
    let profile = game.facts.profile;
    let (result, article) = result_by_time(game, facts.side);
    let number = article_of_loss(game).number(profile);
    record(
        game,
        ruling,
        occasion.entry(exceeded(facts, noticed), number),
    );
    let ended = Event::Ended {
        result,
        termination: Termination::Time,
    };
    record(game, ruling, occasion.entry(ended, article.number(profile)));
    let [_, on_ruling] = game.facts.regulations.protest_days;
    let body = Body::TimeForfeit {
        facts: facts.clone(),
        lost: true,
        claimed: false,
        protest_days: on_ruling,
        no_mate: false,
        resets: false,
    };
    tell_of_it(game, ruling, facts.side, &body);
}

/// A first overstep of two that stands: the clock begins at zero (55.6.4).
pub(super) fn enter_reset(
    game: &mut GameFile,
    ruling: &mut Ruling,
    side: Side,
    occasion: Occasion,
) {
    let article = Article::OverstepReset.number(game.facts.profile);
    let event = Event::ClockReset { side };
    record(game, ruling, occasion.entry(event, article));
    let [_, protest_days] = game.facts.regulations.protest_days;
    let turn = game.turn();
    for to in recipients(game) {
        let body = Body::Ruling {
            decision: NamedDecision::ClockReset { side },
            reason: String::new(),
            article: article.to_owned(),
            protest_days,
        };
        let mut notice = Notice::new(to, body);
        if to == Recipient::Player(game.player(turn).id) {
            notice.begins = Some((game.ply(), About::Ruling, turn));
        }
        ruling.notices.push(notice);
    }
}

/// Enters the loss after the protest term, or on the arbiter's confirmation.
pub(super) fn enter_forfeit(
    game: &mut GameFile,
    ruling: &mut Ruling,
    side: Side,
    occasion: Occasion,
) {
    let (result, article) = result_by_time(game, side);
    let event = Event::Ended {
        result,
        termination: Termination::Time,
    };
    let number = article.number(game.facts.profile);
    record(game, ruling, occasion.entry(event, number));
    for to in recipients(game) {
        let body = Body::ForfeitEntered { side };
        ruling.notices.push(Notice::new(to, body));
    }
    ruling.notices.extend(result_notices(game));
}

/// Whether what a side sent on a day, whose time was exceeded while thinking, was sent
/// before the flag fell: the notice is then void by itself.
pub(crate) fn annuls(game: &GameFile, side: Side, sent: Day) -> bool {
    let thinking = |e: &Exceeded| game.tally().sides.get(e.side).moves + 1 == e.at_move;
    let undecided = match game.status {
        Status::Active | Status::Paused => true,
        Status::Finished => lost_by_the_clock(game),
        Status::Waiting | Status::Adjudication => false,
    };
    undecided
        && game
            .exceeded
            .as_ref()
            .is_some_and(|e| e.side == side && game.turn() == side && thinking(e) && sent < e.flag)
}

/// Whether the robot entered the loss by itself: the arbiter's word is not taken back.
fn lost_by_the_clock(game: &GameFile) -> bool {
    let ended = game.standing().rev().find_map(|e| match &e.event {
        Event::Ended { termination, .. } => Some((*termination, e.cause)),
        _ => None,
    });
    ended == Some((Termination::Time, Cause::Tick))
}

/// Takes the notice back, plays the move, and says so to both and to the arbiter.
pub(crate) fn annul(
    game: &mut GameFile,
    ctx: &Context<'_>,
    play: impl FnOnce(&mut GameFile, &Context<'_>, Remark) -> Ruling,
) -> Ruling {
    let mut ruling = Ruling::default();
    let side = ctx.side;
    let number = Article::OverstepClaim.number(game.facts.profile);
    record(
        game,
        &mut ruling,
        ctx.entry(Event::NoticeAnnulled { side }, Some(number)),
    );
    for to in recipients(game) {
        let body = Body::ForfeitAnnulled { side };
        ruling.notices.push(Notice::new(to, body));
    }
    let then = play(game, ctx, Remark::NoticeAnnulled);
    ruling.notices.extend(then.notices);
    ruling.verdict = then.verdict;
    ruling.note = format!("notice of overstep annulled; {}", then.note);
    ruling
}

/// CLAIM TIME (56.6.1): borne out by the record, it pauses the game; else it is
/// refused with the calculation; too late, it lapses.
pub(super) fn claim(game: &mut GameFile, ctx: &Context<'_>) -> Ruling {
    if was_claimed(game, ctx) {
        return Ruling::command("claimed with this letter already");
    }
    let against = ctx.side.other();
    let at = in_play(game, ctx.dispatch.arrived.min(ctx.now));
    let claimed = game.moment(at);
    let next = game.tally().sides.get(against).moves + 1;
    let period = next.div_ceil(game.facts.regulations.moves_per_period.max(1));
    let barred = game.barred.get(ctx.side).is_some_and(|p| p == period);
    let (facts, late) = claimable(game, ctx, at);
    if let (Some(facts), false, false, None) = (&facts, late, barred, &game.exceeded) {
        let mut ruling = Ruling::command("time claimed, borne out by the record");
        let noticed = Noticed {
            from: claimed.day,
            claimed: true,
        };
        announce(game, &mut ruling, facts, ctx.occasion(), noticed);
        return ruling;
    }
    let mut ruling = Ruling::command("time claimed, refused");
    if late {
        let opened = Opened::new("late-claim", ctx.side, Circumstance::Plain);
        let event = Event::MatterOpened(opened);
        let number = Article::ClaimTerm.number(game.facts.profile);
        record(game, &mut ruling, ctx.entry(event, Some(number)));
    }
    let facts = facts.unwrap_or_else(|| plain_facts(game, against, claimed));
    if !late {
        let event = Event::ClaimRefused {
            side: ctx.side,
            claim: Claim::Time {
                at_move: facts.at_move,
                total: facts.total,
                limit: facts.limit,
                barred,
            },
        };
        let number = Article::ClaimRefused.number(game.facts.profile);
        record(game, &mut ruling, ctx.entry(event, Some(number)));
    }
    let body = Body::ClaimRefused {
        facts,
        late,
        barred,
    };
    let me = Recipient::Player(game.player(ctx.side).id);
    ruling.notices.push(Notice::new(me, body.clone()));
    // 56.6.2: a copy of the claim goes to the opponent; one that is barred is none.
    if !barred {
        let other = Recipient::Player(game.player(against).id);
        ruling.notices.push(Notice::new(other, body.clone()));
    }
    if late {
        ruling.notices.push(Notice::new(Recipient::Arbiter, body));
    }
    ruling
}

/// Whether this letter has claimed already: one that was kept brings its claim a second
/// time with its move.
pub(super) fn was_claimed(game: &GameFile, ctx: &Context<'_>) -> bool {
    let own = |e: &Entry| e.cause == ctx.cause && matches!(e.event, Event::TimeExceeded { .. });
    matches!(ctx.cause, Cause::Letter(_)) && game.all().any(own)
}

/// An hour, or the last second of play where that has ended: what came up behind it is no
/// overstep (54.8.1, 55.9.4, 56.9.4).
fn in_play(game: &GameFile, at: Instant) -> Instant {
    let ended = game
        .facts
        .end
        .map(|end| game.facts.zone.begins(end.plus(1)));
    ended.map_or(at, |ended| at.min(ended.plus_seconds(-1)))
}

/// The overstep that may be claimed: the first in the record for which it is not too
/// late, else the one of the move being thought about. Where there are only such as
/// lapsed, the newest of them, and `true`.
fn claimable(game: &GameFile, ctx: &Context<'_>, now: Instant) -> (Option<OverstepFacts>, bool) {
    let against = ctx.side.other();
    let today = game.facts.zone.day(now);
    let recorded = game.tally().oversteps.get(against);
    let mut recorded = recorded.iter().filter(|o| !game.is_late_on(o.flag));
    let open = recorded.clone().find(|o| !lapsed(game, ctx, o.at_move));
    let facts = match open {
        Some(open) => Some(recorded_facts(against, open, today)),
        None => thinking_facts(game, against, game.moment(now)),
    };
    match (facts, recorded.next_back()) {
        (Some(facts), _) => (Some(facts), false),
        (None, Some(last)) => (Some(recorded_facts(against, last, today)), true),
        (None, None) => (None, false),
    }
}

/// 56.6.1: no later than with the answer to the control move. The letter that brought
/// the answer may carry the claim, before it or after it; a later one may not. Of a claim by
/// card its dispatch tells: cards are entered when they come (55.6.3).
fn lapsed(game: &GameFile, ctx: &Context<'_>, at_move: u32) -> bool {
    let per = game.facts.regulations.moves_per_period.max(1);
    let control = at_move.div_ceil(per) * per;
    let control_ply = game
        .plies_of_period(ctx.side.other())
        .nth(usize::try_from(control.saturating_sub(1)).unwrap_or(usize::MAX));
    let Some(control_ply) = control_ply else {
        return false;
    };
    let claimed = ctx.sent_day(game);
    // The claimant's half-moves are those between the opponent's.
    game.standing().any(|e| match e.event {
        Event::MovePlayed { ply, sent, .. } => {
            let answers = ply > control_ply && (ply - control_ply) % 2 == 1;
            answers
                && match ctx.cause {
                    Cause::Card => sent < claimed,
                    // A click brings one thing: what it answers with came before it.
                    Cause::Web => true,
                    _ => e.cause != ctx.cause,
                }
        }
        _ => false,
    })
}

/// Whether a claim of this side would pause the game by post: its own next move is
/// then not told to the opponent, but sealed with the arbiter (55.6.7).
pub fn claim_seals(game: &GameFile, side: Side) -> bool {
    game.facts.profile.way().claims_seal && !game.first_resets(side.other())
}

/// A move of the claimant while his claim is being decided (55.6.7, 55.6.9): kept,
/// shown to the arbiter alone, played if the claim fails. `None` where it is another's.
pub(super) fn sealed(game: &mut GameFile, ctx: &Context<'_>, text: &str) -> Option<Ruling> {
    let against = game.exceeded.as_ref().filter(|e| e.claimed).map(|e| e.side);
    let claimant = against == Some(ctx.side.other()) && claim_seals(game, ctx.side);
    if !claimant || game.turn() != ctx.side {
        return None;
    }
    let mut ruling = Ruling::command("the claimant's next move, sealed with the arbiter");
    ruling.verdict = Some(Verdict::Held);
    // The move itself stands in the letters alone: a record has more readers.
    let event = Event::MatterOpened(Opened::new(SEALED, ctx.side, Circumstance::Plain));
    let number = Article::SealedMove.number(game.facts.profile);
    record(game, &mut ruling, ctx.entry(event, Some(number)));
    let body = Body::SealedMove {
        side: ctx.side,
        text: text.to_owned(),
    };
    for to in [
        Recipient::Player(game.player(ctx.side).id),
        Recipient::Arbiter,
    ] {
        ruling.notices.push(Notice::new(to, body.clone()));
    }
    Some(ruling)
}

/// The matter of a sealed move: part of the claim's own.
pub(crate) const SEALED: &str = "sealed-move";

/// Whether the overstep lost at once, with the notice of it (54.5.2).
pub(crate) fn lost_at_once(game: &GameFile) -> bool {
    game.facts.regulations.forfeit == Forfeit::Immediate && lost_by_the_clock(game)
}

/// The last day of a protest against an overstep; `None` while its notice has not left.
pub(crate) fn protest_until(game: &GameFile, left: Option<Day>, days: u32) -> Option<Day> {
    let transit = i64::from(game.facts.regulations.transit_days);
    left.map(|day| day.plus(transit + i64::from(days)))
}
