//! A request about one game, ruled on the game as it stands now.

use super::board::only_on_board;
use super::desk::Desk;
use super::docket::Docket;
use super::echo;
use super::orders::carried::release_held;
use super::send;
use crate::arbiter::{self, Context, Ruling, Verdict};
use crate::error::Failure;
use crate::ids::{GameId, InboundId};
use crate::letter;
use crate::record::{Cause, Entry, Event};
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
    send::note_outage(desk, id)?;
    let verified = !charged_for(desk, docket, id)?;
    let game = desk.game(id)?;
    let name = game.facts.name.clone();
    let Some(side) = game.side_of(docket.sender) else {
        return Ok(Ruling::default());
    };
    let moves = section
        .requests
        .iter()
        .filter(|r| matches!(r, Request::Game(game) if game.is_move()))
        .count();
    let ctx = Context {
        verified,
        only_request: moves <= 1,
        answered: docket.answered.get(&id).copied(),
        ..docket.context(now, side, section)
    };
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
        let ruling = arbiter::rule(game, request, &ctx);
        // A series that the letter has left held an overstep off.
        match ruling.verdict {
            Some(Verdict::Move) if ruling.view.is_none() => {
                ruling.then(|after| arbiter::due_by_letter(after, &ctx, looked_to))
            }
            _ => ruling,
        }
    }));
    docket.names(name);
    Ok(ruled.unwrap_or_else(|_| Ruling {
        verdict: Some(Verdict::Malformed),
        note: "the program failed on it while ruling".to_owned(),
        ..Ruling::default()
    }))
}

/// Whether a letter in these very words was charged for this half-move: once is enough, however
/// often they come (RULES.md 2, "When a penalty may be charged").
fn charged_for(desk: &mut Desk<'_>, docket: &Docket<'_>, id: GameId) -> Result<bool, Failure> {
    let game = desk.game(id)?;
    let due = game.ply() + 1;
    let entries = game.standing_recorded().map(|e| &e.entry);
    let charged = entries.chain(game.fresh()).filter_map(|entry| {
        let Event::Faulty {
            ply,
            charged: Some(1..),
            ..
        } = &entry.event
        else {
            return None;
        };
        match entry.cause {
            Cause::Letter(letter) if *ply == due => Some(letter),
            _ => None,
        }
    });
    let charged: Vec<InboundId> = charged.collect();
    for id in charged {
        let Ok(before) = letter::read(&desk.tx.inbound_raw(id)?.bytes) else {
            continue;
        };
        let theirs = echo::without_ours(desk.tx, &before)?.unwrap_or(before);
        let words = theirs.own_text.split_whitespace();
        if words.eq(docket.letter.own_text.split_whitespace()) {
            return Ok(true);
        }
    }
    Ok(false)
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
