//! What falls due without a letter: warnings, repeats, silences, oversteps, the end
//! of protest terms, of play and of the term for opinions. [`due`] decides, [`next_due`] says when to ask again.

use super::adjudication;
use super::context::Context;
use super::late_confirmation;
use super::moves::series;
use super::notice::{Body, Notice, Recipient};
use super::oversteps::{
    self, Noticed, announce, enter_forfeit, enter_reset, forfeit_now, overstep_facts, protest_until,
};
use super::protests::disputes_time;
use super::ruling::{Occasion, Ruling, record};
use crate::chess::Side;
use crate::clock::charge;
use crate::clock::charge::flag_falls;
use crate::ids::EventId;
use crate::record::{About, Cause, Circumstance, Entry, Event, GameFile, Opened, Status};
use crate::rules::{Article, DaysOrMonths, Forfeit, Profile};
use crate::time::{Day, Instant};

/// What is due in a game now. `polled_to` is the hour up to which the inbox is
/// known to be read completely: an overstep is only declared when that is later
/// than the flag and the time on the way, a repeat or a silence when it is later than
/// its day has begun (RULES.md 4). Without it nothing is declared; reminders go out.
pub fn due(game: &GameFile, now: Instant, polled_to: Option<Instant>) -> Ruling {
    Ruling::on(game, |game| falls_due(game, now, polled_to))
}

fn falls_due(game: &mut GameFile, now: Instant, polled_to: Option<Instant>) -> Ruling {
    let mut ruling = Ruling::default();
    let today = game.facts.zone.day(now);
    match game.status {
        Status::Paused => {
            protest_term(game, &mut ruling, now, polled_to);
            end_of_play(game, &mut ruling, now, polled_to);
        }
        Status::Active => {
            protest_term(game, &mut ruling, now, polled_to);
            declare(game, &mut ruling, now, polled_to);
            end_of_play(game, &mut ruling, now, polled_to);
            if game.status == Status::Active {
                warn(game, &mut ruling, now, today);
                warn_as_wished(game, &mut ruling, now, today);
                repeat(game, &mut ruling, now, polled_to);
                silence(game, &mut ruling, now, polled_to);
            }
        }
        Status::Adjudication => end_of_opinions(game, &mut ruling, now, polled_to),
        Status::Waiting | Status::Finished => {}
    }
    ruling
}

/// What a pass over the clocks would have declared before a letter arrived, had one
/// lain between: it is done before the letter is ruled, and once more behind it, where
/// the letter itself has ended what held it off. So no result hangs on when the passes
/// are. `looked_to` is the hour at which the last complete look into the mailbox began.
pub fn due_by_letter(game: &GameFile, ctx: &Context<'_>, looked_to: Option<Instant>) -> Ruling {
    Ruling::on(game, |game| falls_due_by_letter(game, ctx, looked_to))
}

fn falls_due_by_letter(
    game: &mut GameFile,
    ctx: &Context<'_>,
    looked_to: Option<Instant>,
) -> Ruling {
    let mut ruling = Ruling::default();
    let (arrived, now) = (ctx.dispatch.arrived.min(ctx.now), ctx.now);
    let looked_to = looked_to.map(|at| at.min(arrived));
    if !matches!(game.status, Status::Active | Status::Paused) {
        return ruling;
    }
    protest_term(game, &mut ruling, now, looked_to);
    // A letter that was sent in time is ruled first: it would annul the notice.
    let in_time = |(side, from): (Side, Instant)| {
        arrived < from || side == ctx.side && sent_before_flag(game, ctx)
    };
    if game.status == Status::Active && !declaration(game).is_none_or(in_time) {
        declare(game, &mut ruling, now, looked_to);
    }
    end_of_play(game, &mut ruling, now, looked_to);
    ruling
}

fn sent_before_flag(game: &GameFile, ctx: &Context<'_>) -> bool {
    let recorded = !game.tally().oversteps.get(ctx.side).is_empty();
    let running = game
        .tally()
        .running
        .filter(|r| r.side == ctx.side && !recorded);
    running.is_some_and(|r| ctx.sent_day(game) < r.deadline(0).0)
}

/// The first moment at which [`due`] may have something to do; `None` where nothing can.
pub fn next_due(game: &GameFile) -> Option<Instant> {
    let days = days_due(game).into_iter().min();
    let begins = days.map(|day| game.facts.zone.begins(day));
    let declared = declaration(game).filter(|_| game.status == Status::Active);
    begins.into_iter().chain(declared.map(|(_, at)| at)).min()
}

