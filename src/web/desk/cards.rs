//! What goes on paper: printed here as the console prints it, and said to be posted.

use super::{AtDesk, DeskFrame, missing, says};
use crate::error::{Failure, FailureKind};
use crate::ids::{GameId, GameName, OutboundId, TournamentId};
use crate::messages::Phrase;
use crate::orders::role::Power;
use crate::report::pdf::CardSheet;
use crate::robot::inquiry::{PrintSettings, Printing, paper_within, printing};
use crate::store::{OutboundRow, OutboundState, PaperWanted, View};
use crate::time::Day;
use crate::web::asked::Asked;
use crate::web::file::OwnFile;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct CardsPage<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    code: &'a str,
    /// Letters that wait to be printed.
    waiting: usize,
    printings: Vec<PrintingShown>,
    /// The printing that was made just now.
    made: Option<u32>,
    today: String,
    done: Option<&'a str>,
    wrong: Option<&'a str>,
}

/// A printing that is not posted.
#[derive(Serialize)]
struct PrintingShown {
    number: u32,
    day: String,
    letters: usize,
    /// It holds letters of other tournaments too, which are not his to post.
    is_shared: bool,
}

/// The tournaments in which what comes on paper is an official's to do.
fn his(view: View<'_>, codes: &[String]) -> Result<Vec<TournamentId>, Failure> {
    let rows = view.tournament_list()?.into_iter();
    let rows = rows.filter(|row| codes.contains(&row.facts.code));
    Ok(rows.map(|row| row.facts.id).collect())
}

fn codes(at: &AtDesk) -> Vec<String> {
    let mut codes = at.official.codes();
    codes.retain(|code| at.official.has_all(code, Power::Papers));
    codes
}

/// What lies on paper in a tournament.
struct OnPaper {
    waiting: Vec<OutboundRow>,
    /// Printed and not posted, by printing, and how many letters each has in all.
    printed: BTreeMap<u32, (Vec<OutboundRow>, usize)>,
}

impl OnPaper {
    fn read(view: View<'_>, code: &str, codes: &[String]) -> Result<Option<OnPaper>, Failure> {
        let Some(row) = view.tournament_load(code)? else {
            return Ok(None);
        };
        let (id, his) = (row.facts.id, his(view, codes)?);
        let waiting = view.paper_waiting(&PaperWanted::default())?;
        let all = view.paper_printed()?;
        let mut printed: BTreeMap<u32, (Vec<OutboundRow>, usize)> = BTreeMap::new();
        for row in paper_within(view, all.clone(), id, &his)? {
            if let Some(batch) = row.paper.batch {
                let same = all.iter().filter(|one| one.paper.batch == Some(batch));
                let entry = printed.entry(batch).or_insert((Vec::new(), same.count()));
                entry.0.push(row);
            }
        }
        Ok(Some(OnPaper {
            waiting: paper_within(view, waiting, id, &his)?,
            printed,
        }))
    }
}

/// `/desk/tournament/CODE/cards` and `…/cards.pdf`
pub async fn cards(asked: &Asked, at: &AtDesk, code: &str) -> Result<Response, Failure> {
    if !at.official.has_all(code, Power::Papers) {
        return missing(asked, at);
    }
    let Some(form) = &asked.form else {
        return match asked.part(3) {
            "cards" => shows(asked, at, code, None).await,
            _ => sheets_again(asked, at, code).await,
        };
    };
    match form.text("do") {
        "print" => print(asked, at, code).await,
        "posted" => posted(asked, at, code).await,
        _ => missing(asked, at),
    }
}

