//! A move that came another way, by postcard or telephone: the arbiter enters it
//! with its dates, and it is judged by the laws as a letter's would be.

use super::decree::Decree;
use super::why::OrderError;
use crate::arbiter::context::{Context, Dispatch};
use crate::arbiter::notice::{Body, NamedDecision, NoticeKind, Question, Remark};
use crate::arbiter::outcome::InGame;
use crate::arbiter::rule::judge;
use crate::arbiter::ruling::{Ruling, Verdict, record};
use crate::chess::Side;
use crate::record::{Cause, Event, GameFile, Status};
use crate::request::{self, GameRequest, Moves, Request};
use crate::rules::Article;
use crate::time::{Day, Instant};

/// Noon: the instant of dispatch of what has only a day.
const NOON: i64 = 12 * 3600;

pub(super) fn enter(
    game: &mut GameFile,
    ruling: &mut Ruling,
    desk: &Decree<'_>,
    text: &str,
    (received, sent): (Day, Day),
) -> Result<(), OrderError> {
    match game.status {
        Status::Finished => return Err(OrderError::Over),
        Status::Adjudication => return Err(OrderError::NotPlayed),
        Status::Active | Status::Paused | Status::Waiting => {}
    }
    check_dates(game, (received, sent), game.facts.zone.day(desk.now))?;
    let request = GameRequest::Move(the_move(text)?);
    let side = game.turn();
    let profile = game.facts.profile;
    if game.receipt() != Some(received.max(game.facts.start)) {
        let event = Event::DatesSet {
            ply: game.ply() + 1,
            received: Some(received),
            sent: None,
        };
        let article = Article::Transit.number(profile);
        record(game, ruling, desk.entry(event, article));
    }
    let ctx = context(game, desk, (side, sent), text);
    let played = judge(game, &request, &ctx);
    if played.verdict != Some(Verdict::Move) {
        return Err(refusal(&played, game));
    }
    for mut notice in played.notices {
        if matches!(notice.kind(), NoticeKind::Confirmation | NoticeKind::Move) {
            notice
                .remarks
                .insert(0, Remark::EnteredByArbiter { received, sent });
        }
        ruling.notices.push(notice);
    }
    let article = Article::ArbiterDecides.number(profile);
    let label = match game.moves.last() {
        Some(mv) => format!("{}{} {}", mv.number, mv.side.dots(), mv.san),
        None => String::new(),
    };
    let decision = NamedDecision::MoveEntered {
        label: label.clone(),
        side,
        received,
        sent,
    };
    desk.tell(game, ruling, &decision, article);
    ruling.outcome = Some(InGame::MoveEntered {
        label,
        received,
        sent,
    });
    for entry in game.fresh_mut() {
        *entry.note = desk.reason.to_owned();
    }
    Ok(())
}

/// The surroundings of what a side sent another way on a day.
pub(super) fn context<'a>(
    game: &GameFile,
    desk: &Decree<'_>,
    (side, sent): (Side, Day),
    text: &'a str,
) -> Context<'a> {
    let noon = game.facts.zone.begins(sent).unix() + NOON;
    let at = Instant::from_unix(noon.min(desk.now.unix()));
    Context {
        now: desk.now,
        cause: Cause::Order,
        side,
        dispatch: Dispatch {
            arrived: at,
            header: Some(at),
        },
        // A slip of whoever entered it is nobody's fault.
        verified: false,
        received: None,
        sent: None,
        text,
        only_request: true,
    }
}

fn check_dates(
    game: &GameFile,
    (received, sent): (Day, Day),
    today: Day,
) -> Result<(), OrderError> {
    if sent < received {
        return Err(OrderError::Backwards { received, sent });
    }
    if sent > today {
        return Err(OrderError::Future { day: sent, today });
    }
    let answered = game.moves.last().map(|m| m.sent);
    if let Some(left) = answered.filter(|left| received < *left) {
        return Err(OrderError::ReceivedTooEarly { received, left });
    }
    Ok(())
}

/// The one move, or series of moves, in a text.
pub(super) fn the_move(text: &str) -> Result<Moves, OrderError> {
    let no_move = || OrderError::NoMove(text.to_owned());
    let understood = request::understand_text(text, "");
    let [section] = understood.sections.as_slice() else {
        return Err(no_move());
    };
    match section.requests.as_slice() {
        [Request::Game(GameRequest::Move(moves))] => Ok(moves.clone()),
        _ => Err(no_move()),
    }
}

/// Why the move was not played, for the arbiter.
pub(super) fn refusal(ruling: &Ruling, game: &GameFile) -> OrderError {
    if ruling.verdict == Some(Verdict::Held) {
        return OrderError::Paused;
    }
    let asked = ruling.notices.iter().find_map(|n| match &n.body {
        Body::NotUnderstood {
            question: Question::UnclearMove {
                text, candidates, ..
            },
            ..
        } => Some((text, candidates)),
        _ => None,
    });
    let (text, fitting) = match asked {
        Some((text, candidates)) => {
            let each = candidates.iter();
            let fitting = each.map(|c| format!("{} ({})", c.numeric, c.uci)).collect();
            (Some(text.clone()), fitting)
        }
        None => (None, Vec::new()),
    };
    OrderError::NotPlayable {
        text,
        fitting,
        note: ruling.note.clone(),
        due: format!("{}{}", game.move_number(), game.turn().dots()),
    }
}
