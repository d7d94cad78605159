//! What stands before the sender's own move: a repetition of the opponent's last
//! move or of the record, and accepted moves of a proposed series.

use super::reading::language;
use crate::arbiter::context::Context;
use crate::arbiter::notice::Remark;
use crate::chess::notation::{self, Class, Meant};
use crate::chess::{Position, Side};
use crate::language::Language;
use crate::record::GameFile;
use crate::request::{Moves, SeriesPlace, TextSpan, WrittenMove};
use crate::rules::Repetition;

/// How the moves before the own one fit.
pub(in crate::arbiter) enum Prefix<'m> {
    /// They are there or not, and right; so many moves of the series are accepted.
    Fits {
        accepted: Vec<String>,
        remarks: Vec<Remark>,
    },
    /// A series is accepted, and no move of one's own stands after it (56.3.9).
    AcceptedWithoutAnswer { accepted: Vec<String> },
    /// The opponent's last move is repeated wrongly (56.3.3).
    Wrong {
        expected: String,
        differs: &'m WrittenMove,
    },
    /// `full-record`: elsewhere in the record something differs; void, no penalty.
    RecordVoid { number: u32 },
    /// Two moves, and no way to tell.
    Unclear,
    /// The letter is an answer to an older move: its own move has a past number.
    Stale { written: u32 },
}

/// The opponent's last move as we write it: numeric and SAN.
pub(in crate::arbiter) fn last_move_text(game: &GameFile) -> String {
    game.moves
        .last()
        .map(|m| format!("{} ({})", m.numeric, m.san))
        .unwrap_or_default()
}

/// Whether a written move is the recorded half-move of that index.
pub(in crate::arbiter) fn is_recorded(
    game: &GameFile,
    language: Option<Language>,
    written: &WrittenMove,
    index: usize,
) -> bool {
    let (Some(position), Some(recorded)) = (game.line.position_at(index), game.moves.get(index))
    else {
        return false;
    };
    !notation::is_descriptive(&written.text) && reads_as(language, written, position, &recorded.uci)
}

fn reads_as(
    language: Option<Language>,
    written: &WrittenMove,
    position: &Position,
    uci: &str,
) -> bool {
    let reading = notation::read(&written.text, position, language);
    match reading.class {
        Class::Ok | Class::OkWithWarning => reading.mv.is_some_and(|mv| position.uci(mv) == uci),
        // Repeated in letters that fit two pieces: the one recorded is meant.
        _ if !reading.candidates.is_empty() => {
            let mut fit = reading.candidates.iter();
            fit.any(|mv| position.uci(*mv) == uci)
        }
        // With a slip that the recorded move explains.
        Class::Ambiguous | Class::Impossible | Class::Unreadable => {
            match notation::meant(&written.text, position, language, &reading) {
                Meant::One(mv, _) => position.uci(mv) == uci,
                Meant::Asked(all, _) => all.iter().any(|mv| position.uci(*mv) == uci),
                Meant::Known | Meant::Nothing => false,
            }
        }
    }
}

/// The half-move index (from 0) that a number and side name in this game.
pub(in crate::arbiter) fn index_of(game: &GameFile, number: u32, side: Side) -> Option<i64> {
    let start = game.line.start();
    let first = i64::from(start.move_number()) * 2 + i64::from(start.turn() == Side::Black);
    let meant = i64::from(number) * 2 + i64::from(side == Side::Black);
    Some(meant - first)
}