async fn shows(
    asked: &Asked,
    at: &AtDesk,
    code: &str,
    wrong: Option<Phrase>,
) -> Result<Response, Failure> {
    let (of, codes) = (code.to_owned(), codes(at));
    let read = asked
        .server
        .readers
        .read(move |view| OnPaper::read(view, &of, &codes));
    let Some(paper) = read.await? else {
        return missing(asked, at);
    };
    let zone = asked.server.club.time_zone;
    let shown = |(number, (rows, all)): (u32, (Vec<OutboundRow>, usize))| {
        let day = rows.iter().filter_map(|row| row.paper.printed).min();
        PrintingShown {
            number,
            day: day.map_or_else(String::new, |at| zone.day(at).to_string()),
            letters: rows.len(),
            is_shared: rows.len() < all,
        }
    };
    let status = match wrong {
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    let posted = asked.query.text("done") == "posted";
    let done = posted.then_some(Phrase("desk-cards.posted"));
    let page = CardsPage {
        desk: at.frame(),
        here: match asked.form {
            None => asked.path(),
            Some(_) => "",
        },
        code,
        waiting: paper.waiting.len(),
        printings: paper.printed.into_iter().map(shown).collect(),
        made: asked.query.number("made"),
        today: zone.day(asked.now).to_string(),
        done: done.map(|said| said.say(asked.language)),
        wrong: wrong.map(|said| said.say(asked.language)),
    };
    asked.page_with(status, "desk-cards", &page)
}

/// Prints what waits in a tournament, and records the printing: its sheets are a link then.
async fn print(asked: &Asked, at: &AtDesk, code: &str) -> Result<Response, Failure> {
    let (of, codes) = (code.to_owned(), codes(at));
    let waiting = move |view: View<'_>| {
        let paper = OnPaper::read(view, &of, &codes)?;
        Ok((paper.map(|paper| paper.waiting).unwrap_or_default(), None))
    };
    // Nothing is recorded as printed that cannot be brought to paper.
    let ids: Vec<OutboundId> = match made(asked, at, waiting).await? {
        Ok(Some(made)) => made.first,
        Ok(None) => Vec::new(),
        Err(answer) => return Ok(answer),
    };
    if ids.is_empty() {
        return Ok(asked.leads_to(&format!("/desk/tournament/{code}/cards")));
    }
    let printed = asked
        .server
        .clerk
        .does(move |robot| robot.paper_printed(&ids));
    let number = printed.await?;
    tracing::info!("printed at the desk: printing {number}");
    Ok(asked.leads_to(&format!("/desk/tournament/{code}/cards?made={number}")))
}

/// Says that a printing was posted.
async fn posted(asked: &Asked, at: &AtDesk, code: &str) -> Result<Response, Failure> {
    let (of, codes) = (code.to_owned(), codes(at));
    let read = asked
        .server
        .readers
        .read(move |view| OnPaper::read(view, &of, &codes));
    let form = asked.form.clone().unwrap_or_default();
    let number: Option<u32> = form.number("printing");
    let paper = read.await?;
    let own = paper.zip(number).is_some_and(|(paper, number)| {
        let found = paper.printed.get(&number);
        found.is_some_and(|(rows, all)| rows.len() == *all)
    });
    if !own {
        return missing(asked, at);
    }
    let Some(day) = Day::parse(form.text("day")) else {
        return shows(asked, at, code, Some(Phrase("desk-cards.no-day"))).await;
    };
    let done = asked
        .server
        .clerk
        .does(move |robot| robot.paper_posted(number, Some(day), None));
    match done.await {
        Ok(_) => {
            let number = number.unwrap_or_default();
            tracing::info!("posted, as said at the desk: printing {number}, on {day}");
            Ok(asked.leads_to(&format!("/desk/tournament/{code}/cards?done=posted")))
        }
        Err(failure) if failure.kind == FailureKind::Failed => {
            shows(asked, at, code, Some(Phrase("desk-cards.not-that-day"))).await
        }
        Err(failure) => Err(failure),
    }
}

