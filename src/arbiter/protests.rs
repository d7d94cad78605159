//! Protests: against an announced overstep (56.6.4), and against decisions in force
//! (54.1.4, 55.1.6, 56.1.10), which the tournament's appeals arbiter decides.

use super::context::Context;
use super::notice::{Body, NamedDecision, Notice, ProtestTrouble, Protested, Recipient};
use super::oversteps::{lost_at_once, protest_until, recipients};
use super::ruling::{Ruling, record};
use super::words::{ABUSE, bounded};
use crate::chess::Side;
use crate::ids::{EventId, PlayerId};
use crate::record::{
    Cause, Circumstance, Entry, Event, Exceeded, GameFile, Holder, Opened, Recorded, Status,
    Termination,
};
use crate::request::masked::without_addresses;
use crate::rules::Article;
use crate::time::Day;

/// The name of the matter of a claim of a dead position.
pub(crate) const DEAD_POSITION: &str = "dead-position";

/// The name of the matter of a protest that is against no decision.
const PROTEST: &str = "protest";

/// The announced overstep of a side that is not decided, and the last day of a protest
/// against it, where the term has begun.
fn announced_overstep(game: &GameFile, side: Side) -> Option<(&Exceeded, Option<Day>)> {
    let [on_claim, on_ruling] = game.facts.regulations.protest_days;
    let at_once = game.status == Status::Finished && lost_at_once(game);
    let undecided = matches!(game.status, Status::Active | Status::Paused) || at_once;
    let exceeded = game.exceeded.as_ref();
    let exceeded = exceeded.filter(|e| e.side == side && undecided)?;
    let days = if at_once { on_ruling } else { on_claim };
    let left = exceeded.notice_left.map(|at| game.facts.zone.day(at));
    Some((exceeded, protest_until(game, left, days)))
}

/// Whether a side may protest on a day against an overstep that was announced, and has not;
/// until which day, where the term has begun.
pub(crate) fn may_protest(game: &GameFile, side: Side, day: Day) -> Option<Option<Day>> {
    let (exceeded, until) = announced_overstep(game, side)?;
    let is_open = !exceeded.protested && until.is_none_or(|until| day <= until);
    is_open.then_some(until)
}

/// PROTEST: against an announced overstep, or against a decision in force.
pub(super) fn protest(game: &mut GameFile, ctx: &Context<'_>, text: &str) -> Ruling {
    let sent = ctx.sent_day(game);
    let named = named_decision(game, ctx.side, text);
    let overstep = announced_overstep(game, ctx.side);
    let Some((_, until)) = overstep.filter(|_| named.is_none()) else {
        if let Some(decision) = named.or_else(|| newest_decision(game, ctx.side)) {
            return against_decision(game, ctx, decision, text, None);
        }
        let mut ruling = Ruling::command("protest for the arbiter");
        matter_of_protest(game, ctx, &mut ruling, (text, Article::RulingProtest));
        tell_protest(game, &mut ruling, ctx.side, text, true);
        return ruling;
    };
    let in_time = until.is_none_or(|until| sent <= until);
    let mut ruling = Ruling::command("protest against the overstep");
    if !in_time {
        // The loss is entered all the same (56.6.4); the arbiter sees what was said.
        matter_of_protest(game, ctx, &mut ruling, (text, Article::OverstepProtest));
    } else {
        let text = bounded(text);
        let event = Event::Protested {
            side: ctx.side,
            text,
        };
        let number = Article::OverstepProtest.number(game.facts.profile);
        record(game, &mut ruling, ctx.entry(event, Some(number)));
    }
    tell_protest(game, &mut ruling, ctx.side, text, in_time);
    ruling
}

fn matter_of_protest(
    game: &mut GameFile,
    ctx: &Context<'_>,
    ruling: &mut Ruling,
    (text, article): (&str, Article),
) {
    let [_, days] = game.facts.regulations.protest_days;
    let mut opened = Opened::new(PROTEST, ctx.side, Circumstance::said(bounded(text)));
    opened.until = Some(ctx.sent_day(game).plus(i64::from(days)));
    let event = Event::MatterOpened(opened);
    let number = article.number(game.facts.profile);
    record(game, ruling, ctx.entry(event, Some(number)));
}

fn tell_protest(game: &GameFile, ruling: &mut Ruling, side: Side, text: &str, in_time: bool) {
    for to in recipients(game) {
        let body = Body::Protest {
            side,
            text: without_addresses(text),
            in_time,
        };
        ruling.notices.push(Notice::new(to, body));
    }
}