/// When a pass has to look at a game that is stored at an hour: where [`due`] may have something
/// to do, or behind the day of a flag of which nothing is done by itself, since a series, a
/// decision or the time on the way holds it off. By this lists find what comes in it.
pub fn next_look(game: &GameFile, now: Instant) -> Option<Instant> {
    let next = next_due(game);
    let seen = flags_pass(game, next).filter(|at| *at > now).min();
    seen.or(next)
}

/// Whether that may be what is stored as such, whenever it was stored.
pub fn is_next_look(game: &GameFile, stored: Option<Instant>) -> bool {
    let next = next_due(game);
    stored == next || stored.is_some_and(|at| flags_pass(game, next).any(|seen| seen == at))
}

/// The ends of the days on which a flag falls, the ordinary one and that of a series, where
/// nothing is due for longer than the time on the way behind them; `next`: when something is.
fn flags_pass(game: &GameFile, next: Option<Instant>) -> impl Iterator<Item = Instant> {
    let running = game.running().filter(|_| game.status == Status::Active);
    let flags = running.into_iter().flat_map(|r| [r.flag, r.deadline(0).0]);
    let begins = move |flag: Day, days: i64| game.facts.zone.begins(flag.plus(days));
    let transit = i64::from(game.facts.regulations.transit_days);
    let late = flags.filter(move |flag| next.is_none_or(|at| at > begins(*flag, transit + 1)));
    late.map(move |flag| begins(flag, 1))
}

fn days_due(game: &GameFile) -> Vec<Day> {
    let mut days = Vec::new();
    match game.status {
        Status::Paused => {
            days.extend(protest_day(game));
            days.extend(adjudication_day(game));
        }
        Status::Active => {
            days.extend(adjudication_day(game));
            days.extend(protest_day(game));
            days.extend(warning_day(game));
            days.extend(own_warning_day(game));
            days.extend(repeat_day(game));
            days.extend(silence_day(game));
        }
        Status::Adjudication => days.extend(adjudication::closing_day(game)),
        Status::Waiting | Status::Finished => {}
    }
    days
}

/// The overstep that comes up for declaration first, and from when it may be.
fn declaration(game: &GameFile) -> Option<(Side, Instant)> {
    // A first overstep of two is being decided while the game goes on.
    if game.exceeded.is_some() {
        return None;
    }
    let tally = game.tally();
    let recorded = Side::BOTH.into_iter().flat_map(|side| {
        tally
            .oversteps
            .get(side)
            .iter()
            .map(move |o| (side, o.flag, game.facts.zone.begins(o.flag)))
    });
    let running = tally.running.map(|r| {
        let (flag, falls_at, _) = r.deadline(0);
        (r.side, flag, falls_at)
    });
    let all = recorded.chain(running);
    // By claim only, nothing happens until the opponent claims; the arbiter is told
    // once of each (53.3).
    let comes_up = |(side, flag, _): &(Side, Day, Instant)| {
        !game.is_late_on(*flag)
            && !is_told(game, *side, *flag)
            && !is_taken_back(game, *side, *flag)
    };
    let (side, flag, falls_at) = all.filter(comes_up).min_by_key(|(_, _, at)| *at)?;
    let from = match game.days_on_the_way(side) {
        0 => falls_at,
        days => game.facts.zone.begins(flag.plus(days)).max(falls_at),
    };
    Some((side, from))
}

/// Whether nothing more is announced of an overstep of that side: where it is for the
/// opponent to claim, the arbiter is told once.
pub(super) fn is_told(game: &GameFile, side: Side, flag: Day) -> bool {
    game.facts.regulations.forfeit == Forfeit::Claim && told_of(game, side, flag)
}

/// Whether the arbiter was told of an overstep, or of a later one, of that side.
fn told_of(game: &GameFile, side: Side, flag: Day) -> bool {
    game.standing().any(|e| match &e.event {
        Event::MatterOpened(opened) => {
            opened.matter == "overstep"
                && opened.side == Some(side)
                && game.facts.zone.day(e.at) >= flag
        }
        _ => false,
    })
}

/// Whether the arbiter has taken back that an overstep was declared: on the same grounds no pass
/// declares it again. What a clock declared that stood too far ahead is taken back before the
/// flag falls, and is no word on it.
fn is_taken_back(game: &GameFile, side: Side, flag: Day) -> bool {
    let declared = |id: &EventId| {
        let entry = game.entries.iter().find(|e| e.id == *id);
        entry.is_some_and(|e| match &e.event {
            Event::TimeExceeded {
                side: whose,
                flag: fell,
                ..
            } => *whose == side && *fell == flag,
            _ => false,
        })
    };
    game.standing().any(|e| match &e.event {
        Event::Revoked { entries, .. } => {
            game.facts.zone.day(e.at) >= flag && entries.iter().any(declared)
        }
        _ => false,
    })
}

