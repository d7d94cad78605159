use super::*;
use crate::language::Language;
use crate::record::ResultCode as R;
use crate::report::document::{Decimals, csv, text};
use crate::report::table::tests::{entrant, finished, input};
use crate::time::Day;
use crate::tournament::encounter::Seating;
use crate::tournament::file::Official;
use crate::tournament::line_up::LineUp;
use crate::tournament::play::BoardOrder;
use crate::tournament::teams::TeamEntry;

fn team(name: &str, captain: Option<&str>, boards: &[u32], reserves: &[u32]) -> TeamEntry {
    TeamEntry {
        name: name.to_owned(),
        captain: captain.map(|name| Official::new(name, "captain@a.example")),
        boards: boards.to_vec(),
        reserves: reserves.to_vec(),
        line_ups: Vec::new(),
    }
}

/// A game that was over on the 20th of its round's month.
fn game(round: u32, number: u32, white: u32, black: u32, code: Option<R>) -> GameLine {
    let mut line = finished(number, white, black, code);
    line.round = round;
    line.progress.ended = code.and(Day::parse(&format!("2026-0{round}-20")));
    line
}

/// Three teams of two boards; in the second round the reserve of the first plays.
fn event() -> TableInput {
    let names = [
        "Иванов Иван",
        "Петрова Анна",
        "Сидоров Пётр",
        "Волков Дмитрий",
        "Ewa Nowak",
        "Karl May",
        "Запасной Игрок",
    ];
    let entrants = (1..).zip(names).map(|(n, name)| entrant(n, name)).collect();
    let games = vec![
        game(1, 1, 1, 3, Some(R::White)),
        game(1, 2, 4, 2, Some(R::Draw)),
        game(2, 3, 5, 7, Some(R::WhiteForfeit)),
        game(2, 4, 1, 6, None),
        game(3, 5, 3, 5, Some(R::White)),
        game(3, 6, 6, 4, Some(R::White)),
    ];
    let mut input = input(entrants, games, "2026-05-11");
    let mut first = team("Ладья", Some("Орлова О."), &[1, 2], &[7]);
    first.lines_up(LineUp {
        round: 2,
        boards: vec![7, 1],
    });
    input.teams = vec![
        first,
        team("Слон", None, &[3, 4], &[]),
        team("Rook & Co", None, &[5, 6], &[]),
    ];
    input.seating = Seating::of(System::TeamRoundRobin, BoardOrder::Free);
    input
}

fn occasion(group: Option<&str>) -> Occasion {
    Occasion {
        event: "Командный чемпионат".to_owned(),
        group: group.map(str::to_owned),
    }
}

fn shown(input: &TableInput, asked: (Option<u32>, Option<u32>), language: Language) -> String {
    let protocols = Protocols::of(input, occasion(None), asked).unwrap();
    text(&document(&protocols, language))
}