/// The decision a protest names by its number, `PROTEST 123 …`, where that is one of
/// this game. A number that is none belongs to his words.
fn named_decision(game: &GameFile, side: Side, text: &str) -> Option<usize> {
    let word = text.split_whitespace().next()?;
    let digits = word.trim_matches(|c: char| !c.is_ascii_digit());
    let number = EventId(digits.parse().ok()?);
    let is_it = |e: &Recorded| e.cause == Cause::Decision(number);
    let entries = &game.entries;
    let first = entries
        .iter()
        .position(|e| e.id == number && can_be_protested(e, side));
    first.or_else(|| {
        let mut all = entries.iter();
        all.position(|e| is_it(e) && can_be_protested(e, side))
    })
}

/// The newest decision of the game that can be protested against.
fn newest_decision(game: &GameFile, side: Side) -> Option<usize> {
    game.entries
        .iter()
        .rposition(|e| can_be_protested(e, side) && game.counts(e))
}

/// Whether an entry decides something against which a player may protest: what the
/// arbiter decided, and what the robot charged or entered in his name. An opinion
/// that was entered is its author's alone: the opponent knows nothing of it. That a game
/// begins decides nothing in it, and neither does a vote in the committee.
fn can_be_protested(entry: &Entry, by: Side) -> bool {
    let robots = matches!(
        entry.event,
        Event::Penalty { .. } | Event::ClockReset { .. } | Event::Ended { .. }
    );
    let own = matches!(
        entry.event,
        Event::Started
            | Event::AppealVoted { .. }
            | Event::LetterLeft { .. }
            | Event::LetterLost { .. }
            | Event::LetterDelayed { .. }
            | Event::StopEnded { .. }
    ) || matches!(entry.event, Event::OpinionGiven { side, .. } if side != by);
    match entry.cause {
        Cause::Tick => robots,
        Cause::Letter(_) => matches!(entry.event, Event::Penalty { .. }),
        Cause::Post => false,
        _ => entry.cause.is_order() && !own,
    }
}

/// A protest of one whom another has replaced in a game against that decision; his
/// side in the context is the one he had. Nothing else is his to say there.
pub fn protest_of_former(
    game: &GameFile,
    ctx: &Context<'_>,
    player: PlayerId,
    text: &str,
) -> Ruling {
    let gave = |e: &Recorded| match &e.event {
        Event::Replaced { was, .. } if was.player == player => Some(was.clone()),
        _ => None,
    };
    let index = game.entries.iter().rposition(|e| gave(e).is_some());
    let by = index.and_then(|i| gave(game.entries.get(i)?));
    match index.zip(by) {
        Some((index, by)) => Ruling::on(game, |game| {
            against_decision(game, ctx, index, text, Some(by))
        }),
        None => Ruling::command("no decision to protest against"),
    }
}

fn against_decision(
    game: &mut GameFile,
    ctx: &Context<'_>,
    index: usize,
    text: &str,
    by: Option<Holder>,
) -> Ruling {
    let Some(entry) = game.entries.get(index).cloned() else {
        return Ruling::command("no decision to protest against");
    };
    let number = decision_number(&entry);
    let against = protested(game, &entry, number);
    let received = received(game, &entry, ctx.side);
    let [_, days] = game.facts.regulations.protest_days;
    let until = received.plus(i64::from(days));
    let sent = ctx.sent_day(game);
    let said = earlier(game, number, (ctx.side, by.as_ref()), &entry);
    let why = match said {
        Some(EarlierProtest::Pending) => Some(ProtestTrouble::Pending),
        Some(EarlierProtest::Decided) => Some(ProtestTrouble::Final),
        None if sent > until => Some(ProtestTrouble::Late),
        None => None,
    };
    let former = by.as_ref().map(|by| Recipient::Player(by.player));
    let me = former.unwrap_or(Recipient::Player(game.player(ctx.side).id));
    if let Some(why) = why {
        let mut ruling = Ruling::command(match why {
            ProtestTrouble::Late => "a protest after its term",
            ProtestTrouble::Pending => "a protest that waits already",
            ProtestTrouble::Final => "a protest against what is final",
        });
        let body = Body::ProtestRefused {
            why,
            against,
            received,
            until,
            sent,
        };
        ruling.notices.push(Notice::new(me, body));
        return ruling;
    }
    // What the robot did in the arbiter's name, he looks at first.
    let first = !entry.cause.is_order();
    let appeals = game.facts.appeals.clone().filter(|_| !first);
    let mut ruling = Ruling::command("a protest against a decision");
    let event = Event::RulingProtested {
        side: ctx.side,
        decision: number,
        appeals: !first,
        text: bounded(text),
        by: by.clone(),
    };
    let article = Article::RulingProtest.number(game.facts.profile);
    record(game, &mut ruling, ctx.entry(event, Some(article)));
    let body = Body::RulingProtest {
        side: ctx.side,
        text: without_addresses(text),
        against,
        appeals: appeals.as_ref().map(|official| official.name.clone()),
        first,
        by: by.map(|by| by.name),
    };
    let mut told = recipients(game);
    told.extend(former);
    if appeals.is_some() {
        told.push(Recipient::Appeals);
    }
    for to in told {
        ruling.notices.push(Notice::new(to, body.clone()));
    }
    ruling
}

