//! The arbiter's desk: what waits, the games and tables of the tournaments in which somebody
//! holds an office, and orders, which are shown before they are given. Whose an order is to
//! give is decided where letters are decided on; here it is only found out who asks.

mod account;
mod cards;
mod invitation;
mod letter;
mod order;
mod sign_in;
mod today;
mod tournaments;

use super::asked::Asked;
use super::cookies::Cookie;
use crate::error::Failure;
use crate::messages::Phrase;
use crate::robot::official_accounts::{DeskOfficial, is_to_note};
use crate::store::OfficialSession;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;

/// What the secret of a form of the desk is made for.
const FORM: &str = "desk form";

/// The official who is signed in.
pub struct AtDesk {
    session: OfficialSession,
    official: DeskOfficial,
    /// What his browser shows.
    secret: String,
    /// What his forms show.
    token: String,
}

/// What every page of the desk has.
#[derive(Clone, Debug, Serialize)]
pub struct DeskFrame {
    /// Who is signed in.
    name: String,
    /// What every form shows beside the browser's own secret.
    token: String,
}

/// A page that says one thing.
#[derive(Serialize)]
struct Said<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    said: &'a str,
}

impl AtDesk {
    fn frame(&self) -> Option<DeskFrame> {
        Some(DeskFrame {
            name: self.official.name(),
            token: self.token.clone(),
        })
    }
}

/// `/desk` and all below it.
pub async fn desk(asked: Arc<Asked>) -> Result<Response, Failure> {
    match asked.part(1) {
        "sign-in" => return sign_in::sign_in(&asked).await,
        "invitation" => return invitation::invitation(&asked).await,
        _ => {}
    }
    let Some(at) = at_desk(&asked).await? else {
        return Ok(asked.leads_to("/desk/sign-in"));
    };
    let key = asked.server.key();
    if let Some(form) = &asked.form
        && !key.is_seal_of(FORM, &at.secret, form.text("desk"))
    {
        let said = Phrase("web.not-from-here");
        return says(&asked, Some(&at), StatusCode::FORBIDDEN, said);
    }
    match (asked.part(1), asked.form.is_some()) {
        ("", false) => today::today(&asked, &at).await,
        ("sign-out", true) => sign_in::sign_out(&asked, &at).await,
        ("account", _) => account::account(&asked, &at).await,
        ("order", _) => order::order(&asked, &at).await,
        ("letter", true) => letter::letter(&asked, &at).await,
        ("tournaments", false) => tournaments::list(&asked, &at).await,
        ("tournament", _) if is_cards(asked.part(3)) => {
            cards::cards(&asked, &at, asked.part(2)).await
        }
        ("tournament", false) => tournaments::one(&asked, &at).await,
        ("game", false) => tournaments::game(&asked, &at).await,
        _ => missing(&asked, &at),
    }
}

/// What is printed has a page, and sheets.
fn is_cards(part: &str) -> bool {
    ["cards", "cards.pdf"].contains(&part)
}

/// What is not there, and what is another's to see: nobody is told which.
fn missing(asked: &Asked, at: &AtDesk) -> Result<Response, Failure> {
    says(
        asked,
        Some(at),
        StatusCode::NOT_FOUND,
        Phrase("web.missing"),
    )
}

fn says(
    asked: &Asked,
    at: Option<&AtDesk>,
    status: StatusCode,
    said: Phrase,
) -> Result<Response, Failure> {
    let page = Said {
        desk: at.and_then(AtDesk::frame),
        here: "",
        said: said.say(asked.language),
    };
    asked.page_with(status, "desk-said", &page)
}

/// Who is signed in at the desk in this browser.
async fn at_desk(asked: &Asked) -> Result<Option<AtDesk>, Failure> {
    let Some(secret) = asked.cookie(Cookie::Desk) else {
        return Ok(None);
    };
    let (shown, now) = (secret.clone(), asked.now);
    let read = asked.server.readers.prove(move |view, key| {
        let Some(session) = view.official_session(&key.tag(&shown), now)? else {
            return Ok(None);
        };
        let official = DeskOfficial::of(view, &session.address, now)?;
        Ok(official.map(|official| (session, official)))
    });
    let Some((session, official)) = read.await? else {
        return Ok(None);
    };
    if is_to_note(&session, now) {
        let seen = session.clone();
        let noted = asked
            .server
            .clerk
            .does(move |robot| robot.desk_session_seen(&seen));
        // He is signed in whether or not that was noted.
        if let Err(failure) = noted.await {
            tracing::warn!("the use of a session was not noted: {failure}");
        }
    }
    Ok(Some(AtDesk {
        session,
        official,
        token: asked.server.key().seal_of(FORM, &secret),
        secret,
    }))
}
