//! Moves: repetition, number, notation, legality, variants; what is played, what
//! is asked, what is charged (RULES.md 2, "A faulty move"; CONTRACT.md 4, "What").

pub(super) mod matching;
pub(super) mod numbers;
pub(super) mod reading;
pub(super) mod refuse;
mod sentence;
pub(crate) mod series;

use super::context::{Context, ask};
use super::draws;
use super::ending::{by_position, result_notices};
use super::gate::{self, closed};
use super::notice::{Body, CopiedBecause, Notice, Question, Recipient, Remark};
use super::oversteps;
use super::ruling::{Ruling, Verdict, record};
use crate::chess::Move;
use crate::chess::notation::{self, Meant};
use crate::record::{
    About, Cause, Circumstance, Entry, Event, GameFile, LeaveSpan, Opened, Status,
};
use crate::request::{Moves, SeriesPlace, WrittenMove};
use crate::rules::{Article, NotationRule, Repetition};
use matching::Prefix;
use reading::{meant, read};

/// A move in a letter, with what stands around it.
pub(super) fn play(game: &mut GameFile, ctx: &Context<'_>, moves: &Moves) -> Ruling {
    judge(game, ctx, moves, &[])
}

/// The same, with what was found out beside the moves.
pub(super) fn judge(
    game: &mut GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
    said: &[Remark],
) -> Ruling {
    if let Some(ruling) = annulling(game, ctx, moves) {
        return ruling;
    }
    if let Some(ruling) = not_now(game, ctx, moves) {
        return ruling;
    }
    let meant_here = sentence::meant_here(game, ctx, moves);
    let moves = meant_here.as_ref().unwrap_or(moves);
    let joined = matching::two_notations(game, ctx, moves);
    let moves = joined.as_ref().unwrap_or(moves);
    let joined = matching::parted_squares(game, ctx, moves);
    let moves = joined.as_ref().unwrap_or(moves);
    let joined = matching::said_again(game, ctx, moves);
    let moves = joined.as_ref().unwrap_or(moves);
    let Some(own) = moves.line.last() else {
        return no_move(game, ctx, moves);
    };
    if let Some(asked) = draws::taken_up_beside(game, ctx, own) {
        return asked;
    }

    let prefix = matching::prefix(game, ctx, moves);
    let mut remarks: Vec<Remark> = said.to_vec();
    let accepted = match prefix {
        Prefix::Fits {
            accepted,
            remarks: more,
        } => {
            remarks.extend(more);
            accepted
        }
        Prefix::AcceptedWithoutAnswer { accepted } => {
            let mut ruling = Ruling::default();
            if accept(game, ctx, &accepted, &mut ruling) {
                return merge(ruling, ended_by_series(game, ctx, &accepted));
            }
            let asked = refuse::accepted_without_answer(game, ctx, moves, &accepted);
            return merge(ruling, asked);
        }
        Prefix::Wrong { expected, differs } => {
            return refuse::wrong_repetition(game, ctx, moves, &expected, differs);
        }
        Prefix::RecordVoid { number } => {
            return record_void(game, ctx, own, number);
        }
        Prefix::Unclear => {
            let note = "two moves, and the first is no repetition";
            return two_moves(game, ctx, moves, note);
        }
        Prefix::Stale { written } => {
            return numbers::old_number(game, ctx, own, written);
        }
    };
    if accepted.is_empty()
        && moves.line.len() < 2
        && game.ply() > 0
        && game.facts.regulations.repetition == Repetition::LastMove
        // On the board the opponent's move is before one's eyes.
        && ctx.cause != Cause::Web
    {
        let expected = matching::last_move_text(game);
        return refuse::wrong_repetition(game, ctx, moves, &expected, own);
    }

    let mut ruling = Ruling::default();
    if accept(game, ctx, &accepted, &mut ruling) {
        return merge(ruling, ended_by_series(game, ctx, &accepted));
    }
    if !accepted.is_empty() {
        let plies = u32::try_from(accepted.len()).unwrap_or(0);
        remarks.push(Remark::accepted(plies));
    }

    let stale = numbers::of_old_letter(game, ctx, moves, own);
    if let Some(asked) = stale.or_else(|| numbers::check(game, ctx, own, &mut remarks)) {
        return merge(ruling, asked);
    }
    if game.facts.regulations.notation == NotationRule::Numeric && !notation::is_numeric(&own.text)
    {
        return merge(ruling, refuse::numeric_only(game, ctx, own));
    }
    let reading = read(game, ctx, own, moves.place);
    let meant = meant(game, ctx, own, moves.place, &reading);
    let (mv, reason) = match (reading.mv, meant) {
        (_, Meant::One(mv, reason)) => (mv, Some(reason)),
        (Some(mv), Meant::Nothing | Meant::Known) => (mv, reading.reason),
        (_, meant) => {
            return merge(
                ruling,
                refuse::faulty(game, ctx, moves, own, &reading, meant),
            );
        }
    };
    if let Some(reason) = reason {
        let text = own.text.clone();
        remarks.push(Remark::Spelling { text, reason });
    }
    let position = game.line.position();
    if let Some(castling) = position.castling_meant(mv) {
        remarks.push(Remark::KingStep {
            text: own.text.clone(),
            castling: position.san(castling).replace('O', "0"),
            numeric: position.numeric(castling),
        });
    }
    second_notation(game, ctx, own, mv, &mut remarks);
    let draw = moves.draw_offer || reading.draw_offer;
    merge(ruling, played(game, ctx, moves, mv, draw, remarks))
}

