//! A board on a page: a table of squares, each with its name in words, and links on those that
//! something can be done with.

use super::assets::piece_name;
use crate::chess::{Move, Piece, Position, Side};
use crate::language::Language;
use crate::messages::Phrase;
use serde::Serialize;
use std::collections::BTreeMap;

/// The board, own side below.
#[derive(Clone, Debug, Serialize)]
pub struct BoardView {
    /// The files, left to right.
    pub files: Vec<char>,
    /// The ranks, top to bottom.
    pub ranks: Vec<RankView>,
}

impl BoardView {
    /// The same board on a page whose links keep something: what stands behind the `?` of each
    /// is what `keeps` makes of it.
    pub fn leading(mut self, keeps: impl Fn(&str) -> String) -> BoardView {
        for square in self.ranks.iter_mut().flat_map(|rank| &mut rank.squares) {
            square.to = square.to.as_deref().map(&keeps);
        }
        self
    }
}

/// A rank of it.
#[derive(Clone, Debug, Serialize)]
pub struct RankView {
    /// Its number.
    pub rank: u8,
    /// Its squares, left to right.
    pub squares: Vec<SquareView>,
}

/// A square.
#[derive(Clone, Debug, Serialize)]
pub struct SquareView {
    /// `e2`.
    pub name: String,
    /// `e2, white pawn`, with what a press on it does.
    pub label: String,
    /// The picture of the piece on it: `white-pawn`.
    pub piece: Option<&'static str>,
    /// Dark, and what it has to do with the move: words for the style.
    pub class: String,
    /// What stands behind the `?` of the page that a press on it leads to.
    pub to: Option<String>,
}

/// What of a position is shown, and what can be done.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The squares of the last move.
    pub last: Vec<(u8, u8)>,
    /// The square that is chosen.
    pub from: Option<String>,
    /// Squares with a link: what stands behind its `?`.
    pub links: BTreeMap<String, String>,
}

/// A legal move by its squares: in Chess960 castling goes to the rook's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// UCI.
    pub uci: String,
    /// The move.
    pub mv: Move,
}

impl LegalMove {
    /// All of a position.
    pub fn all(position: &Position) -> Vec<LegalMove> {
        let moves = position.legal_moves().into_iter();
        moves
            .map(|mv| LegalMove {
                uci: position.uci(mv),
                mv,
            })
            .collect()
    }

    /// The square it begins on.
    pub fn from(&self) -> &str {
        self.uci.get(..2).unwrap_or_default()
    }

    /// The square that is pressed for it.
    pub fn to(&self) -> &str {
        self.uci.get(2..4).unwrap_or_default()
    }
}

/// What can be done on the board: a piece is chosen, then where it goes.
pub fn marks(legal: &[LegalMove], from: &str) -> Marks {
    let mut marks = Marks::default();
    for one in legal {
        let to = format!("from={}", one.from());
        marks.links.insert(one.from().to_owned(), to);
    }
    if !legal.iter().any(|one| one.from() == from) {
        return marks;
    }
    marks.from = Some(from.to_owned());
    for one in legal.iter().filter(|one| one.from() == from) {
        // A pawn that promotes has more than one move to a square: it is asked which.
        let to = match one.uci.len() {
            4 => format!("move={}", one.uci),
            _ => format!("from={from}&to={}", one.to()),
        };
        marks.links.insert(one.to().to_owned(), to);
    }
    marks
}