fn declare(game: &mut GameFile, ruling: &mut Ruling, now: Instant, polled_to: Option<Instant>) {
    let Some((side, from)) = declaration(game).filter(|(_, from)| now >= *from) else {
        return;
    };
    if polled_to.is_none_or(|at| at < from) {
        return;
    }
    // It is declared as of the moment at which it could be, however late the pass is:
    // what it says and what it stops hang on the game alone.
    let at = from.max(last_word(game)).min(now);
    let facts = match game.facts.regulations.forfeit {
        Forfeit::Claim => oversteps::newest_facts(game, side, at),
        Forfeit::Immediate | Forfeit::Notice => overstep_facts(game, side, game.moment(at)),
    };
    let Some(facts) = facts else {
        return;
    };
    let noticed = Noticed {
        from: game.facts.zone.day(at),
        claimed: false,
    };
    match game.facts.regulations.forfeit {
        Forfeit::Immediate if game.first_resets(side) => {
            announce(game, ruling, &facts, Occasion::tick(now), noticed);
            enter_reset(game, ruling, side, Occasion::tick(now));
        }
        Forfeit::Immediate if !oversteps::needs_arbiter(game, side) => {
            forfeit_now(game, ruling, &facts, Occasion::tick(now), noticed);
        }
        Forfeit::Immediate | Forfeit::Notice => {
            announce(game, ruling, &facts, Occasion::tick(now), noticed);
        }
        Forfeit::Claim => {
            let claimable = Circumstance::MayClaim {
                total: facts.total,
                limit: facts.limit,
                at_move: facts.at_move,
            };
            let event = Event::MatterOpened(Opened::new("overstep", side, claimable));
            let number = Article::ArbiterDecides.number(game.facts.profile);
            record(game, ruling, Occasion::tick(now).entry(event, number));
        }
    }
}

/// When the newest entry was made that a letter or an order has brought: nothing is
/// declared as of an earlier moment.
fn last_word(game: &GameFile) -> Instant {
    let spoken =
        |e: &&Entry| matches!(e.cause, Cause::Letter(_) | Cause::Web) || e.cause.is_order();
    let at = game.standing().rfind(spoken).map(|e| e.at);
    at.unwrap_or_else(|| game.facts.zone.begins(game.facts.start))
}

/// The day on which a game that is not finished goes to the adjudicator.
fn adjudication_day(game: &GameFile) -> Option<Day> {
    let declared = game.facts.regulations.forfeit != Forfeit::Claim;
    // An overstep that exists by the last day of play is declared first.
    let undeclared = declaration(game)
        .filter(|_| declared)
        .map(|(_, from)| game.facts.zone.day(from));
    adjudication::opening_day(game, undeclared)
}

fn end_of_play(game: &mut GameFile, ruling: &mut Ruling, now: Instant, polled_to: Option<Instant>) {
    let today = game.facts.zone.day(now);
    let Some(day) = adjudication_day(game).filter(|day| today >= *day) else {
        return;
    };
    if polled_to.is_none_or(|at| at < game.facts.zone.begins(day)) {
        return;
    }
    if let Some(end) = game.facts.end {
        adjudication::open(game, ruling, end, Occasion::tick(now));
    }
}

fn end_of_opinions(
    game: &mut GameFile,
    ruling: &mut Ruling,
    now: Instant,
    polled_to: Option<Instant>,
) {
    let today = game.facts.zone.day(now);
    let Some(day) = adjudication::closing_day(game).filter(|day| today >= *day) else {
        return;
    };
    if polled_to.is_some_and(|at| at >= game.facts.zone.begins(day)) {
        adjudication::close(game, ruling, Occasion::tick(now));
    }
}

/// The first day on which the loss is entered, or the clock set to zero, where the
/// protest term runs out unused.
pub(crate) fn protest_day(game: &GameFile) -> Option<Day> {
    let exceeded = game.exceeded.as_ref()?;
    let resets = game.first_resets(exceeded.side);
    if exceeded.protested || !resets && oversteps::needs_arbiter(game, exceeded.side) {
        return None;
    }
    // Which date of his letter counts is the arbiter's to decide.
    if late_confirmation::undecided(game).is_some() {
        return None;
    }
    // Leave granted, dates set or days taken back since: the arbiter decides. What its days
    // rest on is decided before it.
    if !oversteps::stands(game, exceeded) || disputes_time(game, exceeded.side) {
        return None;
    }
    let left = game.facts.zone.day(exceeded.notice_left?);
    let [on_claim, _] = game.facts.regulations.protest_days;
    let transit = game.days_on_the_way(exceeded.side);
    // The first tick after the last day in time and its time on the way.
    protest_until(game, Some(left), on_claim).map(|day| day.plus(transit + 1))
}

