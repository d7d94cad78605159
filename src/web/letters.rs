//! What a player wishes of his letters.

use super::asked::Asked;
use super::sign_in::sign_in_page;
use crate::error::Failure;
use crate::messages::Phrase;
use crate::record::Wish;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;

/// The page.
#[derive(Default, Serialize)]
pub struct LettersPage<'a> {
    /// Where letters go.
    pub address: &'a str,
    /// In which language.
    pub language: &'a str,
    /// One a day tells of all games.
    pub daily: bool,
    /// His own acts on the board are not confirmed by letter.
    pub unconfirmed: bool,
    /// What is done.
    pub done: Option<&'a str>,
}

/// `/letters`
pub async fn wishes(asked: Arc<Asked>) -> Result<Response, Failure> {
    let Some(who) = &asked.who else {
        return sign_in_page(&asked, "/letters", None);
    };
    let Some(form) = &asked.form else {
        let done = match asked.query.text("done") {
            "saved" => Some(Phrase("web-letters.saved").say(asked.language)),
            _ => None,
        };
        let page = LettersPage {
            address: who.player.reach.email().unwrap_or_default(),
            language: who.player.language.own_name(),
            daily: who.player.wishes.daily,
            unconfirmed: who.player.wishes.unconfirmed,
            done,
        };
        return asked.page("letters", &page);
    };
    let player = who.player.id;
    let (daily, none) = (form.text("daily") == "yes", !form.is_set("confirmations"));
    let before = who.player.wishes.clone();
    let noted = asked.server.clerk.does(move |robot| {
        if before.daily != daily {
            robot.wish_on_web(player, Wish::Daily { daily })?;
        }
        if before.unconfirmed != none {
            robot.wish_on_web(player, Wish::Confirmations { none })?;
        }
        Ok(())
    });
    noted.await?;
    Ok(asked.leads_to("/letters?done=saved"))
}