/// The number under which a decision goes: that of its first entry.
fn decision_number(entry: &Recorded) -> EventId {
    match entry.cause {
        Cause::Decision(number) => number,
        _ => entry.id,
    }
}

/// The day on which a side counts as having received a decision: the time on the way
/// after its letter left, or after it was taken where no letter's leaving is recorded.
fn received(game: &GameFile, entry: &Recorded, side: Side) -> Day {
    let later = game.entries.iter().skip_while(|e| e.id != entry.id);
    let left = later.skip(1).find_map(|e| match &e.event {
        Event::LetterLeft {
            about,
            to,
            left,
            on_paper,
            ..
        } if *to == side => {
            let counts = game.counts_as_left(*left, *on_paper);
            matches!(about, crate::record::About::Ruling).then_some(counts)
        }
        _ => None,
    });
    let transit = i64::from(game.facts.regulations.transit_days);
    game.facts.zone.day(left.unwrap_or(entry.at)).plus(transit)
}

/// The last day in time of a protest such as an entry lodged against a decision; `None`
/// where it is against none.
pub(crate) fn ruling_protest_until(game: &GameFile, lodged: &Entry) -> Option<Day> {
    let Event::RulingProtested { side, decision, .. } = &lodged.event else {
        return None;
    };
    let of = |e: &&Recorded| decision_number(e) == *decision && can_be_protested(e, *side);
    let entry = game.entries.iter().find(of)?;
    let [_, days] = game.facts.regulations.protest_days;
    Some(received(game, entry, *side).plus(i64::from(days)))
}

/// Until when a side may still protest on a day, and against what: an announced overstep of its
/// own time, or a decision of that number; the last days of their terms.
pub fn protest_terms(game: &GameFile, side: Side, today: Day) -> Vec<(Option<EventId>, Day)> {
    let announced = announced_overstep(game, side).and_then(|(_, until)| until);
    let mut terms: Vec<(Option<EventId>, Day)> = Vec::new();
    terms.extend(announced.map(|until| (None, until)));
    let [_, days] = game.facts.regulations.protest_days;
    for entry in game.standing_recorded().filter(|e| e.cause.is_order()) {
        let number = decision_number(entry);
        if can_be_protested(entry, side) && !terms.iter().any(|(of, _)| *of == Some(number)) {
            let until = received(game, entry, side).plus(i64::from(days));
            terms.push((Some(number), until));
        }
    }
    terms.retain(|(_, until)| *until >= today);
    terms
}

/// What became of an earlier protest of a side against a decision.
enum EarlierProtest {
    Pending,
    Decided,
}

fn earlier(
    game: &GameFile,
    number: EventId,
    (side, former): (Side, Option<&Holder>),
    entry: &Recorded,
) -> Option<EarlierProtest> {
    if is_last_word(game, entry) {
        return Some(EarlierProtest::Decided);
    }
    let last = game.entries.iter().rev().find(|e| match &e.event {
        Event::RulingProtested {
            side: of,
            decision,
            by,
            ..
        } => *of == side && by.as_ref() == former && *decision == number,
        _ => false,
    })?;
    Some(match waits(game, last) {
        true => EarlierProtest::Pending,
        false => EarlierProtest::Decided,
    })
}

/// Whether an entry is the last word: about a protest that went to the appeals arbiter (54.1.4,
/// 34.5), which is dismissed by it, or granted; or the second adjudication (56.9.10).
pub(crate) fn is_last_word(game: &GameFile, entry: &Recorded) -> bool {
    let appeal = |e: &&Recorded| matches!(e.event, Event::RulingProtested { appeals: true, .. });
    let mut appeals = game.entries.iter().filter(appeal);
    match &entry.event {
        Event::Dismissed { of } => appeals.any(|e| e.id == *of),
        Event::Revoked { .. } => {
            appeals.any(|e| settled_by(game, e).is_some_and(|by| by.id == entry.id))
        }
        Event::Ended {
            termination: Termination::Adjudication,
            ..
        } => {
            let appealed = |e: &Recorded| {
                matches!(e.event, Event::AppealLodged { refused: None, .. }) && e.id < entry.id
            };
            game.counts(entry) && game.standing_recorded().any(appealed)
        }
        _ => false,
    }
}