/// What was printed in a tournament, once more: one printing, or what was written on a day.
async fn sheets_again(asked: &Asked, at: &AtDesk, code: &str) -> Result<Response, Failure> {
    let (batch, day) = (
        asked.query.number::<u32>("printing"),
        Day::parse(asked.query.text("day")),
    );
    let (of, codes, zone) = (code.to_owned(), codes(at), asked.server.club.time_zone);
    let wanted = move |view: View<'_>| {
        let again = PaperWanted {
            since: day.filter(|_| batch.is_none()).map(|day| zone.begins(day)),
            again: true,
            ..PaperWanted::default()
        };
        let rows = match (batch, day) {
            (None, None) => Vec::new(),
            _ => printed_before(view, &again)?,
        };
        let is_meant = |row: &OutboundRow| match (batch, day) {
            (Some(batch), _) => row.paper.batch == Some(batch),
            (None, Some(day)) => zone.day(row.composed) == day,
            (None, None) => false,
        };
        let rows = rows.into_iter().filter(is_meant).collect();
        let rows = match view.tournament_load(&of)? {
            Some(row) => paper_within(view, rows, row.facts.id, &his(view, &codes)?)?,
            None => Vec::new(),
        };
        Ok((rows, None))
    };
    let name = match (batch, day) {
        (Some(batch), _) => format!("{code}-printing-{batch}.pdf"),
        (None, Some(day)) => format!("{code}-{day}.pdf"),
        (None, None) => return missing(asked, at),
    };
    sheets(asked, at, name, wanted).await
}

/// `/desk/game/CODE/N/cards.pdf`: what was printed in a game, else the card of its last move.
pub async fn of_game(asked: &Asked, at: &AtDesk, game: &GameName) -> Result<Response, Failure> {
    if !at.official.has_all(&game.code, Power::Papers) {
        return missing(asked, at);
    }
    let (of, codes) = (game.clone(), codes(at));
    let wanted = move |view: View<'_>| {
        let Some(id) = view.game_find(&of)? else {
            return Ok((Vec::new(), None));
        };
        let again = PaperWanted {
            game: Some(id),
            again: true,
            ..PaperWanted::default()
        };
        let rows = printed_before(view, &again)?;
        let tournament = view.game_facts(id)?.tournament;
        let rows = paper_within(view, rows, tournament, &his(view, &codes)?)?;
        let has_moved = !view.game_load(id)?.moves.is_empty();
        Ok((rows, Some(id).filter(|_| has_moved)))
    };
    let name = format!("{}-{}-cards.pdf", game.code, game.number);
    sheets(asked, at, name, wanted).await
}

/// Letters that are printed or posted: another copy of them changes nothing.
fn printed_before(view: View<'_>, again: &PaperWanted) -> Result<Vec<OutboundRow>, Failure> {
    let mut rows = view.paper_waiting(again)?;
    rows.retain(|row| row.state != OutboundState::Print);
    Ok(rows)
}

type Wanted = (Vec<OutboundRow>, Option<GameId>);

/// The sheets of what is wanted; what cannot be brought to paper is a page that says so.
async fn made(
    asked: &Asked,
    at: &AtDesk,
    wanted: impl FnOnce(View<'_>) -> Result<Wanted, Failure> + Send + 'static,
) -> Result<Result<Option<Printing>, Response>, Failure> {
    let (server, now) = (std::sync::Arc::clone(&asked.server), asked.now);
    let read = asked.server.readers.prove(move |view, key| {
        let (rows, game) = wanted(view)?;
        let settings = PrintSettings {
            club: &server.club,
            sheet: CardSheet::Alone,
            key,
            now,
        };
        printing(view, &rows, game, settings)
    });
    match read.await {
        Ok(made) => Ok(Ok(made)),
        Err(failure) if failure.kind == FailureKind::Failed => {
            tracing::warn!("paper for the desk: {failure}");
            let said = Phrase("desk-cards.not-on-paper");
            Ok(Err(says(asked, Some(at), StatusCode::CONFLICT, said)?))
        }
        Err(failure) => Err(failure),
    }
}

async fn sheets(
    asked: &Asked,
    at: &AtDesk,
    name: String,
    wanted: impl FnOnce(View<'_>) -> Result<Wanted, Failure> + Send + 'static,
) -> Result<Response, Failure> {
    match made(asked, at, wanted).await? {
        Err(answer) => Ok(answer),
        Ok(None) => {
            let said = Phrase("desk-cards.nothing");
            says(asked, Some(at), StatusCode::NOT_FOUND, said)
        }
        Ok(Some(made)) => {
            let file = OwnFile {
                name,
                kind: "application/pdf",
                is_shown: true,
                bytes: made.pdf,
            };
            Ok(file.answer())
        }
    }
}
