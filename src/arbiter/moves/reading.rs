//! How a written move is read: in the position on the board, in its writer's language.

use crate::arbiter::context::Context;
use crate::arbiter::told::one_move;
use crate::chess::Move;
use crate::chess::notation::{self, Class, Meant, Reading, Reason, described};
use crate::language::Language;
use crate::record::GameFile;
use crate::request::{SeriesPlace, WrittenMove};

/// What a move says in the position on the board.
pub(in crate::arbiter) fn read(
    game: &GameFile,
    ctx: &Context<'_>,
    written: &WrittenMove,
    place: SeriesPlace,
) -> Reading {
    let language = language(game, ctx, place);
    let reading = notation::read(&written.text, game.line.position(), language);
    if let Some(mv) = promoted(game, ctx, written, place, &reading) {
        return in_words(mv, reading.draw_offer);
    }
    let is_sentence = place == SeriesPlace::Prose && written.text.contains(char::is_whitespace);
    let nothing = reading.mv.is_none() && reading.candidates.is_empty();
    match one_move(game, &written.text).filter(|_| is_sentence && nothing) {
        Some(mv) => in_words(mv, false),
        None => reading,
    }
}

fn in_words(mv: Move, draw_offer: bool) -> Reading {
    Reading {
        class: Class::OkWithWarning,
        mv: Some(mv),
        candidates: Vec::new(),
        reason: Some(Reason::InWords),
        draw_offer,
    }
}

/// A pawn's move whose piece the words behind it ask for: `g1, poproszę skoczka`.
fn promoted(
    game: &GameFile,
    ctx: &Context<'_>,
    written: &WrittenMove,
    place: SeriesPlace,
    reading: &Reading,
) -> Option<Move> {
    let by_hand = !matches!(place, SeriesPlace::Form | SeriesPlace::Pgn);
    if !by_hand || reading.reason != Some(Reason::PromotionMissing) {
        return None;
    }
    // A pawn's squares alone are read as no move; what they may mean holds every piece.
    let among = match reading.candidates.is_empty() {
        false => reading.candidates.clone(),
        true => described::promoting(&written.text, game.line.position()),
    };
    // Words of the move itself may ask for it: `takes g1 and becomes a knight`.
    let squares = written.text.rfind(|c: char| c.is_ascii_digit());
    let within = squares.map_or(written.text.len(), |at| at + 1);
    let behind = match ctx
        .text
        .get(written.span.start..)?
        .starts_with(&written.text)
    {
        true => ctx.text.get(written.span.start + within..)?,
        false => ctx.text.get(written.span.end..)?,
    };
    let paragraph = behind.split("\n\n").next()?;
    let end = paragraph
        .char_indices()
        .nth(MOST_BEHIND)
        .map_or(paragraph.len(), |(at, _)| at);
    described::promoted(paragraph.get(..end)?, &among)
}

/// As far behind its move a promotion is told, in characters.
const MOST_BEHIND: usize = 160;

/// What a move may have been meant as that cannot be played as it was read. A program
/// that writes PGN makes no slips.
pub(in crate::arbiter) fn meant(
    game: &GameFile,
    ctx: &Context<'_>,
    written: &WrittenMove,
    place: SeriesPlace,
    reading: &Reading,
) -> Meant {
    if place == SeriesPlace::Pgn {
        return Meant::Nothing;
    }
    let language = language(game, ctx, place);
    notation::meant(&written.text, game.line.position(), language, reading)
}

/// The language of the letters that stand for pieces: the player's, and English
/// in a PGN (PGN standard, 8.2.3.2).
pub(in crate::arbiter) fn language(
    game: &GameFile,
    ctx: &Context<'_>,
    place: SeriesPlace,
) -> Option<Language> {
    Some(match place {
        SeriesPlace::Pgn => Language::En,
        _ => game.player(ctx.side).language,
    })
}
