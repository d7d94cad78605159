use super::{game, player57};
use crate::chess::{BySide, Side};
use crate::language::Language;
use crate::record::fixture::*;
use crate::record::{Cause, Circumstance, Event, LostLetter, Opened, ResultCode, Termination};
use serde_json::{Value, json};

const JSON: &str = r#"{
  "game": "RU26-01/3",
  "tournament": "RU26-01",
  "profile": "email",
  "round": 2,
  "board": 1,
  "white": {"player": 1, "name": "Иванов Иван"},
  "black": {"player": 4, "name": "Żółkiewski Łukasz"},
  "status": "active",
  "result": "*",
  "termination": null,
  "fen": "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
  "turn": "white",
  "ply": 6,
  "moves": [
    {"ply": 1, "number": 1, "side": "white", "numeric": "5254", "san": "e4", "uci": "e2e4",
     "received": "2026-01-10", "sent": "2026-01-12", "days": 2, "penalty": 0, "total": 2,
     "variant": false, "faults": []},
    {"ply": 2, "number": 1, "side": "black", "numeric": "5755", "san": "e5", "uci": "e7e5",
     "received": "2026-01-13", "sent": "2026-01-14", "days": 1, "penalty": 0, "total": 1,
     "variant": false, "faults": []},
    {"ply": 3, "number": 2, "side": "white", "numeric": "7163", "san": "Nf3", "uci": "g1f3",
     "received": "2026-01-18", "sent": "2026-01-20", "days": 3, "penalty": 2, "total": 7,
     "variant": false, "faults": [{"kind": "impossible", "text": "2. 7173",
       "received": "2026-01-15", "sent": "2026-01-16", "days": 1}]},
    {"ply": 4, "number": 2, "side": "black", "numeric": "2836", "san": "Nc6", "uci": "b8c6",
     "received": "2026-01-21", "sent": "2026-01-22", "days": 1, "penalty": 0, "total": 2,
     "variant": false, "faults": []},
    {"ply": 5, "number": 3, "side": "white", "numeric": "6125", "san": "Bb5", "uci": "f1b5",
     "received": "2026-01-23", "sent": "2026-01-25", "days": 2, "penalty": 0, "total": 9,
     "variant": false, "faults": []},
    {"ply": 6, "number": 3, "side": "black", "numeric": "1716", "san": "a6", "uci": "a7a6",
     "received": "2026-01-26", "sent": "2026-01-31", "days": 5, "penalty": 0, "total": 7,
     "variant": false, "faults": []}
  ],
  "clock": {
    "white": {"moves": 3, "days": 7, "penalty": 2, "total": 9, "limit": 60, "left": 51, "overstepped": false},
    "black": {"moves": 3, "days": 7, "penalty": 0, "total": 7, "limit": 60, "left": 53, "overstepped": false},
    "running": {"side": "white", "since": "2026-02-01", "used": 0, "flag_falls": "2026-03-25"}
  },
  "draw_offer": {"side": "black", "ply": 6},
  "leave": [
    {"id": 9, "player": 4, "from": "2026-06-10", "to": "2026-06-12"},
    {"id": 7, "player": 1, "from": "2026-07-01", "to": "2026-07-14"}
  ]
}"#;

/// The keys of an object, in their order.
fn keys(value: &Value) -> Vec<&str> {
    let map = value.as_object().unwrap();
    map.keys().map(String::as_str).collect()
}

#[test]
fn a_game_is_printed_as_the_contract_has_it() {
    let mut actual = game::json(&contract_game(), d("2026-02-01"));
    let record = actual
        .as_object_mut()
        .unwrap()
        .shift_remove("record")
        .unwrap();
    let expected: Value = serde_json::from_str(JSON).unwrap();
    assert_eq!(actual, expected);
    // Equality of JSON does not look at the order of keys.
    assert_eq!(actual.to_string(), expected.to_string());

    let record = record.as_array().unwrap();
    let what: Vec<&str> = record.iter().map(|e| e["what"].as_str().unwrap()).collect();
    assert_eq!(
        what,
        [
            "started",
            "move-played",
            "move-played",
            "faulty",
            "penalty",
            "move-played",
            "move-played",
            "move-played",
            "move-played",
            "draw-offered",
            "letter-left"
        ]
    );
    assert_eq!(
        record[4],
        json!({"id": 5, "at": "2026-01-16T12:00:02Z", "what": "penalty", "side": "white", "days": 2,
               "article": "56.4.7", "note": "impossible move", "ply": 3, "cause": "tick"})
    );
    assert_eq!(
        record[3],
        json!({"id": 4, "at": "2026-01-16T12:00:01Z", "what": "faulty", "side": "white", "days": null,
               "article": "56.4.7", "note": "", "ply": 3, "fault": "impossible", "text": "2. 7173",
               "received": "2026-01-15", "sent": "2026-01-16", "sent_at": "2026-01-16T12:00:00Z", "charged": 2,
               "cause": "tick"})
    );
    for entry in record {
        assert_eq!(
            keys(entry)[..7],
            ["id", "at", "what", "side", "days", "article", "note"]
        );
    }
    assert_eq!(record[2]["side"], "black");
    assert_eq!(record[10]["side"], "white");
}

