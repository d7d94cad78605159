//! A move that a sentence tells of in words of its own: where the sentence says it plainly
//! and the position leaves one move, it is asked for as if it were written.

use crate::chess::notation::{self, described::Gist};
use crate::chess::{Move, Side};
use crate::record::{GameFile, Status};
use crate::request::{
    Doubt, GameRequest, Moves, PlayerRequest, Request, Section, SeriesPlace, TextSpan, WrittenMove,
};
use crate::rules::NotationRule;

/// The part of a letter with the move that its sentences tell of among what it asks for;
/// `None` where they tell of none, or of more than one.
pub fn with_told_move(game: &GameFile, side: Side, section: &Section) -> Option<Section> {
    let due = game.status == Status::Active && game.turn() == side;
    let free = game.facts.regulations.notation != NotationRule::Numeric;
    if !due || !free || !section.requests.iter().all(goes_with_a_move) {
        return None;
    }
    let (text, span) = told(game, side, &section.doubts)?;
    let offers = |d: &Doubt| matches!(d, Doubt::MoveInProse { offers: true, .. });
    let is_offer = |r: &Request| *r == Request::Game(GameRequest::DrawOffer);
    let draw_offer = section.requests.iter().any(is_offer) || section.doubts.iter().any(offers);
    let moves = Moves {
        line: vec![WrittenMove {
            number: None,
            side: None,
            text,
            second: None,
            span,
        }],
        alternatives: false,
        variant: Vec::new(),
        place: SeriesPlace::Prose,
        draw_offer,
        any_move: false,
    };
    let mut section = section.clone();
    section.requests.retain(|r| !is_offer(r));
    section
        .requests
        .insert(0, Request::Game(GameRequest::Move(moves)));
    section
        .doubts
        .retain(|d| !matches!(d, Doubt::MoveInProse { .. }));
    Some(section)
}

/// The sentence that plainly tells of the one move there is.
fn told(game: &GameFile, side: Side, doubts: &[Doubt]) -> Option<(String, TextSpan)> {
    let mut found: Option<(Move, String, TextSpan)> = None;
    for doubt in doubts {
        let (text, stated, plain, span) = match doubt {
            Doubt::MoveInProse {
                text,
                stated,
                plain,
                span,
                ..
            } => (text, *stated, *plain, *span),
            Doubt::NoSeries { .. } | Doubt::BareDraw { .. } => continue,
            _ => return None,
        };
        let one = one_stated(game, side, text);
        let agrees = |mv: Move| found.as_ref().is_none_or(|(before, ..)| *before == mv);
        match one {
            Some(mv) if plain && agrees(mv) => {
                found.get_or_insert((mv, text.clone(), span));
            }
            // Words beside in which there is no move.
            None if stated && !plain && any_moves(game, text) == 0 => {}
            _ => return None,
        }
    }
    found.map(|(_, text, span)| (text, span))
}

/// The one move that a sentence tells of, or that is written in it.
fn one_stated(game: &GameFile, side: Side, text: &str) -> Option<Move> {
    if text.trim().contains(char::is_whitespace) {
        return one_move(game, text);
    }
    let language = game.player(side).language;
    notation::read(text, game.line.position(), Some(language)).mv
}

/// The one move that a sentence tells of in words of its own.
pub(super) fn one_move(game: &GameFile, text: &str) -> Option<Move> {
    let answered = game.line.moves().last().copied();
    Gist::of(text)?.tells_one(game.line.position(), answered)
}

fn any_moves(game: &GameFile, text: &str) -> usize {
    let answered = game.line.moves().last().copied();
    Gist::of(text).map_or(0, |g| g.explained_by(game.line.position(), answered).len())
}

/// Whether something may stand beside a move in one letter.
fn goes_with_a_move(request: &Request) -> bool {
    matches!(
        request,
        Request::Game(GameRequest::DrawOffer | GameRequest::Opponent { .. })
            | Request::Player(
                PlayerRequest::Leave { .. } | PlayerRequest::Status | PlayerRequest::Arbiter { .. }
            )
    )
}
