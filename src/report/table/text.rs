//! The report on a tournament in fixed width, for the arbiter's screen and post.

use super::json::number;
use super::{TableInput, leave};
use crate::chess::Side;
use crate::record::Status;
use crate::report::width::{Align, Grid, cut, one_line};
use crate::tournament::regulations::TieBreak;
use crate::tournament::standings::Standings;

/// Up to so many players every opponent has a column of his own; past it the
/// table would be wider than any screen.
const MOST_COLUMNS: usize = 30;
/// Longest name in a table, in columns.
const NAME: usize = 32;

/// The whole report: cross-table, clocks by flag, penalties, leave, time over,
/// open matters. Parts with nothing in them are left out.
pub fn text(input: &TableInput) -> String {
    let standings = input.standings();
    let mut text = format!(
        "{}  {}\nas of {}\n\n",
        input.code,
        one_line(&input.name),
        input.today
    );
    text.push_str(&cross_table(&standings));
    if standings.is_final {
        text.push_str("All games are finished.\n");
    } else {
        let plural = if standings.open == 1 {
            "game is"
        } else {
            "games are"
        };
        text.push_str(&format!(
            "* {} {plural} open: places are provisional.\n",
            standings.open
        ));
    }
    if standings.table.iter().any(|r| r.withdrawn) {
        text.push_str("(w) withdrawn; a place in brackets: the games count for nobody (33.1).\n");
    }
    for (title, part) in [
        ("Clocks, the next flag first", clocks(input)),
        ("Time over", overdue(input)),
        ("Penalties", penalties(input)),
        ("Leave", leaves(input)),
    ] {
        if !part.is_empty() {
            text.push_str(&format!("\n{title}\n{}", part.render()));
        }
    }
    let matters = input.matters();
    if !matters.is_empty() {
        text.push_str("\nOpen matters\n");
        for matter in &matters {
            text.push_str(&matter.text());
        }
    }
    text
}

fn cross_table(standings: &Standings) -> String {
    use Align::{Center, Left, Right};
    let mut numbers: Vec<u32> = standings.table.iter().map(|r| r.start_number).collect();
    numbers.sort_unstable();
    if numbers.len() > MOST_COLUMNS {
        numbers.clear();
    }
    let mut aligns = vec![Right, Right, Left];
    aligns.extend(numbers.iter().map(|_| Center));
    aligns.extend([Right, Right]);
    aligns.extend(standings.tie_breaks.iter().map(|_| Right));
    let mut head = vec!["Place".to_owned(), "No".to_owned(), "Name".to_owned()];
    head.extend(numbers.iter().map(u32::to_string));
    head.extend(["Points".to_owned(), "Games".to_owned()]);
    head.extend(standings.tie_breaks.iter().map(|t| title(*t).to_owned()));
    let mut grid = Grid::plain(&aligns);
    grid.head(&head);
    for row in &standings.table {
        let mark = if standings.is_final { "" } else { "*" };
        let place = match row.counts {
            true => format!("{}{mark}", row.place),
            false => format!("({})", row.place),
        };
        let withdrawn = if row.withdrawn { " (w)" } else { "" };
        let mut cells = vec![
            place,
            row.start_number.to_string(),
            format!("{}{withdrawn}", cut(&one_line(&row.name), NAME)),
        ];
        cells.extend(numbers.iter().map(|opponent| {
            if *opponent == row.start_number {
                return "×".to_owned();
            }
            let games = row.results.get(opponent).map(Vec::as_slice);
            let marks = games.unwrap_or_default().iter();
            marks.map(|m| if m.is_empty() { "." } else { m }).collect()
        }));
        cells.push(row.points.to_string());
        cells.push(row.played.to_string());
        cells.extend(standings.tie_breaks.iter().map(|t| match t {
            TieBreak::Direct => row.direct.map_or_else(|| "-".to_owned(), |d| d.to_string()),
            TieBreak::Wins => row.wins.to_string(),
            TieBreak::Sb => row.sb.to_string(),
            TieBreak::Koya => row.koya.to_string(),
        }));
        grid.row(&cells);
    }
    grid.render()
}

