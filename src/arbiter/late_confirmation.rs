//! Letters that waited for a code and were confirmed late (CONTRACT.md 4, Who): later than by
//! the end of the day after the first list that showed them. Whoever may choose the best of
//! several letters when he knows more must not play it with the date of the first: twice a
//! game a player's keep their dates, then that of the confirmation counts. Where a flag fell
//! between the two dates, the arbiter decides which counts, and nothing is declared or taken
//! back before he has.

use super::context::{Context, Dispatch, ask};
use super::notice::{Body, Notice, Question, Recipient, Remark};
use super::oversteps::annuls;
use super::rule::{judge, rule};
use super::ruling::{Ruling, Verdict, record};
use crate::chess::Side;
use crate::ids::InboundId;
use crate::record::{Cause, CountedDispatch, Entry, Event, GameFile, Status};
use crate::request::GameRequest;
use crate::rules::Article;
use crate::time::{Day, Instant};

/// How often letters of one player in a game keep their dates though confirmed late.
pub const KEPT_A_GAME: usize = 2;

/// How a letter was confirmed that was confirmed late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateConfirmation {
    /// The letter that confirmed it.
    pub by: InboundId,
    /// When that was sent.
    pub dispatch: Dispatch,
    /// No letter of other content that waited for the same half-move came before it.
    pub first: bool,
}

/// The dispatch that counts of a letter in a game, for one of its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dating {
    /// This one, of which there is nothing to record.
    Plain(Dispatch),
    /// By a late confirmation, which is recorded if the letter brings anything about.
    Late(LateConfirmation, CountedDispatch),
    /// The arbiter has not decided yet.
    Awaited,
}

impl Dating {
    /// The dispatch by which the letter is judged, whose own is told.
    pub fn dispatch(&self, own: Dispatch) -> Dispatch {
        match self {
            Dating::Plain(dispatch) => *dispatch,
            Dating::Late(late, CountedDispatch::Confirmation) => late.dispatch,
            Dating::Late(_, CountedDispatch::Own | CountedDispatch::Undecided)
            | Dating::Awaited => own,
        }
    }
}

/// Which dispatch of a letter counts for a request in a game; the context has its own.
pub fn dating(
    game: &GameFile,
    request: &GameRequest,
    ctx: &Context<'_>,
    late: Option<LateConfirmation>,
) -> Dating {
    if let Some(before) = recorded(game, ctx.cause) {
        return match before {
            (CountedDispatch::Own, _) => Dating::Plain(ctx.dispatch),
            (CountedDispatch::Confirmation, at) => Dating::Plain(Dispatch {
                arrived: at,
                header: None,
            }),
            (CountedDispatch::Undecided, _) => match undecided(game) {
                Some(_) => Dating::Awaited,
                None => Dating::Plain(ctx.dispatch),
            },
        };
    }
    let Some(late) = late.filter(|_| has_dates(request)) else {
        return Dating::Plain(ctx.dispatch);
    };
    let counts = if fell_between(game, request, ctx, &late).is_some() {
        CountedDispatch::Undecided
    } else if late.first && times_kept(game, ctx.side) < KEPT_A_GAME {
        CountedDispatch::Own
    } else {
        CountedDispatch::Confirmation
    };
    Dating::Late(late, counts)
}

/// Rules on a request whose dispatch is that of the context.
pub fn rule_dated(
    game: &GameFile,
    request: &GameRequest,
    ctx: &Context<'_>,
    dating: Dating,
    own: Dispatch,
) -> Ruling {
    let ruled = rule(game, request, ctx);
    match dating {
        Dating::Late(late, CountedDispatch::Undecided) if answers(&ruled) => {
            Ruling::on(game, |game| leave_to_arbiter(game, request, ctx, &late))
        }
        Dating::Awaited if answers(&ruled) => {
            let note = "which of its dates counts is the arbiter's to decide";
            ask(ctx, game, Question::Paused, None, Verdict::Held, note)
        }
        Dating::Late(late, counts @ (CountedDispatch::Own | CountedDispatch::Confirmation))
            if acts(&ruled, ctx.cause) =>
        {
            Ruling::on(game, |game| {
                with_its_date(game, request, ctx, (own, &late), counts)
            })
        }
        Dating::Plain(_) | Dating::Late(..) | Dating::Awaited => ruled,
    }
}

