//! Lists of games, for several pages.

use super::listed::{ListedGame, OpenGame};
use super::pages::ListPage;
use super::player;
use crate::chess::Side;
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::Status;
use crate::report::document::{Cell, Column, Table, attribute, escape};
use crate::report::table;
use crate::report::words::common::{date, side, termination};

/// Columns of game, White and Black.
pub(super) fn game_columns(language: Language) -> [Column; 3] {
    [
        Column::left(Phrase("common.game").say(language)).key(),
        Column::left(Phrase("colour-title.white").say(language)),
        Column::left(Phrase("colour-title.black").say(language)),
    ]
}

/// A game and who plays it, on a page of its tournament.
pub(super) fn game_cells(game: &ListedGame) -> [Cell; 3] {
    let player = |side: Side| player_cell(game, side, "../");
    [
        Cell::new(game.name.number.to_string()).link(format!("{}.html", game.name.number)),
        player(Side::White),
        player(Side::Black),
    ]
}

/// A player's name, leading to his page from a page from which `up` leads to the first.
pub(super) fn player_cell(game: &ListedGame, side: Side, up: &str) -> Cell {
    let path = player::path(game.players.get(side).id);
    Cell::new(game.name_of(side)).link(format!("{up}{path}"))
}

/// The last move that is shown, with its number; both on one line.
pub(super) fn last_move(game: &OpenGame) -> Cell {
    Cell::new(game.last_move.replace(' ', "\u{a0}"))
}

/// Whose move it is, or why nobody's; empty once the game is over.
pub(super) fn state(game: &ListedGame, language: Language) -> String {
    let turn = side(language, game.turn);
    match game.status {
        Status::Finished => String::new(),
        Status::Active => Phrase("site.to-move").fill(language, &[("side", turn)]),
        other => table::status(language, other).to_owned(),
    }
}

/// The result with how the game ended, or where it stands.
pub(super) fn outcome(game: &ListedGame, language: Language) -> String {
    match game.result {
        Some(result) => {
            let how = termination(language, result.termination);
            format!("{} ({how})", result.code.text())
        }
        None => state(game, language),
    }
}

/// Games of any state: result or state, moves, the day of the last one.
pub(super) fn games<'g>(
    name: &str,
    games: impl Iterator<Item = &'g ListedGame>,
    language: Language,
) -> Table {
    let mut columns = game_columns(language).to_vec();
    columns.extend([
        Column::left(Phrase("common.result").say(language)),
        Column::right(Phrase("table.moves").say(language)),
        Column::left(Phrase("common.date-title").say(language)),
    ]);
    let mut table = Table::new(name, columns).in_lines();
    for game in games {
        let [number, white, black] = game_cells(game);
        table.row([
            number,
            white,
            black,
            Cell::new(outcome(game, language)),
            Cell::new(game.last.map_or(0, |m| m.number).to_string()),
            Cell::new(
                game.last
                    .map_or_else(String::new, |m| date(language, m.sent)),
            ),
        ]);
    }
    table
}

/// Games being played, those with the newest move first: that is what a visitor comes for.
pub(super) fn in_play(games: &[OpenGame], language: Language) -> Table {
    let mut columns = game_columns(language).to_vec();
    columns.extend([
        Column::left(Phrase("table.last-move").say(language)),
        Column::left(Phrase("common.date-title").say(language)),
        Column::left(Phrase("site.state").say(language)),
    ]);
    columns.extend(Side::BOTH.map(|of| {
        let title = side(language, of);
        let label = format!("{}, {title}", Phrase("site.days-used").say(language));
        Column::right(title).label(label)
    }));
    let mut table = Table::new("in-play", columns).in_lines();
    let single = |_| ("", 1);
    let over = (0..6).map(single);
    table.group(over.chain([(Phrase("site.days-used").say(language), 2)]));
    let mut games: Vec<&OpenGame> = games.iter().collect();
    games.sort_by_key(|g| g.game.newest_first());
    for open in games {
        let game = &open.game;
        let [number, white, black] = game_cells(game);
        let sent = game.last.map(|m| date(language, m.sent));
        table.row([
            number,
            white,
            black,
            last_move(open),
            Cell::new(sent.unwrap_or_default()),
            Cell::new(state(game, language)),
            Cell::new(open.totals.white.to_string()),
            Cell::new(open.totals.black.to_string()),
        ]);
    }
    table
}

/// Where a list goes on, and where it comes from; nothing where one page has it all.
pub(super) fn turning(list: &ListPage, language: Language) -> String {
    if list.last <= 1 {
        return String::new();
    }
    let mut parts = Vec::new();
    let step = |to: u32, rel: &str, words: Phrase| {
        format!(
            "<a rel=\"{rel}\" href=\"{}\">{}</a>",
            attribute(&list.name(to)),
            escape(words.say(language))
        )
    };
    if list.page > 1 {
        parts.push(step(list.page - 1, "prev", Phrase("site.page-before")));
    }
    parts.push(escape(&list.said(language)));
    if list.page < list.last {
        parts.push(step(list.page + 1, "next", Phrase("site.page-after")));
    }
    format!("<p class=\"links\">{}</p>\n", parts.join(" "))
}