/// Compares what stands before the own move with the record and the proposal.
pub(in crate::arbiter) fn prefix<'m>(
    game: &GameFile,
    ctx: &Context<'_>,
    moves: &'m Moves,
) -> Prefix<'m> {
    let line = &moves.line;
    let language = language(game, ctx, moves.place);
    if let Some(found) = acceptance(game, ctx, moves) {
        return found;
    }
    let before = match line.split_last() {
        Some((_, before)) => before,
        None => return Prefix::Unclear,
    };
    let Some((last, earlier)) = before.split_last() else {
        return Prefix::Fits {
            accepted: Vec::new(),
            remarks: Vec::new(),
        };
    };
    let played = game.moves.len();
    if let Some(own) = line.last()
        && let Some(number) = own.number
        && number < game.move_number()
        && !earlier.is_empty()
        && !(played > 0 && is_recorded(game, language, last, played - 1))
    {
        return Prefix::Stale { written: number };
    }
    if played > 0 && is_recorded(game, language, last, played - 1) {
        return compare_rest(game, language, earlier);
    }
    if played == 0 {
        return Prefix::Unclear;
    }
    // Not the recorded last move. Is it said to be the opponent's?
    let others_number = {
        let recorded = game.moves.last();
        recorded
            .is_some_and(|r| last.number == Some(r.number) && last.side.is_none_or(|s| s == r.side))
            && last.side != Some(ctx.side)
    };
    let others_column = last.side == Some(ctx.side.other());
    let past = last
        .number
        .zip(last.side)
        .and_then(|(n, s)| index_of(game, n, s))
        .is_some_and(|i| i + 1 < i64::try_from(played).unwrap_or(0));
    if past {
        return match line.last().and_then(|m| m.number) {
            Some(written) if written < game.move_number() => Prefix::Stale { written },
            _ => Prefix::Unclear,
        };
    }
    // One half-move too many: what stands here is the sender's own answer, or a move
    // that is still to come.
    let beyond = last
        .number
        .zip(last.side)
        .and_then(|(n, s)| index_of(game, n, s))
        .is_some_and(|i| i >= i64::try_from(played).unwrap_or(0));
    let answers = earlier
        .last()
        .is_some_and(|theirs| is_recorded(game, language, theirs, played - 1));
    if beyond || answers {
        return Prefix::Unclear;
    }
    // Two numberless moves, or one's own number first: `12. 5254 5755` from White.
    let own_first = last.number == Some(game.move_number()) && ctx.side == Side::White;
    if (others_number || others_column) && !own_first || moves.place == SeriesPlace::Form {
        return Prefix::Wrong {
            expected: last_move_text(game),
            differs: last,
        };
    }
    Prefix::Unclear
}

/// The rest of a record that was sent along, newest last, just before the
/// opponent's last move.
fn compare_rest<'m>(
    game: &GameFile,
    language: Option<Language>,
    rest: &'m [WrittenMove],
) -> Prefix<'m> {
    let mut remarks = Vec::new();
    let top = game.moves.len().saturating_sub(1);
    for (back, written) in rest.iter().rev().enumerate() {
        let by_number = written
            .number
            .zip(written.side)
            .and_then(|(n, s)| index_of(game, n, s))
            .and_then(|i| usize::try_from(i).ok());
        let Some(index) = by_number.or_else(|| top.checked_sub(back + 1)) else {
            continue;
        };
        let Some(recorded) = game.moves.get(index) else {
            continue;
        };
        if !is_recorded(game, language, written, index) {
            if game.facts.regulations.repetition == Repetition::FullRecord {
                return Prefix::RecordVoid {
                    number: recorded.number,
                };
            }
            remarks.push(Remark::RecordDiffers {
                number: recorded.number,
                written: written.text.clone(),
                recorded: format!("{} ({})", recorded.numeric, recorded.san),
            });
        }
    }
    // Oldest first, and not more of them than anyone would read.
    remarks.reverse();
    remarks.truncate(5);
    Prefix::Fits {
        accepted: Vec::new(),
        remarks,
    }
}

/// Whether the moves accept a part of the proposed series.
pub(in crate::arbiter) fn accepts(game: &GameFile, ctx: &Context<'_>, moves: &Moves) -> bool {
    acceptance(game, ctx, moves).is_some()
}