/// Ruled as if an overstep's notice were annulled, where the letter proves it wrong.
fn annulling(game: &mut GameFile, ctx: &Context<'_>, moves: &Moves) -> Option<Ruling> {
    if !oversteps::annuls(game, ctx.side, ctx.sent_day(game)) {
        return None;
    }
    let mut without = game.clone();
    let ruling = oversteps::annul(&mut without, ctx, |game, ctx, remark| {
        judge(game, ctx, moves, std::slice::from_ref(&remark))
    });
    let answered = |e: &Entry| matches!(e.event, Event::MovePlayed { .. } | Event::Faulty { .. });
    // Words in which no move was found answer nothing: the notice stands.
    if !without.fresh().iter().any(answered) {
        return None;
    }
    *game = without;
    Some(ruling)
}

/// What is ruled of a letter whose move cannot be looked at: the game is closed or paused,
/// it is not the sender's turn, or it is not clear which move is meant.
fn not_now(game: &mut GameFile, ctx: &Context<'_>, moves: &Moves) -> Option<Ruling> {
    let named = gate::may_name(game, ctx.side, ctx.sent_day(game));
    if let Some((question, note)) = closed(game, ctx).filter(|_| !named) {
        if let Some(ruling) = numbers::same_again(game, ctx, moves) {
            return Some(ruling);
        }
        let asked = ask(ctx, game, question, None, Verdict::MoveRejected, note);
        return Some(asked);
    }
    if game.status == Status::Paused {
        let own = moves.line.last().map(|own| own.text.clone());
        if let Some(ruling) = own.and_then(|text| oversteps::sealed(game, ctx, &text)) {
            return Some(ruling);
        }
        let note = "the game is paused; the move is kept";
        let asked = ask(ctx, game, Question::Paused, None, Verdict::Held, note);
        return Some(asked);
    }
    let theirs = |own: &WrittenMove| ends_with_theirs(game, ctx, moves, own);
    if moves.line.last().is_none_or(theirs) {
        return Some(no_move(game, ctx, moves));
    }
    if let Some(ruling) = numbers::out_of_turn(game, ctx, moves) {
        return Some(ruling);
    }
    if moves.alternatives {
        let note = "two moves joined by or";
        return Some(two_moves(game, ctx, moves, note));
    }
    matching::only_theirs(game, ctx, moves).then(|| refuse::empty_form(game, ctx, moves))
}

/// `full-record`: elsewhere in the record something differs, and nothing is charged.
fn record_void(game: &GameFile, ctx: &Context<'_>, own: &WrittenMove, number: u32) -> Ruling {
    let question = Question::Doubts { doubts: Vec::new() };
    let note = format!("the record sent along differs at move {number}");
    let span = Some(own.span);
    ask(ctx, game, question, span, Verdict::MoveRejected, &note)
}

