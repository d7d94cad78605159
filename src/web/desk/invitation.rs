//! Setting up password and codes by the link that the console prints. To look at the page uses
//! nothing up; what it offers is made of the link and the browser, and kept nowhere before it
//! is taken.

use super::DeskFrame;
use crate::error::Failure;
use crate::messages::{Phrase, letters};
use crate::report::qr;
use crate::robot::official_accounts::{DeskOfficial, Enrolment, desk_invited, offered_secret};
use crate::web::asked::Asked;
use crate::web::guess;
use crate::web::password::{self, PasswordQueue};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;

#[derive(Default, Serialize)]
struct InvitationPage<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    name: &'a str,
    address: &'a str,
    wrong: Option<&'a str>,
    offered: Option<Offered>,
    fewest: usize,
    codes: Vec<String>,
}

#[derive(Serialize)]
struct Offered {
    edge: i32,
    dots: String,
    secret: String,
}

/// `/desk/invitation/TEXT`
pub async fn invitation(asked: &Asked) -> Result<Response, Failure> {
    let answer = match answer(asked).await {
        Ok(answer) => Ok(answer),
        Err(failure) => {
            // The path is the secret: it stands in no log.
            tracing::error!("an invitation to the desk: {failure}");
            let status = StatusCode::SERVICE_UNAVAILABLE;
            super::says(asked, None, status, Phrase("web.later"))
        }
    };
    let mut answer = answer?;
    // Not even our own pages are told the path. With `no-referrer` a browser would not say
    // either that a form is ours.
    let policy = HeaderValue::from_static("strict-origin");
    answer.headers_mut().insert(header::REFERRER_POLICY, policy);
    Ok(answer)
}

async fn answer(asked: &Asked) -> Result<Response, Failure> {
    let now = asked.now;
    let text = asked.part(2).to_owned();
    let shown = text.clone();
    let read = asked.server.readers.prove(move |view, key| {
        let Some(address) = desk_invited(key, view, &shown, now)? else {
            return Ok(None);
        };
        let official = DeskOfficial::of(view, &address, now)?;
        Ok(official.map(|official| (official.name(), address)))
    });
    let found = read.await?;
    let secret = offered_secret(&asked.server.key(), &text, &asked.browser_secret()?);
    let Some(((name, address), secret)) = found.zip(secret) else {
        let page = InvitationPage::default();
        return asked.page_with(StatusCode::NOT_FOUND, "desk-invitation", &page);
    };
    let page = |wrong: Option<Phrase>| {
        let club = letters::club_named(&asked.server.club.name, asked.language);
        let picture = qr::picture(&secret.link(club, &address));
        let offered = picture.map(|(edge, dots)| Offered {
            edge,
            dots,
            secret: secret.text(),
        });
        let status = match wrong {
            Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
            None => StatusCode::OK,
        };
        let page = InvitationPage {
            here: asked.path(),
            name: &name,
            address: &address,
            wrong: wrong.map(|said| said.say(asked.language)),
            offered,
            fewest: password::FEWEST,
            ..InvitationPage::default()
        };
        asked.page_with(status, "desk-invitation", &page)
    };
    let Some(form) = &asked.form else {
        return page(None);
    };
    let new = form.get("password").unwrap_or_default();
    if !password::is_good(new) {
        return page(Some(Phrase("desk-invitation.too-short")));
    }
    if form.get("again") != Some(new) {
        return page(Some(Phrase("desk-invitation.not-the-same")));
    }
    let tries = &asked.server.tries;
    if !tries.may_set_password(format!("desk {address}")) {
        return page(Some(Phrase("desk-sign-in.slow-down")));
    }
    let queue = PasswordQueue::of_official(false);
    let words = guess::words(asked, &[name.clone(), address.clone()]);
    if asked
        .server
        .passwords
        .is_guessed(queue, new, &words)
        .await?
    {
        return page(Some(Phrase("web-account.guessed")));
    }
    let code: String = form.text("code").split_whitespace().collect();
    if secret.step_of(&code, now).is_none() {
        return page(Some(Phrase("desk-invitation.wrong-code")));
    }
    let hash = asked.server.passwords.hash(queue, new).await?;
    let (taken, invitation) = (secret.clone(), text.clone());
    let browser = asked.browser_name();
    let set = asked.server.clerk.does(move |robot| {
        robot.desk_enrol(&Enrolment {
            invitation: &invitation,
            secret: &taken,
            password: &hash,
            code: &code,
            browser: &browser,
        })
    });
    let codes = set.await?;
    let status = match codes {
        Some(_) => StatusCode::OK,
        None => StatusCode::NOT_FOUND,
    };
    let page = InvitationPage {
        codes: codes.unwrap_or_default(),
        ..InvitationPage::default()
    };
    asked.page_with(status, "desk-invitation", &page)
}
