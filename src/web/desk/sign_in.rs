//! Signing in at the desk: an address, a password and a code, all at once, so that no answer
//! tells which of them was wrong, nor whether anybody is known.

use super::{AtDesk, DeskFrame};
use crate::address;
use crate::arbiter::AccessChange;
use crate::error::Failure;
use crate::messages::Phrase;
use crate::robot::Robot;
use crate::robot::access::AccessNews;
use crate::robot::official_accounts::DeskSignIn;
use crate::web::asked::Asked;
use crate::web::cookies::Cookie;
use crate::web::limits::Counted;
use crate::web::marks::{Marks, OFFICIAL};
use crate::web::password::{self, Checked, PasswordQueue};
use crate::web::sign_in::tell_of_guesses;
use crate::web::slow_lanes::Suspicion;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use std::net::IpAddr;
use tokio::time::Instant as Moment;

/// Longest address that is looked for.
const LONGEST_ADDRESS: usize = 254;

/// What stands before an address that is counted here, apart from what players do wrong.
const COUNTED: &str = "desk ";

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
    let pair = (
        Some(asked.client),
        format!("{COUNTED}{}", address::key(&typed)),
    );
    let place = (Some(asked.client), "desk".to_owned());
    let counts = [
        Counted::WrongPassword.of(&pair),
        Counted::WrongPasswords.of(&place),
        Counted::SignIns.of(&pair),
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
    let [wrong, of_place, _] = counts;
    let give_back = || tries.give_back(&[wrong, of_place]);
    let marks = Marks::of(asked, OFFICIAL, &address::key(&typed));
    let queue = PasswordQueue::of_official(marks.is_known);
    let suspicion = Suspicion::of(&pair.1, asked.client, marks.is_known);
    let _turn = asked.server.slow_lanes.pass(tries, &suspicion).await?;
    let is_account = hash.is_some();
    let passwords = &asked.server.passwords;
    let checked = passwords.checked(queue, &said, hash.clone()).await;
    let checked = checked.inspect_err(|_| give_back())?;
    let fits = checked != Checked::Wrong;
    // Who knows the password guesses codes no more often from many places than from one; that it
    // is the right one is not told him by this either.
    let account = (None, pair.1.clone());
    let codes = [Counted::WrongCodes.of(&account)];
    let may = fits && tries.take(&codes, Moment::now());
    // Whatever was wrong so far, the rest is asked too, and takes as long.
    let (code, browser) = (form.text("code").to_owned(), asked.browser_name());
    let (address, is_known) = (typed.clone(), marks.is_known);
    let begin = move |robot: &mut Robot| {
        robot.desk_sign_in(&DeskSignIn {
            address: &address,
            turn: turn.filter(|_| may),
            code: &code,
            browser: &browser,
            is_known,
        })
    };
    let clerk = &asked.server.clerk;
    let begun = match is_known {
        true => clerk.does(begin).await,
        false => clerk.does_for_stranger(begin).await,
    };
    if !matches!(begun, Ok(None)) {
        give_back();
        if may {
            tries.give_back(&codes);
        }
    }
    let Some(secret) = begun? else {
        if fits {
            wrong_code(asked, &account).await?;
        } else if suspicion.note(tries, Moment::now()) && is_account {
            let news = AccessNews::of_official(&address::key(&typed), AccessChange::DeskGuesses);
            tell_of_guesses(asked, news);
        }
        let said = Phrase("desk-sign-in.wrong");
        return page(StatusCode::FORBIDDEN, &typed, Some(said));
    };
    tries.forget(Counted::WrongPassword.of(&pair));
    tries.forget(Counted::CodesForgiven.of(&account));
    if let (Checked::Renewed(new), Some(old)) = (checked, hash) {
        let address = address::key(&typed);
        let kept = asked.server.clerk.does(move |robot| {
            robot.accounts(|tx| Ok(tx.official_renew_password(&address, (&old, &new))?))
        });
        kept.await?;
    }
    asked.give(Cookie::Desk, &secret);
    marks.give(asked);
    Ok(asked.leads_to("/desk"))
}

/// A code was wrong behind the right password. Somebody mistypes one or two; of more the official
/// is told, once a day.
async fn wrong_code(asked: &Asked, account: &(Option<IpAddr>, String)) -> Result<(), Failure> {
    let (tries, now) = (&asked.server.tries, Moment::now());
    let forgiven = [Counted::CodesForgiven.of(account)];
    if tries.take(&forgiven, now) || !tries.take(&[Counted::CodesTold.of(account)], now) {
        return Ok(());
    }
    let of = account.1.strip_prefix(COUNTED).unwrap_or(&account.1);
    let news = AccessNews::of_official(of, AccessChange::DeskCodes);
    let browser = asked.browser_name();
    let clerk = &asked.server.clerk;
    clerk
        .does(move |robot| robot.tells_owner(&browser, news))
        .await
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
    Ok(asked.leads_out_to("/desk/sign-in"))
}
