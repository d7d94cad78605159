//! An official's own account: the browsers in which he is signed in at the desk, and how many
//! recovery codes he has left.

use super::{AtDesk, DeskFrame};
use crate::error::Failure;
use crate::messages::Phrase;
use crate::web::asked::Asked;
use crate::web::sessions::{SessionHour, SessionLine, listed};
use axum::response::Response;
use serde::Serialize;

#[derive(Serialize)]
struct AccountPage<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    name: String,
    address: &'a str,
    codes: u32,
    done: Option<&'a str>,
    sessions: Vec<SessionLine>,
}

/// `/desk/account`
pub async fn account(asked: &Asked, at: &AtDesk) -> Result<Response, Failure> {
    let (address, own) = (at.session.address.clone(), at.session.id);
    if let Some(form) = &asked.form {
        let id: i64 = form.number("session").unwrap_or_default();
        let others = form.text("do") == "end-others";
        let ended = asked.server.clerk.does(move |robot| match others {
            true => robot.desk_sign_out_elsewhere(&address, own),
            false => robot.desk_sign_out(&address, id),
        });
        ended.await?;
        return Ok(asked.leads_to("/desk/account?done=ended"));
    }
    let now = asked.now;
    let read = asked.server.readers.read(move |view| {
        let sessions = view.official_sessions_of(&address, now)?;
        Ok((sessions, view.official_codes_left(&address)?))
    });
    let (rows, codes) = read.await?;
    let zone = asked.server.club.time_zone;
    let done = (asked.query.text("done") == "ended").then_some(Phrase("web-account.ended"));
    let page = AccountPage {
        desk: at.frame(),
        here: "/desk/account",
        name: at.official.name(),
        address: at.official.address(),
        codes,
        done: done.map(|said| said.say(asked.language)),
        sessions: listed(rows.into_iter().map(|row| SessionLine {
            id: row.id,
            browser: row.browser,
            begun: SessionHour::of(row.begun, zone),
            seen: SessionHour::of(row.seen, zone),
            is_this: row.id == own,
        })),
    };
    asked.page("desk-account", &page)
}
