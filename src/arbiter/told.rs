//! What sentences tell of in words of their own: a move that a sentence says plainly, and a
//! series that it supposes. Where the position leaves one move, it is asked for as if it
//! were written.

use crate::chess::notation::{self, described::Gist};
use crate::chess::{Move, Position, Side};
use crate::language::Language;
use crate::record::{GameFile, Status};
use crate::request::{
    Doubt, GameRequest, Moves, PlayerRequest, Request, Section, SeriesPlace, SupposedPair,
    Supposition, TextSpan, WrittenMove,
};
use crate::rules::NotationRule;

/// The part of a letter with what its sentences tell of in words among what it asks for;
/// `None` where they tell of nothing, or of more than one move.
pub fn with_told(game: &GameFile, side: Side, section: &Section) -> Option<Section> {
    let due = game.status == Status::Active && game.turn() == side;
    let free = game.facts.regulations.notation != NotationRule::Numeric;
    if !due || !free {
        return None;
    }
    let moved = with_told_move(game, side, section);
    let series = with_told_series(game, side, moved.as_ref().unwrap_or(section));
    series.or(moved)
}

fn with_told_move(game: &GameFile, side: Side, section: &Section) -> Option<Section> {
    let plain = |d: &Doubt| matches!(d, Doubt::MoveInProse { plain: true, .. });
    if !section.doubts.iter().any(plain) || !section.requests.iter().all(goes_with_a_move) {
        return None;
    }
    let (text, number, span) = told(game, side, &section.doubts)?;
    // A number of moves that are past may be told of anything.
    let number = number.filter(|n| *n >= game.move_number());
    let offers = |d: &Doubt| matches!(d, Doubt::MoveInProse { offers: true, .. });
    let is_offer = |r: &Request| *r == Request::Game(GameRequest::DrawOffer);
    let draw_offer = section.requests.iter().any(is_offer) || section.doubts.iter().any(offers);
    let moves = Moves {
        line: vec![WrittenMove {
            number,
            side: number.map(|_| side),
            ..written(text, span)
        }],
        alternatives: false,
        variant: Vec::new(),
        place: SeriesPlace::Prose,
        draw_offer,
        any_move: false,
        aside: false,
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

/// Series told in words behind the one move of a letter, where the position behind it
/// leaves one answer to each reply that is supposed.
fn with_told_series(game: &GameFile, side: Side, section: &Section) -> Option<Section> {
    let mut section = section.clone();
    let mut moves = section.requests.iter_mut().filter_map(|r| match r {
        Request::Game(GameRequest::Move(moves)) => Some(moves),
        _ => None,
    });
    let (Some(moves), None) = (moves.next(), moves.next()) else {
        return None;
    };
    let own = moves.line.last().filter(|_| !moves.alternatives)?;
    let language = game.player(side).language;
    let own = telling(
        &own.text,
        game.line.position(),
        game_answered(game),
        language,
    );
    let behind = TellingPosition {
        position: game.line.position().after(own.only()?),
        answered: own.only()?,
        language,
    };
    let mut found = false;
    section.doubts.retain(|doubt| {
        let Doubt::NoSeries { pairs, span, .. } = doubt else {
            return true;
        };
        let branches = behind.branches(pairs);
        let told = branches.into_iter().map(|branch| Supposition {
            moves: behind.written(&branch, *span),
            apart: true,
            alternatives: false,
        });
        let before = moves.variant.len();
        moves.variant.extend(told);
        let holds = moves.variant.len() > before;
        found |= holds;
        !holds
    });
    found.then_some(section)
}

/// The branches that what a letter supposes comes to behind a move, in UCI: those that
/// leave one answer to each reply.
pub(super) fn branches_behind(
    game: &GameFile,
    own: Move,
    language: Language,
    doubts: &[Doubt],
) -> Vec<Vec<Move>> {
    let behind = TellingPosition {
        position: game.line.position().after(own),
        answered: own,
        language,
    };
    let pairs = doubts.iter().filter_map(|doubt| match doubt {
        Doubt::NoSeries { pairs, .. } => Some(pairs),
        _ => None,
    });
    pairs.flat_map(|pairs| behind.branches(pairs)).collect()
}

/// The position in which a supposition is told, and the move that led there.
struct TellingPosition {
    position: Position,
    answered: Move,
    language: Language,
}

impl TellingPosition {
    /// The branches that a supposition comes to: none where the ways to read it
    /// differ, or where a reply has no answer, or two.
    fn branches(&self, pairs: &[SupposedPair]) -> Vec<Vec<Move>> {
        let mut told: Option<Vec<Vec<Move>>> = None;
        for pair in pairs {
            let Some(branches) = self.pair(pair) else {
                continue;
            };
            if told.as_ref().is_some_and(|before| *before != branches) {
                return Vec::new();
            }
            told = Some(branches);
        }
        told.unwrap_or_default()
    }

    /// A branch as it would be written, numeric.
    fn written(&self, branch: &[Move], span: TextSpan) -> Vec<WrittenMove> {
        let mut position = self.position.clone();
        let numeric = |mv: &Move| {
            let text = position.numeric(*mv);
            position = position.after(*mv);
            written(text, span)
        };
        branch.iter().map(numeric).collect()
    }

    fn pair(&self, pair: &SupposedPair) -> Option<Vec<Vec<Move>>> {
        let SupposedPair { expected, answer } = pair;
        let replies = telling(expected, &self.position, Some(self.answered), self.language);
        let branch = |reply: Move| {
            let behind = self.position.after(reply);
            let answer = telling(answer, &behind, Some(reply), self.language).only()?;
            Some(vec![reply, answer])
        };
        let branches: Option<Vec<_>> = replies.0.into_iter().map(branch).collect();
        branches.filter(|b| !b.is_empty())
    }
}

/// The moves that some words may tell of in a position.
struct ToldMoves(Vec<Move>);

impl ToldMoves {
    fn only(&self) -> Option<Move> {
        match self.0.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }
}

/// The moves of which words tell, or the one that is written there.
fn telling(
    text: &str,
    position: &Position,
    answered: Option<Move>,
    language: Language,
) -> ToldMoves {
    if let Some(mv) = notation::read(text, position, Some(language)).mv {
        return ToldMoves(vec![mv]);
    }
    let gist = Gist::of_half(text).filter(|_| text.trim().contains(char::is_whitespace));
    ToldMoves(gist.map_or_else(Vec::new, |g| g.explained_by(position, answered)))
}

fn game_answered(game: &GameFile) -> Option<Move> {
    game.line.moves().last().copied()
}

fn written(text: String, span: TextSpan) -> WrittenMove {
    WrittenMove {
        number: None,
        side: None,
        text,
        second: None,
        span,
    }
}

/// The sentence that plainly tells of the one move there is.
fn told(game: &GameFile, side: Side, doubts: &[Doubt]) -> Option<(String, Option<u32>, TextSpan)> {
    let mut found: Option<(Move, String, Option<u32>, TextSpan)> = None;
    for doubt in doubts {
        let (text, stated, plain, number, span) = match doubt {
            Doubt::MoveInProse {
                text,
                stated,
                plain,
                number,
                span,
                ..
            } => (text, *stated, *plain, *number, *span),
            Doubt::NoSeries { .. } | Doubt::BareDraw { .. } | Doubt::ReadAs { .. } => continue,
            _ => return None,
        };
        let one = one_stated(game, side, text);
        let agrees = |mv: Move| found.as_ref().is_none_or(|(before, ..)| *before == mv);
        match one {
            Some(mv) if plain && agrees(mv) => {
                found.get_or_insert((mv, text.clone(), number, span));
            }
            // Words beside in which there is no move.
            None if stated && !plain && any_moves(game, text) == 0 => {}
            _ => return None,
        }
    }
    found.map(|(_, text, number, span)| (text, number, span))
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
    Gist::of(text)?.tells_one(game.line.position(), game_answered(game))
}

fn any_moves(game: &GameFile, text: &str) -> usize {
    let explained = |g: Gist| g.explained_by(game.line.position(), game_answered(game));
    Gist::of(text).map_or(0, |g| explained(g).len())
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
