//! Setting up positions, and what material can do.

use crate::chess::{DrawClaim, Line, Move, Piece, Position, Side, Variant};

#[track_caller]
fn refused(fen: &str, words: &str) {
    let error = Position::from_fen(fen, Variant::Standard).expect_err(fen);
    assert!(error.to_string().contains(words), "{fen}: {error}");
}

#[test]
fn bad_fens_are_refused_in_words() {
    refused("", "empty");
    refused("hello", "first field");
    refused("8/8/8/8/8/8/8/8 w - - 0 1", "empty");
    refused("8/8/8/8/8/8/8/K7 w - - 0 1", "a king is missing");
    refused("kk6/8/8/8/8/8/8/K7 w - - 0 1", "two kings");
    refused("k6P/8/8/8/8/8/8/K7 w - - 0 1", "pawn");
    refused("k7/8/8/8/8/8/8/K7 x - - 0 1", "side to move");
    refused("k7/8/8/8/8/8/8/K7 w ? - 0 1", "castling");
    refused("k7/8/8/8/8/8/8/K7 w KQ - 0 1", "castling");
    refused("4k3/8/8/8/8/8/8/3RK2R w KD - 0 1", "Chess960");
    refused("k7/8/8/8/8/8/8/K7 w - z9 0 1", "en-passant");
    refused("k7/8/8/8/8/8/8/K7 w - e6 0 1", "en-passant");
    refused("k7/8/8/8/8/8/8/K7 w - - x 1", "clock");
    refused("k7/8/8/8/8/8/8/K7 w - - 0 x", "move number");
    refused("k7/8/8/8/8/8/8/K7 w - - 0 1 2 3", "six fields");
    refused("k7/8/8/8/8/8/8/K7 w - - 4294967295 1", "at most");
    refused("k7/8/8/8/8/8/8/K6r b - - 0 1", "not to move is in check");
    refused("8/8/8/8/8/8/8/k1K5[Q] w - - 0 1", "variant");
    refused(
        "k7/8/8/8/8/QQQQQQQQ/QQQQQQQQ/K7 w - - 0 1",
        "more pieces than",
    );
    refused("Привет w - - 0 1", "first field");
}

#[test]
fn fens_come_back_as_written() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Position::start().fen(), start);
    let position = Position::from_fen(start, Variant::Standard).expect("the start");
    assert_eq!(position, Position::start());
    assert_eq!(position.legal_moves().len(), 20);
    assert_eq!(position.piece_at(4, 0), Some((Side::White, Piece::King)));
    assert_eq!(position.piece_at(4, 4), None);
    assert_eq!(position.piece_at(8, 0), None);
    // No capture on e3 is possible, so it is not printed.
    let after = position.after(position.move_of_uci("e2e4").expect("e2e4"));
    assert!(after.fen().ends_with("b KQkq - 0 1"));
    assert_eq!(after.turn(), Side::Black);
    // Shredder-FEN is read, X-FEN written; an inner rook keeps its file.
    let shredder = Position::from_fen("4k3/8/8/8/8/8/8/1R1K3R w HB - 0 1", Variant::Chess960);
    assert!(shredder.expect("960").fen().contains(" w KQ - "));
    let inner = Position::from_fen("4k3/8/8/8/8/8/8/RR1K3R w HB - 0 1", Variant::Chess960);
    assert!(inner.expect("960").fen().contains(" w KB - "));
}

#[test]
fn king_takes_rook_is_no_uci_of_ordinary_chess() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let standard = Position::from_fen(fen, Variant::Standard).expect("standard");
    assert!(standard.move_of_uci("e1h1").is_none());
    let castles = standard.move_of_uci("e1g1").expect("castling");
    assert_eq!(standard.numeric(castles), "5171");
    assert_eq!(standard.squares(castles), ((4, 0), (6, 0)));
    let free = Position::from_fen(fen, Variant::Chess960).expect("960");
    assert!(free.move_of_uci("e1g1").is_none());
    let castles = free.move_of_uci("e1h1").expect("castling");
    assert_eq!(free.numeric(castles), "5181");
    assert_eq!(free.squares(castles), ((4, 0), (6, 0)));
}

