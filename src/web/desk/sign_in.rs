//! Signing in at the desk: an address, a password and a code, all at once, so that no answer
//! tells which of them was wrong, nor whether anybody is known.

use super::{AtDesk, DeskFrame};
use crate::address;
use crate::error::Failure;
use crate::messages::Phrase;
use crate::robot::official_accounts::DeskSignIn;
use crate::web::asked::Asked;
use crate::web::cookies::Cookie;
use crate::web::limits::Counted;
use crate::web::password;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use tokio::time::Instant as Moment;

/// Longest address that is looked for.
const LONGEST_ADDRESS: usize = 254;

#[derive(Serialize)]
struct SignInPage<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    address: &'a str,
    wrong: Option<&'a str>,
}

/// `/desk/sign-in`
pub async fn sign_in(asked: &Asked) -> Result<Response, Failure> {
    let page = |status, address: &str, wrong: Option<Phrase>| {
        let page = SignInPage {
            desk: None,
            here: "/desk/sign-in",
            address,
            wrong: wrong.map(|said| said.say(asked.language)),
        };
        asked.page_with(status, "desk-sign-in", &page)
    };
    let Some(form) = &asked.form else {
        return page(StatusCode::OK, "", None);
    };
    let typed: String = form.text("address").chars().take(LONGEST_ADDRESS).collect();
    // Counted apart from what players do wrong, by the place and the account.
    let pair = (Some(asked.client), format!("desk {}", address::key(&typed)));
    let place = (Some(asked.client), "desk".to_owned());
    let counts = [
        Counted::WrongPassword.of(&pair),
        Counted::WrongPasswords.of(&place),
    ];
    let tries = &asked.server.tries;
    if !tries.take(&counts, Moment::now()) {
        let said = Phrase("desk-sign-in.slow-down");
        return page(StatusCode::TOO_MANY_REQUESTS, &typed, Some(said));
    }
    let key = address::key(&typed);
    let readers = &asked.server.readers;
    let known = readers
        .read(move |view| Ok(view.official_account(&key)?))
        .await?;
    let known = known.and_then(|account| Some((account.turn, account.factors?.password)));
    let (turn, hash) = known.unzip();
    let said = form.get("password").unwrap_or_default();
    let said: String = said.chars().take(password::MOST).collect();
    let fits = asked.server.passwords.fits(&said, hash).await;
    let fits = fits.inspect_err(|_| tries.give_back(&counts))?;
    // Whatever was wrong so far, the rest is asked too, and takes as long.
    let (code, browser) = (form.text("code").to_owned(), asked.browser_name());
    let address = typed.clone();
    let begun = asked.server.clerk.does(move |robot| {
        robot.desk_sign_in(&DeskSignIn {
            address: &address,
            turn: turn.filter(|_| fits),
            code: &code,
            browser: &browser,
        })
    });
    let begun = begun.await;
    if !matches!(begun, Ok(None)) {
        tries.give_back(&counts);
    }
    let Some(secret) = begun? else {
        let said = Phrase("desk-sign-in.wrong");
        return page(StatusCode::FORBIDDEN, &typed, Some(said));
    };
    tries.forget(Counted::WrongPassword.of(&pair));
    asked.give(Cookie::Desk, &secret);
    Ok(asked.leads_to("/desk"))
}

/// `/desk/sign-out`
pub async fn sign_out(asked: &Asked, at: &AtDesk) -> Result<Response, Failure> {
    let (id, address) = (at.session.id, at.session.address.clone());
    asked
        .server
        .clerk
        .does(move |robot| robot.desk_sign_out(&address, id))
        .await?;
    asked.give(Cookie::Desk, "");
    Ok(asked.leads_to("/desk/sign-in"))
}