/// The last word about how a game ended, where a later entry would put another in its place.
pub(crate) fn overruled(game: &GameFile, later: &Event) -> Option<EventId> {
    if !matches!(later, Event::Ended { .. } | Event::Reopened { .. }) {
        return None;
    }
    let ended = |e: &&Recorded| matches!(e.event, Event::Ended { .. });
    let ending = game.standing_recorded().rfind(ended)?;
    is_last_word(game, ending).then(|| ending.decision().unwrap_or(ending.id))
}

/// The protest against a decision that waits for the appeals arbiter.
pub(crate) fn appealed(game: &GameFile, decision: EventId) -> Option<&Recorded> {
    game.entries.iter().find(|e| match e.event {
        Event::RulingProtested {
            decision: of,
            appeals: true,
            ..
        } => of == decision && waits(game, e),
        _ => false,
    })
}

/// Whether a protest of a side waits against a decision about its own time.
pub(super) fn disputes_time(game: &GameFile, side: Side) -> bool {
    let of_time = |e: &Recorded| match e.event {
        Event::Penalty { side: of, .. }
        | Event::ClaimRejected { side: of, .. }
        | Event::ClockReset { side: of } => of == side,
        Event::DatesSet { .. } | Event::Voided { .. } | Event::Reopened { .. } => true,
        _ => false,
    };
    game.entries.iter().any(|e| match e.event {
        Event::RulingProtested {
            side: by, decision, ..
        } if by == side => {
            let mut own = game.entries.iter();
            waits(game, e) && own.any(|o| decision_number(o) == decision && of_time(o))
        }
        _ => false,
    })
}

/// Whether a protest or a claim of a dead position that an entry lodged is still to be
/// decided. A protest against a notice is decided with its overstep (56.6.4); here it
/// waits only where the overstep has lost at once (54.5.2).
pub(crate) fn waits(game: &GameFile, entry: &Recorded) -> bool {
    let over = game.status == Status::Finished;
    let on_time = game
        .result
        .is_some_and(|r| r.termination == Termination::Time);
    let open = match &entry.event {
        Event::RulingProtested { .. } => true,
        Event::Protested { .. } => over && on_time,
        Event::MatterOpened(opened) if opened.matter == DEAD_POSITION => !over,
        Event::MatterOpened(opened) => opened.matter == PROTEST || opened.matter == ABUSE,
        _ => false,
    };
    let settles = settling(game, entry);
    open && game.counts(entry)
        && !game.fresh().iter().any(&settles)
        && !after(game, entry).any(|e| settles(e))
}

/// The entry that decided what another one lodged: a protest, an appeal, a claim of a
/// dead position. Other decisions in the game leave it open.
pub(crate) fn settled_by<'g>(game: &'g GameFile, lodged: &'g Recorded) -> Option<&'g Recorded> {
    let settles = settling(game, lodged);
    after(game, lodged).find(|e| settles(e))
}

/// What counts in the record after an entry.
fn after<'g>(game: &'g GameFile, entry: &Recorded) -> impl Iterator<Item = &'g Recorded> {
    let number = entry.id;
    game.standing_recorded().filter(move |e| e.id > number)
}

/// Whether a later entry decides what another one lodged.
fn settling<'g>(game: &'g GameFile, lodged: &'g Recorded) -> impl Fn(&Entry) -> bool + 'g {
    let own: Vec<&Recorded> = match &lodged.event {
        Event::RulingProtested { decision, .. } => {
            let of = |e: &&Recorded| decision_number(e) == *decision;
            game.entries.iter().filter(of).collect()
        }
        _ => Vec::new(),
    };
    // A decision that was taken back needs no protest any more.
    let gone = !own.is_empty() && !own.iter().any(|e| game.counts(e));
    // The half-move that was due when it was lodged, for a protest that names nothing.
    let earlier = game.standing_recorded().take_while(|e| e.id != lodged.id);
    let made = earlier.filter(|e| matches!(e.event, Event::MovePlayed { .. }));
    let due = u32::try_from(made.count())
        .unwrap_or(u32::MAX)
        .saturating_add(1);
    move |e: &Entry| {
        let named = e.event.supersedes();
        let takes_back = gone && own.iter().any(|o| named.contains(&o.id));
        e.event == Event::Dismissed { of: lodged.id }
            || takes_back
            || e.cause.is_order()
                && match &lodged.event {
                    // What is before the appeals arbiter nobody else decides.
                    Event::RulingProtested { appeals: true, .. } => false,
                    Event::RulingProtested { .. } => {
                        own.iter().any(|o| answers(&o.event, &e.event))
                    }
                    Event::MatterOpened(opened) if opened.matter == DEAD_POSITION => {
                        matches!(e.event, Event::Ended { .. } | Event::Voided { .. })
                    }
                    Event::AppealLodged { .. } => matches!(e.event, Event::Ended { .. }),
                    Event::Protested { .. } => decides_overstep(&e.event),
                    _ => match e.event {
                        Event::DatesSet { ply, .. } => ply == due || ply + 1 == due,
                        Event::Penalty { .. } | Event::Voided { .. } => true,
                        _ => decides_overstep(&e.event),
                    },
                }
    }
}

