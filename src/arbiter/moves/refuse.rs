//! Faulty moves: what is recorded and charged, and what is only asked
//! (RULES.md 2, "When a penalty may be charged").

use super::super::articles::Article;
use super::super::context::{Context, ask, record};
use super::super::notice::{Body, Candidate, Notice, NoticeKind, Question, Recipient, Remark};
use super::super::ruling::{Ruling, Verdict};
use crate::chess::notation::{Class, Reading, Reason};
use crate::chess::{Move, Position};
use crate::record::{About, Event, FaultKind, GameFile, Status};
use crate::request::{Moves, Place, Span, WrittenMove};

/// What is known of a faulty move.
struct Fault<'a> {
    kind: FaultKind,
    reason: Option<Reason>,
    text: &'a str,
    span: Option<Span>,
    candidates: Vec<Candidate>,
    expected: Option<String>,
}

fn candidates(position: &Position, moves: &[Move]) -> Vec<Candidate> {
    moves
        .iter()
        .map(|mv| Candidate {
            numeric: position.numeric(*mv),
            uci: position.uci(*mv),
        })
        .collect()
}

/// A move that cannot be played as read.
pub(super) fn faulty(
    game: &mut GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
    own: &WrittenMove,
    reading: &Reading,
) -> Ruling {
    let kind = match reading.class {
        Class::Impossible => FaultKind::Impossible,
        Class::Ambiguous => FaultKind::Ambiguous,
        Class::Ok | Class::OkWithWarning | Class::Unreadable => FaultKind::Unreadable,
    };
    let position = game.line.position();
    let fault = Fault {
        kind,
        reason: reading.reason,
        text: &own.text,
        span: Some(own.span),
        candidates: candidates(position, &reading.candidates),
        expected: None,
    };
    // Two alphabets' letters fit two different pieces: that is nobody's fault.
    let by_letters = kind == FaultKind::Ambiguous
        && reading.candidates.windows(2).any(|pair| match pair {
            [a, b] => piece(position, *a) != piece(position, *b),
            _ => false,
        });
    if by_letters || !chargeable(game, ctx, moves) {
        return unclear(game, ctx, fault);
    }
    charge(game, ctx, fault)
}

fn piece(position: &Position, mv: Move) -> Option<crate::chess::Piece> {
    let ((file, rank), _) = position.squares(mv);
    position.piece_at(file, rank).map(|(_, piece)| piece)
}

/// The opponent's last move repeated wrongly (56.3.3, 56.4.7).
pub(super) fn wrong_repetition(
    game: &mut GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
    expected: &str,
    differs: &WrittenMove,
) -> Ruling {
    let fault = Fault {
        kind: FaultKind::WrongRepetition,
        reason: None,
        text: &differs.text,
        span: Some(differs.span),
        candidates: Vec::new(),
        expected: Some(expected.to_owned()),
    };
    if !chargeable(game, ctx, moves) {
        return unclear(game, ctx, fault);
    }
    charge(game, ctx, fault)
}

/// Accepted moves were played; without a move of one's own behind them the letter is
/// one with an unreadable move (56.3.9).
pub(super) fn accepted_without_answer(
    game: &mut GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
    accepted: &[String],
) -> Ruling {
    let fault = Fault {
        kind: FaultKind::NoMove,
        reason: None,
        text: "",
        span: moves.line.last().map(|m| m.span),
        candidates: Vec::new(),
        expected: None,
    };
    let mut then = match chargeable(game, ctx, moves) {
        true => charge(game, ctx, fault),
        false => unclear(game, ctx, fault),
    };
    for notice in &mut then.notices {
        let plies = u32::try_from(accepted.len()).unwrap_or(0);
        notice.remarks.push(Remark::VariantAccepted { plies });
    }
    then
}

/// A form filled in without an answer (56.3.5).
pub(super) fn empty_form(game: &mut GameFile, ctx: &Context<'_>, moves: &Moves) -> Ruling {
    let fault = Fault {
        kind: FaultKind::NoMove,
        reason: None,
        text: "",
        span: None,
        candidates: Vec::new(),
        expected: None,
    };
    if moves.place != Place::Form || !chargeable(game, ctx, moves) {
        return unclear(game, ctx, fault);
    }
    charge(game, ctx, fault)
}