#[test]
fn the_running_clock_is_separate_from_what_is_left() {
    let game = contract_game();
    let on = |day: &str| game::json(&game, d(day))["clock"].clone();
    assert_eq!(on("2026-03-24")["running"]["used"], 51);
    assert_eq!(on("2026-03-24")["white"]["left"], 51);
    assert_eq!(on("2026-03-24")["white"]["overstepped"], false);
    assert_eq!(on("2026-03-25")["white"]["overstepped"], true);
    assert_eq!(on("2026-03-25")["black"]["overstepped"], false);
}

#[test]
fn a_finished_game_has_result_cause_and_no_running_clock() {
    let mut game = contract_game();
    let mut record = Record::started("2026-02-03");
    record.entries.clear();
    record.put(
        Event::Ended {
            result: ResultCode::Draw,
            termination: Termination::FiftyMoves,
        },
        Some("9.3"),
        "",
    );
    game.extend(record.entries[0].clone()).unwrap();
    let json = game::json(&game, d("2026-04-01"));
    assert_eq!(json["status"], "finished");
    assert_eq!(json["result"], "1/2-1/2");
    assert_eq!(json["termination"], "fifty-moves");
    assert_eq!(json["clock"]["running"], Value::Null);
    assert_eq!(json["draw_offer"], Value::Null);
    assert_eq!(json["clock"]["white"]["overstepped"], false);
}

#[test]
fn what_opened_a_matter_is_told_and_stands_as_facts() {
    let lost = Circumstance::Lost(LostLetter {
        letter: "7".to_owned(),
        name: "Ann".to_owned(),
        why: "550 no such user".to_owned(),
        last: None,
    });
    let cases = [
        (
            lost,
            "letter 7 to Ann did not arrive: 550 no such user",
            "lost",
        ),
        (
            Circumstance::said("the mailbox is full"),
            "the mailbox is full",
            "words",
        ),
    ];
    for (what, note, fact) in cases {
        let mut game = contract_game();
        let mut record = Record::started("2026-02-03");
        record.entries.clear();
        let opened = Opened::new("letter-lost", Side::White, what);
        record.put(Event::MatterOpened(opened), Some("56.5.2"), "");
        game.extend(record.entries[0].clone()).unwrap();
        let json = game::json(&game, d("2026-02-04"));
        let entry = json["record"].as_array().unwrap().last().unwrap();
        assert_eq!(entry["what"], "matter-opened");
        assert_eq!(entry["matter"], "letter-lost");
        assert_eq!(entry["side"], "white");
        assert_eq!(entry["note"], note);
        assert_eq!(entry["because"]["is"], fact);
    }
}

#[test]
fn an_overstep_that_is_decided_shows_though_no_clock_runs() {
    let mut record = Record::started("2026-01-10");
    record.left(0, Side::White, "2026-01-10").put(
        Event::TimeExceeded {
            side: Side::White,
            at_move: 1,
            total: 61,
            limit: 60,
            flag: d("2026-03-12"),
            from: d("2026-03-13"),
            claimed: false,
        },
        Some("56.6.3"),
        "",
    );
    let white = player(1, "A", 1, Language::En);
    let black = player(2, "B", 2, Language::En);
    let paused = record.game(facts(1, white, black), BySide::default());
    let json = game::json(&paused, d("2026-03-14"));
    assert_eq!(json["status"], "paused");
    assert_eq!(json["clock"]["white"]["overstepped"], true);
    assert_eq!(json["clock"]["running"], Value::Null);
}

