//! The gist of a sentence: what its words tell of a move in whatever order and among
//! whatever other words, and which legal moves explain all of it. A secretary who has the
//! position before her reads so; whatever is found is asked back and never done.

mod clause;
mod explained;
mod facts;
mod gathered;
mod promoted;

pub use promoted::{promoted, promoting};

use super::{Coords, Wing};
use crate::chess::Piece;
#[cfg(test)]
use crate::chess::position::Position;
use gathered::GatheredFacts;
use std::ops::Range;

/// Something that a sentence says of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
enum GistFact {
    /// A piece is named.
    Named(Piece),
    /// The piece that is named behind it does what is done: `takes with the pawn`.
    With(Piece),
    /// A piece of that wing: `the king's knight`.
    OfWing(Piece, Wing),
    /// The file of a pawn.
    PawnOf(u8),
    /// The file that it stands on, or goes to: `from the d-file`.
    OnFile(u8),
    /// A square.
    On(Vec<Coords>),
    /// A piece, or the file of a pawn, with a square: `кф6`, `bxc6`.
    Written(Vec<Piece>, Vec<u8>, Vec<Coords>),
    /// A pawn that stands before such a piece at the start: `the bishop's pawn`.
    OfPiece(Piece),
    /// A pawn's capture by the files: `ed`.
    Captures(u8, u8),
    /// What a pawn becomes.
    Becomes(Piece),
    /// Something is taken.
    Taking,
    /// In passing.
    Passing,
    /// Check is given.
    Checking,
    /// Castling.
    Castling,
    /// The wing of castling.
    Castled(Wing),
    /// So many squares ahead.
    Steps(u8),
    /// A pawn in front of that piece, or of the one of that wing.
    InFront(Piece, Option<Wing>),
    /// It stands beside that piece of its own side: `the rook next to my king`.
    NextTo(Piece),
    /// A move in figures, as article 58 has it.
    Figures(String),
    /// Figures that nothing calls a move: where they are a legal one, it is theirs.
    Number(String),
    /// A square to which something goes.
    Goes,
}

/// A fact, and where it is told, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PlacedFact {
    fact: GistFact,
    start: usize,
    end: usize,
}

impl GistFact {
    /// It names a square.
    fn is_placed(&self) -> bool {
        matches!(
            self,
            GistFact::On(_) | GistFact::Written(..) | GistFact::Captures(..) | GistFact::Figures(_)
        )
    }
}

/// What a sentence tells of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gist {
    facts: Vec<GistFact>,
    places: Vec<Range<usize>>,
    /// Where the clause of each begins.
    clauses: Vec<usize>,
    anchored: bool,
    /// Its clause tells a move and nothing else.
    alone: bool,
    theirs: bool,
}

impl Gist {
    /// All that a sentence tells, be it ever so little.
    pub fn read(text: &str) -> Gist {
        GatheredFacts::of(text).gist()
    }

    /// The gist of a sentence; `None` where it tells too little of a move.
    pub fn of(text: &str) -> Option<Gist> {
        Some(Gist::read(text)).filter(Gist::tells_enough)
    }

    /// The gist of a sentence that may tell too little: `my knight jumps in between` is a
    /// move where no other knight's is legal, and asked about at most.
    pub fn hinted(text: &str) -> Option<Gist> {
        Some(Gist::read(text)).filter(Gist::hints)
    }

    /// The gist of words that stand where a move must, in what is supposed of one and
    /// answers it: that something takes is enough there.
    pub fn of_half(text: &str) -> Option<Gist> {
        let takes = |gist: &Gist| gist.facts.contains(&GistFact::Taking);
        Some(Gist::read(text)).filter(|gist| gist.tells_enough() || takes(gist))
    }

    /// Whether a piece is named of which it is said that it goes, or a pawn, or what one
    /// becomes.
    pub fn hints(&self) -> bool {
        let any = |is: fn(&GistFact) -> bool| self.facts.iter().any(is);
        let named = any(|f| matches!(f, GistFact::Named(_) | GistFact::OfWing(..)));
        let pawn = any(|f| matches!(f, GistFact::PawnOf(_) | GistFact::OfPiece(_)));
        let goes = any(|f| *f == GistFact::Goes);
        let becomes = any(|f| matches!(f, GistFact::Becomes(_)));
        named && (goes || pawn) || becomes
    }

