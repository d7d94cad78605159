//! What an arbiter asks to see by letter.

use crate::arbiter::notice::OrderResult;
use crate::error::Failure;
use crate::ids::GameName;
use crate::language::Language;
use crate::messages::Phrase;
use crate::orders::Refusal;
use crate::orders::by_letter::{example_line, help_in};
use crate::report;
use crate::request::orders::LineAsks;
use crate::robot::desk::Desk;
use crate::robot::inquiry::{report_of, seen_by, today_of, tournaments_of};
use crate::robot::office::WritingOfficial;
use crate::robot::orders::log;

/// Longest text shown in a transcript, in characters.
const MOST_SHOWN: usize = 60_000;

/// What an arbiter asks to see.
pub(super) fn show_what(
    desk: &mut Desk<'_>,
    asked: &LineAsks,
    office: &WritingOfficial,
) -> Result<OrderResult, Failure> {
    let view = **desk.tx;
    let foreign = |codes: &[String]| codes.iter().find(|c| !office.has(c)).cloned();
    let language = office.language();
    let text = match asked {
        LineAsks::Order(_) => String::new(),
        LineAsks::Help => help_in(language),
        LineAsks::Today(codes) => {
            if let Some(code) = foreign(codes) {
                return Ok(OrderResult::NotYours { code });
            }
            let mut rows = tournaments_of(view, codes, desk.now)?;
            rows.retain(|r| office.has(&r.facts.code));
            let today = today_of(view, &rows, desk.now, 7)?;
            let today = seen_by(view, today, office.address())?;
            report::document::text(&report::today::document(&today, language))
        }
        LineAsks::Log(code) => {
            let codes = match code {
                Some(code) => vec![code.clone()],
                None => office.codes(),
            };
            if let Some(code) = foreign(&codes) {
                return Ok(OrderResult::NotYours { code });
            }
            log_of(desk, &codes, office)?
        }
        LineAsks::Report(code) => {
            if let Some(code) = foreign(std::slice::from_ref(code)) {
                return Ok(OrderResult::NotYours { code });
            }
            match view.tournament_load(code)? {
                Some(row) => {
                    let table = report_of(view, &row, desk.now)?;
                    let told = report::document::Drawings::Told;
                    report::document::text(&report::table::document(&table, language, told))
                }
                None => String::new(),
            }
        }
        LineAsks::Game(name) => {
            let game = GameName::parse(name);
            let code = game.as_ref().map_or(name.clone(), |g| g.code.clone());
            if let Some(code) = foreign(&[code]) {
                return Ok(OrderResult::NotYours { code });
            }
            let found = match &game {
                Some(game) => view.game_find(game)?,
                None => None,
            };
            let Some(id) = found else {
                return Ok(OrderResult::Refused {
                    why: Refusal::NoGame(name.clone()).why(language),
                    usage: "GAME CODE/N".to_owned(),
                    example: example_line("game", office.home_code()),
                });
            };
            let game = view.game_load(id)?;
            match language {
                Language::En => report::game::text(&game, game.moment(desk.now)),
                _ => {
                    let sheet = report::game::sheet(&game, language, desk.now);
                    report::document::text(&sheet)
                }
            }
        }
    };
    Ok(OrderResult::Shown {
        text: text.chars().take(MOST_SHOWN).collect(),
    })
}

/// The decisions in some tournaments, oldest first.
fn log_of(desk: &Desk<'_>, codes: &[String], office: &WritingOfficial) -> Result<String, Failure> {
    let language = office.language();
    let mut text = String::new();
    for code in codes {
        let lines = log(**desk.tx, Some(code), Some(office.address()), language)?;
        if lines.is_empty() {
            text.push_str(&Phrase("log.none").fill(language, &[("code", code)]));
            text.push('\n');
        }
        for line in lines {
            text.push_str(line.text(language).trim_end());
            text.push('\n');
        }
    }
    Ok(text)
}