fn title(tie_break: TieBreak) -> &'static str {
    match tie_break {
        TieBreak::Direct => "Direct",
        TieBreak::Wins => "Wins",
        TieBreak::Sb => "SB",
        TieBreak::Koya => "Koya",
    }
}

fn name(input: &TableInput, start_number: u32) -> String {
    cut(&one_line(input.name_of(start_number)), NAME)
}

/// Both sides of each active game, those whose clock runs by the day of their flag.
fn clocks(input: &TableInput) -> Grid {
    use Align::{Left, Right};
    let mut grid = Grid::plain(&[Left, Left, Left, Right, Right, Right, Right, Right, Left]);
    grid.head(&[
        "Game",
        "Side",
        "Name",
        "Moves",
        "Total",
        "Used",
        "Limit",
        "Left",
        "Flag falls",
    ]);
    let mut sides: Vec<_> = input
        .games
        .iter()
        .filter(|g| g.status == Status::Active)
        .flat_map(|g| Side::BOTH.map(|side| (g, side, g.clocks.get(side))))
        .collect();
    // Standing clocks have no flag and come last; names break ties by code and number.
    sides.sort_by_key(|(g, side, clock)| {
        let standing = clock.flag.is_none();
        (standing, clock.flag, g.name.clone(), *side)
    });
    for (game, side, clock) in sides {
        grid.row(&[
            game.name.to_string(),
            side.name().to_owned(),
            name(input, number(game, side)),
            clock.moves.to_string(),
            clock.total.to_string(),
            clock.used.to_string(),
            clock.limit.to_string(),
            (clock.left - clock.used).to_string(),
            clock.flag.map_or_else(String::new, |f| f.to_string()),
        ]);
    }
    grid
}

fn overdue(input: &TableInput) -> Grid {
    use Align::{Left, Right};
    let mut grid = Grid::plain(&[Left, Left, Left, Right, Right, Right, Left, Left]);
    grid.head(&[
        "Game",
        "Side",
        "Name",
        "Move",
        "Used",
        "Limit",
        "Flag fell",
        "",
    ]);
    for (game, over) in input.overdue() {
        let state = if over.declared {
            "being decided"
        } else {
            "not declared"
        };
        grid.row(&[
            game.name.to_string(),
            over.side.name().to_owned(),
            name(input, number(game, over.side)),
            over.at_move.to_string(),
            over.total.to_string(),
            over.limit.to_string(),
            over.flag.map_or_else(String::new, |f| f.to_string()),
            state.to_owned(),
        ]);
    }
    grid
}

fn penalties(input: &TableInput) -> Grid {
    use Align::{Left, Right};
    let mut grid = Grid::plain(&[Left, Left, Left, Right, Left, Left, Left]);
    grid.head(&["Game", "Side", "Name", "Days", "Date", "Article", "Reason"]);
    for game in &input.games {
        for penalty in &game.penalties {
            grid.row(&[
                game.name.to_string(),
                penalty.side.name().to_owned(),
                name(input, number(game, penalty.side)),
                format!("{:+}", penalty.days),
                penalty.date.to_string(),
                penalty.article.clone().unwrap_or_default(),
                cut(&one_line(&penalty.note), 60),
            ]);
        }
    }
    grid
}

fn leaves(input: &TableInput) -> Grid {
    use Align::{Left, Right};
    let mut grid = Grid::plain(&[Right, Left, Right, Right, Right, Left]);
    grid.head(&["No", "Name", "Year", "Used", "Left", "Days"]);
    for year in leave(input) {
        let periods: Vec<String> = year
            .periods
            .iter()
            .map(|p| format!("{} to {} (id {})", p.days.from, p.days.to, p.id))
            .collect();
        grid.row(&[
            year.start_number.to_string(),
            name(input, year.start_number),
            year.year.to_string(),
            year.used.to_string(),
            year.left.to_string(),
            periods.join(", "),
        ]);
    }
    grid
}
