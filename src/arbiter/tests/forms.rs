//! Totals and leave in a form of article 59: compared with the record, answered with a
//! remark, never charged.

use super::*;
use crate::clock::DaySpan as Days;
use crate::ids::LeaveId;
use crate::record::LeaveSpan;
use crate::request::understand_text;

/// White has used 2 days and Black 1 when White's second move is due, received on
/// 15 January. White has announced leave for July, Black none.
fn table() -> Table {
    let mut table = Table::new(|_| {});
    let july = |id, from: &str, to: &str| LeaveSpan {
        id: LeaveId(id),
        days: Days {
            from: d(from),
            to: d(to),
        },
    };
    // One that meets the other, and one that was cancelled.
    table.game.leave.white = vec![
        july(2, "2026-07-08", "2026-07-14"),
        july(1, "2026-07-01", "2026-07-07"),
        july(3, "2026-09-05", "2026-09-04"),
    ];
    table.moves(Side::White, "2026-01-12", "1. e4");
    table.moves(Side::Black, "2026-01-14", "1... e5");
    table
}

/// What a letter of White's, sent on 18 January, is answered.
fn answered(text: &str) -> (Verdict, i64, Vec<String>) {
    let mut table = table();
    let read = understand_text(text, "");
    let requests = &read.sections.first().expect("a section").requests;
    let form = requests.iter().find_map(|r| match r {
        Request::Game(form @ GameRequest::Form { .. }) => Some(form),
        _ => None,
    });
    let form = form.unwrap_or_else(|| panic!("no form: {text}"));
    let ruling = table.writes(Side::White, "2026-01-18", form);
    let verdict = ruling.verdict.expect("a verdict");
    let told = Recipient::Player(PlayerId(1));
    let letter = ruling.notices.iter().find(|n| n.to == told);
    let said = letter
        .expect("an answer")
        .remarks
        .iter()
        .filter_map(|r| match r {
            Remark::TotalDiffers {
                number,
                side,
                written,
                recorded,
            } => Some(format!("{side:?} {number}: {written} not {recorded}")),
            Remark::LeaveDiffers {
                side,
                written,
                recorded,
                own,
            } => {
                let days = recorded.iter().map(|(from, to)| format!("{from}/{to}"));
                let days: Vec<String> = days.collect();
                let whose = if *own { "own" } else { "other" };
                Some(format!(
                    "{side:?} {whose}: {written} not {}",
                    days.join(" ")
                ))
            }
            _ => None,
        });
    let said: Vec<String> = said.collect();
    let penalty = table.total(Side::White).1;
    (verdict, penalty, said)
}

fn rows(first: &str, second: &str) -> String {
    format!("Rec.   Ans.   Time  N    White  Black  Rec.   Ans.   Time\n{first}\n{second}\n")
}

const FIRST: &str = "---    12/01  2/02  01.  5254   5755   13/01  14/01  1/01";
const SECOND: &str = "15/01  18/01  3/05  02.  7163";

#[test]
fn a56_4_4_totals_of_a_form_are_compared() {
    for (first, second, said) in [
        (FIRST, SECOND, vec![]),
        // No figures, or the day in place of them.
        ("01. 5254 5755", "02. 7163", vec![]),
        (FIRST, "15/01  18/01  02.  7163", vec![]),
        // The player's own new total.
        (FIRST, "15/01 18/01 4/06 02. 7163", vec!["White 2: 6 not 5"]),
        // Written so that it could be a date.
        (FIRST, "15/01 18/01 03/05 02. 7163", vec![]),
        (
            FIRST,
            "15/01 18/01 03/06 02. 7163",
            vec!["White 2: 6 not 5"],
        ),
        // An earlier one: those below it follow from it.
        (
            "---    12/01  3/03  01.  5254   5755   13/01  14/01  1/01",
            "15/01  18/01  3/06  02.  7163",
            vec!["White 1: 3 not 2"],
        ),
        // The opponent's.
        (
            "---    12/01  2/02  01.  5254   5755   13/01  14/01  2/02",
            SECOND,
            vec!["Black 1: 2 not 1"],
        ),
        (
            "---    12/01  1/01  01.  5254   5755   13/01  14/01  2/02",
            SECOND,
            vec!["White 1: 1 not 2", "Black 1: 2 not 1"],
        ),
    ] {
        for text in [rows(first, second), rows(first, second).replace("  ", "\t")] {
            let expected = (
                Verdict::Move,
                0,
                said.iter().map(|s| (*s).to_owned()).collect(),
            );
            assert_eq!(answered(&text), expected, "{text}");
        }
    }
}