#[test]
fn a59_1_the_form_is_the_one_the_rules_print() {
    let mut record = Record::started("2025-05-10");
    record
        .mv(1, "d2d4", "2025-05-10", "2025-05-10")
        .mv(2, "d7d5", "2025-05-12", "2025-05-12")
        .mv(3, "g1f3", "2025-05-12", "2025-05-16")
        .mv(4, "g7g6", "2025-05-17", "2025-05-18")
        .mv(5, "c2c4", "2025-05-19", "2025-05-22");
    let white = player(1, "Иванов Иван", 1, Language::Ru);
    let black = player(2, "Петров Пётр", 2, Language::Ru);
    let mut facts = facts(3, white, black);
    facts.start = d("2025-05-10");
    let leave = BySide {
        white: vec![span(7, "2025-07-01", "2025-07-14")],
        black: vec![span(8, "2025-07-01", "2025-06-30")],
    };
    let game = record.game(facts, leave);
    assert_eq!(
        game::form(&game, Language::Ru).text(),
        "Турнир Чемпионат клуба 2026 [RU26-01/3]\n\
         Дата старта 10/05/2025\n\
         Белые Иванов Иван\n\
         Черные Петров Пётр\n\
         Перерывы белых 01/07/25-14/07/25\n\
         \n\
         Пол.   Отв.   Время  N    Белые  Черные  Пол.   Отв.   Время\n\
         ---    10/05   0/00  01.  4244   4745    12/05  12/05   0/00\n\
         12/05  16/05   4/04  02.  7163   7776    17/05  18/05   1/01\n\
         19/05  22/05   3/07  03.  3234\n"
    );
}

