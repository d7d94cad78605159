//! The lists of the report: games in progress, time over, penalties, leave,
//! finished games, what waits for the arbiter.

use super::json::number;
use super::{GameLine, PenaltyLine, TableInput, leave};
use crate::chess::Side;
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::{ResultCode, Status};
use crate::report::document::{Cell, Column, Item, Table, Tone};
use crate::report::matters::Matter;
use crate::report::words::common::{date, fault, side, termination};
use crate::report::words::matters as words;
use crate::spread::spread;
use crate::time::Day;

/// Longest name in a list, in columns of text.
const NAME: usize = 24;

/// A column of names: in text they are cut, so that a row stays a line; a page and a
/// spreadsheet have them whole.
pub(super) fn name_column(title: &str) -> Column {
    Column::left(title).at_most(NAME)
}

fn name(input: &TableInput, game: &GameLine, side: Side) -> Cell {
    Cell::new(input.name_of(number(game, side)))
}

/// A day as it is shown; a spreadsheet gets it in the ISO form, which all of them read.
fn day(language: Language, day: Option<Day>) -> Cell {
    match day {
        Some(day) => Cell::new(date(language, day)).value(day.to_string()),
        None => Cell::default(),
    }
}

/// The players by starting number.
pub fn players(input: &TableInput, language: Language) -> Table {
    let columns = [
        Column::right(Phrase("common.number").say(language)),
        Column::left(Phrase("common.player").say(language)).key(),
        Column::left(Phrase("common.federation").say(language)),
        Column::right(Phrase("common.rating").say(language)),
    ];
    let mut table = Table::new("players", columns).in_lines().whole();
    for entrant in &input.entrants {
        table.row([
            entrant.start_number.to_string(),
            entrant.name.clone(),
            entrant.federation.clone().unwrap_or_default(),
            entrant.rating.map(|r| r.to_string()).unwrap_or_default(),
        ]);
    }
    table
}

/// Games that are being played: moves, the last one, whose turn, days used and left
/// of both, the flag. Those whose clock runs come by the day of their flag.
pub fn progress(input: &TableInput, language: Language) -> Table {
    let used = Phrase("table.used").say(language);
    let left = Phrase("table.left").say(language);
    let of = |over: &str, title: &str| format!("{over}: {title}");
    let white = Phrase("table.days-white").say(language);
    let black = Phrase("table.days-black").say(language);
    let mut table = Table::new(
        "progress",
        [
            Column::left(Phrase("common.game").say(language)).key(),
            name_column(Phrase("colour-title.white").say(language)),
            name_column(Phrase("colour-title.black").say(language)),
            Column::right(Phrase("table.moves").say(language)),
            Column::left(Phrase("table.last-move").say(language)),
            Column::left(Phrase("table.turn").say(language)),
            Column::right(used).label(of(white, used)),
            Column::right(left).label(of(white, left)),
            Column::right(used).label(of(black, used)),
            Column::right(left).label(of(black, left)),
            Column::left(Phrase("table.flag").say(language)),
        ],
    )
    .in_cards();
    let blank = |_| (String::new(), 1);
    let mut over: Vec<(String, usize)> = (0..6).map(blank).collect();
    over.extend([(white.to_owned(), 2), (black.to_owned(), 2)]);
    over.push((String::new(), 1));
    table.group(over);
    // Of thousands of games each row is little work, all of them are much.
    for cells in spread(in_progress(input), || {
        |game| progress_row(input, game, language)
    }) {
        table.row(cells);
    }
    table
}

/// What the list of games in progress says of one.
fn progress_row(input: &TableInput, game: &GameLine, language: Language) -> Vec<Cell> {
    let clocks = [Side::White, Side::Black].map(|s| (s, game.clocks.get(s)));
    let mut cells = vec![
        Cell::new(game.name.to_string()),
        name(input, game, Side::White),
        name(input, game, Side::Black),
        Cell::new(game.ply.div_ceil(2).to_string()),
        day(language, game.progress.last.as_ref().map(|l| l.sent)),
        Cell::new(game.progress.turn.map_or("", |s| side(language, s))),
    ];
    for (_, clock) in clocks {
        cells.push(Cell::new((clock.total + clock.used).to_string()));
        let left = clock.left - clock.used;
        let tone = if left < 0 { Tone::Loud } else { Tone::Plain };
        cells.push(Cell::new(left.to_string()).tone(tone));
    }
    let flag = flag(game);
    cells.push(match (game.status, flag) {
        (Status::Active, Some(flag)) => {
            let over = has_fallen(game);
            let tone = if over { Tone::Loud } else { Tone::Plain };
            let cell = match series(game) {
                Some((through, later)) => {
                    let blanks = [
                        ("day", &*date(language, flag)),
                        ("move", &*through.to_string()),
                        ("later", &*date(language, later)),
                    ];
                    Cell::new(Phrase("table.flag-by-series").fill(language, &blanks))
                        .value(flag.to_string())
                }
                None => day(language, Some(flag)),
            };
            cell.tone(tone)
        }
        (Status::Active, None) => Cell::new(Phrase("table.not-running").say(language)).value(""),
        (other, _) => Cell::new(status(language, other)).value(""),
    });
    cells
}

