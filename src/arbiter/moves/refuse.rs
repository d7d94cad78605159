//! Faulty moves: what is recorded and charged, and what is only asked
//! (RULES.md 2, "When a penalty may be charged").

use super::series::BLANK;
use crate::arbiter::context::{Context, ask};
use crate::arbiter::faults::{self, is_of_promotion};
use crate::arbiter::notice::{Body, Candidate, Notice, Question, Recipient, Remark};
use crate::arbiter::ruling::{Ruling, Verdict, record};
use crate::chess::notation::{self, Class, Meant, Reading, Reason};
use crate::chess::{Move, Position, Side};
use crate::record::{About, Cause, Event, FaultKind, GameFile, Status};
use crate::request::{Moves, SeriesPlace, TextSpan, WrittenMove};
use crate::rules::Article;

/// What is known of a faulty move.
struct FaultyMove<'a> {
    kind: FaultKind,
    reason: Option<Reason>,
    text: &'a str,
    span: Option<TextSpan>,
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

/// A move that cannot be played as read, and what it may have been meant as.
pub(in crate::arbiter) fn faulty(
    game: &mut GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
    own: &WrittenMove,
    reading: &Reading,
    meant: Meant,
) -> Ruling {
    let kind = match reading.class {
        Class::Impossible => FaultKind::Impossible,
        Class::Ambiguous => FaultKind::Ambiguous,
        Class::Ok | Class::OkWithWarning | Class::Unreadable => FaultKind::Unreadable,
    };
    let position = game.line.position();
    let mut fault = FaultyMove {
        kind,
        reason: reading.reason,
        text: &own.text,
        span: Some(own.span),
        candidates: candidates(position, &reading.candidates),
        expected: None,
    };
    let promotion = reading.reason.is_some_and(Reason::is_of_promotion);
    let certainty = match meant {
        _ if promotion && !promotion_was_asked(game, ctx.side, game.ply() + 1) => Certainty::Asked,
        _ if promotion => Certainty::Certain,
        Meant::Nothing => Certainty::Certain,
        Meant::Known => Certainty::Explained,
        Meant::One(mv, reason) => {
            fault.candidates = candidates(position, &[mv]);
            fault.reason = Some(reason);
            Certainty::Explained
        }
        Meant::Asked(moves, reason) => {
            fault.candidates = candidates(position, &moves);
            fault.reason = Some(reason);
            Certainty::Explained
        }
    };
    match (chargeable(game, ctx, moves, certainty), certainty) {
        (true, _) => charge(game, ctx, fault, false),
        // The question is a fact of the record: what is done with the next letter
        // hangs on it.
        (false, Certainty::Asked) if chargeable(game, ctx, moves, Certainty::Certain) => {
            charge(game, ctx, fault, true)
        }
        (false, _) => unclear(game, ctx, fault),
    }
}

/// How certain it is that a fault is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// What is written is what is meant.
    Certain,
    /// A slip explains it, or its squares are known.
    Explained,
    /// It is asked about once before it counts.
    Asked,
}

/// Whether the player was asked before what a pawn becomes, on this half-move.
fn promotion_was_asked(game: &GameFile, side: Side, ply: u32) -> bool {
    let faulty = |text: &str| is_of_promotion(game, side, ply, text);
    game.standing().any(
        |e| matches!(&e.event, Event::Faulty { ply: p, text, .. } if *p == ply && faulty(text)),
    )
}

/// The opponent's last move repeated wrongly (56.3.3, 56.4.7).
pub(in crate::arbiter) fn wrong_repetition(
    game: &mut GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
    expected: &str,
    differs: &WrittenMove,
) -> Ruling {
    let fault = FaultyMove {
        kind: FaultKind::WrongRepetition,
        reason: None,
        text: &differs.text,
        span: Some(differs.span),
        candidates: Vec::new(),
        expected: Some(expected.to_owned()),
    };
    let certainty = match repeats_another(game, ctx, differs) {
        true => Certainty::Certain,
        false => Certainty::Explained,
    };
    if !chargeable(game, ctx, moves, certainty) {
        return unclear(game, ctx, fault);
    }
    charge(game, ctx, fault, false)
}