/// Another notation where only the numeric one is allowed: asked, no penalty.
pub(super) fn numeric_only(game: &GameFile, ctx: &Context<'_>, own: &WrittenMove) -> Ruling {
    let fault = Fault {
        kind: FaultKind::Unreadable,
        reason: Some(Reason::NumericOnly),
        text: &own.text,
        span: Some(own.span),
        candidates: Vec::new(),
        expected: None,
    };
    unclear(game, ctx, fault)
}

/// A verified letter, and one faulty move that is numbered, in a form, or alone on its line.
/// With the adjudicator no clock runs to which days could be added.
fn chargeable(game: &GameFile, ctx: &Context<'_>, moves: &Moves) -> bool {
    ctx.verified
        && game.status != Status::Adjudication
        && ctx.only_request
        && moves.place != Place::Prose
        && !moves.any_move
        && !holds_our_board(ctx.text)
}

/// Whether our picture of the board stands among the sender's own words: a letter
/// of ours came back without marks of quotation, and its record and its example of
/// a move are nobody's.
fn holds_our_board(text: &str) -> bool {
    text.lines().any(|line| {
        line.split_whitespace()
            .eq(["a", "b", "c", "d", "e", "f", "g", "h"])
    })
}

fn unclear(game: &GameFile, ctx: &Context<'_>, fault: Fault<'_>) -> Ruling {
    let note = format!("{:?} '{}', not charged", fault.kind, fault.text);
    let question = Question::UnclearMove {
        fault: fault.kind,
        reason: fault.reason,
        text: fault.text.to_owned(),
        candidates: fault.candidates,
    };
    ask(
        ctx,
        game,
        question,
        fault.span,
        Verdict::MoveRejected,
        &note,
    )
}

fn charge(game: &mut GameFile, ctx: &Context<'_>, fault: Fault<'_>) -> Ruling {
    let mut ruling = Ruling {
        verdict: Some(Verdict::MoveRejected),
        ..Ruling::default()
    };
    let profile = game.facts.profile;
    let ply = game.ply() + 1;
    let side = ctx.side;
    // A fault repeated before our request left costs once.
    let again_unasked = !game.pending.is_empty() && game.letter_left().is_none();
    let before = game
        .standing()
        .filter(
            |e| matches!(&e.event, Event::Faulty { ply: p, .. } if game.side_of_ply(*p) == side),
        )
        .count();
    let [first, again] = game.facts.regulations.penalty_days;
    let (days, article) = if again_unasked {
        (0, Article::FaultPenalty)
    } else if before == 0 {
        (i64::from(first), Article::FaultPenalty)
    } else {
        (i64::from(again), Article::FaultPenaltyAgain)
    };
    let is_again = article == Article::FaultPenaltyAgain;
    let (received, mut remarks) = ctx.receipt(game);
    if again_unasked {
        remarks.push(Remark::PenaltyOnce);
    } else {
        let event = Event::Faulty {
            ply,
            fault: fault.kind,
            text: fault.text.chars().take(80).collect(),
            received,
            sent: ctx.sent_day(game),
            sent_at: ctx.sent_at(game),
        };
        let grounds = match fault.kind {
            FaultKind::WrongRepetition => Article::RepetitionRule,
            // An accepted series without a move of one's own (56.3.9).
            FaultKind::NoMove if game.moves.last().is_some_and(|m| m.variant) => {
                Article::VariantAnswer
            }
            FaultKind::NoMove => Article::NoMoveInIt,
            FaultKind::Impossible | FaultKind::Unreadable | FaultKind::Ambiguous => {
                Article::Correction
            }
        };
        record(
            game,
            &mut ruling,
            ctx.entry(event, Some(grounds.number(profile))),
        );
        if days > 0 {
            let event = Event::Penalty { side, days, ply };
            record(
                game,
                &mut ruling,
                ctx.entry(event, Some(article.number(profile))),
            );
        }
    }
    ruling.note = format!("{:?} '{}', {days} penalty days", fault.kind, fault.text);
    let mut notice = Notice::new(
        NoticeKind::Rejection,
        Recipient::Player(game.player(side).id),
        Body::Rejection {
            fault: fault.kind,
            reason: fault.reason,
            text: fault.text.to_owned(),
            quoted: fault.span.and_then(|s| ctx.quote(s)),
            candidates: fault.candidates,
            expected: fault.expected,
            penalty: days,
            again: is_again,
            only_checked: false,
        },
    );
    notice.remarks = remarks;
    notice.begins = Some((game.ply(), About::Correction, side));
    ruling.notices.push(notice);
    ruling
}
