//! One's own account: the password, and the browsers in which one is signed in.

use super::asked::{Asked, SignedIn};
use super::form::Form;
use super::limits::Counted;
use super::password::{self, PasswordQueue};
use super::sessions::{SessionHour, SessionLine, listed};
use super::sign_in::{account_words, came_by_link, new_password, sign_in_page, whom};
use crate::arbiter::AccessChange;
use crate::error::Failure;
use crate::messages::Phrase;
use crate::robot::access::AccessNews;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;
use tokio::time::Instant as Moment;

/// So long after signing in by a mailed link a password is set without the one before, in
/// seconds: whoever has forgotten it comes so.
const FRESH: i64 = 30 * 60;

/// The page.
#[derive(Default, Serialize)]
pub struct AccountPage<'a> {
    /// There is a password, and it is asked for before another is set.
    pub asks_old: bool,
    /// Fewest signs of one.
    pub fewest: usize,
    /// What was wrong.
    pub wrong: Option<&'a str>,
    /// What is done.
    pub done: Option<&'a str>,
    /// The browsers, this one first.
    pub sessions: Vec<SessionLine>,
}

/// `/account`
pub async fn account(asked: Arc<Asked>) -> Result<Response, Failure> {
    let Some(who) = &asked.who else {
        return sign_in_page(&asked, "/account", None);
    };
    let Some(form) = &asked.form else {
        let done = match asked.query.text("done") {
            "password" => Some(Phrase("web-account.password-set")),
            "ended" => Some(Phrase("web-account.ended")),
            _ => None,
        };
        return shows(&asked, who, StatusCode::OK, None, done).await;
    };
    let (player, own) = (who.player.id, who.session.id);
    match form.text("do") {
        "password" => set_password(&asked, who, form).await,
        "end" => {
            let id = form.number("session").unwrap_or_default();
            end(&asked, move |tx| {
                tx.session_end(player, id)?;
                Ok(())
            })
            .await
        }
        "end-others" => end(&asked, move |tx| Ok(tx.sessions_end(player, Some(own))?)).await,
        _ => Ok(asked.leads_to("/account")),
    }
}

async fn end(
    asked: &Asked,
    work: impl FnOnce(&crate::store::Tx<'_>) -> Result<(), Failure> + Send + 'static,
) -> Result<Response, Failure> {
    let ended = asked.server.clerk.does(move |robot| robot.accounts(work));
    ended.await?;
    Ok(asked.leads_to("/account?done=ended"))
}

/// Sets a password; the other browsers are signed out.
async fn set_password(asked: &Asked, who: &SignedIn, form: &Form) -> Result<Response, Failure> {
    let wrong = |said| {
        shows(
            asked,
            who,
            StatusCode::UNPROCESSABLE_ENTITY,
            Some(said),
            None,
        )
    };
    let account = format!("player {}", who.player.id);
    if !asked.server.tries.may_set_password(account) {
        return wrong(Phrase("web-sign-in.slow-down")).await;
    }
    let queue = PasswordQueue::of_player(true);
    let words = account_words(asked, who.player.id).await?;
    let new = match new_password(asked, form, (queue, &words)).await? {
        Ok(new) => new,
        Err(said) => return wrong(said).await,
    };
    let (player, own, now) = (who.player.id, who.session.id, asked.now);
    let passwords = &asked.server.passwords;
    if let Some(known) = old_password(asked, who).await? {
        let tries = &asked.server.tries;
        let pair = whom(asked, &format!("player {player}"));
        let counts = [Counted::WrongPassword.of(&pair)];
        if !tries.take(&counts, Moment::now()) {
            return wrong(Phrase("web-sign-in.slow-down")).await;
        }
        let old = form.get("old").unwrap_or_default();
        let old = old.get(..password::MOST).unwrap_or(old);
        let fits = passwords.fits(queue, old, Some(known)).await;
        if !matches!(fits, Ok(false)) {
            tries.give_back(&counts);
        }
        if !fits? {
            return wrong(Phrase("web-account.old-wrong")).await;
        }
    }
    let hash = passwords.hash(queue, new).await?;
    let (keeps, browser) = (form.is_set("keep-programs"), asked.browser_name());
    let set = asked.server.clerk.does(move |robot| {
        robot.opens(&browser, |tx| {
            let change = match tx.account_password(player)? {
                Some(_) => AccessChange::NewPassword,
                None => AccessChange::FirstPassword,
            };
            tx.account_set_password(player, &hash, now)?;
            if !keeps {
                tx.access_keys_end(player)?;
            }
            tx.sessions_end(player, Some(own))?;
            Ok(((), Some(AccessNews::of_player(player, change))))
        })
    });
    set.await?;
    Ok(asked.leads_to("/account?done=password"))
}

/// What is kept of the password, where it is asked for before another is set.
async fn old_password(asked: &Asked, who: &SignedIn) -> Result<Option<String>, Failure> {
    let player = who.player.id;
    let known = asked
        .server
        .readers
        .read(move |view| Ok(view.account_password(player)?));
    let is_fresh = came_by_link(asked) && asked.now.unix() - who.session.begun.unix() < FRESH;
    Ok(known.await?.filter(|_| !is_fresh))
}

async fn shows(
    asked: &Asked,
    who: &SignedIn,
    status: StatusCode,
    wrong: Option<Phrase>,
    done: Option<Phrase>,
) -> Result<Response, Failure> {
    let (player, now, own) = (who.player.id, asked.now, who.session.id);
    let zone = asked.server.club.time_zone;
    let rows = asked
        .server
        .readers
        .read(move |view| Ok(view.sessions_of(player, now)?));
    let sessions = listed(rows.await?.into_iter().map(|row| SessionLine {
        id: row.id,
        browser: row.browser,
        begun: SessionHour::of(row.begun, zone),
        seen: SessionHour::of(row.seen, zone),
        is_this: row.id == own,
    }));
    let page = AccountPage {
        asks_old: old_password(asked, who).await?.is_some(),
        fewest: password::FEWEST,
        wrong: wrong.map(|said| said.say(asked.language)),
        done: done.map(|said| said.say(asked.language)),
        sessions,
    };
    asked.page_with(status, "account", &page)
}
