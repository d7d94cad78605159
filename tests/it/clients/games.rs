//! Games in PGN as programs and people send them, and what is done with each.

use super::{cmail, serial_mail, tags};
use crate::club::{Club, Setup};

const GAME: &str = "T26/1";
const NAME: &str = "T26-1";

/// A game of Ann's and Bert's from its moves.
fn pgn(moves: &str) -> String {
    format!("{}\n{moves}\n\n", tags(NAME, "*"))
}

fn plays(club: &mut Club, who: &str, other: &str, body: &str) {
    cmail(club, who, NAME, body);
    assert_eq!(club.verdict(), "move", "{body}: {}", club.note());
    club.is_told(who, "confirmation");
    club.is_told(other, "move");
}

#[test]
fn cmails_text_mode_is_read_move_for_move() {
    let mut club = Club::opens();
    // No blank line below the tags in the first letter, numeric notation inside.
    plays(
        &mut club,
        "ann",
        "bert",
        &format!("{}1. 5254\n*\n\n", tags(NAME, "*")),
    );
    plays(&mut club, "bert", "ann", &pgn("1. 5254 d5\n*"));
    // A capture without x, on a line of its own, behind a comment.
    plays(
        &mut club,
        "ann",
        "bert",
        &pgn("1. 5254 d5\n{\nsent on 12 May\n}\n2. ed5\n*"),
    );
    // Black's answer behind a comment.
    plays(
        &mut club,
        "bert",
        "ann",
        &pgn("1. e4 d5\n2. ed5\n{\nwell\n}\n2. ... 7866\n{\nreceived 12.05, sent 16.05\n}\n\n*"),
    );
    club.play(GAME, "7163 6645 6152 3847");
    // Castling with zeros.
    plays(
        &mut club,
        "ann",
        "bert",
        &pgn("1. e4 d5 2. exd5 Nf6 3. Nf3 Nd5 4. Be2 Bd7\n5. 0-0\n*"),
    );
    club.stands(GAME, "/moves/8/uci", "e1g1");
    club.stands(GAME, "/clock/white/penalty", 0);
}

#[test]
fn a_promotion_without_a_sign() {
    let mut club = Setup::new().fen("7k/P7/8/8/8/8/8/K7 w - - 0 1").opens();
    plays(
        &mut club,
        "ann",
        "bert",
        &pgn("1. a8Q\n*").replace(
            "[Mode",
            "[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[Mode",
        ),
    );
    club.stands(GAME, "/moves/0/uci", "a7a8q");
}

#[test]
fn a_king_in_a_pgn_is_a_king_in_every_language() {
    let mut club = Setup::new()
        .tournament("")
        .pairs(&[(4, 1)])
        .fen("4k3/7p/8/8/8/8/8/4K1N1 w - - 0 1")
        .opens();
    // In a Russian letter Ke2 is the knight's move; a program writes English.
    cmail(&mut club, "dima", NAME, &pgn("1. Ke2\n*"));
    club.is_told("dima", "confirmation");
    club.is_told("ann", "move");
    club.stands(GAME, "/moves/0/uci", "e1e2");
}

#[test]
fn a_draw_is_offered_and_agreed_in_comments() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755");
    plays(
        &mut club,
        "ann",
        "bert",
        &pgn("1. e4 e5\n2. Nf3\n{\nWhite offers a draw\n}\n*"),
    );
    club.stands(GAME, "/draw_offer/side", "white");
    // Sent again a minute later: no second offer, no second letter to Bert.
    club.now = club.now.plus_seconds(60);
    cmail(
        &mut club,
        "ann",
        NAME,
        &pgn("1. e4 e5\n2. Nf3\n{\nWhite offers a draw\n}\n*"),
    );
    assert_eq!(club.verdict(), "duplicate");
    club.is_told("ann", "not-understood")
        .says("on record already");
    // cmail leaves the result open.
    cmail(
        &mut club,
        "bert",
        NAME,
        &pgn("1. e4 e5 2. Nf3\n{\nWhite offers a draw\n}\n{Draw agreed} "),
    );
    club.are_told(&["ann", "bert", "arbiter"], "result");
    club.stands(GAME, "/termination", "agreement");
}