#[test]
fn a60_the_schedule_has_the_columns_of_the_rules() {
    let mut facts_of = contract_game();
    let facts = std::sync::Arc::make_mut(&mut facts_of.facts);
    facts.language = Language::Ru;
    let expected = expect_test::expect![[r#"
        Турнир N RU26-01
        График прохождения ходов и затраченного времени (график переписки) в партии
        Иванов Иван - Żółkiewski Łukasz [RU26-01/3]

                                Белые                         |                      Черные                      | Примечание
          N | Ход   |        Дата         |       Время       | Ход    |        Дата         |       Время       |
        пп. | белых | получил  | отправил | на ход | суммарно | черных | получил  | отправил | на ход | суммарно |
        ----+-------+----------+----------+--------+----------+--------+----------+----------+--------+----------+----------------------------------
          1 | 5254  | 10/01/26 | 12/01/26 |      2 |        2 | 5755   | 13/01/26 | 14/01/26 |      1 |        1 |
          2 | 7163  | 18/01/26 | 20/01/26 |      3 |        7 | 2836   | 21/01/26 | 22/01/26 |      1 |        2 | Белые: невозможный ход 15/01/26 -
            |       |          |          |        |          |        |          |          |        |          | 16/01/26 (1), штраф +2
          3 | 6125  | 23/01/26 | 25/01/26 |      2 |        9 | 1716   | 26/01/26 | 31/01/26 |      5 |        7 | Черные: предложена ничья
          4 |       | 01/02/26 |          |        |          |        |          |          |        |          |
    "#]];
    expected.assert_eq(&game::schedule(&facts_of));
}

#[test]
fn the_view_for_a_screen_shows_record_clocks_and_board() {
    let text = game::text(&contract_game(), d("2026-02-11"));
    let expected = expect_test::expect![[r#"
        RU26-01/3  Чемпионат клуба 2026, round 2, board 1, started 2026-01-10
        White  Иванов Иван (no. 1, player 1); leave 01/07/26-14/07/26
        Black  Żółkiewski Łukasz (no. 4, player 4); leave 10/06/26-12/06/26
        Status active, move 4 of white is due
        Black offers a draw

           N  Move          Received    Sent        Days  Penalty  Total
          1.  5254     e4   2026-01-10  2026-01-12     2               2
        1...  5755     e5   2026-01-13  2026-01-14     1               1
              2. 7173       2026-01-15  2026-01-16   (1)                  impossible
          2.  7163     Nf3  2026-01-18  2026-01-20     3       +2      7
        2...  2836     Nc6  2026-01-21  2026-01-22     1               2
          3.  6125     Bb5  2026-01-23  2026-01-25     2               9
        3...  1716     a6   2026-01-26  2026-01-31     5               7

        Clock  Moves  Days  Penalty  Total  Limit  Left
        White      3     7        2      9     60    51  runs since 2026-02-01, used 10, flag falls 2026-03-25
        Black      3     7        0      7     60    53

        8  r . b q k b n r
        7  . p p p . p p p
        6  p . n . . . . .
        5  . B . . p . . .
        4  . . . . P . . .
        3  . . . . . N . .
        2  P P P P . P P P
        1  R N B Q K . . R
           a b c d e f g h
        FEN r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4
    "#]];
    expected.assert_eq(&text);
}

#[test]
fn a57_the_report_of_a_player() {
    let first = contract_game();
    let other = {
        let mut record = Record::started("2026-01-09");
        record.mv(1, "e2e4", "2026-01-10", "2026-01-10").by(
            Cause::Order,
            Event::Ended {
                result: ResultCode::White,
                termination: Termination::Resignation,
            },
            Some("5.1.2"),
            "",
        );
        let white = player(2, "Ґонґадзе Їжак", 2, Language::Uk);
        let black = player(1, "Иванов Иван", 1, Language::Ru);
        record.game(facts(5, white, black), BySide::default())
    };
    let me = first.player(Side::White).clone();
    let text = player57(&me, &[&first, &other], d("2026-02-11"));
    let expected = expect_test::expect![[r#"
        Отчет участника турнира Иванов Иван о ходе игры в турнире RU26-01 по
        состоянию на 11/02/26.

        N|Фамилии партнеров|Сделано ходов |  Время на  |Дата      |Дата
         |                 |              |обдумывание |получения |отправления
         |                 |белыми|черными|белых|черных|последнего|последнего
         |                 |      |       |     |      |хода      |хода
         |Примечания
        -+-----------------+------+-------+-----+------+----------+-----------
        1|Żółkiewski Łukasz|     3|      3|    9|     7|01/02/26  |25/01/26
         |o RU26-01/3; ход белых, срок до 24/03/26; черные предлагают ничью;
         |перерыв белых 01/07/26-14/07/26; перерыв черных 10/06/26-12/06/26;
         |штраф белых +2
        2|Ґонґадзе Їжак    |     1|      0|    0|     0|          |
         |e RU26-01/5; 1-0
        Состояние партии: o идет, e окончена.
    "#]];
    expected.assert_eq(&text);

    let titles = |language: Language| {
        let mut me = me.clone();
        me.language = language;
        player57(&me, &[&first], d("2026-02-11"))
    };
    for (language, title, column) in [
        (
            Language::En,
            "Report of the player Иванов Иван on the play in tournament RU26-01 as of 11/02/26.",
            "Reflection",
        ),
        (
            Language::Uk,
            "Звіт учасника турніру Иванов Иван про хід гри в турнірі RU26-01 станом на 11/02/26.",
            "обмірковування",
        ),
        (
            Language::Pl,
            "Sprawozdanie uczestnika Иванов Иван z przebiegu gry w turnieju RU26-01, stan na 11/02/26.",
            "Czas do namysłu",
        ),
    ] {
        let text = titles(language);
        let begins = text.split("\n\n").next().unwrap().replace('\n', " ");
        assert_eq!(begins, title);
        assert!(text.contains(column), "{text}");
    }
}

#[test]
fn every_ruled_table_lines_up_in_every_language() {
    for language in Language::ALL {
        let mut game = contract_game();
        std::sync::Arc::make_mut(&mut game.facts).language = language;
        let mut me = game.player(Side::Black).clone();
        me.language = language;
        let schedule = game::schedule(&game);
        for text in [schedule, player57(&me, &[&game], d("2026-02-11"))] {
            let is_rule = |l: &&str| l.len() > 9 && l.chars().all(|c| "-+".contains(c));
            let rule = text.lines().find(is_rule).unwrap();
            let bars: Vec<usize> = rule.match_indices('+').map(|(i, _)| i).collect();
            let rows = text.lines().skip_while(|l| *l != rule).skip(1);
            let rows = rows.take_while(|l| l.contains('|'));
            // Remarks of article 57 stand below their row, after one bar.
            let rows: Vec<&str> = rows.filter(|l| l.matches('|').count() > 1).collect();
            assert!(!rows.is_empty());
            for row in rows {
                let mut column = 0;
                let mut found = Vec::new();
                for c in row.chars() {
                    if c == '|' {
                        found.push(column);
                    }
                    column += super::width::width(&c.to_string());
                }
                assert_eq!(found, bars, "{language}\n{text}");
            }
        }
    }
}

#[test]
fn the_board_is_drawn_without_anything_from_outside() {
    let game = contract_game();
    let svg = game::svg(game.line.position(), Side::Black);
    assert_eq!(svg.matches("<g class=\"white-pawn\"").count(), 8);
    assert_eq!(svg.matches("<g class=\"black-knight\"").count(), 2);
    assert_eq!(svg.matches("<g class=").count(), 32);
    assert!(!svg.contains("href") && !svg.contains("url("));
    // Black below: a1 is the square at the top right, and dark.
    assert!(svg.contains("<rect x=\"335\" y=\"20\" width=\"45\" height=\"45\" fill=\"#b58863\"/>"));
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    assert_eq!(
        game::fen(&game),
        format!("{}\n", game.line.position().fen())
    );
}
