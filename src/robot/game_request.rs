//! A request about one game, ruled on the game as it stands now.

use super::board::only_on_board;
use super::dates;
use super::desk::Desk;
use super::docket::Docket;
use super::late_confirmation;
use super::orders::carried::release_held;
use super::same_words::same_words;
use super::send;
use super::unread::look_in_game;
use crate::arbiter::{self, Context, Ruling, Verdict};
use crate::error::Failure;
use crate::ids::GameId;
use crate::record::{Entry, Event};
use crate::request::{GameRequest, Request, Section};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Rules on a request about a game, on the game as it stands now. Should the
/// rules fail on it, the letter is set aside.
pub(super) fn rule_game(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    section: &Section,
    request: &GameRequest,
    id: GameId,
) -> Result<Ruling, Failure> {
    let now = desk.now;
    let looked_to = desk.tx.fetched()?.map(|look| look.began);
    let looked_to = look_in_game(desk, id, looked_to)?;
    send::note_outage(desk, id)?;
    let Some(side) = desk.game(id)?.side_of(docket.sender) else {
        return Ok(Ruling::default());
    };
    let same_words = same_words(desk, docket.inbound, (id, side))?;
    let game = desk.game(id)?;
    let name = game.facts.name.clone();
    let moves = section
        .requests
        .iter()
        .filter(|r| matches!(r, Request::Game(game) if game.is_move()))
        .count();
    if request.is_move()
        && let Some(hour) = dates::hour_of_move(desk, docket, id)?
    {
        docket.counts_from(desk, hour)?;
    }
    let mut ctx = Context {
        only_request: moves <= 1,
        answered: docket.answered.get(&id).copied(),
        same_words,
        ..docket.context(now, side, section)
    };
    let late = late_confirmation::in_game(desk, docket, id)?;
    let game = desk.game(id)?;
    let (own, dating) = (ctx.dispatch, arbiter::dating(game, request, &ctx, late));
    ctx.dispatch = dating.dispatch(own);
    // What fell due before this letter came is done first, as if a pass over the
    // clocks had lain between.
    let before = arbiter::due_by_letter(game, &ctx, looked_to);
    if !before.entries().is_empty() {
        let opened = |e: &Entry| matches!(e.event, Event::AdjudicationOpened { .. });
        let opens = before.entries().iter().any(opened);
        desk.record(before, Some(id), None)?;
        if opens {
            release_held(desk, id)?;
        }
    }
    let game = desk.snapshot(id)?;
    if let (true, Some(web)) = (only_on_board(desk, &game, request), desk.board_url) {
        let ruling = arbiter::only_on_board(&game, &ctx, web);
        docket.names(name);
        return Ok(ruling);
    }
    let game = desk.game(id)?;
    let ruled = catch_unwind(AssertUnwindSafe(|| {
        let ruling = arbiter::rule_dated(game, request, &ctx, dating, own);
        // A series that the letter has left held an overstep off.
        match ruling.verdict {
            Some(Verdict::Move) if ruling.view.is_none() => {
                ruling.then(|after| arbiter::due_by_letter(after, &ctx, looked_to))
            }
            _ => ruling,
        }
    }));
    let mut ruling = ruled.unwrap_or_else(|_| Ruling {
        verdict: Some(Verdict::Malformed),
        note: "the program failed on it while ruling".to_owned(),
        ..Ruling::default()
    });
    late_confirmation::tell_arbiter(&mut ruling);
    dates::remark(desk, &mut ruling, &ctx)?;
    docket.names(name);
    Ok(ruling)
}

/// A protest of one who was replaced, against that.
pub(super) fn protest_of_former(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    section: &Section,
    id: GameId,
    text: &str,
) -> Result<Ruling, Failure> {
    let now = desk.now;
    let game = desk.game(id)?;
    let Some(side) = game.former_side_of(docket.sender) else {
        return Ok(Ruling::default());
    };
    let ctx = docket.context(now, side, section);
    Ok(arbiter::protest_of_former(game, &ctx, docket.sender, text))
}