#[test]
fn an_agreement_to_nothing_is_asked_about() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755 7163");
    cmail(
        &mut club,
        "bert",
        NAME,
        &pgn("1. e4 e5 2. Nf3\n{Draw agreed} "),
    );
    club.is_told("bert", "not-understood")
        .says("has not offered a draw");
    // An offer that has lapsed is not accepted by an old game either.
    cmail(
        &mut club,
        "bert",
        NAME,
        &pgn("1. e4 e5 2. Nf3\n2... Nc6 {Black offers a draw}\n*"),
    );
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    cmail(
        &mut club,
        "ann",
        NAME,
        &pgn("1. e4\n{White offers a draw}\n{Draw agreed}"),
    );
    club.is_told("ann", "not-understood");
    club.stands(GAME, "/status", "active");
    club.stands(GAME, "/draw_offer/side", "black");
}

#[test]
fn the_opponents_offer_that_came_back_is_not_mine() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755");
    plays(
        &mut club,
        "ann",
        "bert",
        &pgn("1. e4 e5 {Black offers a draw}\n2. Nf3 {Black offers a draw} *"),
    );
    assert!(club.game(GAME)["draw_offer"].is_null());
}

#[test]
fn one_resigns_for_oneself_only() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755");
    // The opponent's resignation is not for Ann to declare.
    let won = pgn("1. e4 e5\n{Black resigns} 1-0").replace("\"*\"", "\"1-0\"");
    cmail(&mut club, "ann", NAME, &won);
    club.is_told("ann", "not-understood").says("RESIGN");
    club.stands(GAME, "/status", "active");
    // Nor is a move with a resignation clear.
    let both = pgn("1. e4 e5 2. Nf3\n{White resigns} 0-1").replace("\"*\"", "\"0-1\"");
    cmail(&mut club, "ann", NAME, &both);
    club.is_told("ann", "not-understood")
        .says("exclude each other");
    // Her second letter in a row that did not do what she wanted.
    club.is_told("arbiter", "digest").says("Ann Archer");
    club.stands(GAME, "/ply", 2);
    let lost = pgn("1. 5254 5755\n{White resigns} 0-1").replace("\"*\"", "\"0-1\"");
    cmail(&mut club, "ann", NAME, &lost);
    club.are_told(&["ann", "bert", "arbiter"], "result");
    club.stands(GAME, "/result", "0-1");
    club.stands(GAME, "/termination", "resignation");
    // The same once more, and the empty letter when cmail puts the game away.
    cmail(&mut club, "ann", NAME, &lost);
    assert_eq!(club.verdict(), "duplicate");
    cmail(&mut club, "bert", NAME, "");
    assert_eq!(club.verdict(), "not-understood");
    assert!(club.note().contains("the game is over"), "{}", club.note());
    club.nobody_is_told();
}

#[test]
fn an_empty_letter_in_a_running_game_is_answered_and_costs_nothing() {
    let mut club = Club::opens();
    cmail(&mut club, "ann", NAME, "");
    club.is_told("ann", "not-understood");
    club.stands(GAME, "/clock/white/penalty", 0);
}

#[test]
fn a_game_without_a_new_move_is_no_fault() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755 7163");
    for old in ["1. e4 e5 2. Nf3 *", "1. e4 *", "*"] {
        cmail(&mut club, "bert", NAME, &pgn(old));
        assert_eq!(club.verdict(), "not-understood", "{old}");
        club.is_told("bert", "not-understood")
            .says("no move of your own");
    }
    // After the second in a row a person hears of it, at once and only then.
    club.is_told("arbiter", "digest").says("Bert Baker");
    // Ann's own last move once more.
    cmail(&mut club, "ann", NAME, &pgn("1. e4 e5 2. Nf3 *"));
    assert_eq!(club.verdict(), "duplicate");
    club.is_told("ann", "not-understood").says("All is well");
    club.stands(GAME, "/clock/black/penalty", 0);
    club.stands(GAME, "/ply", 3);
}

#[test]
fn a_game_that_differs_in_the_past_is_asked_about() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755 7163 2836");
    cmail(&mut club, "ann", NAME, &pgn("1. e4 e5 2. Nc3 Nc6 3. Bc4 *"));
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("ann", "not-understood").says("move 2 differs");
    // Her own last move taken back.
    cmail(&mut club, "ann", NAME, &pgn("1. e4 e5 2. Bc4 *"));
    club.is_told("ann", "not-understood");
    // The second in a row: a person hears of it.
    club.is_told("arbiter", "digest").says("Ann Archer");
    club.stands(GAME, "/clock/white/penalty", 0);
    club.stands(GAME, "/ply", 4);
}

#[test]
fn a56_3_3_the_opponents_last_move_in_a_pgn_is_a_repetition() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755");
    cmail(&mut club, "ann", NAME, &pgn("1. e4 c5 2. Nf3 *"));
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("ann", "rejection");
    club.stands(GAME, "/clock/white/penalty", 2);
}

