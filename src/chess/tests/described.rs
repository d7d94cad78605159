//! Moves told in words, in five languages.

use crate::chess::Position;
use crate::chess::notation::{Class, described, read};
use crate::chess::{Line, Move, Piece, Variant};
use crate::language::Language;
use crate::vocabulary::players_of;
use std::fmt::Write as _;

/// The position after some half-moves in UCI.
fn after(moves: &str) -> Position {
    let mut position = Position::start();
    for uci in moves.split_whitespace() {
        let mv = position.move_of_uci(uci).unwrap_or_else(|| panic!("{uci}"));
        position = position.after(mv);
    }
    position
}

/// What becomes of a text: the move, the moves that fit with `|`, `-` where none does, and
/// `?` where nothing is told.
fn told(text: &str, position: &Position) -> String {
    if described::whole(text).is_none() {
        return "?".to_owned();
    }
    let reading = read(text, position, None);
    match reading.class {
        Class::Ok | Class::OkWithWarning => position.uci(reading.mv.unwrap()),
        Class::Ambiguous => {
            let all: Vec<String> = reading
                .candidates
                .iter()
                .map(|mv| position.uci(*mv))
                .collect();
            all.join("|")
        }
        Class::Impossible => "-".to_owned(),
        Class::Unreadable => "unreadable".to_owned(),
    }
}

fn check(moves: &str, cases: &[(&str, &str)]) {
    let position = after(moves);
    let mut wrong = String::new();
    for (text, expected) in cases {
        let found = told(text, &position);
        if found != *expected {
            let _ = writeln!(wrong, "{text}: {found}, not {expected}");
        }
    }
    assert!(wrong.is_empty(), "{}:\n{wrong}", position.fen());
}

#[test]
fn pieces_and_squares_in_words() {
    check(
        "e2e4 e7e5",
        &[
            ("конь f3", "g1f3"),
            ("Конём на эф три", "g1f3"),
            ("хожу конём на ф3", "g1f3"),
            ("конь с g1 на f3", "g1f3"),
            ("конь на f3", "g1f3"),
            ("Конь g1-f3", "g1f3"),
            ("конь g1 идёт на f3", "g1f3"),
            ("королевский конь f3", "g1f3"),
            ("слоном на ц4", "f1c4"),
            ("слон с4", "f1c4"),
            ("слон с f1 на c4", "f1c4"),
            ("офицером на c4", "f1c4"),
            ("ставлю ферзя на h5", "d1h5"),
            ("ферзь h5", "d1h5"),
            ("ферзём на аш пять", "d1h5"),
            ("королева на h5", "d1h5"),
            ("Король е2", "e1e2"),
            ("пешка д4", "d2d4"),
            ("пешкой на дэ четыре", "d2d4"),
            ("д2 на д4", "d2d4"),
            ("пешка ф на две клетки", "f2f4"),
            ("Лошадью на f3", "g1f3"),
            ("конь на f5", "-"),
            ("ладья a5", "-"),
            ("кінь на еф три", "g1f3"),
            ("ходжу конем на f3", "g1f3"),
            ("слоном на ц4", "f1c4"),
            ("ферзем на h5", "d1h5"),
            ("пішак d2 на d4", "d2d4"),
            ("пішаком на ді", "?"),
            ("skoczek na f3", "g1f3"),
            ("skoczkiem na f3", "g1f3"),
            ("koń na f3", "g1f3"),
            ("gońcem na c4", "f1c4"),
            ("goniec f1-c4", "f1c4"),
            ("hetman h5", "d1h5"),
            ("hetmanem na h5", "d1h5"),
            ("gram pionkiem na d4", "d2d4"),
            ("pion z d2 na d4", "d2d4"),
            ("pionkiem o dwa pola", "a2a4|b2b4|c2c4|d2d4|f2f4|g2g4|h2h4"),
            ("knight to f3", "g1f3"),
            ("Knight f3", "g1f3"),
            ("knight from g1 to f3", "g1f3"),
            ("the knight on g1 goes to f3", "g1f3"),
            ("my bishop he go c4", "f1c4"),
            ("bishop to c4", "f1c4"),
            ("queen from d1 to h5", "d1h5"),
            ("Queen h5", "d1h5"),
            ("pawn to d4", "d2d4"),
            ("pawn d2 to d4", "d2d4"),
            ("d2 to d4", "d2d4"),
            ("horse to f3", "g1f3"),
            ("knight to king's bishop three", "g1f3"),
            ("pawn to queen four", "d2d4"),
            ("king's knight to e2", "g1e2"),
            ("queen's pawn two squares", "d2d4"),
            ("knight f6", "-"),
            ("Springer f3", "g1f3"),
            ("Springer nach f3", "g1f3"),
            ("Springer von g1 nach f3", "g1f3"),
            ("Läufer auf c4", "f1c4"),
            ("Dame nach h5", "d1h5"),
            ("ich ziehe den Bauern auf d4", "d2d4"),
            ("Bauer d2 nach d4", "d2d4"),
            ("König e2", "e1e2"),
        ],
    );
}