/// Whether a request is one for whose outcome the day counts on which it was sent.
fn has_dates(request: &GameRequest) -> bool {
    match request {
        GameRequest::Move(_)
        | GameRequest::Form { .. }
        | GameRequest::Pgn(_)
        | GameRequest::DrawClaim { .. }
        | GameRequest::TimeClaim
        | GameRequest::Protest { .. }
        | GameRequest::Opinion { .. }
        | GameRequest::Appeal { .. } => true,
        GameRequest::Resign
        | GameRequest::DrawOffer
        | GameRequest::DrawAccept
        | GameRequest::DrawDecline
        | GameRequest::DeadPosition { .. }
        | GameRequest::Correspondence { .. }
        | GameRequest::Opponent { .. }
        | GameRequest::Abuse { .. }
        | GameRequest::Repeat
        | GameRequest::Check(_) => false,
    }
}

/// Whether a move was played, or one that is faulty charged or asked back.
fn answers(ruled: &Ruling) -> bool {
    let answered = |e: &Entry| matches!(e.event, Event::MovePlayed { .. } | Event::Faulty { .. });
    ruled.entries().iter().any(answered)
}

/// Whether a letter brought anything about, or will when the game goes on.
fn acts(ruled: &Ruling, cause: Cause) -> bool {
    let own = |e: &Entry| e.cause == cause;
    ruled.verdict == Some(Verdict::Held) || ruled.entries().iter().any(own)
}

/// What was recorded of a letter that was confirmed late: which dispatch counts, and that of
/// the letter which confirmed it.
fn recorded(game: &GameFile, cause: Cause) -> Option<(CountedDispatch, Instant)> {
    let mut of_letter = game.standing().filter(|e| e.cause == cause);
    of_letter.find_map(|e| match e.event {
        Event::ConfirmedLate {
            counts,
            confirmed_at,
            ..
        } => Some((counts, confirmed_at)),
        _ => None,
    })
}

/// Whether the dispatch of a letter's entries is that of another, by which it was confirmed.
pub(crate) fn confirmed_by(game: &GameFile, letter: InboundId) -> Option<InboundId> {
    game.all().find_map(|e| match e.event {
        Event::ConfirmedLate {
            counts: CountedDispatch::Confirmation,
            by,
            ..
        } if e.cause == Cause::Letter(letter) => Some(by),
        _ => None,
    })
}

/// How often letters of the player of a side have kept their dates though confirmed late.
fn times_kept(game: &GameFile, of: Side) -> usize {
    let mut kept = 0;
    for entry in game.standing() {
        match &entry.event {
            // Another plays on.
            Event::Replaced { side, .. } if *side == of => kept = 0,
            Event::ConfirmedLate {
                side,
                counts: CountedDispatch::Own,
                ..
            } if *side == of => kept += 1,
            _ => {}
        }
    }
    kept
}

/// The flag of the sender that his letter's own dispatch keeps up and that of the confirmation
/// leaves fallen.
fn fell_between(
    game: &GameFile,
    request: &GameRequest,
    ctx: &Context<'_>,
    late: &LateConfirmation,
) -> Option<Day> {
    if !request.is_move() {
        return None;
    }
    let own = game.moment(ctx.sent_at(game));
    let moved = game.moment(
        late.dispatch
            .counted(game.facts.zone, game.facts.regulations.day_unit)
            .0,
    );
    if annuls(game, ctx.side, own.day) {
        let flag = game.exceeded.as_ref().map(|e| e.flag);
        return flag.filter(|flag| moved.day >= *flag);
    }
    let running = game.tally().running.filter(|r| r.side == ctx.side)?;
    if game.status != Status::Active || running.has_fallen(own) || !running.has_fallen(moved) {
        return None;
    }
    let ctx = Context {
        dispatch: late.dispatch,
        ..ctx.clone()
    };
    // Who accepts a series over the control has more days.
    let ruled = rule(game, request, &ctx);
    let is_played = ruled.verdict == Some(Verdict::Move);
    let over = |game: &GameFile| !game.tally().oversteps.get(ctx.side).is_empty();
    let in_time = is_played && !ruled.game.as_deref().is_some_and(over);
    (!in_time).then_some(running.flag)
}

