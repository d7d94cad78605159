//! `postchess today`: what waits for the arbiter, and what comes.

use super::args::{PlayerCalendar, TodayArgs, TodayFormat};
use super::desk::OpenHome;
use super::document::deliver;
use super::output::Output;
use crate::error::Failure;
use crate::language::Language;
use crate::report::document::{html, text};
use crate::report::today::calendar::{CalendarOf, calendar};
use crate::report::today::document;
use crate::robot::inquiry::today_from;
use crate::store::TournamentRow;
use serde_json::json;
use std::collections::BTreeSet;

/// Prints the arbiter's day. It ends with 0 whatever waits.
pub fn run(desk: &OpenHome, out: &Output, asked: &TodayArgs) -> Result<(), Failure> {
    let ahead = (desk.now, i64::from(asked.week) * 7);
    let (rows, today) = today_from(&desk.store, &asked.codes, ahead, |_| true)?;
    let format = match out.is_json() {
        true => TodayFormat::Json,
        false => asked.format,
    };
    let tournament = rows.first().map(|r| r.facts.language);
    let language = match format {
        TodayFormat::Html | TodayFormat::Ics => asked.language.or(tournament),
        TodayFormat::Text | TodayFormat::Json => asked.language,
    };
    let language = language.unwrap_or(Language::En);
    let bytes = match format {
        TodayFormat::Text => text(&document(&today, language)),
        TodayFormat::Html => html(&document(&today, language)),
        TodayFormat::Ics => calendar(
            &today,
            CalendarOf::Arbiter,
            desk.config.robot_domain(),
            language,
        ),
        TodayFormat::Json => {
            serde_json::to_string_pretty(&today.json()).map_err(Failure::failed)? + "\n"
        }
    };
    deliver(out, bytes.as_bytes(), asked.output.as_deref())
}

/// What a player has to heed, as a calendar.
pub fn of_player(desk: &OpenHome, out: &Output, asked: &PlayerCalendar) -> Result<(), Failure> {
    let row = desk.player(&asked.player)?;
    let view = desk.store.read();
    let his: BTreeSet<_> = view
        .player_tournaments(row.id)?
        .into_iter()
        .map(|entry| entry.tournament)
        .collect();
    let ahead = (desk.now, i64::from(asked.week) * 7);
    let is_his = |r: &TournamentRow| his.contains(&r.facts.id);
    let (_, today) = today_from(&desk.store, &[], ahead, is_his)?;
    let language = asked.language.unwrap_or(row.language);
    let text = calendar(
        &today,
        CalendarOf::Player(row.id),
        desk.config.robot_domain(),
        language,
    );
    if out.is_json() && asked.output.is_none() {
        return out.json(&json!({ "calendar": text }));
    }
    deliver(out, text.as_bytes(), asked.output.as_deref())
}