/// Whether what stands for the opponent's last move is certainly another one, or no
/// legal one; a text that cannot be read at all, or that a slip explains, is not.
fn repeats_another(game: &GameFile, ctx: &Context<'_>, differs: &WrittenMove) -> bool {
    let Some(before) = game.moves.len().checked_sub(1) else {
        return true;
    };
    let Some(position) = game.line.position_at(before) else {
        return true;
    };
    let language = Some(game.player(ctx.side).language);
    let reading = notation::read(&differs.text, position, language);
    match reading.class {
        Class::Ok | Class::OkWithWarning => true,
        Class::Impossible => {
            notation::meant(&differs.text, position, language, &reading) == Meant::Nothing
        }
        Class::Ambiguous | Class::Unreadable => false,
    }
}

/// Accepted moves were played; without a move of one's own behind them the letter is
/// one with an unreadable move (56.3.9).
pub(in crate::arbiter) fn accepted_without_answer(
    game: &mut GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
    accepted: &[String],
) -> Ruling {
    let fault = FaultyMove {
        kind: FaultKind::NoMove,
        reason: None,
        text: "",
        span: moves.line.last().map(|m| m.span),
        candidates: Vec::new(),
        expected: None,
    };
    // Our line was copied, and its blank left as it was.
    let unfilled = ctx.text.contains(BLANK);
    // It may be the one that stands apart: `and now d6`.
    let missing = !unfilled && !moves.aside;
    let mut then = match missing && chargeable(game, ctx, moves, Certainty::Certain) {
        true => charge(game, ctx, fault, false),
        false => unclear(game, ctx, fault),
    };
    let plies = u32::try_from(accepted.len()).unwrap_or(0);
    let played = game.moves.iter().skip(game.moves.len() - accepted.len());
    let moves: Vec<String> = played
        .map(|m| format!("{}{} {} ({})", m.number, m.side.dots(), m.numeric, m.san))
        .collect();
    for notice in &mut then.notices {
        let moves = moves.clone();
        notice
            .remarks
            .push(Remark::VariantAccepted { plies, moves });
    }
    then
}

/// A form filled in without an answer (56.3.5).
pub(in crate::arbiter) fn empty_form(
    game: &mut GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
) -> Ruling {
    let fault = FaultyMove {
        kind: FaultKind::NoMove,
        reason: None,
        text: "",
        span: None,
        candidates: Vec::new(),
        expected: None,
    };
    if moves.place != SeriesPlace::Form || !chargeable(game, ctx, moves, Certainty::Certain) {
        return unclear(game, ctx, fault);
    }
    charge(game, ctx, fault, false)
}

/// A faulty move on a card, as whoever entered it tells it.
pub(in crate::arbiter) fn on_card(
    game: &mut GameFile,
    ctx: &Context<'_>,
    kind: FaultKind,
    text: &str,
) -> Ruling {
    let expected = match (kind, game.moves.last()) {
        (FaultKind::WrongRepetition, Some(mv)) => Some(mv.numeric.to_string()),
        _ => None,
    };
    let fault = FaultyMove {
        kind,
        reason: None,
        text,
        span: None,
        candidates: Vec::new(),
        expected,
    };
    charge(game, ctx, fault, false)
}

/// Another notation where only the numeric one is allowed: asked, no penalty.
pub(in crate::arbiter) fn numeric_only(
    game: &GameFile,
    ctx: &Context<'_>,
    own: &WrittenMove,
) -> Ruling {
    let fault = FaultyMove {
        kind: FaultKind::Unreadable,
        reason: Some(Reason::NumericOnly),
        text: &own.text,
        span: Some(own.span),
        candidates: Vec::new(),
        expected: None,
    };
    unclear(game, ctx, fault)
}