/// The day on which a game's running clock is over.
pub(super) fn flag(game: &GameLine) -> Option<Day> {
    Side::BOTH.iter().find_map(|s| game.clocks.get(*s).flag)
}

/// The next day on which it is over, if that is still to come.
pub(super) fn flag_to_come(game: &GameLine) -> Option<Day> {
    Side::BOTH.iter().find_map(|s| game.clocks.get(*s).to_come)
}

/// The number of the move through which a series that stands has to be accepted to have
/// more days, and the day on which the flag falls then.
pub(super) fn series(game: &GameLine) -> Option<(u32, Day)> {
    Side::BOTH.iter().find_map(|s| game.clocks.get(*s).series)
}

/// Whether that flag has fallen already; while a series that gives more days stands, the one
/// of who accepts it.
pub(super) fn has_fallen(game: &GameLine) -> bool {
    Side::BOTH.iter().any(|s| game.clocks.get(*s).has_fallen)
}

/// Games begun and not finished: the next flag first, standing clocks after them,
/// those that are not being played last; then by number.
pub(super) fn in_progress(input: &TableInput) -> Vec<&GameLine> {
    let mut games: Vec<&GameLine> = input
        .games
        .iter()
        .filter(|g| !matches!(g.status, Status::Finished | Status::Waiting))
        .collect();
    let rank = |g: &&GameLine| (g.status != Status::Active, flag(g).is_none(), flag(g));
    games.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
    games
}

/// Sides whose time is over.
pub fn overdue(input: &TableInput, language: Language) -> Table {
    let mut table = Table::new(
        "overdue",
        [
            Column::left(Phrase("common.game").say(language)).key(),
            Column::left(Phrase("common.side").say(language)),
            name_column(Phrase("common.player").say(language)),
            Column::right(Phrase("table.move").say(language)),
            Column::right(Phrase("table.used-title").say(language)),
            Column::right(Phrase("table.limit").say(language)),
            Column::left(Phrase("table.flag-fell").say(language)),
            Column::left(Phrase("table.state-title").say(language)),
        ],
    )
    .in_cards();
    for (game, over) in input.overdue() {
        let state = match over.declared {
            true => Phrase("table.declared"),
            false => Phrase("table.not-declared"),
        };
        table.row([
            Cell::new(game.name.to_string()),
            Cell::new(side(language, over.side)),
            name(input, game, over.side),
            Cell::new(over.at_move.to_string()),
            Cell::new(over.total.to_string()).tone(Tone::Loud),
            Cell::new(over.limit.to_string()),
            day(language, over.flag),
            Cell::new(state.say(language)),
        ]);
    }
    table
}

/// Every penalty, by game and then in order.
pub fn penalties(input: &TableInput, language: Language) -> Table {
    let mut table = Table::new(
        "penalties",
        [
            Column::left(Phrase("common.date-title").say(language)),
            Column::left(Phrase("common.game").say(language)).key(),
            name_column(Phrase("common.player").say(language)),
            Column::right(Phrase("common.days-title").say(language)),
            Column::left(Phrase("common.article").say(language)),
            Column::left(Phrase("common.reason").say(language)).wrapping(),
        ],
    )
    .in_cards();
    for game in &input.games {
        for penalty in &game.penalties {
            table.row([
                day(language, Some(penalty.date)),
                Cell::new(game.name.to_string()),
                name(input, game, penalty.side),
                Cell::new(format!("{:+}", penalty.days)).value(penalty.days.to_string()),
                Cell::new(penalty.article.clone().unwrap_or_default()),
                reason(penalty, language),
            ]);
        }
    }
    table
}

/// The robot's penalties are for a fault, in words of the language; the arbiter's
/// have his own reason.
fn reason(penalty: &PenaltyLine, language: Language) -> Cell {
    match penalty.fault {
        Some(kind) => Cell::new(fault(language, kind)),
        None => Cell::new(penalty.note.clone()),
    }
}

/// Leave used and left by calendar year, of those who took some.
pub fn leaves(input: &TableInput, language: Language) -> Table {
    let mut table = Table::new(
        "leave",
        [
            Column::right(Phrase("common.number").say(language)),
            name_column(Phrase("common.player").say(language)).key(),
            Column::right(Phrase("table.year").say(language)),
            Column::right(Phrase("table.taken").say(language)),
            Column::right(Phrase("table.remaining").say(language)),
            Column::left(Phrase("table.when").say(language)),
        ],
    )
    .in_cards();
    for year in leave(input) {
        let when: Vec<String> = year
            .periods
            .iter()
            .map(|p| {
                let from = date(language, p.days.from);
                let to = date(language, p.days.to);
                let days = Phrase("table.from-to").fill(language, &[("from", &from), ("to", &to)]);
                format!("{days} (id {})", p.id)
            })
            .collect();
        let name = year.name.clone();
        table.row([
            Cell::new(year.start_number.to_string()),
            Cell::new(name),
            Cell::new(year.year.to_string()),
            Cell::new(year.used.to_string()),
            Cell::new(year.left.to_string()),
            Cell::new(when.join(", ")),
        ]);
    }
    table
}

