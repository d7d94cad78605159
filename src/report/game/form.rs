//! The message of article 59.1: header lines and the record in numeric notation.

use super::super::document::{Document, Section};
use super::super::width::{Align, Grid, one_line};
use super::super::words::{day_month, full, short_year, words};
use crate::chess::Side;
use crate::record::{GameFile, PlayedMove};
use std::collections::BTreeMap;

/// Form 59.1 in the tournament's language, without a signature: that is the
/// sender's. "Время" holds what the move was charged, penalty days included, and
/// the total, so that the column adds up (56.4.1).
pub fn form(game: &GameFile) -> String {
    let w = words(game.facts.language);
    // The name of the game in brackets makes the form one that can be sent back.
    let mut text = format!(
        "{} {} [{}]\n{} {}\n{} {}\n{} {}\n",
        w.tournament,
        one_line(&game.facts.tournament_name),
        game.facts.name,
        w.start_date,
        full(game.facts.start),
        w.white,
        one_line(&game.player(Side::White).name),
        w.black,
        one_line(&game.player(Side::Black).name),
    );
    for (title, side) in [(w.white_leave, Side::White), (w.black_leave, Side::Black)] {
        let leave = leave(game, side);
        if !leave.is_empty() {
            text.push_str(&format!("{title} {leave}\n"));
        }
    }
    text.push('\n');

    use Align::{Left, Right};
    let mut grid = Grid::plain(&[Left, Left, Right, Left, Left, Left, Left, Left, Right]);
    grid.head(&[
        w.received, w.answered, w.time, "N", w.white, w.black, w.received, w.answered, w.time,
    ]);
    for (number, pair) in pairs(game) {
        let white = cells(game, pair.0, "---");
        let black = cells(game, pair.1, "");
        let [white_rec, white_ans, white_time, white_move] = white;
        let [black_rec, black_ans, black_time, black_move] = black;
        grid.row(&[
            white_rec,
            white_ans,
            white_time,
            format!("{number:02}."),
            white_move,
            black_move,
            black_rec,
            black_ans,
            black_time,
        ]);
    }
    text.push_str(&grid.render());
    text
}

/// Form 59.1 on a sheet of its own, its lines as they are sent.
pub fn form_document(game: &GameFile) -> Document {
    let mut document = Document::new(game.facts.language, game.facts.name.to_string());
    let mut section = Section::untitled();
    section.preformatted(form(game));
    document.push(section);
    document
}

/// Leave of a side, cancelled ones left out: `01/07/26-14/07/26, …`.
pub(super) fn leave(game: &GameFile, side: Side) -> String {
    let mut spans: Vec<_> = game
        .leave
        .get(side)
        .iter()
        .map(|l| l.days)
        .filter(|d| d.from <= d.to)
        .collect();
    spans.sort();
    let texts: Vec<String> = spans
        .into_iter()
        .map(|d| format!("{}-{}", short_year(d.from), short_year(d.to)))
        .collect();
    texts.join(", ")
}

type Pair<'a> = (Option<&'a PlayedMove>, Option<&'a PlayedMove>);

/// White's and Black's move of every number.
pub(super) fn pairs(game: &GameFile) -> BTreeMap<u32, Pair<'_>> {
    let mut pairs: BTreeMap<u32, Pair<'_>> = BTreeMap::new();
    for mv in &game.moves {
        let pair = pairs.entry(mv.number).or_default();
        match mv.side {
            Side::White => pair.0 = Some(mv),
            Side::Black => pair.1 = Some(mv),
        }
    }
    pairs
}

/// Receipt, answer, time, move. Of the first half-move nothing was received.
fn cells(game: &GameFile, mv: Option<&PlayedMove>, absent: &str) -> [String; 4] {
    let Some(mv) = mv else {
        return [absent, absent, absent, absent].map(str::to_owned);
    };
    let first = mv.ply == 1 && game.line.start().turn() == Side::White;
    let received = if first {
        "---".to_owned()
    } else {
        day_month(mv.received)
    };
    [
        received,
        day_month(mv.sent),
        format!("{}/{:02}", mv.days + mv.penalty, mv.total),
        mv.numeric.clone(),
    ]
}