/// Plays accepted half-moves of a series; true where the game is over with one of them.
fn accept(
    game: &mut GameFile,
    ctx: &Context<'_>,
    accepted: &[String],
    ruling: &mut Ruling,
) -> bool {
    let profile = game.facts.profile;
    for uci in accepted {
        let sent = ctx.sent_day(game);
        let event = Event::MovePlayed {
            ply: game.ply() + 1,
            uci: uci.clone(),
            received: sent,
            sent,
            sent_at: ctx.sent_at(game),
            variant: true,
            to_the_second: game.counts_hours(),
        };
        let article = Article::VariantTime.number(profile);
        record(game, ruling, ctx.entry(event, Some(article)));
        if let Some(ending) = game.line.ending() {
            let (event, article) = by_position(ending);
            let number = article.number(profile);
            record(game, ruling, ctx.entry(event, Some(number)));
            return true;
        }
    }
    false
}

/// The half-moves accepted of a series that stand last in the record: those that the
/// next move stands behind.
fn accepted_before(game: &GameFile) -> Vec<u32> {
    let accepted = game.moves.iter().rev().take_while(|m| m.variant);
    let mut plies: Vec<u32> = accepted.map(|m| m.ply).collect();
    plies.reverse();
    plies
}

/// A series that ended the game needs no move of one's own behind it.
fn ended_by_series(game: &GameFile, ctx: &Context<'_>, accepted: &[String]) -> Ruling {
    let count = u32::try_from(accepted.len()).unwrap_or(0);
    let plies = accepted_before(game);
    let accepted = Remark::accepted(count);
    let mut mine = Notice::new(
        Recipient::Player(game.player(ctx.side).id),
        Body::Confirmation {
            plies: plies.clone(),
            draw_offered: false,
            only_checked: false,
        },
    );
    mine.remarks.push(accepted.clone());
    let mut other = Notice::new(
        Recipient::Player(game.player(ctx.side.other()).id),
        Body::Move {
            plies,
            draw_offered: false,
        },
    );
    other.remarks.push(accepted);
    let mut notices = vec![mine, other];
    notices.extend(result_notices(game));
    Ruling {
        notices,
        verdict: Some(Verdict::Move),
        note: "a series of moves that ended the game".to_owned(),
        ..Ruling::default()
    }
}

/// Plays a legal move and everything that hangs on it.
fn played(
    game: &mut GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
    mv: Move,
    mut draw: bool,
    mut remarks: Vec<Remark>,
) -> Ruling {
    let mut ruling = Ruling {
        verdict: Some(Verdict::Move),
        ..Ruling::default()
    };
    let profile = game.facts.profile;
    let copy = match oversteps::near_control(game, ctx.sent_day(game)) {
        true => Some(CopiedBecause::ControlNear),
        false => (game.marks.repeated > 0).then_some(CopiedBecause::Repeated),
    };
    let (received, dates) = ctx.receipt(game);
    remarks.splice(0..0, dates);
    let sent = ctx.sent_day(game);
    let away = |l: &&LeaveSpan| l.days.from <= sent && sent < l.days.to;
    if let Some(leave) = game.leave.get(ctx.side).iter().find(away) {
        let until = leave.days.to;
        remarks.push(Remark::LeaveGoesOn { until });
    }
    let taken = accepted_before(game);
    let lapses = lapsing(game, ctx, !taken.is_empty());
    let position = game.line.position();
    let event = Event::MovePlayed {
        ply: game.ply() + 1,
        uci: position.uci(mv),
        received,
        sent: ctx.sent_day(game),
        sent_at: ctx.sent_at(game),
        variant: false,
        to_the_second: game.counts_hours(),
    };
    if game.draw_offer.is_some_and(|(by, _)| by != ctx.side) {
        remarks.push(Remark::OfferLapsed);
    }
    let named = game.status == Status::Adjudication && !gate::sent_before_the_end(game, sent);
    let article = match named {
        true => Article::OpinionMove,
        false => Article::MoveTime,
    };
    record(
        game,
        &mut ruling,
        ctx.entry(event, Some(article.number(profile))),
    );
    let ply = game.ply();
    contested(game, ctx, &mut ruling, &remarks);
    if let Some(last) = game.moves.last() {
        ruling.note = format!("{}{} {}", last.number, last.side.dots(), last.san);
    }

    remarks.extend(lapses);
    let mut asked = None;
    if let Some(ending) = game.line.ending() {
        let (event, article) = by_position(ending);
        record(
            game,
            &mut ruling,
            ctx.entry(event, Some(article.number(profile))),
        );
    } else if game.status == Status::Adjudication {
        // Nobody answers it any more: an offer or a series would bind nobody.
        draw = false;
        let until = game.adjudication.as_ref().and_then(|f| f.until);
        remarks.push(Remark::CountsAsMade { named, until });
    } else {
        if draw && let Some(from) = draws::too_early(game, ply.saturating_sub(1)) {
            draw = false;
            remarks.push(Remark::DrawTooEarly { from });
        }
        if let Some(because) = ctx.asks.filter(|_| draw) {
            draw = false;
            remarks.push(Remark::OfferAsked);
            asked = Some(draws::offer_asked(because));
        }
        if draw {
            let event = Event::DrawOffered {
                side: ctx.side,
                ply,
            };
            let article = Article::DrawOffer.number(profile);
            record(game, &mut ruling, ctx.entry(event, Some(article)));
        }
        propose(game, ctx, moves, &mut ruling, &mut remarks);
    }

    // What was accepted of a series stands before it, for both of them to see.
    let plies: Vec<u32> = taken.into_iter().chain([ply]).collect();
    let draw_offered = draw && game.status != Status::Finished;
    let told = MoveTold {
        plies,
        draw_offered,
        copy,
    };
    tell(game, ctx, &mut ruling, told, remarks);
    // The move is made without the offer, which a letter of its own asks about.
    ruling.notices.extend(asked.map(|question| {
        let body = Body::NotUnderstood {
            question,
            quoted: None,
        };
        Notice::new(Recipient::Player(game.player(ctx.side).id), body)
    }));
    ruling
}