#[test]
fn a5_1_2_a6_9_who_can_mate() {
    for (pieces, white, black) in [
        ("k7/8/8/8/8/8/8/K7", false, false),
        ("k7/8/8/8/8/8/8/KN6", false, false),
        ("k7/8/8/8/8/8/8/KB6", false, false),
        ("k7/8/8/8/8/8/8/KNN5", true, false),
        ("k7/8/8/8/8/8/7P/K7", true, false),
        // With the help of the other side's pieces.
        ("k7/p7/8/8/8/8/8/KN6", true, true),
        ("k7/p7/8/8/8/8/8/KB6", true, true),
        ("k7/q7/8/8/8/8/8/1KN5", false, true),
        ("kn6/8/8/8/8/8/8/KN6", true, true),
        ("kb6/8/8/8/8/8/8/KB6", true, true),
        ("kr6/8/8/8/8/8/8/1K6", false, true),
    ] {
        let fen = format!("{pieces} w - - 0 1");
        let position = Position::from_fen(&fen, Variant::Standard).expect(&fen);
        let found = (
            position.can_mate(Side::White),
            position.can_mate(Side::Black),
        );
        assert_eq!(found, (white, black), "{fen}");
    }
}

#[test]
fn a9_2_1_an_intended_move_may_bring_the_third_time() {
    let mut line = Line::new(Position::start());
    let play = |line: &mut Line, moves: &[&str]| {
        for uci in moves {
            let mv: Move = line.position().move_of_uci(uci).expect("legal");
            line.push(mv);
        }
    };
    play(
        &mut line,
        &["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"],
    );
    assert_eq!(line.draw_claim(None), None);
    let back = line.position().move_of_uci("f6g8");
    assert_eq!(line.draw_claim(back), Some(DrawClaim::Threefold));
    let other = line.position().move_of_uci("e7e5");
    assert_eq!(line.draw_claim(other), None);
    assert_eq!(line.ply(), 7, "a claim plays nothing");
    assert_eq!(line.position_at(0), Some(line.start()));
    assert_eq!(line.position_at(7), Some(line.position()));
    assert_eq!(line.position_at(8), None);
}

/// A text names the legal move whose spelling it is, and nothing else: every pair of squares,
/// with and without a promotion.
#[test]
fn a_uci_text_is_found_where_it_is_a_legal_moves_own_spelling() {
    let squares: Vec<String> = ('a'..='h')
        .flat_map(|file| ('1'..='8').map(move |rank| format!("{file}{rank}")))
        .collect();
    let fens = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Variant::Standard,
        ),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Variant::Standard),
        ("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1", Variant::Standard),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", Variant::Standard),
        ("3rk3/2P1P3/8/8/8/8/8/4K3 w - - 0 1", Variant::Standard),
        ("4k3/8/8/8/7b/8/8/R3K2R w KQ - 0 1", Variant::Standard),
        (
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
            Variant::Chess960,
        ),
        ("rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1", Variant::Chess960),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", Variant::Chess960),
    ];
    for (fen, variant) in fens {
        let position = Position::from_fen(fen, variant).expect(fen);
        let legal = position.legal_moves();
        for (from, to) in squares
            .iter()
            .flat_map(|a| squares.iter().map(move |b| (a, b)))
        {
            for promotion in ["", "q", "n", "k"] {
                let uci = format!("{from}{to}{promotion}");
                let wanted = legal.iter().copied().find(|mv| position.uci(*mv) == uci);
                assert_eq!(position.move_of_uci(&uci), wanted, "{uci} in {fen}");
            }
        }
    }
    for odd in ["", "0000", "e2", "P@e4", "e2e4e5"] {
        assert_eq!(Position::start().move_of_uci(odd), None, "{odd}");
    }
}