/// What makes a fault certain enough for a penalty (RULES.md 2, "When a penalty may be
/// charged"): no slip explains it, the letter is verified, and it is one faulty move
/// that is numbered, in a form, or alone on its line. With the adjudicator no clock
/// runs to which days could be added.
fn chargeable(game: &GameFile, ctx: &Context<'_>, moves: &Moves, certainty: Certainty) -> bool {
    let in_words = |mv: &WrittenMove| notation::described::whole(&mv.text).is_some();
    certainty == Certainty::Certain
        && !moves.line.last().is_some_and(in_words)
        && ctx.verified
        && game.status != Status::Adjudication
        && ctx.only_request
        && moves.place != SeriesPlace::Prose
        && !moves.any_move
        && !holds_our_board(ctx.text)
}

/// Whether our picture of the board stands among the sender's own words: a letter
/// of ours came back without marks of quotation, and its record and its example of
/// a move are nobody's.
fn holds_our_board(text: &str) -> bool {
    // From either side.
    let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
    text.lines().any(|line| {
        let words = line.split_whitespace();
        words.clone().eq(files) || words.rev().eq(files)
    })
}

fn unclear(game: &GameFile, ctx: &Context<'_>, fault: FaultyMove<'_>) -> Ruling {
    let note = format!("{:?} '{}', not charged", fault.kind, fault.text);
    let question = Question::UnclearMove {
        fault: fault.kind,
        reason: fault.reason,
        text: fault.text.to_owned(),
        candidates: fault.candidates,
        expected: fault.expected,
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

/// Whether a fault in these very words of the player's was charged on this half-move. The
/// first question about a promotion was none.
fn was_charged(game: &GameFile, ctx: &Context<'_>, ply: u32) -> bool {
    let in_these_words = |cause| matches!(cause, Cause::Letter(id) if ctx.same_words.contains(&id));
    let only_asked = |text: &str| is_of_promotion(game, ctx.side, ply, text);
    game.standing().any(|e| match &e.event {
        Event::Faulty {
            ply: of,
            text,
            charged,
            ..
        } => *of == ply && in_these_words(e.cause) && !(*charged == Some(0) && only_asked(text)),
        _ => false,
    })
}

/// Records a fault and what it costs; nothing, where it is `free` and only asked about.
fn charge(game: &mut GameFile, ctx: &Context<'_>, fault: FaultyMove<'_>, free: bool) -> Ruling {
    let mut ruling = Ruling {
        verdict: Some(Verdict::MoveRejected),
        ..Ruling::default()
    };
    let profile = game.facts.profile;
    let ply = game.ply() + 1;
    let side = ctx.side;
    // A fault repeated before our request left costs once.
    let again_unasked = game.is_unasked(ctx.now);
    // Words that come again, whoever sends them, were charged with the first.
    let again = again_unasked || was_charged(game, ctx, ply);
    let (days, article) = match again || free {
        true => (0, Article::FaultPenalty),
        false => {
            let (days, article) = faults::next_penalty(game, side);
            (i64::from(days), article)
        }
    };
    let is_again = article == Article::FaultPenaltyAgain;
    let (received, mut remarks) = ctx.receipt(game);
    if again {
        remarks.push(Remark::PenaltyOnce);
    } else {
        let event = Event::Faulty {
            ply,
            fault: fault.kind,
            text: fault.text.chars().take(80).collect(),
            received,
            sent: ctx.sent_day(game),
            sent_at: ctx.sent_at(game),
            charged: Some(u32::try_from(days).unwrap_or(0)),
            arrived: matches!(ctx.cause, Cause::Letter(_)).then_some(ctx.dispatch.arrived),
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
            let event = Event::penalty(side, days, ply);
            record(
                game,
                &mut ruling,
                ctx.entry(event, Some(article.number(profile))),
            );
        }
    }
    ruling.note = format!("{:?} '{}', {days} penalty days", fault.kind, fault.text);
    let mut notice = Notice::new(
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
    // A free question interrupts nothing; but where nothing else was received, the
    // position comes with it.
    if days > 0 || again_unasked || game.receipt().is_none() {
        notice.begins = Some((game.ply(), About::Correction, side));
    }
    ruling.notices.push(notice);
    ruling
}
