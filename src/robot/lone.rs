//! What may be a move, beside the games of its sender. Where nothing else was found in a letter,
//! what can be made in one of them is asked about, and never played; where a move was found and
//! not its game, those are asked about in which it can be made.

use super::desk::Desk;
use super::docket::Docket;
use super::opponent;
use super::which::Which;
use crate::arbiter;
use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId};
use crate::request::{Doubt, Moves, Section, TextSpan, lone_moves};

/// Most games of one player in which a move is looked for.
const MOST_GAMES: usize = 30;

/// What a part of a letter may mean where nothing was found in it.
pub(super) enum LoneMoves {
    /// Nothing that could be done now.
    None,
    /// These moves, in this game.
    In(GameId, Vec<Doubt>),
    /// A move of one of these games, and what it may be.
    Of(Vec<GameName>, Vec<Doubt>),
}

/// Looks for what may be a move in a part of a letter, in the game that it is about; where
/// that is not clear, in each that it may be about.
pub(super) fn looked_for(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    section: &Section,
    which: Option<&Which>,
) -> Result<LoneMoves, Failure> {
    let moves = of_part(&docket.letter.own_text, section, which);
    if moves.is_empty() {
        return Ok(LoneMoves::None);
    }
    let games: Vec<GameId> = match which {
        Some(Which::Game(id)) => vec![*id],
        Some(Which::Ask(names)) => found(desk, names)?,
        Some(Which::HandedOn(_)) | None => Vec::new(),
    };
    let mut fit = Vec::new();
    for id in games.into_iter().take(MOST_GAMES) {
        let made = made_in(desk, docket.sender, id, &moves)?;
        if !made.is_empty() {
            fit.push((id, made));
        }
    }
    Ok(match fit.len() {
        ..=1 => match fit.pop() {
            Some((id, made)) => LoneMoves::In(id, made),
            None => LoneMoves::None,
        },
        _ => {
            let mut names = Vec::new();
            for (id, _) in fit {
                names.push(desk.game(id)?.facts.name.clone());
            }
            LoneMoves::Of(names, moves)
        }
    })
}

/// The games that a part of a letter is asked about which has a move and does not tell of which
/// game: those against whom it names, and of these those in which the move can be made now;
/// where none is left, as many as before.
pub(super) fn games_for(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    section: &Section,
    (moves, asked): (&Moves, &[GameName]),
) -> Result<Vec<GameName>, Failure> {
    let named = opponent::looked_for(desk, docket, section)?.names(desk)?;
    let against: Vec<GameName> = asked
        .iter()
        .filter(|g| named.contains(g))
        .cloned()
        .collect();
    let meant = match against.is_empty() {
        true => asked,
        false => &against,
    };
    let mut fit = Vec::new();
    for id in found(desk, meant)?.into_iter().take(MOST_GAMES) {
        let game = desk.game(id)?;
        let side = game.side_of(docket.sender);
        if side.is_some_and(|side| arbiter::can_be_made(game, side, moves)) {
            fit.push(game.facts.name.clone());
        }
    }
    Ok(match fit.is_empty() {
        true => meant.to_vec(),
        false => fit,
    })
}

fn found(desk: &Desk<'_>, names: &[GameName]) -> Result<Vec<GameId>, Failure> {
    let found = names.iter().map(|name| desk.tx.game_find(name));
    Ok(found
        .filter_map(Result::transpose)
        .collect::<Result<_, _>>()?)
}

/// What may be moves in the words of a part of a letter that holds nothing else; where its
/// game is not clear, the moves that it states too.
fn of_part(own_text: &str, section: &Section, which: Option<&Which>) -> Vec<Doubt> {
    let is_nothing = |d: &Doubt| matches!(d, Doubt::Nothing | Doubt::NearMove { .. });
    let states = |d: &Doubt| matches!(d, Doubt::MoveInProse { stated: true, .. });
    if matches!(which, Some(Which::Ask(_))) && section.doubts.iter().all(states) {
        return section.doubts.clone();
    }
    if !section.requests.is_empty() || !section.doubts.iter().all(is_nothing) {
        return Vec::new();
    }
    let TextSpan { start, end } = section.span;
    let mut moves = lone_moves(own_text.get(start..end).unwrap_or(""));
    for one in &mut moves {
        if let Doubt::MoveInProse { span, .. } = one {
            span.start += start;
            span.end += start;
        }
    }
    moves
}

/// Those of some moves that a player can make now in a game.
fn made_in(
    desk: &mut Desk<'_>,
    player: PlayerId,
    id: GameId,
    moves: &[Doubt],
) -> Result<Vec<Doubt>, Failure> {
    let game = desk.game(id)?;
    let Some(side) = game.side_of(player) else {
        return Ok(Vec::new());
    };
    let can = |one: &&Doubt| arbiter::names_a_move(game, side, std::slice::from_ref(*one));
    Ok(moves.iter().filter(can).cloned().collect())
}