/// Moves of a branch of the proposed series repeated in order: as many as stand there,
/// from the longest; before them perhaps the opponent's last move and more of the record.
fn acceptance<'m>(game: &GameFile, ctx: &Context<'_>, moves: &'m Moves) -> Option<Prefix<'m>> {
    let proposal = game.proposal.as_ref().filter(|p| p.side != ctx.side)?;
    if game.turn() != ctx.side {
        return None;
    }
    let taken = |branch: &Vec<String>| taken(game, ctx, moves, branch);
    let found: Vec<TakenBranch> = proposal.branches.iter().filter_map(taken).collect();
    let most = found.iter().map(|t| t.accepted.len()).max()?;
    let mut longest = found.into_iter().filter(|t| t.accepted.len() == most);
    match (longest.next()?, longest.next()) {
        (TakenBranch { accepted, answered }, None) => Some(match answered {
            true => Prefix::Fits {
                accepted,
                remarks: Vec::new(),
            },
            false => Prefix::AcceptedWithoutAnswer { accepted },
        }),
        // As it is spelt it repeats two branches.
        (_, Some(_)) => Some(Prefix::Unclear),
    }
}

/// As much of a branch as a letter repeats.
struct TakenBranch {
    accepted: Vec<String>,
    /// A move of one's own stands behind it.
    answered: bool,
}

fn taken(
    game: &GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
    branch: &[String],
) -> Option<TakenBranch> {
    let language = language(game, ctx, moves.place);
    let mut positions = vec![game.line.position().clone()];
    for uci in branch {
        let last = positions.last()?;
        let next = last.after(last.move_of_uci(uci)?);
        positions.push(next);
    }
    let repeats =
        |written: &WrittenMove, index: usize| match (positions.get(index), branch.get(index)) {
            (Some(position), Some(uci)) => reads_as(language, written, position, uci),
            _ => false,
        };
    let line = &moves.line;
    let played = game.moves.len();
    let fits = |head: &[WrittenMove]| match head.last() {
        None => true,
        Some(last) => played > 0 && is_recorded(game, language, last, played - 1),
    };
    // An even number of them: the opponent's expected move and one's own reply, in pairs.
    let longest = branch.len() - branch.len() % 2;
    for count in (2..=longest).rev().step_by(2) {
        // With a move of one's own behind them, or without one.
        for own in [1, 0] {
            let Some(first) = line.len().checked_sub(count + own) else {
                continue;
            };
            let (head, tail) = line.split_at(first);
            let mut repeated = tail.iter().take(count).enumerate();
            if repeated.all(|(i, w)| repeats(w, i)) && fits(head) {
                return Some(TakenBranch {
                    accepted: branch.iter().take(count).cloned().collect(),
                    answered: own == 1,
                });
            }
        }
    }
    None
}

/// Whether a letter only names the opponent's last move (`Your move 12. Nf3 is
/// here, thank you`) and holds none of its own. A form is ruled as one.
pub(in crate::arbiter) fn only_theirs(game: &GameFile, ctx: &Context<'_>, moves: &Moves) -> bool {
    let (Some(own), Some(theirs)) = (moves.line.last(), game.moves.last()) else {
        return false;
    };
    if moves.place == SeriesPlace::Form || theirs.side == ctx.side {
        return false;
    }
    let named =
        own.number.is_none_or(|n| n == theirs.number) && own.side.is_none_or(|s| s == theirs.side);
    let language = Some(game.player(ctx.side).language);
    let legal = |position: &Position| {
        let reading = notation::read(&own.text, position, language);
        reading.mv.is_some() || !reading.candidates.is_empty()
    };
    if !named || legal(game.line.position()) {
        return false;
    }
    let before = game.moves.len().saturating_sub(1);
    let in_their_place = || own.side.is_some() && game.line.position_at(before).is_some_and(legal);
    is_recorded(game, language, own, before) || in_their_place()
}

/// The last two moves that are written, and what stands between them.
fn last_two<'m>(
    ctx: &Context<'m>,
    moves: &'m Moves,
) -> Option<(&'m WrittenMove, &'m WrittenMove, &'m str)> {
    let (second, before) = moves.line.split_last()?;
    let (first, _) = before.split_last()?;
    let between = ctx.text.get(first.span.end..second.span.start)?;
    Some((first, second, between))
}