    /// Whether the sentence says that something moves, or tells a move and nothing else
    /// in its clause: not only that a piece and a square are spoken of.
    pub fn is_anchored(&self) -> bool {
        self.anchored
    }

    /// Whether nothing in it says where to, or what is taken: `the bishop takes`.
    pub fn is_vague(&self) -> bool {
        // With what something is done is told twice where the piece is named for it: `with my
        // bishop`.
        let named = |fact: &GistFact| match fact {
            GistFact::Named(piece) | GistFact::OfWing(piece, _) | GistFact::With(piece) => {
                Some(GistFact::Named(*piece))
            }
            GistFact::PawnOf(_) | GistFact::OfPiece(_) => Some(fact.clone()),
            _ => None,
        };
        let placed = |f: &GistFact| {
            f.is_placed()
                || matches!(
                    f,
                    GistFact::Steps(_) | GistFact::InFront(..) | GistFact::Becomes(_)
                )
        };
        let mut pieces = self.facts.iter().filter_map(named);
        let first = pieces.next();
        !self.facts.iter().any(placed) && pieces.all(|piece| Some(&piece) == first.as_ref())
    }

    /// Whether something of the opponent's is spoken of.
    pub fn speaks_of_theirs(&self) -> bool {
        self.theirs
    }

    /// Where in the sentence it is told, in bytes.
    pub fn place(&self) -> Range<usize> {
        let start = self.places.first().map_or(0, |p| p.start);
        start..self.places.iter().map(|p| p.end).max().unwrap_or(start)
    }

    /// Whether it tells enough of a move that the position can say which.
    pub fn tells_enough(&self) -> bool {
        let any = |is: fn(&GistFact) -> bool| self.facts.iter().any(is);
        let named = any(|f| {
            matches!(
                f,
                GistFact::Named(_)
                    | GistFact::OfWing(..)
                    | GistFact::PawnOf(_)
                    | GistFact::OfPiece(_)
                    | GistFact::InFront(..)
            )
        });
        let square = any(|f| matches!(f, GistFact::On(_)));
        let squares = self.facts.iter().filter(|f| matches!(f, GistFact::On(_)));
        any(|f| {
            matches!(
                f,
                GistFact::Castling
                    | GistFact::Passing
                    | GistFact::Written(..)
                    | GistFact::Captures(..)
                    | GistFact::Figures(_)
            )
        }) || named
            && (square
                || any(|f| {
                    matches!(
                        f,
                        GistFact::Taking
                            | GistFact::Checking
                            | GistFact::Steps(_)
                            | GistFact::Becomes(_)
                    )
                }))
            || squares.count() > 1
            || square && self.alone && any(|f| *f == GistFact::Goes)
            || self.names_two()
            || square && any(|f| matches!(f, GistFact::Taking | GistFact::Becomes(_)))
            || any(|f| matches!(f, GistFact::Becomes(_))) && any(|f| *f == GistFact::Goes)
    }