/// What is told of a move that was played.
struct MoveTold {
    plies: Vec<u32>,
    draw_offered: bool,
    /// Why the arbiter gets a copy, where he does.
    copy: Option<CopiedBecause>,
}

/// Tells both players of a move, and the arbiter where he gets a copy.
fn tell(
    game: &GameFile,
    ctx: &Context<'_>,
    ruling: &mut Ruling,
    told: MoveTold,
    mut remarks: Vec<Remark>,
) {
    let MoveTold {
        plies,
        draw_offered,
        copy,
    } = told;
    let over = game.status == Status::Finished;
    let concerns_both = |r: &&Remark| {
        matches!(
            r,
            Remark::VariantProposed { .. }
                | Remark::VariantAccepted { .. }
                | Remark::VariantLapsed { .. }
                | Remark::ReceiptLong { .. }
                | Remark::CountsAsMade { .. }
        )
    };
    let mut to_opponent: Vec<Remark> = remarks.iter().filter(concerns_both).cloned().collect();
    if let Some(because) = copy {
        remarks.push(Remark::ArbiterCopied { because });
        to_opponent.push(Remark::ArbiterCopied { because });
    }
    let confirmed = Body::Confirmation {
        plies: plies.clone(),
        draw_offered,
        only_checked: false,
    };
    let me = Recipient::Player(game.player(ctx.side).id);
    let mut confirmation = Notice::new(me, confirmed);
    confirmation.remarks = remarks;
    // A card is confirmed by the card that answers it: a letter on paper alone, with
    // nothing to tell beyond that, is not worth its stamp.
    let by_card = ctx.cause == Cause::Card && game.gets_paper(ctx.side);
    let says_more = |r: &Remark| !matches!(r, Remark::ArbiterCopied { .. });
    if !by_card || confirmation.remarks.iter().any(says_more) {
        ruling.notices.push(confirmation);
    }
    let body = Body::Move {
        plies,
        draw_offered,
    };
    let other = ctx.side.other();
    let mut to_other = Notice::new(Recipient::Player(game.player(other).id), body.clone());
    to_other.remarks = to_opponent;
    if !over && game.status != Status::Adjudication {
        to_other.begins = Some((game.ply(), About::Move, other));
    }
    if copy.is_some() {
        ruling.notices.push(Notice::new(Recipient::Arbiter, body));
    }
    ruling.notices.push(to_other);
    if over {
        ruling.notices.extend(result_notices(game));
    }
}

