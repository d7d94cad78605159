//! A drawing of the days that both sides of a game have used, against the stairs of
//! the control. It reads in black on white: White is a solid line, Black a dashed
//! one; what is over is thick as well as coloured.

use super::document::{Figure, Picture, attribute, escape};
use super::table::{Growth, Progress, ProgressStep};
use super::width::{pad, width};
use super::words::common::{date, side as side_name};
use crate::chess::{BySide, Side};
use crate::language::Language;
use crate::messages::Phrase;

/// The drawing's own units.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 24.0;
/// Columns for a game's name in a line of text, so that the lines stand under each other.
const GAME: usize = 12;
/// Moves shown as blocks in a line of text; older ones are left out.
const MOST_BLOCKS: usize = 40;

/// What the drawing is made of: it is drawn where it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Days {
    game: String,
    growths: BySide<Growth>,
    /// Days and moves of a period of the control.
    period: (i64, u32),
    told: String,
    language: Language,
}

/// The days of a game as a figure; none before the first day is used.
pub fn days(
    game: &str,
    names: &BySide<String>,
    progress: &Progress,
    language: Language,
) -> Option<Figure> {
    let growths = &progress.days;
    let used_any = |s: &Side| points(growths.get(*s)).any(|step| step.total != 0);
    if !Side::BOTH.iter().any(used_any) {
        return None;
    }
    let caption = Phrase("table.game-state").fill(
        language,
        &[
            ("game", game),
            ("white", &names.white),
            ("black", &names.black),
        ],
    );
    let mut told = Vec::new();
    for side in Side::BOTH {
        told.extend(used(growths.get(side), side, language));
        if let Some(flag) = growths.get(side).flag {
            told.push(Phrase("table.flag-on").fill(language, &[("day", &date(language, flag))]));
        }
    }
    let told = told.join("; ");
    Some(Figure {
        picture: Picture::Days(Box::new(Days {
            game: game.to_owned(),
            growths: growths.clone(),
            period: progress.period,
            told: told.clone(),
            language,
        })),
        caption: format!("{caption}. {told}"),
        text: as_text(game, growths, language),
        wide: false,
    })
}

/// A line a side, the game before the first.
fn as_text(game: &str, growths: &BySide<Growth>, language: Language) -> String {
    let lines: Vec<(String, String)> = Side::BOTH
        .iter()
        .filter_map(|side| blocks(growths.get(*side), *side, language))
        .collect();
    let widest = lines.iter().map(|(told, _)| width(told)).max().unwrap_or(0);
    let mut text = String::new();
    for (at, (told, line)) in lines.iter().enumerate() {
        let name = if at == 0 { game } else { "" };
        text.push_str(&format!(
            "{}  {}  {line}\n",
            pad(name, width(game).max(GAME)),
            pad(told, widest)
        ));
    }
    text
}

fn points(growth: &Growth) -> impl Iterator<Item = &ProgressStep> {
    growth.steps.iter().chain(&growth.thinking)
}

/// `White 9 of 60`.
fn used(growth: &Growth, side: Side, language: Language) -> Option<String> {
    let last = points(growth).last()?;
    let blanks = [
        ("side", side_name(language, side)),
        ("used", &last.total.to_string()),
        ("limit", &last.limit.to_string()),
    ];
    Some(Phrase("table.used-of").fill(language, &blanks))
}

/// A side's days as a line of blocks: a full one is all that was allowed.
fn blocks(growth: &Growth, side: Side, language: Language) -> Option<(String, String)> {
    const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let all: Vec<&ProgressStep> = points(growth).collect();
    let shown = all.iter().skip(all.len().saturating_sub(MOST_BLOCKS));
    let line: String = shown
        .map(|step| {
            let share = step.total.max(0) * 8 / step.limit.max(1);
            let at = usize::try_from(share).unwrap_or(0).min(7);
            let over = step.total > step.limit;
            if over {
                '!'
            } else {
                HEIGHTS.get(at).copied().unwrap_or('█')
            }
        })
        .collect();
    Some((used(growth, side, language)?, line))
}

/// Where moves and days stand in the drawing.
struct Scale {
    moves: f64,
    days: f64,
}

impl Scale {
    fn x(&self, at: f64) -> f64 {
        LEFT + at / self.moves * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, days: f64) -> f64 {
        HEIGHT - BOTTOM - days / self.days * (HEIGHT - TOP - BOTTOM)
    }

    /// The middle of a move's own strip.
    fn place(&self, step: &ProgressStep) -> (f64, f64) {
        (
            self.x(f64::from(step.at) - 0.5),
            self.y(real(step.total.max(0))),
        )
    }
}

/// Days and moves are small numbers: exact as floats.
#[expect(
    clippy::cast_precision_loss,
    reason = "days of a game are far below 2^52"
)]
fn real(n: i64) -> f64 {
    n as f64
}

