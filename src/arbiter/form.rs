//! A form of article 59: its record is compared, its last move is the answer. Leave
//! and totals in it are compared as well; what differs is answered and never charged.

use super::moves::judge;
use super::moves::matching::index_of;
use crate::arbiter::context::Context;
use crate::arbiter::notice::{Recipient, Remark};
use crate::arbiter::ruling::Ruling;
use crate::chess::Side;
use crate::clock::DaySpan;
use crate::record::GameFile;
use crate::request::{FilledForm, LeaveLine, Moves, SeriesPlace, WrittenDate};
use crate::time::Day;

/// Longest quotation of a line about leave, in characters.
const MOST_SAID: usize = 120;

/// Rules on a form.
pub(super) fn play_form(
    game: &mut GameFile,
    ctx: &Context<'_>,
    form: &FilledForm,
    moves: &Moves,
) -> Ruling {
    let mut dated = ctx.clone();
    // The row of the answer itself: another row's dates are not its own.
    let last = form
        .moves
        .last()
        .filter(|row| moves.line.last() == Some(&row.mv));
    if ctx.received.is_none() {
        dated.received = last.and_then(|m| m.received.as_ref());
    }
    if ctx.sent.is_none() {
        dated.sent = last.and_then(|m| m.sent.as_ref());
    }
    let before = game.moves.len();
    let mut ruling = judge(game, &dated, moves, &[]);
    // A letter of ours that came back was filled in by nobody.
    if moves.place != SeriesPlace::Prose {
        let played = game.moves.len() > before;
        let told = Recipient::Player(game.player(ctx.side).id);
        if let Some(answer) = ruling.notices.iter_mut().find(|n| n.to == told) {
            for side in Side::BOTH {
                answer
                    .remarks
                    .extend(total_differs(game, form, side, ctx.side, played));
                answer.remarks.extend(leave_differs(game, ctx, form, side));
            }
        }
    }
    ruling
}

/// The first total of a side that is not the recorded one: those below it follow.
fn total_differs(
    game: &GameFile,
    form: &FilledForm,
    side: Side,
    sender: Side,
    played: bool,
) -> Option<Remark> {
    let rows = form.moves.iter().filter(|row| row.mv.side == Some(side));
    let of_rows = rows.filter_map(|row| {
        let index = usize::try_from(index_of(game, row.mv.number?, side)?).ok()?;
        Some((row.time.as_ref()?, game.moves.get(index)?))
    });
    // The heading of form 59.2 has the totals after the answer: one that is not played
    // has none.
    let last = game.moves.iter().rfind(|m| m.side == side);
    let heading = form.times.iter().filter(|(of, _)| *of == side);
    let of_heading = heading
        .filter(|_| side != sender || played)
        .filter_map(|(_, time)| Some((time, last?)));
    of_rows
        .chain(of_heading)
        .find(|(written, recorded)| written.total != recorded.total)
        .map(|(written, recorded)| Remark::TotalDiffers {
            number: recorded.number,
            side,
            written: written.total,
            recorded: recorded.total,
        })
}

/// Leave of a side that the form has otherwise than the record. A line that was not
/// filled in says nothing.
fn leave_differs(
    game: &GameFile,
    ctx: &Context<'_>,
    form: &FilledForm,
    side: Side,
) -> Option<Remark> {
    let lines = form.leave_lines.iter();
    let lines: Vec<&LeaveLine> = lines
        .filter(|l| l.side == side && !l.said.is_empty())
        .collect();
    if lines.is_empty() {
        return None;
    }
    let spans = game.leave.get(side).iter().map(|l| l.days);
    let mut recorded: Vec<DaySpan> = spans.filter(|d| d.from <= d.to).collect();
    recorded.sort();
    let near = ctx.sent_day(game);
    let written = lines.iter().map(|line| {
        let spans = line.spans.as_ref()?.iter();
        spans
            .map(|(from, to)| days(from, to, &recorded, near))
            .collect()
    });
    // `None`: something in them names no days.
    let written: Option<Vec<Vec<DaySpan>>> = written.collect();
    if written.is_some_and(|spans| merged(spans.concat()) == merged(recorded.clone())) {
        return None;
    }
    let said: Vec<&str> = lines.iter().map(|l| l.said.as_str()).collect();
    Some(Remark::LeaveDiffers {
        side,
        written: said.join(", ").chars().take(MOST_SAID).collect(),
        recorded: recorded.iter().map(|d| (d.from, d.to)).collect(),
        own: side == ctx.side,
    })
}

/// The days that are meant: without a year those of recorded leave, else the nearest.
fn days(from: &WrittenDate, to: &WrittenDate, recorded: &[DaySpan], near: Day) -> Option<DaySpan> {
    let known = |d: &&DaySpan| from.near(d.from) == Some(d.from);
    let from = match recorded.iter().find(known) {
        Some(span) => span.from,
        None => from.near(near)?,
    };
    Some(DaySpan {
        from,
        to: to.from_on(from)?,
    })
}

/// Stretches that meet or overlap as one.
fn merged(mut spans: Vec<DaySpan>) -> Vec<DaySpan> {
    spans.sort();
    let mut all: Vec<DaySpan> = Vec::new();
    for span in spans {
        match all.last_mut().filter(|last| span.from <= last.to.next()) {
            Some(last) => last.to = last.to.max(span.to),
            None => all.push(span),
        }
    }
    all
}