/// A late confirmation as it is recorded.
fn confirmed_late(
    game: &GameFile,
    ctx: &Context<'_>,
    (own, late): (Dispatch, &LateConfirmation),
    counts: CountedDispatch,
) -> Entry {
    let (zone, unit) = (game.facts.zone, game.facts.regulations.day_unit);
    let confirmed_at = late.dispatch.counted(zone, unit).0;
    let event = Event::ConfirmedLate {
        side: ctx.side,
        ply: game.ply(),
        own: zone.day(own.counted(zone, unit).0),
        confirmed: zone.day(confirmed_at),
        confirmed_at,
        by: late.by,
        counts,
    };
    let article = Article::ArbiterDecides.number(game.facts.profile);
    ctx.entry(event, Some(article))
}

/// Does what a letter asks by the date that counts of it, and says to its sender which.
fn with_its_date(
    game: &mut GameFile,
    request: &GameRequest,
    ctx: &Context<'_>,
    dates: (Dispatch, &LateConfirmation),
    counts: CountedDispatch,
) -> Ruling {
    let entry = confirmed_late(game, ctx, dates, counts);
    let Event::ConfirmedLate { own, confirmed, .. } = entry.event else {
        return judge(game, request, ctx);
    };
    record(game, &mut Ruling::default(), entry);
    let left = KEPT_A_GAME.saturating_sub(times_kept(game, ctx.side));
    let mut ruling = judge(game, request, ctx);
    let me = Recipient::Player(game.player(ctx.side).id);
    if let Some(answer) = ruling.notices.iter_mut().find(|n| n.to == me) {
        let remark = Remark::ConfirmedLate {
            own,
            confirmed,
            kept: counts == CountedDispatch::Own,
            left,
        };
        answer.remarks.insert(0, remark);
    }
    ruling
}

/// Nothing is declared, and no notice or loss taken back: the game stands still, the move is
/// kept, and the arbiter decides which dispatch counts.
fn leave_to_arbiter(
    game: &mut GameFile,
    request: &GameRequest,
    ctx: &Context<'_>,
    late: &LateConfirmation,
) -> Ruling {
    let mut ruling = Ruling {
        verdict: Some(Verdict::Held),
        note: "confirmed late, and a flag fell meanwhile: the arbiter decides".to_owned(),
        ..Ruling::default()
    };
    let Some(flag) = fell_between(game, request, ctx, late) else {
        return ruling;
    };
    let dates = (ctx.dispatch, late);
    let entry = confirmed_late(game, ctx, dates, CountedDispatch::Undecided);
    let Event::ConfirmedLate { own, confirmed, .. } = entry.event else {
        return ruling;
    };
    record(game, &mut ruling, entry);
    if game.status == Status::Active {
        let event = Event::Paused {
            from: confirmed,
            whole: false,
        };
        let article = Article::ArbiterDecides.number(game.facts.profile);
        record(game, &mut ruling, ctx.entry(event, Some(article)));
    }
    for side in Side::BOTH {
        let body = Body::DateUndecided {
            side: ctx.side,
            own,
            confirmed,
            flag,
            over: game.status == Status::Finished,
        };
        let to = Recipient::Player(game.player(side).id);
        ruling.notices.push(Notice::new(to, body));
    }
    ruling
}

/// A letter confirmed late of which the arbiter has not said which date counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UndecidedDate {
    /// Whose letter.
    pub side: Side,
    /// Its own day of dispatch.
    pub own: Day,
    /// That of the letter which confirmed it.
    pub confirmed: Day,
    /// When it was recorded.
    pub since: Instant,
}

/// The newest such letter of a game: what lets the game go on or ends it decides of it.
pub(crate) fn undecided(game: &GameFile) -> Option<UndecidedDate> {
    let newest = game.standing().rev().find_map(|e| match e.event {
        Event::ConfirmedLate {
            side,
            own,
            confirmed,
            counts: CountedDispatch::Undecided,
            ..
        } => Some(Some(UndecidedDate {
            side,
            own,
            confirmed,
            since: e.at,
        })),
        Event::Resumed { .. }
        | Event::ClaimRejected { .. }
        | Event::NoticeAnnulled { .. }
        | Event::ClockReset { .. }
        | Event::Ended { .. }
        | Event::Reopened { .. }
        | Event::AdjudicationOpened { .. }
        | Event::Voided { .. } => Some(None),
        _ => None,
    });
    newest.flatten()
}