/// Games that are over, by number.
pub fn finished(input: &TableInput, language: Language) -> Table {
    let mut table = Table::new(
        "finished",
        [
            Column::left(Phrase("common.game").say(language)).key(),
            name_column(Phrase("colour-title.white").say(language)),
            name_column(Phrase("colour-title.black").say(language)),
            Column::center(Phrase("common.result").say(language)),
            Column::left(Phrase("table.how").say(language)),
            Column::right(Phrase("table.moves").say(language)),
            Column::left(Phrase("common.date-title").say(language)),
        ],
    )
    .in_lines();
    let over = input.games.iter().filter(|g| g.status == Status::Finished);
    for game in over {
        let left_out = game.result.is_some_and(|r| r.code == ResultCode::LeftOut);
        let how = match game.result {
            Some(_) if left_out => Phrase("table.annulled").say(language),
            Some(result) => termination(language, result.termination),
            None => "",
        };
        let result = game.result.map_or("", |r| r.code.text());
        // Neither a date nor the beginning of a formula.
        let value = result.replace("1/2-1/2", "½-½").replace(['+', '-'], "–");
        let value = match result {
            "+/-" => "1F–0F".to_owned(),
            "-/+" => "0F–1F".to_owned(),
            "-/-" => "0F–0F".to_owned(),
            _ => value,
        };
        let shown = table.row([
            Cell::new(game.name.to_string()),
            name(input, game, Side::White),
            name(input, game, Side::Black),
            Cell::new(result.replace("1/2-1/2", "½-½")).value(value),
            Cell::new(how),
            Cell::new(game.ply.div_ceil(2).to_string()),
            day(language, game.progress.ended),
        ]);
        if left_out {
            shown.tone = Tone::Quiet;
        }
    }
    table
}

/// What waits for the arbiter, for a page: each with its term and the orders that
/// settle it, to copy.
pub fn matter_items(matters: &[Matter], language: Language) -> Vec<Item> {
    let item = |m| matter_item(m, language);
    matters.iter().map(item).collect()
}

fn matter_item(matter: &Matter, language: Language) -> Item {
    let mut head = match &matter.game {
        Some(game) => format!("{game}: "),
        None => String::new(),
    };
    head.push_str(&words::name(language, &matter.what));
    head.push_str(&matter.cited());
    if let Some(until) = matter.until {
        let until = Phrase("table.until").fill(language, &[("day", &date(language, until))]);
        head.push_str(&format!(", {until}"));
    }
    let mut lines = Vec::new();
    if !matter.about.is_empty() {
        lines.push(matter.about.join(" – "));
    }
    let (said, words) = matter.note_and_words(language);
    lines.extend(said);
    lines.extend(matter.by_itself(language));
    Item {
        head,
        lines,
        words,
        commands: matter
            .commands
            .iter()
            .map(|c| format!("postchess {c}"))
            .collect(),
    }
}

/// What waits for the arbiter, as a table for a spreadsheet.
pub fn matters(matters: &[Matter], language: Language) -> Table {
    let mut table = Table::new(
        "matters",
        [
            Column::left(Phrase("common.game").say(language)).key(),
            Column::left(Phrase("table.matter").say(language)),
            Column::left(Phrase("common.article").say(language)),
            Column::left(Phrase("table.term").say(language)),
            Column::left(Phrase("common.reason").say(language)),
            Column::left(Phrase("table.command").say(language)),
        ],
    )
    .in_cards();
    for matter in matters {
        table.row([
            Cell::new(
                matter
                    .game
                    .as_ref()
                    .map_or_else(String::new, ToString::to_string),
            ),
            Cell::new(words::name(language, &matter.what)),
            Cell::new(matter.article.clone()),
            day(language, matter.until),
            Cell::new(matter.note(language)),
            Cell::new(matter.commands.first().cloned().unwrap_or_default()),
        ]);
    }
    table
}

/// Where a game stands, in a word.
pub fn status(language: Language, status: Status) -> &'static str {
    let phrase = match status {
        Status::Waiting => Phrase("table.waiting-game"),
        Status::Active => Phrase("table.active"),
        Status::Paused => Phrase("table.paused"),
        Status::Adjudication => Phrase("table.adjudication"),
        Status::Finished => Phrase("table.over"),
    };
    phrase.say(language)
}
