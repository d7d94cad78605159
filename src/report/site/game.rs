//! The page of a game: a board to click through, and every move with its dates
//! and days. Without a script each position is a place of its own on the page
//! (`#p12`), and moves lead to it; the script only makes it comfortable.

use super::listed::ListedGame;
use super::page::{self, PageParts, page as whole, section};
use super::shown::ShownGame;
use super::{Event, Site, link, lists, player};
use crate::chess::{Piece, Position, Side};
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::{GameFile, PlayedMove, Status};
use crate::report::document::{Block, Cell, Column, Table, attribute, escape, html_blocks};
use crate::report::game::{MARGIN, SQUARE, coordinates, outline};
use crate::report::words::common::{date, side};
use std::fmt::Write;

/// What makes the page better where scripts run.
const SCRIPT: &str = include_str!("click.js");

/// Who plays, as a title.
pub(super) fn title(game: &ShownGame<'_>) -> String {
    let [white, black] = Side::BOTH.map(|s| game.player(s));
    format!("{white} – {black}")
}

/// The name of the board after so many half-moves within the page.
pub(super) fn anchor(ply: usize) -> String {
    format!("p{ply}")
}

/// The name of the picture of its position, beside its page.
pub(super) fn picture_name(number: u32) -> String {
    format!("{number}.png")
}

/// The page of a game; `around` are the numbers of the games before and after it.
pub fn game_page(site: &Site, event: &Event, game: &GameFile, around: [Option<u32>; 2]) -> String {
    let game = &ShownGame::of(game, event.delay);
    let path = &format!("{}/{}.html", event.code, game.number());
    let language = event.language;
    let title = title(game);
    let mut way = vec![link("index.html", &event.name)];
    for number in around.into_iter().flatten() {
        let words = Phrase("site.previous").fill(language, &[("n", &number.to_string())]);
        way.push(link(&format!("{number}.html"), &words));
    }
    let round = format!("{} {}", Phrase("site.round").say(language), game.round());
    let mut subtitle = vec![format!("{}, {round}", game.name())];
    if event.delay > 0 && game.status() != Status::Finished {
        let n = event.delay.to_string();
        subtitle.push(Phrase("site.delayed").fill(language, &[("n", &n)]));
    }
    let mut body = String::from("<div class=\"game\">\n");
    body.push_str(&boards(game, language));
    body.push_str("<div class=\"told\">\n");
    body.push_str(&html_blocks(&[Block::Facts(facts(game, language))]));
    let pgn = format!("{}-{}.pgn", event.code, game.number());
    let pgn = link(&pgn, Phrase("site.one-game").say(language));
    let [white, black] = Side::BOTH.map(|of| {
        let to = format!("../{}", player::path(game.player_id(of)));
        link(&to, game.player(of))
    });
    body.push_str(&format!("<p class=\"links\">{white} {black} {pgn}</p>\n"));
    let title_of_moves = Phrase("site.moves").say(language);
    body.push_str(&match game.plies() {
        0 => {
            let none = Phrase("site.no-moves").say(language).to_owned();
            section(title_of_moves, &html_blocks(&[Block::Paragraph(none)]))
        }
        _ => page::table(title_of_moves, moves(game, language)),
    });
    body.push_str("</div>\n</div>\n");
    let state = lists::outcome(&ListedGame::of(game), language);
    let about = [
        ("event", event.name.as_str()),
        ("game", &game.name()),
        ("players", &title),
        ("state", &state),
    ];
    let last = match game.plies() {
        0 => Phrase("site.at-start").say(language).to_owned(),
        plies => Phrase("site.after").fill(language, &[("move", &game.numbered(plies, language))]),
    };
    let picture = format!("{}/{}", event.code, picture_name(game.number()));
    whole(
        site,
        language,
        &PageParts {
            path,
            title: &title,
            of: &event.name,
            description: Phrase("site.about-game").fill(language, &about),
            picture: Some((picture, last)),
            subtitle,
            way,
            body,
            // No day: a page of which nothing has changed is the same file tomorrow.
            foot: String::new(),
            script: Some(SCRIPT),
            has_feed: false,
        },
    )
}