/// What the arbiter can decide about an overstep.
fn decides_overstep(event: &Event) -> bool {
    matches!(
        event,
        Event::Ended { .. }
            | Event::Reopened { .. }
            | Event::ClaimRejected { .. }
            | Event::ClockReset { .. }
    )
}

/// Whether a later decision leaves nothing of what an entry decided to protest against: it is
/// another one about the same, or a result.
fn answers(protested: &Event, later: &Event) -> bool {
    matches!(later, Event::Ended { .. }) || decides_again(protested, later)
}

/// Whether a later decision is another one about what an entry decided.
fn decides_again(protested: &Event, later: &Event) -> bool {
    match (protested, later) {
        (Event::Ended { .. }, Event::Ended { .. }) => true,
        (Event::Ended { .. } | Event::AdjudicationOpened { .. }, Event::Reopened { .. }) => true,
        (
            Event::Ended { .. } | Event::ClaimRejected { .. } | Event::ClockReset { .. },
            Event::ClaimRejected { .. },
        ) => true,
        // Days for another fault say nothing about those that were charged: days back do, and
        // the other way round.
        (
            Event::Penalty { side, days, .. },
            Event::Penalty {
                side: of, days: by, ..
            },
        ) => side == of && days.signum() != by.signum(),
        (
            Event::ClockReset { side }
            | Event::TimeGiven { side, .. }
            | Event::ClaimRejected { side, .. },
            Event::Penalty { side: of, .. },
        ) => side == of,
        (Event::CarrierSet { side, .. }, Event::CarrierSet { side: of, .. }) => side == of,
        (Event::DatesSet { ply, .. }, Event::DatesSet { ply: of, .. }) => ply == of,
        // Who was replaced plays again, or a third does.
        (Event::Replaced { side, .. }, Event::Replaced { side: of, .. }) => side == of,
        (Event::Paused { .. }, Event::Resumed { .. })
        | (Event::Resumed { .. }, Event::Paused { .. }) => true,
        _ => false,
    }
}

/// The protest before the appeals arbiter about whose matter a later decision would be
/// another one.
pub(crate) fn appealed_by<'g>(game: &'g GameFile, later: &Event) -> Option<&'g Recorded> {
    game.entries.iter().find(|e| match e.event {
        Event::RulingProtested {
            decision,
            appeals: true,
            ..
        } => {
            let mut own = game.entries.iter();
            waits(game, e)
                && own.any(|o| decision_number(o) == decision && decides_again(&o.event, later))
        }
        _ => false,
    })
}

/// Who lodged it. Of an older protest against no decision nobody knows.
pub(crate) fn author(entry: &Entry) -> Option<Side> {
    match &entry.event {
        Event::RulingProtested { side, .. } | Event::Protested { side, .. } => Some(*side),
        Event::MatterOpened(opened) => opened.side,
        _ => None,
    }
}

/// The protests and claims of a dead position that wait, with their names.
pub(crate) fn open_matters(game: &GameFile) -> impl Iterator<Item = (&Recorded, &str)> {
    let open = game.entries.iter();
    let open = open.filter(|entry| waits(game, entry) && author(entry).is_some());
    open.map(|entry| match &entry.event {
        Event::MatterOpened(opened) => (entry, opened.matter.as_str()),
        _ => (entry, PROTEST),
    })
}

/// A decision in the words of its ruling, where one line says it.
fn protested(game: &GameFile, entry: &Entry, number: EventId) -> Protested {
    let of = |e: &&Recorded| e.id == number;
    let first = game.entries.iter().find(of).map_or(entry, |e| &e.entry);
    Protested {
        number: number.0,
        day: game.facts.zone.day(first.at),
        article: entry.grounds.clone().unwrap_or_default(),
        reason: first.note.clone(),
        decision: NamedDecision::of(&entry.event),
    }
}