#[test]
fn a59_2_times_in_a_heading_are_compared() {
    let form = |times: &str| {
        format!(
            "Tournament: T/1\nWhite: Ann\nBlack: Bert\n1... 5755\n2. 7163\n\
             received 15.01.2026\n{times}"
        )
    };
    for (times, said) in [
        ("", vec![]),
        ("White's time 3/05\nBlack's time 1/01", vec![]),
        ("Время белых 3/05\nВремя черных 1/01", vec![]),
        ("Час білих: 3/5\nЧас чорних: 1/1", vec![]),
        (
            "Czas białych 3/06\nCzas czarnych 1/01",
            vec!["White 2: 6 not 5"],
        ),
        (
            "Время белых 3/05\nВремя чёрных 1/02",
            vec!["Black 1: 2 not 1"],
        ),
    ] {
        let text = form(times);
        let expected = (
            Verdict::Move,
            0,
            said.iter().map(|s| (*s).to_owned()).collect(),
        );
        assert_eq!(answered(&text), expected, "{text}");
    }
}

#[test]
fn a56_7_2_leave_lines_of_a_form_are_compared() {
    let recorded = "2026-07-01/2026-07-07 2026-07-08/2026-07-14";
    for (lines, said) in [
        ("", None),
        // As our form has them, and as people write them.
        ("Leave of White 01/07/26-07/07/26, 08/07/26-14/07/26", None),
        (
            "Leave of White 01/07/26-07/07/26\nLeave of White 08/07/26-14/07/26",
            None,
        ),
        (
            "Leave of White: 2026-07-01 - 2026-07-14\nLeave of Black: none",
            None,
        ),
        ("[Перерывы белых] 01.07-14.07\n[Перерывы черных] нет", None),
        (
            "Перерывы белых с 1 июля по 14 июля\nПерерывы чёрных ---",
            None,
        ),
        (
            "Перерви білих 01.07.2026-07.07.2026 і 08.07-14.07\nПерерви чорних",
            None,
        ),
        ("Urlop białych 1-14.07.2026\nUrlopy czarnych: brak", None),
        ("White's leave: ____\nBlack's leave:", None),
        // What differs: days, none, more of it, no days at all, the opponent's.
        (
            "Leave of White 01/07-15/07",
            Some("White own: 01/07-15/07 not "),
        ),
        (
            "Leave of White 01/07/27-14/07/27",
            Some("White own: 01/07/27-14/07/27 not "),
        ),
        (
            "Перерывы белых 01.07-07.07",
            Some("White own: 01.07-07.07 not "),
        ),
        ("Перерывы белых: нет", Some("White own: нет not ")),
        (
            "Urlop białych: cały lipiec",
            Some("White own: cały lipiec not "),
        ),
        (
            "Leave of White 01/07-14/07, 01/08-05/08",
            Some("White own: 01/07-14/07, 01/08-05/08 not "),
        ),
        (
            "Leave of Black 01/08-05/08",
            Some("Black other: 01/08-05/08 not "),
        ),
    ] {
        let text = format!("{lines}\n\n{}", rows(FIRST, SECOND));
        let said = said.map(|s| match s.starts_with("White") {
            true => format!("{s}{recorded}"),
            false => s.to_owned(),
        });
        let expected = (Verdict::Move, 0, said.into_iter().collect::<Vec<String>>());
        assert_eq!(answered(&text), expected, "{text}");
    }
}

#[test]
fn a_faulty_move_costs_the_same_whatever_else_the_form_says() {
    let faulty = "15/01  18/01  3/05  02.  7164";
    let plain = answered(&rows(FIRST, faulty));
    assert_eq!((plain.0, plain.1), (Verdict::MoveRejected, 2));
    let wrong = FIRST.replace("2/02", "9/09");
    let differs = answered(&format!("Leave of White none\n{}", rows(&wrong, faulty)));
    assert_eq!((differs.0, differs.1), (plain.0, plain.1));
    assert_eq!(differs.2.len(), 2, "{:?}", differs.2);
}

#[test]
fn leave_that_the_same_letter_asks_for_is_no_difference() {
    let text = format!(
        "LEAVE 2026-08-01 2026-08-05\nLeave of White 01/08-05/08\n{}",
        rows(FIRST, SECOND)
    );
    assert_eq!(answered(&text), (Verdict::Move, 0, vec![]));
}