/// Where it stands, and both sides' days against the control.
fn facts(game: &ShownGame<'_>, language: Language) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let title = match game.result() {
        Some(_) => Phrase("common.result"),
        None => Phrase("site.state"),
    };
    facts.push((
        title.say(language).to_owned(),
        lists::outcome(&ListedGame::of(game), language),
    ));
    for of in Side::BOTH {
        let rating = game.rating(of).map(|r| format!(" ({r})"));
        let name = format!("{}{}", game.player(of), rating.unwrap_or_default());
        let (last, allowed) = game.control(of);
        let used = format!(
            "{} {}",
            Phrase("site.days-used").say(language),
            game.total(of)
        );
        let text = match game.status() {
            Status::Finished => format!("{name}. {used}"),
            _ => {
                let limit = Phrase("site.limit").fill(language, &[("move", &last.to_string())]);
                format!("{name}. {used}. {limit}: {allowed}")
            }
        };
        facts.push((side(language, of).to_owned(), text));
    }
    facts
}

/// Every move that is shown, with its dates and days.
fn moves(game: &ShownGame<'_>, language: Language) -> Table {
    let mut columns = vec![Column::right(Phrase("common.number").say(language)).key()];
    for of in Side::BOTH {
        let label = |title: &str| format!("{}: {title}", side(language, of));
        let titles = [
            Phrase("site.move"),
            Phrase("site.received"),
            Phrase("site.sent"),
        ]
        .map(|t| t.say(language));
        columns.extend(titles.map(|t| Column::left(t).label(label(t))));
        let days = Phrase("common.days-title").say(language);
        columns.push(Column::right(days).label(label(days)));
    }
    let mut table = Table::new("moves", columns);
    table.group([
        ("", 1),
        (Phrase("colour-title.white").say(language), 4),
        (Phrase("colour-title.black").say(language), 4),
    ]);
    let mut rows: Vec<(u32, [Option<&PlayedMove>; 2])> = Vec::new();
    for mv in game.moves() {
        match rows.last_mut() {
            Some((number, [_, black])) if *number == mv.number && mv.side == Side::Black => {
                *black = Some(mv);
            }
            _ if mv.side == Side::White => rows.push((mv.number, [Some(mv), None])),
            _ => rows.push((mv.number, [None, Some(mv)])),
        }
    }
    for (number, pair) in rows {
        let mut cells = vec![Cell::new(number.to_string())];
        for played in pair {
            match played {
                Some(mv) => cells.extend(move_cells(game, mv, language)),
                None => cells.extend([""; 4].map(Cell::new)),
            }
        }
        table.row(cells);
    }
    table.note(Phrase("site.legend").say(language));
    table
}

fn move_cells(game: &ShownGame<'_>, mv: &PlayedMove, language: Language) -> [Cell; 4] {
    let penalty = match mv.penalty {
        0 => String::new(),
        days => format!("{days:+}"),
    };
    let ply = usize::try_from(mv.ply).unwrap_or(usize::MAX);
    [
        Cell::new(game.san(ply, language)).link(format!("#p{}", mv.ply)),
        Cell::new(date(language, mv.received)),
        Cell::new(date(language, mv.sent)),
        Cell::new(format!("{}{penalty} / {}", mv.days, mv.total)),
    ]
}

/// A board for every position. The last one stands last: the style shows it as
/// long as no other is the place the reader asked for.
fn boards(game: &ShownGame<'_>, language: Language) -> String {
    let mut out = String::from("<div class=\"boards\">\n");
    out.push_str(&definitions());
    let buttons = [
        ("first", "«", Phrase("site.first")),
        ("back", "‹", Phrase("site.back")),
        ("forward", "›", Phrase("site.forward")),
        ("last", "»", Phrase("site.last")),
        ("flip", "⇅", Phrase("site.flip")),
    ];
    for ply in 0..=game.plies() {
        let Some(position) = game.position(ply) else {
            continue;
        };
        let caption = match ply {
            0 => Phrase("site.at-start").say(language).to_owned(),
            _ => Phrase("site.after").fill(language, &[("move", &game.numbered(ply, language))]),
        };
        let last = if ply == game.plies() { " last" } else { "" };
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            "<figure class=\"board{last}\" id=\"{}\">\n{}<figcaption>",
            anchor(ply),
            board(position, game.squares(ply), &caption)
        );
        let step = |to: usize, mark: &str, words: &str| {
            format!(
                "<a class=\"step\" href=\"#p{to}\" aria-label=\"{}\">{mark}</a>",
                attribute(words)
            )
        };
        if ply > 0 {
            out.push_str(&step(ply - 1, "‹", Phrase("site.back").say(language)));
        }
        let _ = write!(out, "<span>{}</span>", escape(&caption));
        if ply < game.plies() {
            out.push_str(&step(ply + 1, "›", Phrase("site.forward").say(language)));
        }
        out.push_str("</figcaption>\n</figure>\n");
    }
    out.push_str("<p class=\"buttons\" hidden>");
    for (name, mark, words) in buttons {
        let words = attribute(words.say(language));
        let _ = write!(
            out,
            "<button type=\"button\" data-go=\"{name}\" aria-label=\"{words}\" title=\"{words}\">{mark}</button>"
        );
    }
    out.push_str("</p>\n<p class=\"said\" aria-live=\"polite\"></p>\n</div>\n");
    out
}

