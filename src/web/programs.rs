//! Secrets for a player's programs: made, shown once, ended.

use super::asked::{Asked, SignedIn};
use super::form::Form;
use super::sign_in::sign_in_page;
use crate::error::Failure;
use crate::messages::Phrase;
use crate::store::KeyPurpose;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;

/// Most secrets that a player has at once.
const MOST: usize = 20;

/// Longest name of one.
const LONGEST_NAME: usize = 60;

/// The page.
#[derive(Default, Serialize)]
pub struct ProgramsPage {
    /// The secrets that hold.
    pub keys: Vec<KeyLine>,
    /// The one that was made just now.
    pub secret: Option<String>,
    /// What is wrong.
    pub wrong: Option<&'static str>,
    /// What is done.
    pub done: Option<&'static str>,
}

/// A secret, without it.
#[derive(Serialize)]
pub struct KeyLine {
    /// By which it is ended.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// `xfcc` or `api`.
    pub purpose: String,
    /// The day on which it ends.
    pub until: String,
    /// The day on which it was last used.
    pub used: Option<String>,
}

/// `/programs`
pub async fn programs(asked: Arc<Asked>) -> Result<Response, Failure> {
    let Some(who) = &asked.who else {
        return sign_in_page(&asked, "/programs", None);
    };
    let player = who.player.id;
    let Some(form) = &asked.form else {
        let mut page = ProgramsPage::default();
        if asked.query.text("done") == "ended" {
            page.done = Some(Phrase("web-programs.ended").say(asked.language));
        }
        return shows(&asked, who, StatusCode::OK, page).await;
    };
    match form.text("do") {
        "make" => make(&asked, who, form).await,
        "end" => {
            let id = form.number("key").unwrap_or_default();
            let ended = asked.server.clerk.does(move |robot| {
                robot.accounts(|tx| {
                    tx.access_key_end(player, id)?;
                    Ok(())
                })
            });
            ended.await?;
            Ok(asked.leads_to("/programs?done=ended"))
        }
        _ => Ok(asked.leads_to("/programs")),
    }
}

async fn make(asked: &Asked, who: &SignedIn, form: &Form) -> Result<Response, Failure> {
    let (player, now) = (who.player.id, asked.now);
    let purpose = match form.text("purpose") {
        "api" => KeyPurpose::Api,
        _ => KeyPurpose::Xfcc,
    };
    let plain = |c: &char| !c.is_control();
    let name: String = form
        .text("name")
        .chars()
        .filter(plain)
        .take(LONGEST_NAME)
        .collect();
    let mut page = ProgramsPage::default();
    if name.is_empty() {
        page.wrong = Some(Phrase("web-programs.no-name").say(asked.language));
        return shows(asked, who, StatusCode::UNPROCESSABLE_ENTITY, page).await;
    }
    let browser = asked.browser_name();
    let made = asked.server.clerk.does(move |robot| {
        let held = robot.store.read().access_keys_of(player, now)?.len();
        match held < MOST {
            true => {
                let made = robot.access_key_ask(player, (purpose, &name), &browser);
                made.map(Some)
            }
            false => Ok(None),
        }
    });
    page.secret = made.await?;
    if page.secret.is_none() {
        page.wrong = Some(Phrase("web-programs.too-many").say(asked.language));
    }
    shows(asked, who, StatusCode::OK, page).await
}

async fn shows(
    asked: &Asked,
    who: &SignedIn,
    status: StatusCode,
    mut page: ProgramsPage,
) -> Result<Response, Failure> {
    let (player, now) = (who.player.id, asked.now);
    let zone = asked.server.club.time_zone;
    let rows = asked
        .server
        .readers
        .read(move |view| Ok(view.access_keys_of(player, now)?));
    let lines = rows.await?.into_iter().map(|row| KeyLine {
        id: row.id,
        name: row.name,
        purpose: row.purpose,
        until: zone.day(row.until).to_string(),
        used: row.used.map(|at| zone.day(at).to_string()),
    });
    page.keys = lines.collect();
    asked.page_with(status, "programs", &page)
}
