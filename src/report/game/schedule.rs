//! The schedule of moves and times of article 60.

use super::super::width::{Align, Grid, one_line};
use super::super::words::{fault, short_year, words};
use super::form::pairs;
use crate::chess::Side;
use crate::record::{GameFile, PlayedMove};

/// Article 60's table, in the tournament's language. Days of a move exclude
/// penalties, which stand among the remarks; totals include them.
pub fn schedule(game: &GameFile) -> String {
    let w = words(game.facts.language);
    let mut text = format!(
        "{} N {}\n{}\n{} - {} [{}]\n\n",
        w.tournament,
        game.facts.name.code,
        w.schedule,
        one_line(&game.player(Side::White).name),
        one_line(&game.player(Side::Black).name),
        game.facts.name,
    );
    use Align::{Left, Right};
    let mut grid = Grid::ruled(&[
        Right, Left, Left, Left, Right, Right, Left, Left, Left, Right, Right, Left,
    ]);
    grid.head_over(&[(w.white, 6), (w.black, 5), (w.remark, 1)]);
    grid.head_over(&[
        ("N", 1),
        (w.move_of, 1),
        (w.date, 2),
        (w.time, 2),
        (w.move_of, 1),
        (w.date, 2),
        (w.time, 2),
        ("", 1),
    ]);
    grid.head(&[
        w.row_no, w.of_white, w.got, w.sent, w.per_move, w.in_all, w.of_black, w.got, w.sent,
        w.per_move, w.in_all, "",
    ]);
    for (number, (white, black)) in pairs(game) {
        let mut row = vec![number.to_string()];
        row.extend(cells(white));
        row.extend(cells(black));
        let remarks: Vec<String> = [(white, w.white), (black, w.black)]
            .into_iter()
            .filter_map(|(mv, side)| remark(game, mv?).map(|text| format!("{side}: {text}")))
            .collect();
        row.push(remarks.join("; "));
        grid.row(&row);
    }
    text.push_str(&grid.render());
    text
}

fn cells(mv: Option<&PlayedMove>) -> [String; 5] {
    mv.map_or_else(Default::default, |mv| {
        [
            mv.numeric.clone(),
            short_year(mv.received),
            short_year(mv.sent),
            mv.days.to_string(),
            mv.total.to_string(),
        ]
    })
}

/// Faults before the move, with their days, penalties, and whether it is of a variant.
fn remark(game: &GameFile, mv: &PlayedMove) -> Option<String> {
    let language = game.facts.language;
    let w = words(language);
    let mut parts: Vec<String> = mv
        .faults
        .iter()
        .map(|f| {
            format!(
                "{} {} - {} ({})",
                fault(language, f.kind),
                short_year(f.received),
                short_year(f.sent),
                f.days
            )
        })
        .collect();
    if mv.penalty != 0 {
        parts.push(format!("{} {:+}", w.penalty, mv.penalty));
    }
    if mv.variant {
        parts.push(w.variant.to_owned());
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}