#[test]
fn the_pawn_in_front_of_a_piece() {
    check(
        "",
        &[
            ("I move the pawn in front of my king two squares", "e2e4"),
            ("I move my king's pawn two squares", "e2e4"),
            ("the queen's pawn two squares", "d2d4"),
            ("пешкой от короля на две клетки", "e2e4"),
            ("пешку перед ферзём на две клетки", "d2d4"),
            ("pionem sprzed króla o dwa pola", "e2e4"),
            ("den Bauern vor dem König zwei Felder", "e2e4"),
            ("pawn to king four", "e2e4"),
            ("pawn to queen's bishop four", "c2c4"),
        ],
    );
    check(
        "e2e4",
        &[("pawn to king four", "e7e5"), ("пешка e5", "e7e5")],
    );
}

#[test]
fn captures_in_words() {
    check(
        "e2e4 d7d5",
        &[
            ("бью пешку", "e4d5"),
            ("беру на д5", "e4d5"),
            ("бью на d5", "e4d5"),
            ("пешка бьёт пешку", "e4d5"),
            ("пешка е бьёт на дэ пять", "e4d5"),
            ("бью пешкой на d5", "e4d5"),
            ("e4 бьёт d5", "e4d5"),
            ("b'ю пішака", "?"),
            ("б'ю пішака на д5", "e4d5"),
            ("б’ю на d5", "e4d5"),
            ("biję na d5", "e4d5"),
            ("pion bije na d5", "e4d5"),
            ("biję pionem", "e4d5"),
            ("pawn takes pawn", "e4d5"),
            ("I take on D5 WITH THE PAWN", "e4d5"),
            ("pawn x d5", "e4d5"),
            ("the e pawn takes d5", "e4d5"),
            ("e-pawn takes d5", "e4d5"),
            ("take your pawn", "e4d5"),
            ("schlage auf d5", "e4d5"),
            ("Bauer schlägt Bauer", "e4d5"),
            ("ich schlage mit dem Bauern auf d5", "e4d5"),
            ("конь бьёт d5", "-"),
            ("конь бьёт f3", "g1f3"),
            ("your pawn takes e4", "-"),
        ],
    );
    check(
        "e2e4 d7d5 e4d5",
        &[
            ("ферзь бьёт на d5", "d8d5"),
            ("ферзь забирает на д5", "d8d5"),
            ("ферзём бью d5", "d8d5"),
            ("бью пешку ферзём", "d8d5"),
            ("пешку бью ферзём", "d8d5"),
            ("ферзь : d5", "d8d5"),
            ("ферзь × d5", "d8d5"),
            ("ферзь б’є d5", "d8d5"),
            ("hetman bije na d5", "d8d5"),
            ("biję hetmanem", "d8d5"),
            ("Queen takes d5", "d8d5"),
            ("I take the pawn with my queen", "d8d5"),
            ("queen captures the pawn on d5", "d8d5"),
            ("Dame schlägt d5", "d8d5"),
        ],
    );
    check(
        "e2e4 c7c5 e4e5 d7d5",
        &[
            ("беру на проходе", "e5d6"),
            ("бью на d6 на проходе", "e5d6"),
            ("pawn takes d6 en passant", "e5d6"),
            ("biję w przelocie", "e5d6"),
            ("е5 на д6", "e5d6"),
            ("schlage d6 en passant", "e5d6"),
        ],
    );
}

#[test]
fn castling_in_words() {
    let both = "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 g1f3 e8g8 d1c2 b8d7 e2e3 a7a6 f1d3 h7h6";
    check(
        both,
        &[
            ("рокировка", "e1c1|e1g1"),
            ("короткая рокировка", "e1g1"),
            ("рокируюсь в короткую сторону", "e1g1"),
            ("рокируюсь в короткую", "e1g1"),
            ("делаю длинную рокировку", "e1c1"),
            ("Рокирую в длинную сторону", "e1c1"),
            ("рокировка на ферзевый фланг", "e1c1"),
            ("Я делать длинный рокировка", "e1c1"),
            ("рокируюсь на g1", "e1g1"),
            ("король на g1", "e1g1"),
            ("роблю довгу рокіровку", "e1c1"),
            ("рокіруюся в короткий бік", "e1g1"),
            ("krótka roszada", "e1g1"),
            ("roszuję na krótkie skrzydło", "e1g1"),
            ("wykonuję", "?"),
            ("długą roszadę", "e1c1"),
            ("I castle kingside", "e1g1"),
            ("I castle short", "e1g1"),
            ("castling queen side", "e1c1"),
            ("castle on the queen's side", "e1c1"),
            ("castling long", "e1c1"),
            ("Kurze Rochade", "e1g1"),
            ("ich rochiere lang", "e1c1"),
            ("rochiere ich kurz", "e1g1"),
            ("die lange Rochade", "e1c1"),
            ("krótszą roszadę", "e1g1"),
            ("большая рокировка", "e1c1"),
            // By where the king and the rook end.
            ("Король на c1, ладья на d1", "e1c1"),
            ("king to g1 and the rook to f1", "e1g1"),
            ("wieża na f1, król na g1", "e1g1"),
            ("König nach c1 und Turm nach d1", "e1c1"),
        ],
    );
    check(
        "e2e4 e7e5",
        &[("короткая рокировка", "-"), ("castle long", "-")],
    );
}