fn protest_term(
    game: &mut GameFile,
    ruling: &mut Ruling,
    now: Instant,
    polled_to: Option<Instant>,
) {
    let today = game.facts.zone.day(now);
    let Some(day) = protest_day(game).filter(|day| today >= *day) else {
        return;
    };
    if polled_to.is_none_or(|at| at < game.facts.zone.begins(day)) {
        return;
    }
    let Some(side) = game.exceeded.as_ref().map(|e| e.side) else {
        return;
    };
    if game.first_resets(side) {
        enter_reset(game, ruling, side, Occasion::tick(now));
    } else {
        enter_forfeit(game, ruling, side, Occasion::tick(now));
    }
}

/// The day of the next warning before the flag that stands now: the first, and behind it
/// the one on the last day. What was said about an earlier flag counts for nothing.
pub(super) fn warning_day(game: &GameFile) -> Option<Day> {
    let warning = i64::from(game.facts.regulations.control_warning_days);
    let running = game.tally().running.filter(|_| warning > 0)?;
    let last = running.flag.plus(-1).max(running.since);
    if !game.marks.warned(running.flag) {
        let day = game.tally().leaves_only(game, warning)?;
        let again = |before: Day| {
            // Not on days of the player's leave, nor on days that are nobody's.
            let next = day.max(before.plus(1));
            let free = game.free_days(running.side);
            flag_falls(next, 0, &free).plus(-1).min(last)
        };
        return Some(game.marks.warned_before().map_or(day, again));
    }
    (!game.marks.warned_last(running.flag)).then_some(last)
}

fn warn(game: &mut GameFile, ruling: &mut Ruling, now: Instant, today: Day) {
    let Some(running) = game.tally().running else {
        return;
    };
    if warning_day(game).is_none_or(|day| today < day) || today >= running.flag {
        return;
    }
    let left = game.tally().left(game, running.side, game.moment(now));
    let last_day = today >= running.flag.plus(-1);
    let event = Event::Warned {
        side: running.side,
        ply: game.ply(),
        last_day,
        flag: Some(running.flag),
    };
    let number = Article::ControlNear.number(game.facts.profile);
    record(game, ruling, Occasion::tick(now).entry(event, number));
    let body = Body::Reminder {
        left,
        flag: running.flag,
        last_day,
        wished: false,
    };
    let to = Recipient::Player(game.player(running.side).id);
    ruling.notices.push(Notice::new(to, body.clone()));
    ruling.notices.push(Notice::new(Recipient::Arbiter, body));
}

/// The next day on which the side to move has asked to be warned. What was past when the
/// time began to run, or when he asked, is no news to him; on a day on which he was
/// warned already he is not warned again.
pub(super) fn own_warning_day(game: &GameFile) -> Option<Day> {
    let tally = game.tally();
    let running = tally.running?;
    let wishes = &game.player(running.side).wishes;
    let chosen = wishes.warned_from.map(|at| game.facts.zone.day(at));
    let known = [Some(running.since), chosen, game.marks.warned_on];
    let known = known.into_iter().flatten().max()?;
    let days = wishes.warnings.iter();
    days.filter_map(|left| tally.leaves_only(game, i64::from(*left)))
        .filter(|day| *day > known && *day < running.flag)
        .min()
}

fn warn_as_wished(game: &mut GameFile, ruling: &mut Ruling, now: Instant, today: Day) {
    let Some(running) = game.tally().running else {
        return;
    };
    if own_warning_day(game).is_none_or(|day| today < day) || today >= running.flag {
        return;
    }
    let left = game.tally().left(game, running.side, game.moment(now));
    let event = Event::Reminded {
        side: running.side,
        ply: game.ply(),
        left,
    };
    record(game, ruling, Entry::new(now, Cause::Tick, event));
    let body = Body::Reminder {
        left,
        flag: running.flag,
        last_day: today >= running.flag.plus(-1),
        wished: true,
    };
    let to = Recipient::Player(game.player(running.side).id);
    ruling.notices.push(Notice::new(to, body));
}