/// A stated receipt later than the standard time on the way allows is for the
/// arbiter (56.2.5): he gets it as a matter, with the day that the player names.
fn contested(game: &mut GameFile, ctx: &Context<'_>, ruling: &mut Ruling, remarks: &[Remark]) {
    let later = remarks.iter().find_map(|r| match r {
        Remark::ReceiptLater { stated, .. } | Remark::ReceiptLong { stated, .. } => Some(*stated),
        _ => None,
    });
    let Some(stated) = later else {
        return;
    };
    let receipt = Circumstance::Receipt { stated };
    let event = Event::MatterOpened(Opened::new("slow-transmission", ctx.side, receipt));
    let article = Article::Transit.number(game.facts.profile);
    record(game, ruling, ctx.entry(event, Some(article)));
}

/// A proposed series: what of its branches can be played stands from now on.
fn propose(
    game: &mut GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
    ruling: &mut Ruling,
    remarks: &mut Vec<Remark>,
) {
    if moves.variant.is_empty() {
        return;
    }
    if !game.facts.regulations.variants {
        remarks.push(Remark::VariantsOff);
        return;
    }
    let language = Some(game.player(ctx.side).language);
    let read = series::read(game.line.position(), language, &moves.variant);
    remarks.extend(read.cuts);
    let mut branches = read.branches.into_iter();
    let Some(line) = branches.next() else { return };
    let event = Event::VariantProposed {
        side: ctx.side,
        ply: game.ply(),
        line,
        others: branches.collect(),
    };
    let article = Article::VariantProposed.number(game.facts.profile);
    record(game, ruling, ctx.entry(event, Some(article)));
    remarks.extend(series::standing(game));
}

/// What is left of the opponent's series in a move that does not take it up: it lapses.
fn lapsing(game: &GameFile, ctx: &Context<'_>, took: bool) -> Option<Remark> {
    let proposal = game.proposal.as_ref().filter(|p| p.side != ctx.side)?;
    Some(Remark::VariantLapsed {
        side: proposal.side,
        took,
        branches: series::shown(game.line.position(), &proposal.branches),
    })
}

/// 56.3.6: the numeric notation holds, else the first; a disagreement is remarked.
fn second_notation(
    game: &GameFile,
    ctx: &Context<'_>,
    own: &WrittenMove,
    mv: Move,
    remarks: &mut Vec<Remark>,
) {
    let Some(second) = &own.second else { return };
    let language = Some(game.player(ctx.side).language);
    let other = notation::read(second, game.line.position(), language);
    if other.mv != Some(mv) {
        remarks.push(Remark::NotationsDiffer {
            taken: own.text.clone(),
            other: second.clone(),
        });
    }
}

/// Whether a form ends with the opponent's last move, in his column: nothing in
/// it answers that (56.3.5).
fn ends_with_theirs(game: &GameFile, ctx: &Context<'_>, moves: &Moves, own: &WrittenMove) -> bool {
    let theirs = ctx.side.other();
    moves.place == SeriesPlace::Form
        && game.turn() == ctx.side
        && own.side == Some(theirs)
        && (own.number.is_some())
        && own.number
            == game
                .moves
                .last()
                .filter(|m| m.side == theirs)
                .map(|m| m.number)
}

/// Nothing but `any move`, or an empty form (56.3.5).
fn no_move(game: &mut GameFile, ctx: &Context<'_>, moves: &Moves) -> Ruling {
    if moves.any_move {
        let doubts = Vec::new();
        let question = Question::Doubts { doubts };
        let note = "any move is not a move";
        return ask(ctx, game, question, None, Verdict::MoveRejected, note);
    }
    if game.turn() != ctx.side {
        let note = "it is the opponent's move";
        return ask(
            ctx,
            game,
            Question::NotYourTurn,
            None,
            Verdict::MoveRejected,
            note,
        );
    }
    refuse::empty_form(game, ctx, moves)
}

pub(super) fn two_moves(game: &GameFile, ctx: &Context<'_>, moves: &Moves, note: &str) -> Ruling {
    let texts = moves.line.iter().map(|m| m.text.clone()).collect();
    let span = moves.line.first().map(|m| m.span);
    let question = Question::TwoMoves { texts };
    ask(ctx, game, question, span, Verdict::MoveRejected, note)
}

/// What was done before comes first; the later verdict and note hold, unless a
/// move was played before.
fn merge(mut first: Ruling, then: Ruling) -> Ruling {
    first.player_entries.extend(then.player_entries);
    first.notices.extend(then.notices);
    first.verdict = then.verdict.or(first.verdict);
    first.note = then.note;
    first
}