/// The board of a position.
pub fn board(position: &Position, below: Side, marks: &Marks, language: Language) -> BoardView {
    let order: Vec<u8> = match below {
        Side::White => (0..8).collect(),
        Side::Black => (0..8).rev().collect(),
    };
    let file_name = |file: u8| char::from(b'a' + file);
    let square = |file: u8, rank: u8| {
        let name = format!("{}{}", file_name(file), rank + 1);
        let piece = position.piece_at(file, rank);
        let to = marks.links.get(&name).cloned();
        let is_from = marks.from.as_deref() == Some(name.as_str());
        let is_target = marks.from.is_some()
            && to
                .as_ref()
                .is_some_and(|to| to.starts_with("move=") || to.contains("&to="));
        let mut class = String::from(match (file + rank) % 2 {
            0 => "dark",
            _ => "light",
        });
        for (holds, word) in [
            (is_from, " from"),
            (is_target, " to"),
            (to.is_some() && !is_target, " own"),
            (marks.last.contains(&(file, rank)), " last"),
        ] {
            if holds {
                class.push_str(word);
            }
        }
        let mut label = match piece {
            Some((side, piece)) => {
                let piece = piece_words(side, piece).say(language);
                format!("{name}, {piece}")
            }
            None => name.clone(),
        };
        for (holds, said) in [
            (is_from, Phrase("web-game.is-chosen")),
            (is_target, Phrase("web-game.is-target")),
        ] {
            if holds {
                label.push_str(", ");
                label.push_str(said.say(language));
            }
        }
        SquareView {
            label,
            piece: piece.map(|(side, piece)| piece_name(side, piece)),
            class,
            to,
            name,
        }
    };
    let ranks = order.iter().rev().map(|rank| RankView {
        rank: rank + 1,
        squares: order.iter().map(|file| square(*file, *rank)).collect(),
    });
    BoardView {
        ranks: ranks.collect(),
        files: order.iter().map(|file| file_name(*file)).collect(),
    }
}

fn piece_words(side: Side, piece: Piece) -> Phrase {
    match (side, piece) {
        (Side::White, Piece::Pawn) => Phrase("web-piece.white-pawn"),
        (Side::White, Piece::Knight) => Phrase("web-piece.white-knight"),
        (Side::White, Piece::Bishop) => Phrase("web-piece.white-bishop"),
        (Side::White, Piece::Rook) => Phrase("web-piece.white-rook"),
        (Side::White, Piece::Queen) => Phrase("web-piece.white-queen"),
        (Side::White, Piece::King) => Phrase("web-piece.white-king"),
        (Side::Black, Piece::Pawn) => Phrase("web-piece.black-pawn"),
        (Side::Black, Piece::Knight) => Phrase("web-piece.black-knight"),
        (Side::Black, Piece::Bishop) => Phrase("web-piece.black-bishop"),
        (Side::Black, Piece::Rook) => Phrase("web-piece.black-rook"),
        (Side::Black, Piece::Queen) => Phrase("web-piece.black-queen"),
        (Side::Black, Piece::King) => Phrase("web-piece.black-king"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Variant;

    #[test]
    fn a_piece_is_chosen_and_then_where_it_goes() {
        let position = Position::start();
        let legal = LegalMove::all(&position);
        let first = board(&position, Side::White, &marks(&legal, ""), Language::En);
        let square = |board: &BoardView, name: &str| {
            let all = board.ranks.iter().flat_map(|r| r.squares.clone());
            all.into_iter().find(|s| s.name == name).unwrap()
        };
        let e2 = square(&first, "e2");
        assert_eq!(e2.label, "e2, white pawn");
        assert_eq!(e2.to.as_deref(), Some("from=e2"));
        assert_eq!(square(&first, "e1").to, None);
        assert_eq!(first.files.first(), Some(&'a'));
        let second = board(&position, Side::Black, &marks(&legal, "e2"), Language::En);
        let e4 = square(&second, "e4");
        assert_eq!(e4.to.as_deref(), Some("move=e2e4"));
        assert!(e4.class.contains(" to"), "{}", e4.class);
        assert_eq!(second.files.first(), Some(&'h'));
        assert_eq!(second.ranks.first().map(|r| r.rank), Some(1));
    }

    #[test]
    fn a_promotion_is_asked_and_castling_goes_where_the_king_or_the_rook_is() {
        let at = |fen, variant| Position::from_fen(fen, variant).unwrap();
        let pawn = at("8/P6k/8/8/8/8/8/K7 w - - 0 1", Variant::Standard);
        let links = marks(&LegalMove::all(&pawn), "a7").links;
        assert_eq!(links["a8"], "from=a7&to=a8");
        let castle = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Variant::Standard);
        let links = marks(&LegalMove::all(&castle), "e1").links;
        assert_eq!(links["g1"], "move=e1g1");
        let castle = at("4k3/8/8/8/8/8/8/4K2R w H - 0 1", Variant::Chess960);
        let links = marks(&LegalMove::all(&castle), "e1").links;
        assert_eq!(links["h1"], "move=e1h1");
    }
}