/// `2. Nf3 6143`: two notations side by side that name different moves. Where
/// the second cannot be the opponent's answer to the first, it is the sender's
/// own move once more, and the numeric one holds (56.3.6).
pub(in crate::arbiter) fn two_notations(
    game: &GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
) -> Option<Moves> {
    let (first, second, between) = last_two(ctx, moves)?;
    let beside = between.chars().all(|c| c == ' ' || c == ',') && !moves.alternatives;
    if !beside || notation::is_numeric(&first.text) == notation::is_numeric(&second.text) {
        return None;
    }
    let played = game.moves.len();
    let language = Some(game.player(ctx.side).language);
    if played > 0 && is_recorded(game, language, first, played - 1) {
        return None;
    }
    let position = game.line.position();
    let legal = |text: &str, position: &Position| notation::read(text, position, language).mv;
    let (numeric, other) = match notation::is_numeric(&first.text) {
        true => (first, second),
        false => (second, first),
    };
    legal(&numeric.text, position)?;
    let answers = legal(&first.text, position)
        .is_some_and(|mv| legal(&second.text, &position.after(mv)).is_some());
    if answers {
        return None;
    }
    let mut joined = moves.clone();
    joined.line.truncate(moves.line.len() - 2);
    joined.line.push(WrittenMove {
        text: numeric.text.clone(),
        second: Some(other.text.clone()),
        span: numeric.span,
        ..first.clone()
    });
    Some(joined)
}

/// `2. 7163`, and the same once more under its number: one move, however it is written.
pub(in crate::arbiter) fn said_again(
    game: &GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
) -> Option<Moves> {
    let (first, second, _) = last_two(ctx, moves)?;
    let numbered = |mv: &WrittenMove| mv.number.map(|number| (number, mv.side));
    if moves.alternatives || numbered(first).is_none() || numbered(first) != numbered(second) {
        return None;
    }
    let language = Some(game.player(ctx.side).language);
    let read = |mv: &WrittenMove| notation::read(&mv.text, game.line.position(), language).mv;
    if read(first).is_none() || read(first) != read(second) {
        return None;
    }
    let mut joined = moves.clone();
    joined.line.pop();
    Some(joined)
}

/// `g8 f6`: the two squares of one move, a blank between them. Nobody's own piece can go to
/// a square on which another of his stands, so that what the position allows as one move
/// is no two.
pub(in crate::arbiter) fn parted_squares(
    game: &GameFile,
    ctx: &Context<'_>,
    moves: &Moves,
) -> Option<Moves> {
    let (first, second, between) = last_two(ctx, moves)?;
    let beside = between.starts_with(' ') && between.chars().all(|c| " -–—".contains(c));
    let bare = |mv: &WrittenMove| {
        let mut signs = mv.text.chars();
        let square = |a: char, b: char| a.is_lowercase() && b.is_ascii_digit();
        matches!((signs.next(), signs.next(), signs.next()), (Some(a), Some(b), None) if square(a, b))
    };
    if !beside || moves.alternatives || !bare(first) || !bare(second) {
        return None;
    }
    let text = format!("{}{}", first.text, second.text);
    let language = Some(game.player(ctx.side).language);
    let position = game.line.position();
    let reading = notation::read(&text, position, language);
    let legal = reading.mv.is_some()
        || matches!(
            notation::meant(&text, position, language, &reading),
            Meant::One(..)
        );
    if !legal {
        return None;
    }
    let mut joined = moves.clone();
    joined.line.truncate(moves.line.len() - 2);
    joined.line.push(WrittenMove {
        text,
        side: first.side.filter(|side| *side == ctx.side),
        span: TextSpan {
            start: first.span.start,
            end: second.span.end,
        },
        ..first.clone()
    });
    Some(joined)
}
