//! Several requests in one letter: their order, CHECK, and those that exclude
//! each other, also over the parts of a letter.

use super::{check, told};

#[test]
fn requests_are_carried_out_in_the_order_written() {
    check(&[
        ("STATUS\n12. 5254", "status; 12w:5254"),
        ("12. 5254\nSTATUS", "12w:5254; status"),
        (
            "FORMAT PGN\n12. 5254\nREPORT",
            "format Pgn; 12w:5254; report",
        ),
        ("END LEAVE\n12. 5254", "leave-end; 12w:5254"),
        ("DECLINE DRAW\n12. 5254", "draw-decline; 12w:5254"),
        (
            "STATUS\nCHECK 12. 5254\nHELP",
            "status; check 12w:5254; help",
        ),
        (
            "STATUS\nCLAIM DRAW\n12. 5254",
            "status; draw-claim 12w:5254",
        ),
        ("LEAVE 01.07-14.07\nDRAW?", "leave 07-01 07-14; draw-offer"),
        (
            "12. 5254\n\nПЕРЕРЫВ 01.07-14.07\nОТЧЁТ\n\nИван",
            "12w:5254; leave 07-01 07-14; report",
        ),
    ]);
}

#[test]
fn check_commits_nothing_of_what_stands_below_it() {
    check(&[
        ("CHECK 12. 5254", "check 12w:5254"),
        (
            "ПРОВЕРКА\n12. 5254 если 12... 5755 13. 7163",
            "check 12w:5254 if 12b:5755 13w:7163",
        ),
        ("ПЕРЕВІРКА: 12. 5254", "check 12w:5254"),
        ("Sprawdź 12. Sf3", "check 12w:Sf3"),
        (
            "CHECK 12. 5254\nCHECK 12. 4244",
            "check 12w:5254; check 12w:4244",
        ),
        ("CHECK\nRESIGN", "?CHECK 12. 5254; ?conflict RESIGN"),
        ("CHECK 12. 5254\nRESIGN", "?conflict 12. 5254 / RESIGN"),
        ("CHECK RESIGN", "?CHECK 12. 5254"),
        (
            "CHECK\n\nN White Black\n1. 5254 5755\n2. 7163 2836\n3. 6125",
            "check 1w:5254 1b:5755 2w:7163 2b:2836 3w:6125 form",
        ),
        (
            "ПРОВЕРКА\n\n[Event \"x\"]\n[Site \"RU26-01/3\"]\n\n1. e4 e5 2. Nf3 *\n",
            "[RU26-01/3] 1w:e4 1b:e5 2w:Nf3 pgn named checked",
        ),
        ("CHECK\nSTATUS", "status; ?CHECK 12. 5254"),
    ]);
}

#[test]
fn what_ends_a_game_stands_alone() {
    check(&[
        ("12. 5254\nI resign", "?conflict 12. 5254 / RESIGN"),
        ("12. 5254, сдаюсь", "?conflict 12. 5254 / СДАЮСЬ"),
        (
            "12. 5254\nЯ сдаюсь, наверное",
            "?conflict 12. 5254 / СДАЮСЬ",
        ),
        ("12. 5254\nWITHDRAW please", "?conflict 12. 5254 / WITHDRAW"),
        (
            "12. 5254\nприму: ПРИНИМАЮ НИЧЬЮ",
            "?conflict 12. 5254 / ПРИНИМАЮ НИЧЬЮ",
        ),
        (
            "12... 5755\nPrzyjmuję remis, dobrze?",
            "?conflict 12... 5755 / PRZYJMUJĘ REMIS",
        ),
        ("RESIGN\nI accept draw", "?conflict RESIGN / ACCEPT DRAW"),
        ("DRAW?\nRESIGN", "?conflict DRAW? / RESIGN"),
        ("PODDAJĘ SIĘ", "resign"),
        ("poddaję się!", "resign"),
        ("сдаюсь!", "resign"),
        ("Здаюся. Дякую за гру!", "resign"),
        ("RESIGN\nSTATUS", "resign; status"),
    ]);
    // Commands that change less may stand beside a move, however they are written.
    check(&[
        ("12. 5254\nplease status", "12w:5254; ?STATUS"),
        ("12. 5254\nclaim time now", "12w:5254; ?CLAIM TIME"),
    ]);
}

#[test]
fn the_parts_of_a_letter_are_compared() {
    check(&[
        // A game named twice is one part.
        (
            "RU26-01/3\n12. 5254\nRU26-01/5\nDRAW?\nRU26-01/3\nRESIGN",
            "[RU26-01/3] ?conflict 12. 5254 / RESIGN || [RU26-01/5] draw-offer",
        ),
        (
            "RU26-01/3\n12. 5254\nRU26-01/5\nDRAW?\nRU26-01/3\n12. 4244",
            "[RU26-01/3] 12w:5254 12w:4244 || [RU26-01/5] draw-offer",
        ),
        // Withdrawing is about every game.
        (
            "WITHDRAW\nRU26-01/3\n12. 5254\nRU26-01/5\nDRAW?",
            "?conflict WITHDRAW / 12. 5254 / DRAW?",
        ),
        (
            "RU26-01/3\n12. 5254\nRU26-01/5\nWITHDRAW\nSTATUS",
            "[RU26-01/3] ?conflict 12. 5254 / WITHDRAW || [RU26-01/5] status",
        ),
        // Resigning one game and moving in another are two requests.
        (
            "RU26-01/3\n12. 5254\nRU26-01/5\nRESIGN",
            "[RU26-01/3] 12w:5254 || [RU26-01/5] resign",
        ),
        // Above the first name: of which game?
        (
            "RESIGN\n\nRU26-01/3\n12. 5254\n\nRU26-01/5\n8... 5755",
            "?conflict RESIGN / 12. 5254 / 8... 5755",
        ),
        ("12. 5254\n\nRU26-01/3", "[RU26-01/3] 12w:5254"),
        (
            "12. 5254\n\nRU26-01/3\nRESIGN",
            "[RU26-01/3] ?conflict 12. 5254 / RESIGN",
        ),
        (
            "STATUS\nRU26-01/3\n12. 5254",
            "status || [RU26-01/3] 12w:5254",
        ),
    ]);
    // Words of a protest end where the next game's part begins.
    assert_eq!(
        told("RU26-01/3\nPROTEST The clock\nis wrong.\nRU26-01/5\n8... 5755\nRU26-01/3\nThanks."),
        "[RU26-01/3] protest \"The clock\\nis wrong.\" || [RU26-01/5] 8b:5755"
    );
}