#[test]
fn appendices_1_and_2_say_what_the_rules_print() {
    let input = event();
    let expected = expect_test::expect![[r#"
        Командный чемпионат

        Сводный протокол результатов командных соревнований
        Тур     1
        Группа  __________
        Дата    20.01.2026

        № | Команда 1 | Результат | Команда 2
        --+-----------+-----------+----------
        1 | Ладья     | 1.5 : 0.5 | Слон

        Свободны от игры: Rook & Co.

        Главный судья (главный арбитр)  ____________________  Орлов П.
        Главный секретарь               ____________________

        Протокол результатов командных соревнований N 1/1
        Командный чемпионат

        Тур     1
        Группа  __________
        Дата    20.01.2026

        № | Ладья               | Слон           | Результат
        --+---------------------+----------------+----------
        1 | Иванов Иван         | Сидоров Пётр   |   1 : 0
        2 | Петрова Анна        | Волков Дмитрий |   ½ : ½
          | Итоговый результат: |                | 1.5 : 0.5

        В пользу команды  Ладья

        Капитан команды Ладья                   ____________________  Орлова О.
        Капитан команды Слон                    ____________________
        Главный судья (главный арбитр)          ____________________  Орлов П.
        Главный секретарь                       ____________________
        Линейный судья (линейный арбитр) матча  ____________________
    "#]];
    expected.assert_eq(&shown(&input, (Some(1), None), Language::Ru));
}

#[test]
fn a_match_that_goes_on_has_no_final_result_and_a_substitute_his_board() {
    let input = event();
    let expected = expect_test::expect![[r#"
        Командный чемпионат

        Protocol of the results of a team competition No. 2/1
        Round  2
        Group  __________
        Date   2026-05-11

        No. | Rook & Co     | Ладья          | Result
        ----+---------------+----------------+-------
          1 | Ewa Nowak     | Запасной Игрок | + : -
          2 | Karl May      | Иванов Иван    |
            | Final result: |                |
        The match goes on: 1 game not finished.

        Captain of Rook & Co  ____________________
        Captain of Ладья      ____________________  Орлова О.
        Chief arbiter         ____________________  Орлов П.
        Chief secretary       ____________________
        Match arbiter         ____________________
    "#]];
    expected.assert_eq(&shown(&input, (Some(2), Some(1)), Language::En));
}

#[test]
fn a_level_match_is_in_favour_of_nobody_and_the_last_round_is_the_usual_one() {
    let page = shown(&event(), (None, None), Language::De);
    assert!(page.contains("Runde   3\n"), "{page}");
    assert!(
        page.contains("Zugunsten der Mannschaft  unentschieden\n"),
        "{page}"
    );
    assert!(page.contains("Spielfrei: Ладья.\n"), "{page}");
    assert!(page.contains("Datum   20.03.2026\n"), "{page}");
}

#[test]
fn a22_the_match_of_a_team_that_was_removed_does_not_count() {
    let mut input = event();
    for entrant in &mut input.entrants {
        if [3, 4].contains(&entrant.start_number) {
            entrant.withdrawn = true;
            entrant.counts = false;
        }
    }
    let page = shown(&input, (Some(1), Some(1)), Language::Ru);
    assert_eq!(page.matches("не в зачёт").count(), 2, "{page}");
    assert!(page.contains("Матч в зачёт не принимается.\n"), "{page}");
    assert!(!page.contains("В пользу команды"), "{page}");
    // The second round is one of those who are left; the removed team is not free in it.
    let page = shown(&input, (Some(2), None), Language::Ru);
    assert!(!page.contains("Свободны"), "{page}");
}

#[test]
fn a26_scheveningen_is_one_match_of_all_its_games() {
    let mut input = event();
    input.teams.truncate(2);
    input.teams.iter_mut().for_each(|t| t.line_ups.clear());
    input.games = vec![
        game(1, 1, 1, 3, Some(R::White)),
        game(1, 2, 2, 4, Some(R::Black)),
        game(2, 3, 4, 1, Some(R::Draw)),
        game(2, 4, 3, 2, Some(R::Black)),
    ];
    input.seating = Seating::of(System::Scheveningen, BoardOrder::Shift);
    let expected = expect_test::expect![[r#"
        Командный чемпионат

        Protocol of the results of a team competition No. 1
        Group  __________
        Date   2026-02-20

        Round | No. | Ладья         | Слон           |  Result
        ------+-----+---------------+----------------+----------
            1 |   1 | Иванов Иван   | Сидоров Пётр   |   1 : 0
            1 |   2 | Петрова Анна  | Волков Дмитрий |   0 : 1
            2 |   1 | Иванов Иван   | Волков Дмитрий |   ½ : ½
            2 |   2 | Петрова Анна  | Сидоров Пётр   |   1 : 0
              |     | Final result: |                | 2.5 : 1.5

        In favour of the team  Ладья

        Captain of Ладья  ____________________  Орлова О.
        Captain of Слон   ____________________
        Chief arbiter     ____________________  Орлов П.
        Chief secretary   ____________________
        Match arbiter     ____________________
    "#]];
    expected.assert_eq(&shown(&input, (None, None), Language::En));
    // A round of it is a part: nobody has won anything by it.
    let page = shown(&input, (Some(2), None), Language::En);
    assert!(page.contains("1.5 : 0.5\n"), "{page}");
    assert!(
        page.contains("The rounds are one match: Ладья – Слон 2.5 : 1.5 so far."),
        "{page}"
    );
    assert!(!page.contains("In favour"), "{page}");
}

#[test]
fn programs_get_facts() {
    let input = event();
    let protocols = Protocols::of(&input, occasion(Some("A")), (Some(2), None)).unwrap();
    let value = protocols.json();
    let expected = expect_test::expect![[r#"
        {
          "tournament": "RU26-01",
          "name": "Командный чемпионат",
          "group": "A",
          "round": 2,
          "date": "2026-05-11",
          "matches": [
            {
              "number": "2/1",
              "round": 2,
              "match": 1,
              "date": "2026-05-11",
              "teams": [
                {
                  "team": 3,
                  "name": "Rook & Co",
                  "captain": null
                },
                {
                  "team": 1,
                  "name": "Ладья",
                  "captain": "Орлова О."
                }
              ],
              "boards": [
                {
                  "board": 1,
                  "round": 2,
                  "game": "RU26-01/3",
                  "players": [
                    {
                      "start_number": 5,
                      "name": "Ewa Nowak",
                      "board": 1,
                      "white": true
                    },
                    {
                      "start_number": 7,
                      "name": "Запасной Игрок",
                      "board": 1,
                      "white": false
                    }
                  ],
                  "result": [
                    "+",
                    "-"
                  ],
                  "points": [
                    "1",
                    "0"
                  ],
                  "open": false,
                  "counts": true
                },
                {
                  "board": 2,
                  "round": 2,
                  "game": "RU26-01/4",
                  "players": [
                    {
                      "start_number": 6,
                      "name": "Karl May",
                      "board": 2,
                      "white": false
                    },
                    {
                      "start_number": 1,
                      "name": "Иванов Иван",
                      "board": 2,
                      "white": true
                    }
                  ],
                  "result": null,
                  "points": [
                    "0",
                    "0"
                  ],
                  "open": true,
                  "counts": true
                }
              ],
              "points": [
                "1",
                "0"
              ],
              "open": true,
              "counts": true,
              "match_so_far": null,
              "in_favour": null
            }
          ],
          "free": [
            {
              "team": 2,
              "name": "Слон",
              "captain": null
            }
          ],
          "arbiter": "Орлов П.",
          "as_of": "2026-05-11"
        }
    "#]];
    let text = serde_json::to_string_pretty(&value).unwrap();
    expected.assert_eq(&format!("{text}\n"));
}

#[test]
fn a_spreadsheet_gets_results_and_neither_hours_nor_formulas() {
    let input = event();
    let of = |round| {
        let protocols = Protocols::of(&input, occasion(None), (Some(round), None)).unwrap();
        let tables: Vec<_> = document(&protocols, Language::En)
            .tables()
            .cloned()
            .collect();
        csv(&tables, Decimals::Point)
    };
    assert_eq!(
        of(1),
        "\u{feff}No.,Team 1,Result,Team 2\r\n1,Ладья,1.5–0.5,Слон\r\n\r\n\
         No.,Ладья,Слон,Result\r\n1,Иванов Иван,Сидоров Пётр,1–0\r\n\
         2,Петрова Анна,Волков Дмитрий,½–½\r\n,Final result:,,1.5–0.5\r\n"
    );
    assert!(
        of(2).contains("1,Ewa Nowak,Запасной Игрок,1F–0F\r\n"),
        "{}",
        of(2)
    );
}

#[test]
fn what_is_not_there_has_no_protocol() {
    let mut input = event();
    let of = |input: &TableInput, asked| Protocols::of(input, occasion(None), asked).err();
    assert_eq!(of(&input, (Some(3), Some(1))), None);
    let missing = NoProtocol::NoRound { round: 4, last: 3 };
    assert_eq!(of(&input, (Some(4), None)), Some(missing));
    let missing = NoProtocol::NoMatch {
        number: 2,
        count: 1,
    };
    assert_eq!(of(&input, (Some(1), Some(2))), Some(missing));
    input.games.clear();
    assert_eq!(of(&input, (None, None)), Some(NoProtocol::NothingPaired));
    input.seating = Seating::of(System::Swiss, BoardOrder::Shift);
    assert_eq!(of(&input, (None, None)), Some(NoProtocol::NotOfTeams));
}