#[test]
fn an_impossible_move_in_a_pgn_is_a_faulty_move() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755");
    cmail(&mut club, "ann", NAME, &pgn("1. e4 e5 2. Nf4 *"));
    club.is_told("ann", "rejection");
    club.stands(GAME, "/clock/white/penalty", 2);
}

#[test]
fn more_than_one_move_ahead_or_the_opponents_is_asked_about() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755");
    cmail(&mut club, "ann", NAME, &pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5 *"));
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("ann", "not-understood");
    cmail(&mut club, "bert", NAME, &pgn("1. e4 e5 2. Nf3 *"));
    assert_eq!(club.verdict(), "move-rejected");
    club.is_told("bert", "not-understood")
        .says("your opponent's turn");
    // A hole in the record.
    cmail(&mut club, "ann", NAME, &pgn("1. e4 2. Nf3 *"));
    club.is_told("ann", "not-understood");
    // Ann's second in a row (Bert's between is his own): a person hears of it.
    club.is_told("arbiter", "digest").says("Ann Archer");
    club.stands(GAME, "/ply", 2);
    club.stands(GAME, "/clock/white/penalty", 0);
}

#[test]
fn a56_3_7_a_series_is_accepted_in_a_pgn() {
    let mut club = Club::opens();
    club.play(GAME, "5254");
    club.sends("bert", "1... 5755 if 2. 7163 2836 3. 6134 6845");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.play(GAME, "");
    cmail(&mut club, "ann", NAME, &pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5 *"));
    assert_eq!(club.verdict(), "move", "{}", club.note());
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.stands(GAME, "/ply", 5);
    club.stands(GAME, "/moves/3/variant", true);
}

#[test]
fn variations_glyphs_and_exports_of_other_programs() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755");
    let text = format!(
        "Hello Olga,\n\nhere is my move. I thought long about 2. f4!\n\n{}\
         [ECO \"C40\"]\n[Annotator \"https://chess.example\"]\n\n\
         1. e4 {{ [%clk 0:03:00] }} 1... e5 $1 {{ [%eval 0.2] }} (1... c5 2. Nf3 (2. f4)) \
         2. Nf3!? {{ [%clk 0:02:55] }} *\n\nDRAW?\n\nBest wishes\nAnn\n",
        tags("T26-1", "*")
    );
    serial_mail(
        &mut club,
        "ann",
        "my move",
        "Content-Type: text/plain; charset=utf-8",
        &text,
    );
    assert_eq!(club.verdict(), "move", "{}", club.note());
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move").says("draw");
    club.stands(GAME, "/moves/2/uci", "g1f3");
    club.stands(GAME, "/draw_offer/side", "white");
}

#[test]
fn a_result_alone_ends_no_game() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755");
    let text = pgn("1. e4 e5 2. Nf3 0-1").replace("\"*\"", "\"0-1\"");
    cmail(&mut club, "ann", NAME, &text);
    club.is_told("ann", "confirmation").says("RESIGN");
    club.is_told("bert", "move");
    club.stands(GAME, "/status", "active");
}

/// A letter as mutt sends it for Scid: the game in the text and enclosed.
fn scid(club: &mut Club, who: &str, text: &str, enclosed: &str) {
    let body = format!(
        "--b\nContent-Type: text/plain; charset=utf-8\nContent-Disposition: inline\n\n{text}\n\n\
         --b\nContent-Type: application/vnd.chess-pgn\n\
         Content-Disposition: attachment; filename=\"{NAME}.pgn\"\n\n{enclosed}\n--b--\n"
    );
    serial_mail(
        club,
        who,
        &format!("scid mail 1 game ({NAME})"),
        "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"",
        &body,
    );
}

#[test]
fn scids_game_in_text_and_enclosure_is_one() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755");
    let game = pgn("1. e4 e5 2. Nf3 *");
    scid(&mut club, "ann", &game, &game);
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    // The other way of calling a mail program: the game only enclosed.
    let game = pgn("1. e4 e5 2. Nf3 Nc6 *");
    let text = "Final FEN: r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n\n\
                Move List: 1.e4 e5 2.Nf3 Nc6\n\n";
    scid(&mut club, "bert", text, &game);
    assert_eq!(club.verdict(), "move", "{}", club.note());
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.stands(GAME, "/ply", 4);
}