#[test]
fn promotions_in_words() {
    check(
        "e2e4 d7d5 e4d5 c7c6 d5c6 g8f6 c6b7 b8d7",
        &[
            ("Пешкой с b7 беру слона на c8 и ставлю ферзя", "b7c8q"),
            ("пешка b7 бьёт a8 и превращается в ферзя", "b7a8q"),
            ("бью на a8 с превращением в коня", "b7a8n"),
            ("Пішаком беру туру на a8 і перетворюю на ферзя", "b7a8q"),
            ("Pion z b7 bije wieżę na a8 i robię hetmana", "b7a8q"),
            (
                "I capture your bishop on c8 and promote to a queen",
                "b7c8q",
            ),
            ("pawn takes a8, promoting to a knight", "b7a8n"),
            ("Bauer schlägt a8 und wird zur Dame", "b7a8q"),
            ("пешка a8=Ф", "b7a8q"),
            ("пешка бьёт a8", "b7a8b|b7a8n|b7a8q|b7a8r"),
        ],
    );
}

#[test]
fn what_is_said_besides_is_not_dropped() {
    for text in [
        "my knight is asleep",
        "конь скучает",
        "I take 5 days",
        "с 1 по 14 июля",
        "я в отпуске",
        "e2-e4",
        "Kf3",
        "5254",
        "from 3 to 17 August",
        "two squares",
        "а",
        "The king is dead",
    ] {
        assert_eq!(described::whole(text), None, "{text}");
    }
    let found = described::find("Ваш конь на e5 стоит хорошо, а мой слон на c4.");
    assert!(found[0].told.is_theirs());
    assert!(!found[1].told.is_theirs());
}

#[test]
fn squares_of_chess960_are_the_kings_own() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let position = Position::from_fen(fen, Variant::Chess960).unwrap();
    assert_eq!(told("castle short", &position), "e1h1");
    let line = Line::new(position);
    assert_eq!(line.position().fen(), fen);
}

/// A move in the words of a language: which piece, from where, to where, what it becomes.
fn in_words(mv: Move, position: &Position, language: Language) -> String {
    let words = players_of(language);
    let first = |all: &'static [String]| all.first().map_or("", String::as_str);
    let (from, to) = position.squares(mv);
    let uci = position.uci(mv);
    let (_, piece) = position.piece_at(from.0, from.1).unwrap();
    if piece == Piece::King && from.0.abs_diff(to.0) == 2 {
        let wing = match to.0 {
            6 => first(&words.chess.short),
            _ => first(&words.chess.long),
        };
        return format!("{wing} {}", first(&words.chess.castling));
    }
    let name = |piece: Piece| {
        first(match piece {
            Piece::King => &words.play.king,
            Piece::Queen => &words.play.queen,
            Piece::Rook => &words.play.rook,
            Piece::Bishop => &words.play.bishop,
            Piece::Knight => &words.play.knight,
            Piece::Pawn => &words.play.pawn,
        })
    };
    let takes = match position.san(mv).contains('x') {
        true => format!("{} ", first(&words.play.taking)),
        false => String::new(),
    };
    let becomes = match uci.chars().nth(4) {
        Some('q') => Some(Piece::Queen),
        Some('r') => Some(Piece::Rook),
        Some('b') => Some(Piece::Bishop),
        Some('n') => Some(Piece::Knight),
        _ => None,
    };
    let becomes = becomes.map_or(String::new(), |piece| {
        let (verb, into) = (first(&words.play.promoting), first(&words.play.to));
        format!(" {verb} {into} {}", name(piece))
    });
    format!(
        "{} {} {} {takes}{} {}{becomes}",
        name(piece),
        first(&words.play.from),
        uci.get(..2).unwrap(),
        first(&words.play.to),
        uci.get(2..4).unwrap(),
    )
}

#[test]
fn every_legal_move_told_in_words_is_that_move_or_asked() {
    let mut seed: u64 = 20_260_522;
    for _ in 0..6 {
        let mut position = Position::start();
        for _ in 0..60 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            for mv in &legal {
                for language in Language::ALL {
                    let text = in_words(*mv, &position, language);
                    let reading = read(&text, &position, Some(language));
                    let fits = reading.mv == Some(*mv) || reading.candidates.contains(mv);
                    let uci = position.uci(*mv);
                    assert!(fits, "{text} in {}: {uci}, {reading:?}", position.fen());
                }
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = usize::try_from(seed >> 33).unwrap() % legal.len();
            position = position.after(legal[at]);
        }
    }
}
