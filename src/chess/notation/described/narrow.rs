//! Which of a few moves some words tell that alone would be no move: `the knight from
//! g1`, `с короткой`, `skoczek z b1`, `die Dame`.

use super::Coords;
use super::atoms::{Atom, runs};
use super::lexicon::{WordMeaning, WordRole};
use crate::chess::Piece;
use crate::chess::notation::algebraic::any_piece;
use crate::chess::notation::squares::is_castling;
use crate::chess::position::{Move, Position, piece};

/// What is said of a move.
#[derive(Debug)]
enum SaidOfMove {
    Piece(Piece),
    From(Vec<Coords>),
    To(Vec<Coords>),
    /// Its square: from or to.
    Square(Vec<Coords>),
    FromFile(u8),
    Takes,
    Castles,
    Short,
    Long,
}

/// The one of some moves that a text tells; `None` where it tells none or several, or
/// says anything else.
pub fn narrowed(text: &str, position: &Position, among: &[Move]) -> Option<Move> {
    let said = said(text).or_else(|| piece_and_square(text))?;
    let of = |said: &[SaidOfMove]| -> Vec<Move> {
        let fits = |mv: &&Move| said.iter().all(|part| part.fits(**mv, position));
        among.iter().filter(fits).copied().collect()
    };
    let mut fit = of(&said);
    if fit.is_empty() {
        // `Тот, что на b1`: where the piece stands.
        let stands = said.into_iter().map(|part| match part {
            SaidOfMove::To(on) => SaidOfMove::From(on),
            other => other,
        });
        fit = of(&stands.collect::<Vec<_>>());
    }
    match fit.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// What the words of a text say, if each says something.
fn said(text: &str) -> Option<Vec<SaidOfMove>> {
    let mut said = Vec::new();
    let mut end = 0;
    for placed in runs(text).into_iter().flatten() {
        let between = text.get(end..placed.start)?;
        if between.chars().any(char::is_alphanumeric) {
            return None;
        }
        end = placed.end;
        let role = match said.last() {
            Some(Said::Lead(role)) => Some(*role),
            _ => None,
        };
        said.push(of_atom(placed.atom, role)?);
    }
    let rest = text.get(end..)?;
    if rest.chars().any(char::is_alphanumeric) {
        return None;
    }
    let said: Vec<SaidOfMove> = said
        .into_iter()
        .filter_map(|s| match s {
            Said::Of(said) => Some(said),
            Said::Lead(_) | Said::Nothing => None,
        })
        .collect();
    (!said.is_empty()).then_some(said)
}

/// What one word says.
enum Said {
    Of(SaidOfMove),
    /// What the next square is.
    Lead(WordRole),
    Nothing,
}

fn of_atom(atom: Atom, lead: Option<WordRole>) -> Option<Said> {
    Some(Said::Of(match atom {
        Atom::Square(on) => match lead {
            Some(WordRole::From) => SaidOfMove::From(on),
            Some(WordRole::To) => SaidOfMove::To(on),
            _ => SaidOfMove::Square(on),
        },
        Atom::Squares(_, to) => SaidOfMove::To(to),
        Atom::Becomes(piece) => SaidOfMove::Piece(piece),
        Atom::Figure(_) => return None,
        Atom::Word(word) => return of_word(&word, lead),
    }))
}

fn of_word(word: &WordMeaning, lead: Option<WordRole>) -> Option<Said> {
    let is = |role| word.is(role);
    Some(if let Some(piece) = word.piece {
        Said::Of(SaidOfMove::Piece(piece))
    } else if is(WordRole::Castling) {
        Said::Of(SaidOfMove::Castles)
    } else if is(WordRole::Short) {
        Said::Of(SaidOfMove::Short)
    } else if is(WordRole::Long) {
        Said::Of(SaidOfMove::Long)
    } else if is(WordRole::Taking) || is(WordRole::Passing) {
        Said::Of(SaidOfMove::Takes)
    } else if is(WordRole::From) {
        Said::Lead(WordRole::From)
    } else if is(WordRole::To) {
        Said::Lead(WordRole::To)
    } else if let (Some(file), Some(WordRole::From)) = (word.file, lead) {
        Said::Of(SaidOfMove::FromFile(file))
    } else if is(WordRole::Filler)
        || is(WordRole::Moving)
        || is(WordRole::With)
        || is(WordRole::Squares)
    {
        Said::Nothing
    } else {
        return None;
    })
}

/// `Nb1`, `Sb1`, `Кb1`, `Kg1`: a piece where it stands, in the letters of any language.
fn piece_and_square(text: &str) -> Option<Vec<SaidOfMove>> {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    let letters: Vec<char> = bare.chars().collect();
    let [name, square @ ..] = letters.as_slice() else {
        return None;
    };
    any_piece(&[*name])?;
    let square: String = square.iter().collect();
    match said(&square)?.pop()? {
        SaidOfMove::Square(on) => Some(vec![SaidOfMove::From(on)]),
        _ => None,
    }
}

impl SaidOfMove {
    fn fits(&self, mv: Move, position: &Position) -> bool {
        let (from, to) = position.squares(mv);
        let castles = is_castling(mv);
        match self {
            SaidOfMove::Piece(told) => {
                let moving = position.piece_at(from.0, from.1).map(|(_, p)| p);
                let becomes = mv.0.promotion().map(piece);
                moving == Some(*told) || becomes == Some(*told)
            }
            SaidOfMove::From(on) => on.contains(&from),
            SaidOfMove::To(on) => on.contains(&to),
            SaidOfMove::Square(on) => on.contains(&from) || on.contains(&to),
            SaidOfMove::FromFile(file) => from.0 == *file,
            SaidOfMove::Takes => mv.0.is_capture(),
            SaidOfMove::Castles => castles,
            SaidOfMove::Short => castles && to.0 == 6,
            SaidOfMove::Long => castles && to.0 == 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Variant;

    fn told(fen: &str, ucis: &[&str], text: &str) -> Option<String> {
        let position = Position::from_fen(fen, Variant::Standard).unwrap();
        let among: Vec<Move> = ucis
            .iter()
            .map(|uci| position.move_of_uci(uci).unwrap())
            .collect();
        narrowed(text, &position, &among).map(|mv| position.uci(mv))
    }

    #[test]
    fn the_words_that_tell_two_moves_apart() {
        let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        let both = ["b1d2", "f3d2"];
        for (text, expected) in [
            ("the knight from b1", "b1d2"),
            ("knight f3", "f3d2"),
            ("from f3", "f3d2"),
            ("Конь с b1", "b1d2"),
            ("конём с f3", "f3d2"),
            ("кінь з b1", "b1d2"),
            ("Skoczek z b1", "b1d2"),
            ("Springer von f3", "f3d2"),
            ("f3", "f3d2"),
            ("на b1", "b1d2"),
            ("na f3", "f3d2"),
            ("auf b1", "b1d2"),
            ("Nb1", "b1d2"),
            ("Кf3", "f3d2"),
            ("Sb1", "b1d2"),
        ] {
            assert_eq!(
                told(knights, &both, text).as_deref(),
                Some(expected),
                "{text}"
            );
        }
        for text in [
            "the knight",
            "not from b1",
            "the knight from b1, or from f3",
            "d2",
            "8",
        ] {
            assert_eq!(told(knights, &both, text), None, "{text}");
        }
        let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        let wings = ["e1g1", "e1c1"];
        for (text, expected) in [
            ("с короткой", "e1g1"),
            ("длинная", "e1c1"),
            ("kingside", "e1g1"),
            ("krótka", "e1g1"),
            ("die lange", "e1c1"),
            ("коротку", "e1g1"),
        ] {
            assert_eq!(
                told(castling, &wings, text).as_deref(),
                Some(expected),
                "{text}"
            );
        }
        let pawn = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        let becomes = ["a7a8q", "a7a8n"];
        assert_eq!(told(pawn, &becomes, "конь").as_deref(), Some("a7a8n"));
        assert_eq!(told(pawn, &becomes, "the queen").as_deref(), Some("a7a8q"));
    }
}