#[test]
fn words_beside_an_enclosed_game() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755");
    // What Scid cannot say stands beside its game.
    let game = pgn("1. e4 e5 2. Nf3 *");
    scid(&mut club, "ann", "DRAW?", &game);
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move").says("draw");
    // A move in words and the same game: one move. Another game: asked.
    let game = pgn("1. e4 e5 2. Nf3 d6 *");
    scid(&mut club, "bert", &format!("2... 2836\n\n{game}"), "");
    club.is_told("bert", "not-understood")
        .says("There are two moves");
    let game = pgn("1. e4 e5 2. Nf3 Nc6 *");
    scid(&mut club, "bert", &format!("2... 2836\n\n{game}"), "");
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    // STATUS with our own game enclosed: nothing is said of the game.
    scid(&mut club, "ann", "STATUS", &game);
    club.is_told("ann", "status");
    // Resigned in words, the game as it stands enclosed.
    scid(&mut club, "ann", "RESIGN", &game);
    club.are_told(&["ann", "bert", "arbiter"], "result");
}

#[test]
fn several_games_in_one_letter() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3)]).opens();
    let text = format!(
        "{}\n1. e4\n*\n\n{}\n1. d4\n*\n\n",
        tags("T26-1", "*"),
        tags("T26-2", "*")
    );
    cmail(&mut club, "ann", NAME, &text);
    assert_eq!(club.verdict(), "move");
    for _ in 0..2 {
        club.is_told("ann", "confirmation");
    }
    club.is_told("ann", "status");
    club.are_told(&["bert", "clara"], "move");
    club.stands("T26/2", "/moves/0/uci", "d2d4");
}

#[test]
fn a_game_in_a_part_of_its_own_may_be_quoted() {
    let mut club = Club::opens();
    let quoted: String = pgn("1. e4\n*")
        .lines()
        .map(|l| format!("> {l}\n"))
        .collect();
    plays(&mut club, "ann", "bert", &quoted);
}

#[test]
fn a_stranger_game_is_nobodys_fault() {
    let mut club = Club::opens();
    club.play(GAME, "5254");
    // Bert encloses a game he liked, with a few words.
    let text = "[Event \"Casual game\"]\n[Site \"https://lichess.example/abcd\"]\n\
                [White \"x\"]\n[Black \"y\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. c4 1-0\n";
    serial_mail(
        &mut club,
        "bert",
        "look",
        "Content-Type: text/plain; charset=utf-8",
        text,
    );
    club.is_told("bert", "not-understood");
    club.stands(GAME, "/ply", 1);
    club.stands(GAME, "/clock/black/penalty", 0);
}

#[test]
fn a_tag_gives_our_letter_back() {
    let mut club = Setup::new()
        .default_policy()
        .pairs(&[(1, 2), (1, 3)])
        .opens();
    let start = club.last_letter("ann", GAME);
    let tagged = format!(
        "{}[PostchessLetter \"{}\"]\n\n1. e4\n*\n",
        tags("NET", "*").replace("[CmailGameName \"NET\"]\n", ""),
        start.message_id
    );
    // The name of the game is gone, the letter's tag is not: game and sender are known.
    cmail(&mut club, "ann", "mine", &tagged);
    assert_eq!(club.verdict(), "move", "{}", club.note());
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    // Bert cannot use Ann's.
    cmail(
        &mut club,
        "bert",
        "mine",
        &tagged.replace("1. e4", "1. e4 e5"),
    );
    assert_eq!(club.verdict(), "unverified");
    club.everything_read();
}

#[test]
fn check_above_a_game_commits_nothing() {
    let mut club = Club::opens();
    let text = format!("CHECK\n\n{}", pgn("1. e4 {White offers a draw} *"));
    let plain = "Content-Type: text/plain; charset=utf-8";
    serial_mail(&mut club, "ann", "my move", plain, &text);
    club.is_told("ann", "confirmation").says("1. 5254");
    club.stands(GAME, "/ply", 0);
    assert!(club.game(GAME)["draw_offer"].is_null());
}

#[test]
fn what_excludes_each_other_beside_a_game() {
    let mut club = Club::opens();
    club.play(GAME, "5254 5755");
    let game = pgn("1. e4 e5 2. Nf3 *");
    for words in [
        "RESIGN",
        "WITHDRAW",
        "ACCEPT DRAW",
        "I resign perhaps",
        "RESIGN tomorrow",
    ] {
        scid(&mut club, "ann", &format!("{words}\n\n{game}"), "");
        let told = club.is_told("ann", "not-understood");
        assert!(club.game(GAME)["ply"] == 2, "{words}: {}", told.text);
    }
    // After the second in a row a person hears of it, at once and only then.
    club.is_told("arbiter", "digest").says("Ann Archer");
    club.stands(GAME, "/status", "active");
}