impl Days {
    /// The `<svg>` element.
    pub(super) fn svg(&self) -> String {
        let (per_days, per_moves) = self.period;
        let per_moves = per_moves.max(1);
        let all = || {
            Side::BOTH
                .into_iter()
                .flat_map(|s| points(self.growths.get(s)))
        };
        let moves = all().map(|s| s.at).max().unwrap_or(1);
        let periods = moves.div_ceil(per_moves).max(1);
        let highest = all().map(|s| s.total.max(s.limit)).max().unwrap_or(0);
        let scale = Scale {
            moves: f64::from(periods * per_moves),
            days: real(highest.max(per_days * i64::from(periods)).max(1)),
        };
        let id: String = self
            .game
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        let title = Phrase("table.plot-title").fill(self.language, &[("game", &self.game)]);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             role=\"img\" aria-labelledby=\"days-{id}\" aria-describedby=\"told-{id}\">\n\
             <title id=\"days-{id}\">{}</title>\n<desc id=\"told-{id}\">{}</desc>\n\
             <rect class=\"ground\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n",
            escape(&attribute(&title)),
            escape(&self.told),
        );
        stairs(&mut out, &scale, periods, (per_days, per_moves));
        for side in Side::BOTH {
            line(&mut out, &scale, self.growths.get(side), side);
        }
        out.push_str("</svg>\n");
        out
    }
}

/// What is allowed, with its figures at the left and the moves below.
fn stairs(out: &mut String, scale: &Scale, periods: u32, (days, moves): (i64, u32)) {
    let bottom = HEIGHT - BOTTOM;
    let mut path = format!("M{:.1} {:.1}", scale.x(0.0), scale.y(real(days)));
    let mut texts = String::new();
    // A tournament of very many periods has a figure at every so many of them.
    let every = periods.div_ceil(6).max(1);
    for period in 1..=periods {
        let height = scale.y(real(days * i64::from(period)));
        let end = scale.x(f64::from(period * moves));
        path.push_str(&format!("V{height:.1}H{end:.1}"));
        if period % every == 0 || period == periods {
            texts.push_str(&format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
                 <text x=\"{end:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
                LEFT - 5.0,
                height + 4.0,
                days * i64::from(period),
                bottom + 16.0,
                period * moves
            ));
        }
    }
    let right = WIDTH - RIGHT;
    out.push_str(&format!(
        "<path class=\"band\" fill=\"#f3f1ec\" d=\"{path}V{bottom:.1}H{LEFT:.1}Z\"/>\n\
         <path class=\"limit-line\" fill=\"none\" stroke=\"#767676\" stroke-width=\"2\" d=\"{path}\"/>\n\
         <path class=\"limit-line\" fill=\"none\" stroke=\"#767676\" d=\"M{LEFT} {TOP}V{bottom:.1}H{right:.1}\"/>\n\
         <g class=\"ink\" fill=\"#1b1b1b\" font-family=\"sans-serif\" font-size=\"11\">\n{texts}</g>\n"
    ));
}

fn line(out: &mut String, scale: &Scale, growth: &Growth, side: Side) {
    let dashes = match side {
        Side::White => "",
        Side::Black => " stroke-dasharray=\"5 3\"",
    };
    let mut path = format!("M{:.1} {:.1}", scale.x(0.0), scale.y(0.0));
    let mut marks = String::new();
    for step in &growth.steps {
        let (x, y) = scale.place(step);
        path.push_str(&format!("H{x:.1}V{y:.1}"));
        mark(&mut marks, step, (x, y));
    }
    if !growth.steps.is_empty() {
        out.push_str(&format!(
            "<path class=\"ink-line\" fill=\"none\" stroke=\"#1b1b1b\" stroke-width=\"2\"{dashes} d=\"{path}\"/>\n"
        ));
    }
    if let Some(step) = &growth.thinking {
        let (x, y) = scale.place(step);
        let from = growth
            .steps
            .last()
            .map_or((scale.x(0.0), scale.y(0.0)), |s| scale.place(s));
        out.push_str(&format!(
            "<path class=\"ink-line\" fill=\"none\" stroke=\"#1b1b1b\" stroke-dasharray=\"1 3\" d=\"M{:.1} {:.1}H{x:.1}V{y:.1}\"/>\n",
            from.0, from.1
        ));
        mark(&mut marks, step, (x, y));
        let (class, colour, width) = match step.total > step.limit {
            true => ("loud-line", "#a3200d", 3),
            false => ("ink-line", "#1b1b1b", 2),
        };
        marks.push_str(&format!(
            "<circle class=\"ground {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#fff\" stroke=\"{colour}\" stroke-width=\"{width}\"/>\n"
        ));
    }
    out.push_str(&marks);
}

/// A cross for a penalty, a triangle for leave.
fn mark(out: &mut String, step: &ProgressStep, (x, y): (f64, f64)) {
    if step.leave > 0 {
        out.push_str(&format!(
            "<path class=\"ink\" fill=\"#1b1b1b\" d=\"M{:.1} {:.1}l5 -8l5 8z\"/>\n",
            x - 5.0,
            y - 3.0
        ));
    }
    if step.penalty != 0 || step.total > step.limit {
        out.push_str(&format!(
            "<path class=\"loud-line\" fill=\"none\" stroke=\"#a3200d\" stroke-width=\"2.5\" d=\"M{:.1} {:.1}l8 8m0 -8l-8 8\"/>\n",
            x - 4.0,
            y - 4.0
        ));
    }
}