    /// Two pieces are named: one takes the other, whatever that is called.
    fn names_two(&self) -> bool {
        let mut named = self.facts.iter().filter_map(|f| match f {
            GistFact::Named(named) => Some(*named),
            _ => None,
        });
        let first = named.next();
        first.is_some() && named.any(|other| Some(other) != first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(before: &[&str], text: &str) -> Vec<String> {
        let mut position = Position::start();
        let mut last = None;
        for uci in before {
            let mv = position.move_of_uci(uci).unwrap();
            position = position.after(mv);
            last = Some(mv);
        }
        let gist = Gist::of(text);
        let moves = gist.map(|g| g.guessed(&position, last)).unwrap_or_default();
        moves.into_iter().map(|mv| position.uci(mv)).collect()
    }

    /// White's pawn on g7 beside the rook on h8.
    const PROMOTING: [&str; 8] = [
        "h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "f8g7", "h6g7", "a7a6",
    ];

    /// What was played before, what is said, and the moves that may be meant.
    const WORDS_AND_FIGURES: [(&[&str], &str, &[&str]); 16] = [
        // Words and figures must agree, where the figures are a legal move.
        (&["d2d4", "e7e6"], "Слон на g5, тобто 3175", &["c1g5"]),
        (&["d2d4", "e7e6"], "Слон на g5, тобто 3164", &[]),
        (
            &["e2e4", "e7e5"],
            "ziehe den Läufer nach c4, in Zahlen 6125",
            &[],
        ),
        (&["d2d4", "e7e6"], "Слон на g5, мой телефон 4455", &["c1g5"]),
        // Who takes, and whom.
        (&SPANISH, "меняю слона на коня", &["b5c6"]),
        (&SPANISH, "I take the knight with the bishop", &["b5c6"]),
        (&CHECKED, "слоном шахую", &["f8b4"]),
        (&CHECKED, "ich gebe schach mit dem Läufer", &["f8b4"]),
        (&["e2e4", "d7d5"], "бью ed", &["e4d5"]),
        // What takes is named with it, and another clause speaks of something else.
        (
            &TAKEN,
            "I recapture with the bishop; doubling my own pawns would be contempt of court.",
            &["e7f6"],
        ),
        (
            &QUEEN_OUT,
            "беру ферзем пішака на g7, хай буде гостро",
            &["g4g7"],
        ),
        // The piece with which it is done is named, and whose pawn it is is not.
        (&QUEEN_OUT, "ферзём пешку на g7", &["g4g7"]),
        (&TAKEN, "отбиваю пешкой с линии g", &["g7f6"]),
        (&[], "den Springer neben dem Turm, nach f3", &["g1f3"]),
        (&[], "pionek c idzie o jedno pole", &["c2c3"]),
        (&["d2d4", "d7d5"], "мой ход цифрами: 7163", &["g1f3"]),
    ];

    const TAKEN: [&str; 9] = [
        "d2d4", "d7d5", "c2c4", "e7e6", "b1c3", "g8f6", "c1g5", "f8e7", "g5f6",
    ];
    const QUEEN_OUT: [&str; 4] = ["e2e4", "e7e6", "d1g4", "a7a6"];

    const SPANISH: [&str; 6] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"];
    const CHECKED: [&str; 3] = ["d2d4", "e7e6", "c2c4"];

    #[test]
    fn words_and_figures_agree_and_say_who_takes_whom() {
        for (before, text, moves) in WORDS_AND_FIGURES {
            let mut position = Position::start();
            for uci in before {
                position = position.after(position.move_of_uci(uci).unwrap());
            }
            let found = Gist::of(text).map_or_else(Vec::new, |g| g.guessed(&position, None));
            let found: Vec<String> = found.iter().map(|mv| position.uci(*mv)).collect();
            assert_eq!(found, moves, "{text} {:?}", Gist::read(text));
        }
    }

    #[test]
    fn what_people_call_a_pawn_a_capture_and_a_promotion() {
        let nimzo: &[&str] = &["d2d4", "g8f6", "c2c4", "e7e6", "b1c3", "f8b4"];
        let long: &[&str] = &[
            "d2d4", "d7d5", "b1c3", "g8f6", "c1f4", "e7e6", "d1d2", "f8e7",
        ];
        let takes: &[&str] = &["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"];
        let dutch: &[&str] = &["c2c4", "d7d5"];
        let rows: [(&[&str], &str, &[&str]); 18] = [
            (
                &[],
                "I'll open with the king's pawn, two squares up",
                &["e2e4"],
            ),
            (&[], "Damenbauer zwei Schritt vor", &["d2d4"]),
            (
                &[],
                "I move the pawn in front of my queen two squares",
                &["d2d4"],
            ),
            (&[], "den Bauern vor dem König zwei Felder vor", &["e2e4"]),
            (&[], "кнь на ф3", &["g1f3"]),
            (&["e2e4", "d7d5", "e4d5", "d8d5"], "Quen to a5", &[]),
            (takes, "Quen to a5", &["d5a5"]),
            // What a move attacks may be named, too.
            (nimzo, "I'll ask the bishop the question with a3", &["a2a3"]),
            (nimzo, "1213 i pytam gońca b4, co dalej", &["a2a3"]),
            (
                &["d2d4", "g8f6"],
                "Wiążę mu konia laufrem, na g5",
                &["c1g5"],
            ),
            (
                long,
                "Castles long for me 🙂 off to the night shift",
                &["e1c1"],
            ),
            (dutch, "cd, zbicie pionkiem", &["c4d5"]),
            (takes, "Фd5 йде на a5", &["d5a5"]),
            (&PROMOTING, "mein Bauer zieht ein und wird Dame", &["g7h8q"]),
            (
                &PROMOTING,
                "it walks to the last rank and turns into a knight",
                &["g7h8n"],
            ),
            (&PROMOTING, "it sleeps and turns into a knight", &[]),
            (
                &PROMOTING,
                "Pion z g7 doszedł na ostatnią linię, ma być koniem",
                &["g7h8n"],
            ),
            (
                &["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"],
                "the king goes two steps and the rook jumps over him",
                &["e1g1"],
            ),
        ];
        for (before, text, moves) in rows {
            assert_eq!(found(before, text), *moves, "{text} {:?}", Gist::of(text));
        }
    }

    #[test]
    fn what_tells_too_little_is_hinted_and_asked_about_at_most() {
        let check: &[&str] = &["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5"];
        let position = check.iter().fold(Position::start(), |position, uci| {
            position.after(position.move_of_uci(uci).unwrap())
        });
        for (text, uci) in [
            ("Ouch, check. My knight jumps in between", None),
            ("my queen steps in between", Some("d1e2")),
            ("my queen is beautiful", None),
        ] {
            assert_eq!(Gist::of(text), None, "{text}");
            let told = Gist::hinted(text).and_then(|g| g.tells_one(&position, None));
            assert_eq!(told.map(|mv| position.uci(mv)).as_deref(), uci, "{text}");
        }
    }

    #[test]
    fn a_pawn_becomes_what_the_words_behind_it_ask_for() {
        let start = PROMOTING
            .iter()
            .try_fold(Position::start(), |position, uci| {
                Some(position.after(position.move_of_uci(uci)?))
            });
        let position = start.unwrap();
        let among = promoting("g7-h8", &position);
        assert_eq!(among.len(), 4);
        let rows = [
            (", ставлю ферзя", Some("g7h8q")),
            (", underpromoting to a knight", Some("g7h8n")),
            (" i proszę o hetmana, przy okazji szach", Some("g7h8q")),
            (". Not a queen this time, I fancy a rook", Some("g7h8r")),
            (", and your queen is in danger now, my friend", None),
            (", thank you", None),
        ];
        for (text, uci) in rows {
            let found = promoted(text, &among).map(|mv| position.uci(mv));
            assert_eq!(found.as_deref(), uci, "{text}");
        }
    }

    #[test]
    fn a_sentence_is_explained_by_the_one_move_that_fits_all_it_names() {
        let rows: [(&[&str], &str, &[&str]); 12] = [
            (
                &[],
                "The king's knight ventures out to f3, as it has done every spring",
                &["g1f3"],
            ),
            (&[], "Knigth to f3. Sorry, fat thumbs", &["g1f3"]),
            (&[], "мой конь скачет прямо на f3 и пусть боятся", &["g1f3"]),
            (&[], "кф3", &["g1f3"]),
            (
                &["e2e4", "e7e5", "g1f3"],
                "конь бэ восемь цэ шесть тчк",
                &["b8c6"],
            ),
            (&["e2e4", "d7d5"], "забираю пешку своей пешкой", &["e4d5"]),
            (&["e2e4", "d7d5"], "пешка d на одну клетку", &["d2d3"]),
            (
                &["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"],
                "прячу короля, рокировочка",
                &["e1g1"],
            ),
            (
                &[],
                "ich gestatte mir, den Königsspringer nach f3 zu entwickeln",
                &["g1f3"],
            ),
            (
                &["e2e4", "e7e5"],
                "skoczek z g1 wędruje sobie na f3",
                &["g1f3"],
            ),
            (&[], "погода хорошая, конь мой любимый", &[]),
            (&[], "на поле e4 всё спокойно", &[]),
        ];
        for (before, text, moves) in rows {
            assert_eq!(found(before, text), *moves, "{text} {:?}", Gist::of(text));
        }
    }
}