/// What all boards of a page are made of, drawn once: the squares seen from either
/// side, and the pieces.
fn definitions() -> String {
    let inner = SQUARE * 8;
    let mut dark = String::new();
    for square in 0..64i32 {
        let (column, row) = (square % 8, square / 8);
        if (column + row) % 2 == 1 {
            let (x, y) = (MARGIN + column * SQUARE, MARGIN + row * SQUARE);
            let _ = write!(dark, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
        }
    }
    let mut out = format!(
        "<svg class=\"drawn-once\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n\
         <g id=\"squares\"><rect class=\"light-square\" fill=\"#f0d9b5\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{inner}\" height=\"{inner}\"/>\
         <path class=\"dark-square\" fill=\"#b58863\" d=\"{dark}\"/></g>\n"
    );
    for (id, from) in [("ground-w", Side::White), ("ground-b", Side::Black)] {
        let _ = write!(out, "<g id=\"{id}\"><use href=\"#squares\"/>");
        coordinates(&mut out, from, inner + MARGIN * 2);
        out.push_str("</g>\n");
    }
    for (mark, fill) in [('w', "#fff"), ('b', "#333")] {
        for piece in [
            Piece::Pawn,
            Piece::Knight,
            Piece::Bishop,
            Piece::Rook,
            Piece::Queen,
            Piece::King,
        ] {
            let _ = writeln!(
                out,
                "<g id=\"{mark}{}\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\"1.5\" stroke-linejoin=\"round\">{}</g>",
                letter(piece),
                outline(piece)
            );
        }
    }
    out.push_str("</defs></svg>\n");
    out
}

fn letter(piece: Piece) -> char {
    match piece {
        Piece::Pawn => 'p',
        Piece::Knight => 'n',
        Piece::Bishop => 'b',
        Piece::Rook => 'r',
        Piece::Queen => 'q',
        Piece::King => 'k',
    }
}

/// A position, White below; the script turns it.
fn board(position: &Position, last: Option<((u8, u8), (u8, u8))>, caption: &str) -> String {
    let edge = SQUARE * 8 + MARGIN * 2;
    let place = |file: u8, rank: u8| {
        (
            MARGIN + i32::from(file) * SQUARE,
            MARGIN + i32::from(7 - rank) * SQUARE,
        )
    };
    let mut out = format!(
        "<svg viewBox=\"0 0 {edge} {edge}\" role=\"img\" aria-label=\"{}\"><use href=\"#ground-w\"/>",
        attribute(&format!("{caption}. {}", position.fen()))
    );
    for (file, rank) in last.into_iter().flat_map(|(from, to)| [from, to]) {
        let (x, y) = place(file, rank);
        let _ = write!(
            out,
            "<rect class=\"trace\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
        );
    }
    for rank in (0..8u8).rev() {
        for file in 0..8u8 {
            if let Some((owner, piece)) = position.piece_at(file, rank) {
                let (x, y) = place(file, rank);
                let mark = match owner {
                    Side::White => 'w',
                    Side::Black => 'b',
                };
                let _ = write!(
                    out,
                    "<use href=\"#{mark}{}\" x=\"{x}\" y=\"{y}\"/>",
                    letter(piece)
                );
            }
        }
    }
    out.push_str("</svg>\n");
    out
}
