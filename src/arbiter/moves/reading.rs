//! How a written move is read: in the position on the board, in its writer's language.

use crate::arbiter::context::Context;
use crate::chess::notation::{self, Meant, Reading};
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
    notation::read(&written.text, game.line.position(), language)
}

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
