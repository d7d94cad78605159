//! Leave: what is left of it, to take it, and to end it early (54.6).

use super::asked::{Asked, SignedIn};
use super::form::Form;
use super::sign_in::sign_in_page;
use crate::error::Failure;
use crate::messages::Phrase;
use crate::robot::inquiry::{LeaveLeft, leave_left};
use crate::time::Day;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;

/// The page.
#[derive(Default, Serialize)]
pub struct LeavePage {
    /// What is left, by tournament.
    pub tournaments: Vec<LeaveLine>,
    /// The day where he plays, for the fields.
    pub today: String,
    /// The first playing day that ends what runs, or cancels what comes next.
    pub plays_from: String,
    /// Leave is running or announced.
    pub is_announced: bool,
    /// What is wrong.
    pub wrong: Option<&'static str>,
    /// What is done.
    pub done: Option<&'static str>,
}

/// A tournament.
#[derive(Serialize)]
pub struct LeaveLine {
    /// Its name.
    pub name: String,
    /// The calendar year that is meant.
    pub year: i32,
    /// Days left in it.
    pub in_year: i64,
    /// Days left in all, where there is such a limit.
    pub in_all: Option<i64>,
    /// Leave that is running or announced.
    pub announced: Vec<Span>,
}

/// A run of days, both ends inclusive.
#[derive(Serialize)]
pub struct Span {
    /// The first.
    pub from: String,
    /// The last.
    pub to: String,
}

/// `/leave`
pub async fn leave(asked: Arc<Asked>) -> Result<Response, Failure> {
    let Some(who) = &asked.who else {
        return sign_in_page(&asked, "/leave", None);
    };
    match &asked.form {
        Some(form) => acts(&asked, who, form).await,
        None => {
            let done = match asked.query.text("done") {
                "taken" => Some(Phrase("web-leave.taken")),
                "ended" => Some(Phrase("web-leave.ended")),
                _ => None,
            };
            shows(&asked, who, StatusCode::OK, None, done).await
        }
    }
}

async fn acts(asked: &Asked, who: &SignedIn, form: &Form) -> Result<Response, Failure> {
    let player = who.player.id;
    let day = |name: &str| Day::parse(form.text(name));
    let refused = |said| {
        shows(
            asked,
            who,
            StatusCode::UNPROCESSABLE_ENTITY,
            Some(said),
            None,
        )
    };
    let (work, done): (Work, _) = match form.text("do") {
        "take" => match day("from").zip(day("to")) {
            Some((from, to)) if from <= to => (
                Box::new(move |robot| robot.leave_on_web(player, from, to)),
                "/leave?done=taken",
            ),
            _ => return refused(Phrase("web-leave.no-days")).await,
        },
        "end" => match day("day") {
            Some(day) => (
                Box::new(move |robot| robot.leave_end_on_web(player, day)),
                "/leave?done=ended",
            ),
            None => return refused(Phrase("web-leave.no-days")).await,
        },
        _ => return Ok(asked.leads_to("/leave")),
    };
    let changed = asked.server.clerk.does(move |robot| {
        let before = robot.store.read().leave_of_player(player)?;
        work(robot)?;
        Ok(robot.store.read().leave_of_player(player)? != before)
    });
    match changed.await? {
        true => Ok(asked.leads_to(done)),
        false => {
            let said = Some(Phrase("web-leave.not-taken"));
            shows(asked, who, StatusCode::CONFLICT, said, None).await
        }
    }
}

type Work = Box<dyn FnOnce(&mut crate::robot::Robot) -> Result<(), Failure> + Send>;

async fn shows(
    asked: &Asked,
    who: &SignedIn,
    status: StatusCode,
    wrong: Option<Phrase>,
    done: Option<Phrase>,
) -> Result<Response, Failure> {
    let (player, now) = (who.player.id, asked.now);
    let left = asked
        .server
        .readers
        .read(move |view| leave_left(view, player, now));
    let left = left.await?;
    // Dates are those of the tournaments: of two that differ, the one that has come in both.
    let today = left.iter().map(|l| l.today).max();
    let today = today.unwrap_or_else(|| asked.server.club.time_zone.day(now));
    let announced = left.iter().flat_map(|l| &l.announced);
    let next = announced.map(|(from, _)| *from).min();
    let page = LeavePage {
        is_announced: left.iter().any(|l| !l.announced.is_empty()),
        tournaments: left.into_iter().map(line).collect(),
        today: today.to_string(),
        plays_from: next.map_or(today, |next| next.max(today)).to_string(),
        wrong: wrong.map(|said| said.say(asked.language)),
        done: done.map(|said| said.say(asked.language)),
    };
    asked.page_with(status, "leave", &page)
}

fn line(left: LeaveLeft) -> LeaveLine {
    let spans = left.announced.into_iter();
    LeaveLine {
        name: left.name,
        year: left.today.year(),
        in_year: left.in_year,
        in_all: left.in_all,
        announced: spans
            .map(|(from, to)| Span {
                from: from.to_string(),
                to: to.to_string(),
            })
            .collect(),
    }
}
