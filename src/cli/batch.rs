//! `td batch`: many decisions from a file, all or none.

use super::args::{BatchArgs, Global};
use super::desk::OpenHome;
use super::file;
use super::output::{Output, put};

use super::td::{as_json, giver, tell};
use crate::error::Failure;
use crate::language::Language;
use crate::orders::batch::{self, BatchLine};
use crate::orders::{OrderPlace, Ordered, Td, Why, line};
use crate::robot::inquiry::exact_names;
use crate::robot::orders::{BatchOrder, Grounds};
use crate::store::View;
use std::path::Path;

/// Takes every decision of a file, or shows what each would do. Each is tried as those
/// before it leave the games.
pub fn run(
    desk: impl Fn() -> Result<OpenHome, Failure>,
    out: &Output,
    (asked, why): (&BatchArgs, &Why),
    global: &Global,
) -> Result<(), Failure> {
    let name = match asked.file.as_path() {
        file if file == Path::new("-") => "standard input".to_owned(),
        file => file::name_of(file),
    };
    let text = file::text(&asked.file)?;
    let lines = batch::read(&text).map_err(|trouble| {
        let failure = Failure::failed(trouble.why);
        match trouble.line {
            Some(line) => failure.about(format!("{name}, line {line}; nothing is changed")),
            None => failure.about(&name),
        }
    })?;
    let wrong = |line: &BatchLine, failure: Failure| {
        let (number, written) = (line.number, &line.written);
        failure.about(format!(
            "{name}, line {number} ({written}); nothing is changed"
        ))
    };
    let desk = desk()?;
    let mut orders = Vec::new();
    for one in &lines {
        let td = order_of(desk.store.read(), one).map_err(|why| wrong(one, why))?;
        orders.push(BatchOrder {
            grounds: grounds_of(&td.why, why, global),
            order: td.order,
        });
    }
    let done = desk.robot()?.decide_all(&orders, why.dry_run);
    let done = done.map_err(|(at, failure)| match at.and_then(|at| lines.get(at)) {
        Some(line) => wrong(line, failure),
        None => failure,
    })?;
    let tables = why.language.unwrap_or(Language::En);
    if out.is_json() {
        let each = lines.iter().zip(&done).map(|(line, decided)| {
            let mut value = as_json(decided, why.dry_run);
            put(&mut value, "line", line.number);
            put(&mut value, "order", line.written.as_str());
            value
        });
        return out.json(&each.collect::<Vec<_>>());
    }
    for ((line, decided), order) in lines.iter().zip(&done).zip(&orders) {
        out.line(format_args!("line {}: {}", line.number, line.written));
        let grounds = Grounds {
            dry_run: why.dry_run,
            ..order.grounds.clone()
        };
        tell(out, decided, &grounds, tables);
    }
    match why.dry_run {
        true => out.say(format_args!("{} orders would be carried out", done.len())),
        false => out.say(format_args!("{} orders are carried out", done.len())),
    }
    Ok(())
}

/// The order of a line, its names as they are.
fn order_of(view: View<'_>, one: &BatchLine) -> Result<Td, Failure> {
    let named = exact_names(view, line::names_in(one.words.clone()))?;
    let words = one.words.iter();
    let words = words.map(|w| line::with_name(w, &named).unwrap_or_else(|| w.clone()));
    let td = line::of_words(words.collect())?;
    if matches!(td.order.place(), OrderPlace::List) {
        return Err(Failure::usage("a list is no decision"));
    }
    if td.why.dry_run {
        let words = "--dry-run is for the whole file: td batch FILE --dry-run";
        return Err(Failure::usage(words));
    }
    Ok(td)
}

/// What a line says itself goes before what holds for the whole file.
fn grounds_of(own: &Why, whole: &Why, global: &Global) -> Grounds {
    let reason = match own.reason.is_empty() {
        true => &whole.reason,
        false => &own.reason,
    };
    Grounds {
        article: own.article.clone().or_else(|| whole.article.clone()),
        anyway: own.anyway || whole.anyway,
        by: giver(global),
        ..Grounds::console(reason, false)
    }
}