/// The first day on which `count` dates that are nobody's leave or pause have passed since `from`.
fn after_quiet(game: &GameFile, from: Day, count: u32) -> Day {
    flag_falls(from, i64::from(count) - 1, &game.quiet_days())
}

/// 56.5.1: once a move by mail; by post, as many days after that, a second time (55.5.1).
pub(super) fn repeat_day(game: &GameFile) -> Option<Day> {
    let after = game.facts.regulations.repeat_after_days;
    let times = game.facts.profile.way().repeats;
    if after == 0 || game.marks.repeated >= times || game.letter_left().is_none() {
        return None;
    }
    let receipt = game.receipt()?;
    let from = game
        .marks
        .repeated_on
        .map_or(receipt, |day| day.max(receipt));
    Some(after_quiet(game, from, after))
}

/// Whether a day has begun, and the mailbox was read completely since.
fn has_come(game: &GameFile, day: Option<Day>, now: Instant, polled_to: Option<Instant>) -> bool {
    let begins = day.map(|day| game.facts.zone.begins(day));
    begins.is_some_and(|at| now >= at && polled_to.is_some_and(|to| to >= at))
}

fn repeat(game: &mut GameFile, ruling: &mut Ruling, now: Instant, polled_to: Option<Instant>) {
    let today = game.facts.zone.day(now);
    if !has_come(game, repeat_day(game), now, polled_to) {
        return;
    }
    let Some(receipt) = game.receipt() else {
        return;
    };
    let days = charge(receipt, today, &game.quiet_days());
    let ply = game.ply();
    let number = Article::RepeatMove.number(game.facts.profile);
    record(
        game,
        ruling,
        Occasion::tick(now).entry(Event::Repeated { ply }, number),
    );
    let side = game.turn();
    for (to, copy) in [
        (Recipient::Player(game.player(side).id), false),
        (Recipient::Arbiter, true),
    ] {
        let body = Body::Repeat {
            ply,
            asked: false,
            days,
            copy,
            restored: false,
        };
        let mut notice = Notice::new(to, body);
        notice.remarks.extend(series::standing(game));
        // Should the first letter turn out to be lost, the receipt counts from this one.
        notice.begins = (!copy).then_some((ply, About::Move, side));
        ruling.notices.push(notice);
    }
}

/// The day from which silence is counted: the last move's dispatch, before the first one the
/// receipt of what begins the game, however long behind the official start that was sent; of one
/// who has taken the position over, thinks again about a move that was voided, or was told of the
/// move on paper, that day.
fn last_sign(game: &GameFile) -> Day {
    let start = game.facts.start;
    let moved = match game.moves.last() {
        Some(last) => last.sent.max(start),
        None => game.receipt().unwrap_or(start),
    };
    let begun = [game.taken_over(), game.begun_again(), game.posted()];
    begun.into_iter().flatten().fold(moved, Day::max)
}

/// Whose silence lasts, and for how many days so far.
pub(crate) fn silent(game: &GameFile, now: Instant) -> (Side, i64) {
    let today = game.facts.zone.day(now);
    let days = charge(last_sign(game), today, &game.quiet_days());
    (game.turn(), days)
}

pub(super) fn silence_day(game: &GameFile) -> Option<Day> {
    let after = game.facts.regulations.silence_days;
    let term = match (game.facts.profile, after) {
        // The three months of 55.5.2, as they were written up to version 0.1.
        (Profile::Post, DaysOrMonths::Days(90)) => DaysOrMonths::Months(3),
        (_, term) => term,
    };
    // To whom the move was never sent is not silent.
    let unheard = game.receipt().is_none();
    if game.marks.silence || unheard {
        return None;
    }
    let from = last_sign(game);
    let days = match term {
        DaysOrMonths::Days(days) => days,
        DaysOrMonths::Months(months) => u32::try_from(from.plus_months(months).since(from)).ok()?,
    };
    (days > 0).then(|| after_quiet(game, from, days))
}

fn silence(game: &mut GameFile, ruling: &mut Ruling, now: Instant, polled_to: Option<Instant>) {
    let today = game.facts.zone.day(now);
    if !has_come(game, silence_day(game), now, polled_to) {
        return;
    }
    let days = charge(last_sign(game), today, &game.quiet_days());
    let side = game.turn();
    let event = Event::SilenceReported { ply: game.ply() };
    let number = Article::Silence.number(game.facts.profile);
    record(game, ruling, Occasion::tick(now).entry(event, number));
    for to in oversteps::recipients(game) {
        ruling
            .notices
            .push(Notice::new(to, Body::Silence { days, side }));
    }
}
